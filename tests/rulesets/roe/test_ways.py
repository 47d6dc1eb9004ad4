"""Ways and places that are found, against slow searches that look everywhere."""

from __future__ import annotations

from math import cos, hypot, pi, sin
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.engine.dice import Pseudo, Scripted
from sandtable.engine.errors import SetupError
from sandtable.engine.game import Game
from sandtable.engine.questions import Point, Refusal
from sandtable.rulesets.roe import RULESET
from sandtable.rulesets.roe.field import field_of
from sandtable.rulesets.roe.measures import TOUCH
from sandtable.rulesets.roe.state import Model, State
from sandtable.rulesets.roe.walking import Trip, standing_refused
from sandtable.skirmish.charges import charges, find_charge
from sandtable.skirmish.contact import contact_places
from sandtable.skirmish.routes import way_to
from sandtable.skirmish.touching import would_touch
from sandtable.skirmish.walking import judge
from sandtable.table import snap
from tests.proves import proves
from tests.rulesets.roe.battles import blue, red, skirmish

OPTIONS = RULESET.rulebook.options({})
HALL = {
    "id": "hall", "x": [14, 22], "y": [13, 19], "height": 7, "floors": [3.5], "climbable": ["west"],
    "flags": ["impassable", "surface", "into-out-of", "cover"],
    "doors": [{"face": "south", "at": [17.25, 18.75]}, {"face": "west", "at": [15, 17], "floor": 3.5}],
}  # fmt: skip
LADDERS = [
    {"id": "ladder", "x": [20, 21], "y": [14, 15.5], "height": 3.5, "flags": ["ladder"]},
    {"id": "roof ladder", "x": [15.5, 16.5], "y": [17.25, 18.25], "bottom": 3.5, "height": 3.5, "flags": ["ladder"]},
]


def begun(*models: dict[str, Any], **more: Any) -> State:
    return RULESET.begin(skirmish(*models, **more), OPTIONS)


# ---- contact --------------------------------------------------------------------------------------


def joined_by(
    models: list[dict[str, Any]], more: list[dict[str, Any]], terrain: list[dict[str, Any]], **rest: Any
) -> State:
    """The models, and as many of the others and of the pieces of terrain as find room."""
    rocks: list[dict[str, Any]] = []
    for piece in terrain:
        if _begins(*models, terrain=[*rocks, piece], **rest):
            rocks.append(piece)
    for one in more:
        if _begins(*models, one, terrain=rocks, **rest):
            models = [*models, one]
    return begun(*models, terrain=rocks, **rest)


def _begins(*models: dict[str, Any], **more: Any) -> bool:
    try:
        begun(*models, **more)
    except SetupError:
        return False
    return True


def crowd(rng: Random) -> State:
    """Ann, and Tom with others who stand close about him, by a rock or a wall."""
    ann, tom = red("Ann", [10, 6], base=rng.choice((1, 1, 1.5))), blue("Tom", [12, 10], base=rng.choice((1, 1, 1.5)))
    close = tom["base"] / 2 + 0.5 + rng.choice((0.005, 0.05, 0.4))
    angles = [rng.uniform(0, 2 * pi) for _ in range(rng.randint(3, 8))]
    others = [
        {"name": f"Foe {n}", "player": rng.choice(("Red", "Blue")), "at": [12 + close * cos(a), 10 + close * sin(a)]}
        for n, a in enumerate(angles)
    ]
    rocks = []
    if rng.random() < 0.5:
        x, y, flag = rng.uniform(12.8, 13.2), rng.uniform(8, 11), rng.choice(("impassable", "obstacle"))
        rocks = [{"id": "rock", "x": [x, x + 1], "y": [y, y + 2], "height": 1, "flags": [flag]}]
    return joined_by([ann, tom], others, rocks)


def stands_in_contact(state: State, model: Model, target: Model, x: float, y: float) -> bool:
    where = field_of(state)
    return would_touch(where, model, (x, y, 0.0), target) and standing_refused(state, model, Point(x, y, 0.0)) is None


