"""Answers given as a chain: all at once or none, and taken back at once."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.engine.dice import Roll, Scripted, Seeded, Typed
from sandtable.engine.errors import IllegalAnswer, OutOfTurn
from sandtable.engine.game import LONGEST_CHAIN, Game
from sandtable.engine.save import load, read, save, sealed, to_json, verify
from tests.engine.toy import ANN, TOM, TOY, Orchard, day


def game(*chores: str) -> Game[Orchard]:
    return Game(TOY, day(*chores), dice=Seeded.from_text("orchard"))


def chained(*answers: object, chores: tuple[str, ...]) -> Game[Orchard]:
    made = game(*chores)
    made.answer_chain(answers)
    return made


# ---- giving ---------------------------------------------------------------------------------------


def test_a_chain_leads_where_its_answers_lead_one_by_one() -> None:
    made, single = chained("apple", "pear", "plum", chores=("two", "one", "order")), game("two", "one", "order")
    for answer in ("apple", "pear", "plum"):
        single.answer(answer)
    assert (made.hash(), made.inputs, made.log()) == (single.hash(), single.inputs, single.log())
    assert [asked.joined for asked in made.asked] == [False, True, True]


def test_a_chain_of_one_answer_is_that_answer() -> None:
    made = chained("apple", chores=("one", "one"))
    assert [asked.joined for asked in made.asked] == [False]
    with pytest.raises(IllegalAnswer, match=r"^'fig' is not one of the options"):
        made.answer_chain(["fig"])


def test_a_chain_is_refused_as_a_whole_and_names_the_answer_that_fails() -> None:
    made = game("two", "one", "order")
    before = made.hash()
    with pytest.raises(IllegalAnswer, match=r"answer 3 of 3 \(Which fruit\?\): Quince: quinces are not ripe") as caught:
        made.answer_chain(["apple", "pear", "quince"])
    assert (caught.value.clause, caught.value.legal) == ("TO-1.2", ("Apple", "Pear", "Plum"))
    assert (made.hash(), made.inputs, made.events) == (before, [], [])


@pytest.mark.parametrize(
    ("chores", "answers", "reason"),
    [
        (("bet", "one"), ["shake", "apple"], r"answer 2 of 2: dice come before it: apples that fall \(TO-2.1\)"),
        (("one", "order"), ["apple", ["plum", "pear", "apple"]], "answer 2 of 2 .*: Tom is asked before it"),
        (("reveal", "one"), ["apple", "apple"], "answer 2 of 2 .*: something is revealed before it"),
        (("one",), ["apple", "apple"], "answer 2 of 2: the game is over before it"),
        (("one",), [], "a chain has 1 to 16 answers, not 0"),
        (("one",) * 40, ["apple"] * (LONGEST_CHAIN + 1), "a chain has 1 to 16 answers, not 17"),
    ],
)
def test_a_chain_never_goes_past_dice_another_seat_a_secret_or_the_end(
    chores: tuple[str, ...], answers: list[object], reason: str
) -> None:
    made = game(*chores)
    with pytest.raises(IllegalAnswer, match=reason):
        made.answer_chain(answers)
    assert made.inputs == []


def test_no_die_is_rolled_for_a_chain_that_is_refused() -> None:
    made = Game(TOY, day("bet", "one", "bet"), dice=Scripted([2, 5]))
    with pytest.raises(IllegalAnswer, match="dice come before it"):
        made.answer_chain(["shake", "apple"])
    made.answer("shake")
    assert made.inputs == ["shake", (2,)]


def test_the_last_answer_of_a_chain_may_roll_dice() -> None:
    made = Game(TOY, day("one", "bet", "one"), dice=Scripted([5]))
    made.answer_chain(["apple", "shake"])
    assert made.inputs == ["apple", "shake", (5,)]
    assert [asked.joined for asked in made.asked] == [False, True, False]
    assert made.can_undo() == "dice have been rolled or something has been revealed since"


def test_a_chain_is_for_whoever_is_asked() -> None:
    made = game("two")
    with pytest.raises(IllegalAnswer, match="it is Ann's turn"):
        made.answer_chain(["apple", "pear"], TOM)
    made.answer_chain(["apple", "pear"], ANN)
    assert made.over
    with pytest.raises(OutOfTurn, match="the game is over"):
        made.answer_chain(["apple"])


def test_dice_are_no_part_of_a_chain() -> None:
    made = Game(TOY, day("roll", "one"), dice=Typed())
    assert isinstance(made.question, Roll)
    with pytest.raises(IllegalAnswer, match="dice come before it"):
        made.answer_chain([[3, 4], "apple"])


# ---- taking back ----------------------------------------------------------------------------------


def test_a_chain_is_taken_back_at_once() -> None:
    made = game("one", "two", "one", "order")
    made.answer("plum")
    before = made.clone().hash()
    made.answer_chain(["apple", "pear"])
    made.undo()
    assert (made.hash(), made.inputs) == (before, ["plum"])
    made.undo()
    assert made.inputs == []


def test_what_was_answered_after_a_chain_is_taken_back_alone() -> None:
    made = chained("apple", "pear", chores=("two", "one", "one"))
    made.answer("plum")
    made.undo()
    assert made.inputs == ["apple", "pear"]
    made.undo()
    assert made.inputs == []


def test_copies_and_forks_know_chains() -> None:
    made = chained("apple", "pear", "plum", chores=("two", "two", "order"))
    for copy in (made.clone(), made.fork(3)):
        copy.undo()
        assert copy.inputs == []


# ---- saves ----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("orchard")
def test_a_save_with_chains_opens_verifies_and_undoes_them() -> None:
    made = chained("apple", "pear", "plum", chores=("two", "two", "order"))
    saved = read(to_json(save(made)))
    assert [entry.joined for entry in saved.inputs] == [False, True, True]
    assert verify(saved).ok
    opened = load(saved)
    opened.undo()
    assert opened.inputs == []


@pytest.mark.usefixtures("orchard")
def test_a_chain_that_somebody_has_cut_is_found() -> None:
    saved = save(chained("apple", "pear", chores=("two", "one")))
    cut = replace(saved, inputs=[saved.inputs[0], replace(saved.inputs[1], joined=False)])
    assert not verify(cut).ok


@pytest.mark.usefixtures("orchard")
def test_a_file_cannot_join_answers_across_dice() -> None:
    """Whoever seals a file of his own can write what he likes; he gains no undo by it."""
    made = Game(TOY, day("bet", "one", "one"), dice=Seeded.from_text("orchard"))
    made.answer("shake")
    made.answer("apple")
    saved = save(made)
    forged = sealed(replace(saved, inputs=[*saved.inputs[:-1], replace(saved.inputs[-1], joined=True)]))
    assert load(forged).can_undo() == "dice have been rolled or something has been revealed since"
