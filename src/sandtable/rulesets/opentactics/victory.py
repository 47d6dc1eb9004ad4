"""Who wins (chapter 24): wiping out, and what the scenarios add at the end of a round."""

from __future__ import annotations

from sandtable.engine.ruleset import Outcome
from sandtable.rulesets.opentactics.objectives import held, holder
from sandtable.rulesets.opentactics.scenarios import has
from sandtable.rulesets.opentactics.state import Play, State

HOLD_ROUNDS = 3
BREAKTHROUGH = 5
ATTACKER, DEFENDER = 0, 1
"""The seats of a Siege."""


def finish(g: Play, winners: list[int], summary: str, clause: str) -> None:
    state = g.state
    names = tuple(state.seats[seat] for seat in winners)
    others = tuple(name for name in state.seats if name not in names)
    ranking = (names, others) if names else (state.seats,)
    state.result = Outcome(names, tuple(winners), summary, clause, ranking)
    state.phase = "over"
    g.tell("game over", clause, summary=summary, winners=list(names))


def judge_wipe_out(g: Play) -> None:
    """After each activation (OT-24.3) a force with nothing on the map and in reserve has lost (OT-24.2);
    the last side left wins (OT-24.1, OT-24.5), and there may be none (OT-24.4)."""
    state = g.state
    left = state.playing()
    missing = set(left)
    gone_counts = has(state, "breakthrough")
    for unit in state.units:
        if unit.seat in missing and (
            unit.at is not None or unit.status == "in reserve" or (gone_counts and unit.status == "gone")
        ):
            missing.discard(unit.seat)
            if not missing:
                return
    out = [seat for seat in left if seat in missing]
    for seat in out:
        state.players[seat].in_game = False
        g.tell("wiped out", "OT-24.2", player=state.seats[seat])
    left = state.playing()
    if not left:
        finish(g, [], "The last units of all sides fall together: a draw.", "OT-24.4")
    elif out and len(left) == 1:
        finish(g, left, f"{state.seats[left[0]]} has wiped out the enemy.", "OT-24.1")


def judge_breakthrough(g: Play) -> None:
    """Five units over the enemy's edge win at once."""
    state = g.state
    if state.phase == "over" or not has(state, "breakthrough"):
        return
    for seat in state.playing():
        if sum(unit.status == "gone" for unit in state.force(seat)) >= BREAKTHROUGH:
            finish(g, [seat], f"{state.seats[seat]} has broken through.", "OT-6.23")
            return


def judge_round(g: Play) -> None:
    """At the end of a round, after morale: objectives held long enough, and the last round."""
    state = g.state
    if has(state, "hold-three-rounds"):
        _judge_holding(g)
    if state.phase != "over" and state.limit and state.round >= state.limit:
        if has(state, "siege"):
            _judge_siege(g)
        else:
            _judge_limit(g)


def _judge_holding(g: Play) -> None:
    state = g.state
    holders = {holder(state, one) for one in state.objectives}
    seat = holders.pop() if len(holders) == 1 else -1
    rounds = state.streak[1] + 1 if seat == state.streak[0] else 1
    state.streak = (seat, rounds) if seat >= 0 else (-1, 0)
    if state.streak[1] >= HOLD_ROUNDS:
        finish(g, [seat], f"{state.seats[seat]} has held the objective for three rounds.", "OT-26.1")


def _judge_siege(g: Play) -> None:
    state = g.state
    if held(state, ATTACKER) == len(state.objectives):
        finish(g, [ATTACKER], f"{state.seats[ATTACKER]} holds every objective at the end.", "OT-24.6")
    else:
        finish(g, [DEFENDER], f"{state.seats[DEFENDER]} has held out.", "OT-24.6")


def _judge_limit(g: Play) -> None:
    """A scenario's limit (OT-24.6): higher morale, then more captured points, then a draw."""
    state = g.state
    score = {seat: (state.players[seat].morale, captured_points(state, seat)) for seat in state.playing()}
    best = max(score.values())
    winners = [seat for seat, points in score.items() if points == best]
    if len(winners) > 1:
        finish(g, [], f"Round {state.round} is over and nobody is ahead: a draw.", "OT-24.6")
    else:
        seat = winners[0]
        finish(g, [seat], f"Round {state.round} is over and {state.seats[seat]} is ahead.", "OT-24.6")


def captured_points(state: State, seat: int) -> int:
    return sum(unit.card.points for unit in state.captures(seat))
