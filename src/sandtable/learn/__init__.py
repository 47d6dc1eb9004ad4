"""Every ruleset as an environment for programs that learn (extra `[learn]`; docs/learning.md).

from sandtable.learn import SeatsEnv, SoloEnv
table = SeatsEnv("opportunity")                # PettingZoo, one agent for each seat
alone = SoloEnv("opportunity", bot="recruit")  # Gymnasium, against bots
"""

from sandtable.learn.aec import SeatsEnv
from sandtable.learn.bout import Bout
from sandtable.learn.solo import SoloEnv, register

__all__ = ["Bout", "SeatsEnv", "SoloEnv", "register"]
