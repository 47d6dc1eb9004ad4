"""A save that today's rules do not follow to its end, at the command line: what it meets, and the ways out."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from tests.games import play_on

from sandtable.cli import main
from sandtable.cli.play import start
from sandtable.engine import save as saves
from sandtable.engine.changes import RulesChange, changelog
from sandtable.engine.dice import Seeded
from sandtable.engine.errors import SandtableError
from sandtable.engine.game import Game
from sandtable.engine.registry import ruleset, ruleset_ids
from sandtable.rulesets.opportunity import RULESET

ROOT = Path(__file__).parents[2]


def output(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    code = main(list(args))
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture
def parted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, saves.Save, int]:
    """A whole game of version 0.9.0 whose tenth answer or so is no option any more, because a clause was changed."""
    saved = saves.save(play_on(Game(RULESET, dice=Seeded.from_text("old", ["ann"])), Random(1)))
    at = next(i for i, entry in enumerate(saved.inputs) if i > 10 and entry.kind == "choose-one")
    inputs = list(saved.inputs)
    inputs[at] = replace(inputs[at], answer="dance", words="Dance")
    monkeypatch.setattr(
        RULESET, "changes", (RulesChange(RULESET.version, (inputs[at].clause,), "Nobody dances."),), raising=False
    )
    saved = saves.sealed(replace(saved, inputs=inputs, version="0.9.0"))
    file = tmp_path / "old.json"
    file.write_bytes(saves.to_json(saved))
    return file, saved, at + 1


def test_a_replay_goes_as_far_as_it_can_and_says_the_rest_in_one_line(
    parted: tuple[Path, saves.Save, int], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, saved, at = parted
    code, out, err = output(capsys, "replay", str(file), "--svg", str(tmp_path / "there.svg"))
    assert code == 1
    assert "Turn 1 begins. [OP-2.1]" in out
    assert (tmp_path / "there.svg").exists()
    (line,) = err.splitlines()
    assert f"does not follow this game of 0.9.0 to its end: input {at}: " in line
    assert "answers Dance to: " in line
    assert f"changed in {RULESET.version}, {saved.inputs[at - 1].clause}: Nobody dances." in line
    assert f"replay {file} --record" in line
    assert f"play --resume {file} --at {at - 1}" in line


def test_where_no_change_names_a_clause_at_hand_all_are_listed(
    parted: tuple[Path, saves.Save, int], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file, _, _ = parted
    two = (
        RulesChange(RULESET.version, ("OP-16.6",), "Nerves hold."),
        RulesChange(RULESET.version, ("OP-1.1",), "Dice have six sides."),
    )
    monkeypatch.setattr(RULESET, "changes", two)
    first, *rest = output(capsys, "replay", str(file))[2].splitlines()
    assert "one of 2 changes since 0.9.0" in first
    assert rest == [f"  {RULESET.version} OP-16.6: Nerves hold.", f"  {RULESET.version} OP-1.1: Dice have six sides."]


def test_before_it_parts_a_replay_is_as_ever(
    parted: tuple[Path, saves.Save, int], capsys: pytest.CaptureFixture[str]
) -> None:
    file, saved, at = parted
    code, out, _ = output(capsys, "replay", str(file), "--at", str(at - 1))
    assert code == 0
    assert f"After {at - 1} of {len(saved.inputs)} inputs: " in out


def test_the_verdict_says_the_same_and_that_the_record_is_whole(
    parted: tuple[Path, saves.Save, int], capsys: pytest.CaptureFixture[str]
) -> None:
    file, _, at = parted
    code, out, _ = output(capsys, "replay", str(file), "--verify")
    assert code == 1
    assert f"input {at}: " in out
    assert "Nobody dances." in out
    assert "the record itself is as it was saved" in out
    data = json.loads(output(capsys, "replay", str(file), "--verify", "--json")[1])
    assert (data["ok"], data["divergence"]["at"], data["divergence"]["saved"]) == (False, at, "0.9.0")
    shown = json.loads(output(capsys, "replay", str(file), "--json")[1])
    assert (shown["at"], shown["divergence"]["at"]) == (at - 1, at)


def test_the_record_is_watched_to_its_end(
    parted: tuple[Path, saves.Save, int], capsys: pytest.CaptureFixture[str]
) -> None:
    file, saved, _ = parted
    code, out, _ = output(capsys, "replay", str(file), "--record")
    assert code == 0
    assert saved.outcome is not None
    said = [*saved.said, *(line for entry in saved.inputs for line in entry.said)]
    assert out.splitlines() == [*said, saved.outcome.summary]
    assert output(capsys, "replay", str(file), "--record", "--at", "9999")[0] == 2
    early = json.loads(output(capsys, "replay", str(file), "--record", "--at", "5", "--json")[1])
    assert early["log"] == [*saved.said, *(line for entry in saved.inputs[:5] for line in entry.said)]


def test_a_game_without_its_ruleset_can_be_read(
    parted: tuple[Path, saves.Save, int], capsys: pytest.CaptureFixture[str]
) -> None:
    file, saved, _ = parted
    file.write_bytes(saves.to_json(saves.sealed(replace(saved, ruleset="chess"))))
    code, _, err = output(capsys, "replay", str(file))
    assert code == 2
    assert "no ruleset 'chess'" in err
    assert "--record" in err
    assert output(capsys, "replay", str(file), "--record")[0] == 0


def test_to_go_on_one_names_the_input_and_the_old_file_stays(
    parted: tuple[Path, saves.Save, int], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    file, saved, at = parted
    with pytest.raises(SandtableError, match=rf"Nobody dances.*play --resume {file} --at {at - 1}$"):
        start("opportunity", None, (), None, "", False, file)
    game = start("opportunity", None, (), None, "", False, file, at - 1)
    assert game.inputs[: at - 1] == [entry.given for entry in saved.inputs[: at - 1]]
    before = file.read_bytes()
    monkeypatch.chdir(tmp_path)
    args = ("play", "--resume", str(file), "--at", str(at - 1), "--seats", "random,random")
    assert output(capsys, *args)[0] == 0
    assert file.read_bytes() == before
    assert saves.verify(saves.read_file(tmp_path / "saves" / "opportunity.json")).ok
    assert output(capsys, "play", "--at", "3")[0] == 2
    assert output(capsys, "play", "--resume", str(file), "--at", str(at), "--seats", "random,random")[0] == 2


def test_the_changes_of_a_ruleset_are_listed(
    parted: tuple[Path, saves.Save, int], capsys: pytest.CaptureFixture[str]
) -> None:
    found = {one["id"]: one for one in json.loads(output(capsys, "rulesets", "--json")[1])}
    assert found["opportunity"]["changes"] == json.loads(msgspec.json.encode(RULESET.changes))
    page = output(capsys, "rulesets", "--changes")[1]
    assert f"### {RULESET.version}\n\n- {RULESET.changes[0].clauses[0]}: Nobody dances." in page


def test_the_page_of_changes_is_up_to_date() -> None:
    """sandtable rulesets --changes > docs/rulesets/changes.md"""
    page = (ROOT / "docs" / "rulesets" / "changes.md").read_text("utf-8")
    assert page == changelog(ruleset(name) for name in ruleset_ids())
