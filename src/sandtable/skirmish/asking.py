"""Asking for a path: the `Move` question of one mover, judged once and drawn only when a client wants to see it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from sandtable.engine.questions import Move, Paths, Point, Refusal
from sandtable.engine.ruleset import Procedure
from sandtable.skirmish.candidates import Leaning, candidates
from sandtable.skirmish.march import March
from sandtable.skirmish.regions import region
from sandtable.skirmish.routes import way_to
from sandtable.skirmish.walking import Walk, judge


class DrawnMove(Move, frozen=True, kw_only=True):
    """A move whose region is drawn when a client asks for it, not for every bot."""

    outline: Callable[[], dict[str, Any]]
    walked: Callable[[tuple[Point, ...]], Walk]
    """A path that has been read, with its heights and its length."""

    def drawn(self) -> dict[str, Any]:
        return self.outline()


def ask_path(march: March, leaning: Leaning, prompt: str, clause: str, topic: str = "") -> Procedure[Walk]:
    """The Move question. What was judged last is kept, so that the answer is walked only once."""
    judged: dict[tuple[Point, ...], Walk] = {}
    name = march.body.name

    def check(paths: Paths) -> Refusal | None:
        path = paths[name]
        if path in judged:
            return None
        found = judge(march, path)
        if isinstance(found, Refusal):
            return found
        judged[path] = found
        return None

    def walked(path: tuple[Point, ...]) -> Walk:
        """A path that was not refused; whoever follows a game once more need not have it read again."""
        if path not in judged:
            check({name: path})
        return judged[path]

    def proposed() -> Iterator[Paths]:
        for path, found in candidates(march, leaning):
            judged[path] = found
            yield {name: path}

    paths = yield DrawnMove(
        topic=topic,
        seat=march.body.side,
        who=name,
        prompt=prompt,
        clause=clause,
        movers=(name,),
        budget=march.inches,
        check=check,
        candidates=proposed,
        route=lambda name, wish: way_to(march, wish),
        outline=cache(lambda: region(march)),
        walked=walked,
    )
    return walked(paths[name])
