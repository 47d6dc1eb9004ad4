"""Creating a character, box by box of its card (chapter 19). Every refusal names the clause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from msgspec import Struct

from sandtable.engine.errors import Mistakes, SetupError
from sandtable.engine.lists import lookup
from sandtable.engine.rulebook import Options
from sandtable.rulesets.op_en.content import (
    Ability,
    CharacterList,
    Cost,
    Entry,
    Form,
    Item,
    Protection,
    Rank,
    Setting,
    Skill,
    Trait,
    Weapon,
)
from sandtable.rulesets.op_en.effects import STATS, Armour, ArmourLimit, Awareness, Flag, OwnRange, StandingEffect, Stat
from sandtable.rulesets.op_en.parameters import setting_value
from sandtable.rulesets.op_en.scenarios import Stats

LOWEST, HIGHEST = 4, 12
"""No Stat may be outside (OE-19.22)."""
UNIVERSAL = ("Interact", "Jump", "Sprint", "Climb", "Hide", "Disengage")
"""Everybody has these (OE-16.1)."""
LEADER = 4
LEARNERS = 3
"""From this Rank on Skills and Abilities are taken at creation (OE-19.16)."""


class Costs(Struct, frozen=True):
    """The cost boxes of a card; together they are the Total Cost (OE-19.32)."""

    stats: int
    form: int
    trait: int
    skills: int
    abilities: int
    equipment: int
    growth: int = 0

    @property
    def total(self) -> int:
        """The Total Cost (OE-19.32)."""
        return self.stats + self.form + self.trait + self.skills + self.abilities + self.equipment + self.growth


class Card(Struct, frozen=True):
    """The Character Card (OE-19.7) of a finished character: what it was made of, and what follows from that."""

    name: str
    rank: int
    title: str
    stats: Stats
    """After Form, Trait and whatever a campaign has changed."""
    move: int
    body: int
    form: Form
    trait: Trait | None
    skills: tuple[Skill, ...]
    abilities: tuple[Ability, ...]
    weapons: tuple[Weapon, ...]
    protections: tuple[Protection, ...]
    items: tuple[Item, ...]
    costs: Costs
    lent: str = ""

    @property
    def leads(self) -> bool:
        return self.rank == LEADER and not self.lent

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Everything that may have a standing effect."""
        talents = (self.form, *((self.trait,) if self.trait else ()), *self.abilities)
        return (*talents, *self.protections, *(item for item in self.items if item.deed is None))

    @property
    def effects(self) -> tuple[StandingEffect, ...]:
        return tuple(effect for entry in self.entries for effect in entry.effects)

    @property
    def flags(self) -> frozenset[Flag]:
        return frozenset(flag for entry in self.entries for flag in entry.flags)

    @property
    def awareness(self) -> int:
        """The Intellect in inches, as changed by Talents (OE-2.10, OE-19.33)."""
        return self.stats.intellect + sum(one.inches for one in self.effects if isinstance(one, Awareness))

    @property
    def combat_range(self) -> int:
        """The longest of its own and its weapons' (OE-2.24, OE-19.33)."""
        own = [one.inches for one in self.effects if isinstance(one, OwnRange)]
        return max([0, *own, *(weapon.reach for weapon in self.weapons if weapon.melee)])


def priced(cost: Cost, stats: Stats) -> int:
    """A number, or the final value of a Stat (OE-19.25, OE-19.26, OE-19.31)."""
    return cost if isinstance(cost, int) else stats.of(cost)


def create(found: Setting, core: Stat, entry: CharacterList, options: Options, name: str = "") -> Card:
    """The card of a character (OE-19.7), or every mistake in it: what is required and what it took besides
    (OE-19.35)."""
    who = name or entry.name or entry.form
    rank = rank_of(found, who, entry.rank)
    form, trait = _form(found, who, entry), _trait(found, entry)
    skills, abilities = _talents(found, entry)
    carried = _carried(found, entry)
    stats = _checked(found, who, core, entry, carried)
    growth = entry.growth
    return Card(
        who, entry.rank, rank.title, stats, form.move + growth.move, form.body + growth.body, form, trait,
        skills, abilities,
        tuple(one for one in carried if isinstance(one, Weapon)),
        tuple(one for one in carried if isinstance(one, Protection)),
        tuple(one for one in carried if isinstance(one, Item)),
        _costs(found, entry, options, (form, trait), (skills, abilities, carried)), entry.lent,
    )  # fmt: skip


def _checked(found: Setting, who: str, core: Stat, entry: CharacterList, carried: tuple[Entry, ...]) -> Stats:
    """The final Stats of a character that is legal in everything that is required and that it took besides
    (OE-19.35)."""
    form, trait = _form(found, who, entry), _trait(found, entry)
    mistakes = Mistakes()
    with mistakes:
        if not entry.lent:
            check_values(who, rank_of(found, who, entry.growth.born or entry.rank), core, entry.stats)
    stats = Stats()
    with mistakes:
        stats = final_stats(who, form, trait, entry)
    with mistakes:
        _check_talents(found, who, found.ranks[entry.rank], entry)
    with mistakes:
        # an injury takes no Equipment away (OE-20.8)
        unhurt = stepped(created_stats(form, trait, entry), entry.growth.steps)
        _check_equipment(found, who, entry, form, unhurt, carried)
    mistakes.tell()
    return stats


