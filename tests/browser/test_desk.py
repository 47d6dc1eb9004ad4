"""What happens beside the table: taking back, an opponent who leaves, the palette, a game that is open to anyone."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.browser.conftest import Server, Visit
from tests.browser.player import QUESTION, Player
from tests.browser.test_online import take_turns, together
from tests.browser.test_pages import violations

PERSONS = [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Bob"}]


def two_pages(visit: Visit, server: Server, **wish: Any) -> tuple[Page, Page, dict[str, Any]]:
    """Two browsers at one table."""
    made = server.post("/games", {"ruleset": "opportunity", "seats": PERSONS, **wish})
    pages = [visit(f"#/g/{made['game']}/{seat['token']}") for seat in made["seats"]]
    together(pages)
    return pages[0], pages[1], made


def test_asking_to_take_back(visit: Visit, server: Server) -> None:
    ann, bob, _ = two_pages(visit, server, ready=1)  # a long one
    players = [Player(ann, seed="ann"), Player(bob, "keys", seed="bob")]
    button = "button:has-text('Ask to take back'), button[aria-label='Ask to take back']"
    asker = None
    while asker is None:
        take_turns(players, 1)
        together([ann, bob])
        asker = next((page for page in (ann, bob) if page.locator(button).count()), None)
    other = bob if asker is ann else ann
    at = int(asker.locator(".game").get_attribute("data-at") or 0)

    asker.keyboard.press("u")
    expect(asker.get_by_text("You have asked to take back.")).to_be_visible()
    request = other.get_by_role("alert").filter(has_text="asks to take back")
    expect(request).to_be_visible()
    assert not violations(other)
    other.get_by_role("button", name="No", exact=True).click()
    expect(request).to_be_hidden()
    expect(asker.get_by_text("You have asked to take back.")).to_be_hidden()
    asker.keyboard.press("u")  # a no is a no
    expect(asker.locator(".message")).to_contain_text("declined")

    asker.keyboard.press("Escape")
    while True:  # somebody gives another answer, and asks again
        take_turns(players, 1)
        together([ann, bob])
        asker = next((page for page in (ann, bob) if page.locator(button).count()), None)
        if asker is not None:
            break
    other = bob if asker is ann else ann
    at = int(asker.locator(".game").get_attribute("data-at") or 0)
    asker.locator(button).first.click()
    other.get_by_role("button", name="Allow").click()
    for page in (ann, bob):
        page.wait_for_function("at => Number(document.querySelector('.game').dataset.at) < at", arg=at)
        expect(page.get_by_role("log", name="Log of the game")).to_contain_text("took back, as agreed")
    expect(asker.locator(QUESTION)).to_be_visible()
    assert take_turns(players, 3) == 3


def test_the_game_of_somebody_who_left_is_claimed(visit: Visit, server: Server) -> None:
    ann, bob, _ = two_pages(visit, server, absence=1)
    if ann.locator(QUESTION).count():  # who is asked leaves
        gone, here = ann, bob
    else:
        gone, here = bob, ann
    gone.close()
    expect(here.get_by_text("has been away for")).to_be_visible()
    here.get_by_role("button", name="Claim the win").click()
    expect(here.locator(".over")).to_contain_text("stayed away")
    expect(here.locator(".over")).to_contain_text("You won.")


def test_the_palette_finds_everything_by_key(visit: Visit) -> None:
    page = visit()
    page.locator("[data-quick=roe]").click()
    player = Player(page, "keys", seed="palette")
    assert player.wait() == "question"
    page.keyboard.press("Control+k")
    dialog = page.get_by_role("dialog", name="Find an option, a model, a rule or a command")
    field = dialog.get_by_role("combobox")
    expect(field).to_be_focused()
    assert not violations(page)
    for _ in range(4):  # the focus stays inside
        page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement === document.body || !!document.activeElement.closest('dialog')")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()

    page.keyboard.press("Control+k")
    page.keyboard.type("1.48")
    expect(dialog.get_by_role("option").first).to_contain_text("RE-1.48")
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Rule", exact=True)).to_contain_text("RE-1.48")
    page.keyboard.press("Escape")

    page.keyboard.press("Control+k")
    page.keyboard.type("keys")
    page.keyboard.press("Enter")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("Ctrl+K")
    page.keyboard.press("Escape")

    page.keyboard.press("Control+k")
    model = page.locator(".roster button, .roster [role=button]").first.get_attribute("aria-label") or ""
    page.keyboard.type(model.split(",")[0][:8] or "a")
    expect(dialog.get_by_role("option").filter(has_text="model").first).to_be_visible()
    page.keyboard.press("Escape")

    page.keyboard.press("Control+k")
    page.keyboard.type("settings")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()


def test_the_rulebook_comes_late_to_the_palette(visit: Visit) -> None:
    """It is opened twice before the rules are there, and they come while somebody types: each is found once."""
    page = visit()
    late: list[Route] = []

    def hold(route: Route) -> None:
        late.append(route)

    page.route("**/rulebook", hold)
    page.locator("[data-quick=roe]").click()
    assert Player(page, seed="late").wait() == "question"
    dialog = page.get_by_role("dialog", name="Find an option, a model, a rule or a command")
    for _ in range(2):
        page.keyboard.press("Control+k")
        expect(dialog).to_be_visible()
        expect(dialog.get_by_role("combobox")).to_be_focused()
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
    page.keyboard.press("Control+k")
    page.keyboard.type("1.48")
    expect(dialog.get_by_role("option")).to_have_count(0)
    while late:
        late.pop().continue_()
    expect(dialog.get_by_role("option").filter(has_text="RE-1.48")).to_have_count(1)


def test_an_option_beyond_the_ninth_by_key(visit: Visit) -> None:
    """A turret may be put on any of some twenty cells: F, the number, Enter; however slowly it is typed."""
    page = visit("#/new/opentactics")
    page.get_by_role("radio", name="Supply Crates").check(force=True)
    for side in page.get_by_role("combobox", name="is played by").all():
        side.select_option("here")
    page.get_by_role("button", name="Start the game").click()
    player = Player(page, "keys", seed="many")
    options = page.locator(f"{QUESTION} input[type=radio], {QUESTION} input[type=checkbox]")
    for _ in range(20):
        assert player.wait() == "question"
        if options.count() > 11:
            break
        player.answer()
    assert options.count() > 11
    page.keyboard.press("f")
    expect(page.get_by_role("dialog", name="Find an option").get_by_role("combobox")).to_be_focused()
    page.keyboard.press("1")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    expect(options.nth(11)).to_be_checked()
    page.get_by_role("button", name="Find one of").click()
    label = page.locator(f"{QUESTION} .name").nth(9).inner_text()
    page.keyboard.type(label)
    page.keyboard.press("Enter")
    expect(options.nth(9)).to_be_checked()
    asked = player.asked()
    page.keyboard.press("Enter")
    player.answered(asked)


def test_the_palette_on_a_phone(visit: Visit) -> None:
    page = visit(phone=True)
    page.locator("[data-quick=opportunity]").click()
    expect(page.locator(QUESTION)).to_be_visible()
    page.get_by_role("button", name="Game menu").tap()
    page.get_by_role("button", name="Find anything").tap()
    dialog = page.get_by_role("dialog", name="Find an option, a model, a rule or a command")
    expect(dialog).to_be_visible()
    assert not violations(page)
    dialog.get_by_role("option").filter(has_text="option").first.tap()
    expect(dialog).to_be_hidden()
    expect(page.locator(f"{QUESTION} input:checked")).to_have_count(1)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_lesson_is_read_put_away_and_read_again(visit: Visit, server: Server, phone: bool) -> None:
    taught = next(one for one in server.get("/rulesets/roe")["ready"] if one["tutorial"])
    made = server.post(
        "/games",
        {
            "ruleset": "roe",
            "setup": taught["setup"],
            "seats": [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "recruit"}],
        },
    )
    page = visit(f"#/g/{made['game']}/{made['seats'][0]['token']}", phone=phone)
    lesson, question = page.locator("section.lesson"), page.locator(QUESTION)
    expect(lesson).to_be_visible()
    if phone:  # there is no room for both, and the table must be seen
        expect(question).to_be_hidden()
        page.wait_for_function(
            """() => {
              const box = name => document.querySelector(name).getBoundingClientRect();
              const table = box(".stage-holder");
              return box("section.lesson").y >= table.y + table.height / 2;
            }"""
        )
    else:
        expect(question).to_be_visible()
    assert not violations(page)
    page.get_by_role("button", name="To the table" if phone else "Close the lesson").click()
    expect(lesson).to_be_hidden()
    expect(question).to_be_visible()
    page.get_by_role("button", name="Game menu").click()
    page.get_by_role("button", name="Show the lesson").click()
    expect(lesson).to_be_visible()


def test_a_game_open_to_anyone(visit: Visit, server: Server) -> None:
    host = visit()
    host.get_by_role("radio", name="Anyone").click()
    host.locator("[data-quick=opportunity]").click()
    expect(host.get_by_text("Anyone may sit down.")).to_be_visible()
    assert not violations(host)
    game = host.url.split("/")[-2]

    guest = visit()
    line = guest.locator(f"[data-waiting='{game}']")
    expect(line).to_contain_text("'Opportunity'")
    assert not violations(guest)

    host.get_by_role("button", name="Withdraw the offer").click()
    expect(line).to_be_hidden()
    host.get_by_role("button", name="Open it to anyone").click()
    line.get_by_role("button", name="Join").click()
    together([host, guest])
    assert take_turns([Player(host, seed="host"), Player(guest, seed="guest")], 3) == 3


def test_the_page_says_that_bots_think_shorter(visit: Visit, server: Server) -> None:
    """What the server tells it, while a bot thinks that never comes to an end."""
    made = server.post("/games", {"ruleset": "opportunity", "seats": [PERSONS[0], {"kind": "bot", "bot": "random"}]})
    page = visit()
    thinks = False

    def crowded(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def heard(text: str | bytes) -> None:
            nonlocal thinks
            message = json.loads(text)
            if message["t"] == "table":
                message["crowd"] = 7
            if message["t"] != "view" or not thinks:
                line.send(json.dumps(message))
            thinks = thinks or (message["t"] == "view" and bool((message["waiting"] or {}).get("thinking")))

        server.on_message(heard)

    page.route_web_socket("**/api/**", crowded)
    page.goto(f"{server.address}/#/g/{made['game']}/{made['seats'][0]['token']}")
    player = Player(page, seed="crowd")
    waiting = page.locator(".waiting")
    while not thinks:
        page.locator(f"{QUESTION}, .waiting h2").first.wait_for()
        if page.locator(QUESTION).count():
            player.answer()
    expect(waiting).to_contain_text("The bots think shorter: 7 games at once.")


BELOW = "log => log.scrollHeight - log.scrollTop - log.clientHeight"
"""How much of the log lies below what is seen."""


def test_the_log_follows_until_a_hand_scrolls_it(visit: Visit) -> None:
    """Questions of every height stand above it; the newest line is in sight all the same."""
    page = visit()
    page.locator("[data-quick=opentactics]").click()
    player = Player(page, seed="log")
    log, new = page.locator(".log"), page.locator(".holder .new")

    def at_its_end() -> None:
        page.wait_for_function(f"() => ({BELOW})(document.querySelector('.log')) < 2")

    while log.count() == 0 or log.evaluate("log => log.scrollHeight < 1.5 * log.clientHeight"):
        player.play(1)
        at_its_end()
    for height in (700, 640, 900):
        page.set_viewport_size({"width": 1280, "height": height})
        at_its_end()
    assert not new.count()

    log.hover()
    page.mouse.wheel(0, -400)
    page.wait_for_function(f"() => ({BELOW})(document.querySelector('.log')) > 30")
    while not new.count():
        assert player.play(1) == 1
    new.click()
    at_its_end()
    expect(new).to_have_count(0)
