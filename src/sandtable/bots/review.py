"""A game looked through afterwards, or a hint in the midst of one: what a veteran would have done, and what the
difference is worth.

What is judged is a plan: answers that one seat gives one after the other, before any die falls and before anybody else
is asked. A plan is worth what comes of it in imagined games, which know no more than the seat did: all plans get the
same dice, so that the difference is known better than either of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from random import Random
from time import perf_counter
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from sandtable.bots import Knowledge, ask
from sandtable.bots.thinking import activation, best_at_once, play_on, suggestions, worth
from sandtable.bots.veteran import Veteran
from sandtable.engine.advice import advice_of, care_of
from sandtable.engine.dice import Typed
from sandtable.engine.errors import IllegalAnswer
from sandtable.engine.game import LONGEST_CHAIN, Game
from sandtable.engine.questions import DECLINE, END, PASS, Answer, ChooseOne, Move, Place, Question, options_of

Mark = Literal["star", "tick", "wave", "cross"]
TICK, WAVE = 0.02, 0.05
"""What an answer may cost and still be good, or fair."""
SECONDS = 0.6
"""For one plan: a part of them to find a better one, the others to compare the two."""
SEARCH = 0.4
LEAST, MOST = 6, 400
"""Tries of each plan."""
SURE = 1.96
"""Standard errors of 95 %."""
LITTLE, IDLING = 0.02, 0.1
"""How much better in these short tries the lesser idea must come out to be the hint; and how much, doing nothing."""
LONGEST = 60
"""Decisions that a try goes on for at the most."""
REPLIES = 2
"""Activations that follow the own one in a try, where a veteran itself would not look beyond that one."""


class AnswerPlan(Struct, frozen=True):
    """Answers, and in words: what was chosen, of that what can be told apart. Where somebody goes is seen on the table;
    it is told only where nothing else was chosen."""

    answers: tuple[Answer, ...]
    words: tuple[str, ...]
    why: str = ""


class Weighed(Struct, frozen=True):
    """A plan and its chance to win, give or take `error` (95 %)."""

    plan: AnswerPlan
    chance: float
    error: float


class JudgedDecision(Struct, frozen=True):
    """A decision of a seat after `at` inputs: what was done, what a veteran would do, and what the difference costs.
    `as_good`: it is smaller than its error."""

    at: int
    seat: int
    prompt: str
    clause: str
    who: str
    given: Weighed
    better: Weighed
    cost: float
    error: float
    as_good: bool
    mark: Mark
    tries: int


class Hint(Struct, frozen=True):
    """What a veteran would do, and how much better that is than what looks good besides; less than nothing where that
    came out a little better and only waits."""

    best: Weighed
    other: Weighed | None
    worth: float
    error: float
    tries: int


class OwnDecision(Struct, frozen=True):
    """Where a plan begins, and its answers."""

    at: int
    answers: tuple[Answer, ...]


# ---- plans ------------------------------------------------------------------------------------------


def decisions(game: Game[Any], seat: int) -> list[OwnDecision]:
    """The plans of a seat in a game, where there was something to choose."""
    found: list[OwnDecision] = []
    begun, choices, now = -1, False, None
    for at, copy in enumerate(game.again()):
        question = copy.question
        mine = isinstance(question, Question) and question.seat == seat
        same = mine and begun >= 0 and at - begun < LONGEST_CHAIN and activation(copy) == now
        if begun >= 0 and not same:
            if choices:
                found.append(OwnDecision(begun, tuple(game.inputs[begun:at])))
            begun, choices = -1, False
        if mine and at < len(game.inputs):
            if begun < 0:
                begun, now = at, activation(copy)
            choices = choices or _chooses(question)
    return found


def _chooses(question: Question | Any) -> bool:
    return not (isinstance(question, ChooseOne) and question.only is not None)


def plan_of(game: Game[Any], seat: int, choose: Callable[[Game[Any]], Answer]) -> AnswerPlan:
    """The plan that comes of choosing so, from the open question on."""
    copy = game.clone(dice=Typed())
    now = activation(copy)
    answers: list[Answer] = []
    given: list[tuple[Question, Answer]] = []
    while len(answers) < LONGEST_CHAIN:
        question = copy.question
        if not isinstance(question, Question) or question.seat != seat or activation(copy) != now:
            break
        answer = choose(copy)
        given.append((question, answer))
        copy.answer(answer)
        answers.append(answer)
    return AnswerPlan(tuple(answers), _said(given))


def given_plan(game: Game[Any], seat: int, answers: Sequence[Answer]) -> AnswerPlan:
    copy = game.clone(dice=Typed())
    given: list[tuple[Question, Answer]] = []
    for answer in answers:
        question = copy.question
        assert isinstance(question, Question)
        given.append((question, answer))
        copy.answer(answer)
    return AnswerPlan(tuple(answers), _said(given))


def _said(given: Sequence[tuple[Question, Answer]]) -> tuple[str, ...]:
    """What was chosen, in words; where somebody went, or that something was left, only if there is nothing else."""
    told: list[str] = []
    goes: list[str] = []
    left: list[str] = []
    for question, answer in given:
        if _chooses(question):
            declined = any(option.id == answer and option.role == DECLINE for option in options_of(question))
            kind = left if declined else goes if isinstance(question, Move | Place) else told
            kind.append(question.words(answer))
    return tuple(told or goes or left)


def veteran_plan(game: Game[Any], seat: int, effort: ReviewTime, rng: Random) -> AnswerPlan:
    """What a veteran does, with its reasons."""
    bot = Veteran(rng.getrandbits(64), seconds=effort.seconds * SEARCH, tries=effort.tries)
    why: list[str] = []
    what_for: list[str] = []

    def choose(copy: Game[Any]) -> Answer:
        answer = ask(bot, copy)
        asked, said = copy.question, bot.explain()
        if said is not None and said.considered[0].why:
            # why one acts is a guess at what he will do: what he does says it better
            (why if asked is not None and asked.who else what_for).append(said.considered[0].why)
        return answer

    plan = plan_of(game, seat, choose)
    return AnswerPlan(plan.answers, plan.words, "; ".join(dict.fromkeys(why or what_for)))


# ---- what they are worth ----------------------------------------------------------------------------


class ReviewTime(Struct, frozen=True):
    """Seconds for one decision; or so many tries of each plan (and as many of the veteran), which come out the same on
    every machine."""

    seconds: float = SECONDS
    tries: int | None = None


def compared(
    look: Knowledge, plans: Sequence[AnswerPlan], effort: ReviewTime, rng: Random
) -> tuple[list[list[float]], int]:
    """What came of each plan, try by try, with the same dice for all of them."""
    found: list[list[float]] = [[] for _ in plans]
    until = perf_counter() + effort.seconds * (1 - SEARCH)
    tries = 0
    while tries < (effort.tries or MOST) and (effort.tries or tries < LEAST or perf_counter() < until):
        tries += 1
        seed = rng.getrandbits(64)
        values = [_tried(look, plan, Random(seed)) for plan in plans]
        if None not in values:
            for column, value in zip(found, values, strict=True):
                column.append(value)  # type: ignore[arg-type]
    return found, tries


def _tried(look: Knowledge, plan: AnswerPlan, rng: Random) -> float | None:
    """How an imagined game stands after this plan; None if the plan is not legal there: something hidden may be in its
    way."""
    game = look.imagine(rng)
    now = activation(game)
    try:
        for answer in plan.answers:
            game.answer(answer)
    except IllegalAnswer:
        return None
    care = care_of(game.ruleset)
    for _ in range(LONGEST if care else 0):
        if game.over or activation(game) != now:
            break
        game.answer(best_at_once(game, rng, care).answer)
    play_on(game, rng, REPLIES if care else advice_of(game.ruleset).horizon)
    return worth(game, look.seat)


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """The mean and its error (95 %); without tries nothing is known."""
    n = len(values)
    if not n:
        return 0.5, 0.5
    mean = sum(values) / n
    if n == 1:
        return mean, 0.5
    return mean, SURE * sqrt(sum((value - mean) ** 2 for value in values) / (n - 1) / n)


# ---- judging ----------------------------------------------------------------------------------------


def judge(game: Game[Any], answers: Sequence[Answer], effort: ReviewTime, rng: Random) -> JudgedDecision:
    """The plan that was given here, against a veteran's."""
    question = game.question
    assert isinstance(question, Question)
    seat, at = question.seat, len(game.inputs)
    look = Knowledge(game, seat)
    given = given_plan(game, seat, answers)
    better = veteran_plan(game, seat, effort, rng)
    same = better.answers == given.answers
    found, tries = compared(look, (given,) if same else (given, better), effort, rng)
    mine, theirs = Weighed(given, *_mean(found[0])), Weighed(better, *_mean(found[-1]))
    cost, error = (0.0, 0.0) if same else _mean([b - a for a, b in zip(*found, strict=True)])
    as_good = abs(cost) <= error
    return JudgedDecision(
        at, seat, question.prompt, question.clause, question.who, mine, theirs, cost, error, as_good and not same,
        mark_of(cost, same or (cost < 0 and not as_good), as_good), tries,
    )  # fmt: skip


