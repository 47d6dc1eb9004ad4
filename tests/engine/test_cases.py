"""Case files: reading, variants, every kind of entry and how it fails."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sandtable.engine.cases import Case, _case, read_cases, run, run_file
from sandtable.engine.errors import CaseError
from sandtable.engine.game import Game
from tests.engine.toy import Toy

HEAD = 'ruleset = "orchard"\ntitle = "A day"\nclauses = ["TO-1.1"]\n'
SITUATION = '[situation]\nchores = ["one", "roll", "bet"]\n'

pytestmark = pytest.mark.usefixtures("orchard")


def case_file(folder: Path, text: str) -> Path:
    path = folder / "case.toml"
    path.write_text(text)
    return path


def read(folder: Path, text: str) -> list[Case]:
    return read_cases(case_file(folder, text))


def play(*entries: dict[str, Any], chores: tuple[str, ...] = ("one", "roll", "bet"), **expect: Any) -> str:
    """What is wrong with a script, or nothing."""
    setup = {"situation": {"chores": list(chores)}}
    return run(Case("A day", "orchard", ("TO-1.1",), {}, setup, list(entries), expect)).problem


# ---- reading --------------------------------------------------------------------------------------


def test_a_file_without_variants_is_one_case(tmp_path: Path) -> None:
    (case,) = read(tmp_path, f'{HEAD}play = [{{ asked = "Ann" }}]\n{SITUATION}')
    assert case == Case(
        "A day", "orchard", ("TO-1.1",), {}, {"situation": {"chores": ["one", "roll", "bet"]}}, [{"asked": "Ann"}], {}
    )
    assert run(case).ok


def test_a_setup_instead_of_a_situation(tmp_path: Path) -> None:
    (case,) = read(tmp_path, f'{HEAD}expect = {{ over = false }}\n[setup]\nchores = ["one"]\n')
    assert case.setup == {"chores": ["one"]}
    assert run(case).ok


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ruleset = ", "is not valid TOML"),
        ('ruleset = "orchard"', "missing required field `title`"),
        (f"{HEAD}expect = 3\n{SITUATION}", r"Expected `object \| null`, got `int` - at `\$.expect`"),
        (f"{HEAD}colour = 3\n{SITUATION}", "unknown field `colour`"),
        (f"{HEAD}expect = {{ over = false }}", r"give either \[situation\] or \[setup\]"),
        (f"{HEAD}expect = {{ over = true }}\n{SITUATION}[setup]\n", r"give either \[situation\] or \[setup\]"),
        (f"{HEAD}{SITUATION}", "nothing is expected, so nothing is proved"),
        (f'{HEAD}play = [{{ answer = "apple" }}, {{ dice = [1] }}]\n{SITUATION}', "nothing is expected"),
        (f'{HEAD}{SITUATION}[[variant]]\ntitle = "bare"\n', "variant '.*: bare': nothing is expected"),
        (f'{HEAD}play = [{{ by = "Ann" }}]\n{SITUATION}', "play entry 1 must have exactly one of answer, dice"),
        (f'{HEAD}play = [{{ asked = "Ann", roll = 2 }}]\n{SITUATION}', "play entry 1 must have exactly one of"),
        (f'{HEAD}{SITUATION}[[variant]]\nruleset = "x"\n', "a variant cannot have the key 'ruleset'"),
        (f'{HEAD}play = [{{ event = "x", no_event = "y" }}]\n{SITUATION}', "play entry 1 must have exactly one of"),
        (f'{HEAD}play = [{{ refused = "x", claus = "y" }}]\n{SITUATION}', "no key 'claus'; did you mean 'clause'"),
        (f"{HEAD}play = [{{ events = [3] }}]\n{SITUATION}", "play entry 1: events are a list of kinds"),
        (f'{HEAD}play = [{{ events = [{{ what = "x" }}] }}]\n{SITUATION}', "play entry 1: events are a list of kinds"),
        (f'{HEAD}{SITUATION}[[variant]]\nwithout = "x"\n', "without is a list of things to remove"),
        (f'{HEAD}{SITUATION}[[variant]]\nwithout = ["situation.rain"]\n', "there is no 'situation.rain' to remove"),
        (f'{HEAD}{SITUATION}[[variant]]\ntitle = "rain"\nplay = []\n', "variant 'A day: rain': nothing is expected"),
        (f'{HEAD}{SITUATION}[[variant]]\nwithout = ["title"]\n', "missing required field `title`"),
    ],
)
def test_what_is_no_case_is_refused_with_the_file_name(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(CaseError, match=said) as refused:
        read(tmp_path, text)
    assert str(tmp_path / "case.toml") in str(refused.value)
    assert "\n" not in str(refused.value)


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    with pytest.raises(CaseError, match="No such file"):
        read_cases(tmp_path / "nothing.toml")
    large = tmp_path / "large.toml"
    large.write_bytes(b"#" * (1024 * 1024 + 1))
    with pytest.raises(CaseError, match="larger than 1 MB"):
        read_cases(large)
    bad = tmp_path / "bad.toml"
    bad.write_bytes(b"\xff\xff")
    with pytest.raises(CaseError, match="is not valid TOML"):
        read_cases(bad)


def test_an_endless_number_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CaseError, match="not valid TOML"):
        read(tmp_path, f"{HEAD}x = {'9' * 5000}\n")


@pytest.mark.parametrize(
    "variant",
    ["play = 3", "play = [3]", "expect = 3", "clauses = 3", "options = 3",
     "situation = 3\nexpect = { over = false }"],
)  # fmt: skip
def test_variants_with_wrong_types_are_refused(tmp_path: Path, variant: str) -> None:
    base = f'{HEAD}expect = {{ over = false }}\n{SITUATION}team = [{{ name = "Ann" }}]\n'
    with pytest.raises(CaseError):
        run_file(case_file(tmp_path, f"{base}[[variant]]\n{variant}\n"))


def test_a_variant_cannot_bring_a_number_as_a_setup(tmp_path: Path) -> None:
    path = case_file(tmp_path, f"{HEAD}[[variant]]\nexpect.over = false\nsetup = 3\n")
    with pytest.raises(CaseError):
        run_file(path)


# ---- variants -------------------------------------------------------------------------------------

VARIANTS = f"""{HEAD}
play = [{{ asked = "Ann" }}]
expect = {{ over = false }}
[options]
dice = 2
[situation]
chores = ["one"]
weather = {{ wind = 1, rain = 2 }}
tree = [{{ name = "oak", age = 1, size = 5 }}, {{ name = "elm", age = 2 }}]
[[variant]]
title = "other chores"
situation.chores = ["bet", "one"]
[[variant]]
title = "one tree older and one more"
clauses = ["TO-2.1"]
options.weather = "rain"
situation.tree = [{{ name = "oak", age = 9 }}, {{ name = "ash" }}]
situation.weather.rain = 7
[[variant]]
play = [{{ over = false }}]
expect = {{ asked = "picker" }}
"""


def test_variants_change_what_they_name_and_keep_the_rest(tmp_path: Path) -> None:
    base, chores, trees, script = read(tmp_path, VARIANTS)
    old = base.setup["situation"]
    assert chores.title == "A day: other chores"
    assert chores.setup["situation"] == {**old, "chores": ["bet", "one"]}
    assert (chores.play, chores.expect, chores.options) == (base.play, base.expect, base.options)
    assert trees.clauses == ("TO-2.1",)
    assert trees.options == {"dice": 2, "weather": "rain"}
    assert trees.setup["situation"]["tree"] == [
        {"name": "oak", "age": 9, "size": 5},
        {"name": "elm", "age": 2},
        {"name": "ash"},
    ]
    assert trees.setup["situation"]["weather"] == {"wind": 1, "rain": 7}
    assert script.title == "A day"
    assert script.play == [{"over": False}]
    assert script.expect == {"asked": "picker"}
    assert base.setup["situation"]["tree"][0] == {"name": "oak", "age": 1, "size": 5}


def test_variants_remove_what_they_name(tmp_path: Path) -> None:
    removing = f"""{HEAD}
