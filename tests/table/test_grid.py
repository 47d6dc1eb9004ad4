"""Grid tables: steps and their corners, distances, lines through cells, reach, names."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from sandtable.engine.errors import SetupError
from sandtable.table.grid import (
    ALTERNATING,
    ORTHOGONAL,
    Grid,
    GridStep,
    Square,
    clumps,
    distance,
    label,
    line,
    parse,
    straight,
)

GRID = Grid(
    9,
    9,
    {
        (3, 3): Square(1.0),
        (4, 3): Square(-1.0, frozenset({"water"})),
        (4, 4): Square(0.0, frozenset({"impassable"})),
    },
)


def price(step: GridStep) -> int | None:
    if any("impassable" in GRID.at(cell).marks for cell in (step.end, *step.passed)):
        return None
    return 1 + (step.rise != 0)


def test_steps_know_height_and_corners() -> None:
    assert GRID.step((2, 3), (3, 3)) == GridStep((2, 3), (3, 3), 1.0)
    diagonal = GRID.step((3, 4), (4, 3))
    assert diagonal.rise == -1.0
    assert set(diagonal.passed) == {(4, 4), (3, 3)}
    with pytest.raises(SetupError, match="c1 is not next to a1"):
        GRID.step((0, 0), (2, 0))


def test_distances() -> None:
    assert distance((0, 0), (3, 5)) == 5
    assert distance((0, 0), (3, 5), ALTERNATING) == 6
    assert distance((0, 0), (3, 5), ORTHOGONAL) == 8


def test_reach_counts_heights_and_corners() -> None:
    reached = GRID.reach((2, 3), 2, price)
    assert reached[(3, 3)][0] == 2
    assert (4, 4) not in reached
    assert (4, 3) not in reached
    assert reached[(2, 5)][0] == 2
    far = GRID.reach((3, 4), Fraction(7, 2), price)
    assert (5, 4) not in far, "no diagonal past the impassable cell"
    path = GRID.way(GRID.reach((0, 0), 8, price), (3, 0))
    assert len(path) == 3
    assert path[-1] == (3, 0)
    assert sum(price(step) or 0 for step in GRID.steps(((0, 0), *path))) == 3


def test_lines_cross_insides_only() -> None:
    assert line((0, 0), (3, 3)) == ((0, 0), (1, 1), (2, 2), (3, 3))
    assert line((0, 0), (2, 1)) == ((0, 0), (1, 0), (1, 1), (2, 1))
    assert line((0, 0), (0, 3)) == ((0, 0), (0, 1), (0, 2), (0, 3))
    assert line((2, 2), (2, 2)) == ((2, 2),)


def test_lines_against_exact_clipping() -> None:
    """A cell is on the line exactly when the segment has length inside the open square."""
    rng = Random("cells")
    for _ in range(200):
        a, b = (rng.randrange(9), rng.randrange(9)), (rng.randrange(9), rng.randrange(9))
        expected = {cell for cell in GRID.cells() if _crosses(a, b, cell)} | {a}
        assert set(line(a, b)) == expected
        assert set(line(b, a)) == expected


def _crosses(a: tuple[int, int], b: tuple[int, int], cell: tuple[int, int]) -> bool:
    first, last = Fraction(0), Fraction(1)
    for start, end, at in ((a[0], b[0], cell[0]), (a[1], b[1], cell[1])):
        step, low = end - start, Fraction(2 * (at - start) - 1, 2)
        if step == 0:
            if not low < 0 < low + 1:
                return False
            continue
        one, two = sorted((low / step, (low + 1) / step))
        first, last = max(first, one), min(last, two)
    return first < last


def test_straight_rows_and_clumps() -> None:
    assert straight((0, 0), (3, 3)) == ((0, 0), (1, 1), (2, 2), (3, 3))
    assert straight((4, 2), (1, 2)) == ((4, 2), (3, 2), (2, 2), (1, 2))
    assert straight((0, 0), (1, 2)) is None
    assert clumps([(0, 0), (5, 5), (1, 1), (5, 6)]) == [((0, 0), (1, 1)), ((5, 5), (5, 6))]


def test_edges() -> None:
    assert GRID.edge("left") == [(0, row) for row in range(9)]
    assert GRID.edge("top") == [(column, 8) for column in range(9)]


@pytest.mark.parametrize(("cell", "name"), [((0, 0), "a1"), ((2, 3), "c4"), ((25, 0), "z1"), ((26, 9), "aa10")])
def test_names(cell: tuple[int, int], name: str) -> None:
    assert label(cell) == name
    assert parse(name) == cell
    assert parse(name.upper()) == cell


@pytest.mark.parametrize("name", ["", "4", "c", "4c", "abc1", "ä1", "c-1"])
def test_bad_names(name: str) -> None:
    with pytest.raises(SetupError, match="is not a cell"):
        parse(name)


def test_bad_grids() -> None:
    with pytest.raises(SetupError, match="1 to 200"):
        Grid(0, 5)
    with pytest.raises(SetupError, match="cell j1 lies outside"):
        Grid(9, 9, {(9, 0): Square()})
