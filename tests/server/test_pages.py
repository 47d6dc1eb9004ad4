"""What is fetched rather than played: rulesets, rulebooks, examples, forces, replays, and the client itself."""

from __future__ import annotations

import contextlib
import gzip
import json
import sqlite3
import tomllib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from msgspec.structs import replace

from sandtable.engine import save as saves
from sandtable.engine.changes import changes_of
from sandtable.engine.registry import ruleset, ruleset_ids
from sandtable.server import web
from sandtable.server.client import Host, ServerRefused
from tests.server.conftest import PATIENCE, Server
from tests.server.test_games import PERSONS

BOTS = [{"kind": "bot", "bot": "random"}] * 2


@pytest.fixture(scope="module")
def finished(server: Server) -> dict[str, Any]:
    """A game of Rules of Engagement, conceded after some answers."""
    host = server.host
    made = host.new_game("roe", seats=PERSONS)
    tokens = [seat["token"] for seat in made["seats"]]
    rng = Random(1)
    with host.sit(made["game"], *tokens) as both:
        for _ in range(40):
            question = both.wait()
            assert question is not None
            both.answer(both.any_answer(question, rng))
        log = both.log
        both.ask("concede", seat=0)
    return {**made, "tokens": tokens, "log": log}


# ---- rulesets ---------------------------------------------------------------------------------------


def test_every_installed_ruleset_is_there(host: Host) -> None:
    lines = host.get("/api/rulesets")
    assert [line["id"] for line in lines] == ruleset_ids()
    for line in lines:
        page = host.get(f"/api/rulesets/{line['id']}")
        assert page["scene"] == line["scene"] != ""
        assert page["ready"][0]["seats"] == line["seats"]
        assert page["bot"] in [bot["name"] for bot in page["bots"]]
        assert page["ready"][0]["setup"] == dict(ruleset(line["id"]).quick_setup())
        for number in range(len(page["ready"])):
            assert len(host.new_game(line["id"], ready=number)["seats"]) == len(page["ready"][number]["seats"])


@pytest.mark.parametrize("name", ruleset_ids())
def test_a_rulebook_has_every_clause_and_its_examples(host: Host, name: str) -> None:
    book = host.get(f"/api/rulesets/{name}/rulebook")
    assert [clause["id"] for clause in book["clauses"]] == [clause.id for clause in ruleset(name).rulebook.clause]
    proved = [clause for clause in book["clauses"] if clause["cases"]]
    assert len(proved) > len(book["clauses"]) / 3
    known = {case["id"]: case for case in host.get(f"/api/rulesets/{name}/cases")}
    assert {case for clause in proved for case in clause["cases"]} <= set(known)


@pytest.mark.parametrize("name", ruleset_ids())
def test_examples_can_be_stepped_through(host: Host, name: str) -> None:
    for case in Random(2).sample(host.get(f"/api/rulesets/{name}/cases"), 12):
        page = host.get(f"/api/rulesets/{name}/cases/{case['id']}")
        assert page["problem"] == ""
        if page["steps"]:
            assert page["steps"][0]["entry"] is None
            assert page["steps"][0]["scene"]["kind"]
            for step in page["steps"][1:]:
                assert step["text"]
                assert not any(mark in step["text"] for mark in "{[")
                assert ("refused" in step["entry"]) == (step["refusal"] is not None)


def test_what_is_not_there_is_not_found(host: Host) -> None:
    for path in ("/api/rulesets/chess", "/api/rulesets/roe/cases/none", "/api/nothing", "/api/games/none/nothing"):
        with pytest.raises(ServerRefused) as refused:
            host.get(path)
        assert refused.value.status == 404


