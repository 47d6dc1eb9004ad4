"""Morale (chapter 13): who tests, how, and what a failure means."""

from __future__ import annotations

from sandtable.engine.ruleset import Procedure, Stage
from sandtable.rulesets.riverside.asking import Play
from sandtable.rulesets.riverside.state import ROUTED, Unit
from sandtable.rulesets.riverside.strike_dice import difficulty, test
from sandtable.rulesets.riverside.traits import all_have, half_gone, quality
from sandtable.rulesets.riverside.wounds import destroy_or_rout


def passes(g: Play, unit: Unit, clause: str) -> Procedure[bool]:
    """A Morale Test: one die against the best Quality (RV-13.6, RV-21.7), easier for the Fearless (RV-21.11). For a
    unit that is Shaken already there is none: it fails (RV-13.7)."""
    if unit.shaken:
        g.tell("morale", clause, "RV-13.7", who=unit.name, needed=0, passed=False)
        return False
    needed = difficulty(quality(g.state, unit), modifier=int(all_have(g.state, unit, "Fearless")))
    passed = yield Stage(test, (f"morale of {unit.name}", clause, unit.side, unit.name, needed))
    g.tell("morale", clause, "RV-13.6", who=unit.name, needed=needed, passed=passed)
    return bool(passed)


def after_wounds(g: Play, unit: Unit) -> Procedure[None]:
    """A unit at half strength or less, of what it started with (RV-13.10), that has just been wounded tests (RV-13.3,
    or RV-13.4 for a single model; RV-13.11, RV-13.12), and is Shaken if it fails (RV-13.1, RV-13.5): once after each
    event, and each time anew (RV-13.8, RV-13.9). A whole Ranged Attack is one (RV-10.14), with its Impact and Take Down
    (RV-13.2). Wounds from terrain come here by a house rule alone (RV-13.13)."""
    if unit.gone or not half_gone(g.state, unit):
        return
    if not (yield from passes(g, unit, "RV-13.3" if unit.started > 1 else "RV-13.4")):
        shake(g, unit, "RV-13.5")


def shake(g: Play, unit: Unit, clause: str) -> None:
    """Being made Shaken again has no further effect (RV-19.8)."""
    if not unit.shaken:
        unit.shaken = True
        g.tell("shaken", clause, who=unit.name)


def recover(g: Play, unit: Unit, status: str, by_spell: bool = False) -> None:
    """It is not Shaken, or not Fatigued, any more: by Idle (RV-6.21), or by a spell (RV-21.14)."""
    clause = "RV-21.14" if by_spell else "RV-6.21"
    if status == "Shaken" and unit.shaken:
        unit.shaken = False
        g.tell("rallies", clause, who=unit.name)
    elif status == "Fatigued" and unit.fatigued:
        unit.fatigued = False
        g.tell("rested", clause, who=unit.name)


def lost_a_melee(g: Play, unit: Unit) -> Procedure[None]:
    """The loser tests whatever its strength (RV-11.15, RV-11.16). Success changes nothing (RV-11.17); a failure at half
    its models or less, or half its Tough, is a Rout (RV-11.18, RV-11.19, RV-11.21), else it is Shaken (RV-11.20). One
    that is Shaken already fails without a die (RV-11.22)."""
    if (yield from passes(g, unit, "RV-11.15")):
        return
    if half_gone(g.state, unit):
        destroy_or_rout(g, unit, ROUTED)
    else:
        shake(g, unit, "RV-11.20")
