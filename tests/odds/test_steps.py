"""Odds of an answer are what comes out when a game is forced through every face of every die."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any

import pytest
from tests.odds.forced import STOP, driven, forced, prelude, result_of, shares, stopping

import sandtable
from sandtable.engine.dice import Pseudo, Roll, Typed
from sandtable.engine.errors import IllegalAnswer, SandtableError
from sandtable.engine.game import Game
from sandtable.engine.questions import Move, Place, Question
from sandtable.engine.registry import ruleset
from sandtable.odds import Odds, Unsettled, answer_odds, distribution, named_odds, panel, search
from sandtable.rulesets.opentactics.hands import Bump, Contest, Fighter, Grant
from sandtable.rulesets.opentactics.odds_verdicts import by_thumb
from sandtable.rulesets.opentactics.rolling import rolling
from sandtable.rulesets.opentactics.tally import Verdict

RULESETS = ("opportunity", "opentactics", "roe")

FORCED: list[tuple[str, tuple[str, ...], dict[str, str], str]] = [
    # one rifle shot with the re-roll of an Engage, tokens, resist
    ("roe", ("shoot", "plain", "Contract Guard"), {"weapon": "Battle Rifle", "cover": "", "obscured": ""}, "best"),
    ("roe", ("shoot", "plain", "Warden"), {"weapon": "Marksman Rifle", "distance": "20"}, "usual"),
    ("roe", ("shoot", "plain", "Shade"), {"weapon": "Hand Cannon", "distance": "4", "tactical": ""}, "best"),
    ("roe", ("shoot", "plain", "plain"), {"weapon": "Battle Rifle", "pins": "1"}, "best"),
    ("roe", ("fight", "plain", "Bulwark"), {"weapon": "Breach Hammer", "target__weapons": "Guard Sword"}, "best"),
    ("roe", ("pinning", "Veteran"), {"pins": "2", "focus": ""}, "best"),
    ("roe", ("hack", "Signaller"), {"focus": ""}, "best"),
    ("roe", ("revive", "Corpsman"), {}, "best"),
    ("opportunity", ("ranged-attack", "plain", "Constable"), {"pool": "R5", "target__pool": "G2,B2,G4"}, "best"),
    ("opportunity", ("ranged-attack", "Poacher", "plain"), {"target__pool": "R3,G2,B3", "target__weapon": "SMG",
                                                            "target__position": "9"}, "best"),
    ("opportunity", ("melee-attack", "plain", "plain"), {"target__pool": "R2,G2,B1", "target__weapon": "Sword",
                                                         "target__position": "12"}, "best"),
    ("opportunity", ("heavy-attack", "Duellist", "Bodyguard"), {"target__pool": "B3,B2,R6"}, "best"),
    ("opportunity", ("charge", "Duellist", "Bodyguard"), {"target__pool": "G3,R2,B1"}, "usual"),
    ("opportunity", ("suppressing-fire", "plain", "plain"), {"target__pool": "R3,B2,G1"}, "best"),
    ("opportunity", ("disarm", "plain", "plain"), {"target__pool": "R3,B2,G1"}, "best"),
    ("opportunity", ("fatal-check", "Veteran"), {"trauma": "12", "fallen": ""}, "best"),
    ("opentactics", ("melee", "plain", "plain"), {}, "usual"),
    ("opentactics", ("melee", "plain", "plain"), {"attacker__off_bumps": "1,-1", "target__def_bumps": "-2"}, "usual"),
    ("opentactics", ("melee", "plain", "plain"), {"support": "1", "target__range": "0"}, "usual"),
    ("opentactics", ("melee", "plain", "plain"), {"target__types": "Monster", "target__flying": "true"}, "usual"),
    ("opentactics", ("ballistic", "Bog Archer", "Thorn Stalker"), {"cover": ""}, "usual"),
    ("opentactics", ("technical", "Sapper", "Boiler Golem"), {}, "usual"),
    ("opentactics", ("melee", "Steam Witch", "plain"), {"target__types": "Infantry"}, "usual"),
    ("opentactics", ("climb", "plain"), {"height": "3"}, "best"),
    ("opentactics", ("rout",), {"morale": "7", "losses": "2"}, "best"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "what", "words", "how"), FORCED, ids=lambda one: str(one)[:60])
def test_forcing_every_die_gives_the_same_odds(
    name: str, what: tuple[str, ...], words: dict[str, str], how: str
) -> None:
    game = prelude(name, *what, **words)
    assert shares(answer_odds(game, game.last, how=how, certain=True)) == forced(game, how)  # type: ignore[attr-defined]


def test_decisions_that_are_searched_are_the_best_there_are() -> None:
    """A whole assault of OpenTactics with everything tried: retaliation, bumps, saves."""
    words = {"attacker__off_bumps": "1", "attacker__off": "1", "target__def_bumps": "-1", "target__def": "1"}
    game = prelude("opentactics", "melee", "plain", "plain", **words)
    found = answer_odds(game, game.last, how="searched", runs=100_000)  # type: ignore[attr-defined]
    assert shares(found) == forced(game, "best")


def test_house_rules_count() -> None:
    usual = prelude("roe", "fight", "plain", "plain", weapon="Duelling Blade", target__weapons="Guard Sword")
    before = prelude(
        "roe", "fight", "plain", "plain", weapon="Duelling Blade", target__weapons="Guard Sword",
        options={"parry_timing": "before_rerolls"},
    )  # fmt: skip
    assert shares(answer_odds(usual, usual.last)) != shares(answer_odds(before, before.last))  # type: ignore[attr-defined]


def test_rerolls_in_both_tallies_are_taken_apart_truly() -> None:
    """Support, guard and higher ground on both sides with retaliation: every die through the stages of the rules."""
    support, guard = Grant("support", ("OFF",), ""), Grant("support", ("DEF",), "")
    higher = Grant("higher ground", ("OFF", "DEF"), "")
    both = (False, True)
    for one, two, method, (off, defence) in (
        (support, support, "first_difference", (1, 1)),
        (guard, higher, "every_die", (1, 1)),
        (support, guard, "first_difference", (2, 1)),
        (support, guard, "every_die", (1, 2)),
    ):
        back = off == defence  # with one die against one the target strikes back
        attacker = Fighter(0, "Ann", 0, "Red", off, defence if back else 0, (), (one,))
        bumps: tuple[Bump, ...] = (("DEF", -1), ("OFF", 2)) if back else ()
        target = Fighter(1, "Tom", 1, "Blue", off if back else 0, defence, bumps, (two,))
        fight = Contest((attacker, target), "melee", back, method)
        short = by_thumb(fight, solve_usually)
        slow = driven(lambda fight=fight: rolling(fight), ruleset("opentactics").outlook.usual)  # type: ignore[misc, attr-defined]
        assert short.decided
        total = sum(short.weights.values())
        assert {found: Fraction(weight, total) for found, weight in short.weights.items()} == slow
        assert set(slow) == {Verdict(a, b) for a in both for b in (both if back else both[:1])}


def solve_usually(rule: Any, *args: Any) -> Any:
    return distribution(rule, args, choose=ruleset("opentactics").outlook.usual).weights  # type: ignore[attr-defined]


# ---- icepool knows nothing of our rules -------------------------------------------------------------------


def test_icepool_agrees_about_a_volley() -> None:
    """Exp 5 in cover: 6 or more hits; Res 6: 6 or more resists. Two wounds at most."""
    from icepool import d10

    odds = named_odds("roe", "shoot", ["plain", "plain"], {"weapon": "Bullpup", "tactical": "", "cover": ""})
    strength = 5  # Res 6 and Strength -1
    wound = (d10 >= 6) & (d10 < strength)
    oracle = (3 @ wound).map(lambda wounds: min(2, wounds))
    assert odds.numbers("target")["wounds"] == {n: Fraction(oracle.probability(n)) for n in range(3)}
    missed = 3 @ (d10 >= 6)
    assert odds.words("target")["no effect"] == Fraction(missed.probability(0))
    assert odds.chance("no effect", "target") == odds.words("target")["no effect"]
    assert odds.chance("no effect") == odds.chance("no effect", "target"), "there is nobody else"


def test_icepool_agrees_about_a_trauma_check() -> None:
    from icepool import d6

    odds = named_odds("opportunity", "ranged-attack", ["plain", "plain"], {"pool": "R2", "weapon": "Carbine"})
    total = 2 @ d6 + 3
    assert odds.words("target")["falls"] == Fraction((total <= 6).probability(True))


def test_icepool_agrees_about_a_tally() -> None:
    """Three OFF dice against two DEF dice, compared from the top; the longer pool wins a tie."""
    from icepool import d6
    from icepool import map as every

    def wins(a: int, b: int, c: int, d: int, e: int) -> bool:
        return sorted((a, b, c), reverse=True) > sorted((d, e), reverse=True)

    words = {"attacker.off": "3", "target.def": "2", "target.range": "0", "target.types": "Living"}
    odds = named_odds("opentactics", "melee", ["plain", "plain"], words)
    oracle = every(wins, d6, d6, d6, d6, d6)
    assert odds.chance("captured", "target") == Fraction(oracle.probability(True))


# ---- played dice --------------------------------------------------------------------------------------------

PLAYED: list[tuple[str, tuple[str, ...], dict[str, str]]] = [
    ("roe", ("shoot", "plain", "Contract Guard"), {"weapon": "Squad Gun", "focus": "", "cover": ""}),
    ("roe", ("fight", "Twinblade", "Bulwark"), {"weapon": "Chainblade", "second": "Chainblade"}),
    ("opportunity", ("spread-fire", "plain", "plain"), {"targets": "5"}),
    ("opportunity", ("spread-fire", "plain", "Veteran"), {"targets": "5", "pool": "R6,R6,B6", "target__pool": "G1"}),
    ("opentactics", ("melee", "Bramble Bear", "Mud Hulk"), {"support": "2", "guard": "1"}),
    ("opentactics", ("melee", "Great Owl", "Boiler Golem"), {"support": "1", "height": "1"}),
]
ROLLS = 50_000
"""Of each attack; two attacks of each ruleset."""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "what", "words"), PLAYED, ids=lambda one: str(one)[:50])
def test_played_dice_follow_the_odds(name: str, what: tuple[str, ...], words: dict[str, str]) -> None:
    game = prelude(name, *what, **words)
    odds = answer_odds(game, game.last, how="usual")  # type: ignore[attr-defined]
    assert odds is not None
    assert not odds.sampled
    seen, played = play_rolls(game, ROLLS)
    square, cells = 0.0, 0
    rare, rare_seen = 0.0, 0
    for result, weight in odds.weights.items():
        expected = played * weight / odds.total
        if expected < 8:
            rare, rare_seen = rare + expected, rare_seen + seen[result]
            continue
        square += (seen[result] - expected) ** 2 / expected
        cells += 1
    if rare > 0:
        square += (rare_seen - rare) ** 2 / max(rare, 1.0)
        cells += 1
    assert not set(seen) - set(odds.weights), "something happened that cannot happen"
    assert square < one_in_a_thousand(max(1, cells - 1))


def play_rolls(game: Game[Any], rolls: int) -> tuple[Counter[Any], int]:
    """Plays the same answer until so many rolls were made: results, and how many games."""
    outlook, rng = game.ruleset.outlook, Random("played")  # type: ignore[attr-defined]
    before, start = game.state.clone(), stopping(game)
    seen: Counter[Any] = Counter()
    made = games = 0
    while made < rolls:
        copy = start.clone(Pseudo(rng))
        made -= copy._rolls
        copy.answer(game.last)  # type: ignore[attr-defined]
        while (question := copy.question) is not None and question is not STOP:
            if isinstance(question, Move | Place):
                break
            copy.answer(outlook.usual(question))
        made += copy._rolls
        games += 1
        seen[result_of(game, before, copy.state)] += 1
    return seen, games


def one_in_a_thousand(freedom: int) -> float:
    """Wilson and Hilferty's value of chi-square that chance exceeds once in a thousand times."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + 3.0902 * sqrt(part)) ** 3)


