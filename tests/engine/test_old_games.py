"""Old games live: under later rules a save plays, or says which change it meets at which input, and can be watched."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.engine import registry
from sandtable.engine.changes import RulesChange
from sandtable.engine.dice import Roll, Seeded
from sandtable.engine.divergence import Diverged, Divergence
from sandtable.engine.errors import SetupError
from sandtable.engine.game import Game
from sandtable.engine.questions import ChooseOne
from sandtable.engine.ruleset import Outcome, Play, Procedure, Setup
from sandtable.engine.save import Save, load, load_until, read, recorded, replay, save, sealed, to_json, verify, watch
from tests.engine.toy import ANN, CHORES, FRUIT, TOM, TOY, Orchard, Toy, choose_one, day, note
from tests.games import play_on
from tests.golden.library import files
from tests.golden.library import read as golden

PEARS = RulesChange("1.3.0", ("TO-1.1",), "Nobody picks pears any more.")
DICE = RulesChange("1.3.0", ("TO-2.1",), "Trees are shaken with bigger dice.")
OLD = RulesChange("1.1.0", ("TO-2.1",), "Trees are shaken with dice.")


class Later(Toy):
    """The Orchard, a version on; each test says what is different."""

    version = "1.3.0"

    def __init__(self) -> None:
        self.changes: tuple[RulesChange, ...] = (OLD, DICE, PEARS)
        self.chores: dict[str, Any] = {}

    def step(self, g: Play[Orchard]) -> Procedure[None]:
        yield from (CHORES | self.chores)[g.state.todo[0]](g)
        g.state.todo = g.state.todo[1:]


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Later:
    """The ruleset 'orchard' is a later one."""
    rules = Later()
    monkeypatch.setattr("sandtable.engine.save.find_ruleset", lambda name: rules)
    return rules


def a_day(*chores: str, answers: tuple[Any, ...] = ()) -> Save:
    """A whole day under the old rules, through a file."""
    game: Game[Orchard] = Game(TOY, day(*chores), dice=Seeded.from_text("day", ["ann"]))
    for answer in answers:
        game.answer(answer)
    return read(to_json(save(play_on(game, Random(1)))))


def met(saved: Save) -> Divergence:
    """What a save meets; verifying says the same as loading."""
    with pytest.raises(Diverged) as found:
        load(saved)
    verdict = verify(saved)
    assert not verdict.ok
    assert (verdict.divergence, verdict.problem) == (found.value.divergence, str(found.value))
    assert verdict.at == found.value.divergence.at
    return found.value.divergence


def no_pears(g: Play[Orchard]) -> Procedure[None]:
    answer = yield ChooseOne(seat=ANN, prompt="Which fruit?", clause="TO-1.1", options=(FRUIT[0], FRUIT[2]))
    note(g, "one", answer)


def big_dice(g: Play[Orchard]) -> Procedure[None]:
    g.state.apples[ANN] += sum((yield Roll(int(g.options["dice"]), 20, "apples that fall", "TO-2.1", ANN, "tree")))


# ---- a later version ------------------------------------------------------------------------------


def test_a_game_that_meets_no_change_plays_and_verifies_under_later_rules(later: Later) -> None:
    saved = a_day("one", "roll", "two", "reveal")
    assert load(saved).over
    verdict = verify(saved)
    assert verdict.ok
    assert verdict.proved_rolls == verdict.rolls == 1


def test_what_is_inside_the_state_may_change(later: Later, monkeypatch: pytest.MonkeyPatch) -> None:
    """The old saves held a hash of the state's representation, and broke with it."""
    saved = a_day("one", "roll", "two")

    class Other(Orchard):
        ladders: int = 4

    monkeypatch.setattr(later, "begin", lambda setup, options: Other(tuple(setup["chores"])))
    assert verify(saved).ok
    assert load(saved).over


def test_a_refused_answer_names_the_change_and_the_input(later: Later) -> None:
    saved = a_day("roll", "one", "reveal", answers=("pear",))
    later.chores = {"one": no_pears}
    found = met(saved)
    assert (found.at, found.good, found.saved, found.installed) == (2, 1, "1.2.0", "1.3.0")
    assert found.changes == (PEARS, DICE)  # what is older than the save does not matter
    assert found.named
    assert found.words() == (
        "input 2: Ann answers Pear to: Which fruit? (TO-1.1); orchard 1.3.0 refuses that: 'pear' is not one of the "
        "options (TO-1.1) (changed in 1.3.0, TO-1.1: Nobody picks pears any more.)"
    )


def test_other_dice_are_a_divergence_and_the_dice_of_the_record_stay_proved(later: Later) -> None:
    saved = a_day("one", "roll", "reveal", "roll")
    later.chores = {"roll": big_dice}
    found = met(saved)
    assert found.at == 2
    assert "2d6" in found.record
    assert "rolls 2d20 here: apples that fall (TO-2.1)" in found.words()
    assert found.changes[0] == DICE
    verdict = verify(saved)
    assert verdict.rolls == verdict.proved_rolls == 2


