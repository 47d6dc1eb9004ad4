"""The rulesets as pages: rulebooks, worked examples, forces. Everything is read once and kept."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from sandtable.engine.cases import Case, read_cases, run, walk
from sandtable.engine.changes import changes_of
from sandtable.engine.dice import Typed
from sandtable.engine.errors import CaseError, RuleError, SandtableError, SetupError, SetupErrors, one_line
from sandtable.engine.game import Game
from sandtable.engine.hooks import offered
from sandtable.engine.lessons import coach_words, lessons
from sandtable.engine.quick import QuickBattle, QuickBattles, from_ready
from sandtable.engine.registry import bot_factory, bot_names, ruleset, ruleset_ids
from sandtable.engine.ruleset import Ruleset, Setup
from sandtable.engine.scenes import DraftScene
from sandtable.engine.sizes import check_sizes
from sandtable.server.records import Battle
from sandtable.server.views import SentScene, draw, event_data
from sandtable.server.wire import (
    BotLine,
    CaseLine,
    CasePage,
    CaseStep,
    CheckForce,
    ChoiceLine,
    ClauseLine,
    CoachWord,
    ForceMember,
    ForceSheet,
    ForceVerdict,
    LessonPage,
    LessonStep,
    OptionLine,
    Problem,
    QuickLine,
    QuickPage,
    QuickPlaceLine,
    Ready,
    RulebookPage,
    RulesetLine,
    RulesetPage,
    SchoolPage,
)  # fmt: skip

LEVELS = ("recruit", "regular", "veteran", "random")
"""Our bots, the one for a first game in front of the stronger ones; a stranger's come behind them."""
MOST_DOTS = 100
"""In a line of TOML: the time to read a dotted key grows with the square of its dots."""


@cache
def rulesets() -> list[RulesetLine]:
    return [_line(ruleset(name)) for name in ruleset_ids()]


def warm() -> None:
    """Reads what the first page needs, before anybody asks for it."""
    for line in rulesets():
        page(line.id)


def _line(rules: Ruleset[Any]) -> RulesetLine:
    book = rules.rulebook
    game: Game[Any] = Game(rules, events=False)
    kind = draw(game, None).__struct_config__.tag
    return RulesetLine(
        rules.id, rules.title, rules.version, _words(book.summary), len(book.clause), list(game.seats),
        str(kind),
    )  # fmt: skip


@cache
def page(name: str) -> RulesetPage:
    rules = ruleset(name)
    line = next(one for one in rulesets() if one.id == name)
    bots = [_bot(bot) for bot in sorted(bot_names(), key=_level)]
    return RulesetPage(
        rules.id, rules.title, rules.version, rules.rulebook.author, line.summary, line.scene,
        offered(rules, "price_force") is not None, [_ready(rules, *one) for one in ready_setups(name).items()],
        _options(rules), bots, default_bot(), _quick(rules),
    )  # fmt: skip


@cache
def ready_setups(name: str) -> dict[str, Setup]:
    """Names and set-ups; the quick battle comes first."""
    rules = ruleset(name)
    quick = rules.quick_setup()
    listed = offered(rules, "ready_setups")
    ready: dict[str, Setup] = listed() if listed else {}
    found = {title: setup for title, setup in ready.items() if setup != quick}
    return {next((title for title, setup in ready.items() if setup == quick), "Quick battle"): quick} | found


def quick_battles(rules: Ruleset[Any]) -> QuickBattles:
    """What the ruleset draws its quick battles from: its own lists, or the set-ups that are no lessons."""
    own: QuickBattles | None = offered(rules, "quick_battles")
    if own is not None:
        return own
    taught = offered(rules, "tutorials")
    tutorials = taught() if taught else {}
    ready = {name: setup for name, setup in ready_setups(rules.id).items() if name not in tutorials}
    return from_ready(ready, len(rules.seats(rules.begin(rules.quick_setup(), rules.rulebook.options({})))))


