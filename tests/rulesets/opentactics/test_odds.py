"""Odds by name in OpenTactics: the assault that was asked for, with the numbers that were named, or a refusal."""

from __future__ import annotations

import pytest

from sandtable.engine.errors import SandtableError
from sandtable.engine.registry import ruleset
from sandtable.odds import Odds, named_odds
from sandtable.rulesets.opentactics.abilities import SKILLS
from sandtable.rulesets.opentactics.content import content


def odds(skill: str, attacker: str, target: str, **words: str) -> Odds:
    named = {key.replace("__", "."): value for key, value in words.items()}
    return named_odds("opentactics", skill, [attacker, target], named)


@pytest.mark.parametrize(
    ("skill", "models", "words", "error"),
    [
        ("technical", ("Sapper", "Mud Hulk"), {}, "in Technical: target is no target of a Technical assault"),
        ("technical", ("Bramble Bear", "Kettle Guard"), {}, "in Technical: its technical range is 0"),
        ("arcane", ("Bramble Bear", "Kettle Guard"), {"distance": "1"}, "in Arcane: its arcane range is 0"),
        ("melee", ("plain", "plain"), {"attacker__off": "0"}, "in Melee: it has no melee OFF dice"),
        ("melee", ("plain", "plain"), {"distance": "3"}, "it reaches 1 and the distance is 3; say distance=1"),
        ("ballistic", ("Bog Archer", "Thorn Stalker"), {"distance": "5"}, "cannot be seen from more than 3 away"),
        ("ballistic", ("Bog Archer", "Sapper"), {"distance": "9"}, "reaches 5 and the distance is 9; say distance=5"),
    ],
)
def test_an_assault_that_is_not_possible_is_refused(
    skill: str, models: tuple[str, str], words: dict[str, str], error: str
) -> None:
    """Never the odds of another skill that happens to be possible."""
    with pytest.raises(SandtableError, match=error):
        odds(skill, *models, **words)


@pytest.mark.parametrize("name", sorted(content().cards))
def test_naming_the_numbers_of_the_card_changes_nothing(name: str) -> None:
    """What is named takes the place of one number; bumps, range and the other pool stay as printed."""
    melee = content().cards[name].melee
    told = {"off": melee.off, "def": melee.dice_def, "range": melee.range}
    if not (melee.off and melee.range):
        return
    as_printed = odds("melee", name, "Kettle Guard").weights
    against = odds("melee", "Kettle Guard", name).weights
    for key, number in told.items():
        assert odds("melee", name, "Kettle Guard", **{f"attacker__{key}": str(number)}).weights == as_printed
        assert odds("melee", "Kettle Guard", name, **{f"target__{key}": str(number)}).weights == against


@pytest.mark.parametrize("skill", SKILLS)
def test_everybody_with_a_skill_reaches_with_the_distance_that_is_usual(skill: str) -> None:
    able = [name for name, card in content().cards.items() if card.skills[skill].range and card.skills[skill].off]
    assert able
    for name in able:
        assert odds(skill, name, "Boiler Golem").weights
    close = odds(skill, able[0], "Boiler Golem", attacker__range="1")
    assert close.weights == odds(skill, able[0], "Boiler Golem", attacker__range="1", distance="1").weights


def test_the_help_says_which_distance_is_usual() -> None:
    kinds = {kind.name: kind for kind in ruleset("opentactics").outlook.kinds}  # type: ignore[attr-defined]
    said = "default: 1 for Melee and Technical, else 2, or the attacker's range if less"
    assert all(said in kinds[skill].words["distance="] for skill in SKILLS)
