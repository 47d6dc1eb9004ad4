"""The re-roll phase of an assault solved: each player does what is best for him, whatever the other one may do.

What a player can do in a turn is little. Of the dice of a pool he rolls the lowest again, since any other would leave
him with less; and he spends a re-roll that is good for nothing else before one that is. So he passes, or rolls OFF, or
rolls DEF. Of the dice themselves nothing counts but where the re-rolls that are left can lead (`Standing`). Bumps and
HEX go by rule of thumb.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any, NamedTuple

from sandtable.engine.outlook import Solution, Solve, Weights
from sandtable.rulesets.opentactics.abilities import DEF, OFF, PoolName
from sandtable.rulesets.opentactics.assaults import Verdict
from sandtable.rulesets.opentactics.contest import Assault, Fighter
from sandtable.rulesets.opentactics.rehearsal import (
    APART,
    MOST_KNOWN,
    NUMBER,
    POOLS,
    SIDES,
    WITH,
    WITHOUT,
    Pools,
    Position,
    Settled,
    bumped_or_hexed,
    must_lower,
    pools_in,
    rolled_pools,
)
from sandtable.rulesets.opentactics.state import Play
from sandtable.rulesets.opentactics.tally import tally

STANDINGS, POSITIONS = 8, 16
"""So many standings of both tallies are weighed, and so many positions sorted, in the time that one run of the rules
may take."""
POSITIONS_AT_REST = 200
"""The same once the dice lie on the table: then every option of the question has the use of them."""

Shares = tuple[int, int, int, int]
"""How often each of `VERDICTS` comes about."""
VERDICTS = tuple(Verdict(target, attacker) for target in (False, True) for attacker in (False, True))
SURE: tuple[Shares, ...] = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))


class Standing:
    """Where one tally stands: whether the OFF dice win, and what another roll of either pool makes of it. There is one
    for all dice that lead to the same."""

    __slots__ = ("again", "number", "won")

    def __init__(self, number: int, won: bool, off: Faces = (), defence: Faces = ()) -> None:
        self.number, self.won, self.again = number, won, {OFF: off, DEF: defence}


Faces = tuple[tuple[Standing, int], ...]
"""What a die that is rolled again leads to, each with the number of faces that lead there."""
NOTHING = -1
"""The number of no faces at all."""
NO_TALLY = Standing(-1, False)
"""In place of the target's tally where it does not strike back."""


class Standings:
    """All standings by one way to tally. What was found once is known."""

    def __init__(self, method: str) -> None:
        self.method = method
        self._won: dict[tuple[int, int], dict[Position, bool]] = {}
        self._levels: dict[tuple[int, int, int, int], dict[Position, Standing]] = {}
        self._standings: dict[tuple[bool, int, int], Standing] = {}
        self._faces: dict[tuple[int, ...], tuple[int, Faces]] = {}

    def of(self, off: int, defence: int, offs: int, defs: int) -> dict[Position, Standing]:
        """Of every position of so many OFF and DEF dice, with so many re-rolls of OFF and of DEF still to come."""
        offs, defs = offs if off else 0, defs if defence else 0
        key = off, defence, offs, defs
        if key not in self._levels:
            self._levels[key] = self._level(off, defence, offs, defs)
        return self._levels[key]

    def _level(self, off: int, defence: int, offs: int, defs: int) -> dict[Position, Standing]:
        won = self._verdicts(off, defence)
        if not (offs or defs):
            lost_or_won = [self._standing((one, NOTHING, NOTHING), (), ()) for one in (False, True)]
            return {position: lost_or_won[one] for position, one in won.items()}
        off_again, def_again = self._off_again(off, defence, offs, defs), self._def_again(off, defence, offs, defs)
        nothing: tuple[int, Faces] = NOTHING, ()
        known, found = self._standings, {}
        for position, one in won.items():
            above, below = divmod(position, APART)
            off_number, off_faces = off_again.get(WITHOUT[above] * APART + below, nothing)
            def_number, def_faces = def_again.get(above * APART + WITHOUT[below], nothing)
            key = one, off_number, def_number
            found[position] = known.get(key) or self._standing(key, off_faces, def_faces)
        return found

    def _off_again(self, off: int, defence: int, offs: int, defs: int) -> dict[Position, tuple[int, Faces]]:
        """What one more OFF die leads to, by what is left when the lowest has been picked up."""
        if not offs:
            return {}
        after = self.of(off, defence, offs - 1, defs)
        return {
            rest * APART + below: self._rolled([after[above * APART + below] for above in WITH[rest]])
            for rest in _of_size(off - 1)
            for below in _of_size(defence)
        }

    def _def_again(self, off: int, defence: int, offs: int, defs: int) -> dict[Position, tuple[int, Faces]]:
        if not defs:
            return {}
        after = self.of(off, defence, offs, defs - 1)
        return {
            above * APART + rest: self._rolled([after[above * APART + below] for below in WITH[rest]])
            for rest in _of_size(defence - 1)
            for above in _of_size(off)
        }

    def _verdicts(self, off: int, defence: int) -> dict[Position, bool]:
        key = off, defence
        if key not in self._won:
            self._won[key] = {
                above * APART + below: tally(POOLS[above], POOLS[below], self.method)[0]
                for above in _of_size(off)
                for below in _of_size(defence)
            }
        return self._won[key]

    def _rolled(self, standings: list[Standing]) -> tuple[int, Faces]:
        """The same for all dice that lead to the same standings, in whatever order; with a number of its own."""
        key = tuple(sorted([standing.number for standing in standings]))
        found = self._faces.get(key)
        if found is None:
            counted: dict[Standing, int] = {}
            for standing in standings:
                counted[standing] = counted.get(standing, 0) + 1
            found = self._faces[key] = len(self._faces), tuple(counted.items())
        return found

    def _standing(self, key: tuple[bool, int, int], off: Faces, defence: Faces) -> Standing:
        if key not in self._standings:
            self._standings[key] = Standing(len(self._standings), key[0], off, defence)
        return self._standings[key]


