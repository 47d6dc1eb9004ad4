"""Colours, a pen that writes SVG, and the plane geometry of drawing: stripes, insets, scattered spots.

Tones, sizes and patterns are those of the house style, which the browser client follows too. A drawing has 20 units to
the inch; y runs down. Terrain detail is to scale, lines and letters keep their size on the screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from math import cos, hypot, pi, sin
from random import Random

from sandtable.table.pieces import ring_edges, signed_area

UNIT = 20.0
Dot = tuple[float, float]
"""A point of a drawing, in units."""

LIGHT = {
    "stage": "#d9d5c8",
    "ground": "#cdc6aa",
    "dot": "#d9d3bb",
    "dot2": "#bdb598",
    "tick": "#8d8668",
    "rim": "#a39b7e",
    "wood": "#8fa878",
    "tree1": "#6d9060",
    "tree2": "#7fa36d",
    "tree3": "#98b982",
    "rock": "#a89f85",
    "rock2": "#d6cfb9",
    "rock3": "#e9e3d1",
    "roof": "#a4a9ae",
    "roof2": "#b6bbbf",
    "wall": "#5d646b",
    "floor": "#c6c5bd",
    "ruin": "#bbb49e",
    "ruinw": "#777061",
    "water": "#93b8c8",
    "water2": "#c9e0e8",
    "deep": "#6f9db3",
    "obst": "#94794e",
    "obst2": "#c9ae7e",
    "steel": "#7e978f",
    "steel2": "#9db3ab",
    "mud": "#ab9a7b",
    "haz": "#c97f62",
    "pit": "#6b624a",
    "shadow": "#3c3014",
    "shade": "0.32",
    "ink": "#1b1d16",
    "halo": "#f7f4e8",
    "case": "#23251d",
    "panel": "#fcfbf8",
    "text": "#1a1d1f",
    "acc": "#0a7457",
    "bad": "#b3261e",
}
DARK = LIGHT | {
    "stage": "#0d1012",
    "ground": "#3d4037",
    "dot": "#4a4d42",
    "dot2": "#32352d",
    "tick": "#7b7e70",
    "rim": "#24261f",
    "wood": "#2c4433",
    "tree1": "#37573e",
    "tree2": "#44694a",
    "tree3": "#568059",
    "rock": "#5a5850",
    "rock2": "#6c6a60",
    "rock3": "#7f7c70",
    "roof": "#59606a",
    "roof2": "#666e79",
    "wall": "#8d96a1",
    "floor": "#474c54",
    "ruin": "#4b4a44",
    "ruinw": "#8b887c",
    "water": "#2b4c60",
    "water2": "#5f8ca6",
    "deep": "#1c3647",
    "obst": "#7a6648",
    "obst2": "#a78d63",
    "steel": "#50665f",
    "steel2": "#67837a",
    "mud": "#4b4335",
    "haz": "#7a3b2a",
    "pit": "#0b0d0b",
    "shadow": "#000000",
    "shade": "0.45",
    "ink": "#f5f6f1",
    "halo": "#14170f",
    "case": "#0b0d0a",
    "panel": "#1a1e22",
    "text": "#eef1f3",
    "acc": "#45d3a5",
    "bad": "#ff7d74",
}
THEMES = {"light": LIGHT, "dark": DARK}

SIDES = {
    0: ("#ffffff", "#8b959e", "#1a1d1f", "#1a1d1f"),
    1: ("#2f6be4", "#20479b", "#ffffff", "#ffffff"),
    2: ("#f5a524", "#ffc04f", "#2b1b00", "#1d1400"),
    3: ("#b0287f", "#7d1a59", "#ffffff", "#ffffff"),
    4: ("#5fd6b4", "#b5f0de", "#04291f", "#04291f"),
}
"""Each side's ring, face, letters on the face, and rim."""

FONT = "Inter, system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif"


