"""The dice of an assault as a client draws them: OFF over DEF in pairs from high to low, what stands between them, and
what each option would change. It reads the same tally that the rules use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from sandtable.engine.questions import Option
from sandtable.engine.scenes import (
    FaceWorth,
    ShownChange,
    ShownContest,
    ShownDuel,
    ShownFate,
    ShownMet,
    ShownPair,
    ShownSource,
)
from sandtable.engine.words import counted
from sandtable.rulesets.opentactics.abilities import DEF, OFF, PoolName
from sandtable.rulesets.opentactics.bumping import bumped
from sandtable.rulesets.opentactics.hands import BOTH, Hand, Hands, OnTable, with_hand
from sandtable.rulesets.opentactics.tally import dice_of, tally

STEPS = ("Roll", "Bump", "Hex", "Re-roll", "Tally", "Saves")
STEP_WORDS = {"bump": "Bump", "hex": "Hex", "re-roll": "Re-roll"}
LOST = ["captured", "defeated"]
"""What odds call the end of a unit."""
SAID = {"=": "=", "beats": "beats", "loses": "loses to"}
SIDES = range(1, 7)
TURNED: dict[FaceWorth, FaceWorth] = {"wins": "loses", "ties": "ties", "loses": "wins"}


def contest_shown(topic: str, table: OnTable, options: Sequence[Option]) -> ShownContest:
    """What lies on the table while this is asked."""
    steps = [step for step in STEPS if step != "Hex" or table.contest.hexes]
    duels = [number for number in BOTH if number == 0 or table.contest.retaliates]
    changes = [change for option in options if (change := _change(topic, table, option)) is not None]
    return ShownContest(
        steps=steps,
        step=steps.index(STEP_WORDS[topic]),
        duels=[_duel(table, number, changes) for number in duels],
        sources=_sources(table.hands[table.number]) if topic == "re-roll" else [],
        changes=changes,
        fates=[
            ShownFate(who=one.name, heading=f"{one.name} out", words=LOST) for one in reversed(table.contest.fighters)
        ],
        text=" ".join(filter(None, (_left(table, number) for number in BOTH))),
    )


# ---- pairs ------------------------------------------------------------------------------------------


def worth(off: Sequence[int], defence: Sequence[int], method: str) -> FaceWorth:
    """What the tally is worth to whoever rolled OFF; DEF holds where all that meet are equal (OT-16.2, OT-16.6)."""
    if tally(off, defence, method)[0]:
        return "wins"
    level = all(one == two for one, two in zip(off, defence, strict=False))
    return "ties" if level else "loses"


Pair = tuple[int | None, int | None, str, bool]


def pairs(off: Sequence[int], defence: Sequence[int], method: str) -> Iterator[Pair]:
    """Both dice from high to low, the word between them, and whether they count: by the usual tally nothing does after
    the first difference (OT-16.3, OT-16.4)."""
    over = False
    for one, two in zip_longest(off, defence):
        if over or one is None:
            yield one, two, "not compared", False
            continue
        word = "unmet" if two is None else "=" if one == two else "beats" if one > two else "loses"
        yield one, two, word, True
        over = method != "every_die" and word != "="


def _duel(table: OnTable, attacking: int, changes: Sequence[ShownChange]) -> ShownDuel:
    """The OFF dice of one fighter over the DEF dice of the other one."""
    one, two = table.contest.fighters[attacking], table.contest.fighters[1 - attacking]
    off, defence = dice_of(table.hands, attacking)
    method = table.contest.tally_method
    beaten = tally(off, defence, method)[0]

    def met(face: int | None, row: int, place: int) -> ShownMet | None:
        own = [change.option for change in changes if (change.duel, change.row, change.pair) == (attacking, row, place)]
        return None if face is None else ShownMet(value=face, options=own)

    return ShownDuel(
        who=one.name,
        at=two.name,
        title=f"{one.name} {'strikes back' if attacking else 'attacks'}",
        text=f"{counted(len(off), 'die', 'dice')} against {len(defence)}",
        rows=(OFF, DEF),
        pairs=[
            ShownPair(
                above=met(above, 0, place), below=met(below, 1, place), word=word, counts=counts,
                won=counts and word in ("beats", "unmet"),
            )
            for place, (above, below, word, counts) in enumerate(pairs(off, defence, method))
        ],
        verdict=f"{two.name} {'is beaten' if beaten else 'stands'}",
        lost=beaten,
    )  # fmt: skip


# ---- changes ----------------------------------------------------------------------------------------


def _change(topic: str, table: OnTable, option: Option) -> ShownChange | None:
    """Which die an option means, and what each face of it would be worth to whoever chooses; None for passing."""
    meant = _meant(topic, option)
    if meant is None:
        return None
    pool, face, source, by = meant
    duel = _tally_of(table, pool)
    row = 0 if pool == OFF else 1
    if topic == "bump":
        now = bumped(face, by)
        name = (
            f"{'Raise' if by > 0 else 'Lower'} the {pool} {face} to {now}"
            if now != face
            else f"Waste {signed(by)} on the {pool} {face}"
        )
        faces: list[FaceWorth] = []
    else:
        name = f"{'Re-roll' if topic == 're-roll' else 'Hex'} the {pool} {face}"
        faces = [_worth_with(table, topic, pool, face, now) for now in SIDES]
    return ShownChange(
        option=option.id, name=name, source=source, shift=signed(by) if by else "", duel=duel, row=row,
        pair=dice_of(table.hands, duel)[row].index(face), faces=faces,
    )  # fmt: skip


def _meant(topic: str, option: Option) -> tuple[PoolName, int, str, int] | None:
    """Pool, face, source and bump of an option, as the three phases write them."""
    if not isinstance(option.value, tuple):
        return None
    match topic:
        case "bump":
            pool, by, face = option.value
            return pool, face, signed(by), by
        case "re-roll":
            source, pool, face = option.value
            return pool, face, source, 0
    pool, face = option.value
    return pool, face, "", 0


def _tally_of(table: OnTable, pool: PoolName) -> int:
    """The number of the fighter whose OFF dice meet in the tally of this pool."""
    return table.number if pool == OFF else 1 - table.number


def _with(table: OnTable, pool: PoolName, face: int, now: int) -> Hands:
    return with_hand(table.hands, table.number, table.hands[table.number].changed(pool, face, now))


def _worth_with(table: OnTable, topic: str, pool: PoolName, face: int, now: int) -> FaceWorth:
    """A hex is thrown by an enemy of whoever owns the die."""
    off, defence = dice_of(_with(table, pool, face, now), _tally_of(table, pool))
    found = worth(off, defence, table.contest.tally_method)
    return found if (pool == OFF) != (topic == "hex") else TURNED[found]


# ---- words ------------------------------------------------------------------------------------------


def lines(topic: str, table: OnTable, options: Sequence[Option]) -> Mapping[str, str]:
    """What each option does, in one line."""
    return {option.id: _line(topic, table, option) for option in options}


def _line(topic: str, table: OnTable, option: Option) -> str:
    meant = _meant(topic, option)
    if meant is None:
        return _as_it_stands(table) if option.role else "these dice come next"
    pool, face, _, by = meant
    if topic == "bump":
        now = bumped(face, by)
        return _after_bump(table, pool, face, now) if now != face else f"does nothing: the die stays at {face}"
    found = {now: _worth_with(table, topic, pool, face, now) for now in SIDES}
    return _on_faces(found, pool if topic == "re-roll" else "hex")


def _as_it_stands(table: OnTable) -> str:
    found = []
    for attacking in BOTH if table.contest.retaliates else BOTH[:1]:
        beaten = tally(*dice_of(table.hands, attacking), table.contest.tally_method)[0]
        found.append(f"{table.contest.fighters[1 - attacking].name} {'is beaten' if beaten else 'stands'}")
    return f"as it is: {', '.join(found)}"


def _after_bump(table: OnTable, pool: PoolName, face: int, now: int) -> str:
    """The pair that decides then."""
    attacking = _tally_of(table, pool)
    off, defence = dice_of(_with(table, pool, face, now), attacking)
    method = table.contest.tally_method
    beaten = tally(off, defence, method)[0]
    shown = [f"{one} {SAID[word]} {two}" for one, two, word, counts in pairs(off, defence, method) if counts and two]
    who = table.contest.fighters[1 - attacking].name
    return f"then {', '.join(shown) or 'nothing meets'}: {who} {'is beaten' if beaten else 'stands'}"


def _on_faces(found: Mapping[int, FaceWorth], kind: str) -> str:
    """'wins on 5 or 6, ties on 4' for OFF; for DEF, which holds in a tie, 'loses on 1'."""
    of: dict[FaceWorth, list[int]] = {"wins": [], "ties": [], "loses": []}
    for face, one in found.items():
        of[one].append(face)
    if kind == DEF:
        if not of["loses"]:
            return "holds whatever it shows"
        return f"loses on {spelt(of['loses'])}" if len(of["loses"]) < len(SIDES) else "does not hold whatever it shows"
    if not of["wins"]:
        return "cannot win by itself" + (f", ties on {spelt(of['ties'])}" if of["ties"] else "")
    word = "goes your way" if kind == "hex" else "wins"
    if len(of["wins"]) == len(SIDES):
        return f"{word} whatever it shows"
    return f"{word} on {spelt(of['wins'])}" + (f", ties on {spelt(of['ties'])}" if of["ties"] else "")


def signed(value: int) -> str:
    return f"{value:+d}".replace("-", "−")


def spelt(faces: Sequence[int]) -> str:
    """'4', '5 or 6', '3 or more', '2 or less', '1, 3 or 6'."""
    first, last = faces[0], faces[-1]
    if len(faces) > 1 and last - first == len(faces) - 1:
        if last == SIDES[-1] and len(faces) > 2:
            return f"{first} or more"
        if first == SIDES[0]:
            return f"{last} or less"
    shown = [str(face) for face in faces]
    return f"{', '.join(shown[:-1])} or {shown[-1]}" if len(shown) > 1 else shown[0]


def _sources(hand: Hand) -> list[ShownSource]:
    """Each source once, with how many there are and what they are good for."""
    found: dict[str, list[tuple[PoolName, ...]]] = {}
    for grant in hand.grants:
        found.setdefault(grant.source, []).append(grant.pools)
    return [
        ShownSource(id=source, text=f"{counted(len(each), 're-roll')}, {' or '.join(_pools(each))}")
        for source, each in found.items()
    ]


def _pools(each: Sequence[tuple[PoolName, ...]]) -> list[PoolName]:
    return [pool for pool in (OFF, DEF) if any(pool in pools for pools in each)]


def _left(table: OnTable, number: int) -> str:
    """'Bramble Bear has +1 OFF and 1 re-roll left.'"""
    hand = table.hands[number]
    bumps = [f"{signed(value)} {pool}" for pool, value in hand.bumps]
    grants = [counted(len(hand.grants), "re-roll")] if hand.grants else []
    said = [*bumps, *grants]
    if not said:
        return ""
    listed = f"{', '.join(said[:-1])} and {said[-1]}" if len(said) > 1 else said[0]
    return f"{table.contest.fighters[number].name} has {listed} left."
