"""What a campaign reads off a finished game."""

from __future__ import annotations

from sandtable.engine.errors import SetupError
from sandtable.rulesets.op_en.campaign.aftermath import Part, Report, Side
from sandtable.rulesets.op_en.state import OUT, State


def report_of(state: State) -> Report:
    """Who won, and what everybody of Rank 1 or more did."""
    if state.result is None or state.scenario is None:
        raise SetupError("this game is not over, or had no scenario; finish it first", "OE-20.1")
    winners = state.result.winners
    conceded = state.result.ranking[-1] if state.result.clause == "OE-18.7" else ()
    return Report(
        state.scenario.name,
        tuple(
            Side(player.name, player.points, _parts(state, side), player.name in conceded)
            for side, player in enumerate(state.players)
        ),
        winners[0] if len(winners) == 1 else "",
    )


def _parts(state: State, side: int) -> tuple[Part, ...]:
    return tuple(
        Part(one.name, one.status == OUT, one.drowned, one.achieved, one.felled)
        for one in state.of_side(side)
        if one.sheet.rank
    )
