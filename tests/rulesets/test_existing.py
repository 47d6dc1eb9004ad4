"""What a case may name where it is refused: things that exist in each game, and nothing that is misspelt."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.engine.cases import Case, read_cases, run

CASES = Path(__file__).parents[1] / "cases"


def retold(file: str, written: Any, instead: Any) -> str:
    """What is wrong with a case when another answer stands in place of the one that is refused."""
    case = next(case for case in read_cases(CASES / file) if any(e.get("refused") == written for e in case.play))
    play = [{"refused": instead} if entry.get("refused") == written else entry for entry in case.play]
    return run(msgspec.structs.replace(case, play=play)).problem


@pytest.mark.parametrize(
    ("file", "written", "misspelt"),
    [
        ("opentactics/05-09-grove.toml", "d2", "x9"),
        ("opentactics/05-09-grove.toml", "d2", "dd"),
        ("opentactics/04-06-laying-tiles.toml", "River at 1,1 turned 45", "Rivre at 1,1 turned 45"),
        ("opentactics/04-07-placing-components.toml", "rock at a5", "rok at a5"),
        ("opentactics/04-10-edges-for-four.toml", "north", "nort"),
        ("opentactics/15-03-own-die.toml", "support: DEF 5", "support: DEF 6"),
        ("opentactics/15-03-own-die.toml", "support: DEF 5", "support: DEG 5"),
        ("opentactics/14-04-whole-value.toml", "OFF +1 on 3", "OFF +1 on 4"),
        ("opportunity/14-15-adapt-gain.toml", "blue", "blu"),
        ("opportunity/encounters/last-stand-arrivals.toml", "Grenadier", "Grenadeer"),
        ("roe/00-13-failed-dice-only.toml", "Engage on 7", "Engage on 8"),
        ("roe/00-13-failed-dice-only.toml", "Engage on 7", "Engaged on 7"),
    ],
)
def test_a_misspelt_answer_proves_nothing(file: str, written: str, misspelt: str) -> None:
    assert retold(file, written, written) == ""
    assert f"this refusal proves nothing: {misspelt!r} is the name of nothing" in retold(file, written, misspelt)


@pytest.mark.parametrize(
    ("measure", "at", "far", "garbled"), [("grid", "b2", "b9", "b2 zz"), ("measured", [1.5, 1.5], "4,40", "1,x")]
)
def test_a_path_that_cannot_be_read_proves_nothing(measure: str, at: Any, far: str, garbled: str) -> None:
    situation = {
        "map": ["....."] * 3, "player": [{"name": "Red"}, {"name": "Blue"}],
        "unit": [{"name": "Ann", "player": "Red", "at": at}, {"name": "Tom", "player": "Blue"}],
    }  # fmt: skip
    for path, proves in ((far, True), (garbled, False)):
        play: list[dict[str, Any]] = [{"answer": "Ann"}, {"refused": path}]
        problem = run(Case("x", "opentactics", (), {"measure": measure}, {"situation": situation}, play, {})).problem
        assert ("this refusal proves nothing" in problem) is not proves, problem
        assert bool(problem) is not proves, problem
