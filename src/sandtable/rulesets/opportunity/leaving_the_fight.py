"""Leaving the fight, in any way: what goes with it (OP-6.10, OP-9.8, OP-14.14)."""

from __future__ import annotations

from sandtable.rulesets.opportunity.asking import Play
from sandtable.rulesets.opportunity.melee_lock import unpair
from sandtable.rulesets.opportunity.state import Combatant, Status


def leave_the_fight(g: Play, combatant: Combatant, status: Status) -> None:
    """Fallen (OP-9.18), dead (OP-8.12) or escaped (OP-14.14), it takes no part any more (OP-9.19): dice and Full
    Defence (OP-6.10), locks (OP-9.8) and Aimed are gone."""
    combatant.status = status
    combatant.pool = combatant.set = ()
    combatant.full_defence = None
    combatant.aimed = False
    unpair(g.state, combatant)
    clause = {"fallen": "OP-9.18", "dead": "OP-8.12", "escaped": "OP-14.14"}[status]
    g.tell("leaves", clause, who=combatant.name, status=status)


def escape(g: Play, who: Combatant) -> None:
    """Out of the fight for good, and alive (OP-14.14)."""
    g.state.escapes += 1
    who.left_at = g.state.escapes
    leave_the_fight(g, who, "escaped")
