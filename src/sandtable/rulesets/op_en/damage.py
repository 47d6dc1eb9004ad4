"""Damage, healing and going Out of Action (chapter 4). How much a hit deals: `outcomes.hit` (OE-4.5, OE-4.6)."""

from __future__ import annotations

from sandtable.engine.questions import Point
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.op_en.asking import Play
from sandtable.rulesets.op_en.carrying import drop
from sandtable.rulesets.op_en.effects import Parting
from sandtable.rulesets.op_en.hidden import renew_hidden
from sandtable.rulesets.op_en.scoring import award_side
from sandtable.rulesets.op_en.state import NOBODY, OUT, Character, Ending, State


def hurt(g: Play, who: Character, amount: int, source: str, *clauses: str, hit: bool = True) -> None:
    """Damage, wherever it comes from (OE-4.1), adds up (OE-4.3). Armour makes a hit smaller, one of 1 or more never
    below 1 (OE-4.15)."""
    points = amount
    if hit and amount >= 1:
        points = max(1, amount - who.sheet.armour)
    who.damage += points
    g.tell("damage", *clauses, who=who.name, amount=points, before=amount, source=source, damage=who.damage,
           body=who.sheet.body)  # fmt: skip


def heal(g: Play, who: Character, amount: int, source: str) -> None:
    """Damage is removed, never below 0 (OE-4.13, OE-4.14)."""
    healed = min(amount, who.damage)
    who.damage -= healed
    g.tell("healed", "OE-4.13", who=who.name, amount=healed, source=source, damage=who.damage)


def settle(g: Play) -> Procedure[None]:
    """Whoever has as much damage as Body, and no sooner (OE-4.4), goes Out of Action, directly after the Test behind it
    (OE-4.7, OE-4.8)."""
    for who in g.state.characters:
        if who.status == "in play" and who.damage >= who.sheet.body:
            yield from go_out(g, who, "OE-4.7")


def go_out(g: Play, who: Character, clause: str, drop_at: Point | None = None) -> Procedure[None]:
    """It is removed and takes no further part (OE-4.9, OE-21.7). Its marker stays on the table (OE-4.10), lasting
    effects stay (OE-4.11), those centred on it end (OE-4.12); who stood Hidden behind it may come to light (OE-4.9,
    OE-16.31)."""
    state = g.state
    if who.carries != NOBODY:
        yield from drop(g, who, drop_at)
    for source, effect in who.held(Parting):
        ending = Ending(source, who.side, who.x, who.y, who.z, who.radius, effect.damage, effect.within)
        state.endings = (*state.endings, ending)
    who.status, who.hidden, who.faded, who.boosts, who.lasting = OUT, False, False, 0, ()
    for other in state.characters:
        if other.follows == who.number:
            other.follows = NOBODY
    _credit(state, who)
    renew_hidden(g)
    g.tell("out of action", clause, "OE-4.9", who=who.name, player=state.name_of(who.side), damage=who.damage)
    _score(g, who)


def _credit(state: State, who: Character) -> None:
    """Who put it out."""
    act = state.act
    by = state.characters[act.character] if act is not None else None
    if by is not None and by.side != who.side and who.sheet.rank >= 1:
        by.felled += 1


def _score(g: Play, who: Character) -> None:
    """What that is worth to the others in the scenario."""
    state = g.state
    if state.scenario is None or not who.of_force:
        return
    for side, player in enumerate(state.players):
        if side == who.side:
            continue
        for rule in state.scenario.points:
            if rule.what != "enemy_out" or rule.role not in ("any", player.role):
                continue
            if rule.ranks and who.sheet.rank not in rule.ranks:
                continue
            points = rule.leader if rule.leader and who.leader else rule.points
            award_side(g, side, points, f"{who.name} is Out of Action", who)
