"""The battlefield as the browser draws it, and what it asks while a player plans (docs/scene.md)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from sandtable.engine.errors import SandtableError
from sandtable.engine.events import Event
from sandtable.engine.lists import lookup
from sandtable.engine.looks import Viewpoint
from sandtable.engine.questions import Point, Question
from sandtable.engine.rulebook import Options
from sandtable.engine.ruleset import Play, Reading
from sandtable.engine.scenes import (
    EdgeMark,
    ObjectiveMark,
    ShownCounters,
    ShownModel,
    ShownPins,
    ShownRange,
    ShownRound,
    ShownScore,
    ShownStanding,
    ShownStatus,
    ShownWounds,
    SideInfo,
    TableGround,
    TableScene,
    judged,
    stamp,
)
from sandtable.engine.words import counted
from sandtable.rulesets.roe.attacks import what_it_does
from sandtable.rulesets.roe.contact import MARKER, renew_contacts
from sandtable.rulesets.roe.content import Weapon, content
from sandtable.rulesets.roe.facts import phase
from sandtable.rulesets.roe.field import field_of
from sandtable.rulesets.roe.levels import level_of
from sandtable.rulesets.roe.measures import distance
from sandtable.rulesets.roe.overwatch import overwatchers
from sandtable.rulesets.roe.scoring import objective_standing
from sandtable.rulesets.roe.sight import SAMPLES, examine
from sandtable.rulesets.roe.state import FALLEN, MISSING, OFF, ROUNDS, STANDING, Model, State
from sandtable.rulesets.roe.targets import REACH
from sandtable.skirmish import planning
from sandtable.skirmish.battlefield import Battlefield
from sandtable.skirmish.planning import GroundMark, Remarks, Things
from sandtable.table import Terrain, stage

PHASES = ("set-up", "command", "activation", "end")
STATES: dict[str, ShownStanding] = {STANDING: "ready", OFF: "waiting", FALLEN: "fallen", MISSING: "gone"}
WORDS = {
    "impassable": "Nobody walks into it (RE-2.26).",
    "surface": "Can be stood on (RE-2.28).",
    "blocks-sight": "Blocks sight (RE-4.13).",
    "into-out-of": "Is seen into and out of, not through (RE-2.33).",
    "obscures": "Obscures what lies behind it (RE-4.12).",
    "obscures-inside": "Obscures those inside from those outside (RE-2.36).",
    "cover": "Gives cover to those in contact or inside (RE-4.15).",
    "obstacle": "Is crossed freely, but nobody stands on it (RE-2.23).",
}
BY_ABILITY = {
    "Command": "megaphone", "Medic": "medical-pack", "Hacker": "spanner", "Cloaked": "hooded-figure", "Fleet": "sprint",
}  # fmt: skip
BY_WEAPON = {
    "Scattergun": "shotgun", "Marksman Rifle": "targeted", "Heavy Sniper Rifle": "targeted", "Needle Rifle": "targeted",
    "Squad Gun": "heavy-bullets", "Rail Lance": "bolter-gun", "Sweep Cannon": "heavy-bullets",
    "Grenade Launcher": "grenade", "Rocket Tube": "grenade", "Flame Unit": "flame", "Arc Projector": "flame",
    "Sidearm": "pistol-gun", "Machine Pistol": "pistol-gun", "Hand Cannon": "pistol-gun", "Shock Pistol": "pistol-gun",
}  # fmt: skip


def scene(reading: Reading[State]) -> TableScene:
    """Nothing is hidden in this game: every seat and every spectator sees the same (RE-1.6)."""
    state = reading.state
    where = field_of(state)
    stage = phase(state)
    return TableScene(
        title=where.drawn.name,
        headline=f"Round {state.round} of {ROUNDS} · {stage.capitalize()}",
        round=ShownRound(word="Round", now=state.round, of=ROUNDS),
        phase=stage,
        phases=list(PHASES),
        turn=state.turn if stage == "activation" else None,
        active=state.models[state.act.model].name if state.act is not None else "",
        aim=content().victories[state.victory].aim if state.victory else "",
        sides=[_side(state, seat) for seat in range(len(state.players))],
        models=[_model(state, model) for model in state.models],
        marks=[*_edges(state), *(_objective(state, number) for number in range(len(state.objectives)))],
        ground=_ground(where),
    )


@lru_cache(64)
def _ground(where: Battlefield) -> TableGround:
    return planning.ground(where, _words)


def _words(piece: Terrain) -> list[str]:
    return stage.piece_words(piece, WORDS)


def _side(state: State, seat: int) -> SideInfo:
    player = state.players[seat]
    facts = ["Player One"] if seat == state.player_one else []
    return SideInfo(
        name=player.name, seat=seat, slot=seat, icon="megaphone",
        score=ShownScore(value=player.tokens, word="tokens"),
        counters=ShownCounters(left=player.pool, most=0, word="counter" if player.pool == 1 else "counters"),
        facts=facts,
    )  # fmt: skip


def _model(state: State, model: Model) -> ShownModel:
    placed = model.status in (STANDING, FALLEN)
    done = model.standing and model.activated
    return planning.token(
        field_of(state),
        model,
        placed=placed,
        icon=icon(model),
        role=model.profile,
        facts=_facts(model),
        state="done" if done else STATES[model.status],
        wounds=ShownWounds(left=model.w - model.wounds, most=model.w),
        pins=_pins(model),
        statuses=_statuses(state, model),
        bound=[enemy.name for enemy in state.engaged_with(model)],
        ranges=[
            ShownRange(id=gun.name, text=f"{gun.name} {_reach(state, model, gun):g}″", inches=_reach(state, model, gun))
            for gun in dict.fromkeys(model.weapons)
            if gun.range
        ],
    )


def _reach(state: State, model: Model, gun: Weapon) -> float:
    """How far a weapon shoots now: the order that a model acts on may allow less than its range (RE-1.48)."""
    act = state.act
    order = act.order if act is not None and act.model == model.number else ""
    return min(gun.range, REACH.get(order, gun.range))


def icon(model: Model) -> str:
    for ability, name in BY_ABILITY.items():
        if ability in model.abilities:
            return name
    for weapon in model.weapons:
        if weapon.name in BY_WEAPON:
            return BY_WEAPON[weapon.name]
        if weapon.range:
            return "rifle"
    return "sword-brandish" if model.weapons else "fist"


def _facts(model: Model) -> str:
    arms = ", ".join(weapon.name for weapon in model.weapons) or "unarmed"
    return f"Exp {model.exp} · Res {model.res} · {arms}"


def _pins(model: Model) -> ShownPins | None:
    if not model.pins:
        return None
    effect = ": pinned down" if model.pinned_down else ": suppressed" if model.suppressed else ""
    text = f"{model.pins} pin{'s' if model.pins > 1 else ''}{effect}"
    return ShownPins(count=model.pins, stops=model.pinned_down, text=text)


def _statuses(state: State, model: Model) -> list[ShownStatus]:
    found = []
    if enemies := state.engaged_with(model):
        names = " and ".join(enemy.name for enemy in enemies)
        found.append(ShownStatus(id="engaged", text=f"Engaged with {names}", icon="crossed-swords"))
    if model.standing and (cover := _cover_at(state, model)):
        found.append(ShownStatus(id="cover", text=f"In cover: {cover}", icon="checked-shield"))
    if level := level_of(model.z):
        found.append(ShownStatus(id="level", text=f"On level {level}, {model.z:g}″ up", icon=""))
    return found


def _cover_at(state: State, model: Model) -> str:
    return planning.cover_at(field_of(state), model.x, model.y, model.z, model.radius)


def _edges(state: State) -> Iterator[EdgeMark]:
    for side, player in enumerate(state.players):
        for number, segment in enumerate(player.zone):
            name, text = f"{player.name} {number + 1}", f"{player.name} comes in here"
            yield EdgeMark(id=name, side=side, line=segment, text=text)


def _objective(state: State, number: int) -> ObjectiveMark:
    """Contact, contested, secured, controlled are four facts."""
    objective = state.objectives[number]
    found = objective_standing(state, {"pinned_down_contests": state.pinned_contest}, number)
    names = [player.name for player in state.players]
    text = [
        f"In contact: {', '.join(found.touching) or 'nobody'}",
        f"Contested: {'yes' if found.contested else 'no'}",
        f"Secured by: {names[found.secured] if found.secured >= 0 else 'nobody'}",
        f"Controlled by: {names[found.controlled] if found.controlled >= 0 else 'nobody'}",
    ]
    return ObjectiveMark(
        id=objective.name, label=objective.name, x=objective.x, y=objective.y, z=0.0, radius=MARKER,
        side=found.controlled if found.controlled >= 0 else None,
        state="contested" if found.contested else "controlled" if found.controlled >= 0 else "free", text=text,
    )  # fmt: skip


# ---- cards ------------------------------------------------------------------------------------------


def card(reading: Reading[State], name: str) -> list[str]:
    """One model in full, or a piece of terrain."""
    state = reading.state
    for model in state.models:
        if model.name.casefold() == name.casefold():
            numbers = f"Exp {model.exp}, Res {model.res}, wounds {model.w - model.wounds} of {model.w}, C {model.c}"
            gear = [_weapon(weapon) for weapon in dict.fromkeys(model.weapons)]
            return [f"{model.name} ({model.profile or 'model'}): {numbers}", *gear, *_abilities(model)]
    for piece in field_of(state).drawn.terrain:
        if name.casefold() in (piece.id.casefold(), piece.label.casefold()):
            return [piece.label, *_words(planning.met(field_of(state), piece))]
    return [f"There is no model {name!r}."]


def _weapon(weapon: Weapon) -> str:
    return f"{weapon.name}: {what_it_does(weapon)}"


def _abilities(model: Model) -> list[str]:
    values = {"Command": model.command, "Resilient": model.resilient}
    named = [f"{name} {values[name]}" if values.get(name) else name for name in model.abilities]
    return [f"Abilities: {', '.join(named)}"] if named else []


# ---- looking ----------------------------------------------------------------------------------------


def measure(reading: Reading[State], one: Viewpoint, two: Viewpoint) -> dict[str, Any]:
    """From edge to edge of bases and markers, from a piece's outline, from the middle of a bare point (RE-0.4)."""
    state, options = reading.state, reading.options
    return planning.measure(_things(state), one, two, in_space=options["range_measure"] == "three_d", clause="RE-0.4")


