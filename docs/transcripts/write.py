"""Plays the three battles of this folder again and writes them down, with a picture of the table after each round:

python docs/transcripts/write.py                            all three, between two regulars
python docs/transcripts/write.py --seats veteran,regular    between any bots that are installed
python docs/transcripts/write.py foundry --folder /tmp      one of them, somewhere else
"""

from __future__ import annotations

import argparse
from pathlib import Path

from sandtable.bots import Knowledge
from sandtable.engine.dice import Seeded
from sandtable.engine.game import Game
from sandtable.engine.questions import Question
from sandtable.engine.registry import bot_factory
from sandtable.engine.ruleset import Play, Procedure
from sandtable.rulesets.roe import RulesOfEngagement
from sandtable.rulesets.roe.state import State

BATTLES = {
    "relay-station": ("Relay Station", ("Compact", "Meridian Compact"), ("Kestrel", "Kestrel Combine"), "A1"),
    "foundry": ("Foundry", ("Ashfall", "Ashfall Freeholders"), ("Orrery", "Orrery Host"), "B2"),
    "terraces": ("Terraces", ("Kestrel", "Kestrel Combine (light)"), ("Ashfall", "Ashfall Freeholders"), "C3"),
}
"""File names, with the battlefield, both players and their forces, and the seed of the dice."""


class Photographed(RulesOfEngagement):
    """The rules, with somebody who takes a picture whenever an End Phase begins."""

    def __init__(self) -> None:
        self.album: dict[int, str] = {}

    def step(self, g: Play[State]) -> Procedure[None]:
        if g.state.phase == "end":
            self.album[g.state.round] = self.picture(g.state)
        return super().step(g)


def transcribe(name: str, seats: tuple[str, str], folder: Path) -> None:
    battlefield, one, two, seed = BATTLES[name]
    rules = Photographed()
    setup = {"map": battlefield, "points": 400, "player": [{"name": n, "force": force} for n, force in (one, two)]}
    game = Game(rules, setup, {}, Seeded.from_text(seed))
    bots = [bot_factory(bot)(f"{seed}/{seat}") for seat, bot in enumerate(seats)]
    while (question := game.question) is not None:
        assert isinstance(question, Question), "the stream rolls by itself"
        game.answer(bots[question.seat].answer(question, Knowledge(game, question.seat)))
    lines = [
        f"# A battle at {battlefield}: {one[1]} against {two[1]}",
        "",
        f"Two bots play, `{seats[0]}` against `{seats[1]}`; the dice come from the fair stream, seed `{seed}`. "
        "Every line ends with the clauses it rests on.",
        "",
        "## Set-up",
        "",
        *_told(game, rules, name),
    ]
    (folder / f"roe-{name}.md").write_text("\n".join(lines) + "\n", "utf-8")
    for number, picture in rules.album.items():
        (folder / f"roe-{name}-{number}.svg").write_text(picture, "utf-8")


def _told(game: Game[State], rules: Photographed, name: str) -> list[str]:
    """The log, cut into rounds."""
    told: list[str] = []
    number = 0
    for event, line in zip(game.events or (), game.log(), strict=True):
        if event.kind == "round":
            told += _pictured(name, number) if number else []
            number = event.data["round"]
            told += ["", f"## Round {number}", ""]
        told.append(f"- {line}")
    return told + (_pictured(name, number) if number in rules.album else [])


def _pictured(name: str, number: int) -> list[str]:
    return ["", f"![The table at the end of round {number}](roe-{name}-{number}.svg)"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("battles", nargs="*", choices=[*BATTLES, []], default=[])
    parser.add_argument("--seats", default="regular,regular")
    parser.add_argument("--folder", type=Path, default=Path(__file__).parent)
    chosen = parser.parse_args()
    one, two = chosen.seats.split(",")
    for name in chosen.battles or BATTLES:
        transcribe(name, (one, two), chosen.folder)


if __name__ == "__main__":
    main()
