"""The one filter: what each seat gets to see, and nothing more."""

from __future__ import annotations

import json
import pickle
from random import Random
from typing import Any

import msgspec
import pytest

from sandtable.engine.errors import SandtableError
from sandtable.engine.game import Game
from sandtable.engine.registry import ruleset, ruleset_ids
from sandtable.engine.ruleset import Reading
from sandtable.engine.scenes import BoardScene
from sandtable.server.client import Host
from sandtable.server.looking import looked, may_look
from sandtable.server.messages import LookAt
from sandtable.server.refused import Refused
from sandtable.server.replays import replay, scenes
from sandtable.server.views import Delivered, SentScene, Views, draw, hides_nothing
from tests.engine.toy import TOY
from tests.server.orchards import ANN, TOM, Log
from tests.server.test_match import find_orchard


def board(*rows: list[str], **more: Any) -> BoardScene:
    return BoardScene(
        title="", headline="", round=None, phase="", phases=[], turn=None, active="", sides=[], models=[], marks=[],
        columns=[], rows=list(rows), **more,
    )  # fmt: skip


class Drawn(type(TOY)):  # type: ignore[misc]
    """The orchard with a scene, a card and a motion; Tom's secret is in his own scene only."""

    def scene(self, reading: Reading[Any]) -> BoardScene:
        state = reading.state
        known = [["secret", str(state.secret)]] if reading.seat == TOM else []
        return board(["apples", str(state.apples)], *known)

    def card(self, reading: Reading[Any], name: str) -> list[str]:
        state = reading.state
        return [f"secret {state.secret}"]

    def motion(self, event: Any) -> dict[str, Any] | None:
        return {"do": "mark"} if event.kind == "noted" else None

    def redraw(self, state: Any, seat: int, rng: Random) -> Any:
        if seat != TOM:
            state.secret = 99
        return state


@pytest.fixture(autouse=True)
def orchard(monkeypatch: pytest.MonkeyPatch) -> None:
    find_orchard(monkeypatch)
    monkeypatch.setattr("tests.server.test_match.TOY", Drawn())


def shown(views: Views, viewer: int | None, seen: Delivered | None = None, **more: Any) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(views.view(viewer, seen or Delivered(), 5000, **more))
    return message


def test_a_secret_stays_with_its_seat() -> None:
    log = Log("secret", "roll", "one", "reveal")
    log.answer("plum")
    views = Views(log.match)
    tom, ann, watcher = (shown(views, viewer, state=True) for viewer in (TOM, ANN, None))
    assert [event["kind"] for event in tom["events"]] == ["hidden", "roll", "fallen"]
    assert ["secret", "4"] in tom["scene"]["rows"]
    assert tom["state"]["secret"] == 4
    for other in (ann, watcher):
        assert [event["kind"] for event in other["events"]] == ["roll", "fallen"]
        assert [event["n"] for event in other["events"]] == [0, 1]
        assert "plum" not in json.dumps([other["events"], other["scene"], other["state"], other["last"]])
        assert "secret" not in json.dumps(other["scene"])
        assert "secret" not in other["state"]


def test_only_who_is_asked_sees_the_question() -> None:
    log = Log("one")
    views = Views(log.match)
    assert shown(views, ANN)["question"]["options"]
    for viewer in (TOM, None):
        other = shown(views, viewer)
        assert other["question"] is None
        assert other["waiting"] == {"seat": ANN, "prompt": "Which fruit?", "who": "picker", "thinking": False}
        assert "apple" not in json.dumps(other["waiting"])


def test_the_seed_is_in_no_view() -> None:
    log = Log("roll", "one", "one")
    log.answer("apple")
    views = Views(log.match)
    assert log.head.seed not in "".join(json.dumps(shown(views, viewer, state=True)) for viewer in (ANN, TOM, None))


def test_a_client_gets_what_it_has_not() -> None:
    log = Log("some", "order", "one")
    views = Views(log.match)
    seen = Delivered()
    assert shown(views, ANN, seen)["events"] == []
    log.answer(["apple"])
    views.changed()
    first = shown(views, ANN, seen)
    assert (first["since"], [event["n"] for event in first["events"]]) == (0, [0])
    assert first["events"][0]["text"] == "noted!"
    assert first["events"][0]["motion"] == {"do": "mark"}
    log.answer(["apple", "pear", "plum"])
    views.changed()
    second = shown(views, ANN, seen)
    assert (second["since"], [event["n"] for event in second["events"]]) == (1, [1])
    assert shown(views, ANN, seen)["events"] == []
    late = shown(views, ANN, Delivered(1, 0))
    assert late["events"] == second["events"]
    ahead = shown(views, ANN, Delivered(99, 0))
    assert ahead["since"] == 2


def test_after_an_undo_the_log_is_told_anew() -> None:
    log = Log("one", "one", "order")
    views = Views(log.match)
    seen = Delivered()
    log.answer("apple")
    views.changed()
    before = shown(views, ANN, seen)
    log.keep(log.match.undo(ANN, log.now))
    views.changed()
    undone = shown(views, ANN, seen)
    assert (undone["since"], undone["events"], undone["epoch"]) == (0, [], 1)
    log.answer("pear")
    views.changed()
    assert len(shown(views, ANN, seen)["events"]) == len(before["events"])
    assert shown(views, ANN, Delivered(1, 0))["since"] == 0


def test_a_scene_is_sent_piece_by_piece() -> None:
    log = Log("one", "roll", "one")
    views = Views(log.match)
    seen = Delivered()
    first = shown(views, ANN, seen)
    assert first["whole"]
    assert set(first["scene"]) == set(board().parts())
    log.answer("apple")
    views.changed()
    second = shown(views, ANN, seen)
    assert not second["whole"]
    assert set(second["scene"]) == {"rows"}
    assert shown(views, ANN)["whole"]


