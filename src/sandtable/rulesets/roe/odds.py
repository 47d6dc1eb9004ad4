"""What odds are about in Rules of Engagement: hits, tokens, wounds and tests, from the order to the last die."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sandtable.engine.errors import SetupError, shown
from sandtable.engine.lists import lookup
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
from sandtable.engine.ruleset import Reading, Stage
from sandtable.rulesets.roe import rerolls
from sandtable.rulesets.roe.content import content
from sandtable.rulesets.roe.rerolls import Lying, Volley, merits
from sandtable.rulesets.roe.resolve_tests import resolve
from sandtable.rulesets.roe.situations import NOBODY
from sandtable.rulesets.roe.state import FALLEN, ROLL_OFF, ROUNDS, Model, State
from sandtable.rulesets.roe.targets import reach
from sandtable.rulesets.roe.volley import go_on, volley

WOUND, TOKEN, OUT = 10, 3, 30
"""How much a player minds a wound, a token, and a model out of action."""
BATTLE = 1000
"""And a battle that is lost."""
ACTIONS = ("shoot", "hack", "treat")
"""What a Tactical order may be for."""
MOST_PINS = 20
"""More tokens than anybody gathers: an attack puts one on a model (RE-5.15), and three pin it down."""
X, Y = 2.0, 18.0
"""Where the acting model of a prelude stands."""

STATS = {
    "pins=": "pinning tokens of the one who acts",
    "attacker.KEY= target.KEY=": "any key of case files: exp, res, w, c, abilities, wounds, pins (target.res=5)",
}
SHOOTING = {
    "weapon=": "with what; default: Assault Rifle",
    "distance=": "inches between the bases; default: 8",
    "tactical": "a Tactical order instead of Engage",
    "focus": "Focus for to-hit re-rolls",
    "cover": "the target stands in cover",
    "obscured": "something half hides the target",
    **STATS,
}


class Outlook:
    """See `sandtable.engine.outlook.Outlook`."""

    nothing = "no effect"
    endless = frozenset({"RE-1.13", "RE-1.14"})
    """Equal totals are rolled again, as often as it takes (RE-1.17)."""
    aims: Mapping[Callable[..., Any], StageAim] = {
        volley: StageAim(lambda attack: attack.seat, lambda struck: sum(struck.hits), "the most hits", by_thumb=True),
        go_on: StageAim(lambda attack, *_: attack.seat, lambda struck: sum(struck.hits), "the most hits"),
        resolve: StageAim(
            lambda purpose, clause, seat, *_: seat, lambda passed: passed[0], "the most successes", by_thumb=True
        ),
    }
    kinds = (
        Kind(
            "shoot", "a ranged attack: to hit, tokens, resist, wounds", ("attacker", "target"), SHOOTING,
            ('shoot "Line Trooper" "Contract Guard" weapon="Assault Rifle" distance=12 cover',
             'shoot Gunner Shade weapon="Squad Gun" distance=6 focus target.pins=2'),
        ),
        Kind(
            "fight", "a close combat attack", ("attacker", "target"),
            {"weapon=": "with what; default: Combat Blade", "second=": "a second weapon in the other hand",
             "target.weapons=": "what the target carries: a Guard Sword parries", **STATS},
            ('fight Twinblade Bulwark weapon=Chainblade second=Chainblade "target.weapons=Guard Sword"',),
        ),
        Kind(
            "pinning", "the test of a model with pinning tokens when it is activated", ("model",),
            {"pins=": "its tokens; default: 3", "focus": "Focus for the Resolve re-roll",
             "model.KEY=": "any key of case files: exp, abilities"},
            ("pinning Veteran pins=4 focus",),
        ),
        Kind(
            "hack", "taking control of an objective", ("model",),
            {"focus": "Focus for the Resolve re-roll", "model.KEY=": "any key of case files: exp, abilities"},
            ("hack Signaller", "hack plain model.exp=4 focus"),
        ),
        Kind(
            "revive", "a Medic bringing a fallen model back", ("model",),
            {"focus": "Focus for the Resolve re-roll", "model.KEY=": "any key of case files: exp"},
            ("revive Corpsman focus",),
        ),
    )  # fmt: skip

    # ---- how far, and what came of it ------------------------------------------------------------------

    def goes_on(self, before: State, now: State) -> bool:
        """Declared attacks, tests and blows of a Break Away; Overwatch at whoever has moved, after those have
        Consolidated whom it left; another roll-off after a tie; an order that leaves nothing to choose but the
        target; the end of the battle after the last activation of all."""
        if now.phase in ("attack", "test", "rally", "strikes", "tie"):
            return True
        if now.phase == "overwatch" or (now.phase == "consolidate" and now.after == "overwatch"):
            return not _own_overwatch(before)
        if now.phase == "end":
            return now.round == ROUNDS
        return now.phase == "act" and now.act is not None and now.act.order in ("Engage", "Fight")

    def result(self, before: State, now: State) -> Result:
        found = [
            effect
            for old, new in zip(before.models, now.models, strict=True)
            if (effect := _changed(old, new, _was_tested(before, old, new))) is not None
        ]
        if before.phase in ROLL_OFF and now.phase == "turn":
            found.append(Effect(now.turn, now.players[now.turn].name, "activates first", -1))
            found.append(Effect(1 - now.turn, now.players[1 - now.turn].name, "activates second", 0))
        if before.objectives == now.objectives:  # they are not there yet while the table is set up
            found += [
                Effect(1 - new, marker.name, "taken", OUT)
                for marker, old, new in zip(now.objectives, before.controlled, now.controlled, strict=True)
                if new not in (old, -1)
            ]
        if now.result is not None and before.result is None:
            found += [ended(now.result, side, player.name, BATTLE) for side, player in enumerate(now.players)]
        return tuple(found)

    def weighs(self, reading: Reading[State], question: Question) -> bool:
        """Further targets are named for the dice they get (RE-6.31), an assault for the blow at its end (RE-4.36)."""
        return question.topic == "shares" or (question.topic == "close weapon" and reading.state.phase == "path")

    # ---- decisions -------------------------------------------------------------------------------------

    def usual(self, question: Question) -> Answer:
        """Re-roll whatever may be re-rolled: 1s by Accurate first; then at the target that is easiest to hit, other
        faces before 1s, so that what turns up as a 1 can still be Accurate; and by Focus before Engage, which may go
        on any die. Parry the die that can be re-rolled least. Stay where you are, and shoot in Overwatch with the first
        who can. Bid no more counters, and go first with the initiative. Otherwise the first option."""
        options: tuple[Option, ...] = getattr(question, "options", ())
        match question.topic:
            case "re-roll":
                return max(options[:-1], key=lambda option: _rank(option, *question.about)).id
            case "parry":
                return max(options[:-1], key=lambda option: len(question.about[option.value].used)).id
            case "consolidate":
                return "stay"
            case "bid":
                return "decline"
            case "first":
                return options[question.seat].id
        return options[0].id if isinstance(question, ChooseOne) else next(question.legal())

    def forget(self) -> None:
        rerolls.forget()

    def shortcut(self, stage: Stage, solve: Solve) -> Short | None:
        return None

    # ---- preludes ----------------------------------------------------------------------------------------

    def prelude(self, kind: str, models: tuple[str, ...], words: Mapping[str, str]) -> Prelude:
        return {"shoot": _shoot, "fight": _fight}.get(kind, _test)(kind, models, words)


def _rank(option: Option, attack: Volley, table: Lying) -> tuple[bool, int, bool, int, int, bool]:
    """The re-roll to make first has the highest rank. Of a face it counts only whether it is a 1, as in the rules: what
    bands do not tell apart must not be told apart here either. Of dice alike in that, one that others can do less for
    comes first, and then one for which Accurate can still do something."""
    source, number = option.value
    die = table.dice[number]
    known = merits(attack, die)
    return (
        source == "Accurate", -attack.lines[die.line].needed, die.face > 1,
        len(known - {"Accurate"}), len(known), source == "Focus",
    )  # fmt: skip


def _own_overwatch(before: State) -> bool:
    """Was it the Defending Player who answered, about a Consolidation? Then Overwatch is his own next choice."""
    return before.phase == "consolidate" and before.models[before.waiting[0]].side != before.turn


def _was_tested(before: State, old: Model, new: Model) -> bool:
    """Has it tested for its tokens on the way: activated (RE-5.17), or named in a Rally order (RE-1.60)?"""
    if not old.pins:
        return False
    if before.act is not None and before.phase in ("test", "rally"):
        rallied = old.number in before.act.rallies
        return rallied or (before.phase == "test" and old.number == before.act.model)
    return (new.activated and not old.activated) or (new.rallied and not old.rallied)


def _changed(old: Model, new: Model, tested: bool) -> Effect | None:
    wounds, pins = new.wounds - old.wounds, new.pins - old.pins
    if new.status == FALLEN and old.status != FALLEN:
        return Effect(new.side, new.name, "out of action", OUT + WOUND * wounds, (("wounds", wounds),))
    if old.status == FALLEN and new.status != FALLEN:
        return Effect(new.side, new.name, "back on its feet", -OUT)
    if wounds > 0:
        return Effect(
            new.side, new.name, "wounded", WOUND * wounds + TOKEN * pins, (("wounds", wounds), ("pins", pins))
        )
    if pins > 0:
        return Effect(new.side, new.name, "pinned", TOKEN * pins, (("pins", pins),))
    if pins < 0 or tested:
        state = "still pinned down" if new.pinned_down else "suppressed" if new.suppressed else "steady"
        return Effect(new.side, new.name, state, TOKEN * pins, (("pins", pins),))
    return None


# ---- preludes -----------------------------------------------------------------------------------------------


def _model(name: str, profile: str, player: str, **keys: Any) -> dict[str, Any]:
    """A model of a prelude; 'plain' is the Soldier (RE-3.2)."""
    named = {} if profile == PLAIN else {"profile": profile}
    return {"name": name, "player": player, **named, **keys}


def _weapon(words: Mapping[str, str], key: str, usual: str) -> list[str]:
    """The weapon that a word names, as the lists spell it."""
    named = words.get(key, usual)
    return [lookup("weapon", named, content().weapons, "RE-3.10").name] if named else []


def _listed(keys: dict[str, Any]) -> dict[str, Any]:
    """A single ability or weapon is a list of one."""
    return {
        key: [given] if key in ("abilities", "weapons") and not isinstance(given, list) else given
        for key, given in keys.items()
    }


def _away(inches: float, *models: dict[str, Any]) -> list[float]:
    """A place so far from the acting model's, from base to base (RE-0.5)."""
    profiles = content().profiles
    widths = []
    for one in models:
        named, stated = profiles.get(one.get("profile", "")), one.get("base")
        widths.append(stated if isinstance(stated, int | float) else named.base if named else 1.0)
    return [X + sum(widths) / 2 + inches, Y]