def test_a_question_to_somebody_else_is_a_divergence(later: Later) -> None:
    saved = a_day("two", "one")

    def toms(g: Play[Orchard]) -> Procedure[None]:
        note(g, "one", (yield choose_one(TOM)))

    later.chores = {"one": toms}
    found = met(saved)
    assert (found.at, found.good) == (3, 2)
    assert "asks Tom here: Which fruit? (TO-1.1)" in found.today


@pytest.mark.parametrize(
    ("prompt", "clause", "same"),
    [
        ("Which fruit?", "TO-3.1", True),
        ("What do you pick?", "TO-1.1", True),
        ("What do you throw away?", "TO-3.1", False),
    ],
)
def test_a_new_citation_or_new_words_are_the_same_question_both_are_another(
    later: Later, prompt: str, clause: str, same: bool
) -> None:
    saved = a_day("one")

    def reworded(g: Play[Orchard]) -> Procedure[None]:
        note(g, "one", (yield ChooseOne(seat=ANN, prompt=prompt, clause=clause, options=FRUIT)))

    later.chores = {"one": reworded}
    assert verify(saved).ok is same


def test_another_result_is_told_as_a_fact(later: Later) -> None:
    saved = a_day("roll")

    def windfall(g: Play[Orchard]) -> Procedure[None]:
        faces = yield Roll(2, 6, "apples that fall", "TO-2.1", ANN, "tree")
        g.state.apples[ANN] += sum(faces) + 1

    later.chores = {"roll": windfall}
    found = met(saved)
    apples = sum(saved.inputs[0].given)
    assert (found.at, found.good) == (1, 1)
    assert f"Ann's apples are {apples + 1}, the save says {apples}" in found.words()
    assert found.why() == "one of 2 changes since 1.2.0; the rulebook lists them"


def test_another_outcome_is_told(later: Later, monkeypatch: pytest.MonkeyPatch) -> None:
    saved = a_day("one")
    other = Outcome(("Tom",), (TOM,), "Tom has the day.", "TO-3.1")
    monkeypatch.setattr(later, "outcome", lambda state: None if state.todo else other)
    assert "comes to another outcome: Tom has the day." in met(saved).words()


def test_a_game_that_goes_on_where_it_ended_is_told(later: Later) -> None:
    saved = a_day("one")
    shorter = sealed(replace(saved, setup=day("one", "one"), position=replace(saved.position, facts={}), outcome=None))  # type: ignore[type-var]
    assert met(shorter).record == "the game is over"
    assert met(shorter).today == "says that it goes on"


def test_a_setup_that_is_refused_now_is_told(later: Later, monkeypatch: pytest.MonkeyPatch) -> None:
    saved = a_day("one")

    def refuse(setup: Setup, options: Any) -> Orchard:
        raise SetupError("an orchard has two trees", "TO-1.1")

    monkeypatch.setattr(later, "begin", refuse)
    found = met(saved)
    assert (found.at, found.good) == (0, -1)
    assert found.changes[0] == PEARS
    assert found.words().startswith("the set-up: the game was begun; orchard 1.3.0 refuses it: an orchard has two")


def test_rules_that_break_down_over_an_old_answer_are_a_divergence_and_no_traceback(later: Later) -> None:
    saved = a_day("one", "two")

    def broken(g: Play[Orchard]) -> Procedure[None]:
        yield choose_one()
        raise KeyError("basket")

    later.chores = {"two": broken}
    found = met(saved)
    assert found.at == 2
    assert "the rules break down over it (KeyError: 'basket')" in found.today
    with pytest.raises(Diverged) as diverged:
        load(saved)
    assert diverged.value.game is not None
    assert diverged.value.game.inputs == [saved.inputs[0].given]


def test_a_save_of_newer_rules_says_so(later: Later) -> None:
    saved = sealed(replace(a_day("one", answers=("pear",)), version="1.4.0"))
    later.chores = {"one": no_pears}
    assert "the record is of newer rules, 1.4.0: install those to play it" in met(saved).words()


def test_rules_without_a_changelog_say_that(later: Later) -> None:
    saved = a_day("one", answers=("pear",))
    later.chores, later.changes = {"one": no_pears}, ()
    assert "no changelog tells what is different" in met(saved).words()


def test_a_record_that_was_changed_is_no_divergence(later: Later) -> None:
    saved = a_day("one", "one", answers=("pear", "apple"))
    later.chores = {"one": no_pears}
    changed = replace(saved, inputs=[replace(saved.inputs[0], answer="plum"), saved.inputs[1]])
    verdict = verify(changed)
    assert verdict.divergence is None
    assert "this input was changed after the game was saved" in verdict.problem


# ---- going on, watching ---------------------------------------------------------------------------


