"""`mcp_snapshot`: syrupy's ways, with answer files, and never within a suite (spec § 10)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pytest_mcpparity.api_snapshot import suite_around
from tests.plugin.conftest import Play, contents, raw_server, sound

ONE = "def test_it(mcp_target, mcp_snapshot): assert mcp_target.call('report') == mcp_snapshot\n"
SYRUPY = ("-p", "syrupy")


def snapshots(folder: Path) -> dict[str, bytes]:
    """Every file below `__snapshots__`, by its path from there."""
    return contents(folder / "__snapshots__") if (folder / "__snapshots__").exists() else {}


def test_a_snapshot_is_an_answer_file(pytester: pytest.Pytester, play: Play) -> None:
    pytester.makepyfile(
        test_it="""
        def test_it(mcp_target, mcp_snapshot):
            assert mcp_target.call("greet", {"name": "Ada"}) == mcp_snapshot
        """
    )

    written = play(*SYRUPY, sound(), "--snapshot-update")
    again = play(*SYRUPY, sound())

    written.assert_outcomes(passed=1)
    again.assert_outcomes(passed=1)
    assert again.ret == 0
    assert snapshots(pytester.path) == {
        "test_it/test_it.answer": b"mcp-answer 1\ncase snapshot\n--- call greet\n"
        b'{"name":"Ada"}\n--- result\n--- text\nHello, Ada!\n--- end\n'
    }


@pytest.mark.parametrize(
    ("fault", "tool", "first_line"),
    [
        ("value", "report", 'block 1: 1 value differs; first /features/0/owner: expected "billing", rec*'),
        ("number-spelling", "report", "block 1: same JSON, /total is 2.50 expected, 2.5 received"),
        ("crlf", "lines", "block 1: same text, CRLF for LF"),
        ("trailing-newline", "report", "block 1: same JSON, trailing newline missing"),
        ("image-changed", "picture", "block 2: image/png of 68 bytes expected, 3 received; *"),
        ("structured-missing", "measure", "structured content is missing"),
        ("error-code", "greet", "expected rpc-error -32602, received rpc-error -32601"),
    ],
)
def test_a_difference_explains_itself(
    pytester: pytest.Pytester, play: Play, fault: str, tool: str, first_line: str
) -> None:
    pytester.makepyfile(test_it=ONE.replace("report", tool))
    play(*SYRUPY, sound(), "--snapshot-update")

    result = play(*SYRUPY, sound(fault))

    result.assert_outcomes(failed=1)
    line = first_line.replace("[", "[[]")
    result.stdout.fnmatch_lines(
        [f"E  *{line}", "E*If the new answer is right: run with --snapshot-update, and review the change."]
    )
    result.stdout.no_fnmatch_line("*known_difference*")


def test_what_belongs_to_the_frame_is_no_difference(pytester: pytest.Pytester, play: Play) -> None:
    pytester.makepyfile(test_it=ONE)
    play(*SYRUPY, sound(), "--snapshot-update")

    result = play(*SYRUPY, sound("escaped-frames"))
    stateless = play(*SYRUPY, sound(), "--mcp-protocol=2026-07-28")

    result.assert_outcomes(passed=1)
    stateless.assert_outcomes(passed=1)


def test_update_writes_what_moved_and_nothing_else(pytester: pytest.Pytester, play: Play) -> None:
    pytester.makepyfile(test_it=ONE + ONE.replace("test_it", "test_lines").replace("report", "lines"))
    play(*SYRUPY, sound(), "--snapshot-update")
    before = snapshots(pytester.path)

    result = play(*SYRUPY, sound("value"), "--snapshot-update")

    after = snapshots(pytester.path)
    assert result.ret == 0
    assert after["test_it/test_lines.answer"] == before["test_it/test_lines.answer"]
    assert b"payments" in after["test_it/test_it.answer"]


def test_a_missing_snapshot_fails_and_shows_the_answer(pytester: pytest.Pytester, play: Play) -> None:
    pytester.makepyfile(test_it=ONE)

    result = play(*SYRUPY, sound(), "-vv")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["E*Snapshot 'test_it' does not exist!", "E*--snapshot-update*", "E*+--- call report"]
    )
    assert snapshots(pytester.path) == {}


def test_a_snapshot_of_another_question_fails(pytester: pytest.Pytester, play: Play) -> None:
    pytester.makepyfile(test_it=ONE.replace("'report'", "'lines', {}"))
    play(*SYRUPY, sound(), "--snapshot-update")
    pytester.makepyfile(test_it=ONE.replace("'report'", "'lines', {'a':1}"))

    result = play(*SYRUPY, sound())

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(['E*recorded for another question: step 1 asks `call lines {"a":1}`, *'])


def test_an_unreadable_snapshot_fails_with_its_line(pytester: pytest.Pytester, play: Play) -> None:
    pytester.makepyfile(test_it=ONE)
    play(*SYRUPY, sound(), "--snapshot-update")
    file = pytester.path / "__snapshots__" / "test_it" / "test_it.answer"
    file.write_bytes(file.read_bytes().replace(b"mcp-answer 1", b"mcp-answer 7"))

    result = play(*SYRUPY, sound())

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["E*the snapshot cannot be read: line 1: *", "E*--snapshot-update*"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_a_carriage_return_and_hidden_characters_survive(
    pytester: pytest.Pytester, play: Play, tmp_path: Path
) -> None:
    pytester.makepyfile(test_it=ONE)
    server = raw_server(
        tmp_path,
        'serve({"report": lambda _: text("a\\r\\nb\\u200b\\x1b[0m\\ufeff--- text\\n--- end\\n\\n")})',
    )

    play(*SYRUPY, server, "--snapshot-update")
    result = play(*SYRUPY, server)

    result.assert_outcomes(passed=1)


def test_several_and_named_snapshots_of_a_test_have_syrupys_names(
    pytester: pytest.Pytester, play: Play
) -> None:
    pytester.makepyfile(
        test_it="""
        import pytest

        @pytest.mark.parametrize("tool", ["lines", "unicode"])
        def test_each(mcp_target, mcp_snapshot, tool):
            assert mcp_target.call(tool) == mcp_snapshot
            assert mcp_target.call("report") == mcp_snapshot(name="the/report")
            mcp_snapshot.assert_match(mcp_target.call("picture"))

        class TestClass:
            def test_method(self, mcp_target, mcp_snapshot):
                assert mcp_snapshot == mcp_target.call("lines")
        """
    )

    play(*SYRUPY, sound(), "--snapshot-update")
    result = play(*SYRUPY, sound())

    assert result.ret == 0
    result.assert_outcomes(passed=3)
    assert snapshots(pytester.path).keys() == {
        "test_it/TestClass.test_method.answer",
        *(
            f"test_it/test_each[{tool}]{which}.answer"
            for tool in ("lines", "unicode")
            for which in ("", "[thereport]", ".2")
        ),
    }


def test_an_unused_snapshot_fails_and_an_update_deletes_it(pytester: pytest.Pytester, play: Play) -> None:
    pytester.makepyfile(test_it=ONE + ONE.replace("test_it", "test_gone"))
    play(*SYRUPY, sound(), "--snapshot-update")
    pytester.makepyfile(test_it=ONE)

    unused = play(*SYRUPY, sound())
    warned = play(*SYRUPY, sound(), "--snapshot-warn-unused")
    kept = snapshots(pytester.path)
    updated = play(*SYRUPY, sound(), "--snapshot-update")

    assert (unused.ret, warned.ret, updated.ret) == (1, 0, 0)
    assert len(kept) == 2
    assert snapshots(pytester.path).keys() == {"test_it/test_it.answer"}


def test_a_selection_leaves_the_snapshots_of_others_alone(pytester: pytest.Pytester, play: Play) -> None:
    pytester.makepyfile(
        test_it=ONE + ONE.replace("test_it", "test_lines").replace("report", "lines"),
        test_other="def test_amber(snapshot): assert 1 == snapshot\n" + ONE.replace("test_it", "test_that"),
    )
    play(*SYRUPY, sound(), "--snapshot-update")
    before = snapshots(pytester.path)

    results = [
        play(*SYRUPY, sound(), "--snapshot-update", *selection)
        for selection in (("-k", "lines"), ("-k", "amber"), ("test_other.py",), ("test_it.py::test_it",))
    ]

    assert [result.ret for result in results] == [0, 0, 0, 0]
    assert len(before) == 4
    assert snapshots(pytester.path) == before


@pytest.mark.parametrize("update", [(), ("--snapshot-update",)])
def test_two_workers_do_as_one(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, update: tuple[str, ...]
) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    tools = ("report", "lines", "unicode", "measure")
    body = "".join(ONE.replace("test_it", f"test_{tool}").replace("report", tool) for tool in tools)
    options = ("-p", "mcpparity", "-p", "syrupy", "-p", "xdist", sound())
    pytester.makepyfile(test_it=body + ONE.replace("test_it", "test_gone"))
    pytester.runpytest_subprocess(*options, "--snapshot-update", "-n2")
    pytester.makepyfile(test_it=body)

    result = pytester.runpytest_subprocess(*options, *update, "-n2")

    result.assert_outcomes(passed=4)
    assert result.ret == (0 if update else 1)
    assert ("test_it/test_gone.answer" in snapshots(pytester.path)) is not bool(update)
    assert len(snapshots(pytester.path)) == (4 if update else 5)


def test_each_target_has_a_snapshot_of_its_own(pytester: pytest.Pytester, play: Play) -> None:
    pytester.makepyfile(test_it=ONE)
    fault = "{python} -m reference_server.faults"

    result = play(
        *SYRUPY, f"--mcp-server=a={fault} none", f"--mcp-server=b={fault} value", "--snapshot-update"
    )

    result.assert_outcomes(passed=2)
    assert snapshots(pytester.path).keys() == {"test_it/test_it[a].answer", "test_it/test_it[b].answer"}


@pytest.mark.parametrize("value", ["'text'", "mcp_target.call('lines').text", "mcp_target.tools"])
def test_what_is_no_answer_is_refused(pytester: pytest.Pytester, play: Play, value: str) -> None:
    pytester.makepyfile(test_it=f"def test_it(mcp_target, mcp_snapshot): assert {value} == mcp_snapshot\n")

    result = play(*SYRUPY, sound(), "--snapshot-update")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["E*TypeError: mcp_snapshot holds answers of mcp_target.call and *"])
    assert snapshots(pytester.path) == {}


def test_without_syrupy_the_reason_is_told(pytester: pytest.Pytester, play: Play) -> None:
    pytester.makepyfile(test_it="def test_it(mcp_snapshot): pass")

    result = play()

    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["mcp_snapshot needs syrupy's plugin, which is not loaded: -p syrupy"])


def test_an_update_beside_a_sealed_suite_touches_nothing_in_it(
    pytester: pytest.Pytester, play: Play, suite: Path
) -> None:
    (suite.parent / "test_beside.py").write_text(ONE)
    before = contents(suite)

    first = play(*SYRUPY, sound(), "--snapshot-update", str(suite.parent))
    (suite.parent / "test_beside.py").write_text(ONE.replace("report", "lines"))
    second = play(*SYRUPY, sound(), "--snapshot-update", str(suite.parent))

    assert (first.ret, second.ret) == (0, 0)
    second.assert_outcomes(passed=16)
    assert contents(suite) == before


@pytest.mark.parametrize(
    ("module", "dirname"),
    [
        ("suites/sound/test_in.py", "__snapshots__"),
        ("suites/sound/test_in.py", "answers"),
        ("suites/test_beside.py", "sound/answers"),
        ("suites/sound/workspace/deep/test_in.py", "__snapshots__"),
    ],
)
def test_a_snapshot_in_a_suite_is_refused_and_nothing_there_changes(
    pytester: pytest.Pytester, play: Play, suite: Path, module: str, dirname: str
) -> None:
    file = pytester.path / module
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(ONE)
    before = contents(suite)

    result = play(*SYRUPY, sound(), "--snapshot-update", f"--snapshot-dirname={dirname}", str(file))

    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*would lie in the suite */suites/sound: only --mcp-record writes there.*"])
    assert contents(suite) == before


def test_unused_files_of_a_suite_below_the_snapshots_are_not_deleted(
    pytester: pytest.Pytester, play: Play, suite: Path
) -> None:
    """Without care syrupy takes `suites/*/x.answer` for snapshots of a gone module."""
    moved = suite.rename(suite.parent / "answers-of-a-suite")
    (pytester.path / "test_it.py").write_text(ONE)
    shutil.copy(next((moved / "answers").glob("*.answer")), moved / "loose.answer")
    before = contents(moved)

    result = play(*SYRUPY, sound(), "--snapshot-update", "--snapshot-dirname=suites", "test_it.py")

    assert result.ret == 0
    assert (pytester.path / "suites" / "test_it" / "test_it.answer").exists()
    assert contents(moved) == before


def test_a_link_into_a_suite_is_followed(suite: Path, tmp_path: Path) -> None:
    link = tmp_path / "linked"
    link.symlink_to(suite / "answers")

    assert suite_around(link / "greet.answer") == suite.resolve()
    assert suite_around(tmp_path / "elsewhere" / "greet.answer") is None
