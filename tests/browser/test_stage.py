"""The table under the hand: drag, limit, refusal, waypoints, keys, measuring, touch."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from sandtable.server.client import Host
from tests.browser.conftest import Server, Visit
from tests.browser.drag import MOVER, asked_to_move
from tests.browser.places import middle
from tests.browser.player import QUESTION, Player

IN_VIEW = """name => {
  const box = (which) => document.querySelector(which)?.getBoundingClientRect();
  const all = box(".stage"), one = box(`[data-model="${name}"]`);
  return all && one && one.x > all.x && one.right < all.right && one.y > all.y && one.bottom < all.bottom;
}"""


def open_table(visit: Visit, server: Server, phone: bool = False) -> tuple[Page, float, float, float]:
    """The page, the place of the mover on the screen, and the pixels of an inch (a base is one inch wide)."""
    game, token = asked_to_move(server.address)
    page = visit(f"#/g/{game}/{token}", phone=phone)
    x, y = middle(page, f'[data-model="{MOVER}"] .token')
    inch = page.evaluate("() => document.querySelector('.live .inches').getCTM().a")
    return page, x, y, inch


def test_a_drag_tells_the_length_and_confirms(visit: Visit, server: Server) -> None:
    page, x, y, inch = open_table(visit, server)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 2 * inch, steps=6)
    expect(page.locator("[data-ghost] .plan-text")).to_have_text(re.compile(r"^(1\.9|2|2\.1)″ of 6″$"))
    page.mouse.up()
    page.get_by_role("button", name="Move here").click()
    expect(page.locator("[data-ghost]")).to_have_count(0)


def test_near_the_limit_the_ghost_stops_and_says_so(visit: Visit, server: Server) -> None:
    page, x, y, inch = open_table(visit, server)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 6.15 * inch * 0.02, y - 6.15 * inch, steps=8)
    expect(page.locator("[data-ghost] .plan-text")).to_have_text(re.compile(r"6″ of 6″ · limit"))
    page.mouse.up()


def test_too_far_goes_back_with_the_reason_and_the_clause(visit: Visit, server: Server) -> None:
    page, x, y, inch = open_table(visit, server)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 1.5 * inch, steps=5)
    expect(page.get_by_role("button", name="Move here")).to_be_enabled()
    page.mouse.move(x, y - 12 * inch, steps=8)
    expect(page.locator("[data-ghost] .plan-text")).to_have_text(re.compile("too far"))
    page.mouse.up()
    expect(page.locator(".note")).to_contain_text("RE-2.3")
    expect(page.locator("[data-ghost] .plan-text")).to_have_text(re.compile("of 6″$"))
    expect(page.locator(".note")).to_have_count(0)


def test_clicks_and_a_waypoint(visit: Visit, server: Server) -> None:
    page, x, y, inch = open_table(visit, server)
    page.mouse.click(x, y - 2.2 * inch)
    expect(page.locator("[data-ghost]")).to_have_count(1)
    page.mouse.click(x + 2 * inch, y - 2.2 * inch, button="right")
    expect(page.locator("[data-ghost] .plan-text")).to_have_text(re.compile(r"^4(\.\d)?″ of 6″$"))
    page.locator(".stage").focus()
    page.keyboard.press("x")
    expect(page.locator("[data-ghost] .plan-text")).to_have_text(re.compile(r"^(2\.9|3(\.\d)?)″ of 6″$"))


def test_arrow_keys_plan_and_enter_confirms(visit: Visit, server: Server) -> None:
    page, _, _, _ = open_table(visit, server)
    page.locator(".stage").focus()
    for _ in range(4):
        page.keyboard.press("ArrowUp")
    expect(page.locator("[data-ghost] .plan-text")).to_have_text("1″ of 6″")
    page.keyboard.press("Shift+ArrowUp")
    expect(page.locator("[data-ghost] .plan-text")).to_have_text("2″ of 6″")
    page.keyboard.press("Enter")
    expect(page.locator("[data-ghost]")).to_have_count(0)


def test_a_place_chosen_in_the_list_is_shown_on_the_table(visit: Visit, server: Server) -> None:
    page, _, _, _ = open_table(visit, server)
    places = page.locator("form.question .places label")
    places.first.click()
    ghost = page.locator("[data-ghost]")
    expect(ghost).to_have_count(1)
    expect(ghost.locator(".plan-text")).to_have_text(re.compile("of 6″"))
    before = ghost.get_attribute("transform")
    places.nth(1).click()
    expect(places.nth(1).locator("input")).to_be_checked()
    expect(ghost).not_to_have_attribute("transform", before or "")
    page.get_by_role("button", name="Drop the plan").click()
    expect(ghost).to_have_count(0)
    places.first.click()
    page.get_by_role("button", name="Move here").click()
    expect(ghost).to_have_count(0)


def test_measuring_at_any_time(visit: Visit, server: Server) -> None:
    page, x, y, inch = open_table(visit, server)
    page.locator(".stage").focus()
    page.keyboard.press("m")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 10 * inch, steps=5)
    # From the edge of the base to the point.
    expect(page.locator(".measure ~ g .plan-text")).to_have_text(re.compile(r"^9\.[456]″$"))
    page.mouse.up()


def test_the_table_is_told_in_words(visit: Visit, server: Server) -> None:
    page, _, _, _ = open_table(visit, server)
    words = page.get_by_role("region", name="What is on the table")
    expect(words.get_by_role("listitem").filter(has_text=f"{MOVER}, Red")).to_have_count(1)
    expect(words.get_by_role("listitem").filter(has_text="piece 3,")).to_have_count(1)


def test_on_a_phone_there_is_a_small_map_and_a_tap_plans(visit: Visit, server: Server) -> None:
    page, x, y, inch = open_table(visit, server, phone=True)
    expect(page.locator(".mini")).to_be_visible()
    page.touchscreen.tap(x, y - 2.2 * inch)
    expect(page.locator("[data-ghost] .plan-text")).to_have_text(re.compile("of 6″"))


# ---- floors and odds --------------------------------------------------------------------------------

RIFLE = {"weapons": ["Assault Rifle"]}
HALL: dict[str, Any] = {
    "map": "Foundry",
    "player": [{"name": "Red", "pool": 9}, {"name": "Blue", "pool": 9}],
    "model": [
        {"name": "Ann", "player": "Red", "at": [19, 6]} | RIFLE,
        {"name": "Bob", "player": "Red", "at": [17, 8], "level": 1} | RIFLE,
        {"name": "Cid", "player": "Blue", "at": [17, 5]} | RIFLE,
        {"name": "Dot", "player": "Blue", "at": [24, 8.5]} | RIFLE,
    ],
}


def asked_in_the_hall(visit: Visit, server: Server, *answers: str, phone: bool = False) -> Page:
    """The Moulding hall of the Foundry, two floors and a roof, after some answers."""
    host = Host(server.address)
    seats = [{"kind": "person"}, {"kind": "bot", "bot": "random"}]
    made = host.new_game("roe", setup={"situation": HALL}, seats=seats)
    token = made["seats"][0]["token"]
    with host.sit(made["game"], token) as chair:
        for answer in answers:
            assert chair.wait() is not None
            chair.answer(answer)
        assert chair.wait() is not None
    page = visit(f"#/g/{made['game']}/{token}", phone=phone)
    page.locator('[data-model="Ann"]').wait_for()
    return page


def test_a_phone_that_is_turned_and_turned_back_shows_the_table(visit: Visit, server: Server) -> None:
    page, _, _, inch = open_table(visit, server, phone=True)
    for width, height in ((844, 390), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(IN_VIEW, arg=MOVER)
        confirm = page.locator(".question .confirm .primary").bounding_box()
        assert confirm is not None
        assert confirm["y"] + confirm["height"] <= height
    middle(page, f'[data-model="{MOVER}"]')
    # As large as before, or larger: by how much depends on how high the sheet is then.
    assert page.evaluate("() => document.querySelector('.live .inches').getCTM().a") > 0.9 * inch


def test_a_building_with_floors_shows_one_of_them(visit: Visit, server: Server) -> None:
    page = asked_in_the_hall(visit, server, "Ann")
    tabs = page.get_by_role("group", name="Floors of Moulding hall")
    ann, bob = page.locator('[data-model="Ann"]'), page.locator('[data-model="Bob"]')
    expect(tabs.get_by_role("button", pressed=True)).to_have_accessible_name("Ground floor")
    expect(ann).to_have_attribute("opacity", "1")
    expect(bob).to_have_attribute("opacity", "0.35")
    expect(bob.locator("[data-floor]")).to_have_attribute("data-floor", "1")
    upper = tabs.get_by_role("button", name="Floor 1")
    upper.focus()
    page.keyboard.press("Enter")
    expect(upper).to_have_attribute("aria-pressed", "true")
    expect(ann).to_have_attribute("opacity", "0.35")
    expect(bob).to_have_attribute("opacity", "1")
    expect(page.locator("[aria-live=polite]").filter(has_text="Floor 1 shown. Bob")).to_have_count(1)
    expect(
        page.get_by_role("group", name="Floors of Pattern hall").get_by_role("button", pressed=True)
    ).to_have_accessible_name("Roof")


def test_a_climb_goes_to_the_floor_that_is_shown(visit: Visit, server: Server) -> None:
    page = asked_in_the_hall(visit, server, "Ann", "advance", "no focus", "climb")
    page.get_by_role("group", name="Floors of Moulding hall").get_by_role("button", name="Floor 1").click()
    page.locator("form.question .places label").first.click()
    expect(page.locator("[data-ghost] .plan-text")).to_have_text(re.compile("of 4″"))
    expect(page.get_by_role("button", name="Move here")).to_be_enabled()


def test_the_odds_stand_at_the_targets(visit: Visit, server: Server) -> None:
    page = asked_in_the_hall(visit, server, "Ann", "tactical", "no focus", "shoot")
    for name in ("Cid", "Dot"):
        expect(page.locator(f'[data-label="{name}"]')).to_have_text(re.compile(r"out of action (about )?[<>]?\d+ %"))


def test_an_option_rings_its_model_on_the_table(visit: Visit, server: Server) -> None:
    """However it is chosen, by key or in the list; one that is only looked at has a dashed ring."""
    page = asked_in_the_hall(visit, server, "Ann", "tactical", "no focus", "shoot")
    cid, dot = (page.locator(f'[data-model="{name}"] .ring') for name in ("Cid", "Dot"))
    rows = page.locator("form.question .opt")
    expect(rows.first).to_contain_text("Cid")
    page.keyboard.press("1")
    expect(cid).to_have_class(re.compile(r"ring(?!.*considered)"))
    rows.nth(1).hover()
    expect(dot).to_have_class(re.compile("considered"))
    rows.nth(1).click()
    expect(dot).not_to_have_class(re.compile("considered"))
    expect(cid).to_have_count(0)


def test_a_zone_is_hatched_until_everybody_has_come_into_it(visit: Visit) -> None:
    page = visit("#/new/riverside")
    page.get_by_role("button", name="Start the game").click()
    zones = page.locator("[data-filled]")
    player = Player(page, seed="zones")
    player.wait()
    expect(zones.first).to_have_attribute("data-filled", "true")
    for _ in range(12):
        player.wait()
        if page.locator(QUESTION).get_by_text("activate which unit?").count():
            break
        player.answer()
    expect(zones).to_have_count(2)
    for zone in zones.all():
        expect(zone).to_have_attribute("data-filled", "false")
