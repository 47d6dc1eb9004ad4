"""Writes the client's types of a scene: python web/scripts/scenes.py > web/src/stage/scenes.ts"""

from __future__ import annotations

from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import Struct, UnsetType

from sandtable.engine import scenes

HEAD = (
    "/** What a scene is made of (docs/scene.md). Written by scripts/scenes.py from engine/scenes.py: change that. */"
)
ALIASES = ("Dot", "Segment", "ShownStanding", "FaceWorth", "ShownMark", "Scene")
PLAIN: dict[Any, str] = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null"}


def written() -> str:
    """The whole file."""
    aliases = [f"export type {_called(name)} = {_spelt(getattr(scenes, name))};" for name in ALIASES]
    parts = [_interface(one) for one in vars(scenes).values() if _is_part(one)]
    return "\n".join([HEAD, "", *aliases, "", *parts, ""])


def _is_part(one: Any) -> bool:
    return isinstance(one, type) and issubclass(one, Struct) and bool(one.__struct_fields__)


def _interface(part: type[Struct]) -> str:
    tag = part.__struct_config__.tag
    kinds = get_type_hints(part)
    fields = ([f'kind: "{tag}"'] if tag else []) + [_field(name, kinds[name]) for name in part.__struct_fields__]
    return f"export interface {_called(part.__name__)} {{\n{''.join(f'  {field};{chr(10)}' for field in fields)}}}"


def _field(name: str, kind: Any) -> str:
    parts = get_args(kind) if get_origin(kind) in (Union, UnionType) else ()
    return f"{name}{'?' if UnsetType in parts else ''}: {_type(kind)}"


def _type(kind: Any) -> str:
    """A type as the client writes it, by its name where it has one."""
    named = next((name for name in ALIASES if getattr(scenes, name) == kind), "")
    return _called(named) if named else _spelt(kind)


def _spelt(kind: Any) -> str:
    if kind in PLAIN:
        return PLAIN[kind]
    match get_origin(kind), get_args(kind):
        case origin, parts if origin in (Union, UnionType):
            return " | ".join(_type(part) for part in parts if part is not UnsetType)
        case origin, parts if origin is Literal:
            return " | ".join(f'"{part}"' for part in parts)
        case origin, parts if origin is list:
            return f"{_type(parts[0])}[]"
        case origin, parts if origin is tuple:
            return f"[{', '.join(map(_type, parts))}]"
    return _called(kind.__name__)


def _called(name: str) -> str:
    """The client knows models only as they are shown: it leaves that out of their names."""
    return name.removeprefix("Shown")


if __name__ == "__main__":
    print(written(), end="")
