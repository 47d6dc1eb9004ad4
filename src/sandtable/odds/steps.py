"""The odds of an answer: the steps it sets off, run from the game's own checkpoint under every dice there are; of one
answer, or beside every option of a question. Nothing of the game at hand changes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import islice
from math import inf
from random import Random
from time import monotonic
from typing import Any

import msgspec

from sandtable.engine.errors import SandtableError, near, one_line, shown
from sandtable.engine.game import Game
from sandtable.engine.hooks import offered
from sandtable.engine.outlook import TooLarge
from sandtable.engine.questions import Answer, ChooseOne, ChooseSome, Move, Place, Question, Split, options_of
from sandtable.odds.answers import USUAL, Odds, Prospect
from sandtable.odds.search import (
    BEST,
    ENDLESS,
    RUNS,
    SAMPLES,
    SEARCHED,
    How,
    OutOfReach,
    Search,
    Unsettled,
    Wanted,
    outlook_of,
    takes,
)  # fmt: skip

GLANCES = 200
"""The same, beside every option at once."""
MOST_PLACES = 120
"""Places of a movement or a placement whose odds are worked out at once."""
MOST_SAID = 120
"""Characters of a mistake that are told."""


def answer_odds(
    game: Game[Any],
    answer: Answer = None,
    *,
    aim: str = "",
    how: How | Mapping[int, How] = BEST,
    runs: int = RUNS,
    samples: int = SAMPLES,
    seed: str = "odds",
    certain: bool = False,
    then: Answer = None,
) -> Odds | None:
    """What may come of an answer to the open question (of an open roll: give none). None if nothing is rolled, unless
    what is `certain` is wanted too. `then` is what the same seat answers next, where the rules let it come to that.

    `how` says how decisions on the way are taken, by everybody or by seat. 'best' is solved for `aim`: a word or a
    number of the results, which whoever answers wants high and everybody else low; without one, for the harm done to
    others less the harm suffered. What takes more than `runs` runs of the rules to solve is tried again by rule of
    thumb, and then sampled. Raises `Unsettled` where a choice of one's own comes before the dice, and refuses an aim
    that cannot come of the answer."""
    asked = Wanted(aim, how, runs, samples, seed, certain, then)
    found, possible = _followed(game, answer, asked)
    if aim and found is not None and aim not in possible:
        came = f"came of it in {found.total} games" if found.sampled else "can come of it"
        listed = ", ".join(map(repr, sorted(possible)))
        raise SandtableError(f"aim: no {shown(aim)} {came}{near(aim, list(possible))}; there is: {listed}")
    return found


def _followed(game: Game[Any], answer: Answer, asked: Wanted) -> tuple[Odds | None, set[str]]:
    """The odds of an answer, and the words and numbers that somebody could aim at."""
    outlook = outlook_of(game.ruleset)
    endless = isinstance(game.question, Question) and game.question.clause in getattr(outlook, "endless", ())
    ways_to_decide = (asked.how, USUAL) if asked.how in (BEST, SEARCHED) else (asked.how,)
    reasons = [ENDLESS] if endless else []
    for deciding in ways_to_decide[-1:] if endless else ways_to_decide:
        search = Search(game, answer, deciding, asked)
        try:
            found = search.exact(asked.certain)
        except (OutOfReach, TooLarge) as reason:
            reasons.append(str(reason))
        else:
            return _explained(found, reasons), search.possible
    return _explained(search.sampled(asked.samples, Random(asked.seed)), reasons), search.possible


def _explained(odds: Odds | None, reasons: list[str]) -> Odds | None:
    why = "; by rule of thumb too: ".join(dict.fromkeys(reasons))
    return odds if odds is None or not why else msgspec.structs.replace(odds, why=why)


def panel(game: Game[Any], **settings: Any) -> dict[str, Odds]:
    """The odds beside every option of the open question that rolls, by the option's id; of a movement or a placement,
    beside every place that is proposed (`answer_key`). An aim need not come of every one of them."""
    found: dict[str, Odds] = {}
    asked = Wanted(**{"samples": GLANCES} | settings)
    for key, answer in answers_to_weigh(game):
        try:
            odds, _ = _followed(game, answer, asked)
        except SandtableError:
            continue  # a choice comes first, or this question is not answered with one option
        if odds is not None:
            found[key] = odds
    return found


def prospects(game: Game[Any], *, seconds: float = 0, **settings: Any) -> dict[str, Prospect]:
    """What is known about every option, as a player reads it: the odds of those that roll, what is certain about those
    that do not, and the choice that comes first. Nothing here fails: where odds cannot be worked out, in `seconds` (0:
    as long as it takes) or because of a mistake in the rules, it says so (under "" where no option can say it)."""
    until = monotonic() + seconds if seconds else inf
    asked = Wanted(**{"samples": GLANCES, "certain": True} | settings, until=until)
    try:
        return {key: _prospect(game, answer, asked) for key, answer in answers_to_weigh(game)}
    except Exception as error:  # a mistake in the rules: it is told, and the game goes on
        listed = [option.id for option in options_of(game.question)]
        return dict.fromkeys(listed or [""], Prospect(unknown=_mistake(error)))


def prospect(game: Game[Any], answer: Answer, *, seconds: float = 0, **settings: Any) -> Prospect:
    """The same for one answer, whatever it is: a path, a list, shares. One that is not legal is refused."""
    if isinstance(game.question, Question):
        game.question.read(answer)
    until = monotonic() + seconds if seconds else inf
    return _prospect(game, answer, Wanted(**{"samples": GLANCES, "certain": True} | settings, until=until))


def _prospect(game: Game[Any], answer: Answer, asked: Wanted) -> Prospect:
    try:
        odds, _ = _followed(game, answer, asked)
        return Prospect(odds)
    except Unsettled as first:
        return Prospect(first=str(first))
    except SandtableError as error:
        return Prospect(unknown=one_line(error))
    except Exception as error:  # a mistake in the rules: it is told, and the game goes on
        return Prospect(unknown=_mistake(error))


def _mistake(error: Exception) -> str:
    return f"a mistake in the rules, please report it ({type(error).__name__}: {one_line(error)[:MOST_SAID]})"


def answers_to_weigh(game: Game[Any]) -> Iterator[tuple[str, Answer]]:
    """The answers whose odds stand beside a question, each with its key: one option alone, or a proposed place."""
    question = game.question
    if not isinstance(question, Question) or outlook_of(game.ruleset) is None:
        return
    if isinstance(question, Move | Place):
        places = {answer_key(answer): answer for answer in islice(_proposed(game, question), MOST_PLACES)}
        yield from places.items()
    for option in options_of(question):
        match question:
            case ChooseSome(least=least, most=most):
                if least <= 1 <= most:
                    yield option.id, [option.id]
            case Split():
                mostly = question.mostly(option)
                if takes(question, mostly):
                    yield option.id, mostly
            case ChooseOne():
                yield option.id, option.id


def _proposed(game: Game[Any], question: Move | Place) -> Iterator[Answer]:
    """Places that the ruleset names for players, then whatever else the question proposes."""
    named = offered(game.ruleset, "places")
    if named is not None:
        for place in named(game.reading(question.seat), question):
            yield place["answer"]
    yield from question.legal()


def answer_key(answer: Answer) -> str:
    """A path or a placement as one word, the same as a browser writes it: JSON without spaces, 3 for 3.0."""
    return json.dumps(_plain(answer), separators=(",", ":"), ensure_ascii=False)


def _plain(answer: Any) -> Any:
    if isinstance(answer, dict):
        return {name: _plain(part) for name, part in answer.items()}
    if isinstance(answer, list):
        return [_plain(part) for part in answer]
    return int(answer) if isinstance(answer, float) and answer.is_integer() else answer
