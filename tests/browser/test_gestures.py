"""One gesture: a drag and a confirm move a model, a click on an enemy shows the ways at it, one undo takes all back."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server, Visit

SITUATION = {
    "round": 2,
    "turn": "Red",
    "player": [{"name": "Red", "pool": 6}, {"name": "Blue", "pool": 6}],
    "model": [
        {"name": "Ann", "player": "Red", "at": [10, 10], "weapons": ["Assault Rifle"]},
        {"name": "Bea", "player": "Red", "at": [10, 30]},
        {"name": "Tom", "player": "Blue", "at": [20, 10]},
        {"name": "Zed", "player": "Blue", "at": [44, 33]},
    ],
}
INCHES = 10
"""From Ann to Tom."""
SEATS = [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Bob"}]
CONFIRM = ".question .confirm .primary"


def table(visit: Visit, server: Server, **more: Any) -> Page:
    """Ann's table, at the question who activates; Bob is there too."""
    made = server.post("/games", {"ruleset": "roe", "setup": {"situation": SITUATION}, "seats": SEATS})
    pages = [visit(f"#/g/{made['game']}/{seat['token']}", **more) for seat in made["seats"]]
    expect(pages[0].locator(".question")).to_be_visible()
    return pages[0]


def middle(page: Page, who: str) -> tuple[float, float]:
    box = page.locator(f"[data-model={who}]").first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


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
    expect(page.locator("[data-way]").first).to_contain_text("Advance")
    expect(page.locator("[data-way]").first).to_contain_text("1 counter")
    expect(page.locator("[data-ghost=Ann]")).to_be_visible()
    assert at(page) == 0  # nothing is spent yet
    page.locator(CONFIRM).click()
    expect(page.locator(".game")).to_have_attribute("data-at", "5")


def test_a_chain_is_undone_at_once(visit: Visit, server: Server) -> None:
    page = table(visit, server)
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
    expect(page.locator("[data-way]").first).to_contain_text("short, at the limit")
    expect(page.locator("[data-stopped]")).to_have_count(1)


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


def test_the_confirm_button_stands_still(visit: Visit, server: Server) -> None:
    page = table(visit, server)
    before = page.locator(CONFIRM).bounding_box()
    page.mouse.click(*middle(page, "Tom"))
    expect(page.locator("[data-way]").first).to_be_visible()
    ways = page.locator(CONFIRM).bounding_box()
    page.keyboard.press("Escape")
    drag(page, "Ann", 3)
    expect(page.locator("[data-way]").first).to_be_visible()
    after = page.locator(CONFIRM).bounding_box()
    assert before is not None
    assert ways is not None
    assert after is not None
    assert before["y"] == ways["y"] == after["y"]


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


def test_a_finger_does_the_same_on_a_phone(visit: Visit, server: Server) -> None:
    page = table(visit, server, phone=True)
    page.touchscreen.tap(*middle(page, "Tom"))
    expect(page.locator("[data-way]").first).to_contain_text("Ann: Engage")
