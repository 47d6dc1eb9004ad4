"""Actions in lieu of an activation (OT-5.9): VENT, RAISE, RALLY, GROVE, and the Escort of a scenario; and AMBUSH."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from sandtable.engine.questions import Option, Ref
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.opentactics import measured, scenarios, space
from sandtable.rulesets.opentactics.asking import asks, choose_cell, choose_unit
from sandtable.rulesets.opentactics.movement.finder import can_go
from sandtable.rulesets.opentactics.names import where
from sandtable.rulesets.opentactics.objectives import beside
from sandtable.rulesets.opentactics.space import free_cells, place_at
from sandtable.rulesets.opentactics.state import Doing, Objective, Play, State, Unit
from sandtable.table.grid import Cell, distance, label

RALLY_DISTANCE = 4
MOST_THICKETS = 2


class Action(Struct, frozen=True):
    """When an action in lieu (OT-5.9) is possible, and what it does."""

    can: Callable[[State, Unit], bool]
    do: Callable[[Play, Unit], Procedure[None]]


def _done(g: Play, unit: Unit) -> None:
    from sandtable.rulesets.opentactics.turn import close, spend

    spend(g, unit)
    close(g)


# ---- VENT -----------------------------------------------------------------------------------------


def can_vent(state: State, unit: Unit) -> bool:
    return "Vent" in unit.card.traits.actions and any(space.adjacent(state, unit, one) for one in state.on_map())


def vent(g: Play, unit: Unit) -> Procedure[None]:
    """A -1 bump under all DEF pools of every other unit beside it, until its player's next turn begins. To vent again
    is to no avail: an owner counts once (OT-18.4)."""
    state = g.state
    scalded = [one for one in state.on_map() if space.adjacent(state, unit, one)]
    for one in scalded:
        if unit.number not in one.vented:
            one.vented = (*one.vented, unit.number)
    g.tell("vent", "OT-2.16", who=unit.name, units=[one.name for one in scalded])
    _done(g, unit)
    yield from ()


# ---- RAISE ----------------------------------------------------------------------------------------


def fallen(state: State, unit: Unit) -> list[Unit]:
    """The owner's Undead Infantry in enemy captures."""
    return [
        one
        for one in state.force(unit.seat)
        if one.captured_by >= 0 and "Undead" in one.card.types and "Infantry" in one.card.types
    ]


def can_raise(state: State, unit: Unit) -> bool:
    return "Raise" in unit.card.traits.actions and not unit.raised and bool(fallen(state, unit))


def raise_unit(g: Play, unit: Unit) -> Procedure[None]:
    one = yield from choose_unit(g, "raise", unit, fallen(g.state, unit), f"{unit.name} raises whom?", "OT-2.16")
    unit.raised = True
    one.captured_by = -1
    one.leave("in reserve")
    g.tell("raised", "OT-2.16", who=unit.name, unit=one.name)
    _done(g, unit)


# ---- RALLY ----------------------------------------------------------------------------------------