def _things(state: State) -> Things:
    """What a client may point at."""
    lies = [model.status in (STANDING, FALLEN) for model in state.models]
    return Things(
        field_of(state),
        [model for model, placed in zip(state.models, lies, strict=True) if placed],
        [model for model, placed in zip(state.models, lies, strict=True) if not placed],
        [GroundMark(one.name, one.x, one.y, MARKER) for one in state.objectives],
    )


def _named(state: State, name: str) -> Model:
    return lookup("model", name, {one.name: one for one in state.models})


def sight(reading: Reading[State], viewer: Viewpoint, target: Viewpoint | None) -> dict[str, Any]:
    """Whom a model sees from a place, and who of them may fire at it there (RE-4.13, RE-1.65)."""
    state, options = reading.state, reading.options
    there, model = _as_if(state, viewer)
    if target is not None and target.model:
        there, _ = _as_if(there, target)
        model = there.models[model.number]
        others = [_named(there, target.model)]
    else:
        others = there.enemies(model)
    watching = _watching(there, options, model)
    found = [_sight(there, options, model, other, other in watching) for other in others if other.standing]
    return {"sights": sorted(found, key=lambda one: float(one["distance"]))}


def _as_if(state: State, spot: Viewpoint) -> tuple[State, Model]:
    """The state with a model standing where it is planned to stand."""
    if not spot.model:
        raise SandtableError("sight is from one model to others")
    number = _named(state, spot.model).number
    there = state.clone()
    model = there.models[number]
    if spot.at is not None:
        model.x, model.y, model.z = planning.standing_at(field_of(state), spot.at)
        model.status = STANDING
        renew_contacts(there, model)
    elif not model.standing:
        raise SandtableError(f"{model.name} is not on the table")
    return there, model


