"""Build the hot modules with mypyc: the same source, several times faster, the same results to the last bit.

    python -m sandtable.compile            build next to the source (an import then finds the compiled modules)
    python -m sandtable.compile --to DIR   build into a copy of the package below DIR
    python -m sandtable.compile --clean    remove what was built next to the source

A C compiler, mypy and setuptools are needed to build, nothing more to run. Installing with SANDTABLE_COMPILE=1 in the
environment does the first from the build hook. The interpreted modules are the reference: what was built next to the
source hides later changes to it until it is built anew or cleaned.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

PACKAGE = Path(__file__).parent
HOT: dict[str, tuple[str, ...]] = {
    "table/hot": ("plane", "scene", "sweep", "sight", "relief", "ways", "outline", "corridor"),
    "table": (
        "lattice", "measuring", "moving", "feats", "units", "arcs", "ground", "groups", "placing", "paths", "lie",
        "sight", "body_sight",
    ),
    "skirmish": (
        "unit_march", "rim", "cohesion", "pace", "closing", "formations", "memory", "drill", "arrange", "footpaths",
    ),
    "rulesets/riverside": (
        "state", "field", "figures", "recalled", "traits", "measuring", "cohesion", "walking", "unplanned_moves",
        "charging", "transports", "placement", "sight", "shooting", "casting", "wounds", "morale", "attacks", "melee",
        "activation", "deployment", "scoring", "steps",
    ),
    "rulesets/riverside/advice": ("chances", "land", "notes", "standing", "places"),
    "rulesets/op_en": (
        "state", "drawing", "parameters", "ground", "space", "sight", "standing", "trips", "rims", "walking",
        "hidden", "ways", "sprinting", "jumping", "climbing", "hiding", "disengaging", "tumbling", "attacks",
        "attempts", "throws", "skill_and_use", "actions", "action_limits", "activation", "deploying", "interacting",
        "open_edges", "following", "carrying", "damage", "start", "steps",
    ),
}  # fmt: skip
"""The one list of what is compiled, by folder. A module on it defines no struct with keywords of its own: mypyc drops
them (see `engine/records.py`). Every module costs seconds of the C compiler: list what a profile shows."""
MODULES = tuple(f"{folder}/{name}.py" for folder, names in HOT.items() for name in names)
BUILT = ("*.so", "*.pyd")
GROUP = "sandtable_hot"
NEEDS = ("mypy>=1.14", "setuptools", "msgspec>=0.19")
"""What has to be installed to build."""


def wanted() -> bool:
    """Does the environment ask for compiled modules?"""
    return os.environ.get("SANDTABLE_COMPILE", "") not in ("", "0")


def compiled() -> bool:
    """Are the hot modules of this process compiled?"""
    from sandtable.table.hot import plane

    return not str(plane.__file__).endswith(".py")


def build(target: Path | None = None, optimise: bool = True) -> list[Path]:
    """Compile the hot modules; next to the source, or into a copy of the package below `target`."""
    with tempfile.TemporaryDirectory() as scratch:
        source, out = Path(scratch, "src"), Path(scratch, "out")
        _copy(source)
        _run_mypyc(source, out, "3" if optimise else "0")
        if target is not None:
            _copy(target)
        built = [path for path in out.rglob("*") if path.suffix in (".so", ".pyd")]
        return [_install(path, out, target or PACKAGE.parent) for path in built]


def _copy(target: Path) -> None:
    shutil.copytree(PACKAGE, target / PACKAGE.name, ignore=shutil.ignore_patterns("__pycache__", *BUILT))


def _run_mypyc(source: Path, out: Path, level: str) -> None:
    """mypyc works on files below the current directory, so it runs in a copy of the sources."""
    import setuptools
    from mypyc.build import mypycify
    from setuptools.command.build_ext import build_ext

    before = Path.cwd()
    os.chdir(source)
    try:
        files = [f"{PACKAGE.name}/{module}" for module in MODULES]
        extensions = mypycify(["--strict", *files], opt_level=level, debug_level="0", group_name=GROUP)
        for extension in extensions:
            # No fused multiply-add: it would change last digits on machines that have it.
            extension.extra_compile_args.append("-ffp-contract=off")
        command = build_ext(setuptools.Distribution({"name": "sandtable", "ext_modules": extensions}))
        command.build_lib, command.build_temp, command.parallel = str(out), str(out / "temp"), None
        command.ensure_finalized()
        command.run()
    finally:
        os.chdir(before)


def _install(path: Path, out: Path, target: Path) -> Path:
    there = target / path.relative_to(out)
    there.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(path, there)
    return there


def clean() -> list[Path]:
    """Remove compiled modules that lie next to the source."""
    found = [
        path
        for pattern in BUILT
        for path in (*PACKAGE.rglob(pattern), *PACKAGE.parent.glob(f"{GROUP}__mypyc{pattern}"))
    ]
    for path in found:
        path.unlink()
    return found


def main(arguments: list[str]) -> int:
    if arguments == ["--clean"]:
        print(f"removed {len(clean())} files")
    elif not arguments or (len(arguments) == 2 and arguments[0] == "--to"):
        built = build(Path(arguments[1]) if arguments else None)
        print(f"built {len(built)} modules")
    else:
        print("usage: python -m sandtable.compile [--to DIR | --clean]", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
