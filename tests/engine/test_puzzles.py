"""Puzzles as data: what is wrong with a file is told with its name and line, and every puzzle that we ship can be
played by today's rules. What its answers are worth is `sandtable puzzles check`'s to say: that takes minutes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import structs

from sandtable.engine.errors import PuzzleError
from sandtable.engine.puzzles import (
    Puzzle,
    PuzzlePlan,
    check_plans,
    position,
    puzzle,
    puzzle_id,
    puzzles,
    read_puzzles,
    write_puzzles,
)
from sandtable.engine.registry import ruleset_ids

SHIPPED = [one for name in ruleset_ids() for one in puzzles(name)]


def one_of(name: str = "opportunity") -> Puzzle:
    return puzzles(name)[0]


def written(folder: Path, one: Puzzle, **changes: Any) -> Path:
    path = folder / "some.jsonl"
    write_puzzles(path, [one_of(), structs.replace(one, **changes)])
    return path


@pytest.mark.parametrize("name", sorted({one.ruleset for one in SHIPPED}))
def test_today_s_rules_lead_to_every_puzzle_and_allow_its_plans(name: str) -> None:
    parted = []
    for one in puzzles(name):
        try:
            check_plans(one, position(one))
        except PuzzleError as error:
            parted.append(f"{one.id}: {error}")
    assert not parted


def test_every_game_of_ours_has_puzzles_and_ids_are_its_own() -> None:
    assert {one.ruleset for one in SHIPPED} >= {"opportunity", "opentactics", "roe"}
    assert len({(one.ruleset, one.id) for one in SHIPPED}) == len(SHIPPED)
    assert puzzle("opportunity", one_of().id) is one_of()
    assert puzzle("opportunity", "no such id") is None


def test_the_answers_do_not_stand_in_the_order_of_their_worth() -> None:
    places = [one.best for one in SHIPPED]
    assert len(set(places)) >= 3
    assert max(places.count(place) for place in set(places)) < 0.6 * len(places)


def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    write_puzzles(path, list(puzzles("opportunity")))
    assert tuple(read_puzzles(path, "opportunity")) == puzzles("opportunity")


def plan_changed(one: Puzzle, **changes: Any) -> list[PuzzlePlan]:
    return [structs.replace(one.plans[0], **changes), *one.plans[1:]]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"ruleset": "roe"}, "it is one of 'roe', not of opportunity"),
        ({"seat": 1, "setup": {"other": 1}}, "its position is not the one it is named after"),
        ({"tempting": 7}, "there is no plan 7"),
        ({"gap": 0.9999}, "more than the second, not 1.000"),
        ({"gap_error": 1.0}, "one plan must be clearly best"),
        ({"playouts": 0}, "neither exact nor from any playouts"),
        ({"plans": plan_changed(one_of(), clauses=("OP-99.9",))}, "plan 1: there is no clause 'OP-99.9'"),
        ({"plans": plan_changed(one_of(), win=0.8, draw=0.8)}, "plan 1: more games than all of them"),
        ({"plans": plan_changed(one_of(), answers=[])}, "plan 1: it has no answers"),
    ],
)
def test_a_wrong_puzzle_is_named_by_file_and_line(tmp_path: Path, changes: dict[str, Any], said: str) -> None:
    with pytest.raises(PuzzleError, match=r"^some.jsonl, line 2, puzzle '\w+': ") as caught:
        list(read_puzzles(written(tmp_path, one_of(), **changes), "opportunity"))
    assert said in str(caught.value)


@pytest.mark.parametrize(("change", "said"), [({"difficulty": 9}, "difficulty"), ({"wisdom": 1}, "unknown field")])
def test_what_is_no_puzzle_at_all_is_named_too(tmp_path: Path, change: dict[str, Any], said: str) -> None:
    path = tmp_path / "some.jsonl"
    path.write_bytes(msgspec.json.encode(msgspec.to_builtins(one_of()) | change))
    with pytest.raises(PuzzleError, match=rf"^some.jsonl, line 1: .*{said}"):
        list(read_puzzles(path))


def test_a_position_that_the_rules_no_longer_follow_is_named_by_its_input() -> None:
    one = one_of()
    answered = next(number for number, given in enumerate(one.inputs) if isinstance(given, str))
    inputs: list[Any] = [*one.inputs[:answered], "somebody unknown", *one.inputs[answered + 1 :]]
    with pytest.raises(PuzzleError, match=rf"no longer follow its input {answered + 1}:"):
        position(structs.replace(one, inputs=inputs))
    with pytest.raises(PuzzleError, match="no longer ask its seat there"):
        position(structs.replace(one, seat=1 - one.seat))


def test_a_plan_that_is_no_longer_legal_is_named() -> None:
    one = one_of()
    broken = structs.replace(one, plans=plan_changed(one, answers=["what nobody offers"]))
    with pytest.raises(PuzzleError, match=r"plan 1 .* is no longer legal"):
        check_plans(broken, position(one))


def test_a_position_keeps_its_name() -> None:
    one = one_of()
    assert puzzle_id(one.ruleset, one.setup, one.inputs) == one.id
    assert puzzle_id(one.ruleset, one.setup, one.inputs[:-1]) != one.id
