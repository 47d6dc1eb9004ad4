"""The active actions (chapters 10 to 14): what they cost, when they may be taken, and what they do.

Everything about an action is declared before anything of it happens: dice, then targets, then what the action itself
needs. Only then are the dice paid (OP-6.8).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from msgspec import Struct

from sandtable.engine.asking import Why, named, not_named
from sandtable.engine.questions import Absent, ChooseOne, ChooseSome, Option
from sandtable.engine.rulebook import OptionValue
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.opportunity import skills
from sandtable.rulesets.opportunity.asking import (
    Cost,
    Declared,
    Play,
    affords,
    choose_combatant,
    choose_die,
    choose_payment,
    cost_in_words,
    costed,
    count_dice,
)
from sandtable.rulesets.opportunity.attacks import (
    RESPONSES,
    Attack,
    action_option,
    counter_blow,
    declare,
    gain_die,
    melee_weapon,
    respond,
    strike,
)
from sandtable.rulesets.opportunity.content import content
from sandtable.rulesets.opportunity.injury import gain_position, leave, lose_aim
from sandtable.rulesets.opportunity.notes import lines
from sandtable.rulesets.opportunity.state import BLUE, DICE, RED, Combatant, Dice, Die, without

ACTS = Declared("act")


class Action(Struct, frozen=True):
    """An active action (OP-10.2). `barred` checks its prerequisites, not whether it can succeed (OP-10.8); `perform`
    declares it and carries it out in the written order (OP-10.6)."""

    option: Option
    cost: Cost
    barred: Callable[[Play, Combatant], Why | None]
    perform: Callable[[Play, Combatant, Dice], Procedure[None]]

    @property
    def name(self) -> str:
        return self.option.label


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
    return tuple([action for action in ACTIONS if affords(counted, _cost(action, disarm_cost))])


def price(g: Play, action: Action) -> Cost:
    return _cost(action, g.options["disarm_cost"])


def _cost(action: Action, disarm_cost: OptionValue) -> Cost:
    return (1, 0, 0) if action is DISARM and disarm_cost == "red_no_trauma" else action.cost


def not_allowed(g: Play, who: Combatant, action: Action) -> Why | None:
    """An action needs its prerequisites and its full cost in the pool (OP-10.3)."""
    if (why := action.barred(g, who)) is not None:
        return why
    if not affords(count_dice(who), cost := price(g, action)):
        return f"it costs {cost_in_words(cost)}", "OP-10.3"
    return None


def pay(g: Play, who: Combatant, action: Action, dice: Dice, target: str = "") -> None:
    """The dice leave the pool when the action is declared (OP-6.8, OP-6.9)."""
    who.pool = without(who.pool, dice)
    g.tell("action", action.option.clause, who=who.name, action=action.name, dice=[str(d) for d in dice], target=target)


# ---- who may be named -----------------------------------------------------------------------------


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


# ---- ranged attacks -------------------------------------------------------------------------------


def needs_ranged(g: Play, who: Combatant) -> Why | None:
    if not who.equipped.ranged:
        return f"{who.equipped.name} is not a ranged weapon", "OP-11.1"
    return no_enemy(g, who)


def needs_note(*notes: str, clause: str) -> Callable[[Play, Combatant], Why | None]:
    def barred(g: Play, who: Combatant) -> Why | None:
        if (why := needs_ranged(g, who)) is not None:
            return why
        if not any(note in who.equipped.notes for note in notes):
            return f"{who.equipped.name} is not {' or '.join(notes)}", clause
        return None

    return barred


# Automatic weapons can do all three, Multi Barrel only Unload, Explosive all but that (OP-15.2 to OP-15.4).
needs_suppressor = needs_note("Automatic", "Sniper", "Explosive", clause="OP-11.4")
needs_rapid_fire = needs_note("Automatic", "Multi Barrel", clause="OP-11.8")
needs_spread = needs_note("Automatic", "Explosive", clause="OP-11.10")


def ranged_attack(g: Play, who: Combatant, dice: Dice) -> Procedure[None]:
    """At any enemy in the fight: there is no range to keep (OP-11.3)."""
    target = yield from choose_target(g, who, g.state.enemies(who), RANGED_ATTACK, dice)
    pay(g, who, RANGED_ATTACK, dice, target.name)
    yield from shoot(g, who, target, dice[0].value, dice[0].value)


def shoot(g: Play, who: Combatant, target: Combatant, att: int, highest: int) -> Procedure[None]:
    """With the numbers of the weapon in hand (OP-7.16)."""
    yield from strike(g, declare(g, Attack(who, target, who.equipped, True, att, highest)))


def unload(g: Play, who: Combatant, dice: Dice) -> Procedure[None]:
    """Both red dice; coverage is compared with the higher (OP-11.9)."""
    target = yield from choose_target(g, who, g.state.enemies(who), UNLOAD, dice)
    pay(g, who, UNLOAD, dice, target.name)
    yield from shoot(g, who, target, dice[0].value + dice[1].value, max(dice[0].value, dice[1].value))


def suppressing_fire(g: Play, who: Combatant, dice: Dice) -> Procedure[None]:
    """The discard comes after the attack, if both are still in the fight (OP-11.7)."""
    target = yield from choose_target(g, who, g.state.enemies(who), SUPPRESSING_FIRE, dice)
    pay(g, who, SUPPRESSING_FIRE, dice, target.name)
    red, blue = dice[0].value, dice[1].value
    capped = min(red, blue)
    if capped < red:
        g.tell("dice set", "OP-11.5", who=who.name, value=capped)
    yield from shoot(g, who, target, capped, capped)
    if who.fighting and target.fighting:
        yield from suppress(g, target, blue)


def suppress(g: Play, target: Combatant, limit: int) -> Procedure[None]:
    """Its highest red or its highest blue die within the limit goes; the target chooses (OP-11.6)."""
    highest = [
        max(within, key=lambda die: die.value)
        for colour in (RED, BLUE)
        if (within := [die for die in target.dice(colour) if die.value <= limit])
    ]
    if not highest:
        g.tell("nothing to discard", "OP-11.6", who=target.name)
        return
    gone = yield from choose_die(target, highest, "Suppressed: discard which die?", "OP-11.6", Declared("loses"))
    discard(g, target, gone, "OP-11.6")


def discard(g: Play, who: Combatant, die: Die, clause: str) -> None:
    who.pool = without(who.pool, (die,))
    g.tell("discard", clause, who=who.name, die=str(die))


def spread_fire(g: Play, who: Combatant, dice: Dice) -> Procedure[None]:
    targets = yield from choose_spread(g, who, dice)
    for attack in declare_spread(g, who, targets, dice):
        yield from strike_in_turn(g, attack)


def declare_spread(g: Play, who: Combatant, targets: list[Combatant], dice: Dice) -> list[Attack]:
    """The lower red die less 1 at each target (OP-11.13); coverage is compared with the higher one (OP-11.9)."""
    pay(g, who, SPREAD_FIRE, dice, ", ".join(target.name for target in targets))
    low, high = sorted((dice[0].value, dice[1].value))
    return [declare(g, Attack(who, target, who.equipped, True, low - 1, high)) for target in targets]


def strike_in_turn(g: Play, attack: Attack) -> Procedure[None]:
    """One of several attacks; it is lost if the attacker has left the fight by then (OP-11.14)."""
    if attack.attacker.fighting and attack.target.fighting:
        yield from strike(g, attack)


def choose_spread(g: Play, who: Combatant, dice: Dice) -> Procedure[list[Combatant]]:
    """Different enemies, in the order in which they will be attacked (OP-11.11, OP-11.14)."""
    enemies = g.state.enemies(who)
    if len(enemies) == 1:
        return enemies
    most = min(dice[2].value - 1, len(enemies))
    numbers = yield ChooseSome(
        topic="targets",
        seat=who.seat,
        who=who.name,
        prompt=f"Spread Fire: which targets, in order (up to {most})?",
        clause="OP-11.11",
        options=tuple([named(enemy.name, enemy.number) for enemy in enemies]),
        least=most if g.options["spread_fire_targets"] == "exact" else 1,
        most=most,
        ordered=True,
        about=Declared(SPREAD_FIRE.option.id, dice),
        missing=lambda: not_named(g.state.combatants, enemies, lambda other: why_no_target(g, who, other)),
    )
    return [g.state.combatants[number] for number in numbers]


def spread_barred(g: Play, who: Combatant) -> Why | None:
    if (why := needs_spread(g, who)) is not None:
        return why
    blue = who.dice(BLUE)
    if blue and max(die.value for die in blue) == 1:
        return "a blue 1 names no target", "OP-11.12"
    return None


# ---- melee attacks --------------------------------------------------------------------------------


def needs_melee(g: Play, who: Combatant) -> Why | None:
    if melee_weapon(g, who) is None:
        return f"{who.equipped.name} is not a melee weapon", "OP-12.1"
    if not g.state.locked_enemies(who):
        return "it is not locked in melee with any enemy", "OP-9.4"
    return None


def hit_in_melee(g: Play, who: Combatant, target: Combatant, att: int, highest: int) -> Attack:
    """With the melee weapon in hand or the improvised profile (OP-7.16); a charger with neither strikes with its bare
    hands (OP-12.8)."""
    weapon = melee_weapon(g, who) or content().weapons["Unarmed"]
    return declare(g, Attack(who, target, weapon, False, att, highest))


def melee_attack(g: Play, who: Combatant, dice: Dice) -> Procedure[None]:
    target = yield from choose_target(g, who, g.state.locked_enemies(who), MELEE_ATTACK, dice)
    pay(g, who, MELEE_ATTACK, dice, target.name)
    attack = hit_in_melee(g, who, target, dice[0].value, dice[0].value)
    yield from counter_blow(g, attack, (yield from strike(g, attack)))


def heavy_attack(g: Play, who: Combatant, dice: Dice) -> Procedure[None]:
    """Both red dice; coverage is compared with the higher (OP-11.9)."""
    target = yield from choose_target(g, who, g.state.locked_enemies(who), HEAVY_ATTACK, dice)
    pay(g, who, HEAVY_ATTACK, dice, target.name)
    one, two = dice[0].value, dice[1].value
    attack = hit_in_melee(g, who, target, one + two, max(one, two))
    yield from counter_blow(g, attack, (yield from strike(g, attack)))


def disarm(g: Play, who: Combatant, dice: Dice) -> Procedure[None]:
    target = yield from choose_target(g, who, g.state.locked_enemies(who), DISARM, dice)
    pay(g, who, DISARM, dice, target.name)
    red, limit = dice[0].value, dice[-1].value
    attack = hit_in_melee(g, who, target, red, red)
    attack.harmless = len(dice) == 1
    struck = yield from strike(g, attack)
    if struck.hit and target.fighting and who.fighting:
        yield from disarm_discard(g, who, target, limit)
    yield from counter_blow(g, attack, struck)


def disarm_discard(g: Play, who: Combatant, target: Combatant, limit: int) -> Procedure[None]:
    """The attacker chooses one die within the limit (OP-12.13). Only dice in the pool can go: no weapon (OP-12.14),
    and not what is laid out as Full Defence (OP-13.26)."""
    within = [die for die in target.pool if die.value <= limit]
    if not within:
        g.tell("nothing to discard", "OP-12.13", who=target.name)
        return
    beyond = [
        Absent(die.short, str(die), f"it is higher than {limit}", "OP-12.13")
        for die in dict.fromkeys(target.pool)
        if die.value > limit
    ]
    asked, about = f"Disarm: which die does {target.name} lose?", Declared(DISARM.option.id, target=target)
    gone = yield from choose_die(who, within, asked, "OP-12.13", about, beyond)
    discard(g, target, gone, "OP-12.13")


def charge_barred(g: Play, who: Combatant) -> Why | None:
    if g.state.locked(who):
        return "it is in Melee Lock", "OP-12.4"
    return no_enemy(g, who)


def charge(g: Play, who: Combatant, dice: Dice) -> Procedure[None]:
    """Overwatch Response comes first (OP-13.24); then Position, lock, attack, in that order (OP-12.5 to OP-12.7). What
    answers the attack does not undo the lock (OP-12.15)."""
    target = yield from choose_target(g, who, g.state.enemies(who), CHARGE, dice)
    pay(g, who, CHARGE, dice, target.name)
    attack = hit_in_melee(g, who, target, dice[0].value, dice[0].value)
    attack.charging = True
    attack.answered = yield from respond(g, attack)
    attack.charging = False
    if not who.fighting:
        g.tell("attack lost", "OP-13.25", attacker=who.name, target=target.name)
        return
    gain_position(g, who, dice[1].value, "OP-12.5")
    if not target.fighting:
        return
    locked = who.position > target.position
    if locked:
        lock(g, who, target)
    else:
        g.tell("no lock", "OP-12.6", who=who.name, target=target.name)
    if locked or g.options["charge_needs_lock"] == "no":
        yield from counter_blow(g, attack, (yield from strike(g, attack)))


def lock(g: Play, who: Combatant, target: Combatant) -> None:
    """A pairing in both directions (OP-9.1), which joins the charger to the target's whole chain (OP-12.9); careful aim
    is over for both (OP-9.15)."""
    g.state.pairings = (*g.state.pairings, (min(who.number, target.number), max(who.number, target.number)))
    g.tell("lock", "OP-12.6", who=who.name, target=target.name)
    lose_aim(g, who, "OP-9.15")
    lose_aim(g, target, "OP-9.15")


# ---- defence and manoeuvres -----------------------------------------------------------------------


def always(g: Play, who: Combatant) -> Why | None:
    return None


def full_defence(g: Play, who: Combatant, dice: Dice) -> Procedure[None]:
    """Both green dice are laid out, out of everybody's reach (OP-13.26), the rest of the pool is lost (OP-13.8,
    OP-13.9). The total lasts until the turn ends, it is used up or its owner leaves (OP-13.13)."""
    pay(g, who, FULL_DEFENCE, dice)
    who.full_defence = dice[0].value + dice[1].value
    lost, who.pool = who.pool, ()
    g.tell("lays out", "OP-13.8", who=who.name, total=who.full_defence, lost=[str(die) for die in lost])
    yield from ()


def move(g: Play, who: Combatant, dice: Dice) -> Procedure[None]:
    """In Melee Lock too, which it does not end (OP-14.5). Position first, then the comparison (OP-10.6), in which equal
    is not higher (OP-10.7). A die is not lowered below 1 (OP-14.3)."""
    pay(g, who, MOVE, dice)
    gain_position(g, who, dice[0].value, "OP-14.1")
    lower = [enemy for enemy in g.state.enemies(who) if enemy.position < who.position]
    if not lower:
        g.tell("nobody to out-manoeuvre", "OP-14.4", who=who.name)
        return
    asked, about = "Move: whom do you out-manoeuvre?", Declared(MOVE.option.id, dice)
    target = yield from choose_combatant(
        g, who, lower, asked, "OP-14.2", lambda other: why_not_outmanoeuvred(who, other), about
    )
    if not target.pool:
        g.tell("nothing to lower", "OP-14.4", who=target.name)
        return
    asked, about = f"Move: which die of {target.name} is lowered?", Declared(MOVE.option.id, dice, target)
    die = yield from choose_die(who, target.pool, asked, "OP-14.2", about)
    lowered = DICE[die.colour][max(1, die.value - 1)]
    target.pool = (*without(target.pool, (die,)), lowered)
    g.tell("out-manoeuvre", "OP-14.2", who=who.name, target=target.name, die=str(die), now=lowered.value)


def why_not_outmanoeuvred(who: Combatant, other: Combatant) -> Why:
    if other.side == who.side or not other.fighting:
        return "only an enemy in the fight can be out-manoeuvred", "OP-14.2"
    return f"its Position ({other.position}) is not lower than yours ({who.position})", "OP-14.2"


def disengage_barred(g: Play, who: Combatant) -> Why | None:
    return None if g.state.locked(who) else ("it is not in Melee Lock", "OP-14.6")


def disengage(g: Play, who: Combatant, dice: Dice) -> Procedure[None]:
    """Out of the lock from above all enemies in it, equal not being above (OP-10.7); else the dice are gone for nothing
    (OP-10.8)."""
    pay(g, who, DISENGAGE, dice)
    gain_position(g, who, dice[0].value, "OP-14.6")
    if all(who.position > enemy.position for enemy in g.state.locked_enemies(who)):
        g.state.unpair(who)
        g.tell("disengages", "OP-14.7", who=who.name)
    else:
        g.tell("stays locked", "OP-14.7", who=who.name)
    yield from ()


def aim_barred(g: Play, who: Combatant) -> Why | None:
    if g.state.locked(who):
        return "it is in Melee Lock", "OP-14.9"
    if not who.equipped.ranged:
        return f"{who.equipped.name} is not a ranged weapon", "OP-14.9"
    return None


def aim(g: Play, who: Combatant, dice: Dice) -> Procedure[None]:
    """Nobody's Position changes (OP-14.11)."""
    pay(g, who, AIM, dice)
    if dice[0].value >= 6 - who.equipped.range:
        who.aimed = True
        g.tell("aims", "OP-14.10", who=who.name)
    else:
        g.tell("aim fails", "OP-14.10", who=who.name, needed=6 - who.equipped.range)
    yield from ()


