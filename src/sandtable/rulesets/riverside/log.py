"""Events in plain language. One template for each kind of event; lists and signs are put into words first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.engine.events import Event
from sandtable.engine.words import Words, agreed, sentence

TEMPLATES = {
    "markers": "{count} objective markers are set up.",
    "tie": "Both rolled {face}: again.",
    "roll-off": "{who} wins the roll-off.",
    "marker": "{who} places marker {marker} at {at}.",
    "no place": "There is no place left for a marker.",
    "zone": "{who} takes the zone in the {zone}.",
    "first": "{who} activates first in Round 1.",
    "round": "Round {round}.",
    "tokens": "{who} has {tokens:spell token}.",
    "deployment": "{kind_of} deployment; {who} begins.",
    "deployed": "{who} is deployed.",
    "no room": "There is no room for {who}.",
    "holds back": "{who} deploys nothing more for now.",
    "activation phase": "Activation Phase; {who} activates first.",
    "action": "{who}: {action}{at_whom}.",
    "moved": "{who} {goes}{how}.",
    "embarks": "{who} embarks in {transport}.",
    "charge fails": "{who} cannot reach {target} any more and rushes instead.",
    "steps back": "{who} steps back {length}″ from {target}.",
    "dangerous": "{who} tests for dangerous terrain: {wounds:wound}.",
    "casts": "{who} casts {spell} at {target} for {cost:token}.",
    "aids": "{who} spends {tokens:token} {which} {caster}.",
    "cast": "{spell} {outcome} ({needed}+).",
    "lasts": "{who} is under {spell} until the end of the round.",
    "attack": "{attacker} attacks {target} with {weapon}: {dice:die|dice}{difficulty}.",
    "hits": "{hits:Hit} on {target}.",
    "wounds": "{who} takes {wounds:wound}{less}.",
    "wounded": "{who} has {wounds} of {of} wounds.",
    "falls": "{who} falls.",
    "destroyed": "{who} is destroyed.",
    "routs": "{who} routs.",
    "finished": "{who} has finished activating.",
    "morale": "{who} {outcome} a Morale Test.",
    "shaken": "{who} is Shaken.",
    "rallies": "{who} is not Shaken any more.",
    "fatigued": "{who} is Fatigued.",
    "rested": "{who} is not Fatigued any more.",
    "does not strike": "{who} does not strike back.",
    "melee": "The melee: {charger} caused {by_charger:wound}, {target} {by_target}{outcome}.",
    "thrown out": "{who} gets out of the wreck of {transport}.",
    "control": "Marker {marker} {now}.",
    "end of round": "End of Round {round}: {markers}.",
    "battle ends": "{summary}",
}


def say(event: Event) -> str:
    text = sentence(event, TEMPLATES, MORE)
    return text[:1].upper() + text[1:]


def _action(data: Mapping[str, Any], words: Words) -> None:
    words["at_whom"] = f" at {data['target']}" if data["target"] else ""


def _moved(data: Mapping[str, Any], words: Words) -> None:
    words["goes"] = f"moves {data['length']:.1f}″" if data["length"] >= 0.05 else "stays where it is"
    words["how"] = f" ({data['kind']})"


def _aids(data: Mapping[str, Any], words: Words) -> None:
    words["which"] = "for" if data["helps"] else "against"


def _cast(data: Mapping[str, Any], words: Words) -> None:
    words["outcome"] = "works" if data["worked"] else "fails"


def _attack(data: Mapping[str, Any], words: Words) -> None:
    needed = "only a 6 hits" if data["needed"] > 6 else f"{max(2, data['needed'])}+ hits"
    words["difficulty"] = f", {needed}" if data["needed"] else ", no roll to hit"


def _wounds(data: Mapping[str, Any], words: Words) -> None:
    words["less"] = f", {data['regenerated']} regenerated" if data["regenerated"] else ""


def _morale(data: Mapping[str, Any], words: Words) -> None:
    words["outcome"] = "passes" if data["passed"] else "fails"


def _melee(data: Mapping[str, Any], words: Words) -> None:
    words["outcome"] = f"; {data['loser']} has lost" if data["loser"] else "; nobody has lost"


def _control(data: Mapping[str, Any], words: Words) -> None:
    words["now"] = f"is controlled by {data['who']}" if data["who"] else "is neutral"


def _battle_ends(data: Mapping[str, Any], words: Words) -> None:
    words["summary"] = agreed(data["summary"])


MORE = {
    "action": _action, "moved": _moved, "aids": _aids, "cast": _cast, "attack": _attack, "wounds": _wounds,
    "morale": _morale, "melee": _melee, "control": _control, "battle ends": _battle_ends,
}  # fmt: skip
