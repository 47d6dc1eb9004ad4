"""How things stand, as a table for terminals."""

from __future__ import annotations

from sandtable.engine.ruleset import Reading
from sandtable.engine.words import counted
from sandtable.rulesets.opentactics.content import content
from sandtable.rulesets.opentactics.field import Increment
from sandtable.rulesets.opentactics.names import where
from sandtable.rulesets.opentactics.state import State, Unit
from sandtable.table.grid import label

COLUMNS = ("", "Player", "At", "Ath", "Melee", "Ball", "Arc", "Tech", "Status")
SKILLS = ("melee", "ballistic", "arcane", "technical")
LEGEND = '. open   : rough   " hindering   ~ water   # impassable   v pit   ! hazard   1 2 3 heights   * objective'


def board(reading: Reading[State]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Columns and rows: player by player, those on the map first."""
    state = reading.state
    rank = {"on the map": 0, "in reserve": 1}
    units = sorted(state.units, key=lambda unit: (unit.seat, rank.get(unit.status, 2)))
    return COLUMNS, [_row(state, unit) for unit in units]


def sketch(reading: Reading[State]) -> list[str]:
    """The map in letters: terrain by its sign, units by a letter of their player's (A, B, … and a, b, …)."""
    state = reading.state
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
    players = ", ".join(f"{one.name}: {one.edge or 'no edge'}, morale {one.morale}" for one in state.players)
    return [*lines, LEGEND, players, *([names] if names else [])]


def card(reading: Reading[State], name: str) -> list[str]:
    """One unit in full, with what its abilities do."""
    state = reading.state
    for unit in state.units:
        if unit.name.casefold() == name.casefold():
            one = unit.card
            skills = ", ".join(f"{skill} {_skill(unit, skill)}" for skill in SKILLS)
            flight = " flying" if one.flying else ""
            lines = [
                f"{unit.name} ({one.name}, {counted(one.points, 'point')}): {', '.join(one.types)}",
                f"Athletics {one.athletics}{flight}, base width {one.base_width:g}; OFF/DEF@range: {skills}",
            ]
            known = content().abilities
            return lines + [f"{ability}: {known[_kind(ability)].summary}" for ability in one.abilities]
    return [f"There is no unit {name!r}."]


def _kind(ability: str) -> str:
    """TOUGH 2 is a TOUGH n."""
    return "TOUGH n" if ability.startswith("TOUGH") else ability


def _letter(state: State, unit: Unit) -> str:
    """Capitals for the first player, small letters for the second, digits and signs for others."""
    own = [one.number for one in state.units if one.seat == unit.seat]
    alphabets = ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz", "0123456789", "αβγδεζηθικλμνξ")
    alphabet = alphabets[unit.seat % len(alphabets)]
    return alphabet[own.index(unit.number) % len(alphabet)]


def _sign(square: Increment) -> str:
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
    card = unit.card
    return (
        unit.name,
        state.seats[unit.seat],
        str(where(state, unit.at)),
        f"{card.athletics}{'F' if card.flying else ''}",
        *(_skill(unit, skill) for skill in SKILLS),
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
