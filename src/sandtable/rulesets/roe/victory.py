"""Who wins (RE-7.31 to RE-7.33)."""

from __future__ import annotations

from sandtable.engine.ruleset import Outcome
from sandtable.engine.words import counted
from sandtable.rulesets.roe.asking import Play
from sandtable.rulesets.roe.state import OFF


def end_battle(g: Play) -> None:
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
