"""What Talents and Equipment do, as data: the words a Setting's files are written in.

A `StandingEffect` works by being there: of a Form, a Trait, an Ability, a piece of Equipment (OE-9.9, OE-17.2). An
`Outcome` happens: when a Test succeeds, for each Degree, by the Rule of 1, or when an item without a Test is used.
Files name the word in `does`; the other keys are the fields of its class. An outcome may give a standing effect for a
while (`lasting`), so one vocabulary serves both."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Stat = Literal["fight", "toughness", "shoot", "agility", "intellect", "grit"]
STATS: tuple[Stat, ...] = ("fight", "toughness", "shoot", "agility", "intellect", "grit")
"""The six dice Stats in the order of the card (OE-19.7); with Move and Body there are eight (OE-19.34)."""

Occasion = Literal[
    "all",
    "fight", "toughness", "shoot", "agility", "intellect", "grit",
    "climb", "jump", "sprint", "hide", "interact", "disengage", "falling", "drowning", "initiative",
]  # fmt: skip
"""Which Tests a modifier is for: all, those of a Stat, or those of a Skill or rule. `fight` and `shoot` are Stats: the
Fight and Shoot Tests of the attacker roll them."""

Flag = Literal[
    "flying",
    "swimming",
    "immune_to_poison",
    "ignores_salves",
    "no_shield",
    "no_windows",
    "no_sprint",
    "big",
    "wall_ears",
    "carries",
    "no_attack",
]
"""What somebody simply is, can or cannot, by a Talent or Equipment: nobody else flies or swims (OE-12.1)."""

OnWhom = Literal["target", "user", "friends_in_area", "enemies_in_area", "enemy_in_awareness", "locked_friend"]
"""`locked_friend`: one friend of the user who is Locked with the target, chosen by the opponent. The areas are that of
`Reveal`."""


class EffectWord(Struct, frozen=True, forbid_unknown_fields=True, tag_field="does"):
    """The root of every word."""


# ---- standing -------------------------------------------------------------------------------------


class Modifier(EffectWord, frozen=True, tag="modifier"):
    """Levels and points on Tests (OE-3.17, OE-3.18)."""

    tests: tuple[Occasion, ...]
    level: int = 0
    plus: int = 0
    role: Literal["any", "active", "opposing"] = "any"
    against: Literal["", "fight", "shoot"] = ""
    """Only when Opposing in that kind of attack."""
    friends: bool = False
    """For every friend in the Awareness Range of its owner, who is one of them (OE-2.16); ends when the owner leaves
    the Combat Area (OE-4.12)."""
    for_leader: bool = False
    """Of the initiative die: also when the Leader of its OF rolls it (OE-7.21)."""


class Awareness(EffectWord, frozen=True, tag="awareness"):
    """AR so much larger; the Stat is unchanged (OE-2.10)."""

    inches: int


class MoveChange(EffectWord, frozen=True, tag="pace"):
    """Move so much larger or smaller."""

    inches: int = 0
    halved: bool = False
    """Half of it, rounded up (OE-1.13)."""


class OwnRange(EffectWord, frozen=True, tag="combat_range"):
    """The character's own CR, for weapons without Reach (OE-2.20, OE-2.23)."""

    inches: int


class Armour(EffectWord, frozen=True, tag="armour"):
    """Each hit is so much smaller, a hit of 1 or more never below 1 (OE-4.15)."""

    points: int


class JumpReach(EffectWord, frozen=True, tag="jump"):
    """How far a Jump may go, and its Target Number where that changes (OE-16.5, OE-16.8)."""

    inches: int
    target: int = 0


class FreeClimb(EffectWord, frozen=True, tag="free_climb"):
    """So much of the height of each barrier climbed in a move costs nothing (OE-11.3)."""

    inches: float


class ArmourLimit(EffectWord, frozen=True, tag="armour_limit"):
    """No armour of more points than this."""

    points: int


class ObscuredBeyond(EffectWord, frozen=True, tag="obscured_beyond"):
    """Counts as Obscured against shots from farther than this (OE-13.12)."""

    inches: int


class Revealed(EffectWord, frozen=True, tag="revealed"):
    """Cannot be Hidden, nor Hide (OE-16.22)."""


class StartTokens(EffectWord, frozen=True, tag="start_tokens"):
    """Tokens at the Start of Turn while its owner is in the Combat Area (OE-7.10)."""

    amount: int = 1


class ShootIntoMelee(EffectWord, frozen=True, tag="shoot_into_melee"):
    """May shoot Enemies Locked with other friends (OE-6.5); `rule_of_1` happens besides what the weapon says."""

    plus: int = 0
    rule_of_1: tuple[Outcome, ...] = ()


class FightTwice(EffectWord, frozen=True, tag="fight_twice"):
    """The Fight Action twice in a turn, with two different weapons (OE-9.7)."""


class ActivateAgain(EffectWord, frozen=True, tag="activate_again"):
    """Once per game, after the opponent has passed or finished, activated though it was already (OE-7.25)."""


