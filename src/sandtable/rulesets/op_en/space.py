"""Distances in inches (OE-1.16), Awareness Range (AR), Combat Range (CR) and who is Locked with whom (chapter 2,
OE-10.11, OE-10.21)."""

from __future__ import annotations

from math import cos, hypot, pi, sin, sqrt
from typing import Final

from sandtable.engine.questions import Point
from sandtable.engine.rulebook import Options
from sandtable.rulesets.op_en.effects import Awareness
from sandtable.rulesets.op_en.ground import Field, field_of
from sandtable.rulesets.op_en.state import Character, Mark, State
from sandtable.table import AREA, HATCH, SHELL, Figure, Terrain, Veil
from sandtable.table.board import slope_height
from sandtable.table.sight import line

TOUCH: Final = 2 / 1024
"""Comparisons allow a thousandth of an inch (OE-1.17); on the lattice that is two steps at a slant."""
WALLS: Final = Veil(traits=frozenset({"solid"}), flat=True)


Disc = Character | Mark
"""Something round that is measured from its edge: a base, or a marker on the ground."""


def gap(a: Disc, b: Disc) -> float:
    """The level gap between the nearest edges of two bases (OE-1.17), in inches (OE-1.16)."""
    return max(0.0, hypot(a.x - b.x, a.y - b.y) - a.radius - b.radius)


def gap_in_space(a: Disc, b: Disc) -> float:
    """The straight line between their nearest edges, height and all (OE-1.17)."""
    flat, rise = gap(a, b), a.z - b.z
    return sqrt(flat * flat + rise * rise) if rise else flat


def within(a: Disc, b: Disc, inches: float) -> bool:
    """Is the straight line in space no longer than this? Exactly on the limit is inside (OE-1.17)."""
    return not _far(a, b, inches) and gap_in_space(a, b) <= inches + TOUCH


def level_within(a: Disc, b: Disc, inches: float) -> bool:
    """Is the level gap no wider than this?"""
    return not farther(a, b, inches + TOUCH)


def farther(a: Disc, b: Disc, inches: float) -> bool:
    """Is the level gap wider than this? It mostly is by far, or by far it is not, and that is found without a root."""
    dx, dy, reach = a.x - b.x, a.y - b.y, inches + a.radius + b.radius
    squared = dx * dx + dy * dy
    if squared > (reach + 0.01) * (reach + 0.01):
        return True
    if reach > 0.01 and squared < (reach - 0.01) * (reach - 0.01):
        return False
    return gap(a, b) > inches


def _far(a: Disc, b: Disc, inches: float) -> bool:
    """Are two farther apart for certain? Most are, and that is found without a root."""
    dx, dy, reach = a.x - b.x, a.y - b.y, inches + a.radius + b.radius + 0.01
    return dx * dx + dy * dy > reach * reach


def beside(a: Character, b: Character) -> bool:
    """Is the higher base not above the top of the lower one's head (OE-10.21)?"""
    low, high = (a, b) if a.z <= b.z else (b, a)
    return high.z <= low.z + low.sheet.height + TOUCH


def touching(a: Character, b: Character) -> bool:
    return level_within(a, b, 0.0) and beside(a, b)


def touches_mark(who: Character, mark: Mark) -> bool:
    """In base contact with an objective on its own floor (OE-16.2)."""
    return level_within(who, mark, 0.0) and abs(who.z - mark.z) <= who.sheet.height


def figure(who: Character, at: Point | None = None) -> Figure:
    """Somebody as the table knows it, where it is or at another place."""
    base = who.sheet.footprint
    return Figure(who.name, base, who.x, who.y, who.z) if at is None else Figure(who.name, base, at.x, at.y, at.z)


# ---- awareness ------------------------------------------------------------------------------------


def awareness(who: Character) -> float:
    """AR: that of its card, and what lasts this turn (OE-2.10)."""
    inches = who.sheet.awareness
    for one in who.lasting:
        if isinstance(one.effect, Awareness):
            inches += one.effect.inches
    return inches


def aware(state: State, options: Options, who: Character, of: Character) -> bool:
    """Is one inside the AR of another (OE-2.11)? Oneself always (OE-2.16); walls block it (OE-2.17, OE-2.18)."""
    return who is of or (in_earshot(who, of) and overhears(field_of(state, options), who, of))


def in_earshot(who: Character, of: Character) -> bool:
    """Is one as near to another as its AR, walls or not?"""
    return within(who, of, awareness(who) if who.lasting else who.sheet.awareness)


def overhears(where: Field, who: Character, of: Character) -> bool:
    """Does no wall keep what is near out of its AR?"""
    return who.has("wall_ears") or not awareness_blocked(where, who, of)


def awareness_blocked(where: Field, a: Character, b: Character) -> bool:
    """By a wall that is higher than both (OE-2.17) or by a building (OE-2.18); the same in both directions."""
    if not where.tall:
        return False
    if (b.x, b.y, b.z) < (a.x, a.y, a.z):
        a, b = b, a
    key = (a.x, a.y, a.z, a.radius, a.sheet.height, b.x, b.y, b.z, b.radius, b.sheet.height)
    known = where.awareness.get(key)
    return where.awareness.keep(key, _walled_off(where, a, b)) if known is None else known


