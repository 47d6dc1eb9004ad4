"""What is done one after the other is taken apart for odds, and comes out as if it were followed whole."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from tests.games import fight
from tests.odds.forced import STOP, forced, shares, stopping
from tests.proves import proves

import sandtable
from sandtable.engine.dice import Pseudo
from sandtable.engine.game import Game
from sandtable.engine.questions import ChooseOne, ChooseSome
from sandtable.odds import answer_odds, panel
from sandtable.rulesets.opportunity.odds import Outlook

GUN = "Light Machine Gun"


def at_the_targets(*combatants: dict[str, Any], options: Any = None) -> Game[Any]:
    """Ann has declared Spread Fire and names her targets."""
    setup = fight(*({"initiative": 30 - n} | one for n, one in enumerate(combatants)), acting="Ann")
    game: Game[Any] = sandtable.new("opportunity", setup, options=options or {}, real_dice=True)
    game.answer("spread-fire")
    assert isinstance(game.question, ChooseSome)
    return game


def ann(**keys: Any) -> dict[str, Any]:
    return {"name": "Ann", "side": "Red", "weapon": GUN, "pool": ["R3", "R3", "B4"]} | keys


def blue(name: str, **keys: Any) -> dict[str, Any]:
    return {"name": name, "side": "Blue"} | keys


SHOOTER = {"weapon": "Light Pistol", "position": 7, "pool": ["R1", "G4", "B1"]}
AIMED = {"aimed": True, "position": 6}
BEA = {"name": "Bea", "side": "Red"}
THUG = blue("Vic", pool=["R1"])

SPREAD: dict[str, tuple[list[dict[str, Any]], list[str], dict[str, Any]]] = {
    "the one shot at shoots back": ([ann(**AIMED), blue("T", **SHOOTER), blue("U", position=3)], ["T", "U"], {}),
    "another order": ([ann(**AIMED), blue("T", **SHOOTER), blue("U", position=3)], ["U", "T"], {}),
    "modifiers are fixed at declaration": (
        [ann(**AIMED), blue("T", **SHOOTER), blue("U", position=3)], ["T", "U"], {"att_timing": "declaration"},
    ),
    "the cheaper Overwatch": (
        [ann(**AIMED), blue("T", **SHOOTER), blue("U", position=3)], ["T", "U"], {"overwatch_cost": "red_green"},
    ),
    "somebody else stays in the fight": (
        [ann(**AIMED), blue("T", **SHOOTER), blue("U", position=3), THUG, BEA], ["T", "U"], {},
    ),
    "both may shoot back": (
        [ann(position=2, trauma=5), blue("T", **SHOOTER), blue("U", **SHOOTER)], ["T", "U"], {},
    ),
    "a lock that ends on the way": (
        [ann(pool=["R6", "R6", "B4"]), blue("T", trauma=8, paired_with=["Ann"]), blue("U", pool=["G1", "B2"])],
        ["T", "U"], {},
    ),
    "both fall, and the fight is over": ([ann(), blue("T", trauma=6), blue("U", trauma=9)], ["T", "U"], {}),
    "the wounded bleed when the turn is over": (
        [ann(pool=["R6", "R6", "B4"]), blue("T", physique=6), blue("U", physique=5, fatally_injured=True, trauma=3)],
        ["T", "U"], {},
    ),
    "a third one bleeds too": (
        [ann(), blue("T"), blue("U"), blue("Wes", status="fallen", fatally_injured=True, trauma=8)], ["T", "U"], {},
    ),
}  # fmt: skip


def followed_whole(game: Game[Any], answer: Any, how: str = "searched") -> Any:
    """The same odds with nothing taken apart, however long it takes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delattr(Outlook, "relay")
        return shares(answer_odds(game, answer, how=how, runs=1_000_000, certain=True))


@proves("OP-11.14")
@pytest.mark.parametrize("name", SPREAD)
@pytest.mark.parametrize("how", ["best", "usual"])
def test_spread_fire_is_as_if_it_were_followed_whole(name: str, how: str) -> None:
    combatants, targets, options = SPREAD[name]
    game = at_the_targets(*combatants, options=options)
    odds = answer_odds(game, targets, how=how, certain=True)
    assert odds is not None
    assert odds.why == ""
    assert shares(odds) == followed_whole(game, targets, "searched" if how == "best" else how)


