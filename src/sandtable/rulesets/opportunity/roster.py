"""Who takes part: combatants from archetypes and own builds, sides, budgets and the start of an encounter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from sandtable.engine.errors import Mistakes, SetupError
from sandtable.engine.forces import PricedForce, PricedModel, replaced
from sandtable.engine.lists import lookup
from sandtable.engine.names import LONGEST, check_name
from sandtable.engine.names import unique_names as names_in_order
from sandtable.engine.rulebook import Options, typed, written_for
from sandtable.rulesets.opportunity.content import (
    Archetype,
    Armour,
    Content,
    Encounter,
    Role,
    Weapon,
    check_armour,
    check_weapon,
    content,
    in_hand,
    in_scale,
)
from sandtable.rulesets.opportunity.state import Combatant, Side, State

LEAST, MOST = 2, 8
MOST_WEAPONS = 3
BUILD_INTELLIGENCE = 3
READY_BUDGET = 200
RESERVED = (
    "turn", "round", "stage", "smoke", "device", "order", "pick_order", "encounter", "over", "winners", "asked",
    "ended_by", "done",
)  # fmt: skip
"""Case files and questions use these words beside the names of combatants."""


class PlainArmour(Struct, frozen=True, forbid_unknown_fields=True):
    value: int
    coverage: int
    name: str = "armour"


class Entry(Struct, forbid_unknown_fields=True):
    """A combatant as written in a force: an archetype, or a build of one's own."""

    name: str = ""
    archetype: str = ""
    player: str = ""
    physique: int | None = None
    agility: int | None = None
    weapon_skill: int | None = None
    intelligence: int | None = None
    skill_with: dict[str, int] | None = None
    weapons: list[str] | None = None
    armour: str | None = None
    skills: list[str] | None = None

    def own_build(self) -> bool:
        parts = (self.physique, self.agility, self.weapon_skill, self.weapons, self.armour, self.skills,
                 self.skill_with, self.intelligence)  # fmt: skip
        return any(part is not None for part in parts)


class SideSetup(Struct, forbid_unknown_fields=True):
    """One side: the name of a ready side, or a list of combatants."""

    name: str = ""
    role: str = ""
    force: str = ""
    combatants: list[str | Entry] = []


class EncounterSetup(Struct, forbid_unknown_fields=True):
    encounter: str
    side: list[SideSetup]
    series: list[str] = []
    """Further encounters, for linked play."""


class Force(Struct, forbid_unknown_fields=True):
    """A force file."""

    ruleset: str
    name: str
    combatants: list[str | Entry]


# ---- combatants -----------------------------------------------------------------------------------


class Built(Struct):
    """Numbers and gear of one combatant, before it has a place in an encounter."""

    physique: int = 3
    agility: int = 3
    weapon_skill: int = 2
    intelligence: int = 3
    weapons: tuple[Weapon, ...] = ()
    armour: Armour = Armour("None", 0, 0)
    skills: tuple[str, ...] = ()
    skill_with: dict[str, int] = {}
    points: int = 0


def _of_archetype(one: Archetype) -> Built:
    lists = content()
    return Built(
        one.physique, one.agility, one.weapon_skill, one.intelligence,
        tuple(lists.weapons[name] for name in one.weapons), lists.armours[one.armour], one.skills, one.skill_with,
        one.cost,
    )  # fmt: skip


def checked(name: str, built: Built) -> Built:
    """Refuses what is off the scales (OP-1.18)."""
    for number in ("physique", "agility", "weapon_skill", "intelligence"):
        in_scale(name, number, getattr(built, number))
    for weapon_name, skill in built.skill_with.items():
        in_scale(f"{name} with {weapon_name}", "weapon_skill", skill)
    for weapon in built.weapons:
        check_weapon(weapon)
    check_armour(built.armour)
    return built


def combatant(number: int, name: str, side: int, seat: int, built: Built, options: Options) -> Combatant:
    weapons = tuple(in_hand(weapon, options) for weapon in built.weapons)
    return Combatant(
        number=number,
        name=name,
        side=side,
        seat=seat,
        physique=built.physique,
        agility=built.agility,
        base_skill=built.weapon_skill,
        intelligence=built.intelligence,
        weapons=weapons,
        equipped=weapons[0] if weapons else content().weapons["Unarmed"],
        armour=built.armour,
        skills=built.skills,
        skill_with=built.skill_with,
        points=built.points,
        position=built.agility,
    )