class Pen:
    """Collects SVG elements. `px` is one screen pixel in units at the size the drawing is meant for."""

    def __init__(self, height: float, theme: str, px: float) -> None:
        self.height = height
        self.tone = THEMES[theme]
        self.px = px
        self.parts: list[str] = []

    @property
    def fine(self) -> bool:
        """Is there room for patterns? Below 9 pixels to the inch they are left out."""
        return UNIT / self.px >= 9.0

    def at(self, x: float, y: float) -> Dot:
        return x * UNIT, (self.height - y) * UNIT

    def ring(self, points: Iterable[tuple[float, float]]) -> list[Dot]:
        return [self.at(x, y) for x, y in points]

    def add(self, text: str) -> None:
        self.parts.append(text)

    def open(self, **attributes: str | float) -> None:
        self.add(f"<g{_attributes(attributes)}>")

    def close(self) -> None:
        self.add("</g>")

    def polygon(self, points: Sequence[Dot], **attributes: str | float) -> None:
        self.add(f'<path d="{path(points)}"{_attributes(attributes)}/>')

    def shape(self, rings: Iterable[Sequence[Dot]], **attributes: str | float) -> None:
        """Several rings as one shape with holes."""
        data = "".join(path(ring) for ring in rings)
        self.add(f'<path d="{data}" fill-rule="evenodd"{_attributes(attributes)}/>')

    def lines(self, segments: Iterable[tuple[Dot, Dot]], **attributes: str | float) -> None:
        data = "".join(f"M{_n(a[0])} {_n(a[1])}L{_n(b[0])} {_n(b[1])}" for a, b in segments)
        if data:
            self.add(f'<path d="{data}" fill="none"{_attributes(attributes)}/>')

    def polyline(self, points: Sequence[Dot], **attributes: str | float) -> None:
        self.add(f'<path d="{path(points, closed=False)}" fill="none"{_attributes(attributes)}/>')

    def circle(self, x: float, y: float, r: float, **attributes: str | float) -> None:
        self.add(f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(r)}"{_attributes(attributes)}/>')

    def text(self, x: float, y: float, words: str, size: float, **attributes: str | float) -> None:
        """Words centred on a point; `size` in units."""
        given: dict[str, str | float] = {"fill": self.tone["ink"], "text_anchor": "middle", "font_weight": 600}
        given |= attributes
        place = f'x="{_n(x)}" y="{_n(y + size * 0.36)}" font-size="{_n(size)}"'
        self.add(f"<text {place}{_attributes(given)}>{escape(words)}</text>")

    def cased(self, draw_path: str, width: float, colour: str = "#ffffff", dash: str = "") -> None:
        """A line on the table: the colour over a dark casing. Width in pixels."""
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        common = f'd="{draw_path}" fill="none" stroke-linejoin="round" stroke-linecap="round"'
        case = self.tone["case"]
        self.add(f'<path {common} stroke="{case}" stroke-width="{_n((width + 2) * self.px)}" stroke-opacity="0.6"/>')
        self.add(f'<path {common} stroke="{colour}" stroke-width="{_n(width * self.px)}"{dashed}/>')

    def chip(self, x: float, y: float, words: str, size: float) -> None:
        """Words on a dark plate; size in pixels."""
        unit = size * self.px
        width, height = (len(words) * 0.58 + 1.1) * unit, 1.7 * unit
        self.add(
            f'<rect x="{_n(x - width / 2)}" y="{_n(y - height / 2)}" width="{_n(width)}" height="{_n(height)}" '
            f'rx="{_n(0.45 * unit)}" fill="#101210" stroke="#ffffff" stroke-width="{_n(self.px)}"/>'
        )
        self.text(x, y, words, unit, fill="#ffffff")


def _n(value: float) -> str:
    return f"{round(value, 2):g}"


def _attributes(given: dict[str, str | float]) -> str:
    return "".join(
        f' {key.replace("_", "-")}="{_n(value) if isinstance(value, (int, float)) else value}"'
        for key, value in given.items()
    )


def path(points: Sequence[Dot], *, closed: bool = True) -> str:
    data = "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points)
    return data + "Z" if closed else data


def round_path(x: float, y: float, r: float) -> str:
    return f"M{x - r:.1f} {y:.1f}a{r:.1f} {r:.1f} 0 1 1 {2 * r:.1f} 0a{r:.1f} {r:.1f} 0 1 1 {-2 * r:.1f} 0Z"


# ---- the geometry of drawing -------------------------------------------------------------------------------------


def middle(ring: Sequence[Dot]) -> Dot:
    """The centre of area of a ring (of its corners, where it has no area)."""
    area = x = y = 0.0
    for (x0, y0), (x1, y1) in ring_edges(ring):
        cross = x0 * y1 - x1 * y0
        area, x, y = area + cross, x + (x0 + x1) * cross, y + (y0 + y1) * cross
    if abs(area) < 1e-9:
        return ring[0]
    return x / (3 * area), y / (3 * area)


