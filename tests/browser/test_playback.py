"""What happens is played out before the next question is asked. The page's clock goes only when a test lets it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server, Visit
from tests.browser.test_gestures import CONFIRM, SEATS, SITUATION, middle

STEP = 50
"""Milliseconds that the clock goes at a time."""
VERDICT = 800
"""For at least so long a verdict can be read."""
PLAYING = ".playing"


def tables(visit: Visit, server: Server, **more: Any) -> list[Page]:
    made = server.post("/games", {"ruleset": "roe", "setup": {"situation": SITUATION}, "seats": SEATS})
    pages = [visit(f"#/g/{made['game']}/{seat['token']}", plays=True, **more) for seat in made["seats"]]
    expect(pages[0].locator("form.question")).to_be_visible()
    return pages


def aim(page: Page) -> None:
    """Ann at Tom; what is confirmed next is the shot."""
    page.mouse.click(*middle(page, "Tom"))
    expect(page.locator("[data-way]").first).to_be_visible()


def stop_the_clock(page: Page) -> None:
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)


def keeps_his_dice(page: Page) -> None:
    """Whoever may re-roll a die in the middle of it does not."""
    question = page.locator("form.question", has=page.locator("#question-title", has_text="re-roll"))
    if question.count():
        asked = question.get_attribute("data-asked")
        question.locator("label", has_text="Done").click()
        page.locator(CONFIRM).click()
        page.wait_for_function("was => document.querySelector('form.question')?.dataset.asked !== was", arg=asked)


def wait_for(page: Page, what: str, most: int = 20_000) -> None:
    """Lets the clock go until something is to be seen."""
    for _ in range(most // STEP):
        keeps_his_dice(page)
        if page.locator(what).count():
            return
        page.clock.run_for(STEP)
    raise AssertionError(f"{what} does not come")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_shot_has_its_dice_and_its_verdict(visit: Visit, server: Server, motion: str) -> None:
    page, other = tables(visit, server, reduced_motion=motion)
    aim(page)
    stop_the_clock(page)
    page.locator(CONFIRM).click()
    expect(page.locator("[data-shot=Tom]")).to_be_visible()
    expect(page.locator(PLAYING)).to_contain_text("Ann shoots")
    expect(page.locator("form.question")).to_have_count(0)
    assert page.locator(".mat").count() == 0
    assert "To hit" not in page.locator(".panel").inner_text()
    wait_for(page, ".mat .roll")
    expect(page.locator(".mat .need").first).to_contain_text("+")
    die = page.locator(".mat .die").first.bounding_box()
    assert die is not None
    assert die["width"] >= 54
    wait_for(page, ".stamp")
    assert page.locator(".mat .roll").count() in (1, 2)
    page.clock.run_for(VERDICT)
    expect(page.locator(".stamp")).to_be_visible()
    expect(page.locator(PLAYING)).to_be_visible()
    wait_for(page, "form.question, .waiting")
    assert page.locator(".stamp").count() == 0
    expect(page.locator("[data-shot=Tom].faint")).to_be_attached()
    expect(page.locator(".panel")).to_contain_text("To hit")
    expect(other.locator("form.question, .waiting").first).to_be_visible()


def test_the_verdict_lies_over_nobody_who_matters(visit: Visit, server: Server) -> None:
    page = tables(visit, server)[0]
    aim(page)
    stop_the_clock(page)
    page.locator(CONFIRM).click()
    wait_for(page, ".stamp")
    boxes = [page.locator(one).bounding_box() for one in (".stamp", ".mat")]
    for who in ("Ann", "Tom"):
        x, y = middle(page, who)
        for box in boxes:
            assert box is not None
            inside = box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"]
            assert not inside, who


@pytest.mark.parametrize("how", ["key", "tap", "button"])
def test_what_plays_can_be_skipped(visit: Visit, server: Server, how: str) -> None:
    page = tables(visit, server)[0]
    aim(page)
    stop_the_clock(page)
    page.locator(CONFIRM).click()
    expect(page.locator(PLAYING)).to_be_visible()
    if how == "key":
        page.keyboard.press("q")
    elif how == "tap":
        box = page.locator(".stage-holder").bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + 500, box["y"] + 500)
        page.clock.run_for(1)
    else:
        page.locator(f"{PLAYING} .primary").click()
    expect(page.locator(PLAYING)).to_have_count(0)
    expect(page.locator("form.question, .waiting").first).to_be_visible()


def test_who_does_not_want_it_gets_the_question_at_once(visit: Visit, server: Server) -> None:
    page = tables(visit, server)[0]
    page.evaluate("localStorage.setItem('sandtable.settings', JSON.stringify({speed: 0}))")
    page.reload()
    expect(page.locator("form.question")).to_be_visible()
    aim(page)
    stop_the_clock(page)
    page.locator(CONFIRM).click()
    expect(page.locator("form.question[data-asked], .waiting").first).to_be_visible()
    expect(page.locator(".panel")).to_contain_text("To hit")
    assert page.locator(PLAYING).count() == 0


def test_the_last_activation_can_be_seen_again(visit: Visit, server: Server) -> None:
    page = tables(visit, server)[0]
    aim(page)
    stop_the_clock(page)
    page.locator(CONFIRM).click()
    expect(page.locator(PLAYING)).to_be_visible()
    wait_for(page, ".stamp")
    page.keyboard.press("q")
    expect(page.locator(PLAYING)).to_have_count(0)
    page.keyboard.press(";")
    page.locator(".again .step", has_text="verdict").click()
    expect(page.locator(".stamp")).to_be_visible()
    page.clock.run_for(VERDICT)
    expect(page.locator(".stamp")).to_be_visible()
    page.clock.run_for(VERDICT)
    expect(page.locator(".stamp")).to_have_count(0)


def test_the_enemys_acts_wait_for_their_turn(visit: Visit, server: Server) -> None:
    """Bob sees nothing of what came of Ann's shot before its moment, whatever else comes after it."""
    ann, bob = tables(visit, server)
    stop_the_clock(bob)
    aim(ann)
    ann.locator(CONFIRM).click()
    expect(bob.locator(PLAYING)).to_contain_text("Ann shoots")
    assert "To hit" not in bob.locator(".panel").inner_text()
    ann.keyboard.press("q")
    expect(ann.locator("form.question, .waiting").first).to_be_visible()
    keeps_his_dice(ann)
    assert bob.locator(PLAYING).count() == 1
    wait_for(bob, ".stamp")
    wait_for(bob, "form.question, .waiting")
    expect(bob.locator(".panel")).to_contain_text("To hit")


