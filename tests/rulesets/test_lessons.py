"""Every lesson of every ruleset goes to its end by what it expects, and has something to say to everything else."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from sandtable.engine.dice import Pseudo, Roll, StandingDice
from sandtable.engine.errors import IllegalAnswer, LessonError, RulebookError
from sandtable.engine.game import Game
from sandtable.engine.lessons import Lesson, coach_words, lesson, lesson_ids, read_lesson
from sandtable.engine.questions import Answer, Question
from sandtable.engine.registry import ruleset

RULESETS = ("op-en", "opentactics", "opportunity", "riverside", "roe")
EVERY = [(name, which) for name in RULESETS for which in lesson_ids(name)]
MOST_TRIED = 12
"""Other answers at each question."""


def taught(name: str, which: str) -> Lesson:
    found = lesson(name, which)
    assert found is not None
    return found


def begun(one: Lesson) -> Game[Any]:
    """The game as the server makes it: its own dice where the script has none."""
    return Game(ruleset(one.file.ruleset), one.setup, one.file.options, StandingDice(bytes(32), ["me"], one.rolls))


def go_on(one: Lesson, game: Game[Any], answer: Answer) -> None:
    """An answer of whoever learns, and then the script's."""
    game.answer(answer)
    others_answer(one, game)


def others_answer(one: Lesson, game: Game[Any]) -> None:
    while isinstance(game.question, Question) and (scripted := one.answer(game.inputs)) is not None:
        game.answer(scripted)


def to_the_end(one: Lesson, game: Game[Any]) -> list[Game[Any]]:
    """Follows what is shown; the game before each answer of whoever learns."""
    others_answer(one, game)
    before = []
    while not (guide := one.guide(game))["done"]:
        assert guide["on"]
        assert guide["answer"] is not None, guide
        before.append(game.clone(StandingDice(bytes(32), ["me"], one.rolls)))
        assert one.judge(game, [guide["answer"]]) == {"ok": True}
        go_on(one, game, guide["answer"])
    return before


@pytest.mark.parametrize("name", RULESETS)
def test_every_ruleset_teaches_itself_in_five_to_eight_lessons(name: str) -> None:
    ids = lesson_ids(name)
    assert 5 <= len(ids) <= 8
    assert [taught(name, one).next for one in ids] == [*ids[1:], ""]
    assert all(len(taught(name, one).file.step) >= 2 for one in ids)


@pytest.mark.parametrize(("name", "which"), EVERY)
def test_a_lesson_goes_to_its_end_by_what_it_shows(name: str, which: str) -> None:
    one = taught(name, which)
    game = begun(one)
    steps = [one.guide(past)["step"] for past in to_the_end(one, game)]
    asked = [number for number, step in enumerate(one.file.step) if step.play]
    assert sorted(set(steps)) == asked
    assert steps == sorted(steps)
    assert one.guide(game)["step"] == len(one.file.step)


@pytest.mark.parametrize(("name", "which"), EVERY)
def test_another_answer_is_judged_and_leads_off_the_line_and_back(name: str, which: str) -> None:
    one = taught(name, which)
    tried = 0
    for game in to_the_end(one, begun(one)):
        question, expected = game.question, one.line[len(game.inputs)]
        assert isinstance(question, Question)
        for other in [answer for answer in game.legal() if not expected.takes(answer)][:MOST_TRIED]:
            tried += 1
            said = one.judge(game, [other])
            assert not said["ok"]
            assert len(said["text"]) > 20
            off = game.clone(StandingDice(bytes(32), ["me"], one.rolls))
            off.answer(other)
            guide = one.guide(off)
            assert not guide["on"]
            assert not guide["done"]
            assert guide["back"] is not None
            assert one.starts[guide["step"]] == guide["back"] <= len(game.inputs)
    assert tried


@pytest.mark.parametrize(("name", "which"), EVERY)
def test_every_one_of_several_answers_leads_on(name: str, which: str) -> None:
    one = taught(name, which)
    for game in to_the_end(one, begun(one)):
        for answer in one.line[len(game.inputs)].taken[1:]:
            branch = game.clone(StandingDice(bytes(32), ["me"], one.rolls))
            go_on(one, branch, answer)
            to_the_end(one, branch)
            assert one.guide(branch)["done"]


@pytest.mark.parametrize(("name", "which"), EVERY)
def test_a_lesson_is_short(name: str, which: str) -> None:
    file = taught(name, which).file
    assert 1 <= file.minutes <= 6
    for step in file.step:
        assert len(step.title) <= 44
        assert len(step.text) <= 300, f"{len(step.text)} letters: {step.text}"


