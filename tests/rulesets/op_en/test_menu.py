"""Actions that are judged when somebody looks: what is drawn, listed and found is the same."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from sandtable.engine.dice import Seeded
from sandtable.engine.errors import IllegalAnswer
from sandtable.engine.game import Game
from sandtable.rulesets.op_en import RULESET
from sandtable.rulesets.op_en.action_limits import offered
from sandtable.rulesets.op_en.actions import Action, actions
from sandtable.rulesets.op_en.activation import CONCEDE
from sandtable.rulesets.op_en.drawing import drawn
from sandtable.rulesets.op_en.menu import Menu
from sandtable.rulesets.op_en.state import State


def _noted(tried: list[str], one: str) -> bool:
    tried.append(one)
    return False


def test_each_is_tried_once_and_any_of_them_first() -> None:
    rng = Random(3)
    orders = set()
    for _ in range(200):
        tried: list[str] = []
        assert drawn(rng, "abc", partial(_noted, tried)) is None
        orders.add(tuple(tried))
    assert len(orders) == 6
    assert all(sorted(order) == ["a", "b", "c"] for order in orders)


def test_whatever_will_do_is_drawn_as_often() -> None:
    rng = Random(4)
    found = [drawn(rng, "abcd", lambda one: one in "bd") for _ in range(400)]
    assert set(found) == {"b", "d"}
    assert 160 < found.count("b") < 240


def test_drawn_listed_and_found_are_the_actions_that_are_open() -> None:
    game: Game[State] = Game(RULESET, RULESET.quick_setup(), {}, Seeded.from_text("menu"), events=False)
    rng, menus = Random(5), 0
    while menus < 25 and game.question is not None:
        question = game.question
        if isinstance(question, Menu):
            menus += 1
            _held_to_the_rules(game, question, rng)
        game.answer(question.pick(rng))
    assert menus == 25


def _held_to_the_rules(game: Game[State], question: Menu, rng: Random) -> None:
    who = game.state.characters[game.state.activation.character]
    known = list(actions(game._play, who))
    wanted = {one.label for one in known if offered(game._play, who, one)}
    assert {option.label for option in question.options if isinstance(option.value, Action)} == wanted
    assert [*question.legal(), CONCEDE.id] == [option.id for option in question.options]
    assert {question.pick(rng) for _ in range(30)} <= set(question.legal())
    for closed in {one.label for one in known} - wanted:
        with pytest.raises(IllegalAnswer) as refused:
            question.read(closed.lower())
        assert refused.value.clause.startswith("OE-")
