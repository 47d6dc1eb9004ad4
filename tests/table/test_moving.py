"""Moves: what is in the way, what it costs to the last lattice step, what is crossed, and forced moves."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

import pytest

from sandtable.engine.questions import Move, Point, Refusal
from sandtable.table.board import Table
from sandtable.table.causes import NO_WAY, OVERLAP, PARTLY_OFF
from sandtable.table.feats import Climb, Leap, climb, distance_to_open, leap, push
from sandtable.table.ground import Gait, Ground
from sandtable.table.lattice import STEP
from sandtable.table.moving import Travel, affordable, approach, sweeps, swept_over, travel
from sandtable.table.paths import Reach, route
from sandtable.table.pieces import AREA, BLOCK, SHELL, Base, Figure, Opening, Slope, Terrain
from tests.table.scenes import random_leg, random_table, scenes

ROUND = Base(1.0)
SOLID = frozenset({"solid"})
WALK = Gait(stops=SOLID, slows=(("rough", 2.0),), step_up=2.0, step_down=2.0)


def box(name: str, x0: float, y0: float, x1: float, y1: float, **more: Any) -> Terrain:
    return Terrain(id=name, outline=((x0, y0), (x1, y0), (x1, y1), (x0, y1)), **more)


def table(*terrain: Terrain) -> Table:
    return Table(width=24, height=24, terrain=terrain)


def man(x: float, y: float, z: float = 0.0, name: str = "Rusk", base: Base = ROUND) -> Figure:
    return Figure(name, base, x, y, z)


def walk(ground: Ground, figure: Figure, *path: tuple[float, float]) -> Travel:
    done = travel(ground, figure, tuple(Point(x, y) for x, y in path))
    assert isinstance(done, Travel), done
    return done


def refused(ground: Ground, figure: Figure, path: Sequence[Point], budget: float) -> str:
    """Why a figure may not go this way within the budget and end there; nothing if it may."""
    done = travel(ground, figure, path)
    if isinstance(done, Refusal):
        return done.reason
    if not affordable(ground, done, budget):
        return f"{figure.id} would need {done.cost:.2f}″ of {budget:g}″"
    in_the_way = ground.at(done.end.z).overlapped(done.end.x, done.end.y, figure.turn)
    return f"{figure.id} would end on {in_the_way}" if in_the_way else ""


def refusal(ground: Ground, figure: Figure, *path: tuple[float, float], budget: float = 100.0) -> str:
    found = refused(ground, figure, tuple(Point(x, y) for x, y in path), budget)
    assert found
    return found


ROCK = box("rock", 8, 8, 12, 12, height=3.0, traits=SOLID)
MUD = box("mud", 4, 0, 8, 24, form=AREA, traits=frozenset({"rough"}))


# ---- legality -----------------------------------------------------------------------------------------------


def test_sliding_along_a_wall_is_allowed_and_a_step_closer_is_not() -> None:
    ground = Ground(table(ROCK), ROUND, WALK)
    assert walk(ground, man(4, 7.5), (16, 7.5)).length == 12.0
    assert refusal(ground, man(4, 7.5), (16, 7.5 + STEP)) == "Rusk would run into rock"
    assert refusal(ground, man(4, 7.5 + STEP), (16, 7.5 + STEP)) == "Rusk would run into rock"


def test_the_whole_base_must_fit_through() -> None:
    gap = table(box("a", 8, 0, 10, 11.5, height=3, traits=SOLID), box("b", 8, 12.5, 10, 24, height=3, traits=SOLID))
    assert walk(Ground(gap, ROUND, WALK), man(4, 12), (14, 12)).length == 10.0
    wide = Base(1.0 + 2 * STEP)
    assert refusal(Ground(gap, wide, WALK), man(4, 12, base=wide), (14, 12)) == "Rusk would run into a"


def test_figures_are_in_the_way_with_their_spacing() -> None:
    enemy = man(12, 12, name="Dace")
    ground = Ground(table(), ROUND, WALK, [enemy])
    assert walk(ground, man(4, 11), (20, 11)).length == 16.0
    assert refusal(ground, man(4, 11 + STEP), (20, 11 + STEP)) == "Rusk would run into Dace"
    spaced = Ground(table(), ROUND, Gait(spacing=1.0), [enemy])
    assert walk(spaced, man(4, 10), (20, 10)).length == 16.0
    assert refusal(spaced, man(4, 10 + STEP), (20, 10 + STEP)) == "Rusk would run into Dace"


def test_friends_are_passed_but_not_stood_on() -> None:
    friend = man(12, 12, name="Ito")
    done = travel(Ground(table(), ROUND, WALK), man(4, 12), (Point(16, 12),), passing=[friend])
    assert isinstance(done, Travel)
    assert done.over == ("Ito",)
    reach = Reach(Ground(table(), ROUND, WALK), man(9, 12), 6.0, [friend])
    assert reach.cost(12, 12.5) is None
    assert reach.cost(13, 12) == 4.0


def test_nobody_leaves_the_table() -> None:
    ground = Ground(table(), ROUND, WALK)
    assert walk(ground, man(4, 4), (0.5, 4)).length == 3.5
    assert refusal(ground, man(4, 4), (0.5 - STEP, 4)) == "Rusk would leave the table"


def test_flyers_mind_only_where_they_end() -> None:
    ground = Ground(table(ROCK, MUD), ROUND, Gait(stops=SOLID, flies=True))
    assert walk(ground, man(2, 10), (20, 10)).cost == 18.0
    assert route(ground, man(2, 10), Point(20, 10)) == (Point(20, 10),)


# ---- costs ------------------------------------------------------------------------------------------------------


def test_slow_ground_counts_only_where_the_middle_is() -> None:
    ground = Ground(table(MUD), ROUND, WALK)
    done = walk(ground, man(2, 12), (10, 12))
    assert (done.length, done.cost) == (8.0, 12.0)
    assert done.inside("rough") == 4.0
    assert walk(ground, man(2, 12), (4, 12)).cost == 2.0
    assert walk(ground, man(2, 12), (4, 12)).crosses("rough")
    assert not walk(ground, man(2, 12), (3.5, 12)).crosses("rough")


def test_the_budget_is_compared_exactly() -> None:
    ground = Ground(table(MUD), ROUND, WALK)
    assert not refused(ground, man(2, 12), (Point(6, 12),), 6.0)
    assert refused(ground, man(2, 12), (Point(6 + STEP, 12),), 6.0)
    slanted = walk(ground, man(2, 12), (5, 16))
    assert slanted.cost == pytest.approx(5 + 5 / 3)
    assert affordable(ground, slanted, 20 / 3 + 1e-12)
    assert not affordable(ground, slanted, 20 / 3 - 1e-12)
    open_ground = Ground(table(), ROUND, WALK)
    bent = walk(open_ground, man(10, 10), (13, 14), (14, 14))
    assert affordable(open_ground, bent, 6.0)


def test_low_walls_cost_their_height_and_high_ones_stop() -> None:
    low, high = box("wall", 10, 0, 10.5, 24, height=2.0), box("wall", 10, 0, 10.5, 24, height=2.25)
    done = walk(Ground(table(low), ROUND, WALK), man(6, 12), (14, 12))
    assert done.cost == 10.0
    assert [step.rise for step in done.steps] == [2.0, -2.0]
    assert [step.rise for step in done.steps] == [2.0, -2.0]
    assert refusal(Ground(table(high), ROUND, WALK), man(6, 12), (14, 12)) == "Rusk would run into wall"


def test_standing_on_a_block() -> None:
    hill = box("hill", 8, 8, 16, 16, height=2.0)
    ground = Ground(table(hill), ROUND, WALK)
    up = walk(ground, man(4, 12), (12, 12))
    assert (up.end.z, up.cost) == (2.0, 10.0)
    down = walk(ground, man(12, 12, 2.0), (4, 12))
    assert (down.end.z, down.cost) == (0.0, 8.0)
    cliff = Ground(table(box("hill", 8, 8, 16, 16, height=4.0)), ROUND, WALK)
    assert refusal(cliff, man(12, 12, 4.0), (4, 12)) == "Rusk cannot step so far up or down"
    assert walk(cliff, man(12, 12, 4.0), (15, 12)).end.z == 4.0


def test_ramps_join_levels() -> None:
    plateau = box("plateau", 12, 4, 20, 20, height=4.0, form=BLOCK)
    ramp = box("ramp", 6, 10, 12, 14, height=4.0, slope=Slope(6, 12, 12, 12))
    ground = Ground(table(plateau, ramp), ROUND, WALK)
    done = walk(ground, man(4, 12), (6, 12), (12, 12), (16, 12))
    assert done.end.z == 4.0
    assert done.cost == 12.0
    found = route(ground, man(4, 12), Point(16, 12, 4.0))
    assert not isinstance(found, Refusal)
    assert found[-1] == Point(16, 12, 4.0)
    slope = Ground(table(plateau, ramp), ROUND, Gait(stops=SOLID, step_up=2.0, along_slope=True))
    assert walk(slope, man(4, 12), (6, 12), (12, 12)).cost == pytest.approx(2 + sqrt(36 + 16))
    # The ramp lies against the plateau; beside it the way up is barred.
    assert refusal(ground, man(4, 6), (16, 6)) == "Rusk would run into plateau"


def test_doors_let_in_and_walls_do_not() -> None:
    def hut(width: float) -> Terrain:
        door = Opening(edge=3, start=4 - width / 2, end=4 + width / 2)
        return box("hut", 8, 8, 16, 16, form=SHELL, height=4.0, traits=SOLID, openings=(door,))

    inside = walk(Ground(table(hut(1.0)), ROUND, WALK), man(4, 12), (12, 12))
    assert inside.end.z == 0.0
    assert refusal(Ground(table(hut(0.75)), ROUND, WALK), man(4, 12), (12, 12)) == "Rusk would run into hut"
    assert refusal(Ground(table(hut(1.0)), ROUND, WALK), man(12, 4), (12, 12)) == "Rusk would run into hut"
    slim = Base(1.0, body=0.5)
    narrow = Gait(stops=SOLID, narrow=True)
    assert walk(Ground(table(hut(0.75)), slim, narrow), man(4, 12, base=slim), (12, 12)).length == 8.0
    assert (
        refusal(Ground(table(hut(0.375)), slim, narrow), man(4, 12, base=slim), (12, 12)) == "Rusk would run into hut"
    )
    # A base may not stop in a door that is too narrow for it.
    assert refused(Ground(table(hut(0.75)), slim, WALK), man(4, 12, base=slim), (Point(8, 12),), 9)


def test_windows_of_ones_own_storey_are_doors_to_a_gait_that_takes_them() -> None:
    def tower(sill: float) -> Terrain:
        window = Opening(edge=3, start=3.0, end=5.0, sill=sill, head=sill + 1, kind="window")
        return box("tower", 8, 8, 16, 16, form=SHELL, height=6.0, levels=(3.0,), traits=SOLID, openings=(window,))

    climbs_in = Gait(stops=SOLID, windows=True)
    assert walk(Ground(table(tower(1.0)), ROUND, climbs_in), man(4, 12), (12, 12)).length == 8.0
    assert refusal(Ground(table(tower(1.0)), ROUND, WALK), man(4, 12), (12, 12)) == "Rusk would run into tower"
    assert refusal(Ground(table(tower(4.0)), ROUND, climbs_in), man(4, 12), (12, 12)) == "Rusk would run into tower"


def test_hugging_corners_but_not_cracks() -> None:
    hug = Gait(stops=SOLID, hugs=True)
    ground = Ground(table(ROCK), ROUND, hug)
    assert walk(ground, man(6, 8), (14, 8)).length == 8.0
    assert "rock" in refusal(ground, man(6, 8), (14, 8 + STEP))
    crack = table(box("a", 8, 0, 10, 11.75, height=3, traits=SOLID), box("b", 8, 12.25, 10, 24, height=3, traits=SOLID))
    assert refusal(Ground(crack, ROUND, hug), man(4, 12), (14, 12)) == "Rusk would run into a gap too narrow"
    alley = table(box("a", 8, 0, 10, 11.5, height=3, traits=SOLID), box("b", 8, 12.5, 10, 24, height=3, traits=SOLID))
    assert walk(Ground(alley, ROUND, hug), man(4, 12), (14, 12)).length == 10.0
    around = route(ground, man(6, 10), Point(14, 10))
    assert not isinstance(around, Refusal)
    assert not refused(ground, man(6, 10), around, 2 * sqrt(8) + 4 + 0.01)


def test_no_way_along_the_seam_of_two_pieces() -> None:
    hug = Gait(stops=SOLID, hugs=True)
    rocks = box("a", 8, 4, 10, 12, height=3, traits=SOLID), box("b", 8, 12, 10, 20, height=3, traits=SOLID)
    ground = Ground(table(*rocks), ROUND, hug)
    assert refusal(ground, man(4, 12), (14, 12)) == "Rusk would run into a gap too narrow"
    assert refusal(ground, man(14, 12), (4, 12)) == "Rusk would run into a gap too narrow"
    assert walk(ground, man(8, 2), (8, 22)).length == 20.0  # past their faces there is no seam
    round_them = route(ground, man(4, 12), Point(14, 12))
    assert not isinstance(round_them, Refusal)
    assert any(p.y in (4.0, 20.0) for p in round_them)
    shifted = box("a", 8, 4, 10, 12, height=3, traits=SOLID), box("b", 6, 12, 9, 20, height=3, traits=SOLID)
    assert refusal(Ground(table(*shifted), ROUND, hug), man(4, 12), (14, 12)) == "Rusk would run into a gap too narrow"
    diamond = Terrain(id="b", outline=((10.0, 12.0), (12.0, 10.0), (14.0, 12.0), (12.0, 14.0)), traits=SOLID)
    touching = Ground(table(box("a", 8, 4, 10, 20, height=3, traits=SOLID), diamond), ROUND, hug)
    assert refusal(touching, man(10, 2), (10, 22)) == "Rusk would run into a gap too narrow"
    assert refusal(touching, man(10, 2), (10, 12), (10, 22)) == "Rusk would run into a gap too narrow"
    over_each_other = box("a", 8, 4, 10, 12, height=3, traits=SOLID), box("b", 8, 4, 10, 20, height=3, traits=SOLID)
    assert walk(Ground(table(*over_each_other), ROUND, hug), man(8, 2), (8, 22)).length == 20.0


def test_along_the_seam_of_two_blocks_it_is_up_and_down() -> None:
    climb_up = Gait(step_up=3.0, step_down=3.0, up_cost=1.0, down_cost=1.0)
    blocks = box("a", 8, 8, 16, 12, height=3), box("b", 8, 12, 16, 16, height=2)
    ground = Ground(table(*blocks), ROUND, climb_up)
    assert walk(ground, man(4, 12), (20, 12)).cost == 16.0 + 2 * 2.0  # on the lower of the two
    assert walk(ground, man(20, 12), (4, 12)).cost == 16.0 + 2 * 2.0
    assert walk(ground, man(4, 10), (20, 10)).cost == 16.0 + 2 * 3.0
    assert walk(ground, man(4, 8), (20, 8)).cost == 16.0  # beside a block it is the ground
    assert refused(ground, man(4, 12), (Point(20, 12),), 20.0) == ""
    assert refusal(ground, man(4, 12), (20, 12), budget=20.0 - STEP)


def test_ovals_sweep_with_their_sides() -> None:
    long = Base(1.0, 3.0)
    ground = Ground(table(ROCK), long, Gait(stops=SOLID))
    assert ground.blocker((4, 7.5), (16, 7.5), 0.0) is None
    assert ground.blocker((4, 7.5), (16, 7.5), 90.0) == "rock"
    assert ground.blocker((4, 6.5), (16, 6.5), 90.0) is None


def test_ovals_are_in_the_way() -> None:
    ship = Figure("ship", Base(1.0, 5.0), 12, 12, turn=90.0)
    ground = Ground(table(), ROUND, WALK, [ship])
    assert refusal(ground, man(4, 13), (20, 13)) == "Rusk would run into ship"
    assert walk(ground, man(4, 15), (20, 15)).length == 16.0
    assert isinstance(route(ground, man(4, 12), Point(20, 12)), tuple)


def test_a_long_base_finds_its_way() -> None:
    long = Base(1.0, 3.0)
    ground = Ground(table(ROCK), long, Gait(stops=SOLID))
    found = route(ground, Figure("Hauler", long, 4, 10), Point(17, 10))
    assert not isinstance(found, Refusal)
    assert not refused(ground, Figure("Hauler", long, 4, 10), found, 20.0)


# ---- finding ways -------------------------------------------------------------------------------------------------


def test_route_goes_round_and_says_why_not() -> None:
    ground = Ground(table(ROCK), ROUND, WALK)
    found = route(ground, man(6, 10), Point(14, 10))
    assert not isinstance(found, Refusal)
    assert not refused(ground, man(6, 10), found, 10.6)
    assert route(ground, man(6, 10), Point(14, 10), 8.5) == Refusal("Rusk finds no way there within 8.5″", cause=NO_WAY)
    assert route(ground, man(6, 10), Point(10, 10)) == Refusal("Rusk would end on rock", cause=OVERLAP)
    assert route(ground, man(6, 10), Point(40, 10)) == Refusal(
        "Rusk would stand partly off the table", cause=PARTLY_OFF
    )


def test_route_prefers_dry_feet() -> None:
    """Round the mud when that is cheaper, through it when not."""
    mud = box("mud", 8, 8, 16, 16, form=AREA, traits=frozenset({"rough"}))
    ground = Ground(table(mud), ROUND, Gait(slows=(("rough", 3.0),)))
    around = route(ground, man(6, 9), Point(18, 9))
    assert not isinstance(around, Refusal)
    done = travel(ground, man(6, 9), around)
    assert isinstance(done, Travel)
    assert done.cost < 14.0
    assert done.inside("rough") == pytest.approx(0.0, abs=0.01)
    through = route(ground, man(7.5, 12), Point(9, 12))
    assert through == (Point(9, 12),)


def test_a_wish_on_a_hill_means_its_top() -> None:
    ground = Ground(table(box("hill", 8, 8, 16, 16, height=2.0)), ROUND, WALK)
    assert route(ground, man(4, 12), Point(12, 12)) == (Point(12, 12, 2.0),)
    assert route(ground, man(4, 12), Point(12, 12), 9.0) == Refusal("Rusk finds no way there within 9″", cause=NO_WAY)


def test_a_way_that_just_fits_its_budget_is_found() -> None:
    """The corner graph goes a little wide; the shaved way must still be offered."""
    ground = Ground(table(ROCK), ROUND, WALK)
    found = route(ground, man(6, 10), Point(14, 10))
    assert not isinstance(found, Refusal)
    done = walk(ground, man(6, 10), *((p.x, p.y) for p in found))
    assert route(ground, man(6, 10), Point(14, 10), done.cost + STEP) == found


def test_a_wish_in_a_move_question_gets_its_path() -> None:
    ground = Ground(table(ROCK), ROUND, WALK)
    rusk = man(6, 10)
    reach = Reach(ground, rusk, 8.0)
    spots = [(x, y) for x in range(1, 14) for y in range(3, 18)]
    question = Move(
        seat=0,
        prompt="Where to?",
        clause="T-1",
        movers=("Rusk",),
        budget=8.0,
        check=lambda paths: Refusal(why) if (why := refused(ground, rusk, paths["Rusk"], 8.0)) else None,
        candidates=lambda: ({"Rusk": path} for x, y in spots if (path := reach.path(x, y)) is not None),
        route=lambda name, goal: route(ground, rusk, goal, 8.0),
        region=reach.outline(),
    )
    assert question.read({"Rusk": [10, 7.25]})["Rusk"][-1] == Point(10, 7.25)
    answers = list(question.legal())
    assert len(answers) > 20
    for answer in answers:
        assert question.read(answer)


# ---- along the way ---------------------------------------------------------------------------------------------


def test_coming_near_somebody() -> None:
    path = (Point(4, 12), Point(20, 12))
    dace = man(12, 14.5, name="Dace")
    assert approach(man(4, 12), path, dace) == 1.5


# ---- pushes, jumps, climbs, falls ---------------------------------------------------------------------------------


def test_pushes_stop_at_the_first_obstacle() -> None:
    ground = Ground(table(ROCK), ROUND, Gait(), [man(20, 4, name="Dace")])
    pushed = push(ground, man(4, 10), (1, 0), 6.0)
    assert (pushed.end, pushed.moved, pushed.stopped_by) == (Point(7.5, 10), 3.5, "rock")
    assert push(ground, man(4, 4), (1, 0), 20.0).stopped_by == "Dace"
    assert push(ground, man(4, 4), (1, 0), 20.0).end == Point(19, 4)
    edge = push(ground, man(2, 2), (-3, 0), 6.0)
    assert (edge.end, edge.stopped_by) == (Point(0.5, 2), "the table's edge")
    free = push(ground, man(2, 2), (0, 1), 3.0)
    assert (free.end, free.stopped_by) == (Point(2, 5), "")


def test_what_is_touched_holds_a_push_only_into_it() -> None:
    ground = Ground(table(ROCK), ROUND, Gait())
    beside = man(7.5, 10)
    assert push(ground, beside, (1, 0), 3.0).moved == 0.0
    assert push(ground, beside, (0, 1), 3.0).end == Point(7.5, 13)
    assert push(ground, beside, (-1, 0), 3.0).end == Point(4.5, 10)
    assert push(ground, beside, (1, 1), 3.0).moved == 0.0


def test_pushes_are_slowed_and_go_over_edges() -> None:
    ground = Ground(table(MUD), ROUND, WALK)
    slowed = push(ground, man(2, 12), (1, 0), 6.0)
    assert (slowed.end, slowed.used) == (Point(6, 12), 6.0)
    cliff = table(box("hill", 8, 8, 16, 16, height=4.0))
    high = Ground(cliff, ROUND, Gait(), level=4.0)
    over = push(high, man(14, 12, 4.0), (1, 0), 5.0, ledge=1.0)
    assert over.fall == 4.0
    assert over.end.x == pytest.approx(16.0, abs=2 * STEP)


def test_jumps_are_measured() -> None:
    gap = table(
        box("left", 4, 8, 10, 16, height=3.0),
        box("right", 12, 8, 18, 16, height=2.0),
        box("post", 10.5, 11, 11, 13, height=5.0),
    )
    found = leap(gap, man(9.5, 9, 3.0), Point(12.5, 9, 2.0), [man(11, 9, name="Dace")])
    assert found == Leap(length=3.0, rise=-1.0, tallest=0.0, over=("Dace",), gap=3.0)
    assert leap(gap, man(9.5, 12, 3.0), Point(12.5, 12, 2.0)).tallest == 2.0


def test_climbs_need_a_face_and_firm_ground() -> None:
    tower = box("tower", 8, 8, 12, 12, height=4.0, ways_up=(3,))
    ground = table(tower)
    assert climb(ground, man(7.5, 10), "tower", Point(8.5, 10, 4.0)) == Climb(4.0, 1.0, 3)
    assert climb(ground, man(8.5, 10, 4.0), "tower", Point(7.5, 10, 0.0)) == Climb(-4.0, 1.0, 3)
    for start, end in (
        (man(7.0, 10), Point(8.5, 10, 4.0)),
        (man(7.5, 10), Point(8.25, 10, 4.0)),
        (man(7.5, 10), Point(8.5, 10, 3.0)),
        (man(10, 7.5), Point(10, 8.5, 4.0)),
    ):
        assert isinstance(climb(ground, start, "tower", end), Refusal)


def test_how_far_to_the_bank() -> None:
    lake = box("lake", 4, 4, 12, 12, form=AREA, traits=frozenset({"deep"}))
    assert distance_to_open(table(lake), man(6, 8), frozenset({"deep"})) == 2.0
    assert distance_to_open(table(lake), man(2, 8), frozenset({"deep"})) == 0.0


def test_a_leg_ends_as_high_as_one_stands_there_and_its_steps_lead_there() -> None:
    over, stepped = Gait(step_up=9.0, step_down=9.0), 0
    for rng in scenes("heights", 60):
        ground = Ground(random_table(rng, 6), ROUND, over)
        for _ in range(10):
            a, b = random_leg(rng, ground.table)
            start = ground.stand(a.x, a.y)
            cost, height, steps = ground.relief.walked(a.x, a.y, b.x, b.y)
            assert height == ground.stand(b.x, b.y)
            assert start + sum(rise for _, rise in steps) == pytest.approx(height)
            assert all(rise and 0.0 <= share <= 1.0 for share, rise in steps)
            assert cost == ground.relief.toll(a.x, a.y, b.x, b.y)
            stepped += bool(steps)
    assert stepped > 100


def test_whether_anything_is_swept_over_is_told_as_what_is() -> None:
    over = beside = 0
    for rng in scenes("sweeps"):
        ground = random_table(rng, rng.randint(1, 6))
        plans = ground.plans
        among = rng.getrandbits(len(plans.start))
        for _ in range(10):
            a, b = random_leg(rng, ground)
            reach = rng.choice([0.5, 1.0])
            pieces = swept_over(plans, reach, (a, b))
            wanted = any(plans.chains_of(number) & among for number in pieces)
            assert sweeps(plans, reach, a.x, a.y, b.x, b.y, among) == wanted
            assert sweeps(plans, reach, a.x, a.y, b.x, b.y) == bool(pieces)
            over, beside = over + wanted, beside + (not wanted)
    assert min(over, beside) > 100
