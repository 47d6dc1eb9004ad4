"""An encounter in numbers, for programs that learn. Everything lies open: every seat reads the same."""

from __future__ import annotations

from typing import get_args

from sandtable.engine.numbers import NumberedThing, fields, flags, one_of
from sandtable.engine.ruleset import Reading
from sandtable.rulesets.opportunity.state import COLOURS, Phase, State, Status

PHASES = one_of(get_args(Phase))
STATUSES = one_of(get_args(Status))
SLOT = {colour: 3 * number for number, colour in enumerate(COLOURS)}
"""Where the dice of a colour begin: three numbers for each."""
NO_DICE = [0.0] * 9


class Numbers:
    """'Opportunity' as `sandtable.engine.numbers` has it. Things are combatants."""

    most = 16
    whole = (
        *fields(
            turn="turn of the encounter",
            round_="round of the turn; 0 before the first",
            smoke="1: smoke lies over the fight",
            device="what is still to do at the device",
            escapes="how many have escaped",
            pairings="pairings of Melee Lock",
            left_to_pick="who has still to pick or act in this round",
        ),
        *flags("phase", get_args(Phase)),
    )
    stands = (
        *flags("status", get_args(Status)),
        *fields(
            position="Position",
            trauma="Trauma",
            initiative="Initiative",
            aimed="1: it has aimed",
            fatally_injured="1: fatally injured",
            steady="1: steady",
            full_defence="the die of its Full Defence; 0 without",
            picks="dice it has picked this turn",
            acted="1: it has used its activation of this round",
            next_="1: it picks or acts next",
            weapon_skill="skill with the weapon in hand",
            damage="damage of the weapon in hand",
            range_="range of the weapon in hand; 0 is a melee weapon",
            ap="armour piercing of the weapon in hand",
        ),
        *fields(
            **{
                f"{where}_{colour}_{n}": f"{word} {colour} die {words}; 0: none"
                for where, words in (("set", "of its set"), ("pool", "of its pool"))
                for colour in COLOURS
                for n, word in ((1, "first"), (2, "second"), (3, "third"))
            }
        ),
    )
    traits = fields(
        physique="Physique",
        agility="Agility",
        intelligence="Intelligence",
        armour="value of its armour",
        coverage="coverage of its armour",
        captive="1: a captive",
        points="what it cost",
    )

    def now(self, reading: Reading[State]) -> tuple[list[str], list[float], list[float]]:
        state = reading.state
        queue, acted = state.queue, state.acted
        acting = queue[0] if queue else -1
        stands: list[float] = []
        names: list[str] = []
        for one in state.combatants:
            weapon, number = one.equipped, one.number
            names.append(one.name)
            stands += STATUSES[one.status]
            stands += (
                one.position, one.trauma, one.initiative, one.aimed, one.fatally_injured, one.steady,
                one.full_defence or 0, one.picks, number in acted, number == acting,
                one.skill_with.get(weapon.name, one.base_skill), weapon.damage, weapon.range, weapon.ap,
            )  # fmt: skip
            for dice in (one.set, one.pool):
                lying = NO_DICE.copy()
                filled = SLOT.copy()
                for die in dice:
                    at = filled[die.colour]
                    filled[die.colour] = at + 1
                    lying[at] = die.value
                stands += lying
        whole = [
            state.turn, state.round, state.smoke, state.device, state.escapes, len(state.pairings), len(queue),
            *PHASES[state.phase],
        ]  # fmt: skip
        return names, whole, stands

    def things(self, reading: Reading[State]) -> list[NumberedThing]:
        return [
            NumberedThing(
                one.name,
                one.seat,
                (
                    one.physique, one.agility, one.intelligence, one.armour.value, one.armour.coverage, one.captive,
                    one.points,
                ),
            )
            for one in reading.state.combatants
        ]  # fmt: skip


NUMBERS = Numbers()
