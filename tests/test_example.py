"""The example rulesets are what their tutorials say: whoever follows a page from an empty folder gets it, and it plays.

The page is followed literally, as a shell script: its blocks are written to their files, its commands are run, in a new
environment and without a network. What needs the installed package runs there, in a process of its own: this file, as a
script.
"""

from __future__ import annotations

import doctest
import json
import os
import re
import subprocess
import sys
import sysconfig
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

ROOT = Path(__file__).resolve().parent.parent
TUTORIALS = {
    "gangplank": ROOT / "docs" / "write-a-ruleset.md",
    "weir": ROOT / "docs" / "write-a-game-in-inches.md",
}
EXAMPLES = {name: ROOT / "examples" / name for name in TUTORIALS}
MOST_LINES = {"gangplank": 150, "weir": 300}
LISTED = {"gangplank": r"gangplank +Gangplank +1\.0\.0 +14 +1\b", "weir": r"weir +Weir +1\.0\.0 +17 +2\b"}
FIRST = {"gangplank": "Turn 1 of 16: who of Red does what?", "weir": "Turn 1 of 24: who of Reed does what?"}
ENDINGS = {"gangplank": {"GP-4.2", "GP-4.3"}, "weir": {"WR-4.1", "WR-4.2"}}
GAMES = 50
BOUTS = {"gangplank": 60, "weir": 20}
LONGEST = 200
FENCE = re.compile(r"(?:^`(\S+)`(?:, continued)?\n\n)?^```(\w*)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WRITTEN, OTHERS = ("python", "toml"), ("sh", "text", "pycon")
"""Kinds of blocks: pieces of files; commands, what they print, and Python's prompt."""


# ---- the tutorial ---------------------------------------------------------------------------------


class Block(NamedTuple):
    title: str
    """What stands above it, where a reader sees it."""
    kind: str
    path: str
    text: str


BLOCKS = {name: [Block(*found) for found in FENCE.findall(page.read_text("utf-8"))] for name, page in TUTORIALS.items()}
PATHS = {name: sorted({block.path for block in blocks if block.path}) for name, blocks in BLOCKS.items()}
of_each = pytest.mark.parametrize("name", TUTORIALS)


@of_each
def test_every_piece_of_a_file_names_it_and_nothing_else_does(name: str) -> None:
    for block in BLOCKS[name]:
        assert block.title == block.path
        assert block.kind in (WRITTEN if block.path else OTHERS), f"{block.kind} {block.path}:\n{block.text}"


@pytest.mark.parametrize(("name", "path"), [(name, path) for name, paths in PATHS.items() for path in paths])
def test_the_blocks_of_a_file_put_together_are_the_file(name: str, path: str) -> None:
    shown = "\n".join(block.text for block in BLOCKS[name] if block.path == path)
    assert _one_blank(shown) == _one_blank((EXAMPLES[name] / path).read_text("utf-8"))


def _one_blank(text: str) -> str:
    """One blank line or two is the same to Python."""
    return re.sub(r"\n{3,}", "\n\n", text)


@of_each
def test_the_tutorial_shows_every_file_of_the_package_and_a_case(name: str) -> None:
    folder = EXAMPLES[name]
    code = [path for path in (folder / "src").rglob("*") if path.is_file() and path.suffix != ".pyc"]
    assert {"pyproject.toml", *(str(path.relative_to(folder)) for path in code)} <= set(PATHS[name])
    assert any(path.startswith("cases/") for path in PATHS[name])


@of_each
def test_the_package_is_small(name: str) -> None:
    """The whole ruleset; what bots are told about it is a file of its own."""
    files = [path for path in EXAMPLES[name].rglob("*") if path.suffix in (".py", ".pyi") and path.name != "advice.py"]
    assert sum(len(path.read_text().splitlines()) for path in files) <= MOST_LINES[name]


# ---- the tutorial, followed -----------------------------------------------------------------------


@pytest.fixture(scope="module", params=TUTORIALS)
def name(request: pytest.FixtureRequest) -> str:
    """The example whose page is followed."""
    return str(request.param)


@pytest.fixture(scope="module")
def place(name: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder in which somebody has followed the page; printed/3 is what the fourth block had printed."""
    place = tmp_path_factory.mktemp("stranger")
    (place / "printed").mkdir()
    (place / "home").mkdir()
    (place / "home" / "sandtable").symlink_to(ROOT)
    script = place / "page.sh"
    script.write_text("\n".join(["set -ex", *map(_typed, range(len(BLOCKS[name])), BLOCKS[name])]), "utf-8")
    _run(["bash", str(script)], place)
    return place


def _typed(number: int, block: Block) -> str:
    """A block as shell commands. The folder in which everything started is $PLACE."""
    if block.kind == "sh":
        return f'{{\n{block.text}}} > "$PLACE/printed/{number}"'
    if not block.path:
        return ""
    gap = f"test ! -e {block.path} || echo >> {block.path}"
    return f"{gap}\ncat >> {block.path} <<'END OF BLOCK'\n{block.text}END OF BLOCK"


def _run(command: list[str], place: Path) -> str:
    """Runs a command as somebody would who has nothing of ours: no network, a home of their own, and of the packages
    installed here everything but Sandtable and pip."""
    others = place / "packages"
    if not others.exists():
        others.mkdir()
        for path in Path(sysconfig.get_path("purelib")).iterdir():
            if not re.match(r"(__editable__|_?sandtable|pip\b)", path.name) and path.suffix != ".pth":
                (others / path.name).symlink_to(path)
        (place / "bin").mkdir()
        (place / "bin" / "python3").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n', "utf-8")
        (place / "bin" / "python3").chmod(0o755)
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "PYTHON", "VIRTUAL_ENV"))}
    env |= {
        "PLACE": str(place),
        "HOME": str(place / "home"),
        "PATH": os.pathsep.join([str(place / "bin"), env["PATH"]]),
        "PYTHONPATH": str(others),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_NO_INDEX": "1",
        "PIP_NO_BUILD_ISOLATION": "0",  # which switches the isolation off: the builder comes from `others`
        "PIP_NO_CACHE_DIR": "1",
        "PIP_NO_COMPILE": "1",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_ROOT_USER_ACTION": "ignore",
    }
    done = subprocess.run(
        command, cwd=place, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(name: str, place: Path) -> dict[str, Any]:
    """What the script below finds out there."""
    found: dict[str, Any] = json.loads(_run([str(place / name / ".venv" / "bin" / "python"), __file__, name], place))
    assert Path(found["sandtable"]).is_relative_to(place / name / ".venv")
    assert Path(found["file"]).is_relative_to(place / name / "src")
    return found


def test_the_commands_of_the_tutorial_print_what_it_says(name: str, place: Path) -> None:
    told = [(number, block) for number, block in enumerate(BLOCKS[name]) if block.kind == "text"]
    assert told
    for number, block in told:
        assert BLOCKS[name][number - 1].kind == "sh"
        assert (place / "printed" / str(number - 1)).read_text("utf-8") == block.text


def test_the_game_is_listed_and_saved(name: str, place: Path) -> None:
    printed = "".join(path.read_text("utf-8") for path in (place / "printed").iterdir())
    assert re.search(LISTED[name], printed)
    assert FIRST[name] in printed
    assert "nothing found" in printed
    assert (place / name / "saves" / f"{name}.json").exists()


def test_it_is_found_by_its_entry_point(name: str, installed: dict[str, Any]) -> None:
    assert name in installed["ids"]
    assert installed["title"] == name.capitalize()


def test_random_games_end(name: str, installed: dict[str, Any]) -> None:
    assert installed["games"] == GAMES
    assert set(installed["endings"]) == ENDINGS[name]


def test_a_saved_game_loads_with_the_same_hash(installed: dict[str, Any]) -> None:
    for name in ("half way", "at the end"):
        saved = installed["saves"][name]
        assert saved["before"] == saved["after"]
        assert saved["problem"] == ""


def test_a_game_in_inches_is_drawn_with_the_region_of_each_move(name: str, installed: dict[str, Any]) -> None:
    """Gangplank has no picture; whatever Weir draws has its table, and a region wherever somebody walks."""
    drawn = [json.loads(one) for one in installed["drawn"]]
    assert bool(drawn) == (name == "weir")
    assert all(scene["ground"]["pieces"] and len(scene["marks"]) == 1 for scene, _ in drawn)
    assert any(region and region["rings"] for _, region in drawn) == (name == "weir")


def test_its_cases_hold_and_prove_every_clause(installed: dict[str, Any]) -> None:
    assert installed["cases"] >= 6
    assert installed["failed cases"] == []
    assert installed["not proved"] == []


def test_its_advice_makes_better_bots(installed: dict[str, Any]) -> None:
    assert installed["regular beats recruit"] > 0.6
    assert installed["bots at fault"] == []


def test_its_bands_tell_the_truth(installed: dict[str, Any]) -> None:
    for claimed, found in installed["bands"]:
        assert claimed == found


def test_the_sessions_of_the_tutorial_are_real(installed: dict[str, Any]) -> None:
    assert installed["examples"] >= 10
    assert installed["failed examples"] == ""


# ---- the script -----------------------------------------------------------------------------------


def look(name: str) -> dict[str, Any]:
    """Everything the tests above want to know, found out where the package is installed."""
    import sandtable
    from sandtable.engine.registry import ruleset, ruleset_ids

    rules = ruleset(name)
    asked, otherwise = _sessions(TUTORIALS[name])
    return {
        "ids": ruleset_ids(),
        "title": rules.title,
        "sandtable": sandtable.__file__,
        "file": str(Path(sys.modules[type(rules).__module__].__file__ or "").resolve()),
        **_play(name),
        **_cases(name),
        **_bots(name),
        "bands": [_bands(name, *stage) for stage in STAGES[name]],
        "examples": asked,
        "failed examples": otherwise,
    }


def _sessions(page: Path) -> tuple[int, str]:
    """How much Python is asked on the page, and what it answers otherwise. Nobody keeps one prompt open through it all:
    each section begins anew."""
    runner, otherwise = doctest.DocTestRunner(), list[str]()
    for section in re.split(r"^## ", page.read_text("utf-8"), flags=re.MULTILINE):
        asked = doctest.DocTestParser().get_doctest(section, {}, section.partition("\n")[0], str(page), 0)
        runner.run(asked, out=otherwise.append)
    return runner.tries, "".join(otherwise)


def _play(name: str) -> dict[str, Any]:
    from sandtable.engine.dice import Seeded
    from sandtable.engine.game import Game
    from sandtable.engine.questions import Question
    from sandtable.engine.registry import ruleset

    rules = ruleset(name)
    endings: Counter[str] = Counter()
    saves: dict[str, Any] = {}
    drawn: list[str] = []
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
            if number == 0 and hasattr(rules, "scene") and isinstance(game.question, Question):
                drawn.append(msgspec.json.encode([rules.scene(game.reading(None)), game.question.drawn()]).decode())
            game.answer(game.question.pick(rng))
        assert game.outcome is not None, "a game does not end"
        assert all(game.log())
        endings[game.outcome.clause] += 1
        if number == 0:
            saves["at the end"] = _saved(game)
    return {"games": endings.total(), "endings": endings, "saves": saves, "drawn": drawn}


def _bots(name: str) -> dict[str, Any]:
    from sandtable.lab.ladder import Pair, play, standing

    pair = Pair("regular", "recruit", BOUTS[name])
    found = standing(name, pair, [play(name, pair, number, "example") for number in range(pair.games)])
    return {"regular beats recruit": found.share, "bots at fault": found.errors}


def _saved(game: Any) -> dict[str, str]:
    from sandtable.engine import save

    saved = save.read(save.to_json(save.save(game)))
    return {"before": game.hash(), "after": save.load(saved).hash(), "problem": save.verify(saved).problem}


def _cases(name: str) -> dict[str, Any]:
    from sandtable.engine.cases import run_file
    from sandtable.engine.registry import ruleset

    files = sorted((EXAMPLES[name] / "cases").glob("*.toml"))
    results = [result for path in files for result in run_file(path)]
    proved = {clause for result in results if result.ok for clause in result.clauses}
    needed = [clause.id for clause in ruleset(name).rulebook.clause if clause.needs_proof]
    return {
        "cases": len(files),
        "failed cases": [f"{result.title}: {result.problem}" for result in results if not result.ok],
        "not proved": [clause for clause in needed if clause not in proved],
    }


STAGES: dict[str, list[tuple[str, tuple[Any, ...]]]] = {
    "gangplank": [("blow", (0, "Ann", False)), ("blow", (0, "Ann", True))],
    "weir": [("stone", (0, "Ada", 4)), ("stone", (0, "Ada", 5))],
}
"""Stages of one roll with bands, and their arguments."""


def _bands(name: str, stage: str, args: tuple[Any, ...]) -> tuple[list[int], list[int]]:
    """The bands that a roll claims, and the lowest faces of equal results, found by trying every face."""
    from importlib import import_module

    def result(face: int) -> Any:
        rule = getattr(import_module(name), stage)(*args)
        claimed.append(next(rule).bands)
        with pytest.raises(StopIteration) as done:
            rule.send((face,))
        return done.value.value

    claimed: list[tuple[int, ...]] = []
    by_face = [result(face) for face in range(1, 7)]
    bands = [face for face in range(1, 7) if face == 1 or by_face[face - 1] != by_face[face - 2]]
    assert len(set(claimed)) == 1
    return list(claimed[0]), bands


if __name__ == "__main__":
    print(json.dumps(look(sys.argv[1])))
