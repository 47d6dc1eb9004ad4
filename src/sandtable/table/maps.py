"""Map files: tables, markers, zones and figures in TOML or JSON. The format is described in docs/maps.md."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from math import cos, isfinite, pi, radians, sin
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Struct

from sandtable.engine.errors import RulebookError, near, one_line, shown
from sandtable.engine.lists import in_file
from sandtable.table.board import Table
from sandtable.table.grid import Grid, Square, label, parse
from sandtable.table.lattice import snap
from sandtable.table.mapcheck import MOST_PIECES, MapError, check_figures, check_table
from sandtable.table.pieces import (
    AREA,
    BLOCK,
    SHELL,
    Edge,
    Figure,
    MapMarker,
    Opening,
    Ring,
    Slope,
    Terrain,
    Zone,
    base_mm,
)

FORMAT = "sandtable-map/1"
LARGEST_FILE = 2_000_000

KINDS: dict[str, tuple[str, float]] = {
    "wood": (AREA, 3.0),
    "rough": (AREA, 0.0),
    "field": (AREA, 0.0),
    "road": (AREA, 0.0),
    "water": (AREA, 0.0),
    "deep": (AREA, 0.0),
    "dangerous": (AREA, 0.0),
    "ruin": (AREA, 3.0),
    "ladder": (AREA, 3.0),
    "hill": (BLOCK, 2.0),
    "rock": (BLOCK, 2.0),
    "ramp": (BLOCK, 2.0),
    "stairs": (BLOCK, 3.0),
    "wall": (BLOCK, 1.0),
    "barricade": (BLOCK, 1.0),
    "crates": (BLOCK, 1.5),
    "container": (BLOCK, 2.5),
    "bridge": (BLOCK, 0.25),
    "block": (BLOCK, 3.0),
    "building": (SHELL, 4.0),
}
"""Each kind with its form and usual height. A piece has its kind as a trait, and those its file gives it."""


class Map(Struct, frozen=True):
    """What a map file holds: a table or a grid, and figures that already stand there."""

    table: Table
    grid: Grid | None = None
    figures: tuple[Figure, ...] = ()
    sides: dict[str, int] = {}
    """The side of each figure."""


class _Opening(Struct, forbid_unknown_fields=True):
    edge: int
    start: float
    end: float
    sill: float = 0.0
    head: float | None = None
    kind: str = "door"


class _Terrain(Struct, forbid_unknown_fields=True):
    id: str
    kind: str = "block"
    outline: list[tuple[float, float]] | None = None
    rect: tuple[float, float, float, float] | None = None
    circle: tuple[float, float, float] | None = None
    line: list[tuple[float, float]] | None = None
    thick: float = 0.5
    turn: float = 0.0
    holes: list[list[tuple[float, float]]] = []
    form: str | None = None
    floor: float = 0.0
    height: float | None = None
    levels: list[float] = []
    openings: list[_Opening] = []
    slope: tuple[float, float, float, float] | None = None
    ways_up: list[int] = []
    traits: list[str] = []
    name: str = ""


class _Marker(Struct, forbid_unknown_fields=True):
    id: str
    at: Annotated[list[float], msgspec.Meta(min_length=2, max_length=3)]
    width: float = 0.0
    label: str = ""


class _Zone(Struct, forbid_unknown_fields=True):
    id: str
    outline: list[tuple[float, float]] | None = None
    rect: tuple[float, float, float, float] | None = None
    side: int = 0
    name: str = ""


class _Edge(Struct, forbid_unknown_fields=True):
    where: str
    start: float
    end: float
    side: int = 0


class _Figure(Struct, forbid_unknown_fields=True):
    id: str
    at: Annotated[list[float], msgspec.Meta(min_length=2, max_length=3)]
    base: float | tuple[float, float] = 25.0
    height: float = 1.25
    turn: float = 0.0
    unit: str = ""
    side: int = 0
    large: bool = False


class _Cell(Struct, forbid_unknown_fields=True):
    at: list[str]
    height: float = 0.0
    marks: list[str] = []


class _Grid(Struct, forbid_unknown_fields=True):
    columns: int
    rows: int
    cells: list[_Cell] = []


class _File(Struct, forbid_unknown_fields=True):
    format: str
    name: str = ""
    width: float = 0.0
    height: float = 0.0
    grid: _Grid | None = None


# ---- reading ----------------------------------------------------------------------------------------------------


def load(path: Path | str) -> Map:
    """Read and check a map file (.toml or .json)."""
    path = Path(path)
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise MapError(f"{path.name} is larger than {LARGEST_FILE:,} bytes")
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise MapError(f"{path.name} cannot be read: {one_line(error)}") from None
    try:
        return loads(text, json_text=path.suffix == ".json")
    except MapError as error:
        raise MapError(f"{path.name}: {error}") from None


def load_content(path: Path) -> Map:
    """A map of a ruleset's own; a mistake in it names the file in its folder."""
    try:
        return load(path)
    except MapError as error:
        raise RulebookError(f"{path.parent.name}/{error}") from error


