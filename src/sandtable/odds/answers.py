"""What odds look like to whoever asked: results with chances, the numbers beside them, and how decisions were taken."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct

from sandtable.engine.outlook import Effect, Result
from sandtable.odds.intervals import wilson
from sandtable.odds.shares import about, in_percent, whole_shares

USUAL = "usual"
"""How a decision is taken that goes by rule of thumb."""
BEST_FOR = "best for "
"""How one is taken that is solved; then comes for whom."""
MOST_CHOSEN = 3
"""Answers that a remark names."""


class Decision(Struct, frozen=True):
    """A decision on the way, and how it was taken: 'best for Blue', 'usual', 'the most hits' or as somebody said."""

    seat: int
    who: str
    clause: str
    how: str
    chosen: tuple[str, ...]
    """The answers that were taken, as people read them; different dice may call for different ones."""

    def wire(self) -> dict[str, Any]:
        return {"seat": self.seat, "who": self.who, "clause": self.clause, "how": self.how, "chosen": [*self.chosen]}

    def remark(self, asker: int) -> str:
        """How it was taken, and by whom, in words for the seat that asks."""
        if self.how == USUAL:
            how = "rule of thumb"
        elif self.how.startswith(BEST_FOR):
            return "and you then" if self.seat == asker else f"if {self.who or 'the other side'} answers best"
        else:
            how = f"decided for {self.how}" if self.seat < 0 else self.how
        return f"{how}: {self.who}" if self.who and self.seat != asker else how


class Odds(Struct, frozen=True):
    """What may come of an answer. `weights` are whole numbers that add up to `total`; where the odds are `sampled` they
    are counts of games played from here."""

    weights: Mapping[Result, int]
    total: int
    nothing: str
    """The word for somebody to whom nothing happens."""
    decisions: tuple[Decision, ...] = ()
    sampled: bool = False
    why: str = ""
    """Why it was not solved as asked but by rule of thumb, or sampled; empty if it was."""

    # ---- reading ---------------------------------------------------------------------------------------

    @property
    def certain(self) -> bool:
        """Can nothing else come of it?"""
        return len(self.weights) == 1 and not self.sampled

    @property
    def by_thumb(self) -> bool:
        """Was anything decided by rule of thumb?"""
        return any(decision.how == USUAL for decision in self.decisions)

    @property
    def people(self) -> list[str]:
        """Everybody something may happen to, in the order of the game's lists."""
        return list(dict.fromkeys(effect.who for result in self.weights for effect in result))

    def chance(self, what: str, who: str | None = None) -> Fraction:
        """The chance that this happens to `who` (to anybody, if nobody is named; nothing happens if it happens to
        nobody)."""
        if who is not None:
            return self.words(who).get(what, Fraction(0))
        meets = all if what == self.nothing else any
        hit = (weight for result, weight in self.weights.items() if meets(effect.what == what for effect in result))
        return Fraction(sum(hit), self.total)

    def words(self, who: str) -> dict[str, Fraction]:
        """What may happen to somebody, the least harm first, with its chance."""
        found: dict[tuple[int, str], int] = {}
        for result, weight in self.weights.items():
            effect = _effect_on(result, who)
            key = (0, self.nothing) if effect is None else (effect.harm, effect.what)
            found[key] = found.get(key, 0) + weight
        merged: dict[str, Fraction] = {}
        for (_, what), weight in sorted(found.items()):
            merged[what] = merged.get(what, Fraction(0)) + Fraction(weight, self.total)
        return merged

    def numbers(self, who: str) -> dict[str, dict[int, Fraction]]:
        """The distribution of every number beside it: wounds, pins, trauma…"""
        names = dict.fromkeys(
            name for result in self.weights if (e := _effect_on(result, who)) is not None for name, _ in e.numbers
        )
        found: dict[str, dict[int, int]] = {name: {} for name in names}
        for result, weight in self.weights.items():
            effect = _effect_on(result, who)
            here = dict(effect.numbers) if effect is not None else {}
            for name, counted in found.items():
                counted[here.get(name, 0)] = counted.get(here.get(name, 0), 0) + weight
        return {
            name: {number: Fraction(counted[number], self.total) for number in sorted(counted)}
            for name, counted in found.items()
        }

    def mean(self, number: str, who: str) -> Fraction:
        """The mean of a number: how many wounds on average."""
        shares = self.numbers(who).get(number, {})
        return sum((value * share for value, share in shares.items()), Fraction(0))

    def interval(self, chance: Fraction) -> tuple[float, float]:
        """Wilson's interval around a sampled chance; an exact one is where it is."""
        p = float(chance)
        if not self.sampled:
            return p, p
        return wilson(p * self.total, self.total)

    def shown(self, chances: Mapping[Any, Fraction]) -> list[str]:
        """The chances of one row in whole per cent, which add up to a hundred."""
        shares = whole_shares(list(chances.values()))
        if self.sampled:
            return [about(share, self.interval(chance)) for chance, share in zip(chances.values(), shares, strict=True)]
        return [in_percent(chance, share) for chance, share in zip(chances.values(), shares, strict=True)]

    def remarks(self, asker: int) -> list[str]:
        """How it was worked out: whose best responses count, what went by rule of thumb, how much was sampled."""
        taken: dict[str, dict[str, None]] = {}
        for decision in self.decisions:
            taken.setdefault(decision.remark(asker), {}).update(dict.fromkeys(decision.chosen))
        found = [f"{how}: {_listed(list(chosen))}" if chosen else how for how, chosen in taken.items()]
        if self.sampled:
            found.append(f"sampled: {self.total} games, with 95 % intervals")
        if self.why:
            found.append(f"not solved: {self.why}")
        return found

    # ---- the JSON form ---------------------------------------------------------------------------------

    def wire(self) -> dict[str, Any]:
        return {
            "exact": not self.sampled,
            "certain": self.certain,
            "by_thumb": self.by_thumb,
            "samples": self.total if self.sampled else 0,
            "why": self.why,
            "nothing": self.nothing,
            "decisions": [decision.wire() for decision in self.decisions],
            "effects": [self._effects(who) for who in self.people],
            "outcomes": [
                {"chance": float(Fraction(weight, self.total)), "fraction": str(Fraction(weight, self.total)),
                 "effects": [_wire(effect) for effect in result]}
                for result, weight in sorted(self.weights.items(), key=lambda item: -item[1])
            ],
        }  # fmt: skip

    def _effects(self, who: str) -> dict[str, Any]:
        seat = next(e.seat for result in self.weights for e in result if e.who == who)
        return {
            "who": who,
            "seat": seat,
            "words": [
                self._share("what", what, chance) | {"shown": shown}
                for (what, chance), shown in zip(self.words(who).items(), self.shown(self.words(who)), strict=True)
            ],
            "numbers": {
                name: {
                    "mean": float(self.mean(name, who)),
                    "shares": [self._share("n", n, chance) for n, chance in shares.items()],
                }
                for name, shares in self.numbers(who).items()
            },
        }

    def _share(self, name: str, value: str | int, chance: Fraction) -> dict[str, Any]:
        data = {name: value, "chance": float(chance), "fraction": str(chance)}
        return data | {"interval": list(self.interval(chance))} if self.sampled else data


