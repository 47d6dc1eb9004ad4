"""SHOVE: a survivor of a Melee assault is pushed one increment directly away."""

from __future__ import annotations

from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.opentactics import measured, space
from sandtable.rulesets.opentactics.asking import yes_or_no
from sandtable.rulesets.opentactics.names import where
from sandtable.rulesets.opentactics.state import Play, State, Unit
from sandtable.table.grid import Cell


def shove(g: Play, attacker: Unit, target: Unit) -> Procedure[None]:
    to = shoved_to(g.state, attacker, target)
    if to is None:
        return
    prompt = f"{attacker.name}: shove {target.name}?"
    if (yield from yes_or_no(g, "shove", attacker, "Shove", "No shove", prompt, "OT-2.16", target)):
        target.at = to
        g.tell("shoved", "OT-2.16", who=attacker.name, target=target.name, to=where(g.state, to))


def shoved_to(state: State, attacker: Unit, target: Unit) -> Cell | None:
    """Where the target would go: free, on the map, at the same height, not impassable; of a smaller class only."""
    if not 0 <= target.card.size_class < attacker.card.size_class or not space.adjacent(state, attacker, target):
        return None
    if state.measured:
        return measured.pushed(state, attacker, target)
    assert attacker.at is not None
    assert target.at is not None
    (ax, ay), (tx, ty) = attacker.at, target.at
    to = 2 * tx - ax, 2 * ty - ay
    field = state.field
    if not field.holds(to) or field.at(to).impassable or field.height(to) != field.height(target.at):
        return None
    return None if to in state.occupied() or to in state.filled() else to
