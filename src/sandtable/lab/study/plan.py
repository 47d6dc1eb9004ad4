"""What a study file asks for, and every game that answers it.

    title = "Are the ready battles fair?"
    ruleset = "opportunity"
    games = 200            # of each fixture
    precision = 3          # enough as soon as every share is known to so many points

    [[battle]]
    ready = "Duel"

A fixture is one battle with its forces, house rules and bots. Its games are numbered; number and study give the dice,
so that a game can be played by anybody, at any time, with the same end. Variants of one battle are played with the same
dice, and where forces are paired, two games in a row are one battle with the places exchanged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from sandtable.bots import make_bot
from sandtable.engine.errors import SandtableError, near, one_line, shown
from sandtable.engine.hooks import offered
from sandtable.engine.registry import ruleset as find_ruleset
from sandtable.engine.ruleset import Ruleset, Setup

MOST_GAMES = 1_000_000
READY = "ready"
"""In the place of a list of forces: all that the ruleset has ready."""


class StudyBattle(Struct, frozen=True, forbid_unknown_fields=True):
    """A battle of a study: one of the ruleset's ready ones, or a set-up of one's own. With `forces` every two of them
    meet there, in each other's place in turn."""

    ready: str = ""
    name: str = ""
    setup: dict[str, Any] | None = None
    forces: tuple[str, ...] | str = ()
    mirrors: bool = False
    """Does each force meet itself, too?"""


class Variant(Struct, frozen=True, forbid_unknown_fields=True):
    """What is changed: house rules, or what the bots of some seats may not choose (restricted play: what it costs to do
    without something is what it is worth)."""

    name: str = ""
    options: dict[str, Any] = {}
    denied: tuple[str, ...] = ()
    """Words of options or topics of questions: 'Overwatch'."""
    denied_to: tuple[int, ...] = ()
    """Seats; none: all of them."""


class Study(Struct, frozen=True, forbid_unknown_fields=True):
    """A study file."""

    title: str
    ruleset: str
    question: str = ""
    seed: str = "1"
    games: int = 100
    precision: float = 0
    """Points of a per cent: a fixture has had enough games once the interval of every seat's share is no wider to
    either side. 0: it plays them all."""
    bots: tuple[str, ...] = ("regular",)
    """Who plays: 'regular' in all seats, or 'veteran@40,regular', seat by seat. Each is a line-up of its own."""
    battle: tuple[StudyBattle, ...] = ()
    """None: every ready battle of the ruleset that is not a tutorial."""
    variant: tuple[Variant, ...] = (Variant(),)

    @property
    def fingerprint(self) -> str:
        """Games of two studies may lie in one file only if this is the same; how many games there are may change. The
        set-ups count: what is ready under a name may become something else."""
        asked = msgspec.structs.replace(self, games=0, precision=0, title="", question="")
        return sha256(msgspec.json.encode([asked, fixtures(self), find_ruleset(self.ruleset).version])).hexdigest()


class Fixture(Struct, frozen=True):
    """Games that are counted together."""

    index: int
    battle: str
    forces: tuple[str, ...]
    """Who meets whom; nothing where the set-up says so itself."""
    lineup: str
    variant: int
    setups: tuple[dict[str, Any], ...]
    """One, or two with the places of the forces exchanged: games take them in turn."""

    @property
    def dice(self) -> str:
        """Fixtures with the same dice differ in their variant or their bots alone."""
        return f"{self.battle}/{'/'.join(self.forces)}"


# ---- reading --------------------------------------------------------------------------------------


