"""One answer followed to the end of what it sets off: the rules run as a game runs them. At every roll the run splits,
a stage is solved once and its equal results are merged, and steps that lead to equal states are merged too.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from functools import cache, partial
from math import inf
from random import Random
from time import monotonic
from typing import Any

import msgspec

from sandtable.engine.dice import Pseudo, Roll, outcomes, ways
from sandtable.engine.errors import IllegalAnswer, SandtableError, shown
from sandtable.engine.game import Game
from sandtable.engine.hooks import offered
from sandtable.engine.outlook import Outlook, Relay, RelayLeg, Result, Solution
from sandtable.engine.questions import Answer, Move, Place, Question, options_of
from sandtable.engine.ruleset import Play, Procedure, Reading, Ruleset, Stage, Tell
from sandtable.odds.answers import BEST_FOR, USUAL, Decision, Odds
from sandtable.odds.exact import AimedStages, Distribution, Stages, TooMany, Undecided, mix, told_apart

BEST, SEARCHED = "best", "searched"
How = str | Callable[[Question], Answer]
"""How somebody decides: 'best' (solved for the aim; inside a stage by rule of thumb where that is as good), 'searched'
(solved everywhere, in as many runs as are allowed), 'usual' (the ruleset's rule of thumb everywhere), or a function."""

RUNS = 400
"""Runs of the rules that exact odds may take."""
DEEPEST = 6
"""Decisions that are solved one inside the other."""
MOST_ROLLS = 80
"""Rolls one after the other in exact odds: a tie may be rolled again without end."""
MOST_WAYS = 5_000
"""Results of one roll inside a stage that are run through, or as many as there may be runs."""
SAMPLES = 1_000
"""Games that are played from here where exact odds are out of reach."""

_encode = msgspec.json.Encoder(order="deterministic").encode


class Unsettled(SandtableError):
    """The odds depend on a choice of one's own that has not been made yet."""


class OutOfTime(SandtableError):
    """The time that was given for odds is over."""


class OutOfReach(Exception):
    """Exact odds are out of reach; the text says why, and what would help."""


class _Given(msgspec.Struct, frozen=True):
    """An answer on the way. What it means belongs to each run: options may point into that run's state, and a question
    may remember the path that it has judged."""

    answer: Answer

    def read(self, question: Question) -> Any:
        return question.read(self.answer)


class _Back(msgspec.Struct, frozen=True):
    """In place of a result: dice have led back to a state that is being followed already."""

    key: Hashable


ENDLESS = "its dice may be rolled again without end"

_ENTER = object()
"""On a path: the stage is not solved but played through."""
_END = object()
"""The step is over."""
Inputs = tuple[Any, ...]
Notes = dict[tuple[int, str, str, str], dict[str, None]]
"""Decisions on the way: seat, who, clause and how, and what was chosen."""


class _Run:
    """One step in progress, on a state of its own."""

    __slots__ = ("play", "stack", "stages")

    def __init__(self, ruleset: Ruleset[Any], options: Any, state: Any, leg: RelayLeg | None = None) -> None:
        self.play: Play[Any] = Play(state, options, [], None)
        self.stack: list[Procedure[Any]] = [ruleset.step(self.play) if leg is None else leg.run(self.play)]
        self.stages: list[tuple[Stage, int]] = []
        """The stages that are being played through, and where on the path each was entered."""

    def send(self, value: Any) -> Any:
        """On to the next request, or to the end of the step."""
        stack = self.stack
        while True:
            try:
                request = stack[-1].send(value)
                if type(request) is not Tell:
                    return request
                value = None
            except StopIteration as done:
                stack.pop()
                if not stack:
                    return _END
                _, at = self.stages.pop()
                value = done.value
                if type(value) is Stage:
                    self.enter(value, at)
                    value = None

    def enter(self, stage: Stage, at: int = 0) -> None:
        self.stack.append(stage.rule(*stage.args))
        self.stages.append((stage, at))


class Wanted(msgspec.Struct, frozen=True):
    """What is wanted of the odds of an answer."""

    aim: str = ""
    how: How | Mapping[int, How] = BEST
    runs: int = RUNS
    samples: int = SAMPLES
    seed: str = "odds"
    certain: bool = False
    then: Answer = None
    until: float = inf
    """When the time for it is over, by the clock of `monotonic`."""


def outlook_of(ruleset: Ruleset[Any]) -> Outlook[Any] | None:
    found: Outlook[Any] | None = offered(ruleset, "outlook")
    return found


def takes(question: Question, answer: Answer) -> bool:
    try:
        question.read(answer)
    except IllegalAnswer:
        return False
    return True


@cache
def _solvers(outlook: Any, most_ways: int) -> tuple[Stages, AimedStages]:
    """Stages depend on nothing but their arguments: what one game has solved, the next one knows."""
    return Stages(choose=outlook.usual, most_ways=most_ways), AimedStages(outlook.aims, most_ways)


def forget(ruleset: Ruleset[Any]) -> None:
    """As in a new process: nothing has been solved yet."""
    outlook = outlook_of(ruleset)
    _solvers.cache_clear()
    if outlook is not None:
        outlook.forget()


class Search:
    """One answer, followed to the end of what it sets off."""

    def __init__(self, game: Game[Any], answer: Answer, how: How | Mapping[int, How], asked: Wanted) -> None:
        outlook = outlook_of(game.ruleset)
        if outlook is None:
            raise SandtableError(f"{game.ruleset.id} does not say what its odds are about")
        if game.question is None:
            raise SandtableError("the game is over")
        self.ruleset, self.options, self.outlook = game.ruleset, game.options, outlook
        self.names = game.seats
        self.before = game.state.clone()
        self.aim, self.how_given, self.then = asked.aim, how, asked.then
        self.possible: set[str] = set()
        """Words and numbers that somebody could aim at."""
        self.seat = game.question.seat
        self.modes = {self._how(seat) for seat in range(len(self.names))}
        self.runs, self.most_runs, self.depth, self.rolls = 0.0, asked.runs, 0, 0
        self.share = 1.0
        """How much of a run it is to run what is being run: one leg of five is a fifth."""
        self.until = asked.until
        self.rolled = False
        self.taken: Notes = {}
        self.solved: dict[Hashable, tuple[Distribution, Notes]] = {}
        self.open: set[Hashable] = set()
        """States that are being followed."""
        self.followed: dict[tuple[int, Hashable], tuple[Distribution, Notes]] = {}
        """What comes of the result of a stage that was entered before the question."""
        self.meant: Any = None
        self.leg: RelayLeg | None = None
        """What is being run, where that is no step of the rules; and the legs that follow it."""
        self.legs: tuple[RelayLeg, ...] = ()
        most_ways = max(MOST_WAYS, asked.runs)
        self.usually, self.aimed = _solvers(self.outlook, most_ways)  # type: ignore[arg-type]
        self.mixed = Stages(choose=self._chosen, most_ways=most_ways)
        self.start, self.path, self.first = self._catch_up(game, answer)

    def _catch_up(self, game: Game[Any], answer: Answer) -> tuple[Any, Inputs, Any]:
        """The checkpoint, the path from it to the open question, and what is answered there."""
        here = game.position()
        start, waiting = here.state, list(here.inputs)
        run = _Run(self.ruleset, self.options, start.clone())
        path: list[Any] = []
        request = run.send(None)
        while True:
            if request is _END:  # steps that ask nothing
                start, path, self.meant = run.play.state, [], None
                run = _Run(self.ruleset, self.options, start.clone())
                request = run.send(None)
            elif type(request) is Stage:
                run.enter(request, len(path))
                path.append(_ENTER)
                request = run.send(None)
            elif not waiting:
                break
            else:
                given = waiting.pop(0)
                path.append(given if type(request) is Roll else self._meant(request, given))
                request = run.send(given if type(request) is Roll else path[-1].read(request))
        return start, tuple(path), None if type(request) is Roll else self._meant(request, answer)

    def _meant(self, question: Question, answer: Answer) -> _Given:
        """An answer on the way. What it is to bring about is remembered, where the ruleset has to know it to say what
        came of it."""
        meant = getattr(self.outlook, "meant", None)
        found = None if meant is None else meant(question, answer)
        if found is not None:
            self.meant = found
        return _Given(answer)

    # ---- exact -----------------------------------------------------------------------------------------

    def exact(self, certain: bool) -> Odds | None:
        run, request = self._again(self.start, self.path)
        if self.first is None:
            found = self._split(run, request, self.start, self.path)
        elif (relay := self._relay(self.before, request, self.first)) is not None:
            found = self._run_relay(relay, False)
        else:
            path = (*self.path, self.first)
            found = self._explore(run, self.first.read(request), self.start, path, False)
        if not (self.rolled or certain):
            return None
        return Odds(found.weights, found.total, self.outlook.nothing, self._decisions())  # type: ignore[arg-type]

    def _again(self, start: Any, path: Inputs) -> tuple[_Run, Any]:
        """A new run along a path, and what it asks at the end of it."""
        self.runs += self.share
        if monotonic() > self.until:
            raise OutOfTime("they take too long to work out")
        if self.runs > self.most_runs:
            raise OutOfReach(f"it takes more than {self.most_runs} runs of the rules; allow more runs")
        run = _Run(self.ruleset, self.options, start.clone(), self.leg)
        request = run.send(None)
        for at, step in enumerate(path):
            if step is _ENTER:
                run.enter(request, at)
                request = run.send(None)
            else:
                request = run.send(step.read(request) if type(step) is _Given else step)
        return run, request

    def _explore(self, run: _Run, value: Any, start: Any, path: Inputs, begun: bool) -> Distribution:
        return self._request(run, run.send(value), start, path, begun)

    def _request(self, run: _Run, request: Any, start: Any, path: Inputs, begun: bool) -> Distribution:
        """Goes on from a request. `begun`: dice have been rolled or somebody else has been asked."""
        while True:
            if request is _END:
                return self._ended(run, begun)
            if type(request) is Roll:
                return self._split(run, request, start, path)
            if type(request) is Stage:
                solution = self._solution(request)
                if solution is not None:
                    return self._weighed(solution, start, path, run)
                weights = self._stage(request)
                if weights is not None:
                    self.rolled = True
                    return self._branch(run, told_apart(request, weights), start, path)
                run.enter(request, len(path))
                path = (*path, _ENTER)
                request = run.send(None)
                continue
            if self._announced(request):
                given = _Given(self.then)
                path = (*path, given)
                request = run.send(given.read(request))
                continue
            if request.seat == self.seat and not begun and not self._weighed_ahead(request):
                raise Unsettled(f"first choose: {request.prompt}")
            if isinstance(request, Move | Place):
                return self._over(run.play.state)
            begun = True
            if self._how(request.seat) in (BEST, SEARCHED):
                rest = self._rest(run, request)
                if rest is not None:
                    return self._weighed(rest, start, path[: run.stages[-1][1]])
                return self._solved(run, request, start, path)
            given = _Given(self._chosen(request))
            path = (*path, given)
            request = run.send(given.read(request))

    def _split(self, run: _Run, roll: Roll, start: Any, path: Inputs) -> Distribution:
        self.rolled = True
        if ways(roll) > self.most_runs:
            raise OutOfReach(f"{roll.purpose} has more than {self.most_runs} results; allow more runs")
        return self._branch(run, list(outcomes(roll)), start, path)

    def _branch(self, run: _Run, parts: list[tuple[Any, int]], start: Any, path: Inputs) -> Distribution:
        """The run at hand goes on with the first result; every other result is a new run."""
        self.rolls += 1
        if self.rolls > MOST_ROLLS:  # a tie that is rolled again, and again
            raise OutOfReach(ENDLESS)
        found = []
        for value, weight in parts[1:]:
            again, _ = self._again(start, path)
            found.append((weight, self._explore(again, value, start, (*path, value), True)))
        value, weight = parts[0]
        found.append((weight, self._explore(run, value, start, (*path, value), True)))
        self.rolls -= 1
        return found[0][1] if len(found) == 1 else mix(found)

    def _solved(self, run: _Run, question: Question, start: Any, path: Inputs) -> Distribution:
        """The answer that its chooser likes best; in a tie the last one, which most often is to do nothing. The run at
        hand goes on with the first answer; every other answer is a new run."""
        self.depth += 1
        if self.depth > DEEPEST and self.modes == {BEST}:
            raise OutOfReach(f"more than {DEEPEST} decisions lie one inside the other; 'searched' goes deeper")
        noted = self.taken
        best: tuple[Any, Answer, Distribution, Notes] | None = None
        for answer in question.legal():
            going, request = (run, question) if best is None else self._again(start, path)
            given = _Given(answer)
            self.taken = {}
            found = self._explore(going, given.read(request), start, (*path, given), True)
            worth = found.mean(lambda result: self._worth(result, question.seat))
            if best is None or worth >= best[0]:
                best = worth, answer, found, self.taken
        assert best is not None, "a question has an answer"
        self.taken = noted
        self.depth -= 1
        self._note(question, f"{BEST_FOR}{self.names[question.seat]}", best[1])
        self._note_again(best[3])
        return best[2]

    def _ended(self, run: _Run, begun: bool) -> Distribution:
        """After a step or a leg: on to the next one, if what was begun goes on there."""
        if self.leg is not None:
            return self._handed_on(self.leg, run.play.state, begun)
        return self._next_step(run.play.state, begun)

    def _next_step(self, state: Any, begun: bool) -> Distribution:
        if self._settled(state):
            return self._over(state)
        relay = self._relay(state)
        if relay is not None:
            return self._run_relay(relay, begun)
        return self._follow(state, (), begun)

    def _follow(self, state: Any, legs: tuple[RelayLeg, ...], begun: bool) -> Distribution:
        """What comes of a state: by the first of the legs, else by the step of the rules. Equal states are followed
        once."""
        key = _encode(state), tuple(leg.name for leg in legs), begun
        if key in self.open:
            return Distribution({_Back(key): 1}, 1)
        if key not in self.solved:
            noted, self.taken = self.taken, {}
            self.open.add(key)
            following, request = self._again(state, ())
            found = _without(_Back(key), self._request(following, request, state, (), begun))
            self.open.remove(key)
            notes, self.taken = self.taken, noted
            if any(isinstance(result, _Back) for result in found.weights):  # it belongs to the state that is behind it
                self._note_again(notes)
                return found
            self.solved[key] = found, notes
        found, notes = self.solved[key]
        self._note_again(notes)
        return found

    def _weighed_ahead(self, question: Question) -> bool:
        """Is this choice of one's own solved with the answer, although no dice have been rolled yet?"""
        weighs = getattr(self.outlook, "weighs", None)
        return weighs is not None and bool(weighs(Reading(self.before, self.options, self.seat), question))

    # ---- legs ------------------------------------------------------------------------------------------

    def _relay(self, state: Any, question: Question | None = None, given: _Given | None = None) -> Relay | None:
        """The legs that an answer or the step of a state is made of, if the ruleset takes it apart."""
        relay = getattr(self.outlook, "relay", None)
        if relay is None:
            return None
        answer = None
        if question is not None and given is not None:
            given.read(question)
            answer = given.answer
        found: Relay | None = relay(self.before, Reading(state, self.options, self.seat), question, answer)
        return found

    def _run_relay(self, relay: Relay, begun: bool) -> Distribution:
        outer, self.share = self.share, 1 / len(relay.legs)
        found = self._run_legs(relay.start, relay.legs, begun)
        self.share = outer
        return found

    def _run_legs(self, state: Any, legs: tuple[RelayLeg, ...], begun: bool) -> Distribution:
        """Leg after leg, each from where the one before it has left things. Decisions lie inside one leg: what follows
        from it is solved once for each state."""
        outer, depth = (self.leg, self.legs), self.depth
        self.leg, self.legs, self.depth = legs[0], legs[1:], 0
        found = self._follow(state, legs, begun)
        (self.leg, self.legs), self.depth = outer, depth
        return found

    def _handed_on(self, leg: RelayLeg, state: Any, begun: bool) -> Distribution:
        """The next leg, or after the last one whatever the rules do then; with what has been settled on the way."""
        settled = leg.settle(state)
        if self.legs:
            found = self._run_legs(settled.state, self.legs, begun)
        else:
            outer, self.leg, self.share = (self.leg, self.share), None, 1.0
            found = self._next_step(settled.state, begun)
            self.leg, self.share = outer
        complete = settled.complete
        return found if complete is None else found.map(lambda result: self._noticed(complete(result)))

    def _settled(self, state: Any) -> bool:
        """Has all come about that the answer set off, and what was to be done then?"""
        if self.ruleset.outcome(state) is not None:
            return True
        if self.outlook.goes_on(self.before, state):
            return False
        return self.then is None or not self._announced(_Run(self.ruleset, self.options, state.clone()).send(None))

    def _announced(self, request: Any) -> bool:
        """Is this the question to which the one who answers has said the answer ahead?"""
        if self.then is None or not isinstance(request, Question) or request.seat != self.seat:
            return False
        return takes(request, self.then)

    def _over(self, state: Any) -> Distribution:
        return Distribution({self._result(state): 1}, 1)

    def _result(self, state: Any) -> Result:
        return self._noticed(self._said(state))

    def _noticed(self, result: Result) -> Result:
        """A result, and what of it somebody could aim at."""
        if self.aim:
            self.possible.update(name for effect in result for name in (effect.what, *dict(effect.numbers)))
            if self._unharmed(result):
                self.possible.add(self.outlook.nothing)
        return result

    def _said(self, state: Any) -> Result:
        if self.meant is None:
            return self.outlook.result(self.before, state)
        said: Result = self.outlook.result(self.before, state, self.meant)  # type: ignore[call-arg]
        return said

    def _unharmed(self, result: Result) -> bool:
        """Does nothing happen to anybody else than the one who answers?"""
        return all(effect.seat == self.seat or effect.what == self.outlook.nothing for effect in result)

    # ---- stages ----------------------------------------------------------------------------------------

    def _stage(self, stage: Stage) -> Mapping[Hashable, int] | None:
        """The weights of a stage's results; None if it has to be played through."""
        if self.modes <= {BEST, USUAL}:
            short = self.outlook.shortcut(stage, self._solve_usually)
            if short is not None:
                if short.decided:
                    self._note_stage(USUAL)
                return short.weights
        try:
            hash(stage.args)
        except TypeError:
            return None
        solver, words = self._solver(stage)
        solver.asked = False
        try:
            found = solver.solve(stage.rule, stage.args)
        except Undecided:
            return None
        except TooMany as error:
            raise OutOfReach(f"{error}; allow more runs") from None
        if solver.asked:
            self._note_stage(words)
        return found.weights

    def _solution(self, stage: Stage) -> Solution | None:
        """How the decisions of a stage are solved, if the ruleset knows and everybody does his best."""
        solution = getattr(self.outlook, "solution", None)
        if solution is None or self.modes != {BEST}:
            return None
        found: Solution | None = solution(stage, self._solve_usually, self.most_runs)
        return found

    def _rest(self, run: _Run, question: Question) -> Solution | None:
        """How the rest of the stage is solved that a question comes up in: its result comes in place of entering it."""
        rest = getattr(self.outlook, "rest", None)
        if rest is None or self.modes != {BEST} or not run.stages:
            return None
        found: Solution | None = rest(run.stages[-1][0], question, self.most_runs)
        return found

    def _weighed(self, solution: Solution, start: Any, path: Inputs, run: _Run | None = None) -> Distribution:
        """Every result of a stage is followed first, the last one by the run at hand, if one waits for it; then its
        decisions are solved for what comes of each."""
        self.rolled = True
        *results, last = solution.results
        followed = {result: self._after(result, start, path) for result in results}
        followed[last] = self._after(last, start, path, run)
        for seat, clause, words in solution.decisions:
            name = self.names[seat]
            self.taken.setdefault((seat, name, clause, f"{BEST_FOR}{name}"), {})[words] = None
        if solution.by_thumb:
            self._note_stage(USUAL)
        weights = solution.weights({result: self._worths(found) for result, (found, _) in followed.items()})
        for result in weights:
            self._note_again(followed[result][1])
        return mix([(weight, followed[result][0]) for result, weight in weights.items()])

    def _after(self, result: Hashable, start: Any, path: Inputs, run: _Run | None = None) -> tuple[Distribution, Notes]:
        """What comes of a stage's result, and the decisions on the way; of a stage that was entered before the question
        it is the same whatever is answered."""
        entered = start is self.start and len(path) < len(self.path)
        key = len(path), result
        if entered and key in self.followed:
            return self.followed[key]
        noted, self.taken = self.taken, {}
        going = self._again(start, path)[0] if run is None else run
        found = self._explore(going, result, start, (*path, result), True), self.taken
        self.taken = noted
        if entered:
            self.followed[key] = found
        return found

    def _worths(self, found: Distribution) -> list[Fraction]:
        """How much each seat likes what may come."""
        return [found.mean(partial(self._worth, seat=seat)) for seat in range(len(self.names))]

    def _solver(self, stage: Stage) -> tuple[Stages, str]:
        """Who solves a stage, and how its decisions are then taken."""
        aim = self.outlook.aims.get(stage.rule)
        if self.modes == {USUAL} or (self.modes <= {BEST, USUAL} and aim is not None and aim.by_thumb):
            return self.usually, USUAL
        if self.modes <= {BEST, SEARCHED}:
            return self.aimed, aim.words if aim is not None else ""
        return self.mixed, "as each was told"

    def _solve_usually(self, rule: Callable[..., Any], *args: Any) -> Mapping[Hashable, int]:
        return self.usually.solve(rule, args).weights

    def _note_stage(self, how: str) -> None:
        """Decisions inside a stage: how, but not each of them."""
        self.taken.setdefault((-1, "", "", how), {})

    # ---- decisions -------------------------------------------------------------------------------------

    def _how(self, seat: int) -> How:
        given = self.how_given
        found = given.get(seat, BEST) if isinstance(given, Mapping) else given
        if not callable(found) and found not in (BEST, USUAL, SEARCHED):
            raise SandtableError(f"decide 'best', 'usual' or 'searched', not {shown(found)}")
        return found

    def _chosen(self, question: Question) -> Answer:
        """The answer by rule of thumb, or by whatever function was given."""
        how = self._how(question.seat)
        answer = how(question) if callable(how) else self.outlook.usual(question)
        self._note(question, "as told" if callable(how) else USUAL, answer)
        return answer

    def _worth(self, result: Result | _Back, seat: int) -> int:
        """How much a seat likes a result."""
        if isinstance(result, _Back):
            raise OutOfReach(ENDLESS)
        if not self.aim:
            return sum(-effect.harm if effect.seat == seat else effect.harm for effect in result)
        if self.aim == self.outlook.nothing:
            return self._unharmed(result) * (1 if seat == self.seat else -1)
        amount = sum(
            (effect.what == self.aim) + dict(effect.numbers).get(self.aim, 0)
            for effect in result
            if effect.seat != self.seat
        )
        return amount if seat == self.seat else -amount

    def _note(self, question: Question, how: str, answer: Answer) -> None:
        key = question.seat, question.who or self.names[question.seat], question.clause, how
        labels = {option.id: option.label for option in options_of(question)}
        said = labels.get(answer, "") if isinstance(answer, str) else ""
        self.taken.setdefault(key, {})[said or str(answer)] = None

    def _note_again(self, notes: Notes) -> None:
        for key, chosen in notes.items():
            self.taken.setdefault(key, {}).update(chosen)

    def _decisions(self) -> tuple[Decision, ...]:
        return tuple(Decision(*key, tuple(chosen)) for key, chosen in self.taken.items())

    # ---- sampled ---------------------------------------------------------------------------------------

    def sampled(self, samples: int, rng: Random) -> Odds:
        """Plays on from here many times; whatever would have been solved follows the rule of thumb."""
        self.runs, self.most_runs = 0.0, samples
        self.leg, self.share = None, 1.0
        self.taken.clear()
        dice = Pseudo(rng)
        counted: dict[Result, int] = {}
        for _ in range(samples):
            result = self._played(dice)
            counted[result] = counted.get(result, 0) + 1
        return Odds(counted, samples, self.outlook.nothing, self._decisions(), sampled=True)

    def _played(self, dice: Pseudo) -> Result:
        run, request = self._again(self.start, self.path)
        value = dice.roll(request, 0) if self.first is None else self.first.read(request)
        while True:
            request = run.send(value)
            if request is _END:
                state = run.play.state
                if self._settled(state):
                    return self._result(state)
                run, value = _Run(self.ruleset, self.options, state), None
            elif type(request) is Roll:
                value = dice.roll(request, 0)
            elif type(request) is Stage:
                run.enter(request)
                value = None
            elif isinstance(request, Move | Place):
                return self._result(run.play.state)
            else:
                value = request.read(self.then if self._announced(request) else self._chosen(request))


def _without(back: _Back, found: Distribution) -> Distribution:
    """What comes of a state that may lead back to itself: the other results, in the shares they have without that."""
    if back not in found.weights:
        return found
    rest = {result: weight for result, weight in found.weights.items() if result != back}
    if not rest:
        raise OutOfReach(ENDLESS)
    return Distribution(rest, sum(rest.values()))
