"""Campaigns: what follows a game, what can be bought, who is lent to whom, and how it ends."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.engine.dice import Seeded
from sandtable.engine.errors import IllegalAnswer, SetupError
from sandtable.engine.game import Game
from sandtable.engine.questions import Question
from sandtable.rulesets.op_en import RULESET
from sandtable.rulesets.op_en.campaign.aftermath import Part, Report, Side
from sandtable.rulesets.op_en.campaign.chronicle import Chronicle, Plan, PlayerPlan
from sandtable.rulesets.op_en.campaign.deeds import (
    Bought,
    CampaignDeed,
    Closed,
    Learnt,
    Made,
    Played,
    Raised,
    Recruited,
    Sold,
)
from sandtable.rulesets.op_en.campaign.fielding import fielded, game_setup, hunted, recruits_needed
from sandtable.rulesets.op_en.campaign.league import pairings, standings
from sandtable.rulesets.op_en.campaign.members import Campaign, CampaignCharacter, Nemesis
from sandtable.rulesets.op_en.campaign.rehearsal import rehearse, same
from sandtable.rulesets.op_en.campaign.reports import report_of
from sandtable.rulesets.op_en.content import CharacterList, setting
from sandtable.rulesets.op_en.scenarios import Stats
from tests.proves import proves

FORCES = {"Ann": "Nine Bells", "Bob": "Gullwatch", "Cid": "Undertow", "Dot": "Ledger House"}
RECOVERS = 8


def begun(*players: str) -> Chronicle:
    return Chronicle(Plan(player=tuple(PlayerPlan(name=name, force=FORCES[name]) for name in players or FORCES)))


def side(chronicle: Chronicle, player: str, points: int = 0, **parts: dict[str, Any]) -> Side:
    """Everybody of the roster took part; `parts` says of some what they did, by their names."""
    campaign = chronicle.campaign
    deeds = {name.replace("_", " "): what for name, what in parts.items()}
    there = [one.name for one in campaign.member(player).fit]
    assert set(deeds) <= set(there)
    return Side(player, points, tuple(Part(name, **deeds.get(name, {})) for name in there))


def played(
    chronicle: Chronicle, one: Side, two: Side, winner: str, *dice: int, scenario: str = "Salvage Rights"
) -> list[str]:
    return chronicle.do(Played(Report(scenario, (one, two), winner), dice))


def simple(chronicle: Chronicle, winner: str, loser: str, scenario: str = "Salvage Rights") -> None:
    played(chronicle, side(chronicle, winner, 1), side(chronicle, loser), winner, scenario=scenario)


def refused(chronicle: Chronicle, deed: CampaignDeed) -> str:
    """The clause of the refusal, which has changed nothing."""
    before = chronicle.write()
    again = Chronicle.read(before)
    with pytest.raises(SetupError) as error:
        chronicle.do(deed)
    assert chronicle.write() == before
    assert same(chronicle.campaign, again.campaign)
    return error.value.clause


# ---- after a game ---------------------------------------------------------------------------------


@proves("OE-20.1", "OE-20.5")
def test_experience() -> None:
    chronicle = begun()
    campaign = chronicle.campaign
    ann = side(chronicle, "Ann", 2, Captain_Sorrel={"objectives": 3, "enemies_out": 3}, Hask={"out": True})
    played(chronicle, ann, side(chronicle, "Bob", 0, Shear={"objectives": 1}), "Ann", RECOVERS)
    earned = {one.name: one.earned for member in campaign.members for one in member.roster}
    assert earned["Captain Sorrel"] == 1 + 1 + 2 + 2 + 1  # took part, stayed, two objectives and Enemies at most, won
    assert earned["Hask"] == 1 + 1
    assert earned["Marrow"] == 1 + 1 + 1
    assert earned["Shear"] == 1 + 1 + 1
    assert earned["Captain Nettle"] == 0


@proves("OE-20.5")
def test_the_outweighed_learn_more() -> None:
    chronicle = begun()
    bob = chronicle.campaign.member("Bob")
    for one in bob.roster[4:]:
        one.dead = True  # 500 - 63 - 48 - 48: more than a tenth below
    played(chronicle, side(chronicle, "Ann"), side(chronicle, "Bob"), "")
    assert bob.roster[0].earned == 3
    assert chronicle.campaign.member("Ann").roster[0].earned == 2


@proves("OE-20.5")
@pytest.mark.parametrize(("own", "earned"), [(450, 3), (451, 2)])
def test_outweighed_by_a_tenth_exactly(monkeypatch: pytest.MonkeyPatch, own: int, earned: int) -> None:
    chronicle = begun()
    values = {"Ann": 500, "Bob": own}
    monkeypatch.setattr(Campaign, "active_value", lambda campaign, member: values[member.player])
    chronicle.campaign.member("Bob").starting_value = own
    played(chronicle, side(chronicle, "Ann"), side(chronicle, "Bob"), "")
    assert chronicle.campaign.member("Bob").roster[0].earned == earned


@proves("OE-20.7", "OE-19.6")
def test_income() -> None:
    chronicle = begun()
    ann, dot = chronicle.campaign.member("Ann"), chronicle.campaign.member("Dot")
    assert (ann.treasury, dot.treasury) == (0, 2)  # what was not spent is kept
    two = side(chronicle, "Ann", 2, Hask={"objectives": 1}, Tib={"objectives": 1})
    played(chronicle, two, side(chronicle, "Dot"), "Ann")
    assert (ann.treasury, dot.treasury) == (15 + 10, 2 + 15 + 10)
    played(chronicle, side(chronicle, "Ann"), side(chronicle, "Dot"), "")
    assert (ann.treasury, dot.treasury) == (25 + 15, 27 + 15)


INJURIES = [
    ((1,), "Hask is dead"),
    ((2, 1), "Hask loses a step of Fight"),
    ((2, 5), "Hask's Intellect cannot get worse"),
    ((3,), "Hask loses 1 Move"),
    ((4,), "Hask loses 1 Body"),
    ((5,), "Hask misses the next game"),
    ((6,), "Hask misses the next game"),
    ((7, 2), "Hask loses the Handbow"),
    ((8,), "Hask recovers"),
    ((11,), "Hask recovers"),
    ((12,), "Hask recovers"),
]


@proves("OE-20.8")
@pytest.mark.parametrize(("dice", "said"), INJURIES)
def test_injuries(dice: tuple[int, ...], said: str) -> None:
    chronicle = begun()
    member = chronicle.campaign.member("Ann")
    hask = member.find("Hask")
    before = chronicle.campaign.card(member, hask.entry)
    told = played(chronicle, side(chronicle, "Ann", Hask={"out": True}), side(chronicle, "Bob"), "Bob", *dice)
    assert said in told
    after = chronicle.campaign.card(member, hask.entry)
    assert hask.dead == (dice == (1,))
    assert hask.misses == (dice[0] in (5, 6))
    assert before.stats.fight - after.stats.fight == (2 if dice == (2, 1) else 0)
    assert (before.move - after.move, before.body - after.body) == (dice[0] == 3, dice[0] == 4)
    assert hask.earned == 1 + 2 * (dice[0] == 12)
    assert [one.name for one in after.weapons] == (["Cutlass"] if dice[0] == 7 else ["Cutlass", "Handbow"])


@proves("OE-20.8")
def test_the_drowned_roll_a_d10_and_the_unhurt_nothing() -> None:
    chronicle = begun()
    drowned = side(chronicle, "Ann", Hask={"out": True, "drowned": True})
    with pytest.raises(IllegalAnswer, match="11 is not a face of a d10"):
        played(chronicle, drowned, side(chronicle, "Bob"), "Bob", 11)
    with pytest.raises(SetupError, match="2 dice were typed in; the aftermath needs 1"):
        played(chronicle, drowned, side(chronicle, "Bob"), "Bob", 10, 10)
    assert chronicle.campaign.member("Ann").treasury == 0  # a refusal has changed nothing
    played(chronicle, drowned, side(chronicle, "Bob"), "Bob", 10)


@proves("OE-20.8", "OE-19.30")
def test_the_injured_keep_what_they_carry() -> None:
    chronicle = begun()
    ann = chronicle.campaign.member("Ann")
    hurt = side(chronicle, "Ann", Old_Groyne={"out": True})
    for _ in range(2):
        played(chronicle, hurt, side(chronicle, "Bob"), "Bob", 2, 2)  # Toughness 10 to 6; a Maul needs 8
    assert chronicle.campaign.card(ann, ann.find("Old Groyne").entry).stats.toughness == 6
    chronicle.do(Sold("Ann", "Old Groyne", "Maul"))
    assert refused(chronicle, Bought("Ann", "Old Groyne", "Maul")) == "OE-19.30"


def test_whoever_misses_a_game_is_back_after_it() -> None:
    chronicle = begun()
    ann = chronicle.campaign.member("Ann")
    played(chronicle, side(chronicle, "Ann", Hask={"out": True}), side(chronicle, "Bob"), "Bob", 5)
    assert not ann.find("Hask").fit
    simple(chronicle, "Ann", "Cid")
    assert ann.find("Hask").fit
    assert ann.find("Hask").earned == 1


def test_a_dead_leader_is_followed_by_rank_then_intellect() -> None:
    chronicle = begun()
    dot = chronicle.campaign.member("Dot")
    told = played(chronicle, side(chronicle, "Dot", Captain_Tally={"out": True}), side(chronicle, "Bob"), "Bob", 1)
    assert "Auditor Vane leads Ledger House from now on" in told
    heir = dot.find("Auditor Vane")
    card = chronicle.campaign.card(dot, heir.entry)
    assert (heir.entry.rank, card.leads, card.costs.total) == (4, True, 79)
    assert card.stats == Stats(6, 6, 4, 6, 10, 8)  # without new Stats


# ---- experience and money spent -------------------------------------------------------------------


def rich(player: str = "Ann", points: int = 60, money: int = 200) -> Chronicle:
    chronicle = begun()
    member = chronicle.campaign.member(player)
    member.treasury = money
    for one in member.roster:
        one.earned = points
    return chronicle


@proves("OE-20.6")
def test_a_stat_step_costs_its_new_value() -> None:
    chronicle = rich(points=19)
    campaign = chronicle.campaign
    ann = campaign.member("Ann")
    hask, value = ann.find("Hask"), campaign.total_value(ann)
    chronicle.do(Raised("Ann", "Hask", "shoot"))
    assert hask.points == 19 - 8
    chronicle.do(Raised("Ann", "Hask", "shoot"))
    assert hask.points == 1
    assert campaign.card(ann, hask.entry).stats.shoot == 10
    assert campaign.total_value(ann) == value + 2 + 2
    with pytest.raises(SetupError, match="Shoot has risen 2 steps already"):
        chronicle.do(Raised("Ann", "Hask", "shoot"))
    with pytest.raises(SetupError, match="Fight 10 costs 10 experience; Hask has 1"):
        chronicle.do(Raised("Ann", "Hask", "fight"))
    with pytest.raises(SetupError, match="Fight is at its highest") as error:
        chronicle.do(Raised("Ann", "Captain Sorrel", "fight"))
    assert error.value.clause == "OE-19.22"


@proves("OE-20.6")
def test_body_rises_twice() -> None:
    chronicle = rich()
    campaign = chronicle.campaign
    ann = campaign.member("Ann")
    value = campaign.total_value(ann)
    chronicle.do(Raised("Ann", "Hask"))
    chronicle.do(Raised("Ann", "Hask"))
    assert campaign.card(ann, ann.find("Hask").entry).body == 10
    assert ann.find("Hask").points == 60 - 8
    assert campaign.total_value(ann) == value + 2
    with pytest.raises(SetupError, match="Body is at its highest"):
        chronicle.do(Raised("Ann", "Hask"))
    with pytest.raises(SetupError, match="Body is at its highest"):
        chronicle.do(Raised("Ann", "Old Groyne"))  # a Breakwater has 12


@proves("OE-19.15", "OE-19.16", "OE-19.24", "OE-19.28", "OE-20.6")
def test_learning() -> None:
    chronicle = rich()
    campaign = chronicle.campaign
    ann = campaign.member("Ann")
    value = campaign.total_value(ann)
    chronicle.do(Learnt("Ann", "Hask", "Vault"))
    assert campaign.total_value(ann) == value + 6
    assert ann.find("Hask").points == 60 - 6
    for character, talent, clause in (
        ("Hask", "Fade", "OE-19.24"),  # a Hand has one slot in this Setting
        ("Tib", "Fade", "OE-19.15"),
        ("Marrow", "Vault", "OE-19.28"),
        ("Marrow", "Sprint", "OE-16.1"),
    ):
        with pytest.raises(SetupError) as error:
            chronicle.do(Learnt("Ann", character, talent))
        assert error.value.clause == clause
    for talent in ("Long Arm", "Fade"):
        chronicle.do(Learnt("Ann", "Old Groyne", talent))
    with pytest.raises(SetupError, match="a Mate has 3 at most"):
        chronicle.do(Learnt("Ann", "Old Groyne", "Bark Orders"))


@proves("OE-19.27")
def test_a_price_is_fixed_when_bought() -> None:
    chronicle = rich(points=100)
    campaign = chronicle.campaign
    ann = campaign.member("Ann")
    chronicle.do(Learnt("Ann", "Hask", "Vault"))  # Agility 6
    chronicle.do(Raised("Ann", "Hask", "agility"))
    captain = campaign.card(ann, ann.find("Captain Sorrel").entry).costs
    assert campaign.card(ann, ann.find("Hask").entry).costs.skills == 6
    assert captain.skills == 12


def test_ranks_rise_with_experience() -> None:
    chronicle = begun()
    ann = chronicle.campaign.member("Ann")
    ann.find("Tib").earned, ann.find("Hask").earned, ann.find("Wick").earned = 10, 28, 8
    simple(chronicle, "Ann", "Bob")
    assert [ann.find(name).entry.rank for name in ("Tib", "Hask", "Wick")] == [2, 3, 1]
    assert chronicle.campaign.card(ann, ann.find("Tib").entry).costs.total == 49  # a rise by itself adds no value
    for name in ("Marrow", "Hask"):
        ann.find(name).earned = 40
    also = CharacterList(name="Also", rank=2, form="Cityfolk", stats=Stats(8, 6, 6, 6, 4, 4))
    ann.roster.append(CampaignCharacter(also, earned=40))
    simple(chronicle, "Ann", "Cid")
    assert sum(one.entry.rank == 3 for one in ann.living) == 3  # the limit of Rank 3 holds


@proves("OE-20.7")
def test_buying_selling_recruiting() -> None:
    chronicle = rich(money=100)
    campaign = chronicle.campaign
    ann = campaign.member("Ann")
    value = campaign.total_value(ann)
    chronicle.do(Bought("Ann", "Tib", "Long gaff"))
    assert (ann.treasury, campaign.total_value(ann)) == (88, value + 12)
    chronicle.do(Sold("Ann", "Hask", "Handbow"))
    assert (ann.treasury, campaign.total_value(ann)) == (88 + 4, value + 12 - 7)  # half of 7, rounded up
    fresh = CharacterList(name="Nan", rank=2, form="Cityfolk", stats=Stats(8, 6, 6, 6, 4, 4), equipment=("Cutlass",))
    chronicle.do(Recruited("Ann", fresh))
    assert ann.treasury == 92 - 54
    assert ann.find("Nan").earned == 0
    assert refused(chronicle_of(chronicle), Sold("Ann", "Tib", "Crossbow")) == "OE-20.7"


def chronicle_of(chronicle: Chronicle) -> Chronicle:
    """A fresh campaign of the same plan."""
    return Chronicle(chronicle.plan)


@proves("OE-20.7", "OE-19.9", "OE-19.29")
def test_what_money_does_not_buy() -> None:
    chronicle = begun()
    poor = Bought("Ann", "Tib", "Cutlass")
    assert refused(chronicle, poor) == "OE-20.7"
    for number in range(4):
        simple(chronicle, "Ann", "Bob" if number % 2 else "Cid")
    second = CharacterList(name="Two", rank=4, form="Cityfolk", stats=Stats(10, 10, 8, 8, 6, 6))
    assert refused(chronicle, Recruited("Ann", second)) == "OE-19.9"
    assert refused(chronicle, Bought("Ann", "Tib", "Long iron")) == "OE-19.30"
    assert refused(chronicle, Bought("Ann", "Captain Sorrel", "Pavise")) == "OE-19.29"
    assert refused(chronicle, Bought("Ann", "Tib", "Fine blade")) == "OE-2.8"
    assert refused(chronicle, Raised("Ann", "Nobody", "fight")) == "OE-20.1"


# ---- Raw Recruits and the Nemesis -----------------------------------------------------------------


@proves("OE-20.9", "OE-20.10", "OE-20.14", "OE-1.13")
@pytest.mark.parametrize(("dead", "recruits"), [((), 0), (("Tib",), 2), (("Hask",), 2), (("Captain Sorrel",), 3)])
def test_raw_recruits_fill_the_gap(dead: tuple[str, ...], recruits: int) -> None:
    chronicle = begun()
    campaign = chronicle.campaign
    ann, bob = campaign.member("Ann"), campaign.member("Bob")
    for name in dead:
        ann.find(name).dead = True
    assert recruits_needed(campaign, ann) == recruits  # 49 or 65 or 121 / 46, rounded up
    people = fielded(campaign, ann, [bob])
    lent = [one for one in people if one.lent == "recruit"]
    assert len(lent) == recruits
    for one in lent:
        assert (one.rank, one.form, one.equipment) == (1, "Cityfolk", ("Knife",))
        assert one.stats == Stats(6, 6, 4, 4, 4, 4)
        assert campaign.card(ann, one).costs.total == 46
        assert not campaign.card(ann, one).leads


@proves("OE-20.10")
def test_recruits_leave_and_learn_nothing() -> None:
    chronicle = begun()
    campaign = chronicle.campaign
    campaign.member("Ann").find("Tib").dead = True
    people = fielded(campaign, campaign.member("Ann"), [campaign.member("Bob")])
    ann = Side("Ann", 1, tuple(Part(one.name, out=bool(one.lent), objectives=1) for one in people))
    chronicle.do(Played(Report("Salvage Rights", (ann, side(chronicle, "Bob")), "Ann")))
    assert not any("Recruit" in one.name for one in campaign.member("Ann").roster)
    assert campaign.member("Ann").treasury == 15 + 5 * len(people)  # their objectives count


def test_a_recruits_second_six_is_in_fight_where_toughness_is_the_core() -> None:
    chronicle = begun()
    ann = chronicle.campaign.member("Ann")
    ann.core = "toughness"
    ann.starting_value += 2000
    ann.roster.clear()
    assert fielded(chronicle.campaign, ann, [])[0].stats == Stats(6, 6, 4, 4, 4, 4)


NEMESIS = CharacterList(name="Grey Widow", rank=3, form="Cityfolk", stats=Stats(10, 8, 6, 6, 6, 4), equipment=("Maul",))


@proves("OE-20.11", "OE-20.12")
def test_a_nemesis_is_gained_and_grows() -> None:
    chronicle = begun()
    ann = chronicle.campaign.member("Ann")
    assert refused(chronicle, Made("Ann", NEMESIS)) == "OE-20.11"
    for loser in ("Bob", "Cid"):
        simple(chronicle, "Ann", loser)
    assert ann.nemesis is None
    simple(chronicle, "Ann", "Dot")
    assert ann.nemesis == Nemesis(100)
    chronicle.do(Made("Ann", NEMESIS))
    for winner, loser in (("Ann", "Bob"), ("Bob", "Ann")):
        simple(chronicle, winner, loser)
        assert [one.nemesis.budget for one in chronicle.campaign.members if one.nemesis] == [120]


@proves("OE-20.11")
def test_a_nemesis_by_value() -> None:
    chronicle = rich(points=400)
    ann = chronicle.campaign.member("Ann")
    ann.starting_value = 401
    simple(chronicle, "Bob", "Ann")
    assert ann.nemesis is None  # 500 is less than 125 % of 401
    ann.starting_value = 400
    simple(chronicle, "Bob", "Ann")
    assert ann.nemesis == Nemesis(100)


@proves("OE-20.11", "OE-20.14")
def test_a_nemesis_joins_the_weaker() -> None:
    chronicle = begun()
    campaign = chronicle.campaign
    ann, bob = campaign.member("Ann"), campaign.member("Bob")
    ann.nemesis = Nemesis(100)
    chronicle.do(Made("Ann", NEMESIS))
    assert not hunted(campaign, ann, bob)
    assert all(one.lent == "" for one in fielded(campaign, bob, [ann]))
    bob.starting_value, bob.roster = 451, bob.roster[:5]  # 404 and two recruits
    assert not hunted(campaign, ann, bob)
    bob.starting_value = 450  # 404 and one: 450, and 500 is 11 % more
    assert hunted(campaign, ann, bob)
    joined = fielded(campaign, bob, [ann])[-1]
    assert (joined.name, joined.lent) == ("Grey Widow", "nemesis")
    assert not campaign.card(ann, joined).leads


@proves("OE-20.13")
def test_a_killed_nemesis_comes_back_stronger() -> None:
    chronicle = begun()
    campaign = chronicle.campaign
    ann, bob = campaign.member("Ann"), campaign.member("Bob")
    ann.nemesis = Nemesis(100)
    chronicle.do(Made("Ann", NEMESIS))
    bob.starting_value, bob.roster = 400, bob.roster[:4]
    people = fielded(campaign, bob, [ann])
    parts = tuple(Part(one.name, out=one.lent == "nemesis") for one in people)
    report = Report("Salvage Rights", (side(chronicle, "Ann"), Side("Bob", 0, parts)), "Bob")
    told = chronicle.do(Played(report, (1,)))
    assert "the Nemesis of Nine Bells is dead, and comes back stronger" in told
    assert (ann.nemesis.budget, ann.nemesis.returns) == (130, 1)
    better = CharacterList(name="Grey Widow", rank=3, form="Cityfolk", stats=NEMESIS.stats, skills=("Vault", "Flurry"))
    chronicle.do(Made("Ann", better))
    assert refused_made(chronicle, skills=("Vault", "Flurry", "Fade")) == "OE-20.13"
    assert refused_made(chronicle, rank=4) == "OE-20.11"
    assert refused_made(chronicle, stats=Stats(10, 10, 6, 6, 6, 4)) == "OE-19.19"
    ann.nemesis.budget = 180
    captain = CharacterList(name="Grey Widow", rank=4, form="Cityfolk", stats=Stats(10, 10, 8, 8, 6, 6))
    chronicle.do(Made("Ann", captain))
    assert ann.nemesis.entry is not None
    assert not campaign.card(ann, ann.nemesis.entry).leads


def refused_made(chronicle: Chronicle, **changed: Any) -> str:
    entry = CharacterList(**{"name": "Grey Widow", "rank": 3, "form": "Cityfolk", "stats": NEMESIS.stats, **changed})
    with pytest.raises(SetupError) as error:
        chronicle.do(Made("Ann", entry))
    return error.value.clause


# ---- the league -----------------------------------------------------------------------------------


@proves("OE-20.3")
def test_everybody_meets_everybody_once() -> None:
    chronicle = begun()
    rounds = 0
    while todo := pairings(chronicle.campaign):
        assert len({player for pair in todo for player in pair}) == 2 * len(todo)
        for one, two in todo:
            simple(chronicle, one, two)
        rounds += 1
    assert rounds == 3
    assert len(chronicle.campaign.games) == 6
    simple(chronicle, "Ann", "Bob")  # a pairing may be repeated
    assert [one.league for one in standings(chronicle.campaign)] == [8, 4, 2, 0]


@proves("OE-20.2")
def test_an_organiser_and_how_many() -> None:
    assert begun().campaign.organiser == "Ann"
    with pytest.raises(SetupError, match="2 to 16 players, not 1") as error:
        begun("Ann")
    assert error.value.clause == "OE-20.2"
    with pytest.raises(SetupError, match="there is no player 'Eve'"):
        Chronicle(Plan(player=begun().plan.player, organiser="Eve"))


@proves("OE-20.4")
def test_prelude_and_finale() -> None:
    chronicle = begun()
    campaign = chronicle.campaign
    simple(chronicle, "Ann", "Bob")
    chronicle.do(Closed())  # the group wants to finish
    assert pairings(campaign) == [("Ann", "Bob"), ("Cid", "Dot")]
    with pytest.raises(SetupError, match="played with Calling in Debts, not 'Salvage Rights'") as error:
        simple(chronicle, "Ann", "Bob")
    assert error.value.clause == "OE-20.4"
    with pytest.raises(SetupError, match="the Prelude is for Ann and Bob or Cid and Dot"):
        simple(chronicle, "Bob", "Cid", "Calling in Debts")
    campaign = chronicle.campaign
    simple(chronicle, "Bob", "Ann", "Calling in Debts")
    simple(chronicle, "Cid", "Dot", "Calling in Debts")
    assert campaign.stage == "finale"
    assert set(campaign.finalists) == set(FORCES)
    setup = game_setup(campaign, campaign.finalists, "")
    assert setup["scenario"] == "The Last Lantern"
    assert {one["name"]: one.get("tokens", 0) for one in setup["player"]} == {"Ann": 0, "Bob": 1, "Cid": 1, "Dot": 0}
    assert setup["edges"] == sorted(setup["edges"], key=lambda player: player in ("Ann", "Dot"))
    assert set(setup["edges"]) == set(FORCES)
    sides = tuple(side(chronicle, player, points) for player, points in zip(FORCES, (3, 3, 0, 1), strict=True))
    chronicle.do(Played(Report("The Last Lantern", sides, "")))
    assert campaign.stage == "over"
    assert campaign.winner in ("Ann", "Bob")  # equal points: more wins; equal wins: the league
    assert campaign.winner == standings(campaign)[0].player
    assert refused(chronicle, Played(Report("Salvage Rights", sides[:2], ""))) == "OE-20.4"


def test_the_set_up_of_a_game() -> None:
    chronicle = begun()
    setup = game_setup(chronicle.campaign, ("Ann", "Bob"), "Rising Water")
    assert (setup["setting"], setup["scenario"], setup["campaign"]) == ("silt-and-lanterns", "Rising Water", True)
    assert [len(one["characters"]) for one in setup["player"]] == [7, 7]
    with pytest.raises(SetupError, match="nobody plays against himself"):
        game_setup(chronicle.campaign, ("Ann", "Ann"), "Rising Water")


def test_a_report_must_fit_the_campaign() -> None:
    chronicle = begun()
    ann, bob = side(chronicle, "Ann"), side(chronicle, "Bob")
    for report, said in (
        (Report("Salvage Rights", (ann, Side("Bob", 0, (Part("Nobody"),))), "Ann"), "Nobody could not take part"),
        (Report("Salvage Rights", (ann, bob), "Cid"), "Cid did not play"),
        (Report("Salvage Rights", (ann,), "Ann"), "two sides or more"),
        (Report("The Last Lantern", (ann, bob), "Ann"), "not 'The Last Lantern'"),
    ):
        with pytest.raises(SetupError, match=said):
            chronicle.do(Played(report))


# ---- the file -------------------------------------------------------------------------------------


def test_a_campaign_is_its_inputs() -> None:
    chronicle = begun()
    played(chronicle, side(chronicle, "Ann", Hask={"out": True}), side(chronicle, "Bob"), "Bob")
    assert len(chronicle.deeds[0].dice) >= 1  # type: ignore[union-attr]
    simple(chronicle, "Cid", "Dot")
    again = Chronicle.read(chronicle.write())
    assert same(again.campaign, chronicle.campaign)
    assert again.log == chronicle.log
    chronicle.undo()
    assert len(chronicle.campaign.games) == 1
    with pytest.raises(SetupError, match="no campaign of op-en"):
        Chronicle.read({**chronicle.write(), "format": "sandtable-campaign/9"})


def test_a_setting_without_tables_has_no_campaigns() -> None:
    plan = Plan(setting="cold-berth", player=tuple(PlayerPlan(name=name) for name in "AB"))
    with pytest.raises(SetupError, match="Cold Berth has no campaign tables"):
        Chronicle(plan)


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 10**6), st.integers(4, 8))
def test_whole_campaigns(seed: int, forces: int) -> None:
    chronicle = rehearse(str(seed), forces)
    campaign = chronicle.campaign
    assert campaign.stage == "over"
    assert campaign.winner in campaign.finalists
    league = [game for game in campaign.games if not setting().scenarios[game.scenario].special]
    assert len(league) == forces * (forces - 1) // 2
    assert same(Chronicle.read(chronicle.write()).campaign, campaign)


def test_a_report_says_who_conceded() -> None:
    """A conceded Finale is not won by the points that the one who concedes has (OE-18.7)."""
    rng = Random("a concession")
    setup, options = RULESET.random_setup(rng)
    while len(setup["player"]) != 2:
        setup, options = RULESET.random_setup(rng)
    game = Game(RULESET, setup, options, Seeded.from_text("a concession"))
    while not (isinstance(game.question, Question) and game.question.topic == "activate"):
        assert game.question is not None
        game.answer(game.question.pick(rng))
    seat = game.question.seat
    game.state.players[seat].points = 9
    game.answer("concede")
    report = report_of(game.state)
    assert [one.conceded for one in report.sides] == [number == seat for number in range(2)]
    assert report.winner == report.sides[1 - seat].player
