"""Every ruleset as a game of OpenSpiel: its own checks, chances that are those of our dice, and one of its searches."""

from __future__ import annotations

import doctest
import pickle
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts
from open_spiel.python.observation import make_observation

from sandtable.engine.dice import Roll
from sandtable.engine.hooks import offered
from sandtable.engine.registry import ruleset, ruleset_ids
from sandtable.learn.bout import Bout
from sandtable.learn.spiel import SpielState, load_game


def played(state: Any, rng: np.random.RandomState, most: int = 10_000) -> Any:
    """On at random, dice with their chances."""
    for _ in range(most):
        if state.is_terminal():
            break
        if state.is_chance_node():
            faces, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(faces, p=chances)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    return state


@pytest.mark.parametrize("name", ruleset_ids())
def test_what_open_spiel_asks_of_a_game(name: str) -> None:
    """Its own test: clones, masks, chances that add up to 1, observations, returns within their bounds."""
    pyspiel.random_sim_test(load_game(name), num_sims=1, serialize=False, verbose=False)


def test_a_game_that_is_written_down_and_read_again() -> None:
    pyspiel.random_sim_test(load_game("opportunity"), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ruleset_ids())
def test_games_are_known_by_name(name: str) -> None:
    game = pyspiel.load_game(f"sandtable_{name.replace('-', '_')}(most=16)")
    state = game.new_initial_state()
    assert game.num_distinct_actions() == 16
    assert game.num_players() == len(state.returns())


def test_a_die_is_a_chance_node_and_its_faces_are_typed_in() -> None:
    state = load_game("opportunity").new_initial_state()
    roll = state.table.game.question
    assert isinstance(roll, Roll)
    for face in range(1, roll.n + 1):
        assert state.chance_outcomes() == [(n, 1 / roll.sides) for n in range(roll.sides)]
        state.apply_action(face % roll.sides)
    assert state.table.game.inputs == [tuple(face % roll.sides + 1 for face in range(1, roll.n + 1))]


@pytest.mark.parametrize(
    "copied", [lambda state: state.clone(), deepcopy, lambda state: pickle.loads(pickle.dumps(state))]
)
def test_a_copy_goes_its_own_way_and_would_end_alike(copied: Any) -> None:
    """Also from the middle of a roll, where some dice lie already."""
    state = load_game("opentactics").new_initial_state()
    rng = np.random.RandomState(1)
    while not (state.is_chance_node() and state.table.faces):
        played(state, rng, 1)
    other = copied(state)
    before = str(state), state.history()
    played(other, np.random.RandomState(2))
    assert (str(state), state.history()) == before
    played(state, np.random.RandomState(2))
    assert state.history() == other.history()
    assert state.returns() == other.returns()


def test_a_seat_observes_what_our_own_environments_do() -> None:
    game, bout = load_game("roe"), Bout("roe")
    state = played(game.new_initial_state(), np.random.RandomState(3), 60)
    assert isinstance(state, SpielState)
    bout.game = state.table.game
    seen = make_observation(game)
    for seat in range(2):
        seen.set_from(state, seat)
        ours = bout.observe(seat)
        assert all((seen.dict[part] == ours[part]).all() for part in ("whole", "things"))
        assert seen.string_from(state, seat) == state.observation_string(seat)


@pytest.mark.parametrize("name", ruleset_ids())
def test_open_spiel_hears_whether_anything_is_hidden(name: str) -> None:
    known = load_game(name).get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION
    assert known == bool(offered(ruleset(name), "hides_nothing"))


def test_a_search_of_open_spiel_beats_answers_at_random() -> None:
    """Six duels in either seat: a search with a few playouts, and somebody who answers anything."""
    game = load_game("opportunity")
    rng = np.random.RandomState(5)
    won = 0.0
    for number in range(6):
        seat = number % 2
        judge = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng)
        bot = mcts.MCTSBot(game, uct_c=1.4, max_simulations=24, evaluator=judge, random_state=rng)
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.current_player() == seat:
                state.apply_action(int(bot.step(state)))
            else:
                played(state, rng, 1)
        won += state.returns()[seat]
    assert won > 0


def test_the_page_on_it() -> None:
    page = Path(__file__).parents[2] / "docs" / "learning.md"
    assert doctest.testfile(str(page), module_relative=False) == (0, 9)
