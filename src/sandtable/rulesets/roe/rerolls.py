"""Re-rolls of to-hit dice (RE-0.13 to RE-0.18): where they come from, and one die after the other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from sandtable.engine.dice import Faces, Roll
from sandtable.engine.questions import END, ChooseOne, Option, Ref
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.roe.content import Weapon, notes
from sandtable.rulesets.roe.dice import D10, Die, Line, a_face, bands, hits, successes

if TYPE_CHECKING:
    from sandtable.rulesets.roe.state import Model


def reroll_sources(attacker: Model, weapon: Weapon, order: str, focus: bool) -> tuple[RerollSource, ...]:
    """The re-rolls of an attack, which may share a die (RE-0.15): of Engage (RE-1.44), of Focus (RE-1.55), of C in
    close combat (RE-3.9, RE-4.35), of Accurate (RE-6.22)."""
    found = []
    if order == "Engage":
        found.append(RerollSource("Engage", 1, "RE-1.44"))
    if focus:
        found.append(RerollSource("Focus", 2, "RE-1.55"))
    if order == "Fight" and attacker.c:
        found.append(RerollSource("C", attacker.c, "RE-4.35"))
    if weapon.has("Accurate"):
        found.append(RerollSource("Accurate", 0, "RE-6.22", only=1))
    return tuple(found)


class RerollSource(Struct, frozen=True):
    """Something that lets the attacker re-roll failed dice: how many different ones (0: every one that fits)."""

    name: str
    dice: int
    clause: str
    only: int = 0
    """The one face it may re-roll, as Accurate does 1s (RE-6.22); 0 for any."""

    def fits(self, die: Die) -> bool:
        """May it re-roll this failed die (RE-0.13)? At most once (RE-0.14), Accurate too (RE-0.18)."""
        return self.name not in die.used and self.only in (0, die.face)


class Volley(Struct, frozen=True, cache_hash=True):
    """All to-hit dice of one attack (RE-4.2): whose they are, the targets, the re-rolls, and the defender's Parry."""

    seat: int
    who: str
    defender: int
    lines: tuple[Line, ...]
    sources: tuple[RerollSource, ...] = ()
    parry: str = ""
    """'after' or 'before' the attacker's re-rolls; empty for none."""

    def source(self, name: str) -> RerollSource:
        return next(source for source in self.sources if source.name == name)

    def apart(self, needed: int) -> Faces:
        """The faces that matter: what hits, and a 1 where something re-rolls only that."""
        return bands(needed, 2) if any(source.only for source in self.sources) else bands(needed)

    def roll(self, dice: int, purpose: str, clause: str, needed: int, again: bool = False) -> Roll:
        faces, good = self.apart(needed), successes(needed)
        return Roll(dice, D10, purpose, clause, self.seat, self.who, faces, good=good, again=again)


class Lying(Struct, frozen=True, cache_hash=True):
    """The to-hit dice as they lie on the table, and the sources used so far, once for each die: those that can be used
    up."""

    dice: tuple[Die, ...]
    spent: tuple[str, ...] = ()


def lying(attack: Volley, dice: Sequence[Die], spent: tuple[str, ...], now: str) -> Lying:
    """The dice in one order, and of them only what still counts: a failed die that nothing may re-roll any more is
    taken away, and so are marks that mean nothing any more. Parry takes of equal dice that hit the one with the most
    marks, for which the attacker has the fewest chances left, so its marks stand for all of them."""
    kept = [left for die in dice if (left := _what_counts(attack, die, spent, now)) is not None]
    kept.sort(key=_place)
    if _hits_keep_marks(attack, now):
        most = {(die.line, die.face): die for die in sorted(kept, key=lambda die: len(die.used))}
        kept = [most[die.line, die.face] if hits(die.face, attack.lines[die.line].needed) else die for die in kept]
    return Lying(tuple(kept), tuple(sorted(spent)))


@lru_cache(4096)
def _what_counts(attack: Volley, die: Die, spent: tuple[str, ...], now: str) -> Die | None:
    """A die with the marks that still mean something, or nothing."""
    usable = _usable(attack, spent, now)
    hit = hits(die.face, attack.lines[die.line].needed)
    if not hit and not any(source.fits(die) for source in usable):
        return None
    if hit and not _hits_keep_marks(attack, now):
        return Die(die.line, die.face)
    return Die(die.line, die.face, die.used & {source.name for source in usable if source.only or not hit})


def _hits_keep_marks(attack: Volley, now: str) -> bool:
    """May Parry still turn a hit into a 1 that Accurate would re-roll?"""
    return attack.parry == "after" and now == "re-rolls" and any(source.only for source in attack.sources)