expect = {{ over = false, apples = {{ Ann = 1 }} }}
[options]
dice = 2
[situation]
chores = ["one", "two", "bet"]
weather = {{ wind = 1, rain = 2 }}
tree = [{{ name = "oak", age = 1 }}, {{ name = "J. Elm", age = 2 }}]
wall = [{{ id = "north", height = 1 }}, {{ id = "south", height = 2 }}]
[[variant]]
without = ["situation.weather.rain", "situation.tree.oak", "situation.wall.south", "situation.chores.two"]
[[variant]]
without = ["situation.tree.J. Elm.age", "options.dice", "expect.apples"]
[[variant]]
without = ["situation.tree.oak"]
situation.tree = [{{ name = "oak", size = 3 }}]
[[variant]]
without = ["situation", "expect"]
setup = {{ chores = [] }}
expect.over = true
"""
    base, things, keys, replaced, other = read(tmp_path, removing)
    assert things.setup["situation"] == {
        "chores": ["one", "bet"], "weather": {"wind": 1}, "tree": [{"name": "J. Elm", "age": 2}],
        "wall": [{"id": "north", "height": 1}],
    }  # fmt: skip
    assert keys.setup["situation"]["tree"] == [{"name": "oak", "age": 1}, {"name": "J. Elm"}]
    assert (keys.options, keys.expect) == ({}, {"over": False})
    assert replaced.setup["situation"]["tree"] == [{"name": "J. Elm", "age": 2}, {"name": "oak", "size": 3}]
    assert (other.setup, other.expect) == ({"chores": []}, {"over": True})
    assert len(base.setup["situation"]["tree"]) == 2
    assert base.setup["situation"]["weather"] == {"wind": 1, "rain": 2}


def test_a_file_without_a_script_of_its_own_is_its_variants(tmp_path: Path) -> None:
    cases = read(tmp_path, f"{HEAD}{SITUATION}[[variant]]\nexpect = {{ over = false }}\n")
    assert [case.expect for case in cases] == [{"over": False}]


def test_a_variant_may_bring_the_situation(tmp_path: Path) -> None:
    (case,) = read(tmp_path, f'{HEAD}[[variant]]\nexpect.over = true\nsituation.chores = []\ntitle = "x"\n')
    assert run(case).ok


def test_every_variant_has_its_own_result(tmp_path: Path) -> None:
    text = f"{HEAD}{SITUATION}[[variant]]\nexpect.over = false\n[[variant]]\nexpect.over = true\n"
    assert [result.ok for result in run_file(case_file(tmp_path, text))] == [True, False]


# ---- the script -----------------------------------------------------------------------------------


def test_a_script_that_agrees() -> None:
    assert not play(
        {"asked": "picker", "prompt": "which", "options": ["plum", "APPLE", "Pear"], "offers": ["Plum"],
         "not_offered": ["Quince"], "clause": "TO-1.1"},
        {"asked": "Ann"},
        {"refused": "Quince", "clause": "TO-1.2"},
        {"by": "ann", "answer": "pear"},
        {"event": "noted", "what": "one"},
        {"no_event": "fallen"},
        {"roll": 2, "sides": 6, "purpose": "APPLES"},
        {"refused": [1, 7], "clause": "TO-2.1"},
        {"dice": [3, 4]},
        {"event": "fallen", "apples": 7},
        {"expect": {"apples": {"Ann": 7}, "todo": ["bet"]}},
        {"over": False},
        {"answer": "Shake"},
        {"dice": [6]},
        {"over": True},
        apples={"Ann": 13, "Tom": 0}, over=True, winners=["Ann"], ended_by="TO-3.1", asked="",
    )  # fmt: skip


PEAR = {"answer": "pear"}
APPLES = {"dice": [3, 4]}


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        ([{"answer": "cherry"}], "entry 1 {answer = 'cherry'}: 'cherry' is not one of the options (TO-1.1)"),
        ([{"answer": "Quince"}], "Quince: quinces are not ripe before October (TO-1.2)"),
        ([{"by": "Tom", "answer": "pear"}], "picker is asked, not Tom: Which fruit?"),
        ([PEAR, {"answer": "pear"}], "the rules wait for dice: apples that fall (2d6)"),
        ([PEAR, {"by": "Ann", "answer": "pear"}], "the rules wait for dice"),
        ([APPLES], "no roll is due, dice [3, 4] are left over (Which fruit?)"),
        ([PEAR, {"dice": [3, 4, 5]}], "no roll is due, dice [5] are left over (Wait or shake?)"),
        ([PEAR, {"dice": [3]}], "apples that fall needs 2 dice, only 1 are left"),
        ([PEAR, {"dice": [3, 7]}], "7 is not a face of a d6 (apples that fall)"),
        ([PEAR, {"dice": []}], "dice is a list of faces"),
        ([PEAR, {"dice": 3}], "dice is a list of faces"),
        ([PEAR, APPLES, {"answer": "wait"}, {"dice": [1]}], "dice [1] are left over (the game is over)"),
        ([PEAR, APPLES, {"answer": "wait"}, PEAR], "the game is over"),
        ([{"refused": "pear"}], "this answer should be refused, but is legal"),
        ([{"refused": "cherry"}], "this refusal proves nothing: 'cherry' is the name of nothing"),
        ([{"refused": "cherry", "clause": "TO-1.1"}], "this refusal proves nothing: 'cherry' is the name of nothing"),
        ([{"refused": ["pear"]}], "proves nothing: this question is answered with one name"),
        ([PEAR, {"refused": "pear"}], "proves nothing: a roll is open (Roll 2d6: apples that fall): dice are a list"),
        ([PEAR, {"refused": [3, 4]}], "this answer should be refused, but is legal"),
        ([{"out_of_turn": "pear"}], "picker is asked: Which fruit?; whose answer is out of turn?"),
        ([{"out_of_turn": "pear", "by": "Ann"}], "picker is asked: Which fruit?; whose answer is out of turn?"),
        ([{"out_of_turn": "pear", "by": "Tim"}], "nobody is called 'Tim'; did you mean 'Tom'?"),
        ([{"out_of_turn": "pear", "by": "Tom", "clause": "TO-1.2"}], "refused by TO-1.1, not by TO-1.2: it is Ann's"),
        ([PEAR, {"out_of_turn": [1, 2]}], "dice are no answer out of turn: write refused"),
        ([{"refused": "Quince", "clause": "TO-9"}], "refused by TO-1.2, not by TO-9: Quince: quinces"),
        ([{"asked": "Tom"}], "picker is asked, not Tom"),
        ([{"asked": "Ann", "prompt": "vegetable"}], "the prompt is 'Which fruit?', without 'vegetable'"),
        ([{"asked": "Ann", "options": ["Apple"]}], "the options are ['Apple', 'Pear', 'Plum']"),
        ([{"asked": "Ann", "offers": ["Quince"]}], "Quince is not offered, only ['Apple', 'Pear', 'Plum']"),
        ([{"asked": "Ann", "says": {"Quince": "sour"}}], "Quince is not offered"),
        ([{"asked": "Ann", "says": {"Pear": "green"}}], "beside Pear stands '', without 'green'"),
        ([{"asked": "Ann", "says": {"Pear": ""}}], "beside Pear stands '', without ''"),
        ([{"asked": "Ann", "not_offered": ["pear"]}], "pear is offered"),
        ([{"asked": "Ann", "not_offered": ["cherry"]}], "that 'cherry' is not offered proves nothing: no"),
        ([{"asked": "Ann", "clause": "TO-2.1"}], "the question rests on TO-1.1"),
        ([{"roll": 2}], "no roll is due (Which fruit?)"),
        ([PEAR, {"roll": 3}], "the roll is 2d6 (apples that fall)"),
        ([PEAR, {"roll": 2, "sides": 8}], "the roll is 2d6 (apples that fall)"),
        ([PEAR, {"roll": 2, "purpose": "pears"}], "the roll is apples that fall"),
        ([PEAR, {"event": "noted", "what": "two"}], "there was {'what': 'one'}"),
        ([PEAR, {"event": "noted", "who": "one"}], "there was {'who': None}"),
        ([PEAR, {"event": "shown"}], "no event 'shown' happened"),
        ([PEAR, {"no_event": "noted"}], "an event 'noted' happened"),
        ([PEAR, {"no_event": "noted", "what": "one"}], "an event 'noted' happened with these values"),
        ([PEAR, {"no_event": "noted", "waht": "one"}], "an event 'noted' has no value 'waht'; did you mean 'what'?"),
        ([PEAR, {"no_event": "falen"}], "this proves nothing: there is no event 'falen'; did you mean 'fallen'?"),
        ([PEAR, APPLES, {"events": ["fallen", "noted"]}], "event 2, 'noted', does not come after those before it"),
        ([PEAR, APPLES, {"events": ["noted", "shown"]}], "no event 'shown' happened"),
        ([PEAR, APPLES, {"events": [{"event": "noted", "what": "two"}]}], "there was {'what': 'one'}"),
        ([PEAR, APPLES, {"events": ["noted", "noted"]}], "event 2, 'noted', does not come after those before it"),
        ([{"over": True}], "the game goes on (Which fruit?)"),
        ([PEAR, APPLES, {"answer": "wait"}, {"over": False}], "the game is over"),
        ([{"expect": {"apples": {"Ann": 1}}}], "apples.Ann is 0, expected 1"),
        ([{"expect": {"apples": {"Zed": 1}}}], "there is no fact apples.Zed; there is Ann, "),
        ([{"expect": {"apples": {"ann": 1}}}], "there is no fact apples.ann; did you mean 'Ann'?"),
        ([{"expect": {"over": 0}}], "over is False, expected 0"),
        ([{"expect": {"todo": ["roll", "one", "bet"]}}], "todo is ['one', 'roll', 'bet'], expected"),
    ],
)  # fmt: skip
def test_a_script_that_does_not_agree_says_why(entries: list[dict[str, Any]], said: str) -> None:
    problem = play(*entries)
    assert said in problem
    assert problem.startswith(f"entry {len(entries)} {{")
    assert "\n" not in problem


def test_events_are_those_since_the_last_answer() -> None:
    assert not play(PEAR, APPLES, {"event": "noted"}, {"answer": "wait"}, {"no_event": "noted"}, {"event": "bet"})


def test_events_in_order_and_values_that_did_not_come() -> None:
    assert not play(
        PEAR,
        APPLES,
        {"events": ["noted", "fallen"]},
        {"events": [{"event": "noted", "what": "one"}, "roll", {"event": "fallen", "apples": 7}]},
        {"no_event": "noted", "what": "two"},
        {"no_event": "fallen", "apples": 8},
        {"no_event": "shown", "secret": 1},
    )


def test_a_whole_number_is_equal_to_itself_with_a_point() -> None:
    assert not play(PEAR, APPLES, apples={"Ann": 7.0})
    assert "apples.Ann is 7, expected True" in play(PEAR, APPLES, apples={"Ann": True})


def test_what_a_question_does_not_offer_is_something_that_another_may() -> None:
    assert not play(
        {"asked": "Ann", "not_offered": ["Quince", "Shake", "Tom"]}, PEAR, APPLES, {"no_event": "roll", "sides": 8}
    )


def test_a_ruleset_that_lists_no_words_may_have_any(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(Toy, "event_kinds")
    monkeypatch.delattr(Toy, "is_label")
    assert not play({"asked": "Ann", "not_offered": ["cherry"]}, PEAR, {"no_event": "falen"})


def test_nobody_answers_out_of_turn() -> None:
    """Where another is asked, while a roll is open, and after the end: refused, with the clause."""
    assert not play(
        {"out_of_turn": "pear", "by": "Tom", "clause": "TO-1.1"},
        {"out_of_turn": "anything at all", "by": "Tom"},
        PEAR,
        {"out_of_turn": "pear", "clause": "TO-2.1"},
        {"out_of_turn": "pear", "by": "Ann", "clause": "TO-2.1"},
        {"out_of_turn": "pear", "by": "Tom", "clause": "TO-2.1"},
        APPLES,
        {"answer": "wait"},
        {"out_of_turn": "pear", "clause": "TO-3.1"},
        {"out_of_turn": "pear", "by": "Tom", "clause": "TO-3.1"},
        over=True,
    )


def test_an_answer_out_of_turn_is_refused_for_the_turn_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the game let anybody answer, a name that is no option would be refused all the same: that proves nothing."""
    whoever = Game.answer
    monkeypatch.setattr(Game, "answer", lambda game, answer, seat=None: whoever(game, answer))
    assert "this answer should be refused, but is legal" in play({"out_of_turn": "pear", "by": "Tom"})
    problem = play({"out_of_turn": "cherry", "by": "Tom"})
    assert "refused, but not for the turn: 'cherry' is not one of the options" in problem