class StartInReserve(EffectWord, frozen=True, tag="reserve"):
    """May start in reserve; enters when its owner likes, touching an edge, away from Enemies (OE-7.3 to OE-7.6)."""

    from_turn: int = 2
    away: float = 6.0


class OpposeWith(EffectWord, frozen=True, tag="oppose_with"):
    """Opposing an attack of this kind may roll another Stat, chosen before the dice (OE-15.7)."""

    stat: Stat
    against: Literal["fight", "shoot"] = "fight"


class OnHit(EffectWord, frozen=True, tag="on_hit"):
    """Hits do something more, from so many Degrees on."""

    outcomes: tuple[Outcome, ...]
    degrees: int = 0
    weapons: Literal["melee", "ranged", "any"] = "any"


class Brings(EffectWord, frozen=True, tag="brings"):
    """Comes with a Rank 0 character, set up in contact."""

    companion: str


class BuyLevel(EffectWord, frozen=True, tag="buy_level"):
    """Before an Opposed Test in which it Opposes, a token buys a Level (OE-8.12, against OE-8.6)."""

    tokens: int = 1
    level: int = 1


class NoSurprise(EffectWord, frozen=True, tag="no_surprise"):
    """Enemies have no Hidden bonus against friends in its AR (OE-16.28)."""


class Parting(EffectWord, frozen=True, tag="parting"):
    """When it goes Out of Action: damage at the end of the turn to Enemies near where it fell (OE-4.11, OE-1.24)."""

    damage: int
    within: float


class Reroll(EffectWord, frozen=True, tag="reroll"):
    """Once per game one own die of a Test again (OE-1.10, OE-1.11)."""


StandingEffect = (
    Modifier | Awareness | MoveChange | OwnRange | Armour | JumpReach | FreeClimb | ArmourLimit | ObscuredBeyond
    | Revealed | StartTokens | ShootIntoMelee | FightTwice | ActivateAgain | StartInReserve | OpposeWith | OnHit
    | Brings | BuyLevel | NoSurprise | Parting | Reroll
)  # fmt: skip


# ---- outcomes -------------------------------------------------------------------------------------
# `each` is added once for each Degree (OE-3.26).


class Hit(EffectWord, frozen=True, tag="hit"):
    """The weapon's Base Damage and 1 for each Degree (OE-4.5, OE-4.6); the former so much smaller, never below 0."""

    less: int = 0


class Damage(EffectWord, frozen=True, tag="damage"):
    amount: int = 0
    each: int = 0
    on: OnWhom = "target"
    base: bool = False
    """The Base Damage of the weapon instead of a number."""


class Heal(EffectWord, frozen=True, tag="heal"):
    """Damage removed (OE-4.13). A `salve` does not heal those who ignore salves."""

    amount: int
    each: int = 0
    salve: bool = False


class Push(EffectWord, frozen=True, tag="push"):
    """OE-12.3 to OE-12.12. The Degrees are an offer: whoever pushes says how many of them to use."""

    inches: int
    direction: Literal["towards", "away", "chosen", "to_terrain"] = "away"
    """Directly towards or away from the other of the two, or `to_terrain`: towards the nearest point of a piece of
    terrain that was named as the target."""
    each: int = 0
    on: Literal["target", "user"] = "target"
    up_to: bool = False


class Teleport(EffectWord, frozen=True, tag="teleport"):
    """OE-12.13, OE-12.14, OE-12.15, OE-12.16, OE-12.17."""

    inches: int = 0
    each: int = 0
    half_result: bool = False
    """Half the result of the Basic Test, rounded up, instead of a number."""
    on: Literal["target", "user"] = "user"
    by: Literal["user", "opponent"] = "user"


class Tokens(EffectWord, frozen=True, tag="tokens"):
    """Engagement Tokens gained, or lost if any (OE-8.12). `whose`: the OF of the nearest Enemy character of an OF."""

    amount: int
    whose: Literal["own", "nearest_enemy"] = "own"


class Stun(EffectWord, frozen=True, tag="stun"):
    """One action only in its next activation of this or the next turn."""

    on: OnWhom = "target"


class Poison(EffectWord, frozen=True, tag="poison"):
    """[<] on all Tests until end of turn, unless immune."""

    on: OnWhom = "target"


class Lasting(EffectWord, frozen=True, tag="lasting"):
    """Standing effects until end of turn (OE-21.6). `centred` on the one who has them: they end with it (OE-4.12)."""

    effects: tuple[StandingEffect, ...]
    on: OnWhom = "target"
    centred: bool = False


class Reveal(EffectWord, frozen=True, tag="reveal"):
    """Everybody of one side in LoS within AR and so much more loses Hidden; Enemies cannot Hide until end of turn."""

    beyond: int
    on: Literal["friends_in_area", "enemies_in_area"] = "enemies_in_area"


class GainHidden(EffectWord, frozen=True, tag="hidden"):
    """The Hidden Status even under Clear LoS, which does not end it before the turn does; not inside an AR."""


