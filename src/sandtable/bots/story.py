"""What became of a game, told afterwards: who stood better when, what turned it, who fell, who held what, and three
sentences. Nothing here is a rule: how a game stands is what the ruleset's advice says, what happened is its log, and
what is on the table is its scene."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from itertools import pairwise
from math import dist
from typing import Any

from msgspec import Struct, to_builtins

from sandtable.bots.thinking import activation, worth
from sandtable.engine.advice import score
from sandtable.engine.events import ROLL, Event
from sandtable.engine.game import Game
from sandtable.engine.hooks import offered
from sandtable.engine.questions import Question
from sandtable.engine.ruleset import Outcome
from sandtable.engine.words import agreed

POINTS = 3
"""Turning points that are told."""
LEAST = 0.03
"""A change in the chance to win that is worth telling."""
EVEN = 0.05
"""So near to each other nobody stands better."""
HANDFUL = 6
"""More dice than these are told by what came of them alone."""
ASIDES = re.compile(r"(?: to)? \((?:-?\d+\.\d+, -?\d+\.\d+|(?=[^)]*(?:\[|\bd\d))(?:[^()]|\([^()]*\))*)\)")
"""Places on the table, and modifiers and dice in brackets, which may hold brackets themselves."""
DEEDS, FALLS = ("shot", "blow"), ("fall", "leave")
TELLING = ("cross", "diamond", "triangle", "shield")
"""Stamps of something that came of it."""


class CurvePoint(Struct, frozen=True):
    """How the game stood after `at` inputs and so many `decisions`: the chance to win of each seat, as the ruleset sees
    it."""

    at: int
    decisions: int
    chapter: int
    worth: tuple[float, ...]


class Turned(Struct, frozen=True):
    """A turning point: what happened between two activations, and how the game stood before and after it."""

    at: int
    """After so many inputs it begins, after `to` it has happened."""
    to: int
    decision: int
    chapter: int
    title: str
    words: str
    seat: int
    """Whose chance to win rose the most."""
    before: tuple[float, ...]
    after: tuple[float, ...]


class Loss(Struct, frozen=True):
    seat: int
    name: str
    unit: str
    """Of which it was, where models fight in units."""
    at: int
    chapter: int


class MarkerHeld(Struct, frozen=True):
    """An objective and which seat held it at the end of each chapter; None where nobody did."""

    label: str
    by: tuple[int | None, ...]


class Story(Struct, frozen=True):
    """`chapter` is the word for the largest parts of the game ('Round'), `chapters` are their numbers; `scores` are
    those of each seat at the end of each of them, in `points`."""

    sentences: tuple[str, ...]
    curve: tuple[CurvePoint, ...]
    turned: tuple[Turned, ...]
    losses: tuple[Loss, ...]
    held: tuple[MarkerHeld, ...]
    chapter: str
    chapters: tuple[int, ...]
    points: str
    scores: tuple[tuple[int | None, ...], ...]
    decisions: int


class _Moment(Struct, frozen=True):
    """The game where an activation begins: how it stands, how many events have been told, and what is on the table."""

    stood: CurvePoint
    events: int
    scene: dict[str, Any]


def tell(game: Game[Any], outcome: Outcome | None = None) -> Story:
    """The story of a game that is over, by its rules or by this outcome."""
    ended = outcome or game.outcome
    moments = _moments(game, ended)
    units = {model: unit["name"] for one in moments for unit in one.scene.get("units", ()) for model in unit["members"]}
    if moments[-1].stood.chapter:  # while forces are set up, the table says little about who stands better
        moments = [one for one in moments if one.stood.chapter]
    told = _Told(game)
    parts = [_turned(told, before, after) for before, after in pairwise(moments)]
    turned = sorted(sorted((p for p in parts if _change(p) >= LEAST), key=_change)[-POINTS:], key=lambda p: p.at)
    chapters = [moment for moment, then in zip(moments, [*moments[1:], None], strict=True)
                if then is None or then.stood.chapter > moment.stood.chapter]  # fmt: skip
    last = moments[-1]
    closing = [_after_the_chapter(moments, one) for one in chapters]
    return Story(
        sentences=_sentences(game, moments, turned, ended),
        curve=tuple(one.stood for one in moments),
        turned=tuple(turned),
        losses=tuple(told.losses(units)),
        held=tuple(_held(closing)),
        chapter=_word(last.scene),
        chapters=tuple(one.stood.chapter for one in chapters),
        points=_points(last.scene),
        scores=tuple(_scores(one, len(game.seats)) for one in closing),
        decisions=last.stood.decisions,
    )


# ---- how it stood -----------------------------------------------------------------------------------


def _moments(game: Game[Any], ended: Outcome | None) -> list[_Moment]:
    """The beginning of every activation, and the end. In the midst of one the value is half a move's: no good."""
    found: list[_Moment] = []
    now: Hashable = None
    decisions = chapter = heard = 0
    seats = range(len(game.seats))
    for at, copy in enumerate(game.again()):
        if at and type(game.inputs[at - 1]) is not tuple and not game.asked[at - 1].joined:
            decisions += 1
        events = copy.events or []
        for event in events[heard:]:
            chapter = _chapter(chapter, event)
        heard = len(events)
        if not isinstance(copy.question, Question) or (then := activation(copy)) == now:
            continue
        now = then
        values = tuple(worth(copy, seat) for seat in seats)
        found.append(_Moment(CurvePoint(at, decisions, chapter, _shared(values)), heard, _scene(copy)))
    values = tuple(score(ended, seat) for seat in seats) if ended else _shared(tuple(worth(game, s) for s in seats))
    end = CurvePoint(len(game.inputs), decisions, chapter, values)
    return [*found, _Moment(end, len(game.events or ()), _scene(game))]


