"""The one door: answering, undoing, copying, forking, seeing."""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.engine.dice import Pseudo, Roll, Scripted, Seeded, Typed
from sandtable.engine.errors import EmptyQuestion, IllegalAnswer, SandtableError, SetupError
from sandtable.engine.game import Game
from sandtable.engine.questions import Question
from tests.engine.toy import ANN, QUESTIONS, ROUND_ROBIN, TOM, TOY, Orchard, choose_some, day, split
from tests.games import play_on, some_way_in

A_DAY = ["apple", ["pear"], ["plum", "pear", "apple"], {"apple": 3, "pear": 1}, "plum",
         {"ladder": [1, 1], "basket": [2, 2]}, {"cart": [3, 2]}, "pear", "plum", "apple", "apple", "shake"]  # fmt: skip
"""One answer to each question of the round robin."""


def game(*chores: str, dice: Any = None, **options: Any) -> Game[Orchard]:
    return Game(TOY, day(*chores), options, dice or Seeded.from_text("orchard"))


def answered(*answers: Any, chores: tuple[str, ...], dice: Any = None) -> Game[Orchard]:
    made = game(*chores, dice=dice)
    for answer in answers:
        made.answer(answer)
    return made


def same(one: Game[Any], other: Game[Any]) -> bool:
    """Two games that nobody can tell apart by playing on."""
    return (one.hash(), one.inputs, one.over) == (other.hash(), other.inputs, other.over) and (
        None if one.question is None else one.question.wire()
    ) == (None if other.question is None else other.question.wire())


# ---- answering ------------------------------------------------------------------------------------


def test_a_whole_day() -> None:
    day_out = answered(*A_DAY, chores=ROUND_ROBIN, dice=Scripted([3, 4, 6]))
    assert day_out.over
    assert day_out.outcome is not None
    assert day_out.outcome.winners == ("Ann",)
    wish, path = A_DAY[6], {"cart": [[3.0, 0.0], [3.0, 2.0]]}
    assert wish == {"cart": [3, 2]}
    assert day_out.inputs == [*A_DAY[:6], path, (3, 4), *A_DAY[7:], (6,)]
    assert day_out.state.apples == [13, 0]
    assert day_out.state.notes[0] == ["one", "apple"]
    assert day_out.legal() == []


def test_a_wish_is_recorded_as_the_path_that_was_found() -> None:
    """So that a replay needs no path-finder."""
    moved = answered({"cart": [3, 2]}, chores=("move", "one"))
    assert moved.inputs == [{"cart": [[3.0, 0.0], [3.0, 2.0]]}]
    ((_, paths),) = moved.state.notes
    assert [point.wire() for point in paths["cart"]] == [[3, 0], [3, 2]]


def test_an_illegal_answer_changes_nothing() -> None:
    made = answered("apple", chores=("two", "one"))
    before, question, events = made.hash(), made.question, list(made.events or [])
    for wrong in ("quince", None, 3, ["apple"], {"apple": 1}):
        with pytest.raises(IllegalAnswer) as refused:
            made.answer(wrong)
        assert refused.value.clause
    assert (made.hash(), made.question, made.events, made.inputs) == (before, question, events, ["apple"])
    made.answer("pear")
    assert made.state.notes == [["first", "apple"], ["second", "pear"]]


def test_only_the_seat_that_is_asked_may_answer() -> None:
    made = game("order")
    before = made.hash()
    with pytest.raises(IllegalAnswer, match="it is Tom's turn to answer") as refused:
        made.answer(["apple", "pear", "plum"], seat=ANN)
    assert refused.value.clause == "TO-1.3"
    assert made.hash() == before
    made.answer(["apple", "pear", "plum"], seat=TOM)
    assert made.over


def test_nothing_can_be_answered_when_the_game_is_over() -> None:
    made = game()
    assert made.over
    with pytest.raises(IllegalAnswer, match="the game is over"):
        made.answer("apple")


