"""Charges of units: contact for whoever can have it, and as close as possible for the others."""

from __future__ import annotations

from math import cos, hypot, inf, pi, sin
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.engine.questions import Paths, Point, Refusal
from sandtable.engine.units import Wish
from sandtable.skirmish.arrange import arrange
from sandtable.skirmish.closing import Closing, Ranks, may_charge, nearest_gets_there
from sandtable.skirmish.drill import Drill, UnitWalk
from sandtable.skirmish.pace import Pace
from sandtable.skirmish.unit_asking import DrawnUnitMove, Judge, UnitLeaning, ask_unit
from sandtable.skirmish.unit_march import Mover, UnitMarch
from sandtable.table import STEP, Figure, causes, gap, snap
from tests.skirmish.units import BOG, HILL, ROCK, ROUND, piece, rank, unit_march


def charge(figures: list[Figure], *others: Figure, inches: float = 12.0, **more: Any) -> UnitMarch:
    return unit_march(figures, *others, inches=inches, free=frozenset({"blue"}), target="blue", **more)


def asked(march: UnitMarch) -> DrawnUnitMove:
    question = next(ask_unit(march, UnitLeaning(), 0, "Charge", "X"))
    assert isinstance(question, DrawnUnitMove)
    return question


def touching(march: UnitMarch, paths: Paths) -> list[str]:
    ends = {m.name: m.figure.moved(paths[m.name][-1]) if paths[m.name] else m.figure for m in march.movers}
    return [name for name, there in ends.items() if any(gap(there, target) <= 0.0015 for target in march.targets())]


def test_a_unit_of_twenty_charges() -> None:
    march = charge(rank("red", 8, 4, 20), *rank("blue", 8, 14, 10))
    plan = arrange(Drill(march), Wish())
    assert plan.refused is None
    assert len(touching(march, plan.paths)) >= 6
    question = asked(march)
    assert question.read({name: [p.wire() for p in path] for name, path in plan.paths.items()}) == plan.paths
    assert list(question.candidates()) == [plan.paths]


def test_contact_a_hair_too_deep_is_contact() -> None:
    """As people write it, with three decimals: rounding may put a base into the other by a step or two."""
    drill = Drill(charge([Figure("A", ROUND, 8, 8, unit="red")], *rank("blue", 8, 14, 1)))
    for deep in (STEP, 2 * STEP):
        found = drill.judge({"A": (Point(8, 13 + deep),)})
        assert isinstance(found, UnitWalk)
        assert found.ways["A"].end.y == 13.0
    deeper = drill.judge({"A": (Point(8, 13 + 3 * STEP),)})
    assert isinstance(deeper, Refusal)


def test_nobody_holds_back() -> None:
    march = charge([Figure("A", ROUND, 8, 8, unit="red")], *rank("blue", 8, 14, 1))
    for y, why in ((13 - STEP, ""), (12.9, causes.NO_CONTACT), (12, causes.NO_CONTACT)):
        found = asked(march).check({"A": (Point(8, y),)})
        assert (found.cause if found else "") == why
    two = charge(rank("red", 8, 8, 2), *rank("blue", 8, 14, 1))
    lazy: Paths = {"red 1": (Point(8, 13 - STEP),), "red 2": (Point(9.25, 12.5),)}
    refused = asked(two).check(lazy)
    assert refused is not None
    assert (refused.cause, refused.clause) == (causes.NOT_CLOSE, "X-NOT_CLOSE")
    whole = arrange(Drill(two), Wish())
    assert sorted(touching(two, whole.paths)) == ["red 1", "red 2"]


def test_where_there_is_room_in_contact_a_tenth_is_not_forgiven() -> None:
    two = charge(rank("red", 8, 8, 2), *rank("blue", 8, 14, 1))
    for x, why in ((9.0, ""), (9.05, causes.NOT_CLOSE)):
        found = asked(two).check({"red 1": (Point(8, 13),), "red 2": (Point(x, 14),)})
        assert (found.cause if found else "") == why


