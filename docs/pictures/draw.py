"""Draws the pictures of the table's guide as SVG: `python docs/pictures/draw.py`. Any converter makes the PNGs."""

from __future__ import annotations

from pathlib import Path

from sandtable.engine.questions import Point, Refusal
from sandtable.table.generate import generate
from sandtable.table.ground import Gait, Ground
from sandtable.table.maps import load
from sandtable.table.moving import Travel, travel
from sandtable.table.paths import ReachRings, route
from sandtable.table.picture import Cone, Picture, Range, Ruler, Trail
from sandtable.table.picture import ReachRings as Region
from sandtable.table.sight import Screen, Veil, look_from
from sandtable.table.tokens import Token

HERE = Path(__file__).parent
TOWN = HERE.parents[1] / "examples" / "maps" / "millbrook.toml"

WALKING = Gait(
    stops=frozenset({"deep"}), slows=(("water", 2.0), ("rough", 2.0), ("ruin", 2.0)), step_up=1.0, step_down=1.0
)
LOOKING = Veil(
    traits=frozenset({"building", "hill", "rock", "crates", "wall", "barricade"}), through=frozenset({"wood", "ruin"})
)


def a_turn_in_millbrook() -> Picture:
    """Okafor plans a move: reach, path, two looks from where she would stand, a ruler and a range."""
    found = load(TOWN)
    figures = {figure.id: figure for figure in found.figures}
    okafor = figures["Okafor"]
    friends = [f for f in found.figures if found.sides[f.id] == 1 and f is not okafor]
    enemies = [f for f in found.figures if found.sides[f.id] == 2]
    ground = Ground(found.table, okafor.base, WALKING, enemies)
    path = route(ground, okafor, Point(21, 17.25), 6.0)
    assert not isinstance(path, Refusal)
    done = travel(ground, okafor, path)
    assert isinstance(done, Travel)
    there = okafor.moved(done.end)
    screen = Screen(found.figures)
    looks = {name: look_from(found.table, there, figures[name], LOOKING, screen) for name in ("Tull", "Dace")}
    pieces = {piece.id for piece in found.table.terrain}
    tokens = [
        Token(f, found.sides[f.id], ghost=f is okafor, acted=f.id in ("Rusk", "Sill"), name=f.id in ("Tull", "Dace"))
        for f in found.figures
    ]
    return Picture(
        tokens=(*tokens, Token(there, 1, "O", selected=True)),
        reach=(Region(ReachRings(ground, okafor, 6.0, friends).outline(), 1),),
        trails=(Trail((okafor.at, *path), f"{done.cost:.1f}″ of 6″"),),
        cones=tuple(Cone(there.at, figures[name], seen) for name, seen in looks.items()),
        rulers=(Ruler(Point(28.5, 17.3), Point(38.5, 18.45)),),
        ranges=(Range(figures["Rusk"], 4.0, dashed=True),),
        lit=tuple(name for seen in looks.values() for name in seen.blockers if name in pieces),
        controlled={"square": 1, "ford": 2, "orchard": -1},
    )


def main() -> None:
    for preset in ("balanced", "wilds", "frontier"):
        table = generate(preset, seed=3)
        (HERE / f"{preset}.svg").write_text(table.svg(width=1600), "utf-8")
        (HERE / f"{preset}-390.svg").write_text(table.svg(width=390), "utf-8")
    table, picture = load(TOWN).table, a_turn_in_millbrook()
    for theme, end in (("light", ""), ("dark", "-dark")):
        (HERE / f"millbrook{end}.svg").write_text(table.svg(picture, theme=theme, width=1600), "utf-8")
    (HERE / "millbrook-390.svg").write_text(table.svg(picture, width=390), "utf-8")


if __name__ == "__main__":
    main()
