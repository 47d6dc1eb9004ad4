"""Skills and (Use) Equipment of a Setting (OE-17.3): the steps of OE-15.3 and OE-17.6 over their data."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, hypot, pi, sin
from typing import Final

from sandtable.engine.asking import Why, choose_weapon, named
from sandtable.engine.questions import ChooseOne, ChooseSome, Option, Place, Places, Point, Ref, Refusal
from sandtable.engine.records import Record
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.op_en.asking import Play, choose_character
from sandtable.rulesets.op_en.attacks import (
    Aimed,
    aim_blow,
    aim_shot,
    blow_refused,
    melee_weapons,
    modified_blow,
    modified_shot,
    ranged_weapons,
    reaches,
    shoot_barred,
    shot_refused,
)
from sandtable.rulesets.op_en.attempts import Attempt, make
from sandtable.rulesets.op_en.beside import what_it_does
from sandtable.rulesets.op_en.content import Item, Skill, Weapon
from sandtable.rulesets.op_en.effects import Aim, Dash, Deed, GainHidden, Hit, ShootIntoMelee, StatTest, Swap
from sandtable.rulesets.op_en.ground import field_of
from sandtable.rulesets.op_en.hidden import after_shot
from sandtable.rulesets.op_en.hiding import unhidable
from sandtable.rulesets.op_en.outcomes import Affair, resolve, swap_refused
from sandtable.rulesets.op_en.sight import may_target, sees, sees_spot
from sandtable.rulesets.op_en.space import (
    TOUCH,
    aware,
    awareness,
    figure,
    floor_apart,
    gap,
    holds,
    in_combat_range,
    touching,
    within,
)
from sandtable.rulesets.op_en.state import Character
from sandtable.rulesets.op_en.throws import ThrowOutcome
from sandtable.table import Terrain
from sandtable.table.hot.plane import nearest_on_segment
from sandtable.table.measuring import gap_to_terrain, nearest_outside, outline_segments
from sandtable.table.measuring import holds as strictly_in

PLAINLY: Final = ThrowOutcome(True, 0, False, 0)
"""What an item without a Test comes to (OE-17.7)."""


class Craft(Record, frozen=True):
    """A Skill or an item as it is worked."""

    name: str
    deed: Deed
    counts_as: str
    clause: str

    @property
    def measured_by(self) -> str:
        """The step in which range and LoS are checked: that of a Skill, or of an item."""
        return self.clause if self.clause == "OE-17.6" else "OE-15.6"

    @property
    def attack(self) -> str:
        """It follows the Shoot or the Fight Action."""
        if self.counts_as in ("shoot", "fight") and self.deed.aim.within == "weapon":
            return self.counts_as
        return "fight" if self.counts_as == "fight" else ""


def of_skill(skill: Skill) -> Craft:
    """A Skill that it has (OE-15.1)."""
    return Craft(skill.name, skill.deed, skill.counts_as, "OE-15.4")


def of_item(item: Item) -> Craft:
    """Equipment marked (Use) (OE-17.3), worked as a Skill is (OE-17.6)."""
    assert item.deed is not None
    return Craft(item.name, item.deed, "use", "OE-17.6")


# ---- whom -----------------------------------------------------------------------------------------


def aim_refused(g: Play, who: Character, craft: Craft, target: Character) -> Why | None:
    """Why somebody cannot be aimed at (OE-15.5, OE-15.6)."""
    aim = craft.deed.aim
    if (why := _wrong_side(who, aim, target)) is not None:
        return why
    if aim.within == "weapon":
        if craft.counts_as == "shoot":
            return shot_refused(g, who, target, ranged_weapons(g, who))
        return blow_refused(g, who, target, melee_weapons(g, who))
    if target.side != who.side and not may_target(g.state, g.options, who, target):
        return "it is Hidden", "OE-16.27"
    return _out_of_reach(g, who, craft, target) or _in_melee(g, who, target) or _no_swap(g, who, craft, target)


def _wrong_side(who: Character, aim: Aim, target: Character) -> Why | None:
    """'Another Friendly' is not the user (OE-6.1), 'Friendly' is also the user (OE-6.2), 'Enemy' is nobody neutral
    (OE-6.3), 'any character' is all of them (OE-6.10)."""
    if not target.in_play:
        return "it is not in the Combat Area", "OE-4.9"
    if aim.at == "enemy" and (target.side == who.side or target.neutral):
        return "it is no Enemy", "OE-6.3"
    if aim.at in ("friendly", "another_friendly") and target.side != who.side:
        return "it is not Friendly", "OE-6.2"
    if aim.at == "another_friendly" and target is who:
        return "it takes another Friendly character", "OE-6.1"
    return None


def _out_of_reach(g: Play, who: Character, craft: Craft, target: Character) -> Why | None:
    """Step 3 (OE-15.6): contact, AR (OE-2.12) or a distance, and LoS (OE-2.15); where LoS is not asked for, whoever is
    near enough will do, seen or not (OE-2.14)."""
    aim = craft.deed.aim
    near = aware(g.state, g.options, who, target)
    if aim.within == "contact":
        if target is not who and not touching(who, target):
            return "it is not in contact", craft.measured_by
    elif (aim.within == "awareness" or aim.also_awareness) and not near:
        return _unaware(g, who, target)
    if target is not who and floor_apart(field_of(g.state, g.options), who, target):
        return "it is on another floor, with no opening between", "OE-11.24"
    if isinstance(aim.within, float | int) and not within(who, target, float(aim.within)):
        return f"it is farther than {aim.within:g}″", craft.measured_by
    if aim.sight and target is not who and not sees(g.state, g.options, who, target):
        return "there is no Line of Sight", "OE-2.15"
    return None


def _unaware(g: Play, who: Character, target: Character) -> Why:
    """Too far off, or near enough and walled off: outdoors (OE-2.17) or by a building (OE-2.18)."""
    if not within(who, target, awareness(who)):
        return "it is not in Awareness Range", "OE-2.12"
    building_at = field_of(g.state, g.options).building_at
    if any(building_at(one.x, one.y, one.z) is not None for one in (who, target)):
        return "a building blocks Awareness Range", "OE-2.18"
    return "a wall blocks Awareness Range", "OE-2.17"


def _in_melee(g: Play, who: Character, target: Character) -> Why | None:
    """An Enemy outside one's own CR who is Locked with a friend is no target (OE-6.5)."""
    if target.side == who.side or in_combat_range(target, who) or who.held(ShootIntoMelee):
        return None
    if any(holds(g.state, g.options, friend, target) for friend in g.state.friends(who)):
        return "it is Locked in Combat with a friend", "OE-6.5"
    return None


