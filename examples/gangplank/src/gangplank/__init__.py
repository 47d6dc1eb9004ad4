"""Gangplank: two crews meet on a plank between two ships. The rules are in rulebook.toml, the words in log.toml."""

from collections.abc import Iterator
from copy import copy
from pathlib import Path
from random import Random
from typing import Annotated, Any

from msgspec import Meta, Struct, ValidationError, convert, to_builtins

from gangplank.advice import Bosun, mirrored
from sandtable.engine.dice import Faces, Roll
from sandtable.engine.errors import SetupError
from sandtable.engine.events import Event
from sandtable.engine.questions import Absent, ChooseOne, Option, Ref
from sandtable.engine.rulebook import Options, load_rulebook, read_toml
from sandtable.engine.ruleset import Outcome, Play, Procedure, Reading, Ruleset, Setup, Stage

CREWS, LENGTH, LAST_TURN = ("Red", "Blue"), 5, 16
PLAIN = {1: "overreaches", 2: "misses", 4: "shoves", 6: "fells"}  # by the lowest face of each band
BRACED = {1: "overreaches", 3: "misses", 6: "shoves"}
REPLIES = (Option("brace", "Brace"), Option("counter", "Counter"), Option("take", "Take it"))


class Sailor(Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(pattern=r"^[A-Z][a-z]+\Z")]
    reach: Annotated[int, Meta(ge=0, le=LENGTH)] = 1  # its square, counted from its own ship; 0 is overboard
    grit: Annotated[int, Meta(ge=0, le=1)] = 1

    def gap(self, foe: "Sailor") -> int:
        return LENGTH - self.reach - foe.reach  # empty squares between two enemies


class Plank(Struct, forbid_unknown_fields=True):
    red: Annotated[list[Sailor], Meta(min_length=1, max_length=3)]
    blue: Annotated[list[Sailor], Meta(min_length=1, max_length=3)]
    turn: Annotated[int, Meta(ge=1)] = 1

    def clone(self) -> "Plank":
        return Plank([copy(one) for one in self.red], [copy(one) for one in self.blue], self.turn)

    def standing(self, seat: int) -> list[Sailor]:
        return [one for one in (self.red, self.blue)[seat] if one.reach]

    def actions(self, seat: int) -> Iterator[tuple[Option, str]]:
        """Whatever a player might think of, with the reason why not ('' if it is legal)."""
        foes = self.standing(1 - seat)
        for one in self.standing(seat):
            name, me = one.name, Ref("model", one.name)
            for n in (1, 2):
                why_not = "" if all(one.gap(foe) >= n for foe in foes) else "an enemy is in the way"
                yield Option(f"{name}:advance-{n}", f"{name} advances {n}", (me,), "GP-2.2", (one, n, None)), why_not
            for foe in foes:
                why_not = f"{foe.name} is not on the next square" if one.gap(foe) else ""
                label, both = f"{name} strikes {foe.name}", (me, Ref("model", foe.name))
                yield Option(f"{name}:strike-{foe.name}", label, both, "GP-2.3", (one, 0, foe)), why_not


def blow(seat: int, striker: str, braced: bool) -> Procedure[str]:
    """A stage: it reads its arguments only, changes nothing and returns a small result."""
    table = BRACED if braced else PLAIN
    faces: Faces = yield Roll(1, 6, f"blow of {striker}", "GP-3.2", seat, striker, bands=tuple(table))
    return table[max(lowest for lowest in table if lowest <= faces[0])]


