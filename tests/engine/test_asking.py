"""Small questions: nothing is asked when there is no choice, and whoever is missing has a reason."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from sandtable.engine.asking import Why, choose_named, choose_weapon, named, not_named, plain, yes_or_no
from sandtable.engine.questions import DECLINE, Absent, ChooseOne
from sandtable.engine.ruleset import Procedure


class Man(Struct):
    name: str
    number: int


class Weapon(Struct, frozen=True):
    name: str


ANN, BEA, CID = EVERYBODY = [Man(name, number) for number, name in enumerate(("Ann", "Bea", "Cid"))]


def far(one: Man) -> Why | None:
    return ("it is too far", "T-1.2") if one is CID else None


def driven(procedure: Procedure[Any], answer: str) -> tuple[ChooseOne, Any]:
    """The one question of a procedure, and what comes of an answer to it."""
    question = next(procedure)
    try:
        procedure.send(question.read(answer))
    except StopIteration as done:
        return question, done.value
    raise AssertionError("one question, one answer")


def unasked(procedure: Procedure[Any]) -> Any:
    try:
        raise AssertionError(next(procedure))
    except StopIteration as done:
        return done.value


def test_one_of_some() -> None:
    asked = choose_named("whom", 1, "Dace", EVERYBODY, [ANN, BEA], "Whom?", "T-1.1", far, about="a shot")
    question, chosen = driven(asked, "Bea")
    assert chosen is BEA
    assert (question.topic, question.seat, question.who, question.about) == ("whom", 1, "Dace", "a shot")
    assert question.absent == (Absent("Cid", "Cid", "it is too far", "T-1.2"),)
    assert unasked(choose_named("whom", 1, "", EVERYBODY, [BEA], "Whom?", "T-1.1", far)) is BEA


def test_whoever_is_not_expected_is_not_missing() -> None:
    assert [one.id for one in not_named(EVERYBODY, [ANN], far)] == ["Cid"], "there is no word about Bea"
    assert not_named(EVERYBODY, EVERYBODY, far) == ()


def test_two_of_a_kind_are_one_weapon() -> None:
    bow, axe = Weapon("Bow"), Weapon("Axe")
    question, chosen = driven(choose_weapon("gun", 0, "Ann", [bow, axe, Weapon("Bow")], "With?", "T-3"), "Axe")
    assert chosen is axe
    assert [option.id for option in question.options] == ["Bow", "Axe"]
    assert unasked(choose_weapon("gun", 0, "Ann", [bow, Weapon("Bow")], "With?", "T-3")) == bow


def test_yes_or_no() -> None:
    question, chosen = driven(yes_or_no("parry", 0, "Ann", "Parry?", "T-4", "Parry it", "Take it"), "parry it")
    assert chosen is True
    assert [option.role for option in question.options] == ["", DECLINE]
    assert driven(yes_or_no("parry", 0, "Ann", "Parry?", "T-4", "Parry it", "Take it"), "take it")[1] is False


def test_options() -> None:
    assert plain("Drive on", "T-5").wire() == {"id": "drive on", "label": "Drive on", "clause": "T-5"}
    assert named("Ann", 0).points_at[0].wire() == {"kind": "model", "id": "Ann"}
    assert named("Levy", 2, "unit").points_at[0].kind == "unit"
    assert named("Levy", 2, "unit").meaning == 2
