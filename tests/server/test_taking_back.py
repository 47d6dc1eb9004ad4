"""Asking to take back: who must agree, what becomes of the dice, and what the log and the save say of it."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sandtable.engine import save as saves
from sandtable.engine.dice import StandingDice
from sandtable.server.client import Chair, Host, ServerRefused
from sandtable.server.match import Match
from sandtable.server.pasts import past_of
from sandtable.server.records import HeadSeat, hashed
from sandtable.server.refused import Refused
from tests.server.orchards import ANN, TOKENS, TOM, Log
from tests.server.test_games import PERSONS, until, whose_turn
from tests.server.test_match import find_orchard, told


@pytest.fixture(autouse=True)
def orchard(monkeypatch: pytest.MonkeyPatch) -> None:
    find_orchard(monkeypatch)


def take_back(log: Log, *seats: int) -> None:
    """The first asks, the others agree."""
    for seat in seats:
        log.keep(log.match.take_back(seat, True, log.now))


def rolls(match: Match) -> list[Any]:
    assert match.game is not None
    return [given for given in match.game.inputs if type(given) is tuple]


def holds(log: Log) -> None:
    """The log tells the same as the match, and the save proves every die."""
    assert told(log.folded()) == told(log.match)
    assert log.match.game is not None
    verdict = saves.verify(saves.read(saves.to_json(saves.save(log.match.game))))
    assert verdict.problem == ""
    assert verdict.proved_rolls == verdict.rolls == len(rolls(log.match))


def test_the_other_player_must_agree() -> None:
    log = Log("one", "order", "one")
    log.answer("apple")
    take_back(log, ANN)
    assert log.match.at == 1
    assert log.match.asked_back == {"seat": ANN, "to": 0, "agreed": (ANN,), "inputs": 1, "rolls": 0}
    take_back(log, TOM)
    assert (log.match.at, log.match.asked, log.match.back, log.match.epoch) == (0, ANN, None, 1)
    assert log.match.backs.went[0].inputs == 1
    holds(log)


def test_it_goes_back_past_the_others_answer_too() -> None:
    log = Log("one", "order", "one")
    log.answer("apple")
    log.answer(["apple", "pear", "plum"])
    log.answer("pear")  # the game is over now
    with pytest.raises(Refused, match="over"):
        take_back(log, ANN)
    log = Log("one", "order", "order", "one")
    log.answer("apple")
    log.answer(["apple", "pear", "plum"])
    take_back(log, ANN, TOM)
    assert (log.match.at, log.match.asked) == (0, ANN)
    holds(log)


def test_an_answer_that_crosses_going_back_is_for_a_question_that_is_no_more() -> None:
    """After another first answer the second question has the same number, and may be another one."""
    log = Log("one", "one", "order")
    log.answer("apple")
    log.keep([log.match.undo(ANN, log.now)])
    log.answer("pear")
    with pytest.raises(Refused, match="the game has gone back") as refused:
        log.answer("plum", epoch=0)
    assert (refused.value.code, log.match.at) == ("stale", 1)
    log.answer("plum", epoch=1)
    assert log.match.at == 2
    holds(log)


def test_over_the_socket_an_answer_may_say_its_epoch(host: Host) -> None:
    made = host.new_game("opportunity", seats=PERSONS)
    with host.sit(made["game"], *(seat["token"] for seat in made["seats"])) as both:
        question = both.wait()
        assert question is not None
        assert both.view is not None
        at, seat, answer = both.view["at"], both.view["seat"], both.any_answer(question)
        with pytest.raises(ServerRefused, match="the game has gone back"):
            both.ask("answer", at=at, epoch=both.view["epoch"] + 1, answer=answer, seat=seat)
        both.ask("answer", at=at, epoch=both.view["epoch"], answer=answer, seat=seat)
        assert both.view["at"] == at + 1


def test_a_no_is_a_no() -> None:
    log = Log("one", "order", "one")
    log.answer("apple")
    take_back(log, ANN)
    log.keep(log.match.take_back(TOM, False, log.now))
    assert log.match.back is None
    with pytest.raises(Refused, match="declined"):
        take_back(log, ANN)
    assert told(log.folded()) == told(log.match)


def test_what_one_has_asked_one_may_withdraw_and_ask_again() -> None:
    log = Log("one", "order", "one")
    log.answer("apple")
    take_back(log, ANN)
    with pytest.raises(Refused, match="already"):
        take_back(log, ANN)
    log.keep(log.match.take_back(ANN, False, log.now))
    take_back(log, ANN, TOM)
    assert log.match.at == 0


def test_whoever_plays_on_has_declined() -> None:
    log = Log("one", "order", "one")
    log.answer("apple")
    take_back(log, ANN)
    log.answer(["apple", "pear", "plum"])
    assert log.match.back is None
    with pytest.raises(Refused, match="nobody asks"):
        log.keep(log.match.take_back(TOM, False, log.now))


def test_what_one_may_undo_alone_is_not_asked_for() -> None:
    log = Log("one", "one", "order")
    with pytest.raises(Refused, match="not answered anything"):
        take_back(log, ANN)
    log.answer("apple")
    with pytest.raises(Refused, match="undo it"):
        take_back(log, ANN)


def test_the_same_roll_meets_the_same_dice() -> None:
    log = Log("bet", "order", "one")
    log.answer("shake")
    seen = rolls(log.match)
    take_back(log, ANN, TOM)
    assert rolls(log.match) == []
    assert log.match.backs.went[0].rolls == 1
    log.answer("shake")
    assert rolls(log.match) == seen
    holds(log)


def test_another_roll_meets_dice_that_nobody_has_seen() -> None:
    """Number 0 was one die for the apples; after the take-back number 0 is another roll, of a stream of its own."""
    log = Log("bet", "bet", "order", seed="09" * 32)
    log.answer("shake")
    log.answer("shake")
    assert log.match.game is not None
    first = log.match.game.dice[-1].source
    take_back(log, ANN, TOM)
    log.answer("wait")
    source = log.match.game.dice[-1].source
    assert isinstance(source, StandingDice)
    assert source.nonces == ("a", "t", "take-back 1")
    holds(log)
    from sandtable.engine.dice import Roll

    for other in (Roll(1, 6, "pears that fall", "", ANN, "tree"), Roll(12, 6, "apples that fall", "", ANN, "tree")):
        assert source.roll(other, 1) == type(first)(source.seed, source.nonces).roll(other, 1)  # type: ignore[call-arg]
    assert source.roll(Roll(12, 6, "x", "", ANN), 1) != first.roll(Roll(12, 6, "x", "", ANN), 1)


def test_nobody_fishes_by_going_to_and_fro() -> None:
    """Asked twice, with something else tried in between: the old dice still stand."""
    log = Log("bet", "bet", "order", "one")
    log.answer("shake")
    seen = rolls(log.match)
    take_back(log, ANN, TOM)
    log.answer("wait")
    log.answer("shake")
    take_back(log, ANN, TOM)
    log.keep(log.match.undo(ANN, log.now))
    log.answer("shake")
    assert rolls(log.match) == seen
    assert [went.rolls for went in log.match.backs.went] == [1, 1]
    holds(log)


@given(st.integers(0, 10**6))
def test_dice_are_a_matter_of_the_way_alone(seed: int) -> None:
    """However often they go back: the same answers lead to the same dice, and every save verifies."""
    with pytest.MonkeyPatch.context() as patch:
        find_orchard(patch)
        rng = Random(seed)
        log = Log("bet", "order", "bet", "bet", "order", "bet", "order")
        for _ in range(14):
            if log.match.question is None:
                break
            if rng.random() < 0.35:
                seat = rng.choice((ANN, TOM))
                if log.match.why_no_asking(seat) is None:
                    take_back(log, seat, 1 - seat)
                    continue
            log.answer(log.match.question.pick(rng))
        holds(log)
        known: dict[Any, Any] = {}
        for number in range(len(log.records) + 1):
            match = Match.fold(log.head, 1000, log.records[:number])
            if match.game is not None and not match.backs.went:
                known[json.dumps([one for one in match.game.inputs if type(one) is not tuple])] = rolls(match)
        assert log.match.game is not None
        way = json.dumps([one for one in log.match.game.inputs if type(one) is not tuple])
        assert known.get(way, rolls(log.match)) == rolls(log.match)


def test_dice_that_never_were_do_not_stand() -> None:
    log = Log("bet", "order", "one")
    log.answer("shake")
    take_back(log, ANN, TOM)
    log.answer("shake")
    assert log.match.game is not None
    saved = saves.save(log.match.game)
    (old,) = saved.dice[0].stood
    better = replace(old, faces=(6,) if old.faces != (6,) else (5,))
    forged = replace(saved, dice=[replace(saved.dice[0], stood=[better])])
    assert "never rolled" in saves.verify(forged).problem


def test_a_fork_of_such_a_game_verifies_too() -> None:
    log = Log("bet", "order", "bet", "one")
    log.answer("shake")
    take_back(log, ANN, TOM)
    log.answer("shake")
    game = log.match.game
    assert game is not None
    fork = Log("bet", "order", "bet", "one", past=past_of(game, 2, saves.save(game).dice), seed="08" * 32)
    fork.answer(["apple", "pear", "plum"])
    fork.answer("shake")
    holds(fork)
    with pytest.raises(Refused, match="not answered anything"):
        Log("bet", "order", past=past_of(game, 2, saves.save(game).dice)).match.take_back(ANN, True, 0)


def bot_game(*chores: str) -> Log:
    seats = [HeadSeat("person", "A", token=hashed(TOKENS[ANN])), HeadSeat("bot", "", "random")]
    log = Log(*chores, seats=seats, begun=False)
    log.keep(log.match.ready(ANN, "a", log.now))
    return log


def test_a_bot_agrees_while_no_die_was_rolled() -> None:
    log = bot_game("one", "order", "bet", "order")
    log.answer("apple")
    log.answer(["apple", "pear", "plum"], by="bot")
    take_back(log, ANN)
    assert (log.match.at, log.match.asked) == (0, ANN)
    assert told(log.folded()) == told(log.match)
    log.answer("pear")
    log.answer(["apple", "pear", "plum"], by="bot")
    log.answer("shake")
    with pytest.raises(Refused, match="dice have been rolled"):
        take_back(log, ANN)


def test_a_bot_cannot_forget_what_it_was_shown() -> None:
    log = bot_game("secret", "reveal", "order")
    log.answer("apple", by="bot")
    log.answer("pear")
    with pytest.raises(Refused, match="something hidden"):
        take_back(log, ANN)


def test_what_the_clock_answered_is_not_ones_own() -> None:
    log = Log("draft", "one", "one")
    log.answer("plum", by="clock")
    assert log.match.why_no_asking(TOM) == "you have not answered anything yet"


# ---- over sockets --------------------------------------------------------------------------------------


def asked_of(chairs: list[Chair]) -> tuple[Chair, Chair]:
    """Who is asked, and who is not."""
    asked = whose_turn(chairs)
    assert asked is not None
    return asked, next(chair for chair in chairs if chair is not asked)


def test_two_people_agree_to_take_back(host: Host) -> None:
    made = host.new_game("opportunity", seats=PERSONS)
    tokens = [seat["token"] for seat in made["seats"]]
    with host.sit(made["game"], tokens[0]) as ann, host.sit(made["game"], tokens[1]) as bob:
        rng = Random(5)
        while True:
            asked, other = asked_of([ann, bob])
            asked.answer(asked.any_answer(asked.wait() or {}, rng))
            asker, answerer = asked, other
            assert asker.view is not None
            if asker.view["undo"]["ask"]:
                break
        at, question = asker.view["at"], None
        asker.take_back()
        until(answerer, lambda: answerer.table["back"] is not None)
        back = answerer.table["back"]
        assert (back["seat"], back["agreed"]) == (asker.view["seat"], [asker.view["seat"]])
        answerer.take_back()
        while asker.view["at"] >= at:
            asker.receive()
        assert asker.view["at"] == back["to"]
        question = asker.wait()
        assert question is not None
        assert asker.view["back"] == [
            {"seat": back["seat"], "at": back["to"], "inputs": back["inputs"], "rolls": back["rolls"]}
        ]
        with pytest.raises(ServerRefused, match="nobody asks"):
            answerer.take_back(False)
        # the game goes on to its end, and every die is proved
        while (asked_now := whose_turn([ann, bob])) is not None:
            asked_now.answer(asked_now.any_answer(asked_now.wait() or {}, rng))
        assert ann.over is not None
        assert ann.over["proved"]
    replay = host.get(f"/api/games/{made['game']}/replay", tokens[0])
    assert replay["back"] == ann.view["back"]  # type: ignore[index]
    saved = saves.read(json.dumps(host.get(f"/api/games/{made['game']}/save", tokens[0])))
    assert saves.verify(saved).ok


def test_watchers_take_nothing_back(host: Host) -> None:
    made = host.new_game("opportunity")
    with host.sit(made["game"], made["watch"]) as watcher, pytest.raises(ServerRefused, match="watchers only look"):
        watcher.take_back()
