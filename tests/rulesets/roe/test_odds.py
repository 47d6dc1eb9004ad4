"""Odds before the dice: assaults, moves under fire, lists, and what comes right after."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from sandtable.engine.dice import Typed
from sandtable.engine.game import Game
from sandtable.engine.questions import Move, Place, Question
from sandtable.odds import Odds, Unsettled, answer_odds, named_odds, panel
from sandtable.rulesets.roe import RULESET
from sandtable.rulesets.roe.state import State
from tests.games import play_on
from tests.rulesets.roe.battles import blue, new_battle, red, skirmish


def after(setup: dict[str, Any], *answers: Any, options: Any = None) -> Game[State]:
    """A battle up to a question; dice are given as tuples."""
    game = Game(RULESET, setup, options, Typed())
    for answer in answers:
        game.feed(answer)
    return game


def exact(odds: Odds | None) -> Odds:
    assert odds is not None
    assert not odds.sampled
    assert sum(odds.weights.values()) == odds.total
    return odds


# ---- assaults -------------------------------------------------------------------------------------------------------


def charge(*weapons: str, **more: Any) -> Game[State]:
    setup = skirmish(red("Ann", [10, 10], weapons=list(weapons), **more), blue("Tom", [14, 10]))
    return after(setup, "Ann", "tactical", "no focus", "assault")


def test_an_assault_is_as_good_as_the_blow_at_its_end() -> None:
    blow = named_odds("roe", "fight", ["plain", "plain"], {"weapon": "Combat Blade"})
    odds = exact(answer_odds(charge("Combat Blade"), {"Ann": [[13, 10]]}))
    assert odds.words("Tom") == blow.words("target")


def test_the_better_blade_counts_until_one_is_chosen() -> None:
    game = charge("Combat Blade", "Breach Hammer")
    before = exact(answer_odds(game, {"Ann": [[13, 10]]}))
    game.answer({"Ann": [[13, 10]]})
    assert game.question is not None
    assert game.question.clause == "RE-4.36"
    each = panel(game)
    assert set(each) == {"Combat Blade", "Breach Hammer"}
    assert before.words("Tom") in [odds.words("Tom") for odds in each.values()]
    assert before.mean("wounds", "Tom") == max(odds.mean("wounds", "Tom") for odds in each.values())
    assert [(one.clause, one.how) for one in before.decisions if one.seat == 0] == [("RE-4.36", "best for Red")]


def test_a_fight_still_waits_for_its_weapon() -> None:
    setup = skirmish(red("Ann", [10, 10], weapons=["Combat Blade", "Breach Hammer"]), blue("Tom", [11, 10]))
    with pytest.raises(Unsettled, match="with which weapon"):
        answer_odds(after(setup, "Ann"), "fight")


# ---- moves under fire -----------------------------------------------------------------------------------------------

RIFLE = {"weapons": ["Battle Rifle"]}
UNDER_FIRE = {"no effect": Fraction(2, 5), "pinned": Fraction(6, 25), "wounded": Fraction(9, 25)}
"""One die of five or more in ten, then one of seven or more to resist."""


def test_whoever_moves_in_sight_of_a_rifle_may_be_shot_at() -> None:
    game = after(skirmish(red("Ann", [10, 10]), blue("Tom", [20, 10], **RIFLE)), "Ann", "advance", "no focus", "move")
    odds = exact(answer_odds(game, {"Ann": [[12, 10]]}))
    assert odds.words("Ann") == UNDER_FIRE
    assert [(one.clause, one.how, one.chosen) for one in odds.decisions] == [("RE-1.65", "best for Blue", ("Tom",))]


def test_a_move_that_nobody_sees_rolls_nothing() -> None:
    far = blue("Tom", [40, 10], **RIFLE)
    game = after(skirmish(red("Ann", [10, 10]), far), "Ann", "advance", "no focus", "move")
    assert answer_odds(game, {"Ann": [[12, 10]]}) is None
    assert exact(answer_odds(game, {"Ann": [[12, 10]]}, certain=True)).people == []


def test_of_two_on_overwatch_the_worse_one_shoots() -> None:
    two = blue("Tom", [20, 10], **RIFLE), blue("Una", [20, 14], weapons=["Rail Lance"])
    game = after(skirmish(red("Ann", [10, 10]), *two), "Ann", "advance", "no focus", "move")
    odds = exact(answer_odds(game, {"Ann": [[12, 10]]}))
    assert odds.mean("wounds", "Ann") > Fraction(9, 25)
    assert odds.decisions[0].chosen == ("Una",)


def test_a_break_away_is_shot_at_once_the_opponent_has_let_go() -> None:
    crowd = red("Ann", [10, 10]), blue("Una", [11, 10]), blue("Tom", [20, 10], **RIFLE)
    game = after(skirmish(*crowd), "Ann", "break away", (1,), "move")
    odds = exact(answer_odds(game, {"Ann": [[8, 12]]}))
    assert odds.words("Ann") == UNDER_FIRE


def test_whoever_is_left_alone_decides_about_overwatch_later() -> None:
    crowd = red("Ann", [10, 10]), blue("Una", [11, 10]), blue("Tom", [20, 10], **RIFLE)
    game = after(skirmish(*crowd), "Ann", "break away", (1,), "move", {"Ann": [[8, 12]]})
    assert game.question is not None
    assert game.question.seat == 1
    assert answer_odds(game, "stay") is None
    assert exact(answer_odds(game, "stay", certain=True)).people == []


def test_whoever_comes_onto_the_table_is_not_brought_back_to_life() -> None:
    models = {"name": "Ann", "player": "Red"}, blue("Tom", [20, 10], **RIFLE)
    game = after(skirmish(*models, round=1), "Ann", "advance", "no focus", "move")
    odds = exact(answer_odds(game, {"Ann": [[12, 0], [12, 4]]}))
    assert odds.words("Ann") == UNDER_FIRE
    unseen = exact(answer_odds(game, {"Ann": [[46, 0], [46, 4]]}, certain=True))
    assert unseen.people == []


def test_a_house_rule_puts_a_consolidation_under_fire() -> None:
    setup = skirmish(red("Ann", [10, 10], pins=3), blue("Tom", [20, 10], **RIFLE))
    game = after(
        setup, "Ann", "advance", "no focus", (9, 9, 9), "consolidate", options={"overwatch_on_consolidate": True}
    )
    assert exact(answer_odds(game, {"Ann": [[12, 10]]})).words("Ann") == UNDER_FIRE


# ---- lists ----------------------------------------------------------------------------------------------------------


def test_each_of_those_rallied_has_a_test() -> None:
    friends = red("Bea", [14, 10], pins=3), red("Cid", [18, 10], pins=1)
    setup = skirmish(red("Ann", [10, 10], abilities=["Command 1"]), *friends, blue("Tom", [44, 30]))
    game = after(setup, "Ann", "advance", "no focus")
    odds = exact(answer_odds(game, ["Bea", "Cid"]))
    assert odds.chance("still pinned down", "Bea") == Fraction(1, 8)
    assert odds.chance("steady", "Cid") == Fraction(1, 2)
    assert exact(answer_odds(game, ["Cid"])).people == ["Cid"]


def grenades() -> Game[State]:
    crowd = blue("Tom", [20, 18], wounds=1), blue("Una", [20, 21], exp=9)
    setup = skirmish(red("Ann", [10, 18], weapons=["Grenade Launcher"]), *crowd)
    return after(setup, "Ann", "engage", "no focus", "Tom")


def test_further_targets_get_the_dice_that_are_best_for_the_attacker() -> None:
    game = grenades()
    both = exact(answer_odds(game, ["Una"]))
    game.answer(["Una"])
    shares = [exact(answer_odds(game, {"Tom": 3 - n, "Una": n})) for n in (1, 2)]
    assert both.weights in [odds.weights for odds in shares]
    assert [(one.clause, one.how, one.chosen) for one in both.decisions if one.seat == 0] == [
        ("RE-6.31", "best for Red", ("{'Tom': 2, 'Una': 1}",))
    ]


def test_no_further_target_is_a_shot_at_one() -> None:
    assert exact(answer_odds(grenades(), [])).people == ["Tom"]


# ---- initiative -----------------------------------------------------------------------------------------------------

FIRST = "activates first"


def roll_off(one: int, two: int, exps: tuple[int, int] = (5, 4), **options: Any) -> Game[State]:
    officer = {"abilities": ["Command 2"]}
    models = red("Ann", [10, 10], exp=exps[0], **officer), blue("Tom", [40, 10], exp=exps[1], **officer)
    return after(skirmish(*models, phase="command"), (one,), (two,), options=options)


def wins(ahead: int) -> Fraction:
    """The chance to beat another die by more than nothing with so much of a start, ties rolled again."""
    pairs = [(a + ahead) - b for a in range(1, 11) for b in range(1, 11)]
    return Fraction(sum(gap > 0 for gap in pairs), sum(gap != 0 for gap in pairs))


def test_a_bid_is_worth_exactly_what_the_die_gives() -> None:
    """Red rolled 5 and has 10, Blue rolled 9 and has 13: only a 9 or a 10 beats that, an 8 is a tie."""
    odds = panel(roll_off(5, 9))
    bid = exact(odds["bid"])
    assert bid.chance(FIRST, "Red") == Fraction(2, 10) + Fraction(1, 10) * wins(1)
    assert bid.chance(FIRST, "Red") + bid.chance(FIRST, "Blue") == 1
    assert {one.how for one in bid.decisions} == {"usual"}


def test_a_tie_is_worth_what_comes_of_rolling_again() -> None:
    """Ten each, and as many counters: who declines rolls again with a start of one."""
    game = roll_off(5, 6)
    odds = exact(answer_odds(game, "decline"))
    assert odds.chance(FIRST, "Red") == wins(1)
    assert "decline" not in panel(roll_off(5, 9)), "without a tie nothing is rolled"


# ---- right after ----------------------------------------------------------------------------------------------------


def test_the_last_one_standing_wins_by_house_rule() -> None:
    setup = skirmish(red("Ann", [10, 10], **RIFLE), blue("Tom", [20, 10], wounds=1))
    for rule, words in (("last_standing_wins", {"wins"}), ("play_on", set())):
        odds = exact(answer_odds(after(setup, "Ann", "engage", options={"wipe_out": rule}), "no focus"))
        assert {effect.what for result in odds.weights for effect in result if effect.who == "Red"} == words
    odds = exact(answer_odds(after(setup, "Ann", "engage", options={"wipe_out": "last_standing_wins"}), "no focus"))
    assert odds.chance("wins", "Red") == odds.chance("out of action", "Tom") > 0
    assert odds.chance("loses", "Blue") == odds.chance("out of action", "Tom")


# ---- everywhere -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "ends"), [(5, True), (4, False)])
def test_the_last_shot_of_all_may_save_the_battle(number: int, ends: bool) -> None:
    """Nobody has a choice any more between it and the end: Tom at the marker scores, if he is still there (RE-7.29)."""
    models = red("Ann", [10, 10], **RIFLE), blue("Tom", [20, 10], wounds=1)
    setup = skirmish(*models, objective=[{"name": "A", "at": [20, 10]}], victory=3)
    setup["situation"] |= {"round": number, "player": [{"name": "Red", "pool": 1}, {"name": "Blue", "pool": 0}]}
    odds = exact(answer_odds(after(setup, "Ann"), "engage"))
    saved = odds.chance("out of action", "Tom")
    assert 0 < saved < 1
    assert odds.words("Red") == ({"draws": saved, "loses": 1 - saved} if ends else {"no effect": Fraction(1)})


def test_nobody_takes_what_was_never_anybodys() -> None:
    """Which objectives there are is settled by the answer itself."""
    forces = [{"name": "Red", "force": "Meridian Compact (light)"}, {"name": "Blue", "force": "Kestrel Combine"}]
    game = after({"map": "Relay Station", "points": 400, "player": forces}, "Red")
    assert game.question is not None
    assert game.question.clause == "RE-7.10"
    assert panel(game) == {}


@pytest.mark.parametrize("seed", range(8))
def test_odds_can_be_asked_for_at_any_time(seed: int) -> None:
    rng = Random(seed)
    game = new_battle(seed, events=False)

    def asks() -> None:
        question = game.question
        if isinstance(question, Move | Place):
            for answer in question.legal():
                try:
                    answer_odds(game, answer)
                except Unsettled:
                    continue
        elif isinstance(question, Question):
            panel(game)

    while game.question is not None:
        asks()
        play_on(game, rng, 1)


def test_every_token_that_is_shaken_off_counts() -> None:
    """The more of them go the better: three points for each, as for those that come (RE-5.17)."""
    found = named_odds("roe", "pinning", ["Veteran"], {"pins": "4"})
    effects = [effect for result in found.weights for effect in result]
    assert len({dict(effect.numbers)["pins"] for effect in effects}) > 1
    assert all(effect.harm == 3 * dict(effect.numbers)["pins"] for effect in effects)


def test_every_token_that_comes_counts() -> None:
    """Three points for each, besides ten for a wound (RE-5.8, RE-6.26)."""
    found = named_odds("roe", "shoot", ["plain", "plain"], {"weapon": "Squad Gun", "distance": "6"})
    harms = {(effect.what, dict(effect.numbers).get("pins", 0), effect.harm) for one in found.weights for effect in one}
    assert harms == {("pinned", 1, 3), ("pinned", 2, 6), ("wounded", 2, 16), ("out of action", 0, 50)}


@pytest.mark.parametrize("kind", ["shoot", "fight"])
def test_of_two_that_are_named_the_first_attacks_the_second(kind: str) -> None:
    attacker, target = RULESET.outlook.prelude(kind, ("Gunner", "Shade"), {}).situation["model"]
    assert (attacker["name"], attacker["profile"]) == ("attacker", "Gunner")
    assert (target["name"], target["profile"]) == ("target", "Shade")
