"""Odds: a usual attack and the largest legal one of each ruleset, the first time in a process and again.

The largest by what the lists allow:

- opportunity: Spread Fire with a blue 6, five targets with full pools: each may respond in several ways, each falls or
  stands (eight combatants are the most, and a blue die names five of them at the most).
- roe: a Dual model with two Chainblades (no weapon doubles to more dice), C 2 and Rend, against Parry and three wounds;
  and the same with two Duelling Blades, fewer dice but Accurate beside C and Parry: the most re-rolls that look at each
  other.
- opentactics: three dice in all four pools (a pool has no more), bumps, retaliation, and re-rolls on both sides: two
  supporters, a guard and higher ground.
"""

from __future__ import annotations

from typing import Any

from bench.measure import Figure, seconds
from sandtable.engine.dice import Typed
from sandtable.engine.game import Game
from sandtable.engine.questions import Question
from sandtable.engine.registry import ruleset
from sandtable.odds import Unsettled, answer_odds
from sandtable.odds.steps import forget

Named = tuple[str, str, tuple[str, ...], dict[str, str]]

USUAL: tuple[Named, ...] = (
    ("opportunity", "ranged-attack", ("Poacher", "Bodyguard"), {"pool": "R5", "target.pool": "G4,B2"}),
    ("opentactics", "ballistic", ("Bog Archer", "Thorn Stalker"), {"cover": ""}),
    ("opentactics", "melee", ("Kettle Guard", "Thorn Stalker"), {}),
    ("roe", "shoot", ("Line Trooper", "Contract Guard"), {"distance": "12", "cover": ""}),
)
LARGEST: tuple[Named, ...] = (
    ("opportunity", "spread-fire", ("plain", "Duellist"), {"targets": "5", "target.pool": "G4,B2,B4"}),
    ("opentactics", "melee", ("Walking Oak", "Mud Hulk"), {"support": "2", "guard": "1", "height": "1"}),
    ("roe", "fight", ("Twinblade", "Bulwark"),
     {"weapon": "Chainblade", "second": "Chainblade", "target.weapons": "Guard Sword"}),
    ("roe", "fight", ("Twinblade", "Bulwark"),
     {"weapon": "Duelling Blade", "second": "Duelling Blade", "target.weapons": "Guard Sword"}),
)  # fmt: skip
AGAIN = 20


def measure(c: float) -> list[Figure]:
    found = []
    for what, attacks, limit in (("a usual", USUAL, 2.0), ("the largest", LARGEST, 20.0)):
        for named in attacks:
            first, again = times(named)
            name = f"{named[0]}: {what} attack ({_words(named)})"
            found.append(Figure(f"{name}, ms at C = 0.2", again * 1e3 * 0.2 / c, limit))
            found.append(Figure(f"{name}, first time, ms at C = 0.2", first * 1e3 * 0.2 / c))
    return found


def _words(named: Named) -> str:
    weapon = named[3].get("weapon", "")
    return f"{named[1]}, {weapon}" if weapon else named[1]


def times(named: Named) -> tuple[float, float]:
    """Seconds the first time, when nothing is known (best of five), and afterwards."""
    game, answer = at_the_dice(named)
    firsts = []
    for _ in range(5):
        forget(game.ruleset)
        firsts.append(seconds(lambda: answer_odds(game, answer)))
    again = seconds(lambda: [answer_odds(game, answer) for _ in range(AGAIN)]) / AGAIN
    return min(firsts), again


def at_the_dice(named: Named) -> tuple[Game[Any], Any]:
    """The game at the last question before the dice, and the answer to it."""
    name, kind, models, words = named
    rules = ruleset(name)
    scene = rules.outlook.scene(kind, models, words)  # type: ignore[attr-defined]
    game: Game[Any] = Game(rules, {"situation": scene.situation}, None, Typed(), events=False)
    for answer in scene.answers:
        assert isinstance(game.question, Question)
        try:
            if answer_odds(game, answer) is not None:
                return game, answer
        except Unsettled:
            pass
        game.answer(answer)
    raise AssertionError("the scene does not lead to dice")
