"""Arranging a unit: what comes out is legal, and whoever is said to stop short really cannot get to its place."""

from __future__ import annotations

from itertools import permutations
from math import hypot, inf
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sandtable.engine.questions import Point, Refusal
from sandtable.engine.units import Wish
from sandtable.skirmish import formations
from sandtable.skirmish.arrange import Arrangement, _carried_out, _completed, _filled, arrange
from sandtable.skirmish.drill import Drill, UnitWalk
from sandtable.skirmish.formations import FORMATIONS
from sandtable.skirmish.pace import pace_of
from sandtable.skirmish.unit_march import Bonds, Mover
from sandtable.table import Base, Figure, Terrain, causes, snap
from tests.skirmish.units import BAR, BOG, HILL, ROCK, ROUND, piece, rank, unit_march

TERRAIN = (ROCK, BAR, BOG, HILL)
POND = piece("pond", (3.0, 9.0), (17.0, 20.0), 0.0, "no entry")


def end(drill: Drill, plan: Arrangement, name: str) -> Point:
    path = plan.paths[name]
    return path[-1] if path else drill.march.mover(name).figure.at


def sound(drill: Drill, plan: Arrangement) -> None:
    """What every plan holds to, whether it may be answered or not."""
    movers = {mover.name: mover for mover in drill.march.movers}
    assert list(plan.paths) == list(movers)
    short = {stop.name for stop in plan.stops}
    for name, path in plan.paths.items():
        way = drill.follow(movers[name], path)
        assert not isinstance(way, Refusal), way
        assert drill.too_far(movers[name], way) is None
        assert not path or drill.end_refused(movers[name], way.end) is None
        there, place = end(drill, plan, name), plan.places[name]
        assert (name in short) == ((there.x, there.y) != (place.x, place.y))
    assert plan.refused is None or plan.refused.cause in (causes.ALONE, causes.NO_CHAIN, causes.NO_CIRCLE)
    for stop in plan.stops:
        assert stop.why.cause
        assert not any(stop.why.reason.startswith(f"{name} would") for name in movers if name != stop.name)


layouts = st.fixed_dictionaries(
    {
        "seed": st.integers(0, 10_000),
        "count": st.sampled_from([1, 2, 3, 5, 10, 20]),
        "formation": st.sampled_from(FORMATIONS),
        "turn": st.sampled_from([0.0, 15.0, 90.0, 200.0]),
        "inches": st.sampled_from([6.0, 12.0]),
        "flies": st.booleans(),
        "mixed": st.booleans(),
    }
)


@settings(max_examples=40, deadline=None)
@given(layouts)
def test_whatever_comes_out_is_legal(layout: dict[str, object]) -> None:
    rng = Random(str(layout["seed"]))
    drill, wish = _layout(rng, layout)
    plan = arrange(drill, wish)
    sound(drill, plan)
    if plan.refused is None:
        assert isinstance(drill.judge(plan.paths), UnitWalk)
    assert arrange(drill, wish) == plan, "the same for the same"


def _layout(rng: Random, layout: dict[str, object]) -> tuple[Drill, Wish]:
    count = int(str(layout["count"]))
    figures = rank("red", snap(rng.uniform(1, 6)), snap(rng.uniform(1, 4)), count)
    if layout["mixed"]:
        figures[0] = replace(figures[0], base=Base(1.5), x=figures[0].x - 0.25, y=figures[0].y - 0.25)
    foes = rank("blue", snap(rng.uniform(5, 18)), snap(rng.uniform(12, 18)), rng.randrange(0, 12))
    terrain = tuple(one for one in TERRAIN if rng.random() < 0.7)
    inches = float(str(layout["inches"]))
    march = unit_march(figures, *foes, terrain=terrain, inches=inches)
    if layout["flies"]:
        march = replace(
            march, movers=tuple(Mover(figure, inches, flies=n % 2 == 0) for n, figure in enumerate(figures))
        )
    to = Point(snap(rng.uniform(0, 24)), snap(rng.uniform(0, 24)))
    return Drill(march), Wish(to, str(layout["formation"]), float(str(layout["turn"])))


