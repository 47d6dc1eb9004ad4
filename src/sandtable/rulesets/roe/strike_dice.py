"""The dice of an attack and of a Resolve test as stages: they read what they are given, change nothing and return a
small result, so that a game and exact odds run the same rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from sandtable.engine.dice import Faces, Roll
from sandtable.engine.questions import DECLINE, END, ChooseOne, Option, Ref
from sandtable.engine.ruleset import Procedure, Stage
from sandtable.rulesets.roe.content import notes

D10 = 10
"""The only die there is (RE-0.6)."""


class Line(Struct, frozen=True):
    """One target of an attack: how many dice, and what each needs."""

    target: str
    dice: int
    needed: int


class RerollSource(Struct, frozen=True):
    """Something that lets the attacker re-roll failed dice: how many different ones (0: every one that fits)."""

    name: str
    dice: int
    clause: str
    only: int = 0
    """The one face it may re-roll, as Accurate does 1s (RE-6.22); 0 for any."""

    def fits(self, die: Die) -> bool:
        """May it re-roll this failed die? At most once (RE-0.14)."""
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


class Struck(Struct, frozen=True):
    """Hits on each target, and which sources were used of those that can be used up."""

    hits: tuple[int, ...]
    used: frozenset[str]


class Die(Struct, frozen=True):
    """A to-hit die: at which target, what it shows, and the sources that have re-rolled it and could do so again."""

    line: int
    face: int
    used: frozenset[str] = frozenset()


class Lying(Struct, frozen=True, cache_hash=True):
    """The to-hit dice as they lie on the table, and the sources used so far, once for each die: those that can be used
    up."""

    dice: tuple[Die, ...]
    spent: tuple[str, ...] = ()


def hits(face: int, needed: int) -> bool:
    """Equal or better than the target's Exp and what counts against it (RE-3.3); 1 always fails and 10 always succeeds
    (RE-4.3, RE-4.4, RE-4.5)."""
    return face == D10 or (face > 1 and face >= needed)


@lru_cache
def bands(needed: int, *others: int) -> Faces:
    """The faces the rules tell apart: 1, what is needed, and whatever else matters."""
    return tuple(sorted({1, successes(needed)[0], *others}))


def successes(needed: int) -> tuple[int, int]:
    """The lowest and the highest face that `hits`."""
    return min(max(needed, 2), D10), D10


# ---- to hit ---------------------------------------------------------------------------------------


def volley(attack: Volley) -> Procedure[Stage]:
    """Steps 3 to 5 of RE-4.2: all dice, target by target; the attacker's re-rolls; Parry."""
    dice: list[Die] = []
    for number, line in enumerate(attack.lines):
        purpose = f"to hit: {attack.who} at {line.target}"
        rolled = attack.roll(line.dice, purpose, "RE-4.3", line.needed)
        dice += [Die(number, face) for face in (yield rolled)]
    return on_with(attack, dice, (), "parry" if attack.parry == "before" else "re-rolls")


def on_with(attack: Volley, dice: Sequence[Die], spent: tuple[str, ...], now: str) -> Stage:
    return Stage(go_on, (attack, lying(attack, dice, spent, now), now))


def go_on(attack: Volley, table: Lying, now: str) -> Procedure[Struck | Stage]:
    """From the dice on the table to the hits. Whenever a die has been rolled again this begins anew with the dice that
    lie there then: equal dice are one case for exact odds, however they came about. `now` is 'parry' while Parry comes
    first, then 're-rolls', and 'parried' once it has come last."""
    dice, spent = table.dice, table.spent
    if now == "parry":
        parried = yield from parry(attack, dice)
        return on_with(attack, parried or dice, spent, "re-rolls")
    picked = yield from pick_reroll(attack, table, now)
    if picked is not None:
        return Stage(reroll, (attack, table, *picked, now))
    if attack.parry == "after" and now == "re-rolls":
        parried = yield from parry(attack, dice)
        if parried is not None:
            return on_with(attack, parried, spent, "parried")
    counted = [0] * len(attack.lines)
    for die in dice:
        counted[die.line] += hits(die.face, attack.lines[die.line].needed)
    return Struck(tuple(counted), frozenset(spent))


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


def reroll(attack: Volley, table: Lying, name: str, number: int, now: str) -> Procedure[Stage]:
    """One die rolled again, at most once by each source (RE-0.13 to RE-0.16, RE-0.18)."""
    dice = table.dice
    die = dice[number]
    (face,) = yield _rolled_again(attack, name, die.line, die.face)
    again = [*dice[:number], Die(die.line, face, die.used | {name}), *dice[number + 1 :]]
    return on_with(attack, again, (*table.spent, name) if attack.source(name).dice else table.spent, now)


