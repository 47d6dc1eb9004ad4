"""Clauses that case files cannot express."""

from __future__ import annotations

import ast
import itertools
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from sandtable.engine.dice import Roll, Scripted, Typed
from sandtable.engine.errors import IllegalAnswer, SetupError
from sandtable.engine.events import ROLL
from sandtable.engine.game import Game
from sandtable.engine.ruleset import Reading
from sandtable.rulesets import opportunity
from sandtable.rulesets.opportunity import RULESET, facts
from sandtable.rulesets.opportunity.activation import ACTIONS
from sandtable.rulesets.opportunity.content import SCALES, Weapon, content
from sandtable.rulesets.opportunity.paying import cost_in_words
from sandtable.rulesets.opportunity.responses import ACTIVE_ONLY, RESPONSES
from sandtable.rulesets.opportunity.state import DICE, Combatant, State
from tests.games import fight, new_game, play_on
from tests.proves import proves

SOURCES = sorted(Path(opportunity.__file__).parent.glob("*.py"))
SIX = ["R5", "R2", "G4", "G3", "B6", "B1"]


def draft(*combatants: dict[str, Any]) -> dict[str, Any]:
    return {"situation": {"stage": "pick", "combatant": [{"set": SIX, **one} for one in combatants]}}


def test_the_decorator_only_marks() -> None:
    def test() -> None: ...

    marked = proves("OP-1.1", "OP-1.2")(test)
    assert marked is test
    assert vars(test)["clauses"] == ("OP-1.1", "OP-1.2")


# ---- OP-2.7 open information ----------------------------------------------------------------------


@proves("OP-2.7")
@pytest.mark.parametrize("seed", range(8))
def test_everybody_sees_the_same_at_all_times(seed: int) -> None:
    game, rng = new_game(seed), Random(seed)
    while not game.over:
        views = [game.view(seat) for seat in (*range(len(game.seats)), None)]
        for view in views[1:]:
            assert view["state"] == views[0]["state"]
            assert view["events"] == views[0]["events"]
        play_on(game, rng, 3)
    assert all(event.only is None for event in game.events or [])


CHANGES: dict[str, Any] = {
    "physique": 9,
    "agility": 9,
    "base_skill": 9,
    "intelligence": 9,
    "equipped": content().weapons["Rocket Launcher"],
    "weapons": (content().weapons["Sword"], content().weapons["Shotgun"]),
    "armour": content().armours["Leathers"],
    "skills": ("Smoke",),
    "points": 77,
    "captive": True,
    "position": 99,
    "trauma": 99,
    "initiative": 99,
    "status": "fallen",
    "aimed": True,
    "fatally_injured": True,
    "set": (DICE["red"][6],),
    "pool": (DICE["blue"][6],),
    "full_defence": 5,
    "skill_with": {"Sword": 9},
    "steady": True,
}


def some_state() -> State:
    return RULESET.begin(
        fight({"name": "Ann", "weapon": "Knife", "pool": ["R1"]}, {"name": "Tom"}), RULESET.rulebook.options({})
    )


@proves("OP-2.7")
@pytest.mark.parametrize("number", list(CHANGES))
def test_the_view_leaves_nothing_out(number: str) -> None:
    """Two fights that differ in any one number look different to everybody."""
    one, other = some_state(), some_state()
    assert getattr(one.combatants[0], number) != CHANGES[number]
    setattr(other.combatants[0], number, CHANGES[number])
    options = RULESET.rulebook.options({})
    for seat in (0, 1, None):
        assert facts.view(Reading(one, options, seat)) != facts.view(Reading(other, options, seat))


@proves("OP-2.7")
@pytest.mark.parametrize("number", ["damage", "range", "ap", "notes"])
@pytest.mark.parametrize("in_hand", [True, False])
def test_the_ratings_of_weapons_are_seen(number: str, in_hand: bool) -> None:
    def fighter(**ratings: Any) -> dict[str, Any]:
        weapon = {"name": "Thing", "damage": 5, "range": 1, "ap": 1, "notes": [], **ratings}
        return {"name": "Ann", "weapon": weapon} if in_hand else {"name": "Ann", "carries": [weapon]}

    other = {"damage": 6, "range": 2, "ap": 2, "notes": ["Blunt"]}[number]
    options = RULESET.rulebook.options({})
    plain, changed = (
        RULESET.begin(fight(fighter(**change), {"name": "Tom"}), options) for change in ({}, {number: other})
    )
    assert facts.view(Reading(plain, options, 1)) != facts.view(Reading(changed, options, 1))


