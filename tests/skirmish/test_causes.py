"""Each refusal has a cause, plain words, and the clause that a ruleset has for the cause."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.engine.questions import Point, Refusal
from sandtable.skirmish.standing import standing_refused
from sandtable.skirmish.walking import judge
from sandtable.table import causes
from sandtable.table.causes import WORDS, Verdicts
from tests.skirmish.bodies import Pawn
from tests.skirmish.scenes import HILL, NAMES, ROCK, TOWER, VERDICTS, WALL, battlefield, march

HERE = Path(sandtable.__file__).parent
FIELD = battlefield(ROCK, WALL, HILL, TOWER)
FOE = Pawn("Tom", 4.0, 8.0, side=1)
PAL = Pawn("Pal", 4.0, 4.0)
EDGE = ((0.0, 2.0, 0.0, 6.0),)


@pytest.mark.parametrize(
    ("start", "path", "how", "cause"),
    [
        ((2, 2), [(0.25, 2)], {}, causes.OFF_TABLE),
        ((2, 2), [(9, 2)], {}, causes.TOO_FAR),
        ((8.5, 10), [(11, 10)], {}, causes.IMPASSABLE),
        ((9, 8), [(9.75, 9.5)], {}, causes.GAP),
        ((8.5, 8.7), [(13, 8.7)], {}, causes.GAP),
        ((11, 16), [(11, 12.5)], {"z": 6.0}, causes.NEEDS_CLIMB),
        ((8, 19), [(8, 16)], {}, causes.SHEER),
        ((8, 13), [(8, 16)], {}, causes.NEEDS_CLIMB),
        ((2, 2), [(4, 2)], {"climbs": True}, causes.NO_CLIMB),
        ((12, 13), [(12, 16)], {"climbs": True}, causes.ONE_LEVEL),
        ((4, 6), [(4, 10)], {}, causes.IN_THE_WAY),
        ((2, 6.99), [(6, 6.99)], {}, causes.CONTACT),
        ((2, 9), [(3, 8)], {}, causes.CONTACT),
        ((2, 8), [(2.5, 8)], {"target": FOE}, causes.NO_CONTACT),
        ((2, 4), [(4, 4.5)], {}, causes.OVERLAP),
        ((2, 4), [(6, 4)], {"through_friends": False}, causes.IN_THE_WAY),
        ((13, 10), [(14.25, 10)], {}, causes.ON_OBSTACLE),
        ((5, 16), [(6.25, 16)], {}, causes.EDGE),
        ((8, 16), [(8, 17.75)], {"z": 3.0}, causes.EDGE),
        ((0, 0), [], {"entering": True, "zone": EDGE}, causes.STAYS_OUT),
        ((0, 0), [(0, 8), (2, 8)], {"entering": True, "zone": EDGE}, causes.NOT_IN_ZONE),
        ((0, 0), [(0, 4), (0.25, 4)], {"entering": True, "zone": EDGE}, causes.PARTLY_OFF),
    ],
)
def test_a_refused_move_has_its_cause_and_its_clause(
    start: tuple[float, float], path: list[tuple[float, float]], how: dict[str, Any], cause: str
) -> None:
    ann = Pawn("Ann", *start, how.pop("z", 0.0)) if "z" in how else Pawn("Ann", *start)
    found = judge(march(FIELD, ann, FOE, PAL, **how), [Point(*spot) for spot in path])
    assert isinstance(found, Refusal), found
    assert (found.cause, found.clause) == (cause, f"X-{NAMES[cause]}"), found
    assert found.reason


@pytest.mark.parametrize(
    ("there", "cause", "reason"),
    [
        (Point(9.75, 10), causes.PARTLY_IN, "Ann would stand partly in rock"),
        (Point(8, 18.25), causes.PARTLY_IN_SURFACE, "Ann would stand partly in hill"),
    ],
)
def test_whoever_stands_in_a_wall_is_told_so(there: Point, cause: str, reason: str) -> None:
    refused = standing_refused(FIELD, Pawn("Ann", 0, 0), there, (), VERDICTS)
    assert refused is not None
    assert (refused.cause, refused.reason) == (cause, reason)


def test_a_ruleset_has_clauses_and_words_of_its_own() -> None:
    own = Verdicts({causes.EDGE: "X-1"}, {causes.EDGE: "{who} is no acrobat"})
    assert own.refuse(causes.EDGE, "Ann") == Refusal("Ann is no acrobat", "X-1", causes.EDGE)
    plain = own.refuse(causes.OVERLAP, "Ann", "Tom")
    assert plain == Refusal("Ann would stand on Tom", "", causes.OVERLAP)
    assert own.cited(Refusal("Ann would topple", cause=causes.EDGE)) == Refusal("Ann would topple", "X-1", causes.EDGE)
    assert own.cited(Refusal("no", "X-2", causes.OVERLAP)).clause == "X-2", "what has no clause here keeps its own"


def test_a_place_on_several_pieces_is_refused_by_the_table_with_our_clause() -> None:
    refused = standing_refused(battlefield(HILL, HILL_BESIDE), Pawn("Ann", 0, 0), Point(9.9, 17.75, 3.0), (), VERDICTS)
    assert refused is not None
    assert (refused.cause, refused.clause) == (causes.EDGE, "X-EDGE")


HILL_BESIDE = type(HILL)("other hill", (10.0, 13.0), (14.0, 18.0), 3.0, ("impassable", "surface"))


def test_every_cause_that_is_said_has_words() -> None:
    setting_up = {causes.HEAD_ROOM, causes.SAME_LEVEL, causes.LADDER_PLACE, causes.BAD_PIECE, causes.BAD_FLOORS}
    assert set(WORDS) == set(NAMES) - setting_up


@pytest.mark.parametrize("room", ["table", "skirmish"])
def test_no_refusal_goes_without_a_cause(room: str) -> None:
    made = 0
    for path in (HERE / room).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
                made += 1
                named = any(word.arg == "cause" for word in node.keywords) or len(node.args) == 3
                taken = path.name == "generate.py"  # a test for `nearest_legal` that nobody reads
                assert named or taken, f"{path.name}:{node.lineno}"
    assert made > 10 or room == "skirmish"
