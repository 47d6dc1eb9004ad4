"""`sandtable map show | check | generate`: look at map files, check them, and make new ones.

The table is imported late: every command comes by here, and few of them need it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import msgspec
from cyclopts import App

from sandtable.cli.output import AsJson, print_json, write_text
from sandtable.engine.errors import SandtableError, one_line

maps = App(name="map", help="Draw, check and make tables.")

Theme = Literal["light", "dark"]


@maps.command
def show(file: Path, /, *, svg: Path | None = None, theme: Theme = "light", width: int = 1200) -> int:
    """Draw a map file; without --svg the drawing goes to standard output."""
    from sandtable.table.mapcheck import MapError

    if not 100 <= width <= 10_000:
        raise MapError(f"a picture is 100 to 10,000 wide, not {width}")
    drawing = _drawing(file, theme, width)
    if svg is None:
        print(drawing, end="")
    else:
        write_text(svg, drawing)
        print(f"{svg}: {len(drawing) // 1024} kB")
    return 0


def _drawing(file: Path, theme: Theme, width: int) -> str:
    from sandtable.table.maps import load
    from sandtable.table.picture import Picture, draw, draw_grid
    from sandtable.table.tokens import Token

    found = load(file)
    if found.grid is not None:
        return draw_grid(found.grid, theme=theme, width=width)
    tokens = tuple(Token(figure, found.sides.get(figure.id) or 1) for figure in found.figures)
    return draw(found.table, Picture(tokens=tokens), theme=theme, width=width)


@maps.command
def check(*files: Path, json: AsJson = False) -> int:
    """Check map files; exit code 1 when one is bad."""
    if not files:
        raise SandtableError("name a map file")
    reports = [_report(file) for file in files]
    if json:
        print_json({"maps": reports})
    else:
        for report in reports:
            print(_line(report))
    return 0 if all(report["ok"] for report in reports) else 1


def _report(file: Path) -> dict[str, Any]:
    from sandtable.table.mapcheck import MapError, warnings
    from sandtable.table.maps import load

    try:
        found = load(file)
    except MapError as error:
        return {"file": str(file), "ok": False, "error": one_line(error)}
    table = found.table
    facts = {"file": str(file), "ok": True, "name": table.name}
    if found.grid is not None:
        return facts | {"columns": found.grid.columns, "rows": found.grid.rows}
    return facts | {
        "width": table.width,
        "height": table.height,
        "pieces": len(table.terrain),
        "covered": round(table.covered(), 3),
        "warnings": list(warnings(table)),
    }


def _line(report: dict[str, Any]) -> str:
    if not report["ok"]:
        return f"{report['error']}"
    if "pieces" not in report:
        return f"{report['file']}: a grid of {report['columns']} by {report['rows']} cells"
    size = f"{report['width']:g} by {report['height']:g}″"
    covered = f"{report['pieces']} pieces, {report['covered']:.0%} covered"
    return "; ".join([f"{report['file']}: {size}, {covered}", *report["warnings"]])


@maps.command(name="generate")
def generate_map(
    preset: str = "balanced",
    /,
    *,
    seed: int = 1,
    width: float = 48.0,
    height: float = 36.0,
    out: Path | None = None,
    svg: Path | None = None,
    theme: Theme = "light",
    json: AsJson = False,
) -> int:
    """Make a fair table from a seed: balanced, frontier, town or wilds."""
    from sandtable.table.generate import generate
    from sandtable.table.maps import to_dict, to_toml
    from sandtable.table.picture import draw

    table = generate(preset, seed=seed, width=width, height=height)
    text = _indented(to_dict(table)) if json else to_toml(table)
    if out is None:
        print(text, end="")
    else:
        write_text(out, text)
    if svg is not None:
        write_text(svg, draw(table, theme=theme))
    return 0


def _indented(data: object) -> str:
    return msgspec.json.format(msgspec.json.encode(data), indent=1).decode() + "\n"