@pytest.mark.parametrize(
    ("chore", "refused", "nothing"),
    [
        ("some", ["Quince"], ""),
        ("some", [], ""),
        ("some", ["Apple", "Pear", "Plum"], ""),
        ("some", ["Chery"], "'Chery' is the name of nothing"),
        ("some", [1], "this question is answered with a list of names"),
        ("some", "Apple", "this question is answered with a list of names"),
        ("order", ["Pear"], ""),
        ("order", ["Pear", "Aple"], "'Aple' is the name of nothing"),
        ("split", {"Apple": 9}, ""),
        ("split", {"Aple": 4}, "'Aple' is the name of nothing"),
        ("split", ["Apple"], "this question is answered with a share for each name"),
        ("place", {"ladder": [9, 1], "basket": [1, 1]}, ""),
        ("place", {"ladder": [1, 1]}, ""),
        ("place", {"Ann": [1, 1]}, ""),
        ("place", {"lader": [1, 1], "basket": [2, 2]}, "'lader' is the name of nothing: this question is about ladder"),
        ("place", {"ladder": [1], "basket": [2, 2]}, "[1] is not a point"),
        ("place", {"ladder": "here", "basket": [2, 2]}, "'here' is not a point"),
        ("place", "here", "this question is answered with places by name"),
        ("place", [1, 1], "this question is answered with places by name"),
        ("move", {"cart": [9, 1]}, ""),
        ("move", {"cart": [[1, 1], [9, 1]]}, ""),
        ("move", {"cart": [[1, 1], ["a", 1]]}, "['a', 1] is not a point"),
        ("move", {"card": [[9, 1]]}, "'card' is the name of nothing"),
    ],
)
def test_a_refusal_without_a_clause_names_something_that_exists(chore: str, refused: Any, nothing: str) -> None:
    problem = play({"refused": refused}, chores=(chore, "bet"))
    assert (f"this refusal proves nothing: {nothing}" in problem) if nothing else not problem, problem


