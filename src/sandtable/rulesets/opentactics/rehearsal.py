"""The dice of an assault taken apart for odds: what is independent is run by itself, with the phases of the rules.

Four pools of up to three dice and two tallies have too many results to run one by one. But

- by rule of thumb a bump looks at its own pool only, so the four pools are independent until the re-rolls;
- the two tallies share no dice, and whoever re-rolls looks only at which of them go against him. So each tally is a
  weighted heap of positions, and what is known about it is who is ahead; a re-roll stirs one heap.

Turns, offers, spending and decisions are those of `contest`, run with any position of each heap.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct

from sandtable.engine.dice import Faces, Roll
from sandtable.engine.outlook import Short, Solve, Weights
from sandtable.engine.questions import Answer, ChooseOne, Question
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.opentactics.abilities import DEF, OFF, PoolName
from sandtable.rulesets.opentactics.assaults import Verdict
from sandtable.rulesets.opentactics.contest import (
    PASS,
    Assault,
    Fighter,
    Grant,
    bump_phase,
    can_hex,
    hex_owners,
    reroll_turn,
)
from sandtable.rulesets.opentactics.state import Play
from sandtable.rulesets.opentactics.tally import tally

SIDES = 6
Pool = tuple[int, ...]
Position = tuple[Pool, Pool]
"""OFF dice and DEF dice of one tally, both from high to low."""
Heap = Mapping[Position, int]
Grants = tuple[tuple[Grant, ...], ...]
"""Re-rolls of the attacker and of the target."""
MOST_KNOWN = 2000
MOST_REROLLS = 6
"""More than these are not worth the time."""


class Like(Struct, frozen=True):
    """A fight whose dice behave like those of any other with the same `key`: pools, bumps, re-rolls and house rules."""

    play: Play
    fight: Assault
    key: tuple[Hashable, ...]

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Like) and other.key == self.key


def rehearsed(g: Play, fight: Assault, usual: Callable[[Question], Answer], solve: Solve) -> Short | None:
    """The weights of a contest's verdicts; None where HEX or very many re-rolls bind everything together."""
    fighters = fight.fighters
    if any(can_hex(g.state, owner, one) for owner in hex_owners(g.state, fight) for one in fighters):
        return None
    grants = tuple(_useful(one) for one in fighters)
    if sum(map(len, grants)) > MOST_REROLLS:
        return None
    must_lower = str(g.state.options["minus_bump_target"])
    attacker, target = fighters
    parts = [(attacker, OFF), (target, DEF)] + ([(target, OFF), (attacker, DEF)] if fight.retaliates else [])
    pools = tuple((one.size[pool], _bumps(one, pool)) for one, pool in parts)
    settled_pools = [tuple(solve(settled, Like(g, fight, (must_lower,)), dice, bumps).items()) for dice, bumps in pools]
    like = Like(g, fight, (must_lower, fight.tally_method, pools, grants))
    heaps = [_heap(*settled_pools[n : n + 2]) for n in range(0, len(parts), 2)]
    decided = any(grants) or any(bumps for _, bumps in pools)
    return Short(_verdicts(like, usual, heaps, grants), decided)


def _bumps(fighter: Fighter, pool: PoolName) -> tuple[int, ...]:
    return tuple(sorted(value for name, value in fighter.bumps if name == pool))


def _useful(fighter: Fighter) -> tuple[Grant, ...]:
    """The re-rolls for pools that have dice."""
    return tuple(grant for grant in fighter.grants if any(fighter.size[pool] for pool in grant.pools))


_known: dict[Like, Weights] = {}


def _verdicts(like: Like, usual: Callable[[Question], Answer], heaps: list[Heap], grants: Grants) -> Weights:
    if like not in _known:
        if len(_known) > MOST_KNOWN:
            _known.clear()
        _known[like] = _Rerolls(like.play, like.fight, usual).verdicts(heaps, grants)
    return _known[like]


