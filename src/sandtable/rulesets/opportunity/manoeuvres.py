"""Full Defence (OP-13.8) and the manoeuvres (chapter 14): Move, Disengage, Aim, Flee, Adapt, Skill/Change Weapon and
Consolidate."""

from __future__ import annotations

from sandtable.engine.asking import Why
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.opportunity import skills
from sandtable.rulesets.opportunity.asking import Declared, Play, choose_combatant, choose_die
from sandtable.rulesets.opportunity.attacks import gain_die
from sandtable.rulesets.opportunity.content import content
from sandtable.rulesets.opportunity.declaring import active, pay
from sandtable.rulesets.opportunity.injury import gain_position, leave_the_fight
from sandtable.rulesets.opportunity.state import DICE, Combatant, Dice, without


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
    leave_the_fight(g, who, "escaped")


def adapt(g: Play, who: Combatant, dice: Dice) -> Procedure[None]:
    """The whole activation: the new die is for responses and later rounds (OP-14.16)."""
    pay(g, who, ADAPT, dice)
    yield from gain_die(g, who, dice, Declared(ADAPT.option.id, dice))


def consolidate(g: Play, who: Combatant, dice: Dice) -> Procedure[None]:
    """Costs all that is left (OP-14.26)."""
    pay(g, who, CONSOLIDATE, who.pool)
    gain_position(g, who, 1, "OP-14.27")
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


FULL_DEFENCE = active("Full Defence", "OP-13.8", (0, 2, 0), always, full_defence)
MOVE = active("Move", "OP-14.1", (0, 0, 1), always, move)
DISENGAGE = active("Disengage", "OP-14.6", (0, 0, 1), disengage_barred, disengage)
AIM = active("Aim", "OP-14.9", (0, 0, 1), aim_barred, aim)
FLEE = active("Flee", "OP-14.12", (0, 0, 1), flee_barred, flee)
ADAPT = active("Adapt", "OP-14.15", (0, 0, 2), always, adapt)
SKILL = active("Skill/Change Weapon", "OP-14.20", (0, 0, 1), skill_barred, skill)
CONSOLIDATE = active("Consolidate", "OP-14.26", (0, 0, 0), always, consolidate)
