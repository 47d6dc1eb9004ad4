"""What is in the golden library, and what must be."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from sandtable.engine import save as saves
from sandtable.engine.registry import ruleset
from sandtable.engine.ruleset import Setup
from sandtable.rulesets.opentactics.content import content as opentactics
from sandtable.rulesets.opportunity.content import content as opportunity
from sandtable.rulesets.roe.content import content as roe

HERE = Path(__file__).parent
RULESETS = ("opportunity", "opentactics", "roe")
WANTED = 30
"""Games of each ruleset."""
BUILT = "build"
OPEN = "open"

Trait = tuple[str, Any]
"""Something that a game can show: a value of a house rule, a scenario, a map, a ready set-up."""


def files(ruleset_id: str) -> list[Path]:
    return sorted((HERE / ruleset_id).glob("*.json.gz"))


def read(path: Path) -> saves.Save:
    return saves.read(gzip.decompress(path.read_bytes()))


def write(path: Path, saved: saves.Save) -> None:
    """Adds a game. One that is there is never touched."""
    path.parent.mkdir(exist_ok=True)
    with path.open("xb") as file:
        file.write(gzip.compress(saves.to_json(saved), mtime=0))


@cache
def wanted(ruleset_id: str) -> frozenset[Trait]:
    """Everything that some game of this ruleset must show."""
    ready = ((READY, name) for name in _ready(ruleset_id))
    return frozenset([*_house_rules(ruleset_id), *SCENES[ruleset_id], *ready])


def shown(saved: saves.Save) -> frozenset[Trait]:
    """What a game shows of `wanted`."""
    return traits(saved.ruleset, saved.setup, saved.options)


def traits(ruleset_id: str, setup: Setup, options: dict[str, Any]) -> frozenset[Trait]:
    """What a game with this set-up and all these house rules would show."""
    found: set[Trait] = {(f"option {name}", value) for name, value in options.items()}
    found |= {(key, setup[key]) for key, _ in SCENES[ruleset_id] if isinstance(setup.get(key), str | int)}
    found |= {(READY, name) for name, one in _ready(ruleset_id).items() if one == setup}
    return frozenset(found)


READY = "ready"
SCENES: dict[str, list[Trait]] = {
    "opportunity": [("encounter", name) for name in opportunity().encounters],
    "opentactics": [
        *(("scenario", name) for name in opentactics().scenarios),
        *(("map", name) for name in (*opentactics().maps, BUILT)),
    ],
    "roe": [
        *(("map", name) for name in (*roe().battlefields, OPEN)),
        *((key, number) for key, most in (("objective_set", 4), ("ingress", 4), ("victory", 3))
          for number in range(1, most + 1)),
    ],
}  # fmt: skip
"""Where and about what is fought, by the key of the set-up that says so."""


@cache
def _ready(ruleset_id: str) -> dict[str, Setup]:
    rules: Any = ruleset(ruleset_id)
    return {name: dict(setup) for name, setup in rules.ready_setups().items()}


def _house_rules(ruleset_id: str) -> Iterator[Trait]:
    for rule in ruleset(ruleset_id).rulebook.option:
        for value in [choice.value for choice in rule.choices] or [rule.least, rule.default, rule.most]:
            yield f"option {rule.name}", value


def missing(ruleset_id: str, games: Iterable[saves.Save]) -> frozenset[Trait]:
    found: frozenset[Trait] = frozenset()
    return wanted(ruleset_id) - found.union(*map(shown, games))
