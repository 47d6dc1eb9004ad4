"""What a Setting says about the time between games (chapter 20): experience, income, injuries, recruits, nemesis."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sandtable.rulesets.op_en.effects import Stat


class Experience(Struct, frozen=True, forbid_unknown_fields=True):
    """Points for a character after a game (OE-20.5)."""

    took_part: int
    survived: int
    objective: int
    objectives_most: int
    enemy_out: int
    enemies_most: int
    won: int
    outweighed: int
    """For an OF whose Active Value is at least `outweighed_percent` below the opponent's."""
    outweighed_percent: int


class Spending(Struct, frozen=True, forbid_unknown_fields=True):
    """What points buy (OE-20.6). A Stat step costs the new value, a Skill or Ability its price."""

    steps_most: int
    body: int
    body_most: int
    step_value: int
    body_value: int
    """What a step and a point of Body add to the value of the character and the OF."""
    rises: dict[str, int]
    """Points earned at which a Rank rises to the next."""


class Income(Struct, frozen=True, forbid_unknown_fields=True):
    """Money after a game (OE-20.7). Equipment is sold at half price, rounded up."""

    game: int
    objective: int
    loser: int


class Injury(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the table (OE-20.8)."""

    rolls: tuple[int, ...]
    what: Literal["dead", "stat", "move", "body", "misses_next", "loses_equipment", "recovers"]
    experience: int = 0
    least: int = 0
    """Nothing falls below this."""


class Injuries(Struct, frozen=True, forbid_unknown_fields=True):
    die: int
    drowned_die: int
    line: tuple[Injury, ...]


class RawRecruit(Struct, frozen=True, forbid_unknown_fields=True):
    """The Raw Recruit (OE-20.9, OE-20.10): the Rank 1 values, the Core value in the Core Stat."""

    form: str
    equipment: tuple[str, ...]
    second: Stat
    """Where the best other value goes; to `second_else` if that is the Core Stat."""
    second_else: Stat
    cost: int


class NemesisTable(Struct, frozen=True, forbid_unknown_fields=True):
    """OE-20.11 to OE-20.13."""

    rank: int
    budget: int
    wins_ahead: int
    value_percent: int
    """Gained at so many wins more than losses, or at this share of the Starting Value."""
    joins_percent: int
    """It joins the opponent when the OF is so many percent stronger."""
    per_win: int
    on_return: int
    return_talents: int
    leader_array_from: int
    """From this budget on it uses the array of a Rank 4 character, but is never Leader."""


class League(Struct, frozen=True, forbid_unknown_fields=True):
    win: int
    draw: int
    finale_most: int
    prelude_tokens: int
    """For the winner of the Prelude, in turn 1 of the Finale."""


class CampaignTables(Struct, frozen=True, forbid_unknown_fields=True):
    experience: Experience
    spending: Spending
    income: Income
    injuries: Injuries
    recruit: RawRecruit
    nemesis: NemesisTable
    league: League
