"""Objectives, the End Phase and the end of the game (chapters 1 and 7)."""

from __future__ import annotations

from msgspec import Struct

from sandtable.engine.rulebook import Options
from sandtable.engine.ruleset import Outcome, Procedure
from sandtable.engine.words import counted
from sandtable.rulesets.roe.asking import Play
from sandtable.rulesets.roe.space import on_marker
from sandtable.rulesets.roe.state import MISSING, OFF, ROUNDS, Model, State


class ObjectiveStanding(Struct, frozen=True):
    """How an objective stands: who touches it, who contests, who secures by contact, who controls it."""

    name: str
    touching: tuple[str, ...]
    contact: tuple[bool, bool]
    """A model of that side in contact that scores."""
    secured: int
    controlled: int

    @property
    def contested(self) -> bool:
        return self.contact[0] and self.contact[1]


def marker(state: State, options: Options, number: int) -> ObjectiveStanding:
    """Secured by contact while no enemy contests (RE-7.7, RE-7.8); Pinned Down models do not count (RE-5.22)."""
    objective = state.objectives[number]
    touching = [model for model in state.models if model.status == "on the table" and on_marker(model, objective)]
    holds = [any(one.side == side and not one.pinned_down for one in touching) for side in (0, 1)]
    contests = list(holds)
    if options["pinned_down_contests"]:
        contests = [any(one.side == side for one in touching) for side in (0, 1)]
    secured = next((side for side in (0, 1) if holds[side] and not contests[1 - side]), -1)
    return ObjectiveStanding(
        objective.name, tuple(one.name for one in touching), (contests[0], contests[1]), secured,
        state.controlled[number],
    )  # fmt: skip


def hackable(state: State, options: Options, model: Model) -> list[int]:
    """Objectives that this model itself secures now and its side does not control: it holds those until an enemy hacks
    them (RE-5.4, RE-5.6, RE-7.24)."""
    if model.pinned_down:
        return []
    found = []
    for number, objective in enumerate(state.objectives):
        touched = on_marker(model, objective) and state.controlled[number] != model.side
        if touched and marker(state, options, number).secured == model.side:
            found.append(number)
    return found


# ---- the End Phase --------------------------------------------------------------------------------


def end_phase(g: Play) -> Procedure[None]:
    """Missing models, scores, control tokens, counters, in this order (RE-1.77, RE-1.80); pinning and wounds stay
    (RE-1.79)."""
    state = g.state
    g.tell("end phase", "RE-1.2", round=state.round)
    if state.round == 1:
        for model in state.models:
            if model.status == OFF:
                model.status = MISSING
                g.tell("missing", "RE-1.22", who=model.name)
    else:
        score(g)
    if state.victory == 3 and any(side >= 0 for side in state.controlled):
        state.controlled = (-1,) * len(state.controlled)
        g.tell("control wiped", "RE-7.30")
    for player in state.players:
        if player.pool:
            g.tell("discards", "RE-1.78", who=player.name, counters=player.pool)
        player.pool = 0
    for model in state.models:
        model.activated = model.rallied = False
        model.orders = 0
    state.act = None
    if judge_wipe_out(g):
        return
    if state.round == ROUNDS:
        finish(g)
        return
    state.round += 1
    state.phase = "command"
    yield from ()


def score(g: Play) -> None:
    """Rounds two to five (RE-7.22), by the victory condition."""
    state = g.state
    markers = [marker(state, g.options, number) for number in range(len(state.objectives))]
    if state.victory == 2:
        for side in (0, 1):
            _score_holdings(g, side, markers)
        return
    for one in markers:
        if state.victory == 3 and one.secured >= 0:
            award(g, one.secured, one.name, 1, "secured", "RE-7.29")
        if one.controlled >= 0:
            award(g, one.controlled, one.name, 1, "controlled", "RE-7.23" if state.victory == 1 else "RE-7.29")


def _score_holdings(g: Play, side: int, markers: list[ObjectiveStanding]) -> None:
    """Two secured markers give 1, three give 2 (RE-7.25, RE-7.26)."""
    held = sum(_holds(g, side, one) for one in markers)
    tokens = max(0, held - 1)
    if g.options["secure_hold_scale"] == "cap":
        tokens = min(2, tokens)
    if tokens:
        clause = "RE-7.25" if held <= 3 else "RE-7.26"
        award(g, side, "", tokens, f"{held} secured", clause)


def _holds(g: Play, side: int, one: ObjectiveStanding) -> bool:
    """By contact or by control (RE-7.27); where the two speak against each other a house rule says (RE-7.28)."""
    rule = g.options["control_against_contact"]
    other = 1 - side
    if one.secured == side:
        return not (one.controlled == other and rule == "control")
    if one.controlled == side:
        return not (one.secured == other and rule == "contact")
    return False


def award(g: Play, side: int, objective: str, tokens: int, why: str, clause: str) -> None:
    player = g.state.players[side]
    player.tokens += tokens
    g.tell(
        "score", clause, "RE-7.22", who=player.name, objective=objective, tokens=tokens, why=why, total=player.tokens
    )


# ---- the end --------------------------------------------------------------------------------------


def finish(g: Play) -> None:
    """More tokens win, equal tokens are a draw (RE-7.31, RE-7.32)."""
    one, two = g.state.players
    if one.tokens == two.tokens:
        _end(g, -1, f"A draw at {counted(one.tokens, 'token')} each.", "RE-7.32")
    else:
        winner = 0 if one.tokens > two.tokens else 1
        most, least = counted(max(one.tokens, two.tokens), "token"), min(one.tokens, two.tokens)
        _end(g, winner, f"{g.state.players[winner].name} wins by {most} to {least}.", "RE-7.31")


def judge_wipe_out(g: Play) -> bool:
    """A house rule ends the battle when a side has nobody left (RE-7.33)."""
    state = g.state
    if g.options["wipe_out"] != "last_standing_wins":
        return False
    left = [side for side in (0, 1) if any(m.side == side and m.status in ("on the table", OFF) for m in state.models)]
    if len(left) == 1:
        _end(g, left[0], f"{state.players[left[0]].name} has the last models standing.", "RE-7.33")
    elif not left:
        _end(g, -1, "Nobody is left: a draw.", "RE-7.33")
    return len(left) < 2


def _end(g: Play, winner: int, summary: str, clause: str) -> None:
    state = g.state
    names = [player.name for player in state.players]
    if winner < 0:
        state.result = Outcome((), (), summary, clause, (tuple(names),))
    else:
        ranking = ((names[winner],), (names[1 - winner],))
        state.result = Outcome((names[winner],), (winner,), summary, clause, ranking)
    state.phase = "over"
    state.act = None
    g.tell("battle ends", clause, winners=list(state.result.winners), summary=summary)
