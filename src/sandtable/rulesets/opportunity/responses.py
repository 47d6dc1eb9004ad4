"""Answering an attack (chapter 13, OP-7.3 to OP-7.6): Take Cover, Block, Dodge, Counter Attack, Overwatch Response and
Adapt. How the attack is resolved then: attacks.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

from sandtable.engine.questions import DECLINE, Absent, ChooseOne, Option
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.opportunity.actions import action_id, action_option
from sandtable.rulesets.opportunity.asking import Declared, Play
from sandtable.rulesets.opportunity.injury import gain_position
from sandtable.rulesets.opportunity.manoeuvres import gain_die
from sandtable.rulesets.opportunity.notes import lines
from sandtable.rulesets.opportunity.paying import FREE, Cost, affords, choose_payment, cost_in_words, costed, count_dice
from sandtable.rulesets.opportunity.state import GREEN, RED, Combatant, Dice, Die, without
from sandtable.rulesets.opportunity.weapon_in_hand import melee_weapon

if TYPE_CHECKING:
    from sandtable.rulesets.opportunity.attacks import Attack


class Defence(Struct, frozen=True):
    """What a response gives: DEF, and the ATT of what is still to come of it (0: nothing)."""

    value: int = 0
    counter: int = 0
    """Of a Counter Attack's blow, after the attack."""
    shot: int = 0
    """Of an Overwatch Response's shot, before the attack."""


NO_DEFENCE = Defence()


class Response(Struct, frozen=True):
    """A response action (OP-10.2): what it costs, what it answers, what weapon it needs ('melee', 'ranged' or none),
    and the defence it gives where that needs no further question."""

    option: Option
    cost: Cost
    answers: str
    weapon: str = ""
    defend: Callable[[Play, Attack, Combatant, Dice], Defence] | None = None
    """None: Adapt, which asks further."""


def response_price(g: Play, response: Response) -> Cost:
    cheap = response is OVERWATCH and g.options["overwatch_cost"] == "red_green"
    return (1, 1, 0) if cheap else response.cost


def why_no_response(g: Play, attack: Attack, who: Combatant, response: Response) -> tuple[str, str] | None:
    """Why a response cannot be used, with the clause; None if it can. Each answers its own kind of attacks (OP-7.5)."""
    if attack.charging:
        if response is ADAPT and not adapt_to_overwatch(g, who):
            return "the gained die could not be used before the Charge arrives", "OP-14.18"
        if response not in (OVERWATCH, ADAPT):
            return "only Overwatch Response answers a Charge before it arrives", "OP-12.10"
    elif ("ranged" if attack.ranged else "melee") not in response.answers:
        return f"it answers {response.answers} attacks only", "OP-7.5"
    if (why := why_not_armed(g, who, response)) is not None:
        return why
    if not affords(count_dice(who), cost := response_price(g, response)):
        return f"it costs {cost_in_words(cost)}", "OP-10.3"
    return None


def why_not_armed(g: Play, who: Combatant, response: Response) -> tuple[str, str] | None:
    """Why the weapon in hand does not do for a response."""
    if response.weapon == "melee" and melee_weapon(g, who) is None:
        return f"{who.equipped.name} is not a melee weapon", "OP-12.1"
    if response.weapon == "ranged" and not who.equipped.ranged:
        return f"{who.equipped.name} is not a ranged weapon", "OP-13.19"
    return None


def adapt_to_overwatch(g: Play, who: Combatant) -> bool:
    """Only the cheap Overwatch Response can be paid with a gained green die (OP-14.18)."""
    return g.options["overwatch_cost"] == "red_green" and who.equipped.ranged and bool(who.dice(RED))


