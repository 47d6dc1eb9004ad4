"""The encounter as the browser draws it: a drafting table with sets, pools, picks, Initiative and Positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.engine.events import Event
from sandtable.engine.ruleset import Play as AnyPlay
from sandtable.engine.ruleset import Reading
from sandtable.engine.scenes import (
    DraftScene,
    Shape,
    ShownCounters,
    ShownDie,
    ShownFighter,
    ShownLadder,
    ShownPick,
    ShownQueue,
    ShownRound,
    ShownScore,
    ShownStanding,
    ShownStatus,
    ShownTrack,
    ShownTrauma,
    ShownTurn,
    SideInfo,
    TurnState,
    stamp,
)
from sandtable.rulesets.opportunity.asking import Play
from sandtable.rulesets.opportunity.buying import Offer, buys, offers
from sandtable.rulesets.opportunity.content import content
from sandtable.rulesets.opportunity.facts import STAGES
from sandtable.rulesets.opportunity.melee_lock import chain_of
from sandtable.rulesets.opportunity.state import POOL_SIZE, Combatant, Phase, Picked, State, sorted_dice
from sandtable.rulesets.opportunity.turn import pick_skill

PHASES = ("turn", "pick", "violence")
PLAYED: tuple[Phase, ...] = ("pick", "initiative", "round", "act")
"""When dice lie in pools, or are about to."""
TRAUMA = 20
"""How long the trauma bar is; nobody stands for long beyond it."""
LADDER = 13
STATES: dict[str, ShownStanding] = {
    "in the fight": "ready", "fallen": "fallen", "dead": "gone", "escaped": "gone", "bound": "waiting",
    "waiting": "waiting",
}  # fmt: skip
ICONS = {
    "Unarmed": "fist", "Knife": "sword-brandish", "Sword": "sword-brandish", "Baton": "fist",
    "Pistol Whip": "pistol-gun", "Rifle Stock": "rifle", "Two Handed Axe": "battle-axe", "Light Pistol": "pistol-gun",
    "Heavy Pistol": "pistol-gun", "Shotgun": "shotgun", "Double Barrelled Shotgun": "shotgun", "SMG": "bolter-gun",
    "Carbine": "rifle", "Assault Rifle": "rifle", "Light Machine Gun": "heavy-bullets",
    "Heavy Machine Gun": "heavy-bullets", "Hunting Rifle": "targeted", "Heavy Sniper Rifle": "targeted",
    "Grenade Launcher": "grenade", "Rocket Launcher": "grenade", "Flamethrower": "flame",
}  # fmt: skip


def scene(reading: Reading[State]) -> DraftScene:
    """Nothing is hidden in this game (OP-2.7)."""
    state = reading.state
    g: Play = AnyPlay(state, reading.options, [], None)
    encounter = content().encounters.get(state.encounter)
    stage = "over" if state.phase == "over" else STAGES.get(state.phase, "violence")
    limit = encounter.limit if encounter is not None else 0
    round_words = f" · Round {state.round}" if state.round else ""
    acting = state.queue[0] if state.queue and state.phase in ("pick", "act") else -1
    on_offer = offers(g)
    return DraftScene(
        title=encounter.name if encounter is not None else "Encounter",
        headline=f"Turn {state.turn}{f' of {limit}' if limit else ''} · {stage.capitalize()}{round_words}",
        round=ShownRound(word="Turn", now=state.turn, of=limit),
        phase=stage,
        phases=list(PHASES),
        turn=state.combatants[acting].seat if acting >= 0 else None,
        active=state.combatants[acting].name if acting >= 0 else "",
        aim=encounter.aim if encounter is not None else "",
        sides=[_side(state, number) for number in range(len(state.sides))],
        ladder=_ladder(state),
        queue=_queue(state),
        track=_track(state),
        fighters=[_fighter(g, one, on_offer) for one in state.combatants],
        notes=_notes(state),
    )


def _side(state: State, number: int) -> SideInfo:
    members = list(state.side_members(number))
    left = sum(one.fighting for one in members)
    wins = state.wins[number] if number < len(state.wins) else 0
    return SideInfo(
        name=state.sides[number].name,
        seat=members[0].seat if members else number,
        slot=number % 4,
        icon=icon(members[0]) if members else "fist",
        score=ShownScore(value=wins, word="won") if state.linked else None,
        counters=ShownCounters(left=left, most=len(members), word="in the fight"),
        facts=[state.sides[number].role] if state.sides[number].role else [],
    )


def icon(one: Combatant) -> str:
    return ICONS.get(one.equipped.name, "fist")


def _ladder(state: State) -> ShownLadder:
    positions = [one.position for one in state.combatants if one.fighting] or [0]
    least, most = min(0, *positions), max(LADDER, *positions)
    return ShownLadder(word="Position", least=least, most=most)


def _queue(state: State) -> ShownQueue | None:
    """All picks of the turn in their cycles, those made with their die (OP-3.7)."""
    if state.phase != "pick":
        return None
    names = [one.name for one in state.combatants]
    picks = [
        ShownPick(who=names[one.who], die=one.die.short, whose=names[one.whose], done=True) for one in state.picked
    ]
    picks += [ShownPick(who=names[number], done=False) for number in state.queue]
    return ShownQueue(word="Picks", cycles=_cycles(state, picks), text=_bands(state))


def _cycles(state: State, picks: list[ShownPick]) -> list[list[ShownPick]]:
    """A new cycle begins whenever the first of the pick order comes up again."""
    if not state.pick_order:
        return [picks]
    first = state.combatants[state.pick_order[0]].name
    cycles: list[list[ShownPick]] = []
    for pick in picks:
        if not cycles or (pick.who == first and len(picks) > 1):
            cycles.append([])
        cycles[-1].append(pick)
    return cycles


def _bands(state: State) -> str:
    bands: dict[int, list[str]] = {}
    for number in state.pick_order:
        one = state.combatants[number]
        bands.setdefault(pick_skill(state, one), []).append(one.name)
    words = " · ".join(f"{skill} {', '.join(names)}" for skill, names in bands.items())
    return f"Skill decides. {words}" if words else ""


def _track(state: State) -> ShownTrack | None:
    if state.phase not in ("round", "act", "end"):
        return None
    numbers = [*state.acted, *state.queue]
    order = []
    for number in numbers:
        one = state.combatants[number]
        acting = state.phase == "act" and bool(state.queue) and number == state.queue[0]
        how: TurnState = "acting" if acting else "acted" if number in state.acted else "waiting"
        order.append(ShownTurn(who=one.name, value=one.initiative, state=how))
    return ShownTrack(word="Initiative", order=order)


def _fighter(g: Play, one: Combatant, on_offer: Sequence[Offer]) -> ShownFighter:
    state = g.state
    picking = state.phase == "pick"
    weapon, armour = one.equipped, one.armour
    facts = [f"{weapon.name} {weapon.damage}" + (f", AP {weapon.ap}" if weapon.ap else "")]
    if armour.value:
        facts.append(f"{armour.name} {armour.value}/{armour.coverage}")
    return ShownFighter(
        id=one.name,
        name=one.name,
        side=one.side,
        role=", ".join(one.skills),
        icon=icon(one),
        state="done" if one.fighting and one.number in state.acted else STATES[one.status],
        facts=facts,
        numbers=[*_skills(one), ("Physique", one.physique), ("Agility", one.agility)],
        position=one.position,
        initiative=one.initiative or sum(die.value for die in one.pool) + one.agility,
        initiative_open=picking and len(one.pool) < POOL_SIZE,
        trauma=ShownTrauma(value=one.trauma, most=max(TRAUMA, one.trauma), word="Trauma"),
        set=_set(state, one) if picking or one.set else [],
        pool=_pool(state, one),
        pool_size=POOL_SIZE,
        buys=buys(g, one, on_offer) if one.fighting and state.phase in PLAYED else [],
        statuses=_statuses(state, one),
        bound=[c.name for c in state.combatants if any({one.number, c.number} == set(p) for p in state.pairings)],
    )


def _skills(one: Combatant) -> list[tuple[str, int]]:
    """Weapon Skill with the weapon in hand, and whatever it is with others (OP-1.6)."""
    listed = [(f"with {weapon}", skill) for weapon, skill in one.skill_with.items() if weapon != one.equipped.name]
    base = [("otherwise", one.base_skill)] if one.equipped.name in one.skill_with else []
    return [("Skill", one.weapon_skill), *listed, *base]


def _set(state: State, one: Combatant) -> list[ShownDie]:
    """Six dice in their order; those that were picked are marked as taken."""
    taken = [pick.die for pick in state.picked if pick.whose == one.number]
    found = [(die, False) for die in one.set] + [(die, True) for die in taken]
    order = {die: i for i, die in enumerate(sorted_dice(die for die, _ in found))}
    found.sort(key=lambda pair: (order[pair[0]], pair[1]))
    return [ShownDie(id=die.short, colour=die.colour, value=die.value, taken=gone) for die, gone in found]


def _pool(state: State, one: Combatant) -> list[ShownDie]:
    pickers = [pick for pick in state.picked if pick.whose == one.number] if state.phase == "pick" else []
    dice = one.pool if pickers else sorted_dice(one.pool)
    shown = []
    for die in dice:
        by: Picked | None = next((pick for pick in pickers if pick.die == die), None)
        if by is not None:
            pickers.remove(by)
        picker = state.combatants[by.who].name if by is not None else ""
        shown.append(ShownDie(id=die.short, colour=die.colour, value=die.value, by=picker))
    return shown


def _statuses(state: State, one: Combatant) -> list[ShownStatus]:
    found = []
    if not one.fighting:
        found.append(ShownStatus(id=one.status, text=one.status.capitalize(), icon=""))
    if one.fatally_injured and one.alive:
        found.append(ShownStatus(id="fatally injured", text="Fatally injured", icon="heart-drop"))
    if one.aimed:
        found.append(ShownStatus(id="aimed", text="Aimed", icon="targeted"))
    if one.full_defence is not None:
        found.append(ShownStatus(id="full defence", text=f"Full Defence {one.full_defence}", icon="checked-shield"))
    chain = chain_of(state, one)
    if chain:
        names = " and ".join(c.name for c in state.combatants if c.number in chain)
        found.append(ShownStatus(id="locked", text=f"Locked with {names}", icon="crossed-swords"))
    return found


def _notes(state: State) -> list[str]:
    notes = ["Smoke hangs over the fight."] if state.smoke else []
    if state.device:
        notes.append(f"The device still needs work {state.device} time{'s' * (state.device != 1)}.")
    if state.series:
        notes.append(f"Still to come: {', '.join(content().encounters[one].name for one in state.series)}.")
    return notes


SHAPES: dict[str, Shape] = {"critical": "cross", "hit": "cross", "miss": "dash"}


def motion(event: Event) -> dict[str, Any] | list[dict[str, Any]] | None:
    """How an event is shown."""
    data = event.data
    match event.kind:
        case "pick":
            colour, _, value = data["die"].partition(" ")
            die = f"{colour[0].upper()}{value}"
            return {"do": "pick", "who": data["who"], "whose": data["owner"], "die": die, "text": data["die"]}
        case "attack":
            shape, how = SHAPES[data["result"]], "shot" if data["ranged"] else "blow"
            line = f"ATT {data['att']} against DEF {data['def']}"
            blow = {"do": how, "who": data["attacker"], "at": data["target"], "hit": None}
            return [blow, stamp(data["target"], shape, data["result"].capitalize(), line)]
        case "trauma":
            return stamp(data["who"], "cross", f"+{data['gained']} Trauma", f"{data['trauma']} in all")
        case "fatally injured":
            return stamp(data["who"], "cross", "Fatally Injured")
        case "check":
            return stamp(data["who"], "", "", f"needed more than {data['trauma']}, got {data['result']}")
        case "position":
            return {"do": "mark", "who": data["who"], "text": f"{data['change']:+d} Position"}
        case "leaves":
            goes = {"do": "fall" if data["status"] == "fallen" else "leave", "who": data["who"]}
            return [stamp(data["who"], "cross", data["status"].capitalize()), goes]
    return None
