"""A game in numbers, for programs that learn. Everything lies open on the table: every seat reads the same."""

from __future__ import annotations

from typing import get_args

from sandtable.engine.numbers import NOBODYS, NumberedThing, fields, flags, one_of
from sandtable.engine.ruleset import Reading
from sandtable.rulesets.op_en.state import NOBODY, Character, Phase, State, Status

PHASES = one_of(get_args(Phase))
STATUSES = one_of(get_args(Status))


class Numbers:
    """Op-En as `sandtable.engine.numbers` has it. Things are characters, and after them objective markers."""

    most = 48
    whole = (
        *fields(
            turn="turn of the game",
            turns="how many turns it lasts",
            my_turn="1: it is the activation of the seat that reads",
            my_tokens="own tokens",
            my_points="own objective points",
            their_tokens="tokens of the other players, all together",
            their_points="objective points of the other players, all together",
            actions="actions that the active character has taken",
            most_actions="actions that it has",
            run_up="inches it walked in its previous action",
        ),
        *flags("phase", get_args(Phase)),
    )
    stands = (
        *flags("status", get_args(Status)),
        *fields(
            x="inches from the left",
            y="inches from the other edge",
            z="inches above the ground",
            damage="damage taken; of a marker its successes",
            activated="1: it has been activated this turn",
            hidden="1: it is Hidden",
            boosts="tokens spent on its next Test",
            stunned="1: stunned",
            poisoned="1: poisoned",
            carries="1: it carries a marker; of a marker 1: it is carried",
            active="1: it is the active character",
        ),
    )
    traits = fields(
        marker="1: not a character but an objective marker",
        rank="Rank",
        fight="Fight",
        toughness="Toughness",
        shoot="Shoot",
        agility="Agility",
        intellect="Intellect",
        grit="Grit",
        move="Move",
        body="Body",
        armour="armour points of all it wears",
        reach="Combat Range in inches",
        shooting="weapons with range bands",
        neutral="1: nobody's enemy",
        leader="1: it leads its OF",
        radius="half the width of its base, in inches",
    )

    def now(self, reading: Reading[State]) -> tuple[list[str], list[float], list[float]]:
        state, seat = reading.state, reading.seat
        act, turn = state.act, state.turn
        active = NOBODY if act is None else act.character
        names: list[str] = []
        stands: list[float] = []
        for one in state.characters:
            names.append(one.name)
            stands += STATUSES[one.status]
            stands += (
                one.x, one.y, one.z, one.damage, one.activated, one.hidden, one.boosts, one.stunned >= turn,
                one.poisoned, one.carries != NOBODY, one.number == active,
            )  # fmt: skip
        for mark in state.marks:
            names.append(mark.name)
            stands += STATUSES["left" if mark.gone else "in play"]
            stands += (mark.x, mark.y, mark.z, mark.successes, 0, 0, 0, 0, 0, mark.carried, 0)
        mine, theirs = [0, 0], [0, 0]
        for number, player in enumerate(state.players):
            counted = mine if number == seat else theirs
            counted[0] += player.tokens
            counted[1] += player.points
        done = (0.0, 0.0, 0.0) if act is None else (act.count, act.most, act.run_up)
        whole = [turn, state.turns, state.seat == seat, *mine, *theirs, *done, *PHASES[state.phase]]
        return names, whole, stands

    def things(self, reading: Reading[State]) -> list[NumberedThing]:
        state = reading.state
        nothing = (1, *[0] * (len(self.traits) - 1))
        return [
            *(NumberedThing(one.name, max(one.side, NOBODYS), _traits(one)) for one in state.characters),
            *(NumberedThing(mark.name, NOBODYS, nothing) for mark in state.marks),
        ]


def _traits(one: Character) -> tuple[float, ...]:
    sheet = one.sheet
    return (
        0, sheet.rank, *sheet.stats.all(), sheet.move, sheet.body, sheet.armour, sheet.combat_range,
        len(sheet.ranged), one.neutral, sheet.leads, one.radius,
    )  # fmt: skip


NUMBERS = Numbers()
