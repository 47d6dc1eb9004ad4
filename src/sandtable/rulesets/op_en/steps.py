"""The course of a game: which step comes at which point (OE-7.1); after the last effects the game ends, or the next
turn starts (OE-7.36)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.op_en import activation, deploying, scenario_characters, setting_up, start, turn_end
from sandtable.rulesets.op_en.asking import Play
from sandtable.rulesets.op_en.state import Phase

STEPS: Final[dict[Phase, Callable[[Play], Procedure[None]]]] = {  # the four phases of a turn in their order (OE-7.1)
    "edge": setting_up.choose_edge,
    "roll-off": setting_up.rolling_off,
    "role": setting_up.choose_role,
    "exit": setting_up.name_exit,
    "reserve choice": setting_up.choose_reserves,
    "deploy": deploying.deploy,
    "reserves": start.reserves,
    "entries": start.entries,
    "tokens": start.tokens,
    "events": start.events,
    "flood": start.flood,
    "initiative": start.initiative,
    "turn": activation.take_turn,
    "act": activation.act,
    "doing": activation.do,
    "scenario": scenario_characters.scenario_turn,
    "end": turn_end.end_of_turn,
    "effects": turn_end.effects,
}


def step(g: Play) -> Procedure[None]:
    return STEPS[g.state.phase](g)