def _listed(chosen: list[str]) -> str:
    return ", ".join(chosen[:MOST_CHOSEN]) + (" …" if len(chosen) > MOST_CHOSEN else "")


NO_ODDS: Mapping[str, Any] = {
    "exact": False, "certain": False, "by_thumb": False, "samples": 0, "why": "", "nothing": "", "decisions": [],
    "effects": [], "outcomes": [], "remarks": [],
}  # fmt: skip
"""The JSON form of odds that there are none of."""


class Prospect(Struct, frozen=True):
    """What is known about an answer before it is given: its odds, or the choice that comes before any dice, or why
    nobody can tell."""

    odds: Odds | None = None
    first: str = ""
    """The question of one's own that comes before the dice."""
    unknown: str = ""
    """Why there are no odds, where something went wrong."""

    @property
    def kind(self) -> str:
        if self.odds is None:
            return "choice" if self.first else "unknown"
        return "certain" if self.odds.certain else "dice"

    @property
    def telling(self) -> bool:
        """Does it say anything but that nothing happens yet?"""
        return self.kind in ("dice", "unknown") or (self.odds is not None and bool(self.odds.people))

    def wire(self, asker: int) -> dict[str, Any]:
        known = NO_ODDS if self.odds is None else self.odds.wire() | {"remarks": self.odds.remarks(asker)}
        return {"kind": self.kind, "first": self.first, "unknown": self.unknown, **known}


def _effect_on(result: Result, who: str) -> Effect | None:
    return next((effect for effect in result if effect.who == who), None)


def _wire(effect: Effect) -> dict[str, Any]:
    return {"seat": effect.seat, "who": effect.who, "what": effect.what, "numbers": dict(effect.numbers)}
