"""How things stand, as a table for terminals and as a picture of the battlefield."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.engine.ruleset import Reading
from sandtable.engine.words import counted
from sandtable.rulesets.riverside.facts import weapon_line
from sandtable.rulesets.riverside.field import field_of
from sandtable.rulesets.riverside.figures import figure
from sandtable.rulesets.riverside.state import Model, State, Unit
from sandtable.table import MapMarker
from sandtable.table.picture import Picture
from sandtable.table.pieces import Zone
from sandtable.table.tokens import Token

COLUMNS = ("", "Player", "Q/D", "At", "Models", "Weapons", "Status")


def board(reading: Reading[State]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Columns and rows: a line for each player, then his units."""
    state = reading.state
    rows: list[tuple[str, ...]] = []
    for side, player in enumerate(state.players):
        held = counted(state.controlled.count(side), "marker")
        rows.append((player.name, "", "", "", "", "", held))
        rows += [_row(state, unit) for unit in state.of_side(side)]
    return COLUMNS, rows


def _row(state: State, unit: Unit) -> tuple[str, ...]:
    members = state.members(unit)
    profiles = list(dict.fromkeys(one.profile for one in members or [state.models[n] for n in unit.models]))
    weapons = dict.fromkeys(weapon_line(weapon) for profile in profiles for weapon in profile.weapons)
    return (
        unit.name,
        state.players[unit.side].name,
        ", ".join(dict.fromkeys(f"{one.quality}+/{one.defense}+" for one in profiles)),
        _middle(members) if unit.here else "",
        f"{len(members)}/{unit.started}",
        ", ".join(weapons),
        ", ".join(statuses(state, unit)),
    )


def _middle(members: list[Model]) -> str:
    x, y = (sum(at) / len(members) for at in ([one.x for one in members], [one.y for one in members]))
    return f"{x:.0f}, {y:.0f}"


def statuses(state: State, unit: Unit) -> list[str]:
    found = [] if unit.here else [f"inside {state.units[unit.rides].name}" if unit.rides >= 0 else str(unit.where)]
    words = (("Shaken", unit.shaken), ("Fatigued", unit.fatigued), ("activated", unit.activated))
    found += [word for word, so in words if so]
    if wounds := sum(one.wounds for one in state.members(unit)):
        found.append(counted(wounds, "wound"))
    return [*found, *(spell.name for spell in unit.spells)]


def picture(reading: Reading[State]) -> str:
    """The battlefield as an SVG: terrain, zones, markers with whoever controls them, and every model on the table."""
    state = reading.state
    marks = tuple(MapMarker(one.name, one.x, one.y, one.z, 2 * one.radius or 1.0, one.name) for one in state.markers)
    owner = {player.zone: side + 1 for side, player in enumerate(state.players)}
    zones = tuple(Zone(f"zone {n}", outline, owner.get(n, 0)) for n, outline in enumerate(state.zones))
    table = replace(field_of(state).drawn, markers=marks, zones=zones)
    held = {one.name: side + 1 for one, side in zip(state.markers, state.controlled, strict=True) if side >= 0}
    tokens = tuple(token for unit in state.units if unit.here for token in _tokens(state, unit))
    return table.svg(Picture(tokens=tokens, controlled=held))


def _tokens(state: State, unit: Unit) -> Iterator[Token]:
    """Its models; the unit's name stands below the lowest of them."""
    letters = "".join(word[0] for word in unit.name.split())[:2].upper()
    active = state.act is not None and state.act.unit == unit.number
    members = state.members(unit)
    lowest = min(members, key=lambda one: (one.y, one.x))
    for model in members:
        shown = replace(figure(state, model), id=unit.name)
        yield Token(shown, unit.side + 1, letters, acted=unit.activated, selected=active, name=model is lowest)
