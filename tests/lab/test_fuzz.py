"""The short version of `make fuzz`, and a proof that it would notice."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine.game import Game
from sandtable.lab import fuzz as lab
from sandtable.lab.selfplay import selfplay


def test_random_encounters_find_nothing() -> None:
    found = lab.fuzz("opportunity", games=200, seed="short", processes=2)
    assert found.errors == []
    assert found.games == found.saves == 200
    assert found.decisions > 5000


def test_a_broken_game_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Game[Any], answer: Any, seat: int | None = None) -> None:
        raise RuntimeError("planted")

    monkeypatch.setattr(Game, "answer", broken)
    batch = lab._batch("opportunity", "planted", 0, 3)
    assert len(batch.errors) == 3
    assert "planted" in batch.errors[0]


def test_a_save_that_leads_elsewhere_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "_reloaded", lambda game: game.clone())
    batch = lab._batch("opportunity", "other dice", 0, 10)
    assert any("led to another end" in error for error in batch.errors)


def test_selfplay_reports_errors_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.lab.selfplay.LONGEST", 3)
    tally = selfplay("opportunity", 2, ["random", "random"], "s")
    assert len(tally.errors) == 2
    assert "has not ended" in tally.errors[0]
