"""Forethought: a whole activation is thought through before its first die. Who acts, what it does, where it goes and at
whom are weighed as one plan, by how the game stands where the dice begin: the value knows the mean of what they do.
Then the best few plans are carried out with dice, and the other side answers each with the best it finds at a glance:
what that takes away counts.

Where the dice of an activation come after its choices, a plan that belongs together is worth more than many tries of
its first answer; and what looks best may leave somebody where he can be struck down.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, log
from random import Random
from typing import Any

from sandtable.bots import Considered, Knowledge
from sandtable.bots.effort import Effort, Rest
from sandtable.bots.narrowing import Tried, narrow_within
from sandtable.bots.thinking import LONGEST, activation, by_chance, play_on, suggestions, worth
from sandtable.engine.advice import MOST_TRIED, Suggestion, plays_on
from sandtable.engine.dice import Faces, Roll
from sandtable.engine.game import Game
from sandtable.engine.questions import Answer, Question

DOUBT = 0.02
"""How much better a plan must look, if its answer is e times less promising at first sight, to be looked at as soon."""
OWN = 0.45
"""Of the time for a decision, what goes into one's own plans; the rest is for the replies."""
FINALISTS = 4
"""Plans that are held against replies."""
LAYERS = 4
"""Rolls of each of a plan's dice, where the value does not know their mean."""
REPLIES = 4
"""Answers that the other side looks at."""


class EvenDice:
    """Dice of which each of so many games gets another share of the faces, so that a few tell as much as many rolls."""

    def __init__(self, lot: int, layer: int, layers: int) -> None:
        self._lot, self._layer, self._layers = lot, layer, layers

    def roll(self, roll: Roll, number: int) -> Faces:
        return tuple([self._face(number, die, roll.sides) for die in range(roll.n)])

    def _face(self, number: int, die: int, sides: int) -> int:
        rng = Random(self._lot + 64 * number + die)
        order = list(range(self._layers))
        rng.shuffle(order)
        return 1 + int((order[self._layer] + rng.random()) * sides / self._layers)


class Way:
    """An answer in a plan, and where it leads: to another decision, into the dice, or to the end of the activation."""

    __slots__ = ("known", "rolls", "share", "suggestion", "then", "worth")

    def __init__(self, suggestion: Suggestion, share: float) -> None:
        self.suggestion, self.share = suggestion, share
        self.known = self.rolls = False
        self.then: Crossroads | None = None
        self.worth = -inf

    @property
    def best(self) -> float:
        """What the best plan that begins so is worth."""
        return self.worth if self.then is None else self.then.best


class Crossroads:
    """A decision of a plan: the game before it, and the ways on, the most promising first. Where somebody else decides,
    there is only the likeliest."""

    def __init__(self, game: Game[Any], seat: int, rng: Random, lot: int) -> None:
        self.game, self.seat, self.lot = game, seat, lot
        assert isinstance(game.question, Question)
        most = MOST_TRIED if game.question.seat == seat else 1
        found = sorted(suggestions(game, rng), key=lambda one: -one.weight)[:most]
        self.ways = [Way(one, max(one.weight, 1e-9) / max(found[0].weight, 1e-9)) for one in found]
        self._standing: float | None = None

    @property
    def standing(self) -> float:
        """How the game stands before this decision, and so before the dice that it sets off."""
        if self._standing is None:
            self._standing = worth(self.game, self.seat)
        return self._standing

    @property
    def best(self) -> float:
        return max([way.best for way in self.ways], default=-inf)

    def follow(self, way: Way, rng: Random) -> None:
        """Finds out where a way leads, with what is likely after it, up to the dice."""
        fork = self
        for _ in range(LONGEST):
            fork._find_out(way, rng)
            if way.then is None:
                return
            fork, way = way.then, way.then.ways[0]

    def _find_out(self, way: Way, rng: Random) -> None:
        way.known = True
        game = self.game.imagine(self.seat, rng)
        now, given = activation(game), len(game.inputs)
        game.answer(way.suggestion.answer)
        if by_chance(game, given):
            way.rolls = True
            way.worth = self.standing if plays_on(game.ruleset) else self._rolled(way)
        elif game.over or activation(game) != now:
            way.worth = worth(game, self.seat)
        else:
            way.then = Crossroads(game, self.seat, rng, self.lot)

    def _rolled(self, way: Way) -> float:
        """What is to be expected of the dice, where the value does not know: a few rolls, spread evenly, and what is
        likely after them: to the end of the activation, or if they end it, through the next one. All plans get the
        same dice."""
        total = 0.0
        for layer in range(LAYERS):
            rng = Random(self.lot)
            game = self.game.imagine(self.seat, rng)
            game.continue_with(EvenDice(self.lot, layer, LAYERS))
            game.answer(way.suggestion.answer)
            play_on(game, rng, 1)
            total += worth(game, self.seat)
        return total / LAYERS

    def plan(self) -> Iterator[Answer]:
        """The answers of the best plan from here on."""
        way = max(self.ways, key=lambda one: one.best)
        yield way.suggestion.answer
        if way.then is not None:
            yield from way.then.plan()

    def next(self) -> tuple[Crossroads, Way] | None:
        """Of the ways that are not known yet the one that promises most: as much as the best beside it, less what makes
        it the less likely answer."""
        found: tuple[Crossroads, Way] | None = None
        most, waiting = -inf, [self]
        while waiting:
            fork = waiting.pop()
            hoped = fork.best
            for way in fork.ways:
                if way.then is not None:
                    waiting.append(way.then)
                elif not way.known and (promise := hoped + DOUBT * log(way.share)) > most:
                    found, most = (fork, way), promise
        return found


