"""What programs that learn are told is what the state says, number by number, by the names of the fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from statistics import fmean
from typing import Any

import pytest

from sandtable.engine.dice import Seeded
from sandtable.engine.game import Game
from sandtable.engine.numbers import NOBODYS
from sandtable.engine.registry import ruleset
from sandtable.engine.ruleset import Reading
from sandtable.learn.arrays import numbers_of
from sandtable.rulesets.op_en.state import NOBODY
from sandtable.rulesets.op_en.state import State as OpEnState
from sandtable.rulesets.opentactics.abilities import SKILLS
from sandtable.rulesets.opentactics.state import LATTICE
from sandtable.rulesets.opentactics.state import State as OpenTacticsState
from sandtable.rulesets.opportunity.state import COLOURS
from sandtable.rulesets.opportunity.state import State as OpportunityState
from sandtable.rulesets.riverside.state import State as RiversideState
from sandtable.rulesets.roe.state import State as RoeState

FLAGS = ("phase_", "status_", "place_")
STATS = ("fight", "toughness", "shoot", "agility", "intellect", "grit")
Told = dict[str, float]
"""Numbers by field. Of a status or phase only the one that holds, as 1."""
Things = list[tuple[str, int, Told]]
"""Of each thing its name, whose it is, and its numbers."""


def positions(name: str, games: int) -> Iterator[Reading[Any]]:
    """Every seventh of the first thousand questions of random games, read by one seat and by the other."""
    for number in range(games):
        rng = Random(f"numbers {number}")
        setup, options = ruleset(name).random_setup(rng)
        game: Game[Any] = Game(ruleset(name), setup, options, Seeded.from_text(f"numbers {number}"), events=False)
        for turn in range(1000):
            if game.question is None:
                break
            if turn % 7 == 0:
                yield game.reading(turn // 7 % len(game.seats))
            game.answer(game.question.pick(rng))


def holds(what: str, value: str) -> Told:
    return {f"{what}_{value.replace(' ', '_')}": 1}


def told(reading: Reading[Any], name: str) -> tuple[Told, Things]:
    """What is said of the whole, and of each thing. Flags that are 0 are left out."""
    numbers = numbers_of(ruleset(name))
    names, whole, stands = numbers.now(reading)
    width = len(numbers.stands)
    things: Things = []
    for row, thing in enumerate(numbers.things(reading)):
        assert thing.name == names[row]
        now = labelled(numbers.stands, stands[row * width : (row + 1) * width])
        things.append((thing.name, thing.seat, now | labelled(numbers.traits, thing.traits)))
    return labelled(numbers.whole, whole), things


def labelled(fields: Any, values: Any) -> Told:
    pairs = zip(fields, values, strict=True)
    return {field.name: value for field, value in pairs if value or not field.name.startswith(FLAGS)}


# ---- as the states have it ------------------------------------------------------------------------


def opportunity_whole(reading: Reading[OpportunityState]) -> Told:
    state = reading.state
    return {
        "turn": state.turn, "round": state.round, "smoke": state.smoke, "device": state.device,
        "escapes": state.escapes, "pairings": len(state.pairings), "left_to_pick": len(state.queue),
    } | holds("phase", state.phase)  # fmt: skip


def opportunity_things(reading: Reading[OpportunityState]) -> Things:
    state = reading.state
    found: Things = []
    for number, one in enumerate(state.combatants):
        dice = {
            f"{where}_{colour}_{n}": ([die.value for die in lying if die.colour == colour] + [0, 0, 0])[n - 1]
            for where, lying in (("set", one.set), ("pool", one.pool))
            for colour in COLOURS
            for n in (1, 2, 3)
        }
        found.append((one.name, one.seat, dice | holds("status", one.status) | {
            "position": one.position, "trauma": one.trauma, "initiative": one.initiative, "aimed": one.aimed,
            "fatally_injured": one.fatally_injured, "steady": one.steady,
            "full_defence": 0 if one.full_defence is None else one.full_defence, "picks": one.picks,
            "acted": number in state.acted, "next": state.queue[:1] == (number,),
            "weapon_skill": one.skill_with.get(one.equipped.name, one.base_skill), "damage": one.equipped.damage,
            "range": one.equipped.range, "ap": one.equipped.ap, "physique": one.physique, "agility": one.agility,
            "intelligence": one.intelligence, "armour": one.armour.value, "coverage": one.armour.coverage,
            "captive": one.captive, "points": one.points,
        }))  # fmt: skip
    return found


def opentactics_whole(reading: Reading[OpenTacticsState]) -> Told:
    state, seat = reading.state, reading.seat
    mine = [player for number, player in enumerate(state.players) if number == seat]
    theirs = [player for number, player in enumerate(state.players) if number != seat]
    sides = {
        f"{whose}_{what}": sum(getattr(player, attribute) for player in players)
        for whose, players in (("my", mine), ("their", theirs))
        for what, attribute in (("morale", "morale"), ("losses", "losses"), ("captures", "round_captures"))
    }
    return sides | holds("phase", state.phase) | {
        "round": state.round, "limit": state.limit, "my_turn": state.turn == seat, "counters": state.counters,
        "players": sum(player.in_game for player in state.players), "thickets": len(state.thickets),
    }  # fmt: skip


def opentactics_things(reading: Reading[OpenTacticsState]) -> Things:
    state = reading.state
    scale = LATTICE if state.measured else 1
    found: Things = []
    for number, unit in enumerate(state.units):
        x, y = (-1.0, -1.0) if unit.at is None else (unit.at[0] / scale, unit.at[1] / scale)
        skills = {
            f"{skill}_{part}": getattr(unit.card.skills[skill], attribute)
            for skill in SKILLS
            for part, attribute in (("off", "off"), ("def", "dice_def"), ("range", "range"))
        }
        found.append((unit.name, unit.seat, skills | holds("status", unit.status) | {
            "x": x, "y": y, "moved": unit.moved, "activated": unit.activated, "able": number in state.able,
            "doing": state.doing is not None and state.doing.unit == number, "vented": len(unit.vented),
            "objective": 0, "points": unit.card.points, "athletics": unit.card.athletics, "flying": unit.card.flying,
            "size": unit.card.size_class,
        }))  # fmt: skip
    for goal in state.objectives:
        at = {"x": goal.at[0] / scale, "y": goal.at[1] / scale}
        found.append((goal.name, NOBODYS, nothing_of(found) | holds("status", "on the map") | at | {"objective": 1}))
    return found


def roe_whole(reading: Reading[RoeState]) -> Told:
    state, seat = reading.state, reading.seat
    assert seat is not None
    mine, theirs = state.players[seat], state.players[1 - seat]
    return holds("phase", state.phase) | {
        "round": state.round, "my_turn": state.turn == seat, "my_pool": mine.pool, "my_tokens": mine.tokens,
        "my_rating": mine.rating, "their_pool": theirs.pool, "their_tokens": theirs.tokens,
        "their_rating": theirs.rating, "moves": state.act.moves if state.act else 0,
        "acted": state.act.acted if state.act else 0,
    }  # fmt: skip


def roe_things(reading: Reading[RoeState]) -> Things:
    state = reading.state
    found: Things = []
    for number, one in enumerate(state.models):
        found.append((one.name, one.side, holds("status", one.status) | {
            "x": one.x, "y": one.y, "z": one.z, "wounds": one.wounds, "pins": one.pins, "activated": one.activated,
            "orders": one.orders, "active": state.act is not None and state.act.model == number, "control": 0,
            "objective": 0, "exp": one.exp, "res": one.res, "w": one.w, "c": one.c, "command": one.command,
            "resilient": one.resilient, "cost": one.cost, "radius": one.radius,
            "range": max((arm.range for arm in one.weapons), default=0),
            "rate": max((arm.rate for arm in one.weapons), default=0),
            "strength": max((arm.strength for arm in one.weapons), default=0),
            "close": any(arm.close for arm in one.weapons),
        }))  # fmt: skip
    for number, goal in enumerate(state.objectives):
        owner = state.controlled[number] if state.controlled else -1
        control = 0 if owner < 0 else 1 if owner == reading.seat else -1
        place = {"x": goal.x, "y": goal.y, "control": control, "objective": 1}
        found.append((goal.name, NOBODYS, nothing_of(found) | holds("status", "on the table") | place))
    return found


def riverside_whole(reading: Reading[RiversideState]) -> Told:
    state, seat = reading.state, reading.seat
    return holds("phase", state.phase) | {
        "round": state.round, "my_turn": state.turn == seat,
        "first": 0 if state.first < 0 else 1 if state.first == seat else -1,
        "my_markers": sum(side == seat for side in state.controlled),
        "their_markers": sum(side not in (seat, -1) for side in state.controlled), "to_place": state.to_place,
    }  # fmt: skip


def riverside_things(reading: Reading[RiversideState]) -> Things:
    state = reading.state
    found: Things = []
    for number, unit in enumerate(state.units):
        everybody = [state.models[one] for one in unit.models]
        left = [one for one in everybody if not one.fallen]
        profiles = [one.profile for one in everybody]
        arms = [arm for profile in profiles for arm in profile.weapons]
        place = {axis: mean([getattr(one, axis) for one in left]) for axis in ("x", "y", "z")}
        found.append((unit.name, unit.side, place | holds("place", unit.where) | {
            "models": len(left), "wounds": sum(one.wounds for one in left), "tokens": sum(one.tokens for one in left),
            "activated": unit.activated, "fatigued": unit.fatigued, "shaken": unit.shaken, "spells": len(unit.spells),
            "active": state.act is not None and state.act.unit == number, "control": 0, "marker": 0,
            "started": unit.started, "cost": unit.cost, "quality": profiles[0].quality,
            "defense": profiles[0].defense, "tough": sum(one.wounds for one in profiles),
            "hero": any(one.hero for one in profiles), "attacks": sum(arm.attacks for arm in arms if arm.melee),
            "shots": sum(arm.attacks for arm in arms if not arm.melee),
            "range": max((arm.range for arm in arms), default=0), "ap": max((arm.ap for arm in arms), default=0),
            "caster": max(one.caster for one in profiles), "transport": max(one.transport for one in profiles),
        }))  # fmt: skip
    for number, marker in enumerate(state.markers):
        owner = state.controlled[number] if number < len(state.controlled) else -1
        control = 0 if owner < 0 else 1 if owner == reading.seat else -1
        place = {"x": marker.x, "y": marker.y, "z": marker.z, "control": control, "marker": 1}
        found.append((marker.name, NOBODYS, nothing_of(found) | holds("place", "on the table") | place))
    return found


def op_en_whole(reading: Reading[OpEnState]) -> Told:
    state, seat = reading.state, reading.seat
    assert seat is not None
    mine = state.players[seat]
    others = [player for player in state.players if player is not mine]
    act = state.act
    return holds("phase", state.phase) | {
        "turn": state.turn, "turns": state.turns, "my_turn": state.seat == seat, "my_tokens": mine.tokens,
        "my_points": mine.points, "their_tokens": sum(one.tokens for one in others),
        "their_points": sum(one.points for one in others), "actions": act.count if act else 0,
        "most_actions": act.most if act else 0, "run_up": act.run_up if act else 0,
    }  # fmt: skip


def op_en_things(reading: Reading[OpEnState]) -> Things:
    state = reading.state
    found: Things = []
    for number, one in enumerate(state.characters):
        stats = {stat: getattr(one.sheet.stats, stat) for stat in STATS}
        found.append((one.name, max(one.side, NOBODYS), stats | holds("status", one.status) | {
            "x": one.x, "y": one.y, "z": one.z, "damage": one.damage, "activated": one.activated, "hidden": one.hidden,
            "boosts": one.boosts, "stunned": one.stunned >= state.turn, "poisoned": one.poisoned,
            "carries": one.carries != NOBODY, "active": state.act is not None and state.act.character == number,
            "marker": 0, "rank": one.sheet.rank, "move": one.sheet.move, "body": one.sheet.body,
            "armour": one.sheet.armour, "reach": one.sheet.combat_range, "shooting": len(one.sheet.ranged),
            "neutral": one.neutral, "leader": one.sheet.leads, "radius": one.radius,
        }))  # fmt: skip
    for mark in state.marks:
        place = {"x": mark.x, "y": mark.y, "z": mark.z, "damage": mark.successes, "carries": mark.carried, "marker": 1}
        status = holds("status", "left" if mark.gone else "in play")
        found.append((mark.name, NOBODYS, nothing_of(found) | status | place))
    return found


def mean(values: list[float]) -> Any:
    """As near as sums of floats come."""
    return pytest.approx(fmean(values) if values else 0.0)


def nothing_of(things: Things) -> Told:
    """All numbers of a thing as 0, but those of which only one holds."""
    return {name: 0.0 for name in things[0][2] if not name.startswith(FLAGS)}


BY_STATE: dict[str, tuple[Callable[[Reading[Any]], Told], Callable[[Reading[Any]], Things]]] = {
    "opportunity": (opportunity_whole, opportunity_things),
    "opentactics": (opentactics_whole, opentactics_things),
    "roe": (roe_whole, roe_things),
    "riverside": (riverside_whole, riverside_things),
    "op-en": (op_en_whole, op_en_things),
}


@pytest.mark.parametrize(
    ("name", "games"), [("opportunity", 12), ("opentactics", 12), ("roe", 12), ("riverside", 2), ("op-en", 3)]
)
def test_numbers_say_what_the_state_says(name: str, games: int) -> None:
    whole_of, things_of = BY_STATE[name]
    seen = 0
    for reading in positions(name, games):
        whole, things = told(reading, name)
        assert whole == whole_of(reading)
        assert things == things_of(reading)
        seen += 1
    assert seen > 50
