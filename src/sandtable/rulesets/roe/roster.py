"""Forces: building, pricing, checking, and the battle they begin (chapters 3 and 7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from sandtable.engine.errors import Mistakes, SetupError, shown
from sandtable.engine.forces import PricedForce, PricedModel, replaced
from sandtable.engine.lists import lookup
from sandtable.engine.names import unique_names as names_in_order
from sandtable.engine.rulebook import Options, typed, written_for
from sandtable.rulesets.roe.content import (
    Content,
    ForceModel,
    Profile,
    Weapon,
    content,
    read_abilities,
    read_base,
    smallest_size,
)  # fmt: skip
from sandtable.rulesets.roe.state import Model, Player, State

MOST_MODELS = 60
RESERVED = frozenset(
    {
        "round", "phase", "turn", "player_one", "controlled", "objectives", "over", "winners", "asked", "ended_by",
        "pass", "no overwatch",
    }
)  # fmt: skip
"""Words that cases need for facts, and questions for answers beside the names of models."""


class ForceFile(Struct, forbid_unknown_fields=True):
    """A force as a file holds it."""

    ruleset: str
    name: str
    faction: str
    models: list[ForceModel]
    points: int = 400


class PlayerSetup(Struct, forbid_unknown_fields=True):
    name: str = ""
    force: str = ""
    faction: str = ""
    models: list[ForceModel] = []


class BattleSetup(Struct, forbid_unknown_fields=True):
    player: list[PlayerSetup]
    map: str = "Relay Station"
    points: int = 400
    objective_set: int = 0
    ingress: int = 0
    victory: int = 0
    side: str = ""
    colours: str = ""


# ---- pricing --------------------------------------------------------------------------------------


def price_force(data: Mapping[str, Any]) -> PricedForce:
    """Checks a force file and adds up its credits."""
    force = typed("force", data, ForceFile)
    written_for("roe", force.ruleset)
    sheet = check_force(content(), force.faction, force.models, force.points)
    return PricedForce(force.name, sheet.lines, sheet.points)


def ready_forces() -> list[dict[str, Any]]:
    """The quick-start forces as force files."""
    found = content()
    return [
        {
            "ruleset": "roe", "name": force.name, "faction": force.faction, "points": smallest_size(found, force),
            "models": [
                {"profile": model.profile, "weapons": list(model.weapons), "backup": list(model.backup)}
                for model in force.models
            ],
        }
        for force in found.forces.values()
    ]  # fmt: skip


def with_force(setup: Mapping[str, Any], seat: int, force: Mapping[str, Any]) -> dict[str, Any]:
    """The set-up with this force file for a player, who keeps his name."""
    price_force(force)
    return replaced(setup, "player", seat, ("name",), {"faction": force["faction"], "models": force["models"]})


def check_force(found: Content, faction: str, models: Sequence[ForceModel], size: int) -> PricedForce:
    """One faction, the limits of the size, and the price of every model."""
    if not 1 <= len(models) <= MOST_MODELS:
        raise SetupError(f"a force has 1 to {MOST_MODELS} models, not {len(models)}", "RE-0.1")
    faction, kinds = _known(found, faction, models, size)
    names = unique_names(model.name or kind.name for model, kind in zip(models, kinds, strict=True))
    lines: list[PricedModel] = []
    mistakes = Mistakes()
    for name, kind, model in zip(names, kinds, models, strict=True):
        with mistakes:
            weapons = equipped(found, name, kind, model.weapons)
            lines.append(PricedModel(name, kind.name, kind.cost + weapons_cost(found, weapons)))
    with mistakes:
        _check_limits(found, models, kinds, size)
    points = sum(line.points for line in lines)
    with mistakes:
        if points > size:
            raise SetupError(f"the force costs {points} cdts, the limit is {size}", "RE-7.3")
    mistakes.tell()
    return PricedForce(faction, tuple(lines), points)


def _known(found: Content, faction: str, models: Sequence[ForceModel], size: int) -> tuple[str, list[Profile]]:
    """Size, faction, profiles and weapons that exist, and go together."""
    mistakes = Mistakes()
    kinds: list[Profile] = []
    name = ""
    with mistakes:
        if size not in found.limits.sizes:
            sizes = ", ".join(map(str, found.limits.sizes))
            raise SetupError(f"a game is of {sizes} cdts, not {size}", "RE-7.3")
    with mistakes:
        name = lookup("faction", faction, found.factions, "RE-7.3").name
    for model in models:
        with mistakes:
            kinds.append(kind := lookup("profile", model.profile, found.profiles, "RE-3.1"))
            if name and kind.faction != name:
                raise SetupError(f"{kind.name} is of {kind.faction}, not of {name}", "RE-7.3")
        for weapon in model.weapons:
            with mistakes:
                lookup("weapon", weapon, found.weapons, "RE-3.10")
    mistakes.tell()
    return name, kinds


def equipped(found: Content, who: str, kind: Profile, names: Sequence[str]) -> tuple[Weapon, ...]:
    """The weapons of a model; Light limits their number and kind (RE-6.12, RE-6.13)."""
    weapons = tuple(lookup("weapon", name, found.weapons, "RE-3.10") for name in names)
    if "Light" not in kind.abilities:
        if len(weapons) > found.limits.most_weapons:
            raise SetupError(f"{who} has {len(weapons)} weapons; {found.limits.most_weapons} are the most", "RE-6.12")
        return weapons
    check_light(found, who, weapons)
    return weapons


def check_light(found: Content, who: str, weapons: Sequence[Weapon]) -> None:
    """Light binds whatever the model was bought as (RE-6.12, RE-6.13); Lightweight is for carrying alone, it makes no
    weapon one for close combat (RE-6.33, RE-6.34). An item without an attack of its own is no
    weapon (RE-6.44)."""
    if sum(bool(weapon.range or weapon.close) for weapon in weapons) > found.limits.most_weapons_light:
        raise SetupError(f"{who} is Light and carries two weapons at most", "RE-6.12")
    for weapon in weapons:
        if weapon.range and not weapon.close and not weapon.has("Lightweight"):
            raise SetupError(f"{who} is Light: {weapon.name} has neither C in its Range nor Lightweight", "RE-6.13")


def weapons_cost(found: Content, weapons: Sequence[Weapon]) -> int:
    """Each Backup weapon is cheaper beside another ranged weapon that is not discounted itself (RE-6.25)."""
    backups = [weapon for weapon in weapons if weapon.has("Backup")]
    beside = any(weapon.range and not weapon.has("Backup") for weapon in weapons)
    cheaper = backups if beside else backups[1:]
    discount = found.weapon_formula.backup_discount
    return sum(weapon.cost for weapon in weapons) - sum(min(discount, weapon.cost) for weapon in cheaper)


def _check_limits(found: Content, models: Sequence[ForceModel], kinds: Sequence[Profile], size: int) -> None:
    """Officers, Medics and heavy weapons (our limits)."""
    limits = found.limits
    officers = sum(any(ability.startswith("Command") for ability in kind.abilities) for kind in kinds)
    medics = sum("Medic" in kind.abilities for kind in kinds)
    carried = [lookup("weapon", name, found.weapons) for model in models for name in model.weapons]
    heavy = sum(weapon.heavy for weapon in carried)
    for count, most, what in (
        (officers, limits.most_command, "Command models"),
        (medics, limits.most_medics, "Medics"),
        (heavy, limits.heavy_per_100 * (size // 100), "heavy weapons"),
    ):
        if count > most:
            raise SetupError(f"the force has {count} {what}; {most} are the most for {size} cdts", "RE-7.3")


def unique_names(names: Iterable[str]) -> list[str]:
    return names_in_order(names, "models or players", RESERVED)


# ---- models ---------------------------------------------------------------------------------------


def enlist(number: int, name: str, side: int, kind: Profile, weapons: tuple[Weapon, ...], cost: int) -> Model:
    abilities = dict(read_abilities(name, kind.abilities))
    return Model(
        number, name, side, kind.exp, kind.res, kind.w, kind.c,
        abilities=tuple(abilities),
        command=abilities.get("Command", 0),
        resilient=abilities.get("Resilient", 0),
        weapons=weapons,
        profile=kind.name,
        cost=cost,
        radius=read_base(name, kind.base),
    )  # fmt: skip


def begin(data: Mapping[str, Any], options: Options) -> State:
    """A battle from its beginning: forces and table, then who is Player One (RE-7.6)."""
    setup = typed("set-up", data, BattleSetup)
    if len(setup.player) != 2:
        raise SetupError(f"a battle has two players, not {len(setup.player)}", "RE-1.25")
    found = content()
    forces = [_force(found, one, setup.points) for one in setup.player]
    sides = unique_names(
        one.name or force or faction for one, (force, faction, _) in zip(setup.player, forces, strict=True)
    )
    sheets = [check_force(found, faction, models, setup.points) for _, faction, models in forces]
    models: list[Model] = []
    names = unique_names(
        model.name or lookup("profile", model.profile, found.profiles).name for _, _, force in forces for model in force
    )
    for side, (_, _, force) in enumerate(forces):
        for entry, line in zip(force, sheets[side].lines, strict=True):
            kind = lookup("profile", entry.profile, found.profiles)
            number = len(models)
            weapons = equipped(found, names[number], kind, entry.weapons)
            models.append(enlist(number, names[number], side, kind, weapons, line.points))
    if set(names) & set(sides):
        raise SetupError(f"{sorted(set(names) & set(sides))[0]} is the name of a model and of a player")
    players = [Player(name, rating=sheet.points) for name, sheet in zip(sides, sheets, strict=True)]
    state = State(players, models, battlefield=_battlefield(found, setup.map))
    state.pinned_contest = bool(options["pinned_down_contests"])
    _choices(state, setup, found)
    return state


def _force(found: Content, one: PlayerSetup, size: int) -> tuple[str, str, Sequence[ForceModel]]:
    if one.force:
        if one.models:
            raise SetupError(f"{one.name or one.force}: name a ready force or list models, not both")
        ready = lookup("force", one.force, found.forces, "RE-7.3")
        if ready.points > size:
            raise SetupError(f"{ready.name} costs {ready.points} cdts, the limit is {size}", "RE-7.3")
        return ready.name, ready.faction, ready.models
    if not one.models:
        raise SetupError(f"{one.name or 'a player'} has no models", "RE-0.1")
    return "", one.faction, one.models


def _battlefield(found: Content, name: str) -> str:
    if name.casefold() in ("", "open"):
        return ""
    return lookup("battlefield", name, found.battlefields, "RE-7.2").table.name


def _choices(state: State, setup: BattleSetup, found: Content) -> None:
    """Choices of the set-up that were made beforehand."""
    for number, table, what in (
        (setup.objective_set, found.sets, "objective set"),
        (setup.ingress, found.ingress, "ingress map"),
        (setup.victory, found.victories, "victory condition"),
    ):
        if number and number not in table:
            raise SetupError(f"there is no {what} {number}", "RE-7.6")
    state.objective_set, state.ingress, state.victory = setup.objective_set, setup.ingress, setup.victory
    if setup.side:
        if not setup.ingress:
            raise SetupError("a side needs an ingress map", "RE-7.15")
        sides = [choice.id for choice in found.ingress[setup.ingress].choice]
        if setup.side not in sides and setup.ingress != 4:
            raise SetupError(f"{shown(setup.side)} is not one of {', '.join(sides)}", "RE-7.15")
    if setup.colours and setup.colours.casefold() not in ("blue", "green"):
        raise SetupError("colours are blue or green for Player Two", "RE-7.15")
    state.side_choice, state.colour_choice = setup.side, setup.colours.casefold()
