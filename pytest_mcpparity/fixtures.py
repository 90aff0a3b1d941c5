"""The fixtures for plain tests (spec § 10). Every run loads this module: it imports next to nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from pytest_mcpparity import option_names

if TYPE_CHECKING:
    from pytest_mcpparity.api import McpTarget, ModuleSession
    from pytest_mcpparity.api_snapshot import AnswerSnapshot
    from pytest_mcpparity.conductor import Combination
    from pytest_mcpparity.target import Target

MARKER = "mcp_server(command): the server that `mcp_target` speaks to in this test, in place of --mcp-server"
NO_TARGET = (
    "no target for mcp_target: give --mcp-server=CMD (or set mcp_server in the ini file), or mark the test "
    'with @pytest.mark.mcp_server("CMD")'
)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test once for each target and protocol, where there are several; their names are the ids."""
    if "mcp_target" not in metafunc.fixturenames:
        return
    combinations = _combinations(metafunc.definition)
    if len(combinations) > 1:
        ids = [one.label for one in combinations]
        metafunc.parametrize("mcp_target", combinations, ids=ids, indirect=True)


def pytest_assertrepr_compare(
    config: pytest.Config, op: str, left: object, right: object
) -> list[str] | None:
    """Explain why two answers are not the same: the left one was received, the right one expected."""
    if op != "==" or type(left).__name__ != "McpAnswer" or type(right).__name__ != "McpAnswer":
        return None
    from pytest_mcpparity.api import McpAnswer

    if not isinstance(left, McpAnswer) or not isinstance(right, McpAnswer):
        return None
    return [f"{left!r} == {right!r}", *left.differences(right, verbose=config.get_verbosity() >= 2)]


@pytest.fixture(scope="module")
def _mcp_sessions() -> Iterator[dict[Combination, ModuleSession]]:
    """The sessions of a module, one for each target and protocol; ended after its last test."""
    sessions: dict[Combination, ModuleSession] = {}
    yield sessions
    if sessions:
        from pytest_mcpparity.api import end_all

        end_all(list(sessions.values()))


@pytest.fixture
def mcp_target(request: pytest.FixtureRequest, _mcp_sessions: dict[Combination, ModuleSession]) -> McpTarget:
    """One live session with an MCP server, shared by the tests of a module: `mcp_target.call(name, {…})`."""
    combination = _combination(request)
    from pytest_mcpparity.api import ModuleSession, StartFault, TargetGivenUp
    from pytest_mcpparity.options import options_of

    session = _mcp_sessions.get(combination)
    if session is None:
        options = options_of(request.config)
        session = ModuleSession(combination.target, combination.protocol, options, request.path)
        _mcp_sessions[combination] = session
    try:
        return session.begin(request.node.name)
    except StartFault as fault:
        pytest.fail(session.shown(str(fault)), pytrace=False)
    except TargetGivenUp as reason:
        pytest.skip(session.shown(str(reason)))


@pytest.fixture
def mcp_snapshot(request: pytest.FixtureRequest) -> AnswerSnapshot:
    """A syrupy assertion for answers: `assert mcp_target.call(name) == mcp_snapshot`."""
    syrupy = getattr(request.config, "_syrupy", None)
    if syrupy is None:
        pytest.fail("mcp_snapshot needs syrupy's plugin, which is not loaded: -p syrupy", pytrace=False)
    from syrupy.location import PyTestLocation

    from pytest_mcpparity.api_snapshot import AnswerSnapshot, AnswerSnapshotExtension, SuiteOutOfReach

    location = PyTestLocation(request.node)
    try:
        AnswerSnapshotExtension.get_location(test_location=location, index=0)
    except SuiteOutOfReach as reason:
        pytest.fail(str(reason), pytrace=False)
    return AnswerSnapshot(
        session=syrupy,
        extension_class=AnswerSnapshotExtension,
        test_location=location,
        update_snapshots=request.config.option.update_snapshots,
        update_new_snapshots_only=getattr(request.config.option, "update_new_snapshots_only", False),
    )


def _combination(request: pytest.FixtureRequest) -> Combination:
    """The target and protocol of a test; without a target the test is skipped."""
    chosen: Combination | None = getattr(request, "param", None)
    if chosen is not None:
        return chosen
    combinations = _combinations(request.node)
    if not combinations:
        pytest.skip(NO_TARGET)
    return combinations[0]


def _combinations(node: pytest.Item) -> list[Combination]:
    """Every target at every protocol that a test is for: that of its mark, else those of the options."""
    marked = _marked(node)
    if marked is None and not option_names.are_asked_for(node.config):
        return []
    from pytest_mcpparity.conductor import combinations_of
    from pytest_mcpparity.options import options_of

    options = options_of(node.config)
    targets = options.targets if marked is None else (marked,)
    return list(combinations_of(targets, options.protocols))


def _marked(node: pytest.Item) -> Target | None:
    """The target of the nearest mark, None where the test has none; a bad mark fails the test."""
    mark = node.get_closest_marker("mcp_server")
    if mark is None:
        return None
    from pytest_mcpparity.errors import UsageFault
    from pytest_mcpparity.target import parse_nameless

    if len(mark.args) != 1 or mark.kwargs or not isinstance(mark.args[0], str):
        pytest.fail(f'{node.nodeid}: the mark is written @pytest.mark.mcp_server("CMD")', pytrace=False)
    try:
        return parse_nameless(mark.args[0], node.config.rootpath, name="", said_by="@pytest.mark.mcp_server")
    except UsageFault as fault:
        pytest.fail(f"{node.nodeid}: {fault}", pytrace=False)
