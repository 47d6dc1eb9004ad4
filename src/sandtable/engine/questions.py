"""What the rules can ask a player. Questions are data: a client that knows no rules can draw and answer them.

Every question says who is asked (`seat`, and `who` of that seat's models), what (`prompt`), by which `clause`, and why
something a player would expect is missing (`absent`). `read` turns an answer into what the rules work with or raises
`IllegalAnswer`; `legal` lists answers; `pick` draws one at random; `wire` is the JSON form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeVar

from msgspec import Struct, to_builtins

from sandtable.engine.errors import IllegalAnswer, shown

if TYPE_CHECKING:
    from random import Random

    from sandtable.engine.scenes import ShownContest

_T = TypeVar("_T")

Answer = Any
"""JSON: an option's id, a list of ids, shares by id, or positions and paths by model. Never a tuple."""


Role = Literal["", "pass", "decline", "end", "concede"]
"""What an option does to the question itself, whatever it is called: 'pass' does nothing with one's turn, 'decline'
says no to what is offered, 'end' has done enough, 'concede' gives the game up."""
PASS: Role = "pass"
DECLINE: Role = "decline"
END: Role = "end"
CONCEDE: Role = "concede"


class Ref(Struct, frozen=True, gc=False):
    """A thing in the game that an option points at: a model, a die, a weapon, a piece of terrain, a spot."""

    kind: str
    id: str
    face: int = 0
    """Of a die: what it shows."""
    of: str = ""
    """Of a die: its colour, or the pool it lies in."""

    def wire(self) -> dict[str, Any]:
        data: dict[str, Any] = {"kind": self.kind, "id": self.id}
        if self.face:
            data |= {"face": self.face, "of": self.of}
        return data


class Option(Struct, frozen=True):
    """One thing to choose. `value` is what the rules get back in this process; it never travels."""

    id: str
    label: str
    points_at: tuple[Ref, ...] = ()
    clause: str = ""
    value: Any = None
    role: Role = ""

    @property
    def meaning(self) -> Any:
        return self.id if self.value is None else self.value

    def wire(self) -> dict[str, Any]:
        """Without what is empty: clients and saves stay small."""
        data: dict[str, Any] = {"id": self.id, "label": self.label}
        if self.points_at:
            data["points_at"] = [ref.wire() for ref in self.points_at]
        if self.clause:
            data["clause"] = self.clause
        if self.role:
            data["role"] = self.role
        return data


class Absent(Struct, frozen=True, gc=False):
    """Something that is not offered, and why."""

    id: str
    label: str
    reason: str
    clause: str


class Refusal(Struct, frozen=True, gc=False):
    """Why a placement or a move is not legal; returned by the validator of a continuous question. `cause` names what
    stands against it, for a ruleset that has a clause for it (table/causes.py)."""

    reason: str
    clause: str = ""
    cause: str = ""
    unread: bool = False
    """The answer could not even be read: it is written in a way that means nothing."""
    what: str = ""
    """The name of the thing that stands against it, where there is one."""


