"""The End of Turn phase (OE-7.32 to OE-7.36). Each public function is a step. Who has won: victory.py."""

from __future__ import annotations

from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.op_en.asking import Play
from sandtable.rulesets.op_en.damage import hurt, settle
from sandtable.rulesets.op_en.hidden import renew_hidden, reveal
from sandtable.rulesets.op_en.scoring import award
from sandtable.rulesets.op_en.simultaneous import Happening, resolve_all
from sandtable.rulesets.op_en.space import TOUCH, gap_in_space
from sandtable.rulesets.op_en.start import open_turn
from sandtable.rulesets.op_en.state import NOBODY, Character, Ending
from sandtable.rulesets.op_en.victory import ending_clause, finish_game


def end_of_turn(g: Play) -> Procedure[None]:
    """Scenario events and what scores, then unused tokens are lost (OE-7.32, OE-7.33, OE-7.34)."""
    state = g.state
    _score_turn(g)
    for player in state.players:
        player.tokens = 0
    state.phase = "effects"
    return
    yield


def effects(g: Play) -> Procedure[None]:
    """What happens at end of turn takes place, then what lasted until then ends (OE-7.35, OE-21.6); then the game or
    the next turn (OE-7.33, OE-7.36)."""
    state = g.state
    if state.endings:
        yield from resolve_all(g, [_ending(one) for one in state.endings], "Which effect takes place next?")
    _lapse(g)
    ended = ending_clause(state)
    if ended:
        finish_game(g, ended)
        return
    state.turn += 1
    open_turn(g)


def _ending(one: Ending) -> Happening:
    """Damage to Enemies near where somebody fell (OE-4.11)."""

    def run(g: Play) -> Procedure[None]:
        state = g.state
        fallen = Character(
            NOBODY, one.source, one.side, state.characters[0].sheet, one.radius, x=one.x, y=one.y, z=one.z
        )
        for enemy in state.enemies(fallen):
            if gap_in_space(fallen, enemy) <= one.within + TOUCH:
                hurt(g, enemy, one.damage, one.source, "OE-4.11")
        yield from settle(g)

    return Happening(one.source, run)


def _score_turn(g: Play) -> None:
    """What the scenario scores at the end of a turn, and of the last one (OE-7.33)."""
    state = g.state
    if state.scenario is None:
        return
    last = bool(ending_clause(state))
    carriers = [one for one in state.in_play() if one.carries != NOBODY and one.of_force]
    for rule in state.scenario.points:
        for one in carriers:
            if rule.what == "held_each_turn":
                award(g, one, rule.last_turn if last and rule.last_turn else rule.points, "held")
            elif rule.what == "carried_at_end" and last:
                award(g, one, rule.points, "carried at the end")


def _lapse(g: Play) -> None:
    """Everything that lasts until end of turn ends together (OE-7.35, OE-21.6)."""
    state = g.state
    for one in state.characters:
        one.lasting, one.poisoned, one.boosts = (), False, 0
        if one.hidden and g.options["hidden_duration"] == "this_turn":
            reveal(g, one, "OE-16.33")
        one.faded = False
    state.patches = tuple(patch for patch in state.patches if patch.lasts == "game")
    state.endings = ()
    renew_hidden(g)
