"""The Activation phase (OE-7.24 to OE-7.31, chapters 8 and 9): who activates, and one action after the other. Each
function is a step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sandtable.engine.asking import Why, named, plain
from sandtable.engine.questions import CONCEDE as CONCEDES
from sandtable.engine.questions import END, Absent, Option
from sandtable.engine.questions import PASS as PASSES
from sandtable.engine.ruleset import Outcome, Procedure
from sandtable.rulesets.op_en.action_limits import offered, refused
from sandtable.rulesets.op_en.actions import Action, actions
from sandtable.rulesets.op_en.asking import Play
from sandtable.rulesets.op_en.beside import how_it_stands, what_each_does
from sandtable.rulesets.op_en.carrying import drop
from sandtable.rulesets.op_en.content import setting
from sandtable.rulesets.op_en.effects import ActivateAgain
from sandtable.rulesets.op_en.following import bring_along
from sandtable.rulesets.op_en.menu import Conceding, Menu
from sandtable.rulesets.op_en.notes import noted
from sandtable.rulesets.op_en.open_edges import leave, open_edge
from sandtable.rulesets.op_en.parameters import switch, whole
from sandtable.rulesets.op_en.state import IN_PLAY, NOBODY, OUT, RESERVE, Activation, Character, State
from sandtable.rulesets.op_en.victory import names_of, placed

PASS: Final = plain("Pass", "OE-8.1", PASSES)
CONCEDE: Final = plain("Concede", "OE-18.7", CONCEDES)
BOOST: Final = plain("Boost", "OE-8.3")
REPEAT: Final = plain("Repeat", "OE-8.7")
FORGO: Final = plain("Forgo the second action", "OE-9.13")
DONE: Final = plain("Done", "OE-9.15", END)
DROP: Final = plain("Drop", "OE-4.10")
LEAVE: Final = plain("Leave", "OE-10.6")
AGAIN: Final = "once: activated again"


# ---- who ------------------------------------------------------------------------------------------


def ready(state: State, side: int) -> list[Character]:
    """Who may be activated: in the Combat Area, and not activated yet (OE-7.25, OE-7.31)."""
    return [one for one in state.characters if one.side == side and one.status == IN_PLAY and not one.activated]


def again(state: State, side: int) -> list[Character]:
    """Those who may be activated though they were already, once per game (OE-7.25)."""
    return [
        one
        for one in state.characters
        if one.side == side and one.status == IN_PLAY and one.activated and AGAIN not in one.used
        and AGAIN not in one.taken and one.sheet.by_kind.get(ActivateAgain)
    ]  # fmt: skip


def take_turn(g: Play) -> Procedure[None]:
    """One character of the player whose turn it is, or a token to pass, and no other way to (OE-7.24, OE-7.29, OE-8.1);
    who has nobody left passes for nothing (OE-7.28); when all have been activated
    the turn ends (OE-7.30)."""
    state = g.state
    seat = state.seat
    fresh, more = ready(state, seat), again(state, seat)
    if not fresh:
        if not any(ready(state, side) for side in range(len(state.players))):
            if not more:
                state.phase = "scenario"
                _call_scenario(state)
                return
        elif not more:
            pass_on(state)  # free of charge (OE-7.28)
            return
    player = state.players[seat]
    passing = (PASS,) if (fresh and player.tokens) or (not fresh and more) else ()
    chosen = yield Conceding(
        topic="activate",
        seat=seat,
        prompt=f"{player.name}: who activates?",
        clause="OE-7.24",
        options=(
            *[named(one.name, one.number) for one in fresh],
            *[Option(one.name, f"{one.name} again", (), "OE-7.25", one.number) for one in more],
            *passing,
            CONCEDE,
        ),
        missing=lambda: _not_ready(state, seat),
        facts=lambda: {one.name: how_it_stands(state, one) for one in (*fresh, *more)} | dict(noted("activate")),
    )
    if chosen == CONCEDE.id:
        concede(g, seat)
    elif chosen == PASS.id:
        _pass(g, seat, free=not fresh)
    else:
        begin(g, state.characters[chosen])


def _not_ready(state: State, seat: int) -> tuple[Absent, ...]:
    absent = []
    for one in state.of_side(seat):
        if one.status == RESERVE:
            absent.append(Absent(one.name, one.name, "it is in reserve", "OE-7.31"))
        elif one.status == OUT:
            absent.append(Absent(one.name, one.name, "it is Out of Action", "OE-7.31"))
        elif one.activated:
            absent.append(Absent(one.name, one.name, "it has been activated this turn", "OE-7.25"))
    for one in state.characters:
        if one.side != seat:
            absent.append(Absent(one.name, one.name, _whose(state, one), "OE-7.24"))
    if not state.players[seat].tokens:
        absent.append(Absent(PASS.id, PASS.label, "there is no Engagement Token", "OE-7.29"))
    return tuple(absent)


def _whose(state: State, one: Character) -> str:
    return f"it belongs to {state.players[one.side].name}" if one.of_force else "it belongs to the scenario"


def _pass(g: Play, seat: int, *, free: bool) -> None:
    """A pass takes a token (OE-8.1) and activates nobody (OE-8.2)."""
    player = g.state.players[seat]
    if not free:
        player.tokens -= 1
    g.tell("passed", "OE-8.1" if not free else "OE-7.28", player=player.name, tokens=player.tokens)
    if free:
        for one in again(g.state, seat):
            one.taken = (*one.taken, AGAIN)  # not in this turn any more
    pass_on(g.state)


def pass_on(state: State) -> None:
    """The next player's turn (OE-7.24)."""
    state.seat = (state.seat + 1) % len(state.players)


