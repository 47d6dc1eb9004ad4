"""The state in words: the facts of case files, and what a seat may see. Hidden is a Status, not a secret: the model
stands on the table for everybody to see (OE-16.27), so every seat sees the same."""

from __future__ import annotations

from typing import Any

from sandtable.engine.rulebook import Options
from sandtable.engine.ruleset import Reading
from sandtable.rulesets.op_en.ground import field_of
from sandtable.rulesets.op_en.parameters import CORE, look_up
from sandtable.rulesets.op_en.space import awareness, lockers
from sandtable.rulesets.op_en.state import NOBODY, Character, Mark, State

PHASES = {
    "edge": "set-up", "roll-off": "set-up", "role": "set-up", "exit": "set-up", "reserve choice": "set-up",
    "deploy": "set-up",
    "reserves": "start", "entries": "start", "tokens": "start", "events": "start", "flood": "start",
    "initiative": "initiative",
    "turn": "activation", "act": "activation", "doing": "activation", "scenario": "activation", "end": "end",
    "effects": "end", "over": "end",
}  # fmt: skip


def phase(state: State) -> str:
    return PHASES[state.phase]


def facts(reading: Reading[State]) -> dict[str, Any]:
    state = reading.state
    found: dict[str, Any] = {one.name: character_facts(state, reading.options, one) for one in state.characters}
    for player in state.players:
        found[player.name] = {
            "tokens": player.tokens, "points": player.points, "edge": player.edge, "role": player.role,
        }  # fmt: skip
    return found | {
        "turn": state.turn,
        "turns": state.turns,
        "phase": phase(state),
        "whose": state.players[state.seat].name if phase(state) == "activation" else "",
        "first": state.name_of(state.first),
        "active": state.characters[state.act.character].name if state.act is not None else "",
        "actions": state.act.count if state.act is not None else 0,
        "scenario": state.scenario.name if state.scenario is not None else "",
        "map": state.battlefield or "open",
        "objectives": {mark.name: mark_facts(state, mark) for mark in state.marks},
        "parameters": {name: look_up(state, name).value for name in CORE},
        "layers": {name: look_up(state, name).layer for name in CORE},
        "exit": state.exit,
    }


def character_facts(state: State, options: Options, who: Character) -> dict[str, Any]:
    placed = who.status == "in play"
    return {
        "player": state.name_of(who.side),
        "status": who.status,
        "at": [round(who.x, 3), round(who.y, 3)] if placed else [],
        "height": round(who.z, 3) if placed else 0.0,
        "damage": who.damage,
        "left": max(0, who.sheet.body - who.damage),
        "activated": who.activated,
        "hidden": who.hidden,
        "boosts": who.boosts,
        "stunned": who.stunned >= state.turn and who.stunned > 0,
        "poisoned": who.poisoned,
        "taken": list(who.taken),
        "controlled_fall": who.dropped,
        "carries": state.marks[who.carries].name if who.carries != NOBODY else "",
        "follows": state.characters[who.follows].name if who.follows != NOBODY else "",
        "locked_with": [one.name for one in lockers(state, options, who)] if placed else [],
        "awareness": int(awareness(who)),
        "combat_range": int(who.sheet.combat_range),
        "lasting": sorted({held.source for held in who.lasting}),
        "used": list(who.used),
        "felled": who.felled,
        "achieved": who.achieved,
        "drowned": who.drowned,
    }


def mark_facts(state: State, mark: Mark) -> dict[str, Any]:
    carrier = next((one.name for one in state.characters if _carries(state, one, mark)), "")
    return {
        "at": [round(mark.x, 3), round(mark.y, 3)] if mark.on_table else [],
        "height": round(mark.z, 3),
        "carrier": carrier,
        "target": mark.objective.target + mark.harder,
        "notches": {player.name: count for player, count in zip(state.players, mark.notches, strict=False)},
        "closed": mark.gone,
        "successes": mark.successes,
    }


def _carries(state: State, who: Character, mark: Mark) -> bool:
    return who.carries != NOBODY and state.marks[who.carries] is mark


def view(reading: Reading[State]) -> dict[str, Any]:
    """What a seat may see: everything."""
    state = reading.state
    where = field_of(state, reading.options)
    return {
        "battlefield": state.battlefield,
        "size": [where.table.width, where.table.height],
        "scenario": state.scenario.name if state.scenario is not None else "",
        "turn": state.turn,
        "turns": state.turns,
        "phase": phase(state),
        "whose": state.seat,
        "first": state.first,
        "players": [
            {"name": one.name, "tokens": one.tokens, "points": one.points, "edge": one.edge, "role": one.role}
            for one in state.players
        ],
        "objectives": [{"name": mark.name} | mark_facts(state, mark) for mark in state.marks],
        "active": state.characters[state.act.character].name if state.act is not None else "",
        "characters": [_sheet(state, reading.options, one) for one in state.characters],
    }


def _sheet(state: State, options: Options, who: Character) -> dict[str, Any]:
    sheet = who.sheet
    stats = sheet.stats
    return character_facts(state, options, who) | {
        "name": who.name, "seat": who.side, "rank": sheet.rank, "form": sheet.form, "trait": sheet.trait,
        "fight": stats.fight, "toughness": stats.toughness, "shoot": stats.shoot, "agility": stats.agility,
        "intellect": stats.intellect, "grit": stats.grit, "move": sheet.move, "body": sheet.body,
        "abilities": list(sheet.abilities), "skills": [skill.name for skill in sheet.skills],
        "weapons": [weapon.name for weapon in sheet.weapons],
        "equipment": [one.name for one in (*sheet.protections, *sheet.items)],
    }  # fmt: skip
