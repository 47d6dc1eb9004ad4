"""Skills (OP-14.23 to OP-14.25), and all else one can do with the blue die of Skill/Change Weapon."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from sandtable.engine.dice import Roll
from sandtable.engine.questions import Absent, ChooseOne, Option, Ref
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.opportunity.asking import Declared, Play, choose_die
from sandtable.rulesets.opportunity.content import Weapon, content, in_hand
from sandtable.rulesets.opportunity.injury import gain_position
from sandtable.rulesets.opportunity.leaving_the_fight import leave_the_fight
from sandtable.rulesets.opportunity.melee_lock import in_melee_lock
from sandtable.rulesets.opportunity.state import Combatant, without
from sandtable.rulesets.opportunity.weapon_in_hand import UNARMED, equip, other_weapons

NEVER_TAKEN = (UNARMED, "Pistol Whip", "Rifle Stock")
MOST_DIRECTION = 5
FIRST_AID_NEEDS = 10


class Deed(Struct, frozen=True):
    """One thing that can be done: its label, clause, whom it points at, and how it is carried out."""

    label: str
    clause: str
    ref: Ref
    perform: Callable[[Play, Combatant], Procedure[None]]
    skill: str = ""
    """The skill that is used; none to change to a weapon that is carried."""
    weapon: str = ""
    """The weapon that is in hand afterwards, if that is another one."""


def choose(g: Play, who: Combatant, about: Declared) -> Procedure[Deed]:
    """Another weapon (OP-14.22), or a skill it has (OP-14.23)."""
    deeds = possibilities(g, who)
    deed: Deed = yield ChooseOne(
        topic="deed",
        seat=who.seat,
        who=who.name,
        prompt=f"{who.name}: change weapon or use a skill?",
        clause="OP-14.22",
        options=tuple([Option(deed.label, deed.label, (deed.ref,), deed.clause, deed) for deed in deeds]),
        missing=lambda: tuple(impossible(g, who)),
        facts=lambda: {deed.label: what_it_does(g, deed) for deed in deeds},
        about=about,
    )
    return deed


def what_it_does(g: Play, deed: Deed) -> str:
    """A weapon's numbers, or what the skill is for."""
    if not deed.skill:
        weapon = in_hand(content().weapons[deed.weapon], g.options)
        notes = [f"damage {weapon.damage}", *([f"range {weapon.range}"] if weapon.ranged else ["melee"]), *weapon.notes]
        return ", ".join(notes)
    return content().skills[deed.skill].summary


def possibilities(g: Play, who: Combatant) -> list[Deed]:
    deeds = [_change_to(weapon) for weapon in other_weapons(g, who)]
    for skill in who.skills:
        deeds += [deed for deed, why in SKILLS[skill](g, who) if why is None]
    return deeds


def impossible(g: Play, who: Combatant) -> Iterator[Absent]:
    """What a player might expect: the weapon in hand, skills it has without a use, skills it has not."""
    label = f"Change to {who.equipped.name}"
    yield Absent(label, label, "it is in hand already", "OP-14.22")
    carried = [who.equipped, *other_weapons(g, who)]
    for weapon in content().weapons.values():
        if all(weapon.name != own.name for own in carried):
            label = f"Change to {weapon.name}"
            yield Absent(label, label, f"{who.name} does not carry it", "OP-14.22")
    for skill, deeds in SKILLS.items():
        if skill not in who.skills:
            clause = "OP-14.24" if skill == "First Aid" else "OP-14.23"
            for label in [skill, *(f"{skill}: {c.name}" for c in g.state.combatants)]:
                yield Absent(label, label, f"{who.name} does not have the skill {skill}", clause)
        else:
            for deed, why in deeds(g, who):
                if why is not None:
                    yield Absent(deed.label, deed.label, why, deed.clause)


def _change_to(weapon: Weapon) -> Deed:
    def perform(g: Play, who: Combatant) -> Procedure[None]:
        equip(g, who, weapon)
        yield from ()

    return Deed(f"Change to {weapon.name}", "OP-14.22", Ref("weapon", weapon.name), perform, weapon=weapon.name)


# ---- the skills: each lists its deeds with the reason against those that are not possible -----------

Deeds = Iterator[tuple[Deed, str | None]]


def _at(skill: str, target: Combatant, clause: str, perform: Callable[[Play, Combatant], Procedure[None]]) -> Deed:
    return Deed(f"{skill}: {target.name}", clause, Ref("model", target.name), perform, skill)


def first_aid(g: Play, who: Combatant) -> Deeds:
    """The patient is no longer Fatally Injured (OP-14.25)."""
    for patient in g.state.combatants:

        def perform(g: Play, who: Combatant, patient: Combatant = patient) -> Procedure[None]:
            if g.options["first_aid_test"] == "roll":
                enough = max(1, FIRST_AID_NEEDS - who.intelligence)
                faces = yield Roll(2, 6, f"first aid by {who.name}", "OP-14.25", who.seat, who.name, enough=enough)
                if sum(faces) + who.intelligence < FIRST_AID_NEEDS:
                    g.tell("first aid fails", "OP-14.25", who=who.name, patient=patient.name)
                    return
            patient.fatally_injured = False
            patient.steady = False
            g.tell("treated", "OP-14.25", who=who.name, patient=patient.name)

        yield _at("First Aid", patient, "OP-14.24", perform), why_no_patient(g, who, patient)


