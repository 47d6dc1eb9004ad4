"""A move that is to be judged, as far as geometry asks: who goes how far, past whom, and into contact with whom."""

from __future__ import annotations

from math import hypot

from msgspec import Struct

from sandtable.engine.questions import Point, Refusal
from sandtable.skirmish.battlefield import WALKING, Battlefield
from sandtable.skirmish.bodies import Body, Segment, base
from sandtable.table import STEP, Figure, Gait, Ground, snap
from sandtable.table.causes import Verdicts


class March(Struct, frozen=True):
    """Who moves where. Enemies may be neither passed over nor touched; friends may be passed unless `through_friends`
    is off, but not stood on. With a `target` the move ends in contact with it and may touch others on its way."""

    where: Battlefield
    body: Body
    inches: float
    others: tuple[Body, ...]
    """Everybody else on the table, both sides, in the order in which they are named."""
    verdicts: Verdicts
    entering: bool = False
    """It is not on the table yet and comes in over its zone."""
    zone: tuple[Segment, ...] = ()
    """Those stretches of the edge."""
    climbs: bool = False
    """It goes over climbable faces and by ladders, and has to end on another level."""
    target: Body | None = None
    through_friends: bool = True
    levels: int = 1
    """How many levels it may go up or down."""

    @property
    def start(self) -> Point:
        return Point(self.body.x, self.body.y, self.body.z)

    def foes(self) -> list[Body]:
        side = self.body.side
        return [other for other in self.others if other.side != side]

    def friends(self) -> list[Body]:
        side = self.body.side
        return [other for other in self.others if other.side == side]

    def refuse(self, cause: str, what: str = "", length: float = 0.0) -> Refusal:
        return self.verdicts.refuse(cause, self.body.name, what, length, self.inches)

    def figure_at(self, at: Point) -> Figure:
        """The mover at a place, as the ground there meets it."""
        heights = self.where.heights
        return Figure(self.body.name, base(self.body.radius, heights.body), at.x, at.y, heights.footing(at.z))

    def beginnings(self) -> list[tuple[Point, float]]:
        """Where the ways of somebody on the table begin, and how far that is: where it stands and, if enemies touch it,
        just clear of them, since no way round somebody begins inside the gap that is kept from him."""
        start, wide = self.start, self.where.contact + 2 * STEP
        found, touched, away_x, away_y = [(start, 0.0)], 0, 0.0, 0.0
        for foe in self.foes() if self.target is None else ():
            dx, dy = start.x - foe.x, start.y - foe.y
            far = hypot(dx, dy)
            if 0.0 < far <= self.body.radius + foe.radius + wide and self.where.heights.beside(start.z, foe.z):
                touched, away_x, away_y = touched + 1, away_x + dx / far, away_y + dy / far
        size = hypot(away_x, away_y)
        step = (wide + 2 * STEP) * touched
        if touched and step <= self.body.radius * size:
            # Slantwise away from several it takes a longer step to be clear of each; between opposite ones none is.
            clear = Point(snap(start.x + away_x / size**2 * step), snap(start.y + away_y / size**2 * step), start.z)
            found.append((clear, hypot(clear.x - start.x, clear.y - start.y)))
        return found

    def ground(self, z: float) -> Ground:
        """The ground with those in the way who may not be passed, enemies a hair wider than contact unless the move
        makes contact."""
        where = self.where
        spacing = 0.0 if self.target is not None else where.contact + 2 * STEP
        blockers = [where.figure(foe) for foe in self.foes() if foe is not self.target]
        if not self.through_friends:
            blockers += [where.figure(friend) for friend in self.friends()]
        gait = Gait(stops=WALKING.stops, spacing=spacing)
        return Ground(where.table, where.base(self.body.radius), gait, blockers, z)