# ---- really cannot ------------------------------------------------------------------------------------

STEP = 0.5
GRID = [(x * STEP, y * STEP) for x in range(1, 40) for y in range(1, 40)]


def reachable(drill: Drill, mover: Mover, place: Point) -> bool:
    """Brute force: any straight way, or one with a bend at any point of a raster, or with two such bends."""

    def passes(*path: Point) -> bool:
        way = drill.follow(mover, path)
        return not isinstance(way, Refusal) and drill.too_far(mover, way) is None

    if drill.end_refused(mover, place) is not None:
        return False
    if passes(place):
        return True
    start, most = mover.figure, mover.inches
    bends = [
        Point(x, y)
        for x, y in GRID
        if hypot(x - start.x, y - start.y) + hypot(x - place.x, y - place.y) <= most
        and not isinstance(drill.follow(mover, (Point(x, y),)), Refusal)
    ]
    return any(passes(bend, place) for bend in bends) or any(
        passes(one, two, place)
        for one in bends
        for two in bends
        if one is not two and hypot(one.x - two.x, one.y - two.y) <= most / 2
    )


def behind_the_rock(seed: str, count: int, columns: int) -> tuple[Drill, Point]:
    """A unit in front of a rock that wants to its far side, or nearly so, with others about."""
    rng = Random(seed)
    figures = rank("red", snap(rng.uniform(8.5, 11)), snap(rng.uniform(6.5, 7)), count, columns)
    foes = rank("blue", snap(rng.uniform(6, 15)), snap(rng.uniform(13, 15)), 2, 2)
    to = Point(snap(rng.uniform(9, 13)), snap(rng.uniform(10, 12.5)))
    return Drill(unit_march(figures, *foes, terrain=(ROCK,))), to


def test_who_is_said_to_stop_short_cannot_get_there() -> None:
    bent = short = 0
    for seed in range(30):
        drill, to = behind_the_rock(f"short {seed}", 3, 3)
        plan = arrange(drill, Wish(to, "keep"))
        sound(drill, plan)
        bent += sum(len(path) > 1 for path in plan.paths.values())
        for stop in plan.stops:
            if stop.why.cause != causes.OVERLAP:  # its place is taken by one of its own
                short += drill.end_refused(drill.march.mover(stop.name), stop.place) is None
                assert not reachable(drill, drill.march.mover(stop.name), stop.place), (seed, stop)
    assert min(bent, short) >= 5, "ways that bend, and free places that are too far"


@pytest.mark.parametrize("formation", ["line", "block"])
def test_no_other_pairing_brings_more_models_to_their_places(formation: str) -> None:
    for seed in range(10):
        drill, to = behind_the_rock(f"pairs {seed}", 4, 2)
        plan = arrange(drill, Wish(to, formation, 90.0))
        movers = drill.march.movers
        places = list(plan.places.values())
        gets = [[reachable(drill, mover, place) for place in places] for mover in movers]
        most = max(sum(gets[i][j] for i, j in enumerate(order)) for order in permutations(range(len(places))))
        assert len(movers) - len(plan.stops) == most, seed


def test_everybody_goes_one_step_rather_than_one_all_of_the_way() -> None:
    drill = Drill(unit_march(rank("red", 8, 8, 2)))
    plan = arrange(drill, Wish(Point(9.875, 8), "block"))
    assert [end(drill, plan, name).x for name in ("red 1", "red 2")] == [9.25, 10.5]


def test_who_goes_less_far_takes_the_nearer_place() -> None:
    slow, quick = Figure("B", ROUND, 11.25, 10, unit="red"), Figure("A", ROUND, 10, 10, unit="red")
    march = replace(unit_march([quick, slow]), movers=(Mover(quick, 6.0), Mover(slow, 0.5)))
    plan = arrange(Drill(march), Wish(Point(12.125, 10), "block"))
    assert plan.stops == ()
    assert {name: path[-1].x for name, path in plan.paths.items()} == {"A": 12.75, "B": 11.5}


