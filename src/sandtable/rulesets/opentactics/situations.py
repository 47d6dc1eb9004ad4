"""Starting in the middle: the situations of case files (docs/rulesets/opentactics-cases.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from sandtable.engine.errors import SetupError, shown
from sandtable.engine.lists import lookup
from sandtable.engine.rulebook import Options, at_least, typed
from sandtable.rulesets.opentactics import scenarios
from sandtable.rulesets.opentactics.abilities import proper_name
from sandtable.rulesets.opentactics.content import SIDES, Card, Scenario, Skill, content
from sandtable.rulesets.opentactics.content_checks import check_card
from sandtable.rulesets.opentactics.edges import tile_edges
from sandtable.rulesets.opentactics.field import Field, border, build_map, from_rows
from sandtable.rulesets.opentactics.morale import starting_morale
from sandtable.rulesets.opentactics.roster import LEAST, MOST, give_zones, on_table, unique_names
from sandtable.rulesets.opentactics.state import LATTICE, Objective, Player, State, Unit
from sandtable.rulesets.opentactics.turn import full_counters, look
from sandtable.table.grid import Cell, label, parse

At = str | tuple[float, float]


class Patch(Struct, forbid_unknown_fields=True):
    """A change to one increment."""

    height: float | None = None
    marks: list[Literal["rough", "water", "impassable", "hindering"]] | None = None
    hazard: int = 0


class PlacedGoal(Struct, forbid_unknown_fields=True):
    name: str
    at: At
    walkable: bool | None = None


class PlayerText(Struct, forbid_unknown_fields=True):
    name: str
    edge: str = ""
    morale: int | None = None
    losses: int = 0
    round_captures: int = 0
    captures: list[str] = []


class UnitText(Struct, forbid_unknown_fields=True):
    name: str
    player: str
    card: str = ""
    types: list[str] | None = None
    points: int | None = None
    athletics: int | None = None
    flying: bool | None = None
    base_width: float | None = None
    melee: Skill | None = None
    ballistic: Skill | None = None
    arcane: Skill | None = None
    technical: Skill | None = None
    abilities: list[str] | None = None
    at: At = ""
    status: Literal["", "defeated", "captured"] = ""
    moved: bool = False
    activated: bool = False


class Situation(Struct, forbid_unknown_fields=True):
    map: str | list[str]
    player: list[PlayerText]
    unit: list[UnitText]
    cells: dict[str, Patch] = {}
    ladders: list[tuple[str, str]] = []
    objectives: list[PlacedGoal] = []
    scenario: str = ""
    round: int = 1
    turn: str = ""
    counters: int | None = None
    order: list[str] = []


PLAIN_CARD = Card("unit", ("Infantry", "Living"), athletics=4, melee=Skill(1, (), 1, (), 1))


def situation(data: Mapping[str, Any], options: Options) -> State:
    case = typed("situation", data, Situation)
    seats = [player.name for player in case.player]
    if not LEAST <= len(seats) <= MOST:
        raise SetupError(f"the game is for {LEAST} to {MOST} players, not {len(seats)}", "OT-1.1")
    names = [*seats, *(unit.name for unit in case.unit)]
    if unique_names(names) != names:
        raise SetupError("two players or units have the same name")
    scenario = lookup("scenario", case.scenario, content().scenarios) if case.scenario else None
    field, spots, where = _ground(case)
    order = tuple(_seat(seats, name) for name in case.order) or tuple(range(len(seats)))
    if sorted(order) != list(range(len(seats))):
        raise SetupError("order names every player once", "OT-5.3")
    state = State(
        scenario=scenario.id if scenario else "",
        map=where,
        seats=tuple(seats),
        players=[_player(one, seat, field) for seat, one in enumerate(case.player)],
        units=[_unit(i, one, seats) for i, one in enumerate(case.unit)],
        bare=field,
        field=field,
        options=dict(options),
        measured=options["measure"] == "measured",
        phase="activate",
        round=at_least(1, "round", case.round),
        limit=scenarios.last_round(scenario, options) if scenario else 0,
        order=order,
        turn=_seat(seats, case.turn) if case.turn else order[0],
    )
    if scenario:
        _apply(state, scenario, where)
    if case.objectives:
        state.objectives = tuple(_objective(state, goal, spots) for goal in case.objectives)
    _stand(state, case)
    _captures(state, case)
    for seat, one in enumerate(case.player):
        given = one.morale
        state.players[seat].morale = starting_morale(state, seat) if given is None else at_least(0, "morale", given)
    state.counters = full_counters(state) if case.counters is None else at_least(1, "counters", case.counters)
    look(state)
    return state


def _seat(seats: list[str], name: str) -> int:
    return lookup("player", name, {known: seat for seat, known in enumerate(seats)})


# ---- ground ---------------------------------------------------------------------------------------


def _ground(case: Situation) -> tuple[Field, list[Cell], str]:
    """The field, its objective spots, and the name of the map if it is a ready-made one."""
    if isinstance(case.map, str):
        chosen = lookup("map", case.map, content().maps, "OT-4.8")
        field, spots, where = build_map(chosen, content()), [parse(name) for name in chosen.objectives], chosen.name
    else:
        (field, spots), where = from_rows(case.map), ""
    changes = {}
    for name, patch in case.cells.items():
        cell = _on_field(field, name)
        square = field.at(cell)
        if patch.height is not None:
            if patch.height * 2 != int(patch.height * 2) or abs(patch.height) > 20:
                raise SetupError(f"{name}: heights go in steps of 0.5", "OT-4.14")
            square = replace(square, height=patch.height)
        if patch.marks is not None:
            marks = {mark: mark in patch.marks for mark in ("rough", "water", "impassable", "hindering")}
            square = replace(square, **marks)
        if patch.hazard:
            if not 1 <= patch.hazard <= 5:
                raise SetupError(f"{name}: a hazard is 1 to 5, not {patch.hazard}", "OT-6.10")
            square = replace(square, hazard=patch.hazard)
        changes[cell] = square
    if changes:
        field = field.changed(changes)
    borders = tuple(border(_on_field(field, one), _on_field(field, two)) for one, two in case.ladders)
    return (replace(field, ladders=(*field.ladders, *borders)) if borders else field), spots, where


def _on_field(field: Field, name: str) -> Cell:
    cell = parse(name)
    if not field.holds(cell):
        raise SetupError(f"{name} lies outside the map")
    return cell


def _place(state: State, what: str, at: At) -> Cell:
    """A cell, or in measured play a point in increments from the south-west corner."""
    if isinstance(at, str):
        return on_table(state, _on_field(state.field, at))
    if not state.measured:
        raise SetupError(f"{what}: on the grid a place is a cell such as c4", "OT-1.4")
    x, y = at
    if not (0 <= x <= state.field.columns and 0 <= y <= state.field.rows):
        raise SetupError(f"{what} stands outside the map")
    return round(x * LATTICE), round(y * LATTICE)


def _objective(state: State, goal: PlacedGoal, spots: list[Cell]) -> Objective:
    at = _place(state, goal.name, goal.at)
    walkable = (isinstance(goal.at, str) and parse(goal.at) in spots) if goal.walkable is None else goal.walkable
    escort = state.scenario and "escort" in content().scenarios[state.scenario].special
    return Objective(goal.name, at, walkable, "spot" if walkable else "bystander" if escort else "crate")


def _apply(state: State, scenario: Scenario, where: str) -> None:
    """What a scenario brings along: objectives on its own maps, zones, Quiet Opening."""
    state.quiet = scenarios.opens_quietly(scenario, state.field, state.options)
    if where in scenario.maps:
        state.objectives = tuple(
            Objective(goal.name, on_table(state, parse(goal.at)), goal.walkable, goal.kind)
            for goal in scenario.goals_on(where)
        )
        if scenario.zones and len(state.players) == len(scenario.zones):
            give_zones(state, scenario)


# ---- players and units ----------------------------------------------------------------------------


def _player(one: PlayerText, seat: int, field: Field) -> Player:
    """The edge is a side, or one tile of it: 'north 2'."""
    edge, _, tile = (one.edge or SIDES[seat % len(SIDES)]).partition(" ")
    if edge not in SIDES:
        raise SetupError(f"{one.name}: an edge is {', '.join(SIDES)}, not {shown(edge)}", "OT-4.10")
    zone: tuple[Cell, ...] = ()
    if tile:
        tiles = tile_edges(field, edge)
        if not tile.isdecimal() or not 1 <= int(tile) <= len(tiles):
            raise SetupError(f"{one.name}: the {edge} side has {len(tiles)} tile edges, not {shown(tile)}", "OT-4.11")
        zone = tiles[int(tile) - 1]
    return Player(
        one.name, edge, zone, losses=at_least(0, "losses", one.losses),
        round_captures=at_least(0, "round_captures", one.round_captures),
    )  # fmt: skip


def _unit(number: int, one: UnitText, seats: list[str]) -> Unit:
    card = lookup("card", one.card, content().cards) if one.card else replace(PLAIN_CARD, name=one.name)
    changes: dict[str, Any] = {}
    for key in ("points", "athletics", "flying", "base_width", "melee", "ballistic", "arcane", "technical"):
        if (value := getattr(one, key)) is not None:
            changes[key] = value
    if one.types is not None:
        changes["types"] = tuple(one.types)
    if one.abilities is not None:
        changes["abilities"] = tuple(proper_name(name) for name in one.abilities)
    card = check_card(replace(card, **changes) if changes else card)
    return Unit(number, one.name, _seat(seats, one.player), card, moved=one.moved, activated=one.activated)


def _stand(state: State, case: Situation) -> None:
    taken: set[Cell] = set()
    filled = state.filled()
    for unit, one in zip(state.units, case.unit, strict=True):
        if one.status:
            unit.leave(one.status)
            continue
        if one.at == "":
            continue
        at = _place(state, one.name, one.at)
        if at in taken:
            raise SetupError(f"{one.name} stands where another unit stands", "OT-6.21")
        if not state.measured:
            if state.field.at(at).impassable:
                raise SetupError(f"{one.name} stands in {label(at)}, which is impassable", "OT-6.22")
            if at in filled:
                raise SetupError(f"{one.name} stands in {label(at)}, which an objective fills", "OT-26.7")
        taken.add(at)
        unit.stand(at)


def _captures(state: State, case: Situation) -> None:
    by_name = {unit.name: unit for unit in state.units}
    for seat, one in enumerate(case.player):
        for name in one.captures:
            unit = by_name.get(name)
            if unit is None or unit.seat == seat:
                raise SetupError(f"{one.name} cannot have captured {shown(name)}", "OT-16.8")
            unit.leave("captured")
            unit.captured_by = seat
    for unit in state.units:
        if unit.status == "captured" and unit.captured_by < 0:
            unit.captured_by = next(seat for seat in range(len(state.seats)) if seat != unit.seat)
