"""Small questions that many rules ask. Nothing is asked when there is no choice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, Literal

from sandtable.engine.events import Event
from sandtable.engine.questions import Absent, ChooseOne, Option, Ref, Role
from sandtable.engine.ruleset import Play as AnyPlay
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.riverside.state import State, Unit

Play = AnyPlay[State]
Why = tuple[str, str]
"""A reason and the clause it rests on."""
Topic = Literal[
    "placer", "marker", "decision", "zone", "first", "deploy", "deployment",
    "activate", "action", "charge", "ability", "spell", "aid",
    "path", "charge path", "counter-move", "teleport", "embark", "boarding", "getting out", "thrown out",
    "shoot", "elevated", "take down", "which first", "casualty", "strike back",
]  # fmt: skip
"""What questions are about, for advice and odds."""


def tell_of(g: Play, happened: str, clauses: tuple[str, ...], data: dict[str, Any]) -> None:
    """As `Play.tell`, for events that have a `kind` among their data."""
    if g.events is not None:
        g.events.append(Event(happened, clauses, data, len(g.inputs)))


@lru_cache(4096)
def by_unit(name: str, number: int) -> Option:
    return Option(name, name, (Ref("unit", name),), "", number)


@lru_cache(4096)
def by_model(name: str, number: int) -> Option:
    return Option(name, name, (Ref("model", name),), "", number)


@lru_cache(512)
def plain(label: str, clause: str = "", role: Role = "") -> Option:
    """An option that is what it says."""
    return Option(label.lower(), label, (), clause, None, role)


@lru_cache(512)
def player_option(name: str, seat: int) -> Option:
    return Option(name, name, (Ref("player", name),), "", seat)


def not_named(
    units: Iterable[Unit], among: Sequence[Unit], why_not: Callable[[Unit], Why | None]
) -> tuple[Absent, ...]:
    """Reason and clause for the units that a player would expect and does not find."""
    absent = []
    for unit in units:
        if unit not in among and (why := why_not(unit)) is not None:
            absent.append(Absent(unit.name, unit.name, *why))
    return tuple(absent)


def choose_unit(
    g: Play,
    topic: Topic,
    seat: int,
    who: str,
    among: Sequence[Unit],
    prompt: str,
    clause: str,
    why_not: Callable[[Unit], Why | None],
    *,
    always: bool = False,
    facts: Callable[[Unit], str] | None = None,
    about: object = None,
) -> Procedure[Unit]:
    """One of the units; asked even where there is one, if `always`. `facts` is what a player would measure first."""
    if len(among) == 1 and not always:
        return among[0]
    number = yield ChooseOne(
        topic=topic,
        seat=seat,
        who=who,
        prompt=prompt,
        clause=clause,
        options=tuple([by_unit(unit.name, unit.number) for unit in among]),
        missing=lambda: not_named(g.state.units, among, why_not),
        facts=None if facts is None else lambda: {unit.name: facts(unit) for unit in among},
        about=about,
    )
    return g.state.units[number]
