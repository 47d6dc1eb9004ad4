"""What the players of the cases are told: questions, what stands beside their options and why something is missing,
their odds and named places, refusals, the log, and the facts in the end. A mark of it is kept for each case file
(`told.json`), so that nothing that anybody is told changes unnoticed.

    python -m tests.told             marks what is told today, and names the files of which it is something new
    python -m tests.told FILE…       prints what is told there: compare it with what another checkout prints
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any

from sandtable.engine.cases import Case, begun, read_cases, walk
from sandtable.engine.errors import RuleError
from sandtable.engine.game import Game
from sandtable.engine.hooks import offered
from sandtable.engine.questions import Question, options_of
from sandtable.odds import prospects

CASES = Path(__file__).parent / "cases"
MARKS = Path(__file__).parent / "told.json"
LONG = 12
"""So many digits of a hash are a mark."""
SAMPLES = 4
"""Odds that are not solved are played out so often: enough to see that they change."""


def files() -> list[Path]:
    return sorted(CASES.rglob("*.toml"))


def name_of(path: Path) -> str:
    return path.relative_to(CASES).as_posix()


def told(path: Path) -> Iterator[str]:
    """Line by line, as far as the rules let each case of a file come."""
    for case in read_cases(path):
        yield f"# {case.title}"
        try:
            begun(case)
        except RuleError as error:
            yield f"refused: {error.reason} [{error.clause}]"
        else:
            yield from _played(case)


def _played(case: Case) -> Iterator[str]:
    heard = 0
    for game, _, refusal in walk(case):
        if refusal is not None:
            yield f"refused: {refusal.reason} [{refusal.clause}] {', '.join(getattr(refusal, 'legal', ()))}"
            continue
        yield from game.log(heard)
        heard = len(game.events or ())
        if game.question is not None:
            yield _json(game.question.wire())
        if isinstance(game.question, Question):
            yield from _beside(game, game.question)
    yield _json(game.ruleset.facts(game.reading()))


def _beside(game: Game[Any], question: Question) -> Iterator[str]:
    """What a player is shown with the open question: odds beside options, or places in words."""
    if options_of(question):
        for key, one in prospects(game, samples=SAMPLES).items():
            yield f"odds of {key}: {_json(one.wire(question.seat))}"
    elif (places := offered(game.ruleset, "places")) is not None:
        yield _json(places(game.reading(question.seat), question))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def mark(path: Path) -> str:
    return sha256("\n".join(told(path)).encode()).hexdigest()[:LONG]


def marks() -> dict[str, str]:
    """As they are written down."""
    kept: dict[str, str] = json.loads(MARKS.read_text("utf-8"))
    return kept


def write() -> None:
    known = marks() if MARKS.exists() else {}
    with ProcessPoolExecutor() as pool:
        new = dict(zip(map(name_of, files()), pool.map(mark, files(), chunksize=16), strict=True))
    MARKS.write_text(json.dumps(new, indent=0) + "\n", "utf-8")
    for name in sorted(new.keys() | known.keys()):
        if new.get(name) != known.get(name):
            print(f"{name}: {'new' if name not in known else 'gone' if name not in new else 'says something else'}")


if __name__ == "__main__":
    if arguments := sys.argv[1:]:
        print(*(line for path in arguments for line in told(Path(path))), sep="\n")
    else:
        write()
