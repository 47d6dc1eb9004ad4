"""A game played again, for those who want to look at it step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Any

import msgspec

from sandtable.engine import save as saves
from sandtable.engine.dice import Roll, Typed
from sandtable.engine.events import ROLL, Event
from sandtable.engine.game import Game
from sandtable.engine.questions import Question
from sandtable.server.hub import commitment_of
from sandtable.server.match import Match
from sandtable.server.views import Scene, Viewer, draw, event_data
from sandtable.server.wire import BackLine, Luck, Replay, ReplayDice, SceneAt, SeatLine, Step

MOST_SCENES = 200
"""In one answer."""


def again(game: Game[Any]) -> Iterator[tuple[Game[Any], int]]:
    """The game from its beginning: before the first input (0) and after each."""
    copy: Game[Any] = Game(game.ruleset, game.setup, dict(game.options), Typed())
    yield copy, 0
    for number, given in enumerate(game.inputs, 1):
        copy.feed(given)
        yield copy, number


def replay(match: Match, game_id: str, viewer: Viewer) -> Replay:
    """Everything once the game is over; before that, what the viewer may know."""
    game = match.game
    assert game is not None
    outcome = match.outcome
    return Replay(
        game_id, match.head.ruleset, match.ruleset.title, seat_lines(match), match.over,
        msgspec.to_builtins(outcome) if outcome else None, len(game.inputs),
        list(_steps(match, game, viewer)), _dice(match, game), _luck(match, game, viewer),
        [BackLine(one.seat, one.at, one.inputs, one.rolls) for one in match.went_back], match.head.doubt,
    )  # fmt: skip


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


def _steps(match: Match, game: Game[Any], viewer: Viewer) -> Iterator[Step]:
    heard = 0
    asked: Question | Roll | None = None
    for copy, at in again(game):
        events = copy.events or []
        new = [event_data(copy, event) for event in events[heard:] if _may_hear(match, event, viewer)]
        heard = len(events)
        if asked is None:
            yield Step(0, "start", "", "", new)
        else:
            yield _step(at, asked, game.inputs[at - 1], new, _may_know(match, asked, viewer))
        asked = copy.question


def _step(at: int, asked: Question | Roll, given: Any, new: list[dict[str, Any]], known: bool) -> Step:
    if isinstance(asked, Roll):
        faces = list(given) if known else None
        return Step(
            at, "roll", asked.prompt if known else "", asked.clause, new, asked.seat, faces=faces, sides=asked.sides,
            purpose=asked.purpose if known else "",
        )  # fmt: skip
    prompt = asked.prompt if known else asked.public or ""
    if not known:
        return Step(at, "answer", prompt, asked.clause, new, asked.seat)
    return Step(at, "answer", prompt, asked.clause, new, asked.seat, given, asked.words(given))


def _dice(match: Match, game: Game[Any]) -> ReplayDice:
    head = match.head
    if not match.over:
        return ReplayDice(head.dice, commitment_of(head), match.nonces, "", "the seed is revealed at the end")
    found = saves.verify(saves.save(game))
    said = head.doubt or found.problem or f"{found.proved_rolls} of {found.rolls} rolls follow from the seed"
    return ReplayDice(head.dice, commitment_of(head), match.nonces, head.seed, said)


def _luck(match: Match, game: Game[Any], viewer: Viewer) -> list[Luck]:
    return [luck(seat, _rolls(match, game, seat, viewer)) for seat in range(len(match.seats))]


def _rolls(match: Match, game: Game[Any], seat: int, viewer: Viewer) -> list[tuple[int, list[int]]]:
    return [
        (event.data["sides"], event.data["faces"])
        for event in game.events or []
        if event.kind == ROLL and event.data["seat"] == seat and _may_hear(match, event, viewer)
    ]


def luck(seat: int, rolls: Sequence[tuple[int, list[int]]]) -> Luck:
    """The sum of all faces against its expectation: a die with s sides has mean (s + 1) / 2, variance (s² - 1) / 12."""
    dice = sum(len(faces) for _, faces in rolls)
    rolled = sum(sum(faces) for _, faces in rolls)
    expected = sum(len(faces) * (sides + 1) for sides, faces in rolls) / 2
    variance = sum(len(faces) * (sides * sides - 1) for sides, faces in rolls) / 12
    return Luck(seat, dice, rolled, expected, round((rolled - expected) / sqrt(variance), 3) if variance else 0.0)


def scenes(match: Match, first: int, count: int, viewer: Viewer) -> list[SceneAt]:
    """The scenes after so many inputs; each holds what has changed since the one before it."""
    game = match.game
    assert game is not None
    found: list[SceneAt] = []
    scene, version = Scene(), 0
    for copy, at in again(game):
        if at < first:
            continue
        if at >= first + min(count, MOST_SCENES):
            break
        scene.update(draw(copy, viewer))
        parts, _ = scene.since(version)
        version = scene.version
        found.append(SceneAt(at, None if parts is None else dict(parts), copy.question_for(viewer)))
    return found
