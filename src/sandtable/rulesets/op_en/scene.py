"""The Combat Area as the browser draws it, and what it asks while a player plans (docs/scene.md)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import hypot
from typing import Any

from sandtable.engine.errors import SandtableError
from sandtable.engine.events import Event
from sandtable.engine.lists import lookup
from sandtable.engine.looks import Viewpoint
from sandtable.engine.questions import Move, Place, Point, Question, Refusal
from sandtable.engine.rulebook import Options
from sandtable.engine.ruleset import Reading
from sandtable.engine.scenes import (
    EdgeMark,
    ObjectiveMark,
    Shape,
    ShownCounters,
    ShownModel,
    ShownRange,
    ShownRound,
    ShownScore,
    ShownSheet,
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
from sandtable.rulesets.op_en import effects
from sandtable.rulesets.op_en.board import locked_with, statuses
from sandtable.rulesets.op_en.content import Weapon
from sandtable.rulesets.op_en.facts import phase
from sandtable.rulesets.op_en.ground import Field, field_of
from sandtable.rulesets.op_en.pieces import DEEP, DIFFICULT, RUINED_WALL, SCREEN, SOLID
from sandtable.rulesets.op_en.sight import look
from sandtable.rulesets.op_en.space import awareness, gap_in_space
from sandtable.rulesets.op_en.state import Character, Mark, State
from sandtable.rulesets.op_en.trips import Trip
from sandtable.rulesets.op_en.walking import judge
from sandtable.skirmish import planning
from sandtable.table import Table, Terrain, stage

GAITS = {"jumped": "jump", "climbed": "climb"}
"""How somebody goes who does not walk."""
PHASES = ("set-up", "start", "initiative", "activation", "end")
STATES: dict[str, ShownStanding] = {
    "in play": "ready",
    "in reserve": "waiting",
    "out of action": "gone",
    "left": "gone",
    "not set up": "waiting",
}
WORDS = {
    SOLID: "Stops sight lines (OE-2.26).",
    SCREEN: "Obscures what is seen through it (OE-2.29).",
    DIFFICULT: "Every inch inside counts double (OE-11.8).",
    DEEP: "Deep water: nobody enters without a Talent for it (OE-11.13).",
    RUINED_WALL: "Passed only through gaps (OE-11.11).",
    "steep": "A steep roof: difficult to walk on (OE-11.26).",
}
ICONS = {4: "megaphone", 0: "hound"}
"""Of leaders and companions, by rank."""
BY_WEAPON = {
    "hook": "hook", "gaff": "hook", "lash": "hook", "axe": "battle-axe", "hammer": "fist", "maul": "fist",
    "harpoon": "harpoon-trident", "bow": "pocket-bow", "sling": "pocket-bow", "pistol": "pistol-gun",
    "pot": "pistol-gun", "iron": "rifle", "gun": "rifle", "kniv": "hooded-figure", "knife": "hooded-figure",
    "blade": "sword-brandish", "cutlass": "swordman", "sword": "swordman",
}  # fmt: skip
"""What the first weapon looks like that has such a word in its name."""
BY_STATUS = {"Hidden": "sight-disabled", "poisoned": "heart-drop", "stunned": "gyroscope", "Locked": "crossed-swords",
             "carries": "strong"}  # fmt: skip
SCENARIO_SLOT = 2
EDGES = {"left": (0, 0, 0, 1), "right": (1, 0, 1, 1), "bottom": (0, 0, 1, 0), "top": (0, 1, 1, 1)}
"""In shares of the table."""


def scene(reading: Reading[State]) -> TableScene:
    """Nothing is secret in this game: a Hidden model stands on the table for everybody to see (OE-16.27)."""
    state = reading.state
    where = field_of(state, reading.options)
    now = phase(state)
    title = state.scenario.name if state.scenario is not None else ""
    return TableScene(
        title=title or where.drawn.name,
        headline=f"Turn {state.turn} of {state.turns} · {now.capitalize()}",
        round=ShownRound(word="Turn", now=state.turn, of=state.turns),
        phase=now,
        phases=list(PHASES),
        turn=state.seat if now == "activation" else None,
        active=state.characters[state.act.character].name if state.act is not None else "",
        aim=(state.scenario.aim or state.scenario.text) if state.scenario is not None else "",
        sides=[*(_side(state, side) for side in range(len(state.players))), *_scenario_side(state)],
        models=[_model(reading, one) for one in state.characters],
        marks=[*_edges(state, where), *(_mark(mark) for mark in state.marks if mark.on_table)],
        ground=_ground(where),
    )


@lru_cache(64)
def _ground(where: Field) -> TableGround:
    def met(piece: Terrain) -> Terrain:
        return where.table.terrain[where.drawn.terrain.index(piece)]

    return stage.ground(where.drawn, lambda piece: [""] * len(piece.outline), lambda piece: _words(met(piece)))


def _words(piece: Terrain) -> list[str]:
    return stage.piece_words(piece, WORDS)


def _side(state: State, side: int) -> SideInfo:
    player = state.players[side]
    facts = [word for word in (player.role, f"{player.edge} edge" if player.edge else "") if word]
    return SideInfo(
        name=player.name, seat=side, slot=side, icon="megaphone",
        score=ShownScore(value=player.points, word="points"),
        counters=ShownCounters(left=player.tokens, most=player.tokens, shape="hexagon",
                               word="token" if player.tokens == 1 else "tokens"),
        facts=facts,
    )  # fmt: skip


def _scenario_side(state: State) -> Iterator[SideInfo]:
    """Whoever belongs to the scenario has no seat and a colour of its own."""
    if any(not who.of_force for who in state.characters):
        yield SideInfo(name="Scenario", seat=-1, slot=SCENARIO_SLOT)


def _edges(state: State, where: Field) -> Iterator[EdgeMark]:
    """The edge of the table that each OF calls its own."""
    width, height = where.drawn.width, where.drawn.height
    for side, player in enumerate(state.players):
        if player.edge:
            x1, y1, x2, y2 = EDGES[player.edge]
            line = x1 * width, y1 * height, x2 * width, y2 * height
            text = f"The edge of {player.name} (OE-18.1)."
            yield EdgeMark(id=f"{player.edge} edge", side=side, line=line, text=text)


def _model(reading: Reading[State], who: Character) -> ShownModel:
    state = reading.state
    placed, sheet = who.in_play, who.sheet
    locked = locked_with(reading, who)
    return ShownModel(
        id=who.name, name=who.name, side=who.side if who.of_force else len(state.players),
        x=who.x if placed else None, y=who.y if placed else None, z=who.z, radius=who.radius,
        height=sheet.height, icon=_icon(who), role=f"Rank {sheet.rank}, {sheet.form}".removesuffix(", "),
        facts=_facts(who), state="done" if placed and who.activated else STATES[who.status],
        wounds=ShownWounds(left=max(0, sheet.body - who.damage), most=sheet.body), pins=None,
        statuses=[_status(word) for word in statuses(state, who, locked)],
        bound=[enemy.name for enemy in locked],
        ranges=_ranges(who),
        sheet=_sheet(who),
    )  # fmt: skip


def _status(words: str) -> ShownStatus:
    first = words.split(maxsplit=1)[0]
    return ShownStatus(id=first.lower(), text=words, icon=BY_STATUS.get(first, ""))


def _ranges(who: Character) -> list[ShownRange]:
    """Awareness, Combat Range and how far its weapons shoot."""
    found = [("Awareness", awareness(who), True), ("Combat Range", who.sheet.combat_range, False)]
    found += [(weapon.name, _farthest(who, weapon), True) for weapon in who.sheet.ranged]
    return [
        ShownRange(id=name, text=f"{name} {inches:g}″", inches=float(inches), dashed=dashed)
        for name, inches, dashed in found
        if inches
    ]


def _farthest(who: Character, weapon: Weapon) -> float:
    last = weapon.bands[-1].to
    return awareness(who) if last == "awareness" else float(last)


def _icon(who: Character) -> str:
    if who.sheet.rank in ICONS and who.of_force:
        return ICONS[who.sheet.rank]
    for weapon in who.sheet.weapons:
        for word, icon in BY_WEAPON.items():
            if word in weapon.name.lower():
                return icon
    return "fist"


def _facts(who: Character) -> str:
    stats = who.sheet.stats
    dice = f"F{stats.fight} T{stats.toughness} S{stats.shoot} A{stats.agility} I{stats.intellect} G{stats.grit}"
    arms = ", ".join(weapon.name for weapon in who.sheet.weapons) or "unarmed"
    return f"{dice} · Move {who.sheet.move} · {arms}"


def _mark(mark: Mark) -> ObjectiveMark:
    stats = " or ".join(stat.capitalize() for stat in mark.objective.stats)
    against = mark.objective.target + mark.harder
    text = [f"{mark.name}: who touches it may Interact, {stats} against {against} (OE-16.3)."]
    if brings := " and ".join(filter(None, map(_brings, mark.objective.success))):
        text.append(f"A success {brings}.")
    return ObjectiveMark(
        id=mark.name, label=_short(mark.name), x=mark.x, y=mark.y, z=mark.z, radius=mark.radius, side=None,
        state="free", text=text,
    )  # fmt: skip


def _brings(outcome: effects.Outcome) -> str:
    match outcome:
        case effects.Take():
            return "takes it along"
        case effects.Score(points):
            return f"scores {counted(points, 'point')}"
        case effects.Notch(needed, points):
            return f"cuts a notch; {needed} of yours score {counted(points, 'point')}"
        case effects.Follow():
            return "makes it follow"
        case effects.Harder(by):
            return f"makes it harder by {by}"
    return ""


def _short(name: str) -> str:
    """What fits into a marker: its number, or else its first letter."""
    last = name.rsplit(maxsplit=1)[-1]
    return last if last.isdigit() else name[:1]


# ---- cards ------------------------------------------------------------------------------------------


def card(reading: Reading[State], name: str) -> list[str]:
    """One character in full, or a piece of terrain."""
    state = reading.state
    for who in state.characters:
        if who.name.casefold() == name.casefold():
            return _card(reading, who)
    where = field_of(state, reading.options)
    for drawn, met in zip(where.drawn.terrain, where.table.terrain, strict=True):
        if name.casefold() in (drawn.id.casefold(), drawn.label.casefold()):
            return [drawn.label, *_words(met)]
    return [f"There is no character {name!r}."]


def _card(reading: Reading[State], who: Character) -> list[str]:
    sheet = who.sheet
    lines = [f"{who.name} (Rank {sheet.rank}): {_facts(who)}", f"Damage {who.damage} of {sheet.body}"]
    lines.append(f"AR {awareness(who):g}″, CR {sheet.combat_range:g}″, armour {sheet.armour}")
    lines += [f"{word}: {text}" for word, text in _rows(who)]
    now = statuses(reading.state, who, locked_with(reading, who))
    return [*lines, f"Now: {', '.join(now)}"] if now else lines


def _rows(who: Character) -> list[tuple[str, str]]:
    """What a character has besides numbers."""
    sheet = who.sheet
    found = (
        ("Trait", [sheet.trait] if sheet.trait else []), ("Abilities", list(sheet.abilities)),
        ("Skills", [skill.name for skill in sheet.skills]),
        ("Equipment", [one.name for one in (*sheet.weapons, *sheet.protections, *sheet.items)]),
    )  # fmt: skip
    return [(word, ", ".join(names)) for word, names in found if names]


def _sheet(who: Character) -> ShownSheet:
    """The Character Card beside the table."""
    stats, sheet = who.sheet.stats, who.sheet
    dice = [
        ("Fight", stats.fight), ("Tough", stats.toughness), ("Shoot", stats.shoot), ("Agil", stats.agility),
        ("Intel", stats.intellect), ("Grit", stats.grit),
    ]  # fmt: skip
    numbers = [
        ("Move", f"{sheet.move}"), ("Aware", f"{awareness(who):g}″"), ("Combat", f"{sheet.combat_range:g}″"),
        ("Armour", f"{sheet.armour}"),
    ]  # fmt: skip
    return ShownSheet(dice=dice, numbers=numbers, rows=_rows(who))


# ---- looking ----------------------------------------------------------------------------------------


def _named(state: State, name: str) -> Character:
    return lookup("character", name, {one.name: one for one in state.characters})


def _end(state: State, options: Options, spot: Viewpoint) -> tuple[float, float, float, float]:
    """Place, height and radius of one end of a measure."""
    floors = field_of(state, options).table.floors_at
    if spot.at is not None:
        z = spot.at[2] if len(spot.at) == 3 else floors(spot.at[0], spot.at[1])[0]
        return spot.at[0], spot.at[1], z, _named(state, spot.model).radius if spot.model else 0.0
    if spot.model:
        who = _named(state, spot.model)
        if not who.in_play:
            raise SandtableError(f"{who.name} is not in the Combat Area")
        return who.x, who.y, who.z, who.radius
    for mark in state.marks:
        if mark.name == spot.mark:
            return mark.x, mark.y, mark.z, mark.radius
    raise SandtableError("measure from a character, a marker or a place")


def measure(reading: Reading[State], one: Viewpoint, two: Viewpoint) -> dict[str, Any]:
    """From edge to edge, straight through the air (OE-1.15, OE-1.17)."""
    state, options = reading.state, reading.options
    (ax, ay, az, ar), (bx, by, bz, br) = _end(state, options, one), _end(state, options, two)
    flat = hypot(bx - ax, by - ay)
    far = hypot(max(0.0, flat - ar - br), bz - az)
    ux, uy = ((bx - ax) / flat, (by - ay) / flat) if flat else (1.0, 0.0)
    line = [[ax + ux * ar, ay + uy * ar], [bx - ux * br, by - uy * br]] if flat > ar + br else [[ax, ay], [bx, by]]
    return {"distance": round(far, 3), "text": f"{far:.1f}″", "line": line, "clause": "OE-1.17"}


def sight(reading: Reading[State], viewer: Viewpoint, target: Viewpoint | None) -> dict[str, Any]:
    """Whom a character sees from a place: Clear, Obscured or Blocked (OE-2.26)."""
    state, options = reading.state, reading.options
    there, who = _as_if(state, options, viewer)
    others = there.enemies(who)
    if target is not None and target.model:
        there, other = _as_if(there, options, target)
        who, others = there.characters[who.number], [other]
    found = [_sight(there, options, who, other) for other in others]
    return {"sights": sorted(found, key=lambda one: float(one["distance"]))}


def _as_if(state: State, options: Options, spot: Viewpoint) -> tuple[State, Character]:
    """The state with a character standing where it is planned to stand."""
    if not spot.model:
        raise SandtableError("sight is from one character to others")
    there = state.clone()
    who = there.characters[_named(state, spot.model).number]
    if spot.at is not None:
        who.x, who.y, who.z, _ = _end(state, options, spot)
        who.status = "in play"
    elif not who.in_play:
        raise SandtableError(f"{who.name} is not in the Combat Area")
    return there, who


VERDICTS = {"clear": "Clear", "obscured": "Obscured", "blocked": "Blocked"}
CLAUSES = {"clear": "OE-2.27", "obscured": "OE-2.29", "blocked": "OE-2.28"}


def _sight(state: State, options: Options, viewer: Character, target: Character) -> dict[str, Any]:
    seen = look(state, options, viewer, target)
    far = gap_in_space(viewer, target)
    pieces = {piece.id: piece.label or piece.id for piece in field_of(state, options).drawn.terrain}
    between = f": {' and '.join(pieces.get(one, one) for one in seen.between)}" if seen.between else ""
    sees = seen.view != "blocked"
    return {
        "to": target.name, "distance": round(far, 3), "text": f"{far:.1f}″",
        "seen": {"clear": 1.0, "obscured": 0.5, "blocked": 0.0}[seen.view], "sees": sees,
        "reaches": sees and any(_farthest(viewer, weapon) >= far for weapon in viewer.sheet.ranged),
        "short": VERDICTS[seen.view], "verdict": f"{VERDICTS[seen.view]}{between}",
        "blockers": [name for name in seen.between if name in pieces],
        "models": [name for name in seen.between if name not in pieces], "cover": [],
        "clauses": [CLAUSES[seen.view]], "lines": [{"to": [target.x, target.y], "clear": seen.view == "clear"}],
        "watches": False, "warning": "",
    }  # fmt: skip


# ---- planning ---------------------------------------------------------------------------------------


def preview(reading: Reading[State], question: Question, value: Any) -> dict[str, Any] | None:
    """What a legal way costs, and whether it ends in a fall."""
    if not isinstance(question, Move) or not isinstance(question.about, Trip):
        return None
    walked = judge(question.about, value[question.movers[0]])
    if isinstance(walked, Refusal):
        return None
    text = f"{walked.cost:.1f}″ of {question.budget:g}″" + (f", then a fall of {walked.fall:g}″" if walked.fall else "")
    return {
        "spent": round(walked.cost, 3), "of": question.budget, "unit": "″", "text": text,
        "path": [[p.x, p.y, p.z] for p in walked.path], "tests": ["Falling"] if walked.fall else [],
    }  # fmt: skip


def places(reading: Reading[State], question: Question) -> list[dict[str, Any]]:
    """Places in words, every one of them legal: for those who play by ear."""
    if not isinstance(question, Move | Place):
        return []
    state = reading.state
    table = field_of(state, reading.options).drawn
    found: dict[str, dict[str, Any]] = {}
    for answer in question.legal():
        value = question.read(answer)
        (name, way), *_ = value.items()
        end = way[-1] if isinstance(way, tuple) and way else None if isinstance(way, tuple) else way
        # A marker, a point or somebody who is still to come is told as whoever puts it down stands to it.
        known = any(one.name == name for one in state.characters)
        whose = _named(state, name if known else question.who)
        label = "stay where it is" if end is None else _place(state, table, whose, end)
        found.setdefault(label, {"label": label, "answer": answer})
    return list(found.values())


def _place(state: State, table: Table, who: Character, end: Point) -> str:
    """The part of the table, the height, the nearest objective and the nearest Enemy."""
    parts = [f"{planning.part_of(table.width, table.height, end.x, end.y)} ({end.x:.1f}, {end.y:.1f})"]
    if end.z:
        parts.append(f"{end.z:g}″ up")
    marks = [mark for mark in state.marks if mark.on_table]
    if marks:
        mark = min(marks, key=lambda one: hypot(one.x - end.x, one.y - end.y))
        parts.append(f"{hypot(mark.x - end.x, mark.y - end.y):.1f}″ to {mark.name}")
    enemies = [enemy for enemy in state.enemies(who) if enemy.in_play]
    if enemies:
        enemy = min(enemies, key=lambda one: hypot(one.x - end.x, one.y - end.y))
        parts.append(
            f"{max(0.0, hypot(enemy.x - end.x, enemy.y - end.y) - enemy.radius - who.radius):.1f}″ from {enemy.name}"
        )
    return ", ".join(parts)


# ---- motion -----------------------------------------------------------------------------------------


def motion(event: Event) -> dict[str, Any] | list[dict[str, Any]] | None:
    """How an event is shown."""
    data = event.data
    match event.kind:
        case "moved" | "jumped" | "climbed" | "pushed":
            return {"do": "move", "who": data["who"], "path": data["path"], "how": GAITS.get(event.kind, "walk")}
        case "set up" | "entered" | "summoned" | "teleported" | "ashore":
            return {"do": "appear", "who": data["who"]}
        case "swapped":
            return [{"do": "appear", "who": data[one]} for one in ("who", "other")]
        case "test" if data["test"] in ("Shoot", "Fight") and "other" in data:
            how = "shot" if data["test"] == "Shoot" else "blow"
            return {"do": how, "who": data["who"], "at": data["other"], "hit": data["success"]}
        case "test" if data["type"] != "basic":
            return judged(data["who"], data["success"], "Success", "Failure", data["test"])
        case "damage":
            return stamp(data["who"], "cross", f"{data['amount']} damage", f"{data['damage']} of {data['body']}")
        case "fell":
            return stamp(data["who"], "triangle", f"Falls {data['inches']:.1f}″")
        case "healed":
            return judged(data["who"], data["amount"] > 0, f"Heals {data['amount']}", "Nothing to heal")
        case "stunned" | "poisoned":
            return stamp(data["who"], "triangle", event.kind.capitalize())
        case "lasting":
            return stamp(data["who"], "triangle", data["source"], "until end of turn")
        case "taken":
            return stamp(data["who"], "diamond", f"Takes {data['objective']}")
        case "handed over":
            return stamp(data["to"], "diamond", f"Has {data['objective']}", f"from {data['who']}")
        case "dropped":
            return stamp(data["who"], "dash", f"Drops {data['objective']}")
        case "notch":
            return stamp(data["who"], "diamond", "Closes it" if data["closed"] else "A notch", data["objective"])
        case "score":
            return stamp(data["who"], "diamond", counted(data["points"], "point"), f"{data['total']} in all")
        case "follows" | "stops following":
            shape: Shape = "diamond" if event.kind == "follows" else "dash"
            return stamp(data["who"], shape, event.kind.capitalize(), data["leader"])
        case "hidden" | "revealed":
            return {"do": "mark", "who": data["who"], "text": event.kind}
        case "out of action":
            return [stamp(data["who"], "cross", "Out of Action"), {"do": "fall", "who": data["who"]}]
        case "left":
            return {"do": "leave", "who": data["who"], "safe": True}
    return None
