"""The lists: every cost from its formula, every rule in use, every mistake named."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.engine.errors import SetupError
from sandtable.engine.rulebook import load_rulebook
from sandtable.rulesets.riverside.content import HERE, content, load
from sandtable.rulesets.riverside.muster import entry_models
from sandtable.rulesets.riverside.profiles import Profile, base_of, read_profile, read_rule
from sandtable.table import Terrain
from tests.proves import proves
from tests.rulesets.owed import said_of_a_mistake

SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def test_the_book_is_whole() -> None:
    book = load_rulebook(HERE.parent / "rulebook.toml")
    assert (len(book.clause), len(book.option)) == (329, 16)
    assert {clause.option: clause.id for clause in book.clause if clause.option} == {
        rule.name: rule.clause for rule in book.option
    }


def test_how_much_there_is() -> None:
    found = content()
    assert len(found.weapons) == 44
    assert [len(army.units) for army in found.armies.values()] == [8, 8, 8, 8]
    assert [len(army.spells) for army in found.armies.values()] == [4, 4, 4, 4]
    assert (len(found.terrain), len(found.maps), len(found.ready)) == (12, 4, 8)
    assert set(found.zones) == {
        ("large", "Front"), ("large", "Flanks"), ("large", "Corners"), ("small", "Front"), ("small", "Corners")
    }  # fmt: skip


def test_the_armies_use_every_special_rule_and_every_weapon() -> None:
    found = content()
    entries = [entry for army in found.armies.values() for entry in army.units.values()]
    models = [m for e in entries for m in entry_models(found, e, [u.name for u in e.upgrades if not u.size])]
    models += [model for entry in entries for model in entry_models(found, entry, ())]
    used = {rule for model in models for rule in model.rules} | {"Tough"}
    used |= {rule.partition("(")[0] for model in models for weapon in model.weapons for rule in weapon.rules}
    assert used == set(found.rules)
    assert {weapon.name for model in models for weapon in model.weapons} == set(found.weapons)


def test_every_special_rule_names_a_clause_of_the_book() -> None:
    clauses = load_rulebook(HERE.parent / "rulebook.toml").clauses
    assert {rule.clause for rule in content().rules.values()} <= set(clauses)


@proves("RV-21.1")
def test_the_printed_profile_and_weapon() -> None:
    found = content()
    captain = entry_models(found, found.armies["Lockgate Levy"].units["Warden Captain"], ())[0]
    assert (captain.quality, captain.defense, captain.tough, captain.base) == (4, 4, 3, 1.0)
    assert [(one.name, one.range, one.attacks, one.melee) for one in captain.weapons] == [
        ("pistol", 12, 1, False), ("sabre", 0, 3, True)
    ]  # fmt: skip
    tube = found.weapons["rocket tube"]
    assert (tube.range, tube.attacks, tube.ap, tube.blast) == (18, 1, 2, 3)


@proves("RV-21.1")
@pytest.mark.parametrize(("quality", "defense", "legal"), [(2, 6, True), (6, 2, True), (1, 4, False), (4, 7, False)])
def test_quality_and_defense_are_2_to_6(quality: int, defense: int, legal: bool) -> None:
    if legal:
        assert read_profile("One", quality, defense, [], [], content().rules).quality == quality
        return
    with pytest.raises(SetupError) as refused:
        read_profile("One", quality, defense, [], [], content().rules)
    assert refused.value.clause == "RV-21.1"


@proves("RV-21.35")
@pytest.mark.parametrize(
    ("tough", "hero", "mounted", "transport", "base"),
    [
        (0, False, False, False, 1.0), (3, True, False, False, 1.0), (0, True, False, False, 1.0),
        (0, False, True, False, 1.5), (5, False, True, False, 1.5), (2, False, False, False, 1.5),
        (5, False, False, False, 1.5), (4, True, False, False, 1.5), (6, True, False, False, 1.5),
        (6, False, False, False, 2.5), (8, False, False, False, 2.5), (7, True, False, False, 2.5),
        (9, False, False, False, 4.0), (9, True, False, False, 4.0), (6, False, False, True, 4.0),
    ],
)  # fmt: skip
def test_how_wide_a_base_is(tough: int, hero: bool, mounted: bool, transport: bool, base: float) -> None:
    assert base_of(tough, hero, mounted, transport) == base


def model(*rules: str, mounted: bool = False) -> Profile:
    return read_profile("One", 4, 4, rules, [], content().rules, mounted=mounted)


@proves("RV-19.4")
def test_infantry_has_no_tough_or_is_a_hero_up_to_tough_3() -> None:
    assert model().infantry
    assert model("Hero").infantry
    assert model("Hero", "Tough(3)").infantry
    assert not model("Hero", "Tough(4)").infantry
    assert not model("Tough(1)").infantry


@proves("RV-19.5", "RV-19.6")
def test_a_hero_of_tough_6_is_small_and_anybody_else_of_tough_6_is_large() -> None:
    assert not model("Tough(5)").large
    assert model("Tough(6)").large
    assert not model("Tough(6)", "Hero").large
    assert model("Tough(7)", "Hero").large
    assert not model().large


@proves("RV-21.19")
def test_spaces_in_a_transport() -> None:
    assert (model().spaces, model("Hero", "Tough(3)").spaces, model("Tough(3)").spaces) == (1, 1, 3)
    assert model("Hero", "Tough(6)").rides
    assert not model("Tough(6)").rides
    assert not model(mounted=True).rides
    assert not model("Transport(6)").rides


@proves("RV-21.34")
def test_gun_freak_is_shooty() -> None:
    assert "Shooty" in model("Gun Freak").rules


def test_a_rule_is_read_as_people_write_it() -> None:
    rules = content().rules
    assert read_rule("One", "blast[3]", rules, "weapon") == ("Blast", 3)
    assert read_rule("One", "Take Down", rules, "weapon") == ("Take Down", 0)
    for wrong in ("Blast", "Rending(2)", "Stealth", "Blast(3", ""):
        with pytest.raises(SetupError):
            read_rule("One", wrong, rules, "weapon")


@proves("RV-16.1", "RV-16.3")
def test_the_types_of_a_piece() -> None:
    def types(kind: str, *traits: str) -> set[str]:
        return set(content().types_of(Terrain("a", SQUARE, kind, traits=frozenset({kind, *traits}))))

    assert types("ruin") == {"cover", "difficult"}
    assert types("wood") == {"cover", "blocks-sight"}
    assert types("wood", "forest-wall") == {"blocks-sight", "impassable"}
    assert types("block", "terrace") == {"elevated"}
    assert types("wood", "dangerous", "difficult") == {"dangerous", "difficult"}
    assert types("wood", "forest", "dangerous") == {"cover", "blocks-sight", "dangerous"}
    assert types("road") == set()


# ---- mistakes -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("armies/lockgate-levy.toml", "points = 35", "points = 40", "Warden Captain costs 40; the formula gives 35"),
        ("armies/lockgate-levy.toml", "most = 2, points = 5", "most = 2, points = 10", "rocket tube costs 10; the"),
        ("armies/lockgate-levy.toml", '"sabre"', '"sabel"', "names the weapon 'sabel', which does not exist; did"),
        (
            "armies/lockgate-levy.toml",
            '"Good Shot"',
            '"Goods Hot"',
            "there is no model rule 'Goods Hot'",
        ),
        (
            "armies/lockgate-levy.toml",
            '"AP(1)"',
            '"AP"',
            "lockgate-levy.toml: Mist Shot: AP needs a number",
        ),
        (
            "weapons.toml",
            '"Reliable"',
            '"Relieable"',
            "weapons.toml: scoped rifle: there is no weapon",
        ),
        ("weapons.toml", '"sabre"', '"pistol"', "weapons.toml: pistol appears twice"),
        ("rules.toml", 'gives = "Shooty"', 'gives = "Shoots"', "rules.toml: Gun Freak names the rule 'Shoots'"),
        ("terrain.toml", '["dangerous"]', '["danger"]', "terrain.toml: Lake names the type 'danger'"),
        ("ready.toml", "cost = 485", "cost = 500", "ready.toml: Reed 500 adds up to 485, not 500"),
        ("ready.toml", 'unit = "Boar Riders" }', 'unit = "Boar Rider" }', "ready.toml: there is no unit 'Boar Rider'"),
        ("ready.toml", 'map = "The Weir"', 'map = "The War"', "against Tusk 500 names the map 'The War'"),
        (
            "tables.toml",
            'zones = "Flanks"',
            'zones = "Rear"',
            "tables.toml: lock-town.toml: a table of its size",
        ),
        ("limits.toml", "least_units = 3", "least_units = 'x'", "limits.toml: Expected `int`"),
        ("points.toml", "attack = 6", "attack = 7", "the formula gives"),
        (
            "maps/old-mill.toml",
            "rect = [20.5, 20.5, 7, 7]",
            "rect = [45, 21, 7, 7]",
            "maps/old-mill.toml: terrain",
        ),
        ("maps/old-mill.toml", '["mire"]', '["mirre"]', "maps: Old Mill: mire-1 names the trait 'mirre'"),
    ],
)
def test_a_mistake_names_file_and_entry(tmp_path: Path, file: str, old: str, new: str, said: str) -> None:
    assert said in said_of_a_mistake(load, HERE, tmp_path, file, old, new)
