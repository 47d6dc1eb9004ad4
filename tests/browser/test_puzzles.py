"""Puzzles in a real browser: first choose, then see, then the next; on a desk by keys, on a phone by touch."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from playwright.sync_api import expect

from sandtable.engine.puzzles import Puzzle, puzzles
from sandtable.server.puzzles import daily
from tests.browser.conftest import PHONE, Visit

LETTERS = "ABCDE"


def best_of(one: Puzzle) -> str:
    return LETTERS[one.best]


def wrong_of(one: Puzzle) -> str:
    return LETTERS[one.worst]


def test_by_keys_on_a_desk_choose_see_and_go_on(visit: Visit) -> None:
    one = puzzles("roe")[0]
    page = visit(f"#/puzzles/roe/{one.id}")
    expect(page.get_by_role("heading", level=1)).to_have_text(one.headline)
    expect(page.locator("[data-answer]")).to_have_count(len(one.plans))
    assert one.plans[one.best].why not in page.content()
    assert one.lesson not in page.content()
    page.keyboard.press(best_of(one).lower())
    expect(page.locator(f"[data-answer={best_of(one)}]")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Enter")
    expect(page.locator("[data-next]")).to_be_visible()
    expect(page.locator(f"[data-answer={best_of(one)}]")).to_contain_text(f"{round(100 * one.plans[one.best].win)} %")
    expect(page.locator("aside .said")).to_contain_text(f"You chose {best_of(one)}, the best.")
    expect(page.locator("aside .said")).to_contain_text(one.lesson)
    page.keyboard.press("Enter")
    expect(page.locator("[data-confirm]")).to_be_visible()
    assert one.id not in page.url
    page.goto(page.url.split("#")[0] + "#/puzzles")
    expect(page.locator(f"a[href$='{one.id}'] .mark.right")).to_be_visible()


def test_by_touch_on_a_phone_hint_choose_and_play_it_out(visit: Visit) -> None:
    one = puzzles("opportunity")[0]
    page = visit(f"#/puzzles/opportunity/{one.id}", phone=True)
    expect(page.locator("[data-confirm]")).to_be_disabled()
    page.locator("[data-hint]").tap()
    expect(page.locator(".note")).to_contain_text(f"{wrong_of(one)} is the worst")
    page.locator(f"[data-answer={wrong_of(one)}]").tap()
    page.locator("[data-confirm]").tap()
    expect(page.locator(f"[data-answer={best_of(one)}].best")).to_have_count(1)
    expect(page.locator("aside .said")).to_contain_text(f"You chose {wrong_of(one)}. {best_of(one)} is worth")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.locator("[data-play]").tap()
    expect(page.locator(".game")).to_have_attribute("data-at", str(len(one.inputs)))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_list_has_the_puzzle_of_the_day_and_filters(visit: Visit, scheme: str) -> None:
    page = visit("#/puzzles", theme=scheme)
    today = daily(datetime.now(UTC).date())
    assert today is not None
    expect(page.locator(".daily")).to_contain_text(today.headline)
    page.get_by_label("Game").select_option("roe")
    expect(page.locator(".list li")).to_have_count(len(puzzles("roe")))


def test_the_first_page_offers_the_puzzle_of_the_day(visit: Visit) -> None:
    page = visit()
    page.locator("a[data-daily]").click()
    expect(page.locator("[data-answer]").first).to_be_visible()
