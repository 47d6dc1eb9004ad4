"""What finds, held against brute force: places in contact, ways of an assault, entries, routes and drawn regions."""

from __future__ import annotations

import os
from math import cos, pi, sin
from random import Random
from typing import Any

from sandtable.engine.questions import Point, Refusal
from sandtable.rulesets.roe import RULESET
from sandtable.rulesets.roe.measures import TOUCH
from sandtable.rulesets.roe.state import Kind, State
from sandtable.rulesets.roe.walking import Trip, standing_refused
from sandtable.rulesets.roe.ways import candidates
from sandtable.skirmish.charges import charges
from sandtable.skirmish.regions import region
from sandtable.skirmish.routes import way_to
from sandtable.skirmish.walking import judge
from sandtable.table import snap
from tests.proves import proves
from tests.rulesets.regions import FINE, rings_of
from tests.rulesets.roe.battles import blue, red
from tests.rulesets.roe.test_ways import OPTIONS, joined_by
from tests.skirmish.brute import circle, shapely, shortest, solids

SCENES = int(os.environ.get("SANDTABLE_LAYOUTS", "60"))
"""`make oracle` looks at more of them."""


def shielded(rng: Random) -> State:
    """Tom with two of Ann's friends at his near side, and perhaps others and a rock about."""
    tom = blue("Tom", [20, 15], base=rng.choice((1, 1, 1.5)))
    far, way = rng.uniform(2.0, 3.5), rng.uniform(0, 2 * pi)
    across = 0.5 + tom["base"] / 2
    ann = red("Ann", [20 + (across + far) * cos(way), 15 + (across + far) * sin(way)])
    beside = across + 0.005
    friends = [
        red(f"Pal {n}", [20 + beside * cos(way + turn), 15 + beside * sin(way + turn)])
        for n, turn in enumerate((rng.uniform(0.52, 0.8), -rng.uniform(0.52, 0.8)))
    ]
    more: list[dict[str, Any]] = [*friends]
    for n in range(rng.randint(0, 3)):
        a, d = rng.uniform(0, 2 * pi), rng.uniform(1.2, 3.5)
        more.append(rng.choice((red, blue))(f"Other {n}", [20 + d * cos(a), 15 + d * sin(a)]))
    rocks = []
    if rng.random() < 0.4:
        a, d = way + rng.uniform(-1.5, 1.5), rng.uniform(1.5, 3)
        x, y = 20 + d * cos(a), 15 + d * sin(a)
        rocks = [
            {
                "id": "rock",
                "x": [x, x + rng.uniform(0.3, 1.5)],
                "y": [y, y + rng.uniform(0.3, 1.5)],
                "height": 2,
                "flags": ["impassable"],
            }
        ]
    return joined_by([ann, tom], more, rocks)


@proves("RE-4.27", "RE-4.30")
def test_an_assault_is_found_wherever_a_bent_way_leads_into_contact() -> None:
    legal = bent = 0
    for seed in range(SCENES):
        rng = Random(seed)
        state = shielded(rng)
        options = RULESET.rulebook.options({"move_through_friends": rng.random() < 0.8})
        ann, tom = state.models[:2]
        trip = Trip(state, options, ann, "assault", rng.random() < 0.1, tom)
        goals = circle(tom.x, tom.y, ann.radius + tom.radius + TOUCH / 2, 180)
        costs, ways = shortest(trip.march, [((ann.x, ann.y), 0.0)], goals)
        best = sorted((cost, n) for n, cost in enumerate(costs) if cost <= trip.limit.inches)
        proof = next((ways[n][1:] for _, n in best if not isinstance(judge(trip.march, ways[n][1:]), Refusal)), None)
        legal += proof is not None
        bent += proof is not None and len(proof) > 1
        assert proof is None or next(charges(trip.march), None) is not None, (seed, proof)
    assert bent > SCENES / 3, legal


# ---- entries ----------------------------------------------------------------------------------------


def crowded_edge(rng: Random) -> State:
    """Ann off the table, with a short zone that enemies, friends and rocks stand before."""
    left, wide, size = 10.0, rng.choice((0.25, 0.5, 1.5, 3.0)), rng.choice((1, 1, 1.5))
    zone = [[left, 0, left + wide, 0]]
    others = [
        rng.choice((red, blue, blue))(f"Other {n}", [rng.uniform(left - 2, left + wide + 2), rng.uniform(0.5, 4)])
        for n in range(rng.randint(2, 7))
    ]
    if rng.random() < 0.4:  # a friend may be passed, not stood on; between the enemies beside and behind it a way bends
        wide, size, zone = 0.02, 1, [[left - 0.01, 0, left + 0.01, 0]]
        beside, behind = rng.uniform(1.03, 1.1), rng.choice((-1, 1)) * rng.uniform(0.4, 0.9)
        others = [red("Pal", [left, 0.5]), blue("Foe 1", [left - beside, 0.6]), blue("Foe 2", [left + beside, 0.6])]
        others.append(blue("Foe 3", [left + behind, rng.uniform(2.0, 2.4)]))
    rocks = []
    for n in range(rng.randint(0, 3)):
        x, y = rng.uniform(left - 2, left + wide + 1), rng.uniform(0, 4)
        rocks.append(
            {
                "id": f"rock {n}",
                "x": [x, x + rng.uniform(0.3, 2)],
                "y": [y, y + rng.uniform(0.3, 1.5)],
                "height": 2,
                "flags": ["impassable"],
            }
        )
    models = [{"name": "Ann", "player": "Red", "base": size}, blue("Tom", [40, 30])]
    players = [{"name": "Red", "pool": 3, "zone": zone}, {"name": "Blue", "pool": 3}]
    return joined_by(models, others, rocks, player=players)


