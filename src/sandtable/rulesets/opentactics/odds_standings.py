"""Where the two tallies of an assault stand, and what its re-roll phase makes of them: for odds.

What a player can do in a turn is little. Of the dice of a pool he rolls the lowest again, since any other would leave
him with less; so he passes, or rolls OFF, or rolls DEF. Of the dice themselves nothing counts but where the re-rolls
that are left can lead: that is a `TallyStanding`, and there are far fewer of them than dice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement

from sandtable.engine.dice import Faces
from sandtable.rulesets.opentactics.abilities import DEF, OFF, PoolName
from sandtable.rulesets.opentactics.content import POOL as MOST_DICE
from sandtable.rulesets.opentactics.hands import BOTH, Grant, Line
from sandtable.rulesets.opentactics.rerolling import spent
from sandtable.rulesets.opentactics.tally import Verdict, tally

SIDES = 6
POOLS: tuple[Faces, ...] = tuple(
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
NO_DIE: Position = -1
LEFT: dict[PoolName, list[Position]] = {
    OFF: [WITHOUT[off] * APART + defence if off else NO_DIE for off in range(APART) for defence in range(APART)],
    DEF: [off * APART + WITHOUT[defence] if defence else NO_DIE for off in range(APART) for defence in range(APART)],
}
"""The position without the lowest die of a pool."""
MORE: dict[PoolName, dict[Position, list[Position]]] = {
    OFF: {o * APART + d: [more * APART + d for more in WITH[o]] for o in range(len(WITH)) for d in range(APART)},
    DEF: {o * APART + d: [o * APART + more for more in WITH[d]] for o in range(APART) for d in range(len(WITH))},
}
"""The position with one more die in a pool, face by face."""

Shares = tuple[int, int, int, int]
"""How often each of `VERDICTS` comes about."""
VERDICTS = tuple(Verdict(target, attacker) for target in (False, True) for attacker in (False, True))
SURE: tuple[Shares, ...] = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))
Wishes = Sequence[int]
"""How much somebody likes each of `VERDICTS`."""
Left = tuple[Grant, ...]
"""The re-rolls that a player has left."""


# ---- tallies --------------------------------------------------------------------------------------


class TallyStanding:
    """Where one tally stands: whether the OFF dice win, and what another roll of either pool makes of it. There is one
    for all dice that lead to the same."""

    __slots__ = ("again", "number", "won")

    def __init__(self, number: int, won: bool, off: Again = (), defence: Again = ()) -> None:
        self.number, self.won, self.again = number, won, {OFF: off, DEF: defence}


Again = tuple[tuple[TallyStanding, int], ...]
"""What a die that is rolled again leads to, each with the number of faces that lead there."""
NO_TALLY = TallyStanding(-1, False)
"""In place of the target's tally where it does not strike back."""


class Won(dict[Position, bool]):
    """Whether the OFF dice of a position win; tallied when somebody asks."""

    def __init__(self, method: str) -> None:
        super().__init__()
        self.method = method

    def __missing__(self, position: Position) -> bool:
        off, defence = divmod(position, APART)
        self[position] = won = tally(POOLS[off], POOLS[defence], self.method)[0]
        return won


class TallyStandings:
    """All standings by one way to tally. What was found once is known."""

    def __init__(self, method: str) -> None:
        self._won = won_by(method)
        self._known: dict[tuple[int, int], dict[Position, TallyStanding]] = {}
        self._alike: dict[tuple[bool, int, int], TallyStanding] = {}
        self._again: dict[tuple[int, ...], tuple[int, Again]] = {}

    def of(self, positions: Iterable[Position], offs: int, defs: int) -> Mapping[Position, TallyStanding]:
        """Of these positions at least, with so many re-rolls of OFF and of DEF still to come."""
        known = self._known.setdefault((offs, defs), {})
        missing = [position for position in positions if position not in known]
        if missing:
            known.update(self._found(missing, offs, defs))
        return known

    def _found(self, missing: list[Position], offs: int, defs: int) -> dict[Position, TallyStanding]:
        won, alike = self._won, self._alike_to
        if not (offs or defs):
            lost_or_won = alike(False, NOTHING, NOTHING), alike(True, NOTHING, NOTHING)
            return {position: lost_or_won[won[position]] for position in missing}
        off_left, def_left = LEFT[OFF], LEFT[DEF]
        off_again = self._rolled({off_left[position] for position in missing}, OFF, offs - 1, defs)
        def_again = self._rolled({def_left[position] for position in missing}, DEF, offs, defs - 1)
        return {
            position: alike(won[position], off_again[off_left[position]], def_again[def_left[position]])
            for position in missing
        }

    def _alike_to(self, won: bool, off: tuple[int, Again], defence: tuple[int, Again]) -> TallyStanding:
        key = won, off[0], defence[0]
        found = self._alike.get(key)
        if found is None:
            found = self._alike[key] = TallyStanding(len(self._alike), won, off[1], defence[1])
        return found

    def _rolled(self, left: set[Position], pool: PoolName, offs: int, defs: int) -> dict[Position, tuple[int, Again]]:
        """What one more die of a pool leads to, by what is left without it; nothing where there is none to roll."""
        if offs < 0 or defs < 0:
            return dict.fromkeys(left, NOTHING)
        more = MORE[pool]
        left.discard(NO_DIE)
        after = self.of({position for rest in left for position in more[rest]}, offs, defs)
        rolled = {rest: self._merged([after[position] for position in more[rest]]) for rest in left}
        rolled[NO_DIE] = NOTHING
        return rolled

    def _merged(self, standings: list[TallyStanding]) -> tuple[int, Again]:
        """The same for all dice that lead to the same standings, in whatever order; with a number of its own."""
        key = tuple(sorted([standing.number for standing in standings]))
        found = self._again.get(key)
        if found is None:
            counted: dict[TallyStanding, int] = {}
            for standing in standings:
                counted[standing] = counted.get(standing, 0) + 1
            found = self._again[key] = len(self._again), tuple(counted.items())
        return found


