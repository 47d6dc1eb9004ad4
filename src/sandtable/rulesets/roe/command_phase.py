"""The Command Phase (chapter 1): pools, Recon, initiative with its free re-roll and bids. Each function is a step."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.engine.asking import own_and_others, plain, player_option, yes_or_no
from sandtable.engine.dice import Roll
from sandtable.engine.events import Chapter
from sandtable.engine.questions import DECLINE, ChooseOne, Place, Point, Refusal
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.roe.asking import Play
from sandtable.rulesets.roe.content import notes
from sandtable.rulesets.roe.field import field_of
from sandtable.rulesets.roe.measures import BODY
from sandtable.rulesets.roe.orders import next_turn
from sandtable.rulesets.roe.space import renew_contacts
from sandtable.rulesets.roe.state import Model, State
from sandtable.rulesets.roe.strike_dice import D10
from sandtable.rulesets.roe.walking import standing_refused
from sandtable.skirmish.levels import SAME
from sandtable.skirmish.touching import would_touch
from sandtable.table import snap
from sandtable.table.hot.plane import point_segment

RECON = 6.0


def fill_pools(g: Play) -> Procedure[None]:
    """A counter for every available model and X for every officer in play, for both players at once (RE-1.3, RE-1.4,
    RE-1.5, RE-1.7)."""
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


# ---- Recon ----------------------------------------------------------------------------------------


def recon(g: Play) -> Procedure[None]:
    """One Recon model is placed or kept off, Player One's first (RE-6.15)."""
    state = g.state
    model = state.models[state.recon[0]]
    name = model.name
    placed = next(recon_spots(state, model), None) is not None and (
        yield from yes_or_no(
            "recon",
            model.side,
            name,
            f"{name}: place it now by Recon?",
            "RE-6.15",
            "Place",
            "Keep off",
            facts=notes()["recon"],
        )
    )
    if placed:
        places = yield Place(
            topic="recon place",
            seat=model.side,
            who=name,
            prompt=f'{name}: where, within 6" of your zone?',
            clause="RE-6.15",
            models=(name,),
            check=lambda places: recon_refused(state, model, places[name]),
            candidates=lambda: ({name: spot} for spot in recon_spots(state, model)),
        )
        spot = _stand_at(state, places[name])
        assert spot is not None, "a place that was not refused"
        model.x, model.y, model.z = spot.x, spot.y, spot.z
        model.status = "on the table"
        renew_contacts(state, model)
        g.tell("recon", "RE-6.15", who=name, at=[spot.x, spot.y])
    state.recon = state.recon[1:]
    if not state.recon:
        state.phase = "initiative"


def _stand_at(state: State, p: Point) -> Point | None:
    """The lowest place to stand there, be it the top of a ridge, or the one at the height that is named."""
    x, y = snap(p.x), snap(p.y)
    heights = field_of(state).surfaces(x, y)
    if not heights:
        return Point(x, y)  # in the middle of something solid
    named = [z for z in heights if abs(z - p.z) <= SAME] if p.z else heights
    return Point(x, y, named[0]) if named else None


def recon_refused(state: State, model: Model, p: Point) -> Refusal | None:
    """Too far from the zone, on impassable ground, over an edge, or touching an enemy. What can be stood on is not
    impassable, however one gets up there (RE-6.16)."""
    spot = _stand_at(state, p)
    if spot is None:
        return Refusal("there is nothing to stand on at that height", "RE-2.29")
    zone = state.players[model.side].zone
    if min(point_segment(spot.x, spot.y, *segment) for segment in zone) > (RECON + model.radius) ** 2:
        return Refusal('more than 6" from its zone', "RE-6.15")
    refused = standing_refused(state, model, spot)
    if refused is not None:
        solid = spot.z <= BODY and refused.clause in ("RE-2.26", "RE-2.8", "RE-2.2")
        return Refusal(refused.reason, "RE-6.16") if solid else refused
    for enemy in state.enemies(model):
        if would_touch(field_of(state), model, (spot.x, spot.y, spot.z), enemy):
            return Refusal(f"it would touch {enemy.name}", "RE-6.15")
    return None


def recon_spots(state: State, model: Model) -> Iterator[Point]:
    """A few legal places spread along the zone."""
    zone = state.players[model.side].zone
    where = field_of(state).table
    found = 0
    for number in range(64):
        x1, y1, x2, y2 = zone[number % len(zone)]
        share = (model.number * 0.37 + number * 0.6180339887498949) % 1.0
        deep = model.radius + RECON * ((number * 5) % 8) / 8
        x, y = x1 + (x2 - x1) * share, y1 + (y2 - y1) * share
        if x1 == x2:
            x = deep if x1 == 0 else where.width - deep
        else:
            y = deep if y1 == 0 else where.height - deep
        spot = Point(snap(x), snap(y))
        if recon_refused(state, model, spot) is None:
            yield spot
            found += 1
            if found == 6:
                return


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
    """A counter for a re-roll of one's own die, in turn, until both refuse one after the other (RE-1.14, RE-1.15)."""
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
    state = g.state
    totals = _totals(state, faces)
    if totals[0] != totals[1]:
        return totals.index(max(totals))
    pools = [player.pool for player in state.players]
    if g.options["initiative_tie"] == "smaller_pool_wins" and pools[0] != pools[1]:
        return pools.index(min(pools))
    return None
