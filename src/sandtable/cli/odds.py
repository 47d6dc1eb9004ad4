"""Odds for people: what can be asked, and the answer as a table with bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from rich.console import Console
from rich.table import Table
from rich.text import Text

from sandtable.engine.errors import SandtableError, shown
from sandtable.engine.outlook import Kind
from sandtable.odds import Odds, Prospect
from sandtable.odds.answers import USUAL
from sandtable.odds.preludes import find_kind, needed_outlook
from sandtable.odds.shares import whole_shares

BAR = 30
TENTHS = 1000
"""Tenths of a per cent in a whole."""
MOST_ROWS = 12
"""Rows of numbers that are shown, the likeliest ones; the JSON form has all of them."""


def read_words(ruleset_id: str, kind: str, given: Sequence[str]) -> tuple[tuple[str, ...], dict[str, str]]:
    """Names of models first, then words; 'key=value' may stand anywhere."""
    asked = find_kind(ruleset_id, needed_outlook(ruleset_id), kind)
    models: list[str] = []
    words: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals and len(models) < len(asked.models):
            models.append(text)
            continue
        if name in words:
            raise SandtableError(f"{shown(name)} is given twice")
        if equals and not value:
            raise SandtableError(f"{name[:40]}= needs a value")
        words[name] = value
    return tuple(models), words


def show_kinds(ruleset_id: str) -> None:
    """What can be asked of a ruleset, with examples."""
    console = Console(highlight=False)
    for kind in needed_outlook(ruleset_id).kinds:
        console.print(Text(_usage(kind), "bold"))
        console.print(Text(f"    {kind.summary}"))
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        for word, means in kind.words.items():
            table.add_row(Text(f"    {word}"), Text(means))
        console.print(table)
        for example in kind.examples:
            console.print(Text(f"    sandtable odds {ruleset_id} {example}", "dim"))
        console.print()


def _usage(kind: Kind) -> str:
    return " ".join([kind.name, *(model.upper() for model in kind.models), "[word …]"])


def show_prospect(prospect: Prospect, console: Console) -> None:
    """What is known about one answer: a blank would mean anything."""
    odds = prospect.odds
    if odds is None:
        console.print(Text(f"no odds: {prospect.unknown}" if prospect.unknown else prospect.first))
    elif odds.certain:
        told = [f"{who}: {what}" for who in odds.people for what in odds.words(who)] or [odds.nothing]
        console.print(Text(f"for certain: {'; '.join(told)}"))
        _show_decisions(odds, console)
    else:
        show_odds(odds, console)


def show_odds(odds: Odds, console: Console) -> None:
    for who in odds.people:
        console.print(Text(who, "bold"))
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        words = odds.words(who)
        tenths = whole_shares(list(words.values()), TENTHS)
        for (what, chance), share in zip(words.items(), tenths, strict=True):
            table.add_row(f"  {what}", *_columns(odds, chance, share))
        console.print(table)
        for name, shares in odds.numbers(who).items():
            _show_number(console, odds, who, name, shares)
    if not odds.people:
        console.print(f"{odds.nothing}, whatever is rolled")
    _show_decisions(odds, console)
    if odds.sampled:
        console.print(f"sampled: {odds.total} games; intervals cover 95 %")
    if odds.why:
        console.print(Text(f"not solved as asked: {odds.why}", "dim"))


def _show_decisions(odds: Odds, console: Console) -> None:
    for decision in odds.decisions:
        how = "by rule of thumb" if decision.how == USUAL else decision.how
        said = ": ".join(part for part in (decision.who, ", ".join(decision.chosen)) if part)
        console.print(Text(f"decided {how}{' - ' if said else ''}{said}", "dim"))


def _show_number(console: Console, odds: Odds, who: str, name: str, shares: Mapping[int, Fraction]) -> None:
    if len(shares) < 2:
        return
    console.print(Text(f"  {name}, {float(odds.mean(name, who)):.2f} on average"))
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    likeliest = sorted(shares, key=lambda number: -shares[number])[:MOST_ROWS]
    tenths = dict(zip(shares, whole_shares(list(shares.values()), TENTHS), strict=True))
    for number in sorted(likeliest):
        table.add_row(f"    {number:+d}", *_columns(odds, shares[number], tenths[number]))
    console.print(table)
    if len(shares) > MOST_ROWS:
        rest = TENTHS - sum(tenths[number] for number in likeliest)
        console.print(f"    {len(shares) - MOST_ROWS} more numbers, together {rest / 10:.1f} %")


def _columns(odds: Odds, chance: Fraction, tenths: int) -> tuple[str, Text, str]:
    """Percent (the tenths of one table add up), a bar, and the fraction or the interval."""
    low, high = odds.interval(chance)
    exact = str(chance) if len(str(chance)) <= 24 else ""
    beside = f"{100 * low:.1f} to {100 * high:.1f} %" if odds.sampled else exact
    return f"{tenths / 10:5.1f} %", Text("█" * round(BAR * float(chance)), "cyan"), beside
