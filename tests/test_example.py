"""The example ruleset is what its tutorial says, installs as a stranger's package would, and plays.

The package is installed into a temporary directory. What needs it runs in a process of its own: this file, as a script.
"""

from __future__ import annotations

import doctest
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "examples" / "gangplank"
TUTORIAL = ROOT / "docs" / "write-a-ruleset.md"
WHOLE = ("pyproject.toml", "src/gangplank/__init__.py", "src/gangplank/advice.py", "src/gangplank/log.toml")
"""Files that the tutorial shows from the first line to the last."""
GAMES = 50
LONGEST = 200
BLOCK = re.compile(r"^```(python|toml)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


# ---- the tutorial ---------------------------------------------------------------------------------


def _blocks() -> list[tuple[str, str]]:
    """File and text of each block of code in the tutorial."""
    return [(path, text) for _, path, text in BLOCK.findall(TUTORIAL.read_text())]


def test_every_block_of_the_tutorial_is_in_its_file() -> None:
    blocks = _blocks()
    assert len(blocks) > 20
    for path, text in blocks:
        assert path, f"this block names no file:\n{text}"
        found = f"\n{(EXAMPLE / path).read_text()}".count(f"\n{text}")
        assert found == 1, f"this block is {found} times in {path}:\n{text}"


@pytest.mark.parametrize("path", WHOLE)
def test_the_tutorial_shows_the_whole_file(path: str) -> None:
    shown = Counter(line for where, text in _blocks() if where == path for line in text.splitlines() if line)
    there = Counter(line for line in (EXAMPLE / path).read_text().splitlines() if line)
    assert shown == there


def test_the_package_is_small() -> None:
    """The whole ruleset; what bots are told about it is a page of its own."""
    files = [path for path in EXAMPLE.rglob("*") if path.suffix in (".py", ".pyi") and path.name != "advice.py"]
    assert sum(len(path.read_text().splitlines()) for path in files) <= 150


# ---- the package, installed -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Installs a copy of the package, offline, and hands over what the script below finds there."""
    place = tmp_path_factory.mktemp("example")
    source, target = place / "source", place / "target"
    shutil.copytree(EXAMPLE, source, ignore=shutil.ignore_patterns("__pycache__"))
    install = [
        sys.executable, "-m", "pip", "--isolated", "--disable-pip-version-check", "install", "--quiet",
        "--no-cache-dir", "--no-deps", "--no-build-isolation", "--no-index", "--no-compile",
        "--root-user-action=ignore", "--target", str(target), str(source),
    ]  # fmt: skip
    _run(install, dict(os.environ))
    path = os.pathsep.join([str(target), str(ROOT / "src")])
    alone = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    found: dict[str, Any] = json.loads(_run([sys.executable, __file__], alone))
    assert Path(found["file"]).is_relative_to(target.resolve())
    return found


def _run(command: list[str], env: dict[str, str]) -> str:
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_is_found_by_its_entry_point(installed: dict[str, Any]) -> None:
    assert "gangplank" in installed["ids"]
    assert installed["title"] == "Gangplank"


def test_random_games_end(installed: dict[str, Any]) -> None:
    assert installed["games"] == GAMES
    assert set(installed["endings"]) == {"GP-4.2", "GP-4.3"}


def test_a_saved_game_loads_with_the_same_hash(installed: dict[str, Any]) -> None:
    for name in ("half way", "at the end"):
        saved = installed["saves"][name]
        assert saved["before"] == saved["after"]
        assert saved["problem"] == ""


def test_its_cases_hold_and_prove_every_clause(installed: dict[str, Any]) -> None:
    assert installed["cases"] >= 6
    assert installed["failed cases"] == []
    assert installed["not proved"] == []


def test_its_advice_makes_better_bots(installed: dict[str, Any]) -> None:
    assert installed["regular beats recruit"] > 0.6
    assert installed["bots at fault"] == []


def test_its_bands_tell_the_truth(installed: dict[str, Any]) -> None:
    assert installed["bands"] == {"plain": [1, 2, 4, 6], "braced": [1, 3, 6]}


def test_the_sessions_of_the_tutorial_are_real(installed: dict[str, Any]) -> None:
    assert installed["examples"] > 10
    assert installed["failed examples"] == 0


# ---- the script -----------------------------------------------------------------------------------


def look() -> dict[str, Any]:
    """Everything the tests above want to know, found out where the package is installed."""
    from sandtable.engine.registry import ruleset, ruleset_ids

    rules = ruleset("gangplank")
    report = doctest.testfile(str(TUTORIAL), module_relative=False, report=False)
    return {
        "ids": ruleset_ids(),
        "title": rules.title,
        "file": str(Path(sys.modules[type(rules).__module__].__file__ or "").resolve()),
        **_play(),
        **_cases(),
        **_bots(),
        "bands": {"plain": _bands(False), "braced": _bands(True)},
        "examples": report.attempted,
        "failed examples": report.failed,
    }


def _play() -> dict[str, Any]:
    from sandtable.engine.dice import Seeded
    from sandtable.engine.game import Game
    from sandtable.engine.registry import ruleset

    rules = ruleset("gangplank")
    endings: Counter[str] = Counter()
    saves: dict[str, Any] = {}
    for number in range(GAMES):
        rng = Random(number)
        setup, options = rules.random_setup(rng)
        game: Game[Any] = Game(rules, setup, options, Seeded.from_text(f"example {number}"))
        for answers in range(LONGEST):
            if game.question is None:
                break
            if number == 0 and answers == 9:
                saves["half way"] = _saved(game)
            assert game.clone().hash() == game.hash()
            json.dumps(game.view(game.question.seat))
            game.answer(game.question.pick(rng))
        assert game.outcome is not None, "a game does not end"
        assert all(game.log())
        endings[game.outcome.clause] += 1
        if number == 0:
            saves["at the end"] = _saved(game)
    return {"games": endings.total(), "endings": endings, "saves": saves}


def _bots() -> dict[str, Any]:
    from sandtable.lab.ladder import Pair, play, standing

    pair = Pair("regular", "recruit", 60)
    found = standing("gangplank", pair, [play("gangplank", pair, number, "example") for number in range(pair.games)])
    return {"regular beats recruit": found.share, "bots at fault": found.errors}


def _saved(game: Any) -> dict[str, str]:
    from sandtable.engine import save

    saved = save.read(save.to_json(save.save(game)))
    return {"before": game.hash(), "after": save.load(saved).hash(), "problem": save.verify(saved).problem}


def _cases() -> dict[str, Any]:
    from sandtable.engine.cases import run_file
    from sandtable.engine.registry import ruleset

    files = sorted((EXAMPLE / "cases").glob("*.toml"))
    results = [result for path in files for result in run_file(path)]
    proved = {clause for result in results if result.ok for clause in result.clauses}
    needed = [clause.id for clause in ruleset("gangplank").rulebook.clause if clause.needs_proof]
    return {
        "cases": len(files),
        "failed cases": [f"{result.title}: {result.problem}" for result in results if not result.ok],
        "not proved": [clause for clause in needed if clause not in proved],
    }


def _bands(braced: bool) -> list[int]:
    """The lowest faces of equal results, found by trying every face; the roll must claim the same."""
    from importlib import import_module

    def results(face: int) -> str:
        stage = import_module("gangplank").blow(0, "Ann", braced)
        claimed.append(next(stage).bands)
        with pytest.raises(StopIteration) as done:
            stage.send((face,))
        return str(done.value.value)

    claimed: list[tuple[int, ...]] = []
    by_face = [results(face) for face in range(1, 7)]
    bands = [face for face in range(1, 7) if face == 1 or by_face[face - 1] != by_face[face - 2]]
    assert set(claimed) == {tuple(bands)}
    return bands


if __name__ == "__main__":
    print(json.dumps(look()))
