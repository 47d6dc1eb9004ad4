"""The drawn region of a move holds the places that are legal, and no others: entries, walks, climbs up and down."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.engine.game import Game
from sandtable.engine.questions import Question
from sandtable.rulesets.roe import RULESET
from sandtable.rulesets.roe.state import State
from tests.rulesets.regions import agrees, drawn
from tests.rulesets.roe.battles import blue, red, skirmish

shapely: Any = pytest.importorskip("shapely")
PLACES = 120


def asked(game: Game[State], *answers: str) -> Question:
    """Goes on with whichever of these answers is offered until somebody is asked for a path."""
    for _ in range(6):
        question = game.question
        assert isinstance(question, Question)
        if question.kind == "move":
            return question
        options = {option.id.lower(): option.id for option in question.options}  # type: ignore[attr-defined]
        wanted = next((options[answer] for answer in (*answers, "no focus") if answer in options), None)
        assert wanted is not None, (question.prompt, sorted(options))
        game.answer(wanted)
    raise AssertionError("nobody is asked for a path")


def test_a_walk_leaves_out_friends_enemies_and_the_tops_of_obstacles() -> None:
    wall = {"id": "wall", "x": [9, 12], "y": [14, 14.5], "height": 1, "flags": ["obstacle"]}
    rock = {"id": "rock", "x": [5, 7], "y": [14, 16], "height": 3, "flags": ["impassable"]}
    game = Game(
        RULESET, skirmish(red("Rob", [8, 13]), red("Rea", [10, 11]), blue("Bea", [8, 17]), terrain=[wall, rock])
    )
    question = asked(game, "rob", "advance", "move")
    region = drawn(question)
    for x, y in ((10, 11), (8, 17), (10.5, 14.25), (6, 15)):
        assert not region.contains(shapely.Point(x, y))
    inside, outside = agrees(question, Random(1), PLACES)
    assert min(inside, outside) > 20


@pytest.mark.parametrize("title", ["Relay Station", "Foundry", "Terraces"])
def test_an_entry_is_drawn_as_far_as_it_goes_from_anywhere_in_the_zone(title: str) -> None:
    setup = next(setup for name, setup in RULESET.ready_setups().items() if name.startswith(title))
    game, rng = Game(RULESET, setup), Random(4)
    tried = 0
    while tried < 3:
        question = game.question
        assert isinstance(question, Question)
        if question.kind == "move" and question.drawn()["zone"] and drawn(question).area:
            inside, outside = agrees(question, rng, 60)
            assert outside
            tried += inside > 0
        game.answer(question.pick(rng))


HILL = {
    "id": "hill", "x": [10, 18], "y": [10, 16], "height": 3, "flags": ["impassable", "surface"], "climbable": ["west"],
}  # fmt: skip


def test_a_climb_up_ends_on_the_hill_behind_its_climbable_face() -> None:
    game = Game(RULESET, skirmish(red("Rob", [9, 12]), blue("Bea", [40, 13]), terrain=[HILL]))
    question = asked(game, "rob", "advance", "climb")
    assert shapely.box(10.4, 10.4, 17.6, 15.6).contains(drawn(question))
    inside, outside = agrees(question, Random(2), PLACES)
    assert min(inside, outside) > 10


def test_a_climb_down_ends_on_the_ground_in_front_of_it() -> None:
    game = Game(RULESET, skirmish(red("Rob", [11, 12], level=1), blue("Bea", [40, 13]), terrain=[HILL]))
    question = asked(game, "rob", "advance", "climb")
    assert drawn(question).distance(shapely.box(10, 10, 18, 16)) > 0.4
    inside, outside = agrees(question, Random(3), PLACES)
    assert min(inside, outside) > 10


def test_a_slope_leads_on_to_the_next_level() -> None:
    slope = HILL | {"climbable": [], "slope": ["west"]}
    game = Game(RULESET, skirmish(red("Rob", [9, 12]), blue("Bea", [40, 13]), terrain=[slope]))
    question = asked(game, "rob", "advance", "move")
    region = drawn(question)
    assert region.contains(shapely.Point(8, 14))
    assert region.contains(shapely.Point(12, 12))
    inside, outside = agrees(question, Random(5), PLACES)
    assert min(inside, outside) > 20


def test_a_ladder_leads_to_the_floor_above() -> None:
    house = {
        "id": "house", "x": [10, 18], "y": [10, 16], "height": 7, "flags": ["impassable", "into-out-of", "surface"],
        "floors": [3.5], "doors": [{"face": "west", "at": [12, 14]}],
    }  # fmt: skip
    ladder = {"id": "ladder", "x": [13, 14], "y": [13, 14], "bottom": 0, "height": 3.5, "flags": ["ladder"]}
    game = Game(RULESET, skirmish(red("Rob", [12, 12]), blue("Bea", [40, 13]), terrain=[house, ladder]))
    question = asked(game, "rob", "advance", "climb")
    assert shapely.box(10.4, 10.4, 17.6, 15.6).contains(drawn(question))
    inside, outside = agrees(question, Random(6), PLACES)
    assert min(inside, outside) > 10


def test_a_region_is_worked_out_once() -> None:
    game = Game(RULESET, skirmish(red("Rob", [8, 13]), blue("Bea", [40, 13])))
    question = asked(game, "rob", "advance", "move")
    assert question.drawn() is question.drawn()
