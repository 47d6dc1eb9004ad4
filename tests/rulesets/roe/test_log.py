"""The log: every event has its sentence, no sentence is without its event, and every line cites its clauses."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from random import Random

import msgspec
import pytest

from sandtable.engine.events import ROLL
from sandtable.rulesets import roe
from sandtable.rulesets.roe import RULESET
from sandtable.rulesets.roe.log import TEMPLATES, say
from tests.rulesets.roe.battles import new_battle, play_on

SOURCES = sorted(Path(roe.__file__).parent.glob("*.py"))
CLAUSE = re.compile(r"RE-\d+\.\d+")


def told_in_the_rules() -> set[str]:
    kinds: set[str] = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            if isinstance(node.func, ast.Attribute) and node.func.attr == "tell":
                kind = node.args[0]
            elif isinstance(node.func, ast.Name) and node.func.id == "tell_of":
                kind = node.args[1]
            else:
                continue
            for part in [kind.body, kind.orelse] if isinstance(kind, ast.IfExp) else [kind]:
                assert isinstance(part, ast.Constant), f"{path.name}: the kind of an event is a plain word"
                kinds.add(str(part.value))
    return kinds


def test_every_event_of_the_rules_has_a_sentence_and_every_sentence_an_event() -> None:
    assert told_in_the_rules() == set(TEMPLATES)


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
