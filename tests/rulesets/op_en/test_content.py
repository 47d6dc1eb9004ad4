"""Settings: every list complete, every price from its formula, every map fair, every mistake named."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest

from sandtable.engine.dice import Typed
from sandtable.engine.errors import RulebookError
from sandtable.engine.game import Game
from sandtable.engine.questions import options_of
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.op_en import RULESET, content, outcomes
from sandtable.rulesets.op_en.asking import Play
from sandtable.rulesets.op_en.content import DOOR, HERE, Setting, load, setting, settings
from sandtable.rulesets.op_en.damage import hurt
from sandtable.rulesets.op_en.effects import Hook
from sandtable.rulesets.op_en.outcomes import Affair
from sandtable.rulesets.op_en.parameters import CORE
from sandtable.rulesets.op_en.roster import OPTIONS, check_force, total_value
from sandtable.rulesets.op_en.state import State
from sandtable.table import Map
from sandtable.table.measuring import overlaps_terrain
from sandtable.table.pieces import Base, Figure, Terrain
from tests.proves import proves
from tests.rulesets.owed import said_of_a_mistake

SILT = HERE / "silt-and-lanterns"
MAPS = [(name, where) for name in settings() for where in setting(name).maps]


@proves("OE-1.1", "OE-2.3", "OE-2.6", "OE-2.7", "OE-2.8")
def test_how_much_there_is() -> None:
    found = setting()
    assert (len(found.forms), len(found.traits), len(found.abilities), len(found.skills)) == (7, 12, 14, 16)
    assert (len(found.weapons), len(found.protections), len(found.items)) == (17, 7, 18)
    assert sum(item.consumable for item in found.items.values()) == 8
    assert (len(found.companions), len(found.scenarios), len(found.maps)) == (3, 8, 4)
    assert found.treasury == 500
    assert found.money == "marks"
    assert all(one.limit == 1 for one in (*found.skills.values(), *found.abilities.values()))


@proves("OE-19.14")
def test_the_rank_table() -> None:
    ranks = setting().ranks
    assert [(ranks[n].title, ranks[n].cost, ranks[n].talents) for n in (4, 3, 2, 1)] == [
        ("Captain", 48, 3), ("Mate", 40, 1), ("Hand", 34, 0), ("Stray", 28, 0),
    ]  # fmt: skip


@proves("OE-19.1", "OE-19.4", "OE-19.32")
@pytest.mark.parametrize(
    ("name", "costs"),
    [
        ("Nine Bells", [121, 86, 65, 65, 65, 49, 49]),
        ("Gullwatch", [125, 90, 63, 63, 63, 48, 48]),
        ("Undertow", [129, 83, 64, 60, 62, 51, 51]),
        ("Ledger House", [122, 79, 73, 66, 66, 46, 46]),
    ],
)
def test_the_quick_forces_cost_what_they_are_said_to(name: str, costs: list[int]) -> None:
    found = setting()
    force = found.forces[name]
    cards = check_force(found, force.core, force.characters, 500, OPTIONS)
    assert [card.costs.total for card in cards] == costs
    assert total_value(cards) == sum(costs)


@pytest.mark.parametrize("name", sorted(settings()))
def test_every_quick_force_is_legal(name: str) -> None:
    found = setting(name)
    for force in found.forces.values():
        check_force(found, force.core, force.characters, force.treasury or found.treasury, OPTIONS)


def test_the_demo_forces_are_three_people_for_200_marks() -> None:
    demos = [force for force in setting().forces.values() if force.demo]
    assert len(demos) == 2
    for force in demos:
        assert [one.rank for one in force.characters] == [4, 2, 1]
        assert force.treasury == 200


@proves("OE-1.1", "OE-1.3")
def test_a_second_setting_is_a_folder_of_data() -> None:
    found = setting("cold-berth")
    assert {path.suffix for path in (HERE / "cold-berth").rglob("*") if path.is_file()} == {".toml"}
    assert found.genre != setting().genre
    assert not set(found.skills) & set(setting().skills)
    assert {one.param for one in found.override} <= set(CORE)
    assert found.scenarios
    assert found.forces


# ---- maps -----------------------------------------------------------------------------------------


def board(of: str, where: str) -> Map:
    return setting(of).maps[where]


@proves("OE-1.8", "OE-1.9")
@pytest.mark.parametrize(("of", "where"), MAPS)
def test_a_map_is_three_feet_square_and_a_quarter_covered(of: str, where: str) -> None:
    table = board(of, where).table
    assert (table.width, table.height) == (36, 36)
    assert table.covered() >= 0.25


@pytest.mark.parametrize(("of", "where"), MAPS)
def test_a_half_turn_brings_a_map_onto_itself(of: str, where: str) -> None:
    def shape(piece: Terrain, *, turned: bool) -> tuple[object, ...]:
        outline = frozenset((36 - x, 36 - y) if turned else (x, y) for x, y in piece.outline)
        return outline, piece.traits, piece.height, round(sum(one.end - one.start for one in piece.openings), 3)

    pieces = board(of, where).table.terrain
    assert {shape(piece, turned=False) for piece in pieces} == {shape(piece, turned=True) for piece in pieces}


@proves("OE-5.2")
@pytest.mark.parametrize("of", sorted(settings()))
def test_objectives_stand_on_dry_open_ground_in_pairs(of: str) -> None:
    found = setting(of)
    for scenario in found.scenarios.values():
        table = found.maps[scenario.map].table
        places = [place for one in scenario.objectives for place in one.at]
        assert {place[:2] for place in places} == {(36 - place[0], 36 - place[1]) for place in places}, scenario.name
        for one in scenario.objectives:
            for place in one.at:
                marker = Figure("marker", Base(1.0), place[0], place[1])
                if len(place) > 2 or not one.dry:
                    continue  # on a roof, or on the ice
                under = [piece.id for piece in table.terrain if overlaps_terrain(marker, piece)]
                assert under == [], f"{scenario.name}: {one.name} at {place} stands in {under}"


@pytest.mark.parametrize(
    ("file", "right", "wrong", "said"),
    [
        ("weapons.toml", "cost = 12", "cost = 13", "weapons.toml: Long gaff costs 13; the formula gives 12"),
        ("forms.toml", "cost = 14", "cost = 15", "forms.toml: Cityfolk costs 15; the formula gives 14"),
        ("ranks.toml", "cost = 48", "cost = 47", "ranks.toml: Captain costs 47; its values add up to 48 (OE-19.23)"),
        ("ranks.toml", "rank = 1", "rank = 5", "ranks.toml: there are Ranks 1, 2, 3 and 4 (OE-19.8)"),
        ("abilities.toml", '"Yard Dog"', '"Yard Cat"', "abilities.toml: Houndmaster names the companion 'Yard Cat'"),
        ("skills.toml", "target = 4", "target = 0", "skills.toml: Vault: a Fixed Test, and no other, has a Target"),
        ("skills.toml", 'does = "hit"', 'does = "hurt"', "Invalid value 'hurt' - at `$.skill[0].deed.success[0].does`"),
        ("setting.toml", "los.clear_max", "los.clear", "Setting: there is no parameter 'los.clear'"),
        ("scenarios/1-salvage-rights.toml", '"Canal"', '"Kanal"', "names the map 'Kanal', which does not exist"),
        ("items.toml", 'name = "Drum"', 'name = "Knife"', "items.toml: Knife stands in weapons.toml too"),
    ],
)
def test_a_mistake_is_named(tmp_path: Path, file: str, right: str, wrong: str, said: str) -> None:
    assert said in said_of_a_mistake(load, SILT, tmp_path, file, right, wrong)


def test_overrides_differ_from_what_they_replace() -> None:
    """Each of them would be seen: the layer below gives another value."""
    found: Setting = setting()
    below = {**CORE}
    for one in found.override:
        assert below[one.param] != one.value
        below[one.param] = one.value
    for scenario in found.scenarios.values():
        for one in scenario.override:
            assert below[one.param] != one.value, scenario.name


# ---- the door -------------------------------------------------------------------------------------


class Package:
    """An installed package that names a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def load(self) -> Path:
        return self.folder


