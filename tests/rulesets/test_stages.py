"""A stage's arguments are all it reads, so they are hashable and hold no play: odds solve equal stages once."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.engine.dice import Pseudo, Roll
from sandtable.engine.questions import Question
from sandtable.engine.registry import ruleset
from sandtable.engine.ruleset import Play, Procedure, Stage

STEPS = 200


def stages(name: str, seed: int) -> list[Stage]:
    """Every stage that random play enters."""
    rules, rng = ruleset(name), Random(seed)
    setup, chosen = rules.random_setup(rng)
    options = rules.rulebook.options(chosen)
    play: Play[Any] = Play(rules.begin(setup, options), options, [], None)
    found: list[Stage] = []
    for _ in range(STEPS):
        if rules.outcome(play.state) is not None:
            break
        _run(rules.step(play), rng, found)
    return found


def _run(procedure: Procedure[Any], rng: Random, found: list[Stage]) -> Any:
    """Plays a procedure to its end, and every stage inside it."""
    value = None
    while True:
        try:
            request = procedure.send(value)
        except StopIteration as done:
            return _entered(done.value, rng, found) if type(done.value) is Stage else done.value
        if type(request) is Stage:
            value = _entered(request, rng, found)
        elif type(request) is Roll:
            value = Pseudo(rng).roll(request, 0)
        else:  # whatever else a procedure yields wants no answer
            value = request.read(request.pick(rng)) if isinstance(request, Question) else None


def _entered(stage: Stage, rng: Random, found: list[Stage]) -> Any:
    found.append(stage)
    return _run(stage.rule(*stage.args), rng, found)


@pytest.mark.parametrize("name", ["opportunity", "roe", "opentactics", "riverside", "op-en"])
def test_the_arguments_of_stages_are_hashable_and_hold_no_play(name: str) -> None:
    found = [stage for seed in range(10) for stage in stages(name, seed)]
    assert len(found) > 20
    for stage in found:
        assert not any(isinstance(arg, Play) for arg in stage.args), stage.rule
        hash(stage.args)
