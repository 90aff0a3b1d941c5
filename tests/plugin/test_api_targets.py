"""Which target `mcp_target` speaks to, its findings, and what is left of it (spec § 10)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.plugin.conftest import Play, raw_server, sound
from tests.plugin.test_api import write_test

OTHER = '@pytest.mark.mcp_server("{python} -m reference_server.faults %s")'


def test_without_a_target_a_test_is_skipped_with_the_reason(pytester: pytest.Pytester, play: Play) -> None:
    write_test(pytester, "def test_it(mcp_target): raise AssertionError")

    result = play("-rs")

    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(["*no target for mcp_target: give --mcp-server=CMD*mark the test with*"])


def test_the_ini_file_may_name_the_target(pytester: pytest.Pytester, play: Play) -> None:
    pytester.makeini("[pytest]\nmcp_server = {python} -m reference_server.faults none\n")
    write_test(pytester, "def test_it(mcp_target): assert mcp_target.call('lines').text")

    result = play()

    result.assert_outcomes(passed=1)


def test_a_mark_names_the_target_and_wins_over_the_option(pytester: pytest.Pytester, play: Play) -> None:
    write_test(
        pytester,
        f"""
        {OTHER % "value"}
        def test_marked(mcp_target):
            assert "payments" in mcp_target.call("report").text

        {OTHER % "value"}
        class TestMarked:
            {OTHER % "none"}
            def test_nearest(self, mcp_target):
                assert "billing" in mcp_target.call("report").text

        def test_plain(mcp_target):
            assert "billing" in mcp_target.call("report").text
        """,
    )

    with_option = play(sound(), "--strict-markers")
    without = play("--strict-markers")

    with_option.assert_outcomes(passed=3)
    without.assert_outcomes(passed=2, skipped=1)


@pytest.mark.parametrize(
    ("mark", "reason"),
    [
        ("mcp_server", 'the mark is written @pytest.mark.mcp_server("CMD")'),
        ("mcp_server(1)", 'the mark is written @pytest.mark.mcp_server("CMD")'),
        ("mcp_server('A=1 server')", "@pytest.mark.mcp_server 'A=1 server' sets A in front of the command"),
        ("mcp_server('http:///mcp')", "@pytest.mark.mcp_server http:///mcp: the URL names no host"),
        ("mcp_server('http://me:pw-pw-pw@host/mcp')", "credentials in a URL would be shown"),
    ],
)
def test_a_bad_mark_is_told(pytester: pytest.Pytester, play: Play, mark: str, reason: str) -> None:
    write_test(pytester, f"@pytest.mark.{mark}\ndef test_it(mcp_target): pass")

    result = play()

    result.assert_outcomes(errors=1)
    assert reason in result.stdout.str()
    assert "pw-pw-pw" not in result.stdout.str()


def test_several_targets_run_a_test_once_for_each(pytester: pytest.Pytester, play: Play) -> None:
    write_test(
        pytester,
        """
        @pytest.fixture
        def report(mcp_target):
            return mcp_target.call("report").text

        def test_it(report, mcp_target, request):
            assert request.node.name == f"test_it[{mcp_target.name}]"
            assert ("billing" in report) == (mcp_target.name == "old")

        def test_without(request):
            assert request.node.name == "test_without"
        """,
    )
    fault = "{python} -m reference_server.faults"

    result = play(f"--mcp-server=old={fault} none", f"--mcp-server=new={fault} value")

    result.assert_outcomes(passed=3)


def test_several_protocols_run_a_test_once_for_each(pytester: pytest.Pytester, play: Play) -> None:
    write_test(
        pytester,
        """
        def test_it(mcp_target, request):
            assert request.node.name.removeprefix("test_it[").removesuffix("]") in repr(mcp_target)
        """,
    )

    result = play(sound(), "--mcp-protocol=2025-06-18,2026-07-28")

    result.assert_outcomes(passed=2)


def test_a_target_that_does_not_start_fails_once_and_the_rest_is_skipped(
    pytester: pytest.Pytester, play: Play
) -> None:
    write_test(pytester, "def test_a(mcp_target): pass\ndef test_b(mcp_target): pass")

    result = play(sound("exits-at-start"), "-rs")

    result.assert_outcomes(errors=1, skipped=1)
    result.stdout.fnmatch_lines(["*no session with *the target exited with code 4 before it negotiated*"])
    result.stdout.fnmatch_lines(["SKIPPED*the target did not start: *"])
    result.stdout.no_fnmatch_line("*fixtures.py*Fault*")


@pytest.mark.parametrize(
    ("fault", "finding"),
    [
        ("stray-line", "stray-output: a line that is no JSON-RPC message: [DEBUG] greet was called"),
        ("stray-at-start", "stray-output: "),
        ("schema-input", "schema-input: "),
        ("exit-code", "exit-code: the target exited with code 3"),
        ("duplicate-answer", "duplicate-answer: "),
    ],
)
def test_findings_are_warnings(pytester: pytest.Pytester, play: Play, fault: str, finding: str) -> None:
    write_test(pytester, "def test_it(mcp_target): assert mcp_target.call('greet', {'name': 'A'}).text")

    result = play(sound(fault), "-W", "default")

    assert result.ret == 0
    result.assert_outcomes(passed=1, warnings=1)
    assert f"McpFinding: {finding}" in result.stdout.str()


def test_findings_fail_where_warnings_are_errors(pytester: pytest.Pytester, play: Play) -> None:
    write_test(pytester, "def test_it(mcp_target): mcp_target.call('greet', {'name': 'A'})")

    result = play(sound("stray-line"), "-W", "error::pytest_mcpparity.api.McpFinding")

    result.assert_outcomes(failed=1)


def test_where_warnings_are_errors_all_targets_are_ended_and_all_findings_told(
    pytester: pytest.Pytester, play: Play
) -> None:
    body = 'serve({"pid": lambda _: str(os.getpid())}, at_end=lambda: (write(b"stray NAME"), sys.exit(3)))'
    targets = [
        raw_server(pytester.path, body.replace("NAME", name), f"{name}.py").replace("=", f"={name}=", 1)
        for name in ("one", "two")
    ]
    write_test(
        pytester,
        """
        def test_it(mcp_target):
            with open("pids", "a") as pids:
                print(mcp_target.call("pid").text, file=pids)
        """,
    )

    result = play(*targets, "-W", "error::pytest_mcpparity.api.McpFinding")

    shown = result.stdout.str()
    assert result.parseoutcomes() == {"passed": 2, "errors": 1}
    assert [shown.count(f"stray {name}") > 0 for name in ("one", "two")] == [True, True]
    assert shown.count("exit-code: the target exited with code 3") >= 2
    for pid in (pytester.path / "pids").read_text().split():
        with pytest.raises(ProcessLookupError):
            os.kill(int(pid), 0)


def test_a_sound_target_gives_no_warning(pytester: pytest.Pytester, play: Play) -> None:
    write_test(pytester, "def test_it(mcp_target): assert mcp_target.call('greet', {'name': 'A'}).text")

    result = play(sound(), "-W", "error")

    result.assert_outcomes(passed=1, warnings=0)


def test_it_works_beside_asyncio_and_anyio(pytester: pytest.Pytester, play: Play) -> None:
    write_test(
        pytester,
        """
        import asyncio, anyio

        @pytest.fixture
        def anyio_backend():
            return "asyncio"

        def test_plain(mcp_target):
            assert mcp_target.call("lines").text

        @pytest.mark.asyncio
        async def test_asyncio(mcp_target):
            await asyncio.sleep(0)
            assert mcp_target.call("lines").text

        @pytest.mark.anyio
        async def test_anyio(mcp_target):
            await anyio.sleep(0)
            assert mcp_target.call("lines").text
        """,
    )
    pytester.makeini("[pytest]\nasyncio_default_fixture_loop_scope = function\n")

    result = play(sound(), "-p", "pytest_asyncio.plugin", "-p", "anyio")

    result.assert_outcomes(passed=3)


def test_secrets_of_the_user_never_show(
    pytester: pytest.Pytester, play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SESAME", "open-please-now")
    server = raw_server(tmp_path, 'serve({"say": lambda _: text("it is " + os.environ["SESAME"])})')
    write_test(pytester, "def test_it(mcp_target): assert mcp_target.call('say').text == 'no'")

    result = play(server, "--mcp-env=SESAME", "-vv")

    result.assert_outcomes(failed=1)
    assert "it is {SESAME}" in result.stdout.str()
    assert "open-please-now" not in result.stdout.str()


def test_no_process_is_left_behind_when_interrupted(pytester: pytest.Pytester, tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    server = raw_server(
        tmp_path,
        f'serve({{"pid": lambda _: text(str(open({str(pid_file)!r}, "w").write(str(os.getpid()))))}})',
    )
    write_test(pytester, "def test_it(mcp_target): mcp_target.call('pid'); raise KeyboardInterrupt")

    result = pytester.runpytest_subprocess(server)

    assert result.ret == pytest.ExitCode.INTERRUPTED
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid_file.read_text()), 0)
