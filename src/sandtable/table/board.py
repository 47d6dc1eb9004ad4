"""The table: its size, what lies on it, and the prepared scenes in which sight and movement look things up."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from sandtable.engine.errors import SetupError
from sandtable.table.hot.scene import Shapes
from sandtable.table.pieces import AREA, BLOCK, HATCH, SHELL, Edge, Figure, MapMarker, Spot, Terrain, Zone, cut_chain

if TYPE_CHECKING:
    from sandtable.table.picture import Picture


GROUND = (0.0,)
"""The heights on which one stands where nothing lies."""


class Table(Struct, frozen=True, dict=True):
    """A table of `width` by `height` inches; x runs from the left edge, y from the bottom edge.

    >>> table = Table(width=48, height=36)
    >>> table.fits(Figure("scout", Base(1.0), 0.5, 18))
    True
    """

    width: float
    height: float
    terrain: tuple[Terrain, ...] = ()
    markers: tuple[MapMarker, ...] = ()
    zones: tuple[Zone, ...] = ()
    edges: tuple[Edge, ...] = ()
    name: str = ""

    # ---- finding things ---------------------------------------------------------------------------

    @cached_property
    def _by_id(self) -> dict[str, Terrain]:
        return {piece.id: piece for piece in self.terrain}

    def piece(self, name: str) -> Terrain:
        if name not in self._by_id:
            raise SetupError(f"there is no terrain {name!r} on this table")
        return self._by_id[name]

    def zone(self, name: str) -> Zone:
        for zone in self.zones:
            if zone.id == name:
                return zone
        raise SetupError(f"there is no zone {name!r} on this table")

    def marker(self, name: str) -> MapMarker:
        for marker in self.markers:
            if marker.id == name:
                return marker
        raise SetupError(f"there is no marker {name!r} on this table")

    def fits(self, figure: Figure) -> bool:
        """Does the whole base lie on the table?"""
        if not figure.base.core:
            return self.holds_disc(figure.x, figure.y, figure.base.radius)
        hx, hy = figure.half_core
        rx, ry = abs(hx) + figure.base.radius, abs(hy) + figure.base.radius
        return rx <= figure.x <= self.width - rx and ry <= figure.y <= self.height - ry

    def holds_disc(self, x: float, y: float, radius: float) -> bool:
        """The same of a round base at a place."""
        return radius <= x <= self.width - radius and radius <= y <= self.height - radius

    def pieces_under(self, x: float, y: float) -> tuple[Terrain, ...]:
        """The pieces whose footprint strictly holds a point."""
        numbers = self.plans.shapes_holding(x, y)
        return tuple([self.terrain[number] for number in numbers]) if numbers else ()

    def floors_at(self, x: float, y: float) -> tuple[float, ...]:
        """Every height on which a base with its middle here could stand, lowest first; the ground is 0."""
        under = self.pieces_under(x, y)
        if not under:
            return GROUND
        heights = {0.0}
        for piece in under:
            if piece.slope is not None:
                heights.add(slope_height(piece, x, y))
            else:
                heights.update(piece.floors())
            if piece.form == BLOCK and piece.floor <= 0.0:
                heights.discard(0.0)  # a block fills the ground under it
        return tuple(sorted(heights))

    def may_reach(self, number: int, figure: Figure) -> bool:
        """Could the figure's base touch piece `number`? A quick test by circles drawn round both."""
        plans = self.plans
        outer = plans.first_chain[number]
        reach = plans.mr[outer] + figure.base.radius + figure.base.core
        dx, dy = figure.x - plans.mx[outer], figure.y - plans.my[outer]
        return dx * dx + dy * dy <= reach * reach

    def covered(self) -> float:
        """The share of the table under terrain, roads left out (pieces that overlap count twice)."""
        area = 0.0
        for piece in self.terrain:
            if piece.kind != "road":
                area += piece.area
        return area / (self.width * self.height)

    # ---- scenes ---------------------------------------------------------------------------------------

    @cached_property
    def plans(self) -> Shapes:
        """The footprint of each piece as a shape with the piece's number."""
        scene = Shapes(self.width, self.height)
        for piece in self.terrain:
            scene.add_shape(piece.rings, piece.floor, piece.top)
        scene.seal()
        return scene

    @cached_property
    def blinds(self) -> Blinds:
        return Blinds(self)

    @cached_property
    def ramps(self) -> tuple[tuple[int, Terrain], ...]:
        """The pieces with a slope, by number."""
        return tuple((number, piece) for number, piece in enumerate(self.terrain) if piece.slope is not None)

    @cached_property
    def kept(self) -> dict[Hashable, Any]:
        """What has been prepared for this table by others, by what it is."""
        return {}

    # ---- pictures ---------------------------------------------------------------------------------------

    def svg(self, picture: Picture | None = None, **options: Any) -> str:
        """The table as an SVG drawing, with whatever `picture` puts on it (see `sandtable.table.picture`)."""
        from sandtable.table.picture import draw

        return draw(self, picture, **options)