def flee_barred(g: Play, who: Combatant) -> Why | None:
    role = g.state.sides[who.side].role
    if g.state.encounter and content().encounters[g.state.encounter].find_role(role).no_flee:
        return "in this encounter its side stands or falls here", "OP-14.12"
    return None


def flee(g: Play, who: Combatant, dice: Dice) -> Procedure[None]:
    pay(g, who, FLEE, dice)
    gain_position(g, who, dice[0].value, "OP-14.12")
    if all(who.position > enemy.position for enemy in g.state.enemies(who)):
        escape(g, who)
    else:
        g.tell("cannot get away", "OP-14.13", who=who.name)
    yield from ()


def escape(g: Play, who: Combatant) -> None:
    g.state.escapes += 1
    who.left_at = g.state.escapes
    leave(g, who, "escaped")


def adapt(g: Play, who: Combatant, dice: Dice) -> Procedure[None]:
    """The whole activation: the new die is for responses and later rounds (OP-14.16)."""
    pay(g, who, ADAPT, dice)
    yield from gain_die(g, who, dice, Declared(ADAPT.option.id, dice))


def consolidate(g: Play, who: Combatant, dice: Dice) -> Procedure[None]:
    """Costs all that is left (OP-14.26)."""
    pay(g, who, CONSOLIDATE, who.pool)
    gain_position(g, who, 1, "OP-14.27")
    yield from ()


