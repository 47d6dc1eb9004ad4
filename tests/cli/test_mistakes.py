"""Somebody's half-written ruleset: every command says in one line which ruleset it is, which hook, and where."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import ClassVar

import pytest

from sandtable.cli import main
from sandtable.engine import registry
from sandtable.engine.errors import RulesetError
from sandtable.engine.game import Game

EXAMPLE = Path(__file__).parents[2] / "examples" / "gangplank"

Spoil = Callable[[str, str], Path]


@pytest.fixture
def spoilt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Spoil]:
    """Gangplank is installed beside our own rulesets, with one passage of its code replaced."""
    code = Path(shutil.copytree(EXAMPLE / "src" / "gangplank", tmp_path / "gangplank")) / "__init__.py"
    known = registry._entry_points("sandtable.rulesets")
    point = EntryPoint("gangplank", "gangplank:RULESET", "sandtable.rulesets")
    bots = registry._entry_points("sandtable.bots")
    both = {"sandtable.rulesets": {**known, "gangplank": point}, "sandtable.bots": bots}
    monkeypatch.setattr(registry, "_entry_points", both.__getitem__)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)

    def spoil(old: str, new: str) -> Path:
        text = code.read_text("utf-8")
        assert text.count(old) == 1, f"{text.count(old)} times in the example: {old}"
        code.write_text(text.replace(old, new), "utf-8")
        return code

    registry.ruleset.cache_clear()
    yield spoil
    registry.ruleset.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "gangplank"]:
        del sys.modules[name]


def complaint(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    """What a command says on stderr: one line, with exit code 2."""
    assert main(argv) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    return told.strip()


COMMANDS = [
    ("selfplay", "gangplank"),
    ("play", "gangplank"),
    ("fuzz", "gangplank", "--games", "1"),
    ("coverage", "gangplank", "--tests", "."),
    ("rulesets",),
]


@pytest.mark.parametrize("argv", COMMANDS, ids=lambda argv: argv[0])
def test_a_missing_method_is_named(spoilt: Spoil, capsys: pytest.CaptureFixture[str], argv: tuple[str, ...]) -> None:
    spoilt("    def random_setup(", "    def random_setups(")
    assert complaint(capsys, *argv) == (
        "sandtable: the ruleset 'gangplank' (gangplank:RULESET) lacks random_setup (docs/write-a-ruleset.md)"
    )


def test_rulesets_lists_those_that_can_be_used_all_the_same(spoilt: Spoil, capsys: pytest.CaptureFixture[str]) -> None:
    spoilt("    def random_setup(", "    def random_setups(")
    assert main(["rulesets"]) == 2
    listed = capsys.readouterr().out
    assert "opportunity" in listed
    assert "gangplank" not in listed


def test_a_case_hears_of_a_missing_method_too(spoilt: Spoil, capsys: pytest.CaptureFixture[str]) -> None:
    spoilt("    def outcome(", "    def ending(")
    assert main(["check", str(EXAMPLE / "cases" / "2-strike.toml")]) == 1
    assert "the ruleset 'gangplank' (gangplank:RULESET) lacks outcome" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("    def facts(", "    def fact(", "lacks facts"),
        ("id, version, title = ", "id, version, name = ", "lacks title"),
        ("    def seats(", "    crews = CREWS\n\n    def say_who(", "lacks seats"),
        ("= Gangplank()\n", "= Gangplank\n", "is a class: the entry point must name an object of it, Gangplank()"),
        ("= Gangplank()\n", "= Gangplank()\nRULESET.seats = CREWS\n", "has no method seats: what it calls so cannot"),
        ("= Gangplank()\n", "= Gangplank()\nRULESET.rulebook = {}\n", "has a rulebook that load_rulebook did not read"),
        ('"gangplank", "1.0.0"', '"plank", "1.0.0"', "calls itself 'plank': entry point and id must be the same"),
        ("= Gangplank()\n", "= None\n", "lacks id, version, title, rulebook, begin, seats, step, outcome, facts,"),
    ],
)
def test_what_is_no_ruleset_is_not_loaded(
    spoilt: Spoil, capsys: pytest.CaptureFixture[str], old: str, new: str, told: str
) -> None:
    spoilt(old, new)
    assert f"the ruleset 'gangplank' (gangplank:RULESET) {told}" in complaint(capsys, "selfplay", "gangplank")


def test_a_mistake_while_it_is_loaded_is_told_with_its_line(spoilt: Spoil, capsys: pytest.CaptureFixture[str]) -> None:
    code = spoilt("class Gangplank:\n", "class Gangplank:\n    length = LENGHT\n")
    line = code.read_text("utf-8").splitlines().index("    length = LENGHT") + 1
    assert complaint(capsys, "rulesets") == (
        f"sandtable: the ruleset 'gangplank' cannot be loaded from gangplank:RULESET ({code}, line {line}): "
        "NameError: name 'LENGHT' is not defined"
    )


@pytest.mark.parametrize(
    ("command", "hook", "line_there"),
    [
        ("selfplay", "random_setup", '        return setup, {"follow_up'),
        ("play", "quick_setup", '        crews = {"red"'),
        ("play", "step", "        known = list(state.actions(seat))\n"),
        ("play", "facts", '        return {"turn"'),
    ],
)
def test_a_mistake_in_a_hook_is_told_with_its_line(
    spoilt: Spoil, capsys: pytest.CaptureFixture[str], command: str, hook: str, line_there: str
) -> None:
    code = spoilt(line_there, f"        1 / 0\n{line_there}")
    line = code.read_text("utf-8").splitlines().index("        1 / 0") + 1
    assert complaint(capsys, command, "gangplank") == (
        f"sandtable: the ruleset 'gangplank' has a mistake in Gangplank.{hook} ({code}, line {line}): "
        "ZeroDivisionError: division by zero"
    )


def test_a_mistake_deep_in_a_step_names_the_step_and_its_own_line(
    spoilt: Spoil, capsys: pytest.CaptureFixture[str]
) -> None:
    code = spoilt('g.options["follow_up"]', 'g.options["follow"]')
    line = next(n for n, text in enumerate(code.read_text("utf-8").splitlines(), 1) if 'g.options["follow"]' in text)
    told = f"the ruleset 'gangplank' has a mistake in Gangplank.step ({code}, line {line}): KeyError: 'follow'"
    assert main(["selfplay", "gangplank", "--games", "20"]) == 1
    shown = capsys.readouterr()
    assert " of 20, by mistakes of the ruleset or a bot" in shown.out
    lines = shown.err.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("game ")
    assert "more): " in lines[0]
    assert lines[0].endswith(told)
    assert main(["check", str(EXAMPLE / "cases" / "3-follow-up.toml")]) == 1
    assert told in capsys.readouterr().out


def test_a_bot_without_good_advice_is_not_the_one_to_blame(spoilt: Spoil, capsys: pytest.CaptureFixture[str]) -> None:
    spoilt("Bosun(), mirrored", "Bosun(), mirrored\n    advice.suggest = lambda state, question: question.answers")
    assert main(["selfplay", "gangplank", "--games", "5", "--seats", "recruit,recruit"]) == 1
    assert "recruit at seat 0: the ruleset 'gangplank' has a mistake in Gangplank.<lambda>" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("    def clone(self)", "    def copied(self)", "begin returns a Plank without a method clone"),
        (
            "    def step(self, g: Play[Plank]) -> Procedure[None]:\n",
            "    def step(self, g: Any) -> None:\n        g.state.turn += 1\n\n    def unused(self, g: Any) -> Any:\n",
            "step returns nothing: it must be a generator that yields what it asks",
        ),
        (
            "            yield from strike(g, seat, one, foe)\n",
            "            yield strike(g, seat, one, foe)\n",
            "Gangplank.step yields a generator: yield a question, a Roll, a Stage or a Tell, and 'yield from' another",
        ),
    ],
)
def test_what_breaks_the_contract_in_a_game_is_told(
    spoilt: Spoil, capsys: pytest.CaptureFixture[str], old: str, new: str, told: str
) -> None:
    spoilt(old, new)
    main(["selfplay", "gangplank", "--games", "20"])
    assert f"the ruleset 'gangplank': {told}" in capsys.readouterr().err


def test_an_answer_that_breaks_the_contract_is_taken_back(spoilt: Spoil) -> None:
    spoilt("            yield from strike(g, seat, one, foe)\n", "            yield strike(g, seat, one, foe)\n")
    situation = {"red": [{"name": "Ann", "reach": 3}], "blue": [{"name": "Tom", "reach": 2}]}
    game = Game(registry.ruleset("gangplank"), {"situation": situation})
    before = game.hash()
    with pytest.raises(RulesetError):
        game.answer("Ann:strike-Tom")
    assert game.hash() == before
    assert game.legal() == ["Ann:strike-Tom"]


def test_the_server_does_not_start_with_a_broken_ruleset_and_says_so(spoilt: Spoil, tmp_path: Path) -> None:
    spoilt("    def random_setup(", "    def random_setups(")
    about = tmp_path / "gangplank-1.0.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: gangplank\nVersion: 1.0.0\n", "utf-8")
    (about / "entry_points.txt").write_text("[sandtable.rulesets]\ngangplank = gangplank:RULESET\n", "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", "from sandtable.cli import run; run()", "serve", "--port", "0", "--db", "games.db"],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, check=False,
        timeout=120,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == (
        "sandtable: the ruleset 'gangplank' (gangplank:RULESET) lacks random_setup (docs/write-a-ruleset.md)\n"
    )


def test_a_ruleset_without_odds_to_ask_for_says_so(spoilt: Spoil, capsys: pytest.CaptureFixture[str]) -> None:
    class Silent:
        kinds, nothing = (), ""
        aims: ClassVar[dict[str, None]] = {}
        goes_on = result = usual = shortcut = forget = prelude = lambda self, *_: None

    assert "does not say what its odds are about" in complaint(capsys, "odds", "gangplank")
    registry.ruleset("gangplank").outlook = Silent()  # type: ignore[attr-defined]
    assert "gangplank has no odds to ask for by name" in complaint(capsys, "odds", "gangplank")
    assert "gangplank has no odds to ask for by name" in complaint(capsys, "odds", "gangplank", "blow")