def test_what_was_offered_before_exists_and_so_do_people_and_what_the_ruleset_knows() -> None:
    known: list[dict[str, Any]] = [PEAR, APPLES, {"refused": "pear"}, {"refused": "Ann"}, {"refused": "barrow"}]
    assert "entry 5 {refused = 'barrow'}: this refusal proves nothing" in play(*known)
    Toy.exists = staticmethod(lambda state, question, name: name == "barrow")  # type: ignore[attr-defined]
    try:
        assert not play(*known)
    finally:
        del Toy.exists  # type: ignore[attr-defined]


def test_final_expectations_say_what_is_wrong() -> None:
    assert play(todo=["two"]) == "todo is ['one', 'roll', 'bet'], expected ['two']"
    assert play(asked="Tom") == "asked is 'picker', expected 'Tom'"
    assert play(over=True) == "over is False, expected True"


@pytest.mark.parametrize(
    "entry",
    [{"expect": 3}, {"asked": "Ann", "prompt": 3}, {"asked": "Ann", "options": 3}, {"asked": "Ann", "offers": 3}],
)
def test_entries_with_wrong_types_are_refused(entry: dict[str, Any]) -> None:
    with pytest.raises(CaseError, match="entry 1"):
        _case({"title": "", "ruleset": "orchard", "clauses": [], "options": {}, "situation": {}, "setup": None,
               "play": [entry], "expect": {}})  # fmt: skip


