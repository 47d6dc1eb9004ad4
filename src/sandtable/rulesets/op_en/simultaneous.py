"""Things that happen at the same moment (OE-1.24, OE-1.25)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from sandtable.engine.dice import Roll
from sandtable.engine.questions import ChooseOne, Option
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.op_en.asking import Play
from sandtable.rulesets.op_en.state import NOBODY

D6 = 6


class Happening(Struct):
    """One of the things: its label, and how it is resolved."""

    label: str
    run: Callable[[Play], Procedure[None]]


def decider(g: Play) -> Procedure[int]:
    """Who took the first activation this turn, or in the turn before; before all of that a roll-off (OE-1.24)."""
    state = g.state
    if state.first != NOBODY:
        return state.first
    if state.first_before != NOBODY:
        return state.first_before
    return (yield from roll_off(g, "OE-1.24"))


def roll_off(g: Play, clause: str) -> Procedure[int]:
    """One d6 each, ties again among the highest."""
    seats = list(range(len(g.state.players)))
    while len(seats) > 1:
        faces = []
        for seat in seats:
            (face,) = yield Roll(1, D6, f"roll-off of {g.state.players[seat].name}", clause, seat)
            faces.append(face)
        seats = [seat for seat, face in zip(seats, faces, strict=True) if face == max(faces)]
    return seats[0]


def resolve_all(g: Play, things: Sequence[Happening], prompt: str) -> Procedure[None]:
    """The first player picks the first, the other the second, and so on in turn (OE-1.25)."""
    left = list(things)
    seat = (yield from decider(g)) if len(left) > 1 else 0
    clause = "OE-1.24" if len(left) == 2 else "OE-1.25"
    while left:
        chosen = 0
        if len(left) > 1:
            options = tuple(Option(str(i), one.label, (), "", i) for i, one in enumerate(left))
            chosen = yield ChooseOne(topic="happening", seat=seat, prompt=prompt, clause=clause, options=options)
        yield from left.pop(chosen).run(g)
        seat = (seat + 1) % len(g.state.players)
