"""What happens when a Test is resolved, in the words of effects.py: one short function for each word (OE-3.26,
OE-15.10)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import hypot
from typing import Any

from msgspec import Struct

from sandtable.engine.asking import yes_or_no
from sandtable.engine.dice import Roll
from sandtable.engine.questions import Place, Places, Point, Refusal
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.op_en import effects
from sandtable.rulesets.op_en.asking import Play, choose_character, choose_inches, choose_word
from sandtable.rulesets.op_en.content import Weapon, hooks, setting
from sandtable.rulesets.op_en.damage import heal, hurt, settle
from sandtable.rulesets.op_en.ground import field_of
from sandtable.rulesets.op_en.hidden import renew_hidden, reveal
from sandtable.rulesets.op_en.hiding import hide, hide_barred
from sandtable.rulesets.op_en.notes import noted
from sandtable.rulesets.op_en.scoring import award
from sandtable.rulesets.op_en.sight import sees
from sandtable.rulesets.op_en.space import aware, awareness, gap, holds, within
from sandtable.rulesets.op_en.sprinting import farthest, run
from sandtable.rulesets.op_en.standing import ring, standing_refused
from sandtable.rulesets.op_en.state import IN_PLAY, NOBODY, Character, Held, Mark, Patch
from sandtable.rulesets.op_en.summoning import companion
from sandtable.rulesets.op_en.throws import ThrowOutcome
from sandtable.rulesets.op_en.trips import Trip
from sandtable.rulesets.op_en.tumbling import fall_over, falling_test, line_between, push, put, teleport
from sandtable.rulesets.op_en.walking import allowance
from sandtable.rulesets.op_en.ways import ask_path, walk
from sandtable.table.measuring import nearest_outside


class Affair(Struct):
    """What outcomes are about: who does what to whom, with what, and how well it went."""

    who: Character
    source: str
    outcome: ThrowOutcome
    target: Character | None = None
    weapon: Weapon | None = None
    point: Point | None = None
    mark: int = NOBODY
    attack: str = ""
    """'fight' or 'shoot', where it is an attack or follows one."""
    own_fault: bool = False
    """The Rule of 1: damage to oneself is no hit."""

    @property
    def degrees(self) -> int:
        """Each gives once what is printed for a Degree (OE-3.26)."""
        return self.outcome.degrees


Resolution = Callable[[Play, Affair, Any], Procedure[None]]


def happen(g: Play, affair: Affair, outcomes: Sequence[effects.EffectWord]) -> Procedure[None]:
    """All outcomes in their order."""
    for effect in outcomes:
        yield from HAPPENS[type(effect)](g, affair, effect)


def resolve(
    g: Play, affair: Affair, success: Sequence[effects.EffectWord], degree: Sequence[effects.EffectWord],
    one: Sequence[effects.EffectWord],
) -> Procedure[None]:  # fmt: skip
    """The Rule of 1, then success or failure, then Degrees (OE-15.10); then whoever has had enough goes Out of Action
    (OE-4.8). When both rolled a 1 nothing happens (OE-3.9)."""
    if affair.outcome.one:
        affair.own_fault = True
        yield from happen(g, affair, one)
    elif affair.outcome.success:
        yield from happen(g, affair, success)
        for _ in range(affair.degrees if degree else 0):
            yield from happen(g, affair, degree)
    yield from settle(g)


# ---- whom -----------------------------------------------------------------------------------------


def touched_by(g: Play, affair: Affair, on: str) -> Procedure[list[Character]]:
    """Those to whom an outcome happens."""
    who, target, state = affair.who, affair.target, g.state
    if on == "user":
        return [who]
    if on == "target":
        return [target] if target is not None and target.in_play else []
    if on == "locked_friend":
        return (yield from _locked_friend(g, affair))
    if on == "enemy_in_awareness":
        near = [enemy for enemy in state.enemies(who) if aware(state, g.options, who, enemy)]
        if not near:
            return []
        seat = state.seat_of(who)
        prompt = f"{affair.source}: which Enemy in Awareness Range?"
        return [
            (yield from choose_character(g, "awareness", seat, who.name, near, prompt, "OE-2.12", lambda one: None))
        ]
    return []


def _locked_friend(g: Play, affair: Affair) -> Procedure[list[Character]]:
    """One friend of the user Locked with the target, chosen by the opponent."""
    target = affair.target
    if target is None:
        return []
    state = g.state
    friends = [
        friend
        for friend in state.friends(affair.who)
        if holds(state, g.options, target, friend) or holds(state, g.options, friend, target)
    ]
    if not friends:
        return []
    prompt = f"{affair.source}: who of the melee is hit?"
    seat = state.seat_of(target)
    return [
        (yield from choose_character(g, "melee friend", seat, target.name, friends, prompt, "OE-3.6", lambda one: None))
    ]


# ---- harm -----------------------------------------------------------------------------------------


def hit(g: Play, affair: Affair, effect: effects.Hit) -> Procedure[None]:
    """Base Damage and 1 for each Degree (OE-4.5, OE-4.6), and whatever a hit does besides."""
    target, weapon = affair.target, affair.weapon
    assert target is not None
    assert weapon is not None
    base = max(0, weapon.damage - effect.less)
    hurt(g, target, base + affair.degrees, weapon.name, "OE-4.6")
    if affair.degrees >= weapon.degrees:
        affair.source = weapon.name
        yield from happen(g, affair, weapon.on_hit)
    kind = "ranged" if affair.attack == "shoot" else "melee"
    for source, one in affair.who.held(effects.OnHit):
        if one.weapons in ("any", kind) and affair.degrees >= one.degrees:
            affair.source = source
            yield from happen(g, affair, one.outcomes)


def damage(g: Play, affair: Affair, effect: effects.Damage) -> Procedure[None]:
    """Damage by a Talent, or by a Test that failed (OE-4.1)."""
    amount = effect.amount + effect.each * affair.degrees
    if effect.base and affair.weapon is not None:
        amount = affair.weapon.damage
    for one in (yield from touched_by(g, affair, effect.on)):
        hurt(g, one, amount, affair.source, "OE-4.1", hit=not (affair.own_fault and one is affair.who))


def healing(g: Play, affair: Affair, effect: effects.Heal) -> Procedure[None]:
    """Damage removed at once (OE-4.13)."""
    target = affair.target or affair.who
    if effect.salve and target.has("ignores_salves"):
        g.tell("healed", "OE-4.13", who=target.name, amount=0, source=affair.source, damage=target.damage)
    else:
        heal(g, target, effect.amount + effect.each * affair.degrees, affair.source)
    return
    yield


def fall(g: Play, affair: Affair, effect: effects.Fall) -> Procedure[None]:
    """A Falling Test on the spot."""
    yield from falling_test(g, affair.who, effect.inches)


def tumble(g: Play, affair: Affair, effect: effects.Tumble) -> Procedure[None]:
    """Over an edge that is near and deep enough, otherwise a Stun."""
    who = affair.who
    edge = _edge_near(g, who, effect.within, effect.drop)
    if edge is None:
        _stun(g, who)
        return
    direction = edge.x - who.x, edge.y - who.y
    yield from fall_over(g, who, Point(edge.x, edge.y, who.z), direction)


def _edge_near(g: Play, who: Character, inches: float, drop: float) -> Point | None:
    where = field_of(g.state, g.options)
    best: tuple[float, Point] | None = None
    for piece in where.under(who.x, who.y):
        if abs(piece.top - who.z) > 1e-6:
            continue
        x, y = nearest_outside(piece, who.x, who.y)
        far = hypot(x - who.x, y - who.y)
        beyond = where.floors(x + (x - who.x) / (far or 1) * 0.1, y + (y - who.y) / (far or 1) * 0.1)
        below = max((height for height in beyond if height <= who.z), default=0.0)
        if far <= inches and who.z - below >= drop and (best is None or far < best[0]):
            best = far, Point(x, y, who.z)
    return best[1] if best else None


# ---- being moved ----------------------------------------------------------------------------------


def pushing(g: Play, affair: Affair, effect: effects.Push) -> Procedure[None]:
    """A Push, its Degrees as many as the pusher likes (OE-12.3, OE-12.4)."""
    who, target = affair.who, affair.target
    moved = who if effect.on == "user" else target
    if moved is None or not moved.in_play:
        return
    inches = yield from _how_far(g, affair, effect)
    if inches <= 0:
        return
    direction = yield from _which_way(g, affair, effect, moved)
    own = g.state.act is not None and g.state.act.character == moved.number
    yield from push(g, moved, direction, inches, affair.source, own=own)
    if moved is who and g.state.act is not None:
        g.state.act.moved = True


def _how_far(g: Play, affair: Affair, effect: effects.Push) -> Procedure[float]:
    """So far as its rule says: any length where that is 'up to', else so many of the Degrees as the pusher likes."""
    most = effect.inches + effect.each * affair.degrees
    least = 0 if effect.up_to else effect.inches
    if most <= least:
        return float(most)
    seat, prompt = g.state.seat_of(affair.who), f"{affair.source}: Push how far?"
    if effect.up_to:
        return (yield from choose_inches("push", seat, affair.who.name, least, most, prompt, "OE-12.4"))
    labels = [f"{inches}″" for inches in range(most, least - 1, -effect.each)]
    chosen = yield from choose_word("push", seat, affair.who.name, labels, prompt, "OE-12.4")
    return float(chosen.removesuffix("″"))


def _which_way(g: Play, affair: Affair, effect: effects.Push, moved: Character) -> Procedure[tuple[float, float]]:
    """Towards the pusher, away from it, or as it chooses (OE-12.3, OE-12.4), along the line of centres (OE-12.5)."""
    who, target = affair.who, affair.target
    if effect.direction == "to_terrain" and affair.point is not None:
        return affair.point.x - moved.x, affair.point.y - moved.y
    other = target if moved is who else who
    if effect.direction == "chosen" or other is None:
        places = yield Place(
            topic="push place", seat=g.state.seat_of(who), who=who.name,
            prompt=f"{affair.source}: Push {moved.name} towards which point?", clause="OE-12.4",
            models=(moved.name,), check=lambda places: None,
            candidates=lambda: [{moved.name: p} for p in ring((moved.x, moved.y), 2.0, (moved.x + 1, moved.y), 8)],
        )  # fmt: skip
        spot = places[moved.name]
        return spot.x - moved.x, spot.y - moved.y
    dx, dy = line_between(moved, other)
    return (dx, dy) if effect.direction == "towards" else (-dx, -dy)


def teleporting(g: Play, affair: Affair, effect: effects.Teleport) -> Procedure[None]:
    """Whoever causes it steers it, unless its rule says the opponent does (OE-12.13)."""
    moved = affair.who if effect.on == "user" else affair.target
    if moved is None or not moved.in_play:
        return
    inches: float = effect.inches + effect.each * affair.degrees
    if effect.half_result:
        inches = -(-affair.outcome.total // 2)
    by = g.state.seat_of(affair.who), affair.who.name
    if effect.by == "opponent":
        by = next((seat for seat in range(len(g.state.players)) if seat != affair.who.side), by[0]), ""
    yield from teleport(g, moved, inches, by, affair.source)
    if moved is affair.who and g.state.act is not None:
        g.state.act.moved = True


def swap(g: Play, affair: Affair, effect: effects.Swap) -> Procedure[None]:
    """Both Teleport; refused if a base does not fit (OE-12.15)."""
    one, two = affair.who, affair.target
    if two is None or swap_refused(g, one, two) is not None:
        g.tell("no swap", "OE-12.15", who=one.name, other=two.name if two else "")
        return
    one.x, one.y, one.z, two.x, two.y, two.z = two.x, two.y, two.z, one.x, one.y, one.z
    if g.state.act is not None and g.state.act.character in (one.number, two.number):
        g.state.act.moved = True
    renew_hidden(g)
    g.tell("swapped", "OE-12.13", who=one.name, other=two.name)
    return
    yield


def swap_refused(g: Play, one: Character, two: Character) -> Refusal | None:
    """Would both fit in each other's place? Each is looked at with the other away."""
    if one.radius == two.radius and one.sheet.height == two.sheet.height:
        return None
    there, here = Point(two.x, two.y, two.z), Point(one.x, one.y, one.z)
    for mover, other, at in ((one, two, there), (two, one, here)):
        status, other.status = other.status, "left"
        refused = standing_refused(g.state, g.options, mover, at)
        other.status = status
        if refused is not None:
            return refused
    return None


