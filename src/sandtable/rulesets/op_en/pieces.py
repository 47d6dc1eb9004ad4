"""Terrain in the words of the book: what pieces are called, and how situations and Settings write them (chapter 11)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sandtable.engine.errors import SetupError, near, shown
from sandtable.table import AREA, BLOCK, HATCH, SHELL, Opening, Slope, Terrain, snap

DIFFICULT, DEEP = "difficult", "deep water"
SOLID, SCREEN = "solid", "screen"
"""What stops sight lines, and what only hides part (OE-2.26, OE-2.29)."""
WALL, RUINED_WALL, RUIN, WALKWAY = "wall", "ruined wall", "ruin", "walkway"
COMPASS = ("south", "east", "north", "west")

KINDS: dict[str, tuple[str, float, tuple[str, ...]]] = {
    "wall": (BLOCK, 1.0, (WALL,)),
    "fence": (BLOCK, 2.0, (WALL,)),
    "barrier": (BLOCK, 1.0, (WALL,)),
    "platform": (BLOCK, 2.0, ()),
    "cliff": (BLOCK, 2.5, ()),
    "hill": (BLOCK, 2.0, ()),
    "rock": (BLOCK, 2.0, ()),
    "crates": (BLOCK, 1.5, ()),
    "block": (BLOCK, 3.0, ()),
    "bridge": (BLOCK, 0.25, ()),
    "ramp": (BLOCK, 2.0, ()),
    "stairs": (BLOCK, 3.0, ()),
    "building": (SHELL, 3.0, ()),
    "ruin": (AREA, 3.0, (RUIN,)),
    "ruined wall": (BLOCK, 3.0, (RUINED_WALL,)),
    "difficult": (AREA, 0.0, (DIFFICULT,)),
    "growth": (AREA, 2.0, (DIFFICULT,)),
    "shallow water": (AREA, 0.0, ("water",)),
    "deep water": (AREA, 0.0, ("deep",)),
    "walkway": (AREA, 0.0, (WALKWAY,)),
    "hatch": (AREA, 0.0, (HATCH,)),
}
"""Terrain as situations write it: form, usual height and what it is."""
TRAITS = (DIFFICULT, "water", "deep", RUIN, RUINED_WALL, WALL, WALKWAY, "steep")


class Hole(Struct, frozen=True, forbid_unknown_fields=True):
    """A door, hatch or window: from where to where along a face, on which floor."""

    face: str
    at: tuple[float, float]
    floor: float = 0.0
    kind: Literal["door", "hatch", "window"] = "door"
    sill: float | None = None
    """Height of its lower edge above the ground; a door stands on its floor, a window an inch above it."""
    head: float | None = None


class Piece(Struct, frozen=True, forbid_unknown_fields=True):
    """A rectangle of terrain as situations write it."""

    id: str
    kind: str
    x: tuple[float, float]
    y: tuple[float, float]
    height: float | None = None
    bottom: float = 0.0
    floors: tuple[float, ...] = ()
    """Heights of a building's upper floors."""
    openings: tuple[Hole, ...] = ()
    rises: str = ""
    """Of a ramp or stairs: the side where it is highest."""
    traits: tuple[str, ...] = ()
    sight: Literal["", "none", "obscures", "blocks"] = ""


def made(piece: Piece) -> Terrain:
    """A piece of a situation as terrain of a table."""
    if piece.kind not in KINDS:
        raise SetupError(
            f"terrain {piece.id}: there is no kind {piece.kind!r}{near(piece.kind, list(KINDS))}", "OE-11.1"
        )
    form, usual, words = KINDS[piece.kind]
    for trait in piece.traits:
        if trait not in TRAITS:
            raise SetupError(f"terrain {piece.id}: there is no trait {trait!r}{near(trait, TRAITS)}", "OE-11.1")
    (x0, x1), (y0, y1) = sorted(map(snap, piece.x)), sorted(map(snap, piece.y))
    traits = {*words, *piece.traits, *({"growth"} if piece.kind == "growth" else ())}
    traits |= {"obscures": {"obscures"}, "blocks": {"blocks-sight"}, "none": {"sight-none"}}.get(piece.sight, set())
    height = snap(usual if piece.height is None else piece.height)
    return Terrain(
        id=piece.id,
        outline=((x0, y0), (x1, y0), (x1, y1), (x0, y1)),
        kind={BLOCK: "block", SHELL: "building", AREA: "rough"}[form],
        form=form,
        floor=snap(piece.bottom),
        height=height,
        levels=tuple(snap(level) for level in piece.floors),
        openings=tuple(_opening(piece, hole, height) for hole in piece.openings),
        slope=_slope(piece, (x0, x1), (y0, y1)) if piece.rises else None,
        traits=frozenset(traits),
    )


def _slope(piece: Piece, x: tuple[float, float], y: tuple[float, float]) -> Slope:
    if piece.rises not in COMPASS:
        raise SetupError(f"terrain {piece.id}: it rises towards {', '.join(COMPASS)}", "OE-11.9")
    mx, my = snap((x[0] + x[1]) / 2), snap((y[0] + y[1]) / 2)
    return {
        "south": Slope(mx, y[1], mx, y[0]), "north": Slope(mx, y[0], mx, y[1]),
        "east": Slope(x[0], my, x[1], my), "west": Slope(x[1], my, x[0], my),
    }[piece.rises]  # fmt: skip


def _opening(piece: Piece, hole: Hole, height: float) -> Opening:
    """A hole as an opening; the corners of a rectangle run anticlockwise from the lower left."""
    if hole.face not in COMPASS:
        raise SetupError(f"terrain {piece.id}: a face is {', '.join(COMPASS)}, not {shown(hole.face)}", "OE-11.19")
    edge = COMPASS.index(hole.face)
    first, last = sorted(map(snap, piece.x if edge in (0, 2) else piece.y))
    start, end = sorted(map(snap, hole.at))
    along = (start - first, end - first) if edge in (0, 1) else (last - end, last - start)
    sill = snap(hole.sill if hole.sill is not None else hole.floor + (1.0 if hole.kind == "window" else 0.0))
    head = snap(hole.head if hole.head is not None else min(hole.floor + 2.0, height))
    return Opening(edge, *along, sill, head, hole.kind)
