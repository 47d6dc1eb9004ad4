"""`sandtable map show | check | generate`: look at map files, check them, and make new ones."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Literal

from sandtable.engine.errors import SandtableError, one_line
from sandtable.table.generate import PRESETS, generate
from sandtable.table.mapcheck import MapError, warnings
from sandtable.table.maps import Map, load, to_dict, to_toml
from sandtable.table.picture import Picture, draw, draw_grid
from sandtable.table.tokens import Token


def show(file: Path, *, svg: Path | None = None, theme: Literal["light", "dark"] = "light", width: int = 1200) -> int:
    """Draw a map. Without --svg the drawing goes to standard output."""
    try:
        drawing = _drawing(load(file), theme, width)
        if svg is None:
            print(drawing, end="")
        else:
            svg.write_text(drawing, "utf-8")
            print(f"{svg}: {len(drawing) // 1024} kB")
    except (SandtableError, OSError) as error:
        return _failed(error)
    return 0


def _drawing(found: Map, theme: str, width: int) -> str:
    if found.grid is not None:
        return draw_grid(found.grid, theme=theme, width=width)
    tokens = tuple(Token(figure, found.sides.get(figure.id) or 1) for figure in found.figures)
    return draw(found.table, Picture(tokens=tokens), theme=theme, width=width)


def check(*files: Path, json: bool = False) -> int:
    """Check map files: one line each, exit code 1 if one is bad."""
    reports = [_report(file) for file in files]
    if json:
        _print_json({"maps": reports})
    else:
        for report in reports:
            print(_line(report))
    return 0 if all(report["ok"] for report in reports) else 1


def _report(file: Path) -> dict[str, object]:
    try:
        found = load(file)
    except MapError as error:
        return {"file": str(file), "ok": False, "error": one_line(error)}
    table = found.table
    facts: dict[str, object] = {"file": str(file), "ok": True, "name": table.name}
    if found.grid is not None:
        return facts | {"columns": found.grid.columns, "rows": found.grid.rows}
    return facts | {
        "width": table.width,
        "height": table.height,
        "pieces": len(table.terrain),
        "covered": round(table.covered(), 3),
        "warnings": list(warnings(table)),
    }


def _line(report: dict[str, object]) -> str:
    if not report["ok"]:
        return f"{report['error']}"
    if "pieces" not in report:
        return f"{report['file']}: a grid of {report['columns']} by {report['rows']} cells"
    found = report["warnings"]
    notes = "".join(f"; {note}" for note in found) if isinstance(found, list) else ""
    size = f"{report['width']:g} by {report['height']:g}″"
    return f"{report['file']}: {size}, {report['pieces']} pieces, {report['covered']:.0%} covered{notes}"


def generate_map(
    preset: str = "balanced",
    *,
    seed: int = 1,
    width: float = 48.0,
    height: float = 36.0,
    out: Path | None = None,
    svg: Path | None = None,
    theme: Literal["light", "dark"] = "light",
    json: bool = False,
) -> int:
    """Make a fair table from a seed: the same seed gives the same table. Writes TOML (or JSON) and a picture."""
    try:
        if preset not in PRESETS:
            raise MapError(f"there is no preset {preset!r}: take one of {', '.join(PRESETS)}")
        table = generate(preset, seed=seed, width=width, height=height)
        text = _json_text(to_dict(table)) if json else to_toml(table)
        if out is None:
            print(text, end="")
        else:
            out.write_text(text, "utf-8")
        if svg is not None:
            svg.write_text(draw(table, theme=theme), "utf-8")
    except (SandtableError, OSError) as error:
        return _failed(error)
    return 0


def _json_text(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _print_json(data: object) -> None:
    print(json.dumps(data, ensure_ascii=False))


def _failed(error: Exception) -> int:
    print(one_line(error), file=sys.stderr)
    return 2
