"""Characters as a game has them: from force lists, from fixed profiles, from a scenario."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sandtable.rulesets.op_en.content import Entry, Weapon
from sandtable.rulesets.op_en.creating import Card
from sandtable.rulesets.op_en.effects import Flag
from sandtable.rulesets.op_en.scenarios import Extra, Objective, Profile, Scenario
from sandtable.rulesets.op_en.state import IN_PLAY, Character, Held, Mark, Sheet, State
from sandtable.table import snap


def held_by(entries: Iterable[Entry]) -> tuple[Held, ...]:
    return tuple(Held(entry.name, effect) for entry in entries for effect in entry.effects)


def flags_of(entries: Iterable[Entry]) -> frozenset[Flag]:
    return frozenset(flag for entry in entries for flag in entry.flags)


def sheet_of_card(card: Card) -> Sheet:
    """What a game needs of a built character's card."""
    form = card.form
    return Sheet(
        card.rank, card.stats, card.move, card.body, form.base, form.height, form.width, form.name,
        card.trait.name if card.trait else "", tuple(one.name for one in card.abilities), card.skills, card.weapons,
        card.protections, card.items, held_by(card.entries), card.flags, card.costs.total, leads=card.leads,
    )  # fmt: skip


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


# ---- what a scenario brings -----------------------------------------------------------------------


def scenario_characters(scenario: Scenario, first: int, floor: Floor) -> list[Character]:
    """Those of no OF (OE-18.8): one group has one side, others are Enemies of everybody (OE-6.3)."""
    found: list[Character] = []
    sides: dict[str, int] = {}
    for extra in scenario.characters:
        for place in extra.at:
            number = first + len(found)
            side = sides.setdefault(extra.group or f"#{number}", -2 - len(sides))
            found.append(_extra(extra, number, side, place, floor))
    return found


Floor = Callable[[tuple[float, ...]], float]
"""The height of the ground at a place."""


def _extra(extra: Extra, number: int, side: int, place: tuple[float, ...], floor: Floor) -> Character:
    name = extra.profile.name if len(extra.at) == 1 else f"{extra.profile.name} {extra.at.index(place) + 1}"
    one = enlist(number, name, side, sheet_of_profile(extra.profile))
    one.neutral, one.guidelines, one.objective = extra.stance == "neutral", extra.guidelines, extra.objective
    one.status, one.x, one.y, one.z = IN_PLAY, snap(place[0]), snap(place[1]), floor(place)
    return one


def markers(objectives: Iterable[Objective], floor: Floor) -> tuple[Mark, ...]:
    """The markers of objectives (OE-5.2): numbered where there are several of a kind."""
    found = []
    for objective in objectives:
        for number, place in enumerate(objective.at):
            name = objective.name if len(objective.at) == 1 else f"{objective.name} {number + 1}"
            height = floor(place)  # a place that is none is refused here
            found.append(Mark(name, objective, snap(place[0]), snap(place[1]), height, number))
    return tuple(found)
