"""What odds are about in OpenTactics: assaults with their saves, tests on the way, and the rout roll."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, cast

from msgspec import Struct, to_builtins

from sandtable.engine.errors import SetupError
from sandtable.engine.lists import lookup
from sandtable.engine.outlook import (
    PLAIN,
    Effect,
    Kind,
    Prelude,
    Result,
    Short,
    Solution,
    Solve,
    StageAim,
    of_model,
    value,
)
from sandtable.engine.questions import Answer, ChooseOne, Option, Question
from sandtable.engine.ruleset import Reading, Stage
from sandtable.rulesets.opentactics import odds_verdicts as verdicts
from sandtable.rulesets.opentactics.abilities import DEF, OFF, SKILLS, PoolName, SkillName
from sandtable.rulesets.opentactics.asking import Choice
from sandtable.rulesets.opentactics.bumping import bumping
from sandtable.rulesets.opentactics.content import TECHNICAL_TYPES, Card, content
from sandtable.rulesets.opentactics.hands import PASS, OnTable
from sandtable.rulesets.opentactics.hexing import hexing
from sandtable.rulesets.opentactics.movement.plan import Plan
from sandtable.rulesets.opentactics.movement.question import WalkMove
from sandtable.rulesets.opentactics.odds_thumbs import behind
from sandtable.rulesets.opentactics.rerolling import rerolling
from sandtable.rulesets.opentactics.rolling import rolling
from sandtable.rulesets.opentactics.situations import PLAIN_CARD
from sandtable.rulesets.opentactics.space import distance
from sandtable.rulesets.opentactics.state import State, Unit
from sandtable.rulesets.opentactics.tally import dice_of, tally
from sandtable.rulesets.opentactics.targets import why_no_assault, why_no_target
from sandtable.rulesets.opentactics.turn import can_act
from sandtable.table.grid import Cell, label

ROUT, UNIT = 100, 5
"""How much a player minds a rout, and the loss of any unit besides its points."""
WORTH_A_HEX = 4
COLUMN, ROW = 3, 2
"""Where the acting unit of a prelude stands, counted from 0."""
WIDTH, DEPTH = 16, 5
KEYS = "any key of case files: athletics, flying, types, abilities, or off, def, range of the skill (target.def=3)"
WORDS = {
    "distance=": "increments between them; default: 1 for Melee and Technical, else 2, or the attacker's range if less",
    "support=": "allies of the attacker beside the target only, 0 to 2: each gives a re-roll",
    "guard=": "allies of the target beside it only, 0 or 1: a re-roll of DEF",
    "height=": "how much higher the attacker stands (less than 0: lower)",
    "cover": "a bush beside the target gives it cover",
    "attacker.KEY= target.KEY=": KEYS,
}


def _assault(skill: str, attacker: str, target: str) -> Kind:
    return Kind(
        skill, f"an assault in {skill.title()}, with retaliation and saves", ("attacker", "target"), WORDS,
        (f'{skill} "{attacker}" "{target}"', f'{skill} "{attacker}" "{target}" support=1 height=1'),
    )  # fmt: skip


class Destination(Struct, frozen=True):
    """Who goes along a path, and where it ends; None is off the map."""

    who: str
    to: Cell | None


class Outlook:
    """See `sandtable.engine.outlook.Outlook`."""

    nothing = "no effect"
    aims: Mapping[Callable[..., Any], StageAim] = {}
    kinds = (
        _assault("melee", "Bramble Bear", "Kettle Guard"),
        _assault("ballistic", "Bog Archer", "Thorn Stalker"),
        _assault("arcane", "Steam Witch", "Mud Hulk"),
        _assault("technical", "Sapper", "Boiler Golem"),
        Kind(
            "climb", "climbing up on the way", ("model",),
            {"height=": "how high; default: 2", "model.KEY=": "athletics, abilities"}, ("climb Sapper height=3",),
        ),
        Kind(
            "rout", "the rout roll at the end of a round", (),
            {"morale=": "morale before the check; default: 10", "losses=": "own losses this round; default: 1",
             "captures=": "captures and objectives this round; default: 0"},
            ("rout morale=9 losses=3 captures=1",),
        ),
    )  # fmt: skip

    # ---- how far, and what came of it ------------------------------------------------------------------

    def goes_on(self, before: State, now: State) -> bool:
        """An assault is part of one step; the rout rolls follow the last turn of a round, also where those who come
        before them cannot do anything. Who declares a movement has its path to choose first."""
        if now.phase == "end of round" or (before.phase == "activate" and now.phase == "path"):
            return True
        return now.round == before.round and _passed_over(now)

    def meant(self, question: Question, answer: Answer) -> Destination | None:
        """Where a path leads, and whom."""
        if not isinstance(question, WalkMove):
            return None
        name = question.movers[0]
        plan = question.guide.plan(question.read(answer)[name])
        assert isinstance(plan, Plan), "the question has judged the path"
        return Destination(name, None if plan.out else plan.end)

    def result(self, before: State, now: State, meant: Destination | None = None) -> Result:
        pairs = zip(before.units, now.units, strict=True)
        found = [effect for old, new in pairs if (effect := _changed(old, new, meant)) is not None]
        for seat, player in enumerate(now.players):
            if before.players[seat].in_game and not player.in_game:
                found.append(Effect(seat, now.seats[seat], "out of the game", ROUT))
        won = now.result.winners if now.result is not None and before.result is None else ()
        found += [Effect(now.seats.index(name), name, "wins the game") for name in won]
        return tuple(found)

    # ---- decisions -------------------------------------------------------------------------------------

    def usual(self, question: Question) -> Answer:
        """Bumps: whatever leaves the pool highest, compared from the top. Re-rolls: the lowest die of a pool that is
        behind, OFF before DEF. HEX: a high die, OFF before DEF. Retaliate, shove, do not overcharge."""
        options: tuple[Option, ...] = getattr(question, "options", ())
        match question.clause:
            case "OT-14.2":
                return _best_bump(options)
            case "OT-15.1":
                return _best_reroll(question, options)
            case "OT-3.5":
                return _best_hex(options)
        known = [option.id for option in options]
        for wanted in ("no-overcharge", "retaliate", "shove", "stay"):
            if wanted in known:
                return wanted
        return known[0] if isinstance(question, ChooseOne) else next(question.legal())

    def forget(self) -> None:
        verdicts.forget()

    def shortcut(self, stage: Stage, solve: Solve) -> Short | None:
        return verdicts.by_thumb(stage.args[0], solve) if stage.rule is rolling else None

    def solution(self, stage: Stage, solve: Solve, most: int) -> Solution | None:
        return verdicts.best(stage.args[0], solve, most) if stage.rule is rolling else None

    def rest(self, stage: Stage, question: Question, most: int) -> Solution | None:
        """In the middle of an assault: all that can still be done with the dice on the table."""
        return verdicts.rest(stage, most) if stage.rule in (bumping, hexing, rerolling) else None

    def weighs(self, reading: Reading[State], question: Question) -> bool:
        """Once the dice lie on the table whatever comes next is solved with a bump, although nothing is rolled between
        one bump and the next."""
        return isinstance(question, Choice) and isinstance(question.about, OnTable)

    # ---- preludes ----------------------------------------------------------------------------------------

    def prelude(self, kind: str, models: tuple[str, ...], words: Mapping[str, str]) -> Prelude:
        if kind == "rout":
            return _rout(words)
        return _climb(models, words) if kind == "climb" else _assault_prelude(cast(SkillName, kind), models, words)


def _passed_over(state: State) -> bool:
    """Is a turn over without any choice, because nobody whose turn it is can act (OT-5.14)?"""
    if state.phase == "turn":
        taken = state.occupied() | state.filled()
        return not any(can_act(state, unit, taken) for unit in state.units if unit.seat == state.turn)
    return state.phase == "activate" and not state.able


def _changed(old: Unit, new: Unit, journey: Destination | None) -> Effect | None:
    """Whoever goes along a path arrives at its end, or is stopped on the way; who enters otherwise arrives too. Anybody
    else who stands elsewhere now was shoved."""
    if new.status in ("captured", "defeated") and new.status != old.status:
        return Effect(new.seat, new.name, new.status, UNIT + new.card.points)
    if journey is not None and new.name == journey.who and new.on_map:
        stopped = new.at != journey.to
        return Effect(new.seat, new.name, "stopped" if stopped else "arrives", int(stopped))
    if new.status == "gone" and new.status != old.status:
        return Effect(new.seat, new.name, "leaves the map")
    if new.status != old.status:
        return Effect(new.seat, new.name, "arrives" if new.on_map else new.status)
    return Effect(new.seat, new.name, "shoved", 1) if new.at != old.at else None


# ---- rules of thumb ---------------------------------------------------------------------------------------


def _best_bump(options: Sequence[Option]) -> str:
    """A - bump first, since it must be used, on the lowest die; then the + bump that lifts a die highest, of equal
    ones the smaller bump, on the lower die. Nothing if no die rises."""
    bumps = [option for option in options if option.value != PASS]
    minus = [option for option in bumps if option.value[1] < 0]
    if minus:
        return min(minus, key=lambda option: (option.value[2], option.value[1])).id
    rising = [option for option in bumps if option.value[2] < 6]
    if not rising and len(bumps) < len(options):
        return options[-1].id

    def rank(option: Option) -> tuple[int, int, int]:
        _, by, face = option.value
        return min(6, face + by), -by, -face

    return max(rising or bumps, key=rank).id


def _best_reroll(question: Question, options: Sequence[Option]) -> str:
    assert isinstance(question, Choice)
    table: OnTable = question.about
    own = [option for option in options if option.value != PASS]
    for pool in (OFF, DEF):
        here = [option for option in own if option.value[1] == pool]
        if here and _is_behind(table, pool):
            single = {grant.source for grant in table.hands[table.number].grants if grant.pools == (pool,)}
            return min(here, key=lambda option: (option.value[2], option.value[0] not in single)).id
    return options[-1].id


def _is_behind(table: OnTable, pool: PoolName) -> bool:
    """Would the tally of this pool go against its owner now?"""
    attacking = table.number if pool == OFF else 1 - table.number
    beaten, _ = tally(*dice_of(table.hands, attacking), table.contest.tally_method)
    return behind(beaten, pool)


def _best_hex(options: Sequence[Option]) -> str:
    """The highest OFF die, or DEF die where there are no others, if it shows 4 or more."""
    _, face = options[0].value
    return options[0].id if face >= WORTH_A_HEX else options[-1].id


# ---- preludes -----------------------------------------------------------------------------------------------


def _unit(name: str, card: str, player: str, column: int, row: int, **keys: Any) -> dict[str, Any]:
    """A unit of a prelude; 'plain' is the one of case files."""
    named = {} if card == PLAIN else {"card": card}
    return {"name": name, "player": player, "at": label((column, row)), **named, **keys}


def _card(name: str) -> Card:
    return PLAIN_CARD if name == PLAIN else lookup("card", name, content().cards)


def _keys(role: str, card: str, skill: str, words: Mapping[str, str]) -> dict[str, Any]:
    """Numbers of the skill take the place of those on the card; a single type, ability or bump is a list of one."""
    found = of_model(role, words)
    for key in ("types", "abilities", "off_bumps", "def_bumps"):
        if key in found and not isinstance(found[key], list):
            found[key] = [found[key]]
    numbers = {key: found.pop(key) for key in ("off", "def", "range", "off_bumps", "def_bumps") if key in found}
    return found | ({skill: to_builtins(_card(card).skills[skill]) | numbers} if numbers else {})


def _whole(words: Mapping[str, str], word: str, usual: int, least: int, most: int) -> int:
    number = value(words.get(word, str(usual)))
    if not isinstance(number, int) or not least <= number <= most:
        raise SetupError(f"{word} is {least} to {most}, not {words.get(word)}")
    return number


def _onlookers() -> list[dict[str, Any]]:
    """Somebody else on each side, so that the game does not end with the last unit."""
    return [_unit("first onlooker", PLAIN, "Attacker", 0, 0), _unit("last onlooker", PLAIN, "Defender", WIDTH - 1, 0)]


def _assault_prelude(skill: SkillName, models: tuple[str, ...], words: Mapping[str, str]) -> Prelude:
    attacker = _keys("attacker", models[0], skill, words)
    far = _whole(words, "distance", _usual_distance(skill, models[0], attacker), 1, WIDTH - COLUMN - 3)
    there = COLUMN + far
    height = _whole(words, "height", 0, -3, 3)
    units = [
        _unit("attacker", models[0], "Attacker", COLUMN, ROW) | attacker,
        _unit("target", models[1], "Defender", there, ROW) | _keys("target", models[1], skill, words),
    ]
    beside = [(there + 1, ROW), (there + 1, ROW + 1)]
    for n in range(_whole(words, "support", 0, 0, 2)):
        units.append(_unit(f"supporter {n + 1}", PLAIN, "Attacker", *beside[n]))
    if _whole(words, "guard", 0, 0, 1):
        units.append(_unit("guard", PLAIN, "Defender", there + 1, ROW - 1))
    cells: dict[str, Any] = {}
    if height:
        cells[label((COLUMN if height > 0 else there, ROW))] = {"height": abs(height)}
    if "cover" in words:
        if far < 2:
            raise SetupError("there is no room for cover between neighbours", "OT-21.3")
        cells[label((there - 1, ROW))] = {"marks": ["hindering"]}
    situation = {
        "map": ["." * WIDTH] * DEPTH, "cells": cells, "player": [{"name": "Attacker"}, {"name": "Defender"}],
        "counters": 1, "unit": [*units, *_onlookers()],
    }  # fmt: skip
    answers = "attacker", "assault", skill, "target", "no-overcharge"
    return Prelude(situation, answers, why_not=partial(_refused, skill))


def _usual_distance(skill: SkillName, card: str, keys: Mapping[str, Any]) -> int:
    """A distance that the skill reaches: neighbours for Melee and Technical, a little away for the others."""
    if skill in ("melee", "technical"):
        return 1
    reach = keys[skill]["range"] if skill in keys else _card(card).skills[skill].range
    return 1 if reach == 1 else 2


def _refused(skill: SkillName, state: State) -> SetupError | None:
    """Why this attacker cannot assault this target in this skill, and what to say instead. The game itself would go on
    to another skill, or to a move."""
    attacker, target = state.units[:2]
    unable = why_no_assault(state, attacker, skill)
    if unable is not None:
        reason, clause = unable
        way_out = "name another attacker or skill, or say attacker.off=1 attacker.range=1"
        return SetupError(f"attacker cannot assault in {skill.title()}: {reason}; {way_out}", clause)
    untouched = why_no_target(state, attacker, target, skill)
    if untouched is None:
        return None
    reason, clause = untouched
    if clause == "OT-12.3":
        reach, far = attacker.card.skills[skill].range, distance(state, attacker, target)
        reason = f"out of range, it reaches {reach} and the distance is {far:g}; say distance={reach}"
    if clause == "OT-23.1":
        reason += f" (those are {', '.join(TECHNICAL_TYPES)}); name another, or say target.types={TECHNICAL_TYPES[0]}"
    return SetupError(f"attacker cannot assault target in {skill.title()}: {reason}", clause)


def _climb(models: tuple[str, ...], words: Mapping[str, str]) -> Prelude:
    height = _whole(words, "height", 2, 1, 5)
    top = label((COLUMN + 1, ROW))
    model = _unit("model", models[0], "Attacker", COLUMN, ROW) | _keys("model", models[0], "melee", words)
    situation = {
        "map": ["." * WIDTH] * DEPTH, "cells": {top: {"height": height}}, "counters": 1,
        "player": [{"name": "Attacker"}, {"name": "Defender"}],
        "unit": [model, *_onlookers()],
    }  # fmt: skip
    return Prelude(situation, ("model", "move", top))


def _rout(words: Mapping[str, str]) -> Prelude:
    situation = {
        "map": ["." * WIDTH] * DEPTH, "turn": "Other",
        "player": [
            {"name": "Player", "morale": _whole(words, "morale", 10, 0, 20),
             "losses": _whole(words, "losses", 1, 0, 99), "round_captures": _whole(words, "captures", 0, 0, 99)},
            {"name": "Other"},
        ],
        "unit": [_unit("one", PLAIN, "Player", 0, 0), _unit("two", PLAIN, "Other", WIDTH - 1, DEPTH - 1)],
    }  # fmt: skip
    return Prelude(situation, ("end-turn",))


assert set(SKILLS) <= {kind.name for kind in Outlook.kinds}
