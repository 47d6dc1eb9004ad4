"""Walking, charging, asking and drawing under other policies than any book's: the storey takes what differs as data."""

from __future__ import annotations

from math import cos, hypot, pi, sin
from random import Random
from typing import Any

import pytest

from sandtable.engine.questions import Point, Refusal
from sandtable.skirmish.asking import DrawnMove, ask_path
from sandtable.skirmish.candidates import Leaning, candidates
from sandtable.skirmish.charges import charges, find_charge
from sandtable.skirmish.levels import Heights
from sandtable.skirmish.regions import region
from sandtable.skirmish.rounding import Rounding
from sandtable.skirmish.routes import way_to
from sandtable.skirmish.touching import would_touch
from sandtable.skirmish.walking import Walk, judge
from sandtable.table import STEP, snap
from tests.rulesets.regions import rings_of
from tests.skirmish.bodies import Pawn
from tests.skirmish.brute import circle, shapely, shortest
from tests.skirmish.scenes import HILL, ROCK, battlefield, march


@pytest.mark.parametrize("contact", [0.02, STEP])
def test_a_charge_is_found_wherever_brute_force_finds_one(contact: float) -> None:
    """Bases stand on the lattice: with a contact of one step there is still a place on every side."""
    where, charged = battlefield(ROCK, rounding=Rounding(contact=contact)), 0
    for seed in range(25):
        rng = Random(seed)
        tom = Pawn("Tom", 12.75, 12.0, side=1)
        way = rng.uniform(0, 2 * pi)
        ann = Pawn("Ann", snap(12.75 + 3.5 * cos(way)), snap(12.0 + 3.5 * sin(way)))
        pals = [
            Pawn(
                f"Pal {n}",
                snap(12.75 + 1.1 * cos(way + turn)),
                snap(12.0 + 1.1 * sin(way + turn)),
                side=rng.choice((0, 1)),
            )
            for n, turn in enumerate((0.5, -0.6))
        ]
        one = march(where, ann, tom, *pals, inches=5.0, target=tom, through_friends=rng.random() < 0.5)
        costs, ways = shortest(one, [((ann.x, ann.y), 0.0)], circle(tom.x, tom.y, 1.0 + contact / 2, 90))
        near = sorted((cost, n) for n, cost in enumerate(costs) if cost <= one.inches - 0.01)
        proof = next((ways[n][1:] for _, n in near if isinstance(judge(one, ways[n][1:]), Walk)), None)
        found = find_charge(one)
        assert proof is None or found is not None, (seed, proof)
        if found is not None:
            charged += 1
            end = found[1].end
            assert would_touch(where, ann, (end.x, end.y, end.z), tom)
    assert charged > 15


def test_a_charge_at_somebody_out_of_reach_is_not_even_looked_for() -> None:
    where = battlefield(ROCK, rounding=Rounding(contact=0.02))
    ann, near, far = Pawn("Ann", 2.0, 12.0), Pawn("Tom", 6.01, 12.0, side=1), Pawn("Una", 6.03, 14.0, side=1)
    assert any(charges(march(where, ann, near, far, inches=3.0, target=near)))
    assert len(where.charges) == 1
    assert not any(charges(march(where, ann, near, far, inches=3.0, target=far)))
    assert len(where.charges) == 1


@pytest.mark.parametrize("also", [(), ((6.0, 10.0),), ((5.5, 9.875),)])
def test_whoever_leaves_an_enemy_finds_the_way_round_him(also: tuple[tuple[float, float], ...]) -> None:
    """Every place of a raster that a way by brute force reaches is granted as a wish and lies in the drawn region."""
    where = battlefield(rounding=Rounding(contact=0.02))
    ann, tom = Pawn("Ann", 6.0, 9.0), Pawn("Tom", 7.0, 9.0, side=1)
    one = march(where, ann, tom, *(Pawn(f"Foe {n}", x, y, side=1) for n, (x, y) in enumerate(also)), inches=5.0)
    raster = [(6.0 + dx / 2, 9.0 + dy / 2) for dx in range(-4, 9) for dy in range(-6, 7)]
    off = (5.9, 8.9)
    costs, ways = shortest(one, [(off, hypot(0.1, 0.1))], raster, spacing=0.03)
    drawn, granted = rings_of(region(one)), 0
    for (x, y), cost, way in zip(raster, costs, ways, strict=True):
        if cost < 4.75 and isinstance(judge(one, way), Walk):
            assert not isinstance(way_to(one, Point(x, y)), Refusal), (x, y)
            assert drawn.distance(shapely.Point(x, y)) < 0.125, (x, y)
            granted += 1
    assert granted > 80


