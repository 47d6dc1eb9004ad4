"""Opposing Forces at random, all of them legal (their limits: roster.py): for fuzz, for bot-led forces, and for whoever
wants to be surprised."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from msgspec.structs import replace

from sandtable.engine.errors import SetupError
from sandtable.rulesets.op_en.content import CharacterList, Entry, Force, Setting
from sandtable.rulesets.op_en.creating import LEADER, LEARNERS, create
from sandtable.rulesets.op_en.effects import STATS, Stat
from sandtable.rulesets.op_en.roster import MOST_OFFICERS, OPTIONS, check_force
from sandtable.rulesets.op_en.scenarios import Stats

MOST = 9
"""No random OF is larger; a table of 3 feet would be full."""
TRIES = 4
"""So often something is offered to a character; what does not fit is left out."""


def muster(found: Setting, rng: Random, name: str = "Chance Company", treasury: int = 0) -> Force:
    """A random OF within the Treasury: a Leader first, then whoever is still affordable."""
    core = rng.choice(STATS)
    limit = treasury or found.treasury
    characters = [person(found, rng, core, LEADER, "Leader", ())]
    spent = _value(found, core, characters[0])
    while len(characters) < MOST:
        rank = rng.choice(_open_ranks([one.rank for one in characters]))
        taken = [name for one in characters for name in (*one.skills, *one.abilities, *one.equipment)]
        fresh = person(found, rng, core, rank, f"Member {len(characters)}", taken)
        spent += _value(found, core, fresh)
        if spent > limit:
            break
        characters.append(fresh)
    if sum(one.rank == 1 for one in characters) * 2 > len(characters):
        characters = [one for one in characters if one.rank != 1]
    check_force(found, core, characters, limit, OPTIONS)
    return Force(name=name, core=core, characters=tuple(characters), treasury=limit)


def _value(found: Setting, core: Stat, one: CharacterList) -> int:
    return create(found, core, one, OPTIONS).costs.total


def _open_ranks(ranks: list[int]) -> list[int]:
    """Which Ranks the next character may have (OE-19.10, OE-19.12)."""
    officers = [3] if ranks.count(3) < MOST_OFFICERS else []
    strays = [1] if (ranks.count(1) + 1) * 2 <= len(ranks) + 1 else []
    return [2, *officers, *strays]


def person(found: Setting, rng: Random, core: Stat, rank: int, name: str, taken: Iterable[str]) -> CharacterList:
    """A random character of a Rank: a legal spread of Stats first, then Talents and Equipment that fit."""
    gone = set(taken)
    entry = _spread(found, rng, core, rank, name)
    entry = _offered(found, rng, core, entry, found.traits.values(), gone, lambda one, what: replace(one, trait=what))
    if rank >= LEARNERS:
        for _ in range(found.ranks[rank].talents):
            entry = _offered(found, rng, core, entry, found.skills.values(), gone, _with_skill)
            entry = _offered(found, rng, core, entry, found.abilities.values(), gone, _with_ability)
    for _ in range(rng.randint(1, TRIES)):
        entry = _offered(found, rng, core, entry, found.equipment.values(), gone, _with_equipment)
    return entry


def _spread(found: Setting, rng: Random, core: Stat, rank: int, name: str) -> CharacterList:
    """Form and Stats; a Form whose steps do not suit the spread is drawn again."""
    row = found.ranks[rank]
    while True:
        others = iter(rng.sample(row.others, len(row.others)))
        stats = Stats(*(row.core if stat == core else next(others) for stat in STATS))
        entry = CharacterList(name=name, rank=rank, form=rng.choice(list(found.forms)), stats=stats)
        if _fits(found, core, entry):
            return entry


def _fits(found: Setting, core: Stat, entry: CharacterList) -> bool:
    try:
        create(found, core, entry, OPTIONS)
    except SetupError:
        return False
    return True


def _offered(
    found: Setting,
    rng: Random,
    core: Stat,
    entry: CharacterList,
    entries: Iterable[Entry],
    gone: set[str],
    take: Callable[[CharacterList, str], CharacterList],
) -> CharacterList:
    """The character with one of these more, if it may have it and nobody else of the OF has what is limited."""
    offers = list(entries)
    if not offers or rng.random() < 0.3:
        return entry
    one = rng.choice(offers)
    if one.limit and one.name in gone:
        return entry
    better = take(entry, one.name)
    if not _fits(found, core, better):
        return entry
    gone.add(one.name)
    return better


def _with_skill(entry: CharacterList, name: str) -> CharacterList:
    return replace(entry, skills=(*entry.skills, name))


def _with_ability(entry: CharacterList, name: str) -> CharacterList:
    return replace(entry, abilities=(*entry.abilities, name))


def _with_equipment(entry: CharacterList, name: str) -> CharacterList:
    return replace(entry, equipment=(*entry.equipment, name))
