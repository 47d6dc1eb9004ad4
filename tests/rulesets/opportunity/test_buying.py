"""What a pick is said to do is what it does."""

from __future__ import annotations

import re
from random import Random

from sandtable.engine.game import Game
from sandtable.engine.questions import ChooseOne
from sandtable.rulesets.opportunity import RULESET
from sandtable.rulesets.opportunity.state import POOL_SIZE

ROOM = re.compile(r"(\d+) places? left|leaves .+ (\d+) places?$|fills")
INITIATIVE = re.compile(r"Initiative (\d+)(\+?)$")


def test_a_pick_leaves_the_room_it_says_and_the_initiative() -> None:
    """Through the drafts of ready battles, those where one picks for an ally and for an enemy among them."""
    own, others = 0, 0
    for name, setup in RULESET.ready_setups().items():
        game, rng = Game(RULESET, setup), Random(name)
        for _ in range(60):
            question = game.question
            if not isinstance(question, ChooseOne) or question.topic != "pick":
                break
            assert question.facts is not None
            said = question.facts()
            picker = question.who
            answer = question.pick(rng)
            game.answer(answer)
            owner = next(one for one in game.state.combatants if one.name == answer.partition(":")[0])
            does, _, initiative = said[answer].partition("; ")
            room = ROOM.match(does)
            assert room is not None, does
            assert int(room[1] or room[2] or 0) == POOL_SIZE - len(owner.pool)
            assert (owner.name in does) == (owner.name != picker)
            total = INITIATIVE.match(initiative)
            assert total is not None, initiative
            assert int(total[1]) == sum(die.value for die in owner.pool) + owner.agility
            assert bool(total[2]) == (len(owner.pool) < POOL_SIZE)
            own, others = own + (owner.name == picker), others + (owner.name != picker)
    assert own > 30
    assert others > 30
