"""The first five minutes, measured in a real browser from an empty profile.

    python -m tests.browser.first_minutes [--json]

It prints what a newcomer waits for and compares it with the promise: page interactive within 1.5 s; first legal move
within 30 s of clicks at a human pace; every later answer shown within 150 ms of the click (the median; a bot's thinking
apart). Exit code 1 when a promise is broken. How smoothly a model is dragged is measured by tests/browser/drag.py.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import DESK, NAMES, PHONE, Server
from tests.browser.player import Player

HUMAN = 0.8
"""Seconds a person takes to find the next thing to click."""
PROMISE = {"interactive": 1.5, "first move": 30.0, "answer shown": 0.150}

# Stamps the click on the confirm button and the first frame in which the question has changed.
WATCH = """() => {
  window.shown = [];
  let clicked = 0, asked = null;
  addEventListener("click", event => {
    if (!event.target.closest?.("form.question .confirm .primary")) return;
    clicked = performance.now();
    asked = document.querySelector("form.question")?.dataset.asked;
  }, true);
  const look = () => {
    const now = document.querySelector("form.question")?.dataset.asked ?? "";
    if (clicked && now !== asked) { window.shown.push(performance.now() - clicked); clicked = 0; }
    requestAnimationFrame(look);
  };
  look();
}"""


def empty_profile(browser: Browser, phone: bool) -> Page:
    touch: dict[str, Any] = {"has_touch": True, "is_mobile": True} if phone else {}
    return browser.new_context(viewport=PHONE if phone else DESK, **touch).new_page()  # type: ignore[arg-type]


def first_minutes(browser: Browser, address: str, ruleset: str, phone: bool) -> dict[str, float]:
    """From the empty profile to twenty answers, at a human pace where a person would have to look."""
    page = empty_profile(browser, phone)
    start = time.perf_counter()
    page.goto(address, wait_until="commit")
    quick = page.locator(f"[data-quick={ruleset}]")
    quick.wait_for()
    interactive = time.perf_counter() - start
    time.sleep(HUMAN)
    quick.click()
    player = Player(page, seed="first")
    player.wait()
    time.sleep(HUMAN)
    player.choose()
    time.sleep(HUMAN)
    page.evaluate(WATCH)
    asked = player.asked()
    player.confirm.click()
    page.wait_for_function("asked => document.querySelector('form.question')?.dataset.asked !== asked", arg=asked)
    first = time.perf_counter() - start
    player.play(20)
    shown = sorted(page.evaluate("window.shown"))
    page.context.close()
    return {
        "interactive": interactive,
        "first move": first,
        "answer shown": statistics.median(shown) / 1000,
        "slowest answer": shown[-1] / 1000,
        "answers": len(shown),
    }


def main() -> int:
    found = os.environ.get("SANDTABLE_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    results: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        try:
            for ruleset in (line["id"] for line in server.get("/rulesets")):
                for phone in (False, True):
                    name = f"{ruleset}, {'phone' if phone else 'desk'}"
                    results[name] = first_minutes(browser, server.address, ruleset, phone)
        finally:
            browser.close()
            server.stop()
    if "--json" in sys.argv:
        print(json.dumps(results))
    else:
        for name, figures in results.items():
            words = ", ".join(f"{key} {value:.3f} s" for key, value in figures.items() if key != "answers")
            print(f"{name}: {words} ({figures['answers']:.0f} answers)")
    broken = [
        f"{name}: {key} {figures[key]:.3f} s, promised {limit:g} s"
        for name, figures in results.items()
        for key, limit in PROMISE.items()
        if key in figures and figures[key] > limit
    ]
    for line in broken:
        print(line, file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
