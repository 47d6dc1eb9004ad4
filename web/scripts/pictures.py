"""Writes src/pictures/<ruleset>.json: an attack in a game between bots, which the home page draws on its
card: the scene before it, what happened, and what of the table is shown.

python web/scripts/pictures.py [RULESET…]
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

import sandtable
from sandtable.bots import Knowledge, make_bot
from sandtable.engine.game import Game
from sandtable.engine.questions import Question
from sandtable.engine.registry import ruleset, ruleset_ids
from sandtable.server.views import event_data

HERE = Path(__file__).parents[1] / "src" / "pictures"
SEED = "a picture for the home page"


INCHES, CELLS, TRIES, LONG, FEW = 13.0, 6.5, 6, 24, 4
"""How much of a table or a grid is to be seen from left to right; games that are looked through; events of an attack;
dice of a row."""


def eager(question: Question) -> str:
    """Whoever can come onto the table does: a picture wants models."""
    return next((one.id for one in getattr(question, "options", ()) if one.id in ("advance", "move", "deploy")), "")


def places(scene: dict[str, Any]) -> dict[str, tuple[float, float]]:
    """Where everybody stands who does."""
    found = {one["id"]: (one["x"], one["y"]) for one in scene.get("models", ()) if one["x"] is not None}
    for unit in scene.get("units", ()):
        members = [found[one] for one in unit["members"] if one in found]
        if members:
            found[unit["id"]] = (sum(x for x, _ in members) / len(members), sum(y for _, y in members) / len(members))
    return found


def motions(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    moved = [one["motion"] for one in events if one.get("motion")]
    return [one for motion in moved for one in (motion if isinstance(motion, list | tuple) else [motion])]


def attack(scene: dict[str, Any], events: list[dict[str, Any]]) -> tuple[float, list[float]] | None:
    """How good a picture of an attack this makes, and what of the table it shows: [x, y, width]. Both stand side by
    side, others are near them, and something comes of it."""
    told = motions(events)
    blow = next((one for one in told if one["do"] in ("shot", "blow")), None)
    hurt = [
        one for one in told
        if ((one["do"] == "stamp" and one["shape"] in ("cross", "triangle")) or one["do"] in ("fall", "leave"))
        and blow is not None and one["who"].startswith(blow["at"])
    ]  # fmt: skip
    rolls = [one for one in events if one["kind"] == "roll"]
    where = places(scene)
    if blow is None or not hurt or not rolls or len(events) > LONG or not {blow["who"], blow["at"]} <= where.keys():
        return None
    (ax, ay), (bx, by) = where[blow["who"]], where[blow["at"]]
    wide = CELLS if scene["kind"] == "grid" else 2 * INCHES if scene.get("units") else INCHES
    x, y = (ax + bx) / 2, (ay + by) / 2
    near = [one for one in where.values() if abs(one[0] - x) < wide / 2 and abs(one[1] - y) < wide / 6]
    far = abs(ax - bx) / wide
    if far > 0.5 or abs(ay - by) > wide / (3.5 if scene.get("units") else 7):
        return None
    return len(near) + 4 * min(far, 0.3) - 2 * abs(ay - by) / wide, [x, y, wide]


def rolled(event: dict[str, Any], key: int) -> dict[str, Any]:
    """A row on the mat of dice."""
    data = event["data"]
    low, high = data.get("good") or (0, 0)
    less = low == 1 and high < data["sides"]
    return {
        "key": key, "who": data.get("who", ""), "seat": data.get("seat"), "purpose": data.get("purpose", ""),
        "sides": data["sides"], "faces": data["faces"], "called": [], "colours": [],
        "need": {"n": high if less else low, "less": less} if low else None,
        "good": [low <= face <= high for face in data["faces"]] if low else None,
    }  # fmt: skip


def happened(events: list[dict[str, Any]]) -> dict[str, Any]:
    """What the picture shows of an attack: its line, a few dice, and what came of it."""
    told = motions(events)
    blow = next(one for one in told if one["do"] in ("shot", "blow"))
    stamps = [one for one in told if one["do"] == "stamp" and one["shape"] in ("cross", "triangle")]
    rows = [rolled(one, key) for key, one in enumerate(events) if one["kind"] == "roll"]
    few = [one for one in rows if len(one["faces"]) <= FEW][:2]
    return {
        "line": {"who": blow["who"], "at": blow["at"], "kind": blow["do"], "share": 1}, "rows": few,
        "stamp": stamps[0] if stamps else None,
    }  # fmt: skip


def moment(name: str) -> dict[str, Any]:
    """The best attack of a few games; the middle of the first where a game has no table."""
    rules = ruleset(name)
    best: dict[str, Any] = {}
    most = -1.0
    for number in range(TRIES):
        game: Game[Any] = sandtable.new(name, seed=f"{SEED} {number}")
        bots = [make_bot("regular", f"{SEED}/{number}/{seat}") for seat in range(len(game.seats))]
        before: dict[str, Any] = {}
        since: list[dict[str, Any]] = []
        while isinstance(game.question, Question):
            scene = msgspec.to_builtins(rules.scene(game.reading()))  # type: ignore[attr-defined]
            seat, told = game.question.seat, len(game.events)
            game.answer(eager(game.question) or bots[seat].answer(game.question, Knowledge(game, seat)))
            events = [msgspec.to_builtins(event_data(game, one)) for one in game.events[told:]]
            if scene["kind"] == "draft" and not best and len(scene["fighters"][0]["pool"]) == 2:
                return {"scene": scene}
            if any(one["do"] in ("shot", "blow") for one in motions(events)):
                before, since = scene, []
            since += events
            found = attack(before, since) if before else None
            if found is not None:
                if found[0] > most:
                    most, best = found[0], {"scene": before, "focus": found[1], **happened(since)}
                before, since = {}, []
    return best


UNSEEN = {"facts": "", "role": "", "ranges": [], "statuses": [], "text": [], "traits": []}
"""What nobody can read off a picture need not be sent to the home page."""


def bare(one: dict[str, Any]) -> dict[str, Any]:
    return {
        key: UNSEEN[key] if key in UNSEEN and isinstance(value, type(UNSEEN[key])) else value
        for key, value in one.items()
    }


def near(at: Any, focus: list[float]) -> bool:
    """Is a place, or any corner of an outline, within what is shown, or not far from it?"""
    x, y, wide = focus
    if at and isinstance(at[0], int | float):
        return abs(at[0] - x) < 0.7 * wide and abs(at[1] - y) < 0.35 * wide
    xs, ys = [corner[0] for corner in at], [corner[1] for corner in at]
    beside, above = 0.7 * wide, 0.35 * wide
    return not (max(xs) < x - beside or min(xs) > x + beside or max(ys) < y - above or min(ys) > y + above)


def where(mark: dict[str, Any]) -> Any:
    """Where a mark lies: at a place, or along something."""
    if "line" in mark:
        x1, y1, x2, y2 = mark["line"]
        return [(x1, y1), (x2, y2)]
    return mark["outline"] if "outline" in mark else (mark["x"], mark["y"])


def plain(scene: dict[str, Any], focus: list[float] | None) -> dict[str, Any]:
    """The scene without what only cards and tips say, and without what lies beyond the picture."""
    scene = scene | {"aim": "", "headline": "", "phase": "", "phases": []}
    if "fighters" in scene:
        return scene | {"queue": None}
    assert focus is not None
    ground = scene["ground"]
    here = [one for one in scene["models"] if one["x"] is not None and near((one["x"], one["y"]), focus)]
    names = {one["id"] for one in here}
    scene = scene | {"models": here, "marks": [one for one in scene["marks"] if near(where(one), focus)]}
    if "units" in scene:
        scene["units"] = [one for one in scene["units"] if names & set(one["members"])]
    if "pieces" in ground:
        ground = ground | {"pieces": [one for one in ground["pieces"] if near(one["outline"], focus)]}
    if "pieces" in ground:
        ground = ground | {"pieces": [bare(piece) for piece in ground["pieces"]]}
    return scene | {"ground": ground, "models": [bare(model) for model in scene["models"]]}


def rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 2)
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items()}
    return [rounded(one) for one in value] if isinstance(value, list | tuple) else value


for name in sys.argv[1:] or ruleset_ids():
    HERE.mkdir(exist_ok=True)
    path = HERE / f"{name}.json"
    found = moment(name)
    found["scene"] = plain(found["scene"], found.get("focus"))
    path.write_text(json.dumps(rounded(found), separators=(",", ":"), ensure_ascii=False) + "\n")
    print(path.name, path.stat().st_size)
