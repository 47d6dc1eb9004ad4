"""The bots themselves, on a game small enough to know what is right."""

from __future__ import annotations

import gc
from collections import Counter
from importlib.metadata import EntryPoint
from itertools import count
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable import bots
from sandtable.bots import Bot, Considered, Explains, Explanation, Knowledge, ask, make_bot
from sandtable.bots.effort import Budget, Tries
from sandtable.bots.forethought import Crossroads, EvenDice, Forethought
from sandtable.bots.narrowing import Tried, narrow
from sandtable.bots.nested import Nested
from sandtable.bots.recruit import Recruit
from sandtable.bots.regular import Regular
from sandtable.bots.thinking import worth
from sandtable.bots.veteran import Veteran
from sandtable.engine import Game, Question, Seeded, registry
from sandtable.engine.advice import Suggestion
from sandtable.engine.dice import Roll
from sandtable.engine.errors import SandtableError
from sandtable.engine.questions import options_of
from sandtable.engine.registry import bot_names, ruleset
from sandtable.lab.selfplay import play_out
from tests.bots.gambit import Gambit
from tests.bots.heap import Heap, Sly
from tests.bots.purses import Purses
from tests.bots.wager import Wager


def answer(bot: Bot, game: Game[Any]) -> Any:
    assert isinstance(game.question, Question)
    return bot.answer(game.question, Knowledge(game, game.question.seat))


def heap(stones: int, rules: Heap | None = None) -> Game[Any]:
    return Game(rules or Heap(), {"stones": stones}, events=False)


# ---- strength --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("stones", "right"), [(5, "1"), (6, "2"), (7, "3")])
def test_a_veteran_finds_the_winning_move_without_any_advice(stones: int, right: str) -> None:
    assert answer(Veteran("1", tries=800), heap(stones)) == right


@pytest.mark.parametrize(("stones", "right"), [(5, "1"), (10, "2"), (15, "3"), (18, "2")])
def test_a_regular_takes_what_the_value_says(stones: int, right: str) -> None:
    assert answer(Regular("1"), heap(stones, Sly())) == right


@pytest.mark.parametrize(("care", "right"), [(0, "left"), (4, "right")])
def test_a_regular_goes_on_with_what_is_likely_unless_care_is_asked_for(care: int, right: str) -> None:
    """Gone on with, the right hand ends at the shiny purse, which is empty; judged by itself it is the better one."""
    assert answer(Regular("1"), Game(Purses(care), events=False)) == right


@pytest.mark.parametrize(("plays_on", "right"), [(False, "right"), (True, "left")])
def test_with_care_a_regular_goes_on_up_to_the_dice_if_advice_says_so(plays_on: bool, right: str) -> None:
    """There are no dice: the tries end at the purses."""
    rules = Purses(4)
    rules.redraw = None  # type: ignore[assignment,method-assign]
    rules.advice.plays_on = plays_on
    bot, game = Regular("1"), Game(rules, events=False)
    assert answer(bot, game) == right
    considered = {one.answer: one.chance for one in bot.explain().considered}  # type: ignore[union-attr]
    assert considered == pytest.approx({"left": 0.5, "right": 0.0} if plays_on else {"left": 0.5, "right": 0.6})


@pytest.mark.parametrize(("secrets", "games"), [(False, 3), (True, 25)])
def test_a_regular_tries_once_what_is_not_left_to_chance(secrets: bool, games: int) -> None:
    """One game to look at the question, then one for each hand; if something may be hidden, one for each try."""
    rules = Purses(4)
    if not secrets:
        rules.redraw = None  # type: ignore[assignment,method-assign]
    looked = []

    class Watched(Knowledge):
        def imagine(self, rng: Random) -> Game[Any]:
            looked.append(rng)
            return Knowledge.imagine(self, rng)

    game = Game(rules, events=False)
    assert isinstance(game.question, Question)
    assert Regular("1").answer(game.question, Watched(game, 0)) == "right"
    assert len(looked) == games


def test_a_veteran_with_care_finds_the_answers_that_belong_together() -> None:
    game: Game[Any] = Game(Purses(4), events=False)
    bot = Veteran("1", tries=40)
    for right in ("right", "shabby"):
        assert answer(bot, game) == right
        game.answer(right)


