"""The weapon in hand: which one a melee attack is made with (OP-12.2), and changing it (OP-14.22)."""

from __future__ import annotations

from sandtable.rulesets.opportunity.aim import lose_aim
from sandtable.rulesets.opportunity.asking import Play
from sandtable.rulesets.opportunity.content import Weapon, content, in_hand
from sandtable.rulesets.opportunity.state import Combatant

UNARMED = "Unarmed"


def melee_weapon(g: Play, combatant: Combatant) -> Weapon | None:
    """The weapon in hand if it is a melee weapon, or the profile of a firearm used as a club (OP-12.2)."""
    equipped = combatant.equipped
    if not equipped.ranged:
        return equipped
    if equipped.melee_profile and g.options["improvised_melee"] == "profile":
        return content().weapons[equipped.melee_profile]
    return None


def other_weapons(g: Play, who: Combatant) -> list[Weapon]:
    """Carried and not in hand; bare hands are always there (OP-14.22). Under the house rule a firearm brings its melee
    profile along as a weapon of its own (OP-12.2)."""
    weapons = list(who.weapons)
    if g.options["improvised_melee"] == "separate":
        weapons += [content().weapons[w.melee_profile] for w in who.weapons if w.melee_profile]
    weapons.append(content().weapons[UNARMED])
    different = {weapon.name: weapon for weapon in weapons}
    return [weapon for name, weapon in different.items() if name != who.equipped.name]


def equip(g: Play, who: Combatant, weapon: Weapon) -> None:
    """All weapon numbers change at once (OP-14.22); careful aim is over (OP-9.17)."""
    who.equipped = in_hand(weapon, g.options)
    g.tell("equips", "OP-14.22", who=who.name, weapon=weapon.name)
    lose_aim(g, who, "OP-9.17")