class Question(Struct, frozen=True, kw_only=True):
    """What all questions have in common."""

    kind: ClassVar[str] = ""

    seat: int
    prompt: str
    clause: str
    who: str = ""
    topic: str = ""
    """What is asked, in one word of the ruleset's own, so that nobody has to guess it from prompts and clauses."""
    public: str = ""
    """What the others read instead of the prompt, where that would give something away."""
    secret: bool = False
    """The others learn the answer only when the rules `reveal` it; until then a bot of theirs has to imagine it."""
    hint: str = ""
    """How to write an answer by hand, or what hangs on it, where a list of options does not say it."""
    missing: Callable[[], tuple[Absent, ...]] | None = None
    """Lists `absent` when somebody wants to know; simulation never does."""
    clock: int = 0
    """Seconds a person should take; 0 is no clock. The engine keeps no time: whoever does calls `Game.time_out`."""
    fallback: Callable[[], Answer] | None = None
    """The answer that stands when the clock runs out."""
    contest: Callable[[], ShownContest] | None = None
    """The dice that lie on the table in the middle of an attack, open to everybody, as a client draws them
    (docs/scene.md); laid out when somebody wants to see them."""
    about: Any = None
    """What the rules are in the middle of (an attack that is declared, dice on the table), for the ruleset's own advice
    and odds. It never travels."""

    @property
    def absent(self) -> tuple[Absent, ...]:
        return self.missing() if self.missing else ()

    @property
    def empty(self) -> bool:
        """Can nobody answer this, as far as one sees without a search? Then the rules must not ask it."""
        return False

    def read(self, answer: Answer) -> Any:
        raise TypeError(f"{type(self).__name__} cannot be asked")

    def recorded(self, answer: Answer, value: Any) -> Answer:
        """The answer as it goes into the record: a copy that nobody else holds."""
        return list(answer) if isinstance(answer, list) else dict(answer) if isinstance(answer, dict) else answer

    def legal(self) -> Iterator[Answer]:
        raise TypeError(f"{type(self).__name__} cannot be asked")

    def pick(self, rng: Random) -> Answer:
        raise TypeError(f"{type(self).__name__} cannot be asked")

    def drawn(self) -> Any:
        """The region as a client draws it; None where nothing is to be drawn. It may take long to work out, so only who
        wants to draw it asks."""
        return None

    def wire(self) -> dict[str, Any]:
        data: dict[str, Any] = {"kind": self.kind, "seat": self.seat, "prompt": self.prompt, "clause": self.clause}
        if self.who:
            data["who"] = self.who
        if self.topic:
            data["topic"] = self.topic
        if self.hint:
            data["hint"] = self.hint
        if absent := self.absent:
            data["absent"] = [{"id": a.id, "label": a.label, "reason": a.reason, "clause": a.clause} for a in absent]
        if self.clock:
            data["clock"] = self.clock
        return data | self.on_table()

    def on_table(self) -> dict[str, Any]:
        """The dice of a contest, for whoever is asked and for the others; nothing where there are none."""
        return {"contest": to_builtins(self.contest())} if self.contest else {}

    def words(self, answer: Answer) -> str:
        """An answer as people say it."""
        return str(answer)

    def refuse(self, reason: str, clause: str = "", legal: Iterable[str] = ()) -> IllegalAnswer:
        return IllegalAnswer(reason, clause or self.clause, tuple(legal))


class _Listed(Question, frozen=True, kw_only=True):
    """A question about a list of options."""

    options: tuple[Option, ...]
    facts: Callable[[], Mapping[str, str]] | None = None
    """What one would measure or look up before choosing, a line for an option by its id, listed when somebody wants to
    read it; simulation never does."""

    @property
    def empty(self) -> bool:
        return not self.options

    def find(self, name: object) -> Option:
        for option in self.options:
            if option.id == name:
                return option
        for absent in self.absent:
            if absent.id == name:
                raise self.refuse(f"{absent.label}: {absent.reason}", absent.clause, self._labels())
        raise self.refuse(f"{shown(name)} is not one of the options", legal=self._labels())

    def _labels(self) -> list[str]:
        return [option.label for option in self.options]

    def words(self, answer: Answer) -> str:
        if isinstance(answer, dict):
            return ", ".join(f"{share} {self.find(name).label}" for name, share in answer.items() if share) or "nothing"
        if isinstance(answer, list):
            return ", ".join(self.find(name).label for name in answer) or "none"
        return self.find(answer).label

    def wire(self) -> dict[str, Any]:
        facts = facts_of(self)
        options = [
            option.wire() | ({"text": facts[option.id]} if option.id in facts else {}) for option in self.options
        ]
        return Question.wire(self) | {"options": options}


def options_of(question: object) -> tuple[Option, ...]:
    """The options of a question about a list; none of any other, of a roll or of nothing."""
    return question.options if isinstance(question, _Listed) else ()


def facts_of(question: object) -> Mapping[str, str]:
    """What one would look up before choosing, a line for an option by its id; nothing where the rules say nothing."""
    return question.facts() if isinstance(question, _Listed) and question.facts else {}


