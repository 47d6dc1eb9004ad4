"""Every page: axe finds nothing serious, forces load, replays step and fork, rulebooks answer, a phone plays."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from sandtable.server.client import Host
from tests.browser.conftest import ROOT, Server, Visit
from tests.browser.ended import ended
from tests.browser.player import QUESTION, Player

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
AT_REST = """() => document.fonts.status === "loaded"
  && document.getAnimations().filter(one => one.effect.getComputedTiming().endTime < Infinity)
    .every(one => one.playState !== "running")"""
TABLE = ".stage-holder svg, .stage-holder .card, .stage-holder canvas"


def violations(page: Page) -> list[str]:
    """What axe-core calls serious or critical, with the first place of each. What moves comes to rest first, unless it
    never does."""
    page.wait_for_function(AT_REST)
    page.evaluate(f"{AXE.read_text()}; null")
    found: dict[str, Any] = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{one['id']}: {one['help']} at {one['nodes'][0]['html'][:200]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize(
    ("path", "shows"),
    [
        ("", "Five games. One tap to the table."),
        ("#/new/roe", "House rules"),
        ("#/forces/opentactics", "Coven 200"),
        ("#/rules", "Rulebooks"),
        ("#/rules/opportunity/OP-3.17", "OP-3.17"),
        ("#/case/roe/04-12-obscured-one", "Worked example"),
        ("#/watch", "On now"),
        ("#/replays", "Finished"),
        ("#/settings", "Your name"),
        ("#/about", "game-icons.net"),
        ("#/nowhere", "There is no such page."),
    ],
)
def test_axe_finds_nothing_serious(visit: Visit, server: Server, path: str, shows: str, theme: str) -> None:
    if path.startswith("#/case/"):
        path = f"#/case/roe/{server.get('/rulesets/roe/cases')[0]['id']}"
    page = visit(path, theme=theme)
    expect(page.get_by_text(shows).first).to_be_attached()
    if not path:
        expect(page.locator("[data-quick]").first).to_be_visible()
    if path.startswith("#/rules/"):
        page.get_by_role("searchbox").fill("pick")  # a whole book keeps axe busy for a minute
    assert not violations(page)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("ruleset", ["opentactics", "opportunity", "roe"])
def test_axe_finds_nothing_serious_in_play(visit: Visit, ruleset: str, phone: bool) -> None:
    page = visit(phone=phone, theme="light" if phone else "dark")
    page.locator(f"[data-quick={ruleset}]").click()
    Player(page, "touch" if phone else "mouse", seed="axe").play(2)  # the shortest duel is over after the third
    expect(page.locator(QUESTION)).to_be_visible()
    assert not violations(page)
    if not phone:
        page.locator(f"{QUESTION} .clause").first.click()
        expect(page.get_by_role("region", name="Rule", exact=True)).to_be_visible()
        for name in ("Dice", "Models", "Chat"):
            page.get_by_role("tab", name=name).click()
        assert not violations(page)


def test_a_phone_plays_a_whole_game(visit: Visit) -> None:
    page = visit(phone=True)
    page.locator("[data-quick=opportunity]").click()
    player = Player(page, "touch", seed="phone")
    assert player.play() > 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Log").click()
    expect(page.locator(".log .line").first).to_be_visible()


def test_a_replay_is_stepped_shared_and_forked(visit: Visit, server: Server, tmp_path: Path) -> None:
    game, token = ended(server, "opportunity")
    page = visit(f"#/g/{game}/{token}")
    page.locator(".over").get_by_role("link", name="Replay").click()
    count = page.locator(".count")
    expect(count).to_have_text(re.compile(r"^0 / \d+$"))
    expect(page.locator(".stage-holder > .stage").first).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(count).to_have_text(re.compile(r"^2 / "))
    expect(page).to_have_url(re.compile(r"\?at=[1-9]\d*$"))
    page.get_by_role("button", name="To the end").click()
    expect(page.get_by_role("button", name="One step forward")).to_be_disabled()
    expect(page.get_by_role("button", name="Play on from here")).to_be_disabled()  # nothing is left to play
    page.get_by_role("button", name="To the start").click()
    page.get_by_role("button", name="Next loss").click()
    expect(count).not_to_have_text(re.compile(r"^0 / "))
    expect(page.get_by_role("img", name=re.compile("^Luck: "))).to_be_visible()
    page.get_by_role("button", name="Verify dice").click()
    expect(page.get_by_role("status").filter(has_text=re.compile("dice|seed|roll", re.I)).first).to_be_visible()
    assert not violations(page)

    with page.expect_download() as download:
        page.get_by_role("button", name="Download").first.click()
    saved = tmp_path / "game.json"
    download.value.save_as(saved)
    assert json.loads(saved.read_text())["ruleset"] == "opportunity"

    # Back to the first step, and on from there: another game, with the same beginning.
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(count).to_have_text(re.compile(r"^1 / "))
    before = page.url
    page.get_by_role("button", name="Play on from here").click()
    expect(page.locator(QUESTION)).to_be_visible()
    assert page.url != before
    Player(page, seed="fork").play()
    expect(page.locator(".over")).to_be_visible()

    # The file opens on another machine, and shows the same game.
    other = visit("#/replays")
    other.locator("input[type=file]").set_input_files(saved)
    expect(other.locator(".count")).to_have_text(re.compile(r"^0 / \d+$"))


RIVER_LIST = """++ Mine [500pts] ++

