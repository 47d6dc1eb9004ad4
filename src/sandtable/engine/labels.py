"""What the questions of a game can call their options, so that a case does not deny what no question ever offers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

GAP = re.compile(r"\{(\w+)\}")
NUMBER = "number"
"""The gap that any number fits, signed or not."""


def fits(name: str, shapes: Iterable[str], words: Mapping[str, Iterable[str]]) -> bool:
    """Is this a label of one of the shapes, such as 'Change to {weapon}', with words of the game in its gaps?"""
    gaps = {gap: "|".join(map(re.escape, of_it)) or r"(?!)" for gap, of_it in words.items()} | {NUMBER: r"[+-]?\d+"}
    return any(re.fullmatch(_pattern(shape, gaps), name, re.IGNORECASE) for shape in shapes)


def _pattern(shape: str, gaps: Mapping[str, str]) -> str:
    """Every other part of a shape is the name of a gap."""
    parts = GAP.split(shape)
    return "".join(f"(?:{gaps[part]})" if at % 2 else re.escape(part) for at, part in enumerate(parts))
