"""Saves: the inputs of a game and what is needed to play them again. A save is a replay is a proof of the dice."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from sandtable.engine.dice import ALGORITHM, Faces, Roll, Sealed, Seeded, Source, Standing, Stood, Typed, commitment
from sandtable.engine.errors import SandtableError, SaveError, one_line
from sandtable.engine.game import Game, Segment
from sandtable.engine.questions import Answer
from sandtable.engine.registry import ruleset as find_ruleset
from sandtable.engine.ruleset import Outcome

FORMAT: Literal["sandtable-game/1"] = "sandtable-game/1"
LARGEST = 32 * 1024 * 1024
_encoder = msgspec.json.Encoder(order="deterministic")


class SavedDice(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Where the dice come from, from input `since` on. `other` dice (typed in, or for a simulation) prove nothing.
    `stood`: dice that were taken back and that the same roll meets again."""

    since: int
    algorithm: Literal["hmac-sha256/1", "other"]
    commitment: str = ""
    nonces: list[str] = []
    seed: str = ""
    stood: list[Stood] = []


class SavedInput(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Either `roll` or `answer`. `mark` is the running digest of everything up to here; `seat` is for readers."""

    mark: str
    seat: int | UnsetType = UNSET
    answer: Any = UNSET
    roll: list[int] | UnsetType = UNSET

    @property
    def complete(self) -> bool:
        return (self.roll is UNSET) != (self.answer is UNSET)

    @property
    def given(self) -> Answer | Faces:
        return self.answer if self.roll is UNSET else tuple(self.roll)


class Save(Struct, frozen=True, forbid_unknown_fields=True):
    """The file. Its JSON is the interface; docs/saves.md describes it."""

    format: Literal["sandtable-game/1"]
    ruleset: str
    version: str
    options: dict[str, Any]
    setup: dict[str, Any]
    seats: list[str]
    dice: list[SavedDice]
    mark: str
    inputs: list[SavedInput]
    hash: str
    outcome: Outcome | None = None


# ---- writing --------------------------------------------------------------------------------------


def save(game: Game[Any], reveal: bool = True) -> Save:
    """The game as a save. With `reveal=False` the seed of a game in progress stays out: the file may be shown."""
    show_seed = reveal or game.over
    head = _head_mark(game.ruleset.id, game.ruleset.version, dict(game.options), dict(game.setup))
    mark, inputs = head, []
    for given, seat in zip(game.inputs, game._answered_by, strict=True):
        mark = _next_mark(mark, given)
        if type(given) is tuple:
            inputs.append(SavedInput(mark, roll=list(given)))
        else:
            inputs.append(SavedInput(mark, seat=seat, answer=given))
    return Save(
        format=FORMAT,
        ruleset=game.ruleset.id,
        version=game.ruleset.version,
        options=dict(game.options),
        setup=dict(game.setup),
        seats=list(game.seats),
        dice=[_saved_dice(segment, show_seed) for segment in game.dice],
        mark=head,
        inputs=inputs,
        hash=game.hash(),
        outcome=game.outcome,
    )


def to_json(saved: Save) -> bytes:
    """Laid out for reading: one line for each input."""
    data = msgspec.to_builtins(saved)
    inputs = b",\n  ".join(_encoder.encode(entry) for entry in data.pop("inputs"))
    head = msgspec.json.format(_encoder.encode(data), indent=1)
    return head[:-2] + b',\n "inputs": [\n  ' + inputs + b"\n ]\n}\n"


def write(game: Game[Any], path: Path, reveal: bool = True) -> None:
    """Writes a save so that a crash leaves either the old file or the new one."""
    try:
        path = path.resolve()
        if path.exists() and not path.is_file():
            raise SaveError(f"cannot write {path}: it is not an ordinary file")
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f".{path.name}.{os.getpid()}.new")
        try:
            beside.write_bytes(to_json(save(game, reveal)))
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        raise SaveError(f"cannot write {path}: {getattr(error, 'strerror', None) or error}") from error


def _saved_dice(segment: Segment, show_seed: bool) -> SavedDice:
    source = segment.source
    if isinstance(source, Seeded):
        seed = source.seed.hex() if show_seed else ""
        stood = list(source.stood) if isinstance(source, Standing) else []
        return SavedDice(segment.since, ALGORITHM, source.commitment, list(source.nonces), seed, stood)
    if isinstance(source, Sealed):
        return SavedDice(segment.since, ALGORITHM, source.commitment, list(source.nonces))
    return SavedDice(segment.since, "other")


# ---- reading --------------------------------------------------------------------------------------


def read(data: bytes | str) -> Save:
    """Parses a save; says what is wrong with it in one line."""
    if len(data) > LARGEST:
        raise SaveError(f"a save larger than {LARGEST // 2**20} MB is not read")
    try:
        saved = msgspec.json.decode(data, type=Save)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise SaveError(f"not a Sandtable save: {one_line(error)}") from error
    return saved


def read_file(path: Path) -> Save:
    try:
        return read(path.read_bytes())
    except OSError as error:
        raise SaveError(f"cannot read {path}: {error.strerror}") from error


def load(saved: Save, events: bool = True) -> Game[Any]:
    """Plays a save to its end and hands over the game, ready to go on."""
    game = deque(replay(saved, events), maxlen=1).pop()[0]
    if game.hash() != saved.hash:
        raise SaveError("the save does not lead to the position it claims: it was changed, or the rules were")
    _take_over_dice(game, saved)
    return game


def replay(saved: Save, events: bool = True) -> Iterator[tuple[Game[Any], int]]:
    """Plays a save input by input: yields the game before the first one (0) and after each (1, 2, …)."""
    rules = find_ruleset(saved.ruleset)
    if _major(saved.version) != _major(rules.version):
        raise SaveError(f"the save needs {saved.ruleset} {saved.version}; installed is {rules.version}")
    try:
        game: Game[Any] = Game(rules, saved.setup, saved.options, Typed(), events)
    except SandtableError as error:
        raise SaveError(f"the save's set-up is refused: {one_line(error)}") from error
    yield game, 0
    for number, entry in enumerate(saved.inputs, 1):
        if not entry.complete:
            raise SaveError(f"input {number} is neither an answer nor a roll")
        try:
            game.feed(entry.given)
        except SandtableError as error:
            raise SaveError(f"input {number}: {one_line(error)}") from error
        yield game, number


def _take_over_dice(game: Game[Any], saved: Save) -> None:
    segments = [Segment(dice.since, _source(dice)) for dice in saved.dice]
    game.dice = segments or [Segment(0, Typed())]
    game._roll_if_due()


def _source(dice: SavedDice) -> Source:
    if dice.algorithm == "other":
        return Typed()
    if dice.seed:
        seed = _seed(dice)
        if commitment(seed) != dice.commitment:
            raise SaveError("the revealed seed is not the one committed to before the game")
        return _standing(seed, dice) if dice.stood else Seeded(seed, dice.nonces)
    return Sealed(dice.commitment, dice.nonces)


def _standing(seed: bytes, dice: SavedDice) -> Standing:
    """Dice that were taken back count only if the same seed has rolled them."""
    for old in dice.stood:
        if Seeded(seed, old.nonces).roll(old.roll(), old.number) != old.faces:
            raise SaveError(f"{old.purpose}: {_spaced(old.faces)} was never rolled before the take-back")
    return Standing(seed, dice.nonces, dice.stood)


def _seed(dice: SavedDice) -> bytes:
    try:
        seed = bytes.fromhex(dice.seed)
    except ValueError:
        seed = b""
    if len(seed) != 32:
        raise SaveError("the save's dice seed is not 64 hexadecimal digits")
    return seed


# ---- proving --------------------------------------------------------------------------------------


class Verdict(Struct, frozen=True):
    """What a verification found. `problem` is empty when all is well; `at` is the input (from 1) where it breaks."""

    problem: str
    at: int
    inputs: int
    rolls: int
    proved_rolls: int
    notes: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        return not self.problem


def verify(saved: Save) -> Verdict:
    """Plays every input again, re-derives every die, and checks the running digest and the final position."""
    streams, notes, problem = _streams(saved)
    rolls = proved = number = 0
    head = _head_mark(saved.ruleset, saved.version, saved.options, saved.setup)
    if not problem and head != saved.mark:
        problem = "the ruleset, options or set-up were changed after the game was saved"
    try:
        mark = head
        for game, number in replay(saved, events=False) if not problem else ():
            question = game.question
            if number < len(saved.inputs) and saved.inputs[number].complete:
                entry = saved.inputs[number]
                mark = _next_mark(mark, entry.given)
                problem = _doubt(entry, question, _stream_at(streams, number), rolls, mark, game)
                if problem:
                    return Verdict(problem, number + 1, len(saved.inputs), rolls, proved, notes)
                if type(question) is Roll:
                    rolls += 1
                    proved += isinstance(_stream_at(streams, number), Seeded)
            elif number == len(saved.inputs):
                problem = _final_doubt(saved, game)
    except SandtableError as error:
        problem, number = one_line(error), number + 1
    return Verdict(problem, number if problem else 0, len(saved.inputs), rolls, proved, notes)


def _doubt(entry: SavedInput, question: Any, stream: Source | None, rolls: int, mark: str, game: Game[Any]) -> str:
    """What is wrong with one input, or nothing."""
    if type(question) is Roll and type(entry.given) is tuple and isinstance(stream, Seeded):
        true = stream.roll(question, rolls)
        if true != entry.given:
            said, really = _spaced(entry.given), _spaced(true)
            return f"{question.purpose}: the save says {said}, the dice are {really} (roll {rolls + 1})"
    if mark != entry.mark:
        what = question.prompt if question is not None else "after the end of the game"
        return f"{what}: this input was changed after the game was saved"
    if entry.seat is not UNSET and question is not None and entry.seat != question.seat:
        return f"{question.prompt}: answered by seat {entry.seat}, but {game.seats[question.seat]} was asked"
    return ""


def _final_doubt(saved: Save, game: Game[Any]) -> str:
    """What is wrong with what the save says of its end, or nothing."""
    if game.hash() != saved.hash:
        return "the inputs do not lead to the position the save claims"
    if game.outcome != saved.outcome:
        return "the inputs do not lead to the outcome the save claims"
    if list(game.seats) != saved.seats:
        return "the names of the players were changed after the game was saved"
    return ""


def _streams(saved: Save) -> tuple[list[Segment], tuple[str, ...], str]:
    streams: list[Segment] = []
    notes: list[str] = []
    starts = [dice.since for dice in saved.dice]
    if starts != sorted(set(starts)) or starts[:1] not in ([], [0]) or (starts and starts[-1] > len(saved.inputs)):
        return streams, (), "the stretches of dice do not follow one another from the first input on"
    if not starts:
        notes.append("the save does not say where its dice come from; nothing proves them")
    for dice in saved.dice:
        try:
            source = _source(dice)
        except SaveError as error:
            return streams, tuple(notes), one_line(error)
        if isinstance(source, Sealed):
            notes.append(
                f"dice from input {dice.since + 1} on: the seed is not revealed yet, so they cannot be checked"
            )
        elif not isinstance(source, Seeded):
            notes.append(f"dice from input {dice.since + 1} on were not made by the fair stream; nothing proves them")
        streams.append(Segment(dice.since, source))
    return streams, tuple(notes), ""


def _stream_at(streams: list[Segment], number: int) -> Source | None:
    found = None
    for segment in streams:
        if segment.since <= number:
            found = segment.source
    return found


def _head_mark(ruleset: str, version: str, options: dict[str, Any], setup: dict[str, Any]) -> str:
    return _digest(FORMAT.encode() + _encoder.encode([ruleset, version, options, setup]))


def _next_mark(mark: str, given: Answer | Faces) -> str:
    return _digest(mark.encode() + _encoder.encode({"roll": given} if type(given) is tuple else {"answer": given}))


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()[:8]


def _spaced(faces: Faces) -> str:
    return " ".join(map(str, faces))


def _major(version: str) -> str:
    return version.partition(".")[0]