def rallying(one: Unit) -> Doing:
    return Doing(one.number, "Rally", one.card.athletics // 2)


def followers(state: State, unit: Unit) -> list[Unit]:
    """Other allied units within 4 that could make the move."""
    return [
        one
        for one in state.allies(unit)
        if space.within(state, unit, one, RALLY_DISTANCE) and can_go(state, one, rallying(one))
    ]


def can_rally(state: State, unit: Unit) -> bool:
    return "Rally" in unit.card.traits.actions and bool(followers(state, unit))


def rally(g: Play, unit: Unit) -> Procedure[None]:
    """Half a Move for an ally; it is no activation of that unit."""
    from sandtable.rulesets.opentactics.turn import spend

    able = followers(g.state, unit)
    one = yield from choose_unit(g, "rally", unit, able, f"{unit.name} rallies whom?", "OT-2.16")
    spend(g, unit)
    g.tell("rally", "OT-2.16", who=unit.name, unit=one.name)
    g.state.doing, g.state.phase = rallying(one), "path"


# ---- GROVE ----------------------------------------------------------------------------------------


def grove_cells(state: State, unit: Unit) -> list[Cell]:
    """Free increments without marks or objective within Arcane range."""
    reach = unit.card.arcane.range
    goals = {measured.cell_under(state.field, goal.at) if state.measured else goal.at for goal in state.objectives}
    return [
        cell
        for cell in free_cells(state)
        if cell not in goals
        and state.field.at(cell).plain
        and space.near_cell(state, unit, place_at(state, cell), reach)
    ]


def can_grow(state: State, unit: Unit) -> bool:
    return "Grove" in unit.card.traits.actions and bool(grove_cells(state, unit))


def grow(g: Play, unit: Unit) -> Procedure[None]:
    """A thicket; a third one makes its oldest vanish."""
    state = g.state
    cells = grove_cells(state, unit)
    cell = yield from choose_cell(g, "grove", unit, cells, f"{unit.name}: a thicket where?", "OT-2.16")
    own = [thicket for thicket in state.thickets if thicket[0] == unit.number]
    kept = tuple(thicket for thicket in state.thickets if len(own) < MOST_THICKETS or thicket != own[0])
    state.grow((*kept, (unit.number, cell)))
    g.tell("grove", "OT-2.16", who=unit.name, at=label(cell))
    _done(g, unit)


# ---- Escort (scenario Bystanders) -----------------------------------------------------------------


def bystanders(state: State, unit: Unit) -> dict[str, list[Cell]]:
    """The bystanders beside a unit and where it could take each: one increment, free, without marks, not steep."""
    found: dict[str, list[Cell]] = {}
    if not scenarios.has(state, "escort"):
        return found
    taken = {goal.at for goal in state.objectives}
    for goal in state.objectives:
        if goal.kind != "bystander" or not beside(state, unit, goal):
            continue
        here = measured.cell_under(state.field, goal.at) if state.measured else goal.at
        cells = [
            cell
            for cell in free_cells(state)
            if distance(cell, here) == 1
            and place_at(state, cell) not in taken
            and state.field.at(cell).plain
            and abs(state.field.height(cell) - state.field.height(here)) <= 1
            and space.near_cell(state, unit, place_at(state, cell))
        ]
        if cells:
            found[goal.name] = cells
    return found


def can_escort(state: State, unit: Unit) -> bool:
    return bool(bystanders(state, unit))


def escort(g: Play, unit: Unit) -> Procedure[None]:
    state = g.state
    able = bystanders(state, unit)
    name = next(iter(able))
    if len(able) > 1:
        options = tuple(Option(one, one, (Ref("objective", one),)) for one in able)
        name = yield asks(g, "escort whom", unit, f"{unit.name} escorts whom?", "OT-5.9", options)
    goal = next(one for one in state.objectives if one.name == name)
    prompt = f"{unit.name} takes {name} where?"
    cell = yield from choose_cell(g, "escort where", unit, able[name], prompt, "OT-5.9", goal)
    if cell in state.field.side(state.players[unit.seat].edge):
        _bring_home(g, unit, goal)
    else:
        moved = replace(goal, at=place_at(state, cell))
        state.objectives = tuple(moved if one is goal else one for one in state.objectives)
        g.tell("escort", "OT-5.9", who=unit.name, bystander=name, to=where(state, moved.at))
    _done(g, unit)


def _bring_home(g: Play, unit: Unit, goal: Objective) -> None:
    """Removed from the map, and two captures for this round."""
    state = g.state
    state.objectives = tuple(one for one in state.objectives if one is not goal)
    state.players[unit.seat].round_captures += scenarios.ESCORT_CAPTURES
    g.tell("brought home", "OT-5.9", who=unit.name, bystander=goal.name)


ACTIONS: dict[str, Action] = {
    "Vent": Action(can_vent, vent),
    "Raise": Action(can_raise, raise_unit),
    "Rally": Action(can_rally, rally),
    "Grove": Action(can_grow, grow),
    "Escort": Action(can_escort, escort),
}


# ---- AMBUSH ---------------------------------------------------------------------------------------


def ambush_cells(state: State, unit: Unit) -> Iterator[Cell]:
    """Free rough or hindering increments, not impassable, far enough from every enemy."""
    far = unit.card.traits.ambush_distance
    if not far or unit.at is not None:
        return
    enemies = list(state.enemies(unit))
    for cell in free_cells(state):
        square = state.field.at(cell)
        if not (square.rough or square.hindering) or square.impassable:
            continue
        if state.measured:
            close = any(measured.closer_than(unit, measured.middle(cell), enemy, far) for enemy in enemies)
        else:
            close = any(space.near_cell(state, enemy, cell, far - 1) for enemy in enemies)
        if not close:
            yield cell


def ambushes(g: Play, unit: Unit) -> Procedure[None]:
    """Straight out of the growth; the move ends there without a charge."""
    state = g.state
    cells = list(ambush_cells(state, unit))
    cell = yield from choose_cell(g, "ambush", unit, cells, f"{unit.name} appears where?", "OT-2.16")
    unit.stand(place_at(state, cell))
    unit.moved = True
    g.tell("ambush", "OT-2.16", who=unit.name, at=label(cell))
    _done(g, unit)