def from_archetype(number: int, name: str, side: int, seat: int, one: Archetype, options: Options) -> Combatant:
    return combatant(number, name, side, seat, _of_archetype(one), options)


def build(entry: str | Entry) -> tuple[str, Built]:
    """Name and numbers of one entry of a force."""
    lists = content()
    if isinstance(entry, str):
        entry = Entry(archetype=entry)
    if entry.archetype:
        one = lookup("archetype", entry.archetype, lists.archetypes)
        if entry.own_build():
            raise SetupError(f"{entry.name or one.name}: give an archetype or numbers of your own, not both")
        return entry.name or one.name, _of_archetype(one)
    if not entry.name:
        raise SetupError("a combatant needs a name or an archetype")
    return entry.name, _own_build(entry, lists)


def _own_build(entry: Entry, lists: Content) -> Built:
    name = entry.name
    if entry.intelligence not in (None, BUILD_INTELLIGENCE):
        raise SetupError(f"{name}: in a build of your own Intelligence is {BUILD_INTELLIGENCE}", "OP-1.7")
    weapons = tuple(lookup("weapon", weapon, lists.weapons, "OP-1.14") for weapon in entry.weapons or ["Unarmed"])
    _check_weapon_list(name, weapons)
    skills = tuple(lookup("skill", skill, lists.skills, "OP-14.23").name for skill in entry.skills or [])
    if len(set(skills)) < len(skills):
        raise SetupError(f"{name} has a skill twice", "OP-14.23")
    with_weapons = skills_with_weapons(entry.skill_with or {})
    built = Built(
        physique=3 if entry.physique is None else entry.physique,
        agility=3 if entry.agility is None else entry.agility,
        weapon_skill=2 if entry.weapon_skill is None else entry.weapon_skill,
        intelligence=BUILD_INTELLIGENCE,
        weapons=weapons,
        armour=lookup("armour", entry.armour or "None", lists.armours, "OP-1.14"),
        skills=skills,
        skill_with=with_weapons,
    )
    checked(name, built)
    best_skill = max([built.weapon_skill, *with_weapons.values()])
    built.points = lists.combatant_cost(built.physique, built.agility, best_skill, weapons, built.armour, len(skills))
    return built


def skills_with_weapons(written: Mapping[str, int]) -> dict[str, int]:
    """Weapon Skill with named weapons, under the names of the list (OP-1.6)."""
    return {lookup("weapon", weapon, content().weapons, "OP-1.6").name: skill for weapon, skill in written.items()}


def _check_weapon_list(name: str, weapons: Sequence[Weapon]) -> None:
    bought = [weapon for weapon in weapons if weapon.name != "Unarmed"]
    if len(bought) > MOST_WEAPONS:
        raise SetupError(f"{name} carries {len(bought)} weapons; {MOST_WEAPONS} are the most", "OP-1.14")
    for weapon in bought:
        if weapon.name in ("Pistol Whip", "Rifle Stock"):
            raise SetupError(f"{name}: {weapon.name} comes with a firearm and cannot be bought", "OP-12.2")
    if len({weapon.name for weapon in bought}) < len(bought):
        raise SetupError(f"{name} carries the same weapon twice", "OP-1.14")


def unique_names(names: Iterable[str]) -> list[str]:
    return names_in_order(names, "combatants", RESERVED)


# ---- forces ---------------------------------------------------------------------------------------


def price_force(data: Mapping[str, Any]) -> PricedForce:
    """Checks a force file and adds up its points."""
    force = typed("force", data, Force)
    written_for("opportunity", force.ruleset)
    if not 1 <= len(force.combatants) <= MOST:
        raise SetupError(f"a force has 1 to {MOST} combatants, not {len(force.combatants)}", "OP-1.19")
    mistakes = Mistakes()
    with mistakes:
        if force.name:
            check_name(force.name, RESERVED)
    built: list[tuple[str, Built]] = []
    for entry in force.combatants:
        with mistakes:
            built.append(build(entry))
    mistakes.tell()
    names = unique_names(name for name, _ in built)
    kinds = [entry if isinstance(entry, str) else entry.archetype or "own build" for entry in force.combatants]
    lines = tuple(PricedModel(name, kind, one.points) for name, kind, (_, one) in zip(names, kinds, built, strict=True))
    return PricedForce(force.name, lines, sum(line.points for line in lines))


