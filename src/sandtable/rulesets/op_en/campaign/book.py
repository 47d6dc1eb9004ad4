"""Campaigns as the command line sees them: a plan becomes a chronicle, a chronicle a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from sandtable.engine.rulebook import typed
from sandtable.rulesets.op_en.campaign.chronicle import RECOMMENDED, Chronicle, Plan
from sandtable.rulesets.op_en.campaign.deeds import CampaignDeed, Played
from sandtable.rulesets.op_en.campaign.fielding import game_setup, recruits_needed
from sandtable.rulesets.op_en.campaign.league import pairings, standings
from sandtable.rulesets.op_en.campaign.members import Campaign, Member
from sandtable.rulesets.op_en.campaign.rehearsal import rehearse, same
from sandtable.rulesets.op_en.campaign.reports import report_of
from sandtable.rulesets.op_en.campaign.stewards import manage
from sandtable.rulesets.op_en.creating import Card
from sandtable.rulesets.op_en.effects import STATS


class CampaignBook:
    """What a ruleset with campaigns offers."""

    def new(self, plan: Mapping[str, Any]) -> Chronicle:
        return Chronicle(typed("plan", plan, Plan))

    def read(self, data: Mapping[str, Any]) -> Chronicle:
        return Chronicle.read(data)

    def do(self, chronicle: Chronicle, deed: Mapping[str, Any]) -> list[str]:
        return chronicle.do(typed("deed", deed, CampaignDeed))  # type: ignore[arg-type]

    def record(self, chronicle: Chronicle, state: Any) -> list[str]:
        """A finished game goes into the campaign."""
        return chronicle.do(Played(report_of(state)))

    def setup(self, chronicle: Chronicle, players: Sequence[str], scenario: str = "") -> dict[str, Any]:
        return game_setup(chronicle.campaign, players, scenario)

    def due(self, chronicle: Chronicle) -> list[tuple[str, ...]]:
        return pairings(chronicle.campaign)

    def bot_of(self, chronicle: Chronicle, player: str) -> str:
        """The kind of bot that leads a player's OF; empty for a person."""
        return chronicle.campaign.member(player).bot

    def manage(self, chronicle: Chronicle, player: str, seed: str) -> list[str]:
        """The steward of a bot-led OF spends what it has."""
        return manage(chronicle, player, Random(seed))

    def rehearse(self, seed: str, forces: int) -> Chronicle:
        """A whole campaign with stand-in results, read back from its file and compared."""
        chronicle = rehearse(seed, forces)
        again = Chronicle.read(chronicle.write())
        assert chronicle.campaign.stage == "over", f"campaign {seed} does not end"
        assert same(again.campaign, chronicle.campaign), f"campaign {seed} reads back otherwise"
        return chronicle

    def warnings(self, chronicle: Chronicle) -> list[str]:
        few = len(chronicle.campaign.members) < RECOMMENDED
        return [f"a campaign is best with {RECOMMENDED} players or more (OE-20.2)"] if few else []

    def overview(self, chronicle: Chronicle) -> dict[str, Any]:
        campaign = chronicle.campaign
        return {
            "setting": campaign.setting.name,
            "organiser": campaign.organiser,
            "stage": campaign.stage,
            "winner": campaign.winner,
            "standings": [_standing(campaign, member) for member in standings(campaign)],
            "due": [list(players) for players in pairings(campaign)],
            "games": len(campaign.games),
        }

    def roster(self, chronicle: Chronicle, player: str) -> list[dict[str, Any]]:
        """Everybody of an OF, the dead too."""
        campaign = chronicle.campaign
        member = campaign.member(player)
        rows = []
        for one in member.roster:
            card = campaign.card(member, one.entry)
            state = "dead" if one.dead else "misses the next game" if one.misses else "fit"
            rows.append({
                "name": one.name, "rank": card.title, "form": card.form.name, "stats": _stats(card),
                "value": card.costs.total,
                "experience": one.points, "earned": one.earned, "state": state,
                "talents": [*one.entry.skills, *one.entry.abilities], "equipment": list(one.entry.equipment),
            })  # fmt: skip
        return rows


def _stats(card: Card) -> str:
    """In the order of the card: Move, the six dice Stats, Body (OE-19.7)."""
    return f"{card.move} {'/'.join(str(getattr(card.stats, name)) for name in STATS)} {card.body}"


def _standing(campaign: Campaign, member: Member) -> dict[str, Any]:
    return {
        "player": member.player, "force": member.force, "bot": member.bot, "league": member.league,
        "won": member.wins, "drawn": member.draws, "lost": member.losses,
        "value": campaign.total_value(member), "active": campaign.active_value(member),
        "starting": member.starting_value, "treasury": member.treasury,
        "recruits": recruits_needed(campaign, member),
        "nemesis": _nemesis(member),
    }  # fmt: skip


def _nemesis(member: Member) -> str:
    if member.nemesis is None:
        return ""
    return member.nemesis.entry.name if member.nemesis.entry else "to be built"
