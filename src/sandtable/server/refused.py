"""What a client is told when the server does not do what he asks for."""

from __future__ import annotations

from collections.abc import Sequence


class Refused(Exception):
    """What a client asked for is not done; nothing has changed."""

    def __init__(self, code: str, reason: str, clause: str = "", legal: Sequence[str] = ()) -> None:
        super().__init__(reason)
        self.code, self.reason, self.clause, self.legal = code, reason, clause, tuple(legal)
