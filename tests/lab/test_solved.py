"""Small positions counted out: held to games whose value is known, and to a count that shares nothing with it."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from tests.bots.heap import Heap
from tests.bots.wager import Wager
from tests.engine.toy import TOY, day
from tests.games import fight

from sandtable.cli import main
from sandtable.engine.dice import Roll, Typed
from sandtable.engine.errors import SandtableError
from sandtable.engine.game import Game
from sandtable.engine.questions import ChooseOne, Option, Question
from sandtable.engine.registry import ruleset, ruleset_ids
from sandtable.lab.counting import Counting, TooMuchLeft, worth
from sandtable.lab.solved import SmallPosition, read_position, solve


@cache
def best(file: Path) -> Fraction:
    """Counted once for all tests."""
    return solve(read_position(file)).value


SHIPPED = sorted(Path("docs/solved").glob("*.toml"))
PAGE = Path("docs/solved.md")

ANN = {"name": "Ann", "side": "Red", "weapon": "Heavy Pistol", "pool": ["R5", "B2"], "position": 4, "trauma": 13}
TOM = {"name": "Tom", "side": "Blue", "weapon": "Hunting Rifle", "pool": ["G3"], "position": 5, "trauma": 6}
LAST_TURN = fight(ANN, TOM, encounter="duel", turn=12, round=3)["situation"]


def counted(game: Game[Any], **more: Any) -> Fraction:
    return worth(Counting(10_000, 100, **more).ends(game), 0)


@pytest.mark.parametrize("stones", range(1, 10))
def test_a_heap_is_lost_where_four_divides_it(stones: int) -> None:
    assert counted(Game(Heap(), {"stones": stones}, dice=Typed())) == (stones % 4 != 0)


def test_a_wager_is_worth_the_faces_that_nobody_doubles() -> None:
    assert counted(Game(Wager(1), dice=Typed())) == Fraction(3, 6)


@pytest.mark.parametrize(("faces", "value"), [("one", Fraction(1, 6)), ("three", Fraction(1, 2)), ("five", Fraction())])
def test_whoever_decides_otherwise_gets_what_that_is_worth(faces: str, value: Fraction) -> None:
    assert counted(Game(Wager(1), dice=Typed()), decide={0: lambda game: faces}) == value


def test_a_shot_is_counted_as_by_hand() -> None:
    """After this turn the less Trauma decides, and Ann has 12. ATT 5 against DEF 0 is critical: the pistol's 6 and 3
    more. 2d6 and Tom's Physique of 3 must be higher than those 9, so he falls on 6 or less, 15 times in 36."""
    situation = fight(
        ANN | {"pool": ["R5"], "trauma": 12}, TOM | {"pool": [], "trauma": 0}, encounter="duel", turn=12, round=3
    )
    found = solve(SmallPosition("A shot", "opportunity", situation["situation"]))
    assert found.value == Fraction(15, 36)
    assert not found.by_places


def test_it_agrees_with_a_count_that_plays_every_game_anew() -> None:
    position = SmallPosition("The last round", "opportunity", LAST_TURN)
    assert solve(position).value == _by_brute_force(position, [])


def _by_brute_force(position: SmallPosition, given: list[Any]) -> Fraction:
    """From the set-up on for every answer and for every single face: no copies, no bands, nothing remembered."""
    game = position.game()
    for one in given:
        game.answer(one)
    question = game.question
    if question is None:
        assert game.outcome is not None
        seats = game.outcome.seats
        return Fraction(1, 2) if not seats else Fraction(0 in seats, len(seats))
    if isinstance(question, Roll):
        faces = [list(one) for one in product(range(1, question.sides + 1), repeat=question.n)]
        return sum((_by_brute_force(position, [*given, one]) for one in faces), Fraction()) / len(faces)
    best = max if question.seat == 0 else min
    return best(_by_brute_force(position, [*given, answer]) for answer in question.legal())


@pytest.mark.parametrize("bot", ["recruit", "regular"])
def test_no_bot_plays_better_than_best(bot: str) -> None:
    for file in SHIPPED:
        assert solve(read_position(file), bot).value <= best(file), file.name


def test_every_ruleset_has_a_position() -> None:
    ours = {name for name in ruleset_ids() if name in ("opportunity", "opentactics", "roe", "op-en", "riverside")}
    assert {read_position(file).ruleset for file in SHIPPED} == ours


