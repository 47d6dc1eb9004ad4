"""A battle in numbers, for programs that learn. Everything lies open on the table: every seat reads the same."""

from __future__ import annotations

from typing import get_args

from sandtable.engine.numbers import NOBODYS, NumberedThing, fields, flags, one_of
from sandtable.engine.ruleset import Reading
from sandtable.rulesets.riverside.state import Phase, State, Unit, Where

PHASES = one_of(get_args(Phase))
WHERE = one_of(get_args(Where))


class Numbers:
    """Riverside as `sandtable.engine.numbers` has it. Things are units, and after them objective markers. Where a unit
    stands is where the middle of its models is."""

    most = 64
    whole = (
        *fields(
            round_="round of the battle",
            my_turn="1: it is the turn of the seat that reads",
            first="1: the seat that reads began this round, -1: the other",
            my_markers="markers that the seat controls",
            their_markers="markers that the other side controls",
            to_place="markers that have still to be put down",
        ),
        *flags("phase", get_args(Phase)),
    )
    stands = (
        *flags("place", get_args(Where)),
        *fields(
            x="inches from the left; of the middle of its models",
            y="inches from the other edge",
            z="inches above the ground",
            models="models left",
            wounds="wounds on its models",
            tokens="spell tokens of its models",
            activated="1: it has been activated this round",
            fatigued="1: Fatigued",
            shaken="1: Shaken",
            spells="lasting spells on it",
            active="1: it is the active unit",
            control="of a marker: 1 controlled by the seat that reads, -1 by the other side, 0 by nobody",
        ),
    )
    traits = fields(
        marker="1: not a unit but an objective marker",
        started="models it started with",
        cost="points",
        quality="Quality of its first model",
        defense="Defense of its first model",
        tough="wounds that all its models can take",
        hero="1: a Hero is with it",
        attacks="attacks of all its melee weapons",
        shots="attacks of all its weapons with a range",
        range_="longest range",
        ap="highest AP",
        caster="highest Caster",
        transport="room for so many",
    )

    def now(self, reading: Reading[State]) -> tuple[list[str], list[float], list[float]]:
        state, seat = reading.state, reading.seat
        active = -1 if state.act is None else state.act.unit
        models = state.models
        names: list[str] = []
        stands: list[float] = []
        for unit in state.units:
            x = y = z = 0.0
            left = wounds = tokens = 0
            for number in unit.models:
                one = models[number]
                if not one.fallen:
                    x, y, z = x + one.x, y + one.y, z + one.z
                    left, wounds, tokens = left + 1, wounds + one.wounds, tokens + one.tokens
            share = 1 / left if left else 0.0
            names.append(unit.name)
            stands += WHERE[unit.where]
            stands += (
                x * share, y * share, z * share, left, wounds, tokens, unit.activated, unit.fatigued, unit.shaken,
                len(unit.spells), unit.number == active, 0,
            )  # fmt: skip
        held = [0 if side < 0 else 1 if side == seat else -1 for side in state.controlled]
        held += [0] * (len(state.markers) - len(held))
        for marker, control in zip(state.markers, held, strict=True):
            names.append(marker.name)
            stands += (*WHERE["on the table"], marker.x, marker.y, marker.z, 0, 0, 0, 0, 0, 0, 0, 0, control)
        first = 0 if state.first < 0 else 1 if state.first == seat else -1
        whole = [
            state.round, state.turn == seat, first, held.count(1), held.count(-1), state.to_place,
            *PHASES[state.phase],
        ]  # fmt: skip
        return names, whole, stands

    def things(self, reading: Reading[State]) -> list[NumberedThing]:
        state = reading.state
        nothing = (1, *[0] * (len(self.traits) - 1))
        return [
            *(NumberedThing(unit.name, unit.side, _traits(state, unit)) for unit in state.units),
            *(NumberedThing(marker.name, NOBODYS, nothing) for marker in state.markers),
        ]


def _traits(state: State, unit: Unit) -> tuple[float, ...]:
    profiles = [state.models[number].profile for number in unit.models]
    arms = [arm for profile in profiles for arm in profile.weapons]
    return (
        0, unit.started, unit.cost, profiles[0].quality, profiles[0].defense, sum(one.wounds for one in profiles),
        any(one.hero for one in profiles), sum(arm.attacks for arm in arms if arm.melee),
        sum(arm.attacks for arm in arms if not arm.melee), max((arm.range for arm in arms), default=0),
        max((arm.ap for arm in arms), default=0), max(one.caster for one in profiles),
        max(one.transport for one in profiles),
    )  # fmt: skip


NUMBERS = Numbers()
