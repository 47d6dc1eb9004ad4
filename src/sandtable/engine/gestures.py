"""Gestures: "this model to that place", "this one at that one". The ways to do it are found by trying answers on copies
of the game, so no ruleset has anything to say about it, and a stranger's game has gestures too.

A way is a chain of answers (`Game.answer_chain`): it goes past no die and no question of another seat. The search
follows options that point at whoever acts or at nobody, level by level, so that the shortest ways come first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from math import atan2, cos, dist, inf, pi, sin
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from sandtable.engine.dice import Roll, Typed
from sandtable.engine.errors import IllegalAnswer
from sandtable.engine.game import LONGEST_CHAIN, Game
from sandtable.engine.hooks import offered
from sandtable.engine.questions import (
    DECLINE,
    END,
    PASS,
    Answer,
    ChooseOne,
    ChooseSome,
    Move,
    Option,
    Place,
    Question,
    Refusal,
    Split,
    facts_of,
    options_of,
)  # fmt: skip
from sandtable.engine.ruleset import State
from sandtable.engine.scenes import DraftScene, ObjectiveMark, Scene, ShownModel, ShownUnit, TableScene
from sandtable.engine.units import UNIT, MoveUnit

S = TypeVar("S", bound=State)

DEEPEST, DEEPEST_AT = 7, 5
"""Answers of a way at the most: to a place, at somebody."""
MOST_TRIED = 240
CLOSING_TRIED, CLOSERS = 60, 2
"""Answers that are tried, and by how many, where a target can only be got at after a move."""
MOST_WAYS = 24
PROBES = 5
"""How often the distance to a place beyond reach is halved to find how far one comes."""
UNIT_PROBES = 2
"""The same for a whole unit, which takes longer to arrange."""
ROUND_PROBES = 3
"""The same for the rest of a way that goes round something."""
ASIDE, TURNS = 0.75, (pi / 6, pi / 3)
"""How far one goes aside of a way that is barred, and how far one turns from it."""
APPROACHES = 4
"""Places from which a target is tried where one has to move first."""
UNIT_NEAR = 0.25
"""So near to its place a unit is there: some of its models stepped round something."""
LATTICE = 1 / 1024
"""Places on a table in inches lie on such a grid (docs/table.md)."""
NEAR = 0.02
"""A place that was reached, as people look at a table."""
FIGURES = ("model", "unit")
DEEDS = ("charge",)
"""Topics of questions that ask only for a target, and say what is done to it."""
assert DEEPEST <= LONGEST_CHAIN


class To(Struct, frozen=True, tag_field="gesture", tag="to", forbid_unknown_fields=True):
    """This model or unit to that place."""

    who: str
    place: tuple[float, ...]


class At(Struct, frozen=True, tag_field="gesture", tag="at", forbid_unknown_fields=True):
    """This model or unit, or anybody of one's own, at that one: shoots, strikes, charges, heals."""

    target: str
    who: str = ""


Gesture = To | At
NO_WAY = {To: "no way to do that was found from here", At: "nobody of yours gets at it from here"}


class Taken(Struct, frozen=True, omit_defaults=True):
    """One answer of a way in words; `declined`: it says no to something that could be bought, `extra`: it says yes.
    `text` is the line that stands beside its option: what it does and what it costs."""

    prompt: str
    words: str
    topic: str = ""
    kind: str = ""
    declined: bool = False
    extra: bool = False
    text: str = ""


class GestureWay(Struct, frozen=True):
    """A chain that does what the gesture says, what it costs, and what comes after it."""

    answers: tuple[Answer, ...]
    taken: tuple[Taken, ...]
    who: str
    cost: int | None
    """Counters of one's own that it takes; None in a game that shows none."""
    counter: str
    """What these are called."""
    then: tuple[str, ...]
    """What the one who acted may do afterwards."""
    dice: str
    """What is rolled at its end; empty if nothing is."""
    paths: dict[str, Any]
    """Where its movers go: a path or a place each."""
    short: float
    """How far from the place it stops."""
    stopped: Refusal | None
    """Why it stops there, where it does."""

    @property
    def reaches(self) -> bool:
        return self.short <= NEAR

    @property
    def leaps(self) -> bool:
        """Does a second move come after the first that may fail?"""
        return self.dice != "" and sum(one.kind in (Move.kind, Place.kind) for one in self.taken) > 1


