"""Playing in the terminal. It draws questions and events and knows no rules: any installed ruleset can be played."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from rich.console import Console
from rich.highlighter import RegexHighlighter
from rich.panel import Panel
from rich.table import Table
from rich.text import Text
from rich.theme import Theme

from sandtable.bots import Bot, Explains, Explanation, ask, make_bot
from sandtable.bots.veteran import Veteran
from sandtable.cli.answers import hint_for, read_answer
from sandtable.cli.files import read_data, read_option, whole_number
from sandtable.cli.odds import show_prospect
from sandtable.cli.output import program
from sandtable.cli.replay import way_out
from sandtable.engine import save as saves
from sandtable.engine.dice import Roll, Sealed, Seeded, Source, Typed
from sandtable.engine.divergence import Diverged
from sandtable.engine.errors import IllegalAnswer, SandtableError, one_line, typed_line
from sandtable.engine.game import REFEREE, Game
from sandtable.engine.hooks import offered
from sandtable.engine.questions import ChooseSome, Draft, Move, Order, Place, Question, Split, facts_of, options_of
from sandtable.engine.registry import fault, ruleset
from sandtable.engine.ruleset import Setup
from sandtable.engine.words import agreed
from sandtable.odds import Prospect, prospect, prospects
from sandtable.odds.steps import answers_to_weigh

HELP = """Answer with the number or the name of an option; several with spaces between (2 3).
?           what is not offered, and why        ? 2      the clause behind option 2
? OP-7.8    any clause of the rulebook          b        the table as it stands
u           take back your last answer          l        the last thirty lines of the log
c NAME      the card of one model               why      what the bot thought of last
tip         what a good player would answer     odds     what may come of each option (odds 2: of that one)
s [FILE]    save a copy (the game saves itself)  q        save and quit"""


TIP = 1.0
"""Seconds that a tip is thought about."""
ODDS_SECONDS = 10.0
"""For the odds of one question; what has not been worked out by then says so."""
THOUGHTS, SHOWN = 3, 6
"""Decisions of the bots that are kept for 'why', and answers shown of each."""
NEVER_WRAPPED = 18
"""Cells of the board up to this length stay on one line."""


class Dice(RegexHighlighter):
    """Colours dice ('red 5', 'R5') and clause numbers."""

    base_style = "dice."
    highlights = (
        r"(?P<red>\bred \d\b|\bR[1-6]\b)",
        r"(?P<green>\bgreen \d\b|\bG[1-6]\b)",
        r"(?P<blue>\bblue \d\b|\bB[1-6]\b)",
        r"(?P<clause>\[[A-Z]+-[^\]]+\])",
    )


THEME = Theme(
    {
        "dice.red": "bold white on #b3172f",
        "dice.green": "bold #06260d on #8fdb9a",
        "dice.blue": "bold white on #2449b8",
        "dice.clause": "dim",
    }
)


def start(
    ruleset_id: str,
    setup: Path | None,
    option: Sequence[str],
    seed: str | None,
    nonce: str,
    real_dice: bool,
    resume: Path | None,
    at: int | None = None,
    console: Console | None = None,
) -> Game[Any]:
    """The game to play: a resumed one, one from a set-up file, or one the player chooses."""
    if resume is not None:
        return _resumed(resume, at)
    rules = ruleset(ruleset_id)
    chosen = read_data(setup) if setup else _choose_setup(rules, console or Console())
    own = [nonce] if nonce else []
    if real_dice:
        dice: Source = Typed()
    elif seed is None:
        dice = Seeded(nonces=own or [secrets.token_hex(8)])
    else:
        dice = Seeded.from_text(seed, own)
    return Game(rules, chosen, dict(read_option(text) for text in option), dice)


def _resumed(file: Path, at: int | None) -> Game[Any]:
    """A saved game, at its end or after some of its inputs. Where today's rules follow it only so far: the way on."""
    saved = saves.read_file(file)
    try:
        return saves.load(saved) if at is None else saves.load_until(saved, at)
    except Diverged as diverged:
        raise SandtableError(f"{one_line(diverged)}; {way_out(diverged.divergence, file)}") from None


def _choose_setup(rules: Any, console: Console) -> Setup:
    """The ready set-ups of a ruleset, if it has any and somebody is there to choose."""
    ready: dict[str, Setup] = listed() if (listed := offered(rules, "ready_setups")) else {}
    if not ready or not console.is_terminal:
        return dict(rules.quick_setup())
    console.print(Text(f"{rules.title}: what would you like to play?", "bold"))
    for number, name in enumerate(ready, 1):
        console.print(Text(f"  {number}  {name}"))
    try:
        text = console.input("Number (Enter for 1): ").strip() or "1"
    except EOFError:
        text = "1"
    chosen = whole_number(text)
    if chosen is None or not 1 <= chosen <= len(ready):
        raise SandtableError(f"choose a number from 1 to {len(ready)}")
    return list(ready.values())[chosen - 1]


