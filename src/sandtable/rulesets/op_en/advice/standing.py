"""How a game stands: points, what may still be expected, what is left of the forces, and who threatens whom."""

from __future__ import annotations

from math import exp, hypot

from sandtable.engine.rulebook import Options
from sandtable.rulesets.op_en.advice.chances import Powers, blow_at, left_of, powers, shot_at
from sandtable.rulesets.op_en.advice.errands import Prospects
from sandtable.rulesets.op_en.state import IN_PLAY, RESERVE, Character, State

FORCE, EACH_TURN = 0.5, 0.3
"""What a whole force is worth in points at the end, for tie-breaks, and besides for each turn to come."""
DANGER = 0.45
"""How much of the harm that could be done will be."""
DONE = 0.35
"""How much somebody threatens who has acted this turn."""
DIM = 0.65
"""How often a shot that reaches has anybody in sight."""
TOKEN = 0.06
"""What an Engagement Token is worth while there are activations to come."""
FELLED = 0.6
"""How much of its points somebody is worth who is all but Out of Action."""


def value(state: State, options: Options, seat: int) -> float:
    """The chance to win."""
    if state.result is not None:
        return 0.5 if not state.result.seats else (seat in state.result.seats) / len(state.result.seats)
    sums = standings(state, options)
    lead = sums[seat] - max(total for side, total in enumerate(sums) if side != seat)
    rest = max(0, state.turns - state.turn)
    return 1.0 / (1.0 + exp(-lead / (0.35 + 0.3 * rest**0.7)))


def standings(state: State, options: Options) -> list[float]:
    """What each side has and may expect, in points."""
    prospects = Prospects(state, options)
    expected = prospects.expected()
    forces = strengths(state)
    whole = max(1.0, sum(forces) / len(forces))
    weight = FORCE + EACH_TURN * prospects.rest
    return [
        player.points + expected[side] + weight * forces[side] / whole + TOKEN * player.tokens + felling(state, side)
        for side, player in enumerate(state.players)
    ]


def share_left(who: Character) -> float:
    """How much of a character is left: falling is what counts."""
    return 0.55 + 0.45 * left_of(who) / who.sheet.body


def strengths(state: State) -> list[float]:
    """What is left of each side, in what it cost, less what is in danger."""
    found = [0.0] * len(state.players)
    acting = [(one, powers(state, one)) for one in state.characters if one.status == IN_PLAY and not one.neutral]
    for who, power in acting:
        if who.side >= 0:
            found[who.side] += power.worth * share_left(who) * (1.0 - DANGER * danger(who, power, acting))
    for one in state.characters:
        if one.status == RESERVE and one.side >= 0:
            found[one.side] += 0.9 * powers(state, one).worth
    return found


def danger(who: Character, power: Powers, acting: list[tuple[Character, Powers]]) -> float:
    """The share of what is left of somebody that those who can get at it may take away."""
    left = left_of(who)
    total = 0.0
    for enemy, arms in acting:
        if enemy.side == who.side:
            continue
        far = hypot(enemy.x - who.x, enemy.y - who.y) - enemy.radius - who.radius
        harm = 0.0
        if arms.range and far <= arms.range and not who.hidden:
            harm = DIM * shot_at(arms, power, left).damage
        beyond = far - arms.reach - enemy.sheet.move
        if beyond < 8.0:
            near = 1.0 if beyond <= 0.0 else exp(-beyond / 4.0) * 0.6
            harm = max(harm, near * blow_at(arms, power, left).damage)
        total += harm * (DONE if enemy.activated else 1.0)
    return min(1.0, total / left)


def felling(state: State, side: int) -> float:
    """Points that wounded Enemies promise, where the scenario scores them."""
    total = 0.0
    for rule in state.scenario.points if state.scenario else ():
        if rule.what != "enemy_out" or rule.role not in ("any", state.players[side].role):
            continue
        for one in state.characters:
            enemy = one.side >= 0 and one.side != side and one.status == IN_PLAY
            if enemy and (not rule.ranks or one.sheet.rank in rule.ranks):
                points = rule.leader if rule.leader and one.leader else rule.points
                total += FELLED * points * (one.damage / one.sheet.body) ** 1.5
    return total
