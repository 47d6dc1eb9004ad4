"""How things stand, as a table for terminals."""

from __future__ import annotations

from sandtable.rulesets.opentactics.names import where
from sandtable.rulesets.opentactics.state import State, Unit

COLUMNS = ("", "Player", "At", "Athletics", "Melee", "Ballistic", "Arcane", "Technical", "Abilities", "Status")


def board(state: State) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Columns and rows: player by player, those on the map first."""
    rank = {"on the map": 0, "in reserve": 1}
    units = sorted(state.units, key=lambda unit: (unit.seat, rank.get(unit.status, 2)))
    return COLUMNS, [_row(state, unit) for unit in units]


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
