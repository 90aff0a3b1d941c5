"""`mcp_target` in plain tests (spec § 10)."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.plugin.conftest import Play, raw_server, sound


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


@pytest.mark.parametrize("timeout", ["0", "-1", "float('nan')", "float('inf')"])
@pytest.mark.parametrize("ask", ["call('greet'", "request('ping'"])
def test_a_timeout_that_is_no_time_is_refused(
    pytester: pytest.Pytester, play: Play, ask: str, timeout: str
) -> None:
    write_test(
        pytester,
        f"""
        def test_it(mcp_target):
            with pytest.raises(ValueError, match="give seconds above 0, at most 1000000"):
                mcp_target.{ask}, timeout={timeout})
            assert mcp_target.call("lines", timeout=20).text
        """,
    )

    play(sound()).assert_outcomes(passed=1)