@proves("RE-4.27", "RE-2.12")
def test_a_place_in_contact_is_found_wherever_there_is_one() -> None:
    narrow = 0
    for seed in range(150):
        state = crowd(Random(seed))
        ann, tom = state.models[:2]
        march = Trip(state, OPTIONS, ann, "assault", False, tom).march
        found = list(contact_places(replace(march, inches=20.0), tom))
        assert all(stands_in_contact(state, ann, tom, p.x, p.y) for p in found), seed
        ring = ann.radius + tom.radius + TOUCH / 2
        everywhere = [
            stands_in_contact(state, ann, tom, snap(tom.x + ring * cos(a)), snap(tom.y + ring * sin(a)))
            for a in (k * pi / 360 for k in range(720))
        ]
        assert bool(found) >= any(everywhere), seed
        narrow += 0 < sum(everywhere) < 20
    assert narrow > 2, "some scenes leave only a gap of less than ten degrees"


@proves("RE-4.27")
def test_a_screen_with_one_gap_is_passed_and_a_closed_one_is_not() -> None:
    for gap, reached in ((1.0, True), (1.02, True), (0.98, False)):
        half = (1 + gap) / 2
        screen = [[12 - half, 9], [12 + half, 9], [12 - half - 1, 9.2], [12 + half + 1, 9.2]]
        sides = [[10.2, 10.4], [13.8, 10.4]]
        models = [red("Ann", [12, 7.5]), blue("Tom", [12, 10.4])]
        models += [blue(f"Foe {n}", at) for n, at in enumerate(screen + sides)]
        state = begun(*models)
        trip = Trip(state, OPTIONS, state.models[0], "assault", False, state.models[1])
        assert (next(charges(trip.march), None) is not None) == reached, gap


# ---- ways to named places -------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_a_remembered_assault_is_the_one_that_would_be_found_now(seed: int) -> None:
    """One field serves all positions of a battle: what it remembers must depend on nothing else that changes."""
    rng = Random(seed)
    state = crowd(rng)
    home = [(one.x, one.y) for one in state.models]
    trips = [
        Trip(state, OPTIONS, model, "assault", fleet, target)
        for model in state.standing(0) for target in state.standing(1) for fleet in (False, True)
    ]  # fmt: skip
    for _ in range(30):
        one = rng.choice(state.models)
        x, y = rng.choice((home[one.number], (snap(one.x + rng.uniform(-2, 2)), snap(one.y + rng.uniform(-2, 2)))))
        if standing_refused(state, one, Point(x, y, one.z)) is None:
            one.x, one.y = x, y
        one.pins, one.activated = rng.randint(0, 3), rng.random() < 0.5
        trip = rng.choice(trips)
        assert next(charges(trip.march), None) == find_charge(trip.march)


def climbing_scene(rng: Random) -> State:
    """Ann beside a block with one climbable face, with rocks at its foot and enemies below and on top."""
    right, top = 10 + rng.uniform(2, 4), 9 + rng.uniform(2, 3)
    face = rng.choice(("south", "north"))
    block = {
        "id": "block", "x": [10, right], "y": [9, top], "height": 3, "flags": ["impassable", "surface"],
        "climbable": [face],
    }  # fmt: skip
    foot = 9 - rng.uniform(1.2, 2) if face == "south" else top + rng.uniform(1.2, 2)
    rock = {
        "id": "rock", "x": [11, 11.6], "y": [foot - 0.1, foot + 0.1], "height": 2, "flags": ["impassable"],
    }  # fmt: skip
    ann = red("Ann", [rng.choice((9.3, 9.4, right + 0.6)), rng.uniform(9, top)])
    if rng.random() < 0.5:
        ann = red("Ann", [rng.uniform(9.5, right + 0.5), foot + (0.7 if face == "north" else -0.7)])
    enemies = [
        blue(f"Foe {n}", [rng.uniform(10, right), rng.uniform(8, top + 1)], level=rng.choice((0, 1))) for n in range(4)
    ]
    return joined_by([ann, blue("Tom", [40, 30])], enemies, [block, rock])


