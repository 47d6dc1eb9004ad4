"""What is written down of a game's course: what was asked and said, and its first inputs for another to begin with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sandtable.engine.dice import Faces, Roll, Sealed, Seeded, Source, StandingDice, Typed
from sandtable.engine.game import Game
from sandtable.engine.questions import Answer
from sandtable.engine.save import SavedDice, seed_of
from sandtable.server.records import Past, Told


def told_since(game: Game[Any], before: int) -> list[Told]:
    """What was asked and said at each input after the first `before`."""
    return [Told(asked, said_at(game, at)) for at, asked in enumerate(game.asked[before:], before + 1)]


def said_at(game: Game[Any], at: int) -> list[str]:
    """The lines of the log that followed this input."""
    lines: list[str] = []
    for event in reversed(game.events or ()):
        if event.at < at:
            break
        if event.at == at and (line := game.line(event)):
            lines.append(line)
    return lines[::-1]


def past_of(game: Game[Any], at: int, dice: list[SavedDice]) -> Past:
    """The first inputs of a game, for another one to begin with."""
    return Past(recorded(game.inputs[:at]), [one for one in dice if one.since < at])


def recorded(inputs: Iterable[Answer | Faces]) -> list[Any]:
    """Answers, and dice as {"roll": faces}."""
    return [{"roll": list(given)} if type(given) is tuple else given for given in inputs]


def feed_recorded(game: Game[Any], given: Any) -> None:
    """The next input of a game, as it was recorded. Whether it is dice, the game knows: a model may be called roll, and
    then its way looks the same."""
    game.feed(tuple(given["roll"]) if isinstance(game.question, Roll) and looks_like_dice(given) else given)


def looks_like_dice(given: Any) -> bool:
    return isinstance(given, dict) and set(given) == {"roll"}


def old_source(dice: SavedDice) -> Source:
    """The source of dice that were rolled in another game."""
    if dice.algorithm == "other":
        return Typed()
    if dice.seed:
        seed = seed_of(dice)
        return StandingDice(seed, dice.nonces, dice.stood) if dice.stood else Seeded(seed, dice.nonces)
    return Sealed(dice.commitment, dice.nonces)