class ChooseOne(_Listed, frozen=True, kw_only=True):
    """Pick one option. Answer: its id."""

    kind: ClassVar[str] = "choose-one"

    @property
    def only(self) -> Option | None:
        """The one option there is, where there is no choice."""
        return self.options[0] if len(self.options) == 1 else None

    def read(self, answer: Answer) -> Any:
        return self.find(answer).meaning

    def recorded(self, answer: Answer, value: Any) -> Answer:
        """An id, which nobody can change."""
        return answer

    def legal(self) -> Iterator[Answer]:
        return (option.id for option in self.options)

    def pick(self, rng: Random) -> Answer:
        return self.options[int(rng.random() * len(self.options))].id


class Draft(ChooseOne, frozen=True, kw_only=True):
    """Pick one of several things that lie open, in a queue of pickers. Answer: the option's id."""

    kind: ClassVar[str] = "draft"

    queue: tuple[str, ...] = ()
    """Who picks from now on, this pick first."""
    gives: Callable[[], Mapping[str, Mapping[str, str]]] | None = None
    """What a pick would let somebody pay for, by the option's id: what it does, by the id of what is bought
    (`ShownBuy`). Listed when somebody wants to see it."""

    def wire(self) -> dict[str, Any]:
        data = ChooseOne.wire(self) | {"queue": list(self.queue)}
        return data | {"gives": {name: dict(one) for name, one in self.gives().items()}} if self.gives else data


class ChooseSome(_Listed, frozen=True, kw_only=True):
    """Pick several different options, `least` to `most`. Answer: a list of ids; its order counts when `ordered`."""

    kind: ClassVar[str] = "choose-some"

    least: int
    most: int
    ordered: bool = False

    @property
    def empty(self) -> bool:
        return not self.options or self.least > min(self.most, len(self.options))

    def read(self, answer: Answer) -> tuple[Any, ...]:
        names = _distinct(self, answer)
        if not self.least <= len(names) <= self.most:
            wanted = str(self.least) if self.least == self.most else f"{self.least} to {self.most}"
            raise self.refuse(f"choose {wanted}, not {len(names)}", legal=self._labels())
        return tuple(self.find(name).meaning for name in names)

    def legal(self) -> Iterator[Answer]:
        pick = permutations if self.ordered else combinations
        for size in range(self.least, self.most + 1):
            for chosen in pick(self.options, size):
                yield [option.id for option in chosen]

    def pick(self, rng: Random) -> Answer:
        most = min(self.most, len(self.options))
        size = self.least + int(rng.random() * (most - self.least + 1))
        return [option.id for option in rng.sample(self.options, size)]

    def wire(self) -> dict[str, Any]:
        return _Listed.wire(self) | {"least": self.least, "most": self.most, "ordered": self.ordered}


class Order(_Listed, frozen=True, kw_only=True):
    """Put all options in order. Answer: the list of all ids."""

    kind: ClassVar[str] = "order"

    def read(self, answer: Answer) -> tuple[Any, ...]:
        names = _distinct(self, answer)
        found = tuple(self.find(name).meaning for name in names)
        if len(found) != len(self.options):
            missing = [option.label for option in self.options if option.id not in names]
            raise self.refuse(f"the order leaves out {', '.join(missing)}", legal=self._labels())
        return found

    def legal(self) -> Iterator[Answer]:
        for arranged in permutations(self.options):
            yield [option.id for option in arranged]

    def pick(self, rng: Random) -> Answer:
        return [option.id for option in rng.sample(self.options, len(self.options))]


