"""Moves that are offered without a judge are such as the judge lets pass."""

from __future__ import annotations

import pytest

from sandtable.engine.questions import Refusal
from sandtable.rulesets.riverside.measuring import ROUNDING
from sandtable.rulesets.riverside.policy import WALKING
from sandtable.rulesets.riverside.unplanned_moves import offers
from sandtable.skirmish.drill import Drill
from sandtable.skirmish.unit_asking import Judge, UnitLeaning
from sandtable.skirmish.unit_march import Bonds, Mover, UnitMarch
from sandtable.table import Base, Figure, Table
from sandtable.table.causes import PLAIN


@pytest.mark.parametrize("inches", [0.0, 0.005, 0.216, 6.0])
def test_offers_keep_to_what_is_left_of_the_move(inches: float) -> None:
    movers = tuple(Mover(Figure(f"Guard {n}", Base(1.0), 20 + 1.5 * n, 20), inches) for n in range(3))
    march = UnitMarch(Table(width=48, height=48), "Guard", movers, (), WALKING, Bonds(1.0, 9.0), ROUNDING, PLAIN)
    drill = Drill(march)
    found = list(offers(UnitLeaning(((40.0, 30.0),)))(drill, Judge(drill)))
    assert found
    assert not [paths for paths in found if isinstance(Drill(march).judge(paths), Refusal)]
