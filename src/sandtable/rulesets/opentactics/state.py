"""The state of a game: plain data, cheap to copy. Cards, fields and objectives are values and never change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from sandtable.engine.rulebook import OptionValue
from sandtable.engine.ruleset import Outcome
from sandtable.engine.ruleset import Play as AnyPlay
from sandtable.rulesets.opentactics.content import Card
from sandtable.rulesets.opentactics.field import THICKET, Field
from sandtable.table.grid import Cell

Status = Literal["in reserve", "on the map", "defeated", "captured", "gone"]
RESERVE: Status = "in reserve"
ON_MAP: Status = "on the map"

LATTICE = 1024
"""In measured play places are whole numbers of 1/1024 increment."""


class Unit(Struct):
    """One unit: its card, and how it stands. It is a single model without wounds or facing (OT-1.5, OT-1.15). `at` is
    its increment, one whatever its base (OT-1.7); in measured play the middle of its base (OT-27.1)."""

    number: int
    name: str
    seat: int
    card: Card
    at: Cell | None = None
    status: Status = RESERVE
    captured_by: int = -1
    moved: bool = False
    """Has moved or been deployed this turn."""
    activated: bool = False
    drove_on: bool = False
    raised: bool = False
    """Has used its RAISE of this game."""
    vented: tuple[int, ...] = ()
    """Numbers of the units whose VENT still works on it."""
    took: tuple[int, ...] = ()
    """Seats whose units it captured this round (DREAD)."""

    @property
    def on_map(self) -> bool:
        return self.at is not None

    def leave(self, status: Status) -> None:
        self.at, self.status = None, status

    def stand(self, at: Cell) -> None:
        self.at, self.status = at, ON_MAP


class Player(Struct):
    name: str
    edge: str = ""
    zone: tuple[Cell, ...] = ()
    """Where its units enter, if not anywhere on its edge."""
    inland: bool = False
    """The zone does not belong to an edge: its increments are entered from anywhere."""
    morale: int = 0
    losses: int = 0
    round_captures: int = 0
    in_game: bool = True


class Objective(Struct, frozen=True):
    name: str
    at: Cell
    walkable: bool
    kind: str = "spot"


class Doing(Struct, frozen=True):
    """A movement that has been declared and whose path comes next, or that is over and may end in a charge."""

    unit: int
    how: Literal["Move", "Deploy", "Ambush", "Rally", "Drive on"]
    points: int


class Laid(Struct, frozen=True, cache_hash=True):
    """A tile that has been placed: its number, its place among the tiles, quarter turns clockwise."""

    tile: int
    column: int
    row: int
    quarters: int


class Lying(Struct, frozen=True, cache_hash=True):
    component: str
    at: Cell
    up: bool


class Building(Struct, frozen=True, cache_hash=True):
    """A map that is being built in turn (OT-4.4)."""

    columns: int
    rows: int
    tiles: tuple[int, ...]
    components: tuple[str, ...]
    laid: tuple[Laid, ...] = ()
    lying: tuple[Lying, ...] = ()


Phase = Literal[
    "placing order", "placing", "objectives", "edges", "play order", "emplacing",
    "turn", "activate", "path", "charge", "drive on", "end of round", "over",
]  # fmt: skip


class State(Struct):
    scenario: str
    map: str
    seats: tuple[str, ...]
    players: list[Player]
    units: list[Unit]
    bare: Field
    """The ground without thickets."""
    field: Field
    options: dict[str, OptionValue]
    measured: bool = False
    objectives: tuple[Objective, ...] = ()
    thickets: tuple[tuple[int, Cell], ...] = ()
    """Who grew them and where, the oldest first."""
    phase: Phase = "turn"
    round: int = 1
    limit: int = 0
    """The last round; 0 is none."""
    quiet: bool = False
    """No assaults or charges in round 1."""
    order: tuple[int, ...] = ()
    """Seats in play order, those out of the game included."""
    turn: int = 0
    """The seat whose turn it is."""
    counters: int = 0
    able: tuple[int, ...] = ()
    """The units that can be activated now, worked out when the last activation was over."""
    doing: Doing | None = None
    building: Building | None = None
    queue: tuple[int, ...] = ()
    """In set-up: seats still to place or choose, the next one first."""
    goals: int = 0
    """In set-up: objectives still to be placed."""
    streak: tuple[int, int] = (-1, 0)
    """Who has held every objective at the end of how many rounds in a row."""
    idle: int = 0
    """Turns in a row in which nobody could do anything."""
    result: Outcome | None = None

    def clone(self) -> State:
        state = self.__copy__()  # type: ignore[attr-defined]
        state.players = [player.__copy__() for player in self.players]  # type: ignore[attr-defined]
        state.units = [unit.__copy__() for unit in self.units]  # type: ignore[attr-defined]
        return state  # type: ignore[no-any-return]

    # ---- who is where -----------------------------------------------------------------------------

    def on_map(self) -> Iterator[Unit]:
        return (unit for unit in self.units if unit.at is not None)

    def allies(self, unit: Unit) -> Iterator[Unit]:
        """The other units of its player on the map (OT-1.9); those in reserve do nothing (OT-11.9)."""
        seat = unit.seat
        return (one for one in self.units if one.at is not None and one.seat == seat and one is not unit)

    def enemies(self, unit: Unit) -> Iterator[Unit]:
        """The units of all other players on the map (OT-1.9, OT-11.9)."""
        seat = unit.seat
        return (one for one in self.units if one.at is not None and one.seat != seat)

    def force(self, seat: int) -> Iterator[Unit]:
        return (unit for unit in self.units if unit.seat == seat)

    def captures(self, seat: int) -> Iterator[Unit]:
        return (unit for unit in self.units if unit.captured_by == seat)

    def occupied(self) -> set[Cell]:
        return {unit.at for unit in self.units if unit.at is not None}

    def filled(self) -> set[Cell]:
        """Increments filled by an object or a bystander (OT-26.7)."""
        return {one.at for one in self.objectives if not one.walkable} if self.objectives else set()

    def cool(self, seat: int) -> None:
        """What units of this player have vented is over: its next turn begins, or is passed over because the player is
        out."""
        for unit in self.units:
            if unit.vented:
                unit.vented = tuple(owner for owner in unit.vented if self.units[owner].seat != seat)

    def playing(self) -> list[int]:
        """Seats still in the game, in play order."""
        return [seat for seat in self.order if self.players[seat].in_game]

    def grow(self, thickets: tuple[tuple[int, Cell], ...]) -> None:
        """The ground with these thickets on it."""
        from msgspec.structs import replace

        self.thickets = thickets
        grown = {cell: replace(self.bare.at(cell), **THICKET) for _, cell in thickets}
        self.field = self.bare.changed(grown) if grown else self.bare
        if grown:
            self.field.workings["bare"] = self.bare, tuple(grown)


Play = AnyPlay[State]
