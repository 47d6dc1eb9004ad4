"""Whom to attack, with what, and who fires in Overwatch."""

from __future__ import annotations

from sandtable.engine.advice import Idea, Suggestion
from sandtable.engine.questions import DECLINE, END, ChooseOne, ChooseSome, Option, Split
from sandtable.rulesets.roe.advice.chances import best_shot, best_strike, shot, strike, worth
from sandtable.rulesets.roe.advice.notes import Notes, weighed
from sandtable.rulesets.roe.content import Weapon
from sandtable.rulesets.roe.state import Model
from sandtable.rulesets.roe.targets import may_shoot

HOLD_FIRE = 7.0
"""What an order in one's own turn is worth to somebody who could fire in Overwatch."""


def shot_at(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    """The target that suffers most."""
    models, attacker, order = notes.state.models, notes.asked(question), _order(notes)
    shots = [(o.id, best_shot(notes.g, attacker, models[o.meaning], order)) for o in question.options]
    return weighed([(name, gain, "most to gain") for name, gain in shots])


def struck(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    """The same in close combat."""
    models, attacker = notes.state.models, notes.asked(question)
    blows = [(o.id, best_strike(notes.g, attacker, models[o.meaning])) for o in question.options]
    return weighed([(name, gain, "most to gain") for name, gain in blows])


def assaulted(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    """The target that suffers most and strikes back least."""
    models, attacker = notes.state.models, notes.asked(question)
    ideas: list[Idea] = []
    for option in question.options:
        target = models[option.meaning]
        gain = best_strike(notes.g, attacker, target) - 0.6 * best_strike(notes.g, target, attacker)
        ideas.append((option.id, gain, "most to gain"))
    return weighed(ideas)


def strikers(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    """Who strikes first at somebody that breaks away: the hardest hitter."""
    models = notes.state.models
    breaking = models[notes.state.activation.model]
    return weighed([(o.id, best_strike(notes.g, models[o.meaning], breaking), "hits hard") for o in question.options])


def _order(notes: Notes) -> str:
    act = notes.state.act
    return "Engage" if act is None or act.order != "Tactical" else "Tactical"


def weapon(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    """The weapon that does most to the best of its targets."""
    state, attacker = notes.state, notes.asked(question)
    order = "Overwatch" if state.phase == "overwatch" else _order(notes)
    return weighed([(option.id, _best_with(notes, attacker, option.meaning, order), "") for option in question.options])


def _best_with(notes: Notes, attacker: Model, gun: Weapon, order: str) -> float:
    state = notes.state
    close = state.engaged_with(attacker)
    if close:
        return max(strike(notes.g, attacker, enemy, gun) for enemy in close)
    targets = [state.models[state.mover]] if state.phase == "overwatch" else state.enemies(attacker)
    return max(
        (shot(notes.g, attacker, enemy, gun, order)
         for enemy in targets if gun.range and may_shoot(notes.g, attacker, gun, enemy, order)),
        default=0.0,
    )  # fmt: skip


def overwatch(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    """Fire if the shot is about as good as what the watcher could do later."""
    state = notes.state
    mover = state.models[state.mover]
    ideas: list[Idea] = []
    for option in question.options:
        if option.role == DECLINE:
            ideas.append((option.id, HOLD_FIRE if notes.counters_to_spare() <= 0 else HOLD_FIRE - 2.0, "hold fire"))
            continue
        watcher = state.models[option.meaning]
        gain = best_shot(notes.g, watcher, mover, "Overwatch")
        later = notes.prospects(watcher).engage
        if watcher.pinned_down:
            gain *= 0.5
        ideas.append((option.id, gain - 0.35 * later, "fire at the mover"))
    return weighed(ideas)


def further(notes: Notes, question: ChooseSome) -> list[Suggestion]:
    """All dice on one target, or some on its neighbours."""
    models = notes.state.models
    dearest = sorted(question.options, key=lambda option: (-worth(models[option.meaning]), option.id))
    ideas: list[Idea] = [([], 4.0, "all dice on one")]
    for count in range(1, min(question.most, 3) + 1):
        ideas.append(([option.id for option in dearest[:count]], 5.0 - count, "tokens for several"))
    return weighed(ideas)


def shares(notes: Notes, question: Split) -> list[Suggestion]:
    """Evenly, or one each and the rest on one of them."""
    names = [option.id for option in question.options]
    least = max(question.least, 0)
    even = {name: question.total // len(names) for name in names}
    by_worth = sorted(question.options, key=lambda o: (-_value(notes, o), o.id))
    for option in by_worth[: question.total - sum(even.values())]:
        even[option.id] += 1
    ideas: list[Idea] = [(even, 3.0, "evenly")]
    for option in by_worth[:2]:
        heavy = dict.fromkeys(names, least)
        heavy[option.id] = question.total - least * (len(names) - 1)
        if heavy != even:
            ideas.append((heavy, 2.0, "most on one"))
    return weighed(ideas)


def _value(notes: Notes, option: Option) -> float:
    return worth(notes.state.models[option.meaning])


def reroll(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    """Always, and first with what is good for this die alone."""

    def rank(option: Option) -> tuple[bool, bool, str]:
        source, _ = option.value
        return source != "Accurate", source == "Focus", option.id

    best = min((option for option in question.options if option.role != END), key=rank)
    return [Suggestion(best.id, 1.0, "another try")]
