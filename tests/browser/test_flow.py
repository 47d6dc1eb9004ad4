"""What makes a newcomer stumble: giving up among the moves, dice of nobody, a confirm that shows no sign of work, words
too small to be read."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Server, Visit
from tests.browser.player import Player

CONFIRM = ".question .confirm .primary"
BOT = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "random"}]
SMALLEST = 9
"""Pixels of a letter on a picture that is still read."""
LETTERS = """() => [...document.querySelectorAll('.pic svg text, .pic .need span, .pic .stamp span, .pic .stamp b')]
    .filter((one) => /[a-z]{3}/i.test(one.textContent) && !one.children.length && one.getClientRects().length)
    .map((one) => {
        const box = one.getBoundingClientRect();
        const drawn = one instanceof SVGElement ? one.getScreenCTM().a : one.currentCSSZoom ?? 1;
        return [one.textContent, parseFloat(getComputedStyle(one).fontSize) * drawn, box.width];
    })"""


def quick(page: Page, ruleset: str) -> None:
    page.locator(f"[data-quick={ruleset}]").click()
    page.locator(".question").wait_for()


def test_giving_up_is_in_the_menu_and_asked_once_more(visit: Visit) -> None:
    """In Op-En the rules know how to concede, as an answer like any other; it does not stand among the others."""
    page = visit()
    quick(page, "op-en")
    while not page.locator(".question label:has(input)", has_text="Pass").count():
        Player(page).answer()
    assert "Concede" not in page.locator(".question").inner_text()
    page.locator("[popovertarget=game-menu]").click()
    menu = page.locator("#game-menu")
    menu.get_by_role("button", name="Concede").click()
    expect(menu).to_contain_text("cannot be taken back")
    menu.get_by_role("button", name="Concede").click()
    expect(page.locator(".over")).to_contain_text("concedes")
    expect(page.locator(".over")).to_contain_text("OE-18.7")


def test_dice_that_nobody_on_the_table_rolls_say_whose_they_are(visit: Visit) -> None:
    """The roll-off with which a battle at the riverside begins."""
    page = visit(plays=True)
    page.locator("[data-quick=riverside]").click()
    enemy = page.locator(".player.right .short").text_content()
    expect(page.locator(".mat .whose").first).to_have_text(re.compile(f"^(You|{enemy})$"))


def test_a_confirm_shows_that_it_is_at_work_and_is_sent_once(visit: Visit, server: Server) -> None:
    page = visit()
    held: list[Any] = []
    sent: list[Any] = []
    holding = False

    def between(line: WebSocketRoute) -> None:
        other = line.connect_to_server()

        def send(message: str | bytes) -> None:
            if '"chain"' in str(message):
                sent.append(message)
                if holding:
                    held.append(lambda: other.send(message))
                    return
            other.send(message)

        line.on_message(send)

    page.route_web_socket("**/*", between)
    quick(page, "opportunity")
    confirm = page.locator(CONFIRM)
    expect(confirm).to_have_attribute("aria-busy", "false")
    Player(page).choose()
    at = page.locator(".game").get_attribute("data-at")
    holding = True
    confirm.click()
    expect(confirm).to_have_attribute("aria-busy", "true")
    expect(confirm.locator(".turns")).to_be_visible()
    confirm.click(force=True)
    page.keyboard.press("Enter")
    assert len(sent) == 1
    holding = False
    for go in held:
        go()
    page.wait_for_function("at => document.querySelector('.game').dataset.at !== at", arg=at)
    assert len(sent) == 1


@pytest.mark.parametrize("phone", [False, True])
def test_words_on_the_pictures_of_the_first_page_can_be_read(visit: Visit, phone: bool) -> None:
    page = visit(phone=phone)
    expect(page.locator(".pic .stamp")).to_have_count(4)
    expect(page.locator(".pic .stage")).to_have_count(4)
    found = [(text, size) for text, size, width in page.evaluate(LETTERS) if width]
    assert found
    assert not [one for one in found if one[1] < SMALLEST]
