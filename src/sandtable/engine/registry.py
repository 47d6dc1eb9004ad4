"""Finding rulesets and bots. Ours and a stranger's come through the same entry points."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import CodeType
from typing import Any

from sandtable.engine.errors import RulesetError, SandtableError, UnknownRuleset, near, shown, typed_line
from sandtable.engine.rulebook import Rulebook
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
    from sandtable.engine.changes import check_version

    points = _entry_points("sandtable.rulesets")
    if name not in points:
        known = ", ".join(points) or "none"
        raise UnknownRuleset(f"no ruleset {shown(name)} is installed (installed: {known}){near(name, list(points))}")
    found: Ruleset[Any] = _loaded("ruleset", name, points[name])
    if wrong := _wrong_with(found, name):
        raise RulesetError(f"the ruleset {name!r} ({points[name].value}) {wrong} (docs/write-a-ruleset.md)")
    check_version(found)
    return found


def _wrong_with(found: Any, name: str) -> str:
    """Why this cannot be the ruleset of that id; nothing if it keeps its contract."""
    from sandtable.engine.hooks import breach  # the contract of rulesets is long, and read only when one is loaded

    if isinstance(found, type):
        return f"is a class: the entry point must name an object of it, {found.__name__}()"
    if hasattr(found, "rulebook") and not isinstance(found.rulebook, Rulebook):
        return "has a rulebook that load_rulebook did not read"
    if wrong := breach(found):
        return wrong
    return "" if found.id == name else f"calls itself {found.id!r}: entry point and id must be the same"


def bot_names() -> list[str]:
    return list(_entry_points("sandtable.bots"))


@cache
def bot_factory(name: str) -> Any:
    points = _entry_points("sandtable.bots")
    if name not in points:
        raise SandtableError(f"no bot {shown(name)} (there are: {', '.join(points)}){near(name, list(points))}")
    return _loaded("bot", name, points[name])


def _loaded(kind: str, name: str, point: Any) -> Any:
    """What an entry point names. A stranger's package may be broken; that should not look like our mistake."""
    try:
        return point.load()
    except Exception as error:
        lines = list(_lines_of(point, error))
        where = f" ({_place(lines[-1])})" if lines else ""
        raise SandtableError(
            f"the {kind} {name!r} cannot be loaded from {point.value}{where}: {typed_line(error)}"
        ) from error


# ---- whose mistake it is --------------------------------------------------------------------------


def fault(error: BaseException) -> str:
    """The ruleset whose code raised an error, the hook that was called, and the line; nothing if no ruleset's did."""
    for name, point in _entry_points("sandtable.rulesets").items():
        if lines := list(_lines_of(point, error)):
            hook = lines[0][0].co_qualname
            return f"the ruleset {name!r} has a mistake in {hook} ({_place(lines[-1])}): {typed_line(error)}"
    return ""


def _lines_of(point: Any, error: BaseException) -> Iterator[tuple[CodeType, int]]:
    """The lines of an entry point's package that were running when an error was raised, outermost first."""
    outer = point.module.partition(".")[0]
    home = point.module if outer == "sandtable" else outer  # a stranger's package is all of it the stranger's
    trace = error.__traceback__
    while trace is not None:
        module = trace.tb_frame.f_globals.get("__name__", "")
        if f"{module}.".startswith(f"{home}."):
            yield trace.tb_frame.f_code, trace.tb_lineno
        trace = trace.tb_next


def _place(line: tuple[CodeType, int]) -> str:
    return f"{line[0].co_filename}, line {line[1]}"
