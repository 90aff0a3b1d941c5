"""Sound capability manifests of both versions; tests break one thing at a time."""

from __future__ import annotations

import json
from typing import Any

from reference_server.sdd.architecture.capabilities.parsing import parse_capabilities
from tests.server.sdd.architecture.workspace import edited

Json = dict[str, Any]
Problem = tuple[str, str, str]

DIGEST = "sha256:" + "0a" * 32


def _identity(kind: str, subkind: str, key: str) -> Json:
    identity = {"ownerProject": "/p", "kind": kind, "key": key}
    return {**identity, "subkind": subkind} if subkind else identity


def provenance() -> Json:
    """A sound version 2 provenance with one artifact."""
    return {
        "project": "/p",
        "package": "pkg",
        "version": "1",
        "sourceKind": "framework",
        "declaration": {"root": "project", "path": "main.go", "symbol": "main"},
        "artifacts": [{"root": "package", "path": "out.json", "digest": DIGEST}],
    }


def _entry(kind: str, subkind: str, key: str, /, **members: object) -> Json:
    return {"identity": _identity(kind, subkind, key), "provenance": provenance(), **members}


VERSION_2: Json = {
    "$schema": "s",
    "protocolVersion": 2,
    "project": "/p",
    "configDefinitions": [
        _entry("config", "", "c", path="c", fields=[{"name": "f", "type": "string", "sensitive": True}])
    ],
    "schemas": [_entry("schema", "proto", "s", name="s", kind="proto", path="s.proto")],
    "discoverers": [_entry("discoverer", "source", "d", name="d", kind="source")],
    "migrations": [_entry("migration", "sql", "m", name="m", kind="sql", datasource="main", digest="any")],
    "infraRequirements": [_entry("infra", "database", "i", name="i", kind="database")],
    "healthContributors": [_entry("health", "liveness", "h", name="h", probe="liveness")],
    "lifecycleHooks": [_entry("lifecycle", "starter", "l", name="l", phase="starter")],
    "packages": [_entry("package", "", "p", package="p")],
    "packageVersions": [_entry("package", "", "q", package="q", version="1")],
    "requiredCapabilities": [
        _entry("requiredCapability", "", "r", name="r", requires=["migration", "datasource", "liveness"])
    ],
    "domainAccess": [
        _entry(
            "domainAccess",
            "query",
            "a.b.v1",
            **{"import": "a.b.v1"},
            mode="query",
            status="active",
            transports=[{"role": "transport", "kind": "api", "contract": "x", "availability": "active"}],
            enforced={"maxStaleness": "5m", "rebuild": "replay"},
        )
    ],
}


def _provided(**members: object) -> Json:
    source = {"project": "/p", "package": "pkg", "sourceKind": "manual", "evidencePath": "e.go"}
    return {"provenance": source, **members}


VERSION_1: Json = {
    "$schema": "s",
    "protocolVersion": 1,
    "project": "/p",
    "configDefinitions": [_provided(path="c", fields=[{"name": "f"}])],
    "schemas": [_provided(name="s", kind="route", path="x")],
    "discoverers": [_provided(name="d", kind="config")],
    "migrations": [_provided(name="m", datasource="main", digest="d")],
    "infraRequirements": [_provided(name="i", kind="secret")],
    "healthContributors": [_provided(name="h", probe="health")],
    "lifecycleHooks": [_provided(name="l", phase="stopper")],
    "packageVersions": [_provided(package="p", version="1")],
    "requiredCapabilities": [_provided(name="r", requires=["config", "package", "health"])],
}


def problems_of(document: Json | str | bytes) -> list[Problem]:
    """Code without family, field and message of every diagnostic, sorted by field."""
    text = json.dumps(document) if isinstance(document, dict) else document
    parsed = parse_capabilities(text.encode() if isinstance(text, str) else text)
    found = [
        (each.code.removeprefix("capabilities."), each.field, each.message) for each in parsed.diagnostics
    ]
    return sorted(found, key=lambda problem: (problem[1], problem[0], problem[2]))


def broken(document: Json, path: str, value: object) -> list[Problem]:
    """The problems of `document` after one edit."""
    return problems_of(edited(document, path, value))