def test_who_is_out_of_reach_comes_within_a_tenth_of_as_close_as_it_can() -> None:
    slow = [Figure("A", ROUND, 8, 8, unit="red"), Figure("B", ROUND, 8, 6.75, unit="red")]
    march = charge(slow, *rank("blue", 8, 14, 1))
    march = replace(march, movers=(Mover(slow[0], 6.0), Mover(slow[1], 5.0)))
    for y, why in ((11.75, ""), (11.66, ""), (11.6, causes.NOT_CLOSE)):
        found = asked(march).check({"A": (Point(8, 13 - STEP),), "B": (Point(8, y),)})
        assert (found.cause if found else "") == why, y


def test_a_charge_is_possible_or_not() -> None:
    unit, foes = [Figure("A", ROUND, 8, 8, unit="red")], rank("blue", 8, 14, 1)
    assert may_charge(Drill(charge(unit, *foes, inches=5.0)))
    assert not may_charge(Drill(charge(unit, *foes, inches=4.9)))
    wall = piece("wall", (0.0, 30.0), (10.0, 11.0), 5.0, "no entry")
    assert not may_charge(Drill(charge(unit, *foes, terrain=(wall,))))
    guards = [Figure(f"G{k}", ROUND, 6 + 1.5 * k, 12.4, unit="green") for k in range(4)]
    assert not may_charge(Drill(charge(unit, *foes, *guards, inches=6.0)))
    bog = replace(BOG, outline=((0, 9), (30, 9), (30, 11), (0, 11)))
    assert may_charge(Drill(charge(unit, *foes, terrain=(bog,))))
    assert not may_charge(Drill(charge([Figure("A", ROUND, 8, 6.5, unit="red")], *foes, terrain=(bog,))))
    beside = [Figure("A", ROUND, 8, 13, unit="red")]
    assert may_charge(Drill(charge(beside, *foes, inches=0.0)))


def test_who_gets_into_contact_goes_first_even_if_others_are_nearer() -> None:
    """Else the others would take their places without it."""
    wall = piece("wall", (0.0, 9.25), (10.0, 11.0), 5.0, "no entry")
    unit = [Figure("A", ROUND, 8.625, 8.75, unit="red"), Figure("B", ROUND, 10.25, 9, unit="red")]
    march = charge(unit, *rank("blue", 8, 14, 1), inches=4.5625, terrain=(wall,))
    assert may_charge(Drill(march))
    assert not nearest_gets_there(Drill(march))
    plan = arrange(Drill(march), Wish())
    assert plan.refused is None
    assert touching(march, plan.paths) == ["B"]
    farther = charge(unit, *rank("blue", 8, 14, 1), inches=12.0, terrain=(wall,))
    assert nearest_gets_there(Drill(farther))


@pytest.mark.parametrize("seed", range(4))
def test_what_is_told_to_be_shut_is_refused_by_the_judge(seed: int) -> None:
    """The quick word of a pace before a way is looked for: never about a way that is open."""
    rng = Random(f"shut {seed}")
    figure = Figure("A", ROUND, snap(rng.uniform(8, 13)), snap(rng.uniform(5, 7.5)), unit="red")
    foes, third = rank("blue", 9, 13, 3, 3), rank("green", snap(rng.uniform(6, 14)), 10.5, 2, 2)
    bog = replace(BOG, outline=((6, 8), (10, 8), (10, 9.5), (6, 9.5)))
    drill = Drill(charge([figure], *foes, *third, terrain=(ROCK, bog)))
    pace, (mover,) = Pace(drill, inf, drill.march.slow), drill.march.movers
    shut = 0
    for _ in range(200):
        x, y = snap(rng.uniform(4, 16)), snap(rng.uniform(4, 16))
        if pace.shut(mover, x, y):
            shut += 1
            assert isinstance(pace.way(mover, x, y, bends=False), Refusal), (x, y)
    assert shut