def settled(like: Like, dice: int, bumps: tuple[int, ...]) -> Procedure[Pool]:
    """One pool from the roll to the end of the bump phase."""
    faces: Faces = yield Roll(dice, SIDES, "pool", "OT-13.1", 0)
    fighter = Fighter(like.fight.attacker.unit, True)
    fighter.dice[OFF], fighter.bumps = list(faces), [(OFF, value) for value in bumps]
    alone = _fight(like.fight, fighter, Fighter(like.fight.target.unit, False))
    yield from bump_phase(like.play, alone)
    return _high_to_low(fighter.dice[OFF])


@lru_cache(256)
def _heap(off: tuple[tuple[Pool, int], ...], defence: tuple[tuple[Pool, int], ...]) -> Heap:
    return {(one, two): weight * amount for one, weight in off for two, amount in defence}


@lru_cache(8192)
def beaten(off: Pool, defence: Pool, method: str) -> bool:
    return tally(off, defence, method)[0]


def _high_to_low(dice: list[int]) -> Pool:
    return tuple(sorted(dice, reverse=True))


def _fight(like: Assault, attacker: Fighter, target: Fighter) -> Assault:
    return Assault(
        attacker, target, like.skill, like.charge, like.retaliates, like.overcharged, like.distance, like.cover,
        like.tally_method,
    )  # fmt: skip


class _Rerolls:
    """The re-roll phase over heaps: the first is the attacker's tally, the second the target's."""

    def __init__(self, g: Play, fight: Assault, usual: Callable[[Question], Answer]) -> None:
        self.g, self.fight, self.usual = g, fight, usual
        self.method = fight.tally_method
        self.found: dict[Hashable, int] = {}
        self.stirred: dict[tuple[int, PoolName, bool], tuple[Heap, list[Heap]]] = {}

    def verdicts(self, heaps: list[Heap], grants: Grants) -> Weights:
        """Weights of all verdicts. A path with fewer re-rolls than another weighs as much more."""
        self.scale = sum(map(len, grants))
        for split in self._splits(heaps, 0):
            self._turn(split, grants, (0, 1), 0)
        return self.found

    def _splits(self, heaps: list[Heap], which: int) -> list[list[Heap]]:
        """Every way to know who is ahead in the tallies from `which` on."""
        if which == len(heaps):
            return [heaps]
        return [
            found
            for part in self._by_verdict(heaps[which])
            for found in self._splits([*heaps[:which], part, *heaps[which + 1 :]], which + 1)
        ]

    def _by_verdict(self, heap: Heap) -> list[Heap]:
        parts: tuple[dict[Position, int], dict[Position, int]] = ({}, {})
        method = self.method
        for position, weight in heap.items():
            parts[beaten(*position, method)][position] = weight
        return [part for part in parts if part]

    def _turn(self, heaps: list[Heap], grants: Grants, waiting: tuple[int, ...], used: int) -> None:
        """One turn of the re-roll phase, and all that may follow."""
        if not waiting or not any(grants):
            self._count(heaps, used)
            return
        fighters = self._fighters(heaps, grants)
        running = reroll_turn(self.g, _fight(self.fight, *fighters), [fighters[number] for number in waiting])
        chosen = self._asked(running)
        if chosen is None:
            self._turn(heaps, grants, waiting[1:], used)
            return
        _, pool, _ = chosen
        number = waiting[0]
        left = tuple(tuple(one.grants) for one in fighters)
        which = number if pool == OFF else 1 - number
        for part in self._stir(heaps[which], pool, _matters(left, which)):
            again = [part if n == which else heap for n, heap in enumerate(heaps)]
            self._turn(again, left, (*waiting[1:], number), used + 1)

    def _asked(self, running: Procedure[Any]) -> tuple[str, PoolName, int] | None:
        """What is re-rolled in this turn; None for a pass."""
        try:
            question = next(running)
            assert isinstance(question, ChooseOne)
            chosen = question.read(self.usual(question))
            running.send(chosen)
        except StopIteration:
            return None
        return None if chosen == PASS else chosen

    def _fighters(self, heaps: list[Heap], grants: Grants) -> tuple[Fighter, Fighter]:
        """The two fighters with the dice of any position: all of them have the same verdicts."""
        one, two = (Fighter(fighter.unit, fighter.initiating) for fighter in self.fight.fighters)
        for heap, attacking, defending in zip(heaps, (one, two), (two, one), strict=False):
            off, defence = next(iter(heap))
            attacking.dice[OFF], defending.dice[DEF] = list(off), list(defence)
        one.grants, two.grants = list(grants[0]), list(grants[1])
        return one, two

    def _stir(self, heap: Heap, pool: PoolName, again: bool) -> list[Heap]:
        """The lowest die of a pool is rolled again, in every position; then it shows who is ahead. Unless it can be
        stirred `again`, that is all that matters about it."""
        key = id(heap), pool, again
        if key not in self.stirred:
            kept: dict[Position, int] = {}
            for (off, defence), weight in heap.items():
                left = (off[:-1], defence) if pool == OFF else (off, defence[:-1])
                kept[left] = kept.get(left, 0) + weight
            parts = self._rolled(kept, pool) if again else self._decided(kept, pool)
            self.stirred[key] = heap, parts
        return self.stirred[key][1]

    def _rolled(self, kept: Heap, pool: PoolName) -> list[Heap]:
        found: dict[Position, int] = {}
        for (off, defence), weight in kept.items():
            for position in _positions(off, defence, pool):
                found[position] = found.get(position, 0) + weight
        return self._by_verdict(found)

    def _decided(self, kept: Heap, pool: PoolName) -> list[Heap]:
        """One position for each verdict, with the weight of all."""
        weights = [0, 0]
        examples: list[Position | None] = [None, None]
        for (off, defence), weight in kept.items():
            wins, win, loss = _faces(off, defence, pool, self.method)
            weights[True] += wins * weight
            weights[False] += (SIDES - wins) * weight
            examples = [examples[False] or loss, examples[True] or win]
        return [{example: weight} for example, weight in zip(examples, weights, strict=True) if example is not None]

    def _count(self, heaps: list[Heap], used: int) -> None:
        verdicts = [beaten(*next(iter(heap)), self.method) for heap in heaps]
        weight = SIDES ** (self.scale - used)
        for heap in heaps:
            weight *= sum(heap.values())
        verdict = Verdict(verdicts[0], len(verdicts) > 1 and verdicts[1])
        self.found[verdict] = self.found.get(verdict, 0) + weight


