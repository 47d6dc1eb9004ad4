"""A game in the terminal, driven by what a person would type."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

import sandtable
from sandtable.cli.play import THEME, Terminal, start
from sandtable.engine.dice import Roll
from sandtable.engine.game import Game


class Keyboard(Console):
    """A console whose input is a script; at its end the line is closed, as when somebody hangs up."""

    def __init__(self, lines: Iterator[str]) -> None:
        super().__init__(file=io.StringIO(), theme=THEME, width=120, highlight=False)
        self.lines = lines

    def input(self, *_: object, **__: object) -> str:
        try:
            return next(self.lines)
        except StopIteration:
            raise EOFError from None

    @property
    def text(self) -> str:
        assert isinstance(self.file, io.StringIO)
        return self.file.getvalue()


def duel(tmp_path: Path, *lines: str, seats: str = "human,human", real_dice: bool = False) -> tuple[Terminal, Keyboard]:
    game = sandtable.new("opportunity", seed="terminal", real_dice=real_dice)
    keyboard = Keyboard(iter(lines))
    terminal = Terminal(game, seats.split(","), tmp_path / "saves" / "game.json", keyboard)
    assert terminal.run() == 0
    return terminal, keyboard


def test_options_are_numbered_and_answered_by_number_or_name(tmp_path: Path) -> None:
    terminal, keyboard = duel(tmp_path, "1")
    assert "  1  " in keyboard.text
    assert len([given for given in terminal.game.inputs if not isinstance(given, tuple)]) == 1
    name = terminal.game.question.options[0].label  # type: ignore[union-attr]
    again, _ = duel(tmp_path, "1", name.upper())
    assert len(again.game.inputs) == len(terminal.game.inputs) + 1


def test_a_whole_game_against_a_bot(tmp_path: Path) -> None:
    terminal, keyboard = duel(tmp_path, *["1"] * 2000, seats="human,random")
    assert terminal.game.over
    assert "The end" in keyboard.text
    assert "--verify" in keyboard.text


def test_quitting_saves_and_resuming_goes_on(tmp_path: Path) -> None:
    terminal, keyboard = duel(tmp_path, "1", "2", "q")
    assert "--resume" in keyboard.text
    resumed = start("opportunity", None, (), None, "", False, terminal.file)
    assert resumed.hash() == terminal.game.hash()


def test_every_answer_is_on_disk_at_once(tmp_path: Path) -> None:
    """Pulling the plug loses nothing that was answered."""
    terminal, _ = duel(tmp_path, "1", "1", "1")
    assert sandtable.load(terminal.file).inputs == terminal.game.inputs


def test_a_refusal_gives_reason_and_clause(tmp_path: Path) -> None:
    _, keyboard = duel(tmp_path, "Charge")
    assert "No:" in keyboard.text
    assert "OP-3.17" in keyboard.text


def test_help_board_log_and_clauses(tmp_path: Path) -> None:
    _, keyboard = duel(tmp_path, "h", "b", "l", "?", "? 1", "? op-7.8", "? armour never", "? unheard of", "")
    assert "take back your last answer" in keyboard.text
    assert "not now:" in keyboard.text
    assert "Step 1: armour coverage" in keyboard.text
    assert "OP-7.9 Armour never lowers DEF" in keyboard.text
    assert "no clause 'unheard of'" in keyboard.text


def test_undo_takes_back_ones_own_answer_only(tmp_path: Path) -> None:
    game = sandtable.new("opportunity", {"situation": SHOOTER}, seed="undo")
    keyboard = Keyboard(iter(["Ranged Attack", "u", "Hold"]))
    Terminal(game, ["human"], tmp_path / "g.json", keyboard).run()
    assert "Taken back." in keyboard.text
    assert game.inputs[0] == "hold"
    keyboard = Keyboard(iter(["u"]))
    Terminal(sandtable.new("opportunity", seed="undo"), ["human"], tmp_path / "h.json", keyboard).run()
    assert "cannot undo" in keyboard.text


SHOOTER = {
    "stage": "violence",
    "combatant": [
        {"name": "Ann", "side": "Red", "weapon": "Carbine", "pool": ["R3", "R5", "B2"]},
        {"name": "Tom", "side": "Blue", "pool": ["G1"]},
        {"name": "Zoe", "side": "Blue"},
    ],
}


def test_real_dice_are_typed_in(tmp_path: Path) -> None:
    terminal, keyboard = duel(tmp_path, "1 2 3 4 5 7", "1 2 3", "1 2 3 4 5 6", real_dice=True)
    assert "is not a face of a d6" in keyboard.text
    assert "needs 6 dice" in keyboard.text
    assert terminal.game.inputs == [(1, 2, 3, 4, 5, 6)]
    assert isinstance(terminal.game.question, Roll)


def test_a_split_an_order_and_several_can_be_typed(tmp_path: Path) -> None:
    game = sandtable.new("opportunity", {"situation": SHOOTER}, seed="x")
    keyboard = Keyboard(iter(["Spread", "2 1"]))
    Terminal(game, ["human"], tmp_path / "g.json", keyboard).run()
    assert ["Zoe", "Tom"] in game.inputs or "Spread Fire" in keyboard.text


def test_ready_setups_can_all_be_begun() -> None:
    rules = sandtable.ruleset("opportunity")
    ready = rules.ready_setups()  # type: ignore[attr-defined]
    assert len(ready) == 7
    for setup in ready.values():
        assert Game(rules, setup).question is not None


def test_unknown_bots_are_refused(tmp_path: Path) -> None:
    game = sandtable.new("opportunity", seed="x")
    with pytest.raises(sandtable.engine.errors.SandtableError, match="no bot"):
        Terminal(game, ["human", "nobody"], tmp_path / "g.json")


@pytest.mark.parametrize(
    "typed", ["[/x]", "? [/x]", "²", "? ²", "9" * 5000, "s [/b]/\0.json", "u", "\u202e", "s /proc/no/where.json"]
)
def test_whatever_is_typed_the_game_goes_on(tmp_path: Path, typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    terminal, _ = duel(tmp_path, typed, "1")
    assert len([given for given in terminal.game.inputs if not isinstance(given, tuple)]) == 1
    assert terminal.file == tmp_path / "saves" / "game.json"


def test_names_with_brackets_are_shown_as_they_are(tmp_path: Path) -> None:
    setup = {"encounter": "duel", "side": [{"name": "A[/b]", "combatants": ["Duellist"]}, {"combatants": ["Poacher"]}]}
    keyboard = Keyboard(iter(["1"]))
    Terminal(sandtable.new("opportunity", setup, seed="x"), ["human"], tmp_path / "g.json", keyboard).run()
    assert "A[/b]" in keyboard.text


def test_a_seed_makes_the_dice_repeatable() -> None:
    games = [start("opportunity", None, (), "same", "", False, None) for _ in range(2)]
    assert games[0].inputs == games[1].inputs != []
    other = start("opportunity", None, (), "same", "my share", False, None)
    assert other.inputs != games[0].inputs


def test_a_bots_answers_are_on_disk_before_the_next_question(tmp_path: Path) -> None:
    """Whoever pulls the plug cannot make the bot think again."""
    terminal, _ = duel(tmp_path, "1", "1", seats="human,random")
    assert sandtable.load(terminal.file).hash() == terminal.game.hash()


def test_the_way_back_names_the_players(tmp_path: Path) -> None:
    _, keyboard = duel(tmp_path, "q", seats="human,human")
    assert "--seats human,human" in keyboard.text.replace("\n", " ")


def test_two_terminals_on_one_file_do_not_overwrite_each_other(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    game = sandtable.new("opportunity", seed="two")
    other = sandtable.new("opportunity", seed="other")

    def lines() -> Iterator[str]:
        yield "1"
        sandtable.save(other, file)
        yield "1"

    terminal = Terminal(game, ["human"], file, Keyboard(lines()))
    terminal.run()
    assert terminal.file == tmp_path / "game-2.json"
    assert sandtable.load(file).hash() == other.hash()
    assert sandtable.load(terminal.file).hash() == game.hash()


def test_a_card_shows_one_combatant(tmp_path: Path) -> None:
    _, keyboard = duel(tmp_path, "c poacher", "card nobody")
    assert "Double Barrelled Shotgun: damage 7" in keyboard.text
    assert "no combatant 'nobody'" in keyboard.text


ADVANCE = {
    "player": [{"name": "Red", "pool": 1}, {"name": "Blue", "pool": 0}],
    "model": [
        {"name": "Ann", "player": "Red", "at": [10, 10]},
        {"name": "Tom", "player": "Blue", "at": [40, 30]},
    ],
}


@pytest.mark.parametrize(("typed", "end"), [("14 10", [14.0, 10.0]), ("12 10, 12 13", [12.0, 13.0])])
def test_places_and_paths_are_typed_as_numbers(tmp_path: Path, typed: str, end: list[float]) -> None:
    game = sandtable.new("roe", {"situation": ADVANCE}, seed="x")
    keyboard = Keyboard(iter(["Ann", "Advance", "Move", typed]))
    Terminal(game, ["human"], tmp_path / "g.json", keyboard).run()
    assert "the way is found" in keyboard.text
    assert game.ruleset.facts(game.reading())["Ann"]["at"] == end


def test_with_a_seed_the_bots_play_the_same_game_again(tmp_path: Path) -> None:
    def played(number: int) -> list[object]:
        game = sandtable.new("opportunity", seed="same")
        Terminal(game, ["recruit"], tmp_path / f"{number}.json", Keyboard(iter(())), seed="same").run()
        return game.inputs

    assert played(1) == played(2)


@pytest.mark.parametrize("answer", ["nonsense", None])
def test_a_bot_that_breaks_down_does_not_end_the_game(tmp_path: Path, answer: str | None) -> None:
    class Broken:
        def answer(self, question: object, look: object) -> str:
            if answer is None:
                raise ValueError("out of ideas")
            return answer

    game = sandtable.new("opportunity", seed="broken")
    keyboard = Keyboard(iter(()))
    terminal = Terminal(game, ["recruit"], tmp_path / "g.json", keyboard, seed="1")
    terminal.bots[1] = Broken()
    terminal.run()
    assert game.over
    assert "The bot recruit broke down" in keyboard.text
    assert "An answer is drawn for it." in keyboard.text


SHOT = {
    "player": [{"name": "Red", "pool": 1}, {"name": "Blue", "pool": 0}],
    "model": [
        {"name": "Ann", "player": "Red", "at": [10, 10], "weapons": ["Assault Rifle"]},
        {"name": "Tom", "player": "Blue", "at": [20, 10]},
    ],
}


def test_odds_of_a_path_and_what_is_certain(tmp_path: Path) -> None:
    """Before the dice: of the ways that need a test, of any way that is named, and never a blank beside a chance."""
    units = [{"name": "Ann", "player": "Red", "at": "a1"}, {"name": "Tom", "player": "Blue", "at": "c3"}]
    situation = {
        "map": ["...", "...", "..."], "cells": {"b1": {"height": 2}}, "unit": units,
        "player": [{"name": "Red"}, {"name": "Blue"}],
    }  # fmt: skip
    game = sandtable.new("opentactics", {"situation": situation}, seed="x")
    keyboard = Keyboard(iter(["Ann", "odds", "odds a2", "odds c3"]))
    Terminal(game, ["human"], tmp_path / "g.json", keyboard).run()
    assert "Ann: b1" in keyboard.text, "a way is named as it can be typed"
    assert "stopped" in keyboard.text
    assert "Whatever else is proposed needs no dice." in keyboard.text
    assert "for certain: Ann: arrives" in keyboard.text
    assert "No: " in keyboard.text, "a path that is not legal is refused with its reason"


def test_odds_of_paths_that_need_no_dice_and_odds_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    units = [{"name": "Ann", "player": "Red", "at": "a1"}, {"name": "Tom", "player": "Blue", "at": "c3"}]
    situation = {"map": ["...", "...", "..."], "unit": units, "player": [{"name": "Red"}, {"name": "Blue"}]}
    for seconds, said in ((10.0, "No place that is proposed needs dice."), (1e-9, "they take too long to work out")):
        monkeypatch.setattr("sandtable.cli.play.ODDS_SECONDS", seconds)
        keyboard = Keyboard(iter(["Ann", "odds"]))
        game = sandtable.new("opentactics", {"situation": situation}, seed="x")
        Terminal(game, ["human"], tmp_path / "g.json", keyboard).run()
        assert said in keyboard.text


def test_the_odds_of_every_option_that_rolls(tmp_path: Path) -> None:
    game = sandtable.new("roe", {"situation": SHOT}, seed="x")
    keyboard = Keyboard(iter(["odds", "Ann", "Engage", "odds"]))
    Terminal(game, ["human"], tmp_path / "g.json", keyboard).run()
    _, said, after = keyboard.text.partition("No dice decide about these answers right away.")
    assert said
    assert "%" in after
    assert "out of action" in after