@proves("OP-2.7")
def test_spent_dice_stay_in_everybodys_events() -> None:
    game = Game(RULESET, fight({"name": "Ann", "pool": ["B3", "R2"]}, {"name": "Tom", "pool": ["R1"], "initiative": 0}))
    game.answer("aim" if "aim" in game.legal() else "move")
    for seat in (0, 1, None):
        assert any(event["data"].get("dice") == ["blue 3"] for event in game.view(seat)["events"])


def test_no_field_of_a_combatant_is_forgotten_here() -> None:
    inner = {"number", "name", "side", "seat", "rises", "left_at", "picks"}
    assert set(Combatant.__struct_fields__) == set(CHANGES) | inner


# ---- OP-3.16 dice never change owner --------------------------------------------------------------


@proves("OP-3.16")
@pytest.mark.parametrize(
    "answer",
    [
        "Tom:R6", "Ann>Tom:R5", "Ann:R5>Tom", "Tom:Ann:R5", ["Ann:R5", "Tom"], {"die": "Ann:R5", "pool": "Tom"},
        {"Ann:R5": "Tom"}, ["Ann:R5"], "R5",
    ],
)  # fmt: skip
def test_an_answer_that_names_another_pool_is_refused(answer: Any) -> None:
    ann = {"name": "Ann", "agility": 9}
    tom = {"name": "Tom", "set": ["R1", "R1", "G1", "G1", "B1", "B1"]}
    game = Game(RULESET, draft(ann, tom))
    game.answer("Ann:G4")
    game = play_on_until(game, "Ann")
    before = game.hash()
    with pytest.raises(IllegalAnswer) as refused:
        game.answer(answer)
    assert refused.value.clause.startswith("OP-3.")
    assert game.hash() == before


def play_on_until(game: Game[State], who: str) -> Game[State]:
    while game.question is not None and game.question.who != who:
        game.answer(game.legal()[0])
    return game


@proves("OP-3.16")
@pytest.mark.parametrize("seed", range(6))
def test_whoever_picks_the_die_goes_to_the_owner_of_its_set(seed: int) -> None:
    game, rng = new_game(seed), Random(seed)
    picks = 0
    while not game.over and picks < 40:
        before = {one.name: (one.set, one.pool) for one in game.state.combatants}
        in_draft = game.state.phase == "pick"
        assert game.question is not None
        answer: Any = game.question.pick(rng)
        game.answer(answer)
        if in_draft:
            picks += 1
            owner, _, die = answer.rpartition(":")
            for one in game.state.combatants if game.state.phase == "pick" else ():
                old_set, old_pool = before[one.name]
                if one.name == owner:
                    assert one.pool[:-1] == old_pool
                    assert one.pool[-1].short == die
                    assert len(one.set) == len(old_set) - 1
                else:
                    assert (one.set, one.pool) == (old_set, old_pool)


# ---- OP-3.26 the pick clock -----------------------------------------------------------------------


@proves("OP-3.26")
def test_when_time_is_out_the_highest_own_die_is_picked() -> None:
    game = Game(RULESET, draft({"name": "Ann", "agility": 9}, {"name": "Tom"}))
    game.time_out()
    assert game.inputs == ["Ann:B6"]
    assert [die.short for die in game.state.combatants[0].pool] == ["B6"]


@proves("OP-3.26")
@pytest.mark.parametrize(
    ("own", "picked"),
    [
        (["R5", "R1", "G5", "G1", "B5", "B1"], "Ann:R5"),
        (["R4", "R1", "G5", "G1", "B5", "B1"], "Ann:G5"),
        (["R1", "R1", "G1", "G1", "B1", "B2"], "Ann:B2"),
    ],
)
def test_on_equal_values_red_comes_before_green_before_blue(own: list[str], picked: str) -> None:
    game = Game(RULESET, draft({"name": "Ann", "agility": 9, "set": own}, {"name": "Tom"}))
    game.time_out()
    assert game.inputs == [picked]