# ---- what an answer sets off ----------------------------------------------------------------------------------


def test_a_question_of_ones_own_comes_first() -> None:
    game = prelude("opportunity", "ranged-attack", "plain", "plain", pool="R5")
    other = sandtable.new(
        "opportunity",
        {"situation": {"stage": "violence", "acting": "Ann", "combatant": [
            {"name": "Ann", "weapon": "Carbine", "pool": ["R5", "R3"], "initiative": 20},
            {"name": "Tom"}, {"name": "Una", "initiative": 1}]}},
        real_dice=True,
    )  # fmt: skip
    assert answer_odds(game, "ranged-attack") is not None
    with pytest.raises(Unsettled, match="which red die"):
        answer_odds(other, "ranged-attack")
    assert answer_odds(other, "hold") is None
    assert panel(other) == {}
    other.answer("ranged-attack")
    other.answer("R5")
    assert set(panel(other)) == {"Tom", "Una"}


def test_the_panel_in_the_middle_of_an_assault() -> None:
    game = sandtable.new(
        "opentactics",
        {"situation": {"map": ["...", "...", "..."], "player": [{"name": "Red"}, {"name": "Blue"}], "unit": [
            {"name": "Ann", "player": "Red", "at": "a1", "melee": {"off": 1, "def": 1, "range": 1, "off_bumps": [1]}},
            {"name": "Tom", "player": "Blue", "at": "a2"},
            {"name": "Vic", "player": "Blue", "at": "c3"}]}},
        real_dice=True,
    )  # fmt: skip
    for answer in ("Ann", "assault"):
        game.answer(answer)
    assert set(panel(game)) == {"retaliate", "do-not-retaliate"}, "Tom's player sees the odds of both"
    game.answer("do-not-retaliate")
    assert isinstance(game.question, Roll)
    open_roll = answer_odds(game)
    assert open_roll is not None
    game.answer([3, 3])
    bump = answer_odds(game, "OFF +1 on 3", certain=True)
    assert bump is not None
    assert bump.chance("captured", "Tom") == 1
    assert panel(game) == {}, "nothing is rolled any more"
    passing = answer_odds(game, "pass", certain=True)
    assert passing is not None
    assert passing.people == []


