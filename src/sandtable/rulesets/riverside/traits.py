"""Special rules in effect: a model's own, those that spells give its unit, and those that need the whole unit
(RV-21.4)."""

from __future__ import annotations

from sandtable.rulesets.riverside.profiles import Weapon
from sandtable.rulesets.riverside.state import Model, State, Unit


def granted(unit: Unit, rule: str) -> bool:
    """Does a lasting spell give this rule to all its models?"""
    return bool(unit.spells) and any(rule in spell.grants for spell in unit.spells)


def has(state: State, model: Model, rule: str) -> bool:
    """Its own rule (RV-21.4), or one that a spell lends it (RV-21.18)."""
    return rule in model.profile.rules or granted(state.units[model.unit], rule)


def all_have(state: State, unit: Unit, rule: str) -> bool:
    """Stealth, Regeneration, Fearless, Scout, Ambush and Teleport work only so (RV-21.4)."""
    return granted(unit, rule) or all(rule in model.profile.rules for model in state.members(unit))


def ranged_bonus(unit: Unit) -> int:
    """By lasting spells (RV-21.18)."""
    return sum(spell.ranged_bonus for spell in unit.spells)


def shooty(state: State, model: Model) -> tuple[int, int]:
    """Bonus Hits by Shooty on a 6 and on a 5. Extra Shooty gives Shooty to its whole unit, and to those that had it
    from another rule, as Gun Freak (RV-21.34), a 5 as well (RV-15.10, RV-15.11, RV-15.12)."""
    unit = state.units[model.unit]
    own = "Shooty" in model.profile.rules or granted(unit, "Shooty")
    extra = any("Extra Shooty" in one.profile.rules for one in state.members(unit))
    return int(own or extra), int(own and extra)


def defense(state: State, unit: Unit) -> int:
    """That of its models which are no Heroes, while there are any; the worst, where they differ (RV-21.6)."""
    members = state.members(unit)
    rank = [one for one in members if not one.profile.hero] or members
    return max(one.profile.defense for one in rank)


def quality(state: State, unit: Unit) -> int:
    """The best in play, for Morale Tests (RV-21.7)."""
    return min(one.profile.quality for one in state.members(unit))


def can_take(state: State, unit: Unit) -> int:
    """Wounds that it can take in all (RV-12.14)."""
    return sum(one.profile.wounds - one.wounds for one in state.members(unit))


def weapons(state: State, unit: Unit, *, melee: bool) -> list[Weapon]:
    """The types of its weapons (RV-10.8) in the order of its profile; those that only a joined Hero has come last
    (RV-12.6)."""
    members = state.members(unit)
    ranked = sorted(members, key=lambda model: model.profile.hero)
    return list(dict.fromkeys(w for model in ranked for w in model.profile.weapons if w.melee == melee))


def bearers(state: State, unit: Unit, weapon: Weapon) -> list[Model]:
    """Its models with a weapon of this type, a Hero last (RV-12.6)."""
    members = [model for model in state.members(unit) if weapon in model.profile.weapons]
    return sorted(members, key=lambda model: model.profile.hero)


def half_gone(state: State, unit: Unit) -> bool:
    """Half or less of its models remain; a unit that started with one model has wounds of at least half its Tough
    (RV-13.3, RV-13.4, RV-13.11). Nothing is rounded: 2 of 5 is half or less (RV-13.12)."""
    members = state.members(unit)
    if unit.started > 1:
        return 2 * len(members) <= unit.started
    return any(2 * model.wounds >= model.profile.wounds for model in members)