class MoveBand(Struct, frozen=True):
    """A move that somebody could make now: what it is called, how far it goes, what it costs and where it may end."""

    name: str
    reach: float
    cost: int
    region: Any


class FoundWays(Struct, frozen=True):
    """The ways of a gesture, the one to be taken first. `why` says of everybody who has none why not ("": of all)."""

    ways: tuple[GestureWay, ...]
    why: dict[str, Refusal]


class _Trail(Struct, Generic[S], frozen=True):
    """A way in the making: the game after its answers."""

    game: Game[S]
    answers: tuple[Answer, ...] = ()
    taken: tuple[Taken, ...] = ()
    who: str = ""
    paths: dict[str, Any] = {}
    short: float = 0.0
    stopped: Refusal | None = None
    asked: tuple[Question, ...] = ()
    """What was asked, answer by answer."""


class _Try(Struct, frozen=True):
    """An answer worth trying, how far from the place it stops, and why."""

    answer: Answer
    short: float = 0.0
    stopped: Refusal | None = None


def ways(game: Game[Any], gesture: Gesture) -> FoundWays:
    """The ways to do what a gesture says from the open question on; none where nobody is asked."""
    if not isinstance(game.question, Question):
        return FoundWays((), {"": Refusal("nobody is asked anything now")})
    return _Search(game, gesture).run()


def bands(game: Game[Any], who: str) -> tuple[MoveBand, ...]:
    """How far somebody comes, one band for each limit, the nearest first; of equal limits the cheapest."""
    if not isinstance(game.question, Question):
        return ()
    found: dict[float, tuple[int, str, Move]] = {}
    for name, cost, question in _Search(game, To(who, (0.0, 0.0))).moves():
        if question.budget not in found or cost < found[question.budget][0]:
            found[question.budget] = cost, name, question
    return tuple(MoveBand(name, reach, cost, move.drawn()) for reach, (cost, name, move) in sorted(found.items()))


def given(game: Game[Any], answers: Sequence[Answer]) -> FoundWays:
    """A chain that somebody has in mind (a hint, a lesson) as a way: what it costs, where it goes, what comes after it.
    It ends where dice are due or another seat is asked. Raises IllegalAnswer."""
    question = game.question
    if not isinstance(question, Question):
        return FoundWays((), {"": Refusal("nobody is asked anything now")})
    return FoundWays((_Search(game, At("")).along(answers),), {})


