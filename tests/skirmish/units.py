"""Units of many models for tests, under no book's rules but with all that one may ask for."""

from __future__ import annotations

from typing import Any

from sandtable.skirmish.rounding import Rounding
from sandtable.skirmish.unit_march import Bonds, Mover, UnitMarch
from sandtable.table import AREA, Base, Figure, Gait, Table, Terrain
from tests.skirmish.scenes import VERDICTS

FINE = Rounding(contact=0.001, unit=(1, 1000))
BONDS = Bonds(link=1.0, across=9.0, rise=3.0)
GAIT = Gait(stops=frozenset({"no entry"}), step_up=3.0, step_down=3.0, up_cost=1.0, down_cost=1.0, hugs=True)
ROUND = Base(1.0)


def piece(name: str, x: tuple[float, float], y: tuple[float, float], height: float = 0.0, *traits: str) -> Terrain:
    outline = ((x[0], y[0]), (x[1], y[0]), (x[1], y[1]), (x[0], y[1]))
    form = "block" if height else AREA
    return Terrain(name, outline, form=form, height=height, traits=frozenset(traits))


ROCK = piece("rock", (10.0, 12.0), (9.0, 11.0), 5.0, "no entry")
BAR = piece("bar", (4.0, 12.0), (14.0, 14.5), 1.0, "unstable")
BOG = piece("bog", (14.0, 20.0), (8.0, 12.0), 0.0, "difficult")
HILL = piece("hill", (14.0, 20.0), (14.0, 20.0), 2.0)


def rank(unit: str, x: float, y: float, count: int, columns: int = 5, pitch: float = 1.25) -> list[Figure]:
    places = [(x + k % columns * pitch, y + k // columns * pitch) for k in range(count)]
    return [Figure(f"{unit} {k}", ROUND, px, py, unit=unit) for k, (px, py) in enumerate(places, 1)]


def unit_march(
    figures: list[Figure], *others: Figure, terrain: tuple[Terrain, ...] = (), inches: float = 6.0, **more: Any
) -> UnitMarch:
    table = Table(width=30, height=30, terrain=terrain)
    movers = tuple(Mover(figure, inches) for figure in figures)
    rules: dict[str, Any] = {
        "spacing": 1.0, "unstable": frozenset({"unstable"}), "overhang": 3.0, "slow": frozenset({"difficult"}),
        "slow_inches": 6.0, "gait": GAIT, "bonds": BONDS, "rounding": FINE, "verdicts": VERDICTS,
    }  # fmt: skip
    return UnitMarch(table, figures[0].unit, movers, others, **(rules | more))
