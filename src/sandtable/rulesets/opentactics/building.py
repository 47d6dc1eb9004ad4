"""The battlefield (OT-4.1 to OT-4.8): a map agreed on, or one that grows piece by piece."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from sandtable.engine.errors import IllegalAnswer, SetupError
from sandtable.engine.lists import lookup
from sandtable.engine.questions import ChooseOne, Option, Ref
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.opentactics.content import TILE, Component, PrebuiltMap, Scenario, content
from sandtable.rulesets.opentactics.field import (
    CODES,
    OPEN,
    Field,
    border,
    covered,
    from_rows,
    put,
    turned,
    why_not_there,
)
from sandtable.rulesets.opentactics.play_order import clockwise, told_roll_off
from sandtable.rulesets.opentactics.state import Building, Laid, Lying, Play
from sandtable.table.grid import SIDES, Cell, label

if TYPE_CHECKING:
    from sandtable.rulesets.opentactics.roster import GameSetup

LEAST_TILES = 9
COMPONENTS = (2, 12)
BUILD = "build"


class PlacePiece(ChooseOne, frozen=True, kw_only=True):
    """One of the legal placements; a refusal names the rule for the piece that was meant."""

    def find(self, name: object) -> Option:
        try:
            return ChooseOne.find(self, name)
        except IllegalAnswer as error:
            meant = str(name).casefold()
            tile = any(meant.startswith(f"{tile.name} at ".casefold()) for tile in content().tiles.values())
            component = any(meant.startswith(f"{one} at ") for one in content().components)
            clause = "OT-4.6" if tile else "OT-4.7" if component else error.clause
            raise self.refuse(error.reason, clause, error.legal) from None


@lru_cache(256)
def laid_ground(stock: Building) -> tuple[Field, frozenset[Cell], frozenset[Cell]]:
    """The tiles laid so far on the bare rectangle; which increments have a tile; which are objective spots."""
    columns, rows = stock.columns * TILE, stock.rows * TILE
    squares = [OPEN] * (columns * rows)
    under: set[Cell] = set()
    spots: set[Cell] = set()
    for laid in stock.laid:
        signs = turned(content().tiles[laid.tile].rows, laid.quarters)
        for line, row in enumerate(reversed(signs)):
            for offset, sign in enumerate(row):
                cell = laid.column * TILE + offset, laid.row * TILE + line
                squares[cell[1] * columns + cell[0]] = CODES[sign]
                under.add(cell)
                if sign == "o":
                    spots.add(cell)
    return Field(columns, rows, tuple(squares)), frozenset(under), frozenset(spots)


@lru_cache(256)
def ground(stock: Building) -> Field:
    """The tiles and components placed so far."""
    field = laid_ground(stock)[0]
    for lying in stock.lying:
        field = put(field, content().components[lying.component], lying.at, lying.up)
    return field


@lru_cache(64)
def placements(stock: Building) -> tuple[Option, ...]:
    """Every legal placement of every piece left (OT-4.4)."""
    found = [tile_option(laid) for laid in _tile_places(stock)]
    for name in dict.fromkeys(stock.components):
        found += [component_option(lying) for lying in _component_places(stock, content().components[name])]
    return tuple(found)


# ---- tiles ----------------------------------------------------------------------------------------


def _tile_places(stock: Building) -> Iterator[Laid]:
    """Inside the agreed rectangle; after the first one sharing a side with a tile that lies (OT-4.6)."""
    taken = {(laid.column, laid.row) for laid in stock.laid}
    for number in dict.fromkeys(stock.tiles):
        for row in range(stock.rows):
            for column in range(stock.columns):
                joined = not taken or any((column + dx, row + dy) in taken for dx, dy in SIDES)
                if (column, row) not in taken and joined:
                    yield from (Laid(number, column, row, quarters) for quarters in range(4))


def tile_words(laid: Laid) -> str:
    name = content().tiles[laid.tile].name
    return f"{name} at {laid.column + 1},{laid.row + 1} turned {90 * laid.quarters}"


@lru_cache(4096)
def tile_option(laid: Laid) -> Option:
    words = tile_words(laid)
    return Option(words, words, (Ref("tile", str(laid.tile)),), "", laid)


# ---- components -----------------------------------------------------------------------------------


def _component_places(stock: Building, component: Component) -> Iterator[Lying]:
    """On tiles, inside the map, clear of other components, where the ground takes it (OT-4.7)."""
    _, under, spots = laid_ground(stock)
    now = ground(stock)
    taken = {cell for lying in stock.lying for cell in _footprint(lying)}
    for cell in sorted(under):
        for up in (False, True) if component.long else (False,):
            cells = covered(component, cell, up)
            if not all(one in under for one in cells) or why_not_there(now, component, cell, up, spots):
                continue
            if component.special == "ladder":
                if border(cells[0], cells[1]) in now.ladders:
                    continue
            elif any(one in taken for one in cells):
                continue
            if "impassable" in component.marks and not _leaves_way(now, cells):
                continue
            yield Lying(component.name, cell, up)


def _footprint(lying: Lying) -> list[Cell]:
    component = content().components[lying.component]
    return [] if component.special == "ladder" else covered(component, lying.at, lying.up)


def _leaves_way(field: Field, cells: list[Cell]) -> bool:
    """Not on the rim, and not where it would cut the map in two."""
    if any(field.rim(cell) for cell in cells):
        return False
    around = {(x + dx, y + dy) for x, y in cells for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    if not any(field.at(cell).impassable for cell in around):
        return True  # one can walk round it
    free = {cell for cell in field.cells if not field.at(cell).impassable} - set(cells)
    wave = [next(iter(free))]
    found = set(wave)
    while wave:
        x, y = wave.pop()
        for dx, dy in SIDES:
            near = x + dx, y + dy
            if near in free and near not in found:
                found.add(near)
                wave.append(near)
    return len(found) == len(free)


def component_words(lying: Lying) -> str:
    component = content().components[lying.component]
    way = (" up" if lying.up else " across") if component.long else ""
    return f"{lying.component} at {label(lying.at)}{way}"


@lru_cache(4096)
def component_option(lying: Lying) -> Option:
    words = component_words(lying)
    return Option(words, words, (Ref("component", lying.component),), "", lying)


# ---- what is agreed on ----------------------------------------------------------------------------


def agreed_map(setup: GameSetup, scenario: Scenario) -> PrebuiltMap | None:
    """The pre-built map (OT-4.8), or None when the players build one (OT-4.1)."""
    if setup.map.casefold() == BUILD:
        if scenario.zones:
            raise SetupError(f"{scenario.name} has zones of its own map and cannot be built", "OT-4.1")
        return None
    if setup.tiles or setup.columns or setup.components:
        raise SetupError('tiles, columns and components belong to map = "build"', "OT-4.1")
    if not setup.map:
        fitting = [name for name in scenario.maps if len(setup.player) in content().maps[name].players]
        return content().maps[(fitting or scenario.maps)[0]]
    chosen = lookup("map", setup.map, content().maps, "OT-4.8")
    if chosen.name not in scenario.maps:
        raise SetupError(f"{scenario.name} is not played on {chosen.name}, but on {', '.join(scenario.maps)}", "OT-4.8")
    return chosen


def empty_ground(setup: GameSetup) -> Field:
    """The agreed rectangle, still bare (OT-4.2, OT-4.6)."""
    tiles, columns = len(setup.tiles), setup.columns
    if tiles < LEAST_TILES:
        raise SetupError(f"a map has at least {LEAST_TILES} tiles, not {tiles}", "OT-4.2")
    if columns < 1 or tiles % columns or tiles > 64:
        raise SetupError(f"{tiles} tiles do not make a full rectangle {columns} wide", "OT-4.6")
    rows = ["." * (TILE * columns)] * (TILE * (tiles // columns))
    return from_rows(rows)[0]


def agreed_pieces(setup: GameSetup) -> Building:
    """The agreed tiles (OT-4.2) and components (OT-4.3)."""
    least, most = COMPONENTS
    if not least <= len(setup.components) <= most:
        raise SetupError(f"{least} to {most} components are used, not {len(setup.components)}", "OT-4.3")
    for number in setup.tiles:
        if number not in content().tiles:
            raise SetupError(f"there is no tile {number}", "OT-4.2")
    components = tuple(lookup("component", name, content().components, "OT-4.3").name for name in setup.components)
    columns = setup.columns
    return Building(columns, len(setup.tiles) // columns, tuple(sorted(setup.tiles)), tuple(sorted(components)))


# ---- placing in turn ------------------------------------------------------------------------------


def placing_order(g: Play) -> Procedure[None]:
    """Who places the first piece (OT-4.5)."""
    first = yield from told_roll_off(g, "placing", "OT-4.5")
    g.state.order = g.state.queue = clockwise(g.state, first)
    g.state.phase = "placing"


def place_piece(g: Play) -> Procedure[None]:
    """One tile or one component (OT-4.4)."""
    state = g.state
    stock = state.building
    assert stock is not None
    options = placements(stock)
    if not options:
        _map_is_built(g)
        return
    seat = state.queue[0]
    piece = yield PlacePiece(
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
        g.tell("tile", "OT-4.4", player=state.seats[seat], what=tile_words(piece))
    else:
        names = list(stock.components)
        names.remove(piece.component)
        stock = replace(stock, components=tuple(names), lying=(*stock.lying, piece))
        g.tell("component", "OT-4.4", player=state.seats[seat], what=component_words(piece))
    state.building = stock
    state.bare = state.field = ground(stock)
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
