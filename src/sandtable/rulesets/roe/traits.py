"""Infantry abilities and weapon rules (chapter 6): what each does to an attack, and the tables of all.

What is not about attacks (how far Fleet runs, when Stubborn is Suppressed, what Light may carry) is read by name where
that rule stands: `read_in` says where.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

from sandtable.engine.dice import Faces
from sandtable.engine.errors import SetupError, near, shown

if TYPE_CHECKING:
    from sandtable.rulesets.roe.content import Weapon
    from sandtable.rulesets.roe.modifiers import Aim
    from sandtable.rulesets.roe.state import Model

Hook = Callable[["Aim"], bool]


class Trait(Struct, frozen=True):
    """A special rule. `takes_x`: it is written with a number, as in Command 2. The hooks say when an attack by or with
    it ignores a modifier, when an attack at or with it is Disrupted, and when its own attacks cannot be."""

    name: str
    clause: str
    takes_x: bool = False
    ignores_obscured: Hook | None = None
    ignores_cover: Hook | None = None
    disrupts: Hook | None = None
    steady: Hook | None = None
    read_in: tuple[str, ...] = ()
    """Where the rule stands that asks for it by name: modules and functions of this ruleset."""


# ---- abilities ------------------------------------------------------------------------------------


def brute(attacker: Model, strength: int) -> int:
    """A Brute's close combat hits have Strength 1 at least (RE-6.1)."""
    return max(1, strength) if "Brute" in attacker.abilities else strength


def cloaked(aim: Aim) -> bool:
    """Ranged attacks against it are Disrupted (RE-6.2)."""
    return aim.ranged


def dead_eye(aim: Aim) -> bool:
    """On an Engage order it ignores Obscured (RE-6.4)."""
    return aim.order == "Engage"


def dual(attacker: Model, weapon: Weapon) -> bool:
    """With two identical weapons for close combat (RE-6.5), Pistols at range too (RE-6.7), the Rate is doubled, instead
    of the bonus for a second weapon (RE-6.6)."""
    twin = weapon.close and sum(one.name == weapon.name for one in attacker.weapons) > 1
    return "Dual" in attacker.abilities and twin


def hacker(model: Model) -> int:
    """The Exp for a Hack: a Hacker's counts one more (RE-6.11)."""
    return model.exp + ("Hacker" in model.abilities)


def resilience(target: Model, stacking: str) -> int:
    """Resilient takes its number off the Strength of hits: as an ability (RE-6.17), from an item (RE-6.44), or both
    (RE-6.45)."""
    item = max((one.resilient for one in target.weapons), default=0)
    return target.resilient + item if stacking == "add" else max(target.resilient, item)


def steady_shot(aim: Aim) -> bool:
    """On an Engage order its attacks cannot be Disrupted (RE-6.18)."""
    return aim.order == "Engage"


def target(aim: Aim) -> bool:
    """Against an enemy with a pinning token it ignores Cover (RE-6.20)."""
    return aim.target.pins > 0


# ---- weapon rules ---------------------------------------------------------------------------------


def bulky(aim: Aim) -> bool:
    """A shot from a Tactical order is Disrupted (RE-6.24)."""
    return aim.order == "Tactical" and aim.ranged


def indiscriminate(aim: Aim) -> bool:
    """It ignores Obscured, always (RE-6.29)."""
    return True


def pierce(aim: Aim) -> bool:
    """It ignores Cover (RE-6.40)."""
    return True


def rend_hits(faces: Faces) -> int:
    """Rend: each resist die showing 1 or 2 is one more hit (RE-6.41)."""
    return sum(face <= 2 for face in faces)


def slow(weapon: Weapon, order: str) -> bool:
    """A Slow weapon is not fired from a Tactical order (RE-6.46)."""
    return order == "Tactical" and weapon.has("Slow")


def spread(weapon: Weapon, dice: int) -> int:
    """Spread: beyond short range one die less, but always one (RE-6.47), after all else (RE-6.48)."""
    return max(1, dice - 1) if weapon.has("Spread") else dice


def stun(weapon: Weapon, ranged: bool, hit: int) -> bool:
    """A hit of Stun in close combat pins (RE-6.49)."""
    return not ranged and hit > 0 and weapon.has("Stun")


