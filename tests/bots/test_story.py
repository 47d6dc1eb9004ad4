"""What became of a game."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import to_builtins

from sandtable.bots import make_bot
from sandtable.bots.story import ASIDES, Story, _Told, tell
from sandtable.engine.dice import Seeded
from sandtable.engine.events import Event
from sandtable.engine.game import Game
from sandtable.engine.registry import ruleset, ruleset_ids
from sandtable.engine.ruleset import Outcome
from sandtable.engine.words import agreed
from sandtable.lab.selfplay import play_out

RULESETS = [name for name in ruleset_ids() if name in ("opportunity", "opentactics", "roe", "op-en", "riverside")]


def played(name: str, seed: str = "story") -> Game[Any]:
    game: Game[Any] = Game(ruleset(name), dice=Seeded.from_text(seed))
    play_out(game, [make_bot("recruit", f"{seed}/{seat}") for seat in range(len(game.seats))])
    return game


@pytest.fixture(scope="module")
def games() -> dict[str, tuple[Game[Any], Story]]:
    found = {name: played(name) for name in RULESETS}
    return {name: (game, tell(game)) for name, game in found.items()}


@pytest.mark.parametrize("name", RULESETS)
def test_a_story_ends_as_the_game_did(games: dict[str, tuple[Game[Any], Story]], name: str) -> None:
    game, story = games[name]
    assert game.outcome is not None
    assert story.sentences[-1].rstrip(".").endswith(agreed(game.outcome.summary).rstrip("."))
    assert len(story.sentences) <= 3
    end = story.curve[-1]
    assert end.at == len(game.inputs)
    assert [seat for seat, worth in enumerate(end.worth) if worth == 1.0] == list(game.outcome.seats)
    answers = [at for at, given in enumerate(game.inputs) if type(given) is not tuple]
    assert story.decisions == len(answers)


@pytest.mark.parametrize("name", RULESETS)
def test_turning_points_are_the_largest_changes(games: dict[str, tuple[Game[Any], Story]], name: str) -> None:
    _, story = games[name]
    pairs = list(zip(story.curve, story.curve[1:], strict=False))
    largest = sorted((abs(b.worth[0] - a.worth[0]) for a, b in pairs), reverse=True)[:3]
    told = sorted((abs(one.after[0] - one.before[0]) for one in story.turned), reverse=True)
    assert told == pytest.approx([change for change in largest if change >= 0.03])
    assert [one.at for one in story.turned] == sorted(one.at for one in story.turned)
    for one in story.turned:
        assert one.title
        assert one.after[one.seat] >= one.before[one.seat]


def test_losses_and_objectives_are_those_of_the_table(games: dict[str, tuple[Game[Any], Story]]) -> None:
    game, story = games["roe"]
    scene = to_builtins(game.ruleset.scene(game.reading(None)))  # type: ignore[attr-defined]
    fallen = {model["name"] for model in scene["models"] if model["state"] in ("fallen", "gone")}
    assert {one.name for one in story.losses} <= fallen
    assert story.losses
    holders = {mark["label"]: mark["side"] for mark in scene["marks"] if mark["kind"] == "objective"}
    assert {one.label: one.by[-1] for one in story.held} == {k: v for k, v in holders.items() if v is not None}
    assert story.scores[-1] == tuple(side["score"]["value"] for side in scene["sides"])


def test_units_lose_their_models() -> None:
    story = tell(played("riverside"))
    assert story.losses
    assert all(one.unit and one.name.startswith(one.unit) for one in story.losses)


def test_a_game_that_was_given_up_ends_with_that() -> None:
    game = played("opportunity")
    given_up = Outcome(("Poacher",), (1,), "Bodyguard concedes: Poacher wins.", "")
    story = tell(game.fork(len(game.inputs) // 2), given_up)
    assert story.sentences[-1].endswith("Bodyguard concedes: Poacher wins.")
    assert story.curve[-1].worth == (0.0, 1.0)


def test_a_game_that_was_given_up_at_once_says_who_stood_better() -> None:
    """There is no turning point but the end; how it stood before that is told all the same."""
    game = played("op-en")
    early = tell(game.fork(40), Outcome(("Undertow",), (0, 1), "Nine Bells concedes.", ""))
    worth = early.curve[-2].worth
    best = max(range(2), key=lambda seat: worth[seat])
    told = f"{game.seats[best]} stood better" if worth[best] >= 0.55 else "Nobody stood better"
    assert told in early.sentences[0]


def test_nobody_who_reads_a_story_wants_modifiers() -> None:
    """Those in brackets go, with the brackets in them; what is no modifier stays."""
    line = (
        "Shear: Shoot succeeds, 7 to 3 (Shoot d12+ -2, [>] second action forgone against Agility d10, [>] Obscured "
        "by more than 18″ apart (Setting) of Sorrel)"
    )
    assert ASIDES.sub("", line) == "Shear: Shoot succeeds, 7 to 3"
    assert ASIDES.sub("", "Ann moves 4.0″ (Rush) to (1.0, 5.0)") == "Ann moves 4.0″ (Rush)"


def test_that_nobody_was_hurt_on_the_way_is_no_turning_point() -> None:
    told = _Told(Game(ruleset("riverside"), dice=Seeded.from_text("dull")))
    safe = Event("dangerous", ("RV-16.10",), {"who": "Riders", "models": 5, "wounds": 0}, 0)
    hurt = Event("dangerous", ("RV-16.10",), {"who": "Riders", "models": 5, "wounds": 2}, 0)
    assert told._weight(safe) == 0 < told._weight(hurt)


def test_what_came_of_something_is_told_rather_than_who_walked_last() -> None:
    """Nobody fell and nothing changed hands: the crate that was taken is the story, not the step after it."""
    game: Game[Any] = Game(ruleset("op-en"), dice=Seeded.from_text("dull"))
    told = _Told(game)
    walked = {"who": "Ann", "kind": "move", "length": 4.0, "to": [1.0, 5.0], "path": [[1.0, 1.0, 0.0], [1.0, 5.0, 0.0]]}
    stayed = walked | {"length": 0.0, "path": [[1.0, 5.0, 0.0], [1.0, 5.0, 0.0]]}
    took = Event("taken", ("OE-16.4",), {"who": "Ann", "objective": "Crate 2"}, 0)
    moves = [Event("moved", ("OE-10.1",), data, 0) for data in (walked, stayed)]
    assert told.turn([took, *moves], [], 0)[0] == "Ann takes Crate 2"
    assert told.turn(moves, [], 0)[0] == "Ann moves 4.0″"


def test_who_leaves_with_a_crate_is_no_loss() -> None:
    game: Game[Any] = Game(ruleset("op-en"), dice=Seeded.from_text("left"))
    left = Event("left", ("OE-10.6",), {"who": game.state.characters[0].name}, 0)
    assert not _Told(game)._shows(left, ("fall", "leave"))
