"""Objectives and scores (RE-7.7, RE-7.8, RE-7.22 to RE-7.30)."""

from __future__ import annotations

from msgspec import Struct

from sandtable.engine.rulebook import Options
from sandtable.rulesets.roe.asking import Play
from sandtable.rulesets.roe.contact import on_marker
from sandtable.rulesets.roe.state import State


class ObjectiveStanding(Struct, frozen=True):
    """How an objective stands: who touches it, who contests (RE-7.8), who secures by contact (RE-7.7), who controls
    it."""

    name: str
    touching: tuple[str, ...]
    contact: tuple[bool, bool]
    """A model of that side in contact that scores."""
    secured: int
    controlled: int

    @property
    def contested(self) -> bool:
        """Touched by models of both players (RE-7.8)."""
        return self.contact[0] and self.contact[1]


def objective_standing(state: State, options: Options, number: int) -> ObjectiveStanding:
    """How it stands now: secured by contact (RE-7.7) while no enemy contests (RE-7.8); Pinned Down models do not count
    (RE-5.22)."""
    objective = state.objectives[number]
    touching = [model for model in state.models if model.status == "on the table" and on_marker(model, objective)]
    holds = [any(one.side == side and not one.pinned_down for one in touching) for side in (0, 1)]
    contests = list(holds)
    if options["pinned_down_contests"]:
        contests = [any(one.side == side for one in touching) for side in (0, 1)]
    secured = next((side for side in (0, 1) if holds[side] and not contests[1 - side]), -1)
    return ObjectiveStanding(
        objective.name, tuple(one.name for one in touching), (contests[0], contests[1]), secured,
        state.controlled[number],
    )  # fmt: skip


def score(g: Play) -> None:
    """Rounds two to five (RE-7.22), by the victory condition: Capture & Control counts what is controlled (RE-7.23),
    and that lasts (RE-7.24); Secure & Hold what is secured (RE-7.25); Download the Intel both (RE-7.29), wiped then
    (RE-7.30)."""
    state = g.state
    markers = [objective_standing(state, g.options, number) for number in range(len(state.objectives))]
    if state.victory == 2:
        for side in (0, 1):
            _score_holdings(g, side, markers)
        return
    for one in markers:
        if state.victory == 3 and one.secured >= 0:
            award(g, one.secured, one.name, 1, "secured", "RE-7.29")
        if one.controlled >= 0:
            award(g, one.controlled, one.name, 1, "controlled", "RE-7.23" if state.victory == 1 else "RE-7.29")


def _score_holdings(g: Play, side: int, markers: list[ObjectiveStanding]) -> None:
    """Two secured markers give 1, three give 2 (RE-7.25, RE-7.26)."""
    held = sum(_holds(g, side, one) for one in markers)
    tokens = max(0, held - 1)
    if g.options["secure_hold_scale"] == "cap":
        tokens = min(2, tokens)
    if tokens:
        clause = "RE-7.25" if held <= 3 else "RE-7.26"
        award(g, side, "", tokens, f"{held} secured", clause)


def _holds(g: Play, side: int, one: ObjectiveStanding) -> bool:
    """By contact or by control (RE-7.27); where the two speak against each other a house rule says (RE-7.28)."""
    rule = g.options["control_against_contact"]
    other = 1 - side
    if one.secured == side:
        return not (one.controlled == other and rule == "control")
    if one.controlled == side:
        return not (one.secured == other and rule == "contact")
    return False


def award(g: Play, side: int, objective: str, tokens: int, why: str, clause: str) -> None:
    player = g.state.players[side]
    player.tokens += tokens
    g.tell(
        "score", clause, "RE-7.22", who=player.name, objective=objective, tokens=tokens, why=why, total=player.tokens
    )
