"""The five actions (OE-9.8): what each is called, what it counts as, why it may be barred, and how it is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from sandtable.engine.asking import Why
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.op_en import climbing, disengaging, hiding, interacting, jumping, skill_and_use, sprinting
from sandtable.rulesets.op_en.asking import Play
from sandtable.rulesets.op_en.attacks import (
    aim_blow,
    aim_shot,
    fight_barred,
    fresh_weapons,
    may_fight,
    may_shoot,
    shoot_barred,
)
from sandtable.rulesets.op_en.attempts import Attempt, make
from sandtable.rulesets.op_en.content import Item
from sandtable.rulesets.op_en.effects import Hit, ShootIntoMelee, StatTest
from sandtable.rulesets.op_en.hidden import after_shot
from sandtable.rulesets.op_en.outcomes import Affair, resolve
from sandtable.rulesets.op_en.parameters import switch
from sandtable.rulesets.op_en.space import holds
from sandtable.rulesets.op_en.state import Character
from sandtable.rulesets.op_en.trips import Trip
from sandtable.rulesets.op_en.walking import allowance, flies
from sandtable.rulesets.op_en.ways import ask_path, walk

SHOOT: Final = StatTest("opposed", "shoot", against="agility")
FIGHT: Final = StatTest("opposed", "fight", against="toughness")
PLAIN_HIT: Final = (Hit(),)


@dataclass
class Action:
    """Something a character may spend an action on."""

    label: str
    words: tuple[str, ...]
    """What it counts as: its own name, and a limit word (OE-9.4)."""
    barred: Callable[[Play, Character], Why | None]
    take: Callable[[Play, Character], Procedure[None]]
    clause: str
    once: str
    """The clause against taking it twice in a turn."""
    consumes: str = ""
    """What is gone when it is taken."""
    possible: Callable[[Play, Character], bool] | None = None
    """Whether it is not barred, where that is quicker to find out than why it is."""
    at_once: bool = False
    """Without a Test: it may change something before it asks anything."""


# ---- Move, Shoot, Fight ---------------------------------------------------------------------------


def move(g: Play, who: Character) -> Procedure[None]:
    """The Move Action (OE-10.1); flyers fly (OE-10.5)."""
    clause = "OE-16.29" if who.hidden else "OE-10.1"
    trip = Trip(g.state, g.options, who, allowance(who), clause, flies=flies(g.state, g.options, who))
    walked = yield from ask_path(trip, f"{who.name} moves: up to {trip.inches:g}″")
    yield from walk(g, trip, walked, "move")


def shoot(g: Play, who: Character) -> Procedure[None]:
    """The Shoot Action: a target, a weapon (OE-13.5), the Test (OE-13.9); Base Damage and 1 for each Degree, or nothing
    (OE-13.10, OE-13.11: `outcomes.hit`)."""
    aimed = yield from aim_shot(g, who, "Shoot")
    attempt = Attempt("Shoot", SHOOT, "OE-13.9", "shoot", "shoot", aimed.mine, aimed.theirs)
    mixed = any(holds(g.state, g.options, friend, aimed.target) for friend in g.state.friends(who))
    outcome = yield from make(g, who, attempt, aimed.target)
    one = list(aimed.weapon.rule_of_1)
    if mixed:
        one += [effect for _, into in who.held(ShootIntoMelee) for effect in into.rule_of_1]
    affair = Affair(who, "Shoot", outcome, aimed.target, aimed.weapon, attack="shoot")
    yield from resolve(g, affair, PLAIN_HIT, (), one)
    after_shot(g, who)


def fight(g: Play, who: Character) -> Procedure[None]:
    """The Fight Action (OE-14.4), across a barrier too (OE-14.7, OE-14.8): the Test (OE-14.9), then Base Damage and 1
    for each Degree (OE-14.10: `outcomes.hit`); nobody strikes back (OE-14.11)."""
    aimed = yield from aim_blow(g, who, "Fight", fresh_weapons(g, who))
    attempt = Attempt("Fight", FIGHT, "OE-14.9", "fight", "fight", aimed.mine, aimed.theirs)
    outcome = yield from make(g, who, attempt, aimed.target)
    who.fought_with = (*who.fought_with, aimed.weapon.name)
    affair = Affair(who, "Fight", outcome, aimed.target, aimed.weapon, attack="fight")
    yield from resolve(g, affair, PLAIN_HIT, (), aimed.weapon.rule_of_1)


def _free(g: Play, who: Character) -> Why | None:
    return None


MOVE: Final = Action("Move", ("move",), _free, move, "OE-10.1", "OE-9.2")
PLAIN: Final = (
    MOVE,
    Action("Shoot", ("shoot",), shoot_barred, shoot, "OE-13.1", "OE-13.2", possible=may_shoot),
    Action("Fight", ("fight",), fight_barred, fight, "OE-14.1", "OE-14.2", possible=may_fight),
)
INTERACT: Final = Action(
    "Interact", ("Interact",), interacting.interact_barred, interacting.interact, "OE-16.2", "OE-9.3"
)
JUMP: Final = Action("Jump", ("Jump",), jumping.jump_barred, jumping.jump, "OE-16.5", "OE-9.3")
SPRINT: Final = Action("Sprint", ("Sprint",), sprinting.sprint_barred, sprinting.sprint, "OE-16.13", "OE-9.3")
CLIMB, FREE_CLIMB = (  # Climb (Move) counts as the Move of a turn, or does not (OE-16.18)
    Action("Climb", words, climbing.climb_barred, climbing.climb, "OE-16.16", "OE-9.3", possible=climbing.may_climb)
    for words in (("Climb", "move"), ("Climb",))
)
HIDE: Final = Action("Hide", ("Hide",), hiding.hide_barred, hiding.hide, "OE-16.22", "OE-9.3")
DISENGAGE: Final = Action(
    "Disengage", ("Disengage",), disengaging.disengage_barred, disengaging.disengage, "OE-16.34", "OE-9.3"
)


def actions(g: Play, who: Character) -> Iterator[Action]:
    """Everything a character could spend an action on: the five actions (OE-9.8), the universal Skills (OE-16.1), and
    the Skills and (Use) items it has (OE-2.7, OE-15.1). Traits and Abilities are none (OE-9.9), and weapons, armour and
    shields need none of their own: they work within Shoot and Fight (OE-17.1)."""
    yield from PLAIN
    yield from (INTERACT, JUMP, SPRINT)
    yield CLIMB if switch(g.state, "climb.counts_as_move") else FREE_CLIMB
    yield from (HIDE, DISENGAGE)
    for skill in who.sheet.skills:
        yield _of_craft(skill_and_use.of_skill(skill))
    for item in {item.name: item for item in who.sheet.items}.values():  # two Salves are one choice
        if item.deed is not None:
            yield _use(item, skill_and_use.of_item(item))


def _of_craft(craft: skill_and_use.Craft) -> Action:
    words = (craft.name, *((craft.counts_as,) if craft.counts_as else ()))
    return Action(
        craft.name,
        words,
        lambda g, who: skill_and_use.barred(g, who, craft),
        lambda g, who: skill_and_use.work(g, who, craft),
        "OE-15.4",
        "OE-9.3",
        possible=lambda g, who: skill_and_use.possible(g, who, craft),
    )


def _use(item: Item, craft: skill_and_use.Craft) -> Action:
    """Using an item: once a turn (OE-17.4). A consumable is gone when it is used, whether or not its Test succeeds
    (OE-17.9)."""
    name, gone = item.name, item.consumable or item.once_per_game

    def barred(g: Play, who: Character) -> Why | None:
        if gone and who.used.count(name) >= sum(one.name == name for one in who.sheet.items):
            return "it is used up", "OE-17.5"
        return skill_and_use.barred(g, who, craft)

    def take(g: Play, who: Character) -> Procedure[None]:
        return skill_and_use.work(g, who, craft)

    return Action(
        f"Use {name}",
        ("use",),
        barred,
        take,
        "OE-17.3",
        "OE-17.4",
        name if gone else "",
        at_once=craft.deed.test is None,
    )
