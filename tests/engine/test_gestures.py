"""Gestures: what the search finds is what trying everything finds, it can be played, and the cheapest comes first."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec
import pytest

from sandtable.bots import ask, make_bot
from sandtable.engine.dice import Roll, Seeded, Typed
from sandtable.engine.errors import IllegalAnswer
from sandtable.engine.flow import go_on
from sandtable.engine.game import Game
from sandtable.engine.gestures import FIGURES, At, Gesture, To, ways, wished
from sandtable.engine.hooks import offered
from sandtable.engine.questions import ChooseOne, Move, Place, Question, options_of
from sandtable.engine.registry import ruleset
from sandtable.engine.units import MoveUnit
from tests.engine.toy import TOY, day

Chain = tuple[Any, ...]


@cache
def played(name: str, answers: int) -> Game[Any]:
    """A game between regulars, at the first question after so many answers that asks which of several acts."""
    game: Game[Any] = Game(ruleset(name), dice=Seeded.from_text("gestures"))
    bots = [make_bot("regular", "a"), make_bot("regular", "b")]
    given = 0
    while given < answers or not _which(game):
        question = game.question
        assert isinstance(question, Question)
        game.answer(ask(bots[question.seat], game))
        given += 1
    return game


def _which(game: Game[Any]) -> bool:
    return isinstance(game.question, ChooseOne) and len(actors(game)) > 1


def actors(game: Game[Any]) -> list[str]:
    return [ref.id for option in options_of(game.question) for ref in option.points_at[:1] if ref.kind in FIGURES]


def scene(game: Game[Any]) -> dict[str, Any]:
    drawn: dict[str, Any] = msgspec.to_builtins(offered(game.ruleset, "scene")(game.reading()))
    return drawn


def models(game: Game[Any]) -> dict[str, Any]:
    return {model["id"]: model for model in scene(game)["models"]}


def enemies(game: Game[Any]) -> list[str]:
    assert game.question is not None
    return [name for name, one in models(game).items() if one["side"] != game.question.seat and one["x"] is not None]


def beside(game: Game[Any], who: str, dx: float, dy: float) -> To:
    return To(who, (models(game)[who]["x"] + dx, models(game)[who]["y"] + dy))


SITUATION = {
    "round": 2,
    "turn": "Red",
    "player": [{"name": "Red", "pool": 6}, {"name": "Blue", "pool": 6}],
    "model": [
        {"name": "Ann", "player": "Red", "at": [10, 10], "weapons": ["Assault Rifle"]},
        {"name": "Bea", "player": "Red", "at": [10, 30], "weapons": ["Assault Rifle"]},
        {"name": "Tom", "player": "Blue", "at": [20, 10]},
        {"name": "Zed", "player": "Blue", "at": [44, 33]},
    ],
}


def open_ground() -> Game[Any]:
    """Ann faces Tom across an empty table; Bea and Zed are far away."""
    return Game(ruleset("roe"), {"situation": SITUATION}, dice=Typed())


# ---- trying everything ------------------------------------------------------------------------------


def every_chain(game: Game[Any], gesture: Gesture, longest: int) -> list[Chain]:
    """All chains up to this length that do what the gesture says, without a thought: every option of every question."""
    assert game.question is not None
    seat = game.question.seat
    level: list[Chain] = [()]
    found: list[Chain] = []
    for _ in range(longest):
        following: list[Chain] = []
        for answers in level:
            before = game.rehearse(answers) if answers else game.clone(dice=Typed())
            question = before.question
            if not isinstance(question, Question) or question.seat != seat:
                continue
            for answer in any_answers(question, gesture):
                try:
                    after = game.rehearse([*answers, answer])
                except IllegalAnswer:
                    continue
                chain = (*answers, after.inputs[len(game.inputs) + len(answers)])
                (found if does(question, answer, after, gesture) else following).append(chain)
        level = following
    return found


def any_answers(question: Question, gesture: Gesture) -> list[Any]:
    if isinstance(question, ChooseOne):
        return [option.id for option in question.options]
    if isinstance(gesture, To) and isinstance(question, Move | Place):
        names = question.movers if isinstance(question, Move) else question.models
        unit = isinstance(question, MoveUnit) and question.unit == gesture.who
        return [wished(question, gesture.who, list(gesture.place))] if unit or names == (gesture.who,) else []
    return []


def does(question: Question, answer: Any, after: Game[Any], gesture: Gesture) -> bool:
    if isinstance(gesture, To):
        return isinstance(question, Move | Place)
    pointed = [ref.id for option in options_of(question) if option.id == answer for ref in option.points_at]
    asked = after.question
    answered = isinstance(asked, Question) and asked.seat != question.seat and asked.who == gesture.target
    rolled = isinstance(asked, Roll) and gesture.target in re.split(r" (?:at|against) ", asked.purpose)
    return gesture.target in pointed or answered or rolled


def shortest(chains: list[Chain]) -> list[str]:
    least = min(map(len, chains), default=0)
    return sorted(str(chain) for chain in chains if len(chain) == least)


@pytest.mark.parametrize(
    ("name", "answers", "by", "longest"),
    [
        ("roe", 120, (1.0, 1.0), 5),
        ("roe", 0, (0.5, -1.0), 5),
        ("op-en", 40, (1.0, 0.5), 3),
        ("opentactics", 30, (1.0, 0.0), 3),
        ("opentactics", 40, (0.0, 1.0), 3),
    ],
)
def test_ways_to_a_place_are_those_of_trying_everything(
    name: str, answers: int, by: tuple[float, float], longest: int
) -> None:
    game = open_ground() if not answers else played(name, answers)
    standing = [who for who in actors(game) if models(game)[who]["x"] is not None][:3]
    assert standing
    for who in standing:
        gesture = beside(game, who, *by)
        found = [way.answers for way in ways(game, gesture).ways if way.reaches]
        assert sorted(map(str, found)) == shortest(every_chain(game, gesture, longest))


@pytest.mark.parametrize(("name", "answers", "longest"), [("roe", 0, 4), ("roe", 200, 4), ("op-en", 60, 3)])
def test_ways_at_somebody_are_those_of_trying_everything(name: str, answers: int, longest: int) -> None:
    game = open_ground() if not answers else played(name, answers)
    for target in enemies(game)[:3]:
        gesture = At(target)
        found = [way.answers for way in ways(game, gesture).ways]
        assert sorted(map(str, found)) == shortest(every_chain(game, gesture, longest))


def test_something_is_found_there() -> None:
    """Nothing equals nothing: the comparison alone would say little."""
    assert {way.who for way in ways(open_ground(), At("Tom")).ways} == {"Ann"}


# ---- what is found ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["roe", "op-en", "opentactics", "riverside"])
def test_every_way_can_be_played_and_taken_back(name: str) -> None:
    game = open_ground() if name == "roe" else played(name, 30 if name == "riverside" else 45)
    before = game.hash()
    found = [way for target in enemies(game)[:2] for way in ways(game, At(target)).ways]
    for who in actors(game):
        spots = [one for one in unit_spots(game, who) if one["x"] is not None]
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)) if spots and len(found) < 2 else ():
            gesture = To(who, (sum(one["x"] for one in spots) / len(spots) + dx, spots[0]["y"] + dy))
            found += ways(game, gesture).ways
    assert found
    assert game.hash() == before
    for way in found:
        copy = game.clone(dice=Typed())
        copy.answer_chain(way.answers)
        if copy.can_undo() is None:
            copy.undo()
            assert copy.hash() == before


def unit_spots(game: Game[Any], who: str) -> list[dict[str, Any]]:
    units = {unit["id"]: unit["members"] for unit in scene(game).get("units", ())}
    return [models(game)[name] for name in units.get(who, [who])]


def test_a_place_beyond_reach_has_ways_that_stop_at_the_limit_and_say_why() -> None:
    found = ways(open_ground(), To("Ann", (10, 30))).ways
    stopped = {way.taken[1].words: way for way in found if way.taken[2].declined}
    assert not any(way.reaches for way in found)
    assert stopped["Advance"].paths == {"Ann": [[10.0, 16.0]]}
    assert stopped["Tactical"].paths == {"Ann": [[10.0, 14.0]]}
    assert stopped["Advance"].stopped is not None
    assert (stopped["Advance"].stopped.reason, stopped["Advance"].short) == ("that is 20.00″, the most is 6″", 14.0)


def test_the_cheapest_way_comes_first_and_of_equal_ones_that_which_leaves_more_to_do() -> None:
    near, beyond, far = (ways(open_ground(), To("Ann", (10, 10 + inches))).ways for inches in (3, 5, 9))
    assert (near[0].taken[1].words, near[0].cost, near[0].then) == ("Tactical", 1, ("Shoot",))
    assert (beyond[0].taken[1].words, beyond[0].cost) == ("Advance", 1)
    assert (far[0].taken[2].words, far[0].cost, far[0].reaches) == ("Focus: extra move", 2, True)
    assert [way.cost for way in near] == sorted(way.cost or 0 for way in near)


def test_an_overshoot_by_less_than_a_base_stops_at_the_limit() -> None:
    """A far place takes a second counter; a place just beyond the limit does not."""
    just, over = (ways(open_ground(), To("Ann", (10, 10 + inches))).ways[0] for inches in (6.6, 7.6))
    assert (just.cost, just.short, just.paths) == (1, 0.6, {"Ann": [[10.0, 16.0]]})
    assert (over.cost, over.short) == (2, 0.0)


def test_whoever_cannot_go_straight_gets_the_nearest_place_that_works() -> None:
    """A sheer wall right before Ann: not even the first inch of the straight way can be walked."""
    wall = {"id": "wall", "x": [8, 12], "y": [10.5, 18], "height": 3, "flags": ["impassable", "blocks-sight"]}
    game: Game[Any] = Game(ruleset("roe"), {"situation": SITUATION | {"terrain": [wall]}}, dice=Typed())
    found = ways(game, To("Ann", (10, 18.6))).ways
    assert found
    assert not any(way.reaches for way in found)
    assert 0 < found[0].short < 8.6
    assert found[0].stopped is not None


def test_a_unit_with_a_caster_is_sent_without_its_spell() -> None:
    one = {"player": "Red", "count": 1, "rules": ["Caster(2)"], "models": [{"tokens": 2}]}
    situation = {
        "round": 2,
        "player": [{"name": "Red", "army": "Lockgate Levy"}, {"name": "Blue", "army": "Tusk Bargain"}],
        "unit": [
            one | {"name": "Ann", "at": [20, 10]},
            one | {"name": "Amy", "at": [26, 10]},
            {"name": "Tom", "player": "Blue", "count": 1, "at": [20, 30]},
        ],
    }
    game: Game[Any] = Game(ruleset("riverside"), {"situation": situation}, dice=Typed())
    first = ways(game, To("Ann", (20, 15))).ways[0]
    assert first.reaches
    assert [one.words for one in first.taken if one.declined] == ["Go on"]
    game.answer_chain(["Ann", "advance"])
    assert go_on(game, 0) == 0
    assert isinstance(game.question, ChooseOne)
    assert "ability" in game.question.prompt  # whether to cast is asked


def test_nobody_is_made_to_leap_where_a_walk_merely_ends_too_soon() -> None:
    game = played("op-en", 40)
    for who in actors(game):
        for way in ways(game, beside(game, who, 7.5, 0.0)).ways[:1]:
            assert not way.leaps, way.taken


def test_a_way_at_somebody_says_its_dice() -> None:
    first = ways(open_ground(), At("Tom", "Ann")).ways[0]
    assert (first.dice, first.cost, first.counter) == ("to hit: Ann at Tom", 1, "counters")


def test_whoever_has_no_way_has_a_reason() -> None:
    found = ways(open_ground(), At("Tom"))
    assert set(found.why) == {"Bea"}
    assert found.why["Bea"].reason


def test_a_game_without_a_scene_has_gestures_too() -> None:
    game: Game[Any] = Game(TOY, day("one", "move", "one"), dice=Typed())
    game.answer("apple")
    found = ways(game, To("cart", (3, 2)))
    assert [way.answers for way in found.ways] == [({"cart": [[3.0, 0.0], [3.0, 2.0]]},)]
    assert (found.ways[0].cost, found.ways[0].then) == (None, ())
    nearest = ways(game, To("cart", (30, 2))).ways[0]
    assert (nearest.paths["cart"][-1][:2], nearest.short) == ([3.0, 2.0], 27.0)
    assert nearest.stopped is not None
    assert (nearest.stopped.reason, nearest.stopped.clause) == ("that is behind the fence", "TO-1.6")


def test_nobody_is_asked_while_dice_are_due() -> None:
    game: Game[Any] = Game(TOY, day("roll"), dice=Typed())
    assert ways(game, To("cart", (3, 2))).why[""].reason == "nobody is asked anything now"


CRATE: dict[str, Any] = {
    "player": [{"name": "Red", "tokens": 1}, {"name": "Blue"}],
    "objective": [{"name": "Crate", "at": [[10, 14]], "target": 5}],
    "character": [
        {"name": "Ann", "player": "Red", "at": [9, 10]}, {"name": "Tom", "player": "Blue", "at": [30, 30]},
    ],
}  # fmt: skip


def test_whoever_is_sent_onto_a_marker_comes_to_touch_it() -> None:
    """Nobody may stand on a crate, and everybody drags onto it: the way ends in contact, and it may be taken then."""
    game: Game[Any] = Game(ruleset("op-en"), {"situation": CRATE}, dice=Typed())
    for place in ((10.1, 14.0), (10.6, 14.6)):
        found = ways(game, To("Ann", place)).ways
        assert found[0].reaches
        assert [one.words for one in found[0].taken][:2] == ["Ann", "Move"]
        assert "Interact" in found[0].then
        assert found[0].cost == 0


def _meeting(*bob: str, **more: Any) -> Game[Any]:
    """Ann's two units, one beside the first of Bob's and one a move away."""
    units = [
        {"player": "Ann", "card": "Thorn Stalker", "name": "Near", "at": "b2"},
        {"player": "Ann", "card": "Thorn Stalker", "name": "Far", "at": "e1"},
        *({"player": "Bob", "card": "Kettle Guard", "name": f"Foe {at}", "at": at} for at in bob),
    ]
    players = [{"name": "Ann"}, {"name": "Bob"}]
    setup = {"situation": {"map": ["....."] * 5, "player": players, "unit": units} | more}
    return Game(ruleset("opentactics"), setup, dice=Typed())


def test_who_stands_beside_assaults_and_who_stands_away_charges() -> None:
    """Opening a fight asks the other side for its player, not for the unit: it is one's assault all the same."""
    found = ways(_meeting("c3"), At("Foe c3"))
    by = {way.who: way for way in found.ways}
    assert {*by} == {"Near", "Far"}
    assert by["Near"].answers[-1] == "assault"
    assert not by["Near"].paths
    assert by["Far"].taken[-1].words == "Charge"
    assert by["Far"].paths


def test_an_enemy_is_never_said_not_to_be_ours_to_activate() -> None:
    game = _meeting("c3")
    assert isinstance(game.question, ChooseOne)
    assert not [one for one in game.question.absent if one.id.startswith("Foe")]


def test_whoever_is_sent_behind_a_house_goes_round_it() -> None:
    """The straight way cuts the corner of a house; two moves round it get there, and one comes as far as it can."""
    house = {"id": "house", "x": [4.5, 11.5], "y": [12, 17], "height": 3, "flags": ["impassable", "blocks-sight"]}
    game: Game[Any] = Game(ruleset("roe"), {"situation": SITUATION | {"terrain": [house]}}, dice=Typed())
    found = ways(game, To("Ann", (12.3, 17.2))).ways
    assert (found[0].taken[2].words, found[0].reaches) == ("Focus: extra move", True)
    alone = next(way for way in found if way.taken[1].words == "Advance" and way.taken[2].declined)
    assert alone.short < 3  # of the 7.6" that a straight way would take, some 5" round the corner
