"""Events in plain language. One template for each kind of event; lists and signs are put into words first."""

from __future__ import annotations

from sandtable.engine.events import Event
from sandtable.engine.words import said

TEMPLATES = {
    "roll-off": "Roll-off for {what}: {rolls}. {winner} wins.",
    "tile": "{player} lays {what}.",
    "component": "{player} places {what}.",
    "left over": "There is no room for {components}.",
    "map built": "The map is built.",
    "objective": "{player} places {name} at {at}.",
    "edges": "The edges: {edges}.",
    "play order": "The order of play: {order}.",
    "emplaced": "{who} is put at {at}.",
    "turn": "{player}'s turn in round {round}, with {counters:counter}.",
    "pass": "{player} passes; {counters:counter} left.",
    "ends turn": "{player} ends the turn and gives up {counters:counter}.",
    "cannot act": "{player} can activate nobody and passes.",
    "moved": "{who} {goes} to {to} for {cost:point}.",
    "test": "{who}: {kind} roll {roll}, {total} against {needed}: {verdict}.",
    "hazard": "{who} rolls {roll} for a hazard of {value}: {verdict}.",
    "stays": "{who} does not get up and stays where it is.",
    "gone": "{who} leaves over the enemy's edge.",
    "ambush": "{who} comes out of hiding at {at}.",
    "assault": "{attacker} {verb} {target} in {skill} at {distance}: "
    "OFF {attacker_off} against DEF {target_def}{back}{in_cover}.",
    "rolled": "The dice: {attacker} OFF {attacker_off}; {target} DEF {target_def}{answer}.",
    "bump": "{who} bumps {pool} {die} by {value} to {now}.",
    "hex": "{who} hexes {pool} {die} of {target}: now {now}.",
    "re-roll": "{who} re-rolls {pool} {die} ({source}): now {now}.",
    "tally": "{attacker}'s OFF {off} against {target}'s DEF {def}: {target} is {result}.",
    "save": "{who} rolls {roll} for a {kind} save of {value}: {verdict}.",
    "captured": "{who} is captured by {by} for {player}.",
    "defeated": "{who} is defeated by {cause}; nobody captures it.",
    "overcharge": "{who} rolls {roll} for its overcharge: {verdict}.",
    "shoved": "{who} shoves {target} to {to}.",
    "vent": "{who} vents: {units} have a -1 bump under their DEF pools.",
    "raised": "{who} raises {unit} to the reserve.",
    "rally": "{who} rallies {unit}.",
    "grove": "{who} grows a thicket at {at}.",
    "escort": "{who} takes {bystander} to {to}.",
    "brought home": "{who} brings {bystander} home: two captures.",
    "morale": "{who} counts {losses:loss|losses} and {captures:capture}: morale falls by {fall} to {morale}; "
    "the d10 shows {roll}: {verdict}.",
    "rout": "{player}'s force leaves the field.",
    "wiped out": "{player} has no units left.",
    "round": "Round {round} begins.",
    "game over": "{summary}",
}


def say(event: Event) -> str:
    raw = event.data
    data = said(raw, places=2, empty="none")  # a pool without dice
    match event.kind:
        case "moved":
            data["goes"] = {"Deploy": "enters the map", "Drive on": "drives on"}.get(raw["how"], "moves")
        case "test":
            data["verdict"] = "passed" if raw["passed"] else "failed"
        case "assault":
            data["verb"] = "charges" if raw["charge"] else "assaults"
            back = f", OFF {raw['target_off']} against DEF {raw['attacker_def']} in return"
            data["back"] = back if raw["retaliates"] else ""
            data["in_cover"] = f"; cover for {data['cover']}" if raw["cover"] else ""
        case "rolled":
            answer = f"; {data['target']} OFF {data['target_off']}; {data['attacker']} DEF {data['attacker_def']}"
            data["answer"] = answer if raw["target_off"] else ""
        case "bump":
            data["value"] = f"{raw['value']:+d}"
        case "hazard":
            data["verdict"] = "unharmed" if raw["survived"] else "defeated"
        case "save":
            data["verdict"] = "saved" if raw["saved"] else "in vain"
        case "overcharge":
            data["verdict"] = "it bursts" if raw["bursts"] else "it holds"
        case "morale":
            data["verdict"] = "the force routs" if raw["routs"] else "the force holds"
    return TEMPLATES[event.kind].format_map(data)
