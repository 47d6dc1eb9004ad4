"""Every ruleset's ready-made forces are force files, and a set-up can be played with one of them."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine.errors import SetupError
from sandtable.engine.registry import ruleset
from sandtable.server.library import forces, ready_setups, with_forces

RULESETS = ["op-en", "opentactics", "opportunity", "roe"]


@pytest.mark.parametrize("name", RULESETS)
def test_ready_forces_are_legal_force_files_with_cards(name: str) -> None:
    rules: Any = ruleset(name)
    for sheet in forces(name):
        priced = rules.price_force(sheet.force)
        assert (priced.name, priced.points) == (sheet.name, sheet.points)
        assert sheet.points == sum(line.points for line in sheet.lines)
        assert all(line.card for line in sheet.lines)


@pytest.mark.parametrize("name", RULESETS)
def test_a_set_up_is_played_with_a_force_file(name: str) -> None:
    rules: Any = ruleset(name)
    taken = 0
    for setup in ready_setups(name).values():
        for sheet in forces(name):
            try:
                changed = with_forces(rules, setup, [None, sheet.force])
                state = rules.begin(changed, rules.rulebook.options({}))
            except SetupError:
                continue  # too large for this set-up: the rules say so
            taken += 1
            assert changed != setup
            assert len(rules.seats(state)) >= 2
    assert taken >= len(forces(name)) // 2


@pytest.mark.parametrize("name", RULESETS)
def test_a_bad_force_is_refused(name: str) -> None:
    rules: Any = ruleset(name)
    setup = rules.quick_setup()
    with pytest.raises(SetupError):
        with_forces(rules, setup, [{"name": "Nobody"}])
    with pytest.raises(SetupError, match="no seat 7"):
        with_forces(rules, setup, [None] * 7 + [forces(name)[0].force])


@pytest.mark.parametrize("name", RULESETS)
def test_a_force_for_another_game_is_refused(name: str) -> None:
    rules: Any = ruleset(name)
    with pytest.raises(SetupError, match=f"this is a force for 'chess', not for {name}"):
        rules.price_force({**forces(name)[0].force, "ruleset": "chess"})
