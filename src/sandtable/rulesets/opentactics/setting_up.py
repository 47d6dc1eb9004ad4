"""Set-up as it is played (chapters 4, 5, 26): placing tiles and components, objectives, edges, play order, EMPLACED."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from sandtable.engine.dice import Faces, Roll
from sandtable.engine.questions import Absent, Option, Ref
from sandtable.engine.ruleset import Procedure, Stage
from sandtable.rulesets.opentactics import building
from sandtable.rulesets.opentactics.actions import cell_option, choose_cell, free_cells, place_at
from sandtable.rulesets.opentactics.asking import Choice
from sandtable.rulesets.opentactics.content import OPPOSITE, SIDES, TILE, content
from sandtable.rulesets.opentactics.field import Field
from sandtable.rulesets.opentactics.names import where
from sandtable.rulesets.opentactics.state import Laid, Objective, Play, Player, State
from sandtable.table.grid import Cell, label

EMPLACED_ROWS = 3


# ---- roll-offs ------------------------------------------------------------------------------------


def roll_off(seats: tuple[int, ...], names: tuple[str, ...]) -> Procedure[tuple[int, tuple[Faces, ...]]]:
    """A d20 each, the highest wins; those tied for highest roll again among themselves (OT-5.2)."""
    rolled: list[Faces] = []
    tied = seats
    while len(tied) > 1:
        called = tuple(names[seat] for seat in tied)
        faces: Faces = yield Roll(len(tied), 20, "roll-off", "OT-5.2", tied[0], called[0], ordered=True, called=called)
        rolled.append(faces)
        best = max(faces)
        tied = tuple(seat for seat, face in zip(tied, faces, strict=True) if face == best)
    return tied[0], tuple(rolled)


def clockwise(state: State, first: int) -> tuple[int, ...]:
    seats = tuple(range(len(state.seats)))
    return seats[first:] + seats[:first]


def _roll_off(g: Play, what: str, clause: str) -> Procedure[int]:
    winner, rolled = yield Stage(roll_off, (tuple(range(len(g.state.seats))), g.state.seats))
    g.tell(
        "roll-off", clause, "OT-5.2", what=what, rolls=[list(faces) for faces in rolled], winner=g.state.seats[winner]
    )
    return int(winner)


# ---- placing --------------------------------------------------------------------------------------


def placing_order(g: Play) -> Procedure[None]:
    """Who places the first piece (OT-4.5)."""
    first = yield from _roll_off(g, "placing", "OT-4.5")
    g.state.order = g.state.queue = clockwise(g.state, first)
    g.state.phase = "placing"


def place_piece(g: Play) -> Procedure[None]:
    """One tile or one component (OT-4.4)."""
    state = g.state
    stock = state.building
    assert stock is not None
    options = building.placements(stock)
    if not options:
        _map_is_built(g)
        return
    seat = state.queue[0]
    piece = yield building.PlacePiece(
        topic="piece",
        seat=seat,
        who=state.seats[seat],
        prompt=f"{state.seats[seat]} places a tile or a component",
        clause="OT-4.4",
        options=options,
    )
    if isinstance(piece, Laid):
        left = list(stock.tiles)
        left.remove(piece.tile)
        stock = replace(stock, tiles=tuple(left), laid=(*stock.laid, piece))
        g.tell("tile", "OT-4.4", player=state.seats[seat], what=building.tile_words(piece))
    else:
        names = list(stock.components)
        names.remove(piece.component)
        stock = replace(stock, components=tuple(names), lying=(*stock.lying, piece))
        g.tell("component", "OT-4.4", player=state.seats[seat], what=building.component_words(piece))
    state.building = stock
    state.bare = state.field = building.ground(stock)
    state.queue = (*state.queue[1:], seat)


def _map_is_built(g: Play) -> None:
    """All is used up, or what is left fits nowhere (OT-4.7)."""
    state = g.state
    stock = state.building
    assert stock is not None
    if stock.components:
        g.tell("left over", "OT-4.7", components=list(stock.components))
    state.queue = state.order if state.goals else tuple(reversed(state.order))
    state.phase = "objectives" if state.goals else "edges"
    g.tell("map built", "OT-4.4")


# ---- objectives -----------------------------------------------------------------------------------


def place_objective(g: Play) -> Procedure[None]:
    """In turn, in the middle third of the map in both directions (OT-26.8)."""
    state = g.state
    scenario = content().scenarios[state.scenario]
    names = list(dict.fromkeys(goal.name for goal in scenario.objectives))
    goal = next(one for one in scenario.objectives if one.name == names[len(state.objectives)])
    seat = state.queue[0]
    taken = {one.at for one in state.objectives}
    cells = [
        cell
        for cell in state.field.cells
        if central(state, cell) and not state.field.at(cell).impassable and place_at(state, cell) not in taken
    ]
    chosen: Cell = yield Choice(
        topic="objective",
        seat=seat,
        who=state.seats[seat],
        prompt=f"{state.seats[seat]} places {goal.name}",
        clause="OT-26.8",
        options=tuple(map(cell_option, cells)),
    )
    state.objectives = (*state.objectives, Objective(goal.name, place_at(state, chosen), goal.walkable, goal.kind))
    g.tell("objective", "OT-26.8", player=state.seats[seat], name=goal.name, at=label(chosen))
    state.queue = (*state.queue[1:], seat)
    if len(state.objectives) == state.goals:
        state.queue = tuple(reversed(state.order))
        state.phase = "edges"


def central(state: State, cell: Cell) -> bool:
    columns, rows = state.field.columns, state.field.rows
    return columns <= 3 * cell[0] < 2 * columns and rows <= 3 * cell[1] < 2 * rows


# ---- edges ----------------------------------------------------------------------------------------


def choose_edge(g: Play) -> Procedure[None]:
    """One player's edge (OT-4.10). On a built map the queue is the reverse of the placing order (OT-4.13)."""
    state = g.state
    if not state.queue:
        yield from _deal_edges(g)
        return
    seat = state.queue[0]
    options = edge_options(state, seat)
    chosen = options[0].meaning
    if len(options) > 1:
        chosen = yield Choice(
            topic="edge",
            seat=seat,
            who=state.seats[seat],
            prompt=f"{state.seats[seat]} deploys from which edge?",
            clause="OT-4.10",
            options=options,
            missing=lambda: missing_edges(state, seat),
        )
    state.players[seat].edge, state.players[seat].zone = chosen
    state.queue = state.queue[1:]
    if not state.queue:
        _told_edges(g)


