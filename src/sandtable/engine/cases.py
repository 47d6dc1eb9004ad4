"""Case files: a situation, a script, expectations. docs/cases.md is the user's side of this module."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Set
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from sandtable.engine.dice import Roll, Typed
from sandtable.engine.errors import (
    CaseError,
    IllegalAnswer,
    OutOfTurn,
    RuleError,
    SandtableError,
    near,
    one_line,
    shown,
)
from sandtable.engine.events import ROLL, Event
from sandtable.engine.facts import differences
from sandtable.engine.game import Game
from sandtable.engine.hooks import offered
from sandtable.engine.naming import is_offered, means_nothing, named_answer
from sandtable.engine.questions import Question, facts_of, options_of
from sandtable.engine.registry import fault
from sandtable.engine.registry import ruleset as find_ruleset

KEYS: dict[str, type] = {
    "by": str, "dice": list, "clause": str, "asked": str, "prompt": str, "options": list, "offers": list,
    "not_offered": list, "roll": int, "sides": int, "purpose": str, "expect": dict, "event": str, "no_event": str,
    "events": list, "over": bool, "says": dict,
}  # fmt: skip
"""What the keys of a script's entry hold; `answer`, `refused` and `out_of_turn` hold anything."""
TRIED = ("answer", "refused", "out_of_turn")
EVENTS = ("event", "no_event")
"""Entries whose other keys are the values of an event."""
ENTRY_KINDS = ("answer", "dice", "refused", "out_of_turn", "asked", "roll", "expect", *EVENTS, "events", "over")
LARGEST = 1024 * 1024
FEW = 12
"""So many names a message may list."""


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


class CaseResult(Struct, frozen=True):
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
        unknown = set(variant) - {"title", "clauses", "options", "situation", "setup", "play", "expect", "without"}
        if unknown:
            raise CaseError(f"a variant cannot have the key {sorted(unknown)[0]!r}")
        changes = dict(variant)
        merged = _without(base, changes.pop("without", []))
        for key, value in changes.items():
            whole = key in ("play", "expect", "title", "clauses") or merged.get(key) is None
            merged[key] = value if whole else _merge(merged[key], value)
        if "title" in variant:
            merged["title"] = f"{base['title']}: {variant['title']}"
        try:
            msgspec.convert(merged, CaseFile)
            made = _case(merged)
        except (msgspec.ValidationError, CaseError) as error:
            raise CaseError(f"variant {merged.get('title', '')!r}: {one_line(error)}") from error
        yield made


def _case(data: dict[str, Any]) -> Case:
    if (data["situation"] is None) == (data["setup"] is None):
        raise CaseError("give either [situation] or [setup]")
    setup = {"situation": data["situation"]} if data["setup"] is None else data["setup"]
    play, expect = data["play"] or [], data["expect"] or {}
    for number, entry in enumerate(play, 1):
        _check_entry(f"play entry {number}", entry)
    if not expect and not any(set(entry) - {"answer", "by", "dice"} for entry in play):
        raise CaseError("nothing is expected, so nothing is proved")
    return Case(data["title"], data["ruleset"], tuple(data["clauses"]), data["options"], setup, play, expect)


def _check_entry(which: str, entry: dict[str, Any]) -> None:
    kinds = _kinds(entry)
    if len(kinds) != 1:
        raise CaseError(f"{which} must have exactly one of {', '.join(ENTRY_KINDS)}")
    values_of_event = kinds[0] in EVENTS
    for key, value in entry.items():
        if (key == kinds[0] or not values_of_event) and not isinstance(value, KEYS.get(key, object)):
            raise CaseError(f"{which}: {key} cannot be {shown(value)}")
        if not values_of_event and key not in KEYS and key not in TRIED:
            raise CaseError(f"{which}: there is no key {shown(key)}{near(key, [*KEYS, *TRIED])}")
    for one in entry["events"] if kinds[0] == "events" else ():
        if not isinstance(_wanted_event(one).get("event"), str):
            raise CaseError(f"{which}: events are a list of kinds, or of tables that each have an event")


def _kinds(entry: dict[str, Any]) -> list[str]:
    """What an entry does. An event may have a value called 'roll', which is no roll then."""
    about_events = [kind for kind in EVENTS if kind in entry]
    return about_events or [kind for kind in ENTRY_KINDS if kind in entry]


def _wanted_event(written: Any) -> dict[str, Any]:
    """An entry of `events`: a kind alone, or a kind with values."""
    return written if isinstance(written, dict) else {"event": written}


