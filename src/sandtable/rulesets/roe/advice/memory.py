"""What was thought of a position before: tries come back to the same one again and again."""

from __future__ import annotations

from collections.abc import Hashable

from sandtable.engine.advice import Suggestion
from sandtable.engine.questions import ChooseOne, Move, Point, Question
from sandtable.rulesets.roe.state import State

MOST = 20_000


class Memory:
    """Likely answers by position and question. It never changes an answer, only the time it takes."""

    def __init__(self) -> None:
        self._forces: tuple[object, ...] = ()
        self._known: dict[Hashable, Suggestion] = {}

    def recall(self, key: Hashable, question: Question) -> Suggestion | None:
        """The answer to this question in this position, if it is known, and legal under the rules of this game."""
        found = self._known.get(key)
        if found is None or not isinstance(question, Move):
            return found
        paths = {name: tuple([Point(*spot) for spot in way]) for name, way in found.answer.items()}
        return found if question.check(paths) is None else None

    def keep(self, key: Hashable, found: Suggestion) -> None:
        if len(self._known) >= MOST:
            self._known.clear()
        self._known[key] = found

    def key(self, state: State, question: Question) -> Hashable:
        """All that advice looks at. The forces are compared, not hashed: they hardly ever change."""
        forces = (
            state.battlefield,
            state.terrain,
            state.objectives,
            state.victory,
            [(m.side, m.cost, m.exp, m.res, m.w, m.c, m.abilities, m.weapons) for m in state.models],
        )
        if forces != self._forces:
            self._forces = forces
            self._known.clear()
        act = state.act
        return (
            question.prompt,
            question.clause,
            tuple([option.id for option in question.options]) if isinstance(question, ChooseOne) else (),
            tuple([(m.x, m.y, m.z, m.status, m.pins, m.wounds, m.activated) for m in state.models]),
            state.contacts,
            state.controlled,
            state.round,
            state.phase,
            state.mover,
            tuple([player.pool for player in state.players]),
            None if act is None else (act.model, act.order, act.focus, act.kind, act.acted, act.moves, act.target),
        )
