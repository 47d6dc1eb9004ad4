"""Chains over the wire: one record, one undo, refused as a whole; and the ways of a gesture."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine import save as saves
from sandtable.server.client import Host, ServerRefused
from sandtable.server.match import Match
from sandtable.server.records import Chained, decode_record, encode
from sandtable.server.refused import Refused
from sandtable.server.shelf import Shelf
from tests.engine.toy import Toy
from tests.server.orchards import ANN, TOM, Log
from tests.server.test_match import find_orchard, told

SITUATION = {
    "round": 2,
    "turn": "Red",
    "player": [{"name": "Red", "pool": 6}, {"name": "Blue", "pool": 6}],
    "model": [
        {"name": "Ann", "player": "Red", "at": [10, 10], "weapons": ["Assault Rifle"]},
        {"name": "Bea", "player": "Red", "at": [10, 30]},
        {"name": "Tom", "player": "Blue", "at": [20, 10]},
        {"name": "Zed", "player": "Blue", "at": [44, 33]},
    ],
}
PERSON_AND_BOT = [{"kind": "person"}, {"kind": "bot", "bot": "random"}]


@pytest.fixture(autouse=True)
def orchard(monkeypatch: pytest.MonkeyPatch) -> None:
    find_orchard(monkeypatch)
    monkeypatch.setattr(Toy, "hides_nothing", True, raising=False)


def chain(log: Log, *answers: Any, **more: Any) -> Chained:
    match = log.match
    assert match.asked is not None
    record = match.answer_chain(match.asked, match.at, answers, log.now, **more)
    log.keep([record])
    return record


def inputs(match: Match) -> list[Any]:
    assert match.game is not None
    return match.game.inputs


# ---- the log ----------------------------------------------------------------------------------------


def test_a_chain_is_one_record_and_folds_to_the_same_match() -> None:
    log = Log("two", "one", "bet", "one")
    record = chain(log, "apple", "pear", "plum", "shake")
    assert record.answers == ["apple", "pear", "plum", "shake"]
    assert len(record.rolls) == 1
    assert decode_record(encode(record)) == record
    assert told(log.folded()) == told(log.match)
    assert log.match.game is not None
    assert saves.verify(saves.read(saves.to_json(saves.save(log.match.game)))).ok


def test_one_undo_takes_a_chain_back_in_the_match_and_in_the_log() -> None:
    log = Log("two", "one", "order")
    chain(log, "apple", "pear")
    log.keep([log.match.undo(ANN, log.now)])
    assert inputs(log.match) == []
    assert told(log.folded()) == told(log.match)


def test_asking_to_take_back_means_the_whole_chain() -> None:
    log = Log("two", "order", "one")
    chain(log, "apple", "pear")
    log.keep(log.match.take_back(ANN, True, log.now))
    log.keep(log.match.take_back(TOM, True, log.now))
    assert inputs(log.match) == []
    assert told(log.folded()) == told(log.match)


@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        (["apple", "fig"], "answer 2 of 2 .*'fig'"),
        (["apple", "pear", "plum"], "answer 3 of 3 .*Tom is asked before it"),
    ],
)
def test_a_chain_is_refused_as_a_whole(answers: list[Any], reason: str) -> None:
    log = Log("two", "order")
    before = told(log.match)
    with pytest.raises(Refused, match=reason):
        chain(log, *answers)
    assert told(log.match) == before


def test_a_chain_to_an_old_question_or_out_of_turn_is_refused() -> None:
    log = Log("two", "order")
    for seat, at, epoch, reason in (
        (ANN, 7, None, "answered already"),
        (ANN, 0, 3, "gone back"),
        (TOM, 0, None, "Ann"),
    ):
        with pytest.raises(Refused, match=reason):
            log.match.answer_chain(seat, at, ["apple"], log.now, epoch=epoch)


def test_a_game_that_hides_something_is_answered_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "hides_nothing", False)
    log = Log("two", "order")
    with pytest.raises(Refused, match="hides something"):
        chain(log, "apple", "pear")
    chain(log, "apple")
    assert inputs(log.match) == ["apple"]


def test_a_game_set_aside_keeps_its_chains() -> None:
    log = Log("two", "two", "order")
    chain(log, "apple", "pear")
    chain(log, "plum")
    log.keep([log.match.undo(ANN, log.now)])
    shelf = Shelf(log.match.head, log.match.created, log.records, False)
    assert [(one.answer, one.joined) for one in shelf.saved().inputs] == [("apple", False), ("pear", True)]


# ---- the wire ---------------------------------------------------------------------------------------


def test_a_drag_is_a_chain_and_one_undo(host: Host) -> None:
    made = host.new_game("roe", setup={"situation": SITUATION}, seats=PERSON_AND_BOT)
    with host.sit(made["game"], made["seats"][0]["token"]) as chair:
        chair.wait()
        found = chair.ask("look", what="ways", gesture={"gesture": "to", "who": "Ann", "place": [10, 13]})
        first = found["ways"][0]
        assert (first["cost"], first["who"], first["paths"]) == (1, "Ann", {"Ann": [[10.0, 13.0]]})
        assert chair.answer_chain(first["answers"])["along"] == []
        assert chair.view is not None
        assert (chair.view["at"], chair.view["undo"]["can"]) == (5, True)
        chair.ask("undo")
        assert chair.view["at"] == 0


def test_a_click_on_an_enemy_has_ways_with_odds(host: Host) -> None:
    made = host.new_game("roe", setup={"situation": SITUATION}, seats=PERSON_AND_BOT)
    with host.sit(made["game"], made["seats"][0]["token"]) as chair:
        chair.wait()
        found = chair.ask("look", what="ways", gesture={"gesture": "at", "target": "Tom"})
        assert {way["who"] for way in found["ways"]} == {"Ann"}
        assert [one["who"] for one in found["why"]] == ["Bea"]
        odds = chair.ask("look", what="odds", chain=found["ways"][0]["answers"])["odds"]["answer"]
        assert (odds["kind"], odds["exact"]) == ("dice", True)
        assert [one["who"] for one in odds["effects"]] == ["Tom"]


def test_how_far_one_comes_and_what_is_met_there(host: Host) -> None:
    made = host.new_game("roe", setup={"situation": SITUATION}, seats=PERSON_AND_BOT)
    with host.sit(made["game"], made["seats"][0]["token"]) as chair:
        chair.wait()
        bands = chair.ask("look", what="bands", name="Ann")["bands"]
        assert [(one["name"], one["reach"]) for one in bands] == [("Tactical", 4.0), ("Advance", 6.0)]
        assert bands[0]["region"]["rings"]
        way = chair.ask("look", what="ways", gesture={"gesture": "to", "who": "Ann", "place": [10, 13]})["ways"][0]
        there = chair.ask("look", what="there", chain=way["answers"], name="Ann")
        assert there["text"].endswith("of 4″")
        odds = chair.ask("look", what="odds", chain=there["targets"][0]["answers"])["odds"]["answer"]
        assert odds["kind"] == "dice"


def test_what_follows_of_itself_is_given_along_and_said(host: Host) -> None:
    made = host.new_game("roe", setup={"situation": SITUATION}, seats=PERSON_AND_BOT)
    with host.sit(made["game"], made["seats"][0]["token"]) as chair:
        chair.wait()
        assert chair.answer_chain(["Bea", "advance", "no focus"], flow=True)["along"] == ["Move"]
        assert chair.view is not None
        assert chair.view["question"]["kind"] == "move"
        chair.ask("undo")
        assert chair.view["at"] == 0


@pytest.mark.parametrize(
    ("what", "more", "reason"),
    [
        ("look", {"what": "ways"}, "not a gesture"),
        ("look", {"what": "ways", "gesture": {"gesture": "to", "who": "Ann", "place": [1e300, 2]}}, "not a gesture"),
        ("look", {"what": "ways", "gesture": {"gesture": "to", "who": "Ann", "place": "there"}}, "not a gesture"),
        ("look", {"what": "ways", "gesture": {"gesture": "at", "target": "Tom", "by": 3}}, "not a gesture"),
        ("look", {"what": "odds", "chain": ["Ann", "sing", "Tom"]}, ""),
        ("look", {"what": "there", "name": "Ann"}, "no chain"),
        ("look", {"what": "there", "name": "Ann", "chain": ["Ann", "sing"]}, "sing"),
        ("look", {"what": "there", "name": "Ann", "chain": [{}, [], None]}, ""),
        ("chain", {"at": 0, "answers": ["Ann", "sing"]}, "answer 2 of 2"),
        ("chain", {"at": 0, "answers": []}, ""),
        ("chain", {"at": 0, "answers": ["Ann"] * 17}, ""),
        ("chain", {"at": 0, "answers": "Ann"}, ""),
    ],
)
def test_hostile_gestures_and_chains_are_refused(host: Host, what: str, more: dict[str, Any], reason: str) -> None:
    made = host.new_game("roe", setup={"situation": SITUATION}, seats=PERSON_AND_BOT)
    with host.sit(made["game"], made["seats"][0]["token"]) as chair:
        chair.wait()
        if more.get("what") == "odds":
            found = chair.ask(what, **more)["odds"]["answer"]
            assert "sing" in found["unknown"]
        else:
            with pytest.raises(ServerRefused, match=reason):
                chair.ask(what, **more)
        assert chair.view is not None
        assert chair.view["at"] == 0
        chair.answer("Ann")


def test_a_chain_that_somebody_has_in_mind_is_told_as_a_way(host: Host) -> None:
    """A hint and a lesson show the whole way: where it goes, what it costs, and what its choices do."""
    made = host.new_game("roe", setup={"situation": SITUATION}, seats=PERSON_AND_BOT)
    with host.sit(made["game"], made["seats"][0]["token"]) as chair:
        chair.wait()
        drag = chair.ask("look", what="ways", gesture={"gesture": "to", "who": "Ann", "place": [10, 13]})["ways"][0]
        (told,) = chair.ask("look", what="ways", chain=drag["answers"])["ways"]
        assert told["answers"] == drag["answers"]
        assert (told["who"], told["cost"], told["paths"], told["short"]) == ("Ann", 1, {"Ann": [[10.0, 13.0]]}, 0)
        assert "4″" in told["taken"][1]["text"]
        (begun,) = chair.ask("look", what="ways", chain=drag["answers"][:2])["ways"]
        assert begun["paths"] == {}
        assert chair.view is not None
        assert chair.view["at"] == 0


def test_a_chain_that_is_not_legal_is_refused_with_its_reason(host: Host) -> None:
    made = host.new_game("roe", setup={"situation": SITUATION}, seats=PERSON_AND_BOT)
    with host.sit(made["game"], made["seats"][0]["token"]) as chair:
        chair.wait()
        with pytest.raises(ServerRefused, match="not one of the options"):
            chair.ask("look", what="ways", chain=["Ann", "dance"])
