"""Making an attack (RE-4.1, RE-4.2): the declaration of a shot, how many dice, and what follows. Ranged attacks and
close combat run alike. Whom they may name: targets.py, close_combat.py."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine.asking import choose_weapon
from sandtable.engine.ruleset import Procedure, Stage
from sandtable.rulesets.roe.asking import Play, choose_model
from sandtable.rulesets.roe.content import SHORT, Weapon, content
from sandtable.rulesets.roe.dice import Line
from sandtable.rulesets.roe.measures import distance
from sandtable.rulesets.roe.modifiers import Aim, Modifiers, disrupted_by, modifiers
from sandtable.rulesets.roe.pinning import pin
from sandtable.rulesets.roe.rerolls import RerollSource, Volley, reroll_sources
from sandtable.rulesets.roe.resisting import resisted
from sandtable.rulesets.roe.split_attacks import split
from sandtable.rulesets.roe.state import Declared, Model, Then
from sandtable.rulesets.roe.targets import may_shoot, reach, targets, why_no_target
from sandtable.rulesets.roe.traits import dual, spread
from sandtable.rulesets.roe.volley import Struck, volley
from sandtable.rulesets.roe.wounds import wound


def rate(attacker: Model, weapon: Weapon, ranged: bool, far: float) -> int:
    """Dice to roll (RE-3.15, RE-4.10, RE-4.32): Dual doubles the printed Rate (RE-6.5), else a second close weapon adds
    1 (RE-4.37, RE-6.6); Spread comes last (RE-6.48)."""
    dice = weapon.rate
    if dual(attacker, weapon):
        dice *= 2
    elif not ranged and sum(one.close for one in attacker.weapons) > 1:
        dice += 1
    return spread(weapon, dice) if ranged and far > SHORT else dice


# ---- shooting -------------------------------------------------------------------------------------


def shoot(
    g: Play, attacker: Model, order: str, then: Then, focus: bool = False, at: Model | None = None
) -> Procedure[bool]:
    """Declares a ranged attack: one weapon (RE-3.17), target (RE-4.9), split (RE-4.2). False if nothing can be
    attacked."""
    guns = [weapon for weapon in dict.fromkeys(attacker.weapons) if reach(weapon, order)]
    guns = [gun for gun in guns if _someone(g, attacker, gun, order, at)]
    if not guns:
        return False
    weapon = yield from choose_weapon(
        "gun", attacker.side, attacker.name, guns, f"{attacker.name} shoots: with which weapon?", "RE-3.17",
        facts=what_it_does,
    )  # fmt: skip
    target = at
    if target is None:
        target = yield from choose_model(
            g, "shoot", attacker.side, attacker.name, targets(g, attacker, weapon, order),
            f"{attacker.name} shoots: at whom?", "RE-4.9",
            lambda other: why_no_target(g, attacker, weapon, order, other),
        )  # fmt: skip
    far = distance(g.options, attacker, target)
    dice = rate(attacker, weapon, True, far)
    shares = yield from split(g, attacker, weapon, target, order, dice)
    aims = [Aim(attacker, g.state.models[number], weapon, order, True) for number in shares]
    declare_attack(g, aims, list(shares.values()), reroll_sources(attacker, weapon, order, focus), then)
    return True


def _someone(g: Play, attacker: Model, gun: Weapon, order: str, at: Model | None) -> bool:
    if at is not None:
        return may_shoot(g, attacker, gun, at, order)
    return any(may_shoot(g, attacker, gun, enemy, order) for enemy in g.state.enemies(attacker))


def what_it_does(weapon: Weapon) -> str:
    """Its ratings in one line."""
    reach = f"range {weapon.range:g}″" if weapon.range else "close combat"
    also = " and close combat" if weapon.range and weapon.close else ""
    rules = "".join(f", {rule}" for rule in weapon.rules)
    return f"{reach}{also}, rate {weapon.rate}, strength {weapon.strength:+d}{rules}"


# ---- resolution -----------------------------------------------------------------------------------


def declare_attack(
    g: Play, aims: Sequence[Aim], dice: Sequence[int], sources: tuple[RerollSource, ...], then: Then
) -> None:
    """Steps 1 and 2 of RE-4.2: everything is settled before a die is rolled, the target's Exp (RE-3.3) and what counts
    against it (RE-4.11); the dice are the next step."""
    first = aims[0]
    lines = []
    for aim, share in zip(aims, dice, strict=True):
        against = modifiers(g, aim)
        lines.append(Line(aim.target.name, share, aim.target.exp + against.total))
        _tell_attack(g, aim, share, lines[-1].needed, against)
    parries = not first.ranged and any(weapon.has("Parry") for weapon in first.target.weapons)
    timing = "after" if g.options["parry_timing"] == "after_rerolls" else "before"
    g.state.attack = Declared(
        first.attacker.number,
        first.weapon,
        first.order,
        tuple(aim.target.number for aim in aims),
        Volley(
            first.attacker.side, first.attacker.name, first.target.side, tuple(lines), sources,
            timing if parries else "",
        ),
        then,
    )  # fmt: skip
    g.state.phase = "attack"


def resolve_attack(g: Play, attack: Declared) -> Procedure[Struck]:
    """To hit and re-rolls, Parry, tokens, resist, wounds (RE-4.1, RE-4.2); several targets suffer at the same time, and
    each is pinned for itself (RE-6.32)."""
    state = g.state
    struck: Struck = yield Stage(volley, (attack.volley,), lambda struck: (struck.hits, "Focus" in struck.used))
    attacker = state.models[attack.attacker]
    ranged = attack.order != "Fight"
    aims = [Aim(attacker, state.models[n], attack.weapon, attack.order, ranged) for n in attack.targets]
    for aim, hit in zip(aims, struck.hits, strict=True):
        g.tell("hits", "RE-4.3", attacker=attacker.name, target=aim.target.name, hits=hit)
        pin(g, aim.target, aim.weapon, ranged, hit)
    wounds = []
    for aim, hit in zip(aims, struck.hits, strict=True):
        wounds.append((yield from resisted(g, aim, hit)))
    for aim, suffered in zip(aims, wounds, strict=True):
        wound(g, aim.target, suffered)
    state.attack = None
    return struck


def _tell_attack(g: Play, aim: Aim, dice: int, needed: int, against: Modifiers) -> None:
    data = {
        "attacker": aim.attacker.name, "target": aim.target.name, "weapon": aim.weapon.name,
        "kind": "ranged" if aim.ranged else "close", "dice": dice, "needed": needed, "obscured": against.obscured,
        "cover": against.cover, "disrupted": against.disrupted,
        "distance": round(distance(g.options, aim.attacker, aim.target), 3), "order": aim.order,
    }  # fmt: skip
    causes = ((against.obscured, "RE-4.12"), (against.cover, "RE-4.15"), (against.disrupted, "RE-4.17"))
    bare = ("RE-4.31",) if aim.weapon is content().improvised else ()
    dice_clause = "RE-4.10" if aim.ranged else "RE-4.32"
    why = disrupted_by(aim) if against.disrupted else ()
    clauses = (dice_clause, "RE-4.11", *bare, *(clause for counts, clause in causes if counts), *why)
    g.tell("attack", *clauses, **data)