class _Search(Generic[S]):
    def __init__(self, game: Game[S], gesture: Gesture) -> None:
        assert game.question is not None
        self.game, self.gesture, self.seat = game, gesture, game.question.seat
        self.left = MOST_TRIED
        self.closing = False
        """Are moves towards the target tried?"""
        self.closers: frozenset[str] = frozenset()
        drawn = scene_of(game, self.seat)
        self.scene = {model.id: model for model in models_of(drawn)}
        self.counters = _counters(drawn, self.seat)
        self.marks = (
            [one for one in drawn.marks if isinstance(one, ObjectiveMark)] if isinstance(drawn, TableScene) else []
        )
        units = units_of(drawn)
        self.members = {unit.id: tuple(unit.members) for unit in units if unit.members}
        self.who = _also(gesture.who, units)
        self.target = _also(gesture.target, units) if isinstance(gesture, At) else frozenset()
        self.found: list[GestureWay] = []
        self.why: dict[str, Refusal] = {}
        self.said: Refusal | None = None
        """Why the last answer that was tried is not legal."""
        self.lines: dict[int, tuple[Question, Mapping[str, str]]] = {}
        """The lines beside the options of a question, looked up once; the question is kept, so that its number is."""
        self.refused: dict[str, Refusal] = {}
        """What was said against the gesture itself; it goes before what is merely not offered."""

    def run(self) -> FoundWays:
        self._look(DEEPEST if isinstance(self.gesture, To) else DEEPEST_AT)
        if isinstance(self.gesture, At) and not self.found:
            self._close_in(self.gesture)
        able = {way.who for way in self.found}
        why = {who: said for who, said in (self.why | self.refused).items() if who not in able}
        best = sorted(self.found, key=self._rank if self._gets_there() else self._nearness)[:MOST_WAYS]
        return FoundWays(tuple(best), why if best or why else {"": Refusal(NO_WAY[type(self.gesture)])})

    def along(self, answers: Sequence[Answer]) -> GestureWay:
        before = trail = _Trail(self.game.clone(dice=Typed()))
        for answer in answers:
            question = trail.game.question
            if not isinstance(question, Question) or question.seat != self.seat:
                break
            after = self._after(trail, question, _Try(answer))
            if after is None:
                question.read(answer)  # says why it is not legal
                break
            before, trail = trail, after
        return self._way(before, trail)

    def _look(self, deepest: int) -> None:
        level = [_Trail(self.game.clone(dice=Typed()))]
        for _ in range(deepest):
            level = [after for trail in level for after in self._on(trail)]
            able = {way.who for way in self.found if way.reaches}
            if isinstance(self.gesture, At):  # one strikes from where he stands, another charges: both are shown
                level = [trail for trail in level if trail.who not in able]
            elif able:
                return
            if not level:
                return

    def moves(self) -> Iterator[tuple[str, int, Move]]:
        """The moves that are asked for at the end of the shortest trails: what leads there, and what it costs."""
        level = [_Trail(self.game.clone(dice=Typed()))]
        for _ in range(DEEPEST_AT):
            asked = [(trail, trail.game.question) for trail in level]
            for trail, question in asked:
                if isinstance(question, Move) and question.seat == self.seat and self._moves_alone(question):
                    said = [one.words for one in trail.taken if one.words != self.gesture.who and not one.declined]
                    yield said[0] if said else "", self._cost(trail, trail) or 0, question
            going = [trail for trail, question in asked if not isinstance(question, Move | Place)]
            level = [after for trail in going for after in self._on(trail)]

    def _close_in(self, gesture: At) -> None:
        """Nobody can from where he stands: those who stand nearest try it with a move before."""
        spot = self._standing(gesture.target)
        named = (ref for option in options_of(self.game.question) for ref in option.points_at)
        actors = {ref.id for ref in named if ref.kind in FIGURES}
        near = {who: dist(there, spot) for who in actors if spot and (there := self._standing(who))}
        if spot is None or (not near and not gesture.who):
            return
        self.closing, self.left = True, CLOSING_TRIED
        self.closers = frozenset(sorted(near, key=lambda who: near[who])[:CLOSERS])
        self._look(DEEPEST_AT + 2)

    def _rank(self, way: GestureWay) -> tuple[bool, bool, int, bool, int, int, float]:
        """The cheapest first; at equal cost the one that leaves more to do. A limit that is overshot by less than a
        base is where one meant to stop. Nobody who is merely sent too far means to go on by a leap that may fail."""
        bought = sum(not one.declined for one in way.taken)
        far = way.short > self._base(way.who)
        return way.leaps, far, way.cost or 0, way.short > NEAR, -len(way.then), bought, way.short

    def _nearness(self, way: GestureWay) -> tuple[bool, float, int, int]:
        """Where nothing gets there: the nearest that works first; of those that differ by less than a base the
        cheapest."""
        return way.leaps, way.short // max(self._base(way.who), ASIDE), way.cost or 0, len(way.answers)

    def _gets_there(self) -> bool:
        return any(way.short <= self._base(way.who) for way in self.found)

    def _base(self, who: str) -> float:
        """How far one may overshoot and still mean the limit: a base, of a unit that of its first model."""
        model = self.scene.get(self.members.get(who, (who,))[0])
        return max(NEAR, 2 * model.radius) if model is not None else NEAR

    # ---- one answer further ----------------------------------------------------------------------------

    def _on(self, trail: _Trail[S]) -> Iterator[_Trail[S]]:
        """The trails that go on from here. Whatever fulfils the gesture is noted and goes no further."""
        question = trail.game.question
        if not isinstance(question, Question) or question.seat != self.seat or trail.game.settled > self.game.settled:
            return
        if not trail.paths and any(one.prompt == question.prompt for one in trail.taken):
            return  # the same question again, and nobody has moved: a detour
        for one in self._tries(trail, question):
            after = self._after(trail, question, one)
            if after is None:
                continue
            if self._fulfilled(question, one.answer, after):
                self.found.append(self._way(trail, after))
                if after.short <= NEAR or isinstance(self.gesture, At):
                    continue
            yield after

    def _tries(self, trail: _Trail[S], question: Question) -> Iterator[_Try]:
        gesture = self.gesture
        if options_of(question):
            self._note_absent(trail, question)
            yield from (_Try(answer, trail.short, trail.stopped) for answer in self._chosen(question))
        elif isinstance(question, Move | Place) and isinstance(gesture, To):
            yield from self._towards(trail, question, gesture)
        elif isinstance(question, MoveUnit) and isinstance(gesture, At) and self._is_named(question.prompt):
            yield from (_Try({UNIT: {"around": name}}) for name in self._targeted() if question.names(name))
        elif (
            isinstance(question, Move)
            and isinstance(gesture, At)
            and not trail.paths
            and (self.closing or len(trail.answers) <= 1)
        ):
            yield from map(_Try, self._approaches(question, gesture))

    def _chosen(self, question: Question) -> Iterator[Answer]:
        for option in options_of(question):
            if option.role in (PASS, END) or not self._concerns(option):
                continue
            if isinstance(question, ChooseOne):
                yield option.id
            elif isinstance(question, ChooseSome) and question.least <= 1 <= question.most:
                yield [option.id]
            elif isinstance(question, Split):
                yield question.mostly(option)

    def _concerns(self, option: Option) -> bool:
        """Does it point at whoever acts, at the target, or at nobody?"""
        figures = {ref.id for ref in option.points_at if ref.kind in FIGURES}
        if isinstance(self.gesture, At) and not self.gesture.who:
            return not self.closing or not figures or not figures.isdisjoint(self.closers | self.target)
        return not figures or not figures.isdisjoint(self.who | self.target)

    def _towards(self, trail: _Trail[S], question: Move | Place, gesture: To) -> Iterator[_Try]:
        """The place itself or, where it is out of reach, as far as one comes on the straight way there."""
        if not self._moves_alone(question):
            return
        place = list(gesture.place)
        self.said = None
        yield _Try(wished(question, gesture.who, place))
        refusal = self.said  # what the rules said when that was tried
        beside = self._beside_a_mark(trail, gesture) if refusal is not None else None
        if beside is not None and _refusal(question, wished(question, gesture.who, beside)) is None:
            yield _Try(wished(question, gesture.who, beside))
            return
        end = self._reached(trail, question, gesture) if refusal is not None else None
        if refusal is not None:
            self.refused[gesture.who] = refusal
        if end is not None:
            yield _Try(wished(question, gesture.who, end), dist(end[:2], place[:2]), refusal)

    def _beside_a_mark(self, trail: _Trail[S], gesture: To) -> list[float] | None:
        """Whoever is sent onto a marker on which nobody may stand is meant to touch it, on the side he comes from."""
        model, start = self.scene.get(gesture.who), self._place_of(gesture.who, trail)
        if model is None or start is None:
            return None
        met = [one for one in self.marks if dist((one.x, one.y), gesture.place[:2]) < one.radius + model.radius]
        mark = min(met, key=lambda one: dist((one.x, one.y), gesture.place[:2]), default=None)
        if mark is None or not (way := dist(start, (mark.x, mark.y))):
            return None
        apart = mark.radius + model.radius
        near = [round((m + (s - m) * apart / way) / LATTICE) for m, s in zip((mark.x, mark.y), start, strict=True)]
        spots = [[(near[0] + i) * LATTICE, (near[1] + j) * LATTICE] for i in (-1, 0, 1) for j in (-1, 0, 1)]
        clear = [spot for spot in spots if dist(spot, (mark.x, mark.y)) >= apart]
        return min(clear, key=lambda spot: dist(spot, (mark.x, mark.y)), default=None)

    def _moves_alone(self, question: Move | Place) -> bool:
        """Is it asked where the one goes whom the gesture moves, and nobody else?"""
        if isinstance(question, MoveUnit):
            return question.unit in self.who
        return (question.movers if isinstance(question, Move) else question.models) == (self.gesture.who,)

    def _reached(self, trail: _Trail[S], question: Move | Place, gesture: To) -> list[float] | None:
        start = self._place_of(gesture.who, trail)
        if start is None:
            return self._nearest(question, gesture)
        far = dist(start[:2], gesture.place[:2])
        reach = min(far, question.budget) if isinstance(question, Move) and question.budget > 0 else far
        probes = UNIT_PROBES if isinstance(question, MoveUnit) else PROBES
        best = self._along(question, gesture, start, reach / far if reach < far else 0.5, probes)
        walks = isinstance(question, Move) and not isinstance(question, MoveUnit)
        if isinstance(question, MoveUnit) or (
            best and not (walks and dist(best, start[:2]) < reach - self._base(gesture.who))
        ):
            return best
        beside = self._aside(question, gesture, start, reach)
        ends = [spot for spot in (best, beside) if spot is not None]
        near = min(ends, key=lambda spot: dist(spot, gesture.place[:2]), default=None)
        return near or self._nearest(question, gesture, far)

    def _along(
        self, question: Move | Place, gesture: To, start: Sequence[float], share: float, probes: int
    ) -> list[float] | None:
        """As far as one comes on the straight way from a place; the first guess is a share of it."""
        low, high, best = 0.0, 1.0, None
        for _ in range(probes):
            spot = [_floored(a, share * (b - a)) for a, b in zip(start[:2], gesture.place[:2], strict=True)]
            if _refusal(question, wished(question, gesture.who, spot)) is None:
                low, best = share, spot
                if high == 1.0 and share > 0.5:
                    break  # the whole of what there is to go
            else:
                high = share
            share = (low + high) / 2
        return best

    def _aside(self, question: Move | Place, gesture: To, start: Sequence[float], reach: float) -> list[float] | None:
        """Where the straight way is barred: as near as one comes on either side of it, and on from there."""
        far = dist(start[:2], gesture.place[:2])
        ahead = atan2(gesture.place[1] - start[1], gesture.place[0] - start[0])
        turned = [ahead + sign * turn for turn in TURNS for sign in (1, -1)]
        steps = [(ASIDE * reach * cos(way), ASIDE * reach * sin(way)) for way in turned]
        spots = [[_floored(start[0], x), _floored(start[1], y)] for x, y in steps]
        nearer = [spot for spot in spots if dist(spot, gesture.place[:2]) < far]
        free = [spot for spot in nearer if _refusal(question, wished(question, gesture.who, spot)) is None]
        corner = min(free, key=lambda spot: dist(spot, gesture.place[:2]), default=None)
        return corner and (self._along(question, gesture, corner, 0.5, ROUND_PROBES) or corner)

    def _nearest(self, question: Move | Place, gesture: To, within: float = inf) -> list[float] | None:
        """Of the places that the rules propose, the nearest: for whoever comes from off the table, or cannot go
        straight. It is nearer than `within`."""
        if isinstance(question, MoveUnit):
            return None
        spots = [spot for answer in question.legal() if (spot := _end(answer.get(gesture.who)))]
        near = min(spots, key=lambda spot: dist(spot[:2], gesture.place[:2]), default=None)
        return near if near is not None and dist(near[:2], gesture.place[:2]) < within else None

    def _approaches(self, question: Move, gesture: At) -> Iterator[Answer]:
        """To stay, or to go near the target: where a move comes unasked before anything else. Who has a choice can act
        at once."""
        spot = self._standing(gesture.target)
        if isinstance(question, MoveUnit) and spot is not None and self.closing:
            yield from self._unit_approach(question, spot)
        if len(question.movers) != 1 or gesture.who not in ("", question.movers[0]):
            return
        mover = question.movers[0]
        if not self.closing:
            yield {mover: []}
        if spot is None:
            return
        ends = [(answer, end) for answer in question.legal() if (end := _end(answer.get(mover)))]
        ends.sort(key=lambda one: dist(one[1][:2], spot))
        yield from (answer for answer, _ in ends[: APPROACHES if gesture.who else 1])

    def _unit_approach(self, question: MoveUnit, spot: Sequence[float]) -> Iterator[Answer]:
        """Straight towards the target, as far as the unit may go."""
        start = self._standing(question.unit)
        far = dist(start, spot) if start else 0.0
        if start and far:
            share = min(1.0, question.budget / far)
            yield {UNIT: {"to": [_floored(a, share * (b - a)) for a, b in zip(start, spot, strict=True)]}}

    def _after(self, trail: _Trail[S], question: Question, one: _Try) -> _Trail[S] | None:
        if self.left <= 0:
            return None
        self.left -= 1
        copy = trail.game.clone(dice=Typed())
        try:
            copy.answer(one.answer)
        except IllegalAnswer as error:
            self.said = Refusal(error.reason, error.clause)
            return None
        given: Any = copy.inputs[len(trail.game.inputs)]
        declines = [option.id for option in options_of(question) if option.role == DECLINE]
        declined = given in declines
        extra = bool(declines) and not declined
        taken = Taken(question.prompt, question.words(given), question.topic, question.kind, declined, extra)
        moved = _gone_on(trail.paths, given) if isinstance(question, Move | Place) else trail.paths
        who = trail.who or self._actor(question, given)
        short = self._unit_short(moved) if isinstance(question, MoveUnit) else one.short
        asked = *trail.asked, question
        return _Trail(copy, (*trail.answers, given), (*trail.taken, taken), who, moved, short, one.stopped, asked)

    def _unit_short(self, moved: dict[str, Any]) -> float:
        """A unit goes as far as each of its models comes: how far its middle is then from the place."""
        if not isinstance(self.gesture, To):
            return 0.0
        ends = [spot for name in moved if (spot := _end(moved[name]) or _spot(self.scene.get(name)))]
        middle = [sum(spot[axis] for spot in ends) / len(ends) for axis in (0, 1)] if ends else self.gesture.place[:2]
        far = dist(middle, self.gesture.place[:2])
        return far if far > UNIT_NEAR else 0.0

    def _actor(self, question: Question, answer: Answer) -> str:
        """Whoever the first answer that points at one of our own points at; else whom the question is about."""
        if self.gesture.who:
            return self.gesture.who
        for option in options_of(question):
            if option.id == answer:
                named = [ref.id for ref in option.points_at if ref.kind in FIGURES and ref.id not in self.target]
                return named[0] if named else question.who
        return question.who

    # ---- what has been found ---------------------------------------------------------------------------

    def _fulfilled(self, question: Question, answer: Answer, after: _Trail[S]) -> bool:
        if isinstance(self.gesture, To):
            return isinstance(question, Move | Place)
        coming = after.game.question
        chosen = {answer} if isinstance(answer, str) else {*answer} if isinstance(answer, list) else set()
        if isinstance(answer, dict) and isinstance(question, Split):
            chosen = {name for name, share in answer.items() if share == max(answer.values())}
        for option in options_of(question):
            if option.id in chosen and any(ref.kind in FIGURES and ref.id in self.target for ref in option.points_at):
                return True
        if isinstance(question, MoveUnit) and self._is_named(question.prompt):
            return True
        if isinstance(coming, Roll):  # the only target there is was not asked for
            return self._is_named(coming.purpose)
        if not isinstance(coming, Question) or coming.seat == self.seat:
            return False
        # the other side is asked for the target, or for its player about it: whoever merely walks past is not meant
        return coming.who in self.target or (not isinstance(question, Move | Place) and self._is_named(coming.prompt))

    def _targeted(self) -> Sequence[str]:
        """The target's unit, or itself where it has none."""
        return sorted(self.target & self.members.keys()) or sorted(self.target)

    def _is_named(self, text: str) -> bool:
        """Is the target named in what is asked or rolled for?"""
        return any(re.search(rf"\b{re.escape(name)}\b", text) for name in self.target)

    def _way(self, before: _Trail[S], after: _Trail[S]) -> GestureWay:
        coming, next_asked = after.game.question, self._next_asked(after.game)
        own = isinstance(next_asked, Question) and next_asked.seat == self.seat
        on = own and next_asked is not None and next_asked.who == after.who
        then = tuple(one.label for one in options_of(next_asked) if one.role not in (PASS, END, DECLINE)) if on else ()
        cost, word = self._cost(before, after), self.counters[1] if self.counters else ""
        dice = coming.purpose if isinstance(coming, Roll) else ""
        return GestureWay(
            after.answers, tuple(self._lined(after)), after.who, cost, word, then, dice, after.paths,
            round(after.short, 2), after.stopped,
        )  # fmt: skip

    def _lined(self, trail: _Trail[S]) -> Iterator[Taken]:
        """Its answers, each with the line of its option. Who or what is pointed at needs none: it is seen."""
        for question, answer, one in zip(trail.asked, trail.answers, trail.taken, strict=True):
            option = next((option for option in options_of(question) if option.id == answer), None)
            plain = option is not None and not any(ref.kind in FIGURES for ref in option.points_at)
            line = self._lines(question).get(option.id, "") if option is not None and plain else ""
            if line:
                yield replace(one, text=line)
            elif one.words in self.target and question.topic in DEEDS:
                # whom is shown already: what is done to him is the news ("Charge", not his name again)
                yield replace(one, words=question.topic.capitalize())
            else:
                yield one

    def _lines(self, question: Question) -> Mapping[str, str]:
        if id(question) not in self.lines:
            self.lines[id(question)] = question, facts_of(question)
        return self.lines[id(question)][1]

    def _next_asked(self, game: Game[S]) -> Question | Roll | None:
        """What is asked after it, if another player who may answer it lets it pass."""
        asked = game.question
        decline = next((one for one in options_of(asked) if one.role == DECLINE), None)
        if not isinstance(asked, Question) or asked.seat == self.seat or decline is None:
            return asked
        copy = game.clone(dice=Typed())
        copy.answer(decline.id)
        return copy.question

    def _cost(self, before: _Trail[S], after: _Trail[S]) -> int | None:
        """After a way that ends a round there are more counters than before it: then its last answer cost nothing."""
        for trail in (after, before):
            left = _counters(scene_of(trail.game, self.seat), self.seat) if self.counters is not None else None
            if self.counters is not None and left is not None and left[0] <= self.counters[0]:
                return self.counters[0] - left[0]
        return None

    def _note_absent(self, trail: _Trail[S], question: Question) -> None:
        """What the question does not offer, and why: of the target itself, or of anything that might have led there."""
        if not isinstance(self.gesture, At):
            return
        who = trail.who or self.gesture.who or question.who
        if not trail.answers and question.who not in self.scene:
            return  # nobody in particular is asked yet
        for absent in question.absent:
            if not self.target.isdisjoint((absent.id, absent.label)):
                self.refused[who] = Refusal(absent.reason, absent.clause)
            elif trail.answers:
                self.why.setdefault(who, Refusal(f"{absent.label}: {absent.reason}", absent.clause))

    def _standing(self, who: str) -> list[float] | None:
        return self._place_of(who, None)

    def _place_of(self, who: str, trail: _Trail[S] | None) -> list[float] | None:
        """Where a model stands, or where this trail has brought it; of a unit the middle."""
        gone = trail.paths if trail is not None else {}
        spots = [_end(gone.get(name)) or _spot(self.scene.get(name)) for name in self.members.get(who, (who,))]
        there = [spot for spot in spots if spot]
        return [sum(spot[axis] for spot in there) / len(there) for axis in (0, 1)] if there else None


