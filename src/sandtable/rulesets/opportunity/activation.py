"""One activation, and the active actions there are to choose from (chapter 10)."""

from __future__ import annotations

from functools import lru_cache

from sandtable.engine.asking import Why
from sandtable.engine.questions import Absent, ChooseOne
from sandtable.engine.rulebook import OptionValue
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.opportunity.actions import Action, active, not_allowed, price, price_under
from sandtable.rulesets.opportunity.aim import AIM
from sandtable.rulesets.opportunity.asking import Declared, Play
from sandtable.rulesets.opportunity.full_defence import FULL_DEFENCE
from sandtable.rulesets.opportunity.manoeuvres import ADAPT, CONSOLIDATE, DISENGAGE, FLEE, MOVE, SKILL
from sandtable.rulesets.opportunity.melee_attacks import CHARGE, DISARM, HEAVY_ATTACK, MELEE_ATTACK
from sandtable.rulesets.opportunity.notes import lines
from sandtable.rulesets.opportunity.paying import Cost, affords, choose_payment, costed, count_dice
from sandtable.rulesets.opportunity.ranged_attacks import RANGED_ATTACK, SPREAD_FIRE, SUPPRESSING_FIRE, UNLOAD
from sandtable.rulesets.opportunity.responses import RESPONSES
from sandtable.rulesets.opportunity.state import Combatant, Dice

ACTS = Declared("act")


def activation(g: Play, who: Combatant) -> Procedure[None]:
    """One activation: an active action, or holding (OP-6.2)."""
    payable = _payable(count_dice(who), g.options["disarm_cost"])
    offered = [action for action in payable if action.barred(g, who) is None]
    chosen = yield ChooseOne(
        topic="act",
        seat=who.seat,
        who=who.name,
        prompt=f"{who.name}: choose an action (dice: {', '.join(map(str, who.pool))})",
        clause="OP-6.2",
        options=tuple([action.option for action in offered]),
        missing=lambda: not_offered(g, who),
        facts=lambda: _what_each_does(g, who, offered),
        about=ACTS,
    )
    action = BY_ID[chosen]
    dice = yield from choose_payment(who, price(g, action), action.name, Declared(chosen))
    yield from action.perform(g, who, dice)


def _what_each_does(g: Play, who: Combatant, offered: list[Action]) -> dict[str, str]:
    said = lines("act", [action.option.id for action in offered], g.state, who)
    return {action.option.id: costed(price(g, action), said[action.option.id]) for action in offered}


def not_offered(g: Play, who: Combatant) -> tuple[Absent, ...]:
    """The active actions that cannot be taken now, and the responses, which never can."""
    barred = [Absent(a.option.id, a.name, *why) for a in ACTIONS if (why := not_allowed(g, who, a)) is not None]
    later = ("it is a response, for the target of an attack", "OP-6.7")
    answers = [Absent(r.option.id, r.option.label, *later) for r in RESPONSES if r.option.id not in BY_ID]
    return (*barred, *answers)


@lru_cache(256)
def _payable(counted: Cost, disarm_cost: OptionValue) -> tuple[Action, ...]:
    """The actions that so many dice of each colour pay for; most activations begin with one of few pools."""
    return tuple([action for action in ACTIONS if affords(counted, price_under(action, disarm_cost))])


def hold_barred(g: Play, who: Combatant) -> Why | None:
    if g.options["holding"] == "forbidden":
        return "everybody with dice must act", "OP-6.6"
    return None


def hold(g: Play, who: Combatant, dice: Dice) -> Procedure[None]:
    g.tell("holds", "OP-6.6", who=who.name)
    yield from ()


# With the five responses that are nothing else these are the 21 actions there are (OP-10.1), at their costs (OP-10.4).
HOLD = active("Hold", "OP-6.6", (0, 0, 0), hold_barred, hold)
ACTIONS = (
    RANGED_ATTACK, SUPPRESSING_FIRE, UNLOAD, SPREAD_FIRE, MELEE_ATTACK, CHARGE, HEAVY_ATTACK, DISARM, FULL_DEFENCE,
    MOVE, DISENGAGE, AIM, FLEE, ADAPT, SKILL, CONSOLIDATE, HOLD,
)  # fmt: skip
BY_ID = {action.option.id: action for action in ACTIONS}
