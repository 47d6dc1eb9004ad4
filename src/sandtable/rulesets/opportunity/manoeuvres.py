"""Manoeuvres (chapter 14): Move, Disengage, Flee, Adapt, Skill/Change Weapon and Consolidate. The seventh: aim.py."""

from __future__ import annotations

from sandtable.engine.asking import Why
from sandtable.engine.questions import ChooseOne, Option
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.opportunity import skills
from sandtable.rulesets.opportunity.actions import active, always
from sandtable.rulesets.opportunity.asking import Declared, Play, choose_combatant, choose_die
from sandtable.rulesets.opportunity.content import content
from sandtable.rulesets.opportunity.injury import gain_position
from sandtable.rulesets.opportunity.leaving_the_fight import escape
from sandtable.rulesets.opportunity.melee_lock import in_melee_lock, locked_enemies, unpair
from sandtable.rulesets.opportunity.notes import NOTES
from sandtable.rulesets.opportunity.paying import pay
from sandtable.rulesets.opportunity.state import DICE, GREEN, RED, Combatant, Dice, Die, without


def move(g: Play, who: Combatant, dice: Dice) -> Procedure[None]:
    """In Melee Lock too, which it does not end (OP-14.5). Position first (OP-14.1), then the comparison (OP-10.6), in
    which equal is not higher (OP-10.7); somebody lower, if there is anybody (OP-14.4), has a die lowered (OP-14.2), not
    below 1 (OP-14.3)."""
    pay(g, who, MOVE.option, dice)
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
    """Only an enemy in the fight with a lower Position (OP-14.2, OP-14.4)."""
    if other.side == who.side or not other.fighting:
        return "only an enemy in the fight can be out-manoeuvred", "OP-14.2"
    return f"its Position ({other.position}) is not lower than yours ({who.position})", "OP-14.2"


def disengage_barred(g: Play, who: Combatant) -> Why | None:
    return None if in_melee_lock(g.state, who) else ("it is not in Melee Lock", "OP-14.6")


def disengage(g: Play, who: Combatant, dice: Dice) -> Procedure[None]:
    """Out of the lock from above all enemies in it (OP-14.7), equal not being above (OP-10.7); else the die is gone for
    the Position alone (OP-14.6, OP-10.8). The pairings of the others stay (OP-14.8)."""
    pay(g, who, DISENGAGE.option, dice)
    gain_position(g, who, dice[0].value, "OP-14.6")
    if all(who.position > enemy.position for enemy in locked_enemies(g.state, who)):
        unpair(g.state, who)
        g.tell("disengages", "OP-14.7", who=who.name)
    else:
        g.tell("stays locked", "OP-14.7", who=who.name)
    yield from ()


def flee_barred(g: Play, who: Combatant) -> Why | None:
    """Nothing but the encounter forbids it (OP-14.12)."""
    role = g.state.sides[who.side].role
    if g.state.encounter and content().encounters[g.state.encounter].find_role(role).no_flee:
        return "in this encounter its side stands or falls here", "OP-14.12"
    return None


def flee(g: Play, who: Combatant, dice: Dice) -> Procedure[None]:
    """From above all enemies it escapes (OP-14.13, OP-14.14); else the Position is all it gains (OP-14.12)."""
    pay(g, who, FLEE.option, dice)
    gain_position(g, who, dice[0].value, "OP-14.12")
    if all(who.position > enemy.position for enemy in g.state.enemies(who)):
        escape(g, who)
    else:
        g.tell("cannot get away", "OP-14.13", who=who.name)
    yield from ()


def adapt(g: Play, who: Combatant, dice: Dice) -> Procedure[None]:
    """Two blue dice for a new one (OP-14.15). The whole activation: the die is for responses and later rounds
    (OP-14.16)."""
    pay(g, who, ADAPT.option, dice)
    yield from gain_die(g, who, dice, Declared(ADAPT.option.id, dice))


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


def consolidate(g: Play, who: Combatant, dice: Dice) -> Procedure[None]:
    """Costs all that is left (OP-14.26), for 1 of Position (OP-14.27)."""
    pay(g, who, CONSOLIDATE.option, who.pool)
    gain_position(g, who, 1, "OP-14.27")
    yield from ()


def skill_barred(g: Play, who: Combatant) -> Why | None:
    """Only outside Melee Lock (OP-14.20)."""
    if in_melee_lock(g.state, who):
        return "it is in Melee Lock", "OP-14.20"
    if not skills.possibilities(g, who):
        return "it has no other weapon and no skill it could use now", "OP-14.22"
    return None


def skill(g: Play, who: Combatant, dice: Dice) -> Procedure[None]:
    """Another weapon (OP-14.22) or a skill (OP-14.23) is declared first; then Position drops by 10 less the die
    (OP-14.21); then it is done."""
    what = yield from skills.choose(g, who, Declared(SKILL.option.id, dice))
    pay(g, who, SKILL.option, dice, what.label)
    gain_position(g, who, dice[0].value - 10, "OP-14.21")
    yield from what.perform(g, who)


MOVE = active("Move", "OP-14.1", (0, 0, 1), always, move)
DISENGAGE = active("Disengage", "OP-14.6", (0, 0, 1), disengage_barred, disengage)
FLEE = active("Flee", "OP-14.12", (0, 0, 1), flee_barred, flee)
ADAPT = active("Adapt", "OP-14.15", (0, 0, 2), always, adapt)
SKILL = active("Skill/Change Weapon", "OP-14.20", (0, 0, 1), skill_barred, skill)
CONSOLIDATE = active("Consolidate", "OP-14.26", (0, 0, 0), always, consolidate)
