"""Two people, two browsers: the line drops, a page is reloaded, the server is killed; somebody watches."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

from tests.browser.conftest import Server, Visit
from tests.browser.player import QUESTION, Player

SHOWS = """at => {
  const game = document.querySelector('.game');
  return game && Number(game.dataset.at) >= at && game.querySelector('form.question, .waiting, .over') !== null;
}"""
LINE_DROPS = r"WebSocket|Failed to load resource|ERR_CONNECTION"


@pytest.fixture
def server(_client: None, tmp_path: Any) -> Iterator[Server]:
    """A server of this test's own: it will be killed."""
    one = Server(tmp_path)
    one.start()
    yield one
    one.stop()


def together(pages: list[Page]) -> None:
    """All pages show the same moment of the game."""
    shown = [int(page.locator(".game").get_attribute("data-at") or -1) for page in pages]
    for page in pages:
        page.wait_for_function(SHOWS, arg=max(0, *shown))


def take_turns(players: list[Player], most: int) -> int:
    """Whoever is asked answers; returns how many answers were given."""
    for given in range(most):
        together([player.page for player in players])
        asked = next((player for player in players if player.page.locator(QUESTION).count()), None)
        if asked is None:
            return given  # the game is over
        asked.answer()
    return most


def test_two_browsers_with_everything_going_wrong(visit: Visit, server: Server, browser: Browser) -> None:
    host = visit(forgive=LINE_DROPS)
    host.get_by_role("radio", name="Friend").click()
    host.locator("[data-quick=opportunity]").click()
    invitation = host.locator("[data-invite]").input_value()
    expect(host.get_by_role("img", name="QR code of the link")).to_be_visible()

    guest = visit(forgive=LINE_DROPS)
    lines: list[WebSocketRoute] = []

    def through(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    guest.route_web_socket("**/api/**", through)
    guest.goto(invitation)
    expect(guest.locator(".board")).to_contain_text("You")
    assert guest.url != invitation, "the guest's seat has a token of its own"
    watcher = visit(forgive=LINE_DROPS)
    watcher.goto(watch_link(host, server))
    players = [Player(host, seed="host"), Player(guest, seed="guest")]
    assert take_turns(players, 2) == 2  # a duel has seven answers or more: the end must come after the trouble

    say(host, "good luck")
    expect_chat(guest, "good luck")

    guest.reload()
    assert take_turns(players, 2) == 2
    expect_chat(guest, "good luck")

    lines[-1].close()  # the guest's line drops; it comes back by itself
    expect(guest.locator(f"{QUESTION}, .waiting, .over").first).to_be_visible()
    assert take_turns(players, 1) == 1

    before = log_of(host)
    server.kill()
    expect(host.get_by_text("Lost the connection")).to_be_visible()
    server.start()
    for page in (host, guest):
        expect(page.get_by_text("Lost the connection")).to_be_hidden()
    assert log_of(host)[: len(before)] == before, "nothing that was told is lost"

    take_turns(players, 400)
    for page in (host, guest, watcher):
        expect(page.locator(".over")).to_be_visible()
    assert log_of(host) == log_of(guest) == log_of(watcher)
    expect(watcher.get_by_role("button", name="Rematch")).to_have_count(0)

    host.get_by_role("button", name="Rematch").click()
    expect(guest.locator(".over")).to_contain_text("would like a rematch")
    guest.get_by_role("button", name="Rematch").click()
    for page in (host, guest):
        expect(page.locator(f"{QUESTION}, .waiting").first).to_be_visible()
        expect(page.locator(".over")).to_have_count(0)


def test_the_watcher_does_not_read_the_players_chat(visit: Visit, server: Server) -> None:
    made = server.post("/games", {"ruleset": "opportunity", "seats": [{"kind": "person"}, {"kind": "person"}]})
    tokens = [seat["token"] for seat in made["seats"]]
    both = visit(f"#/g/{made['game']}/{tokens[0]}")
    other = visit(f"#/g/{made['game']}/{tokens[1]}")
    watcher = visit(f"#/w/{made['game']}/{made['watch']}")
    say(both, "between us")
    expect_chat(other, "between us")
    say(watcher, "nice game")
    tab(watcher, "Chat")
    expect(watcher.get_by_role("log", name="Chat")).to_contain_text("nice game")
    expect(watcher.get_by_role("log", name="Chat")).not_to_contain_text("between us")
    expect(watcher.locator(QUESTION)).to_have_count(0)


def test_the_own_words_are_not_unread(visit: Visit, server: Server) -> None:
    made = server.post("/games", {"ruleset": "opportunity", "seats": [{"kind": "person"}, {"kind": "person"}]})
    ann, bob = (visit(f"#/g/{made['game']}/{seat['token']}") for seat in made["seats"])
    say(bob, "hello")
    expect(ann.get_by_role("tab", name="Chat")).to_have_text(re.compile(r"Chat\s*1"))
    say(ann, "good luck")
    expect_chat(bob, "good luck")
    bob.reload()
    expect(bob.get_by_role("tab", name="Chat")).to_have_text(re.compile(r"Chat\s*1"))


def test_hot_seat_and_concession(visit: Visit) -> None:
    page = visit()
    page.get_by_role("radio", name="Same screen").click()
    page.locator("[data-quick=opportunity]").click()
    player = Player(page, seed="both")
    assert player.play(6) == 6
    page.get_by_role("button", name="Game menu").click()
    page.get_by_role("button", name="Concede").click()
    page.get_by_role("button", name="Concede").click()
    expect(page.locator(".over")).to_contain_text("concedes")


def test_who_comes_too_late_is_told_and_may_watch(visit: Visit) -> None:
    """And the address of a replay holds the watchers' token, never the seat's."""
    host = visit()
    host.get_by_role("radio", name="Friend").click()
    host.locator("[data-quick=opentactics]").click()
    invitation = host.locator("[data-invite]").input_value()
    expect(host.get_by_text("works on this computer only")).to_be_visible()
    path = invitation.partition("/#")[2]
    guest = visit(f"#{path}")
    expect(guest.locator(".player .name").first).to_contain_text("You")
    late = visit(f"#{path}", forgive="401")
    expect(late.get_by_role("heading", name="This seat is taken.")).to_be_visible()
    late.get_by_role("link", name="Watch this game").click()
    expect(late.get_by_text("You are watching")).to_be_visible()

    seat = host.evaluate("JSON.parse(localStorage['sandtable.games'])[0].tokens[0]")
    game = host.evaluate("JSON.parse(localStorage['sandtable.games'])[0].game")
    host.evaluate("address => (location.hash = address)", f"#/r/{game}/{seat}")
    host.locator(".count").wait_for()
    expect(host.locator(".bar")).to_be_visible()
    assert game in host.url
    assert seat not in host.url


@pytest.mark.parametrize("lost", [1, 2])
def test_a_lost_reply_does_not_lose_the_seat(visit: Visit, lost: int) -> None:
    """The server has given the seat to the guest, and the line breaks before he hears of it: the page asks again by
    itself, and then the guest may."""
    host = visit()
    host.get_by_role("radio", name="Friend").click()
    host.locator("[data-quick=opentactics]").click()
    invitation = host.locator("[data-invite]").input_value()
    guest = visit(forgive="Failed to load resource")

    def lose(request: Route) -> None:
        request.fetch()
        request.abort()

    guest.route("**/claim", lose, times=lost)
    guest.goto(invitation)
    if lost > 1:
        expect(guest.get_by_text("cannot be reached")).to_be_visible()
        guest.get_by_role("button", name="Try again").click()
    expect(guest.locator(".player .name").first).to_contain_text("You")


def tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name).click()


