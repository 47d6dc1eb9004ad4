"""Numbers in sentences."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from sandtable.engine.events import Event
from sandtable.engine.game import Game
from sandtable.engine.registry import ruleset, ruleset_ids
from sandtable.engine.words import Said, Words, agreed, counted, in_words, sentence

ONE_OF_MANY = re.compile(
    r"(?<![\w.,'-])1 (?:order |pinning )?(points|counters|inches|wounds|dice|tokens|hits on|models|losses|captures)\b"
)


def test_one_and_many() -> None:
    assert counted(1, "counter") == "1 counter"
    assert counted(0, "counter") == "0 counters"
    assert counted(1.5, "point") == "1.5 points"
    assert counted(1.0, "point") == "1 point"
    assert counted(2, "die", "dice") == "2 dice"


def test_templates_count() -> None:
    said = {"n": Said("1"), "m": Said("3"), "who": Said("Line Trooper 1")}
    assert "{n:order counter}, {m:die|dice}, {n}".format_map(said) == "1 order counter, 3 dice, 1"
    assert "{who} picks".format_map(said) == "Line Trooper 1 picks"


def test_values_are_written_out() -> None:
    assert in_words(7) == "7"
    assert in_words(2.125) == "2.125"
    assert in_words(3.60555, places=2) == "3.61"
    assert in_words([12.0, 4.25]) == "(12.0, 4.2)", "a place"
    assert in_words(["Ann", "Bea"]) == "Ann, Bea"
    assert in_words([[1, 6], [3]]) == "1, 6; 3"
    assert in_words({"Ann": 2, "Bea": 0.5}) == "Ann 2, Bea 0.5"
    assert (in_words([]), in_words([], empty="none")) == ("", "none")


def test_an_event_is_told_by_the_template_of_its_kind() -> None:
    def more(data: Mapping[str, Any], words: Words) -> None:
        words["verb"] = "runs" if data["fast"] else "walks"

    templates = {"moved": "{who} {verb} {inches:inch|inches}.", "rests": "{who} rests."}
    moved = Event("moved", ("T-1",), {"who": "Ann", "fast": True, "inches": 1.0}, 0)
    assert sentence(moved, templates, {"moved": more}) == "Ann runs 1 inch."
    assert sentence(Event("rests", (), {"who": "Ann"}, 0), templates, {"moved": more}) == "Ann rests."


@pytest.mark.parametrize("name", ruleset_ids())
def test_no_line_and_no_question_has_one_of_many(name: str) -> None:
    """Whole games at random: neither the log nor a prompt says '1 counters'."""
    rules = ruleset(name)
    for seed in range(3):
        rng = Random(f"{name}/{seed}")
        setup, options = rules.random_setup(rng)
        game = Game(rules, setup, options)
        for _ in range(400):
            if game.question is None:
                break
            assert not ONE_OF_MANY.search(game.question.prompt), game.question.prompt
            game.answer(game.question.pick(rng))
        bad = [line for line in game.log() if ONE_OF_MANY.search(line)]
        assert not bad, bad


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Reedveil wins: 1 markers to 0.", "Reedveil wins: 1 marker to 0."),
        ("A draw: 1 markers each.", "A draw: 1 marker each."),
        ("11 markers to 1", "11 markers to 1"),
        ("1.1 markers, 1 pass, 1 less", "1.1 markers, 1 pass, 1 less"),
    ],
)
def test_one_is_not_plural_in_what_was_written_long_ago(written: str, read: str) -> None:
    assert agreed(written) == read
