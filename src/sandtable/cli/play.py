"""Playing in the terminal. It draws questions and events and knows no rules: any installed ruleset can be played."""

from __future__ import annotations

import json
import secrets
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.highlighter import RegexHighlighter
from rich.panel import Panel
from rich.table import Table
from rich.theme import Theme

from sandtable.bots import Bot
from sandtable.cli.files import read_data
from sandtable.engine import save as saves
from sandtable.engine.dice import Roll, Seeded, Typed
from sandtable.engine.errors import IllegalAnswer, SandtableError, one_line
from sandtable.engine.game import Game
from sandtable.engine.questions import ChooseOne, ChooseSome, Draft, Option, Order, Question, Split
from sandtable.engine.registry import bot_factory, ruleset
from sandtable.engine.ruleset import Setup

HELP = """Answer with the number or the name of an option; several with spaces between (2 3).
?           what is not offered, and why        ? 2      the clause behind option 2
? OP-7.8    any clause of the rulebook          b        the table as it stands
u           take back your last answer          l        the last thirty lines of the log
s [FILE]    save (also done after every answer) q        save and quit"""


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
    console: Console | None = None,
) -> Game[Any]:
    """The game to play: a resumed one, one from a set-up file, or one the player chooses."""
    if resume is not None:
        return saves.load(saves.read_file(resume))
    rules = ruleset(ruleset_id)
    chosen = read_data(setup) if setup else _choose_setup(rules, console or Console())
    nonces = [nonce or secrets.token_hex(8)]
    dice = Typed() if real_dice else Seeded(nonces=nonces) if seed is None else Seeded.from_text(seed, nonces)
    return Game(rules, chosen, dict(_option(text) for text in option), dice)


def _option(text: str) -> tuple[str, str | int]:
    name, sign, value = text.partition("=")
    if not sign:
        raise SandtableError(f"write a house rule as name=value, not {text[:40]!r}")
    return name.strip(), int(value) if value.strip().isdigit() else value.strip()


def _choose_setup(rules: Any, console: Console) -> Setup:
    """The ready set-ups of a ruleset, if it has any and somebody is there to choose."""
    ready: dict[str, Setup] = rules.ready_setups() if hasattr(rules, "ready_setups") else {}
    if not ready or not console.is_terminal:
        return dict(rules.quick_setup())
    console.print(f"[bold]{rules.title}[/bold]: what would you like to play?")
    for number, name in enumerate(ready, 1):
        console.print(f"  {number}  {name}")
    try:
        text = console.input("Number (Enter for 1): ").strip() or "1"
    except EOFError:
        text = "1"
    if not text.isdigit() or not 1 <= int(text) <= len(ready):
        raise SandtableError(f"choose a number from 1 to {len(ready)}")
    return list(ready.values())[int(text) - 1]


def program() -> str:
    """How this command is called from here."""
    return "sandtable" if shutil.which("sandtable") else sys.argv[0]


class Quit(Exception):
    """The player has had enough for today."""


