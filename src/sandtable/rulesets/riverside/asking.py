"""What questions are about, and the small one that many rules ask: which unit?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from sandtable.engine.asking import Why, choose_named
from sandtable.engine.ruleset import Play as AnyPlay
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.riverside.state import State, Unit

Play = AnyPlay[State]
Topic = Literal[
    "placer", "marker", "decision", "zone", "first", "deploy", "deployment",
    "activate", "action", "charge", "ability", "spell", "aid",
    "path", "charge path", "counter-move", "teleport", "embark", "boarding", "getting out", "thrown out",
    "shoot", "elevated", "take down", "which first", "casualty", "strike back",
]  # fmt: skip
"""What questions are about, for advice and odds."""


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
    everybody = g.state.units
    return choose_named(
        topic, seat, who, everybody, among, prompt, clause, why_not, about, kind="unit", always=always, facts=facts
    )
