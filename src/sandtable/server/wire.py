"""What goes over HTTP. Bodies that come in are checked by these types, answers go out in them, and the OpenAPI document
is made from them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from sandtable.bots.review import JudgedDecision
from sandtable.bots.story import Story
from sandtable.engine.changes import RulesChange
from sandtable.server.messages import PlayerName
from sandtable.server.records import Battle, DiceMode, Flag, SeatKind, Status

BotName = Annotated[str, Meta(max_length=40)]
RulesetId = Annotated[str, Meta(min_length=1, max_length=60)]


class Problem(Struct, frozen=True):
    """Why something was not done. `clause` may be empty."""

    code: str
    reason: str
    clause: str = ""


class Failure(Struct, frozen=True):
    error: Problem


class Health(Struct, frozen=True):
    ok: bool
    games: int
    sockets: int


# ---- rulesets -------------------------------------------------------------------------------------


class RulesetLine(Struct, frozen=True):
    id: str
    title: str
    version: str
    summary: str
    clauses: int
    seats: list[str]
    """Of the quick battle."""
    scene: str
    """The kind of stage; empty where there is none."""


class Ready(Struct, frozen=True):
    name: str
    setup: dict[str, Any]
    seats: list[str]
    tutorial: str = ""
    """What there is to try, where the set-up is a tutorial."""


class QuickPlaceLine(Struct, frozen=True):
    name: str
    about: str
    forces: list[list[str]]
    """Who may stand there, seat by seat."""


class QuickPage(Struct, frozen=True):
    """What quick battles are made of, and how the game is offered; what is empty or 0 nobody has said."""

    pitch: str
    players: str
    dice: str
    mood: str
    minutes: int
    places: list[QuickPlaceLine]
    first: str = ""
    """The place of a first battle."""


class QuickLine(Struct, frozen=True):
    """A quick battle as it was drawn."""

    seed: str
    forces: list[str]
    place: str
    about: str
    seats: list[str]
    minutes: int = 0
    scene: dict[str, Any] | None = None
    """The table before anybody is on it, where it was asked for."""


class ChoiceLine(Struct, frozen=True):
    value: str | int | bool
    means: str


class OptionLine(Struct, frozen=True):
    """A house rule: one of `choices`, or a whole number from `least` to `most`."""

    name: str
    clause: str
    title: str
    default: str | int | bool
    choices: list[ChoiceLine]
    least: int
    most: int


class BotLine(Struct, frozen=True):
    name: str
    title: str
    about: str


class RulesetPage(Struct, frozen=True):
    id: str
    title: str
    version: str
    author: str
    summary: str
    scene: str
    forces: bool
    """Can force lists be checked?"""
    ready: list[Ready]
    options: list[OptionLine]
    bots: list[BotLine]
    bot: str
    """The one to offer first."""
    quick: QuickPage


class ClauseLine(Struct, frozen=True):
    id: str
    title: str
    text: str
    kind: str
    source: str
    ruling: str
    option: str
    cases: list[str]


class RulebookPage(Struct, frozen=True):
    ruleset: str
    title: str
    author: str
    summary: str
    clauses: list[ClauseLine]
    options: list[OptionLine]
    version: str
    changes: list[RulesChange]
    """What has changed since the first version, oldest first."""


class CaseLine(Struct, frozen=True):
    id: str
    title: str
    clauses: list[str]


class CaseStep(Struct, frozen=True):
    """A line of a worked example. The scene is whole in the first step; then it holds the keys that changed."""

    entry: dict[str, Any] | None
    text: str
    at: int
    scene: dict[str, Any] | None
    question: dict[str, Any] | None
    events: list[dict[str, Any]]
    refusal: Problem | None


class CasePage(Struct, frozen=True):
    id: str
    title: str
    clauses: list[str]
    ruleset: str
    problem: str
    """Empty: the case holds."""
    steps: list[CaseStep]


class LessonStep(Struct, frozen=True):
    title: str
    text: str
    clauses: list[str]
    read: bool
    """Nothing is played in it."""
    look: list[str | tuple[float, float]] = []
    """What stands in the light while it is read: names, or places."""


class LessonPage(Struct, frozen=True):
    id: str
    title: str
    about: str
    minutes: int
    learnt: str
    steps: list[LessonStep]
    next: str
    """The id of the lesson that comes after it; empty after the last."""


class CoachWord(Struct, frozen=True):
    """What is said once to the first question of a topic."""

    topic: str
    title: str
    text: str
    clauses: list[str]


class SchoolPage(Struct, frozen=True):
    """All that teaches a ruleset."""

    ruleset: str
    title: str
    lessons: list[LessonPage]
    coach: list[CoachWord]


class ForceMember(Struct, frozen=True):
    name: str
    kind: str
    points: int
    card: list[str]


class ForceSheet(Struct, frozen=True):
    name: str
    points: int
    lines: list[ForceMember]
    force: dict[str, Any]
    text: str = ""
    """The list as its game's players write it, where they have a notation."""


