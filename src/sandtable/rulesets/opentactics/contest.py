"""The dice between roll and tally: bumps (chapter 14), HEX (OT-3.4 to OT-3.9) and re-rolls (chapters 15, 19 to 21)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import groupby
from typing import Any

from msgspec import Struct, field

from sandtable.engine.dice import Faces, Roll
from sandtable.engine.questions import Absent, Option, Ref
from sandtable.engine.ruleset import Procedure, Stage
from sandtable.rulesets.opentactics import space
from sandtable.rulesets.opentactics.abilities import DEF, OFF, PoolName, SkillName
from sandtable.rulesets.opentactics.asking import Choice, Topic, asks, word
from sandtable.rulesets.opentactics.state import Play, State, Unit

PASS = "Pass"
NO_HEX = "No hex"
OTHER_FIRST = "other first"
EITHER = (OFF, DEF)


class Fighter(Struct, eq=False):
    """One of the two engaged units with its dice and bumps in this assault."""

    unit: Unit
    initiating: bool
    size: dict[PoolName, int] = field(default_factory=lambda: {OFF: 0, DEF: 0})
    dice: dict[PoolName, list[int]] = field(default_factory=lambda: {OFF: [], DEF: []})
    bumps: list[tuple[PoolName, int]] = []
    grants: list[Grant] = []

    @property
    def has_dice(self) -> bool:
        return any(self.dice.values())

    def change(self, pool: PoolName, old: int, new: int) -> None:
        """One die of the pool that shows `old` shows `new` from now on."""
        dice = self.dice[pool]
        dice[dice.index(old)] = new


class Grant(Struct, frozen=True):
    """A re-roll that has not been used: from where, and for which pools."""

    source: str
    pools: tuple[PoolName, ...]
    clause: str


class Blow(Struct, frozen=True):
    """An assault that is declared, before its pools are fixed."""

    attacker: Unit
    target: Unit
    skill: SkillName
    charge: bool
    overcharged: bool = False


class Assault(Struct):
    """An assault in progress. It lives inside one step and is never part of the state."""

    attacker: Fighter
    target: Fighter
    skill: SkillName
    charge: bool
    retaliates: bool
    overcharged: bool
    distance: float
    cover: tuple[int, ...]
    tally_method: str
    waiting: list[Fighter] = []
    """In the re-roll phase: who has not passed yet, whoever is next first."""

    @property
    def fighters(self) -> tuple[Fighter, Fighter]:
        return self.attacker, self.target


def alternate(
    g: Play,
    topic: Topic,
    fight: Assault,
    offers: Callable[[Fighter], tuple[list[Option], bool]],
    use: Callable[[Fighter, Any], Procedure[None]],
    prompt: str,
    clause: str,
    missing: Callable[[Fighter], tuple[Absent, ...]] | None = None,
) -> Procedure[None]:
    """Starting with the initiator the players take turns, one thing at a time; who passes, or has nothing left, is
    out (OT-14.2, OT-14.11, OT-15.1, OT-15.6)."""
    waiting = [fight.attacker, fight.target]
    while waiting:
        waiting = yield from turn(g, topic, fight, waiting, offers, use, prompt, clause, missing)


def turn(
    g: Play,
    topic: Topic,
    fight: Assault,
    waiting: list[Fighter],
    offers: Callable[[Fighter], tuple[list[Option], bool]],
    use: Callable[[Fighter, Any], Procedure[None]],
    prompt: str,
    clause: str,
    missing: Callable[[Fighter], tuple[Absent, ...]] | None = None,
) -> Procedure[list[Fighter]]:
    """One turn of the first in line; returns the line after it."""
    fighter, rest = waiting[0], waiting[1:]
    options, may_pass = offers(fighter)
    if not options:
        return rest
    if len(options) == 1 and not may_pass:
        chosen = options[0].meaning
    else:
        chosen = yield asks(
            g, topic, fighter.unit, f"{fighter.unit.name}: {prompt}", clause,
            tuple([*options, PASS_OPTION] if may_pass else options),
            None if missing is None else partial(missing, fighter), fight,
        )  # fmt: skip
    if chosen == PASS:
        return rest
    yield from use(fighter, chosen)
    return [*rest, fighter]


PASS_OPTION = word(PASS)


# ---- bump phase -----------------------------------------------------------------------------------


@lru_cache(512)
def bump_option(pool: PoolName, value: int, face: int) -> Option:
    name = f"{pool} {value:+d} on {face}"
    return Option(name, name, (Ref("die", f"{pool} {face}"),), "", (pool, value, face))


def bump_phase(g: Play, fight: Assault) -> Procedure[None]:
    if not (fight.attacker.bumps or fight.target.bumps):
        return
    must_lower = g.state.options["minus_bump_target"] == "must_lower"

    def use(fighter: Fighter, chosen: tuple[PoolName, int, int]) -> Procedure[None]:
        pool, value, face = chosen
        fighter.bumps.remove((pool, value))
        now = max(1, min(6, face + value))
        fighter.change(pool, face, now)
        g.tell("bump", "OT-14.4", who=fighter.unit.name, pool=pool, value=value, die=face, now=now)
        yield from ()

    yield from alternate(
        g, "bump", fight, lambda fighter: bump_offers(fighter, must_lower), use, "use a bump?", "OT-14.2", wasted_bumps
    )


def bump_offers(fighter: Fighter, must_lower: bool) -> tuple[list[Option], bool]:
    """Every bump on every die of its pool. Passing is allowed when no - bump is left (OT-14.8, OT-14.11)."""
    options: dict[str, Option] = {}
    minus = False
    for pool, value in fighter.bumps:
        faces = fighter.dice[pool]
        if value < 0:
            minus = True
            if must_lower:
                faces = [face for face in faces if face > 1] or faces
        for face in sorted(faces, reverse=True):
            option = bump_option(pool, value, face)
            options[option.id] = option
    return list(options.values()), not minus


def wasted_bumps(fighter: Fighter) -> tuple[Absent, ...]:
    """What a player may not do: waste a - bump on a 1, or pass while it has one (OT-14.9, OT-14.11)."""
    minus = [(pool, value) for pool, value in fighter.bumps if value < 0]
    found = [
        Absent(option.id, option.label, "a - bump goes on a die showing more than 1", "OT-14.9")
        for pool, value in minus
        if max(fighter.dice[pool]) > 1
        for option in [bump_option(pool, value, 1)]
    ]
    if minus:
        found.append(Absent(PASS_OPTION.id, PASS, "a - bump must be used first", "OT-14.11"))
    return tuple(found)


# ---- HEX ------------------------------------------------------------------------------------------


@lru_cache(64)
def die_option(pool: PoolName, face: int) -> Option:
    name = f"{pool} {face}"
    return Option(name, name, (Ref("die", name),), "", (pool, face))


@lru_cache(256)
def first_option(unit: str) -> Option:
    """To turn to this unit first (OT-18.3)."""
    name = f"{unit} first"
    return Option(name, name, (Ref("model", unit),), "OT-18.3", OTHER_FIRST)


NO_HEX_OPTION = word(NO_HEX)


def single_die(seat: int, name: str, purpose: str, clause: str) -> Procedure[int]:
    faces: Faces = yield Roll(1, 6, purpose, clause, seat, name)
    return faces[0]


def hexes(g: Play, fight: Assault) -> Procedure[None]:
    """At the end of the bump phase each owner of HEX may have one die of each enemy in range rolled again. What one
    player's bystanders may do comes in any order that player likes (OT-18.3)."""
    owners = hex_owners(g.state, fight)
    engaged = [fighter.unit for fighter in fight.fighters]
    for _, together in groupby(owners, lambda owner: -1 - engaged.index(owner) if owner in engaged else owner.seat):
        uses = [(owner, fighter) for owner in together for fighter in fight.fighters]
        yield from _hexes_of_one(g, fight, [use for use in uses if can_hex(g.state, *use) and use[1].has_dice])


