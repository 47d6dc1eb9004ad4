"""A game played again, for those who want to look at it step by step."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

import msgspec
from msgspec import structs

from sandtable.bots.story import tell
from sandtable.engine import save as saves
from sandtable.engine.dice import Roll
from sandtable.engine.errors import UnknownRuleset
from sandtable.engine.events import Event
from sandtable.engine.game import Game
from sandtable.engine.questions import Question
from sandtable.engine.ruleset import Outcome
from sandtable.odds.luck import SeatThrow, luck
from sandtable.server.match import Match
from sandtable.server.records import commitment_of
from sandtable.server.shelf import Shelf, unpacked
from sandtable.server.views import SentScene, Viewer, draw, event_data
from sandtable.server.wire import (
    BackLine,
    LuckKind,
    LuckReport,
    LuckSide,
    LuckThrow,
    Replay,
    ReplayDice,
    ReplayStep,
    SceneAt,
    SeatLine,
    StoryPage,
)  # fmt: skip

CITED = re.compile(r"(?P<text>.*\S) \[(?P<clauses>[A-Z]+-[\w.]+(, [A-Z]+-[\w.]+)*)\]")
"""A line of the log with its clauses."""
MOST_SCENES = 200
"""In one answer."""


def replay(match: Match, game_id: str, viewer: Viewer) -> Replay:
    """Everything once the game is over; before that, what the viewer may know."""
    game = match.game
    assert game is not None
    outcome = match.outcome
    found = Replay(
        game_id, match.head.ruleset, match.ruleset.title, seat_lines(match), match.over,
        msgspec.to_builtins(outcome) if outcome else None, len(game.inputs),
        list(_steps(match, game, viewer)), _dice(match, game), _luck(match, game, viewer),
        [BackLine(one.seat, one.at, one.inputs, one.rolls) for one in match.backs.went], match.head.doubt,
    )  # fmt: skip
    if not (match.head.replay and match.head.record):
        return found
    return _to_its_end(found, unpacked(match.head.record))


def replay_of_record(shelf: Shelf, game_id: str, reason: str) -> Replay:
    """A game that was set aside: as far as today's rules follow it, then in its own words."""
    saved = shelf.saved()
    game = so_far(saved)
    steps = [ReplayStep(0, "start", "", "", [])] if game is None else list(_known_steps(game))
    head, dice = shelf.head, saved.dice[-1] if saved.dice else None
    found = Replay(
        game_id, head.ruleset, shelf.title(), shelf.seat_lines(), shelf.over, None, 0, steps,
        ReplayDice(head.dice, commitment_of(head), list(dice.nonces) if dice else [], dice.seed if dice else "", ""),
        luck_report((game.events if game else None) or (), len(head.seats)), [],
    )  # fmt: skip
    return structs.replace(_to_its_end(found, saved), parted=reason)


def so_far(saved: saves.Save) -> Game[Any] | None:
    """The game that a save tells of, as far as today's rules follow it."""
    try:
        return saves.played(saved).game
    except UnknownRuleset:
        return None


def _to_its_end(found: Replay, saved: saves.Save) -> Replay:
    """With what the record tells beyond the point where today's rules part from it, all its dice, and its end."""
    verdict = saves.verify(saved)
    rest = list(_recorded_steps(saved))[len(found.steps) - 1 :]
    return structs.replace(
        found,
        steps=[*found.steps, *rest],
        inputs=len(saved.inputs),
        outcome=found.outcome or msgspec.to_builtins(saved.outcome),
        parted=verdict.divergence.words() if verdict.divergence else verdict.problem if rest else "",
        dice=structs.replace(found.dice, verdict=found.doubt or _proved(verdict)),
    )


def _proved(verdict: saves.SaveVerdict) -> str:
    if verdict.divergence is None and verdict.problem:
        return verdict.problem
    return f"{verdict.proved_rolls} of {verdict.rolls} rolls follow from the seed"


def _recorded_steps(saved: saves.Save) -> Iterator[ReplayStep]:
    for at, (entry, lines) in enumerate(zip(saved.inputs, islice(saves.watch(saved), 1, None), strict=True), 1):
        events = [_said_event(line, at) for line in lines]
        by = entry.seat if isinstance(entry.seat, int) else None
        if isinstance(entry.roll, list):
            yield ReplayStep(
                at, "roll", "", entry.clause, events, by, faces=entry.roll, sides=entry.sides, purpose=entry.purpose,
                recorded=True,
            )  # fmt: skip
        else:
            label = entry.words or str(entry.answer)
            yield ReplayStep(at, "answer", entry.prompt, entry.clause, events, by, entry.answer, label, recorded=True)


def _said_event(line: str, at: int) -> dict[str, Any]:
    """A line of the log as an event that has words only."""
    found = CITED.fullmatch(line)
    text, clauses = (found["text"], found["clauses"].split(", ")) if found else (line, [])
    return {"kind": "said", "clauses": clauses, "data": {}, "at": at, "text": text}


def seat_lines(match: Match) -> list[SeatLine]:
    """Who plays. A save that somebody has brought does not say: it must not call people bots."""
    if match.head.replay:
        return [SeatLine(number, seat.side, "person", seat.side, "") for number, seat in enumerate(match.seats)]
    return [SeatLine(number, seat.side, seat.kind, seat.name, seat.bot) for number, seat in enumerate(match.seats)]


