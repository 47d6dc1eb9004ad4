"""Clicks and questions to the first move by single questions, and presses for a move by gesture, in a real browser.

    python -m tests.browser.clicks [RULESET …]

Before: every question is asked and answered by itself. After: a model on the table is dragged, and the way confirmed.
Presses of the mouse are counted by the page. A ruleset in which nobody could be dragged says so.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, FloatRect, Page, sync_playwright

from tests.browser.conftest import DESK, NAMES, Server
from tests.browser.player import QUESTION, Player

RULESETS = ("roe", "opentactics", "op-en", "riverside")
COUNT = "() => { window.presses = 0; addEventListener('pointerdown', () => window.presses++, true); }"
EVERYTHING = "localStorage.setItem('sandtable.settings', JSON.stringify({everything: true, confirm: 'always'}))"
MOST = 120
FAR = 45
"""Pixels of a drag."""


def presses(page: Page) -> int:
    return int(page.evaluate("() => window.presses"))


def begin(browser: Browser, address: str, ruleset: str) -> Page:
    context = browser.new_context(viewport=DESK)  # type: ignore[arg-type]
    context.add_init_script(EVERYTHING)
    page = context.new_page()
    page.goto(address)
    page.locator(f"[data-quick={ruleset}]").click()
    page.locator(QUESTION).first.wait_for()
    page.evaluate(COUNT)
    return page


def to_the_first_move(page: Page, player: Player) -> tuple[int, int]:
    """Clicks and questions up to the first model that is set down or moved."""
    clicks, questions = presses(page), 0
    while questions < MOST and player.wait() == "question":
        kind = page.locator(QUESTION).first.get_attribute("data-kind")
        player.answer()
        questions += 1
        if kind in ("move", "place"):
            break
    return presses(page) - clicks, questions


def by_one_drag(page: Page, player: Player) -> int | None:
    """Presses for a move by gesture, at the first question in which somebody on the table can be dragged."""
    for _ in range(MOST):
        if player.wait() != "question":
            return None
        names = page.locator(f"{QUESTION} label .name").all_text_contents()
        for name in names:
            token = page.locator(f'[data-model="{name.strip()}"]')
            if token.count() and (found := drag(page, token.first.bounding_box())) is not None:
                return found
        player.answer()
    return None


def drag(page: Page, box: FloatRect | None) -> int | None:
    if box is None:
        return None
    x, y, before = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, presses(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + (FAR if x < DESK["width"] / 3 else -FAR), y, steps=5)
    page.mouse.up()
    page.locator("[data-way], .question .none, .message").first.wait_for()
    if not page.locator("[data-way]").count():
        page.keyboard.press("Escape")
        return None
    at = page.locator(".game").get_attribute("data-at")
    page.locator(f"{QUESTION} .confirm .primary").click()
    page.wait_for_function("at => document.querySelector('.game').dataset.at !== at", arg=at)
    return presses(page) - before


def main(rulesets: list[str]) -> None:
    browser_path = next(path for name in NAMES if (path := shutil.which(name)))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=browser_path)
        try:
            for ruleset in rulesets or RULESETS:
                page = begin(browser, server.address, ruleset)
                player = Player(page, seed="clicks")
                clicks, questions = to_the_first_move(page, player)
                dragged = by_one_drag(page, player)
                after = "nobody could be dragged" if dragged is None else f"{dragged} presses (a drag and a confirm)"
                print(
                    f"{ruleset}: to the first move {clicks} clicks, {questions} questions; by gesture {after}",
                    flush=True,
                )
                page.context.close()
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
