"""Lessons: a situation, steps with words, what is expected, and what is said to whoever tries something else.

A lesson is a line of inputs, written as a case is (docs/cases.md): answers of whoever learns, and between them the dice
and the answers of the others, so that it goes the same way every time. A game that has followed the line so far is *on*
it; anything else that the rules allow may be played as well, and leads off it. docs/write-a-ruleset.md, section 20, is
the author's side of this module.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice, takewhile
from math import dist
from pathlib import Path
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from sandtable.engine.cases import CaseResult
from sandtable.engine.dice import Faces, Roll, Stood, Typed
from sandtable.engine.errors import IllegalAnswer, LessonError, SandtableError, one_line, shown
from sandtable.engine.game import LONGEST_CHAIN, Game
from sandtable.engine.hooks import offered
from sandtable.engine.naming import named_answer
from sandtable.engine.questions import Answer, Question, options_of
from sandtable.engine.registry import ruleset as find_ruleset
from sandtable.engine.rulebook import read_toml

COACH = "coach.toml"
"""In the folder of the lessons: words for a first battle."""
KINDS = ("expect", "any", "place", "dice", "answer")


# ---- as written -----------------------------------------------------------------------------------


class _Written(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of a lesson file."""


class Other(_Written, frozen=True):
    """What is said to one answer that is not the expected one."""

    answer: Any
    text: str
    title: str = ""
    clauses: tuple[str, ...] = ()


class Region(_Written, frozen=True):
    """Wherever a move ends within so many inches (or cells) of a place; `answer` leads there, for who wants to see."""

    at: tuple[float, float]
    within: float
    answer: Any

    def takes(self, given: Answer) -> bool:
        """The middle of all who moved, where several do."""
        ends = [end for end in map(_end, given.values()) if end is not None] if isinstance(given, dict) else []
        if not ends:
            return False
        middle = (sum(x for x, _ in ends) / len(ends), sum(y for _, y in ends) / len(ends))
        return dist(middle, self.at) <= self.within


def _end(way: Any) -> tuple[float, float] | None:
    """Where a path or a place ends; None for whoever stays."""
    spot = way[-1] if isinstance(way, list) and way and isinstance(way[-1], list) else way
    return (float(spot[0]), float(spot[1])) if isinstance(spot, list) and len(spot) >= 2 else None


class LessonEntry(_Written, frozen=True):
    """One input: an answer of whoever learns (`expect`, one of `any`, or a move to a `place`), the `dice` of one roll,
    or an `answer` of somebody else."""

    expect: Any = UNSET
    any: list[Any] | UnsetType = UNSET
    place: Region | UnsetType = UNSET
    dice: list[int] | UnsetType = UNSET
    answer: Any = UNSET
    by: str = ""
    otherwise: str = ""
    others: list[Other] = []

    @property
    def asks(self) -> bool:
        """Is it for whoever learns to give?"""
        return self.dice is UNSET and self.answer is UNSET

    @property
    def wanted(self) -> list[Any]:
        """The answers it names, the one to show first."""
        if self.place is not UNSET:
            return [self.place.answer]
        if self.any is not UNSET:
            return self.any
        return [self.answer if self.expect is UNSET else self.expect]


class LessonPart(_Written, frozen=True):
    """`look`: what stands in the light, by name or as [x, y]; without it, what the expected answer points at. A step
    without `play` is read."""

    title: str
    text: str
    clauses: tuple[str, ...] = ()
    look: list[str | tuple[float, float]] = []
    play: list[LessonEntry] = []
    otherwise: str = ""


class LessonFile(_Written, frozen=True):
    ruleset: str
    title: str
    about: str
    minutes: int
    learnt: str
    step: list[LessonPart]
    seat: str = ""
    """Who learns; without it, the first."""
    next: str = ""
    options: dict[str, Any] = {}
    situation: dict[str, Any] | UnsetType = UNSET
    setup: dict[str, Any] | UnsetType = UNSET


class Word(_Written, frozen=True):
    """What a coach says to the first question of a topic (or the first with this option) in somebody's first battle."""

    topic: str
    title: str
    text: str
    clauses: tuple[str, ...] = ()


