"""Saves (chapter 17): the table, flight, abilities (OT-17.4). A save is no test (OT-1.10, OT-17.2): nothing bumps it or
rolls it again."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor

from msgspec import Struct

from sandtable.engine.dice import Faces, Roll
from sandtable.engine.ruleset import Procedure, Stage
from sandtable.rulesets.opentactics.pools import Assault
from sandtable.rulesets.opentactics.state import Play, State, Unit

TABLE = (
    (0, 0, 0, 0, 0),
    (2, 0, 0, 0, 0),
    (3, 2, 0, 0, 0),
    (5, 4, 3, 0, 0),
    (5, 5, 4, 3, 0),
)
"""Rows: the class of the defeated unit, columns: that of the victor; Infantry to Behemoth (OT-17.11)."""
ROW_CLAUSES = ("OT-17.6", "OT-17.7", "OT-17.8", "OT-17.9", "OT-17.10")


class Entitlement(Struct, frozen=True):
    kind: str
    value: int
    clause: str
    purpose: str


class Attempt(Struct, frozen=True):
    save: Entitlement
    face: int
    saved: bool


def saves_of(state: State, fight: Assault, loser: Unit, victor: Unit) -> tuple[Entitlement, ...]:
    """All saves that a unit defeated in an assault is entitled to (OT-17.4, OT-17.13), none against terrain (OT-7.16),
    in the order of OT-17.21, by the house rule for several (OT-17.20)."""
    saves = tuple(_entitled(state, fight, loser, victor))
    how = state.options["multiple_saves"]
    if not saves or how == "separate":
        return saves
    value = sum(save.value for save in saves) if how == "added" else max(save.value for save in saves)
    return (Entitlement("save", value, "OT-17.20", f"save of {loser.name}"),)


def table_save(loser: Unit, victor: Unit) -> int:
    """By row (OT-17.6, OT-17.7, OT-17.8, OT-17.9, OT-17.10) and column (OT-17.5, OT-17.11), in any skill (OT-17.12);
    none for or against units without a size class (OT-17.14)."""
    own, other = loser.card.size_class, victor.card.size_class
    return TABLE[own][other] if own >= 0 and other >= 0 else 0


def _entitled(state: State, fight: Assault, loser: Unit, victor: Unit) -> Iterator[Entitlement]:
    """The table, for the attacker too (OT-17.13), flight (OT-17.15), abilities (OT-17.4)."""
    name = loser.name
    table = table_save(loser, victor)
    if table:
        yield Entitlement("table", table, ROW_CLAUSES[loser.card.size_class], f"table save of {name}")
    value = flight_value(state, fight, loser, victor)
    if value > 0:
        yield Entitlement("flight", value, "OT-17.15", f"flight save of {name}")
    for save in loser.card.traits.saves:
        yield Entitlement(save.ability, save.value, "OT-2.16", f"{save.ability} save of {name}")


def flight_value(state: State, fight: Assault, loser: Unit, victor: Unit) -> int:
    """Athletics less the range of the attack, for a flying target that did not retaliate (OT-17.15, OT-17.16, OT-17.17,
    OT-17.18, OT-17.19)."""
    if loser is not fight.target or not loser.card.flying or victor.card.flying or fight.retaliates:
        return 0
    reach: float = victor.card.skills[fight.skill].range
    if state.options["flight_save_range"] == "distance":
        reach = fight.distance
    return floor(loser.card.athletics - reach)


def save_rolls(seat: int, name: str, saves: tuple[Entitlement, ...]) -> Procedure[tuple[Attempt, ...]]:
    """Each save is one d6, equal or under, and no test (OT-17.1, OT-17.2); one after the other until one succeeds
    (OT-17.20, OT-17.21). A 6 or more cannot fail (OT-17.22)."""
    attempts: list[Attempt] = []
    for save in saves:
        bands = (1, save.value + 1) if 1 <= save.value < 6 else (1,)
        faces: Faces = yield Roll(1, 6, save.purpose, save.clause, seat, name, bands, good=(1, save.value))
        attempts.append(Attempt(save, faces[0], faces[0] <= save.value))
        if attempts[-1].saved:
            break
    return tuple(attempts)


def try_saves(g: Play, fight: Assault, loser: Unit, victor: Unit) -> Procedure[bool]:
    """Is it saved? Then it stays where it is, no loss and no capture (OT-17.3)."""
    saves = saves_of(g.state, fight, loser, victor)
    if not saves:
        return False
    attempts: tuple[Attempt, ...] = yield Stage(
        save_rolls, (loser.seat, loser.name, saves), lambda attempts: attempts[-1].saved
    )
    for attempt in attempts:
        g.tell(
            "save", attempt.save.clause, who=loser.name, kind=attempt.save.kind, value=attempt.save.value,
            roll=attempt.face, saved=attempt.saved,
        )  # fmt: skip
    return attempts[-1].saved
