"""How a battle stands: tokens, the markers round by round to the end, and what is left of both forces."""

from __future__ import annotations

from math import exp

from sandtable.rulesets.roe.advice.chances import worth
from sandtable.rulesets.roe.advice.land import land_of
from sandtable.rulesets.roe.scoring import objective_standing
from sandtable.rulesets.roe.state import ROUNDS, Model, State

BEFORE = ("player one", "objectives", "ingress", "victory", "command", "recon", "initiative", "tie")
"""Phases before anybody acts."""
HACK, LOSE = 0.45, 0.45
"""How often somebody who is there gets control in a round, and how often it is taken away."""
ARRIVE, PUSH = 0.7, 0.5
"""How often somebody near gets into contact in a round, and how often somebody in contact is driven off."""
RIVALS = 0.6
"""How much the others there are in the way."""
FORCE, FADES = 2.6, 0.75
"""What the whole of a force is worth, in tokens, while there is a round to come, and how that grows with the rounds."""


def value(state: State, seat: int) -> float:
    """The chance to win."""
    if state.result is not None:
        return 0.5 if not state.result.seats else float(seat in state.result.seats)
    ours, theirs = state.players[seat].tokens, state.players[1 - seat].tokens
    left = ROUNDS + 1 - max(2, state.round)
    active = [activity(state, 0), activity(state, 1)]
    gain = coming(state, active, left)
    strength = [force(state, 0), force(state, 1)]
    ahead = (strength[seat] - strength[1 - seat]) / max(1.0, strength[0] + strength[1])
    busy = (active[0] + active[1]) / 2
    future = left - 1 + (busy if state.round > 1 else 1.0)
    lead = ours - theirs + gain[seat] - gain[1 - seat] + FORCE * ahead * future**FADES
    return 1.0 / (1.0 + exp(-lead / (0.3 + 0.75 * future**0.6)))


def activity(state: State, side: int) -> float:
    """How much of its round a side has still to play."""
    if state.phase in BEFORE:
        return 1.0
    here = ready = 0
    for model in state.models:
        if model.side == side and model.status in ("on the table", "off the table"):
            here += 1
            ready += not model.activated
    return min(ready, state.players[side].pool) / here if here else 0.0


def vigour(model: Model) -> float:
    """How much a model counts in the struggle for a marker."""
    share = 0.6 + 0.25 * (model.w - model.wounds) / model.w
    if "Hacker" in model.abilities:
        share += 0.07
    if model.pins:
        share *= 0.45 if model.pinned_down else 0.9 ** min(model.pins, 2)
    return share


def force(state: State, side: int) -> float:
    """What is left of a side, in cdts."""
    total = 0.0
    off = []
    for model in state.models:
        if model.side == side:
            if model.status == "on the table":
                total += _left_of(model) * worth(model)
            elif model.status == "off the table":
                off.append(worth(model))
    if off and state.phase not in BEFORE:
        # Whoever gets no counter in round one will be missing: the cheapest, let us hope.
        off = sorted(off, reverse=True)[: state.players[side].pool]
    return total + sum(off)


def _left_of(model: Model) -> float:
    share = 0.65 + 0.35 * (model.w - model.wounds) / model.w
    if model.pins:
        share *= 0.7 if model.pinned_down else 1.0 - 0.08 * min(model.pins, 2)
    return share


def coming(state: State, active: list[float], left: int) -> tuple[float, float]:
    """The tokens each side may expect from the rounds that are still to be scored."""
    count = len(state.objectives)
    if not count:
        return 0.0, 0.0
    absent, near = presence(state)
    rounds = left + (state.round == 1)
    ours, theirs = [], []
    for number in range(count):
        here = 1.0 - absent[0][number], 1.0 - absent[1][number]
        secured = _secured(state, number) if near[number] else -1
        one, two = course(state.victory, rounds, active, here, state.controlled[number], secured)
        ours.append(one)
        theirs.append(two)
    if state.round == 1:
        ours, theirs = [one[1:] for one in ours], [two[1:] for two in theirs]
    if state.victory != 2:
        return sum(map(sum, ours)), sum(map(sum, theirs))
    return sum(map(_held, zip(*ours, strict=True))), sum(map(_held, zip(*theirs, strict=True)))


def _secured(state: State, number: int) -> int:
    return objective_standing(state, {"pinned_down_contests": state.pinned_contest}, number).secured


def _held(chances: tuple[float, ...]) -> float:
    """Secure & Hold: what is expected of one End Phase, with a chance to hold each marker; the first gives nothing."""
    none = 1.0
    for chance in chances:
        none *= 1.0 - chance
    return min(2.0, sum(chances) - 1.0 + none)


def course(
    victory: int, rounds: int, active: list[float], here: tuple[float, float], controlled: int, secured: int
) -> tuple[list[float], list[float]]:
    """One marker, round by round: what each side expects to score there (in Secure & Hold: its chance to hold it), from
    who is near, who controls it and who secures it now. Only in this round may a side have less than all to play."""
    here_one, here_two = here
    grip_one, grip_two = here_one * (1.0 - RIVALS * here_two), here_two * (1.0 - RIVALS * here_one)
    control_one, control_two = float(controlled == 0), float(controlled == 1)
    contact_one, contact_two = float(secured == 0), float(secured == 1)
    one, two = active[0] * grip_one, active[1] * grip_two
    found: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        contact_one += ARRIVE * one * (1.0 - contact_one) - PUSH * two * contact_one
        contact_two += ARRIVE * two * (1.0 - contact_two) - PUSH * one * contact_two
        taken_one = HACK * one * (0.4 + 0.6 * contact_one) * (1.0 - control_one)
        taken_two = HACK * two * (0.4 + 0.6 * contact_two) * (1.0 - control_two)
        control_one += taken_one - LOSE * two * control_one * (1.0 - 0.5 * one)
        control_two += taken_two - LOSE * one * control_two * (1.0 - 0.5 * two)
        if victory == 1:
            found[0].append(control_one)
            found[1].append(control_two)
        elif victory == 2:
            found[0].append(1.0 - (1.0 - control_one) * (1.0 - contact_one))
            found[1].append(1.0 - (1.0 - control_two) * (1.0 - contact_two))
        else:
            found[0].append(control_one + contact_one)
            found[1].append(control_two + contact_two)
            control_one = control_two = 0.0
        one, two = grip_one, grip_two
    return found


def presence(state: State) -> tuple[list[list[float]], list[bool]]:
    """For each side and marker the chance that nobody gets there; and which markers anybody stands close to."""
    land = land_of(state)
    count = len(state.objectives)
    absent = [[1.0] * count, [1.0] * count]
    near = [False] * count
    for model in state.models:
        if model.status == "on the table":
            there = land.closeness(model.x, model.y)
        elif model.status == "off the table" and (zone := state.players[model.side].zone):
            there = land.from_edge(zone)
        else:
            continue
        share = vigour(model)
        mine = absent[model.side]
        for number, close in enumerate(there):
            mine[number] *= 1.0 - share * close
            if close > 0.85:
                near[number] = True
    return absent, near
