"""`mcp_target` in plain tests (spec § 10)."""

from __future__ import annotations

import os
import textwrap
from pathlib import Path

import pytest

from tests.plugin.conftest import Play, raw_server, sound

OTHER = '@pytest.mark.mcp_server("{python} -m reference_server.faults %s")'


def write_test(pytester: pytest.Pytester, body: str, name: str = "test_it") -> None:
    """A module of tests."""
    pytester.makepyfile(**{name: "import pytest\n" + textwrap.dedent(body)})


def test_an_answer_has_an_outcome_text_and_blocks(pytester: pytest.Pytester, play: Play) -> None:
    write_test(
        pytester,
        """
        def test_it(mcp_target):
            answer = mcp_target.call("check")
            assert answer.outcome == "tool-error"
            assert [block.type for block in answer.blocks] == ["text", "text"]
            assert answer.text == answer.blocks[0].text + "\\n" + answer.blocks[1].text
            assert (answer.code, answer.message, answer.structured, answer.data) == (None, None, None, None)
            picture = mcp_target.call("picture").blocks[1]
            assert (picture.type, picture.mime_type, picture.text) == ("image", "image/png", None)
            assert picture.data.startswith(b"\\x89PNG")
            assert mcp_target.call("measure").structured ["unit"] == "ms"
        """,
    )

    result = play(sound())

    result.assert_outcomes(passed=1)


def test_an_error_has_code_message_and_data(pytester: pytest.Pytester, play: Play) -> None:
    write_test(
        pytester,
        """
        def test_it(mcp_target):
            answer = mcp_target.call("greet")
            assert answer.outcome == "rpc-error"
            assert (answer.code, answer.message) == (-32602, "greet needs a name")
            assert answer.data == {"missing": ["name"]}
            assert (answer.text, answer.blocks, answer.structured) == ("", (), None)
            assert repr(answer) == '<McpAnswer rpc-error -32602 "greet needs a name">'
        """,
    )

    result = play(sound())

    result.assert_outcomes(passed=1)


def test_arguments_are_sent_as_given(pytester: pytest.Pytester, play: Play, tmp_path: Path) -> None:
    write_test(
        pytester,
        """
        def test_it(mcp_target):
            said = lambda arguments: mcp_target.call("say", arguments).text
            assert said({"b": 1.0, "a": [None, "é"]}) == "{'b': 1.0, 'a': [None, 'é']}"
            assert said('{"b" : 2}') == "{'b': 2}"
            assert said({"path": "{workspace}/x"}) == str({"path": f"{mcp_target.workspace}/x"})
            assert said({"half": "\\ud800"}) == "{'half': '\\\\ud800'}"
            assert mcp_target.request("tools/list").members["tools"][0]["name"] == "say"
            for wrong in ("{", "[1,\\n2]"):
                with pytest.raises(ValueError):
                    mcp_target.call("say", wrong)
            with pytest.raises(TypeError):
                mcp_target.call("say", {"a": object()})
        """,
    )
    server = raw_server(tmp_path, 'serve({"say": lambda arguments: text(str(arguments))})')

    result = play(server)

    result.assert_outcomes(passed=1)


def test_a_target_tells_its_tools_instructions_and_workspace(pytester: pytest.Pytester, play: Play) -> None:
    write_test(
        pytester,
        """
        def test_it(mcp_target):
            assert "greet" in [tool["name"] for tool in mcp_target.tools]
            assert mcp_target.tools[0]["inputSchema"]["type"] == "object"
            assert mcp_target.instructions.startswith("Greet first.")
            assert mcp_target.workspace.is_dir() and not any(mcp_target.workspace.iterdir())
            assert repr(mcp_target) == "<McpTarget faulty 1.0, 2025-11-25 over stdio>"
        """,
    )

    result = play(sound())

    result.assert_outcomes(passed=1)


def test_tools_that_cannot_be_listed_raise(pytester: pytest.Pytester, play: Play) -> None:
    write_test(
        pytester,
        """
        from pytest_mcpparity.api import TargetFault
        def test_it(mcp_target):
            with pytest.raises(TargetFault, match="the target refuses tools/list with rpc-error"):
                mcp_target.tools
        """,
    )

    result = play(sound("tools-refused"))

    result.assert_outcomes(passed=1)