def test_house_rules_reach_the_rules() -> None:
    rolled: Game[Orchard] = Game(TOY, day("roll"), {"dice": 3}, Scripted([1, 2, 3]))
    assert rolled.inputs == [(1, 2, 3)]
    assert rolled.options == {"dice": 3, "weather": "sun"}


def test_bad_house_rules_are_refused() -> None:
    with pytest.raises(SetupError, match="dice takes a whole number from 1 to 4"):
        Game(TOY, day("roll"), {"dice": 9})


def test_without_a_setup_the_quick_game_is_played() -> None:
    assert Game(TOY).setup == TOY.quick_setup()


def test_refused_dice_leave_a_typed_roll_open() -> None:
    made = game("roll", dice=Typed())
    before = made.hash()
    for wrong in ([1], [1, 7], "11", [1, 2, 3], None, [1.0, 2]):
        with pytest.raises(IllegalAnswer) as refused:
            made.answer(wrong)
        assert refused.value.clause == "TO-2.1"
    assert isinstance(made.question, Roll)
    assert made.hash() == before


def test_typed_dice_are_inputs_like_others() -> None:
    made = game("roll", "one", dice=Typed())
    assert made.view(ANN)["question"]["kind"] == "roll"
    made.answer([2, 5])
    assert made.inputs == [(2, 5)]
    assert made.state.apples == [7, 0]
    assert same(made, game("roll", "one", dice=Scripted([2, 5])))


def test_a_script_that_runs_out_leaves_the_roll_open() -> None:
    """The answer before it was legal and stands; whoever has more dice can go on."""
    made = game("bet", "one", dice=Scripted([]))
    with pytest.raises(SandtableError, match="dice left"):
        made.answer("shake")
    assert made.inputs == ["shake"]
    assert isinstance(made.question, Roll)
    made.answer([4] * made.question.n)
    assert same(made, answered("shake", chores=("bet", "one"), dice=Scripted([4])))


def test_what_was_answered_cannot_be_changed_from_outside() -> None:
    made = game("some", "one")
    answer = ["pear"]
    made.answer(answer)
    answer.append("apple")
    assert made.inputs == [["pear"]]


def test_the_setup_cannot_be_changed_from_outside() -> None:
    chores = day("one", "one")
    made: Game[Orchard] = Game(TOY, chores)
    made.answer("apple")
    chores["chores"].insert(0, "split")
    made.undo()
    assert made.question is not None
    assert made.question.kind == "choose-one"


# ---- the clock ------------------------------------------------------------------------------------


def test_when_time_is_out_the_fallback_stands() -> None:
    made = game("draft", "one")
    made.time_out()
    assert made.inputs == ["plum"]


@pytest.mark.parametrize("chores", [("one",), ("order",), ("roll",), ()])
def test_without_a_clock_there_is_no_time_out(chores: tuple[str, ...]) -> None:
    made = game(*chores, dice=Typed())
    before = made.hash()
    with pytest.raises(IllegalAnswer, match="no clock"):
        made.time_out()
    assert made.hash() == before


# ---- feeding a record -----------------------------------------------------------------------------


def test_a_record_played_again_gives_the_same_game() -> None:
    first = answered(*A_DAY, chores=ROUND_ROBIN)
    again = game(*ROUND_ROBIN, dice=Typed())
    for given_ in first.inputs:
        again.feed(given_)
    assert same(first, again)
    assert again.events == first.events


def test_a_record_must_have_dice_where_dice_are_due() -> None:
    made = game("roll", dice=Typed())
    with pytest.raises(IllegalAnswer, match="a roll is due here"):
        made.feed([3, 4])
    made.feed((3, 4))


def test_a_record_must_have_an_answer_where_one_is_due() -> None:
    made = game("one")
    with pytest.raises(IllegalAnswer, match="an answer is due here"):
        made.feed((3, 4))
    assert made.inputs == []


def test_a_record_cannot_go_on_after_the_end() -> None:
    with pytest.raises(IllegalAnswer, match="the game is over here"):
        game().feed("apple")


# ---- undo -----------------------------------------------------------------------------------------


