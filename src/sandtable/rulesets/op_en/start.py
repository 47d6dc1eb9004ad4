"""The Start of Turn and Initiative phases (OE-7.2 to OE-7.23). Each function is a step."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.engine.asking import own_and_others, player_option, yes_or_no
from sandtable.engine.dice import Roll
from sandtable.engine.events import Chapter
from sandtable.engine.questions import ChooseOne, Place, Point, Refusal
from sandtable.engine.ruleset import Procedure, Stage
from sandtable.rulesets.op_en.asking import Play
from sandtable.rulesets.op_en.attempts import limits, standing_changes
from sandtable.rulesets.op_en.effects import Modifier, StartInReserve, StartTokens
from sandtable.rulesets.op_en.ground import field_of
from sandtable.rulesets.op_en.hidden import renew_hidden
from sandtable.rulesets.op_en.notes import noted
from sandtable.rulesets.op_en.parameters import look_up, switch, whole
from sandtable.rulesets.op_en.scenarios import Reserves
from sandtable.rulesets.op_en.simultaneous import Happening, resolve_all
from sandtable.rulesets.op_en.space import TOUCH, gap
from sandtable.rulesets.op_en.standing import standing_refused
from sandtable.rulesets.op_en.state import IN_PLAY, LEFT, NOBODY, RESERVE, Character, State
from sandtable.rulesets.op_en.throws import Change, Hand, compared, hand
from sandtable.rulesets.op_en.tumbling import drowning_test

D6 = 6
EDGES = ("bottom", "right", "top", "left")


# ---- reserves -------------------------------------------------------------------------------------


def begin_turn(state: State) -> None:
    """A new turn: everybody may be activated again (OE-7.25), and reserves are checked first (OE-7.2)."""
    for one in state.characters:
        one.activated, one.taken, one.fought_with, one.dropped = False, (), (), False
    state.first_before, state.first = state.first if state.first != NOBODY else state.first_before, NOBODY
    order = _in_order(state)
    state.waiting = tuple(one.number for side in order for one in state.of_side(side) if one.status == RESERVE)
    state.phase = "reserves"


def open_turn(g: Play) -> None:
    """A new turn (OE-7.36), and everybody is told."""
    begin_turn(g.state)
    g.open(Chapter(1, g.state.turn), "turn", "OE-7.36", turn=g.state.turn)


def _in_order(state: State) -> list[int]:
    first = max(0, state.first_before)
    return [(first + k) % len(state.players) for k in range(len(state.players))]


def reserves(g: Play) -> Procedure[None]:
    """One character in reserve after the other: may it (OE-7.6), must it (OE-7.5), in no first turn (OE-7.3). All are
    checked before the first enters (OE-7.2)."""
    state = g.state
    if not state.waiting:
        state.phase = "entries"
        return
    who = state.characters[state.waiting[0]]
    rule = reserve_rule(state, who)
    if state.turn == 1 or state.turn < rule.from_turn:
        state.waiting = state.waiting[1:]
        return
    enters, forced = True, who.reserve_rule == "scenario"
    if forced and state.turn < rule.all_from_turn:
        (face,) = yield Roll(
            1, D6, f"reserve check of {who.name}", "OE-7.5", who.side, who.name, good=(rule.enter_on, D6)
        )
        enters = face >= rule.enter_on
    elif not forced:
        prompt = f"{who.name} is in reserve: enter now?"
        enters = yield from yes_or_no(
            "enter", who.side, who.name, prompt, "OE-7.6", "Enter", "Wait", facts=noted("enter")
        )
    if enters:
        state.entering = (*state.entering, who.number)
    state.waiting = state.waiting[1:]


def entries(g: Play) -> Procedure[None]:
    """New characters enter, one after the other (OE-7.6)."""
    state = g.state
    if not state.entering:
        state.phase = "tokens"
        return
    who = state.characters[state.entering[0]]
    yield from enter(g, who, reserve_rule(state, who))
    state.entering = state.entering[1:]


def reserve_rule(state: State, who: Character) -> Reserves:
    """The rule that put it in reserve, the scenario's or its own (OE-7.4), says when and where it enters (OE-7.5)."""
    if who.reserve_rule == "scenario" and state.scenario is not None and state.scenario.reserves:
        return state.scenario.reserves[0]
    for _, effect in who.held(StartInReserve):
        return Reserves(from_turn=effect.from_turn, away=effect.away)
    return Reserves()