def begin(g: Play, who: Character) -> None:
    """Its activation begins, the one of this turn (OE-7.25): two actions (OE-9.1), one if it is Stunned."""
    state = g.state
    most = whole(state, "actions")
    if who.activated:
        who.used = (*who.used, AGAIN)
    if who.stunned >= state.turn:
        most, who.stunned = 1, 0
    who.activated = True
    state.act = Activation(who.number, most=most)
    state.phase = "act"
    g.tell("activated", "OE-7.24", who=who.name, player=state.players[state.seat].name)


def concede(g: Play, seat: int) -> None:
    """The game ends at once, and the player loses whatever the objectives; of several others these decide
    (OE-18.7)."""
    state = g.state
    places = placed(state, (one for one in range(len(state.players)) if one != seat))
    ranking = (*(names_of(state, place) for place in places), names_of(state, (seat,)))
    state.result = Outcome(ranking[0], places[0], f"{state.players[seat].name} concedes", "OE-18.7", ranking)
    state.phase = "over"
    g.tell("conceded", "OE-18.7", player=state.players[seat].name)


def _call_scenario(state: State) -> None:
    """Scenario characters activate after every OF character (OE-18.9)."""
    state.waiting = tuple(one.number for one in state.characters if one.side < 0 and one.guidelines and one.in_play)
    state.seat = state.first


# ---- what ------------------------------------------------------------------------------------------


def act(g: Play) -> Procedure[None]:
    """What the active character does next, one action after the other (OE-9.10), until both are used or given up
    (OE-9.1, OE-9.12); it may do nothing at all (OE-9.15)."""
    state = g.state
    activation = state.activation
    who = state.characters[activation.character]
    besides = _besides(g, who, activation)
    chosen = yield Menu(
        topic="action",
        seat=state.seat_of(who),
        who=who.name,
        prompt=f"{who.name}: {'first' if not activation.count else 'second'} action?",
        clause="OE-9.1",
        options=(),
        offers=(*_deeds(g, who), *besides, DONE),
        opened=_judge(g, who),
        shunned=(CONCEDE,),
        missing=lambda: _missing(g, who, besides),
        unknown=lambda name: _unknown(g, who, name),
        facts=lambda: what_each_does(who),
    )
    if isinstance(chosen, Action):
        yield from _take_action(g, who, chosen)
    else:
        yield from _take_besides(g, who, chosen)


