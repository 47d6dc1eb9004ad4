"""Stewards of bot-led Opposing Forces: they spend experience and money, and build the Nemesis, all by the rules."""

from __future__ import annotations

from random import Random

from sandtable.engine.errors import SetupError
from sandtable.rulesets.op_en.campaign.chronicle import Chronicle
from sandtable.rulesets.op_en.campaign.deeds import Bought, CampaignDeed, Learnt, Made, Raised, Recruited, Sold
from sandtable.rulesets.op_en.campaign.members import Member
from sandtable.rulesets.op_en.effects import STATS
from sandtable.rulesets.op_en.random_forces import person

TRIES = 6
CHEAPEST = 4
"""Nothing costs less experience."""


def manage(chronicle: Chronicle, player: str, rng: Random) -> list[str]:
    """Whatever this steward does before the next game."""
    member = chronicle.campaign.member(player)
    told = make_nemesis(chronicle, member, rng)
    for one in list(member.living):
        for _ in range(TRIES):
            if one.points < CHEAPEST:
                break
            told += tried(chronicle, improvement(chronicle, member, one.name, rng))
    if member.living:
        told += tried(chronicle, purchase(chronicle, member, rng))
    told += tried(chronicle, newcomer(chronicle, member, rng))
    return told


def tried(chronicle: Chronicle, deed: CampaignDeed) -> list[str]:
    """What comes of it; a steward who asks too much gets nothing."""
    try:
        return chronicle.do(deed)
    except SetupError:
        return []


def improvement(chronicle: Chronicle, member: Member, name: str, rng: Random) -> CampaignDeed:
    found = chronicle.campaign.setting
    match rng.randrange(4):
        case 0:
            return Learnt(member.player, name, rng.choice([*found.skills, *found.abilities]))
        case 1:
            return Raised(member.player, name)
        case 2:
            return Raised(member.player, name, member.core)
    return Raised(member.player, name, rng.choice(STATS))


def purchase(chronicle: Chronicle, member: Member, rng: Random) -> CampaignDeed:
    """Equipment bought, or now and then sold."""
    one = rng.choice(member.living)
    if one.entry.equipment and rng.random() < 0.1:
        return Sold(member.player, one.name, rng.choice(one.entry.equipment))
    return Bought(member.player, one.name, rng.choice(list(chronicle.campaign.setting.equipment)))


def newcomer(chronicle: Chronicle, member: Member, rng: Random) -> CampaignDeed:
    """A recruit, and a new Leader where nobody is left."""
    found = chronicle.campaign.setting
    taken = [name for one in member.living for name in (*one.entry.skills, *one.entry.abilities, *one.entry.equipment)]
    rank = rng.choice((1, 2, 2, 3)) if member.living else 4
    name = f"{member.player}'s {found.ranks[rank].title} {len(member.roster) + 1}"
    return Recruited(member.player, person(found, rng, member.core, rank, name, taken))


def make_nemesis(chronicle: Chronicle, member: Member, rng: Random) -> list[str]:
    """Built anew whenever it may cost more than it does."""
    campaign, nemesis = chronicle.campaign, member.nemesis
    if nemesis is None:
        return []
    table = campaign.tables.nemesis
    rank = 4 if nemesis.budget >= table.leader_array_from else table.rank
    name = f"{member.player}'s Nemesis"
    for _ in range(TRIES):
        entry = person(campaign.setting, rng, member.core, rank, name, ())
        if told := tried(chronicle, Made(member.player, entry)):
            return told
    return []
