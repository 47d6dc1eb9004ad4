"""A short fuzz of whole games: no exception, no dead end, no endless game, saves that lead to the same future."""

from __future__ import annotations

from sandtable.lab.fuzz import fuzz


def test_a_hundred_random_games() -> None:
    found = fuzz("opentactics", 100, "test", processes=1)
    assert found.errors == []
    assert found.saves == 100
