"""The log: every event has its sentence, and no sentence is without its event."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from string import Formatter
from typing import Any

import msgspec
import pytest

from sandtable.engine.events import ROLL, Event, say_roll
from sandtable.engine.game import Game
from sandtable.engine.questions import options_of
from sandtable.rulesets import opportunity
from sandtable.rulesets.opportunity import RULESET
from sandtable.rulesets.opportunity.log import TEMPLATES, say
from tests.games import fight, new_game, play_on
from tests.rulesets.owed import told_in_the_rules

SOURCES = sorted(Path(opportunity.__file__).parent.glob("*.py"))
GAMES = 300
CHUNKS = 10
CLAUSE = re.compile(r"OP-\d+\.\d+")


def test_every_event_of_the_rules_has_a_sentence_and_every_sentence_an_event() -> None:
    assert told_in_the_rules(SOURCES) == set(TEMPLATES)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_event_told_in_random_games_can_be_said(chunk: int) -> None:
    """One line each, without holes, resting on clauses of the book; and events are JSON."""
    clauses = RULESET.rulebook.clauses
    for seed in range(chunk, GAMES, CHUNKS):
        game = play_on(new_game(seed), Random(seed))
        last = 0
        for event in game.events or []:
            sentence = say_roll(event) if event.kind == ROLL else say(event)
            if event.kind == ROLL and event.data["quiet"]:
                continue
            assert sentence.strip()
            assert "\n" not in sentence
            assert "{" not in sentence
            assert event.clauses
            assert all(clause in clauses for clause in event.clauses)
            assert last <= event.at <= len(game.inputs)
            last = event.at
        assert len(msgspec.json.decode(msgspec.json.encode(game.events))) == len(game.events or [])
        assert len(game.log()) == sum(not event.data.get("quiet") for event in game.events or [])


def test_most_sentences_are_heard_in_random_games() -> None:
    heard: set[str] = set()
    for seed in range(150):
        heard |= {event.kind for event in play_on(new_game(seed), Random(seed)).events or []}
    assert len(heard) > len(TEMPLATES) * 0.8
    assert heard <= {*TEMPLATES, ROLL}


def test_the_clauses_named_in_the_source_are_in_the_book() -> None:
    clauses = RULESET.rulebook.clauses
    for path in SOURCES:
        for name in CLAUSE.findall(path.read_text()):
            assert name in clauses, f"{path.name} names {name}"


def test_templates_are_plain() -> None:
    for kind, template in TEMPLATES.items():
        for _, name, spec, conversion in Formatter().parse(template):
            assert name is None or (name.isidentifier() and not spec and not conversion), kind


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            Event("action", (), {"who": "Ann", "action": "Move", "dice": ["blue 3"], "target": ""}, 0),
            "Ann: Move with blue 3.",
        ),
        (
            Event("action", (), {"who": "Ann", "action": "Consolidate", "dice": [], "target": ""}, 0),
            "Ann: Consolidate with no dice.",
        ),
        (
            Event("action", (), {"who": "Ann", "action": "Charge", "dice": ["red 1", "blue 2"], "target": "Tom"}, 0),
            "Ann: Charge on Tom with red 1, blue 2.",
        ),
        (Event("position", (), {"who": "Ann", "change": 3, "position": 8}, 0), "Ann's Position changes by +3 to 8."),
        (Event("position", (), {"who": "Ann", "change": -4, "position": 1}, 0), "Ann's Position changes by -4 to 1."),
        (Event("bands", (), {"order": [["Ann", "Tom"], ["Zed"]]}, 0), "The picks go by skill: Ann, Tom; Zed."),
        (Event("initiative", (), {"numbers": {"Ann": 12, "Tom": 9}}, 0), "Initiative: Ann 12, Tom 9."),
        (
            Event("lays out", (), {"who": "Ann", "total": 7, "lost": ["red 1"]}, 0),
            "Ann lays out a Full Defence of 7 and gives up red 1.",
        ),
        (Event("lays out", (), {"who": "Ann", "total": 7, "lost": []}, 0), "Ann lays out a Full Defence of 7."),
        (
            Event(
                "attack",
                (),
                {
                    "attacker": "Ann",
                    "target": "Tom",
                    "weapon": "Knife",
                    "att": 5,
                    "def": 3,
                    "armour": 2,
                    "result": "hit",
                },
                0,
            ),
            "Ann attacks Tom with Knife: ATT 5 against DEF 3 (2 from armour): hit.",
        ),
    ],
)
def test_sentences(event: Event, sentence: str) -> None:
    assert say(event) == sentence


@pytest.mark.parametrize(
    ("die", "result", "clause"), [("R4", "critical", "OP-7.12"), ("R2", "hit", "OP-7.11"), ("R1", "miss", "OP-7.11")]
)
def test_an_attack_names_the_clause_of_its_verdict(die: str, result: str, clause: str) -> None:
    ann = {"name": "Ann", "side": "Red", "weapon": "Light Pistol", "pool": [die], "initiative": 20}
    game = Game(RULESET, fight(ann, {"name": "Tom", "side": "Blue", "pool": ["G1"], "initiative": 10}))
    game.answer(named(game, "Ranged Attack"))
    game.answer(named(game, "Take Cover"))
    (attack,) = [event for event in game.events or () if event.kind == "attack"]
    assert (attack.data["result"], attack.clauses) == (result, (clause,))


def named(game: Game[Any], label: str) -> str:
    """The id of an option."""
    return next(option.id for option in options_of(game.question) if option.label.startswith(label))
