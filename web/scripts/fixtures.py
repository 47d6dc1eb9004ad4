"""Writes scenes, questions and motions of real games as JSON, for looking at the stage without a server.

    python web/scripts/fixtures.py <folder>

Each file holds one moment: `{"ruleset", "scene", "question", "motions", "sights"}`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from sandtable.bots import Knowledge, make_bot
from sandtable.engine.dice import Seeded
from sandtable.engine.game import Game
from sandtable.engine.looks import Viewpoint
from sandtable.engine.questions import Question
from sandtable.engine.registry import ruleset


def moment(game: Game[Any], since: int) -> dict[str, Any]:
    rules: Any = game.ruleset  # the hooks of docs/scene.md are optional
    question = game.question
    assert isinstance(question, Question)
    sights: list[Any] = []
    if hasattr(rules, "sight") and question.kind == "move":
        mover = question.wire()["movers"][0]
        answer = game.legal()[0]
        end = answer[mover][-1] if answer[mover] else None
        if end is not None and len(end) == 2:
            sights = rules.sight(game.state, game.options, Viewpoint(model=mover, at=(end[0], end[1])), None)["sights"]
    moved = [rules.motion(event) for event in (game.events or [])[since:]] if hasattr(rules, "motion") else []
    return {
        "ruleset": rules.id,
        "scene": rules.scene(game.state, question.seat),
        "question": question.wire(),
        "legal": game.legal()[:6] if question.kind in ("move", "place") else [],
        "motions": [one for one in moved if one],
        "sights": sights,
    }


def play(name: str, setup: dict[str, Any] | None, options: dict[str, Any], seed: int) -> list[dict[str, Any]]:
    bots = [make_bot("recruit", seed), make_bot("recruit", seed + 1)] * 4
    game = Game(ruleset(name), setup, options, Seeded(bytes([seed]) * 32))
    moments, since = [], 0
    while game.question is not None:
        assert isinstance(game.question, Question), "the dice roll themselves"
        moments.append(moment(game, since))
        since = len(game.events or [])
        game.answer(bots[game.question.seat].answer(game.question, Knowledge(game, game.question.seat)))
    return moments


def chosen(moments: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Some moments from the middle, of every kind of question."""
    found: list[dict[str, Any]] = []
    kinds: dict[str, int] = {}
    for one in moments[len(moments) // 2 :]:
        kind = one["question"]["kind"]
        kinds[kind] = kinds.get(kind, 0) + 1
        if kinds[kind] in (1, 6, 11):
            found.append(one)
    return found


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    games: list[tuple[str, str, dict[str, Any] | None, dict[str, Any]]] = [("roe", "roe", None, {})]
    ready: dict[str, Any] = {name: ruleset(name) for name in ("roe", "opentactics", "opportunity")}
    for number, (title, setup) in enumerate(ready["roe"].ready_setups().items()):
        if not title.startswith("Tutorial") and number % 2 == 0:
            games.append((f"roe-{title.split(':')[0].lower().replace(' ', '-')}", "roe", setup, {}))
    for title, setup in list(ready["opentactics"].ready_setups().items())[:4]:
        games.append((f"ot-{title.split(':')[0].lower().replace(' ', '-')}", "opentactics", setup, {}))
    for title, setup in list(ready["opportunity"].ready_setups().items())[:3]:
        games.append((f"op-{title.split(':')[0].lower().replace(' ', '-')}", "opportunity", setup, {}))
    for file, name, setup, options in games:
        for number, one in enumerate(chosen(play(name, setup, options, 7))):
            path = folder / f"{file}-{number}-{one['question']['kind']}.json"
            path.write_text(json.dumps(one), encoding="utf-8")
            print(path.name, path.stat().st_size // 1024, "kB")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
