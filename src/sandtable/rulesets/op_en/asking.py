"""Small questions that many rules ask. Nothing is asked when there is no choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Literal

from sandtable.engine.questions import DECLINE, Absent, ChooseOne, Option, Ref, Role
from sandtable.engine.ruleset import Play as AnyPlay
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.op_en.content import Weapon
from sandtable.rulesets.op_en.state import Character, State

Play = AnyPlay[State]
Why = tuple[str, str]
"""A reason and the clause it rests on."""
Topic = Literal[
    "role", "exit", "reserves", "set up", "set up place", "enter", "entry place", "first", "happening",
    "activate", "action", "path", "straight path", "jump", "climb", "disengage", "farther", "hide at once",
    "shoot", "fight", "weapon", "oppose", "token", "re-roll", "interact", "stat",
    "skill target", "skill targets", "point", "terrain", "awareness", "melee friend",
    "push", "push place", "teleport place", "drop place", "follow place", "summon place", "bite",
]  # fmt: skip
"""What questions are about, for advice."""


@lru_cache(4096)
def by_name(name: str, number: int) -> Option:
    return Option(name, name, (Ref("model", name),), "", number)


@lru_cache(1024)
def plain(label: str, clause: str = "", role: Role = "") -> Option:
    """An option that is what it says."""
    return Option(label.lower(), label, (), clause, None, role)


@lru_cache(512)
def player_option(name: str, seat: int) -> Option:
    return Option(name, name, (Ref("player", name),), "", seat)


def choose_character(
    g: Play,
    topic: Topic,
    seat: int,
    who: str,
    among: Sequence[Character],
    prompt: str,
    clause: str,
    why_not: Callable[[Character], Why | None],
    facts: Callable[[Character], str] | None = None,
) -> Procedure[Character]:
    """One of the characters. `why_not` gives reason and clause for those a player would expect and does not find,
    `facts` what a player would measure first."""
    if len(among) == 1:
        return among[0]
    number = yield ChooseOne(
        topic=topic,
        seat=seat,
        who=who,
        prompt=prompt,
        clause=clause,
        options=tuple([by_name(one.name, one.number) for one in among]),
        missing=lambda: not_named(g.state.characters, among, why_not),
        facts=None if facts is None else lambda: {one.name: facts(one) for one in among},
    )
    return g.state.characters[number]


def not_named(
    characters: Sequence[Character], among: Sequence[Character], why_not: Callable[[Character], Why | None]
) -> tuple[Absent, ...]:
    absent = []
    for one in characters:
        if one not in among and (why := why_not(one)) is not None:
            absent.append(Absent(one.name, one.name, *why))
    return tuple(absent)


def choose_weapon(
    seat: int, who: str, among: Sequence[Weapon], prompt: str, clause: str, absent: Sequence[Absent] = ()
) -> Procedure[Weapon]:
    different = list({weapon.name: weapon for weapon in among}.values())
    if len(different) == 1:
        return different[0]
    weapon: Weapon = yield ChooseOne(
        topic="weapon",
        seat=seat,
        who=who,
        prompt=prompt,
        clause=clause,
        options=tuple([Option(w.name, w.name, (Ref("weapon", w.name),), "", w) for w in different]),
        missing=lambda: tuple(absent),
    )
    return weapon


def choose_word(topic: Topic, seat: int, who: str, labels: Sequence[str], prompt: str, clause: str) -> Procedure[str]:
    """One of several labels; the answer is the label in small letters."""
    if len(labels) == 1:
        return labels[0].lower()
    answer: str = yield ChooseOne(
        topic=topic, seat=seat, who=who, prompt=prompt, clause=clause, options=tuple(map(plain, labels))
    )
    return answer


def yes_or_no(topic: Topic, seat: int, who: str, prompt: str, clause: str, yes: str, no: str) -> Procedure[bool]:
    options = plain(yes), plain(no, role=DECLINE)
    answer = yield ChooseOne(topic=topic, seat=seat, who=who, prompt=prompt, clause=clause, options=options)
    return bool(answer == yes.lower())