# ---- reading scenes and answers ---------------------------------------------------------------------


def wished(question: Question, who: str, place: list[float]) -> Answer:
    """The answer that wishes somebody to a place."""
    if isinstance(question, MoveUnit):
        return {UNIT: {"to": place[:2]}}
    return {who: place}


def _gone_on(paths: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """Paths, and those that come after them: who moves twice has gone both."""
    return paths | {
        name: [*paths[name], *way] if paths.get(name) and way and isinstance(way[0], list) else way or paths.get(name)
        for name, way in given.items()
    }


def _floored(start: float, way: float) -> float:
    """So far from the start, in hundredths, and rather less: a rounded point must not lie beyond a limit."""
    return start + int(way * 100) / 100


def _refusal(question: Question, answer: Answer) -> Refusal | None:
    try:
        question.read(answer)
    except IllegalAnswer as error:
        return Refusal(error.reason, error.clause)
    return None


def scene_of(game: Game[Any], seat: int) -> Scene | None:
    """The scene as a seat sees it; nothing in a game without one."""
    hook = offered(game.ruleset, "scene")
    drawn: Scene | None = hook(game.reading(seat)) if hook is not None else None
    return drawn


def models_of(drawn: Scene | None) -> Sequence[ShownModel]:
    return () if drawn is None or isinstance(drawn, DraftScene) else drawn.models


def units_of(drawn: Scene | None) -> Sequence[ShownUnit]:
    return drawn.units or () if isinstance(drawn, TableScene) else ()


def _also(name: str, units: Sequence[ShownUnit]) -> frozenset[str]:
    """A figure, and the unit that it belongs to."""
    return frozenset({name, *(unit.id for unit in units if name in unit.members)} if name else ())


def _counters(drawn: Scene | None, seat: int) -> tuple[int, str] | None:
    """What a seat still has to spend, as its scene counts it."""
    counters = drawn.sides[seat].counters if drawn is not None and seat < len(drawn.sides) else None
    return (counters.left, counters.word) if counters else None


def _spot(model: ShownModel | None) -> list[float] | None:
    return [model.x, model.y] if model is not None and model.x is not None and model.y is not None else None


def _end(way: Any) -> list[float] | None:
    """The last point of a path, or the point that a place is."""
    if not way:
        return None
    return list(way[-1]) if isinstance(way[0], list) else list(way)
