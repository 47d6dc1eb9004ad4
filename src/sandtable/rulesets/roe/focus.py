"""Focus (RE-1.52 to RE-1.57): one for an activation, with one of three benefits."""

from __future__ import annotations

from sandtable.engine.asking import Why, plain
from sandtable.engine.questions import DECLINE, Absent, ChooseOne, Option
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.roe.asking import Play
from sandtable.rulesets.roe.content import notes
from sandtable.rulesets.roe.state import Focus, Model

FOCUS: dict[Focus, Option] = {
    "move": plain("Focus: extra move", "RE-1.54", value="move"),
    "to-hit": plain("Focus: to-hit re-rolls", "RE-1.55", value="to-hit"),
    "resolve": plain("Focus: Resolve re-roll", "RE-1.56", value="resolve"),
}
NO_FOCUS, ANY_FOCUS = plain("No Focus", "", DECLINE, ""), plain("Focus", "RE-1.52", value="any")


FOCUS_CLAUSES: dict[str, str] = {"move": "RE-1.54", "to-hit": "RE-1.55", "resolve": "RE-1.56", "any": "RE-1.53"}


def why_no_focus(model: Model, order: str, benefit: str) -> Why | None:
    """An extra move for an Advance (RE-1.54), to-hit re-rolls for an attack (RE-1.55), a re-roll of a Resolve test
    (RE-1.56); a benefit that cannot come up is refused (RE-1.53)."""
    if benefit == "move" and order != "Advance":
        return "the extra move belongs to an Advance", "RE-1.53"
    if benefit == "to-hit" and order == "Advance":
        return "an Advance makes no attack", "RE-1.53"
    if benefit == "resolve" and not model.pins and order != "Tactical":
        return "there will be no Resolve test", "RE-1.53"
    return None


def choose_focus(g: Play, model: Model, order: str, left: int) -> Procedure[Focus]:
    """One Focus with one benefit, if a counter is left (RE-1.52, RE-1.53); never while Engaged (RE-4.42). It
    helps nobody else (RE-1.57), and belongs to an Activation Order (RE-1.35)."""
    if left < 1 or order in ("Fight", "Break Away"):
        return ""
    possible = [benefit for benefit in FOCUS if why_no_focus(model, order, benefit) is None]
    if not possible:
        return ""
    later = g.options["focus_benefit_timing"] == "when_used"
    offered = (ANY_FOCUS,) if later else tuple(FOCUS[benefit] for benefit in possible)
    benefit: Focus = yield ChooseOne(
        topic="focus",
        seat=model.side,
        who=model.name,
        prompt=f"{model.name}: Focus for another counter?",
        clause="RE-1.52",
        options=(NO_FOCUS, *offered),
        facts=lambda: notes()["focus"],
        missing=lambda: tuple(
            Absent(option.id, option.label, *why)
            for benefit, option in FOCUS.items()
            if (why := why_no_focus(model, order, benefit)) is not None
        ),
    )
    return benefit
