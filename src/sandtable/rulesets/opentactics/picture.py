"""The map as an SVG: increments with their heights and marks, objectives, edges, tokens."""

from __future__ import annotations

from html import escape

from sandtable.engine.ruleset import Reading
from sandtable.rulesets.opentactics.content import content
from sandtable.rulesets.opentactics.field import Increment
from sandtable.rulesets.opentactics.measured import HALF, radius
from sandtable.rulesets.opentactics.objectives import holder
from sandtable.rulesets.opentactics.state import LATTICE, Objective, State, Unit
from sandtable.table.grid import Cell, label
from sandtable.table.ink import SIDES

CELL, RIM, HEAD, FOOT = 80, 44, 64, 20
PLAYERS = (
    *(SIDES[side][:3] for side in (1, 2, 3, 4)),
    ("#e5e9ec", "#9aa4ad", "#14181b"),
    ("#8d6bd8", "#5b3fa3", "#ffffff"),
)
"""Ring, face and ink of a player's tokens."""
GROUND, LINE, INK, FAINT = "#39423a", "#8b958c", "#eef1f3", "#b0b9c1"
TONES = {-2.0: "#171b18", 0.0: GROUND, 0.5: "#4a544a", 1.0: "#5b665a", 2.0: "#738070", 3.0: "#8d9a88"}
HEIGHTS = {0.5: "½", -0.5: "−½"}


def picture(reading: Reading[State]) -> str:
    """The whole table: ground first, then objectives, then tokens."""
    state = reading.state
    field = state.field
    width, height = field.columns * CELL + 2 * RIM, field.rows * CELL + HEAD + RIM + FOOT
    name = content().scenarios[state.scenario].name if state.scenario else "OpenTactics"
    where = f"round {state.round}" + (f" of {state.limit}" if state.limit else "")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="Inter, system-ui, sans-serif" role="img" aria-label="{escape(name)}, {where}">',
        _PATTERNS,
        f'<rect width="{width}" height="{height}" fill="#1a1e22"/>',
        _text(RIM, 34, 20, INK, name, ' font-weight="600"'),
        _text(width - RIM, 34, 14, FAINT, _score(state, where), ' text-anchor="end"'),
        *[_cell(state, cell) for cell in field.cells],
        *_letters(state),
        *[_ladder(state, one, two) for one, two in field.ladders],
        *[_edge(state, seat) for seat in range(len(state.players))],
        *[_objective(state, goal) for goal in state.objectives],
        *[_token(state, unit) for unit in state.units if unit.on_map],
        "</svg>\n",
    ]
    return "\n".join(part for part in parts if part)


_PATTERNS = (
    '<defs><pattern id="ot-hazard" width="24" height="24" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<rect width="24" height="24" fill="#6b2a1c"/><rect width="12" height="24" fill="#b4502f"/></pattern></defs>'
)


def _score(state: State, where: str) -> str:
    morale = ", ".join(f"{player.name} {player.morale}" for player in state.players)
    return f"{where} · morale {morale}"