class Split(_Listed, frozen=True, kw_only=True):
    """Share out `total` among the options, `least` to `most` each. Answer: whole numbers by id (0 may be left out)."""

    kind: ClassVar[str] = "split"

    total: int
    least: int = 0
    most: int | None = None

    @property
    def empty(self) -> bool:
        parts = len(self.options)
        return not parts or not self.least * parts <= self.total <= self._most * parts

    @property
    def _most(self) -> int:
        return self.total if self.most is None else self.most

    def read(self, answer: Answer) -> dict[Any, int]:
        if not isinstance(answer, dict):
            raise self.refuse(f"give a share to each of {', '.join(self._labels())}", legal=self._labels())
        named = {self.find(name).id: share for name, share in answer.items()}
        shares: dict[Any, int] = {}
        for option in self.options:
            share = named.get(option.id, 0)
            if type(share) is not int or not self.least <= share <= self._most:
                raise self.refuse(
                    f"{option.label} takes {self.least} to {self._most}, not {shown(share)}", legal=self._labels()
                )
            shares[option.meaning] = share
        if (given := sum(shares.values())) != self.total:
            raise self.refuse(f"the shares add up to {given}, not {self.total}", legal=self._labels())
        return shares

    def legal(self) -> Iterator[Answer]:
        for shares in _shares(self.total, len(self.options), self.least, self._most):
            yield {option.id: share for option, share in zip(self.options, shares, strict=True)}

    def pick(self, rng: Random) -> Answer:
        shares = [self.least] * len(self.options)
        for _ in range(self.total - self.least * len(self.options)):
            room = [i for i, share in enumerate(shares) if share < self._most]
            shares[room[int(rng.random() * len(room))]] += 1
        return {option.id: share for option, share in zip(self.options, shares, strict=True)}

    def mostly(self, option: Option) -> Answer:
        """As much as can be for one option: the others get their least, and what it cannot take."""
        shares = {one.id: self.least for one in self.options}
        left = self.total - self.least * len(self.options)
        for one in (option, *(other for other in self.options if other is not option)):
            more = min(left, self._most - self.least)
            shares[one.id] += more
            left -= more
        return shares

    def wire(self) -> dict[str, Any]:
        return _Listed.wire(self) | {"total": self.total, "least": self.least, "most": self._most}


class Point(Struct, frozen=True, array_like=True, omit_defaults=True, gc=False):
    """A spot on the table (inches) or on a grid; `by` says how it is reached where that matters ('jump', 'climb')."""

    x: float
    y: float
    z: float = 0.0
    by: str = ""

    def wire(self) -> list[float | str]:
        parts: list[float | str] = [float(self.x), float(self.y), float(self.z), self.by]
        return parts if self.by else parts[: 3 if self.z else 2]


Places = dict[str, Point]
Paths = dict[str, tuple[Point, ...]]


class Place(Question, frozen=True, kw_only=True):
    """Put models down. Answer: a point for each model. `check` judges, `candidates` proposes, `region` is drawn."""

    kind: ClassVar[str] = "place"

    models: tuple[str, ...]
    check: Callable[[Places], Refusal | None]
    candidates: Callable[[], Iterable[Places]]
    region: Any = None
    notation: Callable[[str], Places | Refusal] | None = None
    """Reads an answer written in the ruleset's own way ('c4'), where it has one."""

    @property
    def empty(self) -> bool:
        return not self.models

    def read(self, answer: Answer) -> Places:
        if isinstance(answer, str) and self.notation is not None:
            answer = self.recorded(None, _understood(self, self.notation(answer)))
        places = {name: _point(self, spot) for name, spot in _by_model(self, answer, self.models).items()}
        return _judged(self, places, self.check(places))

    def recorded(self, answer: Answer, value: Any) -> Answer:
        return {name: spot.wire() for name, spot in value.items()}

    def words(self, answer: Answer) -> str:
        return ", ".join(f"{name} at {_spot(at)}" for name, at in answer.items())

    def legal(self) -> Iterator[Answer]:
        return (self.recorded(None, places) for places in self.candidates())

    def pick(self, rng: Random) -> Answer:
        return rng.choice(list(self.legal()))

    def drawn(self) -> Any:
        return self.region

    def wire(self) -> dict[str, Any]:
        return Question.wire(self) | {"models": list(self.models)}


