"""Who acts, what it does, and at whom."""

from __future__ import annotations

from math import cos, hypot, pi, sin

from sandtable.engine.advice import Idea, Suggestion
from sandtable.engine.questions import DECLINE, ChooseOne, Option
from sandtable.rulesets.riverside.advice.chances import SHAKEN, Company, harm, stays
from sandtable.rulesets.riverside.advice.notes import ADVANCE, CHARGE, RUSH, Notes, weighed
from sandtable.rulesets.riverside.advice.places import GroundWorth
from sandtable.rulesets.riverside.casting import CASTS_ON
from sandtable.rulesets.riverside.content import Spell
from sandtable.rulesets.riverside.state import Unit
from sandtable.rulesets.riverside.strike_dice import difficulty
from sandtable.rulesets.riverside.walking import TELEPORT

LOOKS = 8
"""Directions that are looked into before an action is chosen."""
POINTLESS = -25.0
"""What it costs to waste an activation."""
TOKEN = 3.0
"""What a spell token is worth."""


def who_acts(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    """Whoever has most to do, and most to lose by waiting."""
    ideas: list[Idea] = []
    for number, name in sorted((option.meaning, option.id) for option in question.options):
        one = notes.companies[number]
        gain, why = max(_actions(notes, one).values(), key=lambda found: found[0])
        here = GroundWorth(notes, one, False).worth(one.x, one.y) if one.unit.here else 0.0
        ideas.append((name, 0.5 * (gain - here) + 0.3 * notes.exposure(one, one.x, one.y), why))
    return weighed(ideas)


def which_action(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    one = notes.companies[notes.state.active.number]
    offered = {option.id for option in question.options}
    found = _actions(notes, one)
    return weighed([(name, *found[name]) for name in sorted(offered)])


def _actions(notes: Notes, one: Company) -> dict[str, tuple[float, str]]:
    """What each action gains, about."""
    here = (one.x, one.y)
    shooting, rushing = GroundWorth(notes, one, True), GroundWorth(notes, one, False)
    rally = SHAKEN * one.worth + (30.0 if any(gap <= 0.0 for gap in notes.gaps(one)) else 0.0)
    stand = rushing.worth(*here)
    if not one.unit.here:
        return _inside(one, shooting, rushing, stand)
    advance, rush = ADVANCE + one.further, RUSH + 2 * one.further
    return {
        "hold": (shooting.worth(*here), "hold and shoot"),
        "advance": (_best(shooting, one, advance), "closer, and still free to shoot"),
        "rush": (_best(rushing, one, rush), "farther, without a shot"),
        "charge": (stand + _charge(notes, one), "charge"),
        "idle": (stand + (rally if one.unit.shaken else POINTLESS), "rally" if one.unit.shaken else "idle"),
    }


def _inside(one: Company, shooting: GroundWorth, rushing: GroundWorth, stand: float) -> dict[str, tuple[float, str]]:
    """Out of a Transport it goes 6 inches, whatever the action; inside it is safe and counts for nothing."""
    out = _best(shooting, one, ADVANCE)
    return {
        "hold": (0.8 * stand, "stay inside"), "advance": (out, "get out"), "rush": (out - 5.0, "get out"),
        "charge": (stand + _charge(shooting.notes, one), "charge"), "idle": (0.8 * stand + POINTLESS, "stay inside"),
    }  # fmt: skip


def _best(ground: GroundWorth, one: Company, inches: float) -> float:
    """The best of a few places within reach."""
    ends = [(one.x + cos(a) * inches, one.y + sin(a) * inches) for a in (2 * pi * n / LOOKS for n in range(LOOKS))]
    for marker in ground.notes.state.markers:
        far = hypot(marker.x - one.x, marker.y - one.y)
        share = min(1.0, inches / far) if far else 0.0
        ends.append((one.x + (marker.x - one.x) * share, one.y + (marker.y - one.y) * share))
    width, depth = ground.notes.state.size
    return max(ground.worth(min(max(x, 1.0), width - 1.0), min(max(y, 1.0), depth - 1.0)) for x, y in ends) - 1.0


def _charge(notes: Notes, one: Company) -> float:
    reach = CHARGE + 2 * one.further
    gains = [
        _charge_gain(notes, one, target)
        for target in notes.targets(one.unit.side)
        if hypot(one.x - target.x, one.y - target.y) - one.spread - target.spread <= reach
    ]
    return max(gains, default=POINTLESS)


def _charge_gain(notes: Notes, one: Company, target: Company) -> float:
    """A melee, and the marker on which the target stands."""
    gain = notes.melee(one, target)
    if gain > 0.0 and any(gap <= 0.0 for gap in notes.gaps(target)):
        gain *= 1.4
    return gain


def charged(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    one = notes.companies[notes.state.active.number]
    known = sorted((option.id, option.meaning) for option in question.options)
    return weighed([(name, _charge_gain(notes, one, notes.companies[n]), "the best melee") for name, n in known])


# ---- fire -----------------------------------------------------------------------------------------------


def shot_at(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    """Where the volley costs most; a marker's holder before others."""
    number, weapon = question.about
    one = notes.companies[number]
    ideas: list[Idea] = []
    for name, meaning in sorted((option.id, option.meaning) for option in question.options if not option.role):
        target = notes.companies[meaning]
        gain = notes.shot(one, one.x, one.y, target) or 1.0
        if any(gap <= 0.0 for gap in notes.gaps(target)):
            gain *= 1.3
        ideas.append((name, gain, f"the most for the {weapon.name}"))
    return weighed(ideas, 6.0)


def elevated(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    gains = {"see over": 4.0, "ignore cover": 6.0}
    return weighed([(o.id, gains[o.id], "from above") for o in _sorted(question) if o.id in gains])


def named_model(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    """A Hero, or whoever carries most."""
    return weighed([(o.id, _dear(notes, o.meaning), "the dearest") for o in _sorted(question)])


def _dear(notes: Notes, number: int) -> float:
    model = notes.state.models[number]
    arms = sum(weapon.attacks * (1 + weapon.ap) + 2 * weapon.blast for weapon in model.profile.weapons)
    return 12.0 * model.profile.hero + 6.0 * model.profile.caster + arms - (model.profile.wounds - model.wounds)


def which_first(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    found = [(o.id, notes.companies[o.meaning].worth, "the dearer first") for o in _sorted(question)]
    return _one(found)


def casualty(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    """Who carries least; of those alike the one that stands farthest from the markers."""
    return _one([(o.id, 0.01 * _off(notes, o.meaning) - _dear(notes, o.meaning), "") for o in _sorted(question)])


def _off(notes: Notes, number: int) -> float:
    """How far a model is from the nearest marker."""
    model = notes.state.models[number]
    return min((hypot(model.x - m.x, model.y - m.y) for m in notes.state.markers), default=0.0)


def _one(ideas: list[Idea]) -> list[Suggestion]:
    """The best idea alone."""
    answer, _, why = max(ideas, key=lambda idea: idea[1])
    return [Suggestion(answer, 1.0, why)]


# ---- abilities and spells -------------------------------------------------------------------------------


def ability(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    ideas: list[Idea] = []
    for option in _sorted(question):
        if option.role == DECLINE:
            ideas.append((option.id, 0.0, "go on"))
        elif option.id == "teleport":
            ideas.append((option.id, _teleport(notes), "a better place"))
        else:
            caster, spell = option.meaning
            best = max((_spell(notes, spell, one) for one in _open_to(notes, caster.side, spell)), default=0.0)
            ideas.append((option.id, best - TOKEN * spell.cost * (caster.tokens < 5) + 1.0, "cast it"))
    return weighed(ideas, 4.0)


def _teleport(notes: Notes) -> float:
    """What six inches more are worth."""
    one = notes.companies[notes.state.active.number]
    act = notes.state.activation
    ground = GroundWorth(notes, one, act.action in ("Hold", "Advance"))
    walk = notes.means(one).walk
    return _best(ground, one, walk + TELEPORT) - (_best(ground, one, walk) if walk else ground.worth(one.x, one.y))


def _open_to(notes: Notes, side: int, spell: Spell) -> list[Company]:
    side = side if spell.target == "friend" else 1 - side
    return [one for one in notes.of_side(side) if one.unit.here]


def _spell(notes: Notes, spell: Spell, target: Company) -> float:
    """What a spell does to its target, in points, if it works as often as it usually does."""
    gain = 0.0
    if spell.weapon is not None:
        save = difficulty(target.defense, modifier=-spell.weapon.ap)
        copies = min(spell.weapon.blast, target.models) if spell.weapon.blast else 1
        gain += harm(target, spell.hits * copies * stays(save, spell.weapon.rending, target.regenerates))
    if spell.morale:
        gain += target.fails * SHAKEN * target.worth * (not target.unit.shaken)
    if "Shaken" in spell.clears and target.unit.shaken:
        gain += SHAKEN * target.worth
    if "Fatigued" in spell.inflicts and not target.unit.counts_as_fatigued:
        gain += 0.12 * target.worth
    if spell.ranged_bonus or "Shooty" in spell.grants:
        gain += 0.2 * notes.best_shot(target, target.x, target.y) * (not target.unit.activated)
    if set(spell.grants) & {"Stealth", "Regeneration"}:
        gain += 0.25 * notes.exposure(target, target.x, target.y)
    if set(spell.grants) & {"Furious", "Teleport"}:
        gain += 0.06 * target.worth * (not target.unit.activated)
    return gain * (7 - CASTS_ON) / 6 * (spell.name not in [one.name for one in target.unit.spells])


def spell_at(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    _, spell = question.about
    return weighed(
        [(o.id, _spell(notes, spell, notes.companies[o.meaning]), "where it does most") for o in _sorted(question)], 4.0
    )


def aid(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    """A token more or less is one face of the die."""
    _, spell = question.about
    ideas = [(o.id, 0.0 if o.role == DECLINE else 0.5 * spell.cost - 1.0, "") for o in _sorted(question)
             if o.role == DECLINE or o.meaning == 1]  # fmt: skip
    return weighed(ideas, 2.0)


def _sorted(question: ChooseOne) -> list[Option]:
    return sorted(question.options, key=lambda option: option.id)


# ---- small questions ------------------------------------------------------------------------------------


def strike_back(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    return [Suggestion(next(o.id for o in question.options if not o.role), 1.0, "a blow for a blow")]


def embark(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    """Whoever is out stays out: there is no time for more."""
    return [Suggestion(next(o.id for o in question.options if o.role == DECLINE), 1.0, "stay out")]


def to_deploy(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    """Everybody who cannot come later, the slow and strong first; an Ambush as soon as there is one."""
    ideas: list[Idea] = []
    for option in _sorted(question):
        if option.role:
            ideas.append((option.id, 0.0 if notes.state.deployment == "ambush" else 20.0, "the rest comes later"))
        else:
            unit = notes.state.units[option.meaning]
            ideas.append((option.id, _comes(notes, unit), "to the table"))
    return weighed(ideas)


def _comes(notes: Notes, unit: Unit) -> float:
    rules = {rule for model in notes.state.members(unit) for rule in model.profile.rules}
    if notes.state.deployment == "normal" and rules & {"Ambush", "Scout"}:
        return 0.0
    return 40.0 - 0.05 * unit.cost
