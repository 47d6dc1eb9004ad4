"""The ground of a move: where it starts, as what it meets the terrain, and who is in its way."""

from __future__ import annotations

from sandtable.engine.questions import Point
from sandtable.rulesets.roe.policy import BODY, TOUCH, footing
from sandtable.rulesets.roe.space import figure
from sandtable.rulesets.roe.walking import Trip
from sandtable.skirmish.battlefield import WALKING, Battlefield
from sandtable.skirmish.bodies import Segment, base
from sandtable.table import Figure, Gait, Ground


def start_of(trip: Trip) -> Point:
    return Point(trip.model.x, trip.model.y, trip.model.z)


def zone_of(trip: Trip) -> tuple[Segment, ...]:
    """The stretches of the edge over which the mover's side comes in (RE-1.21)."""
    return trip.state.players[trip.model.side].zone


def figure_at(trip: Trip, at: Point) -> Figure:
    """The moving model at a place, as the ground there meets it."""
    return Figure(trip.model.name, base(trip.model.radius, BODY), at.x, at.y, footing(at.z))


def ground_with_enemies(where: Battlefield, trip: Trip, z: float) -> Ground:
    """The ground with the enemies in the way, a hair wider than contact unless it is an assault."""
    spacing = 0.0 if trip.kind == "assault" else TOUCH + 2 / 1024
    enemies = [figure(enemy) for enemy in trip.state.enemies(trip.model) if enemy is not trip.target]
    if not trip.options["move_through_friends"]:
        enemies += [figure(friend) for friend in trip.state.friends(trip.model)]
    return Ground(where.table, base(trip.model.radius, BODY), Gait(stops=WALKING.stops, spacing=spacing), enemies, z)
