"""The golden library grows: `python -m tests.golden.grow --games 30`.

First it notes which games part from today's rules (each must meet a change of the changelog). Then bots play until each
ruleset has that many games that play to their end, and they show every value of every house rule, every scenario and
every map. It adds games; it never re-writes one.
"""

from __future__ import annotations

import argparse
import sys
from random import Random
from typing import Any

from sandtable.bots import make_bot
from sandtable.engine import save as saves
from sandtable.engine.dice import Seeded
from sandtable.engine.game import Game
from sandtable.engine.registry import ruleset
from sandtable.engine.ruleset import Setup
from sandtable.lab.selfplay import play_out
from tests.golden.library import (
    HERE,
    READY,
    RULESETS,
    WANTED,
    Expected,
    Trait,
    expect,
    expected,
    files,
    living,
    missing,
    name_of,
    read,
    traits,
    write,
)

BOTS = ("random", "recruit", "regular")
DRAWS = 60
"""Set-ups that are drawn to find the one that shows most of what is missing."""
FORKED = 0.2
"""How many are forked from another game; half of those are saved there and then, in the middle."""
LONGEST = 900
"""Inputs of a game that is kept, so that the library stays small."""


def note(ruleset_id: str) -> list[str]:
    """Writes down which games part from today's rules, and where. Returns those that no change explains."""
    index, unexplained = expected(), []
    for path in files(ruleset_id):
        index.pop(name_of(path), None)
        verdict = saves.verify(read(path))
        if verdict.ok:
            continue
        if verdict.divergence is None or not verdict.divergence.changes:
            unexplained.append(f"{name_of(path)}: {verdict.problem}")
            continue
        index[name_of(path)] = Expected(verdict.at, verdict.divergence.changes[0].version)
    expect(index)
    return unexplained


def grow(ruleset_id: str, games: int, seed: str) -> int:
    """Adds games until there are this many and nothing is missing; returns how many it added."""
    library, added, tries = living(ruleset_id), 0, 0
    version = ruleset(ruleset_id).version
    while len(library) < games or missing(ruleset_id, library):
        tries += 1
        number = len(files(ruleset_id)) + 1
        game = played(ruleset_id, missing(ruleset_id, library), f"{seed}/{ruleset_id}/{version}/{number}/{tries}")
        if len(game.inputs) > LONGEST * (1 + tries / 20):
            continue
        path, saved = HERE / ruleset_id / f"{number:03d}-{version}.json.gz", saves.save(game)
        write(path, saved)
        library += [saved] if game.over else []
        added, tries = added + 1, 0
        print(f"{name_of(path)}: {len(game.inputs)} inputs, {path.stat().st_size / 1024:.0f} kB", file=sys.stderr)
    return added


def played(ruleset_id: str, lacking: frozenset[Trait], seed: str) -> Game[Any]:
    """A game by bots that shows something of what is lacking."""
    rng, rules = Random(seed), ruleset(ruleset_id)
    setup, options = max(
        (_drawn(rules, lacking, rng) for _ in range(DRAWS)),
        key=lambda one: len(lacking & traits(ruleset_id, *one)),
    )
    game = Game(rules, setup, options, Seeded.from_text(seed, ["golden"]))
    bots = [make_bot(rng.choice(BOTS), f"{seed}/{seat}") for seat in range(len(game.seats))]
    play_out(game, bots)
    if rng.random() < FORKED:
        game = game.fork(rng.randrange(len(game.inputs)), Seeded.from_text(f"{seed}/fork", ["golden", "again"]))
        if rng.random() < 0.5:
            play_out(game, bots)
    return game


def _drawn(rules: Any, lacking: frozenset[Trait], rng: Random) -> tuple[Setup, dict[str, Any]]:
    """Any set-up, or a ready one; house rules as they come, or as they are lacking."""
    setup, options = rules.random_setup(rng)
    ready = sorted(name for kind, name in lacking if kind == READY)
    if ready and rng.random() < 0.5:
        setup = rules.ready_setups()[rng.choice(ready)]
    for trait, value in sorted(lacking, key=repr):
        kind, _, name = trait.partition(" ")
        if kind == "option" and rng.random() < 0.3:
            options[name] = value
    return setup, rules.rulebook.options(options)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.golden.grow", description=__doc__)
    parser.add_argument("--games", type=int, default=WANTED, help="games of each ruleset that play to their end")
    parser.add_argument("--ruleset", choices=RULESETS, help="this one alone")
    parser.add_argument("--seed", default="golden", help="another seed, other games")
    given = parser.parse_args()
    unexplained: list[str] = []
    for name in [given.ruleset] if given.ruleset else RULESETS:
        unexplained += note(name)
        added = grow(name, given.games, given.seed)
        parted = sum(one.startswith(f"{name}/") for one in expected())
        print(
            f"{name}: {added} games added, {len(files(name))} in the library, {parted} of them part from {name} today"
        )
    for line in unexplained:
        print(f"no change of the rules explains {line}", file=sys.stderr)
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