def _shared(values: tuple[float, ...]) -> tuple[float, ...]:
    """Two seats may think differently of the same game: the middle of both opinions."""
    if len(values) != 2:
        return values
    first = (values[0] + 1 - values[1]) / 2
    return first, 1 - first


def _scene(game: Game[Any]) -> dict[str, Any]:
    drawn = offered(game.ruleset, "scene")
    return to_builtins(drawn(game.reading(None))) if drawn else {}


# ---- what turned it ---------------------------------------------------------------------------------


def _change(part: Turned) -> float:
    return max(abs(after - before) for before, after in zip(part.before, part.after, strict=True))


def _turned(told: _Told, before: _Moment, after: _Moment) -> Turned:
    gained = [then - first for first, then in zip(before.stood.worth, after.stood.worth, strict=True)]
    events = told.events[before.events : after.events]
    seat = gained.index(max(gained))
    title, words = told.turn(events, _taken(before.scene, after.scene), seat)
    return Turned(
        before.stood.at, after.stood.at, before.stood.decisions + 1, before.stood.chapter, title, words, seat,
        before.stood.worth, after.stood.worth,
    )  # fmt: skip


class MarkerTaken(Struct, frozen=True):
    """An objective that has changed hands, and to whom."""

    objective: str
    side: str
    seat: int


def _taken(before: dict[str, Any], after: dict[str, Any]) -> list[MarkerTaken]:
    sides = after.get("sides", ())
    old = {mark["id"]: mark["side"] for mark in _objectives(before)}
    return [
        MarkerTaken(_objective(mark), sides[mark["side"]]["name"], sides[mark["side"]]["seat"])
        for mark in _objectives(after)
        if mark["side"] is not None and old.get(mark["id"]) != mark["side"]
    ]


def _objectives(scene: dict[str, Any]) -> list[dict[str, Any]]:
    return [mark for mark in scene.get("marks", ()) if mark["kind"] == "objective"]


def _objective(mark: dict[str, Any]) -> str:
    label = str(mark["label"] or mark["id"])
    return f"objective {label}" if len(label) < 3 else label


