"""Between games: what experience and money buy (OE-20.6, OE-20.7), and building a Nemesis (OE-20.11)."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.engine.errors import SetupError
from sandtable.engine.lists import lookup
from sandtable.rulesets.op_en.campaign.members import Campaign, CampaignCharacter, Member, check_changed
from sandtable.rulesets.op_en.content import Ability, CharacterList, Growth, Skill
from sandtable.rulesets.op_en.creating import HIGHEST, UNIVERSAL, Card, check_requirements, check_values, priced
from sandtable.rulesets.op_en.effects import Stat
from sandtable.rulesets.op_en.roster import check_once, check_ranks, no_favours


def pay_points(one: CampaignCharacter, price: int, what: str) -> None:
    """Spending experience (OE-20.6)."""
    if one.points < price:
        raise SetupError(f"{what} costs {price} experience; {one.name} has {one.points}", "OE-20.6")
    one.spent += price


def pay_money(campaign: Campaign, member: Member, price: int, what: str) -> None:
    """Out of the Treasury (OE-20.7), in which what is not spent stays (OE-19.6)."""
    if member.treasury < price:
        raise SetupError(
            f"{what} costs {price} {campaign.setting.money}; {member.force} has {member.treasury}", "OE-20.7"
        )
    member.treasury -= price


# ---- experience -----------------------------------------------------------------------------------


def raise_stat(campaign: Campaign, member: Member, one: CampaignCharacter, stat: Stat) -> str:
    """Experience raises a Stat (OE-20.6): a step costs the new value; so many steps over creation, never above 12."""
    table = campaign.tables.spending
    new = campaign.card(member, one.entry).stats.of(stat) + 2
    growth = one.entry.growth
    if new > HIGHEST:
        raise SetupError(f"{one.name}: {stat.title()} is at its highest", "OE-19.22")
    if growth.steps.get(stat, 0) >= table.steps_most:
        raise SetupError(f"{one.name}: {stat.title()} has risen {table.steps_most} steps already", "OE-20.6")
    pay_points(one, new, f"{stat.title()} {new}")
    steps = {**growth.steps, stat: growth.steps.get(stat, 0) + 1}
    one.entry = replace(one.entry, growth=replace(growth, steps=steps, value=growth.value + table.step_value))
    return f"{one.name} has {stat.title()} {new}"


def raise_body(campaign: Campaign, member: Member, one: CampaignCharacter) -> str:
    table = campaign.tables.spending
    growth, card = one.entry.growth, campaign.card(member, one.entry)
    if card.body >= HIGHEST or growth.bought_body >= table.body_most:
        raise SetupError(f"{one.name}: Body is at its highest", "OE-20.6")
    pay_points(one, table.body, f"Body {card.body + 1}")
    better = replace(
        growth, body=growth.body + 1, bought_body=growth.bought_body + 1, value=growth.value + table.body_value
    )
    one.entry = replace(one.entry, growth=better)
    return f"{one.name} has Body {card.body + 1}"


def learn(campaign: Campaign, member: Member, one: CampaignCharacter, name: str) -> str:
    """A Skill or Ability at its price, which is fixed now (OE-19.27), if there is a slot and nobody else has it."""
    if name.title() in UNIVERSAL:
        raise SetupError(f"{name} is a universal Skill: everybody has it", "OE-16.1")
    talents: dict[str, Skill | Ability] = {**campaign.setting.skills, **campaign.setting.abilities}
    talent = lookup("Skill or Ability", name, talents, "OE-20.6")
    price = priced(talent.cost, campaign.card(member, one.entry).stats)
    growth = replace(one.entry.growth, paid={**one.entry.growth.paid, talent.name: price})
    entry = replace(one.entry, growth=growth)
    if isinstance(talent, Skill):
        entry = replace(entry, skills=(*entry.skills, talent.name))
    else:
        entry = replace(entry, abilities=(*entry.abilities, talent.name))
    check_once(_with(campaign, member, one, entry))
    if one.points < price:
        raise SetupError(f"{talent.name} costs {price} experience; {one.name} has {one.points}", "OE-20.6")
    check_changed(campaign, member, one, entry)
    one.spent += price
    return f"{one.name} learns {talent.name}"


def _with(campaign: Campaign, member: Member, one: CampaignCharacter, entry: CharacterList) -> list[Card]:
    """The cards of the OF with one character changed."""
    return [campaign.card(member, entry if other is one else other.entry) for other in member.living]


# ---- money ----------------------------------------------------------------------------------------


def buy(campaign: Campaign, member: Member, one: CampaignCharacter, name: str) -> str:
    """Equipment, at its price today (OE-19.31), within the limits of creation."""
    thing = lookup("Equipment", name, campaign.setting.equipment, "OE-19.30")
    card = campaign.card(member, one.entry)
    check_requirements(one.name, one.entry, card.form, card.stats, thing)
    price = priced(thing.cost, card.stats)
    paid = one.entry.growth.paid
    fixed = paid if isinstance(thing.cost, int) else {**paid, thing.name: price}
    entry = replace(
        one.entry, equipment=(*one.entry.equipment, thing.name), growth=replace(one.entry.growth, paid=fixed)
    )
    check_once(_with(campaign, member, one, entry))
    if member.treasury < price:
        raise SetupError(
            f"{thing.name} costs {price} {campaign.setting.money}; {member.force} has {member.treasury}", "OE-20.7"
        )
    check_changed(campaign, member, one, entry)
    member.treasury -= price
    return f"{one.name} has a {thing.name}"


def sell(campaign: Campaign, member: Member, one: CampaignCharacter, name: str) -> str:
    """Equipment at half price, rounded up (OE-1.13)."""
    carried = {thing: thing for thing in one.entry.equipment}
    gone = lookup(f"Equipment of {one.name}", name, carried, "OE-20.7")
    thing = campaign.setting.equipment[gone]
    price = one.entry.growth.paid.get(gone, priced(thing.cost, campaign.card(member, one.entry).stats))
    left = list(one.entry.equipment)
    left.remove(gone)
    one.entry = replace(one.entry, equipment=tuple(left))
    member.treasury += -(-price // 2)
    return f"{one.name} sells the {gone} for {-(-price // 2)} {campaign.setting.money}"


def recruit(campaign: Campaign, member: Member, entry: CharacterList) -> str:
    """A new character at its creation cost, within the limits of the OF."""
    if not entry.name or entry.name in campaign.names:
        raise SetupError("a recruit needs a name of its own", "OE-19.7")
    no_favours(entry.name, entry)
    card = campaign.card(member, entry)
    ranks = [one.entry.rank for one in member.living]
    check_ranks([*ranks, entry.rank])
    check_once([*(campaign.card(member, one.entry) for one in member.living), card])
    pay_money(campaign, member, card.costs.total, entry.name)
    member.roster.append(CampaignCharacter(entry))
    return f"{entry.name} joins {member.force}"


# ---- the Nemesis ----------------------------------------------------------------------------------


def build_nemesis(campaign: Campaign, member: Member, entry: CharacterList) -> str:
    """By the OF's own player (OE-20.11), within its budget, which grows (OE-20.12): the array of its Rank, or of a
    Leader once it is worth that; a Skill for each return needs no slot. It is outside the limits of both OFs."""
    table, nemesis = campaign.tables.nemesis, member.nemesis
    if nemesis is None:
        raise SetupError(f"{member.force} has no Nemesis", "OE-20.11")
    rank = 4 if nemesis.budget >= table.leader_array_from else table.rank
    row = campaign.setting.ranks[rank]
    if entry.rank != rank or entry.growth != Growth():
        raise SetupError(f"this Nemesis is built as a {row.title}, Rank {rank}", "OE-20.11")
    if not entry.name or entry.name in campaign.names:
        raise SetupError("a Nemesis needs a name of its own", "OE-20.11")
    check_values(entry.name, row, member.core, entry.stats)
    made = replace(entry, lent="nemesis")
    card = campaign.card(member, made)
    slots = campaign.setting.ranks[table.rank].talents + nemesis.returns * table.return_talents
    if len(entry.skills) + len(entry.abilities) > slots:
        raise SetupError(f"this Nemesis has {slots} Skills and Abilities at most", "OE-20.13")
    if card.costs.total > nemesis.budget:
        raise SetupError(
            f"{entry.name} costs {card.costs.total}; this Nemesis has {nemesis.budget} {campaign.setting.money}",
            "OE-20.12",
        )
    nemesis.entry = made
    return f"{entry.name} is the Nemesis of {member.force}"