def test_what_was_foreseen_is_answered_when_no_time_is_left() -> None:
    game: Game[Any] = Game(Purses(4), events=False)
    search, spent = Nested(Random(1)), Tries(1)
    spent.spend()
    for effort, right in ((Tries(40), "right"), (spent, "shabby")):
        assert isinstance(game.question, Question)
        considered = search.think(game.question, Knowledge(game, 0), effort)
        assert considered[0].answer == right
        assert bool(considered[0].tries) == (effort is not spent)
        game.answer(right)


def test_a_try_that_is_late_counts_for_nothing() -> None:
    game: Game[Any] = Game(Purses(4), events=False)
    ticks = count(step=40)  # of the hundred it may take: 40 before the pass, 80 before the try, 120 inside it
    bot = Veteran("1", 200.0, clock=lambda: float(next(ticks)))
    answer(bot, game)
    explanation = bot.explain()
    assert explanation is not None
    assert all(one.tries == 0 for one in explanation.considered)


@pytest.mark.parametrize(("horizon", "right"), [(1, "five"), (2, "three")])
def test_a_veteran_that_sifts_is_not_misled_by_luck_and_sees_the_reply(horizon: int, right: str) -> None:
    """All wagers are tried with the same dice, so that more faces are never worse, however few the tries; what the
    other side makes of it shows beyond the activation."""
    for seed in range(12):
        assert answer(Veteran(seed, tries=60), Game(Wager(horizon), events=False)) == right


def test_a_veteran_that_sifts_stops_when_its_time_is_up() -> None:
    ticks = count()
    answer(Veteran("1", 50.0, clock=lambda: float(next(ticks))), Game(Wager(2), events=False))
    assert next(ticks) <= 60


def purses_planned() -> Game[Any]:
    rules = Purses(4)
    rules.redraw = None  # type: ignore[assignment,method-assign]
    rules.advice.plans = True
    return Game(rules, events=False)


def test_a_veteran_that_plans_finds_the_answers_that_belong_together() -> None:
    game, bot = purses_planned(), Veteran("1", tries=8)
    for right in ("right", "shabby"):
        assert answer(bot, game) == right
        game.answer(right)


@pytest.mark.parametrize(("strikes", "ours"), [(True, ["hill", "no"]), (False, ["bridge", "yes"])])
def test_a_veteran_that_plans_holds_its_best_plans_against_the_reply(strikes: bool, ours: list[str]) -> None:
    """To shout on the bridge looks best, and is unless somebody strikes; on the hill it is better not to shout, though
    that is the likelier thing to do."""
    for seed in range(8):
        game: Game[Any] = Game(Gambit(strikes), events=False)
        bot = Veteran(seed, tries=40)
        for right in ours:
            assert answer(bot, game) == right
            game.answer(right)


def test_a_plan_is_kept_for_the_next_question_and_answered_when_no_time_is_left() -> None:
    """Of the hill's answers the less likely is planned; without time for anything else it is given all the same."""
    game: Game[Any] = Game(Gambit(True), events=False)
    search, spent = Forethought(Random(1)), Tries(1)
    spent.spend()
    for effort, right in ((Tries(40), "hill"), (spent, "no")):
        assert isinstance(game.question, Question)
        assert search.think(game.question, Knowledge(game, 0), effort)[0].answer == right
        game.answer(right)


def test_no_plan_tells_apart_what_the_dice_decide_at_once() -> None:
    """All three wagers roll: planning says nothing, and the veteran tries them."""
    rules = Wager(1)
    rules.redraw = None  # type: ignore[assignment,method-assign]
    rules.advice.plans = rules.advice.care = True
    game: Game[Any] = Game(rules, events=False)
    assert isinstance(game.question, Question)
    assert Forethought(Random(1)).think(game.question, Knowledge(game, 0), Tries(40)) == []
    assert answer(Veteran("1", tries=200), game) == "five"