def test_odds_leave_the_game_alone() -> None:
    game = prelude("roe", "shoot", "Gunner", "Shade", weapon="Squad Gun")
    before, inputs = game.hash(), list(game.inputs)
    answer_odds(game, game.last)  # type: ignore[attr-defined]
    answer_odds(game, game.last, how="searched")  # type: ignore[attr-defined]
    answer_odds(game, game.last, runs=1, samples=10)  # type: ignore[attr-defined]
    assert (game.hash(), game.inputs) == (before, inputs)


def test_an_illegal_answer_is_refused() -> None:
    game = prelude("roe", "shoot", "Gunner", "Shade")
    with pytest.raises(IllegalAnswer):
        answer_odds(game, "fight")
    with pytest.raises(SandtableError, match="'best', 'usual' or 'searched', not 'clever'"):
        answer_odds(game, game.last, how="clever")  # type: ignore[attr-defined]


def test_decisions_are_told() -> None:
    game = prelude("opportunity", "ranged-attack", "plain", "plain", pool="R5", target__pool="G4,G1")
    odds = answer_odds(game, game.last)  # type: ignore[attr-defined]
    assert odds is not None
    told = {(one.who, one.clause): (one.how, one.chosen) for one in odds.decisions}
    assert told["target", "OP-7.3"] == ("best for Defender", ("Take Cover",))
    assert told["target", "OP-10.5"] == ("best for Defender", ("green 4",))
    stubborn = answer_odds(game, game.last, how={1: lambda question: "no-response"})  # type: ignore[attr-defined]
    assert stubborn is not None
    assert [(one.how, one.chosen) for one in stubborn.decisions] == [("as told", ("No response",))]
    assert stubborn.mean("trauma", "target") > odds.mean("trauma", "target")


