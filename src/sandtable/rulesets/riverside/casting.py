"""Spells (RV-21.12 to RV-21.18): who can cast what at whom, helping and hindering, and what a spell does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from sandtable.engine.asking import Why
from sandtable.engine.lists import lookup
from sandtable.engine.questions import DECLINE, Absent, ChooseOne, Option, Ref
from sandtable.engine.rulebook import Options
from sandtable.engine.ruleset import Procedure, Stage
from sandtable.engine.words import counted
from sandtable.rulesets.riverside.asking import Play, choose_unit
from sandtable.rulesets.riverside.attacks import announce, strike
from sandtable.rulesets.riverside.content import Spell, content
from sandtable.rulesets.riverside.field import field_of
from sandtable.rulesets.riverside.measuring import spot, within
from sandtable.rulesets.riverside.morale import after_wounds, passes, recover, shake
from sandtable.rulesets.riverside.notes import noted
from sandtable.rulesets.riverside.shooting import attack_of, choose_take_down, on_hit
from sandtable.rulesets.riverside.sight import Watch, watch
from sandtable.rulesets.riverside.state import MOST_TOKENS, Model, State, Unit
from sandtable.rulesets.riverside.strike_dice import difficulty, test

CASTS_ON = 4
"""RV-21.14."""
AID = 18.0
"""How far helping and hindering reach (RV-21.16)."""


def casters(state: State, unit: Unit) -> list[Model]:
    return [one for one in state.members(unit) if one.profile.caster]


def spells(state: State, unit: Unit) -> list[Spell]:
    """The spells of its army's list."""
    army = state.players[unit.side].army
    return list(lookup("army", army, content().armies).spells.values()) if army else []


def give_tokens(g: Play) -> None:
    """Every Caster, on the table or off it, receives its tokens (RV-3.5, RV-3.6, RV-21.12); what it cannot hold is lost
    (RV-21.13)."""
    for model in g.state.models:
        if model.profile.caster and not model.fallen:
            before = model.tokens
            model.tokens = min(MOST_TOKENS, model.tokens + model.profile.caster)
            g.tell("tokens", "RV-3.5", "RV-21.12", who=model.name, tokens=model.tokens, more=model.tokens - before)


# ---- whom ---------------------------------------------------------------------------------------------


def reached(
    state: State, options: Options, caster: Model, spell: Spell, unit: Unit, looks: Watch | None = None
) -> list[Model]:
    """Models of a unit that the Caster sees within the spell's range."""
    looks = watch(state, options) if looks is None else looks
    if looks.far_apart(state.units[caster.unit], unit, spell.range):
        return []
    where = field_of(state)
    here = spot(where, caster)
    near = [one for one in state.members(unit) if within(here, spot(where, one), spell.range)]
    return [one for one in near if looks.sees(caster, one)]


def targets(state: State, options: Options, caster: Model, spell: Spell, looks: Watch | None = None) -> list[Unit]:
    side = caster.side if spell.target == "friend" else 1 - caster.side
    looks = watch(state, options) if looks is None else looks
    return [unit for unit in state.here(side) if reached(state, options, caster, spell, unit, looks)]


def _why_no_target(state: State, caster: Model, spell: Spell, unit: Unit) -> Why | None:
    if unit.gone:
        return None
    if not unit.here:
        return "it is not on the table", "RV-21.22" if unit.where == "inside" else "RV-21.14"
    if (unit.side == caster.side) != (spell.target == "friend"):
        return f"{spell.name} is for {'friends' if spell.target == 'friend' else 'enemies'}", "RV-21.14"
    return f"{caster.name} sees no model of it within {spell.range:g}″", "RV-21.14"


def _why_not_cast(g: Play, caster: Model, spell: Spell) -> Why | None:
    """It has to be paid for (RV-21.14), and each spell comes once in an activation (RV-21.15)."""
    if caster.tokens < spell.cost:
        return f"it costs {spell.cost} and {caster.name} has {caster.tokens}", "RV-21.14"
    if (caster.number, spell.name) in g.state.activation.cast:
        return f"{caster.name} has cast it in this activation", "RV-21.15"
    return None