def stride(g: Play, affair: Affair, effect: effects.Stride) -> Procedure[None]:
    who = affair.who
    trip = Trip(g.state, g.options, who, allowance(who), "OE-10.1", leaves=effect.leaves_combat,
                over_barriers=effect.over_barriers)  # fmt: skip
    walked = yield from ask_path(trip, f"{who.name}: {affair.source}, up to {trip.inches:g}″")
    yield from walk(g, trip, walked, affair.source)


def dash(g: Play, affair: Affair, effect: effects.Dash) -> Procedure[None]:
    yield from run(g, affair.who, affair.outcome.total, affair.source, leaves=effect.leaves_combat)


# ---- tokens and states ----------------------------------------------------------------------------


def tokens(g: Play, affair: Affair, effect: effects.Tokens) -> Procedure[None]:
    """Tokens gained, or lost if there are any (OE-8.12)."""
    side = affair.who.side
    if effect.whose == "nearest_enemy":
        enemies = [enemy for enemy in g.state.enemies(affair.who) if enemy.of_force]
        if not enemies:
            return
        side = min(enemies, key=lambda enemy: gap(affair.who, enemy)).side
    if side >= 0:
        player = g.state.players[side]
        player.tokens = max(0, player.tokens + effect.amount)
        g.tell("tokens", "OE-8.12", player=player.name, tokens=player.tokens, source=affair.source)
    return
    yield


