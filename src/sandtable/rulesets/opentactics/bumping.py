"""The bump phase (chapter 14): which bumps there are, and a stage for each turn, until both have passed. HEX comes at
its end."""

from __future__ import annotations

from functools import lru_cache, partial

from sandtable.engine.questions import Absent, Option, Ref
from sandtable.engine.ruleset import Procedure, Stage, tell
from sandtable.rulesets.opentactics.abilities import DEF, OFF, PoolName, SkillName
from sandtable.rulesets.opentactics.hands import (
    PASS,
    PASS_OPTION,
    Bump,
    Contest,
    Hand,
    Hands,
    Line,
    OnTable,
    takes,
    with_hand,
)
from sandtable.rulesets.opentactics.hexing import hexing
from sandtable.rulesets.opentactics.state import State, Unit


def bumping(contest: Contest, hands: Hands, line: Line) -> Procedure[Stage]:
    """One turn. The initiator begins, one bump at a time; who passes, or has none left, is out (OT-14.2, OT-14.11).
    A bump is used once (OT-14.3)."""
    if not line:
        return Stage(hexing, (contest, hands, contest.hexes))
    number, rest = line[0], line[1:]
    hand = hands[number]
    options, may_pass = bump_offers(hand, contest.must_lower)
    table = OnTable(contest, hands, number)
    chosen = yield from takes("bump", table, options, may_pass, "use a bump?", "OT-14.2", partial(wasted_bumps, hand))
    if chosen is None:
        return Stage(bumping, (contest, hands, rest))
    pool, value, face = chosen
    now = bumped(face, value)
    name = contest.fighters[number].name
    yield tell("bump", "OT-14.4", who=name, pool=pool, value=value, die=face, now=now)
    after = hand.without_bump((pool, value)).changed(pool, face, now)
    return Stage(bumping, (contest, with_hand(hands, number, after), (*rest, number)))


def bumps_under(
    state: State, unit: Unit, opponent: Unit, skill: SkillName, pool: PoolName, initiating: bool
) -> list[int]:
    """The bumps under a pool, changes of its dice alone: printed ones, then those of abilities (OT-14.1)."""
    card = unit.card.skills[skill]
    found = list(card.off_bumps if pool == OFF else card.def_bumps)
    for extra in unit.card.traits.own_bumps:
        fits = extra.skill == skill and extra.pool == pool
        if fits and (initiating or not extra.only_initiating) and not (extra.only_unmoved and unit.moved):
            found.append(extra.value)
    if not unit.card.traits.immune:
        found += [
            extra.value for extra in opponent.card.traits.enemy_bumps if (extra.skill, extra.pool) == (skill, pool)
        ]
    if pool == DEF and unit.vented:
        vents = [owner for owner in unit.vented if not unit.card.traits.immune or state.units[owner].seat == unit.seat]
        found += [-1] * (len(vents) if state.options["same_name_stacking"] == "each" else min(1, len(vents)))
    return found


def available_bumps(
    state: State, unit: Unit, opponent: Unit, skill: SkillName, initiating: bool, sizes: tuple[int, int]
) -> tuple[Bump, ...]:
    """Those of the pools that are rolled, each once in the assault (OT-14.1, OT-14.3); a pool without dice has none
    (OT-14.12). `sizes`: OFF and DEF dice."""
    return tuple(
        (pool, value)
        for pool, size in zip((OFF, DEF), sizes, strict=True)
        if size
        for value in bumps_under(state, unit, opponent, skill, pool, initiating)
    )


def bumped(face: int, value: int) -> int:
    """A bump counts whole, but a die shows 1 to 6 (OT-14.4, OT-14.5, OT-14.6)."""
    return max(1, min(6, face + value))


@lru_cache(512)
def bump_option(pool: PoolName, value: int, face: int) -> Option:
    name = f"{pool} {value:+d} on {face}"
    return Option(name, name, (Ref("die", f"{pool} {face}"),), "", (pool, value, face))


def bump_offers(hand: Hand, must_lower: bool) -> tuple[list[Option], bool]:
    """Every bump on every die of its pool, bumped before or not (OT-14.10), a - bump on one that it lowers (OT-14.9).
    Passing is allowed when no - bump is left (OT-14.7, OT-14.8, OT-14.11)."""
    options: dict[str, Option] = {}
    minus = False
    for pool, value in hand.bumps:
        faces = hand.of(pool)
        if value < 0:
            minus = True
            if must_lower:
                faces = tuple(face for face in faces if face > 1) or faces
        for face in sorted(faces, reverse=True):
            option = bump_option(pool, value, face)
            options[option.id] = option
    return list(options.values()), not minus


def wasted_bumps(hand: Hand) -> tuple[Absent, ...]:
    """What a player may not do: waste a - bump on a 1, or pass while it has one (OT-14.9, OT-14.11)."""
    minus = [(pool, value) for pool, value in hand.bumps if value < 0]
    found = [
        Absent(option.id, option.label, "a - bump goes on a die showing more than 1", "OT-14.9")
        for pool, value in minus
        if max(hand.of(pool)) > 1
        for option in [bump_option(pool, value, 1)]
    ]
    if minus:
        found.append(Absent(PASS_OPTION.id, PASS, "a - bump must be used first", "OT-14.11"))
    return tuple(found)
