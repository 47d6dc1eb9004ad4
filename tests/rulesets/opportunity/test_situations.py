"""Starting in the middle: situations that make sense are played, others are refused."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.engine.errors import SetupError
from sandtable.engine.game import Game
from sandtable.rulesets.opportunity import RULESET
from tests.games import fight, play_on

ANN = {"name": "Ann", "side": "Red"}
TOM = {"name": "Tom", "side": "Blue"}
SIX = ["R1", "R2", "G1", "G2", "B1", "B2"]


def refusal(setup: dict[str, Any]) -> SetupError:
    with pytest.raises(SetupError) as refused:
        Game(RULESET, setup)
    return refused.value


@pytest.mark.parametrize(
    ("setup", "clause", "said"),
    [
        (fight(ANN), "OP-1.19", "2 to 8 combatants, not 1"),
        (fight(*({"name": f"N{i}"} for i in range(9))), "OP-1.19", "2 to 8 combatants, not 9"),
        (fight(ANN, ANN), "", "the same name"),
        (fight({**ANN, "pool": ["R7"]}, TOM), "OP-3.3", "'R7' is not a die"),
        (fight({**ANN, "pool": ["R1"] * 4}, TOM), "OP-3.5", "4 dice; 3 are the most"),
        (fight({**ANN, "set": [*SIX, "R1"]}, TOM), "OP-3.5", "7 dice; 6 are the most"),
        (fight({**ANN, "pool": ["R1"], "status": "fallen"}, TOM), "OP-2.6", "has no dice"),
        (fight({**ANN, "trauma": -1}, TOM), "OP-1.16", "never below 0"),
        (fight({**ANN, "paired_with": ["Zed"]}, TOM), "OP-9.1", "'Zed', who is not there"),
        (fight({**ANN, "paired_with": ["Ann"]}, TOM), "OP-9.1", "with itself"),
        (fight({**ANN, "paired_with": ["Tom"]}, {**TOM, "status": "dead"}), "OP-9.8", "Tom is not in the fight"),
        (fight({**ANN, "status": "asleep"}, TOM), "", "asleep"),
        (fight({**ANN, "archetype": "Nobody"}, TOM), "", "no archetype 'Nobody'"),
        (fight({**ANN, "weapon": "Spoon"}, TOM), "OP-1.14", "no weapon 'Spoon'"),
        (fight({**ANN, "armour": "Spoon"}, TOM), "OP-1.14", "no armour 'Spoon'"),
        (fight(ANN, TOM, round=4), "OP-6.4", "one to three rounds, not 4"),
        (fight(ANN, TOM, turn=0), "", "turn is 1 or more"),
        (fight(ANN, TOM, acting="Zed"), "", "there is no 'Zed'"),
        (fight(ANN, TOM, encounter="war"), "", "no encounter 'war'"),
        (fight(ANN, TOM, encounter="ambush", roles={"Green": "victims"}), "", "no side 'Green'"),
        (fight(ANN, TOM, encounter="ambush", roles={"Red": "clowns"}), "", "has no role 'clowns'"),
        (
            {"situation": {"stage": "pick", "combatant": [{**ANN, "set": SIX[:5]}, TOM]}},
            "OP-3.2",
            "two dice of each colour",
        ),
        ({"situation": 3}, "", "situation: Expected `object`"),
        ({"situation": {"combatant": [ANN, TOM], "weather": 1}}, "", "weather"),
    ],
)
def test_situations_that_make_no_sense_are_refused(setup: dict[str, Any], clause: str, said: str) -> None:
    refused = refusal(setup)
    assert said in refused.reason
    assert refused.clause == clause


@pytest.mark.parametrize("status", ["fallen", "dead", "escaped", "bound", "waiting"])
@pytest.mark.parametrize("stage", ["turn", "pick", "violence"])
def test_fights_that_are_over_before_they_begin_end_at_once(stage: str, status: str) -> None:
    one = {**ANN, "set": SIX} if stage == "pick" else ANN
    game = Game(RULESET, {"situation": {"stage": stage, "combatant": [one, {**TOM, "status": status}]}})
    play_on(game, Random(1))
    assert game.over
    assert game.outcome is not None


def test_a_combatant_without_a_side_is_its_own() -> None:
    game = Game(RULESET, fight({"name": "Ann"}, {"name": "Tom"}, {"name": "Zed"}))
    assert game.seats == ("Ann", "Tom", "Zed")


def test_every_role_of_an_encounter_must_be_played() -> None:
    both = {"Red": "defenders", "Blue": "defenders"}
    found = refusal({"situation": {"combatant": [ANN, TOM], "encounter": "last-stand", "roles": both, "turn": 3}})
    assert "needs a side of Attackers" in str(found)


@pytest.mark.parametrize(
    "setup",
    [
        fight(ANN, TOM, device=-1),
        fight({**ANN, "full_defence": -1}, TOM),
        {"situation": {"stage": "pick", "combatant": [{**ANN, "set": SIX, "picks_made": -2}, {**TOM, "set": SIX}]}},
        {"situation": {"stage": "pick", "combatant": [{**ANN, "set": ["R1"] * 6}, {**TOM, "set": SIX}]}},
    ],
)
def test_numbers_that_cannot_be_are_refused(setup: dict[str, Any]) -> None:
    refusal(setup)


def test_a_combatant_may_be_called_anything() -> None:
    """Or the name is refused; but its facts must not vanish."""
    try:
        game = Game(RULESET, fight({"name": "round", "side": "Red", "pool": ["R1"]}, TOM))
    except SetupError:
        return
    facts = RULESET.facts(game.reading())
    assert any(isinstance(fact, dict) and fact.get("pool") == ["R1"] for fact in facts.values())


def test_nobody_has_initiative_before_the_picks() -> None:
    """OP-4.1: it comes from what is picked."""
    people = [{**ANN, "set": SIX, "initiative": 9}, {**TOM, "set": SIX}]
    game = Game(RULESET, {"situation": {"stage": "pick", "combatant": people}})
    assert [one.initiative for one in game.state.combatants] == [0, 0]
