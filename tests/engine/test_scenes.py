"""Scenes are said once: the client's types and the page follow from the module, and every scene is held to it."""

from __future__ import annotations

import json
import re
import runpy
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from sandtable.engine import scenes
from sandtable.engine.dice import Pseudo
from sandtable.engine.game import Game
from sandtable.engine.registry import ruleset
from sandtable.engine.scenes import (
    BoardScene,
    Common,
    DraftScene,
    EdgeMark,
    GridGround,
    ObjectiveMark,
    Scene,
    ShownModel,
    ShownUnit,
    TableGround,
    TokenMark,
    ZoneMark,
)
from sandtable.server.views import draw, plain

ROOT = Path(__file__).parents[2]
PAGE, WEB = ROOT / "docs" / "scene.md", ROOT / "web"
GAMES, ANSWERS = 6, 120


def strictly(data: Any, kind: Any) -> Any:
    """As a client reads it: from JSON, and nothing that the module does not know."""
    return msgspec.json.decode(msgspec.json.encode(data), type=kind, strict=True)


@pytest.mark.skipif(not WEB.exists(), reason="the client's sources are not here")
def test_the_types_of_the_client_are_written_from_the_module() -> None:
    written = runpy.run_path(str(WEB / "scripts" / "scenes.py"))["written"]()
    assert (WEB / "src" / "stage" / "scenes.ts").read_text("utf-8") == written


# ---- every scene ----------------------------------------------------------------------------------


def drawn(name: str) -> Iterator[Game[Any]]:
    rules = ruleset(name)
    for seed in range(GAMES):
        rng = Random(seed)
        setup, options = rules.random_setup(rng)
        game = Game(rules, setup, options, Pseudo(rng), False)
        for number in range(ANSWERS):
            if game.question is None:
                break
            if number % 10 == 0:
                yield game
            game.answer(game.question.pick(rng))


@pytest.mark.parametrize("name", ["opportunity", "opentactics", "roe", "riverside", "op-en"])
def test_the_scenes_of_our_rulesets_have_these_parts_and_no_others(name: str) -> None:
    kinds = {strictly(draw(game, None), Scene).__struct_config__.tag for game in drawn(name)}
    assert kinds <= {"opportunity": {"draft"}, "opentactics": {"grid", "table"}}.get(name, {"table"})
    assert kinds


def test_so_has_the_plain_table_of_a_ruleset_without_a_scene() -> None:
    assert strictly(plain(Game(ruleset("roe")), None), BoardScene).rows


@pytest.mark.parametrize(
    "spoil",
    [
        lambda scene: scene.pop("active"),
        lambda scene: scene.update(headlines=""),
        lambda scene: scene["sides"][0].update(slot="1"),
        lambda scene: scene["models"][0].update(state="asleep"),
        lambda scene: scene["models"][0].pop("wounds"),
    ],
)
def test_a_scene_that_has_not_is_found(spoil: Any) -> None:
    scene = json.loads(msgspec.json.encode(draw(Game(ruleset("roe")), None)))
    strictly(scene, Scene)
    spoil(scene)
    with pytest.raises(msgspec.ValidationError):
        strictly(scene, Scene)


# ---- the page -------------------------------------------------------------------------------------

pages = pytest.mark.skipif(not PAGE.exists(), reason="the pages are not here")


def examples() -> list[dict[str, Any]]:
    """The examples of whole scenes and grounds on the page."""
    found = []
    for text in re.findall(r"```json\n(.*?)```", PAGE.read_text("utf-8"), re.S):
        found.append(json.loads(text if text.startswith("{") else f"{{{text}}}"))
    return found


@pages
def test_the_examples_of_the_page_have_these_parts_too() -> None:
    common, units, table, grid, draft, *_ = examples()
    usual = {key: value for key, value in common.items() if key in Common.__struct_fields__}
    assert set(common) - set(usual) == {"kind", "models", "marks", "ground"}
    strictly(usual, Common)
    strictly(units["units"], list[ShownUnit])
    strictly(table["ground"], TableGround)
    strictly(grid["ground"], GridGround)
    strictly(usual | draft, DraftScene)


def rows(heading: str) -> list[list[str]]:
    """The rows of the table under a heading, cell by cell."""
    lines = PAGE.read_text("utf-8").split(heading)[1].split("\n#")[0].splitlines()
    return [line.split("|")[1:-1] for line in lines if line.startswith("| `")]


def names(cell: str) -> set[str]:
    """The words in code of a cell, without what is said about them in brackets."""
    return set(re.findall(r"`(\w+)`", re.sub(r"\([^)]*\)", "", cell)))


PARTS = [one for one in vars(scenes).values() if isinstance(one, type) and issubclass(one, Struct)]


@pages
@pytest.mark.parametrize("part", PARTS)
def test_the_page_names_every_key_of_every_part(part: type[Struct]) -> None:
    said = set(re.findall(r"[`\"](\w+)[`\"]", PAGE.read_text("utf-8")))
    assert set(part.__struct_fields__) <= said


@pages
def test_the_page_names_every_key_of_a_model_and_no_other() -> None:
    assert {name for key, _ in rows("### Models") for name in names(key)} == set(ShownModel.__struct_fields__)


@pages
def test_the_page_names_every_key_of_a_unit_and_no_other() -> None:
    assert {name for key, _ in rows("### Units") for name in names(key)} == set(ShownUnit.__struct_fields__)


@pages
def test_the_page_names_every_key_of_a_mark_and_no_other() -> None:
    listed = {kind.strip(" `"): names(keys) for kind, keys in rows("### Marks")}
    marks = (ObjectiveMark, ZoneMark, EdgeMark, TokenMark)
    assert listed == {one.__struct_config__.tag: set(one.__struct_fields__) - {"solid"} for one in marks}
