"""The words of a puzzle: what is asked, what each plan is called, why it is worth what it is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct

from sandtable.bots.review import AnswerPlan
from sandtable.engine.dice import Typed
from sandtable.engine.game import Game
from sandtable.engine.gestures import models_of, scene_of, units_of
from sandtable.engine.hooks import offered
from sandtable.engine.puzzles import PuzzlePlan
from sandtable.engine.questions import END, PASS, ChooseOne, Draft, Move, Place, Question, options_of
from sandtable.engine.scenes import DraftScene
from sandtable.lab.counting import PlayedEnd
from sandtable.lab.puzzles.planning import declined
from sandtable.lab.puzzles.solving import PlanEnds, error_of

CERTAIN = 0.985
"""A share that people would call certain."""


NOBODY = "none"
"""How a question says that nothing of a list was chosen: that need not be told."""


class PuzzleWords(Struct, frozen=True):
    place: str
    headline: str
    theme: str
    lesson: str
    plans: tuple[PuzzlePlan, ...]


Aim = Literal["own", "enemy", ""]
"""Whom a choice points at, if anybody."""


class PlanStep(Struct, frozen=True):
    """One choice of a plan: the clause it is made by, and in words."""

    clause: str
    topic: str
    who: str
    words: str
    detail: str
    moves: bool
    declined: bool
    waits: bool
    drafts: bool
    aim: Aim


def steps(game: Game[Any], plan: AnswerPlan) -> list[PlanStep]:
    """The choices of a plan, without those where there is only one way."""
    copy = game.clone(dice=Typed())
    assert isinstance(game.question, Question)
    scene = scene_of(game, game.question.seat)
    sides = {one.id: one.side for one in models_of(scene)} | {one.id: one.side for one in units_of(scene)}
    sides |= {one.id: one.side for one in scene.fighters} if isinstance(scene, DraftScene) else {}
    own = {name for name, side in sides.items() if scene and scene.sides[side].seat == game.question.seat}
    found: list[PlanStep] = []
    for answer in plan.answers:
        question = copy.question
        assert isinstance(question, Question)
        if not (isinstance(question, ChooseOne) and question.only is not None):
            chosen = next((one for one in options_of(question) if one.id == answer), None)
            figures = [ref.id for ref in chosen.points_at if ref.id in sides] if chosen else []
            found.append(
                PlanStep(
                    (chosen.clause if chosen else "") or question.clause, question.topic, question.who,
                    question.words(answer), _preview(copy, question, answer), isinstance(question, Move | Place),
                    declined(question, answer), chosen is not None and chosen.role in (PASS, END),
                    isinstance(question, Draft),
                    "" if not figures else "own" if figures[0] in own else "enemy",
                )
            )  # fmt: skip
        copy.answer(answer)
    return found


def _preview(game: Game[Any], question: Question, answer: Any) -> str:
    preview = offered(game.ruleset, "preview")
    if preview is None or not isinstance(question, Move | Place):
        return ""
    found = preview(game.reading(question.seat), question, question.read(answer))
    return str(found.get("text", "")) if found else ""


def worded(
    game: Game[Any], seat: int, plans: Sequence[AnswerPlan], ends: Sequence[PlanEnds], tempting: int
) -> PuzzleWords:
    """The best plan comes first."""
    walks = [steps(game, plan) for plan in plans]
    written = tuple(_plan(game, seat, *one) for one in zip(plans, walks, ends, strict=True))
    scene = scene_of(game, seat)
    place = scene.title if scene is not None else game.ruleset.title
    decisive = _decisive(walks, tempting)
    clauses = game.ruleset.rulebook.clauses
    theme = clauses[decisive.clause].title if decisive.clause in clauses else game.ruleset.title
    return PuzzleWords(place, headline(game, seat, written), theme, lesson(written, walks, tempting), written)


def _decisive(walks: Sequence[Sequence[PlanStep]], tempting: int) -> PlanStep:
    """The choice by which the best plan parts from what looks best, or else from the second."""
    best, other = walks[0], walks[tempting or 1]
    return next((mine for mine, theirs in zip(best, other, strict=False) if mine != theirs), best[0])


# ---- one plan -------------------------------------------------------------------------------------


def _plan(game: Game[Any], seat: int, plan: AnswerPlan, walk: Sequence[PlanStep], ends: PlanEnds) -> PuzzlePlan:
    told = [step for step in walk if not step.declined and step.words != NOBODY] or list(walk)
    short = [step.words for step in told if not step.moves]
    where = [step.words for step in told if step.moves]
    words = ", ".join(short or where)
    details = ([*where] if short else []) + [step.detail for step in told if step.detail]
    win, draw = ends.share(seat, 0.75), ends.share(seat, 0.01, 0.74)
    end, share = _mostly(ends, seat)
    clauses = dict.fromkeys(one for one in (told[-1].clause, end.clause) if one in game.ruleset.rulebook.clauses)
    return PuzzlePlan(
        answers=list(plan.answers), words=words, detail=" · ".join(dict.fromkeys(details)), win=round(win, 4),
        draw=round(draw, 4), error=0.0 if ends.exact else round(min(1.0, error_of(ends.scores)), 4),
        exact=ends.exact, why=_why(plan.why, end, share, ends.exact), clauses=tuple(clauses),
    )  # fmt: skip


def _mostly(ends: PlanEnds, seat: int) -> tuple[PlayedEnd, float]:
    """How it ends most often: the result and the clause that are most frequent, and of their ends the likeliest."""
    groups: Counter[tuple[float, str]] = Counter()
    for end, share in ends.ends.items():
        groups[end.score(seat), end.clause] += share  # type: ignore[assignment]
    (result, clause), share = groups.most_common(1)[0]
    inside = {end: part for end, part in ends.ends.items() if (end.score(seat), end.clause) == (result, clause)}
    return max(inside, key=lambda end: inside[end]), share


def _why(reason: str, end: PlayedEnd, share: float, exact: bool) -> str:
    """What speaks for it at first sight, and how it ends most often."""
    said = end.summary or "Nobody wins."
    looks = f"{reason[0].upper()}{reason[1:]}. " if reason else ""
    if exact and share > 0.9999:
        return f"{looks}Whatever the dice say: {said}"
    return f"{looks}Almost always: {said}" if share >= CERTAIN else f"{looks}In {100 * share:.0f} of 100 games: {said}"


# ---- the whole ------------------------------------------------------------------------------------


def headline(game: Game[Any], seat: int, plans: Sequence[PuzzlePlan]) -> str:
    """Where the game stands, who is asked, and what is wanted: 'Round 4, the last, Levy Rifles. Save the draw.' The
    best plan comes first."""
    scene, question = scene_of(game, seat), game.question
    assert isinstance(question, Question)
    parts = [question.who or game.seats[seat]]
    if scene is not None and scene.round is not None:
        now = scene.round
        parts = [f"{now.word} {now.now}", *(["the last"] if now.now == now.of else []), *parts]
    return f"{', '.join(parts)}. {_aim(plans)}"


def _aim(plans: Sequence[PuzzlePlan]) -> str:
    best, second = plans[0], plans[1]
    if best.win >= CERTAIN:
        return "Turn the draw into a win." if second.draw >= 0.5 else "Win it for certain."
    if best.win + best.draw >= CERTAIN and best.draw > 0.5:
        return "Save the draw."
    if best.win >= 0.7:
        return "One answer wins, the others lose." if second.worth < 0.4 else "Bring the lead home."
    if best.win >= 0.4:
        return "One way is left." if second.worth < 0.2 else "Find the best chance."
    return "Behind: find the way that wins most often."


def lesson(plans: Sequence[PuzzlePlan], walks: Sequence[Sequence[PlanStep]], tempting: int) -> str:
    """What the best plan has before the one that looks best (or before the second, where it looks best itself)."""
    other = tempting or 1
    lost = 100 * (plans[0].worth - plans[other].worth)
    name = plans[other].words + (f" ({plans[other].detail})" if plans[other].words == plans[0].words else "")
    cost = f"{name} {'looks best and ' if tempting else ''}costs {lost:.0f} points in a hundred."
    return f"{_principle(walks[0], walks[other])} {cost}".strip()


def _principle(best: Sequence[PlanStep], other: Sequence[PlanStep]) -> str:
    if best[0].waits != other[0].waits:
        waiting = "Waiting is a move too: whoever acts later knows more."
        return waiting if best[0].waits else "Whoever waits here gives the game away."
    mine, theirs = next(((a, b) for a, b in zip(best, other, strict=False) if a != b), (best[-1], other[-1]))
    if mine.moves and theirs.moves:
        return "The same march to another place: what counts is where it ends."
    if mine.aim == "enemy" and theirs.aim == "own":
        return "What the other side needs can be worth more than what you need yourself."
    if mine.aim == "own" and theirs.aim == "enemy":
        return "Your own need comes first here: what hurts them most is not what wins."
    if mine.aim == theirs.aim == "own" and mine.topic == theirs.topic:
        together = "What counts is what the dice of a pool do together, not the one that is highest."
        return together if mine.drafts else "Which of your own acts now matters more than what it does."
    ground, blow = any(step.moves for step in best), any(step.moves for step in other)
    if ground != blow:
        return "Ground can be worth more than a blow." if ground else "A blow can be worth more than ground."
    return "Count what each answer leaves to the other side."