def test_the_page_has_the_value_of_every_position() -> None:
    told = dict(re.findall(r"^\| `([\w-]+\.toml)` \|[^|]*\| ([\d/]+) ", PAGE.read_text(), re.MULTILINE))
    assert told == {file.name: str(best(file)) for file in SHIPPED}


def test_a_seat_is_told_its_own_chances() -> None:
    first, second = (solve(SmallPosition("Both", "opportunity", LAST_TURN, seat=seat)).value for seat in (0, 1))
    assert 0 < first < 1
    assert first + second == 1


# ---- what cannot be counted -----------------------------------------------------------------------


def test_where_too_much_is_left_it_says_so() -> None:
    with pytest.raises(TooMuchLeft, match="more than 5 positions: leave less"):
        Counting(5, 100).ends(Game(Heap(), {"stones": 20}, dice=Typed()))
    with pytest.raises(TooMuchLeft, match="more than 2 answers"):
        Counting(100, 2).ends(Game(Heap(), {"stones": 20}, dice=Typed()))
    with pytest.raises(TooMuchLeft, match="apples that fall has 21 results"):
        Counting(20, 100).ends(Game(TOY, day("roll"), dice=Typed()))


def test_ways_are_tried_only_where_that_is_wished_and_then_it_is_told() -> None:
    with pytest.raises(TooMuchLeft, match="Where does the cart go"):
        Counting(100, 100).ends(Game(TOY, day("move"), dice=Typed()))
    counting = Counting(100, 100, roam=True)
    counting.ends(Game(TOY, day("move"), dice=Typed()))
    assert counting.by_places


class Dawdling(Heap):
    """Nobody has to take anything."""

    def _question(self, seat: int, prompt: str, most: int, secret: bool) -> ChooseOne:
        options = tuple(Option(str(n), str(n), value=n) for n in range(most + 1))
        return ChooseOne(seat=seat, prompt=prompt, clause="", options=options)


def test_a_game_without_end_is_no_game_to_solve() -> None:
    with pytest.raises(TooMuchLeft, match="round in circles"):
        Counting(100, 100).ends(Game(Dawdling(), {"stones": 3}, dice=Typed()))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('title = "x"\nruleset = "opportunity"\n', "missing required field `situation`"),
        ('title = "x"\nruleset = "chess"\nsituation = {}\n', "chess"),
        ('title = "x"\nruleset = "opportunity"\nsituation = { turns = 1 }\n', "small.toml: situation"),
        ('title = "x"\nruleset = "opportunity"\nseat = 2\nsituation = %s\n', "for seat 0 or 1; 2 play here"),
    ],
)
def test_a_mistake_in_a_file_is_named(text: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "small.toml"
    people = '{ combatant = [{ name = "Ann", side = "Red" }, { name = "Tom", side = "Blue" }] }'
    file.write_text(text.replace("%s", people))
    with pytest.raises(SandtableError, match=re.escape(said)) as raised:
        read_position(file)
    assert "small.toml" in str(raised.value)


def test_what_may_be_hidden_is_not_solved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(ruleset("riverside")), "redraw", lambda *given: None, raising=False)
    with pytest.raises(SandtableError, match="something may be hidden"):
        read_position(Path("docs/solved/riverside.toml"))


# ---- the command ----------------------------------------------------------------------------------


def test_the_command_prints_value_and_loss(capsys: pytest.CaptureFixture[str]) -> None:
    file = "docs/solved/op-en.toml"
    assert main(["solve", file, "--bots", "recruit", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert found["file"] == file
    assert Fraction(found["value"]) == pytest.approx(found["number"])
    lost = Fraction(found["value"]) - Fraction(found["bots"]["recruit"]["value"])
    assert found["bots"]["recruit"]["lost"] == pytest.approx(float(lost))
    assert main(["solve", file, "--bots", "recruit"]) == 0
    said = capsys.readouterr().out
    assert found["value"] in said
    assert f"{100 * float(lost):.2f}" in said


def test_the_command_knows_its_bots(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "docs/solved/op-en.toml", "--bots", "genius"]) == 2
    assert "genius" in capsys.readouterr().err


def test_questions_of_a_position_are_questions() -> None:
    """Every shipped position begins with a choice of the seat whose chances are told, or of the other one."""
    for file in SHIPPED:
        assert isinstance(read_position(file).game().question, Question)
