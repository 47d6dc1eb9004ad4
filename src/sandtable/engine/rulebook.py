"""The rulebook of a ruleset as data: clauses in our own words, rulings on what the book leaves open, house rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import msgspec
import msgspec.inspect
from msgspec import Struct

from sandtable.engine.errors import RulebookError, SetupError, near, one_line, shown

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

ClauseKind = Literal[
    "definition", "setup", "force-building", "turn", "action", "movement", "terrain", "visibility", "combat", "morale",
    "status", "test", "scoring", "victory", "campaign", "content", "advice",
]  # fmt: skip

OptionValue = str | int | bool
Options = Mapping[str, OptionValue]

MOST_COUNTED = 1000
"""No situation has more turns, tokens or wounds than this."""

T = TypeVar("T")

UNKNOWN_FIELD = re.compile(r"Object contains unknown field `(?P<field>.*?)`( - at `\$(?P<path>(\.\w+|\[\d+\])*)`)?")
PATH_STEP = re.compile(r"\.\w+|\[\d+\]")
"""On the way to it: into a field, or into one of a list."""


class Clause(Struct, frozen=True, forbid_unknown_fields=True):
    """One rule: its text, where the book says it, and our ruling where the book is silent or torn."""

    id: str
    title: str
    text: str
    kind: ClauseKind
    source: str = ""
    ruling: str = ""
    option: str = ""

    @property
    def needs_proof(self) -> bool:
        return self.kind != "advice"


class HouseRuleChoice(Struct, frozen=True, forbid_unknown_fields=True):
    value: OptionValue
    means: str


class HouseRule(Struct, frozen=True, forbid_unknown_fields=True):
    """A switch of a game. Either a list of `choices` or a whole number from `least` to `most`."""

    name: str
    clause: str
    default: OptionValue
    choices: tuple[HouseRuleChoice, ...] = ()
    least: int = 0
    most: int = 0

    def check(self, value: object) -> OptionValue:
        if self.choices:
            for choice in self.choices:
                if type(value) is type(choice.value) and value == choice.value:
                    return choice.value
                if type(choice.value) is bool and value == str(choice.value).lower():
                    return choice.value  # as people type it
            wanted = " or ".join(repr(choice.value) for choice in self.choices)
        else:
            if type(value) is int and self.least <= value <= self.most:
                return value
            wanted = f"a whole number from {self.least} to {self.most}"
        raise SetupError(f"house rule {self.name} takes {wanted}, not {shown(value)}", self.clause)


class Rulebook(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A whole book. `dict=True` makes room for the cached index."""

    ruleset: str
    title: str
    author: str
    summary: str
    clause: tuple[Clause, ...]
    option: tuple[HouseRule, ...] = ()

    @cached_property
    def clauses(self) -> dict[str, Clause]:
        return {clause.id: clause for clause in self.clause}

    @cached_property
    def house_rules(self) -> dict[str, HouseRule]:
        return {rule.name: rule for rule in self.option}

    def options(self, chosen: Mapping[str, object]) -> dict[str, OptionValue]:
        """All switches of a game: those chosen, checked, and the defaults of the rest."""
        for name in chosen:
            if name not in self.house_rules:
                names = list(self.house_rules)
                raise SetupError(f"{self.ruleset} has no house rule {shown(name)}{near(str(name), names)}")
        return {
            name: rule.check(chosen[name]) if name in chosen else rule.default
            for name, rule in self.house_rules.items()
        }

    def random_options(self, rng: Random) -> dict[str, OptionValue]:
        """Any house rules at all; each is left alone half of the time."""
        chosen: dict[str, OptionValue] = {}
        for rule in self.option:
            if rng.random() < 0.5:
                chosen[rule.name] = rng.choice([c.value for c in rule.choices] or [rule.least, rule.most])
        return chosen

    def cite(self, clause: str) -> str:
        """'OP-7.8 Step 1: armour coverage', or the bare id of a clause we do not have."""
        found = self.clauses.get(clause)
        return f"{clause} {found.title}" if found else clause