def test_a_refusal_that_changes_the_game_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    hashes = iter("ab")
    monkeypatch.setattr("sandtable.engine.game.Game.hash", lambda self: next(hashes))
    assert "the refused answer changed the game" in play({"refused": "Quince"})


# ---- naming answers -------------------------------------------------------------------------------


def test_answers_may_be_named_by_id_label_or_what_they_point_at() -> None:
    for name in ("pear", "Pear", "PEAR"):
        assert not play({"answer": name}, {"event": "noted", "what": "one"}, chores=("one", "one"))


def test_answers_of_every_kind() -> None:
    assert not play(
        {"answer": ["Plum", "pear"]},
        {"answer": ["Plum", "pear", "Apple"]},
        {"answer": {"Apple": 3, "pear": 1}},
        {"answer": {"ladder": [1, 1], "basket": [2, 2]}},
        {"answer": {"cart": [[1, 0], [1, 1]]}},
        {"over": True},
        chores=("some", "order", "split", "place", "move"),
    )


def test_a_name_that_fits_two_options_is_a_problem() -> None:
    situation = {
        "stage": "violence",
        "combatant": [
            {"name": "Ann", "side": "Red", "pool": ["R3", "R4", "G4"], "weapon": "Light Pistol"},
            {"name": "Tom", "side": "Blue", "pool": ["R3"], "initiative": 0, "position": 0},
        ],
    }
    entries: list[dict[str, Any]] = [{"answer": "Ranged Attack"}, {"answer": "red 4"}, {"over": False}]
    assert not run(Case("x", "opportunity", (), {}, {"situation": situation}, entries, {})).problem
    drafted = {
        "stage": "pick",
        "combatant": [
            {"name": name, "side": name, "set": ["R1", "R2", "G3", "G4", "B5", "B6"], "agility": agility}
            for name, agility in (("Ann", 5), ("Tom", 3))
        ],
    }
    problem = run(
        Case("x", "opportunity", (), {}, {"situation": drafted}, [{"answer": "Ann"}, {"over": False}], {})
    ).problem
    assert "'Ann' may mean Ann: red 1 or Ann: red 2" in problem


