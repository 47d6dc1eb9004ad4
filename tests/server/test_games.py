"""Whole games over real sockets."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from sandtable.engine import save as saves
from sandtable.engine.registry import ruleset_ids
from sandtable.server.client import Chair, Host, ServerRefused
from tests.server.conftest import Server

PERSONS = [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Bob"}]


def play_out(chairs: list[Chair], rng: Random, most: int = 100_000) -> int:
    """Plays a game, or the first `most` answers of it, with whoever is asked; returns the number of answers."""
    for number in range(most):
        asked = whose_turn(chairs)
        if asked is None:
            return number
        question = asked.wait()
        assert question is not None
        asked.answer(asked.any_answer(question, rng))
    return most


def until(chair: Chair, ready: Callable[[], bool]) -> None:
    """Hears messages until something is so."""
    while not (chair.table and ready()):
        chair.receive()


def whose_turn(chairs: list[Chair]) -> Chair | None:
    """The chair that is asked, once all have heard the same; None at the end."""
    for chair in chairs:
        while chair.view is None or chair.view["at"] < max(c.view["at"] for c in chairs if c.view is not None):
            chair.receive()
    for chair in chairs:
        assert chair.view is not None
        if chair.view["question"] is not None:
            return chair
    for chair in chairs:
        while chair.over is None:
            chair.receive()
    return None


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_a_whole_game_against_a_bot(host: Host, ruleset: str) -> None:
    made = host.new_game(ruleset, seats=[{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "random"}])
    token = made["seats"][0]["token"]
    rng = Random(1)
    with host.sit(made["game"], token, nonce="mine") as chair:
        while (question := chair.wait()) is not None:
            chair.answer(chair.any_answer(question, rng))
        over = chair.over
    assert over is not None
    assert over["commitment"] == made["commitment"]
    assert over["nonces"] == ["mine"]
    assert over["proved"]
    saved = saves.read(json.dumps(host.get(f"/api/games/{made['game']}/save", token)))
    assert saves.verify(saved).ok
    assert saves.load(saved).over


def test_two_people_hear_the_same(host: Host) -> None:
    made = host.new_game("opportunity", seats=PERSONS)
    tokens = [seat["token"] for seat in made["seats"]]
    with host.sit(made["game"], tokens[0]) as ann, host.sit(made["game"], tokens[1]) as bob:
        play_out([ann, bob], Random(2))
        assert ann.log[0] == bob.log[1]
        assert ann.over == bob.over


def test_one_client_may_hold_both_seats(host: Host) -> None:
    made = host.new_game("opportunity", seats=PERSONS)
    with host.sit(made["game"], *[seat["token"] for seat in made["seats"]]) as both:
        rng = Random(3)
        while (question := both.wait()) is not None:
            assert both.view is not None
            assert both.view["seat"] == question["seat"]
            both.answer(both.any_answer(question, rng))
        assert both.over is not None
        assert both.over["proved"]
        assert len(both.over["nonces"]) == 2


def test_the_game_waits_for_everybody(host: Host) -> None:
    made = host.new_game("opportunity", seats=PERSONS)
    tokens = [seat["token"] for seat in made["seats"]]
    with host.sit(made["game"], tokens[0], name="Annika") as ann:
        until(ann, lambda: ann.table["seats"][0]["ready"])
        assert ann.table["status"] == "waiting"
        assert [seat["ready"] for seat in ann.table["seats"]] == [True, False]
        assert ann.view is None
        with pytest.raises(ServerRefused, match="not begun"):
            ann.ask("concede")
        with host.sit(made["game"], tokens[1]) as bob:
            while ann.view is None or bob.view is None:
                (ann if ann.view is None else bob).receive()
            until(ann, lambda: ann.table["status"] == "playing" and ann.table["seats"][1]["here"])
            assert [seat["name"] for seat in ann.table["seats"]] == ["Annika", "Bob"]
        until(ann, lambda: not ann.table["seats"][1]["here"])


def test_who_comes_back_gets_what_it_missed(host: Host) -> None:
    made = host.new_game("opportunity", seats=PERSONS)
    tokens = [seat["token"] for seat in made["seats"]]
    with host.sit(made["game"], tokens[1]) as bob:
        with host.sit(made["game"], tokens[0]) as ann:
            play_out([ann, bob], Random(4), 3)
            whose_turn([ann, bob])
            had, epoch = ann.log[0], ann.view["epoch"]  # type: ignore[index]
        moved = 0
        while (view := bob.view) is not None and view["question"] is not None:
            bob.answer(bob.any_answer(view["question"], Random(moved)))
            moved += 1
        with host.sit(made["game"], tokens[0], since=len(had), epoch=epoch) as back:
            view = back.wait_for("view")
            assert view["since"] == len(had)
            assert had + view["events"] == bob.log[1]


def test_an_answer_is_done_once(host: Host) -> None:
    made = host.new_game("opportunity", seats=PERSONS)
    with host.sit(made["game"], *[seat["token"] for seat in made["seats"]]) as both:
        question = both.wait()
        assert question is not None
        assert both.view is not None
        message = {"at": both.view["at"], "answer": both.any_answer(question), "seat": question["seat"], "id": "same"}
        both.ask("answer", **dict(message))
        after = both.view["at"]
        both.ask("answer", **dict(message))
        assert both.view["at"] == after
        with pytest.raises(ServerRefused) as refused:
            both.ask("answer", **{**message, "id": "other"})
        assert refused.value.code == "stale"


def test_undo_shortens_the_log(host: Host) -> None:
    made = host.new_game("roe", seats=PERSONS)
    with host.sit(made["game"], *[seat["token"] for seat in made["seats"]]) as both:
        rng = Random(5)
        for _ in range(200):
            question = both.wait()
            assert question is not None
            assert both.view is not None
            before = both.view
            log = list(both.log[before["seat"]])
            both.answer(both.any_answer(question, rng))
            assert both.view is not None
            if both.view["undo"]["can"]:
                break
        assert both.view is not None
        assert both.view["undo"]["can"]
        both.ask("undo", seat=both.view["seat"])
        assert both.view["at"] == before["at"]
        assert both.view["question"] == question
        assert both.log[before["seat"]] == log
        assert both.view["epoch"] == 1


def test_watchers_see_no_questions_and_touch_nothing(host: Host) -> None:
    made = host.new_game("opportunity", seats=PERSONS)
    tokens = [seat["token"] for seat in made["seats"]]
    with host.sit(made["game"], *tokens) as both, host.sit(made["game"], made["watch"]) as watcher:
        play_out([both], Random(6), 4)
        while watcher.view is None or watcher.view["at"] != both.view["at"]:  # type: ignore[index]
            watcher.receive()
        assert watcher.view["question"] is None
        assert watcher.view["waiting"] is not None
        assert watcher.view["seat"] is None
        for wish in ({"t": "answer", "at": watcher.view["at"], "answer": "x"}, {"t": "undo"}, {"t": "concede"}):
            with pytest.raises(ServerRefused, match="watchers only look"):
                watcher.ask(wish.pop("t"), **wish)


def test_players_talk_among_themselves(host: Host) -> None:
    made = host.new_game("opportunity", seats=PERSONS)
    tokens = [seat["token"] for seat in made["seats"]]
    with host.sit(made["game"], tokens[0]) as ann, host.sit(made["game"], tokens[1]) as bob:
        with host.sit(made["game"], made["watch"]) as watcher:
            bob.wait_for("welcome")  # who comes later reads it there
            ann.ask("chat", text="Good luck!")
            assert bob.wait_for("chat")["text"] == "Good luck!"
            watcher.ask("chat", text="Who will win?")
            assert [line["text"] for line in watcher.chat] == ["Who will win?"]
            bob.ask("concede")
            until(watcher, lambda: watcher.over is not None)
        assert [line["text"] for line in bob.chat] == ["Good luck!"]
        with host.sit(made["game"], made["watch"]) as later:
            later.wait_for("view")
            assert [line["text"] for line in later.chat] == ["Good luck!", "Who will win?"]


def test_conceding_and_rematch_with_sides_swapped(host: Host) -> None:
    made = host.new_game("opportunity", seats=PERSONS)
    tokens = [seat["token"] for seat in made["seats"]]
    with host.sit(made["game"], tokens[0]) as ann, host.sit(made["game"], tokens[1]) as bob:
        ann.wait_for("view")
        with pytest.raises(ServerRefused, match="not over yet"):
            ann.ask("rematch")
        ann.ask("concede")
        until(bob, lambda: bob.over is not None)
        assert bob.over is not None
        assert bob.over["outcome"]["seats"] == [1]
        assert bob.over["outcome"]["by"] == "concede"
        ann.ask("rematch")
        bob.ask("rematch")
        until(ann, lambda: ann.rematch is not None)
        until(bob, lambda: bob.rematch is not None)
        new = [ann.rematch, bob.rematch]
    assert [one["seat"] for one in new if one] == [1, 0]
    with host.sit(new[0]["game"], new[0]["token"]) as ann, host.sit(new[1]["game"], new[1]["token"]) as bob:  # type: ignore[index]
        assert ann.wait_for("view")["seat"] == 1
        until(bob, lambda: bob.table["status"] == "playing")
        assert [seat["name"] for seat in bob.table["seats"]] == ["Bob", "Ann"]
    with host.sit(made["game"], tokens[0]) as late:
        assert late.wait_for("rematch") == new[0]


def test_who_has_no_name_is_not_called_after_the_old_side_in_the_rematch(host: Host) -> None:
    made = host.new_game("roe")
    with host.sit(made["game"], made["seats"][0]["token"]) as chair:
        sides = [seat["side"] for seat in chair.wait_for("table")["seats"]]
        chair.wait_for("view")
        chair.ask("concede")
        chair.ask("rematch")
        until(chair, lambda: chair.rematch is not None)
        new = chair.rematch
    assert new is not None
    with host.sit(new["game"], new["token"]) as chair:
        seats = chair.wait_for("table")["seats"]
    assert [seat["side"] for seat in seats] == sides
    assert seats[1]["name"] == seats[1]["side"]


def test_a_draw_needs_both(host: Host) -> None:
    made = host.new_game("opportunity", seats=PERSONS)
    tokens = [seat["token"] for seat in made["seats"]]
    with host.sit(made["game"], tokens[0]) as ann, host.sit(made["game"], tokens[1]) as bob:
        bob.wait_for("view")
        ann.ask("draw")
        until(bob, lambda: bob.table["seats"][0]["draw"])
        bob.ask("draw", offer=False)
        until(ann, lambda: not ann.table["seats"][0]["draw"])
        assert ann.over is None
        bob.ask("draw")
        ann.ask("draw")
        until(bob, lambda: bob.over is not None)
        assert bob.over is not None
        assert bob.over["outcome"]["by"] == "agreement"
        assert bob.over["outcome"]["winners"] == []


def test_a_bot_does_not_agree_to_a_draw(host: Host) -> None:
    made = host.new_game("opportunity")
    with host.sit(made["game"], made["seats"][0]["token"]) as chair:
        chair.wait_for("view")
        with pytest.raises(ServerRefused, match="does not agree"):
            chair.ask("draw")


def test_leaving_a_game_of_four_hands_the_seat_to_a_bot(host: Host) -> None:
    ready = host.get("/api/rulesets/opportunity")["ready"]
    number = next(i for i, one in enumerate(ready) if len(one["seats"]) > 2)
    count = len(ready[number]["seats"])
    seats = [{"kind": "person"}, {"kind": "person"}] + [{"kind": "bot", "bot": "random"}] * (count - 2)
    made = host.new_game("opportunity", ready=number, seats=seats)
    tokens = [seat["token"] for seat in made["seats"]]
    with host.sit(made["game"], tokens[0]) as ann, host.sit(made["game"], tokens[1]) as bob:
        bob.wait_for("view")
        bob.ask("concede")
        until(ann, lambda: ann.table["status"] == "playing" and ann.table["seats"][1]["kind"] == "bot")
        rng = Random(7)
        while (question := ann.wait()) is not None:
            ann.answer(ann.any_answer(question, rng))
        assert ann.over is not None
        assert ann.over["outcome"]["by"] == "rules"


def test_real_dice_are_typed_in_also_for_the_bot(host: Host) -> None:
    made = host.new_game("opportunity", dice="typed")
    assert made["commitment"] == ""
    rolls = []
    with host.sit(made["game"], made["seats"][0]["token"]) as chair:
        rng = Random(8)
        while (question := chair.wait()) is not None:
            if question["kind"] == "roll":
                rolls.append(question["seat"])
                with pytest.raises(ServerRefused, match="not a face"):
                    chair.answer([7] * question["n"])
            chair.answer(chair.any_answer(question, rng))
        assert chair.over is not None
        assert chair.over["seed"] == ""
        assert not chair.over["proved"]
    assert set(rolls) == {0, 1}


def test_whoever_runs_out_of_time_loses(host: Host) -> None:
    made = host.new_game("roe", seats=PERSONS, clock={"bank": 1})
    with host.sit(made["game"], *[seat["token"] for seat in made["seats"]]) as both:
        question = both.wait()
        assert question is not None
        assert both.view is not None
        clock = both.view["clock"]
        assert clock["running"] == question["seat"]
        assert clock["left"][1 - question["seat"]] == 1000
        over = both.wait_for("over")
        assert over["outcome"]["by"] == "flag"
        assert over["outcome"]["seats"] == [1 - question["seat"]]


def test_a_claimed_seat_has_a_new_token(host: Host) -> None:
    made = host.new_game("opportunity", seats=PERSONS)
    game, old = made["game"], made["seats"][1]["token"]
    with host.sit(game, old) as squatter:
        squatter.wait_for("welcome")
        new = host.post(f"/api/games/{game}/claim", token=old)["token"]
        squatter.wait_for("claimed")
        with pytest.raises(ServerRefused, match="4409"):
            squatter.wait_for("nothing more")
    assert host.get(f"/api/games/{game}", new)["seat"] == 1
    assert host.get(f"/api/games/{game}", old)["seat"] is None  # who comes too late may watch, and no more
    with host.sit(game, old) as late, pytest.raises(ServerRefused, match="4401"):
        late.wait_for("nothing")


def test_a_claim_whose_reply_was_lost_is_made_again(host: Host) -> None:
    made = host.new_game("opportunity", seats=PERSONS)
    game, old, new = made["game"], made["seats"][1]["token"], "written-down-beforehand"
    for _ in range(2):
        assert host.post(f"/api/games/{game}/claim", {"token": new}, old)["token"] == new
    assert host.get(f"/api/games/{game}", new)["seat"] == 1
    for bad in ("short", "x" * 65, "no spaces are allowed here"):
        with pytest.raises(ServerRefused):
            host.post(f"/api/games/{game}/claim", {"token": bad}, new)
    for used in (made["watch"], made["seats"][0]["token"], old, new):
        with pytest.raises(ServerRefused, match="in use already"):
            host.post(f"/api/games/{game}/claim", {"token": used}, new)
    assert host.get(f"/api/games/{game}", new)["seat"] == 1


def test_trying_changes_nothing(host: Host) -> None:
    made = host.new_game("roe", seats=PERSONS)
    with host.sit(made["game"], *[seat["token"] for seat in made["seats"]]) as both:
        question = both.wait()
        assert question is not None
        assert both.view is not None
        at, seat = both.view["at"], question["seat"]
        answer = question["options"][0]["id"]
        assert both.ask("try", at=at, answer=answer, seat=seat)["ok"]
        refused = both.ask("try", at=at, answer="no such thing", seat=seat)
        assert not refused["ok"]
        assert refused["clause"] == question["clause"]
        assert host.get(f"/api/games/{made['game']}", made["watch"])["at"] == at


def test_a_game_survives_the_servers_death(serve: Callable[..., Server]) -> None:
    """Killed at many moments: whatever was acknowledged is there afterwards, and the game goes on. It is a long one: a
    duel may be over before the last kill."""
    server = serve()
    made = server.host.new_game("opentactics", seats=PERSONS)
    tokens = [seat["token"] for seat in made["seats"]]
    rng = Random(9)
    known: dict[str, Any] = {"at": -1, "log": []}
    for round_ in range(3):
        try:
            with server.host.sit(made["game"], *tokens) as both:
                view = both.wait_for("view")
                assert view["at"] >= known["at"]
                assert both.log[view["seat"]][: len(known["log"])] == known["log"]
                for number in range(3 + round_):
                    question = both.wait()
                    if question is None:
                        break
                    assert both.view is not None
                    both.send(
                        {"t": "answer", "id": f"{round_}/{number}", "at": both.view["at"],
                         "answer": both.any_answer(question, rng), "seat": question["seat"]}
                    )  # fmt: skip
                    if number == 2 + round_:
                        server.kill()  # the answer is on its way: it may be done or not
                    while both.wait_for("ok")["id"] != f"{round_}/{number}":
                        pass
                    known = {"at": both.view["at"], "log": list(both.log[both.view["seat"]])}
        except (ServerRefused, OSError):
            pass
        assert server.process.poll() is not None
        server = serve(server.db)
    with server.host.sit(made["game"], *tokens) as both:
        while (question := both.wait()) is not None:
            both.answer(both.any_answer(question, rng))
        assert both.over is not None
        assert both.over["proved"]