def test_levels_are_as_high_as_the_policy_says() -> None:
    low, high = Heights(body=1.0, storey=3.0), Heights(body=2.0, storey=12.0)
    assert [low.level_of(z) for z in (1.0, 1.5, 3.0, 3.5, 6.5)] == [0, 1, 1, 2, 3]
    assert [high.level_of(z) for z in (2.0, 2.5, 12.0, 12.5)] == [0, 1, 1, 2]
    assert (low.footing(1.5), high.footing(1.5)) == (1.5, 0.0)
    assert not low.beside(0.0, 1.0)
    assert high.beside(0.0, 1.5)


def test_as_many_levels_as_the_march_allows() -> None:
    tower = type(HILL)("tower", (10.0, 14.0), (14.0, 18.0), 6.0, ("impassable", "surface"), climbable=("south",))
    ann, there = Pawn("Ann", 12.0, 13.0), [Point(12, 16)]
    assert isinstance(judge(march(battlefield(tower), ann, climbs=True), there), Refusal)
    found = judge(march(battlefield(tower), ann, climbs=True, levels=2), there)
    assert isinstance(found, Walk)
    assert (found.end.z, found.levels) == (6.0, 2)


def test_a_wish_behind_a_rock_is_reached_round_it_and_round_everybody() -> None:
    where = battlefield(ROCK)
    ann, tom = Pawn("Ann", 9.0, 10.0), Pawn("Tom", 11.0, 8.25, side=1)
    one = march(where, ann, tom, inches=8.0)
    way = way_to(one, Point(13, 10))
    assert not isinstance(way, Refusal)
    assert min(p.y for p in way) >= 10.0, "past the side where nobody stands"
    assert isinstance(judge(one, way), Walk)


def test_a_question_is_read_previewed_and_drawn() -> None:
    where = battlefield(ROCK, HILL)
    ann = Pawn("Ann", 4.0, 4.0)
    asked = ask_path(march(where, ann), Leaning(goal=(8.0, 4.0)), "Ann moves", "X-1")
    question = next(asked)
    assert isinstance(question, DrawnMove)
    answers = list(question.legal())
    assert answers[0] == {"Ann": [[8.0, 4.0]]}, "its goal first of all"
    value = question.read({"Ann": [5, 4]})
    assert question.walked(value["Ann"]).length == 1.0
    rings: list[Any] = question.drawn()["rings"]
    assert any(len(ring) > 8 for ring in rings)
    with pytest.raises(StopIteration) as done:
        asked.send(value)
    assert done.value.value.end == Point(5, 4)


def test_candidates_leave_whom_they_touch_and_come_in_over_their_zone() -> None:
    where = battlefield()
    ann, tom = Pawn("Ann", 12.0, 12.0), Pawn("Tom", 13.0, 12.0, side=1)
    (first, *_), walked = next(candidates(march(where, ann, tom), Leaning(leaves=(tom,))))
    assert (first.x < 7, first.y, walked.levels) == (True, 12.0, 0)
    zone = ((0.0, 4.0, 0.0, 8.0),)
    for path, entered in candidates(march(where, Pawn("Bo", 0.0, 0.0), ann, tom, entering=True, zone=zone), Leaning()):
        assert path[0].x == 0.0
        assert 4.0 <= path[0].y <= 8.0
        assert entered.end.x >= 0.5


@pytest.mark.parametrize("climbs", [False, True])
def test_whoever_names_its_own_place_stays_there_also_in_contact(climbs: bool) -> None:
    ann, tom = Pawn("Ann", 6.0, 9.0), Pawn("Tom", 7.0, 9.0, side=1)
    one = march(battlefield(), ann, tom, climbs=climbs)
    stays = judge(one, [])
    assert isinstance(stays, Walk)
    assert judge(one, [Point(6.0, 9.0)]) == judge(one, [Point(6.0, 9.0)] * 2) == stays
    assert isinstance(judge(one, [Point(6.0, 9.0 + STEP)]), Refusal), "another place in contact is refused"
