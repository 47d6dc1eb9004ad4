"""Scenario characters that follow somebody: after each movement of their leader they are placed beside it."""

from __future__ import annotations

from math import hypot

from sandtable.engine.questions import Place, Places, Point, Refusal
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.op_en.asking import Play
from sandtable.rulesets.op_en.space import TOUCH
from sandtable.rulesets.op_en.standing import ring, standing_refused
from sandtable.rulesets.op_en.state import NOBODY, Character
from sandtable.rulesets.op_en.tumbling import put

NEAR = 1.0
"""How near its leader it is placed."""


def bring_along(g: Play, leader: Character) -> Procedure[None]:
    """Its player places each follower within 1 inch, if a legal place exists; otherwise it stops following."""
    for one in g.state.characters:
        if one.follows == leader.number and one.in_play:
            yield from _place_beside(g, one, leader)


def _place_beside(g: Play, one: Character, leader: Character) -> Procedure[None]:
    def check(places: Places) -> Refusal | None:
        at = places[one.name]
        if hypot(at.x - leader.x, at.y - leader.y) - one.radius - leader.radius > NEAR + TOUCH:
            return Refusal(f"{one.name} is placed within {NEAR:g}″ of {leader.name}", "OE-18.9")
        return standing_refused(g.state, g.options, one, Point(at.x, at.y, leader.z))

    spots = [
        {one.name: spot}
        for spot in ring((leader.x, leader.y), leader.radius + one.radius, (one.x, one.y))
        if check({one.name: spot}) is None
    ]
    if not spots:
        one.follows = NOBODY
        g.tell("stops following", "OE-18.9", who=one.name, leader=leader.name)
        return
    places = yield Place(
        topic="follow place", seat=g.state.seat_of(leader), who=leader.name, prompt=f"{one.name} follows: where?",
        clause="OE-18.9", models=(one.name,), check=check, candidates=lambda: spots,
    )  # fmt: skip
    at = places[one.name]
    put(g, one, Point(at.x, at.y, leader.z))