def test_undo_takes_back_the_last_answer() -> None:
    made = game("two", "one", "order")
    stages = [made.clone()]
    for answer in ("apple", "pear"):
        made.answer(answer)
        stages.append(made.clone())
    made.answer("plum")
    assert made.can_undo() is not None  # Tom is asked now
    made = answered("apple", "pear", chores=("two", "one", "order"))
    assert made.can_undo() is None
    made.undo()
    assert same(made, stages[1])
    made.undo()
    assert same(made, stages[0])
    assert made.can_undo() == "nothing has been answered yet"


def test_undo_takes_back_the_events_too() -> None:
    made = answered("apple", chores=("two",))
    assert [event.kind for event in made.events or []] == ["noted"]
    made.undo()
    assert made.events == []


def test_undo_and_the_same_answer_again_is_as_if_nothing_had_been() -> None:
    made = answered("apple", "pear", chores=("two", "one", "roll"))
    untouched = answered("apple", "pear", chores=("two", "one", "roll"))
    made.undo()
    made.answer("pear")
    assert same(made, untouched)
    assert made.events == untouched.events
    made.answer("plum")
    untouched.answer("plum")
    assert same(made, untouched)


@pytest.mark.parametrize(
    ("chores", "answers", "reason"),
    [
        (("one", "roll", "one"), ["apple"], "dice have been rolled"),
        (("roll", "one"), [], "dice have been rolled"),
        (("bet", "one"), ["shake"], "dice have been rolled"),
        (("reveal", "one"), ["apple"], "something has been revealed"),
        (("one", "order"), ["apple"], "another player"),
        (("order", "one"), [["apple", "pear", "plum"]], "another player"),
        (("one",), ["apple"], "the game is over"),
        (("one",), [], "nothing has been answered"),
    ],
)
def test_what_cannot_be_undone(chores: tuple[str, ...], answers: list[Any], reason: str) -> None:
    made = answered(*answers, chores=chores)
    before = made.hash()
    assert reason in str(made.can_undo())
    with pytest.raises(IllegalAnswer, match="cannot undo"):
        made.undo()
    assert made.hash() == before


def test_undo_never_goes_past_a_reveal() -> None:
    made = answered("apple", "apple", "apple", chores=("one", "reveal", "one", "one"))
    made.undo()
    assert made.inputs == ["apple", "apple"]
    assert "revealed" in str(made.can_undo())


def test_undo_never_goes_past_a_die() -> None:
    made = answered("shake", "apple", chores=("bet", "one", "one"))
    made.undo()
    assert len(made.inputs) == 2
    assert "dice" in str(made.can_undo())


def test_undo_works_without_events() -> None:
    made: Game[Orchard] = Game(TOY, day("two", "one", "one"), events=False)
    for answer in ("apple", "pear", "plum"):
        made.answer(answer)
    made.clone()
    made.undo()
    assert made.inputs == ["apple", "pear"]
    assert made.state.notes == [["first", "apple"], ["second", "pear"]]
    assert made.events is None


def test_copying_a_game_does_not_change_what_can_be_undone() -> None:
    made: Game[Orchard] = Game(TOY, day("one", "one", "one", "one"), events=False)
    made.answer("apple")
    made.answer("apple")
    assert made.can_undo() is None
    assert made.clone().can_undo() is None
    made.answer("pear")
    made.undo()
    assert made.can_undo() is None


@given(st.integers(0, 10_000))
def test_undo_then_the_same_again_in_any_game(seed: int) -> None:
    rng = Random(seed)
    setup, options = TOY.random_setup(rng)
    made = play_on(Game(TOY, setup, options, Seeded.from_text(str(seed))), rng, rng.randrange(8))
    if made.can_undo() is None:
        twin = made.fork(len(made.inputs), made.dice[0].source)
        last = made.inputs[-1]
        assert type(last) is not tuple
        asked = made.question
        made.undo()
        assert asked is not None
        assert made.question is not None
        assert made.question.seat == asked.seat
        made.answer(last)
        assert same(made, twin)


# ---- clones ---------------------------------------------------------------------------------------