# ---- formations ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("formation", ["line", "block", "wrap"])
@pytest.mark.parametrize("count", [2, 3, 5, 10, 20])
def test_a_formation_on_open_ground_holds_together(formation: str, count: int) -> None:
    drill = Drill(unit_march(rank("red", 8, 8, count)))
    plan = arrange(drill, Wish(formation=formation))
    sound(drill, plan)
    assert plan.refused is None
    assert plan.stops == ()


def test_a_line_has_two_ranks_where_the_circle_allows_it() -> None:
    for count, ranks in ((8, 2), (14, 2), (20, 3)):
        slots = formations.line([Figure(str(k), ROUND, 0, 0) for k in range(count)], Bonds(1.0, 9.0), (10, 10), 0.0)
        assert len({slot.y for slot in slots}) == ranks
        assert len(slots) == count
    turned = formations.line([Figure(str(k), ROUND, 0, 0) for k in range(8)], Bonds(1.0, 9.0), (10, 10), 90.0)
    assert len({slot.x for slot in turned}) == 2


def test_large_bases_have_places_of_their_own_size() -> None:
    figures = rank("red", 8, 8, 6)
    figures[3] = replace(figures[3], base=Base(2.0), y=12)
    drill = Drill(unit_march(figures))
    for formation in ("line", "block", "wrap"):
        plan = arrange(drill, Wish(formation=formation))
        sound(drill, plan)
        assert plan.refused is None
        assert plan.stops == ()


def test_keep_keeps_the_shape_and_turns_it() -> None:
    drill = Drill(unit_march(rank("red", 8, 8, 3, 3)))
    plan = arrange(drill, Wish(Point(12, 10), "keep"))
    assert [end(drill, plan, f"red {k}").x for k in (1, 2, 3)] == [10.75, 12, 13.25]
    turned = arrange(drill, Wish(Point(12, 10), "keep", 90.0))
    assert [end(drill, turned, f"red {k}").y for k in (1, 2, 3)] == [8.75, 10, 11.25]


def test_a_wrap_comes_nearer_until_all_can_follow_and_says_by_how_much() -> None:
    drill = Drill(unit_march(rank("red", 8, 4, 10)))
    near = arrange(drill, Wish(Point(10.5, 7), "wrap"))
    assert (near.stops, near.refused, near.pulled) == ((), None, 0.0)
    far = arrange(drill, Wish(Point(10.5, 12.5), "wrap"))
    assert (far.stops, far.refused) == ((), None)
    assert 0.5 <= far.pulled <= 4.0


def test_a_wrap_is_the_best_of_those_round_every_middle() -> None:
    """By brute force: all middles are tried in turn, the first of the best stands."""
    nearer = short = 0
    for seed in range(40):
        rng = Random(f"middles {seed}")
        others, inches = crowd(rng), rng.choice([6.0, 9.0])
        march = unit_march(rank("red", 8, 4, 10), *others, terrain=(ROCK, BAR, HILL), inches=inches)
        to = Point(snap(rng.uniform(3, 18)), snap(rng.uniform(5, 14)))
        own = {"red 3": Point(9, 9)} if seed % 4 == 0 else {}
        wish = Wish(to, "wrap", own=own)
        plan, every = arrange(Drill(march), wish), everywhere(Drill(march), wish)
        assert plan == min(every, key=lambda one: (one.refused is not None, len(one.stops))), seed
        nearer += plan.pulled > 0.0
        short += bool(plan.stops)
    assert min(nearer, short) >= 5


def crowd(rng: Random) -> list[Figure]:
    """Others on all sides of a unit of ten, which begins clear of them."""
    spots = [(2.0 + 2.5 * x, 9.5 + 2.5 * y) for x in range(9) for y in range(4)]
    chosen = rng.sample(spots, rng.randint(10, 30))
    return [Figure(f"blue {k}", ROUND, x, y, unit="blue") for k, (x, y) in enumerate(chosen)]


