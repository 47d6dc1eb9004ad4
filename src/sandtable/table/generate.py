"""Seeded tables that are fair: balanced by a turn or a mirror, a quarter to a third covered, lanes open, zones usable.

The same preset, seed and size give the same table on every machine. A table that fails one of its own tests is thrown
away and the next one from the same seed is tried.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, dist, pi, sin
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from sandtable.engine.questions import Point, Refusal
from sandtable.table.board import Table
from sandtable.table.ground import Gait, Ground
from sandtable.table.hot.plane import segment_segment
from sandtable.table.lattice import snap
from sandtable.table.mapcheck import MapError, check_table
from sandtable.table.maps import KINDS, thick_line, turned_rect
from sandtable.table.measuring import holds
from sandtable.table.paths import route
from sandtable.table.pieces import AREA, Base, Edge, Figure, MapMarker, Opening, Ring, Spot, Terrain, Zone, ring_edges
from sandtable.table.placing import nearest_legal

TURN, MIRROR, FREE = "turn", "mirror", "free"
LANE = 2.125
"""The gap left between pieces: a 50 mm base passes."""
TRIES = 40
WALKER = Base(2.0)


class Preset(Struct, frozen=True):
    """A recipe: how the table is balanced, how much is covered, and how often each kind of piece comes up."""

    balance: str
    kinds: dict[str, int]
    least: float = 0.25
    most: float = 0.33
    middle: tuple[str, ...] = ("ruin", "hill", "pond", "")


PRESETS: dict[str, Preset] = {
    "balanced": Preset(
        TURN,
        {"wood": 3, "ruin": 3, "building": 2, "hill": 2, "wall": 4, "crates": 3, "rough": 1, "container": 2, "rock": 2},
    ),
    "wilds": Preset(
        TURN,
        {"wood": 5, "hill": 3, "rock": 5, "pond": 2, "rough": 4, "wall": 1, "dangerous": 1},
        middle=("pond", "hill", "wood"),
    ),
    "town": Preset(
        MIRROR,
        {"building": 6, "ruin": 3, "wall": 4, "crates": 4, "container": 3, "field": 1},
        middle=("ruin", "building"),
    ),
    "frontier": Preset(
        FREE, {"wood": 4, "hill": 2, "building": 2, "ruin": 2, "rock": 3, "wall": 4, "crates": 3, "pond": 1, "field": 1}
    ),
}
"""`balanced` and `wilds` are turned by half a circle, `town` is mirrored, `frontier` is not symmetric."""


def generate(preset: str | Preset = "balanced", *, seed: int = 1, width: float = 48.0, height: float = 36.0) -> Table:
    """A fair table from a seed."""
    name = preset if isinstance(preset, str) else "own"
    if isinstance(preset, str):
        if preset not in PRESETS:
            raise MapError(f"there is no preset {preset!r}: take one of {', '.join(PRESETS)}")
        preset = PRESETS[preset]
    if not (12 <= width <= 120 and 12 <= height <= 120):
        raise MapError(f"a generated table is 12 to 120 inches wide and high, not {width:g} by {height:g}")
    for attempt in range(TRIES):
        rng = Random(f"{name} {seed} {width:g} {height:g} {attempt}")
        table = _lay_out(preset, rng, width, height, f"{name.capitalize()} {seed}")
        if table is not None and fair(table, preset):
            check_table(table)
            return table
    raise MapError(f"no fair {name} table of {width:g} by {height:g} came of seed {seed}: try another")


# ---- laying out ---------------------------------------------------------------------------------------------------


def _lay_out(preset: Preset, rng: Random, width: float, height: float, name: str) -> Table | None:
    goal = rng.uniform(preset.least + 0.015, preset.most - 0.015) * width * height
    image = _image(preset.balance, width, height)
    pieces: list[Terrain] = []
    covered = 0.0
    middle = rng.choice(preset.middle)
    if middle and preset.balance != FREE:
        piece = _MAKERS[middle](rng, width / 2, height / 2, f"{middle}-middle", True)
        if image is not None and _same_place(piece, image(piece)):
            pieces.append(piece)
            covered += piece.area
    kinds = [kind for kind, often in preset.kinds.items() for _ in range(often)]
    large = [kind for kind in kinds if kind in _LARGE]
    for number in range(1200):
        if covered >= goal:
            break
        # Large pieces first, while there is room for them.
        kind = rng.choice(large if covered < 0.72 * goal and number < 400 else kinds)
        x, y = rng.uniform(2, width - 2), rng.uniform(2, height - 2)
        piece = _MAKERS[kind](rng, x, y, f"{kind}-{number}", False)
        pair = [piece] if image is None else [piece, image(piece)]
        if not _fits(pair, pieces, width, height):
            continue
        area = 0.0
        for part in pair:
            area += part.area
        if covered + area <= preset.most * width * height - 0.5:
            pieces.extend(pair)
            covered += area
    if covered < preset.least * width * height:
        return None
    return _furnished(Table(width=width, height=height, terrain=_renumbered(pieces), name=name))


def _renumbered(pieces: list[Terrain]) -> tuple[Terrain, ...]:
    """Short ids by kind: wood 1, wood 2, …"""
    counts: dict[str, int] = {}
    named = []
    for piece in pieces:
        counts[piece.kind] = counts.get(piece.kind, 0) + 1
        named.append(replace(piece, id=f"{piece.kind} {counts[piece.kind]}"))
    return tuple(named)


def _image(balance: str, width: float, height: float) -> Callable[[Terrain], Terrain] | None:
    """A piece's twin on the other side of the table."""
    if balance == FREE:
        return None

    def moved(point: Spot) -> Spot:
        x, y = point
        return (width - x, height - y) if balance == TURN else (x, height - y)

    def twin(piece: Terrain) -> Terrain:
        outline = tuple(moved(point) for point in piece.outline)
        return replace(piece, outline=outline)

    return twin


