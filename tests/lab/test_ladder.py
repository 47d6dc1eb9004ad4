"""The ladder counts fairly: sides swapped, dice shared, intervals right."""

from __future__ import annotations

from typing import Any

import pytest
from tests.bots.heap import Heap, Sly

from sandtable.bots import make_bot
from sandtable.engine.errors import SandtableError
from sandtable.lab import ladder as lab


@pytest.fixture
def heap(monkeypatch: pytest.MonkeyPatch) -> None:
    rules: dict[str, Any] = {"heap": Heap(), "sly": Sly()}
    monkeypatch.setattr(lab, "find_ruleset", rules.__getitem__)


def games(ruleset_id: str, pair: lab.Pair) -> lab.PairResult:
    return lab.standing(ruleset_id, pair, [lab.play(ruleset_id, pair, n, "s") for n in range(pair.games)])


@pytest.mark.usefixtures("heap")
def test_the_better_bot_wins_from_either_side() -> None:
    found = games("sly", lab.Pair("regular", "random", 40))
    assert found.wins >= 36
    assert (found.wins + found.draws + found.losses, found.errors) == (40, [])
    assert found.low < found.share < found.high
    assert found.pace["regular"].activations > 40


@pytest.mark.usefixtures("heap")
def test_equal_bots_are_even_when_sides_are_swapped() -> None:
    """Eleven stones favour whoever begins: only swapping makes it fair."""
    found = games("sly", lab.Pair("regular", "regular@24", 40))
    assert found.wins == 20


@pytest.mark.usefixtures("heap")
@pytest.mark.parametrize(("ours", "wins"), [("recruit", 4), ("random", 0)])
def test_a_bot_that_breaks_the_rules_is_reported_and_loses(
    monkeypatch: pytest.MonkeyPatch, ours: str, wins: int
) -> None:
    class Cheat:
        def answer(self, question: Any, look: Any) -> str:
            return "99"

    monkeypatch.setattr(lab, "make_bot", lambda name, *_: Cheat() if name == "random" else make_bot(name, 1))
    theirs = "random" if ours == "recruit" else "recruit"
    found = games("heap", lab.Pair(ours, theirs, 4))
    assert (found.wins, found.losses, len(found.errors)) == (wins, 4 - wins, 4)
    assert "random: illegal answer" in found.errors[0]


def test_overruns_are_counted_against_the_budget() -> None:
    assert lab.pace("veteran@0.5s", [0.4, 0.59, 0.61, 2.0]).overruns == 2
    assert lab.pace("veteran", [2.3, 2.5]).overruns == 1, "two seconds, unless it is told otherwise"
    assert lab.pace("veteran@300", [5.0]).overruns == 0
    assert lab.pace("regular", [5.0]).overruns == 0
    assert lab.pace("regular", []).activations == 0


def test_odd_numbers_of_games_and_unknown_bots_are_refused() -> None:
    with pytest.raises(SandtableError, match="even number"):
        lab.ladder(["opportunity"], [lab.Pair("random", "random", 3)], "1", 1)
    with pytest.raises(SandtableError, match="no bot"):
        lab.ladder(["opportunity"], [lab.Pair("nobody", "random", 2)], "1", 1)
