"""Ranged and close combat (chapter 4): who may be attacked with what, the numbers, and what follows. Both run alike
(RE-4.1)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from sandtable.engine.asking import Why, choose_weapon, named
from sandtable.engine.questions import ChooseSome, Split
from sandtable.engine.ruleset import Procedure, Stage
from sandtable.engine.words import counted
from sandtable.rulesets.roe.asking import Play, choose_model
from sandtable.rulesets.roe.content import MEDIUM, SHORT, Weapon, content
from sandtable.rulesets.roe.field import field_of
from sandtable.rulesets.roe.pinning import pin
from sandtable.rulesets.roe.sight import obscured, sees
from sandtable.rulesets.roe.space import distance, renew_contacts, within
from sandtable.rulesets.roe.state import FALLEN, Declared, Model, State, Then
from sandtable.rulesets.roe.strike_dice import Line, RerollSource, Struck, Volley, resist, volley
from sandtable.rulesets.roe.traits import ABILITIES, WEAPON_RULES, Trait

SPLIT = 4.0
"""How near further targets must be to the first (RE-6.30)."""
FAR = 1000.0
REACH = {"Engage": FAR, "Tactical": SHORT, "Overwatch": MEDIUM}
REACH_CLAUSE = {"Engage": "RE-3.12", "Tactical": "RE-1.48", "Overwatch": "RE-1.68"}


class Aim(Struct, frozen=True):
    """One attack at one target. `order` is Engage, Tactical, Overwatch, or Fight in close combat."""

    attacker: Model
    target: Model
    weapon: Weapon
    order: str
    ranged: bool


class Modifiers(Struct, frozen=True):
    """What counts against an attack (RE-4.12 to RE-4.19), each at most once."""

    obscured: bool = False
    cover: bool = False
    disrupted: bool = False

    @property
    def total(self) -> int:
        """They add up (RE-4.18)."""
        return self.obscured + self.cover + self.disrupted


# ---- numbers --------------------------------------------------------------------------------------


def own_traits(aim: Aim) -> list[Trait]:
    """What the attacker and its weapon bring along."""
    return [ABILITIES[name] for name in aim.attacker.abilities] + [WEAPON_RULES[name] for name in aim.weapon.rules]


def disrupted_by(aim: Aim) -> list[str]:
    """The clauses that make an attack Disrupted: the attacker's tokens, its weapon, a Cloaked target."""
    own = own_traits(aim)
    if any(trait.steady and trait.steady(aim) for trait in own):
        return []
    theirs = [ABILITIES[name] for name in aim.target.abilities if name == "Cloaked"]
    traits = [trait for trait in own if trait.name != "Cloaked"] + theirs
    causes = [trait.clause for trait in traits if trait.disrupts and trait.disrupts(aim)]
    return ["RE-5.20", *causes] if aim.attacker.suppressed else causes


def modifiers(g: Play, aim: Aim) -> Modifiers:
    """Settled before any die is rolled (RE-4.11). Cover is where one stands, from every side (RE-2.35, RE-4.15,
    RE-4.16). Close combat knows Disrupted only (RE-4.33, RE-4.34)."""
    own = own_traits(aim)
    disrupted = bool(disrupted_by(aim))
    if not aim.ranged:
        return Modifiers(disrupted=disrupted)
    hidden = not any(trait.ignores_obscured and trait.ignores_obscured(aim) for trait in own) and obscured(
        g.state, g.options, aim.attacker, aim.target
    )
    target = aim.target
    covered = not any(trait.ignores_cover and trait.ignores_cover(aim) for trait in own) and bool(
        field_of(g.state).at(target.x, target.y, target.z, target.radius).cover
    )
    return Modifiers(hidden, covered, disrupted)


def rate(attacker: Model, weapon: Weapon, ranged: bool, far: float) -> int:
    """Dice to roll (RE-3.15): Dual doubles the printed Rate, at range too (RE-6.5, RE-6.6, RE-6.7), else a second close
    weapon adds 1 (RE-4.37); Spread comes last (RE-6.48)."""
    dice = weapon.rate
    twin = weapon.close and sum(one.name == weapon.name for one in attacker.weapons) > 1
    if "Dual" in attacker.abilities and twin:
        dice *= 2
    elif not ranged and sum(one.close for one in attacker.weapons) > 1:
        dice += 1
    if ranged and weapon.has("Spread") and far > SHORT:
        dice = max(1, dice - 1)
    return dice


def resist_number(g: Play, attacker: Model, weapon: Weapon, target: Model, ranged: bool) -> int:
    """Res + Strength, hand to hand too (RE-3.5, RE-3.16, RE-4.22, RE-4.23, RE-4.38), with Brute (RE-6.1) and Resilient
    (RE-6.17, RE-6.44, RE-6.45)."""
    strength = weapon.strength
    if not ranged and "Brute" in attacker.abilities:
        strength = max(1, strength)
    item = max((one.resilient for one in target.weapons), default=0)
    tough = target.resilient + item if g.options["resilient_stacking"] == "add" else max(target.resilient, item)
    if strength > 0:
        strength = max(0, strength - tough)
    return target.res + strength


