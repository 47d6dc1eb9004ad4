"""What this book says in its own way to the storey for games in inches: how its models go, what holds a unit together,
and which clause stands behind each cause of a refusal."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from sandtable.engine.questions import Refusal
from sandtable.engine.rulebook import Options
from sandtable.rulesets.riverside.cohesion import bonds_by, reading
from sandtable.rulesets.riverside.field import CLIMB, IMPASSABLE, UNSTABLE, Field
from sandtable.skirmish.unit_march import Bonds
from sandtable.table import Gait, causes
from sandtable.table.causes import Verdicts

SPACING = 1.0
"""RV-8.8."""
SLOW = 6.0
"""RV-16.14."""

WALKING = Gait(
    stops=frozenset({IMPASSABLE}), step_up=CLIMB, step_down=CLIMB, up_cost=1.0, down_cost=1.0, hugs=True,
)  # fmt: skip
"""Climbing and dropping cost their height (RV-18.2, RV-18.3), Ramps nothing (RV-18.4); at corners the base is a point
(RV-8.3)."""
NO_STAND = frozenset({UNSTABLE})
"""RV-18.5."""

CLAUSES = {  # what `walking.march` is judged by
    causes.OFF_TABLE: "RV-8.6",
    causes.PARTLY_OFF: "RV-8.6",
    causes.IMPASSABLE: "RV-16.20",
    causes.BLOCKED: "RV-16.20",
    causes.PARTLY_IN: "RV-16.20",
    causes.GAP: "RV-8.4",
    causes.TOO_STEEP: "RV-18.1",
    causes.TOO_DEEP: "RV-18.3",
    causes.NO_WAY: "RV-8.4",
    causes.SPACING: "RV-8.8",
    causes.PASSES: "RV-8.2",
    causes.AT_SPACING: "RV-8.9",
    causes.COMES_CLOSER: "RV-8.12",
    causes.STILL_CLOSE: "RV-8.12",
    causes.OVERLAP: "RV-8.1",
    causes.IN_THE_WAY: "RV-8.1",
    causes.ON_OBSTACLE: "RV-18.5",
    causes.EDGE: "RV-18.6",
    causes.NO_FLOOR: "RV-18.6",
    causes.SLOWED: "RV-16.14",
    causes.ALONE: "RV-8.14",
    causes.NO_CHAIN: "RV-8.15",
    causes.NO_CIRCLE: "RV-8.16",
    causes.NO_CONTACT: "RV-6.15",
    causes.NOT_CLOSE: "RV-6.17",
    causes.OUTSIDE: "RV-4.5",
    causes.TOO_CLOSE: "RV-4.14",
}


ENDS = (
    causes.IMPASSABLE, causes.PARTLY_IN, causes.ON_OBSTACLE, causes.EDGE, causes.NO_FLOOR, causes.OVERLAP,
    causes.SPACING, causes.AT_SPACING, causes.STILL_CLOSE, causes.ALONE, causes.NO_CHAIN, causes.NO_CIRCLE,
)  # fmt: skip
"""What is wrong with where a move ends, not with the way there."""
IN_FLIGHT = tuple((cause, "RV-20.4") for cause in ENDS)
"""For those who fly only the end counts."""
TELEPORTED = tuple((cause, "RV-20.9") for cause in ENDS)


class OfPieces(Verdicts, frozen=True):
    """Verdicts that tell apart why a piece cannot be entered: a Forest Wall (RV-17.7), or something too high to be
    climbed (RV-18.1)."""

    pieces: Mapping[str, str] = {}

    def refuse(self, cause: str, who: str = "", what: str = "", length: float = 0.0, most: float = 0.0) -> Refusal:
        refusal = Verdicts.refuse(self, cause, who, what, length, most)
        if cause not in SHUT or what not in self.pieces or refusal.clause != CLAUSES[cause]:
            return refusal
        return Refusal(refusal.reason, self.pieces[what], cause)


SHUT = (causes.IMPASSABLE, causes.BLOCKED, causes.PARTLY_IN)


@lru_cache(256)
def verdicts(where: Field, limit: str, *changes: tuple[str, str]) -> Verdicts:
    """The verdicts of a move whose length is limited by a clause, with what is another clause's business there."""
    return OfPieces(CLAUSES | {causes.TOO_FAR: limit} | dict(changes), pieces=where.shut)


def bonds(options: Options) -> Bonds:
    """What holds a unit together (RV-8.14, RV-8.15, RV-8.16, RV-8.23)."""
    return bonds_by(*reading(options))