# ---- forces -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ruleset_ids())
def test_a_ready_force_is_legal_has_cards_and_plays(host: Host, name: str) -> None:
    found = host.get(f"/api/rulesets/{name}/forces")
    assert len(found) >= 4
    for force in found:
        checked = host.post(f"/api/rulesets/{name}/forces/check", {"force": force["force"]})
        assert checked["ok"], checked
        assert checked["points"] == force["points"] == sum(line["points"] for line in force["lines"])
        assert all(line["card"] for line in force["lines"]), force["name"]
    page = host.get(f"/api/rulesets/{name}")
    assert page["forces"]
    for number, ready in enumerate(page["ready"]):
        for force in found:
            with contextlib.suppress(ServerRefused):
                made = host.new_game(name, ready=number, forces=[None, force["force"]])
                assert len(made["seats"]) == len(ready["seats"])
                return
    raise AssertionError("no ready battle takes a ready force")


def test_what_is_wrong_with_a_force_is_said(host: Host) -> None:
    for body, reason in (
        ({"text": "name = "}, "not valid TOML"),
        ({"text": "[1]", "format": "json"}, "table"),
        ({"text": 'name = "x"\nfaction = "Meridian Compact"\nmodels = []'}, "1 to"),
        ({"text": 'name = "x"\nfaction = "Meridian"\nmodels = [{ profile = "Lieutenant" }]'}, "no faction"),
        ({}, "either"),
        (
            {"text": 'ruleset = "opentactics"\nname = "x"\nunits = []'},
            "a list for OpenTactics, not for Rules of Engagement",
        ),
        ({"text": ".".join("a" * 90_000) + " = 1"}, "dots"),
        (
            {"text": '{"name": "\\ud800", "faction": "Meridian Compact", "models": []}', "format": "json"},
            "not valid JSON",
        ),
    ):
        checked = host.post("/api/rulesets/roe/forces/check", body)
        assert not checked["ok"]
        assert reason in checked["errors"][0]["reason"]
    assert tomllib.loads('name = "x"')


def test_a_written_list_is_read_and_given_back(host: Host) -> None:
    ready = host.get("/api/rulesets/riverside/forces")[0]
    body = {"text": ready["text"], "format": "text"}
    checked = host.post("/api/rulesets/riverside/forces/check", body)
    assert checked["ok"], checked
    assert (checked["force"], checked["text"]) == (ready["force"], ready["text"])
    wrong = body | {"text": ready["text"].replace("D5+", "D2+", 1)}
    (error,) = host.post("/api/rulesets/riverside/forces/check", wrong)["errors"]
    assert error["reason"].startswith("line 7: Levy Rifles of the Lockgate Levy has Defense 5+")
    assert error["clause"] == "RV-21.37"
    assert "no written lists" in host.post("/api/rulesets/roe/forces/check", body)["errors"][0]["reason"]


@pytest.mark.parametrize(
    ("name", "force", "reasons"),
    [
        (
            "roe",
            {
                "name": "x", "faction": "Meridian Compact", "points": 401,
                "models": [{"profile": "Leutenant", "weapons": ["Asault Rifle"]}, {"profile": "Contract Guard"}],
            },
            ["401", "'Leutenant'; did you mean 'Lieutenant'?", "Asault Rifle", "Contract Guard is of"],
        ),
        ("opentactics", {"name": "x", "units": ["Kettle Gard", "Steam Which"]}, ["Kettle Gard", "Steam Which"]),
        ("opportunity", {"name": "x", "combatants": ["Bodygard", {"name": "Z", "intelligence": 9}]}, ["Bodygard", "Z"]),
    ],
)  # fmt: skip
def test_all_that_is_wrong_with_a_force_is_said_at_once(
    host: Host, name: str, force: dict[str, Any], reasons: list[str]
) -> None:
    found = [one["reason"] for one in host.post(f"/api/rulesets/{name}/forces/check", {"force": force})["errors"]]
    assert len(found) == len(reasons)
    assert all(reason in one for reason, one in zip(reasons, found, strict=True)), found


