"""`sandtable campaign`: a campaign from its plan to its end, on the command line alone."""

from __future__ import annotations

import json
import resource
from pathlib import Path
from typing import Any

import pytest

from sandtable.bots import Bot, make_bot
from sandtable.cli import main

PLAN = """
organiser = "Bob"
seed = "winter"
[[player]]
name = "Ann"
force = "Nine Bells"
[[player]]
name = "Bob"
force = "Undertow"
bot = "random"
"""
REPORT = """
dice = [5]
report = { scenario = "Salvage Rights", winner = "Bob", sides = [
  { player = "Ann", points = 1, parts = [{ name = "Pell", out = true }, { name = "Tib", objectives = 1 }] },
  { player = "Bob", points = 2, parts = [{ name = "Brack", enemies_out = 1 }] },
] }
"""


class Desk:
    """A folder with a campaign in it, and what the command says."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.capsys = folder, capsys
        self.file = folder / "winter.json"
        (folder / "plan.toml").write_text(PLAN)
        (folder / "game.toml").write_text(REPORT)

    def run(self, command: str, *words: str) -> str:
        assert main(["campaign", command, str(self.file), *words]) == 0, self.capsys.readouterr().err
        return self.capsys.readouterr().out

    def refused(self, command: str, *words: str) -> str:
        before = self.file.read_bytes()
        assert main(["campaign", command, str(self.file), *words]) == 2
        assert self.file.read_bytes() == before
        return self.capsys.readouterr().err

    def shown(self) -> dict[str, Any]:
        shown: dict[str, Any] = json.loads(self.run("show", "--json"))
        return shown


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    made = Desk(tmp_path, capsys)
    assert main(["campaign", "new", str(tmp_path / "plan.toml"), str(made.file)]) == 0
    assert "best with 4 players or more (OE-20.2)" in capsys.readouterr().out
    return made


def test_a_game_recorded_by_hand(desk: Desk) -> None:
    assert desk.shown()["due"] == [["Ann", "Bob"]]
    said = desk.run("record", str(desk.folder / "game.toml"), "--by-hand")
    assert "Salvage Rights: Ann 1, Bob 2; Bob wins" in said
    assert "Pell misses the next game" in said
    shown = desk.shown()
    assert [(one["player"], one["league"], one["treasury"]) for one in shown["standings"]] == [
        ("Bob", 2, 15), ("Ann", 0, 15 + 5 + 10),
    ]  # fmt: skip
    assert shown["organiser"] == "Bob"
    states = {one["name"]: one["state"] for one in json.loads(desk.run("show", "Ann", "--json"))}
    assert (states["Pell"], states["Tib"]) == ("misses the next game", "fit")
    assert "Sorrel" in desk.run("show", "Ann")
    assert "Ann against Bob" not in desk.run("show")


def test_spending_and_taking_back(desk: Desk) -> None:
    desk.run("record", str(desk.folder / "game.toml"), "--by-hand")
    assert desk.run("buy", "Ann", "Tib", "Long gaff") == "Tib has a Long gaff\n"
    assert desk.run("sell", "Ann", "Tib", "boathook") == "Tib sells the Boathook for 4 marks\n"
    assert "costs 8 experience; Brack has 4 (OE-20.6)" in desk.refused("raise", "Bob", "Brack", "Toughness")
    assert desk.run("raise", "Bob", "Brack") == "Brack has Body 9\n"
    assert "OE-19.15" in desk.refused("learn", "Ann", "Tib", "Vault")
    desk.run("undo")
    assert desk.run("raise", "Bob", "Brack") == "Brack has Body 9\n"
    (desk.folder / "nan.toml").write_text('name = "Nan"\nrank = 2\nform = "Cityfolk"\n[stats]\nfight = 8\n')
    assert "spreads 6 6 6 4 4" in desk.refused("recruit", "Ann", str(desk.folder / "nan.toml"))
    assert "has no Nemesis (OE-20.11)" in desk.refused("nemesis", "Ann", str(desk.folder / "nan.toml"))


def test_the_set_up_of_the_next_game(desk: Desk) -> None:
    out = desk.folder / "next.json"
    desk.run("setup", "Ann", "Bob", "--scenario", "Bell Tower", "--out", str(out))
    setup = json.loads(out.read_text())
    assert setup["scenario"] == "Bell Tower"
    assert [one["name"] for one in setup["player"]] == ["Ann", "Bob"]
    assert "there is no player 'Eve'" in desk.refused("setup", "Ann", "Eve")


def test_a_full_disk_tears_no_campaign(desk: Desk) -> None:
    """The file holds many evenings: it is the old one or the new one, never a piece of either."""
    least, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = desk.file.read_bytes()
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) // 2, most))
    try:
        code = main(["campaign", "record", str(desk.file), str(desk.folder / "game.toml"), "--by-hand"])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (least, most))
    assert code == 2
    assert f"cannot write {desk.file}" in desk.capsys.readouterr().err
    assert desk.file.read_bytes() == before
    assert not list(desk.folder.glob(".*"))


def test_to_the_prelude(desk: Desk) -> None:
    desk.run("record", str(desk.folder / "game.toml"), "--by-hand")
    assert desk.run("close") == "Prelude: Bob against Ann\n"
    assert "OE-20.4" in desk.refused("record", str(desk.folder / "game.toml"), "--by-hand")
    assert "Bob against Ann waits for a person" in desk.run("bots")


def test_mistakes(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    plan = str(desk.folder / "plan.toml")
    assert main(["campaign", "new", plan, str(desk.file)]) == 2
    assert "exists already" in capsys.readouterr().err
    assert main(["campaign", "new", plan, str(desk.folder / "x.json"), "--ruleset-id", "roe"]) == 2
    assert "roe has no campaigns" in capsys.readouterr().err
    desk.file.write_text('{"ruleset": "op-en"}')
    assert "campaign: Object missing required field" in desk.refused("show")


def test_a_few_campaigns_to_their_finale(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["campaign", "fuzz", "--number", "2", "--json"]) == 0
    tally = json.loads(capsys.readouterr().out)
    assert tally["campaigns"] == 2
    assert tally["games"] == 6 + 2 + 1 + 10 + 2 + 1


def test_cards_of_a_force(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "lamps.toml"
    path.write_text(
        'ruleset = "op-en"\nname = "Two Lamps"\ncore = "fight"\n[[characters]]\nname = "Ada"\nrank = 4\n'
        'form = "Cityfolk"\nstats = { fight = 10, toughness = 10, shoot = 8, agility = 8, intellect = 6, grit = 6 }\n'
    )
    assert main(["force", "print", str(path)]) == 0
    assert "Ada (Captain, Rank 4)" in capsys.readouterr().out
    assert main(["force", "print", str(path), "--html", str(tmp_path / "cards.html")]) == 0
    assert "1 cards in" in capsys.readouterr().out
    assert "<h1>Two Lamps</h1>" in (tmp_path / "cards.html").read_text()
    assert main(["force", "price", str(path)]) == 0
    assert "62" in capsys.readouterr().out


def test_bots_play_a_campaign_of_real_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two Captains, led by bots: the league, the Prelude and the Finale, each a game by the rules and by the bots that
    the plan names."""
    playing = []

    def noted(name: str, seed: int | str) -> Bot:
        playing.append(name)
        return make_bot(name, seed)

    monkeypatch.setattr("sandtable.cli.campaign.make_bot", noted)
    captain = (
        'characters = [{ name = "%s", rank = 4, form = "Cityfolk", equipment = ["Cutlass"], '
        "stats = { fight = 10, toughness = 10, shoot = 8, agility = 8, intellect = 6, grit = 6 } }]"
    )
    players = [
        f'[[player]]\nname = "{name}"\nbot = "{bot}"\ncore = "fight"\n{captain % who}'
        for name, who, bot in (("Ann", "Ada", "recruit"), ("Bob", "Ben", "regular"))
    ]
    desk = Desk(tmp_path, capsys)
    (tmp_path / "plan.toml").write_text("\n".join(players))
    assert main(["campaign", "new", str(tmp_path / "plan.toml"), str(desk.file)]) == 0
    capsys.readouterr()
    desk.run("bots")
    desk.run("close")
    for _ in range(2):
        desk.run("bots")
    shown = desk.shown()
    assert shown["stage"] == "over"
    assert shown["winner"] in ("Ann", "Bob")
    assert shown["games"] == 3
    assert sorted(playing) == ["recruit"] * 3 + ["regular"] * 3


