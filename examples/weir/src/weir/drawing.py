"""The marsh as the browser draws it (docs/scene.md)."""

from typing import Any

from sandtable.engine.looks import Spot
from sandtable.engine.rulebook import Options
from sandtable.skirmish import planning
from weir.field import WEIR


def scene(state: Any, seat: int | None) -> dict[str, Any]:
    held = [state.holding(side) for side in (0, 1)]
    holder = None if held[0] == held[1] else int(held[1] > held[0])
    marker = {"kind": "objective", "id": WEIR.name, "label": "Weir", "x": WEIR.x, "y": WEIR.y, "radius": WEIR.radius}
    return {
        "kind": "table", "title": "The marsh", "headline": f"Turn {state.turn} of 24",
        "round": {"word": "Turn", "now": state.turn, "of": 24}, "turn": (state.turn - 1) % 2,
        "phase": "turn", "phases": ["turn"], "active": "",
        "sides": [{"name": name, "seat": side, "slot": side} for side, name in enumerate(("Reed", "Sedge"))],
        "models": [_fisher(state, one) for one in state.fishers],
        "marks": [marker | {"side": holder, "state": "free" if holder is None else "controlled", "text": ["WR-4.2"]}],
        "ground": planning.ground(state.field, lambda piece: sorted(piece.traits)),
    }  # fmt: skip


def _fisher(state: Any, one: Any) -> dict[str, Any]:
    here, wounds = one.hurts < 2, {"left": 2 - one.hurts, "most": 2}
    bound = [foe.name for foe in state.in_contact(one)] if here else []
    return planning.token(state.field, one, placed=here, icon="bowman", wounds=wounds, bound=bound)


def measure(state: Any, options: Options, one: Spot, two: Spot) -> dict[str, Any]:
    things = planning.Things(state.field, [*state.standing(0), *state.standing(1)], state.fishers, [WEIR])
    return planning.measure(things, one, two, in_space=False, clause="WR-1.4")
