"""Reviews and hints over a real server."""

from __future__ import annotations

import pytest

from sandtable.server.client import Host, ServerRefused

BOT = [{"kind": "person"}, {"kind": "bot", "bot": "random"}]


def test_a_review_comes_in_the_background(host: Host) -> None:
    made = host.new_game("opportunity", seats=[{"kind": "person"}, {"kind": "person"}])
    tokens = [seat["token"] for seat in made["seats"]]
    token = tokens[0]
    path = f"/api/games/{made['game']}/review?seat=0"
    with host.sit(made["game"], *tokens) as chair:
        question = chair.wait()
        with pytest.raises(ServerRefused, match="after its end"):
            host.get(path, token)
        while question is not None:
            chair.answer(chair.any_answer(question), seat=question["seat"])
            question = chair.wait()

    while not (page := host.get(path, token))["done"]:
        assert page["judged"] < page["total"]
    assert page["judged"] == page["total"] >= len(page["decisions"]) > 0
    for one in page["decisions"]:
        assert one["mark"] in ("star", "tick", "wave", "cross")
        assert one["error"] >= 0


def test_a_hint_is_seen_by_all_and_costs_once(host: Host) -> None:
    made = host.new_game("opportunity", seats=BOT)
    with host.sit(made["game"], made["seats"][0]["token"]) as chair, host.sit(made["game"], made["watch"]) as watcher:
        chair.wait()
        found = chair.ask("look", what="hint")["hint"]
        assert found["best"]["plan"]["words"]
        assert found["error"] >= 0
        assert chair.ask("look", what="hint")["hint"] == found
        while (table := watcher.wait_for("table"))["seats"][0]["hints"] == 0:
            pass
        assert [seat["hints"] for seat in table["seats"]] == [1, 0]
        chair.answer(found["best"]["plan"]["answers"][0])
    with host.sit(made["game"], made["watch"]) as late:
        assert late.wait_for("table")["seats"][0]["hints"] == 1


def test_a_game_can_be_played_without_hints(host: Host) -> None:
    made = host.new_game("opportunity", seats=BOT, hints=False)
    with host.sit(made["game"], made["seats"][0]["token"]) as chair:
        chair.wait()
        assert chair.welcome["hints"] is False
        with pytest.raises(ServerRefused, match="without hints"):
            chair.ask("look", what="hint")
