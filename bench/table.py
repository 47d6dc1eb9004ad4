"""Speed of the table, as shares of C: the seconds that a plain loop of 5,000,000 additions takes here and now.

    python -m bench.table            the modules as they are (interpreted, or compiled in place)
    python -m bench.table --build    both: compiles into a temporary copy and runs itself on it
    python -m bench.table --json     one JSON document on standard output

The scene is 48 by 36 inches with 30 polygons (247 edges) and 20 circles; limits are in microseconds for C = 0.2 s.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from math import cos, hypot, pi, sin
from pathlib import Path
from random import Random
from time import process_time

from bench.measure import calibrate
from sandtable.compile import build, compiled
from sandtable.engine.questions import Point
from sandtable.table.board import Table
from sandtable.table.ground import Gait, Ground
from sandtable.table.hot.sight import Gaze, tall_share, trapezoids
from sandtable.table.hot.sweep import NOTHING, contact, spot
from sandtable.table.hot.ways import Ways
from sandtable.table.lattice import snap
from sandtable.table.paths import Reach
from sandtable.table.pieces import Base, Figure, Terrain
from sandtable.table.sight import Screen, Veil, look

SOLID = frozenset({"solid"})
LIMITS = {
    "flat share": (45.0, 6.0),
    "tall share": (120.0, 15.0),
    "first contact": (20.0, 4.0),
    "reach of 6 inches": (5000.0, 400.0),
    "preparation": (40000.0, 6000.0),
}
"""Microseconds interpreted and compiled, at C = 0.2 s."""


def timed(work: Callable[[], object], times: int) -> float:
    start = process_time()
    for _ in range(times):
        work()
    return (process_time() - start) / times


# ---- scenes -------------------------------------------------------------------------------------------------------

CORNERS = (8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 8, 8, 8, 8, 8, 8)


def scene(pieces: int, circles: int = 20) -> tuple[Table, list[Figure]]:
    """A random scene; pieces shrink as they become more, so that the table stays as full."""
    rng = Random("bench")
    shrink = (30 / pieces) ** 0.5 if pieces > 30 else 1.0
    terrain = []
    for number in range(pieces):
        corners = CORNERS[number % 30]
        x, y, size = rng.uniform(2, 46), rng.uniform(2, 34), shrink * rng.uniform(0.8, 2.4)
        ring = tuple(
            (snap(x + r * cos(2 * pi * k / corners)), snap(y + r * sin(2 * pi * k / corners)))
            for k, r in enumerate(size * rng.uniform(0.6, 1.0) for _ in range(corners))
        )
        terrain.append(Terrain(id=str(number), outline=_on_table(ring), height=snap(rng.uniform(0.5, 4)), traits=SOLID))
    table = Table(width=48, height=36, terrain=tuple(terrain))
    figures = [
        Figure(f"f{k}", Base(1.0, height=1.25), snap(rng.uniform(1, 47)), snap(rng.uniform(1, 35)))
        for k in range(circles)
    ]
    return table, figures


def _on_table(ring: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
    return tuple((min(max(x, 0.0), 48.0), min(max(y, 0.0), 36.0)) for x, y in ring)


def looks(count: int) -> list[tuple[float, float, float, float]]:
    rng = Random("looks")
    return [
        (snap(rng.uniform(1, 47)), snap(rng.uniform(1, 35)), snap(rng.uniform(1, 47)), snap(rng.uniform(1, 35)))
        for _ in range(count)
    ]


def measure(pieces: int, count: int = 1500) -> dict[str, float]:
    """Microseconds of each question on a scene with so many pieces."""
    table, figures = scene(pieces)
    lines = looks(count)
    combined = table.blinds.scene
    for figure in figures:
        combined.add_circle(figure.x, figure.y, 0.5, 0.0, 1.25)
    found = {
        "flat share": timed(lambda: _flat(combined, lines), 1) / count,
        "tall share": timed(lambda: _tall(combined, lines), 1) / count,
    }
    ground = Ground(table, Base(1.25), Gait(stops=SOLID), figures)
    found["first contact"] = timed(lambda: _sweeps(ground, lines), 1) / count
    found["preparation"] = timed(lambda: Ways(ground.scene, ground.relief, 0.625, 0.625, 0.625), 3)
    starts = [(x, y) for x, y, _, _ in lines if spot(ground.scene, x, y, 0.625, 0.625, 0, 0) == NOTHING][:60]
    ways = ground.ways
    found["reach of 6 inches"] = timed(lambda: [ways.spread(x, y, 6.0, []) for x, y in starts], 1) / len(starts)
    movers = [Figure("mover", Base(1.25), x, y) for x, y in starts[:6]]
    found["drawing the reach"] = timed(lambda: [Reach(ground, mover, 6.0).outline() for mover in movers], 1) / 6
    fresh, _ = scene(pieces)
    screen, veil = Screen(figures), Veil(traits=SOLID)
    target = Base(1.0)
    found["look() with a screen"] = (
        timed(
            lambda: [
                look(fresh, Point(a, b, 1.2), Figure("t", target, c, d), veil, screen) for a, b, c, d in lines[:400]
            ],
            1,
        )
        / 400
    )
    return {name: seconds * 1e6 for name, seconds in found.items()}


def _flat(scene: object, lines: list[tuple[float, float, float, float]]) -> float:
    total = 0.0
    for ex, ey, tx, ty in lines:
        view = Gaze(ex, ey, tx, ty, 0.5, 0.0, 0.0)
        total += view.flat_share(view.shades(scene, 0, 0))  # type: ignore[arg-type]
    return total


def _tall(scene: object, lines: list[tuple[float, float, float, float]]) -> float:
    total = 0.0
    for ex, ey, tx, ty in lines:
        view = Gaze(ex, ey, tx, ty, 0.5, 0.0, 0.0)
        if not view.inside:
            shades = view.shades(scene, 0, 0)  # type: ignore[arg-type]
            full, partial, _ = trapezoids(view, shades, scene, 1.2, 0.0, 1.25)  # type: ignore[arg-type]
            total += tall_share(view, full, partial, 0.0, 1.25)
    return total


def _sweeps(ground: Ground, lines: list[tuple[float, float, float, float]]) -> int:
    hits = 0
    for x, y, ax, ay in lines:
        size = hypot(ax - x, ay - y) or 1.0
        _, what = contact(
            ground.scene, x, y, x + 6 * (ax - x) / size, y + 6 * (ay - y) / size, ground.radius, ground.keep, 0, 0
        )
        hits += what != NOTHING
    return hits


# ---- reports ------------------------------------------------------------------------------------------------------


def report() -> dict[str, object]:
    c = calibrate()
    growth = {str(pieces): measure(pieces, 600) for pieces in (10, 50, 100, 200)}
    return {
        "compiled": compiled(),
        "C": c,
        "edges": sum(CORNERS),
        "microseconds": measure(30),
        "growth": growth,
        "C after": calibrate(),
    }


def table_of(result: dict[str, object]) -> str:
    """The report for people: each figure, its limit at this machine's C, and how it grows with the pieces."""
    c = float(str(result["C"]))
    kind = 1 if result["compiled"] else 0
    figures, growth = result["microseconds"], result["growth"]
    assert isinstance(figures, dict)
    assert isinstance(growth, dict)
    lines = [f"{'compiled' if kind else 'interpreted'}, C = {c:.3f} s, {result['edges']} edges"]
    lines.append(f"{'':22}{'µs':>10}{'limit':>10}{'µs at C=0.2':>14}   growth 10, 50, 100, 200 pieces (µs)")
    for name, value in figures.items():
        limit = LIMITS[name][kind] * c / 0.2 if name in LIMITS else 0.0
        verdict = "" if not limit or value <= limit else "  TOO SLOW"
        grows = ", ".join(f"{growth[n][name]:.1f}" for n in ("10", "50", "100", "200"))
        lines.append(f"{name:22}{value:10.1f}{limit or '':>10.5}{value * 0.2 / c:14.1f}   {grows}{verdict}")
    return "\n".join(lines)


def run_compiled(arguments: list[str]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        build(Path(folder))
        environment = os.environ | {"PYTHONPATH": folder}
        command = [sys.executable, "-m", "bench.table", *arguments]
        return subprocess.run(command, env=environment, cwd=Path(__file__).parents[1], check=False).returncode


def main(arguments: list[str]) -> int:
    result = report()
    print(json.dumps(result) if "--json" in arguments else table_of(result))
    if "--build" in arguments:
        return run_compiled([argument for argument in arguments if argument != "--build"])
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