def everywhere(drill: Drill, wish: Wish) -> list[Arrangement]:
    """The wrap round each middle, from the one that was wished to the nearest."""
    assert wish.to is not None
    pace = pace_of(drill, inf, drill.march.slow)
    x, y = formations.middle(drill.figures())
    far = hypot(wish.to.x - x, wish.to.y - y)
    plans = []
    for pulled in dict.fromkeys(min(far, number * 0.5) for number in range(8)):
        share = 1 - pulled / far
        centre = x + (wish.to.x - x) * share, y + (wish.to.y - y) * share
        pairs = _completed(drill, _filled(drill, pace, centre, []), centre, pace)
        plans.append(replace(_carried_out(drill, wish, drill.judge, pace, pairs), pulled=pulled))
    return plans


def test_single_models_go_where_they_are_sent() -> None:
    drill = Drill(unit_march(rank("red", 8, 8, 5)))
    plan = arrange(drill, Wish(Point(10.5, 10), "keep", own={"red 2": Point(9.25, 11.25)}))
    assert plan.refused is None
    assert (end(drill, plan, "red 2").x, end(drill, plan, "red 2").y) == (9.25, 11.25)
    assert end(drill, plan, "red 1").y == 10


def test_round_somebody_in_contact_where_the_rules_let_it_else_with_the_gap() -> None:
    foes = rank("blue", 12, 12, 3, 3)
    for free, least in ((frozenset({"blue"}), 0.0), (frozenset[str](), 1.0)):
        drill = Drill(unit_march(rank("red", 10, 6, 6, 3), *foes, free=free))
        plan = arrange(drill, Wish(around="blue"))
        sound(drill, plan)
        assert plan.refused is None
        gaps = sorted(
            min(hypot(end(drill, plan, m.name).x - f.x, end(drill, plan, m.name).y - f.y) - 1 for f in foes)
            for m in drill.march.movers
        )
        assert least <= gaps[2] < least + 0.02


def test_slow_ground_is_gone_round_at_full_pace_or_crossed_at_its_own() -> None:
    drill = Drill(unit_march(rank("red", 11, 4, 2, 2), terrain=(BOG,), inches=12.0))
    beyond = arrange(drill, Wish(Point(12, 14), "keep"))
    assert (beyond.stops, beyond.refused) == ((), None)
    assert isinstance(beyond.verdict, UnitWalk)
    assert not beyond.verdict.slowed
    into = arrange(drill, Wish(Point(15, 8.5), "keep"))
    assert (into.stops, into.refused) == ((), None)
    assert isinstance(into.verdict, UnitWalk)
    assert into.verdict.slowed
    too_far = arrange(drill, Wish(Point(17, 11), "keep"))
    assert {stop.why.cause for stop in too_far.stops} <= {causes.SLOWED}
    assert len(too_far.stops) == 2


def test_who_cannot_move_is_given_its_own_place_back() -> None:
    """A model shut in by enemies holds its ground; the one who was to stand there gives way."""
    figures = [Figure("A", ROUND, 10, 10, unit="red"), Figure("B", ROUND, 11.25, 10, unit="red")]
    drill = Drill(unit_march(figures, terrain=(POND,)))
    stuck = replace(drill.march, movers=(Mover(figures[0], 0.0), Mover(figures[1], 6.0)))
    plan = arrange(Drill(stuck), Wish(Point(9.375, 10), "keep"))
    assert plan.paths["A"] == ()
    assert plan.refused is None
    assert {stop.name for stop in plan.stops} >= {"A"}


def test_each_who_stops_short_has_cause_and_clause() -> None:
    wall: Terrain = piece("wall", (0.0, 30.0), (12.0, 13.0), 5.0, "no entry")
    drill = Drill(unit_march(rank("red", 8, 8, 2, 2), terrain=(wall,)))
    plan = arrange(drill, Wish(Point(8.625, 13.75), "keep"))
    assert [(stop.why.cause, stop.why.clause) for stop in plan.stops] == [(causes.IMPASSABLE, "X-IMPASSABLE")] * 2
    assert all(11.0 < end(drill, plan, name).y <= 11.5 for name in plan.paths)
