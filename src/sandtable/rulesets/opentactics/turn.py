"""The course of play (chapter 5): turns, counters, activations, rounds. Each function is a step: it runs from one
self-contained state to the next, and it asks before it acts."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sandtable.engine.asking import named
from sandtable.engine.events import Chapter
from sandtable.engine.questions import Absent
from sandtable.engine.ruleset import Procedure
from sandtable.engine.words import counted
from sandtable.rulesets.opentactics import emplacing, targets, victory
from sandtable.rulesets.opentactics.actions_in_lieu import ACTIONS, ambush_cells, ambushes
from sandtable.rulesets.opentactics.asking import Choice, asks, either_or, noted, word, yes_or_no
from sandtable.rulesets.opentactics.assaults import declare
from sandtable.rulesets.opentactics.building import place_piece, placing_order
from sandtable.rulesets.opentactics.charge import charge
from sandtable.rulesets.opentactics.content import Tread
from sandtable.rulesets.opentactics.edges import choose_edge
from sandtable.rulesets.opentactics.morale import end_of_round
from sandtable.rulesets.opentactics.movement.allowance import driving, moving
from sandtable.rulesets.opentactics.movement.carry_out import path
from sandtable.rulesets.opentactics.movement.deployment import deploying
from sandtable.rulesets.opentactics.movement.finder import can_go, has_step
from sandtable.rulesets.opentactics.objectives import place_objective
from sandtable.rulesets.opentactics.play_order import play_order
from sandtable.rulesets.opentactics.scenarios import has
from sandtable.rulesets.opentactics.state import Phase, Play, State, Unit
from sandtable.table.grid import Cell

PASS, END = word("Pass", "OT-5.10"), word("End turn", "OT-5.11")
MOVE, DEPLOY, ASSAULT = "Move", "Deploy", "Assault"


def step(g: Play) -> Procedure[None]:
    """The phases of set-up, then of turns and rounds (chapter 5)."""
    return STEPS[g.state.phase](g)


# ---- turns ----------------------------------------------------------------------------------------


def begin_turn(g: Play) -> Procedure[None]:
    """A full number of counters; what lasted until this turn is over (OT-5.4, OT-5.11, VENT)."""
    state = g.state
    seat = state.turn
    state.counters = full_counters(state)
    for unit in state.units:
        unit.moved = unit.activated = unit.drove_on = False
    state.cool(seat)
    g.open(Chapter(2), "turn", "OT-5.4", player=state.seats[seat], round=state.round, counters=state.counters)
    look(state)
    state.phase = "activate"
    yield from ()


def full_counters(state: State) -> int:
    """Five, or as agreed (OT-5.4, OT-5.5); a scenario may have its own number while the house rule stands at its
    default."""
    agreed = int(state.options["activation_counters"])
    return 3 if agreed == 5 and has(state, "counters-3") else agreed


def end_turn(g: Play) -> None:
    """The next player clockwise begins, or the round is complete (OT-5.12, OT-5.13, OT-5.15)."""
    state = g.state
    state.counters, state.able, state.doing = 0, (), None
    place = state.order.index(state.turn)
    for seat in state.order[place + 1 :]:
        if state.players[seat].in_game:
            state.turn, state.phase = seat, "turn"
            return
        state.cool(seat)
    state.phase = "end of round"


def spend(g: Play, unit: Unit) -> None:
    """The counter goes when a legal activation is declared, whatever comes of it; one that is refused costs nothing
    (OT-5.16, OT-5.17)."""
    g.state.counters -= 1
    g.state.idle = 0
    unit.activated = True


def close(g: Play) -> None:
    """An activation is over: who is left (OT-24.3), and who can act now."""
    state = g.state
    state.doing = None
    victory.judge_wipe_out(g)
    victory.judge_breakthrough(g)
    if state.phase == "over":
        return
    if state.counters < 1 or not state.players[state.turn].in_game:
        end_turn(g)
    else:
        state.phase = "activate"
        look(state)


def look(state: State) -> None:
    """Works out who can be activated, acted before or not (OT-5.7), once for each activation."""
    taken = state.occupied() | state.filled()
    seat = state.turn
    entering: dict[tuple[Tread, int], bool] = {}
    able = []
    once = state.options["repeat_activation"] == "once_per_turn"
    for unit in state.units:
        if unit.seat != seat or (unit.at is None and unit.status != "in reserve") or (once and unit.activated):
            continue
        if unit.at is not None and not state.measured and has_step(state, unit, unit.card.athletics, taken):
            found = True
        elif unit.at is not None or unit.card.traits.ambush_distance or unit.activated:
            found = can_act(state, unit, taken)
        else:  # equal units in reserve can enter or cannot enter alike
            kind = unit.card.gait, unit.card.athletics
            if kind not in entering:
                entering[kind] = can_act(state, unit, taken)
            found = entering[kind]
        if found:
            able.append(unit.number)
    state.able = tuple(able)


# ---- what a unit can do ---------------------------------------------------------------------------


def can_act(state: State, unit: Unit, taken: set[Cell]) -> bool:
    """Can it do anything at all, deployed this turn or not (OT-11.8)?"""
    return next(possible(state, unit, taken), None) is not None


def possible(state: State, unit: Unit, taken: set[Cell] | None = None) -> Iterator[str]:
    """What an activation of this unit could be, cheap questions first (OT-5.8, OT-5.9). Who has been deployed this turn
    may act again (OT-11.8)."""
    if unit.activated and state.options["repeat_activation"] == "once_per_turn":
        return
    if unit.at is None:
        waits = unit.status == "in reserve"
        if waits and (can_go(state, unit, deploying(unit), taken) or any(True for _ in ambush_cells(state, unit))):
            yield DEPLOY
        return
    if can_go(state, unit, moving(unit), taken):
        yield MOVE
    if targets.can_assault(state, unit):
        yield ASSAULT
    if unit.card.traits.actions or has(state, "escort"):
        for name, action in ACTIONS.items():
            if action.can(state, unit):
                yield name


def not_offered(state: State) -> tuple[Absent, ...]:
    """Those who cannot act, and why. Of enemies nothing need be said, but that they cannot be assaulted yet."""
    quiet = state.quiet and state.round == 1
    named = [unit for unit in state.units if unit.number not in state.able and (quiet or unit.seat == state.turn)]
    return tuple(Absent(unit.name, unit.name, *why_idle(state, unit)) for unit in named)


def why_idle(state: State, unit: Unit) -> tuple[str, str]:
    """Why a unit is not offered."""
    if unit.seat != state.turn:
        return targets.QUIET
    if unit.status not in ("on the map", "in reserve"):
        return f"it is {unit.status}", "OT-1.13"
    if unit.activated and state.options["repeat_activation"] == "once_per_turn":
        return "it has been activated this turn", "OT-5.7"
    if not unit.card.athletics:
        return "with Athletics 0 it cannot move, and nobody is in its reach", "OT-6.25"
    if unit.at is None:
        return "no increment of the edge can be entered", "OT-11.6"
    return "it can neither move nor assault anybody", "OT-5.14"


# ---- activations ----------------------------------------------------------------------------------


def activate(g: Play) -> Procedure[None]:
    """One counter: a unit, the same again if the player likes (OT-5.6, OT-5.7), or a pass (OT-5.10). Nobody has to
    deploy (OT-11.10)."""
    state = g.state
    if not state.able:
        nobody_can_act(g)
        return
    seat, left = state.turn, state.counters
    chosen = yield Choice(
        topic="activate",
        seat=seat,
        who=state.seats[seat],
        prompt=f"Which unit acts? {counted(left, 'counter')} left",
        clause="OT-5.6",
        options=(*[named(state.units[number].name, number) for number in state.able], PASS, END),
        missing=lambda: not_offered(state),
        facts=lambda: _what_each_can(state),
    )
    if chosen == PASS.label:
        state.counters -= 1
        g.tell("pass", "OT-5.10", player=state.seats[seat], counters=state.counters)
        if state.counters < 1:
            end_turn(g)
    elif chosen == END.label:
        g.tell("ends turn", "OT-5.11", player=state.seats[seat], counters=state.counters)
        end_turn(g)
    else:
        yield from act(g, state.units[chosen])


def _what_each_can(state: State) -> dict[str, str]:
    """What the units that can act could do, and the words for the rest."""
    units = [state.units[number] for number in state.able]
    return {unit.name: f"can {', '.join(possible(state, unit)).lower()}" for unit in units} | dict(noted("activate"))


def nobody_can_act(g: Play) -> None:
    """The remaining counters are passed (OT-5.14). If nobody at all can ever act again, the game is a draw."""
    state = g.state
    state.idle += 1
    g.tell("cannot act", "OT-5.14", player=state.seats[state.turn], counters=state.counters)
    if not state.limit and state.idle > 2 * len(state.playing()):
        victory.finish(g, [], "Nobody can do anything any more: a draw.", "OT-5.14")
    else:
        end_turn(g)


def act(g: Play, unit: Unit) -> Procedure[None]:
    """What the unit does: exactly one thing (OT-5.8)."""
    state = g.state
    choices = list(possible(state, unit))
    what = choices[0]
    if len(choices) > 1:
        what = yield asks(
            g, "action", unit, f"What does {unit.name} do?", "OT-5.8",
            tuple([word(choice) for choice in choices]), lambda: not_possible(state, unit, choices),
        )  # fmt: skip
    if what == MOVE:
        state.doing, state.phase = moving(unit), "path"
    elif what == DEPLOY:
        yield from deploy(g, unit)
    elif what == ASSAULT:
        yield from assault_with(g, unit)
    else:
        yield from ACTIONS[what].do(g, unit)


def not_possible(state: State, unit: Unit, choices: list[str]) -> tuple[Absent, ...]:
    reasons = {
        MOVE: ("there is no increment it could move to", "OT-6.18"),
        ASSAULT: ("no enemy is a legal target", "OT-12.3"),
        DEPLOY: ("it is on the map already", "OT-11.11"),
    }
    if not unit.card.athletics:
        reasons[MOVE] = ("with Athletics 0 it cannot move", "OT-6.25")
    if state.quiet and state.round == 1:
        reasons[ASSAULT] = targets.QUIET
    for name in ACTIONS:
        reasons[name] = ("it has no such action, or cannot use it now", "OT-5.9")
    return tuple(Absent(word(name).id, name, *why) for name, why in reasons.items() if name not in choices)


def deploy(g: Play, unit: Unit) -> Procedure[None]:
    """From the edge, or by AMBUSH out of the growth (OT-11.1); once on the map there is no way back (OT-11.11)."""
    state = g.state
    from_edge = can_go(state, unit, deploying(unit))
    ambush = unit.card.traits.ambush_distance > 0 and any(True for _ in ambush_cells(state, unit))
    if ambush and from_edge:
        prompt = f"{unit.name} enters from the edge or from ambush?"
        ambush = not (yield from either_or(g, "edge or ambush", unit, "Edge", "Ambush", prompt, "OT-11.2"))
    if ambush:
        yield from ambushes(g, unit)
    else:
        state.doing, state.phase = deploying(unit), "path"


def assault_with(g: Play, unit: Unit) -> Procedure[None]:
    """An Assault activation."""
    before = len(unit.took)
    yield from declare(g, unit)
    after_assault(g, unit, before)


def after_assault(g: Play, unit: Unit, took_before: int) -> None:
    """DRIVE ON, if it captured somebody and stands; otherwise the activation is over."""
    state = g.state
    eager = unit.card.traits.drives_on and not unit.drove_on and unit.on_map and len(unit.took) > took_before
    victory.judge_wipe_out(g)
    if state.phase == "over":
        return
    if eager and can_go(state, unit, driving(unit)):
        state.doing, state.phase = driving(unit), "drive on"
    else:
        close(g)


def drive_on(g: Play) -> Procedure[None]:
    doing = g.state.doing
    assert doing is not None
    unit = g.state.units[doing.unit]
    prompt = f"{unit.name} may move at once: drive on?"
    if (yield from yes_or_no(g, "drive on", unit, "Drive on", "Stay", prompt, "OT-2.16")):
        unit.drove_on = True
        g.state.phase = "path"
    else:
        close(g)


STEPS: dict[Phase, Callable[[Play], Procedure[None]]] = {
    "placing order": placing_order,
    "placing": place_piece,
    "objectives": place_objective,
    "edges": choose_edge,
    "play order": play_order,
    "emplacing": emplacing.emplace,
    "turn": begin_turn,
    "activate": activate,
    "path": path,
    "charge": charge,
    "drive on": drive_on,
    "end of round": end_of_round,
}
