"""Who takes part in a campaign: players with their Opposing Forces, and what has become of them."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct, field
from msgspec.structs import replace

from sandtable.engine.errors import SetupError
from sandtable.engine.lists import lookup
from sandtable.engine.rulebook import Options
from sandtable.rulesets.op_en.campaign_tables import CampaignTables
from sandtable.rulesets.op_en.content import CharacterList, Setting
from sandtable.rulesets.op_en.creating import LEADER, Card, create
from sandtable.rulesets.op_en.effects import Stat


class CampaignCharacter(Struct):
    """A character of an OF between games."""

    entry: CharacterList
    earned: int = 0
    """Experience in all; a Rank rises by it."""
    spent: int = 0
    misses: int = 0
    """Games it has still to sit out."""
    dead: bool = False

    @property
    def name(self) -> str:
        return self.entry.name

    @property
    def points(self) -> int:
        """Experience not yet spent."""
        return self.earned - self.spent

    @property
    def fit(self) -> bool:
        return not self.dead and not self.misses


class Nemesis(Struct):
    """Made by the OF's own player, lent to its opponents (OE-20.11)."""

    budget: int
    returns: int = 0
    """How often it has come back (OE-20.13)."""
    entry: CharacterList | None = None
    """None until its maker has built it."""


class Member(Struct):
    """A player of the campaign with an OF."""

    player: str
    force: str
    core: Stat
    starting_value: int
    roster: list[CampaignCharacter]
    bot: str = ""
    """The kind of bot that leads it; empty for a person."""
    treasury: int = 0
    wins: int = 0
    losses: int = 0
    draws: int = 0
    league: int = 0
    nemesis: Nemesis | None = None

    @property
    def living(self) -> list[CampaignCharacter]:
        return [one for one in self.roster if not one.dead]

    @property
    def fit(self) -> list[CampaignCharacter]:
        return [one for one in self.roster if one.fit]

    def find(self, name: str) -> CampaignCharacter:
        """One of the living, by name."""
        return lookup(f"living character of {self.player}", name, {one.name: one for one in self.living}, "OE-20.1")


class GamePlayed(Struct, frozen=True):
    """One game that was played."""

    number: int
    scenario: str
    players: tuple[str, ...]
    winner: str
    points: tuple[int, ...]


class Campaign(Struct):
    """Everything that follows from a plan and the deeds since."""

    setting: Setting
    options: Options
    members: list[Member]
    organiser: str
    stage: str = "league"
    """league, prelude, finale, over (OE-20.4)."""
    games: list[GamePlayed] = field(default_factory=list)
    finalists: tuple[str, ...] = ()
    prelude_winners: tuple[str, ...] = ()
    winner: str = ""

    @property
    def tables(self) -> CampaignTables:
        return tables_of(self.setting)

    @property
    def names(self) -> set[str]:
        """Of everybody who was ever on a roster."""
        return {one.name for member in self.members for one in member.roster}

    def member(self, player: str) -> Member:
        return lookup("player", player, {one.player: one for one in self.members}, "OE-20.1")

    def card(self, member: Member, entry: CharacterList) -> Card:
        return create(self.setting, member.core, entry, self.options, entry.name)

    def value_of(self, member: Member, people: Iterable[CampaignCharacter]) -> int:
        return sum(self.card(member, one.entry).costs.total for one in people)

    def active_value(self, member: Member) -> int:
        """The Total Cost of the characters fit for a game (OE-20.9)."""
        return self.value_of(member, member.fit)

    def total_value(self, member: Member) -> int:
        return self.value_of(member, member.living)


def tables_of(found: Setting) -> CampaignTables:
    if found.campaign is None:
        raise SetupError(f"{found.name} has no campaign tables; it is for single games", "OE-20.1")
    return found.campaign


def check_changed(campaign: Campaign, member: Member, one: CampaignCharacter, entry: CharacterList) -> None:
    """Puts a changed entry on the roster if it makes a legal card."""
    campaign.card(member, entry)
    one.entry = entry


def rise(campaign: Campaign, member: Member) -> list[str]:
    """Ranks that rise by experience (OE-19.15); the limit of Rank 3 holds."""
    rises = campaign.tables.spending.rises
    told = []
    for one in member.living:
        rank = one.entry.rank
        if one.earned < rises.get(str(rank), one.earned + 1):
            continue
        if rank + 1 == 3 and sum(other.entry.rank == 3 for other in member.living) >= 3:
            continue
        promote(one, rank + 1)
        told.append(f"{one.name} rises to {campaign.setting.ranks[rank + 1].title}")
    return told


def promote(one: CampaignCharacter, rank: int) -> None:
    """Title and slots of a Rank, without its Stats."""
    growth = replace(one.entry.growth, born=one.entry.growth.born or one.entry.rank)
    one.entry = replace(one.entry, rank=rank, growth=growth)


def succeed(campaign: Campaign, member: Member) -> list[str]:
    """A dead Leader is followed by the highest Rank, then the highest Intellect."""
    if not member.living or any(one.entry.rank == LEADER for one in member.living):
        return []
    heir = max(
        member.living, key=lambda one: (one.entry.rank, campaign.card(member, one.entry).stats.intellect)
    )  # the first of equals
    promote(heir, LEADER)
    return [f"{heir.name} leads {member.force} from now on"]