def close_weapons(model: Model) -> list[Weapon]:
    """Weapons with a C, or an improvised one (RE-4.31)."""
    return [weapon for weapon in model.weapons if weapon.close] or [content().improvised]


# ---- legal targets --------------------------------------------------------------------------------


def reach(weapon: Weapon, order: str) -> float:
    """The smaller of the weapon's Range and the order's limit (RE-4.8); 0 if it cannot be fired at all."""
    if order == "Tactical" and weapon.has("Slow"):
        return 0.0
    return min(weapon.range, REACH[order])


def may_shoot(g: Play, attacker: Model, weapon: Weapon, target: Model, order: str) -> bool:
    """In Range and in sight (RE-4.8, RE-4.9), and not Engaged (RE-4.52)."""
    far = reach(weapon, order)
    return (
        far > 0.0
        and within(g.options, attacker, target, far)
        and not g.state.engaged(target)
        and sees(g.state, attacker, target)
    )


def targets(g: Play, attacker: Model, weapon: Weapon, order: str) -> list[Model]:
    """Whoever is in contact with an enemy does not shoot (RE-4.25)."""
    if g.state.engaged(attacker):
        return []
    return [enemy for enemy in g.state.enemies(attacker) if may_shoot(g, attacker, weapon, enemy, order)]


def can_shoot(g: Play, attacker: Model, order: str) -> bool:
    if g.state.engaged(attacker):
        return False
    weapons = [weapon for weapon in dict.fromkeys(attacker.weapons) if reach(weapon, order)]
    return any(
        may_shoot(g, attacker, weapon, enemy, order) for weapon in weapons for enemy in g.state.enemies(attacker)
    )


def why_no_target(g: Play, attacker: Model, weapon: Weapon, order: str, other: Model) -> Why | None:
    if other is attacker:
        return None
    if other.side == attacker.side:
        return "only enemies may be targeted", "RE-4.9"
    if not other.standing:
        return f"{other.name} is {other.status}", "RE-3.7" if other.status == FALLEN else "RE-1.23"
    if g.state.engaged(other):
        return f"{other.name} is Engaged", "RE-4.52"
    if not sees(g.state, attacker, other):
        return f"{other.name} is out of sight", "RE-4.9"
    if not within(g.options, attacker, other, weapon.range):
        return f"{other.name} is out of the weapon's range", "RE-4.9"
    return f"{other.name} is too far for this order", REACH_CLAUSE[order]


def why_no_shot(g: Play, attacker: Model, order: str) -> Why:
    """Why a model cannot shoot at all."""
    if g.state.engaged(attacker):
        return "an Engaged model does not shoot", "RE-4.51"
    guns = [weapon for weapon in attacker.weapons if weapon.range]
    if not guns:
        return "it has no weapon that shoots", "RE-3.13"
    if all(not reach(weapon, order) for weapon in guns):
        return f"{guns[0].name} is Slow", "RE-6.46"
    for enemy in g.state.enemies(attacker):
        if not g.state.engaged(enemy) and sees(g.state, attacker, enemy):
            return why_no_target(g, attacker, guns[0], order, enemy) or ("no target", "RE-4.9")
    return "no enemy in sight can be shot at", "RE-4.9"


# ---- shooting -------------------------------------------------------------------------------------


def shoot(
    g: Play, attacker: Model, order: str, then: Then, focus: bool = False, at: Model | None = None
) -> Procedure[bool]:
    """Declares a ranged attack: weapon, target, split (RE-4.2). False if nothing can be attacked."""
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


def split(g: Play, attacker: Model, weapon: Weapon, target: Model, order: str, dice: int) -> Procedure[dict[int, int]]:
    """Further targets (RE-6.26, RE-6.35) and the dice for each, named before the roll (RE-6.27, RE-6.36); not in
    Overwatch, where all go at the mover (RE-6.28, RE-6.37)."""
    near = [] if order == "Overwatch" or dice < 2 else further_targets(g, attacker, weapon, target, order)
    if not near:
        return {target.number: dice}
    more = yield ChooseSome(
        topic="further targets",
        seat=attacker.side,
        who=attacker.name,
        prompt=f"{attacker.name}: further targets near {target.name}?",
        clause="RE-6.26" if weapon.has("Indiscriminate") else "RE-6.35",
        options=tuple([named(model.name, model.number) for model in near]),
        least=0,
        most=min(len(near), dice - 1),
        ordered=True,
    )
    if not more:
        return {target.number: dice}
    chosen = [target, *(g.state.models[number] for number in more)]
    if len(chosen) == dice:
        return {model.number: 1 for model in chosen}
    shares: dict[int, int] = yield Split(
        topic="shares",
        seat=attacker.side,
        who=attacker.name,
        prompt=f"{attacker.name}: share {counted(dice, 'die', 'dice')}",
        clause="RE-6.31",
        options=tuple([named(model.name, model.number) for model in chosen]),
        total=dice,
        least=1,
    )
    return shares


