"""Looks as clients send them."""

from __future__ import annotations

import pytest

from sandtable.engine.errors import SandtableError
from sandtable.engine.looks import CardLook, MeasureLook, PlacesLook, SightLook, Viewpoint, convert, read


def test_a_look_says_what_it_wants() -> None:
    assert read('{"what": "card", "name": "Rusk"}') == CardLook("Rusk")
    assert read('{"what": "places"}') == PlacesLook()
    assert convert({"what": "sight", "from": {"model": "Rusk", "at": [1, 2]}}) == SightLook(
        Viewpoint("Rusk", (1.0, 2.0))
    )
    assert convert({"what": "measure", "from": {"at": [0, 0]}, "to": {"mark": "A"}}) == MeasureLook(
        Viewpoint(at=(0.0, 0.0)), Viewpoint(mark="A")
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
