"""The rules of a requirement's verification."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.sdd.test_feature_manifests import ACCEPTANCE, CODED, LIVE, ROLLING, THRESHOLD, findings
from tests.server.sdd.workspaces import Workspace, feature, manifest

_NO_OBJECTIVE = (
    "an acceptance criterion must omit metric, aggregation, operator, target, unit, window, environment, "
    "and maxAgeSeconds"
)


def verified(requirement: dict[str, Any], verification: dict[str, Any]) -> dict[str, Any]:
    """A manifest whose only requirement has this verification."""
    whole = {"evidenceKinds": ["attestation"], **requirement, "verification": verification}
    return manifest("a", feature("a/b", requirements=[whole]), version=2)


@pytest.mark.parametrize(
    ("requirement", "verification"),
    [(CODED, ACCEPTANCE), (CODED, THRESHOLD), (LIVE, ROLLING), (CODED, THRESHOLD | {"target": -0.5})],
)
def test_right_verifications_are_accepted(
    empty: Workspace, requirement: dict[str, Any], verification: dict[str, Any]
) -> None:
    accepted = requirement | {"evidenceKinds": ["attestation"]}

    assert findings(empty, verified(accepted, verification)) == []


def without(document: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in document.items() if name not in names}


@pytest.mark.parametrize(
    ("verification", "field", "message"),
    [
        ({"kind": "guess"}, ".kind", 'verification kind "guess" is not supported'),
        (ACCEPTANCE | {"checks": []}, ".checks", "verification must declare at least one expected check"),
        (
            THRESHOLD | {"checks": ["a", "b"]},
            ".checks",
            "a threshold objective must declare exactly one check",
        ),
        (
            ACCEPTANCE | {"checks": ["a" * 129]},
            ".checks[0]",
            "check ID must be one bounded lower-case ASCII ID segment",
        ),
        (ACCEPTANCE | {"checks": ["a", "a"]}, ".checks[1]", "check ID is duplicated"),
        (
            ACCEPTANCE | {"target": 0},
            "",
            _NO_OBJECTIVE,
        ),
        (
            without(THRESHOLD, "metric"),
            ".metric",
            "threshold metric must be a bounded lower-case semantic code",
        ),
        (THRESHOLD | {"unit": "MS"}, ".unit", "threshold unit must be a bounded lower-case semantic code"),
        (
            THRESHOLD | {"aggregation": "mode"},
            ".aggregation",
            'threshold aggregation "mode" is not supported',
        ),
        (THRESHOLD | {"operator": "lt"}, ".operator", 'threshold operator "lt" is not supported'),
        (without(THRESHOLD, "target"), ".target", "a threshold objective must declare a target"),
        (without(THRESHOLD, "window"), ".window", "a threshold objective must declare an observation window"),
        (
            THRESHOLD | {"window": {"kind": "daily"}},
            ".window.kind",
            'verification window kind "daily" is not supported',
        ),
        (
            THRESHOLD | {"window": {"kind": "invocation", "seconds": 1}},
            ".window.seconds",
            "an invocation window represents one run and carries no duration",
        ),
        (
            THRESHOLD | {"environment": "production"},
            "",
            "environment and maxAgeSeconds describe a rolling window only",
        ),
        (
            ROLLING | {"window": {"kind": "rolling", "seconds": 315360001}},
            ".window.seconds",
            "a rolling window requires a positive duration of at most 315360000 seconds",
        ),
        (
            without(ROLLING, "environment"),
            ".environment",
            "a rolling objective requires a bounded lower-case environment code",
        ),
        (
            ROLLING | {"maxAgeSeconds": 0},
            ".maxAgeSeconds",
            "a rolling objective requires a positive freshness bound of at most 315360000 seconds",
        ),
    ],
)
def test_a_verification_that_breaks_a_rule_is_named(
    empty: Workspace, verification: dict[str, Any], field: str, message: str
) -> None:
    found = findings(empty, verified(LIVE, verification))

    assert found == [("invalid_verification", f"features[0].requirements[0].verification{field}", message)]


def test_a_verified_requirement_accepts_attestation(empty: Workspace) -> None:
    found = findings(empty, verified(CODED, ACCEPTANCE))

    assert [message for _, _, message in found] == [
        'a verified requirement must accept "attestation" evidence'
    ]


def test_an_unknown_verification_kind_stops_every_other_check(empty: Workspace) -> None:
    found = findings(empty, verified(CODED, {"kind": "guess", "checks": []}))

    assert [field for _, field, _ in found] == ["features[0].requirements[0].verification.kind"]


def test_a_rolling_window_is_for_live_verified_requirements(empty: Workspace) -> None:
    requirement = CODED | {"evidenceKinds": ["attestation"]}

    found = findings(empty, verified(requirement, ROLLING))

    assert [message for _, _, message in found] == [
        'a rolling window is valid only on a "live-verified" requirement'
    ]
