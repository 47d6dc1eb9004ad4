"""Writes src/pictures/<ruleset>.json: one moment of a game between bots, which the home page draws on its card.

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

HERE = Path(__file__).parents[1] / "src" / "pictures"
SEED = "a picture for the home page"


def busy(scene: dict[str, Any]) -> int:
    """How much there is to see: models of both sides that stand on the table, dice that lie in pools."""
    standing = [
        one["side"] for one in scene.get("models", ()) if one["x"] is not None and one["state"] in ("ready", "done")
    ]
    models = len(standing) + 2 * min(standing.count(side) for side in (0, 1))
    hurt = sum(1 for one in scene.get("models", ()) if one["pins"] or one["statuses"] or one["state"] == "fallen")
    dice = [min(len(one["pool"]), 2) + len(one["set"]) for one in scene.get("fighters", ()) if one["state"] == "ready"]
    return int(2 * models + hurt + sum(dice))


def eager(question: Question) -> str:
    """Whoever can come onto the table does: a picture wants models."""
    return next((one.id for one in getattr(question, "options", ()) if one.id in ("advance", "move", "deploy")), "")


def moment(name: str) -> dict[str, Any]:
    """The busiest moment of one game."""
    rules = ruleset(name)
    game: Game[Any] = sandtable.new(name, seed=SEED)
    bots = [make_bot("regular", f"{SEED}/{seat}") for seat in range(len(game.seats))]
    best: dict[str, Any] = {}
    most = -1
    while isinstance(game.question, Question):
        scene = msgspec.to_builtins(rules.scene(game.reading()))  # type: ignore[attr-defined]
        if busy(scene) > most:
            best, most = scene, busy(scene)
        seat = game.question.seat
        game.answer(eager(game.question) or bots[seat].answer(game.question, Knowledge(game, seat)))
    return best


UNSEEN = {"facts": "", "role": "", "ranges": [], "statuses": [], "text": [], "traits": []}
"""What nobody can read off a picture need not be sent to the home page."""


def bare(one: dict[str, Any]) -> dict[str, Any]:
    return {
        key: UNSEEN[key] if key in UNSEEN and isinstance(value, type(UNSEEN[key])) else value
        for key, value in one.items()
    }


def plain(scene: dict[str, Any]) -> dict[str, Any]:
    """The scene without what only cards and tips say."""
    if "models" not in scene:
        return scene
    ground = scene["ground"]
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
    path.write_text(json.dumps(rounded(plain(moment(name))), separators=(",", ":"), ensure_ascii=False) + "\n")
    print(path.name, path.stat().st_size)