def test_a_stated_aim_changes_what_is_chosen() -> None:
    """Whoever only cares about Position dodges with the higher blue die, or does not want to be hit at all."""
    game = prelude(
        "opportunity", "ranged-attack", "plain", "plain", pool="R6", target__pool="G6,G1,B1", target__position="9"
    )
    odds = answer_odds(game, game.last, aim="trauma")  # type: ignore[attr-defined]
    assert odds is not None
    best = min(
        (named for named in (answer_odds(game, game.last, how={1: _pays(answer)}) for answer in ("G6", "G1")) if named),  # type: ignore[attr-defined]
        key=lambda one: one.mean("trauma", "target"),
    )
    assert odds.mean("trauma", "target") <= best.mean("trauma", "target")


def test_an_aim_that_cannot_come_of_it_is_refused() -> None:
    game = prelude("opportunity", "ranged-attack", "Poacher", "Bodyguard", pool="R5", target__pool="G4,B2", aimed="")
    with pytest.raises(SandtableError, match=r"no 'fall' can come of it; did you mean 'falls'\?; there is: 'dies'"):
        answer_odds(game, game.last, aim="fall")  # type: ignore[attr-defined]
    with pytest.raises(SandtableError, match="no 'fall' came of it in 50 games"):
        answer_odds(game, game.last, aim="fall", runs=1, samples=50)  # type: ignore[attr-defined]
    assert panel(game, aim="fall").keys() == panel(game).keys(), "in a panel an aim need not come of every option"
    spared = answer_odds(game, game.last, aim="dies")  # type: ignore[attr-defined]
    assert spared is not None
    assert spared.chance("gains Position", "target") == 1, "who can prevent it does, by a Dodge"


