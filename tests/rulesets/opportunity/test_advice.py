"""Advice: legal, fair between the sides, blind to the order of lists, and wise where wisdom is plain."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from sandtable.bots import Knowledge, make_bot
from sandtable.engine.dice import Pseudo
from sandtable.engine.game import Game
from sandtable.engine.questions import Draft, Question
from sandtable.engine.ruleset import Reading
from sandtable.rulesets.opportunity import RULESET
from sandtable.rulesets.opportunity.advice import ADVICE
from sandtable.rulesets.opportunity.advice.drafting import code, values_of
from sandtable.rulesets.opportunity.advice.reckoning import blow, hits_left, stands
from sandtable.rulesets.opportunity.melee_lock import unpair
from sandtable.rulesets.opportunity.state import BLUE, DICE, GREEN, RED, State
from tests.games import BRAWL, SLOW, fight, new_game

USUAL = RULESET.rulebook.options({})


def chance_of(state: State, seat: int) -> float:
    """How a state stands for a seat, under the usual house rules."""
    return ADVICE.value(Reading(state, USUAL, seat))


SEEDS = [seed for seed in range(60) if seed not in SLOW]
KINDS = {
    "pick", "act", "respond", "loses", "arrives", "ranged-attack", "suppressing-fire", "unload", "spread-fire",
    "melee-attack", "charge", "disarm", "move", "disengage", "aim", "flee", "adapt", "skill-change-weapon",
    "take-cover", "block", "dodge", "counter-attack",
}  # fmt: skip
MOST_APART = 25.0
"""The best suggestion's weight, as a multiple of the least: a recruit is to be weak, not absurd."""


def kind(question: Question) -> str:
    return "pick" if isinstance(question, Draft) else question.about.name


def test_every_question_gets_legal_suggestions_whatever_the_order_of_its_options() -> None:
    seen = set()
    for seed in SEEDS:
        game, rng = new_game(seed, events=False), Random(seed)
        for _ in range(150):
            if not isinstance(question := game.question, Question):
                break
            seen.add(kind(question))
            check_suggestions(game.state, question, rng)
            game.answer(question.pick(rng))
    assert seen >= KINDS


def check_suggestions(state: State, question: Any, rng: Random) -> None:
    found = ADVICE.suggest(Reading(state, USUAL, question.seat), question)
    assert found
    weights = {repr(one.answer): one.weight for one in found}
    assert len(weights) == len(found)
    assert max(weights.values()) <= MOST_APART * min(weights.values())
    for one in found:
        question.read(one.answer)
    shuffled = msgspec.structs.replace(question, options=tuple(rng.sample(question.options, len(question.options))))
    assert {
        repr(one.answer): one.weight for one in ADVICE.suggest(Reading(state, USUAL, shuffled.seat), shuffled)
    } == pytest.approx(weights)
    assert 0.0 <= chance_of(state, question.seat) <= 1.0
    total = sum(chance_of(state, seat) for seat in {side_seat(state, side) for side in range(len(state.sides))})
    assert total == pytest.approx(1.0)


def side_seat(state: State, side: int) -> int:
    return next(state.side_members(side)).seat


# ---- value ----------------------------------------------------------------------------------------


def some_brawl(seed: int) -> State:
    rng = Random(seed)
    game: Game[State] = Game(RULESET, BRAWL, dice=Pseudo(rng), events=False)
    for _ in range(rng.randrange(80)):
        assert game.question is not None
        game.answer(game.question.pick(rng))
        if game.over:
            return some_brawl(seed + 1000)
    return game.state


@pytest.mark.parametrize("seed", range(40))
def test_the_value_rises_when_an_enemy_falls_and_drops_when_a_friend_does(seed: int) -> None:
    state = some_brawl(seed)
    now = chance_of(state, 0)
    if not 0.05 < now < 0.95:
        return  # a fight that is as good as decided
    for number in range(len(state.combatants)):
        if not state.combatants[number].fighting:
            continue
        after = state.clone()
        one = after.combatants[number]
        one.status, one.pool, one.set = "fallen", (), ()
        unpair(after, one)
        assert (chance_of(after, 0) > now) is (one.side != 0)


@pytest.mark.parametrize("seed", range(20))
def test_the_value_looks_at_sides_and_not_at_seats(seed: int) -> None:
    state = some_brawl(seed)
    swapped = state.clone()
    for one in swapped.combatants:
        one.side = one.seat = 1 - one.seat
    swapped.sides = (state.sides[1], state.sides[0])
    assert chance_of(swapped, 1) == pytest.approx(chance_of(state, 0))


def test_equal_sides_with_equal_dice_are_about_even() -> None:
    pools = {"pool": ["R4", "G4", "B3"], "initiative": 11}
    for setup in (RULESET.mirrored_setups()[name] for name in RULESET.mirrored_setups()):
        state = RULESET.begin(setup, RULESET.rulebook.options({}))
        assert chance_of(state, 0) == pytest.approx(0.5)
    even = Game(RULESET, fight({"name": "Ann", **pools}, {"name": "Tom", **pools}), events=False)
    assert chance_of(even.state, 0) == pytest.approx(0.5, abs=0.1)


