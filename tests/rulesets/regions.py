"""Drawn regions against the judge: what lies inside is legal, what lies outside is not."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.engine.errors import SandtableError
from sandtable.engine.questions import Question

shapely: Any = pytest.importorskip("shapely")
FINE = 0.13
"""Inches (or increments) within which a drawing may err: two of its cells."""


def rings_of(region: dict[str, Any]) -> Any:
    """The rings of a drawing as one shape."""
    shape = shapely.Polygon()
    for ring in region["rings"]:
        shape = shape.symmetric_difference(shapely.Polygon(ring).buffer(0))
    return shape


def drawn(question: Question) -> Any:
    return rings_of(question.drawn())


def legal(question: Question, x: float, y: float) -> bool:
    try:
        question.read({question.wire()["movers"][0]: [x, y]})
    except SandtableError:
        return False
    return True


def agrees(question: Question, rng: Random, places: int) -> tuple[int, int]:
    """How many places inside and outside of the region were tried; each is judged as it is drawn."""
    region = drawn(question)
    inner, outer = region.buffer(-FINE), region.buffer(FINE)
    left, low, right, high = region.bounds
    inside = outside = 0
    for _ in range(places):
        x, y = rng.uniform(left - 1, right + 1), rng.uniform(low - 1, high + 1)
        if inner.contains(shapely.Point(x, y)):
            assert legal(question, x, y), (x, y, question.prompt)
            inside += 1
        elif not outer.contains(shapely.Point(x, y)):
            assert not legal(question, x, y), (x, y, question.prompt)
            outside += 1
    return inside, outside
