"""Nobody is called like an answer that stands beside names: the two could not be told apart."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Any

import pytest

from sandtable.engine.errors import SetupError
from sandtable.engine.game import Game
from sandtable.engine.names import check_name
from sandtable.engine.questions import Question, options_of
from sandtable.engine.registry import ruleset, ruleset_ids
from sandtable.lab.fuzz import begun
from sandtable.rulesets.op_en.roster import RESERVED as OP_EN
from sandtable.rulesets.opentactics.roster import RESERVED as OPENTACTICS
from sandtable.rulesets.opportunity.roster import RESERVED as OPPORTUNITY
from sandtable.rulesets.riverside.new_battle import RESERVED as RIVERSIDE
from sandtable.rulesets.roe.roster import RESERVED as ROE

WORDS: dict[str, Collection[str]] = {
    "op-en": OP_EN, "opentactics": OPENTACTICS, "opportunity": OPPORTUNITY, "riverside": RIVERSIDE, "roe": ROE,
}  # fmt: skip
GAMES, ANSWERS = 6, 400


def beside_names(game: Game[Any], rng: Random) -> set[str]:
    """The answers of a random game that are nobody's name, where others are the names of what they point at."""
    found, names = set(), set()
    for _ in range(ANSWERS):
        question = game.question
        if not isinstance(question, Question):
            break
        options = options_of(question)
        named = {option.id for option in options for ref in option.points_at if option.id == ref.id}
        if named:
            names |= named
            found |= {option.id for option in options if not option.points_at}
        game.answer(question.pick(rng))
    return found - names


@pytest.mark.parametrize("name", ruleset_ids())
def test_every_answer_beside_names_is_a_reserved_word(name: str) -> None:
    rng = Random(name)
    found = set()
    for number in range(GAMES):
        found |= beside_names(begun(ruleset(name), f"names/{number}", number, rng), rng)
    assert found <= set(WORDS[name])


@pytest.mark.parametrize(("name", "word"), [(name, word) for name, words in WORDS.items() for word in sorted(words)])
def test_a_reserved_word_is_no_name(name: str, word: str) -> None:
    for spelling in (word, word.upper()):
        with pytest.raises(SetupError, match="a word of the rules"):
            check_name(spelling, WORDS[name])
