"""What there is to be done in a scenario, who of a side can do it in the turns that are left, and the points that may
be expected of it. Everything is read off the scenario's data; no scenario is known by name."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from math import exp, hypot

from msgspec import Struct

from sandtable.engine.rulebook import Options
from sandtable.rulesets.op_en.advice.chances import D12_PLUS, level_of, succeeds
from sandtable.rulesets.op_en.advice.lay import Lay, lay_of
from sandtable.rulesets.op_en.effects import Follow, Harder, Modifier, Notch, Score, Stat, Take
from sandtable.rulesets.op_en.following import NEAR
from sandtable.rulesets.op_en.ground import Field, barrier_height, field_of
from sandtable.rulesets.op_en.scenarios import Objective, Points
from sandtable.rulesets.op_en.space import TOUCH, gap, touches_mark
from sandtable.rulesets.op_en.state import IN_PLAY, NOBODY, RESERVE, Character, Sheet, State

HURRY = 0.15
"""Inches of a Sprint to count on, for each side of the Agility die."""
CONTACT = 1.0
"""Between the middle of a marker and the middle of a base that touches it."""
RIVAL = 0.45
"""How much an opponent who could do it too takes away."""
ADDS = (1.0, 0.3, 0.12)
"""What the first, a second and a third character at the same errand add."""
TRUE = {"take": 0.8, "notch": 0.4, "score": 0.85, "follow": 0.1}
"""How much of what one could do at each kind of errand is done in the end: who can be led away runs away, and what
takes several successes is seldom brought to its end."""
BROUGHT = 0.9
"""How much of what could be made of what is in hand is made of it."""
KEPT = 0.87
"""How surely something carried is still carried a turn later."""
LED = 0.3
"""How often somebody who follows is led home by those who could."""
KEPT_IN_MIND = 300
"""Lists of what there is to be done; each knows many places where somebody may stand."""


class Errand(Struct, frozen=True):
    """Something to Interact with."""

    name: str
    x: float
    y: float
    z: float
    kind: str
    """'take', 'score', 'notch' or 'follow'."""
    points: float
    target: int
    stats: tuple[Stat, ...]
    mark: int = NOBODY
    character: int = NOBODY
    needed: int = 1
    most: int = 0
    harder: bool = False
    notches: tuple[int, ...] = ()

    def still_needed(self, side: int) -> int:
        """Successes that a side needs to close it: foreign notches are taken off first."""
        own = self.notches[side] if self.notches else 0
        return max(1, self.needed - own + sum(self.notches) - own)


class Chance(Struct, frozen=True):
    """An errand and what it is worth that somebody goes about it."""

    gain: float
    errand: int
    who: int
    at_once: float = 0.0
    """What of that the next try brings, where nothing keeps it from being made."""


class ToDo:
    """What there is to be done in a turn, and what anybody who stood anywhere in it could expect. Bots that try things
    out come upon the same again and again: in one activation hardly anybody moves. What the keys are made of is kept,
    so that nothing else is taken for it."""

    def __init__(self, state: State, where: Field, wanted: list[Character]) -> None:
        self._kept = state.marks, state.scenario, where, [one.sheet for one in wanted]
        self.errands = list(_errands(state))
        self.chances: dict[Hashable, tuple[Sheet, list[Chance]]] = {}


_TO_DO: dict[Hashable, ToDo] = {}


def to_do(state: State, where: Field) -> ToDo:
    wanted = [one for one in state.characters if one.objective and one.status == IN_PLAY]
    people = tuple([(one.number, id(one.sheet), one.x, one.y, one.z) for one in wanted])
    marks = tuple([
        (one.name, id(one.objective), one.x, one.y, one.z, one.place, one.carried, one.gone, one.notches,
         one.successes, one.harder, one.locked, one.done)
        for one in state.marks
    ])  # fmt: skip
    edges = tuple([player.edge for player in state.players])
    key = marks, id(state.scenario), id(where), state.turn, state.turns, edges, people
    known = _TO_DO.get(key)
    if known is None:
        if len(_TO_DO) >= KEPT_IN_MIND:
            _TO_DO.clear()
        known = _TO_DO[key] = ToDo(state, where, wanted)
    return known


class Prospects:
    """One position, with the walking distances of everybody to everything."""

    def __init__(self, state: State, options: Options) -> None:
        self.state, self.options = state, options
        self._where, self._barrier = field_of(state, options), barrier_height(state)
        self._to_do = to_do(state, self._where)
        self.errands = self._to_do.errands
        self.rest = state.turns - state.turn
        self._followers = [one for one in state.characters if one.follows != NOBODY]
        self._chances: dict[tuple[int, tuple[Stat, ...], int], float] = {}

    # ---- distances and time --------------------------------------------------------------------------

    def lay(self, who: Character, *, climbs: bool = True) -> Lay:
        return lay_of(self._where, self._barrier, who.has("swimming"), climbs and who.carries == NOBODY)

    def far(self, who: Character, errand: Errand) -> float:
        """Inches to contact, about."""
        if who.has("flying"):
            return max(0.0, hypot(who.x - errand.x, who.y - errand.y) + abs(who.z - errand.z) - CONTACT)
        lay = self.lay(who)
        return max(0.0, lay.to_place(errand.x, errand.y, errand.z)[lay.node(who.x, who.y, who.z)] - CONTACT)

    def far_from_edge(self, who: Character, edge: str) -> float:
        table = self._where.table
        if who.has("flying"):
            return {"left": who.x, "right": table.width - who.x, "bottom": who.y, "top": table.height - who.y}[edge]
        lay = self.lay(who)
        return lay.to_edge(edge)[lay.node(who.x, who.y, who.z)]

    def actions(self, who: Character) -> int:
        """Actions it has left this turn."""
        act = self.state.act
        if act is not None and act.character == who.number:
            return act.most - act.count
        return 0 if who.activated or who.status != IN_PLAY else 2

    def pace(self, who: Character) -> tuple[float, float]:
        """Inches of a Move, and of a whole activation."""
        inches = who.sheet.move - (who.carries != NOBODY)
        return float(inches), inches + (0.0 if who.has("no_sprint") else HURRY * who.sheet.stats.agility)

    def attempts(self, who: Character, errand: Errand) -> float:
        """How often it can try, if it goes there and stays; not whole numbers, so that every inch counts."""
        left = self.actions(who)
        if self.touches(who, errand):
            return self.rest + min(1, left) + 0.02
        far, (move, whole) = self.far(who, errand), self.pace(who)
        act = self.state.act
        if left == 1 and act is not None:
            far = max(0.0, far - (whole - move if "move" in act.taken else move))
        late = max(0.0, far - move) / max(1.0, whole)
        late += 1.0 if who.status == RESERVE else 0.0
        return self.rest + (1.0 if left == 2 else 0.0) - late - 0.004 * far

    def touches(self, who: Character, errand: Errand) -> bool:
        if errand.mark != NOBODY:
            return touches_mark(who, self.state.marks[errand.mark])
        return gap(who, self.state.characters[errand.character]) <= TOUCH

    def time(self, who: Character) -> float:
        """Activations that it has left."""
        return self.rest + self.actions(who) / 2

    # ---- what it is worth ----------------------------------------------------------------------------

    def chance(self, who: Character, errand: Errand) -> float:
        """Of one try; the same at every errand with the same Test."""
        key = who.number, errand.stats, errand.target
        known = self._chances.get(key)
        if known is None:
            known = self._chances[key] = self._chance_of_test(who, errand)
        return known

    def _chance_of_test(self, who: Character, errand: Errand) -> float:
        if who.sheet.rank == 0:
            return 0.0
        level, plus = 0, 0
        for _, effect in who.held(Modifier):
            if "interact" in effect.tests and effect.role != "opposing":
                level, plus = level + effect.level, plus + effect.plus
        levels = [level_of(who.sheet.stats.of(stat)) + level for stat in errand.stats]
        return max([succeeds(min(D12_PLUS, max(0, one)), plus, errand.target) for one in levels])

    def gain(self, who: Character, errand: Errand) -> float:
        """Points to be expected if this character sees to it and nobody is in the way."""
        p = self.chance(who, errand)
        if not p or (errand.kind == "take" and who.carries != NOBODY):
            return 0.0
        tries = self.attempts(who, errand)
        if errand.mark != NOBODY and not self._still_open(who, errand):
            tries -= 1.0
        if tries <= 0.0:
            return 0.02 * errand.points * p * exp(tries)
        once = 1.0 - float((1.0 - p) ** tries)
        if errand.kind == "score":
            return errand.points * (once if errand.most == 1 else p * tries * (0.75 if errand.harder else 1.0))
        if errand.kind == "notch":
            needed = errand.still_needed(who.side)
            return errand.points * min(1.0, p * tries / needed) ** needed
        return once * self.fetched(who, errand, max(0.0, tries - 0.5))

    def _still_open(self, who: Character, errand: Errand) -> bool:
        """May its OF try there in this turn?"""
        mark, turn = self.state.marks[errand.mark], self.state.turn
        return mark.locked < turn and not (mark.objective.once_per_turn and (who.side, turn) in mark.done)

    def fetched(self, who: Character, errand: Errand, time: float) -> float:
        """What it is worth to have it in hand there, so many activations before the end."""
        best = 0.0
        rules = self.state.scenario.points if self.state.scenario else ()
        for rule in rules:
            if rule.what in ("exit_carrying", "exit_with_follower"):
                lay = self.lay(who, climbs=False)
                edge = self.state.players[who.side].edge
                far = lay.to_edge(edge)[lay.node(errand.x, errand.y, errand.z)] if edge else 99.0
                led = LED if rule.what == "exit_with_follower" else 1.0
                best = max(best, led * rule.points * self.home(who, far, time))
            elif rule.what == "carried_at_end":
                best = max(best, float(rule.points * KEPT ** max(0.0, time)))
            elif rule.what == "held_each_turn":
                best = max(best, held(rule, max(0.0, time - 0.5)))
        return best

    def home(self, who: Character, far: float, time: float) -> float:
        """The chance to come so far in so many activations."""
        return 1.0 / (1.0 + exp(-2.5 * (time - far / max(1.0, self.pace(who)[1]) - 0.2)))

    def in_hand(self, who: Character) -> float:
        """What a carrier, somebody with a follower, or somebody who is to get away may still bring."""
        state, scenario = self.state, self.state.scenario
        if scenario is None:
            return 0.0
        leads = any(one.follows == who.number and one.in_play and gap(who, one) <= 3 * NEAR for one in self._followers)
        best = 0.0
        for rule in scenario.points:
            if rule.role not in ("any", state.players[who.side].role):
                continue
            carried = who.carries != NOBODY
            goes = {"exit": True, "exit_carrying": carried, "exit_with_follower": leads}.get(rule.what, False)
            edge = state.players[who.side].edge if scenario.exit == "own" else state.exit
            if goes and edge:
                points = rule.leader if rule.leader and who.leader else rule.points
                led = LED if rule.what == "exit_with_follower" else 1.0
                best = max(best, led * points * self.home(who, self.far_from_edge(who, edge), self.time(who)))
            elif carried and rule.what == "carried_at_end":
                best = max(best, float(rule.points * KEPT ** self.time(who)))
            elif carried and rule.what == "held_each_turn":
                best = max(best, held(rule, self.rest))
        return best

    # ---- a whole side --------------------------------------------------------------------------------

    def chances(self, side: int) -> list[Chance]:
        """Everybody of a side at every errand, the best first."""
        found: list[Chance] = []
        for who in self.state.characters:
            if who.side == side and who.status in (IN_PLAY, RESERVE):
                found += self._chances_of(who)
        return sorted(found, key=lambda one: -one.gain)

    def _chances_of(self, who: Character) -> list[Chance]:
        """The same of one character, worked out once for each way it may stand."""
        if who.lasting:
            return self._worked_out(who)
        act, left = self.state.act, self.actions(who)
        walked = left == 1 and act is not None and "move" in act.taken
        key = id(who.sheet), who.number, who.side, who.x, who.y, who.z, who.status, who.carries, left, walked
        known = self._to_do.chances.get(key)
        if known is None:
            known = self._to_do.chances[key] = who.sheet, self._worked_out(who)
        return known[1]

    def _worked_out(self, who: Character) -> list[Chance]:
        found = []
        for number, errand in enumerate(self.errands):
            if (gain := self.gain(who, errand)) > 0.0:
                found.append(Chance(gain, number, who.number, min(gain, self._at_once(who, errand))))
        return found

    def _at_once(self, who: Character, errand: Errand) -> float:
        """What a try is worth to somebody who is there and has an action left."""
        if not self.actions(who) or who.status != IN_PLAY or not self.touches(who, errand):
            return 0.0
        if errand.mark != NOBODY and not self._still_open(who, errand):
            return 0.0
        return self.tried(who, errand)

    def tried(self, who: Character, errand: Errand) -> float:
        """What one try at an errand is worth."""
        p = self.chance(who, errand)
        if errand.kind in ("take", "follow"):
            return p * self.fetched(who, errand, self.time(who))
        return p * errand.points / (1 if errand.kind == "score" else errand.still_needed(who.side))

    def expected(self) -> list[float]:
        """The points that each side may still expect, as games have ended."""
        state = self.state
        sides = range(len(state.players))
        found = [self.chances(side) for side in sides]
        most = [self._reachable(one) for one in found]
        return [
            self._shared_out(found[side], [most[other] for other in sides if other != side])
            + BROUGHT * sum([self.in_hand(one) for one in state.of_side(side) if one.status == IN_PLAY])
            for side in sides
        ]  # fmt: skip

    def _reachable(self, chances: list[Chance]) -> list[float]:
        """The best share of each errand that anybody of a side could get."""
        best = [0.0] * len(self.errands)
        for one in chances:
            share = one.gain / max(0.5, self.errands[one.errand].points)
            best[one.errand] = max(best[one.errand], min(1.0, share))
        return best

    def _shared_out(self, chances: list[Chance], rivals: list[list[float]]) -> float:
        total = 0.0
        for one, could in self.assigned(chances):
            true = TRUE[self.errands[one.errand].kind]
            gain = could * (true + (1.0 - true) * one.at_once / one.gain)
            if self.errands[one.errand].kind != "score" or self.errands[one.errand].most:
                for rival in rivals:
                    gain *= 1.0 - RIVAL * rival[one.errand]
            total += gain
        return total

    def assigned(self, chances: list[Chance]) -> Iterator[tuple[Chance, float]]:
        """One errand for each character, the most promising first; several at one add less and less."""
        busy: set[int] = set()
        at = [0] * len(self.errands)
        for one in chances:
            if one.who not in busy and at[one.errand] < len(ADDS):
                yield one, one.gain * ADDS[at[one.errand]]
                at[one.errand] += 1
                busy.add(one.who)


def held(rule: Points, turns: float) -> float:
    """What holding something scores in so many turns and the last one, if it is still held."""
    before = KEPT * (1.0 - KEPT**turns) / (1.0 - KEPT)
    return float(rule.points * before + (rule.last_turn or rule.points) * KEPT ** (turns + 1.0))


# ---- what there is ----------------------------------------------------------------------------------


def _errands(state: State) -> Iterator[Errand]:
    for number, mark in enumerate(state.marks):
        objective = mark.objective
        if mark.on_table and not (objective.most and mark.successes >= objective.most):
            effects = objective.special[mark.place] if objective.special else objective.success
            kind, points, needed = _done(state, effects)
            if kind:
                yield Errand(
                    mark.name, mark.x, mark.y, mark.z, kind, points, objective.target + mark.harder, objective.stats,
                    number, NOBODY, needed, objective.most, any(isinstance(one, Harder) for one in effects),
                    mark.notches,
                )  # fmt: skip
    for who in state.characters:
        counted = _objective(state, who) if who.objective and who.in_play else None
        if counted is not None:
            kind, points, needed = _done(state, counted.success)
            if kind:
                yield Errand(
                    who.name, who.x, who.y, who.z, kind, points, counted.target, counted.stats,
                    NOBODY, who.number, needed,
                )  # fmt: skip


def _objective(state: State, who: Character) -> Objective | None:
    objectives = state.scenario.objectives if state.scenario else ()
    return next((one for one in objectives if one.name == who.objective), None)


def _done(state: State, effects: tuple[object, ...]) -> tuple[str, float, int]:
    """What a success is about: its kind, its points, and how many it takes."""
    for effect in effects:
        if isinstance(effect, Score):
            return "score", float(effect.points), 1
        if isinstance(effect, Notch):
            return "notch", float(effect.points), effect.needed
        if isinstance(effect, Take | Follow):
            rules = state.scenario.points if state.scenario else ()
            return "take" if isinstance(effect, Take) else "follow", float(max((r.points for r in rules), default=1)), 1
    return "", 0.0, 1
