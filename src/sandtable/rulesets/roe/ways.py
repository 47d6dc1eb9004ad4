"""Asking for a path, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from math import pi

from sandtable.engine.questions import Point
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.roe.asking import Play
from sandtable.rulesets.roe.contact import renew_contacts
from sandtable.rulesets.roe.levels import level_of
from sandtable.rulesets.roe.walking import CLIMBS, Trip
from sandtable.skirmish import asking
from sandtable.skirmish.candidates import Leaning
from sandtable.skirmish.candidates import candidates as legal_ways
from sandtable.skirmish.walking import Walk

PROMPTS = {
    "standard": "moves",
    "encumbered": "makes an Encumbered Move",
    "climb": "climbs",
    "encumbered climb": "makes an Encumbered Climb",
    "assault": "assaults",
    "consolidate": "consolidates",
}


def ask_path(trip: Trip) -> Procedure[Walk]:
    """The Move question."""
    limit = trip.limit
    prompt = f"{trip.model.name} {PROMPTS[trip.kind]}: up to {limit.inches:g}″"
    return (yield from asking.ask_path(trip.march, leaning(trip), prompt, limit.clause, "path"))


def candidates(trip: Trip) -> Iterator[tuple[tuple[Point, ...], Walk]]:
    """A few legal ways: towards a marker, away from enemies in contact, then spread round the model."""
    return legal_ways(trip.march, leaning(trip))


def leaning(trip: Trip) -> Leaning:
    """Another marker and other directions for each model and each round."""
    state, model = trip.state, trip.model
    markers = state.objectives
    goal = markers[(model.number + state.round) % len(markers)] if markers else None
    return Leaning(
        goal=None if goal is None else (goal.x, goal.y),
        leaves=tuple(state.engaged_with(model)),
        turn=(model.x * 7 + model.y * 13 + state.round) % (2 * pi),
        share=model.number * 0.37,
    )


def apply(g: Play, trip: Trip, walked: Walk) -> None:
    """Puts the model where its path ends."""
    model, end = trip.model, walked.end
    entered = trip.entering
    model.x, model.y, model.z = end.x, end.y, end.z
    model.status = "on the table"
    renew_contacts(g.state, model)
    kind = "climb" if trip.kind in CLIMBS else trip.kind
    clauses = (trip.limit.clause, *(("RE-1.21",) if entered else ()), *(("RE-2.9",) if walked.levels else ()))
    data = {
        "who": model.name, "kind": kind, "length": round(walked.length, 3), "to": [end.x, end.y], "entered": entered,
        "fleet": trip.fleet, "level": level_of(end.z), "path": [[p.x, p.y, p.z] for p in walked.path],
    }  # fmt: skip
    g.tell("moved", *clauses, **data)
