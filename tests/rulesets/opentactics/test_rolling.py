"""The contest is a chain of stages: they are given plain things, change nothing, and tell what happens at once."""

from __future__ import annotations

from typing import Any

from sandtable.engine.dice import Roll, Typed
from sandtable.engine.events import Event
from sandtable.engine.game import Game
from sandtable.engine.questions import Question
from sandtable.engine.registry import ruleset
from sandtable.engine.ruleset import Stage, Tell
from sandtable.rulesets.opentactics.hands import Contest, Fighter, Grant, Hex
from sandtable.rulesets.opentactics.rerolling import rerolling
from sandtable.rulesets.opentactics.rolling import rolling
from sandtable.rulesets.opentactics.tally import Verdict

ANN = Fighter(0, "Ann", 0, "Red", 2, 0, (("OFF", 1),), (Grant("support", ("OFF",), "OT-19.2"),))
TOM = Fighter(1, "Tom", 1, "Blue", 0, 1)
FIGHT = Contest((ANN, TOM), "melee", False, hexes=((Hex("Una", 1, "Blue", 0),),))


def run_through(given: list[Any]) -> tuple[list[str], Any]:
    """A contest with these answers and faces: what it asked and told, in order, and its result."""
    seen: list[str] = []
    stage: Any = Stage(rolling, (FIGHT,))
    waiting = list(given)
    while type(stage) is Stage:
        running, value = stage.rule(*stage.args), None
        while True:
            try:
                request = running.send(value)
            except StopIteration as done:
                stage = done.value
                break
            if type(request) is Tell:
                seen.append(f"told {request.kind}")
                value = None
            else:
                seen.append(request.purpose if type(request) is Roll else request.prompt)
                value = waiting.pop(0) if type(request) is Roll else request.read(waiting.pop(0))
    assert not waiting
    return seen, stage


def test_phases_follow_each_other() -> None:
    """Roll, bumps, HEX, re-rolls, tally (OT-12.16); the stages may be run again and say the same."""
    given = [(4, 1, 5), "OFF +1 on 4", "OFF 5", (2,), "support: OFF 1", (6,)]
    once, twice = run_through(given), run_through(given)
    assert once == twice
    assert once[1] == Verdict(True, False)
    assert once[0] == [
        "assault of Ann on Tom", "told rolled", "Ann: use a bump?", "told bump", "Una: hex which die of Ann?",
        "hex on Ann", "told hex", "Ann: use a re-roll?", "re-roll for Ann", "told re-roll", "told tally",
    ]  # fmt: skip


def test_what_a_stage_tells_stands_in_the_log_at_once() -> None:
    """Before the next question, and after the input that brought it about."""
    game = in_mid_assault()
    game.answer("OFF +1 on 3")
    bump: Event = game.events[-1]  # type: ignore[index]
    assert (bump.kind, bump.at, bump.data["now"]) == ("bump", len(game.inputs), 4)
    assert isinstance(game.question, Question)
    assert game.question.clause == "OT-15.1"


def in_mid_assault() -> Game[Any]:
    """Ann has a bump and a supporter; her dice lie on the table."""
    melee = {"off": 2, "def": 1, "range": 1, "off_bumps": [1]}
    units = [{"name": "Ann", "player": "Red", "at": "b2", "melee": melee}, {"name": "Al", "player": "Red", "at": "d2"},
             {"name": "Tom", "player": "Blue", "at": "c2"}, {"name": "Vic", "player": "Blue", "at": "f4"}]  # fmt: skip
    situation = {"map": ["......"] * 4, "player": [{"name": "Red"}, {"name": "Blue"}], "unit": units}
    game: Game[Any] = Game(ruleset("opentactics"), {"situation": situation}, {}, Typed())
    for answer in ("Ann", "assault", "do-not-retaliate", [3, 2, 4]):
        game.answer(answer)
    assert game.question is not None
    assert game.question.clause == "OT-14.2"
    return game


def test_the_last_stage_knows_the_dice() -> None:
    """Whoever is asked about a re-roll is asked by a stage that holds all that is left to do."""
    game = in_mid_assault()
    game.answer("OFF +1 on 3")
    assert game.question is not None
    table = game.question.about  # type: ignore[union-attr]
    running = rerolling(table.contest, table.hands, (0, 1))
    assert next(running).prompt == game.question.prompt
    assert [hand.off for hand in table.hands] == [(4, 2), ()]
