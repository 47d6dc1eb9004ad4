"""The commands as a user meets them: what they print, where, and with which exit code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.cli import main
from sandtable.engine import save as saves
from sandtable.engine.registry import ruleset, ruleset_ids

ROOT = Path(__file__).parents[2]
CASE = """
ruleset = "opportunity"
title = "A light pistol does 5"
clauses = ["OP-15.13"]
play = [{ answer = "Ranged Attack" }, { dice = [6, 6] }]
expect = { Tom = { trauma = 5 } }

[situation]
stage = "violence"
combatant = [{ name = "Ann", weapon = "Light Pistol", pool = ["R2"] }, { name = "Tom" }]
"""


def output(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    code = main(argv)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def document(capsys: pytest.CaptureFixture[str], *argv: str) -> Any:
    code, out, _ = output(capsys, *argv)
    assert code == 0
    return json.loads(out)


def finished_game(path: Path) -> Path:
    game = sandtable.new("opportunity", seed="cli", nonces=["me"])
    while not game.over:
        game.answer(game.legal()[0])
    sandtable.save(game, path)
    return path


def test_rulesets_lists_opportunity(capsys: pytest.CaptureFixture[str]) -> None:
    found = {one["id"]: one for one in document(capsys, "rulesets", "--json")}
    assert found["opportunity"]["clauses"] == 260
    assert len(found["opportunity"]["options"]) == 14
    assert "opportunity" in output(capsys, "rulesets")[1]


def test_selfplay_repeats_from_its_seed(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ("selfplay", "opportunity", "--games", "20", "--seats", "random,random", "--seed", "s", "--json")
    first, second = document(capsys, *argv), document(capsys, *argv)
    assert first["games"] == 20
    assert first["errors"] == []
    assert first["final_hash"] == second["final_hash"]
    assert sum(first["winners"].values()) == 20
    assert set(first) >= {"decisions", "seconds", "decisions_per_second", "winners", "errors", "final_hash"}
    other = document(capsys, *argv[:-2], "t", "--json")
    assert other["final_hash"] != first["final_hash"]


def test_selfplay_with_four_seats(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(
        capsys, "selfplay", "opportunity", "--games", "5", "--seats", "random,random,random,random", "--json"
    )
    assert found["games"] == 5


def test_check_says_what_failed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    good = tmp_path / "good.toml"
    good.write_text(CASE, "utf-8")
    assert output(capsys, "check", str(good))[:2] == (0, "1 passed, 0 failed\n")
    broken = tmp_path / "broken.toml"
    broken.write_text(CASE.replace("trauma = 5", "trauma = 6"), "utf-8")
    code, out, _ = output(capsys, "check", str(broken))
    assert code == 1
    assert "1 failed" in out
    assert "Tom.trauma is 5, expected 6" in out
    result = json.loads(output(capsys, "check", str(broken), "--json")[1])
    assert result["failed"] == 1


def test_a_file_that_is_no_case_does_not_keep_the_others_from_being_checked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    good, torn = tmp_path / "good.toml", tmp_path / "torn.toml"
    good.write_text(CASE, "utf-8")
    torn.write_text("title = ", "utf-8")
    for given in ([str(torn), str(good)], [str(tmp_path)]):
        code, out, err = output(capsys, "check", *given)
        assert (code, err) == (1, "")
        assert "torn.toml is not valid TOML" in out
        assert "1 passed, 1 failed" in out


@pytest.mark.parametrize("name", ruleset_ids())
def test_coverage_is_complete(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every clause that is not advice is proved, and no test names a clause that does not exist."""
    code, out, _ = output(capsys, "coverage", name, "--tests", str(ROOT / "tests"), "--json")
    found = json.loads(out)[name]
    assert found["missing"] == []
    assert found["unknown"] == []
    assert found["clauses"] == found["proved"] > 0
    assert code == 0


