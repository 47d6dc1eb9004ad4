"""A campaign as a file: its plan, and the deeds since. Reading it does everything again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sandtable.engine.dice import Roll, Seeded
from sandtable.engine.errors import RuleError, SetupError
from sandtable.engine.names import unique_names
from sandtable.engine.rulebook import OptionValue, typed
from sandtable.rulesets.op_en.campaign.deeds import Deed, Played, do
from sandtable.rulesets.op_en.campaign.members import Campaign, CampaignCharacter, Member, tables_of
from sandtable.rulesets.op_en.content import DEFAULT, CharacterList, Setting, setting
from sandtable.rulesets.op_en.roster import OPTIONS, character_names, check_force, core_stat, quick_force, total_value

FORMAT = "sandtable-campaign/1"
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


class CampaignFile(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    format: str
    ruleset: str
    plan: Plan
    deeds: tuple[Deed, ...] = ()


class Chronicle:
    """A campaign with its file: what was done is written down, so it can be saved, checked and taken back."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.deeds: list[Deed] = []
        self.log: list[str] = []
        self.campaign = begin(plan)
        self._source = Seeded.from_text(plan.seed)
        self._rolled = 0

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Chronicle:
        file = typed("campaign", data, CampaignFile)
        if (file.format, file.ruleset) != (FORMAT, "op-en"):
            raise SetupError(f"this is no campaign of op-en in the format {FORMAT}")
        chronicle = cls(file.plan)
        for deed in file.deeds:
            chronicle.do(deed)
        return chronicle

    def write(self) -> dict[str, Any]:
        file = CampaignFile(format=FORMAT, ruleset="op-en", plan=self.plan, deeds=tuple(self.deeds))
        data: dict[str, Any] = msgspec.to_builtins(file)
        return data

    def do(self, deed: Deed) -> list[str]:
        """Does one thing; a refusal leaves the campaign as it was."""
        try:
            told, rolled = self._done(deed)
        except RuleError:
            if isinstance(deed, Played):  # the only one that may have begun before it is refused
                self._restore(self.deeds)
            raise
        self.deeds.append(replace(deed, dice=tuple(rolled)) if isinstance(deed, Played) else deed)
        self._rolled += len(rolled)
        self.log += told
        return told

    def _done(self, deed: Deed) -> tuple[list[str], list[int]]:
        rolled: list[int] = []
        typed_in = list(deed.dice) if isinstance(deed, Played) else []
        told = do(self.campaign, deed, lambda sides, purpose: self._die(sides, purpose, typed_in, rolled))
        if len(typed_in) > len(rolled):
            raise SetupError(f"{len(typed_in)} dice were typed in; the aftermath needs {len(rolled)}", "OE-20.8")
        return told, rolled

    def undo(self) -> None:
        """Takes the last deed back."""
        if not self.deeds:
            raise SetupError("nothing has been done yet")
        self._restore(self.deeds[:-1])

    def _restore(self, deeds: list[Deed]) -> None:
        kept = Chronicle(self.plan)
        for deed in deeds:
            kept.do(deed)
        self.campaign, self.deeds, self.log, self._rolled = kept.campaign, kept.deeds, kept.log, kept._rolled

    def _die(self, sides: int, purpose: str, typed_in: list[int], rolled: list[int]) -> int:
        """A die that was typed in, or one of the fair stream."""
        roll = Roll(1, sides, purpose, "OE-20.8", 0)
        number = len(rolled)
        faces = [typed_in[number]] if number < len(typed_in) else self._source.roll(roll, self._rolled + number)
        rolled.append(roll.read(list(faces))[0])
        return rolled[-1]


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
