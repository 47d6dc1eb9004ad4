"""What can go wrong, in words a player understands. Every error is one line; none is a surprise to the caller."""

from __future__ import annotations

from collections.abc import Sequence


class SandtableError(Exception):
    """The root of all errors that are somebody's input, not our bug. Its text is one line, whatever it quotes."""

    def __init__(self, message: str) -> None:
        super().__init__(" ".join(message.split()))


class RuleError(SandtableError):
    """Something the rules refuse. Carries the clause, so that a client can open the rulebook at the right place."""

    def __init__(self, reason: str, clause: str = "") -> None:
        self.reason, self.clause = " ".join(reason.split()), clause
        super().__init__(f"{reason} ({clause})" if clause else reason)


class IllegalAnswer(RuleError):
    """An answer that the open question does not allow. The game is unchanged."""

    def __init__(self, reason: str, clause: str = "", legal: Sequence[str] = ()) -> None:
        super().__init__(reason, clause)
        self.legal = tuple(legal)


class OutOfTurn(IllegalAnswer):
    """An answer of somebody who is not asked, or to a game that is over."""


class SetupError(RuleError):
    """A set-up, force or situation that cannot be played."""


class SetupErrors(SetupError):
    """Several mistakes of one list. Whoever has room for one line gets the first."""

    def __init__(self, errors: Sequence[SetupError]) -> None:
        super().__init__(errors[0].reason, errors[0].clause)
        self.errors = tuple(errors)


class Mistakes:
    """Goes on after a mistake, so that whoever has written a list hears of all of them in one go:
    `with mistakes: check(…)`, as often as there is something to check, then `mistakes.tell()`."""

    def __init__(self) -> None:
        self._found: list[SetupError] = []

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> bool:
        if not isinstance(error, SetupError):
            return False
        new = error.errors if isinstance(error, SetupErrors) else (error,)
        self._found += [one for one in new if str(one) not in map(str, self._found)]
        return True

    def tell(self) -> None:
        """Raises what was found: one mistake as it is, several together."""
        if len(self._found) == 1:
            raise self._found[0]
        if self._found:
            raise SetupErrors(self._found)


class EmptyQuestion(Exception):
    """A mistake in the rules, and so no SandtableError: they ask what nobody can answer. The game is unchanged."""

    def __init__(self, ruleset: str, prompt: str, clause: str) -> None:
        super().__init__(f"{ruleset} asks what nobody can answer: {prompt} ({clause})")
        self.ruleset, self.prompt, self.clause = ruleset, prompt, clause


class SaveError(SandtableError):
    """A save that cannot be read, or that does not replay."""


class CaseError(SandtableError):
    """A case file that is not a case."""


class LessonError(SandtableError):
    """A lesson that cannot be given as it is written; names the file and the entry."""


class PuzzleError(SandtableError):
    """A puzzle that is written wrongly, or that the rules no longer follow; names the file and the entry."""


class RulebookError(SandtableError):
    """A rulebook or content file with a mistake in it; names the file and the entry."""


class RulesetError(SandtableError):
    """A ruleset that does not keep its part of the contract; names the ruleset and the hook."""


class UnknownRuleset(SandtableError):
    """No ruleset of that name is installed."""


LONGEST_LINE = 500
"""Letters: somebody's file of megabytes may be one word, and an error that quotes it is no better for that."""


def one_line(error: BaseException) -> str:
    """An error's text on one line, whatever it contains: of a long one the beginning, and the end, which says where. A
    terminal obeys some signs that nobody sees, so they are not repeated."""
    text = " ".join(str(error).split())
    if len(text) > LONGEST_LINE:
        text = f"{text[: LONGEST_LINE - 105]} ... {text[-100:]}"
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)


def typed_line(error: BaseException) -> str:
    """The same with the kind of error in front, for errors whose text alone says little: a KeyError's is a key."""
    return f"{type(error).__name__}: {one_line(error)}"


def shown(value: object) -> str:
    """Somebody's value, quoted and short; whatever it is, this does not fail."""
    try:
        text = value if isinstance(value, str) else repr(value)
    except (RecursionError, ValueError):
        return "that"
    text = " ".join(text.split())
    short = text if len(text) <= 40 else text[:37] + "..."
    return repr(short) if isinstance(value, str) else short


def near(word: str, words: Sequence[str], alike: float = 0.6) -> str:
    """'; did you mean …?' for a misspelt name, or nothing."""
    from difflib import get_close_matches

    folded = {w.casefold(): w for w in words}
    found = get_close_matches(word.casefold(), list(folded), n=1, cutoff=alike)
    return f"; did you mean {folded[found[0]]!r}?" if found else ""