def _hexes_of_one(g: Play, fight: Assault, uses: list[tuple[Unit, Fighter]]) -> Procedure[None]:
    """The uses of HEX that one player has at the same moment. Against the same enemy all are alike, so the order only
    matters where both engaged units are enemies: then the player may turn to the other one first."""
    turned = False
    while uses:
        (owner, fighter), *rest = uses
        other = None if turned else next((use for use in rest if use[1] is not fighter), None)
        turned = yield from hex_die(g, fight, owner, fighter, other[1] if other else None)
        uses = rest
        if turned and other:
            rest.remove(other)
            uses = [other, (owner, fighter), *rest]


def hex_die(g: Play, fight: Assault, owner: Unit, fighter: Fighter, other: Fighter | None = None) -> Procedure[bool]:
    """One die of a fighter rolled again, if the owner wants it (OT-3.5). True if it would rather turn to the other one
    first."""
    if not fighter.has_dice:
        return False
    dice = [(pool, face) for pool in EITHER for face in sorted(set(fighter.dice[pool]), reverse=True)]
    chosen = yield Choice(
        topic="hex",
        unit=fighter.unit,
        about=fight,
        seat=owner.seat,
        who=g.state.seats[owner.seat],
        prompt=f"{owner.name}: hex which die of {fighter.unit.name}?",
        clause="OT-3.5",
        options=(
            *[die_option(pool, face) for pool, face in dice],
            *([first_option(other.unit.name)] if other else []),
            NO_HEX_OPTION,
        ),
    )
    if chosen in (NO_HEX, OTHER_FIRST):
        return bool(chosen == OTHER_FIRST)
    pool, face = chosen
    now = yield Stage(single_die, (owner.seat, owner.name, f"hex on {fighter.unit.name}", "OT-3.5"))
    fighter.change(pool, face, now)
    g.tell("hex", "OT-3.5", who=owner.name, target=fighter.unit.name, pool=pool, die=face, now=now)
    return False


