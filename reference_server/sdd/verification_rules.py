"""The rules of a requirement's verification: acceptance criteria and threshold objectives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from reference_server.go_json import quote
from reference_server.sdd.diagnostics import Diagnostic
from reference_server.sdd.vocabulary import is_check_id, is_code

_INVALID = "features.invalid_verification"
_AGGREGATIONS = ("value", "count", "sum", "avg", "min", "max", "p50", "p95", "p99", "ratio")
_OPERATORS = ("eq", "lte", "gte")
_MAX_SECONDS = 315_360_000


def check_verification(requirement: dict[str, Any], place: str) -> Iterator[Diagnostic]:
    """The findings of the verification of `requirement`, which stands at `place`."""
    verification = requirement["verification"]
    kind = verification.get("kind", "")
    if kind not in ("acceptance", "threshold"):
        yield Diagnostic(_INVALID, f"verification kind {quote(kind)} is not supported", f"{place}.kind")
        return
    if "attestation" not in (requirement.get("evidenceKinds") or ()):
        yield Diagnostic(_INVALID, 'a verified requirement must accept "attestation" evidence', place)
    yield from _check_checks(verification.get("checks") or [], kind, f"{place}.checks")
    if kind == "threshold":
        yield from _check_threshold(verification, place)
        window = verification.get("window")
        if window is not None:
            yield from _check_window(verification, window, requirement.get("stage", ""), place)
    elif _has_objective(verification):
        message = (
            "an acceptance criterion must omit metric, aggregation, operator, target, unit, window, "
            "environment, and maxAgeSeconds"
        )
        yield Diagnostic(_INVALID, message, place)


def _check_checks(checks: list[str], kind: str, place: str) -> Iterator[Diagnostic]:
    if not checks:
        yield Diagnostic(_INVALID, "verification must declare at least one expected check", place)
    elif kind == "threshold" and len(checks) > 1:
        yield Diagnostic(_INVALID, "a threshold objective must declare exactly one check", place)
    for index, check in enumerate(checks):
        here = f"{place}[{index}]"
        if not is_check_id(check):
            yield Diagnostic(_INVALID, "check ID must be one bounded lower-case ASCII ID segment", here)
        if check in checks[:index]:
            yield Diagnostic(_INVALID, "check ID is duplicated", here)


def _has_objective(verification: dict[str, Any]) -> bool:
    texts = ("metric", "aggregation", "operator", "unit", "environment", "maxAgeSeconds")
    return (
        any(verification.get(name) for name in texts) or "target" in verification or "window" in verification
    )


def _check_threshold(verification: dict[str, Any], place: str) -> Iterator[Diagnostic]:
    for name in ("metric", "unit"):
        if not is_code(verification.get(name, "")):
            message = f"threshold {name} must be a bounded lower-case semantic code"
            yield Diagnostic(_INVALID, message, f"{place}.{name}")
    for name, accepted in (("aggregation", _AGGREGATIONS), ("operator", _OPERATORS)):
        value = verification.get(name, "")
        if value not in accepted:
            message = f"threshold {name} {quote(value)} is not supported"
            yield Diagnostic(_INVALID, message, f"{place}.{name}")
    if "target" not in verification:
        yield Diagnostic(_INVALID, "a threshold objective must declare a target", f"{place}.target")
    if "window" not in verification:
        message = "a threshold objective must declare an observation window"
        yield Diagnostic(_INVALID, message, f"{place}.window")


def _check_window(
    verification: dict[str, Any], window: dict[str, Any], stage: str, place: str
) -> Iterator[Diagnostic]:
    kind, seconds = window.get("kind", ""), window.get("seconds", 0)
    environment, max_age = verification.get("environment", ""), verification.get("maxAgeSeconds", 0)
    if kind == "invocation":
        if seconds:
            message = "an invocation window represents one run and carries no duration"
            yield Diagnostic(_INVALID, message, f"{place}.window.seconds")
        if environment or max_age:
            yield Diagnostic(_INVALID, "environment and maxAgeSeconds describe a rolling window only", place)
        return
    if kind != "rolling":
        message = f"verification window kind {quote(kind)} is not supported"
        yield Diagnostic(_INVALID, message, f"{place}.window.kind")
        return
    if not 0 < seconds <= _MAX_SECONDS:
        message = f"a rolling window requires a positive duration of at most {_MAX_SECONDS} seconds"
        yield Diagnostic(_INVALID, message, f"{place}.window.seconds")
    if not is_code(environment):
        message = "a rolling objective requires a bounded lower-case environment code"
        yield Diagnostic(_INVALID, message, f"{place}.environment")
    if not 0 < max_age <= _MAX_SECONDS:
        message = f"a rolling objective requires a positive freshness bound of at most {_MAX_SECONDS} seconds"
        yield Diagnostic(_INVALID, message, f"{place}.maxAgeSeconds")
    if stage != "live-verified":
        message = 'a rolling window is valid only on a "live-verified" requirement'
        yield Diagnostic(_INVALID, message, f"{place}.window")
