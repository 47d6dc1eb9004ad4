"""How things stand, as a table for terminals and as a picture of the battlefield."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.engine.ruleset import Reading
from sandtable.engine.words import counted
from sandtable.rulesets.roe.field import DEPTH, WIDTH, field_of
from sandtable.rulesets.roe.levels import level_of
from sandtable.rulesets.roe.state import FALLEN, STANDING, Model, State
from sandtable.skirmish.bodies import Segment
from sandtable.table import Edge, MapMarker
from sandtable.table.picture import Picture
from sandtable.table.tokens import Token

COLUMNS = ("", "Player", "Profile", "At", "Wounds", "Pins", "Weapons", "Status")


def board(reading: Reading[State]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Columns and rows: a line for each player, then its models."""
    state = reading.state
    rows: list[tuple[str, ...]] = []
    for side, player in enumerate(state.players):
        counters, tokens = counted(player.pool, "counter"), counted(player.tokens, "token")
        rows.append((player.name, "Player One" if side == state.player_one else "", "", "", "", "", counters, tokens))
        rows += [_row(state, model) for model in state.of_side(side)]
    return COLUMNS, rows


def _row(state: State, model: Model) -> tuple[str, ...]:
    at = f"{model.x:.1f}, {model.y:.1f}" if model.status in (STANDING, FALLEN) else ""
    level = level_of(model.z)
    return (
        model.name,
        state.players[model.side].name,
        f"{model.profile} {model.exp}/{model.res}/{model.w}/{model.c}".strip(),
        at + (f", level {level}" if level else ""),
        f"{model.wounds}/{model.w}",
        str(model.pins or ""),
        ", ".join(weapon.name for weapon in model.weapons),
        ", ".join(statuses(state, model)),
    )


def statuses(state: State, model: Model) -> list[str]:
    found = [] if model.standing else [str(model.status)]
    if model.pinned_down:
        found.append("Pinned Down")
    elif model.suppressed:
        found.append("Suppressed")
    if state.engaged(model):
        found.append("Engaged with " + " & ".join(enemy.name for enemy in state.engaged_with(model)))
    if model.activated:
        found.append("activated")
    return found


# ---- picture --------------------------------------------------------------------------------------


def picture(reading: Reading[State]) -> str:
    """The battlefield as an SVG: terrain, ingress zones, markers with their controllers, and every model."""
    state = reading.state
    where = field_of(state)
    table = replace(
        where.drawn,
        markers=tuple(MapMarker(one.name, one.x, one.y, 0.0, 1.0, one.name) for one in state.objectives),
        edges=tuple(_edge(segment, side + 1) for side, p in enumerate(state.players) for segment in p.zone),
    )
    tokens = tuple(_token(state, model) for model in state.models if model.status in (STANDING, FALLEN))
    held = {one.name: side + 1 for one, side in zip(state.objectives, state.controlled, strict=True) if side >= 0}
    return table.svg(Picture(tokens=tokens, controlled=held))


def _edge(segment: Segment, side: int) -> Edge:
    x1, y1, x2, y2 = segment
    if x1 == x2:
        return Edge("left" if x1 == 0 else "right", min(y1, y2), max(y1, y2), side)
    return Edge("bottom" if y1 == 0 else "top", min(x1, x2), max(x1, x2), side)


def _token(state: State, model: Model) -> Token:
    letters = "".join(word[0] for word in model.name.split())[:2].upper()
    active = state.act is not None and state.act.model == model.number
    return Token(
        field_of(state).figure(model), model.side + 1, letters, acted=model.activated, selected=active,
        fallen=not model.standing, name=True, level=level_of(model.z),
    )  # fmt: skip


TABLE = (WIDTH, DEPTH)
