"""Full Defence (OP-13.8 to OP-13.13, OP-13.26): the action, and what its total gives against each attack."""

from __future__ import annotations

from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.opportunity.actions import active, always
from sandtable.rulesets.opportunity.asking import Play
from sandtable.rulesets.opportunity.paying import pay
from sandtable.rulesets.opportunity.state import Combatant, Dice


def full_defence(g: Play, who: Combatant, dice: Dice) -> Procedure[None]:
    """Both green dice are laid out, out of everybody's reach (OP-13.26), the rest of the pool is lost (OP-13.8,
    OP-13.9). The total lasts until the turn ends, it is used up or its owner leaves (OP-13.13)."""
    pay(g, who, FULL_DEFENCE.option, dice)
    who.full_defence = dice[0].value + dice[1].value
    lost, who.pool = who.pool, ()
    g.tell("lays out", "OP-13.8", who=who.name, total=who.full_defence, lost=[str(die) for die in lost])
    yield from ()


def pay_for_a_miss(g: Play, defender: Combatant, att: int, armour: int) -> int:
    """What the Full Defence total gives against this attack, ranged or melee, unasked (OP-13.12); it pays for it
    (OP-13.10, OP-13.11)."""
    total = defender.full_defence or 0
    needed = max(0, att - armour)
    if total >= needed:
        defender.full_defence = total - needed
    elif g.options["full_defence_after_hit"] == "spent":
        defender.full_defence = 0
    used = min(total, needed)
    g.tell("full defence", "OP-13.10" if total >= needed else "OP-13.11", who=defender.name, used=used,
           left=defender.full_defence)  # fmt: skip
    return used


FULL_DEFENCE = active("Full Defence", "OP-13.8", (0, 2, 0), always, full_defence)
