"""After a game: experience (OE-20.5), income (OE-20.7), injury and death (OE-20.8), and what becomes of a Nemesis."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from sandtable.engine.annals import Throw
from sandtable.engine.errors import SetupError
from sandtable.rulesets.op_en.campaign.fielding import chosen_scenario, fielded
from sandtable.rulesets.op_en.campaign.league import begin_finale, crown, pairings
from sandtable.rulesets.op_en.campaign.members import (
    Campaign,
    CampaignCharacter,
    GamePlayed,
    Member,
    Nemesis,
    rise,
    succeed,
)
from sandtable.rulesets.op_en.campaign_tables import Injury
from sandtable.rulesets.op_en.content import CharacterList
from sandtable.rulesets.op_en.effects import STATS


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """What one character did in a game."""

    name: str
    out: bool = False
    drowned: bool = False
    objectives: int = 0
    enemies_out: int = 0
    """Of Rank 1 or more."""


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    player: str
    points: int = 0
    parts: tuple[Part, ...] = ()
    conceded: bool = False
    """It loses, whatever its points (OE-18.7)."""


class Report(Struct, frozen=True, forbid_unknown_fields=True):
    """A finished game as the campaign needs it. `winner` is empty for a draw."""

    scenario: str
    sides: tuple[Side, ...]
    winner: str = ""


def record(campaign: Campaign, report: Report, dice: Throw) -> list[str]:
    """All that follows from a game, in the order of the chapter."""
    check_report(campaign, report)
    told = [_told_result(report)]
    values = {side.player: campaign.active_value(campaign.member(side.player)) for side in report.sides}
    sat_out = {side.player: _resting(campaign.member(side.player)) for side in report.sides}
    for side in report.sides:
        others = [value for player, value in values.items() if player != side.player]
        told += gain_experience(campaign, report, side, values[side.player], max(others))
        told += earn(campaign, report, side)
        told += suffer(campaign, side, dice)
    for side in report.sides:
        for one in sat_out[side.player]:
            one.misses -= 1
    _count(campaign, report)
    for side in report.sides:
        member = campaign.member(side.player)
        told += succeed(campaign, member) + rise(campaign, member) + be_hunted(campaign, member, report.winner)
    return told + go_on(campaign, report)


def check_report(campaign: Campaign, report: Report) -> None:
    """Were these the players, was this the scenario, and did those take part who could?"""
    players = [side.player for side in report.sides]
    members = [campaign.member(player) for player in players]
    if campaign.stage == "over":
        raise SetupError("the campaign is over", "OE-20.4")
    if len(set(players)) < 2:
        raise SetupError("a game has two sides or more", "OE-20.1")
    chosen_scenario(campaign, report.scenario, len(members))
    if campaign.stage != "league" and set(players) not in [set(game) for game in pairings(campaign)]:
        due = " or ".join(" and ".join(game) for game in pairings(campaign))
        raise SetupError(f"the {campaign.stage.title()} is for {due}", "OE-20.4")
    if report.winner and report.winner not in players:
        raise SetupError(f"{report.winner} did not play in this game", "OE-20.1")
    for side, member in zip(report.sides, members, strict=True):
        there = {one.name for one in fielded(campaign, member, [one for one in members if one is not member])}
        for part in side.parts:
            if part.name not in there:
                raise SetupError(f"{part.name} could not take part for {side.player}", "OE-20.1")


def _told_result(report: Report) -> str:
    score = ", ".join(f"{side.player} {side.points}" for side in report.sides)
    return f"{report.scenario}: {score}; " + (f"{report.winner} wins" if report.winner else "a draw")


def _resting(member: Member) -> list[CampaignCharacter]:
    return [one for one in member.living if one.misses]


def _count(campaign: Campaign, report: Report) -> None:
    """Wins, losses, draws and league points; the Finale has no league points."""
    table = campaign.tables.league
    for side in report.sides:
        member = campaign.member(side.player)
        if not report.winner:
            member.draws += 1
        elif side.player == report.winner:
            member.wins += 1
        else:
            member.losses += 1
        if campaign.stage != "finale":
            member.league += table.draw if not report.winner else table.win * (side.player == report.winner)
    campaign.games.append(
        GamePlayed(
            len(campaign.games) + 1,
            report.scenario,
            tuple(side.player for side in report.sides),
            report.winner,
            tuple(side.points for side in report.sides),
        )
    )


# ---- experience and income ------------------------------------------------------------------------


def gain_experience(campaign: Campaign, report: Report, side: Side, own: int, other: int) -> list[str]:
    """Experience points for everybody of the roster who took part (OE-20.5); those who were lent gain none
    (OE-20.10)."""
    table = campaign.tables.experience
    member = campaign.member(side.player)
    outweighed = own * 100 <= other * (100 - table.outweighed_percent)
    veterans = {one.name: one for one in member.living}
    told = []
    for part in side.parts:
        if (one := veterans.get(part.name)) is None:
            continue
        points = table.took_part + table.survived * (not part.out)
        points += table.objective * min(part.objectives, table.objectives_most)
        points += table.enemy_out * min(part.enemies_out, table.enemies_most)
        points += table.won * (side.player == report.winner) + table.outweighed * outweighed
        one.earned += points
        told.append(f"{one.name} gains {points} experience")
    return told


def earn(campaign: Campaign, report: Report, side: Side) -> list[str]:
    """Income of the game, of its objectives, and the loser's (OE-20.7)."""
    table = campaign.tables.income
    member = campaign.member(side.player)
    money = table.game + table.objective * sum(part.objectives for part in side.parts)
    money += table.loser if report.winner and side.player != report.winner else 0
    member.treasury += money
    return [f"{member.force} earns {money} {campaign.setting.money}"]


