"""What a clerk can do. Everything comes with the job, and nothing is kept between two of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import Raw

from sandtable.bots.review import decisions
from sandtable.engine import gestures
from sandtable.engine import save as saves
from sandtable.engine.game import Game, Position
from sandtable.engine.registry import ruleset
from sandtable.server import library, looking, puzzles, replays
from sandtable.server.match import Match
from sandtable.server.messages import LookAt
from sandtable.server.pasts import past_of
from sandtable.server.players import recorded_inputs
from sandtable.server.records import Chained, Close, Input, Past
from sandtable.server.refused import Refused
from sandtable.server.reviews import Reviewed
from sandtable.server.shelf import Shelf, packed
from sandtable.server.store import Kept, Rows
from sandtable.server.views import Viewer
from sandtable.server.wire import CheckForce, ForceVerdict


def tried(name: str, position: Position[Any], answer: Any) -> dict[str, Any]:
    return looking.tried(Game.resumed(ruleset(name), position), answer)


def looked(name: str, position: Position[Any], seat: int | None, luck: str, look: LookAt) -> dict[str, Any]:
    return looking.looked(Game.resumed(ruleset(name), position), seat, luck, look)


def ways(name: str, position: Position[Any], gesture: Any) -> dict[str, Any]:
    return looking.ways(Game.resumed(ruleset(name), position), gesture)


def given(name: str, position: Position[Any], chain: list[Any]) -> dict[str, Any]:
    return looking.given(Game.resumed(ruleset(name), position), chain)


def bands(name: str, position: Position[Any], who: str) -> dict[str, Any]:
    return {"bands": msgspec.to_builtins(gestures.bands(Game.resumed(ruleset(name), position), who))}


def there(name: str, position: Position[Any], chain: list[Any], who: str) -> dict[str, Any]:
    return looking.there(Game.resumed(ruleset(name), position), chain, who)


class Checked(msgspec.Struct, frozen=True):
    """A set-up that can be played, with the names of its seats."""

    setup: dict[str, Any]
    options: dict[str, Any]
    seats: tuple[str, ...]


def set_up(name: str, setup: Any, forces: Sequence[dict[str, Any] | None], options: dict[str, Any]) -> Checked:
    """Can this be played?"""
    rules = ruleset(name)
    game: Game[Any] = Game(rules, library.with_forces(rules, setup, forces), options, events=False)
    return Checked(dict(game.setup), dict(game.options), game.seats)


class Loaded(msgspec.Struct, frozen=True):
    """A save that was played again, as far as today's rules follow it; `begins`: they do at least begin it."""

    ruleset: str
    version: str
    checked: Checked
    past: Past
    doubt: str
    record: bytes
    begins: bool


def load_save(data: bytes, most: int) -> Loaded:
    """Raises Refused where a game of it would begin with more than `most` bytes: nothing that large leaves here."""
    saved = saves.read(data)
    game = replays.so_far(saved)
    past = Past([], []) if game is None else past_of(game, len(game.inputs), list(saved.dice))
    checked = Checked(saved.setup, saved.options, tuple(saved.seats if game is None else game.seats))
    doubt = _doubt(saves.verify(saved))
    loaded = Loaded(saved.ruleset, saved.version, checked, past, doubt, packed(saved), game is not None)
    if len(msgspec.json.encode(loaded)) > most:
        raise too_large(most)
    return loaded


def too_large(most: int) -> Refused:
    return Refused("large", f"a game begins with at most {most} bytes: its set-up and its past")


def _doubt(found: saves.SaveVerdict) -> str:
    """What the file's own checks find, as `sandtable replay --verify` says it. That other rules do not follow it is no
    fault of the file."""
    parted = found.divergence
    if found.ok or (parted is not None and parted.saved != parted.installed):
        return ""
    return f"{found.problem} (input {found.at})" if found.at else found.problem


def verify(saved: saves.Save) -> saves.SaveVerdict:
    return saves.verify(saved)


def check_force(name: str, asked: CheckForce) -> ForceVerdict:
    return library.check_force(name, asked)


def rulebook(name: str) -> Raw:
    return _encoded(library.rulebook(name))


def case_lines(name: str) -> Raw:
    return _encoded(library.case_lines(name))


def case_page(name: str, case: str) -> Raw | None:
    return _encoded(library.case_page(name, case)) if case in library.cases(name) else None


def forces(name: str) -> Raw:
    return _encoded(library.forces(name))


def _folded(kept: Kept) -> Match:
    return Match.fold(kept.head, kept.created, kept.log)


def replay(rows: Rows, game: str, viewer: Viewer) -> Raw:
    return _encoded(replays.replay(_folded(rows.read()), game, viewer))


def scenes(rows: Rows, first: int, count: int, viewer: Viewer) -> Raw:
    return _encoded(replays.scenes(_folded(rows.read()), first, count, viewer))


def story(rows: Rows, game: str) -> Raw:
    kept = rows.read()
    match = _folded(kept)
    answered = [stored.time for stored in kept.log if isinstance(stored.record, Input | Chained | Close)]
    seconds = max(0, (answered[-1] - kept.log[0].time) // 1000) if answered else 0
    return _encoded(replays.story(match, game, seconds))


def reviewed(rows: Rows, seat: int) -> Reviewed:
    """The decisions of a seat in a game that is over."""
    game = _folded(rows.read()).game
    assert game is not None
    return Reviewed(recorded_inputs(game), decisions(game, seat))


def replay_of_record(shelf: Shelf, game: str, reason: str) -> Raw:
    return _encoded(replays.replay_of_record(shelf, game, reason))


def scenes_of_record(shelf: Shelf, first: int, count: int, seat: int) -> Raw:
    """Scenes of a game that was set aside, as far as today's rules follow it."""
    game = replays.so_far(shelf.saved())
    if game is None:
        return _encoded([])
    looker = seat if 0 <= seat < len(game.seats) else None
    return _encoded(replays.scenes_of(game, first, count, looker))


class PuzzleStart(msgspec.Struct, frozen=True):
    """A game that begins at a puzzle's position."""

    checked: Checked
    past: Past
    record: bytes


def puzzle_page(name: str) -> Raw:
    """`name` is the ruleset's and the puzzle's, with a stroke between them."""
    return _encoded(puzzles.page(*name.split("/", 1)))


def puzzle_start(name: str, which: str) -> PuzzleStart:
    game = puzzles.position_of(name, which)
    saved, at = saves.save(game), len(game.inputs)
    checked = Checked(dict(game.setup), dict(game.options), game.seats)
    return PuzzleStart(checked, past_of(game, at, list(saved.dice)), packed(saves.beginning(saved, at)))


def _encoded(value: Any) -> Raw:
    return Raw(msgspec.json.encode(value))


JOBS: dict[str, Callable[..., Any]] = {
    job.__name__: job
    for job in (
        tried, looked, ways, given, bands, there, set_up, load_save, verify, check_force, rulebook, case_lines,
        case_page, forces, replay, story, reviewed, scenes, replay_of_record, scenes_of_record,
        puzzle_page, puzzle_start,
    )
}  # fmt: skip
