"""Op-En's campaigns on the command line, every number reckoned by hand from the tables of the Setting."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sandtable.cli import main

FORCES = {"Ann": "Nine Bells", "Bob": "Undertow", "Cy": "Gullwatch", "Dot": "Ledger House"}
CREWS = {
    "Ann": ("Captain Sorrel", "Old Groyne", "Pell", "Marrow", "Hask", "Tib", "Wick"),
    "Bob": ("Captain Nettle", "Brack", "Ooze", "Slake", "Heron", "Mote", "Sprat"),
    "Cy": ("Captain Merrow", "Shear", "Ferrin", "Oda", "Quill", "Pip", "Lark"),
    "Dot": ("Captain Tally", "Auditor Vane", "Lampman Ruse", "Copper", "Vellum", "Blot", "Scrip"),
}
Deeds = dict[str, dict[str, Any]]
HAND = """
name = "Nan"
rank = 2
form = "Cityfolk"
stats = { fight = 8, toughness = 6, shoot = 6, agility = 6, intellect = 4, grit = 4 }
"""
NEMESIS = """
name = "The Widow"
rank = 3
form = "Cityfolk"
stats = { fight = 10, toughness = 8, shoot = 6, agility = 6, intellect = 6, grit = 4 }
equipment = [%s]
"""


class Winter:
    """A campaign of four crews."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.capsys, self.file = folder, capsys, folder / "winter.json"
        plan = 'seed = "the book"\n' + "".join(
            f'[[player]]\nname = "{name}"\nforce = "{force}"\n' for name, force in FORCES.items()
        )
        (folder / "plan.toml").write_text(plan)
        assert main(["campaign", "new", str(folder / "plan.toml"), str(self.file)]) == 0
        capsys.readouterr()

    def run(self, command: str, *words: str) -> str:
        assert main(["campaign", command, str(self.file), *words]) == 0, self.capsys.readouterr().err
        return self.capsys.readouterr().out

    def refused(self, command: str, *words: str) -> str:
        assert main(["campaign", command, str(self.file), *words]) == 2
        return self.capsys.readouterr().err

    def report(
        self,
        sides: dict[str, Deeds],
        winner: str,
        dice: tuple[int, ...],
        scenario: str,
        points: dict[str, int],
        conceded: str,
    ) -> str:
        """Everybody fit took part; of some it is said what they did."""
        written = {
            "dice": dice,
            "report": {
                "scenario": scenario,
                "winner": winner,
                "sides": [
                    {
                        "player": player,
                        "points": points.get(player, 0),
                        "conceded": player == conceded,
                        "parts": [{"name": name, **deeds.get(name, {})} for name in self.fit(player)],
                    }
                    for player, deeds in sides.items()
                ],
            },
        }
        path = self.folder / "game.json"
        path.write_text(json.dumps(written))
        return str(path)

    def play(
        self,
        sides: dict[str, Deeds],
        winner: str = "",
        *dice: int,
        scenario: str = "Salvage Rights",
        points: dict[str, int] | None = None,
        conceded: str = "",
    ) -> str:
        return self.run("record", self.report(sides, winner, dice, scenario, points or {}, conceded), "--by-hand")

    def roster(self, player: str) -> dict[str, dict[str, Any]]:
        return {one["name"]: one for one in json.loads(self.run("show", player, "--json"))}

    def fit(self, player: str) -> list[str]:
        return [name for name, one in self.roster(player).items() if one["state"] == "fit"]

    def standing(self, player: str) -> dict[str, Any]:
        shown = json.loads(self.run("show", "--json"))
        found: dict[str, Any] = next(one for one in shown["standings"] if one["player"] == player)
        return found

    def due(self) -> list[list[str]]:
        due: list[list[str]] = json.loads(self.run("show", "--json"))["due"]
        return due

    def setup(self, *players: str, scenario: str = "Salvage Rights") -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.run("setup", *players, "--scenario", scenario))
        return found

    def people(self, setup: dict[str, Any], player: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = next(one for one in setup["player"] if one["name"] == player)["characters"]
        return found

    def written(self, name: str, text: str) -> str:
        (self.folder / name).write_text(text)
        return str(self.folder / name)


@pytest.fixture
def winter(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Winter:
    return Winter(tmp_path, capsys)


def test_experience_is_counted_up_to_two_of_each(winter: Winter) -> None:
    winter.play({"Ann": {"Pell": {"out": True}}, "Bob": {"Brack": {"objectives": 3, "enemies_out": 3}}}, "Bob", 8)
    bob, ann = winter.roster("Bob"), winter.roster("Ann")
    assert bob["Brack"]["experience"] == 1 + 1 + 2 + 2 + 1
    assert bob["Mote"]["experience"] == 1 + 1 + 1
    assert ann["Pell"]["experience"] == 1
    assert ann["Captain Sorrel"]["experience"] == 1 + 1


def test_income_counts_every_objective_and_helps_the_loser(winter: Winter) -> None:
    winter.play({"Ann": {"Tib": {"objectives": 1}}, "Bob": {"Brack": {"objectives": 3}}}, "Bob")
    assert winter.standing("Ann")["treasury"] == 15 + 5 + 10
    assert winter.standing("Bob")["treasury"] == 15 + 15
    winter.play({"Cy": {}, "Dot": {}})
    assert winter.standing("Cy")["treasury"] == 15
    assert winter.standing("Dot")["treasury"] == 2 + 15


@pytest.mark.parametrize(
    ("dice", "check"),
    [
        ((3,), lambda one: one["stats"] == "5 8/6/4/6/6/4 8"),
        ((4,), lambda one: one["stats"] == "6 8/6/4/6/6/4 7"),
        ((5,), lambda one: one["state"] == "misses the next game"),
        ((6,), lambda one: one["state"] == "misses the next game"),
        ((8,), lambda one: (one["state"], one["experience"]) == ("fit", 1)),
        ((11,), lambda one: (one["state"], one["experience"]) == ("fit", 1)),
        ((12,), lambda one: (one["state"], one["experience"]) == ("fit", 3)),
    ],
)
def test_injuries(winter: Winter, dice: tuple[int, ...], check: Callable[[dict[str, Any]], bool]) -> None:
    winter.play({"Ann": {"Pell": {"out": True}}, "Bob": {}}, "Bob", *dice)
    assert check(winter.roster("Ann")["Pell"])


def test_the_drowned_throw_a_d10(winter: Winter) -> None:
    drowned: dict[str, Deeds] = {"Ann": {"Pell": {"out": True, "drowned": True}}, "Bob": {}}
    assert "11" in winter.refused("record", winter.report(drowned, "Bob", (11,), "Salvage Rights", {}, ""), "--by-hand")
    winter.play(drowned, "Bob", 10)
    assert winter.roster("Ann")["Pell"]["experience"] == 1


def test_who_misses_a_game_is_not_in_the_next_and_comes_back(winter: Winter) -> None:
    winter.play({"Ann": {"Pell": {"out": True}}, "Bob": {}}, "Bob", 5)
    assert winter.standing("Ann")["active"] == 500 - 65
    assert winter.standing("Ann")["value"] == 500
    setup = winter.setup("Ann", "Cy")
    names = [one["name"] for one in winter.people(setup, "Ann")]
    assert "Pell" not in names
    assert len(names) == 6 + 2, "65 missing, 46 each: two Raw Recruits"
    winter.play({"Ann": {}, "Cy": {}}, "Cy")
    assert winter.roster("Ann")["Pell"]["state"] == "fit"
    assert winter.standing("Ann")["recruits"] == 0


def test_raw_recruits_are_strays_of_the_core_stat_and_leave(winter: Winter) -> None:
    winter.play({"Ann": {"Pell": {"out": True}}, "Bob": {}}, "Bob", 1)
    assert winter.standing("Ann")["recruits"] == 2
    recruits = [one for one in winter.people(winter.setup("Ann", "Cy"), "Ann") if one["name"] not in CREWS["Ann"]]
    assert len(recruits) == 2
    for one in recruits:
        # The OF's Core Stat is Fight: 6 there and in Toughness.
        assert one["rank"] == 1
        assert one["form"] == "Cityfolk"
        assert one["equipment"] == ["Knife"]
        assert one["stats"] == {"fight": 6, "toughness": 6, "shoot": 4, "agility": 4, "intellect": 4, "grit": 4}
    winter.play({"Ann": {}, "Cy": {}}, "Cy")
    assert [name for name in winter.roster("Ann") if name not in CREWS["Ann"]] == []
    assert winter.standing("Ann")["recruits"] == 2, "lent for one game, and again for the next"


def test_a_crew_a_tenth_lighter_learns_more(winter: Winter) -> None:
    winter.play({"Ann": {"Pell": {"out": True}}, "Bob": {}}, "Bob", 1)
    winter.play({"Ann": {}, "Cy": {}}, "Cy")
    # 435 is more than a tenth below 500: 1 + 1 + 1 on top of the 2 of the first game.
    assert winter.roster("Ann")["Marrow"]["experience"] == 2 + 3
    assert winter.roster("Cy")["Oda"]["experience"] == 1 + 1 + 1


def test_a_tenth_is_reached_exactly(winter: Winter) -> None:
    """Wick (49) dead: 451 of 500 is not a tenth below; Bob's Captain has bought nothing, so neither is anybody else."""
    winter.play({"Ann": {"Wick": {"out": True}}, "Bob": {}}, "Bob", 1)
    winter.play({"Ann": {}, "Cy": {}}, "Cy")
    assert winter.roster("Ann")["Marrow"]["experience"] == 2 + 2


def test_a_dead_captain_is_followed_by_rank_and_keeps_its_stats(winter: Winter) -> None:
    before = winter.roster("Ann")["Old Groyne"]["stats"]
    winter.play({"Ann": {"Captain Sorrel": {"out": True}}, "Bob": {}}, "Bob", 1)
    ann = winter.roster("Ann")
    assert ann["Captain Sorrel"]["state"] == "dead"
    assert ann["Old Groyne"]["rank"] == "Captain"
    assert ann["Old Groyne"]["stats"] == before


def test_what_experience_buys(winter: Winter) -> None:
    busy: Deeds = {"Brack": {"objectives": 2, "enemies_out": 2}, "Mote": {"objectives": 2, "enemies_out": 2}}
    winter.play({"Ann": {}, "Bob": busy}, "Bob")
    # 7 points: a step of Toughness from 6 to 8 costs 8.
    assert "OE-20.6" in winter.refused("raise", "Bob", "Brack", "toughness")
    winter.play({"Cy": {}, "Bob": busy}, "Bob")
    value = winter.roster("Bob")["Brack"]["value"]
    winter.run("raise", "Bob", "Brack", "toughness")
    assert winter.roster("Bob")["Brack"]["experience"] == 14 - 8
    assert winter.roster("Bob")["Brack"]["value"] == value + 2
    winter.run("raise", "Bob", "Brack")
    assert winter.roster("Bob")["Brack"]["experience"] == 14 - 8 - 4
    assert winter.roster("Bob")["Brack"]["value"] == value + 2 + 1


def test_a_stray_rises_at_twelve_and_learns_one_thing(winter: Winter) -> None:
    busy: Deeds = {"Mote": {"objectives": 2, "enemies_out": 2}}
    winter.play({"Ann": {}, "Bob": busy}, "Bob")
    assert winter.roster("Bob")["Mote"]["rank"] == "Stray"
    assert "OE-19.15" in winter.refused("learn", "Bob", "Mote", "Flurry")
    winter.play({"Cy": {}, "Bob": busy}, "Bob")
    mote = winter.roster("Bob")["Mote"]
    assert (mote["rank"], mote["earned"], mote["value"]) == ("Hand", 14, 51)
    # Vault is the Captain's already; Flurry costs Mote's Fight of 4.
    assert "OE-19.28" in winter.refused("learn", "Bob", "Mote", "Vault")
    winter.run("learn", "Bob", "Mote", "Flurry")
    mote = winter.roster("Bob")["Mote"]
    assert (mote["experience"], mote["value"]) == (14 - 4, 51 + 4)
    winter.refused("learn", "Bob", "Mote", "Stare Down")


def test_selling_halves_and_rounds_up(winter: Winter) -> None:
    winter.run("sell", "Ann", "Captain Sorrel", "Fine blade")
    assert winter.standing("Ann")["treasury"] == 5
    assert winter.standing("Ann")["value"] == 500 - 9
    winter.run("buy", "Ann", "Captain Sorrel", "Knife")
    assert winter.standing("Ann")["treasury"] == 1
    assert "OE-20.7" in winter.refused("buy", "Ann", "Captain Sorrel", "Knife")


def test_a_recruit_costs_what_it_does_at_creation(winter: Winter) -> None:
    hand = winter.written("nan.toml", HAND)
    winter.play({"Ann": {"Tib": {"objectives": 4}}, "Bob": {}}, "Bob")
    assert winter.standing("Ann")["treasury"] == 45
    winter.refused("recruit", "Ann", hand)
    winter.run("sell", "Ann", "Captain Sorrel", "Scale")
    winter.run("recruit", "Ann", hand)
    assert winter.standing("Ann")["treasury"] == 45 + 4 - 48
    assert winter.standing("Ann")["value"] == 500 - 8 + 48


def test_three_more_wins_than_losses_earn_a_nemesis(winter: Winter) -> None:
    widow = winter.written("widow.toml", NEMESIS % "")
    for other in ("Bob", "Cy"):
        winter.play({"Ann": {}, other: {}}, "Ann")
    winter.refused("nemesis", "Ann", widow)
    winter.play({"Ann": {}, "Dot": {}}, "Ann")
    # 40 + 14 = 54; gaff and Crossbow 12 each, Scale 8, Spyglass 5, Grapnel line 6, Knife 4: 101.
    gear = '"Long gaff", "Crossbow", "Knife", "Scale", "Spyglass", "Grapnel line"'
    dear = winter.written("dear.toml", NEMESIS % gear)
    winter.refused("nemesis", "Ann", dear)
    winter.run("nemesis", "Ann", widow)
    assert winter.standing("Ann")["nemesis"]
    # Both are worth 500: nobody is a tenth above, so the Nemesis stays away.
    assert all(one["name"] != "The Widow" for one in winter.people(winter.setup("Ann", "Bob"), "Bob"))


def test_the_nemesis_joins_whoever_is_a_tenth_lighter_after_raw_recruits(winter: Winter) -> None:
    for other in ("Bob", "Cy", "Dot"):
        winter.play({"Ann": {"Tib": {"objectives": 6}}, other: {}}, "Ann")
    assert winter.standing("Ann")["treasury"] == 3 * 45
    winter.run("nemesis", "Ann", winter.written("widow.toml", NEMESIS % ""))
    for name in ("Nan", "Nell"):
        winter.run("recruit", "Ann", winter.written("new.toml", HAND.replace("Nan", name)))
    # 500 + 96 = 596 against 500.
    assert any(one["name"] == "The Widow" for one in winter.people(winter.setup("Ann", "Bob"), "Bob"))


def to_the_finale(winter: Winter) -> None:
    for one, two, winner in (
        ("Ann", "Bob", "Ann"), ("Cy", "Dot", "Cy"), ("Ann", "Cy", "Ann"), ("Bob", "Dot", "Bob"), ("Ann", "Dot", ""),
        ("Bob", "Cy", "Cy"),
    ):  # fmt: skip
        winter.play({one: {}, two: {}}, winner)
    table = {player: winter.standing(player)["league"] for player in FORCES}
    assert table == {"Ann": 5, "Bob": 2, "Cy": 4, "Dot": 1}
    assert winter.due() == [], "all have met"
    winter.run("close")
    assert sorted(map(sorted, winter.due())) == [["Ann", "Cy"], ["Bob", "Dot"]]
    winter.play({"Ann": {}, "Cy": {}}, "Cy", scenario="Calling in Debts")
    winter.play({"Bob": {}, "Dot": {}}, "Dot", scenario="Calling in Debts")
    assert [sorted(one) for one in winter.due()] == [sorted(FORCES)]


def test_the_winners_of_the_preludes_have_a_token_more_in_the_finale(winter: Winter) -> None:
    to_the_finale(winter)
    setup = winter.setup(*FORCES, scenario="The Last Lantern")
    assert sorted(one["name"] for one in setup["player"] if one.get("tokens")) == ["Cy", "Dot"]


@pytest.mark.parametrize(
    ("points", "conceded", "winner"),
    [
        ({"Dot": 3, "Ann": 2}, "", "Dot"),
        # Cy has won three games, Ann two, Bob and Dot one.
        ({}, "", "Cy"),
        ({"Ann": 2, "Dot": 2}, "", "Ann"),
        # Who concedes loses, whatever the points.
        ({"Cy": 5, "Ann": 2, "Dot": 2}, "Cy", "Ann"),
    ],
)
def test_the_finale_decides(winter: Winter, points: dict[str, int], conceded: str, winner: str) -> None:
    to_the_finale(winter)
    winter.play({player: {} for player in FORCES}, scenario="The Last Lantern", points=points, conceded=conceded)
    assert json.loads(winter.run("show", "--json"))["winner"] == winner


def test_undo_takes_back_a_game_with_all_that_followed(winter: Winter) -> None:
    before = winter.run("show", "--json"), winter.roster("Ann")
    winter.play({"Ann": {"Pell": {"out": True}}, "Bob": {}}, "Bob", 1)
    winter.run("undo")
    assert (winter.run("show", "--json"), winter.roster("Ann")) == before
