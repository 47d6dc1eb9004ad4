"""What a client may ask while a player plans, and the hooks of a ruleset that answer (docs/scene.md).

All hooks are optional and pure. A client sends a look as JSON; `read` makes sure that it is one.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from sandtable.engine.errors import SandtableError, one_line

ShortName = Annotated[str, Meta(max_length=120)]
Coordinate = Annotated[float, Meta(ge=-10_000.0, le=10_000.0)]


class Viewpoint(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A place to look from or at: a model where it stands or, with `at`, as if it stood there; a bare point; a mark; a
    piece of terrain."""

    model: ShortName = ""
    at: Annotated[tuple[Coordinate, ...], Meta(min_length=2, max_length=3)] | None = None
    mark: ShortName = ""
    piece: ShortName = ""


class MeasureLook(Struct, frozen=True, forbid_unknown_fields=True, tag_field="what", tag="measure"):
    """How far is it? `measure(reading, one, two)`."""

    one: Viewpoint = msgspec.field(name="from")
    two: Viewpoint = msgspec.field(name="to")


class SightLook(Struct, frozen=True, forbid_unknown_fields=True, tag_field="what", tag="sight"):
    """Who is seen from here? `sight(reading, viewer, target)`; without a target, all enemies."""

    viewer: Viewpoint = msgspec.field(name="from")
    target: Viewpoint | None = msgspec.field(name="to", default=None)


class CardLook(Struct, frozen=True, forbid_unknown_fields=True, tag_field="what", tag="card"):
    """What is this? `card(reading, name)`."""

    name: ShortName


class PlacesLook(Struct, frozen=True, forbid_unknown_fields=True, tag_field="what", tag="places"):
    """Where to, in words? `places(reading, question)`."""


class RegionLook(Struct, frozen=True, forbid_unknown_fields=True, tag_field="what", tag="region"):
    """Where may it go? The region of the open question, as its `drawn` says; of one of several movers by its name."""

    name: ShortName = ""


class PlanLook(Struct, frozen=True, forbid_unknown_fields=True, tag_field="what", tag="plan"):
    """What would become of this wish for a whole unit? The plan of the open question, as its `arrange` says."""

    wish: dict[str, Any]


Look = MeasureLook | SightLook | CardLook | PlacesLook | RegionLook | PlanLook

_decoder = msgspec.json.Decoder(Look)


def read(data: bytes | str) -> Look:
    """A look as a client writes it in JSON."""
    try:
        look: Look = _decoder.decode(data)
        return look
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise SandtableError(f"not a look: {one_line(error)}") from error


def convert(data: dict[str, Any]) -> Look:
    """The same from JSON values."""
    try:
        look: Look = msgspec.convert(data, Look)
        return look
    except msgspec.MsgspecError as error:
        raise SandtableError(f"not a look: {one_line(error)}") from error
