"""Lessons and coach in a real browser: shown, judged, gone back on, done; on a desk and on a phone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server, Visit
from tests.browser.places import middle

CONFIRM = ".question .confirm .primary"
CARD = ".coach"
LIT = """names => {
  const middle = sought => {
    const box = document.querySelector(sought).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle("[data-light]");
  return names.some(name => {
    const [a, b] = middle(`[data-model=${name}]`);
    return Math.hypot(a - x, b - y) < 10;
  });
}"""
"""Does the light fall on one of them? Both are looked at in the same moment."""


def learn(visit: Visit, ruleset: str, lesson: str, **more: Any) -> Page:
    page = visit(f"#/learn/{ruleset}", **more)
    page.locator(f"[data-lesson='{lesson}']").click()
    expect(page.locator(CARD)).to_be_visible()
    return page


def show_and_confirm(page: Page) -> None:
    """What the coach shows, given; whatever is to be read before it is read."""
    card = page.locator(CARD)
    expect(card.locator("[data-read], [data-show]").first).to_be_visible()
    if card.locator("[data-read]").count():
        card.locator("[data-read]").click()
        return
    at = page.locator(".game").get_attribute("data-at")
    card.locator("[data-show]").click()
    expect(page.locator(CONFIRM)).to_be_enabled()
    page.locator(CONFIRM).click()
    expect(page.locator(".game")).not_to_have_attribute("data-at", at or "")


def to_the_end(page: Page) -> None:
    for _ in range(60):
        if page.locator(f"{CARD}[data-step=done]").count():
            return
        shown = page.locator(f"{CARD} [data-read], {CARD} [data-show], {CARD}[data-step=done]").first
        expect(shown).to_be_visible()
        if not page.locator(f"{CARD}[data-step=done]").count():
            show_and_confirm(page)
    raise AssertionError("the lesson does not end")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_lesson_is_played_to_its_end_and_the_next_begins(visit: Visit, server: Server, phone: bool) -> None:
    page = learn(visit, "roe", "1-first-steps", phone=phone)
    expect(page.locator("header h1")).to_have_text("First Steps")
    to_the_end(page)
    expect(page.locator(CARD)).to_contain_text("You now know")
    page.locator("[data-next]").click()
    expect(page.locator("header h1")).to_have_text("Under Fire")
    page.goto(page.url.split("#")[0] + "#/learn/roe")
    expect(page.locator("[data-school=roe]")).to_contain_text("1 of 6 done")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_the_light_falls_on_whom_the_step_speaks_of(visit: Visit, server: Server, phone: bool) -> None:
    page = learn(visit, "roe", "2-under-fire", phone=phone)
    expect(page.locator("[data-light]").first).to_be_visible()
    page.wait_for_function(LIT, arg=["Ann", "Tom"])  # the table may still move up for the card


def test_show_me_shows_the_whole_way_of_the_step(visit: Visit, server: Server) -> None:
    page = learn(visit, "roe", "1-first-steps")
    page.locator(f"{CARD} [data-read]").click()
    page.locator("[data-show]").click()
    expect(page.locator("[data-way]")).to_have_count(1)
    expect(page.locator("[data-ghost]")).to_be_visible()
    expect(page.locator(".game")).to_have_attribute("data-at", "0")  # shown, and nothing more
    page.locator(CONFIRM).click()
    page.wait_for_function("() => Number(document.querySelector('.game').dataset.at) > 1")
    expect(page.locator(CARD)).to_have_attribute("data-on", "true")


def test_another_answer_is_judged_and_given_anyway_and_taken_back(visit: Visit, server: Server) -> None:
    page = learn(visit, "roe", "2-under-fire")
    page.locator(".question label", has_text="Ann").click()
    page.locator(CONFIRM).click()
    expect(page.locator(".game")).to_have_attribute("data-at", "1")
    page.locator(".question label", has_text="Advance").click()
    page.locator(CONFIRM).click()
    expect(page.locator(CARD)).to_contain_text("An Advance does not shoot")
    expect(page.locator(".game")).to_have_attribute("data-at", "1")  # nothing was given yet
    page.locator("[data-anyway]").click()
    expect(page.locator(CARD)).to_have_attribute("data-on", "false")
    page.locator(CARD).get_by_role("button", name="Back").click()
    expect(page.locator(CARD)).to_have_attribute("data-on", "true")
    expect(page.locator(".game")).to_have_attribute("data-at", "0")
    to_the_end(page)


def test_a_lesson_is_learnt_by_one_drag(visit: Visit, server: Server) -> None:
    page = learn(visit, "roe", "1-first-steps")
    page.locator("[data-read]").click()
    (x, ann), (_, bess) = middle(page, "[data-model=Ann]"), middle(page, "[data-model=Bess]")
    page.mouse.move(x, ann)
    page.mouse.down()
    page.mouse.move(x, ann + 5 * (bess - ann), steps=6)  # Bess stands an inch nearer to the marker
    page.mouse.up()
    expect(page.locator("#question-title")).to_contain_text("Advance")  # on the way there a shorter order would do
    page.locator(CONFIRM).click()
    expect(page.locator(CARD)).to_contain_text("Bring Bess behind the wall")


def test_the_light_falls_on_what_is_spoken_of_and_blocks_nothing(visit: Visit, server: Server) -> None:
    page = learn(visit, "roe", "1-first-steps")
    expect(page.locator(".light circle[stroke]")).to_have_count(2)
    assert page.locator(".light").evaluate("one => getComputedStyle(one).pointerEvents") == "none"


def test_a_coach_explains_each_new_kind_of_question_once(visit: Visit, server: Server) -> None:
    page = visit("", coach=True)
    page.locator("[data-quick=roe]").click()
    strip = page.locator("[data-coach]")
    expect(strip).to_be_visible()
    first = strip.get_attribute("data-coach")
    strip.get_by_role("button", name="Got it").click()
    expect(page.locator(f"[data-coach='{first}']")).to_have_count(0)
    page.reload()
    expect(page.locator(".question")).to_be_visible()
    expect(page.locator(f"[data-coach='{first}']")).to_have_count(0)


def test_the_coach_can_be_sent_away(visit: Visit, server: Server) -> None:
    page = visit("", coach=True)
    page.locator("[data-quick=roe]").click()
    page.locator("[data-coach]").get_by_role("button", name="Coach off").click()
    expect(page.locator("[data-coach]")).to_have_count(0)
    assert page.evaluate("JSON.parse(localStorage.getItem('sandtable.learnt')).coach") is False
    title = page.locator("#question-title").inner_text()
    page.locator(".question label").first.click()
    page.locator(CONFIRM).click()
    expect(page.locator("#question-title")).not_to_have_text(title)
    expect(page.locator("[data-coach]")).to_have_count(0)


def test_how_to_win_is_always_in_reach(visit: Visit, server: Server) -> None:
    page = visit("", coach=True)
    page.locator("[data-quick=roe]").click()
    expect(page.locator(".aim").first).to_contain_text("Most tokens after round 5")
    page.locator("#question-title").click()
    page.keyboard.press("y")
    expect(page.locator(".message")).to_contain_text("How to win: Most tokens after round 5")


def test_on_a_phone_the_lesson_leaves_room_for_what_it_asks(visit: Visit, server: Server) -> None:
    """The option of which the card speaks lies whole above the confirm button; the end offers the next lesson, and no
    rematch."""
    page = learn(visit, "opportunity", "1-first-shot", phone=True)
    page.locator(f"{CARD} [data-read]").tap()
    page.locator(f"{CARD} [data-show]").tap()
    expect(page.locator(CONFIRM)).to_be_enabled()
    row, confirm = (page.locator(one).first.bounding_box() for one in (".question .opt.sel", ".question .confirm"))
    assert row is not None
    assert confirm is not None
    assert row["y"] + row["height"] <= confirm["y"] + 1
    to_the_end(page)
    expect(page.locator(f"{CARD} [data-next]")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Rematch")).to_have_count(0)
