"""The course of a turn (chapters 2 to 6): checks, arrivals, sets, draft, Initiative, rounds. Each function is a step:
it runs from one self-contained state to the next, and it asks before it acts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from sandtable.engine.dice import Roll
from sandtable.engine.events import Chapter
from sandtable.engine.questions import Absent, Draft, Option, Ref
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.opportunity import between_encounters, buying, encounters
from sandtable.rulesets.opportunity.activation import activation
from sandtable.rulesets.opportunity.asking import Play, die_ref
from sandtable.rulesets.opportunity.injury import fatal_check, patients
from sandtable.rulesets.opportunity.state import (
    DICE,
    POOL_SIZE,
    ROUNDS,
    SET,
    Combatant,
    Die,
    Phase,
    Picked,
    State,
    without,
)


def step(g: Play) -> Procedure[None]:
    """What a turn does next, in the order of `STEPS` (OP-2.1, OP-2.2, OP-3.1)."""
    return STEPS[g.state.phase](g)


def begin_turn(g: Play) -> Procedure[None]:
    """Position is what it was (OP-2.4)."""
    g.open(Chapter(1, g.state.turn), "turn", "OP-2.1", turn=g.state.turn)
    g.state.phase = "checks"
    yield from ()


def fatal_checks(g: Play) -> Procedure[None]:
    """In roster order, standing or fallen (OP-9.21); the end is tested only when all are done (OP-9.30)."""
    for patient in patients(g.state):
        yield from fatal_check(g, patient)
    end_checks(g)


def end_checks(g: Play) -> None:
    g.state.phase = "arrivals"
    encounters.judge(g)


def arrivals(g: Play) -> Procedure[None]:
    yield from encounters.arrivals(g)
    g.state.phase = "sets"
    encounters.judge(g)


def roll_sets(g: Play) -> Procedure[None]:
    """Everybody in the fight (OP-2.6) rolls two six-sided dice (OP-3.3) of each colour (OP-3.2), in roster order
    (OP-3.4)."""
    for one in g.state.in_fight():
        purpose = f"set of {one.name}"
        faces = yield Roll(
            6, 6, purpose, "OP-3.2", one.seat, one.name, quiet=True, ordered=True, called=SET, colours=SET
        )
        one.set = tuple([DICE[colour][face] for colour, face in zip(SET, faces, strict=True)])
        one.pool = ()
        one.picks = 0
        g.tell("set", "OP-3.2", who=one.name, dice=[str(die) for die in one.set])
    g.state.picked = ()
    g.state.phase = "bands"


# ---- order ----------------------------------------------------------------------------------------


def tie_key(g: Play, one: Combatant) -> tuple[int, ...]:
    """Higher Position, lower Trauma, higher Agility, higher Intelligence (OP-3.9, OP-3.10, OP-3.11, OP-3.12); smaller
    keys come first."""
    clever = -one.intelligence if g.options["intelligence_tiebreak"] == "attribute" else 0
    return (-one.position, one.trauma, -one.agility, clever)


def ranked(
    g: Play, members: Sequence[Combatant], key: Callable[[Combatant], tuple[int, ...]], purpose: str
) -> Procedure[list[int]]:
    """Roster numbers in order of `key`, for picks and for Initiative (OP-4.3); what is still equal is rolled off
    (OP-3.13)."""
    groups: dict[tuple[int, ...], list[Combatant]] = {}
    for one in members:
        groups.setdefault(key(one), []).append(one)
    order: list[int] = []
    for found in sorted(groups):
        order += yield from roll_off(g, [one.number for one in groups[found]], purpose)
    return order


def roll_off(g: Play, tied: list[int], purpose: str) -> Procedure[list[int]]:
    """One die each, in roster order; those who tie again roll again among themselves (OP-3.13)."""
    if len(tied) == 1:
        return tied
    if purpose == "initiative roll-off":
        for earlier in g.state.ties:
            if set(tied) <= set(earlier):
                return [number for number in earlier if number in tied]
    first = g.state.combatants[tied[0]]
    names = tuple(g.state.combatants[number].name for number in tied)
    faces = yield Roll(
        len(tied), 6, purpose, "OP-3.13", first.seat, first.name, quiet=True, ordered=True, called=names
    )  # fmt: skip
    g.tell("roll-off", "OP-3.13", purpose=purpose, who=list(names), faces=list(faces))
    order: list[int] = []
    for face in sorted(set(faces), reverse=True):
        again = [number for number, shown in zip(tied, faces, strict=True) if shown == face]
        order += yield from roll_off(g, again, purpose)
    return order


def pick_skill(state: State, one: Combatant) -> int:
    """Weapon Skill for this turn's bands; in the first turn of an Ambush the victims count as unskilled."""
    override = encounters.of(state).first_pick_skill if state.encounter else None
    if override and state.turn == 1 and state.sides[one.side].role == override.role:
        return override.skill
    return one.weapon_skill


