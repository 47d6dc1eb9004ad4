"""The battlefield as the browser draws it, and what it asks while a player plans (docs/scene.md)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import cos, hypot, pi, sin
from typing import Any

from sandtable.engine.errors import SandtableError
from sandtable.engine.events import Event
from sandtable.engine.looks import Spot
from sandtable.engine.questions import Place, Point, Question
from sandtable.engine.rulebook import Options
from sandtable.engine.ruleset import Play
from sandtable.rulesets.roe.activation import overwatchers
from sandtable.rulesets.roe.facts import phase
from sandtable.rulesets.roe.field import field_of
from sandtable.rulesets.roe.policy import BODY, level_of
from sandtable.rulesets.roe.scoring import marker
from sandtable.rulesets.roe.sight import SAMPLES, examine
from sandtable.rulesets.roe.space import MARKER, distance, renew_contacts
from sandtable.rulesets.roe.state import FALLEN, MISSING, OFF, ROUNDS, STANDING, Model, State
from sandtable.skirmish.asking import DrawnMove
from sandtable.skirmish.battlefield import CLIMB, SHEER, SLOPE, Battlefield
from sandtable.table import Terrain
from sandtable.table.hot.plane import nearest_on_segment
from sandtable.table.pieces import ring_edges
from sandtable.table.stage import ground

PHASES = ("set-up", "command", "activation", "end")
STATES = {STANDING: "ready", OFF: "waiting", FALLEN: "fallen", MISSING: "gone"}
FACES = {SHEER: "cliff", CLIMB: "climb", SLOPE: "slope"}
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


def scene(state: State, seat: int | None) -> dict[str, Any]:
    """Nothing is hidden in this game: every seat and every spectator sees the same (RE-1.6)."""
    where = field_of(state)
    stage = phase(state)
    return {
        "kind": "table",
        "title": where.drawn.name,
        "headline": f"Round {state.round} of {ROUNDS} · {stage.capitalize()}",
        "round": {"word": "Round", "now": state.round, "of": ROUNDS},
        "phase": stage,
        "phases": list(PHASES),
        "turn": state.turn if stage == "activation" else None,
        "active": state.models[state.act.model].name if state.act is not None else "",
        "sides": [_side(state, seat) for seat in range(len(state.players))],
        "models": [_model(state, model) for model in state.models],
        "marks": [*_edges(state), *(_objective(state, number) for number in range(len(state.objectives)))],
        "ground": _ground(where),
    }


@lru_cache(64)
def _ground(where: Battlefield) -> dict[str, Any]:
    return ground(where.drawn, lambda piece: _faces(where, piece), lambda piece: _words(_met(where, piece)))


def _met(where: Battlefield, piece: Terrain) -> Terrain:
    """A piece as bases and looks meet it: with what its kind brings along."""
    return where.table.terrain[where.drawn.terrain.index(piece)]


def _faces(where: Battlefield, piece: Terrain) -> list[str]:
    number = where.drawn.terrain.index(piece)
    deck = where.decks.get(number)
    corners = list(ring_edges(piece.outline))
    if deck is None or not deck.surface:
        return [""] * len(corners)
    return [FACES[deck.face_at((ax + bx) / 2, (ay + by) / 2)] for (ax, ay), (bx, by) in corners]


def _words(piece: Terrain) -> list[str]:
    tall = [f"{piece.height:g}″ high."] if piece.height else []
    return tall + [words for trait, words in WORDS.items() if trait in piece.traits]


def _side(state: State, seat: int) -> dict[str, Any]:
    player = state.players[seat]
    facts = ["Player One"] if seat == state.player_one else []
    return {
        "name": player.name, "seat": seat, "slot": seat, "icon": "megaphone",
        "score": {"value": player.tokens, "word": "tokens"},
        "counters": {"left": player.pool, "most": 0, "word": "counter" if player.pool == 1 else "counters"},
        "facts": facts,
    }  # fmt: skip


def _model(state: State, model: Model) -> dict[str, Any]:
    placed = model.status in (STANDING, FALLEN)
    done = model.standing and model.activated
    return {
        "id": model.name,
        "name": model.name,
        "side": model.side,
        "x": model.x if placed else None,
        "y": model.y if placed else None,
        "z": model.z,
        "radius": model.radius,
        "height": BODY,
        "icon": icon(model),
        "role": model.profile,
        "facts": _facts(model),
        "state": "done" if done else STATES[model.status],
        "wounds": {"left": model.w - model.wounds, "most": model.w},
        "pins": _pins(model),
        "statuses": _statuses(state, model),
        "bound": [enemy.name for enemy in state.engaged_with(model)],
        "ranges": [
            {"id": gun.name, "text": f"{gun.name} {gun.range:g}″", "inches": gun.range}
            for gun in dict.fromkeys(model.weapons)
            if gun.range
        ],
    }


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


def _pins(model: Model) -> dict[str, Any] | None:
    if not model.pins:
        return None
    effect = ": pinned down" if model.pinned_down else ": suppressed" if model.suppressed else ""
    text = f"{model.pins} pin{'s' if model.pins > 1 else ''}{effect}"
    return {"count": model.pins, "stops": model.pinned_down, "text": text}


def _statuses(state: State, model: Model) -> list[dict[str, str]]:
    found = []
    if enemies := state.engaged_with(model):
        names = " and ".join(enemy.name for enemy in enemies)
        found.append({"id": "engaged", "text": f"Engaged with {names}", "icon": "crossed-swords"})
    if model.standing and (cover := _cover_at(field_of(state), model)):
        found.append({"id": "cover", "text": f"In cover: {cover}", "icon": "checked-shield"})
    if level := level_of(model.z):
        found.append({"id": "level", "text": f"On level {level}, {model.z:g}″ up", "icon": ""})
    return found


def _cover_at(where: Battlefield, model: Model) -> str:
    numbers = where.at(model.x, model.y, model.z, model.radius).cover
    return ", ".join(where.table.terrain[number].label for number in numbers)


def _edges(state: State) -> Iterator[dict[str, Any]]:
    for side, player in enumerate(state.players):
        for number, segment in enumerate(player.zone):
            yield {
                "kind": "edge", "id": f"{player.name} {number + 1}", "side": side, "line": list(segment),
                "text": f"{player.name} comes in here",
            }  # fmt: skip


def _objective(state: State, number: int) -> dict[str, Any]:
    """Contact, contested, secured, controlled are four facts."""
    objective = state.objectives[number]
    found = marker(state, {"pinned_down_contests": state.pinned_contest}, number)
    names = [player.name for player in state.players]
    text = [
        f"In contact: {', '.join(found.touching) or 'nobody'}",
        f"Contested: {'yes' if found.contested else 'no'}",
        f"Secured by: {names[found.secured] if found.secured >= 0 else 'nobody'}",
        f"Controlled by: {names[found.controlled] if found.controlled >= 0 else 'nobody'}",
    ]
    owned = "controlled" if found.controlled >= 0 else "free"
    return {
        "kind": "objective", "id": objective.name, "label": objective.name, "x": objective.x, "y": objective.y,
        "z": 0.0, "radius": MARKER, "side": found.controlled if found.controlled >= 0 else None,
        "state": "contested" if found.contested else owned, "text": text,
    }  # fmt: skip


# ---- cards ------------------------------------------------------------------------------------------


def card(state: State, name: str) -> list[str]:
    """One model in full, or a piece of terrain."""
    for model in state.models:
        if model.name.casefold() == name.casefold():
            numbers = f"Exp {model.exp}, Res {model.res}, wounds {model.w - model.wounds} of {model.w}, C {model.c}"
            gear = [_weapon(weapon) for weapon in dict.fromkeys(model.weapons)]
            return [f"{model.name} ({model.profile or 'model'}): {numbers}", *gear, *_abilities(model)]
    for piece in field_of(state).drawn.terrain:
        if name.casefold() in (piece.id.casefold(), piece.label.casefold()):
            return [piece.label, *_words(_met(field_of(state), piece))]
    return [f"There is no model {name!r}."]


def _weapon(weapon: Any) -> str:
    reach = f"range {weapon.range:g}″" if weapon.range else "close combat"
    also = " and close combat" if weapon.range and weapon.close else ""
    rules = "".join(f", {rule}" for rule in weapon.rules)
    return f"{weapon.name}: {reach}{also}, rate {weapon.rate}, strength {weapon.strength:+d}{rules}"


def _abilities(model: Model) -> list[str]:
    values = {"Command": model.command, "Resilient": model.resilient}
    named = [f"{name} {values[name]}" if values.get(name) else name for name in model.abilities]
    return [f"Abilities: {', '.join(named)}"] if named else []


# ---- looking ----------------------------------------------------------------------------------------


def measure(state: State, options: Options, one: Spot, two: Spot) -> dict[str, Any]:
    """From edge to edge of bases and markers (RE-0.4), from a piece's outline, from the middle of a bare point."""
    (ax, ay, az, ar), (bx, by, bz, br) = _end(state, one, two), _end(state, two, one)
    flat = hypot(bx - ax, by - ay)
    gap = max(0.0, flat - ar - br)
    rise = bz - az if options["range_measure"] == "three_d" else 0.0
    far = hypot(gap, rise)
    ux, uy = ((bx - ax) / flat, (by - ay) / flat) if flat else (1.0, 0.0)
    line = [[ax + ux * ar, ay + uy * ar], [bx - ux * br, by - uy * br]] if gap else [[ax, ay], [bx, by]]
    return {"distance": round(far, 3), "text": f"{far:.1f}″", "line": line, "clause": "RE-0.4"}


