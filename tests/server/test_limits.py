"""How much anybody may ask."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import structs

from sandtable.engine import save as saves
from sandtable.engine.errors import SandtableError
from sandtable.engine.game import Game
from sandtable.engine.registry import ruleset
from sandtable.server import library, messages
from sandtable.server.jobs import load_save
from sandtable.server.limits import Bucket, Buckets, ServerLimits, limits_from
from sandtable.server.refused import Refused


def test_limits_by_name() -> None:
    assert limits_from(("games_per_minute=7",)) == ServerLimits(games_per_minute=7)
    for wrong in (
        "games_per_minut=7",
        "games_per_minute",
        "games_per_minute=-1",
        "games_per_minute=x",
        "idle_seconds=0",
    ):
        with pytest.raises(SandtableError):
            limits_from((wrong,))
    with pytest.raises(SandtableError, match="did you mean 'games_per_minute'"):
        limits_from(("games_per_minut=7",))


def test_a_bucket_fills_with_time() -> None:
    bucket = Bucket(2, 3, 0)
    assert [bucket.take(0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(1) for _ in range(3)] == [True, True, False]
    assert [bucket.take(100) for _ in range(4)] == [True, True, True, False]


def test_addresses_do_not_share_and_are_forgotten() -> None:
    buckets = Buckets(0.001, 1, most=2)
    assert buckets.take("a", 0)
    assert not buckets.take("a", 0)
    assert buckets.take("b", 0)
    assert buckets.take("c", 0)
    assert buckets.take("a", 0)


def test_a_save_that_is_too_large_does_not_leave_the_clerk() -> None:
    """What a clerk hands back is read on the event loop, and everybody waits for that."""
    game: Game[Any] = Game(ruleset("opportunity"), library.page("opportunity").ready[0].setup)
    stranger = structs.replace(saves.save(game), ruleset="elsewhere", setup={"orchard": ["tree"] * 1000})
    data = saves.to_json(stranger)
    assert load_save(data, 100_000).ruleset == "elsewhere"
    with pytest.raises(Refused) as refused:
        load_save(data, 5_000)
    assert refused.value.code == "large"


@pytest.mark.parametrize("name", ["a\x00b", "\x00", "\x1b[2J", "a\x7f", " ", "\t"])
def test_no_name_has_a_sign_that_cannot_be_seen(name: str) -> None:
    """NUL is no white space either."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(name, messages.PlayerName)