def test_ones_turn_is_seen_in_another_tab_of_the_browser(visit: Visit, server: Server) -> None:
    ann, _ = tables(visit, server)
    assert ann.title().startswith("● Your turn")


def test_on_a_phone_ones_turn_is_seen_whatever_is_open(visit: Visit, server: Server) -> None:
    made = server.post("/games", {"ruleset": "roe", "setup": {"situation": SITUATION}, "seats": SEATS})
    ann, bob = (visit(f"#/g/{made['game']}/{seat['token']}", phone=True) for seat in made["seats"])
    expect(ann.locator("form.question")).to_be_visible()
    bob.locator(".bar button", has_text="Chat").tap()
    expect(bob.locator(".news")).to_have_count(0)
    ann.locator(".bar button", has_text="Chat").tap()
    expect(ann.locator(".news")).to_contain_text("Your turn")
    expect(ann.locator(".bar .dot")).to_be_visible()
    ann.locator(".news").tap()
    expect(ann.locator("form.question")).to_be_visible()
    expect(ann.locator(".news")).to_have_count(0)
    ann.locator("[popovertarget=game-menu]").tap()
    ann.get_by_role("button", name="Concede").tap()
    ann.get_by_role("button", name="Concede").tap()
    expect(bob.locator(".news")).to_contain_text("concedes")
    bob.locator(".news").tap()
    expect(bob.locator(".over")).to_be_visible()


def test_on_a_phone_both_ends_of_a_shot_are_in_view(visit: Visit, server: Server) -> None:
    """Whoever is shot at from afar sees by whom."""
    models = [model | {"at": [27.5, 10]} if model["name"] == "Tom" else model for model in SITUATION["model"]]
    setup = {"situation": SITUATION | {"model": models}}
    made = server.post("/games", {"ruleset": "roe", "setup": setup, "seats": SEATS})
    ann, bob = (f"#/g/{made['game']}/{seat['token']}" for seat in made["seats"])
    desk, phone = visit(ann), visit(bob, phone=True, plays=True)
    expect(phone.locator("[data-model=Tom]").first).to_be_visible()
    desk.mouse.click(*middle(desk, "Tom"))
    expect(desk.locator("[data-way]").first).to_be_visible()
    stop_the_clock(phone)
    desk.locator(CONFIRM).click()
    wait_for(phone, ".mat .roll")
    sheet = phone.locator(".panel").bounding_box()
    assert sheet is not None
    for x, y in (middle(phone, "Ann"), middle(phone, "Tom")):
        assert 0 < x < 390
        assert 0 < y < sheet["y"]
