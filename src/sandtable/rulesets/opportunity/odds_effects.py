"""What came of something, in the words of the game: the difference between two states, one effect for each
combatant."""

from __future__ import annotations

from sandtable.engine.outlook import Effect, Result
from sandtable.rulesets.opportunity.state import Combatant, State

DEATH, FALL, FATAL, TRAUMA = 100, 60, 25, 2
"""How much a player minds; a point of Position counts 1."""
PRESENCE = 30
"""Of somebody who comes, or goes alive."""
LEAVING = {"dead": ("dies", DEATH), "fallen": ("falls", FALL), "in the fight": ("arrives", -PRESENCE)}


def effects(before: State, now: State, ended: bool = False) -> Result:
    """In roster order; arrivals stand at the end of the roster. `ended`: last checks are being made."""
    ended = ended or now.phase in ("over", "rises")
    pairs = zip(before.combatants, now.combatants, strict=False)
    found = [effect for old, new in pairs if (effect := changed(old, new, ended)) is not None]
    return (*found, *[arrived(one) for one in now.combatants[len(before.combatants) :]])


def changed(old: Combatant, new: Combatant, ended: bool = False) -> Effect | None:
    """What has happened to somebody, in an encounter that has `ended` or goes on."""
    trauma, position = new.trauma - old.trauma, new.position - old.position
    if (trauma, position, new.status, new.fatally_injured) == (0, 0, old.status, old.fatally_injured):
        return None
    numbers = (("trauma", trauma), ("position", position))
    harm = TRAUMA * trauma - position + FATAL * (new.fatally_injured - old.fatally_injured)
    if new.status != old.status:
        word, more = LEAVING.get(new.status, (new.status, PRESENCE))
        return Effect(new.seat, new.name, word, harm + more, numbers)
    return Effect(new.seat, new.name, _word(old, new, ended), harm, numbers)


def _word(old: Combatant, new: Combatant, ended: bool) -> str:
    """What has become of somebody who is where it was."""
    if new.fatally_injured and not old.fatally_injured:
        return "fatally injured"
    if old.fatally_injured and not new.fatally_injured:
        return "stable" if ended else "treated"
    if new.trauma > old.trauma:
        return "worsens" if old.status == "fallen" else "stands, hurt"
    return "gains Position" if new.position > old.position else "loses Position"


def arrived(one: Combatant) -> Effect:
    return Effect(one.seat, one.name, "arrives" if one.fighting else one.status, -PRESENCE)