def test_a_clone_leaves_the_original_alone() -> None:
    made = answered("apple", chores=("two", "one", "roll"))
    before, inputs = made.hash(), list(made.inputs)
    play_on(made.clone(), Random(1))
    assert (made.hash(), made.inputs) == (before, inputs)


def test_a_clone_in_the_middle_of_a_step() -> None:
    made = answered("apple", chores=("two", "one"))
    copy = made.clone()
    assert same(made, copy)
    copy.answer("plum")
    made.answer("pear")
    assert copy.state.notes == [["first", "apple"], ["second", "plum"]]
    assert made.state.notes == [["first", "apple"], ["second", "pear"]]


def test_a_clone_of_a_clone_of_a_game_that_went_on() -> None:
    made = game("two", "two", "one")
    for answer in ("apple", "pear", "plum"):
        made.answer(answer)
        made = made.clone(events=True).clone()
    assert made.inputs == ["apple", "pear", "plum"]
    assert made.state.notes == [["first", "apple"], ["second", "pear"], ["first", "plum"]]


def test_a_clone_after_a_clone_in_the_same_step() -> None:
    """What happened since the first copy does not happen twice in the second."""
    made = answered("plum", chores=("one", "two", "one"))
    made.clone()
    made.answer("apple")
    copy = made.clone()
    assert same(made, copy)
    assert copy.state.notes == made.state.notes == [["one", "plum"], ["first", "apple"]]


def test_a_clone_with_the_dice_of_the_game_has_the_future_of_the_game() -> None:
    """Rolls are numbered through the whole game, in a copy too."""
    dice = Seeded.from_text("shared")
    made = answered("shake", "shake", chores=("bet", "bet", "bet", "roll", "bet"), dice=dice)
    copy = made.clone(dice)
    play_on(made, Random(1))
    play_on(copy, Random(1))
    assert same(made, copy)


def test_nobody_learns_the_coming_dice_from_a_clone() -> None:
    """Without dice of its own a clone rolls its own secret ones."""
    seen = set()
    for _ in range(30):
        copy = game("bet").clone()
        copy.answer("shake")
        seen.add(copy.inputs[-1])
    assert len(seen) > 1


def test_a_clone_rolls_what_is_due_with_its_own_dice() -> None:
    waiting = game("roll", "one", dice=Typed())
    assert waiting.clone(Scripted([6, 6])).state.apples == [12, 0]
    assert isinstance(waiting.question, Roll)


def test_a_clone_hears_what_happens_to_it() -> None:
    copy = answered("apple", chores=("one", "one")).clone(events=True)
    copy.answer("pear")
    assert [(event.kind, event.at) for event in copy.events or []] == [("noted", 2)]
    quiet = game("one").clone()
    quiet.answer("pear")
    assert quiet.events is None


@given(st.integers(0, 10_000))
def test_equal_dice_give_clones_equal_futures(seed: int) -> None:
    rng = Random(seed)
    setup, options = TOY.random_setup(rng)
    made = play_on(Game(TOY, setup, options, Pseudo(rng)), rng, rng.randrange(8))
    one, other = made.clone(Pseudo(Random(seed))), made.clone(Pseudo(Random(seed)))
    assert same(one, other)
    play_on(one, Random(seed))
    play_on(other, Random(seed))
    assert same(one, other)
    assert one.state == other.state


@pytest.mark.parametrize("seed", range(25))
def test_clones_of_real_games_have_equal_futures(seed: int) -> None:
    made = some_way_in(seed)
    before = made.hash()
    one, other = made.clone(Pseudo(Random(seed))), made.clone(Pseudo(Random(seed)))
    assert one.hash() == other.hash() == before
    play_on(one, Random(seed), 60)
    assert made.hash() == before
    assert one.clone().hash() == one.hash()
    play_on(other, Random(seed), 60)
    assert same(one, other)
    assert one.state == other.state


