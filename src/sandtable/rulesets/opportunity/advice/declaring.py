"""The rest of a declaration: whom, with which dice, which of somebody's dice."""

from __future__ import annotations

from sandtable.engine.advice import Suggestion
from sandtable.engine.questions import ChooseOne, ChooseSome, Question
from sandtable.rulesets.opportunity.advice.acting import ATTACKS
from sandtable.rulesets.opportunity.advice.deeds import deeds
from sandtable.rulesets.opportunity.advice.striking import Scored, against, targets_of, values, weighed, worth_of
from sandtable.rulesets.opportunity.asking import Declared
from sandtable.rulesets.opportunity.melee_lock import in_melee_lock, locked_enemies
from sandtable.rulesets.opportunity.state import BLUE, DICE, GREEN, RED, Combatant, Die, State


def whom(state: State, question: ChooseOne) -> list[Suggestion]:
    """The target of an attack, or whom to out-manoeuvre."""
    who = state.combatants[state.queue[0]]
    about: Declared = question.about
    found = []
    for option in question.options:
        target = state.combatants[option.meaning]
        if about.name == "move":
            score = max((worth_of(die) for die in target.pool), default=0.0)
            found.append((option.id, (score, "has a die worth spoiling")))
        else:
            score = against(state, who, about.name, about.dice, target)
            found.append((option.id, (score, "the best target" if score > 0.3 else "")))
    return weighed(found)


def several(state: State, question: ChooseSome) -> list[Suggestion]:
    """The targets of Spread Fire, the best first: as many as there are, or one fewer."""
    who = state.combatants[state.queue[0]]
    about: Declared = question.about
    scored = sorted(
        ((against(state, who, about.name, about.dice, state.combatants[o.meaning]), o.id) for o in question.options),
        reverse=True,
    )
    found: list[tuple[object, Scored]] = []
    for count in range(max(question.least, question.most - 1), question.most + 1):
        best = scored[:count]
        found.append(([name for _, name in best], (sum(score for score, _ in best), "the best targets")))
    return weighed(found)


def which_die(state: State, question: ChooseOne) -> list[Suggestion]:
    """The die that pays for an action: as good as it must be, and no better."""
    who = state.combatants[state.queue[0]]
    about: Declared = question.about
    return weighed((o.id, (paid_with(state, who, about, o.meaning), "")) for o in question.options)


def paid_with(state: State, who: Combatant, about: Declared, die: Die) -> float:
    name, value = about.name, die.value
    if name in ATTACKS:
        dice = (*about.dice, die)
        if die.colour == RED and name in ("suppressing-fire", "charge", "disarm"):
            dice = (*dice, *(DICE[BLUE][value] for value in values(who, BLUE)[:1]))
        promised = max((against(state, who, name, dice, t) for t in targets_of(state, who, name)), default=0.0)
        return promised - 0.3 * worth_of(die)
    if name == "aim":
        return (0.3 if value >= 6 - who.equipped.range else 0.0) - worth_of(die)
    if name in ("flee", "disengage"):
        enemies = state.enemies(who) if name == "flee" else locked_enemies(state, who)
        free = all(who.position + value > enemy.position for enemy in enemies)
        return (0.5 if free else 0.0) + (-0.3 if free else 1.0) * worth_of(die)
    return 0.03 * value  # a higher die gains more Position, or loses less


def pay_several(state: State, question: ChooseSome) -> list[Suggestion]:
    """Several dice of one colour out of more: the highest, or all but the highest."""
    options = sorted(question.options, key=lambda option: (-option.meaning.value, option.id))
    highest = [option.id for option in options[: question.least]]
    lowest = [option.id for option in options[-question.least :]]
    return weighed([(highest, (0.1, "the best dice")), (lowest, (0.0, "keeps the best"))])


def taken(state: State, question: ChooseOne) -> list[Suggestion]:
    """Which die of an enemy is lowered or lost: what it can use best."""
    return _by_worth(question, 1.0, "its best die", "it has a better die")


def given_up(state: State, question: ChooseOne) -> list[Suggestion]:
    """Which of its own dice somebody gives up."""
    return _by_worth(question, -1.0, "the die it needs least", "it can spare another one")


def _by_worth(question: ChooseOne, sign: float, best: str, others: str) -> list[Suggestion]:
    scores = {option.id: sign * worth_of(option.meaning) for option in question.options}
    top = max(scores.values())
    return weighed((name, (score, best if score == top else others)) for name, score in scores.items())


def gained(state: State, question: ChooseOne) -> list[Suggestion]:
    """Adapt: red to strike, green to answer."""
    answering = question.about.attack is not None
    who = next(one for one in state.combatants if one.name == question.who)
    red = (
        0.0
        if answering
        else 0.1 + 0.05 * (who.equipped.ranged or in_melee_lock(state, who)) - 0.1 * bool(values(who, RED))
    )
    green = 0.1 + (0.3 if answering else 0.0) - 0.05 * bool(values(who, GREEN))
    return weighed([(RED, (red, "to strike")), (GREEN, (green, "to defend itself"))])


def declaration(state: State, question: Question) -> list[Suggestion]:
    """What remains to be said of an action."""
    about: Declared = question.about
    if isinstance(question, ChooseSome):
        return several(state, question) if len(about.dice) == 3 else pay_several(state, question)
    assert isinstance(question, ChooseOne)
    if about.target is not None:
        return taken(state, question)
    if about.name == "adapt":
        return gained(state, question)
    if isinstance(question.options[0].meaning, Die):
        return which_die(state, question)
    return deeds(state, question) if about.name == "skill-change-weapon" else whom(state, question)
