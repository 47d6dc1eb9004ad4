"""The one filter: everything that a seat or a watcher gets to see of a game is made here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from itertools import count
from typing import Any

import msgspec
from msgspec import Raw, Struct

from sandtable.engine.dice import Roll
from sandtable.engine.errors import SandtableError
from sandtable.engine.events import Event
from sandtable.engine.game import Game
from sandtable.engine.hooks import offered
from sandtable.engine.scenes import BoardScene, Common, Scene, SideInfo
from sandtable.server.match import Match
from sandtable.server.records import Millis

Viewer = int | None
"""A seat; None is a spectator."""


_versions = count(1)
"""Scenes are numbered over all games: a scene that was drawn anew from the log is newer than whatever a client has."""


class Delivered(Struct):
    """How much of a seat's view a client has: events, of which epoch, and which version of the scene."""

    since: int = 0
    epoch: int = 0
    version: int = 0


WantedView = tuple[Viewer, Delivered, bool]
"""A view that somebody is to be sent: whose it is, how much of it he has, and whether he wants the state along."""
Key = tuple[Viewer, int, int, int, bool]


def _key(viewer: Viewer, seen: Delivered, state: bool) -> Key:
    return viewer, seen.since, seen.epoch, seen.version, state


class SentScene:
    """A scene that is sent piece by piece: of its top-level keys only those that have changed."""

    def __init__(self) -> None:
        self.version = 0
        self.drawn = -1
        """The number of changes after which it was drawn."""
        self.state: Any = None
        """A copy of the state it was drawn from."""
        self._parts: dict[str, tuple[int, bytes]] = {}

    def update(self, scene: Scene) -> None:
        encoded = {key: msgspec.json.encode(value) for key, value in scene.parts().items()}
        if not encoded.keys() >= self._parts.keys():
            self._parts = {}  # a key has gone: the next one is sent whole
        changed = {key: body for key, body in encoded.items() if key not in self._parts or self._parts[key][1] != body}
        if changed:
            self.version = next(_versions)
            self._parts.update({key: (self.version, body) for key, body in changed.items()})

    def since(self, version: int) -> tuple[dict[str, Raw] | None, bool]:
        """What has changed since a version, and whether that is the whole scene."""
        if not self._parts:
            return None, True
        whole = version == 0 or min(since for since, _ in self._parts.values()) > version
        parts = {key: Raw(body) for key, (since, body) in self._parts.items() if whole or since > version}
        return parts, whole


