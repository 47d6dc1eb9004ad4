"""Presses and questions to the first move, and for one activation, in a real browser, on a desk and on a phone.

    python -m tests.browser.clicks [RULESET …]

By questions: every question is asked and answered by itself. By gesture: a quick battle is begun as it is drawn, and
the first thing that can be done with a gesture is done: a model is dragged, or chosen in the list and sent to a place,
or a die is picked; then it is confirmed. Presses of mouse or finger are counted by the page, after the one on *Quick
battle*. An activation is one gesture of somebody on the table: a drag and a confirm.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, FloatRect, Page, sync_playwright
from playwright.sync_api import TimeoutError as Waited

from tests.browser.conftest import DESK, NAMES, PHONE, UNCOACHED, Server
from tests.browser.player import QUESTION, Player

RULESETS = ("roe", "opentactics", "op-en", "riverside", "opportunity")
SCREENS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": DESK}, "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True},
}  # fmt: skip
COUNT = "() => { window.presses = 0; addEventListener('pointerdown', () => window.presses++, true); }"
SETTINGS = "localStorage.setItem('sandtable.settings', JSON.stringify({everything: %s, confirm: 'always', speed: 0}))"
CONFIRM = f"{QUESTION} .confirm .primary"
MOST = 120
PATIENCE = 3000
"""Milliseconds until the ways of a gesture are found, at the very most."""
FAR = 45
"""Pixels of a drag."""
INWARD = ((0.5, 0.9), (0.5, 0.1), (0.1, 0.5), (0.9, 0.5), (0.05, 0.4), (0.95, 0.4), (0.4, 0.95), (0.4, 0.05))
"""Places near the four edges of a table, as shares of what is seen of it: somebody comes in over one's own."""


def presses(page: Page) -> int:
    return int(page.evaluate("() => window.presses"))


def begin(browser: Browser, address: str, ruleset: str, screen: str, everything: bool) -> Page:
    context = browser.new_context(**SCREENS[screen])
    context.add_init_script(SETTINGS % str(everything).lower())
    context.add_init_script(UNCOACHED)
    page = context.new_page()
    page.goto(address)
    page.locator(f"[data-quick={ruleset}]").click()
    page.locator(QUESTION).first.wait_for()
    page.evaluate(COUNT)
    return page


def by_questions(page: Page, player: Player) -> tuple[int, int]:
    """Presses and questions up to the first model that is set down or moved, or the first die."""
    before, questions = presses(page), 0
    while questions < MOST and player.wait() == "question":
        kind = page.locator(QUESTION).first.get_attribute("data-kind")
        player.answer()
        questions += 1
        if kind in ("move", "place", "draft"):
            break
    return presses(page) - before, questions


def by_gesture(page: Page, player: Player) -> int | None:
    """Presses to the first move; a question that cannot be answered so is answered as it stands, and counted."""
    before = presses(page)
    for _ in range(5):
        if player.wait() != "question":
            return None
        if page.locator(QUESTION).first.get_attribute("data-kind") == "draft":
            player.answer()
            return presses(page) - before
        spent = presses(page)
        done = dragged(page)
        done = sent_in(page, player) if done is None else done
        if done is not None:
            return spent - before + done
        player.answer()
    return None


def by_one_drag(page: Page, player: Player) -> int | None:
    """Presses for a move of somebody on the table, at the first question in which one can be dragged."""
    for _ in range(MOST):
        if player.wait() != "question":
            return None
        if (found := dragged(page)) is not None:
            return found
        player.answer()
    return None


def dragged(page: Page) -> int | None:
    """Presses of a drag and its confirm, if anybody who is asked about can be dragged."""
    for name in page.locator(f"{QUESTION} label .name").all_text_contents():
        token = page.locator(f'[data-model="{name.strip()}"], [data-banner="{name.strip()}"]')
        box = token.first.bounding_box() if token.count() else None
        if box is None:
            continue
        before, (x, y) = presses(page), middle(box)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + (FAR if x < page.evaluate("innerWidth") / 3 else -FAR), y, steps=5)
        page.mouse.up()
        if confirmed(page):
            return presses(page) - before
    return None


def sent_in(page: Page, player: Player) -> int | None:
    """Presses of one who is chosen in the list and sent to a place near an edge, and of the confirm."""
    rows = page.locator(f"{QUESTION} label:has(input)")
    stage = page.locator(".stage").first.bounding_box()
    sheet = page.locator(".panel").bounding_box()
    if not rows.count() or stage is None or sheet is None:
        return None
    low = min(stage["y"] + stage["height"], sheet["y"]) if sheet["x"] < stage["x"] + 1 else stage["y"] + stage["height"]
    for across, down in INWARD:
        before = presses(page)
        rows.first.click()
        page.mouse.click(stage["x"] + across * stage["width"], stage["y"] + down * (low - stage["y"]))
        if confirmed(page):
            return presses(page) - before
    return None


def middle(box: FloatRect) -> tuple[float, float]:
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def confirmed(page: Page) -> bool:
    """Takes the first way that was found; where there is none, nothing is planned any more."""
    with suppress(Waited):  # nothing can be meant by a press there
        page.locator("[data-way], .question .none").first.wait_for(timeout=PATIENCE)
    if not page.locator("[data-way]").count():
        page.keyboard.press("Escape")
        page.locator(f"{QUESTION} label:has(input), {QUESTION} .places").first.wait_for()
        return False
    at = page.locator(".game").get_attribute("data-at")
    page.locator(CONFIRM).click()
    page.wait_for_function("at => document.querySelector('.game').dataset.at !== at", arg=at)
    return True


def line(browser: Browser, address: str, ruleset: str, screen: str) -> str:
    asked = begin(browser, address, ruleset, screen, everything=True)
    clicks, questions = by_questions(asked, Player(asked, seed="clicks"))
    asked.context.close()
    page = begin(browser, address, ruleset, screen, everything=False)
    player = Player(page, seed="clicks")
    first = by_gesture(page, player)
    drag = None if ruleset == "opportunity" else by_one_drag(page, player)
    page.context.close()
    cells = [ruleset, screen, clicks, questions, "–" if first is None else first, "–" if drag is None else drag]
    return "| " + " | ".join(map(str, cells)) + " |"


def main(rulesets: list[str]) -> None:
    browser_path = next(path for name in NAMES if (path := shutil.which(name)))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        try:
            print("| Game | Screen | Presses by questions | Questions | Presses by gesture | An activation |")
            print("|---|---|---|---|---|---|")
            for ruleset in rulesets or RULESETS:
                for screen in SCREENS:
                    print(line(browser, server.address, ruleset, screen), flush=True)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
