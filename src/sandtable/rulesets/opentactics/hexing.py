"""HEX, at the end of the bump phase (OT-3.4 to OT-3.9, OT-18.2, OT-18.3): dice of enemies in range are rolled again."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from sandtable.engine.dice import Roll
from sandtable.engine.questions import Option, Ref
from sandtable.engine.ruleset import Procedure, Stage, tell
from sandtable.rulesets.opentactics import space
from sandtable.rulesets.opentactics.abilities import PoolName
from sandtable.rulesets.opentactics.asking import Choice, word
from sandtable.rulesets.opentactics.hands import (
    BOTH,
    EITHER,
    LOW,
    Contest,
    Fighter,
    Hands,
    Hex,
    OnTable,
    about_dice,
    with_hand,
)
from sandtable.rulesets.opentactics.rerolling import rerolling
from sandtable.rulesets.opentactics.state import State, Unit

NO_HEX = "No hex"
NO_HEX_OPTION = word(NO_HEX)
OTHER_FIRST = "other first"
Uses = tuple[tuple[Hex, ...], ...]


# ---- who may hex whom -----------------------------------------------------------------------------


def hexes_on(state: State, fighters: tuple[Fighter, Fighter]) -> Uses:
    """Every use of HEX in this assault: each owner once on each enemy in range (OT-3.4, OT-3.9) that rolls dice
    (OT-3.7). What one player's bystanders may do comes together, in any order that player likes (OT-18.3)."""
    owners = _owners(state, fighters)
    engaged = [fighter.number for fighter in fighters]
    moments = groupby(owners, lambda owner: -1 - engaged.index(owner.number) if owner.number in engaged else owner.seat)
    found = [tuple(use for owner in together for use in _uses(state, owner, fighters)) for _, together in moments]
    return tuple(uses for uses in found if uses)


def _owners(state: State, fighters: tuple[Fighter, Fighter]) -> list[Unit]:
    """The engaged units first, the attacker's before the target's; then the others in turn order from the initiating
    player on (OT-18.2, OT-18.3)."""
    owners = [unit for unit in state.on_map() if unit.card.traits.forced_rerolls]
    if not owners:
        return []
    engaged = [state.units[fighter.number] for fighter in fighters]
    order = state.order
    start = order.index(engaged[0].seat)
    rank = {seat: place for place, seat in enumerate(order[start:] + order[:start])}
    others = sorted((unit for unit in owners if unit not in engaged), key=lambda unit: rank[unit.seat])
    return [unit for unit in engaged if unit in owners] + others


def _uses(state: State, owner: Unit, fighters: tuple[Fighter, Fighter]) -> list[Hex]:
    """One die of each enemy in range (OT-3.4, OT-3.5); of an assault alone, and of both its fighters (OT-3.7)."""
    return [
        Hex(owner.name, owner.seat, state.seats[owner.seat], number)
        for number, fighter in enumerate(fighters)
        if (fighter.off or fighter.defence) and _can_hex(state, owner, state.units[fighter.number])
    ]


def _can_hex(state: State, owner: Unit, unit: Unit) -> bool:
    """Within its Arcane range (OT-3.4), unless it is immune (WARD)."""
    if unit.seat == owner.seat or unit.card.traits.immune:
        return False
    return space.within_skill_range(state, owner, unit, *owner.card.traits.forced_rerolls)


# ---- the stage ------------------------------------------------------------------------------------


def hexing(contest: Contest, hands: Hands, uses: Uses, turned: bool = False) -> Procedure[Stage]:
    """The first of the uses that are left, if its owner wants it (OT-3.6). Against the same enemy all uses of one
    player are alike, so their order only matters where both engaged units are enemies: then the player may turn to the
    other one first."""
    if not uses:
        return Stage(rerolling, (contest, hands, tuple([number for number in BOTH if hands[number].grants])))
    (use, *rest), later = uses[0], uses[1:]
    other = None if turned else next((one for one in rest if one.fighter != use.fighter), None)
    chosen = yield _which_die(contest, hands, use, other)
    if chosen == OTHER_FIRST and other is not None:
        rest.remove(other)
        return Stage(hexing, (contest, hands, ((other, use, *rest), *later), True))
    if chosen != NO_HEX:
        hands = yield from _rolled_again(contest, hands, use, *chosen)
    return Stage(hexing, (contest, hands, (tuple(rest), *later) if rest else later))


def _which_die(contest: Contest, hands: Hands, use: Hex, other: Hex | None) -> Choice:
    hand = hands[use.fighter]
    dice = [(pool, face) for pool in EITHER for face in sorted(set(hand.of(pool)), reverse=True)]
    names = [fighter.name for fighter in contest.fighters]
    options = (
        *[die_option(pool, face) for pool, face in dice],
        *([first_option(names[other.fighter])] if other else []),
        NO_HEX_OPTION,
    )
    prompt = f"{use.owner}: hex which die of {names[use.fighter]}?"
    return about_dice("hex", OnTable(contest, hands, use.fighter), use.seat, use.player, prompt, "OT-3.5", options)


def _rolled_again(contest: Contest, hands: Hands, use: Hex, pool: PoolName, face: int) -> Procedure[Hands]:
    """The die shows its new result; a bump that was used on it is lost (OT-3.8)."""
    name = contest.fighters[use.fighter].name
    (now,) = yield Roll(1, 6, f"hex on {name}", "OT-3.5", use.seat, use.owner, lucky=LOW)
    yield tell("hex", "OT-3.5", who=use.owner, target=name, pool=pool, die=face, now=now)
    return with_hand(hands, use.fighter, hands[use.fighter].changed(pool, face, now))


@lru_cache(64)
def die_option(pool: PoolName, face: int) -> Option:
    name = f"{pool} {face}"
    return Option(name, name, (Ref("die", name),), "", (pool, face))


@lru_cache(256)
def first_option(unit: str) -> Option:
    """To turn to this unit first (OT-18.3)."""
    name = f"{unit} first"
    return Option(name, name, (Ref("model", unit),), "OT-18.3", OTHER_FIRST)
