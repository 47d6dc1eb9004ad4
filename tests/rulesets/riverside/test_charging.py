"""Charges and counter-moves in a crowd: something can always be answered."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.engine.dice import Typed
from sandtable.engine.game import Game, Position
from sandtable.engine.questions import Refusal
from sandtable.engine.units import MoveUnit, Wish
from sandtable.rulesets.riverside import RULESET
from sandtable.rulesets.riverside import charging as rules_of_charges
from sandtable.rulesets.riverside.asking import Play
from sandtable.rulesets.riverside.charging import charge_march
from sandtable.rulesets.riverside.state import Melee, State
from sandtable.skirmish.arrange import Arrangement, arrange
from sandtable.skirmish.drill import Drill
from sandtable.skirmish.unit_asking import Judge

CHARGERS = [
    [13.818359375, 13.5869140625], [12.154296875, 16.6455078125], [12.79296875, 17.4560546875],
    [13.146484375, 16.5205078125], [12.8857421875, 14.7197265625], [12.466796875, 15.689453125],
    [14.6787109375, 15.513671875], [14.1337890625, 16.3583984375], [11.5224609375, 15.3603515625],
    [13.9658203125, 14.7060546875], [13.4658203125, 15.572265625],
]  # fmt: skip
CHARGED = [
    [13.203125, 19.2333984375], [14.1796875, 18.9736328125], [15.1796875, 18.951171875], [16.1767578125, 19.033203125],
    [13.4775390625, 18.2529296875], [13.7802734375, 17.294921875], [15.791015625, 18.1103515625],
    [16.8330078125, 18.0634765625], [14.6640625, 17.763671875], [15.330078125, 16.9345703125],
    [16.287109375, 17.2255859375],
]  # fmt: skip
"""The nearest would take the place of somebody at the back, who then comes no closer and cannot stay either."""


def test_whoever_would_lose_its_place_to_others_goes_before_them() -> None:
    units = [
        {"name": "Orcs", "player": "Red", "count": 11, "at": CHARGERS},
        {"name": "Boarders", "player": "Blue", "count": 11, "at": CHARGED},
        {"name": "Hauler", "player": "Blue", "rules": ["Tough(10)"], "at": [18.18359375, 15.595703125]},
    ]
    players = [{"name": "Red"}, {"name": "Blue"}]
    game = Game(RULESET, {"situation": {"map": "Old Mill", "player": players, "unit": units}}, {}, Typed())
    state = game.state.clone()
    state.phase, state.melee = "counter", Melee(charger=0, target=1)
    melee = Game.resumed(RULESET, Position(game.options, state, 0, ()))
    question = melee.question
    assert isinstance(question, MoveUnit)
    (answer,) = question.legal()
    # A record of the paths does not keep the order in which they were planned.
    assert question.read(dict(sorted(answer.items()))) == question.read(answer)


def charging(x: float, y: float) -> Game[State]:
    """Ten charge seven round a rock, with somebody beside them here."""
    units = [
        {"name": "Guard", "player": "Red", "count": 10, "at": [20, 12], "columns": 5},
        {"name": "Orcs", "player": "Blue", "count": 7, "at": [21, 22], "columns": 4},
        {"name": "Trolls", "player": "Blue", "rules": ["Tough(3)"], "at": [x, y]},
    ]
    rock = {"id": "rock", "types": ["impassable"], "height": 5, "x": [21, 23], "y": [16, 18]}
    players = [{"name": "Red"}, {"name": "Blue"}]
    setup = {"table": [48, 48], "turn": "Red", "player": players, "unit": units, "terrain": [rock]}
    game = Game(RULESET, {"situation": setup}, {}, Typed())
    for answer in ("Guard", "charge", "Orcs"):
        game.answer(answer)
    return game


def test_a_charge_that_was_planned_before_is_the_same_as_one_planned_anew() -> None:
    """What is kept of charges is for one arrangement of models: with somebody an inch from where he was it is another,
    and back where he was the first one again."""
    offered: dict[float, Any] = {}
    for x in (26.0, 25.0, 24.0, 26.0, 24.0):
        game = charging(x, 18.0)
        question = game.question
        assert isinstance(question, MoveUnit)
        g = Play(game.state, game.options, [], None)
        drill = Drill(charge_march(g, game.state.units[0], game.state.units[1]))
        anew = question.recorded(None, arrange(drill, Wish(), Judge(drill)).paths)
        assert list(question.legal()) == [anew]
        assert list(game.clone(Typed()).legal()) == [anew]
        assert question.check(question.read(anew)) is None
        assert offered.setdefault(x, anew) == anew
    assert offered[24.0] != offered[26.0]


def test_a_charge_that_the_unit_cannot_make_together_becomes_a_rush(monkeypatch: pytest.MonkeyPatch) -> None:
    """One model gets there, so it is offered; but of all ways that were tried none is legal for everybody (RV-6.29)."""

    def refused(drill: Drill, wish: Wish, judge: Judge | None = None) -> Arrangement:
        return replace(arrange(drill, wish, judge), verdict=Refusal("they would not hang together", "RV-8.15"))

    monkeypatch.setattr(rules_of_charges, "arrange", refused)
    units = [
        {"name": "Orcs", "player": "Red", "count": 3, "at": [20, 20]},
        {"name": "Levy", "player": "Blue", "count": 3, "at": [20, 28]},
    ]
    players = [{"name": "Red"}, {"name": "Blue"}]
    game = Game(RULESET, {"situation": {"turn": "Red", "player": players, "unit": units}}, {}, Typed())
    for answer in ("Orcs", "charge"):
        game.answer(answer)
    assert isinstance(game.question, MoveUnit)
    assert game.question.topic != "charge path"
    assert game.state.activation.action == "Rush"
    assert any("rushes instead" in line for line in game.log())
