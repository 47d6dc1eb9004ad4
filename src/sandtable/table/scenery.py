"""How each kind of terrain is drawn: area terrain soft with a dashed edge, solid terrain hard with a shadow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import atan2, degrees, hypot, pi
from random import Random

from sandtable.table.ink import (
    UNIT,
    Dot,
    Pen,
    half_of,
    inset,
    inside,
    longest_edge,
    middle,
    path,
    scattered,
    star,
    stripes,
)
from sandtable.table.pieces import AREA, Terrain, ring_edges, signed_area

Rings = Sequence[Sequence[Dot]]


def shadow(pen: Pen, piece: Terrain) -> None:
    """What a piece's height throws to the right and down: 2 and 2.6 units for each inch."""
    dx, dy = 2.0 * piece.top, 2.6 * piece.top
    ring = pen.ring(piece.outline)
    thrown = [(x + dx, y + dy) for x, y in ring]
    parts = [thrown]
    for i in range(len(ring)):
        j = (i + 1) % len(ring)
        parts.append([ring[i], ring[j], thrown[j], thrown[i]])
    # All parts wind the same way, so that together they are one shape.
    data = "".join(path(_clockwise(part)) for part in parts)
    pen.add(f'<path d="{data}"/>')


def _clockwise(ring: Sequence[Dot]) -> list[Dot]:
    return list(ring) if signed_area(ring) > 0 else list(reversed(ring))


def draw_piece(pen: Pen, piece: Terrain) -> None:
    """Draw one piece; what has no drawing of its own is drawn as a plain area or block."""
    rings = [pen.ring(piece.outline), *(pen.ring(hole) for hole in piece.holes)]
    drawing = DRAWINGS.get(piece.kind, _plain_area if piece.form == AREA else _block)
    drawing(pen, piece, rings)


def seed(piece: Terrain) -> Random:
    return Random(f"{piece.id} {piece.kind} {len(piece.outline)}")


# ---- areas --------------------------------------------------------------------------------------------------------


def _soft(pen: Pen, rings: Rings, fill: str, edge: str, opacity: float = 1.0) -> None:
    """An area: soft fill, dashed edge on the exact footprint."""
    pen.shape(rings, fill=fill, fill_opacity=opacity)
    pen.shape(
        rings,
        fill="none",
        stroke=edge,
        stroke_width=1.4 * pen.px,
        stroke_dasharray=f"{5 * pen.px:g} {3.5 * pen.px:g}",
        stroke_opacity=0.75,
    )


def _plain_area(pen: Pen, piece: Terrain, rings: Rings) -> None:
    _soft(pen, rings, pen.tone["mud"], pen.tone["ruinw"], 0.5)


def _wood(pen: Pen, piece: Terrain, rings: Rings) -> None:
    _soft(pen, rings, pen.tone["wood"], pen.tone["tree1"])
    rng = seed(piece)
    # Crowns keep inside, so that the dashed footprint stays the truth.
    stems = inset(rings[0], 0.5 * UNIT)
    spots = [p for p in scattered(stems, 0.98 * UNIT, rng, 12) if not any(inside(hole, *p) for hole in rings[1:])]
    crowns = [(x, y, UNIT * rng.uniform(0.5, 0.72), rng.uniform(0, pi)) for x, y in spots]
    pen.open(fill=pen.tone["shadow"], fill_opacity=pen.tone["shade"])
    for x, y, r, _ in crowns:
        pen.circle(x + 2.5, y + 3.2, r)
    pen.close()
    for x, y, r, turn in crowns:
        tone = pen.tone[rng.choice(("tree2", "tree2", "tree3"))]
        pen.circle(x, y, r, fill=tone, stroke=pen.tone["tree1"], stroke_width=1.1)
        if pen.fine:
            pen.lines(star(x, y, 0.86 * r, 7, turn), stroke=pen.tone["tree1"], stroke_width=1.2)
            pen.circle(x - 0.2 * r, y - 0.25 * r, 0.28 * r, fill=pen.tone["tree3"], fill_opacity=0.75)


def _rough(pen: Pen, piece: Terrain, rings: Rings) -> None:
    _soft(pen, rings, pen.tone["mud"], pen.tone["ruinw"], 0.75)
    if pen.fine:
        tufts = []
        for x, y in scattered(rings[0], 0.62 * UNIT, seed(piece), 10):
            tufts += [((x - 4, y + 2), (x - 1, y - 3)), ((x - 1, y - 3), (x + 2, y + 2))]
        pen.lines(tufts, stroke=pen.tone["ink"], stroke_width=1.1, stroke_opacity=0.45)


