"""Finding rulesets and bots. Ours and a stranger's come through the same entry points."""

from __future__ import annotations

from functools import cache
from typing import Any

from sandtable.engine.errors import SandtableError, UnknownRuleset, near, one_line
from sandtable.engine.ruleset import Ruleset


@cache
def _entry_points(group: str) -> dict[str, Any]:
    from importlib.metadata import entry_points

    return {point.name: point for point in sorted(entry_points(group=group), key=lambda point: point.name)}


def ruleset_ids() -> list[str]:
    return list(_entry_points("sandtable.rulesets"))


@cache
def ruleset(name: str) -> Ruleset[Any]:
    """The installed ruleset with this id."""
    points = _entry_points("sandtable.rulesets")
    if name not in points:
        known = ", ".join(points) or "none"
        raise UnknownRuleset(f"no ruleset {name[:40]!r} is installed (installed: {known}){near(name, list(points))}")
    found: Ruleset[Any] = _loaded("ruleset", name, points[name])
    return found


def bot_names() -> list[str]:
    return list(_entry_points("sandtable.bots"))


@cache
def bot_factory(name: str) -> Any:
    points = _entry_points("sandtable.bots")
    if name not in points:
        raise SandtableError(f"no bot {name[:40]!r} (there are: {', '.join(points)}){near(name, list(points))}")
    return _loaded("bot", name, points[name])


def _loaded(kind: str, name: str, point: Any) -> Any:
    """What an entry point names. A stranger's package may be broken; that should not look like our mistake."""
    try:
        return point.load()
    except Exception as error:
        where = f"{type(error).__name__}: {one_line(error)}"
        raise SandtableError(f"the {kind} {name!r} cannot be loaded from {point.value}: {where}") from error
