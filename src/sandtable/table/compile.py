"""Build the hot modules with mypyc: the same source, several times faster, the same results to the last bit.

    python -m sandtable.table.compile            build next to the source (an import then finds the compiled modules)
    python -m sandtable.table.compile --to DIR   build into a copy of the package below DIR
    python -m sandtable.table.compile --clean    remove what was built next to the source

A C compiler, mypy and setuptools are needed to build, nothing more to run. Installing with SANDTABLE_COMPILE=1 in the
environment does the first from the build hook.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

HOT = Path(__file__).parent / "hot"
PACKAGE = Path(__file__).parents[1]
MODULES = ("plane", "scene", "sweep", "sight", "relief", "ways", "outline", "corridor")
BUILT = ("*.so", "*.pyd")
GROUP = "sandtable_hot"


def wanted() -> bool:
    """Does the environment ask for compiled modules?"""
    return os.environ.get("SANDTABLE_COMPILE", "") not in ("", "0")


def compiled() -> bool:
    """Are the hot modules of this process compiled?"""
    from sandtable.table.hot import plane

    return not str(plane.__file__).endswith(".py")


def build(target: Path | None = None) -> list[Path]:
    """Compile the hot modules; next to the source, or into a copy of the package below `target`."""
    source = PACKAGE.parent
    if target is not None:
        shutil.copytree(PACKAGE, target / PACKAGE.name, ignore=shutil.ignore_patterns("__pycache__", *BUILT))
    with tempfile.TemporaryDirectory() as scratch:
        _run_mypyc(source, Path(scratch))
        built = [path for path in Path(scratch, "out").rglob("*") if path.suffix in (".so", ".pyd")]
        return [_install(path, Path(scratch, "out"), target or source) for path in built]


def _run_mypyc(source: Path, scratch: Path) -> None:
    """mypyc works on files below the current directory, so it runs in a copy of the sources."""
    import setuptools
    from mypyc.build import mypycify
    from setuptools.command.build_ext import build_ext

    relative = HOT.relative_to(source)
    shutil.copytree(HOT, scratch / relative, ignore=shutil.ignore_patterns("__pycache__", *BUILT))
    for folder in (relative.parts[0], str(Path(*relative.parts[:2]))):
        (scratch / folder / "__init__.py").touch()
    before = Path.cwd()
    os.chdir(scratch)
    try:
        files = [str(relative / f"{name}.py") for name in MODULES]
        extensions = mypycify(["--strict", *files], opt_level="3", group_name=GROUP)
        for extension in extensions:
            # No fused multiply-add: it would change last digits on machines that have it.
            extension.extra_compile_args.append("-ffp-contract=off")
        command = build_ext(setuptools.Distribution({"name": "sandtable", "ext_modules": extensions}))
        command.build_lib, command.build_temp, command.parallel = "out", "temp", None
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
        path for pattern in BUILT for path in (*HOT.glob(pattern), *PACKAGE.parent.glob(f"{GROUP}__mypyc{pattern}"))
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
        print("usage: python -m sandtable.table.compile [--to DIR | --clean]", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