def read_study(path: Path) -> Study:
    """The study in a file; raises SandtableError that names the file and what is wrong with it."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise SandtableError(f"cannot read {path}: {error.strerror}") from error
    return study_of(text, str(path))


def study_of(text: bytes, name: str) -> Study:
    try:
        study = msgspec.toml.decode(text, type=Study)
        check(study)
    except (msgspec.MsgspecError, SandtableError, UnicodeDecodeError) as error:
        raise SandtableError(f"{name}: {one_line(error)}") from error
    return study


def check(study: Study) -> None:
    """Raises SandtableError where a study cannot be played."""
    rules = find_ruleset(study.ruleset)
    if not 1 <= study.games <= MOST_GAMES:
        raise SandtableError(f"games = {study.games}: play 1 to {MOST_GAMES:,} games of each fixture")
    if study.precision and not 0.1 <= study.precision <= 50:
        raise SandtableError(f"precision = {study.precision}: that is 0.1 to 50 points of a per cent")
    if not study.bots or not study.variant:
        raise SandtableError("a study needs at least one line-up of bots and one variant")
    for name in (bot for lineup in study.bots for bot in lineup.split(",")):
        make_bot(name.strip(), "")
    names = [variant_name(study, number) for number in range(len(study.variant))]
    if doubled := next((name for name in names if names.count(name) > 1), ""):
        raise SandtableError(f"two variants are called {doubled!r}: give each a name of its own")
    for variant in study.variant:
        rules.rulebook.options(variant.options)
    for fixture in fixtures(study):
        rules.begin(fixture.setups[0], rules.rulebook.options(study.variant[fixture.variant].options))


def variant_name(study: Study, number: int) -> str:
    """Its own, or what is changed in it."""
    variant = study.variant[number]
    changed = [f"{name}={value}" for name, value in variant.options.items()]
    changed += [f"without {word}" for word in variant.denied]
    return variant.name or ", ".join(changed) or "as written"


# ---- every game -----------------------------------------------------------------------------------


def fixtures(study: Study) -> list[Fixture]:
    """All that is compared, in an order that never changes."""
    rules = find_ruleset(study.ruleset)
    found: list[Fixture] = []
    for battle in study.battle or ready_battles(rules):
        name, setup = _set_up(rules, battle)
        for forces, setups in _pairings(rules, battle, setup):
            for lineup in study.bots:
                for variant in range(len(study.variant)):
                    found.append(Fixture(len(found), name, forces, lineup, variant, setups))
    return found


def ready_battles(rules: Ruleset[Any]) -> list[StudyBattle]:
    """Every ready battle that is not there to teach."""
    lessons: Mapping[str, str] = (offered(rules, "tutorials") or dict)()
    return [StudyBattle(name) for name in _ready(rules) if name not in lessons]


def _ready(rules: Ruleset[Any]) -> Mapping[str, Setup]:
    return (offered(rules, "ready_setups") or (lambda: {"Quick battle": rules.quick_setup()}))()


def _set_up(rules: Ruleset[Any], battle: StudyBattle) -> tuple[str, Setup]:
    if battle.setup is not None:
        if battle.ready:
            raise SandtableError(
                f"[[battle]] has a set-up of its own and names a ready one ({battle.ready}): choose one"
            )
        return battle.name or "own battle", battle.setup
    ready = _ready(rules)
    if not battle.ready:
        raise SandtableError("[[battle]] names no battle: ready = … or setup = { … }")
    meant = [name for name in ready if battle.ready in (name, name.partition(":")[0])]
    if len(meant) != 1:
        listed = f"{len(meant)} ready battles are" if meant else "no ready battle is"
        known = [*ready, *(name.partition(":")[0] for name in ready)]
        raise SandtableError(f"{listed} called {shown(battle.ready)}{near(battle.ready, known)}")
    called = meant[0].partition(":")[0] if battle.forces else meant[0]  # whose forces, the pairing says
    return battle.name or called, ready[meant[0]]


def _pairings(
    rules: Ruleset[Any], battle: StudyBattle, setup: Setup
) -> Iterator[tuple[tuple[str, ...], tuple[dict[str, Any], ...]]]:
    """The forces that meet, and the set-ups of their games."""
    if not battle.forces:
        yield (), (dict(setup),)
        return
    if len(rules.seats(rules.begin(setup, rules.rulebook.options({})))) != 2:
        raise SandtableError(f"{battle.ready or battle.name}: forces are paired in battles of two")
    lists = _forces(rules, battle.forces)
    pairs = combinations_with_replacement if battle.mirrors else combinations
    for one, other in pairs(lists, 2):
        there, back = (_with_forces(rules, setup, (lists[a], lists[b])) for a, b in ((one, other), (other, one)))
        yield (one, other), (there,) if one == other else (there, back)


def _forces(rules: Ruleset[Any], wanted: Sequence[str] | str) -> dict[str, Mapping[str, Any]]:
    forces = {str(force["name"]): force for force in (offered(rules, "ready_forces") or list)()}
    if isinstance(wanted, str):
        if wanted != READY:
            raise SandtableError(f"forces = {shown(wanted)}: a list of names, or {READY!r} for all of them")
        return forces
    for name in wanted:
        if name not in forces:
            raise SandtableError(f"no ready force is called {shown(name)}{near(name, list(forces))}")
    return {name: forces[name] for name in wanted}


def _with_forces(rules: Ruleset[Any], setup: Setup, forces: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    put = offered(rules, "with_force")
    if put is None:
        raise SandtableError(f"{rules.id} takes no force lists: name battles without forces")
    for seat, force in enumerate(forces):
        setup = put(setup, seat, force)
    return dict(setup)
