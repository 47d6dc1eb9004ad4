"""Small questions that many rules ask. Nothing is asked when there is no choice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Literal

from sandtable.engine.asking import named
from sandtable.engine.questions import DECLINE, END, PASS, Absent, ChooseOne, Option, Ref, Role
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.opentactics.notes import NOTES
from sandtable.rulesets.opentactics.state import Play, Unit
from sandtable.table.grid import Cell, label

Topic = Literal[
    "objective", "edge", "emplace", "activate", "action", "edge or ambush", "ambush", "skill", "target", "charge",
    "drive on", "overcharge", "retaliate", "bump", "hex", "re-roll", "shove", "raise", "rally", "grove",
    "escort whom", "escort where",
]  # fmt: skip


class Choice(ChooseOne, frozen=True, kw_only=True):
    """A choice that says what it is about, so that advice need not read prompts. In `about`: what else matters, be it
    the assault, the skill or the other unit. That never travels."""

    topic: Topic
    unit: Unit | None = None
    """The unit that acts."""


ROLES: dict[str, Role] = {"Pass": PASS, "End turn": END, "No hex": DECLINE, "No charge": DECLINE}
"""Words that do nothing, or nothing more, wherever they are said."""


@lru_cache(1024)
def word(label: str, clause: str = "", role: Role = "") -> Option:
    """A plain option: 'Edge', 'Retaliate'."""
    return Option(label.lower().replace(" ", "-"), label, (), clause, label, ROLES.get(label, role))


def noted(topic: Topic) -> Mapping[str, str]:
    return NOTES.get(topic, {})


def asks(
    g: Play,
    topic: Topic,
    unit: Unit,
    prompt: str,
    clause: str,
    options: tuple[Option, ...],
    missing: Callable[[], tuple[Absent, ...]] | None = None,
    about: Any = None,
) -> Choice:
    """A choice of the player whose unit acts."""
    return Choice(
        topic=topic,
        unit=unit,
        about=about,
        seat=unit.seat,
        who=g.state.seats[unit.seat],
        prompt=prompt,
        clause=clause,
        options=options,
        missing=missing,
        facts=partial(noted, topic),
    )


def choose_unit(
    g: Play,
    topic: Topic,
    asked: Unit,
    candidates: Sequence[Unit],
    prompt: str,
    clause: str,
    missing: Callable[[], tuple[Absent, ...]] | None = None,
    about: Any = None,
) -> Procedure[Unit]:
    """One of several units; a single one is taken without asking."""
    if len(candidates) == 1:
        return candidates[0]
    options = tuple([named(unit.name, unit.number) for unit in candidates])
    number = yield asks(g, topic, asked, prompt, clause, options, missing, about)
    return g.state.units[number]


def yes_or_no(
    g: Play, topic: Topic, asked: Unit, yes: str, no: str, prompt: str, clause: str, about: Any = None
) -> Procedure[bool]:
    """May the unit, or not?"""
    options = word(yes, clause), word(no, role=DECLINE)
    chosen = yield asks(g, topic, asked, prompt, clause, options, about=about)
    return bool(chosen == yes)


def either_or(g: Play, topic: Topic, asked: Unit, one: str, other: str, prompt: str, clause: str) -> Procedure[bool]:
    """Is it the one, of two ways to do it?"""
    chosen = yield asks(g, topic, asked, prompt, clause, (word(one, clause), word(other)))
    return bool(chosen == one)


@lru_cache(4096)
def cell_option(cell: Cell) -> Option:
    name = label(cell)
    return Option(name, name, (Ref("cell", name),), "", cell)


def choose_cell(
    g: Play, topic: Topic, unit: Unit, cells: Sequence[Cell], prompt: str, clause: str, about: Any = None
) -> Procedure[Cell]:
    if len(cells) == 1:
        return cells[0]
    cell: Cell = yield asks(g, topic, unit, prompt, clause, tuple(map(cell_option, cells)), about=about)
    return cell