def load_folder(folder: Path, check: Callable[[Table], None] = lambda table: None) -> dict[str, Map]:
    """All maps of a folder of a ruleset's content, by the names of their tables; `check` is what its book asks of
    them."""
    found: dict[str, Map] = {}
    for path in sorted(folder.glob("*.toml")):
        board = load_content(path)
        in_file(f"{folder.name}/{path.name}", check, board.table)
        if not board.table.name or board.table.name in found:
            raise RulebookError(f"{folder.name}/{path.name}: a map needs a name of its own")
        found[board.table.name] = board
    return found


def loads(text: str, *, json_text: bool = False) -> Map:
    """Read a map from text."""
    try:
        data = json.loads(text) if json_text else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise MapError(f"not {'JSON' if json_text else 'TOML'}: {one_line(error)[:200]}") from None
    if not isinstance(data, dict):
        raise MapError("a map is a table of keys and values")
    return from_dict(data)


def from_dict(data: dict[str, Any]) -> Map:
    """A map from decoded TOML or JSON."""
    head = {key: value for key, value in data.items() if key not in _LISTS}
    file = _convert("the map", head, _File)
    if file.format != FORMAT:
        raise MapError(f"format is {file.format!r}, this version reads {FORMAT!r}")
    lists = {key: _entries(data, key) for key in _LISTS}
    grid = _grid(file) if file.grid is not None else None
    width = float(grid.columns) if grid is not None else file.width
    height = float(grid.rows) if grid is not None else file.height
    table = Table(
        width=width,
        height=height,
        terrain=tuple(_terrain(_named("terrain", entry, _Terrain)) for entry in lists["terrain"]),
        markers=tuple(_marker(_named("marker", entry, _Marker)) for entry in lists["marker"]),
        zones=tuple(_zone(_named("zone", entry, _Zone)) for entry in lists["zone"]),
        edges=tuple(Edge(e.where, e.start, e.end, e.side) for e in (_convert("edge", x, _Edge) for x in lists["edge"])),
        name=file.name,
    )
    check_table(table)
    figures = [_named("figure", entry, _Figure) for entry in lists["figure"]]
    standing = tuple(_figure(figure) for figure in figures)
    check_figures(table, standing)
    return Map(table, grid, standing, {figure.id: figure.side for figure in figures})


_LISTS = ("terrain", "marker", "zone", "edge", "figure")


def _entries(data: dict[str, Any], key: str) -> list[Any]:
    entries = data.get(key, [])
    if not isinstance(entries, list):
        raise MapError(f"{key} must be a list: write [[{key}]]")
    if len(entries) > MOST_PIECES:
        raise MapError(f"{len(entries)} entries of {key} are too many: the limit is {MOST_PIECES}")
    return entries


def _named(what: str, entry: Any, kind: type[Any]) -> Any:
    name = entry.get("id", "?") if isinstance(entry, dict) else "?"
    return _convert(f"{what} {shown(name)}", entry, kind)


def _convert(where: str, entry: Any, kind: type[Any]) -> Any:
    try:
        return msgspec.convert(entry, kind)
    except msgspec.ValidationError as error:
        raise MapError(f"{where}: {one_line(error)}") from None