def test_layered_dice_show_every_share_of_the_faces_once() -> None:
    """Of twelve games each sees another twelfth of every die; two dice do not go together."""
    roll = Roll(2, 12, "two dice", "", 0)
    for lot in range(20):
        games = [EvenDice(lot, layer, 12).roll(roll, 3) for layer in range(12)]
        first, second = zip(*games, strict=True)
        assert sorted(first) == sorted(second) == list(range(1, 13))
        assert first != second
    assert [EvenDice(1, 0, 12).roll(roll, 3)] * 2 == [EvenDice(1, 0, 12).roll(roll, 3) for _ in range(2)]
    assert len({EvenDice(lot, 0, 12).roll(roll, 3) for lot in range(40)}) > 20


@pytest.mark.parametrize("knows", [True, False])
def test_a_plan_is_carried_through_its_dice_where_the_value_does_not_know_their_mean(knows: bool) -> None:
    """Before the die all wagers are alike. A wager on three of six faces is won in two of four layers; one on five is
    doubled, and lost."""
    rules = Wager(1)
    rules.redraw = None  # type: ignore[assignment,method-assign]
    rules.advice.plays_on = knows
    for lot in range(10):
        fork = Crossroads(Game(rules, events=False), 0, Random(1), lot)
        for way in fork.ways:
            fork.follow(way, Random(1))
        assert all(way.rolls for way in fork.ways)
        worths = {way.suggestion.answer: way.worth for way in fork.ways}
        if knows:
            assert set(worths.values()) == {0.55}
        else:
            assert (worths["three"], worths["five"]) == (0.5, 0.0)


def test_a_veteran_that_plans_stops_when_its_time_is_up() -> None:
    ticks = count()
    answer(Veteran("1", 50.0, clock=lambda: float(next(ticks))), Game(Gambit(True), events=False))
    assert next(ticks) <= 60


def ticks_of_decisions(least: float = 0.0) -> list[int]:
    """What each of four decisions takes, each as long as it may, once sixty activations were like that."""
    ticks = count()
    budget = Budget(1000, lambda: float(next(ticks)))
    for activation in range(60):
        used = []
        for _ in range(4):
            budget.begin(activation, least)
            start = next(ticks)
            budget.spend()
            while budget.used < 1.0:
                pass
            used.append(next(ticks) - start)
            budget.end()
    return used


def test_a_budget_may_be_told_to_spend_most_on_the_first_decision() -> None:
    used = ticks_of_decisions(0.5)
    assert 480 <= used[0] <= 520
    assert 230 <= used[1] <= 260


@given(means=st.lists(st.floats(0, 1), min_size=2, max_size=12))
def test_narrowing_ends_with_the_best(means: list[float]) -> None:
    trials = [Tried(Suggestion(str(number))) for number in range(len(means))]
    found = narrow(trials, lambda t, _: t.count(means[int(str(t.suggestion.answer))]), lambda *_: range(1), Random(1))
    assert sorted(str(t.suggestion.answer) for t in found) == sorted(str(t.suggestion.answer) for t in trials)
    assert found[0].mean == pytest.approx(max(means))
    assert found[0].tries == max(t.tries for t in found)


def test_a_recruit_follows_the_weights() -> None:
    picked = Counter(answer(Recruit(seed), heap(10, Sly())) for seed in range(800))
    assert abs(picked["1"] - 331) < 55, "twice the weight, half as often again"
    assert abs(picked["2"] - picked["3"]) < 70


def test_a_recruit_follows_them_less_where_advice_says_so() -> None:
    rules = Sly()
    rules.advice.beginners_care = 0.0
    picked = Counter(answer(Recruit(seed), heap(10, rules)) for seed in range(800))
    assert all(abs(count - 267) < 55 for count in picked.values()), picked


def test_an_ended_game_is_worth_its_outcome() -> None:
    game = heap(1)
    game.answer("1")
    assert (worth(game, 0), worth(game, 1)) == (1.0, 0.0)


# ---- honesty ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["recruit", "regular", "veteran@30"])
def test_the_coming_dice_make_no_difference(name: str) -> None:
    """Two games that differ in nothing but the seed of their dice get the same answer."""
    rules = ruleset("opportunity")
    one, two = (Game(rules, dice=Seeded.from_text("first")), Game(rules, dice=Seeded.from_text("first")))
    for game, later in ((one, "second"), (two, "third")):
        game.continue_with(Seeded.from_text(later))
    for number in range(4):
        assert answer(make_bot(name, number), one) == answer(make_bot(name, number), two)


