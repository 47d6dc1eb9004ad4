"""Forces and set-ups: prices, limits, names, seats."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.engine.errors import SetupError
from sandtable.engine.game import Game
from sandtable.rulesets.opportunity import RULESET, random_setups
from sandtable.rulesets.opportunity.content import content
from sandtable.rulesets.opportunity.roster import unique_names
from sandtable.rulesets.opportunity.state import State
from tests.games import BRAWL, SLOW, any_setup, fight
from tests.proves import proves

ZED = {"name": "Zed", "physique": 4, "agility": 3, "weapon_skill": 2, "weapons": ["Knife"], "armour": "None"}


def force(*combatants: Any) -> dict[str, Any]:
    return {"ruleset": "opportunity", "name": "Watch", "combatants": list(combatants)}


def refusal(call: Any, *args: Any) -> SetupError:
    with pytest.raises(SetupError) as refused:
        call(*args)
    return refused.value


def begin(setup: dict[str, Any]) -> State:
    return RULESET.begin(setup, RULESET.rulebook.options({}))


def sides(*combatants: list[Any], encounter: str = "team-brawl", **more: Any) -> dict[str, Any]:
    return {"encounter": encounter, "side": [{"combatants": side} for side in combatants], **more}


# ---- forces ---------------------------------------------------------------------------------------


def test_archetypes_cost_what_their_list_says() -> None:
    for name, archetype in content().archetypes.items():
        sheet = RULESET.price_force(force(name))
        assert (sheet.points, sheet.lines[0].name) == (archetype.cost, name)


def test_own_builds_cost_what_the_formula_says() -> None:
    weights = content().formula
    base = weights.physique * 4 + weights.agility * 3 + weights.weapon_skill * 2
    weapons = content().weapons
    assert RULESET.price_force(force(ZED)).points == base + weapons["Knife"].cost
    armed = {**ZED, "weapons": ["Knife", "SMG"], "armour": "Leathers", "skills": ["Smoke"]}
    armour = content().armours["Leathers"].cost
    assert RULESET.price_force(force(armed)).points == base + weapons["SMG"].cost + 5 + armour + weights.skill


def test_an_own_build_pays_for_the_best_skill_it_has_with_any_weapon() -> None:
    weights, plain = content().formula, RULESET.price_force(force(ZED)).points
    assert RULESET.price_force(force({**ZED, "skill_with": {"Knife": 5}})).points == plain + 3 * weights.weapon_skill
    assert RULESET.price_force(force({**ZED, "skill_with": {"Knife": 1}})).points == plain


def test_an_archetype_built_by_hand_costs_the_same() -> None:
    """Where Intelligence and skills allow it, a list entry and an own build agree."""
    for one in content().archetypes.values():
        own = {
            "name": "x", "physique": one.physique, "agility": one.agility, "weapon_skill": one.weapon_skill,
            "weapons": list(one.weapons), "armour": one.armour, "skills": list(one.skills),
        }  # fmt: skip
        assert RULESET.price_force(force(own)).points == one.cost


@pytest.mark.parametrize(
    ("entry", "clause", "said"),
    [
        ({**ZED, "physique": 0}, "OP-1.18", "Zed: physique is 1 to 10, not 0"),
        ({**ZED, "agility": 11}, "OP-1.18", "Zed: agility is 1 to 10, not 11"),
        ({**ZED, "weapon_skill": -1}, "OP-1.18", "Zed: weapon skill is 1 to 10"),
        ({**ZED, "skill_with": {"Knife": 11}}, "OP-1.18", "Zed with Knife: weapon skill"),
        ({**ZED, "intelligence": 4}, "OP-1.7", "Intelligence is 3"),
        ({**ZED, "weapons": ["Knife", "Sword", "SMG", "Baton"]}, "OP-1.14", "carries 4 weapons; 3 are the most"),
        ({**ZED, "weapons": ["Knife", "Knife"]}, "OP-1.14", "the same weapon twice"),
        ({**ZED, "weapons": ["Spoon"]}, "OP-1.14", "there is no weapon 'Spoon'"),
        ({**ZED, "weapons": ["Rifle Stock"]}, "OP-12.2", "cannot be bought"),
        ({**ZED, "armour": "Cardboard"}, "OP-1.14", "there is no armour 'Cardboard'"),
        ({**ZED, "skills": ["Juggling"]}, "OP-14.23", "there is no skill 'Juggling'"),
        ({**ZED, "skills": ["Smoke", "Smoke"]}, "OP-14.23", "a skill twice"),
        ({**ZED, "skill_with": {"Spoon": 3}}, "OP-1.6", "there is no weapon 'Spoon'"),
        ({**ZED, "archetype": "Duellist"}, "", "an archetype or numbers of your own, not both"),
        ({"physique": 3}, "", "needs a name or an archetype"),
        ({**ZED, "colour": "red"}, "", "unknown field `colour`"),
        ({**ZED, "physique": "4"}, "", "combatants[0].physique"),
        ({**ZED, "name": " "}, "", "a name is 1 to 40 printable characters"),
        ({**ZED, "name": "x" * 41}, "", "a name is 1 to 40 printable characters"),
        ("Nobody", "", "there is no archetype 'Nobody'"),
    ],
)
def test_bad_combatants_are_refused(entry: Any, clause: str, said: str) -> None:
    refused = refusal(RULESET.price_force, force(entry))
    assert said in refused.reason
    assert refused.clause == clause


@pytest.mark.parametrize("count", [0, 9])
def test_a_force_has_one_to_eight(count: int) -> None:
    assert refusal(RULESET.price_force, force(*["Poacher"] * count)).clause == "OP-1.19"


def test_equal_names_are_numbered() -> None:
    lines = RULESET.price_force(force("Poacher", ZED, "Poacher")).lines
    assert [line.name for line in lines] == ["Poacher 1", "Zed", "Poacher 2"]
    assert refusal(unique_names, ["Ann", "Ann", "Ann 1"]).reason == "two combatants have the same name"


@pytest.mark.parametrize(
    "setup",
    [
        sides([{**ZED, "name": "a\nb", "physique": 11}], ["Poacher"], encounter="duel"),
        {"encounter": "duel", "side": [
            {"name": "a\nb", "combatants": [{**ZED, "physique": 10, "agility": 10, "weapon_skill": 10}]},
            {"combatants": ["Poacher"]}]},
        fight({"name": "Ann", "weapon": {"name": "a\nb", "damage": 99, "range": 0, "ap": 0}}, {"name": "Tom"}),
        fight({"name": "Ann", "armour": {"name": "a\nb", "value": 9, "coverage": 0}}, {"name": "Tom"}),
        fight({"name": "Ann", "skill_with": {"a\nb": 99}}, {"name": "Tom"}),
    ],
)  # fmt: skip
def test_errors_are_one_line_whatever_the_names(setup: dict[str, Any]) -> None:
    assert "\n" not in str(refusal(begin, setup))


def test_names_of_players_are_printable() -> None:
    refusal(begin, sides([{"archetype": "Bodyguard", "player": "a\nb"}], ["Poacher"], encounter="duel"))


# ---- off the scales -------------------------------------------------------------------------------


@proves("OP-1.18")
@pytest.mark.parametrize("number", ["physique", "agility", "weapon_skill"])
@pytest.mark.parametrize(("value", "good"), [(0, False), (1, True), (10, True), (11, False), (-3, False)])
def test_values_outside_the_scales_are_refused_in_a_force_and_in_a_setup(number: str, value: int, good: bool) -> None:
    entry = {"name": "Zed", number: value}
    others = {"name": "Tom", "side": "Blue"}
    calls: list[tuple[Any, Any]] = [
        (RULESET.price_force, force(entry)),
        (begin, {"situation": {"combatant": [{**entry, "side": "Red"}, others]}}),
    ]
    for call, data in calls:
        if good:
            call(data)
        else:
            assert refusal(call, data).clause == "OP-1.18"
    if not good:
        assert refusal(begin, sides([entry], ["Poacher"], encounter="duel")).clause == "OP-1.18"


@proves("OP-1.18")
@pytest.mark.parametrize(
    ("gear", "good"),
    [
        ({"weapon": {"name": "x", "damage": 10, "range": 3, "ap": 3}}, True),
        ({"weapon": {"name": "x", "damage": 1, "range": 0, "ap": 0}}, True),
        ({"weapon": {"name": "x", "damage": 11, "range": 0, "ap": 0}}, False),
        ({"weapon": {"name": "x", "damage": 0, "range": 0, "ap": 0}}, False),
        ({"weapon": {"name": "x", "damage": 5, "range": 4, "ap": 0}}, False),
        ({"weapon": {"name": "x", "damage": 5, "range": 0, "ap": 4}}, False),
        ({"carries": [{"name": "x", "damage": 5, "range": 0, "ap": 4}]}, False),
        ({"armour": {"value": 3, "coverage": 5}}, True),
        ({"armour": {"value": 4, "coverage": 5}}, False),
        ({"armour": {"value": 3, "coverage": 6}}, False),
        ({"armour": {"value": -1, "coverage": 1}}, False),
        ({"intelligence": 10}, True),
        ({"intelligence": 11}, False),
    ],
)
def test_gear_outside_the_scales_is_refused(gear: dict[str, Any], good: bool) -> None:
    setup = {"situation": {"combatant": [{"name": "Ann", **gear}, {"name": "Tom"}]}}
    if good:
        begin(setup)
    else:
        assert refusal(begin, setup).clause == "OP-1.18"


# ---- set-ups --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("setup", "clause", "said"),
    [
        (
            sides(["Poacher"], ["Poacher"], ["Poacher"], encounter="duel"),
            "OP-1.19",
            "Duel has 2 sides of Fighter, not 3",
        ),
        (sides(*[["Poacher"]] * 9, encounter="free-for-all"), "OP-1.19", "has 3 to 8 sides of"),
        (sides(["Poacher", "Poacher"], ["Poacher"], encounter="duel"), "OP-1.19", "1 to 1 combatants, not 2"),
        (sides(["Poacher"] * 5, ["Poacher"] * 2), "OP-1.19", "2 to 4 combatants, not 5"),
        (sides(*[["Poacher"] * 2] * 3), "OP-1.19", "is for 2 or 4 sides"),
        (sides(*[["Poacher"] * 3] * 4), "OP-1.19", "with 4 sides: 2 to 2 each, not 3"),
        (sides(["Squad Gunner"] * 4, ["Poacher"] * 2), "", "the limit is 200"),
        (sides(["Poacher"], ["Poacher"], encounter="rescue"), "OP-14.23", "need somebody with the skill First Aid"),
        (sides(["Poacher"], ["Poacher"], encounter="war"), "", "there is no encounter 'war'"),
        (sides([], ["Poacher"], encounter="duel"), "OP-1.19", "has no combatants"),
        ({"encounter": "duel", "side": []}, "OP-1.19", "2 sides of Fighter, not 0"),
        ({"encounter": "duel"}, "", "missing required field `side`"),
        ({**BRAWL, "series": ["duel"]}, "OP-1.19", "Duel"),
        ({**BRAWL, "series": ["war"]}, "", "there is no encounter 'war'"),
        ({"encounter": "team-brawl", "side": [{"force": "Night Watch", "combatants": ["Poacher"]}]}, "", "not both"),
        ({"encounter": "team-brawl", "side": [{"force": "Day Watch"}]}, "", "there is no ready side 'Day Watch'"),
        ({"encounter": "duel", "side": [{"role": "clown", "combatants": ["Poacher"]}]}, "", "has no role 'clown'"),
    ],
)
def test_bad_setups_are_refused(setup: dict[str, Any], clause: str, said: str) -> None:
    refused = refusal(begin, setup)
    assert said in refused.reason
    assert refused.clause == clause


def test_sides_roles_and_seats() -> None:
    mixed = sides(["Poacher", {"archetype": "Duellist", "player": "Zoe"}], ["Poacher", "Constable"])
    state = begin(mixed)
    assert [one.name for one in state.combatants] == ["Poacher 1", "Duellist", "Poacher 2", "Constable"]
    assert state.seats == ("Team 1", "Zoe", "Team 2")
    assert [one.seat for one in state.combatants] == [0, 1, 2, 2]
    assert [side.role for side in state.sides] == ["team", "team"]


def test_a_side_that_is_loaded_as_a_force_has_its_name() -> None:
    setup = sides(["Poacher"] * 2, ["Constable"] * 2)
    state = begin(RULESET.with_force(setup, 0, force("Duellist", ZED)))
    assert [side.name for side in state.sides] == ["Watch", "Team"]
    assert state.seats == ("Watch", "Team")
    both = RULESET.with_force(RULESET.with_force(setup, 0, force("Duellist", ZED)), 1, force("Poacher", "Poacher"))
    assert begin(both).seats == ("Watch 1", "Watch 2")


def test_a_name_that_a_set_up_gives_a_side_goes_before_its_force() -> None:
    setup = sides(["Poacher"] * 2, ["Constable"] * 2)
    setup["side"][0] |= {"name": "Hawk", "role": "team"}
    changed = RULESET.with_force(setup, 0, force("Duellist", ZED))
    assert changed["side"][0] == {"name": "Hawk", "role": "team", "combatants": ["Duellist", ZED]}
    assert begin(changed).seats == ("Hawk", "Team")


@pytest.mark.parametrize("ready", RULESET.ready_forces(), ids=lambda one: str(one["name"]))
def test_a_ready_side_loaded_as_a_force_is_that_side(ready: dict[str, Any]) -> None:
    """It may be used unchanged wherever 200 points are asked for, whatever it costs."""
    state = begin(RULESET.with_force(BRAWL, 0, ready))
    assert state.seats == (ready["name"], "Dockside Crew") or ready["name"] == "Dockside Crew"
    changed = {**ready, "combatants": ["Squad Gunner"] * 4}
    reason = refusal(begin, RULESET.with_force(BRAWL, 0, changed)).reason
    assert reason.startswith(f"Team Brawl: {ready['name']} costs ")
    assert reason.endswith("the limit is 200")


@pytest.mark.parametrize("name", ["x" * 41, "a\nb", "turn"])
def test_a_force_has_a_name_that_a_side_can_have(name: str) -> None:
    refusal(RULESET.price_force, {**force("Poacher"), "name": name})


def test_the_ambushers_begin_higher() -> None:
    state = begin(sides(["Poacher"], ["Poacher"], encounter="ambush"))
    assert [one.position - one.agility for one in state.combatants] == [3, 0]


def test_captives_stand_at_the_end_and_get_another_name_if_theirs_is_taken() -> None:
    state = begin(sides(["Bomb Tech"], ["Line Trooper"], encounter="rescue"))
    assert [one.name for one in state.combatants[2:]] == ["Bystander", "Line Trooper (captive)"]
    assert [one.status for one in state.combatants[2:]] == ["bound", "fallen"]


@pytest.mark.parametrize("seed", range(60))
def test_random_setups_are_legal(seed: int) -> None:
    setup, options = any_setup(seed)
    Game(RULESET, setup, options)


def test_random_setups_meet_every_encounter_and_every_house_rule() -> None:
    drawn = [any_setup(seed) for seed in range(100)]
    assert {setup["encounter"] for setup, _ in drawn} == set(content().encounters)
    for rule in RULESET.rulebook.option:
        values = {options.get(rule.name, rule.default) for _, options in drawn}
        assert len(values) >= 2, rule.name


@pytest.mark.parametrize("seed", SLOW)
def test_random_setups_are_found_without_endless_drawing(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Self-play spends its time on playing, not on set-ups."""
    drawn = 0

    def draw(rng: Random) -> Any:
        nonlocal drawn
        drawn += 1
        assert drawn < 2000
        return real(rng)

    real = random_setups._random_combatant
    monkeypatch.setattr(random_setups, "_random_combatant", draw)
    RULESET.random_setup(Random(seed))
