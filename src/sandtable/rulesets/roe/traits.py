"""Infantry abilities and weapon rules as data (chapter 6): each with its clause, and hooks into an attack.

What is not about an attack's modifiers (how far Fleet runs, when Stubborn is Suppressed, what Light may carry) is read
by name where that rule stands: `read_in` says where.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

from sandtable.engine.errors import SetupError, near, shown

if TYPE_CHECKING:
    from sandtable.rulesets.roe.attacks import Aim

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


def _always(aim: Aim) -> bool:
    return True


def _ranged(aim: Aim) -> bool:
    return aim.ranged


def _on_engage(aim: Aim) -> bool:
    return aim.order == "Engage"


def _on_tactical(aim: Aim) -> bool:
    return aim.order == "Tactical" and aim.ranged


def _at_a_pinned_model(aim: Aim) -> bool:
    return aim.target.pins > 0


ABILITIES = {
    trait.name: trait
    for trait in (
        Trait("Brute", "RE-6.1", read_in=("attacks.resist_number",)),
        Trait("Cloaked", "RE-6.2", disrupts=_ranged),
        Trait("Command", "RE-6.3", takes_x=True, read_in=("command_phase.fill_pools", "orders._rallies")),
        Trait("Dead Eye", "RE-6.4", ignores_obscured=_on_engage),
        Trait("Dual", "RE-6.5", read_in=("attacks.rate",)),
        Trait("Fleet", "RE-6.8", read_in=("activation.may_use_fleet",)),
        Trait("Hacker", "RE-6.11", read_in=("hack_and_treat.hack",)),
        Trait("Light", "RE-6.12", read_in=("roster.check_light",)),
        Trait("Medic", "RE-6.14", read_in=("hack_and_treat.treat_barred",)),
        Trait("Recon", "RE-6.15", read_in=("command_phase.recon",)),
        Trait("Resilient", "RE-6.17", takes_x=True, read_in=("attacks.resist_number",)),
        Trait("Steady Shot", "RE-6.18", steady=_on_engage),
        Trait("Stubborn", "RE-6.19", read_in=("state.Model.suppressed",)),
        Trait("Target", "RE-6.20", ignores_cover=_at_a_pinned_model),
        Trait("Tenacious", "RE-6.21", read_in=("state.Model.pinned_down",)),
    )
}

WEAPON_RULES = {
    trait.name: trait
    for trait in (
        Trait("Accurate", "RE-6.22", read_in=("attacks.reroll_sources",)),
        Trait(
            "Bulky",
            "RE-6.24",
            disrupts=_on_tactical,
            read_in=("state.Model.bulky", "activation.may_use_fleet", "command_phase.fill_pools"),
        ),
        Trait("Backup", "RE-6.25", read_in=("roster.weapons_cost",)),
        Trait("Indiscriminate", "RE-6.29", ignores_obscured=_always, read_in=("attacks.further_targets",)),
        Trait("Lightweight", "RE-6.33", read_in=("roster.check_light",)),
        Trait("Radiate", "RE-6.35", read_in=("attacks.further_targets",)),
        Trait("Parry", "RE-6.38", read_in=("strike_dice.parry",)),
        Trait("Pierce", "RE-6.40", ignores_cover=_always),
        Trait("Rend", "RE-6.41", read_in=("strike_dice.resist",)),
        Trait("Resilient", "RE-6.44", takes_x=True, read_in=("attacks.resist_number",)),
        Trait("Slow", "RE-6.46", read_in=("attacks.reach",)),
        Trait("Spread", "RE-6.47", read_in=("attacks.rate",)),
        Trait("Stun", "RE-6.49", read_in=("pinning.pin",)),
        Trait("Suppressive", "RE-6.50", read_in=("pinning.pin",)),
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