def _no_swap(g: Play, who: Character, craft: Craft, target: Character) -> Why | None:
    if any(isinstance(effect, Swap) for effect in craft.deed.success) and target is not who:
        refused = swap_refused(g, who, target)
        return (refused.reason, "OE-12.15") if refused is not None else None
    return None


def targets(g: Play, who: Character, craft: Craft) -> list[Character]:
    """Step 2 (OE-15.5): everybody that it may be aimed at."""
    return [one for one in g.state.in_play() if aim_refused(g, who, craft, one) is None]


def any_target(g: Play, who: Character, craft: Craft) -> bool:
    return any(aim_refused(g, who, craft, one) is None for one in g.state.in_play())


# ---- whether --------------------------------------------------------------------------------------


def barred(g: Play, who: Character, craft: Craft) -> Why | None:
    """Prerequisites and somebody to aim at (OE-15.4, OE-17.5); the limits of actions are another matter."""
    if (why := _unready(g, who, craft)) is not None:
        return why
    if not _at_somebody(craft.deed.aim) or any_target(g, who, craft):
        return None
    nearest = sorted(g.state.others(who), key=lambda one: gap(who, one))
    for one in nearest:
        why = aim_refused(g, who, craft, one)
        if why is not None and why[1] not in ("OE-6.1", "OE-6.2", "OE-6.3"):
            return f"{one.name}: {why[0]}", why[1]
    return "there is nobody to aim at", craft.clause


