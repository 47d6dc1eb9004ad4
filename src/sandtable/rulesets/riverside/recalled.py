"""What was found about a unit in one arrangement of models is kept: whoever tries answers out meets it again."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from sandtable.rulesets.riverside.asking import Play
from sandtable.rulesets.riverside.figures import figure
from sandtable.rulesets.riverside.measuring import Box, touched
from sandtable.rulesets.riverside.state import Unit

_T = TypeVar("_T")
FORGET = 512
UNKNOWN = object()
_known: dict[Hashable, object] = {}


def recalled(
    g: Play, what: Hashable, unit: Unit, find: Callable[[], _T], *, acting: bool = True, about: Box | None = None
) -> _T:
    """What `find` finds about a unit, which must be plain data and not things of this one game. Without `acting` what
    the unit has done does not matter; who stands outside the rectangle `about` it does not matter either."""
    key = (what, *_arrangement(g, unit, acting, about))
    found = _known.get(key, UNKNOWN)
    if found is UNKNOWN:
        if len(_known) >= FORGET:
            _known.clear()
        found = _known[key] = find()
    return found  # type: ignore[return-value]


def _arrangement(g: Play, unit: Unit, acting: bool, about: Box | None) -> tuple[Hashable, ...]:
    """All that says where a unit can go: the table, everybody on it, what rides where, and what the unit has done."""
    state, act = g.state, g.state.act
    own = acting and act is not None and act.unit == unit.number
    standing: list[Hashable] = []
    for one in state.standing():
        if about is None or touched(about, (one,)):
            standing += (one.unit, one.side, figure(state, one), one.profile)
    riding: list[Hashable] = []
    for unit_inside in state.units:
        if unit_inside.rides >= 0:
            riding += (unit_inside.number, unit_inside.rides, *[one.profile for one in state.members(unit_inside)])
    return (
        state.map, state.size, state.terrain, tuple(g.options.items()), unit.number, unit.side, unit.where,
        tuple(standing), tuple(riding), tuple([(one.number, one.spells) for one in state.units if one.spells]),
        (act.action, act.spent, act.teleported, act.got_out, act.slowed) if act is not None and own else None,
    )  # fmt: skip
