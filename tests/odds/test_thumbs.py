"""Rules of thumb are held to what a search finds, and odds move the way the rules say."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.engine.outlook import StageAim
from sandtable.engine.registry import ruleset
from sandtable.odds import Odds, distribution, named_odds
from sandtable.odds.exact import AimedStages
from sandtable.rulesets.opentactics.bumping import bump_offers, bumped
from sandtable.rulesets.opentactics.hands import PASS_OPTION, Grant, Hand
from sandtable.rulesets.opentactics.odds import Outlook as OpenTacticsOutlook
from sandtable.rulesets.opentactics.odds_standings import (
    APART,
    NO_TALLY,
    POOLS,
    Left,
    RerollTurns,
    best_shares,
    good_for,
    standings_by,
)
from sandtable.rulesets.opentactics.tally import tally
from sandtable.rulesets.roe.dice import Line
from sandtable.rulesets.roe.odds import Outlook as RoeOutlook
from sandtable.rulesets.roe.rerolls import RerollSource, Volley
from sandtable.rulesets.roe.resolve_tests import resolve
from sandtable.rulesets.roe.volley import volley

ENGAGE, FOCUS = RerollSource("Engage", 1, "RE-1.44"), RerollSource("Focus", 2, "RE-1.55")
ACCURATE = RerollSource("Accurate", 0, "RE-6.22", only=1)


def close(c: int) -> RerollSource:
    return RerollSource("C", c, "RE-4.35")


VOLLEYS = [
    ((Line("Tom", 4, 7),), (ENGAGE,), ""),
    ((Line("Tom", 4, 6),), (ENGAGE, FOCUS), ""),
    ((Line("Tom", 2, 5),), (close(2), ACCURATE), ""),
    ((Line("Tom", 3, 8),), (ENGAGE, FOCUS, ACCURATE), ""),
    ((Line("Tom", 3, 5),), (close(1),), "after"),
    ((Line("Tom", 3, 5),), (close(2),), "before"),
    ((Line("Tom", 2, 6), Line("Una", 2, 6)), (ENGAGE, FOCUS), ""),
    ((Line("Tom", 1, 8), Line("Una", 2, 4)), (ENGAGE, FOCUS), ""),
    ((Line("Tom", 2, 6),), (close(1), ACCURATE), "after"),
]


@pytest.mark.parametrize(("lines", "sources", "parry"), VOLLEYS)
def test_the_rule_of_thumb_for_rerolls_loses_nothing(lines: Any, sources: Any, parry: str) -> None:
    """Where Accurate has to be weighed against other re-rolls or Parry a search finds a little more, never half a
    percent."""
    attack = Volley(0, "Ann", 1, lines, sources, parry)
    outlook = RoeOutlook()
    thumb = distribution(volley, (attack,), choose=outlook.usual).mean(lambda struck: sum(struck.hits))
    aims = {rule: StageAim(aim.seat, aim.of, aim.words) for rule, aim in outlook.aims.items()}
    best = AimedStages(aims).solve(volley, (attack,)).mean(lambda struck: sum(struck.hits))
    if ACCURATE in sources and (parry or len(sources) > 2):
        assert abs(best - thumb) < best / 200
    else:
        assert thumb == best


def test_the_rule_of_thumb_for_resolve_loses_nothing() -> None:
    outlook = RoeOutlook()
    args = ("test", "RE-5.17", 0, "Ann", 3, 5, True)
    thumb = distribution(resolve, args, choose=outlook.usual)
    assert thumb.mean(lambda passed: passed[0]) == AimedStages(outlook.aims).solve(resolve, args).mean(
        lambda passed: passed[0]
    )


BUMPS = [(1,), (2,), (1, 1), (1, 2), (-1,), (-1, 1), (3,), (-1, -1), (1, 1, 2), (-1, 1, 1)]
"""Whatever the cards of the lists bring together. (None has a -1 beside a +2; there a search can do better.)"""


@pytest.mark.parametrize("bumps", BUMPS)
@pytest.mark.parametrize("dice", [1, 2, 3])
def test_no_bumps_leave_a_pool_higher_than_the_rule_of_thumb(dice: int, bumps: tuple[int, ...]) -> None:
    """The tally compares from the top: the highest pool, die by die, is the best against any dice."""
    for pool in combinations_with_replacement(range(1, 7), dice):
        assert by_thumb(pool, bumps) == max(reachable(pool, bumps))


def by_thumb(pool: tuple[int, ...], bumps: tuple[int, ...]) -> tuple[int, ...]:
    hand = hand_with(pool, bumps)
    while True:
        offered, may_pass = bump_offers(hand, True)
        if not offered:
            return ordered(hand)
        chosen = next(option for option in (*offered, None) if option is None or option.id == pick(offered, may_pass))
        if chosen is None:
            return ordered(hand)
        hand = used(hand, chosen.value)


def pick(offered: list[Any], may_pass: bool) -> str:
    from sandtable.engine.questions import ChooseOne

    options = (*offered, PASS_OPTION) if may_pass else tuple(offered)
    question = ChooseOne(seat=0, prompt="", clause="OT-14.2", options=options)
    return str(OpenTacticsOutlook().usual(question))


def reachable(pool: tuple[int, ...], bumps: tuple[int, ...]) -> set[tuple[int, ...]]:
    hand = hand_with(pool, bumps)
    offered, may_pass = bump_offers(hand, True)
    found = {tuple(sorted(pool, reverse=True))} if may_pass or not offered else set()
    for option in offered:
        after = used(hand, option.value)
        found |= reachable(after.off, tuple(value for _, value in after.bumps))
    return found


def hand_with(pool: tuple[int, ...], bumps: tuple[int, ...]) -> Hand:
    return Hand(pool, (), tuple(("OFF", value) for value in bumps))


def used(hand: Hand, chosen: Any) -> Hand:
    pool, value, face = chosen
    return hand.without_bump((pool, value)).changed(pool, face, bumped(face, value))


def ordered(hand: Hand) -> tuple[int, ...]:
    return tuple(sorted(hand.off, reverse=True))


# ---- re-rolls of OpenTactics ------------------------------------------------------------------------------

REROLLS: list[dict[str, str]] = [
    {"height": "1"},
    {"height": "-1"},
    {"support": "1"},
    {"support": "1", "guard": "1", "target.range": "0"},
    {"height": "1", "attacker.off_bumps": "1"},
    {"height": "1", "target.types": "Monster"},
    {"height": "1", "support": "1", "guard": "1", "target.range": "0"},
    {"support": "1", "attacker.off": "2", "target.range": "0"},
]


@pytest.mark.parametrize("words", REROLLS, ids=str)
def test_the_usual_odds_of_rerolls_are_those_of_a_search(words: dict[str, str]) -> None:
    """Which pool to roll again, and whether to pass while the other player still has re-rolls."""
    found = exact(named_odds("opentactics", "melee", ["plain", "plain"], words))
    searched = exact(named_odds("opentactics", "melee", ["plain", "plain"], words, how="searched", runs=10**6))
    assert found.weights.keys() == searched.weights.keys()
    for who in ("target", "attacker"):
        assert abs(found.chance("captured", who) - searched.chance("captured", who)) < Fraction(1, 200)


@pytest.mark.parametrize("method", ["first_difference", "every_die"])
@pytest.mark.parametrize("dice", [(1, 1, 2, 1), (2, 1, 1, 1), (2, 2, 0, 0)])
@pytest.mark.parametrize("wishes", [(0, -1, 1, 0), (0, -3, 1, -2)])
def test_nothing_is_gained_by_rolling_another_die_again(
    method: str, dice: tuple[int, int, int, int], wishes: tuple[int, int, int, int]
) -> None:
    """Against every choice there is, from every position: each die of each pool, each kind of re-roll, and passing."""
    left = (Grant("", ("OFF",), ""), Grant("", ("OFF", "DEF"), "")), (Grant("", ("DEF",), ""),)
    standings = standings_by(method)
    one = standings.of(positions(*dice[:2]), good_for(left[0], "OFF"), good_for(left[1], "DEF"))
    two = standings.of(positions(*dice[2:]), good_for(left[1], "OFF"), good_for(left[0], "DEF"))
    both = wishes, tuple(-wish for wish in wishes)
    first = RerollTurns(left).first
    everything = EveryChoice(method, wishes)
    for attacking in positions(*dice[:2])[::5]:
        for defending in positions(*dice[2:])[::5]:
            dealt = tuple(POOLS[number] for both in (attacking, defending) for number in divmod(both, APART))
            shares = best_shares(first, one[attacking], two[defending] if dice[2] else NO_TALLY, both)
            worth = sum(share * wish for share, wish in zip(shares, wishes, strict=True))
            assert Fraction(worth, sum(shares)) == everything.worth(dealt, left, (0, 1))


def positions(off: int, defence: int) -> list[int]:
    """Every position of so many dice."""
    above, below = ([n for n, pool in enumerate(POOLS) if len(pool) == dice] for dice in (off, defence))
    return [one * APART + two for one in above for two in below]


class EveryChoice:
    """The re-roll phase by trying everything. Pools: OFF of the attacker, DEF of the target, then the others."""

    def __init__(self, method: str, wishes: tuple[int, int, int, int]) -> None:
        self.method, self.wishes = method, wishes
        self.known: dict[Any, Fraction] = {}

    def worth(self, pools: Any, left: tuple[Left, Left], waiting: tuple[int, ...]) -> Fraction:
        """For the attacker; the target wants the contrary."""
        if not waiting:
            won = [tally(pools[n], pools[n + 1], self.method)[0] for n in (0, 2)]
            return Fraction(self.wishes[2 * won[0] + (won[1] and bool(pools[2]))])
        key = pools, left, waiting
        if key not in self.known:
            best = max if waiting[0] == 0 else min
            self.known[key] = best(self.choices(pools, left, waiting))
        return self.known[key]

    def choices(self, pools: Any, left: tuple[Left, Left], waiting: tuple[int, ...]) -> Iterator[Fraction]:
        number, rest = waiting[0], waiting[1:]
        yield self.worth(pools, left, rest)
        own = left[number]
        for grant in own:
            spent = tuple(other for other in own if other is not grant)
            after = (spent, left[1]) if number == 0 else (left[0], spent)
            for pool in grant.pools:
                place = {"OFF": 2 * number, "DEF": 3 - 2 * number}[pool]
                for at in range(len(pools[place])):
                    yield self.rolled(pools, place, at, after, (*rest, number))

    def rolled(self, pools: Any, place: int, at: int, left: tuple[Left, Left], waiting: tuple[int, ...]) -> Fraction:
        found = Fraction(0)
        for face in range(1, 7):
            dice = sorted((*pools[place][:at], face, *pools[place][at + 1 :]), reverse=True)
            found += self.worth((*pools[:place], tuple(dice), *pools[place + 1 :]), left, waiting)
        return found / 6


def test_rerolls_are_solved_for_what_is_at_stake() -> None:
    """Whoever may hope for a save looks to his OFF dice, and an aim that is named counts."""
    words = {"height": "1"}
    even = exact(named_odds("opentactics", "melee", ["plain", "plain"], words))
    bold = exact(named_odds("opentactics", "melee", ["plain", "plain"], words, aim="captured"))
    safe = exact(named_odds("opentactics", "melee", ["plain", "plain"], words | {"attacker.types": "Behemoth"}))
    assert bold.chance("captured", "target") > even.chance("captured", "target")
    assert safe.chance("captured", "target") > even.chance("captured", "target")
    decided = [(one.who, one.clause, one.how, one.chosen) for one in even.decisions]
    assert ("Attacker", "OT-15.1", "best for Attacker", ("re-rolls",)) in decided


def test_what_takes_too_long_to_solve_goes_by_rule_of_thumb() -> None:
    models, words = ["Walking Oak", "Mud Hulk"], {"support": "2", "guard": "1", "height": "1"}
    thumb = exact(named_odds("opentactics", "melee", models, words, how="usual"))
    quick = exact(named_odds("opentactics", "melee", models, words))
    longer = exact(named_odds("opentactics", "melee", models, words, runs=20_000))
    assert quick.weights == thumb.weights
    assert any(one.clause == "OT-15.1" for one in longer.decisions)
    assert not any(one.clause == "OT-15.1" for one in quick.decisions)
    assert longer.chance("captured", "attacker") < quick.chance("captured", "attacker")


# ---- the way odds move ------------------------------------------------------------------------------------


def exact(odds: Odds) -> Odds:
    assert not odds.sampled
    assert sum(odds.weights.values()) == odds.total
    return odds


def shot(**words: str) -> Odds:
    named = {key.replace("__", "."): value for key, value in words.items()}
    return exact(named_odds("roe", "shoot", ["plain", "plain"], named))


GUNS = st.sampled_from(["Assault Rifle", "Bullpup", "Scattergun", "Marksman Rifle", "Rail Lance", "Carbine"])


@settings(max_examples=25, deadline=None)
@given(GUNS, st.integers(2, 9), st.integers(2, 9), st.booleans(), st.booleans())
def test_cover_and_skill_never_help_the_attacker(gun: str, exp: int, res: int, focus: bool, cover: bool) -> None:
    words = {"weapon": gun, "distance": "6", "target__exp": str(exp), "target__res": str(res)}
    words |= ({"focus": ""} if focus else {}) | ({"cover": ""} if cover else {})
    base = shot(**words).mean("wounds", "target")
    assert shot(**words | {"cover": ""}).mean("wounds", "target") <= base
    assert shot(**words | {"target__exp": str(exp + 1)}).mean("wounds", "target") <= base
    assert shot(**words | {"target__res": str(res + 1)}).mean("wounds", "target") >= base
    assert shot(**words | {"focus": ""}).mean("wounds", "target") >= base


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 5), st.integers(1, 6), st.integers(1, 6), st.integers(0, 12))
def test_a_higher_die_never_hurts_the_attacker(att: int, green: int, physique: int, trauma: int) -> None:
    def downed(red: int, strong: int) -> Fraction:
        words = {
            "pool": f"R{red}",
            "target.pool": f"G{green}",
            "target.physique": str(strong),
            "target.trauma": str(trauma),
        }
        odds = exact(named_odds("opportunity", "ranged-attack", ["plain", "plain"], words))
        return odds.chance("falls", "target") + odds.chance("dies", "target")

    assert downed(att, physique) <= downed(att + 1, physique)
    assert downed(att, physique + 1) <= downed(att, physique)


@settings(max_examples=25, deadline=None)
@given(
    st.integers(1, 2), st.integers(0, 2), st.sampled_from(["", "1", "-1", "2,1"]), st.integers(0, 2), st.integers(0, 1)
)
def test_more_dice_and_friends_never_hurt_the_attacker(
    off: int, defence: int, bumps: str, support: int, guard: int
) -> None:
    def captured(**more: str) -> Fraction:
        words = {
            "attacker.off": str(off), "target.def": str(defence), "target.range": "0", "support": str(support),
            "guard": str(guard), **({"attacker.off_bumps": bumps} if bumps else {}),
        }  # fmt: skip
        words |= {key.replace("__", "."): value for key, value in more.items()}
        return exact(named_odds("opentactics", "melee", ["plain", "plain"], words)).chance("captured", "target")

    base = captured()
    assert captured(attacker__off=str(off + 1)) >= base
    assert captured(target__def=str(defence + 1)) <= base
    if support < 2:
        assert captured(support=str(support + 1)) >= base
    if not guard:
        assert captured(guard="1") <= base


def test_what_each_ruleset_says_about_odds_is_complete() -> None:
    for name in ("opportunity", "opentactics", "roe"):
        outlook = ruleset(name).outlook  # type: ignore[attr-defined]
        assert outlook.nothing
        assert len({kind.name for kind in outlook.kinds}) == len(outlook.kinds)
        for kind in outlook.kinds:
            assert kind.summary
            assert all(kind.words.values())
