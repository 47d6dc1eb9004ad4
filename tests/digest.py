"""Prints whether the hot modules are compiled, a digest of what the table computes, and how some games end.

Run as `python -m tests.digest`: the interpreted and the compiled modules must print the same after the first line.
"""

from __future__ import annotations

from random import Random

from sandtable.compile import compiled
from sandtable.engine.dice import Seeded
from sandtable.engine.game import Game
from sandtable.engine.registry import ruleset, ruleset_ids
from tests.games import play_on
from tests.table.digest import digest

GAMES = 4
"""Random games of each ruleset."""


def endings() -> list[str]:
    found = []
    for name in ruleset_ids():
        rules, rng = ruleset(name), Random(name)
        for number in range(GAMES):
            setup, options = rules.random_setup(rng)
            game = play_on(Game(rules, setup, options, Seeded.from_text(str(number)), events=False), rng)
            found.append(f"{name} {len(game.inputs)} {game.hash()}")
    return found


if __name__ == "__main__":
    print("compiled" if compiled() else "interpreted", digest(), *endings(), sep="\n")
