"""What odds are about in Riverside: wounds, models lost, morale, from the target that is named to the last die."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from sandtable.engine.errors import SetupError, shown
from sandtable.engine.lists import lookup
from sandtable.engine.outlook import (
    Effect,
    Kind,
    Prelude,
    Result,
    Short,
    Solve,
    StageAim,
    Weights,
    ended,
    of_model,
    value,
)
from sandtable.engine.questions import Answer, ChooseOne, Question
from sandtable.engine.ruleset import Stage
from sandtable.rulesets.riverside.content import content
from sandtable.rulesets.riverside.situations import in_ranks
from sandtable.rulesets.riverside.state import MOST_TOKENS, State, Unit
from sandtable.rulesets.riverside.strike_dice import Struck, attack, effect
from sandtable.rulesets.riverside.wound_allocation import assign

WOUND, MODEL, SHAKEN, LOST, BATTLE = 10, 5, 40, 100, 1000
"""How much a player minds a wound, a model, a Shaken unit, a lost one, and a lost battle."""
FOLLOWED = ("volley", "morale", "tests", "blows", "strike back", "return", "melee morale", "apart", "zones")
"""Phases in which what was answered is still being resolved."""
X, Y = 10.0, 20.0
"""Where the acting unit of a prelude stands."""
STATS = {
    "attacker.KEY= target.KEY=": "any key of case files: quality, defense, rules, weapons, count (target.defense=5)",
}
INTO_CONTACT: dict[str, Any] = {"unit": {}}
"""The wish of a Charge and of a counter-move: everybody as near as can be."""
Wounds = tuple[int, tuple[tuple[int, int], ...]]


class Outlook:
    """See `sandtable.engine.outlook.Outlook`."""

    nothing = "no effect"
    endless = frozenset({"RV-1.4", "RV-2.1"})
    """Equal dice are rolled again, as often as it takes (RV-1.4)."""
    aims: Mapping[Callable[..., Any], StageAim] = {
        assign: StageAim(lambda band, wounds: band.seat, lambda given: -len(given), "the fewest losses", by_thumb=True),
    }
    kinds = (
        Kind(
            "shoot", "a Ranged Attack: hits, saves, casualties, morale", ("attacker", "target"),
            {"distance=": "inches between the units; default: 8", "cover": "the target has Cover", **STATS},
            ('shoot "Levy Rifles" Boarders distance=18 cover', 'shoot "Reed Bows" "Mud Troll"'),
        ),
        Kind(
            "charge", "a Charge: blows, return strikes, who loses, morale", ("attacker", "target"),
            {"distance=": "inches between the units; default: 4", **STATS},
            ('charge "Boar Riders" "Levy Rifles"', 'charge Boarders "Brine Knights" target.fatigued=true'),
        ),
        Kind(
            "cast", "a spell of the caster's army: the casting roll, and what comes of it", ("attacker", "target"),
            {"spell=": "which one", "distance=": "inches between the units; default: 8", **STATS},
            ('cast "Tide Reader" Boarders spell="Wall of Water"', 'cast "Bell Witch" "Reed Bows" spell="Dread Bell"'),
        ),
    )  # fmt: skip

    # ---- how far, and what came of it ------------------------------------------------------------------

    def goes_on(self, before: State, now: State) -> bool:
        return now.phase in FOLLOWED and not now.wrecks

    def result(self, before: State, now: State) -> Result:
        found = [
            changed
            for old, new in zip(before.units, now.units, strict=True)
            if (changed := _changed(before, now, old, new)) is not None
        ]
        if now.result is not None and before.result is None:
            found += [ended(now.result, side, player.name, BATTLE) for side, player in enumerate(now.players)]
        return tuple(found)

    # ---- decisions -------------------------------------------------------------------------------------

    def usual(self, question: Question) -> Answer:
        """Strike back; help nobody and hinder nobody; the first of the models that may fall."""
        return next(question.legal()) if not isinstance(question, ChooseOne) else question.options[0].id

    def forget(self) -> None:
        pass

    def shortcut(self, stage: Stage, solve: Solve) -> Short | None:
        """The dice of an attack do not touch each other: each is solved alone, and they are added up."""
        if stage.rule is not attack:
            return None
        (blow,) = stage.args
        total: dict[Wounds, int] = {(0, ()): 1}
        for shot in blow.shots:
            alone = replace(blow, shots=(replace(shot, dice=1),))
            one = _effects(solve(attack, alone))
            total = _together(total, _repeated(one, shot.dice, blow.most), blow.most)
        return Short({Struck(wounds, named): weight for (wounds, named), weight in total.items()}, decided=False)

    # ---- preludes ----------------------------------------------------------------------------------------

    def prelude(self, kind: str, models: tuple[str, ...], words: Mapping[str, str]) -> Prelude:
        return SCENES[kind](models, words)


# ---- preludes ---------------------------------------------------------------------------------------------


def _opposed(models: tuple[str, ...], words: Mapping[str, str], usual: str) -> dict[str, Any]:
    """Two units that face each other over open ground."""
    one = _unit("attacker", models[0], "Attacker", words)
    two = _unit("target", models[1], "Defender", words)
    inches = value(words.get("distance", usual))
    if not isinstance(inches, int | float) or not 0 <= inches <= 48:
        raise SetupError("distance is 0 to 48 inches", "RV-7.6")
    one |= {"at": [X, Y], "columns": 5}
    front = max(y + radius for _, y, radius in in_ranks(one)) + inches  # where the target's bases begin
    _, _, radius = in_ranks(two)[0]
    two |= {"at": [X, front + radius], "columns": 5}
    terrain = [{"id": "cover", "types": ["cover"], "x": [0, 40], "y": [front, front + 20]}]
    return {
        "table": [60, 110],
        "player": [{"name": "Attacker"}, {"name": "Defender"}],
        "unit": [one, two],
        "terrain": terrain if "cover" in words else [],
    }


def _shoot(models: tuple[str, ...], words: Mapping[str, str]) -> Prelude:
    return Prelude(_opposed(models, words, "8"), ("attacker", "hold", "target"))


def _charge(models: tuple[str, ...], words: Mapping[str, str]) -> Prelude:
    """The units are moved into contact as they would move themselves; then the dice begin."""
    answers = ("attacker", "charge", "target", INTO_CONTACT, INTO_CONTACT)
    return Prelude(_opposed(models, words, "4"), answers)


def _cast(models: tuple[str, ...], words: Mapping[str, str]) -> Prelude:
    """A Caster with all the tokens it can hold; a spell for friends has a friend for its target."""
    army = next((one for one in content().armies.values() if models[0] in one.units), None)
    if army is None or "Caster" not in " ".join(army.units[models[0]].rules):
        raise SetupError(f"{shown(models[0])} is no Caster of the lists", "RV-21.12")
    spell = lookup("spell", words.get("spell", ""), army.spells, "RV-21.14")
    situation = _opposed(models, words, "8")
    one, two = situation["unit"]
    situation["player"][0]["army"] = army.name
    one["models"] = [{"tokens": MOST_TOKENS}]
    two["player"] = "Attacker" if spell.target == "friend" else "Defender"
    return Prelude(situation, ("attacker", "hold", f"cast {spell.name}".lower(), "target"))


SCENES = {"shoot": _shoot, "charge": _charge, "cast": _cast}


def _unit(role: str, entry: str, player: str, words: Mapping[str, str]) -> dict[str, Any]:
    named = {} if entry == "plain" else {"entry": entry}
    given = {
        key: [one] if key in ("rules", "weapons") and not isinstance(one, list) else one
        for key, one in of_model(role, words).items()
    }
    return {"name": role, "player": player, **named, **given}


def _effects(weights: Weights) -> dict[Wounds, int]:
    """What the rules tell apart of a die's results."""
    found: dict[Wounds, int] = {}
    for struck, weight in weights.items():
        assert isinstance(struck, Struck)
        found[effect(struck)] = found.get(effect(struck), 0) + weight
    return found