# ---- the coach ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RULESETS)
def test_the_coach_knows_the_questions_of_a_battle(name: str) -> None:
    """By the topics of the questions that bots' battles ask most: none of them is left without a word."""
    words = {word.topic for word in coach_words(name)}
    rules = ruleset(name)
    rng = Random(7)
    seen: dict[str, int] = {}
    game = Game(rules, rules.quick_setup(), {}, Pseudo(rng), False)
    for _ in range(300):
        if not isinstance(game.question, Question):
            break
        seen[game.question.topic] = seen.get(game.question.topic, 0) + 1
        game.answer(game.question.pick(rng))
    usual = {topic for topic, count in seen.items() if count >= 5 and topic}
    assert usual
    assert usual <= words


# ---- mistakes -------------------------------------------------------------------------------------

GOOD = """
ruleset = "roe"
title = "A lesson"
about = "walking"
minutes = 1
learnt = "walking"
[situation]
round = 2
turn = "Red"
player = [{ name = "Red", pool = 1 }, { name = "Blue", pool = 0 }]
model = [{ name = "Ann", player = "Red", at = [10, 10] }, { name = "Tom", player = "Blue", at = [40, 30] }]
[[step]]
title = "Walk"
text = "Walk."
clauses = ["RE-1.41"]
otherwise = "No, walk."
play = [{ expect = "Ann" }, { expect = "Advance" }]
"""


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('{ expect = "Advance" }', '{ expect = "Dance" }', "a.toml: step 1 'Walk', entry 2: 'Dance' is not one of"),
        ('{ expect = "Advance" }', "{ dice = [3] }", "step 1 'Walk', entry 2: no roll is due"),
        ('{ expect = "Advance" }', '{ answer = "Advance" }', "step 1 'Walk', entry 2: Ann is asked"),
        ('{ expect = "Advance" }', '{ expect = "Advance", dice = [1] }', "'Walk', entry 2 must have exactly one"),
        ('{ expect = "Advance" }', '{ any = ["Advance"] }', "any is a list of several"),
        ('otherwise = "No, walk."', "", "nothing is said to whoever tries something else"),
        ('["RE-1.41"]', '["RE-99.1"]', "step 1 'Walk': there is no clause 'RE-99.1'"),
        ('pool = 1', 'pol = 1', "a.toml: the situation is refused"),
        ('title = "A lesson"', 'titel = "A lesson"', "a.toml"),
        ('minutes = 1', 'minutes = 1\nseat = "Green"', "there is no seat 'Green', only Red, Blue"),
        ('minutes = 1', 'minutes = 1\nnext = "9-x"', "there is no lesson '9-x' to come next"),
    ],
)  # fmt: skip
def test_a_mistake_in_a_lesson_names_the_file_and_the_entry(tmp_path: Path, old: str, new: str, says: str) -> None:
    path = tmp_path / "a.toml"
    path.write_text(GOOD, "utf-8")
    assert len(read_lesson(path).line) == 2
    path.write_text(GOOD.replace(old, new), "utf-8")
    with pytest.raises((LessonError, RulebookError)) as found:
        read_lesson(path)
    assert says in str(found.value)
    assert str(found.value).startswith("a.toml: ")


def test_what_the_rules_refuse_is_not_judged() -> None:
    one = taught("roe", "1-first-steps")
    game = begun(one)
    assert one.judge(game, ["nobody"]) == {"ok": True}
    with pytest.raises(IllegalAnswer):
        game.answer("nobody")


def test_a_chain_is_judged_as_a_whole() -> None:
    one = taught("roe", "1-first-steps")
    game = begun(one)
    walk = ["Ann", "advance", "no focus", "move", {"Ann": [24, 15]}]
    assert one.judge(game, walk) == {"ok": True}
    assert one.judge(game, ["Ann", "tactical"])["title"] == "Tactical is shorter"
    away = one.judge(game, [*walk[:-1], {"Ann": [28, 10]}])
    assert "touches it" in away["text"]


def test_dice_and_answers_of_others_come_from_the_script() -> None:
    one = taught("roe", "4-the-gap")
    game = begun(one)
    to_the_end(one, game)
    rolled = [event.data["faces"] for event in game.events or [] if event.kind == "roll"]
    assert rolled[:2] == [[7, 9], [4, 2]]
    assert not isinstance(game.question, Roll)
