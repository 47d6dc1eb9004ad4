"""Map files: reading, writing, and one clear line for every fault; generated tables; the map commands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from sandtable.cli.map import check, generate_map, show
from sandtable.table.board import Table
from sandtable.table.generate import FREE, MIRROR, PRESETS, TURN, generate, half_covered
from sandtable.table.lattice import on_lattice
from sandtable.table.mapcheck import MapError, warnings
from sandtable.table.maps import KINDS, from_dict, load, loads, to_dict, to_toml
from sandtable.table.measuring import holds

EXAMPLES = Path(__file__).parents[2] / "examples" / "maps"


def piece(**more: Any) -> dict[str, Any]:
    return {"id": "hut", "kind": "building", "rect": [10, 10, 6, 4], **more}


def a_map(*terrain: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"format": "sandtable-map/1", "width": 48, "height": 36, "terrain": list(terrain), **more}


def fault(data: dict[str, Any]) -> str:
    with pytest.raises(MapError) as caught:
        from_dict(data)
    text = str(caught.value)
    assert "\n" not in text
    return text


def test_every_way_to_write_a_footprint() -> None:
    found = from_dict(
        a_map(
            {"id": "a", "kind": "wood", "outline": [[1, 1], [5, 1], [3, 4]]},
            {"id": "b", "kind": "crates", "rect": [10, 10, 2, 2], "turn": 45},
            {"id": "c", "kind": "water", "circle": [20, 20, 3]},
            {"id": "d", "kind": "wall", "line": [[30, 5], [36, 5], [36, 9]], "thick": 0.5},
        )
    ).table
    assert [len(p.outline) for p in found.terrain] == [3, 4, 16, 6]
    assert found.piece("a").traits == {"wood"}
    assert all(on_lattice(x) and on_lattice(y) for p in found.terrain for x, y in p.outline)
    assert found.piece("b").area == pytest.approx(4.0, abs=0.01)


def test_json_and_toml_agree() -> None:
    data = a_map(piece(openings=[{"edge": 0, "start": 1, "end": 2}]))
    from_json = loads(json.dumps(data), json_text=True).table
    assert loads(to_toml(from_json)).table == from_json
    assert from_dict(to_dict(from_json)).table == from_json


@pytest.mark.parametrize(
    ("broken", "words"),
    [
        ({"kind": "bilding"}, "terrain 'hut': there is no kind 'bilding'; did you mean 'building'?"),
        ({"rect": None}, "terrain 'hut': give one of outline, rect, circle or line, not none"),
        ({"circle": [1, 2, 3]}, "terrain 'hut': give one of outline, rect, circle or line, not rect and circle"),
        ({"rect": [10, 10, 0, 4]}, "terrain 'hut': the outline crosses itself at edges 1 and 2"),
        ({"rect": [46, 10, 6, 4]}, "terrain 'hut': the outline leaves the table at (52, 10)"),
        ({"rect": [float("nan"), 10, 6, 4]}, "terrain 'hut': nan is not a place on a table"),
        ({"rect": [float("inf"), 10, 6, 4]}, "terrain 'hut': inf is not a place on a table"),
        ({"height": float("nan")}, "terrain 'hut': nan is not a place on a table"),
        ({"height": 99}, "terrain 'hut': height 99 is not between 0 and 60"),
        ({"levels": [5]}, "terrain 'hut': level 5 is not below its height of 4"),
        (
            {"openings": [{"edge": 7, "start": 0, "end": 1}]},
            "terrain 'hut': opening 1 is on edge 7, but edges run from 0 to 3",
        ),
        (
            {"openings": [{"edge": 0, "start": 5, "end": 9}]},
            "terrain 'hut': opening 1 runs from 5 to 9 on an edge of 6.00 inches",
        ),
        ({"openings": [{"edge": 0, "start": 1, "end": 3}] * 2}, "terrain 'hut': opening 2 overlaps another one"),
        ({"roof": "red"}, "terrain 'hut': Object contains unknown field `roof`"),
        ({"rect": "big"}, "terrain 'hut': Expected `array | null`, got `str` - at `$.rect`"),
        ({"form": "cloud"}, "terrain 'hut': form 'cloud' is none of area, block, shell"),
        ({"slope": [1, 1, 2, 2]}, "terrain 'hut': a slope needs a block and four numbers"),
        ({"holes": [[[9, 9], [11, 9], [11, 11]]]}, "terrain 'hut': a hole is not wholly inside the outline"),
        ({"id": ""}, "terrain '': every piece needs an id of 1 to 60 letters"),
    ],
)
def test_faults_name_the_piece(broken: dict[str, Any], words: str) -> None:
    entry = {key: value for key, value in piece(**broken).items() if value is not None}
    assert fault(a_map(entry)) == words


def test_crossing_outlines_are_refused() -> None:
    bow = {"id": "bow", "kind": "wood", "outline": [[1, 1], [5, 5], [5, 1], [1, 5]]}
    assert fault(a_map(bow)) == "terrain 'bow': the outline crosses itself at edges 1 and 3"
    spike = {"id": "spike", "kind": "wood", "outline": [[1, 1], [5, 1], [3, 1], [3, 4]]}
    assert "crosses itself" in fault(a_map(spike))
    touching = {"id": "eight", "kind": "wood", "outline": [[1, 1], [3, 3], [5, 1], [5, 5], [3, 3], [1, 5]]}
    assert "crosses itself" in fault(a_map(touching))


def test_too_much_is_refused_at_once() -> None:
    many = [{"id": f"p{k}", "kind": "rock", "rect": [1, 1, 1, 1]} for k in range(10_000)]
    assert fault(a_map(*many)) == "10000 entries of terrain are too many: the limit is 500"
    round_one = {"id": "round", "kind": "wood", "outline": [[k / 100, 1 + (k % 2)] for k in range(5000)]}
    assert fault(a_map(round_one)) == "terrain 'round': the outline has 5000 corners, it needs 3 to 120"
    assert "twice" in fault(a_map(piece(), piece()))
    with pytest.raises(MapError, match="not JSON"):
        loads("[" * 100_000, json_text=True)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"format": "sandtable-map/9"}, "format is 'sandtable-map/9', this version reads 'sandtable-map/1'"),
        ({"width": 0}, "the table's width is 0: it must be 1 to 240 inches"),
        ({"width": float("nan")}, "the table's width is nan: it must be 1 to 240 inches"),
        ({"height": 1e9}, "the table's height is 1e+09: it must be 1 to 240 inches"),
        ({"marker": [{"id": "m", "at": [60, 1]}]}, "marker 'm' lies off the table at (60, 1)"),
        ({"marker": [{"id": "m", "at": [1]}]}, "marker 'm': Expected `array` of length >= 2 - at `$.at`"),
        ({"zone": [{"id": "z"}]}, "zone 'z': give either outline or rect"),
        ({"zone": [{"id": "z", "rect": [40, 0, 10, 10]}]}, "zone 'z': the outline leaves the table at (50, 0)"),
        ({"edge": [{"where": "up", "start": 0, "end": 5}]}, "edge 'up' is none of left, right, bottom, top"),
        ({"edge": [{"where": "left", "start": 0, "end": 50}]}, "edge 'left' runs from 0 to 50 of 36"),
        ({"terrain": "many"}, "terrain must be a list: write [[terrain]]"),
        ({"colour": "red"}, "the map: Object contains unknown field `colour`"),
        ({"figure": [{"id": "f", "at": [0.1, 5]}]}, "figure 'f' stands partly off the table"),
        ({"figure": [{"id": "f", "at": [5, 5], "base": float("nan")}]}, "figure 'f': a base of nan mm is not possible"),
        (
            {"figure": [{"id": "f", "at": [5, 5]}, {"id": "g", "at": [5.5, 5]}]},
            "figure 'g' overlaps 'f'",
        ),
    ],
)
def test_faults_of_the_rest(data: dict[str, Any], words: str) -> None:
    assert fault(a_map() | data) == words


def test_figures_do_not_stand_in_stone() -> None:
    rock = {"id": "rock", "kind": "rock", "rect": [4, 4, 4, 4]}
    assert fault(a_map(rock, figure=[{"id": "f", "at": [6, 6]}])) == "figure 'f' stands in terrain 'rock'"
    on_top = from_dict(a_map(rock, figure=[{"id": "f", "at": [6, 6, 2]}]))
    assert on_top.figures[0].z == 2.0


def test_files_that_are_not_maps(tmp_path: Path) -> None:
    for name, content in (("a.toml", b"= 3"), ("b.json", b"{"), ("c.toml", b"\xff\xfe"), ("d.json", b"[1]")):
        path = tmp_path / name
        path.write_bytes(content)
        with pytest.raises(MapError, match=name):
            load(path)
    with pytest.raises(MapError, match="cannot be read"):
        load(tmp_path / "nowhere.toml")
    huge = tmp_path / "huge.toml"
    huge.write_bytes(b" " * 3_000_000)
    with pytest.raises(MapError, match="larger than"):
        load(huge)


def test_grids_come_from_files_too() -> None:
    found = loads(
        """
        format = "sandtable-map/1"
        [grid]
        columns = 6
        rows = 5
        cells = [{ at = ["b2", "b3"], height = 1 }, { at = ["c3"], marks = ["water"] }]
        """
    )
    assert found.grid is not None
    assert found.grid.height((1, 2)) == 1
    assert "water" in found.grid.at((2, 2)).marks


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_shipped_maps_are_sound(path: Path) -> None:
    found = load(path)
    if found.grid is None:
        assert list(warnings(found.table)) == []
        assert len(found.table.zones) >= 2


# ---- generated tables ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_generated_tables_are_fair(preset: str) -> None:
    for seed in (1, 2):
        table = generate(preset, seed=seed)
        assert PRESETS[preset].least <= table.covered() <= PRESETS[preset].most
        assert abs(half_covered(table, 0) - half_covered(table, 1)) <= 0.04
        assert len({piece.kind for piece in table.terrain}) >= 3
        assert len(table.markers) == 3
        assert from_dict(to_dict(table)).table == table


def test_the_same_seed_gives_the_same_table() -> None:
    assert to_toml(generate("balanced", seed=5)) == to_toml(generate("balanced", seed=5))
    assert to_toml(generate("balanced", seed=5)) != to_toml(generate("balanced", seed=6))


@pytest.mark.parametrize("preset", [name for name, p in PRESETS.items() if p.balance != FREE])
def test_balance_is_exact(preset: str) -> None:
    """Every point of one half has its twin in the other."""
    table = generate(preset, seed=4)
    for i in range(48):
        for j in range(18):
            x, y = i + 0.4, j + 0.3
            twin = (48 - x, 36 - y) if PRESETS[preset].balance == TURN else (x, 36 - y)
            here = sorted(p.kind for p in table.terrain if holds(p, x, y))
            there = sorted(p.kind for p in table.terrain if holds(p, *twin))
            assert here == there
    assert PRESETS[preset].balance in (TURN, MIRROR)


def test_other_sizes_and_bad_wishes() -> None:
    small = generate("balanced", seed=1, width=36, height=36)
    assert (small.width, small.height) == (36, 36)
    with pytest.raises(MapError, match="no preset 'moon'"):
        generate("moon")
    with pytest.raises(MapError, match="12 to 120"):
        generate("balanced", width=6)


# ---- pictures and commands ----------------------------------------------------------------------------------------


def elements(svg: str) -> list[str]:
    return [node.tag.rsplit("}", 1)[-1] for node in ElementTree.fromstring(svg).iter()]


def test_every_kind_is_drawn_in_both_themes_and_sizes() -> None:
    pieces = [
        {"id": kind, "kind": kind, "rect": [1 + 5 * (k % 8), 1 + 7 * (k // 8), 4, 5]}
        | (
            {"slope": [3 + 5 * (k % 8), 1 + 7 * (k // 8), 3 + 5 * (k % 8), 6 + 7 * (k // 8)]}
            if kind in ("ramp", "stairs")
            else {}
        )
        for k, kind in enumerate(KINDS)
    ]
    table = from_dict(a_map(*pieces)).table
    fine, coarse = table.svg(width=1600), table.svg(width=390)
    assert len(elements(fine)) > len(elements(coarse)) > 60
    assert table.svg(theme="dark", width=1600) != fine
    assert "pattern" in elements(fine)
    assert "pattern" not in elements(coarse)


def test_names_are_escaped() -> None:
    table = from_dict(a_map(piece(name="<b>&</b>"), name="a < b")).table
    assert elements(table.svg(width=1600))[0] == "svg"


def test_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made, drawn = tmp_path / "made.toml", tmp_path / "made.svg"
    assert generate_map("wilds", seed=2, out=made, svg=drawn) == 0
    assert elements(drawn.read_text("utf-8"))[0] == "svg"
    assert check(made) == 0
    assert "pieces" in capsys.readouterr().out
    assert show(made, svg=tmp_path / "shown.svg", width=390) == 0
    bad = tmp_path / "bad.toml"
    bad.write_text('format = "sandtable-map/1"\nwidth = 5\nheight = nan\n', "utf-8")
    capsys.readouterr()
    assert check(made, bad, json=True) == 1
    report = json.loads(capsys.readouterr().out)
    assert [entry["ok"] for entry in report["maps"]] == [True, False]
    with pytest.raises(MapError, match=r"bad.toml: the table's height is nan: it must be 1 to 240 inches"):
        show(bad)
    with pytest.raises(MapError, match="100 to 10,000"):
        show(made, width=0)
    with pytest.raises(MapError, match="no preset"):
        generate_map("moon")
    assert capsys.readouterr().out == ""


def test_a_table_without_anything_is_drawn() -> None:
    assert elements(Table(width=12, height=12).svg())[0] == "svg"