def _end(state: State, spot: Spot, towards: Spot) -> tuple[float, float, float, float]:
    """Place, height and radius of one end of a measure."""
    if spot.model:
        model = _named(state, spot.model)
        if spot.at is not None:
            return *_standing_at(state, spot.at), model.radius
        if model.status in (STANDING, FALLEN):
            return model.x, model.y, model.z, model.radius
        raise SandtableError(f"{model.name} is not on the table")
    if spot.at is not None:
        return *_standing_at(state, spot.at), 0.0
    for objective in state.objectives:
        if objective.name == spot.mark:
            return objective.x, objective.y, 0.0, MARKER
    for piece in field_of(state).drawn.terrain:
        if piece.id == spot.piece:
            if towards.piece:
                raise SandtableError("measure from a model or a place to a piece")
            x, y, z, _ = _end(state, towards, Spot())
            return *_nearest_on(piece, x, y), z, 0.0
    raise SandtableError("measure from a model, a marker, a piece or a place")


def _nearest_on(piece: Terrain, x: float, y: float) -> tuple[float, float]:
    """The place on the outline of a piece that is nearest to a point."""
    nearest = [nearest_on_segment(x, y, *a, *b) for a, b in ring_edges(piece.outline)]
    return min(nearest, key=lambda spot: hypot(spot[0] - x, spot[1] - y))