class _Window:
    """What one viewer has been able to see so far."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.read = 0
        """Events of the game that have been sorted into `heard` or left out."""
        self.scene = SentScene()


class Views:
    """The views of one match. Call `changed` after every change of the match, then `view` as often as you like."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._windows: dict[Viewer, _Window] = {}
        self._open = SentScene()
        """The one scene of a game in which everybody sees the same."""
        self._lines: list[bytes] = []
        self._epoch = match.epoch
        self._changes = 0
        self._said: dict[Key, tuple[bytes, int, int, int]] = {}
        """What each client is sent that has seen so much, and what it has seen then."""

    def changed(self) -> None:
        self._changes += 1
        self._said.clear()
        if self._epoch != self.match.epoch:
            self._epoch = self.match.epoch
            self._lines.clear()
            for window in self._windows.values():
                window.heard, window.read = [], 0

    def view(self, viewer: Viewer, seen: Delivered, now: Millis, state: bool = False) -> bytes:
        """The message that brings a client up to date; `seen` then says so."""
        key = _key(viewer, seen, state)
        if key not in self._said:
            self._said[key] = self._made(viewer, seen, now, state)
        message, seen.since, seen.epoch, seen.version = self._said[key]
        return message

    def undrawn(self, wanted: Iterable[WantedView]) -> list[WantedView]:
        """Those of these views that have still to be made."""
        return [
            (viewer, copy(seen), state) for viewer, seen, state in wanted if _key(viewer, seen, state) not in self._said
        ]

    def draw(self, wanted: Iterable[WantedView], now: Millis) -> None:
        """Makes views before they are sent: that takes time, and sending does not."""
        for viewer, seen, state in wanted:
            self.view(viewer, seen, now, state)

    def _made(self, viewer: Viewer, seen: Delivered, now: Millis, state: bool) -> tuple[bytes, int, int, int]:
        game = self.match.game
        assert game is not None, "there is nothing to see yet"
        window = self._window(viewer, game)
        since = self._kept(window, seen)
        message = msgspec.json.encode(self._message(viewer, window, game, since, seen.version, now, state))
        return message, len(window.heard), self._epoch, window.scene.version

    def _kept(self, window: _Window, seen: Delivered) -> int:
        """How many events of the client still stand. After an undo it gets all of them again: nobody waits for that."""
        return min(seen.since, len(window.heard)) if seen.epoch == self._epoch else 0

    def _message(
        self, viewer: Viewer, window: _Window, game: Game[Any], since: int, version: int, now: Millis, state: bool
    ) -> dict[str, Any]:
        match = self.match
        scene, whole = window.scene.since(version)
        question, waiting = self._asked(viewer, game)
        why_not = match.why_no_undo(viewer)
        message = {
            "t": "view",
            "seat": viewer,
            "at": match.at,
            "number": match.number,
            "epoch": self._epoch,
            "since": since,
            "events": [Raw(b'{"n":%d,' % number + body[1:]) for number, body in enumerate(window.heard[since:], since)],
            "question": question,
            "waiting": waiting,
            "scene": scene,
            "whole": whole,
            "undo": {"can": why_not is None, "reason": why_not or "", **self._asking(viewer)},
            "back": match.backs.went,
            "clock": self._clock(now),
            "outcome": match.outcome,
            "last": {"by": match.last.seat, "how": match.last.by} if match.last else None,
        }
        if match.lesson is not None:
            message["lesson"] = match.lesson.guide(game)
        return message | {"state": game.ruleset.view(game.reading(viewer))} if state else message

    def _asking(self, viewer: Viewer) -> dict[str, Any]:
        """May this viewer ask the others to take back, and if not, why not?"""
        why_not = self.match.why_no_asking(viewer)
        return {"ask": why_not is None, "asking": why_not or ""}

    def _asked(self, viewer: Viewer, game: Game[Any]) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
        """The open question for whoever is asked; for the others, whom they wait for."""
        match, asked = self.match, self.match.asked
        if asked is None or game.question is None:
            return None, None
        if asked == viewer and not match.sets_itself_up:
            return game.question_for(game.question.seat), None
        outside = game.question_for(None) or {}
        seat = match.seats[asked]
        thinking = match.sets_itself_up or (not seat.person and not isinstance(game.question, Roll))
        waiting = {"seat": asked, "prompt": outside["prompt"], "who": outside["who"], "thinking": thinking}
        return None, waiting | {key: one for key, one in outside.items() if key == "contest"}

    def _clock(self, now: Millis) -> dict[str, Any] | None:
        clocks, asked = self.match.clocks, self.match.asked
        if clocks.rule is None:
            return None
        running = asked if asked is not None and self.match.seats[asked].person else None
        left = list(clocks.left)
        if running is not None:
            left[running] -= clocks.spent(running, now)
        own = clocks.own(self.match.question) if clocks.rule.questions and running is not None else 0
        return {
            "left": left if clocks.banked else None,
            "running": running,
            "starts": max(0, clocks.asked - now),
            "question": max(0, clocks.asked + own - now) if own else None,
        }

    # ---- keeping up ------------------------------------------------------------------------------------

    def _window(self, viewer: Viewer, game: Game[Any]) -> _Window:
        window = self._windows.get(viewer)
        if window is None:
            window = self._windows[viewer] = _Window()
            if hides_nothing(game):
                window.scene = self._open
        events = game.events or []
        for number in range(len(self._lines), len(events)):
            self._lines.append(event_line(game, events[number]))
        for event, line in zip(events[window.read :], self._lines[window.read :], strict=True):
            if event.heard_by(viewer):
                window.heard.append(line)
        window.read = len(events)
        if window.scene.drawn != self._changes:
            self._draw(window.scene, game, viewer)
        return window

    def _draw(self, scene: SentScene, game: Game[Any], viewer: Viewer) -> None:
        """A scene follows from the state alone; many answers inside a step leave that as it is."""
        scene.drawn = self._changes
        if scene.state != game.state:
            scene.update(draw(game, viewer))
            scene.state = game.state.clone()


def hides_nothing(game: Game[Any]) -> bool:
    """Does the ruleset say that its scene is the same for everybody?"""
    return bool(offered(game.ruleset, "hides_nothing"))


def draw(game: Game[Any], viewer: Viewer) -> Scene:
    """The scene for a viewer; a plain table where the ruleset has none."""
    hook = offered(game.ruleset, "scene")
    if hook is None:
        return plain(game, viewer)
    scene: Scene = hook(game.reading(viewer))
    if not isinstance(scene, Common):
        raise SandtableError(f"the scene of {game.ruleset.id} is a {type(scene).__name__}, not one of docs/scene.md")
    return scene


def plain(game: Game[Any], viewer: Viewer) -> BoardScene:
    """How things stand, for a ruleset without a scene: its board where it hides nothing, else what the seat may see."""
    board = offered(game.ruleset, "board")
    if board is not None and hides_nothing(game):
        columns, rows = board(game.reading(viewer))
    else:
        seen = game.ruleset.view(game.reading(viewer))
        columns, rows = ("", ""), [(name, _said(value)) for name, value in seen.items()]
    sides = [SideInfo(name=name, seat=seat, slot=seat) for seat, name in enumerate(game.seats)]
    return BoardScene(
        title=game.ruleset.title, headline="", round=None, phase="", phases=[], turn=None, active="", sides=sides,
        models=[], marks=[], columns=list(columns), rows=[list(row) for row in rows],
    )  # fmt: skip


def _said(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_said(one)}" for name, one in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(_said, value))
    return "" if value is None else str(value)


def event_line(game: Game[Any], event: Event) -> bytes:
    return msgspec.json.encode(event_data(game, event))


def event_data(game: Game[Any], event: Event) -> dict[str, Any]:
    """An event with its words, and its motion where the ruleset knows one."""
    motion = offered(game.ruleset, "motion")
    moved = motion(event) if motion else None
    data = event.wire() | {"text": game.say(event)}
    return data if moved is None else data | {"motion": moved}
