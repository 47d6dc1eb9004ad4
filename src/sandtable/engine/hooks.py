"""What a ruleset may offer besides what every `Ruleset` has, and whether it keeps its contract.

Every hook here is optional; whoever wants one asks `offered`. The first lines of the docstrings are the table of hooks
in docs/write-a-ruleset.md. A ruleset is held to all of it when it is loaded: what it lacks, misspells or shapes
otherwise is told then, and not in the middle of a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from inspect import Parameter, signature
from pathlib import Path
from random import Random
from typing import Any, Protocol, TypeVar, get_origin, get_type_hints

from sandtable.engine.advice import Advice, Careful
from sandtable.engine.changes import RulesChange
from sandtable.engine.dice import Roll
from sandtable.engine.errors import near
from sandtable.engine.events import Event
from sandtable.engine.forces import ForceCard, PricedForce
from sandtable.engine.looks import Viewpoint
from sandtable.engine.numbers import Numbers
from sandtable.engine.outlook import Outlook, OutlookExtras
from sandtable.engine.questions import Question
from sandtable.engine.quick import QuickBattles
from sandtable.engine.ruleset import Reading, Ruleset, Setup, State
from sandtable.engine.scenes import Scene
from sandtable.engine.sizes import Sizes

S = TypeVar("S", bound=State)

OpenInput = Question | Roll | None
"""What a game waits for."""


# ---- what may be offered --------------------------------------------------------------------------


class DrawingHooks(Protocol[S]):
    """The picture in the browser (docs/scene.md)."""

    def scene(self, reading: Reading[S]) -> Scene:
        """the picture in the browser ([scene](scene.md)); without it the game is played by the question panel, beside a
        plain table of how things stand: `board` if the ruleset says `hides_nothing`, else what `view` shows the seat"""

    @property
    def hides_nothing(self) -> bool:
        """every seat sees the same scene, if it is True. Leave it out if not: the server then draws for each seat, and
        made-up secrets answer its looks"""

    def motion(self, event: Event) -> Mapping[str, Any] | Sequence[Mapping[str, Any]] | None:
        """how an event is shown moving; None where nothing moves"""


class PlanningHooks(Protocol[S]):
    """What a player asks while he plans (`sandtable.engine.looks`)."""

    def card(self, reading: Reading[S], name: str) -> list[str]:
        """a few lines on one model, or whatever else has that name"""

    def measure(self, reading: Reading[S], one: Viewpoint, two: Viewpoint) -> Mapping[str, Any]:
        """how far it is, as the rules measure"""

    def sight(self, reading: Reading[S], viewer: Viewpoint, target: Viewpoint | None) -> Mapping[str, Any]:
        """who is seen from a place, how well, and what is in the way"""

    def preview(self, reading: Reading[S], question: Question, value: Any) -> Mapping[str, Any] | None:
        """what a legal move costs and which tests it needs"""

    def places(self, reading: Reading[S], question: Question) -> Sequence[Mapping[str, Any]]:
        """places for a move in words, for those who cannot point"""


class PrintingHooks(Protocol[S]):
    """Words and pictures without a browser."""

    def board(self, reading: Reading[S]) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """a table of how things stand, for the terminal and for the browser without a scene: names of columns, and rows
        of strings; without it the terminal shows the facts"""

    def sketch(self, reading: Reading[S]) -> list[str]:
        """a map for the terminal, as lines of text"""

    def picture(self, reading: Reading[S]) -> str:
        """an SVG drawing, for `sandtable replay --svg`"""


class CaseHooks(Protocol[S]):
    """For case files."""

    def exists(self, reading: Reading[S], question: OpenInput, name: str) -> bool:
        """for cases: is there something of this name that is not in `facts` and no option (a place on the map, a die on
        the table)? Then a [case](cases.md) may try it where it is refused"""

    def is_label(self, reading: Reading[S], name: str) -> bool:
        """for cases: can any question of the game offer something called this? Then a case may say that it is
        `not_offered`; without this part it may say so of any word. `fits` of `sandtable.engine.labels` reads labels
        with names in them"""

    @property
    def event_kinds(self) -> Iterable[str]:
        """for cases: the kinds of events the ruleset tells of, so that a misspelt `no_event` is found; without it any
        kind passes"""

    def open_facts(self, reading: Reading[S], question: OpenInput) -> dict[str, Any]:
        """for cases: facts that stand beside the open question and not in the state, such as totals that have been
        rolled but not settled"""

    @property
    def cases(self) -> Path:
        """the folder of your case files: they become the worked examples of the rulebook"""


class PlayingHooks(Protocol[S]):
    """For bots and odds."""

    @property
    def advice(self) -> Advice[S]:
        """how to play well, for bots (section 13)"""

    @property
    def outlook(self) -> Outlook[S]:
        """what odds are about ([odds](odds.md), section 17)"""

    @property
    def numbers(self) -> Numbers[S]:
        """the state in numbers, for programs that learn ([learning](learning.md)); without it they learn from `view`"""

    def redraw(self, state: S, seat: int, rng: Random) -> S:
        """the state with what the seat cannot know drawn anew, for bots of games that hide something"""

    def mirrored_setups(self) -> Mapping[str, Setup]:
        """set-ups with equal forces by name, to compare bots on"""


class TeachingHooks(Protocol):
    """For whoever learns the game."""

    @property
    def lessons(self) -> Path:
        """the folder of your lessons, and of `coach.toml` with words for a first battle (section 20)"""

    @property
    def puzzles(self) -> Path:
        """the folder of your puzzles, mined and solved by `sandtable puzzles` ([puzzles](puzzles.md))"""


class StockHooks(Protocol):
    """Set-ups, forces, and what has become of the rules."""

    def ready_setups(self) -> Mapping[str, Setup]:
        """set-ups by name, for the list of battles; the quick one is there anyway"""

    @property
    def quick_battles(self) -> QuickBattles:
        """forces, places and what is drawn there, for quick battles that differ: `load_quick(path)` of
        `sandtable.engine.quick` reads them from a `quick.toml`; without it the ready set-ups take turns"""

    @property
    def set_up_topics(self) -> Iterable[str]:
        """topics of the questions before the first turn (who is placed where): a quick battle answers them itself"""

    @property
    def opening_topics(self) -> Iterable[str]:
        """topics of questions before the first turn that come again later (who begins a round): a quick battle answers
        them itself until somebody has answered something"""

    def tutorials(self) -> Mapping[str, str]:
        """what there is to try, by the name of a ready set-up: the game opens with this text"""

    def price_force(self, force: Mapping[str, Any]) -> PricedForce:
        """what a force list costs: a `PricedForce` of `sandtable.engine.forces`"""

    def prices(self, state: Any) -> Mapping[str, float]:
        """what each model costs in points, by its name: studies weigh with it what falls"""

    def ready_forces(self) -> Sequence[Mapping[str, Any]]:
        """force lists that are ready to play"""

    def with_force(self, setup: Setup, seat: int, force: Mapping[str, Any]) -> Setup:
        """a set-up with a force list in a player's hands (`replaced` of `sandtable.engine.forces` does it)"""

    def force_cards(self, force: Mapping[str, Any]) -> Sequence[ForceCard]:
        """the card of each line of a force, to be printed: a `ForceCard` of `sandtable.engine.forces`"""

    def force_from_text(self, text: str) -> Mapping[str, Any]:
        """a list as the players of the game write it, read as a force file"""

    def force_text(self, force: Mapping[str, Any]) -> str:
        """a force file, written as the players of the game do"""

    @property
    def campaigns(self) -> object:
        """campaigns over finished games, as `sandtable campaign` calls them: an object with `new`, `read`, `do`,
        `record`, `setup`, `due`, `bot_of`, `manage`, `overview`, `roster`, `warnings` and `rehearse`"""

    @property
    def changes(self) -> Sequence[RulesChange]:
        """the changelog: `load_changes(path, rulebook)` of `sandtable.engine.changes` reads it from a `changes.toml`
        with entries `[[change]]` of `version`, `clauses` and `text`; the newest one must be the ruleset's `version`
        (`newest(changes)` is)"""

    @property
    def sizes(self) -> Sizes:
        """how large a set-up or a force may be: a `Sizes` of `sandtable.engine.sizes`"""


