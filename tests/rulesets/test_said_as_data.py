"""What programs must not guess from words is data: topics of questions, roles of options, where rounds begin."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, get_args

import pytest

from sandtable.engine.dice import Pseudo
from sandtable.engine.events import ROLL, Event
from sandtable.engine.game import Game
from sandtable.engine.questions import CONCEDE, Question, options_of
from sandtable.engine.registry import ruleset
from sandtable.rulesets.roe.advice import TOPICS
from sandtable.rulesets.roe.asking import Topic

OURS = ("opportunity", "opentactics", "roe", "op-en", "riverside")
NOTHING = {"pass", "no", "do not", "end turn", "done", "nobody else", "decline", "keep", "keep off", "stay", "wait",
           "finished", "go on", "hold fire"}  # fmt: skip
"""Labels, or their first words, of options that do nothing or nothing more."""
GAMES, ANSWERS = 4, 400


def games(name: str) -> Iterator[Game[Any]]:
    """Random games, question by question."""
    rules = ruleset(name)
    for seed in range(GAMES):
        rng = Random(seed)
        game = Game(rules, *rules.random_setup(rng), Pseudo(rng))
        for _ in range(ANSWERS):
            if game.question is None:
                break
            yield game
            game.answer(game.question.pick(rng))


def asked(game: Game[Any]) -> Question:
    assert isinstance(game.question, Question)
    return game.question


def says_nothing(label: str) -> bool:
    words = label.casefold().split(" (")[0]
    return words in NOTHING or words.startswith(("no ", "do not "))


@pytest.mark.parametrize("name", OURS)
def test_whoever_does_nothing_has_a_role_and_nobody_else(name: str) -> None:
    met = set()
    for game in games(name):
        for option in options_of(game.question):
            assert (option.role not in ("", CONCEDE)) is says_nothing(option.label), option
            assert (option.role == CONCEDE) is (option.label == "Concede"), option
            met |= {option.role}
    assert len(met) > 1


def test_every_question_of_rules_of_engagement_has_a_topic_that_somebody_thinks_about() -> None:
    assert set(TOPICS) == set(get_args(Topic))
    met = {asked(game).topic for game in games("roe")}
    assert met <= set(TOPICS)
    assert len(met) > 15


@pytest.mark.parametrize("name", ["opentactics", "roe"])
def test_dice_that_are_rolled_again_say_so(name: str) -> None:
    again = [0, 0]
    for game in games(name):
        for event in (game.events or [])[-3:]:
            if event.kind == ROLL:
                assert event.data.get("again", False) is ("re-roll" in event.data["purpose"]), event
                again["again" in event.data] += 1
    assert all(again)


@pytest.mark.parametrize("name", OURS)
def test_every_question_says_its_topic_on_the_wire(name: str) -> None:
    met = {asked(game).wire()["topic"] for game in games(name)}
    assert len(met) > 3


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("opportunity", {"turn": 1, "round": 2}),
        ("opentactics", {"round": 1, "turn": 2}),
        ("roe", {"round": 1}),
        ("op-en", {"turn": 1}),
        ("riverside", {"round": 1}),
    ],
)
def test_rounds_and_turns_open_chapters(name: str, kinds: dict[str, int]) -> None:
    *_, last = games(name)
    opening = [event for event in last.events or [] if event.chapter is not None]
    assert {event.kind: event.chapter.depth for event in opening if event.chapter} == kinds
    assert all(_number(event) in (0, event.data.get("turn"), event.data.get("round")) for event in opening)
    assert any(_number(event) > 1 for event in opening)
    assert all(event.wire()["chapter"]["number"] == _number(event) for event in opening)


def _number(event: Event) -> int:
    assert event.chapter is not None
    return event.chapter.number


def test_a_die_that_is_offered_says_what_it_shows() -> None:
    dice = [
        (ref.face, ref.of, ref.id)
        for game in games("opportunity")
        for option in options_of(game.question)
        for ref in option.points_at
        if ref.kind == "die"
    ]
    assert dice
    assert all(shown == f"{of[0].upper()}{face}" for face, of, shown in dice)
