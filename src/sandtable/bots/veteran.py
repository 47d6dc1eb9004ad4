"""A strong player: searches as far as its budget of time goes. How, the ruleset's advice says: ahead, through the
replies of the others, all the more thoroughly through its own activation, or by plans that are held against a reply."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from time import perf_counter
from typing import Any

from sandtable.bots import Explanation, Knowledge
from sandtable.bots.effort import Budget, Tries
from sandtable.bots.forethought import Forethought
from sandtable.bots.nested import Nested
from sandtable.bots.sifting import Sifting
from sandtable.bots.thinking import activation
from sandtable.bots.tree import Tree
from sandtable.engine.advice import care_of, plans_of, sifts_of
from sandtable.engine.questions import Answer, Question
from sandtable.engine.ruleset import Ruleset

FIRST = 0.55
"""Of what is left of the budget, for a decision where a whole activation is planned."""


class Veteran:
    def __init__(
        self,
        seed: int | str,
        seconds: float = 2.0,
        tries: int | None = None,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        """`seconds` is for one activation. With `tries` a decision gets so many tries instead, and no clock runs."""
        rng = Random(seed)
        self._rng = rng
        self._forethought = Forethought(rng)
        self._tree, self._nested, self._sifting = Tree(rng), Nested(rng), Sifting(rng)
        self._tries = tries
        self._budget = Budget(seconds, clock)
        self._explanation: Explanation | None = None

    def answer(self, question: Question, look: Knowledge) -> Answer:
        with _not_collecting():
            game = look.imagine(self._rng)
            search = self._search(game.ruleset)
            plans = plans_of(game.ruleset)
            self._budget.begin(activation(game), FIRST if plans else 0.0)
            effort = self._budget if self._tries is None else Tries(self._tries)
            considered = self._forethought.think(question, look, effort) if plans else []
            considered = considered or search.think(question, look, effort)
            self._budget.end()
        self._explanation = Explanation(question.prompt, tuple(considered)) if len(considered) > 1 else None
        return considered[0].answer

    def _search(self, ruleset: Ruleset[Any]) -> Tree | Nested | Sifting:
        if care_of(ruleset):
            return self._nested
        return self._sifting if sifts_of(ruleset) else self._tree

    def explain(self) -> Explanation | None:
        return self._explanation


@contextmanager
def _not_collecting() -> Iterator[None]:
    """To look through all of a process for garbage can take a tenth of a second: not at the expense of the budget. A
    search leaves no cycles behind, and what it keeps goes to the oldest generation unlooked at (that is what freeze and
    unfreeze do): else the very next object made would start the collection that was put off."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.freeze()
            gc.unfreeze()
            gc.enable()
