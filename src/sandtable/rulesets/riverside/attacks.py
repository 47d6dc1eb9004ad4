"""Resolving attacks (chapter 12): the dice of a declared attack, and what they do to the target."""

from __future__ import annotations

from sandtable.engine.ruleset import Procedure, Stage
from sandtable.rulesets.riverside.asking import Play
from sandtable.rulesets.riverside.state import Declared, Unit
from sandtable.rulesets.riverside.strike_dice import Attack, Struck, attack, effect
from sandtable.rulesets.riverside.wounds import suffer


def resolve(g: Play, declared: Declared) -> Procedure[int]:
    """Attack dice, defense dice, Regeneration, and after all of them the casualties (RV-12.7). Returns the wounds that
    were assigned."""
    target = g.state.units[declared.target]
    if not declared.attack.shots:
        return 0
    announce(g, declared.attack, declared.kind)
    return (yield from strike(g, target, declared.attack))


def announce(g: Play, blow: Attack, kind: str) -> None:
    if g.events is None:
        return
    for shot in blow.shots:
        data = {
            "attacker": blow.who, "target": blow.target, "weapon": shot.weapon, "kind": kind, "dice": shot.dice,
            "needed": shot.needed, "save": shot.save, "copies": shot.copies,
        }  # fmt: skip
        g.tell("attack", shot.clause, **data)


def strike(g: Play, target: Unit, blow: Attack) -> Procedure[int]:
    """The dice first (RV-12.3, RV-12.5), then who takes the wounds (RV-12.7)."""
    struck: Struck = yield Stage(attack, (blow,), effect)
    g.tell("hits", "RV-12.3", attacker=blow.who, target=blow.target, hits=struck.hits)
    if struck.hits:
        lost = struck.wounds + sum(n for _, n in struck.named)
        g.tell("wounds", "RV-12.5", who=blow.target, wounds=lost, saved=struck.saved, regenerated=struck.regenerated)
    taken: int = yield from suffer(g, target, struck)
    return taken
