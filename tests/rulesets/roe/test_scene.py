"""What the browser is told of a battle: scenes, sight, measures, previews, named places, motion."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

from sandtable.engine.errors import SandtableError
from sandtable.engine.game import Game
from sandtable.engine.looks import Viewpoint
from sandtable.engine.questions import Question
from sandtable.rulesets.roe import RULESET
from sandtable.rulesets.roe.sight import obscured, sees
from sandtable.rulesets.roe.state import State
from tests.games import motions, play_on
from tests.rulesets.roe.battles import blue, new_battle, red, skirmish

WALL = {"id": "wall", "x": [11, 12], "y": [10, 16], "height": 3, "flags": ["impassable"]}


def battle(*models: dict[str, Any], **more: Any) -> Game[State]:
    return Game(RULESET, skirmish(*models, **more))


def moving(game: Game[State], name: str) -> Question:
    """Answers until this model is asked for a path."""
    for answer in (name, "advance", "no focus", "move"):
        question = game.question
        assert isinstance(question, Question)
        if question.kind == "move":
            break
        options = {option.id.lower(): option.id for option in question.options}  # type: ignore[attr-defined]
        if answer.lower() in options:
            game.answer(options[answer.lower()])
    question = game.question
    assert isinstance(question, Question)
    assert question.kind == "move", question.prompt
    return question


def sights(game: Game[State], viewer: Viewpoint, target: Viewpoint | None = None) -> dict[str, dict[str, Any]]:
    found = RULESET.sight(game.reading(), viewer, target)["sights"]
    return {one["to"]: one for one in found}


# ---- scenes -----------------------------------------------------------------------------------------


def test_a_scene_is_json_and_holds_every_model() -> None:
    game = Game(RULESET)
    scene = json.loads(msgspec.json.encode(RULESET.scene(game.reading(0))))
    assert scene["kind"] == "table"
    assert (scene["ground"]["width"], scene["ground"]["height"]) == (48, 36)
    assert [model["id"] for model in scene["models"]] == [model.name for model in game.state.models]
    assert {model["state"] for model in scene["models"]} == {"waiting"}
    assert all(model["x"] is None for model in scene["models"])
    assert len(scene["ground"]["pieces"]) > 10


def test_the_ground_does_not_change_during_a_battle() -> None:
    game = new_battle(3)
    rng = Random(3)
    keys = set()
    for _ in range(60):
        if game.question is None:
            break
        keys.add(RULESET.scene(game.reading(None)).ground.key)
        game.answer(game.question.pick(rng))
    assert len(keys) == 1


def test_models_say_how_they_stand() -> None:
    game = battle(
        red("Rob", [10, 10], pins=3, wounds=1, w=2), red("Ann", [20, 20], activated=True), blue("Bea", [11, 10])
    )
    rob, ann, bea = msgspec.json.decode(msgspec.json.encode(RULESET.scene(game.reading(1)).models))
    assert rob["pins"] == {"count": 3, "stops": True, "text": "3 pins: pinned down"}
    assert rob["wounds"] == {"left": 1, "most": 2}
    assert rob["bound"] == ["Bea"]
    assert bea["statuses"][0]["text"] == "Engaged with Rob"
    assert (rob["state"], ann["state"]) == ("ready", "done")
    assert (ann["x"], ann["y"], ann["radius"]) == (20, 20, 0.5)


def test_faces_of_a_hill_are_named_edge_by_edge() -> None:
    hill = {
        "id": "hill", "x": [10, 16], "y": [10, 16], "height": 3, "flags": ["impassable", "surface"],
        "climbable": ["north"], "slope": ["east"],
    }  # fmt: skip
    game = battle(red("Rob", [5, 5]), blue("Bea", [30, 30]), terrain=[hill])
    (piece,) = msgspec.json.decode(msgspec.json.encode(RULESET.scene(game.reading(0)).ground.pieces))
    assert piece["faces"] == ["cliff", "slope", "climb", "cliff"]
    assert "3″ high." in piece["text"]


def test_random_battles_have_scenes_at_every_question() -> None:
    for seed in range(3):
        game, rng = new_battle(seed), Random(seed)
        while game.question is not None:
            scene = json.loads(msgspec.json.encode(RULESET.scene(game.reading(0))))
            standing = {model.name: (model.x, model.y) for model in game.state.models if model.standing}
            shown = {model["id"]: (model["x"], model["y"]) for model in scene["models"] if "x" in model}
            assert shown.items() >= standing.items()
            play_on(game, rng, 7)


# ---- looking ----------------------------------------------------------------------------------------


def test_measuring_goes_from_edge_to_edge() -> None:
    game = battle(red("Rob", [10, 10]), blue("Bea", [20, 10]), terrain=[WALL | {"x": [30, 31]}])
    found = RULESET.measure(game.reading(), Viewpoint("Rob"), Viewpoint("Bea"))
    assert (found["distance"], found["text"], found["clause"]) == (9.0, "9.0″", "RE-0.4")
    assert found["line"] == [[10.5, 10], [19.5, 10]]
    assert RULESET.measure(game.reading(), Viewpoint("Rob", (13, 14)), Viewpoint(at=(13, 20)))["distance"] == 5.5
    assert RULESET.measure(game.reading(), Viewpoint("Bea"), Viewpoint(piece="wall"))["distance"] == 9.5


@pytest.mark.parametrize("spot", [Viewpoint("Nobody"), Viewpoint(), Viewpoint(mark="Z"), Viewpoint(piece="nothing")])
def test_there_must_be_something_to_measure_from(spot: Viewpoint) -> None:
    game = battle(red("Rob", [10, 10]), blue("Bea", [20, 10]))
    with pytest.raises(SandtableError):
        RULESET.measure(game.reading(), spot, Viewpoint("Bea"))


def test_sight_names_what_is_in_the_way() -> None:
    game = battle(red("Rob", [8, 13]), blue("Bea", [16, 13]), blue("Cal", [8, 30]), terrain=[WALL])
    found = sights(game, Viewpoint("Rob"))
    assert found["Bea"]["sees"] is False
    assert found["Bea"]["seen"] == 0.0
    assert found["Bea"]["blockers"] == ["wall"]
    assert "wall" in found["Bea"]["verdict"]
    assert found["Cal"]["sees"] is True
    assert found["Cal"]["seen"] == 1.0


def test_sight_from_a_planned_place_changes_nothing() -> None:
    game = battle(red("Rob", [8, 13]), blue("Bea", [16, 13]), terrain=[WALL])
    before = game.hash()
    assert sights(game, Viewpoint("Rob", (8, 20)))["Bea"]["sees"] is True
    assert sights(game, Viewpoint("Rob"), Viewpoint("Bea", (16, 24)))["Bea"]["sees"] is True
    assert game.hash() == before


def test_sight_says_what_the_rules_say() -> None:
    game, rng = new_battle(11), Random(11)
    compared = 0
    while game.question is not None and compared < 400:
        for viewer in game.state.standing(0):
            for to, one in sights(game, Viewpoint(viewer.name)).items():
                target = next(model for model in game.state.models if model.name == to)
                assert one["sees"] == sees(game.state, viewer, target)
                hidden = obscured(game.state, game.options, viewer, target)
                if one["sees"]:
                    assert hidden == ("Obscured" in one["verdict"])
                    assert hidden or one["seen"] == 1.0
                compared += 1
        play_on(game, rng, 9)
    assert compared


def test_a_mover_is_told_who_watches() -> None:
    game = battle(
        red("Rob", [8, 13]), blue("Bea", [16, 13], weapons=["Assault Rifle"]),
        blue("Cal", [16, 20], weapons=["Assault Rifle"], activated=True),
    )  # fmt: skip
    moving(game, "Rob")
    found = sights(game, Viewpoint("Rob", (9, 13)))
    assert found["Bea"]["watches"] is True
    assert "Overwatch" in found["Bea"]["warning"]
    assert found["Cal"]["watches"] is False


# ---- planning ---------------------------------------------------------------------------------------


def test_a_preview_is_the_length_of_the_way() -> None:
    game = battle(red("Rob", [8, 13]), blue("Bea", [40, 13]), terrain=[WALL])
    question = moving(game, "Rob")
    straight = RULESET.preview(game.reading(), question, question.read({"Rob": [8, 16]}))
    assert straight is not None
    assert (straight["spent"], straight["of"], straight["text"]) == (3.0, 6.0, "3″ of 6″")
    assert straight["path"] == [[8, 13, 0], [8, 16, 0]]


def test_named_places_are_legal_and_differ() -> None:
    game = battle(red("Rob", [8, 13]), blue("Bea", [20, 13]), terrain=[WALL])
    question = moving(game, "Rob")
    found = RULESET.places(game.reading(), question)
    assert 4 <= len(found) <= 12
    assert len({place["label"] for place in found}) == len(found)
    for place in found:
        question.read(place["answer"])
    assert any("wall" in place["label"] for place in found)


def test_a_model_that_enters_is_told_where() -> None:
    game, rng = Game(RULESET), Random(5)
    while True:
        question = game.question
        assert isinstance(question, Question)
        if question.kind == "move":
            break
        game.answer(question.pick(rng))
    region = question.drawn()
    assert region["zone"]
    assert len(region["rings"]) >= len(region["zone"])  # and holes where nobody can stand
    found = RULESET.places(game.reading(), question)
    assert found
    for place in found:
        question.read(place["answer"])


# ---- motion and cards -------------------------------------------------------------------------------


def test_a_move_is_shown_along_its_path() -> None:
    game = battle(red("Rob", [8, 13]), blue("Bea", [40, 13]))
    moving(game, "Rob")
    game.answer({"Rob": [[8, 16], [9, 16]]})
    moved = [RULESET.motion(event) for event in game.events or [] if event.kind == "moved"]
    assert moved == [{"do": "move", "who": "Rob", "path": [[8, 13, 0], [8, 16, 0], [9, 16, 0]], "how": "walk"}]


def test_motions_of_whole_battles_name_models() -> None:
    game, rng = new_battle(8), Random(8)
    play_on(game, rng)
    names = {model.name for model in game.state.models}
    shown = motions(game)
    assert {"move", "shot"} <= {motion["do"] for motion in shown}
    assert all(motion["who"] in names for motion in shown)
    json.dumps(shown)


def test_cards_of_models_and_terrain() -> None:
    game = battle(red("Rob", [8, 13], weapons=["Assault Rifle"]), blue("Bea", [40, 13]), terrain=[WALL])
    assert "Assault Rifle: range" in RULESET.card(game.reading(), "rob")[1]
    assert RULESET.card(game.reading(), "wall")[0] == "wall"
    assert RULESET.card(game.reading(), "Zed") == ["There is no model 'Zed'."]


def test_there_is_always_a_named_place_to_answer_with() -> None:
    """Also for a climb that leads nowhere: to stay is an answer."""
    from random import Random

    from sandtable.engine import Game, Move, Place, Pseudo
    from sandtable.engine.registry import ruleset

    rules: Any = ruleset("roe")
    asked = stays = 0
    for seed in range(12):
        rng = Random(seed)
        game: Game[Any] = Game(rules, rules.quick_setup(), dice=Pseudo(rng), events=False)
        while game.question is not None:
            if isinstance(game.question, Move | Place):
                named = rules.places(game.reading(), game.question)
                asked += 1
                stays += named == [one for one in named if one["label"] == "stay where it is"]
                assert named, game.question.prompt
            game.answer(game.question.pick(rng))
    assert asked > 100
    assert stays
