"""Lessons over the wire: a game with a script, judged, gone back in; and battles that set themselves up."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.server.client import Chair, Host, ServerRefused
from sandtable.server.match import Match
from tests.server.conftest import Server


def taught(host: Host, lesson: str, ruleset: str = "roe") -> tuple[dict[str, Any], Chair]:
    made = host.post("/api/games", {"ruleset": ruleset, "lesson": lesson})
    seat = next(one for one in made["seats"] if one["kind"] == "person")
    chair = host.sit(made["game"], seat["token"])
    chair.wait()
    return made, chair


def guide(chair: Chair) -> dict[str, Any]:
    assert chair.view is not None
    found: dict[str, Any] = chair.view["lesson"]
    return found


def test_lessons_and_a_coach_s_words_are_served(host: Host) -> None:
    page = host.get("/api/rulesets/roe/lessons")
    assert [one["title"] for one in page["lessons"]][:2] == ["First Steps", "Under Fire"]
    assert page["lessons"][0]["next"] == page["lessons"][1]["id"]
    assert page["lessons"][0]["steps"][0]["read"]
    assert {"activate", "order", "overwatch"} <= {word["topic"] for word in page["coach"]}


def test_a_lesson_s_dice_and_others_go_by_the_script(host: Host) -> None:
    _, chair = taught(host, "4-the-gap")
    with chair:
        assert chair.welcome["lesson"] == "4-the-gap"
        assert (guide(chair)["step"], guide(chair)["on"], chair.view and chair.view["at"]) == (0, True, 5)
        assert guide(chair)["answer"] == "Ann"
        assert guide(chair)["chain"][0] == "Ann"
        assert guide(chair)["look"] == ["Ann", "Tom"]
        chair.answer("Ann")
        rolled = [event["data"]["faces"] for event in chair.log[0] if event["kind"] == "roll"]
        assert rolled[:2] == [[7, 9], [4, 2]]


def test_another_answer_is_judged_before_it_is_given(host: Host) -> None:
    _, chair = taught(host, "2-under-fire")
    with chair:
        assert chair.ask("look", what="judge", chain=["Ann"])["ok"]
        said = chair.ask("look", what="judge", chain=["Ann", "advance"])
        assert not said["ok"]
        assert said["title"] == "An Advance does not shoot"
        assert chair.view is not None
        assert chair.view["at"] == 0


def test_one_goes_back_behind_dice_and_meets_the_same_ones(host: Host) -> None:
    _, chair = taught(host, "2-under-fire")
    with chair:
        chair.answer_chain(["Ann", "engage", "no focus", "Tom"])
        assert chair.view is not None
        assert chair.view["at"] == 5
        assert guide(chair)["step"] == 1
        chair.ask("back", to=0)
        assert (chair.view["at"], guide(chair)["step"]) == (0, 0)
        chair.answer_chain(["Ann", "engage", "no focus", "Una"])
        assert not guide(chair)["on"]
        chair.ask("back", to=guide(chair)["back"])
        chair.answer_chain(["Ann", "engage", "no focus", "Tom"])
        rolled = [event["data"]["faces"] for event in chair.log[0] if event["kind"] == "roll"]
        assert rolled == [[8, 3]]


def test_a_lesson_is_the_same_after_the_server_has_forgotten_it(host: Host, server: Server) -> None:
    made, chair = taught(host, "2-under-fire")
    with chair:
        chair.answer_chain(["Ann", "engage", "no focus", "Tom"])
        chair.ask("back", to=0)
        chair.answer("Ann")
    seat = next(one for one in made["seats"] if one["kind"] == "person")
    with host.sit(made["game"], seat["token"]) as again:
        again.wait()
        assert (guide(again)["step"], guide(again)["on"]) == (0, True)
        assert guide(again)["answer"] == "engage"


def test_a_lesson_that_was_given_up_stays_so(host: Host) -> None:
    _, chair = taught(host, "2-under-fire")
    with chair:
        chair.answer("Ann")
        chair.ask("concede")
        with pytest.raises(ServerRefused, match="the game is over"):
            chair.ask("back", to=0)


def test_a_lesson_once_more_is_given_to_the_same_side(host: Host) -> None:
    """Other games swap sides; a lesson is written for one of them."""
    _, chair = taught(host, "2-under-fire")
    with chair:
        chair.ask("concede")
        chair.ask("rematch")
        following = chair.wait_for("rematch")
        assert following["seat"] == chair.welcome["seat"]
    with host.sit(following["game"], following["token"]) as again:
        again.wait()
        assert (again.welcome["seat"], guide(again)["on"], guide(again)["answer"]) == (0, True, "Ann")


def test_the_end_of_a_lesson_is_told_anew_after_going_back(host: Host) -> None:
    made, chair = taught(host, "5-the-last-round", "riverside")
    token = next(one["token"] for one in made["seats"] if one["kind"] == "person")
    seen: list[int] = []
    with chair:
        while len(set(seen)) < 2:  # two games of different length
            while (question := chair.wait()) is not None:
                chair.answer(chair.any_answer(question))
            assert chair.view is not None
            assert chair.over is not None
            seen.append(chair.view["at"])
            assert chair.over["outcome"] == chair.view["outcome"]
            assert host.get(f"/api/games/{made['game']}/story", token)["inputs"] == chair.view["at"]
            chair.ask("back", to=0)


def test_what_is_no_lesson_is_refused(host: Host) -> None:
    with pytest.raises(ServerRefused, match="has no lesson"):
        host.post("/api/games", {"ruleset": "roe", "lesson": "dancing"})
    made = host.new_game("roe", seats=[{"kind": "person"}, {"kind": "bot", "bot": "random"}])
    with host.sit(made["game"], made["seats"][0]["token"]) as chair:
        chair.wait()
        with pytest.raises(ServerRefused, match="only in a lesson"):
            chair.ask("back", to=0)
        with pytest.raises(ServerRefused, match="nothing is taught"):
            chair.ask("look", what="judge", chain=["x"])


@pytest.mark.parametrize("ruleset", ["roe", "riverside", "op-en"])
def test_a_quick_battle_asks_nobody_about_the_set_up(host: Host, ruleset: str) -> None:
    made = host.post("/api/games", {"ruleset": ruleset, "quick": True})
    with host.sit(made["game"], made["seats"][0]["token"]) as chair:
        chair.wait()
        assert chair.view is not None
        topics = {
            "player one",
            "recon",
            "recon place",
            "deploy",
            "deployment",
            "set up",
            "set up place",
            "bid",
            "first",
        }
        assert chair.view["question"]["topic"] not in topics
        assert not [line for line in chair.log[0] if line["data"].get("by") == "refused"]


def test_a_turret_of_a_quick_battle_is_put_for_its_player(host: Host) -> None:
    forces = ["Mirewake 200", "Ironwright 200"]
    setup = {"scenario": "the-bridge", "player": [{"force": force} for force in forces]}
    seats = [{"kind": "bot", "bot": "random"}, {"kind": "person"}]
    made = host.post("/api/games", {"ruleset": "opentactics", "setup": setup, "quick": True, "seats": seats})
    with host.sit(made["game"], made["seats"][1]["token"]) as chair:
        chair.wait()
        assert chair.view is not None
        assert chair.view["question"]["topic"] == "activate"


def test_a_match_without_its_lesson_is_a_game_like_others(host: Host) -> None:
    from sandtable.server.records import Head, HeadSeat

    setup = {"situation": {"round": 2, "turn": "Red", "player": [{"name": "Red"}, {"name": "Blue"}],
                           "model": [{"name": "Ann", "player": "Red", "at": [9, 9]},
                                     {"name": "Tom", "player": "Blue", "at": [30, 30]}]}}  # fmt: skip
    seats = [HeadSeat("person"), HeadSeat("bot", bot="random")]
    assert Match(Head("roe", "1", {}, setup, seats, "w", "server", "00" * 32, lesson="gone"), 0).lesson is None


def test_the_whole_way_of_a_step_is_shown_up_to_the_dice(host: Host) -> None:
    _, chair = taught(host, "1-first-steps")
    with chair:
        chair.wait()
        chain = guide(chair)["chain"]
        assert len(chain) > 1
        (way,) = chair.ask("look", what="ways", chain=chain)["ways"]
        assert len(way["answers"]) == len(chain)
        assert chair.ask("look", what="judge", chain=chain)["ok"] is True
