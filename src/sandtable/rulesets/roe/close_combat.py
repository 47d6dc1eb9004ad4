"""Close combat (RE-4.24 to RE-4.25, RE-4.31 to RE-4.41): with which weapon, against whom."""

from __future__ import annotations

from sandtable.engine.asking import choose_weapon
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.roe.asking import Play, choose_model
from sandtable.rulesets.roe.attacks import declare_attack, rate, what_it_does
from sandtable.rulesets.roe.content import Weapon, content
from sandtable.rulesets.roe.modifiers import Aim
from sandtable.rulesets.roe.rerolls import reroll_sources
from sandtable.rulesets.roe.state import Model, Then


def close_weapons(model: Model) -> list[Weapon]:
    """Weapons with a C (RE-3.13, RE-3.14, RE-4.25), or an improvised one (RE-4.31)."""
    return [weapon for weapon in model.weapons if weapon.close] or [content().improvised]


def fight_somebody(g: Play, model: Model) -> Procedure[None]:
    """One close combat attack at one opponent, for the counter of its activation (RE-4.39, RE-4.40, RE-4.41)."""
    opponents = g.state.engaged_with(model)
    target = yield from choose_model(
        g, "fight", model.side, model.name, opponents, f"{model.name} fights: against whom?", "RE-4.41",
        lambda other: None if other.side == model.side else ("it is not in contact", "RE-4.24"),
    )  # fmt: skip
    yield from fight(g, model, target, "fight")


def fight(g: Play, attacker: Model, target: Model, then: Then) -> Procedure[None]:
    """Declares a close combat attack between two in base contact (RE-4.24, RE-4.32); the weapon is the attacker's
    choice (RE-3.17, RE-4.36)."""
    weapon = yield from choose_weapon(
        "close weapon",
        attacker.side,
        attacker.name,
        close_weapons(attacker),
        f"{attacker.name} fights: with which weapon?",
        "RE-4.36",
        facts=what_it_does,
    )
    dice = rate(attacker, weapon, False, 0.0)
    aim = Aim(attacker, target, weapon, "Fight", False)
    declare_attack(g, [aim], [dice], reroll_sources(attacker, weapon, "Fight", False), then)