Levy Rifles [10] Q5+ D5+
10x rifle (24", A1)

Guard [5] Q4+ D3+
5x carbine (18", A1)
"""
GOOD = """
ruleset = "opentactics"
name = "Two shields and a golem"
limit = 100
units = ["Kettle Guard", "Kettle Guard", "Boiler Golem"]
"""


def test_a_replay_that_is_not_there_says_so_and_leads_home(visit: Visit) -> None:
    page = visit("#/r/nowhere/nothing", forgive="Failed to load resource")
    expect(page.get_by_role("heading", name="No game lives at this address.")).to_be_visible()
    expect(page.get_by_role("button")).to_have_count(0)
    page.get_by_role("link", name="Go home").click()
    expect(page.get_by_role("heading", name="Five games. One tap to the table.")).to_be_visible()


TOO_WIDE = """() => [...document.querySelectorAll('.board .sub')].filter(it => it.scrollWidth > it.clientWidth).length
  + Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)"""


def too_wide(page: Page) -> int:
    page.wait_for_function("() => document.fonts.status === 'loaded'")  # another font has other widths
    return int(page.evaluate(TOO_WIDE))


@pytest.mark.parametrize("width", [320, 390])
def test_nothing_is_too_wide_for_a_small_phone(visit: Visit, width: int) -> None:
    page = visit(phone=True)
    page.set_viewport_size({"width": width, "height": 700})
    expect(page.locator("[data-quick=roe]")).to_be_visible()
    assert too_wide(page) == 0
    page.locator("[data-quick=roe]").click()
    page.locator(QUESTION).wait_for()
    assert too_wide(page) == 0
    replay = page.url.replace("#/g/", "#/r/")
    page.goto(page.url.partition("#")[0] + "#/new/roe")
    expect(page.locator(".dock")).to_be_visible()
    assert too_wide(page) == 0
    page.goto(replay)
    expect(page.locator(".board .sub").first).not_to_be_empty()
    assert too_wide(page) == 0


def test_a_force_is_loaded_explained_and_played(visit: Visit, tmp_path: Path) -> None:
    bad, good = tmp_path / "bad.toml", tmp_path / "good.toml"
    bad.write_text(GOOD.replace("Boiler Golem", "Boiler Gollem"))
    good.write_text(GOOD)
    page = visit("#/forces/opentactics")
    page.locator("input[type=file]").set_input_files(bad)
    expect(page.locator(".errors")).to_contain_text("Boiler Gollem")
    page.locator("input[type=file]").set_input_files(good)
    expect(page.get_by_text("A legal force.")).to_be_visible()
    mine = page.locator("[data-force='Two shields and a golem']")
    expect(mine.locator(".cards li")).to_have_count(3)
    mine.get_by_role("link", name="Play with it").click()
    expect(page.get_by_label("Force: Hawk")).to_have_value("Two shields and a golem")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(QUESTION)).to_be_visible()
    page.get_by_role("tab", name="Models").click()
    expect(page.locator(".models ul").first.locator("li")).to_have_count(3)


def test_a_list_is_pasted_mended_while_one_types_and_played(visit: Visit) -> None:
    """What is wrong is said at once with its clause; the other side's force is not left blank."""
    page = visit("#/forces/riverside")
    page.get_by_role("button", name="Write or paste one").click()
    desk = page.get_by_label("A list as text: read while you type")
    keep = page.get_by_role("button", name="Keep it")
    desk.fill(RIVER_LIST)
    expect(page.locator("[data-desk] .errors")).to_contain_text("at least 3 units")
    expect(keep).to_be_disabled()
    desk.fill(f'{RIVER_LIST}\nOld Rifles [5] Q5+ D5+\n5x rifle (24", A1)\n')
    expect(page.locator("[data-desk]")).to_contain_text("A legal force.")
    keep.click()
    page.locator("[data-force='Mine']").get_by_role("link", name="Play with it").click()
    expect(page.get_by_label("Force: Levy patrol")).to_have_value("Mine")
    expect(page.get_by_label("Force: Tusk raid").locator("option:checked")).to_have_text("Force of the battle")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(QUESTION)).to_be_visible()