NOTHING: tuple[int, Again] = -1, ()


@lru_cache
def won_by(method: str) -> Won:
    return Won(method)


@lru_cache
def standings_by(method: str) -> TallyStandings:
    return TallyStandings(method)


def position_of(off: Sequence[int], defence: Sequence[int]) -> Position:
    return number_of(off) * APART + number_of(defence)


def number_of(dice: Sequence[int]) -> int:
    return NUMBER[tuple(sorted(dice, reverse=True))]


# ---- turns ----------------------------------------------------------------------------------------


class RerollTurn:
    """A turn of the re-roll phase: whose it is, what the players have left, and so what may come next."""

    __slots__ = ("best", "moves", "number", "passing", "unused")

    def __init__(self, number: int, unused: int, passing: RerollTurn | None) -> None:
        self.number, self.unused, self.passing = number, unused, passing
        self.moves: list[tuple[int, PoolName, RerollTurn | None]] = []
        """Which tally, which pool of it (DEF first), and the turn after that; None: the phase is over."""
        self.best: dict[tuple[TallyStanding, TallyStanding], Shares] = {}


class RerollTurns:
    """All turns that may come in one re-roll phase, in the order of `rerolling`."""

    def __init__(self, left: tuple[Left, Left], line: Line = BOTH) -> None:
        self.found: dict[tuple[tuple[Left, Left], Line], RerollTurn] = {}
        self.first = self._at(left, line)

    def _at(self, left: tuple[Left, Left], line: Line) -> RerollTurn | None:
        line = tuple(number for number in line if left[number])
        if not line:
            return None
        key = left, line
        if key not in self.found:
            number, rest = line[0], line[1:]
            own = left[number]
            turn = self.found[key] = RerollTurn(number, SIDES ** len(own), self._at(_with(left, number, ()), rest))
            for pool in (DEF, OFF):
                if any(pool in grant.pools for grant in own):
                    fewer = list(own)
                    fewer.remove(spent(own, "", pool))
                    after = self._at(_with(left, number, tuple(fewer)), (*rest, number))
                    turn.moves.append((number if pool == OFF else 1 - number, pool, after))
        return self.found[key]


def _with(left: tuple[Left, Left], number: int, own: Left) -> tuple[Left, Left]:
    return (left[0], own) if number else (own, left[1])


@lru_cache(64)
def nameless(grants: Left, off: int, defence: int) -> Left:
    """The same re-rolls, known by nothing but the pools that they are good for; a pool without dice is none."""
    pools = [tuple(pool for pool in grant.pools if (off if pool == OFF else defence)) for grant in grants]
    return tuple(Grant("", kinds, "") for kinds in sorted(pools) if kinds)


def good_for(left: Left, pool: PoolName) -> int:
    return sum(pool in grant.pools for grant in left)


# ---- what comes of it -----------------------------------------------------------------------------


def best_shares(turn: RerollTurn | None, one: TallyStanding, two: TallyStanding, wishes: Sequence[Wishes]) -> Shares:
    """What comes of it if both do their best from this turn on; `one` is the attacker's tally and `two` the target's.
    Shares add up to 6 to the power of the re-rolls left. In a tie he passes, so as not to roll for nothing."""
    if turn is None:
        return SURE[2 * one.won + two.won]
    known = turn.best.get((one, two))
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
            known = after.best.get(board) if after is not None else None
            w, x, y, z = known or best_shares(after, *board, wishes)
            p, q, r, s = p + n * w, q + n * x, r + n * y, s + n * z
        liked = a * p + b * q + c * r + d * s
        if liked > worth:
            best, worth = (p, q, r, s), liked
    turn.best[one, two] = best
    return best


def added(parts: list[tuple[int, Shares]]) -> Shares:
    """Shares put together, each so many times."""
    p = q = r = s = 0
    for n, (w, x, y, z) in parts:
        p, q, r, s = p + n * w, q + n * x, r + n * y, s + n * z
    return p, q, r, s


def forget() -> None:
    """Drops everything that is remembered."""
    won_by.cache_clear()
    standings_by.cache_clear()
