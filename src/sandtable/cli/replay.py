"""`sandtable replay`: the log of a saved game, its proof, its picture."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from sandtable.bots.story import Story, tell
from sandtable.cli.output import print_json, program, write_text
from sandtable.engine import save as saves
from sandtable.engine.divergence import Divergence
from sandtable.engine.errors import SandtableError, UnknownRuleset, one_line
from sandtable.engine.game import REFEREE, Game
from sandtable.engine.hooks import offered
from sandtable.engine.words import agreed
from sandtable.odds.luck import Luck, luck


def show(saved: saves.Save, file: Path, at: int | None, svg: Path | None, json: bool) -> int:
    """The log as today's rules tell it, as far as they follow. Exit code 1 where they do not follow to the end."""
    try:
        found = saves.played(saved, at)
    except UnknownRuleset as error:
        raise SandtableError(
            f"{one_line(error)}; the file itself can be read: {program()} replay {file} --record"
        ) from None
    game = found.game
    if svg is not None and game is not None:
        _draw(game, svg)
    if json:
        print_json(_document(saved, game, found.divergence))
        return 0 if found.divergence is None else 1
    for line in _log(game) if game is not None else ():
        print(line)
    if found.divergence is not None:
        for line in _told(found.divergence, file):
            print(line, file=sys.stderr)
        return 1
    assert game is not None
    if game.question is not None:
        print(f"After {len(game.inputs)} of {len(saved.inputs)} inputs: {game.question.prompt}")
    elif game.outcome is not None:
        print(agreed(game.outcome.summary))
    return 0


def tell_story(saved: saves.Save, json: bool) -> int:
    """What became of the game: three sentences, turning points, luck."""
    game = saves.played(saved).game
    if game is None or not game.over:
        raise SandtableError("the story of a game is told after its end")
    told, dice = tell(game), luck(game.events or (), len(game.seats))
    if json:
        throws = [{"seat": side.seat, "kinds": side.kinds, "won": side.won, "of": side.tries, "expected": side.expected}
                  for side in dice.sides]  # fmt: skip
        print_json({"story": told, "luck": throws, "uneven": dice.uneven, "left_out": dice.left_out})
        return 0
    for line in _story_lines(game, told, dice):
        print(line)
    return 0


def _story_lines(game: Game[Any], told: Story, dice: Luck) -> Iterator[str]:
    yield from told.sentences
    for number, one in enumerate(told.turned, 1):
        before, after = 100 * one.before[one.seat], 100 * one.after[one.seat]
        who = game.seats[one.seat]
        yield f"{number}. input {one.to}: {one.title} ({who} {before:.0f} to {after:.0f} %)"
    for side in dice.sides:
        kinds = ", ".join(f"{one.kind} {one.won} of {one.tries} ({one.won - one.expected:+.1f})" for one in side.kinds)
        more = side.won - side.expected
        yield f"{game.seats[side.seat]}: {more:+.1f} successes more than expected{f': {kinds}' if kinds else ''}"
    yield f"{100 * dice.uneven:.0f} % of games are at least this uneven"
    if dice.left_out:
        yield f"not counted: {', '.join(dice.left_out)}"


def _document(saved: saves.Save, game: Game[Any] | None, parted: Divergence | None) -> dict[str, Any]:
    return {
        "at": 0 if game is None else len(game.inputs),
        "inputs": len(saved.inputs),
        "log": [] if game is None else _log(game),
        "view": None if game is None else game.view(None),
        "divergence": parted,
    }


def show_record(saved: saves.Save, at: int | None, json: bool) -> int:
    """The game as its own file tells it; no rules are asked."""
    stop = len(saved.inputs) if at is None else at
    if not 0 <= stop <= len(saved.inputs):
        raise SandtableError(f"the save has {len(saved.inputs)} inputs; {stop} is not one of them")
    lines = [line for lines in islice(saves.watch(saved), stop + 1) for line in lines]
    ended = saved.outcome.summary if saved.outcome is not None and stop == len(saved.inputs) else ""
    if json:
        print_json({"at": stop, "inputs": len(saved.inputs), "log": lines, "outcome": saved.outcome})
        return 0
    for line in [*lines, ended] if ended else lines:
        print(line)
    return 0


def _told(parted: Divergence, file: Path) -> Iterator[str]:
    """One line; and where no change names a clause that is at hand, all that it may be."""
    now = f"{parted.ruleset} {parted.installed}"
    told = f"{now} does not follow this game of {parted.saved} to its end: {parted.words()}"
    yield f"{told}; {way_out(parted, file)}"
    if len(parted.changes) > 1 and not parted.named:
        yield from (f"  {change.version} {change.words()}" for change in parted.changes)


def way_out(parted: Divergence, file: Path) -> str:
    watched = f"watch it from its own record: {program()} replay {file} --record"
    if parted.good < 0:
        return watched
    return f"{watched}; go on from there: {program()} play --resume {file} --at {parted.good}"


def _log(game: Game[Any]) -> list[str]:
    """All of it after the end; before, what a spectator may know."""
    return game.log(seat=REFEREE if game.over else None)


def _draw(game: Game[Any], path: Path) -> None:
    picture = offered(game.ruleset, "picture")
    if picture is None:
        raise SandtableError(f"{game.ruleset.id} cannot be drawn")
    write_text(path, picture(game.reading()))


def verdict(saved: saves.Save, file: Path, json: bool) -> int:
    """Exit code 0 if all is well, 1 if not."""
    found = saves.verify(saved)
    proved = found.ok and found.proved_rolls == found.rolls
    if json:
        print_json({"ok": found.ok, "proved": proved, **msgspec.structs.asdict(found)})
    elif proved:
        print(f"verified: {found.inputs} inputs; {found.proved_rolls} of {found.rolls} rolls follow from the seed")
    elif found.ok:
        print(f"plays through: {found.inputs} inputs; only {found.proved_rolls} of {found.rolls} rolls are proved")
    elif found.divergence is not None:
        for line in _told(found.divergence, file):
            print(line)
        print(f"the record itself is as it was saved; {found.proved_rolls} of {found.rolls} rolls follow from the seed")
    else:
        print(f"broken at input {found.at}: {found.problem}" if found.at else f"broken: {found.problem}")
    if not json:
        for dice in saved.dice:
            if dice.commitment:
                print(f"dice from input {dice.since + 1} on: fingerprint {dice.commitment}")
        for note in found.notes:
            print(f"note: {note}")
    return 0 if found.ok else 1