def _text(x: float, y: float, size: int, fill: str, words: str, more: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{fill}"{more}>{escape(words)}</text>'


def _corner(state: State, cell: Cell) -> tuple[int, int]:
    """The upper left corner of an increment on the picture."""
    return RIM + cell[0] * CELL, HEAD + (state.field.rows - 1 - cell[1]) * CELL


def _spot(state: State, at: Cell) -> tuple[float, float]:
    """The middle of a place on the picture."""
    if state.measured:
        return RIM + at[0] * CELL / LATTICE, HEAD + state.field.rows * CELL - at[1] * CELL / LATTICE
    x, y = _corner(state, at)
    return x + CELL / 2, y + CELL / 2


# ---- ground ---------------------------------------------------------------------------------------


def _cell(state: State, cell: Cell) -> str:
    square = state.field.at(cell)
    x, y = _corner(state, cell)
    tone = TONES.get(square.height, TONES[-2.0] if square.height < 0 else TONES[3.0])
    parts = [
        f"<g><title>{label(cell)}{_marks(square)}</title>",
        f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{tone}" stroke="{LINE}" stroke-opacity="0.28"/>',
    ]
    if square.height:
        raised = square.height > 0
        lit, dark = ("#ffffff", "#000000") if raised else ("#000000", "#ffffff")
        look = 'fill="none" stroke-opacity="0.35" stroke-width="3"'
        parts += [
            f'<path d="M{x + 2} {y + CELL - 2}V{y + 2}H{x + CELL - 2}" {look} stroke="{lit}"/>',
            f'<path d="M{x + CELL - 2} {y + 2}V{y + CELL - 2}H{x + 2}" {look} stroke="{dark}"/>',
            _text(x + 8, y + 20, 14, INK, HEIGHTS.get(square.height, f"{square.height:g}".replace("-", "−"))),
        ]
    parts += _growth(square, x, y)
    return "".join(parts) + "</g>"


def _marks(square: Increment) -> str:
    words = [mark for mark in ("rough", "water", "impassable", "hindering") if getattr(square, mark)]
    if square.height:
        words.append(f"height {square.height:g}")
    if square.hazard:
        words.append(f"hazard {square.hazard}")
    return f": {', '.join(words)}" if words else ""


def _growth(square: Increment, x: int, y: int) -> list[str]:
    """Water, rock, hazards, bushes and rough ground, each told apart without its colour."""
    parts = []
    if square.water:
        waves = "".join(f"M{x + 8} {y + 22 + 18 * k}q16 -12 32 0t32 0" for k in range(3))
        parts.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="#24506b" fill-opacity="0.85"/>')
        parts.append(f'<path d="{waves}" fill="none" stroke="#8cc3e0" stroke-opacity="0.6" stroke-width="2"/>')
    if square.hazard:
        parts.append(f'<rect x="{x + 3}" y="{y + 3}" width="{CELL - 6}" height="{CELL - 6}" fill="url(#ot-hazard)"/>')
        parts.append(f'<path d="M{x + 40} {y + 22}l18 32h-36z" fill="#1a1e22" stroke="#ffd9a0" stroke-width="3"/>')
        parts.append(_text(x + 40, y + 50, 16, "#ffd9a0", str(square.hazard), ' text-anchor="middle"'))
    if square.impassable:
        rock = f"M{x + 12} {y + 62}l8 -34 18 -14 22 8 10 26 -12 20z"
        parts.append(f'<path d="{rock}" fill="#9a9389" stroke="#2a2723" stroke-width="3"/>')
    elif square.hindering:
        arms = ((0, -22), (20, -8), (14, 18), (-14, 18), (-20, -8))
        spokes = "".join(f"M{x + 40} {y + 42}l{dx} {dy}" for dx, dy in arms)
        parts.append(f'<circle cx="{x + 40}" cy="{y + 42}" r="26" fill="#2f5a34" stroke="#16301a" stroke-width="3"/>')
        parts.append(f'<path d="{spokes}" stroke="#6fae73" stroke-width="3" fill="none"/>')
    elif square.rough:
        tufts = "".join(
            f"M{x + a} {y + b}l-5 -10m5 10v-12m0 12l5 -10" for a, b in ((22, 34), (54, 28), (38, 58), (62, 62))
        )
        parts.append(f'<path d="{tufts}" stroke="#c9b98a" stroke-width="2.5" fill="none"/>')
    return parts


def _letters(state: State) -> list[str]:
    rows, columns = state.field.rows, state.field.columns
    bottom = HEAD + rows * CELL + 22
    middle = ' text-anchor="middle"'
    parts = [_text(RIM + c * CELL + CELL / 2, bottom, 14, FAINT, label((c, 0))[:-1], middle) for c in range(columns)]
    parts += [
        _text(RIM - 18, HEAD + (rows - r) * CELL - CELL / 2 + 5, 14, FAINT, str(r + 1), middle) for r in range(rows)
    ]
    return parts


def _ladder(state: State, one: Cell, two: Cell) -> str:
    (ax, ay), (bx, by) = _corner(state, one), _corner(state, two)
    x, y = (ax + bx + CELL) / 2, (ay + by + CELL) / 2
    rungs = "".join(f"M{x - 8:g} {y + k:g}h16" for k in (-12, -4, 4, 12))
    return f'<path d="M{x - 8:g} {y - 18:g}v36m16 -36v36{rungs}" stroke="#e7d3a1" stroke-width="3" fill="none"/>'


def _edge(state: State, seat: int) -> str:
    """A bar in the player's colour outside its edge; dashed for every second player."""
    player, field = state.players[seat], state.field
    if not player.edge:
        return ""
    left, top = RIM, HEAD
    right, bottom = RIM + field.columns * CELL, HEAD + field.rows * CELL
    line = {
        "north": f"M{left} {top - 5}H{right}", "south": f"M{left} {bottom + 5}H{right}",
        "west": f"M{left - 5} {top}V{bottom}", "east": f"M{right + 5} {top}V{bottom}",
    }[player.edge]  # fmt: skip
    dashes = ' stroke-dasharray="14 8"' if seat % 2 else ""
    return f'<path d="{line}" stroke="{PLAYERS[seat % len(PLAYERS)][0]}" stroke-width="5"{dashes}/>'


# ---- what stands on it ----------------------------------------------------------------------------


def _objective(state: State, goal: Objective) -> str:
    x, y = _spot(state, goal.at)
    seat = holder(state, goal)
    colour = PLAYERS[seat % len(PLAYERS)][0] if seat >= 0 else "#ffffff"
    dashes = "" if seat >= 0 else ' stroke-dasharray="6 5"'
    body = (
        "" if goal.walkable else f'<rect x="{x - 24:g}" y="{y - 24:g}" width="48" height="48" rx="6" fill="#8a6d3b"/>'
    )
    return (
        f"<g><title>{escape(goal.name)}</title>{body}"
        f'<circle cx="{x:g}" cy="{y:g}" r="30" fill="none" stroke="{colour}" stroke-width="3"{dashes}/>'
        f'<path d="M{x:g} {y - 14:g}l14 14 -14 14 -14 -14z" fill="{colour}" stroke="#000" stroke-width="2"/></g>'
    )


def _token(state: State, unit: Unit) -> str:
    """Base at its true size in measured play; on the grid by base width, at most an increment."""
    assert unit.at is not None
    ring, face, ink = PLAYERS[unit.seat % len(PLAYERS)]
    x, y = _spot(state, unit.at)
    size = radius(unit) * CELL / LATTICE - 3 if state.measured else min(36.0, 22.0 + 7 * radius(unit) / HALF)
    able = unit.number in state.able
    fill = face if able or unit.seat != state.turn else "#22272b"
    text = ink if fill == face else ring
    dashes = ' stroke-dasharray="9 4"' if unit.seat % 2 else ""
    letters = "".join(word[0] for word in unit.card.name.split())[:2].upper()
    number = unit.name.rsplit(" ", 1)[-1]
    mark = letters + (number if number.isdigit() else "")
    wing = f'<path d="M{x - size:g} {y - size + 4:g}q8 -10 16 0q-8 -3 -16 0z" fill="#fff"/>' if unit.card.flying else ""
    return (
        f"<g><title>{escape(unit.name)}</title>"
        f'<circle cx="{x:g}" cy="{y:g}" r="{size:g}" fill="{fill}" stroke="{ring}" stroke-width="5"{dashes}/>'
        + _text(x, y + 6, 16, text, mark, ' font-weight="700" text-anchor="middle"')
        + wing
        + "</g>"
    )