def test_a_force_that_does_not_fit_is_refused(host: Host) -> None:
    with pytest.raises(ServerRefused) as refused:
        host.new_game("roe", forces=[{"ruleset": "roe", "name": "x", "faction": "None", "models": []}])
    assert refused.value.status == 422
    with pytest.raises(ServerRefused) as refused:
        host.new_game("roe", forces=[None, None, host.get("/api/rulesets/roe/forces")[0]["force"]])
    assert "no seat 2" in refused.value.reason


# ---- replays, saves, forks ----------------------------------------------------------------------------


def test_a_game_that_is_over_has_a_story(host: Host, finished: dict[str, Any]) -> None:
    page = host.get(f"/api/games/{finished['game']}/story", finished["watch"])
    assert page["story"]["sentences"][-1].endswith(page["outcome"]["summary"])
    assert page["story"]["curve"][-1]["at"] == page["inputs"]
    assert [side["seat"] for side in page["luck"]["sides"]] == [0, 1]
    with pytest.raises(ServerRefused) as refused:
        host.get(f"/api/games/{finished['game']}/story", "x" * 24)
    assert refused.value.status == 401


def test_nobody_tells_the_story_of_a_game_that_goes_on(host: Host) -> None:
    made = host.new_game("opportunity")
    with pytest.raises(ServerRefused) as refused:
        host.get(f"/api/games/{made['game']}/story", made["seats"][0]["token"])
    assert (refused.value.status, refused.value.code) == (409, "refused")


def test_a_replay_tells_what_the_players_heard(host: Host, finished: dict[str, Any]) -> None:
    replay = host.get(f"/api/games/{finished['game']}/replay", finished["watch"])
    told = [event["text"] for step in replay["steps"] for event in step["events"]]
    longest = max(finished["log"].values(), key=len)
    assert told[: len(longest)] == [event["text"] for event in longest]
    assert [step["at"] for step in replay["steps"]] == list(range(replay["inputs"] + 1))
    assert replay["outcome"]["by"] == "concede"
    for side in replay["luck"]["sides"]:
        assert sum(kind["tries"] for kind in side["kinds"]) == side["tries"]
    assert replay["dice"]["seed"]
    assert all(step["label"] for step in replay["steps"] if step["kind"] == "answer")


def test_the_scenes_of_a_replay_come_in_pieces(host: Host, finished: dict[str, Any]) -> None:
    path = f"/api/games/{finished['game']}/replay/scenes"
    all_at_once = host.get(f"{path}?from=0&count=100", finished["watch"])
    assert set(all_at_once[0]["scene"]) > {"kind", "models", "ground"}
    assert all("ground" not in one["scene"] for one in all_at_once[1:])
    whole: dict[str, Any] = {}
    for one in all_at_once:
        whole = {**whole, **one["scene"]}
    last = all_at_once[-1]["at"]
    assert host.get(f"{path}?from={last}&count=1", finished["watch"])[0]["scene"] == whole
    with pytest.raises(ServerRefused) as refused:
        host.get(f"{path}?from=-1", finished["watch"])
    assert refused.value.status == 400


def test_a_fork_is_a_new_game_from_there(host: Host, finished: dict[str, Any]) -> None:
    bot = [{"kind": "person"}, {"kind": "bot", "bot": "random"}]
    made = host.post(f"/api/games/{finished['game']}/fork", {"at": 20, "seats": bot}, finished["watch"])
    assert made["commitment"] != finished["commitment"]
    with host.sit(made["game"], made["seats"][0]["token"]) as chair:
        view = chair.wait_for("view")
        assert view["at"] >= 20
        old = max(finished["log"].values(), key=len)
        before = [event for event in old if event["at"] < 20]
        assert [event["text"] for event in view["events"][: len(before)]] == [event["text"] for event in before]
        chair.ask("concede")
        assert chair.wait_for("over")["proved"]


