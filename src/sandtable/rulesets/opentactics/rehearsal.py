"""The dice of an assault taken apart for odds: what is independent is run by itself, with the phases of the rules.

Four pools of up to three dice and two tallies have too many results to run one by one. But

- by rule of thumb bumps and HEX look at one pool only, so the four pools are independent until the re-rolls;
- the two tallies share no dice, and whoever re-rolls looks only at which of them go against him. So each tally is a
  weighted heap of positions, and what is known about it is who is ahead; a re-roll stirs one heap;
- whoever is behind rolls his lowest die again before anything else can happen to that tally. So what it shows does not
  matter any more: it is picked up at once, and positions that differ in nothing else are one.

Turns, offers, spending and decisions are those of `contest`, run with any position of each heap.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement, product
from typing import Any, cast

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
Pools = tuple[tuple[int, tuple[int, ...], int], ...]
"""Size, bumps and hexed dice of the pools of a fight."""
Settled = tuple[tuple[Pool, int], ...]
"""What a pool may show when the re-rolls begin, with weights."""
Grants = tuple[tuple[Grant, ...], ...]
"""Re-rolls of the attacker and of the target."""
MOST_KNOWN = 2000
MOST_TALLIES = 16
"""Tallies that are remembered: enough for the contests of one question, with and without retaliation."""
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
    pools = pools_in(g, fight)
    like = Like(g, fight, (must_lower(g), fight.tally_method, pools, grants))
    if like not in _known:
        if len(_known) > MOST_KNOWN:
            _known.clear()
        rolled = rolled_pools(g, fight, pools, solve)
        tallies = [_tally(*rolled[n : n + 2], fight.tally_method) for n in range(0, len(pools), 2)]
        _known[like] = _Rerolls(g, fight, usual).verdicts(tallies, grants)
    return Short(_known[like], any(grants) or bumped_or_hexed(pools))


def must_lower(g: Play) -> str:
    return str(g.state.options["minus_bump_target"])


def pools_in(g: Play, fight: Assault) -> Pools:
    """Size, bumps and hexed dice of each pool: two for the attacker's tally, then two for the target's if it strikes
    back."""
    attacker, target = fight.fighters
    parts = [(attacker, OFF), (target, DEF)] + ([(target, OFF), (attacker, DEF)] if fight.retaliates else [])
    return tuple((one.size[pool], _bumps(one, pool), _hexes(g, fight, one, pool)) for one, pool in parts)


def bumped_or_hexed(pools: Pools) -> bool:
    return any(bumps or hexes for _, bumps, hexes in pools)


def rolled_pools(g: Play, fight: Assault, pools: Pools, solve: Solve) -> list[Settled]:
    """What each pool may show when the re-rolls begin."""
    alike = Like(g, fight, (must_lower(g),))
    return [cast(Settled, tuple(solve(settled, alike, *pool).items())) for pool in pools]


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


def settled(like: Like, dice: int, bumps: tuple[int, ...], hexes: int) -> Procedure[Pool]:
    """One pool from the roll to the re-rolls."""
    faces: Faces = yield Roll(dice, SIDES, "pool", "OT-13.1", 0)
    if not (bumps or hexes):
        return tuple(sorted(faces, reverse=True))
    fighter = Fighter(like.fight.attacker.unit, True)
    fighter.dice[OFF], fighter.bumps = list(faces), [(OFF, value) for value in bumps]
    alone = _fight(like.fight, fighter, Fighter(like.fight.target.unit, False))
    yield from bump_phase(like.play, alone)
    for _ in range(hexes):
        yield from hex_die(like.play, alone, like.fight.target.unit, fighter)
    return tuple(sorted(fighter.dice[OFF], reverse=True))


def pools_of(position: Position) -> tuple[Pool, Pool]:
    return POOLS[position // APART], POOLS[position % APART]


class Judged(dict[Position, tuple[bool, Position]]):
    """Whether the OFF dice of a position win, and what is left of it when whoever is behind has picked up his lowest
    die; worked out when somebody asks."""

    def __init__(self, method: str) -> None:
        super().__init__()
        self.method = method
        self.rolled = {pool: Rolled(self, pool) for pool in (OFF, DEF)}

    def __missing__(self, position: Position) -> tuple[bool, Position]:
        off, defence = divmod(position, APART)
        won, _ = tally(POOLS[off], POOLS[defence], self.method)
        left = off * APART + WITHOUT[defence] if won else WITHOUT[off] * APART + defence
        self[position] = found = won, left
        return found


class Rolled(dict[Position, tuple[list[Position], list[Position]]]):
    """What the six faces of a die that was picked up from a pool make of the rest: where the OFF dice lose then, and
    where they win, each again without the lowest die of whoever is behind; worked out when somebody asks."""

    def __init__(self, judged: Judged, pool: PoolName) -> None:
        super().__init__()
        self.judged, self.pool = judged, pool

    def __missing__(self, left: Position) -> tuple[list[Position], list[Position]]:
        found: tuple[list[Position], list[Position]] = [], []
        for position in _with_one_more(left, self.pool):
            won, rest = self.judged[position]
            found[won].append(rest)
        self[left] = found
        return found


@lru_cache
def judged_by(method: str) -> Judged:
    return Judged(method)


class Heap:
    """Positions of one tally with the same verdict: what they weigh together, and any one of them. What becomes of them
    is worked out once, when they are first rolled again: other turns, and other contests with the same pools, come back
    to it."""

    def __init__(
        self, judged: Judged, won: bool, weight: int, example: Position, left: Callable[[bool], Mapping[Position, int]]
    ) -> None:
        self.judged, self.won, self.weight, self.example = judged, won, weight, example
        self.behind: PoolName = DEF if won else OFF
        self._left = left

    @cached_property
    def left(self) -> Mapping[Position, int]:
        """The positions without the die that whoever is behind has picked up."""
        return self._left(self.won)

    @cached_property
    def rolled(self) -> list[Heap]:
        """What that die may show, and so who is ahead then: two heaps at the most."""
        rolled = self.judged.rolled[self.behind]
        wins = sum(weight * len(rolled[left][True]) for left, weight in self.left.items())
        weights = (False, SIDES * self.weight - wins), (True, wins)
        return [Heap(self.judged, won, weight, self._example(won), self._after) for won, weight in weights if weight]

    def _after(self, won: bool) -> Mapping[Position, int]:
        """What is left after the die has been rolled and the OFF dice lose or win, whichever is asked for."""
        rolled = self.judged.rolled[self.behind]
        found: dict[Position, int] = {}
        for before, weight in self.left.items():
            for left in rolled[before][won]:
                found[left] = found.get(left, 0) + weight
        return found

    def _example(self, won: bool) -> Position:
        positions = (position for left in self.left for position in _with_one_more(left, self.behind))
        return next(position for position in positions if self.judged[position][0] is won)


@lru_cache(MOST_TALLIES)
def _tally(off: Settled, defence: Settled, method: str) -> list[Heap]:
    """Every position of two pools: those that the OFF dice lose, and those that they win."""
    judged = judged_by(method)
    parts: tuple[dict[Position, int], dict[Position, int]] = ({}, {})
    example = [0, 0]
    numbered = [(NUMBER[pool], weight) for pool, weight in defence]
    for pool, weight in off:
        first = NUMBER[pool] * APART
        for number, amount in numbered:
            won, left = judged[first + number]
            part = parts[won]
            if left not in part:
                part[left], example[won] = 0, first + number
            part[left] += weight * amount
    return [
        Heap(judged, won, sum(parts[won].values()), example[won], parts.__getitem__)
        for won in (False, True)
        if parts[won]
    ]


def _fight(like: Assault, attacker: Fighter, target: Fighter) -> Assault:
    return Assault(
        attacker, target, like.skill, like.charge, like.retaliates, like.overcharged, like.distance, like.cover,
        like.tally_method,
    )  # fmt: skip


class _Rerolls:
    """The re-roll phase over heaps: the first is the attacker's tally, the second the target's."""

    def __init__(self, g: Play, fight: Assault, usual: Callable[[Question], Answer]) -> None:
        self.g, self.fight, self.usual = g, fight, usual
        self.found: dict[Hashable, int] = {}

    def verdicts(self, tallies: list[list[Heap]], grants: Grants) -> Weights:
        """Weights of all verdicts. A path with fewer re-rolls than another weighs as much more."""
        self.scale = sum(map(len, grants))
        for heaps in product(*tallies):
            self._turn(heaps, grants, (0, 1), 0)
        return self.found

    def _turn(self, heaps: tuple[Heap, ...], grants: Grants, waiting: tuple[int, ...], used: int) -> None:
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
        assert pool == heaps[which].behind, "whoever is ahead re-rolls nothing"
        for part in heaps[which].rolled:
            again = (*heaps[:which], part, *heaps[which + 1 :])
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

    def _fighters(self, heaps: tuple[Heap, ...], grants: Grants) -> tuple[Fighter, Fighter]:
        """The two fighters with the dice of any position: all of them have the same verdicts."""
        one, two = (Fighter(fighter.unit, fighter.initiating) for fighter in self.fight.fighters)
        for heap, attacking, defending in zip(heaps, (one, two), (two, one), strict=False):
            off, defence = pools_of(heap.example)
            attacking.dice[OFF], defending.dice[DEF] = list(off), list(defence)
        one.grants, two.grants = list(grants[0]), list(grants[1])
        return one, two

    def _count(self, heaps: tuple[Heap, ...], used: int) -> None:
        weight = SIDES ** (self.scale - used)
        for heap in heaps:
            weight *= heap.weight
        verdict = Verdict(heaps[0].won, len(heaps) > 1 and heaps[1].won)
        self.found[verdict] = self.found.get(verdict, 0) + weight


def _with_one_more(left: Position, pool: PoolName) -> list[Position]:
    """What one more die in a pool makes of a position, face by face."""
    off, defence = divmod(left, APART)
    if pool == OFF:
        return [more * APART + defence for more in WITH[off]]
    return [off * APART + more for more in WITH[defence]]


def forget() -> None:
    """Drops everything that is remembered."""
    _known.clear()
    _tally.cache_clear()
    judged_by.cache_clear()
