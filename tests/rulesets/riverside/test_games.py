"""Whole games: to the end, drawn at every question, saved and loaded, the same from the same seed."""

from __future__ import annotations

import gc
from random import Random

import msgspec
import pytest

from sandtable.engine.dice import Pseudo, Roll, Typed
from sandtable.engine.errors import SetupError
from sandtable.engine.game import Game
from sandtable.engine.questions import Question
from sandtable.engine.ruleset import Reading
from sandtable.engine.save import load, read, save, to_json
from sandtable.rulesets.riverside import RULESET
from sandtable.rulesets.riverside.figures import figure
from sandtable.rulesets.riverside.sight import watch
from sandtable.rulesets.riverside.state import State


def played(seed: int, *, events: bool = True) -> Game[State]:
    rng = Random(seed)
    setup, options = RULESET.random_setup(rng)
    game = Game(RULESET, setup, options, dice=Pseudo(rng), events=events)
    while isinstance(game.question, Question):
        game.answer(game.question.pick(rng))
    return game


@pytest.mark.parametrize("seed", [11, 34])
def test_a_random_game_comes_to_its_end(seed: int) -> None:
    game = played(seed)
    assert game.outcome is not None
    assert game.state.round == 4
    assert all(game.log())


def test_the_same_seed_plays_the_same_game() -> None:
    assert played(34, events=False).hash() == played(34, events=True).hash()


def test_every_question_of_a_game_can_be_drawn() -> None:
    rng = Random(12)
    game = Game(RULESET, RULESET.quick_setup(), {}, dice=Pseudo(rng))
    while isinstance(game.question, Question):
        scene = RULESET.scene(Reading(game.state, game.options, 0))
        assert msgspec.json.encode([scene, game.question.wire()])
        names = {model.id for model in scene.models}
        assert all(set(unit.members) <= names for unit in scene.units or ())
        game.answer(game.question.pick(rng))


def test_a_saved_game_goes_on_as_it_was() -> None:
    rng = Random(3)
    game = Game(RULESET, RULESET.quick_setup(), {}, dice=Pseudo(rng))
    for _ in range(30):
        assert isinstance(game.question, Question)
        game.answer(game.question.pick(rng))
    again = load(read(to_json(save(game))))
    assert again.hash() == game.hash()


def test_a_copy_is_independent() -> None:
    game = Game(RULESET, RULESET.quick_setup(), {}, dice=Pseudo(Random(1)))
    state = game.state.clone()
    state.models[0].x, state.units[0].shaken, state.players[0].zone = 1.0, True, 1
    assert not game.state.units[0].shaken
    assert game.state.models[0].x != 1.0
    assert game.state.players[0].zone == 0


def test_a_figure_is_kept_for_as_long_as_its_model_stands_there() -> None:
    state = Game(RULESET, RULESET.quick_setup(), {}, dice=Pseudo(Random(1))).state
    copied = state.clone()
    one = figure(copied, copied.models[0])
    copied.models[0].x += 1.0
    two = figure(copied, copied.models[0])
    assert (two.x, two.y, two.z) == (one.x + 1.0, one.y, one.z)
    assert figure(copied, copied.models[0]) is two
    assert figure(state, state.models[0]) == one


def test_looks_know_a_unit_for_as_long_as_everybody_in_it_stands_there() -> None:
    situation = {
        "table": [48, 48],
        "player": [{"name": "Red"}, {"name": "Blue"}],
        "unit": [
            {"name": "Guard", "player": "Red", "at": [10, 9], "count": 2},
            {"name": "Others", "player": "Blue", "at": [40, 40], "count": 1},
        ],
    }
    game = Game(RULESET, {"situation": situation}, {}, dice=Typed())
    state, options = game.state.clone(), game.options
    first = watch(state, options)
    assert watch(state, options) is first
    state.models[1].y += 1.0
    moved = watch(state, options)
    assert moved.companies[0] is not first.companies[0]
    assert moved.companies[1] is first.companies[1]
    state.models[1].fallen = True
    assert list(watch(state, options).companies[0].figures) == [0]
    assert watch(game.state, options).companies[0].figures == first.companies[0].figures


def test_a_game_leaves_no_ground_for_the_collector_of_garbage() -> None:
    """Things that know each other are not let go of until it looks, and it looks through all they hold."""
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        played(34, events=False)
        gc.collect()
        left = {type(one).__name__ for one in gc.garbage}
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    assert not left & {"Ground", "Shapes", "Drill", "Everybody", "Pace", "Closing", "Placement"}


def test_whoever_thinks_along_between_the_dice_of_dangerous_terrain_sees_the_same_game() -> None:
    """A step asks before it acts: a copy that is made while its dice are out asks for the same dice."""
    situation = {
        "table": [48, 48],
        "player": [{"name": "Red"}, {"name": "Blue"}],
        "terrain": [{"id": "mire", "types": ["dangerous"], "x": [5, 20], "y": [12, 16]}],
        "unit": [
            {"name": "Guard", "player": "Red", "at": [10, 9], "count": 2},
            {"name": "Others", "player": "Blue", "at": [40, 40], "count": 1},
        ],
    }
    game = Game(RULESET, {"situation": situation}, {}, dice=Typed())
    for answer in ("Guard", "rush", {"Guard 1": [[10, 14]], "Guard 2": [[11.5, 14]]}):
        game.answer(answer)
    asked = []
    while isinstance(game.question, Roll):
        copy = Game.resumed(RULESET, game.position())
        assert isinstance(copy.question, Roll)
        assert copy.question.purpose == game.question.purpose
        asked.append(game.question.purpose)
        game.answer((3,))
    assert asked == ["dangerous terrain: Guard 1", "dangerous terrain: Guard 2"]


def test_a_game_can_be_taken_up_at_the_choice_of_a_casualty_in_dangerous_terrain() -> None:
    """The tests are noted when they are rolled: whoever goes on from here rolls nothing anew and forgets nothing."""
    units = [
        {"name": "Rifles", "entry": "Levy Rifles", "player": "Red", "at": [20, 20]},
        {"name": "Far", "entry": "Levy Rifles", "player": "Blue", "at": [60, 44]},
    ]
    bog = {"id": "bog", "types": ["dangerous"], "x": [10, 40], "y": [10, 40]}
    situation = {"player": [{"name": "Red"}, {"name": "Blue"}], "unit": units, "terrain": [bog]}
    game = Game(RULESET, {"situation": situation}, {}, Typed(), False)
    for answer in ("Rifles", "rush", {"unit": {"to": [24, 20]}}):
        game.answer(answer)
    while not isinstance(game.question, Question):
        assert isinstance(game.question, Roll)
        game.answer((1 if game.question.who == "Rifles 1" else 3,) * game.question.n)
    assert game.question.topic == "casualty"
    assert game.imagine(0, Random(1)).hash() == game.hash()


@pytest.mark.parametrize(("units", "taken"), [(6, True), (7, False)])
def test_a_situation_has_only_so_many_models(units: int, taken: bool) -> None:
    """One with 1,600 of them kept a server busy for two seconds with every answer."""
    situation = {
        "table": [100, 100],
        "player": [{"name": "Red"}, {"name": "Blue"}],
        "unit": [
            {"name": f"Unit {n}", "player": ("Red", "Blue")[n % 2], "count": 40, "columns": 20, "at": [5, 5 + 5 * n]}
            for n in range(units)
        ],
    }
    if taken:
        assert len(Game(RULESET, {"situation": situation}).state.models) == 240
    else:
        with pytest.raises(SetupError, match="at most 240 models"):
            Game(RULESET, {"situation": situation})