def test_a_save_comes_back_as_a_replay(host: Host, finished: dict[str, Any]) -> None:
    saved = host.get(f"/api/games/{finished['game']}/save", finished["watch"])
    assert saves.verify(saves.read(json.dumps(saved))).ok
    loaded = host.post("/api/replays", saved)
    one, two = (
        host.get(f"/api/games/{game}/replay", watch)
        for game, watch in ((finished["game"], finished["watch"]), (loaded["game"], loaded["watch"]))
    )
    assert one["steps"] == two["steps"]
    assert [(seat["kind"], seat["name"]) for seat in two["seats"]] == [("person", "Meridian"), ("person", "Kestrel")]
    made = host.post(f"/api/games/{loaded['game']}/fork", {"at": 10}, loaded["watch"])
    assert made["seats"][0]["token"]
    moved = saved | {"position": {"over": True, "facts": {}}}
    brought = host.post("/api/replays", moved)
    assert "was changed" in host.get(f"/api/games/{brought['game']}/replay", brought["watch"])["doubt"]


def test_a_save_of_a_ruleset_that_is_not_here_is_read_in_words(host: Host, finished: dict[str, Any]) -> None:
    saved = saves.read(json.dumps(host.get(f"/api/games/{finished['game']}/save", finished["watch"])))
    lost = json.loads(saves.to_json(saves.sealed(replace(saved, ruleset="chess"))))
    loaded = host.post("/api/replays", lost)
    shown = host.get(f"/api/games/{loaded['game']}/replay", loaded["watch"])
    assert "no ruleset 'chess'" in shown["parted"]
    assert [step.get("recorded", False) for step in shown["steps"]] == [False, *[True] * len(saved.inputs)]
    said = [event["text"] for step in shown["steps"] for event in step["events"]]
    assert said == [line.partition(" [")[0] for entry in saved.inputs for line in entry.said]
    assert host.get(f"/api/games/{loaded['game']}/replay/scenes", loaded["watch"]) == []
    assert host.get(f"/api/games/{loaded['game']}/save", loaded["watch"]) == lost
    assert host.get(f"/api/games/{loaded['game']}", loaded["watch"])["status"] == "aside"


def test_the_rulebook_says_its_version_and_what_has_changed(host: Host) -> None:
    book = host.get("/api/rulesets/roe/rulebook")
    rules = ruleset("roe")
    assert (book["version"], len(book["changes"])) == (rules.version, len(changes_of(rules)))


CLAIMED = {"winners": ["Kestrel"], "summary": "", "clause": "", "ranking": [["Kestrel"]], "seats": [1]}


@pytest.mark.parametrize(
    ("change", "doubt"),
    [
        (lambda saved: saved["inputs"][3].update(mark="00000000"), "was changed after the game was saved (input 4)"),
        (lambda saved: saved.update(seats=["Cheat", "Kestrel"]), "set-up or players were changed"),
        (lambda saved: saved.update(outcome=CLAIMED), "the position or the outcome was changed"),
    ],
)
def test_a_changed_save_is_called_so(host: Host, finished: dict[str, Any], change: Any, doubt: str) -> None:
    saved = host.get(f"/api/games/{finished['game']}/save", finished["watch"])
    change(saved)
    loaded = host.post("/api/replays", saved)
    shown = host.get(f"/api/games/{loaded['game']}/replay", loaded["watch"])
    assert doubt in shown["doubt"]
    assert shown["dice"]["verdict"] == shown["doubt"]
    whole = host.get(f"/api/games/{finished['game']}/replay", finished["watch"])
    assert whole["doubt"] == ""


def test_games_that_anybody_may_watch(host: Host) -> None:
    made = host.new_game("opentactics", seats=[{"kind": "bot", "bot": "random"}] * 2, listed=True)
    hidden = host.new_game("opentactics", seats=[{"kind": "bot", "bot": "random"}] * 2)
    listed = {line["game"]: line for line in host.get("/api/games")}
    assert hidden["game"] not in listed
    line = listed[made["game"]]
    assert line["headline"]
    with host.sit(line["game"], line["watch"]) as watcher:
        watcher.wait_for("over")


