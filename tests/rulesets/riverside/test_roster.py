"""Building an army: prices, limits, Heroes who join, passengers, cards."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine.errors import SetupError, SetupErrors
from sandtable.engine.rulebook import typed
from sandtable.rulesets.riverside.content import ListedUnit, content
from sandtable.rulesets.riverside.muster import Mustered, muster
from sandtable.rulesets.riverside.roster import force_cards, price_force, ready_forces, with_force
from tests.proves import proves

RIFLES, GUARD, CREW = {"unit": "Levy Rifles"}, {"unit": "Breakwater Guard"}, {"unit": "Mortar Crew"}


def army(*units: dict[str, Any], points: int = 500, name: str = "Lockgate Levy") -> dict[str, Any]:
    return {"ruleset": "riverside", "name": "Test", "army": name, "points": points, "units": list(units)}


def refused(force: dict[str, Any]) -> list[tuple[str, str]]:
    """What is said of an army, with the clauses."""
    with pytest.raises(SetupError) as said:
        price_force(force)
    every = said.value.errors if isinstance(said.value, SetupErrors) else (said.value,)
    return [(one.reason, one.clause) for one in every]


def mustered(*units: ListedUnit, name: str = "Lockgate Levy") -> list[Mustered]:
    return muster(content(), content().armies[name], units)


# ---- points ---------------------------------------------------------------------------------------


@proves("RV-21.36")
def test_an_army_costs_what_its_units_and_upgrades_cost() -> None:
    sheet = price_force(army({"unit": "Levy Rifles", "upgrades": ["rocket tube", "rocket tube"]}, GUARD, CREW))
    assert [line.points for line in sheet.lines] == [110, 100, 50]
    assert sheet.points == 260


@proves("RV-21.36")
def test_exactly_the_limit_is_legal_and_5_points_more_are_not() -> None:
    full = [GUARD, GUARD, RIFLES, RIFLES, CREW, {"unit": "Warden Captain"}]
    assert price_force(army(*full, points=500)).points == 485
    tubes: dict[str, Any] = {"unit": "Levy Rifles", "upgrades": ["rocket tube"]}
    others: list[dict[str, Any]] = [GUARD, GUARD, CREW, {"unit": "Tide Reader"}]
    assert price_force(army(*others, RIFLES, tubes)).points == 500
    assert refused(army(*others, tubes, tubes)) == [("the army costs 505 points, the limit is 500", "RV-21.36")]


@proves("RV-21.36")
@pytest.mark.parametrize("points", [0, 499, 750, 2000])
def test_armies_are_built_to_500_or_1000_points(points: int) -> None:
    assert refused(army(RIFLES, GUARD, CREW, points=points))[0][1] == "RV-21.36"
    assert price_force(army(RIFLES, GUARD, CREW, points=1000)).points == 250


@pytest.mark.parametrize(
    ("unit", "said"),
    [
        ({"unit": "Levy Rifles", "upgrades": ["rocket tube"] * 3}, "rocket tube 3 times; 2 is the most"),
        ({"unit": "Levy Rifles", "upgrades": ["rocket tub"]}, "did you mean 'rocket tube'?"),
        ({"unit": "Levy Rifles", "upgrades": ["Volley Caller"]}, "there is no upgrade of Levy Rifles 'Volley Caller'"),
    ],
)
def test_upgrades_are_those_of_the_entry(unit: dict[str, Any], said: str) -> None:
    ((reason, clause),) = refused(army(unit, GUARD, CREW))
    assert said in reason
    assert clause == "RV-21.36"


def test_a_unit_has_one_size() -> None:
    trolls = {"unit": "Mud Troll", "upgrades": ["unit of 2", "unit of 3"]}
    assert refused(army(trolls, name="Tusk Bargain")) == [("Mud Troll: a unit has one size", "RV-21.36")]
    (unit,) = mustered(ListedUnit("Mud Troll", ("unit of 3",)), name="Tusk Bargain")
    assert (len(unit.models), unit.points) == (3, 200)


# ---- limits ---------------------------------------------------------------------------------------


@proves("RV-21.37")
def test_all_units_come_from_one_list() -> None:
    said = refused(army(RIFLES, GUARD, {"unit": "Boarders"}))
    assert said == [("Boarders is of the Tusk Bargain, not of the Lockgate Levy", "RV-21.37")]


@proves("RV-21.37")
def test_one_hero_for_each_full_250_points() -> None:
    heroes = [{"unit": "Warden Captain"}, {"unit": "Tide Reader"}]
    assert price_force(army(*heroes, RIFLES)).points == 180
    said = refused(army(*heroes, {"unit": "Tide Reader"}, RIFLES))
    assert said == [("the army has 3 Heroes; 2 are the most at 500 points", "RV-21.37")]
    assert price_force(army(*heroes, {"unit": "Tide Reader"}, {"unit": "Warden Captain"}, points=1000)).points == 160


@proves("RV-21.37")
def test_two_of_an_entry_at_500_points_and_three_at_1000() -> None:
    assert price_force(army(CREW, CREW, RIFLES)).points == 200
    assert refused(army(CREW, CREW, CREW)) == [("Mortar Crew 3 times; 2 are the most at 500 points", "RV-21.37")]
    assert price_force(army(CREW, CREW, CREW, points=1000)).points == 150
    said = refused(army(CREW, CREW, CREW, CREW, points=1000))
    assert said == [("Mortar Crew 4 times; 3 are the most at 1000 points", "RV-21.37")]


@proves("RV-21.37")
def test_no_unit_above_two_fifths_of_the_limit_its_hero_counted_in() -> None:
    def court(*upgrades: str, joins: str = "") -> dict[str, Any]:
        prince = {"unit": "Reed Prince", "joins": joins}
        bows = {"unit": "Reed Bows", "upgrades": list(upgrades)}
        return army(prince, bows, {"unit": "Veil Dancers"}, {"unit": "Reed Skiff"}, name="Reedveil Court")

    assert price_force(court("barbed bows")).points == 385
    ((reason, clause),) = refused(court(joins="Reed Bows"))
    assert (reason, clause) == ("Reed Bows costs 210, more than 40 % of 500", "RV-21.37")
    speaker = [{"unit": "Veil Speaker", "joins": "Heron Riders"}, {"unit": "Heron Riders"}]
    assert price_force(army(*speaker, {"unit": "Reed Skiff"}, {"unit": "Veil Dancers"}, name="Reedveil Court")).points


@proves("RV-21.37")
def test_three_units_at_least_and_a_joined_hero_is_none_of_them() -> None:
    captain = {"unit": "Warden Captain", "joins": "Levy Rifles"}
    assert refused(army(captain, RIFLES, GUARD))[0][1] == "RV-21.37"
    assert price_force(army(captain, RIFLES, GUARD, CREW)).points == 285
    assert price_force(army({"unit": "Warden Captain"}, RIFLES, GUARD)).points == 235


def test_all_that_is_wrong_is_told_at_once() -> None:
    heroes = [{"unit": "Warden Captain"}] * 3
    clauses = [clause for _, clause in refused(army(*heroes, *[GUARD] * 5))]
    assert clauses == ["RV-21.36", "RV-21.37", "RV-21.37", "RV-21.37"]


# ---- Heroes ---------------------------------------------------------------------------------------


@proves("RV-21.5", "RV-13.10")
def test_a_hero_who_joins_is_the_last_model_of_one_unit() -> None:
    (unit,) = mustered(ListedUnit("Warden Captain", joins="Levy Rifles"), ListedUnit("Levy Rifles"))
    assert (unit.name, len(unit.models), unit.points, unit.parts) == ("Levy Rifles", 11, 135, (1, 0))
    assert [model.hero for model in unit.models] == [False] * 10 + [True]


@proves("RV-21.5")
@pytest.mark.parametrize(
    ("units", "name", "said"),
    [
        ([("Breakwater Guard", "", "Levy Rifles"), ("Levy Rifles", "", "")], "Lockgate Levy", "is no Hero and joins"),
        ([("Warden Captain", "", "Steam Barge"), ("Steam Barge", "", "")], "Lockgate Levy", "is a single model"),
        ([("Warden Captain", "", "Tide Reader"), ("Tide Reader", "", "")], "Lockgate Levy", "is a single model"),
        ([("Warden Captain", "", "Rifles")], "Lockgate Levy", "there is no unit to join 'Rifles'"),
        (
            [("Warden Captain", "", "Levy Rifles"), ("Tide Reader", "", "Levy Rifles"), ("Levy Rifles", "", "")],
            "Lockgate Levy",
            "Levy Rifles has a Hero already",
        ),
        (
            [("Drowned Captain", "crab mount", "Brine Knights"), ("Brine Knights", "", "")],
            "Drowned Host",
            "Drowned Captain is Large: only a Small Hero joins a unit",
        ),
    ],
)
def test_who_may_not_join(units: list[tuple[str, str, str]], name: str, said: str) -> None:
    listed = [ListedUnit(unit, (upgrade,) if upgrade else (), joins=joins) for unit, upgrade, joins in units]
    with pytest.raises(SetupError) as refusal:
        mustered(*listed, name=name)
    assert said in refusal.value.reason
    assert refusal.value.clause == "RV-21.5"


@proves("RV-21.5", "RV-19.6")
def test_a_hero_of_tough_6_is_small_and_may_join() -> None:
    (unit,) = mustered(
        ListedUnit("Drowned Captain", joins="Brine Knights"), ListedUnit("Brine Knights"), name="Drowned Host"
    )
    assert unit.models[-1].tough == 6


# ---- Transports -----------------------------------------------------------------------------------


@proves("RV-21.19", "RV-21.20")
def test_passengers_fit_into_their_transport() -> None:
    two = [ListedUnit("Breakwater Guard", name=name, rides="Steam Barge") for name in ("One", "Two")]
    assert [unit.rides for unit in mustered(*two, ListedUnit("Steam Barge"))] == ["Steam Barge", "Steam Barge", ""]
    captain = ListedUnit("Warden Captain", joins="One")
    reader = ListedUnit("Tide Reader", joins="Two")
    assert mustered(captain, reader, *two, ListedUnit("Steam Barge"))[0].models[-1].hero
    with pytest.raises(SetupError, match="Steam Barge has 12 spaces; its passengers take 15") as said:
        mustered(*two, ListedUnit("Bank Marksmen", rides="Steam Barge"), ListedUnit("Steam Barge"))
    assert said.value.clause == "RV-21.19"


@proves("RV-21.19")
@pytest.mark.parametrize(
    ("unit", "transport", "said"),
    [
        ("River Lancers", "Steam Barge", "River Lancers cannot ride"),
        ("Mortar Crew", "Levy Rifles", "Levy Rifles is no Transport"),
        ("Steam Barge", "Steam Barge", "Steam Barge cannot ride"),
    ],
)
def test_who_may_not_ride(unit: str, transport: str, said: str) -> None:
    others = [] if unit == transport else [ListedUnit(transport)]
    with pytest.raises(SetupError, match=said) as refusal:
        mustered(ListedUnit(unit, rides=transport), *others)
    assert refusal.value.clause == "RV-21.19"


@proves("RV-21.19")
def test_small_models_with_tough_take_three_spaces() -> None:
    crew = ListedUnit("Mortar Crew", rides="Steam Barge")
    assert mustered(crew, crew, ListedUnit("Steam Barge"))[0].rides == "Steam Barge"
    with pytest.raises(SetupError, match="its passengers take 13"):
        mustered(
            crew,
            ListedUnit("Levy Rifles"),
            ListedUnit("Warden Captain", rides="Steam Barge"),
            crew,
            ListedUnit("Steam Barge"),
        )


# ---- own units ------------------------------------------------------------------------------------


def own(size: int = 10, **more: Any) -> dict[str, Any]:
    weapons = [{"name": "spear", "attacks": 1}]
    return {"unit": "Spears", "own": {"size": size, "quality": 4, "defense": 4, "weapons": weapons} | more}


@proves("RV-21.36")
def test_a_unit_of_ones_own_costs_what_the_formula_says() -> None:
    force = {"ruleset": "riverside", "name": "Mine", "points": 500, "units": [own(), own(), {**own(), "unit": "Pikes"}]}
    assert [line.points for line in price_force(force).lines] == [90, 90, 90]


def test_own_weapons_are_dealt_out() -> None:
    weapons = [{"name": "rifle", "range": 24, "count": 8}, {"name": "tube", "range": 18, "count": 2}, {"name": "knife"}]
    unit = typed("unit", own(weapons=weapons), ListedUnit)
    (mine,) = muster(content(), None, [unit])
    assert [[weapon.name for weapon in model.weapons] for model in mine.models] == [
        *[["rifle", "knife"]] * 8, *[["tube", "knife"]] * 2
    ]  # fmt: skip


@proves("RV-21.37")
def test_own_units_and_entries_do_not_mix() -> None:
    assert refused(army(own(), RIFLES, GUARD)) == [
        ("Spears is of no list; the others are of the Lockgate Levy", "RV-21.37")
    ]


@proves("RV-21.14")
def test_an_own_caster_needs_somebodys_spells() -> None:
    units = [own(1, rules=["Caster(2)"]), own(), {**own(), "unit": "Pikes"}]
    force = {"ruleset": "riverside", "name": "Mine", "points": 500, "units": units}
    assert refused(force)[0][1] == "RV-21.14"
    assert price_force({**force, "spells": "Tusk Bargain"}).points > 0


def test_twenty_models_and_more_are_a_unit_and_forty_one_are_not() -> None:
    force = {
        "ruleset": "riverside",
        "name": "Mine",
        "points": 1000,
        "units": [own(40), own(1), {**own(1), "unit": "A"}],
    }
    assert price_force(force).lines[0].points == 360
    force["units"] = [own(41), own(1), own(1)]
    assert refused(force)[0][1] == "RV-21.1"


# ---- hooks ----------------------------------------------------------------------------------------


def test_ready_armies_are_force_files() -> None:
    for force, ready in zip(ready_forces(), content().ready.values(), strict=True):
        assert price_force(force).points == ready.cost
        assert all(force_cards(force))


def test_a_card_says_what_a_unit_is_and_what_its_rules_mean() -> None:
    (tusks,) = (force for force in ready_forces() if force["name"] == "Tusk 1000")
    card = force_cards(tusks)[0].lines()
    assert card[0] == "Models 1  Quality 4+  Defense 4+  Rules Tough(3), Extra Shooty, Furious, Gun Freak, Hero"
    assert "Shock Gun: 18″, A2, AP(1), Shock" in card
    assert "Shock: A Critical Hit gives 2 Bonus Hits." in card
    speaker = force_cards(ready_forces()[2])[0].lines()
    assert "Thorn Dart (1 token, 18″, enemy): 1 Hit with AP(2) and Take Down." in speaker


def test_a_player_keeps_his_name_with_another_army() -> None:
    setup = {"map": "The Weir", "player": [{"name": "Ann", "force": "Levy 500"}, {"name": "Ben", "force": "Tusk 500"}]}
    changed = with_force(setup, 1, army(RIFLES, GUARD, CREW))
    assert changed["player"][1] == {"name": "Ben", "army": "Lockgate Levy", "units": [RIFLES, GUARD, CREW]}


def test_a_list_for_another_game_is_refused() -> None:
    with pytest.raises(SetupError, match="this is a force for 'roe', not for riverside"):
        price_force({**army(RIFLES), "ruleset": "roe"})
