"""Advice is legal, whatever is asked; it values a position as a player would; and it does not look at the order of
lists."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import replace

from sandtable.bots import Knowledge, make_bot
from sandtable.engine.advice import Suggestion
from sandtable.engine.dice import Seeded
from sandtable.engine.game import Game
from sandtable.engine.questions import Answer, Question
from sandtable.engine.ruleset import Reading
from sandtable.rulesets.opentactics import RULESET
from sandtable.rulesets.opentactics.advice import ADVICE, choices, fights, odds
from sandtable.rulesets.opentactics.asking import Choice, Topic
from sandtable.rulesets.opentactics.building import PlacePiece
from sandtable.rulesets.opentactics.movement.plan import CLIMB, Trial
from sandtable.rulesets.opentactics.movement.question import WalkMove
from sandtable.rulesets.opentactics.state import State
from tests.rulesets.opentactics.helpers import random_game, small

USUAL = RULESET.rulebook.options({})


def stands(state: State, seat: int) -> float:
    """How a state stands for a seat, under the usual house rules."""
    return ADVICE.value(Reading(state, USUAL, seat))


def suggested(game: Game[State]) -> list[Suggestion]:
    question = game.question
    assert isinstance(question, Question)
    return list(ADVICE.suggest(game.reading(question.seat), question))


def play(game: Game[State], rng: Random) -> None:
    """One answer, drawn by its weight."""
    found = suggested(game)
    game.answer(rng.choices(found, [one.weight for one in found])[0].answer)


def topic(question: object) -> str:
    if isinstance(question, WalkMove):
        return "path"
    assert isinstance(question, Choice | PlacePiece)
    return "piece" if isinstance(question, PlacePiece) else question.topic


def all_legal(game: Game[State]) -> None:
    question = game.question
    assert isinstance(question, Question)
    found = suggested(game)
    assert found, question.prompt
    answers = [msgspec.json.encode(one.answer) for one in found]
    assert len(set(answers)) == len(answers), question.prompt
    for one in found:
        question.read(one.answer)
        assert 0 < one.weight <= 1
        assert one.why or topic(question) == "piece"


def test_there_is_advice_on_every_topic() -> None:
    assert {*fights.TOPICS, *choices.TOPICS} == set(get_args(Topic))
    assert not {*fights.TOPICS} & {*choices.TOPICS}


def test_suggestions_are_legal_whatever_is_asked() -> None:
    seen = set()
    for number in (1, 2, 5, 13):
        game, rng = random_game(f"advice {number}")
        while game.question is not None:
            seen.add(topic(game.question))
            all_legal(game)
            play(game, rng)
    assert seen >= {"activate", "action", "path", "charge", "target", "retaliate", "bump", "re-roll", "hex"}


@pytest.mark.parametrize(
    ("card", "does", "asked"),
    [("Candle Bishop", "raise", "raise"), ("Root Speaker", "grove", "grove"), ("Signal Officer", "rally", "rally")],
)
def test_suggestions_for_actions_in_lieu_are_legal(card: str, does: str, asked: str) -> None:
    fallen = [{"name": f"Levy {n}", "player": "Red", "card": "Drowned Levy", "status": "captured"} for n in (1, 2)]
    friends = [unit("A", "Red", "b2"), unit("B", "Red", "d2")]
    players = [{"name": "Red"}, {"name": "Blue", "captures": ["Levy 1", "Levy 2"]}]
    units = [unit("Leader", "Red", "c3", card=card), *friends, unit("Foe", "Blue", "c5"), *fallen]
    game = Game(RULESET, small(units, player=players))
    game.answer("Leader")
    all_legal(game)
    game.answer(does)
    assert topic(game.question) == asked
    all_legal(game)


def test_suggestions_while_a_map_is_built_are_legal() -> None:
    force = {"units": ["Kettle Guard", "Ember Slinger"]}
    setup = {"scenario": "supply-crates", "map": "build", "tiles": [1, 2, 3, 4, 5, 7, 8, 13, 1], "columns": 3,
             "components": ["crates", "bush"], "player": [force, force]}  # fmt: skip
    game, rng = Game(RULESET, setup, {}, Seeded.from_text("build")), Random(1)
    seen = set()
    while game.question is not None and topic(game.question) != "activate":
        seen.add(topic(game.question))
        all_legal(game)
        play(game, rng)
    assert seen == {"piece", "objective", "edge"}


@pytest.mark.parametrize("scenario", ["siege", "open-field", "breakthrough"])
def test_suggestions_in_measured_play_are_legal(scenario: str) -> None:
    forces = [{"force": "Mirewake 200"}, {"force": "Ironwright 200"}]
    game = Game(RULESET, {"scenario": scenario, "player": forces}, {"measure": "measured"}, Seeded.from_text("m"))
    rng = Random(scenario)
    for _ in range(50):
        if game.question is None:
            break
        all_legal(game)
        play(game, rng)


def test_the_order_of_options_does_not_matter() -> None:
    game, rng = random_game("advice 2")
    while game.question is not None:
        question = game.question
        if isinstance(question, Choice | PlacePiece):
            shuffled = replace(question, options=tuple(rng.sample(question.options, len(question.options))))
            assert _by_answer(game.state, shuffled) == pytest.approx(_by_answer(game.state, question))
        play(game, rng)


def _by_answer(state: State, question: Question) -> dict[Any, float]:
    return {one.answer: one.weight for one in ADVICE.suggest(Reading(state, USUAL, question.seat), question)}


def test_an_activation_is_one_counter() -> None:
    for number in (0, 5):
        game, rng = random_game(f"advice {number}")
        now: object = None
        while game.question is not None:
            question = game.question
            assert isinstance(question, Question)
            key = ADVICE.activation(game.reading(question.seat), question)
            hash(key)
            if topic(question) == "activate":
                assert key != now
                now = key
            elif now is not None:
                assert key == now
            play(game, rng)


# ---- value ----------------------------------------------------------------------------------------


PLAYERS = [{"name": "Red", "edge": "south"}, {"name": "Blue", "edge": "north"}]


def mirrored(**more: Any) -> State:
    """The same three units on both sides, a half turn apart."""
    units: list[dict[str, Any]] = []
    for player, places in (("Red", ("b1", "c2", "e1")), ("Blue", ("e9", "d8", "b9"))):
        for card, at in zip(("Kettle Guard", "Ember Slinger", "Elk Outrider"), places, strict=True):
            units.append({"name": f"{player} {card}", "player": player, "card": card, "at": at})
    return Game(RULESET, small(units, ["......"] * 9, player=PLAYERS, **more)).state


def test_values_are_chances() -> None:
    for number in (4,):
        game, rng = random_game(f"advice {number}")
        while game.question is not None:
            chances = [ADVICE.value(game.reading(seat)) for seat in range(len(game.seats))]
            assert all(0 <= chance <= 1 for chance in chances)
            assert sum(chances) == pytest.approx(1)
            play(game, rng)


def test_a_mirrored_position_is_worth_the_same_to_whoever_has_the_turn() -> None:
    red, blue = mirrored(turn="Red"), mirrored(turn="Blue")
    assert stands(red, 0) == pytest.approx(stands(blue, 1))
    assert stands(red, 1) == pytest.approx(stands(blue, 0))


def test_losses_are_bad_and_captures_good() -> None:
    state = mirrored()
    before = stands(state, 0)
    for unit in list(state.units):
        after = state.clone()
        after.units[unit.number].leave("captured")
        after.units[unit.number].captured_by = 1 - unit.seat
        after.players[unit.seat].losses += 1
        after.players[1 - unit.seat].round_captures += 1
        assert (stands(after, 0) > before) is (unit.seat == 1)


def test_a_unit_over_the_edge_is_no_loss() -> None:
    state = mirrored(scenario="breakthrough")
    before = stands(state, 0)
    state.units[0].leave("gone")
    state.players[0].round_captures += 1
    assert stands(state, 0) > before


def test_holding_the_bridge_is_worth_the_same_before_and_after_the_end_of_a_round() -> None:
    """Otherwise a bot would end its turn only to see the round end."""
    state = mirrored(scenario="the-bridge", objectives=[{"name": "The Bridge", "at": "c3"}])
    state.limit, state.streak, state.phase, state.counters = 0, (0, 1), "end of round", 0
    before = stands(state, 0)
    state.streak, state.phase, state.round, state.turn = (0, 2), "turn", 2, state.order[0]
    assert stands(state, 0) == pytest.approx(before)


def test_the_largest_map_has_room_for_every_distance() -> None:
    units = [unit("One", "Red", "a1"), unit("Two", "Blue", "bh60")]
    state = Game(RULESET, small(units, ["." * 60] * 60, player=PLAYERS)).state
    assert 0 < stands(state, 0) < 1


def test_at_the_end_morale_decides() -> None:
    state = mirrored(scenario="open-field")
    state.round, state.counters, state.phase = 12, 0, "end of round"
    state.players[0].morale, state.players[1].morale = 10, 11
    assert stands(state, 1) > 0.85
    state.round = 2
    assert 0.4 < stands(state, 1) < 0.6


# ---- little positions with a plain answer ---------------------------------------------------------


def answers(setup: dict[str, Any], *before: str) -> list[Answer]:
    """What a regular answers after these answers, in several tries."""
    found = []
    for seed in range(3):
        game = Game(RULESET, setup, dice=Seeded.from_text(f"little {seed}"))
        for answer in before:
            game.answer(answer)
        question = game.question
        assert isinstance(question, Question)
        found.append(make_bot("regular", seed).answer(question, Knowledge(game, question.seat)))
    return found


def unit(name: str, player: str, at: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "player": player, "at": at, "card": "Kettle Guard"} | more


def test_the_helpless_one_is_assaulted_first() -> None:
    foes = [unit("Strong", "Blue", "d3", melee={"off": 3, "def": 3, "range": 1}),
            unit("Weak", "Blue", "b3", melee={"off": 0, "def": 0, "range": 0})]  # fmt: skip
    setup = small([unit("Striker", "Red", "c3", athletics=0), *foes], counters=1)
    assert set(answers(setup, "Striker")) == {"Weak"}


def test_a_charge_at_a_helpless_enemy_is_made() -> None:
    foe = unit("Weak", "Blue", "c5", melee={"off": 0, "def": 0, "range": 0}, athletics=0)
    setup = small([unit("Striker", "Red", "c1"), foe], counters=1)
    assert set(answers(setup, "Striker", "c2 c3 c4")) == {"Weak"}


def test_the_last_counter_of_a_siege_goes_to_the_objective() -> None:
    """Round 8 ends when Blue, who has no unit near, is done: Red must hold both causeways."""
    red = [unit("Holder", "Red", "e8"), unit("Runner", "Red", "e2", athletics=6)]
    setup = small([*red, unit("Far", "Blue", "a12", athletics=0)], scenario="siege", round=8, counters=1, turn="Red",
                  order=["Blue", "Red"])  # fmt: skip
    setup["situation"]["map"] = "Broken Wall"
    assert set(answers(setup)) == {"Runner"}
    for way in answers(setup, "Runner"):
        assert max(abs(way["Runner"][-1][0] - 4), abs(way["Runner"][-1][1] - 4)) <= 1


def test_a_flyer_evades_where_its_save_is_good() -> None:
    owl = unit("Owl", "Blue", "c4", card="Great Owl")
    setup = small([unit("Hulk", "Red", "c3", card="Mud Hulk", athletics=0), owl], counters=1)
    assert set(answers(setup, "Hulk")) == {"do-not-retaliate"}


def test_others_strike_back() -> None:
    setup = small([unit("One", "Red", "c3", athletics=0), unit("Two", "Blue", "c4")], counters=1)
    assert set(answers(setup, "One")) == {"retaliate"}


def test_nobody_swims_for_pleasure() -> None:
    rows = ["...", "www", "...", "..."]
    setup = small([unit("Guard", "Red", "b1"), unit("Far", "Blue", "b4", athletics=0)], rows, counters=1)
    for way in answers(setup, "Guard"):
        assert all(spot[1] != 2 for spot in way["Guard"])


# ---- chances --------------------------------------------------------------------------------------


def test_one_die_against_one_beats_it_fifteen_times_in_thirty_six() -> None:
    assert odds.defeats(1, (), 1, (), "first_difference") == pytest.approx(15 / 36)
    assert odds.defeats(1, (), 0, (), "first_difference") == pytest.approx(1)
    assert odds.defeats(1, (1,), 1, (), "first_difference") == pytest.approx(20 / 36)


def test_a_climb_may_leave_a_unit_where_it_is() -> None:
    assert odds._results(Trial(CLIMB, 4, 8)) == pytest.approx((0.5, 1 / 6))
    assert odds._results(Trial(CLIMB, 4, 8, falls=True)) == (0.5, 0.5)


# ---- mirrored set-ups -----------------------------------------------------------------------------


def test_mirrored_set_ups_are_equal_on_both_sides() -> None:
    setups = RULESET.mirrored_setups()
    assert len(setups) >= 12
    for setup in setups.values():
        one, two = setup["player"]
        assert {**one, "name": ""} == {**two, "name": ""}
        assert len(RULESET.begin(setup, RULESET.rulebook.options({})).seats) == 2
