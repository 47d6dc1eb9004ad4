"""Odds: a usual attack and the largest legal one of each ruleset, the first time in a process and again.

The largest by what the lists allow:

- opportunity: Spread Fire with a blue 6, five targets with full pools: each may respond in several ways, each falls or
  stands (eight combatants are the most, and a blue die names five of them at the most).
- roe: a Dual model with two Chainblades (no weapon doubles to more dice), C 2 and Rend, against Parry and three wounds;
  and the same with two Duelling Blades, fewer dice but Accurate beside C and Parry: the most re-rolls that look at each
  other.
  And a Sweep Cannon with Engage and Focus whose four dice go to four targets: the most results.
- op-en: a Maul with three tokens, d12 against d12, and a target that outlives every Degree.
- opentactics: three dice in all four pools (a pool has no more), bumps, retaliation, and re-rolls on both sides: two
  supporters, a guard and higher ground. And one die in each pool with the same re-rolls: the most that are solved, not
  left to the rule of thumb.
"""

from __future__ import annotations

from typing import Any

from bench.measure import Figure, seconds
from sandtable.engine.dice import Typed
from sandtable.engine.game import Game
from sandtable.engine.questions import ChooseSome, Question
from sandtable.engine.registry import ruleset
from sandtable.odds import Unsettled, answer_odds
from sandtable.odds.search import forget

Named = tuple[str, str, tuple[str, ...], dict[str, str]]

USUAL: tuple[Named, ...] = (
    ("opportunity", "ranged-attack", ("Poacher", "Bodyguard"), {"pool": "R5", "target.pool": "G4,B2"}),
    ("opentactics", "ballistic", ("Bog Archer", "Thorn Stalker"), {"cover": ""}),
    ("opentactics", "melee", ("Kettle Guard", "Thorn Stalker"), {}),
    ("roe", "shoot", ("Line Trooper", "Contract Guard"), {"distance": "12", "cover": ""}),
    ("op-en", "shoot", ("plain", "plain"), {"distance": "5"}),
    ("op-en", "fight", ("plain", "plain"), {}),
)
SPREAD: Named = ("opportunity", "spread-fire", ("plain", "Duellist"), {"targets": "5", "target.pool": "G4,B2,B4"})
"""Who is down after one attack counts in all that follow: if all five are, there are last checks. Asked for by hand
alone: beside the options each target stands by itself."""
LARGEST: tuple[Named, ...] = (
    ("op-en", "fight", ("plain", "plain"),
     {"weapon": "Maul", "boosts": "3", "attacker.fight": "12", "target.toughness": "12", "target.body": "20"}),
    ("opentactics", "melee", ("Walking Oak", "Mud Hulk"), {"support": "2", "guard": "1", "height": "1"}),
    ("roe", "fight", ("Twinblade", "Bulwark"),
     {"weapon": "Chainblade", "second": "Chainblade", "target.weapons": "Guard Sword"}),
    ("roe", "fight", ("Twinblade", "Bulwark"),
     {"weapon": "Duelling Blade", "second": "Duelling Blade", "target.weapons": "Guard Sword"}),
)  # fmt: skip
MOST_SOLVED: Named = ("opentactics", "melee", ("plain", "plain"), {"support": "2", "guard": "1", "height": "1"})
FIRST, AGAIN = 10, 20
"""How often each is measured."""


def measure(c: float) -> list[Figure]:
    found = []
    for what, attacks, limit in (("usual", USUAL, 2.0), ("largest", (SPREAD, *LARGEST), 20.0)):
        for named in attacks:
            found += figures(f"{named[0]}: odds, {what} {_words(named)}", at_the_dice(named), limit, c)
    found += figures("opentactics: odds, most re-rolls solved", at_the_dice(MOST_SOLVED), 20.0, c)
    return found + figures("roe: odds, largest shoot (Sweep Cannon)", sweep(), 20.0, c)


def figures(name: str, attack: tuple[Game[Any], Any], limit: float, c: float) -> list[Figure]:
    first, again = times(*attack)
    return [
        Figure(f"{name}, ms at C = 0.2", again * 1e3 * 0.2 / c, limit),
        Figure(f"{name}, ms at C = 0.2, first time", first * 1e3 * 0.2 / c, limit),
    ]


def sweep() -> tuple[Game[Any], Any]:
    """Four dice at four targets."""
    targets = [{"name": f"Target {n}", "player": "Blue", "at": [20, 16 + 1.2 * n]} for n in range(4)]
    gunner = {"name": "Ann", "player": "Red", "profile": "Gunner", "weapons": ["Sweep Cannon"], "at": [10, 18]}
    situation = {"player": [{"name": "Red", "pool": 2}, {"name": "Blue", "pool": 0}], "model": [gunner, *targets]}
    game: Game[Any] = Game(ruleset("roe"), {"situation": situation}, None, Typed(), events=False)
    for answer in ("Ann", "engage", "focus: to-hit re-rolls", "Target 1"):
        game.answer(answer)
    assert isinstance(game.question, ChooseSome), "the further targets are the last question before the dice"
    return game, ["Target 0", "Target 2", "Target 3"]


def _words(named: Named) -> str:
    weapon = named[3].get("weapon", "")
    return f"{named[1]} ({weapon})" if weapon else named[1]


def times(game: Game[Any], answer: Any) -> tuple[float, float]:
    """Seconds the first time, when nothing is known (the best of them), and afterwards."""
    firsts = []
    for _ in range(FIRST):
        forget(game.ruleset)
        firsts.append(seconds(lambda: answer_odds(game, answer)))
    again = seconds(lambda: [answer_odds(game, answer) for _ in range(AGAIN)]) / AGAIN
    return min(firsts), again


def at_the_dice(named: Named) -> tuple[Game[Any], Any]:
    """The game at the last question before the dice, and the answer to it."""
    name, kind, models, words = named
    rules = ruleset(name)
    prelude = rules.outlook.prelude(kind, models, words)  # type: ignore[attr-defined]
    game: Game[Any] = Game(rules, {"situation": prelude.situation}, None, Typed(), events=False)
    for answer in prelude.answers:
        assert isinstance(game.question, Question)
        try:
            if answer_odds(game, answer) is not None:
                return game, answer
        except Unsettled:
            pass
        game.answer(answer)
    raise AssertionError("the prelude does not lead to dice")
