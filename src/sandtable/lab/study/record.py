"""One game of a study: played from its number alone, and told in rows that can be counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from sandtable.bots import Bot, Explains, Knowledge, ask, make_bot
from sandtable.engine.advice import score
from sandtable.engine.dice import Seeded
from sandtable.engine.errors import SandtableError, typed_line
from sandtable.engine.events import ROLL, Event
from sandtable.engine.game import Game
from sandtable.engine.hooks import offered
from sandtable.engine.questions import Answer, ChooseOne, Question, options_of
from sandtable.engine.registry import fault
from sandtable.engine.registry import ruleset as find_ruleset
from sandtable.lab.selfplay import LONGEST
from sandtable.lab.study.plan import Fixture, Study
from sandtable.odds.luck import throws_of

ACTIVATE = "activate"
"""The topic of the question who acts: whoever is asked it first has the first turn."""
FALLS = ("fall", "leave")


class SideRow(Struct, frozen=True):
    """What a game was to one seat. `worth` is 1 for a win, 0 for a defeat, between them for a shared one."""

    seat: int
    name: str
    bot: str
    worth: float
    models: int
    lost: int
    tries: int
    """Dice (or rolls) that could succeed or fail, and of them `won`, where `expected` were to be expected."""
    won: int
    expected: float


class Death(Struct, frozen=True):
    """Where a model left the game, as far as it is known."""

    seat: int
    name: str
    chapter: int
    x: float | None = None
    y: float | None = None


class GameRow(Struct, frozen=True):
    """A game of a study."""

    fixture: int
    number: int
    decisions: int
    choices: int
    """Decisions between options, and the `options` there were in all of them."""
    options: int
    chapters: int
    """Rounds, turns, or whatever the largest parts of the game are."""
    first: int
    """The seat that acted first; -1 where nobody did."""
    hash: str
    sides: tuple[SideRow, ...]
    clauses: dict[str, int]
    """In how many happenings and questions each clause was at work."""
    deaths: tuple[Death, ...]
    withheld: int = 0
    """How often restricted bots would have chosen what they are denied."""
    error: str = ""


def play_games(study: Study, fixture: Fixture, numbers: Iterable[int]) -> list[GameRow]:
    return [play_game(study, fixture, number) for number in numbers]


def play_game(study: Study, fixture: Fixture, number: int) -> GameRow:
    """Plays game `number` of a fixture. The same study, fixture and number make the same row on every machine."""
    rules = find_ruleset(study.ruleset)
    battle, place = divmod(number, len(fixture.setups))
    variant = study.variant[fixture.variant]
    own = f"{study.seed}/{fixture.dice}/{battle}"
    game = Game(rules, fixture.setups[place], variant.options, Seeded.from_text(own))
    names = _by_seat(fixture.lineup, len(game.seats))
    bots = [make_bot(name, f"{own}/{seat}") for seat, name in enumerate(names)]
    for seat in variant.denied_to or range(len(bots)):
        if variant.denied and seat < len(bots):
            bots[seat] = Restricted(bots[seat], variant.denied)
    told = _Told(game)
    error = ""
    try:
        told.play(bots)
    except Exception as broken:  # whatever breaks, the other games go on and the report says so
        error = fault(broken) or typed_line(broken)
    forces = fixture.forces[::-1] if place else fixture.forces
    row = told.row(fixture.index, number, forces or game.seats, names, error)
    withheld = sum(bot.withheld for bot in bots if isinstance(bot, Restricted))
    return replace(row, withheld=withheld) if withheld else row


def _by_seat(lineup: str, seats: int) -> list[str]:
    """'regular,recruit' seat by seat; the last one is repeated."""
    names = [name.strip() for name in lineup.split(",")]
    return (names + names[-1:] * seats)[:seats]


class Restricted:
    """A bot that may not choose some options (those with one of these words, and all of questions on such a topic)
    where there is anything else: it takes the best that is left."""

    def __init__(self, bot: Bot, denied: Sequence[str]) -> None:
        self._bot = bot
        self._denied = [word.casefold() for word in denied]
        self.withheld = 0
        """How often it would have chosen something that it may not."""

    def answer(self, question: Question, look: Knowledge) -> Answer:
        answer = self._bot.answer(question, look)
        if not isinstance(question, ChooseOne) or answer not in (barred := self._barred(question)):
            return answer
        thought = self._bot.explain() if isinstance(self._bot, Explains) else None
        ranked = [one.answer for one in thought.considered] if thought else []
        allowed = [one for one in (*ranked, *question.legal()) if one not in barred]
        self.withheld += bool(allowed)
        return allowed[0] if allowed else answer

    def _barred(self, question: ChooseOne) -> list[str]:
        if question.topic.casefold() in self._denied:
            return [option.id for option in question.options if not option.role]
        return [one.id for one in question.options if any(word in one.label.casefold() for word in self._denied)]


class _Told:
    """A game while it is played, with what is counted on the way."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.decisions = self.choices = self.options = 0
        self.asked: Counter[str] = Counter()
        self._first: int | None = None
        self._first_asked: int | None = None
        self._spots: dict[str, Sequence[float]] = {}

    def play(self, bots: Sequence[Bot]) -> None:
        game, set_up = self.game, set(offered(self.game.ruleset, "set_up_topics") or ())
        while (question := game.question) is not None:
            assert isinstance(question, Question), "bots do not type in dice"
            self._count(question, set_up)
            game.answer(ask(bots[question.seat], game))
            self.decisions += 1
            if self.decisions > LONGEST:
                raise SandtableError(f"the game has not ended after {LONGEST} decisions")

    def _count(self, question: Question, set_up: set[str]) -> None:
        if question.clause:
            self.asked[question.clause] += 1
        if found := len(options_of(question)):
            self.choices += 1
            self.options += found
        if self._first_asked is None and question.topic not in set_up:
            self._first_asked = question.seat
            self._spots = {
                model["id"]: (model["x"], model["y"]) for model in figures_of(self.game) if model.get("x") is not None
            }
        if self._first is None and question.topic == ACTIVATE:
            self._first = question.seat

    # ---- afterwards --------------------------------------------------------------------------------

    def row(self, fixture: int, number: int, names: Sequence[str], bots: Sequence[str], error: str) -> GameRow:
        events = self.game.events or []
        deaths, chapters = self._deaths(events)
        clauses = self.asked + Counter(clause for event in events for clause in event.clauses)
        first = self._first_asked if self._first is None else self._first
        return GameRow(
            fixture, number, self.decisions, self.choices, self.options, chapters, -1 if first is None else first,
            "" if error else self.game.hash(), self._sides(names, bots, deaths), dict(sorted(clauses.items())),
            tuple(deaths), error=error,
        )  # fmt: skip

    def _sides(self, names: Sequence[str], bots: Sequence[str], deaths: Sequence[Death]) -> tuple[SideRow, ...]:
        throws = [throw for event in self.game.events or () if event.kind == ROLL for throw in throws_of(event)]
        models = Counter(model["seat"] for model in figures_of(self.game))
        outcome = self.game.outcome
        return tuple(
            SideRow(
                seat, names[seat], bots[seat], score(outcome, seat) if outcome else 0.5, models[seat],
                sum(death.seat == seat for death in deaths),
                sum(throw.tries for throw in throws if throw.seat == seat),
                sum(throw.won for throw in throws if throw.seat == seat),
                round(float(sum(throw.tries * throw.chance for throw in throws if throw.seat == seat)), 6),
            )
            for seat in range(len(self.game.seats))
        )  # fmt: skip

    def _deaths(self, events: Iterable[Event]) -> tuple[list[Death], int]:
        """Who fell or left and did not come back, with the place where each was last, and how many chapters there
        were."""
        shows = offered(self.game.ruleset, "motion")
        figures = {model["id"]: model for model in figures_of(self.game)}
        found: dict[str, Death] = {}
        spots, chapter = dict(self._spots), 0
        for event in events:
            if event.chapter is not None and event.chapter.depth == 1:
                chapter = max(chapter, event.chapter.number)
            for one in _motions(shows, event):
                who = one.get("who", "")
                if one["do"] == "move":
                    spots[who] = one["path"][-1]
                elif one["do"] == "appear":
                    found.pop(who, None)
                elif one["do"] in FALLS and (model := figures.get(who)) and model["state"] in ("fallen", "gone"):
                    x, y = [*spots.get(who, (None, None))][:2]
                    found[who] = Death(model["seat"], model["name"], chapter, x, y)
        return list(found.values()), chapter


def _motions(shows: Any, event: Event) -> Sequence[Mapping[str, Any]]:
    """What an event shows moving."""
    shown = shows(event) if shows is not None and event.kind != ROLL else None
    return [shown] if isinstance(shown, Mapping) else shown or ()


def figures_of(game: Game[Any]) -> list[dict[str, Any]]:
    """The models in the picture of the game, with the seat that plays each; those that nobody plays are left out."""
    drawn = offered(game.ruleset, "scene")
    scene = to_builtins(drawn(game.reading(None))) if drawn else {}
    seats = [side["seat"] for side in scene.get("sides", ())]
    models = scene.get("models") or scene.get("fighters") or ()
    return [{**model, "seat": seats[model["side"]]} for model in models if seats[model["side"]] >= 0]
