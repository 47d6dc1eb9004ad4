"""The tally phase (chapter 16): OFF dice against DEF dice, both from high to low."""

from __future__ import annotations

from collections.abc import Sequence


def tally(off: Sequence[int], defence: Sequence[int], method: str) -> tuple[bool, str]:
    """Is the unit that rolled the DEF dice defeated, and by which clause?"""
    if method == "every_die":
        beaten = len(off) > len(defence) or any(one > two for one, two in zip(off, defence, strict=False))
        return beaten, "OT-16.4"
    for one, two in zip(off, defence, strict=False):
        if one > two:
            return True, "OT-16.3"
        if one < two:
            return False, "OT-16.4"
    if len(off) > len(defence):
        return True, "OT-16.5"
    return False, "OT-16.6"
