"""The lists: complete, priced by the formula, and with errors that name file and entry."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sandtable.engine.errors import SetupError
from sandtable.rulesets.opentactics import RULESET, content_checks
from sandtable.rulesets.opentactics.abilities import ABILITIES, proper_name
from sandtable.rulesets.opentactics.content import HERE, content, load
from tests.proves import proves
from tests.rulesets.owed import said_of_a_mistake


def test_everything_of_the_brief_is_there() -> None:
    lists = content()
    assert (len(lists.cards), len(lists.abilities), len(lists.tiles), len(lists.components)) == (28, 32, 15, 12)
    assert (len(lists.scenarios), len(lists.forces)) == (8, 8)
    assert {"Training Green", "Broken Wall", "River Line", "Two Towers", "Crossfire", "Three Roads"} <= set(lists.maps)


@proves("OT-3.1", "OT-3.2")
def test_the_steam_witch_costs_what_her_card_says() -> None:
    assert content_checks.price(content().cards["Steam Witch"], content()) == 49


def test_every_ability_has_hooks_and_words() -> None:
    assert {name for name in content().abilities if not name.startswith("TOUGH")} == set(ABILITIES)
    assert proper_name("tough 3") == "TOUGH 3"
    with pytest.raises(SetupError, match="there is no ability"):
        proper_name("SHIELDWAL")


MISTAKES = [
    ("cards.toml", "points = 49", "points = 48", r"cards\.toml: Steam Witch costs 48; the formula gives 49"),
    (
        "cards.toml",
        'abilities = ["SHIELDWALL"]',
        'abilities = ["SHIELD"]',
        r"cards\.toml: Kettle Guard has the ability",
    ),
    ("cards.toml", '"Cavalry", "Human"', '"Cavalry", "Monster"', r"cards\.toml: Steam Witch has more than one size"),
    ("abilities.toml", 'name = "HEX"', 'name = "HAX"', r"abilities\.toml: "),
    ("terrain.toml", 'rows = ["r.r", ', 'rows = ["rxr", ', r"terrain\.toml: tile Scree has the unknown sign 'x'"),
    ("terrain.toml", 'marks = ["rough"]', 'marks = ["ruff"]', r"terrain\.toml: rubble names the mark 'ruff'"),
    (
        "maps.toml",
        '{ name = "pillar", at = "f7"',
        '{ name = "pilar", at = "f7"',
        r"maps\.toml: Two Towers names the comp",
    ),
    ("maps.toml", 'at = "f7", turned', 'at = "z7", turned', r"maps\.toml: River Line: barricade at z7 lies outside"),
    (
        "scenarios.toml",
        'maps = ["Two Towers"]',
        'maps = ["Two Twoers"]',
        r"scenarios\.toml: supply-crates names the map",
    ),
    ("scenarios.toml", "limit = 8", 'limit = "8"', r"scenarios\.toml: "),
    ("forces.toml", "points = 200", "points = 199", r"forces\.toml: Coven 200 costs 199; its units add up to 200"),
    ("campaign.toml", '"Training Green"', '"Training Gren"', r"campaign\.toml: The March Country names the map"),
]


@pytest.mark.parametrize(("file", "right", "wrong", "says"), MISTAKES)
def test_a_mistake_names_file_and_entry(tmp_path: Path, file: str, right: str, wrong: str, says: str) -> None:
    assert re.search(says, said_of_a_mistake(load, HERE, tmp_path, file, right, wrong))


def test_every_map_is_the_same_from_both_sides() -> None:
    from sandtable.rulesets.opentactics.field import build_map

    for one in content().maps.values():
        field = build_map(one, content())
        if one.symmetric:
            for cell in field.cells:
                across = field.columns - 1 - cell[0], field.rows - 1 - cell[1]
                assert field.at(cell) == field.at(across), (one.name, cell)


def test_a_force_is_priced_and_checked() -> None:
    force = {"ruleset": "opentactics", "name": "Mine", "units": ["Kettle Guard", "kettle guard", "Sapper"]}
    sheet = RULESET.price_force(force)
    assert sheet.points == 46
    assert [line.name for line in sheet.lines] == ["Kettle Guard 1", "Kettle Guard 2", "Sapper"]
    with pytest.raises(SetupError, match="Unique") as refused:
        RULESET.price_force(force | {"units": ["Candle Bishop"] * 2})
    assert refused.value.clause == "OT-2.5"
    with pytest.raises(SetupError) as refused:
        RULESET.price_force(force | {"limit": 45})
    assert refused.value.clause == "OT-2.3"
