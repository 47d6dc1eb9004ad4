"""Who activates, and what it does: as far as one sees without trying."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.engine.advice import Idea, Suggestion
from sandtable.engine.questions import PASS, ChooseOne
from sandtable.rulesets.op_en.activation import BOOST, CONCEDE, DONE, DROP, FORGO, LEAVE, REPEAT
from sandtable.rulesets.op_en.advice.notes import Notes, weighed
from sandtable.rulesets.op_en.effects import Dash, Deed, GainHidden, Heal, Stride, Summon, Teleport, Tokens
from sandtable.rulesets.op_en.menu import Menu
from sandtable.rulesets.op_en.state import Character

BESIDES = (BOOST, REPEAT, FORGO, DROP, LEAVE, DONE)
"""What is no action."""
MOST = 6
"""Actions worth a thought at a time."""
GO = 0.35
"""How much of an errand's points a move towards it counts as."""
HUNT = 0.08
"""What it is worth to come nearer to an Enemy."""
URGENT = 0.25
SAVED = 0.06
"""What a token is worth to those who keep it."""
AWAY = 3.0
"""What it is worth to leave with what one came for."""
TRICK = 0.06
"""A Skill or an item that is neither an attack nor a cure."""
TWICE = ("shoot", "fight", "interact")
"""What is worth a token to be done again: on its way one may Sprint for nothing."""
USELESS = -0.3
LEAP = -0.1
"""A Jump mostly leads where a Move does, and sometimes down."""
ALONE = 0.03
"""What is left to do for whoever may as well give up its second action."""


# ---- who ----------------------------------------------------------------------------------------------


def who_activates(notes: Notes, question: ChooseOne) -> list[Suggestion]:
    """Whoever has most to do, and those in danger."""
    ideas: list[Idea] = []
    for option in question.options:
        if option is CONCEDE:
            continue
        if option.role == PASS:
            ideas.append((option.id, 0.0, "let them come"))
            continue
        who = notes.state.characters[option.meaning]
        gain, why = max(chief_gains(notes, who), key=lambda one: one[0])
        ideas.append((option.id, gain + URGENT * notes.danger(who) * min(1.0, notes.stake(who)), why))
    return weighed(ideas)


def chief_gains(notes: Notes, who: Character) -> list[tuple[float, str]]:
    return [
        (interact_gain(notes, who), "at an objective"),
        (fight_gain(notes, who), "has an enemy to strike"),
        (shoot_gain(notes, who), "has an enemy to shoot at"),
        (move_gain(notes, who), "has somewhere to go"),
    ]


# ---- gains --------------------------------------------------------------------------------------------


def interact_gain(notes: Notes, who: Character) -> float:
    return max((notes.try_gain(who, one) for one in notes.touched(who)), default=0.0)


def fight_gain(notes: Notes, who: Character) -> float:
    reach = max(0.05, notes.power(who).reach)
    return max((notes.blow_gain(who, enemy) for enemy, far in notes.enemies(who) if far <= reach), default=0.0)


def shoot_gain(notes: Notes, who: Character) -> float:
    reach = notes.power(who).range
    if not reach:
        return 0.0
    return max((notes.shot_gain(who, enemy) for enemy, far in notes.enemies(who) if far <= reach), default=0.0)


def move_gain(notes: Notes, who: Character) -> float:
    """Towards an errand, home with what it carries, or at somebody."""
    if notes.locked(who):
        return 0.0
    best = max(HUNT if not notes.job(who) else 0.0, charge_gain(notes, who))
    bring = notes.prospects.in_hand(who)
    if bring:
        return max(best, GO * bring + 0.1)
    job = notes.job(who)
    if job is not None and not notes.prospects.touches(who, job[0]):
        best = max(best, GO * job[1] + 0.05)
    return best


def charge_gain(notes: Notes, who: Character) -> float:
    """A blow at somebody within a move, less what comes back."""
    reach = who.sheet.move + notes.power(who).reach
    return max(
        (0.8 * notes.blow_gain(who, enemy) - 0.4 * notes.blow_gain(enemy, who)
         for enemy, far in notes.enemies(who) if far <= reach),
        default=0.0,
    )  # fmt: skip


def sprint_gain(notes: Notes, who: Character) -> float:
    job = notes.job(who)
    near = job is not None and notes.prospects.far(who, job[0]) < 2.0
    return 0.0 if near else 0.6 * move_gain(notes, who)


def climb_gain(notes: Notes, who: Character) -> float:
    """Where the way to its errand leads up or down a face."""
    job = notes.job(who)
    if job is None or who.has("flying") or notes.locked(who):
        return 0.0
    errand, gain = job
    lay = notes.prospects.lay(who)
    course = lay.course(lay.node(who.x, who.y, who.z), lay.to_place(errand.x, errand.y, errand.z), 1.5)
    return GO * gain + 0.1 if course.climbs else 0.0


