"""For odds: what the rules do one after the other, taken apart. The attacks of a Spread Fire, the fatal injury checks
of a turn and the last checks after an encounter meet in few things: what the attacker has suffered, who is left, and
who has dice. Whatever else has come of one of them is settled."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from copy import copy
from functools import partial

from msgspec.structs import replace

from sandtable.engine.outlook import Effect, Relay, RelayLeg, Result, Settled
from sandtable.engine.questions import Answer, ChooseSome
from sandtable.engine.rulebook import Options
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.opportunity import encounters
from sandtable.rulesets.opportunity.asking import Play
from sandtable.rulesets.opportunity.attacks import Attack
from sandtable.rulesets.opportunity.between_encounters import end_last_checks, last_patients
from sandtable.rulesets.opportunity.injury import fatal_check, last_check, patients
from sandtable.rulesets.opportunity.melee_lock import in_melee_lock
from sandtable.rulesets.opportunity.odds_effects import effects
from sandtable.rulesets.opportunity.ranged_attacks import declare_spread, strike_in_turn
from sandtable.rulesets.opportunity.state import ROUNDS, Combatant, State
from sandtable.rulesets.opportunity.turn import end_activation, end_checks

Check = Callable[[Play, Combatant], Procedure[None]]
Ending = Callable[[Play], None]


# ---- Spread Fire ----------------------------------------------------------------------------------


def spread(state: State, options: Options, question: ChooseSome, answer: Answer) -> Relay | None:
    """The attacks on several targets, in the named order (OP-11.14)."""
    targets: Sequence[int] = question.read(answer)
    if len(targets) < 2:
        return None
    g = Play(state.clone(), options, [], None)
    who = g.state.combatants[state.queue[0]]
    attacks = declare_spread(g, who, [g.state.combatants[number] for number in targets], question.about.dice)
    legs = [
        RelayLeg(
            attack.target.name,
            partial(_shot, attack, attack is attacks[-1]),
            partial(_after_shot, state, who.number, frozenset(targets[place + 1 :])),
        )
        for place, attack in enumerate(attacks)
    ]
    return Relay(g.state, tuple(legs))


def _shot(attack: Attack, last: bool, g: Play) -> Procedure[None]:
    members = g.state.combatants
    here = replace(attack, attacker=members[attack.attacker.number], target=members[attack.target.number])
    yield from strike_in_turn(g, here)
    if last:
        end_activation(g)


def _after_shot(before: State, who: int, targets: Collection[int], now: State) -> Settled:
    """What the attacker suffers is felt by the later attacks. Locks of its own may end on the way (OP-9.11)."""
    if not targets or in_melee_lock(before, before.combatants[who]):
        return Settled(now)
    others = [one for one in now.combatants if one.number != who and one.number not in targets]
    safe = not any(_may_shoot_back(now.combatants[number]) for number in targets)
    goes_on = _fight_goes_on(now, [*others, *([now.combatants[who]] if safe else [])]) and _turn_goes_on(now, others)
    return _settled(before, now, {who, *targets}) if goes_on else _half_settled(before, now, {who, *targets})


def _may_shoot_back(target: Combatant) -> bool:
    """Could it use Overwatch Response, as far as one can tell ahead?"""
    return target.equipped.ranged and bool(target.pool) and target.full_defence is None


def _turn_goes_on(state: State, whatever_comes: Sequence[Combatant]) -> bool:
    """One of these, to whom nothing can happen any more, has an activation to come."""
    return any(
        one.fighting and one.pool and (state.round < ROUNDS or one.number in state.queue) for one in whatever_comes
    )


# ---- checks ---------------------------------------------------------------------------------------


def turn_checks(before: State, state: State) -> Relay | None:
    return _checks(state, patients(state), fatal_check, end_checks, partial(_after_check, before))


def last_checks(before: State, state: State) -> Relay | None:
    """Who has to make one is known before the first (OP-16.6)."""
    return _checks(state, last_patients(state), last_check, end_last_checks, partial(_after_last_check, before))


def _checks(
    state: State,
    members: list[Combatant],
    check: Check,
    ending: Ending,
    settle: Callable[[Collection[int], State], Settled],
) -> Relay | None:
    numbers = [one.number for one in members]
    legs = [
        RelayLeg(
            one.name,
            partial(_checked, check, one.number, ending if one is members[-1] else None),
            partial(settle, frozenset(numbers[place + 1 :])),
        )
        for place, one in enumerate(members)
    ]
    return Relay(state, tuple(legs)) if len(legs) > 1 else None


def _checked(check: Check, number: int, ending: Ending | None, g: Play) -> Procedure[None]:
    yield from check(g, g.state.combatants[number])
    if ending is not None:
        ending(g)


def _after_check(before: State, waiting: Collection[int], now: State) -> Settled:
    """Who falls or dies may decide the encounter, once all checks are made (OP-9.30)."""
    if not waiting:
        return Settled(now)
    others = [one for one in now.combatants if one.number not in waiting]
    return (_settled if _fight_goes_on(now, others) else _half_settled)(before, now, waiting)


def _after_last_check(before: State, waiting: Collection[int], now: State) -> Settled:
    return _settled(before, now, waiting, True) if waiting else Settled(now)


# ---- settling -------------------------------------------------------------------------------------


def _fight_goes_on(state: State, whatever_comes: Sequence[Combatant]) -> bool:
    """Two sides have somebody on its feet to whom nothing can happen any more, or somebody still to come (OP-16.1)."""
    standing = {one.side for one in whatever_comes if one.fighting}
    return sum(side in standing or encounters.due(state, side) for side in range(len(state.sides))) > 1


def _settled(before: State, now: State, waiting: Collection[int], ended: bool = False) -> Settled:
    """Everybody is settled but those who are waiting for something; who was held by whom says nothing any more, and
    positions that differ in that alone are one."""
    left = _without(before, now, {one.number for one in before.combatants} - {*waiting}, _as_it_was, ended)
    left.state.pairings = before.pairings
    return left


def _half_settled(before: State, now: State, waiting: Collection[int]) -> Settled:
    """The fight or the turn may end: then the Fatally Injured have a check to make, and it counts who is left."""
    every = {one.number for one in before.combatants}
    return _without(before, now, every - {*waiting, *(one.number for one in patients(now))}, _as_it_counts)


def _as_it_was(old: Combatant, new: Combatant) -> Combatant:
    return copy(old)


def _as_it_counts(old: Combatant, new: Combatant) -> Combatant:
    """Whether it is in the fight, and whether it has dice. Of those who are down only a captive's life counts, for
    whoever is to free it."""
    down = new.status == "fallen" and not new.captive
    return replace(old, status="dead" if down else new.status, pool=new.pool[:1])


def _without(
    before: State,
    now: State,
    settled: Collection[int],
    left: Callable[[Combatant, Combatant], Combatant],
    ended: bool = False,
) -> Settled:
    """The state without what has come of these, but for what is `left` of each."""
    state = now.clone()
    for number in settled:
        state.combatants[number] = left(before.combatants[number], now.combatants[number])
    names = tuple(one.name for one in now.combatants)
    done = {effect.who: effect for effect in effects(before, now, ended) if names.index(effect.who) in settled}
    return Settled(state, partial(_completed, names, frozenset(names[number] for number in settled), done))


def _completed(names: tuple[str, ...], settled: Collection[str], done: dict[str, Effect], rest: Result) -> Result:
    every = {effect.who: effect for effect in rest if effect.who not in settled} | done
    return tuple(every[name] for name in names if name in every)