@proves("OP-3.26")
def test_with_a_full_pool_the_first_enemy_with_room_gets_its_lowest_die() -> None:
    full = {"set": SIX[:3], "pool": SIX[3:]}
    others: list[dict[str, Any]] = [
        {"name": "Sue", "side": "Red", "agility": 5},
        {"name": "Tom", "side": "Blue", "agility": 4, **full},
        {"name": "Zed", "side": "Blue", "agility": 3, "set": ["R5", "R2", "G4", "G3", "B6", "B2"]},
        {"name": "Pat", "side": "Blue", "agility": 2},
    ]
    game = Game(RULESET, draft({"name": "Ann", "side": "Red", "weapon_skill": 9, "picks_made": 2, **full}, *others))
    assert game.question is not None
    assert game.question.who == "Ann"
    game.time_out()
    assert game.inputs == ["Zed:R2"]


@proves("OP-3.26")
def test_without_an_enemy_with_room_the_first_ally_gets_its_highest_die() -> None:
    full = {"set": SIX[:3], "pool": SIX[3:]}
    team: list[dict[str, Any]] = [
        {"name": "Tom", "side": "Blue", "agility": 5, **full},
        {"name": "Sue", "side": "Red", "agility": 4, **full},
        {"name": "Pat", "side": "Red", "agility": 3, "set": ["R5", "R6", "G4", "G6", "B6", "B2"]},
        {"name": "Kim", "side": "Red", "agility": 2},
    ]
    game = Game(RULESET, draft(*team, {"name": "Ann", "side": "Red", "weapon_skill": 9, "picks_made": 2, **full}))
    while game.question is not None and game.question.who != "Ann":
        game.answer(game.legal()[-1])  # a die of Kim's
    game.time_out()
    assert game.inputs[-1] == "Pat:R6"


@proves("OP-3.26")
def test_the_clock_is_ten_seconds_unless_the_house_says_otherwise() -> None:
    setup = draft({"name": "Ann", "agility": 9}, {"name": "Tom"})
    for options, seconds in (({}, 10), ({"pick_clock_seconds": 30}, 30), ({"pick_clock_seconds": 600}, 600)):
        question = Game(RULESET, setup, options).view(0)["question"]
        assert question["clock"] == seconds
    with pytest.raises(SetupError) as refused:
        Game(RULESET, setup, {"pick_clock_seconds": 601})
    assert refused.value.clause == "OP-3.26"


@proves("OP-3.26")
def test_zero_seconds_are_no_clock() -> None:
    game = Game(RULESET, draft({"name": "Ann", "agility": 9}, {"name": "Tom"}), {"pick_clock_seconds": 0})
    assert "clock" not in game.view(0)["question"]
    before = game.hash()
    with pytest.raises(IllegalAnswer, match="no clock"):
        game.time_out()
    assert game.hash() == before


@proves("OP-3.26")
@pytest.mark.parametrize("seed", range(6))
def test_a_draft_that_nobody_attends_to_ends_all_the_same(seed: int) -> None:
    game = new_game(seed)
    if game.options["pick_clock_seconds"]:
        while game.state.phase == "pick":
            game.time_out()
        assert game.state.phase in ("act", "over")


# ---- OP-10.1, OP-10.2 the actions -----------------------------------------------------------------

GROUPS = {"OP-11": 4, "OP-12": 4, "OP-13": 6, "OP-14": 7}
"""Ranged attacks, melee attacks, defences and manoeuvres, by chapter."""
TABLE = {entry.option.id: entry for entry in (*ACTIONS, *RESPONSES) if entry.option.id != "hold"}


@proves("OP-10.1")
def test_there_are_21_actions_in_four_groups() -> None:
    assert len(TABLE) == 21
    counted = [entry.option.clause.partition(".")[0] for entry in TABLE.values()]
    assert {chapter: counted.count(chapter) for chapter in GROUPS} == GROUPS