def hide_gain(notes: Notes, who: Character) -> float:
    return 0.12 * notes.danger(who) * min(1.0, notes.stake(who))


def disengage_gain(notes: Notes, who: Character) -> float:
    """Out of a melee that does not pay."""
    job = notes.job(who)
    elsewhere = GO * job[1] if job is not None and not notes.prospects.touches(who, job[0]) else 0.0
    elsewhere += GO * notes.prospects.in_hand(who)
    return elsewhere + 0.3 * notes.danger(who) * min(1.0, notes.stake(who)) - 0.5 * fight_gain(notes, who)


GAINS: dict[str, Callable[[Notes, Character], float]] = {
    "move": move_gain, "shoot": shoot_gain, "fight": fight_gain, "interact": interact_gain, "sprint": sprint_gain,
    "climb": climb_gain, "hide": hide_gain, "disengage": disengage_gain, "jump": lambda notes, who: LEAP,
}  # fmt: skip


REASONS = {"hide": "whoever is Hidden is harder to strike at", "sprint": "a run is the quickest way"}
"""What is said of an action that leads nowhere yet and strikes nobody."""


def deed_gain(notes: Notes, who: Character, deed: Deed, counts_as: str) -> float:
    """Of a Skill or an item, by what it does."""
    if counts_as in ("fight", "shoot") and deed.aim.within == "weapon":
        return 1.05 * GAINS[counts_as](notes, who)
    for effect in deed.success:
        if isinstance(effect, Heal):
            return 0.12 * _most_hurt(notes, who, deed)
        if isinstance(effect, Stride | Dash | Teleport):
            return 0.8 * move_gain(notes, who)
        if isinstance(effect, Summon):
            return 0.25
        if isinstance(effect, Tokens):
            return 0.1
        if isinstance(effect, GainHidden):
            return hide_gain(notes, who)
    return TRICK


def _most_hurt(notes: Notes, who: Character, deed: Deed) -> float:
    if deed.aim.at == "nobody":
        return float(who.damage)
    return float(max(one.damage for one in (who, *notes.state.friends(who))))


# ---- what ---------------------------------------------------------------------------------------------


def which_action(notes: Notes, question: Menu) -> list[Suggestion]:
    """The most promising actions that are open: whether one is, is only asked of those."""
    who = notes.asked(question)
    actions = _open_actions(notes, who, question)
    ideas: list[Idea] = [(name, gain, REASONS.get(name, "")) for name, gain in actions.items()]
    best = max(actions.values(), default=0.0)
    for option in question.offers:
        if option is LEAVE:
            ideas.append((option.id, AWAY, "off with it"))
        elif option is DONE:
            ideas.append((option.id, 0.0, "nothing more to gain"))
        elif option in (BOOST, REPEAT, FORGO):
            ideas.append((option.id, _beside(notes, who, option.id, actions, best), "for a better die"))
    return weighed(ideas)


def _open_actions(notes: Notes, who: Character, question: Menu) -> dict[str, float]:
    found: dict[str, float] = {}
    gains = [(_gain(notes, who, o.id, o.label), o) for o in question.offers if o not in BESIDES]
    for gain, option in sorted(gains, key=lambda one: -one[0]):
        if gain < 0.0 or len(found) == MOST:
            break
        if question.opened(option):
            found[option.id] = gain
    return found


def _gain(notes: Notes, who: Character, name: str, label: str) -> float:
    if name in GAINS:
        return GAINS[name](notes, who)
    for skill in who.sheet.skills:
        if skill.name == label:
            return deed_gain(notes, who, skill.deed, skill.counts_as)
    for item in who.sheet.items:
        if item.deed is not None and label == f"Use {item.name}":
            return deed_gain(notes, who, item.deed, "")
    return 0.0


def _beside(notes: Notes, who: Character, name: str, actions: dict[str, float], best: float) -> float:
    """Tokens and forgoing, by what there is to be tested."""
    tested = max((gain for action, gain in actions.items() if action not in ("move", "sprint")), default=0.0)
    if name == BOOST.id:
        return best + 0.3 * tested - SAVED if not who.boosts and tested >= best else USELESS
    if name == REPEAT.id:
        taken = [word.lower() for word in notes.state.activation.taken]
        return max((GAINS[word](notes, who) for word in taken if word in TWICE), default=USELESS) - SAVED
    others = sorted(actions.values(), reverse=True)[1:2]
    if tested < best or (others and others[0] >= tested):
        return USELESS
    return best + 0.2 * tested if not others or others[0] < ALONE else best - 0.1
