"""The ground of a game: heights and marks of every increment, ladders, and how tiles and components make it.

A `Field` never changes; a thicket or a plank makes a new one. What the movement rules work out about a field is kept
with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from sandtable.engine.errors import SetupError
from sandtable.table.grid import Cell, label, parse

if TYPE_CHECKING:
    from sandtable.rulesets.opentactics.content import Component, Content, Placed, PrebuiltMap

TILE = 3
SMALLEST_HAZARD, LARGEST_HAZARD = 1, 5
MOST_SIDE = 60


class Increment(Struct, frozen=True, omit_defaults=True):
    """One increment: its height and its marks (OT-4.14)."""

    height: float = 0.0
    rough: bool = False
    water: bool = False
    impassable: bool = False
    hindering: bool = False
    hazard: int = 0

    @property
    def plain(self) -> bool:
        """Without marks, whatever its height."""
        return not (self.rough or self.water or self.impassable or self.hindering or self.hazard)


OPEN = Increment()
CODES: dict[str, Increment] = {
    ".": OPEN,
    "o": OPEN,
    "r": Increment(rough=True),
    "w": Increment(water=True),
    "b": Increment(rough=True, hindering=True),
    "#": Increment(impassable=True, hindering=True),
    "p": Increment(height=-2.0),
    "h": Increment(hazard=3),
    "l": Increment(height=0.5),
    "1": Increment(height=1.0),
    "2": Increment(height=2.0),
    "3": Increment(height=3.0),
}
THICKET = {"rough": True, "hindering": True}

Border = tuple[Cell, Cell]


class Field(Struct, frozen=True, dict=True):
    """`squares` row by row from the south-west; `ladders` are borders with their smaller cell first."""

    columns: int
    rows: int
    squares: tuple[Increment, ...]
    ladders: tuple[Border, ...] = ()

    def holds(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.columns and 0 <= cell[1] < self.rows

    def at(self, cell: Cell) -> Increment:
        return self.squares[cell[1] * self.columns + cell[0]]

    def height(self, cell: Cell) -> float:
        return self.squares[cell[1] * self.columns + cell[0]].height

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        return tuple((column, row) for row in range(self.rows) for column in range(self.columns))

    @cached_property
    def impassable(self) -> frozenset[Cell]:
        return frozenset(cell for cell in self.cells if self.at(cell).impassable)

    @cached_property
    def _sides(self) -> dict[str, tuple[Cell, ...]]:
        columns, rows = range(self.columns), range(self.rows)
        return {
            "south": tuple((column, 0) for column in columns),
            "north": tuple((column, self.rows - 1) for column in columns),
            "west": tuple((0, row) for row in rows),
            "east": tuple((self.columns - 1, row) for row in rows),
        }

    @cached_property
    def workings(self) -> dict[Any, Any]:
        """Tables that the movement rules make of this field, by what they depend on."""
        return {}

    def laddered(self, one: Cell, two: Cell) -> bool:
        return bool(self.ladders) and border(one, two) in self.ladders

    def side(self, edge: str) -> tuple[Cell, ...]:
        """The outermost increments of one side."""
        return self._sides[edge]

    def rim(self, cell: Cell) -> bool:
        return cell[0] in (0, self.columns - 1) or cell[1] in (0, self.rows - 1)

    def changed(self, changes: dict[Cell, Increment]) -> Field:
        squares = list(self.squares)
        for cell, square in changes.items():
            squares[cell[1] * self.columns + cell[0]] = square
        return Field(self.columns, self.rows, tuple(squares), self.ladders)


def border(one: Cell, two: Cell) -> Border:
    return (one, two) if one <= two else (two, one)


# ---- reading and building -------------------------------------------------------------------------


def from_rows(rows: Sequence[str]) -> tuple[Field, list[Cell]]:
    """A field from signs, rows from north to south; and the objective spots on it."""
    if not rows or not rows[0] or any(len(row) != len(rows[0]) for row in rows):
        raise SetupError("a map is a list of rows of equal length", "OT-4.14")
    if max(len(rows), len(rows[0])) > MOST_SIDE:
        raise SetupError(f"a map is at most {MOST_SIDE} by {MOST_SIDE} increments", "OT-4.14")
    squares: list[Increment] = []
    spots: list[Cell] = []
    for row, signs in enumerate(reversed(rows)):
        for column, sign in enumerate(signs):
            if sign not in CODES:
                raise SetupError(f"{sign!r} is not a sign of a map ({''.join(CODES)})", "OT-4.14")
            squares.append(CODES[sign])
            if sign == "o":
                spots.append((column, row))
    return Field(len(rows[0]), len(rows), tuple(squares)), spots


def turned(rows: Sequence[str], quarters: int) -> tuple[str, ...]:
    """The signs of a tile after quarter turns clockwise."""
    for _ in range(quarters % 4):
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
    return tuple(rows)


@lru_cache(64)
def _signs(tiles: tuple[tuple[tuple[str, ...], ...], ...]) -> tuple[str, ...]:
    """Tiles put together, rows from north."""
    return tuple("".join(tile[line] for tile in row) for row in tiles for line in range(TILE))


def tile_signs(one: PrebuiltMap, found: Content) -> tuple[str, ...]:
    """The tiles of a map put together; the southern half of a symmetric map is turned by 180 degrees, and so is the
    eastern half of a middle row (content/maps.toml)."""
    tall, wide = len(one.tiles), len(one.tiles[0])
    laid = []
    for i, row in enumerate(one.tiles):
        laid.append(
            tuple(
                turned(found.tiles[number].rows, 2 if one.symmetric and _turned_half(i, j, tall, wide) else 0)
                for j, number in enumerate(row)
            )
        )
    return _signs(tuple(laid))


def _turned_half(row: int, column: int, tall: int, wide: int) -> bool:
    if 2 * row + 1 == tall:
        return 2 * column + 1 > wide
    return 2 * row >= tall


def build_map(one: PrebuiltMap, found: Content) -> Field:
    """A pre-built map with its components."""
    if one.name not in _maps or _maps[one.name][0] is not one:
        field, _ = from_rows(tile_signs(one, found))
        for placed in one.components:
            field = put(field, found.components[placed.name], *whereabouts(placed))
        _maps[one.name] = (one, field)
    return _maps[one.name][1]


_maps: dict[str, tuple[PrebuiltMap, Field]] = {}
"""Fields of maps that have been built: a game shares its map with all others."""


def whereabouts(placed: Placed) -> tuple[Cell, bool]:
    """The cell of a component and whether it points north; for a ladder the border's smaller cell."""
    if placed.between is not None:
        one, two = sorted(parse(name) for name in placed.between)
        return one, two[1] > one[1]
    return parse(placed.at), placed.turned