def _field(pen: Pen, piece: Terrain, rings: Rings) -> None:
    _soft(pen, rings, pen.tone["wood"], pen.tone["tree1"], 0.35)
    if pen.fine:
        rows = stripes(rings[0], longest_edge(rings[0]), 0.5 * UNIT)
        pen.lines(rows, stroke=pen.tone["tree2"], stroke_width=2.2, stroke_opacity=0.6, stroke_dasharray="5 2.5")


def _road(pen: Pen, piece: Terrain, rings: Rings) -> None:
    pen.shape(rings, fill=pen.tone["dot"], fill_opacity=0.9)
    pen.shape(rings, fill="none", stroke=pen.tone["dot2"], stroke_width=1.2)


def _water(pen: Pen, piece: Terrain, rings: Rings) -> None:
    pen.shape(rings, fill=pen.tone["water"], stroke=pen.tone["water2"], stroke_width=1.6 * pen.px)
    if piece.kind == "deep":
        pen.polygon(inset(rings[0], 0.45 * UNIT), fill=pen.tone["deep"])
    if pen.fine:
        waves = []
        for x, y in scattered(rings[0], 1.15 * UNIT, seed(piece), 10):
            if all(inside(rings[0], x + dx, y) for dx in (-1, 14)):
                waves.append(f"M{x:.1f} {y:.1f}q3.5 -3 7 0t7 0")
        data = "".join(waves)
        pen.add(f'<path d="{data}" fill="none" stroke="{pen.tone["water2"]}" stroke-width="1.3" stroke-opacity="0.7"/>')


def _dangerous(pen: Pen, piece: Terrain, rings: Rings) -> None:
    pen.shape(rings, fill=pen.tone["haz"], fill_opacity=0.55)
    if pen.fine:
        bands = stripes(rings[0], (0.7071, -0.7071), 0.9 * UNIT)
        pen.lines(bands, stroke=pen.tone["case"], stroke_width=0.34 * UNIT, stroke_opacity=0.35)
    pen.shape(rings, fill="none", stroke=pen.tone["haz"], stroke_width=2 * pen.px)
    x, y = middle(rings[0])
    s = max(0.5 * UNIT, 7 * pen.px)
    pen.polygon(
        [(x, y - s), (x + s, y + 0.75 * s), (x - s, y + 0.75 * s)], fill="#101210", stroke="#fff", stroke_width=pen.px
    )
    pen.text(x, y + 0.18 * s, "!", 1.1 * s, fill="#fff", font_weight=800)


def _ruin(pen: Pen, piece: Terrain, rings: Rings) -> None:
    ring, tone = rings[0], pen.tone
    _soft(pen, rings, tone["ruin"], tone["ruinw"])
    along = longest_edge(ring)
    if pen.fine:
        joints = stripes(ring, along, UNIT) + stripes(ring, (-along[1], along[0]), UNIT)
        pen.lines(joints, stroke=tone["ruinw"], stroke_width=0.8, stroke_opacity=0.4)
    rng = seed(piece)
    pen.open(fill=tone["ruinw"], fill_opacity=0.75)
    for x, y in scattered(inset(ring, 0.4 * UNIT), 1.3 * UNIT, rng, 6):
        s = rng.uniform(1.2, 3.4)
        pen.add(
            f'<rect x="{x - s:.1f}" y="{y - s:.1f}" width="{2 * s:.1f}" height="{2 * s:.1f}" '
            f'transform="rotate({rng.randrange(90)} {x:.1f} {y:.1f})"/>'
        )
    pen.close()
    standing = _broken_walls(ring, rng)
    inner = [((a[0] + 3, a[1] + 4), (b[0] + 3, b[1] + 4)) for a, b in standing]
    pen.lines(inner, stroke=tone["shadow"], stroke_width=0.3 * UNIT, stroke_opacity=tone["shade"])
    pen.lines(standing, stroke=tone["ruinw"], stroke_width=0.3 * UNIT)


