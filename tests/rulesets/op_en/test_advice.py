"""Advice: legal, changing nothing, even for equals, and wise where wisdom is plain."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from random import Random
from typing import Any, get_args

import msgspec
import pytest

from sandtable.bots import Knowledge, ask, make_bot
from sandtable.engine.advice import Suggestion
from sandtable.engine.dice import Pseudo
from sandtable.engine.game import Game
from sandtable.engine.questions import Point, Question, Refusal
from sandtable.rulesets.op_en import RULESET
from sandtable.rulesets.op_en.advice import TOPICS
from sandtable.rulesets.op_en.advice.chances import harm, succeeds, wins
from sandtable.rulesets.op_en.advice.errands import Prospects
from sandtable.rulesets.op_en.advice.lay import lay_of
from sandtable.rulesets.op_en.asking import Topic
from sandtable.rulesets.op_en.ground import field_of
from sandtable.rulesets.op_en.state import State
from sandtable.table import snap

ADVICE = RULESET.advice
LEDGER = {"name": "Ledger", "at": [[10, 10]], "target": 3, "success": [{"does": "score", "points": 1}]}


def drawn(found: Sequence[Suggestion], rng: Random) -> Suggestion:
    return rng.choices(list(found), [one.weight for one in found])[0]


def asked(game: Game[State]) -> Question:
    assert isinstance(game.question, Question)
    return game.question


def suggested(game: Game[State]) -> Sequence[Suggestion]:
    return ADVICE.suggest(game.reading(asked(game).seat), asked(game))


def likeliest(game: Game[State]) -> Any:
    return max(suggested(game), key=lambda one: one.weight).answer


def new_game(seed: int) -> Game[State]:
    rng = Random(seed)
    return Game(RULESET, *RULESET.random_setup(rng), Pseudo(rng), False)


def situation(*people: dict[str, Any], **more: Any) -> Game[State]:
    """Red against Blue; what is not said is usual."""
    setup = {"situation": {"player": [{"name": "Red"}, {"name": "Blue"}], "character": list(people), **more}}
    return Game(RULESET, setup, {}, Pseudo(Random(1)), False)


def red(name: str, x: float, y: float, **more: Any) -> dict[str, Any]:
    return {"name": name, "player": "Red", "at": [x, y], **more}


def blue(name: str, x: float, y: float, **more: Any) -> dict[str, Any]:
    return {"name": name, "player": "Blue", "at": [x, y], **more}


# ---- every question, in whole games ----------------------------------------------------------------


def test_somebody_thinks_about_every_topic() -> None:
    assert set(TOPICS) == set(get_args(Topic))


@pytest.mark.parametrize("seed", range(6))
def test_all_suggestions_are_legal_and_change_nothing(seed: int) -> None:
    rng = Random(seed)
    game = new_game(seed)
    while game.question is not None:
        question, before = asked(game), msgspec.json.encode(game.state)
        found = suggested(game)
        assert found, question.prompt
        assert len(found) <= 10
        for one in found:
            assert one.weight > 0
            question.read(one.answer)
        assert 0.0 <= ADVICE.value(game.reading(question.seat)) <= 1.0
        assert msgspec.json.encode(game.state) == before
        game.answer(drawn(found, rng).answer)


@pytest.mark.parametrize("name", ["Salvage Rights: Nine Bells", "The Witness: Undertow"])
def test_whatever_a_bot_thinks_of_in_its_tries_is_legal_there(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A regular comes upon far more positions than are played, and ways are remembered by position: no memory may offer
    what the judge refuses where it is offered."""
    thought, held = type(ADVICE).suggest, []

    def judged(self: Any, reading: Any, question: Question) -> Sequence[Suggestion]:
        found = thought(self, reading, question)
        for one in found:
            held.append(question.read(one.answer))
        return found

    monkeypatch.setattr(type(ADVICE), "suggest", judged)
    game = Game(RULESET, RULESET.mirrored_setups()[name], {}, Pseudo(Random(3)), False)
    bots = make_bot("regular", 1), make_bot("recruit", 2)
    while game.question is not None and len(held) < 6000:
        game.answer(ask(bots[asked(game).seat], game))
    assert len(held) >= 6000


