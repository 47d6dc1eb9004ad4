"""The campaign as the command line sees it: a plan becomes a file, a file says whose battle is due."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from sandtable.engine.annals import Annals, CampaignFile, Throw
from sandtable.engine.errors import SetupError
from sandtable.engine.lists import lookup
from sandtable.engine.names import unique_names
from sandtable.engine.rulebook import typed
from sandtable.engine.words import counted
from sandtable.rulesets.opentactics.campaign.march import (
    PLAYERS,
    SCENARIO,
    BattleReport,
    CampaignMarch,
    begin,
    buy,
    next_battle,
    report_of,
    settle,
)
from sandtable.rulesets.opentactics.content import content

MOST_BATTLES = 400
"""No rehearsed campaign comes near it."""
LIMIT = 300
"""Of the forces that are rehearsed."""


class MarchPlayer(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A player with a ready force or a list of cards; led by a bot if one is named."""

    name: str
    bot: str = ""
    force: str = ""
    units: tuple[str, ...] = ()


class MarchPlan(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    player: tuple[MarchPlayer, ...]
    points: int | None = None
    """The limit of the first forces: that of the scenario where nothing is said."""
    seed: str = "campaign"


class Fought(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="record"):
    """A battle that is over. `dice`: those for the return of the fallen, in the order of the report."""

    report: BattleReport
    dice: tuple[int, ...] = ()


class Enlisted(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="buy"):
    player: str
    unit: str


MarchDeed = Fought | Enlisted


class MarchChronicle(Annals[MarchPlan, MarchDeed, CampaignMarch]):
    """The campaign with its file."""

    ruleset, shape, clause = "opentactics", CampaignFile[MarchPlan, MarchDeed], "OT-4.9"

    def begin(self, plan: MarchPlan) -> CampaignMarch:
        if len(plan.player) != PLAYERS:
            raise SetupError(f"the campaign is for {PLAYERS} players, not {len(plan.player)}", "OT-1.1")
        one, two = unique_names([player.name for player in plan.player], "players")
        forces = [_units(player) for player in plan.player]
        limit = content().scenarios[SCENARIO].points_of(0) if plan.points is None else plan.points
        return begin((one, two), (forces[0], forces[1]), limit)

    def perform(self, deed: MarchDeed, dice: Throw) -> list[str]:
        if isinstance(deed, Fought):
            self.campaign, told = settle(self.campaign, deed.report, dice)
            return told
        seat = self.campaign.seat(deed.player)
        self.campaign = buy(self.campaign, seat, deed.unit)
        bought, left = self.campaign.forces[seat][-1], self.campaign.purses[seat]
        return [f"{deed.player} buys a {bought} and has {counted(left, 'point')} left"]


def _units(player: MarchPlayer) -> Sequence[str]:
    if player.force and player.units:
        raise SetupError(f"{player.name}: name a ready force or list units, not both", "OT-2.3")
    return lookup("force", player.force, content().forces, "OT-2.3").cards() if player.force else player.units


class MarchBook:
    """What `sandtable campaign` asks of this ruleset."""

    def new(self, plan: Mapping[str, Any]) -> MarchChronicle:
        return MarchChronicle(typed("plan", plan, MarchPlan))

    def read(self, data: Mapping[str, Any]) -> MarchChronicle:
        return MarchChronicle.read(data)

    def do(self, chronicle: MarchChronicle, deed: Mapping[str, Any]) -> list[str]:
        return chronicle.do(typed("deed", deed, MarchDeed))  # type: ignore[arg-type]

    def record(self, chronicle: MarchChronicle, state: Any) -> list[str]:
        """A finished battle goes into the campaign."""
        return chronicle.do(Fought(report_of(chronicle.campaign, state)))

    def setup(self, chronicle: MarchChronicle, players: Sequence[str], scenario: str = "") -> dict[str, Any]:
        """The battle at the front; it is always between the same two."""
        for player in players:
            chronicle.campaign.seat(player)
        return next_battle(chronicle.campaign, scenario)

    def due(self, chronicle: MarchChronicle) -> list[tuple[str, ...]]:
        return [] if chronicle.campaign.winner else [chronicle.campaign.names]

    def bot_of(self, chronicle: MarchChronicle, player: str) -> str:
        """The kind of bot that leads a force; empty for a person."""
        return chronicle.plan.player[chronicle.campaign.seat(player)].bot

    def manage(self, chronicle: MarchChronicle, player: str, seed: str) -> list[str]:
        """A bot buys again what its first force had, as long as the purse lasts."""
        rng, seat = Random(seed), chronicle.campaign.seat(player)
        first = chronicle.begin(chronicle.plan).forces[seat]
        told: list[str] = []
        while wanted := _affordable(chronicle.campaign, seat, first):
            told += chronicle.do(Enlisted(player, rng.choice(wanted)))
        return told

    def warnings(self, chronicle: MarchChronicle) -> list[str]:
        return []

    def overview(self, chronicle: MarchChronicle) -> dict[str, Any]:
        march, frame = chronicle.campaign, content().campaign
        return {
            "setting": frame.name,
            "organiser": "",
            "stage": "over" if march.winner else f"the front is at {march.map}",
            "winner": march.winner,
            "standings": [
                {
                    "player": name, "bot": plan.bot, "ahead": march.front if seat == 0 else -march.front,
                    "units": len(march.forces[seat]), "value": march.value(seat), "purse": march.purses[seat],
                }
                for seat, (name, plan) in enumerate(zip(march.names, chronicle.plan.player, strict=True))
            ],
            "due": [list(players) for players in self.due(chronicle)],
            "games": march.battles,
        }  # fmt: skip

    def roster(self, chronicle: MarchChronicle, player: str) -> list[dict[str, Any]]:
        """The units of a force."""
        force = chronicle.campaign.forces[chronicle.campaign.seat(player)]
        return [
            {"unit": card, "number": force.count(card), "points": content().cards[card].points}
            for card in dict.fromkeys(force)
        ]

    def rehearse(self, seed: str, forces: int) -> MarchChronicle:
        """A whole campaign of two ready forces with stand-in results, read back from its file and compared."""
        rng = Random(seed)
        names = sorted(force.name for force in content().forces.values() if force.limit <= LIMIT)
        players = tuple(MarchPlayer(name=name, force=rng.choice(names)) for name in ("Red", "Blue"))
        chronicle = MarchChronicle(MarchPlan(player=players, points=LIMIT, seed=seed))
        for _ in range(MOST_BATTLES):
            if chronicle.campaign.winner:
                break
            chronicle.do(Fought(_stand_in(chronicle.campaign, rng)))
            for player in chronicle.campaign.names:
                self.manage(chronicle, player, str(rng.random()))
        assert chronicle.campaign.winner, f"campaign {seed} does not end"
        again = MarchChronicle.read(chronicle.write())
        assert again.campaign == chronicle.campaign, f"campaign {seed} reads back otherwise"
        return chronicle


def _affordable(march: CampaignMarch, seat: int, first: Sequence[str]) -> list[str]:
    """Of the first force whatever is missing and can be paid; somebody, if nobody is left."""
    purse, force = march.purses[seat], march.forces[seat]
    missing = [card for card in first if force.count(card) < first.count(card)]
    found = [card for card in missing if content().cards[card].points <= purse]
    if found or force:
        return found
    return [card.name for card in content().cards.values() if card.points <= purse]


def _stand_in(march: CampaignMarch, rng: Random) -> BattleReport:
    """A result that could have been."""
    lost = {
        name: tuple(rng.sample(force, rng.randint(0, len(force))))
        for name, force in zip(march.names, march.forces, strict=True)
    }
    return BattleReport(rng.choice(("", *march.names)), lost, {march.names[0]: rng.randint(0, 2)})
