"""Any legal set-up at all, for tests and self-play: all 48 set-ups, battlefields, factions, sizes and house rules."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.engine.rulebook import Rulebook
from sandtable.rulesets.roe.content import Profile, Weapon, content
from sandtable.rulesets.roe.roster import weapons_cost

COLOURS = ("Red", "Blue")


def random_setup(rng: Random, rulebook: Rulebook) -> tuple[dict[str, Any], dict[str, Any]]:
    """Set-up choices are made beforehand or left to the players, half and half."""
    size = rng.choice((250, 400, 400, 600))
    setup: dict[str, Any] = {
        "map": rng.choice([*content().battlefields, *content().battlefields, "open"]),
        "points": size,
        "player": [{"name": name, **random_force(rng, size)} for name in COLOURS],
    }
    if rng.random() < 0.5:
        setup["objective_set"] = rng.randint(1, 4)
        setup["ingress"] = rng.randint(1, 4)
        setup["victory"] = rng.randint(1, 3)
        if setup["ingress"] != 4 and rng.random() < 0.5:
            setup["side"] = rng.choice(content().ingress[setup["ingress"]].choice).id
        if rng.random() < 0.5:
            setup["colours"] = rng.choice(("blue", "green"))
    return setup, rulebook.random_options(rng)


def random_force(rng: Random, size: int) -> dict[str, Any]:
    if size == 400 and rng.random() < 0.5:
        return {"force": rng.choice(list(content().forces))}
    faction = rng.choice(list(content().factions))
    return {"faction": faction, "models": random_models(rng, faction, size)}


def random_models(rng: Random, faction: str, size: int) -> list[dict[str, Any]]:
    """Models as long as the purse last; at most two officers and two Medics, and few heavy weapons."""
    profiles = [profile for profile in content().profiles.values() if profile.faction == faction]
    models: list[dict[str, Any]] = []
    left, officers, medics, heavy = size, 2, 2, size // 100
    while affordable := [p for p in profiles if p.cost <= left and _room(p, officers, medics)]:
        profile = rng.choice(affordable)
        weapons = random_weapons(rng, profile, left - profile.cost, heavy)
        models.append({"profile": profile.name, "weapons": [weapon.name for weapon in weapons]})
        left -= profile.cost + weapons_cost(content(), weapons)
        officers -= any(ability.startswith("Command") for ability in profile.abilities)
        medics -= "Medic" in profile.abilities
        heavy -= sum(weapon.heavy for weapon in weapons)
    return models


def _room(profile: Profile, officers: int, medics: int) -> bool:
    command = any(ability.startswith("Command") for ability in profile.abilities)
    return not (command and not officers) and not ("Medic" in profile.abilities and not medics)


def random_weapons(rng: Random, profile: Profile, purse: int, heavy: int) -> list[Weapon]:
    """One weapon mostly, sometimes two or a pair."""
    light = "Light" in profile.abilities
    weapons: list[Weapon] = []
    for _ in range(rng.choice((0, 1, 1, 1, 1, 2, 2))):
        fitting = [
            weapon
            for weapon in content().weapons.values()
            if weapon.cost + sum(one.cost for one in weapons) <= purse
            and not (weapon.heavy and (not heavy or any(one.heavy for one in weapons)))
            and (not light or weapon.close or weapon.has("Lightweight"))
        ]
        if fitting:
            pair = weapons and rng.random() < 0.3 and weapons[-1] in fitting
            weapons.append(weapons[-1] if pair else rng.choice(fitting))
    return weapons
