"""The page of balance: the tables of several studies, made anew from what has been played."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.cli import main
from sandtable.lab.study.balance import balance_page, verdict
from sandtable.lab.study.crew import Alone
from sandtable.lab.study.measures import Share, shares
from sandtable.lab.study.plan import study_of
from sandtable.lab.study.running import run
from sandtable.lab.study.store import Results

PAIRED = """
title = "Two sides in each other's place"
ruleset = "opportunity"
games = 6
bots = ["random"]
[[battle]]
ready = "Team Brawl"
forces = ["Night Watch", "Dockside Crew"]
[[battle]]
ready = "Free-for-all"
"""


@pytest.fixture
def played(tmp_path: Path) -> Results:
    results = Results.of(study_of(PAIRED.encode(), "paired.toml"), tmp_path / "paired.sqlite")
    run(results, Alone())
    return results


def test_the_page_tells_every_share_with_its_interval(played: Results) -> None:
    page = balance_page([played], "sandtable balance paired.toml")
    assert "12 games, random, seed `1`" in page
    for one in [*shares(played, "battle"), *shares(played, "place"), *shares(played, "force")]:
        wins = f"{100 * one.share:.1f} % ({100 * one.low:.1f} to {100 * one.high:.1f})"
        assert f"| {one.name} | {one.games} | {wins} |" in page
    assert "    sandtable balance paired.toml\n" in page


def test_a_place_is_counted_whoever_holds_it(played: Results) -> None:
    first, second = shares(played, "place")
    assert (first.name, second.name) == ("seat 0", "seat 1")
    assert first.games == second.games == 6
    assert first.share + second.share == pytest.approx(1)
    (held,) = played.rows("select avg(worth) from side where fixture = 0 and seat = 0")[0]
    assert first.share == pytest.approx(held)


@pytest.mark.parametrize(
    ("low", "high", "even", "said"),
    [
        (0.45, 0.55, 0.5, "even"),
        (0.44, 0.55, 0.5, ""),
        (0.56, 0.64, 0.5, "favoured by 10"),
        (0.36, 0.44, 0.5, ""),
        (0.31, 0.37, 1 / 4, "favoured by 9"),
        (0.21, 0.29, 1 / 4, "even"),
    ],
)
def test_only_what_is_certain_is_said(low: float, high: float, even: float, said: str) -> None:
    assert verdict(Share("", "", 100, (low + high) / 2, low, high), even) == said


def test_the_command_plays_what_is_missing_and_writes_the_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, to = tmp_path / "paired.toml", tmp_path / "balance.md"
    file.write_text(PAIRED)
    asked = ["balance", str(file), "--to", str(to), "--results", str(tmp_path), "--processes", "1"]
    assert main([*asked, "--games", "2"]) == 0
    assert " 4 games, random" in to.read_text()
    assert main(asked) == 0
    page = to.read_text()
    assert "12 games, random" in page
    assert main(asked) == 0
    assert to.read_text() == page
    assert main([*asked, "--games", "-1"]) == 2
    assert "games = -1" in capsys.readouterr().err
