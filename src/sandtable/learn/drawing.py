"""SVG drawings as pixels."""

from __future__ import annotations

from struct import unpack
from typing import Any
from zlib import decompress

import numpy as np

from sandtable.engine.errors import SandtableError

WIDTH = 960
"""Pixels of a picture from left to right."""

Pixels = np.ndarray[Any, np.dtype[np.uint8]]


def pixels(svg: str, width: int = WIDTH) -> Pixels:
    """Rows of red, green and blue, each from 0 to 255."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise SandtableError("pixels need the package resvg-py: install sandtable-wargames[learn]") from None
    return unpacked(bytes(svg_to_bytes(svg_string=svg, width=width, background="#ffffff")))


def unpacked(png: bytes) -> Pixels:
    """The pixels of a PNG file of eight bits a channel, with or without transparency, not interlaced."""
    at, packed, head = 8, b"", b""
    while at < len(png):
        (size,) = unpack(">I", png[at : at + 4])
        kind, data = png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        head, packed = (data if kind == b"IHDR" else head), packed + (data if kind == b"IDAT" else b"")
        at += size + 12
    width, height, depth, colour, _, _, interlaced = unpack(">IIBBBBB", head)
    channels = {2: 3, 6: 4}.get(colour, 0)
    if depth != 8 or not channels or interlaced:
        raise SandtableError("only PNG files with eight bits of red, green and blue are read")
    lines = np.frombuffer(decompress(packed), np.uint8).reshape(height, 1 + width * channels)
    found = np.zeros((height, width, channels), np.uint8)
    above = np.zeros((width, channels), np.uint8)
    for row, line in enumerate(lines):
        above = found[row] = _unfiltered(int(line[0]), line[1:].reshape(width, channels), above)
    return found[:, :, :3].copy()


def _unfiltered(method: int, line: Pixels, above: Pixels) -> Pixels:
    """A row as it was before its bytes were replaced by differences (PNG, chapter 9)."""
    if method == 0:
        return line
    if method == 1:
        return np.cumsum(line, axis=0, dtype=np.uint64).astype(np.uint8)
    if method == 2:
        return line + above
    left = [0] * line.shape[1]
    corner = [0] * line.shape[1]
    rows = []
    for given, over in zip(line.tolist(), above.tolist(), strict=True):
        if method == 3:
            now = [(value + (one + two) // 2) & 255 for value, one, two in zip(given, left, over, strict=True)]
        else:
            nearest = [_nearest(*three) for three in zip(left, over, corner, strict=True)]
            now = [(value + guess) & 255 for value, guess in zip(given, nearest, strict=True)]
        rows.append(now)
        left, corner = now, over
    return np.array(rows, np.uint8)


def _nearest(left: int, above: int, corner: int) -> int:
    """Whichever of the three comes closest to left + above - corner."""
    guess = left + above - corner
    return min((left, above, corner), key=lambda one: abs(guess - one))