def test_whoever_stands_in_slow_ground_has_no_way_round_it() -> None:
    bog = replace(BOG, outline=((6, 6), (10, 6), (10, 9), (6, 9)))
    for y, mired in ((8.0, True), (9.25, True), (9.5, False)):
        drill = Drill(charge([Figure("A", ROUND, 8, y, unit="red")], *rank("blue", 8, 14, 1), terrain=(bog,)))
        pace, (mover,) = Pace(drill, inf, drill.march.slow), drill.march.movers
        assert pace.mired(mover) is mired
        assert isinstance(pace.way(mover, 8.0, 13.0), Refusal) is mired


def test_ground_that_slows_nobody_is_not_kept_out_of() -> None:
    """Where the pace of slow ground is no shorter than the move, plan and judge look at the same ways."""
    bog = replace(BOG, outline=((6, 6), (10, 6), (10, 9), (6, 9)))
    march = charge(rank("red", 8, 7, 5), *rank("blue", 8, 14, 1), terrain=(bog,))
    assert Drill(march).slow_near
    free = Drill(replace(march, slow_inches=march.movers[0].inches))
    assert not free.slow_near
    assert arrange(free, Wish()).refused is None


@pytest.mark.parametrize("seed", range(6))
def test_brute_force_comes_no_closer(seed: int) -> None:
    """Whatever place of a fine raster round the target a model gets to, the finder came as close."""
    rng = Random(f"closing {seed}")
    foes = rank("blue", snap(rng.uniform(8, 12)), 13, 3, 3)
    third = rank("green", snap(rng.uniform(6, 14)), 15.5, 2, 2)
    figure = Figure("A", ROUND, snap(rng.uniform(8, 13)), snap(rng.uniform(5, 7.5)), unit="red")
    inches = rng.choice([4.0, 6.0, 8.0])
    placed = [Figure("B", ROUND, foes[1].x, 13 - 1 - STEP, unit="red"), Figure("C", ROUND, foes[0].x - 0.5, 11.5)]
    drill = Drill(charge([figure], *foes, *third, inches=inches, terrain=(ROCK,)))
    closing = Closing(drill, Pace(drill, inf, frozenset()))
    found = closing.closest(drill.march.movers[0], placed)
    closest = inf if found is None else found.gap
    ranks = Ranks(drill.march, placed, [(one.x, one.y, one.base.radius) for one in placed])
    for x, y in _raster(foes, figure, inches):
        there = figure.moved(Point(x, y))
        joins = ranks.join(there)
        assert ranks.may_join(drill.march.movers[0], x, y) or not joins, (x, y)
        if closing.gap(there) < closest - 0.1 and joins:
            blocked = any(hypot(one.x - x, one.y - y) < 1.0 for one in placed)
            assert blocked or isinstance(closing.pace.way(drill.march.movers[0], x, y), Refusal), (x, y)


def _raster(foes: list[Figure], figure: Figure, inches: float, rings: int = 40) -> list[tuple[float, float]]:
    places = []
    for foe in foes:
        for ring in range(rings):
            for k in range(72):
                far, angle = 1.001 + ring * 0.1, 2 * pi * k / 72
                x, y = snap(foe.x + far * cos(angle)), snap(foe.y + far * sin(angle))
                if hypot(x - figure.x, y - figure.y) <= inches:
                    places.append((x, y))
    return places


def test_who_stands_at_the_edge_of_a_height_is_met_on_it() -> None:
    unit = [Figure("A", ROUND, 17, 8, unit="red"), Figure("B", ROUND, 17, 6.5, unit="red")]
    foe = Figure("blue 1", ROUND, 17, 14.25, 2.0, unit="blue")
    march = charge(unit, foe, inches=12.0, terrain=(HILL,))
    assert may_charge(Drill(march))
    below = asked(march).check({"A": (Point(16, 14.25),), "B": (Point(17, 13.25),)})
    assert below is not None
    assert (below.cause, "2″" in below.reason) == (causes.NOT_CLOSE, True)
    assert asked(march).check({"A": (Point(16, 14.25),), "B": (Point(18, 14.25),)}) is None
    # B has not enough for the climb: 2" below it is as close as a place on the ground 2" away, and it may stay near A
    slow = replace(march, movers=(march.movers[0], Mover(unit[1], 7.0)))
    assert asked(slow).check({"A": (Point(16, 14.25),), "B": (Point(17, 13.25),)}) is None


