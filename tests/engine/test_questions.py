"""Questions: what travels, what is legal, what is refused and why."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sandtable.engine.errors import IllegalAnswer
from sandtable.engine.questions import (
    DECLINE,
    ChooseOne,
    ChooseSome,
    Move,
    Option,
    Order,
    Place,
    Point,
    Question,
    Ref,
    Split,
)
from tests.engine.toy import FRUIT, QUESTIONS, choose_one, choose_some, draft, move, order, place, split

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
NEAR = st.sampled_from(["apple", "pear", "plum", "quince", "Apple", "ladder", "basket", "cart", 0, 1, 2.5, -1, "x"])
NEARLY = st.recursive(
    NEAR, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NEAR.map(str), inner, max_size=4), max_leaves=8
)
EVERY = pytest.mark.parametrize("make", QUESTIONS.values(), ids=QUESTIONS.keys())
LISTED = [name for name in QUESTIONS if name not in ("place", "move")]

Make = Callable[[], Question]


def options(count: int) -> tuple[Option, ...]:
    return tuple(Option(f"o{i}", f"Option {i}") for i in range(count))


def some(count: int, least: int, most: int, ordered: bool = False) -> ChooseSome:
    return ChooseSome(
        seat=0, prompt="?", clause="TO-1.1", options=options(count), least=least, most=most, ordered=ordered
    )


def shares(count: int, total: int, least: int, most: int | None) -> Split:
    return Split(seat=0, prompt="?", clause="TO-1.4", options=options(count), total=total, least=least, most=most)


def refusal(question: Question, answer: Any) -> IllegalAnswer:
    with pytest.raises(IllegalAnswer) as refused:
        question.read(answer)
    return refused.value


def refusal_or_none(question: Question, answer: Any) -> IllegalAnswer | None:
    try:
        question.read(answer)
    except IllegalAnswer as refused:
        return refused
    return None


# ---- all kinds ------------------------------------------------------------------------------------


@EVERY
def test_the_wire_form_is_json(make: Make) -> None:
    question = make()
    wire = question.wire()
    assert msgspec.json.decode(msgspec.json.encode(wire)) == wire
    assert wire["kind"] == question.kind
    assert wire["seat"] == question.seat
    assert wire["prompt"] == question.prompt
    assert wire["clause"] == question.clause


def test_kinds_differ() -> None:
    assert len({make().kind for make in QUESTIONS.values()}) == len(QUESTIONS) - 1  # choose-some is there twice


@EVERY
def test_every_listed_answer_reads_and_is_json(make: Make) -> None:
    question = make()
    answers = list(question.legal())
    assert answers
    for answer in answers:
        assert msgspec.json.decode(msgspec.json.encode(answer)) == answer
        question.read(answer)


@EVERY
@given(rng=st.randoms(use_true_random=False))
def test_every_pick_is_a_listed_answer(make: Make, rng: Random) -> None:
    question = make()
    picked = question.pick(rng)
    question.read(picked)
    listed = list(question.legal())
    if question.kind == "choose-some" and not getattr(question, "ordered", False):
        assert sorted(picked) in [sorted(answer) for answer in listed]
    else:
        assert picked in listed


@EVERY
def test_picks_reach_every_listed_answer(make: Make) -> None:
    question = make()
    rng = Random(5)
    picked = [question.pick(rng) for _ in range(600)]
    for answer in question.legal():
        same = sorted(answer) if isinstance(answer, list) and question.kind == "choose-some" else answer
        assert any((sorted(p) if same is not answer else p) == same for p in picked), answer


@EVERY
@given(answer=JSON | NEARLY)
def test_anything_else_is_refused_with_clause_and_reason(make: Make, answer: Any) -> None:
    """Whatever is said, it is either read or refused in one line that names a clause."""
    question = make()
    refused = refusal_or_none(question, answer)
    if refused is not None:
        assert refused.clause.startswith("TO-")
        assert refused.reason.strip()
        assert "\n" not in str(refused)
        assert len(str(refused)) < 300
    elif question.kind not in ("place", "move", "split"):  # these have more legal answers than they list
        listed = [tuple(sorted(a)) if question.kind == "choose-some" else a for a in question.legal()]
        assert (tuple(sorted(answer)) if question.kind == "choose-some" else answer) in listed


@pytest.mark.parametrize("name", LISTED)
def test_refusals_of_listed_questions_name_the_legal_labels(name: str) -> None:
    question = QUESTIONS[name]()
    wrong: Any = {"cherry": 1} if name == "split" else ["cherry"] if question.kind in ("order", "choose-some") else "?"
    refused = refusal(question, wrong)
    assert refused.legal == ("Apple", "Pear", "Plum")
    assert "is not one of the options" in refused.reason
    assert refused.clause == question.clause


@pytest.mark.parametrize("name", LISTED)
def test_what_is_absent_is_refused_with_its_own_clause(name: str) -> None:
    question = QUESTIONS[name]()
    wanted: Any = {"split": {"quince": 4}, "one": "quince", "draft": "quince"}.get(name, ["quince"])
    refused = refusal(question, wanted)
    assert refused.clause == "TO-1.2"
    assert refused.reason == "Quince: quinces are not ripe before October"
    assert question.wire()["absent"] == [
        {"id": "quince", "label": "Quince", "reason": "quinces are not ripe before October", "clause": "TO-1.2"}
    ]


def test_a_bare_question_cannot_be_asked() -> None:
    bare = Question(seat=0, prompt="?", clause="")
    for ask in (lambda: bare.read(1), bare.legal, lambda: bare.pick(Random(1))):
        with pytest.raises(TypeError, match="cannot be asked"):
            ask()


def test_the_labels_are_not_answers() -> None:
    """Clients answer with ids; only case files name things by label."""
    refusal(choose_one(), "Apple")


def test_long_answers_are_quoted_in_part() -> None:
    assert len(refusal(choose_one(), "x" * 5000).reason) < 100


def test_options_say_what_they_point_at_and_keep_their_value_to_themselves() -> None:
    option = Option("a", "A", (Ref("model", "Ann"),), "TO-1.1", value=object())
    assert option.wire() == {
        "id": "a",
        "label": "A",
        "points_at": [{"kind": "model", "id": "Ann"}],
        "clause": "TO-1.1",
    }
    assert Option("a", "A").wire() == {"id": "a", "label": "A"}


def test_topics_roles_and_faces_travel_as_data() -> None:
    die = Option("x", "X", (Ref("die", "R4", 4, "red"),), role=DECLINE)
    assert die.wire()["points_at"] == [{"kind": "die", "id": "R4", "face": 4, "of": "red"}]
    assert die.wire()["role"] == "decline"
    question = ChooseOne(topic="weapon", seat=0, prompt="?", clause="", options=(die,))
    assert question.wire()["topic"] == "weapon"


def test_the_rules_get_the_value_of_an_option_or_its_id() -> None:
    asked = ChooseOne(
        seat=0,
        prompt="?",
        clause="",
        options=(Option("a", "A", value=(1, 2)), Option("b", "B"), Option("c", "C", value=0)),
    )
    assert [asked.read(name) for name in "abc"] == [(1, 2), "b", 0]


def test_the_wire_form_is_without_what_is_empty() -> None:
    assert set(Order(seat=0, prompt="?", clause="", options=()).wire()) == {
        "kind",
        "seat",
        "prompt",
        "clause",
        "options",
    }


# ---- choosing -------------------------------------------------------------------------------------


def test_a_draft_shows_its_queue_and_clock() -> None:
    wire = draft().wire()
    assert wire["queue"] == ["Tom", "Ann"]
    assert wire["clock"] == 10
    assert "clock" not in choose_one().wire()


@pytest.mark.parametrize("ordered", [False, True])
@given(st.integers(1, 5), st.data())
def test_choosing_some_agrees_with_itself(ordered: bool, count: int, data: st.DataObject) -> None:
    least = data.draw(st.integers(0, count))
    question = some(count, least, data.draw(st.integers(least, count)), ordered)
    listed = list(question.legal())
    for answer in listed:
        assert question.read(answer) == tuple(answer)
    assert len({tuple(a) for a in listed}) == len(listed)
    picked = question.pick(data.draw(st.randoms(use_true_random=False)))
    assert (picked if ordered else sorted(picked)) in listed


def test_choosing_some_counts() -> None:
    assert refusal(choose_some(), []).reason == "choose 1 to 2, not 0"
    assert refusal(choose_some(), ["apple", "pear", "plum"]).reason == "choose 1 to 2, not 3"
    assert refusal(some(3, 2, 2), ["o1"]).reason == "choose 2, not 1"
    assert refusal(choose_some(), ["apple", "apple"]).reason == "Apple is named twice"
    assert refusal(choose_some(), "apple").reason == "answer with a list"
    assert refusal(choose_some(), {"apple": 1}).reason == "answer with a list"


def test_the_order_of_a_choice_is_kept() -> None:
    assert choose_some(True).read(["plum", "apple"]) == ("plum", "apple")
    assert ["plum", "apple"] in list(choose_some(True).legal())


def test_most_may_be_more_than_there_are_options() -> None:
    question = some(2, 0, 5)
    assert len(list(question.legal())) == 4
    rng = Random(1)
    for _ in range(50):
        question.read(question.pick(rng))


def test_an_order_names_everything_once() -> None:
    assert order().read(["plum", "apple", "pear"]) == ("plum", "apple", "pear")
    assert refusal(order(), ["plum", "apple"]).reason == "the order leaves out Pear"
    assert refusal(order(), ["plum", "plum", "pear"]).reason == "Plum is named twice"
    assert len(list(order().legal())) == 6


# ---- splitting ------------------------------------------------------------------------------------


@given(st.integers(1, 4), st.integers(0, 6), st.integers(0, 2), st.integers(0, 6) | st.none(), st.data())
def test_splits_agree_with_trying_everything(
    count: int, total: int, least: int, most: int | None, data: st.DataObject
) -> None:
    top = total if most is None else most
    assume(least * count <= total <= top * count and least <= top)
    question = shares(count, total, least, most)
    legal = [s for s in product(range(least, top + 1), repeat=count) if sum(s) == total]
    assert sorted(tuple(answer.values()) for answer in question.legal()) == sorted(legal)
    picked = question.pick(data.draw(st.randoms(use_true_random=False)))
    assert question.read(picked) == picked
    assert tuple(picked.values()) in legal


def test_a_share_of_nothing_may_be_left_out() -> None:
    assert split().read({"apple": 3, "plum": 1}) == {"apple": 3, "pear": 0, "plum": 1}


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ({"apple": 3, "pear": 3}, "the shares add up to 6, not 4"),
        ({"apple": 4}, "Apple takes 0 to 3, not 4"),
        ({"apple": -1, "pear": 3, "plum": 2}, "Apple takes 0 to 3, not -1"),
        ({"apple": 2.0, "pear": 2}, "Apple takes 0 to 3, not 2.0"),
        ({"apple": True, "pear": 3}, "Apple takes 0 to 3, not True"),
        ({"cherry": 4}, "'cherry' is not one of the options"),
        ([1, 2, 1], "give a share to each of Apple, Pear, Plum"),
    ],
)
def test_bad_shares_are_refused(answer: Any, reason: str) -> None:
    assert refusal(split(), answer).reason == reason


def test_a_least_share_cannot_be_left_out() -> None:
    assert refusal(split(4, 1), {"apple": 3, "pear": 1}).reason == "Plum takes 1 to 3, not 0"


def test_the_wire_form_of_a_split_says_its_limits() -> None:
    assert (split(4, 1, None).wire()["least"], split(4, 1, None).wire()["most"]) == (1, 4)


# ---- points, places, moves ------------------------------------------------------------------------

COORDINATE = st.floats(0, 6, width=32).map(lambda x: round(x * 1024) / 1024)
POINT = st.builds(Point, COORDINATE, COORDINATE, COORDINATE, st.sampled_from(["", "jump"]))


@given(POINT, POINT)
def test_points_survive_the_wire(one: Point, other: Point) -> None:
    assume(one != other)
    wire = msgspec.json.decode(msgspec.json.encode({"ladder": one.wire(), "basket": other.wire()}))
    assert place().read(wire) == {"ladder": one, "basket": other}
    assert move().read({"cart": [one.wire(), other.wire()]}) == {"cart": (one, other)}


def test_points_are_written_short() -> None:
    assert Point(1, 2).wire() == [1, 2]
    assert Point(1, 2, 3).wire() == [1, 2, 3]
    assert Point(1, 2, 0, "jump").wire() == [1, 2, 0, "jump"]


@pytest.mark.parametrize(
    "spot",
    [
        None, 3, "1,2", [], [1], ["1", 2], [1, None], [1, True], [1, 2, "3"], [1, 2, 3, 4], [1, 2, 3, "jump", 5],
        [float("inf"), 1], [float("nan"), 1], [1e9, 1], [10**400, 1], {"x": 1, "y": 2}, [[1, 2]],
    ],
)  # fmt: skip
def test_what_is_not_a_point_is_refused(spot: Any) -> None:
    refused = refusal(place(), {"ladder": [1, 1], "basket": spot})
    assert "is not a point: write [x, y] in inches" in refused.reason
    assert refused.clause == "TO-1.7"


@pytest.mark.parametrize(
    ("question", "answer", "reason"),
    [
        (place(), [1, 2], "answer with positions for ladder, basket"),
        (place(), {"ladder": [1, 2]}, "no position for basket"),
        (place(), {"ladder": [1, 2], "basket": [2, 2], "cow": [0, 0]}, "'cow' is not one of ladder, basket"),
        (move(), {}, "no position for cart"),
        (move(), {"cart": [[1, 2], [3]]}, "[3] is not a point: write [x, y] in inches"),
    ],
)
def test_positions_are_by_model(question: Question, answer: Any, reason: str) -> None:
    assert refusal(question, answer).reason == reason


def test_the_validator_judges_a_placement() -> None:
    outside = refusal(place(), {"ladder": [1, 1], "basket": [7, 1]})
    assert (outside.reason, outside.clause) == ("that is behind the fence", "TO-1.6")
    same = refusal(place(), {"ladder": [1, 1], "basket": [1, 1]})
    assert (same.reason, same.clause) == ("the ladder would stand in the basket", "TO-1.7")


def test_the_path_finder_turns_a_wish_into_a_path() -> None:
    assert move().read({"cart": [3, 2]}) == {"cart": (Point(3, 0), Point(3, 2))}


def test_the_path_finder_may_refuse_a_wish() -> None:
    refused = refusal(move(), {"cart": [2, 2]})
    assert (refused.reason, refused.clause) == ("the lane does not go there", "TO-1.8")


def test_a_found_path_is_judged_like_any_other() -> None:
    assert refusal(move(), {"cart": [7, 2]}).clause == "TO-1.6"


def test_every_point_of_a_path_is_judged() -> None:
    assert refusal(move(), {"cart": [[1, 0], [9, 9], [1, 1]]}).clause == "TO-1.6"


def test_placements_and_moves_draw_their_region_when_they_are_asked() -> None:
    assert place().wire()["models"] == ["ladder", "basket"]
    assert place().drawn() == [[0, 0], [6, 0], [6, 6], [0, 6]]
    assert "region" not in place().wire() | move().wire()
    assert (move().wire()["movers"], move().wire()["budget"]) == (["cart"], 4.5)


def test_fruit_is_drawn_evenly() -> None:
    """A list whose order biases the draw would bias every random game."""
    rng = Random(2)
    drawn = [choose_one().pick(rng) for _ in range(6000)]
    for option in FRUIT:
        assert abs(drawn.count(option.id) - 2000) < 160


def test_place_and_move_are_questions_too() -> None:
    assert isinstance(place(), Place)
    assert isinstance(move(), Move)


@given(st.integers(1, 4), st.integers(0, 9), st.integers(0, 3), st.none() | st.integers(0, 9))
def test_mostly_is_the_legal_share_that_gives_an_option_most(
    count: int, total: int, least: int, most: int | None
) -> None:
    question = shares(count, total, least, most)
    legal = list(question.legal())
    for option in question.options:
        if legal:
            assert question.mostly(option) in legal
            assert question.mostly(option)[option.id] == max(answer[option.id] for answer in legal)
        else:
            assert refusal_or_none(question, question.mostly(option)) is not None


def test_what_stands_beside_an_option_is_worked_out_when_somebody_reads_the_question() -> None:
    asked: list[str] = []

    def facts() -> dict[str, str]:
        asked.append("facts")
        return {"a": "5.2″ away"}

    question = ChooseOne(seat=0, prompt="Which?", clause="", options=(Option("a", "A"), Option("b", "B")), facts=facts)
    assert question.read("a") == "a"
    assert not asked
    assert question.wire()["options"] == [{"id": "a", "label": "A", "text": "5.2″ away"}, {"id": "b", "label": "B"}]
