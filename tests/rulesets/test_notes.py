"""Whoever is asked one of the common questions reads a line beside every option: what it does, and what it costs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from sandtable.bots.thinking import likely
from sandtable.engine.dice import Pseudo, Seeded
from sandtable.engine.game import Game
from sandtable.engine.questions import Option, Question, facts_of, options_of
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


SEEN = {"model", "unit", "cell", "die", "edge", "spot", "terrain", "piece", "tile", "component", "objective"}
"""What an option may point at and need no words: one sees it on the table, with its card, or in the hand."""
NUMBER = re.compile(r"[-+−]?\d+(\.\d+)?(″| more|″ more)?")
RANDOM, ADVISED = 4, 4
"""Games by chance alone, and games in which most answers follow the ruleset's advice: sides meet there."""
MOST = 400


def games(name: str) -> Iterator[tuple[Game[Any], Random, bool]]:
    rules = ruleset(name)
    for seed in range(RANDOM + ADVISED):
        rng = Random(f"lines {name} {seed}")
        setup, options = rules.random_setup(rng) if seed % 2 else (rules.quick_setup(), {})
        yield Game(rules, setup, options, Pseudo(rng), events=False), rng, seed >= RANDOM


def speaks_for_itself(option: Option) -> bool:
    """A model to point at, a die, a cell, a number."""
    return bool(SEEN & {ref.kind for ref in option.points_at}) or NUMBER.fullmatch(option.label) is not None


@pytest.mark.parametrize("name", WHOLE)
def test_every_option_of_every_question_says_what_it_does_or_is_seen(name: str) -> None:
    silent: dict[str, set[str]] = {}
    for game, rng, advised in games(name):
        for _ in range(MOST):
            question = game.question
            if not isinstance(question, Question):
                break
            facts = facts_of(question) if any(not speaks_for_itself(one) for one in options_of(question)) else {}
            for option in options_of(question):
                if not speaks_for_itself(option) and not facts.get(option.id):
                    silent.setdefault(f"{question.topic} ({question.clause})", set()).add(option.id)
            follows = advised and rng.random() < 0.8
            game.answer(likely(game, rng).answer if follows else question.pick(rng))
    assert not silent, "\n".join(f"{topic}: {', '.join(sorted(found)[:6])}" for topic, found in silent.items())
