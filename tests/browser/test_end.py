"""The end of a battle: its card on the stage, on a desk and on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Server, Visit
from tests.browser.ended import ended


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("name", ["roe", "opportunity"])
def test_the_end_card_tells_the_battle(server: Server, visit: Visit, name: str, phone: bool) -> None:
    game, token = ended(server, name)
    page = visit(f"#/g/{game}/{token}", phone=phone)
    card = page.locator(".end")
    expect(card.locator("#end-title")).to_have_text(re.compile("You (won|lost)|A draw"))
    expect(card.locator(".facts")).to_contain_text("decisions")
    assert len(card.locator(".story").inner_text()) > 40
    expect(card.locator(".chart svg").first).to_be_visible()
    expect(card.get_by_text("Best and worst dice")).to_have_count(1)
    turns = card.locator(".turns a")
    expect(turns.first).to_be_visible()
    turns.first.click()
    expect(page).to_have_url(re.compile(r"#/r/.*\?at=[1-9]"))
    expect(page.locator("input[type=range]")).not_to_have_value("0")


def test_the_table_can_be_seen_again_behind_the_card(server: Server, visit: Visit) -> None:
    game, token = ended(server, "roe")
    page = visit(f"#/g/{game}/{token}")
    expect(page.locator(".end")).to_be_visible()
    page.get_by_role("button", name="See the table").click()
    expect(page.locator(".end")).to_have_count(0)
    page.get_by_role("button", name="Back to the story").click()
    expect(page.locator(".end .facts")).to_be_visible()


def test_the_replay_of_a_game_opens_at_its_true_end(server: Server, visit: Visit) -> None:
    game, token = ended(server, "opportunity")
    story = server.get(f"/games/{game}/story", token)
    watch = server.get(f"/games/{game}", token)["watch"]
    page = visit(f"#/r/{game}/{watch}?at={story['inputs']}")
    place = page.locator("input[type=range]")
    expect(place).to_have_value(re.compile("[1-9]"))
    assert place.input_value() == place.get_attribute("max")
    expect(page.locator(".luck table").first).to_contain_text("trauma check", ignore_case=True)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_review_steps_through_ones_own_decisions(server: Server, visit: Visit, phone: bool) -> None:
    game, token = ended(server, "roe")
    page = visit(f"#/g/{game}/{token}", phone=phone)
    expect(page.locator(".end .facts")).to_be_visible()
    # On a phone the panel lies below the edge of the sheet: the way there stands under the chart.
    page.locator(".end" if phone else ".over").locator('a[href^="#/v/"]').click()
    rows = page.locator(".list button")
    expect(rows.nth(1)).to_be_visible()
    rows.nth(1).click()
    expect(rows.nth(1)).to_have_attribute("aria-current", "true")
    expect(page.locator(".both .answer").first).to_contain_text("± ")
    page.get_by_role("button", name="Try again from here").click()
    expect(page).to_have_url(re.compile("#/g/"))
    expect(page.locator("#question-title")).to_be_visible()
