"""Sandtable referees tabletop skirmish wargames.

>>> import sandtable
>>> game = sandtable.new("opportunity", seed="README")
>>> game.question.prompt
'Bodyguard picks a die from its own set'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from sandtable.engine.dice import Seeded, Typed
from sandtable.engine.game import Game
from sandtable.engine.registry import ruleset, ruleset_ids

if TYPE_CHECKING:
    from pathlib import Path

__version__ = "0.1.0"
__all__ = ["Game", "load", "new", "ruleset", "ruleset_ids", "save"]


def new(
    ruleset_id: str,
    setup: Mapping[str, Any] | None = None,
    *,
    options: Mapping[str, object] | None = None,
    seed: str | None = None,
    nonces: Iterable[str] = (),
    real_dice: bool = False,
) -> Game[Any]:
    """A new game. Without a set-up: the ruleset's quick one. `seed` makes the dice repeatable; `real_dice` leaves every
    roll open until you answer it with the faces you rolled."""
    dice = Typed() if real_dice else Seeded(nonces=nonces) if seed is None else Seeded.from_text(seed, nonces)
    return Game(ruleset(ruleset_id), setup, options, dice)


def save(game: Game[Any], path: str | Path, reveal: bool = True) -> None:
    """Writes the game as a save file: what `load` reads and `sandtable replay` plays."""
    from pathlib import Path

    from sandtable.engine import save as saves

    saves.write(game, Path(path), reveal)


def load(path: str | Path) -> Game[Any]:
    """Reads a save and plays it to its end, ready to go on."""
    from pathlib import Path

    from sandtable.engine import save as saves

    return saves.load(saves.read_file(Path(path)))
