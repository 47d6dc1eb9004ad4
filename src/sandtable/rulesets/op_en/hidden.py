"""The Hidden Status (OE-16.27 to OE-16.33): when it ends. What it does is done elsewhere: it is no target
(`sight.may_target`, OE-16.27), shoots better (`attacks.modified_shot`, OE-16.28) and moves half as far
(`walking.allowance`, OE-16.29)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sandtable.engine.questions import Point
from sandtable.rulesets.op_en.asking import Play
from sandtable.rulesets.op_en.ground import Field, field_of
from sandtable.rulesets.op_en.sight import CLOSE, first_clear, spotter
from sandtable.rulesets.op_en.space import TOUCH, awareness, in_earshot, overhears
from sandtable.rulesets.op_en.state import Character
from sandtable.rulesets.op_en.walking import along
from sandtable.table.hot.plane import nearest_on_segment


def reveal(g: Play, who: Character, clause: str, by: str = "") -> None:
    """It is Hidden no more; as long as nothing of the kind happens it is (OE-16.33)."""
    who.hidden = who.faded = False
    g.tell("revealed", clause, who=who.name, by=by)


def after_shot(g: Play, who: Character) -> None:
    """Shooting gives a Hidden character away, hit or miss (OE-16.32)."""
    if who.hidden and who.in_play:
        reveal(g, who, "OE-16.32")


def renew_hidden(g: Play, moved: Character | None = None, path: Sequence[Point] = ()) -> None:
    """The Status ends at once inside an Enemy's AR or Clear LoS, whoever moved, all along the way (OE-16.30,
    OE-16.31), and otherwise stays (OE-16.33)."""
    points: list[Point] = []
    for one in g.state.characters:
        if not one.hidden or one.status != "in play":
            continue
        found = None
        walked = moved is not None and len(path) > 1
        if walked and moved is not None:
            points = points or [path[0], *along(path)[:-1], path[-1]]
            found = _seen_on_the_way(g, one, moved, path, points)
        if not (walked and moved is one):  # its own way has been looked at to the end
            found = found or spotter(g.state, g.options, one)
        if found is not None:
            reveal(g, one, found[1], found[0].name)


def _seen_on_the_way(
    g: Play, one: Character, moved: Character, path: Sequence[Point], points: Sequence[Point]
) -> tuple[Character, str] | None:
    """Somebody Hidden, and somebody who moved along a path with so many points: the same one, or an Enemy of its."""
    if moved is not one and not g.state.opposed(one, moved):
        return None
    end = moved.x, moved.y, moved.z
    where = field_of(g.state, g.options)
    straight = len(path) == 2 and path[0].z == path[1].z
    found: tuple[int, Character] | None = None
    try:
        for enemy in g.state.enemies(one) if moved is one else (moved,):
            if _sensed(where, enemy, one, moved, path):
                return enemy, "OE-16.30"
            if one.faded:
                continue
            left = points if found is None else points[: found[0] + 1]
            first = first_clear(where, g.state, enemy, one, moved, left, straight)
            if first >= 0 and (found is None or first < found[0]):
                found = first, enemy
    finally:
        moved.x, moved.y, moved.z = end
    return (found[1], "OE-16.31") if found is not None else None


def _sensed(where: Field, enemy: Character, one: Character, moved: Character, path: Sequence[Point]) -> bool:
    """Is one inside the AR of an Enemy anywhere on a way (OE-16.30): where it comes nearest, or at the points of it?"""
    other = enemy if moved is one else one
    reach = awareness(enemy) + enemy.radius + one.radius + TOUCH
    for a, b in pairwise(path):
        x, y = nearest_on_segment(other.x, other.y, a.x, a.y, b.x, b.y)
        dx, dy = x - other.x, y - other.y
        if dx * dx + dy * dy > reach * reach:
            continue
        for p in (Point(x, y, a.z), *along((a, b), CLOSE)):
            moved.x, moved.y, moved.z = p.x, p.y, p.z
            if in_earshot(enemy, one) and overhears(where, enemy, one):
                return True
    return False
