"""The client ships every silhouette that a scene of ours names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sandtable.rulesets.opentactics import scene as opentactics
from sandtable.rulesets.opportunity import scene as opportunity
from sandtable.rulesets.roe import scene as roe

SHIPPED = Path(__file__).parents[2] / "web" / "icons.ts"


@pytest.mark.skipif(not SHIPPED.exists(), reason="the client's sources are not here")
def test_every_icon_is_shipped() -> None:
    shipped = set(re.findall(r'"([a-z-]+)"', SHIPPED.read_text(encoding="utf-8").split("] as const")[0]))
    named = {
        *roe.BY_ABILITY.values(), *roe.BY_WEAPON.values(), *opportunity.ICONS.values(),
        *opentactics.BY_CARD.values(), *opentactics.BY_TYPE.values(),
        "rifle", "fist", "sword-brandish", "swordman", "megaphone", "crossed-swords", "checked-shield", "heart-drop",
        "targeted", "sprint", "fire-bowl",
    }  # fmt: skip
    assert named <= shipped
