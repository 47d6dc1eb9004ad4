"""The weakest player there is: any legal answer, each as likely as the next."""

from __future__ import annotations

from random import Random

from sandtable.bots import Knowledge
from sandtable.engine.questions import Answer, Question


class RandomBot:
    def __init__(self, seed: int | str) -> None:
        self._rng = Random(seed)

    def answer(self, question: Question, look: Knowledge) -> Answer:
        return question.pick(self._rng)
