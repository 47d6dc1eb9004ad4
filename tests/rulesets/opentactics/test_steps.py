"""Steps ask before they act; what is proposed is legal; games can be saved, copied and told."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from sandtable.engine.dice import Pseudo
from sandtable.engine.events import ROLL, Event, say_roll
from sandtable.engine.game import Game
from sandtable.engine.ruleset import Play
from sandtable.rulesets import opentactics
from sandtable.rulesets.opentactics import RULESET, log
from sandtable.rulesets.opentactics.movement.question import WalkMove
from tests.games import play_on
from tests.proves import proves
from tests.rulesets.opentactics.helpers import positions, random_game
from tests.rulesets.owed import first_request, told_in_the_rules

SOURCES = sorted(Path(opentactics.__file__).parent.rglob("*.py"))


def test_steps_ask_before_they_act() -> None:
    for number in range(100):
        for count, game in enumerate(positions(f"pure {number}")):
            if count % 6 == number % 6 and game._step_at == len(game.inputs):
                first_request(RULESET, Play(game.state.clone(), game.options, [], []))


@pytest.mark.parametrize("measure", ["grid", "measured"])
def test_every_way_that_is_offered_is_legal(measure: str) -> None:
    seen = jumps = 0
    for number in range(12 if measure == "grid" else 3):
        for count, game in enumerate(positions(f"ways {number}", measure=measure)):
            question = game.question
            if isinstance(question, WalkMove) and count % 3 == 0:
                ways = list(question.candidates())
                assert ways
                for way in ways:
                    assert question.check(way) is None
                    jumps += any(point.by == "jump" for path in way.values() for point in path)
                seen += len(ways)
    assert seen > 300
    assert jumps > 0 or measure == "measured"


def test_a_copy_plays_on_alone() -> None:
    for number in range(10):
        for count, game in enumerate(positions(f"copies {number}")):
            if count % 9 == 0:
                before = game.hash()
                copy = game.clone(Pseudo(Random(1)))
                assert copy.hash() == before
                play_on(copy, Random(count), 5)
                assert game.hash() == before


def test_every_template_has_its_event_and_every_event_its_template() -> None:
    assert told_in_the_rules(SOURCES) == set(log.TEMPLATES)


def test_events_can_be_said_and_name_clauses_of_the_book() -> None:
    kinds = set()
    for number in range(40):
        game, rng = random_game(f"said {number}", events=True)
        play_on(game, rng)
        for event in game.events or []:
            assert say_roll(event) if event.kind == ROLL else RULESET.say(event)
            kinds.add(event.kind)
            for clause in event.clauses:
                assert clause in RULESET.rulebook.clauses, clause
    assert len(kinds) > 30


@proves("OT-6.1", "OT-11.1")
@pytest.mark.parametrize(("stands", "path", "clause"), [({}, "b1 b2", "OT-11.1"), ({"at": "b2"}, "b3", "OT-6.1")])
def test_who_enters_is_told_by_another_clause_than_who_moves(stands: dict[str, str], path: str, clause: str) -> None:
    ann = {"name": "Ann", "player": "Red"} | stands
    situation = {
        "map": ["...", "...", "...", "...", "..."],
        "player": [{"name": "Red"}, {"name": "Blue"}],
        "unit": [ann, {"name": "Tom", "player": "Blue"}],
    }
    game = Game(RULESET, {"situation": situation}, None, Pseudo(Random(1)), events=True)
    game.answer("Ann")
    game.answer(path)
    assert [event.clauses for event in game.events or [] if event.kind == "moved"] == [(clause,)]


def test_a_pool_without_dice_is_said() -> None:
    tally = Event("tally", (), {"attacker": "Ann", "off": [4, 2], "target": "Sam", "def": [], "result": "defeated"}, 0)
    assert RULESET.say(tally) == "Ann's OFF 4, 2 against Sam's DEF none: Sam is defeated."


@proves("OT-1.14")
def test_every_seat_sees_everything() -> None:
    game, rng = random_game("open")
    play_on(game, rng, 40)
    views = [RULESET.view(game.reading(seat)) for seat in (None, *range(len(game.seats)))]
    assert all(view == views[0] for view in views)
    for player in views[0]["players"]:
        assert {"reserve", "captures", "counters", "morale"} <= set(player)
    assert all("melee" in unit["card"] for unit in views[0]["units"])


def test_pictures_of_every_ready_game() -> None:
    for setup in RULESET.ready_setups().values():
        game = play_on(Game(RULESET, setup), Random(2), 40)
        assert RULESET.picture(game.reading()).startswith("<svg")
        columns, rows = RULESET.board(game.reading())
        assert all(len(row) == len(columns) for row in rows)


NUMBERS_OF_A_CARD = {"OT-3.1", "OT-3.2", "OT-3.3"}
"""They stand in content/cards.toml."""


def test_every_clause_stands_where_it_is_done() -> None:
    """Whoever looks for a clause finds it in the code by its id, alone or in a row ('OT-6.12 to OT-6.14')."""
    code = " ".join(" ".join(path.read_text("utf-8") for path in SOURCES).split())
    cited = set(re.findall(r"OT-\d+\.\d+", code))
    for chapter, first, last in re.findall(r"(OT-\d+)\.(\d+) to OT-\d+\.(\d+)", code):
        cited |= {f"{chapter}.{number}" for number in range(int(first), int(last) + 1)}
    wanted = {clause.id for clause in RULESET.rulebook.clause if clause.kind != "advice"} - NUMBERS_OF_A_CARD
    assert sorted(wanted - cited) == []
    assert sorted(cited - {clause.id for clause in RULESET.rulebook.clause}) == []
