"""Puts the built browser client into the wheel and the sdist, so that whoever installs the package needs no Node."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ClientHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the client unless it is there already; an editable install is left alone, `make web` sees to it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        if version == "editable" or (root / "src/tenshu/server/static/index.html").exists():
            return
        npm = shutil.which("npm")
        if npm is None:
            raise SystemExit(
                "The browser client is not built and there is no npm to build it: run 'make web', or get Node 20 or"
                " newer ('sudo apt install nodejs npm')."
            )
        subprocess.run([npm, "ci", "--silent"], cwd=root / "web", check=True)
        subprocess.run([npm, "run", "--silent", "build"], cwd=root / "web", check=True)