def _prelude(acting: dict[str, Any], others: list[dict[str, Any]], answers: list[str], **more: Any) -> Prelude:
    """One counter for the order, and one for Focus. The last answer is the action, if the order leaves it open."""
    for one in (acting, *others):
        _check_tokens(one)
    counters = 1 + any(answer.startswith("focus") for answer in answers)
    situation = {
        "player": [{"name": "Attacker", "pool": counters}, {"name": "Defender", "pool": 0}],
        "model": [acting, *others],
        **more,
    }
    return Prelude(situation, tuple(answers), then=answers[-1] if answers[-1] in ACTIONS else None)


def _check_tokens(one: dict[str, Any]) -> None:
    """Tokens and wounds that a standing model may have."""
    who, pins, wounds = one["name"], one.get("pins", 0), one.get("wounds", 0)
    if not isinstance(pins, int) or not 0 <= pins <= MOST_PINS:
        raise SetupError(f"{who}: pins is 0 to {MOST_PINS}, not {shown(pins)}", "RE-5.17")
    profile = lookup("profile", one["profile"], content().profiles, "RE-3.1") if "profile" in one else NOBODY
    stated = one.get("w")
    most = (stated if isinstance(stated, int) else profile.w) - 1
    if not isinstance(wounds, int) or not 0 <= wounds <= most:
        raise SetupError(f"{who}: wounds is 0 to {most} for a model on its feet, not {shown(wounds)}", "RE-3.7")


