"""A real server, a real Chromium. Nothing here is skipped: without a browser or a built client the tests fail and say
what to do.

Playwright keeps an event loop running in the process that uses it, and no other can run beside that: `make test` gives
these tests processes of their own. Where they share one, all of it ends with the last test of this folder.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

ROOT = Path(__file__).parents[2]
NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
PATIENCE = 60
"""Seconds. It is for busy machines: what should happen at once is measured elsewhere."""
UNPLAYED = """
if (!localStorage.getItem("sandtable.settings"))
  localStorage.setItem("sandtable.settings", JSON.stringify({ speed: 0 }));
"""
"""The setting of somebody who wants the next question at once."""
UNCOACHED = """
if (!localStorage.getItem("sandtable.learnt"))
  localStorage.setItem("sandtable.learnt", JSON.stringify({ done: [], said: [], coach: false }));
"""
"""That of somebody who has sent the coach away: what he says takes room, and on a phone the table moves up for it."""
SETTLED = """
const asked = window.fetch;
const lot = /((?:[?&]seed=)|(?:"seed":"))[0-9a-f]{8}/;
const settled = (text) => typeof text === "string" ? text.replace(lot, (_, before) => before + "00000006") : text;
window.fetch = (where, how) => asked(settled(where), how && { ...how, body: settled(how.body) });
"""
"""Quick battles are drawn by lot: here it is always the same lot, a duel of two in 'Opportunity'."""
expect.set_options(timeout=1000 * PATIENCE)


class Server:
    """`sandtable serve` as a process of its own, which can be killed and started again where it was."""

    def __init__(self, folder: Path, *packages: Path) -> None:
        """`packages` are folders with rulesets of the tests' own."""
        self.packages = packages
        self.db = folder / "games.db"
        self.port = 0
        self.address = ""
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        code = "import sys; from sandtable.cli import run; sys.exit(run())"
        # Who plays here is quicker than any hand, and begins a game for every test.
        limits = ("games_per_minute=1000", "messages_per_second=200", "messages_burst=600")
        asked = ["serve", "--port", str(self.port), "--db", str(self.db)]
        asked += [word for limit in limits for word in ("--limit", limit)]
        known = [ROOT / "src", *self.packages, os.environ.get("PYTHONPATH", "")]
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, known))}
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-c", code, *asked], stdout=subprocess.PIPE, text=True, env=environment
        )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := re.search(r"http://\S+:(\d+)", line):
                self.address, self.port = found.group(), int(found.group(1))
                return
        raise AssertionError(f"the server did not start (exit code {self.process.wait()})")

    def kill(self) -> None:
        """As a power cut would: no goodbye."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.kill()
                raise

    def post(self, path: str, body: dict[str, Any]) -> Any:
        return httpx.post(f"{self.address}/api{path}", json=body, timeout=PATIENCE).raise_for_status().json()

    def get(self, path: str, token: str = "") -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return httpx.get(f"{self.address}/api{path}", headers=headers, timeout=PATIENCE).raise_for_status().json()


@pytest.fixture(scope="package")
def _client() -> None:
    if not (ROOT / "web" / "dist" / "index.html").is_file():
        pytest.fail("the browser client is not built: make client", pytrace=False)


@pytest.fixture(scope="package")
def server(_client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    one = Server(tmp_path_factory.mktemp("server"))
    one.start()
    yield one
    one.stop()


@pytest.fixture(scope="package")
def _playwright() -> Iterator[Playwright]:
    """However it ends, its loop does not count as running any more: the tests after these have loops of their own."""
    playwright = sync_playwright().start()
    try:
        yield playwright
        playwright.stop()
    finally:
        asyncio._set_running_loop(None)


@pytest.fixture(scope="package")
def browser(_playwright: Playwright) -> Iterator[Browser]:
    """Debian's Chromium from PATH, else the one that Playwright has downloaded."""
    found = os.environ.get("SANDTABLE_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None and not Path(_playwright.chromium.executable_path).exists():
        pytest.fail("no Chromium: make chromium installs one", pytrace=False)
    one = _playwright.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-dev-shm-usage"])
    yield one
    one.close()


Visit = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    """Opens a page in a browser profile of its own. Whatever the page complains of fails the test."""
    profiles = ExitStack()
    complaints: list[str] = []

    def open_page(
        path: str = "", *, phone: bool = False, theme: str = "dark", forgive: str = "", plays: bool = False,
        coach: bool = False, **kw: Any,
    ) -> Page:  # fmt: skip
        """What happens is played out only where a test is about that (`plays`): the others would wait for it. A coach
        speaks only where a test listens to him."""
        touch: dict[str, Any] = {"has_touch": True, "is_mobile": True} if phone else {}
        context = browser.new_context(viewport=PHONE if phone else DESK, color_scheme=theme, **touch, **kw)  # type: ignore[arg-type]
        profiles.callback(context.close)
        context.set_default_timeout(1000 * PATIENCE)
        if not plays:
            context.add_init_script(UNPLAYED)
        if not coach:
            context.add_init_script(UNCOACHED)
        context.add_init_script(SETTLED)
        page = context.new_page()

        def complain(what: str) -> None:
            if not (forgive and re.search(forgive, what)):
                complaints.append(what)

        page.on("pageerror", lambda error: complain(f"error: {error}"))
        page.on("console", lambda said: complain(said.text) if said.type == "error" else None)
        page.goto(f"{server.address}/{path}")
        return page

    with profiles:
        yield open_page
    assert not complaints, complaints
