"""Choosing the edges from which the forces deploy (OT-4.10 to OT-4.13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from sandtable.engine.questions import Absent, Option, Ref
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.opentactics.asking import Choice
from sandtable.rulesets.opentactics.content import OPPOSITE, SIDES, TILE, content
from sandtable.rulesets.opentactics.field import Field
from sandtable.rulesets.opentactics.play_order import clockwise, told_roll_off
from sandtable.rulesets.opentactics.state import Play, Player, State
from sandtable.table.grid import Cell


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
    first = yield from told_roll_off(g, "edges", "OT-4.13")
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
    """Opposite sides with two players (OT-4.12), and no edge twice (OT-4.10)."""
    return tuple(option for option, why in _edges(state, seat) if why is None)


def missing_edges(state: State, seat: int) -> tuple[Absent, ...]:
    return tuple(Absent(option.id, option.label, *why) for option, why in _edges(state, seat) if why is not None)


def _edges(state: State, seat: int) -> Iterator[tuple[Option, tuple[str, str] | None]]:
    """Every edge of the map, and why a player cannot have it (OT-4.10, OT-4.11, OT-4.12)."""
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
