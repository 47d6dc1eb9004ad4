"""`python -m sandtable.learn` prints docs/learning-fields.md: every number of every observation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.engine.numbers import NumberField
from sandtable.engine.registry import ruleset, ruleset_ids
from sandtable.learn.arrays import CANDIDATE, OWNER, QUESTION, numbers_of


def page() -> str:
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# What an environment observes, number by number\n"
    yield "Written by `python -m sandtable.learn`; [learning](learning.md) says how the arrays are used.\n"
    yield "## Every ruleset\n"
    yield from _table("`question`: what the seat is asked; all 0 when another is", QUESTION)
    yield from _table("`candidates`: a row for each answer", CANDIDATE)
    for name in ruleset_ids():
        rules = ruleset(name)
        numbers = numbers_of(rules)
        yield f"## {rules.title} (`{name}`)\n"
        yield from _table("`whole`", numbers.whole)
        yield from _table(
            f"`things`: {numbers.most} rows, own things first, nobody's last, then rows of 0",
            (*numbers.stands, *OWNER, *numbers.traits),
        )


def _table(heading: str, fields: Sequence[NumberField]) -> Iterator[str]:
    yield f"{heading}\n\n| column | name | what it says |\n|---|---|---|"
    yield from (f"| {number} | `{field.name}` | {field.text} |" for number, field in enumerate(fields))
    yield ""


if __name__ == "__main__":
    print(page(), end="")
