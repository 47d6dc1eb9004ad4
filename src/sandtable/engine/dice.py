"""Dice are inputs: the rules ask for a roll, a source answers it.

Sources: `Seeded` (fair play, provable afterwards), `Pseudo` (simulation and search), `Scripted` (tests), `Typed`
(people rolling real dice: the roll stays open until somebody types the faces in). `outcomes` enumerates a roll for
exact odds. docs/dice.md describes the fair stream byte by byte, with test vectors.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import combinations_with_replacement, pairwise, product
from math import comb, factorial, prod
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, Protocol, TypeVar

from msgspec import Meta, Struct

from sandtable.engine.errors import IllegalAnswer, SandtableError, shown

if TYPE_CHECKING:
    from random import Random

ALGORITHM: Literal["hmac-sha256/1"] = "hmac-sha256/1"
_COMMIT = b"sandtable-dice/1 commitment\x00"
_STREAM = b"sandtable-dice/1 stream\x00"

Faces = tuple[int, ...]
T = TypeVar("T")


class Roll(Struct, frozen=True):
    """`n` dice with `sides` sides. `bands` are the lowest faces of the groups the rules tell apart (none: every face);
    `seat` is whose dice they are, `who` of that seat's models they are for."""

    kind: ClassVar[str] = "roll"

    n: int
    sides: int
    purpose: str
    clause: str
    seat: int
    who: str = ""
    bands: Faces = ()
    ordered: bool = False
    """Which die shows what matters (dice of different colours or owners), not only how many show it."""
    quiet: bool = False
    """The rules tell of the result themselves; the log need not."""
    only: int | None = None
    """The one seat that may know the faces; None is everybody."""
    groups: tuple[int, ...] = ()
    """How many dice, from the first on, belong to each pool; within a pool it does not matter which die shows what."""
    called: tuple[str, ...] = ()
    """Where dice differ, what each pool is called (without pools: each die): whose it is, or of which kind."""
    good: tuple[int, int] | None = None
    """The lowest and the highest face that succeeds, for people to read; the rules judge for themselves."""
    enough: int = 0
    """Where the dice are added up: the lowest sum that succeeds, for people to read."""
    lucky: tuple[int, int] | None = None
    """Where no face succeeds by itself (a contest): the lowest and the highest face that luck counts as good."""
    seats: tuple[int, ...] = ()
    """Whose each pool is, where not all dice are those of `seat`."""
    again: bool = False
    """A re-roll: these dice have been rolled before."""
    colours: tuple[str, ...] = ()
    """The colour of each die, where the rules tell dice apart by it."""

    @property
    def prompt(self) -> str:
        return f"Roll {self.n}d{self.sides}: {self.purpose}"

    def read(self, answer: Any) -> Faces:
        if not isinstance(answer, list | tuple) or len(answer) != self.n:
            raise IllegalAnswer(f"{self.purpose} needs {self.n} dice", self.clause)
        for face in answer:
            if type(face) is not int or not 1 <= face <= self.sides:
                raise IllegalAnswer(f"{shown(face)} is not a face of a d{self.sides} ({self.purpose})", self.clause)
        return tuple(answer)

    def legal(self) -> Iterator[list[int]]:
        return (list(faces) for faces in product(range(1, self.sides + 1), repeat=self.n))

    def pick(self, rng: Random) -> list[int]:
        return [1 + int(rng.random() * self.sides) for _ in range(self.n)]

    def wire(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "kind": self.kind, "seat": self.seat, "who": self.who, "prompt": self.prompt, "clause": self.clause,
            "n": self.n, "sides": self.sides, "purpose": self.purpose,
        }  # fmt: skip
        if self.called:
            data["called"] = self.names
        return data

    @property
    def names(self) -> list[str]:
        """What each die is called; empty if that does not matter."""
        return self._of_each_die(self.called)

    @property
    def owners(self) -> list[int]:
        """Whose each die is; empty if all are those of `seat`."""
        return self._of_each_die(self.seats)

    def _of_each_die(self, pools: tuple[T, ...]) -> list[T]:
        """What is said of pools (without pools: of dice), die by die."""
        groups = self.groups or (1,) * self.n if pools else ()
        return [said for said, dice in zip(pools, groups, strict=True) for _ in range(dice)]


