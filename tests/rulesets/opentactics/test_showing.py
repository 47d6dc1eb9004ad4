"""The dice of an assault as they are drawn say what the tally says: pairs, verdicts, faces and changes."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from sandtable.engine.dice import Typed
from sandtable.engine.game import Game
from sandtable.engine.questions import Option
from sandtable.engine.registry import ruleset
from sandtable.engine.scenes import ShownContest
from sandtable.odds import prospects
from sandtable.rulesets.opentactics.hands import Contest, Fighter, Grant, Hand, Hex, OnTable, with_hand
from sandtable.rulesets.opentactics.hexing import die_option
from sandtable.rulesets.opentactics.rerolling import reroll_offers
from sandtable.rulesets.opentactics.showing import contest_shown, lines, pairs, spelt, worth
from sandtable.rulesets.opentactics.tally import dice_of, tally
from tests.proves import proves

METHODS = ("first_difference", "every_die")
POOLS = [pool for dice in range(3) for pool in product(range(1, 5), repeat=dice)]


def duel(method: str = "first_difference", grants: tuple[Grant, ...] = ()) -> OnTable:
    ann, tom = Fighter(0, "Ann", 0, "Red", 2, 2), Fighter(1, "Tom", 1, "Blue", 2, 2)
    hands = Hand((3, 6), (3, 5), grants=grants), Hand((2, 5), (4, 6))
    return OnTable(Contest((ann, tom), "melee", True, method, hexes=((Hex("Una", 1, "Blue", 0),),)), hands, 0)


def assault() -> Game[Any]:
    """A Golem on a hill with two Guards beside it against a Bear with a Stalker: its dice lie on the table."""
    units = [
        {"name": "Golem", "player": "Red", "card": "Boiler Golem", "at": "b2"},
        {"name": "Guard 1", "player": "Red", "card": "Kettle Guard", "at": "b3"},
        {"name": "Guard 2", "player": "Red", "card": "Kettle Guard", "at": "b1"},
        {"name": "Bear", "player": "Blue", "card": "Bramble Bear", "at": "c2"},
        {"name": "Stalker", "player": "Blue", "card": "Thorn Stalker", "at": "d2"},
    ]
    situation = {
        "map": ["......"] * 4,
        "cells": {"b2": {"height": 1}, "c2": {"height": 0.5}, "b1": {"height": 0.5}, "b3": {"height": 0.5}},
        "player": [{"name": "Red"}, {"name": "Blue"}], "unit": units,
    }  # fmt: skip
    game: Game[Any] = Game(ruleset("opentactics"), {"situation": situation}, {}, Typed())
    for answer in ("Golem", "assault", "no-overcharge", "retaliate", [5, 4, 6, 4, 5, 2, 5, 3]):
        game.answer(answer)
    return game


@pytest.mark.parametrize("method", METHODS)
@proves("OT-16.2", "OT-16.3", "OT-16.4", "OT-16.5", "OT-16.6")
def test_the_pairs_that_count_decide_as_the_tally_does(method: str) -> None:
    for one, two in product(POOLS, repeat=2):
        off, defence = sorted(one, reverse=True), sorted(two, reverse=True)
        shown = list(pairs(off, defence, method))
        won = any(counts and word in ("beats", "unmet") for _, _, word, counts in shown)
        assert won == tally(off, defence, method)[0], (off, defence)
        assert won == (worth(off, defence, method) == "wins")
        assert [above for above, _, _, _ in shown if above] == off
        assert [below for _, below, _, _ in shown if below] == defence
        if method == "first_difference":
            different = [i for i, (_, _, word, counts) in enumerate(shown) if counts and word != "="]
            assert len(different) <= 1, "nothing counts after the first difference"


def test_off_lies_over_def_and_says_who_stands() -> None:
    shown = contest_shown("re-roll", duel(), ())
    first, second = shown.duels
    assert [(p.above.value, p.word, p.below.value) for p in first.pairs if p.above and p.below] == [
        (6, "=", 6), (3, "loses", 4),
    ]  # fmt: skip
    assert (first.title, first.verdict, first.lost) == ("Ann attacks", "Tom stands", False)
    assert (second.title, second.verdict) == ("Tom strikes back", "Ann stands")
    assert [step for i, step in enumerate(shown.steps) if i == shown.step] == ["Re-roll"]


@pytest.mark.parametrize("method", METHODS)
def test_every_face_of_a_re_roll_is_what_the_tally_makes_of_it(method: str) -> None:
    table = duel(method, (Grant("support", ("OFF", "DEF"), "OT-19.3"),))
    options = reroll_offers(table.hands[0])
    shown = contest_shown("re-roll", table, options)
    assert len(shown.changes) == len(options) == 4
    for option, change in zip(options, shown.changes, strict=True):
        _, pool, face = option.value
        for now, said in enumerate(change.faces, 1):
            hands = with_hand(table.hands, 0, table.hands[0].changed(pool, face, now))
            off, defence = dice_of(hands, 0 if pool == "OFF" else 1)
            beaten = tally(off, defence, method)[0]
            assert (said == "wins") == beaten if pool == "OFF" else (said == "loses") == beaten
        pair = shown.duels[change.duel].pairs[change.pair]
        die = pair.below if change.row else pair.above
        assert die is not None
        assert die.value == face
        assert option.id in die.options


def test_a_hex_is_good_where_it_is_bad_for_the_owner_of_the_die() -> None:
    table = duel()
    off_6: Option = die_option("OFF", 6)
    (change,) = contest_shown("hex", table, (off_6,)).changes
    assert (change.name, change.shift) == ("Hex the OFF 6", "")
    assert change.faces == ["wins"] * 6
    assert lines("hex", table, (off_6,))[off_6.id] == "goes your way whatever it shows"
    off_3: Option = die_option("OFF", 3)
    (change,) = contest_shown("hex", table, (off_3,)).changes
    assert change.faces == ["wins", "wins", "wins", "ties", "loses", "loses"]
    assert lines("hex", table, (off_3,))[off_3.id] == "goes your way on 3 or less, ties on 4"


def test_lines_say_what_an_option_does() -> None:
    game = assault()
    assert game.question is not None
    shifts = {change["option"]: change["shift"] for change in game.question.wire()["contest"]["changes"]}
    assert (shifts["OFF +1 on 5"], shifts["OFF -1 on 4"]) == ("+1", "−1")
    said = {option["id"]: option["text"] for option in game.question.wire()["options"]}
    assert said["OFF +1 on 5"] == "then 6 = 6, 4 = 4: Bear stands"
    assert said["OFF -1 on 4"] == "then 5 loses to 6: Bear stands"
    for answer in ("OFF +1 on 5", "OFF -1 on 4"):
        game.answer(answer)
    said = {option["id"]: option["text"] for option in game.question.wire()["options"]}
    assert said["support: OFF 3"] == "wins on 5 or 6, ties on 4"
    assert said["support: DEF 3"] == "loses on 1"
    assert said["pass"] == "as it is: Bear stands, Golem stands"


def test_a_bump_that_changes_nothing_says_so() -> None:
    table = duel()
    hand = Hand((6,), (3,), (("OFF", 1),))
    option = Option("OFF +1 on 6", "OFF +1 on 6", value=("OFF", 1, 6))
    said = lines("bump", OnTable(table.contest, with_hand(table.hands, 0, hand), 0), (option,))
    assert said[option.id] == "does nothing: the die stays at 6"


def test_both_see_the_dice_while_one_of_them_thinks() -> None:
    game = assault()
    asked, other = game.question_for(0), game.question_for(1)
    assert asked is not None
    assert other is not None
    assert asked["contest"] == other["contest"]
    assert "options" not in other
    assert game.question is not None
    shown: ShownContest = game.question.contest()  # type: ignore[union-attr, misc]
    assert [fate.who for fate in shown.fates] == ["Bear", "Golem"]
    assert shown.text == "Golem has +1 OFF, −1 OFF and 3 re-rolls left. Bear has 1 re-roll left."


def bear_out(game: Game[Any]) -> dict[str, float]:
    """How likely the Bear is captured, by the option that is taken."""
    found = prospects(game)
    assert {one.kind for one in found.values()} <= {"dice", "certain"}
    words = {
        option: [word for effect in one.wire(0)["effects"] if effect["who"] == "Bear" for word in effect["words"]]
        for option, one in found.items()
    }
    return {option: sum(one["chance"] for one in said if one["what"] == "captured") for option, said in words.items()}


def test_what_a_bump_is_worth_is_known_before_the_next_one() -> None:
    """The best that can be made of the dice afterwards, by both: exact, although nothing is rolled in between."""
    game = assault()
    out = bear_out(game)
    assert out["OFF +1 on 5"] == out["OFF -1 on 4"] > out["OFF +1 on 4"] > 0
    game.answer("OFF +1 on 5")
    game.answer("OFF -1 on 4")
    later = bear_out(game)
    assert max(later.values()) == later["support: OFF 3"] == out["OFF +1 on 5"]


def test_faces_in_words() -> None:
    assert [spelt(faces) for faces in ([4], [5, 6], [3, 4, 5, 6], [1, 2], [1, 3, 6], [2, 3])] == [
        "4", "5 or 6", "3 or more", "2 or less", "1, 3 or 6", "2 or 3",
    ]  # fmt: skip