@pytest.mark.parametrize("seed", range(12))
def test_going_back_from_anchors_is_going_back_from_the_beginning(seed: int) -> None:
    """Whatever places the game remembers: the same game, the same events, told once."""
    rng = Random(seed)
    made = some_way_in(seed)
    while not made.over and len(made.inputs) < 70:
        play_on(made, rng, 1)
        if rng.random() < 0.7:
            made.checkpoint()
        if made.can_undo() is None and rng.random() < 0.3:
            made.undo()
            play_on(made, rng, 1)
    for at, played_again in enumerate(made.again()):
        fork = made.fork(at, Typed())
        assert same(fork, played_again)
        assert fork.events == played_again.events
        assert fork.asked == played_again.asked
    assert made.events == played_again.events


def test_undo_tells_nothing_twice_and_nothing_less() -> None:
    made = game("one", "one", "one", "one", "one", "one", "one", "one")
    told: list[list[Any]] = []
    for answer in ("apple", "pear", "plum", "apple", "pear", "plum"):
        told.append(list(made.events or []))
        made.answer(answer)
        made.checkpoint()
    while told:
        made.undo()
        assert made.events == told.pop()
    assert not made.inputs


def test_the_further_back_the_fewer_places_are_remembered() -> None:
    made = game(*["one"] * 300)
    for _ in range(300):
        made.answer("apple")
        made.checkpoint()
    kept = [anchor.at for anchor in made._anchors]
    assert kept[0] == 0
    assert kept[-2:] == [299, 300]
    assert len(kept) < 12


# ---- forks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2])
def test_a_fork_at_every_input(seed: int) -> None:
    """A fork shares the past to the letter, keeps its events, and then rolls new dice."""
    made = some_way_in(seed, 60)
    fresh = Seeded.from_text("fork")
    for at in range(len(made.inputs) + 1):
        fork = made.fork(at, Typed())
        assert fork.inputs == made.inputs[:at]
        early = [event for event in made.events or [] if event.at < at]
        assert (fork.events or [])[: len(early)] == early
        fork.continue_with(fresh)
        assert fork.dice[-1].since == at
        assert fork.dice[-1].source is fresh
        play_on(fork, Random(at), 3)
        assert fork.inputs[:at] == made.inputs[:at]


def test_a_fork_with_the_old_dice_leads_where_the_game_led() -> None:
    made = answered(*A_DAY, chores=ROUND_ROBIN)
    for at in range(len(made.inputs) + 1):
        fork = made.fork(at, Typed())
        for given_ in made.inputs[at:]:
            fork.feed(given_)
        assert same(fork, made)
        assert fork.events == made.events


@pytest.mark.parametrize("at", [-1, 2, 100])
def test_a_fork_outside_the_game_is_refused(at: int) -> None:
    made = answered("apple", chores=("one", "one"))
    with pytest.raises(SandtableError, match=f"the game has 1 inputs; it cannot be forked at {at}"):
        made.fork(at)


def test_a_fork_rolls_its_own_secret_dice() -> None:
    made = game("bet")
    assert len({made.fork(0).view(None)["dice"][-1]["commitment"] for _ in range(5)}) == 5


def test_new_dice_roll_what_is_due() -> None:
    made = game("roll", "one", dice=Typed())
    made.continue_with(Scripted([1, 2]))
    assert made.state.apples == [3, 0]
    assert [segment.since for segment in made.dice] == [0]


def test_new_dice_begin_where_they_begin() -> None:
    made = answered("apple", chores=("one", "bet"))
    made.continue_with(Typed())
    made.continue_with(Scripted([5]))
    made.answer("shake")
    assert made.state.apples == [5, 0]
    assert [segment.since for segment in made.dice] == [0, 1]


def test_undo_past_a_fork_keeps_the_record_of_dice_true() -> None:
    """Each recorded roll was made by the source of its segment."""
    made = answered("wait", "wait", chores=("bet", "bet", "bet"))
    fork = made.fork(2, Seeded.from_text("new"))
    fork.undo()
    fork.undo()
    fork.answer("shake")
    (used,) = [segment.source for segment in fork.dice if segment.since <= 1][-1:]
    assert used.roll(Roll(1, 6, "", "", 0), 0) == fork.inputs[1]


