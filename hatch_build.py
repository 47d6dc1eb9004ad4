"""Build hook: with SANDTABLE_COMPILE=1 the wheel carries the table's hot modules compiled by mypyc.

Without it nothing is built and the wheel stays pure Python. An editable install compiles next to the source.
"""

from __future__ import annotations

import importlib.util
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def _compile() -> ModuleType:
    """The package's own build module, loaded by its path: the package itself is not importable while it is built."""
    path = Path(__file__).parent / "src" / "sandtable" / "table" / "compile.py"
    spec = importlib.util.spec_from_file_location("sandtable_table_compile", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class CompileHotModules(BuildHookInterface):  # type: ignore[type-arg]
    def dependencies(self) -> list[str]:
        return ["mypy>=1.14", "setuptools"] if _compile().wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
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
