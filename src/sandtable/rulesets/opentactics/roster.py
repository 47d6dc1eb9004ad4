"""Forces and the start of a game (chapters 2 and 4): players, units, limits, the map and what is still to be set up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from sandtable.engine.errors import Mistakes, SetupError
from sandtable.engine.forces import PricedForce, PricedModel, replaced
from sandtable.engine.lists import lookup
from sandtable.engine.names import unique_names as names_in_order
from sandtable.engine.rulebook import Options, typed, written_for
from sandtable.rulesets.opentactics import measured, scenarios
from sandtable.rulesets.opentactics.building import BUILD, agreed_map, agreed_pieces, empty_ground
from sandtable.rulesets.opentactics.content import OPPOSITE, Card, PrebuiltMap, Scenario, content
from sandtable.rulesets.opentactics.field import build_map
from sandtable.rulesets.opentactics.morale import starting_morale
from sandtable.rulesets.opentactics.state import Objective, Player, State, Unit
from sandtable.table.grid import Cell, parse

LEAST, MOST = 2, 6
MOST_UNITS = 60
MOST_TOGETHER = 120
SIDES = ("Hawk", "Fox", "Wolf", "Stag", "Crow", "Bear")
"""Players without a name. No colours: on a screen everybody sees the own side in the first."""


class PlayerSetup(Struct, forbid_unknown_fields=True):
    """One player: the name of a ready force, or a list of cards."""

    name: str = ""
    force: str = ""
    units: list[str] = []


class GameSetup(Struct, forbid_unknown_fields=True):
    scenario: str
    player: list[PlayerSetup]
    map: str = ""
    points: int | None = None
    tiles: list[int] = []
    columns: int = 0
    components: list[str] = []


class ForceFile(Struct, forbid_unknown_fields=True):
    """A force file."""

    ruleset: str
    name: str
    units: list[str]
    limit: int | None = None


RESERVED = frozenset({"pass", "end-turn", "no-charge", "no-hex"})
"""Answers that stand beside the names of units."""


def unique_names(names: Iterable[str]) -> list[str]:
    """Units of equal names, which a force may have (OT-2.5), are numbered over the whole game."""
    return names_in_order(names, "units", RESERVED)


# ---- forces ---------------------------------------------------------------------------------------


def cards_of(who: str, names: Sequence[str]) -> list[Card]:
    """The cards of a force: at least one (OT-2.6), and as often the same as one likes (OT-2.5)."""
    if not names:
        raise SetupError(f"{who} has no units", "OT-2.6")
    if len(names) > MOST_UNITS:
        raise SetupError(f"{who} has {len(names)} units; {MOST_UNITS} are the most this referee takes", "OT-2.5")
    mistakes = Mistakes()
    cards: list[Card] = []
    for name in names:
        with mistakes:
            cards.append(lookup("card", name, content().cards))
    for card, copies in Counter(card.name for card in cards if card.unique).items():
        with mistakes:
            if copies > 1:
                raise SetupError(f"{who}: {card} is Unique, and there are {copies}", "OT-2.5")
    mistakes.tell()
    return cards


def check_limit(who: str, cards: Sequence[Card], limit: int) -> None:
    """The limit that all have agreed on, or their role's; what is not spent is lost (OT-2.1, OT-2.3, OT-2.4)."""
    total = sum(card.points for card in cards)
    if total > limit:
        raise SetupError(f"{who} spends {total} of {limit} points", "OT-2.3")


def price_force(data: Mapping[str, Any]) -> PricedForce:
    """Checks a force file and adds up its points (OT-2.3); what is left of the limit is lost (OT-2.4)."""
    force = typed("force", data, ForceFile)
    written_for("opentactics", force.ruleset)
    cards = cards_of(force.name, force.units)
    if force.limit is not None:
        check_limit(force.name, cards, force.limit)
    names = unique_names(card.name for card in cards)
    lines = tuple(PricedModel(name, card.name, card.points) for name, card in zip(names, cards, strict=True))
    return PricedForce(force.name, lines, sum(line.points for line in lines))


def ready_forces() -> list[dict[str, Any]]:
    """The ready-made forces as force files."""
    return [
        {"ruleset": "opentactics", "name": force.name, "units": force.cards(), "limit": force.limit}
        for force in content().forces.values()
    ]


def with_force(setup: Mapping[str, Any], seat: int, force: Mapping[str, Any]) -> dict[str, Any]:
    """The set-up with this force file for a player, who keeps his name."""
    price_force(force)
    return replaced(setup, "player", seat, ("name",), {"units": force["units"]})


# ---- the first state ------------------------------------------------------------------------------


