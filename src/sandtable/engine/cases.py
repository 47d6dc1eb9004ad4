"""Case files: a situation, a script, expectations. docs/cases.md is the user's side of this module."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from sandtable.engine.dice import Roll, Typed
from sandtable.engine.errors import CaseError, IllegalAnswer, RuleError, SandtableError, one_line
from sandtable.engine.game import Game
from sandtable.engine.questions import Absent, Answer, Option, Question, options_of
from sandtable.engine.registry import fault
from sandtable.engine.registry import ruleset as find_ruleset

KEYS: dict[str, type] = {
    "by": str, "dice": list, "clause": str, "asked": str, "prompt": str, "options": list, "offers": list,
    "not_offered": list, "roll": int, "sides": int, "purpose": str, "expect": dict, "event": str, "no_event": str,
    "over": bool,
}  # fmt: skip
"""What the keys of a script's entry hold; `answer` and `refused` hold anything."""
ENTRY_KINDS = ("answer", "dice", "refused", "asked", "roll", "expect", "event", "no_event", "over")
LARGEST = 1024 * 1024


class CaseFile(Struct, forbid_unknown_fields=True):
    """The file as written."""

    ruleset: str
    title: str
    clauses: list[str]
    options: dict[str, Any] = {}
    situation: dict[str, Any] | None = None
    setup: dict[str, Any] | None = None
    play: list[dict[str, Any]] | None = None
    expect: dict[str, Any] | None = None
    variant: list[dict[str, Any]] = []


class Case(Struct, frozen=True):
    """One run: the file itself or one of its variants."""

    title: str
    ruleset: str
    clauses: tuple[str, ...]
    options: dict[str, Any]
    setup: dict[str, Any]
    play: list[dict[str, Any]]
    expect: dict[str, Any]


class Result(Struct, frozen=True):
    title: str
    clauses: tuple[str, ...]
    problem: str = ""

    @property
    def ok(self) -> bool:
        return not self.problem


class _Failure(Exception):
    """What went wrong in a case, in words."""


# ---- reading --------------------------------------------------------------------------------------


def read_cases(path: Path) -> list[Case]:
    """The case of a file and its variants; raises CaseError with one line that says what is wrong."""
    try:
        if path.stat().st_size > LARGEST:
            raise CaseError(f"{path}: a case larger than 1 MB is not read")
        with path.open("rb") as file:
            data = tomllib.load(file)
        written = msgspec.convert(data, CaseFile)
    except OSError as error:
        raise CaseError(f"{path}: {error.strerror}") from error
    except msgspec.ValidationError as error:
        raise CaseError(f"{path}: {one_line(error)}") from error
    except (ValueError, RecursionError) as error:
        raise CaseError(f"{path} is not valid TOML: {one_line(error)}") from error
    try:
        return list(_cases(written))
    except CaseError as error:
        raise CaseError(f"{path}: {error}") from error


def _cases(written: CaseFile) -> Iterator[Case]:
    base = msgspec.to_builtins(written)
    variants = base.pop("variant")
    if written.play is not None or written.expect is not None or not variants:
        yield _case(base)
    for variant in variants:
        unknown = set(variant) - {"title", "clauses", "options", "situation", "setup", "play", "expect"}
        if unknown:
            raise CaseError(f"a variant cannot have the key {sorted(unknown)[0]!r}")
        merged = dict(base)
        for key, value in variant.items():
            whole = key in ("play", "expect", "title", "clauses") or merged.get(key) is None
            merged[key] = value if whole else _merge(merged[key], value)
        if "title" in variant:
            merged["title"] = f"{base['title']}: {variant['title']}"
        try:
            msgspec.convert(merged, CaseFile)
        except msgspec.ValidationError as error:
            raise CaseError(f"variant {merged['title']!r}: {one_line(error)}") from error
        yield _case(merged)


