"""Melee Attacks (chapter 11) in their steps (RV-11.1): who attacks whom with what, return strikes, Fatigue, and who has
lost. The counter-move is in charging.py."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from sandtable.engine.asking import Why, plain
from sandtable.engine.questions import DECLINE, ChooseOne
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.riverside.asking import Play
from sandtable.rulesets.riverside.attacks import resolve
from sandtable.rulesets.riverside.field import field_of
from sandtable.rulesets.riverside.measuring import any_within, spot
from sandtable.rulesets.riverside.morale import lost_a_melee
from sandtable.rulesets.riverside.notes import noted
from sandtable.rulesets.riverside.profiles import Weapon
from sandtable.rulesets.riverside.shooting import RELIABLE, SHOCK, attack_of, choose_take_down, on_hit
from sandtable.rulesets.riverside.spots import Spot
from sandtable.rulesets.riverside.state import Declared, Melee, Model, State, Unit
from sandtable.rulesets.riverside.strike_dice import ONLY_SIX, Shot, difficulty
from sandtable.rulesets.riverside.traits import bearers, defense, has, weapons

REACH = 2.0
"""RV-11.5."""
IMPACT_ON = 2
"""RV-21.29."""


def spots(state: State, unit: Unit) -> list[Spot]:
    where = field_of(state)
    return [spot(where, one) for one in state.members(unit)]


def fighters(state: State, unit: Unit, enemy: Unit) -> list[Model]:
    """Its models within 2" of the enemy unit; exactly 2" counts (RV-11.5, RV-11.9)."""
    where, theirs = field_of(state), spots(state, enemy)
    return [one for one in state.members(unit) if any_within(spot(where, one), theirs, REACH)]


def can_fight(state: State, unit: Unit, enemy: Unit) -> bool:
    """Has it a melee weapon within reach?"""
    return any(weapon.melee for one in fighters(state, unit, enemy) for weapon in one.profile.weapons)


# ---- the attacks --------------------------------------------------------------------------------------


def declare(g: Play, unit: Unit, enemy: Unit, *, charging: bool) -> Procedure[Declared]:
    """All melee weapons of all models within reach, Impact before them (RV-11.6, RV-21.29)."""
    state = g.state
    near = fighters(state, unit, enemy)
    shots = _impact(state, near, enemy) if charging and not unit.counts_as_fatigued else []
    armed = False
    for weapon in weapons(state, unit, melee=True):
        for model in bearers(state, unit, weapon):
            if model in near:
                named = (yield from _take_down(g, model, weapon, enemy)) if weapon.take_down else -1
                shots.append(_blow(state, unit, enemy, model, weapon, named, charging))
                armed = True
    attack = attack_of(state, unit, enemy, shots)
    return Declared("charge" if charging else "return", unit.number, enemy.number, attack, armed)


def _impact(state: State, near: list[Model], enemy: Unit) -> list[Shot]:
    """Each 2 or more is a Hit with AP(0), never critical (RV-21.29)."""
    save = difficulty(defense(state, enemy))
    ranked = sorted(near, key=lambda one: one.profile.hero)
    return [
        Shot("Impact", one.profile.impact, IMPACT_ON, save, clause="RV-21.29") for one in ranked if one.profile.impact
    ]


def _blow(state: State, unit: Unit, enemy: Unit, model: Model, weapon: Weapon, named: int, charging: bool) -> Shot:
    """The dice of one model with one type of weapon, against its own Quality (RV-12.2). Fatigue is a final restriction:
    only a 6 hits (RV-11.25). Cover never helps (RV-11.7); Furious works in one's own Charge (RV-15.5, RV-15.6)."""
    needed = difficulty(model.profile.quality, [RELIABLE] if weapon.reliable else [])
    furious = charging and has(state, model, "Furious")
    return replace(
        on_hit(state, enemy, weapon, named),
        dice=weapon.attacks * model.profile.weapons.count(weapon),
        needed=ONLY_SIX if unit.counts_as_fatigued else needed,
        bonus=furious + SHOCK * weapon.shock,
    )