def inside(ring: Sequence[Dot], x: float, y: float) -> bool:
    found = False
    for (x0, y0), (x1, y1) in ring_edges(ring):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            found = not found
    return found


def longest_edge(ring: Sequence[Dot]) -> Dot:
    """The direction of a ring's longest edge, as a unit vector."""
    best, found = 0.0, (1.0, 0.0)
    for (x0, y0), (x1, y1) in ring_edges(ring):
        size = hypot(x1 - x0, y1 - y0)
        if size > best + 1e-9:
            best, found = size, ((x1 - x0) / size, (y1 - y0) / size)
    return found


def stripes(ring: Sequence[Dot], along: Dot, spacing: float, offset: float = 0.5) -> list[tuple[Dot, Dot]]:
    """Parallel lines inside a ring, in the direction `along`, `spacing` apart."""
    ux, uy = along
    places = [x * -uy + y * ux for x, y in ring]
    found: list[tuple[Dot, Dot]] = []
    place = min(places) + spacing * offset
    while place < max(places):
        cuts: list[float] = []
        for (x0, y0), (x1, y1) in ring_edges(ring):
            s0, s1 = x0 * -uy + y0 * ux - place, x1 * -uy + y1 * ux - place
            if (s0 > 0) != (s1 > 0):
                share = s0 / (s0 - s1)
                cuts.append((x0 + (x1 - x0) * share) * ux + (y0 + (y1 - y0) * share) * uy)
        cuts.sort()
        for first, last in zip(cuts[::2], cuts[1::2], strict=False):
            found.append(
                ((first * ux - place * uy, first * uy + place * ux), (last * ux - place * uy, last * uy + place * ux))
            )
        place += spacing
    return found


def half_of(ring: Sequence[Dot], point: Dot, along: Dot) -> list[Dot]:
    """The part of a ring to the left of a line."""
    result: list[Dot] = []
    ux, uy = along
    for (x0, y0), (x1, y1) in ring_edges(ring):
        s0 = ux * (y0 - point[1]) - uy * (x0 - point[0])
        s1 = ux * (y1 - point[1]) - uy * (x1 - point[0])
        if s0 <= 0:
            result.append((x0, y0))
        if (s0 > 0) != (s1 > 0):
            share = s0 / (s0 - s1)
            result.append((x0 + (x1 - x0) * share, y0 + (y1 - y0) * share))
    return result


def inset(ring: Sequence[Dot], depth: float) -> list[Dot]:
    """A ring drawn in by `depth`: each corner moves along its bisector; the ring itself where that fails."""
    result: list[Dot] = []
    turn = 1.0 if signed_area(ring) > 0 else -1.0
    size = len(ring)
    for i, (x, y) in enumerate(ring):
        (ax, ay), (bx, by) = ring[i - 1], ring[(i + 1) % size]
        n0, n1 = _normal(x - ax, y - ay), _normal(bx - x, by - y)
        mx, my = n0[0] + n1[0], n0[1] + n1[1]
        length = mx * n0[0] + my * n0[1]
        grow = min(depth / length, 2.5 * depth) if length > 0.2 else depth
        result.append((x - turn * mx * grow, y - turn * my * grow))
    return result if signed_area(result) * turn > 0 else list(ring)


def _normal(dx: float, dy: float) -> Dot:
    size = hypot(dx, dy) or 1.0
    return dy / size, -dx / size


def scattered(ring: Sequence[Dot], apart: float, rng: Random, tries: int = 30) -> list[Dot]:
    """Spots inside a ring, no two closer than `apart`: a wood's crowns, a ruin's rubble."""
    left, right = min(x for x, _ in ring), max(x for x, _ in ring)
    top, bottom = min(y for _, y in ring), max(y for _, y in ring)
    found: list[Dot] = []
    wanted = max(1, int((right - left) * (bottom - top) / (apart * apart)))
    for _ in range(wanted * tries):
        x, y = rng.uniform(left, right), rng.uniform(top, bottom)
        if inside(ring, x, y) and all((x - a) ** 2 + (y - b) ** 2 >= apart * apart for a, b in found):
            found.append((x, y))
            if len(found) >= 400:
                break
    return found


def star(x: float, y: float, r: float, spokes: int, turn: float) -> list[tuple[Dot, Dot]]:
    """Spokes from a middle outwards."""
    return [
        ((x, y), (x + r * cos(turn + 2 * pi * k / spokes), y + r * sin(turn + 2 * pi * k / spokes)))
        for k in range(spokes)
    ]