def _stun(g: Play, who: Character) -> None:
    who.stunned = g.state.turn + 1
    g.tell("stunned", "OE-9.1", who=who.name)


def stun(g: Play, affair: Affair, effect: effects.Stun) -> Procedure[None]:
    for one in (yield from touched_by(g, affair, effect.on)):
        _stun(g, one)


def poison(g: Play, affair: Affair, effect: effects.Poison) -> Procedure[None]:
    for one in (yield from touched_by(g, affair, effect.on)):
        if not one.has("immune_to_poison"):
            one.poisoned = True
            g.tell("poisoned", "OE-3.17", who=one.name)


def lasting(g: Play, affair: Affair, effect: effects.Lasting) -> Procedure[None]:
    """Standing effects until end of turn (OE-21.6)."""
    for one in (yield from touched_by(g, affair, effect.on)):
        one.lasting = (*one.lasting, *(Held(affair.source, gained) for gained in effect.effects))
        g.tell("lasting", "OE-21.6", who=one.name, source=affair.source)
        if one.hidden and any(isinstance(gained, effects.Revealed) for gained in effect.effects):
            reveal(g, one, "OE-16.30", affair.source)
    if any(isinstance(gained, effects.Awareness) for gained in effect.effects):
        renew_hidden(g)  # a wider AR finds at once (OE-16.30)


