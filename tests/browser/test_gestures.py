"""One gesture: a drag and a confirm move a model, a click on an enemy shows the ways at it, one undo takes all back."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import places
from tests.browser.conftest import PHONE, Server, Visit

SITUATION: dict[str, Any] = {
    "round": 2,
    "turn": "Red",
    "player": [{"name": "Red", "pool": 6}, {"name": "Blue", "pool": 6}],
    "model": [
        {"name": "Ann", "player": "Red", "at": [10, 10], "weapons": ["Assault Rifle"]},
        {"name": "Bea", "player": "Red", "at": [10, 30]},
        {"name": "Tom", "player": "Blue", "at": [20, 10], "weapons": ["Assault Rifle"]},
        {"name": "Zed", "player": "Blue", "at": [44, 33]},
    ],
}
INCHES = 10
"""From Ann to Tom."""
SEATS = [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Bob"}]
LIFT = 60
"""Pixels by which a model is held above the finger."""
CONFIRM = ".question .confirm .primary"


def table(visit: Visit, server: Server, guns: bool = True, **more: Any) -> Page:
    """Ann's table, at the question who activates; Bob is there too. Without guns nobody fires on Overwatch."""
    models = [model if guns or model["name"] != "Tom" else model | {"weapons": []} for model in SITUATION["model"]]
    made = server.post(
        "/games", {"ruleset": "roe", "setup": {"situation": SITUATION | {"model": models}}, "seats": SEATS}
    )
    pages = [visit(f"#/g/{made['game']}/{seat['token']}", **more) for seat in made["seats"]]
    expect(pages[0].locator(".question")).to_be_visible()
    return pages[0]


def middle(page: Page, who: str) -> tuple[float, float]:
    return places.middle(page, f"[data-model={who}]")


def drag(page: Page, who: str, inches: float) -> None:
    """Towards the enemy, who stands to the right."""
    (x, y), (far, other) = middle(page, who), middle(page, "Tom")
    to = x + (far - x) * inches / INCHES, y + (other - y) * inches / INCHES
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + to[0]) / 2, (y + to[1]) / 2, steps=4)
    page.mouse.move(*to, steps=4)
    page.mouse.up()


def at(page: Page) -> int:
    return int(page.locator(".game").get_attribute("data-at") or 0)


def test_one_drag_and_one_confirm_move_a_model(visit: Visit, server: Server) -> None:
    page = table(visit, server)
    drag(page, "Ann", 5)
    expect(page.locator("#question-title")).to_have_text("Advance, 1 counter")
    expect(page.locator(".toggles")).to_contain_text("6 → 5 counters")
    expect(page.locator("[data-ghost=Ann]")).to_be_visible()
    assert at(page) == 0  # nothing is spent yet
    page.locator(CONFIRM).click()
    expect(page.locator(".game")).to_have_attribute("data-at", "5")


def test_whoever_is_chosen_shows_how_far_it_comes_and_goes_where_one_points(visit: Visit, server: Server) -> None:
    page = table(visit, server)
    page.locator(".question label", has_text="Ann").click()
    expect(page.locator("[data-band]").first).to_be_visible()
    expect(page.locator(".question")).to_contain_text("Point at where Ann goes")
    (x, y), (far, _) = middle(page, "Ann"), middle(page, "Tom")
    page.mouse.click(x + (far - x) / 2, y)
    expect(page.locator("#question-title")).to_have_text("Advance, 1 counter")


@pytest.mark.parametrize("source", [".question label", ".roster button"], ids=["list", "roster"])
def test_somebody_is_dragged_onto_the_table_from_beside_it(visit: Visit, server: Server, source: str) -> None:
    page = table(visit, server)
    row = page.locator(f"{source}[data-carry=Ann]").bounding_box()
    assert row is not None
    (x, y), (far, _) = middle(page, "Ann"), middle(page, "Tom")
    page.mouse.move(row["x"] + 20, row["y"] + row["height"] / 2)
    page.mouse.down()
    page.mouse.move(x + (far - x) / 2, y, steps=8)
    expect(page.locator("[data-ghost=Ann]")).to_be_visible()
    page.mouse.up()
    expect(page.locator("#question-title")).to_have_text("Advance, 1 counter")
    page.locator(CONFIRM).click()
    expect(page.locator(".game")).to_have_attribute("data-at", "5")


def test_a_hint_stands_beside_the_confirm_button_while_nothing_is_planned(visit: Visit, server: Server) -> None:
    page = table(visit, server)
    page.locator("[data-hint]").click()
    expect(page.locator("#game-menu")).to_contain_text("Everybody sees that you asked")
    page.locator("#game-menu").get_by_role("button", name="Cancel").click()
    expect(page.locator("#game-menu")).to_be_hidden()  # and no menu that nobody has opened
    page.locator(".question label", has_text="Ann").click()
    expect(page.locator("[data-hint]")).to_have_count(0)


