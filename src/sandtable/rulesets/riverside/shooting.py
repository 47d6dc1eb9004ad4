"""Ranged Attacks (chapter 10): targets by weapon type, who shoots, who has Cover from whom, and the dice of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from sandtable.engine.asking import Why, named, not_named, plain
from sandtable.engine.questions import DECLINE, Absent, ChooseOne, Option
from sandtable.engine.records import Record
from sandtable.engine.rulebook import Options
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.riverside.asking import Play, choose_unit
from sandtable.rulesets.riverside.field import field_of
from sandtable.rulesets.riverside.measuring import box, spot, touched, within
from sandtable.rulesets.riverside.notes import noted
from sandtable.rulesets.riverside.profiles import Weapon
from sandtable.rulesets.riverside.sight import IGNORE_COVER, NEITHER, SEE_OVER, Watch, watch
from sandtable.rulesets.riverside.state import Declared, Model, State, Unit
from sandtable.rulesets.riverside.strike_dice import Attack, Shot, difficulty
from sandtable.rulesets.riverside.traits import (
    all_have,
    bearers,
    can_take,
    defense,
    has,
    ranged_bonus,
    shooty,
    weapons,
)

GOOD_SHOT, RELIABLE = 4, 2
"""What these replace the difficulty by (RV-21.27, RV-21.28)."""
RENDING_AP = 4
"""RV-15.8."""
SHOCK = 2
"""Bonus Hits (RV-21.33)."""
HOLD_FIRE = plain("Hold fire", "RV-10.2", DECLINE)
BONUSES = {SEE_OVER: "See over", IGNORE_COVER: "Ignore cover", NEITHER: "No bonus"}
"""RV-16.17, RV-16.18."""
EACH = "each for itself"

Choices = Mapping[tuple[int, int], str]
"""The Elevated bonus by shooter and target (RV-16.19)."""


# ---- who can shoot whom ---------------------------------------------------------------------------


def can_attack(
    state: State,
    options: Options,
    model: Model,
    weapon: Weapon,
    target: Unit,
    bonus: str = NEITHER,
    looks: Watch | None = None,
) -> bool:
    """It sees the target and has it in range (RV-10.4), in one and the same model unless the house rule says
    otherwise (RV-10.5). Contact with enemies is no matter, neither for who shoots nor for who is shot at (RV-10.15)."""
    looks = looks or watch(state, options)
    where = field_of(state)
    here = spot(where, model)
    reached = [one for one in state.members(target) if within(here, spot(where, one), weapon.range)]
    if not reached:
        return False
    if options["range_and_sight"] == "any_model":
        reached = state.members(target)
    over = bonus == SEE_OVER
    return any(looks.sees(model, one, over=over) for one in reached)


def may_see_over(state: State, options: Options, model: Model, target: Unit) -> bool:
    """Has it a bonus of Elevated Terrain against the target (RV-16.16)? One is to see over what blocks sight
    (RV-16.17)."""
    return watch(state, options).elevated(model, state.members(target))


def is_target(state: State, options: Options, unit: Unit, weapon: Weapon, target: Unit, looks: Watch) -> bool:
    """An enemy on the table that at least one model can attack with that weapon (RV-10.6)."""
    if looks.far_apart(unit, target, weapon.range):
        return False
    enemies = state.members(target)
    return any(
        can_attack(state, options, model, weapon, target, bonus, looks)
        for model in bearers(state, unit, weapon)
        for bonus in ((NEITHER, SEE_OVER) if looks.elevated(model, enemies) else (NEITHER,))
    )


def targets(state: State, options: Options, unit: Unit, weapon: Weapon) -> list[Unit]:
    """The units that it can shoot at with a type of weapon (RV-10.6)."""
    about = box(state.members(unit), weapon.range)
    near = [enemy for enemy in state.here(1 - unit.side) if touched(about, state.members(enemy))]
    looks = watch(state, options) if near else None
    return [enemy for enemy in near if looks and is_target(state, options, unit, weapon, enemy, looks)]


def why_no_target(state: State, options: Options, unit: Unit, weapon: Weapon, other: Unit) -> Why | None:
    """Why a unit that a player would expect cannot be shot at."""
    if other.side == unit.side or other.gone:
        return None
    if not other.here:
        return "it is not on the table", "RV-10.6"
    where = field_of(state)
    theirs = [spot(where, one) for one in state.members(other)]
    shooters = bearers(state, unit, weapon)
    if not any(within(spot(where, one), two, weapon.range) for one in shooters for two in theirs):
        return f"it is more than {weapon.range:g}″ away", "RV-10.4"
    looks = watch(state, options)
    if any(looks.sees(one, two) for one in shooters for two in state.members(other)):
        return "nobody sees a model of it that is in range", "RV-10.5"
    return "nobody sees it", "RV-9.2"


def firing(state: State, options: Options, unit: Unit, weapon: Weapon, target: Unit) -> str:
    """How many shoot of those who carry the weapon, and from how many of them the target has Cover."""
    looks, where, enemies = watch(state, options), field_of(state), state.members(target)
    theirs = [spot(where, one) for one in enemies]
    carriers = bearers(state, unit, weapon)
    reach = sum(any(within(spot(where, one), two, weapon.range) for two in theirs) for one in carriers)
    see = sum(any(looks.sees(one, two) for two in enemies) for one in carriers)
    able = [one for one in carriers if can_attack(state, options, one, weapon, target, looks=looks)]
    words = f"{len(able)} of {len(carriers)} shoot: {see} see it, {reach} reach it"
    if weapon.blast:
        return f"{words}, Blast ignores cover"
    covered = sum(looks.cover(one, enemies, NEITHER) for one in able)
    return f"{words}, cover from {covered}" if covered else f"{words}, no cover"


# ---- declaring ------------------------------------------------------------------------------------


def declare(g: Play, unit: Unit) -> Procedure[tuple[Declared, ...]]:
    """The first steps of a Ranged Attack (RV-10.1): targets (RV-10.2, RV-10.3), Elevated bonuses (RV-16.19), Take Down
    (RV-21.30), Cover and the order of two targets (RV-10.13), all before the first die (RV-10.7)."""
    aimed = yield from _aim(g, unit)
    chosen = list(dict.fromkeys(aimed.values()))
    bonuses: dict[tuple[int, int], str] = {}
    for number in chosen:
        used = [weapon for weapon, at in aimed.items() if at == number]
        bonuses |= yield from _elevated(g, unit, g.state.units[number], used)
    found: list[Declared] = []
    for number in chosen:
        used = [weapon for weapon, at in aimed.items() if at == number]
        declared = yield from _shooters(g, unit, g.state.units[number], used, bonuses)
        if declared is not None:
            found.append(declared)
    if len(found) == 2:
        first = yield from choose_unit(
            g, "which first", unit.side, unit.name, [g.state.units[one.target] for one in found],
            f"{unit.name}: which target first?", "RV-10.13", lambda other: None,
        )  # fmt: skip
        found.sort(key=lambda one: one.target != first.number)
    return tuple(found)


def _aim(g: Play, unit: Unit) -> Procedure[dict[Weapon, int]]:
    """One target for each type of ranged weapon, two different ones at most (RV-10.2, RV-10.3)."""
    state = g.state
    aimed: dict[Weapon, int] = {}
    for weapon in weapons(state, unit, melee=False):
        among = targets(state, g.options, unit, weapon)
        two = set(aimed.values())
        allowed = [one for one in among if len(two) < 2 or one.number in two]
        if not allowed:
            continue
        number = yield ChooseOne(
            topic="shoot",
            seat=unit.side,
            who=unit.name,
            prompt=f"{unit.name}: {weapon.name} at whom?",
            clause="RV-10.2",
            options=(*[named(one.name, one.number, "unit") for one in allowed], HOLD_FIRE),
            missing=partial(_not_aimed_at, g, unit, weapon, among, allowed),
            facts=partial(_fire_at_each, g, unit, weapon, allowed),
            about=(unit.number, weapon),
        )
        if number != HOLD_FIRE.id:
            aimed[weapon] = number
    return aimed


def _fire_at_each(g: Play, unit: Unit, weapon: Weapon, allowed: Sequence[Unit]) -> dict[str, str]:
    return {**noted("shoot"), **{one.name: firing(g.state, g.options, unit, weapon, one) for one in allowed}}


def _not_aimed_at(
    g: Play, unit: Unit, weapon: Weapon, among: Sequence[Unit], allowed: Sequence[Unit]
) -> tuple[Absent, ...]:
    def why(other: Unit) -> Why | None:
        if other in among:
            return "two targets are the most", "RV-10.3"
        return why_no_target(g.state, g.options, unit, weapon, other)

    return not_named(g.state.units, allowed, why)


def _elevated(g: Play, unit: Unit, target: Unit, used: Sequence[Weapon]) -> Procedure[dict[tuple[int, int], str]]:
    """The bonus of those who stand higher (RV-16.16): one for all who have it, or each his own (RV-16.19)."""
    state, options = g.state, g.options
    bearing = [model for model in state.members(unit) if any(weapon in model.profile.weapons for weapon in used)]
    able = [model for model in bearing if may_see_over(state, options, model, target)]
    if not able:
        return {}
    each = len(able) > 1 and options["elevated_choice"] == "model"
    picked = yield from _bonus(unit, target, unit.name, each)
    if picked != EACH:
        return {(model.number, target.number): picked for model in able}
    found = {}
    for model in able:
        found[model.number, target.number] = yield from _bonus(unit, target, model.name, False)
    return found


def _bonus(unit: Unit, target: Unit, who: str, each: bool) -> Procedure[str]:
    """See over (RV-16.17), ignore cover (RV-16.18) or neither, never both (RV-16.19)."""
    options = [
        Option(label.lower(), label, (), "RV-16.19", bonus or "none", "" if bonus else DECLINE)
        for bonus, label in BONUSES.items()
    ]
    if each:
        options.append(plain("Each for itself", "RV-16.19"))
    picked = yield ChooseOne(
        topic="elevated",
        seat=unit.side,
        who=who,
        prompt=f"{who} stands higher than {target.name}: which bonus?",
        clause="RV-16.16",
        options=tuple(options),
        facts=lambda: noted("elevated"),
    )
    return NEITHER if picked == "none" else str(picked)


# ---- the dice it comes to ---------------------------------------------------------------------------


class Aim(Record, frozen=True):
    """One model that shoots with a weapon."""

    model: Model
    weapon: Weapon
    cover: bool
    named: int = -1


def _shooters(
    g: Play, unit: Unit, target: Unit, used: Sequence[Weapon], bonuses: Choices
) -> Procedure[Declared | None]:
    """Who shoots at the target, and from whom of them it has Cover (RV-10.9): by its hidden models (RV-10.10, RV-10.11)
    or by Cover Terrain (RV-16.4, RV-16.5), each for itself (RV-10.12), as sight.py judges."""
    state, options = g.state, g.options
    looks, enemies = watch(state, options), state.members(target)
    aims: list[Aim] = []
    for weapon in used:
        for model in bearers(state, unit, weapon):
            bonus = bonuses.get((model.number, target.number), NEITHER)
            if can_attack(state, options, model, weapon, target, bonus):
                named = (yield from _take_down(g, looks, model, weapon, target, bonus)) if weapon.take_down else -1
                aims.append(Aim(model, weapon, looks.cover(model, enemies, bonus), named))
    if not aims:
        return None
    return Declared("ranged", unit.number, target.number, attack_dice(state, unit, target, aims))


def _take_down(g: Play, looks: Watch, model: Model, weapon: Weapon, target: Unit, bonus: str) -> Procedure[int]:
    """Take Down: a model of the target that it sees and has in range (RV-21.30)."""
    where = field_of(g.state)
    here = spot(where, model)

    def why_not(one: Model) -> Why | None:
        if not within(here, spot(where, one), weapon.range):
            return f"it is more than {weapon.range:g}″ away", "RV-21.30"
        return None if looks.sees(model, one, over=bonus == SEE_OVER) else ("it is not in sight", "RV-21.30")

    return (yield from choose_take_down(g, model, weapon, target, why_not))


def choose_take_down(g: Play, model: Model, weapon: Weapon, target: Unit, why_not: object) -> Procedure[int]:
    """The model that a Take Down weapon is meant for (RV-21.30)."""
    assert callable(why_not)
    members = g.state.members(target)
    open_to = [one for one in members if why_not(one) is None] or members
    if len(open_to) == 1:
        return open_to[0].number
    number = yield ChooseOne(
        topic="take down",
        seat=model.side,
        who=model.name,
        prompt=f"{model.name} ({weapon.name}): which model of {target.name}?",
        clause="RV-21.30",
        options=tuple([named(one.name, one.number) for one in open_to]),
        missing=lambda: tuple(Absent(one.name, one.name, *why) for one in members if (why := why_not(one)) is not None),
    )
    return int(number)


def attack_dice(state: State, unit: Unit, target: Unit, aims: Sequence[Aim]) -> Attack:
    shots = [_shot(state, unit, target, aim) for aim in aims]
    return attack_of(state, unit, target, shots)


def attack_of(state: State, unit: Unit, target: Unit, shots: Sequence[Shot]) -> Attack:
    """An attack of one unit on another. Dice in a row that are alike are one shot."""
    return Attack(
        unit.side, unit.name, target.side, target.name, alike_together(shots),
        most=can_take(state, target), regenerates=all_have(state, target, "Regeneration"),
    )  # fmt: skip


def alike_together(shots: Sequence[Shot]) -> tuple[Shot, ...]:
    found: list[Shot] = []
    for shot in shots:
        if found and replace(found[-1], dice=shot.dice) == shot:
            found[-1] = replace(shot, dice=found[-1].dice + shot.dice)
        else:
            found.append(shot)
    return tuple(found)


def _shot(state: State, unit: Unit, target: Unit, aim: Aim) -> Shot:
    """The dice of one model with one type of weapon (RV-10.8), against its own Quality (RV-12.2) as Good Shot
    (RV-21.27), Reliable (RV-21.28) and Stealth (RV-21.26) change it (RV-14.8); its Bonus Hits by Shooty (RV-15.10) and
    Shock (RV-21.33). Blast ignores Cover (RV-15.14)."""
    model, weapon = aim.model, aim.weapon
    replacements = [GOOD_SHOT] * has(state, model, "Good Shot") + [RELIABLE] * weapon.reliable
    modifier = ranged_bonus(unit) - all_have(state, target, "Stealth")
    on_six, on_five = shooty(state, model)
    hit = on_hit(state, target, weapon, aim.named, cover=aim.cover and not weapon.blast)
    return replace(
        hit,
        dice=weapon.attacks * model.profile.weapons.count(weapon),
        needed=max(1, difficulty(model.profile.quality, replacements, modifier)),
        bonus=on_six + SHOCK * weapon.shock,
        early=on_five,
    )


def on_hit(state: State, target: Unit, weapon: Weapon, named: int = -1, *, cover: bool = False) -> Shot:
    """What a Hit with a weapon meets: AP (RV-14.9, RV-21.2), Cover, which is 1 however often there is a reason for it
    (RV-14.7, RV-19.1, RV-19.2), Blast, Rending; with Take Down the named model's own Defense (RV-21.30). Only those who
    shoot name Cover (RV-19.3). Blast makes copies, one for each model of the target at most (RV-15.15); a critical of a
    Rending weapon has AP(4) (RV-15.8)."""
    base = defense(state, target) if named < 0 else state.models[named].profile.defense
    models = len(state.members(target))
    return Shot(
        weapon.name, dice=0, needed=0,
        save=difficulty(base, modifier=cover - weapon.ap),
        copies=min(weapon.blast, models) if weapon.blast else 1,
        rending=weapon.rending,
        critical_save=difficulty(base, modifier=cover - max(weapon.ap, RENDING_AP)) if weapon.rending else 0,
        named=named,
    )  # fmt: skip