class _CoachFile(Struct, forbid_unknown_fields=True):
    word: list[Word]


# ---- as played ------------------------------------------------------------------------------------


class LineMark(Struct, frozen=True):
    """A place in the line: the step it belongs to, and the inputs that go on from there."""

    step: int
    entry: LessonEntry
    seat: int
    taken: tuple[Any, ...]
    """The first is the one to show."""
    others: tuple[tuple[Any, Other], ...] = ()

    def takes(self, given: Answer | Faces) -> bool:
        if self.entry.place is not UNSET:
            return self.entry.place.takes(given)
        return (list(given) if isinstance(given, tuple) else given) in self.taken


class Lesson(Struct, frozen=True):
    """A lesson that was played to its end, so that everything in it is known to be possible."""

    id: str
    file: LessonFile
    setup: dict[str, Any]
    seat: int
    line: tuple[LineMark, ...]
    rolls: tuple[Stood, ...]
    """Its dice: who goes the same way meets them."""
    starts: tuple[int, ...]
    """How many inputs come before each step."""
    next: str = ""

    def followed(self, inputs: Sequence[Answer | Faces]) -> int:
        """How many inputs go along the line."""
        for number, (mark, given) in enumerate(zip(self.line, inputs, strict=False)):
            if not mark.takes(given):
                return number
        return min(len(self.line), len(inputs))

    def answer(self, inputs: Sequence[Answer | Faces]) -> Answer | None:
        """What somebody else answers here; None where the line does not say."""
        at = self.followed(inputs)
        if at < len(inputs) or at == len(self.line) or self.line[at].entry.answer is UNSET:
            return None
        return self.line[at].taken[0]

    def guide(self, game: Game[Any]) -> dict[str, Any]:
        """Where a game stands on the line: `step`, whether it is still `on` it and `done`, the number of inputs to go
        `back` to, and if whoever learns is asked, the `answer` to show with those of the step that follow it before any
        die or anybody else (`chain`), and what to `look` at."""
        at = self.followed(game.inputs)
        done = at == len(self.line)
        on = done or at == len(game.inputs)
        step = len(self.file.step) if done else self.line[at].step
        guide: dict[str, Any] = {"step": step, "on": on, "done": done, "back": self._back(step, len(game.inputs)),
                                 "answer": None, "chain": [], "look": []}  # fmt: skip
        if done or not on or not isinstance(game.question, Question) or game.question.seat != self.seat:
            return guide
        mark = self.line[at]
        guide["answer"] = mark.taken[0]
        ahead = takewhile(lambda one: one.step == step and one.entry.asks, self.line[at:])
        guide["chain"] = [one.taken[0] for one in islice(ahead, LONGEST_CHAIN)]
        guide["look"] = self.file.step[step].look or _pointed_at(game.question, mark)
        return guide

    def _back(self, step: int, inputs: int) -> int | None:
        """The beginning of this step, or from there of the one before, in which something was answered."""
        starts = [start for start in self.starts[: step + 1] if start < inputs]
        return max(starts, default=None)

    def judge(self, game: Game[Any], answers: Sequence[Answer]) -> dict[str, Any]:
        """What is said to these answers, before they are given: nothing if they are those that are expected, or if the
        rules will refuse them anyway."""
        at = self.followed(game.inputs)
        if at < len(game.inputs) or at == len(self.line):
            return {"ok": True}
        try:
            tried = game.rehearse(answers, self.seat)
        except IllegalAnswer:
            return {"ok": True}
        for mark, given in zip(self.line[at:], tried.inputs[at : at + len(answers)], strict=False):
            if not mark.takes(given):
                return self._said(mark, given)
        return {"ok": True}

    def _said(self, mark: LineMark, given: Answer) -> dict[str, Any]:
        step = self.file.step[mark.step]
        for answer, other in mark.others:
            if answer == given:
                return {"ok": False, "title": other.title, "text": other.text, "clauses": list(other.clauses)}
        return {"ok": False, "title": "", "text": mark.entry.otherwise or step.otherwise, "clauses": []}


