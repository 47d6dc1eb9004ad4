"""How smoothly the table moves: frames a second with sixty models and forty pieces on it, and with a unit of twenty.

    python -m tests.browser.drag [--json]

Exit code 1 below fifty frames a second. Frames are counted inside the page while the mouse drags a model in circles, so
everything counts that a player waits for: the ghost, its path and length, and the server's word on every place; then
while a whole unit is dragged, while the wheel zooms in and out, and while two fingers do.
"""

from __future__ import annotations

import json
import math
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from sandtable.server.client import Host
from tests.browser.companies import companies_server, march
from tests.browser.conftest import DESK, NAMES, PHONE
from tests.browser.places import middle

MODELS, PIECES, SECONDS, PROMISE = 60, 40, 5.0, 50.0
MOVER = "Red 1"
COUNT = """() => {
  window.frames_seen = [];
  let last = performance.now();
  const look = now => { window.frames_seen.push(now - last); last = now; requestAnimationFrame(look); };
  requestAnimationFrame(look);
}"""


def crowded() -> dict[str, Any]:
    """A battle with sixty models between forty pieces of three kinds."""
    kinds = (["into-out-of", "cover", "obscures-inside"], ["obstacle"], ["impassable"])
    spots = [(4.0 + 5 * column, 5.0 + 6 * row) for row in range(5) for column in range(8)]
    terrain = [
        {"id": f"piece {n}", "x": [x, x + 2.5], "y": [y, y + 2], "height": 1.0 + n % 3, "flags": kinds[n % 3]}
        for n, (x, y) in enumerate(spots[:PIECES])
    ]
    models = []
    for n in range(MODELS):
        side = "Red" if n % 2 == 0 else "Blue"
        at = [2.5 + 1.5 * (n // 2), 2.0 if side == "Red" else 34.0]
        pins = n % 3 if n else 0
        models.append(
            {"name": f"{side} {n // 2 + 1}", "player": side, "at": at, "pins": pins, "weapons": ["Assault Rifle"]}
        )
    players = [{"name": "Red", "pool": 9}, {"name": "Blue", "pool": 9}]
    return {"situation": {"round": 2, "player": players, "model": models, "terrain": terrain}}


def asked_to_move(address: str) -> tuple[str, str]:
    """A game in which the first model is asked for its path: its id and the seat's token."""
    host = Host(address)
    made = host.new_game("roe", setup=crowded(), seats=[{"kind": "person"}, {"kind": "bot", "bot": "random"}])
    token = made["seats"][0]["token"]
    with host.sit(made["game"], token) as chair:
        for _ in range(8):
            question = chair.wait()
            assert question is not None
            if question["kind"] == "move":
                return made["game"], token
            options = [option["id"] for option in question["options"]]
            chair.answer(next(one for one in (MOVER, "advance", "no focus", "move", options[0]) if one in options))
    raise AssertionError("nobody was asked for a path")


Figures = dict[str, float]


def middle_of(page: Page, who: str = MOVER) -> tuple[float, float]:
    """Where a model stands on the screen, once the camera rests."""
    return middle(page, f'[data-model="{who}"]')


def counted(page: Page, act: Callable[[int], None]) -> Figures:
    """Frames while something is done again and again."""
    page.evaluate("window.frames_seen.length = 0")
    start = time.perf_counter()
    step = 0
    while time.perf_counter() - start < SECONDS:
        step += 1
        act(step)
    seconds = time.perf_counter() - start
    frames = sorted(page.evaluate("window.frames_seen"))
    return {"frames a second": len(frames) / seconds, "slow frame (95 %), ms": frames[int(0.95 * len(frames))]}


def drag(page: Page, who: str = MOVER, ghosts: int = 1) -> Figures:
    x, y = middle_of(page, who)
    page.evaluate(COUNT)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y - 20, steps=4)
    figures = counted(
        page, lambda step: page.mouse.move(x + 40 + 40 * math.cos(step / 15), y - 50 + 40 * math.sin(step / 15))
    )
    planned = page.locator("[data-ghost]").count()
    page.mouse.up()
    assert planned == ghosts, "the ghosts have not followed the mouse"
    return figures


def drag_unit(page: Page) -> Figures:
    page.locator("[data-banner]").first.wait_for()
    return drag(page, "red 9", ghosts=20)


def wheel(page: Page) -> Figures:
    """Small turns of the wheel, as a touch pad sends them: in for a second, out for a second."""
    x, y = middle_of(page)
    width = token_width(page)
    page.mouse.move(x + 60, y - 60)
    page.evaluate(COUNT)
    widths: list[float] = []

    def turn(step: int) -> None:
        page.mouse.wheel(0, -12 if step % 120 < 60 else 12)
        if step == 50:
            widths.append(token_width(page))

    figures = counted(page, turn)
    assert widths[0] > 1.5 * width, "the wheel has not zoomed"
    return figures


def pinch(page: Page) -> Figures:
    """Two fingers apart and together."""
    x, y = middle_of(page)
    width = token_width(page)
    page.evaluate(COUNT)
    hands = page.context.new_cdp_session(page)
    widths: list[float] = []

    def touch(kind: str, apart: float) -> None:
        points = [{"x": x - apart, "y": y - 40, "id": 1}, {"x": x + apart, "y": y - 40, "id": 2}]
        hands.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points if kind != "touchEnd" else []})

    def spread(step: int) -> None:
        touch("touchMove", 40 + 25 * (1 - math.cos(step / 25)))
        if step == 75:
            widths.append(token_width(page))

    touch("touchStart", 40)
    figures = counted(page, spread)
    touch("touchEnd", 0)
    assert widths[0] > 1.5 * width, "the fingers have not zoomed"
    return figures


