"""The numbers and switches of the Core by name, and the layers that may replace them: Scenario over Setting over Core
(OE-1.2 to OE-1.4). A value is looked up at the moment of use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.engine.errors import SetupError, near, shown
from sandtable.engine.records import Record
from sandtable.rulesets.op_en.scenarios import Override, Value

if TYPE_CHECKING:
    from sandtable.rulesets.op_en.state import State

CORE: dict[str, Value] = {
    "actions": 2,  # OE-9.1
    "barrier.height": 2.0,  # OE-11.3
    "campaign.rank2_talents": 0,  # OE-19.16
    "climb.counts_as_move": True,  # OE-16.18
    "disengage.clear": 0.1,  # OE-16.37
    "fall.controlled": 2.0,  # OE-12.25
    "fall.untested": 1.0,  # OE-12.32
    "hide.target": 4,  # OE-16.23
    "initiative.turn1": "roll",  # OE-7.16
    "jump.distance": 3.0,  # OE-16.5
    "jump.down": 2.0,  # OE-16.7
    "jump.over": 1.0,  # OE-16.6
    "jump.target": 4,  # OE-16.8
    "los.clear_max": "none",  # OE-2.27
    "modifiers.levels": 3,  # OE-3.23
    "modifiers.points": 3,  # OE-3.23
    "ruins.walkways": "difficult",  # OE-11.10
    "terrain.deep": "impassable",  # OE-11.13
    "terrain.shallow": "difficult",  # OE-11.8
    "token.leader": 1,  # OE-7.8
    "token.leader_heir": False,  # OE-7.8
}
"""Every parameter with its Core value."""

Layer = str
"""'Core', 'Setting' or 'Scenario', as the log names it."""


class Found(Record, frozen=True):
    value: Value
    layer: Layer


def look_up(state: State, name: str) -> Found:
    """The value in force now, and the layer it comes from: Scenario over Setting over Core (OE-1.3, OE-1.4), the last
    override of the highest layer that has begun. Whatever nobody replaces is the Core's (OE-1.2)."""
    known = state.overrides.known.get(state.events_turn)
    if known is None:
        known = state.overrides.since(state.events_turn)
    found = known.get(name)
    if found is None:
        found = known[name] = _searched(state, name)
    return found


def _searched(state: State, name: str) -> Found:
    for layer, overrides in (("Scenario", state.overrides.scenario), ("Setting", state.overrides.setting)):
        for one in reversed(overrides):
            if one.param == name and one.from_turn <= state.events_turn:
                return Found(one.value, layer)
    return Found(CORE[name], "Core")


def number(state: State, name: str) -> float:
    value = look_up(state, name).value
    assert not isinstance(value, str), f"{name} is a number"
    return value


def whole(state: State, name: str) -> int:
    return int(number(state, name))


def switch(state: State, name: str) -> bool:
    return look_up(state, name).value is True


def word(state: State, name: str) -> str:
    return str(look_up(state, name).value)


def check(overrides: tuple[Override, ...], layer: Layer) -> None:
    """Refuses an override of something that is no parameter, or by a value of another kind."""
    for one in overrides:
        if one.param not in CORE:
            raise SetupError(
                f"{layer}: there is no parameter {shown(one.param)}{near(one.param, list(CORE))}", "OE-1.4"
            )
        core = CORE[one.param]
        if isinstance(core, bool) != isinstance(one.value, bool):
            raise SetupError(f"{layer}: {one.param} is like {core!r}, not {shown(one.value)}", "OE-1.4")


def setting_value(overrides: tuple[Override, ...], name: str) -> Value:
    """A value outside of any game: Setting over Core."""
    return next((one.value for one in reversed(overrides) if one.param == name), CORE[name])
