"""What stands beside the options: what a player would measure or look up before choosing."""

from __future__ import annotations

from sandtable.rulesets.riverside.field import field_of
from sandtable.rulesets.riverside.measuring import ROUNDING, gap, spot
from sandtable.rulesets.riverside.notes import noted
from sandtable.rulesets.riverside.state import Marker, State, Unit
from sandtable.rulesets.riverside.walking import reach


def apart(state: State, one: Unit, two: Unit) -> float:
    """From the nearest model of a unit to the nearest of the other (RV-7.5)."""
    where = field_of(state)
    theirs = [spot(where, model) for model in state.members(two)]
    return ROUNDING.rounded(min(gap(spot(where, model), other) for model in state.members(one) for other in theirs))


def to_marker(state: State, unit: Unit, marker: Marker) -> float:
    where = field_of(state)
    return ROUNDING.rounded(min(gap(spot(where, model), spot(where, marker)) for model in state.members(unit)))


def how_it_stands(state: State, unit: Unit) -> str:
    """Models left, the nearest marker, for which the battle is fought, and the nearest enemy."""
    parts = [f"{len(state.members(unit))} of {unit.started}"]
    enemies = state.here(1 - unit.side)
    if unit.where == "inside":
        parts.append(f"inside {state.units[unit.rides].name}")
    elif unit.here and state.markers:
        far, marker = min((to_marker(state, unit, one), one.name) for one in state.markers)
        parts.append(f"marker {marker} at {far:.1f}″")
    if unit.here and enemies:
        far, enemy = min((apart(state, unit, enemy), enemy.name) for enemy in enemies)
        parts.append(f"{enemy} at {far:.1f}″")
    parts += [word for word, so in (("Shaken", unit.shaken), ("Fatigued", unit.fatigued)) if so]
    return " · ".join(parts)


def what_it_gives(state: State, unit: Unit) -> dict[str, str]:
    """Each action in a few words, by its id."""
    walks, runs = (max(reach(state, one, how) for one in state.members(unit)) for how in ("Advance", "Rush"))
    idle = "Shaken no more, and nothing else" if unit.shaken else "does nothing: it is not Shaken"
    armed = any(not weapon.melee for one in state.members(unit) for weapon in one.profile.weapons)
    shoots = "then shoot" if armed else "with nothing to shoot"
    numbers = {"walks": f"{walks:g}", "runs": f"{runs:g}", "idle": idle, "shoots": shoots}
    return {option: line.format(**numbers) for option, line in noted("action").items()}
