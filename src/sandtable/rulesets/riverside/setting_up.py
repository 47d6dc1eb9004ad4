"""Before the battle: objective markers, deployment zones, and who activates first (chapters 1 and 2). Each function is
a step."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from sandtable.engine.asking import own_and_others, plain, player_option
from sandtable.engine.dice import Roll
from sandtable.engine.questions import ChooseOne, Option, Place, Point, Refusal
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.riverside.asking import Play
from sandtable.rulesets.riverside.field import IMPASSABLE, field_of
from sandtable.rulesets.riverside.measuring import spot, spot_at, within
from sandtable.rulesets.riverside.notes import noted
from sandtable.rulesets.riverside.reachable import can_be_reached
from sandtable.rulesets.riverside.state import Marker, State
from sandtable.rulesets.riverside.strike_dice import D6
from sandtable.table import Terrain, snap
from sandtable.table.hot.plane import point_segment
from sandtable.table.measuring import Segment, holds, outline_segments

APART = 9.0
"""RV-1.8."""
LETTERS = "ABCDE"
FEW = 4
"""How many places are offered to those who have none in mind."""
ZONE, ORDER = plain("Choose the zone", "RV-2.2"), plain("Choose who activates first", "RV-2.2")


# ---- rolls --------------------------------------------------------------------------------------------------


def count_markers(g: Play) -> Procedure[None]:
    """D3+2 of them (RV-1.3)."""
    (face,) = yield Roll(1, D6, "number of markers", "RV-1.3", 0, "", (1, 3, 5))
    g.state.to_place = (face + 1) // 2 + 2
    g.tell("markers", "RV-1.3", count=g.state.to_place)
    g.state.phase = "placer"


def roll_off(g: Play, clause: str) -> Procedure[int | None]:
    """The higher die wins; after equal ones the step ends, and begins again (RV-1.4)."""
    faces = []
    for seat, player in enumerate(g.state.players):
        (face,) = yield Roll(1, D6, f"roll-off of {player.name}", clause, seat, "", quiet=False)
        faces.append(face)
    if faces[0] == faces[1]:
        g.tell("tie", "RV-1.4", face=faces[0])
        return None
    winner = int(faces[1] > faces[0])
    g.tell("roll-off", clause, who=g.state.players[winner].name)
    return winner


def _commanders(state: State) -> tuple[Option, ...]:
    return tuple(player_option(player.name, seat) for seat, player in enumerate(state.players))


def name_placer(g: Play) -> Procedure[None]:
    """The winner of the roll-off says who places the first marker (RV-1.5)."""
    winner = yield from roll_off(g, "RV-1.4")
    if winner is None:
        return
    name = g.state.players[winner].name
    placer = yield ChooseOne(
        topic="placer",
        seat=winner,
        prompt=f"{name}: who places the first marker?",
        clause="RV-1.5",
        options=_commanders(g.state),
        facts=lambda: own_and_others(g.state.players, winner, noted("placer")),
    )
    g.state.turn, g.state.phase = placer, "markers"


# ---- markers ------------------------------------------------------------------------------------------------


def place_marker(g: Play) -> Procedure[None]:
    """One marker each in turn, until all are down or no place is left (RV-1.6, RV-1.11); nobody's at first (RV-1.12).
    Only then are the zones chosen (RV-1.2)."""
    state = g.state
    if not state.to_place or next(marker_places(state), None) is None:
        if state.to_place:
            g.tell("no place", "RV-1.11", left=state.to_place)
        state.to_place, state.phase = 0, "zones"
        return
    name = f"Marker {_letter(state)}"
    places = yield Place(
        topic="marker",
        seat=state.turn,
        prompt=f"{state.players[state.turn].name}: place {name} ({state.to_place} left)",
        clause="RV-1.6",
        models=(name,),
        check=lambda places: marker_refused(state, places[name]),
        candidates=lambda: ({name: there} for there in islice(marker_places(state), FEW)),
    )
    x, y = snap(places[name].x), snap(places[name].y)
    state.markers = (*state.markers, Marker(_letter(state), x, y, field_of(state).height_at(x, y)))
    state.controlled = (*state.controlled, -1)  # nobody's (RV-1.12)
    state.to_place -= 1
    g.tell("marker", "RV-1.6", who=state.players[state.turn].name, marker=state.markers[-1].name, at=[x, y])
    state.turn = 1 - state.turn


def _letter(state: State) -> str:
    taken = {marker.name for marker in state.markers}
    return next(letter for letter in LETTERS if letter not in taken)


def marker_refused(state: State, there: Point) -> Refusal | None:
    """Why a marker may not lie there (RV-1.7, RV-1.8, RV-1.9); a difference in height counts (RV-1.10)."""
    x, y = snap(there.x), snap(there.y)
    width, depth = state.size
    if not (0 <= x <= width and 0 <= y <= depth):
        return Refusal("that is off the table", "RV-1.9")
    if any(in_outline(outline, x, y) for outline in state.zones):
        return Refusal("that is in a deployment zone", "RV-1.7")
    where = field_of(state)
    here = spot_at(where, x, y, where.height_at(x, y), 0.0)
    for marker in state.markers:
        if within(here, spot(where, marker), APART):
            return Refusal(f"that is within {APART:g}″ of marker {marker.name}", "RV-1.8")
    for piece in where.table.terrain:
        if IMPASSABLE in piece.traits and in_outline(piece.outline, x, y):
            return Refusal(f"{piece.label} cannot be entered", "RV-1.9")
    return None if can_be_reached(state, x, y) else Refusal("nobody could get there", "RV-1.9")


def in_outline(outline: tuple[tuple[float, float], ...], x: float, y: float) -> bool:
    """The boundary counts as part of it (RV-1.7)."""
    shape, edges, (left, right, low, high) = _drawn(outline)
    if not (left <= x <= right and low <= y <= high):
        return False
    return holds(shape, x, y) or any(point_segment(x, y, *edge) == 0.0 for edge in edges)


@lru_cache(512)
def _drawn(
    outline: tuple[tuple[float, float], ...],
) -> tuple[Terrain, tuple[Segment, ...], tuple[float, float, float, float]]:
    """An outline as a shape, its edges, and the box round it."""
    shape = Terrain(id="", outline=outline)
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return shape, tuple(outline_segments(shape.rings)), (min(xs), max(xs), min(ys), max(ys))


def marker_places(state: State) -> Iterator[Point]:
    """Places all over the table, in an order that is another for each marker."""
    width, depth = state.size
    columns, rows = int(width // 3), int(depth // 3)
    cells = columns * rows
    start = (len(state.markers) * 7919 + state.turn * 104729) % cells
    for number in range(cells):
        cell = (start + number * 331) % cells
        there = Point(1.5 + 3.0 * (cell % columns), 1.5 + 3.0 * (cell // columns))
        if marker_refused(state, there) is None:
            yield there


# ---- zones and order ----------------------------------------------------------------------------------------


def second_roll_off(g: Play) -> Procedure[None]:
    """Apart from the one for markers (RV-2.1); who wins takes one of two decisions (RV-2.2)."""
    winner = yield from roll_off(g, "RV-2.1")
    if winner is not None:
        g.state.winner, g.state.phase = winner, "first choice"


def first_choice(g: Play) -> Procedure[None]:
    """The winner takes one of two decisions (RV-2.2), the loser the other (RV-2.3)."""
    state = g.state
    winner = state.winner
    picked = yield ChooseOne(
        topic="decision",
        seat=winner,
        prompt=f"{state.players[winner].name}: which decision do you take?",
        clause="RV-2.2",
        options=(ZONE, ORDER),
        facts=lambda: noted("decision"),
    )
    order = [_choose_zone, _choose_first] if picked == ZONE.id else [_choose_first, _choose_zone]
    for decide, seat in zip(order, (winner, 1 - winner), strict=True):
        yield from decide(g, seat)
    state.winner, state.phase = -1, "beginning"


def _choose_zone(g: Play, seat: int) -> Procedure[None]:
    state = g.state
    names = zone_names(state)
    number = yield ChooseOne(
        topic="zone",
        seat=seat,
        prompt=f"{state.players[seat].name}: which deployment zone is yours?",
        clause="RV-2.3",
        options=tuple(Option(name.lower(), name, (), "RV-2.4", n) for n, name in enumerate(names)),
        facts=lambda: {name.lower(): noted("zone")["zone"] for name in names},
    )
    state.players[seat].zone, state.players[1 - seat].zone = number, 1 - number
    g.tell("zone", "RV-2.3", who=state.players[seat].name, zone=names[number])


def zone_names(state: State) -> list[str]:
    """Where the zones lie, as seen from the middle of the table."""
    width, depth = state.size
    found = []
    for outline in state.zones:
        x = sorted(corner[0] for corner in outline)
        y = sorted(corner[1] for corner in outline)
        across = (x[0] + x[-1]) / 2 - width / 2
        up = (y[0] + y[-1]) / 2 - depth / 2
        parts = [("North" if up > 0 else "South") if up else "", ("east" if across > 0 else "west") if across else ""]
        found.append("-".join(part for part in parts if part).capitalize() or "Middle")
    return found if found[0] != found[1] else ["Zone 1", "Zone 2"]


def _choose_first(g: Play, seat: int) -> Procedure[None]:
    state = g.state
    first = yield ChooseOne(
        topic="first",
        seat=seat,
        prompt=f"{state.players[seat].name}: who activates first in Round 1?",
        clause="RV-2.3",
        options=_commanders(state),
        facts=lambda: own_and_others(state.players, seat, noted("first")),
    )
    state.first = first
    g.tell("first", "RV-6.5", who=state.players[first].name)
