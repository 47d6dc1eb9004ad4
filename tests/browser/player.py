"""Somebody at the browser: plays by mouse, by finger or by keys alone, reading only what the page shows."""

from __future__ import annotations

from random import Random
from typing import Literal

from playwright.sync_api import Locator, Page, expect

Hand = Literal["mouse", "touch", "keys"]
OVER = ".over #question-title"
QUESTION = "form.question"
INPUTS = (
    "form => [...form.querySelectorAll('input[type=radio], input[type=checkbox]')].map(one => [one.name, one.value])"
)


class Player:
    """Answers every question of a game until it is over. `seed` makes the choices repeatable."""

    def __init__(self, page: Page, hand: Hand = "mouse", seed: str = "") -> None:
        self.page, self.hand, self.rng = page, hand, Random(seed)
        self.answers = 0
        self.on_the_table = 0
        """Answers given by pointing at the stage."""

    def play(self, most: int = 1000) -> int:
        """Plays until the game is over, or `most` answers; returns how many answers it gave."""
        start = self.answers
        while self.answers - start < most and self.wait() == "question":
            self.answer()
        return self.answers - start

    def wait(self) -> Literal["question", "over"]:
        both = self.page.locator(f"{QUESTION}, {OVER}").first
        both.wait_for()
        return "over" if self.page.locator(OVER).count() else "question"

    @property
    def confirm(self) -> Locator:
        return self.page.locator(f"{QUESTION} .confirm .primary")

    def asked(self) -> str:
        """What tells one question from the next."""
        return self.page.locator(QUESTION).first.get_attribute("data-asked") or ""

    def answer(self) -> None:
        asked = self.asked()
        self.choose()
        expect(self.confirm).to_be_enabled()
        if self.hand == "keys":
            self.page.keyboard.press("Enter")
        else:
            self._touch(self.confirm)
        self.answered(asked)
        self.answers += 1

    def answered(self, asked: str) -> None:
        """The question goes away, or another one comes: whichever, this one is answered."""
        self.page.wait_for_function(
            "asked => document.querySelector('form.question')?.dataset.asked !== asked", arg=asked
        )

    def _touch(self, thing: Locator) -> None:
        if self.hand == "touch":
            thing.tap()
        else:
            thing.click()

    def choose(self) -> None:
        """Picks something; where the page offers a list, something of the list."""
        form = self.page.locator(QUESTION)
        kind = form.get_attribute("data-kind")
        if kind in ("order", "split", "roll"):
            getattr(self, f"_{kind}")(form)
            return
        if kind in ("move", "place"):
            form.locator(".places label").first.wait_for()
        if kind == "choose-some" and self.confirm.is_enabled():
            return  # taking none is an answer too
        inputs = form.locator("input[type=radio], input[type=checkbox]")
        inputs.first.wait_for(state="attached")  # some rows are drawn by a part of the client that comes when needed
        self._pick(inputs, self.rng.choice(self._sensible(form)))

    def _sensible(self, form: Locator) -> list[int]:
        """The numbers of what may be picked: the formation of a unit is no answer, and nobody gives up a game."""
        return [
            number
            for number, (name, value) in enumerate(form.evaluate(INPUTS))
            if name != "formation" and value != "concede"
        ]

    def _pick(self, inputs: Locator, index: int) -> None:
        one = inputs.nth(index)
        row = self.page.locator(f"{QUESTION} label:has(input)").nth(index)
        if self.hand == "touch" and self.page.locator(f"{QUESTION}[data-kind=draft]").count():
            # On a phone the dice lie above the sheet, which does not repeat them.
            self._touch(self.page.locator(f'.draft [data-option="{one.get_attribute("value")}"]').first)
        elif self.hand != "keys":
            self._touch(row)
        elif index < 9:
            self.page.keyboard.press(str(index + 1))
        else:
            one.focus()
            self.page.keyboard.press("Space")
        expect(one).to_be_checked()

    def _order(self, form: Locator) -> None:
        """Any order will do; the list comes with one."""

    def _split(self, form: Locator) -> None:
        while not self.confirm.is_enabled():
            self._press(form.locator("button:not([disabled])", has=self.page.locator("svg")).nth(1))

    def _roll(self, form: Locator) -> None:
        sides = int(form.get_attribute("data-sides") or 6)
        fields = form.locator("input")
        fields.first.wait_for()
        for i in range(fields.count()):
            fields.nth(i).fill(str(self.rng.randint(1, sides)))

    def _press(self, button: Locator) -> None:
        if self.hand != "keys":
            self._touch(button)
        else:
            button.focus()
            self.page.keyboard.press("Enter")
