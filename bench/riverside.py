"""Riverside at 1000 points a side on 72" x 48": the battles of random play, shooting options, a large volley, drags."""

from __future__ import annotations

from random import Random
from typing import Any

from bench.measure import Figure, seconds
from bench.odds import figures
from sandtable.engine.dice import Typed
from sandtable.engine.game import Game
from sandtable.engine.questions import ChooseOne, Point
from sandtable.engine.units import MoveUnit, Wish
from sandtable.rulesets.riverside import RULESET, shooting
from sandtable.rulesets.riverside.content import content
from sandtable.rulesets.riverside.sight import NEITHER, Watch
from sandtable.rulesets.riverside.traits import weapons

POINTS, SIZE = 1000, [72, 48]
TIMES = 5
PLAYERS = [{"name": "Red"}, {"name": "Blue"}]
MORTAR = {"name": "mortar", "range": 36, "attacks": 1, "rules": ["Blast(3)", "Rending"]}
HILLS: list[dict[str, Any]] = [
    {"id": "rock", "types": ["impassable"], "height": 5, "x": [35, 37], "y": [18, 20]},
    {"id": "wood", "kind": "Forest", "x": [38, 44], "y": [17, 23]},
]


def measure(c: float) -> list[Figure]:
    scale = 1e3 * 0.2 / c
    found = [Figure("riverside: shooting options of a unit, ms at C = 0.2", shooting_options() * scale, 15)]
    found += figures("riverside: odds, volley of 20 (Blast, Rending)", volley(), 20.0, c)
    for formation in ("keep", "line", "block", "wrap"):
        drag = planned(Wish(Point(34.0, 17.5), formation), "rush")
        found.append(Figure(f"riverside: 20 models dragged, {formation}, ms at C = 0.2", drag * scale, 50))
    crowd = planned(Wish(Point(36.0, 9.0), "wrap"), "rush", crowded()) * scale
    found.append(Figure("riverside: 20 models dragged in a crowd, wrap, ms at C = 0.2", crowd, 50))
    charge = planned(Wish(), "charge") * scale
    return [*found, Figure("riverside: 20 models charge 20, ms at C = 0.2", charge, 50)]


def setups(rng: Random, count: int) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Ready armies of both sides on the maps of their size."""
    armies = [ready.name for ready in content().ready.values() if ready.limit == POINTS]
    boards = [board.name for board in content().maps.values() if content().sizes[board.table].points == POINTS]
    return [
        ({"map": boards[n % len(boards)], "player": [{"force": rng.choice(armies)} for _ in PLAYERS]}, {})
        for n in range(count)
    ]


def twenty(weapon: Any = "rifle") -> dict[str, Any]:
    """Twenty of one side; twenty of the other behind a rock and a wood, ten more beside."""
    orcs: dict[str, Any] = {"name": "Orcs", "player": "Blue", "count": 20, "rules": ["Regeneration"], "columns": 5}
    return {
        "table": SIZE, "turn": "Red", "player": PLAYERS, "terrain": HILLS,
        "unit": [
            {"name": "Guard", "player": "Red", "count": 20, "weapons": [weapon], "at": [30, 12], "columns": 5},
            orcs | {"at": [30, 24]},
            orcs | {"name": "Trolls", "count": 10, "at": [44, 12]},
        ],
    }  # fmt: skip


def crowded() -> dict[str, Any]:
    """The same twenty with friends and enemies on all sides, a wrap beyond them wished."""
    situation = twenty()
    ten: dict[str, Any] = {"count": 10, "columns": 5}
    enemies = {"O1": [37.7, 12], "O2": [22, 13.5], "O3": [26, 18.6], "O4": [38, 24], "O5": [22, 22]}
    friends = {"R1": [38, 15.5], "R2": [22, 10], "R3": [30, 8]}
    beside = [
        *({"name": name, "player": "Blue", "at": at, **ten} for name, at in enemies.items()),
        *({"name": name, "player": "Red", "at": at, **ten} for name, at in friends.items()),
    ]
    beside[5]["columns"] = 3
    return situation | {"unit": [*situation["unit"][:2], *beside]}


def begun(weapon: Any, *answers: str, situation: dict[str, Any] | None = None) -> Game[Any]:
    game: Game[Any] = Game(RULESET, {"situation": situation or twenty(weapon)}, None, Typed(), events=False)
    for answer in answers:
        game.answer(answer)
    return game


def shooting_options() -> float:
    """Every target of every weapon, and who shoots at it with Cover; nothing of it known before."""
    game = begun("rifle", "Guard", "hold")
    state, options = game.state, game.options
    unit = state.active

    def work() -> None:
        looks = Watch(state, options)
        for weapon in weapons(state, unit, melee=False):
            for target in state.here(1 - unit.side):
                if shooting.is_target(state, options, unit, weapon, target, looks):
                    for model in state.members(unit):
                        if shooting.can_attack(state, options, model, weapon, target, looks=looks):
                            looks.cover(model, state.members(target), NEITHER)

    return min(seconds(work) for _ in range(TIMES))


def volley() -> tuple[Game[Any], Any]:
    """Twenty mortars, each Hit three, against Regeneration and a wood."""
    game = begun(MORTAR, "Guard", "hold")
    assert isinstance(game.question, ChooseOne)
    return game, "Orcs"


def planned(wish: Wish, action: str, situation: dict[str, Any] | None = None) -> float:
    """From a position to a plan with a path for everybody."""
    game = begun("rifle", "Guard", action, situation=situation)
    if isinstance(game.question, ChooseOne):
        game.answer("Orcs")

    def work() -> None:
        question = game.clone(Typed()).question
        assert isinstance(question, MoveUnit)
        question.arrange(wish)

    return min(seconds(work) for _ in range(TIMES))