def _deeds(g: Play, who: Character) -> tuple[Option, ...]:
    """All that it could spend an action on, as options; the same for everybody with its sheet."""
    climbing = switch(g.state, "climb.counts_as_move")
    known = who.sheet.noted.get(climbing)
    if known is None:
        known = who.sheet.noted[climbing] = tuple(
            Option(one.label.lower(), one.label, (), one.clause, one) for one in actions(g, who)
        )
    return known


def _judge(g: Play, who: Character) -> Callable[[Option], bool]:
    """Whether an option is open; what has been found out is kept while the question is."""
    found: dict[str, bool] = {}

    def opened(option: Option) -> bool:
        known = found.get(option.id)
        if known is None:
            action = option.value
            known = found[option.id] = not isinstance(action, Action) or offered(g, who, action)
        return known

    return opened


def _besides(g: Play, who: Character, activation: Activation) -> tuple[Option, ...]:
    """Tokens (OE-8.3, OE-8.7), forgoing (OE-9.13), dropping (OE-4.10), leaving (OE-10.6): none of them is an action."""
    found = []
    tokens = g.state.players[who.side].tokens
    if tokens and activation.count < activation.most:
        found.append(BOOST)
    if _repeat_refused(g, who, activation) is None:
        found.append(REPEAT)
    if _forgo_refused(activation) is None:
        found.append(FORGO)
    if who.carries != NOBODY:
        found.append(DROP)
    if activation.moved and open_edge(g, who):
        found.append(LEAVE)
    return tuple(found)


def _repeat_refused(g: Play, who: Character, activation: Activation) -> Why | None:
    """Before the second action alone (OE-8.7), of which there are two still (OE-8.8), and for a token (OE-8.11)."""
    if activation.count == 0:
        return "only before the second action", "OE-8.7"
    if activation.repeat:
        return "a token has been spent on it", "OE-8.7"
    if activation.count >= activation.most:
        return "both actions are used", "OE-8.8"
    if not g.state.players[who.side].tokens:
        return "there is no Engagement Token", "OE-8.11"
    return None


def _forgo_refused(activation: Activation) -> Why | None:
    """The second action is forgone (OE-9.13) before the first begins (OE-9.14)."""
    if activation.count:
        return "it is declared before the first action", "OE-9.14"
    if activation.forgone or activation.most < 2:
        return "there is no second action to forgo", "OE-9.13"
    return None


def _missing(g: Play, who: Character, besides: tuple[Option, ...]) -> tuple[Absent, ...]:
    absent = [
        Absent(one.label.lower(), one.label, *why)
        for one in actions(g, who)
        if (why := refused(g, who, one)) is not None
    ]
    activation = g.state.activation
    if BOOST not in besides:
        none = ("there is no Engagement Token", "OE-8.11")
        spent = ("both actions are used", "OE-8.3")
        absent.append(Absent(BOOST.id, BOOST.label, *(spent if activation.count >= activation.most else none)))
    for option, why in ((REPEAT, _repeat_refused(g, who, activation)), (FORGO, _forgo_refused(activation))):
        if why is not None:
            absent.append(Absent(option.id, option.label, *why))
    known = {skill.name for skill in who.sheet.skills}
    for other in g.state.characters:
        for skill in other.sheet.skills:
            if skill.name not in known:
                known.add(skill.name)
                absent.append(Absent(skill.name.lower(), skill.name, f"{who.name} does not have it", "OE-15.1"))
    return tuple(absent)


