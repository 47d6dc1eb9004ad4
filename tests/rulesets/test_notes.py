"""Whoever is asked one of the common questions reads a line beside every option: what it does, and what it costs."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from sandtable.engine.dice import Seeded
from sandtable.engine.game import Game
from sandtable.engine.questions import Question, facts_of, options_of
from sandtable.engine.registry import ruleset
from sandtable.rulesets.op_en.notes import MENUS as OP_EN
from sandtable.rulesets.opentactics.notes import MENUS as OPENTACTICS
from sandtable.rulesets.opportunity.notes import MENUS as OPPORTUNITY
from sandtable.rulesets.riverside.notes import MENUS as RIVERSIDE
from sandtable.rulesets.roe.content import MENUS as ROE

WHOLE: dict[str, tuple[str, ...]] = {
    "roe": ("order", "focus", "what now", "bid", "recon"),
    "opentactics": ("activate", "action", "skill", "retaliate", "overcharge", "bump", "re-roll", "hex"),
    "opportunity": ("pick", "act", "respond", "deed"),
    "riverside": ("activate", "action", "ability", "strike back"),
    "op-en": ("activate", "action", "token", "re-roll"),
}
"""Topics whose every option says something, be it from `notes.toml`, from lists of the setting, or measured."""
MENUS: dict[str, Mapping[str, tuple[str, ...]]] = {
    "roe": ROE, "opentactics": OPENTACTICS, "opportunity": OPPORTUNITY, "riverside": RIVERSIDE, "op-en": OP_EN,
}  # fmt: skip
RARE = {"drop", "leave", "vent", "raise", "rally", "grove", "escort"}
"""What somebody must carry, have or stand beside first."""
GAMES, QUESTIONS = 3, 150


@pytest.mark.parametrize("name", WHOLE)
def test_every_option_of_a_common_question_has_its_line(name: str) -> None:
    rules, seen = ruleset(name), set()
    for seed in range(GAMES):
        rng = Random(f"notes {name} {seed}")
        game = Game(rules, rules.quick_setup(), {}, Seeded.from_text(f"notes {seed}"))
        for _ in range(QUESTIONS):
            question = game.question
            if not isinstance(question, Question):
                break
            if question.topic in WHOLE[name]:
                seen.add(question.topic)
                facts = facts_of(question)
                silent = [option.id for option in options_of(question) if not facts.get(option.id)]
                assert not silent, f"{question.prompt}: {silent}"
                assert all("{" not in line and "\n" not in line for line in facts.values())
            game.answer(question.pick(rng))
    assert seen >= {topic for topic in WHOLE[name] if topic in ("order", "action", "act", "respond", "pick")}


@pytest.mark.parametrize("name", MENUS)
def test_menus_are_those_of_the_rules(name: str) -> None:
    """An option that a menu names is one that the rules offer: whoever renames one is told."""
    rules = ruleset(name)
    offered: dict[str, set[str]] = {}
    for seed in range(GAMES):
        rng = Random(f"menus {name} {seed}")
        game = Game(rules, rules.quick_setup(), {}, Seeded.from_text(f"menus {seed}"))
        for _ in range(QUESTIONS):
            question = game.question
            if not isinstance(question, Question):
                break
            found = {option.id for option in options_of(question)} | {absent.id for absent in question.absent}
            offered.setdefault(question.topic, set()).update(found)
            game.answer(question.pick(rng))
    for topic in ("order", "action", "act"):
        if topic in MENUS[name]:
            assert set(MENUS[name][topic]) - RARE <= offered[topic], topic