def test_a_ready_force_is_changed_and_kept_under_its_own_name(visit: Visit) -> None:
    page = visit("#/forces/op-en")
    page.locator("[data-force='Gullwatch']").get_by_role("button", name="Change").click()
    desk = page.get_by_label("A list as text: read while you type")
    expect(desk).to_be_focused()
    written = desk.input_value().replace("Gullwatch", "Two Lamps")
    desk.fill(written.replace("Handbow", "Handbows", 1))
    expect(page.locator("[data-desk] .errors")).to_contain_text("Handbows")
    desk.fill(written)
    page.get_by_role("button", name="Keep it").click()
    expect(page.locator("[data-force='Two Lamps']")).to_contain_text("500 points")
    page.locator("[data-force='Two Lamps']").get_by_role("link", name="Play with it").click()
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("banner")).to_contain_text("You · Two Lamps")


def test_the_cards_of_a_force_are_printed_alone(visit: Visit) -> None:
    page = visit("#/forces/roe")
    force = page.locator("[data-force='Meridian Compact']")
    force.get_by_role("button", name="Show as cards").click()
    expect(force.get_by_role("button", name="Hide the cards")).to_have_attribute("aria-expanded", "true")
    page.emulate_media(media="print")
    expect(force.locator(".cards li")).to_have_count(10)
    expect(force.locator(".cards li").last).to_be_visible()
    for gone in (page.get_by_role("banner"), page.get_by_role("button"), page.locator(".drop, main h1")):
        expect(gone.locator("visible=true")).to_have_count(0)
    expect(page.locator("[data-force]").locator("visible=true")).to_have_count(1)
    expect(force.locator(".cards b").first).to_have_css("color", "rgb(0, 0, 0)")
    page.emulate_media(media="screen")
    force.get_by_role("button", name="Hide the cards").click()
    expect(force.locator(".cards")).to_have_count(0)


def test_real_dice_are_typed_in(visit: Visit) -> None:
    page = visit("#/new/opportunity")
    page.get_by_text("We roll real dice").click()
    page.get_by_role("button", name="Start the game").click()
    kinds = set()
    player = Player(page, seed="typed")
    for _ in range(6):
        if player.wait() == "over":
            break
        kinds.add(page.locator(QUESTION).get_attribute("data-kind"))
        player.answer()
    assert "roll" in kinds


def test_dice_typed_before_the_stage_is_there_stay_typed(visit: Visit) -> None:
    """Who is quicker than the part of the client that draws the stage loses nothing by it; what is cleared is empty."""
    page = visit("#/new/opportunity")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/assets/draft-*.js", hold)
    page.get_by_text("We roll real dice").click()
    page.get_by_role("button", name="Start the game").click()
    player = Player(page, seed="early")
    expect(page.locator(f"{QUESTION}[data-kind=roll]")).to_be_visible()
    player.choose()
    expect(player.confirm).to_be_enabled()
    fields = page.locator(f"{QUESTION} .dice input")
    typed = fields.evaluate_all("all => all.map(one => one.value)")
    assert held
    held[0].continue_()
    expect(page.locator(".draft")).to_be_visible()
    assert fields.evaluate_all("all => all.map(one => one.value)") == typed
    expect(player.confirm).to_be_enabled()
    page.locator(QUESTION).get_by_role("button", name="Drop the plan").click()
    expect(fields.first).to_have_value("")
    expect(player.confirm).to_be_disabled()
    player.answer()


def test_it_is_said_whose_die_is_which_and_what_it_can_show(visit: Visit) -> None:
    page = visit("#/new/opentactics")
    page.get_by_text("We roll real dice").click()
    page.get_by_role("button", name="Start the game").click()
    roll = page.locator(f"{QUESTION}[data-kind=roll]")
    expect(roll.locator(".dice b")).to_have_text(["Hawk", "Fox"])
    roll.get_by_role("textbox", name="Hawk").fill("99")
    expect(roll.get_by_role("alert")).to_have_text("99 is not on a d20: type a number from 1 to 20.")
    roll.get_by_role("textbox", name="Hawk").fill("9")
    expect(roll.get_by_role("alert")).to_have_count(0)


