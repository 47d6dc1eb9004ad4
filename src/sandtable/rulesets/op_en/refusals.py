"""Which clause of this book stands behind each cause for which a place or a move is refused, and what it says then: the
causes of the table first, then those that only this book knows."""

from __future__ import annotations

from functools import cache

from sandtable.table import causes
from sandtable.table.causes import Verdicts

# The way.
NOT_STRAIGHT = "not straight"
FALLS = "a fall on the way"
DEEP = "through deep water"
RUINED = "a ruined wall"
NEUTRAL = "somebody neutral in the way"
LOCKED = "locked in combat"
ENTERED = "a range entered and left"
FARTHER = "farther from an enemy"
# Buildings.
OUTDOORS = "no building round it"
NO_STAIRS = "a ruin without a way up"
STAIRS = "stairs to be used"
NO_STOREY = "no such storey"
WALL = "a wall without an opening"
OTHER_FLOOR = "an opening of another floor"
NARROW = "an opening too narrow"
BIG = "too big for buildings"
FLIES_IN = "flies into a building"
# The end.
ON_MARKER = "on a marker"
OVER_DEEP = "over deep water"
IN_DEEP = "in deep water"

CLAUSES = {
    causes.OFF_TABLE: "OE-10.6",
    causes.TOO_STEEP: "OE-10.4",
    causes.TOO_DEEP: "OE-10.4",
    causes.BLOCKED: "OE-10.8",
    causes.NEEDS_CLIMB: "OE-11.7",
    causes.IN_THE_WAY: "OE-10.9",
    causes.CONTACT: "OE-10.10",
    causes.OVERLAP: "OE-10.8",
    causes.PARTLY_IN: "OE-11.6",
    causes.PARTLY_IN_SURFACE: "OE-10.8",
    causes.EDGE: "OE-11.6",
    causes.NO_FLOOR: "OE-12.15",
    NOT_STRAIGHT: "OE-16.14",
    FALLS: "OE-12.26",
    DEEP: "OE-11.13",
    RUINED: "OE-11.11",
    NEUTRAL: "OE-6.3",
    LOCKED: "OE-10.13",
    ENTERED: "OE-10.16",
    FARTHER: "OE-10.14",
    OUTDOORS: "OE-11.23",
    NO_STAIRS: "OE-11.12",
    STAIRS: "OE-11.23",
    NO_STOREY: "OE-11.23",
    WALL: "OE-11.25",
    OTHER_FLOOR: "OE-11.20",
    NARROW: "OE-11.19",
    BIG: "OE-11.27",
    FLIES_IN: "OE-12.20",
    OVER_DEEP: "OE-12.20",
    ON_MARKER: "OE-5.5",
    IN_DEEP: "OE-11.13",
}
WORDS = {
    causes.OFF_TABLE: "{who} would leave the Combat Area",
    causes.TOO_FAR: "that takes {length:.2f}″, {who} has {most:g}″",
    causes.BLOCKED: "{who} would run into {what}",
    causes.NEEDS_CLIMB: "{what} is {length:g}″ high: that takes Climb",
    causes.CONTACT: "touching {what} ends the movement",
    causes.EDGE: "the base of {who} does not fit on {what}",
    NOT_STRAIGHT: "it goes in one straight line",
    FALLS: "{who} would fall there, and its move would end",
    DEEP: "{what} is deep water",
    RUINED: "{what} is passed only where a gap is wide enough",
    NEUTRAL: "{what} is in the way",
    LOCKED: "{who} is Locked in Combat with {what}",
    ENTERED: "the Combat Range of {what} is not left again in this movement",
    FARTHER: "{who} would end farther from {what} than it is",
    OUTDOORS: "{who} can only change floors inside a building",
    NO_STAIRS: "in a ruin floors are changed by stairs or with Climb",
    STAIRS: "{what} has stairs: use them",
    NO_STOREY: "{what} has no floor at {most:g}″",
    WALL: "the wall of {what} takes Climb, or an opening",
    OTHER_FLOOR: "that opening of {what} is on another floor",
    NARROW: "that opening is {most:g}″ wide, {who} is {length:g}″",
    BIG: "{who} is Big and enters no building",
    FLIES_IN: "{who} may not fly into a building",
    OVER_DEEP: "{who} may not end over deep water",
    ON_MARKER: "{who} would end on the marker {what}",
    IN_DEEP: "{who} would end in deep water",
}
PLACED = Verdicts(CLAUSES, WORDS)
"""Of somebody who is put somewhere."""
refused = PLACED.refuse

WALKED = Verdicts(CLAUSES | {causes.NO_FLOOR: "OE-11.2"}, WORDS)
FLOWN = Verdicts(CLAUSES | {causes.NO_FLOOR: "OE-12.21"}, WORDS)
CLIMBED = Verdicts(dict.fromkeys(CLAUSES, "OE-16.19"), WORDS)
"""Whatever is wrong with where a Climb ends."""
_ON_SOMETHING = (causes.OVERLAP, causes.PARTLY_IN_SURFACE)
TELEPORTED = Verdicts(CLAUSES | dict.fromkeys(_ON_SOMETHING, "OE-12.15"), WORDS)
_NO_FOOTING = (causes.NO_FLOOR, IN_DEEP, causes.PARTLY_IN, causes.EDGE)
JUMPED = Verdicts(CLAUSES | dict.fromkeys(_NO_FOOTING, "OE-16.8"), WORDS)
AT_A_FACE = Verdicts(
    dict.fromkeys((causes.NO_CONTACT, causes.SHEER), "OE-16.16")
    | dict.fromkeys((causes.EDGE, causes.NO_FLOOR), "OE-16.19")
)
"""Of the face that is to be climbed."""
KEPT = Verdicts(CLAUSES | dict.fromkeys((LOCKED, ENTERED, FARTHER), "OE-10.18"), WORDS)
"""Other movement than walking leaves no Combat Range."""


@cache
def limited(clause: str) -> Verdicts:
    """The verdicts of a move whose length a clause limits."""
    return Verdicts(CLAUSES | {causes.TOO_FAR: clause}, WORDS)
