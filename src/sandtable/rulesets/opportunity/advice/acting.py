"""Activations: which action, which dice, which target. A plan's score is what it promises, as a share of a fighter."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import exp

from sandtable.engine.advice import Suggestion
from sandtable.engine.questions import ChooseOne, ChooseSome, Question
from sandtable.rulesets.opportunity.advice.goals import head_start, wants_away
from sandtable.rulesets.opportunity.advice.reckoning import club, likely_result, loss, offence, stands
from sandtable.rulesets.opportunity.asking import Declared
from sandtable.rulesets.opportunity.attacks import Attack
from sandtable.rulesets.opportunity.content import content
from sandtable.rulesets.opportunity.state import BLUE, GREEN, RED, Colour, Combatant, Dice, Die, State

SHARP = 0.1
"""How clearly the better plan is preferred."""
LIGHTEST, HEAVIEST = 1.0, 20.0

Scored = tuple[float, str]
"""What a plan promises, and why."""


def weighed(scores: Iterable[tuple[object, Scored]]) -> list[Suggestion]:
    """Answers with weights that fall with what they promise less than the best."""
    listed = list(scores)
    best = max(score for _, (score, _) in listed)
    return [
        Suggestion(answer, max(LIGHTEST, HEAVIEST * exp((score - best) / SHARP)), why)
        for answer, (score, why) in listed
    ]


def values(who: Combatant, colour: Colour) -> list[int]:
    """The values of its dice of a colour, the highest first."""
    return sorted((die.value for die in who.pool if die.colour == colour), reverse=True)


# ---- attacks --------------------------------------------------------------------------------------


def importance(state: State, target: Combatant) -> float:
    """Who is worth hitting: the dangerous, those who have dice to lose, and those who are to be stopped."""
    found = offence(state, target, state.locked(target)) / 6.0 + 0.05 * len(target.pool)
    if wants_away(state, target) > 0:
        found *= 1.3
    return found


def promise(state: State, attack: Attack) -> float:
    """What an attack will probably do; wearing down a defence is worth a little too."""
    result = likely_result(state, attack)
    if result == "miss":
        return 0.03 if any(die.colour == GREEN for die in attack.target.pool) else 0.0
    return importance(state, attack.target) * loss(attack.target, attack.weapon, result)


def shot(state: State, who: Combatant, target: Combatant, att: int, highest: int) -> float:
    return promise(state, Attack(who, target, who.equipped, True, att, highest))


def stroke(state: State, who: Combatant, target: Combatant, att: int, highest: int) -> float:
    return promise(state, Attack(who, target, club(who), False, att, highest))


def against(state: State, who: Combatant, name: str, dice: Dice, target: Combatant) -> float:
    """What an attack action with these dice promises against one target."""
    red = [die.value for die in dice if die.colour == RED]
    blue = max((die.value for die in dice if die.colour == BLUE), default=0)
    match name:
        case "ranged-attack":
            return shot(state, who, target, red[0], red[0])
        case "unload":
            return shot(state, who, target, sum(red), max(red)) - 0.02
        case "suppressing-fire":
            att = min(red[0], blue)
            return shot(state, who, target, att, att) + suppressed(target, blue)
        case "spread-fire":
            return shot(state, who, target, min(red) - 1, max(red))
        case "melee-attack":
            return stroke(state, who, target, red[0], red[0])
        case "heavy-attack":
            return stroke(state, who, target, sum(red), max(red)) - 0.02
        case "disarm":
            robbed = max((worth_of(die) for die in target.pool if die.value <= blue), default=0.0)
            return stroke(state, who, target, red[0], red[0]) + 0.5 * robbed
        case "charge":
            return charged(state, who, target, red[0], blue)
    return 0.0


def suppressed(target: Combatant, limit: int) -> float:
    """What the die that Suppressing Fire takes is worth: the lesser of its highest red and blue within the limit."""
    taken = [
        max(within)
        for colour in (RED, BLUE)
        if (within := [die.value for die in target.pool if die.colour == colour and die.value <= limit])
    ]
    return 0.04 * min(taken) if taken else 0.0


def charged(state: State, who: Combatant, target: Combatant, red: int, blue: int) -> float:
    """A Charge is worth the blow and the lock: good for blades, bad for guns."""
    if who.position + blue <= target.position:
        return -0.05
    ties = 0.12 if target.equipped.ranged else 0.0
    ties -= 0.18 if who.equipped.ranged else -0.1
    return stroke(state, who, target, red, red) + ties


def worth_of(die: Die) -> float:
    """What a die in a pool is worth to its owner for the rest of the turn."""
    return (0.05 if die.colour != BLUE else 0.025) * die.value


def targets_of(state: State, who: Combatant, name: str) -> list[Combatant]:
    return state.locked_enemies(who) if name in ("melee-attack", "heavy-attack", "disarm") else state.enemies(who)


def payments(who: Combatant, name: str) -> list[Dice]:
    """The dice an attack could be paid with: each red die in turn, the highest blue."""
    red = sorted({die for die in who.pool if die.colour == RED}, key=lambda die: -die.value)
    blue = sorted((die for die in who.pool if die.colour == BLUE), key=lambda die: -die.value)[:1]
    if name in ("unload", "heavy-attack"):
        return [tuple(die for die in who.pool if die.colour == RED)]
    if name == "spread-fire":
        return [(*(die for die in who.pool if die.colour == RED), *blue)]
    with_blue = blue if name in ("suppressing-fire", "charge", "disarm") else []
    return [(die, *with_blue) for die in red]


ATTACKS = {
    "ranged-attack": "a shot",
    "unload": "both barrels",
    "suppressing-fire": "takes a die as well",
    "melee-attack": "a blow",
    "heavy-attack": "a blow with both dice",
    "disarm": "takes a die as well",
    "charge": "into melee",
}


def attack_plan(state: State, who: Combatant, name: str) -> Scored:
    best, whom = -1.0, ""
    for dice in payments(who, name):
        for target in targets_of(state, who, name):
            found = against(state, who, name, dice, target)
            if found > best:
                best, whom = found, target.name
    return best, f"{ATTACKS[name]} at {whom}"


def spread_plan(state: State, who: Combatant, name: str) -> Scored:
    dice = payments(who, name)[0]
    each = sorted((against(state, who, name, dice, target) for target in state.enemies(who)), reverse=True)
    return sum(each[: dice[-1].value - 1]) - 0.03, "several at once"


# ---- other actions --------------------------------------------------------------------------------


def danger(state: State, who: Combatant) -> int:
    """How many attacks may still come this turn: red dice of enemies, shared among those they can choose from."""
    return sum(die.colour == RED for enemy in state.enemies(who) for die in enemy.pool)


def move_plan(state: State, who: Combatant, name: str) -> Scored:
    blue = values(who, BLUE)[0]
    reach = who.position + blue
    lower = [enemy for enemy in state.enemies(who) if enemy.position < reach]
    spoils = max((0.03 for enemy in lower if enemy.pool), default=0.0)
    climbs = 0.015 * blue * (1.5 if who.aimed or not who.equipped.ranged else 1.0)
    if wants_away(state, who) > 0:
        climbs *= 2.5
    return climbs + spoils, "gains Position"


def aim_plan(state: State, who: Combatant, name: str) -> Scored:
    if who.aimed or values(who, BLUE)[0] < 6 - who.equipped.range or state.smoke:
        return -0.3, "no use"
    below = sum(enemy.position < who.position for enemy in state.enemies(who)) / len(state.enemies(who) or [who])
    shots = len(values(who, RED))
    return (0.05 + 0.06 * shots) * who.equipped.range * (0.4 + 0.6 * below), "steadies its aim"


def disengage_plan(state: State, who: Combatant, name: str) -> Scored:
    reach = who.position + values(who, BLUE)[0]
    free = all(reach > enemy.position for enemy in state.locked_enemies(who))
    if not free:
        return -0.1, "does not get away"
    return (0.25 if who.equipped.ranged else -0.1), "out of the melee"


def flee_plan(state: State, who: Combatant, name: str) -> Scored:
    wish = wants_away(state, who)
    if head_start(state, who) + values(who, BLUE)[0] <= 0:
        return (0.02 * values(who, BLUE)[0] if wish > 0 else -0.3), "does not get away yet"
    alone = not any(comrade.fighting for comrade in state.comrades(who))
    return (1.5 * wish if wish > 0 else -0.6 if alone else -0.4), "gets away"


def adapt_plan(state: State, who: Combatant, name: str) -> Scored:
    return 0.03 * values(who, BLUE)[1], "turns blue dice into a useful one"


def full_defence_plan(state: State, who: Combatant, name: str) -> Scored:
    lost = sum(worth_of(die) for die in who.pool if die.colour != GREEN)
    return 0.05 * min(danger(state, who), 2) - lost, "weathers what is to come"


def consolidate_plan(state: State, who: Combatant, name: str) -> Scored:
    return 0.02 - sum(worth_of(die) for die in who.pool), "nothing better to do"


def hold_plan(state: State, who: Combatant, name: str) -> Scored:
    greens = len(values(who, GREEN))
    return 0.02 + 0.02 * min(greens, danger(state, who)), "keeps its dice"


def skill_plan(state: State, who: Combatant, name: str) -> Scored:
    blue = values(who, BLUE)[0]
    options = [*(f"Change to {w.name}" for w in who.weapons if w is not who.equipped)]
    scores = [deed_score(state, who, label, blue) for label in options]
    for skill in who.skills:
        names = [one.name for one in state.combatants]
        scores += [deed_score(state, who, f"{skill}: {label}", blue) for label in names]
        scores.append(deed_score(state, who, skill, blue))
    return max(scores, default=(-0.3, ""), key=lambda scored: scored[0])


PLANS: dict[str, Callable[[State, Combatant, str], Scored]] = {
    **dict.fromkeys(ATTACKS, attack_plan),
    "spread-fire": spread_plan,
    "full-defence": full_defence_plan,
    "move": move_plan,
    "disengage": disengage_plan,
    "aim": aim_plan,
    "flee": flee_plan,
    "adapt": adapt_plan,
    "skill-change-weapon": skill_plan,
    "consolidate": consolidate_plan,
    "hold": hold_plan,
}


def actions(state: State, question: ChooseOne) -> list[Suggestion]:
    who = state.combatants[state.queue[0]]
    return weighed((option.id, PLANS[option.id](state, who, option.id)) for option in question.options)


# ---- skills ---------------------------------------------------------------------------------------


def deed_score(state: State, who: Combatant, label: str, blue: int) -> Scored:
    """A skill or another weapon, less the Position it costs."""
    price = 0.015 * (10 - blue)
    kind, _, name = label.partition(": ")
    if label.startswith("Change to "):
        return _change(state, who, label.removeprefix("Change to ")) - price, "a better weapon for this"
    one = next((other for other in state.combatants if other.name == name), None)
    return DEEDS.get(kind, _nothing)(state, who, one or who, name) - price, kind.lower()


def _nothing(state: State, who: Combatant, one: Combatant, name: str) -> float:
    return -0.3


def _change(state: State, who: Combatant, name: str) -> float:
    weapon = next((own for own in who.weapons if own.name == name), content().weapons["Unarmed"])
    now = who.equipped
    if weapon.ranged == now.ranged:
        return 0.06 * (weapon.damage - now.damage)
    return 0.05 * (weapon.damage - now.damage) - (0.25 if now.ranged else -0.1)


def _first_aid(state: State, who: Combatant, one: Combatant, name: str) -> float:
    if one.side != who.side or not one.fatally_injured or one.status not in ("in the fight", "fallen"):
        return -0.3
    if not one.fighting:
        return 0.9 if one.captive else 0.1
    return 0.1 + 0.8 * (1.0 - stands(one.physique, one.trauma))


def _drag_clear(state: State, who: Combatant, one: Combatant, name: str) -> float:
    if one.side != who.side or one.status != "fallen" or head_start(state, who) <= 0:
        return -0.3
    return 2.0 if one.captive else 0.5 if wants_away(state, one) > 0 else 0.0


def _direct(state: State, who: Combatant, one: Combatant, name: str) -> float:
    if one.side != who.side or one is who or not one.fighting:
        return -0.3
    gain = min(who.intelligence, 5)
    return 0.02 * gain * (2.0 if wants_away(state, one) > 0 else 1.0)


def _distract(state: State, who: Combatant, one: Combatant, name: str) -> float:
    if one.side == who.side or not one.fighting or not one.pool:
        return -0.3
    return min(worth_of(die) for die in one.pool) + 0.02


def _smoke(state: State, who: Combatant, one: Combatant, name: str) -> float:
    if state.smoke:
        return -0.3
    theirs = sum(enemy.aimed for enemy in state.enemies(who))
    ours = who.aimed + sum(one.aimed and one.fighting for one in state.comrades(who))
    return 0.15 * (theirs - ours)


def _work_device(state: State, who: Combatant, one: Combatant, name: str) -> float:
    return 1.2 if state.device else -0.3


def _scavenge(state: State, who: Combatant, one: Combatant, name: str) -> float:
    weapon = content().weapons.get(name.partition(" from ")[0])
    if weapon is None:
        return -0.3
    return 0.06 * (weapon.damage - who.equipped.damage) + 0.05 * (weapon.range - who.equipped.range)


def _steady(state: State, who: Combatant, one: Combatant, name: str) -> float:
    if one.side != who.side or not one.fatally_injured or one.steady or not one.fighting:
        return -0.3
    return 0.8 * (stands(one.physique, one.trauma - 2) - stands(one.physique, one.trauma))


DEEDS: dict[str, Callable[[State, Combatant, Combatant, str], float]] = {
    "First Aid": _first_aid,
    "Drag Clear": _drag_clear,
    "Direct": _direct,
    "Distract": _distract,
    "Smoke": _smoke,
    "Work Device": _work_device,
    "Scavenge": _scavenge,
    "Steady Nerves": _steady,
}


def deeds(state: State, question: ChooseOne) -> list[Suggestion]:
    who = state.combatants[state.queue[0]]
    blue = question.about.dice[0].value
    return weighed((option.id, deed_score(state, who, option.id, blue)) for option in question.options)


# ---- the rest of a declaration --------------------------------------------------------------------


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
            dice = (*dice, max((own for own in who.pool if own.colour == BLUE), key=lambda own: own.value))
        promised = max((against(state, who, name, dice, t) for t in targets_of(state, who, name)), default=0.0)
        return promised - 0.3 * worth_of(die)
    if name == "aim":
        return (0.3 if value >= 6 - who.equipped.range else 0.0) - worth_of(die)
    if name in ("flee", "disengage"):
        enemies = state.enemies(who) if name == "flee" else state.locked_enemies(who)
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
    return weighed((o.id, (worth_of(o.meaning), "its best die")) for o in question.options)


def given_up(state: State, question: ChooseOne) -> list[Suggestion]:
    """Which of its own dice somebody gives up."""
    return weighed((o.id, (-worth_of(o.meaning), "the die it needs least")) for o in question.options)


def gained(state: State, question: ChooseOne) -> list[Suggestion]:
    """Adapt: red to strike, green to answer."""
    answering = question.about.attack is not None
    who = next(one for one in state.combatants if one.name == question.who)
    red = 0.0 if answering else 0.1 + 0.05 * (who.equipped.ranged or state.locked(who)) - 0.1 * bool(values(who, RED))
    green = 0.1 + (0.3 if answering else 0.0) - 0.05 * bool(values(who, GREEN))
    return weighed([(RED, (red, "to strike")), (GREEN, (green, "to defend itself"))])


SPREAD, SEVERAL = "spread-fire", "several"


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
