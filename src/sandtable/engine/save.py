"""Saves: the inputs of a game and what is needed to play them again. A save is a replay is a proof of the dice.

Every save ever written opens: it plays and verifies, or it says which change of the rules it meets at which input, and
can then be watched from its own record. docs/decisions/0008-old-games.md.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from sandtable.engine.dice import ALGORITHM, Faces, Roll, Sealed, Seeded, Source, StandingDice, Stood, Typed, commitment
from sandtable.engine.divergence import Diverged, Divergence, divergence
from sandtable.engine.errors import RuleError, SandtableError, SaveError, one_line
from sandtable.engine.facts import differences
from sandtable.engine.files import write_whole
from sandtable.engine.game import Asked, DiceSpan, Game
from sandtable.engine.questions import Answer, Question
from sandtable.engine.registry import ruleset as find_ruleset
from sandtable.engine.ruleset import Outcome

FIRST: Literal["sandtable-game/1"] = "sandtable-game/1"
"""The form of old saves: inputs without what was asked, and a hash that means nothing any more."""
FORMAT: Literal["sandtable-game/2"] = "sandtable-game/2"
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
    """Either `roll` or `answer`. `mark` is the running digest of everything up to here. What was asked and what was
    said stand here for readers and for whoever watches the game under other rules; the first form has none of it."""

    mark: str
    seat: int | UnsetType = UNSET
    answer: Any = UNSET
    roll: list[int] | UnsetType = UNSET
    sides: Annotated[int, msgspec.Meta(ge=0)] = 0
    purpose: str = ""
    clause: str = ""
    who: str = ""
    kind: str = ""
    prompt: str = ""
    words: str = ""
    said: list[str] = []
    joined: bool = False
    """Given in one chain with the answer before it."""

    @property
    def complete(self) -> bool:
        return (self.roll is UNSET) != (self.answer is UNSET)

    @property
    def given(self) -> Answer | Faces:
        return self.answer if self.roll is UNSET else tuple(self.roll)


class SavedPosition(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the inputs lead, in the public words of the rules: whatever else changes inside, these stay."""

    over: bool
    facts: dict[str, Any]


