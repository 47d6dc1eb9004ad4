"""Any legal set-up at all, for tests and self-play: every Setting, scenario, force and house rule."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.engine.rulebook import Rulebook
from sandtable.engine.ruleset import Setup
from sandtable.rulesets.op_en.content import Setting, setting, settings
from sandtable.rulesets.op_en.random_forces import muster
from sandtable.rulesets.op_en.roster import written

NAMES = ("Hawk", "Fox", "Otter", "Crane")


def random_setup(rng: Random, rulebook: Rulebook) -> tuple[dict[str, Any], dict[str, Any]]:
    """Half with quick forces, half with forces built at random."""
    found = setting(rng.choice(list(settings())))
    scenario = rng.choice(list(found.scenarios.values()))
    count = rng.randint(*scenario.sides)
    setup = {
        "setting": found.id,
        "scenario": scenario.name,
        "player": [{"name": NAMES[seat], **random_force(rng, found)} for seat in range(count)],
    }
    return setup, rulebook.random_options(rng) | {"stats_row_cost": "sum_of_dice_stats"}


def mirrored_setups() -> dict[str, Setup]:
    """Each Quick Opposing Force against itself: every scenario that treats both sides alike has its turn, in every
    Setting."""
    found: dict[str, Setup] = {}
    for where in map(setting, settings()):
        quick = [force.name for force in where.forces.values() if not force.demo]
        alike = [one.name for one in where.scenarios.values() if one.deployment.style == "edges"]
        for number in range(max(len(quick), len(alike))):
            force, scenario = quick[number % len(quick)], alike[number % len(alike)]
            found[f"{scenario}: {force}"] = {
                "setting": where.id, "scenario": scenario,
                "player": [{"name": name, "force": force} for name in NAMES[:2]],
            }  # fmt: skip
    return found


def random_force(rng: Random, found: Setting) -> dict[str, Any]:
    quick = [force.name for force in found.forces.values() if not force.demo]
    if quick and rng.random() < 0.5:
        return {"force": rng.choice(quick)}
    force = muster(found, rng)
    return {
        "core": force.core, "characters": [written(one) for one in force.characters], "treasury": force.treasury,
    }  # fmt: skip
