"""What players ask while they plan, and whose turn it is to be told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from sandtable.server.fairness import visitor
from sandtable.server.hub import Hub
from sandtable.server.players import Thought
from sandtable.server.room import Room
from tests.server.orchards import ANN, TOM, head
from tests.server.test_hub import run as hub_runs  # a fixture

__all__ = ["hub_runs"]


@pytest.mark.parametrize("what", ["odds", "hint"])
def test_who_has_many_games_waits_no_less_than_who_has_one(
    hub_runs: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """Odds and hints are worked out in turns of addresses, not of games."""
    monkeypatch.setattr("sandtable.server.planning.hides_nothing", lambda game: True)

    async def work(hub: Hub, game: str) -> list[str]:
        asked: list[str] = []

        async def think(thought: Thought) -> dict[str, Any]:
            asked.append(visitor.get())
            await asyncio.sleep(0)
            return {}

        async def ask(address: str, room: Room) -> None:
            visitor.set(address)
            await (hub.planning.odds(room, ANN) if what == "odds" else hub.planning.hint(room, ANN, "1"))

        monkeypatch.setattr(hub.oddsmaker, "ask", think)
        monkeypatch.setattr(hub.players, "ask", think)
        games = [await hub.create(head("one")) for _ in range(6)]
        for one in games:
            for seat in (ANN, TOM):
                await hub.act(one, lambda match, seat=seat: match.ready(seat, str(seat), 1))  # type: ignore[misc]
        visitors = zip("aaaaab", games, strict=True)
        await asyncio.gather(*(ask(address, hub.room(one)) for address, one in visitors))
        return asked

    asked = hub_runs(work)
    assert sorted(asked) == list("aaaaab")
    assert asked.index("b") <= 2
