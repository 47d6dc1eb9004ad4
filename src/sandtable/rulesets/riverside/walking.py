"""Moving a unit (chapters 6, 8, 16, 18 and 20): how far each model goes, what is in its way, and what comes of it.
Whether paths are legal is for the storey to say (`skirmish.drill`); policy.py has the clauses of its refusals, and how
models go: at corners a base is a point (RV-8.3)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from math import hypot, pi

from sandtable.engine.questions import Point
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.riverside.asking import Play, Topic
from sandtable.rulesets.riverside.cohesion import in_cohesion
from sandtable.rulesets.riverside.field import CLIMB, DANGEROUS, DIFFICULT, DIFFICULT_LARGE, Field, field_of
from sandtable.rulesets.riverside.figures import figure
from sandtable.rulesets.riverside.measuring import ROUNDING, spot
from sandtable.rulesets.riverside.policy import (
    IN_FLIGHT,
    NO_STAND,
    SLOW,
    SPACING,
    TELEPORTED,
    WALKING,
    bonds,
    verdicts,
)  # fmt: skip
from sandtable.rulesets.riverside.state import Activation, Model, State, Unit
from sandtable.rulesets.riverside.traits import has
from sandtable.rulesets.riverside.unplanned_moves import anywhere, offers
from sandtable.skirmish.drill import Drill, UnitWalk
from sandtable.skirmish.unit_asking import AtRandom, Offer, UnitLeaning, ask_unit, mended
from sandtable.skirmish.unit_march import Mover, UnitMarch
from sandtable.table.moving import Path, Travel, swept_over

DIFFICULT_GROUND = frozenset({DIFFICULT, DIFFICULT_LARGE})
ACTION_INCHES = {"Advance": (6.0, 2.0, "RV-6.11"), "Rush": (12.0, 4.0, "RV-6.12"), "Charge": (12.0, 4.0, "RV-6.15")}
"""How far an action goes, what Fast and Slow change, and the clause (RV-21.8, RV-21.9)."""
TELEPORT = 6.0
"""RV-20.6."""
GETS_OUT = 6.0
"""How far a move out of a Transport goes, whichever action it is (RV-21.24)."""
NOTHING_BEFORE: Mapping[str, float] = {}


def reach(state: State, model: Model, action: str) -> float:
    """How far a model may move with an action, none of it farther (RV-7.5); the Fast more and the Slow less (RV-21.8,
    RV-21.9)."""
    inches, more, _ = ACTION_INCHES[action]
    return inches + more * (has(state, model, "Fast") - has(state, model, "Slow"))


def slow_ground(state: State, model: Model) -> frozenset[str]:
    """Ground that holds the whole unit back if this model touches it (RV-16.14). Barricades are Difficult for Large
    models (RV-17.1); Strider ignores all of it (RV-21.10)."""
    if has(state, model, "Strider"):
        return frozenset()
    return frozenset({DIFFICULT, DIFFICULT_LARGE} if model.profile.large else {DIFFICULT})


def mover(state: State, model: Model, inches: float) -> Mover:
    """Flying is each model's own (RV-20.5): over everybody and every piece, untouched by the ground, height for nothing
    (RV-20.1, RV-20.2, RV-20.3)."""
    flies = has(state, model, "Flying")
    return Mover(figure(state, model), inches, flies, slow_ground(state, model))


def march(
    g: Play,
    unit: Unit,
    movers: Mapping[int, Mover],
    limit: str,
    *,
    free: frozenset[str] = frozenset(),
    target: str = "",
    changes: tuple[tuple[str, str], ...] = (),
) -> UnitMarch:
    """A unit's move, for the storey to judge. Own models are passed (RV-8.5), everybody else is kept clear of by 1" all
    the way (RV-8.2, RV-8.8), or by more (RV-8.9), and who begins nearer comes no closer (RV-8.12). Gaps have to be wide
    enough (RV-8.4), no base leaves the table (RV-8.6), enters what is impassable (RV-16.20) or ends on another
    (RV-8.1); those who fly are held to the end alone (RV-20.4). `WALKING` is how models go round corners (RV-8.3), up
    and down (RV-18.1, RV-18.2, RV-18.3, RV-18.4); nobody ends on unstable ground (RV-18.5).
    The unit ends in cohesion (RV-8.14, RV-8.19), or as near to it as it can (RV-8.17)."""
    state = g.state
    if not changes and all(one.flies for one in movers.values()):
        changes = IN_FLIGHT
    return UnitMarch(
        field_of(state).table, unit.name, tuple(movers.values()),
        tuple(figure(state, one) for one in state.others(unit)),
        WALKING, bonds(g.options), ROUNDING, verdicts(field_of(state), limit, *changes),
        spacing=SPACING, beyond=g.options["spacing_at_exactly_one_inch"] == "refused",
        free=free | ({target} if target else frozenset()),
        slow=DIFFICULT_GROUND, slow_inches=SLOW - max(_spent(state, unit), default=0.0),
        unstable=NO_STAND, overhang=CLIMB, target=target,
    )  # fmt: skip


def _spent(state: State, unit: Unit) -> tuple[float, ...]:
    """What its models have moved in this activation already (RV-20.7)."""
    act = state.act
    return act.spent if act is not None and act.unit == unit.number else ()


def movers_of(state: State, unit: Unit, action: str, act: Activation | None = None) -> dict[int, Mover]:
    """Its models with what is left of their move (RV-20.7)."""
    spent = dict(zip(unit.models, act.spent, strict=True)) if act is not None and act.spent else {}
    return {
        one.number: mover(state, one, max(0.0, _in_all(state, one, action, act) - spent.get(one.number, 0.0)))
        for one in state.members(unit)
    }


def _in_all(state: State, model: Model, action: str, act: Activation | None) -> float:
    """How far a model may move in this activation: out of a Transport 6", and no farther than 6" after Difficult
    Terrain, whatever comes in between (RV-21.24, RV-16.14)."""
    most = reach(state, model, action)
    if act is None:
        return most
    if act.got_out:
        most = GETS_OUT
    return min(most, SLOW) if act.slowed and not has(state, model, "Flying") else most


# ---- cohesion -------------------------------------------------------------------------------------------


def is_together(g: Play, unit: Unit) -> bool:
    """Is it in Unit Cohesion (RV-8.14)?"""
    where = field_of(g.state)
    return in_cohesion([spot(where, one) for one in g.state.members(unit)], g.options)


def can_be_mended(g: Play, unit: Unit) -> bool:
    """Would a legal Advance or Rush bring it back into cohesion, as it then must (RV-8.20, RV-8.21)?"""
    movers = movers_of(g.state, unit, "Rush")
    return mended(Drill(march(g, unit, movers, "RV-6.12"))) is not None


# ---- moves ----------------------------------------------------------------------------------------------


def ask(
    g: Play,
    topic: Topic,
    drill: Drill,
    unit: Unit,
    what: str,
    clause: str,
    offer: Offer | None = None,
    at_random: AtRandom | None = None,
) -> Procedure[UnitWalk]:
    prompt = f"{unit.name} {what}"
    return (yield from ask_unit(drill, leaning(g.state, unit), unit.side, prompt, clause, offer, topic, at_random))


def leaning(state: State, unit: Unit) -> UnitLeaning:
    """Another marker and other directions for each unit and each round."""
    markers = state.markers
    goals: tuple[tuple[float, float], ...] = ()
    if markers:
        marker = markers[(unit.number + state.round) % len(markers)]
        goals = ((marker.x, marker.y),)
    return UnitLeaning(goals, (unit.number * 7 + state.round * 13) % 628 / 100 % (2 * pi))


def move(g: Play) -> Procedure[None]:
    """The move of an Advance or a Rush; it may be none at all (RV-6.13)."""
    state = g.state
    unit, act = state.active, state.activation
    clause = "RV-21.24" if act.got_out else "RV-16.14" if act.slowed else ACTION_INCHES[act.action][2]
    movers = movers_of(state, unit, act.action, act)
    farthest = max(one.inches for one in movers.values())
    drill = Drill(march(g, unit, movers, clause))
    offer = offers(leaning(state, unit))
    walked = yield from ask(g, "path", drill, unit, f"({act.action}): up to {farthest:g}″", clause, offer, anywhere)
    apply(g, unit, walked, act.action, clause)
    act.moved, state.phase = True, "tests"


def apply(
    g: Play, unit: Unit, walked: UnitWalk, kind: str, clause: str, before: Mapping[str, float] = NOTHING_BEFORE
) -> None:
    """Puts every model where its path ends, and nobody else (RV-8.7, RV-19.10), and notes what it has crossed.
    `before`: what does not count of each way, because the path begins before the move does."""
    state = g.state
    where = field_of(state)
    placed = kind == "Teleport"  # which is no move and asks for no terrain tests (RV-20.10)
    act = state.act if state.act is not None and state.act.unit == unit.number else None
    if act is not None and walked.slowed:
        act.slowed = True
    for one in state.members(unit):
        way = walked.ways[one.name]
        end = way.end
        one.x, one.y, one.z = end.x, end.y, where.height_at(end.x, end.y)
        if act is not None:
            _note(
                act,
                unit,
                one,
                _counted(walked, one.name, before),
                fords=not placed
                and not has(state, one, "Flying")
                and _fords(where, way, one.radius, before.get(one.name, 0.0)),
            )
    if g.events is None:
        return
    paths = {name: [[p.x, p.y, p.z] for p in way.path] for name, way in walked.ways.items()}
    longest = max(_counted(walked, name, before) for name in walked.ways)
    data = {"who": unit.name, "kind": kind, "length": round(longest, 3), "paths": paths,
            "slowed": walked.slowed}  # fmt: skip
    g.tell("moved", clause, **data)


def _fords(where: Field, way: Travel, radius: float, before: float) -> bool:
    """Was its base over Dangerous Terrain at any moment (RV-16.15)? Whoever gets out begins beside the Transport
    (RV-21.24): what lies under that alone is not crossed."""
    if not way.crosses(DANGEROUS):
        return False
    table = where.table
    over = swept_over(table.plans, radius, _beyond(way.path, before))
    return any(DANGEROUS in table.terrain[number].traits for number in over)


def _beyond(path: Path, inches: float) -> Path:
    """What is left of a path after so many inches."""
    for at, (a, b) in enumerate(pairwise(path)):
        leg = hypot(b.x - a.x, b.y - a.y)
        if inches < leg:
            share = inches / leg
            return (Point(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)), *path[at + 1 :])
        inches -= leg
    return path[-1:]


def _counted(walked: UnitWalk, name: str, before: Mapping[str, float]) -> float:
    return max(0.0, walked.ways[name].cost - before.get(name, 0.0))


def _note(act: Activation, unit: Unit, model: Model, cost: float, *, fords: bool) -> None:
    """What it has moved (RV-20.7), and that it owes a dangerous terrain test: for a Rush or Charge, once (RV-16.9)."""
    if act.spent:
        at = unit.models.index(model.number)
        act.spent = (*act.spent[:at], round(act.spent[at] + cost, 3), *act.spent[at + 1 :])
    noted = model.number in act.forded or model.number in act.tested
    if fords and act.action in ("Rush", "Charge") and not noted:
        act.forded = (*act.forded, model.number)


# ---- Teleport -------------------------------------------------------------------------------------------


def _teleport_march(g: Play, unit: Unit) -> UnitMarch:
    """Every model within 6" of where it was, whatever lies between; at its end as after a move (RV-20.8, RV-20.9)."""
    state, act = g.state, g.state.activation
    movers = {one.number: Mover(figure(state, one), TELEPORT, True) for one in state.members(unit)}
    target = frozenset({state.units[act.target].name}) if act.target >= 0 else frozenset()
    return march(g, unit, movers, "RV-20.8", free=target, changes=TELEPORTED)


def can_teleport(g: Play, unit: Unit) -> bool:
    """A place other than where it stands is nearly always there; somebody has to be able to move at all."""
    return bool(g.state.members(unit))


def teleport(g: Play) -> Procedure[None]:
    """The whole unit is placed within 6" (RV-20.6). After it what is left of the move may still be made (RV-20.7)."""
    state = g.state
    unit, act = state.active, state.activation
    drill = Drill(_teleport_march(g, unit))
    walked = yield from ask(g, "teleport", drill, unit, "teleports: up to 6″", "RV-20.6", at_random=anywhere)
    spent = act.spent
    apply(g, unit, walked, "Teleport", "RV-20.6")
    act.spent, act.teleported = spent, True
    if act.action in ("Advance", "Rush"):
        act.moved = False
    state.phase = "abilities"
