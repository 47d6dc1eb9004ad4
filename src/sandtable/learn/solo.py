"""Any ruleset as a Gymnasium environment: one seat learns, bots have the others."""

from __future__ import annotations

from random import Random
from typing import Any, cast

import gymnasium
import numpy as np

from sandtable.bots import ask, make_bot
from sandtable.engine.errors import SandtableError
from sandtable.engine.registry import ruleset_ids
from sandtable.learn.bout import Bout, Observation, luck
from sandtable.learn.drawing import pixels
from sandtable.learn.spaces import VERSION, AnswerNumbers, observation_space


class SoloEnv(gymnasium.Env[Observation, int]):
    """`seat` is whose answers are learnt; None changes seats from game to game."""

    metadata = {"render_modes": ["svg", "rgb_array"], "render_fps": 4}  # noqa: RUF012

    def __init__(
        self, ruleset: str, *, bot: str = "recruit", seat: int | None = None, render_mode: str | None = None,
        **settings: Any,
    ) -> None:  # fmt: skip
        self.bout = Bout(ruleset, **settings)
        make_bot(bot, "")
        self._bot, self._chosen = bot, seat
        self.seat = self._there(seat or 0)
        self._games = 0
        self.observation_space = observation_space(self.bout)
        self.action_space = cast(Any, AnswerNumbers(self.bout))
        self.render_mode = render_mode
        self._luck = Random()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None:
            self._luck, self._games = Random(seed), 0
        dice = luck(self._luck)
        self.seat = self._seat_for(options or {})
        self._games += 1
        self._seat_bots(dice)
        self.bout.begin(dice)
        self._others_play()
        return self.bout.observe(self.seat), self._info()

    def _seat_for(self, options: dict[str, Any]) -> int:
        """That of `options={"seat": 1}`, that of the environment, or the next in turn."""
        asked = options.get("seat", self._chosen)
        if asked is None:
            return self._games % self.bout.seats
        return self._there(asked)

    def _there(self, seat: int) -> int:
        if not 0 <= seat < self.bout.seats:
            raise SandtableError(f"there are {self.bout.seats} seats, from 0 on; {seat} is not one of them")
        return seat

    def _seat_bots(self, seed: str) -> None:
        self._bots = [make_bot(self._bot, f"{seed}/{seat}") for seat in range(self.bout.seats)]

    def _others_play(self) -> None:
        bout = self.bout
        while bout.asked not in (-1, self.seat) and not bout.broken_off:
            bout.answer(ask(self._bots[bout.asked], bout.game))

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """An action that is not in the mask is refused with an error, as any illegal answer is."""
        bout = self.bout
        bout.choose(int(action))
        self._others_play()
        over = bout.asked < 0
        return bout.observe(self.seat), bout.rewards()[self.seat], over, bout.broken_off, self._info()

    def _info(self) -> dict[str, Any]:
        return self.bout.info() | {"seat": self.seat}

    def render(self) -> str | np.ndarray[Any, np.dtype[np.uint8]] | None:
        if self.render_mode is None:
            return None
        drawn = self.bout.picture(self.seat)
        return drawn if self.render_mode == "svg" else pixels(drawn)

    def save(self) -> bytes:
        return self.bout.save()

    def load(self, data: bytes) -> Observation:
        """Goes on with a saved game; bots have no memory of it. Returns what the seat observes."""
        self.bout.load(data)
        self._seat_bots(luck(self._luck))
        self._others_play()
        return self.bout.observe(self.seat)


def register() -> None:
    """`gymnasium.make("Sandtable/opportunity-v0")` and its like, for every ruleset that is installed."""
    for name in ruleset_ids():
        known = f"Sandtable/{name}-v{VERSION}"
        if known not in gymnasium.registry:
            gymnasium.register(known, entry_point="sandtable.learn.solo:SoloEnv", kwargs={"ruleset": name})
