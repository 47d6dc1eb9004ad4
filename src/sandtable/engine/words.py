"""Numbers in sentences: one counter, two counters."""

from __future__ import annotations


def counted(number: float | str, one: str, many: str = "") -> str:
    """'1 counter', '3 counters'; `many` where a plain s does not do ('1 die', '2 dice')."""
    number = number if isinstance(number, str) else f"{number:g}"
    return f"{number} {one if number == '1' else many or one + 's'}"


class Said(str):
    """A value of an event, for a template: '{counters:counter}' counts it, '{dice:die|dice}' with its own plural."""

    __slots__ = ()

    def __format__(self, what: str) -> str:
        return counted(str(self), *what.split("|")) if what else str(self)
