"""The scope of a call inside the tools: which discovery roots a selection makes seeds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from reference_server.sdd.contract import Selection, ToolRequest
from reference_server.sdd.diagnostics import Diagnostic
from reference_server.sdd.discovery import Manifests
from reference_server.sdd.manifest import MANIFEST_FILE


@dataclass(frozen=True, slots=True)
class Scope:
    """`seeds` are the roots in scope, None for all of them."""

    seeds: frozenset[str] | None

    def has(self, root: str) -> bool:
        """True if `root` is a seed."""
        return self.seeds is None or root in self.seeds

    def has_manifest_diagnostic(self, diagnostic: Diagnostic) -> bool:
        """True if the root that the field names is a seed."""
        return self.has(diagnostic.path.removesuffix(MANIFEST_FILE).removesuffix("/"))

    def selected_ids(self, manifests: Manifests) -> set[str]:
        """The feature ids that valid manifests at seed roots declare."""
        return {
            feature["id"]
            for record in manifests.found
            if self.has(record.root)
            for feature in record.manifest.features or ()
        }


def scope_of(request: ToolRequest, selection: Selection) -> Scope:
    """The scope of a resolved selection. The workspace root is a seed of every scope."""
    if not selection.scoped:
        return Scope(None)
    paths = {project.id: project.path for project in request.projects}
    return Scope(frozenset({"", *(paths[id_] for id_ in selection.projects if id_ in paths)}))


def selection_row(selection: Selection, features: int, specs: int, external: list[str]) -> dict[str, Any]:
    """The selection as it is reported, with what it covers; `external` are paths outside the seeds."""
    row: dict[str, Any] = {"mode": selection.mode, "scoped": selection.scoped}
    if selection.baseline:
        row["baseline"] = selection.baseline
    if selection.baseline_source:
        row["baselineSource"] = selection.baseline_source
    row["projects"] = list(selection.projects)
    if selection.empty_impact:
        row["emptyImpact"] = True
    return row | {"features": features, "specs": specs, "externalRecords": sorted(external)}
