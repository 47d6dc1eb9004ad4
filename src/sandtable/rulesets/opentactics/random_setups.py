"""Any legal set-up at all, for tests and self-play: every scenario, map, force size, number of players, house rule."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.engine.rulebook import Rulebook
from sandtable.rulesets.opentactics.content import Scenario, content

MEASURED, BUILT = 0.02, 0.02
"""How often a game is measured, and how often the players build the map: both are slow to play."""


def random_setup(rng: Random, rulebook: Rulebook) -> tuple[dict[str, Any], dict[str, Any]]:
    scenario = rng.choice(list(content().scenarios.values()))
    if rng.random() < BUILT and not scenario.zones:
        setup = _built(rng, scenario)
    else:
        where = content().maps[rng.choice(scenario.maps)]
        setup = {"scenario": scenario.id, "map": where.name, "player": _players(rng, scenario, where.players[0])}
    return setup, random_options(rng, rulebook)


def random_options(rng: Random, rulebook: Rulebook) -> dict[str, Any]:
    """Each house rule is left alone half of the time; measured play is rarer."""
    options: dict[str, Any] = {}
    for rule in rulebook.option:
        if rule.name == "measure":
            if rng.random() < MEASURED:
                options[rule.name] = "measured"
        elif rng.random() < 0.5:
            options[rule.name] = rng.choice([choice.value for choice in rule.choices] or [1, 3, 5, 8])
    return options


def _built(rng: Random, scenario: Scenario) -> dict[str, Any]:
    count = rng.choice((2, 3, 4, 5, 6)) if scenario.id == "open-field" else scenario.players[0]
    columns, rows = rng.choice(((3, 3), (3, 4), (2, 5), (4, 4)))
    tiles = [rng.choice(list(content().tiles)) for _ in range(columns * rows)]
    components = [rng.choice(list(content().components)) for _ in range(rng.randint(2, 12))]
    players = _players(rng, scenario, count)
    return {"scenario": scenario.id, "map": "build", "tiles": tiles, "columns": columns, "components": components,
            "player": players}  # fmt: skip


def _players(rng: Random, scenario: Scenario, count: int) -> list[dict[str, Any]]:
    return [_player(rng, scenario.points_of(seat)) for seat in range(count)]


def _player(rng: Random, limit: int) -> dict[str, Any]:
    ready = [force.name for force in content().forces.values() if force.points <= limit]
    if ready and rng.random() < 0.5:
        return {"force": rng.choice(ready)}
    return {"units": random_force(rng, limit)}


def random_force(rng: Random, limit: int) -> list[str]:
    """Cards until nothing more can be paid, or sooner."""
    force: list[str] = []
    left = limit
    while True:
        payable = [c for c in content().cards.values() if c.points <= left and not (c.unique and c.name in force)]
        if not payable or (force and rng.random() < 0.03):
            return force
        card = rng.choice(payable)
        force.append(card.name)
        left -= card.points
