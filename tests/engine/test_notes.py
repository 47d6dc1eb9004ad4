"""Lines for options are held to the menus when they are read: what is missing, unknown or empty is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.engine.errors import RulebookError
from sandtable.engine.notes import load_notes

MENUS = {"action": ("move", "wait")}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('[action]\nmove = "walk"', "the option 'wait' has no line"),
        ('[action]\nmove = "walk"\nwait = "rest"\nrun = "faster"', "there is no option 'run'"),
        ('[action]\nmove = "walk"\nwait = "rest"\n[fight]\nhit = "hard"', "no question has the topic 'fight'"),
        ('[action]\nmove = " "\nwait = "rest"', "move: that is not one line"),
        ('[action]\nmove = "walk {feet}"\nwait = "rest"', "move: the rules know no feet"),
        ('[action]\nmove = "walk {inches"\nwait = "rest"', "action: move: "),
        ("[action]\nmove = 6", "notes.toml: "),
    ],
)
def test_a_mistake_names_the_file_and_the_entry(tmp_path: Path, text: str, wrong: str) -> None:
    path = tmp_path / "notes.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RulebookError, match=r"notes\.toml") as found:
        load_notes(path, MENUS, ("inches",))
    assert wrong in str(found.value)


def test_lines_by_topic_and_option(tmp_path: Path) -> None:
    path = tmp_path / "notes.toml"
    path.write_text('[action]\nmove = "walk {inches}″"\nwait = "rest"', encoding="utf-8")
    assert load_notes(path, MENUS, ("inches",))["action"]["move"].format(inches=6) == "walk 6″"