# ---- OpenTactics ----------------------------------------------------------------------------------


MARCH = """
points = 60
[[player]]
name = "Red"
bot = "random"
units = ["Sapper", "Sapper", "Sapper"]
[[player]]
name = "Blue"
bot = "random"
units = ["Sapper", "Thorn Stalker"]
"""


@pytest.fixture
def march(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    made = Desk(tmp_path, capsys)
    (tmp_path / "plan.toml").write_text(MARCH)
    words = ["campaign", "new", str(tmp_path / "plan.toml"), str(made.file), "--ruleset-id", "opentactics"]
    assert main(words) == 0
    capsys.readouterr()
    return made


def test_the_march_country_by_hand(march: Desk) -> None:
    assert "the front is at River Line, 0 games played\nto play: Red against Blue" in march.run("show")
    (march.folder / "battle.toml").write_text('dice = [2]\nreport = { winner = "Red", lost = { Blue = ["Sapper"] } }')
    said = march.run("record", str(march.folder / "battle.toml"), "--by-hand")
    assert said.splitlines()[0] == "Red wins at River Line: the front moves to Two Towers"
    assert "Blue: Sapper is lost" in said
    assert march.run("buy", "Blue", "Sapper") == "Blue buys a Sapper and has 42 points left\n"
    assert "costs 18" not in march.run("show", "Blue")
    assert "deed: " in march.refused("buy", "Blue", "Ann", "Cutlass")
    assert [one["unit"] for one in json.loads(march.run("show", "Blue", "--json"))] == ["Thorn Stalker", "Sapper"]
    march.run("undo")
    assert json.loads(march.run("setup"))["map"] == "Two Towers"


def test_bots_fight_for_the_march_country(march: Desk) -> None:
    for _ in range(60):
        if march.shown()["winner"]:
            break
        march.run("bots")
    shown = march.shown()
    assert shown["stage"] == "over"
    assert shown["winner"] in ("Red", "Blue")
    assert "has won the campaign" in march.run("show")
    assert "has won the campaign" in march.refused("setup")


def test_marches_are_rehearsed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["campaign", "fuzz", "--number", "2", "--ruleset-id", "opentactics"]) == 0
    assert "2 campaigns" in capsys.readouterr().out
