"""Advice: legal, fair to both sides, blind to the order of options, and wise where wisdom is plain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, get_args

import msgspec
import pytest

from sandtable.bots import Knowledge
from sandtable.bots.regular import Regular
from sandtable.engine.advice import Suggestion
from sandtable.engine.dice import Pseudo
from sandtable.engine.game import Game
from sandtable.engine.questions import ChooseOne, Question
from sandtable.rulesets.riverside import RULESET
from sandtable.rulesets.riverside.advice import TOPICS
from sandtable.rulesets.riverside.advice.chances import company, fire, harm, melee
from sandtable.rulesets.riverside.asking import Topic
from sandtable.rulesets.riverside.state import State

ADVICE = RULESET.advice
SMALL = [setup for name, setup in RULESET.mirrored_setups().items() if name.endswith("500")]
RED, BLUE = {"name": "Red"}, {"name": "Blue"}


def asked(game: Game[State]) -> Question:
    assert isinstance(game.question, Question)
    return game.question


def suggested(game: Game[State]) -> Sequence[Suggestion]:
    return ADVICE.suggest(game.reading(asked(game).seat), asked(game))


def battle(seed: int) -> Iterator[tuple[Game[State], Sequence[Suggestion], Random]]:
    """A battle in which both sides take advice, with what is suggested at each question."""
    rng = Random(seed)
    game = Game(RULESET, SMALL[seed % len(SMALL)], {}, Pseudo(rng), False)
    while game.question is not None:
        found = suggested(game)
        yield game, found, rng
        game.answer(rng.choices(found, [one.weight for one in found])[0].answer)


def situation(*units: dict[str, Any], **more: Any) -> Game[State]:
    setup = {"situation": {"player": [RED, BLUE], "table": [48, 48], "unit": list(units), **more}}
    return Game(RULESET, setup, {}, Pseudo(Random(1)), False)


def best(game: Game[State]) -> Any:
    return max(suggested(game), key=lambda one: one.weight).answer


# ---- every question, in whole battles --------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_all_suggestions_are_legal_and_change_nothing(seed: int) -> None:
    for game, found, _ in battle(seed):
        before = msgspec.json.encode(game.state)
        assert found, asked(game).prompt
        for one in found:
            assert one.weight > 0
            asked(game).read(one.answer)
        assert msgspec.json.encode(game.state) == before


def test_the_order_of_options_does_not_matter() -> None:
    for game, found, rng in battle(5):
        question = asked(game)
        if isinstance(question, ChooseOne):
            options = tuple(rng.sample(question.options, len(question.options)))
            again = ADVICE.suggest(game.reading(question.seat), msgspec.structs.replace(question, options=options))
            assert sorted((s.answer, s.weight) for s in again) == sorted((s.answer, s.weight) for s in found)


def test_the_chance_to_win_is_shared_between_the_two() -> None:
    for game, _, _ in battle(6):
        one, two = ADVICE.value(game.reading(0)), ADVICE.value(game.reading(1))
        assert 0.0 <= one <= 1.0
        assert one + two == pytest.approx(1.0)


def test_there_is_advice_on_every_topic() -> None:
    assert set(TOPICS) == set(get_args(Topic))


def test_everything_is_deployed_that_need_not_wait() -> None:
    for game, _, _ in battle(2):
        if asked(game).topic == "activate":
            waiting = [unit for unit in game.state.units if unit.where == "off the table"]
            assert all("Ambush" in game.state.models[unit.models[0]].profile.rules for unit in waiting)
            return


def test_markers_are_put_as_near_to_one_zone_as_to_the_other() -> None:
    """The best places for one beside another that is six inches nearer to the north: as much nearer to the south."""
    game = Game(
        RULESET, {"map": "The Weir", "player": [{"force": "Levy 500"}, {"force": "Tusk 500"}]}, {}, Pseudo(Random(3))
    )
    while asked(game).topic != "marker":
        game.answer(best(game))
    game.answer({"Marker A": [10.5, 27.0]})
    assert {one.answer["Marker B"][1] for one in suggested(game) if one.weight == 1.0} <= {19.5, 22.5}


# ---- wise where wisdom is plain --------------------------------------------------------------------

RIFLES = {"name": "Rifles", "entry": "Levy Rifles", "player": "Red", "at": [24, 10]}
GUARD = {"name": "Guard", "entry": "Breakwater Guard", "player": "Red", "at": [24, 10]}
LEVY = {"name": "Levy", "entry": "Sunken Levy", "player": "Blue", "at": [24, 26]}


def test_a_shaken_unit_on_a_marker_rallies() -> None:
    game = situation(
        {**RIFLES, "shaken": True}, {**LEVY, "at": [24, 44]}, marker=[{"name": "A", "at": [24, 10]}], round=4
    )  # fmt: skip
    game.answer("Rifles")
    assert best(game) == "idle"


def test_in_the_last_round_a_unit_goes_to_the_marker() -> None:
    game = situation(GUARD, {**LEVY, "at": [24, 44]}, marker=[{"name": "A", "at": [24, 23]}], round=4)
    game.answer("Guard")
    assert best(game) == "rush"
    game.answer("rush")
    game.answer(best(game))
    assert any((one.x - 24) ** 2 + (one.y - 23) ** 2 <= 3.5**2 for one in game.state.members(game.state.units[0]))


def test_what_is_likely_follows_the_rules() -> None:
    """Ten rifles at Quality 5 hit 10/3 times, and five sixths of the Hits wound a unit of Defense 6."""
    game = situation(RIFLES, {**LEVY, "rules": []})
    rifles, levy = (company(game.state, unit) for unit in game.state.units)
    assert fire(rifles, levy, 20.0) == pytest.approx(10 / 3 * 5 / 6)
    assert fire(rifles, levy, 20.0, cover=True) == pytest.approx(10 / 3 * 4 / 6)
    assert fire(rifles, levy, 25.0) == 0.0
    assert harm(levy, 5.0) > harm(levy, 2.0) > 0.0


def test_guards_gladly_charge_a_levy_and_not_the_other_way_round() -> None:
    game = situation(GUARD, LEVY)
    guard, levy = (company(game.state, unit) for unit in game.state.units)
    assert melee(guard, levy) > 0.0 > melee(levy, guard)


def test_to_hold_a_marker_in_the_last_round_is_to_win() -> None:
    far = {**LEVY, "at": [24, 44]}
    held = situation(GUARD, far, marker=[{"name": "A", "at": [24, 10]}], round=4)
    bare = situation(GUARD, far, marker=[{"name": "A", "at": [5, 25]}], round=4)
    assert ADVICE.value(held.reading(0)) > 0.75
    assert ADVICE.value(held.reading(0)) > ADVICE.value(bare.reading(0)) + 0.1


def test_a_regular_knows_who_should_act() -> None:
    """Both may act, but only one of them reaches the marker in the last round."""
    far = {**GUARD, "name": "Rear", "at": [5, 4]}
    game = situation(GUARD, far, {**LEVY, "at": [24, 44]}, marker=[{"name": "A", "at": [24, 23]}], round=4)
    bot = Regular("1")
    assert bot.answer(asked(game), Knowledge(game, 0)) == "Guard"
    considered = bot.explain()
    assert considered is not None
    best, other = considered.considered
    assert (best.answer, other.answer) == ("Guard", "Rear")
    assert best.chance > other.chance + 0.05
