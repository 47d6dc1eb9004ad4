"""Points for what the scenario asks for (OE-18.2)."""

from __future__ import annotations

from sandtable.rulesets.op_en.asking import Play
from sandtable.rulesets.op_en.state import Character


def award(g: Play, who: Character, points: int, why: str) -> None:
    """Points for the OF of whoever earns them by completing objectives (OE-18.2)."""
    if who.side >= 0:
        award_side(g, who.side, points, why, who)


def award_side(g: Play, side: int, points: int, why: str, where: Character) -> None:
    """Points for an OF, for what befell somebody."""
    if points:
        player = g.state.players[side]
        player.points += points
        g.tell("score", "OE-18.2", player=player.name, points=points, total=player.points, why=why, who=where.name)
