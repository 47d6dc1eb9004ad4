"""Content files: entries under their names, and mistakes that name the file and the entry."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import Struct

from sandtable.engine.errors import RulebookError, SetupError
from sandtable.engine.lists import entries, lookup
from sandtable.table.board import Table
from sandtable.table.maps import load_folder

MAP = 'format = "sandtable-map/1"\nname = "{}"\nwidth = 24\nheight = 24\n'


class Weapon(Struct, forbid_unknown_fields=True):
    name: str
    damage: int = 1


def weapons(folder: Path, text: str, *, empty: bool = False) -> dict[str, Weapon]:
    path = folder / "weapons.toml"
    path.write_text(text)
    return entries(path, "weapon", Weapon, empty=empty)


def test_entries_of_a_file(tmp_path: Path) -> None:
    found = weapons(tmp_path, '[[weapon]]\nname = "Bow"\n[[weapon]]\nname = "Axe"\ndamage = 3\n')
    assert list(found) == ["Bow", "Axe"]
    assert found["Axe"].damage == 3
    assert lookup("weapon", "axe", found) is found["Axe"]
    assert weapons(tmp_path, "", empty=True) == {}


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ('[[weapon]]\nname = "Bow"\n[[weapon]]\nname = "Bow"\n', "weapons.toml: Bow appears twice"),
        ('[[weapon]]\nname = "Bow"\ndamage = "much"\n', r"weapons.toml: Expected `int`.*weapon\[0\].damage"),
        ('[[weapn]]\nname = "Bow"\n', "weapons.toml: Object contains unknown field `weapn`"),
        ("", "weapons.toml: Object missing required field `weapon`"),
    ],
)
def test_a_mistake_names_the_file_and_the_entry(tmp_path: Path, text: str, mistake: str) -> None:
    with pytest.raises(RulebookError, match=mistake):
        weapons(tmp_path, text)


def test_maps_of_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "maps"
    folder.mkdir()
    (folder / "one.toml").write_text(MAP.format("Quay"))
    assert list(load_folder(folder)) == ["Quay"]

    def too_small(table: Table) -> None:
        raise SetupError(f"{table.width:g}″ is too small", "T-1")

    with pytest.raises(RulebookError, match=r"maps/one.toml: 24″ is too small"):
        load_folder(folder, too_small)
    (folder / "two.toml").write_text(MAP.format("Quay"))
    with pytest.raises(RulebookError, match=r"maps/two.toml: a map needs a name of its own"):
        load_folder(folder)
    (folder / "two.toml").write_text("width = ")
    with pytest.raises(RulebookError, match=r"maps/two.toml: not TOML"):
        load_folder(folder)
