"""Aim and Aimed (OP-9.11 to OP-9.17, OP-14.9 to OP-14.11): how it is gained, what it gives, how it is lost."""

from __future__ import annotations

from sandtable.engine.asking import Why
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.opportunity.actions import active
from sandtable.rulesets.opportunity.asking import Play
from sandtable.rulesets.opportunity.content import Weapon
from sandtable.rulesets.opportunity.melee_lock import in_melee_lock
from sandtable.rulesets.opportunity.paying import pay
from sandtable.rulesets.opportunity.state import Combatant, Dice, State


def aim_barred(g: Play, who: Combatant) -> Why | None:
    """Only outside Melee Lock, with a ranged weapon (OP-14.9)."""
    if in_melee_lock(g.state, who):
        return "it is in Melee Lock", "OP-14.9"
    if not who.equipped.ranged:
        return f"{who.equipped.name} is not a ranged weapon", "OP-14.9"
    return None


def aim(g: Play, who: Combatant, dice: Dice) -> Procedure[None]:
    """Aimed from 6 less the Range of the weapon on (OP-14.10). Nobody's Position changes (OP-14.11)."""
    pay(g, who, AIM.option, dice)
    if dice[0].value >= 6 - who.equipped.range:
        who.aimed = True
        g.tell("aims", "OP-14.10", who=who.name)
    else:
        g.tell("aim fails", "OP-14.10", who=who.name, needed=6 - who.equipped.range)
    yield from ()


def aimed_bonus(state: State, shooter: Combatant, target: Combatant, weapon: Weapon) -> int:
    """What Aimed adds to the ATT of any ranged attack, whatever the action (OP-9.13): the weapon's Range (OP-9.11), if
    the target's Position is lower; equal is not enough (OP-9.12)."""
    aimed = shooter.aimed and target.position < shooter.position and not state.smoke
    return weapon.range if aimed else 0


def lose_aim(g: Play, combatant: Combatant, clause: str) -> None:
    """By a hit (OP-9.14), a lock (OP-9.15), another weapon (OP-9.17) or leaving; nothing else ends Aimed (OP-9.16)."""
    if combatant.aimed:
        combatant.aimed = False
        g.tell("loses aim", clause, who=combatant.name)


AIM = active("Aim", "OP-14.9", (0, 0, 1), aim_barred, aim)