def _broken_walls(ring: Sequence[Dot], rng: Random) -> list[tuple[Dot, Dot]]:
    """What still stands of a ruin's walls: pieces of its outline, always the corners."""
    standing: list[tuple[Dot, Dot]] = []
    edge = inset(ring, 0.15 * UNIT)
    for (x0, y0), (x1, y1) in ring_edges(edge):
        length = hypot(x1 - x0, y1 - y0)
        if length < UNIT:
            standing.append(((x0, y0), (x1, y1)))
            continue
        at, on = 0.0, True
        while at < length:
            step = min(length - at, UNIT * (rng.uniform(0.9, 2.2) if on else rng.uniform(0.5, 1.2)))
            if length - at - step < 0.6 * UNIT:
                step = length - at
                on = True
            if on:
                a, b = at / length, (at + step) / length
                standing.append(((x0 + (x1 - x0) * a, y0 + (y1 - y0) * a), (x0 + (x1 - x0) * b, y0 + (y1 - y0) * b)))
            at, on = at + step, not on
    return standing


# ---- solids -------------------------------------------------------------------------------------------------------


def _block(pen: Pen, piece: Terrain, rings: Rings) -> None:
    pen.shape(rings, fill=pen.tone["rock2"], stroke=pen.tone["rock"], stroke_width=1.6)
    _height(pen, piece, rings[0])


def _height(pen: Pen, piece: Terrain, ring: Sequence[Dot], words: str = "") -> None:
    """The height in inches on top, where there is room for it."""
    x, y = middle(ring)
    size = max(7.5, 9 * pen.px)
    text = words or f"{piece.top:g}″"
    room = min(max(p[0] for p in ring) - min(p[0] for p in ring), max(p[1] for p in ring) - min(p[1] for p in ring))
    if room > 1.4 * size:
        pen.text(x, y, text, size, fill_opacity=0.72)


def _hill(pen: Pen, piece: Terrain, rings: Rings) -> None:
    """Lighter is higher; teeth along the cliff."""
    tone, ring = pen.tone, rings[0]
    pen.shape(rings, fill=tone["rock"])
    if pen.fine:
        pen.lines(_teeth(ring, 0.32 * UNIT, 0.3 * UNIT), stroke=tone["case"], stroke_width=1.2, stroke_opacity=0.55)
    pen.polygon(inset(ring, 0.34 * UNIT), fill=tone["rock2"])
    if piece.height >= 1.5:
        pen.polygon(inset(ring, 0.75 * UNIT), fill=tone["rock3"])
    _height(pen, piece, ring)


def _teeth(ring: Sequence[Dot], spacing: float, size: float) -> list[tuple[Dot, Dot]]:
    teeth: list[tuple[Dot, Dot]] = []
    turn = 1.0 if signed_area(ring) > 0 else -1.0
    for (x0, y0), (x1, y1) in ring_edges(ring):
        length = hypot(x1 - x0, y1 - y0)
        if length == 0:
            continue
        nx, ny = -turn * (y1 - y0) / length * size, turn * (x1 - x0) / length * size
        for k in range(1, int(length / spacing)):
            x, y = x0 + (x1 - x0) * k * spacing / length, y0 + (y1 - y0) * k * spacing / length
            teeth.append(((x, y), (x + nx, y + ny)))
    return teeth


def _ramp(pen: Pen, piece: Terrain, rings: Rings) -> None:
    """Wedges that point downhill."""
    tone, ring = pen.tone, rings[0]
    pen.shape(rings, fill=tone["rock2"], fill_opacity=0.8)
    if piece.slope is None:
        return
    foot, head = pen.at(piece.slope.foot_x, piece.slope.foot_y), pen.at(piece.slope.head_x, piece.slope.head_y)
    length = hypot(head[0] - foot[0], head[1] - foot[1])
    up = ((head[0] - foot[0]) / length, (head[1] - foot[1]) / length)
    top = half_of(ring, ((foot[0] + 2 * head[0]) / 3, (foot[1] + 2 * head[1]) / 3), (up[1], -up[0]))
    if len(top) > 2:
        pen.polygon(top, fill=tone["rock3"], fill_opacity=0.7)
    for a, b in stripes(ring, up, 0.55 * UNIT):
        start, end = (a, b) if (b[0] - a[0]) * up[0] + (b[1] - a[1]) * up[1] > 0 else (b, a)
        wx, wy = -up[1] * 0.16 * UNIT, up[0] * 0.16 * UNIT
        tip = (start[0] + up[0] * 0.1 * UNIT, start[1] + up[1] * 0.1 * UNIT)
        pen.polygon([(end[0] + wx, end[1] + wy), (end[0] - wx, end[1] - wy), tip], fill=tone["rock"], fill_opacity=0.85)


