"""How to play Gangplank well, for bots. Nothing here is a rule."""

from math import exp
from typing import Any

from sandtable.engine import ChooseOne, Question, Reading, Setup
from sandtable.engine.advice import Suggestion

WEIGHT = {"strike": 4.0, "advance": 2.0, "brace": 2.0, "counter": 1.0, "take": 1.0}


class Bosun:
    horizon = 4

    def value(self, reading: Reading[Any]) -> float:
        """Squares held, and grit in hand, against theirs."""
        state, seat = reading.state, reading.player
        ours, theirs = (sum(one.reach + one.grit / 2 for one in state.standing(side)) for side in (seat, 1 - seat))
        return 1 / (1 + exp((theirs - ours) / 2))

    def suggest(self, reading: Reading[Any], question: Question) -> list[Suggestion]:
        """Everything that is offered; strikes first."""
        assert isinstance(question, ChooseOne)
        verbs = {option.id: option.id.partition(":")[2].partition("-")[0] or option.id for option in question.options}
        return [Suggestion(option, WEIGHT[verb], verb) for option, verb in verbs.items()]

    def activation(self, reading: Reading[Any], question: Question) -> int:
        return int(reading.state.turn)


def mirrored(rules: Any) -> dict[str, Setup]:
    """Equal crews of one, two and three."""
    crews = rules.quick_setup()
    return {f"{n} against {n}": {crew: sailors[:n] for crew, sailors in crews.items()} for n in (1, 2, 3)}
