"""Games that are over, or nearly so, on a real server: played by bots in this process, brought as a save, and played on
from its last decisions."""

from __future__ import annotations

from random import Random
from typing import Any

import httpx

from sandtable.bots import make_bot
from sandtable.engine import save as saves
from sandtable.engine.dice import Seeded
from sandtable.engine.game import Game
from sandtable.engine.registry import ruleset
from sandtable.lab.selfplay import play_out
from sandtable.server.client import Host
from tests.browser.conftest import PATIENCE, Server

BOT = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "recruit"}]


def played(name: str, seed: str = "the end", bot: str = "regular") -> Game[Any]:
    """A whole game of two bots."""
    game: Game[Any] = Game(ruleset(name), dice=Seeded.from_text(seed))
    play_out(game, [make_bot(bot, f"{seed}/{seat}") for seat in range(len(game.seats))])
    return game


def last_own(game: Game[Any], seat: int = 0) -> int:
    """How many inputs came before the last decision of a seat."""
    return max(at for at, one in enumerate(game.asked) if one.seat == seat and type(game.inputs[at]) is not tuple)


def brought(server: Server, game: Game[Any]) -> dict[str, str]:
    """The game as a save that somebody has brought to look at."""
    body = saves.to_json(saves.save(game))
    headers = {"content-type": "application/json"}
    answer = httpx.post(f"{server.address}/api/replays", content=body, headers=headers, timeout=PATIENCE)
    found: dict[str, str] = answer.raise_for_status().json()
    return found


def forked(server: Server, game: Game[Any], at: int) -> tuple[str, str]:
    """A game of Ann's against a bot that begins with so many inputs of this one: its id, and her token."""
    save = brought(server, game)
    made = Host(server.address).post(f"/api/games/{save['game']}/fork", {"at": at, "seats": BOT}, save["watch"])
    return made["game"], made["seats"][0]["token"]


def ended(server: Server, name: str, seed: str = "the end") -> tuple[str, str]:
    """A game that Ann has played to its end."""
    game = played(name, seed)
    number, token = forked(server, game, last_own(game))
    with Host(server.address).sit(number, token) as chair:
        rng = Random(seed)
        while (question := chair.wait()) is not None:
            chair.answer(chair.any_answer(question, rng))
    return number, token
