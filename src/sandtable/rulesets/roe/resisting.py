"""Resisting hits (RE-4.20 to RE-4.23, RE-4.38): what is needed, and the dice."""

from __future__ import annotations

from sandtable.engine.dice import Roll
from sandtable.engine.ruleset import Procedure, Stage
from sandtable.rulesets.roe.asking import Play
from sandtable.rulesets.roe.content import Weapon
from sandtable.rulesets.roe.dice import D10, bands, hits, successes
from sandtable.rulesets.roe.modifiers import Aim
from sandtable.rulesets.roe.state import Model
from sandtable.rulesets.roe.traits import brute, rend_hits, resilience


def resist_number(g: Play, attacker: Model, weapon: Weapon, target: Model, ranged: bool) -> int:
    """Res (RE-3.5) + Strength (RE-3.16, RE-4.22, RE-4.23), hand to hand too (RE-4.38), with Brute (RE-6.1) and
    Resilient (RE-6.17, RE-6.44)."""
    strength = weapon.strength
    if not ranged:
        strength = brute(attacker, strength)
    if strength > 0:
        strength = max(0, strength - resilience(target, str(g.options["resilient_stacking"])))
    return target.res + strength


def resisted(g: Play, aim: Aim, hit: int) -> Procedure[int]:
    """The wounds of the hits on one target: Res adjusted by Strength (RE-4.22), a die for each (RE-4.20)."""
    if not hit:
        return 0
    target = aim.target
    needed = resist_number(g, aim.attacker, aim.weapon, target, aim.ranged)
    left = target.w - target.wounds
    dice = (target.side, target.name, hit, needed, aim.weapon.has("Rend"))
    wounds: int = yield Stage(resist, dice, lambda wounds: min(wounds, left))
    g.tell("resist", "RE-4.20", "RE-4.22", who=target.name, needed=needed, wounds=wounds)
    return wounds


def resist(seat: int, who: str, hit: int, needed: int, rend: bool) -> Procedure[int]:
    """One die for each hit; what is not resisted wounds (RE-4.20, RE-4.21). With Rend each 1 or 2 is one more hit,
    and those make no more (RE-6.41, RE-6.42, RE-6.43)."""
    apart, good = (3,) if rend else (), successes(needed)
    faces = yield Roll(hit, D10, f"resist of {who}", "RE-4.20", seat, who, bands(needed, *apart), good=good)
    wounds = sum(not hits(face, needed) for face in faces)
    if rend and (more := rend_hits(faces)):
        faces = yield Roll(more, D10, f"rend resist of {who}", "RE-6.43", seat, who, bands(needed), good=good)
        wounds += sum(not hits(face, needed) for face in faces)
    return wounds
