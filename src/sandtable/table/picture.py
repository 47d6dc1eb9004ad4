"""Pictures of a table: the ground, terrain, zones and objectives, and what a game puts on top of them.

    table.svg()                                 the bare table
    table.svg(Picture(tokens=…, reach=…, …))    with figures and overlays

`width` is the size in pixels that the picture is made for: letters and lines keep their size on the screen, and below
9 pixels to the inch patterns are left out and small tokens become plain marks.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import asin, atan2, cos, hypot, sin
from random import Random

from msgspec import Struct

from sandtable.engine.questions import Point
from sandtable.table.board import Table
from sandtable.table.grid import Grid, label
from sandtable.table.ink import FONT, SIDES, UNIT, Dot, Pen, path, round_path, stripes
from sandtable.table.pieces import AREA, Figure, Spot
from sandtable.table.scenery import draw_piece, shadow
from sandtable.table.sight import Seen
from sandtable.table.tokens import Token, draw_marker, draw_name, draw_token

MARGIN = 26.0
"""Room for the rim and the sides' edges, in units."""


class ReachRings(Struct, frozen=True):
    """A region of end places, as rings; the outer band of two is drawn fainter."""

    rings: Sequence[Sequence[Spot]]
    side: int = 1
    outer: bool = False


class Trail(Struct, frozen=True):
    """A planned path from its first point, with words at its end (`3.5″ of 4″`)."""

    points: Sequence[Point]
    words: str = ""
    refused: bool = False
    second_from: int = 0
    """From this point on the path is in its second band (dashed); 0 for none."""


class Cone(Struct, frozen=True):
    """A look from a point to a target: seen parts white, hidden parts hatched."""

    eye: Point
    target: Figure
    seen: Seen


class Ruler(Struct, frozen=True):
    """A measured line."""

    start: Point
    end: Point
    words: str = ""


class Range(Struct, frozen=True):
    """A ring at a distance from a base's edge; dashed for a weapon that is not in use."""

    figure: Figure
    distance: float
    dashed: bool = False


class Picture(Struct, frozen=True):
    """What lies over the terrain. `lit` names pieces whose edge is lit, `cover` those that give cover."""

    tokens: tuple[Token, ...] = ()
    reach: tuple[ReachRings, ...] = ()
    trails: tuple[Trail, ...] = ()
    cones: tuple[Cone, ...] = ()
    rulers: tuple[Ruler, ...] = ()
    ranges: tuple[Range, ...] = ()
    lit: tuple[str, ...] = ()
    cover: tuple[str, ...] = ()
    controlled: dict[str, int] = {}
    """The side that controls each marker; -1 for contested."""


def draw(table: Table, picture: Picture | None = None, *, theme: str = "light", width: int = 1200) -> str:
    """A table as SVG."""
    picture = picture or Picture()
    pen = Pen(table.height, theme, (table.width * UNIT + 2 * MARGIN) / width)
    _ground(pen, table)
    _terrain(pen, table)
    for zone in table.zones:
        _zone(pen, pen.ring(zone.outline), zone.side)
    for reach in picture.reach:
        _reach(pen, reach)
    _lit(pen, table, picture)
    for cone in picture.cones:
        _cone(pen, cone)
    for ring in picture.ranges:
        _range(pen, ring)
    for number, marker in enumerate(table.markers, 1):
        draw_marker(pen, marker, marker.label or str(number), picture.controlled.get(marker.id))
    for token in picture.tokens:
        draw_name(pen, token)
    for token in sorted(picture.tokens, key=lambda token: (not token.fallen, token.figure.z)):
        draw_token(pen, token)
    taken = [pen.at(token.figure.x, token.figure.y) for token in picture.tokens if not token.fallen]
    taken += [pen.at(marker.x, marker.y) for marker in table.markers]
    for trail in picture.trails:
        _trail(pen, trail, taken)
    for ruler in picture.rulers:
        _ruler(pen, ruler)
    return _sheet(pen, table.width, table.height, width, table.name or "A table")


def _sheet(pen: Pen, table_width: float, table_height: float, width: int, title: str) -> str:
    w, h = table_width * UNIT + 2 * MARGIN, table_height * UNIT + 2 * MARGIN
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-MARGIN:g} {-MARGIN:g} {w:g} {h:g}" '
        f'width="{width}" height="{round(width * h / w)}" font-family="{FONT}" role="img">'
        f"<title>{escape(title)}</title>"
        f'<rect x="{-MARGIN:g}" y="{-MARGIN:g}" width="{w:g}" height="{h:g}" fill="{pen.tone["stage"]}"/>'
    )
    return head + "\n" + "\n".join(pen.parts) + "\n</svg>\n"