def _may_hear(match: Match, event: Event, viewer: Viewer) -> bool:
    return match.over or event.heard_by(viewer)


def _may_know(match: Match, question: Question | Roll, viewer: Viewer) -> bool:
    """May this viewer know what was answered here?"""
    if match.over:
        return True
    if isinstance(question, Roll):
        return question.only in (None, viewer)
    return question.seat == viewer or not (question.secret or question.public)


def _steps(match: Match, game: Game[Any], viewer: Viewer) -> Iterator[ReplayStep]:
    return _all_steps(game, lambda event: _may_hear(match, event, viewer), lambda q: _may_know(match, q, viewer))


def _known_steps(game: Game[Any]) -> Iterator[ReplayStep]:
    """For those who may know everything."""
    return _all_steps(game, lambda event: True, lambda question: True)


def _all_steps(
    game: Game[Any], may_hear: Callable[[Event], bool], may_know: Callable[[Question | Roll], bool]
) -> Iterator[ReplayStep]:
    heard = 0
    asked: Question | Roll | None = None
    for at, copy in enumerate(game.again()):
        events = copy.events or []
        new = [event_data(copy, event) for event in events[heard:] if may_hear(event)]
        heard = len(events)
        if asked is None:
            yield ReplayStep(0, "start", "", "", new)
        else:
            yield _step(at, asked, game.inputs[at - 1], new, may_know(asked))
        asked = copy.question


def _step(at: int, asked: Question | Roll, given: Any, new: list[dict[str, Any]], known: bool) -> ReplayStep:
    if isinstance(asked, Roll):
        faces = list(given) if known else None
        return ReplayStep(
            at, "roll", asked.prompt if known else "", asked.clause, new, asked.seat, faces=faces, sides=asked.sides,
            purpose=asked.purpose if known else "",
        )  # fmt: skip
    prompt = asked.prompt if known else asked.public or ""
    if not known:
        return ReplayStep(at, "answer", prompt, asked.clause, new, asked.seat)
    return ReplayStep(at, "answer", prompt, asked.clause, new, asked.seat, given, asked.words(given))


def _dice(match: Match, game: Game[Any]) -> ReplayDice:
    head = match.head
    if not match.over:
        return ReplayDice(head.dice, commitment_of(head), match.nonces, "", "the seed is revealed at the end")
    found = saves.verify(saves.save(game))
    said = head.doubt or found.problem or f"{found.proved_rolls} of {found.rolls} rolls follow from the seed"
    return ReplayDice(head.dice, commitment_of(head), match.nonces, head.seed, said)


def _luck(match: Match, game: Game[Any], viewer: Viewer) -> LuckReport:
    heard = [event for event in game.events or () if _may_hear(match, event, viewer)]
    return luck_report(heard, len(match.seats))


def luck_report(events: Sequence[Event], seats: int) -> LuckReport:
    """Successes against expected in these events."""
    found = luck(events, seats)
    sides = [
        LuckSide(
            side.seat,
            [LuckKind(one.kind, one.by_sight, one.tries, one.won, one.expected) for one in side.kinds],
            side.tries, side.won, side.expected, [list(point) for point in side.curve],
            _throw(side.best, good=True), _throw(side.worst, good=False),
        )
        for side in found.sides
    ]  # fmt: skip
    return LuckReport(sides, found.uneven, list(found.left_out))


def _throw(one: SeatThrow | None, good: bool) -> LuckThrow | None:
    if one is None:
        return None
    chance = float(one.as_good if good else one.as_bad)
    return LuckThrow(
        one.purpose, one.who, one.sides, list(one.faces), list(one.need), one.measure == "enough", one.tries, one.won,
        chance, one.at,
    )  # fmt: skip


def story(match: Match, game_id: str, seconds: int) -> StoryPage:
    """What became of a game that is over."""
    game = match.game
    assert game is not None
    ended = match.outcome
    by_hand = Outcome(tuple(ended.winners), tuple(ended.seats), ended.summary, ended.clause) if ended else None
    rolls = sum(type(given) is tuple for given in game.inputs)
    return StoryPage(
        game_id, match.head.ruleset, match.ruleset.title, seat_lines(match),
        msgspec.to_builtins(ended) if ended else None, tell(game, by_hand), _luck(match, game, None), len(game.inputs),
        rolls, seconds,
    )  # fmt: skip


def scenes(match: Match, first: int, count: int, viewer: Viewer) -> list[SceneAt]:
    assert match.game is not None
    return scenes_of(match.game, first, count, viewer)


def scenes_of(game: Game[Any], first: int, count: int, viewer: Viewer) -> list[SceneAt]:
    """The scenes after so many inputs; each holds what has changed since the one before it."""
    found: list[SceneAt] = []
    scene, version = SentScene(), 0
    for at, copy in enumerate(game.again()):
        if at < first:
            continue
        if at >= first + min(count, MOST_SCENES):
            break
        scene.update(draw(copy, viewer))
        parts, _ = scene.since(version)
        version = scene.version
        found.append(SceneAt(at, None if parts is None else dict(parts), copy.question_for(viewer)))
    return found