@lru_cache
def standings_by(method: str) -> Standings:
    return Standings(method)


@lru_cache
def _of_size(dice: int) -> tuple[int, ...]:
    return tuple(number for number, pool in enumerate(POOLS) if len(pool) == dice)


class Rights(NamedTuple):
    """The re-rolls that a player has left, by what they are good for."""

    off: int = 0
    defence: int = 0
    either: int = 0

    @property
    def offs(self) -> int:
        return self.off + self.either

    @property
    def defs(self) -> int:
        return self.defence + self.either

    def without(self, pool: PoolName) -> Rights | None:
        """After a re-roll of a pool; None if there is none for it."""
        if pool == OFF and self.off:
            return self._replace(off=self.off - 1)
        if pool == DEF and self.defence:
            return self._replace(defence=self.defence - 1)
        return self._replace(either=self.either - 1) if self.either else None


def rights(fighter: Fighter) -> Rights:
    """What the re-rolls of a fighter are good for; a pool without dice is nothing to roll again."""
    pools = [tuple(pool for pool in grant.pools if fighter.size[pool]) for grant in fighter.grants]
    return Rights(pools.count((OFF,)), pools.count((DEF,)), pools.count((OFF, DEF)))


def worth_weighing(attacker: Rights, target: Rights) -> bool:
    """Is there anything to weigh: which pool a re-roll is for, or whether to pass while the other player may still turn
    the same tally? If not, whoever is behind rolls again, and the rule of thumb says so too."""
    contested = (attacker.offs and target.defs) or (target.offs and attacker.defs)
    return bool(attacker.either or target.either or contested)


class Turn:
    """A turn of the re-roll phase: whose it is, what the players have left, and so what may come next."""

    __slots__ = ("known", "moves", "number", "passing", "unused")

    def __init__(self, number: int, unused: int, passing: Turn | None) -> None:
        self.number, self.unused, self.passing = number, unused, passing
        self.moves: list[tuple[int, PoolName, Turn | None]] = []
        """Which tally, which pool of it, and the turn after that; None: the phase is over."""
        self.known: dict[tuple[Standing, Standing], Shares] = {}