def slope_height(piece: Terrain, x: float, y: float) -> float:
    """The height of a ramp's surface over a point."""
    base, tilt_x, tilt_y = slope_plane(piece)
    return min(max(base + tilt_x * x + tilt_y * y, piece.floor), piece.top)


def slope_plane(piece: Terrain) -> tuple[float, float, float]:
    """A ramp's surface as base + tilt_x * x + tilt_y * y."""
    slope = piece.slope
    if slope is None:
        return piece.top, 0.0, 0.0
    dx, dy = slope.head_x - slope.foot_x, slope.head_y - slope.foot_y
    squared = dx * dx + dy * dy
    tilt_x, tilt_y = piece.height * dx / squared, piece.height * dy / squared
    return piece.floor - tilt_x * slope.foot_x - tilt_y * slope.foot_y, tilt_x, tilt_y


class Blinds:
    """What can stop a look: walls and bodies of terrain as chains with heights, floors as flat shapes.

    Shells are seen through at their openings: a door or window is left out of the wall, and what is below its sill and
    above its head becomes a chain of its own (left out when heights do not count). Floors are seen through at their
    hatches.
    """

    def __init__(self, table: Table) -> None:
        self.scene = Shapes(table.width, table.height)
        self.table = table
        self.piece_of_shape: list[int] = []
        self.around_openings = 0
        self.slabs: list[tuple[int, float]] = []
        self._chains_with: dict[frozenset[str], int] = {}
        self._chains_of: dict[int, int] = {}
        for number, piece in enumerate(table.terrain):
            if piece.form == SHELL:
                self._shell(number, piece)
            elif piece.height > 0.0 or piece.form == AREA:
                self._shape(number, piece.rings, piece.floor, piece.top)
                if piece.floor > 0.0:
                    self.slabs.append((number, piece.floor))
        self.scene.seal()
        self.floors = Shapes(table.width, table.height)
        """The slabs as shapes, in their order, their hatches cut out."""
        self.hatches: dict[tuple[int, float], list[list[Spot]]] = {}
        for number, height in self.slabs:
            rings = self.hatches[number, height] = self._cut_out(number, height)
            self.floors.add_shape([*table.terrain[number].rings, *rings], height, height)
        self.floors.seal()

    def _cut_out(self, number: int, height: float) -> list[list[Spot]]:
        """The rings of the hatches that lie wholly in a floor."""
        return [
            ring
            for piece in self.table.terrain
            if piece.form == AREA and HATCH in piece.traits and abs(piece.floor - height) < 1e-6
            for ring in piece.rings
            if all(self._upon(number, spot) for spot in ring)
        ]

    def _upon(self, number: int, spot: Spot) -> bool:
        plans = self.table.plans
        return plans.shape_holds(number, *spot) or plans.on_outline(number, *spot)

    def _shape(self, number: int, chains: list[list[Spot]], low: float, high: float) -> int:
        shape = self.scene.add_shape(chains, low, high)
        self.piece_of_shape.append(number)
        return shape

    def _shell(self, number: int, piece: Terrain) -> None:
        gaps = [piece.opening_ends(opening) for opening in piece.openings]
        walls = [*cut_chain(piece.rings[0], gaps), *piece.rings[1:]]
        self._shape(number, walls, piece.floor, piece.top)
        for opening, gap in zip(piece.openings, gaps, strict=True):
            for low, high in ((0.0, opening.sill), (opening.head, piece.height)):
                if low < high:
                    shape = self._shape(number, [list(gap)], piece.floor + low, piece.floor + high)
                    self.around_openings |= self.scene.chains_of(shape)
        self.slabs.extend((number, height) for height in piece.floors() if height > piece.floor)

    def chains_with(self, traits: frozenset[str]) -> int:
        """The chains of all pieces that have one of the traits, as bits."""
        if traits not in self._chains_with:
            bits = 0
            for shape, number in enumerate(self.piece_of_shape):
                if self.table.terrain[number].traits & traits:
                    bits |= self.scene.chains_of(shape)
            self._chains_with[traits] = bits
        return self._chains_with[traits]

    def chains_of_piece(self, number: int) -> int:
        if number not in self._chains_of:
            bits = 0
            for shape, owner in enumerate(self.piece_of_shape):
                if owner == number:
                    bits |= self.scene.chains_of(shape)
            self._chains_of[number] = bits
        return self._chains_of[number]

    def owner(self, chain: int) -> Terrain:
        return self.table.terrain[self.piece_of_shape[self.scene.shape_of[chain]]]
