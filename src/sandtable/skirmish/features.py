"""Terrain as situations write it: rectangles with flags, faces, floors and doors, made into pieces of a battlefield."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from sandtable.engine.errors import SetupError, shown
from sandtable.skirmish.battlefield import BLOCKS, COVER, OBSCURES, OBSTACLE, WOOD
from sandtable.skirmish.levels import LADDER, SURFACE, Heights, check_floors
from sandtable.table import AREA, BLOCK, SHELL, MapError, Opening, Table, Terrain, snap
from sandtable.table.causes import BAD_FLOORS, BAD_PIECE, Verdicts
from sandtable.table.mapcheck import check_table

IMPASSABLE = "impassable"
FLAGS = (
    IMPASSABLE, BLOCKS, OBSCURES, COVER, SURFACE, WOOD, "obscures-inside", OBSTACLE, "flat", LADDER,
)  # fmt: skip
COMPASS = ("south", "east", "north", "west")
HEAD = 2.0
"""How high the doors of situations are."""


class Door(Struct, frozen=True, forbid_unknown_fields=True):
    """A door in a building of a situation: from where to where along its face, and on which floor."""

    face: str
    at: tuple[float, float]
    floor: float = 0.0


class Feature(Struct, frozen=True, forbid_unknown_fields=True):
    """A rectangle of terrain as situations write it."""

    id: str
    x: tuple[float, float]
    y: tuple[float, float]
    height: float = 0.0
    flags: tuple[str, ...] = ()
    climbable: tuple[str, ...] = ()
    slope: tuple[str, ...] = ()
    bottom: float = 0.0
    floors: tuple[float, ...] = ()
    """Heights of a building's upper floors."""
    doors: tuple[Door, ...] = ()


def with_features(table: Table, features: tuple[Feature, ...], heights: Heights, verdicts: Verdicts) -> Table:
    """A table with the pieces of a situation on it, if they can be there."""
    pieces = [rectangle(feature, verdicts) for feature in features]
    drawn = with_pieces(table, pieces, verdicts.clauses.get(BAD_PIECE, ""))
    check_floors(drawn, heights, verdicts)
    return drawn


def with_pieces(table: Table, pieces: Iterable[Terrain], clause: str) -> Table:
    """A table with further pieces on it, if they can be there by the rules of a map; `clause` is the book's word."""
    drawn = replace(table, terrain=(*table.terrain, *pieces))
    try:
        check_table(drawn)
    except MapError as error:
        raise SetupError(str(error), clause) from error
    return drawn


def rectangle(feature: Feature, verdicts: Verdicts) -> Terrain:
    """A rectangle as a piece. What rises and cannot be entered blocks sight and gives cover, unless the situation says
    what else it does."""
    bad = verdicts.clauses.get(BAD_PIECE, "")
    flags = set(feature.flags)
    for flag in sorted(flags):
        if flag not in FLAGS:
            raise SetupError(f"terrain {feature.id}: there is no flag {shown(flag)}: {', '.join(FLAGS)}", bad)
    for face in (*feature.climbable, *feature.slope):
        if face not in COMPASS:
            raise SetupError(f"terrain {feature.id}: a face is {', '.join(COMPASS)}, not {shown(face)}", bad)
    raised = IMPASSABLE in flags and feature.height > 0 and OBSTACLE not in flags
    hollow = raised and WOOD in flags
    if (feature.floors or feature.doors) and not hollow:
        needs = f"terrain {feature.id}: floors and doors need the flags {IMPASSABLE} and {WOOD}"
        raise SetupError(needs, verdicts.clauses.get(BAD_FLOORS, ""))
    if raised and not flags & {BLOCKS, OBSCURES, COVER, "flat", WOOD, SURFACE}:
        flags |= {BLOCKS, COVER}
    (x0, x1), (y0, y1) = sorted(map(snap, feature.x)), sorted(map(snap, feature.y))
    form = SHELL if hollow else BLOCK if raised else AREA
    kind = "building" if hollow else "block" if raised else "wood" if WOOD in flags else "rough"
    if OBSTACLE in flags:
        kind = "wall"
    if LADDER in flags:
        kind = LADDER
    return Terrain(
        id=feature.id,
        outline=((x0, y0), (x1, y0), (x1, y1), (x0, y1)),
        kind=kind,
        form=form,
        floor=snap(feature.bottom),
        height=snap(feature.height),
        levels=tuple(snap(level) for level in feature.floors),
        openings=tuple(_door(feature, door, bad) for door in feature.doors),
        ways_up=tuple(COMPASS.index(face) for face in feature.climbable),
        traits=frozenset(flags | {f"slope-{face}" for face in feature.slope}),
    )


def _door(feature: Feature, door: Door, bad: str) -> Opening:
    """A door of a situation as an opening; the corners of a rectangle run anticlockwise from the lower left."""
    if door.face not in COMPASS:
        raise SetupError(f"terrain {feature.id}: a face is {', '.join(COMPASS)}, not {shown(door.face)}", bad)
    edge = COMPASS.index(door.face)
    first, last = sorted(map(snap, feature.x if edge in (0, 2) else feature.y))
    start, end = sorted(map(snap, door.at))
    along = (start - first, end - first) if edge in (0, 1) else (last - end, last - start)
    sill = snap(door.floor)
    return Opening(edge, *along, sill, min(sill + HEAD, snap(feature.height)))
