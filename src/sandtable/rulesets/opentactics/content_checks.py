"""What must be true of cards and of the content files; prices by the formula."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

from sandtable.engine.errors import RulebookError, SetupError, near
from sandtable.engine.lists import check_known, in_file
from sandtable.rulesets.opentactics.abilities import ABILITIES, SKILLS, TOUGH, tough_value
from sandtable.rulesets.opentactics.content import (
    CLASSES,
    MARKS,
    MOST_ABILITIES,
    POOL,
    SIDES,
    TILE,
    Card,
    Content,
    PrebuiltMap,
    Scenario,
)
from sandtable.rulesets.opentactics.field import CODES, Field, build_map
from sandtable.table.grid import parse

MOST_ATHLETICS, MOST_RANGE, MOST_BUMP = 20, 40, 5


# ---- cards ----------------------------------------------------------------------------------------


def check_card(card: Card) -> Card:
    """Refuses numbers that no card can have, naming the clause."""
    name = card.name
    if not 0 <= card.athletics <= MOST_ATHLETICS:
        raise SetupError(f"{name}: Athletics is 0 to {MOST_ATHLETICS}, not {card.athletics}", "OT-2.10")
    if not 0.5 <= card.base_width <= 10 or card.base_width * 2 != int(card.base_width * 2):
        raise SetupError(f"{name}: base width is 0.5 to 10 in steps of 0.5, not {card.base_width}", "OT-1.6")
    if len([kind for kind in card.types if kind in CLASSES]) > 1:
        raise SetupError(f"{name} has more than one size class", "OT-2.8")
    if len(card.abilities) > MOST_ABILITIES:
        raise SetupError(f"{name} has {len(card.abilities)} abilities; {MOST_ABILITIES} are the most", "OT-2.15")
    if card.points < 0:
        raise SetupError(f"{name}: points are 0 or more, not {card.points}", "OT-2.3")
    for skill in SKILLS:
        one = card.skills[skill]
        for dice in (one.off, one.dice_def):
            if not 0 <= dice <= POOL:
                raise SetupError(f"{name}: {skill} has 0 to {POOL} dice in a pool, not {dice}", "OT-2.11")
        if not 0 <= one.range <= MOST_RANGE:
            raise SetupError(f"{name}: {skill} range is 0 to {MOST_RANGE}, not {one.range}", "OT-2.14")
        for bump in (*one.off_bumps, *one.def_bumps):
            if bump == 0 or abs(bump) > MOST_BUMP:
                raise SetupError(f"{name}: a bump is +1 to +{MOST_BUMP} or -1 to -{MOST_BUMP}, not {bump}", "OT-2.12")
    return card


def price(card: Card, found: Content) -> int:
    """Points by the formula of cards.toml."""
    weights = found.formula
    total = Decimal(str(weights.athletics)) * card.athletics + (Decimal(str(weights.flying)) if card.flying else 0)
    technical = any(kind in weights.technical_types for kind in card.types)
    for skill in SKILLS:
        one = card.skills[skill]
        if one.off and one.range:
            total += _off_die(skill, one.range, found) * one.off + Decimal(str(weights.off_bump)) * sum(one.off_bumps)
        if one.dice_def and (skill != "technical" or technical):
            total += Decimal(str(weights.def_dice[skill])) * one.dice_def
            total += Decimal(str(weights.def_bump)) * sum(one.def_bumps)
    size = CLASSES[card.size_class] if card.size_class >= 0 else "none"
    total *= Decimal(str(weights.class_factor[size]))
    total += sum(ability_price(name, card, found) for name in card.abilities)
    return max(weights.least, int(total.quantize(Decimal(1), ROUND_HALF_UP)))


def _off_die(skill: str, reach: int, found: Content) -> Decimal:
    weights = found.formula
    if skill == "melee":
        return Decimal(str(weights.melee_off_near if reach == 1 else weights.melee_off_far))
    each = {
        "ballistic": weights.ballistic_off_per_range,
        "arcane": weights.arcane_off_per_range,
        "technical": weights.technical_off_per_range,
    }[skill]
    base = weights.arcane_off_base if skill == "arcane" else 0
    return Decimal(str(each)) * reach + Decimal(str(base))


def ability_price(name: str, card: Card, found: Content) -> Decimal:
    """A number of abilities.toml, or one of its three rules in words."""
    value = tough_value(name)
    text = found.abilities[f"{TOUGH} n" if value else name]
    rules: dict[str, Decimal] = {
        "4 + Arcane range": Decimal(4 + card.arcane.range),
        "2 + half the Arcane range": 2 + Decimal(card.arcane.range) / 2,
        "2.5 x n, rounded down": Decimal(5 * value // 2),
    }
    return rules[text.price_rule] if text.price_rule else Decimal(text.price or 0)


# ---- files ----------------------------------------------------------------------------------------


def check(found: Content) -> None:
    _check_abilities(found)
    _check_cards(found)
    _check_terrain(found)
    for one in found.maps.values():
        _check_map(one, found)
    for scenario in found.scenarios.values():
        _check_scenario(scenario, found)
    _check_forces(found)
    check_known("campaign.toml", found.campaign.name, "map", found.campaign.maps, found.maps)


def _check_abilities(found: Content) -> None:
    wanted = {*ABILITIES, f"{TOUGH} n"}
    for name in wanted - set(found.abilities):
        raise RulebookError(f"abilities.toml: {name} has hooks but no entry")
    for name, text in found.abilities.items():
        if name not in wanted:
            raise RulebookError(f"abilities.toml: {name} has no hooks{near(name, sorted(wanted))}")
        if (text.price is None) == (not text.price_rule):
            raise RulebookError(f"abilities.toml: {name} needs either price or price_rule")


def _check_cards(found: Content) -> None:
    for card in found.cards.values():
        in_file("cards.toml", check_card, card)
        for name in card.abilities:
            if name not in ABILITIES and not tough_value(name):
                raise RulebookError(f"cards.toml: {card.name} has the ability {name!r}, which does not exist")
        if (right := price(card, found)) != card.points:
            raise RulebookError(f"cards.toml: {card.name} costs {card.points}; the formula gives {right}")


def _check_terrain(found: Content) -> None:
    for tile in found.tiles.values():
        if any(len(row) != TILE for row in tile.rows):
            raise RulebookError(f"terrain.toml: tile {tile.name} is not {TILE} by {TILE}")
        for sign in "".join(tile.rows):
            if sign not in CODES:
                raise RulebookError(f"terrain.toml: tile {tile.name} has the unknown sign {sign!r}")
    for one in found.components.values():
        check_known("terrain.toml", one.name, "mark", one.marks, MARKS)


def _check_map(one: PrebuiltMap, found: Content) -> None:
    if any(len(row) != len(one.tiles[0]) for row in one.tiles):
        raise RulebookError(f"maps.toml: the rows of {one.name} have different lengths")
    check_known(
        "maps.toml", one.name, "tile", [str(n) for row in one.tiles for n in row], [str(n) for n in found.tiles]
    )
    check_known("maps.toml", one.name, "component", [placed.name for placed in one.components], found.components)
    check_known("maps.toml", one.name, "edge", one.edges, SIDES)
    try:
        built = build_map(one, found)
        for name in one.objectives:
            _inside("maps.toml", one.name, name, built)
    except SetupError as error:
        raise RulebookError(f"maps.toml: {one.name}: {error}") from error


def _check_scenario(one: Scenario, found: Content) -> None:
    check_known("scenarios.toml", one.id, "map", one.maps, found.maps)
    check_known("scenarios.toml", one.id, "map", [goal.map for goal in one.objectives if goal.map], found.maps)
    for where in one.maps:
        built = build_map(found.maps[where], found)
        for goal in one.goals_on(where):
            _inside("scenarios.toml", one.id, goal.at, built)


def _check_forces(found: Content) -> None:
    for force in found.forces.values():
        check_known("forces.toml", force.name, "card", force.cards(), found.cards)
        cards = [found.cards[name] for name in force.cards()]
        if (right := sum(card.points for card in cards)) != force.points:
            raise RulebookError(f"forces.toml: {force.name} costs {force.points}; its units add up to {right}")
        if force.points > force.limit:
            raise RulebookError(f"forces.toml: {force.name} costs more than its limit of {force.limit}")


def _inside(file: str, entry: str, name: str, field: Field) -> None:
    try:
        cell = parse(name)
    except SetupError as error:
        raise RulebookError(f"{file}: {entry}: {error}") from error
    if not field.holds(cell):
        raise RulebookError(f"{file}: {entry}: {name} lies outside the map")
