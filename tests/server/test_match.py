"""The match: a game with its players, folded from a log."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.engine import registry
from sandtable.engine import save as saves
from sandtable.engine.dice import Seeded
from sandtable.engine.errors import SandtableError
from sandtable.server.fold import ChatLine
from sandtable.server.match import MOST_ASIDES, MOST_CHAT, MOST_RECORDS, Match
from sandtable.server.pasts import past_of
from sandtable.server.records import (
    ClockRule,
    HeadSeat,
    Input,
    Stored,
    decode_head,
    decode_record,
    encode,
    hashed,
    next_token,
)
from sandtable.server.refused import Refused
from tests.engine.toy import ROUND_ROBIN, TOY
from tests.server.orchards import ANN, CLOCK, TOKENS, TOM, Log, head


@pytest.fixture(autouse=True)
def orchard(monkeypatch: pytest.MonkeyPatch) -> None:
    find_orchard(monkeypatch)


def find_orchard(monkeypatch: pytest.MonkeyPatch) -> None:
    def find(name: str) -> Any:
        return TOY if name == "orchard" else registry.ruleset(name)

    for module in ("sandtable.server.fold", "sandtable.server.shelf", "sandtable.engine.save"):
        monkeypatch.setattr(f"{module}.find_ruleset", find)
    monkeypatch.setattr("sandtable.server.library.ruleset", find)


def told(match: Match) -> Any:
    """Everything a match is, for comparing."""
    game = match.game
    return (
        match.number, match.status, match.at, match.epoch, match.seats, match.chat, match.closed, match.clocks.left,
        match.clocks.asked, match.last, match.next, match.asked, match.deadline, list(match._done),
        match.back, match.backs.went, match.backs.given, match.backs.declined, match.open, match.opened,
        game and (game.hash(), game.inputs, game.events, game.dice[-1].since, _stream(game), match.nonces),
    )  # fmt: skip


def _stream(game: Any) -> Any:
    source = game.dice[-1].source
    return getattr(source, "nonces", None), getattr(source, "stood", None)


def test_the_game_begins_with_the_last_nonce() -> None:
    log = Log("roll", "one", begun=False)
    assert log.match.status == "waiting"
    log.keep(log.match.ready(TOM, "t", log.now, "Thomas"))
    assert log.match.game is None
    log.keep(log.match.ready(ANN, "a", log.now))
    assert not log.match.over
    assert log.match.nonces == ["a", "t"]
    assert log.match.seats[TOM].name == "Thomas"
    game = log.match.game
    assert game is not None
    assert game.inputs[0] == Seeded(bytes.fromhex("07" * 32), ["a", "t"]).roll(_roll(), 0)
    assert told(log.folded()) == told(log.match)


def _roll() -> Any:
    from sandtable.engine.dice import Roll

    return Roll(2, 6, "apples that fall", "TO-2.1", ANN, "tree")


def test_a_second_nonce_is_not_taken() -> None:
    log = Log("one")
    assert log.match.ready(ANN, "another", log.now) == []
    assert log.match.nonces == ["a", "t"]


def test_a_game_of_bots_begins_at_once() -> None:
    log = Log("one", seats=[HeadSeat("bot", "", "random"), HeadSeat("bot", "", "random")])
    assert log.match.status == "playing"
    assert told(log.folded()) == told(log.match)


@given(st.integers(0, 10**6))
def test_the_log_tells_the_same_as_the_match(seed: int) -> None:
    """Whatever is done to a match, in whatever order: its log leads to the same match, at every moment."""
    with pytest.MonkeyPatch.context() as patch:
        find_orchard(patch)
        rng = Random(seed)
        log = Log(*rng.choices(ROUND_ROBIN, k=6), clock=rng.choice([None, CLOCK]))
        for number in range(14):
            log.wait(rng.random() * 20)
            _do_something(log, rng, f"m{number}")
            copy = [msgspec.convert(msgspec.to_builtins(one), Stored) for one in log.records]
            assert told(Match.fold(decode_head(encode(log.head)), 1000, copy)) == told(log.match)


def _do_something(log: Log, rng: Random, message: str) -> None:
    match, seat = log.match, rng.choice((ANN, TOM))
    try:
        match rng.randrange(13):
            case 0:
                log.keep(match.undo(seat, log.now, message))
            case 1:
                log.keep(match.say(rng.choice((None, seat)), "Hello", log.now, message))
            case 2:
                log.keep(match.offer_draw(seat, rng.random() < 0.7, message))
            case 3:
                log.keep(match.rename(seat, "Somebody", message))
            case 4:
                log.keep(match.claim(seat, "new"))
            case 5 if rng.random() < 0.2:
                log.keep(match.concede(seat, message))
            case 7 | 8:
                log.keep(match.take_back(seat, rng.random() < 0.8, log.now, message))
            case 9 if rng.random() < 0.2:
                log.keep(match.claim_absent(seat, 1 - seat, rng.random() < 0.5, message))
            case 6:
                log.keep(match.want_rematch(seat, TOKENS[seat], message))
            case _:
                if match.question is not None:
                    log.answer(match.question.pick(rng), message=message)
    except Refused:
        pass


def test_records_survive_their_wire_form() -> None:
    record = Input(id="x", seat=1, answer={"ladder": [1.5, 2]}, rolls=[[1, 2]], spent=5, by="bot")
    assert decode_record(encode(record)) == record


def test_a_log_with_a_gap_is_refused() -> None:
    log = Log("one", "one")
    with pytest.raises(SandtableError, match="follows"):
        log.match.take(Stored(9, 0, Input(seat=0, answer="apple")))


def test_dice_that_are_not_ours_are_noticed() -> None:
    log = Log("one", "roll", "one")
    with pytest.raises(SandtableError, match="not those of the log"):
        log.match.take(Stored(log.match.number + 1, 0, Input(seat=0, answer="apple", rolls=[[1, 1]])))


# ---- answers ---------------------------------------------------------------------------------------


def test_only_who_is_asked_answers() -> None:
    log = Log("one")
    before = told(log.match)
    for seat, at, answer, code in ((TOM, 0, "apple", "turn"), (ANN, 1, "apple", "stale"), (ANN, 0, "fig", "illegal")):
        with pytest.raises(Refused) as refused:
            log.match.answer(seat, at, answer, log.now)
        assert refused.value.code == code
    assert told(log.match) == before
    log.answer("apple")
    with pytest.raises(Refused, match="over"):
        log.match.answer(ANN, log.match.at, "apple", log.now)


def test_a_refusal_names_the_clause_and_what_is_legal() -> None:
    with pytest.raises(Refused) as refused:
        Log("one").match.answer(ANN, 0, "quince", 0)
    assert refused.value.clause == "TO-1.2"
    assert "October" in refused.value.reason
    assert "Apple" in refused.value.legal


def test_a_message_is_remembered_after_a_restart() -> None:
    log = Log("one", "one")
    log.answer("apple", message="m")
    assert log.match.was_done(ANN, "m")
    assert log.folded().was_done(ANN, "m")
    assert not log.match.was_done(TOM, "m")
    assert not log.match.was_done(ANN, "")


def test_undo_keeps_to_the_policy() -> None:
    log = Log("one", "one", "roll", "one", "order")
    with pytest.raises(Refused, match="nothing has been answered"):
        log.match.undo(ANN, log.now)
    log.answer("apple")
    with pytest.raises(Refused, match="not your turn"):
        log.match.undo(TOM, log.now)
    log.keep(log.match.undo(ANN, log.now))
    assert log.match.at == 0
    log.answer("pear")
    log.answer("pear")
    with pytest.raises(Refused, match="dice"):
        log.match.undo(ANN, log.now)
    assert told(log.folded()) == told(log.match)


def test_a_game_and_its_chat_have_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log("one")
    log.match.chat.extend([ChatLine(0, "players", ANN, "A", "more", 0)] * MOST_CHAT)
    with pytest.raises(Refused, match="enough"):
        log.match.say(ANN, "more", 0)
    log.match.number = MOST_RECORDS
    with pytest.raises(Refused, match="full"):
        log.match.answer(ANN, 0, "apple", 0)
    log.keep(log.match.concede(ANN))
    assert log.match.over


def test_watchers_cannot_silence_the_players() -> None:
    log = Log("one")
    log.match.chat.extend([ChatLine(0, "watchers", None, "watcher", "noise", 0)] * MOST_CHAT)
    with pytest.raises(Refused, match="enough"):
        log.match.say(None, "more", 0)
    log.keep(log.match.say(ANN, "hello", log.now))
    assert log.match.chat[-1].text == "hello"


def test_nobody_fills_the_log_of_a_game_he_is_losing() -> None:
    log = Log("one", "one", "one")
    for number in range(MOST_ASIDES):
        match number % 3:
            case 0:
                log.keep(log.match.offer_draw(TOM, True))
            case 1:
                log.keep(log.match.rename(TOM, f"Tom {number}"))
            case 2:
                log.keep(log.match.ready(TOM, "t", log.now, f"Thomas {number}"))
    number = log.match.number
    for wish in (
        lambda: log.match.offer_draw(TOM, True),
        lambda: log.match.rename(TOM, "Tom"),
        lambda: log.match.claim(TOM, "another"),
    ):
        with pytest.raises(Refused, match="too often"):
            wish()
    assert log.match.ready(TOM, "t", log.now, "once more") == []
    assert log.match.number == number
    log.answer("apple")
    log.keep(log.match.undo(ANN, log.now))
    log.keep(log.match.concede(TOM))
    assert told(log.folded()) == told(log.match)


def test_watchers_do_not_know_each_others_ids() -> None:
    log = Log("one")
    log.keep(log.match.say(None, "first", log.now, "1"))
    for match in (log.match, log.folded()):
        assert match.was_done(None, "1", "first")
        assert not match.was_done(None, "1", "second")


# ---- tokens -----------------------------------------------------------------------------------------


def test_tokens_open_one_door_each() -> None:
    match = Log("one").match
    assert [match.seat_of(token) for token in TOKENS] == [ANN, TOM]
    assert match.seat_of("watch token") is None
    for wrong in ("", "token of Tam", hashed(TOKENS[0]), "watch"):
        with pytest.raises(Refused):
            match.seat_of(wrong)


def test_a_bots_seat_has_no_token() -> None:
    """Its hash is empty, and nothing hashes to that; a token left over from a person is dead too."""
    match = Log("one", seats=[HeadSeat("person", "A", token=hashed("x")), HeadSeat("bot", "", "random")]).match
    with pytest.raises(Refused):
        match.seat_of("")


def test_a_claimed_seat_has_a_new_token() -> None:
    log = Log("one")
    log.keep(log.match.claim(TOM, "fresh"))
    assert log.match.seat_of("fresh") == TOM
    with pytest.raises(Refused):
        log.match.seat_of(TOKENS[TOM])


def test_the_store_never_sees_a_seat_token() -> None:
    log = Log("one")
    log.keep(log.match.concede(ANN))
    log.keep(log.match.want_rematch(ANN, TOKENS[ANN]))
    kept = encode(log.head) + "".join(encode(one.record) for one in log.records)
    for token in (*TOKENS, next_token(TOKENS[ANN])):
        assert token not in kept
    assert log.match.seats[ANN].rematch == hashed(next_token(TOKENS[ANN]))


# ---- ends -------------------------------------------------------------------------------------------


def test_conceding_ends_a_game_of_two() -> None:
    log = Log("one")
    log.keep(log.match.concede(ANN))
    outcome = log.match.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.seats, outcome.by) == (["Tom"], [TOM], "concede")
    assert log.match.question is None
    with pytest.raises(Refused, match="over"):
        log.match.concede(TOM)


def test_a_closed_game_still_makes_a_save_that_verifies() -> None:
    log = Log("roll", "one", "one")
    log.answer("apple")
    log.keep(log.match.concede(TOM))
    assert log.match.game is not None
    verdict = saves.verify(saves.save(log.match.game))
    assert verdict.ok
    assert verdict.proved_rolls == verdict.rolls == 1


def test_a_draw_needs_everybody_and_an_answer_ends_the_offer() -> None:
    log = Log("one", "one")
    log.keep(log.match.offer_draw(ANN, True))
    log.answer("apple")
    assert not any(seat.draw for seat in log.match.seats)
    log.keep(log.match.offer_draw(ANN, True))
    log.keep(log.match.offer_draw(TOM, False))
    assert not any(seat.draw for seat in log.match.seats)
    log.keep(log.match.offer_draw(TOM, True))
    log.keep(log.match.offer_draw(ANN, True))
    assert log.match.outcome is not None
    assert log.match.outcome.by == "agreement"
    assert log.match.outcome.winners == []
    assert told(log.folded()) == told(log.match)


def test_a_rematch_needs_all_persons() -> None:
    log = Log("one")
    with pytest.raises(Refused, match="not over"):
        log.match.want_rematch(ANN, TOKENS[ANN])
    log.answer("apple")
    log.keep(log.match.want_rematch(ANN, TOKENS[ANN]))
    assert not log.match.rematch_due
    log.keep(log.match.want_rematch(TOM, TOKENS[TOM]))
    assert log.match.rematch_due
    log.keep(log.match.follow_on("next", "watch"))
    assert not log.match.rematch_due


# ---- clocks -----------------------------------------------------------------------------------------


def test_a_clock_runs_for_whoever_is_asked() -> None:
    log = Log("one", "order", clock=CLOCK)
    log.wait(20)
    log.answer("apple")
    assert log.match.clocks.left == [45_000, 60_000]
    log.wait(61)
    assert log.match.deadline == log.now - 1000
    log.keep(log.match.flag(log.now))
    outcome = log.match.outcome
    assert outcome is not None
    assert (outcome.by, outcome.winners) == ("flag", ["Ann"])
    assert told(log.folded()) == told(log.match)


def test_no_flag_falls_early() -> None:
    log = Log("one", clock=CLOCK)
    log.wait(59.999)
    assert log.match.flag(log.now) is None
    assert Log("one").match.flag(10**12) is None
    assert Log("one").match.deadline is None


def test_a_question_with_a_fallback_is_answered_with_it() -> None:
    """The draft of the orchard has ten seconds and falls back on the plum."""
    log = Log("draft", "one", clock=ClockRule(questions=True))
    assert log.match.deadline == log.now + 10_000
    log.wait(10)
    log.keep(log.match.flag(log.now))
    assert log.match.last is not None
    assert (log.match.last.answer, log.match.last.by) == ("plum", "clock")
    assert log.match.deadline is None


def test_the_rules_own_clock_takes_nothing_from_an_untouched_bank() -> None:
    log = Log("draft", "draft", clock=ClockRule(60, 0, "lose", True))
    log.wait(10)
    log.keep(log.match.flag(log.now))
    assert log.match.clocks.left == [60_000, 50_000]


def test_pick_goes_on_with_any_answer_and_ten_seconds() -> None:
    log = Log("one", "one", "one", clock=ClockRule(30, 5, "pick"))
    log.wait(31)
    log.keep(log.match.flag(log.now))
    assert log.match.status == "playing"
    assert log.match.clocks.left[ANN] == 10_000
    log.wait(10)
    log.keep(log.match.flag(log.now))
    assert log.match.at == 2
    assert told(log.folded()) == told(log.match)


def test_to_take_an_answer_back_gives_no_time_back() -> None:
    """Neither the increment, again and again, nor the time one has thought about the next question."""
    log = Log("one", "one", clock=CLOCK)
    for _ in range(5):
        log.wait(1)
        log.answer("apple")
        log.wait(2)
        log.keep(log.match.undo(ANN, log.now))
    assert log.match.clocks.left == [45_000, 60_000]
    assert log.match.deadline == log.now + 45_000
    assert told(log.folded()) == told(log.match)
    log.wait(44)
    log.answer("apple")
    log.wait(3)
    log.keep(log.match.undo(ANN, log.now))
    assert log.match.clocks.left[ANN] == 0
    log.keep(log.match.flag(log.now))
    assert log.match.over


def test_what_the_clock_has_answered_stands() -> None:
    log = Log("one", "one", "one", clock=ClockRule(30, 5, "pick"))
    log.wait(31)
    log.keep(log.match.flag(log.now))
    with pytest.raises(Refused, match="clock"):
        log.match.undo(ANN, log.now)
    log.answer("apple")
    log.keep(log.match.undo(ANN, log.now))
    for match in (log.match, log.folded()):
        with pytest.raises(Refused, match="clock"):
            match.undo(ANN, log.now)


def test_wait_shows_the_flag_and_goes_on() -> None:
    log = Log("one", clock=ClockRule(30, 0, "wait"))
    log.wait(31)
    assert log.match.deadline is None
    assert log.match.flag(log.now) is None
    log.answer("apple")
    assert log.match.over


def test_what_the_server_slept_through_does_not_count() -> None:
    log = Log("one", clock=CLOCK)
    match = log.folded()
    match.clocks.forgive(500_000)
    assert match.deadline == 560_000


def test_bots_have_no_clock() -> None:
    seats = [HeadSeat("bot", "", "random"), HeadSeat("bot", "", "random")]
    assert Log("one", clock=CLOCK, seats=seats).match.deadline is None


# ---- real dice, forks, replays --------------------------------------------------------------------------


def test_typed_dice_wait_for_a_person() -> None:
    log = Log("roll", "one", dice="typed", seed="")
    assert log.match.asked == ANN
    with pytest.raises(Refused, match="not a face"):
        log.match.answer(ANN, 0, [1, 7], log.now)
    log.answer([3, 4])
    assert log.match.game is not None
    assert log.match.game.inputs == [(3, 4)]
    assert told(log.folded()) == told(log.match)


def test_a_persons_hand_rolls_for_the_bot() -> None:
    seats = [HeadSeat("bot", "", "random"), HeadSeat("person", "T", token="x")]
    log = Log("roll", "one", dice="typed", seed="", seats=seats, begun=False)
    log.keep(log.match.ready(TOM, "t", log.now))
    assert log.match.asked == TOM
    log.answer([3, 4])
    assert log.match.asked == ANN


def test_a_fork_begins_where_the_other_game_was() -> None:
    log = Log("roll", "one", "roll", "one", "order")
    log.answer("apple")
    log.answer("pear")
    game = log.match.game
    assert game is not None
    past = past_of(game, 2, saves.save(game).dice)
    fork = Log("roll", "one", "roll", "one", "order", past=past, seed="08" * 32)
    assert fork.match.game is not None
    assert fork.match.game.inputs[:2] == game.inputs[:2]
    assert fork.match.game.inputs[2:] != game.inputs[2:]
    with pytest.raises(Refused, match="cannot undo"):
        fork.match.undo(ANN, 0)
    fork.answer("plum")
    assert told(fork.folded()) == told(fork.match)
    assert saves.verify(saves.save(fork.match.game)).ok


def test_nobody_plays_on_in_a_replay() -> None:
    log = Log("roll", "one", "one")
    log.answer("apple")
    game = log.match.game
    assert game is not None
    past = past_of(game, len(game.inputs), saves.save(game).dice)
    seats = [HeadSeat("bot", "", "random"), HeadSeat("bot", "", "random")]
    replay = Log("roll", "one", "one", past=past, replay=True, seats=seats, dice="typed", seed="")
    assert replay.match.over
    assert replay.match.asked is None
    assert told(replay.folded()) == told(replay.match)
    assert replay.match.game is not None
    assert saves.verify(saves.save(replay.match.game)).proved_rolls == 1


def test_heads_survive_their_wire_form() -> None:
    one = head("one", clock=CLOCK)
    assert decode_head(encode(one)) == one
