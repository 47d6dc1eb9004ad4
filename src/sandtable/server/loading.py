"""Everything is loaded before anybody can knock.

msgspec works out what a Struct looks like when it is decoded for the first time, and hands out what it has so far: two
threads that meet a type for the first time at the same moment bring the whole process down. So one thread meets every
type before there is a second one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import msgspec

from sandtable.engine.registry import bot_factory, bot_names
from sandtable.server import library


def load_everything() -> None:
    """Reads every ruleset, and meets every Struct there is. Call it when all modules are imported."""
    for name in bot_names():
        with suppress(Exception):  # a stranger's bot that cannot be loaded says so when it is asked for
            bot_factory(name)
    library.warm()
    for kind in _kinds(msgspec.Struct):
        with suppress(Exception):  # what cannot be decoded at all is met by nobody
            msgspec.json.Decoder(kind)


def _kinds(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for below in kind.__subclasses__():
        yield below
        yield from _kinds(below)
