"""Luck counts successes, not pips."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from sandtable.bots import make_bot
from sandtable.engine.dice import Roll, Seeded
from sandtable.engine.events import Event, rolled
from sandtable.engine.game import Game
from sandtable.engine.registry import ruleset
from sandtable.lab.selfplay import play_out
from sandtable.odds.luck import kind_of, luck, throws_of

ANN, BOB = 0, 1


def roll(*faces: int, seat: int = ANN, sides: int = 6, purpose: str = "to hit: Ann at Bob", **more: Any) -> Event:
    return rolled(Roll(len(faces), sides, purpose, "TO-1.1", seat, more.pop("who", "Ann"), **more), faces, 1)


def test_a_test_that_wants_low_dice_is_lucky_with_low_dice() -> None:
    (side, _) = luck([roll(1, sides=10, purpose="pinning test of Ann", good=(1, 5))], 2).sides
    assert (side.tries, side.won, side.expected) == (1, 1, 0.5)
    assert [(one.kind, one.won, one.tries) for one in side.kinds] == [("pinning test", 1, 1)]


def test_dice_that_are_added_up_are_one_success() -> None:
    (side, _) = luck([roll(5, 4, purpose="trauma check of Ann", enough=9)], 2).sides
    assert (side.tries, side.won) == (1, 1)
    assert side.expected == pytest.approx(10 / 36)


def test_each_owner_of_a_contest_has_his_own_dice() -> None:
    both = roll(6, 1, 2, groups=(2, 1), called=("Ann OFF", "Bob DEF"), seats=(ANN, BOB), lucky=(4, 6))
    ann, bob = luck([both], 2).sides
    assert (ann.tries, ann.won, bob.tries, bob.won) == (2, 1, 1, 0)
    assert ann.kinds[0].by_sight


def test_what_was_certain_and_what_cannot_succeed_is_left_out() -> None:
    found = luck([roll(3, good=(1, 6)), roll(3, purpose="initiative of Ann"), roll(2, good=(7, 6))], 2)
    assert [side.tries for side in found.sides] == [0, 0]
    assert found.left_out == ("initiative",)
    assert found.uneven == 1.0


@pytest.mark.parametrize(
    ("purpose", "who", "kind"),
    [
        ("to hit: Ann at Bob", "Ann", "to hit"),
        ("resist of Bob of the Hill", "Bob of the Hill", "resist"),
        ("re-roll of Ann (Engage, a 6)", "Ann", "re-roll"),
        ("attack: rifle of Levy at Boars", "Levy", "attack"),
        ("Bob opposes Shoot of Ann against Bob", "Bob", "opposes"),
        ("Ring of Fire of Ann", "Ann", "Ring of Fire"),
        ("first aid by Ann", "Ann", "first aid"),
        ("roll-off", "", "roll-off"),
    ],
)
def test_the_kind_of_a_roll(purpose: str, who: str, kind: str) -> None:
    assert kind_of(roll(1, purpose=purpose, who=who)) == kind


def test_best_and_worst_dice_go_by_their_chance() -> None:
    rolls = [roll(6, 6, good=(4, 6)), roll(6, good=(6, 6)), roll(1, 1, 1, good=(4, 6)), roll(1, good=(2, 6))]
    (side, _) = luck(rolls, 2).sides
    assert side.best is not None
    assert side.worst is not None
    assert (side.best.faces, side.best.as_good) == ((6,), Fraction(1, 6))
    assert (side.worst.faces, side.worst.as_bad) == ((1, 1, 1), Fraction(1, 8))


def brute(events: list[Event]) -> Fraction:
    """How often the same dice are at least as uneven, by rolling all of them in every way."""
    throws = [throw for event in events for throw in throws_of(event)]
    dice = [throw for throw in throws for _ in range(throw.tries)]

    def gap(won: list[int]) -> Fraction:
        more = [Fraction(0), Fraction(0)]
        for throw, one in zip(dice, won, strict=True):
            more[throw.seat] += one - throw.chance
        return abs(more[0] - more[1])

    got = gap([int(n < throw.won) for throw in throws for n in range(throw.tries)])
    total = Fraction(0)
    for ways in product((0, 1), repeat=len(dice)):
        if gap(list(ways)) >= got:
            weight = Fraction(1)
            for throw, one in zip(dice, ways, strict=True):
                weight *= throw.chance if one else 1 - throw.chance
            total += weight
    return total


@pytest.mark.parametrize("seed", range(6))
def test_how_often_a_game_is_this_uneven_is_exact(seed: int) -> None:
    rng = Random(seed)
    events = []
    for seat in (ANN, BOB):
        for _ in range(3):
            faces = [rng.randint(1, 6) for _ in range(rng.randint(1, 2))]
            events.append(roll(*faces, seat=seat, good=(rng.randint(2, 6), 6)))
    assert luck(events, 2).uneven == pytest.approx(float(brute(events)), abs=1e-12)


COUNTED = {
    "opportunity": {"trauma check"}, "opentactics": {"assault", "table save"}, "roe": {"to hit", "resist"},
    "op-en": {"Hide", "Shoot", "opposes"}, "riverside": {"attack", "defense"},
}  # fmt: skip
LEFT_OUT = {
    "opportunity": {"set", "pick roll-off", "initiative roll-off"}, "opentactics": {"roll-off"},
    "roe": {"initiative", "initiative re-roll", "roll-off"},
    "op-en": {"initiative", "roll-off", "d3", "stray shot", "bolts"}, "riverside": {"roll-off", "number of markers"},
}  # fmt: skip


@pytest.mark.parametrize("name", COUNTED)
def test_every_ruleset_says_what_its_successes_are(name: str) -> None:
    """Whatever a game rolls is counted, or is one of those that cannot succeed."""
    kinds: set[str] = set()
    left_out: set[str] = set()
    for seed in range(3):
        game: Game[Any] = Game(ruleset(name), dice=Seeded.from_text(f"luck {seed}"))
        play_out(game, [make_bot("recruit", f"{seed}/{seat}") for seat in range(len(game.seats))])
        found = luck(game.events or (), len(game.seats))
        kinds |= {kind.kind for side in found.sides for kind in side.kinds}
        left_out |= set(found.left_out)
        for side in found.sides:
            assert sum(kind.won for kind in side.kinds) == side.won <= side.tries
    assert kinds >= COUNTED[name]
    assert left_out <= LEFT_OUT[name]