def test_one_game_that_cannot_be_read_does_not_hide_the_others(serve: Callable[..., Server]) -> None:
    server = serve()
    made = [server.host.new_game("opentactics", seats=BOTS, listed=True)["game"] for _ in range(2)]
    with contextlib.closing(sqlite3.connect(server.db)) as database, database:
        assert database.execute("update games set head = replace(head, 'opentactics', 'lost')").rowcount == 2
        database.execute("update games set head = replace(head, 'lost', 'opentactics') where id = ?", (made[1],))
    assert [line["game"] for line in server.host.get("/api/games")] == made[1:]


def test_a_set_up_that_the_rules_cannot_work_with_is_refused(host: Host) -> None:
    setup = next(one["setup"] for one in host.get("/api/rulesets/roe")["ready"] if "situation" in one["setup"])
    setup["situation"]["model"][0]["at"] = [1e308, 3]
    with pytest.raises(ServerRefused) as refused:
        host.new_game("roe", setup=setup)
    assert refused.value.status == 422


def test_a_game_that_would_fill_the_disk_is_refused(host: Host, finished: dict[str, Any]) -> None:
    setup = next(one["setup"] for one in host.get("/api/rulesets/roe")["ready"] if "situation" in one["setup"])
    setup["situation"]["model"][0]["weapons"] *= 4_000
    with pytest.raises(ServerRefused, match="4000 of weapons; 200 are the most Rules of Engagement takes") as refused:
        host.new_game("roe", setup=setup)
    assert refused.value.status == 422
    saved = host.get(f"/api/games/{finished['game']}/save", finished["watch"])
    saved["dice"][0]["nonces"] = ["x" * 1_000_000]
    with pytest.raises(ServerRefused) as refused:
        host.post("/api/replays", saved)
    assert refused.value.status == 413


def test_a_game_for_three(host: Host) -> None:
    with pytest.raises(ServerRefused, match="2 seats"):
        host.new_game("roe", seats=[{"kind": "person"}] * 3)
    with pytest.raises(ServerRefused, match="no bot"):
        host.new_game("roe", seats=[{"kind": "person"}, {"kind": "bot", "bot": "nobody"}])


# ---- the client ---------------------------------------------------------------------------------------


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, serve: Callable[..., Server]) -> Server:
    folder = tmp_path / "dist"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Sandtable</title>")
    (folder / "assets" / "app-1a2b.js").write_text("export {}")
    (tmp_path / "secret.txt").write_text("secret")
    monkeypatch.setenv("SANDTABLE_CLIENT", str(folder))
    return serve()


