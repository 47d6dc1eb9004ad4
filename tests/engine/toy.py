"""The Orchard: a ruleset of a page, made to ask every kind of question.

A set-up lists the chores of the day; each chore is one step. Whoever has picked more apples wins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from random import Random
from typing import Any

from msgspec import Struct, field

from sandtable.engine.dice import Roll
from sandtable.engine.errors import SetupError
from sandtable.engine.events import Event
from sandtable.engine.questions import (
    Absent,
    ChooseOne,
    ChooseSome,
    Draft,
    Move,
    Option,
    Order,
    Paths,
    Place,
    Places,
    Point,
    Question,
    Ref,
    Refusal,
    Split,
)
from sandtable.engine.rulebook import Clause, HouseRule, HouseRuleChoice, Options, Rulebook
from sandtable.engine.ruleset import Outcome, Play, Procedure, Reading, Setup, Stage

ANN, TOM = 0, 1
FRUIT = tuple(Option(name, name.title(), (Ref("fruit", name),)) for name in ("apple", "pear", "plum"))
QUINCE = Absent("quince", "Quince", "quinces are not ripe before October", "TO-1.2")
FENCE = 6.0
ROUND_ROBIN = ("one", "some", "order", "split", "draft", "place", "move", "roll", "two", "secret", "reveal", "bet")


class Orchard(Struct):
    """The state."""

    todo: tuple[str, ...]
    seats: tuple[str, ...] = ("Ann", "Tom")
    apples: list[int] = field(default_factory=lambda: [0, 0])
    notes: list[Any] = []
    secret: int = 0

    def clone(self) -> Orchard:
        state = copy(self)
        state.apples, state.notes = list(self.apples), list(self.notes)
        return state


# ---- questions ------------------------------------------------------------------------------------


def choose_one(seat: int = ANN) -> ChooseOne:
    return ChooseOne(
        seat=seat, who="picker", prompt="Which fruit?", clause="TO-1.1", options=FRUIT, missing=lambda: (QUINCE,)
    )


def choose_some(ordered: bool = False) -> ChooseSome:
    return ChooseSome(
        seat=ANN, prompt="Which fruits?", clause="TO-1.1", options=FRUIT, least=1, most=2, ordered=ordered,
        missing=lambda: (QUINCE,),
    )  # fmt: skip


def order() -> Order:
    return Order(seat=TOM, prompt="In which order?", clause="TO-1.3", options=FRUIT, missing=lambda: (QUINCE,))


def split(total: int = 4, least: int = 0, most: int | None = 3) -> Split:
    return Split(
        seat=TOM, prompt="How many of each?", clause="TO-1.4", options=FRUIT, total=total, least=least, most=most,
        missing=lambda: (QUINCE,),
    )  # fmt: skip


def draft() -> Draft:
    return Draft(
        seat=TOM, prompt="Pick one", clause="TO-1.5", options=FRUIT, queue=("Tom", "Ann"), clock=10,
        fallback=lambda: "plum", missing=lambda: (QUINCE,),
    )  # fmt: skip


def inside(points: Iterator[Point]) -> Refusal | None:
    for point in points:
        if not (0 <= point.x <= FENCE and 0 <= point.y <= FENCE):
            return Refusal("that is behind the fence", "TO-1.6")
    return None


def place() -> Place:
    def check(places: Places) -> Refusal | None:
        if places["ladder"] == places["basket"]:
            return Refusal("the ladder would stand in the basket")
        return inside(iter(places.values()))

    def candidates() -> Iterator[Places]:
        for x in range(4):
            yield {"ladder": Point(x, 1), "basket": Point(x, 2.5, 1.0)}

    return Place(
        seat=ANN, prompt="Where do they stand?", clause="TO-1.7", models=("ladder", "basket"), check=check,
        candidates=candidates, region=[[0, 0], [FENCE, 0], [FENCE, FENCE], [0, FENCE]],
    )  # fmt: skip


def move() -> Move:
    def check(paths: Paths) -> Refusal | None:
        return inside(point for path in paths.values() for point in path)

    def candidates() -> Iterator[Paths]:
        for x in range(4):
            yield {"cart": (Point(x, 0), Point(x, 2, 0, "pull"))}

    def route(mover: str, wish: Point) -> tuple[Point, ...] | Refusal:
        if wish.x == wish.y:
            return Refusal("the lane does not go there", "TO-1.8")
        return (Point(wish.x, 0), wish)

    return Move(
        seat=TOM, prompt="Where does the cart go?", clause="TO-1.9", movers=("cart",), budget=4.5, check=check,
        candidates=candidates, route=route, region=[[0, 0], [4, 0], [4, 2]],
    )  # fmt: skip


QUESTIONS: dict[str, Callable[[], Question]] = {
    "one": choose_one,
    "some": choose_some,
    "some ordered": lambda: choose_some(True),
    "order": order,
    "split": split,
    "draft": draft,
    "place": place,
    "move": move,
}


# ---- chores ---------------------------------------------------------------------------------------

Orchards = Play[Orchard]


def shake(seat: int, dice: int) -> Procedure[int]:
    """A stage: the apples that fall."""
    faces = yield Roll(dice, 6, "apples that fall", "TO-2.1", seat, "tree")
    return sum(faces)


def ask(kind: str) -> Callable[[Orchards], Procedure[None]]:
    def chore(g: Orchards) -> Procedure[None]:
        answer = yield QUESTIONS[kind]()
        note(g, kind, answer)

    return chore


def note(g: Orchards, kind: str, answer: Any) -> None:
    g.state.notes.append([kind, answer])
    g.tell("noted", "TO-1.1", what=kind)


def roll(g: Orchards) -> Procedure[None]:
    fallen = yield Stage(shake, (ANN, int(g.options["dice"])))
    g.state.apples[ANN] += fallen
    g.tell("fallen", "TO-2.1", apples=fallen)


def two(g: Orchards) -> Procedure[None]:
    """Asks twice in one step, and changes the state in between."""
    first = yield choose_one()
    note(g, "first", first)
    second = yield choose_one()
    note(g, "second", second)


def secret(g: Orchards) -> Procedure[None]:
    fruit = yield choose_one(TOM)
    g.state.secret = len(fruit)
    g.whisper(TOM, "hidden", "TO-2.2", fruit=fruit)


def reveal(g: Orchards) -> Procedure[None]:
    yield choose_one()
    g.reveal()
    g.tell("shown", "TO-2.3", secret=g.state.secret)


def bet(g: Orchards) -> Procedure[None]:
    """Waiting costs nothing; shaking the tree rolls a die at once."""
    chosen = yield ChooseOne(
        seat=ANN, prompt="Wait or shake?", clause="TO-2.1", options=(Option("wait", "Wait"), Option("shake", "Shake"))
    )
    if chosen == "shake":
        g.state.apples[ANN] += yield Stage(shake, (ANN, 1))
    g.tell("bet", "TO-2.1", chosen=chosen)


CHORES: dict[str, Callable[[Orchards], Procedure[None]]] = {
    **{kind: ask(kind) for kind in QUESTIONS},
    "roll": roll,
    "two": two,
    "secret": secret,
    "reveal": reveal,
    "bet": bet,
}


# ---- the ruleset ----------------------------------------------------------------------------------


class Toy:
    id = "orchard"
    version = "1.2.0"
    title = "The Orchard"
    rulebook = Rulebook(
        "orchard", "The Orchard", "nobody", "A day among trees.",
        tuple(Clause(f"TO-{n}", f"Clause {n}", "…", "definition", "here") for n in ("1.1", "1.2", "2.1", "3.1")),
        (
            HouseRule("dice", "TO-2.1", 2, (), 1, 4),
            HouseRule("weather", "TO-3.1", "sun", (HouseRuleChoice("sun", "bright"), HouseRuleChoice("rain", "wet"))),
        ),
    )  # fmt: skip

    def begin(self, setup: Setup, options: Options) -> Orchard:
        chores = setup.get("situation", setup).get("chores", ())
        for chore in chores:
            if chore not in CHORES:
                raise SetupError(f"there is no chore {chore!r}", "TO-3.1")
        return Orchard(tuple(chores))

    def seats(self, state: Orchard) -> tuple[str, ...]:
        return state.seats

    def step(self, g: Orchards) -> Procedure[None]:
        yield from CHORES[g.state.todo[0]](g)
        g.state.todo = g.state.todo[1:]

    def outcome(self, state: Orchard) -> Outcome | None:
        return None if state.todo else Outcome(("Ann",), (ANN,), "The day is over.", "TO-3.1")

    def facts(self, reading: Reading[Orchard]) -> dict[str, Any]:
        state = reading.state
        return {"todo": list(state.todo), "apples": {"Ann": state.apples[ANN], "Tom": state.apples[TOM]}}

    def view(self, reading: Reading[Orchard]) -> dict[str, Any]:
        state = reading.state
        shown = {"todo": list(state.todo), "apples": list(state.apples)}
        return {**shown, "secret": state.secret} if reading.seat == TOM else shown

    event_kinds = ("noted", "fallen", "hidden", "shown", "bet")

    def is_label(self, reading: Reading[Orchard], name: str) -> bool:
        return name.casefold() in ("wait", "shake", *(fruit.id for fruit in FRUIT))

    def say(self, event: Event) -> str:
        return f"{event.kind}!"

    def quick_setup(self) -> Setup:
        return {"chores": list(ROUND_ROBIN)}

    def random_setup(self, rng: Random) -> tuple[Setup, dict[str, Any]]:
        return {"chores": rng.choices(list(CHORES), k=rng.randint(1, 8))}, {"dice": rng.randint(1, 4)}


TOY = Toy()


def day(*chores: str) -> dict[str, Any]:
    """A set-up with these chores."""
    return {"chores": list(chores)}