@pytest.mark.parametrize("seed", range(12))
def test_no_place_in_contact_is_missed_among_walls_and_heights(seed: int) -> None:
    """If a model gets to contact anywhere on a fine raster, the finder finds contact too."""
    rng = Random(f"contact {seed}")
    foes = [Figure("blue 1", ROUND, 10, 13, unit="blue"), Figure("blue 2", ROUND, snap(rng.uniform(11.1, 12)), 13)]
    x, y = snap(rng.uniform(9.0, 10.9)), snap(rng.uniform(9, 11))
    thin = piece("thin", (x, x + 0.25), (y, snap(rng.uniform(11.5, 12.4))), 5.0, "no entry")
    knoll = piece("knoll", (6.0, 14.0), (snap(rng.uniform(12.6, 13.0)), 16.0), 2.0)
    on_it = [replace(foe, z=2.0, unit="blue") for foe in foes]
    terrain, foes = ((thin,), [replace(foe, unit="blue") for foe in foes]) if seed % 2 else ((knoll,), on_it)
    figure = Figure("A", ROUND, snap(rng.uniform(8, 12)), snap(rng.uniform(5, 7)), unit="red")
    inches = rng.choice([7.0, 8.0, 9.0])
    drill = Drill(charge([figure], *foes, inches=inches, terrain=terrain))
    closing, mover = Closing(drill, Pace(drill, inf, frozenset())), drill.march.movers[0]
    reached = [
        (x, y)
        for x, y in _raster(foes, figure, inches, rings=1)
        if closing.touches(figure.moved(Point(x, y, closing.pace.height(mover, x, y))))
        and not isinstance(closing.pace.way(mover, x, y), Refusal)
    ]
    assert not reached or closing.gets_there(mover)


def test_whoever_only_has_to_come_close_may_stay_where_no_plan_is_legal() -> None:
    march = charge(rank("red", 8, 11, 1), *rank("blue", 8, 14, 1), inches=3.0)
    for contact, may_stay in ((False, True), (True, False)):
        judge = Judge(Drill(replace(march, contact=contact)))
        assert isinstance(judge({"red 1": ()}), Refusal)
        judge = Judge(Drill(replace(march, contact=contact)))
        judge._nowhere = True
        assert isinstance(judge({"red 1": ()}), UnitWalk) is may_stay


def test_who_comes_near_enough_is_told_as_by_the_closest_place() -> None:
    comes = stays = 0
    for seed in range(60):
        rng = Random(f"within an inch {seed}")
        foes = rank("blue", 8, 14, rng.randint(1, 3))
        beside = [
            Figure(f"green {k}", ROUND, snap(rng.uniform(5, 12)), snap(rng.uniform(9, 12.5)), unit="green")
            for k in range(rng.randint(0, 6))
        ]
        terrain = (ROCK, BOG) if seed % 2 else ()
        march = charge(rank("red", 7, 4, 2), *foes, *beside, inches=rng.choice([5.0, 8.0, 10.0]), terrain=terrain)
        for mover in march.movers:
            drill = Drill(march)
            wanted = Closing(drill, Pace(drill, inf, march.slow)).closest(mover, (), within=1.0) is not None
            drill = Drill(march)
            assert Closing(drill, Pace(drill, inf, march.slow)).comes_within(mover, 1.0) == wanted, seed
            comes, stays = comes + wanted, stays + (not wanted)
    assert min(comes, stays) > 15
