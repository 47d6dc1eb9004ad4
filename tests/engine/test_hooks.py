"""What a ruleset may offer: one module says it, whoever wants a hook asks there, and the page lists the same."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from inspect import getdoc, signature
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.engine.advice import Careful
from sandtable.engine.hooks import HOOKS, DrawingHooks, PlanningHooks, breach, members, offered
from sandtable.engine.outlook import OutlookExtras
from sandtable.rulesets.opentactics import RULESET as OPENTACTICS
from sandtable.rulesets.opentactics.state import State as OpenTacticsState
from sandtable.rulesets.opportunity import RULESET as OPPORTUNITY
from sandtable.rulesets.opportunity.state import State as OpportunityState
from sandtable.rulesets.roe import RULESET as ROE
from sandtable.rulesets.roe.state import State as RoeState

SOURCE = Path(sandtable.__file__).parent
PAGE = SOURCE.parents[1] / "docs" / "write-a-ruleset.md"

# The type checker holds our rulesets to the contracts as well.
DRAWN: tuple[DrawingHooks[OpportunityState], DrawingHooks[OpenTacticsState], DrawingHooks[RoeState]] = (
    OPPORTUNITY,
    OPENTACTICS,
    ROE,
)
PLANNED: tuple[PlanningHooks[OpenTacticsState], PlanningHooks[RoeState]] = OPENTACTICS, ROE


def altered(**more: Any) -> Any:
    """Opportunity with something else under a name."""
    return type("Altered", (type(OPPORTUNITY),), more)()


@pytest.mark.parametrize("rules", [OPPORTUNITY, OPENTACTICS, ROE], ids=lambda rules: rules.id)
def test_our_rulesets_keep_their_contract(rules: Any) -> None:
    assert breach(rules) == ""


class Short:
    """Advice that lacks something."""

    horizon = 3

    def value(self, reading: Any) -> float:
        return 0.5

    def suggest(self, reading: Any, question: Any) -> list[Any]:
        return []


class Longer(Short):
    def activation(self, reading: Any, question: Any) -> int:
        return 0

    def cares(self) -> int:
        return 6


class Wide(Short):
    def activation(self, reading: Any, question: Any) -> int:
        return 0

    def value(self, state: Any, seat: int) -> float:  # type: ignore[override]
        return 0.5


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"advise": None}, "has 'advise', which nobody asks for; did you mean 'advice'?"),
        ({"ready_setup": None}, "has 'ready_setup', which nobody asks for; did you mean 'ready_setups'?"),
        ({"scene": lambda self, state, seat: {}}, "has scene(state, seat), but is asked for scene(reading)"),
        ({"card": lambda self, reading: []}, "has card(reading), but is asked for card(reading, name)"),
        ({"begin": lambda self: None}, "has begin(), but is asked for begin(setup, options)"),
        ({"measure": 12.0}, "has no method measure: what it calls so cannot be called"),
        ({"hides_nothing": "yes"}, "has hides_nothing = 'yes': that must be a bool"),
        ({"sizes": 12}, "has sizes = 12: that must be a Sizes"),
        ({"advice": Short()}, "has an advice that lacks activation"),
        ({"advice": Longer()}, "has an advice that has 'cares', which nobody asks for; did you mean 'care'?"),
        ({"advice": Wide()}, "has an advice that has value(state, seat), but is asked for value(reading)"),
        (
            {"outlook": object()},
            "has an outlook that lacks aims, nothing, kinds, prelude, goes_on, result, usual, forget",
        ),
    ],
)
def test_what_is_missing_misspelt_or_misshapen_is_told(more: dict[str, Any], told: str) -> None:
    assert breach(altered(**more)).startswith(told)


def test_a_ruleset_may_have_names_of_its_own() -> None:
    assert breach(altered(words={}, crews=(), march=lambda: None, field=None)) == ""


def test_nobody_asks_for_what_is_no_hook() -> None:
    with pytest.raises(AssertionError, match="no ruleset is asked for 'scenes'"):
        offered(ROE, "scenes")


# ---- whoever asks ---------------------------------------------------------------------------------


def asked_for() -> Iterator[tuple[str, str]]:
    """Every name that is looked up on something by its name, outside the rulesets."""
    for path in SOURCE.rglob("*.py"):
        if "rulesets" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="offered" | "getattr" | "hasattr"), args=[_, ast.Constant(value), *_]):
                    yield path.name, str(value)


def test_every_hook_is_asked_for_by_somebody() -> None:
    looks = {"measure", "sight", "card", "places"}  # by the name of the look
    names = {name for _, name in asked_for()} | looks
    assert set(HOOKS) | set(members(Careful)) | set(members(OutlookExtras)) <= names


def test_rulesets_are_asked_through_one_door() -> None:
    """Apart from the modules that each have the one function for their own part."""
    at_home = {"hooks.py", "advice.py", "changes.py", "sizes.py", "game.py"}
    looked_up = re.compile(r"(has|get)attr\((self\.)?(game\.)?rule(s|set)\b")
    files = [path for path in SOURCE.rglob("*.py") if "rulesets" not in path.parts]
    assert {path.name for path in files if looked_up.search(path.read_text("utf-8"))} == at_home


# ---- the page -------------------------------------------------------------------------------------


def row(name: str, member: Any) -> str:
    """A hook as the page has it."""
    if isinstance(member, property):
        return f"| `{name}` | {_said(member.fget)} |"
    return f"| `{name}({', '.join(list(signature(member).parameters)[1:])})` | {_said(member)} |"


def _said(member: Any) -> str:
    return " ".join((getdoc(member) or "").split())


@pytest.mark.skipif(not PAGE.exists(), reason="the pages are not here")
def test_the_page_lists_the_same_hooks() -> None:
    text = PAGE.read_text("utf-8").split("| part | for |\n|---|---|\n")[1].split("\n\n")[0]
    assert text.splitlines() == [row(name, member) for name, member in HOOKS.items()]
