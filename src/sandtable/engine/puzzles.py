"""Puzzles: a position out of a game, three to five plans for the seat that is asked, and what each of them is worth.

A puzzle is data. The position is kept as a game is, by its inputs, so that everything else (the table, the questions,
the clauses) comes from the rules; the values come from `sandtable puzzles mine` and are solved again by `check`. A
ruleset keeps its puzzles as lines of JSON in the folder that its hook `puzzles` names. docs/puzzles.md tells more.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from sandtable.engine.dice import Roll, Typed
from sandtable.engine.errors import PuzzleError, SandtableError, one_line, shown
from sandtable.engine.game import Game
from sandtable.engine.hooks import offered
from sandtable.engine.questions import Answer, Question
from sandtable.engine.registry import ruleset as find_ruleset

LEAST_PLANS, MOST_PLANS = 3, 5
LEAST_GAP = 0.10
"""What the best plan is worth more than the second, at the least."""

Portion = Annotated[float, Meta(ge=0, le=1)]
_encoder = msgspec.json.Encoder(order="deterministic")


class PuzzlePlan(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Answers that the seat gives one after the other, and what came of them: shares of games won and drawn, give or
    take `error` (95 %). `exact`: every die and every choice that was left has been counted."""

    answers: list[Any]
    words: str
    """What is done, in a few words; `detail` is the rest of it."""
    detail: str = ""
    win: Portion
    draw: Portion
    error: Portion = 0.0
    exact: bool = False
    why: str
    clauses: tuple[str, ...]

    @property
    def worth(self) -> float:
        """A draw is half a win."""
        return self.win + self.draw / 2


class Puzzle(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One line of a file. The plans stand in the order in which they are shown: it says nothing of their worth."""

    id: str
    ruleset: str
    version: str
    """Of the rules it was solved under."""
    options: dict[str, Any] = {}
    setup: dict[str, Any]
    inputs: list[Any]
    seat: int
    place: str
    """Where the game is played, for lists."""
    headline: str
    theme: str
    difficulty: Annotated[int, Meta(ge=1, le=5)]
    plans: Annotated[list[PuzzlePlan], Meta(min_length=LEAST_PLANS, max_length=MOST_PLANS)]
    gap: Portion
    """Between the best plan and the second; `gap_error` is the error (95 %) of that difference, with the same dice."""
    gap_error: Portion = 0.0
    playouts: int = 0
    """Imagined games of each plan that is not exact."""
    tempting: int
    """The plan that looks best at first sight."""
    lesson: str

    @property
    def best(self) -> int:
        return max(range(len(self.plans)), key=lambda number: self.plans[number].worth)

    @property
    def worst(self) -> int:
        return min(range(len(self.plans)), key=lambda number: self.plans[number].worth)

    @property
    def exact(self) -> bool:
        return all(plan.exact for plan in self.plans)


def puzzle_id(ruleset: str, setup: dict[str, Any], inputs: list[Any]) -> str:
    """A name that a position keeps, in whatever file it stands."""
    return sha256(_encoder.encode([ruleset, setup, inputs])).hexdigest()[:8]


# ---- reading --------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def puzzles(name: str) -> tuple[Puzzle, ...]:
    """All puzzles of a ruleset, the easy ones first; none where it offers none. Raises PuzzleError that names the file
    and the line."""
    folder: Path | None = offered(find_ruleset(name), "puzzles")
    if folder is None:
        return ()
    found = [one for path in sorted(folder.glob("*.jsonl")) for one in read_puzzles(path, name)]
    twice = {one.id for one in found if sum(one.id == other.id for other in found) > 1}
    if twice:
        raise PuzzleError(f"{folder.name}: the puzzle {min(twice)} appears twice")
    return tuple(sorted(found, key=lambda one: (one.difficulty, one.id)))


def puzzle(name: str, which: str) -> Puzzle | None:
    return next((one for one in puzzles(name) if one.id == which), None)


def read_puzzles(path: Path, ruleset: str = "") -> Iterator[Puzzle]:
    """The puzzles of a file, each checked for what can be seen without playing it."""
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise PuzzleError(f"cannot read {path}: {error.strerror}") from error
    for number, line in enumerate(lines, 1):
        if line.strip():
            where = f"{path.name}, line {number}"
            try:
                found = msgspec.json.decode(line, type=Puzzle)
            except msgspec.DecodeError as error:
                raise PuzzleError(f"{where}: {one_line(error)}") from error
            if wrong := _wrong(found, ruleset):
                raise PuzzleError(f"{where}, puzzle {shown(found.id)}: {wrong}")
            yield found


def _wrong(one: Puzzle, ruleset: str) -> str:
    if ruleset and one.ruleset != ruleset:
        return f"it is one of {shown(one.ruleset)}, not of {ruleset}"
    if one.id != puzzle_id(one.ruleset, one.setup, one.inputs):
        return "its position is not the one it is named after"
    clauses = find_ruleset(one.ruleset).rulebook.clauses
    for number, plan in enumerate(one.plans, 1):
        if unknown := [clause for clause in plan.clauses if clause not in clauses]:
            return f"plan {number}: there is no clause {shown(unknown[0])}"
        if plan.win + plan.draw > 1 + 1e-9:
            return f"plan {number}: more games than all of them are won or drawn"
        if not plan.answers:
            return f"plan {number}: it has no answers"
    if not 0 <= one.tempting < len(one.plans):
        return f"there is no plan {one.tempting} that could be tempting"
    if not one.playouts and not one.exact:
        return "its values are neither exact nor from any playouts"
    worths = sorted((plan.worth for plan in one.plans), reverse=True)
    if abs(worths[0] - worths[1] - one.gap) > 0.002:
        return f"the best plan is worth {worths[0] - worths[1]:.3f} more than the second, not {one.gap:.3f}"
    if one.gap < LEAST_GAP or one.gap <= one.gap_error:
        return f"one plan must be clearly best, not {one.gap:.3f} ± {one.gap_error:.3f} better"
    return ""


def write_puzzles(path: Path, found: list[Puzzle]) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"".join(_encoder.encode(one) + b"\n" for one in found))
    except OSError as error:
        raise PuzzleError(f"cannot write {path}: {error.strerror}") from error


# ---- playing --------------------------------------------------------------------------------------


def position(one: Puzzle, events: bool = False) -> Game[Any]:
    """The game at the decision. Raises PuzzleError where today's rules no longer lead there, or do not allow a plan."""
    game = Game(find_ruleset(one.ruleset), one.setup, one.options, Typed(), events=events)
    for number, given in enumerate(one.inputs, 1):
        try:
            game.feed(tuple(given) if isinstance(game.question, Roll) and isinstance(given, list) else given)
        except SandtableError as error:
            raise PuzzleError(f"the rules no longer follow its input {number}: {one_line(error)}") from error
    if not isinstance(game.question, Question) or game.question.seat != one.seat:
        raise PuzzleError("the rules no longer ask its seat there")
    return game


def check_plans(one: Puzzle, game: Game[Any]) -> None:
    """Raises PuzzleError that names the plan which is no longer legal."""
    for number, plan in enumerate(one.plans, 1):
        copy = game.clone(dice=Typed())
        try:
            for answer in plan.answers:
                follow(copy, one.seat, answer)
        except SandtableError as error:
            raise PuzzleError(f"plan {number} ({plan.words}) is no longer legal: {one_line(error)}") from error


def follow(game: Game[Any], seat: int, answer: Answer) -> None:
    """Gives one answer of a plan."""
    if not isinstance(game.question, Question) or game.question.seat != seat:
        raise PuzzleError("somebody else is asked, or dice come before it")
    game.answer(answer)