def possible(g: Play, who: Character, craft: Craft) -> bool:
    """Is it not barred (OE-15.4, OE-17.5)? Found out without the reason."""
    return _unready(g, who, craft) is None and (not _at_somebody(craft.deed.aim) or any_target(g, who, craft))


def _at_somebody(aim: Aim) -> bool:
    return aim.at not in ("nobody", "point", "terrain")


def _unready(g: Play, who: Character, craft: Craft) -> Why | None:
    """What bars it whoever is about, and what it is aimed at besides characters."""
    deed = craft.deed
    act = g.state.act
    if deed.unmoved and act is not None and act.moved:
        return "it has moved in this activation", craft.clause
    if deed.needs_shield and not who.sheet.shield:
        return "it needs a shield", craft.clause
    if craft.counts_as == "shoot" and (why := shoot_barred(g, who)) is not None:
        return why
    fades = any(isinstance(effect, GainHidden) for effect in deed.success)
    if fades and (why := _fade_barred(g, who)) is not None:
        return why
    if deed.aim.at in ("nobody", "point"):
        return None if deed.times == "once" else _nobody_in_reach(g, who)
    if deed.aim.at == "terrain":
        return None if anchors(g, who, deed.aim) else ("there is no terrain to aim at", craft.clause)
    return None


def _fade_barred(g: Play, who: Character) -> Why | None:
    """Gaining Hidden without the Hide Skill asks all of it but Clear LoS (OE-16.22)."""
    if (why := unhidable(who)) is not None:
        return why
    if any(aware(g.state, g.options, enemy, who) for enemy in g.state.enemies(who)):
        return "it is in an Enemy's Awareness Range", "OE-16.22"
    return None


def _nobody_in_reach(g: Play, who: Character) -> Why | None:
    weapons = melee_weapons(g, who)
    if any(blow_refused(g, who, enemy, weapons) is None for enemy in g.state.enemies(who)):
        return None
    return "there is no Enemy in Combat Range", "OE-14.3"


# ---- doing it -------------------------------------------------------------------------------------


def work(g: Play, who: Character, craft: Craft) -> Procedure[None]:
    """From the target to the last outcome, step by step, what does not matter left out (OE-15.3, OE-17.6). A Boost
    counts for the first Test only (OE-8.3)."""
    deed = craft.deed
    if deed.times == "two_targets":
        yield from _two_shots(g, who, craft)
    elif deed.times == "each_in_reach":
        yield from _all_round(g, who, craft)
    elif deed.aim.most > 1:
        yield from _several(g, who, craft)
    elif craft.attack and deed.aim.within == "weapon":
        if craft.counts_as == "shoot":
            aimed = yield from aim_shot(g, who, craft.name)
        else:
            aimed = yield from aim_blow(g, who, craft.name, melee_weapons(g, who))
        yield from _attack(g, who, craft, aimed)
    else:
        yield from _plain(g, who, craft)
    if craft.counts_as == "shoot":
        after_shot(g, who)


def _attack(g: Play, who: Character, craft: Craft, aimed: Aimed) -> Procedure[None]:
    """A Skill that follows an attack, at one target."""
    test = craft.deed.test
    assert test is not None
    attempt = Attempt(craft.name, test, "OE-15.7", craft.counts_as, craft.counts_as, aimed.mine, aimed.theirs)
    outcome = yield from make(g, who, attempt, aimed.target)
    affair = Affair(who, craft.name, outcome, aimed.target, aimed.weapon, attack=craft.counts_as)
    hits = any(isinstance(effect, Hit) for effect in craft.deed.success)
    one = (*craft.deed.rule_of_1, *(aimed.weapon.rule_of_1 if hits else ()))
    yield from resolve(g, affair, craft.deed.success, craft.deed.degree, one)


