"""The roster of an Opposing Force: its Core Stat, its Treasury, its Ranks, and whatever only one of it may have
(chapter 19). Force files, quick forces, and forces for a set-up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import Struct

from sandtable.engine.errors import Mistakes, SetupError, shown
from sandtable.engine.forces import ForceCard, PricedForce, PricedModel, replaced
from sandtable.engine.lists import lookup
from sandtable.engine.names import unique_names as names_in_order
from sandtable.engine.rulebook import Options, load_rulebook, typed, written_for
from sandtable.rulesets.op_en.content import DEFAULT, CharacterList, Entry, Force, Growth, Setting, setting, settings
from sandtable.rulesets.op_en.creating import LEADER, Card, create, rank_of
from sandtable.rulesets.op_en.effects import STATS, Stat

MOST_CHARACTERS = 30
MOST_OFFICERS = 3
"""Rank 3 characters of an OF (OE-19.10)."""
OPTIONS: Options = load_rulebook(Path(__file__).with_name("rulebook.toml")).options({})
"""A force file is priced by the book as it stands."""


class ForceFile(Struct, forbid_unknown_fields=True, kw_only=True):
    """An Opposing Force as a file holds it (OE-19.2)."""

    ruleset: str
    name: str
    core: str
    characters: list[CharacterList]
    setting: str = DEFAULT
    treasury: int = 0
    """What may be spent; the Setting's Treasury where it is not given."""
    notes: str = ""


# ---- files ----------------------------------------------------------------------------------------


def read_force(data: Mapping[str, Any]) -> tuple[Setting, Stat, ForceFile]:
    force = typed("force", data, ForceFile)
    written_for("op-en", force.ruleset)
    return setting(force.setting), core_stat(force.core), force


def price_force(data: Mapping[str, Any]) -> PricedForce:
    """Checks a force file and adds up its Total Costs (OE-19.4)."""
    found, core, force = read_force(data)
    cards = check_force(found, core, force.characters, force.treasury or found.treasury, OPTIONS)
    lines = tuple(PricedModel(card.name, f"{card.title}, {card.form.name}", card.costs.total) for card in cards)
    return PricedForce(force.name, lines, total_value(cards))


def ready_forces() -> list[dict[str, Any]]:
    """The Quick Opposing Forces of every Setting as force files (OE-19.1)."""
    return [force_file(setting(name), force) for name in settings() for force in setting(name).forces.values()]


def force_file(found: Setting, force: Force) -> dict[str, Any]:
    return {
        "ruleset": "op-en", "setting": found.id, "name": force.name, "core": force.core,
        "treasury": force.treasury or found.treasury,
        "characters": [written(character) for character in force.characters],
    }  # fmt: skip


def written(character: CharacterList) -> dict[str, Any]:
    """As a file has it: only what is not empty."""
    data: dict[str, Any] = msgspec.to_builtins(character)
    return {key: value for key, value in data.items() if value and (key != "growth" or character.growth != Growth())}


def with_force(setup: Mapping[str, Any], seat: int, force: Mapping[str, Any]) -> dict[str, Any]:
    """The set-up with this force file for a player, who keeps his name; without one he has that of the force."""
    price_force(force)
    theirs, ours = (one.get("setting", DEFAULT) for one in (force, setup))
    if theirs != ours:
        raise SetupError(
            f"{shown(force['name'])} is of the Setting {setting(theirs).name}, this game of {setting(ours).name}: "
            "choose a battle of that Setting, or another force",
            "OE-1.3",
        )
    given = {"core": force["core"], "characters": force["characters"]}
    changed = replaced(setup, "player", seat, ("name",), given)
    changed["player"][seat].setdefault("name", force["name"])
    return changed


# ---- checking -------------------------------------------------------------------------------------


def core_stat(name: str) -> Stat:
    """One of the six dice Stats, the same for the whole OF (OE-19.3)."""
    for stat in get_args(Stat):
        if name.casefold() == stat:
            return stat  # type: ignore[no-any-return]
    names = ", ".join(stat.title() for stat in STATS)
    raise SetupError(f"a Core Stat is one of {names}, not {shown(name)}", "OE-19.3")


def check_force(
    found: Setting, core: Stat, characters: Sequence[CharacterList], treasury: int, options: Options
) -> tuple[Card, ...]:
    """The cards of an OF, or every mistake in it: in a character, in its Ranks (OE-19.9), in what comes once per OF
    (OE-19.28), in its Treasury (OE-19.5)."""
    if not 1 <= len(characters) <= MOST_CHARACTERS:
        raise SetupError(f"an OF has 1 to {MOST_CHARACTERS} characters, not {len(characters)}", "OE-19.9")
    names = character_names(found, characters)
    mistakes = Mistakes()
    cards: list[Card] = []
    for name, entry in zip(names, characters, strict=True):
        with mistakes:
            no_favours(name, entry)
            cards.append(create(found, core, entry, options, name))
    with mistakes:
        check_ranks([entry.rank for entry in characters])
    with mistakes:
        check_once(cards)
    with mistakes:
        if (total := total_value(cards)) > treasury:
            raise SetupError(f"the OF costs {total} {found.money}, its Treasury is {treasury}", "OE-19.5")
    mistakes.tell()
    return tuple(cards)