def further_targets(g: Play, attacker: Model, weapon: Weapon, target: Model, order: str) -> list[Model]:
    """Who else may be named: near the first, and for Radiate in sight (RE-6.29, RE-6.30, RE-6.35). Each that is hit
    gets its own token (RE-6.32)."""
    blind, radiate = weapon.has("Indiscriminate"), weapon.has("Radiate")
    if not (blind or radiate):
        return []
    far = reach(weapon, order) if g.options["split_targets_in_range"] else FAR
    return [
        enemy
        for enemy in g.state.enemies(attacker)
        if enemy is not target
        and within(g.options, target, enemy, SPLIT)
        and within(g.options, attacker, enemy, far)
        and not g.state.engaged(enemy)
        and (blind or sees(g.state, attacker, enemy))
    ]


def reroll_sources(attacker: Model, weapon: Weapon, order: str, focus: bool) -> tuple[RerollSource, ...]:
    """The re-rolls of an attack (RE-0.15)."""
    found = []
    if order == "Engage":
        found.append(RerollSource("Engage", 1, "RE-1.44"))
    if focus:
        found.append(RerollSource("Focus", 2, "RE-1.55"))
    if order == "Fight" and attacker.c:
        found.append(RerollSource("C", attacker.c, "RE-4.35"))  # RE-3.9
    if weapon.has("Accurate"):
        found.append(RerollSource("Accurate", 0, "RE-6.22", only=1))
    return tuple(found)


# ---- close combat ---------------------------------------------------------------------------------


def what_it_does(weapon: Weapon) -> str:
    """Its ratings in one line."""
    reach = f"range {weapon.range:g}″" if weapon.range else "close combat"
    also = " and close combat" if weapon.range and weapon.close else ""
    rules = "".join(f", {rule}" for rule in weapon.rules)
    return f"{reach}{also}, rate {weapon.rate}, strength {weapon.strength:+d}{rules}"


def fight(g: Play, attacker: Model, target: Model, then: Then) -> Procedure[None]:
    """Declares a close combat attack between two in base contact (RE-4.24, RE-4.32); the weapon is the attacker's
    choice (RE-3.17, RE-4.36)."""
    weapon = yield from choose_weapon(
        "close weapon",
        attacker.side,
        attacker.name,
        close_weapons(attacker),
        f"{attacker.name} fights: with which weapon?",
        "RE-4.36",
        facts=what_it_does,
    )
    dice = rate(attacker, weapon, False, 0.0)
    aim = Aim(attacker, target, weapon, "Fight", False)
    declare_attack(g, [aim], [dice], reroll_sources(attacker, weapon, "Fight", False), then)


# ---- resolution -----------------------------------------------------------------------------------


def declare_attack(
    g: Play, aims: Sequence[Aim], dice: Sequence[int], sources: tuple[RerollSource, ...], then: Then
) -> None:
    """Steps 1 and 2 of RE-4.2: everything is settled before a die is rolled; the dice are the next step."""
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
    """To hit and re-rolls, Parry, tokens, resist, wounds (RE-4.2); several targets suffer at the same time."""
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
        wounds.append((yield from _resisted(g, aim, hit)))
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


def _resisted(g: Play, aim: Aim, hit: int) -> Procedure[int]:
    if not hit:
        return 0
    target = aim.target
    needed = resist_number(g, aim.attacker, aim.weapon, target, aim.ranged)
    left = target.w - target.wounds
    dice = (target.side, target.name, hit, needed, aim.weapon.has("Rend"))
    wounds: int = yield Stage(resist, dice, lambda wounds: min(wounds, left))
    g.tell("resist", "RE-4.20", "RE-4.22", who=target.name, needed=needed, wounds=wounds)
    return wounds


def wound(g: Play, model: Model, wounds: int) -> None:
    """Wounds equal to W take a model out of action; more have no effect (RE-3.6, RE-3.8)."""
    if not wounds:
        return
    model.wounds = min(model.w, model.wounds + wounds)
    g.tell("wounded", "RE-4.21", who=model.name, wounds=model.wounds, left=model.w - model.wounds)
    if model.wounds == model.w:
        fall(g, model)


def fall(g: Play, model: Model) -> None:
    """Laid down where it stood, without its tokens (RE-3.7)."""
    model.status = FALLEN
    model.pins = 0
    renew_contacts(g.state, model)
    g.tell("out of action", "RE-3.6", who=model.name)


def free_to_consolidate(state: State, model: Model) -> bool:
    """Standing, with nobody left in contact (RE-4.48, RE-4.49)."""
    return model.standing and not state.engaged(model)