def suppressive(weapon: Weapon, hit: int, on_miss: bool) -> bool:
    """An attack with a Suppressive weapon pins once more (RE-6.50)."""
    return weapon.has("Suppressive") and (hit > 0 or on_miss)


# ---- the tables -----------------------------------------------------------------------------------


ABILITIES = {
    trait.name: trait
    for trait in (
        Trait("Brute", "RE-6.1", read_in=("traits.brute", "resisting.resist_number")),
        Trait("Cloaked", "RE-6.2", disrupts=cloaked),
        Trait("Command", "RE-6.3", takes_x=True, read_in=("command_phase.fill_pools", "rally.choose_rallies")),
        Trait("Dead Eye", "RE-6.4", ignores_obscured=dead_eye),
        Trait("Dual", "RE-6.5", read_in=("traits.dual", "attacks.rate")),
        Trait("Fleet", "RE-6.8", read_in=("fleet.may_use_fleet",)),
        Trait("Hacker", "RE-6.11", read_in=("traits.hacker", "hack_and_treat.hack")),
        Trait("Light", "RE-6.12", read_in=("roster.check_light",)),
        Trait("Medic", "RE-6.14", read_in=("hack_and_treat.treat_barred",)),
        Trait("Recon", "RE-6.15", read_in=("recon.recon",)),
        Trait("Resilient", "RE-6.17", takes_x=True, read_in=("traits.resilience", "resisting.resist_number")),
        Trait("Steady Shot", "RE-6.18", steady=steady_shot),
        Trait("Stubborn", "RE-6.19", read_in=("state.Model.suppressed",)),
        Trait("Target", "RE-6.20", ignores_cover=target),
        Trait("Tenacious", "RE-6.21", read_in=("state.Model.pinned_down",)),
    )
}

WEAPON_RULES = {
    trait.name: trait
    for trait in (
        Trait("Accurate", "RE-6.22", read_in=("rerolls.reroll_sources",)),
        Trait(
            "Bulky",
            "RE-6.24",
            disrupts=bulky,
            read_in=("state.Model.bulky", "fleet.may_use_fleet", "command_phase.fill_pools"),
        ),
        Trait("Backup", "RE-6.25", read_in=("roster.weapons_cost",)),
        Trait("Indiscriminate", "RE-6.29", ignores_obscured=indiscriminate, read_in=("split_attacks.further_targets",)),
        Trait("Lightweight", "RE-6.33", read_in=("roster.check_light",)),
        Trait("Radiate", "RE-6.35", read_in=("split_attacks.further_targets",)),
        Trait("Parry", "RE-6.38", read_in=("parry.parry",)),
        Trait("Pierce", "RE-6.40", ignores_cover=pierce),
        Trait("Rend", "RE-6.41", read_in=("traits.rend_hits", "resisting.resist")),
        Trait("Resilient", "RE-6.44", takes_x=True, read_in=("traits.resilience", "resisting.resist_number")),
        Trait("Slow", "RE-6.46", read_in=("traits.slow", "targets.reach")),
        Trait("Spread", "RE-6.47", read_in=("traits.spread", "attacks.rate")),
        Trait("Stun", "RE-6.49", read_in=("traits.stun", "pinning.pin")),
        Trait("Suppressive", "RE-6.50", read_in=("traits.suppressive", "pinning.pin")),
    )
}


def written(who: str, text: str, known: dict[str, Trait], what: str) -> tuple[str, int]:
    """'Command 2' as ('Command', 2); a rule without a number has 0."""
    name, _, number = text.strip().rpartition(" ")
    if not number.isdecimal():
        name, number = text.strip(), ""
    trait = next((trait for trait in known.values() if trait.name.casefold() == name.casefold()), None)
    if trait is None:
        raise SetupError(f"{who}: there is no {what} {shown(name)}{near(name, list(known))}", "RE-3.1")
    if trait.takes_x != bool(number) or len(number) > 2:
        wanted = (
            f"{trait.name} needs a number, as in {trait.name} 1" if trait.takes_x else f"{trait.name} has no number"
        )
        raise SetupError(f"{who}: {wanted}", trait.clause)
    return trait.name, int(number or 0)