OFFERS: tuple[type, ...] = (
    DrawingHooks,
    PlanningHooks,
    PrintingHooks,
    CaseHooks,
    PlayingHooks,
    TeachingHooks,
    StockHooks,
)


def members(contract: type) -> dict[str, Any]:
    """What a contract names: methods, properties, and None for a plain attribute."""
    named = {**dict.fromkeys(contract.__annotations__), **vars(contract)}
    return {name: member for name, member in named.items() if not name.startswith("_")}


HOOKS: dict[str, Any] = {name: member for contract in OFFERS for name, member in members(contract).items()}
"""Every hook by its name."""


def offered(ruleset: object, hook: str) -> Any:
    """What a ruleset offers under this name; None where it offers nothing."""
    assert hook in HOOKS, f"no ruleset is asked for {hook!r}"
    return getattr(ruleset, hook, None)


# ---- whether a contract is kept -------------------------------------------------------------------

MISSPELT = 0.82
"""How alike two names are of which one is meant for the other: a ruleset may have names of its own."""


def breach(ruleset: object) -> str:
    """What is wrong with a ruleset, in words that follow its name; nothing if it keeps its contract."""
    return next(_breaches(ruleset), "")


def _breaches(ruleset: object) -> Iterator[str]:
    yield from _unkept(ruleset, Ruleset, OFFERS)
    parts: tuple[tuple[str, str, type, tuple[type, ...]], ...] = (
        ("an advice", "advice", Advice, (Careful,)),
        ("an outlook", "outlook", Outlook, (OutlookExtras,)),
        ("numbers", "numbers", Numbers, ()),
    )
    for called, name, needed, more in parts:
        if (part := offered(ruleset, name)) is not None:
            yield from (f"has {called} that {wrong}" for wrong in _unkept(part, needed, more))


