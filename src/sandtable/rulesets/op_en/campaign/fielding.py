"""Who takes the table for an Opposing Force: the fit, and what evens out strong and weak (OE-20.14), Raw Recruits
(OE-20.9) and the opponent's Nemesis (OE-20.11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from sandtable.engine.errors import SetupError
from sandtable.rulesets.op_en.campaign.league import standings
from sandtable.rulesets.op_en.campaign.members import Campaign, Member
from sandtable.rulesets.op_en.content import CharacterList
from sandtable.rulesets.op_en.effects import STATS
from sandtable.rulesets.op_en.roster import written
from sandtable.rulesets.op_en.scenarios import Scenario, Stats


def recruits_needed(campaign: Campaign, member: Member) -> int:
    """How many Raw Recruits a weak OF is lent (OE-20.14): the gap to the Starting Value, rounded up (OE-20.9,
    OE-1.13)."""
    gap = member.starting_value - campaign.active_value(member)
    return -(-gap // campaign.tables.recruit.cost) if gap > 0 else 0


def raw_recruit(campaign: Campaign, member: Member, number: int) -> CharacterList:
    """A Rank 1 character lent for one game; it may break the Rank 1 limit (OE-20.10)."""
    table = campaign.tables.recruit
    row = campaign.setting.ranks[1]
    second = table.second if member.core != table.second else table.second_else
    rest = sorted(row.others, reverse=True)
    values = {member.core: row.core, second: rest[0]}
    others = iter(rest[1:])
    stats = Stats(*(values[stat] if stat in values else next(others) for stat in STATS))
    name = f"{member.player}'s Recruit {number}"
    return CharacterList(name=name, rank=1, form=table.form, stats=stats, equipment=table.equipment, lent="recruit")


def strength(campaign: Campaign, member: Member) -> int:
    """The Active Value with its Raw Recruits."""
    return campaign.active_value(member) + recruits_needed(campaign, member) * campaign.tables.recruit.cost


def hunted(campaign: Campaign, member: Member, opponent: Member) -> bool:
    """Does the Nemesis of the one join the other (OE-20.11, OE-20.14)? If the one is so much stronger, after Raw
    Recruits."""
    if member.nemesis is None or member.nemesis.entry is None:
        return False
    share = 100 + campaign.tables.nemesis.joins_percent
    return strength(campaign, member) * 100 >= strength(campaign, opponent) * share


def fielded(campaign: Campaign, member: Member, opponents: Sequence[Member]) -> list[CharacterList]:
    """Everybody who takes part for a member. A Nemesis fights for its maker's one opponent."""
    people = [one.entry for one in member.fit]
    people += [raw_recruit(campaign, member, number + 1) for number in range(recruits_needed(campaign, member))]
    if len(opponents) == 1 and hunted(campaign, opponents[0], member):
        nemesis = opponents[0].nemesis
        assert nemesis is not None
        assert nemesis.entry is not None
        people.append(replace(nemesis.entry, lent="nemesis"))
    return people


def game_setup(campaign: Campaign, players: Sequence[str], scenario: str) -> dict[str, Any]:
    """The set-up of the next game of these players."""
    members = [campaign.member(player) for player in players]
    if len(set(players)) < len(players):
        raise SetupError("nobody plays against himself", "OE-20.1")
    played = chosen_scenario(campaign, scenario, len(members))
    sides = []
    for member in members:
        others = [other for other in members if other is not member]
        people = fielded(campaign, member, others)
        if not people:
            raise SetupError(f"{member.player} has nobody left to field; recruit somebody first", "OE-20.9")
        side: dict[str, Any] = {"name": member.player, "core": member.core}
        side["characters"] = [written(one) for one in people]
        if campaign.stage == "finale" and member.player in campaign.prelude_winners:
            side["tokens"] = campaign.tables.league.prelude_tokens
        sides.append(side)
    setup = {"setting": campaign.setting.id, "scenario": played.name, "campaign": True, "player": sides}
    return setup | ({"edges": edge_order(campaign, players)} if campaign.stage == "finale" else {})


def edge_order(campaign: Campaign, players: Sequence[str]) -> list[str]:
    """Winners of the Prelude have the first choice of edge in the Finale; among equals the league counts."""
    order = [one.player for one in standings(campaign) if one.player in players]
    return sorted(order, key=lambda player: player not in campaign.prelude_winners)


def chosen_scenario(campaign: Campaign, name: str, sides: int) -> Scenario:
    """The Prelude and the Finale in their stage (OE-20.4), any other in the league."""
    special = campaign.stage if campaign.stage in ("prelude", "finale") else ""
    offered = {one.name: one for one in campaign.setting.scenarios.values() if one.special == special}
    found = offered.get(name) if name else next(iter(offered.values()), None)
    if found is None:
        raise SetupError(f"this stage is played with {' or '.join(offered) or 'no scenario'}, not {name!r}", "OE-20.4")
    if not found.sides[0] <= sides <= found.sides[1]:
        raise SetupError(f"{found.name} is for {found.sides[0]} to {found.sides[1]} OFs, not {sides}", "OE-18.1")
    return found
