"""What every ruleset owes: steps that ask before they act, words for all it tells, lists whose mistakes are named."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from pathlib import Path
from shutil import copytree
from typing import Any

import msgspec
import pytest

from sandtable.engine.errors import RulebookError
from sandtable.engine.ruleset import Play, Procedure, Ruleset, Stage

_encode = msgspec.json.Encoder(order="deterministic").encode


def first_request(ruleset: Ruleset[Any], play: Play[Any]) -> tuple[Procedure[Any], Any]:
    """Starts a step; complains if it has changed or told anything by the time it asks."""
    before, told = _encode(play.state), len(play.events or [])
    step = ruleset.step(play)
    try:
        request = next(step)
    except StopIteration:
        return step, None
    if type(request) is Stage:
        next(request.rule(*request.args))
    if _encode(play.state) != before or len(play.events or []) != told:
        raise AssertionError(f"a step acts before it asks: {request}")
    return step, request


def told_in_the_rules(sources: Iterable[Path]) -> set[str]:
    """The kinds of events that the source tells."""
    return {kind for path in sources for node in ast.walk(ast.parse(path.read_text("utf-8"))) for kind in _told(node)}


def _told(node: ast.AST) -> Iterable[str]:
    match node:
        case ast.Call(func=ast.Attribute(attr="tell"), args=[kind, *_]):
            pass
        case ast.Call(func=ast.Name(id="tell"), args=[kind, *_]):
            pass
        case ast.Call(func=ast.Attribute(attr="open"), args=[ast.Call(func=ast.Name(id="Chapter")), kind, *_]):
            pass
        case ast.Call(func=ast.Name(id="tell_of"), args=[_, kind, *_]):
            pass
        case _:
            return
    for part in (kind.body, kind.orelse) if isinstance(kind, ast.IfExp) else (kind,):
        assert isinstance(part, ast.Constant), f"line {part.lineno}: the kind of an event is a plain word"
        yield str(part.value)


def said_of_a_mistake(load: Callable[[Path], Any], lists: Path, place: Path, file: str, right: str, wrong: str) -> str:
    """The complaint about a content folder in which one thing is wrong."""
    copytree(lists, place / "content")
    path = place / "content" / file
    text = path.read_text("utf-8")
    assert right in text
    path.write_text(text.replace(right, wrong, 1), "utf-8")
    with pytest.raises(RulebookError) as refused:
        load(place / "content")
    return str(refused.value)
