"""Leaving the Combat Area by an edge that a scenario opens (OE-10.6)."""

from __future__ import annotations

from dataclasses import replace

from sandtable.rulesets.op_en.asking import Play
from sandtable.rulesets.op_en.following import NEAR
from sandtable.rulesets.op_en.ground import field_of
from sandtable.rulesets.op_en.hidden import renew_hidden
from sandtable.rulesets.op_en.scenarios import Points
from sandtable.rulesets.op_en.scoring import award
from sandtable.rulesets.op_en.space import TOUCH, figure, gap
from sandtable.rulesets.op_en.state import LEFT, NOBODY, Character
from sandtable.table.measuring import gap_to_edge


def touches_edge(g: Play, who: Character, edge: str) -> bool:
    table = field_of(g.state, g.options).table
    return gap_to_edge(figure(who), edge, table.width, table.height) <= TOUCH


def open_edge(g: Play, who: Character) -> bool:
    """Does it touch an edge that is open to it?"""
    scenario = g.state.scenario
    if scenario is None or not scenario.exit or not who.of_force:
        return False
    player = g.state.players[who.side]
    edge = player.edge if scenario.exit == "own" else g.state.exit
    return bool(edge) and touches_edge(g, who, edge) and any(
        _scores(g, who, rule) for rule in scenario.points if rule.what.startswith("exit")
    )  # fmt: skip


def _scores(g: Play, who: Character, rule: Points) -> bool:
    """Would leaving score by this rule?"""
    if rule.role not in ("any", g.state.players[who.side].role):
        return False
    if rule.what == "exit_carrying":
        return who.carries != NOBODY
    if rule.what == "exit_with_follower":
        return any(
            one.follows == who.number and one.in_play and gap(who, one) <= NEAR + TOUCH for one in g.state.characters
        )
    return rule.what == "exit"


def leave(g: Play, who: Character) -> None:
    """Out of the game but not Out of Action; it cannot come back."""
    state = g.state
    assert state.scenario is not None
    for rule in state.scenario.points:
        if rule.what.startswith("exit") and _scores(g, who, rule):
            award(g, who, rule.leader if rule.leader and who.leader else rule.points, f"{who.name} leaves")
    for one in state.characters:
        if one.follows == who.number and one.in_play:
            one.status = LEFT
    if who.carries != NOBODY:
        mark = replace(state.marks[who.carries], gone=True)
        state.marks = (*state.marks[: who.carries], mark, *state.marks[who.carries + 1 :])
    who.status, who.hidden = LEFT, False
    renew_hidden(g)
    g.tell("left", "OE-10.6", who=who.name, player=state.name_of(who.side))