def _same_place(one: Terrain, two: Terrain) -> bool:
    return set(one.outline) == set(two.outline)


def _fits(pair: list[Terrain], pieces: list[Terrain], width: float, height: float) -> bool:
    for piece in pair:
        for x, y in piece.outline:
            if not (0.25 <= x <= width - 0.25 and 0.25 <= y <= height - 0.25):
                return False
    everyone = [(pair[0], other) for other in (*pieces, *pair[1:])]
    everyone += [(pair[1], other) for other in pieces] if len(pair) > 1 else []
    return all(apart(one, two, _gap(one, two)) for one, two in everyone)


def _gap(one: Terrain, two: Terrain) -> float:
    """Solid pieces leave a lane between them, an area only a little room."""
    return 0.75 if AREA in (one.form, two.form) else LANE


def apart(one: Terrain, two: Terrain, gap: float) -> bool:
    """Do two pieces keep a gap between them?"""
    (ax, ay, ar), (bx, by, br) = _circle(one.outline), _circle(two.outline)
    if dist((ax, ay), (bx, by)) >= ar + br + gap:
        return True
    if holds(one, *two.outline[0]) or holds(two, *one.outline[0]):
        return False
    return all(
        segment_segment(*a, *b, *c, *d) >= gap * gap
        for a, b in ring_edges(one.outline)
        for c, d in ring_edges(two.outline)
    )


def _circle(ring: Ring) -> tuple[float, float, float]:
    x = (min(p[0] for p in ring) + max(p[0] for p in ring)) / 2
    y = (min(p[1] for p in ring) + max(p[1] for p in ring)) / 2
    return x, y, max(dist((x, y), p) for p in ring)


def _furnished(table: Table) -> Table:
    """The table with two deployment zones, their edges and three objectives."""
    w, h = table.width, table.height
    deep = snap(h / 4)
    zones = (
        Zone("south", ((0, 0), (w, 0), (w, deep), (0, deep)), 1, "the southern zone"),
        Zone("north", ((0, h - deep), (w, h - deep), (w, h), (0, h)), 2, "the northern zone"),
    )
    edges = (Edge("bottom", 0, w, 1), Edge("top", 0, w, 2))
    spots = ((w / 2, h / 2), (w / 4, h / 2), (3 * w / 4, h / 2))
    markers = []
    for number, (x, y) in enumerate(spots, 1):
        place = nearest_legal(_walker(x, y, f"{number}"), Point(x, y), _off_solids(table))
        markers.append(MapMarker(f"objective {number}", *((place.x, place.y) if place else (x, y)), label=str(number)))
    return Table(
        width=w, height=h, terrain=table.terrain, markers=tuple(markers), zones=zones, edges=edges, name=table.name
    )