def test_whatever_a_bot_does_to_its_question_the_game_does_not_feel_it() -> None:
    class Forger:
        def answer(self, question: Question, look: Knowledge) -> Any:
            for option in options_of(question):
                msgspec.structs.force_setattr(option, "value", 99)
            return "1"

    game = heap(10)
    game.answer(ask(Forger(), game))
    assert game.state.left == 9


def test_an_imagined_game_knows_neither_seed_nor_past() -> None:
    game: Game[Any] = Game(ruleset("opportunity"), dice=Seeded.from_text("secret"))
    game.answer(game.legal()[0])
    imagined = game.imagine(0, Random(1))
    assert not any(isinstance(segment.source, Seeded) for segment in imagined.dice)
    assert len(imagined.inputs) < len(game.inputs)
    assert imagined.question == game.question or imagined.question.prompt == game.question.prompt  # type: ignore[union-attr]


def test_trying_things_out_leaves_the_game_alone() -> None:
    game: Game[Any] = Game(ruleset("opportunity"), dice=Seeded.from_text("1"))
    before = game.hash()
    answer(Veteran("1", tries=50), game)
    assert game.hash() == before


def test_a_secret_answer_is_imagined_by_the_others() -> None:
    game: Game[Any] = Game(Heap(), {"bid": True}, events=False)
    game.answer("3")
    guesses = Counter(game.imagine(1, Random(seed)).inputs[0] for seed in range(90))
    assert set(guesses) == {"1", "2", "3"}
    assert {game.imagine(0, Random(seed)).inputs[0] for seed in range(20)} == {"3"}, "one's own answer is known"


def test_a_hidden_fact_is_redrawn_for_those_who_cannot_know_it() -> None:
    game: Game[Any] = Game(Heap(), {"hidden": 7}, events=False)
    assert {game.imagine(0, Random(seed)).state.hidden for seed in range(5)} == {7}
    assert len({game.imagine(1, Random(seed)).state.hidden for seed in range(20)}) > 10
    assert game.state.hidden == 7
    assert not game.imagine(1, Random(1)).setup, "the set-up would tell"


@pytest.mark.parametrize("name", ["recruit", "regular", "veteran@12"])
def test_the_order_of_options_sways_nobody(name: str) -> None:
    """Far from the end of a large heap all answers are alike, so each must come as often, listed either way."""
    for backwards in (False, True):
        rules = Heap()
        rules.backwards = backwards
        picked = Counter(answer(make_bot(name, seed), heap(900, rules)) for seed in range(600))
        assert all(abs(picked[taken] - 200) < 75 for taken in "123"), picked


# ---- time ------------------------------------------------------------------------------------------


def test_a_budget_is_shared_among_the_decisions_of_an_activation() -> None:
    ticks = count()
    budget = Budget(1000, lambda: float(next(ticks)))
    used = 0
    for _ in range(20):
        budget.begin("activation")
        start = next(ticks)
        budget.spend()
        while budget.used < 1.0:
            pass
        used += next(ticks) - start
        budget.end()
    assert 900 <= used <= 1200


def test_a_budget_learns_how_many_decisions_an_activation_has() -> None:
    used = ticks_of_decisions()
    assert all(200 <= one <= 300 for one in used[:3]), used
    assert sum(used) <= 1020


def test_a_veteran_stops_when_its_time_is_up() -> None:
    ticks = count()
    game = heap(60)
    answer(Veteran("1", 50.0, clock=lambda: float(next(ticks))), game)
    assert next(ticks) <= 60


def test_garbage_is_collected_neither_in_a_veterans_time_nor_because_of_it() -> None:
    collected: list[str] = []

    def note(phase: str, info: dict[str, int]) -> None:
        collected.append(phase)

    bot = Veteran("1", tries=1000)
    gc.collect()
    gc.callbacks.append(note)
    try:
        answer(bot, heap(60, Sly(horizon=20)))
        assert [[] for _ in range(20)]  # a collection that was put off would begin with the next few lists
    finally:
        gc.callbacks.remove(note)
    assert gc.isenabled()
    assert not collected


def test_a_veteran_goes_on_where_it_left_off() -> None:
    bot = Veteran("1", tries=300)
    answer(bot, heap(9, Sly(horizon=6)))
    assert bot._tree._expected, "what was found below the answer is kept for the next question"


