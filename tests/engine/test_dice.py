"""Dice: the fair stream byte by byte, and the other sources."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator
from itertools import count, islice, pairwise, product
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.engine.dice import Faces, Pseudo, Roll, Scripted, Seeded, Typed, commitment, outcomes, ways
from sandtable.engine.errors import IllegalAnswer, SandtableError
from sandtable.engine.events import rolled

SEED = bytes(range(32))
CHI_SQUARE_999 = (
    13.82, 16.27, 18.47, 20.52, 22.46, 24.32, 26.12, 27.88, 29.59, 31.26, 32.91, 34.53, 36.12, 37.70, 39.25, 40.79,
    42.31, 43.82,
)  # fmt: skip
"""What chance alone exceeds once in a thousand, for 2 to 19 degrees of freedom."""


def dice(n: int, sides: int = 6, bands: Faces = (), ordered: bool = False) -> Roll:
    return Roll(n, sides, "test", "TO-1.1", 0, "tree", bands, ordered)


# ---- the fair stream ------------------------------------------------------------------------------


def stream(seed: bytes, nonces: list[str], number: int) -> Iterator[int]:
    """The bytes of one roll, from the description alone."""
    message = b"sandtable-dice/1 stream\0"
    for nonce in nonces:
        message += len(nonce.encode()).to_bytes(4, "big") + nonce.encode()
    message += number.to_bytes(8, "big")
    for block in count():
        yield from hmac.new(seed, message + block.to_bytes(4, "big"), hashlib.sha256).digest()


def expected(seed: bytes, nonces: list[str], number: int, n: int, sides: int) -> Faces:
    fair = (byte % sides + 1 for byte in stream(seed, nonces, number) if byte < 256 - 256 % sides)
    return tuple(islice(fair, n))


VECTORS = [
    ([], 0, 6, 6, (6, 5, 1, 4, 4, 6)),
    (["ann", "tom"], 0, 6, 6, (1, 6, 4, 2, 3, 6)),
    (["ann", "tom"], 7, 10, 20, (12, 1, 9, 17, 11, 7, 20, 8, 18, 7)),
    (["Zoë"], 123456789, 5, 3, (1, 2, 3, 3, 1)),
]


@pytest.mark.parametrize(("nonces", "number", "n", "sides", "faces"), VECTORS)
def test_the_stream_gives_the_published_faces(nonces: list[str], number: int, n: int, sides: int, faces: Faces) -> None:
    assert Seeded(SEED, nonces).roll(dice(n, sides), number) == faces
    assert expected(SEED, nonces, number, n, sides) == faces


@given(
    st.binary(min_size=32, max_size=32),
    st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=8), max_size=3),
    st.integers(0, 2**63),
    st.integers(0, 100),
    st.integers(2, 100),
)
def test_the_stream_is_as_described(seed: bytes, nonces: list[str], number: int, n: int, sides: int) -> None:
    assert Seeded(seed, nonces).roll(dice(n, sides), number) == expected(seed, nonces, number, n, sides)


def test_the_commitment_is_as_described() -> None:
    assert commitment(SEED) == hashlib.sha256(b"sandtable-dice/1 commitment\0" + SEED).hexdigest()
    assert commitment(SEED) == "05c4af20365f6592d681c03ce1cd387485d697629c9c67ae8501538b21460114"
    assert Seeded(SEED, ["ann"]).commitment == commitment(SEED)


@pytest.mark.parametrize("sides", range(3, 21))
def test_every_face_is_as_likely_as_any_other(sides: int) -> None:
    source = Seeded.from_text(f"chi-square {sides}")
    rolls, per_roll = 400, 50
    seen: Counter[int] = Counter()
    for number in range(rolls):
        seen.update(source.roll(dice(per_roll, sides), number))
    wanted = rolls * per_roll / sides
    assert set(seen) == set(range(1, sides + 1))
    assert sum((seen[face] - wanted) ** 2 / wanted for face in seen) < CHI_SQUARE_999[sides - 3]


@pytest.mark.parametrize("sides", [6, 20])
def test_neighbouring_dice_do_not_follow_each_other(sides: int) -> None:
    """Pairs of neighbours, within a roll and from roll to roll, agree as often as chance has it."""
    source = Seeded.from_text("neighbours")
    faces = [face for number in range(2000) for face in source.roll(dice(5, sides), number)]
    pairs = sum(a == b for a, b in pairwise(faces))
    mean = len(faces) / sides
    assert abs(pairs - mean) < 4 * mean**0.5


def test_a_roll_does_not_depend_on_the_size_of_the_others() -> None:
    """Roll 5 shows the same whatever was rolled before, and a longer roll begins as the shorter one."""
    source = Seeded(SEED)
    alone = Seeded(SEED).roll(dice(4), 5)
    for number in range(5):
        source.roll(dice(number * 9), number)
    assert source.roll(dice(4), 5) == alone
    assert source.roll(dice(90), 5)[:4] == alone


def test_each_roll_has_its_own_faces() -> None:
    source = Seeded(SEED)
    assert len({source.roll(dice(20), number) for number in range(200)}) == 200


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ([], ["ann"]),
        ([], [""]),
        (["ann"], ["Ann"]),
        (["ann", "tom"], ["tom", "ann"]),
        (["ab", "c"], ["a", "bc"]),
        (["ab", "c"], ["abc"]),
    ],
)
def test_other_nonces_give_other_dice(one: list[str], other: list[str]) -> None:
    first, second = Seeded(SEED, one), Seeded(SEED, other)
    assert first.commitment == second.commitment
    for number in range(10):
        assert first.roll(dice(20), number) != second.roll(dice(20), number)


def test_a_seed_is_32_bytes() -> None:
    with pytest.raises(SandtableError, match="32 bytes"):
        Seeded(b"short")


def test_seeds_are_not_repeated() -> None:
    assert len({Seeded().seed for _ in range(50)}) == 50


def test_a_seed_can_be_a_word() -> None:
    assert Seeded.from_text("tree").seed == hashlib.sha256(b"tree").digest()


# ---- other sources --------------------------------------------------------------------------------


def test_pseudo_dice_repeat_with_their_generator() -> None:
    one, other = Pseudo(Random(3)), Pseudo(Random(3))
    rolls = [one.roll(dice(3, 8), i) for i in range(100)]
    assert rolls == [other.roll(dice(3, 8), i) for i in range(100)]
    assert {face for faces in rolls for face in faces} == set(range(1, 9))


def test_a_script_gives_its_dice_in_order() -> None:
    script = Scripted([1, 2, 3, 4, 5])
    assert script.roll(dice(2), 0) == (1, 2)
    assert script.roll(dice(3), 1) == (3, 4, 5)
    assert script.left == []


def test_a_script_that_runs_out_says_so_and_keeps_what_it_has() -> None:
    script = Scripted([1, 2])
    with pytest.raises(SandtableError, match="2 dice left, test needs 3"):
        script.roll(dice(3), 0)
    assert script.left == [1, 2]


def test_a_script_with_an_impossible_face_is_refused() -> None:
    with pytest.raises(IllegalAnswer, match="7 is not a face of a d6"):
        Scripted([7]).roll(dice(1), 0)


def test_typed_dice_wait_for_somebody() -> None:
    waits: object = Typed().roll(dice(1), 0)  # type: ignore[func-returns-value]
    assert waits is None


# ---- rolls as questions ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "answer", [None, 3, "33", [3], [3, 3, 3], [0, 3], [7, 3], [True, 3], [2.0, 3], ["2", 3], [[2], 3], {"a": 1}]
)
def test_what_is_not_a_roll_is_refused(answer: object) -> None:
    with pytest.raises(IllegalAnswer) as refused:
        dice(2).read(answer)
    assert refused.value.clause == "TO-1.1"
    assert "test" in refused.value.reason


@given(st.integers(0, 40), st.integers(1, 20), st.randoms(use_true_random=False))
def test_every_random_roll_can_be_read(n: int, sides: int, rng: Random) -> None:
    picked = dice(n, sides).pick(rng)
    assert dice(n, sides).read(picked) == tuple(picked)


def test_all_legal_rolls_are_listed() -> None:
    listed = list(dice(2, 4).legal())
    assert len(listed) == len({tuple(faces) for faces in listed}) == 16
    assert all(dice(2, 4).read(faces) == tuple(faces) for faces in listed)


def test_a_roll_travels_as_json() -> None:
    wire = msgspec.json.decode(msgspec.json.encode(dice(2).wire()))
    assert wire == {
        "kind": "roll", "seat": 0, "who": "tree", "prompt": "Roll 2d6: test", "clause": "TO-1.1", "n": 2, "sides": 6,
        "purpose": "test",
    }  # fmt: skip
    pools = Roll(3, 6, "test", "TO-1.1", 0, groups=(2, 1), called=("oak", "elm"))
    assert pools.wire()["called"] == ["oak", "oak", "elm"]


# ---- enumeration ----------------------------------------------------------------------------------

BANDS: list[tuple[int, Faces]] = [(6, ()), (6, (1, 5)), (6, (1, 2, 6)), (4, (1, 3)), (8, (1, 2, 7, 8)), (3, (1,))]


@pytest.mark.parametrize("ordered", [False, True])
@pytest.mark.parametrize(("sides", "bands"), BANDS)
@pytest.mark.parametrize("n", [0, 1, 2, 3, 4])
def test_enumerated_rolls_agree_with_counting_them_all(n: int, sides: int, bands: Faces, ordered: bool) -> None:
    """Each face stands for its band; unless which die matters, only how many of each."""
    low = bands or tuple(range(1, sides + 1))
    counted: Counter[Faces] = Counter()
    for faces in product(range(1, sides + 1), repeat=n):
        banded = tuple(max(b for b in low if b <= face) for face in faces)
        counted[banded if ordered else tuple(sorted(banded))] += 1
    found = list(outcomes(dice(n, sides, bands, ordered)))
    assert sum(weight for _, weight in found) == sides**n
    assert len(found) == len({faces for faces, _ in found})
    assert {faces if ordered else tuple(sorted(faces)): weight for faces, weight in found} == counted


@pytest.mark.parametrize("groups", [(2, 1), (1, 1, 2), (3,), (0, 2), (2, 0, 1)])
def test_pools_in_one_roll_are_enumerated_pool_by_pool(groups: tuple[int, ...]) -> None:
    """Within a pool only how many dice show what; between pools which pool."""
    roll = Roll(sum(groups), 4, "test", "TO-1.1", 0, groups=groups)
    counted: Counter[tuple[Faces, ...]] = Counter()
    for faces in product(range(1, 5), repeat=roll.n):
        counted[_split(faces, groups)] += 1
    found = list(outcomes(roll))
    assert ways(roll) == len(found) == len(counted)
    assert {_split(faces, groups): weight for faces, weight in found} == counted


def _split(faces: Faces, groups: tuple[int, ...]) -> tuple[Faces, ...]:
    ends = [sum(groups[: n + 1]) for n in range(len(groups))]
    return tuple(tuple(sorted(faces[end - n : end])) for n, end in zip(groups, ends, strict=True))


def test_pools_that_are_not_all_the_dice_are_a_mistake() -> None:
    with pytest.raises(SandtableError, match="are not 3 dice"):
        outcomes(Roll(3, 6, "test", "TO-1.1", 0, groups=(1, 1)))


def test_large_rolls_are_enumerated_without_counting() -> None:
    assert sum(weight for _, weight in outcomes(dice(30, 6, (1, 4)))) == 6**30
    assert len(list(outcomes(dice(30, 6, (1, 4))))) == 31


def test_the_event_of_a_roll_says_whose_the_dice_are_and_what_succeeds() -> None:
    roll = Roll(3, 6, "assault", "TO-1.1", 0, groups=(2, 1), called=("Golem OFF", "Bear DEF"), good=(4, 6))
    data = rolled(roll, (1, 5, 6), 0).data
    assert data["called"] == ["Golem OFF", "Golem OFF", "Bear DEF"]
    assert data["good"] == [4, 6]
    mixed = Roll(3, 6, "assault", "TO-1.1", 0, groups=(2, 1), seats=(0, 1), lucky=(4, 6))
    assert rolled(mixed, (1, 5, 6), 0).data["owners"] == [0, 0, 1]
    assert rolled(Roll(2, 6, "check", "TO-1.1", 0, enough=9), (4, 5), 0).data["enough"] == 9
    assert rolled(Roll(2, 6, "set", "TO-1.1", 0, colours=("red", "blue")), (4, 5), 0).data["colours"] == ["red", "blue"]
    assert (
        not {"again", "called", "colours", "good", "enough", "lucky", "owners"}
        & rolled(Roll(1, 6, "test", "TO-1.1", 0), (3,), 0).data.keys()
    )
