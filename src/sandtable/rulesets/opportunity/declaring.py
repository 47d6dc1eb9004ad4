"""Declaring an active action: what it costs, and whom it may name.

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
from sandtable.rulesets.opportunity.asking import Declared, Play, choose_combatant
from sandtable.rulesets.opportunity.attacks import action_option
from sandtable.rulesets.opportunity.paying import Cost
from sandtable.rulesets.opportunity.state import Combatant, Dice, Die, without


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


def pay(g: Play, who: Combatant, action: Action, dice: Dice, target: str = "") -> None:
    """The dice leave the pool when the action is declared (OP-6.8, OP-6.9)."""
    who.pool = without(who.pool, dice)
    g.tell("action", action.option.clause, who=who.name, action=action.name, dice=[str(d) for d in dice], target=target)


def discard(g: Play, who: Combatant, die: Die, clause: str) -> None:
    who.pool = without(who.pool, (die,))
    g.tell("discard", clause, who=who.name, die=str(die))


def why_no_target(g: Play, who: Combatant, other: Combatant) -> Why:
    if other is who:
        return "nobody attacks itself", "OP-7.2"
    if other.side == who.side:
        return "an ally cannot be attacked", "OP-7.2"
    if not other.fighting:
        return f"{other.name} is not in the fight ({other.status})", "OP-7.2"
    return "you are not locked in melee with it", "OP-9.4"


def choose_target(
    g: Play, who: Combatant, candidates: list[Combatant], action: Action, dice: Dice
) -> Procedure[Combatant]:
    def why_not(other: Combatant) -> Why:
        return why_no_target(g, who, other)

    about = Declared(action.option.id, dice)
    return (yield from choose_combatant(g, who, candidates, f"{action.name}: whom?", "OP-7.1", why_not, about))


def no_enemy(g: Play, who: Combatant) -> Why | None:
    return None if g.state.enemies(who) else ("there is no enemy in the fight", "OP-7.2")
