"""The campaign: a front that moves over named maps, losses that may return, and a purse."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.engine.dice import Seeded
from sandtable.engine.errors import SetupError
from sandtable.engine.game import Game
from sandtable.rulesets.opentactics import RULESET
from sandtable.rulesets.opentactics.campaign import march as campaign
from sandtable.rulesets.opentactics.campaign.book import MarchBook, MarchChronicle
from sandtable.rulesets.opentactics.campaign.march import BattleReport, CampaignMarch
from sandtable.rulesets.opentactics.content import content
from tests.games import play_on
from tests.proves import proves

BOOK = MarchBook()
PLAN = {
    "points": 60,
    "player": [{"name": "Red", "units": ["Sapper"] * 3}, {"name": "Blue", "units": ["Sapper", "Thorn Stalker"]}],
}


def begun() -> CampaignMarch:
    return BOOK.new(PLAN).campaign


def fought(march: CampaignMarch, seed: str = "battle") -> Any:
    """The end of a random battle at the front."""
    game = Game(RULESET, campaign.next_battle(march), {}, Seeded.from_text(seed), events=False)
    return play_on(game, Random(seed)).state


def refused(deed: dict[str, Any], chronicle: MarchChronicle | None = None) -> SetupError:
    """A refusal changes nothing."""
    chronicle = chronicle or BOOK.new(PLAN)
    before = chronicle.write(), chronicle.campaign
    with pytest.raises(SetupError) as found:
        BOOK.do(chronicle, deed)
    assert (chronicle.write(), chronicle.campaign) == before
    return found.value


@proves("OT-4.9")
def test_battles_are_fought_on_named_maps_until_somebody_is_two_ahead() -> None:
    chronicle = BOOK.new({"player": [{"name": "Red", "units": ["Sapper"] * 3}, {"name": "Blue", "units": ["Sapper"]}]})
    seen = []
    while (march := chronicle.campaign).winner == "":
        seen.append(march.map)
        BOOK.record(chronicle, fought(march, f"battle {march.battles}"))
        assert chronicle.campaign.purses[0] >= march.purses[0] + 60
        for player in march.names:
            BOOK.manage(chronicle, player, "buys")
        assert march.battles < 60
    assert seen[0] == "River Line"
    assert set(seen) <= set(content().campaign.maps)
    assert MarchChronicle.read(chronicle.write()).campaign == chronicle.campaign
    assert BOOK.due(chronicle) == []
    with pytest.raises(SetupError, match="has won the campaign"):
        BOOK.setup(chronicle, ())
    assert "has won the campaign" in refused({"do": "record", "report": {}}, chronicle).reason


@pytest.mark.parametrize(
    ("winner", "front", "place"), [("Red", 1, "Two Towers"), ("Blue", -1, "Broken Wall"), ("", 0, "River Line")]
)
def test_the_front_moves_towards_the_home_of_whoever_lost(winner: str, front: int, place: str) -> None:
    after, told = campaign.settle(begun(), BattleReport(winner), lambda sides, purpose: 6)
    assert (after.front, after.map, after.battles) == (front, place, 1)
    assert "River Line" in told[0]
    assert place in told[0]


@pytest.mark.parametrize(("face", "kept"), [(2, ("Sapper", "Sapper")), (3, ("Sapper", "Sapper", "Sapper"))])
def test_whoever_fell_comes_back_by_one_die(face: int, kept: tuple[str, ...]) -> None:
    asked = []

    def die(sides: int, purpose: str) -> int:
        asked.append((sides, purpose))
        return face

    after, _ = campaign.settle(begun(), BattleReport("Blue", {"red": ("sapper",)}), die)
    assert after.forces == (kept, ("Sapper", "Thorn Stalker"))
    assert asked == [(6, "return of Sapper")]


def test_objectives_that_are_held_pay() -> None:
    after, told = campaign.settle(begun(), BattleReport("Red", held={"Blue": 2}), lambda sides, purpose: 6)
    assert after.purses == (60, 60 + 2 * 20)
    assert "Blue receives 100 points and has 100" in told


def test_the_report_of_a_battle_names_losses_and_winner() -> None:
    march = begun()
    end = fought(march)
    units = list(end.force(0))
    for unit in end.units:
        unit.leave("gone")
    units[0].leave("captured")
    units[1].leave("defeated")
    report = campaign.report_of(march, end)
    assert report.lost == {"Red": (units[0].card.name, units[1].card.name), "Blue": ()}
    assert report.winner == (end.result.winners[0] if len(end.result.winners) == 1 else "")
    assert report.held == {"Red": 0, "Blue": 0}


def test_another_battle_than_the_one_that_is_due_is_refused() -> None:
    march = begun()
    end = fought(march)
    elsewhere, _ = campaign.settle(march, BattleReport("Red"), lambda sides, purpose: 6)
    with pytest.raises(SetupError, match=r"Red against Blue at River Line; the campaign waits for .* at Two Towers"):
        campaign.report_of(elsewhere, end)
    grown = campaign.buy(campaign.settle(march, BattleReport(), lambda sides, purpose: 6)[0], 0, "Sapper")
    with pytest.raises(SetupError, match="Red fought with other units"):
        campaign.report_of(grown, end)
    end.result = None
    with pytest.raises(SetupError, match="not over"):
        campaign.report_of(march, end)


@pytest.mark.parametrize(
    ("deed", "said", "clause"),
    [
        ({"do": "buy", "player": "Red", "unit": "Sapper"}, "Sapper costs 18, with 0 points left", "OT-2.3"),
        ({"do": "buy", "player": "Rod", "unit": "Sapper"}, "there is no player 'Rod'; did you mean 'Red'?", ""),
        ({"do": "buy", "player": "Red", "unit": "Zapper"}, "there is no card 'Zapper'", ""),
        ({"do": "buy", "player": "Red", "character": "Ann"}, "character", ""),
        ({"do": "record", "report": {"winner": "Eve"}}, "there is no player 'Eve'", ""),
        ({"do": "record", "report": {"lost": {"Red": ["Witch"]}}}, "there is no unit of Red 'Witch'", ""),
        ({"do": "record", "report": {"lost": {"Blue": ["Sapper"] * 2}}}, "Blue has 1 Sapper, not 2", ""),
        ({"do": "record", "report": {"held": {"Red": -1}}}, "Red cannot hold -1 objectives", "OT-26.3"),
        ({"do": "record", "report": {}, "dice": [3]}, "1 dice were typed in; the aftermath needs 0", "OT-4.9"),
    ],
)
def test_what_cannot_be(deed: dict[str, Any], said: str, clause: str) -> None:
    error = refused(deed)
    assert said in error.reason
    assert error.clause == clause


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        ({"player": [{"name": "Red", "units": ["Sapper"]}]}, "for 2 players, not 1"),
        ({"player": [{"name": "Red"}, {"name": "Blue", "units": ["Sapper"]}]}, "Red has no units"),
        (PLAN | {"points": 53}, "Red spends 54 of 53 points"),
        ({"player": [{"name": "Red", "force": "Coven 200", "units": ["Sapper"]}] * 2}, "not both"),
        (PLAN | {"round": 1}, "round"),
    ],
)
def test_plans_that_make_no_sense(plan: dict[str, Any], said: str) -> None:
    with pytest.raises(SetupError) as refused:
        BOOK.new(plan)
    assert said in refused.value.reason


def test_a_unit_is_bought_and_a_deed_taken_back() -> None:
    chronicle = BOOK.new(PLAN)
    BOOK.do(chronicle, {"do": "record", "report": {"winner": "Red", "lost": {"Blue": ["Sapper"]}}, "dice": [1]})
    assert list(chronicle.campaign.forces[1]) == ["Thorn Stalker"]
    said = BOOK.do(chronicle, {"do": "buy", "player": "Blue", "unit": "sapper"})
    assert said == ["Blue buys a Sapper and has 42 points left"]
    assert list(chronicle.campaign.forces[1]) == ["Thorn Stalker", "Sapper"]
    chronicle.undo()
    assert (chronicle.campaign.forces[1], chronicle.campaign.purses) == (("Thorn Stalker",), (60, 60))


def test_the_next_battle_has_everybody_and_any_scenario_of_the_place() -> None:
    setup = campaign.next_battle(begun())
    assert (setup["scenario"], setup["map"]) == ("open-field", "River Line")
    assert [one["units"] for one in setup["player"]] == [["Sapper"] * 3, ["Sapper", "Thorn Stalker"]]
    Game(RULESET, setup)
    other = next(one for one in content().scenarios.values() if "River Line" in one.maps and one.id != "open-field")
    Game(RULESET, campaign.next_battle(begun(), other.name))
    with pytest.raises(SetupError, match="no scenario for two at River Line called 'chess'"):
        campaign.next_battle(begun(), "chess")
    nobody, _ = campaign.settle(begun(), BattleReport("", {"Red": ("Sapper",) * 3}), lambda sides, purpose: 1)
    with pytest.raises(SetupError, match="Red has no units left: buy some first"):
        campaign.next_battle(nobody)


@pytest.mark.parametrize("seed", range(6))
def test_rehearsed_campaigns_come_to_their_end(seed: int) -> None:
    chronicle = BOOK.rehearse(str(seed), 2)
    assert BOOK.overview(chronicle)["stage"] == "over"
    assert BOOK.overview(chronicle)["games"] >= content().campaign.lead
