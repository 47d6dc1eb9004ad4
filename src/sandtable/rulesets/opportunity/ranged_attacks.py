"""The actions of ranged attacks (chapter 11): Ranged Attack, Suppressing Fire, Unload and Spread Fire. How an attack is
answered and resolved: attacks.py."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.engine.asking import Why, named, not_named
from sandtable.engine.questions import ChooseSome
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.opportunity.actions import active
from sandtable.rulesets.opportunity.asking import Declared, Play, choose_die
from sandtable.rulesets.opportunity.attacks import Attack, choose_target, declare, no_enemy, strike, why_no_target
from sandtable.rulesets.opportunity.paying import discard, pay
from sandtable.rulesets.opportunity.state import BLUE, RED, Combatant, Dice


def needs_ranged(g: Play, who: Combatant) -> Why | None:
    """A ranged weapon (OP-11.1), and an enemy."""
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


# Automatic weapons can do all three, Multi Barrel only Unload, Explosive all but that (OP-15.2, OP-15.3, OP-15.4).
needs_suppressor = needs_note("Automatic", "Sniper", "Explosive", clause="OP-11.4")
needs_rapid_fire = needs_note("Automatic", "Multi Barrel", clause="OP-11.8")
needs_spread = needs_note("Automatic", "Explosive", clause="OP-11.10")


def ranged_attack(g: Play, who: Combatant, dice: Dice) -> Procedure[None]:
    """ATT of the red die (OP-11.2), at any enemy in the fight: there is no range to keep (OP-11.3)."""
    target = yield from choose_target(g, who, g.state.enemies(who), RANGED_ATTACK, dice)
    pay(g, who, RANGED_ATTACK.option, dice, target.name)
    yield from shoot(g, who, target, dice[0].value, dice[0].value)


def shoot(g: Play, who: Combatant, target: Combatant, att: int, highest: int) -> Procedure[None]:
    """With the numbers of the weapon in hand (OP-7.16)."""
    yield from strike(g, declare(g, Attack(who, target, who.equipped, True, att, highest)))


def unload(g: Play, who: Combatant, dice: Dice) -> Procedure[None]:
    """ATT of both red dice (OP-11.8); coverage is compared with the higher (OP-11.9)."""
    target = yield from choose_target(g, who, g.state.enemies(who), UNLOAD, dice)
    pay(g, who, UNLOAD.option, dice, target.name)
    yield from shoot(g, who, target, dice[0].value + dice[1].value, max(dice[0].value, dice[1].value))


def suppressing_fire(g: Play, who: Combatant, dice: Dice) -> Procedure[None]:
    """A weapon that can (OP-11.4), a red die capped by the blue one (OP-11.5); the discard (OP-11.6) comes after the
    attack, if both are still in the fight (OP-11.7)."""
    target = yield from choose_target(g, who, g.state.enemies(who), SUPPRESSING_FIRE, dice)
    pay(g, who, SUPPRESSING_FIRE.option, dice, target.name)
    red, blue = dice[0].value, dice[1].value
    capped = min(red, blue)
    if capped < red:
        g.tell("dice set", "OP-11.5", who=who.name, value=capped)
    yield from shoot(g, who, target, capped, capped)
    if who.fighting and target.fighting:
        yield from suppress(g, target, blue)


def suppress(g: Play, target: Combatant, limit: int) -> Procedure[None]:
    """Its highest red or its highest blue die within the limit goes; the target chooses (OP-11.6) from what is left
    after its response (OP-11.7)."""
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


def spread_fire(g: Play, who: Combatant, dice: Dice) -> Procedure[None]:
    """Two red dice and a blue one (OP-11.10): attacks on several enemies (OP-11.13), one by one (OP-11.14)."""
    targets = yield from choose_spread(g, who, dice)
    for attack in declare_spread(g, who, targets, dice):
        yield from strike_in_turn(g, attack)


def declare_spread(g: Play, who: Combatant, targets: list[Combatant], dice: Dice) -> list[Attack]:
    """The lower red die less 1 at each target (OP-11.13); coverage is compared with the higher one (OP-11.9)."""
    pay(g, who, SPREAD_FIRE.option, dice, ", ".join(target.name for target in targets))
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
    """It needs a weapon that spreads (OP-11.10), and a blue die that names a target (OP-11.11,
    OP-11.12)."""
    if (why := needs_spread(g, who)) is not None:
        return why
    blue = who.dice(BLUE)
    if blue and max(die.value for die in blue) == 1:
        return "a blue 1 names no target", "OP-11.12"
    return None


RANGED_ATTACK = active("Ranged Attack", "OP-11.2", (1, 0, 0), needs_ranged, ranged_attack)
SUPPRESSING_FIRE = active("Suppressing Fire", "OP-11.4", (1, 0, 1), needs_suppressor, suppressing_fire)
UNLOAD = active("Unload", "OP-11.8", (2, 0, 0), needs_rapid_fire, unload)
SPREAD_FIRE = active("Spread Fire", "OP-11.10", (2, 0, 1), spread_barred, spread_fire)
