"""Moves on the table (chapter 2): the kinds there are (RE-2.17), how far each goes, and who is in whose way. Whether a
path is legal is for `skirmish.walking.judge` to say; refusals.py has the clauses by which it refuses."""

from __future__ import annotations

from msgspec import Struct

from sandtable.engine.questions import Point, Refusal
from sandtable.engine.rulebook import Options
from sandtable.rulesets.roe.field import field_of
from sandtable.rulesets.roe.refusals import VERDICTS, verdicts
from sandtable.rulesets.roe.state import Activation, Kind, Model, State
from sandtable.skirmish import standing
from sandtable.skirmish.march import March

CLIMBS: tuple[Kind, ...] = ("climb", "encumbered climb")


class Allowance(Struct, frozen=True):
    """How far a move may go, and the clause that says so."""

    inches: float
    clause: str


FLEET = {"standard_8": 8.0, "encumbered_6": 6.0, "standard_12": 12.0}
ALLOWANCES: dict[Kind, Allowance] = {
    "standard": Allowance(6.0, "RE-2.3"),
    "encumbered": Allowance(4.0, "RE-2.4"),
    "climb": Allowance(4.0, "RE-2.5"),
    "encumbered climb": Allowance(2.0, "RE-2.6"),
    "assault": Allowance(4.0, "RE-2.12"),
    "consolidate": Allowance(2.0, "RE-2.16"),
}


def allowance(options: Options, kind: Kind, fleet: bool) -> Allowance:
    """How far each kind goes (RE-2.17, RE-2.19): Standard (RE-2.3), Encumbered (RE-2.4), Climb (RE-2.5), Encumbered
    Climb (RE-2.6), Assault (RE-2.12), Consolidate (RE-2.16); with Fleet (RE-6.8, RE-6.9)."""
    if fleet:
        return Allowance(8.0, "RE-6.9") if kind == "assault" else Allowance(FLEET[str(options["fleet_move"])], "RE-6.8")
    if kind == "climb":
        return Allowance(float(options["standard_climb"]), "RE-2.5")
    return ALLOWANCES[kind]


def move_kind(act: Activation, climb: bool) -> Kind:
    """A Climb takes the place of the move that the order allows (RE-2.7)."""
    if act.order == "Tactical":
        return "encumbered climb" if climb else "encumbered"
    return "climb" if climb else "standard"


class Trip(Struct, frozen=True):
    """A move that is asked for or tried: who, how, how far, and in an assault against whom."""

    state: State
    options: Options
    model: Model
    kind: Kind
    fleet: bool = False
    target: Model | None = None

    @property
    def entering(self) -> bool:
        return self.model.status == "off the table"

    @property
    def limit(self) -> Allowance:
        return allowance(self.options, self.kind, self.fleet)

    @property
    def march(self) -> March:
        """What stops it, under free measuring in plan (RE-0.3, RE-2.1, RE-2.10), is refused by the clauses of
        refusals.py: the table's edge (RE-0.10), another base (RE-0.9), what blocks the path (RE-2.2, RE-2.26), a sheer
        face (RE-2.32), a change of level without a slope or a climb (RE-2.11).

        Enemies may be neither passed nor touched (RE-2.13), friends passed but not stood on (RE-2.18); Obstacles are
        crossed (RE-2.23), slopes walked up (RE-2.30), faces climbed (RE-2.31) where there is something to climb
        (RE-2.8), one level at a time (RE-2.9); who enters starts at its zone (RE-1.21). An assault ends in contact
        (RE-2.12), with an Engaged model too where there is room (RE-4.30), and may use slopes, but no climb (RE-2.14,
        RE-2.15); whoever stays where it is stays Engaged (RE-4.47)."""
        model, limit = self.model, self.limit
        return March(
            field_of(self.state),
            model,
            limit.inches,
            others(self.state, model),
            verdicts(self.kind, limit.clause),
            entering=self.entering,
            zone=self.state.players[model.side].zone,
            climbs=self.kind in CLIMBS,
            target=self.target,
            through_friends=bool(self.options["move_through_friends"]),
        )


def others(state: State, model: Model) -> tuple[Model, ...]:
    """Everybody else who stands on the table: nobody ends a move on another base (RE-2.18)."""
    return tuple([one for one in state.models if one.status == "on the table" and one is not model])


def standing_refused(state: State, model: Model, there: Point) -> Refusal | None:
    """Why a model may not stand there: off the table (RE-0.10), on somebody (RE-0.9), over an edge, in a wall, on top
    of an Obstacle."""
    return standing.standing_refused(field_of(state), model, there, others(state, model), VERDICTS)
