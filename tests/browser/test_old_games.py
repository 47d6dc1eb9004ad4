"""A game that today's rules do not follow: watched as far as they go, then read to its end; told to its players."""

from __future__ import annotations

import json
import re
import sqlite3
from pathlib import Path
from random import Random

from msgspec.structs import replace
from playwright.sync_api import expect

from sandtable.engine import save as saves
from sandtable.engine.dice import Seeded
from sandtable.engine.game import Game
from sandtable.rulesets.opportunity import RULESET
from tests.browser.conftest import Server, Visit
from tests.browser.test_pages import TABLE, violations
from tests.games import play_on


def parted_save(folder: Path) -> tuple[Path, saves.Save, int]:
    """A whole game with an answer in it that is no option any more."""
    saved = saves.save(play_on(Game(RULESET, dice=Seeded.from_text("old")), Random(2)))
    at = next(i for i, entry in enumerate(saved.inputs) if i > 8 and entry.kind == "choose-one")
    inputs = list(saved.inputs)
    inputs[at] = replace(inputs[at], answer="dance", words="Dance")
    saved = saves.sealed(replace(saved, inputs=inputs, version="0.9.0"))
    file = folder / "old.json"
    file.write_bytes(saves.to_json(saved))
    return file, saved, at + 1


def test_an_old_save_is_watched_and_then_read_to_its_end(visit: Visit, tmp_path: Path) -> None:
    file, saved, at = parted_save(tmp_path)
    page = visit("#/replays")
    page.locator("input[type=file]").set_input_files(file)
    count = page.locator(".count")
    expect(count).to_have_text(re.compile(r"^0 / \d+$"))
    expect(page.locator(".parted")).to_contain_text(f"What comes after step {at - 1} is told by its own record")
    expect(page.locator(".parted")).to_contain_text(f"input {at}: ")
    expect(page.locator(TABLE).first).to_be_visible()
    expect(page.get_by_role("button", name="Play on from here")).to_be_enabled()
    assert not violations(page)
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".recorded")).to_be_visible()
    expect(page.get_by_role("button", name="Play on from here")).to_be_disabled()
    expect(page.locator(TABLE).first).to_be_visible()
    page.get_by_role("tab", name="Log").click()
    assert saved.outcome is not None
    told = [line for entry in saved.inputs for line in entry.said][-1].partition(" [")[0]
    expect(page.get_by_role("tabpanel")).to_contain_text(told)


def test_a_game_that_is_set_aside_says_so(visit: Visit, server: Server) -> None:
    made = server.post("/games", {"ruleset": "opportunity"})
    with sqlite3.connect(server.db, timeout=30) as connection:
        (head,) = connection.execute("SELECT head FROM games WHERE id = ?", (made["game"],)).fetchone()
        spoilt = json.loads(head) | {"setup": {"encounter": "a dance", "side": []}}
        connection.execute("UPDATE games SET head = ? WHERE id = ?", (json.dumps(spoilt), made["game"]))
    page = visit(f"#/g/{made['game']}/{made['seats'][0]['token']}", forgive="Failed to load resource")
    expect(page.get_by_role("heading", name="This game is set aside")).to_be_visible()
    assert not violations(page)
    page.get_by_role("link", name="Watch it as it was recorded").click()
    expect(page.locator(".parted")).to_contain_text("Today's rules do not follow this game.")