def fetched(server: Server, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    try:
        with urlopen(Request(server.address + path, headers=headers), timeout=PATIENCE) as answer:
            return answer.status, {key.lower(): value for key, value in answer.headers.items()}, answer.read()
    except HTTPError as error:
        return error.code, {key.lower(): value for key, value in error.headers.items()}, error.read()


def test_the_client_is_served_with_care(client: Server) -> None:
    status, headers, body = fetched(client, "/")
    assert status == 200
    assert b"Sandtable" in body
    assert headers["cache-control"] == "no-cache"
    assert headers["content-security-policy"] == web.POLICY
    assert "unsafe" not in web.POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert fetched(client, "/", **{"if-none-match": headers["etag"]})[0] == 304
    status, headers, _ = fetched(client, "/assets/app-1a2b.js")
    assert headers["content-type"].startswith("text/javascript")
    assert headers["cache-control"] == web.FOREVER
    assert fetched(client, "/new/roe")[2] == body
    for path in ("/assets/none.js", "/../secret.txt", "/%2e%2e/secret.txt", "/assets/../../secret.txt", "//etc/passwd"):
        status, headers, found = fetched(client, path)
        assert b"secret" not in found
        assert b"root:" not in found
        assert "content-security-policy" in headers
    for path in (f"/{'a' * 5000}", f"/{'a/' * 3000}x.js"):
        assert fetched(client, path)[0] == 404
    assert fetched(client, "/api/openapi.json")[1]["content-security-policy"] == web.POLICY


def test_the_client_travels_packed_where_the_browser_unpacks_it(client: Server, tmp_path: Path) -> None:
    script = tmp_path / "dist" / "assets" / "app-1a2b.js"
    script.write_text("export const words = 'dice and models';\n" * 500)
    _, plain, whole = fetched(client, "/assets/app-1a2b.js")
    assert "content-encoding" not in plain
    assert plain["vary"] == "accept-encoding"
    _, packed, body = fetched(client, "/assets/app-1a2b.js", **{"accept-encoding": "gzip, deflate, br"})
    assert packed["content-encoding"] == "gzip"
    assert len(body) < len(whole) / 10
    assert int(packed["content-length"]) == len(body)
    assert gzip.decompress(body) == whole == script.read_bytes()
    assert packed["etag"] != plain["etag"], "a cache must tell the two apart"
    same = {"accept-encoding": "gzip", "if-none-match": packed["etag"]}
    assert fetched(client, "/assets/app-1a2b.js", **same)[0] == 304
    for refused in ("br", "gzip;q=0", "identity", "gzip; q=0.0, *"):
        assert "content-encoding" not in fetched(client, "/assets/app-1a2b.js", **{"accept-encoding": refused})[1]
    script.write_text("export const words = 'built anew';\n" * 500)
    assert b"built anew" in gzip.decompress(fetched(client, "/assets/app-1a2b.js", **{"accept-encoding": "*"})[2])


def test_without_a_built_client_the_server_says_so(tmp_path: Path) -> None:
    answer = web.Client(None)._answer({"method": "GET", "path": "/", "headers": []})
    assert answer.status_code == 503
    assert b"npm run build" in answer.body


def test_a_wrong_method_and_a_wrong_body(server: Server) -> None:
    request = Request(server.address + "/api/games", b"x" * 2_000_000, {"content-type": "application/json"})
    with pytest.raises(HTTPError) as error:
        urlopen(request, timeout=PATIENCE)
    assert error.value.code == 413
    for kind in ("text/plain", ""):
        request = Request(server.address + "/api/games", b'{"ruleset": "roe"}', {"content-type": kind})
        with pytest.raises(HTTPError) as error:
            urlopen(request, timeout=PATIENCE)
        assert error.value.code == 415
    request = Request(server.address + "/api/rulesets", b"{}", {"content-type": "application/json"})
    with pytest.raises(HTTPError) as error:
        urlopen(request, timeout=PATIENCE)
    assert error.value.code == 405


def test_who_comes_too_late_may_watch(host: Host) -> None:
    """A link that somebody else has opened no longer plays, but it says where one can watch."""
    made = host.new_game("opentactics", seats=[{"kind": "person"}, {"kind": "person"}])
    invited = made["seats"][1]["token"]
    host.post(f"/api/games/{made['game']}/claim", {}, invited)
    shown = host.get(f"/api/games/{made['game']}", invited)
    assert (shown["seat"], shown["watch"]) == (None, made["watch"])
    for refused, body in (("claim", {}), ("claim", {"token": "another" * 4}), ("fork", {"at": 0})):
        with pytest.raises(ServerRefused) as failed:
            host.post(f"/api/games/{made['game']}/{refused}", body, invited)
        assert failed.value.status == 401
    with pytest.raises(ServerRefused):
        host.get(f"/api/games/{made['game']}", "x" * 24)


def test_a_tutorial_says_what_there_is_to_try(host: Host) -> None:
    ready = host.get("/api/rulesets/roe")["ready"]
    number = next(number for number, one in enumerate(ready) if one["name"] == "Tutorial: Under Fire")
    assert "Squad Gun" in ready[number]["tutorial"]
    assert ready[0]["tutorial"] == ""
    for chosen in (0, number):
        made = host.new_game("roe", ready=chosen)
        with host.sit(made["game"], made["seats"][0]["token"]) as chair:
            assert chair.wait_for("welcome")["tutorial"] == ready[chosen]["tutorial"]
