"""Starting in the middle: the situations of case files (docs/rulesets/roe-cases.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from sandtable.engine.errors import SetupError
from sandtable.engine.lists import lookup
from sandtable.engine.questions import Point
from sandtable.engine.rulebook import Options, at_least, typed
from sandtable.rulesets.roe.contact import renew_contacts
from sandtable.rulesets.roe.content import Profile, Weapon, content, read_weapon
from sandtable.rulesets.roe.field import DEPTH, OPEN, WIDTH, field_of
from sandtable.rulesets.roe.roster import check_light, enlist, unique_names, weapons_cost
from sandtable.rulesets.roe.setting_up import place_markers
from sandtable.rulesets.roe.state import FALLEN, OFF, ROUNDS, STANDING, Model, Objective, Phase, Player, State
from sandtable.rulesets.roe.walking import standing_refused
from sandtable.skirmish.bodies import Segment
from sandtable.skirmish.features import Feature
from sandtable.skirmish.situations import WrittenMark, check_zone, place_on_level, spot_on

NOBODY = Profile("", "", exp=5, res=6, w=2, c=0)
"""A model without a profile is the Soldier (RE-3.2)."""
PHASES: dict[str, Phase] = {"command": "command", "activation": "turn", "end": "end"}
EDGES: tuple[Segment, Segment] = ((0.0, 0.0, WIDTH, 0.0), (0.0, DEPTH, WIDTH, DEPTH))


class InlineWeapon(Struct, forbid_unknown_fields=True):
    name: str
    range: float = 0.0
    close: bool = False
    rate: int = 1
    strength: int = 0
    rules: list[str] = []


class Standing(Struct, forbid_unknown_fields=True):
    """A model as a case describes it."""

    name: str
    player: str
    profile: str = ""
    exp: int | None = None
    res: int | None = None
    w: int | None = None
    c: int | None = None
    abilities: list[str] | None = None
    weapons: list[str | InlineWeapon] = []
    base: float | None = None
    at: list[float] | None = None
    level: int = 0
    wounds: int = 0
    pins: int = 0
    activated: bool = False
    status: Literal["", "out of action", "missing in action", "on the table", "off the table"] = ""
    cost: int | None = None


class Seat(Struct, forbid_unknown_fields=True):
    name: str
    pool: int | None = None
    tokens: int = 0
    zone: list[Segment] | None = None


class Situation(Struct, forbid_unknown_fields=True):
    player: list[Seat]
    model: list[Standing] = []
    objective: list[WrittenMark] = []
    map: str = "open"
    terrain: list[Feature] = []
    round: int = 1
    phase: Literal["command", "activation", "end"] = "activation"
    turn: str = ""
    objective_set: int = 0
    victory: int = 1
    player_one: str = ""


def situation(data: Mapping[str, Any], options: Options) -> State:
    case = typed("situation", data, Situation)
    if len(case.player) != 2:
        raise SetupError(f"a battle has two players, not {len(case.player)}", "RE-1.25")
    names = [one.name for one in case.player] + [one.name for one in case.model]
    if unique_names(names) != names:
        raise SetupError("two models or players have the same name")
    if not 1 <= case.round <= ROUNDS:
        raise SetupError(f"a game has rounds 1 to {ROUNDS}, not {case.round}", "RE-1.1")
    if case.victory not in content().victories:
        raise SetupError(f"there is no victory condition {case.victory}", "RE-7.21")
    players = [_player(one, seat) for seat, one in enumerate(case.player)]
    state = State(
        players,
        [_model(number, one, _seat(case, one.player)) for number, one in enumerate(case.model)],
        battlefield=_battlefield(case.map),
        terrain=tuple(case.terrain),
        round=case.round,
        victory=case.victory,
        player_one=_seat(case, case.player_one) if case.player_one else 0,
        turn=_seat(case, case.turn) if case.turn else 0,
        phase=PHASES[case.phase],
        pinned_contest=bool(options["pinned_down_contests"]),
    )
    field_of(state)  # a mistake in the terrain is told now, also where nobody stands on the table yet
    _objectives(state, case, options)
    for model, one in zip(state.models, case.model, strict=True):
        _stand(state, model, one)
    for model in state.models:
        renew_contacts(state, model)
    for side, (player, seat) in enumerate(zip(players, case.player, strict=True)):
        ready = sum(not model.activated and model.standing for model in state.of_side(side))
        player.pool = ready if seat.pool is None else at_least(0, "pool", seat.pool)
        player.rating = sum(model.cost for model in state.of_side(side))
    return state


def _battlefield(name: str) -> str:
    return "" if name.casefold() in ("", "open") else lookup("battlefield", name, content().battlefields).table.name


def _seat(case: Situation, name: str) -> int:
    return lookup("player", name, {one.name: seat for seat, one in enumerate(case.player)})


def _player(one: Seat, seat: int) -> Player:
    zone = (EDGES[seat],) if one.zone is None else tuple(one.zone)
    check_zone(OPEN, one.name, zone, "RE-1.21")
    return Player(one.name, tokens=at_least(0, "tokens", one.tokens), zone=zone)


def _objectives(state: State, case: Situation, options: Options) -> None:
    if case.objective_set:
        if case.objective_set not in content().sets:
            raise SetupError(f"there is no objective set {case.objective_set}", "RE-7.10")
        place_markers(state, content().sets[case.objective_set], str(options["overload_layout"]))
        state.objective_set = case.objective_set
    given = {one.name: one for one in case.objective}
    if len(given) != len(case.objective):
        raise SetupError("two objectives have the same name")
    markers = [one for one in state.objectives if one.name not in given]
    markers += [
        Objective(one.name, *spot_on(OPEN, f"objective {one.name}", one.at, "RE-7.9")) for one in case.objective
    ]
    state.objectives = tuple(markers)
    state.controlled = tuple(
        _seat(case, given[one.name].controlled) if one.name in given and given[one.name].controlled else -1
        for one in markers
    )


# ---- models ---------------------------------------------------------------------------------------


def _model(number: int, one: Standing, side: int) -> Model:
    kind = lookup("profile", one.profile, content().profiles, "RE-3.1") if one.profile else NOBODY
    profile = Profile(
        kind.faction,
        kind.name,
        exp=_scaled(one.name, "Exp", one.exp, kind.exp, 12),
        res=_scaled(one.name, "Res", one.res, kind.res, 12),
        w=_scaled(one.name, "W", one.w, kind.w, 20),
        c=kind.c if one.c is None else at_least(0, "C", one.c),
        abilities=kind.abilities if one.abilities is None else tuple(one.abilities),
        cost=kind.cost,
        base=kind.base if one.base is None else one.base,
    )
    weapons = tuple(_weapon(weapon) for weapon in one.weapons)
    cost = kind.cost + weapons_cost(content(), weapons) if one.cost is None else one.cost
    model = enlist(number, one.name, side, profile, weapons, cost)
    if "Light" in model.abilities:
        check_light(content(), model.name, weapons)
    return model


def _scaled(who: str, what: str, given: int | None, usual: int, most: int) -> int:
    value = usual if given is None else given
    if not 1 <= value <= most:
        raise SetupError(f"{who}: {what} is 1 to {most}, not {value}", "RE-3.1")
    return value


def _weapon(weapon: str | InlineWeapon) -> Weapon:
    if isinstance(weapon, str):
        return lookup("weapon", weapon, content().weapons, "RE-3.10")
    return read_weapon(
        Weapon(weapon.name, weapon.range, weapon.close, weapon.rate, weapon.strength, tuple(weapon.rules))
    )


def _stand(state: State, model: Model, one: Standing) -> None:
    """Puts a model where the case says, if it may be there."""
    model.pins = at_least(0, "pins", one.pins)
    model.activated = one.activated
    model.wounds = at_least(0, "wounds", one.wounds)
    if one.at is None:
        model.status = one.status if one.status in ("missing in action", "out of action") else OFF
        return
    spot = spot_on(OPEN, model.name, one.at, "RE-0.2")
    model.x, model.y, model.z = place_on_level(field_of(state), model.name, spot, one.level, "RE-2.29")
    if one.status == FALLEN or model.wounds >= model.w:
        model.status, model.wounds, model.pins = FALLEN, model.w, 0
        return
    refused = standing_refused(state, model, Point(model.x, model.y, model.z))
    if refused is not None:
        raise SetupError(refused.reason, refused.clause)
    model.status = STANDING
