"""Asking where a unit is put down."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

from sandtable.engine.questions import Answer, Place, Places
from sandtable.engine.ruleset import Procedure
from sandtable.engine.units import UNIT, Wish, read_wish
from sandtable.rulesets.riverside.asking import Topic
from sandtable.rulesets.riverside.placement import Placement
from sandtable.skirmish.formations import BLOCK, LINE

FORMATIONS = (BLOCK, LINE)
FEW = 3
"""How many places a question offers to those who have none in mind."""


class PlaceUnit(Place, frozen=True, kw_only=True):
    """Put the models of a unit down. Answer: a place for each, or one wish for all: `{"unit": {"to": [30, 6]}}`."""

    unit: str
    arrange: Callable[[Wish], Places]

    def read(self, answer: Answer) -> Places:
        if isinstance(answer, dict) and set(answer) == {UNIT}:
            answer = self.recorded(None, self.arrange(self._wished(answer[UNIT])))
        return Place.read(self, answer)

    def _wished(self, data: Any) -> Wish:
        wish = read_wish(self, data, FORMATIONS)
        if wish.around or wish.own:
            raise self.refuse("a unit is put down about one place: name the places of all its models, or this alone")
        return wish

    def pick(self, rng: Random) -> Answer:
        """One of those that are offered; what would come after it is not looked for."""
        *_, found = islice(self.legal(), 1 + int(rng.random() * FEW))
        return found

    def wire(self) -> dict[str, Any]:
        return Place.wire(self) | {"unit": self.unit, "formations": list(FORMATIONS)}


def ask_place(topic: Topic, placement: Placement, prompt: str, clause: str) -> Procedure[Places]:
    """The question; a few of the places that the wishes lead to are offered."""
    unit = placement.unit

    places: Places = yield PlaceUnit(
        topic=topic,
        seat=unit.side,
        who=unit.name if len(placement.models) == 1 else "",
        prompt=prompt,
        clause=clause,
        models=tuple(placement.models),
        check=placement.refused,
        candidates=lambda: islice(placement.proposed(), FEW),
        unit=unit.name,
        arrange=placement.arranged,
    )
    return places
