"""Any legal set-up at all, for tests and self-play: all 48 set-ups, battlefields, factions, sizes and house rules."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.engine.rulebook import Rulebook
from sandtable.engine.ruleset import Setup
from sandtable.rulesets.roe.content import Profile, Weapon, content
from sandtable.rulesets.roe.field import field
from sandtable.rulesets.roe.levels import level_of
from sandtable.rulesets.roe.roster import weapons_cost
from sandtable.skirmish.battlefield import Battlefield

NAMES = ("Hawk", "Fox")


def random_setup(rng: Random, rulebook: Rulebook) -> tuple[dict[str, Any], dict[str, Any]]:
    """Three battles of four from the beginning, with or without the choices of the set-up; one in progress."""
    if rng.random() < 0.25:
        return {"situation": random_battle(rng)}, rulebook.random_options(rng)
    size = rng.choice((250, 400, 400, 600))
    setup: dict[str, Any] = {
        "map": rng.choice([*content().battlefields, *content().battlefields, "open"]),
        "points": size,
        "player": [{"name": name, **random_force(rng, size)} for name in NAMES],
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


def mirrored_setups() -> dict[str, Setup]:
    """Each faction against itself: every battlefield, objective set and victory condition has its turn. Where there are
    colours to choose, their edges differ, and the better ones win whoever plays: such ingress maps are left out."""
    found: dict[str, Setup] = {}
    alike = [number for number, ingress in content().ingress.items() if not ingress.coloured]
    forces = [force for force in content().forces if not force.endswith("(light)")]
    for number in range(12):
        battlefield = list(content().battlefields)[number % 3]
        objectives, ingress, victory = 1 + number % 4, alike[(number // 3) % len(alike)], 1 + (number + number // 3) % 3
        force = forces[(number + number // 4) % len(forces)]
        name = (
            f"{battlefield}: {force}, {content().sets[objectives].name}, {content().ingress[ingress].name}, "
            f"{content().victories[victory].name}"
        )
        found[name] = {
            "map": battlefield, "points": 400, "objective_set": objectives, "ingress": ingress, "victory": victory,
            "player": [{"name": colour, "force": force} for colour in NAMES],
        }  # fmt: skip
    return found


# ---- battles in progress --------------------------------------------------------------------------


CALM, UNDER_FIRE = (0, 0, 0, 1, 2, 4), (0, 2, 3, 4, 5, 6)
"""Tokens on the models of a battle in progress. Under fire one sees what Pinned Down models do to each other."""


def random_battle(rng: Random) -> dict[str, Any]:
    """Two small forces that are already at each other: random players seldom get that far by themselves."""
    battlefield = rng.choice([*content().battlefields, "open"])
    where = field("" if battlefield == "open" else battlefield)
    spots = free_spots(where, rng)
    taken: list[tuple[Spot, float]] = []
    models: list[dict[str, Any]] = []
    pins = rng.choice((CALM, UNDER_FIRE, UNDER_FIRE))
    for name in NAMES:
        faction = rng.choice(list(content().factions))
        for number, model in enumerate(random_models(rng, faction, 250)[:7]):
            radius = content().profiles[model["profile"]].base / 2
            spot = next(
                spot for spot in spots
                if takes(where, spot, radius) and all(apart((spot, radius), other) for other in taken)
            )  # fmt: skip
            taken.append((spot, radius))
            x, y, level = spot
            models.append({
                "name": f"{name} {number + 1}", "player": name, "profile": model["profile"],
                "weapons": model["weapons"], "at": [x, y], "level": level, "pins": rng.choice(pins),
                "status": rng.choice(("", "", "", "", "", "out of action")), "wounds": rng.choice((0, 0, 0, 1)),
            })  # fmt: skip
    return {
        "map": battlefield,
        "round": rng.randint(2, 5),
        "phase": rng.choice(("command", "activation", "end")),
        "turn": rng.choice(NAMES),
        "player_one": rng.choice(NAMES),
        "objective_set": rng.randint(1, 4),
        "victory": rng.randint(1, 3),
        "player": [{"name": name} for name in NAMES],
        "model": models,
    }


Spot = tuple[int, int, int]


def free_spots(where: Battlefield, rng: Random) -> list[Spot]:
    """Whole inches in a part of the table, with every level there: neighbours are in contact."""
    left, low = rng.randint(4, 28), rng.randint(4, 18)
    spots = [
        (x, y, level_of(height))
        for x in range(left, left + 16)
        for y in range(low, low + 14)
        for height in where.surfaces(x, y)
    ]
    rng.shuffle(spots)
    return spots


def takes(where: Battlefield, spot: Spot, radius: float) -> bool:
    """Has a base room here, clear of walls, edges and Obstacles?"""
    x, y, level = spot
    near = where.near(x, y, radius)
    if level:
        return any(
            deck.number in near and where.holds_wholly(deck.number, x, y, radius)
            for deck in where.decks.values()
            if level in map(level_of, deck.heights)
        )
    rooms = [n for n in near if n in where.hollow and where.holds_wholly(n, x, y, radius)]
    return not any(n in where.low or (n in where.solid and n not in rooms) for n in near)


def apart(one: tuple[Spot, float], two: tuple[Spot, float]) -> bool:
    """Do two bases leave each other room?"""
    (ax, ay, a_level), a = one
    (bx, by, b_level), b = two
    return a_level != b_level or (ax - bx) ** 2 + (ay - by) ** 2 >= (a + b) ** 2