def revealing(g: Play, affair: Affair, effect: effects.Reveal) -> Procedure[None]:
    """Everybody of one side in the area loses Hidden; Enemies cannot Hide until end of turn."""
    who = affair.who
    mine = effect.on == "friends_in_area"
    for one in g.state.friends(who) if mine else g.state.enemies(who):
        if not within(who, one, awareness(who) + effect.beyond) or not sees(g.state, g.options, who, one):
            continue
        if one.hidden:
            reveal(g, one, "OE-16.30", affair.source)
        if not mine:
            one.lasting = (*one.lasting, Held(affair.source, effects.Revealed()))
    if mine and who.hidden:
        reveal(g, who, "OE-16.30", affair.source)
    return
    yield


def gain_hidden(g: Play, affair: Affair, effect: effects.GainHidden) -> Procedure[None]:
    """Hidden even under Clear LoS until end of turn, not inside an AR."""
    who = affair.who
    who.hidden = who.faded = True
    g.tell("hidden", "OE-16.23", who=who.name, source=affair.source)
    renew_hidden(g)
    return
    yield


def hide_at_once(g: Play, affair: Affair, effect: effects.HideAtOnce) -> Procedure[None]:
    who = affair.who
    if who.hidden or hide_barred(g, who) is not None:
        return
    seat = g.state.seat_of(who)
    prompt = f"{who.name}: Hide at once?"
    if (
        yield from yes_or_no(
            "hide at once", seat, who.name, prompt, "OE-16.22", "Hide", "No Hide", facts=noted("hide at once")
        )
    ):
        yield from hide(g, who)


