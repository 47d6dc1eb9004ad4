"""Op-En at the wire: a Hidden character stands on the table for everybody to see, and the seats get the same, but for
the question."""

from __future__ import annotations

import json
from typing import Any

from sandtable.server.client import Host

SITUATION: dict[str, Any] = {
    "player": [{"name": "Red", "tokens": 1}, {"name": "Blue"}],
    "character": [
        {"name": "Ann", "player": "Red", "equipment": ["Sling"], "at": [10, 10]},
        {"name": "Tom", "player": "Blue", "hidden": True, "at": [30, 30]},
    ],
}


def test_no_seat_is_sent_what_the_other_is_not(host: Host) -> None:
    seats = [{"kind": "person"}, {"kind": "person"}]
    made = host.new_game("op-en", setup={"situation": SITUATION}, seats=seats)
    red, blue = (host.sit(made["game"], seat["token"]) for seat in made["seats"])
    with red, blue:
        for chair in (red, blue):
            while chair.view is None:
                chair.receive()
        assert red.view is not None
        assert blue.view is not None
        one, two = (json.dumps(chair.view["scene"], sort_keys=True) for chair in (red, blue) if chair.view)
        assert one == two
        assert '"Hidden"' in one
        assert red.view["question"]["seat"] == 0
        assert blue.view["question"] is None
        assert red.log[0] == blue.log[1]