class Source(Protocol):
    """Answers rolls. `number` counts the rolls of the game from 0. None means: not now, somebody will type it in."""

    def roll(self, roll: Roll, number: int) -> Faces | None: ...


class Seeded:
    """The fair stream: a secret seed, committed to before the players' nonces are known, and a number for each roll."""

    __slots__ = ("_message", "nonces", "seed")

    def __init__(self, seed: bytes | None = None, nonces: Iterable[str] = ()) -> None:
        self.seed = os.urandom(32) if seed is None else seed
        if len(self.seed) != 32:
            raise SandtableError("a dice seed is 32 bytes")
        self.nonces = tuple(nonces)
        parts = [_utf8(nonce) for nonce in self.nonces]
        self._message = _STREAM + b"".join(len(part).to_bytes(4, "big") + part for part in parts)

    @classmethod
    def from_text(cls, text: str, nonces: Iterable[str] = ()) -> Seeded:
        """A seed a person can type; for demonstrations and simulation, where the dice need not be secret."""
        return cls(sha256(_utf8(text)).digest(), nonces)

    @property
    def commitment(self) -> str:
        return commitment(self.seed)

    def sealed(self) -> Sealed:
        """The same stream without its secret."""
        return Sealed(self.commitment, self.nonces)

    def roll(self, roll: Roll, number: int) -> Faces:
        n, sides = roll.n, roll.sides
        if sides > 256:
            raise SandtableError(f"the fair stream has no dice with {sides} sides; 256 are the most")
        limit = 256 - 256 % sides
        faces: list[int] = []
        block = 0
        head = self._message + number.to_bytes(8, "big")
        while True:
            for byte in _hmac(self.seed, head + block.to_bytes(4, "big")):
                if len(faces) == n:
                    return tuple(faces)
                if byte < limit:
                    faces.append(byte % sides + 1)
            block += 1


