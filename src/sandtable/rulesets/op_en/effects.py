"""The words in which a Setting describes what its Talents and Equipment do. The rules know these words and no name of
any Skill, Ability or item: a Setting is data.

An entry carries a list of `Effect`s. `on` says when one counts: `always` while the character has the entry, `success`,
`degree` (once for each Degree of Success), `one` (the Rule of 1), or `hit` (an attack with this weapon, or of this
character, that hits). A Skill and a piece of (Use) Equipment also carry a `Deed`: target, range and Test (OE-15.3,
OE-17.6).
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Stat = Literal["fight", "toughness", "shoot", "agility", "intellect", "grit"]
STATS: tuple[Stat, ...] = ("fight", "toughness", "shoot", "agility", "intellect", "grit")

When = Literal["always", "success", "degree", "one", "hit"]
Limit = Literal["", "move", "shoot", "fight", "use"]


class Effect(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that happens, or that is so.

    always  `modify` (`test`, `level`, `plus`), `flag` (`word`), `ar`, `cr`, `move`, `armour`, `jump` (`inches`),
            `token` (Start of Turn), `pavise` (Obscured against shots from beyond `inches`)
    deeds   `attack` (`plus`, `level`, `damage`), `damage`, `heal`, `push`, `teleport`, `tokens`, `mark` (`word`, until
            the end of the turn), `stun`, `unhide`, `walk`, `sprint`, `hide`, `swap`, `fall`, `zone`, `summon`
    """

    do: str
    on: When = "success"
    test: str = ""
    """Which Tests a modifier is for: the name of a Skill, action or Test ('Climb', 'Shoot', 'Drowning'), a Stat ('grit'),
    'opposing Fight', 'opposing Shoot', 'initiative', or 'all'."""
    level: int = 0
    plus: int = 0
    amount: int = 0
    inches: float = 0.0
    least: int = 0
    """Only with so many Degrees or more."""
    way: Literal["", "towards", "away", "chosen"] = ""
    who: Literal["target", "user", "enemies", "friends", "nearest enemy's side"] = "target"
    word: str = ""


class Test(Struct, frozen=True, forbid_unknown_fields=True):
    """Basic, Fixed against `number`, or Opposed `against` another Stat (OE-3.1)."""

    kind: Literal["basic", "fixed", "opposed"]
    stat: Stat
    number: int = 0
    against: Stat | None = None


Target = Literal[
    "", "enemy", "friend", "another friend", "any", "two enemies", "each enemy in reach", "three enemies", "point",
]  # fmt: skip
"""'friend' includes the user, 'another friend' does not (OE-6.1, OE-6.2)."""


class Deed(Struct, frozen=True, forbid_unknown_fields=True):
    """How a Skill or a piece of (Use) Equipment is worked."""

    name: str
    limit: Limit = ""
    test: Test | None = None
    target: Target = ""
    range: float | None = None
    """Printed range; None is the user's AR (OE-2.12), 0 is contact."""
    los: bool = False
    weapon: Literal["", "ranged", "melee"] = ""
    """It follows the Shoot or the Fight Action for weapon, range and legal targets."""
    still: bool = False
    """Not after moving in this activation."""
    needs: str = ""
    """A kind of Equipment the user must carry ('shield')."""
    effects: tuple[Effect, ...] = ()
    consumed: bool = False
