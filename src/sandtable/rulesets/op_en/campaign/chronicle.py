"""A campaign as a file: its plan, and the deeds since. Reading it does everything again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from sandtable.engine.annals import Annals, CampaignFile, Throw
from sandtable.engine.errors import SetupError
from sandtable.engine.names import unique_names
from sandtable.engine.rulebook import OptionValue
from sandtable.rulesets.op_en.campaign.deeds import CampaignDeed, do
from sandtable.rulesets.op_en.campaign.members import Campaign, CampaignCharacter, Member, tables_of
from sandtable.rulesets.op_en.content import DEFAULT, CharacterList, Setting, setting
from sandtable.rulesets.op_en.roster import OPTIONS, character_names, check_force, core_stat, quick_force, total_value

FEWEST, MOST, RECOMMENDED = 2, 16, 4
"""Players of a campaign; below four the program warns (OE-20.2)."""
LONGEST_NAME = 24
"""Of a player, so that there is room for 'Recruit 1'."""


class PlayerPlan(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A player, and a quick force or an OF of his own."""

    name: str
    bot: str = ""
    force: str = ""
    core: str = ""
    characters: tuple[CharacterList, ...] = ()


class Plan(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    player: tuple[PlayerPlan, ...]
    setting: str = DEFAULT
    organiser: str = ""
    """The first player where nobody is named."""
    seed: str = "campaign"
    """Of the dice that nobody types in."""
    options: dict[str, OptionValue] = {}


class Chronicle(Annals[Plan, CampaignDeed, Campaign]):
    """A campaign with its file."""

    ruleset, shape, clause = "op-en", CampaignFile[Plan, CampaignDeed], "OE-20.8"

    def begin(self, plan: Plan) -> Campaign:
        return begin(plan)

    def perform(self, deed: CampaignDeed, dice: Throw) -> list[str]:
        return do(self.campaign, deed, dice)


# ---- the beginning --------------------------------------------------------------------------------


def begin(plan: Plan) -> Campaign:
    found = setting(plan.setting)
    tables_of(found)
    if not FEWEST <= len(plan.player) <= MOST:
        raise SetupError(f"a campaign has {FEWEST} to {MOST} players, not {len(plan.player)}", "OE-20.2")
    names = unique_names([one.name for one in plan.player], "players")
    if long := [name for name in names if len(name) > LONGEST_NAME]:
        raise SetupError(f"a player's name has {LONGEST_NAME} letters at most, not {len(long[0])}", "OE-20.2")
    options = {**OPTIONS, **plan.options}
    members = [_member(found, name, one, options) for name, one in zip(names, plan.player, strict=True)]
    _one_name_each(members)
    campaign = Campaign(found, options, members, plan.organiser or names[0])
    campaign.member(campaign.organiser)
    return campaign


def _one_name_each(members: Sequence[Member]) -> None:
    """Characters of different OFs meet, and so have names of their own."""
    everybody = [one for member in members for one in member.roster]
    for one, name in zip(everybody, unique_names([one.name for one in everybody], "characters"), strict=True):
        one.entry = replace(one.entry, name=name)


def _member(found: Setting, name: str, one: PlayerPlan, options: Mapping[str, OptionValue]) -> Member:
    """A player with a new OF, and what it has left of its Treasury (OE-19.6)."""
    if one.characters:
        force, core, people = one.force or f"{name}'s OF", core_stat(one.core), one.characters
    else:
        quick = quick_force(found, one.force)
        force, core, people = quick.name, quick.core, quick.characters
    cards = check_force(found, core, people, found.treasury, options)
    titles = character_names(found, people)
    roster = [CampaignCharacter(replace(entry, name=title)) for entry, title in zip(people, titles, strict=True)]
    value = total_value(cards)
    return Member(name, force, core, value, roster, one.bot, found.treasury - value)