def test_a_chain_is_undone_at_once(visit: Visit, server: Server) -> None:
    page = table(visit, server, guns=False)
    drag(page, "Ann", 3)  # Tactical: it may shoot afterwards, so it is still ours to answer
    expect(page.locator("[data-way]").first).to_contain_text("then Shoot")
    page.keyboard.press("Enter")
    expect(page.locator(".game")).to_have_attribute("data-at", "5")
    page.keyboard.press("u")
    expect(page.locator(".game")).to_have_attribute("data-at", "0")


def test_who_is_chosen_goes_where_one_points(visit: Visit, server: Server) -> None:
    page = table(visit, server)
    page.locator(".question label", has_text="Ann").first.click()
    (x, y), (far, _) = middle(page, "Ann"), middle(page, "Tom")
    page.mouse.click(x + (far - x) * 0.5, y)
    expect(page.locator("[data-way]").first).to_contain_text("Advance")


def test_an_overshoot_stops_at_the_limit_with_a_mark(visit: Visit, server: Server) -> None:
    page = table(visit, server)
    drag(page, "Ann", 6.5)
    expect(page.locator("[data-way]").first).to_contain_text(" short")
    expect(page.locator("[data-stopped]")).to_have_count(1)
    expect(page.locator(".live")).to_contain_text("stopped")


def test_the_limits_are_drawn_and_what_a_path_passes_is_ringed(visit: Visit, server: Server) -> None:
    page = table(visit, server)
    drag(page, "Ann", 5)
    expect(page.locator("[data-band=solid]")).to_have_count(1)
    expect(page.locator("[data-band=dashed]")).to_have_count(1)
    expect(page.locator("[data-limit='4']")).to_have_count(1)  # Tactical ends there; Advance goes on


def test_what_is_out_of_reach_says_how_far_and_offers_the_nearest_that_works(visit: Visit, server: Server) -> None:
    page = table(visit, server)
    drag(page, "Ann", 16)
    expect(page.locator("#question-title")).to_have_text("That is out of reach")
    expect(page.locator(".question")).to_contain_text("Nothing was spent.")
    expect(page.locator(".question .why")).to_contain_text("the most is 6″")
    expect(page.locator(".question .why .clause")).to_have_text("RE-2.3")
    expect(page.get_by_text("Nearest that works")).to_be_visible()
    page.locator(CONFIRM).click()
    expect(page.locator(".game")).not_to_have_attribute("data-at", "0")


def test_at_the_planned_place_stand_the_odds_and_who_may_fire(visit: Visit, server: Server) -> None:
    page = table(visit, server)
    drag(page, "Ann", 3)
    expect(page.locator("#question-title")).to_contain_text("Tactical")  # it leaves more to do than Advance
    expect(page.locator("[data-fires=Tom]")).to_contain_text("%")
    expect(page.locator("[data-aim=Tom]")).to_contain_text("%")
    page.keyboard.press("v")
    expect(page.locator("#question-title")).to_contain_text("Advance")
    expect(page.get_by_text("From there, next round")).to_be_visible()


def test_nobody_may_fire_at_who_is_not_seen(visit: Visit, server: Server) -> None:
    page = table(visit, server)
    x, y = middle(page, "Bea")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 30, y, steps=5)
    page.mouse.up()
    expect(page.locator(".question")).to_contain_text("Nobody may fire when you stop")


def test_who_acts_and_who_is_aimed_at_stands_on_the_roster(visit: Visit, server: Server) -> None:
    page = table(visit, server)
    expect(page.locator(".roster [data-mark]")).to_have_count(0)
    page.mouse.click(*middle(page, "Tom"))
    expect(page.locator(".roster [data-mark=acts]")).to_have_attribute("aria-label", "Ann, acts")
    expect(page.locator(".roster [data-mark=target]")).to_have_attribute("aria-label", "Tom, target")


def test_a_gesture_by_keys_alone(visit: Visit, server: Server) -> None:
    page = table(visit, server)
    page.keyboard.press("1")
    page.keyboard.press("t")
    way = page.get_by_role("radio", name="Engage, 1 counter")
    expect(way).to_be_checked()
    focus = page.get_by_role("switch")
    page.keyboard.press("f")
    expect(focus).to_have_attribute("aria-checked", "true")
    expect(page.locator(".toggles")).to_contain_text("6 → 4 counters")
    page.keyboard.press("Enter")
    expect(page.locator(".game")).not_to_have_attribute("data-at", "0")


