"""How to play Weir well, for bots. Nothing here is a rule."""

from math import exp, hypot
from typing import Any

from sandtable.engine import Move, Question, Reading, Setup
from sandtable.engine.advice import Suggestion
from weir.field import WEIR

WEIGHT = {"fight": 4.0, "sling": 3.0, "walk": 2.0}


def nearness(x: float, y: float) -> float:
    return 1 / (1 + hypot(x - WEIR.x, y - WEIR.y) / 4)


class Elder:
    horizon = 4

    def value(self, reading: Reading[Any]) -> float:
        """Those who can take a blow, and how near the weir they are, against theirs."""
        state, seat = reading.state, reading.player
        ours, theirs = (sum(2 - o.hurts + nearness(o.x, o.y) for o in state.standing(s)) for s in (seat, 1 - seat))
        return 1 / (1 + exp(theirs - ours))

    def suggest(self, reading: Reading[Any], question: Question) -> list[Suggestion]:
        if isinstance(question, Move):
            ends = [(answer, next(iter(answer.values()))[-1:]) for answer in question.legal()]
            return [Suggestion(answer, nearness(*end[0][:2]) if end else 0.1) for answer, end in ends]
        return [Suggestion(answer, WEIGHT[answer.split(":")[1].partition("-")[0]]) for answer in question.legal()]

    def activation(self, reading: Reading[Any], question: Question) -> int:
        return int(reading.state.turn)


def mirrored(rules: Any) -> dict[str, Setup]:
    """Equal villages of one, two and three."""
    fishers = rules.quick_setup()["fishers"]
    return {f"{n} against {n}": {"fishers": fishers[:n] + fishers[3 : 3 + n]} for n in (1, 2, 3)}
