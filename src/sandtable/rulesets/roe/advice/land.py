"""The lie of the land as this game sees it: its markers, and cover as the rules give it; shared by all games on it."""

from __future__ import annotations

from functools import lru_cache

from sandtable.rulesets.roe.asking import Play
from sandtable.rulesets.roe.content import Weapon
from sandtable.rulesets.roe.field import field
from sandtable.rulesets.roe.modifiers import Aim, modifiers
from sandtable.rulesets.roe.state import STANDING, Model, Objective, State
from sandtable.skirmish.features import Feature
from sandtable.skirmish.footpaths import Footpaths
from sandtable.skirmish.land import Land, footpaths

BLIND = Weapon("", rules=("Indiscriminate",))
"""A weapon that only cover can hinder."""
RADIUS = 0.5
"""Places are looked for with a standard base (RE-0.5)."""


def land_of(state: State) -> Land:
    return _land(state.battlefield, state.terrain, state.objectives)


def look_at(state: State) -> None:
    """The first look at a battlefield takes a moment; afterwards all games on it know it."""
    _paths(state.battlefield, state.terrain)


@lru_cache(24)
def _paths(battlefield: str, terrain: tuple[Feature, ...]) -> Footpaths:
    return footpaths(field(battlefield, terrain), RADIUS)


@lru_cache(24)
def _land(battlefield: str, terrain: tuple[Feature, ...], objectives: tuple[Objective, ...]) -> Land:
    empty = State([], [], battlefield, terrain)
    scout = Model(0, "scout", 0, 5, 6, 2, 0, status=STANDING)

    def covers(x: float, y: float, z: float) -> bool:
        """The rules are asked about a shot that nothing else could hinder."""
        scout.x, scout.y, scout.z = x, y, z
        return modifiers(Play(empty, {}, [], None), Aim(scout, scout, BLIND, "Engage", True)).cover

    marks = [(one.x, one.y) for one in objectives]
    return Land(field(battlefield, terrain), _paths(battlefield, terrain), marks, covers, RADIUS)