def begin(data: Mapping[str, Any], options: Options) -> State:
    """The first state of a full set-up: everybody is in reserve (OT-4.15)."""
    setup = typed("set-up", data, GameSetup)
    scenario = lookup("scenario", setup.scenario, content().scenarios)
    chosen = agreed_map(setup, scenario)
    _check_numbers(setup, scenario, chosen)
    forces = _forces(setup, scenario)
    seats = _seat_names(setup)
    field = build_map(chosen, content()) if chosen else empty_ground(setup)
    state = State(
        scenario=scenario.id,
        map=chosen.name if chosen else BUILD,
        seats=seats,
        players=[Player(name) for name in seats],
        units=_units(forces),
        bare=field,
        field=field,
        options=dict(options),
        measured=options["measure"] == "measured",
        limit=scenarios.last_round(scenario, options),
        order=tuple(range(len(seats))),
    )
    state.quiet = scenarios.opens_quietly(scenario, field, options)
    for seat, player in enumerate(state.players):
        player.morale = starting_morale(state, seat)
    if chosen:
        prepare_map(state, scenario, chosen)
    else:
        state.building = agreed_pieces(setup)
        state.goals = len({goal.name for goal in scenario.objectives})
        state.phase = "placing order"
    return state


def _check_numbers(setup: GameSetup, scenario: Scenario, chosen: PrebuiltMap | None) -> None:
    """How many players the game (OT-1.1), the scenario and the map are for."""
    count = len(setup.player)
    if not LEAST <= count <= MOST:
        raise SetupError(f"the game is for {LEAST} to {MOST} players, not {count}", "OT-1.1")
    free = chosen is None and not scenario.objectives and "breakthrough" not in scenario.special
    if count not in scenario.players and not free:
        wanted = " or ".join(map(str, scenario.players))
        raise SetupError(f"{scenario.name} is for {wanted} players, not {count}", "OT-1.1")
    if chosen is not None and count not in chosen.players:
        wanted = " or ".join(map(str, chosen.players))
        raise SetupError(f"{chosen.name} is a map for {wanted} players, not {count}", "OT-4.12")


def _forces(setup: GameSetup, scenario: Scenario) -> list[list[Card]]:
    forces = []
    for seat, player in enumerate(setup.player):
        who = player.name or f"player {seat + 1}"
        if player.force and player.units:
            raise SetupError(f"{who}: name a ready force or list units, not both", "OT-2.3")
        names: Sequence[str] = player.units
        if player.force:
            names = lookup("force", player.force, content().forces, "OT-2.3").cards()
        cards = cards_of(who, names)
        check_limit(who, cards, scenario.points_of(seat) if setup.points is None else setup.points)
        forces.append(cards)
    return forces


def _seat_names(setup: GameSetup) -> tuple[str, ...]:
    names = [player.name or SIDES[seat] for seat, player in enumerate(setup.player)]
    if unique_names(names) != names:
        raise SetupError("two players have the same name")
    return tuple(names)


def _units(forces: list[list[Card]]) -> list[Unit]:
    pairs = [(seat, card) for seat, cards in enumerate(forces) for card in cards]
    if len(pairs) > MOST_TOGETHER:
        raise SetupError(f"{len(pairs)} units; {MOST_TOGETHER} in all are the most this referee takes", "OT-2.5")
    names = unique_names(card.name for _, card in pairs)
    return [Unit(i, name, seat, card) for i, (name, (seat, card)) in enumerate(zip(names, pairs, strict=True))]


# ---- maps -----------------------------------------------------------------------------------------


def prepare_map(state: State, scenario: Scenario, chosen: PrebuiltMap) -> None:
    """Objectives and edges as the map and the scenario name them; what they leave open is asked."""
    goals = scenario.goals_on(chosen.name)
    state.objectives = tuple(
        Objective(goal.name, on_table(state, parse(goal.at)), goal.walkable, goal.kind) for goal in goals
    )
    state.phase = "play order"
    if scenario.zones:
        give_zones(state, scenario)
    elif not chosen.symmetric or state.options["deployment_edge"] == "tile_edge":
        state.phase = "edges"
    else:
        for player, edge in zip(state.players, chosen.edges, strict=True):
            player.edge = edge


def on_table(state: State, cell: Cell) -> Cell:
    """An increment as a place: in measured play its middle."""
    return measured.middle(cell) if state.measured else cell


def give_zones(state: State, scenario: Scenario) -> None:
    """Roles by seat, in the order in which the scenario writes them (OT-11.2)."""
    for player, zone in zip(state.players, scenario.zones, strict=True):
        if zone.edge:
            player.edge = zone.edge
            continue
        (left, low), (right, high) = parse(zone.from_cell), parse(zone.to_cell)
        player.zone = tuple((column, row) for row in range(low, high + 1) for column in range(left, right + 1))
        player.inland = True
        player.edge = OPPOSITE[next(other.edge for other in scenario.zones if other.edge)]
