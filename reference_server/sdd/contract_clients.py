"""Contract clients: projects generated from the OpenAPI contract of another project."""

from __future__ import annotations

import re
from typing import Any

from reference_server.go_json import JSONFault, parse, plain, trim_space
from reference_server.sdd.configuration import read_optional
from reference_server.sdd.membership import Workspace

CLIENT_FILE = "client.putnami.json"
CONTRACT_FILE = "schema/openapi.json"
_is_digest = re.compile(r"[0-9a-f]{64}").fullmatch


def contract_clients(workspace: Workspace, changed: set[str]) -> dict[str, set[str]]:
    """The client projects of each provider whose contract is among the changed files, by ids."""
    if not any(f"{project.path}/{CONTRACT_FILE}" in changed for project in workspace.projects):
        return {}
    providers: dict[str, list[str]] = {}
    for project in workspace.projects:
        contract = _object(_read(workspace, f"{project.path}/{CONTRACT_FILE}"))
        service = _service(_object(contract.get("x-putnami-client")))
        if service:
            providers.setdefault(service, []).append(project.id)
    contracts = {p.id: f"{p.path}/{CONTRACT_FILE}" for p in workspace.projects}
    clients: dict[str, set[str]] = {}
    for project in workspace.projects:
        service = _client_of(_object(_read(workspace, f"{project.path}/{CLIENT_FILE}")))
        others = [id_ for id_ in providers.get(service, ()) if id_ != project.id]
        if len(others) == 1 and contracts[others[0]] in changed:
            clients.setdefault(others[0], set()).add(project.id)
    return clients


def _client_of(document: dict[str, Any]) -> str:
    """The service that a client declaration names, "" if it is not a valid one."""
    version, digest = document.get("protocolVersion"), document.get("contractSha256")
    valid = (
        document.get("generatedBy") == "@putnami/clientgen"
        and type(version) is int
        and version >= 1
        and isinstance(digest, str)
        and _is_digest(digest)
    )
    return _service(document) if valid else ""


def _service(document: dict[str, Any]) -> str:
    name = _object(document.get("service")).get("id")
    return trim_space(name) if isinstance(name, str) else ""


def _read(workspace: Workspace, path: str) -> Any:
    data = read_optional(f"{workspace.root}/{path}")
    if data is None:
        return None
    try:
        return plain(parse(data))
    except JSONFault:
        return None


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
