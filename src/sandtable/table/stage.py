"""A table as a scene draws it (docs/scene.md): its ground, and cells as pieces of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, cast

import msgspec
from msgspec import UNSET

from sandtable.engine.scenes import Dot, PieceForm, ShownOpening, ShownPiece, TableGround
from sandtable.table.board import Table
from sandtable.table.grid import Cell
from sandtable.table.pieces import Ring, Spot, Terrain, signed_area

FacesOf = Callable[[Terrain], Sequence[str]]
WordsOf = Callable[[Terrain], list[str]]


def ground(table: Table, faces: FacesOf, words: WordsOf, unit: str = "″") -> TableGround:
    """What lies on a table for a whole game. `faces` names what each edge of a piece is, `words` what a piece does."""
    pieces = [piece_of(piece, faces(piece), words(piece)) for piece in table.terrain]
    drawn: dict[str, Any] = {"width": table.width, "height": table.height, "unit": unit, "pieces": pieces}
    return TableGround(key=key_of(table.name, drawn), **drawn)


def key_of(name: str, drawn: dict[str, Any]) -> str:
    """A name that equal ground has in common, on every machine."""
    return f"{name} {sha256(msgspec.json.encode(drawn)).hexdigest()[:12]}"


def piece_of(piece: Terrain, faces: Sequence[str], words: list[str]) -> ShownPiece:
    slope = piece.slope
    return ShownPiece(
        id=piece.id,
        name=piece.label,
        kind=piece.kind,
        form=cast(PieceForm, piece.form),
        outline=_ring(piece.outline),
        holes=[_ring(hole) for hole in piece.holes],
        floor=piece.floor,
        height=piece.height,
        levels=list(piece.levels),
        faces=list(faces),
        openings=[
            ShownOpening(kind=one.kind, line=piece.opening_ends(one), floor=piece.floor + one.sill)
            for one in piece.openings
        ],
        traits=sorted(piece.traits),
        text=words,
        slope=UNSET if slope is None else (slope.foot_x, slope.foot_y, slope.head_x, slope.head_y),
    )


def piece_words(piece: Terrain, words: Mapping[str, str]) -> list[str]:
    """How high a piece is, and in a book's `words` what each of its traits does."""
    tall = [f"{piece.height:g}″ high."] if piece.height else []
    return tall + [said for trait, said in words.items() if trait in piece.traits]


def _ring(points: Iterable[Spot]) -> list[Dot]:
    return [(x, y) for x, y in points]


# ---- cells as pieces --------------------------------------------------------------------------------


def outlines(cells: Iterable[Cell]) -> list[tuple[Ring, tuple[Ring, ...]]]:
    """Cells that hang together, each body as an outline with its holes, in units of a cell."""
    left = set(cells)
    bodies = []
    while left:
        body, fresh = set(), [min(left)]
        left.discard(fresh[0])
        while fresh:
            x, y = fresh.pop()
            body.add((x, y))
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if near in left:
                    left.discard(near)
                    fresh.append(near)
        rings = sorted(_rings(body), key=signed_area, reverse=True)
        bodies.append((rings[0], tuple(rings[1:])))
    return bodies


def _rings(body: set[Cell]) -> list[Ring]:
    """The borders of a body: edges with the body to their left, joined end to end."""
    onward: dict[Cell, list[Cell]] = {}
    for x, y in sorted(body):
        sides = (
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        )
        for beside, start, end in sides:
            if beside not in body:
                onward.setdefault(start, []).append(end)
    rings = []
    while onward:
        start = at = min(onward)
        before: Cell | None = None
        ring: list[Cell] = []
        while True:
            ends = onward[at]
            # Where two bodies of the border meet at a corner, turn left and stay on this one.
            end = ends[0] if before is None or len(ends) == 1 else min(ends, key=lambda e: _turn(before, at, e))
            ends.remove(end)
            if not ends:
                del onward[at]
            ring.append(at)
            before, at = at, end
            if at == start:
                break
        rings.append(_without_straights(ring))
    return rings


def _turn(before: Cell | None, at: Cell, end: Cell) -> int:
    assert before is not None
    across = (at[0] - before[0]) * (end[1] - at[1]) - (at[1] - before[1]) * (end[0] - at[0])
    return -across


def _without_straights(ring: list[Cell]) -> Ring:
    kept = []
    for i, (x, y) in enumerate(ring):
        (ax, ay), (bx, by) = ring[i - 1], ring[(i + 1) % len(ring)]
        if (x - ax) * (by - y) != (y - ay) * (bx - x):
            kept.append((float(x), float(y)))
    return tuple(kept)