def hex_owners(state: State, fight: Assault) -> list[Unit]:
    """The engaged units first, the attacker's before the target's; then the others in turn order from the initiating
    player on (OT-18.2, OT-18.3)."""
    owners = [unit for unit in state.on_map() if unit.card.traits.forced_rerolls]
    if not owners:
        return []
    engaged = [fighter.unit for fighter in fight.fighters]
    order = state.order
    start = order.index(engaged[0].seat)
    rank = {seat: place for place, seat in enumerate(order[start:] + order[:start])}
    others = sorted((unit for unit in owners if unit not in engaged), key=lambda unit: rank[unit.seat])
    return [unit for unit in engaged if unit in owners] + others


def can_hex(state: State, owner: Unit, fighter: Fighter) -> bool:
    unit = fighter.unit
    if unit.seat == owner.seat or unit.card.traits.immune:
        return False
    reach = max(owner.card.skills[skill].range for skill in owner.card.traits.forced_rerolls)
    return space.within(state, owner, unit, reach)


# ---- re-roll phase --------------------------------------------------------------------------------


@lru_cache(512)
def reroll_option(source: str, pool: PoolName, face: int) -> Option:
    name = f"{source}: {pool} {face}"
    return Option(name, name, (Ref("die", f"{pool} {face}"),), "", (source, pool, face))


def reroll_phase(g: Play, fight: Assault) -> Procedure[None]:
    fight.waiting = [fight.attacker, fight.target]
    while fight.waiting:
        fight.waiting = yield from reroll_turn(g, fight, fight.waiting)


def reroll_turn(g: Play, fight: Assault, waiting: list[Fighter]) -> Procedure[list[Fighter]]:
    """One turn of the re-roll phase."""

    def use(fighter: Fighter, chosen: tuple[str, PoolName, int]) -> Procedure[None]:
        source, pool, face = chosen
        grant = _spend(fighter, source, pool)
        purpose = f"re-roll for {fighter.unit.name}"
        now = yield Stage(single_die, (fighter.unit.seat, fighter.unit.name, purpose, "OT-15.3"))
        fighter.change(pool, face, now)
        g.tell("re-roll", grant.clause, "OT-15.4", who=fighter.unit.name, source=source, pool=pool, die=face, now=now)

    return (yield from turn(g, "re-roll", fight, waiting, reroll_offers, use, "use a re-roll?", "OT-15.1"))


def grants(state: State, fight: Assault, own: Fighter, enemy: Fighter) -> Iterator[Grant]:
    """All re-rolls of one side: support, higher ground, cover, abilities (OT-15.2)."""
    unit, other = own.unit, enemy.unit
    banners: dict[str, Grant] = {}
    for ally in state.allies(unit):
        beside_own, beside_enemy = space.adjacent(state, ally, unit), space.adjacent(state, ally, other)
        if beside_own and beside_enemy:
            yield Grant("support", EITHER, "OT-19.3")
        elif beside_own:
            yield Grant("support", (DEF,), "OT-19.1")
        elif beside_enemy:
            yield Grant("support", (OFF,), "OT-19.2")
        for reroll in ally.card.traits.rerolls:
            if space.within(state, ally, unit, reroll.within):
                banners[reroll.ability] = Grant(reroll.ability, (reroll.pool,), "OT-2.16")
    if space.level(state, unit) > space.level(state, other):
        yield Grant("higher ground", EITHER, "OT-20.1")
    if unit.number in fight.cover:
        yield Grant("cover", (DEF,), "OT-21.1")
    yield from banners.values()


def reroll_offers(fighter: Fighter) -> tuple[list[Option], bool]:
    """Each source with each die it may roll again; equal ones are one option (OT-15.3, OT-15.7)."""
    options: dict[str, Option] = {}
    for grant in fighter.grants:
        for pool in grant.pools:
            for face in fighter.dice[pool]:
                option = reroll_option(grant.source, pool, face)
                options[option.id] = option
    return list(options.values()), True


def _spend(fighter: Fighter, source: str, pool: PoolName) -> Grant:
    """Uses up a re-roll; of several that fit the one that is good for nothing else (OT-19.3)."""
    fitting = [grant for grant in fighter.grants if grant.source == source and pool in grant.pools]
    grant = min(fitting, key=lambda one: len(one.pools))
    fighter.grants.remove(grant)
    return grant
