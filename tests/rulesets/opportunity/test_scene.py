"""What the browser is told of an encounter: sets, pools, picks, Initiative, Positions, motion."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec

from sandtable.engine.dice import Seeded
from sandtable.engine.game import Game
from sandtable.engine.questions import Question, options_of
from sandtable.rulesets.opportunity import RULESET
from sandtable.rulesets.opportunity.content import content
from sandtable.rulesets.opportunity.scene import ICONS
from sandtable.rulesets.opportunity.state import State
from sandtable.server.library import forces
from tests.games import BRAWL, fight, motions, new_game, play_on, play_while
from tests.proves import proves


def scene_of(game: Game[State]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(msgspec.json.encode(RULESET.scene(game.reading(0))))
    return found


def drafting(picks: int) -> Game[State]:
    game, rng = Game(RULESET, BRAWL, dice=Seeded.from_text("draft")), Random(1)
    play_while(game, rng, lambda: game.state.phase != "pick")
    play_on(game, rng, picks)
    return game


def test_every_weapon_has_an_icon() -> None:
    assert set(content().weapons) <= set(ICONS)


def test_a_draft_shows_every_die_and_where_it_went() -> None:
    game = drafting(5)
    scene = scene_of(game)
    assert scene["kind"] == "draft"
    for one in scene["fighters"]:
        assert len(one["set"]) == 6
        taken = sorted(die["id"] for die in one["set"] if die["taken"])
        assert taken == sorted(die["id"] for die in one["pool"])
        assert all(die["by"] for die in one["pool"])
    assert sum(len(one["pool"]) for one in scene["fighters"]) == 5


def test_the_queue_holds_all_picks_in_cycles() -> None:
    game = drafting(4)
    picks = [pick for cycle in scene_of(game)["queue"]["cycles"] for pick in cycle]
    assert len(picks) == 3 * len(game.state.in_fight())
    assert [pick["done"] for pick in picks] == [True] * 4 + [False] * (len(picks) - 4)
    assert picks[4]["who"] == scene_of(game)["active"]
    first = [cycle[0]["who"] for cycle in scene_of(game)["queue"]["cycles"]]
    assert set(first) == {game.state.combatants[game.state.pick_order[0]].name}


def test_after_the_draft_there_is_a_track_and_no_queue() -> None:
    game, rng = drafting(0), Random(2)
    play_while(game, rng, lambda: game.state.phase != "act")
    scene = scene_of(game)
    assert scene["queue"] is None
    values = [one["value"] for one in scene["track"]["order"]]
    assert values == sorted(values, reverse=True)
    assert [one["state"] for one in scene["track"]["order"]].count("acting") == 1


def test_the_bands_of_an_ambush_are_those_of_the_picks() -> None:
    """In its first turn the victims pick as if unskilled, and the text beside the queue says so."""
    sides = [{"combatants": ["Poacher"]}, {"combatants": ["Duellist"]}]
    game, rng = Game(RULESET, {"encounter": "ambush", "side": sides}, dice=Seeded.from_text("draft")), Random(1)
    play_while(game, rng, lambda: game.state.phase != "pick")
    skill = content().archetypes["Poacher"].weapon_skill
    assert content().archetypes["Duellist"].weapon_skill > skill
    assert scene_of(game)["queue"]["text"] == f"Skill decides. {skill} Poacher · 1 Duellist"
    play_while(game, rng, lambda: game.state.turn == 1 or game.state.phase != "pick")
    assert scene_of(game)["queue"]["text"].endswith(f"Duellist · {skill} Poacher")


@proves("OP-1.6", "OP-2.7")
def test_the_cards_tell_the_skill_with_every_weapon() -> None:
    """In the browser, in the terminal, in print and in what clients get."""
    game = Game(RULESET, fight({"name": "Ann", "archetype": "Bodyguard"}, {"name": "Tom"}))
    ann = game.state.combatants[0]
    base, gun = ann.base_skill, ann.equipped.name
    assert ann.skill_with == {"Baton": 4}
    assert gun != "Baton"
    assert base != 4

    def numbers() -> Any:
        return scene_of(game)["fighters"][0]["numbers"][:-2]

    def sheet() -> Any:
        return RULESET.view(game.reading(None))["combatants"][0]

    assert numbers() == [["Skill", base], ["with Baton", 4]]
    assert f"Weapon Skill {base} (Baton 4)," in RULESET.card(game.reading(), "Ann")[0]
    assert {one["name"]: one["skill"] for one in sheet()["weapons"]} == {gun: base, "Baton": 4}
    assert (sheet()["base_skill"], sheet()["equipped"]["skill"]) == (base, base)
    ann.equipped = content().weapons["Baton"]
    assert numbers() == [["Skill", 4], ["otherwise", base]]
    assert f"Weapon Skill {base} (Baton 4)," in RULESET.card(game.reading(), "Ann")[0]
    assert sheet()["equipped"]["skill"] == 4
    assert "Weapon Skill 2, Intelligence" in RULESET.card(game.reading(), "Tom")[0]
    printed = {line.name: line.card for sheet in forces("opportunity") for line in sheet.lines}
    assert f"Weapon Skill {base} (Baton 4)," in printed["Bodyguard"][0]


def test_locks_trauma_and_statuses_are_told() -> None:
    game = Game(
        RULESET,
        fight(
            {"name": "Ann", "side": "Red", "pool": ["R6"], "trauma": 4, "aimed": True},
            {"name": "Tom", "side": "Blue", "pool": ["R5"], "paired_with": ["Ann"], "position": 9},
        ),
    )
    ann, tom = scene_of(game)["fighters"]
    assert (ann["bound"], tom["bound"]) == (["Tom"], ["Ann"])
    assert ann["trauma"]["value"] == 4
    assert {"Aimed", "Locked with Tom"} <= {status["text"] for status in ann["statuses"]}
    assert tom["position"] == 9


def test_random_encounters_have_scenes_at_every_question() -> None:
    for seed in (1, 4, 9):
        game, rng = new_game(seed), Random(seed)
        while game.question is not None:
            scene_of(game)
            play_on(game, rng, 5)
        shown = motions(game)
        assert "pick" in {motion["do"] for motion in shown}
        names = {one.name for one in game.state.combatants}
        assert all(motion["who"] in names for motion in shown) or game.state.linked


# ---- what a pool buys -------------------------------------------------------------------------------


def test_all_21_actions_are_listed_with_their_dice() -> None:
    for one in scene_of(drafting(3))["fighters"]:
        assert len({buy["id"] for buy in one["buys"]}) == 21
        costs = {buy["name"]: buy["cost"] for buy in one["buys"]}
        assert costs["Spread Fire"] == ["red", "red", "blue"]
        assert costs["Consolidate"] == []


def test_what_pays_is_what_the_rules_would_offer() -> None:
    """Whoever is asked to act is offered the active actions that are lit, and no other."""
    game, rng = Game(RULESET, BRAWL, dice=Seeded.from_text("buys")), Random(3)
    looked = 0
    for _ in range(60):
        play_while(game, rng, lambda: isinstance(game.question, Question) and game.question.topic != "act")
        if not isinstance(game.question, Question):
            break
        asked = game.question.who
        offered = {option.id for option in options_of(game.question)} - {"hold"}
        who = next(one for one in scene_of(game)["fighters"] if one["id"] == asked)
        responses = {"take-cover", "block", "dodge", "counter-attack", "overwatch-response"}
        assert {buy["id"] for buy in who["buys"] if buy["pays"]} - responses == offered
        assert all(buy["text"] and "?" not in buy["text"] for buy in who["buys"])
        looked += 1
        play_on(game, rng, 1)
    assert looked > 5


def test_a_pick_says_what_it_adds() -> None:
    """What a pick gives is what its owner's pool buys once it is made, and did not buy before."""
    for picks in range(1, 8):
        game = drafting(picks)
        question = game.question
        assert question is not None
        wire = question.wire()
        for option in wire["options"]:
            later, (owner, _) = game.clone(), option["id"].split(":")
            before = {buy["id"]: buy["text"] for buy in buys_of(game, owner) if buy["pays"]}
            later.answer(option["id"])
            if later.state.phase != "pick":
                continue
            after = {buy["id"]: buy["text"] for buy in buys_of(later, owner) if buy["pays"]}
            assert wire["gives"][option["id"]] == {
                bought: text for bought, text in after.items() if before.get(bought) != text
            }
            assert "Initiative" in option["text"]


def buys_of(game: Game[State], name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = next(one for one in scene_of(game)["fighters"] if one["id"] == name)["buys"]
    return found
