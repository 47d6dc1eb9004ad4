"""Events in plain language. One template for each kind of event; lists and signs are put into words first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.engine.events import Event
from sandtable.engine.words import Words, counted, sentence
from sandtable.rulesets.roe.field import DEPTH, WIDTH

TEMPLATES = {
    "player one": "{by} decides: {who} is Player One.",
    "objectives": "{by} chooses the objectives: {name} ({markers}).",
    "ingress": "{by} chooses the ingress: {name}. {zones}.",
    "victory": "{by} chooses the victory condition: {name}.",
    "round": "Round {round}.",
    "pool": "{who} takes {counters:order counter} ({models:model}{officers}).",
    "recon": "{who} is already in place at {at}.",
    "bid": "{who} bids a counter; {pool} left.",
    "tie": "The totals are equal ({totals}): again.",
    "initiative": "{who} wins the initiative ({totals}).",
    "first": "{who} activates first.",
    "passes": "{who} passes for a counter; {pool} left.",
    "order": "{who}: {order}{with_focus}{with_rallies}, {counters:counter}; {pool} left in the pool.",
    "resolve": "{who} tests Resolve on {needed} or less: {outcome}.",
    "stays": "{who} stays where it is.",
    "idle": "{who} does nothing more.",
    "stays down": "{who} stays Pinned Down with {pins:token} and ignores its orders.",
    "moved": "{who} {verb} {length}″{by_fleet} to {to}{on_level}.",
    "assault": "{who} assaults {target}.",
    "engaged": "{who} and {target} are Engaged.",
    "breaks away": "{who} has broken away.",
    "no target": "{who} has nothing to shoot at.",
    "attack": "{attacker} attacks {target} {how}: {dice:die|dice}, {needed} or more{because}.",
    "hits": "{hits:hit} on {target}.",
    "pinned": "{who} gains {tokens:pinning token} and has {pins}{now}.",
    "resist": "{who} resists on {needed} or more: {wounds:wound}.",
    "wounded": "{who} has {wounds:wound}, {left} left.",
    "out of action": "{who} is out of action.",
    "overwatch": "{who} fires in Overwatch at {target}; {pool:counter} left.",
    "activation lost": "{who} loses the rest of its activation.",
    "hack": "{who} hacks objective {objective}: {outcome}.",
    "healed": "{who} treats {patient}, who has {wounds:wound} now.",
    "revived": "{who} brings {patient} back on its feet.",
    "not revived": "{who} cannot bring {patient} back.",
    "end phase": "End of round {round}.",
    "missing": "{who} has not entered the table and is missing in action.",
    "score": "{who} scores {tokens} for {what}; {total} in all.",
    "control wiped": "All control tokens are removed.",
    "discards": "{who} discards what is left in the pool: {counters:counter}.",
    "battle ends": "{summary}",
}
VERBS = {
    "standard": "moves",
    "encumbered": "moves, encumbered,",
    "climb": "climbs",
    "assault": "charges",
    "consolidate": "consolidates",
}
FOCUS = {
    "move": " with Focus for an extra move", "to-hit": " with Focus for to-hit re-rolls",
    "resolve": " with Focus for a Resolve re-roll", "any": " with Focus",
}  # fmt: skip


def say(event: Event) -> str:
    return sentence(event, TEMPLATES, MORE)


def _ingress(data: Mapping[str, Any], words: Words) -> None:
    words["zones"] = "; ".join(
        f"{who} enters at {' and '.join(_stretch(*segment) for segment in zone)}" for who, zone in data["zones"].items()
    )


def _stretch(x1: float, y1: float, x2: float, y2: float) -> str:
    """A part of the table's edge: all of it, or from where to where along it."""
    upright = x1 == x2
    edge = ("left" if x1 == 0 else "right") if upright else ("bottom" if y1 == 0 else "top")
    low, high = sorted((y1, y2) if upright else (x1, x2))
    whole = low == 0 and high == (DEPTH if upright else WIDTH)
    return f"the {edge} edge" + ("" if whole else f", {low:g} to {high:g}")


def _pool(data: Mapping[str, Any], words: Words) -> None:
    more = data["counters"] - data["models"]
    words["officers"] = f", Command {more}" if more else ""


def _order(data: Mapping[str, Any], words: Words) -> None:
    words["with_focus"] = FOCUS.get(data["focus"], "")
    words["with_rallies"] = f" and Rally for {words['rallies']}" if data["rallies"] else ""


def _moved(data: Mapping[str, Any], words: Words) -> None:
    words["verb"] = ("enters and " if data["entered"] else "") + VERBS[data["kind"]]
    words["by_fleet"] = " by Fleet" if data["fleet"] else ""
    words["length"] = f"{data['length']:.1f}"
    words["on_level"] = f", level {data['level']}" if data["level"] or data["kind"] == "climb" else ""


def _attack(data: Mapping[str, Any], words: Words) -> None:
    causes = [name for name in ("obscured", "cover", "disrupted") if data[name]]
    words["because"] = f" ({', '.join(causes)})" if causes else ""
    ranged = data["kind"] == "ranged"
    at_range, in_contact = f"with {data['weapon']} at {data['distance']:.1f}″", f"hand to hand with {_held(data)}"
    words["how"] = at_range if ranged else in_contact


def _pinned(data: Mapping[str, Any], words: Words) -> None:
    words["now"] = f": {data['now']}" if data["now"] else ""


def _held(data: Mapping[str, Any]) -> str:
    return "whatever is to hand" if data["weapon"] == "Improvised" else str(data["weapon"])


def _hack(data: Mapping[str, Any], words: Words) -> None:
    words["outcome"] = "control" if data["done"] else "no success"


def _resolve(data: Mapping[str, Any], words: Words) -> None:
    if data["test"] == "pins":
        come = "comes" if data["successes"] == 1 else "come"
        words["outcome"] = f"{words['successes']} of {counted(data['dice'], 'token')} {come} off, {words['pins']} left"
    else:
        words["outcome"] = "a success" if data["successes"] else "a failure"


def _score(data: Mapping[str, Any], words: Words) -> None:
    words["what"] = (
        f"objective {data['objective']}, {data['why']}" if data["objective"] else f"{data['why']} objectives"
    )


MORE = {
    "ingress": _ingress, "pool": _pool, "order": _order, "moved": _moved, "pinned": _pinned, "attack": _attack,
    "hack": _hack, "resolve": _resolve, "score": _score,
}  # fmt: skip
