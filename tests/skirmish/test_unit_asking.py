"""Asking for the move of a unit: wishes and paths as answers, on the wire, in the terminal, in saves, and for bots."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

from sandtable.cli.answers import hint_for, read_answer
from sandtable.engine import looks
from sandtable.engine.errors import IllegalAnswer, SandtableError
from sandtable.engine.game import Game
from sandtable.engine.naming import means_nothing
from sandtable.engine.questions import Point
from sandtable.engine.units import Wish
from sandtable.server import looking
from sandtable.server.messages import LookAt, decode
from sandtable.server.refused import Refused
from sandtable.skirmish.drill import Drill
from sandtable.skirmish.planning import unit_places
from sandtable.skirmish.unit_asking import DrawnUnitMove, mended
from sandtable.table import Figure
from tests.skirmish.companies import COMPANIES
from tests.skirmish.units import ROUND, unit_march

LINE = {"unit": {"to": [7, 9], "formation": "line"}}


def game(count: int = 20) -> Game[Any]:
    return Game(COMPANIES, {"count": count})


def question(of: Game[Any]) -> DrawnUnitMove:
    assert isinstance(of.question, DrawnUnitMove)
    return of.question


def test_the_question_says_what_a_client_needs() -> None:
    asked = question(game(3)).wire()
    assert (asked["kind"], asked["unit"], asked["budget"]) == ("move", "red", 6.0)
    assert asked["movers"] == ["red 1", "red 2", "red 3"]
    assert asked["budgets"] == {"red 1": 6.0, "red 2": 6.0, "red 3": 6.0}
    assert asked["formations"] == ["keep", "line", "block", "wrap"]
    assert json.dumps(asked)


def test_a_wish_is_recorded_as_paths_and_a_save_of_it_needs_no_finder(monkeypatch: pytest.MonkeyPatch) -> None:
    played = game()
    played.answer(LINE)
    paths = played.inputs[0]
    assert set(paths) == {f"red {k}" for k in range(1, 21)}
    again = game()
    monkeypatch.setattr("sandtable.skirmish.unit_asking.arrange", None)
    again.answer(paths)
    assert again.hash() == played.hash()


def test_a_wish_and_single_paths_together() -> None:
    of = game(3)
    plan = question(of).arrange(Wish(Point(6, 7)))
    answer: dict[str, Any] = plan.wire()["answer"]
    answer["red 3"] = [7.25, 7.5]  # the player moves one ghost
    of.answer(answer)
    assert of.state.units["red"][2].y == 7.5


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        ({"to": [7]}, "no wish for a unit"),
        ({"to": [7, 9], "shape": "line"}, "no wish for a unit"),
        ({"formation": "wedge"}, "'wedge' is no formation: keep, line, block, wrap"),
        ({"around": "green"}, "there is no unit or model 'green' to go round"),
        ({"own": {"blue 1": [3, 3]}}, "'blue 1' is not one of"),
        ({"to": [1e9, 3]}, "no number for a wish"),
        ({"turn": float("nan")}, "no number for a wish"),
        ([7, 9], "no wish for a unit"),
    ],
)
def test_a_wish_that_means_nothing_is_refused_in_a_sentence(wish: Any, reason: str) -> None:
    of = game(3)
    with pytest.raises(IllegalAnswer) as refused:
        of.answer({"unit": wish})
    assert reason in refused.value.reason
    assert reason in means_nothing(question(of), {"unit": wish}, lambda name: False)
    assert means_nothing(question(of), LINE, lambda name: False) == ""


def test_a_plan_that_breaks_the_unit_is_no_answer_but_is_drawn() -> None:
    of = game(2)
    wish = {"to": [4, 4], "own": {"red 2": [8, 4]}}
    with pytest.raises(IllegalAnswer, match="would not hang together"):
        of.answer({"unit": wish})
    plan = looking.plan(question(of), wish)
    assert plan["ok"] is False
    assert plan["refused"]["clause"] == "X-ALONE"
    assert plan["chain"]["ok"] is False
    assert plan["chain"]["links"] == [["red 1", "red 2", pytest.approx(3.4, abs=0.3)]]
    assert [model["id"] for model in plan["models"]] == ["red 1", "red 2"]


def test_the_plan_on_the_wire() -> None:
    of = game()
    message = decode('{"t": "look", "id": "1", "what": "plan", "wish": {"to": [10, 9], "formation": "keep"}}')
    assert isinstance(message, LookAt)
    plan = looking.looked(of, 0, "", message)["plan"]
    assert json.dumps(plan)
    models = {model["id"]: model for model in plan["models"]}
    assert len(models) == 20
    for stop in plan["short"]:
        assert all(models[name]["short"]["cause"] == stop["cause"] for name in stop["models"])
        assert stop["clause"]
    for name, model in models.items():
        assert model["spent"] <= model["of"] == 6.0
        assert [p[:2] for p in model["path"][1:]] == [p[:2] for p in plan["answer"][name]]
        ghost = model["path"][-1][:2]
        assert (ghost == model["place"]) == (model["short"] is None)
    assert any(model["short"] for model in models.values())
    if plan["ok"]:
        of.answer(plan["answer"])


def test_a_tried_wish_has_a_preview_of_every_model() -> None:
    found = looking.tried(game(), LINE)
    assert found["ok"] is True
    preview = found["preview"]
    assert preview["text"].startswith("farthest ")
    assert len(preview["models"]) == 20
    assert preview["chain"]["ok"]
    assert preview["circle"]["ok"]
    assert preview["spent"] == max(model["spent"] for model in preview["models"])
    assert preview["others"]["to"].startswith("blue")


def test_regions_of_all_and_of_one_hold_what_the_judge_lets_pass() -> None:
    of = game(4)
    whole, one = (
        looking.looked(of, 0, "", LookAt(id="1", what="region", name=name))["region"] for name in (None, "red 2")
    )
    rng = Random("region")
    for _ in range(300):
        x, y = rng.uniform(0, 12), rng.uniform(0, 12)
        inside = {_inside(one["rings"], x + dx, y + dy) for dx in (-0.15, 0.15) for dy in (-0.15, 0.15)}
        path = question(of).route("red 2", Point(x, y))
        if len(inside) == 1:
            assert inside == {isinstance(path, tuple)}, (x, y, path)
        if inside == {True}:
            assert _inside(whole["rings"], x, y)
    with pytest.raises(Refused, match="no region of 'blue 1' alone"):
        looking.looked(of, 0, "", LookAt(id="1", what="region", name="blue 1"))


def _inside(rings: list[list[tuple[float, float]]], x: float, y: float) -> bool:
    odd = False
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
            if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                odd = not odd
    return odd


def test_a_look_for_a_plan_is_read_and_a_bad_one_refused() -> None:
    assert looks.convert({"what": "plan", "wish": {"to": [1, 2]}}) == looks.PlanLook({"to": [1, 2]})
    with pytest.raises(SandtableError, match="not a look"):
        looks.convert({"what": "plan", "wish": 7})
    with pytest.raises(Refused) as refused:
        looking.looked(game(3), 0, "", LookAt(id="1", what="plan", wish={"formation": "wedge"}))
    assert refused.value.code == "illegal"


@pytest.mark.parametrize(
    ("typed", "wish"),
    [
        ("line to 7 9", {"formation": "line", "to": [7, 9]}),
        ("7, 9", {"to": [7, 9]}),
        ("block 7 9 turn 45", {"formation": "block", "to": [7, 9], "turn": 45}),
        ("wrap around blue 1", {"formation": "wrap", "around": "blue 1"}),
        ('{"unit": {"to": [7, 9]}}', {"to": [7, 9]}),
    ],
)
def test_typed_wishes(typed: str, wish: dict[str, Any]) -> None:
    of = game(3)
    answer = read_answer(question(of), typed)
    try:
        typed_paths = question(of).read(answer)
    except IllegalAnswer as refused:
        with pytest.raises(IllegalAnswer, match=refused.reason[:20]):
            question(of).read({"unit": wish})
    else:
        assert typed_paths == question(of).read({"unit": wish})


def test_a_typed_wish_that_is_none_says_how_to_write_one() -> None:
    with pytest.raises(IllegalAnswer, match=r"write \[keep\|line\|block\|wrap\] to X Y"):
        question(game(3)).read(read_answer(question(game(3)), "over there"))
    assert "line to 12 10" in hint_for(question(game(3)))


def test_random_games_end_and_replay() -> None:
    for seed in range(4):
        rng = Random(seed)
        played = Game(COMPANIES, {"count": 5 * (seed + 1)})
        while played.question is not None:
            before = played.hash()
            asked = question(played)
            answers = list(asked.legal())
            assert answers, "somebody can always stay"
            assert played.hash() == before
            played.answer(asked.pick(rng))
        again = Game(COMPANIES, {"count": 5 * (seed + 1)})
        for entry in played.inputs:
            again.answer(entry)
        assert again.hash() == played.hash()


def test_places_in_words_are_legal_and_lead_different_ways() -> None:
    of = game(5)
    places = unit_places(question(of))
    assert len(places) >= 5
    assert len({place["label"].split(",")[0] for place in places}) == len(places)
    for place in places:
        assert any(question(of).read(place["answer"]).values())


def test_units_in_a_scene() -> None:
    of = game(3)
    red, blue = msgspec.json.decode(msgspec.json.encode(COMPANIES.scene(of.reading(None)).units))
    assert (red["id"], red["side"], red["members"]) == ("red", 0, ["red 1", "red 2", "red 3"])
    assert red["hull"] == [["red 1", "red 2"], ["red 2", "red 3"]]
    assert red["banner"] == [3.0, 3.5]
    assert red["count"] == {"left": 3, "most": 3}
    assert blue["side"] == 1


def test_a_unit_that_is_torn_apart_is_mended_or_may_stay() -> None:
    apart = [Figure("A", ROUND, 5, 5, unit="red"), Figure("B", ROUND, 9, 5, unit="red")]
    assert mended(Drill(unit_march(apart))) is not None
    far = [Figure("A", ROUND, 5, 5, unit="red"), Figure("B", ROUND, 19, 5, unit="red")]
    paths = mended(Drill(unit_march(far)))
    assert paths is not None  # 6″ each and 1″ between them: it takes all they have
    assert [path[-1].x for path in paths.values()] == [11.0, 13.0]
    too_far = [Figure("A", ROUND, 5, 5, unit="red"), Figure("B", ROUND, 19.01, 5, unit="red")]
    assert mended(Drill(unit_march(too_far))) is None
