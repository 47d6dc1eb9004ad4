"""The finder of ways held to the judge: on small boards every way there is gets judged, and the finder must have found
all ends, with the fewest tests, and propose nothing that is refused."""

from __future__ import annotations

from copy import copy
from random import Random
from typing import Any

import pytest

from sandtable.engine.dice import Typed
from sandtable.engine.errors import IllegalAnswer
from sandtable.engine.game import Game
from sandtable.rulesets.opentactics import RULESET
from sandtable.rulesets.opentactics.field import Field
from sandtable.rulesets.opentactics.movement import finder
from sandtable.rulesets.opentactics.movement.allowance import moving
from sandtable.rulesets.opentactics.movement.deployment import deploying
from sandtable.rulesets.opentactics.movement.finder import Key, can_go
from sandtable.rulesets.opentactics.movement.judge import OUT, GridPath, Hop, survey
from sandtable.rulesets.opentactics.movement.plan import Plan
from sandtable.rulesets.opentactics.movement.question import WalkMove
from sandtable.rulesets.opentactics.state import Doing, State, Unit
from sandtable.table.grid import Cell, label
from tests.proves import proves
from tests.rulesets.opentactics.helpers import small

BOARDS = 500
SHAPES = ((6, 1, 5), (5, 1, 5), (5, 1, 4), (5, 1, 4), (4, 2, 4), (3, 3, 3), (4, 3, 3))
"""Columns, rows, and the most points of the mover: so many that all ways can be judged one by one."""
SIGNS = ("......rwwpphb#112l", "....pppw#", "....pp12")
ABILITIES: tuple[list[str], ...] = (
    [],
    ["PHASE"],
    ["LEAP"],
    ["LEAP"],
    ["LEAP"],
    ["LEAP", "PHASE"],
    ["AMPHIBIOUS", "LEAP"],
)
HOUSE_RULES = {
    "diagonal_effects": ("each_kind_once", "sum"),
    "diagonal_past_enemy": ("blocked", "allowed"),
    "flyers_over_enemies": ("no", "yes"),
}

Cheapest = tuple[int, float]
"""Tests and cost of a way; fewer tests come first."""


class EveryWay:
    """All ways of up to so many words, judged one by one; none is left out because another is better."""

    def __init__(self, state: State, unit: Unit, doing: Doing) -> None:
        self.cells, self.most = state.field.cells, doing.points
        self.ends: dict[Cell, Cheapest] = {}
        self.out: dict[Cell, Cheapest] = {}
        walk = GridPath(state, unit, doing, None)
        self._note(walk)
        self._from(walk, 0)

    def _from(self, walk: GridPath, words: int) -> None:
        if words == self.most:
            return
        for cell in self.cells:
            for jump in (False, True):
                further = copy(walk)
                further.legs = list(walk.legs)
                if further.go(Hop(cell, jump)) is None:
                    self._note(further)
                    self._from(further, words + 1)

    def _note(self, walk: GridPath) -> None:
        for found, plan in ((self.ends, walk.finish()), (self.out, walk.leave())):
            if isinstance(plan, Plan):
                rank = len(plan.trials()), plan.cost
                found[plan.end] = min(rank, found.get(plan.end, rank))


