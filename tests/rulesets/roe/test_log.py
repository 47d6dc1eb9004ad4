"""The log: every event has its sentence, no sentence is without its event, and every line cites its clauses."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from sandtable.engine.dice import Pseudo
from sandtable.engine.events import ROLL, Event
from sandtable.engine.game import Game
from sandtable.rulesets import roe
from sandtable.rulesets.roe import RULESET
from sandtable.rulesets.roe.log import TEMPLATES, say
from tests.games import play_on
from tests.rulesets.owed import told_in_the_rules
from tests.rulesets.roe.battles import blue, new_battle, red, skirmish

SOURCES = sorted(Path(roe.__file__).parent.glob("*.py"))
CLAUSE = re.compile(r"RE-\d+\.\d+")


def test_every_event_of_the_rules_has_a_sentence_and_every_sentence_an_event() -> None:
    assert told_in_the_rules(SOURCES) == set(TEMPLATES)


def test_every_clause_named_in_the_code_exists() -> None:
    for path in SOURCES:
        for clause in CLAUSE.findall(path.read_text("utf-8")):
            assert clause in RULESET.rulebook.clauses, f"{path.name}: {clause}"


@pytest.mark.parametrize("seed", range(40))
def test_every_event_of_random_battles_can_be_said(seed: int) -> None:
    game = play_on(new_battle(seed), Random(seed))
    for event in game.events or []:
        assert event.clauses, event.kind
        assert all(clause in RULESET.rulebook.clauses for clause in event.clauses), event
        assert msgspec.json.decode(msgspec.json.encode(event.data)) == event.data
        if event.kind != ROLL:
            sentence = say(event)
            assert sentence.endswith("."), sentence
            assert not set(sentence) & set("{}\n"), sentence


@pytest.mark.parametrize(
    ("kind", "data", "sentence"),
    [
        ("ingress", {"by": "Red", "name": "Outflank",
                     "zones": {"Red": [[18.0, 0.0, 30.0, 0.0], [18.0, 36.0, 30.0, 36.0]],
                               "Blue": [[0.0, 0.0, 0.0, 36.0]]}},
         "Red chooses the ingress: Outflank. Red enters at the bottom edge, 18 to 30 and the top edge, 18 to 30; "
         "Blue enters at the left edge."),
        ("pool", {"who": "Red", "counters": 12, "models": 10}, "Red takes 12 order counters (10 models, Command 2)."),
        ("pool", {"who": "Red", "counters": 1, "models": 1}, "Red takes 1 order counter (1 model)."),
        ("moved", {"who": "Ann", "kind": "climb", "length": 3.5, "to": [20.5, 17.0], "entered": False, "fleet": False,
                   "level": 1}, 'Ann climbs 3.5″ to (20.5, 17.0), level 1.'),
        ("moved", {"who": "Ann", "kind": "standard", "length": 6.0, "to": [20.5, 17.0], "entered": False,
                   "fleet": False, "level": 0}, 'Ann moves 6.0″ to (20.5, 17.0).'),
        ("resolve", {"who": "Ann", "dice": 1, "successes": 1, "pins": 0, "needed": 5, "test": "pins"},
         "Ann tests Resolve on 5 or less: 1 of 1 token comes off, 0 left."),
        ("pinned", {"who": "Ann", "tokens": 2, "pins": 3, "now": "Pinned Down"},
         "Ann gains 2 pinning tokens and has 3: Pinned Down."),
        ("discards", {"who": "Red", "counters": 1}, "Red discards what is left in the pool: 1 counter."),
    ],
)  # fmt: skip
def test_what_the_log_says(kind: str, data: dict[str, Any], sentence: str) -> None:
    assert say(Event(kind, ("RE-1.2",), data, 0)) == sentence


def test_a_wasted_order_and_the_cause_of_disruption_are_told() -> None:
    gun = {"name": "Big Gun", "range": 24, "rate": 1, "rules": ["Bulky"]}
    ann, tom = red("Ann", [10, 10], weapons=[gun], pins=0), blue("Tom", [18, 10])
    game = Game(RULESET, skirmish(ann, tom), {}, Pseudo(Random(1)))
    for answer in ("Ann", "tactical", "no focus", "shoot", "done"):
        game.answer(answer)
    attack = next(event for event in game.events or [] if event.kind == "attack")
    assert "RE-6.24" in attack.clauses
    idle = Game(RULESET, skirmish(ann, tom), {}, Pseudo(Random(1)))
    for answer in ("Ann", "tactical", "no focus", "done"):
        idle.answer(answer)
    assert "Ann does nothing more. [RE-1.39]" in idle.log()
