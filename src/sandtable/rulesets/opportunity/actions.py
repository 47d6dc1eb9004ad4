"""What an action is, what it costs, and when it may be chosen (chapter 10).

Everything about an action is declared before anything of it happens: dice, then targets, then what the action itself
needs. Only then are the dice paid (OP-6.8).
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from sandtable.engine.asking import Why
from sandtable.engine.questions import Option
from sandtable.engine.rulebook import OptionValue
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.opportunity.asking import Play
from sandtable.rulesets.opportunity.paying import Cost, affords, cost_in_words, count_dice
from sandtable.rulesets.opportunity.state import Combatant, Dice


class Action(Struct, frozen=True):
    """An active action (OP-10.2). `barred` checks its prerequisites, not whether it can succeed (OP-10.8); `perform`
    declares it and carries it out in the written order (OP-10.6)."""

    option: Option
    cost: Cost
    barred: Callable[[Play, Combatant], Why | None]
    perform: Callable[[Play, Combatant, Dice], Procedure[None]]
    cheaper: Cost | None = None
    """Its cost under the house rule `disarm_cost`, where that makes it cheaper."""

    @property
    def name(self) -> str:
        return self.option.label


def price(g: Play, action: Action) -> Cost:
    """What it costs (OP-10.4) under the house rules of this table."""
    return price_under(action, g.options["disarm_cost"])


def price_under(action: Action, disarm_cost: OptionValue) -> Cost:
    """The full cost (OP-10.4), or that of a Disarm which adds no Trauma."""
    return action.cheaper if action.cheaper is not None and disarm_cost == "red_no_trauma" else action.cost


def active(
    name: str,
    clause: str,
    cost: Cost,
    barred: Callable[[Play, Combatant], Why | None],
    perform: Callable[[Play, Combatant, Dice], Procedure[None]],
    cheaper: Cost | None = None,
) -> Action:
    return Action(action_option(name, clause), cost, barred, perform, cheaper)


def action_option(name: str, clause: str) -> Option:
    return Option(action_id(name), name, (), clause)


def action_id(name: str) -> str:
    return name.lower().replace(" ", "-").replace("/", "-")


def not_allowed(g: Play, who: Combatant, action: Action) -> Why | None:
    """An action needs its prerequisites and its full cost in the pool (OP-10.3)."""
    if (why := action.barred(g, who)) is not None:
        return why
    if not affords(count_dice(who), cost := price(g, action)):
        return f"it costs {cost_in_words(cost)}", "OP-10.3"
    return None


def always(g: Play, who: Combatant) -> Why | None:
    """No prerequisite."""
    return None
