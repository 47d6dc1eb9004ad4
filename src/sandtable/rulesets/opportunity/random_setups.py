"""Any legal set-up at all, for tests and self-play: every encounter, ready sides, archetypes, builds of one's own."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.engine.rulebook import Rulebook, typed
from sandtable.rulesets.opportunity.content import Encounter, Role, content
from sandtable.rulesets.opportunity.roster import Entry, build

Combatants = list[Any]


def random_setup(rng: Random, rulebook: Rulebook) -> tuple[dict[str, Any], dict[str, Any]]:
    encounter = rng.choice(list(content().encounters.values()))
    setup: dict[str, Any] = {"encounter": encounter.id, "side": random_sides(rng, encounter)}
    if encounter.id in LINKABLE and rng.random() < 0.1:
        setup["series"] = [rng.choice(LINKABLE[encounter.id]) for _ in range(2)]
    return setup, rulebook.random_options(rng)


LINKABLE = {"duel": ["duel"], "ambush": ["ambush", "break-out"], "break-out": ["ambush", "break-out"]}
"""Encounters that can follow each other whatever the numbers."""


def random_sides(rng: Random, encounter: Encounter) -> list[dict[str, Any]]:
    if encounter.id == "team-brawl":
        count = rng.choice((2, 4))
        least, most = encounter.side_sizes[str(count)]
        sizes = [rng.randint(least, most) for _ in range(count)]
        return [_side(rng, encounter.role[0], size) for size in sizes]
    if len(encounter.role) == 1:
        role = encounter.role[0]
        count = rng.randint(role.sides_least, role.sides_most)
        return [_side(rng, role, 1) for _ in range(count)]
    first, second = encounter.role
    while True:
        one, two = rng.randint(first.least, min(first.most, 4)), rng.randint(second.least, min(second.most, 4))
        if one + two <= encounter.most_combatants:
            return [_side(rng, first, one), _side(rng, second, two)]


def _side(rng: Random, role: Role, size: int) -> dict[str, Any]:
    if role.budget >= 200 and size == 3 and not role.needs_skills and rng.random() < 0.4:
        return {
            "force": rng.choice(list(content().sides)),
            "role": role.id,
            "name": f"{role.name} {rng.randrange(10**6)}",
        }
    return {"combatants": random_force(rng, role, size), "role": role.id}


def random_force(rng: Random, role: Role, size: int) -> Combatants:
    """Combatants within the budget; each leaves enough for the cheapest in the places after it."""
    cheapest = min(one.cost for one in content().archetypes.values())
    force: Combatants = ["Bomb Tech"] if role.needs_skills else []
    left = role.budget - sum(map(_points, force))
    while len(force) < size:
        spare = left - cheapest * (size - len(force) - 1)
        one = _random_combatant(rng)
        if _points(one) > spare:
            one = rng.choice([a.name for a in content().archetypes.values() if a.cost <= spare])
        force.append(one)
        left -= _points(one)
    rng.shuffle(force)
    return force


def _random_combatant(rng: Random) -> Any:
    if rng.random() < 0.75:
        return rng.choice(list(content().archetypes))
    buyable = [name for name in content().weapons if content().weapons[name].cost]
    return {
        "name": f"Recruit {rng.randrange(10**6)}",
        "physique": rng.randint(1, 6),
        "agility": rng.randint(1, 6),
        "weapon_skill": rng.randint(1, 5),
        "weapons": rng.sample(buyable, rng.randint(1, 3)),
        "armour": rng.choice(list(content().armours)),
        "skills": rng.sample(list(content().skills), rng.randint(0, 2)),
    }


def _points(one: Any) -> int:
    return build(one if isinstance(one, str) else typed("combatant", one, Entry))[1].points
