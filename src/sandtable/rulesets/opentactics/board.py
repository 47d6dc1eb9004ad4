"""How things stand, as a table for terminals."""

from __future__ import annotations

from sandtable.rulesets.opentactics.field import Square
from sandtable.rulesets.opentactics.names import where
from sandtable.rulesets.opentactics.state import State, Unit
from sandtable.table.grid import label

COLUMNS = ("", "Player", "At", "Athletics", "Melee", "Ballistic", "Arcane", "Technical", "Abilities", "Status")


def board(state: State) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Columns and rows: player by player, those on the map first."""
    rank = {"on the map": 0, "in reserve": 1}
    units = sorted(state.units, key=lambda unit: (unit.seat, rank.get(unit.status, 2)))
    return COLUMNS, [_row(state, unit) for unit in units]


def sketch(state: State) -> list[str]:
    """The map in letters: terrain by its sign, units by a letter of their player's (A, B, … and a, b, …)."""
    if state.measured:
        return []
    field = state.field
    units = {unit.at: unit for unit in state.units if unit.at is not None}
    spots = {objective.at: "*" for objective in state.objectives}
    lines = []
    for row in reversed(range(field.rows)):
        signs = []
        for column in range(field.columns):
            cell = column, row
            unit = units.get(cell)
            signs.append(_letter(state, unit) if unit else spots.get(cell) or _sign(field.at(cell)))
        lines.append(f"{row + 1:3d}  {'  '.join(signs)}")
    lines.append("     " + "  ".join(label((column, 0))[:-1] for column in range(field.columns)))
    names = ", ".join(f"{_letter(state, unit)} {unit.name}" for unit in units.values())
    return [*lines, names] if names else lines


def _letter(state: State, unit: Unit) -> str:
    """Capitals for the first player, small letters for the second, digits and signs for others."""
    own = [one.number for one in state.units if one.seat == unit.seat]
    alphabets = ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz", "0123456789", "αβγδεζηθικλμνξ")
    alphabet = alphabets[unit.seat % len(alphabets)]
    return alphabet[own.index(unit.number) % len(alphabet)]


def _sign(square: Square) -> str:
    if square.impassable:
        return "#"
    if square.water:
        return "~"
    if square.hazard:
        return "!"
    if square.height:
        return "½" if square.height == 0.5 else "v" if square.height < 0 else f"{square.height:g}"[0]
    return '"' if square.hindering else ":" if square.rough else "."


def _row(state: State, unit: Unit) -> tuple[str, ...]:
    card, player = unit.card, state.players[unit.seat]
    return (
        unit.name,
        f"{state.seats[unit.seat]} (morale {player.morale})",
        str(where(state, unit.at)),
        f"{card.athletics}{' flying' if card.flying else ''}",
        *(_skill(unit, skill) for skill in ("melee", "ballistic", "arcane", "technical")),
        ", ".join(card.abilities),
        ", ".join(statuses(state, unit)),
    )


def _skill(unit: Unit, skill: str) -> str:
    """OFF/DEF@range with bumps, as on the card."""
    one = unit.card.skills[skill]
    off = "".join(f"{bump:+d}" for bump in one.off_bumps)
    defence = "".join(f"{bump:+d}" for bump in one.def_bumps)
    shown = f"{one.off}{f'({off})' if off else ''}/{one.dice_def}{f'({defence})' if defence else ''}"
    return f"{shown}@{one.range}" if one.range else shown


def statuses(state: State, unit: Unit) -> list[str]:
    if not unit.on_map:
        by = f" by {state.seats[unit.captured_by]}" if unit.captured_by >= 0 else ""
        return [unit.status + by]
    found = []
    if unit.moved:
        found.append("moved")
    if unit.vented:
        found.append("vented")
    return found
