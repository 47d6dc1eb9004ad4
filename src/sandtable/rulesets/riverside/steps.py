"""The course of a battle, round by round: which step comes at which point (RV-3.1, RV-3.2)."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.engine.events import Chapter
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.riverside import (
    activation,
    casting,
    charging,
    deployment,
    melee,
    scoring,
    setting_up,
    transports,
    walking,
)
from sandtable.rulesets.riverside.asking import Play
from sandtable.rulesets.riverside.state import Phase


def beginning(g: Play) -> Procedure[None]:
    """The Beginning Phase of a round, the first of its phases (RV-3.1, RV-3.2): tokens for Casters, and nobody is
    Fatigued any more; Shaken stays (RV-3.5, RV-3.6, RV-3.7, RV-3.8). In the first round all deploy, later on those in
    ambush (RV-3.3). What the book calls a turn is a round here (RV-3.4)."""
    state = g.state
    g.open(Chapter(1, state.round), "round", "RV-3.1", round=state.round)
    casting.give_tokens(g)
    for unit in state.units:
        unit.fatigued = unit.activated = False
    deployment.begin(g, "normal" if state.round == 1 else "ambush")
    return
    yield


def move(g: Play) -> Procedure[None]:
    """The move of the action: into contact, out of a Transport, into one, or anywhere."""
    state = g.state
    if state.activation.action == "Charge":
        yield from charging.charge(g)
    elif state.active.where == "inside":
        yield from transports.get_out(g)
    else:
        transport = yield from transports.ask_to_board(g, state.active, state.activation)
        yield from walking.move(g) if transport is None else transports.embark_move(g, state.active, transport)


STEPS: dict[Phase, Callable[[Play], Procedure[None]]] = {  # the phases of a round in their order (RV-3.2)
    "count": setting_up.count_markers,
    "placer": setting_up.name_placer,
    "markers": setting_up.place_marker,
    "zones": setting_up.second_roll_off,
    "first choice": setting_up.first_choice,
    "beginning": beginning,
    "deploy": deployment.deploy,
    "turn": activation.take_turn,
    "action": activation.choose_action,
    "abilities": activation.abilities,
    "teleport": walking.teleport,
    "move": move,
    "tests": activation.terrain_tests,
    "shoot": activation.shoot,
    "volley": activation.volley,
    "morale": activation.morale,
    "counter": charging.counter_move,
    "blows": melee.blows,
    "strike back": melee.ask_to_strike_back,
    "return": melee.strike_back,
    "melee morale": melee.decide,
    "apart": charging.step_apart,
    "done": activation.finish,
    "end": scoring.end_phase,
}


def step(g: Play) -> Procedure[None]:
    """Whoever was inside a Transport that is lost gets out before anything else (RV-21.25)."""
    return deployment.thrown_out(g) if g.state.wrecks else STEPS[g.state.phase](g)
