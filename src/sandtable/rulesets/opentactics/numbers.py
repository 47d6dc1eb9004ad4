"""A game in numbers, for programs that learn. Everything lies open in OpenTactics: every seat reads the same."""

from __future__ import annotations

from typing import get_args

from sandtable.engine.numbers import NOBODYS, NumberedThing, fields, flags, one_of
from sandtable.engine.ruleset import Reading
from sandtable.rulesets.opentactics.abilities import SKILLS
from sandtable.rulesets.opentactics.state import LATTICE, Phase, State, Status

PHASES = one_of(get_args(Phase))
STATUSES = one_of(get_args(Status))
NOWHERE = (-1.0, -1.0)


class Numbers:
    """OpenTactics as `sandtable.engine.numbers` has it. Things are units, and after them objectives."""

    most = 48
    whole = (
        *fields(
            round_="round of the game",
            limit="the last round; 0 is none",
            my_turn="1: it is the turn of the seat that reads",
            counters="activations left this turn",
            my_morale="own morale",
            my_losses="own losses",
            my_captures="units that the seat has captured this round",
            their_morale="morale of the other players, all together",
            their_losses="losses of the other players, all together",
            their_captures="units that the others have captured this round",
            players="players still in the game",
            thickets="thickets grown",
        ),
        *flags("phase", get_args(Phase)),
    )
    stands = (
        *flags("status", get_args(Status)),
        *fields(
            x="column, from 0 (in measured play inches); -1 off the map",
            y="row, from 0 (in measured play inches); -1 off the map",
            moved="1: it has moved or been deployed this turn",
            activated="1: it has been activated",
            able="1: it can be activated now",
            doing="1: it is in the middle of a movement",
            vented="units whose VENT works on it",
        ),
    )
    traits = fields(
        objective="1: not a unit but an objective",
        points="points of its card",
        athletics="Athletics",
        flying="1: it flies",
        size="its class in the save table; -1 without",
        **{
            f"{skill}_{part}": f"{skill}: {text}"
            for skill in SKILLS
            for part, text in (("off", "dice of offence"), ("def", "dice of defence"), ("range", "range"))
        },
    )

    def now(self, reading: Reading[State]) -> tuple[list[str], list[float], list[float]]:
        state = reading.state
        scale = 1 / LATTICE if state.measured else 1.0
        able, doing = state.able, -1 if state.doing is None else state.doing.unit
        names: list[str] = []
        stands: list[float] = []
        for unit in state.units:
            names.append(unit.name)
            at, number = unit.at, unit.number
            stands += STATUSES[unit.status]
            stands += NOWHERE if at is None else (at[0] * scale, at[1] * scale)
            stands += (unit.moved, unit.activated, number in able, number == doing, len(unit.vented))
        for goal in state.objectives:
            names.append(goal.name)
            stands += (*STATUSES["on the map"], goal.at[0] * scale, goal.at[1] * scale, 0, 0, 0, 0, 0)
        return names, self._whole(state, reading.seat), stands

    def _whole(self, state: State, seat: int | None) -> list[float]:
        mine = [0, 0, 0]
        theirs = [0, 0, 0]
        playing = 0
        for number, player in enumerate(state.players):
            counted = mine if number == seat else theirs
            counted[0] += player.morale
            counted[1] += player.losses
            counted[2] += player.round_captures
            playing += player.in_game
        return [
            state.round, state.limit, state.turn == seat, state.counters, *mine, *theirs, playing, len(state.thickets),
            *PHASES[state.phase],
        ]  # fmt: skip

    def things(self, reading: Reading[State]) -> list[NumberedThing]:
        found = []
        for unit in reading.state.units:
            card = unit.card
            skills = [card.skills[skill] for skill in SKILLS]
            rated = [part for one in skills for part in (one.off, one.dice_def, one.range)]
            known = (0, card.points, card.athletics, card.flying, card.size_class, *rated)
            found.append(NumberedThing(unit.name, unit.seat, known))
        nothing = (1, *[0] * (len(self.traits) - 1))
        return found + [NumberedThing(goal.name, NOBODYS, nothing) for goal in reading.state.objectives]


NUMBERS = Numbers()
