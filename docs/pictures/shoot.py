"""Takes the pictures of the guides in a real browser: `python -m docs.pictures.shoot [NAME…]` (riverside, op-en, and of
the film strip: one-drag, one-click, shot, contest, draft, end, review, lesson).

A server is started, a situation is set up, a few questions are answered; what the browser then shows is the picture.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.conftest import DESK, NAMES, PHONE, UNCOACHED, Server
from tests.browser.ended import ended
from tests.browser.test_dice_on_the_table import BUMPED, contest, drafting

HERE = Path(__file__).parent
SEATS = [{"kind": "person"}, {"kind": "bot", "bot": "random"}]
CONFIRM = "form.question .confirm .primary"
RESTS, LANDED = 1500, 250
"""Milliseconds until nothing glides or fades any more, and until a verdict has landed, which goes again."""

RIVERSIDE: dict[str, Any] = {
    "map": "Ferry Crossing",
    "round": 2,
    "player": [{"name": "Lockgate Levy", "army": "Lockgate Levy"}, {"name": "Tusk Bargain", "army": "Tusk Bargain"}],
    "marker": [
        {"name": "1", "at": [14, 27], "controlled": "Lockgate Levy"},
        {"name": "2", "at": [30, 33], "controlled": "Tusk Bargain"},
        {"name": "3", "at": [52, 20]},
    ],
    "unit": [
        {"name": "Levy Rifles", "player": "Lockgate Levy", "entry": "Levy Rifles",
         "hero_entry": "Warden Captain", "at": [27, 14], "columns": 6},
        {"name": "Bank Marksmen", "player": "Lockgate Levy", "entry": "Bank Marksmen", "at": [44, 13], "columns": 3},
        {"name": "Breakwater Guard", "player": "Lockgate Levy", "entry": "Breakwater Guard", "at": [15, 9],
         "columns": 3, "activated": True},
        {"name": "Tide Reader", "player": "Lockgate Levy", "entry": "Tide Reader", "at": [38, 8],
         "models": [{"tokens": 2}]},
        {"name": "Boarders", "player": "Tusk Bargain", "entry": "Boarders", "at": [27, 30], "columns": 5},
        {"name": "Scrap Gunners", "player": "Tusk Bargain", "entry": "Scrap Gunners", "at": [39, 28], "columns": 4,
         "shaken": True, "activated": True},
        {"name": "Boar Riders", "player": "Tusk Bargain", "entry": "Boar Riders", "at": [55, 28], "columns": 3},
        {"name": "Mud Troll", "player": "Tusk Bargain", "entry": "Mud Troll", "at": [20, 38],
         "models": [{"wounds": 2}]},
    ],
}  # fmt: skip
OP_EN: dict[str, Any] = {
    "setting": "silt-and-lanterns", "map": "Roofs", "turn": 3, "turns": 6,
    "player": [
        {"name": "Nine Bells", "tokens": 2, "edge": "bottom", "points": 3},
        {"name": "Undertow", "tokens": 1, "edge": "top", "points": 2},
    ],
    "active": {"name": "Captain Sorrel"},
    "objective": [{"name": "Bell 1", "at": [[9, 14]], "target": 5}, {"name": "Bell 2", "at": [[28, 21]], "target": 5}],
    "character": [
        {"name": "Captain Sorrel", "player": "Nine Bells", "rank": 4, "form": "Cityfolk", "fight": 12, "toughness": 10,
         "agility": 8, "grit": 8, "equipment": ["Fine blade", "Scale"], "skills": ["Flurry"], "at": [17, 17, 2.75]},
        {"name": "Pell", "player": "Nine Bells", "fight": 6, "equipment": ["Knife"], "at": [18.3, 18.3, 2.75]},
        {"name": "Hask", "player": "Nine Bells", "equipment": ["Crossbow"], "at": [20, 20]},
        {"name": "Brack", "player": "Undertow", "rank": 3, "fight": 8, "toughness": 6, "agility": 10, "damage": 2,
         "equipment": ["Chain-lash"], "at": [18, 17, 2.75]},
        {"name": "Captain Nettle", "player": "Undertow", "rank": 4, "equipment": ["Handbow"], "hidden": True,
         "at": [6, 31]},
        {"name": "Heron", "player": "Undertow", "equipment": ["Boathook"], "at": [25, 25], "activated": True},
        {"name": "Mote", "player": "Undertow", "equipment": ["Sling"], "at": [31, 30]},
    ],
}  # fmt: skip
PICTURES: dict[str, tuple[dict[str, Any], tuple[str, ...], str]] = {
    "riverside": (RIVERSIDE, ("Levy Rifles", "hold"), "Boarders"),
    "op-en": (OP_EN, ("fight",), ""),
}
"""The situation, what is answered, and what is then chosen but not confirmed."""


ROE: dict[str, Any] = {
    "map": "Relay Station", "round": 2, "turn": "Red",
    "player": [{"name": "Red", "pool": 6}, {"name": "Blue", "pool": 6}],
    "model": [
        {"name": "Ann", "player": "Red", "at": [24, 12], "weapons": ["Assault Rifle"]},
        {"name": "Bea", "player": "Red", "at": [18, 12], "weapons": ["Battle Rifle"]},
        {"name": "Tom", "player": "Blue", "at": [25, 23], "weapons": ["Assault Rifle"]},
        {"name": "Zed", "player": "Blue", "at": [38, 27]},
    ],
}  # fmt: skip
FILM = ("one-drag", "one-click", "shot")
DICE = ("contest", "draft")
STORIES = ("end", "review", "lesson")


def film(browser: Browser, server: Server, name: str) -> None:
    """One gesture: a model is dragged half of the way to an enemy, or the enemy is clicked; neither is confirmed yet.
    Or the shot itself, with its dice and its verdict."""
    made = server.post("/games", {"ruleset": "roe", "setup": {"situation": ROE}, "seats": SEATS})
    page = browser.new_context(viewport=DESK, color_scheme="dark").new_page()  # type: ignore[arg-type]
    page.goto(f"{server.address}/#/g/{made['game']}/{made['seats'][0]['token']}")
    page.locator("form.question").wait_for()
    (x, y), (far_x, far_y) = (middle(page, who) for who in ("Ann", "Tom"))
    if name == "one-drag":
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + (far_x - x) * 0.35, y + (far_y - y) * 0.35, steps=6)
        page.mouse.up()
    else:
        page.mouse.click(far_x, far_y)
    page.locator("form.question .odds").first.wait_for()
    page.mouse.move(5, 5)
    if name == "shot":
        page.locator(CONFIRM).click()
        page.locator(".stamp, #question-title:has-text('re-roll')").first.wait_for()
        if page.locator("form.question").count():
            page.locator("form.question label", has_text="Done").click()
            page.locator(CONFIRM).click()
        page.locator(".stamp").wait_for()
    page.wait_for_timeout(RESTS if name != "shot" else LANDED)
    page.screenshot(path=HERE / f"{name}.png")
    page.context.close()


def dice(browser: Browser, server: Server, name: str, phone: bool) -> None:
    """Dice on the table: a re-roll that is looked at, or a pick."""
    if name == "contest":
        game, (token, _) = contest(server, *BUMPED)
    else:
        game, token = drafting(server)
    touch: dict[str, Any] = {"has_touch": True, "is_mobile": True} if phone else {}
    page = browser.new_context(viewport=PHONE if phone else DESK, color_scheme="dark", **touch).new_page()  # type: ignore[arg-type]
    page.add_init_script(UNCOACHED)
    page.goto(f"{server.address}/#/g/{game}/{token}")
    page.locator(".contest .die.can:not(.taken), .draft .dieb.can").nth(1 if name == "contest" else 0).click()
    if name == "contest":
        page.locator("form.question .opt.sel .col b", has_text="63 %").wait_for()
    page.mouse.move(5, 5)
    page.wait_for_timeout(RESTS)
    page.screenshot(path=HERE / f"{name}-{'phone' if phone else 'desk'}.png")
    page.context.close()


def story(browser: Browser, server: Server, name: str, phone: bool) -> None:
    """What comes before and after a battle: a step of a lesson, the end card, a step of the review."""
    touch: dict[str, Any] = {"has_touch": True, "is_mobile": True} if phone else {}
    page = browser.new_context(viewport=PHONE if phone else DESK, color_scheme="dark", **touch).new_page()  # type: ignore[arg-type]
    page.add_init_script(UNCOACHED)
    if name == "lesson":
        page.goto(f"{server.address}/#/learn/roe")
        page.locator("[data-lesson='1-first-steps']").click()
        page.locator(".coach [data-read]").click()
        page.locator(".coach [data-show]").wait_for()
    else:
        game, token = ended(server, "roe")
        page.goto(f"{server.address}/#/g/{game}/{token}")
        page.locator(".end .facts").wait_for()
    if name == "review":
        page.locator('a[href^="#/v/"]').evaluate("link => link.click()")
        page.locator(".list button").nth(1).click()
        page.locator(".both .answer", has_text="±").first.wait_for()
    page.wait_for_timeout(RESTS)
    page.screenshot(path=HERE / f"{name}-{'phone' if phone else 'desk'}.png")
    page.context.close()


def middle(page: Page, who: str) -> tuple[float, float]:
    box = page.locator(f"[data-model={who}]").first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def choose(page: Page, value: str) -> None:
    page.locator(f'form.question label:has(input[value="{value}"])').click()


def shoot(browser: Browser, server: Server, name: str, phone: bool) -> None:
    situation, answers, last = PICTURES[name]
    made = server.post("/games", {"ruleset": name, "setup": {"situation": situation}, "seats": SEATS})
    touch: dict[str, Any] = {"has_touch": True, "is_mobile": True} if phone else {}
    page = browser.new_context(viewport=PHONE if phone else DESK, color_scheme="dark", **touch).new_page()  # type: ignore[arg-type]
    page.goto(f"{server.address}/#/g/{made['game']}/{made['seats'][0]['token']}")
    for answer in answers:
        title = page.locator("#question-title")
        title.wait_for()
        before = title.inner_text()
        choose(page, answer)
        page.locator("form.question .confirm .primary").click()
        page.wait_for_function("was => document.querySelector('#question-title')?.innerText !== was", arg=before)
    page.locator("form.question").wait_for()
    if last:
        choose(page, last)
    page.wait_for_timeout(RESTS)
    page.screenshot(path=HERE / f"{name}-{'phone' if phone else 'desk'}.png")
    page.context.close()


def main() -> None:
    chromium = os.environ.get("SANDTABLE_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        try:
            for name in sys.argv[1:] or (*PICTURES, *FILM, *DICE, *STORIES):
                if name in FILM:
                    film(browser, server, name)
                    continue
                for phone in (False, True):
                    (dice if name in DICE else story if name in STORIES else shoot)(browser, server, name, phone)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