def test_that_nothing_happens_can_be_the_aim() -> None:
    """Whoever defends against it does not take cover, though that would keep every shot off."""
    game = prelude("opportunity", "ranged-attack", "Poacher", "Bodyguard", pool="R5", target__pool="G5,B2")
    odds = answer_odds(game, game.last, aim="no effect")  # type: ignore[attr-defined]
    assert odds is not None
    assert odds.chance("no effect", "target") == 0


def test_an_aim_may_come_of_one_target_only() -> None:
    """Each target of a spread of fire is solved for itself; the aim is about all of them."""
    combatants = [
        {"name": "Ann", "side": "Red", "weapon": "Carbine", "pool": ["R5", "R4", "B6"], "initiative": 9},
        {"name": "Tom", "side": "Blue", "trauma": 30, "initiative": 8},
        {"name": "Una", "side": "Blue", "physique": 9, "initiative": 7},
    ]
    situation = {"stage": "violence", "acting": "Ann", "combatant": combatants}
    game = sandtable.new("opportunity", {"situation": situation}, real_dice=True)
    game.answer("spread-fire")
    odds = answer_odds(game, ["Tom", "Una"], aim="dies")
    assert odds is not None
    assert odds.chance("dies", "Tom") == 1
    assert odds.chance("dies", "Una") == 0


def _pays(die: str) -> Any:
    return lambda question: die if question.clause == "OP-10.5" else "take-cover"


# ---- tests before an action -------------------------------------------------------------------------------------


def test_who_fails_every_die_is_still_pinned_down() -> None:
    odds = named_odds("roe", "pinning", ["plain"], {"pins": "3"})
    assert odds.words("model") == {
        "steady": Fraction(1, 8), "suppressed": Fraction(3, 4), "still pinned down": Fraction(1, 8),
    }  # fmt: skip
    assert odds.chance("still pinned down", "model") == Fraction(1, 8)


def test_an_open_pinning_test_has_the_same_words() -> None:
    game = prelude("roe", "pinning", "plain", pins="3")
    game.answer(game.last)  # type: ignore[attr-defined]
    odds = answer_odds(game)
    assert odds is not None
    assert odds.chance("still pinned down", "model") == Fraction(1, 8)


