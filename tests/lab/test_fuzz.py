"""The short version of `make fuzz`, and a proof that it would notice."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from tests.engine.toy import Orchard, Toy

from sandtable.engine.dice import Seeded
from sandtable.engine.errors import SetupError
from sandtable.engine.game import Game
from sandtable.engine.registry import ruleset
from sandtable.engine.rulebook import HouseRule, Options
from sandtable.engine.ruleset import Setup
from sandtable.lab import fuzz as lab
from sandtable.lab.selfplay import selfplay
from sandtable.rulesets.riverside import RULESET as RIVERSIDE


def test_random_encounters_find_nothing() -> None:
    found = lab.fuzz("opportunity", games=200, seed="short", processes=2)
    assert found.errors == []
    assert found.games == found.saves == 200
    assert found.decisions > 5000


def test_a_run_that_is_stopped_tells_what_it_has_found() -> None:
    def enough(done: int) -> None:
        if done == 200:
            raise KeyboardInterrupt

    found = lab.fuzz("opportunity", games=100_000, seed="stopped", processes=2, progress=enough)
    assert (found.games, found.errors) == (200, [])
    assert found.saves == 200


def test_a_broken_game_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Game[Any], answer: Any, seat: int | None = None) -> None:
        raise RuntimeError("planted")

    monkeypatch.setattr(Game, "answer", broken)
    batch = lab._batch("opportunity", "planted", 0, 3)
    assert len(batch.errors) == 3
    assert "planted" in batch.errors[0]


def test_a_save_that_leads_elsewhere_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "_reloaded", lambda game: game.clone())
    batch = lab._batch("opportunity", "other dice", 0, 10)
    assert any("led to another end" in error for error in batch.errors)


def test_selfplay_reports_errors_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.lab.selfplay.LONGEST", 3)
    tally = selfplay("opportunity", 2, ["random", "random"], "s")
    assert len(tally.errors) == 2
    assert "has not ended" in tally.errors[0]


# ---- house rules ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["opentactics", "opportunity", "roe"])
def test_every_house_rule_is_met_at_each_of_its_values(name: str) -> None:
    """Over and above what the ruleset draws itself; each value has its turn, the rare ones too."""
    rules = ruleset(name)
    met: Counter[tuple[str, Any]] = Counter()
    turns = sum(len(lab.values(rule)) for rule in rules.rulebook.option)
    for number in range(2 * turns):
        met.update(lab.begun(rules, f"met/{number}", number, Random(number)).options.items())
    for rule in rules.rulebook.option:
        for value in lab.values(rule):
            assert met[rule.name, value] >= 2, (rule.name, value)


def test_values_of_a_long_row_are_its_ends_its_default_and_some_between() -> None:
    assert lab.values(HouseRule("dice", "TO-2.1", 2, (), 1, 4)) == [1, 2, 3, 4]
    assert lab.values(HouseRule("seconds", "TO-2.1", 7, (), 0, 600)) == [0, 7, 100, 200, 300, 400, 500, 600]


def test_a_set_up_that_a_house_rule_forbids_is_played_without_it() -> None:
    class Strict(Toy):
        def begin(self, setup: Setup, options: Options) -> Orchard:
            if options["weather"] == "rain":
                raise SetupError("nobody works in the rain", "TO-3.1")
            return super().begin(setup, options)

    played = [lab.begun(Strict(), "s", number, Random(number)).options["weather"] for number in range(12)]
    assert set(played) == {"sun"}


def test_house_rules_that_were_never_met_are_seen() -> None:
    found = lab.fuzz("opportunity", games=3, seed="few", processes=1)
    assert sum(found.options["holding"].values()) == 3
    assert set(found.options["holding"]) == {"allowed", "forbidden"}
    assert any(games == 0 for values in found.options.values() for games in values.values())
    assert "pick_clock_seconds=100" in found.never_met


# ---- odds -----------------------------------------------------------------------------------------


def test_odds_that_cannot_be_worked_out_are_a_finding_and_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(game: Game[Any]) -> None:
        raise KeyError("planted")

    monkeypatch.setattr(lab, "panel", broken)
    batch = lab._batch("opportunity", "odds", 0, 3)
    assert batch.errors == []
    assert len(batch.hashes) == 3
    clauses = [what for what in batch.odds_errors if what.startswith("odds (panel) at OP-")]
    assert len(clauses) == len(batch.looked_at) > 5
    assert all("KeyError: 'planted'" in said for said in batch.odds_errors.values() if "(panel)" in said)


def test_odds_that_change_the_game_are_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "panel", lambda game: game.answer(game.question.pick(Random(1))))
    batch = lab._batch("opportunity", "odds", 0, 1)
    assert "odds have changed the game" in batch.errors[0]


def test_odds_are_no_part_of_the_game() -> None:
    with_odds, without = lab._batch("opportunity", "same", 0, 5), lab._batch("opportunity", "same", 0, 5, odds=False)
    assert with_odds.odds > 5
    assert without.odds == 0
    assert with_odds.hashes == without.hashes


# ---- advice ---------------------------------------------------------------------------------------


def test_games_that_follow_advice_come_to_blows() -> None:
    """By chance alone the sides of a large table hardly ever meet."""
    setup = RIVERSIDE.ready_setups()["The Weir: Levy 500 against Tusk 500"]
    attacks = Counter[float]()
    for advised in (0.0, 0.9):
        for number in range(2):
            game = Game(RIVERSIDE, setup, None, Seeded.from_text(f"blows/{number}"), events=True)
            lab._play(game, Random(number), 10_000, advised)
            assert game.over
            attacks[advised] += sum(event.kind == "attack" for event in game.events or ())
    assert attacks[0.9] > 3 * attacks[0.0] + 5