# ---- ground, terrain, zones ---------------------------------------------------------------------------------------


def _ground(pen: Pen, table: Table) -> None:
    w, h = table.width * UNIT, table.height * UNIT
    pen.add(f'<rect x="-7" y="-7" width="{w + 14:g}" height="{h + 14:g}" rx="4" fill="{pen.tone["rim"]}"/>')
    if pen.fine:
        rng = Random("stipple")
        dots = "".join(
            f'<circle cx="{rng.uniform(2, 78):.1f}" cy="{rng.uniform(2, 78):.1f}" r="{rng.uniform(0.6, 1.4):.2f}" '
            f'fill="{pen.tone[rng.choice(("dot", "dot2"))]}"/>'
            for _ in range(46)
        )
        pen.add(
            f'<pattern id="ground" width="80" height="80" patternUnits="userSpaceOnUse">'
            f'<rect width="80" height="80" fill="{pen.tone["ground"]}"/>{dots}</pattern>'
        )
    fill = "url(#ground)" if pen.fine else pen.tone["ground"]
    pen.add(f'<rect width="{w:g}" height="{h:g}" fill="{fill}"/>')
    _crosses(pen, table)
    for edge in table.edges:
        _edge(pen, table, edge.where, (edge.start, edge.end), edge.side)


def _crosses(pen: Pen, table: Table) -> None:
    """Small crosses every six inches, numbers along two edges."""
    marks = []
    for x in range(6, int(table.width), 6):
        for y in range(6, int(table.height), 6):
            cx, cy = pen.at(x, y)
            marks += [((cx - 3, cy), (cx + 3, cy)), ((cx, cy - 3), (cx, cy + 3))]
    pen.lines(marks, stroke=pen.tone["tick"], stroke_width=pen.px, stroke_opacity=0.6)
    size = 9 * pen.px
    every = 6 if pen.fine else 12
    for x in range(every, int(table.width), every):
        pen.text(x * UNIT, table.height * UNIT - 0.9 * size, str(x), size, fill=pen.tone["tick"], font_weight=500)
    for y in range(every, int(table.height), every):
        pen.text(1.1 * size, pen.at(0, y)[1], str(y), size, fill=pen.tone["tick"], font_weight=500)


def _edge(pen: Pen, table: Table, where: str, part: tuple[float, float], side: int) -> None:
    """A stretch of the table's edge that belongs to a side: a bar outside it, dashed for even sides."""
    start, end = part
    x, y = (
        (-9.5 if where == "left" else table.width * UNIT + 9.5),
        (-9.5 if where == "top" else table.height * UNIT + 9.5),
    )
    if where in ("left", "right"):
        segment = ((x, pen.at(0, start)[1]), (x, pen.at(0, end)[1]))
    else:
        segment = ((start * UNIT, y), (end * UNIT, y))
    dash: dict[str, str | float] = {"stroke_dasharray": "24 6"} if side % 2 == 0 else {}
    pen.lines([segment], stroke=SIDES[side][0], stroke_width=5, **dash)


def _terrain(pen: Pen, table: Table) -> None:
    """Areas first, then the shadows of all that stands up, then what stands up, the lowest first; ladders show through
    the roofs above them."""
    areas = [piece for piece in table.terrain if piece.form == AREA and piece.kind != "ladder"]
    solids = sorted((piece for piece in table.terrain if piece.form != AREA), key=lambda piece: piece.top)
    for kind in ("road", "field"):
        for piece in areas:
            if piece.kind == kind:
                draw_piece(pen, piece)
    for piece in areas:
        if piece.kind not in ("road", "field"):
            draw_piece(pen, piece)
    pen.open(fill=pen.tone["shadow"], fill_opacity=1, opacity=pen.tone["shade"])
    for piece in solids:
        if piece.slope is None:
            shadow(pen, piece)
    pen.close()
    for piece in solids:
        draw_piece(pen, piece)
    for piece in table.terrain:
        if piece.kind == "ladder":
            draw_piece(pen, piece)


def _zone(pen: Pen, ring: Sequence[Dot], side: int) -> None:
    colour = SIDES[side][0] if side else pen.tone["tick"]
    pen.lines(stripes(ring, (0.7071, -0.7071), 12.0), stroke=colour, stroke_width=2, stroke_opacity=0.18)
    border: dict[str, str | float] = {"stroke_dasharray": f"{7 * pen.px:g} {5 * pen.px:g}"} if side % 2 == 0 else {}
    pen.polygon(ring, fill="none", stroke=colour, stroke_width=1.6 * pen.px, stroke_opacity=0.8, **border)


