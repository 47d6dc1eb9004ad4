"""What scenarios add to the rules (content/scenarios.toml): their specials, objectives, limits and winners."""

from __future__ import annotations

from sandtable.engine.rulebook import Options
from sandtable.rulesets.opentactics.content import TILE, Scenario, Special, content
from sandtable.rulesets.opentactics.field import Field
from sandtable.rulesets.opentactics.state import State

ESCORT_CAPTURES = 2


def scenario_of(state: State) -> Scenario | None:
    return content().scenarios[state.scenario] if state.scenario else None


def has(state: State, special: Special) -> bool:
    one = scenario_of(state)
    return one is not None and special in one.special


def last_round(scenario: Scenario, options: Options) -> int:
    """The round limit, or 0 where the players agree on none (OT-24.6)."""
    return scenario.limit if options["round_limit"] == "scenario" else 0


def opens_quietly(scenario: Scenario, field: Field, options: Options) -> bool:
    """Quiet Opening: no assaults in round 1 where the edges are near, unless the players agree otherwise (OT-12.1)."""
    near = "quiet-opening-on-9x9" in scenario.special and field.rows == 3 * TILE
    return near and options["quiet_opening"] == "scenario"
