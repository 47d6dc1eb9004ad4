"""The endpoints of puzzles. What an answer is worth is told to whoever has chosen one."""

from __future__ import annotations

from datetime import UTC, datetime

from msgspec import Raw
from starlette.requests import Request

from sandtable.engine.puzzles import Puzzle, puzzle
from sandtable.server import puzzles
from sandtable.server.api import Endpoint, Failed, address_of, created, ruleset_of, with_the_rules
from sandtable.server.hub import Hub
from sandtable.server.jobs import PuzzleStart
from sandtable.server.wire import (
    ChoosePlan,
    GameMade,
    NewSeat,
    PlayPuzzle,
    PuzzleHint,
    PuzzleList,
    PuzzlePage,
    PuzzleSolution,
)  # fmt: skip


async def list_puzzles(hub: Hub, request: Request, body: None) -> PuzzleList:
    return puzzles.listed(datetime.now(UTC).date())


def _puzzle(request: Request) -> Puzzle:
    one = puzzle(ruleset_of(request), request.path_params["puzzle"])
    if one is None:
        raise Failed(404, "unknown", "there is no such puzzle")
    return one


async def show_puzzle(hub: Hub, request: Request, body: None) -> Raw:
    one = _puzzle(request)
    return await hub.page("puzzle_page", f"{one.ruleset}/{one.id}")


async def hint(hub: Hub, request: Request, body: None) -> PuzzleHint:
    return PuzzleHint(_puzzle(request).worst)


async def choose(hub: Hub, request: Request, body: ChoosePlan) -> PuzzleSolution:
    one = _puzzle(request)
    if body.plan >= len(one.plans):
        raise Failed(422, "illegal", f"this puzzle has {len(one.plans)} answers")
    return puzzles.solution(one, body.plan)


async def play_on(hub: Hub, request: Request, body: PlayPuzzle) -> GameMade:
    """A game that begins at the position."""
    one = _puzzle(request)
    start: PuzzleStart = await with_the_rules(hub, "puzzle_start", one.ruleset, one.id)
    usual = [NewSeat() if seat == one.seat else NewSeat("bot") for seat in range(len(start.checked.seats))]
    return await created(
        hub, one.ruleset, start.checked, body.seats or usual, "server", past=start.past, address=address_of(request),
        record=start.record,
    )  # fmt: skip


ONE = "/api/rulesets/{ruleset}/puzzles/{puzzle}"
PUZZLES = (
    Endpoint("GET", "/api/puzzles", list_puzzles, "All puzzles, and that of the day", PuzzleList),
    Endpoint("GET", ONE, show_puzzle, "A puzzle, without what its answers are worth", PuzzlePage, errors=(404, 422)),
    Endpoint("GET", f"{ONE}/hint", hint, "The worst of its answers", PuzzleHint, errors=(404,)),
    Endpoint("POST", f"{ONE}/answer", choose, "What the answers are worth, for whoever has chosen one", PuzzleSolution,
             ChoosePlan, errors=(404, 422)),
    Endpoint("POST", f"{ONE}/play", play_on, "A new game that begins there", GameMade, PlayPuzzle, status=201,
             errors=(404, 409, 422)),
)  # fmt: skip