def _stamp(file: Path) -> tuple[int, int] | None:
    """When a file was last written, and which file it is."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_ino


def fresh_name(file: Path) -> Path:
    """A name of that kind that is not taken: game.json, game-2.json, …"""
    number = 1
    fresh = file
    while fresh.exists():
        number += 1
        fresh = file.with_name(f"{file.stem}-{number}{file.suffix}")
    return fresh


class Quit(Exception):
    """The player has had enough for today."""


class Terminal:
    """One game between people and bots at one keyboard."""

    def __init__(
        self,
        game: Game[Any],
        seats: Sequence[str],
        file: Path,
        console: Console | None = None,
        seed: str | None = None,
    ) -> None:
        """With a `seed` the bots think alike every time; without one nobody can think along with them."""
        self.game, self.file, self.seats = game, file, [name.strip() for name in seats]
        self._written: tuple[int, int] | None = None
        self.console = console or Console(theme=THEME, highlight=False)
        self.dice = Dice()
        self.bots: dict[int, Bot] = {}
        for seat in range(len(game.seats)):
            name = self.seats[min(seat, len(self.seats) - 1)]
            if name != "human":
                self.bots[seat] = make_bot(name, secrets.token_hex(8) if seed is None else f"{seed}/{seat}")
        self.thoughts: deque[Explanation] = deque(maxlen=THOUGHTS)
        self.shown = 0

    # ---- the course of the game --------------------------------------------------------------------

    def run(self) -> int:
        self._save()
        self._welcome()
        self.shown = max(0, len(self.game.events or []) - 20)
        try:
            while self.game.question is not None:
                self._turn(self.game.question)
        except (Quit, EOFError, KeyboardInterrupt):
            self._save()
            self._say(f"\nSaved. Go on with: {program()} play --resume {self.file} --seats {','.join(self.seats)}")
            return 0
        self._show_log()
        self._save()
        self._farewell()
        return 0

    def _turn(self, question: Question | Roll) -> None:
        if isinstance(question, Question) and question.seat in self.bots:
            self._bot_turn(question, self.bots[question.seat])
            return
        self._save()
        self._show_log()
        self._board()
        answered = False
        self._show_question(question)
        while not answered:
            answered = self._ask(question)

    def _bot_turn(self, question: Question, bot: Bot) -> None:
        """A bot may be anybody's: if it breaks down, any legal answer will do, and the game goes on."""
        try:
            self.game.answer(ask(bot, self.game))
            if isinstance(bot, Explains) and (thought := bot.explain()) is not None:
                self.thoughts.append(thought)
        except Exception as error:
            name = self.seats[min(question.seat, len(self.seats) - 1)]
            self._say(f"The bot {name} broke down ({fault(error) or typed_line(error)}).")
            if self.game.question is question:
                self._say("An answer is drawn for it.")
                self.game.answer(question.pick(Random(secrets.token_hex(8))))

    def _welcome(self) -> None:
        rules, game = self.game.ruleset, self.game
        self._say(f"{rules.title} (type h for help)", "bold")
        who = [f"{name} ({'bot' if seat in self.bots else 'you'})" for seat, name in enumerate(game.seats)]
        self._say(f"Players: {', '.join(who)}")
        source = game.dice[-1].source
        if isinstance(source, Sealed):
            self._say("The seed of this game is not in the file: from here on, roll your own dice and type them in.")
        if isinstance(source, Seeded):
            self._say(f"The dice are fixed by a seed whose fingerprint is {source.commitment}", "dim")

    def _farewell(self) -> None:
        assert self.game.outcome is not None
        outcome = self.game.outcome
        who = " and ".join(outcome.winners)
        told = not who or who in outcome.summary
        summary = agreed(outcome.summary if told else f"{who} wins. {outcome.summary}")
        self.console.print(Panel(Text(summary), title="The end", expand=False))
        self._say(f"The game is in {self.file}. Prove its dice with: {program()} replay {self.file} --verify")

    def _save(self) -> None:
        """Before every question. If somebody else has written to the file in between, this game takes another one."""
        if self._written is not None and _stamp(self.file) not in (self._written, None):
            self.file = fresh_name(self.file)
            self._say(f"Somebody else has saved to that file; this game goes on in {self.file}.", "bold")
        saves.write(self.game, self.file)
        self._written = _stamp(self.file)

    # ---- showing -----------------------------------------------------------------------------------

    def _show_log(self) -> None:
        question = self.game.question
        for line in self.game.log(self.shown, REFEREE if question is None else question.seat):
            self._print(line)
        self.shown = len(self.game.events or [])

    def _say(self, text: str, style: str = "", end: str = "\n") -> None:
        """Plain text, whatever brackets are in it."""
        self.console.print(Text(text, style), end=end)

    def _print(self, text: str) -> None:
        self.console.print(self.dice(text))

    def _board(self) -> None:
        """The ruleset's own table of how things stand, and its map if it has one."""
        sketch = offered(self.game.ruleset, "sketch")
        if sketch is not None:
            self.console.print()
            for line in sketch(self.game.reading()):
                self.console.print(line, markup=False)
        board = offered(self.game.ruleset, "board")
        if board is None:
            for name, value in self.game.ruleset.facts(self.game.reading()).items():
                shown = ", ".join(f"{k} {v}" for k, v in value.items()) if isinstance(value, dict) else value
                self._say(f"{name}: {shown}")
            return
        columns, rows = board(self.game.reading())
        used = [i for i in range(len(columns)) if any(row[i] for row in rows)]
        table = Table(box=None, pad_edge=False, header_style="dim")
        for i in used:
            table.add_column(columns[i], no_wrap=max(len(row[i]) for row in rows) <= NEVER_WRAPPED)
        for row in rows:
            table.add_row(*[self.dice(row[i]) for i in used])
        self.console.print()
        self.console.print(table)

    def _show_question(self, question: Question | Roll) -> None:
        name = self.game.seats[question.seat]
        self._say(f"\n{name}: " if not question.prompt.startswith(name) else "\n", "bold", end="")
        self._print(question.prompt)
        if isinstance(question, Roll):
            self.console.print(f"Type {question.n} faces from 1 to {question.sides}, with spaces between.")
            return
        facts = facts_of(question)
        for number, option in enumerate(options_of(question), 1):
            text = facts.get(option.id, "")
            self._print(f"  {number:2d}  {option.label}" + (f"  ({text})" if text else ""))
        if hint := question.hint or hint_for(question):
            self._say(hint, "dim")
        if isinstance(question, ChooseSome):
            order = ", in order" if question.ordered else ""
            self.console.print(f"Choose {question.least} to {question.most}{order}; 0 for none.")
        elif isinstance(question, Draft):
            self._say(f"Then: {', '.join(question.queue[1:]) or 'nobody'}", "dim")
        elif isinstance(question, Split):
            self.console.print(f"Share out {question.total}: one number for each line.")
        elif isinstance(question, Order):
            self.console.print("Type all numbers in the order you want.")

    # ---- asking ------------------------------------------------------------------------------------

    def _ask(self, question: Question | Roll) -> bool:
        """One line from the player; True if the game has gone on (or back)."""
        text = self.console.input("> ").strip()
        word, _, rest = text.partition(" ")
        command = self._commands().get(word.lower())
        try:
            if command is not None:
                return command(question, rest.strip())
            if text.startswith("?"):
                return self._explain(question, text[1:].strip())
            if not text:
                return False
            self.game.answer(read_answer(question, text))
        except IllegalAnswer as refusal:
            cited = f" ({self.game.ruleset.rulebook.cite(refusal.clause)})" if refusal.clause else ""
            self._say("No: ", "bold", end="")
            self._say(refusal.reason + cited)
            return False
        except SandtableError as error:
            self._say(one_line(error))
            return False
        return True

    def _commands(self) -> dict[str, Callable[[Question | Roll, str], bool]]:
        return {
            "h": self._help, "help": self._help,
            "b": self._show_board, "board": self._show_board,
            "c": self._card, "card": self._card,
            "l": self._show_recent, "log": self._show_recent,
            "why": self._why, "tip": self._tip, "odds": self._odds,
            "u": self._undo, "undo": self._undo,
            "s": self._save_as, "save": self._save_as,
            "q": self._quit, "quit": self._quit, "exit": self._quit,
        }  # fmt: skip

    def _help(self, question: Question | Roll, rest: str) -> bool:
        self.console.print(HELP)
        return False

    def _card(self, question: Question | Roll, rest: str) -> bool:
        """Everything about one model."""
        card = offered(self.game.ruleset, "card")
        for line in card(self.game.reading(), rest) if card else ["This game has no cards."]:
            self._say(line)
        return False

    def _show_board(self, question: Question | Roll, rest: str) -> bool:
        self._board()
        return False

    def _show_recent(self, question: Question | Roll, rest: str) -> bool:
        for line in self.game.log(max(0, len(self.game.events or []) - 30)):
            self._print(line)
        return False

    def _why(self, question: Question | Roll, rest: str) -> bool:
        """What the bots considered at their last decisions."""
        for thought in self.thoughts:
            self._thought(thought)
        if not self.thoughts:
            self._say("No bot has had anything to think about yet.")
        return False

    def _tip(self, question: Question | Roll, rest: str) -> bool:
        """What a veteran would consider here."""
        if isinstance(question, Question):
            adviser = Veteran(secrets.token_hex(8), TIP)
            answer = ask(adviser, self.game)
            thought = adviser.explain()
            if thought is None:
                self._say(f"{question.words(answer)}: nothing else is worth a thought here.")
            else:
                self._thought(thought)
        return False

    def _odds(self, question: Question | Roll, rest: str) -> bool:
        """What may come of every option, or of the answer that is named, as far as this seat can know."""
        if not isinstance(question, Question) or offered(self.game.ruleset, "outlook") is None:
            self._say("There are no odds here.")
            return False
        try:
            game = self.game.imagine(question.seat, Random(0))
            if rest:
                show_prospect(prospect(game, read_answer(question, rest), seconds=ODDS_SECONDS), self.console)
                return False
            found = prospects(game, seconds=ODDS_SECONDS)
        except SandtableError:
            raise
        except Exception as error:  # odds are no part of the game: it goes on without them
            self._say(f"no odds: a mistake in the rules, please report it ({type(error).__name__}: {one_line(error)})")
            return False
        if isinstance(question, Move | Place):
            self._odds_of_places(question, game, found)
        elif not any(one.telling for one in found.values()):
            self._say("No dice decide about these answers right away.")
        else:
            for number, option in enumerate(options_of(question), 1):
                if option.id in found:
                    self._say(f"{number:2d}  {option.label}", "bold")
                    show_prospect(found[option.id], self.console)
        return False

    def _odds_of_places(self, question: Move | Place, game: Game[Any], found: dict[str, Prospect]) -> None:
        """Only the places on whose way something is rolled: there may be many others."""
        told = {key: one for key, one in found.items() if one.kind in ("dice", "unknown")}
        some = bool(told)
        for key, answer in answers_to_weigh(game):
            if key in told:
                self._say(question.words(answer), "bold")
                show_prospect(told.pop(key), self.console)
        for one in told.values():
            show_prospect(one, self.console)
        rest = "Whatever else is proposed needs no dice." if some else "No place that is proposed needs dice."
        self._say(f"{rest} Of any way: odds, and the way behind it.", "dim")

    def _thought(self, thought: Explanation) -> None:
        prompt, *lines = thought.lines()
        self._say(prompt, "bold")
        for line in lines[:SHOWN]:
            self._print(f"  {line}")

    def _undo(self, question: Question | Roll, rest: str) -> bool:
        self.game.undo()
        self.shown = len(self.game.events or [])
        self.console.print("Taken back.")
        return True

    def _save_as(self, question: Question | Roll, rest: str) -> bool:
        file = Path(rest).expanduser() if rest else self.file
        if file == self.file:
            self._save()
        else:
            saves.write(self.game, file)
        self._say(f"Saved to {file}.")
        return False

    def _quit(self, question: Question | Roll, rest: str) -> bool:
        raise Quit

    def _explain(self, question: Question | Roll, rest: str) -> bool:
        """'?' what is missing; '? 2' the clause of an option; '? OP-7.8' any clause."""
        book = self.game.ruleset.rulebook
        options = options_of(question)
        if not rest:
            self._clause(question.clause)
            for absent in getattr(question, "absent", ()):
                self._print(f"  not now: {absent.label}: {absent.reason} [{absent.clause}]")
        elif (number := whole_number(rest)) is not None and 1 <= number <= len(options):
            self._clause(options[number - 1].clause or question.clause)
        elif rest.upper() in book.clauses:
            self._clause(rest.upper())
        else:
            found = [clause for clause in book.clause if rest.lower() in clause.title.lower()]
            for clause in found[:8]:
                self._say(f"  {clause.id} {clause.title}")
            if not found:
                self._say(f"The rulebook has no clause {rest!r}.")
        return False

    def _clause(self, name: str) -> None:
        clause = self.game.ruleset.rulebook.clauses.get(name)
        if clause is None:
            return
        text = Text(clause.text)
        if clause.ruling:
            text.append(f"\n\nRuling: {clause.ruling}", "dim")
        if clause.option:
            text.append(f"\nHouse rule {clause.option}: {self.game.options[clause.option]}", "dim")
        self.console.print(Panel(text, title=Text(f"{clause.id} {clause.title}"), title_align="left"))