def test_who_rallies_nobody_leaves_them_as_they_were() -> None:
    officer = {"name": "Ann", "player": "Red", "abilities": ["Command 1"], "at": [10, 10]}
    friend = {"name": "Bea", "player": "Red", "pins": 3, "at": [14, 10]}
    situation = {"player": [{"name": "Red", "pool": 3}, {"name": "Blue"}], "model": [officer, friend]}
    game = sandtable.new("roe", {"situation": situation}, real_dice=True)
    for answer in ("Ann", "advance", "no focus"):
        game.answer(answer)
    odds = answer_odds(game, ["Bea"])
    assert odds is not None
    assert odds.chance("still pinned down", "Bea") == Fraction(1, 8)
    assert odds.chance("no effect", "Bea") == 0


@pytest.mark.parametrize("samples", [0, 4000])
def test_the_test_comes_first_and_the_action_follows(samples: int) -> None:
    """Three tokens: who fails all three dice (Exp 5: half of them) stays down; everybody else hacks at even odds."""
    limits: dict[str, Any] = {"runs": 1, "samples": samples} if samples else {}
    odds = named_odds("roe", "hack", ["plain"], {"model.pins": "3"}, **limits)
    expected = Fraction(7, 8) * Fraction(1, 2)
    low, high = odds.interval(odds.chance("taken", "A"))
    assert odds.sampled == bool(samples)
    assert low <= expected <= high
    stays = {result for result in odds.weights if any(effect.what == "still pinned down" for effect in result)}
    assert all(len(result) == 1 for result in stays), "and does nothing else"


def test_a_pinned_medic_and_a_pinned_shot_go_on_too() -> None:
    revived = named_odds("roe", "revive", ["Corpsman"], {"model.pins": "1"})
    alone = named_odds("roe", "revive", ["Corpsman"])
    assert revived.chance("back on its feet", "fallen") == alone.chance("back on its feet", "fallen")
    shot = named_odds("roe", "shoot", ["plain", "plain"], {"tactical": "", "pins": "1"})
    assert (
        0
        < shot.mean("wounds", "target")
        < named_odds("roe", "shoot", ["plain", "plain"], {"tactical": ""}).mean("wounds", "target")
    )


def test_weapons_are_found_whatever_their_capitals() -> None:
    proper = named_odds("roe", "fight", ["plain", "plain"], {"weapon": "Chainblade", "second": "Combat Blade"})
    lower = named_odds("roe", "fight", ["plain", "plain"], {"weapon": "chainblade", "second": "combat blade"})
    assert shares(lower) == shares(proper)


# ---- sampled ----------------------------------------------------------------------------------------------------


def test_what_is_out_of_reach_is_sampled_and_says_so() -> None:
    game = prelude("opentactics", "melee", "Kettle Guard", "Thorn Stalker")
    exact = answer_odds(game, game.last, how="usual")  # type: ignore[attr-defined]
    sampled = answer_odds(game, game.last, runs=1, samples=3000)  # type: ignore[attr-defined]
    assert exact is not None
    assert sampled is not None
    assert sampled.sampled
    assert not exact.sampled
    low, high = sampled.interval(sampled.chance("captured", "target"))
    assert low < exact.chance("captured", "target") < high
    assert 0.01 < high - low < 0.05
    wire = sampled.wire()
    assert (wire["exact"], wire["samples"]) == (False, 3000)
    assert wire["effects"][0]["words"][0]["interval"]


def test_a_search_that_is_cut_short_says_why() -> None:
    """The dice of this assault have too many results for so few runs."""
    odds = named_odds("opentactics", "melee", ["Bramble Bear", "Kettle Guard"], how="searched", runs=20_000)
    assert not odds.sampled
    assert "has more than 20000 results; allow more runs" in odds.why
    assert odds.wire()["why"] == odds.why
    assert {one.how for one in odds.decisions} == {"usual"}


def test_runs_are_the_only_limit_of_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """However few results of a roll are usually run through."""
    monkeypatch.setattr(search, "MOST_WAYS", 1)
    words = {"attacker.off": "2", "target.range": "0"}
    odds = named_odds("opentactics", "melee", ["plain", "plain"], words, how="searched", runs=20_000)
    assert (odds.sampled, odds.why) == (False, "")


