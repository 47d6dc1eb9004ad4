"""Facts as cases write them and as the rules have them."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine.facts import differences


@pytest.mark.parametrize(
    ("wanted", "found", "same"),
    [
        (4, 4.0, True), (4.0, 4, True), (4, 4.5, False), (1, True, False), (True, 1, False), (0, False, False),
        ("4", 4, False), ([4], [4.0], True), (4, 4, True),
    ],
)  # fmt: skip
def test_a_number_is_a_number_and_yes_is_none(wanted: Any, found: Any, same: bool) -> None:
    assert (not list(differences({"height": wanted}, {"height": found}))) == same
