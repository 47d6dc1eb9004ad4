"""Puzzles out of games of regulars: late decisions where one plan is clearly best, and not the one that looks best.

A decision passes a first, quick search (games gone on with at first sight), then is solved (exactly where little is
left, else by games that sound players go on with), and then solved once more, longer and with fresh dice. What the last
solution says is what the puzzle says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from sandtable.bots import Knowledge, make_bot
from sandtable.bots.review import AnswerPlan, decisions
from sandtable.engine.dice import Seeded, Typed
from sandtable.engine.errors import SandtableError
from sandtable.engine.game import Game
from sandtable.engine.hooks import offered
from sandtable.engine.puzzles import LEAST_GAP, LEAST_PLANS, Puzzle, puzzle_id
from sandtable.engine.quick import from_ready
from sandtable.engine.registry import ruleset as find_ruleset
from sandtable.engine.ruleset import Ruleset, Setup
from sandtable.engine.save import Save
from sandtable.engine.save import played as played_save
from sandtable.lab.puzzles.planning import PlanIdea, ideas, same_idea
from sandtable.lab.puzzles.solving import PlanEnds, at_first_sight, error_of, exact, gap, played, soundly
from sandtable.lab.puzzles.wording import worded
from sandtable.lab.selfplay import play_out

SHOWN = 4
"""Plans of a puzzle."""
FEWEST_CHANCES = 0.2
"""What the best plan is worth at the least: nobody likes to choose among defeats."""
SEATS = 2


class MiningEffort(Struct, frozen=True):
    """How hard is looked. `late`: decisions that were left of the game, at the most."""

    late: int = 14
    glance: int = 8
    quick: int = 24
    first: int = 24
    second: int = 120
    a_game: int = 1
    """Puzzles out of one game."""


class SolvedPlans(Struct, frozen=True):
    """Plans of one decision and what each is worth; the best first."""

    plans: tuple[AnswerPlan, ...]
    ends: tuple[PlanEnds, ...]
    playouts: int

    def gap(self, seat: int) -> tuple[float, float]:
        return gap(self.ends[0], self.ends[1], seat)

    def holds(self, seat: int) -> bool:
        """One plan is clearly best."""
        more, error = self.gap(seat)
        return more >= LEAST_GAP and more > error and self.ends[0].worth(seat) >= FEWEST_CHANCES


# ---- games ----------------------------------------------------------------------------------------


def mine(
    name: str,
    games: int,
    seed: str,
    effort: MiningEffort | None = None,
    say: Callable[[int, str], None] = lambda n, line: None,
) -> Iterator[Puzzle]:
    """Puzzles out of so many games of two regulars; the same seed finds the same. `say` hears of every game."""
    rules = find_ruleset(name)
    tally: Counter[str] = Counter()
    for number in range(games):
        for found in from_game(
            played_game(rules, f"{seed}/{number}"), Random(f"{seed}/{number}"), effort or MiningEffort(), tally
        ):
            tally["puzzles"] += 1
            yield found
        say(number + 1, ", ".join(f"{count} {what}" for what, count in tally.items()))


def mine_save(saved: Save, name: str, seed: str, effort: MiningEffort | None = None) -> list[Puzzle]:
    """Puzzles out of a game that somebody has played to its end."""
    game = played_save(saved).game
    if game is None or not game.over or game.ruleset.id != name:
        raise SandtableError(f"puzzles of {name} are found in one of its games that is over")
    return from_game(game, Random(seed), effort or MiningEffort())


def played_game(rules: Ruleset[Any], seed: str) -> Game[Any]:
    game = Game(rules, drawn_setup(rules, seed), {}, Seeded.from_text(seed), events=False)
    play_out(game, [make_bot("regular", f"{seed}/{seat}") for seat in range(len(game.seats))])
    return game


def drawn_setup(rules: Ruleset[Any], seed: str) -> Setup:
    """A quick battle of two, with its forces written out: a ready force that is changed later changes no puzzle."""
    battles = offered(rules, "quick_battles")
    if battles is None:
        ready = offered(rules, "ready_setups")
        battles = from_ready(ready() if ready else {"": rules.quick_setup()}, SEATS)
    for again in range(100):
        setup = battles.draw(f"{seed}/{again}").setup
        if len(rules.seats(rules.begin(setup, rules.rulebook.options({})))) == SEATS:
            return written_out(rules, setup, battles.seats)
    return rules.quick_setup()


def written_out(rules: Ruleset[Any], setup: Setup, players: str) -> Setup:
    with_force, ready = offered(rules, "with_force"), offered(rules, "ready_forces")
    if with_force is None or ready is None:
        return setup
    lists = {force.get("name"): force for force in ready()}
    for seat, player in enumerate(setup.get(players, ())):
        if isinstance(player, dict) and player.get("force") in lists:
            setup = with_force(setup, seat, lists[player["force"]])
    return setup


# ---- decisions ------------------------------------------------------------------------------------


def from_game(game: Game[Any], rng: Random, effort: MiningEffort, tally: Counter[str] | None = None) -> list[Puzzle]:
    """The puzzles in a game that is over, the last decisions first considered."""
    counted: Counter[str] = Counter() if tally is None else tally
    made = [at for at, asked in enumerate(game.asked) if asked.kind]
    first = made[-effort.late] if len(made) > effort.late else 0
    wanted = {
        one.at: (seat, one.answers)
        for seat in range(len(game.seats))
        for one in decisions(game, seat)
        if one.at >= first
    }
    stood = {at: copy.clone(Typed()) for at, copy in enumerate(game.again()) if at in wanted}
    found: list[Puzzle] = []
    for at in sorted(wanted, reverse=True):  # the less is left, the surer and the quicker is what comes out
        if len(found) < effort.a_game:
            one = at_decision(stood[at], *wanted[at], rng, effort, counted)
            found += [one] if one is not None else []
    return found


def at_decision(
    game: Game[Any], seat: int, given: Sequence[Any], rng: Random, effort: MiningEffort, tally: Counter[str]
) -> Puzzle | None:
    """The puzzle of this decision, if there is one in it. `given` is what a regular did."""
    tally["decisions"] += 1
    look = Knowledge(game, seat)
    options = ideas(game, seat, rng)
    if len(options) < LEAST_PLANS:
        return None
    shown = first_search(look, options, effort, rng)
    if shown is None:
        return None
    tally["promising"] += 1
    obvious = same_idea(shown[0].answers, options[0].plan.answers) and same_idea(shown[0].answers, given)
    if obvious:
        return None
    solution = solved(game, look, shown, effort.first, rng)
    if solution is None or not solution.holds(seat):
        return None
    tally["solved"] += 1
    final = solved(game, look, solution.plans, effort.second, rng)
    if final is None or not final.holds(seat) or final.plans[0] != solution.plans[0]:
        return None
    return puzzle_of(game, seat, final, options, given, rng)


def first_search(
    look: Knowledge, options: Sequence[PlanIdea], effort: MiningEffort, rng: Random
) -> list[AnswerPlan] | None:
    """The plans that a puzzle would show, the best first, if it looks as if there were one."""
    plans = [idea.plan for idea in options]
    left = plans
    for tries in (effort.glance, effort.quick):
        ranked = by_worth(left, played(look, left, tries, rng, at_first_sight), look.seat)
        if len(ranked) < LEAST_PLANS or ranked[0][1] - ranked[1][1] < LEAST_GAP or ranked[0][1] < FEWEST_CHANCES:
            return None
        left = [plan for plan, _ in ranked[:SHOWN]]
        left += [plans[0]] if plans[0] not in left else []
    chosen = [plan for plan, _ in ranked]
    # What looks best belongs to the puzzle, and so does what comes second; the rest is for variety.
    tempting = next(plan for plan in plans if any(plan is one for one in chosen))
    best, second, *others = chosen
    kept = [best, second, *([tempting] if tempting in others else [])]
    return kept + [plan for plan in others if plan not in kept][: SHOWN - len(kept)]


def by_worth(plans: Sequence[AnswerPlan], ends: Sequence[PlanEnds], seat: int) -> list[tuple[AnswerPlan, float]]:
    if not ends or not all(one.scores or one.ends for one in ends):
        return []
    return sorted(((plan, one.worth(seat)) for plan, one in zip(plans, ends, strict=True)), key=lambda pair: -pair[1])


def solved(
    game: Game[Any], look: Knowledge, plans: Sequence[AnswerPlan], tries: int, rng: Random
) -> SolvedPlans | None:
    """What each plan is worth: exactly, or by so many games that sound players go on with."""
    counted: list[PlanEnds | None] = []
    for plan in plans:  # where one is too much to count, the others mostly are too
        counted.append(exact(game, plan.answers) if None not in counted else None)
    open_plans = [plan for plan, found in zip(plans, counted, strict=True) if found is None]
    known = [found.worth(look.seat) for found in counted if found is not None]
    games = iter(played(look, open_plans, tries, rng, soundly, lambda scores: no_gap(scores, known)))
    ends = [found if found is not None else next(games) for found in counted]
    if not all(one.ends for one in ends):
        return None
    order = sorted(range(len(plans)), key=lambda number: -ends[number].worth(look.seat))
    return SolvedPlans(
        tuple(plans[number] for number in order), tuple(ends[number] for number in order), tries if open_plans else 0
    )


def no_gap(scores: Sequence[Sequence[float]], known: Sequence[float]) -> bool:
    """No plan can be clearly best any more, even if the error is all in its favour."""
    ranked = sorted(scores, key=lambda one: -sum(one))
    if len(ranked) < 2 or not ranked[0] or known:
        return False
    differences = [a - b for a, b in zip(ranked[0], ranked[1], strict=True)]
    return sum(differences) / len(differences) + error_of(differences) < LEAST_GAP


# ---- the puzzle -----------------------------------------------------------------------------------


def puzzle_of(
    game: Game[Any], seat: int, found: SolvedPlans, options: Sequence[PlanIdea], given: Sequence[Any], rng: Random
) -> Puzzle:
    order = list(range(len(found.plans)))
    rng.shuffle(order)
    more, error = found.gap(seat)
    looks = [max(idea.weight for idea in options if idea.plan.answers == plan.answers) for plan in found.plans]
    tempting = max(range(len(looks)), key=lambda number: looks[number])
    words = worded(game, seat, found.plans, found.ends, tempting)
    plans = [words.plans[number] for number in order]
    inputs = [list(one) if isinstance(one, tuple) else one for one in game.inputs]
    setup = dict(game.setup)
    worths = sorted((plan.worth for plan in plans), reverse=True)
    return Puzzle(
        id=puzzle_id(game.ruleset.id, setup, inputs), ruleset=game.ruleset.id, version=game.ruleset.version,
        options=changed_options(game), setup=setup, inputs=inputs, seat=seat, place=words.place,
        headline=words.headline, theme=words.theme, difficulty=difficulty(looks, found, given, more), plans=plans,
        gap=round(worths[0] - worths[1], 4), gap_error=round(error, 4), playouts=found.playouts,
        tempting=order.index(tempting), lesson=words.lesson,
    )  # fmt: skip


def changed_options(game: Game[Any]) -> dict[str, Any]:
    usual = game.ruleset.rulebook.options({})
    return {name: value for name, value in game.options.items() if value != usual[name]}


def difficulty(looks: Sequence[float], found: SolvedPlans, given: Sequence[Any], more: float) -> int:
    """How well the best plan hides: others look better, a regular has missed it, and the gap is small."""
    better = sum(look > looks[0] for look in looks)
    missed = not same_idea(found.plans[0].answers, given)
    return max(1, min(5, better + 2 * missed + (more < 0.2)))
