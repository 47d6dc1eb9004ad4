"""The judge of a unit's move: gaps on the whole way, corners, climbs, slow ground, flying, ends, cohesion."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.engine.questions import Paths, Point, Refusal
from sandtable.skirmish.drill import Drill, UnitWalk
from sandtable.skirmish.unit_march import Bonds, Mover, UnitMarch
from sandtable.table import STEP, Base, Figure, Slope, Terrain, causes, snap
from tests.skirmish.units import BAR, BOG, HILL, ROCK, ROUND, piece, unit_march

RED, BLUE = "red", "blue"


def man(x: float, y: float, name: str = "A", unit: str = RED, z: float = 0.0, base: Base = ROUND) -> Figure:
    return Figure(name, base, x, y, z, unit=unit)


def alone(figure: Figure, *others: Figure, flies: bool = False, inches: float = 6.0, **more: Any) -> Drill:
    """One model, so that cohesion has no say."""
    march = unit_march([figure], *others, inches=inches, **more)
    return Drill(replace(march, movers=(Mover(figure, inches, flies),)))


def goes(drill: Drill, *path: tuple[float, float]) -> UnitWalk | Refusal:
    return drill.judge({drill.march.movers[0].name: tuple(Point(x, y) for x, y in path)})


def cause(found: UnitWalk | Refusal) -> str:
    """Why not; with the clause that the ruleset has for it."""
    if isinstance(found, UnitWalk):
        return ""
    name = next(name for name, value in vars(causes).items() if value == found.cause)
    assert found.clause == f"X-{name}"
    return found.cause


# ---- the gap to other units ---------------------------------------------------------------------------


def test_the_gap_holds_on_the_whole_way_and_exactly_that_is_enough() -> None:
    passed = man(10, 12, "F", BLUE)
    assert cause(goes(alone(man(7, 10), passed), (13, 10))) == ""
    assert cause(goes(alone(man(7, 10.01), passed), (13, 10.01))) == causes.PASSES
    assert cause(goes(alone(man(7, 10), passed), (9, 10))) == ""
    assert cause(goes(alone(man(7, 12), passed), (8, 12))) == ""
    assert cause(goes(alone(man(7, 12), passed), (8.01, 12))) == causes.SPACING


def test_what_rounds_to_the_gap_is_the_gap() -> None:
    """Half a thousandth is forgiven (RV-7.7); a whole lattice step is more than that."""
    near = alone(man(7, 12), man(10, 12, "F", BLUE))
    assert cause(goes(near, (8 + STEP, 12 + 51 * STEP))) == ""  # 0.9996″ away
    assert cause(goes(near, (8 + STEP, 12))) == causes.SPACING
    for high, why in ((0.0, ""), (STEP, causes.PASSES)):
        assert cause(goes(alone(man(7, 10 + high), man(10, 12, "F", BLUE)), (13, 10 + high))) == why
    slantwise = alone(man(7, 10), man(10.015625, 12 - STEP, "F", BLUE))  # it passes at 0.9996″
    assert cause(goes(slantwise, (12.9, 9.9))) == ""


def test_a_book_may_ask_for_more_than_the_gap() -> None:
    drill = alone(man(7, 12), man(10, 12, "F", BLUE), beyond=True)
    assert cause(goes(drill, (8, 12))) == causes.AT_SPACING
    assert cause(goes(drill, (8 + STEP, 12))) == causes.SPACING
    assert cause(goes(drill, (8 - STEP, 12))) == ""
    passing = alone(man(7, 10), man(10, 12, "F", BLUE), beyond=True)
    assert cause(goes(passing, (13, 10))) == causes.AT_SPACING
    flying = alone(man(7, 12), man(10, 12, "F", BLUE), beyond=True, flies=True)
    assert cause(goes(flying, (8, 12))) == causes.AT_SPACING


def test_from_free_units_no_gap_is_kept_but_nobody_walks_over_them() -> None:
    drill = alone(man(7, 12), man(10, 12, "F", BLUE), man(10, 15, "G", "green"), free=frozenset({BLUE}))
    assert cause(goes(drill, (9, 12))) == ""
    assert cause(goes(drill, (9.01, 12))) == causes.IN_THE_WAY
    assert cause(goes(drill, (12, 12))) == causes.IN_THE_WAY
    assert cause(goes(drill, (8.5, 14))) == causes.SPACING


def test_own_models_are_passed_but_not_stood_on() -> None:
    drill = Drill(unit_march([man(7, 12), man(8.25, 12, "B")]))
    assert cause(drill.judge({"A": (Point(9.5, 12),), "B": ()})) == ""
    assert cause(drill.judge({"A": (Point(9.25 - STEP, 12),), "B": ()})) == causes.OVERLAP
    assert cause(drill.judge({"A": (Point(9.25, 12),), "B": ()})) == ""


def test_whoever_begins_too_close_moves_away_and_never_closer() -> None:
    foe = man(10, 12, "F", BLUE)
    assert cause(goes(alone(man(9, 12), foe), (7, 12))) == ""
    assert cause(goes(alone(man(9, 12), foe), (8.5, 12))) == causes.STILL_CLOSE
    assert cause(goes(alone(man(9, 12), foe), (9, 13), (8, 16))) == ""
    assert cause(goes(alone(man(8.75, 12), foe), (9.5, 13), (8, 16))) == causes.COMES_CLOSER
    assert cause(goes(alone(man(8.75, 12), foe))) == ""
    assert cause(goes(alone(man(8.75, 12), foe, flies=True), (11.5, 12), (14, 12))) == ""


# ---- the ground ---------------------------------------------------------------------------------------


def test_corners_are_hugged_by_the_middle_and_the_end_is_clear_of_them() -> None:
    drill = alone(man(8, 9), terrain=(ROCK,))
    assert cause(goes(drill, (13, 9))) == ""  # half the base sweeps over the rock's edge
    walked = goes(alone(man(9, 8.5), terrain=(ROCK,)), (10, 9), (10.5, 8.4))
    assert isinstance(walked, UnitWalk)
    assert cause(goes(alone(man(8, 9), terrain=(ROCK,)), (9.75, 8.75))) == causes.PARTLY_IN
    assert cause(goes(alone(man(8, 10), terrain=(ROCK,)), (13, 10))) == causes.IMPASSABLE
    assert cause(goes(alone(man(8, 10), terrain=(ROCK,)), (9.5, 10))) == ""
    assert cause(goes(alone(man(8, 10), terrain=(ROCK,)), (9.5 + STEP, 10))) == causes.PARTLY_IN


@pytest.mark.parametrize(("gap", "why"), [(1.0, ""), (0.99, causes.GAP)])
def test_a_gap_must_fit_the_base(gap: float, why: str) -> None:
    upper = piece("upper", (10.0, 12.0), (11 + gap, 16.0), 5.0, "no entry")
    drill = alone(man(8, 11 + gap / 2), terrain=(ROCK, upper))
    assert cause(goes(drill, (13.5, 11 + gap / 2))) == why


def test_a_base_may_end_in_front_of_a_gap_that_it_does_not_fit_through() -> None:
    upper = piece("upper", (10.0, 12.0), (11.5, 16.0), 5.0, "no entry")
    assert cause(goes(alone(man(8, 11.25), terrain=(ROCK, upper)), (9.5 + 16 * STEP, 11.25))) == ""


def test_climbing_is_paid_up_and_down_and_ends_at_three_inches() -> None:
    low = piece("low", (10.0, 11.0), (5.0, 15.0), 1.0, "unstable")
    assert cause(goes(alone(man(8, 10), terrain=(low,)), (12, 10))) == ""  # 4 + 1 + 1
    assert cause(goes(alone(man(8, 10), terrain=(low,)), (12 + 2 * STEP, 10))) == causes.TOO_FAR
    assert cause(goes(alone(man(8, 10), terrain=(low,)), (10.5, 10))) == causes.ON_OBSTACLE
    assert cause(goes(alone(man(8, 10), terrain=(low,)), (9.5, 10))) == ""
    assert cause(goes(alone(man(8, 10), terrain=(low,)), (9.5 + STEP, 10))) == causes.ON_OBSTACLE
    for height, why in ((3.0, ""), (3.0 + STEP, causes.IMPASSABLE)):
        cliff = piece("cliff", (10.0, 16.0), (5.0, 15.0), height)
        assert cause(goes(alone(man(9, 10), terrain=(cliff,)), (11.5, 10))) == why


def test_nobody_jumps_down_or_sticks_out_over_a_deep_drop() -> None:
    tower = piece("tower", (10.0, 16.0), (5.0, 15.0), 4.0)
    up = alone(man(12, 10, z=4.0), terrain=(tower,))
    assert cause(goes(up, (10.5, 10))) == ""
    assert cause(goes(up, (10.5 - STEP, 10))) == causes.EDGE
    assert cause(goes(up, (9, 10))) == causes.TOO_DEEP
    hill = alone(man(16, 16, z=2.0), terrain=(HILL,))
    assert cause(goes(hill, (14.25, 16))) == ""


def test_ramps_are_walked_flat_to_any_height() -> None:
    tower = piece("tower", (10.0, 16.0), (5.0, 15.0), 5.0)
    ramp = Terrain("ramp", ((6, 9), (10, 9), (10, 11), (6, 11)), height=5.0, slope=Slope(6, 10, 10, 10))
    for way in (((6, 10), (10, 10), (11, 10)), ((11, 10),)):  # drawn point by point, and in one stroke
        found = goes(alone(man(5, 10), terrain=(tower, ramp), inches=6.0), *way)
        assert isinstance(found, UnitWalk)
        assert found.ways["A"].end.z == 5.0
        assert found.ways["A"].cost == 6.0


def test_slow_ground_touched_by_one_holds_all() -> None:
    unit = [man(12.5, 6), man(13.75, 6, "B")]
    drill = Drill(unit_march(unit, terrain=(BOG,), inches=12.0))
    assert cause(drill.judge({"A": (Point(12.5, 12.5),), "B": (Point(13.75, 12.5),)})) == causes.SLOWED
    walked = drill.judge({"A": (Point(12.5, 12),), "B": (Point(13.75, 12),)})
    assert isinstance(walked, UnitWalk)
    assert walked.slowed
    assert [name for name, way in walked.ways.items() if way.crosses("difficult")] == ["B"]
    beside = Drill(unit_march([man(12, 6), man(13.5, 6, "B")], terrain=(BOG,), inches=12.0))
    assert cause(beside.judge({"A": (Point(12, 16),), "B": (Point(13.5, 16),)})) == ""  # touching is not overlapping
    assert cause(beside.judge({"A": (Point(12, 6.5),), "B": ()})) == ""


def test_whoever_stays_in_slow_ground_has_not_moved_in_it() -> None:
    drill = Drill(unit_march([man(12.6, 10), man(13.75, 10, "B")], terrain=(BOG,), inches=12.0))
    walked = drill.judge({"A": (Point(13.75, 8.75),), "B": ()})
    assert isinstance(walked, UnitWalk)
    assert [name for name, way in walked.ways.items() if way.crosses("difficult")] == ["A"]
    still = drill.judge({"A": (Point(13, 11),), "B": (Point(13.75, 10),)})
    assert isinstance(still, UnitWalk)
    assert not still.slowed


def test_who_flies_minds_nothing_but_where_it_ends() -> None:
    foe = man(10, 7, "F", BLUE)
    for path, why in [
        (((15, 10),), ""),
        (((11, 10),), causes.PARTLY_IN),
        (((10, 8.5),), causes.SPACING),
        (((10, 5),), ""),
        (((8, 14),), causes.ON_OBSTACLE),
        (((8, 19),), causes.TOO_FAR),
    ]:
        assert cause(goes(alone(man(8, 10), foe, terrain=(ROCK, BAR), flies=True, inches=8.0), *path)) == why
    tower = piece("tower", (10.0, 16.0), (5.0, 15.0), 9.0)
    up = goes(alone(man(8, 10), terrain=(tower,), flies=True), (13, 10))
    assert isinstance(up, UnitWalk)
    assert up.ways["A"].end.z == 9.0
    assert up.ways["A"].cost == 5.0
    slow = alone(man(12, 6), terrain=(BOG,), flies=True, inches=12.0)
    through = goes(slow, (15, 13))
    assert isinstance(through, UnitWalk)
    assert not through.slowed


def test_the_limit_is_exact_and_the_edge_of_the_table_holds() -> None:
    assert cause(goes(alone(man(8, 10)), (14, 10))) == ""
    assert cause(goes(alone(man(8, 10)), (14 + STEP, 10))) == causes.TOO_FAR
    assert cause(goes(alone(man(2, 10)), (0.5, 10))) == ""
    assert cause(goes(alone(man(2, 10)), (0.25, 10), (2, 10))) == causes.OFF_TABLE


def test_bases_do_not_overlap_in_plan_even_at_different_heights() -> None:
    tower = piece("tower", (10.0, 16.0), (5.0, 15.0), 4.0)
    below = alone(man(8, 10), man(10.5, 10, "F", BLUE, z=4.0), terrain=(tower,))
    assert cause(goes(below, (9.5, 10))) == ""
    free = alone(man(8, 10), man(10.25, 10, "F", BLUE, z=4.0), terrain=(tower,))
    assert cause(goes(free, (9.5, 10))) == causes.OVERLAP


# ---- cohesion -----------------------------------------------------------------------------------------


def row(*xs: float, y: float = 10.0) -> list[Figure]:
    return [man(x, y, f"A{k}") for k, x in enumerate(xs, 1)]


def stands(figures: list[Figure], **more: Any) -> str:
    drill = Drill(unit_march(figures, **more))
    return cause(drill.judge({figure.id: () for figure in figures}))


def test_one_chain_of_links() -> None:
    assert stands(row(4, 6, 8)) == ""
    assert stands(row(4, 6, 8 + 2 * STEP)) == causes.ALONE
    assert stands(row(4, 6, 9, 11)) == causes.NO_CHAIN
    assert stands(row(4, 6, 9, 11), bonds=Bonds(1.0, 9.0, chain=False)) == ""
    assert stands(row(4, 6, 9), bonds=Bonds(1.0, 9.0, chain=False)) == causes.ALONE
    assert stands(row(4)) == ""


def test_one_circle() -> None:
    assert stands(row(4, 6, 8, 10, 12)) == ""
    assert stands(row(4 - 2 * STEP, 6, 8, 10, 12), bonds=Bonds(2.0, 9.0)) == causes.NO_CIRCLE
    assert stands(row(4, 6, 8, 10, 12, 14), bonds=Bonds(1.0, 9.0, circle=False)) == ""
    assert stands(row(4, 6, 8, 10, 12, 14, 14 + 1 + STEP), bonds=Bonds(1.0, 9.0, circle=False)) == causes.NO_CIRCLE


def test_a_link_breaks_over_too_great_a_height_unless_a_ramp_joins_it() -> None:
    tower = piece("tower", (10.0, 16.0), (5.0, 15.0), 4.0)
    pair = [man(9.25, 10, "A"), man(10.75, 10, "B", z=4.0)]
    assert stands(pair, terrain=(tower,)) == causes.ALONE
    assert stands(pair, terrain=(tower,), bonds=Bonds(1.0, 9.0, rise=4.0)) == ""
    ramp = Terrain("ramp", ((6, 9), (10, 9), (10, 11), (6, 11)), height=4.0, slope=Slope(6, 10, 10, 10))
    assert stands(pair, terrain=(tower, ramp)) == ""


def test_a_unit_apart_may_stay_no_farther_apart() -> None:
    figures = row(4, 7)
    drill = Drill(unit_march(figures))
    nearer: Paths = {"A1": (Point(4.5, 10),), "A2": ()}
    farther: Paths = {"A1": (Point(3.5, 10),), "A2": ()}
    assert cause(drill.judge(nearer)) == causes.ALONE
    assert isinstance(drill.judge(nearer, apart=True), UnitWalk)
    assert cause(drill.judge(farther, apart=True)) == causes.ALONE


def test_every_cause_of_units_has_words() -> None:
    march: UnitMarch = unit_march(row(4, 7))
    refused = Drill(march).judge({"A1": (), "A2": ()})
    assert isinstance(refused, Refusal)
    assert refused.reason == "red would not hang together: A2 would be 2.00″ off, the most is 1″"


def test_where_somebody_is_in_the_way_an_end_is_refused_with_words() -> None:
    crowded = free = 0
    rng = Random("crowded")
    others = [man(rng.uniform(4, 16), rng.uniform(4, 16), f"F{n}", BLUE) for n in range(12)]
    mover = alone(man(10, 2), *others, terrain=(ROCK, BAR, HILL), inches=12.0).march.movers[0]
    for _ in range(300):
        drill = alone(man(10, 2), *others, terrain=(ROCK, BAR, HILL), inches=12.0)
        x, y = snap(rng.uniform(3, 17)), snap(rng.uniform(3, 17))
        at = Point(x, y, drill.highest(x, y))
        if drill.crowded(mover, at):
            assert drill.end_refused(mover, at) is not None
            crowded += 1
        else:
            refused = drill.end_refused(mover, at)
            assert refused is None or refused.cause in (causes.ON_OBSTACLE, causes.EDGE, causes.OVERLAP)
            assert drill.end_refused(mover, at) == refused, "asked again"
            free += refused is None
    assert min(crowded, free) > 50
