"""What a pool of dice pays for: all 21 actions with their cost, and what they do now, or why they cannot be taken. For
those who pick dice, and for those who look on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy

from sandtable.engine.asking import Why
from sandtable.engine.questions import Option
from sandtable.engine.scenes import ShownBuy
from sandtable.engine.words import counted
from sandtable.rulesets.opportunity import actions, attacks
from sandtable.rulesets.opportunity.asking import Cost, Play, affords, cost_in_words, count_dice
from sandtable.rulesets.opportunity.notes import lines
from sandtable.rulesets.opportunity.state import COLOURS, POOL_SIZE, Combatant

GROUPS: dict[str, tuple[str, ...]] = {
    "Ranged": ("ranged-attack", "suppressing-fire", "unload", "spread-fire"),
    "Melee": ("melee-attack", "charge", "heavy-attack", "disarm"),
    "Defence": ("take-cover", "block", "dodge", "full-defence", "counter-attack", "overwatch-response"),
    "Manoeuvre": ("move", "aim", "flee", "disengage", "adapt", "skill-change-weapon", "consolidate"),
}
"""Every action there is but holding, which nobody pays for (OP-10.1)."""


def buys(g: Play, who: Combatant) -> list[ShownBuy]:
    """In the order of the groups."""
    return [_buy(g, who, group, option) for group, options in GROUPS.items() for option in options]


def _buy(g: Play, who: Combatant, group: str, option: str) -> ShownBuy:
    topic, name, cost, why = _offer(g, who, option)
    if why is None and not affords(count_dice(who), cost):
        why = f"needs {cost_in_words(_missing(who, cost))}", "OP-10.3"
    if why is None and not who.pool:
        why = "needs a die", "OP-6.5"
    return ShownBuy(
        id=option, name=name, group=group,
        cost=[colour for colour, count in zip(COLOURS, cost, strict=True) for _ in range(count)],
        pays=why is None, text=lines(topic, (option,), g.state, who)[option] if why is None else why[0],
    )  # fmt: skip


def _offer(g: Play, who: Combatant, option: str) -> tuple[str, str, Cost, Why | None]:
    """Topic, name, cost, and what speaks against it whatever the dice."""
    if (action := actions.BY_ID.get(option)) is not None:
        return "act", action.name, actions.price(g, action), action.barred(g, who)
    response = attacks.BY_ID[option]
    return "respond", response.option.label, attacks.price(g, response), attacks.why_not_armed(g, who, response)


def _missing(who: Combatant, cost: Cost) -> Cost:
    red, green, blue = (max(0, need - have) for need, have in zip(cost, count_dice(who), strict=True))
    return red, green, blue


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
    for option, owner, later in after_each(g, options):
        now = {one.id: one.text for one in buys(g, owner) if one.pays}
        found[option] = {one.id: one.text for one in buys(g, later) if one.pays and one.text != now.get(one.id)}
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
