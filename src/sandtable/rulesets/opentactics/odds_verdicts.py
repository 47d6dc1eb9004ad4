"""The chances of each verdict of an assault: before the dice, and once they lie on the table.

Four pools of up to three dice have too many results to run one by one. But until the re-rolls each pool is by itself,
so the stages of the rules are run for each alone; and the two tallies share no dice, so each is a weighted heap of
standings. Once the dice lie on the table everything that can still be done is run through, stage by stage.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import comb, lcm
from typing import Any, NamedTuple, cast

from msgspec.structs import replace

from sandtable.engine.dice import Roll, outcomes
from sandtable.engine.outlook import Short, Solution, Solve, TooLarge, Weights
from sandtable.engine.ruleset import Procedure, Stage, Tell
from sandtable.rulesets.opentactics import odds_standings as standings
from sandtable.rulesets.opentactics import odds_thumbs as thumbs
from sandtable.rulesets.opentactics.abilities import DEF, OFF, PoolName
from sandtable.rulesets.opentactics.bumping import bumping
from sandtable.rulesets.opentactics.hands import BOTH, Contest, Fighter, Hand, Hands, Hex, Line
from sandtable.rulesets.opentactics.hexing import Uses, hexing
from sandtable.rulesets.opentactics.odds_standings import (
    APART,
    NO_TALLY,
    SIDES,
    VERDICTS,
    Left,
    Position,
    RerollTurns,
    Shares,
    TallyStanding,
    Wishes,
    added,
    best_shares,
    good_for,
    nameless,
    number_of,
    position_of,
    standings_by,
)
from sandtable.rulesets.opentactics.odds_thumbs import NO_HEAP, heaps, usual_shares
from sandtable.rulesets.opentactics.rerolling import rerolling
from sandtable.rulesets.opentactics.rolling import rolling

MOST_KNOWN = 2000
POSITIONS, STANDINGS = 20, 8
"""So many positions are sorted, and so many standings of both tallies weighed, in the time that one run of the rules
may take."""
MOST_REROLLS = 6
"""More than these are not worked out by rule of thumb either: samples are sooner there."""
STAGES = 5
"""So many turns of the bump phase and of HEX are run in that time."""


# ---- before the dice ------------------------------------------------------------------------------


class Pool(NamedTuple):
    """A pool before it is rolled: what may happen to it until the re-rolls, if everybody looks at it alone."""

    dice: int
    bumps: tuple[int, ...]
    hexes: int


class Setting(NamedTuple):
    """All that counts about a contest before the dice: for the attacker's tally OFF and DEF, then the same for the
    target's if it strikes back; and the re-rolls of both. Contests that differ in nothing else are one."""

    pools: tuple[Pool, ...]
    left: tuple[Left, Left]
    method: str
    must_lower: bool

    @property
    def tallies(self) -> list[tuple[int, int, int, int]]:
        """For each tally the OFF dice, the DEF dice, and the re-rolls there may be of either."""
        found = []
        for number in range(len(self.pools) // 2):
            off, defence = self.pools[2 * number : 2 * number + 2]
            offs, defs = good_for(self.left[number], OFF), good_for(self.left[1 - number], DEF)
            found.append((off.dice, defence.dice, offs, defs))
        return found

    @property
    def positions(self) -> int:
        """How many positions have to be sorted into standings, at the most."""
        return sum(
            _pools_of(off) * _pools_of(defence) * (offs + 1) * (defs + 1) for off, defence, offs, defs in self.tallies
        )

    @property
    def rerolls(self) -> int:
        return sum(map(len, self.left))

    @property
    def contested(self) -> bool:
        """Is there anything to weigh: which pool a re-roll is for, or whether to pass while the other player may still
        turn the same tally?"""
        either = any(len(grant.pools) > 1 for own in self.left for grant in own)
        return either or any(offs and defs for _, _, offs, defs in self.tallies)

    @property
    def decided(self) -> bool:
        """Does anybody decide anything?"""
        return any(self.left) or any(pool.bumps or pool.hexes for pool in self.pools)

    @property
    def bumps_are_best(self) -> bool:
        """The rule of thumb leaves a pool as high as it can be, unless a large + bump stands beside a - bump; and where
        the first difference decides there is nothing better, whatever may be rolled again."""
        mixed = any(min(pool.bumps) < 0 and max(pool.bumps) > 1 for pool in self.pools if pool.bumps)
        return self.method == "first_difference" and not mixed

    @property
    def by_thumb(self) -> bool:
        """Does a rule of thumb decide about anything but re-rolls, that may not be the best?"""
        bumped = any(pool.bumps for pool in self.pools)
        return any(pool.hexes for pool in self.pools) or (bumped and not self.bumps_are_best)


def _pools_of(dice: int) -> int:
    return comb(dice + 5, 5)


def setting(contest: Contest) -> Setting:
    order: list[tuple[int, PoolName]] = [(0, OFF), (1, DEF)]
    if contest.retaliates:
        order += [(1, OFF), (0, DEF)]
    one, two = (nameless(fighter.grants, fighter.off, fighter.defence) for fighter in contest.fighters)
    return Setting(tuple(_pool(contest, *part) for part in order), (one, two), contest.tally_method, contest.must_lower)


def _pool(contest: Contest, number: int, pool: PoolName) -> Pool:
    """By rule of thumb the OFF dice are hexed, where there are any."""
    fighter = contest.fighters[number]
    bumps = tuple(sorted(value for name, value in fighter.bumps if name == pool))
    hexed = pool == (OFF if fighter.off else DEF)
    hexes = sum(use.fighter == number for uses in contest.hexes for use in uses) if hexed else 0
    return Pool(fighter.size(pool), bumps, hexes)


def before_rerolls(contest: Contest) -> Procedure[int]:
    """The OFF pool of the attacker when the re-rolls begin: the stages of a contest, as far as that."""
    stage = Stage(rolling, (contest,))
    while stage.rule is not rerolling:
        stage = yield from stage.rule(*stage.args)
    _, hands, _ = stage.args
    return number_of(hands[0].off)


def _alone(pool: Pool, must_lower: bool) -> Contest:
    """A contest in which nothing is rolled but this pool."""
    bumps = tuple((OFF, value) for value in pool.bumps)
    fighters = Fighter(0, "", 0, "", pool.dice, 0, bumps), Fighter(1, "", 1, "", 0, 0)
    hexes = ((Hex("", 1, "", 0),) * pool.hexes,) if pool.hexes else ()
    return Contest(fighters, "melee", False, must_lower=must_lower, hexes=hexes)


class Board(NamedTuple):
    """A contest when its re-rolls begin: the standings of both tallies with their weights."""

    left: tuple[Left, Left]
    one: Mapping[TallyStanding, int]
    two: Mapping[TallyStanding, int]

    @property
    def size(self) -> int:
        """How much there is to weigh, roughly."""
        return len(self.one) * len(self.two) * len(RerollTurns(self.left).found)

    def weights(self, wishes: Sequence[Wishes]) -> Weights:
        first = RerollTurns(self.left).first
        return _by_verdict(
            [
                (weight * amount, best_shares(first, one, two, wishes))
                for one, weight in self.one.items()
                for two, amount in self.two.items()
            ]
        )


def _by_verdict(parts: list[tuple[int, Shares]]) -> Weights:
    return {verdict: share for verdict, share in zip(VERDICTS, added(parts), strict=True) if share}


_boards: dict[Setting, Board] = {}
_solved: dict[Hashable, Weights] = {}


def _shown(pool: Pool, must_lower: bool, solve: Solve) -> Weights:
    if pool.bumps or pool.hexes:
        return solve(before_rerolls, _alone(pool, must_lower))
    return {number_of(faces): ways for faces, ways in outcomes(Roll(pool.dice, SIDES, "pool", "OT-13.1", 0))}


def _rolled(dealt: Setting, solve: Solve) -> list[dict[Position, int]]:
    """What the dice of each tally may show when the re-rolls begin."""
    pools = [_shown(pool, dealt.must_lower, solve) for pool in dealt.pools]
    return [
        {
            one * APART + two: weight * amount
            for one, weight in cast(Mapping[int, int], pools[n]).items()
            for two, amount in cast(Mapping[int, int], pools[n + 1]).items()
        }
        for n in range(0, len(pools), 2)
    ]


def _board(dealt: Setting, solve: Solve, most: int) -> Board | None:
    """None where it takes longer than `most` runs of the rules."""
    if dealt.positions > most * POSITIONS:
        return None
    if dealt not in _boards:
        _make_room(_boards)
        found: list[Mapping[TallyStanding, int]] = []
        for positions, (*_, offs, defs) in zip(_rolled(dealt, solve), dealt.tallies, strict=True):
            standings = standings_by(dealt.method).of(positions, offs, defs)
            weights: dict[TallyStanding, int] = {}
            for position, weight in positions.items():
                standing = standings[position]
                weights[standing] = weights.get(standing, 0) + weight
            found.append(weights)
        _boards[dealt] = Board(dealt.left, found[0], found[1] if len(found) > 1 else {NO_TALLY: 1})
    board = _boards[dealt]
    return board if board.size <= most * STANDINGS else None


def by_thumb(contest: Contest, solve: Solve) -> Short:
    """A contest with everything decided by rule of thumb."""
    return _by_thumb(setting(contest), solve)


def _by_thumb(dealt: Setting, solve: Solve) -> Short:
    if dealt.rerolls > MOST_REROLLS:
        raise TooLarge("an assault with so many re-rolls is not worked out")
    if dealt not in _solved:
        _make_room(_solved)
        tallies = [heaps(positions, dealt.method) for positions in _rolled(dealt, solve)]
        one, two = tallies if len(tallies) > 1 else (tallies[0], [NO_HEAP])
        first = RerollTurns(dealt.left).first
        _solved[dealt] = _by_verdict([(1, usual_shares(first, *board)) for board in product(one, two)])
    return Short(_solved[dealt], dealt.decided)


def best(contest: Contest, solve: Solve, most: int) -> Solution | None:
    """A contest with its re-rolls as is best for either player. None where it takes longer than `most` runs of the
    rules. Where nobody can answer a re-roll with another there is nothing to weigh: whoever is behind rolls again."""
    dealt = setting(contest)
    board = _board(dealt, solve, most) if dealt.contested else None
    if board is None and (dealt.contested or dealt.rerolls > MOST_REROLLS):
        return None

    def weights(worths: Worths) -> Weights:
        wishes = _fighters_wishes(contest, worths)
        if board is None:
            return _by_thumb(dealt, solve).weights
        key = dealt, wishes
        if key not in _solved:
            _make_room(_solved)
            _solved[key] = board.weights(wishes)
        return _solved[key]

    decisions = _decisions(contest, contest.fighters if dealt.bumps_are_best else (), (), dealt.left)
    return Solution(_results(contest), weights, decisions, dealt.by_thumb)


def _fighters_wishes(contest: Contest, worths: Worths) -> tuple[Wishes, ...]:
    """Each likes it that the other one is beaten, and minds it for himself, all else equal; so he wants his dice high.
    For any other aim a search is wanted."""
    attacker, target = wishes = _wishes(worths, [fighter.seat for fighter in contest.fighters])
    hits = [(0, 2), (1, 3)] if contest.retaliates else [(0, 2)]  # of `VERDICTS`: the target is safe, or beaten
    blows = [(0, 1), (2, 3)] if contest.retaliates else []
    if any(attacker[a] > attacker[b] or target[a] < target[b] for a, b in hits) or any(
        attacker[a] < attacker[b] or target[a] > target[b] for a, b in blows
    ):
        raise TooLarge("who would rather not win is followed by a search alone: how='searched'")
    return wishes


Worths = Mapping[Hashable, Sequence[Fraction]]
Outcome = tuple[Shares, int]
"""How often each verdict comes about, out of how many times."""


def _results(contest: Contest) -> tuple[Hashable, ...]:
    """Where the target does not strike back the attacker is safe."""
    return VERDICTS if contest.retaliates else VERDICTS[::2]


def _wishes(worths: Worths, seats: Sequence[int]) -> tuple[Wishes, ...]:
    """How much some seats like each verdict, in whole numbers. One that cannot be is nobody's concern."""
    return tuple([_whole([worths[one][seat] if one in worths else NOT_SO for one in VERDICTS]) for seat in seats])


NOT_SO = Fraction(0)


def _whole(worths: list[Fraction]) -> tuple[int, ...]:
    common = lcm(*[worth.denominator for worth in worths])
    return tuple([worth.numerator * (common // worth.denominator) for worth in worths])


def _decisions(
    contest: Contest, bumps: Sequence[Fighter | Hand], hexes: Uses, left: Sequence[Left]
) -> tuple[tuple[int, str, str], ...]:
    """What is solved: the bumps of some, HEX, and the re-rolls that are left."""
    seats = [fighter.seat for fighter in contest.fighters]
    bumped = [(seat, "OT-14.2", "bumps") for seat, one in zip(seats, bumps, strict=False) if one.bumps]
    hexed = [(use.seat, "OT-3.5", "hexes") for uses in hexes for use in uses]
    again = [(seat, "OT-15.1", "re-rolls") for seat, own in zip(seats, left, strict=True) if own]
    return (*bumped, *dict.fromkeys(hexed), *again)


# ---- once the dice lie on the table ---------------------------------------------------------------


class OnTheTable:
    """What comes of the dice on the table if everybody does his best, from how much each seat likes each verdict: the
    stages of the rules are run with every answer and every face, as far as the re-rolls."""

    def __init__(self, contest: Contest, left: tuple[Left, Left], line: Line, worths: Worths, most: int) -> None:
        self.contest, self.worths, self.most = contest, worths, most
        self.again = [(good_for(left[n], OFF), good_for(left[1 - n], DEF)) for n in (0, 1)]
        self.first, self.unused = RerollTurns(left, line).first, SIDES ** sum(map(len, left))
        self.wishes = _fighters_wishes(contest, worths)
        self.known: dict[Stage, Outcome] = {}

    def outcome(self, stage: Stage) -> Outcome:
        if stage.rule is rerolling:
            one, two = self._standings(stage.args[1])
            return best_shares(self.first, one, two, self.wishes), self.unused
        contest, hands, *rest = stage.args
        stage = Stage(stage.rule, (contest, _in_order(hands), *rest))
        if stage not in self.known:
            self.known[stage] = self._after(stage, ())
        return self.known[stage]

    def _standings(self, hands: Hands) -> list[TallyStanding]:
        found = [NO_TALLY, NO_TALLY]
        for n in (0, 1) if self.contest.retaliates else (0,):
            position = position_of(hands[n].off, hands[1 - n].defence)
            found[n] = standings_by(self.contest.tally_method).of((position,), *self.again[n])[position]
        return found

    def _after(self, stage: Stage, given: tuple[Any, ...]) -> Outcome:
        """What comes of a stage after these answers and faces."""
        self.most -= 1
        if self.most < 0:
            raise TooLarge("there is too much that can be done with these dice; allow more runs")
        request = _request(stage, given)
        if isinstance(request, Stage):
            return self.outcome(request)
        if isinstance(request, Roll):
            return _mixed([(n, self._after(stage, (*given, faces))) for faces, n in outcomes(request)])
        answers = [request.read(answer) for answer in request.legal()]
        return self._best([self._after(stage, (*given, answer)) for answer in answers], request.seat)

    def _best(self, found: list[Outcome], seat: int) -> Outcome:
        """In a tie the last one, which most often is to do nothing."""
        (wishes,) = _wishes(self.worths, [seat])

        def liked(outcome: Outcome) -> Fraction:
            shares, total = outcome
            return Fraction(sum(wish * share for wish, share in zip(wishes, shares, strict=True)), total)

        return max(reversed(found), key=liked)


def _mixed(parts: list[tuple[int, Outcome]]) -> Outcome:
    common = lcm(*(total for _, (_, total) in parts))
    shares = added([(n * common // total, shares) for n, (shares, total) in parts])
    return shares, common * sum(n for n, _ in parts)


def _in_order(hands: Hands) -> Hands:
    """Equal dice are one case, in whatever order they fell."""
    one, two = (replace(hand, off=tuple(sorted(hand.off)), defence=tuple(sorted(hand.defence))) for hand in hands)
    return one, two


def _request(stage: Stage, given: tuple[Any, ...]) -> Any:
    """What a stage asks for after these answers and faces, or what it returns."""
    running, waiting, value = stage.rule(*stage.args), list(given), None
    while True:
        try:
            request = running.send(value)
        except StopIteration as done:
            return done.value
        if type(request) is Tell:
            value = None
        elif waiting:
            value = waiting.pop(0)
        else:
            return request


def rest(stage: Stage, most: int) -> Solution:
    """A contest from the question of this stage on, as is best for everybody; the dice lie on the table."""
    fight, hands, *_ = stage.args
    line: Line = stage.args[2] if stage.rule is rerolling else BOTH
    one, two = (
        nameless(hand.grants, len(hand.off), len(hand.defence)) if number in line else ()
        for number, hand in enumerate(hands)
    )

    def weights(worths: Worths) -> Weights:
        shares, _ = OnTheTable(fight, (one, two), line, worths, most * STAGES).outcome(stage)
        return _by_verdict([(1, shares)])

    bumps, hexes = (hands, fight.hexes) if stage.rule is bumping else ((), ())
    decisions = _decisions(fight, bumps, stage.args[2] if stage.rule is hexing else hexes, (one, two))
    return Solution(_results(fight), weights, decisions, by_thumb=False)


def _make_room(known: dict[Any, Any]) -> None:
    if len(known) > MOST_KNOWN:
        known.clear()


def forget() -> None:
    """Drops everything that is remembered."""
    standings.forget()
    thumbs.forget()
    _boards.clear()
    _solved.clear()
