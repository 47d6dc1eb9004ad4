"""Legal targets of ranged attacks (RE-4.7 to RE-4.9, RE-4.25, RE-4.51, RE-4.52): how far, and at whom."""

from __future__ import annotations

from sandtable.engine.asking import Why
from sandtable.rulesets.roe.asking import Play
from sandtable.rulesets.roe.content import MEDIUM, SHORT, Weapon
from sandtable.rulesets.roe.measures import within
from sandtable.rulesets.roe.sight import sees
from sandtable.rulesets.roe.state import FALLEN, Model
from sandtable.rulesets.roe.traits import slow

FAR = 1000.0
REACH = {"Engage": FAR, "Tactical": SHORT, "Overwatch": MEDIUM}
REACH_CLAUSE = {"Engage": "RE-3.12", "Tactical": "RE-1.48", "Overwatch": "RE-1.68"}


def reach(weapon: Weapon, order: str) -> float:
    """The smaller of the weapon's Range (RE-3.12) and the order's limit (RE-4.8): none for Engage (RE-1.43), Short for
    Tactical (RE-1.48), Medium for Overwatch (RE-1.68). 0 if it cannot be fired at all: a Range of C alone (RE-3.13,
    RE-3.14), or Slow."""
    if slow(weapon, order):
        return 0.0
    return min(weapon.range, REACH[order])


def may_shoot(g: Play, attacker: Model, weapon: Weapon, target: Model, order: str) -> bool:
    """In Range and in sight (RE-4.8, RE-4.9), and not Engaged (RE-4.52)."""
    far = reach(weapon, order)
    return (
        far > 0.0
        and within(g.options, attacker, target, far)
        and not g.state.engaged(target)
        and sees(g.state, attacker, target)
    )


def targets(g: Play, attacker: Model, weapon: Weapon, order: str) -> list[Model]:
    """Enemies it may shoot at (RE-4.9); whoever is in contact with an enemy does not shoot (RE-4.25, RE-4.51)."""
    if g.state.engaged(attacker):
        return []
    return [enemy for enemy in g.state.enemies(attacker) if may_shoot(g, attacker, weapon, enemy, order)]


def can_shoot(g: Play, attacker: Model, order: str) -> bool:
    if g.state.engaged(attacker):
        return False
    weapons = [weapon for weapon in dict.fromkeys(attacker.weapons) if reach(weapon, order)]
    return any(
        may_shoot(g, attacker, weapon, enemy, order) for weapon in weapons for enemy in g.state.enemies(attacker)
    )


def why_no_target(g: Play, attacker: Model, weapon: Weapon, order: str, other: Model) -> Why | None:
    """An enemy on the table (RE-1.23), in sight and in range (RE-4.9), not Engaged (RE-4.52)."""
    if other is attacker:
        return None
    if other.side == attacker.side:
        return "only enemies may be targeted", "RE-4.9"
    if not other.standing:
        return f"{other.name} is {other.status}", "RE-3.7" if other.status == FALLEN else "RE-1.23"
    if g.state.engaged(other):
        return f"{other.name} is Engaged", "RE-4.52"
    if not sees(g.state, attacker, other):
        return f"{other.name} is out of sight", "RE-4.9"
    if not within(g.options, attacker, other, weapon.range):
        return f"{other.name} is out of the weapon's range", "RE-4.9"
    return f"{other.name} is too far for this order", REACH_CLAUSE[order]


def why_no_shot(g: Play, attacker: Model, order: str) -> Why:
    """Why a model cannot shoot at all: it is Engaged (RE-4.25, RE-4.51), or has no gun for it (RE-3.13)."""
    if g.state.engaged(attacker):
        return "an Engaged model does not shoot", "RE-4.51"
    guns = [weapon for weapon in attacker.weapons if weapon.range]
    if not guns:
        return "it has no weapon that shoots", "RE-3.13"
    if all(not reach(weapon, order) for weapon in guns):
        return f"{guns[0].name} is Slow", "RE-6.46"
    for enemy in g.state.enemies(attacker):
        if not g.state.engaged(enemy) and sees(g.state, attacker, enemy):
            return why_no_target(g, attacker, guns[0], order, enemy) or ("no target", "RE-4.9")
    return "no enemy in sight can be shot at", "RE-4.9"
