"""What a scene is made of: the JSON that a ruleset's `scene` gives and a client draws (docs/scene.md says what it is).

The client's types are written from this module (web/scripts/scenes.py), and a test holds every ruleset's scenes and the
examples of the page to it. A key that may be left out is `UNSET`.
"""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

Dot = tuple[float, float]
Segment = tuple[float, float, float, float]
Standing = Literal["ready", "done", "fallen", "gone", "waiting"]
"""Can still act, has acted, lies there, off the table for good, not yet there."""


class _Part(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of a scene. Whoever reads one strictly finds what is misspelt in it."""


# ---- sides and figures ------------------------------------------------------------------------------


class Score(_Part, frozen=True, kw_only=True):
    value: int
    word: str


class Counters(_Part, frozen=True, kw_only=True):
    left: int
    most: int
    word: str
    shape: Literal["hexagon"] | UnsetType = UNSET


class SideInfo(_Part, frozen=True, kw_only=True):
    name: str
    seat: int
    slot: int
    icon: str | UnsetType = UNSET
    score: Score | UnsetType | None = UNSET
    counters: Counters | UnsetType | None = UNSET
    facts: list[str] | UnsetType = UNSET


class Status(_Part, frozen=True, kw_only=True):
    id: str
    text: str
    icon: str | UnsetType = UNSET


class Range(_Part, frozen=True, kw_only=True):
    id: str
    text: str
    inches: float
    dashed: bool | UnsetType = UNSET


class Wounds(_Part, frozen=True, kw_only=True):
    left: int
    most: int


class Pins(_Part, frozen=True, kw_only=True):
    count: int
    stops: bool
    text: str


class Model(_Part, frozen=True, kw_only=True):
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
    state: Standing
    wounds: Wounds | None
    pins: Pins | None
    statuses: list[Status]
    bound: list[str]
    ranges: list[Range]


class Tokens(_Part, frozen=True, kw_only=True):
    count: int
    text: str


class Count(_Part, frozen=True, kw_only=True):
    left: int
    most: int


class Unit(_Part, frozen=True, kw_only=True):
    """A unit of many models, who stand among the models too."""

    id: str
    name: str
    side: int
    icon: str
    members: list[str]
    hull: list[tuple[str, str]]
    banner: Dot | None
    count: Count
    state: Standing
    statuses: list[Status]
    facts: str
    tokens: Tokens | UnsetType = UNSET


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


Mark = ObjectiveMark | ZoneMark | EdgeMark | TokenMark


# ---- ground -----------------------------------------------------------------------------------------


class Opening(_Part, frozen=True, kw_only=True):
    kind: str
    line: tuple[Dot, Dot]
    floor: float


class Piece(_Part, frozen=True, kw_only=True):
    id: str
    name: str
    kind: str
    form: Literal["area", "block", "shell"]
    outline: list[Dot]
    holes: list[list[Dot]]
    floor: float
    height: float
    levels: list[float]
    faces: list[str]
    openings: list[Opening]
    slope: Segment | UnsetType | None = UNSET
    traits: list[str]
    text: list[str]


class TableGround(_Part, frozen=True, kw_only=True):
    key: str
    width: float
    height: float
    unit: str
    grain: float | UnsetType = UNSET
    pieces: list[Piece]


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


class Die(_Part, frozen=True, kw_only=True):
    id: str
    colour: str
    value: int
    taken: bool | UnsetType = UNSET
    by: str | UnsetType = UNSET


class Trauma(_Part, frozen=True, kw_only=True):
    value: int
    most: int
    word: str


class Fighter(_Part, frozen=True, kw_only=True):
    id: str
    name: str
    side: int
    role: str
    icon: str
    state: Standing
    facts: list[str]
    numbers: list[tuple[str, int]]
    position: int
    initiative: int
    initiative_open: bool
    trauma: Trauma
    set: list[Die]
    pool: list[Die]
    pool_size: int
    statuses: list[Status]
    bound: list[str]


class Ladder(_Part, frozen=True, kw_only=True):
    word: str
    least: int
    most: int


class Pick(_Part, frozen=True, kw_only=True):
    who: str
    die: str | UnsetType = UNSET
    whose: str | UnsetType = UNSET
    done: bool


class Queue(_Part, frozen=True, kw_only=True):
    word: str
    cycles: list[list[Pick]]
    text: str


class Turn(_Part, frozen=True, kw_only=True):
    who: str
    value: int
    state: Literal["acted", "acting", "waiting"]


class Track(_Part, frozen=True, kw_only=True):
    word: str
    order: list[Turn]


# ---- scenes -----------------------------------------------------------------------------------------


class Round(_Part, frozen=True, kw_only=True):
    word: str
    now: int
    of: int


class Common(_Part, frozen=True, kw_only=True):
    """What every scene has."""

    title: str
    headline: str
    round: Round | None
    phase: str
    phases: list[str]
    turn: int | None
    active: str
    sides: list[SideInfo]


class TableScene(Common, frozen=True, kw_only=True, tag_field="kind", tag="table"):
    ground: TableGround
    models: list[Model]
    units: list[Unit] | UnsetType = UNSET
    marks: list[Mark]


class GridScene(Common, frozen=True, kw_only=True, tag_field="kind", tag="grid"):
    ground: GridGround
    models: list[Model]
    marks: list[Mark]


class DraftScene(Common, frozen=True, kw_only=True, tag_field="kind", tag="draft"):
    ladder: Ladder
    queue: Queue | None
    track: Track | None
    fighters: list[Fighter]
    notes: list[str]


class BoardScene(Common, frozen=True, kw_only=True, tag_field="kind", tag="board"):
    """A ruleset without a scene of its own: how things stand, as a plain table."""

    columns: list[str]
    rows: list[list[str]]
    models: list[Model]
    marks: list[Mark]


Scene = TableScene | GridScene | DraftScene | BoardScene
