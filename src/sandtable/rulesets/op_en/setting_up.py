"""Setting up (OE-18.1): the roll-off, roles, reserves, and deployment one by one. Each function is a step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from sandtable.engine.asking import named, plain
from sandtable.engine.errors import SetupError
from sandtable.engine.lists import lookup
from sandtable.engine.questions import ChooseOne, ChooseSome
from sandtable.engine.rulebook import Options, typed
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.op_en import parameters
from sandtable.rulesets.op_en.asking import Play, choose_word
from sandtable.rulesets.op_en.content import DEFAULT, CharacterList, Setting, setting
from sandtable.rulesets.op_en.creating import create
from sandtable.rulesets.op_en.effects import Brings
from sandtable.rulesets.op_en.ground import field_of
from sandtable.rulesets.op_en.notes import noted
from sandtable.rulesets.op_en.roster import check_force, core_stat, quick_cards, quick_force
from sandtable.rulesets.op_en.scenarios import Scenario
from sandtable.rulesets.op_en.simultaneous import roll_off
from sandtable.rulesets.op_en.start import EDGES
from sandtable.rulesets.op_en.state import RESERVE, Overrides, Player, State
from sandtable.rulesets.op_en.summoning import companion, enlist, markers, scenario_characters, sheet_of_card
from sandtable.table import snap

OWN_EDGES = ("bottom", "top", "left", "right")
OPPOSITE = {"bottom": "top", "top": "bottom", "left": "right", "right": "left"}


class PlayerSetup(Struct, forbid_unknown_fields=True):
    """A player of a set-up: a Quick Opposing Force by name, or an OF of one's own."""

    name: str = ""
    force: str = ""
    core: str = ""
    characters: list[CharacterList] = []
    treasury: int = 0
    tokens: int = 0


class Setup(Struct, forbid_unknown_fields=True):
    scenario: str
    player: list[PlayerSetup]
    setting: str = DEFAULT
    map: str = ""
    campaign: bool = False
    """Characters of a campaign have grown and may be lent; they are not checked as new ones."""
    edges: tuple[str, ...] = ()
    """Who chooses an edge to set up at, in this order; the others take what is left. Nobody: as they are seated."""


def begin(data: Mapping[str, Any], options: Options) -> State:
    setup = typed("setup", data, Setup)
    found = setting(setup.setting)
    scenario = lookup("scenario", setup.scenario, found.scenarios, "OE-18.1")
    least, most = scenario.sides
    if not least <= len(setup.player) <= most:
        raise SetupError(f"{scenario.name} is for {least} to {most} OFs, not {len(setup.player)}", "OE-18.1")
    names = [one.name or one.force or f"Player {seat + 1}" for seat, one in enumerate(setup.player)]
    if len({name.casefold() for name in names}) != len(names):
        names = [f"{name} {seat + 1}" for seat, name in enumerate(names)]
    parameters.check(found.override, "Setting")
    parameters.check(scenario.override, "Scenario")
    board = lookup("map", setup.map, found.maps, "OE-1.8") if setup.map else found.maps[scenario.map]
    state = State(
        [Player(name, edge=OWN_EDGES[seat]) for seat, name in enumerate(names)],
        [],
        setting=found.id,
        scenario=scenario,
        overrides=Overrides(found.override, scenario.override),
        battlefield=board.table.name,
        size=(board.table.width, board.table.height),
        turns=scenario.turns,
    )
    for side, one in enumerate(setup.player):
        _enlist(state, found, options, side, one, setup.campaign)
    _furnish(state, scenario, options)
    if setup.edges:
        state.waiting = _choosers(names, scenario, setup.edges)
        state.phase = "edge"
        for player in state.players:
            player.edge = ""
    return state


def _choosers(names: list[str], scenario: Scenario, edges: tuple[str, ...]) -> tuple[int, ...]:
    """The seats of those who choose an edge."""
    if scenario.deployment.style != "edges":
        raise SetupError(f"nobody has an edge of its own in {scenario.name}", "OE-18.1")
    strange = next((name for number, name in enumerate(edges) if name not in names or name in edges[:number]), None)
    if strange is not None:
        raise SetupError(f"{strange!r} cannot choose an edge: name each of {', '.join(names)} once at most", "OE-18.1")
    return tuple(names.index(name) for name in edges)


