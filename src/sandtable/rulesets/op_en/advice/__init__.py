"""Advice for bots: how the game stands, what is worth a thought, which decisions belong together. No rules: what is
legal the questions say, what is likely the rules' own comparison of dice."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from sandtable.engine.advice import Suggestion
from sandtable.engine.questions import Question
from sandtable.engine.ruleset import Reading
from sandtable.rulesets.op_en.advice import acting, choosing, going, standing
from sandtable.rulesets.op_en.advice.choosing import Thought, accepted, alike
from sandtable.rulesets.op_en.advice.notes import Notes
from sandtable.rulesets.op_en.state import UNSET, State


class Advice:
    horizon = 1
    tried = 4
    """An activation hangs on three or four Tests: what is tried once says little."""
    beginners_care = 0.2
    """What looks best is often good enough here."""
    plans = True
    sifts = True

    def value(self, reading: Reading[State]) -> float:
        return standing.value(reading.state, reading.options, reading.player)

    def activation(self, reading: Reading[State], question: Question) -> Hashable:
        """How many have been activated before tells one activation from the next."""
        state = reading.state
        if state.phase in ("turn", "act", "doing"):
            return state.turn, state.seat, sum(one.activated for one in state.characters) - (state.act is not None)
        if state.phase == "deploy":
            return "deploy", sum(one.status == UNSET for one in state.characters)
        return state.turn, state.phase, len(state.waiting)

    def suggest(self, reading: Reading[State], question: Question) -> Sequence[Suggestion]:
        return TOPICS[question.topic](Notes(reading), question)


TOPICS: dict[str, Thought] = {
    "edge": alike, "role": alike, "exit": choosing.exit_edge, "reserves": choosing.reserves, "set up": alike,
    "set up place": going.places, "enter": accepted(0.3), "entry place": going.places, "first": choosing.first,
    "happening": alike,
    "activate": acting.who_activates, "action": acting.which_action, "path": going.paths,
    "straight path": going.paths, "jump": going.places, "climb": going.places, "disengage": choosing.broken_off,
    "farther": choosing.far, "hide at once": accepted(0.2),
    "shoot": choosing.shot, "fight": choosing.blow, "weapon": choosing.weapon, "oppose": choosing.stat,
    "token": accepted(0.05), "re-roll": choosing.reroll, "interact": choosing.interact, "stat": choosing.stat,
    "skill target": choosing.skill_target, "skill targets": choosing.skill_targets, "point": alike, "terrain": alike,
    "awareness": choosing.skill_target, "melee friend": choosing.struck_friend,
    "push": choosing.far, "push place": going.places, "teleport place": going.places, "drop place": alike,
    "follow place": alike, "summon place": alike, "bite": choosing.bitten,
}  # fmt: skip
"""What is thought about each question, by its topic."""

ADVICE = Advice()
