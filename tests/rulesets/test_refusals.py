"""Whatever somebody answers: in every game the refusal is short, can be shown anywhere, and names a clause."""

from __future__ import annotations

from inspect import getsource
from random import Random
from types import ModuleType
from typing import Any

import pytest

from sandtable.engine.dice import Seeded
from sandtable.engine.errors import IllegalAnswer
from sandtable.engine.game import Game
from sandtable.engine.questions import Question
from sandtable.engine.registry import ruleset, ruleset_ids
from sandtable.rulesets.op_en import refusals, standing, walking
from sandtable.rulesets.riverside import policy
from sandtable.rulesets.roe import refusals as roe_refusals
from sandtable.table import causes

LONG = "x" * 5000
ANSWERS = 150
"""Of a game: enough to have met its moves, placements and fights."""


def spoilt(who: str) -> list[Any]:
    """Long words and signs that nobody sees, wherever an answer has room for them."""
    keys = [LONG, f">{LONG}", f"b2 {LONG}", f"{LONG} b2", "a\x00b", "\x1b[2J", "\u202e"]
    words: list[Any] = [*keys, 10**300, float("nan")]
    shapes = [
        shape
        for word in words
        for shape in (
            word, [word], [word, word], {who: word}, {who: [word]}, {who: [[word, 1]]}, {who: [[1, 2, 0, word]]},
            {"unit": word}, {"unit": {"to": word}}, {"unit": {"to": [1, 1], "formation": word}},
            {"unit": {"to": [word, 1]}}, {"unit": {"to": [1, 1], "turn": word}},
        )
    ]  # fmt: skip
    return [*shapes, *[{key: 1} for key in keys], *[{"unit": {key: 1}} for key in keys]]


@pytest.mark.parametrize("name", ruleset_ids())
def test_a_refusal_is_short_whatever_was_answered(name: str) -> None:
    game: Game[Any] = Game(ruleset(name), None, {}, Seeded.from_text("refusals"))
    rng = Random(name)
    met: set[tuple[str, str]] = set()
    for _ in range(ANSWERS):
        question = game.question
        if not isinstance(question, Question):
            break
        if (question.kind, question.topic) not in met:
            met.add((question.kind, question.topic))
            for answer in spoilt(question.who):
                with pytest.raises(IllegalAnswer) as refused:
                    game.answer(answer)
                assert refused.value.clause
                assert len(str(refused.value)) < 600, question.prompt
                assert str(refused.value).isprintable(), question.prompt
        game.answer(question.pick(rng))
    assert len(met) > 1


# ---- causes and clauses ---------------------------------------------------------------------------

TABLES = {"roe": roe_refusals, "riverside": policy, "op-en": refusals}
"""Where each game in inches says which clause stands behind which cause."""


@pytest.mark.parametrize("name", TABLES)
def test_every_cause_leads_to_a_clause_of_the_book(name: str) -> None:
    clauses = set(ruleset(name).rulebook.clauses)
    table: dict[str, str] = TABLES[name].CLAUSES
    assert set(table.values()) <= clauses


def test_every_cause_of_op_en_has_its_words_and_its_clause() -> None:
    own = {value for key, value in vars(refusals).items() if key.isupper() and isinstance(value, str)}
    assert own
    assert own <= set(refusals.CLAUSES)
    assert own <= set(refusals.WORDS)
    assert set(refusals.CLAUSES) <= set(refusals.WORDS) | set(causes.WORDS)


@pytest.mark.parametrize("module", [walking, standing])
def test_whoever_judges_a_way_or_a_place_names_causes(module: ModuleType) -> None:
    assert " Refusal(" not in getsource(module)
