"""Charging (chapter 22): the free Melee assault at the end of a movement."""

from __future__ import annotations

from sandtable.engine.asking import named
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.opentactics import targets
from sandtable.rulesets.opentactics.asking import asks, word
from sandtable.rulesets.opentactics.assaults import assault, missing_targets
from sandtable.rulesets.opentactics.state import Play, State, Unit

NO_CHARGE = word("No charge")


def may_charge(state: State, unit: Unit) -> bool:
    """Whoever is still on the map has ended a movement, be it after a failed climb (OT-7.10) or from reserve (OT-11.7),
    and may charge if there is somebody to assault in Melee (OT-22.1)."""
    return unit.on_map and next(targets.targets(state, unit, "melee"), None) is not None


def charge(g: Play) -> Procedure[None]:
    """Whoever may be assaulted in Melee from where it stands now (OT-22.2, OT-22.5), at once or not at all (OT-22.3);
    an assault like any other (OT-22.4)."""
    from sandtable.rulesets.opentactics.turn import after_assault, close

    state, doing = g.state, g.state.doing
    assert doing is not None
    unit = state.units[doing.unit]
    eligible = list(targets.targets(state, unit, "melee"))
    number = yield asks(
        g, "charge", unit, f"{unit.name} may charge: whom?", "OT-22.1",
        (*[named(target.name, target.number) for target in eligible], NO_CHARGE),
        lambda: missing_targets(state, unit, "melee"),
    )  # fmt: skip
    if number == NO_CHARGE.label:
        close(g)
        return
    before = len(unit.took)
    yield from assault(g, unit, state.units[number], "melee", charge=True)
    after_assault(g, unit, before)