def why_no_patient(g: Play, who: Combatant, patient: Combatant) -> str | None:
    """Of the own side, standing or fallen, Fatally Injured and not in Melee Lock (OP-14.24)."""
    if patient.side != who.side:
        return f"{patient.name} is not of your side"
    if patient.status not in ("in the fight", "fallen"):
        return f"{patient.name} is {patient.status}"
    if not patient.fatally_injured:
        return f"{patient.name} is not Fatally Injured"
    if in_melee_lock(g.state, patient):
        return f"{patient.name} is in Melee Lock"
    return None


def drag_clear(g: Play, who: Combatant) -> Deeds:
    above = all(who.position > enemy.position for enemy in g.state.enemies(who))
    for comrade in g.state.combatants:

        def perform(g: Play, who: Combatant, comrade: Combatant = comrade) -> Procedure[None]:
            g.state.escapes += 1
            comrade.left_at = g.state.escapes
            g.tell("dragged clear", "OP-14.23", who=who.name, comrade=comrade.name)
            leave_the_fight(g, comrade, "escaped")
            yield from ()

        if comrade.side != who.side or comrade.status != "fallen":
            why: str | None = f"{comrade.name} is no fallen comrade"
        else:
            why = None if above else "your Position is not higher than that of every enemy"
        yield _at("Drag Clear", comrade, "OP-14.23", perform), why


def direct(g: Play, who: Combatant) -> Deeds:
    for ally in g.state.combatants:

        def perform(g: Play, who: Combatant, ally: Combatant = ally) -> Procedure[None]:
            gain_position(g, ally, min(who.intelligence, MOST_DIRECTION), "OP-14.23")
            yield from ()

        fits = ally.side == who.side and ally is not who and ally.fighting
        yield _at("Direct", ally, "OP-14.23", perform), None if fits else f"{ally.name} is no ally in the fight"


def distract(g: Play, who: Combatant) -> Deeds:
    for enemy in g.state.combatants:

        def perform(g: Play, who: Combatant, enemy: Combatant = enemy) -> Procedure[None]:
            low = min(die.value for die in enemy.pool)
            lowest = [die for die in enemy.pool if die.value == low]
            die = yield from choose_die(enemy, lowest, "Distracted: discard which die?", "OP-14.23", Declared("loses"))
            enemy.pool = without(enemy.pool, (die,))
            g.tell("discard", "OP-14.23", who=enemy.name, die=str(die))

        if enemy.side == who.side or not enemy.fighting:
            why: str | None = f"{enemy.name} is no enemy in the fight"
        else:
            why = None if enemy.pool else f"{enemy.name} has no dice"
        yield _at("Distract", enemy, "OP-14.23", perform), why


def smoke(g: Play, who: Combatant) -> Deeds:
    def perform(g: Play, who: Combatant) -> Procedure[None]:
        g.state.smoke = True
        g.tell("smoke", "OP-14.23", who=who.name)
        yield from ()

    yield Deed("Smoke", "OP-14.23", Ref("skill", "Smoke"), perform, "Smoke"), None


def work_device(g: Play, who: Combatant) -> Deeds:
    def perform(g: Play, who: Combatant) -> Procedure[None]:
        g.state.device -= 1
        g.tell("device", "OP-14.23", who=who.name, left=g.state.device)
        yield from ()

    why = None if g.state.device else "there is no device that still needs work"
    yield Deed("Work Device", "OP-14.23", Ref("skill", "Work Device"), perform, "Work Device"), why


def scavenge(g: Play, who: Combatant) -> Deeds:
    for body in g.state.combatants:
        for weapon in {weapon.name: weapon for weapon in body.weapons}.values():

            def perform(g: Play, who: Combatant, body: Combatant = body, weapon: Weapon = weapon) -> Procedure[None]:
                place = [own.name for own in body.weapons].index(weapon.name)
                body.weapons = (*body.weapons[:place], *body.weapons[place + 1 :])
                if all(own.name != body.equipped.name for own in body.weapons):
                    body.equipped = content().weapons[UNARMED]
                who.weapons = (*who.weapons, weapon)
                g.tell("scavenges", "OP-14.23", who=who.name, weapon=weapon.name, body=body.name)
                equip(g, who, weapon)
                yield from ()

            why = None if body.status in ("fallen", "dead") else f"{body.name} is neither fallen nor dead"
            if weapon.name in NEVER_TAKEN:
                why = f"{weapon.name} cannot be taken"
            label = f"Scavenge: {weapon.name} from {body.name}"
            yield Deed(label, "OP-14.23", Ref("model", body.name), perform, "Scavenge", weapon.name), why


def steady_nerves(g: Play, who: Combatant) -> Deeds:
    for patient in g.state.combatants:

        def perform(g: Play, who: Combatant, patient: Combatant = patient) -> Procedure[None]:
            patient.steady = True
            g.tell("steadied", "OP-14.23", who=who.name, patient=patient.name)
            yield from ()

        if patient.side != who.side or not patient.fighting:
            why: str | None = f"{patient.name} is neither you nor an ally in the fight"
        else:
            why = None if patient.fatally_injured else f"{patient.name} is not Fatally Injured"
        yield _at("Steady Nerves", patient, "OP-14.23", perform), why


SKILLS: dict[str, Callable[[Play, Combatant], Deeds]] = {
    "First Aid": first_aid,
    "Drag Clear": drag_clear,
    "Direct": direct,
    "Distract": distract,
    "Smoke": smoke,
    "Work Device": work_device,
    "Scavenge": scavenge,
    "Steady Nerves": steady_nerves,
}
