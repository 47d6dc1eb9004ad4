"""Small questions that many rules ask. Nothing is asked when there is no choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from sandtable.engine.questions import Absent, ChooseOne, Option, Ref
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.opentactics.state import Play, Unit


@lru_cache(4096)
def by_name(name: str, number: int) -> Option:
    """A unit as an option."""
    return Option(name, name, (Ref("model", name),), "", number)


@lru_cache(1024)
def word(label: str, clause: str = "") -> Option:
    """A plain option: 'Pass', 'Retaliate'."""
    return Option(label.lower().replace(" ", "-"), label, (), clause, label)


def choose_unit(
    g: Play,
    asked: Unit,
    candidates: Sequence[Unit],
    prompt: str,
    clause: str,
    missing: Callable[[], tuple[Absent, ...]] | None = None,
) -> Procedure[Unit]:
    """One of several units; a single one is taken without asking."""
    if len(candidates) == 1:
        return candidates[0]
    number = yield ChooseOne(
        seat=asked.seat,
        who=g.state.seats[asked.seat],
        prompt=prompt,
        clause=clause,
        options=tuple([by_name(unit.name, unit.number) for unit in candidates]),
        missing=missing,
    )
    return g.state.units[number]


def yes_or_no(g: Play, asked: Unit, yes: str, no: str, prompt: str, clause: str) -> Procedure[bool]:
    chosen = yield ChooseOne(
        seat=asked.seat,
        who=g.state.seats[asked.seat],
        prompt=prompt,
        clause=clause,
        options=(word(yes, clause), word(no)),
    )
    return bool(chosen == yes)