def enter(g: Play, who: Character, rule: Reserves) -> Procedure[None]:
    """Into the Combat Area (OE-7.6): anywhere legal touching an edge, away from Enemies (OE-7.5)."""
    spots = list(_entries(g, who, rule))
    if not spots:
        g.tell("no room", "OE-7.5", who=who.name)
        return
    places = yield Place(
        topic="entry place", seat=who.side, who=who.name, prompt=f"{who.name} enters: where?", clause="OE-7.5",
        models=(who.name,),
        check=lambda places: entry_refused(g, who, rule, places[who.name]),
        candidates=lambda: [{who.name: spot} for spot in spots],
    )  # fmt: skip
    at = places[who.name]
    who.status, who.x, who.y, who.z = IN_PLAY, at.x, at.y, 0.0
    g.tell("entered", "OE-7.6", who=who.name, at=[at.x, at.y])
    renew_hidden(g)


def entry_refused(g: Play, who: Character, rule: Reserves, at: Point) -> Refusal | None:
    """Why somebody cannot enter there (OE-7.5)."""
    table = field_of(g.state, g.options).table
    r = who.radius
    touched = [
        edge for edge, off in
        zip(EDGES, (at.y - r, table.width - r - at.x, table.height - r - at.y, at.x - r), strict=True)
        if abs(off) <= 0.002
    ]  # fmt: skip
    if rule.edges == "not_exit":
        touched = [edge for edge in touched if edge != g.state.exit]
    if not touched:
        return Refusal(f"{who.name} enters touching an edge of the Combat Area", "OE-7.5")
    there = Character(who.number, who.name, who.side, who.sheet, r, x=at.x, y=at.y)
    near = next((enemy for enemy in g.state.enemies(who) if gap(there, enemy) < rule.away - TOUCH), None)
    if near is not None:
        return Refusal(f"{who.name} enters at least {rule.away:g}″ from {near.name}", "OE-7.5")
    return standing_refused(g.state, g.options, who, Point(at.x, at.y, 0.0))


def _entries(g: Play, who: Character, rule: Reserves) -> Iterator[Point]:
    table = field_of(g.state, g.options).table
    r, width, height = who.radius, table.width, table.height
    found = 0
    for k in range(12):
        share = (k * 5 + who.number * 3) % 12 / 12
        x, y = r + round((width - 2 * r) * share * 1024) / 1024, r + round((height - 2 * r) * share * 1024) / 1024
        for spot in (Point(x, r), Point(width - r, y), Point(x, height - r), Point(r, y)):
            if entry_refused(g, who, rule, spot) is None:
                yield spot
                found += 1
                if found == 8:
                    return


# ---- tokens ---------------------------------------------------------------------------------------


def counted(state: State, side: int) -> int:
    """Who counts for Outnumbered: in the Combat Area, not of Rank 0 (OE-7.12)."""
    return sum(one.status == IN_PLAY and one.side == side and one.sheet.rank > 0 for one in state.characters)


def tokens(g: Play) -> Procedure[None]:
    """Every OF generates Engagement Tokens (OE-7.7): by its Leader (OE-7.8), Abilities (OE-7.10), and being
    Outnumbered: as many as it has fewer characters (OE-7.11); then the scenario's events (OE-7.2)."""
    state = g.state
    largest = max(counted(state, side) for side in range(len(state.players)))
    for side, player in enumerate(state.players):
        sources: dict[str, int] = {}
        leader, layer = leader_token(state, side)
        if leader:
            sources[f"Leader{layer}"] = leader
        for one in state.of_side(side):
            for source, effect in one.held(StartTokens):
                if one.status == IN_PLAY:
                    sources[f"{source} of {one.name}"] = effect.amount
        if largest > counted(state, side):
            sources["Outnumbered"] = largest - counted(state, side)
        player.tokens += sum(sources.values())
        g.tell("tokens", "OE-7.7", player=player.name, tokens=player.tokens, sources=sources)
    state.phase = "events"
    return
    yield


def leader_token(state: State, side: int) -> tuple[int, str]:
    """1 while the Leader is not Out of Action, in reserve or away too (OE-7.8, OE-7.9), or an heir where a layer says
    so."""
    alive = _not_out(state, side)
    amount = whole(state, "token.leader")
    if any(one.leader for one in alive):
        return amount, ""
    if switch(state, "token.leader_heir") and any(one.sheet.rank == 3 for one in alive):
        return amount, f" (heir, {look_up(state, 'token.leader_heir').layer})"
    return 0, ""