def _quick(rules: Ruleset[Any]) -> QuickPage:
    found = quick_battles(rules)
    places = [QuickPlaceLine(one.name, one.about, found.at(one)) for one in found.place]
    return QuickPage(found.pitch, found.players, found.dice, found.mood, found.minutes(), places, found.first)


def drawn_battle(name: str, battle: Battle) -> QuickBattle:
    return quick_battles(ruleset(name)).draw(battle.seed, battle.forces, battle.place)


def quick_line(name: str, battle: Battle, picture: bool) -> QuickLine:
    """A quick battle in words, before anybody plays it; `picture`: and its table."""
    battles = quick_battles(ruleset(name))
    found = battles.draw(battle.seed, battle.forces, battle.place)
    game: Game[Any] = Game(ruleset(name), found.setup, events=False)
    scene = msgspec.to_builtins(draw(game, None)) if picture else None
    return QuickLine(
        found.seed, found.forces, found.place, found.about, list(game.seats), battles.minutes(found.place), scene
    )


def _ready(rules: Ruleset[Any], name: str, setup: Setup) -> Ready:
    state = rules.begin(setup, rules.rulebook.options({}))
    tutorials = offered(rules, "tutorials")
    return Ready(name, dict(setup), list(rules.seats(state)), tutorials().get(name, "") if tutorials else "")


def tutorial(name: str, setup: Setup) -> str:
    """What there is to try in a game, where its set-up is one of the tutorials."""
    if offered(ruleset(name), "tutorials") is None:
        return ""
    return next((one.tutorial for one in page(name).ready if one.tutorial and one.setup == setup), "")


def _options(rules: Ruleset[Any]) -> list[OptionLine]:
    return [
        OptionLine(
            rule.name,
            rule.clause,
            rules.rulebook.clauses[rule.clause].title,
            rule.default,
            [ChoiceLine(choice.value, choice.means) for choice in rule.choices],
            rule.least,
            rule.most,
        )
        for rule in rules.rulebook.option
    ]


def _level(name: str) -> tuple[int, str]:
    return (LEVELS.index(name) if name in LEVELS else len(LEVELS), name)


def _bot(name: str) -> BotLine:
    about = (getattr(bot_factory(name), "__doc__", None) or "").strip().split("\n")[0]
    return BotLine(name, name.replace("-", " ").replace("_", " ").capitalize(), about)


def default_bot() -> str:
    """The one to offer first."""
    return min(bot_names(), key=_level)


def _words(text: str) -> str:
    return " ".join(text.split())


# ---- the rulebook and its examples ------------------------------------------------------------------


@cache
def rulebook(name: str) -> RulebookPage:
    rules = ruleset(name)
    book = rules.rulebook
    proofs: dict[str, list[str]] = {}
    for case, found in cases(name).items():
        for clause in found.clauses:
            proofs.setdefault(clause, []).append(case)
    clauses = [
        ClauseLine(
            one.id, one.title, one.text, one.kind, one.source, one.ruling, one.option, proofs.get(one.id, [])
        )
        for one in book.clause
    ]  # fmt: skip
    return RulebookPage(
        rules.id, book.title, book.author, _words(book.summary), clauses, _options(rules), rules.version,
        list(changes_of(rules)),
    )  # fmt: skip


def case_folder(name: str) -> Path | None:
    """Where the cases of a ruleset are: where it says itself, in the installed package, or in the checkout."""
    own = offered(ruleset(name), "cases")
    package = Path(__file__).parents[1]
    places = [Path(os.environ["SANDTABLE_CASES"])] if "SANDTABLE_CASES" in os.environ else []
    places += [package / "cases", package.parents[1] / "tests" / "cases"]
    return next((place for place in ([own] if own else []) + [one / name for one in places] if place.is_dir()), None)


