"""What a pool of dice pays for: all 21 actions with their cost, and what they do now, or why they cannot be taken. For
those who pick dice, and for those who look on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from typing import NamedTuple

from sandtable.engine.asking import Why
from sandtable.engine.questions import Option
from sandtable.engine.scenes import ShownBuy
from sandtable.engine.words import counted
from sandtable.rulesets.opportunity import actions, activation, responses
from sandtable.rulesets.opportunity.asking import Play
from sandtable.rulesets.opportunity.notes import NOTES, best_numbers
from sandtable.rulesets.opportunity.paying import Cost, affords, cost_in_words, count_dice
from sandtable.rulesets.opportunity.state import COLOURS, POOL_SIZE, Combatant

GROUPS: dict[str, tuple[str, ...]] = {
    "Ranged": ("ranged-attack", "suppressing-fire", "unload", "spread-fire"),
    "Melee": ("melee-attack", "charge", "heavy-attack", "disarm"),
    "Defence": ("take-cover", "block", "dodge", "full-defence", "counter-attack", "overwatch-response"),
    "Manoeuvre": ("move", "aim", "flee", "disengage", "adapt", "skill-change-weapon", "consolidate"),
}
"""Every action there is but holding, which nobody pays for (OP-10.1)."""


class Offer(NamedTuple):
    """An action, and what it asks for under this table's house rules."""

    id: str
    group: str
    topic: str
    name: str
    cost: Cost


def offers(g: Play) -> list[Offer]:
    """In the order of the groups."""
    return [_offer(g, group, option) for group, options in GROUPS.items() for option in options]


def _offer(g: Play, group: str, option: str) -> Offer:
    if (action := activation.BY_ID.get(option)) is not None:
        return Offer(option, group, "act", action.name, actions.price(g, action))
    response = responses.BY_ID[option]
    return Offer(option, group, "respond", response.option.label, responses.response_price(g, response))


def buys(g: Play, who: Combatant, found: Sequence[Offer]) -> list[ShownBuy]:
    """Each action there is (`offers`), with what it does or why it cannot be taken."""
    paid = paid_for(g, who, found)
    return [
        ShownBuy(
            id=one.id, name=one.name, group=one.group,
            cost=[colour for colour, count in zip(COLOURS, one.cost, strict=True) for _ in range(count)],
            pays=one.id in paid, text=paid[one.id] if one.id in paid else _why_not(g, who, one),
        )
        for one in found
    ]  # fmt: skip


def paid_for(g: Play, who: Combatant, found: Iterable[Offer]) -> dict[str, str]:
    """What the pool pays for, and what that does with its best dice."""
    if not who.pool:
        return {}  # OP-6.5
    numbers, dice = best_numbers(g.state, who), count_dice(who)
    return {
        one.id: NOTES[one.topic][one.id].format_map(numbers)
        for one in found
        if affords(dice, one.cost) and _barred(g, who, one) is None
    }


def _barred(g: Play, who: Combatant, offer: Offer) -> Why | None:
    """What speaks against it though the dice are there."""
    if offer.topic == "act":
        return activation.BY_ID[offer.id].barred(g, who)
    return responses.why_not_armed(g, who, responses.BY_ID[offer.id])


def _why_not(g: Play, who: Combatant, offer: Offer) -> str:
    """What speaks against it; else which dice are missing (OP-10.3), be it any die at all (OP-6.5)."""
    if (barred := _barred(g, who, offer)) is not None:
        return barred[0]
    red, green, blue = (max(0, need - have) for need, have in zip(offer.cost, count_dice(who), strict=True))
    return f"needs {cost_in_words((red, green, blue))}" if red or green or blue else "needs a die"


# ---- while dice are picked --------------------------------------------------------------------------


def after_each(g: Play, options: Sequence[Option]) -> Iterator[tuple[str, Combatant, Combatant]]:
    """Each pick, its owner, and the owner with that die in its pool."""
    for option in options:
        number, die = option.value
        owner = g.state.combatants[number]
        later = copy(owner)
        later.pool = (*owner.pool, die)
        yield option.id, owner, later


def gives(g: Play, options: Sequence[Option]) -> Mapping[str, Mapping[str, str]]:
    """What each pick lets its owner pay for that was not to be had, or not so well: what it does then."""
    found: dict[str, dict[str, str]] = {}
    offered = offers(g)
    now: dict[int, dict[str, str]] = {}
    for option, owner, later in after_each(g, options):
        if owner.number not in now:
            now[owner.number] = paid_for(g, owner, offered)
        paid = paid_for(g, later, offered)
        found[option] = {one: text for one, text in paid.items() if text != now[owner.number].get(one)}
    return found


def what_each_pick_does(g: Play, picker: Combatant, options: Sequence[Option]) -> Mapping[str, str]:
    """Whose pool it goes to, how much room is left there, and what it makes of Initiative (OP-3.16, OP-4.1)."""
    found = {}
    for option, owner, later in after_each(g, options):
        room = POOL_SIZE - len(later.pool)
        total = sum(die.value for die in later.pool) + owner.agility
        if owner is picker:
            pool = f"{counted(room, 'place')} left in your pool" if room else "fills your pool"
        else:
            pool = f"leaves {owner.name} {counted(room, 'place')}" if room else f"fills the pool of {owner.name}"
        found[option] = f"{pool}; Initiative {total}{'+' * bool(room)}"
    return found
