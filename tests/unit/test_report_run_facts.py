"""What stands first in a report: who was asked, and how, without a secret."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pytest_mcpparity.options import Options
from pytest_mcpparity.report.outcomes import TargetFacts
from pytest_mcpparity.report.run_facts import describe_options, describe_targets
from pytest_mcpparity.target import Environment, Target
from pytest_mcpparity.target_url import Headers
from tests.unit.report_made import case

SECRET = "s3cr3t-v4lue"


def options(*targets: Target, oracle: Target | None = None) -> Options:
    return Options(
        targets=targets,
        record=None,
        protocols=("auto",),
        timeout=None,
        timeout_ini=5.0,
        start_timeout=60.0,
        environment=Environment({"PLAIN": "plain-value"}, {"DB_PASS": SECRET}, {"TOKEN": "t0ken-t0ken"}),
        max_bytes=1024,
        rootdir=Path("/repo"),
        headers=Headers((("Authorization", "Bearer t0ken-t0ken"),), {"TOKEN": "t0ken-t0ken"}),
        oracle=oracle,
    )


def target(spelled: str, name: str = "port") -> Target:
    return Target(name, spelled, Path("/repo"))


@pytest.mark.parametrize(
    ("spelled", "shown"),
    [
        (f"serve --password {SECRET}", "serve --password {DB_PASS}"),
        ("https://ada:pass@host.test/mcp", "https://host.test/mcp"),
        ("serve --mail ada@host.test", "serve --mail ada@host.test"),
    ],
)
def test_a_target_is_named_as_it_was_but_for_its_secrets(spelled: str, shown: str) -> None:
    asked = options(target(spelled), oracle=target(spelled))

    (found,) = describe_targets(asked, [])

    assert found == TargetFacts("port", shown, "auto", None, None, None, None)
    assert describe_options(asked)["oracle"] == shown


def test_everybody_who_answered_as_a_target_is_named_once() -> None:
    cases = [
        case(),
        case(nodeid="b"),
        case(nodeid="c", server_version="2.0"),
        case(nodeid="d", protocol=None),
    ]

    found = describe_targets(options(target("serve")), cases)

    assert [one.server_version for one in found] == ["1.0", "2.0"]


def test_of_environment_and_headers_only_names_are_told() -> None:
    found = describe_options(options(target("serve")))

    assert (found["env"], found["headers"]) == (["DB_PASS", "PLAIN"], ["Authorization"])
    text = json.dumps(found)
    assert not [value for value in (SECRET, "plain-value", "t0ken") if value in text]
    assert found["timeout"] == 5.0
