"""Roll-offs, and the play order for the whole game (OT-5.1, OT-5.2, OT-5.3)."""

from __future__ import annotations

from sandtable.engine.dice import Faces, Roll
from sandtable.engine.ruleset import Procedure, Stage
from sandtable.rulesets.opentactics.state import Play, State


def play_order(g: Play) -> Procedure[None]:
    """The winner takes the first turn, the others follow clockwise (OT-5.1, OT-5.3)."""
    state = g.state
    first = yield from told_roll_off(g, "play order", "OT-5.1")
    state.order = clockwise(state, first)
    state.turn = first
    state.building = None
    placing = [unit.number for seat in state.order for unit in state.force(seat) if unit.card.traits.emplaced]
    state.queue = tuple(placing)
    state.phase = "emplacing" if placing else "turn"
    g.tell("play order", "OT-5.3", order=[state.seats[seat] for seat in state.order])


def roll_off(seats: tuple[int, ...], names: tuple[str, ...]) -> Procedure[tuple[int, tuple[Faces, ...]]]:
    """A d20 each, the highest wins; those tied for highest roll again among themselves (OT-5.2)."""
    rolled: list[Faces] = []
    tied = seats
    while len(tied) > 1:
        called = tuple(names[seat] for seat in tied)
        faces: Faces = yield Roll(len(tied), 20, "roll-off", "OT-5.2", tied[0], called[0], ordered=True, called=called)
        rolled.append(faces)
        best = max(faces)
        tied = tuple(seat for seat, face in zip(tied, faces, strict=True) if face == best)
    return tied[0], tuple(rolled)


def clockwise(state: State, first: int) -> tuple[int, ...]:
    """Turns pass clockwise (OT-5.3)."""
    seats = tuple(range(len(state.seats)))
    return seats[first:] + seats[:first]


def told_roll_off(g: Play, what: str, clause: str) -> Procedure[int]:
    winner, rolled = yield Stage(roll_off, (tuple(range(len(g.state.seats))), g.state.seats))
    g.tell(
        "roll-off", clause, "OT-5.2", what=what, rolls=[list(faces) for faces in rolled], winner=g.state.seats[winner]
    )
    return int(winner)
