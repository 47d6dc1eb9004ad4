"""Riverside and Op-En as the browser draws them: targets and tokens of units; tests, floors and hidden characters."""

from __future__ import annotations

import re
from typing import Any

from docs.pictures.shoot import OP_EN, RIVERSIDE, SEATS, choose
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server, Visit
from tests.browser.places import middle


def sit(visit: Visit, server: Server, ruleset: str, situation: dict[str, Any], *, phone: bool = False) -> Page:
    made = server.post("/games", {"ruleset": ruleset, "setup": {"situation": situation}, "seats": SEATS})
    page = visit(f"#/g/{made['game']}/{made['seats'][0]['token']}", phone=phone)
    page.locator("form.question").wait_for()
    return page


def answer(page: Page, value: str) -> None:
    asked = page.locator("form.question").get_attribute("data-asked")
    choose(page, value)
    page.locator("form.question .confirm .primary").click()
    page.wait_for_function("asked => document.querySelector('form.question')?.dataset.asked !== asked", arg=asked)


def test_a_unit_chooses_its_target_with_what_it_would_measure_and_the_odds(visit: Visit, server: Server) -> None:
    page = sit(visit, server, "riverside", RIVERSIDE)
    expect(page.locator('[data-banner="Tide Reader"] .star')).to_have_count(2)
    expect(page.locator(".objective .pennant")).to_have_count(1)
    answer(page, "Levy Rifles")
    expect(page.locator("form.question")).to_contain_text("up to 6″, then shoot")
    answer(page, "hold")
    row = page.locator('form.question label:has(input[value="Boarders"])')
    expect(row).to_contain_text("10 of 10 shoot: 10 see it, 10 reach it")
    expect(row).to_contain_text(re.compile(r"loses models \d+ %"))
    expect(page.locator('[data-banner="Boarders"]')).to_contain_text(re.compile(r"loses models \d+ %"))
    page.mouse.click(*middle(page, '[data-banner="Boarders"] .cloth'))
    expect(page.locator('form.question input[value="Boarders"]')).to_be_checked()


def test_a_test_shows_its_dice_on_the_ladder_and_its_degrees(visit: Visit, server: Server) -> None:
    page = sit(visit, server, "op-en", OP_EN)
    answer(page, "fight")
    block = page.locator("form.question .test")
    expect(block.locator(".hand")).to_have_count(2)
    expect(block.locator(".hand").first).to_have_attribute("aria-label", re.compile(r"fight, d12, rolls d12, \d+"))
    expect(block.locator(".hand").first).to_contain_text("[+1] Fine blade")
    expect(block.locator(".verdict")).to_contain_text(re.compile(r"\d+ to \d+: (success|failure)"))
    page.keyboard.press("d")
    expect(page.locator(".tray .test")).to_have_count(1)


def test_the_cards_of_who_acts_and_of_who_is_met_stand_beside_the_table(visit: Visit, server: Server) -> None:
    page = sit(visit, server, "op-en", OP_EN)
    cards = page.locator(".dock section")
    expect(cards).to_have_count(1)
    expect(cards.first).to_contain_text("Captain Sorrel")
    expect(cards.first.get_by_label("Fight d12")).to_be_visible()
    expect(cards.first.locator(".rows")).to_contain_text("Fine blade, Scale")
    answer(page, "fight")
    expect(cards).to_have_count(2)
    expect(cards.nth(1)).to_contain_text("Brack")
    expect(cards.nth(1)).to_contain_text(re.compile(r"[2-8] damage"))
    page.set_viewport_size({"width": 1100, "height": 800})
    expect(cards).to_have_count(0)


def test_floors_have_tabs_and_whoever_stands_on_another_is_faint(visit: Visit, server: Server) -> None:
    page = sit(visit, server, "op-en", OP_EN)
    expect(page.locator('[data-model="Hask"]')).to_have_attribute("opacity", "0.35")
    expect(page.locator('[data-model="Hask"] [data-floor="G"]')).to_have_count(1)
    expect(page.locator('[data-model="Captain Sorrel"]')).to_have_attribute("opacity", "1")


def test_a_hidden_character_stands_in_a_dark_pool(visit: Visit, server: Server) -> None:
    page = sit(visit, server, "op-en", OP_EN)
    expect(page.locator('[data-model="Captain Nettle"] .pool')).to_have_count(1)
    expect(page.locator('[data-model="Mote"] .pool')).to_have_count(0)
    expect(page.get_by_role("button", name="Captain Nettle, Hidden")).to_be_visible()
