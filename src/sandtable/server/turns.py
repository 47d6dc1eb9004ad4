"""Whose bot thinks next, and for how long: a queue that goes round the games.

Where more games want to think than there are places to think at, each gets a share of its budget: as many places as
there are, for as many games as wanted to think at once since it came. So whoever comes waits for those who think
already, one budget at the most; and those before it in the round take, together with itself, one budget at the most.
Within twice the budget everybody has an answer.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterator
from typing import Generic, TypeVar


class Turn:
    """Somebody who waits for a place to think at, and then thinks."""

    def __init__(self, game: str, paced: bool) -> None:
        self.game = game
        self.paced = paced
        """It has a budget of time; who has none is done soon, and shortens nobody's time."""
        self.crowd = 0
        """The most games that wanted to think by the clock at once since it came."""


T = TypeVar("T", bound=Turn)


class Round(Generic[T]):
    """Those who wait, and those who think. No game has two turns while another waits for its first."""

    def __init__(self, places: int) -> None:
        self._places = places
        self._waiting: OrderedDict[str, deque[T]] = OrderedDict()
        self._thinking: list[T] = []

    def __len__(self) -> int:
        """How many wait."""
        return sum(map(len, self._waiting.values()))

    def __iter__(self) -> Iterator[T]:
        """Those who wait, game by game."""
        return (turn for turns in self._waiting.values() for turn in turns)

    def come(self, turn: T) -> None:
        """At the end of the round."""
        self._waiting.setdefault(turn.game, deque()).append(turn)
        crowd = len({one.game for one in (*self, *self._thinking) if one.paced})
        for one in self:
            one.crowd = max(one.crowd, crowd)

    def take(self) -> T | None:
        """The next one, who thinks from now on; its game goes to the end of the round."""
        if not self._waiting:
            return None
        game, turns = next(iter(self._waiting.items()))
        turn = turns.popleft()
        if turns:
            self._waiting.move_to_end(game)
        else:
            del self._waiting[game]
        self._thinking.append(turn)
        return turn

    def share(self, turn: T) -> float:
        """Of its budget."""
        return min(1.0, self._places / turn.crowd) if turn.paced and turn.crowd else 1.0

    def go(self, turn: T) -> None:
        """It has its answer, or does not want one any more."""
        if turn in self._thinking:
            self._thinking.remove(turn)
        elif turn in (turns := self._waiting.get(turn.game, deque())):
            turns.remove(turn)
            if not turns:
                del self._waiting[turn.game]

    def again(self, turn: T) -> None:
        """Its thinking came to nothing, through no fault of its own: it is the next."""
        self._thinking.remove(turn)
        self._waiting.setdefault(turn.game, deque()).appendleft(turn)
        self._waiting.move_to_end(turn.game, last=False)