def test_a_view_made_anew_from_the_log_is_whole() -> None:
    """The server has put the game away and read it again: what the client has of the scene may be old."""
    log = Log("one", "roll", "one")
    views, seen = Views(log.match), Delivered()
    shown(views, ANN, seen)
    log.answer("apple")
    views.changed()
    shown(views, ANN, seen)
    again = shown(Views(log.folded()), ANN, seen)
    assert again["whole"]
    assert set(again["scene"]) == set(board().parts())


def test_a_key_that_goes_makes_the_scene_whole_again() -> None:
    scene = SentScene()
    scene.update(board(aim="Pick apples."))
    version = scene.version
    scene.update(board())
    parts, whole = scene.since(version)
    assert whole
    assert parts is not None
    assert "aim" not in parts


def test_the_clock_in_a_view() -> None:
    from sandtable.server.records import ClockRule

    log = Log("draft", clock=ClockRule(60, 0, "lose", True))
    view = shown(Views(log.match), ANN)
    assert view["clock"] == {"left": [60_000, 56_000], "running": TOM, "question": 6_000, "starts": 0}


def test_looks_answer_from_what_the_seat_may_know() -> None:
    log = Log("secret", "one")
    log.answer("plum")
    card = LookAt(id="x", what="card", name="tree")
    game = may_look(log.match, TOM, card)
    assert looked(game, TOM, "luck", card) == {"lines": ["secret 4"]}
    assert looked(game, ANN, "luck", card) == {"lines": ["secret 99"]}
    with pytest.raises(Refused):
        looked(game, None, "luck", card)
    with pytest.raises(Refused, match="cannot be asked"):
        may_look(log.match, ANN, LookAt(id="x", what="__class__"))


def test_a_position_travels_without_its_past() -> None:
    """A clerk is asked about a game with nothing but the checkpoint and what came since."""
    log = Log("secret", "one")
    log.answer("plum")
    game = log.match.game
    assert game is not None
    there: Game[Any] = Game.resumed(game.ruleset, pickle.loads(pickle.dumps(game.position())))
    assert there.question is not None
    assert there.question.wire() == game.question.wire()  # type: ignore[union-attr]
    card = LookAt(id="x", what="card", name="tree")
    for seat in (TOM, ANN):
        assert looked(there, seat, "luck", card) == looked(game, seat, "luck", card)


def test_a_replay_of_a_game_in_progress_keeps_secrets() -> None:
    log = Log("secret", "one", "one")
    log.answer("plum")
    log.answer("apple")
    ann = replay(log.match, "g", ANN)
    assert [event["kind"] for step in ann.steps for event in step.events] == ["noted"]
    assert b"secret" not in msgspec.json.encode(scenes(log.match, 0, 10, ANN)[-1].scene)
    assert ann.dice.seed == ""
    log.answer("apple")
    done = replay(log.match, "g", ANN)
    assert [event["kind"] for step in done.steps for event in step.events] == ["hidden", "noted", "noted"]
    assert done.dice.seed == log.head.seed


@pytest.mark.parametrize("name", ruleset_ids())
def test_a_ruleset_that_hides_nothing_shows_everybody_the_same(name: str) -> None:
    rng = Random(1)
    game: Game[Any] = Game(ruleset(name))
    assert hides_nothing(game)
    for _ in range(60):
        if game.question is None:
            break
        game.answer(game.question.pick(rng))
        drawn = [draw(game, viewer) for viewer in (None, *range(len(game.seats)))]
        assert all(one == drawn[0] for one in drawn)


def test_a_ruleset_without_a_scene(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.server.test_match.TOY", TOY)
    log = Log("one")
    view = shown(Views(log.match), ANN)
    assert view["scene"]["kind"] == "board"
    assert ["apples", "0, 0"] in view["scene"]["rows"]
    assert not any(row[0] == "secret" for row in view["scene"]["rows"])


def test_a_board_is_shown_only_where_nothing_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    class Boarded(type(TOY)):  # type: ignore[misc]
        def board(self, reading: Reading[Any]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
            state = reading.state
            return ("Who", "Apples"), [("Ann", str(state.apples[0]))]

    for hides, columns in ((False, ["", ""]), (True, ["Who", "Apples"])):
        rules = Boarded()
        rules.hides_nothing = hides
        monkeypatch.setattr("tests.server.test_match.TOY", rules)
        assert shown(Views(Log("one").match), ANN)["scene"]["columns"] == columns


def test_a_scene_that_is_none_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    class Scribbled(type(TOY)):  # type: ignore[misc]
        def scene(self, reading: Reading[Any]) -> Any:
            return {"kind": "board"}

    game: Game[Any] = Game(Scribbled())
    with pytest.raises(SandtableError, match=r"the scene of \S+ is a dict, not one of docs/scene.md"):
        draw(game, None)


# ---- what is asked for ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["opentactics", "roe", "riverside", "op-en"])
def test_where_one_could_go_is_asked_for_and_not_sent(host: Host, name: str) -> None:
    """A region may take long to work out and long to send, and most of them nobody looks at."""
    made = host.new_game(name, seats=[{"kind": "person"}, {"kind": "bot", "bot": "random"}])
    rng = Random(name)
    with host.sit(made["game"], made["seats"][0]["token"]) as chair:
        while (question := chair.wait()) is not None and question["kind"] not in ("move", "place"):
            chair.answer(chair.any_answer(question, rng))
        assert question is not None
        assert "region" not in question
        assert "region" in chair.ask("look", what="region")