def _costs(
    found: Setting,
    entry: CharacterList,
    options: Options,
    nature: tuple[Form, Trait | None],
    bought: tuple[tuple[Skill, ...], tuple[Ability, ...], tuple[Entry, ...]],
) -> Costs:
    """The cost boxes of the card (OE-19.32), by the Stats as they were at creation (OE-19.25, OE-19.27)."""
    form, trait = nature
    stats, growth = created_stats(form, trait, entry), entry.growth
    skills, abilities, equipment = (_paid(entries, stats, growth.paid) for entries in bought)
    return Costs(
        stats=_stats_row(found.ranks[growth.born or entry.rank], stats, form, options),
        form=priced(form.cost, stats),
        trait=priced(trait.cost, stats) if trait else 0,
        skills=skills, abilities=abilities, equipment=equipment, growth=growth.value,
    )  # fmt: skip


# ---- Rank, Form, Stats, Trait ---------------------------------------------------------------------


def rank_of(found: Setting, who: str, rank: int) -> Rank:
    """Rank 1 to 4 (OE-19.8), a row of the Setting's table (OE-19.14)."""
    if rank not in found.ranks:
        raise SetupError(f"{who}: a character is built with Rank 1 to 4, not {rank}", "OE-19.8")
    return found.ranks[rank]


def _form(found: Setting, who: str, entry: CharacterList) -> Form:
    """Exactly one: it gives Move, Body and the model (OE-2.4, OE-19.17)."""
    if not entry.form:
        raise SetupError(f"{who} has no Form; everybody has exactly one", "OE-19.17")
    return lookup("Form", entry.form, found.forms, "OE-19.17")


def _trait(found: Setting, entry: CharacterList) -> Trait | None:
    """One at the most (OE-2.5, OE-19.20)."""
    return lookup("Trait", entry.trait, found.traits, "OE-19.20") if entry.trait else None


def check_values(who: str, rank: Rank, core: Stat, stats: Stats) -> None:
    """The Rank's Core value on the Core Stat (OE-19.18), each of the others once (OE-19.19)."""
    if (value := stats.of(core)) != rank.core:
        raise SetupError(
            f"{who}: a {rank.title} has {rank.core} in the Core Stat {core.title()}, not {value}", "OE-19.18"
        )
    others = sorted((stats.of(stat) for stat in STATS if stat != core), reverse=True)
    if others != sorted(rank.others, reverse=True):
        wanted = " ".join(map(str, sorted(rank.others, reverse=True)))
        raise SetupError(
            f"{who}: a {rank.title} spreads {wanted} over the other Stats, not {' '.join(map(str, others))}", "OE-19.19"
        )


def stepped(stats: Stats, *steps: Mapping[Stat, int]) -> Stats:
    """With steps of 2 up or down."""
    for one in steps:
        if one:
            stats = Stats(*[value + 2 * one.get(stat, 0) for stat, value in zip(STATS, stats.all(), strict=True)])
    return stats


def created_stats(form: Form, trait: Trait | None, entry: CharacterList) -> Stats:
    """After Form and Trait: what prices go by (OE-19.25)."""
    return stepped(entry.stats, form.steps, trait.steps if trait else {})


def final_stats(who: str, form: Form, trait: Trait | None, entry: CharacterList) -> Stats:
    """4, 6, 8, 10 or 12 in the end (OE-1.21, OE-19.21), and Move and Body from 4 to 12 as well (OE-19.22)."""
    lost: dict[Stat, int] = {stat: -steps for stat, steps in entry.growth.lost.items()}
    stats = stepped(created_stats(form, trait, entry), entry.growth.steps, lost)
    for stat in STATS:
        if (value := stats.of(stat)) % 2:
            raise SetupError(f"{who}: {stat.title()} {value} is no die; Stats are 4, 6, 8, 10 or 12", "OE-19.21")
        check_limits(who, stat.title(), value)
    check_limits(who, "Move", form.move + entry.growth.move)
    check_limits(who, "Body", form.body + entry.growth.body)
    return stats


def check_limits(who: str, what: str, value: int) -> None:
    """From 4 to 12 (OE-19.22)."""
    if not LOWEST <= value <= HIGHEST:
        raise SetupError(f"{who}: {what} {value}; no Stat is below {LOWEST} or above {HIGHEST}", "OE-19.22")


def _stats_row(rank: Rank, stats: Stats, form: Form, options: Options) -> int:
    """The box at the end of the Stats row (OE-19.23)."""
    if options["stats_row_cost"] == "fixed_rank_cost":
        return rank.cost
    dice = sum(stats.all())
    return dice + form.move + form.body if options["stats_row_cost"] == "sum_of_all_stats" else dice


# ---- Skills and Abilities -------------------------------------------------------------------------