def hold_barred(g: Play, who: Combatant) -> Why | None:
    if g.options["holding"] == "forbidden":
        return "everybody with dice must act", "OP-6.6"
    return None


def hold(g: Play, who: Combatant, dice: Dice) -> Procedure[None]:
    g.tell("holds", "OP-6.6", who=who.name)
    yield from ()


def skill_barred(g: Play, who: Combatant) -> Why | None:
    if g.state.locked(who):
        return "it is in Melee Lock", "OP-14.20"
    if not skills.possibilities(g, who):
        return "it has no other weapon and no skill it could use now", "OP-14.22"
    return None


def skill(g: Play, who: Combatant, dice: Dice) -> Procedure[None]:
    """What to do is declared first; then Position drops, then it is done (OP-14.21)."""
    what = yield from skills.choose(g, who, Declared(SKILL.option.id, dice))
    pay(g, who, SKILL, dice, what.label)
    gain_position(g, who, dice[0].value - 10, "OP-14.21")
    yield from what.perform(g, who)


def _action(
    name: str,
    clause: str,
    cost: Cost,
    barred: Callable[[Play, Combatant], Why | None],
    perform: Callable[[Play, Combatant, Dice], Procedure[None]],
) -> Action:
    return Action(action_option(name, clause), cost, barred, perform)


