"""What the browser is told of a game: grid and measured scenes, sight, measures, previews, named places, motion."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from sandtable.engine.errors import SandtableError
from sandtable.engine.game import Game
from sandtable.engine.looks import Viewpoint
from sandtable.engine.questions import Question
from sandtable.rulesets.opentactics import RULESET
from sandtable.rulesets.opentactics.scene import BY_CARD, icon
from sandtable.rulesets.opentactics.state import State
from tests.games import motions, play_on
from tests.rulesets.opentactics.helpers import positions, random_game, small

ROWS = ["..#..", "..b..", "..1..", "..p..", "....."]
TWO = [
    {"name": "Guard", "card": "Kettle Guard", "player": "Red", "at": "a3"},
    {"name": "Stalker", "card": "Thorn Stalker", "player": "Blue", "at": "e3"},
]


def game_of(rows: list[str] | None = None, units: list[dict[str, Any]] | None = None, **more: Any) -> Game[State]:
    return Game(RULESET, small(units or TWO, rows, **more))


def asked_to_move(game: Game[State]) -> Question:
    while True:
        question = game.question
        assert isinstance(question, Question)
        if question.kind == "move":
            return question
        options = question.options  # type: ignore[attr-defined]
        wanted = [one for one in options if "move" in one.label.lower() or one.id == "Guard"]
        game.answer((wanted or list(options))[0].id)


# ---- scenes -----------------------------------------------------------------------------------------


def test_a_grid_says_what_is_not_plain() -> None:
    scene = json.loads(msgspec.json.encode(RULESET.scene(game_of(ROWS).reading(0))))
    assert scene["kind"] == "grid"
    cells = {tuple(cell["at"]): cell for cell in scene["ground"]["cells"]}
    assert len(cells) == 4
    assert {cell["height"] for cell in cells.values()} == {0, 1, -2}
    rock = next(cell for cell in cells.values() if "impassable" in cell["marks"])
    assert "no entry" in rock["text"]


def test_units_stand_in_their_cells() -> None:
    guard, stalker = msgspec.json.decode(msgspec.json.encode(RULESET.scene(game_of().reading(1)).models))
    assert (guard["x"], guard["y"]) == (0, 2)
    assert (stalker["x"], stalker["y"]) == (4, 2)
    assert guard["icon"] == "checked-shield"


def test_every_card_has_an_icon() -> None:
    game, _ = random_game("icons")
    assert all(icon(unit) for unit in game.state.units)
    assert len(set(BY_CARD.values())) > 10


@pytest.mark.parametrize("measured", [False, True])
def test_random_games_have_scenes_at_every_question(measured: bool) -> None:
    play = "measured" if measured else "grid"
    for number, game in enumerate(positions(f"scene {play}", True, measure=play)):
        if number % 5 == 0:
            scene = json.loads(msgspec.json.encode(RULESET.scene(game.reading(0))))
            assert scene["kind"] == ("table" if measured else "grid")
        if number > 150:
            break


def test_measured_play_is_drawn_on_a_table() -> None:
    game, _ = random_game("measured", measure="measured")
    scene = json.loads(msgspec.json.encode(RULESET.scene(game.reading(None))))
    field = game.state.field
    assert (scene["kind"], scene["ground"]["width"], scene["ground"]["height"]) == ("table", field.columns, field.rows)
    covered = sum(1 for cell in field.cells if field.height(cell) or not field.at(cell).plain)
    assert bool(covered) == bool(scene["ground"]["pieces"])


# ---- looking ----------------------------------------------------------------------------------------


def test_measuring_counts_increments() -> None:
    game = game_of()
    found = RULESET.measure(game.reading(), Viewpoint("Guard"), Viewpoint("Stalker"))
    assert (found["distance"], found["clause"]) == (4, "OT-12.4")
    assert RULESET.measure(game.reading(), Viewpoint("Guard", (2, 2)), Viewpoint(at=(2, 4)))["distance"] == 2
    with pytest.raises(SandtableError):
        RULESET.measure(game.reading(), Viewpoint("Guard"), Viewpoint(at=(9, 9)))


def test_sight_tells_reach_and_cover() -> None:
    game = game_of([".....", ".....", "..b..", ".....", "....."])
    before = game.hash()
    (far,) = RULESET.sight(game.reading(), Viewpoint("Guard"), None)["sights"]
    assert (far["to"], far["distance"], far["reaches"]) == ("Stalker", 4, False)
    assert far["blockers"] == ["c3"]
    assert "Stalker has cover" in far["verdict"]
    (near,) = RULESET.sight(game.reading(), Viewpoint("Guard", (3, 2)), None)["sights"]
    assert (near["distance"], near["reaches"], near["blockers"]) == (1, True, [])
    assert game.hash() == before


# ---- planning ---------------------------------------------------------------------------------------


def test_a_preview_tells_cost_and_tests() -> None:
    game = game_of([".....", ".....", "..1..", ".....", "....."])
    question = asked_to_move(game)
    name = question.wire()["movers"][0]
    found = [RULESET.preview(game.reading(), question, question.read(answer)) for answer in question.legal()]
    assert all(one is not None and 0 < one["spent"] <= one["of"] for one in found)
    assert all(one is not None and one["path"][0] == [0, 2] for one in found), name


def test_named_places_are_legal_and_safe_ones_come_first() -> None:
    game = game_of(ROWS)
    question = asked_to_move(game)
    found = RULESET.places(game.reading(), question)
    assert found
    for place in found:
        question.read(place["answer"])
    risky = ["test" in place["label"] for place in found]
    assert risky == sorted(risky)


# ---- motion -----------------------------------------------------------------------------------------


def test_a_move_is_shown_cell_by_cell() -> None:
    game = game_of()
    question = asked_to_move(game)
    game.answer({question.wire()["movers"][0]: [[1, 2], [1, 3]]})
    moved = [RULESET.motion(event) for event in game.events or [] if event.kind == "moved"]
    assert isinstance(moved[0], dict)
    assert moved[0]["path"] == [[0, 2], [1, 2], [1, 3]]


def test_motions_of_a_whole_game_name_units() -> None:
    game, rng = random_game("motions", True)
    play_on(game, rng)
    names = {unit.name for unit in game.state.units}
    shown = motions(game)
    assert "move" in {motion["do"] for motion in shown}
    assert {motion["who"] for motion in shown} <= names
    json.dumps(shown)