def test_answers_are_equal_if_the_same_came_back(
    pytester: pytest.Pytester, play: Play, tmp_path: Path
) -> None:
    write_test(
        pytester,
        """
        def test_same(mcp_target):
            assert mcp_target.call("one") == mcp_target.call("again")
            assert mcp_target.call("one") != mcp_target.call("other")
            assert (mcp_target.call("one") == "1") is False

        def test_other(mcp_target):
            assert mcp_target.call("one") == mcp_target.call("other")
        """,
    )
    server = raw_server(
        tmp_path,
        """
        serve({"one": lambda _: text('{"n":1}'), "again": lambda _: text('{"n":1}'),
               "other": lambda _: text('{"n":1.0}')})
        """,
    )

    result = play(server)

    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["E*block 1: same JSON, /n is 1.0 expected, 1 received"])


def test_tests_of_a_module_share_a_session_and_other_modules_do_not(
    pytester: pytest.Pytester, play: Play, tmp_path: Path
) -> None:
    body = """
        def test_first(mcp_target):
            assert mcp_target.call("count").text == "1"
            (mcp_target.workspace / "left.txt").write_text("left")

        def test_second(mcp_target):
            assert mcp_target.call("count").text == "2"
            assert (mcp_target.workspace / "left.txt").exists()
        """
    write_test(pytester, body, "test_a")
    write_test(pytester, body, "test_b")
    server = raw_server(
        tmp_path,
        """
        calls = []
        def count(arguments):
            calls.append(1)
            return text(str(len(calls)))
        serve({"count": count})
        """,
    )

    result = play(server)

    result.assert_outcomes(passed=4)


def test_after_a_crash_the_next_test_gets_a_new_process_and_workspace(
    pytester: pytest.Pytester, play: Play
) -> None:
    write_test(
        pytester,
        """
        from pytest_mcpparity.api import TargetFault
        def test_crash(mcp_target):
            (mcp_target.workspace / "left.txt").write_text("left")
            with pytest.raises(TargetFault, match="no answer to the call of greet: the target") as info:
                mcp_target.call("greet", {"name": "Ada"})
            assert (info.value.kind, info.value.exit_code) == ("exited", 3)
            assert "giving up with code 3" in str(info.value)
            with pytest.raises(TargetFault):  # it stays gone for the test that lost it
                mcp_target.call("lines")

        def test_next(mcp_target):
            assert not any(mcp_target.workspace.iterdir())
            assert mcp_target.call("lines").outcome == "result"
        """,
    )

    result = play(sound("crash-in-call"))

    result.assert_outcomes(passed=2)


def test_a_target_that_dies_between_two_tests_is_replaced_and_told(
    pytester: pytest.Pytester, play: Play
) -> None:
    write_test(
        pytester,
        """
        import time
        def test_dies_after_its_answer(mcp_target):
            assert mcp_target.call("greet", {"name": "Ada"}).outcome == "result"
            time.sleep(0.5)

        def test_next(mcp_target):
            assert mcp_target.call("lines").outcome == "result"
        """,
    )

    result = play(sound("crash-after-answer"), "-W", "default")

    result.assert_outcomes(passed=2, warnings=1)
    result.stdout.fnmatch_lines(["*McpFinding: exit-code: the target exited with code 5*"])


def test_a_target_that_dies_between_two_calls_of_a_test_fails_the_second(
    pytester: pytest.Pytester, play: Play
) -> None:
    write_test(
        pytester,
        """
        import time
        def test_it(mcp_target):
            assert mcp_target.call("greet", {"name": "Ada"}).outcome == "result"
            time.sleep(0.5)
            mcp_target.call("lines")
        """,
    )

    result = play(sound("crash-after-answer"), "-W", "ignore")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["E*TargetFault: no answer to the call of lines: the target exited with code 5*"]
    )


def test_a_hang_ends_at_the_timeout_of_the_call(pytester: pytest.Pytester, play: Play) -> None:
    write_test(
        pytester,
        """
        def test_it(mcp_target):
            mcp_target.call("greet", {"name": "Ada"}, timeout=0.2)
        """,
    )

    result = play(sound("hang-in-call"))

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["E*no answer to the call of greet: the target is silent after 0.2 s"])
    result.stdout.no_fnmatch_line("*api.py*")


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
    ],
)
def test_a_bad_mark_is_told(pytester: pytest.Pytester, play: Play, mark: str, reason: str) -> None:
    write_test(pytester, f"@pytest.mark.{mark}\ndef test_it(mcp_target): pass")

    result = play()

    result.assert_outcomes(errors=1)
    assert reason in result.stdout.str()


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