class Terminal:
    """One game between people and bots at one keyboard."""

    def __init__(self, game: Game[Any], seats: Sequence[str], file: Path, console: Console | None = None) -> None:
        self.game, self.file = game, file
        self.console = console or Console(theme=THEME, highlight=False)
        self.dice = Dice()
        self.bots: dict[int, Bot] = {}
        for seat in range(len(game.seats)):
            name = seats[min(seat, len(seats) - 1)].strip()
            if name != "human":
                self.bots[seat] = bot_factory(name)(secrets.token_hex(8))
        self.shown = 0

    # ---- the course of the game --------------------------------------------------------------------

    def run(self) -> int:
        self._welcome()
        self.shown = max(0, len(self.game.events or []) - 20)
        try:
            while self.game.question is not None:
                self._turn(self.game.question)
        except (Quit, EOFError, KeyboardInterrupt):
            self._save()
            self.console.print(f"\nSaved. Go on with: {program()} play --resume {self.file}")
            return 0
        self._show_log()
        self._save()
        self._farewell()
        return 0

    def _turn(self, question: Question | Roll) -> None:
        if isinstance(question, Question) and question.seat in self.bots:
            seat = question.seat
            self.game.answer(self.bots[seat].answer(question, lambda: self.game.view(seat)))
            return
        self._show_log()
        self._board()
        answered = False
        self._show_question(question)
        while not answered:
            answered = self._ask(question)
        self._save()

    def _welcome(self) -> None:
        rules, game = self.game.ruleset, self.game
        self.console.print(f"[bold]{rules.title}[/bold] (type h for help)")
        who = [f"{name} ({'bot' if seat in self.bots else 'you'})" for seat, name in enumerate(game.seats)]
        self.console.print(f"Players: {', '.join(who)}")
        source = game.dice[-1].source
        if isinstance(source, Seeded):
            self.console.print(f"The dice are fixed by a seed whose fingerprint is [dim]{source.commitment}[/dim]")

    def _farewell(self) -> None:
        assert self.game.outcome is not None
        self.console.print(Panel(self.game.outcome.summary, title="The end", expand=False))
        self.console.print(f"The game is in {self.file}. Prove its dice with: {program()} replay {self.file} --verify")

    def _save(self) -> None:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        saves.write(self.game, self.file)

    # ---- showing -----------------------------------------------------------------------------------

    def _show_log(self) -> None:
        for line in self.game.log(self.shown):
            self._print(line)
        self.shown = len(self.game.events or [])

    def _print(self, text: str) -> None:
        self.console.print(self.dice(text))

    def _board(self) -> None:
        """The ruleset's own table of how things stand, and its map if it has one."""
        sketch = getattr(self.game.ruleset, "sketch", None)
        if sketch is not None:
            self.console.print()
            for line in sketch(self.game.state):
                self.console.print(line, markup=False)
        board = getattr(self.game.ruleset, "board", None)
        if board is None:
            return
        columns, rows = board(self.game.state)
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
        self.console.print(f"\n[bold]{name}[/bold]: ", end="")
        self._print(question.prompt)
        if isinstance(question, Roll):
            self.console.print(f"Type {question.n} faces from 1 to {question.sides}, with spaces between.")
            return
        for number, option in enumerate(_options(question), 1):
            self._print(f"  {number:2d}  {option.label}")
        if question.hint:
            self.console.print(f"[dim]{question.hint}[/dim]")
        if isinstance(question, ChooseSome):
            order = ", in order" if question.ordered else ""
            self.console.print(f"Choose {question.least} to {question.most}{order}; 0 for none.")
        elif isinstance(question, Draft):
            self.console.print(f"[dim]Then: {', '.join(question.queue[1:]) or 'nobody'}[/dim]")
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
            self.game.answer(_read(question, text))
        except IllegalAnswer as refusal:
            self.console.print(f"[bold]No:[/bold] {refusal.reason}", end="")
            self.console.print(
                f" [dim]({self.game.ruleset.rulebook.cite(refusal.clause)})[/dim]" if refusal.clause else ""
            )
            return False
        except SandtableError as error:
            self.console.print(one_line(error))
            return False
        return True

    def _commands(self) -> dict[str, Callable[[Question | Roll, str], bool]]:
        return {"h": self._help, "b": self._show_board, "l": self._show_recent, "u": self._undo, "s": self._save_as,
                "q": self._quit}  # fmt: skip

    def _help(self, question: Question | Roll, rest: str) -> bool:
        self.console.print(HELP)
        return False

    def _show_board(self, question: Question | Roll, rest: str) -> bool:
        self._board()
        return False

    def _show_recent(self, question: Question | Roll, rest: str) -> bool:
        for line in self.game.log(max(0, len(self.game.events or []) - 30)):
            self._print(line)
        return False

    def _undo(self, question: Question | Roll, rest: str) -> bool:
        self.game.undo()
        self.shown = len(self.game.events or [])
        self.console.print("Taken back.")
        return True

    def _save_as(self, question: Question | Roll, rest: str) -> bool:
        if rest:
            self.file = Path(rest)
        self._save()
        self.console.print(f"Saved to {self.file}.")
        return False

    def _quit(self, question: Question | Roll, rest: str) -> bool:
        raise Quit

    def _explain(self, question: Question | Roll, rest: str) -> bool:
        """'?' what is missing; '? 2' the clause of an option; '? OP-7.8' any clause."""
        book = self.game.ruleset.rulebook
        options = _options(question)
        if not rest:
            self._clause(question.clause)
            for absent in getattr(question, "absent", ()):
                self._print(f"  not now: {absent.label}: {absent.reason} [{absent.clause}]")
        elif rest.isdigit() and 1 <= int(rest) <= len(options):
            self._clause(options[int(rest) - 1].clause or question.clause)
        elif rest.upper() in book.clauses:
            self._clause(rest.upper())
        else:
            found = [clause for clause in book.clause if rest.lower() in clause.title.lower()]
            for clause in found[:8]:
                self.console.print(f"  {clause.id} {clause.title}")
            if not found:
                self.console.print(f"The rulebook has no clause {rest!r}.")
        return False

    def _clause(self, name: str) -> None:
        clause = self.game.ruleset.rulebook.clauses.get(name)
        if clause is None:
            return
        text = clause.text
        if clause.ruling:
            text += f"\n\n[dim]Ruling: {clause.ruling}[/dim]"
        if clause.option:
            text += f"\n[dim]House rule {clause.option}: {self.game.options[clause.option]}[/dim]"
        self.console.print(Panel(text, title=f"{clause.id} {clause.title}", title_align="left"))


def _options(question: Question | Roll) -> tuple[Option, ...]:
    options: tuple[Option, ...] = getattr(question, "options", ())
    return options


def _read(question: Question | Roll, text: str) -> Any:
    """What was typed, as an answer."""
    words = text.replace(",", " ").split()
    if isinstance(question, Roll):
        return [int(word) if word.isdigit() else word for word in words]
    if isinstance(question, Split):
        shares = [int(word) if word.isdigit() else word for word in words]
        return {option.id: share for option, share in zip(_options(question), shares, strict=False)}
    if isinstance(question, ChooseOne):
        return _one(question, text)
    if isinstance(question, ChooseSome | Order):
        return [] if text == "0" else [_one(question, word) for word in words]
    try:
        return json.loads(text)
    except ValueError as error:
        if getattr(question, "notation", None) is not None:
            return text
        raise IllegalAnswer('answer as JSON, for instance {"Rob": [12, 8]}') from error


def _one(question: Question, text: str) -> str:
    """An option by number, id, label, or an unmistakable beginning of its label."""
    options = _options(question)
    if text.isdigit() and 1 <= int(text) <= len(options):
        return options[int(text) - 1].id
    folded = text.casefold()
    exact = [option.id for option in options if folded in (option.id.casefold(), option.label.casefold())]
    begins = [option.id for option in options if option.label.casefold().startswith(folded)]
    absent = [absent.id for absent in question.absent if folded in (absent.id.casefold(), absent.label.casefold())]
    found = exact or (begins if len(begins) == 1 else []) or absent
    return found[0] if found else text
