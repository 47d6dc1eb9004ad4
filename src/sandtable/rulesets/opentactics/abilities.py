"""What each special ability does: one table of hooks. The rules ask for hooks, never for the name of an ability.

A hook is a field of `Traits`; an ability fills in the ones it has, and a card's traits are those of all its abilities
put together. Each acts in the phase that asks for its hook (OT-18.1). content/abilities.toml holds the prices and the
words for people.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct
from msgspec.structs import asdict

from sandtable.engine.errors import SetupError, near, shown

SkillName = Literal["melee", "ballistic", "arcane", "technical"]
SKILLS: tuple[SkillName, ...] = ("melee", "ballistic", "arcane", "technical")

PoolName = Literal["OFF", "DEF"]
OFF: PoolName = "OFF"
DEF: PoolName = "DEF"

ActionName = Literal["Vent", "Raise", "Rally", "Grove"]


class NearbyPool(Struct, frozen=True):
    """Enemies within the owner's range in a skill (OT-18.5: `space`) have more or fewer dice in a pool while they are
    there: a continuous change (OT-18.4). WEAKEN: one Melee OFF die less (OT-3.10), down to none (OT-3.11), of enemies
    of the type Living (OT-3.12), without a mark that lasts (OT-3.13)."""

    ability: str
    skill: SkillName
    pool: PoolName
    change: int
    within_range_of: SkillName
    types: tuple[str, ...] = ()


class TargetPool(Struct, frozen=True):
    """The target of an assault that the owner initiates has fewer dice, but not fewer than `floor`."""

    skill: SkillName
    pool: PoolName
    change: int
    floor: int


class SharedPool(Struct, frozen=True):
    """The owner has more dice while adjacent to another allied owner."""

    ability: str
    skill: SkillName
    pool: PoolName
    change: int


class ExtraBump(Struct, frozen=True):
    """One more bump under a pool."""

    skill: SkillName
    pool: PoolName
    value: int
    only_initiating: bool = False
    only_unmoved: bool = False


class NearbyReroll(Struct, frozen=True):
    """Other allied units within a distance may re-roll a die, once however many owners are near."""

    ability: str
    pool: PoolName
    within: int


class AbilitySave(Struct, frozen=True):
    ability: str
    value: int


class Traits(Struct, frozen=True):
    """Every hook, for the phase that asks for it (OT-18.1); where it contradicts a rule it wins (OT-2.16). Numbers of
    several abilities add up, lists are joined, a switch is on if one ability turns it on."""

    nearby_pools: tuple[NearbyPool, ...] = ()
    target_pools: tuple[TargetPool, ...] = ()
    shared_pools: tuple[SharedPool, ...] = ()
    own_bumps: tuple[ExtraBump, ...] = ()
    enemy_bumps: tuple[ExtraBump, ...] = ()
    """Under a pool of whoever is engaged with the owner."""
    rerolls: tuple[NearbyReroll, ...] = ()
    forced_rerolls: tuple[SkillName, ...] = ()
    """HEX: the skill in whose range dice of enemies can be rolled again."""
    saves: tuple[AbilitySave, ...] = ()
    cover_in: tuple[SkillName, ...] = ()
    """Skills against which adjacent allies have cover."""
    technical_targets: tuple[str, ...] = ()
    actions: tuple[ActionName, ...] = ()
    immune: bool = False
    overcharges: bool = False
    strikes_first: bool = False
    shoves: bool = False
    drives_on: bool = False
    free_water: bool = False
    free_rough: bool = False
    through_enemies: bool = False
    through_rock: bool = False
    leaps: bool = False
    climb_bonus: int = 0
    swim_bonus: int = 0
    jump_bonus: int = 0
    unseen_beyond: int = 0
    """Ballistic assaults from farther away than this are not allowed; 0 is no limit."""
    ambush_distance: int = 0
    emplaced: bool = False
    guard_range: int = 0
    """Melee range when retaliating, if it is more than the card's."""
    start_morale: int = 0
    dreaded: bool = False
    claims: bool = False


ABILITIES: dict[str, Traits] = {
    "HEX": Traits(forced_rerolls=("arcane",)),
    "WEAKEN": Traits(nearby_pools=(NearbyPool("WEAKEN", "melee", OFF, -1, "arcane", ("Living",)),)),
    "SHIELDWALL": Traits(shared_pools=(SharedPool("SHIELDWALL", "melee", DEF, 1),)),
    "STEADY AIM": Traits(own_bumps=(ExtraBump("ballistic", OFF, 1, only_initiating=True, only_unmoved=True),)),
    "WARD": Traits(immune=True),
    "BANNER": Traits(rerolls=(NearbyReroll("BANNER", DEF, 2),)),
    "OVERCHARGE": Traits(overcharges=True),
    "VENT": Traits(actions=("Vent",)),
    "AMPHIBIOUS": Traits(free_water=True),
    "FIRST STRIKE": Traits(strikes_first=True),
    "RAISE": Traits(actions=("Raise",)),
    "STANDARD": Traits(start_morale=1),
    "PHASE": Traits(through_enemies=True, through_rock=True),
    "DREAD": Traits(dreaded=True),
    "SHOCK": Traits(technical_targets=("Living",)),
    "CLIMBER": Traits(climb_bonus=2),
    "RALLY": Traits(actions=("Rally",)),
    "CLAIM": Traits(claims=True),
    "DRIVE ON": Traits(drives_on=True),
    "EMPLACED": Traits(emplaced=True),
    "PIERCING": Traits(target_pools=(TargetPool("ballistic", DEF, -1, floor=1),)),
    "SHOVE": Traits(shoves=True),
    "SURE-FOOTED": Traits(free_rough=True),
    "STEALTH": Traits(unseen_beyond=3),
    "AMBUSH": Traits(ambush_distance=3),
    "CURSED EDGE": Traits(enemy_bumps=(ExtraBump("melee", OFF, -1),)),
    "LEAP": Traits(leaps=True, jump_bonus=3),
    "GROVE": Traits(actions=("Grove",)),
    "SCREEN": Traits(cover_in=("ballistic", "arcane")),
    "SWIMMER": Traits(swim_bonus=2),
    "LONG GUARD": Traits(guard_range=2),
}
TOUGH = "TOUGH"
MOST_TOUGH = 6


def tough_value(ability: str) -> int:
    """The n of TOUGH n, or 0."""
    word, _, number = ability.partition(" ")
    return int(number) if word.upper() == TOUGH and number.isdigit() and 1 <= int(number) <= MOST_TOUGH else 0


def proper_name(ability: str) -> str:
    """The name of an ability as the table has it, whatever its capitals."""
    name = " ".join(ability.upper().split())
    if name in ABILITIES or tough_value(name):
        return name
    raise SetupError(f"there is no ability {shown(ability)}{near(ability, [*ABILITIES, 'TOUGH 2'])}", "OT-2.15")


def traits_of(abilities: Iterable[str]) -> Traits:
    """All hooks of a card's abilities."""
    found = asdict(Traits())
    for name in abilities:
        value = tough_value(name)
        hooks = Traits(saves=(AbilitySave(TOUGH, value),)) if value else ABILITIES[name]
        for hook, more in asdict(hooks).items():
            have = found[hook]
            found[hook] = (have or more) if isinstance(more, bool) else have + more
    return Traits(**found)
