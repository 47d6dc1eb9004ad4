"""Decisions outside the dice: who acts, what it does, and everything that is put or carried somewhere."""

from __future__ import annotations

from collections.abc import Callable
from zlib import crc32

from sandtable.engine.advice import Suggestion
from sandtable.engine.questions import END, ChooseOne
from sandtable.rulesets.opentactics import scenarios, space
from sandtable.rulesets.opentactics.advice import fights
from sandtable.rulesets.opentactics.advice.clashes import FAR, book, worth
from sandtable.rulesets.opentactics.advice.standing import edge_box, outside
from sandtable.rulesets.opentactics.advice.ways import spot_worth
from sandtable.rulesets.opentactics.advice.weighing import Promise, weighed, yes_and_no
from sandtable.rulesets.opentactics.asking import Choice, Topic
from sandtable.rulesets.opentactics.objectives import holder
from sandtable.rulesets.opentactics.state import LATTICE, State, Unit
from sandtable.table.grid import Cell

MOST = 12
"""Answers of a long list that are worth a thought."""
FRESH = 0.25
"""What it promises to bring somebody from the reserve."""
COUNTER = 0.1
"""What every counter costs that is given up with the end of a turn."""
IDLE = 0.03
"""What a unit promises that nobody is near to."""


def cell_of(state: State, at: Cell) -> Cell:
    return (at[0] // LATTICE, at[1] // LATTICE) if state.measured else at


def between(a: Cell, b: Cell) -> int:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def some(question: ChooseOne) -> list[Suggestion]:
    """A few of very many, drawn by their names: nothing speaks for one rather than another."""
    options = sorted(question.options, key=lambda option: crc32(option.id.encode()))
    return [Suggestion(option.id) for option in options[:MOST]]


# ---- who acts -------------------------------------------------------------------------------------


def activate(state: State, question: Choice) -> list[Suggestion]:
    """Whoever can do most. Passing is for those whom every step would bring into danger."""
    promises: list[Promise] = []
    for option in question.options:
        if isinstance(option.value, int):
            unit = state.units[option.value]
            promises.append((option.id, prospects(state, unit), "it can do most"))
        else:
            given_up = state.counters if option.role == END else 0
            promises.append((option.id, -COUNTER * given_up, "wait and see"))
    return weighed(promises)


def prospects(state: State, unit: Unit) -> float:
    """What an activation of a unit promises, at a glance."""
    pages = book(state)
    best = 0.0
    if unit.at is None:
        box = edge_box(state.field, state.players[unit.seat])
        if box is None:
            return FRESH
        for enemy in state.enemies(unit):
            assert enemy.at is not None
            away = outside(box, *cell_of(state, enemy.at)) + 1
            best = max(best, pages[unit.card][enemy.card][away])
        return FRESH + 0.8 * best
    here = cell_of(state, unit.at)
    for enemy in state.enemies(unit):
        assert enemy.at is not None
        best = max(best, pages[unit.card][enemy.card][between(here, cell_of(state, enemy.at))])
    return IDLE + best + errand(state, unit, here)


def errand(state: State, unit: Unit, here: Cell) -> float:
    """What the scenario wants of a unit."""
    found = 0.0
    for objective in state.objectives:
        away = between(here, cell_of(state, objective.at))
        if 1 < away <= unit.card.athletics + 1 and holder(state, objective) != unit.seat:
            found = max(found, 0.35)
    if scenarios.has(state, "breakthrough"):
        found += 0.3
    return found


# ---- what it does ---------------------------------------------------------------------------------


def action(state: State, question: Choice) -> list[Suggestion]:
    unit = question.unit
    assert unit is not None
    return weighed(
        (option.id, promise, why) for option in question.options for promise, why in [WHAT[option.value](state, unit)]
    )


def to_move(state: State, unit: Unit) -> tuple[float, str]:
    """For the sake of a charge, or to get somewhere."""
    pages = book(state)
    reach = unit.card.athletics + unit.card.melee.range
    best = 0.1
    here = cell_of(state, unit.at or (0, 0))
    for enemy in state.enemies(unit):
        assert enemy.at is not None
        if between(here, cell_of(state, enemy.at)) <= reach:
            best = max(best, 0.9 * pages.charging(unit.card, enemy.card))
    return best + errand(state, unit, here), "to a better place"


def to_assault(state: State, unit: Unit) -> tuple[float, str]:
    return max(fights.best_target(state, unit, skill) for skill in unit.card.armed), "a good target"


def to_vent(state: State, unit: Unit) -> tuple[float, str]:
    beside = [one for one in state.on_map() if space.adjacent(state, unit, one)]
    return 0.15 * sum(1 if one.seat != unit.seat else -1 for one in beside), "scald them"


def to_raise(state: State, unit: Unit) -> tuple[float, str]:
    return 0.6, "one more body"


def to_rally(state: State, unit: Unit) -> tuple[float, str]:
    return 0.12, "a move for a friend"


def to_grow(state: State, unit: Unit) -> tuple[float, str]:
    return 0.05, "cover to come"


def to_escort(state: State, unit: Unit) -> tuple[float, str]:
    return 0.45, "bring somebody home"


def to_deploy(state: State, unit: Unit) -> tuple[float, str]:
    return FRESH, "into the fight"


WHAT: dict[str, Callable[[State, Unit], tuple[float, str]]] = {
    "Move": to_move,
    "Deploy": to_deploy,
    "Assault": to_assault,
    "Vent": to_vent,
    "Raise": to_raise,
    "Rally": to_rally,
    "Grove": to_grow,
    "Escort": to_escort,
}


def drive_on(state: State, question: Choice) -> list[Suggestion]:
    yes, no = yes_and_no(question, "Drive on")
    return [Suggestion(yes, 1.0, "on to the next"), Suggestion(no, 0.3, "it stands well")]


def edge_or_ambush(state: State, question: Choice) -> list[Suggestion]:
    edge, ambush = yes_and_no(question, "Edge")
    return [Suggestion(edge, 0.8, "near friends"), Suggestion(ambush, 1.0, "near the enemy")]


# ---- whom -----------------------------------------------------------------------------------------


def raise_whom(state: State, question: Choice) -> list[Suggestion]:
    return weighed(
        (option.id, worth(state.units[option.value].card), "the best of them") for option in question.options
    )


def rally_whom(state: State, question: Choice) -> list[Suggestion]:
    return weighed(
        (option.id, prospects(state, state.units[option.value]), "it can do most") for option in question.options
    )


def escort_whom(state: State, question: Choice) -> list[Suggestion]:
    """The one that is nearest home."""
    goals = {goal.name: goal for goal in state.objectives}
    return weighed(
        (option.id, -0.1 * _to_home(state, question.seat, cell_of(state, goals[option.id].at)), "nearest home")
        for option in question.options
    )


def _to_home(state: State, seat: int, cell: Cell) -> int:
    box = edge_box(state.field, state.players[seat])
    return outside(box, *cell) if box else 0


# ---- where ----------------------------------------------------------------------------------------


def best_cells(question: Choice, promise: Callable[[Cell], float], why: str) -> list[Suggestion]:
    found = [(option.id, promise(option.value), why) for option in question.options]
    found.sort(key=lambda one: (-one[1], one[0]))
    return weighed(found[:MOST])


def escort_where(state: State, question: Choice) -> list[Suggestion]:
    return best_cells(question, lambda cell: -0.5 * _to_home(state, question.seat, cell), "towards home")


def emplace(state: State, question: Choice) -> list[Suggestion]:
    """Forward, in the middle, high, and beside something to hide behind."""
    field = state.field
    middle = (field.columns - 1) / 2, (field.rows - 1) / 2

    def promise(cell: Cell) -> float:
        away = max(abs(cell[0] - middle[0]), abs(cell[1] - middle[1]))
        return spot_worth(field, cell) - 0.1 * away

    return best_cells(question, promise, "it commands the middle")


def ambush(state: State, question: Choice) -> list[Suggestion]:
    """Where it could strike next and is not struck first."""
    unit = question.unit
    assert unit is not None
    pages = book(state)
    enemies = [(cell_of(state, one.at), one.card) for one in state.enemies(unit) if one.at is not None]

    def promise(cell: Cell) -> float:
        attack = max((pages[unit.card][card][between(cell, at)] for at, card in enemies), default=0.0)
        danger = max((pages[card][unit.card][between(cell, at)] for at, card in enemies), default=0.0)
        return 0.5 * attack - 0.45 * danger + spot_worth(state.field, cell)

    return best_cells(question, promise, "behind their backs")


def grove(state: State, question: Choice) -> list[Suggestion]:
    """Before our own people, on the enemy's side."""
    enemies = [cell_of(state, one.at) for one in state.on_map() if one.at and one.seat != question.seat]
    friends = [cell_of(state, one.at) for one in state.on_map() if one.at and one.seat == question.seat]

    def promise(cell: Cell) -> float:
        threat = min((between(cell, at) for at in enemies), default=FAR)
        return 0.1 * sum(between(cell, at) == 1 for at in friends) - 0.02 * threat

    return best_cells(question, promise, "cover for friends")


# ---- set-up ---------------------------------------------------------------------------------------


def objective(state: State, question: Choice) -> list[Suggestion]:
    """Near the middle, the same for all."""
    field = state.field
    middle = (field.columns - 1) / 2, (field.rows - 1) / 2
    return best_cells(
        question, lambda cell: -0.1 * (abs(cell[0] - middle[0]) + abs(cell[1] - middle[1])), "in the middle"
    )


def edge(state: State, question: Choice) -> list[Suggestion]:
    return [Suggestion(option.id, 1.0, "as good as any") for option in question.options]


TOPICS: dict[Topic, Callable[[State, Choice], list[Suggestion]]] = {
    "objective": objective,
    "edge": edge,
    "emplace": emplace,
    "activate": activate,
    "action": action,
    "edge or ambush": edge_or_ambush,
    "ambush": ambush,
    "drive on": drive_on,
    "raise": raise_whom,
    "rally": rally_whom,
    "grove": grove,
    "escort whom": escort_whom,
    "escort where": escort_where,
}