def _enlist(state: State, found: Setting, options: Options, side: int, force: PlayerSetup, grown: bool) -> None:
    """The members of an OF under names of their own, and whom they bring."""
    treasury = force.treasury or found.treasury
    if grown:
        quick = quick_force(found, force.force) if force.force else None
        characters, core = (quick.characters, quick.core) if quick else (force.characters, force.core)
        stat = core_stat(core)
        cards = tuple(create(found, stat, one, options) for one in characters)
    elif force.force:
        cards = quick_cards(found, force.force, treasury)
    else:
        cards = check_force(found, core_stat(force.core), tuple(force.characters), treasury, options)
    state.players[side].tokens = force.tokens
    for card in cards:
        name = _free_name(state, card.name)
        who = enlist(len(state.characters), name, side, sheet_of_card(card))
        state.characters.append(who)
        for _, brings in who.held(Brings):
            state.characters.append(companion(state, found.companions[brings.companion], side))


def _free_name(state: State, name: str) -> str:
    """A name that nobody has yet, with the player's before it where two have the same."""
    taken = {one.name.casefold() for one in state.characters} | {one.name.casefold() for one in state.players}
    free, count = name, 2
    while free.casefold() in taken:
        free, count = f"{name} {count}", count + 1
    return free


def _furnish(state: State, scenario: Scenario, options: Options) -> None:
    where = field_of(state, options)

    def floor(place: tuple[float, ...]) -> float:
        return snap(place[2]) if len(place) > 2 else where.floors(snap(place[0]), snap(place[1]))[0]

    state.characters += scenario_characters(scenario, len(state.characters), floor)
    state.marks = markers(scenario.objectives, floor)


# ---- who goes first, and roles --------------------------------------------------------------------


def choose_edge(g: Play) -> Procedure[None]:
    """Whoever has earned it chooses where to set up; two OFs always stand opposite each other."""
    state = g.state
    seat, later = state.waiting[0], state.waiting[1:]
    prompt = f"{state.players[seat].name}: which edge is yours?"
    free = [edge.capitalize() for edge in _free_edges(state)]
    chosen = yield from choose_word("edge", seat, "", free, prompt, "OE-18.1")
    state.players[seat].edge = chosen
    g.tell("edge", "OE-18.1", player=state.players[seat].name, edge=chosen)
    if len(state.players) == 2:
        state.players[1 - seat].edge, later = OPPOSITE[chosen], ()
    state.waiting = later
    if not later:
        for player in state.players:
            player.edge = player.edge or _free_edges(state)[0]
        state.phase = "roll-off"


def _free_edges(state: State) -> list[str]:
    return [edge for edge in OWN_EDGES if all(player.edge != edge for player in state.players)]


def rolling_off(g: Play) -> Procedure[None]:
    """The winner deploys first, or chooses to attack or defend."""
    state = g.state
    winner = yield from roll_off(g, "OE-18.1")
    state.seat = winner
    g.tell("roll-off", "OE-18.1", winner=state.players[winner].name)
    assert state.scenario is not None
    state.phase = "role" if state.scenario.deployment.style == "ambush" else "deploy"


def choose_role(g: Play) -> Procedure[None]:
    """Attack or defend; the defender sets up first."""
    state = g.state
    winner = state.seat
    prompt = f"{state.players[winner].name}: attack or defend?"
    chosen = yield from choose_word("role", winner, "", ("Attack", "Defend"), prompt, "OE-18.1", lambda: noted("role"))
    for seat, player in enumerate(state.players):
        player.role = "attacker" if (seat == winner) == (chosen == "attack") else "defender"
    state.seat = next(seat for seat, player in enumerate(state.players) if player.role == "defender")
    g.tell("roles", "OE-18.1", roles={player.name: player.role for player in state.players})
    state.phase = "deploy"


def name_exit(g: Play) -> Procedure[None]:
    """The defender openly names the edge by which it leaves."""
    state = g.state
    options = tuple(plain(edge.capitalize(), "OE-10.6") for edge in EDGES)
    state.exit = yield ChooseOne(
        topic="exit", seat=state.seat, prompt="Which edge is the exit?", clause="OE-10.6", options=options,
        facts=lambda: dict.fromkeys(EDGES, noted("exit")["edge"]),
    )  # fmt: skip
    g.tell("exit", "OE-10.6", edge=state.exit)
    state.seat = next(seat for seat, player in enumerate(state.players) if player.role == "attacker")
    state.phase = "reserve choice"


def choose_reserves(g: Play) -> Procedure[None]:
    """Half the attackers, rounded up, come later (OE-7.4, OE-1.13)."""
    state = g.state
    mine = [one for one in state.of_side(state.seat) if one.sheet.rank > 0]
    half = -(-len(mine) // 2)
    chosen = yield ChooseSome(
        topic="reserves", seat=state.seat, prompt=f"Which {half} start in reserve?", clause="OE-7.4",
        options=tuple(named(one.name, one.number) for one in mine), least=half, most=half,
    )  # fmt: skip
    for number in chosen:
        state.characters[number].status, state.characters[number].reserve_rule = RESERVE, "scenario"
    state.phase = "deploy"
