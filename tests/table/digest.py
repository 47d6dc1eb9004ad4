"""A digest of everything the hot modules compute on a few hundred scenes, bit for bit.

`tests.digest` prints it: the interpreted and the compiled modules must agree.
"""

from __future__ import annotations

import struct
from hashlib import sha256

from sandtable.engine.questions import Point, Refusal
from sandtable.table.board import Table
from sandtable.table.ground import Gait, Ground
from sandtable.table.hot import sweep
from sandtable.table.hot.plane import segment_segment
from sandtable.table.paths import Reach, route
from sandtable.table.pieces import AREA, BLOCK, Figure, Terrain
from sandtable.table.sight import Screen, Veil, look
from tests.table.glimpse import glimpse
from tests.table.scenes import SOLID, random_figures, random_spot, random_table, scenes

ROUGH = frozenset({"rough"})


def numbers() -> list[float]:
    """What two builds must agree on to the last bit."""
    found: list[float] = []
    for number, rng in enumerate(scenes("digest", 60)):
        table = random_table(rng, 8)
        figures = random_figures(rng, table, 6, radius=0.5)
        mover, target, screen = figures[0], figures[1], Screen(figures, close=3.0)
        for veil in (Veil(traits=SOLID, flat=True), Veil(traits=SOLID)):
            seen = look(table, Point(mover.x, mover.y, 1.5), target, veil, screen, viewer=mover)
            found.append(seen.share)
            found.extend(angle for fan in seen.fans for angle in fan)
            opening = glimpse(table, mover, target, veil, screen) if number < 12 else None
            found.extend((opening[0].x, opening[1].y) if opening else (-1.0,))
        ground = Ground(table, mover.base, Gait(stops=SOLID), figures[1:])
        end = random_spot(rng, table)
        found.extend(sweep.contact(ground.scene, mover.x, mover.y, end.x, end.y, 0.5, 0.5, 0, 0))
        found.append(sweep.clear(ground.scene, mover.x, mover.y, end.x, end.y, 0.5, 0.5, 0, 0))
        found.extend(_ways(ground, mover, target))
        found.append(segment_segment(0, 0, 1, 3, end.x, end.y, 2, 2))
        slow = Ground(_slowed(table), mover.base, Gait(slows=(("rough", 2.0),), step_up=1.0))
        found.append(slow.relief.toll(mover.x, mover.y, end.x, end.y))
    return found


def _ways(ground: Ground, mover: Figure, target: Figure) -> list[float]:
    reach = Reach(ground, mover, 6.0)
    found = [cost for node in reach.field.order for cost in (float(node), reach.field.cost[node])]
    found.extend(value for ring in reach.outline() for spot in ring for value in spot)
    way = route(Ground(ground.table, mover.base, ground.gait), mover, target.at)
    found.extend([-1.0] if isinstance(way, Refusal) else [value for p in way for value in (p.x, p.y)])
    return found


def _slowed(table: Table) -> Table:
    """The same pieces as mud and low steps, every other one."""
    terrain = tuple(
        Terrain(id=piece.id, outline=piece.outline, form=(AREA, BLOCK)[k % 2], height=0.5, traits=ROUGH)
        for k, piece in enumerate(table.terrain)
    )
    return Table(width=table.width, height=table.height, terrain=terrain)


def digest() -> str:
    values = numbers()
    packed = b"".join(struct.pack("<d", value) for value in values)
    return f"{len(values)} {sha256(packed).hexdigest()}"
