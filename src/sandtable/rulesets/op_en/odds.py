"""What odds are about in Op-En: damage, Out of Action, being moved, statuses and points, from the action to the last
die."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from sandtable.engine.errors import SetupError
from sandtable.engine.outlook import (
    PLAIN,
    Effect,
    Kind,
    Prelude,
    Result,
    Short,
    Solve,
    StageAim,
    ended,
    of_model,
    value,
)
from sandtable.engine.questions import Answer, ChooseOne, Option, Question
from sandtable.engine.ruleset import Stage
from sandtable.rulesets.op_en.state import NOBODY, OUT, Character, State
from sandtable.rulesets.op_en.throws import basic, compared, fixed, opposed

HURT, OUT_HARM, MOVED, POINT, GAME = 10, 40, 1, 60, 1000
"""How much a player minds a point of damage, a character Out of Action, a changed place, a point, a lost game."""
CONCEDED = "OE-18.7"
"""Whoever gives up knows what comes of it: that stands beside no other option."""
X, Y = 4.0, 18.0
"""Where the acting character of a prelude stands."""

STATS = {
    "attacker.KEY= target.KEY=": "any key of case files: fight, toughness, body, damage, hidden (target.body=6)",
    "boosts=": "tokens spent on the Test",
    "forgo": "the second action is forgone",
}
ALONE = {"model.KEY=": "any key of case files", "boosts=": "tokens", "forgo": "the second action is forgone"}
ATTACK = ("attacker", "target")


def _total(outcome: Any) -> int:
    return int(outcome.total)


def _success(outcome: Any) -> int:
    """A success first of all, then its Degrees; a natural 1 last."""
    return 20 + int(outcome.degrees) if outcome.success else -1 if outcome.one else 0


class Outlook:
    """See `sandtable.engine.outlook.Outlook`."""

    nothing = "no effect"
    endless = frozenset({"OE-7.17"})
    """Equal totals are rolled again, as often as it takes (OE-7.18)."""
    aims: Mapping[Callable[..., Any], StageAim] = {
        basic: StageAim(lambda active, *_: active.seat, _total, "the highest total"),
        fixed: StageAim(lambda active, *_: active.seat, _success, "a success"),
        opposed: StageAim(lambda active, *_: active.seat, _success, "a success"),
        compared: StageAim(lambda sides: sides[0].seat, lambda totals: totals[0], "the highest total"),
    }
    kinds = (
        Kind(
            "shoot", "a Shoot Action", ATTACK,
            {"weapon=": "with what; default: Handbow", "distance=": "inches between the bases; default: 5",
             "obscured": "something half hides the target", **STATS},
            ("shoot plain plain weapon=Crossbow distance=12 attacker.shoot=10 target.agility=6 obscured",),
        ),
        Kind(
            "fight", "a Fight Action", ATTACK, {"weapon=": "with what; default: Cutlass", **STATS},
            ("fight plain plain weapon=Maul attacker.fight=10 target.toughness=8 boosts=1",),
        ),
        Kind(
            "interact", "Interact with an objective", ("model",),
            {"number=": "the Target Number; default: 5", "model.KEY=": "any key of case files", "boosts=": "tokens",
             "forgo": "the second action is forgone"},
            ("interact plain number=6 model.intellect=8",),
        ),
        Kind(
            "skill", "a Skill of the Setting aimed at an Enemy", ATTACK,
            {"skill=": "which; default: Stare Down", "distance=": "inches between the bases; default: 0", **STATS},
            ("skill plain plain skill='Stare Down' attacker.intellect=8 target.grit=6",),
        ),
        Kind(
            "jump", "a Jump", ("model",), {"run_up=": "inches moved before it: 3 or 6; default: 0", **ALONE},
            ("jump plain run_up=3 model.agility=8",),
        ),
        Kind(
            "climb", "a Climb", ("model",), {"inches=": "how high; default: 3", **ALONE},
            ("climb plain inches=4 model.agility=8",),
        ),
        Kind(
            "hide", "Hide", ("model",), {"watchers=": "Enemies with Obscured LoS, 0 to 3; default: 0", **ALONE},
            ("hide plain watchers=1 model.agility=8",),
        ),
        Kind("disengage", "Disengage from an Enemy", ATTACK, STATS, ("disengage plain plain attacker.agility=8",)),
        Kind(
            "fall", "an Uncontrolled Fall", ("model",), {"inches=": "how deep, more than 2; default: 4", **ALONE},
            ("fall plain inches=5 model.agility=8",),
        ),
    )  # fmt: skip

    # ---- how far, and what came of it ------------------------------------------------------------------

    def goes_on(self, before: State, now: State) -> bool:
        """The action that was chosen; at the end of the last turn what is left of the game; floods and bites."""
        if now.phase in ("end", "effects"):
            return now.turn >= now.turns
        return now.phase in ("doing", "flood") or (now.phase == "scenario" and now.act is not None)

    def result(self, before: State, now: State) -> Result:
        found = [
            effect
            for old, new in zip(before.characters, now.characters, strict=False)
            if (effect := _changed(old, new)) is not None
        ]
        for side, (then, player) in enumerate(zip(before.players, now.players, strict=True)):
            gained = player.points - then.points
            if gained:
                found.append(Effect(side, player.name, "scores", -POINT * gained, (("points", gained),)))
        found += _notched(before, now)
        if before.phase == "initiative" and now.first >= 0:
            found.append(Effect(now.first, now.players[now.first].name, "activates first", -1))
        if now.result is not None and before.result is None and now.result.clause != CONCEDED:
            found += [ended(now.result, side, player.name, GAME) for side, player in enumerate(now.players)]
        return tuple(found)

    # ---- decisions -------------------------------------------------------------------------------------

    def usual(self, question: Question) -> Answer:
        """The better Stat, the whole Push, no token, a new die for a 1, the first option otherwise."""
        options: tuple[Option, ...] = getattr(question, "options", ())
        match question.topic:
            case "re-roll":
                return "re-roll" if question.about[1].face <= 2 else "keep"
            case "token":
                return "no token"
            case "first":
                return options[question.seat].id
        return options[0].id if isinstance(question, ChooseOne) else next(question.legal())

    def forget(self) -> None:
        pass

    def shortcut(self, stage: Stage, solve: Solve) -> Short | None:
        return None

    # ---- preludes ----------------------------------------------------------------------------------------

    def prelude(self, kind: str, models: tuple[str, ...], words: Mapping[str, str]) -> Prelude:
        return SCENES[kind](models, words)


def _notched(before: State, now: State) -> Iterator[Effect]:
    """Objectives that were worked at without anybody scoring yet."""
    for old, new in zip(before.marks, now.marks, strict=True):
        for side, (had, has) in enumerate(zip(old.notches or (0,) * len(now.players), new.notches, strict=False)):
            if has != had:
                what = "cuts a notch" if has > had else "loses a notch"
                yield Effect(side, now.players[side].name, what, HURT * (had - has))


def _changed(old: Character, new: Character) -> Effect | None:
    damage = new.damage - old.damage
    numbers = (("damage", damage),)
    if new.status == OUT and old.status != OUT:
        what = "drowns" if new.drowned else "out of action"
        return Effect(new.side, new.name, what, OUT_HARM + HURT * max(0, damage), numbers)
    if damage > 0:
        return Effect(new.side, new.name, "hurt", HURT * damage, numbers)
    if damage < 0:
        return Effect(new.side, new.name, "healed", HURT * damage, numbers)
    if new.carries != old.carries:
        took = new.carries != NOBODY
        return Effect(new.side, new.name, "takes it" if took else "drops it", -HURT if took else HURT)
    if (new.stunned, new.poisoned) != (old.stunned, old.poisoned):
        return Effect(new.side, new.name, "hampered", HURT)
    if new.hidden != old.hidden:
        return Effect(new.side, new.name, "hidden" if new.hidden else "revealed", -HURT if new.hidden else HURT)
    if new.lasting != old.lasting:
        return Effect(new.side, new.name, "under an effect", MOVED)
    if (new.x, new.y, new.z) != (old.x, old.y, old.z):
        return Effect(new.side, new.name, "moved", MOVED)
    return None


# ---- preludes -----------------------------------------------------------------------------------------------


def _one(name: str, kind: str, player: str, words: Mapping[str, str], **keys: Any) -> dict[str, Any]:
    """A character of a prelude: 'plain', or of a Form."""
    form = {} if kind == PLAIN else {"form": kind}
    given = of_model(name, words)
    for key in ("equipment", "skills", "abilities", "flags"):
        if key in given and not isinstance(given[key], list):
            given[key] = [given[key]]
    return {"name": name, "player": player, **form, **keys, **given}


def _prelude(
    acting: dict[str, Any], others: list[dict[str, Any]], words: Mapping[str, str], *deeds: Answer, **more: Any
) -> Prelude:
    """A situation, and the answers that lead to the dice: tokens and what is forgone, then the deeds."""
    boosts = value(words.get("boosts", "0"))
    if not isinstance(boosts, int) or not 0 <= boosts <= 9:
        raise SetupError("boosts is 0 to 9", "OE-8.5")
    situation = {
        "player": [{"name": "Active", "tokens": boosts}, {"name": "Opposing"}],
        "character": [acting, *others],
        "active": {"name": acting["name"]},
        **more,
    }
    forgo = ["forgo the second action"] if "forgo" in words else []
    return Prelude(situation, (*["boost"] * boosts, *forgo, *deeds))


def _shoot(models: tuple[str, ...], words: Mapping[str, str]) -> Prelude:
    inches = value(words.get("distance", "5"))
    if not isinstance(inches, int | float) or not 0 <= inches <= 30:
        raise SetupError("distance is 0 to 30 inches", "OE-13.8")
    one = _one("attacker", models[0], "Active", words, equipment=[words.get("weapon", "Handbow")], at=[X, Y])
    two = _one("target", models[1], "Opposing", words, at=[X + 1 + inches, Y])
    screen = {"id": "screen", "kind": "wall", "x": [X + inches, X + inches + 0.1], "y": [Y, Y + 3], "height": 3}
    return _prelude(one, [two], words, "shoot", terrain=[screen] if "obscured" in words else [])


def _fight(models: tuple[str, ...], words: Mapping[str, str]) -> Prelude:
    one = _one("attacker", models[0], "Active", words, equipment=[words.get("weapon", "Cutlass")], at=[X, Y])
    two = _one("target", models[1], "Opposing", words, at=[X + 1, Y])
    return _prelude(one, [two], words, "fight")


def _interact(models: tuple[str, ...], words: Mapping[str, str]) -> Prelude:
    one = _one("model", models[0], "Active", words, at=[X, Y])
    number = value(words.get("number", "5"))
    if not isinstance(number, int) or not 1 <= number <= 20:
        raise SetupError("number is 1 to 20", "OE-16.3")
    objective = {"name": "Crate", "at": [[X + 1, Y]], "target": number, "success": [{"does": "score"}]}
    far = {"name": "target", "player": "Opposing", "at": [30, 30]}
    return _prelude(one, [far], words, "interact", objective=[objective])


def _whole(words: Mapping[str, str], name: str, usual: int, least: int, most: int, clause: str) -> int:
    number = value(words.get(name, str(usual)))
    if not isinstance(number, int) or not least <= number <= most:
        raise SetupError(f"{name} is {least} to {most}", clause)
    return number


FAR = {"name": "target", "player": "Opposing", "at": [30, 30]}
"""Somebody who has nothing to do with it."""


def _skill(models: tuple[str, ...], words: Mapping[str, str]) -> Prelude:
    name = words.get("skill", "Stare Down")
    one = _one("attacker", models[0], "Active", words, skills=[name], at=[X, Y])
    two = _one("target", models[1], "Opposing", words, at=[X + 1 + _whole(words, "distance", 0, 0, 30, "OE-15.6"), Y])
    return _prelude(one, [two], words, name.lower())


def _jump(models: tuple[str, ...], words: Mapping[str, str]) -> Prelude:
    run = _whole(words, "run_up", 0, 0, 6, "OE-16.11")
    one = _one("model", models[0], "Active", words, move=6, at=[X, Y])
    walked: tuple[Answer, ...] = ("move", {"model": [[X + run, Y]]}) if run else ()
    return _prelude(one, [FAR], words, *walked, "jump", {"model": [X + run + 2, Y]})


def _climb(models: tuple[str, ...], words: Mapping[str, str]) -> Prelude:
    high = _whole(words, "inches", 3, 1, 20, "OE-16.17")
    face = {"id": "face", "kind": "block", "x": [X + 0.5, X + 8], "y": [Y - 4, Y + 4], "height": high}
    one = _one("model", models[0], "Active", words, at=[X, Y])
    return _prelude(one, [FAR], words, "climb", {"model": [X + 1 + 4 / 1024, Y, high]}, terrain=[face])


def _hide(models: tuple[str, ...], words: Mapping[str, str]) -> Prelude:
    """Behind a wall that leaves a slit for those who watch."""
    watchers = _whole(words, "watchers", 0, 0, 3, "OE-16.25")
    wall = {"id": "wall", "kind": "wall", "x": [X + 2, X + 3], "y": [0, Y if watchers else 36], "height": 4}
    others = [{"name": f"watcher {n}", "player": "Opposing", "at": [X + 20, Y + 2 * n]} for n in range(watchers)]
    one = _one("model", models[0], "Active", words, at=[X, Y])
    return _prelude(one, others or [FAR], words, "hide", terrain=[wall])


def _disengage(models: tuple[str, ...], words: Mapping[str, str]) -> Prelude:
    one = _one("attacker", models[0], "Active", words, at=[X + 4, Y])
    two = _one("target", models[1], "Opposing", words, at=[X + 5, Y])
    return _prelude(one, [two], words, "disengage")


def _fall(models: tuple[str, ...], words: Mapping[str, str]) -> Prelude:
    """Off the edge of a block."""
    deep = _whole(words, "inches", 4, 3, 20, "OE-12.25")
    ground = [{"id": "block", "kind": "block", "x": [X - 3, X + 1], "y": [Y - 3, Y + 3], "height": deep}]
    one = _one("model", models[0], "Active", words, move=6, at=[X, Y, deep])
    return _prelude(one, [FAR], words, "move", {"model": [[X + 2.5, Y]]}, terrain=ground)


SCENES: dict[str, Callable[[tuple[str, ...], Mapping[str, str]], Prelude]] = {
    "shoot": _shoot, "fight": _fight, "interact": _interact, "skill": _skill, "jump": _jump,
    "climb": _climb, "hide": _hide, "disengage": _disengage, "fall": _fall,
}  # fmt: skip
