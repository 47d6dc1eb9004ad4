"""Who meets whom, how they stand, and how a campaign comes to its end (OE-20.3, OE-20.4)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from sandtable.engine.errors import SetupError
from sandtable.rulesets.op_en.campaign.members import Campaign, Member


def meetings(campaign: Campaign) -> Counter[frozenset[str]]:
    """How often each pair has met in the league."""
    return Counter(frozenset(game.players) for game in campaign.games)


def still_to_meet(campaign: Campaign) -> list[tuple[str, str]]:
    """Pairs that have not met, those with the fewest games first (OE-20.3)."""
    met = meetings(campaign)
    played = Counter(player for game in campaign.games for player in game.players)
    pairs = [
        (one.player, two.player)
        for one, two in combinations(campaign.members, 2)
        if not met[frozenset((one.player, two.player))]
    ]
    return sorted(pairs, key=lambda pair: (played[pair[0]] + played[pair[1]], max(played[pair[0]], played[pair[1]])))


def pairings(campaign: Campaign) -> list[tuple[str, ...]]:
    """The games to play next, nobody in two of them: a round of the league (OE-20.3), the Preludes, or the Finale
    (OE-20.4)."""
    if campaign.stage == "over":
        return []
    if campaign.stage == "finale":
        return [campaign.finalists]
    waiting = preludes_left(campaign) if campaign.stage == "prelude" else still_to_meet(campaign)
    busy: set[str] = set()
    found: list[tuple[str, ...]] = []
    for pair in waiting:
        if not busy & set(pair):
            found.append(pair)
            busy |= set(pair)
    return found


def standings(campaign: Campaign) -> list[Member]:
    """By league points, then wins, then the value of the OF; equals stay in the order of the plan."""
    return sorted(campaign.members, key=lambda one: (-one.league, -one.wins, -campaign.total_value(one)))


# ---- the end --------------------------------------------------------------------------------------


def close_league(campaign: Campaign) -> list[str]:
    """When all have met, or the group wants to finish, the Preludes are paired by standing (OE-20.4)."""
    if campaign.stage != "league":
        raise SetupError(f"the league is closed; the campaign is in its {campaign.stage}", "OE-20.4")
    campaign.stage = "prelude"
    order = [one.player for one in standings(campaign)]
    campaign.finalists = tuple(order)
    pairs = preludes_left(campaign)
    return [f"Prelude: {one} against {two}" for one, two in pairs] + begin_finale(campaign)


def preludes_left(campaign: Campaign) -> list[tuple[str, str]]:
    """First against second, third against fourth, as the league stood; of an odd number the last has none."""
    order = campaign.finalists
    pairs = [(order[n], order[n + 1]) for n in range(0, len(order) - 1, 2)]
    done = {frozenset(game.players) for game in campaign.games if is_prelude(campaign, game.scenario)}
    return [pair for pair in pairs if frozenset(pair) not in done]


def is_prelude(campaign: Campaign, scenario: str) -> bool:
    return campaign.setting.scenarios[scenario].special == "prelude"


def begin_finale(campaign: Campaign) -> list[str]:
    """After the last Prelude: the best of the league, as many as the Finale takes (OE-20.4)."""
    if campaign.stage != "prelude" or preludes_left(campaign):
        return []
    most = campaign.tables.league.finale_most
    campaign.stage = "finale"
    campaign.finalists = tuple(one.player for one in standings(campaign)[:most])
    return [f"Finale: {', '.join(campaign.finalists)}"]


def crown(campaign: Campaign, points: dict[str, int]) -> list[str]:
    """Who wins the Finale wins the campaign (OE-20.4): most points of it, of those who have any to show, win; tie: more
    wins, then the better place in the league."""
    order = standings(campaign)
    best = max(order, key=lambda one: (points.get(one.player, -1), one.wins, -order.index(one)))
    campaign.winner, campaign.stage = best.player, "over"
    return [f"{best.player} wins the campaign"]