def _unkept(thing: object, needed: type, optional: Iterable[type]) -> Iterator[str]:
    owed = members(needed)
    known = owed | {name: member for contract in optional for name, member in members(contract).items()}
    if missing := [name for name in owed if not hasattr(thing, name)]:
        yield f"lacks {' and '.join(filter(None, [', '.join(missing[:-1]), missing[-1]]))}"
    for name in dir(thing):
        if not name.startswith("_") and name not in known and (meant := near(name, list(known), MISSPELT)):
            yield f"has {name!r}, which nobody asks for{meant}"
    for name, member in known.items():
        if hasattr(thing, name) and (wrong := _misshapen(name, getattr(thing, name), member)):
            yield wrong


def _misshapen(name: str, found: Any, member: Any) -> str:
    """Why something under a hook's name is not what its contract says."""
    if isinstance(member, property):
        return _wrong_value(name, found, get_type_hints(member.fget)["return"])
    if member is None:
        return ""
    if not callable(found):
        return f"has no method {name}: what it calls so cannot be called"
    given = list(signature(member).parameters)[1:]
    own = signature(found)
    try:
        own.bind(*given)
    except TypeError:
        return f"has {_called(name, own.parameters.values())}, but is asked for {name}({', '.join(given)})"
    return ""


def _called(name: str, parameters: Iterable[Parameter]) -> str:
    return f"{name}({', '.join(parameter.name for parameter in parameters)})"


def _wrong_value(name: str, found: Any, wanted: Any) -> str:
    kind = get_origin(wanted) or wanted
    if getattr(kind, "_is_protocol", False) or isinstance(found, kind):
        return ""
    return f"has {name} = {found!r:.40}: that must be a {kind.__name__}"
