"""Planning the move of a unit of twenty: from a position to a plan with a path for everybody."""

from __future__ import annotations

from collections.abc import Callable

from bench.measure import Figure, seconds
from sandtable.engine.questions import Point
from sandtable.engine.units import Wish
from sandtable.skirmish.arrange import arrange
from sandtable.skirmish.drill import Drill
from sandtable.skirmish.formations import BLOCK, KEEP, LINE, WRAP
from sandtable.skirmish.rounding import Rounding
from sandtable.skirmish.unit_march import Bonds, Mover, UnitMarch
from sandtable.table import AREA, Base, Gait, Table, Terrain
from sandtable.table import Figure as Model
from sandtable.table.causes import PLAIN

TIMES = 10
WALKING = Gait(stops=frozenset({"no entry"}), step_up=3.0, step_down=3.0, down_cost=1.0, hugs=True)


def measure(c: float) -> list[Figure]:
    figures = []
    for formation, limit in ((KEEP, 30), (LINE, 30), (BLOCK, 30), (WRAP, 50)):
        figures.append(Figure(f"units: 20 models planned, {formation}, ms at C = 0.2", _ms(c, formation), limit))
    charge = _best(lambda: arrange(Drill(_march(target="blue")), Wish())) * 1000 * 0.2 / c
    return [*figures, Figure("units: a charge of 20 models, ms at C = 0.2", charge, 50)]


def _ms(c: float, formation: str) -> float:
    wish = Wish(Point(34.0, 17.5), formation)
    return _best(lambda: arrange(Drill(_march()), wish)) * 1000 * 0.2 / c


def _best(work: Callable[[], object]) -> float:
    return min(seconds(work) for _ in range(TIMES))


def _march(target: str = "") -> UnitMarch:
    """Twenty of red below a rock, a barricade and a wood; twenty of blue beyond, ten of green beside."""
    red, blue, green = _rank("red", 30.0, 12.0, 20), _rank("blue", 30.0, 24.0, 20), _rank("green", 40.0, 12.0, 10)
    inches = 12.0 if target else 6.0
    movers = tuple(Mover(model, inches) for model in red)
    bonds, rounding = Bonds(1.0, 9.0, rise=3.0), Rounding(0.001, (1, 1000))
    return UnitMarch(
        TABLE, "red", movers, (*blue, *green), WALKING, bonds, rounding, PLAIN, spacing=1.0,
        free=frozenset({target}), slow=frozenset({"difficult"}), slow_inches=6.0, unstable=frozenset({"unstable"}),
        overhang=3.0, target=target,
    )  # fmt: skip


def _rank(unit: str, x: float, y: float, count: int) -> list[Model]:
    places = [(x + k % 7 * 1.28125, y + k // 7 * 1.28125) for k in range(count)]
    return [Model(f"{unit} {k}", Base(1.0), px, py, unit=unit) for k, (px, py) in enumerate(places, 1)]


def _piece(name: str, x: float, y: float, wide: float, deep: float, height: float, *traits: str) -> Terrain:
    outline = ((x, y), (x + wide, y), (x + wide, y + deep), (x, y + deep))
    return Terrain(name, outline, form="block" if height else AREA, height=height, traits=frozenset(traits))


TABLE = Table(
    width=72,
    height=48,
    terrain=(
        _piece("rock", 35, 18, 2, 2, 5, "no entry"),
        _piece("bar", 28, 19.5, 5, 0.5, 1, "unstable"),
        _piece("wood", 38, 17, 6, 6, 0, "difficult"),
        *(_piece(f"hill {k}", 4 + 11 * k, 4, 5, 4, 2) for k in range(6)),
        *(_piece(f"rock {k}", 3 + 11 * k, 38, 3, 3, 5, "no entry") for k in range(6)),
    ),
)
