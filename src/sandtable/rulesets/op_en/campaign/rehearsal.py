"""Whole campaigns with stand-in results, to try the model: random OFs, random reports, stewards for everybody. Nothing
is played here; whatever the model must hold to is looked at after every deed."""

from __future__ import annotations

from random import Random

from msgspec import to_builtins

from sandtable.rulesets.op_en.campaign.aftermath import Part, Report, Side
from sandtable.rulesets.op_en.campaign.chronicle import Chronicle, Plan, PlayerPlan
from sandtable.rulesets.op_en.campaign.deeds import Closed, Played
from sandtable.rulesets.op_en.campaign.fielding import chosen_scenario, fielded
from sandtable.rulesets.op_en.campaign.league import pairings
from sandtable.rulesets.op_en.campaign.members import Campaign
from sandtable.rulesets.op_en.campaign.stewards import manage
from sandtable.rulesets.op_en.content import DEFAULT, setting
from sandtable.rulesets.op_en.creating import LEADER
from sandtable.rulesets.op_en.random_forces import muster

MOST_GAMES = 200
"""No campaign of eight comes near it."""


def rehearse(seed: str, forces: int, where: str = DEFAULT) -> Chronicle:
    """A campaign of so many OFs from its first game to its Finale."""
    rng = Random(seed)
    chronicle = Chronicle(random_plan(seed, forces, where, rng))
    for _ in range(MOST_GAMES):
        if not (round_ := pairings(chronicle.campaign)):
            if chronicle.campaign.stage == "over":
                break
            chronicle.do(Closed())
        for players in round_:
            chronicle.do(Played(stand_in(chronicle.campaign, players, rng)))
            for player in players:
                manage(chronicle, player, rng)
            check(chronicle.campaign)
    return chronicle


def random_plan(seed: str, forces: int, where: str, rng: Random) -> Plan:
    found = setting(where)
    plans = []
    for number in range(forces):
        force = muster(found, rng, f"Company {number + 1}")
        plans.append(
            PlayerPlan(
                name=f"P{number + 1}", bot="random", force=force.name, core=force.core, characters=force.characters
            )
        )
    return Plan(player=tuple(plans), setting=where, seed=seed)


def stand_in(campaign: Campaign, players: tuple[str, ...], rng: Random) -> Report:
    """A result that could have been."""
    members = [campaign.member(player) for player in players]
    special = campaign.stage if campaign.stage != "league" else ""
    names = [one.name for one in campaign.setting.scenarios.values() if one.special == special]
    scenario = chosen_scenario(campaign, rng.choice(names), len(members))
    sides = []
    for member in members:
        people = fielded(campaign, member, [other for other in members if other is not member])
        sides.append(Side(member.player, rng.randrange(6), tuple(_part(one.name, rng) for one in people)))
    best = max(side.points for side in sides)
    leaders = [side.player for side in sides if side.points == best]
    return Report(scenario.name, tuple(sides), leaders[0] if len(leaders) == 1 else "")


def _part(name: str, rng: Random) -> Part:
    out = rng.random() < 0.35
    return Part(name, out, out and rng.random() < 0.2, rng.choice((0, 0, 0, 1, 3)), rng.choice((0, 0, 1, 3)))


def check(campaign: Campaign) -> None:
    """What is so after every deed; an assertion is a mistake of the model."""
    for member in campaign.members:
        assert member.treasury >= 0, f"{member.player} is in debt"
        leaders = sum(one.entry.rank == LEADER for one in member.living)
        assert leaders == bool(member.living), f"{member.player} has {leaders} Leaders"
        assert sum(one.entry.rank == 3 for one in member.living) <= 3, f"{member.player} has too many of Rank 3"
        for one in member.living:
            campaign.card(member, one.entry)
            assert one.points >= 0, f"{one.name} has spent more than it has earned"
        assert member.wins + member.losses + member.draws == sum(
            member.player in game.players for game in campaign.games
        )


def same(one: Campaign, two: Campaign) -> bool:
    """Do two campaigns agree in everything?"""
    return bool(to_builtins(one.members) == to_builtins(two.members) and one.games == two.games)
