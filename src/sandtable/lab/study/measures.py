"""What the games of a study say: every figure with its interval, and computed from the stored rows alone."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from math import exp, log, sqrt
from statistics import fmean, median, quantiles
from typing import Any, Literal

from msgspec import Struct

from sandtable.engine.registry import ruleset as find_ruleset
from sandtable.lab.study.plan import variant_name
from sandtable.lab.study.record import SideRow
from sandtable.lab.study.store import Results
from sandtable.odds.intervals import Z95, wilson

FAIR = 0.45, 0.55
"""A share in this band is called fair."""
CELL = 1.0
"""Inches, or squares, that one dot of the map of deaths stands for."""
STEPS = 1000
"""Rounds of the rating's iteration; it settles long before."""
ELO = 400 / log(10)


class Share(Struct, frozen=True):
    """What somebody won of his games, a draw counting half, and the 95 % interval."""

    group: str
    """What it was counted in: a battle, a variant…"""
    name: str
    games: int
    share: float
    low: float
    high: float

    @property
    def verdict(self) -> Literal["fair", "unfair", "unknown"]:
        """Fair or unfair for certain, or not known: the interval reaches over a border of the band."""
        if FAIR[0] <= self.low and self.high <= FAIR[1]:
            return "fair"
        return "unfair" if self.high < FAIR[0] or self.low > FAIR[1] else "unknown"


class Rating(Struct, frozen=True):
    """How strong somebody is among those who met, in Elo points with the middle at 0, and half the 95 % interval."""

    name: str
    games: int
    elo: float
    error: float


class Typical(Struct, frozen=True):
    """Numbers of all games: their middle and the range that nine in ten of them lie in."""

    name: str
    games: int
    median: float
    low: float
    high: float


class VariantEffect(Struct, frozen=True):
    """What a variant changes in somebody's share, battle for battle with the same dice."""

    battle: str
    name: str
    variant: str
    games: int
    base: float
    change: float
    low: float
    high: float


class Fallen(Struct, frozen=True):
    """What somebody lost, and what it took from the others, as shares of the models on either side."""

    name: str
    games: int
    lost: float
    took: float


Grouping = Literal["seat", "battle", "place", "force", "first", "bot"]
GROUNDS = ("map", "scenario", "encounter")
"""What a set-up may say about where and for what it is fought."""


def shares(
    results: Results, by: Grouping, fixtures: Sequence[int] | None = None, games: int | None = None
) -> list[Share]:
    """Who won how much: by the seats of each fixture (`seat`), by force or side over all battles (`force`, mirrors left
    out) or in each battle (`battle`), by the place in a battle where forces are exchanged (`place`), by who acted first
    (`first`), by bot (`bot`, where bots differ)."""
    counted: dict[tuple[str, str], list[float]] = defaultdict(list)
    for sides in _games(results, fixtures, games):
        for fixture, first, side in sides:
            key = _key(results, by, fixture, first, side, [one.name for *_, one in sides], [s.bot for *_, s in sides])
            if key is not None:
                counted[key].append(side.worth)
    return [Share(*key, len(worths), fmean(worths), *interval(worths)) for key, worths in counted.items()]


def grounds(results: Results) -> list[Share]:
    """Who wins on each map and in each scenario, in all its battles; mirrors are left out."""
    counted: dict[tuple[str, str], list[float]] = defaultdict(list)
    for sides in _games(results, None, None):
        if len({side.name for *_, side in sides}) > 1:
            setup = results.fixtures[sides[0][0]].setups[0]
            said = [setup[word] for word in GROUNDS if isinstance(setup.get(word), str)]
            for ground in said:
                for *_, side in sides:
                    counted[ground, side.name].append(side.worth)
    return [Share(*key, len(worths), fmean(worths), *interval(worths)) for key, worths in sorted(counted.items())]