def events(g: Play) -> Procedure[None]:
    """Scenario events come after tokens (OE-7.13)."""
    state = g.state
    state.events_turn = state.turn
    state.phase = "initiative"
    if state.scenario is not None and any(
        event.at == "start" and event.turn == state.turn and event.what == "flood" for event in state.scenario.events
    ):
        state.phase = "flood"
    return
    yield


def flood(g: Play) -> Procedure[None]:
    """Whoever stands in water that has become deep takes a Drowning Test at once; in the order of OE-1.25."""
    state = g.state
    where = field_of(state, g.options)
    wet = [one for one in state.in_play() if not one.has("swimming") and where.in_deep(one.x, one.y, one.z)]

    def test(who: Character) -> Happening:
        return Happening(f"Drowning of {who.name}", lambda g: drowning_test(g, g.state.characters[who.number]))

    yield from resolve_all(g, [test(one) for one in wet], "Who is tested next?")
    state.phase = "initiative"


# ---- initiative -----------------------------------------------------------------------------------


def initiative(g: Play) -> Procedure[None]:
    """In every turn (OE-7.14) both Leaders roll Intellect (OE-7.17), as Talents change it (OE-7.21), again if they tie
    (OE-7.18), a 1 being only low (OE-7.23); the winner takes the first activation or gives it away (OE-7.20). Of three
    or more players the highest total chooses, and play passes round (OE-7.22)."""
    state = g.state
    fixed = _fixed_first(state)
    if fixed is not None:
        g.tell("initiative", "OE-7.16", first=state.players[fixed].name,
               layer=look_up(state, "initiative.turn1").layer)  # fmt: skip
        _first(state, fixed)
        return
    seats = [side for side in range(len(state.players)) if roller(state, side) is not None]
    while len(seats) > 1:
        hands = tuple(_initiative_hand(g, side) for side in seats)
        totals = yield Stage(compared, (hands,))
        g.tell("initiative roll", "OE-7.17", totals={
            state.players[side].name: total for side, total in zip(seats, totals, strict=True)
        })  # fmt: skip
        seats = [side for side, total in zip(seats, totals, strict=True) if total == max(totals)]
    winner = seats[0] if seats else 0
    first = yield ChooseOne(
        topic="first",
        seat=winner,
        prompt="Who takes the first activation?",
        clause="OE-7.20",
        options=tuple(player_option(player.name, seat) for seat, player in enumerate(state.players)),
        facts=lambda: own_and_others(state.players, winner, noted("first")),
    )
    g.tell("initiative", "OE-7.20", winner=state.players[winner].name, first=state.players[first].name)
    _first(state, first)


def _first(state: State, seat: int) -> None:
    """Who activates first (OE-7.20) also decides what happens at the same time (OE-7.15)."""
    state.first, state.seat, state.phase = seat, seat, "turn"


def _fixed_first(state: State) -> int | None:
    """A scenario may fix who goes first (OE-7.16)."""
    value = look_up(state, "initiative.turn1").value
    if state.turn != 1 or value == "roll":
        return None
    return next((seat for seat, player in enumerate(state.players) if player.role == str(value).split()[0]), None)


def roller(state: State, side: int) -> Character | None:
    """The Leader, or the highest Intellect of those not Out of Action (OE-7.17, OE-7.19); nobody for a side that is
    away."""
    alive = _not_out(state, side)
    if all(one.status == LEFT for one in alive):
        return None
    leader = next((one for one in alive if one.leader), None)
    return leader or max(alive, key=lambda one: (one.sheet.stats.intellect, -one.number))


def _not_out(state: State, side: int) -> list[Character]:
    """Whoever has left by an open edge is not Out of Action."""
    return [one for one in state.of_side(side) if one.status in (IN_PLAY, RESERVE, LEFT)]


def _initiative_hand(g: Play, side: int) -> Hand:
    """The die of one player (OE-7.17), as Talents change it; tokens cannot boost it (OE-7.21)."""
    state = g.state
    who = roller(state, side)
    assert who is not None
    name = state.players[side].name
    if state.turn > 1 and g.options["initiative_later"] == "plain_d6":
        return hand(side, name, "d6", 6, (), limits(state))
    changes = [*standing_changes(g, who, "intellect", "initiative", "active")]
    for one in state.of_side(side):
        for source, effect in one.held(Modifier):
            counts = effect.for_leader and "initiative" in effect.tests and one.status in (IN_PLAY, RESERVE)
            if counts and (who.leader or who is one):
                changes.append(Change(source, effect.level, effect.plus, "OE-7.21"))
    return hand(side, name, "intellect", who.sheet.stats.intellect, tuple(changes), limits(state))
