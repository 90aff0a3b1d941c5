"""Packs the bundled suites into one file of the wheel.

pytest looks at every file that a distribution with a plugin has installed, at each start: a thousand
answers as files would cost everybody who installs the plugin more than the plugin itself does.
"""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

#: The same for every build, so that the same sources give the same archive.
_DATE = (1980, 1, 1, 0, 0, 0)


class SuitesArchive(BuildHookInterface):  # type: ignore[type-arg] # hatchling's configuration is untyped
    """Adds `pytest_mcpparity/suites.zip`, which holds `fixtures/`; an editable install needs none."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the archive and have it included."""
        if version == "editable":
            return
        archive = Path(self.directory) / "suites.zip"
        archive.parent.mkdir(parents=True, exist_ok=True)
        fixtures = Path(self.root) / "fixtures"
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
            for file in sorted(path for path in fixtures.rglob("*") if path.is_file()):
                entry = zipfile.ZipInfo(file.relative_to(fixtures).as_posix(), _DATE)
                entry.external_attr = (0o100755 if file.stat().st_mode & 0o100 else 0o100644) << 16
                entry.compress_type = zipfile.ZIP_DEFLATED
                packed.writestr(entry, file.read_bytes())
        build_data["force_include"][str(archive)] = "pytest_mcpparity/suites.zip"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Leave nothing beside the wheel."""
        (Path(self.directory) / "suites.zip").unlink(missing_ok=True)
