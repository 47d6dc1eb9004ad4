"""How a game ended, whether by the rules or not."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from sandtable.engine.ruleset import Outcome
from sandtable.engine.words import agreed
from sandtable.server.records import Close
from sandtable.server.seats import SeatNow


class Ended(Struct, frozen=True):
    """How a game ended, whether by the rules or not."""

    winners: list[str]
    seats: list[int]
    summary: str
    clause: str
    ranking: list[list[str]]
    by: str


def by_the_rules(outcome: Outcome) -> Ended:
    ranking = [list(group) for group in outcome.ranking]
    return Ended(list(outcome.winners), list(outcome.seats), agreed(outcome.summary), outcome.clause, ranking, "rules")


def by_the_players(closed: Close, seats: Sequence[SeatNow]) -> Ended:
    """Conceded, drawn, claimed or run out of time."""
    if closed.seat is None:
        return Ended([], [], _drawn(closed, seats), "", [[seat.side for seat in seats]], closed.by)
    loser = seats[closed.seat]
    others = [number for number in range(len(seats)) if number != closed.seat]
    winners = [seats[number].side for number in others]
    why = {"concede": "concedes", "absence": "stayed away"}.get(closed.by, "has run out of time")
    summary = f"{loser.side} {why}: {', '.join(winners)} win{'s' if len(winners) == 1 else ''}."
    return Ended(winners, others, summary, "", [winners, [loser.side]], closed.by)


def _drawn(closed: Close, seats: Sequence[SeatNow]) -> str:
    if closed.claimant is None:
        return "A draw by agreement."
    away = " and ".join(seat.side for number, seat in enumerate(seats) if number != closed.claimant)
    return f"{away} stayed away: {seats[closed.claimant].side} calls it a draw."
