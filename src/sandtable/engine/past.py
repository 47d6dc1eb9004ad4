"""What a game remembers of its past, and what of it can travel."""

from __future__ import annotations

from typing import Generic

from msgspec import Struct

from sandtable.engine.dice import Faces, Source
from sandtable.engine.questions import Answer
from sandtable.engine.rulebook import Options
from sandtable.engine.ruleset import S


class DiceSpan(Struct, frozen=True):
    """From which input on the dice come from which source. A fork begins a new one."""

    since: int
    source: Source


class Asked(Struct, frozen=True, omit_defaults=True, gc=False):
    """What an input answered, for the record: of a question its `kind`, of a roll its `purpose` and `sides`."""

    seat: int
    clause: str
    who: str
    kind: str = ""
    prompt: str = ""
    words: str = ""
    """The answer as people say it; empty where nobody listens."""
    sides: int = 0
    purpose: str = ""
    joined: bool = False
    """It was given in one chain with the answer before it: both are taken back together."""


class Anchor(Struct, Generic[S], frozen=True):
    """A copied state at the start of a step, from which inputs can be run again. Nobody writes to it."""

    state: S
    at: int
    rolls: int
    floor: int
    told: int
    """How many events had happened."""
    number: int = 0
    """Of those that were made in this game, the how manieth."""

    def serves(self, newest: int) -> bool:
        """Is it kept when there is one of that number? The further back, the fewer are: of the last two each, of those
        before every fourth, then every sixteenth…"""
        every = 1
        while self.number % (4 * every) == 0 and every < newest:
            every *= 4
        return 2 * (newest - self.number) < 3 * every


class Position(Struct, Generic[S], frozen=True):
    """A game at its open question as plain data that can travel: a checkpoint, and what came since."""

    options: Options
    state: S
    rolls: int
    inputs: tuple[Answer | Faces, ...]