def say(page: Page, text: str) -> None:
    tab(page, "Chat")
    page.get_by_role("textbox", name="Say something").fill(text)
    page.get_by_role("button", name="Send").click()


def expect_chat(page: Page, text: str) -> None:
    tab(page, "Chat")
    expect(page.get_by_role("log", name="Chat")).to_contain_text(text)


def log_of(page: Page) -> list[str]:
    tab(page, "Log")
    expect(page.locator(".log .line").first).to_be_visible()
    return page.locator(".log .line, .log .round").all_inner_texts()


def watch_link(page: Page, server: Server) -> str:
    game, token = page.url.split("/")[-2:]
    return f"{server.address}/#/w/{game}/{server.get(f'/games/{game}', token)['watch']}"


def test_a_line_on_which_nobody_answers_is_given_up(visit: Visit) -> None:
    page = visit(forgive=LINE_DROPS)
    page.clock.install()
    lines: list[WebSocketRoute] = []

    def through(line: WebSocketRoute) -> None:
        lines.append(line)
        if len(lines) > 1:
            line.connect_to_server()

    page.route_web_socket("**/api/**", through)
    page.locator("[data-quick=opportunity]").click()
    for _ in range(60):  # seconds of the page: the first line is open, but nobody is at its other end
        if len(lines) < 2:
            page.clock.run_for(1000)
    page.clock.resume()
    expect(page.locator(QUESTION).first).to_be_visible()