def _watching(there: State, options: Options, model: Model) -> list[Model]:
    """Who could answer with Overwatch if the active model stopped here."""
    act = there.act
    if act is None or act.model != model.number or act.overwatched:
        return []
    return overwatchers(Play(there, options, [], None), model)


def _sight(state: State, options: Options, viewer: Model, target: Model, watches: bool) -> dict[str, Any]:
    look = examine(state, options, viewer, target)
    where = field_of(state)
    cover = where.at(target.x, target.y, target.z, target.radius).cover
    names = [where.table.terrain[number].label for number in look.blockers]
    clear = sum(look.clear)
    far = distance(options, viewer, target)
    if not look.sees:
        verdict = f"Not seen: {' and '.join(names) or 'terrain'} {'are' if len(names) > 1 else 'is'} in the way"
    elif look.obscured:
        hidden = len(SAMPLES) - clear
        by = " and ".join([*names, *look.models])
        hide = "hide" if " and " in by else "hides"
        verdict = f"Obscured: {by} {hide} {round(100 * hidden / len(SAMPLES))} %" if hidden else "Obscured: in growth"
    else:
        verdict = "In full sight"
    if cover and look.sees:
        verdict += f", in cover ({', '.join(where.table.terrain[number].label for number in cover)})"
    clauses = ["RE-4.13"]
    clauses += ["RE-4.12"] if look.sees and look.obscured else []
    clauses += ["RE-4.15"] if look.sees and cover else []
    return {
        "to": target.name,
        "distance": round(far, 3),
        "text": f"{far:.1f}″",
        "seen": round(clear / len(SAMPLES), 3) if look.sees else 0.0,
        "sees": look.sees,
        "reaches": look.sees and any(_reach(state, viewer, gun) >= far for gun in viewer.weapons if gun.range),
        "short": _short_verdict(look.sees, clear, bool(cover)),
        "verdict": verdict,
        "blockers": [where.drawn.terrain[number].id for number in look.blockers],
        "models": list(look.models),
        "cover": [where.drawn.terrain[number].id for number in cover] if look.sees else [],
        "clauses": clauses,
        "lines": [{"to": [p.x, p.y], "clear": ok} for p, ok in SAMPLES.in_plan(look.points, look.clear)],
        "watches": watches,
        "warning": f"{target.name} may fire on Overwatch (RE-1.65)" if watches else "",
    }