class Save(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The file. Its JSON is the interface; docs/saves.md describes it."""

    format: Literal["sandtable-game/1", "sandtable-game/2"]
    ruleset: str
    version: str
    options: dict[str, Any]
    setup: dict[str, Any]
    seats: list[str]
    dice: list[SavedDice]
    mark: str
    inputs: list[SavedInput]
    said: list[str] = []
    """What was told before the first input."""
    position: SavedPosition | None = None
    """None: nobody says. The first form never does."""
    outcome: Outcome | None = None
    end: str = ""
    """The digest of position and outcome, and of the last mark."""
    hash: str = ""
    """Of the first form."""

    @property
    def first(self) -> bool:
        return self.format == FIRST


# ---- writing --------------------------------------------------------------------------------------


def save(game: Game[Any], reveal: bool = True) -> Save:
    """The game as a save. With `reveal=False` the seed of a game in progress stays out: the file may be shown. A game
    that tells nothing (`events=False`) is saved without its words."""
    show_seed = reveal or game.over
    said: list[list[str]] = [[] for _ in range(len(game.inputs) + 1)]
    for event in game.events or ():
        if line := game.line(event):
            said[event.at].append(line)
    entries = [saved_input(*one) for one in zip(game.inputs, game.asked, said[1:], strict=True)]
    return sealed(
        Save(
            FORMAT, game.ruleset.id, game.ruleset.version, dict(game.options), dict(game.setup), list(game.seats),
            [_saved_dice(segment, show_seed) for segment in game.dice], "", entries, said[0],
            SavedPosition(game.over, facts_of(game)), game.outcome,
        )
    )  # fmt: skip


def saved_input(given: Answer | Faces, asked: Asked, said: list[str]) -> SavedInput:
    """An input with what was asked and what followed; its mark comes later."""
    if type(given) is tuple:
        return SavedInput(
            "", asked.seat, roll=list(given), sides=asked.sides, purpose=asked.purpose, clause=asked.clause,
            who=asked.who, said=said,
        )  # fmt: skip
    return SavedInput(
        "", asked.seat, answer=given, clause=asked.clause, who=asked.who, kind=asked.kind, prompt=asked.prompt,
        words=asked.words, said=said, joined=asked.joined,
    )  # fmt: skip


def beginning(saved: Save, stop: int) -> Save:
    """The first inputs of a save, as a save of their own; it says nothing of the position they lead to."""
    kept = [dice for dice in saved.dice if dice.since < stop]
    return sealed(
        msgspec.structs.replace(saved, inputs=saved.inputs[:stop], dice=kept, position=None, outcome=None, hash="")
    )


def facts_of(game: Game[Any]) -> dict[str, Any]:
    """The facts of the position as a file would have them."""
    facts: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(game.ruleset.facts(game.reading())))
    return facts


def sealed(saved: Save) -> Save:
    """The same save with its marks as they must be."""
    head = _head_mark(saved)
    mark, inputs = head, []
    for entry in saved.inputs:
        mark = _next_mark(saved, mark, entry)
        inputs.append(msgspec.structs.replace(entry, mark=mark))
    end = "" if saved.first else _end_mark(saved, mark)
    return msgspec.structs.replace(saved, mark=head, inputs=inputs, end=end)


def to_json(saved: Save) -> bytes:
    """Laid out for reading: one line for each input, and one for the position."""
    data = msgspec.to_builtins(saved)
    position = _encoder.encode(data.pop("position", None))
    inputs = b",\n  ".join(_encoder.encode(entry) for entry in data.pop("inputs"))
    head = msgspec.json.format(_encoder.encode(data), indent=1)
    facts = b"" if saved.position is None else b',\n "position": ' + position
    return head[:-2] + b',\n "inputs": [\n  ' + inputs + b"\n ]" + facts + b"\n}\n"


def write(game: Game[Any], path: Path, reveal: bool = True) -> None:
    """Writes a save so that a crash leaves either the old file or the new one."""
    try:
        path = path.resolve()
        if path.exists() and not path.is_file():
            raise SaveError(f"cannot write {path}: it is not an ordinary file")
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, to_json(save(game, reveal)))
    except (OSError, ValueError) as error:
        raise SaveError(f"cannot write {path}: {getattr(error, 'strerror', None) or error}") from error


def _saved_dice(segment: DiceSpan, show_seed: bool) -> SavedDice:
    source = segment.source
    if isinstance(source, Seeded):
        seed = source.seed.hex() if show_seed else ""
        stood = list(source.stood) if isinstance(source, StandingDice) else []
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


class PlayedSave(Struct, frozen=True):
    """A save under today's rules, as far as they follow it; no game where they do not even take the set-up."""

    game: Game[Any] | None
    divergence: Divergence | None = None


def played(saved: Save, stop: int | None = None, events: bool = True) -> PlayedSave:
    """Plays a save to its end, or its first `stop` inputs, and compares the end with what the save says of it."""
    last = len(saved.inputs) if stop is None else stop
    if not 0 <= last <= len(saved.inputs):
        raise SaveError(f"the save has {len(saved.inputs)} inputs; {last} is not one of them")
    try:
        game = deque(islice(replay(saved, events), last + 1), maxlen=1).pop()[0]
    except Diverged as diverged:
        return PlayedSave(diverged.game, diverged.divergence)
    return PlayedSave(game, _parted_at_the_end(saved, game) if last == len(saved.inputs) else None)


def load(saved: Save, events: bool = True) -> Game[Any]:
    """Plays a save to its end and hands over the game, ready to go on. Raises Diverged where today's rules do not
    follow it."""
    found = played(saved, events=events)
    if found.divergence is not None:
        raise Diverged(found.divergence, found.game)
    assert found.game is not None
    found.game.dice = [DiceSpan(dice.since, _source(dice)) for dice in saved.dice] or [DiceSpan(0, Typed())]
    found.game._roll_if_due()
    return found.game


def load_until(saved: Save, stop: int) -> Game[Any]:
    """The game after the first `stop` inputs of a save, with new dice from there on: another game that begins alike.
    Raises Diverged where today's rules do not follow it so far."""
    found = played(saved, stop)
    if found.divergence is not None and found.divergence.good < stop:
        raise Diverged(found.divergence, found.game)
    game = found.game
    assert game is not None
    fair = not saved.dice or saved.dice[-1].algorithm == ALGORITHM
    game.dice = [DiceSpan(dice.since, _source(dice)) for dice in saved.dice if dice.since < stop]
    game.continue_with(Seeded() if fair else Typed())
    return game


def replay(saved: Save, events: bool = True) -> Iterator[tuple[Game[Any], int]]:
    """Plays a save input by input: yields the game before the first one (0) and after each (1, 2, …). Raises Diverged
    where today's rules ask something else, or refuse what was answered."""
    rules = find_ruleset(saved.ruleset)
    try:
        game: Game[Any] = Game(rules, saved.setup, saved.options, Typed(), events)
    except Exception as error:
        refused = f"refuses it: {_why(error)}"
        found = divergence(rules, saved.version, 0, -1, "the game was begun", refused, _clauses(error))
        raise Diverged(found, None) from error
    yield game, 0
    for number, entry in enumerate(saved.inputs, 1):
        if not entry.complete:
            raise SaveError(f"input {number} is neither an answer nor a roll")
        if (parted := _parted(saved, number, entry, game)) is not None:
            raise Diverged(parted, game)
        yield game, number


def _parted(saved: Save, number: int, entry: SavedInput, game: Game[Any]) -> Divergence | None:
    """Feeds one input; where that does not go, why not."""
    question = game.question
    before = [asked.clause for asked in game.asked[:-3:-1]]  # what led here, last first
    clauses = [entry.clause, question.clause if question is not None else "", *before]
    today = _otherwise(entry, question, game)
    if not today:
        try:
            game.feed(entry.given, entry.joined)
        except Exception as error:
            if len(game.inputs) >= number:  # the answer stood, and the rules broke down after it
                game.__dict__ = game._past(number - 1, game.events is not None).__dict__
            today = f"refuses that: {_why(error)}"
            clauses += _clauses(error)
    if not today:
        return None
    return divergence(game.ruleset, saved.version, number, number - 1, recorded(saved, entry), today, clauses)


def _otherwise(entry: SavedInput, question: Question | Roll | None, game: Game[Any]) -> str:
    """What is asked today, where that is another question than the record answers. A clause alone that is cited anew,
    or a prompt in other words, is the same question still."""
    if question is None:
        return "says that the game is over here"
    if isinstance(question, Roll):
        faces = entry.given
        same = type(faces) is tuple and len(faces) == question.n and entry.sides in (0, question.sides)
        asked = f"rolls {question.n}d{question.sides} here: {question.purpose}"
    else:
        reworded = entry.kind and entry.clause != question.clause and entry.prompt != question.prompt
        same = type(entry.given) is not tuple and entry.kind in ("", question.kind) and not reworded
        asked = f"asks {game.seats[question.seat]} here: {question.prompt}"
    if same and entry.seat in (UNSET, question.seat):
        return ""
    return f"{asked} ({question.clause})" if question.clause else asked


def _parted_at_the_end(saved: Save, game: Game[Any]) -> Divergence | None:
    """Where the inputs lead elsewhere today than the save says."""
    record, today = _elsewhere(saved, game)
    if not today:
        return None
    at = len(saved.inputs)
    clause = game.outcome.clause if game.outcome else ""
    return divergence(game.ruleset, saved.version, at, at, record, today, (clause,))


def _elsewhere(saved: Save, game: Game[Any]) -> tuple[str, str]:
    """What the save says of its end, and what today's rules say instead; nothing where they agree."""
    if saved.position is not None:
        facts = facts_of(game)
        for one in differences(saved.position.facts, facts):
            if not one.unknown:
                return "every input is followed", f"comes to another position: {one.words()}"
        if saved.position.over is not game.over:
            ended = ("is over", "goes on")
            return f"the game {ended[not saved.position.over]}", f"says that it {ended[not game.over]}"
    if game.outcome != saved.outcome:
        return f"the outcome is: {_ending(saved.outcome)}", f"comes to another outcome: {_ending(game.outcome)}"
    if list(game.seats) != saved.seats:
        return f"the players are {', '.join(saved.seats)}", f"calls them {', '.join(game.seats)}"
    return "", ""


def _ending(outcome: Outcome | None) -> str:
    return "none yet" if outcome is None else outcome.summary


def _why(error: Exception) -> str:
    """A refusal as it is; of anything else, that the rules broke down over it."""
    if isinstance(error, SandtableError):
        return one_line(error)
    return f"the rules break down over it ({type(error).__name__}: {one_line(error)[:200]})"


def _clauses(error: Exception) -> list[str]:
    return [error.clause] if isinstance(error, RuleError) else []


def _source(dice: SavedDice) -> Source:
    if dice.algorithm == "other":
        return Typed()
    if dice.seed:
        seed = seed_of(dice)
        if commitment(seed) != dice.commitment:
            raise SaveError("the revealed seed is not the one committed to before the game")
        return _standing(seed, dice) if dice.stood else Seeded(seed, dice.nonces)
    return Sealed(dice.commitment, dice.nonces)


def _standing(seed: bytes, dice: SavedDice) -> StandingDice:
    """Dice that were taken back count only if the same seed has rolled them."""
    for old in dice.stood:
        if Seeded(seed, old.nonces).roll(old.roll(), old.number) != old.faces:
            raise SaveError(f"{old.purpose}: {_spaced(old.faces)} was never rolled before the take-back")
    return StandingDice(seed, dice.nonces, dice.stood)


def seed_of(dice: SavedDice) -> bytes:
    """Raises SaveError."""
    try:
        seed = bytes.fromhex(dice.seed)
    except ValueError:
        seed = b""
    if len(seed) != 32:
        raise SaveError("the save's dice seed is not 64 hexadecimal digits")
    return seed


# ---- proving --------------------------------------------------------------------------------------


class SaveVerdict(Struct, frozen=True):
    """What a verification found. `problem` is empty when all is well; `at` is the input (from 1) where it breaks.
    `divergence`: the file is as it was saved, but today's rules do not follow it."""

    problem: str
    at: int
    inputs: int
    rolls: int
    proved_rolls: int
    notes: tuple[str, ...] = ()
    divergence: Divergence | None = None

    @property
    def ok(self) -> bool:
        return not self.problem


class _Proof:
    """The record by itself: is everything as it was saved, and does every die follow from its seed?"""

    def __init__(self, saved: Save) -> None:
        self.saved = saved
        self.streams, self.notes, self.problem = _streams(saved)
        self.at = self.rolls = self.proved = 0
        if not self.problem and _head_mark(saved) != saved.mark:
            self.problem = "the ruleset, options, set-up or players were changed after the game was saved"
        if self.problem:
            return
        mark = saved.mark
        for number, entry in enumerate(saved.inputs):
            mark = _next_mark(saved, mark, entry)
            if self._breaks(number, self._doubt(number, entry, mark)):
                return
        if not saved.first and _end_mark(saved, mark) != saved.end:
            self._breaks(len(saved.inputs) - 1, "the position or the outcome was changed after the game was saved")

    def _breaks(self, number: int, problem: str) -> bool:
        if problem:
            self.at, self.problem = number + 1, problem
        return bool(problem)

    def _doubt(self, number: int, entry: SavedInput, mark: str) -> str:
        """What is wrong with one input, or nothing."""
        if not entry.complete:
            return f"input {number + 1} is neither an answer nor a roll"
        if entry.roll is not UNSET and not self.saved.first:
            if not (entry.sides and isinstance(entry.seat, int)):
                return f"input {number + 1} does not say whose dice were rolled, and with how many sides"
            asked = Asked(entry.seat, entry.clause, entry.who, sides=entry.sides, purpose=entry.purpose)
            if false := self.false_die(number, asked):
                return false
        if mark != entry.mark:
            what = f"{entry.prompt or entry.purpose}: " if entry.prompt or entry.purpose else ""
            return f"{what}this input was changed after the game was saved"
        return ""

    def false_die(self, number: int, asked: Asked) -> str:
        """Counts a roll, and says where its faces do not follow from the seed."""
        stream, faces = _stream_at(self.streams, number), self.saved.inputs[number].given
        if isinstance(stream, Seeded):
            roll = Roll(len(faces), asked.sides, asked.purpose, asked.clause, asked.seat, asked.who)
            try:
                true = stream.roll(roll, self.rolls)
            except SandtableError as error:
                return one_line(error)
            if true != faces:
                said, really = _spaced(faces), _spaced(true)
                return f"{asked.purpose}: the save says {said}, the dice are {really} (roll {self.rolls + 1})"
            self.proved += 1
        self.rolls += 1
        return ""


def verify(saved: Save) -> SaveVerdict:
    """Checks the running digest, derives every die anew, plays every input again and compares where that leads."""
    proof = _Proof(saved)
    problem, at, parted = proof.problem, proof.at, None
    if not problem or at:
        try:
            found = _played(saved, proof, at - 1 if problem else len(saved.inputs))
            problem, at = found or (problem, at)
        except Diverged as diverged:
            parted = diverged.divergence
            problem, at = parted.words(), parted.at
        except SandtableError as error:
            problem = one_line(error)
    notes = _told(saved, proof, problem)
    return SaveVerdict(problem, at if problem else 0, len(saved.inputs), proof.rolls, proof.proved, notes, parted)


def _played(saved: Save, proof: _Proof, stop: int) -> tuple[str, int] | None:
    """Plays the inputs up to `stop`. Of the first form only the rules can say which dice were rolled."""
    for game, number in islice(replay(saved, events=False), stop + 1):
        rolled = number and saved.first and type(saved.inputs[number - 1].given) is tuple
        if rolled and (false := proof.false_die(number - 1, game.asked[-1])):
            return false, number
    if stop == len(saved.inputs) and not proof.problem and (parted := _parted_at_the_end(saved, game)) is not None:
        raise Diverged(parted, game)
    return None


def _told(saved: Save, proof: _Proof, problem: str) -> tuple[str, ...]:
    notes = list(proof.notes)
    if saved.first and not problem:
        notes.append(f"a save of the form {FIRST} says nothing of its final position that can be compared")
    return tuple(notes)


def _streams(saved: Save) -> tuple[list[DiceSpan], tuple[str, ...], str]:
    streams: list[DiceSpan] = []
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
        streams.append(DiceSpan(dice.since, source))
    return streams, tuple(notes), ""


def _stream_at(streams: list[DiceSpan], number: int) -> Source | None:
    found = None
    for segment in streams:
        if segment.since <= number:
            found = segment.source
    return found


def _head_mark(saved: Save) -> str:
    head: list[Any] = [saved.ruleset, saved.version, saved.options, saved.setup]
    return _digest(saved.format.encode() + _encoder.encode(head if saved.first else [*head, saved.seats, saved.said]))


def _next_mark(saved: Save, mark: str, entry: SavedInput) -> str:
    """Over the entry itself, with the mark before it in place of its own."""
    if not saved.first:
        return _digest(_encoder.encode(msgspec.to_builtins(msgspec.structs.replace(entry, mark=mark))))
    given = entry.given
    return _digest(mark.encode() + _encoder.encode({"roll": given} if type(given) is tuple else {"answer": given}))


def _end_mark(saved: Save, mark: str) -> str:
    return _digest(_encoder.encode(msgspec.to_builtins([mark, saved.position, saved.outcome])))


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()[:8]


def _spaced(faces: Iterable[int]) -> str:
    return " ".join(map(str, faces))


# ---- watching -------------------------------------------------------------------------------------


def recorded(saved: Save, entry: SavedInput) -> str:
    """An input in words, from the file alone: 'Ann answers Hold to: Which action? (OP-5.2)'."""
    who = saved.seats[entry.seat] if isinstance(entry.seat, int) and 0 <= entry.seat < len(saved.seats) else "somebody"
    cited = f" ({entry.clause})" if entry.clause else ""
    if entry.roll is not UNSET:
        dice = f"{len(entry.roll)}d{entry.sides}" if entry.sides else f"{len(entry.roll)} dice"
        return f"{entry.purpose or 'a roll'}{cited}, {dice}: {_spaced(entry.roll)}"
    answer = entry.words or (entry.answer if isinstance(entry.answer, str) else _encoder.encode(entry.answer).decode())
    return f"{who} answers {answer} to: {entry.prompt}{cited}" if entry.prompt else f"{who} answers {answer}"


def watch(saved: Save) -> Iterator[list[str]]:
    """The game in words from the file alone, under whatever rules are installed: what was told before the first input,
    and after each. A file without words has the inputs themselves."""
    told = bool(saved.said) or any(entry.said for entry in saved.inputs)
    yield list(saved.said)
    for entry in saved.inputs:
        yield list(entry.said) if told else [recorded(saved, entry)]
