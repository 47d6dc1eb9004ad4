"""Bad input of every sort: one clear line, never a traceback, and an open game is unchanged."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.engine.cases import run_file
from sandtable.engine.dice import Pseudo, Seeded, Typed
from sandtable.engine.errors import IllegalAnswer, SandtableError
from sandtable.engine.game import Game
from sandtable.engine.rulebook import load_rulebook
from sandtable.engine.save import load, read, save, to_json, verify
from sandtable.rulesets.opportunity import RULESET
from tests.engine.test_rulebook import GOOD
from tests.engine.toy import TOY
from tests.games import BRAWL, fight, play_on, some_way_in

CASES = sorted((Path(__file__).parents[1] / "cases" / "opportunity").glob("*.toml"))

TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=12)
"""Without line breaks; those have a test of their own."""
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
ODD: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, 0, -1, 1, 11, 10**6, 2**70, -(2**70), 1.5, "", "x" * 300, [], {}, [[]], [None], {"": None}, "R9",
     "Duellist", "Knife", "duel", "rescue", "dead", "bound", "pick", "turn", "violence", "Sniper", "victims"]
)  # fmt: skip


def refused(call: Callable[[], object]) -> SandtableError | None:
    """The error of a call, which must be one of ours and one line; None if there was none."""
    try:
        call()
    except SandtableError as error:
        found = error
    else:
        return None
    assert str(found).strip()
    assert "\n" not in str(found)
    return found


def changed(data: Any, draw: Random, new: Any) -> Any:
    """A copy of JSON data with one value somewhere in it replaced, left out or doubled."""
    if isinstance(data, dict) and data and draw.random() < 0.9:
        key = draw.choice(sorted(data))
        if draw.random() < 0.1:
            return {k: v for k, v in data.items() if k != key}
        if draw.random() < 0.05:
            return {**data, str(new)[:20]: data[key]}
        return {**data, key: changed(data[key], draw, new)}
    if isinstance(data, list) and data and draw.random() < 0.9:
        i = draw.randrange(len(data))
        if draw.random() < 0.1:
            return data[:i] + data[i + 1 :]
        if draw.random() < 0.05:
            return [*data[:i], *data[i : i + 1] * 2, *data[i + 1 :]]
        return [*data[:i], changed(data[i], draw, new), *data[i + 1 :]]
    return new


def spoilt(data: bytes, draw: Random, junk: bytes) -> bytes:
    """A copy of a file with a piece cut out, put in, turned over or cut off."""
    i = draw.randrange(len(data) + 1)
    j = min(len(data), i + draw.choice((0, 1, 2, 10, 100)))
    match draw.randrange(4):
        case 0:
            return data[:i] + junk + data[i:]
        case 1:
            return data[:i] + junk + data[j:]
        case 2:
            return data[:i]
        case _:
            return data[:i] + data[i:j][::-1] + data[j:]


RANDOM = st.integers(0, 2**32).map(Random)


# ---- answers --------------------------------------------------------------------------------------


@cache
def positions() -> list[Game[Any]]:
    """Open games at random points, with a roll to be typed in among them."""
    games: list[Game[Any]] = []
    for seed in range(40):
        game = some_way_in(seed)
        games.append(game)
        rng = Random(seed)
        setup, options = TOY.random_setup(rng)
        toy: Game[Any] = Game(TOY, setup, options, Pseudo(rng) if seed % 2 else Typed())
        play_on(toy, rng, rng.randrange(5))
        games.append(toy)
    return [game for game in games if not game.over]


@settings(max_examples=600)
@given(st.integers(0, 10**6), JSON | ODD, RANDOM, st.booleans())
def test_answers(which: int, value: Any, draw: Random, near: bool) -> None:
    """Anything at all, or something that is nearly legal."""
    game = positions()[which % len(positions())]
    assert game.question is not None
    answer = changed([game.question.pick(draw)], draw, value) if near else value
    if near and isinstance(answer, list) and len(answer) == 1:
        answer = answer[0]
    before, events, inputs = game.hash(), len(game.events or []), len(game.inputs)
    trial = game.clone()
    if refused(lambda: trial.answer(answer)) is None:
        return
    error = refused(lambda: game.answer(answer))
    assert isinstance(error, IllegalAnswer)
    assert error.clause
    assert (game.hash(), len(game.events or []), len(game.inputs)) == (before, events, inputs)


def test_a_very_deep_answer_is_refused() -> None:
    game = positions()[0]
    deep = msgspec.json.decode("[" * 900 + "]" * 900)
    assert isinstance(down(300, lambda: refused(lambda: game.answer(deep))), IllegalAnswer)


def down(levels: int, call: Callable[[], object]) -> object:
    """Calls from deep inside, as a server does."""
    return down(levels - 1, call) if levels else call()


def test_an_endless_number_is_refused() -> None:
    assert isinstance(refused(lambda: positions()[0].answer(10**5000)), IllegalAnswer)


# ---- saves ----------------------------------------------------------------------------------------


@cache
def saves() -> list[bytes]:
    games = [play_on(Game(RULESET, BRAWL, dice=Seeded.from_text("s")), Random(s), 12 * s) for s in range(4)]
    return [to_json(save(game)) for game in games]


def try_save(data: bytes) -> None:
    """Reads, loads and verifies: each either works or is refused in one line."""
    try:
        saved = read(data)
    except SandtableError as error:
        message = str(error)
        raise SandtableError(message) from error
    refused(lambda: verify(saved))
    load(saved)


@settings(max_examples=300)
@given(st.integers(0, 3), st.binary(max_size=6), RANDOM)
def test_saves_with_spoilt_bytes(which: int, junk: bytes, draw: Random) -> None:
    refused(lambda: try_save(spoilt(saves()[which], draw, junk)))


@settings(max_examples=300)
@given(st.integers(0, 3), JSON | ODD, RANDOM)
def test_saves_with_wrong_values(which: int, value: Any, draw: Random) -> None:
    data = msgspec.json.decode(saves()[which])
    refused(lambda: try_save(msgspec.json.encode(changed(data, draw, value))))


@settings(max_examples=100)
@given(JSON)
def test_json_that_is_no_save(value: Any) -> None:
    assert refused(lambda: read(msgspec.json.encode(value))) is not None


@settings(max_examples=100)
@given(st.binary(max_size=200))
def test_bytes_that_are_no_save(data: bytes) -> None:
    assert refused(lambda: read(data)) is not None


@pytest.mark.parametrize("key", ["x" * 1_000_000, "a \x1b[2J b", "a \u202e b", "a \x00 b"])
def test_a_key_that_nobody_knows_is_named_shortly_and_shows_what_it_is(key: str) -> None:
    """A word of a megabyte is not repeated, nor a sign that a terminal would obey."""
    error = refused(lambda: read(msgspec.json.encode({**msgspec.json.decode(saves()[1]), key: 1})))
    assert error is not None
    assert len(str(error)) < 600
    assert str(error).isprintable()


def test_a_version_with_a_line_break_is_refused_in_one_line() -> None:
    data = msgspec.json.decode(saves()[1])
    refused(lambda: load(read(msgspec.json.encode({**data, "version": "2\n0"}))))


# ---- files of text --------------------------------------------------------------------------------


def try_file(data: bytes, reader: Callable[[Path], object]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file.toml"
        path.write_bytes(data)
        refused(lambda: reader(path))


@settings(max_examples=300)
@given(st.integers(0, 10**6), st.binary(max_size=4) | TEXT.map(str.encode), RANDOM)
def test_case_files(which: int, junk: bytes, draw: Random) -> None:
    try_file(spoilt(CASES[which % len(CASES)].read_bytes(), draw, junk), run_file)


@settings(max_examples=200)
@given(st.binary(max_size=4) | TEXT.map(str.encode), RANDOM)
def test_rulebook_files(junk: bytes, draw: Random) -> None:
    try_file(spoilt(GOOD.encode(), draw, junk), load_rulebook)


# ---- forces and set-ups ---------------------------------------------------------------------------

FORCE = {
    "ruleset": "opportunity",
    "name": "Watch",
    "combatants": [
        "Duellist",
        {"name": "Ann", "archetype": "Constable"},
        {"name": "Zed", "physique": 4, "agility": 3, "weapon_skill": 2, "weapons": ["Knife"], "armour": "Leathers",
         "skills": ["First Aid"], "skill_with": {"Knife": 3}, "intelligence": 3, "player": "Zoe"},
    ],
}  # fmt: skip


@settings(max_examples=300)
@given(JSON | ODD, RANDOM, st.booleans())
def test_forces(value: Any, draw: Random, twice: bool) -> None:
    force = changed(FORCE, draw, value)
    refused(lambda: RULESET.price_force(changed(force, draw, value) if twice else force))


SETUPS: list[dict[str, Any]] = [
    BRAWL,
    {**BRAWL, "series": ["team-brawl", "ambush"]},
    {"encounter": "duel", "side": [{"combatants": [one]} for one in FORCE["combatants"][1:]]},
    {"encounter": "rescue", "side": [{"name": "In", "combatants": ["Bomb Tech"]}, {"combatants": ["Poacher"]}]},
    fight(
        {"name": "Ann", "side": "Red", "weapon": "SMG", "pool": ["R3", "R4", "B5"], "carries": ["Knife"],
         "skills": ["Smoke"], "armour": {"value": 2, "coverage": 3}, "skill_with": {"SMG": 4}, "trauma": 4},
        {"name": "Tom", "side": "Blue", "weapon": {"name": "Gun", "damage": 5, "range": 2, "ap": 0},
         "paired_with": ["Ann"], "pool": ["G3"], "aimed": True, "fatally_injured": True, "full_defence": 3},
        {"name": "Sue", "side": "Blue", "archetype": "Poacher", "status": "fallen", "captive": True},
        encounter="ambush", roles={"Red": "ambushers", "Blue": "victims"}, acting="Ann", turn=2, round=1, device=1,
    ),
    {"situation": {"stage": "pick", "combatant": [
        {"name": "Ann", "set": ["R1", "R2", "G1", "G2", "B1"], "pool": ["B6"], "picks_made": 1},
        {"name": "Tom", "set": ["R1", "R2", "G1", "G2", "B1", "B2"]},
    ]}},
]  # fmt: skip


@settings(max_examples=500)
@given(st.integers(0, len(SETUPS) - 1), JSON | ODD, RANDOM)
def test_setups(which: int, value: Any, draw: Random) -> None:
    """Refused in one line, or a game that can be played."""
    setup = changed(SETUPS[which], draw, value)
    if isinstance(setup, dict):
        refused(lambda: play_on(Game(RULESET, setup, dice=Pseudo(draw)), draw, 12))


@settings(max_examples=200)
@given(st.dictionaries(st.sampled_from(sorted(RULESET.rulebook.house_rules)) | TEXT, JSON | ODD, max_size=3))
def test_house_rules(options: dict[str, Any]) -> None:
    refused(lambda: Game(RULESET, options=options))


def test_a_setup_that_is_no_table_is_refused() -> None:
    assert refused(lambda: Game(RULESET, 3)) is not None  # type: ignore[arg-type]


def test_the_samples_are_good_before_they_are_spoilt() -> None:
    assert RULESET.price_force(FORCE).points > 0
    for setup in SETUPS:
        Game(RULESET, setup, dice=Pseudo(Random(1)))
    for data in saves():
        assert verify(read(data)).ok
