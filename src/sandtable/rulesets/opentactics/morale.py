"""The end of a round (chapters 25 and 26): losses against captures and objectives, the fall, the rout roll."""

from __future__ import annotations

from msgspec import Struct

from sandtable.engine.dice import Faces, Roll
from sandtable.engine.events import Chapter
from sandtable.engine.ruleset import Procedure, Stage
from sandtable.rulesets.opentactics.objectives import held
from sandtable.rulesets.opentactics.state import Play, State
from sandtable.rulesets.opentactics.victory import finish, judge_round

HIGHEST = 20
BASE = 10


class Fall(Struct, frozen=True):
    """How far morale falls in a round (OT-25.8), never below 0 (OT-25.13), and never the other way (OT-25.14)."""

    seat: int
    losses: int
    captures: int
    fall: int
    morale: int


def starting_morale(state: State, seat: int) -> int:
    """10 + half the number of units, rounded down, at most 20; STANDARD adds 1, once per force (OT-25.1, OT-25.2,
    OT-25.3)."""
    force = list(state.force(seat))
    bonus = max((unit.card.traits.start_morale for unit in force), default=0)
    return min(HIGHEST, min(HIGHEST, BASE + len(force) // 2) + bonus)


def losses_against_captures(state: State, seat: int) -> Fall | None:
    """Losses of the round against captures and objectives, which count in each round that they are held (OT-26.5); None
    if morale holds, and it never rises (OT-25.5, OT-25.6, OT-25.7, OT-25.8, OT-25.14)."""
    player = state.players[seat]
    losses = player.losses + sum(
        unit.took.count(seat) for unit in state.on_map() if unit.card.traits.dreaded and unit.took
    )
    captures = player.round_captures + held(state, seat)
    if losses <= captures:
        return None
    fall = losses - captures if state.options["morale_drop"] == "excess" else losses
    return Fall(seat, losses, captures, fall, max(0, player.morale - fall))


def rout_roll(seat: int, name: str, morale: int) -> Procedure[int]:
    """The d10, from 1 to 10 (OT-1.3): the morale or less holds (OT-25.9). It is rolled also where it cannot matter
    (OT-25.12)."""
    bands = (1, morale + 1) if 1 <= morale < 10 else (1,)
    faces: Faces = yield Roll(1, 10, f"rout roll of {name}", "OT-25.9", seat, name, bands, good=(1, morale))
    return faces[0]


def end_of_round(g: Play) -> Procedure[None]:
    """Morale is checked once nobody has counters left (OT-25.4). All checks use the same situation, objectives too
    (OT-26.6); dice are rolled in turn order (OT-25.16), also at 10 or more
    (OT-25.12) and at 0 (OT-25.13). All may rout together (OT-25.17)."""
    state = g.state
    falls = [fall for seat in state.playing() if (fall := losses_against_captures(state, seat)) is not None]
    rolls = []
    for fall in falls:
        rolls.append((yield Stage(rout_roll, (fall.seat, state.seats[fall.seat], fall.morale))))
    routed = []
    for fall, roll in zip(falls, rolls, strict=True):
        routs = roll > fall.morale
        state.players[fall.seat].morale = fall.morale
        g.tell(
            "morale", "OT-25.10" if routs else "OT-25.9", who=state.seats[fall.seat], losses=fall.losses,
            captures=fall.captures, fall=fall.fall, morale=fall.morale, roll=roll, routs=routs,
        )  # fmt: skip
        if routs:
            routed.append(fall.seat)
    rout(g, routed)
    if state.phase != "over":
        judge_round(g)
    if state.phase != "over":
        next_round(g)


def rout(g: Play, routed: list[int]) -> None:
    """Routed forces leave, fearless or not (OT-25.11); the last side left wins (OT-24.5, OT-25.17, OT-25.18)."""
    state = g.state
    if not routed:
        return
    for seat in routed:
        state.players[seat].in_game = False
        g.tell("rout", "OT-25.10", player=state.seats[seat])
    left = state.playing()
    if not left:
        finish(g, [], "Every force routs: a draw.", "OT-25.17")
    elif len(left) == 1:
        finish(g, left, f"{state.seats[left[0]]} holds the field; the enemy has routed.", "OT-25.10")
    else:
        for unit in state.units:
            if unit.seat in routed and unit.status in ("on the map", "in reserve"):
                unit.leave("gone")


def next_round(g: Play) -> None:
    """Losses and captures are counted from zero again (OT-25.15)."""
    state = g.state
    for player in state.players:
        player.losses = player.round_captures = 0
    for unit in state.units:
        unit.took = ()
    state.round += 1
    state.turn = state.playing()[0]
    for seat in state.order[: state.order.index(state.turn)]:
        state.cool(seat)
    state.phase = "turn"
    g.open(Chapter(1, state.round), "round", "OT-5.13", round=state.round)
