"""`sandtable review`: the decisions of one side of a saved game, and what they were worth."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.bots.review import JudgedDecision, ReviewTime, decisions, review
from sandtable.cli.output import print_json, progress
from sandtable.engine import save as saves
from sandtable.engine.errors import SandtableError

MARKS = {"star": "*", "tick": "+", "wave": "~", "cross": "x"}


def show(saved: saves.Save, seat: int, seconds: float, json: bool) -> int:
    game = saves.played(saved).game
    if game is None or not game.over:
        raise SandtableError("a game is reviewed after its end")
    if not 0 <= seat < len(game.seats):
        names = ", ".join(f"{number} ({name})" for number, name in enumerate(game.seats))
        raise SandtableError(f"there is no seat {seat}; the seats are {names}")
    if not 0 < seconds <= 60:
        raise SandtableError("a decision can be thought about for up to 60 seconds")
    total = len(decisions(game, seat))
    found: list[JudgedDecision] = []
    with progress() as bar:
        task = bar.add_task("decisions", total=total)
        for one in review(game, seat, ReviewTime(seconds)):
            found.append(one)
            bar.advance(task)
    for line in [] if json else [line for one in found for line in lines(one)]:
        print(line)
    if json:
        print_json({"seat": seat, "side": game.seats[seat], "decisions": found})
    elif found:
        print(f"{game.seats[seat]}: {accuracy(found):.0f} % of what a veteran would have won, {len(found)} decisions")
    return 0


def lines(one: JudgedDecision) -> Iterator[str]:
    """What was done with its cost, and what would have been better."""
    cost = "as good" if one.as_good else f"{-100 * one.cost:+.1f} % ± {100 * one.error:.1f}"
    given = ", ".join(one.given.plan.words)
    yield f"{MARKS[one.mark]} input {one.at + 1}: {given} ({cost}) [{one.clause}]"
    if one.mark != "star":
        why = f" ({one.better.plan.why})" if one.better.plan.why else ""
        yield f"    a veteran: {', '.join(one.better.plan.words)}{why}, {100 * one.better.chance:.0f} % to win"


def accuracy(found: list[JudgedDecision]) -> float:
    """The chance to win that was kept, of that a veteran would have had, on the average."""
    kept = [min(1.0, one.given.chance / one.better.chance) if one.better.chance > 0 else 1.0 for one in found]
    return 100 * sum(kept) / len(kept)