def _deal_edges(g: Play) -> Procedure[None]:
    """A pre-built map names its edges: in seat order, or by lot where the map is not the same for all. Tiles of them
    are then chosen from the winner on."""
    state = g.state
    first = yield from _roll_off(g, "edges", "OT-4.13")
    chosen = content().maps[state.map]
    order = tuple(range(len(state.seats))) if chosen.symmetric else clockwise(state, first)
    for seat, edge in zip(order, chosen.edges, strict=True):
        state.players[seat].edge = edge
    if by_tile(state):
        state.queue = clockwise(state, first)
    else:
        _told_edges(g)


def _told_edges(g: Play) -> None:
    g.tell("edges", "OT-4.10", edges={player.name: player.edge for player in g.state.players})
    g.state.phase = "play order"


def by_tile(state: State) -> bool:
    """Tile edges by house rule, and always with more than four players (OT-4.11)."""
    return state.options["deployment_edge"] == "tile_edge" or len(state.players) > len(SIDES)


def edge_options(state: State, seat: int) -> tuple[Option, ...]:
    return tuple(option for option, why in _edges(state, seat) if why is None)


def missing_edges(state: State, seat: int) -> tuple[Absent, ...]:
    return tuple(Absent(option.id, option.label, *why) for option, why in _edges(state, seat) if why is not None)


def _edges(state: State, seat: int) -> Iterator[tuple[Option, tuple[str, str] | None]]:
    """Every edge of the map, and why a player cannot have it (OT-4.10 to OT-4.12)."""
    own = state.players[seat].edge
    others = [player for number, player in enumerate(state.players) if number != seat and player.edge]
    for side in SIDES:
        why = None
        if own and side != own:
            why = f"the map gives {state.seats[seat]} the {own} side", "OT-4.11"
        elif not own and len(state.players) == 2 and others and side != OPPOSITE[others[0].edge]:
            why = "two players use opposite sides", "OT-4.12"
        if by_tile(state):
            for number, zone in enumerate(tile_edges(state.field, side)):
                yield _tile_option(side, number, zone), why or _no_tile(state, seat, others, side, zone)
        else:
            taken = [player.name for player in others if player.edge == side]
            yield _side_option(side), (f"{taken[0]} deploys from there", "OT-4.10") if taken else why