def no_favours(name: str, entry: CharacterList) -> None:
    """Growth and lent characters are a campaign's; nobody is created with them."""
    if entry.growth != Growth() or entry.lent:
        raise SetupError(f"{name}: a new character has not grown, and nobody lends one", "OE-19.14")


RESERVED = frozenset({"pass", "concede"})
"""Answers that stand beside the names of characters."""


def character_names(found: Setting, characters: Iterable[CharacterList]) -> list[str]:
    """The names they have, or the titles of their Ranks, numbered."""
    return names_in_order(
        (one.name or rank_of(found, one.form, one.rank).title for one in characters), "characters", RESERVED
    )


def total_value(cards: Iterable[Card]) -> int:
    """The sum of the Total Costs (OE-19.4)."""
    return sum(card.costs.total for card in cards)


def check_ranks(ranks: Sequence[int]) -> None:
    """One Leader (OE-19.9), three of Rank 3 (OE-19.10), any number of Rank 2 (OE-19.11), at most half of Rank 1
    (OE-19.12, OE-19.13)."""
    counts = Counter(ranks)
    mistakes = Mistakes()
    with mistakes:
        if counts[LEADER] != 1:
            raise SetupError(f"an OF has exactly one Rank 4 character, its Leader, not {counts[LEADER]}", "OE-19.9")
    with mistakes:
        if counts[3] > MOST_OFFICERS:
            raise SetupError(f"an OF has {MOST_OFFICERS} Rank 3 characters at most, not {counts[3]}", "OE-19.10")
    with mistakes:
        if counts[1] * 2 > len(ranks):
            raise SetupError(
                f"of {len(ranks)} characters at most {len(ranks) // 2} are of Rank 1, not {counts[1]}", "OE-19.12"
            )
    mistakes.tell()


def check_once(cards: Sequence[Card]) -> None:
    """Skills and Abilities once per OF (OE-2.6, OE-19.28), and Equipment that is limited likewise (OE-2.8)."""
    talents: Counter[str] = Counter()
    gear: Counter[str] = Counter()
    limits: dict[str, int] = {}
    for card in cards:
        for entry in (*card.skills, *card.abilities):
            talents[entry.name] += 1
            limits[entry.name] = entry.limit
        for entry in (*card.weapons, *card.protections, *card.items):
            gear[entry.name] += 1
            limits[entry.name] = entry.limit
    for name, count in talents.items():
        if limits[name] and count > limits[name]:
            raise SetupError(f"{name} may be taken once per OF, not {count} times", "OE-19.28")
    for name, count in gear.items():
        if limits[name] and count > limits[name]:
            raise SetupError(f"one character of an OF may have the {name}, not {count}", "OE-2.8")


def quick_force(found: Setting, name: str) -> Force:
    return lookup("Opposing Force", name, found.forces, "OE-19.1")


@lru_cache(128)
def quick_cards(found: Setting, name: str, treasury: int) -> tuple[Card, ...]:
    """The cards of a quick force, which is legal as it is printed whatever the house rules (OE-19.1): made once."""
    force = quick_force(found, name)
    return check_force(found, core_stat(force.core), force.characters, force.treasury or treasury, OPTIONS)


# ---- cards ----------------------------------------------------------------------------------------


def force_cards(data: Mapping[str, Any]) -> tuple[ForceCard, ...]:
    """The Character Cards of a force file, to be printed (OE-19.7)."""
    found, core, force = read_force(data)
    cards = check_force(found, core, force.characters, force.treasury or found.treasury, OPTIONS)
    return tuple(printed(card) for card in cards)


def printed(card: Card) -> ForceCard:
    """Name, Rank and Total Cost; the Stats in the order of the card; everything with its cost (OE-19.7)."""
    dice = [(stat.title(), str(card.stats.of(stat))) for stat in STATS]
    row = [("Move", str(card.move)), *dice, ("Body", str(card.body)), ("Cost", str(card.costs.stats))]
    return ForceCard(
        title=card.name,
        kind=f"{card.title}, Rank {card.rank}",
        points=card.costs.total,
        stats=tuple(row),
        entries=(
            ("Abilities", _listed(card.abilities), str(card.costs.abilities)),
            ("Skills", _listed(card.skills), str(card.costs.skills)),
            ("Equipment", _listed((*card.weapons, *card.protections, *card.items)), str(card.costs.equipment)),
            ("Form", card.form.name, str(card.costs.form)),
            ("Trait", card.trait.name if card.trait else "", str(card.costs.trait)),
        ),
        notes=(("AR", f'{card.awareness}"'), ("CR", f'{card.combat_range}"')),
        boxes=("Damage received", "Experience", "Notes"),
    )


def _listed(entries: Iterable[Entry]) -> str:
    return ", ".join(entry.name for entry in entries)
