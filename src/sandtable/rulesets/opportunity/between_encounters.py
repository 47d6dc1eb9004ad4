"""What follows an encounter: last checks (OP-16.5, OP-16.6), and in linked play rest, rises and the next encounter."""

from __future__ import annotations

from sandtable.engine.questions import Absent, ChooseOne, Option
from sandtable.engine.ruleset import Outcome, Procedure
from sandtable.rulesets.opportunity import roster
from sandtable.rulesets.opportunity.asking import Declared, Play
from sandtable.rulesets.opportunity.content import content
from sandtable.rulesets.opportunity.injury import last_check
from sandtable.rulesets.opportunity.notes import NOTES
from sandtable.rulesets.opportunity.state import Combatant, State

MOST_RISES = 2
ATTRIBUTES = {"physique": "Physique", "agility": "Agility", "base_skill": "Weapon Skill"}


def last_checks(g: Play) -> Procedure[None]:
    """Who is Fatally Injured and has nobody of its side on its feet makes one last check (OP-16.6)."""
    for patient in last_patients(g.state):
        yield from last_check(g, patient)
    end_last_checks(g)


def last_patients(state: State) -> list[Combatant]:
    return [one for one in state.combatants if needs_last_check(state, one)]


def end_last_checks(g: Play) -> None:
    g.state.phase = "rises" if g.state.linked else "over"


def needs_last_check(state: State, one: Combatant) -> bool:
    """Fatally Injured (OP-16.6), and nobody of its side is there to help (OP-16.5)."""
    if not one.fatally_injured or one.status not in ("in the fight", "fallen", "escaped"):
        return False
    return not any(comrade.status in ("in the fight", "escaped") for comrade in state.comrades(one))


def rises(g: Play) -> Procedure[None]:
    """Linked play: the living of the winning side each raise an attribute by 1, twice in a series at most."""
    state = g.state
    assert state.result is not None
    won = [i for i, side in enumerate(state.sides) if side.name in state.result.winners]
    raised: list[tuple[Combatant, str]] = []
    for one in state.combatants[: state.core] if goes_on(state) else ():  # captives and arrivals come after the core
        if one.side in won and one.alive and one.rises < MOST_RISES:
            choices = [field for field in ATTRIBUTES if getattr(one, field) < 10]
            if choices:
                raised.append((one, (yield _which(one, choices))))
    for one, field in raised:
        setattr(one, field, getattr(one, field) + 1)
        one.rises += 1
        g.tell("rises", "OP-16.4", who=one.name, attribute=ATTRIBUTES[field], now=getattr(one, field))
    state.wins = tuple(wins + (side in won) for side, wins in enumerate(state.wins))
    state.phase = "next encounter"


def goes_on(state: State) -> bool:
    """There is another encounter, and every side has somebody alive for it."""
    alive = {one.side for one in state.combatants if one.alive and one.number < state.core}
    return bool(state.series) and len(alive) == len(state.sides)


def _which(one: Combatant, choices: list[str]) -> ChooseOne:
    full = [Absent(f, name, "it is 10 already", "OP-1.18") for f, name in ATTRIBUTES.items() if f not in choices]
    return ChooseOne(
        topic="rises",
        seat=one.seat,
        who=one.name,
        prompt=f"{one.name} has learnt from it: raise which attribute by 1?",
        clause="OP-16.4",
        options=tuple(Option(field, ATTRIBUTES[field]) for field in choices),
        missing=lambda: tuple(full),
        facts=lambda: NOTES["rises"],
        about=Declared("rises"),
    )


def next_encounter(g: Play) -> Procedure[None]:
    """Rest and aid bring the living round (OP-16.4); the dead stay dead; then the next encounter begins, if any."""
    state = g.state
    if not goes_on(state):
        state.result = series_result(state)
        state.phase = "over"
        g.tell("series ends", "OP-16.4", winners=list(state.result.winners), summary=state.result.summary)
    else:
        roster.begin_next(state, g.options)
        g.tell("rest", "OP-16.4", encounter=content().encounters[state.encounter].name)
    yield from ()


def series_result(state: State) -> Outcome:
    """Most encounters won."""
    best = max(state.wins)
    winners = [i for i, wins in enumerate(state.wins) if wins == best]
    tally = ", ".join(f"{side.name} {wins}" for side, wins in zip(state.sides, state.wins, strict=True))
    if len(winners) > 1:
        return Outcome((), (), f"The series is a draw ({tally}).", "OP-16.4")
    name = state.sides[winners[0]].name
    seats = tuple(sorted({one.seat for one in state.side_members(winners[0])}))
    return Outcome((name,), seats, f"{name} wins the series ({tally}).", "OP-16.4")