def test_one_can_go_on_from_the_last_good_input(later: Later) -> None:
    saved = a_day("roll", "one", "roll", answers=("pear",))
    later.chores = {"one": no_pears}
    game = load_until(saved, met(saved).good)
    assert game.inputs == [saved.inputs[0].given]
    game.answer("plum")
    assert game.over
    again = save(game)
    assert [dice.since for dice in again.dice] == [0, 1]
    assert again.dice[1].commitment != saved.dice[0].commitment
    assert verify(again).proved_rolls == 2


def test_a_save_is_watched_from_its_own_record_under_any_rules(later: Later) -> None:
    saved = a_day("roll", "one", "secret", answers=("pear",))
    game: Game[Orchard] = Game(TOY, saved.setup, dice=Seeded.from_text("day", ["ann"]))
    for entry in saved.inputs[1:]:
        game.answer(entry.given)
    later.chores = {"one": no_pears}
    assert [line for lines in watch(saved) for line in lines] == game.log()


def test_a_save_of_a_missing_ruleset_can_be_watched_and_its_dice_are_checked() -> None:
    saved = sealed(replace(a_day("roll", "one"), ruleset="chess"))
    assert [line for lines in watch(saved) for line in lines]
    verdict = verify(saved)
    assert "no ruleset 'chess'" in verdict.problem
    assert verdict.proved_rolls == verdict.rolls == 1


# ---- the first form -------------------------------------------------------------------------------


def first_form() -> Save:
    return golden(files("opportunity")[0])


def test_the_first_form_is_read_and_verified_without_its_hash() -> None:
    saved = first_form()
    assert saved.format == "sandtable-game/1"
    assert saved.hash
    verdict = verify(saved)
    assert verdict.ok
    assert verdict.proved_rolls == verdict.rolls > 0
    assert any("sandtable-game/1" in note for note in verdict.notes)
    assert verify(replace(saved, hash="0" * 64)).ok
    assert load(replace(saved, hash="0" * 64)).outcome == saved.outcome


def test_the_first_form_is_written_as_it_was_read() -> None:
    saved = first_form()
    assert read(to_json(saved)) == saved
    assert sealed(saved) == saved


def test_changes_of_the_first_form_are_found() -> None:
    saved = first_form()
    i = next(i for i, entry in enumerate(saved.inputs) if type(entry.given) is tuple)
    faces = [face % 6 + 1 for face in saved.inputs[i].given]
    inputs = [*saved.inputs[:i], replace(saved.inputs[i], roll=faces), *saved.inputs[i + 1 :]]
    assert verify(replace(saved, inputs=inputs)).at == i + 1
    verdict = verify(sealed(replace(saved, inputs=inputs)))
    assert verdict.at == i + 1
    assert "the dice are" in verdict.problem
    assert not verify(replace(saved, outcome=None)).ok
    assert not verify(replace(saved, seats=saved.seats[::-1])).ok
    seat = next(i for i, entry in enumerate(saved.inputs) if isinstance(entry.seat, int))
    other = replace(saved.inputs[seat], seat=1 - int(str(saved.inputs[seat].seat)))
    assert verify(replace(saved, inputs=[*saved.inputs[:seat], other, *saved.inputs[seat + 1 :]])).at == seat + 1


def test_the_first_form_is_watched_by_its_inputs() -> None:
    saved = first_form()
    lines = [line for lines in watch(saved) for line in lines]
    assert len(lines) == len(saved.inputs)
    assert lines == [recorded(saved, entry) for entry in saved.inputs]
    assert any(line.startswith(f"{saved.seats[0]} answers ") for line in lines)


def test_a_replay_stops_where_it_parts(later: Later) -> None:
    saved = a_day("roll", "one", answers=("pear",))
    later.chores = {"one": no_pears}
    playing = replay(saved)
    assert [next(playing)[1], next(playing)[1]] == [0, 1]
    with pytest.raises(Diverged):
        next(playing)


def test_options_without_words() -> None:
    """A game that tells nothing is saved without its words."""
    game: Game[Orchard] = Game(TOY, day("one"), events=False)
    game.answer("pear")
    (entry,) = save(game).inputs
    assert (entry.words, entry.said, entry.prompt) == ("", [], "Which fruit?")
    assert recorded(save(game), entry) == "Ann answers pear to: Which fruit? (TO-1.1)"


def test_the_registry_refuses_a_version_that_is_not_the_newest_change(monkeypatch: pytest.MonkeyPatch) -> None:
    class Point:
        value = "orchards:LATER"

        @staticmethod
        def load() -> Any:
            return type("Wrong", (Later,), {"version": "1.2.9"})()

    monkeypatch.setattr(registry, "_entry_points", lambda group: {"orchard": Point()})
    with pytest.raises(Exception, match=r"orchard calls itself 1\.2\.9, but its newest change is of 1\.3\.0"):
        registry.ruleset.__wrapped__("orchard")
