"""Characters as a game has them: from force lists, from fixed profiles, from a scenario."""

from __future__ import annotations

from sandtable.engine.lists import lookup
from sandtable.rulesets.op_en.content import CharacterList, Entry, Item, Protection, Setting, Weapon
from sandtable.rulesets.op_en.effects import STATS, Flag
from sandtable.rulesets.op_en.scenarios import Profile, Stats
from sandtable.rulesets.op_en.state import Character, Held, Sheet, State
from sandtable.table import snap


def held_by(entries: list[Entry]) -> tuple[Held, ...]:
    return tuple(Held(entry.name, effect) for entry in entries for effect in entry.effects)


def flags_of(entries: list[Entry]) -> frozenset[Flag]:
    return frozenset(flag for entry in entries for flag in entry.flags)


def sheet_of(found: Setting, one: CharacterList, cost: int = 0) -> Sheet:
    """The card of a built character: Stats after Form and Trait (OE-19.17, OE-19.20)."""
    form = lookup("Form", one.form, found.forms, "OE-19.17")
    talents: list[Entry] = [form]
    steps = dict(form.steps)
    if one.trait:
        trait = lookup("Trait", one.trait, found.traits, "OE-19.20")
        talents.append(trait)
        for stat, step in trait.steps.items():
            steps[stat] = steps.get(stat, 0) + step
    skills = tuple(lookup("Skill", name, found.skills, "OE-15.1") for name in one.skills)
    abilities = [lookup("Ability", name, found.abilities, "OE-2.6") for name in one.abilities]
    gear = [lookup("piece of Equipment", name, found.equipment, "OE-2.8") for name in one.equipment]
    entries: list[Entry] = [*talents, *skills, *abilities, *gear]
    return Sheet(
        one.rank,
        Stats(*(one.stats.of(stat) + 2 * steps.get(stat, 0) for stat in STATS)),
        form.move,
        form.body,
        form.base,
        form.height,
        form.width,
        form.name,
        one.trait,
        tuple(ability.name for ability in abilities),
        skills,
        tuple(piece for piece in gear if isinstance(piece, Weapon)),
        tuple(piece for piece in gear if isinstance(piece, Protection)),
        tuple(piece for piece in gear if isinstance(piece, Item)),
        held_by(entries),
        flags_of(entries),
        cost,
    )


def sheet_of_profile(profile: Profile, rank: int = 0) -> Sheet:
    """The card of somebody who is not built (OE-18.8, OE-19.8)."""
    weapons = () if profile.bite is None else (
        Weapon(name="Bite", damage=profile.bite, melee=True, reach=profile.reach),
    )  # fmt: skip
    return Sheet(
        rank, profile.stats, profile.move, profile.body, profile.base, profile.height, profile.width, profile.name,
        weapons=weapons, flags=frozenset(profile.flags),
    )  # fmt: skip


def enlist(number: int, name: str, side: int, sheet: Sheet) -> Character:
    return Character(number, name, side, sheet, snap(sheet.base / 2))


def companion(state: State, profile: Profile, side: int) -> Character:
    """Somebody of Rank 0 who joins an OF, under a name of its own."""
    taken = {one.name for one in state.characters}
    name, count = profile.name, 2
    while name in taken:
        name, count = f"{profile.name} {count}", count + 1
    return enlist(len(state.characters), name, side, sheet_of_profile(profile))