def _walled_off(where: Field, a: Character, b: Character) -> bool:
    """By something without an opening that is higher than both (OE-2.17), or a building round one of them (OE-2.18)."""
    tops = max(a.z + a.sheet.height, b.z + b.sheet.height)
    plans = where.plans
    for number in where.tall:
        piece = where.table.terrain[number]
        if piece.form == SHELL and piece.openings:
            continue
        if piece.top <= tops or piece.floor >= tops:
            continue
        cuts = plans.spans(number, a.x, a.y, b.x, b.y)
        if cuts and (piece.slope is None or _rises_above(piece, cuts, a, b, tops)):
            return True
    houses = {
        house.id: house
        for one in (a, b)
        if (house := where.building_at(one.x, one.y, one.z)) is not None
    }  # fmt: skip
    return any(_shut_in(where, house, a, b) for house in houses.values())


def _rises_above(ramp: Terrain, cuts: list[tuple[float, float]], a: Character, b: Character, tops: float) -> bool:
    """Is a ramp higher than both where the line between them goes over it? It is highest where the line enters or
    leaves it."""
    shares = [share for cut in cuts for share in cut]
    return any(slope_height(ramp, a.x + (b.x - a.x) * s, a.y + (b.y - a.y) * s) > tops for s in shares)


def _shut_in(where: Field, house: Terrain, a: Character, b: Character) -> bool:
    """Does every line from the base centre of either to any point of the other's base cross a wall, floor or roof of
    the building, no opening in it (OE-2.18)?"""
    if _floor_between(where, house, a, b):
        return True
    return not any(
        house.id not in line(where.table, start, end, WALLS)
        for one, other in ((a, b), (b, a))
        for start, end in _lines(one, other, house)
    )


def _lines(one: Character, other: Character, house: Terrain) -> list[tuple[Point, Point]]:
    """From a base centre to points of the other base: its middle, its rim, and past the ends of every opening."""
    start = Point(one.x, one.y, one.z)
    ends = [(other.x, other.y)]
    rim = other.radius * 0.9999
    ends += [(other.x + rim * cos(pi * k / 8), other.y + rim * sin(pi * k / 8)) for k in range(16)]
    for opening in house.openings:
        (ax, ay), (bx, by) = house.opening_ends(opening)
        for share in (0.001, 0.5, 0.999):
            px, py = ax + (bx - ax) * share, ay + (by - ay) * share
            if (hit := _onto(one, (px, py), other)) is not None:
                ends.append(hit)
    return [(start, Point(x, y, other.z)) for x, y in ends]


def _onto(one: Character, through: tuple[float, float], other: Character) -> tuple[float, float] | None:
    """Where the line from a centre through a point comes nearest to another centre, if that is on its base."""
    dx, dy = through[0] - one.x, through[1] - one.y
    size = dx * dx + dy * dy
    if size == 0.0:
        return None
    share = ((other.x - one.x) * dx + (other.y - one.y) * dy) / size
    x, y = one.x + dx * share, one.y + dy * share
    return (x, y) if share > 0.0 and hypot(x - other.x, y - other.y) <= other.radius else None


def _floor_between(where: Field, house: Terrain, a: Character, b: Character) -> bool:
    """Is there a floor of the building between the feet of the two, without a hatch or stairs through it?"""
    low, high = sorted((a.z, b.z))
    cut = [height for height in house.floors() if low + TOUCH < height <= high + TOUCH]
    if not cut:
        return False
    return not any(_opens(piece, height) and _over(where, number, a, b) for height in cut for number, piece in
                   enumerate(where.table.terrain))  # fmt: skip


def floor_apart(where: Field, a: Character, b: Character) -> bool:
    """Are they on different floors of one building with no opening between the floors (OE-11.24)?"""
    if not where.shells or a.z == b.z:
        return False
    house = where.building_at(a.x, a.y, a.z)
    return house is not None and house is where.building_at(b.x, b.y, b.z) and _floor_between(where, house, a, b)


def _opens(piece: Terrain, height: float) -> bool:
    """A hatch in the floor of this height, or stairs that lead up to it."""
    if piece.form == AREA:
        return HATCH in piece.traits and abs(piece.floor - height) < 1e-6
    return piece.slope is not None and abs(piece.top - height) < 0.3


def _over(where: Field, number: int, a: Character, b: Character) -> bool:
    return bool(where.plans.spans(number, a.x, a.y, b.x, b.y)) or where.holds(number, a.x, a.y)


# ---- combat range ---------------------------------------------------------------------------------


def in_combat_range(who: Character, of: Character) -> bool:
    """Is somebody inside the CR of another, by contact or Reach (OE-2.19, OE-2.20, OE-2.24), or inside its own
    (OE-2.22)? `who` is the one inside."""
    if of.has("no_attack"):
        return False
    return level_within(who, of, of.sheet.combat_range) and beside(who, of)


def holds(state: State, options: Options, enemy: Character, who: Character) -> bool:
    """Is `who` Locked with this Enemy: inside its CR and its AR (OE-10.11)? Each way on its own (OE-10.12)."""
    return in_combat_range(who, enemy) and aware(state, options, enemy, who)


def lockers(state: State, options: Options, who: Character) -> list[Character]:
    """The Enemies that a character is Locked with (OE-10.11), several maybe (OE-10.15)."""
    return [enemy for enemy in state.enemies(who) if holds(state, options, enemy, who)]


def crowds(options: Options, one: Character, other: Character) -> bool:
    """Does one crowd another in a Fight (OE-14.13, OE-14.14)?"""
    if options["fight_crowd_range"] == "threat":
        return in_combat_range(other, one)
    return in_combat_range(one, other)