def interval(worths: Sequence[float]) -> tuple[float, float]:
    """Of a mean of worths from 0 to 1. Draws make it narrower than wins and defeats would: Wilson's interval, for as
    many games of plain wins and defeats as vary as much."""
    n, mean = len(worths), fmean(worths)
    spread = fmean((worth - mean) ** 2 for worth in worths)
    if not 0 < mean < 1 or not spread:
        return wilson(mean * n, n)
    alike = n * mean * (1 - mean) / spread
    return wilson(mean * alike, alike)


_Line = tuple[int, int, SideRow]


def _games(results: Results, fixtures: Sequence[int] | None, games: int | None) -> Iterator[list[_Line]]:
    """The sides of each game, with the fixture and the seat that acted first."""
    first = {(f, n): seat for f, n, seat in results.rows("select fixture, number, first from game")}
    now: tuple[int, int] | None = None
    sides: list[_Line] = []
    for fixture, number, side in results.sides():
        if (fixtures is not None and fixture not in fixtures) or (games is not None and number >= games):
            continue
        if now is not None and (fixture, number) != now:
            yield sides
            sides = []
        now = fixture, number
        sides.append((fixture, first[now], side))
    if sides:
        yield sides


def _key(
    results: Results, by: Grouping, fixture: int, first: int, side: SideRow, names: Sequence[str], bots: Sequence[str]
) -> tuple[str, str] | None:
    one = results.fixtures[fixture]
    met = f"{one.battle}: {' against '.join(one.forces)}" if one.forces else one.battle
    group = f"{met}{_said(results, fixture)}"
    mirror = len(set(names)) == 1
    if by == "seat":
        return (group, f"seat {side.seat}") if one.forces else (group, f"{side.name} (seat {side.seat})")
    if by == "battle":
        return None if mirror else (group, side.name)
    if by == "place":
        return (one.battle, f"seat {side.seat}") if one.forces else None
    if by == "force":
        return None if mirror else (_said(results, fixture).strip(), side.name)
    if by == "first":
        return None if first < 0 else (one.battle, "acts first" if side.seat == first else "acts later")
    return None if len(set(bots)) == 1 else (one.battle, side.bot)


def _said(results: Results, fixture: int) -> str:
    """The variant and the bots, where a study has several of them."""
    one, study = results.fixtures[fixture], results.study
    said = [variant_name(study, one.variant)] if len(study.variant) > 1 else []
    said += [one.lineup] if len(study.bots) > 1 else []
    return f" ({', '.join(said)})" if said else ""


# ---- ratings --------------------------------------------------------------------------------------


def ratings(results: Results) -> list[Rating]:
    """Bradley and Terry's strengths of the forces paired in the first variant, the best first: those under which what
    happened was most likely, with half a drawn game against everybody met, so that no one is beyond measure."""
    won: dict[tuple[str, str], float] = defaultdict(float)
    for sides in _games(results, None, None):
        fixture = results.fixtures[sides[0][0]]
        if fixture.forces and not fixture.variant and sides[0][2].name != sides[1][2].name:
            first, second = (side for *_, side in sides)
            won[first.name, second.name] += first.worth
            won[second.name, first.name] += second.worth
    names = sorted({name for pair in won for name in pair})
    if len(names) < 2:
        return []
    for one, other in list(won):
        won[one, other] += 0.25
    met = {(a, b): n + won[b, a] for (a, b), n in won.items()}
    strength = dict.fromkeys(names, 1.0)
    for _ in range(STEPS):
        fresh = {
            a: sum(won.get((a, b), 0) for b in names)
            / sum(n / (strength[a] + strength[b]) for (x, b), n in met.items() if x == a)
            for a in names
        }
        scale = exp(fmean(map(log, fresh.values())))
        strength = {name: value / scale for name, value in fresh.items()}
    return sorted((_rating(name, names, strength, met) for name in names), key=lambda one: -one.elo)


def _rating(name: str, names: Sequence[str], strength: dict[str, float], met: dict[tuple[str, str], float]) -> Rating:
    """With the error of this strength while the others are held: what the games of one entry say about it."""
    expected = {b: strength[name] / (strength[name] + strength[b]) for b in names if (name, b) in met}
    known = sum(met[name, b] * p * (1 - p) for b, p in expected.items())
    games = round(sum(met[name, b] for b in expected) - 0.5 * len(expected))
    return Rating(name, games, ELO * log(strength[name]), Z95 * ELO / sqrt(known))


