"""The report of a study: one page that holds everything it needs, and can be read in five minutes. The answer first,
then its limits; every rate with its interval; under each figure the command that computes it anew."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from typing import Any

from msgspec import to_builtins

from sandtable.engine.game import Game
from sandtable.engine.hooks import offered
from sandtable.engine.registry import ruleset as find_ruleset
from sandtable.lab.study.measures import (
    FAIR,
    Share,
    Typical,
    answer,
    clause_use,
    deaths,
    differences,
    fall_times,
    fallen,
    grounds,
    grouped,
    lengths,
    luckier_wins,
    matchups,
    ratings,
    shares,
    unused_denials,
)
from sandtable.lab.study.plan import variant_name
from sandtable.lab.study.points import Efficiency, Survival, efficiency, survivals
from sandtable.lab.study.store import Results

MOST_CLAUSES = 12


def figures(results: Results) -> dict[str, Any]:
    """Every figure of the report as data, by its name."""
    used, never = clause_use(results)
    return {
        "answer": answer(results),
        "battles": shares(results, "battle"),
        "grounds": grounds(results),
        "forces": shares(results, "force"),
        "matchups": matchups(results),
        "ratings": ratings(results),
        "first": [one for one in shares(results, "first") if one.name == "acts first"],
        "bots": shares(results, "bot"),
        "lengths": lengths(results),
        "losses": fallen(results),
        "efficiency": efficiency(results),
        "survivals": survivals(results),
        "falls": fall_times(results),
        "luck": luckier_wins(results),
        "variants": differences(results),
        "clauses": {"used": used, "never": never},
        "deaths": deaths(results),
    }


# ---- the page -------------------------------------------------------------------------------------


def page(results: Results, command: str) -> str:
    """The report as HTML. `command` is what was typed to make it."""
    study, found = results.study, figures(results)
    (games, broken) = results.rows("select count(*), sum(error != '') from game")[0]
    rules = find_ruleset(study.ruleset)
    head = (
        f"<header><h1>{escape(study.title)}</h1><p>{escape(rules.title)} {rules.version} · {games:,} games · "
        f"{escape(' and '.join(study.bots))} play · {len({f.battle for f in results.fixtures})} battles · seed "
        f"{escape(study.seed)}</p>{f'<p>{escape(study.question)}</p>' if study.question else ''}</header>"
    )
    limits = (
        "Bots played, not people: what they cannot do well looks weaker than it is. "
        f"{f'{broken} games broke off and are left out. ' if broken else ''}Intervals are 95 %; draws count half."
    )
    cards = [
        _card("Answer", f"<p class='big'>{escape(found['answer'])}</p><p class='quiet'>{escape(limits)}</p>",
              "answer", command, "wide key"),
        *_battle_cards(found, command),
        *_game_cards(results, found, command),
    ]  # fmt: skip
    style = files("sandtable.lab.study").joinpath("report.css").read_text("utf-8")
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
        f"<title>{escape(study.title)}</title><style>{style}</style><body>{head}<main>{''.join(cards)}</main></body></html>"
    )


def _battle_cards(found: dict[str, Any], command: str) -> Iterable[str]:
    groups = grouped(found["battles"])
    tables = "".join(f"<div><h3>{escape(group[0].group)}</h3>{_rates(group)}</div>" for group in groups)
    yield _card("Who wins each battle", f"<div class=columns>{tables}</div>{BAND}", "battles", command, "wide")
    if len(met := grouped(found["grounds"])) > 1:
        tables = "".join(f"<div><h3>{escape(group[0].group)}</h3>{_rates(group)}</div>" for group in met)
        yield _card("Who wins on which map, in which scenario", f"<div class=columns>{tables}</div>{BAND}", "grounds",
                    command, "wide")  # fmt: skip
    if found["matchups"]:
        yield _card("Match-ups", _grid(found["matchups"]), "matchups", command, "wide")
    if len(found["forces"]) > 2:
        by_variant = "".join(
            f"{f'<h3>{escape(group[0].group)}</h3>' if group[0].group else ''}{_rates(group)}"
            for group in grouped(found["forces"])
        )
        yield _card(
            "Over all battles", f"{by_variant}<p class=quiet>Mirror matches are left out.</p>", "forces", command
        )
    if len(found["ratings"]) > 2:
        rows = [[escape(one.name), f"{one.elo:+.0f}", f"± {one.error:.0f}", str(one.games)] for one in found["ratings"]]
        yield _card("Rating (Elo)", _table(("", "points", "95 %", "games"), rows), "ratings", command)


def _game_cards(results: Results, found: dict[str, Any], command: str) -> Iterable[str]:
    if found["first"]:
        named = [Share("", one.group, one.games, one.share, one.low, one.high) for one in found["first"]]
        yield _card("Who acts first wins", _rates(named), "first", command)
    for group in grouped(found["bots"]):
        yield _card(f"Which bot wins: {group[0].group}", _rates(group), "bots", command)
    yield _card("A game", _spreads(found["lengths"]), "lengths", command)
    if found["luck"]:
        yield _card("Luck", f"{_rates([found['luck']])}<p class=quiet>Of games in which one side's dice were "
                    "better than the other's, by successes more than expected.</p>", "luck", command)  # fmt: skip
    lost = [[escape(one.name), _bar(one.took, "good"), f"{one.took:.0%}", _bar(one.lost, "bad"), f"{one.lost:.0%}"]
            for one in found["losses"]]  # fmt: skip
    if lost:
        yield _card("Losses", _table(("", "takes out", "", "loses", ""), lost), "losses", command)
    if found["efficiency"]:
        yield _card("What points are worth", _efficiencies(found["efficiency"]), "efficiency", command)
    if found["survivals"]:
        yield _card("Who is left at the end", _survivors(found["survivals"]), "survivals", command)
    if found["falls"]:
        yield _card("When models fall (round)", _spreads(found["falls"]), "falls", command)
    if found["variants"]:
        yield _card("What each variant changes", _changes(found["variants"], results), "variants", command, "wide")
    yield _card("Rules at work", _clauses(results, found["clauses"]), "clauses", command)
    for battle, spots in found["deaths"].items():
        yield _card(f"Where models fall: {battle}", _heat(results, battle, spots), "deaths", command)


BAND = "<p class=quiet>Line: 95 % interval. Grey band: 45 to 55 %. Diamond: outside it for certain.</p>"


def _card(title: str, body: str, figure: str, command: str, kind: str = "") -> str:
    return (
        f"<section class='{kind}' id={figure}><h2>{escape(title)}</h2>{body}"
        f"<code>$ {escape(command)} --figure {figure}</code></section>"
    )


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    top = "".join(f"<th scope=col>{head}</th>" for head in heads)
    lines = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table>"


def _spreads(found: Iterable[Typical]) -> str:
    rows = [[escape(one.name), f"{one.median:.4g}", f"{one.low:.3g} to {one.high:.3g}"] for one in found]
    return _table(("", "median", "nine in ten"), rows)


def _efficiencies(found: Iterable[Efficiency]) -> str:
    rows = [
        [escape(one.name), f"{one.points:.0f}", _bar(one.took, "good"), f"<b>{100 * one.took:.0f}</b>",
         f"{100 * one.low:.0f} to {100 * one.high:.0f}", f"{one.kept:.0%}"]
        for one in found
    ]  # fmt: skip
    note = "Points taken out of the other side for every hundred brought, and the share of one's own that is left."
    return f"{_table(('', 'points', '', 'takes', '95 %', 'keeps'), rows)}<p class=quiet>{note}</p>"


def _survivors(found: Iterable[Survival]) -> str:
    rows = [
        [escape(one.name), f"{one.points:.0f}", _bar(one.share, "plain"), f"<b>{one.share:.0%}</b>",
         f"{100 * one.low:.0f} to {100 * one.high:.0f}", f"{one.models:,}"]
        for one in found
    ]  # fmt: skip
    return _table(("", "points", "", "left", "95 %", "counted"), rows)


def _rates(found: Iterable[Share]) -> str:
    rows = [
        [escape(one.name), _whisker(one), f"<b>{100 * one.share:.1f} %</b>",
         f"{100 * one.low:.0f} to {100 * one.high:.0f}", f"{one.games:,}"]
        for one in found
    ]  # fmt: skip
    return _table(("", "", "wins", "95 %", "games"), rows)


def _whisker(one: Share) -> str:
    """A share on a scale of 0 to 100 with its interval, over the fair band."""
    x, low, high, band, wide = (160 * at for at in (one.share, one.low, one.high, FAIR[0], FAIR[1] - FAIR[0]))
    mark = (
        f"<path d='M{x:.1f} 2l6 6-6 6-6-6z' class=bad />"
        if one.verdict == "unfair"
        else f"<circle cx={x:.1f} cy=8 r=4.5 class=dot />"
    )
    return (
        f"<svg width=160 height=16 viewBox='0 0 160 16' role=img aria-label='{100 * one.share:.1f} %'>"
        f"<rect width=160 height=16 rx=3 class=track /><rect x={band:.1f} width={wide:.1f} height=16 class=band />"
        f"<path d='M{low:.1f} 8H{high:.1f}' class=line />{mark}</svg>"
    )


def _bar(share: float, kind: str) -> str:
    return f"<i class='bar {kind}' style='width:{80 * min(1.0, share):.0f}px'></i>"


def _grid(found: Sequence[Share]) -> str:
    names = sorted({one.group for one in found})
    cell = {(one.group, one.name): one for one in found}
    rows = [[f"<b>{escape(row)}</b>", *(_met(cell.get((row, column))) for column in names)] for row in names]
    note = "Row beats column, per cent, draws count half; the 95 % interval. Hatched: outside 45 to 55 for certain."
    return f"<div class=scroll>{_table(('', *map(escape, names)), rows)}</div><p class=quiet>{note}</p>"


def _met(one: Share | None) -> str:
    if one is None:
        return "–"
    kind = one.verdict
    return (
        f"<span class='met {kind}'>{100 * one.share:.0f}<small>{100 * one.low:.0f}–{100 * one.high:.0f}</small></span>"
    )


def _changes(found: Sequence[Any], results: Results) -> str:
    rows = [
        [escape(one.variant), escape(one.battle), escape(one.name), f"{100 * one.base:.0f} %",
         f"<b>{100 * one.change:+.1f}</b>", f"{100 * one.low:+.1f} to {100 * one.high:+.1f}",
         "" if one.low <= 0 <= one.high else "for certain"]
        for one in found
    ]  # fmt: skip
    first = escape(variant_name(results.study, 0))
    heads = ("variant", "battle", "", f"wins, {first}", "change", "95 %", "")
    idle = "".join(f"<p class=warn>{escape(name)}: no bot ever wanted it; this says nothing.</p>"
                   for name in unused_denials(results))  # fmt: skip
    return f"{_table(heads, rows)}{idle}<p class=quiet>Points of a per cent; the same dice with and without.</p>"


def _clauses(results: Results, found: dict[str, Any]) -> str:
    book = find_ruleset(results.study.ruleset).rulebook.clauses
    most = max((times for _, _, times in found["used"]), default=1.0)
    rows = [
        [f"<b>{clause}</b>", escape(book[clause].title if clause in book else ""), _bar(times / most, "plain"),
         f"{times:.1f}", f"{met:.0%}"]
        for clause, met, times in found["used"][:MOST_CLAUSES]
    ]  # fmt: skip
    never = ", ".join(found["never"]) or "none"
    table = _table(("", "", "", "a game", "of games"), rows)
    return (
        f"{table}<details><summary>{len(found['never'])} clauses were never at work</summary><p>{never}</p></details>"
    )


def _heat(results: Results, battle: str, spots: Sequence[tuple[float, float, int]]) -> str:
    """The table from above, with a dot for every inch on which somebody fell."""
    width, height = _ground(results, battle) or (max(x for x, *_ in spots) + 1, max(y for _, y, _ in spots) + 1)
    most = max(n for *_, n in spots)
    dots = "".join(
        f"<circle cx={x:.1f} cy={height - y:.1f} r={0.15 + 0.45 * (n / most) ** 0.5:.2f}><title>{n}</title></circle>"
        for x, y, n in spots
    )
    return (
        f"<svg class=ground viewBox='0 0 {width:g} {height:g}' role=img aria-label='{sum(n for *_, n in spots)} fell'>"
        f"<rect width={width:g} height={height:g} />{dots}</svg><p class=quiet>Bigger is more; the most: {most}.</p>"
    )


def _ground(results: Results, battle: str) -> tuple[float, float] | None:
    """How large the table is, where the ruleset draws one."""
    fixture = next(one for one in results.fixtures if one.battle == battle)
    rules = find_ruleset(results.study.ruleset)
    drawn = offered(rules, "scene")
    ground = to_builtins(drawn(Game(rules, fixture.setups[0]).reading(None))).get("ground") if drawn else None
    if not ground:
        return None
    return (ground.get("width") or ground.get("columns") or 1, ground.get("height") or ground.get("rows") or 1)
