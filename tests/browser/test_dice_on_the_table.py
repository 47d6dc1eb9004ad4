"""Dice that lie open: the contest of an assault, and the draft with what its pools buy, on a desk and on a phone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from sandtable.engine.registry import ruleset
from sandtable.server.client import Host
from tests.browser.conftest import PHONE, Server, Visit
from tests.browser.test_gestures import SITUATION as GUNS

TOUCH = 44
SITUATION: dict[str, Any] = {
    "map": "Duel Ground", "scenario": "duel-of-cards", "round": 9, "counters": 2,
    "player": [{"name": "Coven", "edge": "south"}, {"name": "Thornwild", "edge": "north"}],
    "unit": [
        {"name": "Boiler Golem", "player": "Coven", "card": "Boiler Golem", "at": "b5"},
        {"name": "Kettle Guard 1", "player": "Coven", "card": "Kettle Guard", "at": "a5"},
        {"name": "Kettle Guard 2", "player": "Coven", "card": "Kettle Guard", "at": "c5"},
        {"name": "Bramble Bear", "player": "Thornwild", "card": "Bramble Bear", "at": "b6"},
        {"name": "Thorn Stalker", "player": "Thornwild", "card": "Thorn Stalker", "at": "b7"},
    ],
}  # fmt: skip
PERSONS = [{"kind": "person"}, {"kind": "person"}]
BUMPED = ("OFF +1 on 5", "OFF -1 on 4")
ROLLED = [5, 4, 6, 4, 5, 2, 5, 3]
SETS = ([5, 3, 6, 1, 2, 1], [6, 4, 5, 1, 5, 4])


def contest(server: Server, *more: Any) -> tuple[str, list[str]]:
    """A Golem has attacked a Bear: the dice have been rolled, and bumped if `more` says so."""
    host = Host(server.address)
    made = host.new_game("opentactics", setup={"situation": SITUATION}, seats=PERSONS, dice="typed")
    tokens = [seat["token"] for seat in made["seats"]]
    with host.sit(made["game"], *tokens) as chairs:
        for answer in ("Boiler Golem", "assault", "no-overcharge", "retaliate", ROLLED, *more):
            assert chairs.wait() is not None
            chairs.answer(answer)
        assert chairs.wait() is not None
    return made["game"], tokens


def drafting(server: Server) -> tuple[str, str]:
    """The second pick of the first player."""
    host = Host(server.address)
    setup = dict(ruleset("opportunity").quick_setup())
    made = host.new_game("opportunity", setup=setup, seats=PERSONS, dice="typed")
    tokens = [seat["token"] for seat in made["seats"]]
    rolls, picks = 0, 0
    with host.sit(made["game"], *tokens) as chairs:
        while True:
            question = chairs.wait()
            assert question is not None
            if question["kind"] == "roll":
                chairs.answer(SETS[rolls % 2] if question["n"] == 6 else list(range(3, 3 + question["n"])))
                rolls += 1
            elif question["seat"] == 0 and picks:
                return made["game"], tokens[0]
            else:
                picks += question["seat"] == 0
                chairs.answer(next(one["id"] for one in question["options"] if ":G" in one["id"]))


def box(thing: Locator) -> FloatRect:
    found = thing.bounding_box()
    assert found is not None
    return found


def apart(page: Page, *things: str) -> None:
    """None of these lies over another."""
    boxes = [box(page.locator(one).first) for one in things]
    for i, one in enumerate(boxes):
        for two in boxes[:i]:
            beside = one["x"] >= two["x"] + two["width"] - 1 or two["x"] >= one["x"] + one["width"] - 1
            above = one["y"] >= two["y"] + two["height"] - 1 or two["y"] >= one["y"] + one["height"] - 1
            assert beside or above, things


@pytest.mark.parametrize("phone", [False, True])
def test_the_contest_shows_pairs_faces_and_what_a_re_roll_changes(visit: Visit, server: Server, phone: bool) -> None:
    game, tokens = contest(server, *BUMPED)
    page = visit(f"#/g/{game}/{tokens[0]}", phone=phone)
    duels = page.locator(".contest .duel")
    expect(duels).to_have_count(2)
    expect(duels.first.locator(".word")).to_have_text(["=", "loses"])
    expect(duels.first).to_contain_text("Bramble Bear stands")
    die = duels.first.get_by_role("button", name="OFF 3 of Boiler Golem")
    assert min(box(die)["width"], box(die)["height"]) >= TOUCH
    (die.tap if phone else die.click)()
    expect(page.locator('form.question input[value="support: OFF 3"]')).to_be_checked()
    expect(duels.first.locator(".faces .wins")).to_have_text(["5", "6"])
    expect(duels.first.locator(".faces .ties")).to_have_text(["4"])
    row = page.locator("form.question .opt.sel")
    expect(row.locator(".col b")).to_have_text(["63 %", "0 %"])
    confirm = page.locator("form.question .confirm .primary")
    expect(confirm).to_contain_text("Re-roll the OFF 3")
    apart(page, ".contest", "form.question .head", "form.question .confirm")
    if phone:
        assert box(page.locator(".panel"))["y"] > 200, "the table is still to be seen"
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    else:
        holder = box(page.locator(".stage-holder"))
        strip = box(page.locator(".contest"))
        assert strip["y"] + strip["height"] <= holder["y"] + holder["height"]
        assert box(page.locator('[data-model="Elk Outrider"], [data-model="Boiler Golem"]').first)["y"] < strip["y"]
    (confirm.tap if phone else confirm.click)()
    expect(page.locator("form.question[data-kind=roll]")).to_be_visible()


def test_pairs_that_no_longer_count_are_faint_and_the_other_sees_the_same(visit: Visit, server: Server) -> None:
    game, tokens = contest(server)
    for token in tokens:
        page = visit(f"#/g/{game}/{token}")
        pair = page.locator(".contest .duel").first.locator(".pair.off")
        expect(pair.locator(".word")).to_have_text("not compared")
        assert pair.evaluate("one => getComputedStyle(one).opacity") == "0.5"
    expect(page.locator(".contest .die.can")).to_have_count(0)
    expect(page.locator(".waiting")).to_contain_text("use a bump")


@pytest.mark.parametrize("phone", [False, True])
def test_the_draft_says_what_the_pool_buys(visit: Visit, server: Server, phone: bool) -> None:
    game, token = drafting(server)
    page = visit(f"#/g/{game}/{token}", phone=phone)
    mine = page.locator('[data-fighter="Bodyguard"]')
    red = mine.get_by_role("button", name="red 5 of Bodyguard")
    assert min(box(red)["width"], box(red)["height"]) >= TOUCH
    part = ".buys .chips" if phone else ".buys .groups"
    expect(page.locator(f"{part} [data-buy=take-cover].yes")).to_be_visible()
    (red.tap if phone else red.click)()
    expect(page.locator(f"{part} [data-buy=ranged-attack].now")).to_contain_text("ATT 5")
    expect(page.locator("form.question")).to_contain_text("It lets Bodyguard pay for")
    if phone:
        sheet = box(page.locator(".panel"))["y"]
        for owner in ("Bodyguard", "Poacher"):
            dice = box(page.locator(f'[data-fighter="{owner}"] .set'))
            assert dice["y"] + dice["height"] <= sheet, "what one picks from is not covered"
        expect(page.locator("form.question label.die").first).not_to_be_in_viewport()
    else:
        expect(page.locator(".buys .groups .buy")).to_have_count(21)
        expect(page.locator(f"{part} [data-buy=unload].no")).to_contain_text("Multi Barrel")
        holder, last = box(page.locator(".stage-holder")), box(page.locator(".buys"))
        assert last["y"] + last["height"] <= holder["y"] + holder["height"] + 1
        assert last["y"] + last["height"] >= holder["y"] + 0.9 * holder["height"], "the whole stage is used"
        apart(page, ".draft .queue", ".draft .cards", ".draft .ladder", ".draft .buys")


def test_dice_that_lie_in_pairs_do_not_lie_on_the_table_too(visit: Visit, server: Server) -> None:
    """They would show the faces as they fell, before any bump."""
    host = Host(server.address)
    made = host.new_game("opentactics", setup={"situation": SITUATION}, seats=PERSONS, dice="typed")
    tokens = [seat["token"] for seat in made["seats"]]
    with host.sit(made["game"], *tokens) as chairs:
        assert chairs.wait() is not None
        page = visit(f"#/w/{made['game']}/{made['watch']}", plays=True)
        expect(page.locator("[data-model='Boiler Golem']").first).to_be_visible()
        for answer in ("Boiler Golem", "assault", "no-overcharge", "retaliate", ROLLED):
            chairs.answer(answer)
            assert chairs.wait() is not None
    expect(page.locator(".contest .duel")).to_have_count(2)
    expect(page.locator(".mat")).to_have_count(0)


def test_on_a_phone_dice_that_are_asked_about_lie_above_the_question(visit: Visit, server: Server) -> None:
    """The sheet hides the table: whoever is asked which die is rolled again sees them there."""
    host = Host(server.address)
    made = host.new_game("roe", setup={"situation": GUNS}, seats=PERSONS, dice="typed")
    tokens = [seat["token"] for seat in made["seats"]]
    with host.sit(made["game"], *tokens) as chairs:
        for answer in ("Ann", "engage", "no focus"):
            assert chairs.wait() is not None
            chairs.answer(answer)
        assert chairs.wait() is not None
    page = visit(f"#/g/{made['game']}/{tokens[0]}", phone=True, plays=True)
    fields = page.locator(".question .dice input")
    expect(fields).to_have_count(2)
    for field, face in zip(fields.all(), "29", strict=True):
        field.fill(face)
    page.locator(".confirm .primary").tap()
    expect(page.locator("#question-title")).to_have_text("Ann: re-roll a failed die?")
    expect(page.locator(".question [data-dice]")).to_have_attribute("data-dice", "2 9")
    expect(page.locator(".question label").first).to_contain_text("Re-roll the 2 (Engage)")
