"""Every ruleset as an environment: the checkers of PettingZoo and Gymnasium, seeds, saves, secrets."""

from __future__ import annotations

import warnings
from pathlib import Path
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from sandtable.engine.advice import advice_of
from sandtable.engine.errors import SandtableError
from sandtable.engine.questions import Option, Order, Question, Ref, Split
from sandtable.engine.registry import ruleset, ruleset_ids
from sandtable.learn import Bout, SeatsEnv, SoloEnv, register
from sandtable.learn.arrays import CANDIDATE, OWNER, ViewNumbers, numbers_of
from sandtable.learn.candidates import candidates

OURS = ("op-en", "opentactics", "opportunity", "riverside", "roe")
of_each = pytest.mark.parametrize("name", OURS)


def same(one: dict[str, Any], two: dict[str, Any]) -> bool:
    return one.keys() == two.keys() and all(np.array_equal(one[key], two[key]) for key in one)


def played(bout: Bout, rng: Random, decisions: int) -> Bout:
    for _ in range(decisions):
        if not bout.offered.answers:
            break
        bout.choose(rng.randrange(len(bout.offered.answers)))
    return bout


@of_each
def test_pettingzoo_and_gymnasium_accept_it(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(SeatsEnv(name), num_cycles=40)
        seed_test(lambda: SeatsEnv(name), num_cycles=10)
        check_env(SoloEnv(name, bot="random"), skip_render_check=True)


def test_every_ruleset_has_a_name_at_gymnasium() -> None:
    register()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in ruleset_ids():
            made = gymnasium.make(f"Sandtable/{name}-v0", bot="random")
            seen, info = made.reset(seed=3)
            assert int(seen["action_mask"].sum()) == info["candidates"] > 0


@of_each
def test_whatever_is_in_the_mask_is_legal_and_nothing_else_is_taken(name: str) -> None:
    rng = Random(name)
    bout = Bout(name)
    bout.begin("mask")
    for _ in range(25):
        there = len(bout.offered.answers)
        assert bout.observe(bout.asked)["action_mask"].tolist() == [1] * there + [0] * (bout.most - there)
        with pytest.raises(SandtableError, match="is not one of them"):
            bout.choose(there)
        for number in range(there):
            copy = bout.game.clone()
            copy.answer(bout.offered.answers[number])  # raises if it is not legal
        bout.choose(rng.randrange(there))
        if bout.asked < 0:
            break


@of_each
def test_a_whole_game_gives_its_reward_and_no_list_is_cut(name: str) -> None:
    rng = Random(name)
    env = SeatsEnv(name, most=400)
    env.reset(seed=5)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, over, cut, info = env.last(observe=False)
        total[agent] += reward
        assert info["complete"]
        env.step(None if over or cut else rng.randrange(info["candidates"]))
    assert env.bout.game.outcome is not None
    assert list(total.values()) == env.bout.rewards()
    assert sum(total.values()) == 0


@of_each
def test_a_save_and_a_snapshot_go_on_as_the_game_does(name: str) -> None:
    bout = Bout(name)
    bout.begin("kept")
    played(bout, Random(1), 15)
    kept, taken = bout.save(), bout.snapshot()
    seen = [bout.observe(seat) for seat in range(bout.seats)]
    end = played(bout, Random(2), 12).game.hash()
    other = Bout(name)
    other.load(kept)
    assert all(same(other.observe(seat), seen[seat]) for seat in range(bout.seats))
    assert played(other, Random(2), 12).game.hash() == end
    for _ in range(2):
        bout.restore(taken)
        assert played(bout, Random(2), 12).game.hash() == end


def test_a_save_of_another_game_is_refused() -> None:
    with pytest.raises(SandtableError, match="a game of roe"):
        Bout("opportunity").load(Bout("roe").save())


@of_each
def test_a_seat_observes_nothing_that_it_would_have_to_imagine(name: str) -> None:
    """What a seat cannot know is drawn anew in an imagined game; what it observes is the same there."""
    bout, rng = Bout(name), Random(name)
    bout.begin("secret")
    for _ in range(20):
        for seat in range(bout.seats):
            told = bout.observe(seat)
            if seat != bout.asked:
                assert not told["question"].any()
                assert not told["candidates"].any()
                assert not told["action_mask"].any()
            believed = bout.game.imagine(seat, rng)
            whole, things = bout._standings[seat].read(believed.reading(seat))
            assert np.array_equal(whole, told["whole"])
            assert np.array_equal(things, told["things"])
        played(bout, rng, 1)
        if bout.asked < 0:
            break


@of_each
def test_own_things_come_first_and_options_point_at_rows(name: str) -> None:
    bout, rng = Bout(name), Random(name)
    bout.begin("rows")
    numbers = numbers_of(bout.ruleset)
    names = [field.name for field in (*numbers.stands, *OWNER, *numbers.traits)]
    mine = names.index("mine")
    pointed = 0
    for _ in range(40):
        if bout.asked < 0:
            break
        seen = bout.observe(bout.asked)
        owners = [int(value) for value in seen["things"][:, mine] if value]
        assert owners == sorted(owners, reverse=True)
        listed = seen["candidates"][: len(bout.offered.answers)]
        rows = bout._standings[bout.asked].row_of
        question = bout.game.question
        for number, option in enumerate(getattr(question, "options", ())):
            at = [rows[ref.id] for ref in option.points_at if ref.id in rows]
            if type(bout.offered.answers[0]) is str:
                assert listed[number, 0] == (at[0] if at else -1)
                pointed += bool(at)
        played(bout, rng, 1)
    assert pointed > 0


@of_each
def test_numbers_have_a_field_each(name: str) -> None:
    bout, rng = Bout(name), Random(name)
    bout.begin("fields")
    numbers = numbers_of(bout.ruleset)
    for fields in (numbers.whole, (*numbers.stands, *OWNER, *numbers.traits), CANDIDATE):
        assert len({field.name for field in fields}) == len(fields)
    for _ in range(30):
        reading = bout.game.reading(0)
        names, whole, stands = numbers.now(reading)
        things = numbers.things(reading)
        assert [thing.name for thing in things] == list(names)
        assert len(whole) == len(numbers.whole)
        assert len(stands) == len(names) * len(numbers.stands)
        assert all(len(thing.traits) == len(numbers.traits) for thing in things)
        played(bout, rng, 1)


def test_a_ruleset_without_numbers_is_learnt_from_its_view() -> None:
    rules = ruleset("opportunity")
    bout = Bout("opportunity")
    plain = ViewNumbers(rules)
    _, before, _ = plain.now(bout.game.reading(0))
    played(bout, Random(1), 3)
    _, after, _ = plain.now(bout.game.reading(0))
    assert len(before) == len(plain.whole)
    assert before != after


def test_advised_lists_hold_the_suggestions_with_their_weights() -> None:
    bout, rng = Bout("roe", advised=True, most=200), Random(4)
    bout.begin("advised")
    for _ in range(40):
        question, seat = bout.game.question, bout.asked
        assert isinstance(question, Question)
        found = advice_of(bout.ruleset).suggest(bout.game.reading(seat), question)
        weights = bout.offered.weights
        assert weights is not None
        assert max(weights) == 1
        assert all(one.answer in bout.offered.answers for one in found)
        assert all(answer in bout.offered.answers for answer in question.legal())
        played(bout, rng, 1)


class Asking:
    """As much of a game as a list of candidates needs."""

    def __init__(self, question: Question) -> None:
        self.question = question


@pytest.mark.parametrize(
    "question",
    [
        Order(
            seat=0, prompt="", clause="", options=tuple(Option(str(n), str(n), (Ref("m", str(n)),)) for n in range(6))
        ),
        Split(seat=0, prompt="", clause="", options=tuple(Option(str(n), str(n)) for n in range(5)), total=9),
    ],
)
def test_a_list_that_is_too_long_says_so_and_has_every_thing_first(question: Any) -> None:
    found = candidates(Asking(question), 30)  # type: ignore[arg-type]
    assert not found.complete
    assert len(found.answers) == 30
    assert len({repr(answer) for answer in found.answers}) == 30
    for answer in found.answers:
        question.read(answer)
    first = {max(one, key=lambda name: one[name]) if isinstance(one, dict) else one[0] for one in found.answers}
    assert first == {option.id for option in question.options}


def test_pictures_as_svg_and_as_pixels() -> None:
    env = SeatsEnv("roe", render_mode="svg")
    env.reset(seed=1)
    assert str(env.render()).startswith("<svg")
    env.render_mode = "rgb_array"
    drawn = env.render()
    assert isinstance(drawn, np.ndarray)
    assert drawn.dtype == np.uint8
    assert drawn.shape[1:] == (960, 3)
    assert len(np.unique(drawn.reshape(-1, 3), axis=0)) > 10


def test_the_page_of_fields_is_what_the_code_says() -> None:
    told = (Path(__file__).parents[2] / "docs" / "learning-fields.md").read_text("utf-8")
    for name in OURS:
        part = told.partition(f"(`{name}`)")[2].partition("\n## ")[0]
        numbers = numbers_of(ruleset(name))
        for fields in (numbers.whole, (*numbers.stands, *OWNER, *numbers.traits)):
            assert "\n".join(f"| {n} | `{one.name}` | {one.text} |" for n, one in enumerate(fields)) in part
