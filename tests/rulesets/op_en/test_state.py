"""A state as a whole: copied, sent to another process, and written down."""

from __future__ import annotations

import pickle
from dataclasses import fields
from random import Random
from typing import Any

import msgspec
import pytest

from sandtable.engine.dice import Seeded
from sandtable.engine.game import Game
from sandtable.engine.questions import Point
from sandtable.rulesets.op_en import RULESET
from sandtable.rulesets.op_en.state import Activation, Character, Player, State


@pytest.fixture(scope="module")
def states() -> list[State]:
    """Every twentieth state of some games, that of the middle of an activation among them."""
    found = []
    for seed in range(6):
        rng = Random(seed)
        setup, options = RULESET.random_setup(rng)
        game: Game[State] = Game(RULESET, setup, options, Seeded.from_text(str(seed)), events=False)
        while game.question is not None:
            if len(game.inputs) % 20 == 0:
                found.append(game.state.clone())
            game.answer(game.question.pick(rng))
    assert any(state.act is not None for state in found)
    return found


def written(thing: Any) -> bytes:
    return msgspec.json.encode(thing, order="deterministic")


def test_a_copy_is_equal_and_shares_nothing_that_changes(states: list[State]) -> None:
    for state in states:
        twin = state.clone()
        assert twin == state
        assert written(twin) == written(state)
        assert twin.characters is not state.characters
        assert not {id(one) for one in twin.characters} & {id(one) for one in state.characters}
        assert not {id(one) for one in twin.players} & {id(one) for one in state.players}
        assert all(mine.sheet is theirs.sheet for mine, theirs in zip(twin.characters, state.characters, strict=True))


@pytest.mark.parametrize("kind", [State, Character, Player, Activation])
def test_a_copy_has_every_field(kind: type[Any], states: list[State]) -> None:
    """Each field in turn has a value of its own, so that one that is left out shows."""
    state = next(state for state in states if state.act is not None)
    thing: Any = {State: state, Character: state.characters[0], Player: state.players[0], Activation: state.act}[kind]
    for field in fields(kind):
        changed = thing.clone()
        value = getattr(changed, field.name)
        setattr(changed, field.name, _other(value))
        assert getattr(changed.clone(), field.name) == getattr(changed, field.name), field.name


def _other(value: Any) -> Any:
    """Another value of the same kind, where one is at hand."""
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case str():
            return f"{value}?"
        case ():
            return ("?",)
        case (float(), float()):
            return value[0] + 1.0, value[1] + 1.0
        case tuple():
            return (*value, *value)
    return value


def test_elsewhere_somebody_is_the_same_but_for_the_place(states: list[State]) -> None:
    who = states[-1].characters[0]
    there = who.at(Point(3.0, 4.0, 1.5))
    assert (there.x, there.y, there.z) == (3.0, 4.0, 1.5)
    there.x, there.y, there.z = who.x, who.y, who.z
    assert there == who


def test_it_travels_to_another_process(states: list[State]) -> None:
    """Without what has been worked out, some of which is functions."""
    for state in states:
        sent = pickle.loads(pickle.dumps(state))
        assert written(sent) == written(state)
        assert sent.characters[0].sheet.by_kind == state.characters[0].sheet.by_kind


def test_nothing_but_the_fields_is_written_down(states: list[State]) -> None:
    data = msgspec.to_builtins(states[-1])
    assert list(data) == [field.name for field in fields(State)]
    assert list(data["characters"][0]) == [field.name for field in fields(Character)]
    assert "combat_range" not in data["characters"][0]["sheet"]
    assert list(data["overrides"]) == ["setting", "scenario"]
