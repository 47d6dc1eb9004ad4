"""What odds are about in 'Opportunity': an attack with its response, checks and counter blows, and the checks alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sandtable.engine.errors import SetupError, shown
from sandtable.engine.outlook import PLAIN, Effect, Kind, Result, Scene, Short, Solve, StageAim, of_model, value
from sandtable.engine.questions import Answer, ChooseOne, ChooseSome, Option, Question
from sandtable.engine.rulebook import Options
from sandtable.engine.ruleset import Stage
from sandtable.rulesets.opportunity.attacks import ADAPT, BLOCK, COUNTER_ATTACK, DODGE, OVERWATCH, TAKE_COVER
from sandtable.rulesets.opportunity.state import Combatant, State

DEATH, FALL, FATAL, TRAUMA = 100, 60, 25, 2
"""How much a player minds; a point of Position counts 1."""

ATTACKS = {
    "ranged-attack": ("a Ranged Attack", "R5", "Carbine"),
    "unload": ("an Unload", "R5,R4", "Carbine"),
    "suppressing-fire": ("Suppressing Fire", "R4,B5", "Carbine"),
    "spread-fire": ("Spread Fire at one or more targets", "R5,R4,B6", "Carbine"),
    "melee-attack": ("a Melee Attack", "R5", "Sword"),
    "heavy-attack": ("a Heavy Attack", "R5,R4", "Sword"),
    "disarm": ("a Disarm", "R5,B4", "Sword"),
    "charge": ("a Charge", "R5,B4", "Sword"),
}
"""What each is called, the dice it is usually paid with, and with what."""
IN_MELEE = ("melee-attack", "heavy-attack", "disarm")
RANKED = tuple(one.option.id for one in (TAKE_COVER, BLOCK, DODGE, COUNTER_ATTACK, OVERWATCH, ADAPT))
FIRST = 40
"""Initiative of the attacker in a scene; everybody else comes after it, one by one."""
MOST_TRAUMA = 100
"""Far more than any check outdoes; the rules set no limit."""
KEYS = (
    "any key of case files: physique, agility, weapon, armour, position, trauma, aimed=true, pool (target.pool=G4,B2)"
)


def _attack(name: str) -> Kind:
    what, dice, weapon = ATTACKS[name]
    words = {
        "pool=": f"the dice it is paid with; default: {dice}",
        "weapon=": f"with what; default: the archetype's own, or {weapon}",
        "aimed": "the attacker is Aimed",
        "smoke": "Smoke is out",
        "attacker.KEY= target.KEY=": KEYS,
    }
    if name == "spread-fire":
        words["targets="] = "how many equal targets; default: 1"
    target = "Bodyguard target.pool=G2"
    return Kind(name, what, ("attacker", "target"), words, (f"{name} plain {target} pool={dice} weapon={weapon}",))


class Outlook:
    """See `sandtable.engine.outlook.Outlook`."""

    nothing = "no effect"
    aims: Mapping[Callable[..., Any], StageAim] = {}
    kinds = (
        *map(_attack, ATTACKS),
        Kind(
            "fatal-check", "the check of a Fatally Injured combatant at the beginning of a turn", ("model",),
            {"trauma=": "its Trauma; default: 8", "fallen": "it lies on the ground", "model.KEY=": KEYS},
            ("fatal-check Veteran trauma=12 fallen",),
        ),
    )  # fmt: skip

    # ---- how far, and what came of it ------------------------------------------------------------------

    def goes_on(self, before: State, now: State) -> bool:
        """An activation is one step."""
        return False

    def result(self, before: State, now: State) -> Result:
        pairs = zip(before.combatants, now.combatants, strict=True)
        return tuple(effect for old, new in pairs if (effect := _changed(old, new)) is not None)

    def parts(self, state: State, options: Options, question: Question, answer: Answer) -> Sequence[Answer]:
        """Spread Fire attacks each target for itself, unless a lock between attacker and target could end on the way
        (OP-11.11, OP-9.11)."""
        if question.clause != "OP-11.11" or not isinstance(question, ChooseSome) or question.least > 1:
            return ()
        attacker = next(one for one in state.combatants if one.name == question.who)
        return () if state.locked(attacker) or len(answer) < 2 else [[name] for name in answer]

    # ---- decisions -------------------------------------------------------------------------------------

    def usual(self, question: Question) -> Answer:
        """The simplest response there is, paid with the highest dice; of one's own dice the lowest goes, of an enemy's
        the highest."""
        if not isinstance(question, ChooseOne):
            return next(question.legal())
        known = {option.id: option for option in question.options}
        for response in RANKED:
            if response in known and question.clause in ("OP-7.3", "OP-13.24", "OP-14.18"):
                return response
        if question.clause == "OP-14.15":
            return "green"
        if question.clause in ("OP-11.6", "OP-14.23"):
            return min(question.options, key=_face).id
        if question.clause in ("OP-10.5", "OP-12.13"):
            return max(question.options, key=_face).id
        return question.options[0].id

    def forget(self) -> None:
        pass

    def shortcut(self, stage: Stage, solve: Solve) -> Short | None:
        return None

    # ---- scenes ----------------------------------------------------------------------------------------

    def scene(self, kind: str, models: tuple[str, ...], words: Mapping[str, str]) -> Scene:
        return _fatal_check(models, words) if kind == "fatal-check" else _attack_scene(kind, models, words)


def _face(option: Option) -> int:
    return int(option.id.partition("#")[0][1:])


def _changed(old: Combatant, new: Combatant) -> Effect | None:
    trauma, position = new.trauma - old.trauma, new.position - old.position
    if (trauma, position, new.status, new.fatally_injured) == (0, 0, old.status, old.fatally_injured):
        return None
    numbers = (("trauma", trauma), ("position", position))
    harm = TRAUMA * trauma - position + FATAL * (new.fatally_injured - old.fatally_injured)
    if new.status != old.status:
        word, more = {"dead": ("dies", DEATH), "fallen": ("falls", FALL)}.get(new.status, (new.status, FALL // 2))
        return Effect(new.seat, new.name, word, harm + more, numbers)
    if new.fatally_injured and not old.fatally_injured:
        return Effect(new.seat, new.name, "fatally injured", harm, numbers)
    if old.fatally_injured and not new.fatally_injured:
        return Effect(new.seat, new.name, "treated", harm, numbers)
    hurt = "worsens" if old.status == "fallen" else "stands, hurt"
    return Effect(new.seat, new.name, hurt if trauma > 0 else Outlook.nothing, harm, numbers)


# ---- scenes -----------------------------------------------------------------------------------------------


def _standing(name: str, archetype: str, side: str, **keys: Any) -> dict[str, Any]:
    """A combatant of a scene; 'plain' has the attributes of case files."""
    named = {} if archetype == PLAIN else {"archetype": archetype}
    return {"name": name, "side": side, **named, **keys}


def _dice(given: object) -> list[str]:
    return [str(die) for die in given] if isinstance(given, list) else [str(given)]


def _keys(role: str, words: Mapping[str, str]) -> dict[str, Any]:
    found = of_model(role, words)
    for key in ("pool", "carries", "skills"):
        if key in found:
            found[key] = _dice(found[key])
    if "trauma" in found:
        _check_trauma(role, found["trauma"])
    return found


def _check_trauma(role: str, trauma: object) -> None:
    if not isinstance(trauma, int) or not 0 <= trauma <= MOST_TRAUMA:
        raise SetupError(f"{role}: trauma is 0 to {MOST_TRAUMA}, not {shown(trauma)}", "OP-1.16")


def _attack_scene(kind: str, models: tuple[str, ...], words: Mapping[str, str]) -> Scene:
    _, dice, weapon = ATTACKS[kind]
    attacker = _standing(
        "attacker", models[0], "Attacker", initiative=FIRST, pool=_dice(value(words.get("pool", dice)))
    )
    if "weapon" in words or models[0] == PLAIN:
        attacker["weapon"] = words.get("weapon", weapon)
    if "aimed" in words:
        attacker["aimed"] = True
    count = value(words.get("targets", "1"))
    if not isinstance(count, int) or not 1 <= count <= 5:
        raise SetupError("Spread Fire has one to five targets", "OP-11.11")
    names = ["target"] if count == 1 else [f"target {n}" for n in range(1, count + 1)]
    targets = [
        _standing(name, models[1], "Defender", initiative=FIRST - n) | _keys("target", words)
        for n, name in enumerate(names, 1)
    ]
    if kind in IN_MELEE:
        attacker["paired_with"] = ["target"]
    situation = {
        "stage": "violence", "acting": "attacker", "smoke": "smoke" in words,
        "combatant": [attacker | _keys("attacker", words), *targets],
    }  # fmt: skip
    answers: list[Answer] = [kind] if count == 1 else [kind, names]
    return Scene(situation, tuple(answers))


def _fatal_check(models: tuple[str, ...], words: Mapping[str, str]) -> Scene:
    hurt = {"fatally_injured": True, "trauma": value(words.get("trauma", "8"))}
    _check_trauma("model", hurt["trauma"])
    if "fallen" in words:
        hurt["status"] = "fallen"
    patient = _standing("model", models[0], "Red", **hurt) | _keys("model", words)
    others = [_standing("friend", PLAIN, "Red"), _standing("enemy", PLAIN, "Blue")]
    return Scene({"stage": "turn", "combatant": [patient, *others]})