def ready_forces() -> list[dict[str, Any]]:
    """The quick-start sides as force files."""
    return [
        {"ruleset": "opportunity", "name": side.name, "combatants": list(side.combatants)}
        for side in content().sides.values()
    ]


def with_force(setup: Mapping[str, Any], seat: int, force: Mapping[str, Any]) -> dict[str, Any]:
    """The set-up with this force file for a side, which keeps its role, and its name if it has one: else it has the
    force's. A ready side as it is listed stays one."""
    price_force(force)
    ready = content().sides.get(force["name"])
    listed = ready is not None and list(ready.combatants) == list(force["combatants"])
    what = {"force": force["name"]} if listed else {"combatants": force["combatants"]}
    changed = replaced(setup, "side", seat, ("name", "role"), what)
    changed["side"][seat].setdefault("name", force["name"])
    return changed


# ---- encounters -----------------------------------------------------------------------------------


def begin(data: Mapping[str, Any], options: Options) -> State:
    """The first state of a full set-up."""
    setup = typed("set-up", data, EncounterSetup)
    encounter = lookup("encounter", setup.encounter, content().encounters)
    for name in setup.series:
        lookup("encounter", name, content().encounters)
    forces = [_force(side) for side in setup.side]
    roles = _roles(encounter, setup.side)
    _check_sizes(encounter, roles, [len(force) for force in forces])
    for side, role, force in zip(setup.side, roles, forces, strict=True):
        _check_budget(encounter, side, role, force)
    state = _assemble(encounter, setup, roles, forces, options)
    if setup.series:
        state.linked, state.core = True, len(state.combatants)
        state.series = tuple(lookup("encounter", name, content().encounters).id for name in setup.series)
        state.wins = (0,) * len(state.sides)
        for name in state.series:
            _fit_in_series(content().encounters[name], state)
    _open(state, encounter, options)
    return state


def _force(side: SideSetup) -> list[tuple[str, Built, str]]:
    """Name, numbers and player of each combatant of a side."""
    if side.force and side.combatants:
        raise SetupError(f"side {side.name or side.force}: name a ready side or list combatants, not both")
    entries: Sequence[str | Entry] = side.combatants
    if side.force:
        entries = lookup("ready side", side.force, content().sides).combatants
    if not entries:
        raise SetupError(f"side {side.name[:LONGEST] or '?'} has no combatants", "OP-1.19")
    return [(*build(entry), entry.player if isinstance(entry, Entry) else "") for entry in entries]


def _roles(encounter: Encounter, sides: list[SideSetup]) -> list[Role]:
    """The role of each side: as named, else the encounter's roles in turn."""
    roles = []
    for i, side in enumerate(sides):
        roles.append(encounter.find_role(side.role) if side.role else encounter.role[i % len(encounter.role)])
    for role in encounter.role:
        count = sum(one is role for one in roles)
        if not role.sides_least <= count <= role.sides_most:
            wanted = (
                role.sides_least if role.sides_least == role.sides_most else f"{role.sides_least} to {role.sides_most}"
            )
            raise SetupError(f"{encounter.name} has {wanted} sides of {role.name}, not {count}", "OP-1.19")
    return roles


def _check_sizes(encounter: Encounter, roles: list[Role], sizes: list[int]) -> None:
    for role, size in zip(roles, sizes, strict=True):
        if not role.least <= size <= role.most:
            raise SetupError(
                f"{encounter.name}: {role.name} has {role.least} to {role.most} combatants, not {size}", "OP-1.19"
            )
    if encounter.side_sizes:
        if str(len(sizes)) not in encounter.side_sizes:
            raise SetupError(f"{encounter.name} is for {' or '.join(encounter.side_sizes)} sides", "OP-1.19")
        least, most = encounter.side_sizes[str(len(sizes))]
        for size in sizes:
            if not least <= size <= most:
                raise SetupError(
                    f"{encounter.name} with {len(sizes)} sides: {least} to {most} each, not {size}", "OP-1.19"
                )
    if sum(sizes) > encounter.most_combatants:
        raise SetupError(
            f"{encounter.name} has at most {encounter.most_combatants} combatants, not {sum(sizes)}", "OP-1.19"
        )


