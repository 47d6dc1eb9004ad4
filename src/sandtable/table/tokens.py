"""Tokens of figures and markers: the base at its true size, ring, face and letters; no facing."""

from __future__ import annotations

from math import cos, pi, sin

from msgspec import Struct

from sandtable.table.ink import SIDES, UNIT, Dot, Pen, path, round_path
from sandtable.table.pieces import Figure, MapMarker


class Token(Struct, frozen=True):
    """A figure as it is shown: filled while it can act, hollow when it has acted; `words` is two letters or so."""

    figure: Figure
    side: int = 1
    words: str = ""
    acted: bool = False
    selected: bool = False
    fallen: bool = False
    ghost: bool = False
    name: bool = False
    level: int = 0
    """The level it stands on; shown beside it when it is not the ground."""


def draw_token(pen: Pen, token: Token) -> None:
    figure = token.figure
    x, y = pen.at(figure.x, figure.y)
    r = figure.base.radius * UNIT
    if token.fallen:
        _fallen(pen, x, y, r, token.side)
        return
    pen.open(opacity=0.45 if token.ghost else 1)
    if 2 * r < 16 * pen.px:
        _far_mark(pen, x, y, max(r, 5 * pen.px), token)
    else:
        _base(pen, x, y, r, token)
    if token.selected:
        pen.cased(round_path(x, y, r + 4 * pen.px), 2)
    pen.close()
    if token.level:
        pen.chip(x - 0.8 * r, y - 0.8 * r, str(token.level), 8)


def draw_name(pen: Pen, token: Token) -> None:
    """The name below a token; all names are drawn before all tokens, so that none hides a neighbour."""
    if not token.name or token.fallen:
        return
    x, y = pen.at(token.figure.x, token.figure.y)
    pen.text(
        x,
        y + token.figure.base.radius * UNIT + 9 * pen.px,
        token.figure.id,
        10 * pen.px,
        stroke=pen.tone["halo"],
        stroke_width=2.5 * pen.px,
        paint_order="stroke",
    )


def _base(pen: Pen, x: float, y: float, r: float, token: Token) -> None:
    ring, face, ink, rim = SIDES[token.side]
    pen.add(_outline(token.figure, (x + 1.6, y + 2.4), r * 1.04, pen.tone["shadow"], float(pen.tone["shade"])))
    pen.add(_outline(token.figure, (x, y), r, rim))
    pen.add(_outline(token.figure, (x, y), 0.92 * r, ring))
    if token.side == 3:
        pen.add(_outline(token.figure, (x, y), 0.82 * r, rim))
        pen.add(_outline(token.figure, (x, y), 0.76 * r, ring))
    pen.add(_outline(token.figure, (x, y), 0.7 * r, "#f7f4ea" if token.acted else face))
    _notches(pen, x, y, r, token.side)
    letters = token.words or token.figure.id[:1].upper()
    size = r * (1.0 if len(letters) == 1 else 0.72)
    pen.text(x, y, letters[:3], size, fill=ring if token.acted else ink, font_weight=700)


def _outline(figure: Figure, at: Dot, r: float, fill: str, opacity: float = 1.0) -> str:
    """A disc, or an oval turned its way."""
    x, y = at
    core = figure.base.core * UNIT
    look = f'fill="{fill}" fill-opacity="{opacity:g}"'
    if not core:
        return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{r:.2f}" {look}/>'
    return (
        f'<rect x="{x - core - r:.2f}" y="{y - r:.2f}" width="{2 * (core + r):.2f}" height="{2 * r:.2f}" rx="{r:.2f}" '
        f'transform="rotate({-figure.turn:.2f} {x:.2f} {y:.2f})" {look}/>'
    )


def _notches(pen: Pen, x: float, y: float, r: float, side: int) -> None:
    count = {2: 4, 4: 3}.get(side, 0)
    turn = pi / 4 if side == 2 else pi / 2
    marks = []
    for k in range(count):
        c, s = cos(turn + 2 * pi * k / count), sin(turn + 2 * pi * k / count)
        marks.append(((x + c * 0.72 * r, y + s * 0.72 * r), (x + c * r, y + s * r)))
    pen.lines(marks, stroke=SIDES[side][3], stroke_width=0.2 * r)


def _far_mark(pen: Pen, x: float, y: float, r: float, token: Token) -> None:
    """Circle, diamond, square or triangle by side, filled or hollow."""
    ring, _, _, rim = SIDES[token.side]
    fill = "#f7f4ea" if token.acted else ring
    look: dict[str, str | float] = {"fill": fill, "stroke": ring if token.acted else rim, "stroke_width": 1.5 * pen.px}
    if token.side == 2:
        pen.polygon([(x, y - 1.2 * r), (x + 1.2 * r, y), (x, y + 1.2 * r), (x - 1.2 * r, y)], **look)
    elif token.side == 3:
        pen.polygon([(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)], **look)
    elif token.side == 4:
        pen.polygon([(x, y - 1.2 * r), (x + 1.1 * r, y + 0.8 * r), (x - 1.1 * r, y + 0.8 * r)], **look)
    else:
        pen.circle(x, y, r, **look)


def _fallen(pen: Pen, x: float, y: float, r: float, side: int) -> None:
    ring = SIDES[side][0]
    pen.circle(
        x,
        y,
        r,
        fill=ring,
        fill_opacity=0.25,
        stroke=ring,
        stroke_width=1.4 * pen.px,
        stroke_dasharray=f"{3 * pen.px:g} {2 * pen.px:g}",
    )
    s = 0.45 * r
    pen.lines(
        [((x - s, y - s), (x + s, y + s)), ((x + s, y - s), (x - s, y + s))], stroke=ring, stroke_width=1.8 * pen.px
    )


def draw_marker(pen: Pen, marker: MapMarker, words: str, control: int | None) -> None:
    """A diamond with a number in a ring: dashed when free, the side's colour when controlled, dotted when contested."""
    x, y = pen.at(marker.x, marker.y)
    ring = max(1.05 * UNIT, 11 * pen.px)
    colour = SIDES[control][0] if control is not None and control > 0 else "#ffffff"
    pen.circle(x, y, ring, fill=colour, fill_opacity=0.22 if control else 0.09)
    dash = (
        f"{8 * pen.px:g} {5 * pen.px:g}"
        if control is None
        else f"{3 * pen.px:g} {4 * pen.px:g}"
        if control == -1
        else ""
    )
    pen.cased(round_path(x, y, ring), 1.8, colour, dash)
    s = max(0.5 * UNIT, 7.5 * pen.px)
    diamond = [(x, y - s), (x + s, y), (x, y + s), (x - s, y)]
    fill = colour if control is not None and control > 0 else pen.tone["panel"]
    pen.add(f'<path d="{path(diamond)}" fill="{fill}" stroke="#ffffff" stroke-width="{1.5 * pen.px:g}"/>')
    ink = SIDES[control][2] if control is not None and control > 0 else pen.tone["text"]
    pen.text(x, y, words[:2], 0.95 * s, fill=ink, font_weight=700)