@cache
def cases(name: str) -> dict[str, Case]:
    """The worked examples of a ruleset by their ids; a file with variants gives several."""
    folder = case_folder(name)
    found: dict[str, Case] = {}
    for path in sorted(folder.rglob("*.toml")) if folder else ():
        try:
            several = read_cases(path)
        except CaseError:
            continue  # a broken example is the test-suite's business
        stem = path.relative_to(folder or path).with_suffix("").as_posix()
        for number, case in enumerate(several):
            found[stem if number == 0 else f"{stem}~{number + 1}"] = case
    return found


def case_lines(name: str) -> list[CaseLine]:
    return [CaseLine(case_id, case.title, list(case.clauses)) for case_id, case in cases(name).items()]


@cache
def case_page(name: str, case_id: str) -> CasePage:
    """A worked example with what is to be seen after each line of it. Raises KeyError."""
    case = cases(name)[case_id]
    result = run(case)
    scene = SentScene()
    steps: list[CaseStep] = []
    heard = version = 0
    for game, entry, refusal in walk(case):
        scene.update(draw(game, None))
        parts, _ = scene.since(version)
        version = scene.version
        events = game.events or []
        new, heard = [event_data(game, event) for event in events[heard:]], len(events)
        shown = msgspec.json.decode(msgspec.json.encode(parts)) if parts is not None else None
        question = game.question.wire() if game.question is not None else None
        problem = Problem("illegal", refusal.reason, refusal.clause) if refusal else None
        steps.append(CaseStep(entry, _said(entry), len(game.inputs), shown, question, new, problem))
    return CasePage(case_id, case.title, list(case.clauses), case.ruleset, result.problem, steps)


def _said(entry: dict[str, Any] | None) -> str:
    """A line of a case in words."""
    if entry is None:
        return "The situation"
    who = f"{entry['by']}: " if "by" in entry else ""
    if "answer" in entry:
        return f"{who}{_shown(entry['answer'])}"
    if "dice" in entry:
        return f"The dice show {' '.join(map(str, entry['dice']))}"
    for tried, said in (("refused", "is refused"), ("out_of_turn", "is out of turn")):
        if tried in entry:
            return f"{who}{_shown(entry[tried])} {said}"
    kind = next(key for key in entry if key != "by")
    return f"{kind.replace('_', ' ')}: {_shown(entry[kind])}"


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return ", ".join(value) or "nothing"
    if isinstance(value, dict) and all(isinstance(one, list) for one in value.values()):
        return "; ".join(f"{name}: {_way(way)}" for name, way in value.items())
    if isinstance(value, dict) and all(isinstance(one, int) for one in value.values()):
        return ", ".join(f"{share} {name}" for name, share in value.items())
    return json.dumps(value)[:200]


def _way(way: list[Any]) -> str:
    """A place or a path: '24, 0 then 24, 3'."""
    points = way if all(isinstance(one, list) for one in way) else [way]
    return " then ".join(", ".join(map(str, point)) for point in points) or "stays"


# ---- lessons ----------------------------------------------------------------------------------------


@cache
def school(name: str) -> SchoolPage:
    """The lessons of a ruleset, and the words of its coach."""
    taught = [
        LessonPage(
            one.id, one.file.title, one.file.about, one.file.minutes, one.file.learnt,
            [LessonStep(step.title, step.text, list(step.clauses), not step.play, step.look) for step in one.file.step],
            one.next,
        )
        for one in lessons(name)
    ]  # fmt: skip
    words = [CoachWord(word.topic, word.title, word.text, list(word.clauses)) for word in coach_words(name)]
    return SchoolPage(name, ruleset(name).title, taught, words)


# ---- forces -----------------------------------------------------------------------------------------


@cache
def forces(name: str) -> list[ForceSheet]:
    """The ready-made forces of a ruleset."""
    rules = ruleset(name)
    ready = offered(rules, "ready_forces")
    return [_sheet(rules, force) for force in ready()] if ready else []


