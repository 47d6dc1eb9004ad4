"""The lists: what ships is right, and a mistake in them names the file and the entry."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest
from msgspec.structs import replace

from sandtable.engine.errors import RulebookError, SetupError
from sandtable.engine.lists import lookup
from sandtable.rulesets.opportunity import RULESET
from sandtable.rulesets.opportunity.content import HERE, NOTES, content, in_hand, load
from tests.rulesets.owed import said_of_a_mistake


def test_what_ships_is_complete() -> None:
    lists = content()
    assert len(lists.weapons) == 21
    assert set(lists.encounters) == {
        "duel", "team-brawl", "free-for-all", "ambush", "last-stand", "rescue", "break-out"
    }  # fmt: skip
    assert lists.skills
    assert lists.archetypes
    assert lists.sides
    for weapon in lists.weapons.values():
        assert weapon.clause in RULESET.rulebook.clauses
    for skill in lists.skills.values():
        assert skill.clause in RULESET.rulebook.clauses


def test_every_skill_has_a_rule_and_every_rule_a_skill() -> None:
    from sandtable.rulesets.opportunity.skills import SKILLS

    assert set(SKILLS) == set(content().skills)


def test_ready_sides_are_threes_of_about_two_hundred_points() -> None:
    for side in content().sides.values():
        assert 195 <= side.cost <= 202
        assert len(side.combatants) == 3


@pytest.mark.parametrize("name", ["Knife", "KNIFE", "knife"])
def test_names_are_found_whatever_their_capitals(name: str) -> None:
    assert lookup("weapon", name, content().weapons).name == "Knife"


def test_a_miss_says_what_was_meant() -> None:
    with pytest.raises(SetupError, match="there is no weapon 'Knive'; did you mean 'Knife'") as refused:
        lookup("weapon", "Knive", content().weapons, "OP-1.14")
    assert refused.value.clause == "OP-1.14"


# ---- mistakes in files ----------------------------------------------------------------------------


KNIFE = 'name = "Knife"\ndamage = 5\nrange = 0\nap = 0\nnotes = []\ncost = 10'
DUEL = "limit = 12\nmost_combatants = 8\n"
FIRST_SIDE = 'combatants = ["Constable", "Constable", "Bodyguard"]\ncost = 198'


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("weapons.toml", 'name = "Sword"', 'name = "Knife"', "Knife appears twice"),
        ("weapons.toml", KNIFE, KNIFE.replace("damage = 5", "damage = 11"), "Knife: damage is 1 to 10, not 11"),
        ("weapons.toml", KNIFE, KNIFE.replace("cost = 10", "cost = 11"), "Knife costs 11; the formula gives 10"),
        ("weapons.toml", KNIFE, KNIFE.replace("[]", '["Bloody"]'), "Knife: there is no note 'Bloody'"),
        ("weapons.toml", KNIFE, KNIFE.replace("[]", f'["{"b" * 60}"]'), f"there is no note '{'b' * 37}...'"),
        ("weapons.toml", KNIFE, KNIFE.replace("range = 0", "range = 4"), "Knife: range is 0 to 3, not 4"),
        ("weapons.toml", KNIFE, KNIFE.replace("damage = 5", 'damage = "5"'), "weapon[1].damage"),
        ("weapons.toml", KNIFE, KNIFE + "\ncolour = 1", "weapon[1]"),
        (
            "weapons.toml",
            '"Pistol Whip"\ncost = 15',
            '"Fist"\ncost = 15',
            "Light Pistol: there is no melee profile 'Fist'",
        ),
        ("sides.toml", FIRST_SIDE, FIRST_SIDE.replace("198", "199"), "Night Watch costs 199; its combatants add up"),
        ("sides.toml", FIRST_SIDE, FIRST_SIDE.replace("Bodyguard", "Bodygard"), "did you mean 'Bodyguard'"),
        ("encounters.toml", f'{DUEL}decides = "tie-break"', f'{DUEL}decides = "fate"', "duel names the role 'fate'"),
        ("encounters.toml", '"First Aid", "Work Device"', '"Juggling"', "rescue names the skill 'Juggling'"),
        ("encounters.toml", 'archetype = "Bystander"', 'archetype = "Nobody"', "rescue names the archetype 'Nobody'"),
        ("encounters.toml", 'condition = "one-stands"', 'condition = "luck"', "luck"),
        ("encounters.toml", "[[encounter]]", "[[encounter]", "encounters.toml is not valid TOML"),
    ],
)
def test_a_mistake_names_file_and_entry(tmp_path: Path, file: str, old: str, new: str, said: str) -> None:
    message = said_of_a_mistake(load, HERE, tmp_path, file, old, new)
    assert file in message
    assert said in message


@pytest.mark.parametrize("file", ["weapons", "armours", "skills", "archetypes", "sides", "encounters"])
def test_a_missing_file_is_named(tmp_path: Path, file: str) -> None:
    copytree(HERE, tmp_path / "content")
    (tmp_path / "content" / f"{file}.toml").unlink()
    with pytest.raises(RulebookError, match=rf"{file}\.toml: No such file"):
        load(tmp_path / "content")


@pytest.mark.parametrize("file", ["armours.toml", "archetypes.toml"])
def test_doubled_entries_are_named(tmp_path: Path, file: str) -> None:
    copytree(HERE, tmp_path / "content")
    path = tmp_path / "content" / file
    head, *entries = path.read_text().split(f"[[{file[:-6]}]]")
    path.write_text(f"[[{file[:-6]}]]".join([head, *entries, entries[0]]))
    with pytest.raises(RulebookError, match=rf"{file}: .* appears twice"):
        load(tmp_path / "content")


def test_doubled_encounters_are_named(tmp_path: Path) -> None:
    message = said_of_a_mistake(load, HERE, tmp_path, "encounters.toml", 'id = "team-brawl"', 'id = "duel"')
    assert "appears twice" in message


# ---- the sniper note ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "snipers"),
    [
        ("heavy_sniper_rifle", {"Heavy Sniper Rifle"}),
        ("both_rifles", {"Heavy Sniper Rifle", "Hunting Rifle"}),
        ("none", set()),
    ],
)
def test_the_house_rule_gives_the_note(option: str, snipers: set[str]) -> None:
    played = [in_hand(weapon, {"sniper_tag": option}) for weapon in content().weapons.values()]
    assert {weapon.name for weapon in played if "Sniper" in weapon.notes} == snipers


def test_the_note_is_not_given_twice() -> None:
    rifle = replace(content().weapons["Heavy Sniper Rifle"], notes=("Sniper",))
    assert in_hand(rifle, {"sniper_tag": "heavy_sniper_rifle"}).notes == ("Sniper",)
    assert "Sniper" in NOTES