class Move(Question, frozen=True, kw_only=True):
    """Move models along paths. Answer: for each mover the points of its path after the start, or a single point as a
    wish, for which `route` finds the path. An end point alone is never accepted as a move."""

    kind: ClassVar[str] = "move"

    movers: tuple[str, ...]
    budget: float
    check: Callable[[Paths], Refusal | None]
    candidates: Callable[[], Iterable[Paths]]
    route: Callable[[str, Point], tuple[Point, ...] | Refusal]
    region: Any = None
    notation: Callable[[str], Paths | Refusal] | None = None
    """Reads an answer written in the ruleset's own way ('c4 c5 >e5'), where it has one."""

    @property
    def empty(self) -> bool:
        return not self.movers

    def read(self, answer: Answer) -> Paths:
        if isinstance(answer, str) and self.notation is not None:
            answer = self.recorded(None, _understood(self, self.notation(answer)))
        paths = {name: self._path(name, way) for name, way in _by_model(self, answer, self.movers).items()}
        return _judged(self, paths, self.check(paths))

    def _path(self, mover: str, way: Any) -> tuple[Point, ...]:
        if not (isinstance(way, list) and all(isinstance(spot, list) for spot in way)):
            way = [spot.wire() for spot in _understood(self, self.route(mover, _point(self, way)))]
        return tuple(_point(self, spot) for spot in way)

    def recorded(self, answer: Answer, value: Any) -> Answer:
        """The path itself, also where a wish or a notation was given: a replay needs no path-finder."""
        return {name: [spot.wire() for spot in path] for name, path in value.items()}

    def words(self, answer: Answer) -> str:
        return ", ".join(f"{name} to {_spot(way[-1]) if way else 'where it is'}" for name, way in answer.items())

    def legal(self) -> Iterator[Answer]:
        return (self.recorded(None, paths) for paths in self.candidates())

    def pick(self, rng: Random) -> Answer:
        return rng.choice(list(self.legal()))

    def drawn(self) -> Any:
        return self.region

    def wire(self) -> dict[str, Any]:
        return Question.wire(self) | {"movers": list(self.movers), "budget": self.budget}


# ---- reading answers ------------------------------------------------------------------------------


def _distinct(question: _Listed, answer: Answer) -> list[str]:
    if not isinstance(answer, list):
        raise question.refuse("answer with a list", legal=question._labels())
    seen: list[str] = []
    for name in answer:
        option = question.find(name)
        if option.id in seen:
            raise question.refuse(f"{option.label} is named twice", legal=question._labels())
        seen.append(option.id)
    return seen


def _by_model(question: Question, answer: Answer, models: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(answer, dict):
        raise question.refuse(f"answer with positions for {', '.join(models)}")
    for name in answer:
        if name not in models:
            raise question.refuse(f"{shown(name)} is not one of {', '.join(models)}")
    for name in models:
        if name not in answer:
            raise question.refuse(f"no position for {name}")
    return answer


def _point(question: Question, spot: Any) -> Point:
    if isinstance(spot, list | tuple) and 2 <= len(spot) <= 4:
        x, y = spot[0], spot[1]
        z, by = spot[2] if len(spot) > 2 else 0.0, spot[3] if len(spot) > 3 else ""
        if _finite(x) and _finite(y) and _finite(z) and isinstance(by, str):
            return Point(float(x), float(y), float(z), by)
    raise question.refuse(f"{shown(spot)} is not a point: write [x, y] in inches")


def _spot(at: Any) -> str:
    """A point in words: '4.5, 7', with its height if it has one."""
    return ", ".join(f"{round(part, 2):g}" for part in at[:3])


def _finite(value: Any) -> bool:
    return type(value) in (int, float) and abs(value) < 1e6


def _judged(question: Question, answer: _T, refusal: Refusal | None) -> _T:
    if refusal is not None:
        raise question.refuse(refusal.reason, refusal.clause)
    return answer


def _understood(question: Question, found: _T | Refusal) -> _T:
    """What a path-finder or a notation made of an answer, if it could."""
    if isinstance(found, Refusal):
        raise question.refuse(found.reason, found.clause)
    return found


def _shares(total: int, parts: int, least: int, most: int) -> Iterator[tuple[int, ...]]:
    if parts == 1:
        if least <= total <= most:
            yield (total,)
        return
    for share in range(least, min(most, total - least * (parts - 1)) + 1):
        for rest in _shares(total - share, parts - 1, least, most):
            yield (share, *rest)