def token_width(page: Page) -> float:
    return float(page.evaluate(f"""document.querySelector('[data-model="{MOVER}"] g').getBoundingClientRect().width"""))


def crowd(address: str) -> str:
    game, token = asked_to_move(address)
    return f"#/g/{game}/{token}"


def riverside(address: str) -> str:
    """Twenty rifles of Riverside between woods and a hill, with an enemy unit ahead, asked for their Advance."""
    units = [
        {"name": "red", "player": "Red", "entry": "Levy Rifles", "count": 20, "at": [16, 10], "columns": 7},
        {"name": "blue", "player": "Blue", "entry": "Boarders", "at": [20, 26], "columns": 5},
    ]
    situation = {"map": "The Weir", "player": [{"name": "Red"}, {"name": "Blue"}], "unit": units}
    host = Host(address)
    seats = [{"kind": "person"}, {"kind": "bot", "bot": "random"}]
    made = host.new_game("riverside", setup={"situation": situation}, seats=seats)
    token = made["seats"][0]["token"]
    with host.sit(made["game"], token) as chair:
        for answer in ("red", "advance"):
            chair.wait()
            chair.answer(answer)
    return f"#/g/{made['game']}/{token}"


ACTS: dict[str, tuple[Callable[[Page], Figures], dict[str, Any], Callable[[str], str]]] = {
    "drag": (drag, {"viewport": DESK}, crowd),
    "drag of a unit": (drag_unit, {"viewport": DESK}, march),
    "drag of a unit of Riverside": (drag_unit, {"viewport": DESK}, riverside),
    "wheel": (wheel, {"viewport": DESK}, crowd),
    "pinch": (pinch, {"viewport": PHONE, "has_touch": True, "is_mobile": True}, crowd),
}


def main() -> int:
    chromium = os.environ.get("SANDTABLE_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = companies_server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        try:
            found: dict[str, Figures] = {}
            for name, (act, screen, where) in ACTS.items():
                page = browser.new_context(**screen).new_page()
                page.goto(f"{server.address}/{where(server.address)}")
                found[name] = act(page)
                page.context.close()
        finally:
            browser.close()
            server.stop()
    said = (f"{name}: " + ", ".join(f"{k} {v:.1f}" for k, v in figures.items()) for name, figures in found.items())
    print(json.dumps(found) if "--json" in sys.argv else "\n".join(said))
    slow = [name for name, figures in found.items() if figures["frames a second"] < PROMISE]
    if slow:
        print(f"promised {PROMISE:g} frames a second: {', '.join(slow)}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
