"""The Hidden Status (OE-16.27 to OE-16.33): when it ends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from sandtable.engine.questions import Point
from sandtable.rulesets.op_en.asking import Play
from sandtable.rulesets.op_en.ground import field_of
from sandtable.rulesets.op_en.sight import spotted, spotter
from sandtable.rulesets.op_en.state import Character
from sandtable.rulesets.op_en.walking import along
from sandtable.table.hot.plane import nearest_on_segment

CLOSE = 0.25
"""Inches: so close together a way is looked at for Clear LoS, so that a gap between two walls is not missed."""


def reveal(g: Play, who: Character, clause: str, by: str = "") -> None:
    who.hidden = who.faded = False
    g.tell("revealed", clause, who=who.name, by=by)


def after_shot(g: Play, who: Character) -> None:
    """Shooting gives a Hidden character away, hit or miss (OE-16.32)."""
    if who.hidden and who.in_play:
        reveal(g, who, "OE-16.32")


def renew_hidden(g: Play, moved: Character | None = None, path: Sequence[Point] = ()) -> None:
    """The Status ends at once inside an Enemy's AR or Clear LoS, whoever moved, all along the way (OE-16.30,
    OE-16.31)."""
    for one in g.state.characters:
        if not one.hidden or one.status != "in play":
            continue
        found = None
        if moved is not None and len(path) > 1:
            found = _seen_on_the_way(g, one, moved, path)
        found = found or spotter(g.state, g.options, one)
        if found is not None:
            reveal(g, one, found[1], found[0].name)


def _seen_on_the_way(g: Play, one: Character, moved: Character, path: Sequence[Point]) -> tuple[Character, str] | None:
    """Somebody Hidden, and somebody who moved: the same one, or an Enemy of its."""
    if moved is not one and moved not in g.state.enemies(one):
        return None
    end = moved.x, moved.y, moved.z
    others = g.state.enemies(one) if moved is one else [one]
    where = field_of(g.state, g.options)
    try:
        for p in _points(path, others):
            moved.x, moved.y, moved.z = p.x, p.y, p.z
            if moved is one:
                if (found := spotter(g.state, g.options, one)) is not None:
                    return found
            elif clause := spotted(where, g.state, moved, one):
                return moved, clause
    finally:
        moved.x, moved.y, moved.z = end
    return None


def _points(path: Sequence[Point], others: Iterable[Character]) -> Iterable[Point]:
    """Points of a way, and where it comes nearest to each of the others."""
    yield from along(path, CLOSE)
    for a, b in pairwise(path):
        for other in others:
            x, y = nearest_on_segment(other.x, other.y, a.x, a.y, b.x, b.y)
            yield Point(x, y, a.z)