def with_forces(rules: Any, setup: Setup, forces: Sequence[dict[str, Any] | None]) -> Setup:
    """The set-up with force files in the place of its own forces."""
    wanted = [(seat, force) for seat, force in enumerate(forces) if force is not None]
    if not wanted:
        return setup
    if offered(rules, "with_force") is None:
        raise SetupError(f"{rules.title} takes no force files")
    seats = len(rules.seats(rules.begin(setup, rules.rulebook.options({}))))
    for seat, force in wanted:
        if seat >= seats:
            raise SetupError(f"this game has {seats} seats, so there is no seat {seat} for a force")
        check_sizes("force", force, rules)
        setup = rules.with_force(setup, seat, {"ruleset": rules.id} | force)
    return setup


def _sheet(rules: Any, force: dict[str, Any]) -> ForceSheet:
    priced = rules.price_force(force)
    cards = _cards(rules, force, len(priced.lines))
    lines = [
        ForceMember(line.name, line.archetype, line.points, card)
        for line, card in zip(priced.lines, cards, strict=True)
    ]
    text = rules.force_text(force) if offered(rules, "force_text") else ""
    return ForceSheet(priced.name, priced.points, lines, force, text)


def _cards(rules: Any, force: dict[str, Any], count: int) -> list[list[str]]:
    """The card of each member: from the list itself where the rules can, otherwise as it would be at the table, the
    force put into a ready game that takes it."""
    if offered(rules, "force_cards"):
        return [card.lines() for card in rules.force_cards(force)]
    places = [(setup, seat) for setup in ready_setups(rules.id).values() for seat in (0, 1)]
    for setup, seat in places if offered(rules, "card") else ():
        try:
            forces = [None] * seat + [force]
            game: Game[Any] = Game(rules, with_forces(rules, setup, forces), {}, Typed(), events=False)
        except SandtableError:
            continue
        scene = draw(game, None)
        drawn = scene.fighters if isinstance(scene, DraftScene) else scene.models
        members = [one.id for one in drawn if one.side == seat]
        if len(members) == count:
            return [rules.card(game.reading(), name) for name in members]
    return [[] for _ in range(count)]


def check_force(name: str, asked: CheckForce) -> ForceVerdict:
    """A list somebody has written: its price and its cards, or what is wrong with it."""
    rules = ruleset(name)
    if offered(rules, "price_force") is None:
        return ForceVerdict(False, [Problem("unknown", f"{rules.title} has no force lists")])
    try:
        force = _written(rules, asked)
        if (meant := force.setdefault("ruleset", name)) != name and meant in ruleset_ids():
            raise SandtableError(f"this is a list for {ruleset(meant).title}, not for {rules.title}")
        check_sizes("force", force, rules)
        sheet = _sheet(rules, force)
        return ForceVerdict(True, [], sheet.name, sheet.points, sheet.lines, sheet.force, sheet.text)
    except RuleError as error:
        every = error.errors if isinstance(error, SetupErrors) else (error,)
        return ForceVerdict(False, [Problem("illegal", one.reason, one.clause) for one in every])
    except SandtableError as error:
        return ForceVerdict(False, [Problem("invalid", one_line(error))])


def _written(rules: Any, asked: CheckForce) -> dict[str, Any]:
    if (asked.text is None) == (asked.force is None):
        raise SandtableError("send either the text of a list or the list as JSON")
    if asked.force is not None:
        return dict(asked.force)
    assert asked.text is not None
    if asked.format == "text":
        if not offered(rules, "force_from_text"):
            raise SandtableError(f"{rules.title} reads no written lists; send TOML or JSON")
        return dict(rules.force_from_text(asked.text))
    if asked.format == "toml" and any(line.count(".") > MOST_DOTS for line in asked.text.split("\n")):
        raise SandtableError(f"a line of this list has more than {MOST_DOTS} dots")
    try:
        data = json.loads(asked.text) if asked.format == "json" else tomllib.loads(asked.text)
        msgspec.json.encode(data)  # half characters and endless numbers can be read, but not sent
    except (ValueError, OverflowError, RecursionError) as error:
        raise SandtableError(f"this is not valid {asked.format.upper()}: {one_line(error)}") from error
    if not isinstance(data, dict):
        raise SandtableError("a list is a table of settings")
    return data
