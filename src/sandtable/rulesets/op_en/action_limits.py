"""What a character may not do twice: the limits of actions, of Skills and of limit words (OE-9.1 to OE-9.7)."""

from __future__ import annotations

from sandtable.engine.asking import Why
from sandtable.rulesets.op_en.actions import Action
from sandtable.rulesets.op_en.asking import Play
from sandtable.rulesets.op_en.effects import FightTwice
from sandtable.rulesets.op_en.state import Character


def limit_refused(g: Play, who: Character, action: Action) -> Why | None:
    """Two actions are all (OE-9.1, OE-8.8); Move, Shoot, Fight and Use come once a turn (OE-9.2, OE-13.2, OE-14.2,
    OE-17.4), a Skill too (OE-9.3), and whatever counts as the same (OE-9.4, OE-9.5,
    OE-15.2); a token (OE-8.7, OE-8.9) or a Talent (OE-9.7) may lift that."""
    act = g.state.activation
    if act.count >= act.most:
        return "both actions are used", "OE-9.1"
    clash = _clash(g, who, action)
    return (f"{clash.capitalize()} has been taken this turn", _clause(who, action, clash)) if clash else None


def _clash(g: Play, who: Character, action: Action) -> str:
    """Each action once, each Skill once, limit words bind both, as Climb's does (OE-9.2, OE-9.3, OE-9.4,
    OE-9.5, OE-9.6, OE-15.2, OE-16.18), unless a Talent lifts that (OE-9.7); a token may repeat
    (OE-8.7, OE-8.9). The word that stands against an action; empty if none does."""
    act = g.state.activation
    taken = who.taken if g.options["action_limit_scope"] == "turn" else act.taken
    if not taken:
        return ""
    clash = next((word for word in action.words if word in taken), "")
    if not clash:
        return ""
    if act.repeat and all(word not in taken or word in act.taken for word in action.words):
        return ""
    if action.label == "Fight" and clash == "fight" and who.held(FightTwice) and len(who.fought_with) < 2:
        return ""
    return clash


def _clause(who: Character, action: Action, clash: str) -> str:
    """What forbids it: the action or Skill itself, or a limit word it shares with an action or with another Skill."""
    by_skill = any(skill.counts_as == clash and skill.name in who.taken for skill in who.sheet.skills)
    by_skill = by_skill or (clash == "move" and "Climb" in who.taken)
    if clash == action.words[0]:
        return "OE-9.4" if by_skill else action.once
    return "OE-9.5" if by_skill else "OE-16.18" if action.label == "Climb" else "OE-9.4"


def offered(g: Play, who: Character, action: Action) -> bool:
    act = g.state.activation
    if act.count >= act.most or _clash(g, who, action):
        return False
    return action.possible(g, who) if action.possible is not None else action.barred(g, who) is None


def refused(g: Play, who: Character, action: Action) -> Why | None:
    return limit_refused(g, who, action) or action.barred(g, who)
