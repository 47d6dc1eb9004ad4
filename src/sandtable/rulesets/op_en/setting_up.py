"""Setting up (OE-18.1): the roll-off, roles, reserves, and deployment one by one. Each function is a step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import cos, hypot, pi, sin
from typing import Any

from msgspec import Struct

from sandtable.engine.asking import named, plain
from sandtable.engine.errors import SetupError
from sandtable.engine.lists import lookup
from sandtable.engine.questions import ChooseOne, ChooseSome, Option, Place, Point, Refusal
from sandtable.engine.rulebook import Options, typed
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.op_en import parameters
from sandtable.rulesets.op_en.asking import Play, choose_word
from sandtable.rulesets.op_en.content import DEFAULT, CharacterList, Setting, setting
from sandtable.rulesets.op_en.creating import create
from sandtable.rulesets.op_en.effects import Brings, StartInReserve
from sandtable.rulesets.op_en.ground import field_of
from sandtable.rulesets.op_en.notes import noted
from sandtable.rulesets.op_en.roster import OPTIONS, check_force, core_stat, quick_force
from sandtable.rulesets.op_en.scenarios import Deployment, Overrides, Scenario
from sandtable.rulesets.op_en.simultaneous import roll_off
from sandtable.rulesets.op_en.space import TOUCH, gap
from sandtable.rulesets.op_en.standing import standing_refused
from sandtable.rulesets.op_en.start import EDGES, open_turn
from sandtable.rulesets.op_en.state import IN_PLAY, RESERVE, UNSET, Character, Player, State
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
    characters, core = tuple(force.characters), force.core
    treasury = force.treasury or found.treasury
    if force.force:
        quick = quick_force(found, force.force)
        characters, core, treasury = quick.characters, quick.core, quick.treasury or treasury
    stat = core_stat(core)
    if grown:
        cards = tuple(create(found, stat, one, options) for one in characters)
    else:
        priced_by = OPTIONS if force.force else options  # a quick force is legal as it is printed (OE-19.1)
        cards = check_force(found, stat, characters, treasury, priced_by)
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


# ---- deployment -----------------------------------------------------------------------------------


def unset(state: State, seat: int) -> list[Character]:
    return [one for one in state.characters if one.side == seat and one.status == UNSET]


def master_of(state: State, who: Character) -> Character | None:
    """Who brings a character of Rank 0: it stands on the list behind whoever brought it."""
    if who.sheet.rank or not who.of_force:
        return None
    return next((one for one in reversed(state.characters[: who.number]) if one.sheet.rank), None)


def deploy(g: Play) -> Procedure[None]:
    """One character of the player whose turn it is, masters before those they bring; in an ambush all of one side
    first."""
    state = g.state
    waiting = [
        one for one in unset(state, state.seat) if (master := master_of(state, one)) is None or master.status != UNSET
    ]
    if not waiting:
        _deployed(g)
        return
    can_wait = [one for one in waiting if one.held(StartInReserve)]
    options = [named(one.name, one.number) for one in waiting]
    options += [
        Option(f"{one.name} in reserve", f"{one.name} in reserve", (), "OE-7.4", -1 - one.number) for one in can_wait
    ]
    chosen = waiting[0].number
    if len(options) > 1:
        chosen = yield ChooseOne(
            topic="set up", seat=state.seat, prompt="Who is set up next?", clause="OE-18.1", options=tuple(options),
            facts=lambda: {f"{one.name} in reserve": noted("set up")["in reserve"] for one in can_wait},
        )  # fmt: skip
    if chosen < 0:
        who = state.characters[-1 - chosen]
        who.status = RESERVE
        g.tell("in reserve", "OE-7.4", who=who.name)
    else:
        yield from _set_up(g, state.characters[chosen])
    _next_to_deploy(g)


def _set_up(g: Play, who: Character) -> Procedure[None]:
    spots = list(zone_spots(g, who))
    if not spots:
        who.status = RESERVE
        return
    places = yield Place(
        topic="set up place", seat=who.side, who=who.name, prompt=f"{who.name} is set up: where?", clause="OE-18.1",
        models=(who.name,),
        check=lambda places: zone_refused(g, who, places[who.name]),
        candidates=lambda: [{who.name: spot} for spot in spots],
    )  # fmt: skip
    at = places[who.name]
    who.status, who.x, who.y, who.z = IN_PLAY, at.x, at.y, _floor(g, at)
    g.tell("set up", "OE-18.1", who=who.name, at=[at.x, at.y])


def _floor(g: Play, at: Point) -> float:
    floors = field_of(g.state, g.options).floors(snap(at.x), snap(at.y))
    return next((z for z in floors if at.z and abs(z - at.z) < 1e-3), floors[0])


def zone_refused(g: Play, who: Character, spot: Point) -> Refusal | None:
    """Outside its zone, or nowhere to stand."""
    state = g.state
    at = Point(snap(spot.x), snap(spot.y), _floor(g, spot))
    assert state.scenario is not None
    plan = state.scenario.deployment
    refused = _off_the_strip(g, who, at, plan) if plan.style == "edges" else _not_ambushed(g, who, at, plan)
    return refused or _not_beside(state, who, at) or standing_refused(state, g.options, who, at)


def _not_beside(state: State, who: Character, at: Point) -> Refusal | None:
    """Whoever is brought is set up in contact with its master, unless that one is in reserve."""
    master = master_of(state, who)
    if master is None or not master.in_play:
        return None
    if hypot(at.x - master.x, at.y - master.y) > who.radius + master.radius + TOUCH:
        return Refusal(f"{who.name} is set up in contact with {master.name}", "OE-18.1")
    return None


def _off_the_strip(g: Play, who: Character, at: Point, plan: Deployment) -> Refusal | None:
    table = field_of(g.state, g.options).table
    far = {
        "bottom": at.y, "top": table.height - at.y, "left": at.x, "right": table.width - at.x,
    }[g.state.players[who.side].edge]  # fmt: skip
    if far + who.radius > plan.depth + TOUCH:
        edge = g.state.players[who.side].edge
        return Refusal(f"{who.name} is set up within {plan.depth:g}″ of the {edge} edge", "OE-18.1")
    return None


def _not_ambushed(g: Play, who: Character, at: Point, plan: Deployment) -> Refusal | None:
    table = field_of(g.state, g.options).table
    if g.state.players[who.side].role == "defender":
        if hypot(at.x - table.width / 2, at.y - table.height / 2) - who.radius > plan.around_centre + TOUCH:
            return Refusal(f"{who.name} is set up within {plan.around_centre:g}″ of the centre", "OE-18.1")
        return None
    there = Character(who.number, who.name, who.side, who.sheet, who.radius, x=at.x, y=at.y, z=at.z)
    near = next((one for one in g.state.enemies(who) if gap(there, one) < plan.away - TOUCH), None)
    return Refusal(f"{who.name} is set up at least {plan.away:g}″ from {near.name}", "OE-18.1") if near else None


def zone_spots(g: Play, who: Character) -> Iterator[Point]:
    """A few places where it may be set up, another few for each character; beside its master for who is brought."""
    found = 0
    for spot in _wishes(g, who):
        if zone_refused(g, who, spot) is None:
            yield spot
            found += 1
            if found == 6:
                return


def _wishes(g: Play, who: Character) -> Iterator[Point]:
    table = field_of(g.state, g.options).table
    assert g.state.scenario is not None
    plan = g.state.scenario.deployment
    master = master_of(g.state, who)
    if master is not None and master.in_play:
        yield from _beside(who, master)
        return
    for k in range(160):
        first, second = (k * 0.618 + who.number * 0.37) % 1.0, (k * 0.414 + who.number * 0.21) % 1.0
        if plan.style == "edges":
            deep = who.radius + second * max(0.0, plan.depth - 2 * who.radius)
            along = who.radius + first * (table.width - 2 * who.radius)
            edge = g.state.players[who.side].edge
            x, y = {
                "bottom": (along, deep), "top": (along, table.height - deep), "left": (deep, along),
                "right": (table.width - deep, along),
            }[edge]  # fmt: skip
        elif g.state.players[who.side].role == "defender":
            far = plan.around_centre * second**0.5
            x, y = table.width / 2 + cos(2 * pi * first) * far, table.height / 2 + sin(2 * pi * first) * far
        else:
            x, y = first * table.width, second * table.height
        yield Point(snap(x), snap(y))


def _beside(who: Character, master: Character) -> Iterator[Point]:
    far = who.radius + master.radius
    for k in range(24):
        angle = pi * k / 12
        yield Point(snap(master.x + cos(angle) * far), snap(master.y + sin(angle) * far))


def _next_to_deploy(g: Play) -> None:
    state = g.state
    assert state.scenario is not None
    if state.scenario.deployment.style == "edges":
        for k in range(1, len(state.players) + 1):
            seat = (state.seat + k) % len(state.players)
            if unset(state, seat):
                state.seat = seat
                return
    if not unset(state, state.seat):
        _deployed(g)


def _deployed(g: Play) -> None:
    """Everybody of this side is set up: the other side of an ambush, or the first turn."""
    state = g.state
    assert state.scenario is not None
    if state.scenario.deployment.style == "ambush" and not state.exit:
        state.phase = "exit"
        return
    if any(unset(state, seat) for seat in range(len(state.players))):
        state.seat = next(seat for seat in range(len(state.players)) if unset(state, seat))
        return
    open_turn(g)