def _check_budget(encounter: Encounter, side: SideSetup, role: Role, force: list[tuple[str, Built, str]]) -> None:
    """A ready side may be used unchanged wherever 200 points are asked for."""
    points = sum(built.points for _, built, _ in force)
    ready = bool(side.force) and role.budget >= READY_BUDGET
    if points > role.budget and not ready:
        raise SetupError(
            f"{encounter.name}: {side.name or side.force or role.name} costs {points}, the limit is {role.budget}"
        )
    have = {skill for _, built, _ in force for skill in built.skills}
    for skill in role.needs_skills:
        if skill not in have:
            raise SetupError(f"{encounter.name}: {role.name} need somebody with the skill {skill}", "OP-14.23")


def _assemble(
    encounter: Encounter,
    setup: EncounterSetup,
    roles: list[Role],
    forces: list[list[tuple[str, Built, str]]],
    options: Options,
) -> State:
    names = unique_names(name for force in forces for name, _, _ in force)
    side_names = _side_names(setup.side, roles, forces)
    seats: list[str] = []
    plays: dict[str, int] = {}
    for player in (player for force in forces for _, _, player in force if player):
        check_name(player, RESERVED)
    members: list[Combatant] = []
    for number, (side, built, player) in enumerate((i, b, p) for i, force in enumerate(forces) for _, b, p in force):
        seat_name = player or side_names[side]
        if plays.setdefault(seat_name, side) != side:
            raise SetupError(f"{seat_name} cannot play for two sides", "OP-1.19")
        if seat_name not in seats:
            seats.append(seat_name)
        members.append(combatant(number, names[number], side, seats.index(seat_name), built, options))
    sides = tuple(Side(name, role.id) for name, role in zip(side_names, roles, strict=True))
    return State(encounter.id, sides, tuple(seats), members)


def _side_names(sides: list[SideSetup], roles: list[Role], forces: list[list[tuple[str, Built, str]]]) -> list[str]:
    """As named; else a ready side's name, a single combatant's, or the role's. Equal names are numbered."""
    return unique_names(
        side.name or side.force or (force[0][0] if len(force) == 1 else role.name)
        for side, role, force in zip(sides, roles, forces, strict=True)
    )


def _open(state: State, encounter: Encounter, options: Options) -> None:
    """Starting Positions (OP-2.3), captives and device of an encounter."""
    for one in state.combatants:
        one.position = one.agility + encounter.find_role(state.sides[one.side].role).position_bonus
    state.device = encounter.device
    for captive in encounter.captives:
        side = next(i for i, side in enumerate(state.sides) if side.role == captive.role)
        name = captive.archetype
        if any(one.name == name for one in state.combatants):
            name += " (captive)"
        seat = next(state.side_members(side)).seat
        one = from_archetype(len(state.combatants), name, side, seat, content().archetypes[captive.archetype], options)
        one.captive, one.points = True, 0
        one.status = "bound" if captive.bound else captive.status
        one.fatally_injured, one.trauma = captive.fatally_injured, captive.trauma
        state.combatants.append(one)


# ---- linked play ----------------------------------------------------------------------------------


def _fit_in_series(encounter: Encounter, state: State) -> None:
    """Budgets are not looked at again in a series, numbers and roles are."""
    roles = [encounter.role[i % len(encounter.role)] for i in range(len(state.sides))]
    for role in encounter.role:
        if not role.sides_least <= sum(one is role for one in roles) <= role.sides_most:
            raise SetupError(f"{encounter.name} does not fit a series with {len(state.sides)} sides", "OP-1.19")
    _check_sizes(encounter, roles, [len(list(state.side_members(side))) for side in range(len(state.sides))])


def begin_next(state: State, options: Options) -> None:
    """The next encounter of a series: the living are rested (OP-16.4), hired hands and captives stay behind."""
    encounter = content().encounters[state.series[0]]
    state.series = state.series[1:]
    state.encounter = encounter.id
    state.sides = tuple(
        Side(side.name, encounter.role[i % len(encounter.role)].id) for i, side in enumerate(state.sides)
    )
    state.combatants = state.combatants[: state.core]
    for one in state.combatants:
        if one.alive:
            one.status, one.trauma, one.fatally_injured, one.steady = "in the fight", 0, False, False
        one.aimed, one.initiative, one.left_at = False, 0, 0
        one.set = one.pool = ()
        one.full_defence = None
    state.turn, state.round, state.phase = 1, 0, "turn"
    state.pairings = state.queue = state.order = state.pick_order = state.acted = ()
    state.ties = ()
    state.smoke, state.escapes, state.arrived, state.result = False, 0, 0, None
    _open(state, encounter, options)
