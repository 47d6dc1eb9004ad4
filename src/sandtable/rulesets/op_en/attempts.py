"""Making a Test (OE-3.2, OE-15.7, OE-15.8, OE-15.9, OE-15.10): the modifiers of both sides, the choices before the
dice, the dice, and what becomes of Boosts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.engine.asking import yes_or_no
from sandtable.engine.records import Record
from sandtable.engine.ruleset import Procedure, Stage
from sandtable.rulesets.op_en.asking import Play, choose_word
from sandtable.rulesets.op_en.beside import rolls
from sandtable.rulesets.op_en.effects import BuyLevel, Modifier, OpposeWith, Reroll, Stat, StatTest
from sandtable.rulesets.op_en.notes import noted
from sandtable.rulesets.op_en.parameters import whole
from sandtable.rulesets.op_en.space import aware
from sandtable.rulesets.op_en.state import Character, State
from sandtable.rulesets.op_en.throws import LADDER, Change, Hand, Limits, ThrowOutcome, basic, fixed, hand, opposed

LUCK: Final = "luck"
"""What a re-roll that works once per game is remembered by."""


class Attempt(Record, frozen=True):
    """A Test that is to be made."""

    name: str
    """'Shoot', 'Climb', 'Falling', the name of a Skill or item."""
    test: StatTest
    clause: str
    occasion: str = ""
    """The word that modifiers know it by."""
    attack: str = ""
    """'fight' or 'shoot' where it is an attack, or a Skill that follows one."""
    mine: tuple[Change, ...] = ()
    theirs: tuple[Change, ...] = ()


# ---- modifiers ------------------------------------------------------------------------------------


def standing_changes(
    g: Play, who: Character, stat: str, occasion: str, role: str, attack: str = ""
) -> Iterator[Change]:
    """What Talents, Equipment and lasting effects do to a Test of somebody, friends' auras included (OE-3.19)."""

    def counts(one: Modifier) -> bool:
        fits = any(word in ("all", stat, occasion) for word in one.tests)
        return (
            fits and one.role in ("any", role) and (not one.against or (role == "opposing" and one.against == attack))
        )

    for source, one in who.held(Modifier):
        if counts(one) and not one.for_leader:
            yield Change(source, one.level, one.plus, "OE-2.6")
    for friend in g.state.friends(who):
        for held in friend.sheet.aura:
            assert isinstance(held.effect, Modifier)
            if counts(held.effect) and aware(g.state, g.options, friend, who):
                yield Change(f"{held.source} of {friend.name}", held.effect.level, held.effect.plus, "OE-4.12")
    if who.poisoned:
        yield Change("poison", -1, 0, "OE-3.17")


def _own_changes(g: Play, who: Character) -> Iterator[Change]:
    """Tokens spent on this Test, each a Level (OE-8.3, OE-8.5), or waiting for it (OE-8.4), and a second action forgone
    (OE-9.13)."""
    act = g.state.act
    mine = act is not None and act.character == who.number
    if who.boosts and (mine or g.options["boost_scope"] == "any_next_test"):
        yield Change("boost", who.boosts, 0, "OE-8.3")
    if mine and act is not None and act.forgone:
        yield Change("second action forgone", 1, 0, "OE-9.13")


def changes_of(g: Play, who: Character, attempt: Attempt, stat: str, role: str) -> tuple[Change, ...]:
    """Every modifier of one side, for its Test alone (OE-3.19), settled before the dice (OE-15.8)."""
    given = attempt.mine if role == "active" else attempt.theirs
    found = [*given, *standing_changes(g, who, stat, attempt.occasion, role, attempt.attack), *_own_changes(g, who)]
    test = attempt.test
    if role == "active" and (test.level or test.plus):
        found.append(Change(attempt.name, test.level, test.plus, attempt.clause))
    return tuple(found)


def limits(state: State) -> Limits:
    return Limits(whole(state, "modifiers.levels"), whole(state, "modifiers.points"))


def hand_of(g: Play, who: Character, stat: Stat, changes: tuple[Change, ...]) -> Hand:
    """One side with its Stat and its modifiers (OE-3.2), and whether it may re-roll (OE-1.10)."""
    lucky = LUCK not in who.used and bool(who.sheet.by_kind.get(Reroll))
    return hand(g.state.seat_of(who), who.name, stat, who.stat(stat), changes, limits(g.state), lucky)


# ---- the Test -------------------------------------------------------------------------------------


