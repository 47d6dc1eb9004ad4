"""Odds by name: a situation is set up as a case would, and the game itself is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.engine.dice import Typed
from sandtable.engine.errors import IllegalAnswer, SandtableError, near, shown
from sandtable.engine.game import Game
from sandtable.engine.outlook import PLAIN, Kind, Outlook, Prelude
from sandtable.engine.questions import ChooseOne, Question
from sandtable.engine.registry import ruleset
from sandtable.odds.answers import Odds
from sandtable.odds.search import Unsettled, outlook_of, takes
from sandtable.odds.steps import answer_odds


def named_odds(
    ruleset_id: str,
    kind: str,
    models: Sequence[str] = (),
    words: Mapping[str, str] | None = None,
    options: Mapping[str, object] | None = None,
    **settings: Any,
) -> Odds:
    """The odds of a named attack or test: `named_odds("roe", "shoot", ["Gunner", "Shade"], {"cover": ""})`."""
    rules = ruleset(ruleset_id)
    outlook = needed_outlook(ruleset_id)
    asked = find_kind(ruleset_id, outlook, kind)
    given = dict(words or {})
    _check(asked, tuple(models), given)
    prelude = outlook.prelude(asked.name, tuple(models), given)
    settings = {"then": prelude.then} | settings
    game: Game[Any] = Game(rules, {"situation": prelude.situation}, options, Typed(), events=False)
    return _walk(game, prelude, settings)


def needed_outlook(ruleset_id: str) -> Outlook[Any]:
    outlook = outlook_of(ruleset(ruleset_id))
    if outlook is None:
        raise SandtableError(f"{ruleset_id} does not say what its odds are about")
    if not outlook.kinds:
        raise SandtableError(f"{ruleset_id} has no odds to ask for by name, only those beside options in play")
    return outlook


def find_kind(ruleset_id: str, outlook: Outlook[Any], name: str) -> Kind:
    names = [kind.name for kind in outlook.kinds]
    for kind in outlook.kinds:
        if kind.name == name.casefold().replace(" ", "-"):
            return kind
    raise SandtableError(f"{ruleset_id} has odds of {', '.join(names)}, not of {shown(name)}{near(name, names)}")


def _check(kind: Kind, models: tuple[str, ...], words: Mapping[str, str]) -> None:
    if len(models) != len(kind.models):
        wanted = " and ".join(kind.models) or "nobody"
        raise SandtableError(f"{kind.name}: name {wanted}; {len(models)} given (write words as key=value)")
    for role, name in zip(kind.models, models, strict=True):
        if not name.strip():
            raise SandtableError(f"{kind.name}: the {role} has no name; name one of the lists, or write '{PLAIN}'")
    known = [part for word in kind.words for part in word.split()]
    for word, text in words.items():
        role, dot, _ = word.partition(".")
        if text and word in known:
            raise SandtableError(f"{kind.name}: {word!r} stands alone, without a value: write {word}, or leave it out")
        shape = f"{role}.KEY=" if dot else f"{word}=" if text else word
        if shape not in known and f"{word}=" not in known:
            plain = [part.rstrip("=") for part in known]
            raise SandtableError(
                f"{kind.name} has no word {shown(word)}{near(word, plain)}; it has: {', '.join(known)}"
            )


def _walk(game: Game[Any], prelude: Prelude, settings: Mapping[str, Any]) -> Odds:
    """Answers the questions that come before the dice."""
    refused = prelude.why_not(game.state)
    if refused is not None:
        raise refused
    answers = list(prelude.answers)
    while True:
        if not isinstance(game.question, Question):
            odds = answer_odds(game, **settings) if game.question is not None else None
            break
        taken = next((n for n, answer in enumerate(answers) if takes(game.question, answer)), None)
        if taken is None:
            raise _stuck(game.question, answers)
        answer, answers = answers[taken], answers[taken + 1 :]
        try:
            odds = answer_odds(game, answer, certain=not answers, **settings)
        except Unsettled:
            odds = None
        if odds is not None:
            break
        game.answer(answer)
    if odds is None:
        raise SandtableError("nothing is rolled: out of range or sight, or nothing to test")
    return odds


def _stuck(question: Question, answers: list[Any]) -> SandtableError:
    """Why the prelude does not get to the dice."""
    refused = _refusal(question, answers[0]) if answers and isinstance(question, ChooseOne) else None
    if refused is not None and refused.clause != question.clause:
        return refused
    wanted = f"{answers[0]!r} is not possible here, " if answers else ""
    return SandtableError(f"{wanted}the game asks: {question.prompt}")


def _refusal(question: Question, answer: Any) -> IllegalAnswer | None:
    try:
        question.read(answer)
    except IllegalAnswer as error:
        return error
    return None
