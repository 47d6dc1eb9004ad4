"""What a browser gets: sights, places in words, markers and what stands beside the options."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from sandtable.engine.dice import Pseudo
from sandtable.engine.events import Event
from sandtable.engine.game import Game
from sandtable.engine.looks import Viewpoint
from sandtable.engine.questions import ChooseOne, Question
from sandtable.rulesets.riverside import RULESET
from sandtable.rulesets.riverside.log import say

SITUATION: dict[str, Any] = {
    "table": [48, 48],
    "player": [{"name": "Red"}, {"name": "Blue"}],
    "marker": [{"name": "A", "at": [10, 14], "controlled": "Blue"}, {"name": "B", "at": [40, 40], "controlled": "Red"}],
    "terrain": [{"id": "rock", "types": ["blocks-sight", "impassable"], "x": [17, 22], "y": [19, 21], "height": 4}],
    "unit": [
        {"name": "Rifles", "player": "Red", "entry": "Levy Rifles", "at": [10, 10], "columns": 5},
        {"name": "Reader", "player": "Red", "entry": "Tide Reader", "at": [20, 10], "models": [{"tokens": 3}]},
        {"name": "Boarders", "player": "Blue", "entry": "Boarders", "at": [10, 28], "columns": 5},
    ],
}


def new_game(**more: Any) -> Game[Any]:
    return Game(RULESET, {"situation": SITUATION | more}, {}, Pseudo(Random(1)))


def beside(game: Game[Any]) -> dict[str, str]:
    assert isinstance(game.question, ChooseOne)
    return {option["label"]: option.get("text", "") for option in game.question.wire()["options"]}


def test_a_caster_shows_its_tokens_and_a_marker_that_its_owner_has_left() -> None:
    drawn = msgspec.json.decode(msgspec.json.encode(RULESET.scene(new_game().reading())))
    tokens = {unit["id"]: unit.get("tokens") for unit in drawn["units"]}
    assert tokens == {"Rifles": None, "Reader": {"count": 3, "text": "3 spell tokens"}, "Boarders": None}
    left = {mark["id"]: mark["left"] for mark in drawn["marks"] if mark["kind"] == "objective"}
    assert left == {"A": False, "B": True}


def test_a_sight_says_who_is_seen_how_much_and_what_hides_the_rest() -> None:
    sights = RULESET.sight(new_game().reading(), Viewpoint(model="Reader"), None)["sights"]
    assert {one["to"].split()[0] for one in sights} == {"Boarders"}
    hidden = [one for one in sights if not one["sees"]]
    assert {tuple(one["blockers"]) for one in hidden} == {("rock",)}
    assert [one["distance"] for one in sights] == sorted(one["distance"] for one in sights)


def test_beside_a_unit_stand_how_many_are_left_the_nearest_marker_and_the_nearest_enemy() -> None:
    assert beside(new_game())["Rifles"] == "10 of 10 · marker A at 2.0″ · Boarders at 15.5″"


def test_beside_an_action_stands_what_it_gives_to_this_unit() -> None:
    game = new_game()
    game.answer("Rifles")
    assert beside(game)["Advance"] == "up to 6″, then shoot"


def test_the_log_says_how_far_a_unit_went_and_when_it_stayed() -> None:
    moved = {"who": "Rifles", "kind": "Rush", "paths": {}, "slowed": ()}
    assert say(Event("moved", ("RV-6.12",), moved | {"length": 8.0}, 0)) == "Rifles moves 8.0″ (Rush)."
    assert say(Event("moved", ("RV-6.12",), moved | {"length": 0.0}, 0)) == "Rifles stays where it is (Rush)."
    assert (
        say(Event("battle ends", ("RV-5.8",), {"summary": "Levy wins: 1 markers to 0."}, 0))
        == "Levy wins: 1 marker to 0."
    )


def test_beside_a_target_stands_who_shoots() -> None:
    game = new_game()
    game.answer("Rifles")
    game.answer("hold")
    assert beside(game)["Boarders"] == "10 of 10 shoot: 10 see it, 10 reach it, no cover"


def test_every_place_has_words_and_is_legal() -> None:
    game = new_game()
    for answer in ("Rifles", "advance"):
        game.answer(answer)
    assert isinstance(game.question, Question)
    places = RULESET.places(game.reading(), game.question)
    labels = [place["label"] for place in places]
    assert labels[0] == "onto marker A, 4″ away"
    assert "north, keep, all follow" in labels
    for place in places:
        game.question.read(place["answer"])


def test_a_place_has_one_name_however_many_lead_there() -> None:
    """A marker due north: 'towards marker A' and 'north' are the same places."""
    here = [model for model in new_game().state.models if model.name.startswith("Rifles")]
    north = sum(model.x for model in here) / len(here)
    game = new_game(marker=[{"name": "A", "at": [north, 40]}, {"name": "B", "at": [40, 40]}])
    for answer in ("Rifles", "advance"):
        game.answer(answer)
    assert isinstance(game.question, Question)
    places = RULESET.places(game.reading(), game.question)
    answers = [msgspec.json.encode(place["answer"]) for place in places]
    assert places[0]["label"].startswith("towards marker A")
    assert len(set(answers)) == len(answers) > 4


def test_a_deployment_is_called_by_the_part_of_the_table() -> None:
    game = Game(RULESET, None, {}, Pseudo(Random(1)))
    rng = Random(1)
    while not (isinstance(game.question, Question) and game.question.kind == "place"):
        assert isinstance(game.question, Question)
        game.answer(game.question.pick(rng))
    labels = [place["label"] for place in RULESET.places(game.reading(), game.question)]
    assert labels
    assert all("of the table" in label and "marker" in label for label in labels)