def _without(written: dict[str, Any], paths: Any) -> dict[str, Any]:
    """The file's parts less the things that a variant removes."""
    if not isinstance(paths, list) or not all(isinstance(path, str) for path in paths):
        raise CaseError("without is a list of things to remove, such as 'situation.combatant.Tom'")
    left = deepcopy(written)
    for path in paths:
        if not _remove(left, path):
            raise CaseError(f"without: there is no {shown(path)} to remove")
    return {"options": {}, "situation": None, "setup": None, "play": None, "expect": None} | left


def _remove(parts: Any, path: str) -> bool:
    """Takes what a path leads to out of a table, or by name out of a list; says whether there was anything."""
    for place, name in _places(parts):
        if path == name:
            del parts[place]
            return True
        if path.startswith(f"{name}.") and _remove(parts[place], path[len(name) + 1 :]):
            return True
    return False


def _places(parts: Any) -> list[tuple[Any, str]]:
    """The keys of a table, and the places in a list whose entries have a name (or an id, or are words), by name."""
    if isinstance(parts, dict):
        return [(key, key) for key in parts]
    entries = enumerate(parts if isinstance(parts, list) else ())
    named = ((n, one.get("name", one.get("id")) if isinstance(one, dict) else one) for n, one in entries)
    return [(number, name) for number, name in named if isinstance(name, str)]


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


def run_file(path: Path) -> list[CaseResult]:
    return [run(case) for case in read_cases(path)]


def run(case: Case) -> CaseResult:
    """Plays a case; the result says in one line what did not agree."""
    try:
        _check_clauses(case)
        _play(case)
    except (_Failure, SandtableError) as error:
        return CaseResult(case.title, case.clauses, one_line(error))
    except Exception as error:
        if not (mistake := fault(error)):
            raise
        return CaseResult(case.title, case.clauses, mistake)
    return CaseResult(case.title, case.clauses)


def _check_clauses(case: Case) -> None:
    known = find_ruleset(case.ruleset).rulebook.clauses
    for clause in case.clauses:
        if clause not in known:
            raise _Failure(f"there is no clause {shown(clause)} in the rulebook")


def _play(case: Case) -> None:
    wanted = case.expect.get("setup_refused")
    try:
        game = begun(case)
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


def begun(case: Case) -> Game[Any]:
    return Game(find_ruleset(case.ruleset), case.setup, case.options, Typed())


def walk(case: Case) -> Iterator[tuple[Game[Any], dict[str, Any] | None, RuleError | None]]:
    """Plays a case for somebody to look at: yields the game in its situation (with None) and after each entry that does
    something (an answer, dice, a refusal with the error it brought). It ends where the case fails."""
    try:
        game = begun(case)
    except SandtableError:
        return
    yield game, None, None
    script = _Script(game)
    for entry in case.play:
        if _kinds(entry)[0] not in (*TRIED, "dice"):
            continue
        try:
            refusal = script.do(entry)
        except (_Failure, SandtableError):
            return
        yield game, entry, refusal


