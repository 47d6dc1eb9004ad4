"""The torture notices what it is there to notice. The long runs are `make torture`."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from bench.torture import __main__ as command
from bench.torture import hostile as attack
from bench.torture.crash import Lost, Told, crash
from bench.torture.victim import Fallen, Victim

from sandtable.engine.registry import ruleset_ids
from sandtable.lab.fuzz import Findings
from sandtable.server.client import Host
from tests.server.test_games import PERSONS, play_out

# ---- crash ----------------------------------------------------------------------------------------


@pytest.fixture
def told(host: Host) -> Told:
    """A game in progress, and what its players know of it."""
    made = host.new_game("opportunity", seats=PERSONS)
    known = Told(made["game"], [seat["token"] for seat in made["seats"]], made["watch"])
    with host.sit(known.game, *known.tokens) as both:
        play_out([both], Random(1), 6)
        known.note(both)
    return known


def compare(host: Host, told: Told) -> None:
    with host.sit(told.game, *told.tokens) as both:
        told.compare(both)


def test_what_is_still_there_is_not_missed(host: Host, told: Told) -> None:
    assert told.at >= 6
    compare(host, told)


def test_an_input_that_is_gone_is_missed(host: Host, told: Told) -> None:
    told.at += 1
    with pytest.raises(Lost, match=f"{told.at} inputs were acknowledged, {told.at - 1} are left"):
        compare(host, told)


def test_a_past_that_is_told_differently_is_noticed(host: Host, told: Told) -> None:
    for log in told.logs.values():
        log[0] = {"kind": "something else"}
    with pytest.raises(Lost, match="is told differently now"):
        compare(host, told)


def test_an_answer_that_was_changed_is_noticed(told: Told) -> None:
    told.answers = {0: "red", 2: {"Ann": [[1, 2]]}}
    told.compare_save({"inputs": [{"answer": "red"}, {"roll": [1]}, {"answer": {}}]})
    for inputs in ([{"answer": "green"}], []):
        with pytest.raises(Lost, match="input 0 was acknowledged as 'red'"):
            told.compare_save({"inputs": inputs})


def test_a_server_is_killed_and_comes_back() -> None:
    seen: list[int] = []
    found = crash("sqlite", "", "small", lambda kills: kills < 1, seen.append)
    assert found.falls == []
    assert (found.kills, found.starts, seen) == (1, 2, [1])
    assert found.games >= 8


def test_a_server_that_does_not_start_has_fallen(tmp_path: Path) -> None:
    with pytest.raises(Fallen, match=r"start 1: the server did not start \(exit code"):
        Victim(str(tmp_path), tmp_path)  # a folder is no database


# ---- hostile --------------------------------------------------------------------------------------


def test_hostile_clients_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attack, "ROUND", 320)
    found = attack.hostile("small", lambda sent: sent < 200, lambda sent: None)
    assert found.falls == []
    assert found.games == 2 * len(ruleset_ids())
    assert found.sent >= 200
    assert found.requests in range(16, 160, 16)  # whole rounds: whoever is sent away early makes for one more
    assert found.refused > 50


def test_a_game_that_changes_is_noticed(host: Host) -> None:
    one = attack.target(host, "opportunity", Random(4))
    assert attack.changed(host, [one]) == []
    with host.sit(one.game, one.asked) as chair:
        question = chair.wait()
        assert question is not None
        chair.answer(chair.any_answer(question, Random(1)))
    assert attack.changed(host, [one]) == [f"game {one.game} has changed"]


def test_messages_keep_to_what_nobody_has_a_right_to() -> None:
    one = attack.Target("g", "a", "o", "w", 7, ("x",), None)
    rng = Random(2)
    for rights in (attack.RIGHTS_OF_A_PLAYER, attack.RIGHTS_OF_A_WATCHER):
        said = [attack.message(rng, one, rights, asked=True) for _ in range(500)]
        proper = [json.loads(text) for text in said if text not in attack.NONSENSE]
        kinds = {message["t"] for message in proper if isinstance(message["t"], str)}
        assert not kinds & rights
        assert {"answer", "try", "look"} <= kinds
        assert not any(message.get("answer") == "x" for message in proper)  # whoever is asked may say that


# ---- the command ----------------------------------------------------------------------------------


def findings(*errors: str) -> Any:
    return lambda name, games, seed: Findings(games, 10 * games, 9, games, 3, {}, list(errors), "")


def test_one_table_and_an_exit_code(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(command, "fuzz", findings())
    assert command.main(["--only", "fuzz", "--fuzz", "250"]) == 0
    said = capsys.readouterr().out
    assert "250 games without fault, 2,500 decisions, 6 odds" in said
    assert "nothing fell" in said
    monkeypatch.setattr(command, "fuzz", findings("game 3: planted"))
    assert command.main(["--only", "fuzz", "--fuzz", "250"]) == 1
    said = capsys.readouterr().out
    assert "fuzz, roe: --seed torture/200: game 3: planted" in said
    assert "without fault" not in said
    assert "something fell" in said


def test_json_is_one_document(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    loads: list[tuple[int, float]] = []

    def load(rulesets: list[str], count: int, think: float, seconds: float) -> dict[str, Any]:
        loads.append((count, seconds))
        return {"ms": {"p50": 3.0, "p99": 300.0}, "answers_per_second": 9, "games_at_once": count // 2, "errors": [],
                "limit_p99_ms": 250.0, "holds": count < 600}  # fmt: skip

    monkeypatch.setattr(command, "load", load)
    assert command.main(["--only", "load", "--load", "100,300", "--minutes", "1", "--json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert [one["games_at_once"] for one in said["load"]] == [100, 300]
    assert said["fell"]
    assert loads == [(200, 30.0), (600, 30.0)]


@pytest.mark.parametrize(
    ("ms", "errors", "said"),
    [
        ({"p50": 3.0, "p99": 300.0}, [], ["p99 300.0 ms is over the limit of 250.0 ms"]),
        ({"p50": 3.0, "p99": 20.0}, ["closed"], ["closed"]),
        ({"p50": 3.0, "p99": 300.0}, ["closed"], ["closed", "p99 300.0 ms is over the limit of 250.0 ms"]),
        ({}, [], ["nothing was answered"]),
    ],
)
def test_why_a_load_has_fallen(ms: dict[str, float], errors: list[str], said: list[str]) -> None:
    one = {"ms": ms, "answers_per_second": 9, "games_at_once": 50, "errors": errors, "limit_p99_ms": 250.0}
    assert command.rows_of({"load": [one | {"holds": False}]})[0][3] == said
    assert command.rows_of({"load": [one | {"holds": True}]})[0][3] == []


def test_a_part_that_there_is_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command.main(["--only", "crash,earthquake"])
    assert "there is no 'earthquake'" in capsys.readouterr().err
