"""What lies where: discovery roots, and the manifests and specs found at them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from reference_server.sdd.contained import LIMIT, ContainedFault, ContainedReader
from reference_server.sdd.contract import ToolRequest, WorkspaceProject
from reference_server.sdd.diagnostics import Diagnostic, in_order, normalised
from reference_server.sdd.manifest import MANIFEST_FILE, Manifest, parse_manifest
from reference_server.sdd.manifest_rules import check_manifest
from reference_server.sdd.paths import INVALID_PATH, path_fault, under
from reference_server.sdd.spec_document import Spec, parse_spec
from reference_server.sdd.strict_document import PARSE_ERROR

SPECS_DIRECTORY = "specs"
MAX_SPECS = 1024
"""Entries of one `specs` directory, of any kind."""

MAX_KEPT = 4096
"""Manifests whose reading a session remembers by their bytes; the files are read anew on every call."""

_NO_ROOT = Diagnostic(PARSE_ERROR, "workspace root is unavailable", "workspace")


@dataclass(frozen=True, slots=True)
class Roots:
    """The discovery roots: `paths` sorted, "" for the workspace; `hosts` are the projects by path.

    `faults` are the project paths that cannot be roots, as diagnostics.
    """

    paths: tuple[str, ...]
    hosts: dict[str, WorkspaceProject]
    faults: tuple[Diagnostic, ...]

    def project_name(self, root: str) -> str:
        """The name of the project at `root`, "" for the workspace root."""
        host = self.hosts.get(root) if root else None
        return host.shown_name if host else ""


@dataclass(frozen=True, slots=True)
class FoundManifest:
    """A valid manifest at `path` of the discovery root `root`."""

    root: str
    path: str
    manifest: Manifest


@dataclass(frozen=True, slots=True)
class FoundSpec:
    """A spec that decodes, at `path` of the discovery root `root`."""

    root: str
    path: str
    spec: Spec


@dataclass(frozen=True, slots=True)
class Manifests:
    """All valid manifests by path, and the diagnostics of the others, in order."""

    found: tuple[FoundManifest, ...]
    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class Specs:
    """All specs that decode, by root and name, and the diagnostics of the others with their roots.

    A diagnostic that is about no root has None.
    """

    found: tuple[FoundSpec, ...]
    diagnostics: tuple[tuple[str | None, Diagnostic], ...]


def discovery_roots(request: ToolRequest) -> Roots:
    """The roots of the whole workspace, whatever the selection."""
    hosts: dict[str, WorkspaceProject] = {}
    for project in request.projects:
        hosts.setdefault(project.path, project)
    faults = []
    paths = {""}
    for path in sorted(hosts):
        code = path_fault(path) if path else ""
        if code:
            message = "project root is not a canonical contained workspace-relative path"
            faults.append(Diagnostic(code, message, "projects"))
        else:
            paths.add(path)
    return Roots(tuple(sorted(paths)), hosts, tuple(faults))


def discover_manifests(reader: ContainedReader, roots: Roots) -> Manifests:
    """Read and validate the manifest of every root."""
    if not reader.root.is_dir():
        return Manifests((), (_NO_ROOT,))
    found: list[FoundManifest] = []
    diagnostics: list[Diagnostic] = list(roots.faults)
    for root in roots.paths:
        path = under(root, MANIFEST_FILE)
        try:
            data = reader.read(root, MANIFEST_FILE, optional=True)
        except ContainedFault as fault:
            diagnostics.append(fault.at(path))
            continue
        if data is None:
            continue
        manifest, findings = _judged(data)
        diagnostics += [finding.within(path) for finding in findings]
        if manifest is not None:
            found.append(FoundManifest(root, path, manifest))
    found.sort(key=lambda record: record.path)
    return Manifests(tuple(found), tuple(in_order(normalised(finding) for finding in diagnostics)))


@lru_cache(maxsize=MAX_KEPT)
def _judged(data: bytes) -> tuple[Manifest | None, tuple[Diagnostic, ...]]:
    """The manifest that the bytes hold if it is valid, and what is wrong with it. Callers change neither."""
    manifest = parse_manifest(data)
    findings = [manifest] if isinstance(manifest, Diagnostic) else check_manifest(manifest)
    return (manifest if isinstance(manifest, Manifest) and not findings else None), tuple(findings)


def discover_specs(reader: ContainedReader, roots: Roots) -> Specs:
    """Read the direct JSON children of every root's `specs` directory."""
    if not reader.root.is_dir():
        return Specs((), ((None, _NO_ROOT),))
    found: list[FoundSpec] = []
    diagnostics: list[tuple[str | None, Diagnostic]] = [(None, fault) for fault in roots.faults]
    for root in roots.paths:
        for record in _specs_at(reader, root):
            if isinstance(record, Diagnostic):
                diagnostics.append((root, normalised(record)))
            else:
                found.append(record)
    return Specs(tuple(found), tuple(diagnostics))


def _specs_at(reader: ContainedReader, root: str) -> Iterable[FoundSpec | Diagnostic]:
    directory = under(root, SPECS_DIRECTORY)
    try:
        names = reader.names(root, SPECS_DIRECTORY)
    except ContainedFault as fault:
        return [fault.at(directory)]
    if names is None:
        return []
    if len(names) > MAX_SPECS:
        return [Diagnostic(LIMIT, "spec directory exceeds the bounded document limit", directory)]
    return [
        _spec_at(reader, root, name)
        for name, is_directory in names
        if name.endswith(".json") and not is_directory
    ]


def _spec_at(reader: ContainedReader, root: str, name: str) -> FoundSpec | Diagnostic:
    if path_fault(name):
        message = "spec entry name is not one contained path segment"
        return Diagnostic(INVALID_PATH, message, under(root, SPECS_DIRECTORY))
    relative = f"{SPECS_DIRECTORY}/{name}"
    path = under(root, relative)
    try:
        data = reader.read(root, relative, optional=False)
    except ContainedFault as fault:
        return fault.at(path)
    spec = parse_spec(data or b"")
    return spec.within(path) if isinstance(spec, Diagnostic) else FoundSpec(root, path, spec)