# ---- hashes ---------------------------------------------------------------------------------------


def test_equal_games_have_equal_hashes_and_others_do_not() -> None:
    games = [
        answered(*answers, chores=("two", "one", "bet"))
        for answers in ([], ["apple"], ["pear"], ["apple", "pear"], ["apple", "pear", "plum"])
    ]
    assert len({made.hash() for made in games}) == len(games)
    assert games[1].hash() == answered("apple", chores=("two", "one", "bet")).hash()


def test_the_hash_does_not_depend_on_who_listens_or_on_coming_dice() -> None:
    loud = Game(TOY, day("two"), dice=Seeded.from_text("a"))
    quiet = Game(TOY, day("two"), dice=Seeded.from_text("b"), events=False)
    assert loud.hash() == quiet.hash()


def test_the_hash_of_a_known_game_stays() -> None:
    """Saves on people's disks carry this number: a change here breaks them."""
    made = answered("apple", chores=("two",))
    written = (
        '[{"todo":["two"],"seats":["Ann","Tom"],"apples":[0,0],"notes":[["first","apple"]],"secret":0},["apple"],false]'
    )
    assert made.hash() == sha256(written.encode()).hexdigest()


# ---- events and views -----------------------------------------------------------------------------


def test_events_say_after_which_input_they_came() -> None:
    made = answered(*A_DAY, chores=ROUND_ROBIN)
    assert [(event.kind, event.at) for event in made.events or []] == [
        ("noted", 1), ("noted", 2), ("noted", 3), ("noted", 4), ("noted", 5), ("noted", 6), ("noted", 7),
        ("roll", 8), ("fallen", 8), ("noted", 9), ("noted", 10), ("hidden", 11), ("shown", 12), ("roll", 14),
        ("bet", 14),
    ]  # fmt: skip


def test_a_game_without_events_keeps_none() -> None:
    made: Game[Orchard] = Game(TOY, day("one", "secret"), events=False)
    play_on(made, Random(1))
    assert made.events is None
    assert made.log() == []
    assert made.view(TOM)["events"] == []


def test_the_log_cites_clauses() -> None:
    made = answered("apple", "pear", chores=("one", "secret"))
    assert made.log() == ["noted! [TO-1.1]", "hidden! [TO-2.2]"]
    assert made.log(1) == ["hidden! [TO-2.2]"]


def test_whispered_events_are_for_one_seat() -> None:
    made = answered("pear", chores=("secret", "one"))
    assert [event["kind"] for event in made.view(TOM)["events"]] == ["hidden"]
    assert made.view(ANN)["events"] == []
    assert made.view(None)["events"] == []


def test_the_state_shown_is_the_seats_own() -> None:
    made = answered("pear", chores=("secret", "one"))
    assert made.view(TOM)["state"]["secret"] == 4
    assert "secret" not in made.view(ANN)["state"]
    assert "secret" not in made.view(None)["state"]


@pytest.mark.parametrize("chore", ["one", "some", "order", "split", "draft", "place", "move"])
def test_others_see_who_thinks_but_not_about_what(chore: str) -> None:
    made = game(chore)
    assert made.question is not None
    asked = made.question.seat
    assert made.view(asked)["question"] == made.question.wire()
    for other in (1 - asked, None):
        assert set(made.view(other)["question"]) == {"kind", "seat", "who", "prompt"}


def test_views_are_json_and_say_how_far_the_game_is() -> None:
    made = game(*ROUND_ROBIN)
    for answer in [None, *A_DAY]:
        if answer is not None:
            made.answer(answer)
        for seat in (ANN, TOM, None):
            view = made.view(seat)
            assert msgspec.json.decode(msgspec.json.encode(view))["question"] == view["question"]
            assert view["inputs"] == len(made.inputs)
            assert view["seat"] == seat
            assert view["seats"] == ["Ann", "Tom"]
            assert (view["outcome"] is not None) == made.over