def test_replay_shows_the_log(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = finished_game(tmp_path / "g.json")
    code, out, _ = output(capsys, "replay", str(file))
    assert code == 0
    assert "Turn 1 begins. [OP-2.1]" in out
    _, early, _ = output(capsys, "replay", str(file), "--at", "4")
    assert len(early) < len(out)
    assert "After 4 of" in early
    assert output(capsys, "replay", str(file), "--at", "9999")[0] == 2


def test_replay_draws_a_picture(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = finished_game(tmp_path / "g.json")
    assert main(["replay", str(file), "--at", "12", "--svg", str(tmp_path / "g.svg")]) == 0
    text = (tmp_path / "g.svg").read_text("utf-8")
    assert text.startswith("<svg")
    assert "Bodyguard" in text


def test_verify_proves_a_game_and_finds_a_changed_die(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = finished_game(tmp_path / "g.json")
    code, out, _ = output(capsys, "replay", str(file), "--verify")
    assert (code, out.split(":")[0]) == (0, "verified")
    data = json.loads(file.read_text())
    number = next(i for i, entry in enumerate(data["inputs"]) if "roll" in entry)
    data["inputs"][number]["roll"][0] = data["inputs"][number]["roll"][0] % 6 + 1
    file.write_text(json.dumps(data))
    code, out, _ = output(capsys, "replay", str(file), "--verify")
    assert code == 1
    assert f"input {number + 1}:" in out
    assert "the dice are" in out


def test_force_files_are_priced(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "crew.toml"
    file.write_text('ruleset = "opportunity"\nname = "Crew"\ncombatants = ["Duellist", "Constable", "Constable"]\n')
    sheet = document(capsys, "force", "price", str(file), "--json")
    assert sheet["points"] == 66 + 61 + 61
    assert [line["name"] for line in sheet["lines"]] == ["Duellist", "Constable 1", "Constable 2"]
    assert "legal" in output(capsys, "force", "check", str(file))[1]
    file.write_text('ruleset = "opportunity"\nname = "Crew"\ncombatants = ["Duelist"]\n')
    code, _, err = output(capsys, "force", "check", str(file))
    assert code == 2
    assert "did you mean 'Duellist'" in err


def test_a_written_list_is_priced_printed_and_written_again(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "levy.txt"
    text = ruleset("riverside").force_text(ruleset("riverside").ready_forces()[0])  # type: ignore[attr-defined]
    file.write_text(text)
    assert document(capsys, "force", "price", str(file), "--json")["points"] == 500
    assert output(capsys, "force", "text", str(file))[1] == text
    assert "Models 1  Quality 4+" in output(capsys, "force", "print", str(file))[1]
    file.write_text(text.replace("Q5+", "Q4+", 1))
    code, _, err = output(capsys, "force", "check", str(file))
    assert code == 2
    assert "line 7: Levy Rifles of the Lockgate Levy has Quality 5+, not 4+ (RV-21.37)" in err
    code, _, err = output(capsys, "force", "check", str(file), "--ruleset", "roe")
    assert code == 2
    assert "Rules of Engagement reads no written lists" in err


@pytest.mark.parametrize(
    "argv",
    [
        ["nonsense"],
        ["selfplay", "nonsense"],
        ["selfplay", "opportunity", "--games", "0"],
        ["selfplay", "opportunity", "--seats", "nobody"],
        ["selfplay", "opportunity", "--games", "many"],
        ["check"],
        ["check", "missing.toml"],
        ["check", str(ROOT / "pyproject.toml")],
        ["coverage", "--tests", "nowhere"],
        ["replay", "missing.json"],
        ["replay", str(ROOT / "README.md")],
        ["force", "price", "missing.toml"],
        ["force", "check", str(ROOT / "README.md")],
        ["play", "opportunity", "--option", "holding"],
        ["play", "opportunity", "--option", "holding=maybe"],
        ["play", "opportunity", "--setup", str(ROOT / "pyproject.toml")],
    ],
)
def test_mistakes_get_one_line_and_code_2(capsys: pytest.CaptureFixture[str], argv: list[str]) -> None:
    code, out, err = output(capsys, *argv)
    assert code == 2
    assert out == ""
    assert err.startswith("sandtable: ")
    assert err.count("\n") == 1


SHOT = ("odds", "roe", "shoot", "Line Trooper", "Contract Guard", "weapon=Assault Rifle", "distance=12", "cover")


def test_odds_of_a_shot(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, *SHOT, "--json")
    assert found["exact"] is True
    assert found["kind"] == "shoot"
    words = {one["what"]: one["fraction"] for one in found["effects"][0]["words"]}
    assert words == {"no effect": "1/8", "pinned": "81/200", "wounded": "39/100", "out of action": "2/25"}
    assert sum(one["chance"] for one in found["outcomes"]) == pytest.approx(1)
    code, out, _ = output(capsys, *SHOT)
    assert code == 0
    for part in ("out of action", "8.0 %", "2/25", "█", "wounds, 0.55 on average", "by rule of thumb"):
        assert part in out


@pytest.mark.parametrize("name", ruleset_ids())
def test_odds_lists_what_can_be_asked(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = output(capsys, "odds", name)
    assert code == 0
    kinds = document(capsys, "odds", name, "--json")
    assert kinds
    for kind in kinds:
        assert kind["name"] in out
        assert kind["examples"]


def test_sampled_odds_say_so(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ("odds", "opentactics", "melee", "Kettle Guard", "Thorn Stalker", "--runs", "1", "--samples", "100")
    assert document(capsys, *argv, "--json")["samples"] == 100
    out = output(capsys, *argv)[1]
    assert "sampled: 100 games" in out
    assert "more than 1 runs of the rules; allow more runs" in " ".join(out.split())


def test_the_json_form_has_all_that_was_asked(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, *SHOT, "--how", "usual", "--runs", "500", "--samples", "70", "--aim", "wounds", "--json")
    asked = {key: found[key] for key in ("ruleset", "kind", "aim", "how", "runs", "samples_wanted")}
    assert asked == {
        "ruleset": "roe", "kind": "shoot", "aim": "wounds", "how": "usual", "runs": 500, "samples_wanted": 70,
    }  # fmt: skip
    assert found["samples"] == 0, "nothing was sampled"


def test_of_many_numbers_the_likeliest_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    out = output(capsys, "odds", "roe", "pinning", "plain", "pins=20")[1]
    assert "-10   17.6 %" in out
    assert "-20 " not in out
    assert "9 more numbers, together 0.7 %" in out


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("roe", "shot", "Gunner", "Shade"), "did you mean 'shoot'?"),
        (("roe", "shoot", "Gunner"), "name attacker and target; 1 given"),
        (("roe", "shoot", "Gunnar", "Shade"), "there is no profile 'Gunnar'; did you mean 'Gunner'?"),
        (("roe", "shoot", "Gunner", "Shade", "covered"), "has no word 'covered'; did you mean 'cover'?"),
        (("roe", "shoot", "Gunner", "Shade", "target.foo=1"), "unknown field `foo`"),
        (("roe", "shoot", "Gunner", "Shade", "distance=far"), "distance is more than 0"),
        (("roe", "shoot", "Gunner", "Shade", "distance="), "distance= needs a value"),
        (("roe", "shoot", "Gunner", "Shade", "cover", "cover"), "given twice"),
        (("roe", "shoot", "Gunner", "Shade", "distance=40"), "Assault Rifle reaches 18 inches, not 40"),
        (("roe", "shoot", "plain", "plain", "tactical", "distance=13"), "12 inches with a Tactical order, not 13"),
        (("roe", "shoot", "plain", "plain", "weapon=Combat Blade"), "Combat Blade is a close combat weapon"),
        (
            ("roe", "shoot", "plain", "plain", "weapon=Heavy Sniper Rifle", "tactical"),
            "Slow: leave out 'tactical' (RE-6.46)",
        ),
        (("roe", "fight", "plain", "plain", "weapon=Chainblad", "second=Combat Blade"), "did you mean 'Chainblade'?"),
        (("roe", "shoot", "plain", "plain", "cover=yes"), "'cover' stands alone, without a value"),
        (("roe", "shoot", "plain", "plain", "target.rez=4"), "`rez` of target - at `$.model[1]`; did you mean 'res'?"),
        (("roe", "shoot", "plain", "plain", "target.rez=4"), "it has: name, player, profile, exp, res, w, c,"),
        (("roe", "shoot", "", ""), "the attacker has no name"),
        (("roe", "shoot", "plain", " "), "the target has no name"),
        (("roe", "pinning", "plain", "pins=1000"), "pins is 0 to 20, not 1000 (RE-5.17)"),
        (("roe", "pinning", "plain", "pins=0"), "pins is 1 or more (RE-5.17)"),
        (("roe", "shoot", "plain", "plain", "target.pins=21"), "target: pins is 0 to 20, not 21"),
        (("roe", "shoot", "plain", "plain", "target.wounds=2"), "target: wounds is 0 to 1"),
        (("roe", "shoot", "plain", "plain", "--aim", "wound"), "did you mean 'wounds'?"),
        (("opportunity", "ranged-attack", "plain", "plain", "--aim", "dead"), "no 'dead' can come of it"),
        (("opportunity", "fatal-check", "plain", "trauma=1000"), "model: trauma is 0 to 100, not 1000 (OP-1.16)"),
        (("opportunity", "unload", "plain", "plain", "target.trauma=-1"), "target: trauma is 0 to 100, not -1"),
        (("opentactics", "melee", "Sapper", "Sapper", "distance=3"), "the distance is 3; say distance=1"),
        (("opentactics", "melee", "Sapper", "Sapper", "support=9"), "support is 0 to 2, not 9"),
        (("opportunity", "spread-fire", "plain", "plain", "targets=9"), "one to five targets (OP-11.11)"),
        (("opportunity", "unload", "plain", "plain", "pool=X1"), "is not a die"),
        (("roe", "shoot", "Gunner", "Shade", "--option", "foo=1"), "has no house rule 'foo'"),
        (("roe", "shoot", "Gunner", "Shade", "--how", "clever"), "clever"),
        (("roe", "shoot", "Gunner", "Shade", "--runs", "0"), "1 or more"),
        (("chess",), "no ruleset 'chess'"),
    ],
)
def test_bad_odds_get_one_line_and_code_2(
    words: tuple[str, ...], error: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = output(capsys, "odds", *words)
    assert (code, out) == (2, "")
    assert error in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [
        ("opentactics", "rout", "morale=20"),
        ("opportunity", "fatal-check", "plain", "trauma=1"),
        ("opportunity", "ranged-attack", "plain", "plain", "pool=R1", "target.armour=Ballistic Vest"),
    ],
)
def test_what_is_certain_is_said(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = output(capsys, "odds", *words)
    assert code == 0
    assert "no effect, whatever is rolled" in out


def test_a_save_written_by_hand_is_still_a_save(tmp_path: Path) -> None:
    """Whoever edits a file may lose the layout, not the game."""
    file = finished_game(tmp_path / "g.json")
    data = json.loads(file.read_text())
    file.write_text(json.dumps(data))
    assert saves.load(saves.read_file(file)).over


def test_maps_are_drawn_checked_and_made(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    made, drawn = tmp_path / "made.toml", tmp_path / "made.svg"
    assert main(["map", "generate", "balanced", "--seed", "5", "--out", str(made), "--svg", str(drawn)]) == 0
    assert drawn.read_text("utf-8").startswith("<svg")
    again = output(capsys, "map", "generate", "balanced", "--seed", "5")[1]
    assert again == made.read_text("utf-8")
    assert document(capsys, "map", "check", str(made), "--json")["maps"][0]["ok"]
    assert output(capsys, "map", "show", str(made))[1].startswith("<svg")
    made.write_text(again.replace("[[terrain]]", "[[terrain]]\nwings = 2", 1), "utf-8")
    code, out, _ = output(capsys, "map", "check", str(made))
    assert code == 1
    assert "wings" in out
    assert output(capsys, "map", "generate", "nowhere")[0] == 2


def test_play_never_writes_over_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "precious.txt"
    file.write_text("mine")
    code, _, err = output(capsys, "play", "opportunity", "--file", str(file))
    assert code == 2
    assert "exists already" in err
    assert file.read_text() == "mine"


def test_verify_shows_the_fingerprints_and_what_is_not_proved(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    game = sandtable.new("opportunity", seed="one")
    for _ in range(4):
        game.answer(game.legal()[0])
    fork = game.fork(len(game.inputs))
    sandtable.save(fork, tmp_path / "fork.json")
    code, out, _ = output(capsys, "replay", str(tmp_path / "fork.json"), "--verify")
    assert code == 0
    assert out.startswith("plays through")
    assert out.count("fingerprint") == 2
    assert "not revealed" in out


def test_one_bad_file_does_not_stop_a_folder_of_cases(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "good.toml").write_text(CASE, "utf-8")
    (tmp_path / "bad.toml").write_text("nonsense", "utf-8")
    (tmp_path / "unknown.toml").write_text(CASE.replace("OP-15.13", "OP-99.9"), "utf-8")
    code, out, _ = output(capsys, "check", str(tmp_path))
    assert code == 1
    assert "1 passed, 2 failed" in out
    assert "no clause 'OP-99.9'" in out
