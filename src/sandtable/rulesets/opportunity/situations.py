"""Starting in the middle: the situations of case files (docs/cases.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from sandtable.engine.errors import SetupError, shown
from sandtable.engine.lists import lookup
from sandtable.engine.rulebook import Options, at_least, typed
from sandtable.rulesets.opportunity.content import Armour, Weapon, content
from sandtable.rulesets.opportunity.roster import (
    LEAST,
    MOST,
    Built,
    PlainArmour,
    _of_archetype,
    checked,
    combatant,
    skills_with_weapons,
    unique_names,
)
from sandtable.rulesets.opportunity.state import COLOURS, DICE, POOL_SIZE, Combatant, Dice, Die, Side, State, Status


class Standing(Struct, forbid_unknown_fields=True):
    """A combatant as a case describes it."""

    name: str
    side: str = ""
    archetype: str = ""
    physique: int | None = None
    agility: int | None = None
    weapon_skill: int | None = None
    intelligence: int | None = None
    skill_with: dict[str, int] | None = None
    weapon: str | Weapon | None = None
    carries: list[str | Weapon] | None = None
    armour: str | PlainArmour | None = None
    skills: list[str] | None = None
    position: int | None = None
    trauma: int = 0
    status: Status = "in the fight"
    aimed: bool = False
    fatally_injured: bool = False
    paired_with: list[str] = []
    set: list[str] = []
    pool: list[str] = []
    initiative: int | None = None
    full_defence: int | None = None
    picks_made: int | None = None
    captive: bool = False


class Situation(Struct, forbid_unknown_fields=True):
    combatant: list[Standing]
    stage: Literal["turn", "pick", "violence"] = "turn"
    turn: int = 1
    round: int = 1
    acting: str = ""
    encounter: str = ""
    roles: dict[str, str] = {}
    smoke: bool = False
    device: int = 0


def situation(data: Mapping[str, Any], options: Options) -> State:
    case = typed("situation", data, Situation)
    if not LEAST <= len(case.combatant) <= MOST:
        raise SetupError(f"an encounter has {LEAST} to {MOST} combatants, not {len(case.combatant)}", "OP-1.19")
    names = [one.name for one in case.combatant]
    if unique_names(names) != names:
        raise SetupError("two combatants have the same name")
    sides = list(dict.fromkeys(one.side or one.name for one in case.combatant))
    state = State(
        encounter=lookup("encounter", case.encounter, content().encounters).id if case.encounter else "",
        sides=_sides(case, sides),
        seats=tuple(sides),
        combatants=[_stand(i, one, sides, options) for i, one in enumerate(case.combatant)],
        turn=at_least(1, "turn", case.turn),
        smoke=case.smoke,
        device=at_least(0, "device", case.device),
    )
    if state.encounter:
        begun = case.turn - 1 if case.stage == "turn" else case.turn
        state.arrived = sum(arrival.turn <= begun for arrival in content().encounters[state.encounter].arrivals)
    _pair(state, case)
    _place_in_turn(state, case)
    return state


def _sides(case: Situation, sides: list[str]) -> tuple[Side, ...]:
    """Sides with their roles: as named, else the encounter's roles in turn."""
    if not case.encounter:
        return tuple(Side(name, "") for name in sides)
    for side in case.roles:
        if side not in sides:
            raise SetupError(f"roles: there is no side {shown(side)}")
    encounter = lookup("encounter", case.encounter, content().encounters)
    in_turn = [encounter.role[i % len(encounter.role)].id for i in range(len(sides))]
    roles = [encounter.find_role(case.roles.get(name, own)) for name, own in zip(sides, in_turn, strict=True)]
    for role in encounter.role:
        if role not in roles:
            raise SetupError(f"{encounter.name} needs a side of {role.name}", "OP-1.19")
    return tuple(Side(name, role.id) for name, role in zip(sides, roles, strict=True))


