"""How things stand, as a table for terminals and as a picture of the Combat Area."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.engine.ruleset import Reading
from sandtable.engine.words import counted
from sandtable.rulesets.op_en.ground import field_of
from sandtable.rulesets.op_en.space import figure, lockers
from sandtable.rulesets.op_en.state import Character, State
from sandtable.table import MapMarker
from sandtable.table.picture import Picture
from sandtable.table.tokens import Token

COLUMNS = ("", "Player", "Form", "At", "Damage", "Weapons", "Status")


def board(reading: Reading[State]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Columns and rows: a line for each player, then its characters; those of the scenario last."""
    state = reading.state
    rows: list[tuple[str, ...]] = []
    for side, player in enumerate(state.players):
        tokens, points = counted(player.tokens, "token"), counted(player.points, "point")
        rows.append((player.name, "", player.role, player.edge, tokens, "", points))
        rows += [_row(reading, one) for one in state.of_side(side)]
    rows += [_row(reading, one) for one in state.characters if not one.of_force]
    return COLUMNS, rows


def _row(reading: Reading[State], who: Character) -> tuple[str, ...]:
    state = reading.state
    at = f"{who.x:.1f}, {who.y:.1f}" + (f", {who.z:g}″ up" if who.z else "") if who.in_play else ""
    stats = "/".join(map(str, who.sheet.stats.all()))
    return (
        who.name,
        state.name_of(who.side),
        f"{who.sheet.form} {stats}".strip(),
        at,
        f"{who.damage}/{who.sheet.body}",
        ", ".join(weapon.name for weapon in who.sheet.weapons),
        ", ".join(statuses(state, who, locked_with(reading, who))),
    )


def locked_with(reading: Reading[State], who: Character) -> list[Character]:
    """The Enemies that hold a character; nobody holds whoever is not in play."""
    return lockers(reading.state, reading.options, who) if who.in_play else []


def statuses(state: State, who: Character, locked: Sequence[Character]) -> list[str]:
    found = [] if who.in_play else [str(who.status)]
    found += [word for word, so in (("Hidden", who.hidden), ("poisoned", who.poisoned), ("stunned", who.stunned)) if so]
    if locked:
        found.append("Locked with " + " & ".join(enemy.name for enemy in locked))
    if who.carries >= 0:
        found.append(f"carries {state.marks[who.carries].name}")
    if who.activated:
        found.append("activated")
    return found


def picture(reading: Reading[State]) -> str:
    """The Combat Area as an SVG: terrain, markers, and every character in play."""
    state = reading.state
    where = field_of(state, reading.options)
    marks = tuple(MapMarker(one.name, one.x, one.y, one.z, 1.0, one.name) for one in state.marks if one.on_table)
    table = replace(where.drawn, markers=marks)
    return table.svg(Picture(tokens=tuple(_token(state, one) for one in state.in_play())))


def _token(state: State, who: Character) -> Token:
    letters = "".join(word[0] for word in who.name.split())[:2].upper()
    active = state.act is not None and state.act.character == who.number
    side = who.side + 1 if who.of_force else 0
    return Token(figure(who), side, letters, acted=who.activated, selected=active, name=True)
