"""The map as the browser draws it: a grid of increments, in measured play a table; and what it asks while a player
plans (docs/scene.md)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import hypot
from typing import Any

from sandtable.engine.errors import SandtableError
from sandtable.engine.events import Event
from sandtable.engine.lists import lookup
from sandtable.engine.looks import Viewpoint
from sandtable.engine.questions import Question
from sandtable.engine.ruleset import Reading
from sandtable.engine.scenes import (
    CellInfo,
    EdgeMark,
    GridGround,
    GridScene,
    ObjectiveMark,
    PieceForm,
    Segment,
    ShownCounters,
    ShownModel,
    ShownPiece,
    ShownRange,
    ShownRound,
    ShownScore,
    ShownStanding,
    ShownStatus,
    SideInfo,
    TableGround,
    TableScene,
    ZoneMark,
    judged,
    stamp,
)
from sandtable.rulesets.opentactics import measured, space, targets
from sandtable.rulesets.opentactics.abilities import SKILLS
from sandtable.rulesets.opentactics.content import content
from sandtable.rulesets.opentactics.cover import blocked_line, covered, in_the_way
from sandtable.rulesets.opentactics.field import Field, Increment
from sandtable.rulesets.opentactics.movement.plan import HAZARD, Plan, Trial
from sandtable.rulesets.opentactics.movement.question import WalkMove
from sandtable.rulesets.opentactics.names import where
from sandtable.rulesets.opentactics.objectives import beside, holder
from sandtable.rulesets.opentactics.state import LATTICE, State, Unit
from sandtable.rulesets.opentactics.turn import full_counters
from sandtable.table.grid import Cell, label
from sandtable.table.stage import key_of, outlines

SETTING_UP = ("placing order", "placing", "objectives", "edges", "play order", "emplacing")
PHASES = ("set-up", "turn", "end of round")
GRAIN = 4
"""An increment is drawn with the patterns of so many inches."""
STATES: dict[str, ShownStanding] = {
    "in reserve": "waiting", "on the map": "ready", "defeated": "gone", "captured": "gone", "gone": "gone",
}  # fmt: skip
MARKS = ("rough", "water", "impassable", "hindering")
WORDS = {
    "rough": "rough ground", "water": "water", "impassable": "no entry", "hindering": "gives cover",
}  # fmt: skip
BY_CARD = {
    "Steam Witch": "witch-flight", "Kettle Guard": "checked-shield", "Ember Slinger": "fire-bowl",
    "Ash Reader": "cowled", "Boiler Golem": "robot-golem", "Cloud Skimmer": "gyroscope", "Great Samovar": "fire-bowl",
    "Drowned Levy": "drowning", "Bog Archer": "bowman", "Reed Knight": "mounted-knight",
    "Candle Bishop": "candle-flame", "Lantern Wraith": "hooded-figure", "Mud Hulk": "rock-golem",
    "Rivet Trooper": "spartan-helmet", "Sapper": "spanner", "Signal Officer": "megaphone",
    "Spring Lancer": "mounted-knight", "Pepperbox Turret": "heavy-bullets", "Half-Track Mortar": "grenade",
    "Land Dreadnought": "robot-golem", "Thorn Stalker": "sword-brandish", "Briar Thrower": "high-shot",
    "Elk Outrider": "mounted-knight", "Root Speaker": "cowled",
}  # fmt: skip
BY_TYPE = {
    "Leader": "megaphone", "Mage": "cowled", "Cavalry": "mounted-knight", "Fortification": "checked-shield",
    "Vehicle": "gyroscope", "Behemoth": "rock-golem", "Construct": "robot-golem", "Monster": "rock-golem",
    "Infantry": "swordman",
}  # fmt: skip
ACTION = {"melee": "blow", "ballistic": "shot", "arcane": "shot", "technical": "shot"}


def scene(reading: Reading[State]) -> TableScene | GridScene:
    """Nothing is hidden in this game (OT-1.14)."""
    state = reading.state
    scenario = content().scenarios.get(state.scenario)
    stage = "set-up" if state.phase in SETTING_UP else "end of round" if state.phase == "end of round" else "turn"
    limit = f" of {state.limit}" if state.limit else ""
    whose = f"{state.seats[state.turn]}'s turn" if stage == "turn" else stage.capitalize()
    shown: dict[str, Any] = {
        "title": scenario.name if scenario is not None else "OpenTactics",
        "headline": f"Round {state.round}{limit} · {whose}",
        "round": ShownRound(word="Round", now=state.round, of=state.limit),
        "phase": stage,
        "phases": list(PHASES),
        "turn": state.turn if stage == "turn" else None,
        "active": state.units[state.doing.unit].name if state.doing is not None else "",
        "aim": scenario.aim if scenario is not None else "",
        "sides": [_side(state, seat) for seat in range(len(state.players))],
        "models": [_unit(state, unit) for unit in state.units],
        "marks": [*_edges(state), *(_objective(state, n) for n in range(len(state.objectives)))],
    }
    if state.measured:
        return TableScene(ground=_measured_ground(state.field), **shown)
    return GridScene(ground=_grid_ground(state.field), **shown)


def _side(state: State, seat: int) -> SideInfo:
    player = state.players[seat]
    first = next((icon(unit) for unit in state.force(seat)), "swordman")
    left = state.counters if seat == state.turn else 0
    facts = [f"{sum(1 for _ in state.captures(seat))} captured"]
    if not player.in_game:
        facts.append("out of the game")
    return SideInfo(
        name=state.seats[seat], seat=seat, slot=seat % 4, icon=first,
        score=ShownScore(value=player.morale, word="morale"),
        counters=ShownCounters(left=left, most=full_counters(state), word="counter" if left == 1 else "counters"),
        facts=facts,
    )  # fmt: skip


def icon(unit: Unit) -> str:
    if unit.card.name in BY_CARD:
        return BY_CARD[unit.card.name]
    return next((name for kind, name in BY_TYPE.items() if kind in unit.card.types), "swordman")


# ---- ground -----------------------------------------------------------------------------------------


@lru_cache(64)
def _grid_ground(field: Field) -> GridGround:
    cells = []
    for cell in field.cells:
        square = field.at(cell)
        if square.height or not square.plain:
            cells.append(
                CellInfo(
                    at=cell, height=square.height, marks=[m for m in MARKS if getattr(square, m)],
                    hazard=square.hazard, text=_square_words(square),
                )
            )  # fmt: skip
    drawn: dict[str, Any] = {
        "columns": field.columns, "rows": field.rows, "shape": "square", "cells": cells,
        "ladders": list(field.ladders),
    }  # fmt: skip
    return GridGround(key=key_of("grid", drawn), **drawn)


def _square_words(square: Increment) -> str:
    words = [text for mark, text in WORDS.items() if getattr(square, mark)]
    if square.hazard:
        words.append(f"hazard {square.hazard}")
    if square.height:
        words.append(f"pit, {-square.height:g} deep" if square.height < 0 else f"height {square.height:g}")
    return ", ".join(words)


@lru_cache(64)
def _measured_ground(field: Field) -> TableGround:
    """Increments of one sort that hang together are one piece."""
    sorts: dict[Increment, list[Cell]] = {}
    for cell in field.cells:
        square = field.at(cell)
        if square.height or not square.plain:
            sorts.setdefault(square, []).append(cell)
    pieces: list[ShownPiece] = []
    for square, cells in sorts.items():
        for outline, holes in outlines(cells):
            kind, form = _kind(square)
            words = _square_words(square)
            pieces.append(
                ShownPiece(
                    id=f"{kind} {len(pieces) + 1}", name=words.capitalize(), kind=kind, form=form,
                    outline=list(outline), holes=[list(hole) for hole in holes], floor=0.0, height=square.height,
                    levels=[], faces=[""] * len(outline), openings=[],
                    traits=[mark for mark in MARKS if getattr(square, mark)], text=[words],
                )
            )  # fmt: skip
    drawn: dict[str, Any] = {
        "width": field.columns, "height": field.rows, "unit": " inc", "grain": GRAIN, "pieces": pieces,
    }  # fmt: skip
    return TableGround(key=key_of("measured", drawn), **drawn)


def _kind(square: Increment) -> tuple[str, PieceForm]:
    if square.impassable:
        return "rock", "block"
    if square.water:
        return "water", "area"
    if square.hazard:
        return "dangerous", "area"
    if square.height:
        return ("hill", "block") if square.height > 0 else ("pit", "area")
    return ("wood" if square.hindering else "rough"), "area"


# ---- units and marks --------------------------------------------------------------------------------


def _unit(state: State, unit: Unit) -> ShownModel:
    at = _at(state, unit.at)
    card = unit.card
    done = unit.on_map and unit.seat == state.turn and (unit.moved or unit.activated)
    return ShownModel(
        id=unit.name,
        name=unit.name,
        side=unit.seat,
        x=at[0] if at else None,
        y=at[1] if at else None,
        z=space.level(state, unit) if unit.on_map else 0.0,
        radius=card.base_width / 2 if state.measured else 0.4,
        height=1.0,
        icon=icon(unit),
        role=", ".join(card.types),
        facts=f"Athletics {card.athletics}{' flying' if card.flying else ''} · {_skills(unit)}",
        state="done" if done else STATES[unit.status],
        wounds=None,
        pins=None,
        statuses=_statuses(state, unit),
        bound=[],
        ranges=[
            ShownRange(id=name, text=f"{name} {card.skills[name].range}", inches=card.skills[name].range)
            for name in SKILLS
            if card.skills[name].range and card.skills[name].off
        ],
    )


def _at(state: State, at: Cell | None) -> tuple[float, float] | None:
    if at is None:
        return None
    return (at[0] / LATTICE, at[1] / LATTICE) if state.measured else (at[0], at[1])


def _skills(unit: Unit) -> str:
    found = []
    for name in SKILLS:
        one = unit.card.skills[name]
        if one.off or one.dice_def:
            found.append(f"{name} {one.off}/{one.dice_def}" + (f" to {one.range}" if one.range else ""))
    return ", ".join(found)


def _statuses(state: State, unit: Unit) -> list[ShownStatus]:
    found = []
    if unit.captured_by >= 0:
        found.append(ShownStatus(id="captured", text=f"Captured by {state.seats[unit.captured_by]}", icon=""))
    if unit.moved and unit.on_map:
        found.append(ShownStatus(id="moved", text="Has moved this turn", icon="sprint"))
    if unit.vented:
        found.append(ShownStatus(id="vented", text="Vented: scalded by steam", icon="fire-bowl"))
    if unit.on_map and space.square_of(state, unit).hindering:
        found.append(ShownStatus(id="cover", text="In growth that gives cover", icon="checked-shield"))
    return found


def _edges(state: State) -> Iterator[EdgeMark | ZoneMark]:
    field = state.field
    lines: dict[str, Segment] = {
        "south": (0, 0, field.columns, 0), "north": (0, field.rows, field.columns, field.rows),
        "west": (0, 0, 0, field.rows), "east": (field.columns, 0, field.columns, field.rows),
    }  # fmt: skip
    for seat, player in enumerate(state.players):
        name = state.seats[seat]
        if player.edge:
            yield EdgeMark(id=player.edge, side=seat, line=lines[player.edge], text=f"{name}'s edge")
        for number, (outline, _) in enumerate(outlines(player.zone) if player.zone else []):
            text = f"{name} enters here"
            yield ZoneMark(id=f"{name} {number + 1}", side=seat, outline=list(outline), text=text)


def _objective(state: State, number: int) -> ObjectiveMark:
    goal = state.objectives[number]
    seat = holder(state, goal)
    near = [unit for unit in state.on_map() if beside(state, unit, goal)]
    contested = len({unit.seat for unit in near}) > 1 and seat < 0
    at = _at(state, goal.at)
    assert at is not None
    return ObjectiveMark(
        id=goal.name, label=str(number + 1), x=at[0], y=at[1], z=0.0,
        radius=0.38, side=seat if seat >= 0 else None,
        state="contested" if contested else "controlled" if seat >= 0 else "free", solid=not goal.walkable,
        text=[
            f"{goal.name} ({goal.kind})", f"Beside it: {', '.join(unit.name for unit in near) or 'nobody'}",
            f"Held by: {state.seats[seat] if seat >= 0 else 'nobody'}",
        ],
    )  # fmt: skip


# ---- looking ----------------------------------------------------------------------------------------


def measure(reading: Reading[State], one: Viewpoint, two: Viewpoint) -> dict[str, Any]:
    """Increments from place to place (OT-12.4); in measured play the gap between bases (OT-27.2)."""
    state = reading.state
    (a, ra), (b, rb) = _end(state, one), _end(state, two)
    if state.measured:
        flat = hypot(b[0] - a[0], b[1] - a[1]) / LATTICE
        far = max(0.0, flat - ra - rb)
        line = [[a[0] / LATTICE, a[1] / LATTICE], [b[0] / LATTICE, b[1] / LATTICE]]
        return {"distance": round(far, 3), "text": f"{far:.1f}", "line": line, "clause": "OT-27.2"}
    count = space.increments(state, a, b)
    return {"distance": count, "text": f"{count}", "line": [list(a), list(b)], "clause": "OT-12.4"}


def _end(state: State, spot: Viewpoint) -> tuple[Cell, float]:
    if spot.at is not None:
        unit = _named(state, spot.model) if spot.model else None
        return _cell(state, spot.at), unit.card.base_width / 2 if unit is not None else 0.0
    if spot.model:
        unit = _named(state, spot.model)
        if unit.at is None:
            raise SandtableError(f"{unit.name} is not on the map")
        return unit.at, unit.card.base_width / 2
    for goal in state.objectives:
        if goal.name == spot.mark:
            return goal.at, 0.0
    raise SandtableError("measure from a unit, an objective or a place")


def _named(state: State, name: str) -> Unit:
    return lookup("unit", name, {one.name: one for one in state.units})


def _cell(state: State, at: tuple[float, ...]) -> Cell:
    if state.measured:
        return round(at[0] * LATTICE), round(at[1] * LATTICE)
    cell = int(at[0]), int(at[1])
    if not state.field.holds(cell):
        raise SandtableError("that is off the map")
    return cell


def sight(reading: Reading[State], viewer: Viewpoint, target: Viewpoint | None) -> dict[str, Any]:
    """From a place to every enemy: how far, what gives cover, and whether the line is blocked."""
    state = reading.state
    there = state.clone()
    unit = _stand(there, viewer)
    others = [_stand(there, target)] if target is not None and target.model else list(there.enemies(unit))
    found = [_sight(there, unit, other) for other in others if other.on_map and other is not unit]
    return {"sights": sorted(found, key=lambda one: float(one["distance"]))}


def _stand(there: State, spot: Viewpoint) -> Unit:
    if not spot.model:
        raise SandtableError("sight is from one unit to others")
    unit = _named(there, spot.model)
    if spot.at is not None:
        unit.stand(_cell(there, spot.at))
    elif unit.at is None:
        raise SandtableError(f"{unit.name} is not on the map")
    return unit


def _sight(there: State, unit: Unit, other: Unit) -> dict[str, Any]:
    far = space.distance(there, unit, other)
    skills = [
        name
        for name in SKILLS
        if targets.why_no_assault(there, unit, name) is None and targets.why_no_target(there, unit, other, name) is None
    ]
    cover = covered(there, unit, other, "ballistic")
    blocked = there.options["line_of_sight"] == "blocked" and blocked_line(there, unit, other)
    hiding = in_the_way(there, unit, other)
    words = [f"in reach: {', '.join(skills)}"] if skills else ["out of reach"]
    if other in cover:
        words.append(f"{other.name} has cover")
    if unit in cover:
        words.append(f"{unit.name} has cover")
    if blocked:
        words = ["the line is blocked"]
    a, b = _at(there, unit.at), _at(there, other.at)
    assert a is not None
    assert b is not None
    return {
        "to": other.name, "distance": far, "text": f"{far:g}", "seen": 0.0 if blocked else 1.0, "sees": not blocked,
        "reaches": bool(skills), "short": words[0] + (", cover" if other in cover else ""),
        "verdict": _sentence("; ".join(words)), "blockers": [label(cell) for cell in hiding], "models": [],
        "cover": [label(cell) for cell in hiding], "clauses": ["OT-12.1", *(["OT-21.2"] if cover else [])],
        "lines": [{"to": list(b), "clear": not blocked}], "watches": False, "warning": "",
    }  # fmt: skip


# ---- planning ---------------------------------------------------------------------------------------


def preview(reading: Reading[State], question: Question, value: Any) -> dict[str, Any] | None:
    """What a legal way costs, and the tests it needs, in their order."""
    state = reading.state
    if not isinstance(question, WalkMove):
        return None
    way = value[question.movers[0]]
    plan = question.guide.plan(way)
    if not isinstance(plan, Plan):
        return None
    unit = _named(state, question.movers[0])
    start = _at(state, unit.at)
    path = [[p.x, p.y] for p in way if p.by != "out"]
    return {
        "spent": plan.cost, "of": question.budget, "unit": "", "text": f"{_short(plan.cost)} of {question.budget:g}",
        "path": [list(start), *path] if start is not None else path,
        "tests": [_trial_words(trial) for trial in plan.trials()],
    }  # fmt: skip


def _short(points: float) -> str:
    return f"{round(points, 2):g}"


def _sentence(words: str) -> str:
    """With a capital at its head; the names in it keep theirs."""
    return words[:1].upper() + words[1:]


def _trial_words(trial: Trial) -> str:
    if trial.kind == HAZARD:
        return f"hazard: survives on {trial.needed} or less"
    low = max(1, trial.needed - trial.bonus)
    return f"{trial.kind} test: {low}+" if low <= 6 else f"{trial.kind} test: cannot be passed"


MOST_PLACES = 24


def places(reading: Reading[State], question: Question) -> list[dict[str, Any]]:
    """Every place a unit can get to, the ones without a test first."""
    state = reading.state
    if not isinstance(question, WalkMove):
        return []
    found = []
    for answer in question.legal():
        value = question.read(answer)
        plan = question.guide.plan(value[question.movers[0]])
        assert isinstance(plan, Plan)
        tests = [_trial_words(trial) for trial in plan.trials()]
        spot = where(state, plan.end)
        named = spot if isinstance(spot, str) else f"{spot[0]:.1f}, {spot[1]:.1f}"
        words = [f"to {named}", f"{_short(plan.cost)} of {question.budget:g} points", *tests]
        if plan.out:
            words.insert(1, "and off the map")
        ground = state.field.at(measured.cell_under(state.field, plan.end) if state.measured else plan.end)
        if about := _square_words(ground):
            words.insert(1, about)
        found.append((len(tests), plan.cost, {"label": ", ".join(words), "answer": answer}))
    found.sort(key=lambda one: one[:2])
    return [place for _, _, place in found[:MOST_PLACES]]


# ---- motion -----------------------------------------------------------------------------------------


def motion(event: Event) -> dict[str, Any] | list[dict[str, Any]] | None:
    """How an event is shown."""
    data = event.data
    match event.kind:
        case "moved":
            return {"do": "move", "who": data["who"], "path": data["path"], "how": "walk"}
        case "emplaced" | "ambush" | "rally" | "raised":
            return {"do": "appear", "who": data.get("unit", data["who"])}
        case "assault":
            return {"do": ACTION[data["skill"]], "who": data["attacker"], "at": data["target"], "hit": None}
        case "tally":
            return judged(
                data["target"], data["result"] != "defeated", "Stands", "Defeated", data["target"], worst="cross"
            )
        case "save":
            return judged(
                data["who"], data["saved"], "Saved", "No save", f"{data['roll']} for {data['value']}", worst="cross"
            )
        case "test":
            return judged(data["who"], data["passed"], "Passed", "Failed", data["kind"])
        case "hazard":
            return judged(data["who"], data["survived"], "Unharmed", "Lost to a hazard", worst="cross")
        case "captured" | "defeated":
            return [
                stamp(data["who"], "cross", event.kind.capitalize(), data["who"]),
                {"do": "fall", "who": data["who"]},
            ]
        case "gone":
            return {"do": "leave", "who": data["who"]}
    return None
