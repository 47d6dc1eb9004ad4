"""The actions of melee attacks (chapter 12): Melee Attack, Charge, Heavy Attack and Disarm, and the Melee Lock. How an
attack is answered and resolved: attacks.py."""

from __future__ import annotations

from sandtable.engine.asking import Why
from sandtable.engine.questions import Absent
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.opportunity.asking import Declared, Play, choose_die
from sandtable.rulesets.opportunity.attacks import Attack, counter_blow, declare, melee_weapon, respond, strike
from sandtable.rulesets.opportunity.content import content
from sandtable.rulesets.opportunity.declaring import active, choose_target, discard, no_enemy, pay
from sandtable.rulesets.opportunity.injury import gain_position, lose_aim
from sandtable.rulesets.opportunity.state import Combatant, Dice


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


MELEE_ATTACK = active("Melee Attack", "OP-12.3", (1, 0, 0), needs_melee, melee_attack)
CHARGE = active("Charge", "OP-12.4", (1, 0, 1), charge_barred, charge)
HEAVY_ATTACK = active("Heavy Attack", "OP-12.11", (2, 0, 0), needs_melee, heavy_attack)
DISARM = active("Disarm", "OP-12.12", (1, 0, 1), needs_melee, disarm, cheaper=(1, 0, 0))