def _take_down(g: Play, model: Model, weapon: Weapon, enemy: Unit) -> Procedure[int]:
    """Take Down in melee: a model within 2" (RV-21.30)."""
    where = field_of(g.state)
    here = spot(where, model)

    def why_not(one: Model) -> Why | None:
        near = any_within(here, [spot(where, one)], REACH)
        return None if near else (f"it is more than {REACH:g}″ away", "RV-21.30")

    return (yield from choose_take_down(g, model, weapon, enemy, why_not))


# ---- steps ----------------------------------------------------------------------------------------------


def _sides(g: Play) -> tuple[Melee, Unit, Unit]:
    melee = g.state.melee
    assert melee is not None
    return melee, g.state.units[melee.charger], g.state.units[melee.target]


def blows(g: Play) -> Procedure[None]:
    """The charger's attack, after the counter-move (RV-11.1); it is not optional (RV-11.6). What it really wounds is
    kept for the verdict (RV-11.13)."""
    state = g.state
    melee, charger, target = _sides(g)
    declared = yield from declare(g, charger, target, charging=True)
    caused = yield from resolve(g, declared)
    tire(g, charger, declared, "RV-11.23")
    state.melee = replace(melee, by_charger=caused)
    state.phase = "strike back"


def tire(g: Play, unit: Unit, declared: Declared, clause: str) -> None:
    """Whoever has attacked with a melee weapon, in a Charge (RV-11.23) or back (RV-11.24), is Fatigued from now on; but
    for blows in melee nobody asks for that (RV-11.26)."""
    if declared.weapons and not unit.gone and not unit.fatigued:
        unit.fatigued = True
        g.tell("fatigued", clause, who=unit.name)


STRIKE, DO_NOT = plain("Strike back", "RV-11.8"), plain("Do not strike", "RV-11.8", DECLINE)


def ask_to_strike_back(g: Play) -> Procedure[None]:
    """The commander of the charged unit decides, where there is anything to decide (RV-11.8)."""
    _, charger, target = _sides(g)
    g_state = g.state
    if target.gone or charger.gone or not can_fight(g_state, target, charger):
        g_state.phase = "melee morale"
        return
    answer = yield ChooseOne(
        topic="strike back",
        seat=target.side,
        who=target.name,
        prompt=f"{target.name}: strike back at {charger.name}?",
        clause="RV-11.8",
        options=(STRIKE, DO_NOT),
        facts=partial(noted, "strike back"),
    )
    if answer == DO_NOT.id:
        g.tell("does not strike", "RV-11.8", who=target.name)
    g_state.phase = "return" if answer == STRIKE.id else "melee morale"


def strike_back(g: Play) -> Procedure[None]:
    """The one return strike there is (RV-11.9, RV-11.10)."""
    state = g.state
    melee, charger, target = _sides(g)
    declared = yield from declare(g, target, charger, charging=False)
    caused = yield from resolve(g, declared)
    tire(g, target, declared, "RV-11.24")
    state.melee = replace(melee, by_target=caused)
    state.phase = "melee morale"


def decide(g: Play) -> Procedure[None]:
    """Who has caused fewer wounds has lost, and tests unless one of the two was destroyed (RV-11.12, RV-11.13,
    RV-11.14, RV-11.15, RV-11.16): it stays as it is, is Shaken or Routs (RV-11.17, RV-11.18, RV-11.20, RV-11.22). For
    the wounds themselves nobody tests in a melee (RV-11.11)."""
    state = g.state
    melee, charger, target = _sides(g)
    loser = None
    if not charger.gone and not target.gone:
        loser = _loser(g, melee, charger, target)
        g.tell(
            "melee", "RV-11.12", charger=charger.name, target=target.name, by_charger=melee.by_charger,
            by_target=melee.by_target, loser=loser.name if loser else "",
        )  # fmt: skip
    if loser is not None:
        yield from lost_a_melee(g, loser)
    state.phase = "apart"


def _loser(g: Play, melee: Melee, charger: Unit, target: Unit) -> Unit | None:
    """Who has caused fewer wounds (RV-11.12); of equal ones nobody, or by the house rule the charger (RV-11.14)."""
    if melee.by_charger == melee.by_target:
        return charger if g.options["melee_tie"] == "charger" else None
    return charger if melee.by_charger < melee.by_target else target
