"""The actions of melee attacks (chapter 12): Melee Attack, Charge, Heavy Attack and Disarm. How an attack is resolved:
attacks.py; who is locked with whom: melee_lock.py."""

from __future__ import annotations

from sandtable.engine.asking import Why
from sandtable.engine.questions import Absent
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.opportunity.actions import active
from sandtable.rulesets.opportunity.aim import lose_aim
from sandtable.rulesets.opportunity.asking import Declared, Play, choose_die
from sandtable.rulesets.opportunity.attacks import (
    Attack,
    answer,
    choose_target,
    counter_blow,
    declare,
    no_enemy,
    strike,
)
from sandtable.rulesets.opportunity.content import content
from sandtable.rulesets.opportunity.injury import gain_position
from sandtable.rulesets.opportunity.melee_lock import in_melee_lock, locked_enemies, pair
from sandtable.rulesets.opportunity.paying import discard, pay
from sandtable.rulesets.opportunity.state import Combatant, Dice
from sandtable.rulesets.opportunity.weapon_in_hand import UNARMED, melee_weapon


def needs_melee(g: Play, who: Combatant) -> Why | None:
    """A melee weapon (OP-12.1), and somebody it is locked with (OP-9.4)."""
    if melee_weapon(g, who) is None:
        return f"{who.equipped.name} is not a melee weapon", "OP-12.1"
    if not locked_enemies(g.state, who):
        return "it is not locked in melee with any enemy", "OP-9.4"
    return None


def hit_in_melee(g: Play, who: Combatant, target: Combatant, att: int, highest: int) -> Attack:
    """With the melee weapon in hand or the improvised profile (OP-7.16); a charger with neither strikes with its bare
    hands (OP-12.8)."""
    weapon = melee_weapon(g, who) or content().weapons[UNARMED]
    return declare(g, Attack(who, target, weapon, False, att, highest))


def melee_attack(g: Play, who: Combatant, dice: Dice) -> Procedure[None]:
    """On somebody it is locked with, ATT of the red die (OP-12.3)."""
    target = yield from choose_target(g, who, locked_enemies(g.state, who), MELEE_ATTACK, dice)
    pay(g, who, MELEE_ATTACK.option, dice, target.name)
    attack = hit_in_melee(g, who, target, dice[0].value, dice[0].value)
    yield from counter_blow(g, attack, (yield from strike(g, attack)))


def heavy_attack(g: Play, who: Combatant, dice: Dice) -> Procedure[None]:
    """ATT of both red dice (OP-12.11); coverage is compared with the higher (OP-11.9)."""
    target = yield from choose_target(g, who, locked_enemies(g.state, who), HEAVY_ATTACK, dice)
    pay(g, who, HEAVY_ATTACK.option, dice, target.name)
    one, two = dice[0].value, dice[1].value
    attack = hit_in_melee(g, who, target, one + two, max(one, two))
    yield from counter_blow(g, attack, (yield from strike(g, attack)))


def disarm(g: Play, who: Combatant, dice: Dice) -> Procedure[None]:
    """A melee attack of the red die (OP-12.12), and if it hits the target loses a die."""
    target = yield from choose_target(g, who, locked_enemies(g.state, who), DISARM, dice)
    pay(g, who, DISARM.option, dice, target.name)
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
    """Only outside Melee Lock (OP-12.4)."""
    if in_melee_lock(g.state, who):
        return "it is in Melee Lock", "OP-12.4"
    return no_enemy(g, who)


def charge(g: Play, who: Combatant, dice: Dice) -> Procedure[None]:
    """A red and a blue die (OP-12.4). Overwatch Response comes first (OP-12.10, OP-13.24) and can spoil it (OP-13.25);
    then Position (OP-12.5), lock (OP-12.6) and attack (OP-12.7), in that order. What answers the attack does not undo
    the lock (OP-12.15)."""
    target = yield from choose_target(g, who, g.state.enemies(who), CHARGE, dice)
    pay(g, who, CHARGE.option, dice, target.name)
    attack = hit_in_melee(g, who, target, dice[0].value, dice[0].value)
    attack.charging = True
    attack.answered = yield from answer(g, attack)
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
    """By a Charge, with the target and its whole chain (OP-12.9); careful aim is over for both (OP-9.15)."""
    pair(g.state, who, target)
    g.tell("lock", "OP-12.6", who=who.name, target=target.name)
    lose_aim(g, who, "OP-9.15")
    lose_aim(g, target, "OP-9.15")


MELEE_ATTACK = active("Melee Attack", "OP-12.3", (1, 0, 0), needs_melee, melee_attack)
CHARGE = active("Charge", "OP-12.4", (1, 0, 1), charge_barred, charge)
HEAVY_ATTACK = active("Heavy Attack", "OP-12.11", (2, 0, 0), needs_melee, heavy_attack)
DISARM = active("Disarm", "OP-12.12", (1, 0, 1), needs_melee, disarm, cheaper=(1, 0, 0))