def test_views_show_the_commitment_and_never_the_seed() -> None:
    source = Seeded.from_text("orchard")
    made = game("one", dice=source)
    assert made.view(None)["dice"] == [
        {"since": 0, "commitment": source.commitment, "nonces": list(source.nonces)},
    ]
    assert source.seed.hex().encode() not in msgspec.json.encode(made.view(ANN))
    assert game("one", dice=Typed()).view(ANN)["dice"] == []


# ---- mistakes in the rules ------------------------------------------------------------------------


def test_a_mistake_in_the_rules_leaves_the_game_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    made = game("one", "two")
    before, asked = made.hash(), made.question
    assert asked is not None

    def broken(self: object, kind: str, *clauses: str, **data: Any) -> None:
        raise KeyError("planted")

    with monkeypatch.context() as patched:
        patched.setattr("sandtable.engine.ruleset.Play.tell", broken)
        with pytest.raises(KeyError, match="planted"):
            made.answer("apple")
    assert made.hash() == before
    assert made.inputs == []
    made.answer("apple")
    assert same(made, answered("apple", chores=("one", "two")))


NO_FRUIT: dict[str, Question] = {
    "choose one": msgspec.structs.replace(QUESTIONS["one"](), options=()),
    "draft": msgspec.structs.replace(QUESTIONS["draft"](), options=()),
    "choose some": msgspec.structs.replace(QUESTIONS["some"](), options=()),
    "order": msgspec.structs.replace(QUESTIONS["order"](), options=()),
    "more than there are": msgspec.structs.replace(QUESTIONS["some"](), least=4, most=4),
    "at least more than at most": msgspec.structs.replace(QUESTIONS["some"](), least=2, most=1),
    "nothing to share among": msgspec.structs.replace(QUESTIONS["split"](), options=()),
    "too little to share": split(total=2, least=1),
    "too much to share": split(total=10, most=3),
    "nobody to place": msgspec.structs.replace(QUESTIONS["place"](), models=()),
    "nobody to move": msgspec.structs.replace(QUESTIONS["move"](), movers=()),
}


@pytest.mark.parametrize("kind", NO_FRUIT)
def test_a_question_that_nobody_can_answer_is_a_mistake_in_the_rules(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine says so at once, by name, and the game stays where it was."""
    made = game("one", "order", "bet")
    before = made.hash()
    question = NO_FRUIT[kind]
    with monkeypatch.context() as patched:
        patched.setitem(QUESTIONS, "order", lambda: question)
        with pytest.raises(EmptyQuestion) as mistake:
            made.answer("apple")
        assert f"orchard asks what nobody can answer: {question.prompt} ({question.clause})" in str(mistake.value)
        assert not isinstance(mistake.value, SandtableError)
        with pytest.raises(EmptyQuestion):
            game("order")
    assert (made.hash(), made.inputs) == (before, [])
    assert made.question is not None
    assert made.question.prompt == "Which fruit?"
    made.answer("apple")
    assert same(made, answered("apple", chores=("one", "order", "bet")))


def test_questions_that_can_be_answered_are_not_empty() -> None:
    exact = [split(total=3, least=1), split(total=9, most=3), msgspec.structs.replace(choose_some(), least=3, most=3)]
    for question in [*exact, *(ask() for ask in QUESTIONS.values())]:
        assert not question.empty
        assert next(question.legal(), None) is not None


def test_the_log_of_a_seat_keeps_the_secrets_of_the_others() -> None:
    made = answered(*A_DAY, chores=ROUND_ROBIN)
    hidden = [event for event in made.events or [] if event.only is not None]
    assert hidden
    owner = hidden[0].only
    assert owner is not None
    assert len(made.log()) == len(made.log(seat=owner)) > len(made.log(seat=1 - owner)) == len(made.log(seat=None))


def test_rolls_with_too_many_results_are_not_listed() -> None:
    made = game("roll", "one", dice=Typed())
    assert len(made.legal()) == 36
    object.__setattr__(made, "question", Roll(40, 20, "everything", "TO-1.1", 0))
    with pytest.raises(SandtableError, match="too many"):
        made.legal()
