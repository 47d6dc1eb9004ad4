"""Weir: two villages quarrel about a fish weir. The rules are in rulebook.toml, the words in log.toml."""

from collections.abc import Iterator
from copy import copy
from pathlib import Path
from random import Random
from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct, ValidationError, convert, to_builtins

from sandtable.engine.dice import Faces, Roll
from sandtable.engine.errors import SetupError
from sandtable.engine.events import Event
from sandtable.engine.questions import Absent, ChooseOne, Option, Point, Ref
from sandtable.engine.rulebook import Options, load_rulebook, read_toml
from sandtable.engine.ruleset import Outcome, Play, Procedure, Reading, Ruleset, Setup, Stage
from sandtable.skirmish.asking import ask_path
from sandtable.skirmish.battlefield import Battlefield
from sandtable.skirmish.candidates import Leaning
from sandtable.skirmish.charges import charges
from sandtable.skirmish.features import Feature
from sandtable.skirmish.march import March
from sandtable.skirmish.standing import standing_refused
from sandtable.skirmish.touching import touching
from sandtable.table import snap
from weir import drawing
from weir.advice import Elder, mirrored
from weir.field import CHARGING, MARSH, MEASURE, WALKING, WEIR, field, in_cover, points_in_sight

VILLAGES, LAST_TURN = ("Reed", "Sedge"), 24


class Fisher(Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(pattern=r"^[A-Z][a-z]+\Z")]
    side: Annotated[int, Meta(ge=0, le=1)]
    x: float
    y: float
    hurts: Annotated[int, Meta(ge=0, le=2)] = 0  # after the second it is at home
    z: ClassVar[float] = 0.0
    radius: ClassVar[float] = 0.5


class Marsh(Struct, forbid_unknown_fields=True):
    fishers: list[Fisher]
    turn: Annotated[int, Meta(ge=1)] = 1
    terrain: tuple[Feature, ...] = MARSH

    def clone(self) -> "Marsh":
        return Marsh([copy(one) for one in self.fishers], self.turn, self.terrain)

    @property
    def field(self) -> Battlefield:
        return field(self.terrain)

    def standing(self, side: int) -> list[Fisher]:
        return [one for one in self.fishers if one.side == side and one.hurts < 2]

    def others(self, one: Fisher) -> tuple[Fisher, ...]:
        return tuple(other for other in (*self.standing(0), *self.standing(1)) if other is not one)

    def in_contact(self, one: Fisher) -> list[Fisher]:
        return [foe for foe in self.standing(1 - one.side) if touching(self.field, one, foe)]

    def holding(self, side: int) -> int:
        return sum(MEASURE.within(one, WEIR, 2.0) for one in self.standing(side))


def march(state: Marsh, options: Options, one: Fisher, foe: Fisher | None = None) -> March:
    """A walk, or with an enemy a charge."""
    inches, verdicts = (float(options["charge"]), CHARGING) if foe else (5.0, WALKING)
    friends = options["friends"] == "pass"
    return March(state.field, one, inches, state.others(one), verdicts, target=foe, through_friends=friends)


def actions(state: Marsh, options: Options, side: int) -> Iterator[tuple[Option, str]]:
    """Whatever a player might think of, with the reason why not ('' if it is legal)."""
    for one in state.standing(side):
        name, me = one.name, Ref("model", one.name)
        yield Option(f"{name}:walk", f"{name} walks", (me,), "WR-2.2", (walk, one, None)), ""
        for foe in state.standing(1 - side):
            it, both = foe.name, (me, Ref("model", foe.name))
            why_not = no_fight(state, options, one, foe)
            yield Option(f"{name}:fight-{it}", f"{name} fights {it}", both, "WR-2.4", (fight, one, foe)), why_not
            why_not = no_sling(state, one, foe)
            yield Option(f"{name}:sling-{it}", f"{name} slings at {it}", both, "WR-2.5", (sling, one, foe)), why_not


def no_fight(state: Marsh, options: Options, one: Fisher, foe: Fisher) -> str:
    if touched := state.in_contact(one):
        return "" if foe in touched else f"{one.name} is in contact with {touched[0].name}"
    return "" if any(charges(march(state, options, one, foe))) else f"no way leads to {foe.name}"


def no_sling(state: Marsh, one: Fisher, foe: Fisher) -> str:
    if touched := state.in_contact(one):
        return f"{one.name} is in contact with {touched[0].name}"
    if not MEASURE.within(one, foe, 9.0):
        return f"{foe.name} is out of range"
    return "" if points_in_sight(state.field, one, foe) else f"{foe.name} is out of sight"


def stone(side: int, who: str, needs: int) -> Procedure[bool]:
    """A stage: it reads its arguments only, changes nothing and returns a small result."""
    faces: Faces = yield Roll(1, 6, f"stone of {who}", "WR-3.2", side, who, bands=(1, needs), good=(needs, 6))
    return faces[0] >= needs


def blows(side: int, who: str, whom: str, bonus: int) -> Procedure[int]:
    """Who is hurt: 1 the other one, -1 the attacker itself, 0 nobody."""
    ours: Faces = yield Roll(1, 6, f"blow of {who}", "WR-3.4", side, who)
    theirs: Faces = yield Roll(1, 6, f"blow of {whom}", "WR-3.4", 1 - side, whom)
    won = ours[0] + bonus - theirs[0]
    return (won > 0) - (won < 0)