class Forethought:
    """What was planned below the answer given is kept for the next question."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._planned: Crossroads | None = None

    def think(self, question: Question, look: Knowledge, effort: Effort) -> list[Considered]:
        """Nothing where every answer sets off dice: no plan tells them apart."""
        root = self._root(look)
        if len(root.ways) == 1:
            return [Considered(root.ways[0].suggestion.answer, "", 0.0, 0)]
        effort.spend()
        self._plan(root, effort)
        ways = sorted((way for way in root.ways if way.known), key=lambda way: -way.best)
        if all(way.rolls for way in ways):
            return []
        found = self._held_against_replies(ways[:FINALISTS], look, Rest(effort))
        best = next(way for way in ways if way.suggestion is found[0].suggestion)
        self._planned = best.then
        rest = [Tried(way.suggestion, way.best) for way in ways[FINALISTS:]]
        return [trial.considered(question) for trial in (*found, *rest)]

    def _root(self, look: Knowledge) -> Crossroads:
        game, planned = look.imagine(self._rng), self._planned
        self._planned = None
        if planned is not None and planned.game.hash() == game.hash():
            return planned
        return Crossroads(game, look.seat, self._rng, self._rng.getrandbits(32))

    def _plan(self, root: Crossroads, effort: Effort) -> None:
        """Every answer with what is likely after it, and then whatever promises most."""
        for way in root.ways:
            if not way.known and (effort.used < 1.0 or way is root.ways[0]):
                root.follow(way, self._rng)
        while effort.used < OWN and (found := root.next()) is not None:
            effort.spend()
            fork, way = found
            fork.follow(way, self._rng)

    def _held_against_replies(self, ways: list[Way], look: Knowledge, effort: Effort) -> list[Tried]:
        trials = [Tried(way.suggestion) for way in ways]
        plans = {
            id(trial): (way, [way.suggestion.answer, *(way.then.plan() if way.then else ())])
            for trial, way in zip(trials, ways, strict=True)
        }

        known = plays_on(look.imagine(self._rng).ruleset)

        def attempt(trial: Tried, dice: Random) -> None:
            way, plan = plans[id(trial)]
            stands = _carried_out(look.imagine(dice), plan, look.seat, dice, effort)
            if stands is not None:
                before, after = stands
                trial.count(way.best + after - before if known and not way.rolls else after)

        if len(trials) > 1:
            trials = narrow_within(trials, attempt, effort, self._rng)
        for trial in trials:
            if not trial.tries:
                trial.count(plans[id(trial)][0].best)
        return trials


def _carried_out(
    game: Game[Any], plan: list[Answer], seat: int, rng: Random, effort: Effort
) -> tuple[float, float] | None:
    """How the game stands after a plan, and after the reply to it; nothing if time runs out before. What the dice of
    the plan do is no matter, the value knows their mean: only what the reply makes of it."""
    now = activation(game)
    for answer in plan:
        game.answer(answer)
    if not game.over and activation(game) == now:
        play_on(game, rng, 1)
    before = worth(game, seat)
    after = before if game.over else _replied(game, seat, rng, effort)
    return None if after is None else (before, after)


def _replied(game: Game[Any], seat: int, rng: Random, effort: Effort) -> float | None:
    """How the game stands for a seat after whoever is asked has done what looks best at a glance."""
    assert isinstance(game.question, Question)
    asked = game.question.seat
    fork = Crossroads(game, asked, rng, rng.getrandbits(32))
    fork.ways = fork.ways[:REPLIES]
    for way in fork.ways:
        if effort.late:
            return None
        fork.follow(way, rng)
    return fork.best if asked == seat else 1.0 - fork.best
