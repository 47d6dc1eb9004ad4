"""Advice: ideas become suggestions by what they gain."""

from __future__ import annotations

from math import exp

from sandtable.engine.advice import Suggestion, by_gain


def test_the_best_idea_weighs_1_and_the_others_fall_off() -> None:
    found = by_gain([("shoot", 3.0, "a hit"), ("wait", 1.0, ""), ("run", -9.0, "")], calm=2.0, least=0.05)
    assert found == [Suggestion("shoot", 1.0, "a hit"), Suggestion("wait", exp(-1.0))]


def test_what_weighs_just_enough_stays() -> None:
    assert len(by_gain([("a", 0.0, ""), ("b", 0.0, "")], calm=1.0, least=1.0)) == 2
