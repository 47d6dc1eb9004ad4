"""What is answered without a closer look is what a closer look would say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice, pairwise
from math import cos, pi, sin
from random import Random

from sandtable.engine.dice import Seeded, Typed
from sandtable.engine.game import Game
from sandtable.engine.questions import Point, Refusal
from sandtable.rulesets.op_en import RULESET, jumping, sight, sprinting
from sandtable.rulesets.op_en.asking import Play
from sandtable.rulesets.op_en.ground import field_of
from sandtable.rulesets.op_en.sight import look, sees
from sandtable.rulesets.op_en.state import Character
from sandtable.rulesets.op_en.trips import Trip
from sandtable.rulesets.op_en.walking import judge
from sandtable.table import STEP


def moments() -> Iterator[tuple[Play, Character]]:
    """Somebody in play, at every eighth question of a few random games."""
    rng = Random("short cuts")
    for number in range(9):
        setup, options = RULESET.random_setup(rng)
        game = Game(RULESET, setup, options, Seeded.from_text(str(number)), events=False)
        while game.question is not None:
            game.answer(game.question.pick(rng))
            if len(game.inputs) % 8 == 0 and (there := game.state.in_play()):
                yield Play(game.state, game.options, [], None), rng.choice(there)


def test_short_cuts_are_right() -> None:
    found: Counter[str] = Counter()
    for g, who in moments():
        jumper = jumping.Jumper(g, who)
        if jumper.kept_down():
            found["kept down"] += 1
            spots = [jumper.floor(jumper.place(number)) for number in range(jumping.AROUND)]
            assert all(jumper.refused(at) for at in (*spots, *islice(jumper.in_reach(), 40)))
        trip = Trip(g.state, g.options, who, 3.0, "OE-16.14", straight=True)
        if sprinting._alone(trip):
            found["alone"] += 1
            steps = (judge(trip, (sprinting._place(trip, pi * k / 16, 16 * STEP),)) for k in range(32))
            assert not any(isinstance(step, Refusal) for step in steps)
        for enemy in g.state.enemies(who)[:3]:
            seen = look(g.state, g.options, enemy, who).view != "blocked"
            found["seen" if seen else "unseen"] += 1
            assert sees(g.state, g.options, enemy, who) == seen
    assert min(found[word] for word in ("kept down", "alone", "seen", "unseen")) > 5, found


def held(g: Play, who: Character, angle: float, found: Counter[bool]) -> None:
    """Where a way of eight inches is first Clear to each Enemy, asked of every quarter of an inch."""
    where, home = field_of(g.state, g.options), (who.x, who.y, who.z)
    points = [Point(who.x + cos(angle) * k, who.y + sin(angle) * k, who.z) for k in range(9)]
    for enemy in g.state.enemies(who)[:5]:
        first = sight.first_clear(where, g.state, enemy, who, who, points)
        legs = [[points[0]], *([*sight._between(a, b), b] for a, b in pairwise(points))]
        clear = []
        for leg in legs:
            clear.append(False)
            for p in leg:
                who.x, who.y, who.z = p.x, p.y, p.z
                clear[-1] |= sight.is_clear(g.state, g.options, enemy, who)
        who.x, who.y, who.z = home
        found[any(clear)] += 1
        assert first == (clear.index(True) if any(clear) else -1)


def test_a_way_is_clear_where_one_of_its_places_is() -> None:
    """Blocks that hide both ends of an inch hide all of it."""
    found: Counter[bool] = Counter()
    for number, (g, who) in enumerate(moments()):
        held(g, who, float(number), found)
    assert min(found.values()) > 10, found


def test_bodies_hide_nothing_between_two_places() -> None:
    """One body may hide the first place of an inch and another the second: whatever blocks stand elsewhere."""
    rng, found = Random("bodies"), Counter[bool]()
    shed = {"id": "shed", "kind": "block", "x": [1, 4], "y": [30, 34], "height": 3}
    for _ in range(40):
        pitch = rng.uniform(1.6, 2.4)
        crowd = [{"name": f"T{n}", "player": "Red", "at": [16, 7 + pitch * n]} for n in range(6)]
        ends = {"name": "Ann", "player": "Red", "at": [22, 6]}, {"name": "Eve", "player": "Blue", "at": [8, 12]}
        situation = {"player": [{"name": "Red"}, {"name": "Blue"}], "terrain": [shed], "character": [*ends, *crowd]}
        game = Game(RULESET, {"situation": situation}, {}, Typed())
        held(Play(game.state, game.options, [], None), game.state.characters[0], pi / 2, found)
    assert found[True] > 5, found