class _Told:
    """The log of a game, with what each event shows."""

    def __init__(self, game: Game[Any]) -> None:
        self.game, self.events = game, game.events or []
        self._motion = offered(game.ruleset, "motion")
        scene = _scene(game)
        seats = [side["seat"] for side in scene.get("sides", ())]
        self._models = {model["id"]: model for model in scene.get("models") or scene.get("fighters") or ()}
        self._seats = {name: seats[model["side"]] for name, model in self._models.items()}

    def _shows(self, event: Event, kinds: Sequence[str]) -> list[Mapping[str, Any]]:
        """What an event shows of these kinds."""
        shown = self._motion(event) if self._motion is not None and event.kind != ROLL else None
        all_of_it = [shown] if isinstance(shown, Mapping) else shown or ()
        return [one for one in all_of_it if one["do"] in kinds and not one.get("safe")]

    def _said(self, event: Event) -> str:
        """In the words of the log, without places on the table and modifiers: nobody who reads a story wants them."""
        return ASIDES.sub("", self.game.say(event).rstrip("."))

    def turn(self, events: Sequence[Event], taken: Sequence[MarkerTaken], seat: int) -> tuple[str, str]:
        """What happened in these events, in a few words and with its dice: who fell, or what changed hands, or else
        what came of a deed, or what was said last; first what helped this seat."""
        fell = [number for number, event in enumerate(events) if self._shows(event, FALLS) and self._said(event)]
        theirs = [number for number in fell if self._seat(events[number]) != seat] or fell
        if theirs:
            more = f", and {len(theirs) - 1} more like it" if len(theirs) > 1 else ""
            title = f"{self._said(events[theirs[0]])}{more}"
            return title, self._deed(events, theirs[0], title)
        if taken:
            return self._takes(events, min(taken, key=lambda one: one.seat != seat))
        told = [one for one in events if one.chapter is None and one.kind != ROLL and self._said(one)]
        weights = [self._weight(one) for one in told]
        most = max(weights, default=0)
        lines = [self._said(one) for one, weight in zip(told, weights, strict=True) if weight == most]
        return lines[-1] if lines else "", "; ".join(lines[-2:])

    def _weight(self, event: Event) -> int:
        """How much there is to tell of an event: something came of it, something was tried, somebody went, nothing."""
        if any(one["shape"] in TELLING and one["text"] for one in self._shows(event, ("stamp",))):
            return 3
        if self._shows(event, ("stamp", "score", *DEEDS)):
            return 2
        return 1 if any(_far(one) for one in self._shows(event, ("move",))) else 0

    def _seat(self, event: Event) -> int | None:
        """Of whoever falls in it."""
        return next((self._seats.get(one["who"]) for one in self._shows(event, FALLS)), None)

    def _takes(self, events: Sequence[Event], taken: MarkerTaken) -> tuple[str, str]:
        """In the words of the log, where it has any."""
        for number, event in enumerate(events):
            if taken.objective in (said := self._said(event)):
                return said, f"{said}{self._dice(events[:number])}"
        title = f"{taken.side} takes {taken.objective}"
        return title, title

    def _deed(self, events: Sequence[Event], fell: int, title: str) -> str:
        """What was done before somebody fell, the dice of it, and that he fell."""
        deed = next((number for number in range(fell, -1, -1) if self._shows(events[number], DEEDS)), None)
        if deed is None:
            return title
        rolls = [event for event in events[deed:fell] if event.kind == ROLL]
        return f"{self._short(events[deed])}{self._dice(rolls[:1])}; {title}"

    @staticmethod
    def _dice(events: Sequence[Event]) -> str:
        """The faces of the last roll among these, if it comes last."""
        if not events or events[-1].kind != ROLL or len(events[-1].data["faces"]) > HANDFUL:
            return ""
        return f", the dice show {' '.join(map(str, events[-1].data['faces']))}"

    def _short(self, event: Event) -> str:
        """A deed without its numbers: they come with the dice."""
        said = self._said(event)
        head, colon, _ = said.partition(": ")
        return head if colon and head != event.data.get("who") else said

    def losses(self, units: dict[str, str]) -> list[Loss]:
        """Who fell or left, and did not come back. `units`: of whom each was, where models fight in units."""
        found: dict[str, Loss] = {}
        chapter = 0
        for event in self.events:
            chapter = _chapter(chapter, event)
            for shown in self._shows(event, (*FALLS, "appear")):
                if (name := shown["who"]) not in self._models:
                    continue
                found.pop(name, None)
                model = self._models[name]
                if shown["do"] in FALLS and model["state"] in ("fallen", "gone"):
                    found[name] = Loss(self._seats[name], model["name"], units.get(name, ""), event.at, chapter)
        return sorted((one for one in found.values() if one.seat >= 0), key=lambda one: one.at)


