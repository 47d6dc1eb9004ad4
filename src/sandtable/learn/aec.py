"""Any ruleset as a PettingZoo environment, one agent for each seat."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from gymnasium.spaces import Dict, Discrete
from pettingzoo import AECEnv

from sandtable.learn.bout import Bout, Observation, luck
from sandtable.learn.drawing import pixels
from sandtable.learn.spaces import VERSION, AnswerNumbers, observation_space


class SeatsEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo has no types
    """`seat_0`, `seat_1`, … are asked in the order in which the rules ask. The reward comes at the end: 1, 0 or -1."""

    def __init__(self, ruleset: str, *, render_mode: str | None = None, **settings: Any) -> None:
        super().__init__()
        self.bout = Bout(ruleset, **settings)
        self.metadata = {
            "name": f"{ruleset}_v{VERSION}", "render_modes": ["svg", "rgb_array"], "is_parallelizable": False,
            "ruleset_version": self.bout.ruleset.version,
        }  # fmt: skip
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.bout.seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        observing = observation_space(self.bout)
        self.observation_spaces = dict.fromkeys(self.possible_agents, observing)
        self.action_spaces = {agent: AnswerNumbers(self.bout) for agent in self.possible_agents}
        self._luck = Random()

    def observation_space(self, agent: str) -> Dict:
        space: Dict = self.observation_spaces[agent]
        return space

    def action_space(self, agent: str) -> Discrete:
        space: Discrete = self.action_spaces[agent]
        return space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._luck = Random(seed)
        self.bout.begin(luck(self._luck))
        self._deal()

    def _deal(self) -> None:
        """Everybody is there, at whatever place the game is."""
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._settle()

    def _settle(self) -> None:
        """Whose turn it is, or how it ended."""
        bout = self.bout
        if bout.asked >= 0 and not bout.broken_off:
            self.agent_selection = self.possible_agents[bout.asked]
            self.infos[self.agent_selection] = bout.info()
            return
        over = bout.asked < 0
        for agent, reward in zip(self.possible_agents, bout.rewards(), strict=True):
            self.rewards[agent] = reward
            self.terminations[agent], self.truncations[agent] = over, not over
            self.infos[agent] = bout.info()

    def observe(self, agent: str) -> Observation:
        return self.bout.observe(self._seat_of[agent])

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "an agent that is still in the game has to act"
        self._cumulative_rewards[agent] = 0.0
        self.bout.choose(int(action))
        self._settle()
        if self.bout.asked < 0 or self.bout.broken_off:
            self._accumulate_rewards()
            self._deads_step_first()

    def render(self) -> str | np.ndarray[Any, np.dtype[np.uint8]] | None:
        if self.render_mode is None:
            return None
        drawn = self.bout.picture()
        return drawn if self.render_mode == "svg" else pixels(drawn)

    def close(self) -> None:
        """There is nothing to close."""

    def save(self) -> bytes:
        return self.bout.save()

    def load(self, data: bytes) -> None:
        self.bout.load(data)
        self._deal()