def area(g: Play, affair: Affair, effect: effects.Area) -> Procedure[None]:
    """A patch of smoke or difficult ground."""
    if affair.point is not None:
        patch = Patch(affair.point.x, affair.point.y, effect.radius, effect.ground, effect.lasts)
        g.state.patches = (*g.state.patches, patch)
        g.tell("area", "OE-11.8" if effect.ground == "difficult" else "OE-2.29", what=effect.ground,
               at=[patch.x, patch.y], radius=patch.radius, source=affair.source)  # fmt: skip
    return
    yield


def summon(g: Play, affair: Affair, effect: effects.Summon) -> Procedure[None]:
    """A Rank 0 character comes in contact with the user."""
    who, state = affair.who, g.state
    new = companion(state, setting(state.setting).companions[effect.companion], who.side)
    middle = ring((who.x, who.y), who.radius + new.radius, (18.0, 18.0))
    spots = [Point(p.x, p.y, who.z) for p in middle]
    free = [spot for spot in spots if standing_refused(state, g.options, new, spot) is None]
    if not free:
        g.tell("no room", "OE-10.8", who=new.name)
        return

    def check(places: Places) -> Refusal | None:
        at = Point(places[new.name].x, places[new.name].y, who.z)
        far = hypot(at.x - who.x, at.y - who.y) - who.radius - new.radius
        if abs(far) > 2 / 1024:
            return Refusal(f"{new.name} is placed in contact with {who.name}", "OE-17.6")
        return standing_refused(state, g.options, new, at)

    places = yield Place(
        topic="summon place", seat=state.seat_of(who), who=who.name,
        prompt=f"{affair.source}: where does {new.name} come?",
        clause="OE-17.6", models=(new.name,), check=check,
        candidates=lambda: [{new.name: spot} for spot in free],
    )  # fmt: skip
    at = places[new.name]
    new.status, new.x, new.y, new.z, new.activated = IN_PLAY, at.x, at.y, who.z, False
    state.characters = [*state.characters, new]
    renew_hidden(g)
    g.tell("summoned", "OE-17.6", who=new.name, by=who.name, at=[at.x, at.y])


# ---- objectives (OE-16.4) -------------------------------------------------------------------------


def _change(g: Play, affair: Affair, **new: Any) -> Mark:
    marks = g.state.marks
    mark = replace(marks[affair.mark], **new)
    g.state.marks = (*marks[: affair.mark], mark, *marks[affair.mark + 1 :])
    return mark


