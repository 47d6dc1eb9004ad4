"""Fleet (RE-6.8 to RE-6.10, RE-6.23): when it may be used."""

from __future__ import annotations

from sandtable.engine.asking import plain
from sandtable.engine.questions import DECLINE, ChooseOne
from sandtable.engine.ruleset import Procedure
from sandtable.rulesets.roe.asking import Play
from sandtable.rulesets.roe.content import notes
from sandtable.rulesets.roe.state import Activation, Kind, Model
from sandtable.rulesets.roe.walking import allowance


def may_use_fleet(g: Play, model: Model, act: Activation, kind: Kind) -> bool:
    """Fleet, for a Standard Move (RE-6.8) or an Assault Move (RE-6.9), once (RE-6.10), without a Bulky weapon
    (RE-6.23)."""
    if "Fleet" not in model.abilities or act.fleet_used or model.bulky:
        return False
    if kind == "assault":
        return True
    return kind == ("encumbered" if g.options["fleet_move"] == "encumbered_6" else "standard")


def ask_fleet(g: Play, model: Model, act: Activation, kind: Kind, without: bool = True) -> Procedure[bool]:
    """Asked wherever Fleet could be used; where the move cannot be made `without` it there is nothing to ask."""
    if not may_use_fleet(g, model, act, kind):
        return False
    if not without:
        return True
    inches = allowance(g.options, kind, True).inches
    answer = yield ChooseOne(
        topic="fleet",
        seat=model.side,
        who=model.name,
        prompt=f"{model.name}: use Fleet for {inches:g}″?",
        clause="RE-6.10",
        options=(USE_FLEET, NO_FLEET),
        facts=lambda: notes()["fleet"],
    )
    return bool(answer == USE_FLEET.id)


USE_FLEET, NO_FLEET = plain("Fleet", "RE-6.8"), plain("No Fleet", role=DECLINE)