# ---- words -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["recruit", "regular", "veteran@40"])
def test_a_bot_says_what_it_considered(name: str) -> None:
    bot = make_bot(name, 1)
    game = heap(7, Sly())
    given = answer(bot, game)
    assert isinstance(bot, Explains)
    explanation = bot.explain()
    assert explanation is not None
    assert explanation.considered[0].answer == given
    assert explanation.lines()[0] == "Take how many?"
    assert "as ever" in explanation.lines()[1]


def test_levels_are_found_by_name() -> None:
    assert {"random", "recruit", "regular", "veteran"} <= set(bot_names())


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("grandmaster", "no bot 'grandmaster'"),
        ("veteran@soon", "a budget is seconds"),
        ("veteran@0s", "a budget is seconds"),
        ("recruit@2s", "recruit takes no budget in seconds"),
        ("random@5", "random takes no budget in tries"),
    ],
)
def test_a_name_that_is_no_bot(name: str, problem: str) -> None:
    with pytest.raises(SandtableError, match=problem):
        make_bot(name, 1)


def test_a_bot_that_cannot_be_made_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class Seedless:
        pass

    monkeypatch.setattr(bots, "bot_factory", lambda name: Seedless)
    with pytest.raises(SandtableError, match=r"'mine' could not be made: TypeError.*made with a seed"):
        make_bot("mine", 1)


def test_a_bot_that_cannot_be_loaded_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    gone = EntryPoint("gone", "no_such_package:Bot", "sandtable.bots")
    monkeypatch.setattr(registry, "_entry_points", lambda group: {"gone": gone})
    with pytest.raises(SandtableError, match="'gone' cannot be loaded from no_such_package:Bot: ModuleNotFoundError"):
        make_bot("gone", 1)


def test_what_was_not_tried_is_told_by_its_share_not_by_a_weight() -> None:
    keep, swap = Considered("keep", "Keep", 3.0, 0, "as ever"), Considered("swap", "Swap", 1.0, 0)
    both = Explanation("Which?", (keep, swap)).lines()
    assert both == ["Which?", "Keep: 75% at first sight (as ever)", "Swap: 25% at first sight"]
    assert Explanation("Which?", (keep,)).lines()[1:] == ["Keep: nothing else came to mind (as ever)"]
    assert Explanation("Which?", (Considered("keep", "Keep", 0.6, 40),)).lines()[1:] == ["Keep: 60% to win, 40 tries"]


@pytest.mark.parametrize("seed", ["one", "two"])
def test_recruits_bring_everybody_on_and_shoot_at_nobody_who_is_not_there(seed: str) -> None:
    """In the first round of a battle everybody comes onto the table, or never; who is given the order to shoot has a
    target."""
    rules = ruleset("roe")
    battle = rules.quick_battles.draw(seed)  # type: ignore[attr-defined]
    game: Game[Any] = Game(rules, battle.setup, dice=Seeded.from_text(seed))
    recruits = [make_bot("recruit", f"{seed}/{seat}") for seat in range(2)]
    engaging = False
    while isinstance(question := game.question, Question) and game.state.round < 3:
        if engaging and question.topic == "what now":
            assert len(options_of(question)) > 1, "there is nothing to do but stop"
        answer = ask(recruits[question.seat], game)
        engaging = question.words(answer) == "Engage" or (engaging and question.topic == "focus")
        game.answer(answer)
    assert game.state.round == 3
    assert not [event for event in game.events or () if "missing in action" in game.say(event)]


def test_recruits_do_not_give_up_their_turn() -> None:
    """More than twice as often they do something with a counter."""
    rules = ruleset("opentactics")
    battle = rules.quick_battles.draw("turns")  # type: ignore[attr-defined]
    game: Game[Any] = Game(rules, battle.setup, dice=Seeded.from_text("turns"))
    play_out(game, [make_bot("recruit", seat) for seat in range(2)])
    lost = sum(event.data["counters"] for event in game.events or () if event.kind == "ends turn")
    acted = sum(event.kind in ("moved", "assault") for event in game.events or ())
    assert acted > 2 * lost, (acted, lost)
