"""Cards to print: as text for a terminal, as a page for a printer."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from html import escape

from sandtable.engine.forces import ForceCard

WIDTH = 78
STYLE = """
body { font: 11pt/1.35 sans-serif; margin: 1cm }
article { border: 1px solid; border-radius: 3mm; padding: 4mm; margin-bottom: 5mm; break-inside: avoid }
h2 { margin: 0 } h2 span { float: right } table { border-collapse: collapse; margin: 2mm 0 }
td, th { border: 1px solid; padding: 1mm 3mm; text-align: center } dt { float: left; width: 7em; font-weight: bold }
.box { border: 1px solid; min-height: 9mm; padding: 1mm; margin-top: 2mm }
"""


def text(card: ForceCard) -> str:
    """One card in a frame of plain characters."""
    head = f"{card.title} ({card.kind})"
    lines = [f"{head:<{WIDTH - 12}}{card.points:>8}", *card.lines()]
    lines += [f"{box}: " + "_" * (WIDTH - 8 - len(box)) for box in card.boxes]
    bar = "+" + "-" * (WIDTH - 2) + "+"
    return "\n".join([bar, *(f"| {line:<{WIDTH - 4}} |" for one in lines for line in _wrapped(one)), bar])


def _wrapped(line: str) -> Iterable[str]:
    return textwrap.wrap(line, WIDTH - 4, subsequent_indent="  ", replace_whitespace=False) or [""]


def page(title: str, cards: Iterable[ForceCard]) -> str:
    """All cards as one HTML page that needs nothing else."""
    body = "\n".join(map(_article, cards))
    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style>\n<h1>{escape(title)}</h1>\n{body}\n</html>\n"
    )


def _article(card: ForceCard) -> str:
    names = "".join(f"<th>{escape(name)}</th>" for name, _ in card.stats)
    values = "".join(f"<td>{escape(value)}</td>" for _, value in card.stats)
    entries = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(what)}{f' ({escape(cost)})' if cost else ''}</dd>"
        for name, what, cost in card.entries
        if what
    )
    notes = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in card.notes)
    boxes = "".join(f'<div class="box">{escape(box)}</div>' for box in card.boxes)
    return (
        f"<article><h2>{escape(card.title)} <small>{escape(card.kind)}</small><span>{card.points}</span></h2>"
        f"<table><tr>{names}</tr><tr>{values}</tr></table><dl>{entries}{notes}</dl>{boxes}</article>"
    )
