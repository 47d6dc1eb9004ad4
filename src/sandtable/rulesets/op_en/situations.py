"""Starting in the middle: the situations of case files (docs/rulesets/op-en-cases.md)."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from sandtable.engine.errors import SetupError, shown
from sandtable.engine.lists import lookup
from sandtable.engine.names import check_name
from sandtable.engine.questions import Point
from sandtable.engine.rulebook import Options, at_least, typed
from sandtable.rulesets.op_en import parameters
from sandtable.rulesets.op_en.content import DEFAULT, Entry, Item, Protection, Setting, Skill, Weapon, setting
from sandtable.rulesets.op_en.effects import Flag, StandingEffect, StartInReserve
from sandtable.rulesets.op_en.ground import Field, field_of
from sandtable.rulesets.op_en.pieces import Piece
from sandtable.rulesets.op_en.roster import RESERVED
from sandtable.rulesets.op_en.scenarios import (
    Guideline,
    Objective,
    Override,
    Points,
    Reserves,
    Scenario,
    ScenarioEvent,
    Stats,
)
from sandtable.rulesets.op_en.standing import standing_refused
from sandtable.rulesets.op_en.start import begin_turn
from sandtable.rulesets.op_en.state import (
    IN_PLAY,
    LEFT,
    NOBODY,
    OUT,
    RESERVE,
    Activation,
    Character,
    Held,
    Overrides,
    Patch,
    Player,
    Sheet,
    State,
)
from sandtable.rulesets.op_en.summoning import enlist, flags_of, held_by, markers, scenario_characters
from sandtable.table import snap

LEVELS = (4, 6, 8, 10, 12)


class Layered(Struct, forbid_unknown_fields=True):
    """An override of a case, and the layer it stands in."""

    param: str
    value: bool | int | float | str
    layer: Literal["setting", "scenario"] = "scenario"
    from_turn: int = 0


class Standee(Struct, forbid_unknown_fields=True):
    """A character as a case describes it."""

    name: str
    player: str = ""
    """Nobody: a scenario character, of its `group` if it has one."""
    group: str = ""
    neutral: bool = False
    guidelines: list[Guideline] = []
    objective: str = ""
    rank: int = 2
    leader: bool | None = None
    form: str = ""
    trait: str = ""
    fight: int | None = None
    toughness: int | None = None
    shoot: int | None = None
    agility: int | None = None
    intellect: int | None = None
    grit: int | None = None
    move: int | None = None
    body: int | None = None
    base: float | None = None
    height: float | None = None
    width: float | None = None
    skills: list[str | Skill] = []
    abilities: list[str] = []
    equipment: list[str] = []
    weapons: list[Weapon] = []
    protections: list[Protection] = []
    items: list[Item] = []
    flags: list[Flag] = []
    effects: list[StandingEffect] = []
    at: list[float] | None = None
    """x, y, and the height of its floor where it is not the ground."""
    status: Literal["", "in play", "in reserve", "out of action", "left"] = ""
    """Empty: in play with a place, in reserve without one."""
    damage: int = 0
    activated: bool = False
    hidden: bool = False
    boosts: int = 0
    stunned: bool = False
    poisoned: bool = False
    taken: list[str] = []
    controlled_fall: bool = False
    carries: str = ""
    follows: str = ""
    used: list[str] = []


class Seat(Struct, forbid_unknown_fields=True):
    name: str
    tokens: int = 0
    points: int = 0
    edge: Literal["", "left", "right", "bottom", "top"] = ""
    role: Literal["", "attacker", "defender"] = ""


class Active(Struct, forbid_unknown_fields=True):
    """Somebody in the middle of its activation."""

    name: str
    actions: int = 0
    moved: float = 0.0
    """Inches walked in its previous action."""
    forgone: bool = False


class Situation(Struct, forbid_unknown_fields=True):
    player: list[Seat]
    character: list[Standee] = []
    setting: str = ""
    scenario: str = ""
    override: list[Layered] = []
    map: str = ""
    """That of the scenario, else bare ground; `open`: bare ground whatever the scenario."""
    size: tuple[float, float] = (36.0, 36.0)
    terrain: list[Piece] = []
    patch: list[Patch] = []
    objective: list[Objective] = []
    points: list[Points] = []
    events: list[ScenarioEvent] = []
    reserves: list[Reserves] = []
    exit: Literal["", "own", "named"] = ""
    exit_edge: Literal["", "left", "right", "bottom", "top"] = ""
    tie_break: Literal["", "fewer_out", "draw"] = ""
    """Empty: as the scenario says, else a draw."""
    turn: int = 1
    turns: int = 0
    """None: as the scenario says, else six."""
    phase: Literal["start", "initiative", "activation", "end"] = "activation"
    whose: str = ""
    first: str = ""
    active: Active | None = None


def situation(data: Mapping[str, Any], options: Options) -> State:
    case = typed("situation", data, Situation)
    _check(case)
    found = setting(case.setting or DEFAULT)
    scenario = _scenario(found, case)
    if not 1 <= case.turn <= scenario.turns <= 50:
        raise SetupError(f"turn {case.turn} of {scenario.turns} is not possible", "OE-7.33")
    state = State(
        [Player(one.name, at_least(0, "tokens", one.tokens), one.points, one.edge, one.role) for one in case.player],
        [],
        setting=found.id,
        scenario=scenario,
        overrides=_overrides(found, scenario, case),
        battlefield=_map(found, scenario, case),
        terrain=tuple(case.terrain),
        size=case.size,
        patches=tuple(case.patch),
        turn=case.turn,
        turns=scenario.turns,
        events_turn=case.turn if case.phase != "start" else case.turn - 1,
        exit=case.exit_edge,
    )
    where = field_of(state, options)

    def floor(place: tuple[float, ...]) -> float:
        return snap(place[2]) if len(place) > 2 else _floors(where, "a marker", place)[0]

    brought = scenario_characters(scenario, 0, floor) if case.scenario else []
    standees = [_as_brought(one, brought) for one in case.character]
    sides = _scenario_sides(standees, scenario, brought)
    state.characters = [_character(found, number, one, case, sides) for number, one in enumerate(standees)]
    for extra in brought:
        if extra.name not in {one.name for one in state.characters}:
            extra.number = len(state.characters)
            state.characters.append(extra)
    state.marks = markers(scenario.objectives, floor)
    for who, one in zip(state.characters, standees, strict=False):
        _stand(state, options, who, one)
    _begin(state, case)
    return state


def _check(case: Situation) -> None:
    if not 2 <= len(case.player) <= 4:
        raise SetupError(f"a game has two players, four at most, not {len(case.player)}", "OE-20.1")
    names = [one.name for one in case.player] + [one.name for one in case.character]
    for name in (*names, *(one.name for one in case.objective)):
        check_name(name, RESERVED)
    if len({name.casefold() for name in names}) != len(names):
        raise SetupError("two characters or players have the same name")
    if not all(6 <= side <= 120 for side in case.size):
        raise SetupError("a Combat Area is 6 to 120 inches wide and deep", "OE-1.8")


def _scenario(found: Setting, case: Situation) -> Scenario:
    """A scenario of the Setting with what the case replaces, or one made of the case alone."""
    if case.scenario:
        base = lookup("scenario", case.scenario, found.scenarios, "OE-18.1")
        return replace(
            base, turns=case.turns or base.turns, objectives=tuple(case.objective) or base.objectives,
            points=tuple(case.points) or base.points, events=tuple(case.events) or base.events,
            reserves=tuple(case.reserves) or base.reserves, exit=case.exit or base.exit,
            tie_break=case.tie_break or base.tie_break,
        )  # fmt: skip
    return Scenario(
        name="", map="", turns=case.turns or 6, objectives=tuple(case.objective), points=tuple(case.points),
        events=tuple(case.events), reserves=tuple(case.reserves), exit=case.exit, tie_break=case.tie_break or "draw",
    )  # fmt: skip


def _overrides(found: Setting, scenario: Scenario, case: Situation) -> Overrides:
    """Without a Setting by name its lists are at hand, and the Core alone holds."""
    layers: dict[str, tuple[Override, ...]] = {
        "setting": found.override if case.setting or case.scenario else (), "scenario": scenario.override,
    }  # fmt: skip
    for one in case.override:
        layers[one.layer] += (Override(one.param, one.value, one.from_turn),)
    for layer, overrides in layers.items():
        parameters.check(overrides, layer.capitalize())
    return Overrides(layers["setting"], layers["scenario"])


def _map(found: Setting, scenario: Scenario, case: Situation) -> str:
    if not case.map:
        return scenario.map
    return "" if case.map.casefold() == "open" else lookup("map", case.map, found.maps, "OE-1.8").table.name


def _seat(case: Situation, name: str) -> int:
    return lookup("player", name, {one.name: seat for seat, one in enumerate(case.player)})


# ---- characters -----------------------------------------------------------------------------------


def _as_brought(one: Standee, brought: Sequence[Character]) -> Standee:
    """Somebody whom the scenario brings is who the scenario says, but for what the case says (OE-18.8)."""
    extra = next((extra for extra in brought if extra.name.casefold() == one.name.casefold()), None)
    if extra is None:
        return one
    if one.player:
        raise SetupError(f"the scenario brings {shown(extra.name)}, who belongs to no player", "OE-18.8")
    card, stats = extra.sheet, {}
    for name in Stats.__struct_fields__:
        said = getattr(one, name)
        stats[name] = getattr(card.stats, name) if said is None else said
    return replace(
        one, **stats, name=extra.name, rank=card.rank, move=card.move if one.move is None else one.move,
        body=card.body if one.body is None else one.body, base=one.base or card.base, height=one.height or card.height,
        width=one.width or card.width, weapons=one.weapons or list(card.weapons), flags=[*card.flags, *one.flags],
        neutral=one.neutral or extra.neutral, guidelines=one.guidelines or list(extra.guidelines),
        objective=one.objective or extra.objective, at=one.at or [extra.x, extra.y, extra.z],
    )  # fmt: skip


def _character(found: Setting, number: int, one: Standee, case: Situation, sides: Mapping[str, int]) -> Character:
    side = _seat(case, one.player) if one.player else sides[one.name]
    who = enlist(number, one.name, side, _sheet(found, one))
    who.neutral, who.guidelines, who.objective = one.neutral, tuple(one.guidelines), one.objective
    return who


def _scenario_sides(standees: Sequence[Standee], scenario: Scenario, brought: Sequence[Character]) -> dict[str, int]:
    """Those of one group are Friendly to each other, others Enemies (OE-6.3)."""
    sides = {extra.name: extra.side for extra in brought}
    groups = dict(zip((extra.group for extra in scenario.characters for _ in extra.at), sides.values(), strict=False))
    lowest = min(sides.values(), default=-1)
    for one in standees:
        if not one.player and one.name not in sides:
            group = one.group or f"#{one.name}"
            if group not in groups:
                lowest -= 1
                groups[group] = lowest
            sides[one.name] = groups[group]
    return sides


def _sheet(found: Setting, one: Standee) -> Sheet:
    form = lookup("Form", one.form, found.forms, "OE-19.17") if one.form else None
    entries: list[Entry] = [form] if form else []
    if one.trait:
        entries.append(lookup("Trait", one.trait, found.traits, "OE-19.20"))
    abilities = [lookup("Ability", name, found.abilities, "OE-2.6") for name in one.abilities]
    gear = [lookup("piece of Equipment", name, found.equipment, "OE-2.8") for name in one.equipment]
    weapons = (*(piece for piece in gear if isinstance(piece, Weapon)), *one.weapons)
    protections = (*(piece for piece in gear if isinstance(piece, Protection)), *one.protections)
    items = (*(piece for piece in gear if isinstance(piece, Item)), *one.items)
    entries += [*abilities, *protections, *(item for item in items if item.deed is None)]
    skills = tuple(
        lookup("Skill", skill, found.skills, "OE-15.1") if isinstance(skill, str) else skill for skill in one.skills
    )
    if not 0 <= one.rank <= 4:
        raise SetupError(f"{one.name}: a Rank is 0 to 4, not {one.rank}", "OE-19.8")
    return Sheet(
        one.rank,
        _stats(one),
        _size(one.name, "Move", one.move, form.move if form else 6),
        _size(one.name, "Body", one.body, form.body if form else 8),
        one.base or (form.base if form else 1.0),
        one.height or (form.height if form else 1.25),
        one.width or (form.width if form else 0.7),
        form.name if form else "",
        one.trait,
        tuple(ability.name for ability in abilities),
        skills,
        weapons,
        protections,
        items,
        (*held_by(entries), *(Held("a rule of the case", effect) for effect in one.effects)),
        flags_of(entries) | frozenset(one.flags),
        leads=one.rank == 4 if one.leader is None else one.leader,
    )


def _stats(one: Standee) -> Stats:
    """As written, Form and Trait counted in already; 6 where nothing is said."""
    values = [one.fight, one.toughness, one.shoot, one.agility, one.intellect, one.grit]
    for value in values:
        if value is not None and value not in LEVELS:
            raise SetupError(f"{one.name}: a Stat is 4, 6, 8, 10 or 12, not {value}", "OE-1.21")
    return Stats(*(6 if value is None else value for value in values))


def _size(who: str, what: str, given: int | None, usual: int) -> int:
    value = usual if given is None else given
    if not 0 <= value <= 30:
        raise SetupError(f"{who}: {what} is 0 to 30, not {value}", "OE-2.2")
    return value


def _why_in_reserve(state: State, who: Character) -> str:
    """Its own Talent, or else the scenario if that has reserves for its side (OE-7.5)."""
    if state.scenario is None or not who.of_force or who.held(StartInReserve):
        return ""
    role = state.players[who.side].role
    return "scenario" if any(rule.role in ("any", role) for rule in state.scenario.reserves) else ""


def _floors(where: Field, who: str, at: Sequence[float]) -> Sequence[float]:
    """Where one may stand at a place, the lowest first."""
    if not 2 <= len(at) <= 3:
        raise SetupError(f"{who}: a place is [x, y] or [x, y, height]", "OE-11.2")
    floors = where.floors(snap(at[0]), snap(at[1]))
    if not floors:
        raise SetupError(f"{who}: there is no floor at ({at[0]:g}, {at[1]:g})", "OE-11.2")
    return floors


def _stand(state: State, options: Options, who: Character, one: Standee) -> None:
    """Puts a character where the case says, if it may be there."""
    who.damage = at_least(0, "damage", one.damage)
    who.activated, who.hidden, who.boosts, who.poisoned = one.activated, one.hidden, one.boosts, one.poisoned
    who.stunned = state.turn + 1 if one.stunned else 0  # this turn or the next
    who.taken = tuple(word.lower() if word.lower() in ("move", "shoot", "fight", "use") else word for word in one.taken)
    who.dropped, who.used = one.controlled_fall, tuple(one.used)
    who.carries = _named(state, one.carries) if one.carries else NOBODY
    if one.follows:
        who.follows = next((other.number for other in state.characters if other.name == one.follows), NOBODY)
    if one.at is None and one.status == "in play":
        raise SetupError(f"{who.name} is in play, but it is not said where", "OE-11.2")
    if one.at is None or one.status == "in reserve":
        who.status = {"out of action": OUT, "left": LEFT}.get(one.status, RESERVE)
        who.reserve_rule = _why_in_reserve(state, who)
        return
    where = field_of(state, options)
    floors = _floors(where, who.name, one.at)
    x, y = snap(one.at[0]), snap(one.at[1])
    wish = one.at[2] if len(one.at) > 2 else floors[0]
    z = min(floors, key=lambda height: abs(height - wish))
    if abs(z - wish) > 0.01:
        raise SetupError(f"{who.name}: there is no floor at {wish:g}″ there", "OE-11.2")
    if one.status in ("out of action", "left") or who.damage >= who.sheet.body:
        who.status = LEFT if one.status == "left" else OUT
        return
    who.x, who.y, who.z = x, y, z
    refused = standing_refused(state, options, who, Point(x, y, z), deep=True)
    if refused is not None:
        raise SetupError(refused.reason, refused.clause)
    who.status = IN_PLAY


def _named(state: State, name: str) -> int:
    for number, mark in enumerate(state.marks):
        if mark.name.casefold() == name.casefold():
            state.marks = (*state.marks[:number], dataclasses.replace(mark, carried=True), *state.marks[number + 1 :])
            return number
    raise SetupError(f"there is no objective {shown(name)}")


# ---- the moment -----------------------------------------------------------------------------------


def _begin(state: State, case: Situation) -> None:
    state.first = _seat(case, case.first) if case.first else NOBODY
    whose = _seat(case, case.whose) if case.whose else max(0, state.first)
    if case.phase == "start":
        begin_turn(state)
        if case.first:
            state.first_before = _seat(case, case.first)
        return
    if case.phase == "initiative":
        state.first_before, state.first = state.first, NOBODY
    state.phase = {"initiative": "initiative", "activation": "turn", "end": "end"}[case.phase]  # type: ignore[assignment]
    if case.phase == "activation":
        state.first = whose if state.first == NOBODY else state.first
        state.seat = whose
    if case.active is not None:
        _activate(state, case.active)


def _activate(state: State, active: Active) -> None:
    who = next((one for one in state.characters if one.name.casefold() == active.name.casefold()), None)
    if who is None or not who.in_play or not who.of_force:
        raise SetupError(f"{shown(active.name)} is nobody who could be active", "OE-7.31")
    who.activated = True
    most = 1 if active.forgone else parameters.whole(state, "actions")
    moved = active.moved > 0 or "move" in who.taken
    state.act = Activation(
        who.number, active.actions, most, active.forgone, taken=who.taken, moved=moved, run_up=active.moved
    )
    state.seat, state.phase = who.side, "act"