@proves("RE-2.8", "RE-2.2")
def test_a_climb_is_found_where_a_way_with_one_bend_leads_there() -> None:
    tested = found = 0
    for seed in range(600):
        rng = Random(seed)
        state = climbing_scene(rng)
        trip = Trip(state, OPTIONS, state.models[0], "climb")
        goal = Point(snap(rng.uniform(10.5, 13)), snap(rng.uniform(9.5, 11.5)))
        if not _bent_way_exists(trip, goal, rng):
            continue
        tested += 1
        way = way_to(trip.march, goal)
        assert isinstance(way, Refusal) or not isinstance(judge(trip.march, way), Refusal)
        found += not isinstance(way, Refusal)
    assert tested > 50
    assert found >= 0.98 * tested, (found, tested)


def _bent_way_exists(trip: Trip, goal: Point, rng: Random) -> bool:
    """Is there a way with one bend at a random point? A little shorter than allowed, as found ways are not perfect."""
    x, y = trip.model.x, trip.model.y
    for _ in range(150):
        bend = Point(snap(rng.uniform(9, 14)), snap(rng.uniform(7.5, 13.5)))
        length = hypot(bend.x - x, bend.y - y) + hypot(goal.x - bend.x, goal.y - bend.y)
        if length <= trip.limit.inches - 0.05 and not isinstance(judge(trip.march, (bend, goal)), Refusal):
            return True
    return False


@proves("RE-2.39")
def test_every_floor_of_a_hall_can_be_reached_from_the_next() -> None:
    climbs: list[tuple[list[float], int, list[float], int]] = [
        ([19, 14.5], 0, [19, 17], 1),
        ([19, 17], 1, [19, 14.5], 0),
        ([17, 16], 1, [17, 16.5, 7], 2),
        ([17, 17], 2, [18, 17], 1),
        ([13, 15], 0, [15, 16], 1),
        ([15, 16], 1, [13, 15], 0),
    ]
    for start, level, wish, reached in climbs:
        setup = skirmish(red("Ann", start, level=level), blue("Tom", [40, 30]), terrain=[HALL, *LADDERS])
        game = Game(RULESET, setup, {}, Scripted([]))
        for answer in ("Ann", "advance", "no focus", "climb"):
            game.answer(answer)
        game.answer({"Ann": wish})
        ann = RULESET.facts(game.reading())["Ann"]
        assert (ann["at"], ann["level"]) == (wish[:2], reached), start


# ---- whoever stands, stands rightly ---------------------------------------------------------------


@proves("RE-0.9", "RE-0.10", "RE-2.8", "RE-2.39")
@pytest.mark.parametrize("seed", range(12))
def test_everybody_always_stands_on_a_floor_and_on_nobody(seed: int) -> None:
    rng = Random(seed)
    halls: list[float] = []
    models = [
        {"name": f"{side} {n}", "player": side, "at": [x, y], "level": level, "base": rng.choice((1, 1, 1.5)),
         "weapons": ["Battle Rifle"]}
        for n, (side, x, y, level) in enumerate([
            ("Red", 15, 4.75, 1), ("Red", 17, 6.5, 0), ("Red", 19, 8.5, 2), ("Red", 13.25, 6.5, 0),
            ("Blue", 20, 8.5, 1), ("Blue", 16, 8.5, 0), ("Blue", 20.2, 6, 2), ("Blue", 23.5, 8, 0),
        ])
    ]  # fmt: skip
    setup = {"situation": {"map": "Foundry", "round": 2, "phase": "command", "objective_set": 1,
                           "player": [{"name": "Red"}, {"name": "Blue"}], "model": models}}  # fmt: skip
    game = Game(RULESET, setup, {}, Pseudo(rng), events=False)
    while game.question is not None:
        game.answer(game.question.pick(rng))
        state = game.state
        where = field_of(state)
        for model in state.models:
            if model.standing:
                assert standing_refused(state, model, Point(model.x, model.y, model.z)) is None, model
                assert model.z in where.surfaces(model.x, model.y), model
                halls.append(model.z)
    assert 3.5 in halls
