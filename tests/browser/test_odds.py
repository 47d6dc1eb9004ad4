"""Odds on the screen: no blank beside a chance, and numbers before a path is confirmed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sandtable.server.client import Host
from tests.browser.conftest import Server, Visit

SEATS = [{"name": "Red"}, {"name": "Blue"}]
REROLL: dict[str, Any] = {
    "map": ["......"] * 4, "player": SEATS, "counters": 3,
    "unit": [
        {"name": "Ann", "player": "Red", "at": "a2", "melee": {"off": 1, "def": 1, "range": 1}},
        {"name": "Tom", "player": "Blue", "at": "b2", "melee": {"off": 0, "def": 1, "range": 0}},
        {"name": "Vic", "player": "Blue", "at": "c1"},
        {"name": "Kim", "player": "Red", "at": "f4"},
    ],
}  # fmt: skip
CLIMB: dict[str, Any] = {
    "map": ["......"] * 4, "player": SEATS, "cells": {"b2": {"height": 2}},
    "unit": [{"name": "Ann", "player": "Red", "at": "a2"}, {"name": "Tom", "player": "Blue", "at": "f4"}],
}  # fmt: skip
UNDER_FIRE: dict[str, Any] = {
    "round": 2, "player": [{"name": "Red", "pool": 1}, {"name": "Blue", "pool": 1}],
    "model": [
        {"name": "Ann", "player": "Red", "at": [10, 10]},
        {"name": "Tom", "player": "Blue", "at": [20, 10], "weapons": ["Battle Rifle"]},
    ],
}  # fmt: skip
SPREAD: dict[str, Any] = {
    "stage": "violence", "acting": "Ann",
    "combatant": [
        {"name": "Ann", "side": "Red", "weapon": "SMG", "position": 6, "pool": ["R3", "R3", "B3"], "initiative": 9},
        {"name": "Tom", "side": "Blue", "position": 7, "pool": ["G4", "B1"], "initiative": 8},
        {"name": "Una", "side": "Blue", "position": 3, "initiative": 7},
    ],
}  # fmt: skip


def asked(
    visit: Visit,
    server: Server,
    situation: dict[str, Any],
    *answers: Any,
    rules: str = "opentactics",
    phone: bool = False,
) -> Page:
    """A game with real dice after some answers and rolls, at the seat that is asked then."""
    host = Host(server.address)
    people = [{"kind": "person"}, {"kind": "person"}]
    made = host.new_game(rules, setup={"situation": situation}, seats=people, dice="typed")
    tokens = [seat["token"] for seat in made["seats"]]
    with host.sit(made["game"], *tokens) as both:
        for answer in answers:
            assert both.wait() is not None
            both.answer(answer)
        question = both.wait()
        assert question is not None
    return visit(f"#/g/{made['game']}/{tokens[question['seat']]}", phone=phone)


@pytest.mark.parametrize("phone", [False, True])
def test_beside_a_chance_what_is_certain_is_said(visit: Visit, server: Server, phone: bool) -> None:
    """Tom has lost the tally: a re-roll may save him, to pass is the end of him."""
    page = asked(visit, server, REROLL, "Ann", "assault", [4, 2], phone=phone)
    rows = page.locator("form.question .opt")
    expect(rows.filter(has_text="Pass")).to_contain_text(re.compile(r"Tom\s*out\s*100 %"))
    expect(rows.filter(has_text="Re-roll")).to_contain_text(re.compile(r"Tom\s*out\s*50 %"))


@pytest.mark.parametrize("phone", [False, True])
def test_a_path_has_odds_before_it_is_confirmed(visit: Visit, server: Server, phone: bool) -> None:
    page = asked(visit, server, CLIMB, "Ann", phone=phone)
    form = page.locator("form.question")
    place = form.locator(".places label").filter(has_text="to a3")
    expect(place).to_contain_text(re.compile(r"arrives\s*for certain"))
    form.locator("[data-type-place]").fill("a3 b2")
    form.get_by_role("button", name="Try").click()
    expect(form.locator(".hand")).to_contain_text(re.compile(r"arrives\s*33 %\s*stopped\s*50 %\s*defeated\s*17 %"))


@pytest.mark.parametrize("phone", [False, True])
def test_every_place_of_the_list_has_odds(visit: Visit, server: Server, phone: bool) -> None:
    """Tom may fire at whoever moves in his sight."""
    page = asked(visit, server, UNDER_FIRE, "Ann", "advance", "move", rules="roe", phone=phone)
    places = page.locator("form.question .places label")
    expect(places.first).to_contain_text(re.compile(r"no effect\s*40 %\s*pinned\s*24 %\s*wounded\s*36 %"))
    expect(places.filter(has_not_text=re.compile(r"no effect\s*\d+ %"))).to_have_count(0)


@pytest.mark.parametrize("phone", [False, True])
def test_whoever_is_asked_is_in_every_row(visit: Visit, server: Server, phone: bool) -> None:
    """Take Cover saves Tom, and says so: the row beside it says what else may become of him."""
    page = asked(visit, server, SPREAD, "spread-fire", ["Tom", "Una"], rules="opportunity", phone=phone)
    rows = page.locator("form.question .opt")
    expect(rows.filter(has_text="No response")).to_contain_text(re.compile(r"Tom\s*(stands|falls)"))
    expect(rows.filter(has_text="Take Cover")).to_contain_text(re.compile(r"Tom\s*no effect\s*for certain"))