class Turns:
    """All turns that may come in one re-roll phase."""

    def __init__(self, attacker: Rights, target: Rights, waiting: tuple[int, ...] = (0, 1)) -> None:
        self.found: dict[tuple[tuple[Rights, Rights], tuple[int, ...]], Turn] = {}
        self.first = self._at((attacker, target), waiting)

    def _at(self, left: tuple[Rights, Rights], waiting: tuple[int, ...]) -> Turn | None:
        waiting = tuple(number for number in waiting if any(left[number]))
        if not waiting:
            return None
        key = left, waiting
        if key not in self.found:
            number, rest = waiting[0], waiting[1:]
            passing = self._at(_replaced(left, number, Rights()), rest)
            turn = self.found[key] = Turn(number, SIDES ** sum(left[number]), passing)
            for pool in (DEF, OFF):
                fewer = left[number].without(pool)
                if fewer is not None:
                    after = self._at(_replaced(left, number, fewer), (*rest, number))
                    turn.moves.append((number if pool == OFF else 1 - number, pool, after))
        return self.found[key]


def _replaced(left: tuple[Rights, Rights], number: int, own: Rights) -> tuple[Rights, Rights]:
    return (own, left[1]) if number == 0 else (left[0], own)


def best_shares(turn: Turn | None, one: Standing, two: Standing, wishes: Sequence[Sequence[int]]) -> Shares:
    """What comes of it if both do their best from this turn on; `one` is the attacker's tally and `two` the target's,
    `wishes` say how much each of them likes each verdict. Shares add up to 6 to the power of the re-rolls left. In a
    tie he passes, so as not to roll for nothing."""
    if turn is None:
        return SURE[2 * one.won + two.won]
    known = turn.known.get((one, two))
    if known is not None:
        return known
    a, b, c, d = wishes[turn.number]
    n, (p, q, r, s) = turn.unused, best_shares(turn.passing, one, two, wishes)
    best = p * n, q * n, r * n, s * n
    worth = n * (a * p + b * q + c * r + d * s)
    for which, pool, after in turn.moves:
        faces = (two if which else one).again[pool]
        if not faces:
            continue
        p = q = r = s = 0
        for standing, n in faces:
            board = (one, standing) if which else (standing, two)
            known = after.known.get(board) if after is not None else None
            w, x, y, z = known or best_shares(after, *board, wishes)
            p, q, r, s = p + n * w, q + n * x, r + n * y, s + n * z
        liked = a * p + b * q + c * r + d * s
        if liked > worth:
            best, worth = (p, q, r, s), liked
    turn.known[one, two] = best
    return best


# ---- a whole contest ---------------------------------------------------------------------------------------


class Board(NamedTuple):
    """A contest when its re-rolls begin: who has which of them, the standings of both tallies with their weights, and
    how much there is to weigh, roughly."""

    left: tuple[Rights, Rights]
    tallies: tuple[Mapping[Standing, int], Mapping[Standing, int]]
    size: int

    def weights(self, wishes: Sequence[Sequence[int]]) -> Weights:
        first = Turns(*self.left).first
        found = [0] * len(VERDICTS)
        for one, weight in self.tallies[0].items():
            for two, amount in self.tallies[1].items():
                for n, share in enumerate(best_shares(first, one, two, wishes)):
                    found[n] += weight * amount * share
        return {verdict: share for verdict, share in zip(VERDICTS, found, strict=True) if share}


_boards: dict[Hashable, Board] = {}
_solved: dict[Hashable, Weights] = {}


def solved(g: Play, fight: Assault, solve: Solve, most: int) -> Solution | None:
    """A contest with its re-rolls as is best for either player. None where there is nothing to weigh, or where it takes
    longer than `most` runs of the rules."""
    left = rights(fight.attacker), rights(fight.target)
    if not worth_weighing(*left):
        return None
    pools = pools_in(g, fight)
    if _positions(pools, left) > most * POSITIONS:
        return None
    key = must_lower(g), fight.tally_method, pools, left
    if key not in _boards:
        _make_room(_boards)
        _boards[key] = _board(rolled_pools(g, fight, pools, solve), pools, left, fight.tally_method)
    board = _boards[key]
    if board.size > most * STANDINGS:
        return None
    seats = fight.attacker.unit.seat, fight.target.unit.seat

    results = VERDICTS if fight.retaliates else VERDICTS[::2]

    def weights(worths: Mapping[Hashable, Sequence[Fraction]]) -> Weights:
        wishes = tuple(_wishes([worths[verdict][seat] for verdict in results]) for seat in seats)
        if (key, wishes) not in _solved:
            _make_room(_solved)
            _solved[key, wishes] = board.weights(wishes)
        return _solved[key, wishes]

    decisions = tuple((seat, "OT-15.1", "re-rolls") for seat, own in zip(seats, left, strict=True) if any(own))
    return Solution(results, weights, decisions, bumped_or_hexed(pools))


