"""Puzzles over the wire: nothing of what an answer is worth goes out before one is chosen."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import httpx
import pytest

from sandtable.engine.puzzles import Puzzle, puzzles
from sandtable.server import puzzles as pages
from sandtable.server.client import Host
from tests.server.conftest import PATIENCE, Server

RULESETS = sorted({line.ruleset for line in pages.lines()})
VALUES = ("win", "draw", "error", "exact", "why", "gap", "gap_error", "best", "worst", "tempting", "lesson", "values",
          "playouts", "answers", "inputs")  # fmt: skip


def keys(data: Any) -> set[str]:
    """Every key of a document, however deep."""
    if isinstance(data, dict):
        return set(data) | {name for value in data.values() for name in keys(value)}
    return {name for value in data for name in keys(value)} if isinstance(data, list) else set()


def address(one: Puzzle, what: str = "") -> str:
    return f"/api/rulesets/{one.ruleset}/puzzles/{one.id}{what}"


def test_the_list_and_its_daily_tell_nothing_of_values(host: Host) -> None:
    found = host.get("/api/puzzles")
    assert len(found["puzzles"]) == len(pages.lines())
    assert found["daily"] in found["puzzles"]
    assert not keys(found) & set(VALUES)


@pytest.mark.parametrize("name", RULESETS)
def test_a_page_shows_the_position_and_the_answers_only(host: Host, server: Server, name: str) -> None:
    one = puzzles(name)[0]
    said = httpx.get(f"{server.address}{address(one)}", timeout=PATIENCE)
    page = said.json()
    assert [choice["words"] for choice in page["choices"]] == [plan.words for plan in one.plans]
    assert page["scene"]["sides"]
    without_scene = {key: value for key, value in page.items() if key != "scene"}
    assert not keys(without_scene) & set(VALUES)
    for plan in one.plans:
        assert plan.why not in said.text
    assert one.lesson not in said.text


def test_whoever_has_chosen_sees_every_value(host: Host) -> None:
    one = puzzles("opportunity")[0]
    found = host.post(address(one, "/answer"), {"plan": 1})
    assert (found["chosen"], found["best"], found["lesson"]) == (1, one.best, one.lesson)
    assert [(value["win"], value["draw"]) for value in found["values"]] == [(plan.win, plan.draw) for plan in one.plans]
    assert host.get(address(one, "/hint")) == {"worst": one.worst}


def test_what_there_is_not_is_refused(server: Server) -> None:
    one = puzzles("opportunity")[0]

    def status(method: str, path: str, body: Any = None) -> int:
        return httpx.request(method, f"{server.address}{path}", json=body, timeout=PATIENCE).status_code

    assert status("GET", "/api/rulesets/opportunity/puzzles/none") == 404
    assert status("GET", "/api/rulesets/none/puzzles/none") == 404
    assert status("POST", address(one, "/answer"), {"plan": 4 if len(one.plans) < 5 else 9}) in (400, 422)
    assert status("POST", address(one, "/answer"), {}) == 400


def test_a_position_is_played_on_as_a_game(host: Host) -> None:
    one = puzzles("opportunity")[0]
    made = host.post(address(one, "/play"), {})
    persons = [seat for seat in made["seats"] if seat["kind"] == "person"]
    assert [seat["seat"] for seat in persons] == [one.seat]
    with host.sit(made["game"], persons[0]["token"]) as chair:
        question = chair.wait()
        assert question is not None
        assert chair.view is not None
        assert chair.view["at"] == len(one.inputs)
        chair.answer(one.plans[0].answers[0])
        assert chair.view["at"] > len(one.inputs)


def test_the_puzzle_of_the_day_is_the_same_all_day_and_changes() -> None:
    first = date(2026, 11, 18)
    days = [pages.daily(first + timedelta(days=number)) for number in range(30)]
    assert days == [pages.daily(first + timedelta(days=number)) for number in range(30)]
    assert len({line.id for line in days if line}) > 5
    assert len({line.ruleset for line in days if line}) == len(RULESETS)
