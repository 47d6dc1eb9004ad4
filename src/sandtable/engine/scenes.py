"""What a scene is made of: a ruleset's `scene` builds one, and a client gets it as JSON to draw (docs/scene.md says
what each part means).

The client's types are written from this module (web/scripts/scenes.py), and a test holds the page to it. A key that may
be left out is `UNSET`.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

Dot = tuple[float, float]
Segment = tuple[float, float, float, float]
ShownStanding = Literal["ready", "done", "fallen", "gone", "waiting"]
"""Can still act, has acted, lies there, off the table for good, not yet there."""
TurnState = Literal["acted", "acting", "waiting"]
PieceForm = Literal["area", "block", "shell"]


class _Part(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of a scene. Whoever reads one strictly finds what is misspelt in it."""


# ---- sides and figures ------------------------------------------------------------------------------


class ShownScore(_Part, frozen=True, kw_only=True):
    value: int
    word: str


class ShownCounters(_Part, frozen=True, kw_only=True):
    left: int
    most: int
    word: str
    shape: Literal["hexagon"] | UnsetType = UNSET


class SideInfo(_Part, frozen=True, kw_only=True):
    name: str
    seat: int
    slot: int
    icon: str | UnsetType = UNSET
    score: ShownScore | UnsetType | None = UNSET
    counters: ShownCounters | UnsetType | None = UNSET
    facts: list[str] | UnsetType = UNSET


class ShownStatus(_Part, frozen=True, kw_only=True):
    id: str
    text: str
    icon: str | UnsetType = UNSET


class ShownRange(_Part, frozen=True, kw_only=True):
    id: str
    text: str
    inches: float
    dashed: bool | UnsetType = UNSET


class ShownWounds(_Part, frozen=True, kw_only=True):
    left: int
    most: int


class ShownPins(_Part, frozen=True, kw_only=True):
    count: int
    stops: bool
    text: str


class ShownSheet(_Part, frozen=True, kw_only=True):
    """What stands on a model's card, for games whose table leaves room for it: Stats that are dice, with their sides;
    numbers with a word; the rest in rows."""

    dice: list[tuple[str, int]]
    numbers: list[tuple[str, str]]
    rows: list[tuple[str, str]]


class ShownModel(_Part, frozen=True, kw_only=True):
    id: str
    name: str
    side: int
    x: float | None
    y: float | None
    z: float
    radius: float
    length: float | UnsetType = UNSET
    turn: float | UnsetType = UNSET
    height: float | UnsetType = UNSET
    icon: str
    role: str
    facts: str
    state: ShownStanding
    wounds: ShownWounds | None
    pins: ShownPins | None
    statuses: list[ShownStatus]
    bound: list[str]
    ranges: list[ShownRange]
    sheet: ShownSheet | UnsetType = UNSET


class ShownTokens(_Part, frozen=True, kw_only=True):
    count: int
    text: str


class ShownCount(_Part, frozen=True, kw_only=True):
    left: int
    most: int


class ShownUnit(_Part, frozen=True, kw_only=True):
    """A unit of many models, who stand among the models too."""

    id: str
    name: str
    side: int
    icon: str
    members: list[str]
    hull: list[tuple[str, str]]
    banner: Dot | None
    count: ShownCount
    state: ShownStanding
    statuses: list[ShownStatus]
    facts: str
    tokens: ShownTokens | UnsetType = UNSET


# ---- marks ------------------------------------------------------------------------------------------


class ObjectiveMark(_Part, frozen=True, kw_only=True, tag_field="kind", tag="objective"):
    id: str
    label: str
    x: float
    y: float
    z: float | UnsetType = UNSET
    radius: float
    side: int | None
    state: Literal["free", "controlled", "contested"]
    left: bool | UnsetType = UNSET
    text: list[str]
    solid: bool | UnsetType = UNSET


class ZoneMark(_Part, frozen=True, kw_only=True, tag_field="kind", tag="zone"):
    id: str
    side: int | None
    outline: list[Dot]
    text: str