# ---- overlays -----------------------------------------------------------------------------------------------------


def _reach(pen: Pen, reach: ReachRings) -> None:
    rings = [pen.ring(ring) for ring in reach.rings]
    if not rings:
        return
    pen.shape(rings, fill=SIDES[reach.side][0], fill_opacity=0.13 if reach.outer else 0.26)
    dash = f"{5 * pen.px:g} {4 * pen.px:g}" if reach.outer else ""
    pen.cased("".join(path(ring) for ring in rings), 1.5, dash=dash)


def _lit(pen: Pen, table: Table, picture: Picture) -> None:
    for names, colour in ((picture.lit, "#ffffff"), (picture.cover, pen.tone["acc"])):
        for name in names:
            pen.cased(path(pen.ring(table.piece(name).outline)), 2, colour)


def _cone(pen: Pen, cone: Cone) -> None:
    """The wedge from an eye to its target: all of it hatched, then what is seen in white."""
    eye = pen.at(cone.eye.x, cone.eye.y)
    target = cone.target
    far = hypot(target.x - cone.eye.x, target.y - cone.eye.y)
    whole = _tangents(cone.eye, target)
    ring = [eye, *(pen.at(*p) for p in whole)]
    pen.polygon(ring, fill=pen.tone["case"], fill_opacity=0.28)
    pen.lines(stripes(ring, (0.7071, 0.7071), 6.0), stroke="#ffffff", stroke_width=1.6, stroke_opacity=0.4)
    for first, last in cone.seen.fans:
        wedge = [(cone.eye.x + far * cos(a), cone.eye.y + far * sin(a)) for a in (first, last)]
        pen.polygon([eye, *(pen.at(*p) for p in wedge)], fill="#ffffff", fill_opacity=0.5)
        pen.polyline([eye, pen.at(*wedge[0])], stroke="#ffffff", stroke_width=pen.px, stroke_opacity=0.85)
        pen.polyline([eye, pen.at(*wedge[1])], stroke="#ffffff", stroke_width=pen.px, stroke_opacity=0.85)


def _tangents(eye: Point, target: Figure) -> tuple[Spot, Spot]:
    far = hypot(target.x - eye.x, target.y - eye.y)
    half = asin(min(1.0, target.base.radius / far)) if far else 0.0
    ahead = atan2(target.y - eye.y, target.x - eye.x)
    reach = far * cos(half)
    one, two = ((eye.x + reach * cos(ahead + s * half), eye.y + reach * sin(ahead + s * half)) for s in (1, -1))
    return one, two


def _range(pen: Pen, ring: Range) -> None:
    x, y = pen.at(ring.figure.x, ring.figure.y)
    r = (ring.figure.base.radius + ring.distance) * UNIT
    pen.cased(round_path(x, y, r), 1.3, dash=f"{6 * pen.px:g} {4 * pen.px:g}" if ring.dashed else "")
    pen.chip(x, y - r, f"{ring.distance:g}″", 10.5)


def _trail(pen: Pen, trail: Trail, taken: Sequence[Dot]) -> None:
    points = [pen.at(p.x, p.y) for p in trail.points]
    split = trail.second_from or len(points)
    first, second = points[:split], points[split - 1 :] if trail.second_from else []
    if trail.refused:
        pen.cased(path(points, closed=False), 3, pen.tone["bad"], f"{1 * pen.px:g} {5 * pen.px:g}")
    else:
        pen.cased(path(first, closed=False), 3)
        if len(second) > 1:
            pen.cased(path(second, closed=False), 3, dash=f"{7 * pen.px:g} {6 * pen.px:g}")
    s = 4.5 * pen.px
    for x, y in points[1:-1]:
        pen.polygon(
            [(x, y - s), (x + s, y), (x, y + s), (x - s, y)], fill="#fff", stroke=pen.tone["case"], stroke_width=pen.px
        )
    if trail.words:
        pen.chip(*_beside(pen, points[-1], trail.words, taken), trail.words, 10.5)


def _beside(pen: Pen, end: Dot, words: str, taken: Sequence[Dot]) -> Dot:
    """A place for a plate next to a path's end that hides as few tokens as can be."""
    half_w, half_h = len(words) * 3.4 * pen.px + 8 * pen.px, 10 * pen.px
    up, over = 1.0 * UNIT + half_h, 1.0 * UNIT + half_w

    def hidden(place: Dot) -> int:
        near = (abs(x - place[0]) < half_w + 6 * pen.px and abs(y - place[1]) < half_h + 6 * pen.px for x, y in taken)
        return sum(near)

    x, y = end
    places = [(x, y + up), (x, y - up), (x - over, y), (x + over, y), (x - over, y - up), (x - over, y + up)]
    return min(places, key=hidden)


