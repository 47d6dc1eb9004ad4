"""Looks as clients send them."""

from __future__ import annotations

import pytest

from sandtable.engine.errors import SandtableError
from sandtable.engine.looks import Card, Measure, Places, Sight, Spot, convert, read


def test_a_look_says_what_it_wants() -> None:
    assert read('{"what": "card", "name": "Rusk"}') == Card("Rusk")
    assert read('{"what": "places"}') == Places()
    assert convert({"what": "sight", "from": {"model": "Rusk", "at": [1, 2]}}) == Sight(Spot("Rusk", (1.0, 2.0)))
    assert convert({"what": "measure", "from": {"at": [0, 0]}, "to": {"mark": "A"}}) == Measure(
        Spot(at=(0.0, 0.0)), Spot(mark="A")
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"what": "everything"}',
        '{"what": "sight"}',
        '{"what": "sight", "from": {"model": 3}}',
        '{"what": "sight", "from": {"at": [1]}}',
        '{"what": "sight", "from": {"at": [1, 2, 3, 4]}}',
        '{"what": "sight", "from": {"at": [1e9, 2]}}',
        '{"what": "sight", "from": {"secret": 1}}',
        '{"what": "card", "name": "' + "x" * 200 + '"}',
        "\ud800",
    ],
)
def test_what_is_no_look_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(SandtableError, match="not a look") as refused:
        read(text.encode("utf-8", "surrogatepass"))
    assert "\n" not in str(refused.value)