def respond(g: Play, attack: Attack) -> Procedure[Defence | None]:
    """The target's answer: one response, or Adapt and a second one (OP-7.3), as often as it has dice (OP-7.20). None if
    there is none (OP-7.6). While a Charge is being declared only Overwatch Response can answer it (OP-13.24)."""
    if attack.target.full_defence is not None:
        return None
    return (yield from _answer(g, attack, RESPONSES, "OP-13.24" if attack.charging else "OP-7.3"))


def _answer(
    g: Play, attack: Attack, among: tuple[Response, ...], clause: str, gained: Die | None = None
) -> Procedure[Defence | None]:
    who = attack.target
    possible = [response for response in among if why_no_response(g, attack, who, response) is None]
    if not possible:
        return None
    how = "charges" if attack.charging else "shoots at" if attack.ranged else "attacks"
    chosen = yield ChooseOne(
        topic="respond",
        seat=who.seat,
        who=who.name,
        prompt=f"{attack.attacker.name} {how} {who.name} (ATT {attack.att} from the dice): respond?",
        clause=clause,
        options=(*[response.option for response in possible], NO_RESPONSE),
        missing=lambda: _not_offered(g, attack, who, possible),
        facts=lambda: _what_each_does(g, who, possible),
        about=Declared("respond", attack=attack),
    )
    if chosen == NO_RESPONSE.id:
        g.tell("no response", "OP-7.3", who=who.name)
        return None
    return (yield from _carry_out(g, attack, who, BY_ID[chosen], gained))


def _what_each_does(g: Play, who: Combatant, possible: list[Response]) -> dict[str, str]:
    said = lines("respond", [*(one.option.id for one in possible), NO_RESPONSE.id], g.state, who)
    costs = {one.option.id: response_price(g, one) for one in possible}
    return {option: costed(costs.get(option, FREE), line) for option, line in said.items()}


def _not_offered(g: Play, attack: Attack, who: Combatant, possible: list[Response]) -> tuple[Absent, ...]:
    spend_it = ("the second response must spend the die that Adapt gained", "OP-14.18")
    others = [response for response in RESPONSES if response not in possible]
    answers = [Absent(r.option.id, r.option.label, *(why_no_response(g, attack, who, r) or spend_it)) for r in others]
    active = ("it is an active action, for your own activation", "OP-6.7")
    return (*answers, *[Absent(action_id(name), name, *active) for name in ACTIVE_ONLY])


def _carry_out(
    g: Play, attack: Attack, who: Combatant, response: Response, gained: Die | None
) -> Procedure[Defence | None]:
    """Pays and performs. After Adapt the gained die is the green one of the payment (OP-14.18)."""
    cost, what = response_price(g, response), response.option.label
    about = Declared(response.option.id, attack=attack)
    if gained is None:
        dice = yield from choose_payment(who, cost, what, about)
    else:
        dice = (*(yield from choose_payment(who, (cost[0], 0, 0), what, about)), gained)
    who.pool = without(who.pool, dice)
    g.tell("response", response.option.clause, who=who.name, action=what, dice=[str(die) for die in dice],
           against=attack.attacker.name)  # fmt: skip
    if response is ADAPT:
        return (yield from adapt(g, attack, who, dice))
    assert response.defend is not None
    return response.defend(g, attack, who, dice)


def take_cover(g: Play, attack: Attack, who: Combatant, dice: Dice) -> Defence:
    """DEF is the green die (OP-13.1); 1 more in smoke."""
    return Defence(dice[0].value + (1 if g.state.smoke else 0))


def block(g: Play, attack: Attack, who: Combatant, dice: Dice) -> Defence:
    """DEF is the green die (OP-13.2), less 1 against a stronger attacker (OP-13.3)."""
    stronger = attack.attacker.physique > who.physique
    if stronger:
        g.tell("block weakened", "OP-13.3", who=who.name, attacker=attack.attacker.name)
    return Defence(dice[0].value - (1 if stronger else 0))