def _far(move: Mapping[str, Any]) -> bool:
    """Has somebody gone anywhere?"""
    return dist(move["path"][0][:2], move["path"][-1][:2]) > 0.5


def _chapter(now: int, event: Event) -> int:
    """The number of the chapter that is on after this event."""
    return max(now, event.chapter.number) if event.chapter is not None and event.chapter.depth == 1 else now


# ---- how it ended -----------------------------------------------------------------------------------


def _sentences(
    game: Game[Any], moments: Sequence[_Moment], turned: Sequence[Turned], ended: Outcome | None
) -> tuple[str, ...]:
    """How it stood, what turned it, how it ended."""
    last = moments[-1]
    before_the_end = moments[-2 if ended is not None and len(moments) > 1 else -1].stood.worth
    word, end = _word(last.scene).lower(), _sentence(agreed(ended.summary) if ended else "")
    in_play = [one for one in turned if one.to < len(game.inputs)]
    if not in_play:
        return tuple(filter(None, (_sentence(_stood(game, before_the_end)), end)))
    largest = max(in_play, key=_change)
    earlier = [one for one in in_play if one.at < largest.at][-1:]
    later = [one for one in in_play if one.at > largest.at][-1:]
    before, after = largest.before[largest.seat], largest.after[largest.seat]
    stood = [*(_sentence(_where(word, one) + one.words) for one in earlier), _sentence(_stood(game, largest.before))]
    turn = f"{_where(word, largest)}{largest.words}; {game.seats[largest.seat]} goes from {100 * before:.0f} to"
    return (
        " ".join(stood),
        f"{turn} {100 * after:.0f} %.",
        " ".join(filter(None, (*(_sentence(_where(word, one) + one.words) for one in later), end))),
    )


def _where(word: str, one: Turned) -> str:
    return f"In {word} {one.chapter}: " if one.chapter else ""


def _sentence(text: str) -> str:
    return text if not text or text.endswith((".", "!", "?")) else f"{text}."


def _stood(game: Game[Any], values: tuple[float, ...]) -> str:
    best = max(range(len(values)), key=lambda seat: values[seat], default=0)
    if not values or values[best] - 1 / len(values) < EVEN:
        return "Nobody stood better"
    return f"{game.seats[best]} stood better, {100 * values[best]:.0f} % to win"


# ---- the table --------------------------------------------------------------------------------------


def _word(scene: dict[str, Any]) -> str:
    found = scene.get("round")
    return str(found["word"]) if found else "Round"


def _points(scene: dict[str, Any]) -> str:
    return next((str(side["score"]["word"]) for side in scene.get("sides", ()) if side.get("score")), "")


def _scores(moment: _Moment, seats: int) -> tuple[int | None, ...]:
    found: list[int | None] = [None] * seats
    for side in moment.scene.get("sides", ()):
        if 0 <= side["seat"] < seats and side.get("score"):
            found[side["seat"]] = side["score"]["value"]
    return tuple(found)


def _after_the_chapter(moments: Sequence[_Moment], last: _Moment) -> _Moment:
    """What is settled at the end of a chapter is on the table when the next one begins."""
    at = moments.index(last)
    return moments[min(at + 1, len(moments) - 1)]


def _held(closing: Sequence[_Moment]) -> list[MarkerHeld]:
    labels = dict.fromkeys(str(mark["label"] or mark["id"]) for one in closing for mark in _objectives(one.scene))
    found = [MarkerHeld(label, tuple(_holder(one.scene, label) for one in closing)) for label in labels]
    return [one for one in found if any(seat is not None for seat in one.by)]


def _holder(scene: dict[str, Any], label: str) -> int | None:
    sides = scene.get("sides", ())
    for mark in _objectives(scene):
        if str(mark["label"] or mark["id"]) == label and mark["side"] is not None:
            return int(sides[mark["side"]]["seat"])
    return None