def take(g: Play, affair: Affair, effect: effects.Take) -> Procedure[None]:
    """The marker goes on the card; a carrier is not Hidden."""
    who = affair.who
    _change(g, affair, carried=True)
    who.carries = affair.mark
    if who.hidden:
        reveal(g, who, "OE-16.4", "what it carries")
    g.tell("taken", "OE-16.4", who=who.name, objective=g.state.marks[affair.mark].name)
    return
    yield


def score(g: Play, affair: Affair, effect: effects.Score) -> Procedure[None]:
    award(g, affair.who, effect.points, affair.source)
    return
    yield


def notch(g: Play, affair: Affair, effect: effects.Notch) -> Procedure[None]:
    """A notch of one's own, or one of another OF's removed; enough of them close it."""
    side = affair.who.side
    mark = g.state.marks[affair.mark]
    notches = list(mark.notches or (0,) * len(g.state.players))
    foreign = next((one for one, count in enumerate(notches) if one != side and count), None)
    notches[side if foreign is None else foreign] += 1 if foreign is None else -1
    closed = notches[side] >= effect.needed
    _change(g, affair, notches=tuple(notches), gone=closed)
    g.tell("notch", "OE-16.4", who=affair.who.name, objective=mark.name, notches=notches, closed=closed)
    if closed:
        award(g, affair.who, effect.points, mark.name)
    return
    yield


def follow(g: Play, affair: Affair, effect: effects.Follow) -> Procedure[None]:
    if affair.target is not None:
        affair.target.follows = affair.who.number
        g.tell("follows", "OE-16.4", who=affair.target.name, leader=affair.who.name)
    return
    yield


def bolt(g: Play, affair: Affair, effect: effects.Bolt) -> Procedure[None]:
    """It stops following and is moved directly away from whoever tried."""
    target = affair.target
    if target is None:
        return
    (face,) = yield Roll(1, effect.sides, f"{target.name} bolts", "OE-16.4", g.state.seat_of(affair.who), target.name)
    target.follows = NOBODY
    away(g, target, affair.who, float(face))


def away(g: Play, who: Character, from_whom: Character, inches: float) -> None:
    """Directly away from somebody, as far as terrain and others allow."""
    trip = Trip(g.state, g.options, who, inches, "OE-18.9", straight=True, leaves=True)
    walked = farthest(trip, Point(2 * who.x - from_whom.x, 2 * who.y - from_whom.y))
    if walked.length:
        put(g, who, walked.end, walked.path)
        g.tell("moved", "OE-18.9", who=who.name, kind="away", length=round(walked.length, 3),
               to=[walked.end.x, walked.end.y], path=[[p.x, p.y, p.z] for p in walked.path])  # fmt: skip


def harder(g: Play, affair: Affair, effect: effects.Harder) -> Procedure[None]:
    _change(g, affair, harder=g.state.marks[affair.mark].harder + effect.by)
    return
    yield


def lock_up(g: Play, affair: Affair, effect: effects.LockUp) -> Procedure[None]:
    _change(g, affair, locked=g.state.turn)
    return
    yield


def hook(g: Play, affair: Affair, effect: effects.Hook) -> Procedure[None]:
    """What the package of the Setting does in code."""
    yield from hooks()[effect.name](g, affair, effect)


HAPPENS: dict[type[effects.EffectWord], Resolution] = {
    effects.Hook: hook,
    effects.Hit: hit, effects.Damage: damage, effects.Heal: healing, effects.Push: pushing,
    effects.Teleport: teleporting, effects.Tokens: tokens, effects.Stun: stun, effects.Poison: poison,
    effects.Lasting: lasting, effects.Reveal: revealing, effects.GainHidden: gain_hidden, effects.Swap: swap,
    effects.Stride: stride, effects.Dash: dash, effects.Tumble: tumble, effects.Fall: fall, effects.Area: area,
    effects.Summon: summon, effects.HideAtOnce: hide_at_once, effects.Take: take, effects.Score: score,
    effects.Notch: notch, effects.Follow: follow, effects.Bolt: bolt, effects.Harder: harder,
    effects.LockUp: lock_up,
}  # fmt: skip