def _named(state: State, name: str) -> Model:
    for model in state.models:
        if model.name == name:
            return model
    raise SandtableError(f"there is no model {name[:40]!r}")


def _standing_at(state: State, at: tuple[float, ...]) -> tuple[float, float, float]:
    if len(at) == 3:
        return at[0], at[1], at[2]
    heights = field_of(state).surfaces(at[0], at[1])
    return at[0], at[1], heights[0] if heights else 0.0


def sight(state: State, options: Options, viewer: Spot, target: Spot | None) -> dict[str, Any]:
    """Whom a model sees from a place, and who of them may fire at it there (RE-4.13, RE-1.65)."""
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


def _as_if(state: State, spot: Spot) -> tuple[State, Model]:
    """The state with a model standing where it is planned to stand."""
    if not spot.model:
        raise SandtableError("sight is from one model to others")
    number = _named(state, spot.model).number
    there = state.clone()
    model = there.models[number]
    if spot.at is not None:
        model.x, model.y, model.z = _standing_at(state, spot.at)
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
        verdict = f"Not seen: {' and '.join(names) or 'terrain'} is in the way"
    elif look.obscured:
        hidden = SAMPLES - clear
        by = " and ".join([*names, *look.models])
        verdict = f"Obscured: {by} hides {round(100 * hidden / SAMPLES)} %" if hidden else "Obscured: in growth"
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
        "seen": round(clear / SAMPLES, 3) if look.sees else 0.0,
        "sees": look.sees,
        "reaches": look.sees and any(gun.range >= far for gun in viewer.weapons),
        "short": _short_verdict(look.sees, clear, bool(cover)),
        "verdict": verdict,
        "blockers": [where.drawn.terrain[number].id for number in look.blockers],
        "models": list(look.models),
        "cover": [where.drawn.terrain[number].id for number in cover] if look.sees else [],
        "clauses": clauses,
        "lines": [{"to": [p.x, p.y], "clear": ok} for p, ok in _in_plan(look.points, look.clear)],
        "watches": watches,
        "warning": f"{target.name} may fire on Overwatch (RE-1.65)" if watches else "",
    }


