"""Every game of the golden library plays and verifies, or parts from today's rules where we know it does: at a change
that the changelog names. A game that parts anywhere else is a change of the rules without a version."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.engine import save as saves
from tests.golden.library import RULESETS, WANTED, expected, files, living, missing, name_of, read, write

GAMES = [path for name in RULESETS for path in files(name)]
PARTED = expected()


@pytest.mark.parametrize("path", GAMES, ids=name_of)
def test_a_golden_game(path: Path) -> None:
    saved = read(path)
    verdict = saves.verify(saved)
    known = PARTED.get(name_of(path))
    if known is None:
        assert verdict.ok, verdict.problem
        assert verdict.proved_rolls == verdict.rolls or any("not revealed" in note for note in verdict.notes)
        return
    assert verdict.divergence is not None, verdict.problem or "it plays: take it out of the index"
    assert (verdict.at, known.version in {change.version for change in verdict.divergence.changes}) == (
        known.input,
        True,
    ), verdict.problem


@pytest.mark.parametrize("path", [path for path in GAMES if name_of(path) in PARTED], ids=name_of)
def test_a_game_that_parts_can_be_watched_and_taken_up(path: Path) -> None:
    saved = read(path)
    assert len(list(saves.watch(saved))) == len(saved.inputs) + 1
    verdict = saves.verify(saved)
    assert verdict.divergence is not None
    if verdict.divergence.good >= 0:
        assert len(saves.load_until(saved, verdict.divergence.good).inputs) >= verdict.divergence.good


@pytest.mark.parametrize("name", RULESETS)
def test_there_are_enough_and_they_show_everything(name: str) -> None:
    games = living(name)
    assert len(games) >= WANTED, f"{len(games)} whole games of {name}: python -m tests.golden.grow"
    assert not missing(name, games), "python -m tests.golden.grow"


def test_every_known_divergence_is_of_a_game() -> None:
    assert set(PARTED) <= {name_of(path) for path in GAMES}


def test_both_forms_are_in_the_library() -> None:
    for name in ("opportunity", "opentactics", "roe"):
        assert {read(path).format for path in files(name)} == {"sandtable-game/1", "sandtable-game/2"}
    assert {read(path).format for path in files("riverside")} == {"sandtable-game/2"}  # it is younger than the first


def test_a_game_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "roe" / "001-1.0.0.json.gz"
    write(path, read(GAMES[0]))
    with pytest.raises(FileExistsError):
        write(path, read(GAMES[1]))
    assert read(path) == read(GAMES[0])
