"""A scenario as data (OE-18.1): its map, who takes part and where, how long it lasts, what is done and won there."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sandtable.rulesets.op_en.effects import Flag, Outcome, Stat

Value = bool | int | float | str
Role = Literal["any", "attacker", "defender"]


class Override(Struct, frozen=True, forbid_unknown_fields=True):
    """Another value for one of the Core's parameters (OE-1.3, OE-1.4); look-up goes scenario, Setting, Core."""

    param: str
    value: Value
    from_turn: int = 0
    """From the Start of Turn events of this turn on."""
    inside: str = ""
    """Only in areas of terrain with this trait."""


class Stats(Struct, frozen=True, forbid_unknown_fields=True):
    """The six dice Stats (OE-2.1) in the order of the card."""

    fight: int = 4
    toughness: int = 4
    shoot: int = 4
    agility: int = 4
    intellect: int = 4
    grit: int = 4

    def of(self, stat: Stat) -> int:
        value: int = getattr(self, stat)
        return value

    def all(self) -> tuple[int, ...]:
        return (self.fight, self.toughness, self.shoot, self.agility, self.intellect, self.grit)


class Profile(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Somebody who is not built: of Rank 0, or a scenario character (OE-18.8, OE-19.8)."""

    name: str
    text: str = ""
    stats: Stats = Stats()
    move: int
    body: int
    base: float = 1.0
    height: float = 1.25
    width: float = 0.7
    bite: int | None = None
    """Base Damage of its attack; without one it is Unarmed."""
    reach: int = 0
    flags: tuple[Flag, ...] = ()


# ---- scenario characters --------------------------------------------------------------------------


class Guideline(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of what a scenario character does; the first that fits is obeyed (OE-18.9)."""

    when: Literal["following", "enemy_in_reach", "near", "always"]
    act: Literal["stay", "flee", "fight", "hunt"]
    """`flee`: its full Move directly away from the nearest OF character. `fight`: the Enemy in reach with most damage
    received. `hunt`: the shortest way towards the nearest OF character, then a Fight if one is in reach."""
    within: float = 0.0
    """How near `near` is."""


class Extra(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Scenario characters of one profile (OE-18.8), where they start and how they act (OE-18.9)."""

    profile: Profile
    at: tuple[tuple[float, ...], ...]
    """One for each; the third number is the height of its floor."""
    stance: Literal["enemy", "neutral"] = "enemy"
    group: str = ""
    """Those of one group are Friendly to each other (OE-6.3)."""
    guidelines: tuple[Guideline, ...] = ()
    objective: str = ""
    """It counts as this objective."""


# ---- objectives, events, points -------------------------------------------------------------------


class Objective(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A kind of marker with its Interact Test (OE-16.2 to OE-16.4)."""

    name: str
    at: tuple[tuple[float, ...], ...] = ()
    """One marker for each place; none for one that is a scenario character."""
    target: int
    stats: tuple[Stat, ...] = ("intellect",)
    """What may be rolled for Interact here, as the player likes (OE-15.7)."""
    success: tuple[Outcome, ...] = ()
    special: tuple[tuple[Outcome, ...], ...] = ()
    """What a success does instead at each place, where the places differ."""
    rule_of_1: tuple[Outcome, ...] = ()
    once_per_turn: bool = False
    """A success at each marker once per OF per turn."""
    most: int = 0
    """So many successes in all at each marker; 0 for any number."""
    dry: bool = True
    """It cannot be taken in deep water."""


class Points(Struct, frozen=True, forbid_unknown_fields=True):
    """What scores besides the objectives' own outcomes."""

    what: Literal["exit", "exit_carrying", "exit_with_follower", "carried_at_end", "held_each_turn", "enemy_out"]
    points: int
    last_turn: int = 0
    """Of `held_each_turn`: instead, in the last turn."""
    ranks: tuple[int, ...] = ()
    """Only for characters of these Ranks."""
    leader: int = 0
    """Instead, for a Leader."""
    role: Role = "any"


class ScenarioEvent(Struct, frozen=True, forbid_unknown_fields=True):
    """What happens by itself at the start or end of a turn (OE-7.13, OE-7.32)."""

    at: Literal["start", "end"]
    what: Literal["flood"]
    """`flood`: whoever stands in water that has become deep takes a Drowning Test at once."""
    turn: int


# ---- setting up -----------------------------------------------------------------------------------


class Reserves(Struct, frozen=True, forbid_unknown_fields=True):
    """Whom the scenario puts in reserve, and how they come (OE-7.4, OE-7.5)."""

    role: Role = "any"
    share: Literal["half"] = "half"
    """Rounded up (OE-1.13); the player says who."""
    enter_on: int = 4
    """On one d6 in each check."""
    from_turn: int = 2
    all_from_turn: int = 4
    """From here on everybody must come without a roll."""
    away: float = 6.0
    edges: Literal["any", "not_exit"] = "any"


class Deployment(Struct, frozen=True, forbid_unknown_fields=True):
    """`edges`: within `depth` of opposite edges, alternating one by one. `ambush`: the defender first, near the
    centre, naming an exit edge; then the attacker, far from every defender."""

    style: Literal["edges", "ambush"] = "edges"
    depth: float = 6.0
    around_centre: float = 0.0
    away: float = 0.0


class Scenario(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a scenario gives (OE-18.1)."""

    name: str
    text: str = ""
    aim: str = ""
    """How to win, in one line; without it the text says so."""
    map: str
    sides: tuple[int, int] = (2, 2)
    """From so many OFs to so many."""
    turns: int = 6
    special: Literal["", "prelude", "finale"] = ""
    """The two that close a campaign (OE-20.4)."""
    deployment: Deployment = Deployment()
    reserves: tuple[Reserves, ...] = ()
    objectives: tuple[Objective, ...] = ()
    characters: tuple[Extra, ...] = ()
    events: tuple[ScenarioEvent, ...] = ()
    override: tuple[Override, ...] = ()
    points: tuple[Points, ...] = ()
    exit: Literal["", "own", "named"] = ""
    """The edge by which one may leave (OE-10.6): one's own, or the one the defender names."""
    tie_break: Literal["fewer_out", "draw"] = "fewer_out"