def set_bands(g: Play) -> Procedure[None]:
    """Bands of equal skill, the order inside each, and from them the whole queue of picks (OP-3.6),
    for the whole phase (OP-3.14)."""
    state = g.state
    members = state.in_fight()
    order = yield from ranked(g, members, lambda one: (-pick_skill(state, one), *tie_key(g, one)), "pick roll-off")
    state.pick_order = tuple(order)
    bands: dict[int, list[int]] = {}
    for number in order:
        bands.setdefault(pick_skill(state, state.combatants[number]), []).append(number)
    queue = pick_queue(list(bands.values()), POOL_SIZE * len(order))
    made = sum(len(one.pool) for one in members)
    for one in members:
        if one.picks < 0:  # a situation in the middle of the draft
            one.picks = queue[:made].count(one.number)
    state.queue = queue[made:]
    state.phase = "pick" if state.queue else "initiative"
    g.tell("bands", "OP-3.6", order=[[state.combatants[n].name for n in band] for band in bands.values()])


def pick_queue(bands: list[list[int]], picks: int) -> tuple[int, ...]:
    """Cycle n lets the n highest bands pick, until all pools are full (OP-3.7, OP-3.8, OP-3.22): in a duel A, A, B, A,
    B, A (OP-3.24, OP-3.25). Nobody passes (OP-3.21)."""
    queue: list[int] = []
    cycle = 0
    while len(queue) < picks:
        cycle += 1
        for band in bands[:cycle]:
            queue += band
    return tuple(queue[:picks])


# ---- draft ----------------------------------------------------------------------------------------


@lru_cache(8192)
def pick_option(name: str, number: int, die: Die) -> Option:
    refs = (Ref("model", name), die_ref(die))
    return Option(f"{name}:{die.short}", f"{name}: {die}", refs, "", (number, die))


def pick(g: Play) -> Procedure[None]:
    """One pick: a die from a set into the pool of that set's owner and nobody else's (OP-3.15, OP-3.16). The phase ends
    with the last (OP-3.22); three dice of each set are left (OP-3.5, OP-3.23)."""
    state = g.state
    picker = state.combatants[state.queue[0]]
    own_only = first_is_own(picker)
    owners = may_pick_from(state, picker)
    options = [pick_option(o.name, o.number, die) for o in owners for die in dict.fromkeys(o.set)]
    seconds = int(g.options["pick_clock_seconds"])
    number, die = yield Draft(
        topic="pick",
        seat=picker.seat,
        who=picker.name,
        prompt=f"{picker.name} picks a die" + (" from its own set" if own_only else ""),
        clause="OP-3.17" if own_only else "OP-3.15",
        options=tuple(options),
        facts=lambda: buying.what_each_pick_does(g, picker, options),
        gives=lambda: buying.gives(g, options),
        queue=tuple([state.combatants[n].name for n in state.queue]),
        missing=lambda: not_pickable(state, picker, own_only),
        clock=seconds,
        fallback=lambda: hurried_pick(state, picker),
    )
    owner = state.combatants[number]
    owner.set = without(owner.set, (die,))
    owner.pool = (*owner.pool, die)
    picker.picks += 1
    state.picked = (*state.picked, Picked(picker.number, owner.number, die))
    state.queue = state.queue[1:]
    g.tell("pick", "OP-3.15", who=picker.name, owner=owner.name, die=str(die))
    if not state.queue:
        state.phase = "initiative"


def first_is_own(picker: Combatant) -> bool:
    """The first pick is from one's own set (OP-3.17) unless that pool is full already (OP-3.18)."""
    return picker.picks == 0 and has_room(picker)


def has_room(owner: Combatant) -> bool:
    """A pool holds three dice (OP-3.5) and takes no more (OP-3.20)."""
    return len(owner.pool) < POOL_SIZE


def may_pick_from(state: State, picker: Combatant) -> list[Combatant]:
    """Whose sets, each for its owner's pool (OP-3.16): the picker's own first, later anybody's whose pool has room
    (OP-3.17, OP-3.18, OP-3.19)."""
    owners = [picker] if has_room(picker) else []
    if not first_is_own(picker):
        owners += [c for c in state.combatants if c.set and has_room(c) and c is not picker]
    return owners


def not_pickable(state: State, picker: Combatant, own_only: bool) -> tuple[Absent, ...]:
    """Into a full pool (OP-3.20), or from another's set too early (OP-3.17)."""
    absent = []
    for owner in state.combatants:
        if not has_room(owner):
            reason, clause = f"{owner.name}'s pool is full", "OP-3.20"
        elif own_only and owner is not picker:
            reason, clause = "the first pick is from your own set", "OP-3.17"
        else:
            continue
        for die in dict.fromkeys(owner.set):
            absent.append(Absent(f"{owner.name}:{die.short}", f"{owner.name}: {die}", reason, clause))
    return tuple(absent)


