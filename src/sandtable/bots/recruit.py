"""A beginner: does what looks sensible, without trying anything out, and not always the best of it."""

from __future__ import annotations

from random import Random

from sandtable.bots import Considered, Explanation, Knowledge
from sandtable.bots.thinking import suggestions
from sandtable.engine.advice import beginners_care_of
from sandtable.engine.questions import Answer, Question

SENSE = 0.15
"""Whatever weighs less than this share of the best looks senseless even to a beginner: a shot at nobody, a turn given
up, a model left beside the table."""


class Recruit:
    def __init__(self, seed: int | str) -> None:
        self._rng = Random(seed)
        self._explanation: Explanation | None = None

    def answer(self, question: Question, look: Knowledge) -> Answer:
        game = look.imagine(self._rng)
        found, care = suggestions(game, self._rng), beginners_care_of(game.ruleset)
        least = SENSE * max(one.weight for one in found)
        sensible = [one for one in found if one.weight >= least]
        picked = self._rng.choices(sensible, [max(one.weight, 1e-9) ** care for one in sensible])[0]
        considered = [picked, *sorted((s for s in found if s is not picked), key=lambda s: -s.weight)]
        self._explanation = Explanation(
            question.prompt,
            tuple(Considered(s.answer, question.words(s.answer), s.weight, 0, s.why) for s in considered),
        )
        return picked.answer

    def explain(self) -> Explanation | None:
        return self._explanation
