"""A server that knows 'Companies', the tests' own game of two units of twenty, beside the installed rulesets."""

from __future__ import annotations

from pathlib import Path

from sandtable.server.client import Host
from tests.browser.conftest import ROOT, Server

ENTRY = "[sandtable.rulesets]\ncompanies = tests.skirmish.companies:COMPANIES\n"


def companies_server(folder: Path) -> Server:
    """Not started yet."""
    package = folder / "packages"
    info = package / "companies-1.0.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: companies\nVersion: 1.0.0\n")
    (info / "entry_points.txt").write_text(ENTRY)
    return Server(folder, package, ROOT)


def march(address: str, count: int = 20) -> str:
    """The address of a game in which red is asked to march; blue is a bot."""
    seats = [{"kind": "person"}, {"kind": "bot", "bot": "random"}]
    made = Host(address).new_game("companies", setup={"count": count}, seats=seats)
    return f"#/g/{made['game']}/{made['seats'][0]['token']}"
