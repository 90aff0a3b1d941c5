"""Feature declarations from manifests and design graphs, merged by feature id."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from reference_server.sdd.design_graph import Graph, provenance_row
from reference_server.sdd.discovery import FoundManifest, Roots
from reference_server.sdd.manifest import declared_row

Declaration = dict[str, Any]
"""One declaration in the form in which it is reported."""

_PREFIX = "feature:"


@dataclass(frozen=True, slots=True)
class MergedFeature:
    """One feature id with all its declarations, in order; the first gives name, outcome and owner."""

    id: str
    declarations: list[Declaration]

    @property
    def conflicting_sources(self) -> list[str]:
        """The sources whose declaration diverges from the first."""
        return sorted({other["source"] for other in self._diverging()})

    @property
    def conflicts(self) -> list[str]:
        """The projects whose design graph diverges from the first declaration."""
        return sorted({other["project"] for other in self._diverging() if other["kind"] == "designGraph"})

    @property
    def projects(self) -> list[str] | None:
        """The projects that declare the feature; None rather than an empty list."""
        names = {row["project"] for row in self.declarations if "project" in row}
        return sorted(names) if names else None

    def _diverging(self) -> list[Declaration]:
        first, *others = self.declarations
        return [other for other in others if _diverge(first, other)]


def _diverge(first: Declaration, other: Declaration) -> bool:
    if any(first[name] != other[name] for name in ("name", "outcome", "owner")):
        return True
    if first["kind"] != "manifest" or other["kind"] != "manifest":
        return False
    return any(
        first.get(name) != other.get(name) for name in ("type", "target", "relations")
    ) or _requirements(first) != _requirements(other)


def _requirements(row: Declaration) -> list[tuple[str, str, list[str]]]:
    """What is compared of the requirements: not their verification."""
    return [(r["id"], r["stage"], r["evidenceKinds"]) for r in row.get("requirements", ())]


def merge(
    manifests: Iterable[FoundManifest], graphs: Iterable[Graph], roots: Roots
) -> dict[str, MergedFeature]:
    """The features that the documents declare, by id and sorted by id."""
    found: dict[str, list[Declaration]] = {}
    for record in manifests:
        project = roots.project_name(record.root)
        for feature, authored in zip(record.manifest.features or (), record.manifest.authored, strict=True):
            row = declared_row(record.path, project, feature, authored)
            found.setdefault(feature["id"], []).append(row)
    for graph in graphs:
        for id_, row in _graph_rows(graph):
            found.setdefault(id_, []).append(row)
    for rows in found.values():
        if len(rows) > 1:
            rows.sort(key=_order)
    return {id_: MergedFeature(id_, found[id_]) for id_ in sorted(found)}


def _graph_rows(graph: Graph) -> Iterable[tuple[str, Declaration]]:
    for node in graph.nodes:
        id_ = node.id.removeprefix(_PREFIX)
        if node.kind != "feature" or id_ in (node.id, ""):
            continue
        row: Declaration = {
            "kind": "designGraph",
            "source": graph.path,
            "project": graph.project,
            "name": node.name,
            "outcome": node.properties.get("outcome", ""),
            "owner": node.properties.get("owner", ""),
        }
        if node.provenance is not None:
            row["provenance"] = provenance_row(node.provenance)
        yield id_, row


def _order(row: Declaration) -> tuple[Any, ...]:
    provenance = row.get("provenance")
    place = (
        (provenance["path"], provenance.get("line", 0), provenance.get("symbol", ""))
        if provenance
        else ("", 0, "")
    )
    return row["source"], row["kind"], row.get("project", ""), provenance is not None, place