@proves("OP-11.14")
def test_whether_a_captive_dies_or_falls_counts() -> None:
    """One captive is away: if the other one lives the rescue has succeeded, and Ann bleeds with nobody to help."""
    away = blue("Dee", captive=True, status="escaped")
    combatants = [ann(fatally_injured=True, trauma=9), blue("T", captive=True, trauma=6), blue("U"), away]
    setup = fight(
        *({"initiative": 30 - n} | one for n, one in enumerate(combatants)),
        acting="Ann", encounter="rescue", roles={"Red": "guards", "Blue": "rescuers"},
    )  # fmt: skip
    game: Game[Any] = sandtable.new("opportunity", setup, real_dice=True)
    game.answer("spread-fire")
    odds = answer_odds(game, ["T", "U"])
    assert odds is not None
    assert 0 < odds.chance("dies", "Ann") < odds.chance("falls", "T")
    assert shares(odds) == followed_whole(game, ["T", "U"])


@proves("OP-11.14")
def test_spread_fire_is_as_if_forced_through_every_die() -> None:
    """T may shoot back with a gun that takes the aim away and no more; everything is tried with every face."""
    popgun = {"name": "Popgun", "damage": 1, "range": 1, "ap": 0}
    tom = blue("T", weapon=popgun, position=7, pool=["R1", "G1", "B1"], armour={"value": 3, "coverage": 5})
    game = at_the_targets(ann(aimed=True, position=6, pool=["R2", "R2", "B4"]), tom, blue("U", position=3), THUG, BEA)
    game.last = ["T", "U"]  # type: ignore[attr-defined]
    odds = answer_odds(game, ["T", "U"])
    assert shares(odds) == forced(game)
    assert odds is not None
    assert odds.decisions[0].chosen == ("Overwatch Response",)


@proves("OP-11.14")
def test_an_overwatch_response_is_for_those_who_are_shot_at_later() -> None:
    """T could dodge and be safe; a hit in return takes the careful aim away from the shot at U."""
    game = at_the_targets(*SPREAD["the one shot at shoots back"][0])
    odds = answer_odds(game, ["T", "U"])
    assert odds is not None
    assert [(one.who, one.how, one.chosen) for one in odds.decisions] == [
        ("T", "best for Blue", ("Overwatch Response",))
    ]
    assert odds.chance("falls", "Ann") == Fraction(1, 36)
    assert odds.chance("dies", "U") == 0
    alone = answer_odds(game, ["U"])
    assert alone is not None
    assert alone.chance("dies", "U") == Fraction(5, 12)


@pytest.mark.parametrize("targets", [3, 5])
def test_many_targets_with_many_responses_are_solved(targets: int) -> None:
    """Exactly, within the usual number of runs; played dice agree."""
    names = [f"T{n}" for n in range(targets)]
    others = [blue(name, pool=["R2", "G1", "B3"], weapon="SMG", position=9) for name in names[:2]]
    others += [blue(name, pool=["G2"]) for name in names[2:]]
    game = at_the_targets(ann(pool=["R6", "R5", "B6"]), *others, THUG, BEA)
    odds = answer_odds(game, names)
    assert odds is not None
    assert (odds.sampled, odds.why) == (False, "")
    usually = answer_odds(game, names, how="usual")
    assert usually is not None
    seen, games = play(game, names, 4_000)
    for who in usually.people:
        for what, chance in usually.words(who).items():
            share = sum(n for result, n in seen.items() if word(usually, result, who) == what) / games
            assert abs(share - chance) < 5 * (float(chance) * (1 - float(chance)) / games) ** 0.5 + 1e-9, (who, what)


def word(odds: Any, result: Any, who: str) -> str:
    found: str = next((effect.what for effect in result if effect.who == who), odds.nothing)
    return found


def play(game: Game[Any], answer: Any, games: int) -> tuple[Counter[Any], int]:
    outlook, rng = game.ruleset.outlook, Random("legs")  # type: ignore[attr-defined]
    before, start = game.state.clone(), stopping(game)
    seen: Counter[Any] = Counter()
    for _ in range(games):
        copy = start.clone(Pseudo(rng))
        copy.answer(answer)
        while copy.question is not None and copy.question is not STOP:
            copy.answer(outlook.usual(copy.question))
        seen[outlook.result(before, copy.state)] += 1
    return seen, games


# ---- what follows at once ---------------------------------------------------------------------------


def test_who_dies_in_the_last_check_dies_of_the_shot() -> None:
    """A hit that fells the last of a side ends the encounter, and the last check comes before anybody has a choice."""
    tom = blue("Tom", trauma=4, fatally_injured=True)
    game = sandtable.new("opportunity", fight(ann(pool=["R2"], weapon="Heavy Pistol"), tom), real_dice=True)
    game.last = "ranged-attack"  # type: ignore[attr-defined]
    odds = answer_odds(game, "ranged-attack")
    assert shares(odds) == forced(game)
    assert odds is not None
    # Trauma 10 against 2d6 + 3: the check after the hit, else the one of the next turn, and then the last one.
    passes = Fraction(15, 36)
    falls = 1 - passes * passes
    assert odds.words("Tom") == {
        "stands, hurt": 1 - falls, "falls": falls * passes, "dies": falls * (1 - passes),
    }  # fmt: skip