def _reaches_somebody(g: Play, caster: Model, spell: Spell, looks: Watch) -> bool:
    side = caster.side if spell.target == "friend" else 1 - caster.side
    return any(reached(g.state, g.options, caster, spell, unit, looks) for unit in g.state.here(side))


# ---- what is offered ------------------------------------------------------------------------------------


def offers(g: Play, unit: Unit) -> list[Option]:
    """Every spell that a Caster of the unit can cast."""
    return [
        Option(label.lower(), label, (Ref("model", caster.name),), "RV-21.14", (caster, spell))
        for caster, spell, label, why in _spells_of_all(g, unit)
        if why is None
    ]


def barred(g: Play, unit: Unit) -> list[Absent]:
    """The other spells of its Casters, and why they cannot be cast (RV-21.14, RV-21.15)."""
    return [Absent(label.lower(), label, *why) for _, _, label, why in _spells_of_all(g, unit) if why is not None]


def _spells_of_all(g: Play, unit: Unit) -> list[tuple[Model, Spell, str, Why | None]]:
    """Every spell of every Caster, as it is called, and why it cannot be cast, if it cannot. Who can pay for nothing
    looks for nobody."""
    found: list[tuple[Model, Spell, str, Why | None]] = []
    able = casters(g.state, unit)
    looks: Watch | None = None
    for caster in able:
        for spell in spells(g.state, unit):
            why = _why_not_cast(g, caster, spell)
            if why is None:
                looks = looks or watch(g.state, g.options)
                if not _reaches_somebody(g, caster, spell, looks):
                    why = "there is no target in sight and range", "RV-21.14"
            label = f"Cast {spell.name}" + (f" ({caster.name})" if len(able) > 1 else "")
            found.append((caster, spell, label, why))
    return found


def what_each_does(options: Sequence[Option]) -> dict[str, str]:
    """What a spell costs and does, by the id of the option to cast it."""
    found = {}
    for option in options:
        if isinstance(option.value, tuple):
            _, spell = option.value
            cost = counted(spell.cost, "token")
            found[option.id] = f"{cost}, {spell.range:g}″, on {CASTS_ON}+: {spell.summary}"
    return found


# ---- casting ----------------------------------------------------------------------------------------------


def cast(g: Play, caster: Model, spell: Spell) -> Procedure[None]:
    """Target, cost, help and hindrance, one die, and on a success what the spell does (RV-21.14)."""
    state, options = g.state, g.options
    target = yield from choose_unit(
        g, "spell", caster.side, caster.name, targets(state, options, caster, spell), f"{spell.name}: at whom?",
        "RV-21.14", lambda unit: _why_no_target(state, caster, spell, unit), about=(caster.number, spell),
    )  # fmt: skip
    named = (yield from _take_down(g, caster, spell, target)) if spell.weapon and spell.weapon.take_down else -1
    caster.tokens -= spell.cost
    act = state.activation
    act.cast = (*act.cast, (caster.number, spell.name))
    g.tell("casts", "RV-21.14", who=caster.name, spell=spell.name, target=target.name, cost=spell.cost)
    helped = yield from _aid(g, caster, spell, caster.side)
    hindered = yield from _aid(g, caster, spell, 1 - caster.side)
    needed = difficulty(CASTS_ON, modifier=helped - hindered)
    purpose = f"casting of {spell.name} by {caster.name}"
    worked = yield Stage(test, (purpose, "RV-21.14", caster.side, caster.name, needed))
    g.tell("cast", "RV-21.14", who=caster.name, spell=spell.name, target=target.name, needed=needed, worked=worked)
    if worked:
        yield from _takes_effect(g, caster, spell, target, named)