def test_an_assault_in_a_crowd_is_sampled_at_once() -> None:
    """Twelve dice and eight supporters: the roll alone has ten million results, and nobody tries to list them."""
    pools = {"off": 3, "def": 3, "range": 1}
    crowd = [("Red", cell) for cell in ("e2", "e3", "e4", "c4")] + [("Blue", cell) for cell in ("d4", "d2", "b3", "b2")]
    units = [{"name": f"of {cell}", "player": player, "at": cell} for player, cell in crowd]
    fighters = [{"name": "Ann", "player": "Red", "at": "c3", "melee": pools},
                {"name": "Tom", "player": "Blue", "at": "d3", "melee": pools}]  # fmt: skip
    situation = {"map": ["......."] * 6, "player": [{"name": "Red"}, {"name": "Blue"}], "unit": fighters + units}
    game = sandtable.new("opentactics", {"situation": situation}, real_dice=True)
    for answer in ("Ann", "assault"):
        game.answer(answer)
    odds = answer_odds(game, "Tom", samples=50)
    assert odds is not None
    assert (odds.sampled, odds.total) == (True, 50)


def test_wilsons_interval() -> None:
    """Published values: 10 of 20 at 95 %."""
    odds = Odds({(): 20}, 20, "no effect", sampled=True)
    low, high = odds.interval(Fraction(1, 2))
    assert (round(low, 4), round(high, 4)) == (0.2993, 0.7007)


# ---- everywhere -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RULESETS)
def test_every_question_of_random_games_has_a_panel(name: str) -> None:
    """Odds add up, name their decisions, and never fail, wherever a game may be."""
    rules, rng = ruleset(name), Random("panels")
    shown = 0
    for number in range(4):
        setup, options = rules.random_setup(rng)
        game: Game[Any] = Game(rules, setup, options, Pseudo(rng), events=False)
        for _ in range(250):
            if game.question is None:
                break
            if rng.random() < 0.15:
                for odds in panel(game, runs=60, samples=20).values():
                    shown += 1
                    assert sum(odds.weights.values()) == odds.total, number
                    assert json.loads(json.dumps(odds.wire()))
                    for who in odds.people:
                        assert sum(odds.words(who).values()) == 1
                        assert all(sum(some.values()) == 1 for some in odds.numbers(who).values())
            assert isinstance(game.question, Question)
            game.answer(game.question.pick(rng))
    assert shown > 0


@pytest.mark.parametrize("name", RULESETS)
def test_every_example_of_the_command_line_is_true(name: str) -> None:
    import shlex

    from sandtable.cli.odds import read_words

    for kind in ruleset(name).outlook.kinds:  # type: ignore[attr-defined]
        assert kind.examples
        for example in kind.examples:
            told, *rest = shlex.split(example)
            models, words = read_words(name, told, rest)
            odds = named_odds(name, told, models, words, runs=20_000)
            assert sum(odds.weights.values()) == odds.total
            assert len(odds.weights) > 1, example
            assert not odds.sampled


def test_typed_dice_have_odds_while_they_are_open() -> None:
    game = prelude("opportunity", "fatal-check", "Veteran")
    assert isinstance(game.question, Roll)
    odds = answer_odds(game)
    assert odds is not None
    assert shares(odds) == forced(game)
    assert isinstance(game.dice[-1].source, Typed)


def test_a_tie_that_may_be_rolled_again_without_end_is_exact() -> None:
    """Initiative in Rules of Engagement: a bid, two dice, and on a tie all over again; nobody bids then."""
    rules = ruleset("roe")
    game: Game[Any] = Game(rules, rules.quick_setup(), {}, Typed())
    while not (isinstance(game.question, Question) and game.question.clause == "RE-1.14"):
        assert game.question is not None
        game.feed((5,) if not isinstance(game.question, Question) else next(iter(game.question.legal())))
    odds = panel(game)
    assert set(odds) == {"bid", "decline"}
    for one in odds.values():
        assert sum(one.chance("activates first", who) for who in one.people) == 1
        assert one.why == "its dice may be rolled again without end"
        assert not one.sampled