# ---- how games are --------------------------------------------------------------------------------


def lengths(results: Results) -> list[Typical]:
    """How long games are and how much there is to choose."""
    rows = results.rows("select decisions, chapters, choices, options from game where error = ''")
    series = {
        "decisions": [row[0] for row in rows],
        "rounds": [row[1] for row in rows if row[1]],
        "options at a choice": [row[3] / row[2] for row in rows if row[2]],
    }
    return [_typical(name, numbers) for name, numbers in series.items() if numbers]


def _typical(name: str, numbers: Sequence[float]) -> Typical:
    cuts = quantiles(numbers, n=20, method="inclusive") if len(numbers) > 1 else [numbers[0]] * 19
    return Typical(name, len(numbers), median(numbers), cuts[0], cuts[-1])


def fallen(results: Results) -> list[Fallen]:
    """Who loses how much, and takes how much from those he meets."""
    lost: dict[str, list[float]] = defaultdict(list)
    took: dict[str, list[float]] = defaultdict(list)
    for sides in _games(results, None, None):
        for _, _, side in sides:
            others = [other for *_, other in sides if other.seat != side.seat]
            if side.models and sum(other.models for other in others):
                lost[side.name].append(side.lost / side.models)
                took[side.name].append(sum(o.lost for o in others) / sum(o.models for o in others))
    return [Fallen(name, len(lost[name]), fmean(lost[name]), fmean(took[name])) for name in sorted(lost)]


def fall_times(results: Results) -> list[Typical]:
    """How long models last: the round in which those that fall do, side by side."""
    asked = """select side.name, death.chapter from death join side using (fixture, number, seat)
        join game using (fixture, number) where error = '' and death.chapter > 0"""
    rounds: dict[str, list[float]] = defaultdict(list)
    for name, chapter in results.rows(asked):
        rounds[name].append(chapter)
    return [_typical(name, rounds[name]) for name in sorted(rounds)]


def clause_use(results: Results) -> tuple[list[tuple[str, float, float]], list[str]]:
    """How often each clause is at work (the share of games it is met in, times in a game), and those that never are."""
    (games,) = results.rows("select count(*) from game where error = ''")[0]
    asked = "select clause, count(*), sum(times) from clause group by clause order by 3 desc, 1"
    used = [(clause, met / games, times / games) for clause, met, times in results.rows(asked)] if games else []
    seen = {clause for clause, _, _ in used}
    book = find_ruleset(results.study.ruleset).rulebook
    return used, [clause.id for clause in book.clause if clause.needs_proof and clause.id not in seen]


def luckier_wins(results: Results) -> Share | None:
    """How often the side with the better dice (successes more than expected) wins, in battles of two."""
    worths = []
    for sides in _games(results, None, None):
        if len(sides) == 2:
            more = [side.won - side.expected for *_, side in sides]
            if more[0] != more[1]:
                worths.append(sides[more.index(max(more))][2].worth)
    return Share("", "the luckier side", len(worths), fmean(worths), *interval(worths)) if worths else None


# ---- variants -------------------------------------------------------------------------------------


def differences(results: Results) -> list[VariantEffect]:
    """What every variant changes against the first one: games with the same battle, number and bots are compared, so
    that their dice begin alike."""
    worths: dict[tuple[str, str, int], dict[tuple[int, int], float]] = defaultdict(dict)
    for fixture, number, side in results.sides():
        one = results.fixtures[fixture]
        worths[f"{one.dice}/{one.lineup}", side.name, one.variant][number, side.seat] = side.worth
    found = []
    for (key, name, variant), games in worths.items():
        base = worths.get((key, name, 0), {})
        pairs = [(base[game], worth) for game, worth in games.items() if game in base]
        if variant and pairs:
            found.append(_difference(key.partition("/")[0], name, variant_name(results.study, variant), pairs))
    return found


