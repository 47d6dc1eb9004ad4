"""Gestures: how long the referee looks for ways, in the median over what hands do in a game between regulars."""

from __future__ import annotations

from statistics import median
from typing import Any

from bench.measure import Figure, seconds
from sandtable.bots import ask, make_bot
from sandtable.engine.dice import Seeded
from sandtable.engine.game import Game
from sandtable.engine.gestures import FIGURES, At, Gesture, To, ways
from sandtable.engine.hooks import offered
from sandtable.engine.questions import ChooseOne, Question
from sandtable.engine.registry import ruleset

RULESETS = ("roe", "opentactics", "op-en", "riverside")
ANSWERS, LIMIT = 220, 20.0
"""Answers of the game that is looked at, and milliseconds."""


def measure(c: float) -> list[Figure]:
    found = []
    for name in RULESETS:
        taken = sorted(1000 * one * 0.2 / c for one in _taken(name))
        found.append(Figure(f"{name}: ways of a gesture, ms x 0.2/C (median of {len(taken)})", median(taken), LIMIT))
        found.append(Figure(f"{name}: ways of a gesture, ms x 0.2/C (at 90 %)", taken[int(0.9 * len(taken))]))
    return found


def _taken(name: str) -> list[float]:
    game: Game[Any] = Game(ruleset(name), dice=Seeded.from_text("gestures"))
    bots = [make_bot("regular", "a"), make_bot("regular", "b")]
    taken: list[float] = []
    for _ in range(ANSWERS):
        question = game.question
        if not isinstance(question, Question):
            break
        taken += [seconds(lambda one=one: ways(game, one)) for one in _gestures(game, question)]  # type: ignore[misc]
        game.answer(ask(bots[question.seat], game))
    return taken


def _gestures(game: Game[Any], question: Question) -> list[Gesture]:
    """Where somebody is asked who acts: drags of the first two, near and far, and clicks on an enemy."""
    if not isinstance(question, ChooseOne):
        return []
    drawn = offered(game.ruleset, "scene")(game.reading(question.seat))
    models = {one.id: one for one in drawn.models}
    members = {unit.id: unit.members for unit in getattr(drawn, "units", None) or ()}
    actors = [ref.id for option in question.options for ref in option.points_at[:1] if ref.kind in FIGURES]
    enemies = [name for name, one in models.items() if one.side != question.seat and one.x is not None]
    found: list[Gesture] = []
    for who in actors[:2]:
        there = [models[name] for name in members.get(who, [who]) if name in models and models[name].x is not None]
        if there:
            x, y = (sum(getattr(one, key) for one in there) / len(there) for key in ("x", "y"))
            found += [To(who, (x + 2, y + 1)), To(who, (x + 7, y + 1))]
        found += [At(target, who) for target in enemies[:1]]
    return found + [At(target) for target in enemies[:1]]
