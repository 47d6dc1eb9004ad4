"""Pictures for docs/pictures: real games in a real browser against a regular bot, until there is something to see.

python -m web.scripts.screens
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.conftest import DESK, NAMES, PHONE, ROOT, Server
from tests.browser.player import QUESTION, Player

FOLDER = ROOT / "docs" / "pictures"
ANSWERS = {"opportunity": 1, "roe": 46, "opentactics": 30}
"""How long each game is played before its picture is taken."""
FIRST = ("Advance", "Move", "Shoot", "Assault", "Deploy", "Place")


class Eager(Player):
    """Goes forward and fights, so that the picture shows a battle."""

    def choose(self) -> None:
        labels = self.page.locator(f"{QUESTION} .list label .name").all_inner_texts()
        wanted = next((labels.index(word) for word in FIRST if word in labels), None)
        if wanted is None:
            super().choose()
        else:
            self._pick(self.page.locator(f"{QUESTION} .list input"), wanted)


def opened(browser: Browser, address: str, phone: bool, theme: str) -> Page:
    touch: dict[str, Any] = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2} if phone else {}
    page = browser.new_context(viewport=PHONE if phone else DESK, color_scheme=theme, **touch).new_page()  # type: ignore[arg-type]
    page.add_init_script("localStorage.setItem('sandtable.settings', JSON.stringify({level: 'regular'}))")
    page.goto(address)
    return page


def take(page: Page, name: str) -> None:
    page.wait_for_timeout(1500)
    page.screenshot(path=FOLDER / f"{name}.png")
    print(f"{name}.png")


def played(page: Page, ruleset: str, answers: int) -> None:
    page.locator(f"[data-quick={ruleset}]").click()
    player = Eager(page, seed=f"picture of {ruleset}")
    player.play(answers)
    # Go on to a question that shows something: a move, or a list with odds.
    for _ in range(12):
        if player.wait() == "over" or page.locator(QUESTION).get_attribute("data-kind") in ("move", "draft"):
            break
        page.wait_for_timeout(400)  # odds come when they are worked out
        if page.locator(f"{QUESTION} .odds").count():
            break
        player.answer()
    if page.locator(f"{QUESTION}[data-kind=move]").count():
        page.locator(f"{QUESTION} .places label").first.click()


def main() -> None:
    found = os.environ.get("SANDTABLE_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        try:
            pictures(playwright.chromium.launch(executable_path=found, args=["--no-sandbox"]), server.address)
        finally:
            server.stop()


def pictures(browser: Browser, address: str) -> None:
    for ruleset, answers in ANSWERS.items():
        for phone, theme in ((False, "dark"), (True, "light")):
            page = opened(browser, address, phone, theme)
            played(page, ruleset, answers)
            take(page, f"{ruleset}-{'phone' if phone else 'desk'}")
            page.context.close()
    page = opened(browser, address, False, "dark")
    page.locator("[data-quick]").first.wait_for()
    take(page, "home")
    page.locator("[data-quick=opentactics]").click()
    Eager(page, seed="picture of a replay").play()
    page.locator(".over").get_by_role("link", name="Replay").click()
    page.locator(".count").wait_for()
    page.locator(".scrub input").fill("60")
    take(page, "replay")
    page.goto(f"{address}/#/rules/roe/RE-4.12")
    page.locator("#clause-RE-4\\.12").wait_for()
    take(page, "rulebook")
    browser.close()


if __name__ == "__main__":
    main()
