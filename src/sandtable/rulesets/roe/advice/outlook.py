"""How a battle stands: tokens, the markers round by round to the end, and what is left of both forces."""

from __future__ import annotations

from math import exp

from sandtable.rulesets.roe.advice.chances import worth
from sandtable.rulesets.roe.advice.land import land_of
from sandtable.rulesets.roe.scoring import Marker, marker
from sandtable.rulesets.roe.state import ROUNDS, Model, State

BEFORE = ("player one", "objectives", "ingress", "victory", "command", "recon", "initiative")
"""Phases before anybody acts."""
HACK, LOSE = 0.33, 0.38
"""How often somebody who is there gets control in a round, and how often it is taken away."""
FORCE, FADES = 1.6, 0.4
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
    return 1.0 / (1.0 + exp(-lead / (0.08 + 0.46 * future**0.8)))


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
    share = 0.58 + 0.24 * (model.w - model.wounds) / model.w
    if "Hacker" in model.abilities:
        share += 0.1
    if model.pins:
        share *= 0.55 if model.pinned_down else 0.8 ** min(model.pins, 2)
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
    total = [0.0, 0.0]
    chances = [_Chances(state, n, (1.0 - absent[0][n], 1.0 - absent[1][n]), near[n]) for n in range(count)]
    for round_ahead in range(left + (state.round == 1)):
        busy = active if round_ahead == 0 else (1.0, 1.0)
        for one in chances:
            one.play_round(busy)
        if round_ahead or state.round > 1:
            for side in (0, 1):
                total[side] += _scored(state.victory, side, chances)
        if state.victory == 3:
            for one in chances:
                one.control = [0.0, 0.0]
    return total[0], total[1]


def presence(state: State) -> tuple[list[list[float]], list[bool]]:
    """For each side and marker the chance that nobody gets there; and which markers anybody stands close to."""
    closeness = land_of(state).closeness
    count = len(state.objectives)
    absent = [[1.0] * count, [1.0] * count]
    near = [False] * count
    for model in state.models:
        if model.status != "on the table":
            continue
        share = vigour(model)
        mine = absent[model.side]
        for number, close in enumerate(closeness(model.x, model.y)):
            mine[number] *= 1.0 - share * close
            if close > 0.85:
                near[number] = True
    return absent, near


class _Chances:
    """One marker over the rounds: how likely each side has it by contact and by control."""

    __slots__ = ("contact", "control", "grip")

    def __init__(self, state: State, number: int, there: tuple[float, float], near: bool) -> None:
        self.grip = (there[0] * (1.0 - 0.45 * there[1]), there[1] * (1.0 - 0.45 * there[0]))
        held = state.controlled[number]
        self.control = [float(held == 0), float(held == 1)]
        self.contact = [0.0, 0.0]
        if near:
            now: Marker = marker(state, {"pinned_down_contests": state.pinned_contest}, number)
            if now.secured >= 0:
                self.contact[now.secured] = 1.0

    def play_round(self, busy: list[float] | tuple[float, float]) -> None:
        """Moves the chances on by what each side may still do in a round."""
        contact, control, grip = self.contact, self.control, self.grip
        for side in (0, 1):
            other = 1 - side
            mine, theirs = busy[side] * grip[side], busy[other] * grip[other]
            contact[side] += 0.85 * mine * (1.0 - contact[side]) - 0.65 * theirs * contact[side]
            chance = HACK * mine * (0.2 + 0.8 * contact[side])
            control[side] += chance * (1.0 - control[side]) - LOSE * theirs * control[side] * (1.0 - 0.75 * mine)


def _scored(victory: int, side: int, chances: list[_Chances]) -> float:
    """What a side expects of one End Phase."""
    if victory == 1:
        return sum(one.control[side] for one in chances)
    if victory == 3:
        return sum(one.control[side] + one.contact[side] for one in chances)
    held, none = 0.0, 1.0
    for one in chances:
        has = 1.0 - (1.0 - one.control[side]) * (1.0 - one.contact[side])
        held += has
        none *= 1.0 - has
    return min(2.0, held - 1.0 + none)
