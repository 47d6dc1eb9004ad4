"""What scenarios add to the rules (content/scenarios.toml): their specials, objectives, limits and winners."""

from __future__ import annotations

from sandtable.engine.rulebook import Options
from sandtable.engine.ruleset import Outcome
from sandtable.rulesets.opentactics import space
from sandtable.rulesets.opentactics.content import TILE, Scenario, Special, content
from sandtable.rulesets.opentactics.field import Field
from sandtable.rulesets.opentactics.state import Objective, Play, State

HOLD_ROUNDS = 3
BREAKTHROUGH = 5
ESCORT_CAPTURES = 2
ATTACKER, DEFENDER = 0, 1
"""The seats of a Siege."""


def scenario_of(state: State) -> Scenario | None:
    return content().scenarios[state.scenario] if state.scenario else None


def has(state: State, special: Special) -> bool:
    one = scenario_of(state)
    return one is not None and special in one.special


def last_round(scenario: Scenario, options: Options) -> int:
    """The round limit, or 0 where the players agree on none (OT-24.6)."""
    return scenario.limit if options["round_limit"] == "scenario" else 0


def opens_quietly(scenario: Scenario, field: Field, options: Options) -> bool:
    """Quiet Opening: no assaults in round 1 where the edges are near, unless the players agree otherwise (OT-12.1)."""
    near = "quiet-opening-on-9x9" in scenario.special and field.rows == 3 * TILE
    return near and options["quiet_opening"] == "scenario"


# ---- objectives -----------------------------------------------------------------------------------


def holder(state: State, objective: Objective) -> int:
    """The seat that holds an objective, or -1 (OT-26.3, OT-26.4, CLAIM)."""
    near = [unit for unit in state.on_map() if space.beside(state, unit, objective)]
    seats = {unit.seat for unit in near}
    if len(seats) > 1:
        seats = {unit.seat for unit in near if unit.card.traits.claims}
    return seats.pop() if len(seats) == 1 else -1


def held(state: State, seat: int) -> int:
    """How many objectives a player holds now."""
    return sum(holder(state, one) == seat for one in state.objectives)


# ---- the end --------------------------------------------------------------------------------------


def finish(g: Play, winners: list[int], summary: str, clause: str) -> None:
    state = g.state
    names = tuple(state.seats[seat] for seat in winners)
    others = tuple(name for name in state.seats if name not in names)
    ranking = (names, others) if names else (state.seats,)
    state.result = Outcome(names, tuple(winners), summary, clause, ranking)
    state.phase = "over"
    g.tell("game over", clause, summary=summary, winners=list(names))


def judge_wipe_out(g: Play) -> None:
    """After each activation: a force with nothing on the map and in reserve has lost (OT-24.1 to OT-24.5)."""
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
    """Higher morale, then more captured points, then a draw."""
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