def _shoot(kind: str, models: tuple[str, ...], words: Mapping[str, str]) -> Prelude:
    inches = value(words.get("distance", "8"))
    if not isinstance(inches, int | float) or not 0 < inches <= 44:
        raise SetupError("distance is more than 0 and at most 44 inches", "RE-0.2")
    guns = _weapon(words, "weapon", "Assault Rifle")
    pins = {"pins": value(words["pins"])} if "pins" in words else {}
    one = _model("attacker", models[0], "Attacker", weapons=guns, at=[X, Y], **pins) | _listed(
        of_model("attacker", words)
    )
    two = _model("target", models[1], "Defender") | _listed(of_model("target", words))
    two["at"] = _away(inches, one, two)
    _check_reach([name for name in one["weapons"] if isinstance(name, str)], "tactical" in words, inches)
    there = two["at"][0]
    terrain: list[dict[str, Any]] = []
    if "cover" in words:
        terrain.append({"id": "cover", "x": [there - 1, there + 1], "y": [Y - 1, Y + 1], "flags": ["cover"]})
    if "obscured" in words:
        terrain.append(
            {"id": "screen", "x": [there - 1.2, there - 1.1], "y": [Y, Y + 2], "height": 1, "flags": ["obscures"]}
        )
    answers = ["attacker", "tactical" if "tactical" in words else "engage"]
    if "focus" in words:
        answers.append("focus: to-hit re-rolls")
    if "tactical" in words:
        answers.append("shoot")
    return _prelude(one, [two], answers, terrain=terrain)