# With the five responses that are nothing else these are the 21 actions there are (OP-10.1), at their costs (OP-10.4).
RANGED_ATTACK = _action("Ranged Attack", "OP-11.2", (1, 0, 0), needs_ranged, ranged_attack)
SUPPRESSING_FIRE = _action("Suppressing Fire", "OP-11.4", (1, 0, 1), needs_suppressor, suppressing_fire)
UNLOAD = _action("Unload", "OP-11.8", (2, 0, 0), needs_rapid_fire, unload)
SPREAD_FIRE = _action("Spread Fire", "OP-11.10", (2, 0, 1), spread_barred, spread_fire)
MELEE_ATTACK = _action("Melee Attack", "OP-12.3", (1, 0, 0), needs_melee, melee_attack)
CHARGE = _action("Charge", "OP-12.4", (1, 0, 1), charge_barred, charge)
HEAVY_ATTACK = _action("Heavy Attack", "OP-12.11", (2, 0, 0), needs_melee, heavy_attack)
DISARM = _action("Disarm", "OP-12.12", (1, 0, 1), needs_melee, disarm)
FULL_DEFENCE = _action("Full Defence", "OP-13.8", (0, 2, 0), always, full_defence)
MOVE = _action("Move", "OP-14.1", (0, 0, 1), always, move)
DISENGAGE = _action("Disengage", "OP-14.6", (0, 0, 1), disengage_barred, disengage)
AIM = _action("Aim", "OP-14.9", (0, 0, 1), aim_barred, aim)
FLEE = _action("Flee", "OP-14.12", (0, 0, 1), flee_barred, flee)
ADAPT = _action("Adapt", "OP-14.15", (0, 0, 2), always, adapt)
SKILL = _action("Skill/Change Weapon", "OP-14.20", (0, 0, 1), skill_barred, skill)
CONSOLIDATE = _action("Consolidate", "OP-14.26", (0, 0, 0), always, consolidate)
HOLD = _action("Hold", "OP-6.6", (0, 0, 0), hold_barred, hold)

ACTIONS = (
    RANGED_ATTACK, SUPPRESSING_FIRE, UNLOAD, SPREAD_FIRE, MELEE_ATTACK, CHARGE, HEAVY_ATTACK, DISARM, FULL_DEFENCE,
    MOVE, DISENGAGE, AIM, FLEE, ADAPT, SKILL, CONSOLIDATE, HOLD,
)  # fmt: skip
BY_ID = {action.option.id: action for action in ACTIONS}
