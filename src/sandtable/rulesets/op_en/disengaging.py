"""Disengage (OE-16.34 to OE-16.40): out of the Combat Range of an Enemy that holds a character."""

from __future__ import annotations

from sandtable.engine.asking import Why
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.op_en.asking import Play, choose_character, choose_inches
from sandtable.rulesets.op_en.attempts import Attempt, make
from sandtable.rulesets.op_en.effects import StatTest
from sandtable.rulesets.op_en.parameters import number
from sandtable.rulesets.op_en.space import gap, lockers
from sandtable.rulesets.op_en.state import Character
from sandtable.rulesets.op_en.throws import Change
from sandtable.rulesets.op_en.tumbling import line_between, push


def disengage_barred(g: Play, who: Character) -> Why | None:
    """Only who is Locked in Combat may (OE-16.34)."""
    return None if lockers(g.state, g.options, who) else ("it is not Locked in Combat", "OE-16.34")


def disengage(g: Play, who: Character) -> Procedure[None]:
    """Agility against that of one Enemy (OE-16.35) of those that hold it (OE-16.36), worse against several (OE-16.39);
    then a Push just out of its CR (OE-16.37), farther with Degrees (OE-16.38). A failure leaves it where it is
    (OE-16.40)."""
    locked = lockers(g.state, g.options, who)
    seat = g.state.seat_of(who)
    enemy = yield from choose_character(
        g,
        "disengage",
        seat,
        who.name,
        locked,
        f"{who.name}: Disengage from whom?",
        "OE-16.36",
        lambda one: _not_locked(g, who, one),
    )
    attempt = Attempt(
        "Disengage", StatTest("opposed", "agility", against="agility"), "OE-16.35", "disengage",
        mine=_pressed(str(g.options["disengage_crowd"]), len(locked)),
    )  # fmt: skip
    outcome = yield from make(g, who, attempt, enemy)
    if not outcome.success:
        return
    inches = enemy.sheet.combat_range + number(g.state, "disengage.clear") - gap(who, enemy)
    if outcome.degrees:
        prompt = f"{who.name}: how much farther?"
        inches += yield from choose_inches("farther", seat, who.name, 0, outcome.degrees, prompt, "OE-16.38", "″ more")
    g.state.activation.moved = True
    dx, dy = line_between(enemy, who)
    yield from push(g, who, (dx, dy), inches, "Disengage", own=True)


def _not_locked(g: Play, who: Character, one: Character) -> Why | None:
    return ("it is not Locked with that Enemy", "OE-16.36") if one in g.state.enemies(who) else None


def _pressed(rule: str, locked: int) -> tuple[Change, ...]:
    """[<] for being Locked with several (OE-16.39)."""
    levels = {"each_if_several": locked if locked > 1 else 0, "each_other": locked - 1, "each": locked}[rule]
    return (Change(f"Locked with {locked}", -levels, 0, "OE-16.39"),) if levels else ()