def typed(what: str, data: Any, shape: type[T], clause: str = "") -> T:
    """Somebody's JSON or TOML as typed data; a mistake is a SetupError that says where it is."""
    try:
        return msgspec.convert(data, shape)
    except (msgspec.ValidationError, RecursionError) as error:
        raise SetupError(f"{what}: {_explained(one_line(error), data, shape)}", clause) from error


def _explained(error: str, data: Any, shape: type[Any]) -> str:
    """Of an unknown field: who has it, what was meant, and what there is."""
    found = UNKNOWN_FIELD.fullmatch(error)
    if found is None:
        return error
    field, path = found["field"], found["path"] or ""
    kind: Any = _tagged(msgspec.inspect.type_info(shape), data)
    whose = data
    for step in PATH_STEP.findall(path):
        kind = _inside(kind, step)
        whose = whose[int(step[1:-1]) if step.startswith("[") else step[1:]]
    if not isinstance(kind, msgspec.inspect.StructType):
        return error
    known = [one.encode_name for one in kind.fields]
    who = f" of {whose['name'][:40]}" if isinstance(whose.get("name"), str) else ""
    at = f" - at `${path}`" if path else ""
    return f"unknown field `{field}`{who}{at}{near(field, known)}; it has: {', '.join(known)}"


def _tagged(kind: Any, data: Any) -> Any:
    """Of several shapes, the one whose tag the data has."""
    if not isinstance(kind, msgspec.inspect.UnionType):
        return kind
    shapes = (one for one in kind.types if isinstance(one, msgspec.inspect.StructType) and one.tag_field)
    return next((one for one in shapes if data.get(one.tag_field) == one.tag), kind)


def _inside(kind: Any, step: str) -> Any:
    """The type of a field, or of the items of a list; where there are several, the one that has fields or items."""
    if isinstance(kind, msgspec.inspect.StructType):
        inner = next((one.type for one in kind.fields if f".{one.encode_name}" == step), None)
    else:
        inner = getattr(kind, "item_type", None)
    if isinstance(inner, msgspec.inspect.UnionType):
        composed = msgspec.inspect.StructType | msgspec.inspect.ListType
        return next((one for one in inner.types if isinstance(one, composed)), None)
    return inner


def written_for(ruleset: str, named: str) -> None:
    """A force file must be for the game that reads it."""
    if named != ruleset:
        raise SetupError(f"this is a force for {shown(named)}, not for {ruleset}")


def at_least(least: int, what: str, number: int) -> int:
    """Somebody's count, which must be `least` or more (and not beyond all reason)."""
    if not least <= number <= MOST_COUNTED:
        most = f" and at most {MOST_COUNTED}" if number > MOST_COUNTED else ""
        raise SetupError(f"{what} is {least} or more{most}, not {number}")
    return number


def read_toml(path: Path, shape: type[T]) -> T:
    """A TOML file as typed data; a mistake names the file and the entry."""
    import tomllib

    try:
        with path.open("rb") as file:
            return msgspec.convert(tomllib.load(file), shape)
    except OSError as error:
        raise RulebookError(f"{path.name}: {error.strerror}") from error
    except msgspec.ValidationError as error:
        raise RulebookError(f"{path.name}: {one_line(error)}") from error
    except (ValueError, RecursionError) as error:
        raise RulebookError(f"{path.name} is not valid TOML: {one_line(error)}") from error


def load_rulebook(path: Path) -> Rulebook:
    """Reads and checks a rulebook.toml."""
    book = read_toml(path, Rulebook)
    _unique(path, "clause", [clause.id for clause in book.clause])
    _unique(path, "option", [rule.name for rule in book.option])
    for clause in book.clause:
        if clause.option and clause.option not in book.house_rules:
            raise RulebookError(
                f"{path.name}: clause {clause.id} names the option {clause.option!r}, which is not defined"
            )
    for rule in book.option:
        if rule.clause not in book.clauses:
            raise RulebookError(
                f"{path.name}: option {rule.name} names the clause {rule.clause!r}, which does not exist"
            )
        try:
            rule.check(rule.default)
        except SetupError as error:
            raise RulebookError(f"{path.name}: default of {error.reason}") from error
    return book


def _unique(path: Path, what: str, names: list[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise RulebookError(f"{path.name}: {what} {name} appears twice")
        seen.add(name)
