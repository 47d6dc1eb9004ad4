"""What a browser gets: the scene, looks, previews, regions and motion."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from sandtable.engine.dice import Pseudo
from sandtable.engine.errors import SandtableError
from sandtable.engine.game import Game
from sandtable.engine.looks import Viewpoint
from sandtable.engine.questions import Move, Question
from sandtable.rulesets.op_en import RULESET
from sandtable.rulesets.op_en.content import setting, settings
from tests.games import play_on

SITUATION: dict[str, Any] = {
    "player": [{"name": "Red", "tokens": 1}, {"name": "Blue"}],
    "active": {"name": "Ann"},
    "terrain": [{"id": "wall", "kind": "wall", "x": [12, 12.5], "y": [10, 14], "height": 3}],
    "objective": [{"name": "Crate", "at": [[20, 20]], "target": 5}],
    "character": [
        {"name": "Ann", "player": "Red", "equipment": ["Sling"], "at": [10, 10]},
        {"name": "Tom", "player": "Blue", "hidden": True, "at": [20, 10]},
    ],
}


def new_game(**more: Any) -> Game[Any]:
    return Game(RULESET, {"situation": SITUATION | more}, {}, Pseudo(Random(1)))


def test_every_seat_and_every_spectator_gets_the_same_scene() -> None:
    game = new_game()
    scenes = [msgspec.json.encode(RULESET.scene(game.reading(seat))) for seat in (0, 1, None)]
    assert len(set(scenes)) == 1


def test_a_scene_has_everybody_with_place_body_and_states() -> None:
    drawn = msgspec.json.decode(msgspec.json.encode(RULESET.scene(new_game().reading(0))))
    ann, tom = drawn["models"]
    assert (ann["x"], ann["y"], ann["wounds"]) == (10, 10, {"left": 8, "most": 8})
    assert "Hidden" in [one["text"] for one in tom["statuses"]]
    assert [one["text"] for one in ann["ranges"]] == ["Awareness 6″", "Sling 16″"]
    assert drawn["sides"][0]["counters"]["left"] == 1
    assert [mark["id"] for mark in drawn["marks"]] == ["Crate"]
    assert drawn["ground"]["pieces"][0]["text"] == ["3″ high.", "Stops sight lines (OE-2.26)."]


def test_sight_from_where_it_stands_and_as_if_it_stood_elsewhere() -> None:
    game = new_game()
    here = RULESET.sight(game.reading(), Viewpoint(model="Ann"), None)["sights"][0]
    assert (here["short"], here["blockers"]) == ("Obscured", ["wall"])
    there = RULESET.sight(game.reading(), Viewpoint(model="Ann", at=(10, 5)), None)["sights"][0]
    assert there["short"] == "Clear"
    assert game.state.characters[0].y == 10


def test_measuring_runs_from_edge_to_edge() -> None:
    game = new_game()
    found = RULESET.measure(game.reading(), Viewpoint(model="Ann"), Viewpoint(model="Tom"))
    assert (found["distance"], found["clause"]) == (9.0, "OE-1.17")
    with pytest.raises(SandtableError, match="there is no character 'Una'"):
        RULESET.measure(game.reading(), Viewpoint(model="Una"), Viewpoint(model="Tom"))


def test_a_path_is_previewed_with_its_cost_and_drawn_with_its_reach() -> None:
    game = new_game()
    game.answer("move")
    question = game.question
    assert isinstance(question, Move)
    shown = RULESET.preview(game.reading(), question, question.read({"Ann": [[10, 6]]}))
    assert shown is not None
    assert shown["text"] == "4.0″ of 6″"
    assert question.drawn()["rings"]
    labels = [one["label"] for one in RULESET.places(game.reading(), question)]
    assert "stay where it is" in labels


def test_whole_games_can_be_drawn_told_and_moved() -> None:
    """Every question of some random games is drawn, every event said and shown."""
    for seed in range(3):
        rng = Random(seed)
        setup, options = RULESET.random_setup(rng)
        game = Game(RULESET, setup, options, Pseudo(rng))
        while game.question is not None:
            msgspec.json.encode(RULESET.scene(game.reading(0)))
            assert isinstance(game.question, Question)
            msgspec.json.encode(game.question.wire())
            game.answer(game.question.pick(rng))
        for event in game.events or ():
            assert event.kind == "roll" or RULESET.say(event)
            RULESET.motion(event)
        assert game.outcome is not None


def test_a_random_game_comes_to_its_end_in_every_scenario() -> None:
    for name in settings():
        found = setting(name)
        force = next(iter(found.forces))
        for scenario in found.scenarios.values():
            rng = Random(scenario.name)
            players = [{"name": f"P{seat}", "force": force} for seat in range(scenario.sides[0])]
            setup = {"setting": name, "scenario": scenario.name, "player": players}
            game = play_on(Game(RULESET, setup, {}, Pseudo(rng), events=False), rng)
            assert game.outcome is not None


def test_beside_an_option_stands_what_a_player_would_measure() -> None:
    tom, bob = {"name": "Tom", "at": [20, 10]}, {"name": "Bob", "at": [10, 19], "damage": 3}
    more = [SITUATION["character"][0], *(one | {"player": "Blue"} for one in (tom, bob))]
    game = Game(RULESET, {"situation": SITUATION | {"character": more, "active": None}}, {}, Pseudo(Random(1)))
    assert isinstance(game.question, Question)
    beside = {option["id"]: option.get("text", "") for option in game.question.wire()["options"]}
    assert beside["Ann"] == "Crate at 13.1″ · Bob at 8.0″"
    assert beside["concede"] == "the game is over, and you lose it"
    game.answer("Ann")
    game.answer("shoot")
    assert isinstance(game.question, Question)
    beside = {option["id"]: option.get("text", "") for option in game.question.wire()["options"]}
    assert beside == {"Tom": "9.0″ · Obscured · Body 8 of 8", "Bob": "8.0″ · Clear · Body 5 of 8"}


@pytest.mark.parametrize("item", ["Wind-up Runner", "Smoke pot"])
def test_places_of_what_is_no_character_yet_are_told_too(item: str) -> None:
    people = [SITUATION["character"][0] | {"equipment": [item]}, SITUATION["character"][1]]
    game = new_game(character=people)
    game.answer(f"use {item.lower()}")
    question = game.question
    assert isinstance(question, Question)
    assert question.kind == "place"
    assert all("from Tom" in one["label"] for one in RULESET.places(game.reading(), question))