def _short_verdict(sees: bool, clear: int, cover: bool) -> str:
    if not sees:
        return "not seen"
    share = "in full sight" if clear == SAMPLES else f"{round(100 * clear / SAMPLES)} % seen"
    return f"{share}, cover" if cover else share


def _in_plan(points: tuple[Point, ...], clear: tuple[bool, ...]) -> list[tuple[Point, bool]]:
    """The sample points from above: high and low lie over each other, and a line is clear if both are."""
    half = len(points) // 2
    return [(points[i], clear[i] and clear[i + half]) for i in range(half)]


# ---- planning ---------------------------------------------------------------------------------------


def preview(state: State, options: Options, question: Question, value: Any) -> dict[str, Any] | None:
    """How long a legal way is, and how high it leads."""
    if not isinstance(question, DrawnMove):
        return None
    walked = question.walked(value[question.movers[0]])
    return {
        "spent": round(walked.length, 3),
        "of": question.budget,
        "unit": "″",
        "text": f"{_short(walked.length)}″ of {question.budget:g}″",
        "path": [[p.x, p.y, p.z] for p in walked.path],
        "tests": [],
    }


def _short(length: float) -> str:
    return f"{length:.1f}".removesuffix(".0")


DIRECTIONS = ("east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east")
MOST_PLACES = 12


def places(state: State, options: Options, question: Question) -> list[dict[str, Any]]:
    """Places in words, every one of them legal: for those who play by ear."""
    found: dict[str, dict[str, Any]] = {}
    for wish in _wishes(state, question):
        if len(found) >= MOST_PLACES:
            break
        described = _described(state, options, question, wish)
        if described is not None:
            found.setdefault(str(described["label"]), described)
    return list(found.values())


def _wishes(state: State, question: Question) -> Iterator[tuple[str, Any]]:
    """What to call a place, and a wish or a whole answer for it."""
    if isinstance(question, Place):
        for answer in question.legal():
            yield "", answer
    elif isinstance(question, DrawnMove):
        name = question.movers[0]
        model = _named(state, name)
        around = _around if model.status == STANDING else _inwards
        for called, point in around(state, model, question.budget):
            yield called, {name: [point.x, point.y]}
        for answer in question.legal():
            yield "", answer


def _around(state: State, model: Model, budget: float) -> Iterator[tuple[str, Point]]:
    """Markers in reach, cover in reach, then as far as it goes in eight directions."""
    for objective in state.objectives:
        if 0.75 < hypot(objective.x - model.x, objective.y - model.y) <= budget:
            yield f"onto marker {objective.name}", Point(objective.x, objective.y)
    where = field_of(state)
    for number in where.near(model.x, model.y, budget):
        piece = where.table.terrain[number]
        if piece.traits & {"cover", "into-out-of"}:
            x, y = _nearest_on(piece, model.x, model.y)
            far = hypot(x - model.x, y - model.y)
            if far > model.radius + 0.1:
                step = far - model.radius - 0.01
                point = Point(model.x + (x - model.x) / far * step, model.y + (y - model.y) / far * step)
                yield f"up to {piece.label}", point
    for number, word in enumerate(DIRECTIONS):
        for share in (1.0, 0.5):
            step = budget * share - 0.01
            angle = number * pi / 4
            yield word, Point(model.x + cos(angle) * step, model.y + sin(angle) * step)


