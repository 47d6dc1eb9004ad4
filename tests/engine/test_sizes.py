"""What is larger than a ruleset can bear is refused before anybody works on it, and the limit is named."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine.errors import SetupError
from sandtable.engine.game import Game
from sandtable.engine.registry import ruleset, ruleset_ids
from sandtable.engine.sizes import Sizes, check_sizes


class Stall:
    title = "The Stall"
    sizes = Sizes({"apples": 3}, others=4, text=8, values=12)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({"apples": [1, 2, 3, 4]}, "the list has 4 of apples; 3 are the most The Stall takes"),
        ({"crate": {"apples": [1, 2, 3, 4]}}, "the list has 4 of apples; 3 are the most The Stall takes"),
        ({"pears": [1, 2, 3, 4, 5]}, "the list has 5 of pears; 4 are the most The Stall takes"),
        ({"a": 1, "b": 2, "c": 3, "d": 4, "e": 5}, "the list has 5 of its settings; 4 are the most"),
        ({"pear": "conference"}, "a pear of the list has 10 characters; 8 are the most The Stall takes"),
        ({"conference": 1}, "a name of a setting of the list has 10 characters"),
        ({"pears": [[1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3]]}, "the list has more than 12 values"),
        ({"pears": [1, -1e308]}, "-1e+308 is no number for `pears` in the list"),
        ({"pear": float("nan")}, "nan is no number for `pear` in the list"),
        ({"pear": 10**30}, "1000000000000000000000000000000 is no number for `pear` in the list"),
    ],
)
def test_the_limit_is_named(data: dict[str, Any], reason: str) -> None:
    with pytest.raises(SetupError) as refused:
        check_sizes("list", data, Stall())
    assert refused.value.reason.startswith(reason)


def test_what_fits_is_taken() -> None:
    check_sizes("list", {"apples": [1, 2, 3], "pears": ["small", 2, 3, 4]}, Stall())


def test_nothing_goes_deeper_than_it_can_be_read() -> None:
    data: Any = 1
    for _ in range(100):
        data = [data]
    with pytest.raises(SetupError, match="inside each other"):
        check_sizes("list", data, ruleset("roe"))


@pytest.mark.parametrize("name", ruleset_ids())
def test_a_thousand_models_are_refused_at_once(name: str) -> None:
    key, sides = {
        "roe": ("model", "player"), "opentactics": ("unit", "player"), "opportunity": ("combatant", ""),
        "op-en": ("character", "player"),
        "riverside": ("unit", "player"),
    }[name]  # fmt: skip
    situation: dict[str, Any] = {key: [{"name": f"M{number}", "player": "A"} for number in range(1300)]}
    if sides:
        situation[sides] = [{"name": "A"}, {"name": "B"}]
    with pytest.raises(SetupError, match=rf"1300 of {key}; \d+ are the most"):
        Game(ruleset(name), {"situation": situation})