def _plain(g: Play, who: Character, craft: Craft) -> Procedure[None]:
    """One target (OE-15.5), a point, a piece of terrain, or nobody."""
    deed = craft.deed
    target, point = None, None
    if deed.aim.at == "point":
        point = yield from _which_point(g, who, craft)
    elif deed.aim.at == "terrain":
        point = yield from _which_terrain(g, who, craft)
    elif deed.aim.at != "nobody":
        target = yield from choose_character(
            g, "skill target", g.state.seat_of(who), who.name, targets(g, who, craft),
            f"{who.name}: {craft.name} on whom?", "OE-15.5", lambda one: aim_refused(g, who, craft, one),
        )  # fmt: skip
    yield from _tested(g, who, craft, target, point)


def _tested(g: Play, who: Character, craft: Craft, target: Character | None, point: Point | None) -> Procedure[None]:
    """The Test it names (OE-15.7), then its outcome (OE-15.10); an item without a Test goes straight to that
    (OE-17.7)."""
    deed = craft.deed
    outcome = PLAINLY
    if deed.test is not None:
        test: StatTest = deed.test
        occasion = craft.name.casefold()
        if any(isinstance(effect, Dash) for effect in deed.success):
            occasion = "sprint"
        attempt = Attempt(craft.name, test, "OE-15.7", occasion, craft.attack)
        outcome = yield from make(g, who, attempt, target)
    affair = Affair(who, craft.name, outcome, target, point=point)
    yield from resolve(g, affair, deed.success, deed.degree, deed.rule_of_1)


def _two_shots(g: Play, who: Character, craft: Craft) -> Procedure[None]:
    """Two different targets, one Test each."""
    first = yield from aim_shot(g, who, craft.name)
    yield from _attack(g, who, craft, first)
    if not who.in_play:
        return
    weapons = [first.weapon]
    left = [
        one
        for one in g.state.enemies(who)
        if one is not first.target and shot_refused(g, who, one, weapons) is None
    ]  # fmt: skip
    if left:
        second = yield from choose_character(
            g, "shoot", g.state.seat_of(who), who.name, left, f"{who.name}: {craft.name}, the second target?",
            "OE-15.5", lambda one: ("it was the first target", "OE-15.5") if one is first.target else None,
        )  # fmt: skip
        yield from _attack(g, who, craft, modified_shot(g, who, second, first.weapon))


def _all_round(g: Play, who: Character, craft: Craft) -> Procedure[None]:
    """One weapon against each Enemy it reaches, in the order the user likes."""
    weapons = [w for w in melee_weapons(g, who) if any(_reached(g, who, w))]
    prompt = f"{who.name}: {craft.name} with what?"
    weapon = yield from choose_weapon(
        "weapon", g.state.seat_of(who), who.name, weapons, prompt, "OE-14.4", facts=what_it_does
    )
    done: list[int] = []
    while who.in_play:
        left = [one for one in _reached(g, who, weapon) if one.number not in done]
        if not left:
            return
        target = yield from choose_character(
            g, "fight", g.state.seat_of(who), who.name, left, f"{who.name}: {craft.name}, whom next?", "OE-15.5",
            lambda one: None,
        )  # fmt: skip
        done.append(target.number)
        yield from _attack(g, who, craft, modified_blow(g, who, target, weapon))


def _reached(g: Play, who: Character, weapon: Weapon) -> Iterator[Character]:
    for enemy in g.state.enemies(who):
        if reaches(g, who, weapon, enemy) and blow_refused(g, who, enemy, (weapon,)) is None:
            yield enemy