def dodge(g: Play, attack: Attack, who: Combatant, dice: Dice) -> Defence:
    """Green and blue (OP-13.4): Position first (OP-13.5), then DEF by the Position reached (OP-13.6) and by Agility
    (OP-13.7)."""
    green, blue = dice[0].value, dice[1].value
    gain_position(g, who, blue, "OP-13.5")
    above = who.position > attack.attacker.position
    quicker = who.agility > attack.attacker.agility
    return Defence(green + (blue if above else 0) + (1 if quicker else 0))


def counter_attack(g: Play, attack: Attack, who: Combatant, dice: Dice) -> Defence:
    """Red and green (OP-13.14), both set to the lower: DEF (OP-13.15), and the ATT of the blow that follows the attack
    (OP-13.16: `attacks.counter_blow`)."""
    lower = min(die.value for die in dice)
    g.tell("dice set", "OP-13.15", who=who.name, value=lower)
    return Defence(lower, counter=lower)


def overwatch(g: Play, attack: Attack, who: Combatant, dice: Dice) -> Defence:
    """One die of each colour (OP-13.19), all set to the lowest (OP-13.20): DEF (OP-13.22), and the ATT of a shot that
    comes before the attack it answers, if the Position is higher (OP-13.21, OP-13.23). Against a Charge too, as it is
    declared (OP-13.24)."""
    counted = dice if response_price(g, OVERWATCH) == OVERWATCH.cost else (*dice, *who.pool)
    lowest = min(die.value for die in counted)
    g.tell("dice set", "OP-13.20", who=who.name, value=lowest)
    if who.position > attack.attacker.position:
        g.tell("overwatch shot", "OP-13.21", who=who.name, target=attack.attacker.name, att=lowest)
        return Defence(lowest, shot=lowest)
    g.tell("no overwatch shot", "OP-13.23", who=who.name, target=attack.attacker.name)
    return Defence(lowest)


def adapt(g: Play, attack: Attack, who: Combatant, dice: Dice) -> Procedure[Defence]:
    """A gained green die allows a second response that spends it (OP-14.18); otherwise DEF is 0 (OP-14.19)."""
    gained = yield from gain_die(g, who, dice, Declared(ADAPT.option.id, dice, attack=attack))
    if gained.colour != GREEN:
        return NO_DEFENCE
    return (yield from _answer(g, attack, SECOND, "OP-14.18", gained)) or NO_DEFENCE


# What gives DEF costs a green die (OP-7.4); costs are those of OP-10.4.
TAKE_COVER = Response(action_option("Take Cover", "OP-13.1"), (0, 1, 0), "ranged", "", take_cover)
BLOCK = Response(action_option("Block", "OP-13.2"), (0, 1, 0), "melee", "", block)
DODGE = Response(action_option("Dodge", "OP-13.4"), (0, 1, 1), "ranged and melee", "", dodge)
COUNTER_ATTACK = Response(action_option("Counter Attack", "OP-13.14"), (1, 1, 0), "melee", "melee", counter_attack)
OVERWATCH = Response(action_option("Overwatch Response", "OP-13.19"), (1, 1, 1), "ranged", "ranged", overwatch)
ADAPT = Response(action_option("Adapt", "OP-14.15"), (0, 0, 2), "ranged and melee")
RESPONSES = (TAKE_COVER, BLOCK, DODGE, COUNTER_ATTACK, OVERWATCH, ADAPT)
SECOND = (TAKE_COVER, BLOCK, COUNTER_ATTACK, OVERWATCH)
BY_ID = {response.option.id: response for response in RESPONSES}
NO_RESPONSE = Option(action_id("No response"), "No response", (), "OP-7.3", role=DECLINE)
ACTIVE_ONLY = (
    "Ranged Attack", "Suppressing Fire", "Unload", "Spread Fire", "Melee Attack", "Charge", "Heavy Attack", "Disarm",
    "Full Defence", "Move", "Disengage", "Aim", "Flee", "Skill/Change Weapon", "Consolidate", "Hold",
)  # fmt: skip