class EdgeMark(_Part, frozen=True, kw_only=True, tag_field="kind", tag="edge"):
    id: str
    side: int
    line: Segment
    text: str


class TokenMark(_Part, frozen=True, kw_only=True, tag_field="kind", tag="token"):
    id: str
    x: float
    y: float
    radius: float
    icon: str
    side: int | None
    text: str
    solid: bool | UnsetType = UNSET


ShownMark = ObjectiveMark | ZoneMark | EdgeMark | TokenMark


# ---- ground -----------------------------------------------------------------------------------------


class ShownOpening(_Part, frozen=True, kw_only=True):
    kind: str
    line: tuple[Dot, Dot]
    floor: float


class ShownPiece(_Part, frozen=True, kw_only=True):
    id: str
    name: str
    kind: str
    form: PieceForm
    outline: list[Dot]
    holes: list[list[Dot]]
    floor: float
    height: float
    levels: list[float]
    faces: list[str]
    openings: list[ShownOpening]
    traits: list[str]
    text: list[str]
    slope: Segment | UnsetType | None = UNSET


class TableGround(_Part, frozen=True, kw_only=True):
    key: str
    width: float
    height: float
    unit: str
    grain: float | UnsetType = UNSET
    pieces: list[ShownPiece]


class CellInfo(_Part, frozen=True, kw_only=True):
    at: Dot
    height: float
    marks: list[str]
    hazard: int
    text: str


class GridGround(_Part, frozen=True, kw_only=True):
    key: str
    columns: int
    rows: int
    shape: Literal["square", "hex"]
    cells: list[CellInfo]
    ladders: list[tuple[Dot, Dot]]


# ---- dice that lie open -----------------------------------------------------------------------------


class ShownDie(_Part, frozen=True, kw_only=True):
    id: str
    colour: str
    value: int
    taken: bool | UnsetType = UNSET
    by: str | UnsetType = UNSET


class ShownTrauma(_Part, frozen=True, kw_only=True):
    value: int
    most: int
    word: str


class ShownBuy(_Part, frozen=True, kw_only=True):
    """An action that dice pay for: the colours it costs, whether the pool pays for it now, and what it does then; or
    why it cannot be taken."""

    id: str
    name: str
    group: str
    cost: list[str]
    pays: bool
    text: str


class ShownFighter(_Part, frozen=True, kw_only=True):
    id: str
    name: str
    side: int
    role: str
    icon: str
    state: ShownStanding
    facts: list[str]
    numbers: list[tuple[str, int]]
    position: int
    initiative: int
    initiative_open: bool
    trauma: ShownTrauma
    set: list[ShownDie]
    pool: list[ShownDie]
    pool_size: int
    buys: list[ShownBuy] | UnsetType = UNSET
    statuses: list[ShownStatus]
    bound: list[str]


class ShownLadder(_Part, frozen=True, kw_only=True):
    word: str
    least: int
    most: int


class ShownPick(_Part, frozen=True, kw_only=True):
    who: str
    die: str | UnsetType = UNSET
    whose: str | UnsetType = UNSET
    done: bool


class ShownQueue(_Part, frozen=True, kw_only=True):
    word: str
    cycles: list[list[ShownPick]]
    text: str


class ShownTurn(_Part, frozen=True, kw_only=True):
    who: str
    value: int
    state: TurnState


class ShownTrack(_Part, frozen=True, kw_only=True):
    word: str
    order: list[ShownTurn]


# ---- dice that meet ---------------------------------------------------------------------------------


class ShownMet(_Part, frozen=True, kw_only=True):
    """A die of a contest, and the options that would change it."""

    value: int
    options: list[str]


class ShownPair(_Part, frozen=True, kw_only=True):
    """The dice that meet, the attacker's above; None where there is no other. `word` stands between them."""

    above: ShownMet | None
    below: ShownMet | None
    word: str
    counts: bool
    won: bool
    """By the upper die."""