class _Script:
    """A game, the events since the last answer, and what has been offered so far."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.heard = 0
        self.offered: set[str] = set()

    def do(self, entry: dict[str, Any]) -> IllegalAnswer | None:
        """Carries out an entry. Where something must be refused: the error it brought."""
        kind = _kinds(entry)[0]
        if (by := entry.get("by")) and kind not in (*EVENTS, "out_of_turn"):
            self._asked_of(by)
        for option in options_of(self.game.question):
            self.offered |= {option.id.casefold(), option.label.casefold()}
        refusal: IllegalAnswer | None = getattr(self, f"_{kind}")(entry)
        return refusal

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
        self.game.answer(named_answer(question, entry["answer"]))

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

    def _refused(self, entry: dict[str, Any]) -> IllegalAnswer:
        question, answer = self._question(), entry["refused"]
        named = answer if isinstance(question, Roll) else named_answer(question, answer)
        error = self._refusal(entry, named, None)
        if nothing := means_nothing(question, answer, self._exists):
            raise _Failure(f"this refusal proves nothing: {nothing}")
        return error

    def _out_of_turn(self, entry: dict[str, Any]) -> IllegalAnswer:
        """Somebody tries to answer who is not asked: another is, or a roll is open, or the game is over."""
        question, answer, by = self.game.question, entry["out_of_turn"], entry.get("by")
        seat = None if by is None else self._seat_of(by)
        if isinstance(question, Question):
            if seat is None or seat == question.seat:
                raise _Failure(f"{self._name(question)} is asked: {question.prompt}; whose answer is out of turn?")
            answer = named_answer(question, answer)
        elif question is not None and isinstance(answer, list):
            raise _Failure("dice are no answer out of turn: write refused")
        error = self._refusal(entry, answer, seat)
        if not isinstance(question, Roll) and not isinstance(error, OutOfTurn):
            raise _Failure(f"refused, but not for the turn: {error.reason}")
        return error

    def _refusal(self, entry: dict[str, Any], answer: Any, seat: int | None) -> IllegalAnswer:
        before = self.game.hash()
        try:
            self.game.answer(answer, seat)
        except IllegalAnswer as error:
            if "clause" in entry and error.clause != entry["clause"]:
                raise _Failure(f"refused by {error.clause}, not by {entry['clause']}: {error.reason}") from None
            if self.game.hash() != before:
                raise _Failure("the refused answer changed the game") from None
            return error
        raise _Failure("this answer should be refused, but is legal")

    def _exists(self, name: str) -> bool:
        """Is there something of this name in the game: somebody, an option of an earlier question, or whatever else the
        ruleset knows (a place on its map, a die on the table)?"""
        game, folded = self.game, name.casefold()
        facts = game.ruleset.facts(game.reading())
        people = [*game.seats, *(key for key, value in facts.items() if isinstance(value, dict))]
        if folded in self.offered or folded in (one.casefold() for one in people):
            return True
        knows = offered(game.ruleset, "exists")
        return knows is not None and bool(knows(game.reading(), game.question, name))

    def _is_label(self, name: str) -> bool:
        """Could another question of this game offer it? A ruleset that does not tell may offer anything."""
        known = offered(self.game.ruleset, "is_label")
        return known is None or bool(known(self.game.reading(), name))

    def _seat_of(self, name: str) -> int:
        """The seat of a player, or of somebody whose sheet in the view says so."""
        folded = name.casefold()
        for seat, player in enumerate(self.game.seats):
            if player.casefold() == folded:
                return seat
        for sheet in _sheets(self.game.ruleset.view(self.game.reading())):
            if str(sheet.get("name")).casefold() == folded and isinstance(sheet.get("seat"), int):
                return int(sheet["seat"])
        raise _Failure(f"nobody is called {name!r}{near(name, self.game.seats)}")

    def _asked(self, entry: dict[str, Any]) -> None:
        self._asked_of(entry["asked"])
        question = self._question()
        labels = [option.label for option in options_of(question)]
        called = {name.casefold(): one.label.casefold() for one in options_of(question) for name in (one.id, one.label)}
        if (part := entry.get("prompt", "")).casefold() not in question.prompt.casefold():
            raise _Failure(f"the prompt is {question.prompt!r}, without {part!r}")
        wanted = {called.get(str(name).casefold(), "") for name in entry.get("options", ())}
        if "options" in entry and wanted != set(called.values()):
            raise _Failure(f"the options are {labels}")
        for label in entry.get("offers", ()):
            if str(label).casefold() not in called:
                raise _Failure(f"{label} is not offered, only {labels}")
        for label in entry.get("not_offered", ()):
            self._not_offered(question, str(label), called.keys())
        self._says(question, entry.get("says", {}))
        if "clause" in entry and entry["clause"] != question.clause:
            raise _Failure(f"the question rests on {question.clause}")

    def _says(self, question: Question | Roll, wanted: dict[str, str]) -> None:
        """What stands beside options, by their labels or ids."""
        facts = facts_of(question)
        lines = {name.casefold(): facts.get(one.id, "") for one in options_of(question) for name in (one.id, one.label)}
        for name, part in wanted.items():
            line = lines.get(name.casefold())
            if line is None:
                raise _Failure(f"{name} is not offered")
            if not part or str(part).casefold() not in line.casefold():
                raise _Failure(f"beside {name} stands {line!r}, without {part!r}")

    def _not_offered(self, question: Question | Roll, label: str, offered: Set[str]) -> None:
        if label.casefold() in offered:
            raise _Failure(f"{label} is offered")
        if not (is_offered(question, label) or self._exists(label) or self._is_label(label)):
            raise _Failure(f"that {shown(label)} is not offered proves nothing: no question offers such a thing")

    def _roll(self, entry: dict[str, Any]) -> None:
        question = self.game.question
        if not isinstance(question, Roll):
            raise _Failure(f"no roll is due ({question.prompt if question else 'the game is over'})")
        if question.n != entry["roll"] or question.sides != entry.get("sides", question.sides):
            raise _Failure(f"the roll is {question.n}d{question.sides} ({question.purpose})")
        if str(entry.get("purpose", "")).casefold() not in question.purpose.casefold():
            raise _Failure(f"the roll is {question.purpose}")

    @property
    def _news(self) -> list[Event]:
        return (self.game.events or [])[self.heard :]

    def _event(self, entry: dict[str, Any]) -> None:
        kind, wanted = _kind_and_values(entry, "event")
        found = [event for event in self._news if event.kind == kind]
        if not any(_has(event, wanted) for event in found):
            raise _Failure(f"there was {_seen(found, wanted)}" if found else f"no event {kind!r} happened")

    def _no_event(self, entry: dict[str, Any]) -> None:
        kind, wanted = _kind_and_values(entry, "no_event")
        found = [event for event in self._news if event.kind == kind]
        if any(_has(event, wanted) for event in found):
            raise _Failure(f"an event {kind!r} happened{' with these values' if wanted else ''}")
        self._check_kind(kind)
        for key in wanted:
            if found and not any(key in event.data for event in found):
                raise _Failure(f"an event {kind!r} has no value {key!r}{near(key, list(found[0].data))}")

    def _check_kind(self, kind: str) -> None:
        """What is never told of cannot be missed. A ruleset that does not list its events may have any."""
        kinds = offered(self.game.ruleset, "event_kinds")
        if kinds is not None and kind not in (*kinds, ROLL):
            raise _Failure(f"this proves nothing: there is no event {shown(kind)}{near(kind, [*kinds, ROLL])}")

    def _events(self, entry: dict[str, Any]) -> None:
        """One after the other; others may come between them."""
        news = iter(self._news)
        for number, written in enumerate(entry["events"], 1):
            kind, wanted = _kind_and_values(_wanted_event(written), "event")
            if not any(event.kind == kind and _has(event, wanted) for event in news):
                self._event({**wanted, "event": kind})  # says what is wrong if it did not happen at all
                raise _Failure(f"event {number}, {kind!r}, does not come after those before it: {self._told()}")

    def _told(self) -> str:
        return ", ".join(event.kind for event in self._news)

    def _over(self, entry: dict[str, Any]) -> None:
        if self.game.over is not entry["over"]:
            raise _Failure("the game is over" if self.game.over else f"the game goes on ({self._question().prompt})")

    def _expect(self, entry: dict[str, Any]) -> None:
        self.expect(entry["expect"])

    def expect(self, expected: dict[str, Any]) -> None:
        game = self.game
        outcome, question = game.outcome, game.question
        more = offered(game.ruleset, "open_facts")
        facts = game.ruleset.facts(game.reading()) | (more(game.reading(), question) if more else {})
        facts |= {
            "over": game.over,
            "winners": list(outcome.winners) if outcome else [],
            "ended_by": outcome.clause if outcome else "",
            "asked": self._name(question) if isinstance(question, Question) else "",
        }
        for one in differences(expected, facts):
            if one.unknown:
                raise _Failure(f"there is no fact {one.name}{_beside(one.path, facts)}")
            raise _Failure(f"{one.name} is {one.found!r}, expected {one.wanted!r}")


def _beside(path: tuple[str, ...], facts: Any) -> str:
    """What was meant by a fact that there is not, else what there is, where that is not much."""
    for step in path[:-1]:
        facts = facts[step]
    names = list(facts)
    return near(path[-1], names) or (f"; there is {', '.join(names)}" if 0 < len(names) <= FEW else "")


def _kind_and_values(entry: dict[str, Any], key: str) -> tuple[str, dict[str, Any]]:
    return entry[key], {name: value for name, value in entry.items() if name != key}


def _has(event: Event, wanted: dict[str, Any]) -> bool:
    return all(key in event.data and event.data[key] == value for key, value in wanted.items())


def _seen(found: list[Event], wanted: dict[str, Any]) -> str:
    return "; ".join(str({key: event.data.get(key) for key in wanted}) for event in found)


def _sheets(view: Any) -> Iterator[dict[str, Any]]:
    """Every table in a view, however deep."""
    if isinstance(view, dict):
        yield view
    for part in view.values() if isinstance(view, dict) else view if isinstance(view, list) else ():
        yield from _sheets(part)


def _shown(entry: dict[str, Any]) -> str:
    return "{" + ", ".join(f"{key} = {value!r}" for key, value in entry.items())[:120] + "}"