@lru_cache(1024)
def _rolled_again(attack: Volley, name: str, line: int, face: int) -> Roll:
    purpose = f"re-roll of {attack.who} ({name}, {_a(face)})"
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
    """Its id names the source first, as answers and cases do; its label says what is done."""
    at, since = f" at {target}" if target else "", f" (after {after})" if after else ""
    told = ", after ".join(filter(None, (name, after)))
    about = (Ref("die", str(face)),)
    return Option(
        f"{name} on {face}{at}{since}".lower(), f"Re-roll the {face}{at} ({told})", about, "RE-0.14", (name, number)
    )


def parry(attack: Volley, dice: tuple[Die, ...]) -> Procedure[list[Die] | None]:
    """The defender may have one die that hit rolled again (RE-6.38)."""
    good = {die.face: number for number, die in enumerate(dice) if hits(die.face, attack.lines[die.line].needed)}
    if not good:
        return None
    target = attack.lines[0].target
    number = yield ChooseOne(
        topic="parry",
        seat=attack.defender,
        who=target,
        prompt=f"{target}: parry a die of {attack.who}?",
        clause="RE-6.38",
        options=(*[parry_option(face, good[face]) for face in sorted(good)], NO_PARRY),
        facts=lambda: notes()["parry"],
        about=dice,
    )
    if number == NO_PARRY.value:
        return None
    die = dice[number]
    purpose = f"parry re-roll of {attack.who} ({_a(die.face)})"
    needed = attack.lines[die.line].needed
    (rolled,) = yield attack.roll(1, purpose, "RE-6.38", needed, again=True)
    return [*dice[:number], Die(die.line, rolled, die.used), *dice[number + 1 :]]


@lru_cache(256)
def parry_option(face: int, number: int) -> Option:
    return Option(f"parry {face}", f"Parry {face}", (Ref("die", str(face)),), "RE-6.38", number)


NO_PARRY = Option("no parry", "No Parry", value=-1, role=DECLINE)


def forget() -> None:
    """As in a new process: of no attack anything is known yet."""
    for known in (_what_counts, _usable, merits, _rolled_again):
        known.cache_clear()


# ---- to resist ------------------------------------------------------------------------------------


def resist(seat: int, who: str, hit: int, needed: int, rend: bool) -> Procedure[int]:
    """One die for each hit; what is not resisted wounds (RE-4.20, RE-4.21). With Rend each 1 or 2 is one more hit,
    and those make no more (RE-6.41, RE-6.42, RE-6.43)."""
    apart, good = (3,) if rend else (), successes(needed)
    faces = yield Roll(hit, D10, f"resist of {who}", "RE-4.20", seat, who, bands(needed, *apart), good=good)
    wounds = sum(not hits(face, needed) for face in faces)
    if rend and (more := sum(face <= 2 for face in faces)):
        faces = yield Roll(more, D10, f"rend resist of {who}", "RE-6.43", seat, who, bands(needed), good=good)
        wounds += sum(not hits(face, needed) for face in faces)
    return wounds


# ---- Resolve --------------------------------------------------------------------------------------


def _a(face: int) -> str:
    return f"an {face}" if face == 8 else f"a {face}"


def resolve(
    purpose: str, clause: str, seat: int, who: str, dice: int, exp: int, may_reroll: bool
) -> Procedure[tuple[int, bool]]:
    """Each die equal to or below Exp succeeds (RE-5.1); there is no automatic 1 or 10 (RE-4.6). A Focus may re-roll the
    failed dice together, once (RE-1.56). Returns the successes, and whether the Focus was used."""
    apart = (1, exp + 1) if exp < D10 else (1,)
    faces = yield Roll(dice, D10, purpose, clause, seat, who, apart, good=(1, exp))
    passed = sum(face <= exp for face in faces)
    failed = dice - passed
    if not failed or not may_reroll:
        return passed, False
    answer = yield ChooseOne(
        topic="resolve",
        seat=seat,
        who=who,
        prompt=f"{who}: re-roll the failed Resolve dice with Focus?",
        clause="RE-1.56",
        options=(Option("re-roll", "Re-roll"), Option("keep", "Keep", role=DECLINE)),
        facts=lambda: notes()["resolve"],
    )
    if answer == "keep":
        return passed, False
    purpose = f"resolve re-roll of {who}"
    faces = yield Roll(failed, D10, purpose, "RE-1.56", seat, who, apart, good=(1, exp), again=True)
    return passed + sum(face <= exp for face in faces), True
