"""Wounds (RE-3.6 to RE-3.8, RE-4.21), and out of action."""

from __future__ import annotations

from sandtable.rulesets.roe.asking import Play
from sandtable.rulesets.roe.contact import renew_contacts
from sandtable.rulesets.roe.state import FALLEN, Model


def wound(g: Play, model: Model, wounds: int) -> None:
    """Each hit that is not saved wounds (RE-4.21). Wounds equal to W take a model out of action (RE-3.6); more have no
    effect (RE-3.8)."""
    if not wounds:
        return
    model.wounds = min(model.w, model.wounds + wounds)
    g.tell("wounded", "RE-4.21", who=model.name, wounds=model.wounds, left=model.w - model.wounds)
    if model.wounds == model.w:
        fall(g, model)


def fall(g: Play, model: Model) -> None:
    """Laid down where it stood, without its tokens (RE-3.7)."""
    model.status = FALLEN
    model.pins = 0
    renew_contacts(g.state, model)
    g.tell("out of action", "RE-3.6", who=model.name)
