"""Split attacks: Indiscriminate (RE-6.26 to RE-6.32) and Radiate (RE-6.35 to RE-6.37)."""

from __future__ import annotations

from sandtable.engine.asking import named
from sandtable.engine.questions import ChooseSome, Split
from sandtable.engine.ruleset import Procedure
from sandtable.engine.words import counted
from sandtable.rulesets.roe.asking import Play
from sandtable.rulesets.roe.content import Weapon
from sandtable.rulesets.roe.measures import within
from sandtable.rulesets.roe.sight import sees
from sandtable.rulesets.roe.state import Model
from sandtable.rulesets.roe.targets import FAR, reach

SPLIT = 4.0
"""How near further targets must be to the first (RE-6.30)."""


def split(g: Play, attacker: Model, weapon: Weapon, target: Model, order: str, dice: int) -> Procedure[dict[int, int]]:
    """Further targets (RE-6.26, RE-6.35) and the dice for each, at least one (RE-6.31), named before the roll (RE-6.27,
    RE-6.36); not in Overwatch, where all go at the mover (RE-6.28, RE-6.37)."""
    near = [] if order == "Overwatch" or dice < 2 else further_targets(g, attacker, weapon, target, order)
    if not near:
        return {target.number: dice}
    more = yield ChooseSome(
        topic="further targets",
        seat=attacker.side,
        who=attacker.name,
        prompt=f"{attacker.name}: further targets near {target.name}?",
        clause="RE-6.26" if weapon.has("Indiscriminate") else "RE-6.35",
        options=tuple([named(model.name, model.number) for model in near]),
        least=0,
        most=min(len(near), dice - 1),
        ordered=True,
    )
    if not more:
        return {target.number: dice}
    chosen = [target, *(g.state.models[number] for number in more)]
    if len(chosen) == dice:
        return {model.number: 1 for model in chosen}
    shares: dict[int, int] = yield Split(
        topic="shares",
        seat=attacker.side,
        who=attacker.name,
        prompt=f"{attacker.name}: share {counted(dice, 'die', 'dice')}",
        clause="RE-6.31",
        options=tuple([named(model.name, model.number) for model in chosen]),
        total=dice,
        least=1,
    )
    return shares


def further_targets(g: Play, attacker: Model, weapon: Weapon, target: Model, order: str) -> list[Model]:
    """Who else may be named: near the first, and for Radiate in sight (RE-6.26, RE-6.30, RE-6.35),
    none in Overwatch (RE-6.28, RE-6.37). Each that is hit gets its own token (RE-6.32)."""
    blind, radiate = weapon.has("Indiscriminate"), weapon.has("Radiate")
    if not (blind or radiate):
        return []
    far = reach(weapon, order) if g.options["split_targets_in_range"] else FAR
    return [
        enemy
        for enemy in g.state.enemies(attacker)
        if enemy is not target
        and within(g.options, target, enemy, SPLIT)
        and within(g.options, attacker, enemy, far)
        and not g.state.engaged(enemy)
        and (blind or sees(g.state, attacker, enemy))
    ]