def _stand(number: int, one: Standing, sides: list[str], options: Options) -> Combatant:
    base = _of_archetype(lookup("archetype", one.archetype, content().archetypes)) if one.archetype else Built()
    for field in ("physique", "agility", "weapon_skill", "intelligence"):
        if (value := getattr(one, field)) is not None:
            setattr(base, field, value)
    base.weapons = _weapons(one, base)
    if one.armour is not None:
        base.armour = _armour(one.armour)
    if one.skills is not None:
        named = [lookup("skill", skill, content().skills, "OP-14.23").name for skill in one.skills]
        base.skills = tuple(dict.fromkeys(named))
    if one.skill_with is not None:
        known = {weapon.name for weapon in base.weapons}
        listed = {name: skill for name, skill in one.skill_with.items() if name not in known}
        base.skill_with = {name: s for name, s in one.skill_with.items() if name in known} | skills_with_weapons(listed)
    seat = side = sides.index(one.side or one.name)
    stands = combatant(number, one.name, side, seat, checked(one.name, base), options)
    stands.position = stands.agility if one.position is None else one.position
    stands.trauma, stands.status, stands.aimed = one.trauma, one.status, one.aimed
    if one.trauma < 0:
        raise SetupError(f"{one.name}: Trauma is never below 0", "OP-1.16")
    stands.fatally_injured, stands.captive = one.fatally_injured, one.captive
    if one.full_defence is not None:
        stands.full_defence = at_least(0, "full_defence", one.full_defence)
    in_order = {colour: place for place, colour in enumerate(COLOURS)}
    stands.set = tuple(sorted(dice(one.name, one.set, 6), key=lambda die: in_order[die.colour]))
    stands.pool = dice(one.name, one.pool, POOL_SIZE)
    if stands.pool + stands.set and not stands.fighting:
        raise SetupError(f"{one.name} is {one.status} and has no dice", "OP-2.6")
    total = sum(die.value for die in stands.pool) + stands.agility
    stands.initiative = total if one.initiative is None else one.initiative
    return stands


def _weapons(one: Standing, base: Built) -> tuple[Weapon, ...]:
    """The equipped weapon first."""
    equipped = base.weapons[:1] if one.weapon is None else (_weapon(one.weapon),)
    carried = base.weapons[1:] if one.carries is None else tuple(_weapon(weapon) for weapon in one.carries)
    return (*(equipped or (content().weapons["Unarmed"],)), *carried)


def _weapon(weapon: str | Weapon) -> Weapon:
    return weapon if isinstance(weapon, Weapon) else lookup("weapon", weapon, content().weapons, "OP-1.14")


def _armour(armour: str | PlainArmour) -> Armour:
    if isinstance(armour, PlainArmour):
        return Armour(armour.name, armour.value, armour.coverage)
    return lookup("armour", armour, content().armours, "OP-1.14")


def dice(who: str, written: list[str], most: int) -> Dice:
    """Dice written as 'R5', 'G3', 'B1'."""
    if len(written) > most:
        raise SetupError(f"{who} has {len(written)} dice; {most} are the most", "OP-3.5")
    return tuple(_die(who, text) for text in written)


def _die(who: str, text: str) -> Die:
    colour = {"R": "red", "G": "green", "B": "blue"}.get(text[:1].upper())
    if colour is None or text[1:] not in ("1", "2", "3", "4", "5", "6"):
        raise SetupError(f"{who}: {shown(text)} is not a die; write R, G or B and 1 to 6", "OP-3.3")
    return DICE[colour][int(text[1:])]  # type: ignore[index]


def _pair(state: State, case: Situation) -> None:
    by_name = {one.name: one for one in state.combatants}
    for one in case.combatant:
        for other in one.paired_with:
            if other not in by_name:
                raise SetupError(f"{one.name} is paired with {shown(other)}, who is not there", "OP-9.1")
            pair = sorted((by_name[one.name].number, by_name[other].number))
            if pair[0] == pair[1]:
                raise SetupError(f"{one.name} cannot be paired with itself", "OP-9.1")
            for number in pair:
                if not state.combatants[number].fighting:
                    raise SetupError(f"{state.combatants[number].name} is not in the fight and has no lock", "OP-9.8")
            if (pairing := (pair[0], pair[1])) not in state.pairings:
                state.pairings = (*state.pairings, pairing)


def _place_in_turn(state: State, case: Situation) -> None:
    if case.stage == "pick":
        for one, written in zip(state.combatants, case.combatant, strict=True):
            colours = [sum(die.colour == colour for die in (*one.set, *one.pool)) for colour in COLOURS]
            if one.fighting and colours != [2, 2, 2]:
                raise SetupError(f"{one.name}: set and pool together are two dice of each colour", "OP-3.2")
            one.initiative = 0
            one.picks = -1 if written.picks_made is None else at_least(0, "picks_made", written.picks_made)
        state.phase = "bands"
    elif case.stage == "violence":
        if not 1 <= case.round <= 3:
            raise SetupError(f"a turn has one to three rounds, not {case.round}", "OP-6.4")
        state.round = case.round - 1
        state.phase = "round"
        if case.acting:
            if case.acting not in (names := [one.name for one in state.combatants]):
                raise SetupError(f"acting: there is no {shown(case.acting)}")
            state.acting = names.index(case.acting)
