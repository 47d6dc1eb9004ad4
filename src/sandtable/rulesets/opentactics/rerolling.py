"""The re-roll phase (chapter 15): a stage for each turn, until both have passed; and where re-rolls come from: support
(chapter 19), higher ground (20), cover (21), abilities."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sandtable.engine.dice import Roll
from sandtable.engine.questions import Option, Ref
from sandtable.engine.ruleset import Procedure, Stage, tell
from sandtable.rulesets.opentactics import space
from sandtable.rulesets.opentactics.abilities import DEF, OFF, PoolName
from sandtable.rulesets.opentactics.hands import (
    EITHER,
    HIGH,
    Contest,
    Grant,
    Hand,
    Hands,
    Line,
    OnTable,
    takes,
    with_hand,
)
from sandtable.rulesets.opentactics.state import State, Unit
from sandtable.rulesets.opentactics.tally import Verdict, tallies

# ---- where they come from -------------------------------------------------------------------------


def grants(state: State, unit: Unit, opponent: Unit, in_cover: bool) -> Iterator[Grant]:
    """All re-rolls of one side: support, higher ground, cover, abilities (OT-15.2). Every ally counts, for attacker and
    target alike (OT-19.4, OT-19.5), and any difference in height (OT-20.4)."""
    banners: dict[str, Grant] = {}
    for ally in state.allies(unit):
        beside_own, beside_enemy = space.adjacent(state, ally, unit), space.adjacent(state, ally, opponent)
        if beside_own and beside_enemy:
            yield Grant("support", EITHER, "OT-19.3")
        elif beside_own:
            yield Grant("support", (DEF,), "OT-19.1")
        elif beside_enemy:
            yield Grant("support", (OFF,), "OT-19.2")
        for reroll in ally.card.traits.rerolls:
            if space.within(state, ally, unit, reroll.within):
                banners[reroll.ability] = Grant(reroll.ability, (reroll.pool,), "OT-2.16")
    if space.level(state, unit) > space.level(state, opponent):
        yield Grant("higher ground", EITHER, "OT-20.1")
    if in_cover:
        yield Grant("cover", (DEF,), "OT-21.1")
    yield from banners.values()


# ---- the stage ------------------------------------------------------------------------------------


def rerolling(contest: Contest, hands: Hands, line: Line) -> Procedure[Stage | Verdict]:
    """One turn. The initiator begins, one die at a time; who passes, or has nothing left, is out (OT-15.1, OT-15.6).
    Then comes the tally."""
    if not line:
        return (yield from tallies(contest, hands))
    number, rest = line[0], line[1:]
    hand, fighter = hands[number], contest.fighters[number]
    table = OnTable(contest, hands, number)
    chosen = yield from takes("re-roll", table, reroll_offers(hand), True, "use a re-roll?", "OT-15.1")
    if chosen is None:
        return Stage(rerolling, (contest, hands, rest))
    source, pool, face = chosen
    grant = spent(hand.grants, source, pool)
    purpose = f"re-roll for {fighter.name}"
    (now,) = yield Roll(1, 6, purpose, "OT-15.3", fighter.seat, fighter.name, lucky=HIGH, again=True)
    yield tell("re-roll", grant.clause, "OT-15.4", who=fighter.name, source=source, pool=pool, die=face, now=now)
    after = hand.without_grant(grant).changed(pool, face, now)
    return Stage(rerolling, (contest, with_hand(hands, number, after), (*rest, number)))


@lru_cache(512)
def reroll_option(source: str, pool: PoolName, face: int) -> Option:
    name = f"{source}: {pool} {face}"
    return Option(name, name, (Ref("die", f"{pool} {face}"),), "", (source, pool, face))


def reroll_offers(hand: Hand) -> list[Option]:
    """Each source with each die it may roll again, rolled again before or not (OT-15.5); equal ones are one option
    (OT-15.3, OT-15.7)."""
    options: dict[str, Option] = {}
    for grant in hand.grants:
        for pool in grant.pools:
            for face in hand.of(pool):
                option = reroll_option(grant.source, pool, face)
                options[option.id] = option
    return list(options.values())


def spent(left: tuple[Grant, ...], source: str, pool: PoolName) -> Grant:
    """The re-roll that is used up; of several that fit the one that is good for nothing else (OT-19.3)."""
    fitting = [grant for grant in left if grant.source == source and pool in grant.pools]
    return min(fitting, key=lambda one: len(one.pools))
