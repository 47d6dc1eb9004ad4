"""The spaces of an environment."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from sandtable.learn.arrays import CANDIDATE, OWNER, QUESTION, numbers_of
from sandtable.learn.bout import Bout

VERSION = 0
"""Of the arrays and of the list of answers: whatever is learnt with one is worth nothing with another."""


def observation_space(bout: Bout) -> Dict:
    numbers = numbers_of(bout.ruleset)
    width = len(numbers.stands) + len(OWNER) + len(numbers.traits)
    shapes = {
        "whole": (len(numbers.whole),),
        "things": (bout.rows, width),
        "question": (len(QUESTION),),
        "candidates": (bout.most, len(CANDIDATE)),
    }
    boxes: dict[str, Any] = {name: Box(-np.inf, np.inf, shape, np.float32) for name, shape in shapes.items()}
    return Dict({**boxes, "action_mask": Box(0, 1, (bout.most,), np.int8)})


class AnswerNumbers(Discrete):
    """The numbers of the answers. Without a mask it draws from those that there are now: what is drawn is legal."""

    def __init__(self, bout: Bout) -> None:
        super().__init__(bout.most)
        self._bout = bout

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        there = len(self._bout.offered.answers)
        if mask is None and probability is None and there:
            return np.int64(self.np_random.integers(there))
        return super().sample(mask, probability)