@lru_cache(1024)
def _usable(attack: Volley, spent: tuple[str, ...], now: str) -> tuple[RerollSource, ...]:
    """The sources that are not used up. After Parry only Accurate may still be used (RE-6.39)."""
    return tuple(
        [
            source
            for source in attack.sources
            if (source.only or now != "parried") and not 0 < source.dice <= spent.count(source.name)
        ]
    )


def _place(die: Die) -> tuple[int, int, str]:
    return die.line, die.face, " ".join(sorted(die.used)) if die.used else ""


def pick_reroll(attack: Volley, table: Lying, now: str) -> Procedure[tuple[str, int] | None]:
    """A source and the number of a die, if there is one to re-roll and the attacker has not enough (RE-0.17)."""
    options = _rerolls_open(attack, table, now)
    if not options:
        return None
    picked = yield ChooseOne(
        topic="re-roll",
        seat=attack.seat,
        who=attack.who,
        prompt=f"{attack.who}: re-roll a failed die?",
        clause="RE-0.17",
        options=(*options, DONE),
        facts=lambda: notes()["re-roll"],
        about=(attack, table),
    )
    return None if picked == DONE.id else picked


DONE = Option("done", "Done", role=END)


def rolled_again(attack: Volley, table: Lying, name: str, number: int) -> Procedure[tuple[list[Die], tuple[str, ...]]]:
    """A failed die (RE-0.13) rolled again, at most once by each source (RE-0.14, RE-0.15, RE-0.18); what it shows now
    counts (RE-0.16). The dice, and the sources used so far."""
    dice = table.dice
    die = dice[number]
    (face,) = yield _again(attack, name, die.line, die.face)
    again = [*dice[:number], Die(die.line, face, die.used | {name}), *dice[number + 1 :]]
    return again, (*table.spent, name) if attack.source(name).dice else table.spent


@lru_cache(1024)
def _again(attack: Volley, name: str, line: int, face: int) -> Roll:
    purpose = f"re-roll of {attack.who} ({name}, {a_face(face)})"
    return attack.roll(1, purpose, attack.source(name).clause, attack.lines[line].needed, again=True)


def _rerolls_open(attack: Volley, table: Lying, now: str) -> list[Option]:
    """Each source with each failed face it may still re-roll; dice that differ in nothing are one option."""
    found: dict[tuple[str, int, int], list[int]] = {}
    failed = [
        (number, die) for number, die in enumerate(table.dice) if not hits(die.face, attack.lines[die.line].needed)
    ]
    for source in _usable(attack, table.spent, now):
        for number, die in failed:
            if source.fits(die):
                found.setdefault((source.name, die.face, die.line), []).append(number)
    return [option for key in found for option in _reroll_options(attack, table, found, key)]


def _reroll_options(
    attack: Volley, table: Lying, found: dict[tuple[str, int, int], list[int]], key: tuple[str, int, int]
) -> list[Option]:
    name, face, line = key
    alone = len(attack.lines) == 1 or sum(other[:2] == key[:2] for other in found) == 1
    target = "" if alone else attack.lines[line].target
    first = _foremost(attack, table, found[key])
    if len(first) == 1:
        return [reroll_option(name, face, target, "", first[0])]
    after = {number: " and ".join(sorted(table.dice[number].used)) for number in first}
    return [reroll_option(name, face, target, after[number], number) for number in first]


def _foremost(attack: Volley, table: Lying, numbers: list[int]) -> list[int]:
    """Of dice that show the same, the one that is the best to roll again; several where none is better than the others
    in everything (RE-0.14)."""
    if len(numbers) == 1:
        return numbers
    found: dict[frozenset[str], int] = {}
    for number in numbers:
        found.setdefault(merits(attack, table.dice[number]), number)
    return [number for known, number in found.items() if not any(known < other for other in found)]


@lru_cache(1024)
def merits(attack: Volley, die: Die) -> frozenset[str]:
    """The sources that speak for rolling this failed die again rather than another one: those with few re-rolls that
    it has had, for they can still go on the other; and Accurate as long as it can take up a 1 that comes of it. Of two
    1s let the one go first that has had Accurate: the other does not need this re-roll."""
    return frozenset(
        source.name for source in attack.sources if (source.name in die.used) == (source.only in (0, die.face))
    )


@lru_cache(1024)
def reroll_option(name: str, face: int, target: str, after: str, number: int) -> Option:
    label = f"{name} on {face}" + (f" at {target}" if target else "") + (f" (after {after})" if after else "")
    return Option(label.lower(), label, (Ref("die", str(face)),), "RE-0.14", (name, number))


def forget() -> None:
    """As in a new process: of no attack anything is known yet."""
    for known in (_what_counts, _usable, merits, _again):
        known.cache_clear()