def walk(g: Play[Marsh], one: Fisher, foe: None) -> Procedure[None]:
    leaning = Leaning(goal=(WEIR.x, WEIR.y), leaves=tuple(g.state.in_contact(one)), turn=float(g.state.turn))
    way = yield from ask_path(march(g.state, g.options, one), leaning, f"Where does {one.name} walk?", "WR-2.2")
    one.x, one.y = way.end.x, way.end.y
    g.tell("walks", "WR-2.2", who=one.name, length=round(way.length, 1))


def fight(g: Play[Marsh], one: Fisher, foe: Fisher) -> Procedure[None]:
    charging = foe not in g.state.in_contact(one)
    if charging:
        prompt = f"How does {one.name} charge {foe.name}?"
        way = yield from ask_path(march(g.state, g.options, one, foe), Leaning(), prompt, "WR-2.4")
        one.x, one.y = way.end.x, way.end.y
        g.tell("charges", "WR-2.4", who=one.name, target=foe.name, length=round(way.length, 1))
    won = yield Stage(blows, (one.side, one.name, foe.name, int(charging)))
    if won:
        hurt(g, foe if won > 0 else one)


def sling(g: Play[Marsh], one: Fisher, foe: Fisher) -> Procedure[None]:
    covered = in_cover(g.state.field, one, foe)
    g.tell("slings", "WR-2.5", "WR-3.3", who=one.name, target=foe.name, where="in cover" if covered else "in the open")
    if (yield Stage(stone, (one.side, one.name, 5 if covered else 4))):
        hurt(g, foe)


def hurt(g: Play[Marsh], one: Fisher) -> None:
    one.hurts += 1
    g.tell("hurt" if one.hurts < 2 else "goes home", "WR-3.5", who=one.name)


class Weir:
    id, version, title = "weir", "1.0.0", "Weir"
    rulebook = load_rulebook(Path(__file__).with_name("rulebook.toml"))
    words = read_toml(Path(__file__).with_name("log.toml"), dict[str, str])
    advice, mirrored_setups, hides_nothing = Elder(), mirrored, True
    scene, measure = staticmethod(drawing.scene), staticmethod(drawing.measure)

    def begin(self, setup: Setup, options: Options) -> Marsh:
        try:
            state = convert(setup.get("situation", setup), Marsh)
        except ValidationError as error:
            raise SetupError(f"not a set-up: {error}", "WR-1.1") from error
        if len({one.name for one in state.fishers}) < len(state.fishers):
            raise SetupError("two fishers have the same name", "WR-1.1")
        if any(not 1 <= sum(one.side == side for one in state.fishers) <= 3 for side in (0, 1)):
            raise SetupError("a village has one to three fishers", "WR-1.1")
        for one in (*state.standing(0), *state.standing(1)):
            one.x, one.y = snap(one.x), snap(one.y)
            if refused := standing_refused(state.field, one, Point(one.x, one.y), state.others(one), WALKING):
                raise SetupError(refused.reason, refused.clause)
        return state

    def seats(self, state: Marsh) -> tuple[str, ...]:
        return VILLAGES

    def step(self, g: Play[Marsh]) -> Procedure[None]:
        state, side = g.state, (g.state.turn - 1) % 2
        known = list(actions(state, g.options, side))
        deed, one, foe = yield ChooseOne(
            seat=side,
            prompt=f"Turn {state.turn} of {LAST_TURN}: who of {VILLAGES[side]} does what?",
            clause="WR-2.1",
            options=tuple(option for option, why_not in known if not why_not),
            missing=lambda: tuple(Absent(o.id, o.label, why_not, o.clause) for o, why_not in known if why_not),
        )
        yield from deed(g, one, foe)
        state.turn += 1

    def outcome(self, state: Marsh) -> Outcome | None:
        left = [len(state.standing(side)) for side in (0, 1)]
        if all(left) and state.turn <= LAST_TURN:
            return None
        held = [state.holding(side) for side in (0, 1)] if all(left) else left
        seats = tuple(side for side in (0, 1) if held[side] > held[1 - side])
        summary = f"{'At the weir' if all(left) else 'Left'}: Reed {held[0]}, Sedge {held[1]}."
        return Outcome(tuple(VILLAGES[side] for side in seats), seats, summary, "WR-4.2" if all(left) else "WR-4.1")

    def facts(self, reading: Reading[Marsh]) -> dict[str, Any]:
        return {"turn": reading.state.turn} | {one.name: to_builtins(one) for one in reading.state.fishers}

    view = facts  # nothing is hidden

    def say(self, event: Event) -> str:
        return self.words[event.kind].format_map(event.data)

    def quick_setup(self) -> Setup:
        reed, sedge = (("Ada", 5), ("Ben", 9), ("Cob", 13)), (("Dot", 13), ("Eli", 9), ("Fay", 5))
        west = [{"name": name, "side": 0, "x": 2, "y": y} for name, y in reed]
        return {"fishers": west + [{"name": name, "side": 1, "x": 22, "y": y} for name, y in sedge]}

    def random_setup(self, rng: Random) -> tuple[Setup, dict[str, Any]]:
        fishers = self.quick_setup()["fishers"]
        some = fishers[: rng.randint(1, 3)] + fishers[3 : 3 + rng.randint(1, 3)]
        return {"fishers": some}, {"charge": rng.randint(4, 8), "friends": rng.choice(("pass", "block"))}


RULESET: Ruleset[Marsh] = Weir()