def tile_edges(field: Field, side: str) -> list[tuple[Cell, ...]]:
    """The outer sides of the tiles of one side, from the west or south."""
    cells = field.side(side)
    return [tuple(cells[start : start + TILE]) for start in range(0, len(cells) - TILE + 1, TILE)]


def _no_tile(
    state: State, seat: int, others: Sequence[Player], side: str, zone: tuple[Cell, ...]
) -> tuple[str, str] | None:
    """Why a tile edge cannot be had: it is too near another, or it would leave somebody without an edge (OT-4.12)."""
    for player in others:
        if not _apart(side, zone, player.edge, player.zone):
            return f"it lies less than {TILE} increments from the edge of {player.name}", "OT-4.12"
    if state.players[seat].edge:
        return None
    chosen = [(player.edge, player.zone) for player in others]
    if _room(state, [*chosen, (side, zone)]) < len(state.queue) - 1:
        return "there would not be an edge left for everybody who chooses later", "OT-4.12"
    return None


def _room(state: State, chosen: list[tuple[str, tuple[Cell, ...]]]) -> int:
    """How many more tile edges could be chosen beside these, at most."""
    found = 0
    for side in SIDES:
        for zone in tile_edges(state.field, side):
            if all(_apart(side, zone, *one) for one in chosen):
                chosen = [*chosen, (side, zone)]
                found += 1
    return found


def _apart(side: str, zone: Sequence[Cell], other_side: str, other: Sequence[Cell]) -> bool:
    """Different sides, or at least three increments between them (OT-4.12)."""
    if side != other_side or not other:
        return True
    axis = 1 if side in ("west", "east") else 0
    return min(abs(a[axis] - b[axis]) for a in zone for b in other) > TILE


@lru_cache
def _side_option(side: str) -> Option:
    return Option(side, side, (Ref("edge", side),), "", (side, ()))


@lru_cache(256)
def _tile_option(side: str, number: int, zone: tuple[Cell, ...]) -> Option:
    name = f"{side} {number + 1}"
    return Option(name, name, (Ref("edge", name),), "", (side, zone))


# ---- play order, EMPLACED -------------------------------------------------------------------------


def play_order(g: Play) -> Procedure[None]:
    """The winner takes the first turn, the others follow clockwise (OT-5.1 to OT-5.3)."""
    state = g.state
    first = yield from _roll_off(g, "play order", "OT-5.1")
    state.order = clockwise(state, first)
    state.turn = first
    state.building = None
    placing = [unit.number for seat in state.order for unit in state.force(seat) if unit.card.traits.emplaced]
    state.queue = tuple(placing)
    state.phase = "emplacing" if placing else "turn"
    g.tell("play order", "OT-5.3", order=[state.seats[seat] for seat in state.order])


def emplace(g: Play) -> Procedure[None]:
    """EMPLACED units, in turn order."""
    state = g.state
    unit = state.units[state.queue[0]]
    cells = emplacements(state, unit.seat)
    if cells:
        cell = yield from choose_cell(g, "emplace", unit, cells, f"{unit.name} is put where?", "OT-2.16")
        unit.stand(place_at(state, cell))
        g.tell("emplaced", "OT-2.16", who=unit.name, at=where(state, unit.at))
    state.queue = state.queue[1:]
    if not state.queue:
        state.phase = "turn"


def emplacements(state: State, seat: int) -> list[Cell]:
    """Free increments without marks, not below 0, in the three rows at the own edge or in the zone."""
    player, field = state.players[seat], state.field
    if player.inland:
        zone = set(player.zone)
    else:
        inward = {"south": (0, 1), "north": (0, -1), "west": (1, 0), "east": (-1, 0)}[player.edge]
        front = player.zone or field.side(player.edge)
        zone = {(x + inward[0] * k, y + inward[1] * k) for x, y in front for k in range(EMPLACED_ROWS)}
    return [cell for cell in free_cells(state) if cell in zone and field.at(cell).plain and field.height(cell) >= 0]
