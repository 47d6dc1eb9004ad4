"""A chain of battles over named maps (content/campaign.toml): the front, who comes back, what can be bought.

Pure functions beside the game: they take what became of a battle and give the campaign as it is afterwards, and the
set-up of the next battle. Maps have names and are the same places every time (OT-4.9).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sandtable.engine.annals import Throw
from sandtable.engine.errors import SetupError
from sandtable.engine.lists import lookup
from sandtable.engine.words import counted
from sandtable.rulesets.opentactics.content import Scenario, content
from sandtable.rulesets.opentactics.objectives import held
from sandtable.rulesets.opentactics.roster import cards_of, check_limit
from sandtable.rulesets.opentactics.state import State

PLAYERS = 2
SCENARIO = "open-field"
"""What is fought where nobody names another scenario."""


class CampaignMarch(Struct, frozen=True):
    """A campaign in progress. `front` counts maps from the middle towards the second player's home."""

    names: tuple[str, str]
    forces: tuple[tuple[str, ...], tuple[str, ...]]
    purses: tuple[int, int] = (0, 0)
    front: int = 0
    battles: int = 0

    @property
    def map(self) -> str:
        chain = content().campaign.maps
        return chain[len(chain) // 2 + self.front]

    @property
    def winner(self) -> str:
        """Whoever is far enough ahead, or nobody yet."""
        lead = content().campaign.lead
        return self.names[0] if self.front >= lead else self.names[1] if self.front <= -lead else ""

    def seat(self, player: str) -> int:
        return lookup("player", player, {name: seat for seat, name in enumerate(self.names)})

    def value(self, seat: int) -> int:
        """The points of a force."""
        return sum(content().cards[name].points for name in self.forces[seat])


class BattleReport(Struct, frozen=True, forbid_unknown_fields=True):
    """What a campaign wants to know of a battle: who won (nobody: a draw), the cards each player lost, and how many
    objectives each held at the end."""

    winner: str = ""
    lost: dict[str, tuple[str, ...]] = {}
    held: dict[str, int] = {}


def begin(names: tuple[str, str], forces: tuple[Sequence[str], Sequence[str]], limit: int) -> CampaignMarch:
    """A new campaign; both forces keep the limit (OT-2.3)."""
    checked = [cards_of(name, force) for name, force in zip(names, forces, strict=True)]
    for name, cards in zip(names, checked, strict=True):
        check_limit(name, cards, limit)
    one, two = (tuple(card.name for card in cards) for cards in checked)
    return CampaignMarch(names, (one, two))


# ---- battles --------------------------------------------------------------------------------------


def next_battle(march: CampaignMarch, scenario: str = "") -> dict[str, Any]:
    """The set-up of the next battle, on the map of the front."""
    if march.winner:
        raise SetupError(f"{march.winner} has won the campaign")
    fought = _fought_at(march.map, scenario or SCENARIO)
    for name, force in zip(march.names, march.forces, strict=True):
        if not force:
            raise SetupError(f"{name} has no units left: buy some first", "OT-2.6")
    players = [{"name": n, "units": list(f)} for n, f in zip(march.names, march.forces, strict=True)]
    points = max(march.value(seat) for seat in range(PLAYERS))
    return {"scenario": fought.id, "map": march.map, "points": points, "player": players}


def _fought_at(place: str, name: str) -> Scenario:
    """A scenario for two that is fought at a place, by its id or its name."""
    here = [one for one in content().scenarios.values() if place in one.maps and PLAYERS in one.players]
    known = {one.id: one for one in here} | {one.name: one for one in here}
    return lookup(f"scenario for two at {place} called", name, known, "OT-4.8")


def report_of(march: CampaignMarch, end: State) -> BattleReport:
    """What became of the battle that was due."""
    if end.result is None:
        raise SetupError("the battle is not over: finish it first")
    if (end.seats, end.map) != (march.names, march.map):
        was, due = (f"{' against '.join(names)} at {place}" for names, place in
                    ((end.seats, end.map), (march.names, march.map)))  # fmt: skip
        raise SetupError(f"this was {was}; the campaign waits for {due}")
    lost, goals = {}, {}
    for seat, name in enumerate(march.names):
        force = list(end.force(seat))
        if Counter(unit.card.name for unit in force) != Counter(march.forces[seat]):
            raise SetupError(f"{name} fought with other units than the campaign has")
        lost[name] = tuple(unit.card.name for unit in force if unit.status in ("defeated", "captured"))
        goals[name] = held(end, seat)
    return BattleReport(end.result.winners[0] if len(end.result.winners) == 1 else "", lost, goals)


def settle(march: CampaignMarch, report: BattleReport, dice: Throw) -> tuple[CampaignMarch, list[str]]:
    """After a battle: the front moves, the defeated may return, income is paid. Says so, too."""
    if march.winner:
        raise SetupError(f"{march.winner} has won the campaign")
    lost = {march.seat(name): cards for name, cards in report.lost.items()}
    goals = {march.seat(name): _goals(name, number) for name, number in report.held.items()}
    frame, forces, purses, told = content().campaign, [], [], []
    for seat, name in enumerate(march.names):
        kept, said = _kept(march, seat, lost.get(seat, ()), dice)
        pay = frame.income + frame.per_objective * goals.get(seat, 0)
        forces.append(kept)
        purses.append(march.purses[seat] + pay)
        told += [*said, f"{name} receives {counted(pay, 'point')} and has {purses[seat]}"]
    step = 0 if not report.winner else 1 if march.seat(report.winner) == 0 else -1
    after = CampaignMarch(
        march.names, (forces[0], forces[1]), (purses[0], purses[1]), march.front + step, march.battles + 1
    )
    return after, [_moved(march, after, report.winner), *told]


def _goals(name: str, number: int) -> int:
    if number < 0:
        raise SetupError(f"{name} cannot hold {counted(number, 'objective')}", "OT-26.3")
    return number


def _kept(march: CampaignMarch, seat: int, lost: Sequence[str], dice: Throw) -> tuple[tuple[str, ...], list[str]]:
    """Everybody who was not lost, and of the others those whose die brings them back."""
    back, force, told = content().campaign.return_on, list(march.forces[seat]), []
    fallen = [lookup(f"unit of {march.names[seat]}", name, {card: card for card in force}) for name in lost]
    for card, count in Counter(fallen).items():
        if count > force.count(card):
            raise SetupError(f"{march.names[seat]} has {counted(force.count(card), card)}, not {count}")
    for card in fallen:
        if dice(6, f"return of {card}") < back:
            force.remove(card)
            told.append(f"{march.names[seat]}: {card} is lost")
        else:
            told.append(f"{march.names[seat]}: {card} returns")
    return tuple(force), told


def _moved(before: CampaignMarch, after: CampaignMarch, winner: str) -> str:
    if not winner:
        return f"a draw at {before.map}: the front stands"
    if after.winner:
        return f"{winner} wins at {before.map} and has won the campaign"
    return f"{winner} wins at {before.map}: the front moves to {after.map}"


# ---- between battles ------------------------------------------------------------------------------


def buy(march: CampaignMarch, seat: int, card: str) -> CampaignMarch:
    """One unit from the purse, at the price of its card (OT-2.3, OT-2.5)."""
    bought = lookup("card", card, content().cards)
    if bought.points > march.purses[seat]:
        raise SetupError(
            f"{bought.name} costs {bought.points}, with {counted(march.purses[seat], 'point')} left", "OT-2.3"
        )
    force = (*march.forces[seat], bought.name)
    cards_of(march.names[seat], force)
    forces = list(march.forces)
    purses = list(march.purses)
    forces[seat], purses[seat] = force, purses[seat] - bought.points
    return replace(march, forces=(forces[0], forces[1]), purses=(purses[0], purses[1]))
