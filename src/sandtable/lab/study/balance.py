"""The page of balance: what studies of ready battles say, one after the other, as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sandtable.engine.registry import ruleset as find_ruleset
from sandtable.lab.study.measures import FAIR, Share, grouped, shares
from sandtable.lab.study.store import Results

ROOM = FAIR[1] - 0.5
"""What a share may differ from an even one."""

HEAD = """# How even the battles are

Bots played these battles, not people; what they cannot do well looks weaker than it is. Draws count half; in brackets
the 95 % interval. A side is called even or favoured only if its whole interval says so: within {room:.0f} points of an
equal share, or more than {room:.0f} points above it. Where nothing is said, more games would have to tell:

    {command}

plays what is missing to the numbers that the studies ask for and writes this page anew; `--games 100` stops earlier
([studies](studies.md)). Sides stand in the order in which a battle names them; places are told where the same forces
meet in both.
"""


def balance_page(found: Sequence[Results], command: str) -> str:
    """All tables. `command` is what makes them anew."""
    return HEAD.format(room=100 * ROOM, command=command) + "".join(map(_section, found))


def _section(results: Results) -> str:
    study, rules = results.study, find_ruleset(results.study.ruleset)
    (games, broken) = results.rows("select count(*), sum(error != '') from game")[0]
    left_out = f" ({broken} broke off and are left out)" if broken else ""
    parts = [
        f"\n## {rules.title} {rules.version}\n\n{study.question or study.title} {games:,} games{left_out}, "
        f"{' and '.join(study.bots)}, seed `{study.seed}`.\n",
        _table("battle", shares(results, "battle")),
        _table("place", shares(results, "place")),
        _table("over all battles", shares(results, "force")) if any(one.forces for one in results.fixtures) else "",
        _table("who begins", shares(results, "first")),
    ]
    return "\n".join(filter(None, parts))


def _table(title: str, found: Iterable[Share]) -> str:
    groups = grouped(found)
    if not groups:
        return ""
    rows = [row for group in groups for row in _rows(group)]
    return "\n".join([f"| {title} | | games | wins | |", "|---|---|---|---|---|", *rows, ""])


def _rows(group: Sequence[Share]) -> Iterable[str]:
    even = sum(one.share * one.games for one in group) / sum(one.games for one in group)
    for number, one in enumerate(group):
        wins = f"{100 * one.share:.1f} % ({100 * one.low:.1f} to {100 * one.high:.1f})"
        yield f"| {'' if number else one.group} | {one.name} | {one.games:,} | {wins} | {verdict(one, even)} |"


def verdict(one: Share, even: float) -> str:
    """What is certain about a share, in words, where an equal one would be `even`."""
    if even - ROOM <= one.low and one.high <= even + ROOM:
        return "even"
    return f"favoured by {100 * (one.share - even):.0f}" if one.low > even + ROOM else ""
