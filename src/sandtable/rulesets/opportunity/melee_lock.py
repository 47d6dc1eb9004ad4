"""Melee Lock (OP-9.1 to OP-9.10): who is locked with whom, how pairings begin and end, and what a lock does to
shots."""

from __future__ import annotations

from sandtable.rulesets.opportunity.content import Weapon
from sandtable.rulesets.opportunity.state import Combatant, State


def pair(state: State, one: Combatant, other: Combatant) -> None:
    """The two are locked, each with the other (OP-9.1). Whoever is locked with one of them joins in."""
    state.pairings = (*state.pairings, (min(one.number, other.number), max(one.number, other.number)))


def in_melee_lock(state: State, combatant: Combatant) -> bool:
    """It has a pairing, which lasts until something ends it (OP-9.7)."""
    number = combatant.number
    return any(number in pair for pair in state.pairings)


def chain_of(state: State, combatant: Combatant) -> set[int]:
    """All that count as locked with it, through any number of pairings (OP-9.2, OP-9.3): worked out anew from those
    that there are (OP-9.9), allies among them (OP-9.10)."""
    if not state.pairings:
        return set()
    linked, fresh = {combatant.number}, [combatant.number]
    while fresh:
        one = fresh.pop()
        for pair in state.pairings:
            if one in pair:
                other = pair[1] if pair[0] == one else pair[0]
                if other not in linked:
                    linked.add(other)
                    fresh.append(other)
    linked.discard(combatant.number)
    return linked


def locked_enemies(state: State, combatant: Combatant) -> list[Combatant]:
    """Whom it may attack in melee (OP-9.4), and compares its Position with: never allies (OP-9.10)."""
    chain = chain_of(state, combatant)
    return [c for c in state.enemies(combatant) if c.number in chain]


def unpair(state: State, combatant: Combatant) -> None:
    """Its own pairings end, as it disengages or leaves the fight (OP-9.8); those of the others stay (OP-14.8), and the
    chains follow from them (OP-9.9)."""
    number = combatant.number
    state.pairings = tuple(pair for pair in state.pairings if number not in pair)


def shooting_while_locked(state: State, shooter: Combatant, weapon: Weapon) -> int:
    """What Melee Lock takes off the ATT of a shot: the weapon's Range (OP-9.5). Only the shooter's own lock counts,
    never that of its target (OP-9.6)."""
    return -weapon.range if in_melee_lock(state, shooter) else 0
