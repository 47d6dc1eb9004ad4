"""What questions are about, and the small one that many rules ask: which model?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from sandtable.engine.asking import Why, choose_named
from sandtable.engine.ruleset import Play as AnyPlay
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.roe.state import Model, State

Play = AnyPlay[State]
Topic = Literal[
    "player one", "objectives", "ingress", "edge", "colour", "victory",
    "recon", "recon place", "initiative", "bid", "first",
    "activate", "order", "focus", "rally", "what now", "fleet", "path",
    "shoot", "fight", "assault", "strikes", "gun", "close weapon", "further targets", "shares", "hack", "treat",
    "overwatch", "consolidate", "re-roll", "parry", "resolve",
]  # fmt: skip
"""What questions are about, for advice and odds."""


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
    return choose_named(topic, seat, who, g.state.models, among, prompt, clause, why_not)
