"""Op-En at the wire: what lies open lies open to all, and nothing else reaches a seat."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from sandtable.engine.registry import ruleset
from sandtable.server.views import Delivered, Views
from tests.server.orchards import Log

AMBUSH = {"scenario": "Ambush at Lock Nine", "player": [{"force": "Gullwatch"}, {"force": "Undertow"}]}
"""The attacker keeps half its people in reserve, and both crews can Hide."""


def shown(views: Views, viewer: int | None) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(views.view(viewer, Delivered(), 5000, state=True))
    return message


@pytest.fixture(scope="module")
def told() -> list[tuple[int, dict[int | None, dict[str, Any]]]]:
    """Now and then in a game: who is asked, and all that each seat and a spectator are sent."""
    log = Log(ruleset="op-en", version=ruleset("op-en").version, setup=AMBUSH)
    rng, found = Random(4), []
    for number in range(260):
        game = log.match.game
        if game is None or game.question is None:
            break
        if number % 13 == 0:
            views = Views(log.match)
            found.append((game.question.seat, {viewer: shown(views, viewer) for viewer in (0, 1, None)}))
        log.answer(game.question.pick(rng))
    assert log.head.seed not in json.dumps([views for _, views in found])
    return found


def test_only_who_is_asked_gets_the_question(told: list[tuple[int, dict[int | None, dict[str, Any]]]]) -> None:
    assert {asked for asked, _ in told} == {0, 1}
    for asked, views in told:
        assert views[asked]["question"]["prompt"]
        for viewer in {0, 1, None} - {asked}:
            assert views[viewer]["question"] is None
            assert set(views[viewer]["waiting"]) == {"seat", "prompt", "who", "thinking"}


def test_hidden_and_reserve_lie_open_and_nothing_is_whispered(
    told: list[tuple[int, dict[int | None, dict[str, Any]]]],
) -> None:
    """Both are Statuses that players know of (OE-7.4, OE-16.27): every viewer is sent the same, and that is all."""
    for _, views in told:
        for part in ("events", "scene", "state"):
            assert views[0][part] == views[1][part] == views[None][part]
    kinds = {event["kind"] for _, views in told for event in views[0]["events"]}
    assert {"hidden", "entered"} <= kinds
    statuses = {one["status"] for _, views in told for one in views[1]["state"]["characters"]}
    assert "in reserve" in statuses