def _stairs(pen: Pen, piece: Terrain, rings: Rings) -> None:
    pen.shape(rings, fill=pen.tone["floor"], stroke=pen.tone["wall"], stroke_width=1.4)
    if piece.slope is None:
        return
    foot, head = pen.at(piece.slope.foot_x, piece.slope.foot_y), pen.at(piece.slope.head_x, piece.slope.head_y)
    length = hypot(head[0] - foot[0], head[1] - foot[1])
    across = (-(head[1] - foot[1]) / length, (head[0] - foot[0]) / length)
    pen.lines(stripes(rings[0], across, 0.3 * UNIT), stroke=pen.tone["wall"], stroke_width=1.4, stroke_opacity=0.7)


def _ladder(pen: Pen, piece: Terrain, rings: Rings) -> None:
    """A dark hatch with two rails and rungs, drawn over the roof above it."""
    ring = rings[0]
    ux, uy = longest_edge(ring)
    pen.shape(rings, fill=pen.tone["case"], fill_opacity=0.55, stroke=pen.tone["wall"], stroke_width=1.2)
    inner = inset(ring, 0.14 * UNIT)
    pen.lines(stripes(inner, (-uy, ux), 0.26 * UNIT), stroke=pen.tone["floor"], stroke_width=1.3)
    rails = stripes(inner, (ux, uy), 0.42 * UNIT)
    pen.lines([rails[0], rails[-1]] if rails else [], stroke=pen.tone["floor"], stroke_width=1.6)


def _rock(pen: Pen, piece: Terrain, rings: Rings) -> None:
    ring, tone = rings[0], pen.tone
    pen.shape(rings, fill=tone["rock2"])
    x, y = middle(ring)
    peak = (x - 2, y - 3)
    for a, b in ring_edges(ring):
        mx, my = (a[0] + b[0]) / 2 - peak[0], (a[1] + b[1]) / 2 - peak[1]
        lit = -mx * 0.6 - my * 0.8
        fill = (
            tone["rock3"]
            if lit > 0.25 * hypot(mx, my)
            else tone["rock2"]
            if lit > -0.45 * hypot(mx, my)
            else tone["rock"]
        )
        pen.polygon([a, b, peak], fill=fill)
    pen.shape(rings, fill="none", stroke=tone["rock"], stroke_width=1.6)
    if pen.fine:
        _height(pen, piece, ring)


def _wall(pen: Pen, piece: Terrain, rings: Rings) -> None:
    """A sand-coloured bar with joints every half inch."""
    ring, tone = rings[0], pen.tone
    pen.shape(rings, fill=tone["obst2"], stroke=tone["obst"], stroke_width=1.4)
    along = longest_edge(ring)
    if pen.fine:
        pen.lines(stripes(ring, (-along[1], along[0]), 0.5 * UNIT), stroke=tone["obst"], stroke_width=1.2)


def _crates(pen: Pen, piece: Terrain, rings: Rings) -> None:
    """Planked squares."""
    ring, tone = rings[0], pen.tone
    pen.shape(rings, fill=tone["obst"], stroke=tone["obst2"], stroke_width=1.5)
    along = longest_edge(ring)
    across = (-along[1], along[0])
    if pen.fine:
        pen.lines(
            stripes(ring, along, 0.75 * UNIT, 1.0) + stripes(ring, across, 0.75 * UNIT, 1.0),
            stroke=tone["obst2"],
            stroke_width=1.6,
        )
        slant = ((along[0] + across[0]) * 0.7071, (along[1] + across[1]) * 0.7071)
        pen.lines(stripes(ring, slant, 0.53 * UNIT), stroke=tone["obst2"], stroke_width=1.0, stroke_opacity=0.8)


def _container(pen: Pen, piece: Terrain, rings: Rings) -> None:
    """Ribs."""
    ring, tone = rings[0], pen.tone
    pen.shape(rings, fill=tone["steel"], stroke=tone["case"], stroke_opacity=0.5, stroke_width=1.2)
    along = longest_edge(ring)
    if pen.fine:
        pen.lines(stripes(ring, (-along[1], along[0]), 0.28 * UNIT), stroke=tone["steel2"], stroke_width=2.2)


def _bridge(pen: Pen, piece: Terrain, rings: Rings) -> None:
    ring, tone = rings[0], pen.tone
    along = longest_edge(ring)
    pen.shape(rings, fill=tone["obst2"], stroke=tone["obst"], stroke_width=2.4)
    if pen.fine:
        pen.lines(stripes(ring, (-along[1], along[0]), 0.35 * UNIT), stroke=tone["obst"], stroke_width=1.0)