def _pointed_at(question: Question, mark: LineMark) -> list[Any]:
    """What the expected answer points at, and who gives it."""
    if mark.entry.place is not UNSET:
        found: list[Any] = [list(mark.entry.place.at)]
    else:
        ids = mark.taken[0] if isinstance(mark.taken[0], list) else [mark.taken[0]]
        found = [ref.id for option in options_of(question) if option.id in ids for ref in option.points_at]
    return ([question.who] if question.who else []) + found


# ---- reading --------------------------------------------------------------------------------------


def folder_of(name: str) -> Path | None:
    """Where a ruleset keeps its lessons."""
    found: Path | None = offered(find_ruleset(name), "lessons")
    return found


@lru_cache(maxsize=64)
def lesson_ids(name: str) -> tuple[str, ...]:
    """The lessons of a ruleset in the order in which they are learnt: that of the names of their files."""
    folder = folder_of(name)
    return tuple(sorted(one.stem for one in folder.glob("*.toml") if one.name != COACH)) if folder else ()


@lru_cache(maxsize=256)
def lesson(name: str, which: str) -> Lesson | None:
    """A lesson of a ruleset; None where there is none of that id."""
    folder, ids = folder_of(name), lesson_ids(name)
    return read_lesson(folder / f"{which}.toml", ids) if folder and which in ids else None


def lessons(name: str) -> list[Lesson]:
    """All that there are."""
    return [found for one in lesson_ids(name) if (found := lesson(name, one)) is not None]


def read_lesson(path: Path, ids: Sequence[str] = ()) -> Lesson:
    """A lesson, played to its end; raises LessonError that names the file and the entry. `ids`: all there are, in their
    order."""
    file = read_toml(path, LessonFile)
    rest = ids[ids.index(path.stem) + 1 :] if path.stem in ids else []
    try:
        _check(file, ids)
        return _played(path.stem, file, file.next or next(iter(rest), ""))
    except LessonError as error:
        raise LessonError(f"{path.name}: {error}") from None


@lru_cache(maxsize=64)
def coach_words(name: str) -> tuple[Word, ...]:
    """What a coach says in a first battle; nothing where the ruleset has no words for it."""
    folder = folder_of(name)
    if folder is None or not (folder / COACH).is_file():
        return ()
    words = read_toml(folder / COACH, _CoachFile).word
    clauses = find_ruleset(name).rulebook.clauses
    for number, word in enumerate(words, 1):
        for clause in word.clauses:
            if clause not in clauses:
                raise LessonError(f"{COACH}: word {number} {word.topic!r}: there is no clause {shown(clause)}")
        if any(word.topic == one.topic for one in words[: number - 1]):
            raise LessonError(f"{COACH}: word {number} {word.topic!r}: this topic appears twice")
    return tuple(words)


def is_lesson(path: Path) -> bool:
    """Does this file hold a lesson, or the words of a coach, and no case?"""
    try:
        found = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return False  # whoever reads it as a case says what is wrong
    return "step" in found or path.name == COACH


def lesson_result(path: Path) -> CaseResult:
    """Whether a lesson can be given, as the result of a case says whether it holds."""
    try:
        if path.name == COACH:
            return CaseResult(f"{len(read_toml(path, _CoachFile).word)} words of a coach", ())
        ids = sorted(one.stem for one in path.parent.glob("*.toml"))
        return CaseResult(read_lesson(path, ids).file.title, ())
    except SandtableError as error:
        return CaseResult(path.stem, (), one_line(error))


def _check(file: LessonFile, ids: Sequence[str]) -> None:
    if (file.situation is UNSET) == (file.setup is UNSET):
        raise LessonError("give either [situation] or [setup]")
    if not file.step:
        raise LessonError("a lesson has steps")
    if file.next and file.next not in ids:
        raise LessonError(f"there is no lesson {shown(file.next)} to come next")
    clauses = find_ruleset(file.ruleset).rulebook.clauses
    for number, step in enumerate(file.step, 1):
        where = f"step {number} {step.title!r}"
        others = [clause for entry in step.play for other in entry.others for clause in other.clauses]
        for clause in (*step.clauses, *others):
            if clause not in clauses:
                raise LessonError(f"{where}: there is no clause {shown(clause)}")
        if step.play and not any(entry.asks for entry in step.play):
            raise LessonError(
                f"{where}: nothing in it is asked of whoever learns; put its dice behind what sets them off"
            )
        for count, entry in enumerate(step.play, 1):
            _check_entry(f"{where}, entry {count}", step, entry)
    if not any(entry.asks for step in file.step for entry in step.play):
        raise LessonError("nothing is asked of whoever learns")