def _unknown(g: Play, who: Character, name: str) -> Why | None:
    """A Skill that it does not have (OE-15.1), Equipment that is not used (OE-17.1, OE-17.3) or not carried."""
    lists, word = setting(g.state.setting), name.casefold()
    if word in (skill.casefold() for skill in lists.skills):
        return f"{who.name} does not have it", "OE-15.1"
    thing = word.removeprefix("use ")
    if thing == word:
        return None
    if any(one.name.casefold() == thing for one in (*who.sheet.weapons, *who.sheet.protections)):
        return "weapons, armour and shields need no Use", "OE-17.1"
    if any(one.name.casefold() == thing for one in who.sheet.items):
        return "it works by being carried", "OE-17.3"
    carried = (item.name for one in g.state.characters for item in one.sheet.items)
    if thing in (one.casefold() for one in (*lists.equipment, *carried)):
        return f"{who.name} does not carry it", "OE-17.5"
    return None


def _take_besides(g: Play, who: Character, chosen: Any) -> Procedure[None]:
    """What is no action: a token spent on a Boost (OE-8.3, OE-8.5, OE-8.6) or a repeat (OE-8.7), which takes no Test
    (OE-8.10); the second action forgone (OE-9.13, OE-9.14); no more done (OE-9.12, OE-9.15)."""
    state, activation = g.state, g.state.activation
    player = state.players[who.side] if who.of_force else None
    if chosen == CONCEDE.id:
        concede(g, state.seat_of(who))
    elif chosen == DONE.id:
        end_activation(g)
    elif chosen == DROP.id:
        yield from drop(g, who)
    elif chosen == LEAVE.id:
        leave(g, who)
        end_activation(g)
    elif chosen == FORGO.id:
        activation.forgone, activation.most = True, 1
        g.tell("forgone", "OE-9.13", who=who.name)
    elif player is not None:  # spending takes no Test and no action (OE-8.10), and Repeat gives none (OE-8.8)
        player.tokens -= 1
        if chosen == BOOST.id:
            who.boosts += 1
        else:
            activation.repeat = True
        use, clause = ("boost", "OE-8.3") if chosen == BOOST.id else ("repeat", "OE-8.7")
        g.tell("token", clause, who=who.name, player=player.name, use=use, tokens=player.tokens)


def _take_action(g: Play, who: Character, action: Action) -> Procedure[None]:
    """One action, to its end before another begins (OE-9.10); a consumable is gone with it (OE-17.9). What follows is a
    step of its own: what it asks first is a checkpoint."""
    activation = g.state.activation
    if action.label != "Jump":
        activation.run_up = 0.0
    if action.consumes:
        who.used = (*who.used, action.consumes)
    if action.at_once:
        yield from action.take(g, who)
        yield from finish_action(g, who, action)
    else:
        activation.doing, g.state.phase = action.label, "doing"


def do(g: Play) -> Procedure[None]:
    """The action that was chosen: its target, its path, its dice."""
    activation = g.state.activation
    who = g.state.characters[activation.character]
    action = next(option.value for option in _deeds(g, who) if option.label == activation.doing)
    yield from action.take(g, who)
    if action.label == "Jump":
        activation.run_up = 0.0
    yield from finish_action(g, who, action)


def finish_action(g: Play, who: Character, action: Action) -> Procedure[None]:
    """The action is spent (OE-15.11, OE-17.8); whoever fell or used both is done (OE-4.9, OE-9.12)."""
    state, activation = g.state, g.state.activation
    activation.count += 1
    activation.taken += action.words
    who.taken += action.words
    activation.repeat, activation.doing = False, ""
    state.phase = "act"
    if action.label in ("Move", "Sprint") and who.in_play:
        yield from bring_along(g, who)
    if not who.in_play or (activation.count >= activation.most and not _something_left(g, who, activation)):
        end_activation(g)


def _something_left(g: Play, who: Character, activation: Activation) -> bool:
    """After its last action it may still leave by an open edge."""
    return activation.moved and open_edge(g, who)


def end_activation(g: Play) -> None:
    """All of it is finished, and play passes on (OE-7.26); actions not used are forfeited, none is saved (OE-7.27,
    OE-9.11)."""
    state = g.state
    who = state.characters[state.activation.character]
    if g.options["boost_scope"] == "own_actions":
        who.boosts = 0
    state.act = None
    state.phase = "turn"
    pass_on(state)
