"""The rules of one spec that decodes. A spec that breaks them stays in the catalog, as not valid."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reference_server.go_json import clean_path, quote
from reference_server.sdd.diagnostics import Diagnostic
from reference_server.sdd.paths import INVALID_PATH, PATH_ESCAPE, SCHEME
from reference_server.sdd.spec_document import VERSIONS, Spec
from reference_server.sdd.strict_document import INVALID_VERSION, PARSE_ERROR
from reference_server.sdd.vocabulary import TEXT_LIMIT, is_feature_id, is_segment, is_text

_INVALID_REQUIREMENT = "features.invalid_requirement"
_INVALID_DECISION = "features.invalid_decision"
_NAME = r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?"
_is_decision = re.compile(rf"(?:{_NAME}/)*doc/adr/{_NAME}\.md").fullmatch
_is_spec_path = re.compile(rf"(?:{_NAME}/)*specs/[^/]+\.json").fullmatch


def check_spec(spec: Spec) -> Iterator[Diagnostic]:
    """All findings, with inner fields; none for a valid spec."""
    if spec.version not in VERSIONS:
        # Only a second member, spelled in another letter case, can bring this number here.
        message = f"protocolVersion {spec.version} is not supported (want 1)"
        yield Diagnostic(INVALID_VERSION, message, "protocolVersion")
    for name, value in (("outcomes", spec.outcomes), ("requirements", spec.requirements)):
        if value is None:
            yield Diagnostic(PARSE_ERROR, f"{name} is required and must be an array", name)
    if not is_feature_id(spec.feature):
        message = f"feature reference {quote(spec.feature)} is not a canonical feature ID"
        yield Diagnostic("features.unknown_feature", message, "feature")
    if spec.outcomes == []:
        message = "a spec must state at least one intended outcome"
        yield Diagnostic("features.invalid_id", message, "outcomes")
    for name, statements in (("outcomes", spec.outcomes or []), ("nonGoals", spec.non_goals)):
        for index, statement in enumerate(statements):
            if not is_text(statement):
                message = f"{name} statements must be non-empty bounded text without control characters"
                yield Diagnostic("features.invalid_id", message, f"{name}[{index}]")
    yield from _check_requirements(spec.requirements or [])
    yield from _check_decisions(spec.decisions)


def _check_requirements(requirements: list[dict[str, str]]) -> Iterator[Diagnostic]:
    first: dict[str, int] = {}
    for index, requirement in enumerate(requirements):
        id_ = requirement.get("id", "")
        if not is_segment(id_):
            message = f"requirement ID {quote(id_)} must be one lower-case ASCII ID segment"
            yield Diagnostic(_INVALID_REQUIREMENT, message, f"requirements[{index}].id")
        if first.setdefault(id_, index) != index:
            message = (
                f"requirement {quote(id_)} is duplicated; first declaration is requirements[{first[id_]}]"
            )
            yield Diagnostic(_INVALID_REQUIREMENT, message, f"requirements[{index}].id")
        if not is_text(requirement.get("text", "")):
            message = "requirement text must be non-empty bounded text without control characters"
            yield Diagnostic(_INVALID_REQUIREMENT, message, f"requirements[{index}].text")


def _check_decisions(decisions: list[str]) -> Iterator[Diagnostic]:
    first: dict[str, int] = {}
    for index, link in enumerate(decisions):
        field = f"decisions[{index}]"
        code, message = shape_fault(link)
        if not code and len(link.encode()) > TEXT_LIMIT:
            code, message = _INVALID_DECISION, "decision link must be at most 512 characters"
        elif not code and not _is_decision(link):
            code = _INVALID_DECISION
            message = "decision link must be a workspace-relative doc/adr/<name>.md durable decision record"
        if code:
            yield Diagnostic(code, message, field)
        if first.setdefault(link, index) != index:
            message = f"decision link is duplicated; first declaration is decisions[{first[link]}]"
            yield Diagnostic(_INVALID_DECISION, message, field)


def shape_fault(path: str) -> tuple[str, str]:
    """Code and message of the first thing wrong with the shape of a path in a spec, or two ""."""
    if not path or "\\" in path or "\0" in path or path.startswith("/") or SCHEME.match(path):
        return INVALID_PATH, "path must be a non-empty contained relative slash path"
    segments = path.split("/")
    if path == "." or clean_path(path) != path:
        return (
            PATH_ESCAPE if ".." in segments else INVALID_PATH,
            "path must be its own contained lexical clean form",
        )
    if segments[0] == "..":
        return PATH_ESCAPE, "path contains an invalid segment"
    return "", ""


def is_spec_place(path: str) -> bool:
    """True for a direct JSON child of `specs/` at the workspace root or below plainly named directories."""
    return _is_spec_path(path) is not None