def _hmac(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA-256, quicker than `hmac.digest` where a key is used again and again."""
    inside, outside = _pads(key)
    inner, outer = inside.copy(), outside.copy()
    inner.update(message)
    outer.update(inner.digest())
    digest: bytes = outer.digest()
    return digest


@lru_cache(64)
def _pads(key: bytes) -> tuple[Any, Any]:
    """What HMAC hashes first: the key, no longer than a block, mixed with one byte and with another."""
    padded = key.ljust(64, b"\0")
    return sha256(bytes(byte ^ 0x36 for byte in padded)), sha256(bytes(byte ^ 0x5C for byte in padded))


class Stood(Struct, frozen=True):
    """A roll that was taken back with the answer that set it off: number `number` of the game, from the stream with
    these `nonces`."""

    number: Annotated[int, Meta(ge=0, le=10**9)]
    n: Annotated[int, Meta(ge=1, le=10_000)]
    sides: Annotated[int, Meta(ge=1, le=256)]
    purpose: str
    who: str
    seat: int
    faces: Faces
    nonces: tuple[str, ...] = ()

    def again(self, roll: Roll, number: int) -> bool:
        """Is this the same roll once more?"""
        return (number, roll.n, roll.sides, roll.purpose, roll.who, roll.seat) == (
            self.number, self.n, self.sides, self.purpose, self.who, self.seat,
        )  # fmt: skip

    def roll(self) -> Roll:
        return Roll(self.n, self.sides, self.purpose, "", self.seat, self.who)


class StandingDice(Seeded):
    """The fair stream after a take-back. Who goes the same way meets the dice that were rolled there; who goes another
    way meets dice that nobody has seen. So nobody rolls twice for the same thing, and nobody knows what is coming."""

    __slots__ = ("stood",)

    def __init__(self, seed: bytes, nonces: Iterable[str], stood: Iterable[Stood]) -> None:
        super().__init__(seed, nonces)
        self.stood = tuple(stood)

    def roll(self, roll: Roll, number: int) -> Faces:
        for old in self.stood:
            if old.again(roll, number):
                return old.faces
        return super().roll(roll, number)


def _utf8(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise SandtableError("a seed or nonce must be text") from None


def commitment(seed: bytes) -> str:
    """What is published before the game: it fixes the seed and gives nothing of it away."""
    return sha256(_COMMIT + seed).hexdigest()


class Pseudo:
    """Fast dice from Python's generator, for simulation and search."""

    __slots__ = ("_random",)

    def __init__(self, rng: Random) -> None:
        self._random = rng.random

    def roll(self, roll: Roll, number: int) -> Faces:
        rand, sides = self._random, roll.sides
        return tuple([1 + int(rand() * sides) for _ in range(roll.n)])


class Scripted:
    """Dice fixed in advance; every one of them must be wanted."""

    def __init__(self, faces: Iterable[int]) -> None:
        self.left = list(faces)

    def roll(self, roll: Roll, number: int) -> Faces:
        if len(self.left) < roll.n:
            raise SandtableError(f"the script has {len(self.left)} dice left, {roll.purpose} needs {roll.n}")
        faces, self.left = self.left[: roll.n], self.left[roll.n :]
        return roll.read(faces)


class Typed:
    """Real dice on a real table: nobody here knows the faces until they are typed in."""

    def roll(self, roll: Roll, number: int) -> None:
        return None


class Sealed(Typed):
    """A fair stream whose seed has not been revealed to us: past dice stand, coming ones cannot be made here."""

    def __init__(self, commitment: str, nonces: Iterable[str]) -> None:
        self.commitment, self.nonces = commitment, tuple(nonces)


def outcomes(roll: Roll) -> Iterable[tuple[Faces, int]]:
    """Every result the rules can tell apart, with its weight; the weights add up to sides ** n."""
    groups, low = _grouped(roll)
    pools = tuple(_pool(n, roll.sides, low) for n in groups)
    return pools[0] if len(pools) == 1 else _together(pools)


def ways(roll: Roll) -> int:
    """How many results `outcomes` lists."""
    groups, low = _grouped(roll)
    return prod([comb(n + len(low) - 1, n) for n in groups])


def _grouped(roll: Roll) -> tuple[tuple[int, ...], Faces]:
    """The pools of a roll whose dice nobody tells apart, and the lowest face of each band."""
    try:
        return _pools(roll.n, roll.sides, roll.bands, roll.groups, roll.ordered)
    except SandtableError as error:
        raise SandtableError(f"{roll.purpose}: {error}") from None


@lru_cache(512)
def _pools(n: int, sides: int, bands: Faces, groups: tuple[int, ...], ordered: bool) -> tuple[tuple[int, ...], Faces]:
    low = bands or tuple(range(1, sides + 1))
    if low[0] != 1 or low[-1] > sides or any(a >= b for a, b in pairwise(low)):
        raise SandtableError(f"bands begin with 1 and rise up to the last face, not {low}")
    pools = groups or ((1,) * n if ordered else (n,))
    if sum(pools) != n:
        raise SandtableError(f"pools of {pools} are not {n} dice")
    return pools, low


def _together(pools: Iterable[Sequence[tuple[Faces, int]]]) -> Iterator[tuple[Faces, int]]:
    for picked in product(*pools):
        yield tuple(face for faces, _ in picked for face in faces), prod(weight for _, weight in picked)


@lru_cache(512)
def _pool(n: int, sides: int, low: Faces) -> Sequence[tuple[Faces, int]]:
    """Dice that nobody tells apart: how many fall into each band."""
    width = [b - a for a, b in zip(low, (*low[1:], sides + 1), strict=True)]
    found = []
    for picked in combinations_with_replacement(range(len(low)), n):
        weight = factorial(n)
        for band, count in Counter(picked).items():
            weight = weight // factorial(count) * width[band] ** count
        found.append((tuple(low[band] for band in picked), weight))
    return found