class ShownDuel(_Part, frozen=True, kw_only=True):
    """One pool of dice against another: pairs from high to low, and what would come of them now."""

    who: str
    at: str
    title: str
    text: str
    rows: tuple[str, str]
    pairs: list[ShownPair]
    verdict: str
    lost: bool
    """Whoever has the lower dice is beaten."""


FaceWorth = Literal["wins", "ties", "loses"]


class ShownChange(_Part, frozen=True, kw_only=True):
    """What an option does to a die: in which duel, in which row and pair it lies; what each face would be worth to
    whoever chooses, or none where no die is rolled."""

    option: str
    name: str
    source: str
    shift: str
    """What is added to the die or taken off it, as one writes it beside it: `+1`; empty where it is rolled again."""
    duel: int
    row: int
    pair: int
    faces: list[FaceWorth]


class ShownSource(_Part, frozen=True, kw_only=True):
    """Where changes come from, and what is left there."""

    id: str
    text: str


class ShownFate(_Part, frozen=True, kw_only=True):
    """Somebody whose end is at stake: the words of the odds that mean it, and a heading for their chance."""

    who: str
    heading: str
    words: list[str]


class ShownContest(_Part, frozen=True, kw_only=True):
    """Dice on the table in the middle of an attack (`Question.contest`)."""

    steps: list[str]
    step: int
    duels: list[ShownDuel]
    sources: list[ShownSource]
    changes: list[ShownChange]
    fates: list[ShownFate]
    text: str


# ---- scenes -----------------------------------------------------------------------------------------


class ShownRound(_Part, frozen=True, kw_only=True):
    word: str
    now: int
    of: int


class Common(_Part, frozen=True, kw_only=True):
    """What every scene has."""

    title: str
    headline: str
    round: ShownRound | None
    phase: str
    phases: list[str]
    turn: int | None
    active: str
    aim: str | UnsetType = UNSET
    sides: list[SideInfo]

    def parts(self) -> dict[str, Any]:
        """What it says, by the keys that a client knows it by."""
        said = {name: getattr(self, name) for name in self.__struct_fields__}
        return {"kind": self.__struct_config__.tag} | {name: one for name, one in said.items() if one is not UNSET}


class TableScene(Common, frozen=True, kw_only=True, tag_field="kind", tag="table"):
    ground: TableGround
    models: list[ShownModel]
    units: list[ShownUnit] | UnsetType = UNSET
    marks: list[ShownMark]


class GridScene(Common, frozen=True, kw_only=True, tag_field="kind", tag="grid"):
    ground: GridGround
    models: list[ShownModel]
    marks: list[ShownMark]


class DraftScene(Common, frozen=True, kw_only=True, tag_field="kind", tag="draft"):
    ladder: ShownLadder
    queue: ShownQueue | None
    track: ShownTrack | None
    fighters: list[ShownFighter]
    notes: list[str]


class BoardScene(Common, frozen=True, kw_only=True, tag_field="kind", tag="board"):
    """A ruleset without a scene of its own: how things stand, as a plain table."""

    columns: list[str]
    rows: list[list[str]]
    models: list[ShownModel]
    marks: list[ShownMark]


Scene = TableScene | GridScene | DraftScene | BoardScene

# ---- motion -----------------------------------------------------------------------------------------

Shape = Literal["cross", "triangle", "shield", "diamond", "dash", ""]


def stamp(who: str, shape: Shape, text: str, line: str = "") -> dict[str, Any]:
    """What came of an attack or a test for somebody, as a motion: two words, and a line below them. Without words the
    line goes with what else came of it."""
    return {"do": "stamp", "who": who, "shape": shape, "text": text, "line": line}


def judged(who: str, well: bool, good: str, bad: str, line: str = "", worst: Shape = "dash") -> dict[str, Any]:
    """A stamp for a test that goes one way or the other."""
    return stamp(who, "shield", good, line) if well else stamp(who, worst, bad, line)