def hurried_pick(state: State, picker: Combatant) -> str:
    """What is picked when the clock runs out (OP-3.26)."""
    with_room = [c for c in state.combatants if c.set and has_room(c)]
    enemies = [c for c in with_room if c.side != picker.side]
    if picker in with_room:
        owner, die = picker, highest_die(picker)
    elif enemies:
        owner = enemies[0]
        die = min(owner.set, key=lambda die: die.value)
    else:
        owner, die = with_room[0], highest_die(with_room[0])
    return pick_option(owner.name, owner.number, die).id


def highest_die(one: Combatant) -> Die:
    """Red before green before blue on equal values; a set is kept in that order."""
    return max(one.set, key=lambda die: die.value)


def set_initiative(g: Play) -> Procedure[None]:
    """The sum of the pool + Agility, 4 to 28, once for the whole turn (OP-1.17, OP-4.1, OP-4.2). Unpicked dice are put
    away (OP-3.23)."""
    for one in g.state.in_fight():
        one.initiative = sum(die.value for die in one.pool) + one.agility
        one.set = ()
    g.tell("initiative", "OP-4.1", numbers={one.name: one.initiative for one in g.state.in_fight()})
    g.state.phase = "round"
    yield from ()


# ---- violence -------------------------------------------------------------------------------------


def begin_round(g: Play) -> Procedure[None]:
    """Everybody with dice, in Initiative order; ties by the numbers of this moment (OP-4.3, OP-4.4)."""
    state = g.state
    if turn_is_over(state):
        state.phase = "end"
        return
    able = able_to_act(state)
    if state.order and g.options["initiative_ties"] == "once":
        order = [number for number in state.order if state.combatants[number] in able]
    else:
        order = yield from ranked(g, able, lambda one: (-one.initiative, *tie_key(g, one)), "initiative roll-off")
    remember_ties(state, order, g)
    state.order = state.order or tuple(order)
    start = order.index(state.acting) if state.acting in order else 0
    state.acting = -1
    state.queue, state.acted = tuple(order[start:]), tuple(order[:start])
    state.round += 1
    state.phase = "act"
    names = [state.combatants[number].name for number in order]
    g.open(Chapter(2, state.round), "round", "OP-6.1", round=state.round, order=names)


def able_to_act(state: State) -> list[Combatant]:
    """Those in the fight who have dice (OP-2.6, OP-6.3)."""
    return [one for one in state.in_fight() if one.pool]


def turn_is_over(state: State) -> bool:
    """After a round: nobody has dice left, or it was the third (OP-6.3, OP-6.4)."""
    return state.round == ROUNDS or not able_to_act(state)


def remember_ties(state: State, order: list[int], g: Play) -> None:
    """A roll-off once made stands for the rest of the turn (OP-4.4)."""
    runs: dict[tuple[int, ...], list[int]] = {}
    for number in order:
        one = state.combatants[number]
        runs.setdefault((one.initiative, *tie_key(g, one)), []).append(number)
    fresh = tuple(tuple(run) for run in runs.values() if len(run) > 1 and tuple(run) not in state.ties)
    state.ties = (*fresh, *state.ties)


def act(g: Play) -> Procedure[None]:
    yield from activation(g, g.state.combatants[g.state.queue[0]])
    end_activation(g)


def end_activation(g: Play) -> None:
    """The test for the end, then whoever is next (OP-16.2)."""
    state = g.state
    state.acted = (*state.acted, state.queue[0])
    state.queue = state.queue[1:]
    encounters.judge(g)
    if state.phase == "act":
        skip_those_who_cannot_act(g)


def skip_those_who_cannot_act(g: Play) -> None:
    """Without dice at the moment it comes up there is no activation (OP-6.5)."""
    state = g.state
    while state.queue:
        one = state.combatants[state.queue[0]]
        if one.fighting and one.pool:
            return
        state.queue = state.queue[1:]
    state.phase = "round"


def end_turn(g: Play) -> Procedure[None]:
    """Dice, Initiative, Full Defence and smoke go; Position, Trauma, statuses and weapons stay (OP-2.5)."""
    state = g.state
    for one in state.combatants:
        one.pool = one.set = ()
        one.initiative = one.picks = 0
        one.full_defence = None
    state.queue = state.acted = state.order = state.pick_order = ()
    state.ties = ()
    state.smoke = False
    state.round = 0
    g.tell("turn ends", "OP-2.5", turn=state.turn)
    encounters.judge_limit(g)
    if state.phase == "end":
        state.turn += 1
        state.phase = "turn"
    yield from ()


# A turn in its order (OP-2.2): checks, then the phases of Seizing Opportunity (OP-3.1: sets, picks, Initiative), then
# Violence, then the end.
STEPS: dict[Phase, Callable[[Play], Procedure[None]]] = {
    "turn": begin_turn,
    "checks": fatal_checks,
    "arrivals": arrivals,
    "sets": roll_sets,
    "bands": set_bands,
    "pick": pick,
    "initiative": set_initiative,
    "round": begin_round,
    "act": act,
    "end": end_turn,
    "aftermath": between_encounters.last_checks,
    "rises": between_encounters.rises,
    "next encounter": between_encounters.next_encounter,
}
