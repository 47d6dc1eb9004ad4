"""Units of many models on the table: twenty models in one gesture, by mouse, by keys and on a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.companies import companies_server, march
from tests.browser.conftest import Server, Visit
from tests.browser.drag import middle_of
from tests.browser.places import middle


@pytest.fixture(scope="module")
def server(_client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    one = companies_server(tmp_path_factory.mktemp("companies"))
    one.start()
    yield one
    one.stop()


def open_march(visit: Visit, server: Server, phone: bool = False) -> tuple[Page, float]:
    """The page of a game in which red is asked where it goes, and the pixels of an inch."""
    page = visit(march(server.address), phone=phone)
    page.locator('[data-banner="red"]').wait_for()
    # With the list of places the panel has its height: on a phone the camera moves until then.
    page.locator("form.question .forms").wait_for()
    page.locator("form.question .places label").first.wait_for()
    middle_of(page, "red 9")
    return page, page.evaluate("() => document.querySelector('.live .inches').getCTM().a")


def ghosts(page: Page) -> Locator:
    return page.locator("[data-ghost]")


def confirm(page: Page) -> Locator:
    return page.locator("form.question .confirm .primary")


def drag(page: Page, x: float, y: float, dx: float, dy: float) -> None:
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx, y + dy, steps=8)
    page.mouse.up()


def confirmed(page: Page, button: Locator) -> None:
    """The unit goes: no ghost is left, and the log says so."""
    before = page.locator('[data-model="red 9"]').get_attribute("transform")
    button.click()
    expect(ghosts(page)).to_have_count(0)
    expect(page.locator('[data-model="red 9"]')).not_to_have_attribute("transform", before or "")


def test_a_unit_at_rest_has_a_hull_and_a_banner_and_is_one_entry(visit: Visit, server: Server) -> None:
    page, _ = open_march(visit, server)
    expect(page.locator('[data-unit="red"]')).to_have_class(re.compile("selected"))
    expect(page.locator('[data-unit="blue"]')).not_to_have_class(re.compile("selected"))
    expect(page.locator('[data-banner="red"]')).to_contain_text("red")
    expect(page.locator('[data-banner="red"] .count')).to_have_text("20")
    roster = page.get_by_role("navigation", name="Roster").or_(page.locator("nav.roster"))
    expect(roster.get_by_role("button", name="red, 20 of 20 models")).to_be_visible()
    words = page.get_by_role("region", name="What is on the table")
    expect(words.get_by_role("listitem").filter(has_text="red, red, 20 of 20 models")).to_have_count(1)
    roster.get_by_role("button", name="red, 20 of 20 models").click()
    expect(page.locator(".model-card")).to_contain_text("20 of 20 models")


def test_far_away_the_banners_have_no_names(visit: Visit, server: Server) -> None:
    page, _ = open_march(visit, server)
    expect(page.locator('[data-banner="blue"] text')).to_have_count(2)
    page.locator(".stage").focus()
    for _ in range(3):
        page.keyboard.press("-")
        middle_of(page, "red 9")  # a key that comes while the camera glides begins where it is then
    expect(page.locator('[data-banner="blue"] text')).to_have_count(1)
    expect(page.locator('[data-banner="blue"] .count')).to_have_text("20")


def test_twenty_models_in_one_drag_then_one_of_them_alone(visit: Visit, server: Server) -> None:
    page, inch = open_march(visit, server)
    drag(page, *middle_of(page, "red 9"), 0, -4 * inch)
    expect(ghosts(page)).to_have_count(20)
    expect(page.locator("[data-plan-text]")).to_have_text("farthest 4.0″ of 6″")
    expect(confirm(page)).to_have_text(re.compile("Move 20 models"))
    drag(page, *middle(page, '[data-ghost="red 20"] .token'), 0.5 * inch, 0)
    expect(page.get_by_text("Adjusted: red 20")).to_be_visible()
    expect(confirm(page)).to_be_enabled()
    confirmed(page, confirm(page))


def test_the_wheel_and_the_knob_turn_the_unit(visit: Visit, server: Server) -> None:
    page, inch = open_march(visit, server)
    x, y = middle_of(page, "red 9")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + inch, y - 3 * inch, steps=6)
    expect(confirm(page)).to_be_enabled()
    before = page.locator('[data-ghost="red 1"]').get_attribute("transform")
    page.mouse.wheel(0, 100)
    expect(page.locator('[data-ghost="red 1"]')).not_to_have_attribute("transform", before or "")
    page.mouse.up()
    expect(confirm(page)).to_be_enabled()
    turned = page.locator('[data-ghost="red 1"]').get_attribute("transform")
    drag(page, *middle(page, "[data-knob]"), -2 * inch, inch)
    expect(page.locator('[data-ghost="red 1"]')).not_to_have_attribute("transform", turned or "")


def test_the_banner_is_a_handle_and_who_stops_short_is_named(visit: Visit, server: Server) -> None:
    page, inch = open_march(visit, server)
    drag(page, *middle(page, '[data-banner="red"] .cloth'), 2 * inch, -8 * inch)
    stops = page.locator("form.question .stops")
    expect(stops).to_contain_text(re.compile(r"\d+ of 20 stop short"))
    expect(stops).to_contain_text("X-")
    expect(page.locator("[data-ghost].short").first).to_be_visible()
    expect(page.locator("[data-missed]").first).to_be_visible()
    stops.get_by_role("button", name="Wrap to fit").click()
    expect(stops).to_have_count(0)
    expect(page.locator('form.question input[value="wrap"]')).to_be_checked()
    confirmed(page, confirm(page))


def test_what_is_illegal_blocks_the_confirm_and_says_why(visit: Visit, server: Server) -> None:
    page, inch = open_march(visit, server)
    drag(page, *middle_of(page, "red 9"), 0, -2 * inch)
    expect(confirm(page)).to_be_enabled()
    drag(page, *middle(page, '[data-ghost="red 7"] .token'), 3 * inch, 0)
    expect(page.locator("form.question .refused")).to_contain_text("X-ALONE")
    expect(page.locator("[data-refused]")).to_contain_text("X-ALONE")
    expect(page.locator("form.question .checks .bad").first).to_contain_text("Chain of 1″ broken")
    expect(confirm(page)).to_be_disabled()
    # The whole unit in the hand again: the model goes with it, and that is said.
    drag(page, *middle(page, '[data-model="red 3"] .token'), 0, -inch)
    expect(page.locator("[data-dropped]")).to_have_text("One adjusted model goes with the unit again.")
    expect(confirm(page)).to_be_enabled()
    page.get_by_role("button", name="Drop the plan").click()
    expect(ghosts(page)).to_have_count(0)
    expect(confirm(page)).to_be_disabled()


def test_by_keys_alone_and_in_words(visit: Visit, server: Server) -> None:
    page, _ = open_march(visit, server)
    for key in ("ArrowUp", "ArrowUp", "ArrowRight", "]", "4"):
        page.keyboard.press(key)
    expect(page.locator('form.question input[value="wrap"]')).to_be_checked()
    said = page.locator("form.question [data-said]")
    expect(said).to_have_text(re.compile(r"^Wrap: 20 reach their place\. One chain\. Circle [\d.]+″ of 9″\.$"))
    page.keyboard.press(".")
    expect(page.get_by_text("Adjusting red 1 alone")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_text("Adjusting red 1 alone")).to_have_count(0)
    expect(ghosts(page)).to_have_count(20)
    before = page.locator('[data-model="red 9"]').get_attribute("transform")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")  # before the server has said yes
    expect(ghosts(page)).to_have_count(0)
    expect(page.locator('[data-model="red 9"]')).not_to_have_attribute("transform", before or "")


def test_a_typed_wish(visit: Visit, server: Server) -> None:
    page, _ = open_march(visit, server)
    field = page.locator("[data-type-place]")
    field.fill("circle to 8 7")
    field.press("Enter")
    expect(page.locator("form.question .refused")).to_contain_text("[keep|line|block|wrap] to X Y")
    field.fill("block to 8 7 turn 45")
    field.press("Enter")
    expect(ghosts(page)).to_have_count(20)
    expect(confirm(page)).to_have_text(re.compile(r"Move \d+ models"))
    confirmed(page, confirm(page))


def test_a_place_of_the_list(visit: Visit, server: Server) -> None:
    page, _ = open_march(visit, server)
    page.locator("form.question .places label").first.click()
    expect(ghosts(page)).to_have_count(20)
    confirmed(page, confirm(page))


def test_on_a_phone(visit: Visit, server: Server) -> None:
    page, inch = open_march(visit, server, phone=True)
    x, y = middle_of(page, "red 9")
    hands = page.context.new_cdp_session(page)

    def touch(kind: str, dx: float = 0, dy: float = 0) -> None:
        points = [] if kind == "touchEnd" else [{"x": x + dx, "y": y + dy, "id": 1}]
        hands.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart")
    for step in range(1, 9):
        touch("touchMove", 0, -step * inch / 2)
    touch("touchEnd")
    expect(ghosts(page)).to_have_count(20)
    expect(page.locator("[data-plan-text]")).to_have_text(re.compile(r"^farthest (3\.9|4\.[012])″ of 6″$"))
    expect(confirm(page)).to_be_enabled()  # with the whole plan the panel has its height
    wrap = page.locator('form.question input[value="wrap"]')
    page.locator('form.question label:has(input[value="wrap"])').tap()
    expect(wrap).to_be_checked()
    page.get_by_role("button", name="Turn left by 15°").tap()
    expect(confirm(page)).to_be_enabled()
    before = page.locator('[data-model="red 9"]').get_attribute("transform")
    confirm(page).tap()
    expect(ghosts(page)).to_have_count(0)
    expect(page.locator('[data-model="red 9"]')).not_to_have_attribute("transform", before or "")
