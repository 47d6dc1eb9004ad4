"""Random games over everything a ruleset has, looking for what must not happen: an exception, a dead end, an endless
game, a save that does not lead to the same future, a game that does not repeat, odds that cannot be worked out.

By chance alone sides hardly ever meet, so in most games some of the answers follow the ruleset's advice.

Every house rule is met at each of its values: whatever the ruleset's own random set-ups choose, game after game one
value of one house rule after the other is switched on besides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from random import Random
from typing import Any

from msgspec import Struct, field, json

from sandtable.bots.thinking import suggestions
from sandtable.engine import save
from sandtable.engine.dice import Seeded
from sandtable.engine.errors import SetupError, one_line, typed_line
from sandtable.engine.game import Game
from sandtable.engine.questions import Answer, Question, options_of
from sandtable.engine.registry import fault
from sandtable.engine.registry import ruleset as find_ruleset
from sandtable.engine.rulebook import HouseRule, OptionValue, Rulebook
from sandtable.engine.ruleset import Ruleset
from sandtable.lab.pool import end_all, pool
from sandtable.lab.selfplay import LONGEST
from sandtable.odds import Unsettled, answer_odds, panel
from sandtable.odds.search import outlook_of
from sandtable.odds.steps import GLANCES

BATCH = 100
ODDS = 1 / 500
"""The share of questions whose odds are asked for, besides the first question of every clause in a batch."""
LEAST = 1e-9
"""No suggestion weighs less than this, so that those without a weight can be chosen from as well."""
ADVISED = (0.0, 0.5, 0.9)
"""The share of answers in a game that follow the ruleset's advice; the others are any legal answer."""
FEW = 12
"""A house rule with at most so many values is tried at all of them, one with more at some."""

Met = dict[str, dict[str, int]]
"""House rules, their values, and in how many games each was in force."""


class Findings(Struct):
    games: int
    decisions: int
    longest: int
    saves: int
    odds: int
    """Questions whose odds were worked out."""
    options: Met
    errors: list[str]
    final_hash: str

    @property
    def never_met(self) -> list[str]:
        """House rules with values that no game had: a hole in the search."""
        return [f"{name}={value}" for name, values in self.options.items() for value, n in values.items() if not n]


class _Batch(Struct):
    hashes: list[str]
    decisions: int = 0
    longest: int = 0
    saves: int = 0
    odds: int = 0
    options: Counter[tuple[str, OptionValue]] = field(default_factory=Counter)
    looked_at: set[str] = field(default_factory=set)
    """Clauses of questions whose odds have been asked for."""
    odds_errors: dict[str, str] = field(default_factory=dict)
    """One for each clause and kind of failure: what fails once fails often."""
    errors: list[str] = field(default_factory=list)


