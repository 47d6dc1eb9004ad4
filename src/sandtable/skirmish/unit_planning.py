"""What a client sees of units (docs/scene.md): the plan for a wish, the preview of a legal move, and a unit in a scene
with its hull and its banner."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

from msgspec import Struct

from sandtable.engine.questions import Paths, Refusal
from sandtable.engine.scenes import ShownCount, ShownUnit
from sandtable.engine.units import Wish
from sandtable.skirmish import cohesion
from sandtable.skirmish.arrange import Arrangement
from sandtable.skirmish.drill import Drill, UnitWalk
from sandtable.skirmish.unit_march import Mover
from sandtable.table import Figure, Travel, closest_pair, within
from sandtable.table.causes import NO_CHAIN, NO_CIRCLE, SPACING
from sandtable.table.units import holding_circle


class Drawn(Struct, frozen=True):
    """A plan and what it was made for: an answer of the question, and something to draw."""

    drill: Drill
    wish: Wish
    plan: Arrangement

    @property
    def paths(self) -> Paths:
        return self.plan.paths

    @property
    def refused(self) -> Refusal | None:
        return self.plan.refused

    def wire(self) -> dict[str, Any]:
        plan, march = self.plan, self.drill.march
        stops = {stop.name: stop for stop in plan.stops}
        models = []
        for mover in march.movers:
            way = self._way(mover)
            stop = stops.get(mover.name)
            short = None if stop is None else _reason(stop.why)
            place = plan.places[mover.name]
            models.append(drawn_way(mover, way) | {"place": [place.x, place.y], "short": short})
        ends = [mover.figure.moved(self._way(mover).end) for mover in march.movers]
        refused = plan.refused
        return {
            "ok": refused is None,
            "refused": None if refused is None else _reason(refused),
            "answer": {name: [p.wire() for p in path] for name, path in plan.paths.items()},
            "models": models,
            "short": _grouped(plan),
            "pulled": round(plan.pulled, 3),
            **standing(self.drill, ends),
        }

    def _way(self, mover: Mover) -> Travel:
        verdict = self.plan.verdict
        if isinstance(verdict, UnitWalk):
            return verdict.ways[mover.name]
        way = self.drill.follow(mover, self.plan.paths[mover.name])
        assert isinstance(way, Travel)  # each way of a plan is legal, whatever the unit as a whole is
        return way


def _reason(why: Refusal) -> dict[str, str]:
    return {"cause": why.cause, "reason": why.reason, "clause": why.clause}


def _grouped(plan: Arrangement) -> list[dict[str, Any]]:
    """Those who stop short, by cause, the most frequent first."""
    groups: dict[tuple[str, str], list[str]] = {}
    for stop in plan.stops:
        groups.setdefault((stop.why.cause, stop.why.clause), []).append(stop.name)
    ordered = sorted(groups.items(), key=lambda item: -len(item[1]))
    return [{"cause": cause, "clause": clause, "models": names} for (cause, clause), names in ordered]


def drawn_way(mover: Mover, way: Travel) -> dict[str, Any]:
    """One model's way: where it leads, what it costs, and which ground it comes over."""
    return {
        "id": mover.name,
        "path": [[p.x, p.y, p.z] for p in way.path],
        "spent": round(way.cost, 3),
        "of": mover.inches,
        "over": [passage.piece for passage in way.passages],
    }


def standing(drill: Drill, ends: Sequence[Figure]) -> dict[str, Any]:
    """How a unit would stand: its chain, its circle, the nearest of the others, and its hull."""
    march, bonds = drill.march, drill.march.bonds
    now = cohesion.hold(march, ends)
    clauses = march.verdicts.clauses
    x, y, radius = holding_circle(ends)
    found: dict[str, Any] = {
        "chain": {
            "ok": not now.astray, "most": bonds.link, "clause": clauses.get(NO_CHAIN, ""),
            "links": [[one, two, round(far, 3)] for one, two, far in cohesion.chain(ends)],
        },
        "circle": {
            "ok": not now.wide, "at": [x, y], "across": round(now.across, 3), "needs": round(2 * radius, 3),
            "most": bonds.across, "clause": clauses.get(NO_CIRCLE, ""),
        },
        "hull": _hull(tuple(ends), bonds.link),
        "others": None,
    }  # fmt: skip
    if march.others:
        one, two, far = closest_pair(ends, march.others)
        found["others"] = {
            "id": one.id, "to": two.id, "distance": round(march.rounding.rounded(far), 3), "least": march.spacing,
            "clause": clauses.get(SPACING, ""),
        }  # fmt: skip
    return found


def preview(drill: Drill, walk: UnitWalk) -> dict[str, Any]:
    """What a legal move of a unit costs: the farthest way stands for all of them."""
    march = drill.march
    farthest = max(march.movers, key=lambda mover: walk.ways[mover.name].cost)
    way = walk.ways[farthest.name]
    ends = [mover.figure.moved(walk.ways[mover.name].end) for mover in march.movers]
    return {
        "spent": round(way.cost, 3),
        "of": farthest.inches,
        "unit": "″",
        "text": f"farthest {way.cost:.1f}″ of {farthest.inches:g}″",
        "path": [[p.x, p.y, p.z] for p in way.path],
        "tests": [],
        "models": [drawn_way(mover, walk.ways[mover.name]) for mover in march.movers],
        **standing(drill, ends),
    }


# ---- units in a scene -----------------------------------------------------------------------------------


def unit(name: str, side: int, figures: Sequence[Figure], link: float, *, icon: str = "", **more: Any) -> ShownUnit:
    """A unit as a scene draws it; `more` is what a ruleset says about it beyond its members, hull and banner."""
    top = max((figure for figure in figures), key=lambda figure: figure.y, default=None)
    plain: dict[str, Any] = {
        "state": "ready" if figures else "gone", "count": ShownCount(left=len(figures), most=len(figures)),
        "statuses": [], "facts": "",
    }  # fmt: skip
    return ShownUnit(
        id=name, name=name, side=side, icon=icon, members=[figure.id for figure in figures],
        hull=_hull(tuple(figures), link),
        banner=None if top is None else (top.x, top.y + top.base.radius), **plain | more,
    )  # fmt: skip


@lru_cache(256)
def _hull(figures: tuple[Figure, ...], link: float) -> list[tuple[str, str]]:
    """The pairs of models between which the hull is closed: they are no farther apart than a link. Known as long as
    the unit stands still."""
    return [(one.id, two.id) for one, two in combinations(figures, 2) if within(one, two, link)]
