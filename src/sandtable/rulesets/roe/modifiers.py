"""What counts against an attack (RE-4.11 to RE-4.19): Obscured, Cover, Disrupted."""

from __future__ import annotations

from msgspec import Struct

from sandtable.rulesets.roe.asking import Play
from sandtable.rulesets.roe.content import Weapon
from sandtable.rulesets.roe.field import field_of
from sandtable.rulesets.roe.sight import obscured
from sandtable.rulesets.roe.state import Model
from sandtable.rulesets.roe.traits import ABILITIES, WEAPON_RULES, Trait


class Aim(Struct, frozen=True):
    """One attack at one target. `order` is Engage, Tactical, Overwatch, or Fight in close combat."""

    attacker: Model
    target: Model
    weapon: Weapon
    order: str
    ranged: bool


class Modifiers(Struct, frozen=True):
    """What counts against an attack: Obscured (RE-4.12), Cover (RE-4.15), Disrupted (RE-4.17), each at most once
    (RE-4.18, RE-4.19)."""

    obscured: bool = False
    cover: bool = False
    disrupted: bool = False

    @property
    def total(self) -> int:
        """They add up (RE-4.18)."""
        return self.obscured + self.cover + self.disrupted


def own_traits(aim: Aim) -> list[Trait]:
    """What the attacker and its weapon bring along."""
    return [ABILITIES[name] for name in aim.attacker.abilities] + [WEAPON_RULES[name] for name in aim.weapon.rules]


def disrupted_by(aim: Aim) -> list[str]:
    """The clauses that make an attack Disrupted (RE-4.17): the attacker is Suppressed (RE-5.20), its weapon, a Cloaked
    target."""
    own = own_traits(aim)
    if any(trait.steady and trait.steady(aim) for trait in own):
        return []
    theirs = [ABILITIES[name] for name in aim.target.abilities if name == "Cloaked"]
    traits = [trait for trait in own if trait.name != "Cloaked"] + theirs
    causes = [trait.clause for trait in traits if trait.disrupts and trait.disrupts(aim)]
    return ["RE-5.20", *causes] if aim.attacker.suppressed else causes


def modifiers(g: Play, aim: Aim) -> Modifiers:
    """Settled before any die is rolled (RE-4.11): Obscured (RE-4.12); Cover, which is where one stands (RE-2.25,
    RE-2.35, RE-4.15), from every side (RE-4.16); Disrupted (RE-4.17). They add up, each once (RE-4.18, RE-4.19). Close
    combat knows Disrupted only (RE-4.33, RE-4.34)."""
    own = own_traits(aim)
    disrupted = bool(disrupted_by(aim))
    if not aim.ranged:
        return Modifiers(disrupted=disrupted)
    hidden = not any(trait.ignores_obscured and trait.ignores_obscured(aim) for trait in own) and obscured(
        g.state, g.options, aim.attacker, aim.target
    )
    target = aim.target
    covered = not any(trait.ignores_cover and trait.ignores_cover(aim) for trait in own) and bool(
        field_of(g.state).at(target.x, target.y, target.z, target.radius).cover
    )
    return Modifiers(hidden, covered, disrupted)