def _difference(battle: str, name: str, variant: str, pairs: Sequence[tuple[float, float]]) -> VariantEffect:
    changes = [then - before for before, then in pairs]
    change, n = fmean(changes), len(changes)
    error = Z95 * sqrt(sum((one - change) ** 2 for one in changes) / max(1, n - 1) / n)
    return VariantEffect(
        battle, name, variant, n, fmean(before for before, _ in pairs), change, change - error, change + error
    )


def unused_denials(results: Results) -> list[str]:
    """Variants whose bots never wanted what they are denied: they prove nothing."""
    return [
        name
        for number, variant in enumerate(results.study.variant)
        if variant.denied
        for name in [variant_name(results.study, number)]
        if not results.rows("select sum(withheld) from game join fixture using (fixture) where variant = ?", (name,))[
            0
        ][0]
    ]


def grouped(found: Iterable[Share], key: Callable[[Share], Hashable] = lambda one: one.group) -> list[list[Share]]:
    """Shares that belong together, in the order of their first."""
    groups: dict[Hashable, list[Share]] = defaultdict(list)
    for one in found:
        groups[key(one)].append(one)
    return list(groups.values())


# ---- the answer, and what has a place -------------------------------------------------------------


def answer(results: Results) -> str:
    """What the study found, in one sentence."""
    found = grouped(shares(results, "battle"))
    if not found:
        return "No game has been played to its end yet."
    unfair = [max(group, key=lambda one: one.share) for group in found if any(o.verdict == "unfair" for o in group)]
    fair = sum(all(_even(one, len(group)) for one in group) for group in found)
    what = "battle" if len(found) == 1 else "battles"
    band = f"{FAIR[0]:.0%} to {FAIR[1]:.0%}"
    if len(found[0]) != 2:
        return "; ".join(f"{best.name} wins {best.share:.0%} of {best.group}" for best in map(_best, found)) + "."
    if not unfair and not fair:
        return f"Nothing is certain yet: of {len(found)} {what} none is known to lie inside or outside {band}."
    if not unfair:
        known = "lies" if fair == len(found) == 1 else "lie"
        rest = "" if fair == len(found) else "; of the others more games would have to tell"
        return f"{fair} of {len(found)} {what} {known} inside {band} for certain{rest}."
    worst = max(unfair, key=lambda one: one.share)
    return (
        f"{len(unfair)} of {len(found)} {what} {'is' if len(unfair) == 1 else 'are'} outside {band} for certain; "
        f"the most uneven is {worst.group}: {worst.name} wins {worst.share:.0%}."
    )


def _best(group: Sequence[Share]) -> Share:
    return max(group, key=lambda one: one.share)


def _even(one: Share, seats: int) -> bool:
    return seats != 2 or one.verdict == "fair"


def matchups(results: Results) -> list[Share]:
    """Each force against each other one, over all battles of the first variant: `group` beats `name` so often."""
    met: dict[tuple[str, str], list[float]] = {}
    pairs: dict[tuple[int, int], list[Any]] = {}
    for fixture, number, side in results.sides():
        if results.fixtures[fixture].forces and not results.fixtures[fixture].variant:
            pairs.setdefault((fixture, number), []).append(side)
    for one, other in (sides for sides in pairs.values() if len(sides) == 2):
        met.setdefault((one.name, other.name), []).append(one.worth)
        met.setdefault((other.name, one.name), []).append(other.worth)
    return [
        Share(one, other, len(worths), sum(worths) / len(worths), *interval(worths))
        for (one, other), worths in sorted(met.items())
        if one != other
    ]


def deaths(results: Results) -> dict[str, list[tuple[float, float, int]]]:
    """Where models fall, by battle: the middle of each field of an inch, and how many fell in it."""
    counted: dict[str, Counter[tuple[float, float]]] = {}
    for fixture, death in results.deaths():
        if death.x is not None and death.y is not None:
            spot = (death.x // CELL + 0.5) * CELL, (death.y // CELL + 0.5) * CELL
            counted.setdefault(results.fixtures[fixture].battle, Counter())[spot] += 1
    return {battle: [(x, y, n) for (x, y), n in sorted(fell.items())] for battle, fell in counted.items()}
