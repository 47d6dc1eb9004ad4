"""How things stand, as a table for terminals and as a picture: the ladder of Positions, dice, Trauma and locks."""

from __future__ import annotations

from html import escape

from sandtable.engine.ruleset import Reading
from sandtable.rulesets.opportunity.content import content
from sandtable.rulesets.opportunity.melee_lock import chain_of
from sandtable.rulesets.opportunity.state import Combatant, Dice, Die, State, sorted_dice

COLUMNS = ("", "Side", "Position", "Trauma", "Init", "Pool", "Set", "Weapon", "Armour", "Status")


def board(reading: Reading[State]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Columns and rows, the highest Position first; those out of the fight at the end."""
    state = reading.state
    ranked = sorted(state.combatants, key=lambda one: (not one.fighting, -one.position))
    return COLUMNS, [_row(state, one) for one in ranked]


def _row(state: State, one: Combatant) -> tuple[str, ...]:
    side = state.sides[one.side].name
    weapon, armour = one.equipped, one.armour
    ratings = f"{weapon.damage}/{weapon.range}/{weapon.ap}"
    return (
        one.name,
        side if side != one.name else "",
        str(one.position),
        f"{one.trauma}",
        str(one.initiative or ""),
        _words(one.pool),
        _words(one.set),
        f"{weapon.name} {ratings}",
        f"{armour.value}/{armour.coverage}" if armour.value else "",
        ", ".join(statuses(state, one)),
    )


def _words(dice: Dice) -> str:
    return " ".join(die.short for die in sorted_dice(dice))


def statuses(state: State, one: Combatant) -> list[str]:
    found: list[str] = [] if one.fighting else [one.status]
    if one.fatally_injured and one.alive:
        found.append("Fatally Injured")
    if one.aimed:
        found.append("Aimed")
    if one.full_defence is not None:
        found.append(f"Full Defence {one.full_defence}")
    chain = chain_of(state, one)
    if chain:
        found.append("locked with " + " & ".join(c.name for c in state.combatants if c.number in chain))
    return found


def card(reading: Reading[State], name: str) -> list[str]:
    """One combatant in full, with what its skills do."""
    state = reading.state
    for one in state.combatants:
        if one.name.casefold() == name.casefold():
            gear = [
                f"{own.name}: damage {own.damage}, range {own.range}, penetration {own.ap}"
                + "".join(f", {note}" for note in own.notes)
                for own in one.weapons
            ]
            armour = f"{one.armour.name}: value {one.armour.value}, coverage {one.armour.coverage}"
            numbers = f"Physique {one.physique}, Agility {one.agility}, Weapon Skill {skill_in_words(one)}"
            skills = [f"{skill}: {content().skills[skill].summary}" for skill in one.skills]
            return [f"{one.name}: {numbers}, Intelligence {one.intelligence}", *gear, armour, *skills]
    return [f"There is no combatant {name!r}."]


def skill_in_words(one: Combatant) -> str:
    """'3 (Baton 4)': the base, and what is listed for named weapons (OP-1.6)."""
    listed = ", ".join(f"{weapon} {skill}" for weapon, skill in one.skill_with.items())
    return f"{one.base_skill} ({listed})" if listed else str(one.base_skill)


# ---- picture --------------------------------------------------------------------------------------

SIDES = (
    ("#2f6be4", "#20479b", "#ffffff"),
    ("#f5a524", "#ffc04f", "#2b1b00"),
    ("#b0287f", "#7d1a59", "#ffffff"),
    ("#5fd6b4", "#b5f0de", "#04291f"),
)
"""Ring, face and ink of a side's tokens."""
DICE_LOOK = {"red": ("#b3172f", "#ffffff"), "green": ("#8fdb9a", "#06260d"), "blue": ("#2449b8", "#ffffff")}
WIDTH, ROW, TOP, LADDER, TEXT = 720, 64, 56, 64, 100
BOLD = ' font-weight="700" text-anchor="middle"'


def picture(reading: Reading[State]) -> str:
    """An SVG of the encounter: one line for each combatant, its Position on the ladder at the left."""
    state = reading.state
    ranked = sorted(state.combatants, key=lambda one: (not one.fighting, -one.position))
    height = TOP + ROW * len(ranked) + 16
    where = f"turn {state.turn}" + (f", round {state.round}" if state.round else "")
    name = content().encounters[state.encounter].name if state.encounter else "Encounter"
    rows = {one.number: TOP + ROW * i + ROW // 2 for i, one in enumerate(ranked)}
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'font-family="Inter, system-ui, sans-serif" role="img" aria-label="{escape(name)}, {where}">',
        f'<rect width="{WIDTH}" height="{height}" fill="#1a1e22"/>',
        _text(16, 34, 18, "#eef1f3", name, ' font-weight="600"'),
        _text(WIDTH - 16, 34, 13, "#b0b9c1", where, ' text-anchor="end"'),
        f'<path d="M{LADDER} {TOP}V{height - 16}" stroke="#4a535c" stroke-width="2"/>',
        *[_lock(rows[one], rows[two]) for one, two in state.pairings],
        *[_combatant(state, one, rows[one.number]) for one in ranked],
        "</svg>\n",
    ]
    return "\n".join(parts)


def _text(x: int, y: int, size: int, fill: str, words: str, more: str = "") -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{fill}"{more}>{escape(words)}</text>'


def _lock(one: int, two: int) -> str:
    bend = LADDER - 14 - abs(one - two) // ROW * 6
    curve = f"M{LADDER} {one}C{bend} {one} {bend} {two} {LADDER} {two}"
    return f'<path d="{curve}" fill="none" stroke="#fff" stroke-width="4"/>'


def _combatant(state: State, one: Combatant, y: int) -> str:
    ring, face, ink = SIDES[one.side % len(SIDES)]
    marks = ", ".join(statuses(state, one))
    detail = f"{one.equipped.name}, Trauma {one.trauma}" + (f" · {marks}" if marks else "")
    dice = reversed(sorted_dice(one.pool or one.set))
    parts = [
        "<g>" if one.fighting else '<g opacity="0.45">',
        f'<circle cx="{LADDER}" cy="{y}" r="20" fill="{face}" stroke="{ring}" stroke-width="4"/>',
        _text(LADDER, y + 5, 15, ink, str(one.position), BOLD),
        _text(TEXT, y - 4, 15, "#eef1f3", one.name, ' font-weight="600"'),
        _text(TEXT, y + 16, 12, "#b0b9c1", detail),
        *[_die(die, WIDTH - 40 - 36 * i, y) for i, die in enumerate(dice)],
        "</g>",
    ]
    return "\n".join(parts)


def _die(die: Die, x: int, y: int) -> str:
    """Square, round or eight-cornered, so that the outline alone tells the colour."""
    fill, ink = DICE_LOOK[die.colour]
    if die.colour == "red":
        shape = f'<rect x="{x - 13}" y="{y - 13}" width="26" height="26" rx="3" fill="{fill}"/>'
    elif die.colour == "green":
        shape = f'<circle cx="{x}" cy="{y}" r="14" fill="{fill}"/>'
    else:
        corners = ((-6, -14), (6, -14), (14, -6), (14, 6), (6, 14), (-6, 14), (-14, 6), (-14, -6))
        shape = f'<polygon points="{" ".join(f"{x + a},{y + b}" for a, b in corners)}" fill="{fill}"/>'
    return shape + _text(x, y + 5, 15, ink, str(die.value), BOLD)
