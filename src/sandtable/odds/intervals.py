"""How far a share that was counted may be from the truth."""

from __future__ import annotations

from math import sqrt

Z95 = 1.959963984540054


def wilson(hits: float, of: float, z: float = Z95) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson's score interval): sound for small samples and for shares near 0 and 1."""
    if of <= 0:
        return 0.0, 1.0
    share = hits / of
    middle = share + z * z / (2 * of)
    spread = z * sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    scale = 1 + z * z / of
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)