def _walker(x: float, y: float, name: str = "walker") -> Figure:
    return Figure(name, WALKER, snap(x), snap(y))


def _off_solids(table: Table) -> Callable[[Figure], Refusal | None]:
    ground = Ground(table, WALKER, Gait())

    def test(figure: Figure) -> Refusal | None:
        off = ground.overlapped(figure.x, figure.y) is None and table.fits(figure)
        return None if off else Refusal("taken")

    return test


# ---- pieces -------------------------------------------------------------------------------------------------------


def _piece(name: str, kind: str, outline: list[Spot], **more: object) -> Terrain:
    form, usual = KINDS[kind]
    given: dict[str, object] = {"form": form, "height": usual} | more
    ring = tuple((snap(x), snap(y)) for x, y in outline)
    return replace(Terrain(id=name, kind=kind, outline=ring, traits=frozenset({kind})), **given)


def _blob(rng: Random, x: float, y: float, size: float, even: bool) -> list[Spot]:
    """A rounded patch; an even one is the same when turned by half a circle or mirrored."""
    turns = [2 * pi * k / 16 for k in range(16)]
    if even:
        return [(x + snap(1.25 * size * cos(turn)), y + snap(size * sin(turn))) for turn in turns]
    stretch = rng.uniform(0.8, 1.25)
    bulge, dent = rng.uniform(0, 2 * pi), rng.uniform(0, 2 * pi)
    ring = []
    for turn in turns:
        r = size * (1 + 0.13 * sin(2 * turn + bulge) + 0.09 * sin(3 * turn + dent))
        ring.append((x + r * stretch * cos(turn), y + r / stretch * sin(turn)))
    return ring


def _box(rng: Random, x: float, y: float, width: float, height: float) -> list[Spot]:
    turned = rng.choice((False, False, True))
    w, h = (height, width) if turned else (width, height)
    return turned_rect(round(x * 2) / 2 - w / 2, round(y * 2) / 2 - h / 2, w, h)


def _wood(rng: Random, x: float, y: float, name: str, even: bool) -> Terrain:
    return _piece(name, "wood", _blob(rng, x, y, rng.uniform(2.4, 3.8), even))


def _hill(rng: Random, x: float, y: float, name: str, even: bool) -> Terrain:
    return _piece(name, "hill", _blob(rng, x, y, rng.uniform(2.2, 3.2), even), height=rng.choice((1.5, 2.0, 2.5)))


def _pond(rng: Random, x: float, y: float, name: str, even: bool) -> Terrain:
    return _piece(name, rng.choice(("water", "deep")), _blob(rng, x, y, rng.uniform(2.0, 3.0), even))


def _rough(rng: Random, x: float, y: float, name: str, even: bool) -> Terrain:
    return _piece(name, "rough", _blob(rng, x, y, rng.uniform(1.8, 2.8), even))


def _dangerous(rng: Random, x: float, y: float, name: str, even: bool) -> Terrain:
    return _piece(name, "dangerous", _blob(rng, x, y, rng.uniform(1.5, 2.0), even))


def _field(rng: Random, x: float, y: float, name: str, even: bool) -> Terrain:
    return _piece(name, "field", _box(rng, x, y, rng.choice((6.0, 7.0, 8.0)), rng.choice((4.0, 5.0))))


def _rock(rng: Random, x: float, y: float, name: str, even: bool) -> Terrain:
    size = rng.uniform(0.9, 1.6)
    turns = [2 * pi * k / 7 for k in range(7)]
    radii = [size * rng.uniform(0.75, 1.1) for _ in turns]
    ring = [(x + r * cos(turn), y + r * sin(turn)) for turn, r in zip(turns, radii, strict=True)]
    return _piece(name, "rock", ring, height=rng.choice((1.5, 2.0, 3.0)))


