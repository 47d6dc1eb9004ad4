"""`sandtable replay`: the log of a saved game, its proof, its picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from sandtable.cli.output import print_json, write_text
from sandtable.engine import save as saves
from sandtable.engine.errors import SandtableError
from sandtable.engine.game import REFEREE, Game


def show(saved: saves.Save, at: int | None, svg: Path | None, json: bool) -> int:
    stop = len(saved.inputs) if at is None else at
    if not 0 <= stop <= len(saved.inputs):
        raise SandtableError(f"the game has {len(saved.inputs)} inputs; --at {stop} is not one of them")
    game = _at(saved, stop)
    if svg is not None:
        _draw(game, svg)
    if json:
        document = {"at": stop, "inputs": len(saved.inputs), "log": _log(game), "view": game.view(None)}
        print_json(document)
        return 0
    for line in _log(game):
        print(line)
    waiting = game.question
    if waiting is not None:
        print(f"After {stop} of {len(saved.inputs)} inputs: {waiting.prompt}")
    elif game.outcome is not None:
        print(game.outcome.summary)
    return 0


def _log(game: Game[Any]) -> list[str]:
    """All of it after the end; before, what a spectator may know."""
    return game.log(seat=REFEREE if game.over else None)


def _at(saved: saves.Save, stop: int) -> Game[Any]:
    for game, number in saves.replay(saved):
        if number == stop:
            return game
    raise SandtableError("the save ended early")


def _draw(game: Game[Any], path: Path) -> None:
    picture = getattr(game.ruleset, "picture", None)
    if picture is None:
        raise SandtableError(f"{game.ruleset.id} cannot be drawn")
    write_text(path, picture(game.state))


def verdict(saved: saves.Save, json: bool) -> int:
    """Exit code 0 if all is well, 1 if not."""
    found = saves.verify(saved)
    proved = found.ok and found.proved_rolls == found.rolls
    if json:
        print_json({"ok": found.ok, "proved": proved, **msgspec.structs.asdict(found)})
    elif proved:
        print(f"verified: {found.inputs} inputs; {found.proved_rolls} of {found.rolls} rolls follow from the seed")
    elif found.ok:
        print(f"plays through: {found.inputs} inputs; only {found.proved_rolls} of {found.rolls} rolls are proved")
    else:
        where = f"input {found.at}: " if found.at else ""
        print(f"broken at {where}{found.problem}" if where else f"broken: {found.problem}")
    if not json:
        for dice in saved.dice:
            if dice.commitment:
                print(f"dice from input {dice.since + 1} on: fingerprint {dice.commitment}")
        for note in found.notes:
            print(f"note: {note}")
    return 0 if found.ok else 1
