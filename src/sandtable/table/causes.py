"""Why a base may not go or stand somewhere. A refusal of the table carries one of these causes and says it in plain
words; a ruleset maps causes to its clauses in one table (`Verdicts`), and to words of its own where its book has some.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from sandtable.engine.questions import Refusal

# The way.
OFF_TABLE = "off the table"
TOO_FAR = "too far"
TOO_STEEP = "too steep"
TOO_DEEP = "too deep"
IMPASSABLE = "impassable"
BLOCKED = "blocked"
GAP = "gap too narrow"
SHEER = "sheer face"
NEEDS_CLIMB = "needs a climb"
NO_CLIMB = "no climb"
ONE_LEVEL = "one level"
SPECIAL_LEG = "special leg"
NO_WAY = "no way"
# Everybody else.
IN_THE_WAY = "in the way"
CONTACT = "contact on the way"
ENDS_IN_CONTACT = "ends in contact"
NO_CONTACT = "no contact"
SPACING = "spacing"
COMES_CLOSER = "comes closer"
PASSES = "passes too close"
STILL_CLOSE = "still too close"
AT_SPACING = "exactly at the spacing"
NOT_CLOSE = "not as close as it can"
# The end.
PARTLY_OFF = "partly off the table"
OVERLAP = "overlap"
PARTLY_IN = "partly in a wall"
PARTLY_IN_SURFACE = "partly in what can be stood on"
ON_OBSTACLE = "on an obstacle"
EDGE = "over the edge"
NO_FLOOR = "no floor"
TOO_CLOSE = "too close"
OUTSIDE = "outside its zone"
SLOWED = "slowed"
ALONE = "alone"
NO_CHAIN = "out of cohesion"
NO_CIRCLE = "spread too wide"
# Coming in.
STAYS_OUT = "stays out"
NOT_IN_ZONE = "not in its zone"
# Floors of buildings, when a battlefield is made.
HEAD_ROOM = "no head room"
SAME_LEVEL = "same level"
LADDER_PLACE = "ladder out of place"
BAD_PIECE = "a piece that cannot be"
BAD_FLOORS = "floors without a house"

WORDS: dict[str, str] = {
    OFF_TABLE: "{who} would leave the table",
    TOO_FAR: "that is {length:.2f}″, the most is {most:g}″",
    TOO_STEEP: "{who} cannot step so far up or down",
    TOO_DEEP: "{who} cannot step so far up or down",
    IMPASSABLE: "{what} is impassable",
    BLOCKED: "{what} is impassable",
    GAP: "the base does not fit past {what}",
    SHEER: "that face of {what} is sheer",
    NEEDS_CLIMB: "that face of {what} has to be climbed",
    NO_CLIMB: "a climb goes over a climbable face to another level",
    ONE_LEVEL: "{who} would go over too many levels",
    SPECIAL_LEG: "{who} walks: a leg by {what!r} is judged on its own",
    NO_WAY: "{who} finds no way there",
    IN_THE_WAY: "{what} is in the way",
    CONTACT: "it would touch {what}",
    ENDS_IN_CONTACT: "it would end in contact with {what}",
    NO_CONTACT: "the move ends in contact with {what}",
    SPACING: "{who} would be closer than {most:g}″ to {what}",
    PASSES: "{who} would pass {what} closer than {most:g}″",
    STILL_CLOSE: "{who} leaves {what} and has to end at least {most:g}″ from it",
    AT_SPACING: "{who} would be exactly {most:g}″ from {what}, and the gap has to be wider",
    COMES_CLOSER: "{who} leaves {what} and may not come closer to it",
    NOT_CLOSE: "{who} would stop {length:.3g}″ from {what}, though it can come as close as {most:.3g}″",
    PARTLY_OFF: "{who} would stand partly off the table",
    OVERLAP: "{who} would stand on {what}",
    PARTLY_IN: "{who} would stand partly in {what}",
    PARTLY_IN_SURFACE: "{who} would stand partly in {what}",
    ON_OBSTACLE: "{who} would stand on {what}",
    EDGE: "{who} would stick out over the edge",
    NO_FLOOR: "{who} would have no floor under it",
    TOO_CLOSE: "{who} would be within {most:g}″ of {what}",
    OUTSIDE: "{who} would stand outside {what}",
    SLOWED: "{what} holds the unit to {most:g}″, and {who} would go {length:.2f}″",
    ALONE: "{who} would not hang together: {what} would be {length:.2f}″ off, the most is {most:g}″",
    NO_CHAIN: "{who} would not hang together: {what} would be {length:.2f}″ off, the most is {most:g}″",
    NO_CIRCLE: "{who} would be {length:.2f}″ across, the most is {most:g}″",
    STAYS_OUT: "{who} has to come onto the table",
    NOT_IN_ZONE: "the first point is where its middle crosses the edge, inside its own zone",
}
"""How a cause is said. `who` moves or stands, `what` is in its way."""


class Verdicts(Struct, frozen=True):
    """What a ruleset makes of causes: the clause of each, and its own words where it has some."""

    clauses: Mapping[str, str] = {}
    words: Mapping[str, str] = {}

    def refuse(self, cause: str, who: str = "", what: str = "", length: float = 0.0, most: float = 0.0) -> Refusal:
        words = self.words.get(cause) or WORDS[cause]
        reason = words.format(who=who, what=what, length=length, most=most)
        return Refusal(reason, self.clauses.get(cause, ""), cause)

    def cited(self, refusal: Refusal) -> Refusal:
        """A refusal of the table with the clause that this ruleset has for its cause."""
        return Refusal(refusal.reason, self.clauses.get(refusal.cause, refusal.clause), refusal.cause)


PLAIN = Verdicts()
"""No clauses, and the table's own words."""
refused = PLAIN.refuse