def board(rng: Random) -> tuple[State, Unit, Doing]:
    """A small board with a mover, some others in its way, and terrain of every kind."""
    columns, rows, most = rng.choice(SHAPES)
    ground = rng.choice(SIGNS)
    signs = ["".join(rng.choice(ground) for _ in range(columns)) for _ in range(rows)]
    free = [(x, y) for x in range(columns) for y in range(rows) if signs[rows - 1 - y][x] != "#"]
    rng.shuffle(free)
    mover: dict[str, Any] = {
        "name": "Ann", "player": "Red", "athletics": rng.choice((most, most, rng.randint(1, most))),
        "abilities": rng.choice(ABILITIES), "base_width": rng.choice((0.5, 1, 2)), "flying": rng.random() < 0.1,
    }  # fmt: skip
    if free and rng.random() < 0.8:
        mover["at"] = label(free.pop())
    crowd = rng.randint(0, len(free) - 1 if rows == 1 else len(free) // 2) if free else 0
    others = [
        {"name": f"{player} {number}", "player": player, "at": label(free.pop())}
        for number, player in enumerate(rng.choices(("Red", "Blue", "Blue"), k=crowd))
    ]
    more: dict[str, Any] = {"scenario": rng.choice(("", "breakthrough"))}
    if free and rng.random() < 0.2:
        more["objectives"] = [{"name": "crate", "at": label(free.pop()), "walkable": False}]
    if rows > 1 and rng.random() < 0.3:
        x, y = rng.randrange(columns), rng.randrange(rows - 1)
        more["ladders"] = [[label((x, y)), label((x, y + 1))]]
    units = [mover, *others, {"name": "Tom", "player": "Blue"}]
    options = {name: rng.choice(values) for name, values in HOUSE_RULES.items()}
    state = Game(RULESET, small(units, signs, **more), options, Typed()).state
    plain = [cell for cell in free if state.field.at(cell).plain]
    if plain and rng.random() < 0.3:
        state.grow(((0, plain[0]),))
    unit = state.units[0]
    return state, unit, deploying(unit) if unit.at is None else moving(unit)


def described(state: State, unit: Unit, doing: Doing) -> str:
    field: Field = state.field
    rows = [" ".join(repr(field.at((x, y))) for x in range(field.columns)) for y in range(field.rows)]
    return f"{unit} {doing} {[(one.name, one.at) for one in state.units]} {state.options} {rows}"


@proves("OT-5.14", "OT-6.3")
def test_the_finder_finds_what_the_judge_allows_and_nothing_else() -> None:
    rng = Random("finder")
    jumped = stuck = left = 0
    for _ in range(BOARDS):
        state, unit, doing = board(rng)
        where = described(state, unit, doing)
        truth, found = EveryWay(state, unit, doing), finder.every_way(state, unit, doing)
        ends = dict(found.ends)
        if unit.at is not None and found.back is not None:
            ends[unit.at] = found.back
        assert set(ends) == set(truth.ends), where
        assert set(found.out) == set(truth.out), where
        assert can_go(state, unit, doing) == bool(truth.ends or truth.out), where
        for cell, key in ends.items():
            assert rank(state, unit, doing, found.hops(key), key) == truth.ends[cell], where
        for cell, last in found.out.items():
            assert rank(state, unit, doing, [*found.hops(last), OUT], last) == truth.out[cell], where
        proposed = finder.ways(state, unit, doing)
        assert bool(proposed) == bool(truth.ends or truth.out), where
        jumped += sum(any(hop.jump for hop in found.hops(key)) for key in found.ends.values())
        stuck += not proposed
        left += bool(truth.out)
    assert min(jumped, stuck, left) > 20, (jumped, stuck, left)


def rank(state: State, unit: Unit, doing: Doing, hops: list[Hop], key: Key | None) -> Cheapest:
    """What the judge says of a proposed way; the finder must have counted its tests rightly."""
    plan = survey(state, unit, doing, hops)
    assert isinstance(plan, Plan), plan
    assert len(plan.trials()) == finder.tests(key)
    return len(plan.trials()), plan.cost


REASONS = {
    "b2": ("holds another unit", "OT-6.21"),
    "a2": ("impassable", "OT-6.22"),
    "z9": ("outside the map", "OT-6.23"),
    "e1": ("no die can pass; if you mean it, write it out: >e1", "OT-9.6"),
    "c2": ("cannot end in c2 with 4 points", "OT-6.18"),
}


@pytest.mark.parametrize("wish", REASONS)
@proves("OT-6.4")
def test_a_wish_is_refused_with_the_true_reason(wish: str) -> None:
    ann: dict[str, Any] = {
        "name": "Ann",
        "player": "Red",
        "at": "a1",
        "athletics": 4,
        "base_width": 0.5,
        "melee": {"off": 0},
    }
    units = [ann, {"name": "Tom", "player": "Blue", "at": "b2"}]
    game = Game(RULESET, small(units, [".....", "#....", ".ppp."]), {}, Typed())
    game.answer("Ann")
    reason, clause = REASONS[wish]
    with pytest.raises(IllegalAnswer, match=reason) as refused:
        game.answer(f"to {wish}")
    assert refused.value.clause == clause


@pytest.mark.parametrize(
    ("rows", "more", "words"),
    [
        (["#.", ".."], {}, {"Ann: b1", "Ann: b1 b2"}),
        ([".p."], {}, {"Ann: >c1"}),
        (["..."], {"scenario": "breakthrough"}, {"Ann: b1 c1 out"}),
    ],
)
def test_a_way_is_named_as_it_can_be_typed(rows: list[str], more: dict[str, Any], words: set[str]) -> None:
    """By its increments, in tips, odds and the log of a save: not by numbers that nobody can type."""
    players = [{"name": "Red", "edge": "west"}, {"name": "Blue", "edge": "east"}]
    units: list[dict[str, Any]] = [
        {"name": "Ann", "player": "Red", "at": "a1", "melee": {"off": 0}, "abilities": ["LEAP"]},
        {"name": "Tom", "player": "Blue"},
    ]
    game = Game(RULESET, small(units, rows, **{"player": players} | more), {}, Typed())
    game.answer("Ann")
    question = game.question
    assert isinstance(question, WalkMove)
    named = {question.words(answer): answer for answer in question.legal()}
    assert words <= set(named)
    for said, answer in named.items():
        assert question.recorded(None, question.read(said.removeprefix("Ann: "))) == answer


@proves("OT-6.16", "OT-10.3", "OT-10.4")
@pytest.mark.parametrize("rows", [["..", ".#"], ["#.", ".."]])
def test_a_flyer_between_a_rock_and_an_enemy_has_nowhere_to_go(rows: list[str]) -> None:
    """It may fly past the rock but not past the enemy at the other corner, on whichever side either is."""
    enemy = "a2" if rows[1] == ".#" else "b1"
    units: list[dict[str, Any]] = [{"name": "Ann", "player": "Red", "at": "a1", "flying": True, "athletics": 1},
             {"name": "Tom", "player": "Blue", "at": enemy}]  # fmt: skip
    for allowed, found in (("no", False), ("yes", True)):
        state = Game(RULESET, small(units, rows), {"flyers_over_enemies": allowed}, Typed()).state
        assert can_go(state, state.units[0], moving(state.units[0])) is found