def _short_verdict(sees: bool, clear: int, cover: bool) -> str:
    if not sees:
        return "not seen"
    share = "in full sight" if clear == len(SAMPLES) else f"{round(100 * clear / len(SAMPLES))} % seen"
    return f"{share}, cover" if cover else share


# ---- planning ---------------------------------------------------------------------------------------


def preview(reading: Reading[State], question: Question, value: Any) -> dict[str, Any] | None:
    """How long a legal way is, and how high it leads."""
    return planning.preview(question, value)


def places(reading: Reading[State], question: Question) -> list[dict[str, Any]]:
    """Places in words, every one of them legal: for those who play by ear."""
    state, options = reading.state, reading.options
    zone = state.players[question.seat].zone
    return planning.places(_things(state), question, zone, lambda name, end: _remarks(state, options, name, end))


def _remarks(state: State, options: Options, name: str, end: Point) -> Remarks:
    """The cover of a place, the nearest enemy, and who may fire on Overwatch."""
    there, model = _as_if(state, Viewpoint(model=name, at=(end.x, end.y)))
    more = []
    enemies = there.enemies(model)
    if enemies:
        nearest = min(enemies, key=lambda enemy: distance(options, model, enemy))
        more.append(f"{distance(options, model, nearest):.1f} inches from {nearest.name}")
    if watching := _watching(there, options, model):
        more.append(f"{len(watching)} may fire on Overwatch")
    return Remarks(_cover_at(there, model), tuple(more))


# ---- motion -----------------------------------------------------------------------------------------


def motion(event: Event) -> dict[str, Any] | list[dict[str, Any]] | None:
    """How an event is shown."""
    data = event.data
    match event.kind:
        case "moved":
            how = "climb" if data["kind"] == "climb" else "walk"
            return {"do": "move", "who": data["who"], "path": data["path"], "how": how}
        case "recon" | "revived":
            return {"do": "appear", "who": data.get("patient", data["who"])}
        case "attack":
            how = "shot" if data["kind"] == "ranged" else "blow"
            return {"do": how, "who": data["attacker"], "at": data["target"], "hit": None}
        case "hits" if not data["hits"]:
            return stamp(data["target"], "dash", "Missed")
        case "pinned":
            return stamp(data["who"], "triangle", counted(data["tokens"], "pin"), data["now"])
        case "resist" if not data["wounds"]:
            return stamp(data["who"], "shield", "Resisted")
        case "resist":
            return stamp(data["who"], "cross", counted(data["wounds"], "wound"))
        case "wounded" if data["left"]:
            return stamp(data["who"], "cross", "", f"{data['left']} left")
        case "resolve" if data["test"] == "pins":
            off = data["successes"]
            return stamp(data["who"], "shield" if off else "dash", f"{counted(off, 'pin')} off", f"{data['pins']} left")
        case "resolve":
            return judged(data["who"], data["successes"] > 0, "Steady", "Resolve fails")
        case "hack":
            if not data["done"]:
                return stamp(data["who"], "dash", "No success")
            return stamp(data["who"], "diamond", f"Takes {data['objective']}")
        case "healed":
            return {"do": "mark", "who": data["patient"], "text": "treated"}
        case "out of action":
            return [stamp(data["who"], "cross", "Out of action"), {"do": "fall", "who": data["who"]}]
        case "missing":
            return {"do": "leave", "who": data["who"]}
    return None
