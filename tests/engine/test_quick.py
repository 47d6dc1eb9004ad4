"""Quick battles are drawn: the same seed draws the same one, wishes are kept, and every battle can be played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sandtable.engine import Game
from sandtable.engine.errors import RulebookError, SetupError
from sandtable.engine.quick import QuickBattles, QuickForce, QuickPlace, Twist, from_ready, load_quick
from sandtable.engine.registry import ruleset

OURS = ("roe", "opentactics", "op-en", "riverside", "opportunity")
FORCES = [QuickForce(name, {"force": name}) for name in ("Hawk", "Fox", "Crane")]


def small(**more: Any) -> QuickBattles:
    place = QuickPlace("Ford", "a ford", {"map": "Ford"}, {"side": ["left", "right"]}, [Twist("Hold", {"victory": 2})])
    return QuickBattles("", "2", "D6s", "", 30, [place, QuickPlace("Mill")], FORCES, **more)


def test_the_same_seed_draws_the_same_battle_and_others_draw_others() -> None:
    drawn = [small().draw(str(seed)) for seed in range(40)]
    assert drawn == [small().draw(str(seed)) for seed in range(40)]
    assert {one.place for one in drawn} == {"Ford", "Mill"}
    assert {tuple(one.forces) for one in drawn} == {(a, b) for a in ("Hawk", "Fox", "Crane")
                                                    for b in ("Hawk", "Fox", "Crane") if a != b}  # fmt: skip
    assert {one.setup.get("side") for one in drawn if one.place == "Ford"} == {"left", "right"}


def test_wishes_are_kept_and_the_rest_is_drawn() -> None:
    for seed in range(20):
        one = small().draw(str(seed), ["", "Fox"], "Ford")
        assert (one.place, one.about, one.forces[1]) == ("Ford", "a ford, Hold", "Fox")
        assert one.forces[0] != "Fox"
        assert one.setup["player"] == [{"force": one.forces[0]}, {"force": "Fox"}]
        assert one.setup["victory"] == 2
    assert small().draw("x", ["Fox", "Fox"]).forces == ["Fox", "Fox"]


def test_a_wish_for_what_there_is_not_says_so() -> None:
    with pytest.raises(SetupError, match=r"no place 'Frod'.*Ford"):
        small().draw("x", [], "Frod")
    with pytest.raises(SetupError, match="no force 'Hwak'"):
        small().draw("x", ["Hwak"])


def test_a_ruleset_without_lists_has_its_ready_set_ups() -> None:
    found = from_ready({"one": {"a": 1}, "two": {"a": 2}}, 2)
    assert {found.draw(str(seed)).setup["a"] for seed in range(20)} == {1, 2}
    assert found.minutes() == 0


def test_minutes_follow_from_the_decisions() -> None:
    assert [QuickBattles("", "", "", "", n, []).minutes() for n in (9, 28, 48, 76)] == [3, 9, 15, 25]


def test_a_place_may_take_longer_than_the_others() -> None:
    quick = QuickBattles("", "", "", "", 28, [QuickPlace("Duel"), QuickPlace("Brawl", decisions=45)])
    assert [quick.minutes(), quick.minutes("Duel"), quick.minutes("Brawl")] == [9, 9, 15]


def test_the_place_of_a_first_battle_exists(tmp_path: Path) -> None:
    file = tmp_path / "quick.toml"
    head = 'pitch = ""\nplayers = "2"\ndice = ""\nmood = ""\ndecisions = 1\n'
    place = '[[place]]\nname = "Ford"\n'
    file.write_text(head + 'first = "Fort"\n' + place)
    with pytest.raises(RulebookError, match="the place 'Fort'"):
        load_quick(file)
    file.write_text(head + 'first = "Ford"\n' + place)
    assert load_quick(file).first == "Ford"


def test_a_place_names_forces_that_exist(tmp_path: Path) -> None:
    file = tmp_path / "quick.toml"
    head = 'pitch = ""\nplayers = "2"\ndice = ""\nmood = ""\ndecisions = 1\n'
    hawk = '[[force]]\nname = "Hawk"\ntakes = {}\n'
    file.write_text(head + '[[place]]\nname = "Ford"\nforces = [["Hawk"], ["Fox"]]\n' + hawk)
    with pytest.raises(RulebookError, match="Ford names the force 'Fox'"):
        load_quick(file)
    file.write_text(head + '[[place]]\nname = "Ford"\n[[force]]\nname = "Hawk"\ntakes = {}\n')
    with pytest.raises(RulebookError, match="not two to draw from"):
        load_quick(file)


@pytest.mark.parametrize("name", OURS)
def test_every_battle_of_ours_begins(name: str) -> None:
    """Every force at every place on both sides, and everything that is drawn there."""
    rules = ruleset(name)
    quick: QuickBattles = rules.quick_battles  # type: ignore[attr-defined]
    assert quick.minutes()
    assert quick.pitch
    assert len(quick.place) > 1
    for place in quick.place:
        for number, force in enumerate(quick.at(place)[0]):
            battle = quick.draw(f"{number}", [force], place.name)
            game: Game[Any] = Game(rules, battle.setup, events=False)
            assert battle.forces[0] == force != battle.forces[1]
            assert len(game.seats) == len(battle.forces)
            assert game.question is not None
