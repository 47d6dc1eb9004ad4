"""For every ruleset a whole game against a bot by mouse, and one by keyboard only; of two one on a phone too."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sandtable.engine.registry import ruleset_ids
from tests.browser.conftest import Server, Visit
from tests.browser.player import Hand, Player

SMALL: dict[str, dict[str, Any]] = {
    "op-en": {"scenario": "Salvage Rights", "player": [{"force": "Lantern Street"}, {"force": "Mudlarks"}]},
}
"""Games that are played with less than their quick battle has: three characters a side have done with six turns sooner
than seven."""


def begin(visit: Visit, server: Server, ruleset: str, hand: Hand, *, phone: bool = False) -> Page:
    """By the button of the quick battle, or at once in a smaller game."""
    if ruleset in SMALL:
        seats = [{"kind": "person"}, {"kind": "bot", "bot": "recruit"}]
        made = server.post("/games", {"ruleset": ruleset, "setup": SMALL[ruleset], "seats": seats})
        return visit(f"#/g/{made['game']}/{made['seats'][0]['token']}", phone=phone)
    page = visit(phone=phone)
    quick = page.locator(f"[data-quick={ruleset}]")
    if hand == "mouse":
        quick.click()
    else:
        quick.focus()
        page.keyboard.press("Enter")
    return page


def play_through(page: Page, server: Server, player: Player) -> None:
    """To the end; what the browser showed is what the server has: the game is over there too, and its dice are
    proved."""
    assert player.play() > 0
    expect(page.locator(".over")).to_contain_text("Rematch")
    expect(page.locator(".over")).to_contain_text("checked against the seed")
    game, token = page.url.split("/")[-2:]
    replay = server.get(f"/games/{game}/replay", token)
    assert replay["over"]
    given = sum(step["kind"] == "answer" and step["by"] == 0 for step in replay["steps"])
    assert given >= player.answers  # those that follow of themselves are answers too


@pytest.mark.parametrize("hand", ["mouse", "keys"])
@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_a_whole_game_against_a_bot(visit: Visit, server: Server, ruleset: str, hand: Hand) -> None:
    page = begin(visit, server, ruleset, hand)
    play_through(page, server, Player(page, hand, seed=f"{ruleset}/{hand}"))


@pytest.mark.parametrize("ruleset", ["riverside", "op-en"])
def test_a_whole_game_on_a_phone(visit: Visit, server: Server, ruleset: str) -> None:
    page = begin(visit, server, ruleset, "mouse", phone=True)
    play_through(page, server, Player(page, "touch", seed=f"{ruleset}/phone"))
