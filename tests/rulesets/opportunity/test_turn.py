"""The course of a turn: the draft's queue, and steps that ask before they act."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.engine.dice import Pseudo, Roll, Seeded, Typed
from sandtable.engine.events import Event
from sandtable.engine.game import Game
from sandtable.engine.questions import Question
from sandtable.engine.ruleset import Play, Procedure, Ruleset, Stage
from sandtable.rulesets.opportunity import RULESET
from sandtable.rulesets.opportunity.content import content
from sandtable.rulesets.opportunity.state import DICE, State
from sandtable.rulesets.opportunity.turn import STEPS, pick_queue
from tests.engine.toy import CHORES, TOY, Orchard, day
from tests.games import any_setup, fight, new_game, play_on
from tests.proves import proves
from tests.rulesets.owed import first_request

GAMES = 200
CHUNKS = 10


# ---- a step asks before it acts -------------------------------------------------------------------


def drive(step: Procedure[Any], rng: Random, request: Any) -> None:
    """Runs a step to its end from its first request on, with anything legal."""
    stack = [step]
    while True:
        if type(request) is Stage:
            stack.append(request.rule(*request.args))
            value: Any = None
        else:
            value = request.read(request.pick(rng))
        while True:
            try:
                request = stack[-1].send(value)
                break
            except StopIteration as done:
                stack.pop()
                value = done.value
                if not stack:
                    return


def play_by_steps(ruleset: Ruleset[Any], setup: Any, options: Any, rng: Random, asked: set[str]) -> None:
    """A whole game, step by step on a copied state, without the engine."""
    switches = ruleset.rulebook.options(options)
    state = ruleset.begin(setup, switches)
    for _ in range(100_000):
        if ruleset.outcome(state) is not None:
            return
        state = state.clone()
        events: list[Event] = []
        step, request = first_request(ruleset, Play(state, switches, [], events))
        if request is not None:
            asked.add(str(getattr(state, "phase", "")))
            drive(step, rng, request)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_step_asks_before_it_acts(chunk: int) -> None:
    asked: set[str] = set()
    for seed in range(chunk, GAMES, CHUNKS):
        setup, options = any_setup(seed)
        play_by_steps(RULESET, setup, options, Random(seed), asked)
    assert {"sets", "pick", "act"} <= asked


def test_every_step_that_can_ask_does_in_some_game() -> None:
    """Series, arrivals, checks and roll-offs are among the games above."""
    asked: set[str] = set()
    for seed in range(60):
        setup, options = any_setup(seed)
        play_by_steps(RULESET, setup, options, Random(seed), asked)
    silent = {"turn", "initiative", "end", "next encounter"}
    assert asked | {"rises"} == set(STEPS) - silent | {"rises"}


def test_a_series_asks_before_it_acts_too() -> None:
    setup = {**RULESET.quick_setup(), "series": ["duel", "duel"]}
    asked: set[str] = set()
    for seed in range(20):
        play_by_steps(RULESET, setup, {}, Random(seed), asked)
    assert "rises" in asked


def test_a_hasty_step_would_be_seen() -> None:
    def hasty(g: Play[Orchard]) -> Procedure[None]:
        g.state.apples[0] += 1
        yield Roll(1, 6, "", "", 0)

    def loud(g: Play[Orchard]) -> Procedure[None]:
        g.tell("noise")
        yield Roll(1, 6, "", "", 0)

    for chore in (hasty, loud):
        CHORES["bad"] = chore
        try:
            with pytest.raises(AssertionError, match="acts before it asks"):
                play_by_steps(TOY, day("bad"), {}, Random(1), set())
        finally:
            del CHORES["bad"]


# ---- the queue of picks ---------------------------------------------------------------------------


def test_bands_join_one_by_one() -> None:
    assert pick_queue([[0], [1]], 6) == (0, 0, 1, 0, 1, 0)
    assert pick_queue([[0, 1]], 6) == (0, 1, 0, 1, 0, 1)
    assert pick_queue([[2], [0], [1]], 9) == (2, 2, 0, 2, 0, 1, 2, 0, 1)


@given(st.lists(st.integers(1, 3), min_size=1, max_size=4))
def test_a_queue_is_cycles_of_the_highest_bands(sizes: list[int]) -> None:
    numbers = iter(range(100))
    bands = [[next(numbers) for _ in range(size)] for size in sizes]
    members = sum(sizes)
    queue = list(pick_queue(bands, 3 * members))
    assert len(queue) == 3 * members
    for cycle in range(1, 100):
        now = [number for band in bands[:cycle] for number in band][: len(queue)]
        assert queue[: len(now)] == now
        queue = queue[len(now) :]
        if not queue:
            break
    assert not queue


@pytest.mark.parametrize("seed", range(15))
def test_after_the_draft_everybody_has_three_of_its_own_dice(seed: int) -> None:
    game = new_game(seed)
    rng = Random(seed)
    sets = {one.number: sorted(map(str, one.set)) for one in game.state.in_fight()}
    while game.state.phase == "pick":
        play_on(game, rng, 1)
        for one in game.state.in_fight():
            if game.state.phase == "pick":
                assert sorted(map(str, one.set + one.pool)) == sets[one.number]
    for one in game.state.in_fight():
        if game.state.turn == 1 and game.state.phase == "act" and not game.state.acted:
            assert len(one.pool) == 3
            assert one.set == ()


# ---- the state ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
def test_a_cloned_state_is_equal_and_its_own(seed: int) -> None:
    state = play_on(new_game(seed), Random(seed), 25).state
    copy = state.clone()
    assert copy == state
    before = msgspec.json.encode(state)
    for one in copy.combatants:
        one.position += 1
        one.pool = (DICE["red"][1],)
        one.status = "dead"
    copy.combatants.pop()
    copy.turn += 1
    assert msgspec.json.encode(state) == before


@pytest.mark.parametrize("seed", range(10))
def test_a_state_survives_json(seed: int) -> None:
    state = play_on(new_game(seed, Pseudo(Random(seed))), Random(seed), 30).state
    assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state


# ---- who came in where ------------------------------------------------------------------------------


def test_the_ranking_of_a_free_for_all() -> None:
    """The winner, then those who escaped with the later first, then the fallen, then the dead."""
    free: list[dict[str, Any]] = [
        {"name": "Ann", "position": 9, "pool": ["B1"], "initiative": 30},
        {"name": "Una", "position": 8, "pool": ["B1"], "initiative": 20},
        {"name": "Wes", "position": 3, "initiative": 10},
        {"name": "Tom", "status": "dead"},
        {"name": "Vic", "status": "fallen"},
    ]
    game = Game(RULESET, fight(*free, encounter="free-for-all"), dice=Typed())
    game.answer("flee")
    game.answer("flee")
    outcome = game.outcome
    assert outcome is not None
    assert outcome.ranking == (("Wes",), ("Una",), ("Ann",), ("Vic",), ("Tom",))


@proves("OP-2.8")
def test_whoever_comes_later_is_told_apart_by_a_number() -> None:
    """The points are enough for three of the cheapest kind as turn 3 begins."""
    cheapest = min(content().archetypes.values(), key=lambda one: one.cost).name
    setup = next(one for one in RULESET.ready_setups().values() if one["encounter"] == "last-stand")
    game = Game(RULESET, setup, {}, Seeded.from_text("later"))
    rng = Random(2)
    while game.question is not None:
        question = game.question
        assert isinstance(question, Question)
        game.answer(cheapest if question.topic == "arrives" else question.pick(rng))
    hired = [event.data["who"] for event in game.events or [] if event.kind == "hired"]
    assert hired[:3] == [cheapest, f"{cheapest} 1", f"{cheapest} 2"]
