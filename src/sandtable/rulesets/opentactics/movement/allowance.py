"""How many movement points there are (OT-6.1)."""

from __future__ import annotations

from sandtable.rulesets.opentactics.state import Doing, Unit


def moving(unit: Unit) -> Doing:
    """As many points as Athletics (OT-6.1); with none it cannot move (OT-6.25)."""
    return Doing(unit.number, "Move", unit.card.athletics)


def driving(unit: Unit) -> Doing:
    """DRIVE ON: a movement like any other."""
    return Doing(unit.number, "Drive on", unit.card.athletics)
