"""A seat of a game as it is now."""

from __future__ import annotations

from msgspec import Struct

from sandtable.server.records import SeatKind


class SeatNow(Struct):
    """A seat as it is now."""

    side: str
    kind: SeatKind
    name: str
    bot: str = ""
    token: str = ""
    nonce: str | None = None
    draw: bool = False
    rematch: str = ""
    """The hash of his token in the rematch he wants."""
    open: bool = False
    """Anybody may sit down here."""

    @property
    def person(self) -> bool:
        return self.kind == "person"

    @property
    def given_name(self) -> str:
        """The player's own; who has none is called after the side, and after another one in the next game."""
        return "" if self.name in (self.side, self.bot) else self.name

    @property
    def ready(self) -> bool:
        return not self.person or self.nonce is not None

    @property
    def free(self) -> bool:
        """May anybody sit down here, and is nobody there yet?"""
        return self.open and not self.ready