def _ruin(rng: Random, x: float, y: float, name: str, even: bool) -> Terrain:
    return _piece(name, "ruin", _box(rng, x, y, rng.choice((6.0, 7.0, 8.0)), rng.choice((4.0, 5.0, 6.0))))


def _building(rng: Random, x: float, y: float, name: str, even: bool) -> Terrain:
    outline = _box(rng, x, y, rng.choice((6.0, 7.0, 8.0)), rng.choice((4.0, 5.0)))
    doors = []
    for edge in range(4):
        length = dist(outline[edge], outline[(edge + 1) % 4])
        if edge % 2 == 0:
            doors.append(Opening(edge, length / 2 - 0.75, length / 2 + 0.75, 0.0, 2.0))
        else:
            doors.append(Opening(edge, length / 2 - 0.5, length / 2 + 0.5, 1.0, 2.0, "window"))
    return _piece(name, "building", outline, height=rng.choice((3.0, 4.0)), openings=tuple(doors))


def _wall(rng: Random, x: float, y: float, name: str, even: bool) -> Terrain:
    x, y = round(x * 2) / 2, round(y * 2) / 2
    length = rng.choice((4.0, 5.0, 6.0))
    across = rng.random() < 0.5
    line = [(x, y), (x + length, y)] if across else [(x, y), (x, y + length)]
    return _piece(name, "wall", thick_line(name, line, 0.5), height=1.0)


def _crates(rng: Random, x: float, y: float, name: str, even: bool) -> Terrain:
    return _piece(name, "crates", _box(rng, x, y, 1.5, rng.choice((1.5, 3.0))))


def _container(rng: Random, x: float, y: float, name: str, even: bool) -> Terrain:
    return _piece(name, "container", _box(rng, x, y, 5.0, 2.0))


_LARGE = ("wood", "hill", "pond", "field", "ruin", "building")

Maker = Callable[[Random, float, float, str, bool], Terrain]

_MAKERS: dict[str, Maker] = {
    "wood": _wood,
    "hill": _hill,
    "pond": _pond,
    "rough": _rough,
    "dangerous": _dangerous,
    "field": _field,
    "rock": _rock,
    "ruin": _ruin,
    "building": _building,
    "wall": _wall,
    "crates": _crates,
    "container": _container,
}


# ---- is it fair? --------------------------------------------------------------------------------------------------


def fair(table: Table, preset: Preset) -> bool:
    """Covered as the recipe says, evenly on both halves, zones with room, and a way between all that matters."""
    if not preset.least <= table.covered() <= preset.most:
        return False
    if preset.balance == FREE and abs(half_covered(table, 0) - half_covered(table, 1)) > 0.04:
        return False
    ground = Ground(table, WALKER, Gait())
    starts = [_room_in(ground, zone) for zone in table.zones]
    if any(share < 0.45 for share, _ in starts):
        return False
    home, away = starts[0][1], starts[1][1]
    if home is None or away is None:
        return False
    goals = [away.at, *(Point(marker.x, marker.y) for marker in table.markers)]
    return all(not isinstance(route(ground, home, goal), Refusal) for goal in goals)


def half_covered(table: Table, half: int) -> float:
    """The share of the lower (0) or upper (1) half of a table that is covered, by the middles of small squares."""
    count = hits = 0
    for i in range(int(table.width)):
        for j in range(int(table.height)):
            y = j + 0.5
            if (y > table.height / 2) == bool(half):
                count += 1
                hits += bool(table.pieces_under(i + 0.5, y))
    return hits / max(1, count)


def _room_in(ground: Ground, zone: Zone) -> tuple[float, Figure | None]:
    """The share of a zone where a base can stand, and the free place nearest to its middle."""
    xs, ys = [p[0] for p in zone.outline], [p[1] for p in zone.outline]
    free: list[Figure] = []
    count = 0
    for i in range(int(min(xs)) + 1, int(max(xs))):
        for j in range(int(min(ys)) + 1, int(max(ys))):
            count += 1
            if ground.overlapped(i, j) is None:
                free.append(_walker(i, j))
    middle = (sum(xs) / len(xs), sum(ys) / len(ys))
    nearest = min(free, key=lambda f: dist((f.x, f.y), middle), default=None)
    return len(free) / max(1, count), nearest
