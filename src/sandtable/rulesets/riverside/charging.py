"""Charges and counter-moves: who can be reached, the moves into contact, and stepping apart again (RV-6.14 to RV-6.19,
RV-11.2 to RV-11.4, RV-11.27)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot, sqrt

from msgspec.structs import replace

from sandtable.engine.asking import Why
from sandtable.engine.questions import Paths, Point, Refusal
from sandtable.engine.ruleset import Procedure
from sandtable.engine.units import Wish
from sandtable.rulesets.riverside.asking import Play
from sandtable.rulesets.riverside.field import field_of
from sandtable.rulesets.riverside.measuring import ROUNDING, spot, touched, within
from sandtable.rulesets.riverside.melee import spots
from sandtable.rulesets.riverside.recalled import recalled
from sandtable.rulesets.riverside.state import INSIDE, Model, State, Unit
from sandtable.rulesets.riverside.traits import all_have
from sandtable.rulesets.riverside.transports import leave, leaving_march, to_the_side
from sandtable.rulesets.riverside.walking import (
    ACTION_INCHES,
    GETS_OUT,
    NOTHING_BEFORE,
    TELEPORT,
    apply,
    ask,
    march,
    mover,
    movers_of,
    reach,
)
from sandtable.skirmish.arrange import Arrangement, arrange
from sandtable.skirmish.closing import may_charge, nearest_gets_there
from sandtable.skirmish.drill import Drill
from sandtable.skirmish.unit_asking import Judge, Offer
from sandtable.skirmish.unit_march import UnitMarch
from sandtable.table import causes, snap

COUNTER = 3.0
"""RV-11.2."""
APART = 1.0
"""RV-11.27."""
HAIR = 0.001
"""The unit to which distances are rounded (RV-7.7)."""


# ---- whom ---------------------------------------------------------------------------------------------------


def charge_march(g: Play, unit: Unit, target: Unit) -> UnitMarch:
    """All models into contact with the target, or as close as they can (RV-6.15, RV-6.17); the spacing holds to all
    units but that one (RV-8.10)."""
    if unit.where == INSIDE:
        return leaving_march(g, unit, target.name)
    movers = movers_of(g.state, unit, "Charge", g.state.act if _is_active(g.state, unit) else None)
    return march(g, unit, movers, "RV-6.15", target=target.name)


def _is_active(state: State, unit: Unit) -> bool:
    return state.act is not None and state.act.unit == unit.number


def can_charge(g: Play, unit: Unit, target: Unit) -> bool:
    """Can at least one model end in contact (RV-6.16)?"""
    return bool(_near_enough(g.state, unit, [target])) and _gets_there(g, unit, target)


def _gets_there(g: Play, unit: Unit, target: Unit) -> bool:
    return on_foot(g, unit, target) or _by_teleport(g, unit, target)


def on_foot(g: Play, unit: Unit, target: Unit) -> bool:
    """Can it do so from where it stands, without a further Teleport? Where the nearest model cannot, the others must
    find places that hold the unit together: a charge that nobody can move is not offered. Out of a Transport nobody
    can stay where he is, so there has to be a place for everybody."""

    def find() -> bool:
        drill = Drill(charge_march(g, unit, target))
        found = _finds_places(drill, unit)
        drill.let_go()
        return found

    return recalled(g, ("on foot", target.number, _gone(g.state, unit)), unit, find, acting=False)


def _finds_places(drill: Drill, unit: Unit) -> bool:
    if nearest_gets_there(drill):
        return unit.where != INSIDE or arrange(drill, Wish(), Judge(drill)).refused is None
    return may_charge(drill) and arrange(drill, Wish()).refused is None


def _gone(state: State, unit: Unit) -> tuple[float, ...]:
    """What its models have moved already, if any has moved: of all it has done nothing else matters to its charge."""
    act = state.act
    return act.spent if act is not None and act.unit == unit.number and any(act.spent) else ()


def _near_enough(state: State, unit: Unit, enemies: Sequence[Unit]) -> list[Unit]:
    """Those of the enemies who are in reach as the crow flies."""
    ours = _reaching(state, unit)
    most = max([far for _, _, far in ours]) + ROUNDING.contact
    xs, ys = [x for x, _, _ in ours], [y for _, y, _ in ours]
    about = min(xs) - most, max(xs) + most, min(ys) - most, max(ys) + most
    return [
        enemy
        for enemy in enemies
        if touched(about, models := state.members(enemy))
        and any(_reaches(x, y, far + ROUNDING.contact, two) for two in models for x, y, far in ours)
    ]


def _reaches(x: float, y: float, far: float, other: Model) -> bool:
    """Is a base no farther than this from a point?"""
    dx, dy, reach = x - other.x, y - other.y, far + other.radius
    return dx * dx + dy * dy <= reach * reach


def _reaching(state: State, unit: Unit) -> list[tuple[float, float, float]]:
    """Where its models start from, and how far from there their bases reach at most."""
    if unit.where == INSIDE:
        carrier = state.members(state.units[unit.rides])[0]
        return [(carrier.x, carrier.y, carrier.radius + GETS_OUT + 2 * one.radius) for one in state.members(unit)]
    more = TELEPORT if all_have(state, unit, "Teleport") else 0.0
    return [(one.x, one.y, one.radius + reach(state, one, "Charge") + more) for one in state.members(unit)]


def _by_teleport(g: Play, unit: Unit, target: Unit) -> bool:
    """Contact that can be reached with the help of Teleport is enough: a first stretch of 6" whatever lies between
    (RV-6.16)."""
    act = g.state.act
    if act is None or act.teleported or unit.where == INSIDE or not all_have(g.state, unit, "Teleport"):
        return False
    where_to = charge_march(g, unit, target)
    flying = tuple(replace(one, inches=one.inches + TELEPORT, flies=True) for one in where_to.movers)
    return may_charge(Drill(replace(where_to, movers=flying)))


def charge_targets(g: Play, unit: Unit) -> list[Unit]:
    """Enemies on the table, one of which it may charge (RV-6.14): seen or not (RV-6.18), in contact already or not
    (RV-6.19), if somebody gets there (RV-6.16)."""
    near = _near_enough(g.state, unit, g.state.here(1 - unit.side))

    def find() -> list[int]:
        return [enemy.number for enemy in near if _gets_there(g, unit, enemy)]

    if not near:
        return []
    return [g.state.units[number] for number in recalled(g, "charge", unit, find)]


def may_charge_somebody(g: Play, unit: Unit) -> bool:
    """Is there anybody whom it may charge? The first who is found is enough; whom else, nobody has asked yet."""
    near = _near_enough(g.state, unit, g.state.here(1 - unit.side))
    return any(_gets_there(g, unit, enemy) for enemy in near)


def why_no_charge(g: Play, unit: Unit, other: Unit) -> Why | None:
    """Nobody need see the target (RV-6.18)."""
    if other.gone:
        return None
    if other.side == unit.side:
        return "it is a friend", "RV-6.14"
    if not other.here:
        return "it is not on the table", "RV-6.14"
    return "no model can get into contact with it, the unit keeping together", "RV-6.16"


# ---- moving in ----------------------------------------------------------------------------------------------


def charge(g: Play) -> Procedure[None]:
    """The charge move, of all models (RV-6.15); from a Transport it is the way out as well (RV-21.24)."""
    state = g.state
    unit, act = state.active, state.activation
    target = state.units[act.target]
    out = unit.where == INSIDE
    drill = Drill(charge_march(g, unit, target))
    clause = "RV-21.24" if out else ACTION_INCHES["Charge"][2]
    if isinstance(_way_in(g, unit, target, drill, Judge(drill)).verdict, Refusal):
        charge_fails(g, unit, target)  # one model gets there, but no way was found for all of them together
        return
    offer = _plan(g, unit, target)
    walked = yield from ask(g, "charge path", drill, unit, f"charges {target.name}", clause, offer)
    if out:
        leave(g, unit)
    apply(g, unit, walked, "Charge", clause, to_the_side(drill) if out else NOTHING_BEFORE)
    act.moved = True
    state.phase = "tests"


def charge_fails(g: Play, unit: Unit, target: Unit) -> None:
    """A Charge that has become impossible is a Rush (RV-6.29)."""
    act = g.state.activation
    act.action, act.target = "Rush", -1
    g.tell("charge fails", "RV-6.29", who=unit.name, target=target.name)


def counter_march(g: Play, unit: Unit, charger: Unit) -> UnitMarch:
    """Models that are not in contact come up to 3" nearer; those in contact stay (RV-11.2, RV-11.3). The spacing holds
    to all units but the charger (RV-8.13)."""
    state = g.state
    movers = {
        one.number: mover(state, one, 0.0 if in_contact(state, one, charger) else COUNTER)
        for one in state.members(unit)
    }
    changes = ((causes.NO_CONTACT, "RV-11.2"), (causes.NOT_CLOSE, "RV-11.3"))
    return replace(march(g, unit, movers, "RV-11.2", target=charger.name, changes=changes), contact=False)


def in_contact(state: State, model: Model, enemy: Unit) -> bool:
    where = field_of(state)
    here = spot(where, model)
    return any(within(here, other, ROUNDING.contact) for other in spots(state, enemy))


def counter_move(g: Play) -> Procedure[None]:
    """Step 1 of a Melee Attack (RV-11.1, RV-11.2). The target's commander moves them; it is not optional, and no action
    (RV-11.4)."""
    state = g.state
    melee = state.melee
    assert melee is not None
    charger, target = state.units[melee.charger], state.units[melee.target]
    if not all(in_contact(state, one, charger) for one in state.members(target)):
        where_to = counter_march(g, target, charger)
        what = f"moves up to 3″ towards {charger.name}"
        offer = _plan(g, target, charger)
        walked = yield from ask(g, "counter-move", Drill(where_to), target, what, "RV-11.2", offer)
        apply(g, target, walked, "counter-move", "RV-11.2")
    state.phase = "blows"


def _way_in(g: Play, unit: Unit, target: Unit, drill: Drill, judge: Judge) -> Arrangement:
    """Everybody in contact, or as close as possible (RV-6.15, RV-6.17). Whoever tries charges out meets the same one
    again."""
    what = "plan", target.number, drill.march.contact, _gone(g.state, unit)
    return recalled(g, what, unit, lambda: arrange(drill, Wish(), judge), acting=False)


def _plan(g: Play, unit: Unit, target: Unit) -> Offer:
    """One way in. Of a counter-move something always comes, and if it is that nobody moves."""

    def offer(drill: Drill, judge: Judge) -> Iterator[Paths]:
        plan = _way_in(g, unit, target, drill, judge)
        if not isinstance(plan.verdict, Refusal):
            judge.keep(plan.paths, plan.verdict)
            yield plan.paths
        elif not drill.march.contact:
            yield {mover.name: () for mover in drill.march.movers}

    return offer


# ---- moving apart -------------------------------------------------------------------------------------------


def step_apart(g: Play) -> Procedure[None]:
    """Survivors stay where they are (RV-11.27); by the house rule the charger goes straight back."""
    state = g.state
    melee = state.melee
    assert melee is not None
    charger, target = state.units[melee.charger], state.units[melee.target]
    if g.options["post_melee_separation"] == "step_back" and charger.here and target.here:
        _step_back(g, charger, target)
    state.phase = "done"
    return
    yield


def _step_back(g: Play, unit: Unit, target: Unit) -> None:
    """Straight away from the middle of the target, as far as it takes; a unit that has no room stays."""
    state = g.state
    models, enemies = state.members(unit), state.members(target)
    (ax, ay), (bx, by) = _middle(enemies), _middle(models)
    far = hypot(bx - ax, by - ay)
    if not far:
        return
    dx, dy = (bx - ax) / far, (by - ay) / far
    inches = max(_needed(one, two, dx, dy) for one in models for two in enemies)
    ends = _ends(models, dx * inches, dy * inches)
    if any(_gap(ends[one.number], one, two) < APART for one in models for two in enemies):  # the lattice took it away
        inches += HAIR
        ends = _ends(models, dx * inches, dy * inches)
    if inches <= HAIR or not _room(g, unit, ends):
        return
    for one in models:
        one.x, one.y = ends[one.number]
        one.z = field_of(state).height_at(one.x, one.y)
    g.tell("steps back", "RV-11.27", who=unit.name, target=target.name, length=round(inches, 2))


def _middle(models: list[Model]) -> tuple[float, float]:
    xs, ys = [one.x for one in models], [one.y for one in models]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def _ends(models: list[Model], dx: float, dy: float) -> dict[int, tuple[float, float]]:
    return {one.number: (snap(one.x + dx), snap(one.y + dy)) for one in models}


def _gap(at: tuple[float, float], one: Model, two: Model) -> float:
    """Between a model that stands there and another, in plan view, as distances are rounded (RV-7.7)."""
    return round(hypot(at[0] - two.x, at[1] - two.y) - one.radius - two.radius, 3)


def _needed(one: Model, two: Model, dx: float, dy: float) -> float:
    """How far one has to go in a direction to be 1" from another."""
    px, py = one.x - two.x, one.y - two.y
    wide = one.radius + two.radius + APART
    along, off = px * dx + py * dy, px * px + py * py - wide * wide
    if off >= 0.0:
        return 0.0
    return sqrt(along * along - off) - along


def _room(g: Play, unit: Unit, ends: dict[int, tuple[float, float]]) -> bool:
    movers = {one.number: mover(g.state, one, 100.0) for one in g.state.members(unit)}
    drill = Drill(march(g, unit, movers, "RV-11.27"))
    where = field_of(g.state)
    return all(
        drill.end_refused(movers[number], Point(x, y, where.height_at(x, y))) is None for number, (x, y) in ends.items()
    )
