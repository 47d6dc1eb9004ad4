"""Any ruleset as a game of OpenSpiel (extra `[spiel]`): its searches, its learners and its tools play ours.

from sandtable.learn.spiel import load_game
game = load_game("opportunity")            # also pyspiel.load_game("sandtable_opportunity") once this is imported
state = game.new_initial_state()

Dice are chance nodes, one for each die, so that their chances are exact. An action is the number of an answer, as in
our own environments (docs/learning.md), and a state observes the same arrays.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from sandtable.engine import save as saves
from sandtable.engine.advice import score
from sandtable.engine.dice import Roll, Typed
from sandtable.engine.game import Game
from sandtable.engine.hooks import offered
from sandtable.engine.questions import Question
from sandtable.engine.registry import ruleset as find_ruleset
from sandtable.engine.registry import ruleset_ids
from sandtable.learn.arrays import StandingArrays, numbers_of
from sandtable.learn.bout import CANDIDATES, LONGEST, Bout
from sandtable.learn.candidates import candidates

MOST_SIDES = 20
"""The largest die of any ruleset has fewer."""
TERMINAL, CHANCE = pyspiel.PlayerId.TERMINAL, pyspiel.PlayerId.CHANCE


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A set-up of a ruleset. `setup` is the name of a ready or mirrored one; without it the quick battle."""

    def __init__(self, ruleset: str, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.most = int(given.get("most", CANDIDATES))
        self.start = Bout(ruleset, given.get("setup") or None, most=self.most).beginning()
        self.ruleset, self.seats = self.start.ruleset, len(self.start.seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.most, max_chance_outcomes=MOST_SIDES, num_players=self.seats, min_utility=-1.0,
            max_utility=1.0, utility_sum=0.0 if self.seats == 2 else None, max_game_length=LONGEST,
        )  # fmt: skip
        super().__init__(game_type(ruleset, self.seats), info, given)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        return SpielObserver(self)


def game_type(ruleset: str, seats: int = 0) -> pyspiel.GameType:
    """What OpenSpiel may expect. Without seats: of any set-up, before one is chosen."""
    rules = find_ruleset(ruleset)
    kinds, known = pyspiel.GameType, offered(rules, "hides_nothing")
    return kinds(
        short_name=f"sandtable_{ruleset.replace('-', '_')}",
        long_name=rules.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.PERFECT_INFORMATION if known else kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if seats == 2 else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=seats or 8,
        min_num_players=seats or 2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"setup": "", "most": CANDIDATES},
        default_loadable=True,
    )


class _Table:
    """The game on the table, and the dice of an open roll that already lie. OpenSpiel copies states deeply, and pickles
    them to keep them: kept is the save of the game."""

    def __init__(self, game: Game[Any], most: int, decisions: int = 0, faces: tuple[int, ...] = ()) -> None:
        self.game, self.most, self.decisions, self.faces = game, most, decisions, faces
        self._look()

    def __reduce__(self) -> tuple[Any, ...]:
        return _kept, (saves.to_json(saves.save(self.game)), self.most, self.decisions, self.faces)

    def __deepcopy__(self, memo: dict[int, Any]) -> _Table:
        copied = object.__new__(_Table)
        copied.__dict__ = {**self.__dict__, "game": self.game.clone(Typed())}
        return copied

    def _look(self) -> None:
        asked = self.game.question
        self.answers = candidates(self.game, self.most).answers if isinstance(asked, Question) else []

    @property
    def over(self) -> bool:
        return self.game.question is None or self.decisions >= LONGEST

    def take(self, action: int) -> None:
        if isinstance(roll := self.game.question, Roll):
            self.faces = (*self.faces, action + 1)
            if len(self.faces) < roll.n:
                return
            faces, self.faces = self.faces, ()
            self.game.answer(faces)
        else:
            self.game.answer(self.answers[action])
            self.decisions += 1
        self._look()


def _kept(data: bytes, most: int, decisions: int, faces: tuple[int, ...]) -> _Table:
    game = saves.load(saves.read(data), events=False)
    game.continue_with(Typed())
    return _Table(game, most, decisions, faces)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A place in a game."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.table = _Table(game.start.clone(Typed()), game.most)

    def current_player(self) -> int:
        asked = self.table.game.question
        if self.table.over or asked is None:
            return int(TERMINAL)
        return int(CHANCE) if isinstance(asked, Roll) else asked.seat

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.table.answers)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        roll = self.table.game.question
        assert isinstance(roll, Roll), "no dice are rolled here"
        return [(face, 1 / roll.sides) for face in range(roll.sides)]

    def _apply_action(self, action: int) -> None:
        self.table.take(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"die shows {action + 1}"
        answer = self.table.answers[action]
        return answer if isinstance(answer, str) else json.dumps(answer, default=str)

    def is_terminal(self) -> bool:
        return self.table.over

    def returns(self) -> list[float]:
        """A win is 1, a defeat -1, a draw 0; nobody has won a game that was broken off."""
        outcome, seats = self.table.game.outcome, range(len(self.table.game.seats))
        return [0.0 if outcome is None else 2 * score(outcome, seat) - 1 for seat in seats]

    def __str__(self) -> str:
        asked = self.table.game.question
        lying = f" {list(self.table.faces)}" if self.table.faces else ""
        return f"{len(self.table.game.inputs)}: {asked.prompt if asked else 'over'}{lying}"


class SpielObserver:
    """What a seat may know: `whole` and `things` of our environments, one after the other, and the view in words."""

    def __init__(self, game: SpielGame) -> None:
        rows = numbers_of(game.ruleset).most
        self._standings = [StandingArrays(game.ruleset, seat, rows) for seat in range(game.seats)]
        parts = {name: array.shape for name, array in zip(("whole", "things"), self._read(game.start, 0), strict=True)}
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in parts.values()), np.float32)
        self.dict, at = {}, 0
        for name, shape in parts.items():
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[at : at + size].reshape(shape)
            at += size

    def _read(self, game: Game[Any], seat: int) -> tuple[Any, Any]:
        return self._standings[seat].read(game.reading(seat))

    def set_from(self, state: SpielState, player: int) -> None:
        for part, array in zip(self.dict.values(), self._read(state.table.game, player), strict=True):
            part[...] = array

    def string_from(self, state: SpielState, player: int) -> str:
        game = state.table.game
        return json.dumps(game.ruleset.view(game.reading(player)), sort_keys=True, default=str)


def load_game(ruleset: str, setup: str = "", most: int = CANDIDATES) -> SpielGame:
    return SpielGame(ruleset, {"setup": setup, "most": most})


def _register(ruleset: str) -> None:
    class Registered(SpielGame):
        """OpenSpiel makes a game from its parameters alone."""

        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(ruleset, params)

    pyspiel.register_game(game_type(ruleset), Registered)


for _name in ruleset_ids():
    _register(_name)
