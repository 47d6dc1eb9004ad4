"""Any battle at all: random armies, maps, zones and house rules, for tests and self-play."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.engine.errors import SetupError
from sandtable.engine.names import unique_names
from sandtable.engine.rulebook import Rulebook
from sandtable.engine.ruleset import Setup
from sandtable.rulesets.riverside.content import Army, Entry, content
from sandtable.rulesets.riverside.roster import price_force

NAMES = ("Heron", "Otter")


def random_setup(rng: Random, rulebook: Rulebook) -> tuple[dict[str, Any], dict[str, Any]]:
    """Ready armies or lists of any sort, on any map with any zones that its table has."""
    found = content()
    board = rng.choice(list(found.maps.values()))
    points = found.sizes[board.table].points
    zones = rng.choice([name for table, name in found.zones if table == board.table])
    setup = {
        "map": board.name,
        "zones": zones,
        "player": [{"name": name, **random_force(rng, points)} for name in NAMES],
    }
    return setup, rulebook.random_options(rng)


def mirrored_setups() -> dict[str, Setup]:
    """Each ready army against itself on the maps of its size; a half turn brings each map onto itself."""
    found: dict[str, Setup] = {}
    for ready in content().ready.values():
        for board in content().maps.values():
            if content().sizes[board.table].points == ready.limit:
                players = [{"name": name, "force": ready.name} for name in NAMES]
                found[f"{board.name}: {ready.name}"] = {"map": board.name, "player": players}
    return found


def random_force(rng: Random, points: int) -> dict[str, Any]:
    if rng.random() < 0.5:
        return {"force": rng.choice([one.name for one in content().ready.values() if one.limit == points])}
    army = rng.choice(list(content().armies.values()))
    return {"army": army.name, "units": embellished(rng, army, random_units(rng, army, points), points)}


def random_units(rng: Random, army: Army, points: int) -> list[dict[str, Any]]:
    """Units as long as the points last, at least three; Heroes as often as they are allowed."""
    limits = content().limits
    most, dearest = limits.same_entry[str(points)], points * limits.dearest_percent // 100
    left, heroes = points, points // limits.points_per_hero
    bought: list[str] = []
    while fitting := [
        entry
        for entry in army.units.values()
        if entry.points <= min(left, dearest) and bought.count(entry.name) < most and (heroes or not _is_hero(entry))
    ]:
        entry = rng.choice(fitting)
        bought.append(entry.name)
        left -= entry.points
        heroes -= _is_hero(entry)
    return [{"unit": name} for name in bought]


def embellished(rng: Random, army: Army, units: list[dict[str, Any]], points: int) -> list[dict[str, Any]]:
    """The same units with upgrades, joined Heroes and passengers, as far as the points and the limits let them."""
    names = unique_names((unit["unit"] for unit in units), "units")
    for number, unit in enumerate(units):
        upgrades = [one.name for one in army.units[unit["unit"]].upgrades]
        wishes: list[dict[str, Any]] = [{"upgrades": [rng.choice(upgrades)]}] if upgrades else []
        wishes += [{"joins": rng.choice(names)}, {"rides": rng.choice(names)}]
        for wish in wishes:
            tried = [*units[:number], unit | wish, *units[number + 1 :]]
            if rng.random() < 0.5 and _legal(army, tried, points):
                units = tried
    return units


def _legal(army: Army, units: list[dict[str, Any]], points: int) -> bool:
    try:
        price_force({"ruleset": "riverside", "army": army.name, "points": points, "units": units})
    except SetupError:
        return False
    return True


def _is_hero(entry: Entry) -> bool:
    return "Hero" in entry.rules