class Swap(EffectWord, frozen=True, tag="swap"):
    """User and target exchange places: both Teleport, if both bases fit."""


class Stride(EffectWord, frozen=True, tag="stride"):
    """A move of the user's Move; barriers up to the height of a low one cost nothing where `over_barriers`."""

    over_barriers: bool = False
    leaves_combat: bool = False
    """May leave an Enemy's CR (OE-10.17)."""


class Dash(EffectWord, frozen=True, tag="dash"):
    """As Sprint: the result of the Basic Test in one straight line (OE-16.13, OE-16.14)."""

    leaves_combat: bool = False


class Tumble(EffectWord, frozen=True, tag="tumble"):
    """An Uncontrolled Fall over an edge that is near and deep enough; otherwise a Stun."""

    within: float = 1.0
    drop: float = 1.0


class Fall(EffectWord, frozen=True, tag="fall"):
    """A Falling Test for so many inches on the spot; nobody is moved (OE-12.29)."""

    inches: int


class Area(EffectWord, frozen=True, tag="area"):
    """A round patch about the point named as the target."""

    radius: float
    ground: Literal["smoke", "difficult"]
    """Smoke: LoS through it is Obscured at best."""
    lasts: Literal["turn", "game"]


class Summon(EffectWord, frozen=True, tag="summon"):
    """A Rank 0 character, placed in contact with the user."""

    companion: str


class HideAtOnce(EffectWord, frozen=True, tag="hide_at_once"):
    """The user may make a Hide Test now, if OE-16.22 allows; it does not count as having used Hide."""


class Hook(EffectWord, frozen=True, tag="hook"):
    """Whatever the package that brings the Setting does in code, under a name of its own; `values` are its numbers."""

    name: str
    values: dict[str, bool | int | float | str] = {}


# ---- outcomes at objectives (OE-16.4) -------------------------------------------------------------


class Take(EffectWord, frozen=True, tag="take"):
    """The marker goes on the card of whoever touched it."""


class Score(EffectWord, frozen=True, tag="score"):
    """Points for the OF."""

    points: int = 1


class Notch(EffectWord, frozen=True, tag="notch"):
    """A notch of this OF, or one of the other's removed; so many of one OF close the objective for good."""

    needed: int = 2
    points: int = 1


class Follow(EffectWord, frozen=True, tag="follow"):
    """The scenario character touched follows whoever touched it."""


class Bolt(EffectWord, frozen=True, tag="bolt"):
    """The scenario character touched stops following and is moved one die of inches directly away."""

    sides: int = 6


class Harder(EffectWord, frozen=True, tag="harder"):
    """The Target Number of this objective rises."""

    by: int = 1


class LockUp(EffectWord, frozen=True, tag="lock_up"):
    """Nobody may Interact with this objective before the next turn."""


Outcome = (
    Hit | Damage | Heal | Push | Teleport | Tokens | Stun | Poison | Lasting | Reveal | GainHidden | Swap | Stride
    | Dash | Tumble | Fall | Area | Summon | HideAtOnce | Hook | Take | Score | Notch | Follow | Bolt | Harder | LockUp
)  # fmt: skip


# ---- how a deed is done ---------------------------------------------------------------------------


class StatTest(Struct, frozen=True, forbid_unknown_fields=True):
    """A Basic, Fixed or Opposed Test (OE-3.1)."""

    kind: Literal["basic", "fixed", "opposed"]
    stat: Stat
    target: int = 0
    """The Target Number of a Fixed Test (OE-3.12)."""
    against: Stat | None = None
    """The Opposing Stat of an Opposed Test (OE-3.15)."""
    level: int = 0
    plus: int = 0


class Aim(Struct, frozen=True, forbid_unknown_fields=True):
    """Whom a Skill or item is aimed at, and how far (OE-15.5, OE-15.6)."""

    at: Literal["nobody", "friendly", "another_friendly", "enemy", "any", "point", "terrain"] = "nobody"
    """'Friendly' holds the user (OE-6.2), 'another Friendly' does not (OE-6.1), 'any' holds everybody (OE-6.10)."""
    within: Literal["awareness", "contact", "weapon"] | float = "awareness"
    """The AR where nothing else is printed (OE-2.12)."""
    sight: bool = False
    """It needs LoS (OE-2.15), or does without (OE-2.14)."""
    also_awareness: bool = False
    """A number in `within` that does not replace the AR: both must hold."""
    most: int = 1


class Deed(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a Skill or a (Use) item does, from the first of the eleven steps to the last (OE-15.3, OE-17.6)."""

    test: StatTest | None = None
    aim: Aim = Aim()
    times: Literal["once", "two_targets", "each_in_reach"] = "once"
    unmoved: bool = False
    """Not after moving this activation."""
    needs_shield: bool = False
    success: tuple[Outcome, ...] = ()
    degree: tuple[Outcome, ...] = ()
    """Happens once for each Degree."""
    rule_of_1: tuple[Outcome, ...] = ()