@proves("OP-10.1")
def test_there_are_no_others() -> None:
    """Besides the 21 there is only holding, which is no action (OP-6.6)."""
    active = [action.option.id for action in ACTIONS]
    answers = [response.option.id for response in RESPONSES]
    assert len(set(active)) == len(active) == 17
    assert len(set(answers)) == len(answers) == 6
    assert set(active) & set(answers) == {"adapt"}
    assert set(active) - set(TABLE) == {"hold"}
    assert [action.name for action in ACTIONS if action.name != "Adapt"] == list(ACTIVE_ONLY)


@proves("OP-10.2")
def test_every_action_has_a_name_a_cost_and_a_clause() -> None:
    for entry in TABLE.values():
        assert entry.option.label
        assert entry.option.clause in RULESET.rulebook.clauses
        assert len(entry.cost) == 3
        assert all(0 <= count <= 2 for count in entry.cost)
        if entry.option.id != "consolidate":  # costs all that is left (OP-14.26)
            assert sum(entry.cost) >= 1
            assert cost_in_words(entry.cost).endswith(("die", "dice"))


@proves("OP-10.2")
def test_every_response_says_what_it_answers() -> None:
    for response in RESPONSES:
        assert response.answers in ("ranged", "melee", "ranged and melee")
        assert response.weapon in ("", "melee", "ranged")


@proves("OP-10.2")
def test_both_forms_of_adapt_cost_the_same() -> None:
    (active,) = [action for action in ACTIONS if action.option.id == "adapt"]
    (response,) = [answer for answer in RESPONSES if answer.option.id == "adapt"]
    assert active.cost == response.cost == (0, 0, 2)


# ---- OP-11.15 the sniper note ---------------------------------------------------------------------


@proves("OP-11.15")
def test_nothing_but_suppressing_fire_reads_the_note() -> None:
    """In the source the word stands in the list of notes, in the house rule that gives it, and in one prerequisite."""
    readers = set()
    for path in SOURCES:
        for statement in ast.parse(path.read_text()).body:
            for node in ast.walk(statement):
                if isinstance(node, ast.Constant) and node.value == "Sniper":
                    targets = getattr(statement, "targets", None)
                    name = targets[0].id if targets else getattr(statement, "name", "?")
                    readers.add((path.name, name))
    assert readers == {
        ("content.py", "NOTES"), ("content.py", "in_hand"), ("content.py", "Content"), ("content.py", "_check_gear"),
        ("ranged_attacks.py", "needs_suppressor"),
    }  # fmt: skip


@proves("OP-11.15")
@pytest.mark.parametrize("pool", [["R6", "R5", "B6"], ["R6", "B5", "B6"], ["B6", "B5", "G6"]])
@pytest.mark.parametrize("aimed", [False, True])
def test_the_note_opens_suppressing_fire_and_nothing_else(pool: list[str], aimed: bool) -> None:
    def offered(notes: list[str]) -> set[str]:
        rifle = {"name": "Rifle", "damage": 6, "range": 3, "ap": 1, "notes": notes}
        ann = {"name": "Ann", "side": "Red", "weapon": rifle, "pool": pool, "aimed": aimed, "initiative": 50}
        return set(Game(RULESET, fight(ann, {"name": "Tom"}, {"name": "Zed"})).legal())

    both = "R6" in pool
    assert offered(["Sniper"]) - offered([]) == ({"suppressing-fire"} if both else set())
    assert offered([]) <= offered(["Sniper"])


@proves("OP-11.15")
def test_a_shot_with_the_note_is_a_shot_like_any_other() -> None:
    def shot(notes: list[str]) -> list[dict[str, Any]]:
        rifle = {"name": "Rifle", "damage": 6, "range": 3, "ap": 1, "notes": notes}
        ann = {"name": "Ann", "weapon": rifle, "pool": ["R4"], "aimed": True, "position": 9}
        tom = {"name": "Tom", "armour": {"value": 3, "coverage": 5}}
        game = Game(RULESET, fight(ann, tom), dice=Scripted([6, 6] + [1] * 12))
        game.answer("ranged-attack")
        return [event.data for event in game.events or []]

    assert shot([]) == shot(["Sniper"])


# ---- OP-14.23 skills ------------------------------------------------------------------------------


