"""As much of TypeScript as the client's types of the wire are written in: read, and held against JSON.

A type is a string for what stands for itself ('string', 'null', '"lose"') or is defined elsewhere, else one of the
small structs below."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from msgspec import Struct

WORD = re.compile(r'\s*(?:/\*.*?\*/\s*)*("[^"]*"|\w+|\[\]|[^\s\w])', re.DOTALL)
PLAIN: dict[str, tuple[type, ...]] = {
    "string": (str,), "number": (int, float), "boolean": (bool,), "null": (type(None),),
}  # fmt: skip


class Field(Struct, frozen=True):
    type: Type
    optional: bool


class Fields(Struct, frozen=True):
    """An object: these keys and no others."""

    fields: dict[str, Field]


class ListOf(Struct, frozen=True):
    of: Type


class Union(Struct, frozen=True):
    parts: tuple[Type, ...]


class Both(Struct, frozen=True):
    parts: tuple[Type, ...]


class Applied(Struct, frozen=True):
    """Record<string, unknown>, Partial<Scene>, Omit<Force, "force">; an index (Force["force"]) as 'Index'."""

    name: str
    of: tuple[Type, ...]


Type = str | Fields | ListOf | Union | Both | Applied


class Reader:
    """Reads the declarations of a file."""

    def __init__(self, text: str) -> None:
        self.words: list[str] = WORD.findall(re.sub(r"^import .*?;$", "", text, flags=re.MULTILINE))
        self.at = 0

    def next(self) -> str:
        self.at += 1
        return self.words[self.at - 1]

    def took(self, word: str) -> bool:
        found = self.at < len(self.words) and self.words[self.at] == word
        self.at += found
        return found

    def declarations(self) -> Iterator[tuple[str, Type]]:
        while self.took("export"):
            what = self.next()
            if what == "interface":
                yield self.interface()
            elif self.took("{"):  # passed on from another file
                while self.next() != ";":
                    pass
            else:
                name = self.next()
                assert self.took("="), name
                yield name, self.type()
                self.took(";")

    def interface(self) -> tuple[str, Type]:
        name = self.next()
        base = self.one() if self.took("extends") else None
        fields = self.one()
        return name, fields if base is None else Both((base, fields))

    def type(self) -> Type:
        self.took("|")
        parts = [self.both()]
        while self.took("|"):
            parts.append(self.both())
        return parts[0] if len(parts) == 1 else Union(tuple(parts))

    def both(self) -> Type:
        parts = [self.one()]
        while self.took("&"):
            parts.append(self.one())
        return parts[0] if len(parts) == 1 else Both(tuple(parts))

    def one(self) -> Type:
        kind = self.start()
        while True:
            if self.took("[]"):
                kind = ListOf(kind)
            elif self.took("["):
                kind = Applied("Index", (kind, self.type()))
                self.took("]")
            else:
                return kind

    def start(self) -> Type:
        if self.took("("):
            inner = self.type()
            self.took(")")
            return inner
        if self.took("{"):
            return self.fields()
        name = self.next()
        if not self.took("<"):
            return name
        parts = [self.type()]
        while self.took(","):
            parts.append(self.type())
        self.took(">")
        return Applied(name, tuple(parts))

    def fields(self) -> Fields:
        fields: dict[str, Field] = {}
        while not self.took("}"):
            name = self.next()
            optional = self.took("?")
            assert self.took(":"), name
            fields[name] = Field(self.type(), optional)
            self.took(";")
        return Fields(fields)


class Types:
    """The types of a file, and whether JSON is one of them."""

    def __init__(self, text: str) -> None:
        reader = Reader(text)
        self.known: dict[str, Type] = dict(reader.declarations())
        assert reader.at == len(reader.words), reader.words[reader.at :][:5]

    def fields(self, kind: Type) -> dict[str, Field]:
        """The keys that an object of this type has."""
        match kind:
            case Fields(fields):
                return fields
            case Both(parts):
                return {name: field for part in parts for name, field in self.fields(part).items()}
            case Applied("Omit", (of, gone)):
                without = gone.parts if isinstance(gone, Union) else (gone,)
                return {name: field for name, field in self.fields(of).items() if f'"{name}"' not in without}
            case str() if kind in self.known:
                return self.fields(self.known[kind])
        raise TypeError(f"{kind} is no object")

    def misfit(self, value: Any, kind: Type, at: str = "$") -> str:
        """Why a value is not of a type; empty if it is."""
        match kind:
            case Union(parts):
                found = [self.misfit(value, part, at) for part in parts]
                return "" if "" in found else " or ".join(found)
            case ListOf(of):
                if not isinstance(value, list):
                    return f"{at} is no list: {value!r:.60}"
                return next((why for n, one in enumerate(value) if (why := self.misfit(one, of, f"{at}[{n}]"))), "")
            case Applied("Record", (_, of)):
                return self._of_all(value, of, at)
            case Applied("Index", (of, name)):
                return self.misfit(value, self.fields(of)[str(name).strip('"')].type, at)
            case Both(parts) if open_to := [part for part in parts if self._is_open(part)]:
                closed = [part for part in parts if part not in open_to]
                return next((why for part in closed if (why := self._keyed(value, part, at, more=True))), "")
            case Both(parts) if unions := [part for part in parts if isinstance(part, Union)]:
                rest = [part for part in parts if part not in unions]
                each = [self.misfit(value, Both((*rest, part)), at) for part in unions[0].parts]
                return "" if "" in each else " or ".join(each)
            case Fields() | Both() | Applied("Omit", _):
                return self._keyed(value, kind, at)
            case str() if kind in self.known:
                return self.misfit(value, self.known[kind], at)
            case str() if kind in PLAIN:
                fits = type(value) in PLAIN[kind]
                return "" if fits else f"{at} is no {kind}: {value!r:.60}"
            case str() if kind[0] == '"' or kind in ("true", "false"):
                meant: Any = kind[1:-1] if kind[0] == '"' else kind == "true"
                return "" if value == meant and type(value) is type(meant) else f"{at} is not {kind}: {value!r:.60}"
        return ""  # what another file defines

    def _is_open(self, kind: Type) -> bool:
        """May an object of this type have any keys: a record, or something that another file defines?"""
        if isinstance(kind, str):
            return kind not in PLAIN and (kind not in self.known or self._is_open(self.known[kind]))
        return isinstance(kind, Applied) and kind.name in ("Record", "Partial")

    def _of_all(self, value: Any, of: Type, at: str) -> str:
        if not isinstance(value, dict):
            return f"{at} is no object: {value!r:.60}"
        return next((why for name, one in value.items() if (why := self.misfit(one, of, f"{at}.{name}"))), "")

    def _keyed(self, value: Any, kind: Type, at: str, *, more: bool = False) -> str:
        if not isinstance(value, dict):
            return f"{at} is no object: {value!r:.60}"
        fields = self.fields(kind)
        missing = [name for name, field in fields.items() if not field.optional and name not in value]
        unknown = [] if more else [name for name in value if name not in fields]
        if missing or unknown:
            return f"{at} lacks {missing} and has besides {unknown}"
        found = (
            self.misfit(value[name], field.type, f"{at}.{name}") for name, field in fields.items() if name in value
        )
        return next((why for why in found if why), "")

    # ---- values of a type -------------------------------------------------------------------------------

    def samples(self, kind: Type) -> list[Any]:
        """Values that a client with this type could write: every way each part can be."""
        match kind:
            case Union(parts):
                return [value for part in parts for value in self.samples(part)]
            case ListOf(of):
                return [self.samples(of)]
            case Applied("Record", (_, of)):
                return [{}, {"key": self.samples(of)[0]}]
            case Fields() | Both() | Applied("Omit", _):
                return self._objects(self.fields(kind))
            case str() if kind in self.known:
                return self.samples(self.known[kind])
            case "string":
                return ["roe"]
            case "number":
                return [1]
            case "boolean":
                return [True, False]
            case str() if kind[0] == '"':
                return [kind[1:-1]]
        return [None]

    def _objects(self, fields: dict[str, Field]) -> list[Any]:
        """As little as it may have; then everything, in as many ways as its richest part can be."""
        least = {name: self.samples(field.type)[0] for name, field in fields.items() if not field.optional}
        ways = {name: self.samples(field.type) for name, field in fields.items()}
        rows = zip_longest(*ways.values()) if ways else ()
        full = [
            {name: one if n < len(ways[name]) else ways[name][-1] for name, one in zip(ways, row, strict=True)}
            for n, row in enumerate(rows)
        ]
        return [least, *full]
