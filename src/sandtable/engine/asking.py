"""Small questions that many rules ask, whatever the book. Nothing is asked when there is no choice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol, TypeVar

from sandtable.engine.questions import DECLINE, Absent, ChooseOne, Option, Ref, Role
from sandtable.engine.ruleset import Procedure

Why = tuple[str, str]
"""A reason and the clause it rests on."""


class Named(Protocol):
    """A model, a unit, a weapon."""

    @property
    def name(self) -> str: ...


class Numbered(Named, Protocol):
    """Somebody in a game: `number` is its place in the list of all."""

    @property
    def number(self) -> int: ...


N = TypeVar("N", bound=Numbered)
W = TypeVar("W", bound=Named)


# ---- options --------------------------------------------------------------------------------------


@lru_cache(4096)
def named(name: str, number: int, kind: str = "model") -> Option:
    """Somebody as an option; the answer is its number."""
    return Option(name, name, (Ref(kind, name),), "", number)


@lru_cache(1024)
def plain(label: str, clause: str = "", role: Role = "", value: Any = None) -> Option:
    """An option that is what it says."""
    return Option(label.lower(), label, (), clause, value, role)


@lru_cache(512)
def player_option(name: str, seat: int) -> Option:
    return named(name, seat, "player")


def own_and_others(
    players: Sequence[Named], seat: int, lines: Mapping[str, str], own: str = "own", others: str = "others"
) -> dict[str, str]:
    """Where a player is chosen: one line for oneself, another for everybody else."""
    return {player.name: lines[own if number == seat else others] for number, player in enumerate(players)}


def not_named(everybody: Iterable[N], among: Sequence[N], why_not: Callable[[N], Why | None]) -> tuple[Absent, ...]:
    """Reason and clause for those whom a player would expect and does not find."""
    absent = []
    for one in everybody:
        if one not in among and (why := why_not(one)) is not None:
            absent.append(Absent(one.name, one.name, *why))
    return tuple(absent)


# ---- questions ------------------------------------------------------------------------------------


def choose_named(
    topic: str,
    seat: int,
    who: str,
    everybody: Sequence[N],
    among: Sequence[N],
    prompt: str,
    clause: str,
    why_not: Callable[[N], Why | None],
    about: object = None,
    *,
    kind: str = "model",
    always: bool = False,
    facts: Callable[[N], str] | None = None,
) -> Procedure[N]:
    """One of some in the list of all; asked even where there is one, if `always`. `why_not` gives reason and clause for
    the others, `facts` what a player would measure first."""
    if len(among) == 1 and not always:
        return among[0]
    number = yield ChooseOne(
        topic=topic,
        seat=seat,
        who=who,
        prompt=prompt,
        clause=clause,
        options=tuple([named(one.name, one.number, kind) for one in among]),
        missing=lambda: not_named(everybody, among, why_not),
        facts=None if facts is None else lambda: {one.name: facts(one) for one in among},
        about=about,
    )
    return everybody[number]


def choose_weapon(
    topic: str,
    seat: int,
    who: str,
    among: Sequence[W],
    prompt: str,
    clause: str,
    absent: Sequence[Absent] = (),
    facts: Callable[[W], str] | None = None,
) -> Procedure[W]:
    """One of the weapons; two of a kind are one. `facts` says of each what it does."""
    different = list({weapon.name: weapon for weapon in among}.values())
    if len(different) == 1:
        return different[0]
    weapon: W = yield ChooseOne(
        topic=topic,
        seat=seat,
        who=who,
        prompt=prompt,
        clause=clause,
        options=tuple([Option(one.name, one.name, (Ref("weapon", one.name),), "", one) for one in different]),
        missing=lambda: tuple(absent),
        facts=None if facts is None else lambda: {one.name: facts(one) for one in different},
    )
    return weapon


def yes_or_no(
    topic: str,
    seat: int,
    who: str,
    prompt: str,
    clause: str,
    yes: str,
    no: str,
    about: object = None,
    facts: Mapping[str, str] | None = None,
) -> Procedure[bool]:
    """Does somebody do it, or not? `facts` has a line for either."""
    answer = yield ChooseOne(
        topic=topic,
        seat=seat,
        who=who,
        prompt=prompt,
        clause=clause,
        options=(plain(yes), plain(no, role=DECLINE)),
        facts=None if facts is None else lambda: facts,
        about=about,
    )
    return bool(answer == yes.lower())