@proves("OP-14.23")
@pytest.mark.parametrize("skill", ["Juggling", "", "First Aid ", "Smoke\n"])
def test_a_skill_without_a_rule_is_refused(skill: str) -> None:
    own = {"name": "Ann", "skills": [skill]}
    force = {"ruleset": "opportunity", "name": "x", "combatants": [own]}
    for call in (
        lambda: RULESET.price_force(force),
        lambda: Game(RULESET, fight(own, {"name": "Tom"})),
        lambda: Game(RULESET, {"encounter": "duel", "side": [{"combatants": [own]}, {"combatants": ["Poacher"]}]}),
    ):
        with pytest.raises(SetupError, match="there is no skill") as refused:
            call()
        assert refused.value.clause == "OP-14.23"


@proves("OP-14.23")
@pytest.mark.parametrize("skill", sorted(set(content().skills) - {"First Aid"}))
def test_a_skill_one_does_not_have_is_refused(skill: str) -> None:
    ann = {"name": "Ann", "pool": ["B5"], "carries": ["Knife"]}
    game = Game(RULESET, fight(ann, {"name": "Tom"}), dice=Typed())
    game.answer("skill-change-weapon")
    before = game.hash()
    for name in (skill, f"{skill}: Tom", f"{skill}: Ann"):
        with pytest.raises(IllegalAnswer, match="does not have the skill") as refused:
            game.answer(name)
        assert refused.value.clause == "OP-14.23"
    assert game.hash() == before


# ---- OP-8.6 the order inside an injury ------------------------------------------------------------


def injury(dice: list[int], **tom: Any) -> list[str]:
    """The events of an aimed-at, aiming Tom who takes a critical hit."""
    ann = {"name": "Ann", "side": "Red", "weapon": "Light Pistol", "pool": ["R6"], "initiative": 50}
    hurt = {"name": "Tom", "side": "Blue", "weapon": "Carbine", "aimed": True, "position": 10, **tom}
    game = Game(RULESET, fight(ann, hurt, {"name": "Sue", "side": "Blue"}), dice=Typed())
    game.answer("ranged-attack")
    game.answer("Tom")
    assert isinstance(game.question, Roll)
    before = [event.kind for event in game.events or []]
    game.answer(dice)
    kinds = [event.kind for event in game.events or [] if event.kind != ROLL or event.at < 3]
    assert kinds[: len(before)] == before
    start, end = kinds.index("attack"), kinds.index("pain")
    assert before[start:] == ["attack", "trauma", "loses aim", "fatally injured"]
    return kinds[start : end + 1]


@proves("OP-8.6")
@pytest.mark.parametrize(
    ("dice", "tom", "between"),
    [
        ([6, 6], {}, ["check"]),
        ([4, 4], {"trauma": 8}, ["check", "leaves"]),
        ([1, 1], {}, ["check", "leaves"]),
        ([4, 4], {"trauma": 29}, ["check", "leaves", "bleeds out"]),
    ],
)
def test_the_order_inside_an_injury(dice: list[int], tom: dict[str, Any], between: list[str]) -> None:
    """Trauma, lost aim, fatal wound, the check, what it does, and Position last."""
    assert injury(dice, **tom) == ["attack", "trauma", "loses aim", "fatally injured", *between, "pain"]


@proves("OP-8.6")
@pytest.mark.parametrize("seed", range(12))
def test_no_injury_ever_comes_in_another_order(seed: int) -> None:
    order = ("trauma", "loses aim", "fatally injured", "check", "leaves", "bleeds out", "pain")
    events = play_on(new_game(seed), Random(seed)).events or []
    for i, event in enumerate(events):
        if event.kind == "pain":
            hurt = event.data["who"]
            start = max(j for j in range(i) if events[j].kind == "trauma" and events[j].data["who"] == hurt)
            places = [order.index(one.kind) for one in events[start : i + 1] if one.kind != ROLL]
            assert all(a < b for a, b in itertools.pairwise(places))
            assert {"trauma", "check", "pain"} <= {one.kind for one in events[start : i + 1]}


def test_scales_name_clauses_of_the_book() -> None:
    for low, high, clause in SCALES.values():
        assert low < high
        assert clause in RULESET.rulebook.clauses


def test_weapons_are_data() -> None:
    assert msgspec.json.decode(msgspec.json.encode(content().weapons["SMG"]), type=Weapon) == content().weapons["SMG"]
