"""Players that are programs. A bot sees its seat's view and the question it is asked, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from sandtable.engine.questions import Answer, Question

Look = Callable[[], dict[str, Any]]
"""What the seat can see, made when the bot wants to look (`Game.view` of its seat)."""


class Bot(Protocol):
    """Found by entry point `sandtable.bots`; made with a seed, so that its games can be repeated."""

    def answer(self, question: Question, look: Look) -> Answer: ...
