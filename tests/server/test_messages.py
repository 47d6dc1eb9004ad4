"""What clients may say: what is not the protocol is refused before anybody works on it."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from sandtable.server import messages
from sandtable.server.messages import LONGEST_PATH

SAID: list[dict[str, Any]] = [
    {"t": "answer", "at": 1, "answer": {"cart": "PATH"}},
    {"t": "try", "at": 1, "answer": {"unit": {"cart": "PATH"}}},
    {"t": "chain", "at": 1, "answers": ["cart", {"cart": "PATH"}]},
    {"t": "look", "what": "odds", "answer": {"cart": "PATH"}},
    {"t": "look", "what": "there", "chain": [{"cart": "PATH"}]},
    {"t": "look", "what": "plan", "wish": {"paths": {"cart": "PATH"}}},
]


def with_path(said: dict[str, Any], points: int) -> str:
    return json.dumps({"id": "x", **said}).replace('"PATH"', json.dumps([[n, 0] for n in range(points)]))


@pytest.mark.parametrize("said", SAID, ids=lambda said: said.get("what", said["t"]))
def test_a_path_has_only_so_many_points(said: dict[str, Any]) -> None:
    messages.decode(with_path(said, LONGEST_PATH))
    with pytest.raises(msgspec.ValidationError, match=f"at most {LONGEST_PATH} points, .* {LONGEST_PATH + 1}"):
        messages.decode(with_path(said, LONGEST_PATH + 1))


def test_a_long_list_of_names_is_no_path() -> None:
    answer = [f"model {number}" for number in range(2 * LONGEST_PATH)]
    assert messages.decode(json.dumps({"t": "answer", "id": "x", "at": 1, "answer": answer})) is not None