def _check_entry(where: str, step: LessonPart, entry: LessonEntry) -> None:
    if sum(getattr(entry, kind) is not UNSET for kind in KINDS) != 1:
        raise LessonError(f"{where} must have exactly one of {', '.join(KINDS)}")
    if entry.any is not UNSET and len(entry.any) < 2:
        raise LessonError(f"{where}: any is a list of several answers")
    if entry.asks and not (entry.otherwise or step.otherwise):
        raise LessonError(f"{where}: nothing is said to whoever tries something else (otherwise)")
    if not entry.asks and (entry.otherwise or entry.others):
        raise LessonError(f"{where}: nobody who learns answers this")


# ---- playing it once --------------------------------------------------------------------------------


def _played(name: str, file: LessonFile, following: str) -> Lesson:
    setup = file.setup if file.setup is not UNSET else {"situation": file.situation}
    try:
        game: Game[Any] = Game(find_ruleset(file.ruleset), setup, file.options, Typed())
    except SandtableError as error:
        raise LessonError(f"the situation is refused: {one_line(error)}") from error
    seat = _seat(file, game.seats)
    line: list[LineMark] = []
    rolls: list[Stood] = []
    starts: list[int] = []
    for number, step in enumerate(file.step):
        starts.append(len(game.inputs))
        for count, entry in enumerate(step.play, 1):
            where = f"step {number + 1} {step.title!r}, entry {count}"
            try:
                line.append(_gone_on(game, number, entry, seat, rolls))
            except SandtableError as error:
                raise LessonError(f"{where}: {one_line(error)}") from error
    return Lesson(name, file, dict(game.setup), seat, tuple(line), tuple(rolls), tuple(starts), following)


def _seat(file: LessonFile, seats: Sequence[str]) -> int:
    if file.seat and file.seat not in seats:
        raise LessonError(f"there is no seat {shown(file.seat)}, only {', '.join(seats)}")
    return seats.index(file.seat) if file.seat else 0


def _gone_on(game: Game[Any], step: int, entry: LessonEntry, seat: int, rolls: list[Stood]) -> LineMark:
    """Gives an entry to the game; what it means there."""
    question = game.question
    if question is None:
        raise LessonError("the game is over before it")
    if isinstance(question, Roll):
        return _rolled(game, question, step, entry, rolls)
    if entry.dice is not UNSET:
        raise LessonError(f"no roll is due ({question.prompt})")
    asked = game.seats[question.seat]
    if entry.asks != (question.seat == seat) or (entry.by and entry.by not in (question.who, asked)):
        raise LessonError(f"{question.who or asked} is asked: {question.prompt}")
    taken = tuple(_recorded(question, answer) for answer in entry.wanted)
    others = tuple((_recorded(question, other.answer), other) for other in entry.others)
    mark = LineMark(step, entry, question.seat, taken, others)
    if any(mark.takes(answer) for answer, _ in others):
        raise LessonError("what is expected is among the others")
    if not mark.takes(taken[0]):
        raise LessonError("the answer that is shown does not end there")
    game.answer(taken[0])
    return mark


def _recorded(question: Question, answer: Any) -> Answer:
    named = named_answer(question, answer)
    return question.recorded(named, question.read(named))


def _rolled(game: Game[Any], roll: Roll, step: int, entry: LessonEntry, rolls: list[Stood]) -> LineMark:
    if entry.dice is UNSET:
        raise LessonError(f"the rules wait for dice: {roll.purpose} ({roll.n}d{roll.sides})")
    faces = roll.read(entry.dice)
    rolls.append(Stood(len(rolls), roll.n, roll.sides, roll.purpose, roll.who, roll.seat, faces))
    game.answer(list(faces))
    return LineMark(step, entry, roll.seat, (list(faces),))