def make(g: Play, who: Character, attempt: Attempt, other: Character | None = None) -> Procedure[ThrowOutcome]:
    """A Test, Basic, Fixed or Opposed (OE-3.1), from the choices before the dice to its outcome (OE-3.2, OE-15.7,
    OE-15.8, OE-15.9), the same for Skills, falls, drowning and Equipment (OE-3.14). `who` is the Active character, be
    it by falling or drowning alone (OE-11.18, OE-21.2); the other, if there is one, Opposes (OE-21.4). The dice are
    thrown by a stage."""
    test = attempt.test
    outcome: ThrowOutcome
    purpose = f"{attempt.name} of {who.name}" + (f" against {other.name}" if other is not None else "")
    if test.kind != "opposed" or other is None:
        mine = changes_of(g, who, attempt, test.stat, "active")
        active = hand_of(g, who, test.stat, mine)
        if test.kind == "basic":
            outcome = yield Stage(basic, (active, purpose, attempt.clause), _parted_basic)
        else:
            outcome = yield Stage(fixed, (active, test.target, purpose, attempt.clause), _parted)
        _tell(g, who, attempt, (active, mine), outcome)
        _spent(g, who, outcome)
        return outcome
    stat = yield from _opposing_stat(g, other, attempt)
    bought = yield from _bought(g, other, attempt)
    mine, theirs = changes_of(g, who, attempt, test.stat, "active"), changes_of(g, other, attempt, stat, "opposing")
    theirs += bought
    active, against = hand_of(g, who, test.stat, mine), hand_of(g, other, stat, theirs)
    outcome = yield Stage(opposed, (active, against, purpose, attempt.clause), _parted)
    _tell(g, who, attempt, (active, mine), outcome, other, (against, theirs))
    _spent(g, who, outcome)
    _spent(g, other, outcome)
    return outcome


def _parted(outcome: ThrowOutcome) -> tuple[bool, int, bool, tuple[str, ...]]:
    return outcome.success, outcome.degrees, outcome.one, outcome.rerolled


def _parted_basic(outcome: ThrowOutcome) -> tuple[int, tuple[str, ...]]:
    return outcome.total, outcome.rerolled


def _spent(g: Play, who: Character, outcome: ThrowOutcome) -> None:
    """The Boost belonged to this Test (OE-8.4); luck is used up."""
    act = g.state.act
    if who.boosts and ((act and act.character == who.number) or g.options["boost_scope"] == "any_next_test"):
        who.boosts = 0
    if who.name in outcome.rerolled:
        who.used = (*who.used, LUCK)


def _opposing_stat(g: Play, other: Character, attempt: Attempt) -> Procedure[Stat]:
    """What the Opposing character rolls; where there is a choice its player makes it (OE-14.9, OE-15.7)."""
    printed = attempt.test.against
    assert printed is not None
    stats: list[Stat] = [printed]
    if attempt.name == "Fight":
        stats = {"toughness": [printed], "fight": ["fight"], "defender_choice": ["toughness", "fight"]}[
            str(g.options["fight_opposing_stat"])
        ]  # type: ignore[assignment]
    for _, effect in other.held(OpposeWith):
        if effect.against == attempt.attack and effect.stat not in stats:
            stats.append(effect.stat)
    labels = [stat.capitalize() for stat in stats]
    prompt = f"{other.name} opposes {attempt.name}: which Stat?"
    clause = "OE-14.9" if attempt.name == "Fight" else "OE-15.7"
    chosen = yield from choose_word(
        "oppose", g.state.seat_of(other), other.name, labels, prompt, clause, lambda: rolls(other, stats, "oppose")
    )
    return chosen  # type: ignore[return-value]


def _bought(g: Play, other: Character, attempt: Attempt) -> Procedure[tuple[Change, ...]]:
    """A token for a Level as the Opposing character, where a Talent sells it (OE-8.12, against OE-8.6)."""
    for source, effect in other.held(BuyLevel):
        player = g.state.players[other.side] if other.of_force else None
        if player is None or player.tokens < effect.tokens:
            continue
        prompt = f"{other.name}: {source} for a token?"
        if (
            yield from yes_or_no(
                "token", other.side, other.name, prompt, "OE-8.12", "Spend a token", "No token", facts=noted("token")
            )
        ):
            player.tokens -= effect.tokens
            g.tell("token", "OE-8.12", who=other.name, player=player.name, use=source, tokens=player.tokens)
            return (Change(source, effect.level, 0, "OE-8.12"),)
    return ()


def _tell(
    g: Play,
    who: Character,
    attempt: Attempt,
    active: tuple[Hand, tuple[Change, ...]],
    outcome: ThrowOutcome,
    other: Character | None = None,
    against: tuple[Hand, tuple[Change, ...]] | None = None,
) -> None:
    if g.events is None:
        return
    data = {
        "who": who.name, "test": attempt.name, "type": attempt.test.kind, "stat": active[0].stat,
        "die": active[0].die, "plus": active[0].plus, "modifiers": listed(active[1]), "total": outcome.total,
        "against": outcome.against, "success": outcome.success, "degrees": outcome.degrees, "one": outcome.one,
        "both": outcome.both, "ladder": list(LADDER), "from": f"d{who.stat(attempt.test.stat)}",
    }  # fmt: skip
    if other is not None and against is not None:
        data |= {
            "other": other.name, "other_stat": against[0].stat, "other_die": against[0].die,
            "other_plus": against[0].plus, "other_modifiers": listed(against[1]),
            "other_from": f"d{other.stat(against[0].stat)}",  # type: ignore[arg-type]
        }  # fmt: skip
    g.tell("test", attempt.clause, **data)


def listed(changes: tuple[Change, ...]) -> list[str]:
    return [f"{change.words} {change.source}" for change in changes if change.level or change.plus]
