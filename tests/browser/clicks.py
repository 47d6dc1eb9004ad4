"""Presses and questions to the first move, and for one activation, in a real browser, on a desk and on a phone.

    python -m tests.browser.clicks [RULESET …]

By questions: every question is asked and answered by itself. By gesture: a quick battle is begun as it is drawn, and
the first thing that can be done with a gesture is done: a model is dragged, or chosen in the list and sent to a place,
or a die is picked; then it is confirmed. Presses of mouse or finger are counted by the page, after the one on *Quick
battle*. An activation is one gesture of somebody on the table: a drag and a confirm; in 'Opportunity' it is one pick.

A player sees where somebody may come in; the script does not, and tries places along its own edge. Only the gesture
that works is counted, and every question that had to be answered before it. Exit code 1 where the first move takes more
than three presses, or an activation more than two.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

from playwright.sync_api import Browser, FloatRect, Page, sync_playwright
from playwright.sync_api import TimeoutError as Waited

from tests.browser.conftest import DESK, NAMES, PHONE, UNCOACHED, Server
from tests.browser.player import QUESTION, Hand, Player

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
BUSY = 120_000
"""Milliseconds until a page answers on a machine that has much else to do."""
FAR = 45
"""Pixels of a drag."""
OWN_EDGE = ".stage [data-edge][data-side='1']"
ALONG, INWARD = (0.5, 0.35, 0.65, 0.2, 0.8), (25, 45)
"""Places near one's own edge: shares of its length, and pixels from it."""
FIRST, EACH = 3, 2
"""The most presses to the first move, and for an activation."""


def presses(page: Page) -> int:
    return int(page.evaluate("() => window.presses"))


def begin(browser: Browser, address: str, ruleset: str, screen: str, everything: bool) -> Page:
    context = browser.new_context(**SCREENS[screen])
    context.set_default_timeout(BUSY)
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
    spent = 0
    for _ in range(5):
        if player.wait() != "question":
            return None
        if drafts(page):
            return spent + answered(page, player)
        done = dragged(page)
        done = sent_in(page) if done is None else done
        if done is not None:
            return spent + done
        spent += answered(page, player)
    return None


def drafts(page: Page) -> bool:
    return page.locator(QUESTION).first.get_attribute("data-kind") == "draft"


def answered(page: Page, player: Player) -> int:
    """Presses for an answer as the question stands."""
    before = presses(page)
    player.answer()
    return presses(page) - before


def by_one_drag(page: Page, player: Player) -> int | None:
    """Presses for a move of somebody on the table, at the first question in which one can be dragged."""
    for _ in range(MOST):
        if player.wait() != "question":
            return None
        if drafts(page):
            return answered(page, player)
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


def sent_in(page: Page) -> int | None:
    """Presses of one who is chosen in the list and sent to a place at the own edge, and of the confirm."""
    rows = page.locator(f"{QUESTION} label:has(input)")
    for x, y in entries(page) if rows.count() else ():
        before = presses(page)
        rows.first.click()
        page.mouse.click(x, y)
        if confirmed(page):
            return presses(page) - before
    return None


def entries(page: Page) -> list[tuple[float, float]]:
    """Places a little inside of the own edge, which is drawn in the own colour and lies below or at a side."""
    edge = page.locator(OWN_EDGE).first
    line = edge.bounding_box() if edge.count() else None
    every = [box for one in page.locator(".stage [data-edge]").all() if (box := one.bounding_box())]
    if line is None or not every:
        return []
    flat = line["width"] > line["height"]
    # Inward is towards the other edges: a sheet may cover the middle of the stage.
    (x, y), (cx, cy) = middle(line), (mean(middle(box)[axis] for box in every) for axis in (0, 1))
    found = []
    for off in INWARD:
        for share in ALONG:
            across = line["x"] + share * line["width"], y + (off if y < cy else -off)
            beside = x + (off if x < cx else -off), line["y"] + share * line["height"]
            found.append(across if flat else beside)
    return found


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


class Counted(NamedTuple):
    """A line of the table; None where nothing could be done so."""

    ruleset: str
    screen: str
    presses: int
    questions: int
    first: int | None
    activation: int | None

    @property
    def kept(self) -> bool:
        """Are both promises?"""
        return (self.first or FIRST + 1) <= FIRST and (self.activation or EACH + 1) <= EACH


def counted(browser: Browser, address: str, ruleset: str, screen: str) -> Counted:
    hand: Hand = "touch" if screen == "phone" else "mouse"
    asked = begin(browser, address, ruleset, screen, everything=True)
    clicks, questions = by_questions(asked, Player(asked, hand, seed="clicks"))
    asked.context.close()
    page = begin(browser, address, ruleset, screen, everything=False)
    player = Player(page, hand, seed="clicks")
    first = by_gesture(page, player)
    drag = by_one_drag(page, player)
    page.context.close()
    return Counted(ruleset, screen, clicks, questions, first, drag)


def main(rulesets: list[str]) -> int:
    browser_path = next(path for name in NAMES if (path := shutil.which(name)))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        try:
            print("| Game | Screen | Presses by questions | Questions | Presses by gesture | An activation |")
            print("|---|---|---|---|---|---|")
            kept = True
            for ruleset in rulesets or RULESETS:
                for screen in SCREENS:
                    line = counted(browser, server.address, ruleset, screen)
                    print("| " + " | ".join("–" if cell is None else str(cell) for cell in line) + " |", flush=True)
                    kept = kept and line.kept
            return 0 if kept else 1
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
