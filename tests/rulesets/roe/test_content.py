"""The lists: every cost from its formula, every force within its limits, every mistake named."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.engine.dice import Typed
from sandtable.engine.errors import SetupError
from sandtable.engine.game import Game
from sandtable.rulesets.roe import RULESET
from sandtable.rulesets.roe.content import HERE, content, load
from sandtable.rulesets.roe.field import field
from sandtable.rulesets.roe.levels import level_of
from sandtable.rulesets.roe.traits import ABILITIES, WEAPON_RULES
from tests.proves import proves
from tests.rulesets.owed import said_of_a_mistake


@proves("RE-3.1", "RE-3.2", "RE-3.10", "RE-3.11")
def test_the_printed_profile_and_weapon() -> None:
    soldier, rifle = content().profiles["Line Trooper"], content().weapons["Assault Rifle"]
    assert (soldier.exp, soldier.res, soldier.w, soldier.c, soldier.abilities, soldier.cost) == (5, 6, 2, 0, (), 20)
    assert (rifle.range, rifle.close, rifle.rate, rifle.strength, rifle.rules) == (18, False, 2, 0, ("Spread",))


def test_how_much_there_is() -> None:
    found = content()
    assert (len(found.weapons), len(found.profiles), len(found.factions)) == (27, 28, 4)
    assert len(found.battlefields) == 3
    assert len(found.tutorials) == 6
    assert sorted(force.points for force in found.forces.values()) == [392, 398, 399, 399, 400, 400, 400, 400]


def test_the_forces_use_every_ability_and_every_weapon_rule() -> None:
    models = [model for force in content().forces.values() for model in force.models]
    abilities = {a.split(" ")[0] for m in models for a in content().profiles[m.profile].abilities}
    rules = {rule for model in models for name in model.weapons for rule in content().weapons[name].rules}
    assert abilities == {name.split(" ")[0] for name in ABILITIES}
    assert rules == set(WEAPON_RULES)


@pytest.mark.parametrize("name", sorted(content().tutorials))
def test_a_tutorial_can_be_begun(name: str) -> None:
    lesson = content().tutorials[name]
    game = Game(RULESET, {"situation": lesson.situation}, lesson.options, Typed())
    assert not game.over


@proves("RE-7.9")
@pytest.mark.parametrize("name", sorted(content().battlefields))
def test_markers_leave_room_for_bases(name: str) -> None:
    where = field(name)
    for entry in content().sets.values():
        for x, y in (*entry.markers, *entry.markers_cross):
            assert where.near(x, y, 1.0) == [], f"{name}: {entry.name} at {x}, {y}"


def test_the_foundry_has_two_levels() -> None:
    tops = {level_of(deck.top) for deck in field("Foundry").decks.values() if deck.surface}
    assert tops == {1, 2}


# ---- mistakes -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("weapons.toml", "cost = 10", "cost = 11", "weapons.toml: Assault Rifle costs 11; the formula gives 10"),
        ("weapons.toml", '"Spread"]', '"Spred"]', "weapons.toml: Assault Rifle: there is no weapon rule 'Spred'"),
        ("profiles.toml", "cost = 20", "cost = 21", "profiles.toml: Line Trooper costs 21; the formula gives 20"),
        ("profiles.toml", '"Dead Eye", "Steady', '"Dead Eyes", "Steady', "profiles.toml: Sharpshooter: there is no"),
        ("forces.toml", "points = 400", "points = 401", "forces.toml: Meridian Compact adds up to 400, not 401"),
        ("forces.toml", 'profile = "Gunner"', 'profile = "Gunnar"', "forces.toml: there is no profile 'Gunnar'"),
        ("setups.toml", "blue = [[12, 0, 36, 0]]", "blue = []", "setups.toml: Cornered: bottom leaves a player"),
        ("limits.toml", "most_medics = 2", "most_medics = 'two'", "limits.toml: Expected `int`"),
        ("battlefields/foundry.toml", "rect = [8, 26.5, 5, 6]", "rect = [46, 26.5, 5, 6]", "battlefields/foundry.toml"),
        ("tutorials.toml", "[[tutorial]]\nname", "[[tutorial]]\nnam", "tutorials.toml"),
    ],
)
def test_a_mistake_names_file_and_entry(tmp_path: Path, file: str, old: str, new: str, said: str) -> None:
    assert said in said_of_a_mistake(load, HERE, tmp_path, file, old, new)


# ---- forces ---------------------------------------------------------------------------------------


def priced(models: list[dict[str, object]], faction: str = "Meridian Compact", points: int = 400) -> int:
    force = {"ruleset": "roe", "name": "Test", "faction": faction, "points": points, "models": models}
    return RULESET.price_force(force).points


@proves("RE-6.25", "RE-7.3")
def test_backup_is_cheaper_beside_another_ranged_weapon() -> None:
    assert priced([{"profile": "Line Trooper", "weapons": ["Sidearm"]}]) == 27
    assert priced([{"profile": "Line Trooper", "weapons": ["Sidearm", "Assault Rifle"]}]) == 32
    assert priced([{"profile": "Line Trooper", "weapons": ["Sidearm", "Combat Blade"]}]) == 33
    assert priced([{"profile": "Line Trooper", "weapons": ["Sidearm", "Sidearm"]}]) == 29
    assert priced([{"profile": "Line Trooper", "weapons": ["Sidearm", "Sidearm", "Carbine"]}]) == 33


@proves("RE-6.12", "RE-6.13", "RE-6.33", "RE-7.3")
@pytest.mark.parametrize(
    ("faction", "models", "clause"),
    [
        ("Ashfall Freeholders", [{"profile": "Runner", "weapons": ["Assault Rifle"]}], "RE-6.13"),
        ("Ashfall Freeholders", [{"profile": "Runner", "weapons": ["Carbine", "Sidearm", "Sidearm"]}], "RE-6.12"),
        ("Meridian Compact", [{"profile": "Veteran", "weapons": ["Sidearm"] * 4}], "RE-6.12"),
        ("Meridian Compact", [{"profile": "Runner"}], "RE-7.3"),
        ("Meridian Compact", [{"profile": "Lieutenant"}] * 3, "RE-7.3"),
        ("Meridian Compact", [{"profile": "Corpsman"}] * 3, "RE-7.3"),
        ("Meridian Compact", [{"profile": "Line Trooper", "weapons": ["Rail Lance"]}] * 5, "RE-7.3"),
        ("Meridian Compact", [{"profile": "Line Trooper"}] * 21, "RE-7.3"),
        ("Meridian Compact", [], "RE-0.1"),
        ("Nobody", [{"profile": "Line Trooper"}], "RE-7.3"),
    ],
)
def test_forces_have_limits(faction: str, models: list[dict[str, object]], clause: str) -> None:
    with pytest.raises(SetupError) as error:
        priced(models, faction)
    assert error.value.clause == clause


@proves("RE-6.12", "RE-6.33")
def test_what_the_limits_allow() -> None:
    assert priced([{"profile": "Runner", "weapons": ["Carbine", "Sidearm"]}], "Ashfall Freeholders") == 24 + 9 + 2
    assert priced([{"profile": "Veteran", "weapons": ["Sidearm"] * 3}]) == 30 + 21 - 10
    assert priced([{"profile": "Line Trooper", "weapons": ["Rail Lance"]}] * 4) == 136


def test_a_sheet_numbers_the_abilities_that_have_a_number() -> None:
    game = Game(RULESET, dice=Typed())
    sheets = {one["name"]: one["abilities"] for one in RULESET.view(game.reading(0))["models"]}
    said = {name for listed in sheets.values() for name in listed}
    numbered = {name for name in said if name[-1].isdigit()}
    assert {name.split(" ")[0] for name in numbered} == {"Command", "Resilient"}
    assert said - numbered <= set(ABILITIES)
    for model in game.state.models:
        assert ("Command" in model.abilities) == (f"Command {model.command}" in sheets[model.name])


def test_a_player_without_a_name_is_a_player() -> None:
    with pytest.raises(SetupError, match=r"^a player has no models"):
        RULESET.begin({"player": [{"name": ""}, {"name": "Tom"}]}, RULESET.rulebook.options({}))
    with pytest.raises(SetupError, match=r"^Tom has no models"):
        RULESET.begin({"player": [{"name": "Tom"}, {"name": ""}]}, RULESET.rulebook.options({}))
