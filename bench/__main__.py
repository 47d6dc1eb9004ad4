"""Measures everything, prints a table, and exits with 1 if a limit is missed.

Every figure is scaled by C, the CPU seconds that a plain Python function needs for 5,000,000 integer additions in the
same run: machines differ and are noisy, ratios to C hold. `--record` writes baseline.json, `--json` prints JSON.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from bench import odds, riverside, roe, rulesets, units
from bench.measure import Figure, calibrate

BASELINE = Path(__file__).parent / "baseline.json"


def main(arguments: list[str]) -> int:
    c = calibrate()
    figures = rulesets.measure(c) + roe.measure(c) + odds.measure(c) + units.measure(c) + riverside.measure(c)
    baseline = json.loads(BASELINE.read_text()) if BASELINE.exists() else {}
    if "--record" in arguments:
        BASELINE.write_text(json.dumps({figure.name: round(figure.value, 2) for figure in figures}, indent=1) + "\n")
    if "--json" in arguments:
        print(json.dumps({"C": c, "figures": [figure.row(baseline) for figure in figures]}))
    else:
        show(c, figures, baseline)
    return 0 if all(figure.holds for figure in figures) else 1


def show(c: float, figures: list[Figure], baseline: dict[str, float]) -> None:
    print(f"C = {c:.3f} s\n{'':74}{'now':>10}{'limit':>12}{'baseline':>10}")
    for figure in figures:
        sign = "" if figure.limit is None else (">=" if figure.more_is_better else "<=")
        limit = "" if figure.limit is None else f"{sign} {figure.limit:g}"
        before = f"{baseline[figure.name]:g}" if figure.name in baseline else ""
        verdict = "" if figure.holds else "   MISSED"
        print(f"{figure.name:74}{figure.value:>10.2f}{limit:>12}{before:>10}{verdict}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
