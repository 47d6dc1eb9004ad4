"""How many decisions a player makes in a quick battle: the figure in each `quick.toml`, from which its minutes follow.

    python -m bench.decisions [RULESET …] [--games 12] [--place "Team Brawl"]

Two regular bots play battles as they are drawn. Counted is what a person is asked: not the set-up that a quick battle
answers itself, not a question with a single answer, and what one gesture answers together (questions of one seat about
different things, before any die falls) counts once. Printed is the median of both seats.
"""

from __future__ import annotations

import argparse
from statistics import median
from typing import Any

from sandtable.bots import Bot, ask, make_bot
from sandtable.engine.dice import Seeded
from sandtable.engine.game import Game
from sandtable.engine.hooks import offered
from sandtable.engine.questions import Question
from sandtable.engine.registry import ruleset, ruleset_ids


def decisions(game: Game[Any], bots: list[Bot]) -> int:
    """Plays the game out; the gestures of both seats together."""
    set_up = frozenset(offered(game.ruleset, "set_up_topics") or ())
    gestures = 0
    chain: set[tuple[int, str]] = set()
    while isinstance(question := game.question, Question):
        rolled = len(game.inputs)
        single = len(getattr(question, "options", ())) == 1
        game.answer(ask(bots[question.seat], game))
        if question.topic in set_up or single:
            continue
        asked = (question.seat, question.topic)
        if not chain or asked in chain or all(seat != question.seat for seat, _ in chain):
            gestures, chain = gestures + 1, set()
        chain.add(asked)
        if any(type(one) is tuple for one in game.inputs[rolled:]):
            chain = set()
    return gestures


def measured(name: str, games: int, place: str = "") -> list[float]:
    """Decisions of one player, battle by battle; at one place, if that is wished for."""
    rules = ruleset(name)
    found = []
    for number in range(games):
        battle = rules.quick_battles.draw(f"decisions {number}", wished=place)  # type: ignore[attr-defined]
        game: Game[Any] = Game(rules, battle.setup, dice=Seeded.from_text(f"decisions {number}"), events=False)
        bots = [make_bot("regular", f"{number}/{seat}") for seat in range(len(game.seats))]
        found.append(decisions(game, bots) / len(game.seats))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*")
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--place", default="")
    given = parser.parse_args()
    for name in given.rulesets or ruleset_ids():
        if offered(ruleset(name), "quick_battles") is None:
            continue
        found = measured(name, given.games, given.place)
        print(
            f"{name}: {median(found):.0f} decisions of a player (median of {len(found)}; "
            f"{min(found):.0f} to {max(found):.0f})",
            flush=True,
        )


if __name__ == "__main__":
    main()