def _take_down(g: Play, caster: Model, spell: Spell, target: Unit) -> Procedure[int]:
    """Take Down: a model of the target that the Caster sees and reaches (RV-21.30)."""
    assert spell.weapon is not None
    seen = reached(g.state, g.options, caster, spell, target)
    return (
        yield from choose_take_down(
            g, caster, spell.weapon, target,
            lambda one: None if one in seen else ("it is not in sight and range", "RV-21.30"),
        )
    )  # fmt: skip


def aides(state: State, options: Options, caster: Model, side: int) -> list[Model]:
    """Other Casters with tokens, on the table within 18" of the caster, who see it (RV-21.16)."""
    where = field_of(state)
    here = spot(where, caster)
    return [
        one
        for unit in state.here(side)
        for one in casters(state, unit)
        if one is not caster and one.tokens and within(spot(where, one), here, AID)
        if watch(state, options).sees(one, caster)
    ]


def _aid_lines(options: Sequence[Option]) -> dict[str, str]:
    lines = noted("aid")
    return {
        one.id: lines[one.id] if one.role == DECLINE else lines[one.id.split()[0]].format(
            tokens=counted(one.value, "spell token")
        )
        for one in options
    }  # fmt: skip


def _aid(g: Play, caster: Model, spell: Spell, side: int) -> Procedure[int]:
    """Tokens spent for the caster or against it; the caster's commander commits first, and both are open (RV-21.16)."""
    spent = 0
    friend = side == caster.side
    word = "Help" if friend else "Hinder"
    for aide in aides(g.state, g.options, caster, side):
        labels = [f"No {'help' if friend else 'hindrance'}", *(f"{word} with {n}" for n in range(1, aide.tokens + 1))]
        options = [
            Option(label.lower(), label, (), "RV-21.16", n or -1, "" if n else DECLINE)
            for n, label in enumerate(labels)
        ]
        given = yield ChooseOne(
            topic="aid",
            seat=side,
            who=aide.name,
            prompt=f"{aide.name}: {word.lower()} {caster.name} with {spell.name}?",
            clause="RV-21.16",
            options=tuple(options),
            facts=partial(_aid_lines, options),
            about=(caster.number, spell),
        )
        if given > 0:
            aide.tokens -= given
            spent += given
            g.tell("aids", "RV-21.16", who=aide.name, caster=caster.name, tokens=given, helps=friend)
    return spent


# ---- effects ------------------------------------------------------------------------------------------------


def _takes_effect(g: Play, caster: Model, spell: Spell, target: Unit, named: int) -> Procedure[None]:
    """Hits (RV-21.17), what it takes from the target or puts on it, and what lasts to the end of the round
    (RV-21.18)."""
    if spell.weapon is not None:
        yield from _hits(g, caster, spell, target, named)
    for status in spell.clears:
        recover(g, target, status, by_spell=True)
    for status in spell.inflicts:
        if status == "Shaken":
            shake(g, target, "RV-21.14")
        elif not target.fatigued:
            target.fatigued = True
            g.tell("fatigued", "RV-21.14", who=target.name)
    if spell.morale and not (yield from passes(g, target, "RV-13.6")):
        shake(g, target, "RV-13.5")
    if spell.lasting and spell.name not in [one.name for one in target.spells]:
        target.spells = (*target.spells, spell)
        g.tell("lasts", "RV-21.18", who=target.name, spell=spell.name, summary=spell.summary)


def _hits(g: Play, caster: Model, spell: Spell, target: Unit, named: int) -> Procedure[None]:
    """Hits without an attack roll, saved without Cover, that may cause a Morale Test at once (RV-21.17)."""
    assert spell.weapon is not None
    shot = replace(on_hit(g.state, target, spell.weapon, named), dice=spell.hits, clause="RV-21.17")
    blow = replace(attack_of(g.state, g.state.units[caster.unit], target, [shot]), who=caster.name)
    announce(g, blow, "spell")
    if (yield from strike(g, target, blow)):
        yield from after_wounds(g, target)
