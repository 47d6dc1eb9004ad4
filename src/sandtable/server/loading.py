"""Everything is loaded before anybody can knock.

msgspec works out what a Struct looks like when it is decoded for the first time, and hands out what it has so far: two
threads that meet a type for the first time at the same moment bring the whole process down. So one thread meets every
type before there is a second one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType

import msgspec

import sandtable.bots
import sandtable.engine
import sandtable.odds
import sandtable.server
from sandtable.engine.registry import bot_factory, bot_names, ruleset_ids, ruleset_module
from sandtable.server import library

OURS = (sandtable.engine, sandtable.server, sandtable.odds, sandtable.bots)
"""The table's modules come with the rulesets that play on it."""


def load_everything() -> None:
    """Imports every module that a request can need, reads every ruleset, and meets every Struct there is."""
    for package in (*OURS, *map(ruleset_module, ruleset_ids())):
        _import_all(package)
    for name in bot_names():
        with suppress(Exception):  # a stranger's bot that cannot be loaded says so when it is asked for
            bot_factory(name)
    library.warm()
    for kind in _kinds(msgspec.Struct):
        with suppress(Exception):  # what cannot be decoded at all is met by nobody
            msgspec.json.Decoder(kind)


def _import_all(package: ModuleType) -> None:
    for found in walk_packages(getattr(package, "__path__", ()), f"{package.__name__}.", onerror=lambda name: None):
        if not found.name.endswith(".__main__") and ".migrations." not in found.name:
            with suppress(Exception):  # an extra that is not installed is needed by nobody
                import_module(found.name)


def _kinds(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for below in kind.__subclasses__():
        yield below
        yield from _kinds(below)
