"""What odds are about in 'Opportunity': an attack with its response, checks and counter blows, and the checks alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sandtable.engine.errors import SetupError, shown
from sandtable.engine.outlook import PLAIN, Kind, Prelude, Relay, Result, Short, Solve, StageAim, of_model, value
from sandtable.engine.questions import Answer, ChooseOne, ChooseSome, Option, Question
from sandtable.engine.ruleset import Reading, Stage
from sandtable.rulesets.opportunity import odds_legs as legs
from sandtable.rulesets.opportunity.odds_effects import effects
from sandtable.rulesets.opportunity.responses import ADAPT, BLOCK, COUNTER_ATTACK, DODGE, OVERWATCH, TAKE_COVER
from sandtable.rulesets.opportunity.state import GREEN, State
from sandtable.rulesets.opportunity.turn import turn_is_over

AT_ONCE = ("aftermath", "end", "turn", "checks")
"""Phases that ask nobody anything."""
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
"""Initiative of the attacker in a prelude; everybody else comes after it, one by one."""
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
        """An activation is one step; the last checks of an encounter that it ends, and the fatal injury checks after a
        turn that it ends, come before anybody has a choice again."""
        return now.phase in AT_ONCE or (now.phase == "round" and turn_is_over(now))

    def result(self, before: State, now: State) -> Result:
        return effects(before, now)

    def relay(self, before: State, reading: Reading[State], question: Question | None, answer: Answer) -> Relay | None:
        """Attacks of a Spread Fire, and checks, one after the other."""
        state = reading.state
        if isinstance(question, ChooseSome) and question.topic == "targets":
            return legs.spread(state, reading.options, question, answer)
        if question is not None:
            return None
        if state.phase == "checks":
            return legs.turn_checks(before, state)
        return legs.last_checks(before, state) if state.phase == "aftermath" else None

    # ---- decisions -------------------------------------------------------------------------------------

    def usual(self, question: Question) -> Answer:
        """The simplest response there is, paid with the highest dice; of one's own dice the lowest goes, of an enemy's
        the highest."""
        if not isinstance(question, ChooseOne):
            return next(question.legal())
        match question.topic:
            case "respond":
                known = {option.id for option in question.options}
                return next((response for response in RANKED if response in known), question.options[0].id)
            case "colour":
                return GREEN
            case "die":
                foremost = min if question.about.name == "loses" else max
                return foremost(question.options, key=_face).id
        return question.options[0].id

    def forget(self) -> None:
        pass

    def shortcut(self, stage: Stage, solve: Solve) -> Short | None:
        return None

    # ---- preludes ----------------------------------------------------------------------------------------

    def prelude(self, kind: str, models: tuple[str, ...], words: Mapping[str, str]) -> Prelude:
        return _fatal_check(models, words) if kind == "fatal-check" else _attack_prelude(kind, models, words)


def _face(option: Option) -> int:
    return int(option.id.partition("#")[0][1:])


# ---- preludes -----------------------------------------------------------------------------------------------


def _standing(name: str, archetype: str, side: str, **keys: Any) -> dict[str, Any]:
    """A combatant of a prelude; 'plain' has the attributes of case files."""
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


def _attack_prelude(kind: str, models: tuple[str, ...], words: Mapping[str, str]) -> Prelude:
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
    return Prelude(situation, tuple(answers))


def _fatal_check(models: tuple[str, ...], words: Mapping[str, str]) -> Prelude:
    hurt = {"fatally_injured": True, "trauma": value(words.get("trauma", "8"))}
    _check_trauma("model", hurt["trauma"])
    if "fallen" in words:
        hurt["status"] = "fallen"
    patient = _standing("model", models[0], "Red", **hurt) | _keys("model", words)
    others = [_standing("friend", PLAIN, "Red"), _standing("enemy", PLAIN, "Blue")]
    return Prelude({"stage": "turn", "combatant": [patient, *others]})