def _talents(found: Setting, entry: CharacterList) -> tuple[tuple[Skill, ...], tuple[Ability, ...]]:
    """Its own Skills (OE-2.7) and Abilities (OE-2.6), which it needs a slot for; the universal ones are everybody's
    (OE-16.1)."""
    for name in entry.skills:
        if name.title() in UNIVERSAL:
            raise SetupError(f"{name} is a universal Skill: everybody has it, at no cost", "OE-16.1")
    skills = tuple(lookup("Skill", name, found.skills, "OE-19.24") for name in entry.skills)
    abilities = tuple(lookup("Ability", name, found.abilities, "OE-19.24") for name in entry.abilities)
    return skills, abilities


def _check_talents(found: Setting, who: str, rank: Rank, entry: CharacterList) -> None:
    """How many at creation (OE-19.15, OE-19.16, OE-19.24), or in a campaign, where some were learnt."""
    taken = [*entry.skills, *entry.abilities]
    if not taken or entry.lent:
        return
    learnt = [name for name in taken if name in entry.growth.paid]
    if rank.rank == 1:
        raise SetupError(f"{who}: a {rank.title} has no Skills or Abilities until its Rank rises", "OE-19.15")
    if not learnt and rank.rank < LEARNERS:
        raise SetupError(f"{who}: at creation Skills and Abilities are for Ranks 3 and 4 alone", "OE-19.16")
    most = talent_slots(found, rank) if learnt else rank.talents
    if len(taken) > most:
        raise SetupError(f"{who} has {len(taken)} Skills and Abilities; a {rank.title} has {most} at most", "OE-19.24")


def talent_slots(found: Setting, rank: Rank) -> int:
    """Skills and Abilities of a Rank in a campaign (OE-19.24); how many a Rank 2 may learn is a parameter
    (OE-19.16)."""
    return int(setting_value(found.override, "campaign.rank2_talents")) if rank.rank == 2 else rank.campaign_talents


def _paid(entries: Iterable[Entry], stats: Stats, paid: Mapping[str, int]) -> int:
    """Each at the price fixed when it was bought (OE-19.27), or at what it cost at creation."""
    return sum(paid.get(entry.name, priced(entry.cost, stats)) for entry in entries)


# ---- Equipment ------------------------------------------------------------------------------------


def _carried(found: Setting, entry: CharacterList) -> tuple[Weapon | Protection | Item, ...]:
    """Its Equipment: weapons, armour, shields, items (OE-2.8)."""
    return tuple(lookup("Equipment", name, found.equipment, "OE-19.30") for name in entry.equipment)


def _check_equipment(
    found: Setting, who: str, entry: CharacterList, form: Form, stats: Stats, carried: tuple[Entry, ...]
) -> None:
    """How much of each kind (OE-19.29), and what each piece needs (OE-19.30)."""
    limits = found.limits
    counts = Counter(kind_of(one) for one in carried)
    most = {
        "weapons": limits.weapons, "armour": limits.armour, "shields": limits.shields,
        "items": limits.items, "consumables": limits.consumables,
    }  # fmt: skip
    for kind, count in counts.items():
        if count > most[kind]:
            raise SetupError(f"{who} has {count} {kind}; {most[kind]} is the limit", "OE-19.29")
    for one in carried:
        check_requirements(who, entry, form, stats, one)


def kind_of(entry: Entry) -> str:
    """Which of the five limits it counts against (OE-19.29)."""
    match entry:
        case Weapon():
            return "weapons"
        case Protection():
            return "shields" if entry.shield else "armour"
        case Item():
            return "consumables" if entry.consumable else "items"
    raise AssertionError(entry.name)


def check_requirements(who: str, entry: CharacterList, form: Form, stats: Stats, one: Entry) -> None:
    """A certain Rank, Stat, Skill or Ability (OE-19.30), and what the Form forbids."""
    needs = one.requires
    if entry.rank < needs.rank:
        raise SetupError(f"{who}: {one.name} needs Rank {needs.rank}", "OE-19.30")
    for stat, least in needs.stats.items():
        if stats.of(stat) < least:
            raise SetupError(f"{who}: {one.name} needs {stat.title()} {least}", "OE-19.30")
    for what, name, has in (("Skill", needs.skill, entry.skills), ("Ability", needs.ability, entry.abilities)):
        if name and name not in has:
            raise SetupError(f"{who}: {one.name} needs the {what} {name}", "OE-19.30")
    if isinstance(one, Protection):
        _check_form_wears(who, form, one)


def _check_form_wears(who: str, form: Form, one: Protection) -> None:
    """Some Forms wear no shield, or no heavy armour (OE-19.30)."""
    if one.shield and "no_shield" in form.flags:
        raise SetupError(f"{who}: a {form.name} carries no shield", "OE-19.30")
    points = sum(effect.points for effect in one.effects if isinstance(effect, Armour))
    for limit in (effect.points for effect in form.effects if isinstance(effect, ArmourLimit)):
        if points > limit:
            raise SetupError(f"{who}: a {form.name} wears armour of {limit} at most", "OE-19.30")
