"""What stands beside the options: what a player would measure or look up before choosing."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from sandtable.engine.rulebook import Options
from sandtable.rulesets.op_en.content import Weapon
from sandtable.rulesets.op_en.effects import Stat
from sandtable.rulesets.op_en.notes import noted
from sandtable.rulesets.op_en.sight import look
from sandtable.rulesets.op_en.space import TOUCH, gap_in_space
from sandtable.rulesets.op_en.state import NOBODY, Character, State
from sandtable.rulesets.op_en.walking import allowance


def how_it_stands(state: State, who: Character) -> str:
    """What it carries, or the nearest objective; the nearest Enemy; damage, once there is any."""
    parts = [f"Body {max(0, who.sheet.body - who.damage)} of {who.sheet.body}"] if who.damage else []
    marks = [mark for mark in state.marks if mark.on_table]
    if who.carries != NOBODY:
        parts.append(f"carries {state.marks[who.carries].name}")
    elif marks:
        mark = min(marks, key=lambda one: hypot(one.x - who.x, one.y - who.y))
        gap = max(0.0, hypot(mark.x - who.x, mark.y - who.y) - mark.radius - who.radius)
        parts.append(f"{mark.name} at {gap:.1f}″" if gap > TOUCH else f"touches {mark.name}")
    enemies = [enemy for enemy in state.enemies(who) if enemy.in_play]
    if enemies:
        enemy = min(enemies, key=lambda one: gap_in_space(who, one))
        parts.append(f"{enemy.name} at {gap_in_space(who, enemy):.1f}″")
    parts += [word for word, so in (("Hidden", who.hidden), ("poisoned", who.poisoned)) if so]
    return " · ".join(parts)


def what_each_does(who: Character) -> dict[str, str]:
    """What the character could do and what that costs, by the option's id: the actions that everybody has, its Skills,
    and what it can use."""
    found = {option: line.format(inches=f"{allowance(who):g}") for option, line in noted("action").items()}
    found |= {skill.name.lower(): f"1 action: {skill.text}" for skill in who.sheet.skills if skill.text}
    gone = {True: "1 action, and it is gone", False: "1 action"}
    for item in who.sheet.items:
        if item.deed is not None and item.text:
            found[f"use {item.name.lower()}"] = f"{gone[item.consumable or item.once_per_game]}: {item.text}"
    return found


def rolls(who: Character, stats: Sequence[Stat], topic: str) -> dict[str, str]:
    """The die of each Stat, before modifiers."""
    return {stat: noted(topic)["stat"].format(die=f"d{who.stat(stat)}") for stat in stats}


def what_it_does(weapon: Weapon) -> str:
    """A weapon in one line."""
    inches = [band.to for band in weapon.bands if not isinstance(band.to, str)]
    shoots = f"to {max(inches):g}″" if inches else "in Awareness Range" if weapon.bands else ""
    fights = f"within {weapon.reach}″" if weapon.reach else "in contact" if weapon.melee else ""
    plus = f", {weapon.plus:+d} on Fight" if weapon.plus else ""
    text = f"; {weapon.text}" if weapon.text else ""
    return f"{' or '.join(filter(None, (shoots, fights)))}: base damage {weapon.damage}{plus}{text}"


def how_it_is_seen(state: State, options: Options, who: Character, target: Character) -> str:
    """How far off a target is, how well it is seen, and what it has left."""
    seen = look(state, options, who, target).view.capitalize()
    left = max(0, target.sheet.body - target.damage)
    return f"{gap_in_space(who, target):.1f}″ · {seen} · Body {left} of {target.sheet.body}"