def _case(data: dict[str, Any]) -> Case:
    if (data["situation"] is None) == (data["setup"] is None):
        raise CaseError("give either [situation] or [setup]")
    setup = {"situation": data["situation"]} if data["setup"] is None else data["setup"]
    play, expect = data["play"] or [], data["expect"] or {}
    for number, entry in enumerate(play, 1):
        if len(_kinds(entry)) != 1:
            raise CaseError(f"play entry {number} must have exactly one of {', '.join(ENTRY_KINDS)}")
        for key, value in entry.items():
            if "event" not in entry and not isinstance(value, KEYS.get(key, object)):
                raise CaseError(f"play entry {number}: {key} cannot be {str(value)[:40]!r}")
            if "event" not in entry and key not in KEYS and key not in ("answer", "refused"):
                raise CaseError(f"play entry {number}: there is no key {key[:40]!r}")
    if not expect and not any(set(entry) - {"answer", "by", "dice"} for entry in play):
        raise CaseError("nothing is expected, so nothing is proved")
    return Case(data["title"], data["ruleset"], tuple(data["clauses"]), data["options"], setup, play, expect)


def _kinds(entry: dict[str, Any]) -> list[str]:
    """What an entry does. An event may have a value called 'roll', which is no roll then."""
    return ["event"] if "event" in entry else [kind for kind in ENTRY_KINDS if kind in entry]


def _merge(old: Any, new: Any) -> Any:
    """Tables key by key, lists of named tables by name, everything else replaced."""
    if isinstance(old, dict) and isinstance(new, dict):
        return {**old, **{key: _merge(old[key], value) if key in old else value for key, value in new.items()}}
    if _named(old) and _named(new):
        changes = {entry["name"]: entry for entry in new}
        kept = [_merge(entry, changes.pop(entry["name"], {})) for entry in old]
        return kept + list(changes.values())
    return new


def _named(value: Any) -> bool:
    """A list of tables that each have a name."""
    entries = value if isinstance(value, list) else []
    return bool(entries) and all(isinstance(e, dict) and isinstance(e.get("name"), str) for e in entries)


# ---- running --------------------------------------------------------------------------------------


def run_file(path: Path) -> list[Result]:
    return [run(case) for case in read_cases(path)]


def run(case: Case) -> Result:
    """Plays a case; the result says in one line what did not agree."""
    try:
        _check_clauses(case)
        _play(case)
    except (_Failure, SandtableError) as error:
        return Result(case.title, case.clauses, one_line(error))
    except Exception as error:
        if not (mistake := fault(error)):
            raise
        return Result(case.title, case.clauses, mistake)
    return Result(case.title, case.clauses)


def _check_clauses(case: Case) -> None:
    known = find_ruleset(case.ruleset).rulebook.clauses
    for clause in case.clauses:
        if clause not in known:
            raise _Failure(f"there is no clause {clause[:40]!r} in the rulebook")


def _play(case: Case) -> None:
    wanted = case.expect.get("setup_refused")
    try:
        game = _begun(case)
    except RuleError as error:
        if wanted is None:
            raise _Failure(f"the situation is refused: {one_line(error)}") from None
        if error.clause != wanted:
            raise _Failure(f"refused by {error.clause or 'no clause'}, not by {wanted}: {error.reason}") from None
        return
    if wanted is not None:
        raise _Failure(f"the situation should be refused by {wanted}, but is accepted")
    script = _Script(game)
    for number, entry in enumerate(case.play, 1):
        try:
            script.do(entry)
        except (_Failure, SandtableError) as error:
            raise _Failure(f"entry {number} {_shown(entry)}: {one_line(error)}") from None
    script.expect(case.expect)


def _begun(case: Case) -> Game[Any]:
    return Game(find_ruleset(case.ruleset), case.setup, case.options, Typed())


def walk(case: Case) -> Iterator[tuple[Game[Any], dict[str, Any] | None, RuleError | None]]:
    """Plays a case for somebody to look at: yields the game in its situation (with None) and after each entry that does
    something (an answer, dice, a refusal, with the error it brought). It ends where the case fails."""
    try:
        game = _begun(case)
    except SandtableError:
        return
    yield game, None, None
    script = _Script(game)
    for entry in case.play:
        if _kinds(entry)[0] not in ("answer", "dice", "refused"):
            continue
        refusal = script.refusal(entry) if "refused" in entry else None
        if refusal is None:
            try:
                script.do(entry)
            except (_Failure, SandtableError):
                return
        yield game, entry, refusal


