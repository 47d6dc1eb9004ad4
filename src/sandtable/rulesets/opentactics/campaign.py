"""A chain of battles over named maps (content/campaign.toml): the front, who comes back, what can be bought.

A pure module beside the game: it takes the end of a battle and gives the campaign as it is afterwards, and the set-up
of the next battle. Maps have names and are the same places every time (OT-4.9).
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sandtable.engine.dice import Roll, Source
from sandtable.engine.errors import SetupError
from sandtable.engine.lists import lookup
from sandtable.engine.words import counted
from sandtable.rulesets.opentactics.content import content
from sandtable.rulesets.opentactics.roster import cards_of, check_limit
from sandtable.rulesets.opentactics.scenarios import held
from sandtable.rulesets.opentactics.state import State

PLAYERS = 2
SCENARIO = "open-field"


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


def begin(names: tuple[str, str], forces: tuple[list[str], list[str]], limit: int) -> CampaignMarch:
    """A new campaign; both forces keep the limit (OT-2.3)."""
    for name, force in zip(names, forces, strict=True):
        check_limit(name, cards_of(name, force), limit)
    return CampaignMarch(names, (tuple(forces[0]), tuple(forces[1])))


def next_battle(march: CampaignMarch) -> dict[str, Any]:
    """The set-up of the next battle, on the map of the front."""
    if march.winner:
        raise SetupError(f"{march.winner} has won the campaign")
    players = [{"name": n, "units": list(f)} for n, f in zip(march.names, march.forces, strict=True)]
    points = max(sum(card.points for card in cards_of("", force)) for force in march.forces)
    return {"scenario": SCENARIO, "map": march.map, "points": points, "player": players}


def settle(march: CampaignMarch, end: State, dice: Source) -> CampaignMarch:
    """After a battle: the front moves, the defeated may return, income is paid."""
    frame = content().campaign
    if end.result is None:
        raise SetupError("the battle is not over")
    forces, purses = [], []
    for seat in range(PLAYERS):
        forces.append(tuple(_survivors(march, end, seat, dice)))
        purses.append(march.purses[seat] + frame.income + frame.per_objective * held(end, seat))
    step = {0: 1, 1: -1}[end.result.seats[0]] if len(end.result.seats) == 1 else 0
    return CampaignMarch(
        march.names, (forces[0], forces[1]), (purses[0], purses[1]), march.front + step, march.battles + 1
    )


def _survivors(march: CampaignMarch, end: State, seat: int, dice: Source) -> list[str]:
    """Everybody who was not defeated, and of the others those whose die brings them back."""
    back = content().campaign.return_on
    kept = []
    for number, unit in enumerate(end.force(seat)):
        if unit.status in ("defeated", "captured"):
            roll = Roll(1, 6, f"return of {unit.name}", "OT-4.9", seat, unit.name, bands=(1, back))
            faces = dice.roll(roll, 1000 * march.battles + 100 * seat + number)
            if faces is None or faces[0] < back:
                continue
        kept.append(unit.card.name)
    return kept


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
