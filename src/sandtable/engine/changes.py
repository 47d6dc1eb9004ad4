"""The changelog of a ruleset: what is different since which version. A save that meets a change can name it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from sandtable.engine.errors import RulebookError, shown
from sandtable.engine.rulebook import Rulebook, read_toml

FIRST = "1.0.0"
"""The version of rules that have never changed."""
INTRODUCTION = """\
A ruleset has a new version when it plays otherwise: other questions, other options, other results from the same inputs.
A save of an older version plays as long as it meets none of the changes; where it does, `sandtable replay` names the
change and the input ([saves](../saves.md)). This page is made from the `changes.toml` of each ruleset:
`sandtable rulesets --changes > docs/rulesets/changes.md`."""
VERSION = re.compile(r"\d+\.\d+\.\d+")


class RulesChange(Struct, frozen=True, forbid_unknown_fields=True):
    """From `version` on the rules play otherwise; `text` says how, in one sentence."""

    version: str
    clauses: tuple[str, ...]
    text: str

    def words(self) -> str:
        """'RE-5.23: …'"""
        return f"{', '.join(self.clauses)}: {self.text}" if self.clauses else self.text


class _Changelog(Struct, frozen=True, forbid_unknown_fields=True):
    change: tuple[RulesChange, ...] = ()


def load_changes(path: Path, rulebook: Rulebook) -> tuple[RulesChange, ...]:
    """Reads and checks a changes.toml, oldest first. Rules that have never changed need none."""
    if not path.exists():
        return ()
    changes = read_toml(path, _Changelog).change
    for change in changes:
        if not VERSION.fullmatch(change.version):
            raise RulebookError(f"{path.name}: a version is three numbers like 1.1.0, not {shown(change.version)}")
        if not change.text.strip():
            raise RulebookError(f"{path.name}: a change of {change.version} says nothing")
        for clause in change.clauses:
            if clause not in rulebook.clauses:
                raise RulebookError(f"{path.name}: a change of {change.version} names {clause!r}, which does not exist")
    return tuple(sorted(changes, key=lambda change: numbers(change.version)))


def newest(changes: Sequence[RulesChange]) -> str:
    """The version of rules with this changelog."""
    return max((change.version for change in changes), key=numbers, default=FIRST)


def changes_of(ruleset: Any) -> tuple[RulesChange, ...]:
    """The changelog of a ruleset; a stranger's may have none."""
    return tuple(getattr(ruleset, "changes", ()))


def check_version(ruleset: Any) -> None:
    """A ruleset with a changelog has the version of its newest change. Raises RulebookError."""
    changes = changes_of(ruleset)
    if changes and newest(changes) != ruleset.version:
        raise RulebookError(
            f"{ruleset.id} calls itself {ruleset.version}, but its newest change is of {newest(changes)}: "
            "both must be the same"
        )


def between(
    changes: Sequence[RulesChange], saved: str, installed: str, clauses: Iterable[str] = ()
) -> tuple[RulesChange, ...]:
    """What has changed from one version to a later one; first the changes of these clauses, in their order."""
    met = [change for change in changes if numbers(saved) < numbers(change.version) <= numbers(installed)]
    order = list(clauses)
    far = len(order)
    return tuple(
        sorted(met, key=lambda change: min((order.index(c) for c in change.clauses if c in order), default=far))
    )


def numbers(version: str) -> tuple[int, ...]:
    """A version for comparing; whatever else somebody writes there counts as before everything."""
    return tuple(int(part) for part in version.split(".")) if VERSION.fullmatch(version) else ()


def changelog(rulesets: Iterable[Any]) -> str:
    """What has changed in each of these, newest first, as a page in Markdown."""
    lines = ["# What has changed in the rules", "", INTRODUCTION]
    for rules in rulesets:
        lines += ["", f"## {rules.title} ({rules.id} {rules.version})"]
        changes = changes_of(rules)
        for version in sorted({change.version for change in changes}, key=numbers, reverse=True):
            lines += ["", f"### {version}", ""]
            lines += [f"- {change.words()}" for change in changes if change.version == version]
        if not changes:
            lines += ["", "Nothing since the first version."]
    return "\n".join(lines) + "\n"
