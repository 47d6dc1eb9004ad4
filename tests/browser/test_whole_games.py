"""For every ruleset a whole game against a bot by mouse, and one by keyboard only."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from sandtable.engine.registry import ruleset_ids
from tests.browser.conftest import Server, Visit
from tests.browser.player import Hand, Player


@pytest.mark.parametrize("hand", ["mouse", "keys"])
@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_a_whole_game_against_a_bot(visit: Visit, server: Server, ruleset: str, hand: Hand) -> None:
    page = visit()
    quick = page.locator(f"[data-quick={ruleset}]")
    if hand == "mouse":
        quick.click()
    else:
        quick.focus()
        page.keyboard.press("Enter")
    player = Player(page, hand, seed=f"{ruleset}/{hand}")
    assert player.play() > 0
    expect(page.locator(".over")).to_contain_text("Rematch")
    expect(page.locator(".over")).to_contain_text("checked against the seed")

    # What the browser showed is what the server has: the game is over there too, and its dice are proved.
    game, token = page.url.split("/")[-2:]
    replay = server.get(f"/games/{game}/replay", token)
    assert replay["over"]
    assert sum(step["kind"] == "answer" and step["by"] == 0 for step in replay["steps"]) == player.answers