def fuzz(
    ruleset_id: str, games: int, seed: str, processes: int = 2, progress: Callable[[int], None] = lambda done: None
) -> Findings:
    """Plays the games in several processes, then the first tenth once more in a new one and compares. Ctrl-C ends it;
    what was found so far is told."""
    find_ruleset(ruleset_id)
    starts = range(0, games, BATCH)
    done: list[_Batch] = []
    with pool(processes) as working:
        jobs = [working.submit(_batch, ruleset_id, seed, start, min(games, start + BATCH)) for start in starts]
        try:
            for job in jobs:
                done.append(job.result())
                progress(min(games, BATCH * len(done)))
        except KeyboardInterrupt:
            if not done:
                raise
            games = sum(len(batch.hashes) for batch in done)
            end_all(working)
    errors = [error for batch in done for error in batch.errors]
    odds_errors = {what: said for batch in reversed(done) for what, said in batch.odds_errors.items()}
    hashes = [one for batch in done for one in batch.hashes]
    again = max(1, games // 10)
    with pool(1) as working:
        repeated = working.submit(_batch, ruleset_id, seed, 0, again, odds=False).result()
    for number, (first, second) in enumerate(zip(hashes, repeated.hashes, strict=False)):
        if first != second:
            errors.append(f"game {number}: another process came to another end")
    return Findings(
        games=games,
        decisions=sum(batch.decisions for batch in done),
        longest=max((batch.longest for batch in done), default=0),
        saves=sum(batch.saves for batch in done),
        odds=sum(batch.odds for batch in done),
        options=_met(find_ruleset(ruleset_id).rulebook, sum((batch.options for batch in done), Counter())),
        errors=errors + list(odds_errors.values()),
        final_hash=sha256("".join(hashes).encode()).hexdigest(),
    )


def _batch(ruleset_id: str, seed: str, first: int, end: int, odds: bool = True) -> _Batch:
    batch = _Batch([])
    for number in range(first, end):
        try:
            _one_game(ruleset_id, f"{seed}/{number}", number, batch, odds)
        except Exception as error:  # every failure is a finding, none may stop the run
            batch.errors.append(f"game {number}: {(fault(error) or typed_line(error))[:400]}")
            batch.hashes.append("")
    return batch


def _one_game(ruleset_id: str, seed: str, number: int, batch: _Batch, odds: bool) -> None:
    rng = Random(seed)
    game = begun(find_ruleset(ruleset_id), seed, number, rng)
    batch.options.update(game.options.items())
    look = _Odds(game, Random(f"{seed}/odds"), f"game {number}", batch) if odds else None
    stop, advised = rng.randint(0, 150), rng.choice(ADVISED)
    decisions = _play(game, rng, stop, advised, strict=rng.random() < 0.05, look=look)
    twin, state = _reloaded(game), rng.getstate()
    decisions += _play(game, rng, LONGEST, advised, look=look)
    if not game.over:
        raise AssertionError(f"not over after {decisions} decisions")
    rng.setstate(state)
    _play(twin, rng, LONGEST, advised)
    if twin.hash() != game.hash():
        raise AssertionError(f"the save after {stop} decisions led to another end")
    if rng.random() < 0.1 and not (verdict := save.verify(save.save(game))).ok:
        raise AssertionError(f"does not verify: input {verdict.at}: {verdict.problem}")
    game.log()
    batch.saves += 1
    batch.decisions += decisions
    batch.longest = max(batch.longest, decisions)
    batch.hashes.append(game.hash())


# ---- house rules ----------------------------------------------------------------------------------


def begun(rules: Ruleset[Any], seed: str, number: int, rng: Random) -> Game[Any]:
    """A random game in which, besides the house rules of its set-up, the next value in turn of one house rule holds,
    unless the set-up cannot be played that way."""
    setup, options = rules.random_setup(rng)
    events = rng.random() < 0.2
    turns = [(rule.name, value) for rule in rules.rulebook.option for value in values(rule)]
    switched = dict([turns[number % len(turns)]] if turns else [])
    dice = Seeded.from_text(seed, ["fuzz"])
    try:
        return Game(rules, setup, options | switched, dice, events)
    except SetupError:
        return Game(rules, setup, options, dice, events)


def values(rule: HouseRule) -> list[OptionValue]:
    """The values at which a house rule is tried: all of them; of a long row the ends, the default and some between."""
    if rule.choices:
        return [choice.value for choice in rule.choices]
    if rule.most - rule.least < FEW:
        return list(range(rule.least, rule.most + 1))
    step = (rule.most - rule.least) // (FEW // 2)
    return sorted({rule.least, rule.most, int(rule.default), *range(rule.least, rule.most, step)})


def _met(rulebook: Rulebook, counted: Counter[tuple[str, OptionValue]]) -> Met:
    found: Met = {rule.name: {_written(value): 0 for value in values(rule)} for rule in rulebook.option}
    for (name, value), games in sorted(counted.items(), key=str):
        found[name][_written(value)] = games
    return found


def _written(value: OptionValue) -> str:
    """As people type it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


# ---- playing --------------------------------------------------------------------------------------


class _Odds:
    """Asks for the odds of some questions: what people see beside every option, and those of one whole answer."""

    def __init__(self, game: Game[Any], rng: Random, name: str, batch: _Batch) -> None:
        self.game, self.rng, self.name, self.batch = game, rng, name, batch
        self.wanted = outlook_of(game.ruleset) is not None

    def at(self, question: Question) -> None:
        first = question.clause not in self.batch.looked_at
        if not self.wanted or not (self.rng.random() < ODDS or first):
            return
        self.batch.looked_at.add(question.clause)
        self.batch.odds += 1
        before = self.game.hash()
        for kind, ask in (("panel", self._panel), ("answer", self._answer)):
            try:
                ask(question)
            except Exception as error:  # a finding, and the game goes on
                what = f"odds ({kind}) at {question.clause}: {type(error).__name__}"
                said = f"{self.name}: {what}: {one_line(error)[:200]} ({question.prompt})"
                self.batch.odds_errors.setdefault(what, said)
        if self.game.hash() != before:
            raise AssertionError(f"odds have changed the game: {question.prompt}")

    def _panel(self, question: Question) -> None:
        panel(self.game)

    def _answer(self, question: Question) -> None:
        with suppress(Unsettled):  # a choice comes before the dice
            answer_odds(self.game, question.pick(self.rng), samples=GLANCES)


def _reloaded(game: Game[Any]) -> Game[Any]:
    return save.load(save.read(save.to_json(save.save(game))), events=False)


def _play(
    game: Game[Any], rng: Random, most: int, advised: float, strict: bool = False, look: _Odds | None = None
) -> int:
    for decisions in range(most):
        question = game.question
        if question is None:
            return decisions
        if next(question.legal(), None) is None:
            raise AssertionError(f"a dead end: {question.prompt}")
        if strict:
            conform(game, question)
        if look is not None and isinstance(question, Question):
            look.at(question)
        follows = isinstance(question, Question) and rng.random() < advised
        game.answer(sensible(game, rng) if follows else question.pick(rng))
    return most


def sensible(game: Game[Any], rng: Random) -> Answer:
    """One of the answers that the ruleset's advice suggests, the better ones more often."""
    found = suggestions(game, rng)
    return rng.choices(found, [max(one.weight, LEAST) for one in found])[0].answer


def conform(game: Game[Any], question: Any) -> None:
    """What a ruleset owes at every question: distinct options, clauses that exist, JSON, and steps that ask before they
    act (a step that acts first would act twice in a copy)."""
    ids = [option.id for option in options_of(question)]
    if len(set(ids)) < len(ids):
        raise AssertionError(f"two options have the same id: {question.prompt}")
    known = game.ruleset.rulebook.clauses
    cited = [question.clause, *(absent.clause for absent in question.absent)]
    cited += [option.clause for option in options_of(question)]
    cited += [clause for event in game.events or () for clause in event.clauses]
    for clause in cited:
        if clause and clause not in known:
            raise AssertionError(f"the clause {clause} is not in the rulebook: {question.prompt}")
    json.encode([question.wire(), game.view(question.seat), game.view(None)])
    if game.clone().hash() != game.hash():
        raise AssertionError(
            f"a copy differs: a step acted before it asked, or a clone shares something: {question.prompt}"
        )