@pytest.mark.parametrize("name", RULESET.mirrored_setups())
def test_every_game_of_equals_is_even(name: str) -> None:
    game = Game(RULESET, RULESET.mirrored_setups()[name], {}, Pseudo(Random(1)), False)
    one, two = ADVICE.value(game.reading(0)), ADVICE.value(game.reading(1))
    assert one + two == pytest.approx(1.0)
    assert one == pytest.approx(0.5, abs=0.02)


def test_an_activation_is_one_from_who_to_done() -> None:
    game = situation(red("Ann", 10, 11), blue("Tom", 30, 30))
    now = ADVICE.activation(game.reading(0), asked(game))
    game.answer("Ann")
    assert ADVICE.activation(game.reading(0), asked(game)) == now
    game.answer("done")
    assert ADVICE.activation(game.reading(asked(game).seat), asked(game)) != now


# ---- chances ----------------------------------------------------------------------------------------


def test_chances_are_those_of_the_dice() -> None:
    d4, d6, d8 = 1, 2, 3
    assert succeeds(d6, 0, 4) == pytest.approx(3 / 6)
    assert succeeds(d6, 5, 2) == pytest.approx(5 / 6)  # a natural 1 fails
    assert wins(d4, 0, d4, 0) == pytest.approx(9 / 16)  # ties win, a natural 1 does not
    sure = harm(d8, 3, d4, -3, 2, 0, 1)
    assert sure.fells == sure.hits == pytest.approx(7 / 8)
    assert harm(d8, 0, d8, 0, 2, 9, 8).damage == pytest.approx(wins(d8, 0, d8, 0))  # armour leaves 1


def test_a_crowbar_counts_at_a_marker() -> None:
    people = (
        red("Ann", 10, 11, intellect=4, equipment=["Crowbar"]),
        red("Bob", 12, 11, intellect=4),
        blue("Tom", 30, 30),
    )
    game = situation(*people, objective=[LEDGER], setting="silt-and-lanterns")
    prospects = Prospects(game.state, game.options)
    with_it, without = (prospects.chance(who, prospects.errands[0]) for who in game.state.characters[:2])
    assert without == pytest.approx(succeeds(1, 0, 3))
    assert with_it == pytest.approx(succeeds(1, 1, 3))


# ---- the lay of the land ----------------------------------------------------------------------------


def test_a_way_leads_over_the_planks_and_not_through_the_canal() -> None:
    game = Game(RULESET, RULESET.quick_setup(), {}, Pseudo(Random(1)), False)
    where = field_of(game.state, game.options)
    walks, swims = lay_of(where, 2.0, False, True), lay_of(where, 2.0, True, True)
    far, near = (lay.to_place(18.0, 18.0, 0.0)[lay.node(9.0, 18.0, 0.0)] for lay in (walks, swims))
    assert far > 14.0
    assert near < 13.0


def test_a_bell_on_a_roof_is_reached_by_climbing_only() -> None:
    setup = RULESET.mirrored_setups()["Bell Tower: Ledger House"]
    where = field_of(Game(RULESET, setup, {}, Pseudo(Random(1)), False).state, RULESET.rulebook.options({}))
    climbs, walks = lay_of(where, 2.0, False, True), lay_of(where, 2.0, False, False)
    assert climbs.to_place(18.0, 18.0, 5.5)[climbs.node(18.0, 3.0, 0.0)] < 40.0
    assert walks.to_place(18.0, 18.0, 5.5)[walks.node(18.0, 3.0, 0.0)] == 99.0


# ---- plain cases ------------------------------------------------------------------------------------


def test_who_touches_an_objective_interacts() -> None:
    game = situation(red("Ann", 10, 11), blue("Tom", 30, 30), objective=[LEDGER])
    game.answer("Ann")
    assert likeliest(game) == "forgo the second action"  # there is nothing else to do here
    assert make_bot("regular", 1).answer(asked(game), Knowledge(game, 0)) in ("forgo the second action", "interact")
    game.answer("forgo the second action")
    assert likeliest(game) == "interact"


def test_who_is_away_from_it_goes_there() -> None:
    game = situation(red("Ann", 10, 15), blue("Tom", 30, 30), objective=[LEDGER])
    game.answer("Ann")
    assert likeliest(game) == "move"
    game.answer("move")
    x, y, *_ = likeliest(game)["Ann"][-1]
    assert abs(x - 10) < 1.5
    assert y < 11.5


