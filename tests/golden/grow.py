"""`python -m tests.golden.grow --games 30`: bots play until the golden library has that many games of each ruleset and
they show every value of every house rule, every scenario and every map. It adds; it never re-writes."""

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
from tests.golden.library import HERE, READY, RULESETS, WANTED, Trait, files, missing, read, traits, wanted, write

BOTS = ("random", "recruit", "regular")
DRAWS = 60
"""Set-ups that are drawn to find the one that shows most of what is missing."""
FORKED = 0.2
"""How many are forked from another game; half of those are saved there and then, in the middle."""
LONGEST = 900
"""Inputs of a game that is kept, so that the library stays small."""


def grow(ruleset_id: str, games: int, seed: str) -> int:
    """Adds games until there are this many and nothing is missing; returns how many it added."""
    library = [read(path) for path in files(ruleset_id)]
    added = tries = 0
    while len(library) < games or missing(ruleset_id, library):
        tries += 1
        version = ruleset(ruleset_id).version
        own = f"{seed}/{ruleset_id}/{version}/{len(library)}/{tries}"
        game = played(ruleset_id, missing(ruleset_id, library), own)
        if len(game.inputs) > LONGEST * (1 + tries / 20):
            continue
        library.append(saves.save(game))
        path = HERE / ruleset_id / f"{len(library):03d}-{version}.json.gz"
        write(path, library[-1])
        added, tries = added + 1, 0
        print(f"{path.name}: {len(game.inputs)} inputs, {path.stat().st_size / 1024:.0f} kB", file=sys.stderr)
    return added


def played(ruleset_id: str, lacking: frozenset[Trait], seed: str) -> Game[Any]:
    """A whole game by bots that shows something of what is lacking."""
    rng, rules = Random(seed), ruleset(ruleset_id)
    setup, options = max(
        (_drawn(rules, lacking, rng) for _ in range(DRAWS)),
        key=lambda one: len(lacking & traits(ruleset_id, *one)),
    )
    game = Game(rules, setup, options, Seeded.from_text(seed, ["golden"]), events=False)
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
    parser.add_argument("--games", type=int, default=WANTED, help="games of each ruleset that there shall be")
    parser.add_argument("--ruleset", choices=RULESETS, help="this one alone")
    parser.add_argument("--seed", default="golden", help="another seed, other games")
    given = parser.parse_args()
    for name in [given.ruleset] if given.ruleset else RULESETS:
        added = grow(name, given.games, given.seed)
        lacking = missing(name, [read(path) for path in files(name)])
        assert not lacking & wanted(name)
        print(f"{name}: {added} games added, {len(files(name))} in the library")
    return 0


if __name__ == "__main__":
    sys.exit(main())
