"""Reading what people write: set-ups and forces as TOML or JSON, house rules as name=value."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

from sandtable.engine.errors import SandtableError, one_line, shown

LARGEST = 1024 * 1024


def read_bytes(path: Path) -> bytes:
    try:
        text = path.read_bytes()
    except OSError as error:
        raise SandtableError(f"cannot read {path}: {error.strerror}") from error
    if len(text) > LARGEST:
        raise SandtableError(f"{path}: a file larger than 1 MB is not read")
    return text


def read_text(path: Path) -> str:
    """A file for people."""
    try:
        return read_bytes(path).decode()
    except UnicodeDecodeError as error:
        raise SandtableError(f"{path} is not plain text: {one_line(error)}") from error


def read_data(path: Path) -> dict[str, Any]:
    """A TOML or JSON file (by its ending) whose outermost thing is a table."""
    text = read_bytes(path)
    try:
        data = json.loads(text) if path.suffix == ".json" else tomllib.loads(text.decode())
    except (ValueError, RecursionError) as error:
        raise SandtableError(
            f"{path} is not valid {'JSON' if path.suffix == '.json' else 'TOML'}: {one_line(error)}"
        ) from error
    if not isinstance(data, dict):
        raise SandtableError(f"{path}: expected a table of settings")
    return data


def read_option(text: str) -> tuple[str, str | int]:
    name, sign, value = text.partition("=")
    if not sign:
        raise SandtableError(f"write a house rule as name=value, not {shown(text)}")
    number = whole_number(value.strip())
    return name.strip(), value.strip() if number is None else number


def whole_number(text: str) -> int | None:
    """A small whole number, if that is what was typed."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else None