# ---- injuries -------------------------------------------------------------------------------------


def suffer(campaign: Campaign, side: Side, dice: Throw) -> list[str]:
    """One roll for each Rank 1+ character Out of Action: those of the roster, and a Nemesis (OE-20.8)."""
    member = campaign.member(side.player)
    veterans = {one.name: one for one in member.living}
    told = []
    for part in side.parts:
        if not part.out:
            continue
        one, maker = veterans.get(part.name), maker_of(campaign, side, part.name)
        if one is not None:
            told += injure(campaign, member, one, roll_injury(campaign, part, dice), dice)
        elif maker is not None and roll_injury(campaign, part, dice).what == "dead":
            told += come_back(campaign, maker)
    return told


def roll_injury(campaign: Campaign, part: Part, dice: Throw) -> Injury:
    """A line of the Setting's table (OE-20.8)."""
    table = campaign.tables.injuries
    rolled = dice(table.drowned_die if part.drowned else table.die, f"injury of {part.name}")
    return next(line for line in table.line if rolled in line.rolls)


def injure(campaign: Campaign, member: Member, one: CampaignCharacter, line: Injury, dice: Throw) -> list[str]:
    """What the line of the table does to a character (OE-20.8)."""
    one.earned += line.experience
    match line.what:
        case "dead":
            one.dead = True
            return [f"{one.name} is dead"]
        case "misses_next":
            one.misses += 1
            return [f"{one.name} misses the next game"]
        case "stat":
            return [_lose_step(campaign, member, one, line.least, dice)]
        case "move" | "body":
            return [_lose_number(campaign, member, one, line)]
        case "loses_equipment":
            return [_lose_equipment(one, dice)]
        case "recovers":
            return [f"{one.name} recovers"]


def _lose_step(campaign: Campaign, member: Member, one: CampaignCharacter, least: int, dice: Throw) -> str:
    stat = STATS[dice(len(STATS), f"which Stat of {one.name}") - 1]
    if campaign.card(member, one.entry).stats.of(stat) - 2 < least:
        return f"{one.name}'s {stat.title()} cannot get worse"
    growth = one.entry.growth
    lost = {**growth.lost, stat: growth.lost.get(stat, 0) + 1}
    one.entry = replace(one.entry, growth=replace(growth, lost=lost))
    return f"{one.name} loses a step of {stat.title()}"


def _lose_number(campaign: Campaign, member: Member, one: CampaignCharacter, line: Injury) -> str:
    card, growth = campaign.card(member, one.entry), one.entry.growth
    if (card.move if line.what == "move" else card.body) - 1 < line.least:
        return f"{one.name}'s {line.what.title()} cannot get worse"
    worse = replace(growth, move=growth.move - 1) if line.what == "move" else replace(growth, body=growth.body - 1)
    one.entry = replace(one.entry, growth=worse)
    return f"{one.name} loses 1 {line.what.title()}"


def _lose_equipment(one: CampaignCharacter, dice: Throw) -> str:
    carried = list(one.entry.equipment)
    if not carried:
        return f"{one.name} has nothing to lose"
    gone = carried.pop(dice(len(carried), f"which Equipment of {one.name}") - 1)
    one.entry = replace(one.entry, equipment=tuple(carried))
    return f"{one.name} loses the {gone}"


# ---- the Nemesis ----------------------------------------------------------------------------------


def maker_of(campaign: Campaign, side: Side, name: str) -> Member | None:
    """Whose Nemesis fought for this side under that name."""
    for member in campaign.members:
        nemesis: CharacterList | None = member.nemesis.entry if member.nemesis else None
        if member.player != side.player and nemesis is not None and nemesis.name == name:
            return member
    return None


def come_back(campaign: Campaign, maker: Member) -> list[str]:
    """Killed, it returns stronger (OE-20.13)."""
    assert maker.nemesis is not None
    maker.nemesis.budget += campaign.tables.nemesis.on_return
    maker.nemesis.returns += 1
    return [f"the Nemesis of {maker.force} is dead, and comes back stronger"]


def be_hunted(campaign: Campaign, member: Member, winner: str) -> list[str]:
    """A Nemesis for the strong (OE-20.11), which improves with every later win (OE-20.12)."""
    table = campaign.tables.nemesis
    if member.nemesis is not None:
        if member.player == winner:
            member.nemesis.budget += table.per_win
        return []
    ahead = member.wins - member.losses >= table.wins_ahead
    rich = campaign.total_value(member) * 100 >= member.starting_value * table.value_percent
    if not (ahead or rich):
        return []
    member.nemesis = Nemesis(table.budget)
    return [f"{member.force} has gained a Nemesis, for {member.player} to build"]


def go_on(campaign: Campaign, report: Report) -> list[str]:
    """The next stage, when its time has come."""
    if campaign.stage == "prelude":
        if report.winner:
            campaign.prelude_winners = (*campaign.prelude_winners, report.winner)
        return begin_finale(campaign)
    if campaign.stage == "finale":
        return crown(campaign, {side.player: side.points for side in report.sides if not side.conceded})
    return []