@lru_cache(512)
def _with_one_more(pool: Pool) -> tuple[Pool, ...]:
    """The pool with another die, once for each face."""
    return tuple(_high_to_low([*pool, face]) for face in range(1, SIDES + 1))


def _positions(off: Pool, defence: Pool, pool: PoolName) -> list[Position]:
    """What one more die in a pool makes of a position, face by face."""
    if pool == OFF:
        return [(more, defence) for more in _with_one_more(off)]
    return [(off, more) for more in _with_one_more(defence)]


@lru_cache(8192)
def _faces(off: Pool, defence: Pool, pool: PoolName, method: str) -> tuple[int, Position | None, Position | None]:
    """How many faces of one more die in a pool let the OFF dice win, and a position for either verdict."""
    after = [
        (more, defence) if pool == OFF else (off, more) for more in _with_one_more(off if pool == OFF else defence)
    ]
    won = [position for position in after if beaten(*position, method)]
    lost = [position for position in after if not beaten(*position, method)]
    return len(won), won[0] if won else None, lost[0] if lost else None


def _matters(grants: Grants, which: int) -> bool:
    """Can a tally still be changed by a re-roll?"""
    return any(OFF in one.pools for one in grants[which]) or any(DEF in one.pools for one in grants[1 - which])


def forget() -> None:
    """Drops everything that is remembered."""
    _known.clear()
    for known in (_heap, beaten, _with_one_more, _faces):
        known.cache_clear()