def strike(g: Play[Plank], seat: int, striker: Sailor, target: Sailor) -> Procedure[None]:
    reply = "take"
    if target.grit:
        prompt = f"{striker.name} strikes {target.name}. Spend grit?"
        reply = yield ChooseOne(seat=1 - seat, who=target.name, prompt=prompt, clause="GP-3.1", options=REPLIES)
        target.grit = int(reply == "take")
        g.tell(reply, "GP-3.1", who=target.name, against=striker.name)
    counter = [(1 - seat, target, striker)] if reply == "counter" else []
    for side, one, foe in (*counter, (seat, striker, target)):
        result = yield Stage(blow, (side, one.name, reply == "brace"))
        g.tell("blow", "GP-3.2", who=one.name, target=foe.name, result=result)
        if result != "misses":
            loser = one if result == "overreaches" else foe
            loser.reach = 0 if result == "fells" else loser.reach - 1
            g.tell("falls back" if loser.reach else "overboard", "GP-4.1", who=loser.name, reach=loser.reach)
            if loser is foe and g.options["follow_up"] == "yes" and all(map(one.gap, g.state.standing(1 - side))):
                one.reach += 1
                g.tell("follows up", "GP-3.5", who=one.name, reach=one.reach)
            break  # after a counter that moved somebody the strike is lost (GP-3.4)


class Gangplank:
    id, version, title = "gangplank", "1.0.0", "Gangplank"
    rulebook = load_rulebook(Path(__file__).with_name("rulebook.toml"))
    words = read_toml(Path(__file__).with_name("log.toml"), dict[str, str])
    advice, mirrored_setups = Bosun(), mirrored

    def begin(self, setup: Setup, options: Options) -> Plank:
        try:
            state = convert(setup.get("situation", setup), Plank)
        except ValidationError as error:
            raise SetupError(f"not a set-up: {error}", "GP-1.1") from error
        if len({one.name for one in state.red + state.blue}) < len(state.red + state.blue):
            raise SetupError("two sailors have the same name", "GP-1.1")
        if any(red.gap(blue) < 0 for red in state.standing(0) for blue in state.standing(1)):
            raise SetupError("enemies share a square or have passed each other", "GP-1.2")
        return state

    def seats(self, state: Plank) -> tuple[str, ...]:
        return CREWS

    def step(self, g: Play[Plank]) -> Procedure[None]:
        state, seat = g.state, (g.state.turn - 1) % 2
        known = list(state.actions(seat))
        one, squares, foe = yield ChooseOne(
            seat=seat,
            prompt=f"Turn {state.turn} of {LAST_TURN}: who of {CREWS[seat]} does what?",
            clause="GP-2.1",
            options=tuple(option for option, why_not in known if not why_not),
            missing=lambda: tuple(Absent(o.id, o.label, why_not, o.clause) for o, why_not in known if why_not),
        )
        if foe:
            yield from strike(g, seat, one, foe)
        else:
            one.reach, one.grit = one.reach + squares, 1
            g.tell("advances", "GP-2.2", who=one.name, reach=one.reach)
        state.turn += 1

    def say(self, event: Event) -> str:
        return self.words[event.kind].format_map(event.data)

    def outcome(self, state: Plank) -> Outcome | None:
        held = [sum(one.reach for one in crew) for crew in (state.red, state.blue)]
        if all(held) and state.turn <= LAST_TURN:
            return None
        seats = tuple(seat for seat in (0, 1) if held[seat] > held[1 - seat])
        winners = tuple(CREWS[seat] for seat in seats)
        return Outcome(winners, seats, f"Red holds {held[0]}, Blue {held[1]}.", "GP-4.3" if all(held) else "GP-4.2")

    def facts(self, reading: Reading[Plank]) -> dict[str, Any]:
        return {"turn": reading.state.turn} | {o.name: to_builtins(o) for o in reading.state.red + reading.state.blue}

    def view(self, reading: Reading[Plank]) -> dict[str, Any]:
        return self.facts(reading)

    def quick_setup(self) -> Setup:
        crews = {"red": ("Ann", "Bo", "Cleo"), "blue": ("Tom", "Una", "Vic")}
        return {crew: [{"name": name} for name in names] for crew, names in crews.items()}

    def random_setup(self, rng: Random) -> tuple[Setup, dict[str, Any]]:
        setup = {crew: sailors[: rng.randint(1, 3)] for crew, sailors in self.quick_setup().items()}
        return setup, {"follow_up": rng.choice(("yes", "no"))}


RULESET: Ruleset[Plank] = Gangplank()
