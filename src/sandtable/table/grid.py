"""Tables of cells: heights, marks, steps with their corners, distances, straight lines and what can be reached.

A cell is (column, row), both from 0. Nothing here knows what a mark means or what a step costs: a ruleset looks at the
`GridStep` and says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from heapq import heappop, heappush
from itertools import pairwise

from msgspec import Struct

from sandtable.engine.errors import SetupError, shown
from sandtable.table.groups import linked_groups
from sandtable.table.pieces import MapMarker

Cell = tuple[int, int]

SIDES: tuple[Cell, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONALS: tuple[Cell, ...] = ((1, 1), (1, -1), (-1, 1), (-1, -1))

KING, ALTERNATING, ORTHOGONAL = "king", "alternating", "orthogonal"


class Square(Struct, frozen=True):
    """One cell: its height (negative for pits) and its marks."""

    height: float = 0.0
    marks: frozenset[str] = frozenset()


PLAIN = Square()


class GridStep(Struct, frozen=True):
    """A step to a neighbour: the cells, the change of height, and the two cells that a diagonal passes between."""

    start: Cell
    end: Cell
    rise: float
    passed: tuple[Cell, ...] = ()


Price = Callable[[GridStep], Fraction | int | None]
"""What a step costs; None forbids it."""


class Grid(Struct, frozen=True):
    """A table of `columns` by `rows` cells; cells that are not listed are plain."""

    columns: int
    rows: int
    squares: dict[Cell, Square] = {}
    markers: tuple[MapMarker, ...] = ()
    name: str = ""

    def __post_init__(self) -> None:
        if not (1 <= self.columns <= 200 and 1 <= self.rows <= 200):
            raise SetupError(f"a grid has 1 to 200 columns and rows, not {self.columns} by {self.rows}")
        for cell in self.squares:
            if not self.holds(cell):
                raise SetupError(f"cell {label(cell)} lies outside the grid of {self.columns} by {self.rows}")

    def holds(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.columns and 0 <= cell[1] < self.rows

    def at(self, cell: Cell) -> Square:
        return self.squares.get(cell, PLAIN)

    def height(self, cell: Cell) -> float:
        return self.at(cell).height

    def cells(self) -> Iterator[Cell]:
        return ((column, row) for row in range(self.rows) for column in range(self.columns))

    def neighbours(self, cell: Cell, *, diagonals: bool = True) -> Iterator[Cell]:
        for dx, dy in SIDES + (DIAGONALS if diagonals else ()):
            near = cell[0] + dx, cell[1] + dy
            if self.holds(near):
                yield near

    def edge(self, where: str) -> list[Cell]:
        """The outermost cells on one side: left, right, bottom or top."""
        if where in ("left", "right"):
            return [(0 if where == "left" else self.columns - 1, row) for row in range(self.rows)]
        return [(column, 0 if where == "bottom" else self.rows - 1) for column in range(self.columns)]

    # ---- steps ----------------------------------------------------------------------------------------

    def step(self, start: Cell, end: Cell) -> GridStep:
        """The step between two neighbours, with the cells that a diagonal passes between."""
        dx, dy = end[0] - start[0], end[1] - start[1]
        if max(abs(dx), abs(dy)) != 1:
            raise SetupError(f"{label(end)} is not next to {label(start)}")
        passed = ((start[0] + dx, start[1]), (start[0], start[1] + dy)) if dx and dy else ()
        return GridStep(start, end, self.height(end) - self.height(start), passed)

    def steps(self, path: Iterable[Cell]) -> list[GridStep]:
        cells = list(path)
        return [self.step(a, b) for a, b in pairwise(cells)]

    def reach(self, start: Cell, budget: Fraction | int, price: Price) -> dict[Cell, tuple[Fraction, Cell]]:
        """Every cell that can be reached within a budget: its cost and the cell before it (the start is its own)."""
        done: dict[Cell, tuple[Fraction, Cell]] = {}
        heap: list[tuple[Fraction, Cell, Cell]] = [(Fraction(0), start, start)]
        while heap:
            cost, cell, before = heappop(heap)
            if cell in done:
                continue
            done[cell] = cost, before
            for near in self.neighbours(cell):
                if near not in done:
                    toll = price(self.step(cell, near))
                    if toll is not None and cost + toll <= budget:
                        heappush(heap, (cost + toll, near, cell))
        return done

    def way(self, reached: dict[Cell, tuple[Fraction, Cell]], end: Cell) -> tuple[Cell, ...]:
        """The cells from the start (left out) to a cell that was reached."""
        path: list[Cell] = []
        while reached[end][1] != end:
            path.append(end)
            end = reached[end][1]
        return tuple(reversed(path))


# ---- distances and lines ------------------------------------------------------------------------------------------


def distance(a: Cell, b: Cell, count: str = KING) -> int:
    """Cells from a to b: diagonal steps count 1 (king), every second one 2 (alternating), or there are none."""
    dx, dy = abs(a[0] - b[0]), abs(a[1] - b[1])
    if count == KING:
        return max(dx, dy)
    if count == ALTERNATING:
        return max(dx, dy) + min(dx, dy) // 2
    return dx + dy


def line(a: Cell, b: Cell) -> tuple[Cell, ...]:
    """The cells whose inside is crossed by the line between two cells' middles, both ends included, in order.

    Touching a corner is not crossing. Exact: everything is counted in whole steps.
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    sx, sy = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
    nx, ny = abs(dx), abs(dy)
    cells = [a]
    x, y = a
    done_x = done_y = 0
    while done_x < nx or done_y < ny:
        # The next side of the cell: after (2 done + 1) / 2n of the line in each direction.
        across, up = (2 * done_x + 1) * ny, (2 * done_y + 1) * nx
        if across <= up:
            x, done_x = x + sx, done_x + 1
        if up <= across:
            y, done_y = y + sy, done_y + 1
        cells.append((x, y))
    return tuple(cells)


def straight(a: Cell, b: Cell) -> tuple[Cell, ...] | None:
    """The cells from a to b in a straight row, column or diagonal, both included; None if they are not in one."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    if dx and dy and abs(dx) != abs(dy):
        return None
    size = max(abs(dx), abs(dy))
    sx, sy = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
    return tuple((a[0] + sx * k, a[1] + sy * k) for k in range(size + 1))


def clumps(cells: Iterable[Cell]) -> list[tuple[Cell, ...]]:
    """Cells that touch one another (corners included), put together: an object of several cells is one object."""
    return [tuple(clump) for clump in linked_groups(dict.fromkeys(cells), lambda a, b: distance(a, b) == 1)]


# ---- names --------------------------------------------------------------------------------------------------------


def label(cell: Cell) -> str:
    """A cell's name as on the picture: letters for columns, numbers from 1 for rows (c4)."""
    column, letters = cell[0], ""
    while True:
        letters = chr(ord("a") + column % 26) + letters
        column = column // 26 - 1
        if column < 0:
            return f"{letters}{cell[1] + 1}"


def parse(name: str) -> Cell:
    """The cell of a name; raises SetupError for anything else."""
    letters = name.rstrip("0123456789").lower()
    digits = name[len(letters) :]
    if not letters.isascii() or not letters.isalpha() or not 0 < len(digits) < 4 or len(letters) > 2:
        raise SetupError(f"{shown(name)} is not a cell: write a letter and a number, such as c4")
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("a") + 1
    return column - 1, int(digits) - 1
