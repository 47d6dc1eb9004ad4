"""The dice of an assault taken apart for odds: what is independent is run by itself, with the phases of the rules.

Four pools of up to three dice and two tallies have too many results to run one by one. But

- by rule of thumb bumps and HEX look at one pool only, so the four pools are independent until the re-rolls;
- the two tallies share no dice, and whoever re-rolls looks only at which of them go against him. So each tally is a
  weighted heap of positions, and what is known about it is who is ahead; a re-roll stirs one heap.

Turns, offers, spending and decisions are those of `contest`, run with any position of each heap.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any

from msgspec import Struct

from sandtable.engine.dice import Faces, Roll
from sandtable.engine.outlook import Short, Solve, Weights
from sandtable.engine.questions import Answer, ChooseOne, Question
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.opentactics.abilities import DEF, OFF, PoolName
from sandtable.rulesets.opentactics.assaults import Verdict
from sandtable.rulesets.opentactics.content import POOL as MOST_DICE
from sandtable.rulesets.opentactics.contest import (
    PASS,
    Assault,
    Fighter,
    Grant,
    bump_phase,
    can_hex,
    hex_die,
    hex_owners,
    reroll_turn,
)
from sandtable.rulesets.opentactics.state import Play
from sandtable.rulesets.opentactics.tally import tally

SIDES = 6
Pool = tuple[int, ...]
POOLS: tuple[Pool, ...] = tuple(
    pool[::-1] for dice in range(MOST_DICE + 1) for pool in combinations_with_replacement(range(1, SIDES + 1), dice)
)
"""Every pool there is, from high to low. Here pools are known by their numbers in this list: that is quick."""
NUMBER = {pool: number for number, pool in enumerate(POOLS)}
WITHOUT = [NUMBER[pool[:-1]] for pool in POOLS]
"""The pool without its lowest die."""
WITH = [
    [NUMBER[tuple(sorted((*pool, face), reverse=True))] for face in range(1, SIDES + 1)]
    for pool in POOLS
    if len(pool) < MOST_DICE
]
"""The pool with one more die, face by face."""
Position = int
"""OFF dice and DEF dice of one tally: the number of the one times `APART` plus the number of the other."""
APART = len(POOLS)
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
    """The weights of a contest's verdicts; None where there are very many re-rolls."""
    fighters = fight.fighters
    grants = tuple(_useful(one) for one in fighters)
    if sum(map(len, grants)) > MOST_REROLLS:
        return None
    must_lower = str(g.state.options["minus_bump_target"])
    attacker, target = fighters
    parts = [(attacker, OFF), (target, DEF)] + ([(target, OFF), (attacker, DEF)] if fight.retaliates else [])
    pools = tuple((one.size[pool], _bumps(one, pool), _hexes(g, fight, one, pool)) for one, pool in parts)
    settled_pools = [tuple(solve(settled, Like(g, fight, (must_lower,)), *pool).items()) for pool in pools]
    like = Like(g, fight, (must_lower, fight.tally_method, pools, grants))
    heaps = [_heap(*settled_pools[n : n + 2]) for n in range(0, len(parts), 2)]
    decided = any(grants) or any(bumps or hexes for _, bumps, hexes in pools)
    return Short(_verdicts(like, usual, heaps, grants), decided)


def _bumps(fighter: Fighter, pool: PoolName) -> tuple[int, ...]:
    return tuple(sorted(value for name, value in fighter.bumps if name == pool))


def _hexes(g: Play, fight: Assault, fighter: Fighter, pool: PoolName) -> int:
    """How many dice of a pool are hexed: by rule of thumb the OFF dice, where there are any."""
    if pool != (OFF if fighter.size[OFF] else DEF):
        return 0
    return sum(can_hex(g.state, owner, fighter) for owner in hex_owners(g.state, fight))


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


def settled(like: Like, dice: int, bumps: tuple[int, ...], hexes: int) -> Procedure[Pool]:
    """One pool from the roll to the re-rolls."""
    faces: Faces = yield Roll(dice, SIDES, "pool", "OT-13.1", 0)
    fighter = Fighter(like.fight.attacker.unit, True)
    fighter.dice[OFF], fighter.bumps = list(faces), [(OFF, value) for value in bumps]
    alone = _fight(like.fight, fighter, Fighter(like.fight.target.unit, False))
    yield from bump_phase(like.play, alone)
    for _ in range(hexes):
        yield from hex_die(like.play, alone, like.fight.target.unit, fighter)
    return tuple(sorted(fighter.dice[OFF], reverse=True))