def _check_reach(names: list[str], tactical: bool, inches: float) -> None:
    """Refuses a shot that no weapon of the attacker's can make, naming the one that reaches farthest."""
    order = "Tactical" if tactical else "Engage"
    guns = [lookup("weapon", name, content().weapons, "RE-3.10") for name in names]
    gun = max(guns, key=lambda weapon: (reach(weapon, order), weapon.range), default=None)
    if gun is None or gun.range == 0:
        what = f"{gun.name} is a close combat weapon" if gun else "the attacker has no weapon"
        raise SetupError(f"{what}: name a ranged one (weapon=), or ask for 'fight'", "RE-3.13")
    far = reach(gun, order)
    if far == 0:
        raise SetupError(f"{gun.name} is Slow: leave out 'tactical'", "RE-6.46")
    if inches > far:
        limit = f"reaches {far:g} inches" + (" with a Tactical order" if far < gun.range else "")
        raise SetupError(f"{gun.name} {limit}, not {inches:g}: distance is at most {far:g}", "RE-4.8")


def _fight(kind: str, models: tuple[str, ...], words: Mapping[str, str]) -> Prelude:
    blades = _weapon(words, "weapon", "Combat Blade") + _weapon(words, "second", "")
    pins = {"pins": value(words["pins"])} if "pins" in words else {}
    one = _model("attacker", models[0], "Attacker", weapons=blades, at=[X, Y], **pins) | _listed(
        of_model("attacker", words)
    )
    two = _model("target", models[1], "Defender") | _listed(of_model("target", words))
    two["at"] = _away(0.0, one, two)
    answers = ["attacker", "fight"]
    different = list(dict.fromkeys(blades))
    if len(different) > 1:
        answers.append(different[0])
    return _prelude(one, [two], answers)


def _test(kind: str, models: tuple[str, ...], words: Mapping[str, str]) -> Prelude:
    """The Resolve tests: shaking off tokens, Hack, Treat."""
    acting = _model("model", models[0], "Attacker", at=[X, Y])
    others, more = [], {}
    answers = ["model", "advance" if kind == "pinning" else "tactical"]
    if kind == "pinning":
        acting["pins"] = value(words.get("pins", "3"))
    elif kind == "hack":
        more["objective"] = [{"name": "A", "at": [X, Y]}]
    else:
        others = [_model("fallen", PLAIN, "Attacker", at=[X + 2.0, Y], status="out of action")]
    if "focus" in words:
        answers.append("focus: resolve re-roll")
    if kind != "pinning":
        answers.append("hack" if kind == "hack" else "treat")
    acting |= _listed(of_model("model", words))
    if kind == "pinning" and acting["pins"] == 0:
        raise SetupError("a model without tokens does not test: pins is 1 or more", "RE-5.17")
    return _prelude(acting, others, answers, **more)
