"""Making an attack (chapter 7): whom it may name, declaration, response, ATT against DEF, and what follows. How it is
answered: responses.py."""

from __future__ import annotations

from msgspec import Struct

from sandtable.engine.asking import Why
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.opportunity.actions import Action
from sandtable.rulesets.opportunity.aim import aimed_bonus
from sandtable.rulesets.opportunity.asking import Declared, Play, choose_combatant
from sandtable.rulesets.opportunity.content import Weapon
from sandtable.rulesets.opportunity.full_defence import pay_for_a_miss
from sandtable.rulesets.opportunity.injury import injure
from sandtable.rulesets.opportunity.melee_lock import chain_of, shooting_while_locked
from sandtable.rulesets.opportunity.responses import NO_DEFENCE, Defence, respond
from sandtable.rulesets.opportunity.state import Combatant, Dice
from sandtable.rulesets.opportunity.weapon_in_hand import melee_weapon

CRITICAL_EXTRA = 3


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


class Struck(Struct, frozen=True):
    """How an attack ended: 'miss', 'hit', 'critical', or 'lost' (never resolved); and the counter blow it earned."""

    result: str
    counter: int = 0

    @property
    def hit(self) -> bool:
        return self.result in ("hit", "critical")


LOST = Struck("lost")


def declare(g: Play, attack: Attack) -> Attack:
    """Step (a) of OP-7.7. Under the house rule the modifiers are fixed now."""
    if g.options["att_timing"] == "declaration":
        attack.modifier = modifier(g, attack)
    return attack


def answer(g: Play, attack: Attack) -> Procedure[Defence | None]:
    """The target's response; the shot of an Overwatch Response comes before what it answers (OP-13.21)."""
    defence = yield from respond(g, attack)
    if defence is not None and defence.shot:
        shooter = attack.target
        shot = Attack(shooter, attack.attacker, shooter.equipped, True, defence.shot, defence.shot)
        yield from strike(g, declare(g, shot))
    return defence


def strike(g: Play, attack: Attack) -> Procedure[Struck]:
    """Steps (b) to (e) of OP-7.7: the response, then the resolution with all its injury (OP-7.15). Without a response
    DEF starts at 0 (OP-7.6), and an ATT of 0 or less is resolved as any other (OP-7.19). The attacks of responses come
    this way too (OP-7.17)."""
    defence = attack.answered or (yield from answer(g, attack)) or NO_DEFENCE
    if not (attack.attacker.fighting and attack.target.fighting):
        g.tell("attack lost", "OP-7.18", attacker=attack.attacker.name, target=attack.target.name)
        return LOST
    att = attack.att + (modifier(g, attack) if attack.modifier is None else attack.modifier)
    armour = armour_bonus(attack)
    laid_out = attack.target.full_defence is not None
    value = pay_for_a_miss(g, attack.target, att, armour) if laid_out else defence.value
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
            critical = result == "critical"
            yield from injure(g, attack.target, attack.weapon, trauma_of_hit(attack.weapon, critical), critical)
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
    if attacker.number not in chain_of(g.state, defender):
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


def trauma_of_hit(weapon: Weapon, critical: bool) -> int:
    """The Damage of the weapon (OP-7.13), and 3 more if the hit is critical (OP-7.14)."""
    return weapon.damage + (CRITICAL_EXTRA if critical else 0)


def modifier(g: Play, attack: Attack) -> int:
    """Melee Lock and Aimed change the ATT of ranged attacks (OP-9.5, OP-9.11)."""
    if not attack.ranged:
        return 0
    state, shooter, weapon = g.state, attack.attacker, attack.weapon
    return shooting_while_locked(state, shooter, weapon) + aimed_bonus(state, shooter, attack.target, weapon)


def armour_bonus(attack: Attack) -> int:
    """Armour that covers the highest red die adds its value less penetration, never less than 0 (OP-7.8, OP-7.9); a
    6 finds a gap in every armour (OP-1.13)."""
    armour = attack.target.armour
    return max(0, armour.value - attack.weapon.ap) if attack.highest <= armour.coverage else 0


# ---- targets --------------------------------------------------------------------------------------


def why_no_target(g: Play, who: Combatant, other: Combatant) -> Why:
    """Only an enemy in the fight may be named (OP-7.2)."""
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
    """Every attack has one named target (OP-7.1)."""

    def why_not(other: Combatant) -> Why:
        return why_no_target(g, who, other)

    about = Declared(action.option.id, dice)
    return (yield from choose_combatant(g, who, candidates, f"{action.name}: whom?", "OP-7.1", why_not, about))


def no_enemy(g: Play, who: Combatant) -> Why | None:
    return None if g.state.enemies(who) else ("there is no enemy in the fight", "OP-7.2")
