"""Infantry abilities and weapon rules as data (chapter 6): each with its clause, and hooks into an attack.

What is not about an attack's modifiers (how far Fleet runs, when Stubborn is Suppressed, what Light may carry) is read
by name where that rule stands.
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
        Trait("Brute", "RE-6.1"),
        Trait("Cloaked", "RE-6.2", disrupts=_ranged),
        Trait("Command", "RE-6.3", takes_x=True),
        Trait("Dead Eye", "RE-6.4", ignores_obscured=_on_engage),
        Trait("Dual", "RE-6.5"),
        Trait("Fleet", "RE-6.8"),
        Trait("Hacker", "RE-6.11"),
        Trait("Light", "RE-6.12"),
        Trait("Medic", "RE-6.14"),
        Trait("Recon", "RE-6.15"),
        Trait("Resilient", "RE-6.17", takes_x=True),
        Trait("Steady Shot", "RE-6.18", steady=_on_engage),
        Trait("Stubborn", "RE-6.19"),
        Trait("Target", "RE-6.20", ignores_cover=_at_a_pinned_model),
        Trait("Tenacious", "RE-6.21"),
    )
}

WEAPON_RULES = {
    trait.name: trait
    for trait in (
        Trait("Accurate", "RE-6.22"),
        Trait("Bulky", "RE-6.24", disrupts=_on_tactical),
        Trait("Backup", "RE-6.25"),
        Trait("Indiscriminate", "RE-6.29", ignores_obscured=_always),
        Trait("Lightweight", "RE-6.33"),
        Trait("Radiate", "RE-6.35"),
        Trait("Parry", "RE-6.38"),
        Trait("Pierce", "RE-6.40", ignores_cover=_always),
        Trait("Rend", "RE-6.41"),
        Trait("Resilient", "RE-6.44", takes_x=True),
        Trait("Slow", "RE-6.46"),
        Trait("Spread", "RE-6.47"),
        Trait("Stun", "RE-6.49"),
        Trait("Suppressive", "RE-6.50"),
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
