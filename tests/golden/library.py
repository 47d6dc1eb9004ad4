"""What is in the golden library, and what must be."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from sandtable.engine import save as saves
from sandtable.engine.registry import ruleset
from sandtable.engine.ruleset import Setup
from sandtable.rulesets.op_en.content import setting, settings
from sandtable.rulesets.opentactics.content import content as opentactics
from sandtable.rulesets.opportunity.content import content as opportunity
from sandtable.rulesets.riverside.content import content as riverside
from sandtable.rulesets.roe.content import content as roe

HERE = Path(__file__).parent
INDEX = HERE / "divergences.json"
RULESETS = ("opportunity", "opentactics", "roe", "riverside", "op-en")
WANTED = 30
"""Whole games of each ruleset that play to their end."""

Trait = tuple[str, Any]
"""Something that a game can show: a value of a house rule, a scenario, a map, a ready set-up."""
READY = "ready"
SCENES: dict[str, list[Trait]] = {
    "opportunity": [("encounter", name) for name in opportunity().encounters],
    "opentactics": [
        *(("scenario", name) for name in opentactics().scenarios),
        *(("map", name) for name in (*opentactics().maps, "build")),
    ],
    "roe": [
        *(("map", name) for name in (*roe().battlefields, "open")),
        *((key, number) for key, most in (("objective_set", 4), ("ingress", 4), ("victory", 3))
          for number in range(1, most + 1)),
    ],
    "riverside": [
        *(("map", name) for name in riverside().maps),
        *(("zones", name) for name in dict.fromkeys(name for _, name in riverside().zones)),
    ],
    "op-en": [
        *(("setting", name) for name in settings()),
        *(("scenario", name) for one in settings() for name in setting(one).scenarios),
    ],
}  # fmt: skip
"""Where and about what is fought, by the key of the set-up that says so."""


class Expected(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game of the library parts from today's rules at this input, because of a change of this version."""

    input: int
    version: str


# ---- files ----------------------------------------------------------------------------------------


def files(ruleset_id: str) -> list[Path]:
    return sorted((HERE / ruleset_id).glob("*.json.gz"))


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


def read(path: Path) -> saves.Save:
    return saves.read(gzip.decompress(path.read_bytes()))


def write(path: Path, saved: saves.Save) -> None:
    """Adds a game. One that is there is never touched."""
    path.parent.mkdir(exist_ok=True)
    with path.open("xb") as file:
        file.write(gzip.compress(saves.to_json(saved), mtime=0))


def expected() -> dict[str, Expected]:
    """The games that part from today's rules, as they are known."""
    return msgspec.json.decode(INDEX.read_bytes(), type=dict[str, Expected])


def expect(index: dict[str, Expected]) -> None:
    lines = (f' "{name}": {msgspec.json.encode(one).decode()}' for name, one in sorted(index.items()))
    INDEX.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def living(ruleset_id: str) -> list[saves.Save]:
    """The whole games that today's rules follow to their end."""
    parted = expected()
    games = [read(path) for path in files(ruleset_id) if name_of(path) not in parted]
    return [saved for saved in games if saved.outcome is not None]


# ---- what they show -------------------------------------------------------------------------------


@cache
def wanted(ruleset_id: str) -> frozenset[Trait]:
    """Everything that some game of this ruleset must show."""
    ready = ((READY, name) for name in _ready(ruleset_id))
    return frozenset([*_house_rules(ruleset_id), *SCENES[ruleset_id], *ready])


def traits(ruleset_id: str, setup: Setup, options: dict[str, Any]) -> frozenset[Trait]:
    """What a game with this set-up and all these house rules shows of it."""
    found: set[Trait] = {(f"option {name}", value) for name, value in options.items()}
    found |= {(key, setup[key]) for key, _ in SCENES[ruleset_id] if isinstance(setup.get(key), str | int)}
    found |= {(READY, name) for name, one in _ready(ruleset_id).items() if one == setup}
    return frozenset(found)


def missing(ruleset_id: str, games: Iterable[saves.Save]) -> frozenset[Trait]:
    shown = (traits(saved.ruleset, saved.setup, saved.options) for saved in games)
    return wanted(ruleset_id).difference(*shown)


@cache
def _ready(ruleset_id: str) -> dict[str, Setup]:
    rules: Any = ruleset(ruleset_id)
    return {name: dict(setup) for name, setup in rules.ready_setups().items()}


def _house_rules(ruleset_id: str) -> Iterator[Trait]:
    for rule in ruleset(ruleset_id).rulebook.option:
        for value in [choice.value for choice in rule.choices] or [rule.least, rule.default, rule.most]:
            yield f"option {rule.name}", value