def test_a_click_on_an_enemy_shows_the_ways_to_shoot_with_odds(visit: Visit, server: Server) -> None:
    page = table(visit, server)
    page.mouse.click(*middle(page, "Tom"))
    way = page.locator("[data-way]").first
    expect(way).to_contain_text("Ann: Engage")
    expect(way).to_contain_text("%")
    expect(page.get_by_role("switch")).to_contain_text("Focus")
    expect(page.locator(".question")).to_contain_text("Bea:")  # who cannot stands last, with the reason
    page.get_by_role("switch").click()
    expect(page.get_by_role("switch")).to_have_attribute("aria-checked", "true")
    page.locator(CONFIRM).click()
    expect(page.locator(".game")).not_to_have_attribute("data-at", "0")


AT_REST = "() => !document.getAnimations().some((one) => one instanceof CSSTransition && one.playState === 'running')"


@pytest.mark.parametrize("phone", [False, True])
def test_the_confirm_button_stands_still(visit: Visit, server: Server, phone: bool) -> None:
    page = table(visit, server, phone=phone)
    boxes: dict[str, Any] = {}

    def measure(state: str, button: str = CONFIRM) -> None:
        """Where it comes to rest: a sheet takes its time to open."""
        page.wait_for_function(AT_REST)
        boxes[state] = page.locator(button).bounding_box()

    measure("idle")
    drag(page, "Ann", 3)
    expect(page.locator("[data-fires=Tom]")).to_contain_text("%")
    measure("drag")
    page.locator(".question .confirm button").last.click()
    drag(page, "Ann", 16)
    expect(page.get_by_text("Nearest that works")).to_be_visible()
    measure("blocked")
    page.locator(".question .confirm button").last.click()
    page.mouse.click(*middle(page, "Tom"))
    expect(page.locator("[data-way]").first).to_contain_text("%")
    measure("target")
    page.locator(".question .confirm button").last.click()
    answer(page, "Ann")
    measure("a plain question")
    page.get_by_role("button", name="Game menu").click()
    page.get_by_role("button", name="Concede").click()
    page.get_by_role("button", name="Concede").click()
    expect(page.locator(".over .primary")).to_be_visible()
    measure("the end", ".over .primary")
    assert all(boxes.values())
    assert len({(box["x"], box["y"], box["width"], box["height"]) for box in boxes.values()}) == 1, boxes
    if phone:
        tabs = page.locator(".bar").bounding_box()
        assert tabs is not None
        assert tabs["y"] - boxes["idle"]["y"] - boxes["idle"]["height"] == 12


def test_what_follows_of_itself_is_not_asked_unless_one_wants_to_be(visit: Visit, server: Server) -> None:
    page = table(visit, server)
    answer(page, "Bea", "Advance", "No Focus")
    expect(page.locator(".question")).to_have_attribute("data-kind", "move")
    expect(page.locator(".message")).to_contain_text("Nothing else to choose: Move")
    page.keyboard.press("u")
    expect(page.locator("#question-title")).to_contain_text("Focus")
    page.evaluate("localStorage.setItem('sandtable.settings', JSON.stringify({everything: true}))")
    page.reload()
    expect(page.locator("#question-title")).to_contain_text("Focus")
    answer(page, "No Focus")
    expect(page.locator("#question-title")).to_contain_text("what now?")


def answer(page: Page, *labels: str) -> None:
    for label in labels:
        page.locator(".question label", has_text=label).first.click()
        page.locator(CONFIRM).click()
        expect(page.locator(".question label", has_text=label)).to_have_count(0)


def finger(page: Page, *spots: tuple[float, float]) -> None:
    """One finger down at the first spot, over the others, and up at the last."""
    hands = page.context.new_cdp_session(page)
    for kind, (x, y) in [("touchStart", spots[0]), *(("touchMove", spot) for spot in spots[1:])]:
        hands.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y, "id": 0}]})
    hands.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_finger_does_the_same_on_a_phone(visit: Visit, server: Server) -> None:
    page = table(visit, server, phone=True)
    page.touchscreen.tap(*middle(page, "Tom"))
    expect(page.locator("[data-way]").first).to_contain_text("Ann: Engage")
    page.locator(".question .confirm button").last.tap()
    (x, y), (far, _) = middle(page, "Ann"), middle(page, "Tom")
    finger(page, (x, y), (x + 10, y + 30), (x + (far - x) / 2, y + LIFT))
    expect(page.locator("#question-title")).to_contain_text("Advance")
    page.wait_for_function(
        "most => document.querySelector('.panel').getBoundingClientRect().height <= most",
        arg=0.44 * PHONE["height"] + 1,
    )
    page.locator(CONFIRM).tap()
    expect(page.locator(".game")).not_to_have_attribute("data-at", "0")


