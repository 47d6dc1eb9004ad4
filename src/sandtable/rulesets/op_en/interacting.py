"""Interact (OE-16.2 to OE-16.4): objectives, scenario characters that count as one, and handing things over."""

from __future__ import annotations

from dataclasses import replace

from sandtable.engine.asking import Why
from sandtable.engine.questions import ChooseOne, Option, Ref
from sandtable.engine.records import Record
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.op_en.asking import Play, choose_word
from sandtable.rulesets.op_en.attempts import Attempt, make
from sandtable.rulesets.op_en.beside import rolls
from sandtable.rulesets.op_en.effects import EffectWord, Stat, StatTest, Take
from sandtable.rulesets.op_en.ground import field_of
from sandtable.rulesets.op_en.hidden import reveal
from sandtable.rulesets.op_en.outcomes import Affair, resolve
from sandtable.rulesets.op_en.scenarios import Objective
from sandtable.rulesets.op_en.space import touches_mark, touching
from sandtable.rulesets.op_en.state import NOBODY, Character


class Touched(Record, frozen=True):
    """Something to interact with: a marker, a scenario character, or a friend to hand a load to."""

    name: str
    objective: Objective | None
    mark: int = NOBODY
    character: Character | None = None


def touched(g: Play, who: Character) -> list[Touched]:
    """What it is in base contact with (OE-16.2)."""
    found = [
        Touched(mark.name, mark.objective, number)
        for number, mark in enumerate(g.state.marks)
        if mark.on_table and touches_mark(who, mark)
    ]
    for other in g.state.others(who):
        if other.objective and touching(who, other) and (objective := objective_of(g, other)) is not None:
            found.append(Touched(other.name, objective, character=other))
        elif who.carries != NOBODY and may_carry(g, who, other) and touching(who, other):
            found.append(Touched(other.name, None, character=other))
    return found


def may_carry(g: Play, giver: Character, other: Character) -> bool:
    """A friend without a load and not in deep water; of Rank 0 only one made for it."""
    if field_of(g.state, g.options).in_deep(other.x, other.y, other.z):
        return False
    able = other.sheet.rank > 0 or other.has("carries")
    return able and other.side == giver.side and other.carries == NOBODY


def objective_of(g: Play, who: Character) -> Objective | None:
    scenario = g.state.scenario
    if scenario is None:
        return None
    return next((one for one in scenario.objectives if one.name == who.objective), None)


def refused(g: Play, who: Character, thing: Touched) -> Why | None:
    """What the scenario has against it (OE-16.4)."""
    objective = thing.objective
    if objective is None:
        return None
    if who.sheet.rank == 0:
        return "Rank 0 does not Interact here", "OE-16.4"
    takes = any(isinstance(effect, Take) for effect in objective.success)
    if takes and who.carries != NOBODY:
        return "it carries something already", "OE-16.4"
    wet = field_of(g.state, g.options).in_deep(who.x, who.y, who.z)
    if takes and objective.dry and wet:
        return "nothing is taken in deep water", "OE-16.4"
    if thing.mark == NOBODY:
        return None
    mark = g.state.marks[thing.mark]
    if mark.locked >= g.state.turn:
        return "it is locked until next turn", "OE-16.4"
    if objective.most and mark.successes >= objective.most:
        return "nothing more can be done there", "OE-16.4"
    if objective.once_per_turn and (who.side, g.state.turn) in mark.done:
        return "its OF has had a success there this turn", "OE-16.4"
    return None


def interact_barred(g: Play, who: Character) -> Why | None:
    """It touches an objective (OE-16.2) against which the scenario has nothing (OE-16.4)."""
    things = touched(g, who)
    if not things:
        return "it touches no objective", "OE-16.2"
    reasons = [refused(g, who, thing) for thing in things]
    return None if None in reasons else reasons[0]


def interact(g: Play, who: Character) -> Procedure[None]:
    """Intellect against the number of the scenario; its effects are the scenario's (OE-16.3, OE-16.4)."""
    things = [thing for thing in touched(g, who) if refused(g, who, thing) is None]
    thing = things[0]
    if len(things) > 1:
        thing = yield ChooseOne(
            topic="interact", seat=g.state.seat_of(who), who=who.name, prompt=f"{who.name}: Interact with what?",
            clause="OE-16.2",
            options=tuple(Option(one.name, one.name, (Ref("mark", one.name),), "", one) for one in things),
        )  # fmt: skip
    if thing.objective is None:
        hand_over(g, who, thing)
        return
    objective = thing.objective
    stat = yield from _which_stat(g, who, objective)
    harder = g.state.marks[thing.mark].harder if thing.mark != NOBODY else 0
    test = StatTest("fixed", stat, objective.target + harder)
    outcome = yield from make(g, who, Attempt("Interact", test, "OE-16.3", "interact"))
    affair = Affair(who, objective.name, outcome, thing.character, mark=thing.mark)
    if outcome.success:
        _note(g, who, thing)
    yield from resolve(g, affair, success_of(g, thing), (), objective.rule_of_1)


def success_of(g: Play, thing: Touched) -> tuple[EffectWord, ...]:
    """What the scenario gives for a success (OE-16.4)."""
    objective = thing.objective
    assert objective is not None
    if objective.special and thing.mark != NOBODY:
        return objective.special[g.state.marks[thing.mark].place]
    return objective.success


def _note(g: Play, who: Character, thing: Touched) -> None:
    who.achieved += 1
    if thing.mark != NOBODY:
        marks = g.state.marks
        mark = marks[thing.mark]
        new = replace(mark, successes=mark.successes + 1, done=(*mark.done, (who.side, g.state.turn)))
        g.state.marks = (*marks[: thing.mark], new, *marks[thing.mark + 1 :])


def _which_stat(g: Play, who: Character, objective: Objective) -> Procedure[Stat]:
    """Where the scenario lets it roll another Stat its player chooses (OE-15.7)."""
    labels = [stat.capitalize() for stat in objective.stats]
    prompt = f"{who.name}: Interact with which Stat?"
    chosen = yield from choose_word(
        "stat", g.state.seat_of(who), who.name, labels, prompt, "OE-15.7", lambda: rolls(who, objective.stats, "stat")
    )
    return chosen  # type: ignore[return-value]


def hand_over(g: Play, who: Character, thing: Touched) -> None:
    """What it carries goes to a friend in contact; no Test."""
    friend = thing.character
    assert friend is not None
    friend.carries, who.carries = who.carries, NOBODY
    if friend.hidden:
        reveal(g, friend, "OE-16.4", "what it carries")
    g.tell("handed over", "OE-16.2", who=who.name, to=friend.name, objective=g.state.marks[friend.carries].name)
