"""Where many bots think at once, the page says that they think shorter."""

from __future__ import annotations

import json
import re

from playwright.sync_api import WebSocketRoute, expect

from sandtable.server.client import Host
from tests.browser.conftest import Server, Visit


def crowded(socket: WebSocketRoute) -> None:
    """As if a bot was asked, and four more games thought at the same time."""
    server = socket.connect_to_server()

    def pass_on(said: str | bytes) -> None:
        message = json.loads(said)
        if message["t"] == "table":
            message["crowd"] = 5
        if message.get("waiting"):
            message["waiting"]["thinking"] = True
        socket.send(json.dumps(message))

    server.on_message(pass_on)


def test_the_page_says_that_bots_think_shorter(visit: Visit, server: Server) -> None:
    host = Host(server.address)
    made = host.new_game("opportunity", seats=[{"kind": "person"}, {"kind": "bot", "bot": "random"}])
    with host.sit(made["game"], made["seats"][0]["token"]) as chair:
        assert chair.wait() is not None  # who is asked, and never answers
    page = visit()
    page.route_web_socket(re.compile("/socket$"), crowded)
    page.goto(f"{server.address}/#/w/{made['game']}/{made['watch']}")
    page.reload()
    expect(page.get_by_text("The bots think shorter: 5 games at once.")).to_be_visible()
