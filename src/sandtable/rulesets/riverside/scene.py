"""The table as the browser draws it, and what it asks while a player plans (docs/scene.md)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import hypot
from typing import Any

from msgspec import UNSET

from sandtable.engine.errors import SandtableError
from sandtable.engine.events import Event
from sandtable.engine.forces import PricedModel
from sandtable.engine.lists import lookup
from sandtable.engine.looks import Viewpoint
from sandtable.engine.questions import Point, Question
from sandtable.engine.ruleset import Reading
from sandtable.engine.scenes import (
    ObjectiveMark,
    Shape,
    ShownCount,
    ShownCounters,
    ShownModel,
    ShownRange,
    ShownRound,
    ShownScore,
    ShownStanding,
    ShownStatus,
    ShownTokens,
    ShownUnit,
    ShownWounds,
    SideInfo,
    TableGround,
    TableScene,
    ZoneMark,
    stamp,
)
from sandtable.engine.units import Wish
from sandtable.engine.words import counted
from sandtable.rulesets.riverside.cohesion import LINK
from sandtable.rulesets.riverside.content import content
from sandtable.rulesets.riverside.facts import phase
from sandtable.rulesets.riverside.field import Field, field_of
from sandtable.rulesets.riverside.figures import TALL, figure
from sandtable.rulesets.riverside.measuring import ROUNDING, gap, spot, spot_at
from sandtable.rulesets.riverside.place_question import PlaceUnit
from sandtable.rulesets.riverside.profiles import Profile
from sandtable.rulesets.riverside.roster import unit_card
from sandtable.rulesets.riverside.scoring import NEAR, counting
from sandtable.rulesets.riverside.sight import LEAST, Watch, watch
from sandtable.rulesets.riverside.spots import Spot
from sandtable.rulesets.riverside.state import ROUNDS, Model, State, Unit
from sandtable.skirmish import planning, unit_planning
from sandtable.skirmish.unit_asking import DrawnUnitMove
from sandtable.table import Terrain, stage

PHASES = ("set-up", "beginning", "deployment", "scout deployment", "ambush deployment", "activation", "end")
WORDS = {
    "cover": "Cover Terrain: in it and behind it (RV-16.4).",
    "cover-behind": "Cover Terrain for those behind it (RV-17.10).",
    "cover-barricade": "Cover for those behind it, by the rule of one inch (RV-17.2).",
    "dangerous": "Dangerous: a test for each model in a Rush or Charge (RV-16.9).",
    "difficult": "Difficult: 6″ for the whole unit (RV-16.14).",
    "difficult-large": "Difficult for Large models (RV-17.1).",
    "elevated": "Elevated for those on top (RV-16.16).",
    "impassable": "Nobody enters it (RV-16.20).",
    "blocks-sight": "Blocks sight to what lies behind it (RV-16.21).",
    "unstable": "Nobody ends a move on it (RV-18.5).",
    "joins-levels": "Leads from one level to the other without a climb (RV-18.4).",
}
STATES: dict[str, ShownStanding] = {
    "on the table": "ready",
    "off the table": "waiting",
    "inside": "waiting",
    "destroyed": "gone",
    "routed": "gone",
}
BY_RULE = {"Caster": "magic-swirl", "Transport": "anchor", "Hero": "megaphone"}
BY_WEAPON = {
    "mortar": "mortar", "harpoon": "harpoon-trident", "halberd": "halberd", "lance": "mounted-knight",
    "tusks": "boar-tusks", "beaks": "seagull", "claws": "crab-claw", "club": "rock-golem", "boulder": "willow-tree",
    "long rifle": "targeted", "rifle": "rifle", "carbine": "rifle", "bow": "bowman", "spear": "harpoon-trident",
    "knife": "hooded-figure", "dart pipe": "hooded-figure", "scrap gun": "heavy-bullets", "blades": "sword-brandish",
    "cleaver": "battle-axe", "axe": "battle-axe", "sword": "swordman", "blade": "swordman",
}  # fmt: skip
"""What the weapon looks like that tells a unit from others: the first word that one of its weapons has."""


def scene(reading: Reading[State]) -> TableScene:
    """Nothing is hidden in this game: every seat and every spectator sees the same."""
    state = reading.state
    where = field_of(state)
    now = phase(state)
    return TableScene(
        title=where.drawn.name,
        headline=f"Round {state.round} of {ROUNDS} · {now.capitalize()}",
        round=ShownRound(word="Round", now=state.round, of=ROUNDS),
        phase=now,
        phases=list(PHASES),
        turn=state.turn if now not in ("beginning", "end") else None,
        active=state.active.name if state.act is not None else "",
        aim=content().aim,
        sides=[_side(state, side) for side in (0, 1)],
        models=[_model(state, model) for model in state.models],
        units=[_unit(state, unit) for unit in state.units],
        marks=[*_zones(state), *(_marker(state, number) for number in range(len(state.markers)))],
        ground=_ground(where),
    )


@lru_cache(64)
def _ground(where: Field) -> TableGround:
    met = dict(zip(where.drawn.terrain, where.table.terrain, strict=True))
    return stage.ground(where.drawn, lambda piece: [""] * len(piece.outline), lambda piece: _words(met[piece]))


def _words(piece: Terrain) -> list[str]:
    return stage.piece_words(piece, WORDS)


def _side(state: State, side: int) -> SideInfo:
    player = state.players[side]
    held = state.controlled.count(side)
    units = [unit for unit in state.of_side(side) if not unit.gone]
    left = sum(not unit.activated and unit.where in ("on the table", "inside") for unit in units)
    facts = ["activates first"] if side == state.first else []
    return SideInfo(
        name=player.name, seat=side, slot=side, icon="megaphone",
        score=ShownScore(value=held, word="marker" if held == 1 else "markers"),
        counters=ShownCounters(left=left, most=len(units), word=f"of {len(units)} to activate"),
        facts=facts,
    )  # fmt: skip


def _model(state: State, model: Model) -> ShownModel:
    unit = state.units[model.unit]
    placed = unit.here and not model.fallen
    profile = model.profile
    return ShownModel(
        id=model.name, name=model.name, side=model.side, x=model.x if placed else None, y=model.y if placed else None,
        z=model.z, radius=model.radius, height=TALL, icon=_icon(profile), role=profile.name, facts=_facts(profile),
        state="gone" if model.fallen else _state(unit),
        wounds=ShownWounds(left=profile.wounds - model.wounds, most=profile.wounds) if profile.tough else None,
        pins=None, statuses=_tokens(model), bound=[],
        ranges=_ranges(profile),
    )  # fmt: skip


def _state(unit: Unit) -> ShownStanding:
    return "done" if unit.here and unit.activated else STATES[unit.where]


def _unit(state: State, unit: Unit) -> ShownUnit:
    members = state.members(unit)
    figures = [figure(state, one) for one in members] if unit.here else []
    casters = [one for one in members if one.profile.caster]
    tokens = sum(one.tokens for one in casters)
    return unit_planning.unit(
        unit.name, unit.side, figures, LINK, icon=_icon(state.models[unit.models[0]].profile),
        state=_state(unit), count=ShownCount(left=len(members), most=unit.started), statuses=_statuses(state, unit),
        facts=_facts(members[0].profile) if members else "",
        tokens=ShownTokens(count=tokens, text=counted(tokens, "spell token")) if casters else UNSET,
    )  # fmt: skip


@lru_cache(1024)
def _icon(profile: Profile) -> str:
    for rule, name in BY_RULE.items():
        if rule in profile.rules:
            return name
    for word, name in BY_WEAPON.items():
        if any(word in weapon.name for weapon in profile.weapons):
            return name
    return "rifle" if any(weapon.range for weapon in profile.weapons) else "fist"


@lru_cache(1024)
def _facts(profile: Profile) -> str:
    arms = ", ".join(dict.fromkeys(weapon.name for weapon in profile.weapons)) or "unarmed"
    return f"Quality {profile.quality}+ · Defense {profile.defense}+ · {arms}"


@lru_cache(1024)
def _ranges(profile: Profile) -> list[ShownRange]:
    guns = (weapon for weapon in dict.fromkeys(profile.weapons) if weapon.range)
    return [ShownRange(id=gun.name, text=f"{gun.name} {gun.range:g}″", inches=gun.range) for gun in guns]


def _tokens(model: Model) -> list[ShownStatus]:
    if not model.profile.caster:
        return []
    return [ShownStatus(id="tokens", text=counted(model.tokens, "spell token"), icon="magic-swirl")]


def _statuses(state: State, unit: Unit) -> list[ShownStatus]:
    found = []
    if unit.shaken:
        text = "Shaken: fails Morale Tests, counts for no marker"
        found.append(ShownStatus(id="shaken", text=text, icon="tattered-banner"))
    if unit.counts_as_fatigued:
        found.append(ShownStatus(id="fatigued", text="Fatigued: hits in melee only on a 6", icon="hourglass"))
    if unit.rides >= 0:
        found.append(ShownStatus(id="inside", text=f"Inside {state.units[unit.rides].name}", icon="checked-shield"))
    found += [
        ShownStatus(id=spell.name, text=f"{spell.name}: {spell.summary}", icon="magic-swirl") for spell in unit.spells
    ]
    return found


# ---- marks ----------------------------------------------------------------------------------------


def _zones(state: State) -> list[ZoneMark]:
    owner = {player.zone: side for side, player in enumerate(state.players) if player.zone >= 0}
    return [
        ZoneMark(
            id=f"zone {number + 1}", side=owner.get(number), outline=list(outline), text="Deployment zone (RV-2.4)."
        )
        for number, outline in enumerate(state.zones)
    ]


def _marker(state: State, number: int) -> ObjectiveMark:
    marker, side = state.markers[number], state.controlled[number]
    near = counting(state, marker)
    contested = len({unit.side for unit in near}) == 2
    text = [f"Within {NEAR:g}″: {', '.join(unit.name for unit in near)}"] if near else ["Nobody is near (RV-5.4)."]
    return ObjectiveMark(
        id=marker.name, label=marker.name, x=marker.x, y=marker.y, z=marker.z, radius=0.5,
        side=side if side >= 0 else None,
        state="contested" if contested else "controlled" if side >= 0 else "free", text=text,
        left=side >= 0 and not near,
    )  # fmt: skip


# ---- planning -------------------------------------------------------------------------------------


def card(reading: Reading[State], name: str) -> list[str]:
    """A unit in a few lines, by its own name or that of a model; or a piece of terrain."""
    state = reading.state
    for unit in state.units:
        models = [state.models[number] for number in unit.models]
        if name.casefold() in (unit.name.casefold(), *(one.name.casefold() for one in models)):
            return [
                unit.name,
                *unit_card(content(), [one.profile for one in models], PricedModel(unit.name, "", 0)).lines(),
            ]
    where = field_of(state)
    for piece, met in zip(where.drawn.terrain, where.table.terrain, strict=True):
        if name.casefold() in (piece.id.casefold(), piece.label.casefold()):
            return [piece.label, *_words(met)]
    return [f"There is no unit {name!r}."]


def _named(state: State, name: str) -> Model:
    return lookup("model", name, {one.name: one for one in state.models})


def measure(reading: Reading[State], one: Viewpoint, two: Viewpoint) -> dict[str, Any]:
    """From edge to edge of bases, in space (RV-7.3, RV-7.8), for anybody at any time (RV-7.9)."""
    a, b = _end(reading.state, one), _end(reading.state, two)
    far = ROUNDING.rounded(gap(a, b))
    flat = hypot(b.x - a.x, b.y - a.y)
    ux, uy = ((b.x - a.x) / flat, (b.y - a.y) / flat) if flat else (0.0, 0.0)
    line = [[a.x + ux * a.radius, a.y + uy * a.radius], [b.x - ux * b.radius, b.y - uy * b.radius]]
    return {"distance": round(far, 3), "text": f"{far:.1f}″", "line": line, "clause": "RV-7.3"}


def _end(state: State, place: Viewpoint) -> Spot:
    where = field_of(state)
    if place.model:
        model = _named(state, place.model)
        if place.at is not None:
            return spot_at(where, place.at[0], place.at[1], where.height_at(*place.at[:2]), model.radius)
        if not state.units[model.unit].here or model.fallen:
            raise SandtableError(f"{model.name} is not on the table")
        return spot(where, model)
    if place.at is not None:
        return spot_at(where, place.at[0], place.at[1], where.height_at(*place.at[:2]), 0.0)
    for marker in state.markers:
        if marker.name == place.mark:
            return spot(where, marker)
    raise SandtableError("measure from a model, a marker or a point to another")


def sight(reading: Reading[State], viewer: Viewpoint, target: Viewpoint | None) -> dict[str, Any]:
    """Whom a model sees, how much of it, and how far off it is (RV-9.2)."""
    there = reading.state.clone()
    model = _stood(there, viewer)
    others = [_named(there, target.model)] if target is not None and target.model else _enemies(there, model)
    looks = watch(there, reading.options)
    found = [_sight(there, looks, model, other) for other in others]
    return {"sights": sorted(found, key=lambda one: float(one["distance"]))}


def _sight(there: State, looks: Watch, model: Model, other: Model) -> dict[str, Any]:
    where = field_of(there)
    seen = looks.look(model, other)
    far = ROUNDING.rounded(gap(spot(where, model), spot(where, other)))
    sees = seen.share >= LEAST
    pieces = {piece.id for piece in where.drawn.terrain}
    words = f"{round(100 * seen.share)} % seen" if sees else "not seen"
    by = f", behind {' and '.join(seen.blockers)}" if seen.blockers else ""
    return {
        "to": other.name, "distance": round(far, 3), "text": f"{far:.1f}″", "seen": round(seen.share, 3), "sees": sees,
        "reaches": sees and any(weapon.range >= far for weapon in model.profile.weapons if weapon.range),
        "short": words, "verdict": words.capitalize() + by,
        "blockers": [name for name in seen.blockers if name in pieces],
        "models": [name for name in seen.blockers if name not in pieces], "cover": [], "clauses": ["RV-9.2"],
        "lines": [{"to": [other.x, other.y], "clear": sees}], "watches": False, "warning": "",
    }  # fmt: skip


def _stood(there: State, viewer: Viewpoint) -> Model:
    """The model that looks, where it is planned to stand."""
    if not viewer.model:
        raise SandtableError("sight is from one model to others")
    model = _named(there, viewer.model)
    if viewer.at is not None:
        model.x, model.y = viewer.at[0], viewer.at[1]
        model.z = field_of(there).height_at(model.x, model.y)
    elif not there.units[model.unit].here or model.fallen:
        raise SandtableError(f"{model.name} is not on the table")
    return model


def _enemies(there: State, model: Model) -> list[Model]:
    return [one for unit in there.here(1 - model.side) for one in there.members(unit)]


def preview(reading: Reading[State], question: Question, value: Any) -> dict[str, Any] | None:
    """How far everybody goes in a planned move."""
    return planning.preview(question, value)


def places(reading: Reading[State], question: Question) -> list[dict[str, Any]]:
    """Places in words, every one of them legal: for those who play by ear."""
    if isinstance(question, PlaceUnit):
        return _deployments(reading.state, question)
    if not isinstance(question, DrawnUnitMove):
        return candidates(question)
    goals = list(_goals(reading.state, question))
    if len(question.formations) > 1:
        named = [goal["answer"] for goal in goals]  # due north may be the way to a marker: one place, one name
        goals += [place for place in planning.unit_places(question) if place["answer"] not in named]
    return goals or candidates(question)


def candidates(question: Question) -> list[dict[str, Any]]:
    """What the question offers by itself, where the ruleset has no better words for it."""
    return [{"label": question.words(one), "answer": one} for one in question.legal()]


def _goals(state: State, question: DrawnUnitMove) -> Iterator[dict[str, Any]]:
    """As far as the unit gets towards each marker; in a charge, to its target."""
    models = question.arrange(Wish()).wire()
    if len(question.formations) == 1:
        if models["ok"]:
            yield {"label": "into contact", "answer": models["answer"]}
        return
    x, y = planning.middle([model["path"][0] for model in models["models"]])
    for marker in state.markers:
        far = hypot(marker.x - x, marker.y - y)
        step = min(1.0, (question.budget - 0.01) / far) if far else 0.0
        plan = question.arrange(Wish(Point(x + (marker.x - x) * step, y + (marker.y - y) * step)))
        if plan.refused is None and any(plan.paths.values()):
            onto = "onto" if step == 1.0 else "towards"
            yield {"label": f"{onto} marker {marker.name}, {far:.0f}″ away", "answer": plan.wire()["answer"]}


def _deployments(state: State, question: PlaceUnit) -> list[dict[str, Any]]:
    """Where a unit may be put down: by the nearest marker, or by the part of the table."""
    found: dict[str, dict[str, Any]] = {}
    for answer in question.legal():
        spots = list(question.read(answer).values())
        x, y = (sum(axis) / len(spots) for axis in zip(*((one.x, one.y) for one in spots), strict=True))
        label = f"{planning.part_of(*state.size, x, y)} of the table"
        if state.markers:
            nearest = min(state.markers, key=lambda one: hypot(one.x - x, one.y - y))
            label += f", {hypot(nearest.x - x, nearest.y - y):.0f}″ from marker {nearest.name}"
        found.setdefault(label, {"label": label, "answer": answer})
    return list(found.values())


def motion(event: Event) -> dict[str, Any] | list[dict[str, Any]] | None:
    """How an event is shown."""
    data = event.data
    match event.kind:
        case "attack":
            how = "shot" if data["kind"] in ("ranged", "spell") else "blow"
            return {"do": how, "who": data["attacker"], "at": data["target"], "hit": None}
        case "moved":
            return [
                {"do": "move", "who": who, "path": path, "how": "walk"} for who, path in data["paths"].items() if path
            ]
        case "deployed":
            return {"do": "appear", "who": data["who"]}
        case "hits" if not data["hits"]:
            return stamp(data["target"], "dash", "Missed")
        case "wounds" if data["wounds"]:
            saved = f"{data['saved']} saved" if data["saved"] else ""
            return stamp(data["who"], "cross", counted(data["wounds"], "wound"), saved)
        case "wounds":
            return stamp(data["who"], "shield", "Saved")
        case "dangerous" if data["wounds"]:
            return stamp(data["who"], "cross", counted(data["wounds"], "wound"))
        case "dangerous":
            return stamp(data["who"], "shield", "Unharmed") | {"safe": True}
        case "wounded":
            return stamp(data["unit"], "cross", "", f"{data['wounds']} of {data['of']} wounds")
        case "cast":
            shape: Shape = "diamond" if data["worked"] else "dash"
            return stamp(data["target"], shape, data["spell"], "" if data["worked"] else "fails")
        case "morale" if data["passed"]:
            return stamp(data["who"], "shield", "Stands")
        case "shaken":
            return stamp(data["who"], "triangle", "Shaken")
        case "routs" | "destroyed":
            return stamp(data["who"], "cross", event.kind.capitalize())
        case "fatigued":
            return {"do": "mark", "who": data["who"], "text": event.kind}
        case "falls":
            return {"do": "fall", "who": data["who"]}
    return None