def _building(pen: Pen, piece: Terrain, rings: Rings) -> None:
    """Thick walls, a roof in two tones with seams, gaps for doors (thin lines on upper floors), pale windows, name."""
    ring, tone = rings[0], pen.tone
    along = longest_edge(ring)
    pen.shape(rings, fill=tone["roof"])
    ridge = middle(ring)
    upper = along if along[0] > 0 or (along[0] == 0 and along[1] > 0) else (-along[0], -along[1])
    if not piece.holes:
        pen.polygon(half_of(ring, ridge, upper), fill=tone["roof2"])
        pen.lines(_spine(ring, ridge, along), stroke=tone["wall"], stroke_width=1.2)
    if pen.fine:
        seams = stripes(ring, (-along[1], along[0]), 0.7 * UNIT)
        seams = [seam for seam in seams if not any(inside(hole, *_half(seam)) for hole in rings[1:])]
        pen.lines(seams, stroke=tone["case"], stroke_width=0.7, stroke_opacity=0.22)
    pen.shape(rings, fill="none", stroke=tone["wall"], stroke_width=4.5, stroke_linejoin="miter")
    for opening in piece.openings:
        a, b = (pen.at(*end) for end in piece.opening_ends(opening))
        if opening.kind == "window":
            pen.lines([(a, b)], stroke=tone["water2"], stroke_width=3.2)
        elif opening.sill == 0:
            pen.lines([(a, b)], stroke=tone["ground"], stroke_width=5.4)
            nx, ny = (b[1] - a[1]), -(b[0] - a[0])
            size = hypot(nx, ny)
            nx, ny = nx / size * 3.4, ny / size * 3.4
            jambs = [((p[0] - nx, p[1] - ny), (p[0] + nx, p[1] + ny)) for p in (a, b)]
            pen.lines(jambs, stroke=tone["wall"], stroke_width=2.2)
        else:
            pen.lines([(a, b)], stroke=tone["ground"], stroke_width=2.2)
    _name(pen, piece, ring, along)


def _spine(ring: Sequence[Dot], ridge: Dot, along: Dot) -> list[tuple[Dot, Dot]]:
    place = ridge[0] * -along[1] + ridge[1] * along[0]
    least = min(x * -along[1] + y * along[0] for x, y in ring)
    return stripes(ring, along, 1e6, (place - least) / 1e6)


def _half(segment: tuple[Dot, Dot]) -> Dot:
    (ax, ay), (bx, by) = segment
    return (ax + bx) / 2, (ay + by) / 2


def _name(pen: Pen, piece: Terrain, ring: Sequence[Dot], along: Dot) -> None:
    """Name and roof height along the roof, if they fit."""
    if piece.holes:
        return
    x, y = middle(ring)
    size = max(7.5, 9 * pen.px)
    reach = max(p[0] * along[0] + p[1] * along[1] for p in ring) - min(p[0] * along[0] + p[1] * along[1] for p in ring)
    across = max(p[1] * along[0] - p[0] * along[1] for p in ring) - min(p[1] * along[0] - p[0] * along[1] for p in ring)
    words = f"{piece.name} · roof {piece.top:g}″" if piece.name else f"roof {piece.top:g}″"
    if len(words) * 0.56 * size > reach - 8:
        words = f"{piece.top:g}″"
    if across < 2.2 * size or len(words) * 0.5 * size > reach:
        return
    turn = degrees(atan2(along[1], along[0]))
    if turn > 89 or turn <= -91:
        turn += 180
    # Below the ridge, as seen along the roof.
    off = across / 4 if across > 4 * size else 0.0
    sign = 1 if along[0] > 0 or (along[0] == 0 and along[1] < 0) else -1
    x, y = x - sign * along[1] * off, y + sign * along[0] * off
    pen.text(x, y, words, size, fill_opacity=0.68, transform=f"rotate({turn:.1f} {x:.1f} {y:.1f})")


Drawing = Callable[[Pen, Terrain, Rings], None]

DRAWINGS: dict[str, Drawing] = {
    "wood": _wood,
    "rough": _rough,
    "field": _field,
    "road": _road,
    "water": _water,
    "deep": _water,
    "dangerous": _dangerous,
    "ruin": _ruin,
    "hill": _hill,
    "rock": _rock,
    "ramp": _ramp,
    "stairs": _stairs,
    "ladder": _ladder,
    "wall": _wall,
    "barricade": _wall,
    "crates": _crates,
    "container": _container,
    "bridge": _bridge,
    "block": _block,
    "building": _building,
}
