"""Making an attack and answering it (chapters 7 and 13): declaration, response, ATT against DEF, and what follows."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from sandtable.engine.questions import DECLINE, Absent, ChooseOne, Option
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.opportunity.asking import Declared, Play
from sandtable.rulesets.opportunity.content import Weapon, content
from sandtable.rulesets.opportunity.injury import CRITICAL_EXTRA, gain_position, injure
from sandtable.rulesets.opportunity.notes import NOTES, lines
from sandtable.rulesets.opportunity.paying import FREE, Cost, affords, choose_payment, cost_in_words, costed, count_dice
from sandtable.rulesets.opportunity.state import DICE, GREEN, RED, Combatant, Dice, Die, without


class Attack(Struct):
    """An attack that has been declared and paid for."""

    attacker: Combatant
    target: Combatant
    weapon: Weapon
    ranged: bool
    """A shot at somebody one is locked with is a shot all the same (OP-7.21)."""
    att: int
    """From the dice alone."""
    highest: int
    """The highest red die, as set by the action: what coverage is compared with (OP-7.10, OP-11.9)."""
    harmless: bool = False
    """House rule for Disarm: a hit that adds no Trauma."""
    modifier: int | None = None
    """ATT modifier, when the house rule fixes it at declaration (OP-7.7)."""
    charging: bool = False
    """The Charge is being declared: the attack has not come yet."""
    answered: Defence | None = None
    """A defence declared before the attack came: Overwatch Response against a Charge."""


class Defence(Struct, frozen=True):
    """What a response gives: DEF, and the red die of a Counter Attack still to come (0: none)."""

    value: int = 0
    counter: int = 0


class Struck(Struct, frozen=True):
    """How an attack ended: 'miss', 'hit', 'critical', or 'lost' (never resolved); and the counter blow it earned."""

    result: str
    counter: int = 0

    @property
    def hit(self) -> bool:
        return self.result in ("hit", "critical")


NO_DEFENCE = Defence()
LOST = Struck("lost")


def declare(g: Play, attack: Attack) -> Attack:
    """Step (a) of OP-7.7. Under the house rule the modifiers are fixed now."""
    if g.options["att_timing"] == "declaration":
        attack.modifier = modifier(g, attack)
    return attack


def strike(g: Play, attack: Attack) -> Procedure[Struck]:
    """Steps (b) to (e) of OP-7.7: the response, then the resolution with all its injury (OP-7.15). Without a response
    DEF starts at 0 (OP-7.6), and an ATT of 0 or less is resolved as any other (OP-7.19). The attacks of responses come
    this way too (OP-7.17)."""
    defence = attack.answered or (yield from respond(g, attack)) or NO_DEFENCE
    if not (attack.attacker.fighting and attack.target.fighting):
        g.tell("attack lost", "OP-7.18", attacker=attack.attacker.name, target=attack.target.name)
        return LOST
    att = attack.att + (modifier(g, attack) if attack.modifier is None else attack.modifier)
    armour = armour_bonus(attack)
    value = full_defence(g, attack.target, att, armour) if attack.target.full_defence is not None else defence.value
    result = resolve(att, value + armour)
    g.tell(
        "attack", _verdict_clause(result), attacker=attack.attacker.name, target=attack.target.name,
        weapon=attack.weapon.name, ranged=attack.ranged, att=att, armour=armour, result=result,
        **{"def": value + armour},
    )  # fmt: skip
    if result != "miss":
        if attack.harmless:
            g.tell("no trauma", "OP-12.12", who=attack.target.name)
        else:
            yield from injure(g, attack.target, attack.weapon, result == "critical")
    return Struck(result, defence.counter)


def counter_blow(g: Play, attack: Attack, struck: Struck) -> Procedure[None]:
    """The last part of OP-7.7: a Counter Attack strikes back after everything else (OP-13.16), and may be answered with
    a Counter Attack in its turn (OP-7.17, OP-13.18)."""
    if not struck.counter:
        return
    attacker, defender = attack.attacker, attack.target
    if not (attacker.fighting and defender.fighting):
        return
    if defender.position <= attacker.position:
        g.tell("no counter blow", "OP-13.17", who=defender.name, target=attacker.name)
        return
    if attacker.number not in g.state.chain(defender):
        g.tell("no counter blow", "OP-12.7", who=defender.name, target=attacker.name)
        return
    weapon = melee_weapon(g, defender)
    assert weapon is not None, "Counter Attack needs a melee weapon"
    g.tell("counter blow", "OP-13.16", who=defender.name, target=attacker.name, att=struck.counter)
    back = declare(g, Attack(defender, attacker, weapon, False, struck.counter, struck.counter))
    yield from counter_blow(g, back, (yield from strike(g, back)))


# ---- numbers --------------------------------------------------------------------------------------


def resolve(att: int, defence: int) -> str:
    """Equal is a miss (OP-7.11); three more is a critical hit (OP-7.12)."""
    if att <= defence:
        return "miss"
    return "critical" if att >= defence + CRITICAL_EXTRA else "hit"


def _verdict_clause(result: str) -> str:
    return "OP-7.12" if result == "critical" else "OP-7.11"


def modifier(g: Play, attack: Attack) -> int:
    """Aimed and Melee Lock change the ATT of ranged attacks, whatever the action (OP-9.5, OP-9.11, OP-9.13): Aimed only
    from a higher Position (OP-9.12), Melee Lock only that of the shooter (OP-9.6)."""
    if not attack.ranged:
        return 0
    change = -attack.weapon.range if g.state.locked(attack.attacker) else 0
    if attack.attacker.aimed and attack.target.position < attack.attacker.position and not g.state.smoke:
        change += attack.weapon.range
    return change


def armour_bonus(attack: Attack) -> int:
    """Armour that covers the highest red die adds its value less penetration, never less than 0 (OP-7.8, OP-7.9); a
    6 finds a gap in every armour (OP-1.13)."""
    armour = attack.target.armour
    return max(0, armour.value - attack.weapon.ap) if attack.highest <= armour.coverage else 0


def full_defence(g: Play, defender: Combatant, att: int, armour: int) -> int:
    """What the Full Defence total gives against this attack, ranged or melee, unasked (OP-13.12); it pays for it
    (OP-13.10, OP-13.11)."""
    total = defender.full_defence or 0
    needed = max(0, att - armour)
    if total >= needed:
        defender.full_defence = total - needed
    elif g.options["full_defence_after_hit"] == "spent":
        defender.full_defence = 0
    used = min(total, needed)
    g.tell("full defence", "OP-13.10" if total >= needed else "OP-13.11", who=defender.name, used=used,
           left=defender.full_defence)  # fmt: skip
    return used


def melee_weapon(g: Play, combatant: Combatant) -> Weapon | None:
    """The weapon in hand if it is a melee weapon, or the profile of a firearm used as a club (OP-12.2)."""
    equipped = combatant.equipped
    if not equipped.ranged:
        return equipped
    if equipped.melee_profile and g.options["improvised_melee"] == "profile":
        return content().weapons[equipped.melee_profile]
    return None


# ---- responses ------------------------------------------------------------------------------------


class Response(Struct, frozen=True):
    """A response action (OP-10.2): what it costs, what it answers, what weapon it needs ('melee', 'ranged' or none),
    and the defence it gives where that needs no further question."""

    option: Option
    cost: Cost
    answers: str
    weapon: str = ""
    defend: Callable[[Play, Attack, Combatant, Dice], Defence] | None = None


def price(g: Play, response: Response) -> Cost:
    cheap = response is OVERWATCH and g.options["overwatch_cost"] == "red_green"
    return (1, 1, 0) if cheap else response.cost


def barred(g: Play, attack: Attack, who: Combatant, response: Response) -> tuple[str, str] | None:
    """Why a response cannot be used, with the clause; None if it can."""
    if attack.charging:
        if response is ADAPT and not _adapt_to_overwatch(g, who):
            return "the gained die could not be used before the Charge arrives", "OP-14.18"
        if response not in (OVERWATCH, ADAPT):
            return "only Overwatch Response answers a Charge before it arrives", "OP-12.10"
    elif ("ranged" if attack.ranged else "melee") not in response.answers:
        return f"it answers {response.answers} attacks only", "OP-7.5"
    if (why := why_not_armed(g, who, response)) is not None:
        return why
    if not affords(count_dice(who), cost := price(g, response)):
        return f"it costs {cost_in_words(cost)}", "OP-10.3"
    return None


def why_not_armed(g: Play, who: Combatant, response: Response) -> tuple[str, str] | None:
    """Why the weapon in hand does not do for a response."""
    if response.weapon == "melee" and melee_weapon(g, who) is None:
        return f"{who.equipped.name} is not a melee weapon", "OP-12.1"
    if response.weapon == "ranged" and not who.equipped.ranged:
        return f"{who.equipped.name} is not a ranged weapon", "OP-13.19"
    return None


def _adapt_to_overwatch(g: Play, who: Combatant) -> bool:
    """Only the cheap Overwatch Response can be paid with a gained green die (OP-14.18)."""
    return g.options["overwatch_cost"] == "red_green" and who.equipped.ranged and bool(who.dice(RED))


def respond(g: Play, attack: Attack) -> Procedure[Defence | None]:
    """The target's answer: one response, or Adapt and a second one (OP-7.3), as often as it has dice (OP-7.20). None if
    there is none. While a Charge is being declared only Overwatch Response can answer it (OP-13.24)."""
    if attack.target.full_defence is not None:
        return None
    return (yield from _answer(g, attack, RESPONSES, "OP-13.24" if attack.charging else "OP-7.3"))


def _answer(
    g: Play, attack: Attack, among: tuple[Response, ...], clause: str, gained: Die | None = None
) -> Procedure[Defence | None]:
    who = attack.target
    possible = [response for response in among if barred(g, attack, who, response) is None]
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
    costs = {one.option.id: price(g, one) for one in possible}
    return {option: costed(costs.get(option, FREE), line) for option, line in said.items()}


def _not_offered(g: Play, attack: Attack, who: Combatant, possible: list[Response]) -> tuple[Absent, ...]:
    spend_it = ("the second response must spend the die that Adapt gained", "OP-14.18")
    others = [response for response in RESPONSES if response not in possible]
    answers = [Absent(r.option.id, r.option.label, *(barred(g, attack, who, r) or spend_it)) for r in others]
    active = ("it is an active action, for your own activation", "OP-6.7")
    return (*answers, *[Absent(_id(name), name, *active) for name in ACTIVE_ONLY])


def _carry_out(
    g: Play, attack: Attack, who: Combatant, response: Response, gained: Die | None
) -> Procedure[Defence | None]:
    """Pays and performs. After Adapt the gained die is the green one of the payment (OP-14.18)."""
    cost, what = price(g, response), response.option.label
    about = Declared(response.option.id, attack=attack)
    if gained is None:
        dice = yield from choose_payment(who, cost, what, about)
    else:
        dice = (*(yield from choose_payment(who, (cost[0], 0, 0), what, about)), gained)
    who.pool = without(who.pool, dice)
    g.tell("response", response.option.clause, who=who.name, action=what, dice=[str(die) for die in dice],
           against=attack.attacker.name)  # fmt: skip
    if response is OVERWATCH:
        return (yield from _overwatch(g, attack, who, dice))
    if response is ADAPT:
        return (yield from _adapt(g, attack, who, dice))
    assert response.defend is not None
    return response.defend(g, attack, who, dice)


def _take_cover(g: Play, attack: Attack, who: Combatant, dice: Dice) -> Defence:
    return Defence(dice[0].value + (1 if g.state.smoke else 0))


def _block(g: Play, attack: Attack, who: Combatant, dice: Dice) -> Defence:
    stronger = attack.attacker.physique > who.physique
    if stronger:
        g.tell("block weakened", "OP-13.3", who=who.name, attacker=attack.attacker.name)
    return Defence(dice[0].value - (1 if stronger else 0))


def _dodge(g: Play, attack: Attack, who: Combatant, dice: Dice) -> Defence:
    """Position first (OP-13.5), then DEF by the Position reached (OP-13.6, OP-13.7)."""
    green, blue = dice[0].value, dice[1].value
    gain_position(g, who, blue, "OP-13.5")
    above = who.position > attack.attacker.position
    quicker = who.agility > attack.attacker.agility
    return Defence(green + (blue if above else 0) + (1 if quicker else 0))


def _counter_attack(g: Play, attack: Attack, who: Combatant, dice: Dice) -> Defence:
    lower = min(die.value for die in dice)
    g.tell("dice set", "OP-13.15", who=who.name, value=lower)
    return Defence(lower, counter=lower)


def _overwatch(g: Play, attack: Attack, who: Combatant, dice: Dice) -> Procedure[Defence]:
    """All dice to the lowest; a shot before the attack it answers, if Position allows it (OP-13.20, OP-13.21, OP-13.22,
    OP-13.23)."""
    counted = dice if price(g, OVERWATCH) == OVERWATCH.cost else (*dice, *who.pool)
    lowest = min(die.value for die in counted)
    g.tell("dice set", "OP-13.20", who=who.name, value=lowest)
    if who.position > attack.attacker.position:
        g.tell("overwatch shot", "OP-13.21", who=who.name, target=attack.attacker.name, att=lowest)
        yield from strike(g, declare(g, Attack(who, attack.attacker, who.equipped, True, lowest, lowest)))
    else:
        g.tell("no overwatch shot", "OP-13.23", who=who.name, target=attack.attacker.name)
    return Defence(lowest)


def _adapt(g: Play, attack: Attack, who: Combatant, dice: Dice) -> Procedure[Defence]:
    """A gained green die allows a second response that spends it (OP-14.18); otherwise DEF is 0 (OP-14.19)."""
    gained = yield from gain_die(g, who, dice, Declared(ADAPT.option.id, dice, attack=attack))
    if gained.colour != GREEN:
        return NO_DEFENCE
    return (yield from _answer(g, attack, SECOND, "OP-14.18", gained)) or NO_DEFENCE


def gain_die(g: Play, who: Combatant, paid: Dice, about: Declared) -> Procedure[Die]:
    """Adapt: a new red or green die with the value of the lower blue one (OP-14.15), like any other from now on
    (OP-14.17)."""
    value = min(die.value for die in paid)
    colour = yield ChooseOne(
        topic="colour",
        seat=who.seat,
        who=who.name,
        prompt=f"Adapt: gain which die, showing {value}?",
        clause="OP-14.15",
        options=(Option(RED, RED), Option(GREEN, GREEN)),
        facts=lambda: NOTES["colour"],
        about=about,
    )
    gained = DICE[RED if colour == RED else GREEN][value]
    who.pool = (*who.pool, gained)
    g.tell("gains die", "OP-14.15", who=who.name, die=str(gained))
    return gained


def _id(name: str) -> str:
    return name.lower().replace(" ", "-").replace("/", "-")


def action_option(name: str, clause: str) -> Option:
    return Option(_id(name), name, (), clause)


# What gives DEF costs a green die (OP-7.4); costs are those of OP-10.4.
TAKE_COVER = Response(action_option("Take Cover", "OP-13.1"), (0, 1, 0), "ranged", "", _take_cover)
BLOCK = Response(action_option("Block", "OP-13.2"), (0, 1, 0), "melee", "", _block)
DODGE = Response(action_option("Dodge", "OP-13.4"), (0, 1, 1), "ranged and melee", "", _dodge)
COUNTER_ATTACK = Response(action_option("Counter Attack", "OP-13.14"), (1, 1, 0), "melee", "melee", _counter_attack)
OVERWATCH = Response(action_option("Overwatch Response", "OP-13.19"), (1, 1, 1), "ranged", "ranged")
ADAPT = Response(action_option("Adapt", "OP-14.15"), (0, 0, 2), "ranged and melee")
RESPONSES = (TAKE_COVER, BLOCK, DODGE, COUNTER_ATTACK, OVERWATCH, ADAPT)
SECOND = (TAKE_COVER, BLOCK, COUNTER_ATTACK, OVERWATCH)
BY_ID = {response.option.id: response for response in RESPONSES}
NO_RESPONSE = Option(_id("No response"), "No response", (), "OP-7.3", role=DECLINE)
ACTIVE_ONLY = (
    "Ranged Attack", "Suppressing Fire", "Unload", "Spread Fire", "Melee Attack", "Charge", "Heavy Attack", "Disarm",
    "Full Defence", "Move", "Disengage", "Aim", "Flee", "Skill/Change Weapon", "Consolidate", "Hold",
)  # fmt: skip