def test_the_rulebook_is_searched_and_a_case_is_stepped(visit: Visit) -> None:
    page = visit("#/rules/roe")
    page.get_by_role("searchbox").fill("overwatch trigger")
    expect(page.get_by_text(re.compile(r"^[1-9]\d? rules? found$"))).to_be_visible()
    first = page.locator(".clause-box").first
    first.locator("summary").click()
    example = first.locator(".cases a").first
    expect(example).to_have_text(re.compile(r"^[A-Z][^~/]+ [^~/]+$"))
    example.click()
    expect(page.locator("[data-colours]")).to_have_text("Red is amber, Blue is blue")
    forward = page.get_by_role("button", name=re.compile("^Step 0 of"))
    forward.click()
    expect(page.get_by_role("button", name=re.compile("^Step 1 of"))).to_be_visible()
    expect(page).to_have_url(re.compile(r"\?step=1$"))


def test_a_model_off_the_table_is_not_dragged_and_the_example_can_be_typed(visit: Visit) -> None:
    page = visit()
    page.locator("[data-quick=roe]").click()
    player = Player(page, seed="enter")
    for _ in range(30):
        player.wait()
        if page.locator(QUESTION).get_attribute("data-kind") == "move":
            break
        player.answer()
    expect(page.locator(QUESTION)).to_contain_text("Choose a place on the table.")
    typed = page.get_by_role("textbox", name="Type a place")
    expect(typed).to_have_attribute("placeholder", re.compile(r"^for example [\d.]+ [\d.]+$"))
    typed.fill((typed.get_attribute("placeholder") or "").removeprefix("for example "))
    page.keyboard.press("Enter")
    expect(player.confirm).to_be_enabled()


def test_a_link_to_a_clause_lands_on_it_every_time(visit: Visit) -> None:
    """Also when the book is here already and is drawn at once."""
    page = visit("#/rules/roe/RE-1.20")
    page.clock.install()
    for clause in ("RE-7.3", "RE-1.20"):
        page.evaluate("location.hash = '#/rules'")
        expect(page.get_by_role("heading", name="Rulebooks")).to_be_visible()
        page.clock.run_for(1000)
        page.evaluate("clause => { location.hash = `#/rules/roe/${clause}` }", clause)
        place = page.locator(f"[id='clause-{clause}']")
        expect(place).to_be_focused()
        page.clock.run_for(1000)  # nothing comes later and scrolls away
        expect(place).to_be_focused()
        expect(place).to_be_in_viewport()


def lone_walk(address: str) -> str:
    """The address of a game of OpenTactics in which Ann may do nothing but walk, up to six increments."""
    map_of = ["......"] * 12
    units = [{"name": "Ann", "player": "Red", "at": "a1"}, {"name": "Tom", "player": "Blue", "at": "f12"}]
    situation = {"map": map_of, "player": [{"name": "Red"}, {"name": "Blue"}], "unit": units}
    seats = [{"kind": "person"}, {"kind": "bot", "bot": "random"}]
    made = Host(address).new_game("opentactics", setup={"situation": situation}, seats=seats)
    return f"#/g/{made['game']}/{made['seats'][0]['token']}"


def test_an_illegal_place_is_refused_with_its_clause(visit: Visit, server: Server) -> None:
    """Far outside the reach of the move: the page says why and names the rule, and the game is as before."""
    page = visit(lone_walk(server.address))
    player = Player(page)
    while player.wait() and page.locator(QUESTION).get_attribute("data-kind") != "move":
        asked = player.asked()
        page.keyboard.press("1")
        expect(player.confirm).to_be_enabled()
        page.keyboard.press("Enter")
        player.answered(asked)
    asked = player.asked()
    typed = page.get_by_role("textbox", name="Type a place")
    expect(typed).to_have_attribute("placeholder", re.compile(r"^for example (to )?[a-f]\d+$"))
    typed.fill((typed.get_attribute("placeholder") or "").removeprefix("for example "))
    page.keyboard.press("Enter")
    expect(player.confirm).to_be_enabled()
    typed.fill("f12")
    page.keyboard.press("Enter")
    refused = page.get_by_role("alert").filter(has_text="Not legal.")
    expect(refused).to_be_visible()
    expect(refused).to_have_text(re.compile(r"Not legal\. [A-Z].*\. OT-"))
    expect(refused.locator(".clause")).to_have_text(re.compile(r"^OT-"))
    expect(player.confirm).to_be_disabled()
    assert player.asked() == asked
