"""The marsh as the browser draws it (docs/scene.md)."""

from typing import Any

from sandtable.engine.looks import Viewpoint
from sandtable.engine.ruleset import Reading
from sandtable.engine.scenes import ObjectiveMark, ShownModel, ShownRound, ShownWounds, SideInfo, TableScene
from sandtable.skirmish import planning
from weir.field import WEIR


def scene(reading: Reading[Any]) -> TableScene:
    state = reading.state
    holder = next((side for side in (0, 1) if state.holding(side) > state.holding(1 - side)), None)
    marker = ObjectiveMark(id=WEIR.name, label="Weir", x=WEIR.x, y=WEIR.y, radius=WEIR.radius, side=holder,
                           state="free" if holder is None else "controlled", text=["WR-4.2"])  # fmt: skip
    return TableScene(
        title="The marsh", headline=f"Turn {state.turn} of 24", round=ShownRound(word="Turn", now=state.turn, of=24),
        turn=(state.turn - 1) % 2, phase="turn", phases=["turn"], active="",
        sides=[SideInfo(name=name, seat=side, slot=side) for side, name in enumerate(("Reed", "Sedge"))],
        models=[_fisher(state, one) for one in state.fishers], marks=[marker],
        ground=planning.ground(state.field, lambda piece: sorted(piece.traits)),
    )  # fmt: skip


def _fisher(state: Any, one: Any) -> ShownModel:
    here, wounds = one.hurts < 2, ShownWounds(left=2 - one.hurts, most=2)
    bound = [foe.name for foe in state.in_contact(one)] if here else []
    return planning.token(state.field, one, placed=here, icon="bowman", wounds=wounds, bound=bound)


def measure(reading: Reading[Any], one: Viewpoint, two: Viewpoint) -> dict[str, Any]:
    state = reading.state
    things = planning.Things(state.field, [*state.standing(0), *state.standing(1)], state.fishers, [WEIR])
    return planning.measure(things, one, two, in_space=False, clause="WR-1.4")
