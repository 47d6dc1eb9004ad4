"""How a game stands: points, what may still be expected, what is left of the forces, who threatens whom, and who has
the fewer Out of Action where points are equal. The numbers were fitted to the ends of games between
recruits that keep to what looks best."""

from __future__ import annotations

from math import erf, exp, hypot, sqrt

from sandtable.engine.rulebook import Options
from sandtable.rulesets.op_en.advice.chances import Powers, blow_at, left_of, powers, shot_at
from sandtable.rulesets.op_en.advice.errands import Prospects
from sandtable.rulesets.op_en.state import IN_PLAY, OUT, RESERVE, Character, State

FORCE, EACH_TURN = 0.5, 0.25
"""What a whole force is worth in points at the end, for tie-breaks, and besides for each turn to come."""
SURE, LUCK, DRIFT = 0.12, 1.0, 0.3
"""How far off the lead at the end may be: at the very end, by what is still expected, and by the turns to come."""
CLOSE, LATER = 0.3, 0.3
"""How many heads decide a tie at the end, and how many more for each turn to come."""
HEADS = 1.0
"""Heads that a force as large again as the other takes in a turn."""
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
    prospects = Prospects(state, options)
    expected, forces, time = prospects.expected(), strengths(state), time_left(state)
    whole = max(1.0, sum(forces) / len(forces))
    sums = [
        player.points + expected[side] + EACH_TURN * time * forces[side] / whole + TOKEN * player.tokens
        + felling(state, side)
        for side, player in enumerate(state.players)
    ]  # fmt: skip
    other = max((side for side in range(len(sums)) if side != seat), key=lambda side: sums[side])
    lead = sums[seat] - sums[other]
    spread = sqrt(SURE**2 + LUCK**2 * (expected[seat] + expected[other]) + DRIFT**2 * time)
    ahead, behind = _normal((lead - 0.5) / spread), _normal((-lead - 0.5) / spread)
    heads = HEADS * time * (forces[seat] - forces[other]) / whole
    return ahead + (1.0 - ahead - behind) * tied(state, seat, other, heads, time)


def time_left(state: State) -> float:
    """Turns to come, and what is left of this one."""
    acting = [one.activated for one in state.characters if one.status == IN_PLAY and one.side >= 0]
    return state.turns - state.turn + 1.0 - sum(acting) / max(1, len(acting))


def tied(state: State, seat: int, other: int, heads: float, time: float) -> float:
    """The chance to win where points are equal: with fewer Out of Action, `heads` less than now."""
    if state.scenario is None or state.scenario.tie_break != "fewer_out":
        return 0.5
    for one in state.characters:
        if one.status == OUT:
            heads += (one.side == other) - (one.side == seat)
    return 1.0 / (1.0 + exp(-heads / (CLOSE + LATER * time)))


def _normal(x: float) -> float:
    return 0.5 * (1.0 + erf(x / sqrt(2.0)))


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