def _terrain(entry: _Terrain) -> Terrain:
    where = f"terrain {entry.id!r}"
    if entry.kind not in KINDS:
        raise MapError(f"{where}: there is no kind {entry.kind!r}{near(entry.kind, list(KINDS))}")
    form, usual = KINDS[entry.kind]
    height = usual if entry.height is None else entry.height
    return Terrain(
        id=entry.id,
        outline=_outline(where, entry),
        kind=entry.kind,
        form=entry.form or form,
        holes=tuple(_snapped(where, hole) for hole in entry.holes),
        floor=_snap(where, entry.floor),
        height=_snap(where, height),
        levels=tuple(_snap(where, level) for level in entry.levels),
        openings=tuple(
            Opening(o.edge, o.start, o.end, o.sill, min(2.0, height) if o.head is None else o.head, o.kind)
            for o in entry.openings
        ),
        slope=Slope(*(_snap(where, number) for number in entry.slope)) if entry.slope else None,
        ways_up=tuple(entry.ways_up),
        traits=frozenset({entry.kind, *entry.traits}),
        name=entry.name,
    )


def _outline(where: str, entry: _Terrain) -> Ring:
    """One of the four ways to write a footprint."""
    given = [key for key in ("outline", "rect", "circle", "line") if getattr(entry, key) is not None]
    if len(given) != 1:
        raise MapError(f"{where}: give one of outline, rect, circle or line, not {' and '.join(given) or 'none'}")
    if entry.outline is not None:
        return _snapped(where, entry.outline)
    if entry.rect is not None:
        return _snapped(where, turned_rect(*entry.rect, entry.turn))
    if entry.circle is not None:
        x, y, r = entry.circle
        _positive(where, "radius", r)
        return _snapped(where, [(x + r * cos(pi * k / 8), y + r * sin(pi * k / 8)) for k in range(16)])
    return _snapped(where, thick_line(where, entry.line or [], entry.thick))


def turned_rect(x: float, y: float, width: float, height: float, turn: float = 0.0) -> list[tuple[float, float]]:
    """The corners of a rectangle given by its lower left corner and size, turned about its middle."""
    mx, my = x + width / 2, y + height / 2
    c, s = cos(radians(turn)), sin(radians(turn))
    corners = ((-width / 2, -height / 2), (width / 2, -height / 2), (width / 2, height / 2), (-width / 2, height / 2))
    if turn == 0.0:
        return [(mx + dx, my + dy) for dx, dy in corners]
    return [(mx + dx * c - dy * s, my + dx * s + dy * c) for dx, dy in corners]


def thick_line(where: str, points: list[tuple[float, float]], thick: float) -> list[tuple[float, float]]:
    """The outline of a wall along a chain of points, `thick` inches wide, with mitred corners."""
    _positive(where, "thickness", thick)
    if len(points) < 2:
        raise MapError(f"{where}: a line needs two points or more")
    left: list[tuple[float, float]] = []
    right: list[tuple[float, float]] = []
    for i, (x, y) in enumerate(points):
        ax, ay = points[max(0, i - 1)]
        bx, by = points[min(len(points) - 1, i + 1)]
        dx, dy = bx - ax, by - ay
        size = (dx * dx + dy * dy) ** 0.5
        if size == 0:
            raise MapError(f"{where}: the line stands still at ({x:g}, {y:g})")
        nx, ny = -dy / size * thick / 2, dx / size * thick / 2
        left.append((x + nx, y + ny))
        right.append((x - nx, y - ny))
    return right + left[::-1]


def _positive(where: str, what: str, value: float) -> None:
    if not isfinite(value) or value <= 0:
        raise MapError(f"{where}: a {what} of {value:g} is not possible")


def _snapped(where: str, points: list[tuple[float, float]]) -> Ring:
    return tuple((_snap(where, x), _snap(where, y)) for x, y in points)


def _snap(where: str, value: float) -> float:
    if not isfinite(value) or abs(value) > 1e6:
        raise MapError(f"{where}: {value} is not a place on a table")
    return snap(value)


