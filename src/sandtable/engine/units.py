"""Asking for the move of a whole unit: one wish for all of its models, or a path for each as with any `Move`.

A wish names a place for the unit, a formation, a turn and perhaps something to go round. `arrange`, which the rules
bring along, makes a plan of it: a path for every model, and whoever stops short with the reason. The record holds the
paths alone, so saves and replays know nothing of wishes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from sandtable.engine.errors import IllegalAnswer, one_line, shown
from sandtable.engine.questions import Answer, Move, Paths, Point, Question, Refusal

UNIT = "unit"
"""The key of a wish in an answer: `{"unit": {…}}`."""
WORDS = ("to", "turn", "around")
"""What a typed wish may say after the formation."""


class Wish(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a unit should go.

    to         the middle of the unit; where it is now, or that of what it goes round, if left out
    formation  one of the question's formations; the first of them if left out
    turn       degrees, anticlockwise; of `keep` from how the unit stands now, of others from ranks along the x axis
    around     the name of a unit or a model to gather round
    own        models with a place of their own, which they go to whatever the others do
    """

    to: Point | None = None
    formation: str = ""
    turn: float = 0.0
    around: str = ""
    own: Mapping[str, Point] = {}


class Planned(Protocol):
    """What becomes of a wish."""

    @property
    def paths(self) -> Paths:
        """A path for every model, be the whole legal or not."""

    @property
    def refused(self) -> Refusal | None:
        """Why the plan cannot be an answer, if it cannot."""

    def wire(self) -> dict[str, Any]:
        """The plan as clients draw it (docs/scene.md)."""


class MoveUnit(Move, frozen=True, kw_only=True):
    """Move the models of a unit, each along a path of its own. Answer: a path or a place for each model, or one wish
    for all: `{"unit": {"to": [30, 12], "formation": "line"}}`. Typed: `line to 30 12 turn 45`."""

    unit: str
    budgets: Mapping[str, float]
    """How far each model may go; `budget` is the most of these."""
    formations: tuple[str, ...]
    arrange: Callable[[Wish], Planned]
    region_of: Callable[[str], Any]
    """Where one model alone could go, to draw."""
    names: Callable[[str], bool]
    """Is there something of this name to go round?"""

    def read(self, answer: Answer) -> Paths:
        if not (isinstance(answer, str) or self.is_wish(answer)):
            return Move.read(self, answer)
        planned = self.arrange(self._wished(answer))
        if planned.refused is not None:
            raise self.refuse(planned.refused.reason, planned.refused.clause)
        return planned.paths

    def words(self, answer: Answer) -> str:
        """Where the middle of the unit goes: nobody reads a place for each of its models."""
        ends = [way[-1] for way in answer.values() if way]
        if not ends:
            return f"{self.unit} to where it is"
        return f"{self.unit} to {', '.join(f'{sum(end[axis] for end in ends) / len(ends):.0f}' for axis in (0, 1))}"

    def is_wish(self, answer: Answer) -> bool:
        """Is this one wish for the whole unit?"""
        return isinstance(answer, dict) and set(answer) == {UNIT} and UNIT not in self.movers

    def misread(self, answer: Answer) -> str:
        """Why a wish could not even be read; empty for one that means something."""
        try:
            self._wished(answer)
        except IllegalAnswer as error:
            return error.reason
        return ""

    def _wished(self, answer: Answer) -> Wish:
        return self.wish(_typed(self, answer) if isinstance(answer, str) else answer[UNIT])

    def wish(self, data: Any) -> Wish:
        """A wish as a client writes it in JSON."""
        wish = read_wish(self, data, self.formations)
        for name in wish.own:
            if name not in self.movers:
                raise self.refuse(f"{shown(name)} is not one of {', '.join(self.movers)}")
        if wish.around and not self.names(wish.around):
            raise self.refuse(f"there is no unit or model {shown(wish.around)} to go round")
        return wish

    def wire(self) -> dict[str, Any]:
        whole = {"unit": self.unit, "budgets": dict(self.budgets), "formations": list(self.formations)}
        return Move.wire(self) | whole


def read_wish(question: Question, data: Any, formations: Sequence[str]) -> Wish:
    """A wish with a formation that there is, and with numbers that a table can have. Raises IllegalAnswer."""
    try:
        wish = msgspec.convert(data, Wish)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise question.refuse(f"{shown(data)} is no wish for a unit: {one_line(error)}") from error
    if wish.formation and wish.formation not in formations:
        raise question.refuse(f"{shown(wish.formation)} is no formation: {', '.join(formations)}")
    for number in (wish.turn, *(part for p in (wish.to, *wish.own.values()) if p for part in (p.x, p.y, p.z))):
        if not abs(number) < 1e6:
            raise question.refuse(f"{shown(number)} is no number for a wish")
    return wish


def _typed(question: MoveUnit, text: str) -> dict[str, Any]:
    """'line to 30 12 turn 45 around Hollow Guard' as a wish in JSON; 'to' may be left out."""
    wish: dict[str, Any] = {}
    at = ""
    said: dict[str, list[str]] = {"": [], "to": [], "turn": [], "around": []}
    for word in text.split():
        if word in WORDS and at != "around":  # a name may hold any word, so it comes last
            at = word
        else:
            said[at].append(word)
    plain = [part for word in said.pop("") for part in word.replace(",", " ").split()]
    if plain and plain[0] in question.formations:
        wish["formation"] = plain.pop(0)
    numbers = [*plain, *(part for word in said["to"] for part in word.replace(",", " ").split())]
    try:
        if numbers:
            wish["to"] = [float(part) for part in numbers]
        if said["turn"]:
            wish["turn"] = float(" ".join(said["turn"]))
    except ValueError as error:
        formations = "|".join(question.formations)
        reason = f"{shown(text)} is no wish: write [{formations}] to X Y [turn DEGREES] [around NAME]"
        raise question.refuse(reason) from error
    if said["around"]:
        wish["around"] = " ".join(said["around"])
    return wish
