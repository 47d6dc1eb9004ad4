"""A campaign as a file: its plan, and the deeds since. Reading it does everything again."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sandtable.engine.dice import Roll, Seeded
from sandtable.engine.errors import RuleError, SetupError
from sandtable.engine.rulebook import typed

FORMAT = "sandtable-campaign/1"

Throw = Callable[[int, str], int]
"""A die of so many sides, and what it is for."""


class CampaignPlan(Protocol):
    @property
    def seed(self) -> str:
        """Of the dice that nobody types in."""


P = TypeVar("P", bound=CampaignPlan)
D = TypeVar("D", bound=Struct)
C = TypeVar("C")


class CampaignFile(Struct, Generic[P, D], frozen=True, forbid_unknown_fields=True, kw_only=True):
    format: str
    ruleset: str
    plan: P
    deeds: tuple[D, ...] = ()


class Annals(ABC, Generic[P, D, C]):
    """A campaign with its file: what was done is written down, so it can be saved, checked and taken back. A ruleset
    says how a campaign begins and what a deed does. A deed with a field `dice` may throw some, and keeps what they
    showed."""

    ruleset: ClassVar[str]
    shape: ClassVar[Any]
    """`CampaignFile` of its plans and deeds."""
    clause: ClassVar[str] = ""
    """What the dice are thrown by."""

    def __init__(self, plan: P) -> None:
        self.plan = plan
        self.deeds: list[D] = []
        self.log: list[str] = []
        self.campaign = self.begin(plan)
        self._source = Seeded.from_text(plan.seed)
        self._rolled = 0

    @abstractmethod
    def begin(self, plan: P) -> C:
        """The campaign before the first deed."""

    @abstractmethod
    def perform(self, deed: D, dice: Throw) -> list[str]:
        """Changes the campaign, and says what has happened."""

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Self:
        file = typed("campaign", data, cls.shape)
        if (file.format, file.ruleset) != (FORMAT, cls.ruleset):
            raise SetupError(f"this is no campaign of {cls.ruleset} in the format {FORMAT}")
        return cls(file.plan)._after(file.deeds)

    def write(self) -> dict[str, Any]:
        file = CampaignFile(format=FORMAT, ruleset=self.ruleset, plan=self.plan, deeds=tuple(self.deeds))
        data: dict[str, Any] = msgspec.to_builtins(file)
        return data

    def do(self, deed: D) -> list[str]:
        """Does one thing; a refusal leaves the campaign as it was."""
        throws = hasattr(deed, "dice")
        try:
            told, rolled = self._done(deed)
        except RuleError:
            if throws:  # it may have begun before it is refused
                self._restore(self.deeds)
            raise
        self.deeds.append(replace(deed, dice=tuple(rolled)) if throws else deed)
        self._rolled += len(rolled)
        self.log += told
        return told

    def undo(self) -> None:
        """Takes the last deed back."""
        if not self.deeds:
            raise SetupError("nothing has been done yet")
        self._restore(self.deeds[:-1])

    def _done(self, deed: D) -> tuple[list[str], list[int]]:
        rolled: list[int] = []
        typed_in = list(getattr(deed, "dice", ()))
        told = self.perform(deed, lambda sides, purpose: self._die(sides, purpose, typed_in, rolled))
        if len(typed_in) > len(rolled):
            raise SetupError(f"{len(typed_in)} dice were typed in; the aftermath needs {len(rolled)}", self.clause)
        return told, rolled

    def _after(self, deeds: Sequence[D]) -> Self:
        for deed in deeds:
            self.do(deed)
        return self

    def _restore(self, deeds: list[D]) -> None:
        kept = type(self)(self.plan)._after(deeds)
        self.campaign, self.deeds, self.log, self._rolled = kept.campaign, kept.deeds, kept.log, kept._rolled

    def _die(self, sides: int, purpose: str, typed_in: list[int], rolled: list[int]) -> int:
        """A die that was typed in, or one of the fair stream."""
        roll = Roll(1, sides, purpose, self.clause, 0)
        number = len(rolled)
        faces = [typed_in[number]] if number < len(typed_in) else self._source.roll(roll, self._rolled + number)
        rolled.append(roll.read(list(faces))[0])
        return rolled[-1]
