"""The dice of an assault, in the hands of its two fighters: what its stages are given. It is all plain and hashable,
without units and without the state, so that a game and exact odds run the same stages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from sandtable.engine.dice import Faces
from sandtable.engine.questions import Absent, Option
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.opentactics.abilities import DEF, OFF, PoolName, SkillName
from sandtable.rulesets.opentactics.asking import Choice, Topic, word

if TYPE_CHECKING:
    from sandtable.engine.scenes import ShownContest

T = TypeVar("T")
EITHER: tuple[PoolName, ...] = (OFF, DEF)
Bump = tuple[PoolName, int]
"""A pool and a value."""
Line = tuple[int, ...]
"""Who has not passed yet in a phase, whoever is next first: 0 is the attacker, 1 the target."""
BOTH: Line = (0, 1)
HIGH, LOW = (4, 6), (1, 3)
"""No die of a contest succeeds by itself: by these faces luck is counted, for whoever wants it high or low."""
PASS = "Pass"
PASS_OPTION = word(PASS)


class Grant(Struct, frozen=True):
    """A re-roll that has not been used: from where, and for which pools."""

    source: str
    pools: tuple[PoolName, ...]
    clause: str


class Fighter(Struct, frozen=True):
    """One of the two engaged units: who it is, and what it brings to the table (OT-13.4)."""

    number: int
    """Of the unit, in the state."""
    name: str
    seat: int
    player: str
    off: int
    defence: int
    bumps: tuple[Bump, ...] = ()
    grants: tuple[Grant, ...] = ()

    def size(self, pool: PoolName) -> int:
        return self.off if pool == OFF else self.defence


class Hex(Struct, frozen=True):
    """One use of HEX: whose, and which of the two fighters must roll a die again (OT-3.5)."""

    owner: str
    seat: int
    player: str
    fighter: int


class Contest(Struct, frozen=True, cache_hash=True):
    """An assault whose pools are fixed, before the dice are rolled; the attacker is the first fighter."""

    fighters: tuple[Fighter, Fighter]
    skill: SkillName
    retaliates: bool
    tally_method: str = "first_difference"
    must_lower: bool = True
    """A - bump goes on a die that it lowers, if there is one (OT-14.9)."""
    hexes: tuple[tuple[Hex, ...], ...] = ()
    """In their order; those that one player has at the same moment are together (OT-18.3)."""


class Hand(Struct, frozen=True, cache_hash=True):
    """The dice of one fighter, in the order in which they fell, and the bumps and re-rolls that it has left."""

    off: Faces
    defence: Faces
    bumps: tuple[Bump, ...] = ()
    grants: tuple[Grant, ...] = ()

    def of(self, pool: PoolName) -> Faces:
        return self.off if pool == OFF else self.defence

    def changed(self, pool: PoolName, old: int, new: int) -> Hand:
        """One die of the pool that shows `old` shows `new` from now on."""
        dice = self.of(pool)
        at = dice.index(old)
        now = (*dice[:at], new, *dice[at + 1 :])
        return replace(self, off=now) if pool == OFF else replace(self, defence=now)

    def without_bump(self, bump: Bump) -> Hand:
        return replace(self, bumps=_without(self.bumps, bump))

    def without_grant(self, grant: Grant) -> Hand:
        return replace(self, grants=_without(self.grants, grant))


def _without(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    at = items.index(item)
    return items[:at] + items[at + 1 :]


Hands = tuple[Hand, Hand]
"""What lies before the attacker, and before the target."""


def with_hand(hands: Hands, number: int, hand: Hand) -> Hands:
    return (hands[0], hand) if number else (hand, hands[1])


class OnTable(Struct, frozen=True):
    """What a question about the dice is about: the contest, the dice, and whose dice would change."""

    contest: Contest
    hands: Hands
    number: int


def takes(
    topic: Topic,
    table: OnTable,
    options: list[Option],
    may_pass: bool,
    prompt: str,
    clause: str,
    missing: Callable[[], tuple[Absent, ...]] | None = None,
) -> Procedure[Any]:
    """What the fighter whose turn it is does; None if it passes, or has nothing left. One thing that it must do is
    done without asking."""
    if not options:
        return None
    if len(options) == 1 and not may_pass:
        return options[0].meaning
    fighter = table.contest.fighters[table.number]
    prompt = f"{fighter.name}: {prompt}"
    offered = (*options, PASS_OPTION) if may_pass else tuple(options)
    chosen = yield about_dice(topic, table, fighter.seat, fighter.player, prompt, clause, offered, missing)
    return None if chosen == PASS else chosen


def about_dice(
    topic: Topic,
    table: OnTable,
    seat: int,
    who: str,
    prompt: str,
    clause: str,
    options: tuple[Option, ...],
    missing: Callable[[], tuple[Absent, ...]] | None = None,
) -> Choice:
    """A question about the dice on the table, which can be drawn beside it."""
    return Choice(
        topic=topic,
        about=table,
        seat=seat,
        who=who,
        prompt=prompt,
        clause=clause,
        options=options,
        missing=missing,
        facts=partial(_lines, topic, table, options),
        contest=partial(_laid_out, topic, table, options),
    )


def _lines(topic: Topic, table: OnTable, options: tuple[Option, ...]) -> Mapping[str, str]:
    from sandtable.rulesets.opentactics.showing import lines

    return lines(topic, table, options)


def _laid_out(topic: Topic, table: OnTable, options: tuple[Option, ...]) -> ShownContest:
    from sandtable.rulesets.opentactics.showing import contest_shown

    return contest_shown(topic, table, options)