def test_checks_at_the_beginning_of_the_turn_that_follows() -> None:
    """Whatever the last one to act does: the wounded make their checks before anybody has a choice."""
    hurt = [blue(f"Tom {n}", status="fallen", fatally_injured=True, trauma=6 + n) for n in range(4)]
    setup = fight(ann(pool=["B2"]), blue("Vic"), BEA, *hurt, round=3)
    game = sandtable.new("opportunity", setup, real_dice=True)
    odds = panel(game)
    assert {"consolidate", "hold", "move", "aim"} <= set(odds)
    for found in odds.values():
        assert not found.why
        assert {one["name"] for one in hurt} <= set(found.people)
        for n in range(4):
            worse = sum(1 for a in range(1, 7) for b in range(1, 7) if a + b + 3 < 6 + n)
            assert found.numbers(f"Tom {n}")["trauma"][0] == Fraction(36 - worse, 36)


def test_a_fatal_check_may_end_the_fight_and_bring_the_last_one() -> None:
    """Both of Blue are wounded, one of them on its feet: only if it falls there are last checks."""
    tom, una = blue("Tom", trauma=9), blue("Una", status="fallen", trauma=8)
    wounded = [one | {"fatally_injured": True} for one in (tom, una)]
    game = sandtable.new("opportunity", fight(ann(pool=["B2"]), *wounded), real_dice=True)
    odds = answer_odds(game, "consolidate")
    assert odds is not None
    assert shares(odds) == followed_whole(game, "consolidate")
    assert odds.chance("dies", "Una") > 0
    assert odds.chance("stable", "Una") > 0


def test_whoever_passes_a_last_check_is_stable_also_when_others_have_theirs_to_make() -> None:
    """Several last checks are made one after the other, and nobody is treated in them."""
    tom, *fallen = blue("Tom", trauma=9), *(blue(name, status="fallen", trauma=8) for name in ("Una", "Vic"))
    wounded = [one | {"fatally_injured": True} for one in (tom, *fallen)]
    game = sandtable.new("opportunity", fight(ann(pool=["B2"]), *wounded), real_dice=True)
    odds = answer_odds(game, "consolidate")
    assert odds is not None
    for name in ("Una", "Vic"):
        assert odds.chance("stable", name) > 0
        assert "treated" not in odds.words(name)


# ---- the panel --------------------------------------------------------------------------------------


def test_the_panel_before_the_targets_are_named() -> None:
    """Each enemy by itself, at OP-11.11 too; one whose name is made of others' names is itself."""
    game = at_the_targets(ann(), blue("A"), blue("B", trauma=9), blue("AB", physique=9))
    odds = panel(game)
    assert set(odds) == {"A", "B", "AB"}
    assert odds["AB"].people == ["AB"]
    for name, found in odds.items():
        assert shares(found) == shares(answer_odds(game, [name]))


def test_a_change_of_position_is_an_effect_with_a_name() -> None:
    tom = blue("Tom", pool=["G4", "B4"])
    game = sandtable.new("opportunity", fight(ann(pool=["R4"], initiative=30), tom), real_dice=True)
    odds = answer_odds(game, "ranged-attack", how=lambda question: "dodge", certain=True)
    assert odds is not None
    assert odds.words("Tom") == {"gains Position": 1}
    helper = ann(pool=["B2"], skills=["First Aid"], initiative=30)
    patient = {"name": "Rob", "side": "Red", "fatally_injured": True}
    options = {"first_aid_test": "roll"}
    game = sandtable.new("opportunity", fight(helper, patient, tom), options=options, real_dice=True)
    game.answer("skill-change-weapon")
    odds = panel(game)["First Aid: Rob"]
    assert odds.words("Ann") == {"loses Position": 1}
    assert odds.words("Rob") == {"treated": Fraction(21, 36), "no effect": Fraction(15, 36)}


def test_the_panel_where_somebody_arrives() -> None:
    """OP-2.8: who comes rolls nothing; said beforehand it is known."""
    attackers = [{"name": "Ann", "side": "Red"}, {"name": "Bea", "side": "Red"}]
    situation = {"encounter": "last-stand", "turn": 3, "combatant": [*attackers, blue("Tom")],
                 "roles": {"Red": "attackers", "Blue": "defenders"}}  # fmt: skip
    game = sandtable.new("opportunity", {"situation": situation}, real_dice=True)
    assert isinstance(game.question, ChooseOne)
    assert game.question.clause == "OP-2.8"
    assert panel(game) == {}
    game.answer("Bystander")
    odds = answer_odds(game, "done", certain=True)
    assert odds is not None
    assert odds.words("Bystander") == {"arrives": 1}