def mark_of(cost: float, best: bool, as_good: bool) -> Mark:
    if best:
        return "star"
    if as_good or cost <= TICK:
        return "tick"
    return "wave" if cost <= WAVE else "cross"


def review(game: Game[Any], seat: int, effort: ReviewTime | None = None, seed: str = "") -> Iterator[JudgedDecision]:
    """Every decision of a seat in a game, one after the other."""
    wanted = {one.at: one for one in decisions(game, seat)}
    for at, copy in enumerate(game.again()):
        if at in wanted:
            yield judge(copy, wanted[at].answers, effort or ReviewTime(), Random(f"{seed}/{at}"))


def hint(game: Game[Any], effort: ReviewTime, rng: Random) -> Hint:
    """One answer to the open question, and what it is worth beside what looks best otherwise."""
    question = game.question
    assert isinstance(question, Question)
    seat = question.seat
    best = veteran_plan(game, seat, effort, rng)
    look = Knowledge(game, seat)
    ideas = suggestions(look.imagine(rng), rng)
    others = [one for one in ideas if one.answer != best.answers[0]]
    if not others:
        found, tries = compared(look, (best,), effort, rng)
        return Hint(Weighed(best, *_mean(found[0])), None, 0.0, 0.0, tries)
    second = max(others, key=lambda one: one.weight)

    def choose(copy: Game[Any]) -> Answer:
        if copy.inputs == game.inputs:
            return second.answer
        return best_at_once(copy, rng, max(1, care_of(copy.ruleset))).answer

    other = replace(plan_of(game, seat, choose), why=second.why)
    found, tries = compared(look, (best, other), effort, rng)
    gain, error = _mean([a - b for a, b in zip(*found, strict=True)])
    first, next_best = Weighed(best, *_mean(found[0])), Weighed(other, *_mean(found[1]))
    if gain < -error:  # what only looked good came out better: whoever asks is told that
        first, next_best, gain = next_best, first, -gain
    weights = {one.answer: one.weight for one in ideas if not isinstance(one.answer, list | dict)}
    promise = [weights.get(one.plan.answers[0], 0.0) for one in (first, next_best)]
    if gets_on(gain, (idles(game, first.plan), idles(game, next_best.plan)), promise):
        first, next_best, gain = next_best, first, -gain
    return Hint(first, next_best, gain, error, tries)


def idles(game: Game[Any], plan: AnswerPlan) -> bool:
    """Does the plan begin with doing nothing, or nothing more, be it after naming who is to do it?"""
    copy = game.clone(dice=Typed())
    for answer in plan.answers[:2]:
        question = copy.question
        if not isinstance(question, ChooseOne):
            return False
        if question.find(answer).role in (PASS, END):
            return True
        if question.who:
            return False
        copy.answer(answer)
    return False


def gets_on(gain: float, idle: Sequence[bool], promise: Sequence[float]) -> bool:
    """Should the second of two plans be the hint, though the first came out so much better? The tries end soon: that
    nothing has happened yet looks good in them, and so does hiding. Whoever asks wants to get on with the game."""
    if idle[1]:
        return False
    return gain < (IDLING if idle[0] else LITTLE if promise[1] > 2 * promise[0] else -1.0)