class _Script:
    """A game and the events since the last answer."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.heard = 0

    def do(self, entry: dict[str, Any]) -> None:
        kind = _kinds(entry)[0]
        if (by := entry.get("by")) and kind != "event":
            self._asked_of(by)
        getattr(self, f"_{kind}")(entry)

    def _question(self) -> Question | Roll:
        if self.game.question is None:
            raise _Failure("the game is over")
        return self.game.question

    def _name(self, question: Question | Roll) -> str:
        return question.who or self.game.seats[question.seat]

    def _asked_of(self, name: str) -> None:
        question = self._question()
        if isinstance(question, Roll):
            raise _Failure(f"the rules wait for dice: {question.purpose} ({question.n}d{question.sides})")
        if str(name).casefold() not in (question.who.casefold(), self.game.seats[question.seat].casefold()):
            raise _Failure(f"{self._name(question)} is asked, not {name}: {question.prompt}")

    def _answer(self, entry: dict[str, Any]) -> None:
        question = self._question()
        if isinstance(question, Roll):
            raise _Failure(f"the rules wait for dice: {question.purpose} ({question.n}d{question.sides})")
        self.heard = len(self.game.events or [])
        self.game.answer(_named_answer(question, entry["answer"]))

    def _dice(self, entry: dict[str, Any]) -> None:
        left = entry["dice"]
        if not isinstance(left, list) or not left:
            raise _Failure("dice is a list of faces")
        while left:
            question = self.game.question
            if not isinstance(question, Roll):
                asked = question.prompt if question else "the game is over"
                raise _Failure(f"no roll is due, dice {left} are left over ({asked})")
            if len(left) < question.n:
                raise _Failure(f"{question.purpose} needs {question.n} dice, only {len(left)} are left")
            self.game.answer(left[: question.n])
            left = left[question.n :]

    def _refused(self, entry: dict[str, Any]) -> None:
        question, before = self._question(), self.game.hash()
        answer = entry["refused"]
        try:
            self.game.answer(answer if isinstance(question, Roll) else _named_answer(question, answer))
        except IllegalAnswer as error:
            if "clause" in entry and error.clause != entry["clause"]:
                raise _Failure(f"refused by {error.clause}, not by {entry['clause']}: {error.reason}") from None
            if self.game.hash() != before:
                raise _Failure("the refused answer changed the game") from None
        else:
            raise _Failure("this answer should be refused, but is legal")

    def refusal(self, entry: dict[str, Any]) -> RuleError | None:
        """The error that a refused answer brings."""
        question, answer = self._question(), entry["refused"]
        try:
            question.read(answer if isinstance(question, Roll) else _named_answer(question, answer))
        except IllegalAnswer as error:
            return error
        except _Failure:
            pass
        return None

    def _asked(self, entry: dict[str, Any]) -> None:
        self._asked_of(entry["asked"])
        question = self._question()
        labels = [option.label for option in options_of(question)]
        folded = {label.casefold() for label in labels}
        if (part := entry.get("prompt", "")).casefold() not in question.prompt.casefold():
            raise _Failure(f"the prompt is {question.prompt!r}, without {part!r}")
        if "options" in entry and {str(o).casefold() for o in entry["options"]} != folded:
            raise _Failure(f"the options are {labels}")
        for label in entry.get("offers", ()):
            if str(label).casefold() not in folded:
                raise _Failure(f"{label} is not offered, only {labels}")
        for label in entry.get("not_offered", ()):
            if str(label).casefold() in folded:
                raise _Failure(f"{label} is offered")
        if "clause" in entry and entry["clause"] != question.clause:
            raise _Failure(f"the question rests on {question.clause}")

    def _roll(self, entry: dict[str, Any]) -> None:
        question = self.game.question
        if not isinstance(question, Roll):
            raise _Failure(f"no roll is due ({question.prompt if question else 'the game is over'})")
        if question.n != entry["roll"] or question.sides != entry.get("sides", question.sides):
            raise _Failure(f"the roll is {question.n}d{question.sides} ({question.purpose})")
        if str(entry.get("purpose", "")).casefold() not in question.purpose.casefold():
            raise _Failure(f"the roll is {question.purpose}")

    def _event(self, entry: dict[str, Any]) -> None:
        wanted = {key: value for key, value in entry.items() if key != "event"}
        found = [event for event in (self.game.events or [])[self.heard :] if event.kind == entry["event"]]
        for event in found:
            if all(key in event.data and event.data[key] == value for key, value in wanted.items()):
                return
        seen = "; ".join(str({key: event.data.get(key) for key in wanted}) for event in found)
        raise _Failure(f"there was {seen}" if found else f"no event {entry['event']!r} happened")

    def _no_event(self, entry: dict[str, Any]) -> None:
        if any(event.kind == entry["no_event"] for event in (self.game.events or [])[self.heard :]):
            raise _Failure(f"an event {entry['no_event']!r} happened")

    def _over(self, entry: dict[str, Any]) -> None:
        if self.game.over is not entry["over"]:
            raise _Failure("the game is over" if self.game.over else f"the game goes on ({self._question().prompt})")

    def _expect(self, entry: dict[str, Any]) -> None:
        self.expect(entry["expect"])

    def expect(self, expected: dict[str, Any]) -> None:
        game = self.game
        outcome, question = game.outcome, game.question
        facts = game.ruleset.facts(game.state) | {
            "over": game.over,
            "winners": list(outcome.winners) if outcome else [],
            "ended_by": outcome.clause if outcome else "",
            "asked": self._name(question) if isinstance(question, Question) else "",
        }
        for problem in _differences("", expected, facts):
            raise _Failure(problem)


def _differences(path: str, expected: dict[str, Any], facts: dict[str, Any]) -> Iterator[str]:
    for key, wanted in expected.items():
        where = f"{path}{key}"
        if key not in facts:
            yield f"there is no fact {where}"
        elif isinstance(wanted, dict) and isinstance(facts[key], dict):
            yield from _differences(f"{where}.", wanted, facts[key])
        elif type(wanted) is not type(facts[key]) or wanted != facts[key]:
            yield f"{where} is {facts[key]!r}, expected {wanted!r}"


# ---- naming an answer -----------------------------------------------------------------------------


def _named_answer(question: Question, answer: Any) -> Answer:
    """Labels and names turned into the ids of options."""
    if isinstance(answer, str):
        return _option_id(question, answer)
    if isinstance(answer, list) and all(isinstance(name, str) for name in answer):
        return _distinct_ids(question, answer)
    if isinstance(answer, dict) and options_of(question):
        return {_option_id(question, name): share for name, share in answer.items()}
    return answer


def _distinct_ids(question: Question, names: list[str]) -> list[str]:
    """Two equal dice are two options with one label: the second mention means the second."""
    ids: list[str] = []
    for name in names:
        same = [option.id for option in options_of(question) if option.label.casefold() == name.casefold()]
        free = [one for one in same if one not in ids]
        ids.append(free[0] if len(same) > 1 and free else _option_id(question, name))
    return ids


def _option_id(question: Question, name: str) -> str:
    folded = name.casefold()
    for fits in (_is_called, _points_at):
        found = [option for option in options_of(question) if fits(option, folded)]
        if len(found) == 1:
            return found[0].id
        if found:
            raise _Failure(f"{name!r} may mean {' or '.join(option.label for option in found)}")
    for absent in question.absent:
        if _is_called(absent, folded):
            return absent.id
    return name


def _is_called(option: Option | Absent, folded: str) -> bool:
    return folded in (option.id.casefold(), option.label.casefold())


def _points_at(option: Option, folded: str) -> bool:
    return any(ref.id.casefold() == folded for ref in option.points_at)


def _shown(entry: dict[str, Any]) -> str:
    return "{" + ", ".join(f"{key} = {value!r}" for key, value in entry.items())[:120] + "}"
