"""The dice of attacks and tests as stages: they read what they are given, change nothing and return a small
result, so that a game and exact odds run the same rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import groupby, repeat

from msgspec import Struct

from sandtable.engine.dice import Faces, Roll
from sandtable.engine.ruleset import Procedure

D6 = 6
ONLY_SIX = 6
"""What a Fatigued unit needs in melee, whatever its Quality and modifiers (RV-11.25)."""
REGENERATES_ON = 5
"""RV-21.32."""


def succeeds(face: int, needed: int) -> bool:
    """Equal or better (RV-14.1); a 1 always fails and a 6 always succeeds (RV-14.5, RV-14.6)."""
    return face == D6 or (face > 1 and face >= needed)


def difficulty(base: int, replacements: Iterable[int] = (), modifier: int = 0) -> int:
    """The base, or the best of the replacement effects (RV-14.3); then the modifiers, of which a bonus makes it lower
    (RV-14.2, RV-14.4): worked out in RV-14.7, RV-14.8 and RV-14.9."""
    return min(replacements, default=base) - modifier


def successes(needed: int) -> tuple[int, int]:
    """The lowest and the highest face that succeed."""
    return min(max(needed, 2), D6), D6


@lru_cache
def bands(needed: int, *others: int) -> Faces:
    """The faces the rules tell apart: what is needed, and whatever else matters."""
    return tuple(sorted({1, successes(needed)[0], *others}))


# ---- attacks --------------------------------------------------------------------------------------


class Shot(Struct, frozen=True, cache_hash=True):
    """Dice of one weapon that are alike in everything: what each needs to hit, and what becomes of a Hit. They are made
    in shooting.py and melee.py, where weapons and rules are read."""

    weapon: str
    dice: int
    needed: int
    """Difficulty of the attack roll (RV-12.2), with whatever changes it; 0 for Hits that need none (RV-21.17)."""
    save: int
    """Difficulty of the defense roll against each Hit (RV-12.4), with AP (RV-21.2) and Cover (RV-19.1)."""
    copies: int = 1
    """What Blast makes of each Hit (RV-15.15)."""
    bonus: int = 0
    """Bonus Hits of an unmodified 6 (RV-15.3): those of different rules, Furious, Shooty (RV-15.10) and Shock
    (RV-21.33), added up, each from the one Hit (RV-15.18, RV-15.19, RV-15.20)."""
    early: int = 0
    """Bonus Hits of an unmodified 5 that hits (RV-15.12)."""
    rending: bool = False
    critical_save: int = 0
    """Difficulty against the Critical Hit of a Rending weapon (RV-15.8)."""
    named: int = -1
    """The model that takes the wounds of a Take Down weapon (RV-21.31)."""
    clause: str = "RV-12.1"

    @property
    def sure(self) -> bool:
        return not self.needed

    @property
    def apart(self) -> Faces:
        """The faces of the attack roll that matter."""
        if self.sure:
            return ()
        five = (5, 6) if self.early else ()
        six = (6,) if self.bonus or self.rending else ()
        return bands(self.needed, *five, *six)


class Attack(Struct, frozen=True, cache_hash=True):
    """All that one unit does to another at once: whose dice, and against whom."""

    seat: int
    who: str
    defender: int
    target: str
    shots: tuple[Shot, ...]
    most: int
    """Wounds that the target can take in all (RV-12.14)."""
    regenerates: bool = False

    @property
    def dice(self) -> int:
        return sum(shot.dice for shot in self.shots)


class Hit(Struct, frozen=True):
    """What a Hit meets: the defense roll that it needs, and who takes its wound."""

    save: int
    rending: bool
    named: int


class Struck(Struct, frozen=True):
    """What came of an attack: wounds for the unit, and for models named by Take Down. The rest is for the log."""

    wounds: int
    named: tuple[tuple[int, int], ...] = ()
    hits: int = 0
    saved: int = 0
    regenerated: int = 0


def effect(struck: Struck) -> tuple[int, tuple[tuple[int, int], ...]]:
    """What the rules tell apart about it."""
    return struck.wounds, struck.named


def attack(blow: Attack) -> Procedure[Struck]:
    """All attack dice, weapon by weapon (RV-12.1); a defense die for each Hit; a Regeneration die for each Wound
    (RV-12.6)."""
    hits: list[Hit] = []
    for _, together in groupby(blow.shots, lambda shot: (shot.weapon, shot.needed, shot.apart)):
        hits += yield from _to_hit(blow, tuple(together))
    wounds = yield from _defend(blow, hits)
    lasting = yield from regenerate(blow.defender, blow.target, wounds) if blow.regenerates else _all(wounds)
    named: dict[int, int] = {}
    for hit in lasting:
        named[hit.named] = named.get(hit.named, 0) + 1
    plain = named.pop(-1, 0)
    return Struck(
        min(plain, blow.most), tuple(sorted(named.items())),
        hits=len(hits), saved=len(hits) - len(wounds), regenerated=len(wounds) - len(lasting),
    )  # fmt: skip


def _all(wounds: list[Hit]) -> Procedure[list[Hit]]:
    return wounds
    yield


def _to_hit(blow: Attack, shots: tuple[Shot, ...]) -> Procedure[list[Hit]]:
    """Dice of one weapon that need the same are rolled together, whatever a Hit of each meets then."""
    first = shots[0]
    if first.sure:
        return [Hit(shot.save, shot.rending, shot.named) for shot in shots for _ in range(shot.dice * shot.copies)]
    dice = tuple(shot.dice for shot in shots)
    faces = yield Roll(
        sum(dice), D6, f"attack: {first.weapon} of {blow.who} at {blow.target}", first.clause, blow.seat, blow.who,
        first.apart, groups=dice if len(dice) > 1 else (), good=successes(first.needed),
    )  # fmt: skip
    whose = (shot for shot in shots for _ in range(shot.dice))
    return [hit for shot, face in zip(whose, faces, strict=True) for hit in hits_of(shot, face)]


def hits_of(shot: Shot, face: int) -> Iterator[Hit]:
    """The Hits of one attack die that succeeds (RV-12.3): its own with its Blast copies (RV-15.15), which are as
    critical as it is (RV-15.16), then each Bonus Hit with its own (RV-15.17). A Critical Hit, an unmodified 6
    (RV-15.1), of a Rending weapon has AP(4) (RV-15.8); a Bonus Hit is a copy without anything that is critical
    (RV-15.3, RV-15.4, RV-15.9)."""
    if not succeeds(face, shot.needed):
        return
    plain = Hit(shot.save, shot.rending, shot.named)
    critical = Hit(shot.critical_save, True, shot.named) if shot.rending and face == D6 else plain
    yield from repeat(critical, shot.copies)
    yield from repeat(plain, bonus_hits(shot, face) * shot.copies)


def bonus_hits(shot: Shot, face: int) -> int:
    """How many Bonus Hits a die that succeeds makes (RV-15.3): on an unmodified 6 those of Furious, Shooty and Shock
    added up (RV-15.18, RV-15.19, RV-15.20), on a 5 that hits (RV-15.2) those of Extra Shooty (RV-15.12) and no others
    (RV-15.13)."""
    return shot.bonus if face == D6 else shot.early if face == D6 - 1 else 0


def _defend(blow: Attack, hits: list[Hit]) -> Procedure[list[Hit]]:
    """Hits in a row that need the same are defended together; a failure is a Wound (RV-12.4, RV-12.5)."""
    wounds: list[Hit] = []
    for needed, same in _runs(hits, lambda hit: hit.save):
        faces = yield Roll(
            len(same), D6, f"defense of {blow.target}", "RV-12.4", blow.defender, blow.target, bands(needed),
            groups=_alike(same), good=successes(needed),
        )  # fmt: skip
        wounds += [hit for hit, face in zip(same, faces, strict=True) if not succeeds(face, needed)]
    return wounds


def regenerate(seat: int, who: str, wounds: list[Hit]) -> Procedure[list[Hit]]:
    """The wounds that stay (RV-21.32); Rending makes it harder (RV-15.7)."""
    stay: list[Hit] = []
    for needed, same in _runs(wounds, lambda hit: difficulty(REGENERATES_ON, modifier=-1 if hit.rending else 0)):
        faces = yield Roll(
            len(same), D6, f"regeneration of {who}", "RV-21.32", seat, who, bands(needed), groups=_alike(same),
            good=successes(needed),
        )  # fmt: skip
        stay += [hit for hit, face in zip(same, faces, strict=True) if not succeeds(face, needed)]
    return stay


def _alike(hits: list[Hit]) -> tuple[int, ...]:
    """How many Hits in a row are the same: their dice may change places."""
    runs = tuple(len(list(run)) for _, run in groupby(hits))
    return runs if len(runs) > 1 else ()


def _runs(hits: list[Hit], key: Callable[[Hit], int]) -> Iterator[tuple[int, list[Hit]]]:
    return ((needed, list(same)) for needed, same in groupby(hits, key))


# ---- tests ----------------------------------------------------------------------------------------


def test(purpose: str, clause: str, seat: int, who: str, needed: int) -> Procedure[bool]:
    """One die against a difficulty (RV-13.6)."""
    (face,) = yield Roll(1, D6, purpose, clause, seat, who, bands(needed), good=successes(needed))
    return succeeds(face, needed)
