"""Bands lose nothing: the odds are the same when every face is a case of its own."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.engine.dice import Faces
from sandtable.engine.registry import ruleset
from sandtable.odds import named_odds
from sandtable.odds.search import forget
from sandtable.rulesets.roe.rerolls import Volley

FIGHTS = {
    "Accurate, C, Parry": ("plain", {"weapon": "Duelling Blade", "target.weapons": "Guard Sword", "attacker.c": "1"}),
    "Accurate and C": ("plain", {"weapon": "Duelling Blade", "attacker.c": "1"}),
    "two blades": (
        "Twinblade", {"weapon": "Duelling Blade", "second": "Duelling Blade", "target.weapons": "Guard Sword"}
    ),
}  # fmt: skip


def chances(name: str) -> dict[str, dict[str, Fraction]]:
    attacker, words = FIGHTS[name]
    forget(ruleset("roe"))
    found = named_odds("roe", "fight", (attacker, "Bulwark"), words, {}, how="usual", runs=10**6)
    return {who: dict(found.words(who)) for who in found.people}


@pytest.mark.parametrize("name", FIGHTS)
def test_re_rolls_and_parry_in_bands_are_what_they_are_face_by_face(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    in_bands = chances(name)

    def every_face(attack: Volley, needed: int) -> Faces:
        return ()

    monkeypatch.setattr(Volley, "apart", every_face)
    assert chances(name) == in_bands
    forget(ruleset("roe"))
