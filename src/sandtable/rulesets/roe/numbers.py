"""A battle in numbers, for programs that learn. Everything lies open on the table: every seat reads the same."""

from __future__ import annotations

from typing import get_args

from sandtable.engine.numbers import NOBODYS, NumberedThing, fields, flags, one_of
from sandtable.engine.ruleset import Reading
from sandtable.rulesets.roe.state import Model, Phase, State, Status

PHASES = one_of(get_args(Phase))
STATUSES = one_of(get_args(Status))


class Numbers:
    """Rules of Engagement as `sandtable.engine.numbers` has it. Things are models, and after them objectives."""

    most = 48
    whole = (
        *fields(
            round_="round of the battle",
            my_turn="1: the seat that reads is the Active Player",
            my_pool="own command counters",
            my_tokens="own tokens",
            my_rating="own rating",
            their_pool="command counters of the other side",
            their_tokens="tokens of the other side",
            their_rating="rating of the other side",
            moves="movement actions that the active model may still make",
            acted="1: the active model has acted",
        ),
        *flags("phase", get_args(Phase)),
    )
    stands = (
        *flags("status", get_args(Status)),
        *fields(
            x="inches from the left",
            y="inches from the other edge",
            z="inches above the ground",
            wounds="wounds taken",
            pins="pin tokens",
            activated="1: it has been activated this round",
            orders="order counters beside it",
            active="1: it is the active model",
            control="of an objective: 1 controlled by the seat that reads, -1 by the other side, 0 by nobody",
        ),
    )
    traits = fields(
        objective="1: not a model but an objective",
        exp="Exp",
        res="Res",
        w="W",
        c="C",
        command="X of its Command",
        resilient="X of its Resilient",
        cost="points",
        radius="half the width of its base, in inches",
        range_="longest range of its weapons",
        rate="highest rate of its weapons",
        strength="highest strength of its weapons",
        close="1: it has a weapon for close combat",
    )

    def now(self, reading: Reading[State]) -> tuple[list[str], list[float], list[float]]:
        state, seat = reading.state, reading.seat
        act = state.act
        active = -1 if act is None else act.model
        names: list[str] = []
        stands: list[float] = []
        for one in state.models:
            names.append(one.name)
            stands += STATUSES[one.status]
            stands += (
                one.x, one.y, one.z, one.wounds, one.pins, one.activated, one.orders, one.number == active, 0,
            )  # fmt: skip
        controlled = state.controlled or (-1,) * len(state.objectives)
        for goal, side in zip(state.objectives, controlled, strict=True):
            names.append(goal.name)
            held = 0 if side < 0 else 1 if side == seat else -1
            stands += (*STATUSES["on the table"], goal.x, goal.y, 0, 0, 0, 0, 0, 0, held)
        sides = [(0.0, 0.0, 0.0), (0.0, 0.0, 0.0)]
        for number, player in enumerate(state.players):
            sides[number != seat] = (player.pool, player.tokens, player.rating)
        done = (0, 0) if act is None else (act.moves, act.acted)
        whole = [state.round, state.turn == seat, *sides[0], *sides[1], *done, *PHASES[state.phase]]
        return names, whole, stands

    def things(self, reading: Reading[State]) -> list[NumberedThing]:
        state = reading.state
        nothing = (1, *[0] * (len(self.traits) - 1))
        return [
            *(NumberedThing(one.name, one.side, _traits(one)) for one in state.models),
            *(NumberedThing(goal.name, NOBODYS, nothing) for goal in state.objectives),
        ]


def _traits(one: Model) -> tuple[float, ...]:
    arms = one.weapons
    return (
        0, one.exp, one.res, one.w, one.c, one.command, one.resilient, one.cost, one.radius,
        max((arm.range for arm in arms), default=0), max((arm.rate for arm in arms), default=0),
        max((arm.strength for arm in arms), default=0), any(arm.close for arm in arms),
    )  # fmt: skip


NUMBERS = Numbers()