def rest(fight: Assault, most: int) -> Solution | None:
    """The re-roll phase from the turn of whoever is asked now, as is best for either player; the dice lie on the table.
    None where it takes longer than `most` runs of the rules."""
    fighters = fight.fighters
    waiting = tuple(0 if one is fight.attacker else 1 for one in fight.waiting)
    attacker, target = (rights(one) if number in waiting else Rights() for number, one in enumerate(fighters))
    pairs = [(fight.attacker, fight.target)] + ([(fight.target, fight.attacker)] if fight.retaliates else [])
    sizes = tuple((size, (), 0) for one, two in pairs for size in (one.size[OFF], two.size[DEF]))
    if _positions(sizes, (attacker, target)) > most * POSITIONS_AT_REST:
        return None
    standings = [
        standings_by(fight.tally_method).of(*tallied)[_lying(one.dice[OFF], two.dice[DEF])]
        for tallied, (one, two) in zip(_tallies(sizes, (attacker, target)), pairs, strict=True)
    ]
    one, two = standings if fight.retaliates else (standings[0], NO_TALLY)
    seats = [fighter.unit.seat for fighter in fighters]
    results = VERDICTS if fight.retaliates else VERDICTS[::2]

    def weights(worths: Mapping[Hashable, Sequence[Fraction]]) -> Weights:
        wishes = [_wishes([worths[verdict][seat] for verdict in results]) for seat in seats]
        shares = best_shares(Turns(attacker, target, waiting).first, one, two, wishes)
        return {verdict: share for verdict, share in zip(VERDICTS, shares, strict=True) if share}

    decisions = tuple((seats[number], "OT-15.1", "re-rolls") for number in sorted(waiting))
    return Solution(results, weights, decisions, by_thumb=False)


def _lying(off: Sequence[int], defence: Sequence[int]) -> Position:
    above, below = (NUMBER[tuple(sorted(dice, reverse=True))] for dice in (off, defence))
    return above * APART + below


def _tallies(pools: Pools, left: tuple[Rights, Rights]) -> list[tuple[int, int, int, int]]:
    """For each tally the OFF dice, the DEF dice, and the re-rolls there may be of either."""
    attacker, target = left
    again = ((attacker.offs, target.defs), (target.offs, attacker.defs))
    return [(pools[2 * n][0], pools[2 * n + 1][0], *again[n]) for n in range(len(pools) // 2)]


def _positions(pools: Pools, left: tuple[Rights, Rights]) -> int:
    """How many positions have to be sorted into standings."""
    return sum(
        len(_of_size(off)) * len(_of_size(defence)) * (offs + 1) * (defs + 1)
        for off, defence, offs, defs in _tallies(pools, left)
    )


def _board(rolled: list[Settled], pools: Pools, left: tuple[Rights, Rights], method: str) -> Board:
    found: list[Mapping[Standing, int]] = []
    for n, tallied in enumerate(_tallies(pools, left)):
        standings = standings_by(method).of(*tallied)
        weights: dict[Standing, int] = {}
        for off, weight in rolled[2 * n]:
            for defence, amount in rolled[2 * n + 1]:
                standing = standings[NUMBER[off] * APART + NUMBER[defence]]
                weights[standing] = weights.get(standing, 0) + weight * amount
        found.append(weights)
    one, two = found if len(found) > 1 else (found[0], {NO_TALLY: 1})
    return Board(left, (one, two), len(one) * len(two) * len(Turns(*left).found))


def _wishes(worths: list[Fraction]) -> tuple[int, ...]:
    """The same in whole numbers, for all verdicts; where the target does not strike back the attacker is safe."""
    common = lcm(*(worth.denominator for worth in worths))
    whole = [int(worth * common) for worth in worths]
    return tuple(whole) if len(whole) == len(VERDICTS) else (whole[0], 0, whole[1], 0)


def _make_room(known: dict[Hashable, Any]) -> None:
    if len(known) > MOST_KNOWN:
        known.clear()


def forget() -> None:
    """Drops everything that is remembered."""
    standings_by.cache_clear()
    _boards.clear()
    _solved.clear()
