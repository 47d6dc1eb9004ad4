"""Small questions that many rules ask. Nothing is asked when there is no choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Literal

from sandtable.engine.events import Event
from sandtable.engine.questions import DECLINE, Absent, ChooseOne, Option, Ref, Role
from sandtable.engine.ruleset import Play as AnyPlay
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.roe.content import Weapon
from sandtable.rulesets.roe.state import Model, State

Play = AnyPlay[State]
Why = tuple[str, str]
"""A reason and the clause it rests on."""
Topic = Literal[
    "player one", "objectives", "ingress", "edge", "colour", "victory",
    "recon", "recon place", "initiative", "bid", "first",
    "activate", "order", "focus", "rally", "what now", "fleet", "path",
    "shoot", "fight", "assault", "strikes", "gun", "close weapon", "further targets", "shares", "hack", "treat",
    "overwatch", "consolidate", "re-roll", "parry", "resolve",
]  # fmt: skip
"""What questions are about, for advice and odds."""


def tell_of(g: Play, happened: str, clauses: tuple[str, ...], data: dict[str, Any]) -> None:
    """As `Play.tell`, for events that have a `kind` among their data."""
    if g.events is not None:
        g.events.append(Event(happened, clauses, data, len(g.inputs)))


@lru_cache(4096)
def by_name(name: str, number: int) -> Option:
    return Option(name, name, (Ref("model", name),), "", number)


@lru_cache(512)
def plain(label: str, clause: str = "", value: Any = None, role: Role = "") -> Option:
    """An option that is what it says."""
    return Option(label.lower(), label, (), clause, value, role)


@lru_cache(512)
def player_option(name: str, seat: int) -> Option:
    return Option(name, name, (Ref("player", name),), "", seat)


def choose_model(
    g: Play,
    topic: Topic,
    seat: int,
    who: str,
    among: Sequence[Model],
    prompt: str,
    clause: str,
    why_not: Callable[[Model], Why | None],
) -> Procedure[Model]:
    """One of the models. `why_not` gives reason and clause for those a player would expect and does not find."""
    if len(among) == 1:
        return among[0]
    number = yield ChooseOne(
        topic=topic,
        seat=seat,
        who=who,
        prompt=prompt,
        clause=clause,
        options=tuple([by_name(model.name, model.number) for model in among]),
        missing=lambda: not_named(g.state.models, among, why_not),
    )
    return g.state.models[number]


def not_named(
    models: Sequence[Model], among: Sequence[Model], why_not: Callable[[Model], Why | None]
) -> tuple[Absent, ...]:
    absent = []
    for model in models:
        if model not in among and (why := why_not(model)) is not None:
            absent.append(Absent(model.name, model.name, *why))
    return tuple(absent)


def choose_weapon(
    topic: Topic, seat: int, who: str, among: Sequence[Weapon], prompt: str, clause: str
) -> Procedure[Weapon]:
    """One of the weapons; two of a kind are one."""
    different = list(dict.fromkeys(among))
    if len(different) == 1:
        return different[0]
    weapon: Weapon = yield ChooseOne(
        topic=topic,
        seat=seat,
        who=who,
        prompt=prompt,
        clause=clause,
        options=tuple([Option(w.name, w.name, (Ref("weapon", w.name),), "", w) for w in different]),
    )
    return weapon


def yes_or_no(
    topic: Topic, seat: int, who: str, prompt: str, clause: str, yes: str, no: str, about: object = None
) -> Procedure[bool]:
    options = plain(yes), plain(no, role=DECLINE)
    answer = yield ChooseOne(
        topic=topic, seat=seat, who=who, prompt=prompt, clause=clause, options=options, about=about
    )
    return bool(answer == yes.lower())