def _ruler(pen: Pen, ruler: Ruler) -> None:
    a, b = pen.at(ruler.start.x, ruler.start.y), pen.at(ruler.end.x, ruler.end.y)
    length = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    nx, ny = -(b[1] - a[1]) / length, (b[0] - a[0]) / length
    pen.cased(path([a, b], closed=False), 1.6)
    ticks = []
    for k in range(int(length / UNIT) + 1):
        x, y = a[0] + (b[0] - a[0]) * k * UNIT / length, a[1] + (b[1] - a[1]) * k * UNIT / length
        s = (5 if k % 6 == 0 else 3) * pen.px
        ticks.append(((x - nx * s, y - ny * s), (x + nx * s, y + ny * s)))
    pen.lines(ticks, stroke="#ffffff", stroke_width=1.2 * pen.px)
    words = ruler.words or f"{length / UNIT:.1f}″"
    pen.chip((a[0] + b[0]) / 2 + nx * 14 * pen.px, (a[1] + b[1]) / 2 + ny * 14 * pen.px, words, 10.5)


# ---- grids --------------------------------------------------------------------------------------------------------

CELL = 80.0


def draw_grid(grid: Grid, *, theme: str = "light", width: int = 1000) -> str:
    """A grid table as SVG: heights by tone, light from the upper left, marks by pattern and letter."""
    w, h = grid.columns * CELL, grid.rows * CELL
    pen = Pen(grid.rows * CELL / UNIT, theme, (w + 2 * MARGIN) / width)
    pen.add(f'<rect x="-7" y="-7" width="{w + 14:g}" height="{h + 14:g}" rx="4" fill="{pen.tone["rim"]}"/>')
    for cell in grid.cells():
        _cell(pen, grid, (cell[0] * CELL, (grid.rows - 1 - cell[1]) * CELL), cell)
    for column in range(grid.columns):
        pen.text((column + 0.5) * CELL, h + 14, label((column, 0))[:-1].upper(), 13, fill=pen.tone["ink"])
    for row in range(grid.rows):
        pen.text(-15, (grid.rows - row - 0.5) * CELL, str(row + 1), 13, fill=pen.tone["ink"])
    return _sheet(pen, grid.columns * CELL / UNIT, grid.rows * CELL / UNIT, width, grid.name or "A grid")


_MARKS = {"rough": "mud", "water": "water", "impassable": "rock", "hazard": "haz", "hindering": "obst2"}


def _cell(pen: Pen, grid: Grid, corner: Dot, cell: tuple[int, int]) -> None:
    x, y = corner
    square = grid.at(cell)
    tone = (
        "pit" if square.height < 0 else "ground" if square.height == 0 else "rock2" if square.height <= 1 else "rock3"
    )
    for mark, other in _MARKS.items():
        if mark in square.marks:
            tone = other
    pen.add(f'<rect x="{x:g}" y="{y:g}" width="{CELL:g}" height="{CELL:g}" fill="{pen.tone[tone]}"/>')
    pen.add(
        f'<rect x="{x:g}" y="{y:g}" width="{CELL:g}" height="{CELL:g}" fill="none" stroke="{pen.tone["case"]}" '
        f'stroke-opacity="0.28" stroke-width="{pen.px:g}"/>'
    )
    if square.height > 0:
        pen.polyline(
            [(x + 2, y + CELL - 2), (x + 2, y + 2), (x + CELL - 2, y + 2)],
            stroke="#ffffff",
            stroke_width=3,
            stroke_opacity=0.6,
        )
        pen.polyline(
            [(x + CELL - 2, y + 2), (x + CELL - 2, y + CELL - 2), (x + 2, y + CELL - 2)],
            stroke=pen.tone["case"],
            stroke_width=3,
            stroke_opacity=0.45,
        )
    if square.height:
        words = f"{square.height:g}".replace("0.5", "½").replace(".5", "½").replace("-", "−")
        pen.text(x + CELL - 15, y + CELL - 15, words, 15, fill="#fff" if square.height < 0 else pen.tone["ink"])
    words = " ".join(sorted(square.marks))
    if words:
        pen.text(x + CELL / 2, y + 14, words[:14], 11, fill_opacity=0.75)
