"""How a game ends and who has won (chapter 18): its length, Wiped Out, most objectives, the tie-break."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine.ruleset import Outcome
from sandtable.rulesets.op_en.asking import Play
from sandtable.rulesets.op_en.state import IN_PLAY, OUT, RESERVE, State


def wiped_out(state: State, side: int) -> bool:
    """Nobody left in the Combat Area, and nobody to come from reserve (OE-18.4)."""
    return not any(one.side == side and one.status in (IN_PLAY, RESERVE) for one in state.characters)


def ending_clause(state: State) -> str:
    """Why the game ends with this turn: its length, or somebody is Wiped Out (OE-7.33, OE-18.5)."""
    if any(wiped_out(state, side) for side in range(len(state.players))):
        return "OE-18.5"
    return "OE-7.33" if state.turn >= state.turns else ""


def finish_game(g: Play, clause: str) -> None:
    """Most objectives win, whoever is Wiped Out (OE-18.2, OE-18.6); equal ones are a draw unless the scenario breaks
    the tie (OE-18.3)."""
    state = g.state
    places = placed(state, range(len(state.players)))
    winners = places[0] if len(places) > 1 else ()
    ranking = tuple(names_of(state, place) for place in places)
    names = names_of(state, winners)
    score = ", ".join(f"{player.name} {player.points}" for player in state.players)
    summary = f"{' and '.join(names)} win{'s' if len(names) == 1 else ''}: {score}" if names else f"A draw: {score}"
    state.result = Outcome(names, winners, summary, clause, ranking)
    state.phase = "over"
    g.tell("over", clause, "OE-18.2", summary=summary)


def _spared(state: State, side: int) -> int:
    """The tie-break (OE-18.3): fewer of one's own Out of Action."""
    if state.scenario is None or state.scenario.tie_break != "fewer_out":
        return 0
    return -sum(one.side == side and one.status == OUT for one in state.characters)


def placed(state: State, sides: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    """Sides by what they completed (OE-18.2), and by the tie-break: the best first, equals together (OE-18.3)."""
    keys = {side: (state.players[side].points, _spared(state, side)) for side in sides}
    best_first = sorted(set(keys.values()), reverse=True)
    return tuple(tuple(side for side, key in keys.items() if key == place) for place in best_first)


def names_of(state: State, sides: Iterable[int]) -> tuple[str, ...]:
    return tuple(state.players[side].name for side in sides)