class CheckForce(Struct, frozen=True, forbid_unknown_fields=True):
    """A list as text (TOML, JSON, or as its game's players write it), or as JSON values."""

    text: Annotated[str, Meta(max_length=200_000)] | None = None
    format: Literal["toml", "json", "text"] = "toml"
    force: dict[str, Any] | None = None


class ForceVerdict(Struct, frozen=True):
    """A legal list with its price, or what is wrong with it."""

    ok: bool
    errors: list[Problem]
    name: str = ""
    points: int = 0
    lines: list[ForceMember] = []
    force: dict[str, Any] | None = None
    text: str = ""


# ---- games ----------------------------------------------------------------------------------------


class NewSeat(Struct, frozen=True, forbid_unknown_fields=True):
    kind: SeatKind = "person"
    name: PlayerName | None = None
    bot: BotName = ""
    open: bool = False
    """Anybody may sit down here."""


class NewClock(Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds."""

    bank: Annotated[int, Meta(ge=0, le=31_536_000)] = 0
    increment: Annotated[int, Meta(ge=0, le=604_800)] = 0
    flag: Flag = "lose"
    questions: bool = False


Seats = Annotated[list[NewSeat], Meta(min_length=1, max_length=16)]


class NewGame(Struct, frozen=True, forbid_unknown_fields=True):
    ruleset: RulesetId
    ready: Annotated[int, Meta(ge=0, le=1000)] | None = None
    setup: dict[str, Any] | None = None
    quick: bool = False
    """Questions before the first turn are answered for everybody."""
    battle: Battle | None = None
    """Instead of these: a quick battle drawn with a seed."""
    lesson: Annotated[str, Meta(max_length=80)] = ""
    """Instead of these: a lesson of the ruleset, by its id. Its dice and its opponent go by its script."""
    forces: Annotated[list[dict[str, Any] | None], Meta(max_length=16)] = []
    """Force files, seat by seat; None leaves the set-up's own."""
    options: dict[str, Any] = {}
    seats: Seats | None = None
    dice: DiceMode = "server"
    clock: NewClock | None = None
    listed: bool = False
    """Anybody may watch it: it stands in the list of games."""
    absence: Annotated[int, Meta(ge=0, le=604_800)] | None = None
    """Seconds after which the game of a player who stays away may be claimed; 0: never. Left out: 120 where there is a
    clock for an evening, else never."""
    hints: bool = True
    """Players may ask for a hint; everybody sees that they did."""


class Fork(Struct, frozen=True, forbid_unknown_fields=True):
    at: Annotated[int, Meta(ge=0, le=1_000_000)]
    seats: Seats | None = None
    dice: DiceMode = "server"


class SeatLine(Struct, frozen=True):
    seat: int
    side: str
    kind: SeatKind
    name: str
    bot: str


class SeatWithToken(Struct, frozen=True):
    seat: int
    side: str
    kind: SeatKind
    name: str
    bot: str
    token: str
    """Empty for a bot."""


class GameMade(Struct, frozen=True):
    game: str
    seats: list[SeatWithToken]
    watch: str
    commitment: str


class DiceLine(Struct, frozen=True):
    mode: DiceMode
    commitment: str


class GamePage(Struct, frozen=True):
    game: str
    ruleset: str
    title: str
    status: Status
    seats: list[SeatLine]
    dice: DiceLine
    clock: NewClock | None
    absence: int
    created: int
    seat: int | None
    """The seat of the token that asks; null for a watcher."""
    watch: str
    at: int
    asked: int | None
    outcome: dict[str, Any] | None
    aside: str = ""
    """Why the game cannot go on under today's rules, where that is so."""


class GameLine(Struct, frozen=True):
    game: str
    watch: str
    ruleset: str
    title: str
    headline: str
    seats: list[SeatLine]
    started: int


class OpenGame(Struct, frozen=True):
    """A game that waits for anybody. `name` (empty: a guest without one) waits in it since `since`."""

    game: str
    ruleset: str
    title: str
    setup: str
    """The name of the ready set-up; empty where it is another one."""
    side: str
    """The seat that is free."""
    name: str
    since: int
    clock: NewClock | None
    dice: DiceMode


WishedToken = Annotated[str, Meta(min_length=22, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
"""A client that names its new token beforehand keeps the seat even if the reply is lost: it asks again for the same
one."""


class SitDown(Struct, frozen=True, forbid_unknown_fields=True):
    name: PlayerName | None = None
    token: WishedToken | None = None


class SatDown(Struct, frozen=True):
    game: str
    seat: int
    token: str
    watch: str


class ClaimSeat(Struct, frozen=True, forbid_unknown_fields=True):
    token: WishedToken | None = None


class Claimed(Struct, frozen=True):
    token: str


class ReplayMade(Struct, frozen=True):
    game: str
    watch: str


# ---- replays --------------------------------------------------------------------------------------


class ReplayStep(Struct, frozen=True, omit_defaults=True):
    """One input. A roll has faces, sides and purpose, an answer has its label."""

    at: int
    kind: Literal["start", "answer", "roll"]
    prompt: str
    clause: str
    events: list[dict[str, Any]]
    by: int | None = None
    answer: Any = None
    label: str = ""
    faces: list[int] | None = None
    sides: int = 0
    purpose: str = ""
    recorded: bool = False
    """Told by the record alone: today's rules do not follow so far, and there is no scene."""


class ReplayDice(Struct, frozen=True):
    mode: DiceMode
    commitment: str
    nonces: list[str]
    seed: str
    verdict: str


class LuckKind(Struct, frozen=True):
    """Rolls of one kind: `won` of `tries` succeeded. `by_sight`: none succeeds by itself, good faces are counted."""

    kind: str
    by_sight: bool
    tries: int
    won: int
    expected: float


class LuckThrow(Struct, frozen=True):
    """One roll; `need` is the lowest and the highest face (`sum`: total) that succeeds, `chance` how often dice are at
    least as good as these, or as bad."""

    purpose: str
    who: str
    sides: int
    faces: list[int]
    need: list[int]
    sum: bool
    tries: int
    won: int
    chance: float
    at: int


class LuckSide(Struct, frozen=True):
    """`curve`: after how many inputs this seat had how many successes more than expected."""

    seat: int
    kinds: list[LuckKind]
    tries: int
    won: int
    expected: float
    curve: list[list[float]]
    best: LuckThrow | None
    worst: LuckThrow | None


class LuckReport(Struct, frozen=True):
    """Successes against expected. `uneven`: how often dice like these are at least as uneven, from 0 to 1; `left_out`:
    kinds of rolls that no success is counted of."""

    sides: list[LuckSide]
    uneven: float
    left_out: list[str]


class BackLine(Struct, frozen=True):
    """A take-back that all agreed to: `seat` took back what came after input `at`."""

    seat: int
    at: int
    inputs: int
    rolls: int


class Replay(Struct, frozen=True):
    game: str
    ruleset: str
    title: str
    seats: list[SeatLine]
    over: bool
    outcome: dict[str, Any] | None
    inputs: int
    steps: list[ReplayStep]
    dice: ReplayDice
    luck: LuckReport
    back: list[BackLine]
    doubt: str = ""
    """What is wrong with a save that somebody has brought; empty for our own games."""
    parted: str = ""
    """Where today's rules part from the record, and which change of theirs that is; empty where they follow it."""


class StoryPage(Struct, frozen=True):
    """What became of a game that is over."""

    game: str
    ruleset: str
    title: str
    seats: list[SeatLine]
    outcome: dict[str, Any] | None
    story: Story
    luck: LuckReport
    inputs: int
    rolls: int
    seconds: int
    """From its beginning to its last answer."""


class ReviewOf(Struct, frozen=True):
    """Decisions of a seat: `judged` of `total` so far. Those that could not be judged are missing."""

    game: str
    seat: int
    total: int
    judged: int
    done: bool
    decisions: list[JudgedDecision]


class PuzzleLine(Struct, frozen=True):
    """A puzzle in a list. Nothing here tells which answer is best."""

    id: str
    ruleset: str
    title: str
    """Of the ruleset."""
    place: str
    headline: str
    theme: str
    difficulty: int


class PuzzleList(Struct, frozen=True):
    """All puzzles, and that of the day."""

    date: str
    daily: PuzzleLine | None
    puzzles: list[PuzzleLine]


class PuzzleMark(Struct, frozen=True):
    """Where a plan leads on the table: from somebody (or nobody), by a way or straight to somebody."""

    who: str
    to: str
    path: list[list[float]]


class PuzzleChoice(Struct, frozen=True):
    words: str
    detail: str
    marks: list[PuzzleMark]


class PuzzlePage(Struct, frozen=True):
    """A position and what could be done. What it is worth is told to whoever has chosen."""

    line: PuzzleLine
    seat: int
    seats: list[str]
    prompt: str
    clause: str
    scene: dict[str, Any] | None
    choices: list[PuzzleChoice]


class PuzzleHint(Struct, frozen=True):
    """One of the answers is the worst."""

    worst: int


class ChoosePlan(Struct, frozen=True, forbid_unknown_fields=True):
    plan: Annotated[int, Meta(ge=0, le=4)]


class PuzzleValue(Struct, frozen=True):
    """Shares of games won and drawn, give or take `error`; `exact`: every die was counted."""

    win: float
    draw: float
    error: float
    exact: bool
    why: str
    clauses: list[str]


class PuzzleSolution(Struct, frozen=True):
    chosen: int
    best: int
    values: list[PuzzleValue]
    playouts: int
    lesson: str


class PlayPuzzle(Struct, frozen=True, forbid_unknown_fields=True):
    """Plays on from the position; without seats, the one that is asked is a person's, the others' are bots'."""

    seats: Seats | None = None


class TableNow(Struct, frozen=True):
    """A game in progress, to go on with."""

    at: int
    asked: int | None
    headline: str
    scene: dict[str, Any]


class SceneAt(Struct, frozen=True):
    at: int
    scene: dict[str, Any] | None
    question: dict[str, Any] | None
