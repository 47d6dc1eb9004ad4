"""The client's types of the wire (web/src/lib/wire.ts) are the server's: pages and requests by the structs of
`server/wire.py`, what comes over sockets by every message that the tests of this folder hear (conftest)."""

from __future__ import annotations

from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest
from msgspec import Struct

from sandtable.bots import review, story
from sandtable.engine.changes import RulesChange
from sandtable.server import wire
from tests.server.conftest import WIRE, client_types
from tests.server.typescript import Types

pytestmark = pytest.mark.skipif(not WIRE.exists(), reason="the client's sources are not here")
PAGES: dict[str, type[Struct]] = {
    "RulesetLine": wire.RulesetLine, "HouseRule": wire.OptionLine, "Ready": wire.Ready, "BotLine": wire.BotLine,
    "RulesetPage": wire.RulesetPage, "ClauseText": wire.ClauseLine, "Rulebook": wire.RulebookPage,
    "Change": RulesChange, "CaseLine": wire.CaseLine, "CaseStep": wire.CaseStep, "WorkedCase": wire.CasePage,
    "ForceLine": wire.ForceMember, "Force": wire.ForceSheet, "ForceCheck": wire.ForceVerdict, "SeatLine": wire.SeatLine,
    "MadeSeat": wire.SeatWithToken, "MadeGame": wire.GameMade, "GameLine": wire.GamePage, "OpenGame": wire.GameLine,
    "WaitingGame": wire.OpenGame, "WentBack": wire.BackLine, "ReplayStep": wire.ReplayStep, "Replay": wire.Replay,
    "ReplayScene": wire.SceneAt, "LuckReport": wire.LuckReport, "LuckSide": wire.LuckSide, "LuckKind": wire.LuckKind,
    "LuckThrow": wire.LuckThrow, "StoryPage": wire.StoryPage, "Story": story.Story, "Stood": story.CurvePoint,
    "PlannedAnswers": review.AnswerPlan, "Weighed": review.Weighed, "Judged": review.JudgedDecision,
    "ReviewOf": wire.ReviewOf, "Hint": review.Hint, "PuzzleLine": wire.PuzzleLine, "PuzzleList": wire.PuzzleList,
    "PuzzleMark": wire.PuzzleMark, "PuzzleChoice": wire.PuzzleChoice, "PuzzleOf": wire.PuzzlePage,
    "PuzzleValue": wire.PuzzleValue, "PuzzleSolution": wire.PuzzleSolution,
    "Turned": story.Turned, "Loss": story.Loss, "Held": story.MarkerHeld,
}  # fmt: skip
PLAIN: dict[Any, list[Any]] = {str: ["", "a"], int: [1], float: [0.5, 1], bool: [True, False], NoneType: [None]}
REQUESTS: dict[str, type[Struct]] = {"GameWish": wire.NewGame, "SeatWish": wire.NewSeat, "Clock": wire.NewClock}


@pytest.fixture
def types() -> Types:
    return client_types()


def values(kind: Any) -> list[Any]:
    """What the server could write for a type: every way each part can be. Nothing for what is any object to it: a
    scene, a question, an event."""
    kind = get_args(kind)[0] if get_origin(kind) is Annotated else kind
    match get_origin(kind), get_args(kind):
        case origin, parts if origin in (Union, UnionType):
            return [value for part in parts for value in values(part)]
        case origin, parts if origin is Literal:
            return list(parts)
        case origin, parts if origin in (list, tuple):
            return [[], values(parts[0])]
        case origin, _ if origin is dict:
            return []
    if isinstance(kind, type) and issubclass(kind, Struct):
        return written(kind)
    return PLAIN.get(kind, [])


def written(kind: type[Struct]) -> list[Any]:
    """Structs of this kind as JSON, with each part in each of its ways."""
    hints = get_type_hints(kind)
    ways = {name: values(hints[name]) or [{}] for name in kind.__struct_fields__}
    most = max(map(len, ways.values()))
    rows = [{name: way[min(n, len(way) - 1)] for name, way in ways.items()} for n in range(most)]
    return [msgspec.json.decode(msgspec.json.encode(msgspec.convert(row, kind))) for row in rows]


@pytest.mark.parametrize("name", PAGES)
def test_pages_are_what_the_client_takes_them_for(types: Types, name: str) -> None:
    for page in written(PAGES[name]):
        assert types.misfit(page, name) == ""
    assert set(types.fields(name)) == set(PAGES[name].__struct_fields__)


@pytest.mark.parametrize("name", REQUESTS)
def test_requests_are_what_the_server_takes(types: Types, name: str) -> None:
    for request in types.samples(name):
        kept = {key: value for key, value in request.items() if value is not None}
        msgspec.convert(kept, REQUESTS[name], strict=True)
    assert set(types.fields(name)) == set(REQUESTS[name].__struct_fields__)


def test_a_difference_would_be_seen(types: Types) -> None:
    good = {"t": "bye", "reason": "late"}
    assert types.misfit(good, "FromServer") == ""
    for bad in (good | {"more": 1}, {"t": "bye"}, good | {"reason": 1}, good | {"t": "hello"}):
        assert types.misfit(bad, "FromServer") != ""
    refused = {"t": "tried", "id": "1", "ok": False, "reason": "", "clause": ""}
    assert types.misfit(refused, "FromServer") == ""
    assert types.misfit(refused | {"ok": True}, "FromServer") != ""