def test_near_the_end_the_one_who_would_win_on_points_is_preferred() -> None:
    def ahead(turn: int) -> float:
        setup = fight({"name": "Ann", "trauma": 1}, {"name": "Tom", "trauma": 0}, encounter="duel", turn=turn)
        setup["situation"]["stage"] = "turn"
        return chance_of(RULESET.begin(setup, RULESET.rulebook.options({})), 1)

    assert ahead(12) > ahead(6) + 0.1


# ---- the numbers behind it ------------------------------------------------------------------------


def test_odds_of_checks_are_those_of_two_dice() -> None:
    assert stands(3, 6) == pytest.approx(33 / 36)
    assert stands(3, 15) == 0
    assert hits_left(3, 0, 6) == pytest.approx(1 + 33 / 36 * (1 + 6 / 36))
    down, worn = blow(3, 6, False, 6, critical=False, blunt=False)
    assert down == pytest.approx(30 / 36)
    assert worn > down


def test_pools_packed_into_numbers_come_out_as_they_went_in() -> None:
    packed = code((DICE[RED][5], DICE[GREEN][1], DICE[RED][5], DICE[BLUE][6]))
    assert [values_of(packed, place) for place in range(3)] == [[5, 5], [1], [6]]


# ---- plain wisdom ---------------------------------------------------------------------------------


def plays(bot: str, setup: dict[str, Any], prompt: str = "", seed: int = 0) -> Any:
    """What a bot answers at the first question with this prompt, after its own answers to those before it."""
    game = Game(RULESET, setup, dice=Pseudo(Random(seed)), events=False)
    player = make_bot(bot, seed)
    while True:
        question = game.question
        assert isinstance(question, Question), f"nobody was asked: {prompt}"
        answer = player.answer(question, Knowledge(game, question.seat))
        if prompt in question.prompt:
            return answer
        game.answer(answer)


ANN = {"name": "Ann", "side": "Red", "archetype": "Line Trooper"}
TOM = {"name": "Tom", "side": "Blue", "archetype": "Line Trooper"}


@pytest.mark.parametrize("bot", ["regular", "veteran@150"])
class TestWisdom:
    def test_finishes_the_wounded_one(self, bot: str) -> None:
        setup = fight(
            {**ANN, "pool": ["R2"], "initiative": 9},
            {**TOM, "trauma": 11, "armour": "None"},
            {**TOM, "name": "Bob", "armour": "None"},
            acting="Ann",
        )
        assert plays(bot, setup, "Ranged Attack: whom?") == "Tom"

    def test_saves_the_better_die_for_the_harder_blow(self, bot: str) -> None:
        setup = fight(
            {**ANN, "pool": ["R3", "R6"], "initiative": 12, "weapon": "Light Pistol"},
            {**TOM, "pool": ["G3", "G6"], "armour": "None"},
            acting="Ann",
        )
        game = Game(RULESET, setup, dice=Pseudo(Random(1)), events=False)
        for answer in ("ranged-attack", "R3", "take-cover"):
            game.answer(answer)
        assert isinstance(game.question, Question)
        assert make_bot(bot, 3).answer(game.question, Knowledge(game, 1)) == "G3"

    def test_does_not_run_from_a_duel_it_can_win(self, bot: str) -> None:
        setup = fight({**ANN, "pool": ["B6"], "position": 9}, {**TOM, "position": 2}, encounter="duel", acting="Ann")
        assert plays(bot, setup, "choose an action") not in ("flee", "consolidate")

    def test_runs_when_that_wins(self, bot: str) -> None:
        setup = fight(
            {**ANN, "pool": ["R6", "B6"], "position": 5}, {**TOM, "position": 8}, encounter="break-out", acting="Ann"
        )
        assert plays(bot, setup, "choose an action") == "flee"

    def test_treats_a_comrade_who_bleeds(self, bot: str) -> None:
        medic = {"name": "Mel", "side": "Red", "archetype": "Field Medic", "pool": ["B5"], "position": 8}
        setup = fight(medic, {**ANN, "trauma": 10, "fatally_injured": True}, TOM, acting="Mel")
        assert plays(bot, setup, "choose an action") == "skill-change-weapon"
        assert plays(bot, setup, "change weapon or use a skill") == "First Aid: Ann"

    def test_picks_a_good_die_of_its_own(self, bot: str) -> None:
        dice = ["R6", "R1", "G5", "G1", "B2", "B1"]
        setup = fight({**ANN, "set": dice, "weapon_skill": 3}, {**TOM, "set": dice}, stage="pick")
        assert plays(bot, setup, "picks a die") in ("Ann:R6", "Ann:G5")

    def test_gives_the_enemy_a_poor_die(self, bot: str) -> None:
        setup = fight(
            {**ANN, "set": ["R2", "G2", "B1"], "pool": ["R6", "G6", "B6"], "weapon_skill": 3, "picks_made": 2},
            {**TOM, "set": ["R6", "G6", "B5", "B1"], "pool": ["R4", "G4"], "picks_made": 3},
            stage="pick",
        )
        assert plays(bot, setup, "picks a die") == "Tom:B1"