def test_a_better_position_is_worth_more() -> None:
    people = red("Ann", 10, 11), blue("Tom", 30, 30)
    near = situation(*people, objective=[LEDGER])
    far = situation(red("Ann", 30, 5), blue("Tom", 30, 30), objective=[LEDGER])
    hurt = situation(red("Ann", 10, 11, damage=3), blue("Tom", 30, 30), objective=[LEDGER])
    stands = [ADVICE.value(game.reading(0)) for game in (near, far, hurt)]
    assert stands[0] > stands[1]
    assert stands[0] > stands[2]


@pytest.mark.parametrize(("turn", "least", "most"), [(2, 0.55, 0.9), (6, 0.9, 1.0)])
def test_where_points_are_equal_fewer_out_of_action_win(turn: int, least: float, most: float) -> None:
    """One head is a lead early in the game; when everybody has acted in the last turn it is the game."""
    game = Game(RULESET, RULESET.mirrored_setups()["Rising Water: Gullwatch"], {}, Pseudo(Random(1)), False)
    while game.state.turn < turn or game.state.phase != "turn":
        game.answer(asked(game).pick(Random(len(game.inputs))))
    reading = game.reading(0)
    for player in reading.state.players:
        player.points = player.tokens = 0
    for one in reading.state.characters:
        one.status, one.damage, one.activated = "in play", 0, turn == 6
    fallen = next(one for one in reading.state.characters if one.side == 1 and one.sheet.rank == 1)
    fallen.status = "out of action"
    assert least < ADVICE.value(reading) < most


def test_nobody_is_advised_to_concede() -> None:
    game = situation(red("Ann", 10, 11), blue("Tom", 30, 30))
    assert "concede" not in [one.answer for one in suggested(game)]
    game.answer("Ann")
    assert "concede" not in [one.answer for one in suggested(game)]


# ---- Sprints ----------------------------------------------------------------------------------------


def _sprint_of(**more: Any) -> tuple[Game[State], tuple[float, float]]:
    """Ann has rolled for her Sprint towards the Ledger; where the advice sends her."""
    game = situation(red("Ann", 10, 20), blue("Tom", 33, 33), objective=[LEDGER], **more)
    for answer in ("Ann", "sprint"):
        game.answer(answer)
    while asked(game).topic != "straight path":
        game.answer(asked(game).pick(Random(1)))
    x, y, *_ = likeliest(game)["Ann"][-1]
    return game, (x, y)


def test_a_sprint_goes_straight_to_where_nothing_is_in_the_way() -> None:
    _, (x, y) = _sprint_of()
    assert x == pytest.approx(10.0, abs=1.5)
    assert y < 20.0


def test_a_sprint_goes_round_what_blocks_the_straight_way() -> None:
    """Held to brute force: of twenty-four runs, each as far as it leads, none leaves much less to go."""
    wall = {"id": "wall", "kind": "wall", "x": [6, 12], "y": [18.5, 18.75], "height": 4.0}
    game, (x, y) = _sprint_of(terrain=[wall])
    question: Any = asked(game)
    lay = lay_of(field_of(game.state, game.options), 2.0, False, True)
    to = lay.to_place(10.0, 10.0, 0.0)
    left = []
    for number in range(24):
        angle = 2 * pi * number / 24
        wish = Point(snap(10 + cos(angle) * question.budget), snap(20 + sin(angle) * question.budget))
        way = question.route("Ann", wish)
        if not isinstance(way, Refusal):
            left.append(to[lay.node(way[-1].x, way[-1].y, 0.0)])
    assert to[lay.node(x, y, 0.0)] <= min(left) + 1.0
    assert x > 10.5


def test_ways_that_are_remembered_are_those_of_this_ground() -> None:
    """One patch of difficult ground is not another: a way that is legal beside it takes too long through it."""
    ledgers = [{**LEDGER, "name": name, "at": [at]} for name, at in (("North", [10, 18]), ("East", [18, 10]))]
    ann = red("Ann", 10, 10, equipment=["Caltrops"])
    game = situation(ann, blue("Tom", 33, 33), whose="Red", objective=ledgers)
    game.answer("Ann")
    game.answer("use caltrops")
    for point in ([13.0, 10.0], [10.0, 13.0]):
        there = game.clone()
        for answer in ({"point": point}, "move"):
            there.answer(answer)
        for one in suggested(there):
            asked(there).read(one.answer)
