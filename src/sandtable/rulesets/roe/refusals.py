"""Which clause of this book stands behind each cause for which the storey refuses a place, a move or a piece of
terrain, and what it says then."""

from __future__ import annotations

from functools import cache

from sandtable.table import causes
from sandtable.table.causes import Verdicts

CLAUSES = {
    causes.OFF_TABLE: "RE-0.10",
    causes.IMPASSABLE: "RE-2.26",
    causes.BLOCKED: "RE-2.26",
    causes.GAP: "RE-2.2",
    causes.SHEER: "RE-2.32",
    causes.NEEDS_CLIMB: "RE-2.11",
    causes.NO_CLIMB: "RE-2.8",
    causes.ONE_LEVEL: "RE-2.9",
    causes.NO_WAY: "RE-2.2",
    causes.IN_THE_WAY: "RE-2.18",
    causes.CONTACT: "RE-2.13",
    causes.ENDS_IN_CONTACT: "RE-2.13",
    causes.NO_CONTACT: "RE-2.12",
    causes.PARTLY_OFF: "RE-0.10",
    causes.OVERLAP: "RE-0.9",
    causes.PARTLY_IN: "RE-2.26",
    causes.PARTLY_IN_SURFACE: "RE-2.8",
    causes.ON_OBSTACLE: "RE-2.23",
    causes.EDGE: "RE-2.8",
    causes.NO_FLOOR: "RE-2.8",
    causes.STAYS_OUT: "RE-1.21",
    causes.NOT_IN_ZONE: "RE-1.21",
    causes.BAD_PIECE: "RE-2.20",
    causes.BAD_FLOORS: "RE-2.39",
    causes.HEAD_ROOM: "RE-2.28",
    causes.SAME_LEVEL: "RE-2.29",
    causes.LADDER_PLACE: "RE-2.8",
}
WORDS = {
    causes.NEEDS_CLIMB: "that face of {what} needs a Climb",
    causes.NO_CLIMB: "a Climb goes over a climbable face to another level",
    causes.ONE_LEVEL: "only one level up or down in a movement action",
    causes.CONTACT: "it would touch {what}: only an Assault makes contact",
    causes.NO_CONTACT: "an Assault Move ends in contact with {what}",
}
VERDICTS = Verdicts(CLAUSES, WORDS)

IN_AN_ASSAULT = {causes.BLOCKED: "RE-2.14", causes.GAP: "RE-2.14", causes.NEEDS_CLIMB: "RE-2.14"}
AFTER_A_FIGHT = {causes.CONTACT: "RE-4.50", causes.ENDS_IN_CONTACT: "RE-4.50"}
BY_KIND = {"assault": IN_AN_ASSAULT, "consolidate": AFTER_A_FIGHT}
"""What is another clause's business in some kinds of move."""


@cache
def verdicts(kind: str, allowed_by: str) -> Verdicts:
    """The verdicts of a kind of move, whose length is limited by a clause."""
    clauses = CLAUSES | BY_KIND.get(kind, {}) | {causes.TOO_FAR: allowed_by}
    if kind != "assault":
        return Verdicts(clauses, WORDS)
    stopped = "{what} is in the way of the assault"
    return Verdicts(clauses, WORDS | {causes.BLOCKED: stopped, causes.GAP: stopped})