def _inwards(state: State, model: Model, budget: float) -> Iterator[tuple[str, Point]]:
    """Straight in, at places spread along the zone."""
    zone = state.players[model.side].zone
    where = field_of(state)
    for x1, y1, x2, y2 in zone:
        steps = max(1, min(7, 12 // len(zone)))
        for number in range(steps):
            share = (number + 0.5) / steps
            x, y = x1 + (x2 - x1) * share, y1 + (y2 - y1) * share
            deep = budget - model.radius - 0.01
            if x1 == x2:
                x = deep if x1 == 0.0 else where.table.width - deep
            else:
                y = deep if y1 == 0.0 else where.table.height - deep
            edge = "west" if x1 == x2 == 0.0 else "east" if x1 == x2 else "south" if y1 == 0.0 else "north"
            along = y if x1 == x2 else x
            yield f"in over the {edge} edge at {along:.0f}", Point(x, y)


def _described(state: State, options: Options, question: Question, wish: tuple[str, Any]) -> dict[str, Any] | None:
    called, answer = wish
    try:
        value = question.read(answer)
    except SandtableError:
        return None
    (name, way), *_ = value.items()
    if way == ():
        return {"label": "stay where it is", "answer": question.recorded(answer, value)}
    end = way[-1] if isinstance(way, tuple) else way
    there, model = _as_if(state, Spot(model=name, at=(end.x, end.y)))
    parts = [called or f"to {end.x:.1f}, {end.y:.1f}"]
    cover = _cover_at(field_of(there), model)
    beside = _beside(field_of(state), end, model.radius)
    if beside and not any(name in f"{called} {cover}" for _, name in beside):
        parts.append(" ".join(beside[0]))
    if isinstance(question, DrawnMove):
        walked = question.walked(way)
        parts.append(f"{_short(walked.length)} of {question.budget:g} inches")
    if cover:
        parts.append("in cover" if cover in called else f"in cover of {cover}")
    enemies = there.enemies(model)
    if enemies:
        nearest = min(enemies, key=lambda enemy: distance(options, model, enemy))
        parts.append(f"{distance(options, model, nearest):.1f} inches from {nearest.name}")
    if watching := _watching(there, options, model):
        parts.append(f"{len(watching)} may fire on Overwatch")
    return {"label": ", ".join(parts), "answer": question.recorded(answer, value)}


def _beside(where: Battlefield, end: Point, radius: float) -> list[tuple[str, str]]:
    """The piece it would stand in or next to, with the word for it."""
    near = [n for n in where.near(end.x, end.y, 2.0) if where.within(n, end.x, end.y, 1.5)]
    if not near:
        return []
    over = [n for n in near if where.overlaps(n, end.x, end.y, radius)]
    word = "in" if over else "beside"
    return [(word, where.table.terrain[(over or near)[0]].label)]


# ---- motion -----------------------------------------------------------------------------------------


def motion(event: Event) -> dict[str, Any] | None:
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
        case "hits":
            return {"do": "mark", "who": data["target"], "text": f"{data['hits']} hit{'s' * (data['hits'] != 1)}"}
        case "pinned":
            return {"do": "mark", "who": data["who"], "text": f"+{data['tokens']} pin{'s' * (data['tokens'] != 1)}"}
        case "wounded":
            return {"do": "mark", "who": data["who"], "text": "wounded"}
        case "out of action":
            return {"do": "fall", "who": data["who"]}
        case "missing":
            return {"do": "leave", "who": data["who"]}
    return None
