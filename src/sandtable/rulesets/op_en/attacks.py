"""Whom and with what somebody may shoot and fight, and the modifiers of it (chapters 13 and 14). Skills that follow an
attack for weapon, range and targets use the same; the Tests themselves are in actions.py (OE-13.9, OE-14.9)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from sandtable.engine.asking import Why, choose_weapon
from sandtable.engine.dice import Roll
from sandtable.engine.questions import Absent
from sandtable.engine.records import Record
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.op_en.asking import Play, choose_character
from sandtable.rulesets.op_en.beside import how_it_is_seen, what_it_does
from sandtable.rulesets.op_en.content import Weapon, setting
from sandtable.rulesets.op_en.effects import NoSurprise, ObscuredBeyond, ShootIntoMelee
from sandtable.rulesets.op_en.ground import field_of
from sandtable.rulesets.op_en.sight import LineOfSight, look, may_target, sees
from sandtable.rulesets.op_en.space import (
    TOUCH,
    aware,
    awareness,
    beside,
    crowds,
    figure,
    gap,
    gap_in_space,
    holds,
    in_combat_range,
    level_within,
    within,
)
from sandtable.rulesets.op_en.state import Character, State
from sandtable.rulesets.op_en.throws import Change
from sandtable.table.measuring import within_of_terrain

BARRIER_GAP: Final = 1.0
"""A gap of exactly this is too far (OE-14.6)."""
D6 = 6


class Aimed(Record, frozen=True):
    """An attack that is declared: at whom, with what, and the modifiers of both sides."""

    target: Character
    weapon: Weapon
    mine: tuple[Change, ...]
    theirs: tuple[Change, ...]


# ---- shooting: whom -------------------------------------------------------------------------------


def ranged_weapons(g: Play, who: Character) -> list[Weapon]:
    """What it may shoot with now (OE-13.1)."""
    act = g.state.act
    moved = act is not None and act.character == who.number and act.moved
    return [weapon for weapon in who.sheet.ranged if not (weapon.unmoved and moved)]


def band(who: Character, weapon: Weapon, inches: float) -> int | None:
    """The modifier of the first range band that holds a distance, None beyond the last (OE-13.8)."""
    for one in weapon.bands:
        if inches <= (awareness(who) if one.to == "awareness" else one.to) + TOUCH:
            return one.plus
    return None


def not_an_enemy(who: Character, target: Character) -> Why | None:
    """Why somebody is not an Enemy that could be attacked at all: a friend is not (OE-6.4), nor anybody neutral
    (OE-6.3)."""
    if target.side == who.side:
        return "it is Friendly", "OE-6.4"
    if target.neutral:
        return "it is neutral", "OE-6.3"
    if not target.in_play:
        return "it is not in the Combat Area", "OE-4.9"
    return None


def shot_refused(g: Play, who: Character, target: Character, weapons: Sequence[Weapon]) -> Why | None:
    """Why somebody cannot be shot at: Hidden (OE-13.6), out of LoS (OE-13.3), in a melee (OE-13.7), out of range
    (OE-13.8). Being too Big for a building bars no attack into it (OE-11.28)."""
    state = g.state
    if (why := not_an_enemy(who, target)) is not None:
        return why
    if not may_target(state, g.options, who, target):
        return "it is Hidden, and not in Awareness Range", "OE-13.6"
    if not sees(state, g.options, who, target):
        return "Line of Sight is Blocked", "OE-13.3"
    if (why := refused_in_melee(g, who, target)) is not None:
        return why
    far = gap_in_space(who, target)
    if all(band(who, weapon, far) is None for weapon in weapons):
        return f"{far:.1f}″ is too far: {_ranges(who, weapons)}", "OE-13.8"
    return None


def _ranges(who: Character, weapons: Sequence[Weapon]) -> str:
    """How far each weapon reaches at the most (OE-13.8)."""
    found = {
        weapon.name: max((awareness(who) if one.to == "awareness" else one.to for one in weapon.bands), default=0.0)
        for weapon in weapons
    }
    return ", ".join(f"{name} reaches {inches:g}″" for name, inches in found.items())


def refused_in_melee(g: Play, who: Character, target: Character) -> Why | None:
    """An Enemy Locked with somebody of the shooter's OF, itself included, is no target (OE-6.5, OE-6.6, OE-13.7), nor
    one in a melee of Enemies in which a friend is Locked (OE-6.7)."""
    state = g.state
    through = who.held(ShootIntoMelee)
    if holds(state, g.options, who, target):
        return "it is in one's own Combat Range", "OE-6.6"
    friends = state.friends(who)
    if any(holds(state, g.options, friend, target) for friend in friends):
        return None if through else ("it is Locked in Combat with a friend", "OE-13.7")
    for other in enemies_in_its_melee(g, who, target):
        locked = any(
            holds(state, g.options, friend, other) or holds(state, g.options, other, friend) for friend in friends
        )
        if locked and not through:
            return f"a friend is Locked in the melee of {target.name} and {other.name}", "OE-6.7"
    return None


def enemies_in_its_melee(g: Play, who: Character, target: Character) -> list[Character]:
    """Other Enemies that are Locked with the target or Lock it: Enemies fighting each other (OE-6.7)."""
    state = g.state
    return [
        other
        for other in state.enemies(who)
        if other.side != target.side
        and (holds(state, g.options, other, target) or holds(state, g.options, target, other))
    ]


def shoot_barred(g: Play, who: Character) -> Why | None:
    """Why somebody cannot shoot at all: without a ranged weapon (OE-13.1), in a melee (OE-13.4), or at nobody; the
    limits of actions are another matter."""
    if not who.sheet.ranged:
        return "it has no ranged weapon", "OE-13.1"
    inside = next((enemy for enemy in g.state.enemies(who) if in_combat_range(who, enemy)), None)
    if inside is not None:
        return f"it is inside the Combat Range of {inside.name}", "OE-13.4"
    weapons = ranged_weapons(g, who)
    if not weapons:
        return "it has moved in this activation", "OE-13.5"
    return nobody_to_attack(g, who, lambda target: shot_refused(g, who, target, weapons), "OE-13.3")


def may_shoot(g: Play, who: Character) -> bool:
    """Is there anybody to shoot at? The same as `shoot_barred`, what is cheap to find out first."""
    weapons = ranged_weapons(g, who)
    if not weapons:
        return False
    enemies = g.state.enemies(who)
    if any(in_combat_range(who, enemy) for enemy in enemies):
        return False
    return any(
        any(band(who, weapon, gap_in_space(who, enemy)) is not None for weapon in weapons)
        and shot_refused(g, who, enemy, weapons) is None
        for enemy in enemies
    )


def nobody_to_attack(g: Play, who: Character, refused: Callable[[Character], Why | None], clause: str) -> Why | None:
    """None if anybody can be aimed at, else what stands against the nearest."""
    first: Why | None = None
    for enemy in sorted(g.state.enemies(who), key=lambda enemy: gap(who, enemy)):
        why = refused(enemy)
        if why is None:
            return None
        first = first or (f"nobody in reach, not even {enemy.name}: {why[0]}", why[1])
    return first or ("there is no Enemy", clause)


# ---- shooting: how --------------------------------------------------------------------------------


def aim_shot(g: Play, who: Character, name: str, among: Sequence[Character] | None = None) -> Procedure[Aimed]:
    """Exactly one target and one ranged weapon (OE-13.5); the shot may go astray among Enemies in melee (OE-6.8)."""
    seat = g.state.seat_of(who)
    weapons = ranged_weapons(g, who)
    targets = among or [one for one in g.state.enemies(who) if shot_refused(g, who, one, weapons) is None]
    target = yield from choose_character(
        g, "shoot", seat, who.name, targets, f"{who.name}: {name} at whom?", "OE-13.5",
        lambda one: shot_refused(g, who, one, weapons), lambda one: how_it_is_seen(g.state, g.options, who, one),
    )  # fmt: skip
    far = gap_in_space(who, target)
    reaching = [weapon for weapon in weapons if band(who, weapon, far) is not None]
    absent = [
        Absent(weapon.name, weapon.name, *_unfit(weapon, reaching)) for weapon in who.sheet.weapons
        if weapon not in reaching
    ]  # fmt: skip
    weapon = yield from choose_weapon(
        "weapon", seat, who.name, reaching, f"{who.name}: with what?", "OE-13.5", absent, what_it_does
    )
    target = yield from strayed(g, who, target, weapon)
    return modified_shot(g, who, target, weapon)


def _unfit(weapon: Weapon, reaching: Sequence[Weapon]) -> Why:
    """Why a weapon is not shot with (OE-13.5, OE-13.8)."""
    return ("it is no ranged weapon", "OE-13.5") if not weapon.bands else ("it does not reach", "OE-13.8")


def strayed(g: Play, who: Character, target: Character, weapon: Weapon) -> Procedure[Character]:
    """One d6 for each potential target, 1 more for the intended one; the highest is shot at, ties again (OE-6.8,
    OE-6.9)."""
    others = [one for one in enemies_in_its_melee(g, who, target) if shot_refused(g, who, one, (weapon,)) is None]
    rolling = [target, *sorted(others, key=lambda one: gap_in_space(who, one))]
    seat = g.state.seat_of(who)
    while len(rolling) > 1:
        totals = []
        for one in rolling:
            (face,) = yield Roll(1, D6, f"stray shot: {one.name}", "OE-6.8", seat, who.name)
            totals.append(face + (one is target))
        rolling = [one for one, total in zip(rolling, totals, strict=True) if total == max(totals)]
    if rolling[0] is not target:
        g.tell("stray", "OE-6.8", who=who.name, intended=target.name, target=rolling[0].name)
    return rolling[0]


def modified_shot(g: Play, who: Character, target: Character, weapon: Weapon) -> Aimed:
    """The modifiers of a shot: range (OE-13.8), who is Hidden (OE-16.28), who is Obscured (OE-13.12)."""
    far = gap_in_space(who, target)
    mine = []
    if plus := band(who, weapon, far):
        mine.append(Change(f"range of the {weapon.name}", 0, plus, "OE-13.8"))
    if who.hidden and not _forewarned(g, target):
        mine.append(Change("Hidden", 0, 1, "OE-16.28"))
    if any(holds(g.state, g.options, friend, target) for friend in g.state.friends(who)):
        mine += [Change(source, 0, effect.plus, "OE-6.5") for source, effect in who.held(ShootIntoMelee)]
    theirs = obscurity(g, who, target, far)
    return Aimed(target, weapon, tuple(mine), theirs)


def _forewarned(g: Play, target: Character) -> bool:
    return any(
        one.held(NoSurprise) and aware(g.state, g.options, one, target)
        for one in (target, *g.state.friends(target))
    )  # fmt: skip


def obscurity(g: Play, who: Character, target: Character, far: float | None = None) -> tuple[Change, ...]:
    """[>] for whoever is attacked under Obscured LoS (OE-13.12, OE-14.15)."""
    seen: LineOfSight = look(g.state, g.options, who, target)
    clause = "OE-14.15" if far is None else "OE-13.12"
    if seen.view == "obscured":
        layer = f" ({seen.layer})" if seen.layer else ""
        return (Change(f"Obscured by {', '.join(seen.between)}{layer}", 1, 0, clause),)
    for source, effect in target.held(ObscuredBeyond):
        if far is not None and far > effect.inches + TOUCH:
            return (Change(source, 1, 0, "OE-13.12"),)
    return ()


# ---- fighting: whom -------------------------------------------------------------------------------


def unarmed(state: State) -> Weapon:
    """The Unarmed attack (OE-2.9)."""
    return Weapon(name="Unarmed", damage=setting(state.setting).unarmed, melee=True)


def melee_weapons(g: Play, who: Character) -> tuple[Weapon, ...]:
    """What it fights with: its melee weapons, or Unarmed (OE-2.9)."""
    if who.has("no_attack"):
        return ()
    if who.sheet.melee:
        return who.sheet.melee
    if g.options["unarmed_when"] == "no_weapon" and who.sheet.weapons:
        return ()
    return (unarmed(g.state),)


def reaches(g: Play, who: Character, weapon: Weapon, target: Character) -> bool:
    """Is a target within a melee weapon's own range, 0 without Reach (OE-2.19, OE-2.20, OE-2.23, OE-2.25, OE-14.5), or
    just across a barrier (OE-14.6)?"""
    inches = weapon.reach or who.sheet.own_range
    if level_within(who, target, inches) and beside(who, target):
        return True
    return across_barrier(g, who, target)


def across_barrier(g: Play, who: Character, target: Character) -> bool:
    """Both bases touch the same piece, less than 1 inch apart, under Obscured LoS (OE-14.6)."""
    if not within(who, target, BARRIER_GAP) or gap_in_space(who, target) >= BARRIER_GAP:
        return False
    one, two = figure(who), figure(target)
    table = field_of(g.state, g.options).table
    for number, piece in enumerate(table.terrain):
        if piece.height <= 0.0 or not table.may_reach(number, one):
            continue
        if within_of_terrain(one, piece, TOUCH) and within_of_terrain(two, piece, TOUCH):
            return look(g.state, g.options, who, target).view == "obscured"
    return False


def blow_refused(g: Play, who: Character, target: Character, weapons: Sequence[Weapon]) -> Why | None:
    """Why somebody cannot be fought: no Enemy, or not inside the CR (OE-14.3, OE-14.5) and the AR (OE-2.21)."""
    if (why := not_an_enemy(who, target)) is not None:
        return why
    if not any(reaches(g, who, weapon, target) for weapon in weapons):
        return "it is not inside the Combat Range", "OE-14.3"
    if not aware(g.state, g.options, who, target):
        return "it is not inside the Awareness Range", "OE-2.21"
    return None


def fight_barred(g: Play, who: Character) -> Why | None:
    """Anybody may fight (OE-14.1) who has something to fight with (OE-2.9) and an Enemy in CR (OE-14.3)."""
    weapons = fresh_weapons(g, who)
    if not melee_weapons(g, who):
        return "it has no melee attack", "OE-2.9"
    if not weapons:
        return "it has no other melee weapon", "OE-9.7"
    return nobody_to_attack(g, who, lambda target: blow_refused(g, who, target, weapons), "OE-14.3")


def may_fight(g: Play, who: Character) -> bool:
    """Is there anybody to fight?"""
    weapons = fresh_weapons(g, who)
    return any(blow_refused(g, who, enemy, weapons) is None for enemy in g.state.enemies(who))


def fresh_weapons(g: Play, who: Character) -> list[Weapon]:
    """A Talent that lets it fight twice wants two different weapons (OE-9.7)."""
    act = g.state.act
    repeated = act is not None and act.repeat
    again = who.fought_with if not repeated else ()
    return [weapon for weapon in melee_weapons(g, who) if weapon.name not in again]


# ---- fighting: how --------------------------------------------------------------------------------


def aim_blow(g: Play, who: Character, name: str, weapons: Sequence[Weapon]) -> Procedure[Aimed]:
    """Exactly one Enemy and one melee weapon that reaches it (OE-14.4, OE-14.5)."""
    seat = g.state.seat_of(who)
    targets = [one for one in g.state.enemies(who) if blow_refused(g, who, one, weapons) is None]
    target = yield from choose_character(
        g, "fight", seat, who.name, targets, f"{who.name}: {name} whom?", "OE-14.4",
        lambda one: blow_refused(g, who, one, weapons), lambda one: how_it_is_seen(g.state, g.options, who, one),
    )  # fmt: skip
    reaching = [weapon for weapon in weapons if reaches(g, who, weapon, target)]
    absent = [
        Absent(weapon.name, weapon.name, *_useless(weapon)) for weapon in who.sheet.weapons if weapon not in reaching
    ]
    weapon = yield from choose_weapon(
        "weapon", seat, who.name, reaching, f"{who.name}: with what?", "OE-14.4", absent, what_it_does
    )
    return modified_blow(g, who, target, weapon)


def _useless(weapon: Weapon) -> Why:
    """Why a weapon is not fought with (OE-14.4, OE-14.5)."""
    return ("it is no melee weapon", "OE-14.4") if not weapon.melee else ("it does not reach", "OE-14.5")


def modified_blow(g: Play, who: Character, target: Character, weapon: Weapon) -> Aimed:
    """The modifiers of a Fight: the weapon, who crowds on both sides (OE-14.12, OE-14.13, OE-14.14), Obscured LoS
    (OE-14.15) or a barrier (OE-14.7). Without any both roll what they have (OE-3.27); examples of a crowd and of a wall
    are OE-3.28 and OE-3.29."""
    mine = [Change(weapon.name, 0, weapon.plus, "OE-3.18")] if weapon.plus else []
    theirs = list(obscurity(g, who, target))
    if theirs and across_barrier(g, who, target):
        theirs = [Change("a barrier between them", 1, 0, "OE-14.7")]
    for enemy in g.state.enemies(who):
        if enemy is not target and crowds(g.options, enemy, who):
            mine.append(Change(f"{enemy.name} crowds", -1, 0, "OE-14.14"))
    for friend in g.state.friends(who):
        if not crowds(g.options, friend, target):
            continue
        if g.options["fight_support"] == "opposing_down":
            theirs.append(Change(f"{friend.name} crowds", -1, 0, "OE-14.13"))
        else:
            mine.append(Change(f"{friend.name} supports", 1, 0, "OE-14.13"))
    return Aimed(target, weapon, tuple(mine), tuple(theirs))
