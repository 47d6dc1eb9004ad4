"""Companies: a ruleset of a page in which two units of twenty march past each other, three times each."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import Struct

from sandtable.engine.events import Event
from sandtable.engine.questions import Question
from sandtable.engine.rulebook import Clause, Options, Rulebook
from sandtable.engine.ruleset import Outcome, Play, Procedure, Reading, Setup
from sandtable.engine.scenes import ShownModel, SideInfo, TableScene
from sandtable.skirmish import planning, unit_planning
from sandtable.skirmish.unit_asking import DrawnUnitMove, UnitLeaning, ask_unit
from sandtable.table import Figure, Table, stage
from tests.skirmish.units import BAR, BOG, HILL, ROCK, rank, unit_march

TERRAIN = (ROCK, BAR, BOG, HILL)
GROUND = Table(width=30, height=30, terrain=TERRAIN, name="companies")
TURNS = 6
NAMES = ("red", "blue")


class Field(Struct):
    """The state: who stands where, and whose turn it is."""

    units: dict[str, list[Figure]]
    turn: int = 0

    def clone(self) -> Field:
        return Field({name: list(figures) for name, figures in self.units.items()}, self.turn)

    @property
    def seat(self) -> int:
        return self.turn % 2


class Companies:
    id = "companies"
    version = "1.0.0"
    title = "Companies"
    hides_nothing = True
    rulebook = Rulebook(
        "companies", "Companies", "nobody", "Two units pass each other.",
        (Clause("CO-1.1", "March", "A unit marches six inches.", "action", "here"),),
    )  # fmt: skip

    def begin(self, setup: Setup, options: Options) -> Field:
        count = int(setup.get("count", 20))
        return Field({"red": rank("red", 3.0, 3.0, count, 7, 1.25), "blue": rank("blue", 14.0, 22.0, count, 7, 1.25)})

    def seats(self, state: Field) -> tuple[str, ...]:
        return NAMES

    def step(self, g: Play[Field]) -> Procedure[None]:
        state = g.state
        mine, theirs = NAMES[state.seat], NAMES[1 - state.seat]
        march = unit_march(state.units[mine], *state.units[theirs], terrain=TERRAIN)
        goal = state.units[theirs][0]
        leaning = UnitLeaning(((goal.x, goal.y),), float(state.turn))
        walked = yield from ask_unit(march, leaning, state.seat, f"Where does {mine} go?", "CO-1.1")
        state.units[mine] = [figure.moved(walked.ways[figure.id].end) for figure in state.units[mine]]
        state.turn += 1
        g.tell("marched", "CO-1.1", unit=mine)

    def outcome(self, state: Field) -> Outcome | None:
        return None if state.turn < TURNS else Outcome((), (), "They have passed each other.", "CO-1.1")

    def facts(self, reading: Reading[Field]) -> dict[str, Any]:
        return {name: [[f.x, f.y, f.z] for f in figures] for name, figures in reading.state.units.items()}

    def view(self, reading: Reading[Field]) -> dict[str, Any]:
        return self.facts(reading)

    def say(self, event: Event) -> str:
        return f"{event.data['unit']} marches"

    def quick_setup(self) -> Setup:
        return {}

    def random_setup(self, rng: Random) -> tuple[Setup, dict[str, Any]]:
        return {"count": rng.randrange(1, 21)}, {}

    def scene(self, reading: Reading[Field]) -> TableScene:
        state = reading.state
        units = [
            unit_planning.unit(name, side, state.units[name], 1.0, icon="rifle") for side, name in enumerate(NAMES)
        ]
        sides = [SideInfo(name=name, seat=side, slot=side, icon="rifle") for side, name in enumerate(NAMES)]
        return TableScene(
            title=self.title, headline=f"March {state.turn + 1} of {TURNS}", round=None,
            phase="", phases=[], turn=state.seat, active=NAMES[state.seat], sides=sides,
            ground=stage.ground(GROUND, lambda piece: [""] * len(piece.outline), lambda piece: []),
            models=[_drawn(side, figure) for side, name in enumerate(NAMES) for figure in state.units[name]],
            marks=[], units=units,
        )  # fmt: skip

    def preview(self, reading: Reading[Field], question: Question, value: Any) -> dict[str, Any] | None:
        return planning.preview(question, value)

    def places(self, reading: Reading[Field], question: Question) -> list[dict[str, Any]]:
        assert isinstance(question, DrawnUnitMove)
        return planning.unit_places(question)


def _drawn(side: int, figure: Figure) -> ShownModel:
    return ShownModel(
        id=figure.id, name=figure.id, side=side, x=figure.x, y=figure.y, z=figure.z, radius=figure.base.radius,
        icon="rifle", role="", facts="", state="ready", wounds=None, pins=None, statuses=[], bound=[], ranges=[],
    )  # fmt: skip


COMPANIES = Companies()
