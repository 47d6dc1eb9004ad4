"""Before the server listens, everything is there: who knocks early finds a closed door, never a broken server."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from bench.restarts import Report, restarts

ROOT = Path(__file__).parents[2]

MEETING = """
import importlib.util, sys
place = importlib.util.find_spec("msgspec").submodule_search_locations[0] + "/_utils.py"
spec = importlib.util.spec_from_file_location("msgspec._utils", place)
utils = importlib.util.module_from_spec(spec)
spec.loader.exec_module(utils)
asked, met = utils.get_class_annotations, []

def meet(kind):
    met.append(kind)
    return asked(kind)

utils.get_class_annotations = meet
sys.modules["msgspec._utils"] = utils
"""
"""From now on `met` has every type that msgspec works out for the first time: it asks for its annotations then."""

VISITS = """
import asyncio, threading
from random import Random
from sandtable.engine.registry import ruleset_ids
from sandtable.server.client import Host
from sandtable.server.hub import Hub
from sandtable.server.limits import ServerLimits
from sandtable.server import serve
from sandtable.server.loading import load_everything
from sandtable.server.store import open_store
from tests.server.test_games import PERSONS, play_out

def visit(address):
    host = Host(address)
    for name in ruleset_ids():
        for path in ("", "/rulebook", "/cases", "/forces"):
            host.get(f"/api/rulesets/{name}{path}")
        host.get(f"/api/rulesets/{name}/cases/{host.get(f'/api/rulesets/{name}/cases')[0]['id']}")
        host.post(f"/api/rulesets/{name}/forces/check", {"text": ""})
        made = host.new_game(name, seats=PERSONS, listed=True)
        with host.sit(made["game"], *(seat["token"] for seat in made["seats"])) as both:
            play_out([both], Random(1), 12)
        host.get("/api/games")
        for path in ("/replay", "/replay/scenes"):
            host.get(f"/api/games/{made['game']}{path}", made["watch"])
    measured = host.new_game("opentactics", seats=PERSONS, options={"measure": "measured"})
    with host.sit(measured["game"], *(seat["token"] for seat in measured["seats"])) as both:
        play_out([both], Random(3), 12)
    alone = host.new_game("opportunity", seats=[{"kind": "person"}, {"kind": "bot", "bot": "random"}])
    with host.sit(alone["game"], alone["seats"][0]["token"]) as chair:
        while (question := chair.wait()) is not None:
            chair.answer(chair.any_answer(question, Random(2)))
    saved = host.get(f"/api/games/{alone['game']}/save", alone["seats"][0]["token"])
    host.post("/api/replays", saved)

async def main(db):
    hub = Hub(open_store(db), ServerLimits(games_per_minute=1000))
    opened = asyncio.Event()
    with serve._bound("127.0.0.1", 0) as door:
        server = serve._Server(hub, False, opened.set)
        running = asyncio.ensure_future(server.serve([door]))
        await opened.wait()
        await asyncio.to_thread(visit, serve._address("127.0.0.1", door))
        server.should_exit = True
        await running

load_everything()
assert met, "nothing was met while loading: this test has lost its ears"
met.clear()
asyncio.run(main(sys.argv[1]))
print("first met afterwards:", sorted({str(kind) for kind in met}))
"""


def test_no_type_is_met_for_the_first_time_once_the_server_listens(tmp_path: Path) -> None:
    """msgspec crashes where two threads meet a type for the first time at once. So there must be none left to meet."""
    found = subprocess.run(
        [sys.executable, "-c", MEETING + VISITS, str(tmp_path / "games.db")],
        check=False, capture_output=True, text=True, timeout=300, cwd=ROOT,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])},
    )  # fmt: skip
    assert found.returncode == 0, found.stderr
    assert found.stdout.splitlines()[-1] == "first met afterwards: []"


def test_killed_and_started_again_under_clients_that_reconnect(tmp_path: Path) -> None:
    report: Report = restarts(str(tmp_path / "games.db"), kills=4, clients=12)
    assert report.problems == []
    assert report.kills == 4
    assert report.greetings >= 12
