"""Setting up (chapter 7): Player One and Two, objectives, ingress, victory condition. Each function is a step."""

from __future__ import annotations

from sandtable.engine.asking import own_and_others, player_option
from sandtable.engine.dice import Roll
from sandtable.engine.questions import ChooseOne, Option
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.roe.asking import Play
from sandtable.rulesets.roe.content import Ingress, IngressChoice, ObjectiveSet, content, notes
from sandtable.rulesets.roe.dice import D10
from sandtable.rulesets.roe.state import Objective, State


def choose_player_one(g: Play) -> Procedure[None]:
    """The lower Force Rating decides who is Player One; equal ratings roll (RE-7.4, RE-7.5)."""
    state = g.state
    ratings = [player.rating for player in state.players]
    clause = "RE-7.4"
    chooser = ratings.index(min(ratings))
    if ratings[0] == ratings[1] or g.options["player_one_method"] == "roll_off":
        clause = "RE-7.5"
        chooser = yield from roll_off(g)
    seat = yield ChooseOne(
        topic="player one",
        seat=chooser,
        prompt="Who is Player One?",
        clause=clause,
        hint=_still_open(state),
        options=tuple(player_option(player.name, seat) for seat, player in enumerate(state.players)),
        facts=lambda: own_and_others(state.players, chooser, notes()["player one"]),
    )
    state.player_one = seat
    g.tell("player one", clause, who=state.players[seat].name, by=state.players[chooser].name)
    state.phase = "objectives"


def _still_open(state: State) -> str:
    """What the two will pick; a ready battle has fixed some of it, or all."""
    ones = {"the objectives": state.objective_set, "how the battle is won": state.victory}
    one = " and ".join(what for what, fixed in ones.items() if not fixed)
    two = "" if state.ingress and state.side_choice else "where both come in"
    picks = [f"Player {name} picks {what}" for name, what in (("One", one), ("Two", two)) if what]
    return f"{'; '.join(picks)}." if picks else "Objectives, victory and the edges of Player One and Two are given."


def roll_off(g: Play) -> Procedure[int]:
    """One die each; a tie is rolled again; nobody may bid (RE-7.5, RE-1.18)."""
    while True:
        faces = []
        for seat, player in enumerate(g.state.players):
            (face,) = yield Roll(1, D10, f"roll-off of {player.name}", "RE-7.5", seat)
            faces.append(face)
        if faces[0] != faces[1]:
            return faces.index(max(faces))


def choose_objectives(g: Play) -> Procedure[None]:
    """Player One picks the objective set (RE-7.10)."""
    state = g.state
    number = state.objective_set
    if not number:
        number = yield ChooseOne(
            topic="objectives",
            seat=state.player_one,
            prompt="Which objective set?",
            clause="RE-7.10",
            options=tuple(Option(str(n), entry.name, (), f"RE-7.{10 + n}", n) for n, entry in content().sets.items()),
            facts=lambda: notes()["objectives"],
        )
    state.objective_set = number
    chosen = content().sets[number]
    place_markers(state, chosen, str(g.options["overload_layout"]))
    g.tell("objectives", f"RE-7.{10 + number}", name=chosen.name, by=state.players[state.player_one].name,
           markers={one.name: [one.x, one.y] for one in state.objectives})  # fmt: skip
    state.phase = "ingress"


def place_markers(state: State, chosen: ObjectiveSet, layout: str) -> None:
    """Markers A, B, C … at the points of the set (RE-7.9, RE-7.11, RE-7.12, RE-7.13, RE-7.14)."""
    spots = chosen.markers_cross if chosen.markers_cross and layout == "cross" else chosen.markers
    state.objectives = tuple(Objective(chr(ord("A") + i), x, y) for i, (x, y) in enumerate(spots))
    state.controlled = (-1,) * len(spots)


def _side_line(ingress: Ingress) -> str:
    return notes()["edge"]["coloured" if ingress.coloured else "corner" if ingress.number == 2 else "edge"]


def choose_ingress(g: Play) -> Procedure[None]:
    """Player Two picks the ingress map (RE-7.16, RE-7.17, RE-7.18, RE-7.19, RE-7.20), the side and the colours
    (RE-7.15)."""
    state = g.state
    seat = 1 - state.player_one
    number = state.ingress
    if not number:
        number = yield ChooseOne(
            topic="ingress",
            seat=seat,
            prompt="Which ingress map?",
            clause="RE-7.15",
            options=tuple(
                Option(str(n), entry.name, (), _ingress_clause(n), n) for n, entry in content().ingress.items()
            ),
            facts=lambda: notes()["ingress"],
        )
    ingress = content().ingress[number]
    side = state.side_choice if any(choice.id == state.side_choice for choice in ingress.choice) else ""
    if not side and len(ingress.choice) > 1:
        side = yield ChooseOne(
            topic="edge",
            seat=seat,
            prompt=f"{ingress.name}: which {'corner' if number == 2 else 'edge'}?",
            clause=_ingress_clause(number),
            options=tuple(Option(choice.id, choice.id) for choice in ingress.choice),
            facts=lambda: dict.fromkeys((choice.id for choice in ingress.choice), _side_line(ingress)),
        )
    choice = next((one for one in ingress.choice if one.id == side), ingress.choice[0])
    colour = ""
    if ingress.coloured:
        colour = state.colour_choice or (
            yield ChooseOne(
                topic="colour",
                seat=seat,
                prompt=f"{ingress.name}: your colour?",
                clause="RE-7.15",
                options=(Option("blue", "Blue"), Option("green", "Green")),
                facts=lambda: notes()["colour"],
            )
        )
    state.ingress, state.side_choice, state.colour_choice = number, choice.id, colour
    open_zones(state, choice, colour, str(g.options["cornered_green_side"]))
    names = [player.name for player in state.players]
    g.tell("ingress", _ingress_clause(number), name=ingress.name, by=names[seat],
           zones={name: [list(s) for s in p.zone] for name, p in zip(names, state.players, strict=True)})  # fmt: skip
    state.phase = "victory"


def _ingress_clause(number: int) -> str:
    return {1: "RE-7.16", 2: "RE-7.17", 3: "RE-7.18", 4: "RE-7.20"}[number]


def open_zones(state: State, choice: IngressChoice, colour: str, green_side: str) -> None:
    one, two = state.players[state.player_one], state.players[1 - state.player_one]
    if not colour:
        one.zone, two.zone = choice.player_one, choice.player_two
        return
    green = choice.green_near if choice.green_near and green_side == "near" else choice.green
    two.zone, one.zone = (choice.blue, green) if colour == "blue" else (green, choice.blue)


def choose_victory(g: Play) -> Procedure[None]:
    """Player One picks the victory condition last (RE-7.21)."""
    state = g.state
    number = state.victory
    if not number:
        number = yield ChooseOne(
            topic="victory",
            seat=state.player_one,
            prompt="Which victory condition?",
            clause="RE-7.21",
            options=tuple(Option(str(n), entry.name, (), "", n) for n, entry in content().victories.items()),
            facts=lambda: {str(n): entry.aim for n, entry in content().victories.items()},
        )
    state.victory = number
    g.tell("victory", "RE-7.21", name=content().victories[number].name, by=state.players[state.player_one].name)
    state.phase = "command"