@proves("RE-1.21")
def test_an_entry_is_found_wherever_a_bent_way_leads_in() -> None:
    legal = bent = 0
    for seed in range(SCENES):
        rng = Random(seed)
        state = crowded_edge(rng)
        kind: Kind = "standard" if rng.random() < 0.5 else "encumbered"
        trip = Trip(state, OPTIONS, state.models[0], kind)
        proof = entry(trip)
        legal += proof is not None
        bent += proof is not None and len(proof) > 2
        assert proof is None or next(candidates(trip), None) is not None, (seed, proof)
    assert bent > SCENES / 8, legal


def entry(trip: Trip) -> tuple[Point, ...] | None:
    """A legal way in, by brute force."""
    ((x1, _, x2, _),) = trip.state.players[0].zone
    r = trip.model.radius
    crossings = [snap(x1 + (x2 - x1) * k / 24) for k in range(25 if x2 > x1 else 1)]
    starts = [((x, 0.0), r) for x in crossings if _open(trip, x)]
    goals = [(snap(x1 - 3 + i / 4), snap(r + j / 2)) for i in range(int((x2 - x1 + 6) * 4)) for j in range(8)]
    goals = [g for g in goals if standing_refused(trip.state, trip.model, Point(*g)) is None]
    if not starts or not goals:
        return None
    costs, ways = shortest(trip.march, starts, goals, TOUCH + 1 / 1024)
    for _, n in sorted((cost, n) for n, cost in enumerate(costs) if cost <= trip.limit.inches):
        if not isinstance(judge(trip.march, ways[n]), Refusal):
            return ways[n]
    return None


def _open(trip: Trip, x: float) -> bool:
    """Does the base get over the edge here, from touching it outside until its middle is on it?"""
    r, foes = trip.model.radius, (other for other in trip.state.models if other.standing and other.side)
    leg = shapely.LineString([(x, -r), (x, 0.0)])
    free = all(shapely.distance(leg, shapely.Point(foe.x, foe.y)) > r + foe.radius + TOUCH for foe in foes)
    return free and all(shapely.distance(leg, solid) >= r for solid in solids(trip.march))


# ---- routes and regions -----------------------------------------------------------------------------


def broken_ground(rng: Random) -> State:
    """Ann among rocks, enemies and a friend or two."""
    others = [
        rng.choice((red, blue, blue))(f"Other {n}", [20 + rng.uniform(-4, 4), 15 + rng.uniform(-4, 4)])
        for n in range(rng.randint(2, 8))
    ]
    rocks = []
    for n in range(rng.randint(1, 5)):
        x, y = 20 + rng.uniform(-4, 4), 15 + rng.uniform(-4, 4)
        rocks.append(
            {
                "id": f"rock {n}",
                "x": [x, x + rng.uniform(0.3, 3)],
                "y": [y, y + rng.uniform(0.3, 3)],
                "height": 2,
                "flags": ["impassable"],
            }
        )
    return joined_by([red("Ann", [20, 15], base=rng.choice((1, 1, 1.5))), blue("Tom", [40, 30])], others, rocks)


@proves("RE-2.2", "RE-2.13", "RE-2.18")
def test_a_route_is_found_and_drawn_wherever_a_bent_way_leads() -> None:
    bent = 0
    for seed in range(SCENES // 2):
        rng = Random(seed)
        state = broken_ground(rng)
        options = RULESET.rulebook.options({"move_through_friends": rng.random() < 0.6})
        ann = state.models[0]
        trip = Trip(state, options, ann, "standard" if rng.random() < 0.5 else "encumbered")
        wishes = [(snap(20 + rng.uniform(-6, 6)), snap(15 + rng.uniform(-6, 6))) for _ in range(80)]
        goals = [goal for goal in wishes if standing_refused(state, ann, Point(*goal)) is None]
        costs, ways = shortest(trip.march, [((ann.x, ann.y), 0.0)], goals, TOUCH + 1 / 1024)
        drawn = rings_of(region(trip.march)).buffer(FINE)
        for goal, cost, way in zip(goals, costs, ways, strict=True):
            if cost > trip.limit.inches or isinstance(judge(trip.march, way[1:]), Refusal):
                continue
            bent += len(way) > 2
            assert not isinstance(way_to(trip.march, Point(*goal)), Refusal), (seed, goal, way)
            assert drawn.contains(shapely.Point(goal)), (seed, goal, way)
    assert bent > 2 * SCENES


@proves("RE-1.21")
def test_an_entry_leads_straight_onto_a_surface_at_the_edge() -> None:
    """The ledge fills the zone: whoever does not climb it does not come in."""
    ledge = {
        "id": "ledge", "x": [6, 14], "y": [0.5, 4], "height": 3, "flags": ["impassable", "surface"],
        "climbable": ["south"],
    }  # fmt: skip
    players = [{"name": "Red", "pool": 3, "zone": [[9, 0, 11, 0]]}, {"name": "Blue", "pool": 3}]
    models = [{"name": "Ann", "player": "Red", "base": 1}, blue("Tom", [40, 30])]
    state = joined_by(models, [], [ledge], player=players)
    trip = Trip(state, OPTIONS, state.models[0], "climb")
    assert {walk.end.z for _, walk in candidates(trip)} == {3.0}
