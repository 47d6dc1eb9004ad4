"""Everything that can be done to a campaign, as inputs."""

from __future__ import annotations

from msgspec import Struct

from sandtable.engine.annals import Throw
from sandtable.rulesets.op_en.campaign import league, spending
from sandtable.rulesets.op_en.campaign.aftermath import Report, record
from sandtable.rulesets.op_en.campaign.members import Campaign
from sandtable.rulesets.op_en.content import CharacterList
from sandtable.rulesets.op_en.effects import Stat


class Played(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="record"):
    """A finished game. `dice`: those of its aftermath, in the order in which they were asked for."""

    report: Report
    dice: tuple[int, ...] = ()


class Raised(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="raise"):
    """A step of a Stat, or a point of Body where no Stat is named."""

    player: str
    character: str
    stat: Stat | None = None


class Learnt(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="learn"):
    player: str
    character: str
    talent: str


class Bought(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="buy"):
    player: str
    character: str
    equipment: str


class Sold(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="sell"):
    player: str
    character: str
    equipment: str


class Recruited(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="recruit"):
    player: str
    character: CharacterList


class Made(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="nemesis"):
    player: str
    character: CharacterList


class Closed(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="close"):
    """The league is over: on to the Prelude."""


CampaignDeed = Played | Raised | Learnt | Bought | Sold | Recruited | Made | Closed


def do(campaign: Campaign, deed: CampaignDeed, dice: Throw) -> list[str]:
    """Changes the campaign, and says what has happened; a refusal has changed nothing."""
    match deed:
        case Played():
            return record(campaign, deed.report, dice)
        case Closed():
            return league.close_league(campaign)
        case Recruited():
            return [spending.recruit(campaign, campaign.member(deed.player), deed.character)]
        case Made():
            return [spending.build_nemesis(campaign, campaign.member(deed.player), deed.character)]
    member = campaign.member(deed.player)
    one = member.find(deed.character)
    match deed:
        case Raised(stat=stat) if stat is not None:
            return [spending.raise_stat(campaign, member, one, stat)]
        case Raised():
            return [spending.raise_body(campaign, member, one)]
        case Learnt():
            return [spending.learn(campaign, member, one, deed.talent)]
        case Bought():
            return [spending.buy(campaign, member, one, deed.equipment)]
        case Sold():
            return [spending.sell(campaign, member, one, deed.equipment)]
