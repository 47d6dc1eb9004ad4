"""What is taken back in a game by agreement, and which dice come afterwards."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, structs

from sandtable.engine.dice import Seeded, Source, StandingDice, Stood
from sandtable.engine.events import ROLL, Event
from sandtable.engine.game import Game
from sandtable.server.records import AskBack, TakenBack


class AskedBack(Struct, frozen=True):
    """Somebody asks to take back all that came after the first `to` inputs; who has agreed so far, he himself too."""

    seat: int
    to: int
    agreed: tuple[int, ...]


class WentBack(Struct, frozen=True):
    """What was taken back by agreement: so many inputs, so many rolls among them, after the first `at`."""

    seat: int
    at: int
    inputs: int
    rolls: int


class TakeBacks:
    """What players may ask to take back, what one of them asks now, and what was taken back."""

    def __init__(self) -> None:
        self.asked: AskedBack | None = None
        self.went: list[WentBack] = []
        self.given: list[tuple[int, int]] = []
        """Every answer that a person gave himself and that counts: how many inputs came before it, and the seat."""
        self.declined: set[tuple[int, int]] = set()
        """Seats that asked to go back to a number of inputs, and were told no."""

    def last_answer(self, seat: int) -> int | None:
        """How many inputs came before the last answer that this seat gave itself."""
        return next((at for at, by in reversed(self.given) if by == seat), None)

    def why_not(self, seat: int, game: Game[Any], against_bots: bool) -> str | None:
        """None if this seat may ask the others to take back its last answer. Bots keep to dice and revealed facts."""
        to = self.last_answer(seat)
        assert to is not None
        if (seat, to) in self.declined:
            return "this was asked and declined; play on"
        if not against_bots or to >= game.settled:
            return None
        if any(event.at > to for event in _rolled(game)):
            return "dice have been rolled since, and a bot keeps to its dice"
        return "something hidden has been shown since, and a bot cannot forget it"

    def request(self, game: Game[Any]) -> dict[str, Any] | None:
        """The open one, with how much would be taken back."""
        if self.asked is None:
            return None
        rolls = sum(event.at > self.asked.to for event in _rolled(game))
        return structs.asdict(self.asked) | {"inputs": len(game.inputs) - self.asked.to, "rolls": rolls}

    def answered(self, seat: int, before: int, by_hand: bool) -> None:
        """Whoever plays on has declined."""
        self.asked = None
        if by_hand:
            self.given.append((before, seat))

    def ask(self, record: AskBack) -> None:
        """Somebody asks, or answers who asks."""
        back = self.asked
        if back is None:
            to = self.last_answer(record.seat)
            assert to is not None
            self.asked = AskedBack(record.seat, to, (record.seat,))
        elif record.yes:
            self.asked = AskedBack(back.seat, back.to, (*back.agreed, record.seat))
        else:
            self.asked = None
            if record.seat != back.seat:
                self.declined.add((back.seat, back.to))

    def go_back(self, game: Game[Any], record: TakenBack, nonces: list[str]) -> Game[Any]:
        """The dice that are taken back stand for whoever goes the same way; on another way new ones come."""
        to = record.to
        rolls = sum(event.at > to for event in _rolled(game))
        self.went.append(WentBack(record.seat, to, len(game.inputs) - to, rolls))
        return game.fork(to, self._dice_after(game, to, nonces) if rolls else game.dice[-1].source, reveal=True)

    def gone_back(self, at: int) -> None:
        """So many inputs are left, however it came about."""
        self.asked = None
        self.given = [(before, seat) for before, seat in self.given if before < at]

    def _dice_after(self, game: Game[Any], to: int, nonces: list[str]) -> Source:
        """The stream after a take-back that dice were rolled in. docs/dice.md says why nobody gains by it."""
        last = game.dice[-1].source
        if not isinstance(last, Seeded):
            return last
        stood = list(last.stood) if isinstance(last, StandingDice) else []
        for number, event in enumerate(_rolled(game)):
            if event.at <= to:
                continue
            source = next(segment.source for segment in reversed(game.dice) if segment.since < event.at)
            assert isinstance(source, Seeded)
            data, faces = event.data, tuple(event.data["faces"])
            old = Stood(
                number, len(faces), data["sides"], data["purpose"], data["who"], data["seat"], faces, source.nonces
            )
            if not any(one.again(old.roll(), number) for one in stood):
                stood.append(old)
        count = sum(went.rolls > 0 for went in self.went)
        return StandingDice(last.seed, [*nonces, f"take-back {count}"], stood)


def _rolled(game: Game[Any]) -> list[Event]:
    return [event for event in game.events or [] if event.kind == ROLL]
