"""Recon (RE-6.15, RE-6.16): models on the table before the first turn."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.engine.asking import yes_or_no
from sandtable.engine.questions import Place, Point, Refusal
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.roe.asking import Play
from sandtable.rulesets.roe.contact import renew_contacts
from sandtable.rulesets.roe.content import notes
from sandtable.rulesets.roe.field import field_of
from sandtable.rulesets.roe.levels import BODY
from sandtable.rulesets.roe.state import Model, State
from sandtable.rulesets.roe.walking import standing_refused
from sandtable.skirmish.levels import SAME
from sandtable.skirmish.touching import would_touch
from sandtable.table import snap
from sandtable.table.hot.plane import point_segment

RECON = 6.0


def recon(g: Play) -> Procedure[None]:
    """One Recon model is placed or kept off, Player One's first (RE-6.15)."""
    state = g.state
    model = state.models[state.recon[0]]
    name = model.name
    placed = next(recon_spots(state, model), None) is not None and (
        yield from yes_or_no(
            "recon",
            model.side,
            name,
            f"{name}: place it now by Recon?",
            "RE-6.15",
            "Place",
            "Keep off",
            facts=notes()["recon"],
        )
    )
    if placed:
        places = yield Place(
            topic="recon place",
            seat=model.side,
            who=name,
            prompt=f'{name}: where, within 6" of your zone?',
            clause="RE-6.15",
            models=(name,),
            check=lambda places: recon_refused(state, model, places[name]),
            candidates=lambda: ({name: spot} for spot in recon_spots(state, model)),
        )
        spot = _stand_at(state, places[name])
        assert spot is not None, "a place that was not refused"
        model.x, model.y, model.z = spot.x, spot.y, spot.z
        model.status = "on the table"
        renew_contacts(state, model)
        g.tell("recon", "RE-6.15", who=name, at=[spot.x, spot.y])
    state.recon = state.recon[1:]
    if not state.recon:
        state.phase = "initiative"


def _stand_at(state: State, p: Point) -> Point | None:
    """The lowest place to stand there, be it the top of a ridge, or the one at the height that is named."""
    x, y = snap(p.x), snap(p.y)
    heights = field_of(state).surfaces(x, y)
    if not heights:
        return Point(x, y)  # in the middle of something solid
    named = [z for z in heights if abs(z - p.z) <= SAME] if p.z else heights
    return Point(x, y, named[0]) if named else None


def recon_refused(state: State, model: Model, p: Point) -> Refusal | None:
    """Too far from the zone, on impassable ground, over an edge, or touching an enemy. What can be stood on is not
    impassable, however one gets up there (RE-6.16)."""
    spot = _stand_at(state, p)
    if spot is None:
        return Refusal("there is nothing to stand on at that height", "RE-2.29")
    zone = state.players[model.side].zone
    if min(point_segment(spot.x, spot.y, *segment) for segment in zone) > (RECON + model.radius) ** 2:
        return Refusal('more than 6" from its zone', "RE-6.15")
    refused = standing_refused(state, model, spot)
    if refused is not None:
        solid = spot.z <= BODY and refused.clause in ("RE-2.26", "RE-2.8", "RE-2.2")
        return Refusal(refused.reason, "RE-6.16") if solid else refused
    for enemy in state.enemies(model):
        if would_touch(field_of(state), model, (spot.x, spot.y, spot.z), enemy):
            return Refusal(f"it would touch {enemy.name}", "RE-6.15")
    return None


def recon_spots(state: State, model: Model) -> Iterator[Point]:
    """A few legal places spread along the zone."""
    zone = state.players[model.side].zone
    where = field_of(state).table
    found = 0
    for number in range(64):
        x1, y1, x2, y2 = zone[number % len(zone)]
        share = (model.number * 0.37 + number * 0.6180339887498949) % 1.0
        deep = model.radius + RECON * ((number * 5) % 8) / 8
        x, y = x1 + (x2 - x1) * share, y1 + (y2 - y1) * share
        if x1 == x2:
            x = deep if x1 == 0 else where.width - deep
        else:
            y = deep if y1 == 0 else where.height - deep
        spot = Point(snap(x), snap(y))
        if recon_refused(state, model, spot) is None:
            yield spot
            found += 1
            if found == 6:
                return