@pytest.fixture
def brought(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A stranger's Setting: nothing of ours knows of it."""
    folder = tmp_path / "far-shore"
    copytree(HERE / "cold-berth", folder)
    monkeypatch.setattr(content, "entry_points", lambda group: [Package(folder)] if group == DOOR else [])
    forget()
    yield folder
    forget()


def forget() -> None:
    """What was read stays read; here it is another folder each time."""
    settings.cache_clear()
    setting.cache_clear()


@proves("OE-1.1")
def test_a_stranger_brings_a_setting(brought: Path) -> None:
    head = (brought / "setting.toml").read_text("utf-8")
    (brought / "setting.toml").write_text(head.replace('id = "cold-berth"', 'id = "far-shore"'), "utf-8")
    assert set(settings()) == {"cold-berth", "far-shore", "silt-and-lanterns"}
    assert setting("far-shore").forces["Prize Court"].core == "shoot"


def test_a_settings_id_is_the_name_of_its_folder(brought: Path) -> None:
    with pytest.raises(RulebookError, match="the folder of 'cold-berth' is called 'far-shore'"):
        setting("Far-Shore")


# ---- hooks ----------------------------------------------------------------------------------------

TOLL = """
[[skill]]
name = "Toll"
cost = "grit"
[skill.deed]
aim = { at = "enemy", within = "awareness" }
success = [{ does = "hook", name = "toll", values = { marks = 3 } }]
"""


def toll(g: Play, affair: Affair, effect: Hook) -> Procedure[None]:
    """A stranger's outcome: the target pays for standing there."""
    assert affair.target is not None
    hurt(g, affair.target, int(effect.values["marks"]), affair.source)
    return
    yield


def test_a_setting_may_bring_an_outcome_in_code(brought: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, right, wrong in (("setting.toml", 'id = "cold-berth"', 'id = "far-shore"'), ("skills.toml", "", TOLL)):
        text = (brought / name).read_text("utf-8")
        (brought / name).write_text(text.replace(right, wrong, 1) if right else text + wrong, "utf-8")
    with pytest.raises(RulebookError, match=r"skills\.toml: Toll names the hook 'toll', which does not exist"):
        load(brought)
    for place in (content, outcomes):
        monkeypatch.setattr(place, "hooks", lambda: {"toll": toll})
    people = [
        {"name": "Ann", "player": "Red", "at": [10, 10], "skills": ["Toll"]},
        {"name": "Tom", "player": "Blue", "at": [14, 10]},
    ]
    situation = {"setting": "far-shore", "player": [{"name": "Red"}, {"name": "Blue"}], "character": people}
    game: Game[State] = Game(RULESET, {"situation": situation}, {}, Typed())
    for label in ("Ann", "Toll"):
        game.answer(next(one.id for one in options_of(game.question) if one.label == label))
    assert game.state.characters[1].damage == 3
