"""Events in plain language. One template for each kind of event; lists and signs are put into words first."""

from __future__ import annotations

from sandtable.engine.events import Event
from sandtable.engine.words import said

TEMPLATES = {
    "turn": "Turn {turn} begins.",
    "turn ends": "Turn {turn} ends; unspent dice are put away.",
    "enters": "{who} enters the fight at Position {position}.",
    "hired": "{who} joins {side}.",
    "set": "{who} rolls {dice}.",
    "roll-off": "The {purpose}: {who} roll {faces}.",
    "bands": "The picks go by skill: {order}.",
    "pick": "{who} {does}.",
    "initiative": "Initiative: {numbers}.",
    "round": "Round {round}: {order}.",
    "action": "{who}: {action}{for_target} with {dice}.",
    "holds": "{who} holds and keeps its dice.",
    "response": "{who} answers {against} with {action} ({dice}).",
    "no response": "{who} does not respond.",
    "block weakened": "{attacker} is stronger than {who}: the block counts 1 less.",
    "dice set": "{who}'s dice are set to {value}.",
    "overwatch shot": "{who} fires first at {target} (ATT {att}).",
    "no overwatch shot": "{who} has no better Position than {target}: no shot.",
    "counter blow": "{who} strikes back at {target} (ATT {att}).",
    "no counter blow": "{who} cannot strike back at {target}.",
    "attack": "{attacker} attacks {target} with {weapon}: ATT {att} against DEF {def}{of_armour}: {result}.",
    "attack lost": "{attacker}'s attack on {target} comes to nothing.",
    "full defence": "{who} puts {used} of the Full Defence against it; {left} left.",
    "lays out": "{who} lays out a Full Defence of {total}{and_lost}.",
    "trauma": "{who} takes {gained} Trauma and has {trauma}.",
    "no trauma": "{who} takes no Trauma from it.",
    "fatally injured": "{who} is Fatally Injured.",
    "check": "{who} needs more than {trauma}, gets {result}: {outcome}.",
    "pain": "Pain costs {who} {lost} Position, now {position}.",
    "leaves": "{who} is out of the fight: {status}.",
    "bleeds out": "{who} has {trauma} Trauma and bleeds to death.",
    "loses aim": "{who} is no longer Aimed.",
    "position": "{who}'s Position changes by {change} to {position}.",
    "lock": "{who} and {target} are locked in melee.",
    "no lock": "{who} does not get at {target}.",
    "discard": "{who} loses {die}.",
    "nothing to discard": "{who} has no die to lose.",
    "out-manoeuvre": "{who} out-manoeuvres {target}: {die} is now {now}.",
    "nobody to out-manoeuvre": "{who} finds nobody to out-manoeuvre.",
    "nothing to lower": "{who} has no dice to lower.",
    "disengages": "{who} is out of the melee.",
    "stays locked": "{who} cannot get out of the melee.",
    "aims": "{who} is Aimed.",
    "aim fails": "{who} needed a blue {needed} to aim.",
    "cannot get away": "{who} cannot get away.",
    "gains die": "{who} gains {die}.",
    "equips": "{who} has {weapon} in hand.",
    "first aid fails": "{who} cannot help {patient} yet.",
    "treated": "{who} treats {patient}, who is no longer Fatally Injured.",
    "dragged clear": "{who} drags {comrade} clear.",
    "smoke": "{who} throws smoke: no bonus for Aimed, better cover, until the end of the turn.",
    "device": "{who} works on the device; {left} still to do.",
    "scavenges": "{who} takes {weapon} from {body}.",
    "steadied": "{who} steadies {patient} for the next fatal injury check.",
    "encounter ends": "{summary}",
    "rises": "{who} raises {attribute} to {now}.",
    "rest": "After a long rest: {encounter}.",
    "series ends": "{summary}",
}


def say(event: Event) -> str:
    data = said(event.data)
    if event.kind == "action":
        done = f" ({data['target']})" if data["action"] == "Skill/Change Weapon" else f" on {data['target']}"
        data["for_target"] = done if data["target"] else ""
        data["dice"] = data["dice"] or "no dice"
    elif event.kind == "pick":
        own = data["who"] == data["owner"]
        data["does"] = f"takes {data['die']}" if own else f"puts {data['die']} into the pool of {data['owner']}"
    elif event.kind == "attack":
        data["of_armour"] = f" ({data['armour']} from armour)" if event.data["armour"] else ""
    elif event.kind == "lays out":
        data["and_lost"] = f" and gives up {data['lost']}" if data["lost"] else ""
    elif event.kind == "position":
        data["change"] = f"{event.data['change']:+d}"
    return TEMPLATES[event.kind].format_map(data)
