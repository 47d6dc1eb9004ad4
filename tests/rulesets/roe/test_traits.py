"""Every special rule is in force somewhere, and says where."""

from __future__ import annotations

from functools import reduce
from importlib import import_module
from inspect import getsource
from typing import Any

import pytest

from sandtable.rulesets import roe
from sandtable.rulesets.roe.traits import ABILITIES, WEAPON_RULES, Trait

TRAITS = [*ABILITIES.values(), *WEAPON_RULES.values()]


def found(place: str) -> Any:
    """What stands at a place such as `strikes.resist`."""
    module, *names = place.split(".")
    rule: Any = reduce(getattr, names, import_module(f"{roe.__name__}.{module}"))
    return rule.fget if isinstance(rule, property) else rule


@pytest.mark.parametrize("trait", TRAITS, ids=lambda trait: f"{trait.name} ({trait.clause})")
def test_a_trait_is_read_where_it_says(trait: Trait) -> None:
    assert trait.read_in or any((trait.ignores_obscured, trait.ignores_cover, trait.disrupts, trait.steady))
    for place in trait.read_in:
        assert trait.name.casefold() in getsource(found(place)).casefold(), place
