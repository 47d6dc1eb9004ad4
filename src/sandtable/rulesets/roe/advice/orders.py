"""Who acts, with which order, and what comes next in an activation."""

from __future__ import annotations

from sandtable.engine.advice import Idea, Suggestion
from sandtable.engine.questions import PASS, ChooseOne, ChooseSome
from sandtable.rulesets.roe.advice.chances import best_strike, best_target, worth
from sandtable.rulesets.roe.advice.notes import TOUCHING, Notes, brawn_of, weighed
from sandtable.rulesets.roe.hack_and_treat import hackable
from sandtable.rulesets.roe.state import FALLEN, OFF, Model
from sandtable.skirmish.rounding import apart

ENTRY = 25.0
"""What it is worth to bring somebody onto the table."""
LET_THEM_COME = 3.0
LEFT_BEHIND = 60.0
"""What it costs to leave somebody beside the table for good."""
COUNTER = 5.0
"""What a counter is worth that another model could use."""


def who_acts(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    """The model with the most to do; passing where nobody has."""
    models = notes.state.models
    ideas: list[Idea] = []
    for option in question.options:
        if option.role == PASS:
            ideas.append((option.id, -LEFT_BEHIND if notes.some_wait_outside() else LET_THEM_COME, "let them come"))
            continue
        model = models[option.meaning]
        gain, why = max((gain, order) for order, gain in order_gains(notes, model).items())
        ideas.append((option.id, gain + urgency(notes, model), why))
    return weighed(ideas)


def urgency(notes: Notes, model: Model) -> float:
    """Act before it is too late: those in danger, and those whose shot may go away."""
    if model.status == OFF:
        return 0.0
    return 0.3 * notes.prospects(model).exposure


def order_gains(notes: Notes, model: Model) -> dict[str, float]:
    """What each order would bring, as far as one sees without trying."""
    if model.status == OFF:
        return {"Advance": ENTRY, "Tactical": ENTRY - 6.0}
    if notes.state.engaged(model):
        return _in_contact(notes, model)
    free = notes.free(model)
    here = notes.pull(free, notes.land.closeness(model.x, model.y))
    engage = notes.prospects(model).engage
    tactical = _tactical(notes, model) + notes.pull_after(free, model, 4.0) - here
    advance = 0.9 * (notes.pull_after(free, model, 6.0) - here)
    low = 0.6 if model.pinned_down else 1.0
    return {"Advance": low * advance, "Engage": low * engage, "Tactical": low * tactical}


def _in_contact(notes: Notes, model: Model) -> dict[str, float]:
    opponents = notes.state.engaged_with(model)
    fight = max(best_strike(notes.g, model, one) for one in opponents)
    struck = sum(best_strike(notes.g, one, model) for one in opponents)
    return {"Fight": fight + 4.0, "Break Away": 4.0 - struck + notes.prospects(model).engage}


def _tactical(notes: Notes, model: Model) -> float:
    """The best action within a short move."""
    best = max(notes.prospects(model).tactical, notes.hack_soon(model))
    best = max(best, notes.hack_gain(model), _assault(notes, model))
    if "Medic" in model.abilities:
        best = max(best, _treatment(notes, model, 6.0))
    return best


def _assault(notes: Notes, model: Model) -> float:
    """A blow at somebody within reach, less what comes back."""
    reach = 12.0 if "Fleet" in model.abilities and not model.bulky else 8.0
    power = brawn_of(model)
    return max(
        (power * worth(one) - 0.6 * brawn_of(one) * worth(model) + 3.0
         for one in notes.state.enemies(model) if apart(model, one) <= reach),
        default=0.0,
    )  # fmt: skip


def _treatment(notes: Notes, medic: Model, reach: float) -> float:
    best = 0.0
    for one in notes.state.of_side(medic.side):
        if one is medic or apart(one, medic) > reach:
            continue
        if one.status == FALLEN:
            best = max(best, worth(one) * 0.6 * medic.exp / 10)
        elif one.standing and one.wounds:
            best = max(best, worth(one) * 0.25)
    return best


def which_order(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    gains = order_gains(notes, notes.asked(question))
    if gains.get("Engage") == 0 and len(question.options) > 1:
        del gains["Engage"]  # nobody to shoot at
    return weighed([(o.id, gains[o.meaning], "") for o in question.options if o.meaning in gains])


# ---- Focus and Rally --------------------------------------------------------------------------------


def focus(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    """Worth a counter if there is one to spare, or if much hangs on it."""
    model, spare = notes.asked(question), notes.counters_to_spare()
    price = 0.5 if spare > 0 else LEFT_BEHIND if notes.some_wait_outside() else COUNTER
    ideas: list[Idea] = []
    for option in question.options:
        match option.meaning:
            case "":
                ideas.append((option.id, price, "saves a counter"))
            case "move":
                ideas.append((option.id, _extra_move(notes, model), "six inches more"))
            case "to-hit":
                ideas.append((option.id, 0.45 * _best_fire(notes, model), "two re-rolls"))
            case "resolve":
                tests = _hack_or_heal(notes, model) * 0.4 + (6.0 if model.pinned_down else model.pins)
                ideas.append((option.id, tests, "a second try"))
            case _:
                ideas.append((option.id, max(0.45 * _best_fire(notes, model), _extra_move(notes, model)), ""))
    return weighed(ideas)


def _extra_move(notes: Notes, model: Model) -> float:
    if model.status == OFF:
        return 10.0
    free = notes.free(model)
    return 0.8 * (notes.pull_after(free, model, 12.0) - notes.pull_after(free, model, 6.0))


def _best_fire(notes: Notes, model: Model) -> float:
    if model.status == OFF:
        return 2.0
    fire = notes.prospects(model)
    return max(fire.engage, fire.tactical)


def _hack_or_heal(notes: Notes, model: Model) -> float:
    if model.status == OFF:
        return 0.0
    healing = _treatment(notes, model, 6.0) if "Medic" in model.abilities else 0.0
    return max(notes.hack_soon(model), healing)


def rally(notes: Notes, question: ChooseSome) -> list[Suggestion]:
    """Those who are Pinned Down first; a counter each."""
    models = notes.state.models
    spare = notes.counters_to_spare()
    gains = sorted(
        ((_rallied(models[o.meaning]), o.id) for o in question.options), key=lambda pair: (-pair[0], pair[1])
    )
    ideas: list[Idea] = [([], 0.0, "saves counters")]
    total = 0.0
    names: list[str] = []
    for gain, name in gains[: min(question.most, 3)]:
        spare -= 1
        total += gain - (0.5 if spare > 0 else COUNTER)
        names = [*names, name]
        ideas.append((names, total, "up again"))
    return weighed(ideas)


def _rallied(model: Model) -> float:
    return worth(model) * model.exp / 10 * (0.3 if model.pinned_down else 0.07 * min(model.pins, 2))


# ---- what now ---------------------------------------------------------------------------------------


def what_now(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    """Act first if there is something to do from here, else move to where there is."""
    state = notes.state
    act = state.activation
    model = state.models[act.model]
    if model.status == OFF:
        wanted = {"move": 20.0, "climb": 3.0, "done": 0.0}
        return weighed([(option.id, wanted.get(option.id, 0.0), "onto the table") for option in question.options])
    gains: dict[str, tuple[float, str]] = {"done": (0.0, "stay")}
    for option in question.options:
        match option.meaning:
            case "move":
                gains["move"] = _moving(notes, model)
            case "climb":
                gains["climb"] = (-4.0, "another level")
            case "shoot":
                gains["shoot"] = (2.0 + best_target(notes.g, model, "Tactical", act.focus == "to-hit"), "fire")
            case "assault":
                gains["assault"] = (_assault(notes, model), "close in")
            case "hack":
                gains["hack"] = (5.0 + notes.hack_gain(model), "take control")
            case "treat":
                gains["treat"] = (5.0 + _treatment(notes, model, 2.0), "help")
    return weighed([(option.id, *gains[option.id]) for option in question.options])


def _moving(notes: Notes, model: Model) -> tuple[float, str]:
    act = notes.state.activation
    free = notes.free(model)
    here = notes.pull(free, notes.land.closeness(model.x, model.y))
    gain = notes.pull_after(free, model, 4.0 if act.order == "Tactical" else 6.0) - here
    if act.order == "Tactical" and not act.acted:
        if hackable(notes.state, notes.g.options, model):
            return -2.0, "leave"
        return gain + notes.hack_soon(model), "towards a marker"
    danger = 0.3 * notes.prospects(model).exposure
    if notes.touches(model):
        return min(gain, 0.0) - TOUCHING + danger, "leave"
    return gain + danger + 1.0, "to a better place"


def hacked(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    """The marker that is worth most."""
    model = notes.asked(question)
    return weighed([(o.id, notes.hack_worth(model, o.meaning), "") for o in question.options])


def treated(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    models = notes.state.models
    ideas: list[Idea] = []
    for option in question.options:
        how, number = option.meaning
        gain = worth(models[number]) * (0.25 if how == "Heal" else 0.35)
        ideas.append((option.id, gain, "the dearest first"))
    return weighed(ideas)