def _together(one: Mapping[Wounds, int], two: Mapping[Wounds, int], most: int) -> dict[Wounds, int]:
    """Two lots of dice added up; what is more than the target can take is lost."""
    found: dict[Wounds, int] = {}
    for (a, named_a), weight_a in one.items():
        for (b, named_b), weight_b in two.items():
            key = min(a + b, most), _merged(named_a, named_b)
            found[key] = found.get(key, 0) + weight_a * weight_b
    return found


def _merged(one: tuple[tuple[int, int], ...], two: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    if not one or not two:
        return one or two
    named = dict(one)
    for number, wounds in two:
        named[number] = named.get(number, 0) + wounds
    return tuple(sorted(named.items()))


def _repeated(one: dict[Wounds, int], times: int, most: int) -> dict[Wounds, int]:
    """So many dice alike, by doubling."""
    found: dict[Wounds, int] = {(0, ()): 1}
    while times:
        if times & 1:
            found = _together(found, one, most)
        times >>= 1
        if times:
            one = _together(one, one, most)
    return found


def _changed(before: State, now: State, old: Unit, new: Unit) -> Effect | None:
    lost = len(before.members(old)) - len(now.members(new))
    wounds = sum(now.models[n].wounds - before.models[n].wounds for n in new.models)
    numbers = (("wounds", wounds), ("models", lost))
    harm = WOUND * wounds + MODEL * lost
    if new.gone and not old.gone:
        return Effect(new.side, new.name, new.where, LOST + harm, numbers)
    if new.shaken and not old.shaken:
        return Effect(new.side, new.name, "shaken", SHAKEN + harm, numbers)
    if lost:
        return Effect(new.side, new.name, "loses models", harm, numbers)
    if wounds:
        return Effect(new.side, new.name, "wounded", harm, numbers)
    return None