@lru_cache(256)
def _heap(off: tuple[tuple[Pool, int], ...], defence: tuple[tuple[Pool, int], ...]) -> Heap:
    return {NUMBER[one] * APART + NUMBER[two]: weight * amount for one, weight in off for two, amount in defence}


def pools_of(position: Position) -> tuple[Pool, Pool]:
    return POOLS[position // APART], POOLS[position % APART]


class Verdicts(dict[Position, bool]):
    """Whether the OFF dice of a position win, worked out when somebody asks."""

    def __init__(self, method: str) -> None:
        super().__init__()
        self.method = method

    def __missing__(self, position: Position) -> bool:
        off, defence = pools_of(position)
        self[position] = found = tally(off, defence, self.method)[0]
        return found


@lru_cache
def verdicts_by(method: str) -> Verdicts:
    return Verdicts(method)


def _fight(like: Assault, attacker: Fighter, target: Fighter) -> Assault:
    return Assault(
        attacker, target, like.skill, like.charge, like.retaliates, like.overcharged, like.distance, like.cover,
        like.tally_method,
    )  # fmt: skip


class _Rerolls:
    """The re-roll phase over heaps: the first is the attacker's tally, the second the target's."""

    def __init__(self, g: Play, fight: Assault, usual: Callable[[Question], Answer]) -> None:
        self.g, self.fight, self.usual = g, fight, usual
        self.wins = verdicts_by(fight.tally_method)
        self.found: dict[Hashable, int] = {}
        self.stirred: dict[tuple[int, PoolName, tuple[bool, bool]], tuple[Heap, list[Heap]]] = {}

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
        wins = self.wins
        for position, weight in heap.items():
            parts[wins[position]][position] = weight
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
        for part in self._stir(heaps[which], pool, _open_to(left, which)):
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
            off, defence = pools_of(next(iter(heap)))
            attacking.dice[OFF], defending.dice[DEF] = list(off), list(defence)
        one.grants, two.grants = list(grants[0]), list(grants[1])
        return one, two

    def _stir(self, heap: Heap, pool: PoolName, open_to: tuple[bool, bool]) -> list[Heap]:
        """The lowest die of a pool is rolled again, in every position; then it shows who is ahead. Where that is not
        `open_to` change it is all that matters, and one position stands for all."""
        key = id(heap), pool, open_to
        if key not in self.stirred:
            kept: dict[Position, int] = {}
            for position, weight in heap.items():
                off, defence = divmod(position, APART)
                left = WITHOUT[off] * APART + defence if pool == OFF else off * APART + WITHOUT[defence]
                kept[left] = kept.get(left, 0) + weight
            self.stirred[key] = heap, self._rolled(kept, pool, open_to)
        return self.stirred[key][1]

    def _rolled(self, kept: Heap, pool: PoolName, open_to: tuple[bool, bool]) -> list[Heap]:
        found: tuple[dict[Position, int], dict[Position, int]] = ({}, {})
        closed, example = [0, 0], [0, 0]
        wins = self.wins
        for left, weight in kept.items():
            for position in _with_one_more(left, pool):
                won = wins[position]
                if open_to[won]:
                    part = found[won]
                    part[position] = part.get(position, 0) + weight
                else:
                    closed[won] += weight
                    example[won] = position
        for part, total, position in zip(found, closed, example, strict=True):
            if total:
                part[position] = total
        return [part for part in found if part]

    def _count(self, heaps: list[Heap], used: int) -> None:
        verdicts = [self.wins[next(iter(heap))] for heap in heaps]
        weight = SIDES ** (self.scale - used)
        for heap in heaps:
            weight *= sum(heap.values())
        verdict = Verdict(verdicts[0], len(verdicts) > 1 and verdicts[1])
        self.found[verdict] = self.found.get(verdict, 0) + weight


def _with_one_more(left: Position, pool: PoolName) -> list[Position]:
    """What one more die in a pool makes of a position, face by face."""
    off, defence = divmod(left, APART)
    if pool == OFF:
        return [more * APART + defence for more in WITH[off]]
    return [off * APART + more for more in WITH[defence]]


def _open_to(grants: Grants, which: int) -> tuple[bool, bool]:
    """Can a tally still be turned that the OFF dice lose, or one that they win? Whoever is ahead re-rolls nothing."""
    return any(OFF in one.pools for one in grants[which]), any(DEF in one.pools for one in grants[1 - which])


def forget() -> None:
    """Drops everything that is remembered."""
    _known.clear()
    _heap.cache_clear()
    verdicts_by.cache_clear()