def test_equal_dice_named_twice_are_two_dice() -> None:
    situation = {
        "stage": "violence",
        "combatant": [
            {"name": "Ann", "side": "Red", "pool": ["B3", "B3", "B5"]},
            {"name": "Tom", "side": "Blue", "pool": ["R3"], "initiative": 0},
        ],
    }
    entries: list[dict[str, Any]] = [{"answer": "Adapt"}, {"answer": ["blue 3", "blue 3"]}, {"answer": "green"}]
    case = Case("x", "opportunity", (), {}, {"situation": situation}, entries, {"Ann": {"pool": ["G3", "B5"]}})
    assert run(case).problem == ""


# ---- refused situations ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expect", "chores", "problem"),
    [
        ({"setup_refused": "TO-3.1"}, ["sleep"], ""),
        ({"setup_refused": "TO-1.1"}, ["sleep"], "refused by TO-3.1, not by TO-1.1: there is no chore 'sleep'"),
        ({"over": True}, ["sleep"], "the situation is refused: there is no chore 'sleep' (TO-3.1)"),
        ({"setup_refused": "TO-3.1"}, ["one"], "the situation should be refused by TO-3.1, but is accepted"),
    ],
)
def test_situations_that_should_be_refused(expect: dict[str, Any], chores: list[str], problem: str) -> None:
    case = Case("x", "orchard", (), {}, {"situation": {"chores": chores}}, [], expect)
    assert run(case).problem == problem


def test_an_unknown_ruleset_is_a_problem() -> None:
    assert "no ruleset 'chess'" in run(Case("x", "chess", (), {}, {}, [], {"over": True})).problem


def test_an_unknown_house_rule_is_a_problem() -> None:
    case = Case("x", "orchard", (), {"hail": 1}, {"situation": {"chores": []}}, [], {"over": True})
    assert "has no house rule 'hail'" in run(case).problem