# ---- other games ---------------------------------------------------------------------------------------

COMPANIES = {
    "round": 2,
    "player": [{"name": "Lockgate Levy", "army": "Lockgate Levy"}, {"name": "Tusk Bargain", "army": "Tusk Bargain"}],
    "unit": [
        {"name": "Levy Rifles", "player": "Lockgate Levy", "entry": "Levy Rifles", "at": [30, 14], "columns": 5},
        {"name": "Boarders", "player": "Tusk Bargain", "entry": "Boarders", "at": [30, 24], "columns": 5},
    ],
}


def other_table(visit: Visit, server: Server, ruleset: str, setup: dict[str, Any], phone: bool = False) -> Page:
    made = server.post("/games", {"ruleset": ruleset, "setup": setup, "seats": SEATS})
    page, _ = (visit(f"#/g/{made['game']}/{seat['token']}", phone=phone) for seat in made["seats"])
    expect(page.locator(".question")).to_be_visible()
    return page


def pull(page: Page, what: str, dx: float, dy: float) -> None:
    x, y = places.middle(page, what)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx / 2, y + dy / 2, steps=4)
    page.mouse.move(x + dx, y + dy, steps=4)
    page.mouse.up()


@pytest.mark.parametrize("phone", [False, True])
def test_a_unit_is_dragged_and_confirmed(visit: Visit, server: Server, phone: bool) -> None:
    page = other_table(visit, server, "riverside", {"situation": COMPANIES}, phone)
    pull(page, '[data-banner="Levy Rifles"]', -20, 0)
    expect(page.locator("#question-title")).to_have_text("Advance")
    expect(page.locator("[data-ghost]")).to_have_count(10)
    page.locator(CONFIRM).click()
    expect(page.locator(".game")).not_to_have_attribute("data-at", "0")


def test_a_click_on_an_enemy_unit_shows_the_ways_to_shoot_and_to_charge(visit: Visit, server: Server) -> None:
    page = other_table(visit, server, "riverside", {"situation": COMPANIES})
    page.mouse.click(*places.middle(page, '[data-banner="Boarders"]'))
    ways = page.locator("[data-way]")
    expect(ways.filter(has_text="Levy Rifles: Charge")).to_have_count(1)
    expect(ways.filter(has_text="Levy Rifles: Hold")).to_contain_text("%")
    expect(page.locator(".roster [data-mark=target]")).to_have_attribute("aria-label", re.compile("Boarders.*target"))


def test_a_hint_shows_the_whole_way_above_the_question_and_spends_nothing(visit: Visit, server: Server) -> None:
    page = table(visit, server)
    page.locator("[data-hint]").click()
    page.locator("#game-menu .primary").click()
    card = page.locator("[data-hinted]")
    expect(card).to_contain_text(re.compile(r"Hint: (Ann|Bea), \w+"))
    expect(card).to_contain_text("Everybody sees that you asked.")
    expect(card).not_to_contain_text(re.compile(r"± 0\.0|−\d"))
    expect(page.locator("#game-menu")).to_be_hidden()
    way = page.locator("[data-way]")
    expect(way).to_have_count(1)
    expect(way.locator(".muted")).not_to_be_empty()  # what it does and costs
    assert at(page) == 0
    page.locator(CONFIRM).click()
    page.wait_for_function("() => Number(document.querySelector('.game').dataset.at) > 1")


def test_whoever_was_sent_stands_there_until_the_ways_come(visit: Visit, server: Server) -> None:
    """On a slow line a drag is not lost: the ghost stays where it was let go until one knows where it comes to."""
    page = table(visit, server)
    held: list[Any] = []
    line: list[Any] = []
    free = False

    def between(page_side: Any) -> None:
        there = page_side.connect_to_server()
        line[:] = [page_side]

        def back(message: Any) -> None:
            if not free and '"ways"' in str(message):
                held.append(message)
            else:
                page_side.send(message)

        there.on_message(back)

    page.route_web_socket(re.compile("."), between)
    page.reload()
    expect(page.locator(".question")).to_be_visible()
    drag(page, "Ann", 5)
    expect(page.locator(CONFIRM)).to_contain_text("Looking for ways")
    expect(page.locator("[data-ghost=Ann]")).to_be_visible()
    free = True
    for message in held:
        line[0].send(message)
    expect(page.locator("#question-title")).to_have_text("Advance, 1 counter")
    expect(page.locator("[data-ghost=Ann]")).to_be_visible()
