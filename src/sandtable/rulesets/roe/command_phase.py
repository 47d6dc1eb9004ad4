"""The Command Phase (RE-1.3 to RE-1.18): pools, initiative with its free re-roll and bids. Each function is a step."""

from __future__ import annotations

from sandtable.engine.asking import own_and_others, plain, player_option, yes_or_no
from sandtable.engine.dice import Roll
from sandtable.engine.events import Chapter
from sandtable.engine.questions import DECLINE, ChooseOne
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.roe.asking import Play
from sandtable.rulesets.roe.content import notes
from sandtable.rulesets.roe.dice import D10
from sandtable.rulesets.roe.state import State
from sandtable.rulesets.roe.turns import next_turn


def fill_pools(g: Play) -> Procedure[None]:
    """A counter for every available model (RE-1.3) and X for every officer in play (RE-1.4, RE-1.5), for both players
    at once (RE-1.7), before all to see (RE-1.6): in round one the whole force (RE-1.8), later those on the table
    (RE-1.9)."""
    state = g.state
    g.open(Chapter(1, state.round), "round", "RE-1.2", round=state.round)
    for side, player in enumerate(state.players):
        models = state.available(side)
        player.pool = sum(1 + model.command for model in models)
        clause = "RE-1.8" if state.round == 1 else "RE-1.9"
        g.tell("pool", "RE-1.3", clause, who=player.name, models=len(models), counters=player.pool)
    if state.round == 1:
        state.recon = tuple(
            model.number for side in (state.player_one, 1 - state.player_one) for model in state.of_side(side)
            if "Recon" in model.abilities and not model.bulky and model.status == "off the table"
        )  # fmt: skip
    state.phase = "recon" if state.recon else "initiative"
    yield from ()


# ---- initiative -----------------------------------------------------------------------------------


def initiative(g: Play) -> Procedure[None]:
    """Roll, free re-roll, bids; whoever wins says who goes first (RE-1.10 to RE-1.16)."""
    state = g.state
    able = [side for side in (0, 1) if state.available(side)]
    if len(able) < 2:
        state.phase = "turn"
        state.turn = able[0] if able else 0
        next_turn(g, 1 - state.turn)
        return
    yield from roll_off(g, free=g.options["free_initiative_reroll"] == "every_round" or state.round == 1)


def tie(g: Play) -> Procedure[None]:
    """Equal totals are rolled again, with bids, but without the free re-roll (RE-1.13, RE-1.17)."""
    yield from roll_off(g, free=False)


def roll_off(g: Play, free: bool) -> Procedure[None]:
    """The roll and the bids; the winner chooses who goes first (RE-1.10, RE-1.12), a tie is rolled again (RE-1.17)."""
    state = g.state
    faces = yield from roll_both(g, free)
    yield from bids(g, faces)
    winner = _winner(g, faces)
    if winner is None:
        g.tell("tie", "RE-1.17", totals=_by_player(state, faces))
        state.phase = "tie"
        return
    g.tell("initiative", "RE-1.10", who=state.players[winner].name, totals=_by_player(state, faces))
    seat = yield ChooseOne(
        topic="first",
        seat=winner,
        prompt="Who activates first?",
        clause="RE-1.12",
        options=tuple(player_option(player.name, seat) for seat, player in enumerate(state.players)),
        facts=lambda: own_and_others(state.players, winner, notes()["first"]),
        about=_totals(state, faces),
    )
    g.tell("first", "RE-1.12", who=state.players[seat].name)
    state.phase = "turn"
    next_turn(g, 1 - seat)


def roll_both(g: Play, free: bool) -> Procedure[list[int]]:
    """Player One rolls first; then the smaller pool may re-roll its first result (RE-1.13)."""
    state = g.state
    faces = [0, 0]
    for side in (state.player_one, 1 - state.player_one):
        (faces[side],) = yield Roll(1, D10, f"initiative of {state.players[side].name}", "RE-1.10", side)
    pools = [player.pool for player in state.players]
    if free and pools[0] != pools[1]:
        side = pools.index(min(pools))
        prompt = f"Re-roll your initiative die ({_standing(state, faces, side)})?"
        totals = _totals(state, faces)
        lines = notes()["initiative"]
        if (yield from yes_or_no("initiative", side, "", prompt, "RE-1.13", "Re-roll", "Keep", totals, lines)):
            purpose = f"initiative re-roll of {state.players[side].name}"
            (faces[side],) = yield Roll(1, D10, purpose, "RE-1.13", side, again=True)
    return faces


def bids(g: Play, faces: list[int]) -> Procedure[None]:
    """A counter for a re-roll of one's own die, in turn, until both refuse one after the other (RE-1.14, RE-1.15); it
    is gone (RE-1.16). There are no bids elsewhere (RE-1.18)."""
    state = g.state
    side = _first_asked(state, faces)
    refused = 0
    while refused < 2:
        player = state.players[side]
        bid = "decline"
        if player.pool:
            bid = yield ChooseOne(
                topic="bid",
                seat=side,
                prompt=f"Bid a counter to re-roll your initiative die ({_standing(state, faces, side)})?",
                clause="RE-1.14",
                options=(plain("Bid"), plain("Decline", role=DECLINE)),
                facts=lambda: notes()["bid"],
                about=_totals(state, faces),
            )
        if bid == "bid":
            player.pool -= 1
            g.tell("bid", "RE-1.14", "RE-1.16", who=player.name, pool=player.pool)
            purpose = f"initiative re-roll of {player.name}"
            (faces[side],) = yield Roll(1, D10, purpose, "RE-1.14", side, again=True)
            refused = 0
        else:
            refused += 1
        side = 1 - side


def best_exp(state: State, side: int) -> int:
    """The highest printed Exp among those available (RE-1.11)."""
    return max((model.exp for model in state.available(side)), default=0)


def _totals(state: State, faces: list[int]) -> list[int]:
    return [faces[side] + best_exp(state, side) for side in (0, 1)]


def _by_player(state: State, faces: list[int]) -> dict[str, int]:
    return {player.name: total for player, total in zip(state.players, _totals(state, faces), strict=True)}


def _standing(state: State, faces: list[int], side: int) -> str:
    totals = _totals(state, faces)
    return f"you {totals[side]}, they {totals[1 - side]}"


def _first_asked(state: State, faces: list[int]) -> int:
    totals = _totals(state, faces)
    if totals[0] != totals[1]:
        return totals.index(min(totals))
    pools = [player.pool for player in state.players]
    return pools.index(min(pools)) if pools[0] != pools[1] else 1 - state.player_one


def _winner(g: Play, faces: list[int]) -> int | None:
    """The higher total (RE-1.10), if it is not a tie (RE-1.17)."""
    state = g.state
    totals = _totals(state, faces)
    if totals[0] != totals[1]:
        return totals.index(max(totals))
    pools = [player.pool for player in state.players]
    if g.options["initiative_tie"] == "smaller_pool_wins" and pools[0] != pools[1]:
        return pools.index(min(pools))
    return None
