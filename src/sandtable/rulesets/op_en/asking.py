"""What questions are about, and the small ones that many rules ask: which character, which word?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from sandtable.engine.asking import Why, choose_named, plain
from sandtable.engine.questions import ChooseOne
from sandtable.engine.ruleset import Play as AnyPlay
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.op_en.menu import Inches
from sandtable.rulesets.op_en.state import Character, State

Play = AnyPlay[State]
Topic = Literal[
    "edge", "role", "exit", "reserves", "set up", "set up place", "enter", "entry place", "first", "happening",
    "activate", "action", "path", "straight path", "jump", "climb", "disengage", "farther", "hide at once",
    "shoot", "fight", "weapon", "oppose", "token", "re-roll", "interact", "stat",
    "skill target", "skill targets", "point", "terrain", "awareness", "melee friend",
    "push", "push place", "teleport place", "drop place", "follow place", "summon place", "bite",
]  # fmt: skip
"""What questions are about, for advice."""


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
    return choose_named(topic, seat, who, g.state.characters, among, prompt, clause, why_not, facts=facts)


def choose_word(
    topic: Topic,
    seat: int,
    who: str,
    labels: Sequence[str],
    prompt: str,
    clause: str,
    facts: Callable[[], Mapping[str, str]] | None = None,
) -> Procedure[str]:
    """One of several labels; the answer is the label in small letters. `facts` has a line for each."""
    if len(labels) == 1:
        return labels[0].lower()
    answer: str = yield ChooseOne(
        topic=topic, seat=seat, who=who, prompt=prompt, clause=clause, options=tuple(map(plain, labels)), facts=facts
    )
    return answer


def choose_inches(
    topic: Topic, seat: int, who: str, least: int, most: int, prompt: str, clause: str, unit: str = "″"
) -> Procedure[float]:
    """Any length from the least to the most: an 'up to' is not bound to whole inches (OE-1.14)."""
    whole = tuple(plain(f"{inches}{unit}", value=float(inches)) for inches in range(most, least - 1, -1))
    chosen: float = yield Inches(
        topic=topic, seat=seat, who=who, prompt=prompt, clause=clause, options=whole, least=float(least),
        most=float(most), unit=unit,
    )  # fmt: skip
    return chosen
