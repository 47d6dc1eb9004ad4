"""Hide (OE-16.22 to OE-16.26): who may try to become Hidden, and the Test."""

from __future__ import annotations

from sandtable.engine.asking import Why
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.op_en.asking import Play
from sandtable.rulesets.op_en.attempts import Attempt, make
from sandtable.rulesets.op_en.effects import StatTest
from sandtable.rulesets.op_en.parameters import whole
from sandtable.rulesets.op_en.sight import exposed, is_clear, sees
from sandtable.rulesets.op_en.space import aware
from sandtable.rulesets.op_en.state import NOBODY, Character
from sandtable.rulesets.op_en.throws import Change
from sandtable.rulesets.op_en.trips import Trip
from sandtable.rulesets.op_en.ways import ask_path, walk


def hide_barred(g: Play, who: Character) -> Why | None:
    """Not in an Enemy's AR, nor under Clear LoS (OE-16.22)."""
    if who.carries != NOBODY:
        return "it carries something", "OE-16.22"
    if exposed(who):
        return "it cannot be Hidden this turn", "OE-16.22"
    for enemy in g.state.enemies(who):
        if aware(g.state, g.options, enemy, who):
            return f"it is in the Awareness Range of {enemy.name}", "OE-16.22"
        if is_clear(g.state, g.options, enemy, who):
            return f"{enemy.name} has Clear LoS to it", "OE-16.22"
    return None


def hide(g: Play, who: Character) -> Procedure[None]:
    """Agility against 4: unseen [+2], or [-1] for each Enemy with Obscured LoS (OE-16.23, OE-16.24,
    OE-16.25); so many inches as it has Degrees (OE-16.26)."""
    # Nobody has Clear LoS (OE-16.22): whoever sees it at all sees it Obscured.
    watchers = [enemy for enemy in g.state.enemies(who) if sees(g.state, g.options, enemy, who)]
    mine = tuple(Change(f"watched by {enemy.name}", 0, -1, "OE-16.25") for enemy in watchers)
    if not watchers:
        mine = (Change("unseen", 0, 2, "OE-16.24"),)
    test = StatTest("fixed", "agility", whole(g.state, "hide.target"))
    outcome = yield from make(g, who, Attempt("Hide", test, "OE-16.23", "hide", mine=mine))
    if not outcome.success:
        return
    who.hidden = True
    g.tell("hidden", "OE-16.23", who=who.name, source="Hide")
    if outcome.degrees:
        trip = Trip(g.state, g.options, who, float(outcome.degrees), "OE-16.26")
        walked = yield from ask_path(trip, f"{who.name}: Hide, up to {outcome.degrees}″")
        yield from walk(g, trip, walked, "hide")