def _marker(entry: _Marker) -> MapMarker:
    where = f"marker {entry.id!r}"
    x, y, *z = (_snap(where, number) for number in entry.at)
    return MapMarker(entry.id, x, y, z[0] if z else 0.0, entry.width, entry.label)


def _zone(entry: _Zone) -> Zone:
    where = f"zone {entry.id!r}"
    if (entry.outline is None) == (entry.rect is None):
        raise MapError(f"{where}: give either outline or rect")
    ring = entry.outline if entry.outline is not None else turned_rect(*(entry.rect or (0, 0, 0, 0)))
    return Zone(entry.id, _snapped(where, ring), entry.side, entry.name)


def _figure(entry: _Figure) -> Figure:
    where = f"figure {entry.id!r}"
    x, y, *z = (_snap(where, number) for number in entry.at)
    sizes = entry.base if isinstance(entry.base, tuple) else (entry.base, 0.0)
    for size in sizes:
        if not isfinite(size) or not 0 <= size <= 300:
            raise MapError(f"{where}: a base of {size:g} mm is not possible")
    base = base_mm(sizes[0], sizes[1], height=entry.height)
    return Figure(entry.id, base, x, y, z[0] if z else 0.0, entry.turn, entry.unit, entry.large)


def _grid(file: _File) -> Grid:
    assert file.grid is not None
    squares: dict[tuple[int, int], Square] = {}
    for cell in file.grid.cells:
        for name in cell.at:
            place = parse(name)
            if place in squares:
                raise MapError(f"cell {label(place)} is there twice")
            squares[place] = Square(cell.height, frozenset(cell.marks))
    return Grid(file.grid.columns, file.grid.rows, squares, name=file.name)


def to_dict(table: Table) -> dict[str, Any]:
    """A table as plain data that `from_dict` reads back."""
    data: dict[str, Any] = {"format": FORMAT, "name": table.name, "width": table.width, "height": table.height}
    data["zone"] = [_lean({"id": z.id, "side": z.side, "name": z.name, "outline": z.outline}) for z in table.zones]
    data["edge"] = [{"where": e.where, "start": e.start, "end": e.end, "side": e.side} for e in table.edges]
    data["marker"] = [_lean({"id": m.id, "at": _place(m), "width": m.width, "label": m.label}) for m in table.markers]
    data["terrain"] = [_terrain_dict(piece) for piece in table.terrain]
    return _lean(data)


def _place(marker: MapMarker) -> list[float]:
    return [marker.x, marker.y, marker.z] if marker.z else [marker.x, marker.y]


def _terrain_dict(piece: Terrain) -> dict[str, Any]:
    form, usual = KINDS[piece.kind]
    openings = [msgspec.structs.asdict(opening) for opening in piece.openings]
    slope = piece.slope
    return _lean(
        {
            "id": piece.id,
            "name": piece.name,
            "kind": piece.kind,
            "outline": piece.outline,
            "holes": piece.holes,
            "form": piece.form if piece.form != form else "",
            "floor": piece.floor,
            "levels": piece.levels,
            "openings": openings,
            "slope": [slope.foot_x, slope.foot_y, slope.head_x, slope.head_y] if slope else [],
            "ways_up": piece.ways_up,
            "traits": sorted(piece.traits - {piece.kind}),
        }
    ) | ({"height": piece.height} if piece.height != usual else {})


def _lean(data: dict[str, Any]) -> dict[str, Any]:
    """Without what is empty or zero."""
    return {key: value for key, value in data.items() if value not in ("", 0, 0.0, [], ())}


def to_toml(table: Table) -> str:
    """A table as a map file."""
    data = to_dict(table)
    lines = [f"{key} = {_toml(value)}" for key, value in data.items() if key not in _LISTS]
    for key in _LISTS:
        for entry in data.get(key, ()):
            lines += ["", f"[[{key}]]", *(f"{name} = {_toml(value)}" for name, value in entry.items())]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, float):
        return f"{value:g}" if float(f"{value:g}") == value else repr(value)
    return json.dumps(value, ensure_ascii=False)
