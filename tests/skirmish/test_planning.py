"""What a client asks while a player plans, without any book."""

from __future__ import annotations

import pytest

from sandtable.engine.errors import SandtableError
from sandtable.engine.looks import Viewpoint
from sandtable.engine.scenes import ShownWounds
from sandtable.skirmish import planning
from sandtable.skirmish.asking import DrawnMove, ask_path
from sandtable.skirmish.candidates import Leaning
from sandtable.skirmish.march import March
from sandtable.skirmish.planning import GroundMark, Remarks, Things
from sandtable.skirmish.rounding import Rounding
from tests.skirmish.bodies import Pawn
from tests.skirmish.scenes import HILL, ROCK, WALL, battlefield, march

FIELD = battlefield(ROCK, WALL, HILL)
ANN, TOM, BO = Pawn("Ann", 4.0, 4.0), Pawn("Tom", 8.0, 4.0, side=1), Pawn("Bo", 0.0, 0.0)
THINGS = Things(FIELD, [ANN, TOM], [BO], [GroundMark("A", 4.0, 8.0, 0.5)])
ZONE = ((0.0, 4.0, 0.0, 8.0),)


def far(one: Viewpoint, two: Viewpoint, things: Things = THINGS, *, in_space: bool = False) -> float:
    return float(planning.measure(things, one, two, in_space=in_space, clause="X-1")["distance"])


def test_it_is_measured_from_edges_of_bases_marks_and_pieces() -> None:
    assert far(Viewpoint("Ann"), Viewpoint("Tom")) == 3.0
    assert far(Viewpoint("Ann"), Viewpoint(mark="A")) == 3.0
    assert far(Viewpoint("Ann"), Viewpoint(at=(4, 10))) == 5.5
    assert far(Viewpoint("Bo", (11, 4)), Viewpoint(piece="rock")) == 4.5
    assert far(Viewpoint("Ann", (8, 12)), Viewpoint(at=(8, 16))) == 3.5
    assert far(Viewpoint("Ann", (8, 12.5)), Viewpoint(at=(8, 17)), in_space=True) == 5.0, "and up the hill"


def test_a_marker_is_as_good_as_a_base_to_measure_to() -> None:
    marker = THINGS.marks[0]
    assert Rounding().within(ANN, marker, 3.0)
    assert not Rounding().within(ANN, marker, 2.99)


def test_a_model_is_drawn_with_what_every_scene_wants_and_what_the_book_adds() -> None:
    drawn = planning.token(FIELD, ANN, icon="bowman", wounds=ShownWounds(left=1, most=2))
    assert (drawn.id, drawn.x, drawn.radius, drawn.state) == ("Ann", 4.0, 0.5, "ready")
    assert (drawn.icon, drawn.wounds, drawn.bound) == ("bowman", ShownWounds(left=1, most=2), [])
    gone = planning.token(FIELD, BO, placed=False)
    assert (gone.x, gone.y, gone.state) == (None, None, "gone")


def test_a_measure_is_rounded_as_the_book_rounds() -> None:
    upwards = battlefield(rounding=Rounding(unit=(1, 1), up=True))
    assert far(Viewpoint("Ann"), Viewpoint(at=(4, 10)), Things(upwards, [ANN], [], [])) == 6.0


@pytest.mark.parametrize(
    ("one", "two", "said"),
    [
        (Viewpoint("Bo"), Viewpoint("Ann"), "Bo is not on the table"),
        (Viewpoint("Nobody"), Viewpoint("Ann"), "there is no model 'Nobody'"),
        (Viewpoint(), Viewpoint("Ann"), "measure from a model, a marker, a piece or a place"),
        (Viewpoint(piece="rock"), Viewpoint(piece="wall"), "measure from a model or a place to a piece"),
    ],
)
def test_there_has_to_be_something_to_measure(one: Viewpoint, two: Viewpoint, said: str) -> None:
    with pytest.raises(SandtableError, match=said):
        far(one, two)


def test_faces_of_what_can_be_stood_on_are_drawn() -> None:
    drawn = planning.ground(FIELD, lambda piece: [piece.form])
    pieces = {piece.id: piece for piece in drawn.pieces}
    assert pieces["hill"].faces == ["climb", "cliff", "cliff", "slope"]
    assert pieces["rock"].faces == [""] * 4
    assert pieces["wall"].text == ["area"], "as it is met, not as it is drawn"


def asked(one: March) -> DrawnMove:
    question = next(ask_path(one, Leaning(), "Where to?", "X-1"))
    assert isinstance(question, DrawnMove)
    return question


def test_a_path_is_previewed() -> None:
    question = asked(march(FIELD, ANN, TOM))
    found = planning.preview(question, question.read({"Ann": [[4, 6], [5, 6]]}))
    assert found is not None
    assert (found["spent"], found["of"], found["text"]) == (3.0, 6.0, "3″ of 6″")
    assert found["path"] == [[4, 4, 0], [4, 6, 0], [5, 6, 0]]


def test_places_in_words_are_legal_and_say_what_matters() -> None:
    question = asked(march(FIELD, ANN, TOM))
    found = planning.places(THINGS, question, (), lambda name, end: Remarks("", (f"{name} was here",)))
    labels = [place["label"] for place in found]
    assert labels[0] == "onto marker A, 4 of 6 inches, Ann was here"
    assert any(label.startswith("north, 6 of 6 inches") for label in labels)
    assert all(question.read(place["answer"]) for place in found)
    assert not any(label.startswith("east, 6") for label in labels), "Tom stands there"


def test_whoever_comes_in_hears_of_the_edge() -> None:
    question = asked(march(FIELD, BO, ANN, TOM, entering=True, zone=ZONE))
    found = planning.places(THINGS, question, ZONE, lambda name, end: Remarks("a hedge"))
    assert found[0]["label"].startswith("in over the west edge at 4")
    assert found[0]["label"].endswith("in cover of a hedge")