def _several(g: Play, who: Character, craft: Craft) -> Procedure[None]:
    """Up to so many targets of one Test."""
    deed = craft.deed
    outcome = PLAINLY
    among = targets(g, who, craft)
    chosen: tuple[int, ...] = tuple(one.number for one in among)
    if len(among) > 1:
        chosen = yield ChooseSome(
            topic="skill targets", seat=g.state.seat_of(who), who=who.name,
            prompt=f"{who.name}: {craft.name} on whom?", clause="OE-15.5",
            options=tuple(named(one.name, one.number) for one in among), least=1,
            most=min(deed.aim.most, len(among)),
        )  # fmt: skip
    if deed.test is not None:
        outcome = yield from make(g, who, Attempt(craft.name, deed.test, "OE-15.7", craft.name.casefold()))
    each = [effect for effect in deed.success if getattr(effect, "on", "") == "target"]
    rest = [effect for effect in deed.success if effect not in each]
    for number in chosen:
        affair = Affair(who, craft.name, outcome, g.state.characters[number])
        yield from resolve(g, affair, each, (), ())
    yield from resolve(g, Affair(who, craft.name, outcome), rest, deed.degree, deed.rule_of_1)


# ---- points and terrain ---------------------------------------------------------------------------


def _which_point(g: Play, who: Character, craft: Craft) -> Procedure[Point]:
    places = yield Place(
        topic="point", seat=g.state.seat_of(who), who=who.name, prompt=f"{who.name}: {craft.name}, where?",
        clause="OE-15.5", models=("point",), check=lambda places: _point_refused(g, who, craft, places["point"]),
        candidates=lambda: _likely_points(g, who, craft),
    )  # fmt: skip
    spot: Point = places["point"]
    return spot


def _point_refused(g: Play, who: Character, craft: Craft, spot: Point) -> Refusal | None:
    reach = _inches(craft.deed.aim)
    if hypot(spot.x - who.x, spot.y - who.y) - who.radius > reach + TOUCH:
        return Refusal(f"that is farther than {reach:g}″", craft.measured_by)
    table = field_of(g.state, g.options).table
    if not (0 <= spot.x <= table.width and 0 <= spot.y <= table.height):
        return Refusal("that is off the Combat Area", "OE-10.6")
    return None


def _likely_points(g: Play, who: Character, craft: Craft) -> Iterator[Places]:
    reach = _inches(craft.deed.aim)
    for k in range(6):
        angle = pi * k / 3 + who.number
        spot = Point(who.x + cos(angle) * reach, who.y + sin(angle) * reach)
        if _point_refused(g, who, craft, spot) is None:
            yield {"point": spot}
    yield {"point": Point(who.x, who.y)}


def _inches(aim: Aim) -> float:
    """How far it reaches, where that is a distance."""
    return float(aim.within) if isinstance(aim.within, int | float) else 0.0


def anchors(g: Play, who: Character, aim: Aim) -> list[tuple[Terrain, Point]]:
    """Pieces of terrain within reach and in LoS, with their nearest points."""
    reach = _inches(aim)
    where = field_of(g.state, g.options)
    found = []
    for piece in where.table.terrain:
        if piece.height > 0.0 and 0.0 < gap_to_terrain(figure(who), piece) <= reach:
            spot = _nearest_point(piece, who)
            if not aim.sight or sees_spot(where, who, piece, spot):
                found.append((piece, spot))
    return found


def _nearest_point(piece: Terrain, who: Character) -> Point:
    if strictly_in(piece, who.x, who.y):
        return Point(*nearest_outside(piece, who.x, who.y))
    spots = [nearest_on_segment(who.x, who.y, *edge) for edge in outline_segments(piece.rings)]
    return Point(*min(spots, key=lambda spot: hypot(spot[0] - who.x, spot[1] - who.y)))


def _which_terrain(g: Play, who: Character, craft: Craft) -> Procedure[Point]:
    found = anchors(g, who, craft.deed.aim)
    if len(found) == 1:
        return found[0][1]
    point: Point = yield ChooseOne(
        topic="terrain", seat=g.state.seat_of(who), who=who.name, prompt=f"{who.name}: {craft.name}, towards what?",
        clause="OE-15.5", options=tuple(Option(p.id, p.label, (Ref("piece", p.id),), "", at) for p, at in found),
    )  # fmt: skip
    return point