def covered(component: Component, cell: Cell, up: bool) -> list[Cell]:
    """The increments under a component; for a ladder the two at its border."""
    if component.special == "ladder":
        return [cell, (cell[0], cell[1] + 1) if up else (cell[0] + 1, cell[1])]
    wide, tall = (component.rows, component.columns) if up else (component.columns, component.rows)
    return [(cell[0] + i, cell[1] + j) for j in range(tall) for i in range(wide)]


def why_not_there(field: Field, component: Component, cell: Cell, up: bool, spots: Iterable[Cell] = ()) -> str:
    """Why the ground does not take a component, or nothing."""
    cells = covered(component, cell, up)
    if not all(field.holds(one) for one in cells):
        return f"{component.name} at {label(cell)} lies outside the map"
    squares = [field.at(one) for one in cells]
    heights = {square.height for square in squares}
    if component.special == "ladder":
        return "" if len(heights) == 2 else f"there is nothing to climb at {label(cell)}"
    if component.special == "plank":
        wet = any(square.water or square.height < 0 for square in squares)
        return "" if wet else f"there is neither pit nor water at {label(cell)}"
    if len(heights) > 1 or min(heights) < 0:
        return f"the ground at {label(cell)} is not of one height"
    if any(square.water or square.impassable for square in squares) or any(one in cells for one in spots):
        return f"{component.name} cannot lie on water, rock or an objective spot at {label(cell)}"
    return ""


def put(field: Field, component: Component, cell: Cell, up: bool) -> Field:
    """The field with a component on it: its height and marks are added to those of the ground."""
    if reason := why_not_there(field, component, cell, up):
        raise SetupError(reason, "OT-4.7")
    cells = covered(component, cell, up)
    if component.special == "ladder":
        return replace(field, ladders=(*field.ladders, border(cells[0], cells[1])))
    if component.special == "plank":
        wet = {one: OPEN for one in cells if field.at(one).water or field.height(one) < 0}
        return field.changed(wet)
    marks = dict.fromkeys(component.marks, True)
    changes = {}
    for one in cells:
        square = field.at(one)
        hazard = component.hazard or square.hazard
        changes[one] = replace(square, height=square.height + component.height, hazard=hazard, **marks)
    return field.changed(changes)
